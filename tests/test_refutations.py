"""Lessons: a reply that is shown is the best one there is and refutes the answer it is shown for, and the words name
what lies on the table; a match that a lesson gives is a fair one."""

from __future__ import annotations

import re

import pytest

from native import Match
from native.grades import scale_of
from native.play.lessons import Reply, Step
from native.strings import Strings
from native.tale.words import plain
from tests.test_lessons import MOVES, PLAYED, STEPS, own_value
from tests.test_telling import Looking, telling_of

LINES = {f"{key} {move}": (key, move) for key in MOVES for move in STEPS[key].match().legal()
         if STEPS[key].reply(move).line}  # fmt: skip
WRONG = [name for name, (key, move) in LINES.items() if not STEPS[key].right(move)]
SAMPLE = {"tricks/2/1 NOM P", "wars/1/5 press D2", "heart/1/11 dwarf 1", "heart/2/2 dwarf 1 1 1",
          "tale/1/7 unflip Castle", "tale/2/4 play Werewolf"}  # fmt: skip
LENGTHY = [name for name in LINES if not name.startswith("duel/") and name not in SAMPLE] + [
    name for name in LINES if name.startswith("duel/1/6")
]
NAMES = {"Egg": "0", "Emerald": "1", "Sapphire": "2", "Ruby": "3"}


def worths(step: Step, match: Match) -> dict[str, float]:
    """What each move is worth to the seat to act: by the solver where the step's claim is the solver's, else by
    Dragon, who knows what that seat knows."""
    claim = step.claim
    assert claim
    solves = claim.by == "solve" and (step.game != "wars" or match.state()["battle"])
    found = match.solve(claim.objective) if solves else match.advise("dragon")
    mover = step._replace(seat=match.to_act or 0)
    return {one.move: own_value(mover, one) for one in found.moves}


REFUTED = sorted({LINES[name][0] for name in WRONG})  # steps with a wrong answer that a line refutes


@pytest.mark.long("duel/1/6")
@pytest.mark.parametrize("key", REFUTED)
def test_an_answer_that_is_refuted_is_worth_less_than_every_right_one(key: str) -> None:
    """In all games, by the solver or by Dragon."""
    step = STEPS[key]
    found = worths(step, step.match())
    right = min(value for move, value in found.items() if step.right(move))
    refuted = {move: found[move] for named, move in (LINES[name] for name in WRONG) if named == key}
    assert refuted
    assert all(value < right for value in refuted.values()), (right, refuted)


@pytest.mark.parametrize("name", LINES)
@pytest.mark.long(*LENGTHY)
def test_a_reply_that_is_shown_is_the_best(name: str) -> None:
    """No move of another seat in a line, and after a wrong answer none of the learner's, is so much as a slip."""
    key, move = LINES[name]
    step = STEPS[key]
    reply, match = step.reply(move), step.match()
    match.play(move)
    for played in reply.line:
        assert played in match.legal()
        if len(match.legal()) > 1 and not (reply.right and match.to_act == step.seat):
            found = worths(step, match)
            assert max(found.values()) - found[played] < scale_of(step.game).slip, (played, found)
        match.play(played)


def shown_to_the_end(step: Step, move: str) -> Match:
    """The match after a move, the line shown with it, and what Dragon plays from there to the end of the game; in
    Dragonmaster of the hand."""
    match = step.match()
    hands = len(match.state().get("results", ()))
    for played in (move, *step.reply(move).line):
        match.play(played)
    while not match.over and len(match.state().get("results", ())) == hands:
        match.play(match.advise("dragon").move)
    return match


@pytest.mark.parametrize("name", [name for name in WRONG if name.startswith("duel/")])
@pytest.mark.long(*(name for name in WRONG if name.startswith("duel/1/6")))
def test_a_refutation_of_the_duel_loses_with_all_cards_open(name: str) -> None:
    key, move = LINES[name]
    step = STEPS[key]
    match = step.match()
    for played in (move, *step.reply(move).line):
        match.play(played)
    if match.over:
        assert step.seat not in match.winners
    else:
        assert match.to_act == step.seat
        assert {one.value for one in match.solve("").moves} == {-1}


@pytest.mark.parametrize("name", [name for name in WRONG if name.startswith("tricks/")])
@pytest.mark.long
def test_a_refutation_of_dragonmaster_costs_what_a_right_answer_does_not(name: str) -> None:
    key, move = LINES[name]
    step = STEPS[key]
    right = next(one for one in step.match().legal() if step.right(one))
    paid = [shown_to_the_end(step, one).state()["wealth"][step.seat] for one in (move, right)]
    assert paid[0] < paid[1]


@pytest.mark.parametrize("name", [name for name in WRONG if name.startswith("heart/")])
def test_a_refutation_of_dragonheart_leaves_the_learner_further_behind(name: str) -> None:
    """After the answer and its line, than after any right answer and its line."""
    key, move = LINES[name]
    step, leads = STEPS[key], dict[str, float]()
    for one in step.match().legal():
        match = step.match()
        for played in (one, *step.reply(one).line):
            match.play(played)
        leads[one] = match.scores[step.seat] - match.scores[1 - step.seat]
    assert leads[move] < min(lead for one, lead in leads.items() if step.right(one))


@pytest.mark.parametrize("name", [name for name in WRONG if name.startswith("wars/")])
def test_a_wrong_answer_in_an_open_battle_is_worth_less(name: str) -> None:
    key, move = LINES[name]
    step = STEPS[key]
    assert step.claim
    if step.claim.by == "solve":
        start = {one.move: own_value(step, one) for one in step.match().solve(step.claim.objective).moves}
        assert start[move] < min(value for one, value in start.items() if step.right(one))


@pytest.mark.parametrize("key", [key for key in MOVES if key.startswith("tale/")])
def test_what_has_to_be_turned_is_asked_for_by_the_card_that_the_words_name(key: str) -> None:
    """Where a card must be turned, the step names the card on the table whose effect it is, in both languages."""
    step, match = STEPS[key], STEPS[key].match()
    if match.legal()[0].split()[0] not in ("flip", "unflip"):
        return
    again = match.restarted()
    events = [event for move in match.moves for event in again.play(move)]
    for language in ("en", "de"):
        say = telling_of(Looking(match, language))
        asking = [event.card for event in events if event.what in ("flip", "unflip") and event.card]
        named = [say.card(plain(asking[-1] or "")), say.card(plain(asking[-1] or "")).split()[0]]
        assert any(name in step.text(Strings(language)) for name in named) or step.title(Strings("en")) in TOLD_BEFORE


TOLD_BEFORE = ("A card without its friend", "Bring a Home back")  # which turn what earlier steps explained


def laid_down(reply: Reply, move: str) -> set[str]:
    """The cards that are laid by the answer and its line, and those in the other seats' hands."""
    return {card for one in (move, *reply.line) for card in re.findall(r"[CDHS](?:10|[2-9AJQK])", one)}


@pytest.mark.parametrize("name", [name for name in LINES if name.startswith("wars/")])
def test_a_card_of_dragon_wars_that_is_named_is_laid_or_held(name: str) -> None:
    key, move = LINES[name]
    step = STEPS[key]
    reply, match = step.reply(move), step.match()
    for played in (move, *reply.line):
        match.play(played)
    there = laid_down(reply, move) | set(re.findall(r"[CDHS](?:10|[2-9AJQK])", str(match.state())))
    t, text = Strings("en"), reply.text(Strings("en"))
    say = telling_of(Looking(match, "en"))
    named = [f"{suit}{rank}" for suit in "CDH" for rank in ("A", *map(str, range(2, 11)), *"JQK")]
    assert {card for card in named if re.search(rf"\b{re.escape(say.card(card))}\b", text)} <= there
    assert t("wars.suit.C") in say.card("C2")


@pytest.mark.parametrize("name", [name for name in LINES if name.startswith("duel/")])
def test_a_dragon_that_a_line_of_the_duel_names_is_the_one_laid(name: str) -> None:
    key, move = LINES[name]
    reply = STEPS[key].reply(move)
    values = {one[0] for one in (move, *reply.line)}
    words = r"your opponent (?:lays|holds|closes|must put|closes it with)\b[^.:,]*"
    said = re.search(words, reply.text(Strings("en")))
    if said:
        assert {NAMES[word] for word in NAMES if word in said[0]} <= values


@pytest.mark.parametrize("key", ["duel/1/1", *(key for key in PLAYED if not key.startswith("tricks"))])
@pytest.mark.long(*(key for key in PLAYED if not key.startswith("duel")))
def test_a_game_that_is_played_in_a_lesson_is_a_fair_one(key: str) -> None:
    """Worth to the learner, for Dragon, less than a mistake costs; in Dragonmaster the learner is paid for once."""
    step = STEPS[key]
    best = max(own_value(step, one) for one in step.match().advise("dragon").moves)
    assert abs(best) < scale_of(step.game).mistake
