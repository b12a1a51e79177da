"""Review and the end on screen, driven by posted events: what was better, own mistakes, try again, places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.grades import scale_of
from native.play.judge import Judge, Worth
from native.play.live_match import result
from native.play.match_words import places
from native.play.reasons import motifs_of
from native.play.review import Grade, Grader, line_after
from native.play.review_walk import ReviewWalk, SecondTry
from native.play.study import PuzzleStudy
from native.refusals import Phrase
from native.screen.canvas import Canvas, faults
from native.strings import Strings
from native.tools.samples import mistaken, played, worst_of
from native.values import Advice, MoveValue, Solution
from tests.screen import SIZES, Screen, screen
from tests.test_telling import LANGUAGES, Looking, telling_of

GAMES = list(arcade.BOARDS)


def advice_for(match: Match, worst: str = "") -> Advice:
    """An advice by which the first legal move is best, and another loses a blunder."""
    legal, lost = match.legal(), scale_of(match.game).blunder
    moves = tuple(MoveValue(m, -lost if m == worst else 0.0, m == legal[0], 0.0) for m in legal)
    return Advice("exact", legal[0], "exact", 1, 1, None, moves, 0, 0.0)


def reviewed(s: Screen, match: Match, wrong: set[int]) -> arcade.Review:
    """A review in which the moves with these numbers (from 1 on) are blunders and all others best."""
    s.app.push(arcade.Review(s.app, match))
    review = s.scene
    assert isinstance(review, arcade.Review)
    review.grader.close()
    walker = match.copy()
    for number, grade in enumerate(review.grader.grades, 1):
        walker.goto(number - 1)
        legal = [*walker.legal()]
        best = grade.move if number not in wrong else next(m for m in legal if m != grade.move)
        lost = scale_of(match.game).blunder
        moves = tuple(MoveValue(m, 0.0 if m == best else -lost, m == best, 0.0) for m in legal)
        grade.worth.fair = Advice("exact", best, "exact", 1, 1, None, moves, 0, 0.0)
    s.app.dirty = True
    s.app.turn()
    return review


def plies(match: Match, seat: int, count: int) -> list[int]:
    """Numbers of moves of a seat that had a choice, from the first on."""
    walker, found = match.copy(), []
    for number, move in enumerate(match.moves, 1):
        walker.goto(number - 1)
        if walker.to_act == seat and len({*walker.legal()} - {move}):
            found.append(number)
    return found[:count]


# ---- review ----


@pytest.mark.long("tricks", "heart", "tale")
@pytest.mark.parametrize("game", GAMES)
def test_my_mistakes_goes_from_one_own_mistake_to_the_next_and_not_to_the_others(tmp_path: Path, game: str) -> None:
    match = played(game, 40)
    own, other = plies(match, 0, 4), plies(match, 1, 3)
    with screen(tmp_path) as s:
        review = reviewed(s, match, {own[1], own[3], *other})
        seen = []
        for _ in range(3):
            s.click("turning")
            seen.append(review.walk.ply)
            assert review.walk.grade is not None
            assert review.walk.grade.seat == 0
        assert seen == [own[1], own[3], own[1]]


@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_names_the_better_move_on_the_table_and_in_words(tmp_path: Path, game: str) -> None:
    match = played(game, 40)
    wrong = plies(match, 0, 3)[-1]
    with screen(tmp_path) as s:
        review = reviewed(s, match, {wrong})
        review.go(wrong)
        words = s.words()
        say, grade = review.board.say, review.walk.grade
        assert grade is not None
        assert review.walk.better != grade.move
        assert s.app.session.strings("review.better", move=say.move(review.walk.better)) in words
        assert say.move(grade.move) in words
        assert s.app.session.strings("review.cost", loss=say.lost(scale_of(game).blunder)) in words
        assert len(review.match.moves) == wrong - 1  # where it could have been made
        marked = [(move, star) for move, _, star in review.walk.choices()]
        assert marked == [(grade.move, ""), (review.walk.better, "star-full")]
        line = review.walk.line()
        walker = review.walk.before()
        for move in [review.walk.better, *line]:
            assert move in walker.legal()
            walker.play(move)
        assert line
        assert not any(move in words.splitlines() for move in match.moves)  # no record notation
        review.go(wrong - 1)
        assert review.walk.better == ""
        assert len(review.match.moves) == wrong - 1


def test_the_summary_counts_and_leads_to_the_costliest_move(tmp_path: Path) -> None:
    match = played("duel", 100)
    own = plies(match, 0, 4)
    with screen(tmp_path) as s:
        review = reviewed(s, match, {own[1], own[2]})
        t = s.app.session.strings
        told = review.grader.summary(0)
        assert told.counts == (0, 0, 2)
        assert told.costliest == own[1]
        assert review.grader.summary(1).costliest == 0
        words = s.words()
        assert t("review.sum.blunders", n=2) in words
        assert t("review.sum", name=s.app.seat_name(match, 1), accuracy="100") in words
        s.click("seat0")
        assert review.walk.ply == own[1]
        assert not review.walk.summing
        s.key("home")
        assert review.walk.summing


def test_the_summary_tells_what_cost_most_in_the_match_and_lately_and_leads_to_lesson_and_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Motifs of this match and of the latest twenty matches of this game; pressing one turns the links to it."""
    here, lately, gone = "duel.gives_triple", "duel.spoils_line", "duel.secures_lines"
    for motif in (here, lately, gone):
        assert motif.partition(".")[2] in {one.name for one in motifs_of("duel")}
    with screen(tmp_path) as s:
        line = {"game": "duel", "date": "2026-10-01T20:00:00Z", "against": "drake", "assisted": False, "share": 0,
                "seat": 0, "seats": ["human", "drake"], "scores": [1, 2], "moves": 16, "seconds": 60, "margin": -1}
        chronicle, t = s.app.session.chronicle, s.app.session.strings
        for number, motif in enumerate([gone, *[lately] * 20]):
            day = {"date": f"2026-10-{number + 1:02}T20:00:00Z"}
            cost = 99.0 if motif == gone else 1.0
            chronicle.add(f"duel-{number}", line | day | {"loss": 0.5, "motifs": {motif: cost}})
        chronicle.add("wars-1", line | {"game": "wars", "loss": 0.5, "motifs": {"wars.wastes": 50.0}})
        match = played("duel", 100)
        monkeypatch.setattr(ReviewWalk, "costs", lambda _walk: {here: 3.0, lately: 1.0})
        review = reviewed(s, match, {plies(match, 0, 1)[0]})
        s.app.dirty = True
        s.app.turn()
        words = s.words()
        assert t("review.costs.match") in words and t("review.costs.lately") in words
        assert review.costs == {"match": {here: 3.0, lately: 1.0}, "lately": {lately: 20.0}}
        assert {"75 %", "25 %", "100 %"} <= set(s.words().split("\n"))
        assert review.motif == here
        s.click(f"lately.{lately}")
        assert review.motif == lately
        s.click("practise")
        assert isinstance(s.scene, arcade.StudyScene) and isinstance(s.scene.study, PuzzleStudy)
        assert s.scene.study.theme == lately
        assert t("puzzle.series", number=1, of=5) in s.words()


def test_try_again_puts_the_position_tells_a_wrong_move_and_praises_the_right_one(tmp_path: Path) -> None:
    match = played("duel", 100)
    own = plies(match, 0, 4)
    with screen(tmp_path) as s:
        review = reviewed(s, match, {own[1], own[2]})
        s.click("turning")
        better = review.walk.better
        s.walk("again", s.key)
        s.key("enter")
        again = s.scene
        assert isinstance(again, arcade.Again)
        before = again.match.memory()
        board = again.board
        assert isinstance(board, arcade.DuelBoard)
        say = board.say
        assert say.move(match.moves[own[1] - 1]) in s.words()
        assert better not in s.words()
        assert again.board.viewer == 0
        again.play(match.moves[own[1] - 1])
        assert (again.match.memory(), again.trial.found) == (before, False)
        loss = say.lost(scale_of("duel").blunder)
        assert s.app.session.strings("again.wrong", move=say.move(match.moves[own[1] - 1]), loss=loss) in s.words()
        card, place = better.split("@")
        hand = [sprite.card for sprite in again.board.stage.of("hand", 0)]
        s.click(f"hand{hand.index(card)}")
        column, row = map(int, place.split(","))
        cell = (row, column) if say.turned else (column, row)
        right = s.app.session.strings("again.right", move=say.move(better))
        s.click(board.key(cell))
        assert again.trial.found
        assert right in s.words()
        s.app.motion.finish()
        s.key("enter")
        assert s.scene is review
        assert review.walk.ply == own[2]


def test_only_the_own_mistakes_are_tried_again(tmp_path: Path) -> None:
    match = played("duel", 100)
    own, other = plies(match, 0, 2)[-1], plies(match, 1, 2)[-1]
    with screen(tmp_path) as s:
        review = reviewed(s, match, {own, other})
        review.go(other)
        assert review.walk.offered() == ["why", "try"]
        assert not s.has("again")
        s.click("why")
        assert isinstance(s.scene, arcade.Why)
        s.key("esc")
        review.go(own)
        assert s.has("again")
        s.key("home")
        s.click("try")
        assert s.table.match.moves == []


def test_playing_from_a_mistake_of_another_goes_on_after_it(tmp_path: Path) -> None:
    match = played("duel", 100)
    other = plies(match, 1, 3)[-1]
    with screen(tmp_path) as s:
        review = reviewed(s, match, {other})
        review.go(other)
        s.click("try")
        assert s.table.match.moves == match.moves[:other]
        assert s.table.live.helped


@pytest.mark.long("1920x1080", "800x600")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_has_the_whole_width_and_three_turning_points_stand_below_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The costliest three of all seats' moves; pressing a bead goes there, as does the arrow keys' focus. At every
    move shown nothing is cut or covered."""
    match = played("duel", 100)
    own, other = plies(match, 0, 4), plies(match, 1, 4)
    with screen(tmp_path, size) as s:
        review = reviewed(s, match, {own[1], own[2], other[2]})
        turns = sorted((own[1], own[2], other[2]))
        assert review.walk.turning_points() == turns
        s.click("table")
        table = review.parts(s.app.canvas).table
        assert table.w >= size[0] * 9 // 10
        assert table.h >= size[1] // 2
        words = s.words()
        for at in turns:
            assert str(at) in words
            assert review.walk.turning(at)[1] in words
            assert any(cost in words for cost in review.walk.turning_costs(at))
            assert next(one.rect for one in s.app.canvas.spots if one.key == f"turn{at}").y > table.bottom
            s.click(f"turn{at}")
            assert review.walk.ply == at
        s.walk(f"turn{turns[0]}", s.key)
        s.key("enter")
        assert review.walk.ply == turns[0]
        for ply in range(17):
            review.go(ply)
            s.app.dirty = True
            s.app.turn()
            assert faults(s.app.canvas) == []


@pytest.mark.long("de")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_walks_through_the_turning_points_in_words_and_praises_the_best_find(
    tmp_path: Path, language: str
) -> None:
    match = played("duel", 100)
    own, other = plies(match, 0, 4), plies(match, 1, 4)
    with screen(tmp_path) as s:
        s.speak(language)
        review = reviewed(s, match, {own[1], other[2]})
        walk, t = review.walk, s.app.session.strings
        grade = review.grader.grades[own[0] - 1]
        assert grade.fair
        lost = scale_of("duel").blunder
        moves = tuple(m._replace(value=0.0 if m.best else -3 * lost) for m in grade.fair.moves)
        grade.worth.fair = grade.fair._replace(moves=moves)
        s.until(lambda: bool((found := walk.find_verdict()) and found.reasoning.done))
        s.app.dirty = True
        s.app.turn()
        words = " ".join(s.words().split())
        for at in (own[1], other[2]):
            told = walk.turning_words(at)
            assert " ".join(told.split()) in words
            assert review.board.say.lost(lost) in told
        assert walk.best_find() == own[0]
        verdict = walk.find_verdict()
        assert verdict and verdict.reasoning.done and verdict.loss == 3 * lost
        assert t("review.find", number=own[0], move="").split(":")[0] in words
        assert " ".join(walk.praise().split()) in words
        s.click("find")
        assert walk.ply == own[0]


def test_the_summary_compares_with_the_last_ten_matches(tmp_path: Path) -> None:
    match = played("duel", 100)
    with screen(tmp_path) as s:
        line = {"game": "duel", "against": "drake", "assisted": False, "share": 0, "seat": 0,
                "seats": ["human", "drake"], "scores": [1, 2], "moves": 16, "seconds": 60, "margin": -1}  # fmt: skip
        for number in range(12):
            day = {"date": f"2026-10-{number + 1:02}T20:00:00Z"}
            judged = {"loss": 0.5, "accuracy": 10 if number < 2 else 60}
            s.app.session.chronicle.add(f"duel-{number}", line | day | judged)
        assert s.app.session.recent_accuracy("duel") == (10, 60.0)
        reviewed(s, match, {plies(match, 0, 1)[0]})
        assert "10" in (told := next(one for one in s.words().split("\n") if "60 %" in one))
        assert "Better" in told or "better" in told


def test_the_line_after_a_better_move_is_the_solvers_where_it_begins_with_it() -> None:
    match = played("duel", 12, open_hands=True, first=0)
    solution = match.solve()
    best, line = solution.line[0], list(solution.line[1:])
    other = next(move for move in match.legal() if move != best)
    moves = tuple(MoveValue(m.move, m.value, m.best, 0.0) for m in solution.moves)
    fair = Advice("exact", best, "exact", 1, 1, None, moves, 0, 0.0)
    worst = min(moves, key=lambda m: float(m.value)).move
    grade = Grade(match.to_act or 0, worst, Worth(fair, solution))
    if grade.better() == best:
        assert line_after(grade, match) == line
    grade.worth.opened = None
    if grade.better():
        assert line_after(grade, match)
    assert line_after(Grade(0, other), match) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_verdict_a_move_and_what_open_cards_say_explains_the_difference(language: str) -> None:
    """The grade goes by what the seat could know; that the cards lay otherwise than likely is told as that."""
    match = played("duel", 6)
    legal = match.legal()
    before = match.copy()
    match.play(legal[0])
    lost, other = scale_of("duel").blunder, legal[1]

    def values(loss: float) -> tuple[MoveValue, ...]:
        return tuple(MoveValue(m, -loss if m == legal[0] else 0.0, m == other, 0.0) for m in legal)

    def lines(fair_loss: float, open_loss: float) -> list[str]:
        fair = Advice("exact", other, "estimate", 1, 1, None, values(fair_loss), 0, 0.0)
        found = Solution("exact", "lines", Phrase.of("duel", ""), values(open_loss), (other,), (), 0, 0.0)
        grader = Grader(match, Judge(), [])
        grader.close()
        worth = grader.grades[-1].worth
        worth.fair, worth.opened = fair, found
        walk = ReviewWalk(match, grader, telling_of(Looking(before, language)))
        return [words for words, _ in walk.verdict()]

    t = Strings(language)
    grades = {word: t(f"review.grade.{word}") for word in ("best", "blunder")}
    luck, unknown = t("review.open.luck"), {"en": "you could not know", "de": "das konntest du nicht"}[language]
    for losses in ((lost, 0.0), (0.0, lost), (lost, lost), (0.0, 0.0)):
        found = lines(*losses)
        assert [name for name in grades if any(line.startswith(grades[name]) for line in found)] == [
            "blunder" if losses[0] else "best"
        ]
        opened = next(line for line in found if line.startswith(t("review.open.best").split(":")[0]) or line == luck)
        assert (unknown in opened.lower()) == (losses[0] != losses[1])
        assert (opened == luck) == (losses == (lost, 0.0))
        assert (t("review.open.best") in found) == (losses == (0.0, 0.0))


def test_a_trial_takes_every_move_that_is_as_good() -> None:
    match = played("duel", 6)
    legal = match.legal()
    moves = tuple(MoveValue(m, 1.0 if n < 2 else 0.0, n < 2, 0.0) for n, m in enumerate(legal))
    grade = Grade(0, legal[-1], Worth(Advice("exact", legal[0], "exact", 1, 1, None, moves, 0, 0.0)))
    trial = SecondTry(telling_of(Looking(match, "en")), grade, match)
    assert not trial.judge(legal[-1])
    assert trial.judge(legal[1])
    assert trial.found


@pytest.mark.long(*(f"{game}-de" for game in GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_answer_of_a_second_try_is_told_why_and_a_wrong_one_does_not_give_the_better_move_away(
    game: str, language: str
) -> None:
    """The reasons are those of the coach for the same two moves; what names the better one waits until found."""
    match, verdict = mistaken(game)
    _, _, advice = worst_of(game)
    say = telling_of(Looking(match, language))
    trial = SecondTry(say, Grade(verdict.seat, verdict.move, Worth(advice)), match)
    assert not trial.judge(verdict.move)
    while not trial.tick():
        assert trial.verdict and not trial.verdict.reasoning.done
    assert trial.verdict
    told = say.judged(trial.verdict).why
    assert told
    better = say.move(verdict.better).lower()
    assert all(better not in words.lower() for words in trial.why())
    assert set(trial.why()) <= {words for words, _ in told}
    assert trial.judge(verdict.better)
    trial.tick()
    assert trial.why() == [words for words, _ in told]
    assert all(words in trial.line[0] for words, _ in told)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_within_a_hundredth_of_a_win_of_the_best_counts_as_right(game: str) -> None:
    """A hundredth of a win is 0.02 in the duel, where a blunder is 0.8; as small a part of a blunder elsewhere."""
    scale = scale_of(game)
    right = scale.blunder / 40
    assert game != "duel" or right == pytest.approx(0.02)
    assert scale.word(right) == "best"
    assert scale.word(right * 1.1) == "good"
    match = played(game, 6)
    legal = match.legal()
    say = telling_of(Looking(match, "en"))
    moves = tuple(MoveValue(m, -right if n else 0.0, not n, 0.0) for n, m in enumerate(legal))
    grade = Grade(match.to_act or 0, legal[-1], Worth(Advice("exact", legal[0], "exact", 1, 1, None, moves, 0, 0.0)))
    assert grade.word(game) == "best"
    assert SecondTry(say, grade, match).judge(legal[-1])


@pytest.mark.parametrize("game", GAMES)
def test_a_loss_that_rounds_to_nothing_has_no_better_move(game: str) -> None:
    match = played(game, 6)
    before, legal = match.copy(), match.legal()
    match.play(legal[0])
    say = telling_of(Looking(before, "en"))
    grader = Grader(match, Judge(), [])
    grader.close()
    walk = ReviewWalk(match, grader, say)
    for loss in (scale_of(game).slip / 1000, scale_of(game).slip):
        moves = tuple(MoveValue(m, -loss if m == legal[0] else 0.0, m != legal[0], 0.0) for m in legal)
        grade = grader.grades[-1]
        grade.worth.fair = Advice("exact", legal[1], "exact", 1, 1, None, moves, 0, 0.0)
        counts = loss == scale_of(game).slip
        assert bool(walk.better) == ("why" in walk.offered()) == counts
        assert SecondTry(say, grade, before).judge(legal[0]) != counts
        assert any(ply == len(match.moves) for ply, _ in walk.marks()) == (counts and grade.seat == 0)


def test_a_grader_without_own_mistakes_goes_to_slips_and_then_nowhere() -> None:
    match = played("duel", 100)
    grader = Grader(match, Judge(), [])
    assert grader.mistake(0, 0) is None
    scale = scale_of("duel")
    for grade in grader.grades:
        moves = (MoveValue(grade.move, 0.0, False, 0.0), MoveValue("better", scale.slip, True, 0.0))
        grade.worth.fair = Advice("exact", "better", "exact", 1, 1, None, moves, 0, 0.0)
    mine = [number for number, grade in enumerate(grader.grades, 1) if grade.seat == 0]
    assert grader.mistake(0, 0) == mine[0]
    assert grader.mistake(mine[0], 0) == mine[1]
    grader.close()


@pytest.mark.parametrize("share", [0.5, 0.999, 1.0, 2.0])
@pytest.mark.parametrize("game", GAMES)
def test_a_costliest_move_is_named_exactly_where_there_is_a_mistake_to_go_to(game: str, share: float) -> None:
    """share: of the smallest loss that counts as a slip."""
    match = played(game, 100)
    grader = Grader(match, Judge(), [])
    walk = ReviewWalk(match, grader, telling_of(Looking(match, "en")))
    lost = scale_of(game).slip * share
    for grade in grader.grades:
        values = {grade.move: -lost if grade.seat == 0 else 0.0, "better": 0.0}
        best = "better" if grade.seat == 0 else grade.move
        moves = tuple(MoveValue(move, value, move == best, 0.0) for move, value in values.items())
        grade.worth.fair = Advice("exact", best, "exact", 1, 1, None, moves, 0, 0.0)
    judged = [grader.grades[at - 1] for at in [grader.mistake(0, 0)] if at]
    assert bool(judged) == (share >= 1) == bool(grader.summary(0).costliest)
    assert (walk.say.t("review.sum.costliest", move="", cost="").split(":")[0] in walk.summed(0)) == bool(judged)
    assert grader.summary(1).costliest == 0
    grader.close()


def test_that_no_mistake_was_made_is_said_of_whoever_made_none_and_once_all_is_judged() -> None:
    match = played("duel", 100)
    grader = Grader(match, Judge(), [0])
    walk = ReviewWalk(match, grader, telling_of(Looking(match, "en")))
    assert walk.faultless() == "No mistake found so far."
    grader.close()
    assert walk.faultless() == walk.say.of_seat("review.none", walk.own)
    grader.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_play_in_a_match_that_was_lost_from_the_deal_on_is_called_what_it_is(language: str) -> None:
    """Values of all own positions between -0.84 and -1, as in a real match of random moves: what a move gives away
    is measured by the chance that was left. One position that was not lost, and the usual scale holds."""
    match = played("duel", 100)

    def graded(bests: list[float]) -> tuple[list[str | None], str]:
        grader = Grader(match, Judge(), [])
        walk = ReviewWalk(match, grader, telling_of(Looking(match, language)))
        for grade in grader.grades:
            best = bests[[g for g in grader.grades if g.seat == 0].index(grade)] if grade.seat == 0 else 0.5
            moves = (MoveValue(grade.move, -1.0 if grade.seat == 0 else 0.5, False, 0.0),
                     MoveValue("better", best, True, 0.0))  # fmt: skip
            grade.worth.fair = Advice("exact", "better", "exact", 1, 1, None, moves, 0, 0.0)
        grader.judge.answers += 1
        grader.new.clear()
        grader.take()
        grader.close()
        return [grade.word("duel") for grade in grader.grades if grade.seat == 0], walk.summed(0)

    lost = [-0.9, -0.84, -0.9, -0.94, -0.95, -0.96, -0.995, -1.0]
    words, told = graded(lost)
    assert words == ["blunder"] * 6 + ["best", "forced"]
    assert Strings(language)("review.sum.lost") in told
    words, told = graded([-0.5, *lost[1:]])
    assert words[1:] == ["slip", *["good"] * 4, "best", "forced"]
    assert Strings(language)("review.sum.lost") not in told


# ---- the end ----


def test_places_are_shared_by_equals_and_the_winners_are_first() -> None:
    for game in GAMES:
        for seed in range(3):
            match = played(game, 10_000, seed)
            found = places(match)
            assert [seat for seat, at in enumerate(found) if at == 1] == match.winners
            for seat, at in enumerate(found):
                above = sum(other > match.scores[seat] for other in match.scores)
                assert at >= 1 + above
    teams = played("tale", 10_000, teams=True)
    assert sorted(places(teams)) in ([1, 1, 2, 2], [1, 1, 1, 1])
    assert places(teams)[0] == places(teams)[2]


def ended(s: Screen, winner: str, **extra: object) -> arcade.EndScene:
    """The end of a duel that seat 0, a person, won, lost or shared."""
    for seed in range(60):
        match = played("duel", 10_000, seed)
        if result(match, [0]) == winner:
            match.extra |= extra
            s.app.sit(match)
            s.until(lambda: isinstance(s.scene, arcade.EndScene))
            assert isinstance(s.scene, arcade.EndScene)
            return s.scene
    raise AssertionError(winner)


def test_the_record_of_a_match_that_has_ended_can_be_opened(tmp_path: Path) -> None:
    match = played("duel", 10_000)
    with screen(tmp_path) as s:
        s.app.sit(Match.load(match.record() | {"moves": match.moves[:-1]}))
        s.table.play(match.moves[-1])
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        name = s.app.session.chronicle.name_of(s.app.session.chronicle.record_ids()[0])
        s.app.session.open_kept(name)
        assert isinstance(s.scene, arcade.Review)
        assert s.scene.match.moves == match.moves


def test_a_ribbon_of_a_win_is_red_and_that_of_a_defeat_blue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        drawn: list[str] = []
        real = Canvas.piece

        def noted(c: Canvas, name: str, *rest: Any, **more: Any) -> None:
            drawn.append(name)
            real(c, name, *rest, **more)

        monkeypatch.setattr(Canvas, "piece", noted)
        for outcome, ribbon in (("won", "ribbon-red"), ("lost", "ribbon-blue")):
            ended(s, outcome)
            drawn.clear()
            s.app.draw()
            assert [name for name in drawn if name.startswith("ribbon")] == [ribbon]
            s.app.home()
        assert result(played("duel", 10_000), [0]) in ("won", "lost", "shared")


def test_a_win_with_help_is_as_much_joy(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        alone = len(ended(s, "won").sparks)
        s.app.home()
        helped = ended(s, "won", assisted=True)
        assert helped.table.live.helped
        assert len(helped.sparks) == alone > 0


@pytest.mark.long
def test_the_final_table_can_be_looked_at_and_the_result_comes_back(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        ended(s, "won")
        for key in ("more", "table"):
            s.walk(key, s.key)
            s.key("enter")
        for _ in range(5):
            s.app.turn()
        table = s.scene
        assert isinstance(table, arcade.TableScene)
        s.click("result")
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("more")
        s.click("table")
        s.click("review")
        assert isinstance(s.scene, arcade.Review)


@pytest.mark.long
def test_a_mistake_of_the_samples_is_one() -> None:
    for game in ("duel", "heart"):
        match, wrong = mistaken(game)
        assert wrong.move in match.legal()
        assert wrong.better in match.legal()
        assert wrong.loss > 0
        assert json.loads(json.dumps(match.record()))["game"] == game
