"""What Fairy Tale promises a seat on its cards' faces: true by the slow reference, and by what the seat may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import game as arcade
from native import Match
from native.screen.canvas import faults
from native.strings import Strings
from native.tale import motifs, outlook
from native.tale.deck import deck
from native.tale.state import State
from native.tale.words import EFFECTS, TaleTelling
from tests.reference.tale import points_of
from tests.screen import screen

READABLE = 84  # pixels, for a name and a line in the smallest type
EXPERT = {"players": 4, "expert": True}


def positions(verb: str, seeds: range, **options: Any) -> Iterator[tuple[Match, int]]:
    """Positions of random matches in which a seat does something of a kind."""
    for seed in seeds:
        match, chance = Match("tale", options or EXPERT, seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if legal[0].startswith(f"{verb} "):
                yield match, match.to_act or 0
            match.play(chance.choice(legal))


def state_of(match: Any, seat: int) -> State:
    """The state as a seat sees it."""
    return cast("State", match.state(seat))


def say_of(match: Match, seat: int, language: str = "en") -> TaleTelling:
    """The words of a match for a seat."""
    state = state_of(match, seat)
    look: Any = SimpleNamespace(match=match, viewer=seat, seat=seat, t=Strings(language), state=state,
                                name=lambda seat: f"seat {seat}")
    return TaleTelling(look)


def ups(match: Match, seat: int) -> tuple[list[str], list[list[str]]]:
    """The face-up cards of a seat, and those of the others."""
    rows = [[card["name"] for card in row if card["up"]] for row in match.state()["table"]]
    return rows[seat], rows[:seat] + rows[seat + 1 :]


@pytest.mark.long
def test_what_a_card_would_bring_is_what_it_brings_when_others_do_nothing() -> None:
    """Also after the choice of the best card for its own effect to turn."""
    effects = set()
    for match, seat in positions("play", range(3)):
        up, others = ups(match, seat)
        before = points_of(up, others)[0]
        for card in set(state_of(match, seat)["hands"][seat]):
            effect = deck()[card].get("effect", {})
            after = [[*up, card]]
            if effect.get("what") in ("flip", "unflip"):
                after = turned(match, seat, card, effect) or after
            best = max(points_of(row, others)[0] for row in after)
            assert motifs.lay_gain(state_of(match, seat), seat, card) == best - before
            effects.add(effect.get("what"))
    assert effects >= {None, "flip", "unflip", "hunt", "draw"}


def turned(match: Match, seat: int, card: str, effect: dict[str, Any]) -> list[list[str]]:
    """What may lie face up after a card and its own effect."""
    up, down = ups(match, seat)[0], [c["name"] for c in match.state()["table"][seat] if not c["up"]]
    up = [*up, card]
    reached = [name for name in (down if effect["what"] == "unflip" else up)
               if effect["faction"] in ("any", deck()[name]["faction"]) or deck()[name]["faction"] == "all"]
    if effect["what"] == "unflip":
        return [[*up, name] for name in reached]
    return [[name for at, name in enumerate(up) if at != up.index(one)] for one in reached]


def test_one_that_lacks_a_card_counts_with_it_and_not_without() -> None:
    kinds = set()
    for match, seat in positions("play", range(4)):
        state = state_of(match, seat)
        up, others = ups(match, seat)
        for card in set(state["hands"][seat]):
            lack = outlook.lack_of(state, seat, card, held=False)
            if lack is None or lack.missing != 1 or motifs.lay_gain(state, seat, card) != 0:
                continue
            kinds.add((lack.name, tuple(deck()[card].get("condition", {"times": 0}))))
            alone = points_of([*up, card], others)[0]
            assert alone == points_of(up, others)[0]
            fitting = [lack.what] if lack.name else of_group(lack.what)
            fitting = [name for name in fitting if "effect" not in deck()[name]] or fitting
            more = [points_of([*up, card, name], others)[0] - points_of([*up, name], others)[0] for name in fitting]
            assert max(more) > 0
    assert {name for name, _ in kinds} == {True, False}


def of_group(group: str) -> list[str]:
    """The cards of a faction or category."""
    return [name for name, card in deck().items() if group in (card["faction"], card["category"])]


@pytest.mark.long
def test_a_pick_is_never_said_to_cost_anything() -> None:
    gains = set()
    for match, seat in positions("pick", range(2)):
        state = state_of(match, seat)
        gains |= {outlook.pick_gain(state, seat, card) for card in set(state["packs"][seat])}
    assert min(gains) == 0
    assert max(gains) > 6


@pytest.mark.long
def test_promises_are_the_same_whatever_is_hidden() -> None:
    """Others' hands, packs, picks and the deck."""
    tried = 0
    for verb in ("pick", "play"):
        for match, seat in positions(verb, range(1)):
            again: Any = match.redealt(seat, 3)
            tried += again.state() != match.state()
            assert promised(match, seat, verb) == promised(again, seat, verb)
            assert outlook.families(state_of(match, seat), seat) == outlook.families(state_of(again, seat), seat)
    assert tried > 20


def promised(match: Any, seat: int, verb: str) -> list[tuple[str, int, outlook.Lack | None]]:
    """What each card of a seat's pack or hand would bring or lacks."""
    state, gain = state_of(match, seat), outlook.pick_gain if verb == "pick" else motifs.lay_gain
    cards = sorted(set(state["packs" if verb == "pick" else "hands"][seat]))
    return [(c, gain(state, seat, c), outlook.lack_of(state, seat, c, verb == "pick")) for c in cards]


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_a_card_says_what_it_brings_or_lacks(language: str) -> None:
    """The points in a few signs, the same in a sentence; one that counts with another card names that."""
    told, lacking = set(), set()
    for match, seat in chain(positions("pick", range(1)), positions("play", range(1))):
        state, say = state_of(match, seat), say_of(match, seat, language)
        notes = say.outlook().notes
        drafting = bool(state["passes"])
        assert set(notes) == set(state["packs" if drafting else "hands"][seat])
        for card, note in notes.items():
            gain = (outlook.pick_gain if drafting else motifs.lay_gain)(state, seat, card)
            assert note.way == (gain > 0) - (gain < 0)
            assert note.brief == (f"{gain:+d}".replace("-", "−") if gain else "±0")
            assert len(note.brief) <= 3
            assert gain == 0 or note.brief in note.text
            if not gain and (lack := outlook.lack_of(state, seat, card, drafting)):
                name = say.short_name(lack.what) if lack.name else say.t(f"tale.brief_trait.{lack.what}")
                assert name in note.text
                lacking.add(note.text)
            told.add(note.text)
    assert len(told) > 10
    assert lacking and lacking < told
    assert all("{" not in text for text in told), told


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("letters", [100, 150])
def test_what_a_card_says_of_itself_has_room(
    tmp_path: Path, language: str, size: tuple[int, int], letters: int
) -> None:
    """The points on the card that is pointed at, and the whole sentence on the parchment beside it."""
    with screen(tmp_path, size) as s:
        s.speak(language)
        s.app.session.settings.text_size = letters
        told = set[str]()
        for match, seat in chain(positions("pick", range(1)), positions("play", range(1))):
            new = {note.text for note in say_of(match, 0, language).outlook().notes.values()} - told
            if seat or not new:
                continue
            board = sat(s, match.copy())
            for key, sprite in board.keys.items():
                note = board.note_of(sprite)
                if note.text in new - told:
                    s.point(s.spot(key).rect.center)
                    s.app.draw()
                    assert board.choice.focus == key
                    written = [one for one in s.app.canvas.written if one.text in (note.text, note.brief)]
                    assert {one.text for one in written} == {note.text, note.brief}
                    assert faults(s.app.canvas) == []
                    told.add(note.text)
        assert len(told) > 10


def test_an_onlooker_is_told_nothing_of_a_seat() -> None:
    match, seat = next(positions("play", range(1)))
    look: Any = SimpleNamespace(match=match, viewer=(seat + 1) % 4, seat=seat, t=Strings("en"),
                                state=match.state((seat + 1) % 4), name=str)
    assert TaleTelling(look).outlook() == ({}, [], "")


# ---- all cards turn up together ----


def about_to_turn(seed: int, players: int = 4) -> Match:
    """A match before the move with which all turn up their card."""
    match, chance = Match("tale", {"players": players}, seed), random.Random(seed)
    while True:
        legal, chosen = match.legal(), match.state()["chosen"]
        if legal[0].startswith("play ") and chosen.count(None) == 1 and match.state()["stage"] > 2:
            return match
        match.play(chance.choice(legal))


def sat(s: Any, match: Match) -> arcade.TaleBoard:
    """The board of a table at which cards travel, the first seat's view."""
    match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
    s.app.sit(match)
    s.app.session.settings.motion = "normal"
    s.app.motion.now = 1000.0
    s.app.motion.finish()
    s.table.live.paused = True
    s.app.draw()
    board = s.table.board
    assert isinstance(board, arcade.TaleBoard)
    return board


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_cards_of_a_step_turn_up_together_in_the_middle(tmp_path: Path, players: int) -> None:
    """First all lie there face down, then all turn at once; the points follow, and then all go home."""
    with screen(tmp_path) as s:
        match = about_to_turn(5, players) if players < 5 else five_about_to_turn()
        board, before = sat(s, match), list(match.state()["points"])
        s.table.play(match.legal()[0])
        seen = list[str]()
        for _ in range(4000):
            s.app.draw()
            row = [sprite for sprite in board.stage.sprites if board.in_step(sprite)]
            if row:
                assert len(row) == players
                assert len({sprite.rect.x for sprite in row}) == players
                up = [sprite.card is not None for sprite in row]
                assert all(up) or not any(up)
                if not any(up):
                    assert board.say.points(board.due()) == before
                seen.append("up" if all(up) else "down")
            elif seen:
                seen.append("home")
            s.app.motion.now += 40
            if not board.stage.tick():
                break
        assert list(dict.fromkeys(seen)) == ["down", "up", "home"]
        assert board.say.points(board.due()) == match.state()["points"]
        assert faults(s.app.canvas) == []


def five_about_to_turn() -> Match:
    match, chance = Match("tale", {"players": 5, "expert": True}, 5), random.Random(5)
    while not (match.legal()[0].startswith("play ") and match.state()["chosen"].count(None) == 1):
        match.play(chance.choice(match.legal()))
    return match


def test_effects_come_one_after_another() -> None:
    """Between two of them there is a pause, and nothing else is added."""
    apart = 0
    for match, _ in positions("play", range(4)):
        events = match.copy().play(match.legal()[0])
        staged = say_of(match, 0).staged(events)
        kinds = [event.kind for event in staged]
        assert [event.what for event in staged if event.kind != "pause"] == [
            event.what for event in events if event.kind != "pause"]
        for group in groups(staged):
            assert sum(event.what in ("hunt", "unflip", "flip", "draw", "exchange") for event in group) <= 1
        apart += kinds.count("pause") > [event.kind for event in events].count("pause")
    assert apart


def groups(events: list[Any]) -> list[list[Any]]:
    found: list[list[Any]] = [[]]
    for event in events:
        found[-1].append(event)
        if event.kind == "pause":
            found.append([])
    return [[event for event in group if event.kind != "pause"] for group in found]


# ---- words on cards ----


@pytest.mark.parametrize("language", Strings.languages())
def test_no_card_says_flip(language: str) -> None:
    """What stands on the faces are sentences that a newcomer understands."""
    match = Match("tale", EXPERT, 3)
    say = say_of(match, 0, language)
    for name in deck():
        words = say.plainly(name)
        assert words or "effect" not in deck()[name]
        assert "flip" not in words.lower()
        assert "{" not in words and "tale." not in words, words


@pytest.mark.long
def test_own_cards_are_read_in_usual_letters_at_every_stage(tmp_path: Path) -> None:
    """At 1280 x 720 each own card is wide enough for its name."""
    with screen(tmp_path) as s:
        match, chance, stages = Match("tale", {"players": 4}, 3), random.Random(3), set()
        while not match.over:
            if match.to_act == 0 and match.state()["stage"] not in stages:
                stages.add(match.state()["stage"])
                board = sat(s, match.copy())
                for name, cards in board.rows().items():
                    assert all(sprite.rect.w >= READABLE for sprite in cards), (name, stages)
            match.play(chance.choice(match.legal()))
        assert len(stages) == 8


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_the_line_of_what_turned_up_names_every_card_and_its_gain(players: int) -> None:
    """Where no effect follows, the gains told are those of the scores."""
    t, told = Strings("en"), 0
    for seed in range(8):
        match, chance = Match("tale", options={"players": players}, seed=seed), random.Random(seed)
        before = list(match.scores)
        while not match.over:
            events = match.play(chance.choice(match.legal()))
            look: Any = SimpleNamespace(match=match, viewer=0, seat=0, t=t, state=match.state(0), name=str)
            said = TaleTelling(look).turned()
            calm = not any(event.what in EFFECTS for event in events)
            if any(event.what == "turn_up" for event in events) and calm and match.legal()[:1] and said:
                for seat in range(players):
                    card = match.state()["table"][seat][-1]["name"]
                    name = t(f"{'card' if players == 2 else 'brief'}.tale.{card}")
                    gain = round(match.scores[seat] - before[seat])
                    one = f"{seat} {name} " + (f"{gain:+d}".replace("-", "−") if gain else "0")
                    assert one in said
                    told += 1
            if match.moves[-1].startswith("pick"):  # until then the last card of a round is told
                assert not said
            before = list(match.scores)
    assert told > 10
