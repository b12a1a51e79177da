"""Puzzles and lessons without a screen: what is right, what is kept, what comes again and when."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from native.files import assets_dir
from native.games import GAMES
from native.match import Match
from native.play import puzzles
from native.play.judge import Judge
from native.play.lessons import courses, next_step, steps_of
from native.play.mining import kinds_of, mine, own_kind, values_of
from native.play.puzzle_finder import FIRST_DEAL, MinedPuzzles, keep_mistakes, sound
from native.play.puzzles import AGAIN, Puzzle, PuzzleBook, PuzzlePick, name_of, pack, read
from native.play.reasons import Deal, Trial, motifs_of
from native.play.review import Grader
from native.play.study import (
    MOST_STEPS,
    LessonStudy,
    PuzzleStudy,
    next_way,
    offered,
    reply_of,
    telling_reply,
    theme_line,
    theme_text,
)
from native.position import Unsolved
from native.search import Search
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.strings import Strings
from native.tools.why import telling
from native.values import Advice, MoveValue, Proof, Solution
from tests.kept import tried
from tests.test_telling import Looking, telling_of

every_game = pytest.mark.parametrize("game", GAMES)
FEW = 4
START = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)


class Clock:
    """A day that a test sets."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime.datetime:
        self.time += datetime.timedelta(seconds=1)
        return self.time

    def pass_days(self, days: int) -> None:
        self.time += datetime.timedelta(days=days)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(puzzles, "now", made)
    return made


@pytest.fixture
def chronicle(tmp_path: Path) -> Iterator[Chronicle]:
    database = Database(tmp_path)
    yield Chronicle(database)
    database.close()


SEARCH = Search()  # what one search has worked out serves the next, as on the screen


def asked(study: PuzzleStudy) -> Solution | Advice | None:
    """The answer to what the study wants to know now, searched for on the spot."""
    wanted = study.search()
    if wanted is None:
        return None
    if wanted.kind == "advise":
        return study.question.match.advise(wanted.level, search=SEARCH)
    try:
        return study.question.match.solve(wanted.objective, nodes=wanted.nodes, search=SEARCH)
    except Unsolved as error:
        return error.solution


def run(study: PuzzleStudy) -> None:
    """Lets happen what happens by itself."""
    for _ in range(200):
        if study.question.line:
            move = study.question.line.popleft()
            if move in study.question.match.legal():
                study.question.match.play(move)
                study.moved(move, asked=False)
        elif answer := asked(study):
            study.answered(answer)
        else:
            return
    raise AssertionError("it never rests")


def answer(study: PuzzleStudy, right: bool) -> str:
    move = study.answers(right)[0]
    study.question.match.play(move)
    study.moved(move, asked=True)
    return move


# ---- packs ----


@pytest.mark.long
@every_game
def test_every_puzzle_of_a_pack_is_what_it_says(game: str) -> None:
    """Its right moves are legal and some moves are wrong, it has its sentence, and no two have the same name."""
    found = pack(game)
    assert len(found) >= 5
    assert len({one.id for one in found}) == len(found)
    for one in found:
        match = one.match()
        assert match.to_act == one.seat
        assert [who for who in match.seats if who == "human"] == ["human"]
        assert set(one.solution) < set(match.legal())
        for language in ("en", "de"):
            assert f"puzzle.{one.task}" in Strings(language)


@every_game
def test_a_puzzle_keeps_its_name_when_its_pack_is_sorted_or_rated_anew(game: str) -> None:
    raw: dict[str, Any] = {"record": {"options": {}, "seed": 3, "moves": ["a"]}, "task": "x", "rating": 1500}
    assert name_of(game, raw) == name_of(game, {**raw, "rating": 1700, "solution": ["b"]})
    assert name_of(game, raw) != name_of(game, {**raw, "record": {**raw["record"], "seed": 4}})
    assert name_of(game, raw) != name_of(game, {**raw, "task": "y"})


def test_puzzles_of_an_unknown_kind_are_left_out() -> None:
    one = {"record": {}, "seat": 0, "open": True, "solution": [], "value": 1, "next": 0, "proof": "exact"}
    more = [{**one, "task": task, "rating": 1500} for task in ("duel.win", "duel.unheard")]
    assert [puzzle.task for puzzle in read("duel", more)] == ["duel.win"]


# ---- one puzzle ----


@every_game
@pytest.mark.long("duel")
def test_right_moves_solve_every_puzzle_of_the_pack(game: str, chronicle: Chronicle) -> None:
    """Each right move is accepted at each choice, the machine answers, and the try is kept as solved."""
    study = PuzzleStudy(game, chronicle)
    plies = []
    for puzzle in pack(game)[len(pack(game)) // 2 :][:FEW]:  # the first ones are short
        study.take_up(puzzle)
        run(study)
        while study.question.stand == "asked":
            assert study.waits
            answer(study, right=True)
            run(study)
        assert study.question.stand == "right"
        assert study.rests
        assert 1 <= study.steps <= MOST_STEPS
        plies.append(study.steps)
        assert tried(study.book.chronicle)[-1][1] is True
    assert len(tried(study.book.chronicle)) == FEW
    assert max(plies) >= 2 or game in ("wars", "tale")  # their battles and stages are short


@every_game
@pytest.mark.long("duel")
def test_a_wrong_move_is_refuted_and_the_solution_shown(game: str, chronicle: Chronicle) -> None:
    """It is played on to the end of what the puzzle is about, so that its harm lies on the table; then the solution
    is played from the choice on."""
    study = PuzzleStudy(game, chronicle)
    for puzzle in pack(game)[:3]:
        study.take_up(puzzle)
        run(study)
        wrong = answer(study, right=False)
        assert (study.question.stand, study.missed) == ("wrong", wrong)
        assert tried(study.book.chronicle)[-1][1] is False
        run(study)
        assert study.rests
        assert study.ended or not study.kind.fits(study.question.match)
        assert next_way(study) == "retry"
        tries = len(tried(study.book.chronicle))
        assert study.press("solution")
        assert study.question.match.moves == list(puzzle.match().moves)
        run(study)
        assert study.rests
        assert study.question.match.moves[len(puzzle.match().moves)] in puzzle.solution
        assert len(tried(study.book.chronicle)) == tries
        assert next_way(study) == "next"


@pytest.mark.long
def test_a_wrong_move_later_on_fails_a_puzzle_too(chronicle: Chronicle) -> None:
    study = PuzzleStudy("duel", chronicle)
    for puzzle in pack("duel"):
        study.take_up(puzzle)
        run(study)
        answer(study, right=True)
        run(study)
        if study.question.stand == "asked":
            break
    answer(study, right=False)
    assert study.question.stand == "wrong"
    run(study)
    study.press("solution")
    run(study)
    assert study.question.match.moves[study.at] in study.right
    assert tried(study.book.chronicle)[-1][1] is False


@every_game
@pytest.mark.long("duel")
def test_after_a_wrong_move_another_is_asked_for_and_the_first_counts(game: str, chronicle: Chronicle) -> None:
    """The puzzle stands where the choice was made; solved now, it still counts as failed, and is counted once."""
    study = PuzzleStudy(game, chronicle)
    run(study)
    before = study.puzzle.match().state()
    answer(study, right=False)
    run(study)
    assert study.press("retry")
    assert (study.question.stand, study.missed, study.question.match.state()) == ("asked", "", before)
    run(study)
    answer(study, right=False)
    study.press("retry")  # at once, before the refutation
    run(study)
    assert study.question.match.state() == before
    while study.question.stand == "asked":
        answer(study, right=True)
        run(study)
    assert study.question.stand == "right"
    assert [solved for _, solved in tried(study.book.chronicle)] == [False]


@every_game
@pytest.mark.parametrize("right", [True, False])
def test_after_each_answer_the_reason_is_told_and_a_wrong_one_does_not_give_the_right_move_away(
    game: str, right: bool, chronicle: Chronicle
) -> None:
    """Of a right answer what sets it apart from the best wrong one; of a wrong one only what is about itself, or the
    principle alone."""
    study, t, reasoned = PuzzleStudy(game, chronicle), Strings("en"), 0
    for puzzle in pack(game)[:5]:
        study.take_up(puzzle)
        answer(study, right)
        assert study.answer
        assert (study.answer.better if right else study.answer.move) in study.question.match.moves
        while not study.answer.reasoning.done:
            study.explain()
        looking = Looking(study.question.match, "en")
        looking.viewer = looking.seat = puzzle.seat
        say = telling_of(looking)
        told = study.reasons(say)
        assert all(one in study.said(t, say) for one in told) == (right or study.question.stand == "wrong")
        as_asked = say.as_of(study.answer.reasoning.match.moves)
        better = as_asked.move(study.answer.better).lower()
        assert right or not any(better in one.text.lower() for one in told)
        reasoned += bool(told) or study.learnt(t) in [one.text for one in study.said(t, say)]
    assert reasoned == 5


@every_game
def test_the_buttons_below_the_next_step_keep_their_places(game: str, chronicle: Chronicle) -> None:
    """They are counted from the bottom: the solution never lies where "next" or "try again" was."""
    study, t = PuzzleStudy(game, chronicle), Strings("en")
    keys = [[way.key for way in study.ways()]]
    assert study.warning("solution", t) == t("puzzle.sure")
    assert study.warning("next", t) == ""
    run(study)
    answer(study, right=False)
    keys.append([way.key for way in study.ways()])
    assert study.warning("solution", t) == ""  # it has failed already
    study.press("solution")
    keys.append([way.key for way in study.ways()])
    others = [["pick"], ["retry", "pick"], ["next", "theme"]]  # other puzzles, or more of this kind
    assert keys == [[*above, "solution", "mine"] for above in others]


def test_who_asks_for_the_solution_has_failed(chronicle: Chronicle) -> None:
    study = PuzzleStudy("wars", chronicle)
    study.press("solution")
    run(study)
    assert study.question.stand == "shown"
    assert [solved for _, solved in tried(study.book.chronicle)] == [False]


def test_after_a_solved_puzzle_its_solution_may_be_seen_from_the_start(chronicle: Chronicle) -> None:
    study = PuzzleStudy("wars", chronicle)
    run(study)
    while study.question.stand == "asked":
        answer(study, right=True)
        run(study)
    study.press("solution")
    run(study)
    assert [solved for _, solved in tried(study.book.chronicle)] == [True]
    assert study.question.match.moves[len(study.puzzle.record["moves"])] in study.puzzle.solution


@every_game
@pytest.mark.long("duel")
def test_the_machine_answers_with_a_best_move(game: str, chronicle: Chronicle) -> None:
    """Where all cards are open: no answer of the others is worth more to them than the one given."""
    study = PuzzleStudy(game, chronicle)
    puzzle = pack(game)[0]
    study.take_up(puzzle)
    run(study)
    answer(study, right=False)
    while not study.rests:
        found = asked(study)
        assert found is not None
        move = reply_of(found)
        if puzzle.open and move:
            assert isinstance(found, Solution)
            assert move in found.best
        study.answered(found)
        if study.question.line:
            study.question.match.play(study.question.line[0])
            study.moved(study.question.line.popleft(), asked=False)


@every_game
def test_what_a_search_tells_of_a_puzzle_agrees_with_its_pack(game: str) -> None:
    for puzzle in pack(game)[:2]:
        found = values_of(Match.load(puzzle.record), puzzle.kind)
        assert found is not None
        assert sorted(found.right) == sorted(puzzle.solution)


def test_of_replies_worth_the_same_the_one_that_shows_most_is_played(chronicle: Chronicle) -> None:
    """No other of the best replies is worth more by the finer objective; among equal ones none has a longer line."""
    study, chosen = PuzzleStudy("duel", chronicle), 0
    for puzzle in pack("duel")[:60]:
        if not puzzle.open:
            continue
        study.take_up(puzzle)
        match = puzzle.match()
        match.play(next(move for move in match.legal() if move not in puzzle.solution))
        found = match.solve()
        if len(found.best) < 2:
            continue
        finer = {move.move: move.value for move in match.solve("lines").moves}
        reply = telling_reply(match, found, puzzle.kind)
        assert reply in found.best
        assert finer[reply] == max(finer[move] for move in found.best)
        chosen += reply != found.best[0]
    assert chosen >= 3


# ---- more, mined here ----


def test_more_are_mined_in_the_background_kept_and_drawn(chronicle: Chronicle) -> None:
    """Those that the command finds from the same deal on; they stay, and are drawn like those that ship."""
    study = PuzzleStudy("wars", chronicle)
    study.press("mine")
    study.leave()  # the table is laid anew: it goes on
    assert study.miner
    assert [way.key for way in study.ways()][-2:] == ["solution", "halt"]
    wanted = [next(mine("wars", FIRST_DEAL))]
    while not study.take_mined():
        study.miner.thread.join(0.01)
    study.leave()
    assert study.miner is None
    assert [way.key for way in study.ways()][-2:] == ["solution", "mine"]
    kept = chronicle.puzzles("wars", 99)
    assert len(kept) == study.mined >= 1
    assert kept[0] == wanted[0]
    again = PuzzleStudy("wars", chronicle)
    assert [one.record for one in again.own.puzzles] == [one["record"] for one in kept]
    assert again.own.next_deal > FIRST_DEAL
    again.shipped = ()
    assert again.next() in again.own.puzzles


def test_what_is_no_puzzle_is_left_out(chronicle: Chronicle) -> None:
    good = json.loads((assets_dir() / "puzzles" / "duel.json").read_text("utf-8"))["puzzles"][0]
    odd = [
        {**good, "record": {**good["record"], "moves": ["no move"]}}, {**good, "solution": ["3@9,9"]},
        {**good, "seat": 1 - good["seat"]}, {**good, "open": not good["open"]},
        {**good, "record": {**good["record"], "seed": good["record"]["seed"] + 1}},
    ]  # fmt: skip
    for number, text in enumerate(["{", *map(json.dumps, [{**good, "rating": "high"}, *odd, {**good, "more": 1}])]):
        query = "INSERT INTO puzzles (person, game, name, puzzle) VALUES (:person, 'duel', :name, :text)"
        chronicle.execute(query, name=str(number), text=text)
    study = PuzzleStudy("duel", chronicle)
    assert len(chronicle.puzzles("duel", 99)) == len(odd) + 1
    study.shipped = ()
    own = [one for one in study.own.puzzles if sound(one)]
    assert [one.record for one in own] == [good["record"]]
    assert study.next() == own[0]
    assert study.own.puzzles == own or study.next() == own[0]


# ---- ratings and days ----


def some(count: int) -> list[Puzzle]:
    base = pack("wars")[0]
    return [base._replace(id=f"wars-{n}", rating=1000 + 50 * n) for n in range(count)]


def test_the_rating_follows_the_tries_and_its_error_shrinks(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    start = book.skill
    assert (start.value, start.deviation) == (800, 350)
    for puzzle in some(6):
        book.note(puzzle, solved=True)
        clock.pass_days(1)
    up = book.skill
    assert up.value > 800
    assert up.deviation < 300
    for puzzle in some(12)[6:]:
        book.note(puzzle, solved=False)
        clock.pass_days(1)
    assert book.skill.value < up.value
    assert book.skill.deviation < up.deviation


def test_tries_are_kept_and_read_again(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    first, second = some(2)
    book.note(first, solved=True)
    book.note(second, solved=False)
    clock.pass_days(2)
    book.note(second, solved=True)
    again = PuzzleBook("wars", chronicle)
    assert len(again.attempts) == len(book.attempts) == 3
    assert (again.solved, again.streak, again.skill) == (2, 1, book.skill)
    assert len(PuzzleBook("duel", chronicle).attempts) == 0


def test_a_failed_puzzle_comes_again_after_days_that_grow(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    many = some(20)
    book.note(many[3], solved=False)
    for days in AGAIN:
        assert book.due() == []
        assert book.choose(many) != many[3]
        clock.pass_days(days - 1)
        assert book.due() == []
        clock.pass_days(1)
        assert book.due() == [many[3].id]
        assert book.choose(many) == many[3]
        book.note(many[3], solved=True)
    clock.pass_days(1000)
    assert book.due() == []


def test_a_try_noted_while_the_clock_was_ahead_puts_no_puzzle_off(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    many = some(20)
    clock.pass_days(4000)
    book.note(many[3], solved=False)
    clock.pass_days(-4000)
    assert book.choose(many) == many[3]
    book.note(many[3], solved=True)
    assert PuzzleBook("wars", chronicle).due() == []
    clock.pass_days(AGAIN[1])
    assert PuzzleBook("wars", chronicle).due() == [many[3].id]


@pytest.mark.parametrize("date", ["", "yesterday", "2026-02-30T00:00:00Z", "0\x00", "9999-12-31T00:00:00Z"])
@pytest.mark.usefixtures("clock")
def test_a_try_of_no_known_day_is_due_at_once(chronicle: Chronicle, date: str) -> None:
    chronicle.add("try", {"puzzle": some(1)[0].id, "solved": False, "date": date})
    book = PuzzleBook("wars", chronicle)
    assert book.due() == [some(1)[0].id]
    assert book.choose(some(9)) == some(1)[0]


def test_failing_again_starts_the_days_anew(clock: Clock, chronicle: Chronicle) -> None:
    book, (one, other, *_) = PuzzleBook("wars", chronicle), some(2)
    book.note(other, solved=True)
    for solved, days in ((False, AGAIN[0]), (True, AGAIN[1]), (False, AGAIN[0])):
        book.note(one, solved=solved)
        clock.pass_days(days - 1)
        assert book.due() == []
        clock.pass_days(1)
        assert book.due() == [one.id]


def test_the_next_puzzle_is_unseen_and_near_the_rating(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    many = some(40)
    chosen = []
    for seen in range(30):
        chronicle.add(f"try-{seen}", {"puzzle": f"wars-other-{seen}"})  # unrated: it tells nothing of the person
        chosen.append(book.choose(many).rating)
        assert book.choose(many).rating == chosen[-1]
    assert len(set(chosen)) > 3
    assert max(chosen) < 1400  # the eight nearest to 800
    for puzzle in many:
        clock.pass_days(1)
        book.note(puzzle, solved=True)
    assert book.choose(many) == many[0]


def test_a_theme_begins_with_easy_puzzles_and_rises_to_the_rating(clock: Clock, chronicle: Chronicle) -> None:
    """Whoever is good at one theme meets another at its easiest; each solved puzzle raises it by a step."""
    book = PuzzleBook("wars", chronicle)
    old = [one._replace(rating=one.rating - 300) for one in some(40)]
    new = [one._replace(id=f"{one.id}-b", task="wars.press", rating=one.rating - 300) for one in some(40)]
    old = [one._replace(task="wars.defend") for one in old]
    for puzzle in old[::2]:
        book.note(puzzle, solved=True)
        clock.pass_days(1)
    assert book.skill.value > 1500
    ratings = []
    for _ in range(30):
        puzzle = book.choose(new)
        ratings.append(puzzle.rating)
        book.note(puzzle, solved=True)
        clock.pass_days(1)
    assert max(ratings[:3]) < 1300
    assert sum(ratings[10:13]) > sum(ratings[:3]) + 1500
    chronicle.execute("DELETE FROM attempts WHERE person = :person")
    assert max(book.choose([*old, *new]).rating for _ in range(3)) < 900


@every_game
@pytest.mark.usefixtures("clock")
def test_the_first_puzzles_of_a_new_player_are_easy(game: str, chronicle: Chronicle) -> None:
    book, seen = PuzzleBook(game, chronicle), []
    for _ in range(5):
        seen.append(book.choose(pack(game)))
        book.note(seen[-1], solved=True)
    assert seen[0].rating <= 800
    assert sum(one.rating for one in seen) / len(seen) <= 850


# ---- lessons ----


@every_game
def test_lessons_are_taken_up_where_they_were_left(game: str, chronicle: Chronicle) -> None:
    steps = steps_of(game)
    study = LessonStudy(game, chronicle)
    assert study.step == steps[0]
    study.question.match.play(study.answers(True)[0])
    study.moved(study.question.match.moves[-1], asked=True)
    assert (study.question.stand, next_way(study)) == ("right", "next")
    again = LessonStudy(game, chronicle)
    assert again.step == steps[1]
    assert again.done == {steps[0].key}
    assert next_step(game, {step.key for step in steps}) == steps[0]


@every_game
def test_a_step_in_the_place_of_another_is_not_done_with_that_one(game: str, chronicle: Chronicle) -> None:
    """Whoever did the step of that number before finds it undone, and does it once."""
    step = next(step for step in steps_of(game) if step.edition == 2)
    chronicle.add(f"lesson-{step.key}", {"lesson": step.key})
    study = LessonStudy(game, chronicle, step)
    assert step.key not in study.done
    study.answer(next(reply for reply in step.answers if reply.right))
    assert step.key in LessonStudy(game, chronicle).done
    assert set(chronicle.lessons()) == {step.key, step.mark}


def test_what_has_neither_lessons_nor_puzzles_offers_none() -> None:
    assert offered("nonesuch") == []
    assert all(offered(game) == ["learn", "puzzles"] for game in GAMES)


def test_what_a_game_offers_is_told_without_reading_it() -> None:
    courses.cache_clear()
    pack.cache_clear()
    assert offered("duel")
    assert (courses.cache_info().misses, pack.cache_info().misses) == (0, 0)


@every_game
def test_a_wrong_answer_is_not_counted_and_asked_again(game: str, chronicle: Chronicle) -> None:
    study = LessonStudy(game, chronicle)
    start = study.question.match.state()
    study.question.match.play(study.answers(False)[0])
    study.moved(study.question.match.moves[-1], asked=True)
    assert (study.question.stand, next_way(study)) == ("wrong", "again")
    assert study.press("again")
    assert (study.question.stand, study.question.match.state()) == ("asked", start)
    assert LessonStudy(game, chronicle).done == set()


@every_game
def test_the_steps_go_on_to_the_last_and_then_leave(game: str, chronicle: Chronicle) -> None:
    """Without an answer, the last step leads to the first that is not done; with all done, to the list."""
    steps = steps_of(game)
    study = LessonStudy(game, chronicle)
    for step in steps:
        assert study.step == step
        assert "next" in [way.key for way in study.ways()]
        assert study.press("next")
    assert study.step == steps[0]
    study.done = {step.key for step in (*steps[:2], *steps[3:-1])}
    study.take_up(steps[-1])
    assert study.press("next")
    assert study.step == steps[2]
    study.done.add(steps[2].key)
    study.take_up(steps[-1])
    assert "finish" in [way.key for way in study.ways()]
    assert not study.press("finish")
    assert study.press("previous")
    assert study.step == steps[-2]


@every_game
def test_a_step_that_is_done_says_what_was_learnt_and_what_comes_next(game: str, chronicle: Chronicle) -> None:
    """In one line; after the last step of a course, what the course has taught; after all, what else there is."""
    steps = steps_of(game)
    for language in ("en", "de"):
        t = Strings(language)
        study = LessonStudy(game, chronicle, steps[0])
        study.done = set()
        study.answer(next(reply for reply in steps[0].answers if reply.right))
        line = study.learnt(t)
        assert t("study.after", title=steps[1].title(Strings(language))) in line
        assert steps[0].learnt(Strings(language)) in line
        first = courses(game)[0]
        study.take_up(first.steps[-1])
        study.done = {step.key for step in first.steps}
        assert first.title(Strings(language)) in study.learnt(t)
        assert first.learnt(Strings(language)) in study.learnt(t)
        assert t("study.after", title=courses(game)[1].steps[0].title(Strings(language))) in study.learnt(t)
        study.done = {step.key for step in steps}
        study.take_up(steps[-1])
        assert t("study.after", title=t("study.then")) in study.learnt(t)


def graded(proof: Proof) -> Grader:
    """A finished game of the duel in which seat 0 has made a mistake at its last choice but one."""
    match = Match("duel", {"open_hands": True, "first": 0}, seed=3)
    while not match.over:
        match.play(match.legal()[0])
    grader = Grader(match, Judge(), [])
    before = match.copy()
    before.goto(10)
    best = before.legal()[-1]
    moves = tuple(MoveValue(m, float(m == best), m == best, float(m == best)) for m in before.legal())
    grader.grades[10].worth.fair = Advice("exact", best, proof, 1, 1, None, moves, 0, 0.0)
    return grader


def test_a_proven_mistake_becomes_a_puzzle_that_comes_first(chronicle: Chronicle) -> None:
    for proof, count in (("estimate", 0), ("every world", 1), ("every world", 1)):
        grader = graded(proof)  # type: ignore[arg-type]
        keep_mistakes(grader, 0, chronicle)
        keep_mistakes(grader, 1, chronicle)
        grader.close()
        assert len(MinedPuzzles("duel", chronicle).puzzles) == count
    study = PuzzleStudy("duel", chronicle)
    assert study.puzzle.own
    assert sound(study.puzzle)
    assert len(study.puzzle.record["moves"]) == 10
    assert study.said(Strings("en"), None)[1].text == Strings("en")("puzzle.own")  # type: ignore[arg-type]
    study.book.note(study.puzzle, solved=True)
    assert not study.next().own


def test_a_theme_is_practised_until_all_are_wanted(chronicle: Chronicle, monkeypatch: pytest.MonkeyPatch) -> None:
    motifs = {0: "duel.gives_triple"}
    marked = [one._replace(motif=motifs.get(number % 50, "")) for number, one in enumerate(pack("duel"))]
    monkeypatch.setattr("native.play.study.pack", lambda _: marked)
    study = PuzzleStudy("duel", chronicle, PuzzlePick("duel.gives_triple"))
    for _ in range(5):
        assert study.puzzle.motif == "duel.gives_triple"
        study.book.note(study.puzzle, solved=True)
        study.press("next")
    assert study.ways()[0].key == "pick"
    study.choose(PuzzlePick())
    assert study.theme == ""


def test_puzzles_are_picked_by_theme_rating_and_own_mistakes(chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    mine = pack("wars")[0]._replace(task="wars.own", motif="")
    assert mine.own
    for pick in (PuzzlePick("wars.falls"), PuzzlePick(low=900, high=1100), PuzzlePick("wars.falls", 900, 1100)):
        found = [one for one in pack("wars") if pick.wants(one, book.rating(one))]
        assert 0 < len(found) < len(pack("wars"))
        assert all(one.theme == pick.theme or not pick.theme for one in found)
        assert all(pick.low <= one.rating <= pick.high for one in found)
        study = PuzzleStudy("wars", chronicle, pick)
        assert study.puzzle in found
    only = PuzzlePick(mine=True)
    assert [one for one in [*pack("wars"), mine] if only.wants(one, one.rating)] == [mine]


@every_game
def test_a_task_is_picked_as_a_motif_is(game: str, chronicle: Chronicle) -> None:
    for task in {one.task for one in pack(game)}:
        study = PuzzleStudy(game, chronicle, PuzzlePick(task))
        assert study.puzzle.task == task
        for language in ("en", "de"):
            assert theme_text(Strings(language), task, "name") in theme_line(Strings(language), task)
            assert theme_line(Strings(language), task) != theme_line(Strings(language), study.puzzle.motif)


def test_puzzles_found_here_are_rated_by_the_answers_too(chronicle: Chronicle) -> None:
    mined = pack("wars")[0]._replace(id="wars-mined", rating=1000)
    PuzzleBook("wars", chronicle).note(mined, solved=False)
    assert mined.rating < PuzzleBook("wars", chronicle).rating(mined) < mined.rating + 30


def test_practice_changes_neither_rating_nor_what_comes_again(chronicle: Chronicle) -> None:
    study = PuzzleStudy("wars", chronicle, PuzzlePick(rated=False))
    before = study.book.skill
    study.note(solved=False)
    assert study.book.skill == before
    assert len(study.book.attempts) == 0
    assert study.warning("solution", Strings("en")) == ""
    study.choose(PuzzlePick())
    study.note(solved=False)
    assert study.book.skill.value < before.value


def test_practice_goes_on_to_another_puzzle_until_all_were_answered(chronicle: Chronicle) -> None:
    pick = PuzzlePick("wars.can_slay", rated=False)
    wanted = {one.id for one in pack("wars") if one.theme == pick.theme}
    study, met = PuzzleStudy("wars", chronicle, pick), list[str]()
    for _ in range(2 * len(wanted)):
        met.append(study.puzzle.id)
        study.press("next")
        assert study.puzzle.id == met[-1]  # not answered yet
        study.note(solved=True)
        study.press("next")
    assert {*met[: len(wanted)]} == {*met[len(wanted) :]} == wanted


def test_of_what_is_due_own_mistakes_come_first(clock: Clock, chronicle: Chronicle) -> None:
    book = PuzzleBook("wars", chronicle)
    one, other = pack("wars")[:2]
    mine = other._replace(task="wars.own")
    book.note(one, solved=False)
    book.note(mine, solved=False)
    clock.pass_days(AGAIN[0] + 1)
    assert book.choose([one, mine]) == mine


@every_game
def test_every_puzzle_has_a_theme_and_a_principle_in_both_languages(game: str) -> None:
    """Of the packs, and of the person's own mistakes that have no single reason."""
    motifs = {f"{game}.{motif.name}" for motif in motifs_of(game)}
    tasks = {kind.task for kind in (*kinds_of(game), own_kind(game))}
    assert not motifs & tasks
    themes = {puzzle.theme for puzzle in pack(game)} | tasks
    assert themes <= motifs | tasks
    for language in ("en", "de"):
        t = Strings(language)
        told = [(theme_text(t, theme, "name"), theme_text(t, theme, "principle")) for theme in sorted(themes)]
        assert len({*told}) == len(themes)
        assert all(name[-1] not in ".:" and principle[-1] in ".?" for name, principle in told)


RANKS = "FBCDWPQK"


def higher_kept(state: dict[str, Any], seat: int, move: str) -> bool:
    """Whether a card of the suit that is higher than the one played stays in the hand (tricks)."""
    suit = move.split()[0]
    hand = [card for card in state["hands"][seat] if card.startswith(suit) and card != "DRAGON"]
    return suit != "DRAGON" and any(RANKS.index(card[-1]) > RANKS.index(move[-1]) for card in hand)


def highest_of_its_kind(state: dict[str, Any], seat: int, move: str) -> bool:
    """Whether no card of the same use is worth more than the one laid (wars)."""
    values = {"A": 1, "J": 11, "Q": 12, "K": 13}
    suits = "HD" if move.startswith("defend") else "CD"
    able = [card for card in state["hands"][seat] if card[0] in suits]
    worth = [values.get(card[1:]) or int(card[1:]) for card in (move.split()[-1], *able)]
    return " " in move and worth[0] == max(worth)


AGAINST = {
    "tricks.keeps_lead": higher_kept,
    "wars.lets_live": lambda _state, _seat, move: move != "stop",
    "wars.over_kill": lambda _state, _seat, move: move != "stop",
    "wars.over_block": lambda _state, _seat, move: move != "decline",
    "wars.falls": lambda _state, _seat, move: move == "decline",
    "wars.takes_damage": lambda _state, _seat, move: move == "decline",
    "wars.overspends": highest_of_its_kind,
}  # moves that go against a motif's principle, read from the state


def assert_taught(study: PuzzleStudy, puzzle: Puzzle, move: str) -> bool:
    """After a right move the principle shown is that of the motif only if the move follows it. Returns
    whether it is shown."""
    t, match = Strings("en"), puzzle.match()
    say = telling(match, "en")
    study.take_up(puzzle)
    study.first, study.noted, study.question.stand = move, True, "right"
    told = [said.text for said in study.said(t, say)]
    motif = next((one for one in motifs_of(puzzle.game) if puzzle.motif == f"{puzzle.game}.{one.name}"), None)
    shown = motif is not None and any(theme_text(t, puzzle.motif, "principle") in text for text in told)
    if motif and not motif.good:
        assert not any(text.startswith(theme_text(t, puzzle.motif, "name")) for text in told)
    if not (motif and shown):
        assert any(theme_text(t, puzzle.task, "principle") in text for text in told)
        return False
    against = AGAINST.get(puzzle.motif)
    assert not (against and against(match.state(), puzzle.seat, move)), (puzzle.id, puzzle.motif, move)
    if puzzle.open:
        found = motif.find(Trial(Deal(puzzle.seat, match.position()), move))
        assert motif.counts or (found is not None) == motif.good, (puzzle.id, puzzle.motif, move)
    return True


@every_game
def test_a_principle_is_shown_only_if_the_solution_follows_it(game: str, chronicle: Chronicle) -> None:
    """A sample of the pack, every right move."""
    study, shown = PuzzleStudy(game, chronicle), 0
    for puzzle in [one for one in pack(game) if one.motif][::20]:
        shown += sum(assert_taught(study, puzzle, move) for move in puzzle.solution)
    assert shown


@pytest.mark.long
@every_game
def test_the_motif_of_every_puzzle_is_followed_by_its_first_right_move(game: str, chronicle: Chronicle) -> None:
    study = PuzzleStudy(game, chronicle)
    for puzzle in pack(game):
        if puzzle.motif:
            told = [assert_taught(study, puzzle, move) for move in puzzle.solution]
            assert told[0], (puzzle.id, puzzle.motif)


def test_a_principle_that_the_solution_contradicts_is_not_shown(chronicle: Chronicle) -> None:
    """The highest card is the only right one: that a lower card would do is not said."""
    def overspends(puzzle: Puzzle) -> bool:
        move, *others = puzzle.solution
        ranks = [int(one[8:]) for one in puzzle.match().legal() if one.startswith("defend ") and one[8:].isdigit()]
        return not others and move.startswith("defend ") and len(ranks) > 1 and move[8:] == str(max(ranks))

    puzzle = next(one for one in pack("wars") if overspends(one))
    study = PuzzleStudy("wars", chronicle)
    for motif in ("wars.overspends", "wars.over_block"):
        assert not assert_taught(study, puzzle._replace(motif=motif), puzzle.solution[0])


def test_a_wrong_answer_in_a_battle_says_that_the_dragon_falls_where_it_does() -> None:
    """Else what it costs, without decimals that say nothing."""
    fallen = 0
    for puzzle in pack("wars")[::15]:
        match = puzzle.match()
        found = values_of(match, puzzle.kind)
        assert found
        battle = match.state()["battle"]
        health = match.state()["dragons"][battle["defender"]][1]
        for move, value in found.values.items():
            if move in puzzle.solution:
                continue
            told = telling(match, "en").fell_short(puzzle.task, move, value, found.best, match)
            most = max(abs(value), abs(found.best))
            fallen += most >= health - 1e-6
            assert (("falls" in told) or ("slays" in told)) == (most >= health - 1e-6), told
            assert ".0 " not in told
    assert fallen


def test_a_series_about_a_mistake_says_that_it_is_to_be_avoided(chronicle: Chronicle) -> None:
    """What stands above the task is not taken for a word about the position."""
    t = Strings("en")
    for theme, words in (("duel.loses_ending", "To avoid: The ending is lost."), ("duel.forces_reply", "Theme: ")):
        study = PuzzleStudy("duel", chronicle, PuzzlePick(theme))
        say = telling(study.question.match, "en")
        assert study.said(t, say)[1].text.startswith(words)


@every_game
def test_a_puzzle_without_a_motif_names_its_task_once_it_is_answered(game: str, chronicle: Chronicle) -> None:
    study, t = PuzzleStudy(game, chronicle), Strings("en")
    study.take_up(pack(game)[0]._replace(motif=""))
    match = study.question.match
    say = telling(match, "en")
    words = f"{theme_text(t, study.puzzle.task, 'name')}. {theme_text(t, study.puzzle.task, 'principle')}"
    assert words not in [said.text for said in study.said(t, say)]
    study.note(solved=True)
    study.question.stand = "right"
    assert words in [said.text for said in study.said(t, say)]
    assert "theme" in [way.key for way in study.ways()]
    task = study.puzzle.task
    study.press("theme")
    assert study.theme == task


def test_five_puzzles_of_a_theme_are_a_series_and_first_answers_count(chronicle: Chronicle) -> None:
    study = PuzzleStudy("duel", chronicle, PuzzlePick("duel.gives_triple"))
    numbers, t = [], Strings("en")
    for solved in (True, False, True, True, False, True):
        numbers.append(study.series(t))
        study.note(solved)
        study.note(True)  # a second answer
        study.noted = False
    assert numbers[:5] == [t("puzzle.series", number=number, of=5) for number in range(1, 6)]
    assert numbers[5] == study.series(t) == t("puzzle.series.done", solved=3)


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("rated", [True, False])
def test_a_series_of_few_puzzles_has_each_once_and_then_come_others(
    chronicle: Chronicle, rated: bool, language: str
) -> None:
    theme, t = "heart.leaves", Strings(language)
    fitting = [one.id for one in pack("heart") if PuzzlePick(theme).wants(one, one.rating)]
    assert 1 < len(fitting) < 5
    study = PuzzleStudy("heart", chronicle, PuzzlePick(theme, rated=rated))
    had = []
    for number in range(1, len(fitting) + 1):
        assert study.series(t) == t("puzzle.series", number=number, of=len(fitting))
        had.append(study.puzzle.id)
        study.note(solved=number > 1)
        if number < len(fitting):
            study.press("next")
    assert sorted(had) == sorted(fitting)
    assert study.series(t) == t("puzzle.series.all", of=len(fitting), solved=len(fitting) - 1)
    study.press("next")
    assert (study.theme, study.pick.rated) == ("", rated)
    assert study.puzzle.id not in fitting
