"""The coach: it speaks of mistakes alone, in time, of nothing hidden, and what it says is so in the record."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

import game as arcade
import native.play.judge as judge_module
import native.thinker as thinker_module
from native import Match
from native.grades import SERIOUS, scale_of
from native.play.coach import MOST_GHOSTS, Coach, Comparison, compared, rival_of, verdict
from native.play.judge import Judge, Verdict, Worth
from native.play.lines import ghosts, ghosts_of, play_line, play_on
from native.play.live_match import LiveMatch, reveals
from native.play.reasons import Deal, Reason, Reasoning, Trial, motifs_of
from native.play.review import Grade, Grader, plies_of
from native.play.review import judged as graded
from native.play.showing import played_out
from native.play.words import Telling
from native.screen.motion import Motion
from native.store.settings import Settings
from native.strings import Strings, capital
from native.thinker import Thinker
from native.tools.samples import mistaken, played, worst_of
from native.values import Advice, MoveValue, Proof
from tests.advised import doubt_of
from tests.screen import SIZES, Screen, saved, screen
from tests.test_telling import LANGUAGES, Looking, telling_of

GAMES = list(arcade.BOARDS)
SHARES = (0.3, 0.7, 0.45, 0.85, 0.55)
ENOUGH = 5


@pytest.fixture(autouse=True)
def experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here plays the first matches of a game, in which the coach speaks of blunders alone."""
    monkeypatch.setattr(arcade, "is_beginner", lambda *_: False)


@cache
def found(game: str) -> tuple[Match, ...]:
    """Positions of random matches in which seat 0 can make a mistake, by a quick judgement."""
    listed: list[Match] = []
    for seed in range(60):
        whole, share = played(game, 10_000, seed), SHARES[seed % len(SHARES)]
        whole.goto(round(len(whole.moves) * share))
        while whole.to_act != 0 and not whole.over:
            whole.redo()
        match = Match.load(whole.record())
        if not match.over and len(match.legal()) > 1 and len(listed) < ENOUGH:
            values = [float(move.value) for move in judged(match).moves]
            if max(values) - min(values) >= scale_of(game).mistake:
                listed.append(match)
        if len(listed) == ENOUGH:
            break
    return tuple(listed)


def positions(game: str, most: int = 99) -> Iterator[Match]:
    """Copies of these, so many at most."""
    return (match.copy() for match in found(game)[:most])


@cache
def advised(game: str, number: int, rng: int = 0) -> Advice:
    """A quick judgement of one of them."""
    return found(game)[number].advise("dragon", rng, permille=50)


def judged(match: Match, rng: int = 0) -> Advice:
    return match.advise("dragon", rng, permille=50)


def questioned(match: Match, advice: Advice) -> Verdict | None:
    """The worst move of a position against the best; None if they are the same."""
    worst = min(advice.moves, key=lambda move: float(move.value)).move
    grade = Grade(match.to_act or 0, worst, Worth(advice))
    if worst == advice.shown:
        return None
    return compared(match, grade, advice.shown, grade.fair_loss() or 0, "mistake")


# ---- what it says is so ----


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_the_line_of_a_reason_ends_when_its_statement_has_come_true(game: str) -> None:
    """It is played in a deal in which the statement holds after its move, and not after the other."""
    for number, match in enumerate(positions(game)):
        doubt = questioned(match, advised(game, number))
        if doubt is None or not doubt.reasoning.work() or doubt.reasoning.reason is None:
            continue
        reason = doubt.reasoning.reason
        lines = played_out(doubt.reasoning, reason)
        assert [line.moves[0] for line in lines] == [doubt.move, doubt.better]
        shown, reply = tuple(lines[reason.good].moves[1:]), reason.finding.reply
        least = min(len(shown), len(reply)) if reason.played else len(reply)  # what is played on is shortened
        assert shown[:least] == reply[:least]
        assert match.key() == (len(match.moves), match.memory())
        if reason.played:  # test_outcome.py counts those
            continue
        motif = next(one for one in motifs_of(game) if f"{game}.{one.name}" == reason.motif)
        held = [motif.find(Trial(Deal(doubt.seat, reason.deal), line.moves[0])) for line in lines]
        level = reason.least or 0.0
        assert [found is not None and found.level >= level for found in held] == [not reason.good, reason.good]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long("duel", "tricks", "wars")
def test_a_course_holds_only_legal_moves_of_a_deal_that_the_seat_could_imagine(game: str) -> None:
    for match in positions(game):
        seat = match.to_act
        assert seat is not None
        run = play_line(match.redealt(seat, 1), seat, match.legal()[-1])
        assert run.start.state(seat) == match.state(seat)
        at = run.start.position()
        for number, step in enumerate(run.steps, 1):
            assert step.move in at.legal()
            assert at.to_act == step.seat
            at.play(step.move)
            assert len(ghosts(run, number)) >= 0
        assert at.memory() == run.end.memory()


# ---- the leak test ----


def hidden_twins(game: str) -> Iterator[tuple[Match, Match]]:
    """Pairs of matches that look the same to seat 0: only what it cannot see differs."""
    for match in positions(game):
        for number in range(3, 30):
            other = match.redealt(0, number)
            if other.memory() != match.memory():
                twin = match.copy()
                twin._state = other._copy_state()
                yield match, twin
                break


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_with_hidden_cards_exchanged_the_coach_says_the_same(game: str) -> None:
    pairs = 0
    for match, twin in hidden_twins(game):
        assert match.state(0) == twin.state(0)
        advices = [judged(one) for one in (match, twin)]
        assert advices[0].moves == advices[1].moves
        doubts = [questioned(one, advice) for one, advice in zip((match, twin), advices, strict=True)]
        assert doubts[0]
        assert doubts[1]
        assert doubts[0][:7] == doubts[1][:7]
        told = []
        for one, doubt in zip((match, twin), filter(None, doubts), strict=True):
            telling = telling_of(Looking(one, "en"))
            comparison = Comparison(Motion(Settings(), {"ghost": 100}, {}), one, doubt, telling)
            doubt.reasoning.work()
            comparison.tick()
            assert comparison.lines
            shown = [ghosts(line, len(line.steps)) for line in comparison.lines]
            told.append((comparison.words(), shown, [line.moves for line in comparison.lines]))
        assert told[0] == told[1]
        pairs += 1
    assert pairs >= 2


# ---- when it speaks ----


def advice_of(values: dict[str, float], proof: str) -> Advice:
    moves = tuple(MoveValue(m, v, v == max(values.values()), 0.0) for m, v in values.items())
    best = max(values, key=lambda move: values[move])
    return Advice("exact", best, proof, 1, 1, None, moves, 0, 0.0)  # type: ignore[arg-type]


def test_it_speaks_of_what_the_review_calls_a_mistake_or_a_blunder_and_of_nothing_else() -> None:
    match = Match("heart", seed=3)
    scale = scale_of("heart")
    losses = {"a": 0.0, "b": scale.slip / 2, "c": scale.slip, "d": scale.mistake, "e": scale.blunder}
    advice = advice_of({move: 9.0 - loss for move, loss in losses.items()}, "estimate")
    said = {move: found.word for move in losses if (found := verdict(match, move, Worth(advice)))}
    assert said == {"d": "mistake", "e": "blunder"}
    found = verdict(match, "d", Worth(advice))
    assert found is not None
    assert (found.loss, found.better, found.ply) == (scale.mistake, "a", 0)


def coached(match: Match, move: str) -> Coach:
    """A coach that has judged a move, as long as it takes."""
    coach = Coach(Judge(), limit_ms=0)
    coach.watch(match, move)
    while coach.busy:
        coach.tick()
        time.sleep(0.001)
    coach.judge.close()
    return coach


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long("duel", "wars")
def test_its_judgement_is_that_of_the_review(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_module, "PERMILLE", 50)
    spoke = 0
    for number, match in enumerate(positions(game, 3)):
        values = {move.move: float(move.value) for move in advised(game, number).moves}
        for move in {min(values, key=lambda name: values[name]), match.legal()[0]}:
            said = coached(match, move).spoken
            grade = Grade(match.to_act or 0, move, Worth(advised(game, number)))
            serious = grade.word(game) in SERIOUS
            assert (said is not None) == serious
            if said:
                spoke += 1
                assert (said.word, said.loss, said.better) == (grade.word(game), grade.fair_loss(), grade.better())
    assert spoke


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_with_all_its_counts_it_says_what_the_review_finds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command, the review on screen and the coach ask for the same advice."""
    monkeypatch.setattr(thinker_module, "BEHIND", 0)
    match = played(game, 10_000)
    choices = [ply for ply in plies_of(match, 0) if at_ply(match, ply).legal()[1:]]
    ply, before = choices[1], at_ply(match, choices[1])
    grade = graded(match, ply)
    grader = Grader(match, Judge(), [])
    grader.ask([ply])
    while grader.jobs:
        grader.tick()
        time.sleep(0.001)
    grader.judge.close()
    coach = coached(before, match.moves[ply])
    assert grade.fair is not None
    assert grader.grades[ply].fair is not None
    assert grader.grades[ply].fair_loss() == grade.fair_loss()
    said = coach.spoken
    assert (said.word if said else None) == (word if (word := grade.word(game)) in SERIOUS else None)
    assert not coach.missed


def judged_by(match: Match, losses: dict[str, float], proof: Proof, gentle: bool, best: float = 0.0) -> Coach:
    """A coach that has judged the first move of a position where the others are worth so much more. best: their
    value."""
    coach = Coach(Judge(), limit_ms=0)
    coach.gentle = gentle
    values = {move: best - losses.get(move, 0.0) for move in match.legal()}
    coach.judge.worth(match).fair = advice_of(values, proof)
    coach.watch(match, match.legal()[0])
    return coach


def middles(game: str) -> Iterator[Match]:
    """Decisions all over a match."""
    whole = played(game, 10_000, seed=1)
    for number in range(20):
        match = whole.copy()
        match.goto(len(whole.moves) * number // 20)
        if not match.over and len(match.legal()) > 1:
            yield match


@pytest.mark.parametrize("game", GAMES)
def test_a_blunder_is_never_silent_and_a_beginner_hears_only_of_a_proven_win_given_away(game: str) -> None:
    scale, heard = scale_of(game), 0
    for match in middles(game):
        for proof in get_args(Proof):
            wrong = match.legal()[0]
            assert judged_by(match, {wrong: scale.blunder}, proof, gentle=False).spoken
            for best in (0.0, scale.blunder / 2, 2 * scale.blunder):
                said = judged_by(match, {wrong: 2 * scale.blunder}, proof, gentle=True, best=best).spoken
                assert (said is not None) == (best >= scale.won and proof != "estimate")
                heard += said is not None
            still_won = judged_by(match, {wrong: scale.blunder}, proof, gentle=True, best=9 * scale.blunder)
            assert not still_won.spoken
    assert (heard > 0) == (scale.won < float("inf")) == (game in ("duel", "heart", "tale"))


@pytest.mark.long(*(f"{game}-de" for game in GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_it_says_of_a_mistake_has_a_reason_or_the_better_move(game: str, language: str) -> None:
    """To a beginner it names the better move, with no hard word and no figure of the cost."""
    match, wrong, _ = worst_of(game)
    say, t = telling_of(Looking(match, language)), Strings(language)
    reasoning = wrong.reasoning
    while not reasoning.done:
        reasoning.work()
    told = say.judged(wrong)
    assert all((told.why[0][0] if told.why else told.head) in words for words in say.coached_briefly(wrong))
    named = say.naming((wrong.move, wrong.better), wrong.seat)
    for words in say.coached_briefly(wrong, gentle=True):
        assert named.move(wrong.better) in words
        assert not re.search(rf"{t('coach.word.mistake')}|{t('coach.word.blunder')}", words)
        assert told.cost not in words
    bare = wrong._replace(reasoning=Silent(reasoning))
    why = say.judged(bare).why  # what lies on the table may still tell it
    assert all((why[0][0] if why else told.head) in words for words in say.coached_briefly(bare))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_only_one_move_is_good_it_is_named(language: str) -> None:
    match, wrong, _ = worst_of("tricks")
    say = telling_of(Looking(match, language))
    only = SimpleNamespace(contrast="only", reason=None, move=wrong.move, better=wrong.better)
    assert say.move(wrong.better) in say.contrast(cast(Reasoning, only))


@pytest.mark.parametrize("game", GAMES)
def test_its_parchment_is_no_higher_than_its_words_need(tmp_path: Path, game: str) -> None:
    """Its buttons stay where they are; no upper edge of a face sticks out behind it."""
    with screen(tmp_path) as s:
        table = spoken_at_table(s, game)
        table.live.coach.gentle = True
        s.app.draw()
        box, slip, said = table.coach_box, table.coach_slip, table.live.coach.spoken
        assert box
        assert said
        assert box.rect.contains(slip)
        assert slip.bottom == box.rect.bottom
        parts = [rect for kind, rect in table.table_taken() if kind == "parts" and rect.colliderect(slip)]
        assert not [rect for rect in parts if rect.y < slip.y < rect.bottom and slip.y > box.rect.y]
        short = s.app.canvas.height_of(table.coach_words(said)[0], box.words.w) < box.words.h // 2
        assert not short or slip.h < box.rect.h or parts


class Silent(Reasoning):
    """A search for a reason that has found none."""

    contrast = ""

    def __init__(self, like: Reasoning) -> None:
        vars(self).update(vars(like) | {"found": [], "ruled": []})


def at_ply(match: Match, ply: int) -> Match:
    """The match as it stood when so many moves were played."""
    before = match.copy()
    before.goto(ply)
    return before


def lasting(monkeypatch: pytest.MonkeyPatch) -> list[Advice]:
    """No search of the coach's ends before its advice is put into this list."""
    answers: list[Advice] = []
    monkeypatch.setattr(Thinker, "start", lambda *_, **__: None)
    monkeypatch.setattr(Thinker, "poll", lambda _: answers.pop() if answers else None)
    return answers


def test_it_speaks_afterwards_where_the_judgement_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    match, wrong = mistaken("heart")
    advice = match.advise("dragon", permille=50)
    answers = lasting(monkeypatch)
    coach = Coach(Judge(), limit_ms=10**9)
    coach.watch(match, wrong.move)
    coach.tick()
    assert coach.awaited
    coach.made[0] = coach.made[0]._replace(made_at=coach.made[0].made_at - 1 - coach.limit_ms / 1000)
    assert (coach.awaited, coach.busy) == (False, True)
    assert coach.spoken is None
    later = match.copy()
    later.play(wrong.move)
    coach.stand(len(later.moves) + 1)
    answers.append(advice)
    coach.tick()
    assert not coach.busy
    said = verdict(match, wrong.move, Worth(advice))
    assert coach.spoken
    assert said
    assert coach.spoken[:7] == said[:7]
    coach.judge.close()


def test_a_move_that_it_cannot_judge_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    match, wrong = mistaken("heart")
    advice = match.advise("dragon", permille=50)
    for vain in (advice._replace(status="time"), advice._replace(moves=())):
        with monkeypatch.context() as patched:
            answers = lasting(patched)
            coach = Coach(Judge())
            coach.watch(match, wrong.move)
            coach.tick()
            answers.append(vain)
            coach.tick()
            assert (coach.spoken, coach.busy) == (None, False)
            assert [case.move for case in coach.missed] == [wrong.move]
            coach.judge.close()


@pytest.mark.long
def test_what_the_person_may_choose_is_weighed_before_it_is_chosen() -> None:
    match, wrong = mistaken("heart")
    coach = Coach(Judge())
    worth = coach.judge.worth(match)
    coach.consider(match, worth)
    while worth.fair is None:
        coach.tick()
    assert not coach.busy
    coach.watch(match, wrong.move)
    assert not coach.busy
    assert (coach.spoken is not None) == (verdict(match, wrong.move, Worth(match.advise("dragon"))) is not None)
    coach.judge.close()


def test_what_is_taken_back_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    match, wrong = mistaken("heart")
    lasting(monkeypatch)
    coach = Coach(Judge())
    coach.watch(match, wrong.move)
    coach.tick()
    coach.stand(len(match.moves))
    assert not coach.busy
    assert (coach.judge.queue, coach.judge.running) == ([], None)
    coach.judge.close()


def test_a_forced_move_is_not_judged() -> None:
    coach = Coach(Judge())
    last = played("duel", 10_000)
    last.undo()
    assert len(last.legal()) == 1
    coach.watch(last, last.legal()[0])
    assert not coach.busy
    assert not coach.missed
    coach.judge.close()


@pytest.mark.long
def test_a_known_advice_needs_no_search() -> None:
    match, wrong = mistaken("duel")
    coach = Coach(Judge(), limit_ms=0)
    coach.judge.worth(match).fair = match.advise("dragon")
    coach.watch(match, wrong.move)
    assert not coach.busy
    assert coach.spoken is not None
    coach.judge.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_rival_of_a_hint_is_the_nearest_that_is_worth_less_as_far_as_it_is_told(game: str) -> None:
    say, scale = telling_of(Looking(Match(game, seed=1), "en")), scale_of(game)
    top, loss, nothing = 3 * scale.blunder, scale.mistake, scale.slip / 1000
    assert say.lost(nothing) == say.lost(0)
    values = {"a": top, "b": top - 2 * loss, "c": top - loss, "d": top - nothing, "e": top}
    rival, less = rival_of(advice_of(values, "exact"), say)
    assert rival == "c"
    assert less == pytest.approx(loss)
    for few in ("ae", "ad"):
        assert rival_of(advice_of({move: values[move] for move in few}, "exact"), say) == ("", 0)


def read(match: Match, language: str, move: str, better: str) -> tuple[Reason | None, Telling, list[str]]:
    """What is told of why one move is better than another."""
    telling = telling_of(Looking(match, language))
    wrong = doubt_of(match, move, better, scale_of(match.game).mistake, "good")
    comparison = Comparison(Motion(Settings(), {"ghost": 100}, {}), match, wrong, telling)
    wrong.reasoning.work()
    comparison.tick()
    return comparison.reason, telling, [words for words, _ in comparison.words()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_no_two_lines_say_the_same_of_both_moves(game: str) -> None:
    """Where no reason shows, that is said; and what follows either move is told once."""
    language, told_once, told_apart = "de" if game in ("wars", "duel") else "en", 0, 0
    for match in positions(game, 30):
        for pair in [*pairwise(match.legal())][: 9 if game == "tricks" else 1]:
            reason, say, (_, *lines) = read(match, language, *pair)
            names = [capital(say.move(move)) for move in pair]
            rests = [line.removeprefix(name) for line in lines for name in names if line.startswith(name)]
            assert len({*rests}) == len(rests)
            assert (say.t("reasons.none") in lines) == (reason is None)
            told_once += reason is None and len(lines) == 2
            told_apart += reason is None and len(lines) == 3
    assert game != "tricks" or (told_once and told_apart)


def test_a_hint_that_is_worth_no_more_than_others_says_that(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("duel", 6))
        table = s.table
        table.live.paused = True
        table.live.ask_hint()
        best, *others = table.match.legal()
        nothing = scale_of("duel").slip / 1000
        table.live.worth.fair = advice_of({best: 0.2, **dict.fromkeys(others, 0.2 - nothing)}, "estimate")
        table.hint()
        assert s.scene is table
        assert s.app.notes.words == table.t("coach.alike")
        table.live.worth.fair = advice_of({best: 0.2, others[0]: 0.2 - nothing, others[1]: -0.5}, "estimate")
        table.hint()
        why = s.scene
        assert isinstance(why, arcade.Why)
        assert (why.comparison.verdict.better, why.comparison.verdict.move) == (best, others[1])


@pytest.mark.long
def test_both_lines_are_shown_once_and_the_second_stays() -> None:
    """First the line of the move, then that of the better one; switching by hand ends that."""
    match = played("duel", 4)
    motion = Motion(Settings(), {"ghost": 100}, {})
    doubt = doubt_of(match, match.legal()[0], match.legal()[-1])
    comparison = Comparison(motion, match, doubt, telling_of(Looking(match, "en")))
    assert comparison.ghosts() == []
    doubt.reasoning.work()
    comparison.tick()
    assert comparison.lines
    shown: list[tuple[bool, int]] = []
    for _ in range(40):
        motion.now += 50
        comparison.tick()
        assert comparison.line
        assert 1 <= comparison.upto <= len(comparison.line.steps)
        shown.append((comparison.better, comparison.upto))
    sides = [better for better, _ in shown]
    assert sides == sorted(sides)
    assert set(sides) == {False, True}
    assert shown[-1] == (True, len(comparison.lines[1].steps))
    comparison.turn()
    assert (comparison.better, comparison.upto) == (False, 1)
    for _ in range(40):
        motion.now += 50
        comparison.tick()
    assert not comparison.better


@pytest.mark.parametrize("game", GAMES)
def test_of_a_long_line_at_most_four_cards_are_ghosts(game: str) -> None:
    """The first, so that the move is seen, and the latest; the others are shown as cards that lie there."""
    match = played(game, len(played(game, 10_000).moves) // 3)
    doubt = doubt_of(match, match.legal()[0], match.legal()[-1])
    comparison = Comparison(Motion(Settings(), {"ghost": 100}, {}), match, doubt, telling_of(Looking(match, "en")))
    line = play_line(match.position(), match.to_act or 0, match.legal()[0])
    play_on(line, lambda line: len(line.steps) >= 24)
    comparison.lines = (line, line)
    longest = 0
    for comparison.upto in range(1, len(line.steps) + 1):
        found = comparison.ghosts()
        longest = max(longest, len(found))
        assert sum(not ghost.past for ghost in found) <= MOST_GHOSTS
        assert not any(ghost.past for ghost in (*found[:1], *found[-1:]))
    assert game in ("heart", "wars", "tricks") or longest > MOST_GHOSTS


def test_the_ghosts_of_a_move_lie_where_its_cards_come_to_lie() -> None:
    for game in GAMES:
        half = len(played(game, 10_000).moves) // 2
        for match in (played(game, half, seed) for seed in range(ENOUGH)):
            seat = match.to_act or 0
            before = {(c.zone, c.seat, c.card) for c in match.cards()}
            after = match.copy()
            ghost = ghosts_of(after.play(match.legal()[0]), seat)
            if match.game == "duel":
                laid = {(c.zone, c.seat, c.place, c.card) for c in after.cards()}
                assert {(g.zone, g.seat, g.place, g.card) for g in ghost} <= laid
            assert all((g.zone, g.seat, g.card) not in before or g.zone != "hand" for g in ghost)


# ---- on screen ----


def mistake_at_table(s: Screen) -> arcade.TableScene:
    """A table at which the person has just made a mistake that the coach speaks of."""
    s.app.session.settings.coach = True
    match, wrong = mistaken("duel")
    s.app.sit(match)
    table = s.table
    table.live.coach.limit_ms = 0
    s.app.turn()
    table.play(wrong.move)
    s.until(lambda: table.live.coach.spoken is not None)
    return table


def why_of_mistake(s: Screen) -> arcade.Why:
    """Why that was one, asked at this table."""
    mistake_at_table(s)
    s.click("coach_why")
    why = s.scene
    assert isinstance(why, arcade.Why)
    s.until(lambda: why.comparison.lines is not None)
    s.app.draw()
    return why


@pytest.mark.long
def test_after_a_mistake_it_says_one_line_before_the_machine_answers(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = mistake_at_table(s)
        moves = len(table.match.moves)
        for _ in range(5):
            s.app.turn()
        assert len(table.match.moves) == moves
        assert table.live.coach.spoken is not None
        assert table.board.say.coached(table.live.coach.spoken) in s.words()
        assert table.record()["assisted"] is True
        s.click("coach_back")
        assert len(table.match.moves) == moves - 1
        assert table.live.coach.spoken is None


SHOWS = {  # moves of a game that show their seat something hidden, and such as do not
    "duel": (set(), {"lay"}), "heart": ({"fire", "dwarf"}, set()), "wars": ({"discard", "defend"}, {"attack"}),
    "tricks": ({"swap", "last card"}, {"keep", "call", "card"}),
    "tale": ({"last pick", "last play"}, {"pick", "play"}),
}  # fmt: skip


def kind_of_move(match: Match, move: str) -> str:
    """What is done, and whether all that belongs to it has been done then."""
    word = move.split()[0]
    if match.game == "duel":
        return "lay"
    if match.game == "tale":
        return f"last {word}" if match.to_act == match.seats_count - 1 else word
    if match.game == "tricks" and word not in ("swap", "keep", "call"):
        state = match.state()
        return "last card" if sum(map(len, state["hands"])) == 1 else "card"
    return word


@pytest.mark.long("tricks", "tale", "wars")
@pytest.mark.parametrize("game", GAMES)
def test_a_move_reveals_what_its_seat_could_not_know(game: str) -> None:
    all_options: dict[str, dict[str, Any]] = {"tricks": {"level": "advanced"}, "tale": {"players": 3}}
    options = all_options.get(game, {})
    found: dict[str, set[bool]] = {}
    for seed in range(6):
        match, chance = Match(game, options, seed), random.Random(seed)
        while not match.over and len(match.moves) < 250:
            move = chance.choice(match.legal())
            found.setdefault(kind_of_move(match, move), set()).add(reveals(match, move))
            match.play(move)
    shows, hides = SHOWS[game]
    assert all(True in found[kind] for kind in shows)
    assert all(found[kind] == {False} for kind in hides if kind != "card")
    assert game != "tale" or all(found[kind] == {True} for kind in shows)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", [True, False])
def test_what_it_speaks_of_is_not_played_yet_where_that_would_show_something(
        game: str, wrong: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person in the last seat, and a coach who is never at a loss."""
    monkeypatch.setattr(Thinker, "start", lambda *_, **__: None)
    monkeypatch.setattr(Thinker, "poll", lambda _: None)
    match, chance, held = Match(game, seed=3), random.Random(3), 0
    seat = match.seats_count - 1
    match.seats, match.extra["coach"] = ["random"] * seat + ["human"], True
    live = LiveMatch(match, Settings(), Motion(Settings(), {}, {}), Judge())
    while not match.over and len(match.moves) < 120:
        move = chance.choice(match.legal())
        if not live.mine or len(match.legal()) < 2:
            live.make(move)
            continue
        values = {one: float(one != move if wrong else one == move) * 1e6 for one in match.legal()}
        live.worth.fair = advice_of(values, "exact")
        seen, hidden = match.key(), reveals(match, move)
        assert live.defer(move) == (wrong and hidden)
        assert match.key() == seen
        if wrong and hidden:
            held += 1
            assert live.coach.spoken
            assert live.think(ready=True)[1] == ""
            live.coach.heard()
            assert live.think(ready=True)[1] == move
        live.make(move)
        assert (live.pending, live.coach.busy) == ("", False)
        assert (live.coach.spoken is not None) == (wrong and not hidden)
        live.coach.heard()
    assert bool(held) == (wrong and game != "duel")
    live.close()


def test_the_next_hand_is_hidden_though_every_card_was_seen_before() -> None:
    """At the end of a hand all its cards were seen; the ones dealt next are new all the same."""
    match, chance, found = Match("tricks", seed=1), random.Random(1), 0
    while len(match.state()["results"]) < 4:
        move, hands = chance.choice(match.legal()), len(match.state()["results"])
        shows = reveals(match, move)
        match.play(move)
        found += shows
        assert shows == (len(match.state()["results"]) > hands)
    assert found == 4


def mistake_that_unveils(s: Screen) -> tuple[arcade.TableScene, str]:
    """A table of Dragonheart at which the person makes a mistake, after which a card would be drawn."""
    s.app.session.settings.coach = True
    match, wrong = mistaken("heart")
    s.app.sit(match)
    s.table.live.coach.limit_ms = 0
    s.app.turn()
    assert s.table.live.unveils(wrong.move)
    s.table.play(wrong.move)
    return s.table, wrong.move


def test_it_speaks_before_anything_hidden_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_module, "PERMILLE", 100)
    with screen(tmp_path) as s:
        table, move = mistake_that_unveils(s)
        moves, cards = len(table.match.moves), table.match.cards(0)
        s.until(lambda: table.live.coach.spoken is not None)
        assert (len(table.match.moves), table.match.cards(0)) == (moves, cards)
        s.click("coach_back")
        assert (len(table.match.moves), table.match.cards(0)) == (moves, cards)
        assert (table.live.mine, table.live.coach.spoken) == (True, None)
        table.play(move)
        s.until(lambda: table.live.coach.spoken is not None)
        s.click("coach_go")
        s.until(lambda: len(table.match.moves) > moves)
        assert table.match.moves[moves] == move
        assert table.match.cards(0) != cards
        assert table.record()["assisted"] is True


def test_a_good_move_that_unveils_is_played_as_soon_as_it_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_module, "PERMILLE", 100)
    with screen(tmp_path) as s:
        s.app.session.settings.coach = True
        match, wrong = mistaken("heart")
        s.app.sit(match)
        table, moves = s.table, len(match.moves)
        table.live.coach.limit_ms = 0
        s.until(lambda: table.live.advice is not None)
        assert table.live.unveils(wrong.better)
        table.play(wrong.better)
        assert table.match.moves[moves:] == [wrong.better]
        assert not table.live.coach.spoken


def test_what_was_unveiled_is_not_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A late word offers no way back behind a card that was drawn or laid since."""
    monkeypatch.setattr(judge_module, "PERMILLE", 100)
    with screen(tmp_path) as s:
        table, _ = mistake_that_unveils(s)
        s.until(lambda: table.live.coach.spoken is not None)
        said = table.live.coach.spoken
        moves = len(table.match.moves)
        table.live.coach.heard()
        s.until(lambda: len(table.match.moves) > moves + 1)
        table.live.coach.spoken = said
        s.app.turn()
        assert s.has("coach_go")
        assert not s.has("coach_back")
        assert said is not None
        assert table.board.say.coached(said) in s.words()


@pytest.mark.long
def test_a_late_word_says_that_it_is_about_an_earlier_move_and_leaves_the_person_at_work(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match, wrong = mistaken("duel")
        s.app.sit(match)
        table = s.table
        s.app.turn()
        table.focus = "hand0"
        table.live.coach.spoken = wrong._replace(ply=3)
        s.app.turn()
        assert table.t("coach.earlier", line=table.board.say.coached_briefly(wrong)[0]) in s.words()
        assert (table.live.mine, table.focus) == (True, "hand0")


def spoken_at_table(s: Screen, game: str) -> arcade.TableScene:
    """A table at which the coach has just begun to speak, and searches for the reason."""
    match, wrong, advice = worst_of(game)
    s.app.sit(match.copy())
    table = s.table
    s.app.turn()
    grade = Grade(wrong.seat, wrong.move, Worth(advice))
    table.live.coach.spoken = compared(match, grade, wrong.better, wrong.loss, wrong.word)
    s.app.turn()
    return table


def coach_spots(s: Screen) -> dict[str, tuple[int, ...]]:
    """Where the coach's buttons are, in the picture as it is."""
    return {spot.key: tuple(spot.rect) for spot in s.app.canvas.spots if spot.key.startswith("coach_")}


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_its_reason_appears_as_soon_as_it_is_known_in_the_place_that_was_kept_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    """Nobody touches anything meanwhile. Each step of the search is made one round of the loop."""
    monkeypatch.setattr("native.play.coach.STEP_S", 0.0)
    with screen(tmp_path, size) as s:
        table = spoken_at_table(s, game)
        said = table.live.coach.spoken
        assert said
        steps = said.reasoning.work
        monkeypatch.setattr(said.reasoning, "work", lambda _: steps(0.001))
        assert table.coach_box
        assert not said.reasoning.done
        place, spots, first = table.coach_box, coach_spots(s), table.board.say.coached(said)
        assert table.t("coach.searches") in [one.text for one in s.app.canvas.written]
        s.until(lambda: said.reasoning.done)
        assert not s.app.dirty
        written = [one for one in s.app.canvas.written if one.text in table.coach_words(said)]
        assert len(written) == 1
        assert not written[0].cut
        assert table.coach_words(said)[0] != first or not said.reasoning.reason
        assert (table.coach_box, coach_spots(s)) == (place, spots)


def test_its_buttons_stay_where_they_are_while_the_person_plays_on(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = spoken_at_table(s, "wars")
        place, spots = table.coach_box, coach_spots(s)
        s.key("l")
        table.play(table.match.legal()[0])
        for _ in range(20):
            s.app.turn()
        s.app.draw()
        assert table.coach_box == place
        assert coach_spots(s).items() <= spots.items()


def test_escape_hears_the_coach_and_opens_no_menu(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = spoken_at_table(s, "wars")
        s.key("esc")
        assert (s.scene, table.live.coach.spoken, table.coach_box) == (table, None, None)
        s.key("esc")
        assert isinstance(s.scene, arcade.Pause)


@pytest.mark.long
def test_it_is_passed_by_keys_and_the_machine_goes_on(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = mistake_at_table(s)
        moves = len(table.match.moves)
        assert s.app.pointer.focus == "coach_go"
        s.key("enter")
        s.until(lambda: len(table.match.moves) > moves)
        assert table.record()["assisted"] is True


@pytest.mark.long
def test_why_shows_both_courses_and_takes_back(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        why = why_of_mistake(s)
        table = s.table
        moves = len(table.match.moves)
        assert why.comparison.match.key()[0] == moves - 1
        for words, color in why.comparison.words():
            assert (words in s.words()) == bool(color)
        if not why.comparison.better:
            s.click("better")
        assert why.comparison.better
        s.walk("back", s.key)
        s.key("enter")
        assert len(table.match.moves) == moves - 1
        assert isinstance(s.scene, arcade.TableScene)


@pytest.mark.long
def test_lines_count_the_cards_that_are_shown(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        why = why_of_mistake(s)
        changed = 0
        assert why.comparison.lines
        for better, run in enumerate(why.comparison.lines):
            end = run.start.position()
            why.comparison.better = bool(better)
            for upto, move in enumerate(run.moves, 1):
                end.play(move)
                why.comparison.upto = upto
                for seat in range(2):
                    scores = [str(score) for score in sorted(row.value for row in end.breakdown(seat))]
                    lines = s.words().splitlines()
                    written = {line.split("→ ")[-1].removeprefix("=") for line in lines}  # "3 → 6", "=3" at the grid
                    assert set(scores) <= written
                    changed += end.breakdown(seat) != why.comparison.match.breakdown(seat)
        assert changed


@pytest.mark.long
def test_a_good_move_a_table_of_people_and_a_coach_that_is_off_hear_nothing(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match, wrong = mistaken("duel")
        s.app.sit(match)
        s.table.play(wrong.move)
        assert not s.table.live.coach.busy
        s.app.session.settings.coach = True
        match, wrong = mistaken("duel")
        match.seats = ["human", "human"]
        s.app.sit(match)
        s.table.play(wrong.move)
        assert not s.table.live.coach.busy
        match, wrong = mistaken("duel")
        s.app.sit(match)
        s.table.live.coach.limit_ms = 0
        moves = len(match.moves)
        s.table.play(wrong.better)
        s.until(lambda: len(s.table.match.moves) > moves + 1)
        assert not s.table.record()["assisted"]


@pytest.mark.long
def test_a_hint_pressed_again_says_why(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match, _ = mistaken("duel")
        s.app.sit(match)
        s.app.turn()
        s.key("h")
        s.advised()
        s.key("h")
        why = s.scene
        assert isinstance(why, arcade.Why)
        assert s.table.live.advice is not None
        assert why.comparison.verdict.better == s.table.live.advice.shown
        assert s.table.live.hints == 1
        s.key("esc")
        assert isinstance(s.scene, arcade.TableScene)


def test_it_is_on_at_first_and_stays_as_it_is_chosen() -> None:
    assert Settings().coach
    assert not Settings.of({"coach": False}).coach


def test_it_is_chosen_for_each_match_and_the_last_choice_is_proposed(tmp_path: Path) -> None:
    """In the set-up; kept with the match, whatever is chosen for others meanwhile; for people alone there is none."""
    with screen(tmp_path) as s:
        s.app.session.settings.coach = True
        s.click("heart")
        s.click("more")
        assert Strings("en")("setup.coach") in s.words()
        s.click("coach")
        assert not s.app.session.settings.coach
        s.key("esc")
        s.click("start")
        first = s.table
        assert not first.live.coached
        first.play(first.match.legal()[0])
        assert saved(tmp_path, "heart")["coach"] is False
        s.app.session.settings.coach = True
        assert not first.live.coached
        s.app.home()
        s.app.resume("heart")
        assert not s.table.live.coached
        s.sit("duel", seats=["human", "drake"])
        assert s.table.live.coached
        s.sit("duel", seats=["human", "human"])
        assert not s.table.live.coached
        s.app.scenes = [arcade.MoreSetUp(s.app, arcade.SetUp(s.app, "duel"))]
        s.scene.draft.seats = ["human", "human"]
        s.app.draw()
        assert not s.has("coach")


def test_the_menu_of_a_match_turns_it_off_and_on(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.coach = True
        table = s.sit("duel", seed=5, seats=["human", "drake"])
        table.talk.hush()  # Esc would end what is being said, and nothing else
        s.key("esc")
        assert Strings("en")("pause.coach.true") in s.words()
        s.click("coach")
        assert not table.live.coached
        assert not s.app.session.settings.coach
        assert Strings("en")("pause.coach.false") in s.words()
        s.click("coach")
        assert table.live.coached
        s.key("esc")
        assert table.live.fresh().extra["coach"] is True
        s.sit("duel", seats=["drake", "drake"])
        s.key("esc")
        assert not s.has("coach")


@pytest.mark.long
def test_the_worst_moves_are_caught_and_those_of_the_adviser_are_not() -> None:
    for game in GAMES:
        caught = 0
        for number, match in enumerate(positions(game)):
            advice = advised(game, number)
            values = {move.move: float(move.value) for move in advice.moves}
            caught += verdict(match, min(values, key=lambda name: values[name]), Worth(advice)) is not None
            assert verdict(match, advice.shown, Worth(advice)) is None
        assert caught, game
