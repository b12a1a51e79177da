"""Lessons: every step replayed, right and wrong answers played through the rules, every claim proven."""

from __future__ import annotations

import random
import re

import pytest

from native.games import GAMES
from native.parlour.lessons import LANGUAGES, PLACES, BadLesson, Course, Step, courses, read
from native.values import MoveValue

STEPS = {step.key: step for game in GAMES for course in courses(game) for step in course.steps}
MOVES = [key for key, step in STEPS.items() if not step.played]
PLAYED = [key for key, step in STEPS.items() if step.played]
CLAIMS = [key for key, step in STEPS.items() if step.claim]
PROOFS = ("estimate", "equilibrium", "every world", "exact")  # each says more than those before it
every_step = pytest.mark.parametrize("key", STEPS)
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_a_game_has_a_first_course_and_one_on_playing_well(game: str) -> None:
    """6 to 10 steps, the last of them played against Hatchling; then 4 to 6 steps, all with a claim."""
    first, well = courses(game)
    assert 6 <= len(first.steps) <= 10
    assert [step.played for step in first.steps] == [False] * (len(first.steps) - 1) + [True]
    assert 4 <= len(well.steps) <= 6
    assert all(step.claim for step in well.steps)


@every_step
def test_a_step_is_short_and_said_in_all_languages(key: str) -> None:
    step = STEPS[key]
    for language in LANGUAGES:
        assert 3 <= len(step.title(language)) <= 40
        assert 40 <= len(step.text(language)) <= 330
        assert 10 <= len(step.task(language)) <= 110
        for answer in step.answers:
            assert 20 <= len(answer.text(language)) <= 240
    for texts in (step.texts, step.tasks, *(answer.texts for answer in step.answers)):
        assert texts["en"] != texts["de"]
        assert all(re.search(r"[.?!]$", text) for text in texts.values())


@every_step
def test_a_step_shows_where_to_look(key: str) -> None:
    """On a zone of the engine's or of the table; where it names a place of cards, a card lies there or may come."""
    step = STEPS[key]
    assert step.pointer or step.played
    match = step.match()
    assert match.to_act == step.seat
    assert match.seats[step.seat] == "human"
    for pointer in step.pointer:
        assert pointer.zone in (*GAMES[step.game].zones, *PLACES)
        if pointer.zone == "hand" and pointer.place is not None:
            assert any(
                (card.zone, card.seat, card.place) == tuple(pointer) for card in match.cards(step.seat)
            )


@pytest.mark.parametrize("key", MOVES)
def test_every_answer_is_played_through_the_rules(key: str) -> None:
    """Each legal move gets its answer, each line goes on from its moves, and both kinds occur."""
    step = STEPS[key]
    seen = []
    for move in step.match().legal():
        reply = step.reply(move)
        assert step.right(move) == reply.right
        match = step.match()
        assert match.play(move)
        for answer in reply.line:
            match.play(answer)
        seen += [reply] if reply not in seen else []
    assert {reply.right for reply in seen} == {True, False}
    assert len(seen) == len(step.answers)


@pytest.mark.parametrize("key", MOVES)
def test_what_an_answer_leads_to_is_shown_up_to_the_next_choice(key: str) -> None:
    """After a wrong one the others move until the learner has to choose again, or all is over."""
    step = STEPS[key]
    for answer in step.answers:
        move = next(m for m in step.match().legal() if step.reply(m) is answer)
        match = step.match()
        match.play(move)
        for reply in step.follow(move):
            match.play(reply)
        if not answer.right and not answer.line:
            assert match.over or match.to_act == step.seat


@pytest.mark.parametrize("key", PLAYED)
def test_a_real_match_comes_to_its_end(key: str) -> None:
    """Hatchling against a random player; it ends when the step says so, and not before anything was played."""
    step, rng = STEPS[key], random.Random(1)
    match = step.match()
    assert "hatchling" in match.seats
    assert not step.finished(match)
    own = 0
    while not step.finished(match):
        human = match.seats[match.to_act or 0] == "human"
        own += human
        match.play(rng.choice(match.legal()) if human else match.advise("hatchling").move)
    assert own >= 3
    assert step.end().text("en")


def own_value(step: Step, value: MoveValue) -> float:
    return float(value.value[step.seat] if isinstance(value.value, list) else value.value)


def hides(step: Step) -> bool:
    """Whether another hand would have to be known, and may be played yet."""
    state = step.match().state(step.seat)
    return state.get("last_turn_of") != step.seat and "?" in str(state["hands"])


def found_values(step: Step) -> dict[str, float]:
    """Every move's value to the mover, by the claim's own means; its proof is checked on the way."""
    claim, match = step.claim, step.match()
    assert claim
    if claim.by == "solve":
        assert step.open or not hides(step), "what is hidden is not known to the learner"
        return {m.move: own_value(step, m) for m in match.solve(claim.objective).moves}
    advice = match.advise("dragon")
    assert PROOFS.index(advice.proof) >= PROOFS.index(claim.proof), advice.proof
    return {m.move: own_value(step, m) for m in advice.moves}


@pytest.mark.parametrize("key", CLAIMS)
def test_what_a_step_claims_is_so(key: str) -> None:
    """The least right move is worth more than the best wrong one, by the margin that is claimed."""
    step = STEPS[key]
    values = found_values(step)
    right = [value for move, value in values.items() if step.right(move)]
    wrong = [value for move, value in values.items() if not step.right(move)]
    assert step.claim
    assert step.claim.margin > 0
    assert min(right) >= max(wrong) + step.claim.margin, values


# ---- the reader ----

GOOD = """
[[course]]
title = "A"
title_de = "B"
[[course.step]]
title = "A"
title_de = "B"
text = "A"
text_de = "B"
task = "A"
task_de = "B"
record = {seed = 1, options = {first = 0}, moves = ["3@0,0", "1@1,0"]}
point = [{zone = "row", place = 0}]
[[course.step.answer]]
right = true
moves = ["3@0,1"]
text = "A"
text_de = "B"
[[course.step.answer]]
text = "C"
text_de = "D"
"""


def test_a_good_file_is_read() -> None:
    (course,) = read("duel", GOOD)
    assert isinstance(course, Course)
    (step,) = course.steps
    assert (step.key, step.seat, step.text("de"), step.text("fr")) == ("duel/1/1", 0, "B", "A")
    assert step.right("3@0,1")
    assert step.reply("3@0,-1").text("de") == "D"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('text = "A"', "text = 1", '"text" must be of type str, not 1'),
        ('task_de = "B"\n', "", '"task_de" must be of type str'),
        ('task = "A"', 'task = "A"\nmore = 1', "unknown: more"),
        ('moves = ["3@0,1"]', 'moves = ["3@9,9"]', "not legal, or named twice: 3@9,9"),
        ('moves = ["3@0,1"]\n', "", "only the last answer"),
        ("right = true\n", "", "no right answer, or no wrong one"),
        ('zone = "row"', 'zone = "moon"', 'no place "moon"'),
        ('moves = ["3@0,0", "1@1,0"]', 'moves = ["3@0,0"]', "seat 0"),
        ('"3@0,0", "1@1,0"', '"3@0,0", "1@5,0"', "record: move 2"),
        ('record = {', 'record = 1 #', '"record" must be a table, not 1'),
        ("[[course]]", "[course]]", "duel: "),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(old: str, new: str, why: str) -> None:
    assert old in GOOD
    with pytest.raises(BadLesson, match=re.escape(why)):
        read("duel", GOOD.replace(old, new, 1))


def test_a_claim_that_is_wrong_is_found_out() -> None:
    step = next(step for step in STEPS.values() if step.claim and step.game == "duel")
    values = found_values(step)
    assert step.claim
    assert max(values.values()) - min(values.values()) < step.claim.margin + 2
    wrong = {move: -value for move, value in values.items()}
    assert not min(v for m, v in wrong.items() if step.right(m)) >= max(
        v for m, v in wrong.items() if not step.right(m)
    )


def test_a_file_without_courses_is_refused() -> None:
    with pytest.raises(BadLesson, match='duel: "course" must be of type list'):
        read("duel", "title = 1")
