"""The table of Dragonheart: played on screen by every device, what it shows before a play, what it may not show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Advice, Match, MoveValue
from native.heart.words import HeartTelling, read
from native.screen.canvas import Canvas, faults
from native.screen.map_picture import thrown, thrown_at
from native.screen.theme import load_toml
from native.store import saves
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import draw_shot, game_shots, table_at
from tests.screen import LOOKS, SIZES, Screen, screen
from tests.test_heart import arranged

PAD = {"up": pygame.CONTROLLER_BUTTON_DPAD_UP, "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
       "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT, "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT}


def ready(s: Screen) -> bool:
    """Whether a person can play now, all that moved having come to rest."""
    table = s.table
    return table.match.over or (table.live.mine and not table.curtain and not table.board.stage.groups)


def lit(s: Screen) -> list[str]:
    """The places where the chosen cards can be laid, or which they can take."""
    board = s.table.board
    assert isinstance(board, arcade.HeartBoard)
    s.app.draw()
    return [f"at-{place}" for place in board.targets()]


def hand_of(s: Screen, kind: str) -> list[str]:
    hand = s.table.board.stage.of("hand", s.table.board.seat)
    return [f"hand{number}" for number, card in enumerate(hand) if str(card.card).startswith(kind)]


def near_end(moves_left: int, seed: int = 11) -> Match:
    """A match of a person against the weakest machine, so many random moves before its end."""
    whole = len(played("heart", 10_000, seed).moves)
    match = played("heart", whole - moves_left, seed, mine=False)
    match.seats = ["human", "random"]
    return match


def stands(match: Match, wanted: Callable[[dict[str, list[int]]], bool], kinds: tuple[str, ...]) -> bool:
    """Whether seat 0 is to act on such a board and holds cards of these kinds."""
    state = match.state()
    held = [card.split()[0] for card in state["hands"][0]]
    return match.to_act == 0 and wanted(state["board"]) and all(held.count(k) >= kinds.count(k) for k in kinds)


def position(wanted: Callable[[dict[str, list[int]]], bool], *kinds: str) -> Match:
    """A position of random play with seat 0, a person, to act on such a board, with cards of these kinds."""
    for seed in range(500):
        for moves in (6, 12, 18, 26):
            match = played("heart", moves, seed)
            if not match.over and stands(match, wanted, kinds):
                return match
    raise AssertionError("no such position")


# ---- whole games ----


def play_by_mouse(s: Screen) -> int:
    turns = 0
    while True:
        s.until(lambda: ready(s))
        if s.table.match.over:
            return turns
        played = len(s.table.match.moves)
        if turns % 3 == 2:
            kind = str(s.table.board.stage.of("hand", 0)[0].card).split()[0]
            s.drag("hand0", f"at-{kind}")
            if s.table.match.over or len(s.table.match.moves) > played:
                turns += 1
                continue
        else:
            s.click("hand0")
        if turns % 3 == 1:
            for key in hand_of(s, str(s.table.held[0].card).split()[0])[1:]:
                s.click(key)
        s.click(lit(s)[-1])
        assert len(s.table.match.moves) > played
        turns += 1


@pytest.mark.long
def test_a_whole_game_by_mouse(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("heart", seed=5, seats=["human", "random"])
        turns = play_by_mouse(s)
        assert turns == len(table.match.moves[first_seat(table.match)::2])
        assert any(len(move.split(" > ")[0].split()) > 2 for move in table.match.moves)
        assert any(" > " in move for move in table.match.moves)
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("review")
        assert isinstance(s.scene, arcade.Review)


def first_seat(match: Match) -> int:
    return Match.load(match.record() | {"moves": []}).to_act or 0


def play_by_steps(s: Screen, step: Callable[[str], None], accept: Callable[[], None]) -> None:
    while True:
        s.until(lambda: ready(s))
        if s.table.match.over:
            return
        played = len(s.table.match.moves)
        s.walk("hand0", step)
        accept()
        assert s.table.held
        s.walk(lit(s)[-1], step)
        accept()
        assert len(s.table.match.moves) > played


@pytest.mark.long
def test_a_whole_game_by_keyboard(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        table = s.sit("heart", seed=8, seats=["human", "random"])
        play_by_steps(s, s.key, lambda: s.key("enter"))
        assert len(table.match.moves) > 30
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


@pytest.mark.long
def test_the_end_of_a_game_by_controller(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(near_end(12, seed=12))
        play_by_steps(s, lambda way: s.button(PAD[way]), lambda: s.button(pygame.CONTROLLER_BUTTON_A))
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


# ---- choosing ----


@pytest.mark.long
def test_several_cards_of_a_kind_are_laid_together_and_another_kind_begins_anew(tmp_path: Path) -> None:
    match = position(lambda board: len(board["dwarf"]) < 2, "dwarf", "dwarf")
    with screen(tmp_path) as s:
        s.app.sit(match)
        dwarfs = hand_of(s, "dwarf")[:2]
        other = next(f"hand{i}" for i in range(5) if f"hand{i}" not in hand_of(s, "dwarf"))
        s.click(other)
        for key in dwarfs:
            s.click(key)
        assert [str(card.card).split()[0] for card in s.table.held] == ["dwarf", "dwarf"]
        s.click(dwarfs[0])
        assert len(s.table.held) == 1
        s.key("esc")
        assert s.table.held == []
        for key in dwarfs:
            s.click(key)
        s.click("at-dwarf")
        assert match.moves[-1].split()[0] == "dwarf"
        assert len(match.moves[-1].split()) == 3


def two_dwarfs_chosen(s: Screen) -> tuple[Match, list[str]]:
    """A match in which two Dwarfs are chosen, and their spots."""
    match = position(lambda board: len(board["dwarf"]) < 2, "dwarf", "dwarf")
    s.app.sit(match)
    dwarfs = hand_of(s, "dwarf")[:2]
    for key in dwarfs:
        s.click(key)
    return match, dwarfs


def test_chosen_cards_are_dragged_together(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match, dwarfs = two_dwarfs_chosen(s)
        s.drag(dwarfs[0], "at-troll")
        assert len(s.table.held) == 2
        s.drag(dwarfs[1], "at-dwarf")
        assert len(match.moves[-1].split()) == 3 or len(match.moves[-2].split()) == 3


def test_a_card_too_many_is_refused_with_the_reason(tmp_path: Path) -> None:
    match = position(lambda board: len(board["knight"]) == 1, "knight", "knight")
    with screen(tmp_path) as s:
        s.app.sit(match)
        first, second = hand_of(s, "knight")[:2]
        s.click(first)
        s.click(second)
        assert len(s.table.held) == 1
        assert Strings("en")("why.heart.too_many") in s.words()


def test_the_choice_of_two_spaces_is_asked_on_the_board(tmp_path: Path) -> None:
    match = position(lambda board: bool(board["chest"]) and bool(board["petrified"]), "sorceress")
    with screen(tmp_path) as s:
        s.app.sit(match)
        played, figure = len(match.moves), match.state()["figure"]
        s.click(hand_of(s, "sorceress")[0])
        assert sorted(lit(s)) == ["at-chest", "at-petrified"]
        s.click("at-sorceress")
        assert len(match.moves) == played
        s.click("at-petrified")
        assert match.moves[played].endswith("> petrified")
        assert figure != 0 and match.state()["figure"] == 0


@pytest.mark.parametrize("kind", ["fire", "troll", "sorceress", "knight", "ship", "dwarf", "huntress"])
def test_what_a_play_would_take_is_shown_before_and_comes_true(tmp_path: Path, kind: str) -> None:
    full = {"knight": 1, "ship": 2, "dwarf": 3, "huntress": 2}
    goal = {"fire": "chest", "troll": "sorceress", "sorceress": "chest", "knight": "troll", "huntress": "fire"}
    match = position(lambda board: len(board[kind]) == full.get(kind, len(board[kind]))
                     and (kind not in goal or bool(board[goal[kind]])), kind)
    with screen(tmp_path) as s:
        s.app.sit(match)
        board, before = s.table.board, match.scores
        assert isinstance(board, arcade.HeartBoard)
        s.click(hand_of(s, kind)[0])
        for place, move in board.targets().items():
            after = match.copy()
            after.play(move)
            gain = board.say.gains({place: move})
            assert sum(gain.values()) == after.scores[0] - before[0]
            s.table.focus = f"at-{place}"
            assert board.say.prospect(move) in s.words()
        assert (match.scores, bool(s.table.held)) == (before, True)


def telling(match: Match, viewer: int, language: str = "en") -> HeartTelling:
    """The words of a match for a person at one of its seats."""
    look: Any = SimpleNamespace(match=match, viewer=viewer, seat=viewer, t=Strings(language), memory=False,
                                state=match.state(viewer), name=lambda seat: "You" if seat == viewer else "Ostrun")
    return HeartTelling(look)


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_a_turn_is_told_whole_and_truly(language: str) -> None:
    """Who lays how many cards of which kind, what that takes, who gets the Great Dragon; the card lost with it is
    named to its owner alone."""
    t, lost = Strings(language), 0
    for seed in range(12):
        match, other = Match("heart", seed=seed, seats=["human", "drake"]), played("heart", 10_000, seed).moves
        for move in other:
            seat, kind, values = match.to_act or 0, *read(move)[:2]
            events = match.play(move)
            told = telling(match, 0, language).outlook(seat, move, events, done=True)
            number = t(f"heart.number.{len(values)}")
            lays = t(f"heart.some.{kind}", count=len(values), number=number)
            assert lays in told
            begins = "heart.turn.lays.you" if seat == 0 else "heart.turn.lays"
            assert told.startswith(t(begins, name="Ostrun", cards=lays))
            taken = [int(str(e.card).split()[1]) for e in events if (e.kind, e.target) == ("card", "pile")]
            assert not taken or t("heart.points", points=sum(taken)) in told
            figure = t("heart.turn.figure.you" if seat == 0 else "heart.turn.figure")
            assert (figure in told) == any(e.what == "figure" for e in events if e.kind == "say")
            for event in (e for e in events if e.what == "loses_card"):
                lost += 1
                assert (t(f"card.heart.{event.card}") in told) == (event.seat == 0)
    assert lost


@pytest.mark.long
def test_the_last_turn_is_told_with_its_reason() -> None:
    reasons = set()
    for seed in range(40):
        moves = played("heart", 10_000, seed).moves
        match = Match("heart", seed=seed, seats=["human", "drake"])
        for move in moves[:-1]:
            match.play(move)
        told, state = telling(match, 0).task([], {}, []), match.state()
        sailed, last = state["ship_stacks"] == state["stacks_at_end"], state["last_turn_of"]
        whose = "Your" if last == 1 else "Ostrun's"
        why = "The last fleet has sailed" if sailed else f"{whose} deck is empty"
        assert told == f"{why}: {'you have' if last == 0 else 'Ostrun has'} one last turn."
        reasons.add((sailed, last))
    assert len(reasons) > 2


# ---- what is seen ----


def test_the_maps_show_the_outlines_and_arrows_of_the_rules() -> None:
    """In random matches no place holds more cards than it has outlines, and every arrow that is needed is drawn; the
    Dwarfs take themselves."""
    outlines = Match("heart").state()["outlines"]
    most, needed = dict.fromkeys(outlines, 0), set()
    for seed in range(12):
        whole = played("heart", 10_000, seed)
        match = Match.load(whole.record() | {"moves": []})
        for move in whole.moves:
            kind, values, end = read(move)
            if kind in most:
                most[kind] = max(most[kind], len(match.state()["board"][kind]) + len(values))
            taken = {e.source for e in match.play(move) if e.kind == "card" and e.target == "pile"}
            needed |= {f"{kind}-{goal}" for goal in taken | {end} - {""}}
    assert most == outlines
    for plan in arcade.HeartBoard.data["maps"].values():
        assert set(plan["arrows"]) == needed - {"dwarf-dwarf"}


@pytest.mark.long
def test_points_on_the_table_are_those_of_the_rules_at_every_move(tmp_path: Path) -> None:
    match = played("heart", 10_000)
    with screen(tmp_path) as s:
        review = arcade.Review(s.app, match)
        for ply in range(len(match.moves), -1, -3):
            review.go(ply)
            review.board.stage.finish()
            assert [review.board.points(seat) for seat in (0, 1)] == review.match.scores  # type: ignore[attr-defined]


@pytest.mark.long
def test_two_deals_that_look_alike_are_drawn_alike(tmp_path: Path) -> None:
    """The other hand and both decks are dealt anew; the picture, with a preview, stays the same."""
    cards = [f"{kind} {value}" for kind, counts in load_toml("heart/deck.toml")["cards"].items()
             for value, count in enumerate(counts, 1) for _ in range(count)]
    own = ["sorceress 1", "fire 3", "dwarf 1", "knight 1", "ship 1"]
    rest = list(cards)
    for card in own:
        rest.remove(card)
    pictures: list[bytes] = []
    for turn in (0, 7):
        mixed, other = rest[turn:] + rest[:turn], cards[turn:] + cards[:turn]
        match = Match("heart", deal={"first": 0, "hands": [own, other[:5]], "decks": [mixed, other[5:]]},
                      seats=["human", "hatchling"])
        with screen(tmp_path / str(turn)) as s:
            s.app.sit(match)
            s.click(hand_of(s, "sorceress")[0])
            s.point(s.spot("at-petrified").rect.center)
            s.app.draw()
            pictures.append(pygame.image.tobytes(s.app.canvas.surface, "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(("size", "language"), LOOKS)
@pytest.mark.long
def test_every_picture_of_the_table_is_without_faults(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        found = {}
        for name, make in game_shots(s.app, "heart").items():
            draw_shot(s.app, make)
            if wrong := faults(s.app.canvas):
                found[name] = wrong
        assert found == {}


def test_hand_cards_are_large_enough_on_the_smallest_screen(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        s.app.sit(played("heart", 20))
        hand = [s.spot(f"hand{i}").rect for i in range(5)]
        assert all(rect.w >= 72 for rect in hand)
        assert all(b.x - a.x >= 26 for a, b in pairwise(hand))


def test_large_text_has_its_place(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        s.app.session.settings.text_size = 150
        for name in ("start", "middle", "late", "setup"):
            draw_shot(s.app, game_shots(s.app, "heart")[name])
            assert faults(s.app.canvas) == [], name


# ---- what was taken, and what is to be remembered ----


def test_the_own_pile_is_looked_through_by_kind(tmp_path: Path) -> None:
    match = near_end(8)
    with screen(tmp_path) as s:
        s.app.sit(match)
        board = s.table.board
        held = [str(sprite.card) for sprite in board.stage.of("pile", board.seat)]
        assert held
        s.click("pile")
        assert isinstance(s.scene, arcade.Popup)
        sheet = board.say.sheet_pile(held)  # type: ignore[attr-defined]
        *kinds, last = sheet.rows
        assert {row[0].sign for row in kinds} == {card.split()[0] for card in held}
        assert sum(int(row[2].text) for row in kinds) == int(last[2].text) == match.state()["piles"][board.seat]
        assert all(row[1].text in s.words() for row in kinds)


def test_from_memory_the_own_pile_shows_its_cards_and_counts_nothing(tmp_path: Path) -> None:
    match = near_end(8)
    with screen(tmp_path) as s:
        s.app.session.settings.choose("heart", "memory")
        s.app.sit(match)
        board = s.table.board
        s.click("pile")
        held = [str(sprite.card) for sprite in board.stage.of("pile", board.seat)]
        rows = board.say.sheet_pile(held).rows  # type: ignore[attr-defined]
        listed = sorted(f"{row[0].sign} {value}" for row in rows for value in row[1].text.split())
        assert listed == sorted(held)
        assert all(row[1].text in s.words() for row in rows)
        assert not any(row[2].text for row in rows)
        assert "×" not in "".join(cell.text for row in rows for cell in row)
        assert Strings("en")("heart.pile_sum", count=len(held)) not in s.words()


def test_from_memory_a_pile_of_both_decks_or_of_nothing_has_its_place(tmp_path: Path) -> None:
    counts = load_toml("heart/deck.toml")["cards"]
    both = [f"{kind} {value}" for kind, of in counts.items() for value, count in enumerate(of, 1)
            for _ in range(2 * count)]
    with screen(tmp_path, (800, 600)) as s:
        s.app.session.settings.text_size = 150
        s.app.session.settings.choose("heart", "memory")
        s.app.sit(near_end(8))
        say = s.table.board.say
        for cards in (both, []):
            sheet = say.sheet_pile(cards)  # type: ignore[attr-defined]
            with patch.object(say, "sheet_pile", lambda _, sheet=sheet: sheet):
                s.click("pile")
                s.app.draw()
                assert all(row[0].text in s.words() for row in sheet.rows)
                assert faults(s.app.canvas) == []
                s.app.pop()
        assert sheet.rows[0][0].text == Strings("en")("heart.pile_none")


def test_from_memory_neither_piles_nor_stacks_nor_points_are_told(tmp_path: Path) -> None:
    """Two matches whose piles and stacks differ under their top cards look alike on the map and beside it."""
    match = near_end(14)
    with screen(tmp_path) as s:
        s.app.session.settings.choose("heart", "memory")
        s.app.sit(match)
        s.app.draw()
        words = s.words().split("\n")
        decks = {str(n) for n in match.state()["decks"]}
        assert {word for word in words if word.isdigit()} <= decks
        assert words.count("?") == 2
        s.click("more")
        assert s.has("pile")  # the person's may be looked through all the same
        s.key("esc")
        points = {f"{score:g}" for score in match.scores}
        s.app.session.settings.choose("heart", "memory")
        assert points <= set(s.words().split("\n"))


def finished(winners: list[int], figure: int | None) -> Match:
    """A finished match of random play with these winners and this owner of the figure."""
    ends = (played("heart", 10_000, seed) for seed in range(2000))
    return next(end for end in ends if end.winners == winners and end.state()["figure"] == figure)


@pytest.mark.long("winners6-None-drawn", "winners2-None-0")
@pytest.mark.parametrize(("winners", "figure", "fate"), [
    ([0], 0, "0"), ([0], 1, "0"), ([0], None, "0"), ([1], 1, "1"), ([1], 0, "1"), ([1], None, "1"),
    ([0, 1], None, "drawn")])
def test_the_fate_of_the_great_dragon_follows_from_who_won(
        tmp_path: Path, winners: list[int], figure: int | None, fate: str) -> None:
    with screen(tmp_path) as s:
        s.app.sit(finished(winners, figure))
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        told = {key for key in ("0", "1", "drawn") if Strings("en")(f"heart.end.{key}") in s.words()}
        assert told == {fate}


@pytest.mark.parametrize("language", Strings.languages())
def test_the_help_begins_with_what_each_side_wants(language: str) -> None:
    page = load_toml("heart/help.toml")["page"][0]
    first = page["text" if language == "en" else f"text_{language}"].strip().split("\n")[0]
    sides = {"en": ("green", "red"), "de": ("grün", "rot")}[language]
    wants = {"en": ("free", "stay stone"), "de": ("befreien", "Stein bleibt")}[language]
    assert all(word.lower() in first.lower() for word in (*sides, *wants))


# ---- from memory ----

HELD = ["sorceress 1", "fire 3", "dwarf 1", "huntress 1", "troll 2"]
UNDER = {  # two ways to the same top cards and the same counts of cards played
    "chest": (["chest 1", "chest 4", "troll 2", "dwarf 1", "ship 1"], ["chest 1 4", "troll 2", "dwarf 1"]),
    "troll": (["chest 4", "troll 1", "troll 2", "dwarf 1", "ship 1"], ["chest 4", "troll 1 2", "dwarf 1"]),
}


def beneath(way: str) -> Match:
    """A match that differs from that of the other way in nothing but what lies under the top cards."""
    cards = [f"{kind} {value}" for kind, counts in load_toml("heart/deck.toml")["cards"].items()
             for value, count in enumerate(counts, 1) for _ in range(count)]
    other, moves = UNDER[way]
    decks = [[*cards], [*cards]]
    for deck, hand in zip(decks, (HELD, other), strict=True):
        for card in hand:
            deck.remove(card)
    match = Match("heart", deal={"first": 1, "hands": [HELD, other], "decks": decks}, seats=["human", "hatchling"])
    for answer, move in zip(("dwarf 1", "huntress 1"), moves, strict=False):
        match.play(move)
        match.play(answer)
    match.play(moves[-1])
    return match


def advised(s: Screen, worth: float) -> None:
    """The adviser's answer is there: the first legal move, worth so much."""
    moves = [MoveValue(move, worth - number, not number, 1.0) for number, move in enumerate(s.table.match.legal())]
    s.table.live.worth.fair = Advice("done", moves[0].move, "estimate", 1, None, None, tuple(moves), 1, 0.0)


def seen_from_memory(folder: Path, way: str, worth: float) -> list[bytes]:
    """Pictures of all that a table shows around a play that takes a stack, at rest and in motion."""
    pictures: list[bytes] = []
    with screen(folder) as s:

        def look() -> None:
            s.app.draw()
            pictures.append(pygame.image.tobytes(s.app.canvas.surface, "RGB"))

        s.app.session.settings.choose("heart", "memory")
        match = beneath(way)
        s.app.sit(match)
        s.table.live.paused = True
        look()
        pictures.append(pygame.image.tobytes(arcade.little_table(s.app, match), "RGB"))
        s.key("l")
        for place in ("chest", "troll", "sorceress", "pile0", "pile1", "deck0", "figure"):
            s.point(s.spot(place if place[-1].isdigit() or place == "figure" else f"at-{place}").rect.center)
            look()
        s.key("l")  # it lies over the right of the hand
        s.table.live.ask_hint()
        advised(s, worth)
        look()
        s.table.toggle_values()
        advised(s, worth)
        look()
        doubt = s.table.words.doubted()
        assert doubt
        s.table.live.coach.spoken = doubt._replace(word="blunder")
        look()
        s.table.live.coach.forget()
        other = doubt._replace(move="troll 2", better="fire 3", loss=worth)
        why = arcade.Why(s.app, s.table.live.judged(doubt), other)
        s.app.push(why)
        doubt.reasoning.work()
        why.tick()
        for _ in range(2):
            look()
            pictures.append("\n".join(words for words, _ in why.comparison.words()).encode())
            why.comparison.turn()
        s.app.pop()
        s.table.live.forget()
        for kind, goal in (("sorceress", "chest"), ("troll", "troll"), ("fire", "fire")):
            s.click(hand_of(s, kind)[0])
            s.point(s.spot(f"at-{goal}").rect.center)
            look()
        s.app.session.settings.motion = "normal"
        s.click("at-fire")
        while s.table.board.stage.groups or s.app.motion.busy:
            look()
            s.app.motion.now += 40
            s.table.board.stage.tick()
        look()
        s.app.session.settings.motion = "off"
        match.play("ship 1")
        s.table.board.stage.follow()
        s.table.live.tell(s.table.board.say.story([0]), anew=True)
        look()
        s.app.push(arcade.KeptList(s.app, "heart"))
        look()
    return pictures


def test_the_great_dragon_lies_where_a_shown_line_leads(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match("heart", deal=arranged("petrified 2", "", "sorceress 1"))
        match.seats = ["random", "human"]
        match.play("petrified 2")
        s.app.sit(match)
        board = s.table.board
        assert isinstance(board, arcade.HeartBoard)
        s.app.draw()
        assert s.spot("figure").rect.colliderect(board.plan.map)
        board.ahead = match.position()
        board.ahead.play("sorceress 1 > petrified")
        s.app.draw()
        assert (board.owner, match.state()["figure"]) == (1, None)
        assert s.spot("figure").rect == board.plan.sides["figure", 1]


@pytest.mark.long
def test_from_memory_a_table_shows_nothing_that_the_top_cards_do_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piles, stacks, previews, tips, hints, values, the coach, reasons, the log, cards on their way, kept matches."""
    monkeypatch.setattr(saves, "stamp", lambda: "2026-11-22T05:30:00Z")  # the list shows when a match was kept
    both = []
    for way, worth in (("chest", 7.0), ("troll", -3.0)):
        monkeypatch.setattr(pygame.time, "get_ticks", partial(next, count(10_000, 2)))  # the same instants for both
        both.append(seen_from_memory(tmp_path / way, way, worth))
    one, two = both
    assert len(one) == len(two)
    assert [number for number, (a, b) in enumerate(zip(one, two, strict=True)) if a != b] == []


def test_the_place_that_a_move_takes_from_can_be_pressed_too(tmp_path: Path) -> None:
    """Where there is one move: what the arrow points at does as well as the place of the cards."""
    with screen(tmp_path) as s:
        for seed in range(1, 60):
            match = played("heart", 12, seed)
            seats = ["human" if seat == match.to_act else "hatchling" for seat in range(2)]
            s.app.sit(Match.load(match.record() | {"seats": seats}))
            board = s.table.board
            assert isinstance(board, arcade.HeartBoard)
            s.app.draw()
            for sprite in board.stage.of("hand", board.seat):
                board.choice.hold([sprite])
                moves = [*board.targets().values()]
                goals = [goal for _, goal in board.say.ways(moves[0], board.say.foresee(moves[0]))] if moves else []
                if len(moves) == 1 and goals and goals[0] not in board.targets():
                    before = len(s.table.match.moves)
                    board.ask(goals[0])
                    assert s.table.match.moves[before:] == moves
                    return
        raise AssertionError("no such position")


def taking(seat: int) -> Match:
    """A match in which the other seat has just taken several cards and seat 0 is to move."""
    match = played("heart", 6)
    record = played("heart", 10_000).moves
    for move in record[len(match.moves) :]:
        events = match.play(move)
        taken = [e for e in events if e.kind == "card" and e.target == "pile"]
        if len(taken) > 1 and match.to_act == seat and not match.over:
            match.seats = ["human", "dragon"]
            return match
    raise AssertionError(seat)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_what_the_other_has_just_taken_lies_at_its_banner_until_the_next_move(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        match = taking(0)
        s.app.sit(match)
        s.app.draw()
        board = s.table.board
        assert isinstance(board, arcade.HeartBoard)
        last = board.say.last()
        worth = board.say.pile(last.taken)
        shown = next(spot for spot in s.app.canvas.spots if spot.key == "taken")
        assert shown.tip == last.text
        assert f"+{worth}" in s.words().splitlines()
        banners = [board.plan.sides["pile", seat] for seat in (0, 1)]
        assert shown.rect.collidelist([*banners, *board.plan.sites().values(), board.plan.worth()]) < 0
        s.table.play(match.legal()[0])
        board.stage.finish()
        s.app.draw()
        assert board.say.last().seat == 0
        assert not any(spot.key == "taken" for spot in s.app.canvas.spots)


def test_from_memory_only_the_number_of_cards_just_taken_is_shown(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = taking(0)
        s.app.session.settings.choose("heart", "memory")
        s.app.sit(match)
        with patch.object(Canvas, "numeral", autospec=True, side_effect=Canvas.numeral) as numerals:
            s.app.draw()
        board = s.table.board
        assert board.memory
        assert isinstance(board, arcade.HeartBoard)
        told = [one.args[1] for one in numerals.call_args_list]
        assert str(len(board.say.last().taken)) in told
        assert not any(words.startswith("+") for words in told)


@pytest.mark.parametrize("size", SIZES)
def test_under_the_face_of_who_laid_several_cards_at_once_stands_how_many(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Face and words are one thing, on the card on top."""
    whole = played("heart", 10_000)
    at, cards = next(
        (number, cards)
        for number, move in enumerate(whole.moves, 1)
        if len(cards := [one for one in move.split(" > ")[0].split() if one.isdigit()]) > 1
    )
    with screen(tmp_path, size) as s:
        draw_shot(s.app, lambda: [table_at(s.app, played("heart", at))])
        told = s.spot("badge").rect
        said = [one.text for one in s.app.canvas.written if told.contains(one.ink)]
        assert [words.split()[0] for words in said] == [str(len(cards))]
        top = [sprite for sprite in s.table.board.stage.sprites if s.table.board.lately(sprite)][-1]
        assert top.rect.contains(told)


@pytest.mark.parametrize("side", [96, 300])
def test_a_figure_throws_its_shadow_to_the_lower_right(side: int) -> None:
    """It touches the figure's foot, and is dark there."""
    figure = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(figure, (200, 200, 200), (side // 4, side // 4, side // 2, side // 2))
    shadow, place = thrown(figure), figure.get_bounding_rect()
    lies = shadow.get_bounding_rect(40).move(thrown_at(place))
    assert place.centerx < lies.centerx
    assert place.right < lies.right
    assert lies.y <= place.bottom < lies.bottom
    foot, far = (shadow.get_at((share * shadow.get_width() // 100, shadow.get_height() // 3)).a for share in (25, 90))
    assert foot > far


def test_a_card_with_one_thing_to_take_is_laid_by_its_own_place(tmp_path: Path) -> None:
    """Of two places only one holds anything: nothing is asked, and the arrow and the light show what will be done."""
    match = position(lambda board: bool(board["chest"]) and not board["petrified"], "sorceress")
    with screen(tmp_path) as s:
        s.app.sit(match)
        played = len(match.moves)
        s.click(hand_of(s, "sorceress")[0])
        s.app.draw()
        board = s.table.board
        assert isinstance(board, arcade.HeartBoard)
        assert board.lit(board.targets()) == ["sorceress"]
        (move,) = [move for move in board.targets().values() if move.endswith("> chest")]
        assert board.say.prospect(move) in s.words()
        assert "?" not in board.task()
        s.click("at-sorceress")
        assert match.moves[played] == move


def test_where_two_things_can_be_taken_a_press_on_the_own_place_lights_both_again(tmp_path: Path) -> None:
    match = position(lambda board: bool(board["chest"]) and bool(board["petrified"]), "sorceress")
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.app.session.settings.motion = "normal"
        s.click(hand_of(s, "sorceress")[0])
        board = s.table.board
        assert isinstance(board, arcade.HeartBoard)
        assert sorted(board.lit(board.targets())) == ["chest", "petrified"]
        s.app.motion.finish()
        s.click("at-sorceress")
        assert s.app.motion.breathes
        assert Strings("en")("heart.which", count=1) in s.words()


def test_chosen_cards_stand_out_from_the_other_kinds(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        two_dwarfs_chosen(s)
        s.point((5, 5))
        s.app.draw()
        tops = {sprite: next(one.rect.y for one in reversed(s.app.canvas.cards) if one.rect.x == sprite.rect.x
                             and one.rect.y > s.app.canvas.area.h // 2)
                for sprite in s.table.board.stage.of("hand", s.table.board.seat)}
        chosen = [top for sprite, top in tops.items() if sprite in s.table.held]
        others = [top for sprite, top in tops.items() if str(sprite.card).split()[0] != "dwarf"]
        least = s.table.board.stage.of("hand", s.table.board.seat)[0].rect.h * 12 // 100
        assert len(set(chosen)) == 1
        assert others
        assert max(chosen) + least <= min(others)


def test_notes_leave_the_arrows_and_the_places_of_choice_in_view(tmp_path: Path) -> None:
    match = position(lambda board: bool(board["chest"]) and bool(board["petrified"]), "sorceress")
    for size in ((1280, 720), (800, 600)):
        with screen(tmp_path / str(size[0]), size) as s:
            s.app.sit(match)
            s.click(hand_of(s, "sorceress")[0])
            board = s.table.board
            assert isinstance(board, arcade.HeartBoard)
            s.app.draw()
            free = [*board.plan.ways(), board.plan.outlines("chest"), board.plan.outlines("petrified")]
            for spot in [spot for spot in s.app.canvas.spots if spot.key.startswith("at-") and spot.tip]:
                assert s.app.canvas.tip_box(spot).collidelistall(free) == [], spot.key


def test_points_stand_larger_than_what_is_left_of_a_deck(tmp_path: Path) -> None:
    for size in ((1280, 720), (800, 600)):
        with screen(tmp_path / str(size[0]), size) as s:
            s.app.sit(played("heart", 20, mine=False))
            board = s.table.board
            assert isinstance(board, arcade.HeartBoard)
            s.app.draw()
            for seat in (0, 1):
                banner = board.plan.sides["pile", seat]
                inks = {one.text: one.ink.h for one in s.app.canvas.written if banner.contains(one.ink)}
                left = str(board.match.state()["decks"][seat])
                assert inks[str(board.tally(seat))] >= 1.5 * inks[left]


def test_the_place_below_the_ship_is_named_only_while_cards_wait_there(tmp_path: Path) -> None:
    name = Strings("en")("heart.place.below")
    with screen(tmp_path) as s:
        for moves in range(6, 40, 2):
            match = played("heart", moves)
            s.app.sit(match)
            s.app.draw()
            named = any(one.text == name for one in s.app.canvas.written)
            assert named == bool(match.state()["below_ship"])


def test_an_arrow_turns_back_to_the_place_whose_cards_take_each_other(tmp_path: Path) -> None:
    for size in ((1280, 720), (800, 600)):
        with screen(tmp_path / str(size[0]), size) as s:
            s.app.sit(played("heart", 0))
            board = s.table.board
            assert isinstance(board, arcade.HeartBoard)
            s.app.draw()
            plan = board.plan
            assert [*filter(plan.takes_itself, board.limits)] == ["dwarf"]
            loop = plan.loop("dwarf")
            assert loop.collidelistall([plan.outlines(place) for place in plan.places]) == []
            painted = board.paint_map().subsurface(loop.move(-plan.sheet().x, -plan.sheet().y))
            darkest = min(sum(painted.get_at((x, y))[:3]) for x in range(loop.w) for y in range(loop.h))
            assert darkest < 250  # ink on parchment


def test_of_two_arrows_only_that_of_the_place_pointed_at_is_shown(tmp_path: Path) -> None:
    match = position(lambda board: bool(board["chest"]) and bool(board["petrified"]), "sorceress")
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.click(hand_of(s, "sorceress")[0])
        for at, count in (((5, 5), 2), (s.spot("at-chest").rect.center, 1)):
            s.point(at)
            with patch.object(arcade.HeartBoard, "draw_way", autospec=True) as ways:
                s.app.draw()
            assert ways.call_count == count
