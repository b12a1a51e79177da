"""What a seat may not know changes nothing that it is told: matches that look the same to it, all compared.

The others of a group are the first with all hidden cards, and the seed of what is still to come, exchanged. For the
seat to act all is compared: its legal moves, the advice of every level and the way there (proof, deals), what the
table draws, picture for picture, at rest, with values and hint, with the focus on its spots and with the coach, why
another move is better, tips, status line and log. Then all go on with the same moves as long as they look the same to
that seat. What is equal to the first is equal to each other: a group of n that differ in what is hidden is
n (n - 1) / 2 pairs.
"""

from __future__ import annotations

import atexit
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pygame

import game as arcade
from native import GAMES, LEVELS, Advice, Event, Match, ffi
from native.play.coach import compared
from native.play.judge import Worth
from native.play.review import Grade
from tests.campaign.mutations import random_options
from tests.screen import Screen, screen

Case = dict[str, Any]
PERMILLE = 5  # of a level's counts
FOCUSED = 4  # spots that are looked at with the focus
EVERYBODY = 31  # seats that see an event, one bit each
STEPS = 6  # moves that a group goes on together
GROUPS = (2, 2, 2, 32)  # matches in a group
SLOW = ("duel",)  # where even and Dragon take a second each,
ASKED = 3  # so they are asked in so many matches of a group
QUICK = [level for level in LEVELS if level not in ("even", "dragon")]
open_screens = ExitStack()
opened: list[Screen] = []


def the_screen() -> Screen:
    """One arcade for all cases of this process: opening one takes longer than a case."""
    if not opened:
        folder = open_screens.enter_context(tempfile.TemporaryDirectory())
        opened.append(open_screens.enter_context(screen(Path(folder), (800, 600))))
        atexit.register(close_screens)  # before the folder goes, and while threads can still be started
    return opened[0]


def close_screens() -> None:
    open_screens.close()
    opened.clear()


def make(chance: random.Random) -> Case:
    game = chance.choice(list(GAMES))
    case: Case = {"game": game, "options": random_options(game, chance)}
    case |= {name: chance.randrange(10**6) for name in ("seed", "twin", "rng")}
    return case | {"at": chance.random(), "worlds": chance.choice(GROUPS)}


def moment(case: Case) -> Match:
    """A random match, somewhere before its end."""
    match, rng = Match(case["game"], case["options"], case["seed"]), random.Random(case["rng"])
    while not match.over:
        match.play(rng.choice(match.legal()))
    match.goto(int(case["at"] * len(match.moves)))
    return Match.load(match.record())  # nothing undone


def twin_of(match: Match, seat: int, number: int) -> Match:
    """The same match for this seat, all that it cannot know exchanged."""
    twin = match.copy()
    other = match.redealt(seat, number)
    ffi.memmove(twin._state, other._state, match._table.state_size)
    return twin


def advised(match: Match, level: str) -> Advice:
    return match.advise(level, rng=3, permille=PERMILLE)


def told(advice: Advice) -> tuple[Any, ...]:
    """All of an advice but how long it took."""
    return advice.move, advice.policy, advice.proof, advice.worlds, advice.of, advice.moves, advice.exploitability


class Look:
    """What one of a group is told and shown at its table."""

    def __init__(self, s: Screen, match: Match, seat: int) -> None:
        self.s, self.seat = s, seat
        match.seats = ["human" if other == seat else "hatchling" for other in range(match.seats_count)]
        self.table = arcade.TableScene(s.app, match)
        self.table.live.log.clear()

    def picture(self) -> bytes:
        app = self.s.app
        app.draw()
        app.notes.tip_at = 0.0  # no waiting for the tip
        app.draw()
        return pygame.image.tobytes(app.canvas.surface, "RGB")

    def spots(self) -> list[tuple[Any, ...]]:
        return [(spot.key, tuple(spot.rect), spot.tip) for spot in self.s.app.canvas.spots]

    def pictures(self, advice: Advice | None, rng: random.Random) -> Iterator[tuple[str, object]]:
        """Everything that is drawn, by name."""
        app, table = self.s.app, self.table
        app.scenes = [arcade.Title(app), table]
        table.live.paused = True  # no machine begins to think
        table.live.worth.fair, table.live.hinted, table.live.show_values = None, False, False
        yield "the table", self.picture()
        yield "its spots and tips", self.spots()
        yield "what is written", [written.text for written in app.canvas.written]
        if advice is None:
            return
        table.live.worth.fair, table.live.hinted, table.live.show_values = advice, True, True
        yield "the table with hint and values", self.picture()
        yield "spots and tips with values", self.spots()
        own = [spot.key for spot in app.canvas.spots if spot.nav]
        for key in rng.sample(own, min(FOCUSED, len(own))):
            table.focus = key
            yield f"the focus on {key}", self.picture()
        table.live.forget()
        if len(advice.moves) > 1:
            yield from self.coached(advice, rng)

    def coached(self, advice: Advice, rng: random.Random) -> Iterator[tuple[str, object]]:
        """What the coach says of a move, and why another one is better."""
        app, table = self.s.app, self.table
        played = rng.choice([one.move for one in advice.moves if one.move != advice.shown])
        grade = Grade(self.seat, played, Worth(advice))
        table.live.coach.spoken = compared(table.match, grade, advice.shown, 0.25, "mistake")
        yield "the coach", self.picture()
        table.live.coach.spoken.reasoning.work()
        yield "the coach with the reason", self.picture()
        why = arcade.Why(app, table.match, table.live.coach.spoken)
        table.live.coach.forget()
        app.scenes.append(why)
        yield "why another move is better", self.picture()
        why.tick()
        for better in (False, True):
            why.comparison.better = better  # whichever line the clock has come to
            assert why.comparison.line
            why.comparison.upto = len(why.comparison.line.steps)
            line = "the better line" if better else "the line played"  # each name stands once
            yield f"{line}, its moves", why.comparison.line.moves
            yield f"{line}, its ghosts", why.comparison.ghosts()
            yield f"{line}, its words", why.comparison.words()
        app.scenes.pop()

    def close(self) -> None:
        self.table.close()
        self.s.app.scenes = [arcade.Title(self.s.app)]


def compare(name: str, one: object, other: object) -> None:
    assert one == other, f"{name} tells what is hidden"


def compare_advice(level: str, one: Advice, other: Advice) -> None:
    """What the level's guard has cut short, on a machine that has no time for it, hangs on the clock."""
    if "time" not in (one.status, other.status):
        compare(f"the advice of {level}", told(one), told(other))


def compare_group(case: Case, looks: list[Look], seat: int) -> None:
    """All that the seat is told in each match of a group, with the first."""
    asked = ASKED if case["game"] in SLOW else len(looks)
    first = dict(told_at(looks[0], case, seat, LEVELS, None))
    for number, look in enumerate(looks[1:], 1):
        levels = LEVELS if number < asked else QUICK
        for name, found in told_at(look, case, seat, levels, first.get(LEVELS[-1])):
            if name in LEVELS:
                compare_advice(name, first[name], found)
            else:
                compare(name, first[name], found)


def told_at(
    look: Look, case: Case, seat: int, levels: Sequence[str], shown: Advice | None
) -> Iterator[tuple[str, Any]]:
    """All that the seat is told in a match, by name; an advice by its level's. shown: what the table shows where the
    last level is not asked."""
    match = look.table.match
    yield "the state", match.state(seat)
    if match.to_act == seat:
        yield "the list of moves", match.legal()
        for level in levels:
            advice = advised(match, level)
            shown = advice if level == LEVELS[-1] else shown
            yield level, advice
    for name, found in look.pictures(shown if match.to_act == seat else None, random.Random(case["rng"])):
        yield name, sha256(found).digest() if isinstance(found, bytes) else found
    yield "the log", list(look.table.live.log)


def seen_by_all(events: list[Event]) -> list[Event]:
    """What everybody saw happen: the card that was turned over for trump may lie in the deck again afterwards."""
    return [event for event in events if event.seen == EVERYBODY]


def go_on(looks: list[Look], seat: int, rng: random.Random) -> bool:
    """The same move in all, where all have it and look the same to the seat afterwards."""
    matches = [look.table.match for look in looks]
    if any(match.over for match in matches) or len({match.to_act for match in matches}) > 1:
        return False
    others = [set(match.legal()) for match in matches[1:]]
    moves = [move for move in matches[0].legal() if all(move in legal for legal in others)]
    if not moves:
        return False
    tried, after = rng.choice(moves), [match.copy() for match in matches]
    if len({repr((seen_by_all(match.play(tried)), match.state(seat))) for match in after}) > 1:
        return False
    for look in looks:
        look.table.live.tell(look.table.board.say.lines(look.table.match.play(tried), [seat]))
    return True


def pairs_of(looks: list[Look]) -> int:
    """Pairs in a group that differ in what is hidden."""
    n = len({look.table.match.memory() for look in looks})
    return n * (n - 1) // 2


def attempt(case: Case) -> str:
    """Compares a group, and again after some moves that all can make unseen."""
    s, match = the_screen(), moment(case)
    seat = match.to_act
    if seat is None:
        return "nobody to act"
    twins = [twin_of(match, seat, case["twin"] + number) for number in range(case.get("worlds", 2) - 1)]
    looks = [Look(s, one, seat) for one in (match, *twins)]
    rng, steps, pairs = random.Random(case["rng"]), 0, pairs_of(looks)
    try:
        compare_group(case, looks, seat)
        while steps < STEPS and go_on(looks, seat, rng):
            steps += 1
        if steps:
            pairs += pairs_of(looks)
            for look in looks:
                look.table.board.stage.reset()
            compare_group(case, looks, seat)
    finally:
        for look in looks:
            look.close()
    return "\n".join([f"{case['game']}: a group", *[f"{case['game']}: a pair"] * pairs])


def simpler(case: Case) -> Iterator[Case]:
    """Nearer to the start of the match, with fewer options."""
    if case["at"] > 0.01:
        yield case | {"at": 0.0}
        yield case | {"at": case["at"] / 2}
    if case.get("worlds", 2) > 2:
        yield case | {"worlds": 2}
    for name in case["options"]:
        yield case | {"options": {key: value for key, value in case["options"].items() if key != name}}
