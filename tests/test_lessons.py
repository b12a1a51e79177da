"""Lessons: every step replayed, right and wrong answers played through the rules, every claim proven."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from native import Match
from native.games import GAMES
from native.play.lessons import LANGUAGES, PLACES, BadLesson, Course, Step, courses, read, step_about
from native.play.puzzles import Puzzle, pack
from native.position import Position
from native.strings import Strings
from native.values import MoveValue

STEPS = {step.key: step for game in GAMES for course in courses(game) for step in course.steps}
MOVES = [key for key, step in STEPS.items() if not step.played]
PLAYED = [key for key, step in STEPS.items() if step.played]
PROOFS = ("estimate", "equilibrium", "every world", "exact")  # each says more than those before it


def praises(key: str) -> list[str]:
    """What a step says to its right moves."""
    step = STEPS[key]
    return [step.reply(move).text(Strings("en")) for move in step.match().legal() if step.right(move)]


every_step = pytest.mark.parametrize("key", STEPS)
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_a_game_has_a_first_course_and_one_on_playing_well(game: str) -> None:
    """6 to 12 steps, the last of them played against Hatchling; then 4 to 6 steps."""
    first, well = courses(game)
    assert 6 <= len(first.steps) <= 12
    assert [step.played for step in first.steps] == [False] * (len(first.steps) - 1) + [True]
    assert 4 <= len(well.steps) <= 6
    assert not any(step.played for step in well.steps)
    for course in (first, well):
        assert all(20 <= len(course.learnt(Strings(language))) <= 90 for language in LANGUAGES)


@every_step
def test_a_step_is_short_and_said_in_all_languages(key: str) -> None:
    step = STEPS[key]
    for language in LANGUAGES:
        assert 3 <= len(step.title(Strings(language))) <= 40
        assert 40 <= len(step.text(Strings(language))) <= 330
        assert 10 <= len(step.task(Strings(language))) <= 110
        assert 20 <= len(step.learnt(Strings(language))) <= 110
        for answer in step.answers:
            assert 20 <= len(answer.text(Strings(language))) <= 240
    for texts in (step.texts, step.tasks, step.lesson, *(answer.texts for answer in step.answers)):
        assert texts.words["en"] != texts.words["de"]
        assert all(re.search(r"[.?!]$", text) for text in texts.words.values())


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


def test_a_motif_leads_to_the_step_that_teaches_it() -> None:
    """Every motif that a step names is one of its game's; a motif finds the first step that names it."""
    for step in STEPS.values():
        for motif in step.motifs:
            assert f"motif.{step.game}.{motif}.name" in Strings("en"), (step.key, motif)
            found = step_about(f"{step.game}.{motif}")
            assert found
            assert motif in found.motifs
    found = step_about("duel.closes_window")
    assert found
    assert found.key == "duel/1/5"
    assert step_about("duel.nonesuch") is None


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
def test_a_reply_that_is_spoken_of_is_shown(key: str) -> None:
    """Where the answer to a move says "look", the moves that follow are written down, another seat's among them."""
    step = STEPS[key]
    for move in step.match().legal():
        reply, match, actors = step.reply(move), step.match(), set[int | None]()
        match.play(move)
        for played in reply.line:
            actors.add(match.to_act)
            match.play(played)
        spoken = re.search(r"\b[Ll]ook:", reply.text(Strings("en")))
        assert bool(spoken) == bool(re.search(r"\b[Ss]ieh:", reply.text(Strings("de"))))
        assert not spoken or actors - {step.seat}


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
    assert step.end(match).text(Strings("en"))


@pytest.mark.parametrize("key", [key for key in PLAYED if STEPS[key].until != "over"])
def test_a_step_is_won_by_the_learner_alone(key: str) -> None:
    """What has an entry for each seat may be the opponent's: then the step is not done."""
    step, whose = STEPS[key], set[tuple[bool, bool]]()
    start = step.match().state()[step.until or ""]
    for seed in range(12):
        rng, match = random.Random(seed), step.match()
        while not step.finished(match):
            match.play(rng.choice(match.legal()))
        now = match.state()[step.until or ""]
        each = isinstance(now, list) and len(now) == len(start) == match.seats_count
        assert each == step.own
        gained = now[step.seat] != start[step.seat] if each else True
        whose.add((gained, step.end(match).right))
    assert whose == ({(True, True), (False, False)} if step.own else {(True, True)})


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
        assert step.right(match.advise("dragon").move)
        return {m.move: own_value(step, m) for m in match.solve(claim.objective).moves}
    advice = match.advise("dragon")
    assert step.right(advice.move)
    assert PROOFS.index(advice.proof) >= PROOFS.index(claim.proof), advice.proof
    return {m.move: own_value(step, m) for m in advice.moves}


@pytest.mark.parametrize("key", MOVES)
@pytest.mark.long
def test_what_a_step_advises_is_best_in_its_position(key: str) -> None:
    """Every right move of every step is worth at least as much as every wrong one, and more by the margin that is
    claimed: by the solver where the learner sees all cards, else by Dragon. What Dragon plays is among them."""
    step = STEPS[key]
    assert step.claim
    values = found_values(step)
    right = [value for move, value in values.items() if step.right(move)]
    wrong = [value for move, value in values.items() if not step.right(move)]
    assert step.claim.margin >= 0
    assert min(right) >= max(wrong) + step.claim.margin, values


def every_deal(match: Match, seat: int) -> list[Position]:
    """Every deal that fits what a seat of Dragonmaster knows, by drawing until nothing new comes up for long."""
    found: dict[str, Position] = {}
    number = last = 0
    while number - last < 40 + 8 * len(found):
        deal = match.redealt(seat, number)
        number += 1
        if found.setdefault(str([sorted(held) for held in deal.state()["hands"]]), deal) is deal:
            last = number
    return list(found.values())


def surely_paid(deals: list[Position], seat: int, hand: int, least: int) -> bool:
    """Whether one plan of a seat, which sees no hidden card, is paid so much in this hand of Dragonmaster in all of
    these deals, whatever the others play. They look alike to the seat."""
    results = [deal.state()["results"] for deal in deals]
    if any(len(result) > hand and result[hand]["payments"][seat] < least for result in results):
        return False
    left = [deal for deal, result in zip(deals, results, strict=True) if len(result) <= hand]
    own = bool(left) and left[0].to_act == seat
    goes_on: dict[str, list[Position]] = {}
    for deal in left:
        for move in deal.legal():
            after = deal.position()
            after.play(move)
            goes_on.setdefault(move, []).append(after)
    return (any if own else all)(surely_paid(after, seat, hand, least) for after in goes_on.values())


def is_sure(key: str) -> bool:
    """Whether a step says so, in the middle of a trick: at the lead there are too many deals for this search."""
    said = key.startswith("tricks") and any("in every deal that fits: " in text for text in praises(key))
    return said and bool(STEPS[key].match().state()["trick"])


@pytest.mark.long("tricks/2/1-0", "tricks/1/9-18")
@pytest.mark.parametrize(("key", "least"), [*((key, 0) for key in MOVES if is_sure(key)), ("tricks/1/9", 3 * 6)])
def test_what_is_proven_in_every_deal_needs_no_sight_of_it(key: str, least: int) -> None:
    """The right move has a plan that costs nothing in any deal, or brings so much; no wrong one has."""
    step = STEPS[key]
    match = step.match()
    deals, hand = every_deal(match, step.seat), len(match.state()["results"])
    assert len(deals) == match.advise("dragon").of
    for move in match.legal():
        after = [deal.position() for deal in deals]
        for deal in after:
            deal.play(move)
        assert surely_paid(after, step.seat, hand, least) == step.right(move), move


# ---- rules of thumb ----


def lone_ship(puzzle: Puzzle, match: Match) -> bool:
    return "ship 1" in puzzle.solution and sum(card.zone == "ship" for card in match.cards()) == 1


def lone_knight(puzzle: Puzzle, match: Match) -> bool:
    alone = any(re.match(r"knight \d( >|$)", move) for move in puzzle.solution)
    return alone and not any(card.zone == "knight" for card in match.cards())


def early_egg(puzzle: Puzzle, match: Match) -> bool:
    """An Egg, though there are other cards to lay."""
    return all(move[0] == "0" for move in puzzle.solution) and any(move[0] != "0" for move in match.legal())


def cheap_throw(puzzle: Puzzle, match: Match) -> bool:
    """A card thrown that costs nothing, where a Wizard might be."""
    state, legal = match.state(), match.legal()
    led = state["trick"][0][1].split()[0] if state["trick"] else ""
    free = led and all(led not in move.split() for move in legal)
    wizards = [move for move in legal if move.endswith(" W")]
    return bool(free and state["kind"] == "wizards" and wizards and not {*wizards} & {*puzzle.solution})


@pytest.mark.long("heart/2/3-lone_knight", "heart/2/2-lone_ship")
@pytest.mark.parametrize(
    ("key", "breaks"),
    [
        ("heart/2/2", lone_ship),
        ("heart/2/3", lone_knight),
        ("duel/2/4", early_egg),
        ("tricks/1/2", cheap_throw),
    ],
)
def test_what_puzzles_disprove_is_no_law(key: str, breaks: Callable[[Puzzle, Match], bool]) -> None:
    """Where it is right for once to do the opposite, a lesson says what is usually right."""
    step = STEPS[key]
    assert any(breaks(puzzle, puzzle.match()) for puzzle in pack(step.game))
    for language, word in (("en", "usually"), ("de", "meist")):
        assert word in f"{step.title(Strings(language))} {step.text(Strings(language))}".lower()


def test_no_lesson_claims_what_is_best_for_ever() -> None:
    for key, step in STEPS.items():
        for title in step.titles.words.values():
            assert not re.search(r"\b(never|always|nie|niemals|immer)\b", title.lower()), key


def test_a_sentence_says_who_and_what() -> None:
    """What stands alone beside a move, or under a heading, does not begin with what was said elsewhere."""
    for step in STEPS.values():
        for answer in step.answers:
            assert not re.search(r"Proven: (it|er|sie|es) ", answer.texts.words["en"] + answer.texts.words["de"])
            assert not re.search(r"\bopen,? it (loses|costs)", answer.texts.words["en"])


# ---- the numbers that are named ----

SPELLED = {"four": 4, "five": 5, "eight": 8, "nine": 9, "ten": 10,
           "vier": 4, "fünf": 5, "acht": 8, "neun": 9, "zehn": 10}  # fmt: skip


def after(step: Step, move: str) -> Match:
    """The position after a move and the line that is shown with it."""
    match = step.match()
    for played in (move, *step.reply(move).line):
        match.play(played)
    return match


def gain(move: str) -> Callable[[Step], float]:
    """By how much a move changes the learner's lead."""

    def lead(match: Match, seat: int) -> float:
        return float(match.scores[seat] - match.scores[1 - seat])

    return lambda step: abs(lead(after(step, move), step.seat) - lead(step.match(), step.seat))


def taken(move: str) -> Callable[[Step], float]:
    """How many points a move brings the learner, before anybody replies."""

    def points(step: Step) -> float:
        match = step.match()
        before = match.scores[step.seat]
        match.play(move)
        return float(match.scores[step.seat] - before)

    return points


def earned(move: str) -> Callable[[Step], float]:
    """How many points the learner has more after a move and its line."""
    return lambda step: float(after(step, move).scores[step.seat] - step.match().scores[step.seat])


def line_after(move: str, seat: int, number: int) -> Callable[[Step], float]:
    """What a line of the duel counts after a move; -1 for the lowest one."""

    def value(step: Step) -> float:
        values = [row.value for row in after(step, move).breakdown(seat)]
        return float(min(values) if number < 0 else values[number])

    return value


def fact(name: str) -> Callable[[Step], float]:
    return lambda step: step.match().state()[name]


def score(seat: int, move: str = "") -> Callable[[Step], float]:
    """What a seat has, or will have after a move and its line."""
    return lambda step: float((after(step, move) if move else step.match()).scores[seat])


def health(seat: int) -> Callable[[Step], float]:
    return lambda step: step.match().state()["dragons"][seat][1]


def solved(*moves: str) -> Callable[[Step], float]:
    """What these moves are worth at most, by the means of the step's claim."""
    return lambda step: max(abs(found_values(step)[move]) for move in moves)


def worst(move: str) -> Callable[[Step], float]:
    """What a move costs the learner in a hand of tricks if the others play as they can to its harm."""

    def wealth(match: Match, hand: int, seat: int) -> float:
        state = match.state()
        if len(state["results"]) > hand:
            return float(state["wealth"][seat])
        found = []
        for one in match.legal():
            match.play(one)
            found.append(wealth(match, hand, seat))
            match.undo()
        return (max if match.to_act == seat else min)(found)

    def cost(step: Step) -> float:
        match = step.match()
        before = match.state()
        match.play(move)
        after = wealth(match, len(before["results"]), step.seat)
        return float(before["wealth"][step.seat] - after)

    return cost


def above(right: list[str], wrong: list[str]) -> Callable[[Step], float]:
    """How much the least of some moves is worth above the best of others."""

    def gap(step: Step) -> float:
        values = found_values(step)
        return min(values[move] for move in right) - max(values[move] for move in wrong)

    return gap


def falls(move: str) -> Callable[[Step], float]:
    """In how many of a hundred the dragon falls, as the adviser tells it."""

    def percent(step: Step) -> float:
        told = next(one for one in step.match().advise("dragon").moves if one.move == move)
        return round(100 * (told.odds or 0))

    return percent


class Told(NamedTuple):
    """A number as an English text of a step says it, and how it is found."""

    key: str
    words: str
    found: Callable[[Step], float]


TOLD = [
    Told("duel/1/2", "Two Sapphires: 20", line_after("2@0,1", 0, 0)),
    Told("duel/1/3", "102 for your column", line_after("0@1,2", 0, 2)),
    Told("duel/1/3", "makes 3", line_after("0@-1,-1", 0, 2)),
    Told("duel/1/4", "makes 23", line_after("0@2,2", 1, 3)),
    Told("duel/1/4", "row makes 103", line_after("0@2,1", 1, 3)),
    Told("duel/1/6", "101 for that row", line_after("2@-1,-1", 1, 3)),
    Told("duel/1/7", "third row makes 21", line_after("3@2,2", 1, 2)),
    Told("duel/1/7", "it makes 3", line_after("3@2,1", 1, 3)),
    Told("duel/1/7", "lowest column makes 5", line_after("3@2,1", 0, -1)),
    Told("duel/1/7", "fourth row to 6", line_after("3@2,2", 1, 3)),
    Told("duel/1/8", "3 against", line_after("1@2,2", 0, -1)),
    Told("duel/1/8", "theirs 4", line_after("1@2,2", 1, 1)),
    Told("duel/1/8", "next line makes 6", line_after("1@2,2", 0, 2)),
    Told("duel/1/8", "lowest row makes 4", line_after("1@2,1", 1, -1)),
    Told("duel/1/8", "column only 3", line_after("1@2,1", 0, -1)),
    Told("duel/2/1", "column makes 21", line_after("2@-1,-2", 0, 1)),
    Told("duel/2/1", "column makes 3", line_after("0@-1,-2", 0, 1)),
    Told("duel/2/1", "it makes 3", line_after("2@-2,-3", 0, 1)),
    Told("duel/2/2", "second row makes 3", line_after("2@-2,0", 1, 1)),
    Told("duel/2/3", "third row makes 4", line_after("3@2,1", 1, 2)),
    Told("duel/2/3", "third row: 10", line_after("1@2,1", 1, 2)),
    Told("heart/1/2", "eight points", taken("fire 4")),
    Told("heart/1/3", "5 points", taken("dwarf 1")),
    Told("heart/1/4", "5 points", taken("dwarf 1 2")),
    Told("heart/1/5", "four points", taken("troll 2")),
    Told("heart/1/6", "4 points", taken("knight 2 > sorceress")),
    Told("heart/1/6", "that is 3", taken("knight 2 > troll")),
    Told("heart/1/7", "ten points", taken("huntress 2")),
    Told("heart/1/8", "worth 7", taken("ship 1")),
    Told("heart/1/8", "worth 4", taken("dwarf 1")),
    Told("heart/1/9", "eight points", gain("sorceress 1 > petrified")),
    Told("heart/1/10", "nine points", gain("dwarf 1")),
    Told("heart/1/11", "Eight points", taken("dwarf 3")),
    Told("heart/2/3", "3 points", gain("knight 1 2 > sorceress")),
    Told("heart/2/5", "eight points", earned("chest 1 2 4")),
    Told("wars/1/2", "has 7 health", health(0)),
    Told("wars/1/4", "attack stands at 10", fact("attack")),
    Told("wars/1/4", "defence at 13", fact("defence")),
    Told("wars/1/4", "more than 5 health", solved("press D5")),
    Told("wars/1/5", "Attack 12", fact("attack")),
    Told("wars/1/5", "defence 1", fact("defence")),
    Told("wars/1/5", "has 7 health", health(1)),
    Told("wars/1/5", "7 points", gain("stop")),
    Told("wars/1/5", "less than 3", solved("press D2", "press D3")),
    Told("wars/1/7", "You have 39", score(0)),
    Told("wars/1/7", "opponent has 45", score(1)),
    Told("wars/1/7", "by 48", score(0, "attack 1 DK")),
    Told("wars/1/7", "to 40", score(1, "attack 1 DK")),
    Told("wars/2/1", "Attack 5", fact("attack")),
    Told("wars/2/1", "of its 7", health(1)),
    Told("wars/2/1", "Five health", solved("stop")),
    Told("wars/2/1", "less than 3", solved("press C7", "press CQ")),
    Told("wars/2/2", "stands at 19", fact("attack")),
    Told("wars/2/2", "has 11 health", health(0)),
    Told("wars/2/2", "more than 4 health", above(["defend H6"], ["defend D6", "decline"])),
    Told("wars/2/3", "has 9 health", health(1)),
    Told("wars/2/3", "lose 8", solved("stop")),
    Told("wars/2/3", "all 9", solved("press DQ")),
    Told("wars/2/4", "Attack 8", fact("attack")),
    Told("wars/2/4", "defence 7", fact("defence")),
    Told("wars/2/4", "of its 3", health(1)),
    Told("wars/2/4", "all 3 and", solved("press DK")),
    Told("wars/2/4", "loses 1", solved("stop")),
    Told("wars/2/5", "more than 6 points", above(["defend D6", "defend D7"], ["decline"])),
    Told("wars/2/5", "falls in 13", falls("defend D7")),
    Told("wars/2/5", "fall in 50", falls("decline")),
    Told("tricks/1/4", "costs you 8,000", solved("WAR K")),
    Told("tricks/2/2", "costs 4,000", worst("WAR D")),
    Told("tricks/2/3", "costs 4,000", worst("NOM B")),
    Told("tricks/2/4", "pay 8,000", solved("WAR P")),
    Told("tale/2/5", "more than 8 points", above(["pick Mischievous Fairy"], ["pick Sky-Dance Dragon"])),
    Told("tricks/2/1", "costs 3,000", solved("NOM Q")),
    Told("tale/1/4", "Castle counts 6", gain("flip Castle")),
    Told("tale/1/4", "Court Mage counts 1", gain("flip Court Mage")),
    Told("tale/1/4", "Knight counts 3", gain("flip Knight of the Round Table")),
    Told("tale/1/5", "costs 1 point", gain("flip Silver Dragon")),
    Told("tale/1/6", "Lair counts 6", gain("unflip Dragon's Lair")),
    Told("tale/1/6", "Dragon counts 1", gain("unflip Children of the Dragon")),
    Told("tale/1/7", "Castle counts 6", taken("unflip Castle")),
    Told("tale/1/7", "Knight counts 3", taken("unflip Knight of the Round Table")),
    Told("tale/1/8", "6 points", earned("play Empire's Tale - Chapter 2")),
    Told("tale/2/1", "costs 3 points", gain("flip Children of the Dragon")),
    Told("tale/2/1", "Lair counts 6", gain("flip Dragon's Lair")),
    Told("tale/2/2", "6 points", gain("unflip Castle")),
    Told("tale/2/2", "Bard counts 3", gain("unflip Bard")),
    Told("tale/2/2", "Knight counts 3", gain("unflip Knight of the Round Table")),
]


def numbers_in(text: str) -> list[float]:
    """Digits, with a point or a comma, and numbers in words."""
    whole = re.sub(r"(?<=\d)[., ](?=\d{3}\b)", "", text.lower())
    found = re.findall(r"\d+(?:[.,]\d+)?|[a-zäöü]+", whole)
    digits = [float(word.replace(",", ".")) for word in found if word[0].isdigit()]
    return digits + [float(SPELLED[word]) for word in found if word in SPELLED]


@pytest.mark.long("wars/1/4: more than 5 health")
@pytest.mark.parametrize("told", TOLD, ids=lambda told: f"{told.key}: {told.words}")
def test_a_number_that_is_named_is_the_engine_s(told: Told) -> None:
    """In English as it is found, a bound or rounded as it is written; in German the same number."""
    step = STEPS[told.key]
    texts = [step.texts, step.tasks, *(answer.texts for answer in step.answers)]
    saying = [text.words for text in texts if told.words in text.words["en"]]
    (number,) = numbers_in(told.words)
    found = told.found(step)
    assert saying
    assert all(number in numbers_in(text["de"]) for text in saying)
    if "than" in told.words:
        assert number < found < number + 2 if "more" in told.words else number - 1 < found < number
    else:
        assert round(found, 1) == number


def test_a_card_is_denied_to_the_next_seat() -> None:
    """The fourth Fairy would bring the other 7 and the learner 1; what is not kept goes to the other."""
    step = STEPS["tale/2/5"]
    deny, own = "pick Mischievous Fairy", "pick Sky-Dance Dragon"
    start = step.match()
    assert sorted(start.legal()) == sorted([deny, own])
    fairies = [sum(c["up"] and c["name"] == "Mischievous Fairy" for c in row) for row in start.state()["table"]]
    assert fairies == [0, 3]
    assert (fairies[0] + 1) ** 2 - fairies[0] ** 2 == 1
    assert (fairies[1] + 1) ** 2 - fairies[1] ** 2 == 7
    start.play(own)
    start.play(start.legal()[0])
    state = start.state()
    assert state["stage"] == 8
    assert "Mischievous Fairy" in state["hands"][1]


def test_a_club_kept_in_the_last_turns_defends_nothing_a_diamond_does() -> None:
    """The learner holds a club, diamonds and no heart; the engine lets it lay the diamonds; then all is over."""
    step = STEPS["wars/2/5"]
    match, chance = step.match(), random.Random(1)
    hand = match.state()["hands"][0]
    assert sorted(card[0] for card in hand) == ["C", "D", "D"]
    assert sorted(match.legal()) == ["decline", *(f"defend {card}" for card in sorted(hand) if card[0] == "D")]
    match.play("decline")
    while not match.over:
        assert match.state()["battle"]["defender"] == 0
        match.play(chance.choice(match.legal()))


# ---- the reader ----

GOOD = """
[[course]]
title = "A"
title_de = "B"
learnt = "A"
learnt_de = "B"
[[course.step]]
title = "A"
title_de = "B"
text = "A"
text_de = "B"
task = "A"
task_de = "B"
learnt = "E"
learnt_de = "F"
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
    assert (step.key, step.seat, step.text(Strings("de")), step.text(Strings("fr"))) == ("duel/1/1", 0, "B", "A")
    assert step.right("3@0,1")
    assert step.reply("3@0,-1").text(Strings("de")) == "D"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('text = "A"', "text = 1", '"text" must be of type str, not 1'),
        ('task_de = "B"\n', "", '"task_de" must be of type str'),
        ('learnt_de = "F"\n', "", '"learnt_de" must be of type str'),
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
