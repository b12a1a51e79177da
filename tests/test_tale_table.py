"""Fairy Tale on the screen: whole matches by posted events, choices, popups, what stays hidden, pictures."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Event, Match
from native.screen.bindings import Action
from native.screen.canvas import Canvas, faults
from native.screen.finale import Finale
from native.screen.geometry import card_size
from native.screen.theme import LEAST_PX, THEME, picture_path, slug
from native.screen.worded import set_out
from native.strings import Strings
from native.tale.deck import deck
from native.tale.known import cards_seen
from native.tale.words import TaleTelling
from native.tools.samples import played
from native.tools.shots import draw_shot, table_at
from tests.reference.tale import points_of
from tests.screen import LOOKS, Screen, screen

GAME = "tale"
TEAMS = {"players": 4, "expert": True, "teams": True, "garfield": True}
FIVE = {"players": 5, "expert": True}

def position(verb: str, moves: int = 20, **options: Any) -> Match:
    """A position of a random match, seat 0 to choose something of a kind, two choices or more."""
    for seed in range(3, 60):
        match = Match(GAME, options, seed)
        match.seats = ["human"] + ["random"] * (match.seats_count - 1)
        chance = random.Random(seed)
        while not match.over:
            if match.to_act == 0 and len(match.moves) >= moves and match.legal()[0].startswith(f"{verb} ") \
                    and len(match.legal()) > 1:
                return match
            match.play(chance.choice(match.legal()))
    raise AssertionError(f"no {verb} found")


def board_of(s: Screen) -> arcade.TaleBoard:
    board = s.table.board
    assert isinstance(board, arcade.TaleBoard)
    return board


def legal_spot(s: Screen) -> str:
    """The spot of a card that may be chosen."""
    s.app.draw()
    return next(key for key, sprite in board_of(s).keys.items()
                if sprite.seat == 0 and board_of(s).moves_of(sprite))


def ready(s: Screen) -> bool:
    return isinstance(s.scene, arcade.EndScene) or (s.table.live.mine and not s.table.board.stage.groups)


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
@pytest.mark.long
def test_a_whole_match(tmp_path: Path, device: str) -> None:
    """By keys, the focus stands on a card that may be chosen whenever it is one's turn."""
    with screen(tmp_path, (800, 600)) as s:
        table = s.sit(GAME, seed=5, options={"players": 3}, seats=["human", "random", "random"])
        if device == "keyboard":
            s.key("down")
        s.until(lambda: ready(s))
        while not isinstance(s.scene, arcade.EndScene):
            before = len(table.match.moves)
            if device == "mouse":
                s.click(legal_spot(s))
            else:
                table.focus = ""
                s.app.draw()
                s.app.draw()
                s.key("enter")
            assert len(table.match.moves) > before
            s.until(lambda: ready(s))
        state = table.match.state()
        assert state["stage"] == 9
        assert [len(row) for row in state["table"]] == [12, 12, 12]
        words = s.words()
        assert all(f"{score:g}" in words for score in table.match.scores)
        s.click("review")
        assert isinstance(s.scene, arcade.Review)


@pytest.mark.long
@pytest.mark.parametrize("device", ["keyboard", "controller"])
def test_every_card_is_reached_without_a_mouse(tmp_path: Path, device: str) -> None:
    with screen(tmp_path) as s:
        s.app.sit(position("play", 30, players=3))
        s.app.draw()
        keys = list(board_of(s).keys)
        for key in random.Random(2).sample(keys, 4):
            s.walk(key, partial(s.press, device))
            assert s.app.pointer.focus == key


@pytest.mark.long
def test_while_others_move_the_focus_waits_for_the_cards(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match(GAME, {"players": 4}, 5)
        match.seats = ["human"] + ["hatchling"] * 3
        s.app.sit(match)
        s.app.input.device = "keyboard"
        for _ in range(3):
            s.until(lambda: s.table.board.choice.live)
            s.app.turn()
            s.app.turn()
            assert s.spot(s.app.pointer.focus).drag
            s.key("enter")
            s.until(lambda: not s.table.board.choice.live)


@pytest.mark.parametrize(
    ("verb", "options", "target"), [("play", {"players": 3}, "lay"), ("exchange", TEAMS, "row2.0")]
)
def test_a_card_is_dragged(tmp_path: Path, verb: str, options: dict[str, Any], target: str) -> None:
    """To the table, or onto the partner's card to have."""
    with screen(tmp_path) as s:
        match = position(verb, 60, **options)
        s.app.sit(match)
        key, before = legal_spot(s), len(match.moves)
        card = board_of(s).say.lying(board_of(s).keys[key])
        s.drag(key, target)
        assert f"{match.moves[before]} ".startswith(f"{verb} {card} ")


@pytest.mark.parametrize("verb", ["flip", "unflip"])
def test_cards_are_turned_over_on_the_own_table(tmp_path: Path, verb: str) -> None:
    """A card that may not be turned says why."""
    with screen(tmp_path) as s:
        match = position(verb, 30, players=4)
        s.app.sit(match)
        key = legal_spot(s)
        move = board_of(s).moves_of(board_of(s).keys[key])[0]
        wrong = next((k for k, card in board_of(s).keys.items() if k.startswith("own")
                      and not board_of(s).moves_of(card)), "")
        before = len(match.moves)
        if wrong:
            s.click(wrong)
            assert len(match.moves) == before
            assert board_of(s).why(board_of(s).keys[wrong]) in s.words()
        s.click(key)
        assert match.moves[before] == move


@pytest.mark.long("4")
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_promised_of_a_card_turned_over_is_what_its_seat_gains(players: int) -> None:
    """By the slow reference, whatever it does to the points of others."""
    tried, chance = 0, random.Random(players)
    for seed in range(12):
        match = Match(GAME, {"players": players, "expert": True}, seed)
        while not match.over:
            seat, legal = match.to_act or 0, match.legal()
            verb = legal[0].partition(" ")[0]
            look: Any = SimpleNamespace(match=match, viewer=seat, seat=seat, t=Strings("en"))
            rows = [[card["name"] for card in row if card["up"]] for row in match.state()["table"]]
            for move in legal if verb in ("flip", "unflip") else []:
                name, others, turned = move.partition(" ")[2], rows[:seat] + rows[seat + 1 :], [*rows[seat]]
                turned.append(name) if verb == "unflip" else turned.remove(name)
                gain = points_of(turned, others)[0] - points_of(rows[seat], others)[0]
                assert TaleTelling(look).change(move) == gain
                tried += 1
            match.play(chance.choice(legal))
    assert tried > 100


@pytest.mark.parametrize("verb", ["flip", "exchange"])
def test_values_stand_on_cards_in_two_rows(tmp_path: Path, verb: str) -> None:
    """Every choice has its value, on the person's cards and, once one is chosen, on the partner's."""
    with screen(tmp_path) as s:
        match = position(verb, 110, **TEAMS)
        s.app.sit(match)
        advice = match.advise("hatchling")
        s.table.live.worth.fair, s.table.live.show_values = advice, True
        values = {s.table.board.say.bare(m.value) for m in advice.moves}
        assert len(board_of(s).stage.of("table", 0)) > 6
        assert values & set(s.words().split("\n"))
        s.table.board.choice.hold([board_of(s).keys[legal_spot(s)]])
        assert values & set(s.words().split("\n"))
        assert faults(s.app.canvas) == []


def test_an_exchange_takes_two_choices(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        match = position("exchange", 60, **TEAMS)
        s.app.sit(match)
        key, before = legal_spot(s), len(match.moves)
        s.click(key)
        assert s.table.held == [board_of(s).keys[key]]
        assert len(match.moves) == before
        s.key("esc")
        assert s.table.held == []
        own = board_of(s).say.lying(board_of(s).keys[key])
        other = board_of(s).say.lying(board_of(s).keys["row2.1"])
        s.click(key)
        s.click("row2.1")
        assert match.moves[before] == f"exchange {own} for {other}"


def test_leaves_open_over_the_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 40, **FIVE)
        s.app.sit(match)
        s.click("cards")
        words = s.words()
        assert all(s.app.session.strings(f"card.tale.{name}") in words for name in ("Bard", "The Trickster", "Demon"))
        s.key("esc")
        s.click("points")
        written = [w.text for w in s.app.canvas.written]
        s.app.draw()
        written = [w.text for w in s.app.canvas.written]
        for points in match.state()["points"]:
            assert str(points) in written
        s.key("esc")
        assert not isinstance(s.scene, arcade.Popup)


def test_a_card_in_focus_is_read_out(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 40, **FIVE)
        s.app.sit(match)
        s.app.draw()
        card = str(board_of(s).keys["hand0"].card)
        s.point(s.spot("hand0").rect.center)
        assert all(line in s.words() for line in board_of(s).say.long(card))


def test_what_lies_face_down_is_shown_to_its_owner_alone(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 60, players=4)
        s.app.sit(match)
        down = {(seat, place): entry["name"] for seat, row in enumerate(match.state(0)["table"])
                for place, entry in enumerate(row) if not entry["up"]}
        assert {seat for seat, _ in down} > {0}
        for sprite in board_of(s).stage.sprites:
            if sprite.zone == "table" and (sprite.seat, sprite.place) in down:
                name = down[sprite.seat or 0, sprite.place]
                assert sprite.card == (f"down {name}" if sprite.seat == 0 else None)
            elif sprite.zone in ("pack", "hand", "discard") and sprite.seat != 0:
                assert sprite.card is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_was_seen_is_never_forgotten(players: int) -> None:
    """What lies open to a seat now has been seen, no more than there is has been, and the count never falls."""
    match, seat = Match(GAME, {"players": players, "expert": True}, 7), 0
    chance, before = random.Random(7), Counter[str]()
    while not match.over:
        seen, state = cards_seen(match, seat), match.state(seat)
        assert all(seen[name] >= count for name, count in before.items())
        assert all(count <= deck()[name]["copies"] for name, count in seen.items())
        open_now = [entry["name"] for row in state["table"] for entry in row]
        open_now += [card for zone in ("packs", "hands", "discards") for card in state[zone][seat]]
        assert all(seen[name] >= count for name, count in Counter(open_now).items())
        before = seen
        for _ in range(players):
            if not match.over:
                match.play(chance.choice(match.legal()))


@pytest.mark.long
def test_hot_seat_shows_nothing_before_the_curtain_is_lifted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("pick", 0, players=5, expert=True)
        match.seats = ["human"] * 5
        s.app.sit(match)
        for _ in range(7):
            s.until(lambda: s.table.curtain)
            assert not any(spot.key.startswith("hand") for spot in s.app.canvas.spots)
            s.click("curtain")
            assert board_of(s).viewer == match.to_act
            s.click("hand0")
        assert len(match.moves) == 7


def scenes(app: arcade.App) -> dict[str, Any]:
    """The pictures of the game that the shared ones lack."""

    def at(match: Match, focus: str = "") -> list[arcade.Scene]:
        table = table_at(app, match)
        table.focus = focus
        return [table]

    def given() -> list[arcade.Scene]:
        table = table_at(app, position("exchange", 60, **TEAMS))
        table.board.choice.hold(table.board.stage.of("table", 0)[:1])
        return [table]

    def popup(name: str, match: Match) -> list[arcade.Scene]:
        table = table_at(app, match)
        return [table, arcade.Popup(app, table.board, name)]

    def end(**options: Any) -> list[arcade.Scene]:
        table = table_at(app, played(GAME, 10_000, 8, **options))
        return [table, arcade.EndScene(app, table)]

    found = {"two": partial(at, position("play", players=2), "own1"),
             "five": partial(at, position("pick", 80, **FIVE)),
             "flip": partial(at, position("flip", 40, players=4), "own0"), "given": given,
             "team": partial(at, position("play", 90, **TEAMS), "seat2"), "end5": partial(end, **FIVE),
             "end4": partial(end, **TEAMS)}
    return found | {name: partial(popup, name, position("play", 100, **FIVE)) for name in ("cards", "points")}


@pytest.mark.parametrize(("size", "language"), LOOKS)
@pytest.mark.long
def test_no_picture_of_the_game_has_faults(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    """Those that the pictures of all games lack, and the rule help in every language."""
    with screen(tmp_path, size) as s:
        assert s.faults(GAME, scenes(s.app), language) == {}


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.long("2-size1", "4-size1")
@pytest.mark.parametrize("players", [2, 4])
def test_the_book_stays_where_it_is_for_a_whole_match(tmp_path: Path, size: tuple[int, int], players: int) -> None:
    """From the first pick to the last card, also between rounds and while cards turn up together."""
    chance, books = random.Random(4), set()
    with screen(tmp_path, size) as s:
        table = s.sit(GAME, seed=4, options={"players": players}, seats=["human"] + ["random"] * (players - 1))
        s.app.draw()
        board, match = board_of(s), table.match
        while not match.over:
            board.show(match.play(chance.choice(match.legal())))
            while board.stage.playing:
                books.add(tuple(board.parts["book"]))
                board.stage.go_on()
            books.add(tuple(board.parts["book"]))
    ((_, _, wide, _),) = books
    assert wide > size[0] // 2


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_cards_revealed_last_are_marked_until_a_card_is_picked_from_new_packs(tmp_path: Path, seed: int) -> None:
    """After the last card of a round, and of the match, too."""
    chance, ends = random.Random(seed), 0
    with screen(tmp_path) as s:
        table = s.sit(GAME, seed=seed, options={"players": 2}, seats=["human", "random"])
        s.app.draw()
        board, match = board_of(s), table.match
        while not match.over:
            was = match.legal()[0].split()[0]
            match.play(chance.choice(match.legal()))
            board.stage.reset()
            board.update()
            marked = {card.seat for card in board.stage.sprites if card.zone == "table" and board.lately(card)}
            now = "" if match.over else match.legal()[0].split()[0]
            if was == "play" and now in ("pick", ""):
                ends += 1
                assert marked == {0, 1}
            elif was == "pick":
                assert not marked
    assert ends  # a round may also end with a choice on a table


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, FIVE], ids=str)
def test_a_kept_card_covers_none_of_the_pack(tmp_path: Path, size: tuple[int, int], options: dict[str, Any]) -> None:
    """Also while the others still pick, and the card just kept is the first."""
    with screen(tmp_path, size) as s:
        seats = ["human"] + ["random"] * (options["players"] - 1)
        table = s.sit(GAME, seed=2, options=options, seats=seats)
        s.app.draw()
        board, match, met = board_of(s), table.match, 0
        while board.stage.known()["passes"] and not match.legal()[0].startswith("play"):
            match.play(match.legal()[0])
            board.stage.reset()
            packs = [card.rect for card in board.stage.of("pack", 0)]
            kept = [card.rect for zone in ("hand", "chosen") for card in board.stage.of(zone, 0)]
            met += bool(packs and kept)
            assert all(card.collidelist(packs) < 0 for card in kept)
    assert met > 2


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
def test_every_card_of_a_pack_tells_what_it_does(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        s.sit(GAME, seed=2, options={"players": 2}, seats=["human", "random"])
        s.app.draw()
        board = board_of(s)
        width = board.plan.width

        def letters(kind: str, px: int) -> pygame.Font:
            return s.app.art.font("title" if kind == "bold" else kind, px)

        for card in deck():
            face = board.face(card)
            words = (face.name, face.text, face.brief)
            look = THEME["card"]["strip"]
            found = set_out(card_size(width), words, look, letters, LEAST_PX, 1.0)
            told = " ".join(row.words for row in found.rows if row.face == "text")
            assert told == face.text, card


def test_every_card_has_words_and_a_picture() -> None:
    for language in Strings.languages():
        strings = Strings(language)
        for name in deck():
            assert f"card.tale.{name}" in strings
            assert f"brief.tale.{name}" in strings
            assert picture_path(f"tale/{slug(name)}").exists()


def test_cards_that_are_somebody_s_friend_name_them(tmp_path: Path) -> None:
    """Of every card that another one counts, on its face and in the words beside it."""
    with screen(tmp_path) as s:
        s.sit("tale", seed=3, seats=["human", "hatchling", "hatchling", "hatchling"])
        say = board_of(s).say
        befriended = {card["times"]: name for name, card in deck().items() if card.get("times", name) != name}
        assert len(befriended) == 3
        for name, other in befriended.items():
            assert say.card(other) in say.face(name).text
            assert any(say.card(other) in line for line in say.long(name))


@pytest.mark.parametrize("language", Strings.languages())
def test_a_friend_s_face_says_who_gains_and_the_engine_counts_that(tmp_path: Path, language: str) -> None:
    """The friend itself never counts more; each card that names it counts so many points more for it."""
    with screen(tmp_path) as s:
        s.speak(language)
        s.sit("tale", seed=3, seats=["human", "hatchling", "hatchling", "hatchling"])
        say, faces = board_of(s).say, {}
        for name, card in deck().items():
            if card.get("times", name) != name:
                text = say.t("tale.face.friend", points=card["points"], name=say.card(name))
                assert say.face(card["times"]).text == text
                assert text.index(say.card(name)) < text.index(str(card["points"]))
                faces[card["times"]] = name
    met = Counter[str]()
    for seed in range(12):
        match = played("tale", 10_000, seed=seed)
        for seat in range(match.seats_count):
            rows = [(row.card or "", row.value) for row in match.breakdown(seat) if row.label in ("points", "times")]
            up = Counter(name for name, _ in rows)
            for name, value in rows:
                if name in faces:
                    assert value == deck()[name]["points"]
                elif name in faces.values():
                    friend = deck()[name]["times"]
                    assert value == deck()[name]["points"] * up[friend]
                    met[friend] += up[friend]
    assert all(met[friend] for friend in faces)


@pytest.mark.long(*map(str, [{"players": 2}, {"players": 3, "expert": True}, {"players": 4, "expert": True}]))
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2}, {"players": 2, "expert": True}, {"players": 3, "rounds": 2}, {"players": 3, "expert": True},
        {"players": 4, "expert": True}, {"players": 4, "expert": True, "teams": True}, TEAMS, FIVE,
    ],
    ids=str,
)
def test_a_total_agrees_with_the_cards_that_are_shown(tmp_path: Path, options: dict[str, Any]) -> None:
    """In 250 positions of random matches of each of these games, 2,000 in all: what the table says of the cards that
    lie there, added up, and what a slow reference counts for them, is the total that the table shows."""
    met, seen, seed = 0, 0, 0
    with screen(tmp_path) as s:
        while met < 250:
            seed += 1
            seats = ["human"] * options["players"]
            table = s.sit(GAME, seed=seed, options=options, seats=seats)
            board, match, chance = table.board, table.match, random.Random(seed)
            assert isinstance(board, arcade.TaleBoard)
            while not match.over and met < 250:
                match.play(chance.choice(match.legal()))
                board.stage.reset()
                board.update()
                met += 1
                rows = [board.stage.of("table", seat) for seat in range(len(seats))]
                lying = [[card for card in row if card.card and card.up] for row in rows]
                names = [[card.card or "" for card in cards] for cards in lying]
                for seat in range(len(seats)):
                    told = [int(board.counts([card]).replace("\N{MINUS SIGN}", "-")) for card in lying[seat]]
                    others = names[:seat] + names[seat + 1 :]
                    assert sum(told) == board.points()[seat] == points_of(names[seat], others)[0]
                    seen += bool(told)
    assert seen > 250


def test_a_loss_that_an_effect_makes_good_is_counted_with_it_and_told_at_no_card(tmp_path: Path) -> None:
    """The gains of all groups of a move add up to what its events bring; beside a card turned up stands no loss that
    the same move takes back."""
    met = 0
    with screen(tmp_path) as s:
        table = s.sit(GAME, seed=1, options={"players": 4, "expert": True}, seats=["human"] + ["random"] * 3)
        say = board_of(s).say
        for seed in (13, 20, 38):
            match, chance = Match(GAME, {"players": 4, "expert": True}, seed), random.Random(seed)
            while not match.over:
                events = match.play(chance.choice(match.legal()))
                table.board.match = match
                groups: list[list[Event]] = [[]]
                for event in say.staged(events):
                    groups[-1].append(event)
                    groups += [[]] if event.kind == "pause" else []
                reveals = [say.reveal(group, groups[at + 1 :]) for at, group in enumerate(groups)]
                shown = [event for group in groups for event in group if event.kind == "score"]
                for seat in range(4):
                    own = [e.amount for e in events if e.kind == "score" and e.seat == seat]
                    assert sum(own) == sum(e.amount for e in shown if e.seat == seat)
                    if len(own) == 2 and own[0] < 0 < own[1]:
                        met += 1
                        assert [e.amount for e in shown if e.seat == seat] == [sum(own)]
                        assert all(seat not in one.gains for one in reveals if one and one.up) or sum(own) <= 0
    assert met >= 3


def test_sums_stand_on_the_cards_of_a_table_once_all_of_them_lie(tmp_path: Path) -> None:
    """While a card is on its way, those in the book count what they did before."""
    met = 0
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        table = s.sit(GAME, seed=4, options={"players": 2}, seats=["human", "random"])
        s.app.draw()
        board, match, chance = board_of(s), table.match, random.Random(4)
        while not match.over:
            before = match.breakdown(0)
            board.show(match.play(chance.choice(match.legal())))
            for _ in range(200):
                board.update()
                cards = [card for card in board.stage.of("table", 0) if card.up and card.place < len(before)]
                if board.stage.playing and not board.all_lie(0):
                    met += bool(cards)
                    told = [(board.counts([card]), before[card.place].value) for card in cards]
                    assert all(words in ("", str(value)) for words, value in told)
                if not board.stage.playing:
                    break
                s.app.motion.now += 40
                board.stage.tick()
    assert met > 20


def test_a_free_place_of_the_book_says_whose_cards_go_there_and_they_do(tmp_path: Path) -> None:
    """As long as no faction has more than three cards."""
    with screen(tmp_path) as s:
        table = s.sit(GAME, seed=4, options={"players": 2}, seats=["human", "random"])
        s.app.draw()
        board, match, chance = board_of(s), table.match, random.Random(4)
        said = {rect: s.spot(f"free{slot}").tip for slot in range(12) for rect in [tuple(board.plan.cell(slot))]}
        assert len(set(said.values())) == 4
        met = 0
        while not match.over:
            match.play(chance.choice(match.legal()))
            board.stage.reset()
            cards = board.stage.of("table", 0)
            if max(board.say.counts_by_faction([*cards, *board.stage.of("chosen", 0)])) > 3:
                break
            factions = [s.app.session.strings(f"tale.trait.{deck()[str(card.card).removeprefix('down ')]['faction']}")
                        for card in cards]
            assert all(said[tuple(card.rect)].startswith(name) for card, name in zip(cards, factions, strict=True))
            met = len(cards)
    assert met > 3


@pytest.mark.parametrize("players", [2, 4])
def test_while_all_choose_at_once_one_sentence_stands(tmp_path: Path, players: int) -> None:
    """Not one for each who chooses; then it is told what comes of it."""
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        t = Strings("en")
        table = s.sit(GAME, seed=3, options={"players": players}, seats=["human", *["random"] * (players - 1)])
        board, match = board_of(s), table.match
        together = t("tale.choosing.one" if players == 2 else "tale.choosing", name=board.name(1))
        for verb in ("pick", "play"):
            board.stage.finish()
            while match.to_act != 0 or not match.legal()[0].startswith(verb):
                match.play(match.legal()[0])
            board.stage.reset()
            for _ in range(players - 1):
                table.play(match.legal()[0])
                for _ in range(200):
                    assert table.status() == together
                    s.app.motion.now += 20
                    board.stage.tick()
            table.play(match.legal()[0])
            told = set[str]()
            while board.stage.playing:
                told.add(table.status())
                s.app.motion.now += 20
                board.stage.tick()
            assert told - {together}


def last_of_a_round(seats: list[str], seed: int = 3) -> Match:
    """A match before the move that ends its first round."""
    match, chance = Match(GAME, {"players": len(seats)}, seed, seats=seats), random.Random(1)
    while True:
        move, after = chance.choice(match.legal()), match.copy()
        after.play(move)
        if after.state()["round"] > 1:
            return match
        match = after


@pytest.mark.parametrize("motion", ["normal", "off"])
@pytest.mark.parametrize("seed", range(6))
def test_a_round_that_is_over_stands_until_a_press_with_what_it_came_to(
    tmp_path: Path, motion: str, seed: int
) -> None:
    """With motion off it holds nobody up."""
    with screen(tmp_path) as s:
        s.app.session.settings.motion = motion
        s.app.sit(last_of_a_round(["human", "random", "random", "random"], seed))
        table, board, stood = s.table, board_of(s), 0
        for move in list(table.match.legal()):
            after = table.match.copy()
            after.play(move)
            if after.state()["round"] > 1:
                board.show(table.live.make(move))
                break
        while board.stage.playing:
            if board.stage.waits and not s.app.motion.busy:
                stood += 20
                assert board.points() == table.match.scores
                assert board.stage.waits == board.say.round_over(board.points(), 1)
                assert not board.stage.of("pack", 0)
                if stood == 10_000:
                    s.app.draw()
                    assert s.has("next_round")
                    assert table.take(Action("accept"))
            s.app.motion.now += 20
            board.stage.tick()
        assert board.stage.of("pack", 0)
        assert stood == (10_000 if motion == "normal" else 0)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_an_arrow_leads_to_the_face_of_whoever_gets_the_pack(tmp_path: Path, size: tuple[int, int]) -> None:
    met = set()
    with screen(tmp_path, size) as s:
        for moves in (0, 8, 24, 40, 60):
            match = position("pick", moves)
            s.app.sit(match)
            with patch.object(Canvas, "face", autospec=True, side_effect=Canvas.face) as faces:
                s.app.dirty = True
                s.app.draw()
            board, passes = board_of(s), match.state()["passes"]
            place = s.spot("passing").rect
            drawn = [call.args[2] for call in faces.call_args_list if place.contains(call.args[3])]
            assert drawn == [(board.seat + passes) % match.seats_count]
            assert not place.colliderect(board.parts["seals"])
            assert faults(s.app.canvas) == []
            met.add(passes)
    assert met == {1, -1}


def test_a_card_that_is_turned_stays_where_it_lies(tmp_path: Path) -> None:
    """On all tables and in every frame; so do the cards beside it."""
    turned = 0
    for seed in range(3):
        with screen(tmp_path / str(seed)) as s:
            s.app.session.settings.motion = "normal"
            s.sit(GAME, seed=seed, options={"players": 3}, seats=["human", "random", "random"])
            s.app.draw()
            board, match, chance = board_of(s), s.table.match, random.Random(seed)
            while not match.over:
                turns = match.legal()[0].startswith(("flip", "unflip"))
                board.stage.finish()
                before = {sprite.spot: sprite.rect.copy() for sprite in board.stage.sprites if sprite.zone == "table"}
                board.show(s.table.live.make(chance.choice(match.legal())))
                if not turns or any(event.what == "turn_up" for event in match.last_events()):
                    continue
                turned += 1
                while board.stage.playing:
                    if board.stage.waits:
                        board.stage.proceed()
                    s.app.motion.now += 40
                    board.stage.tick()
                    now = {sprite.spot: sprite.rect for sprite in board.stage.sprites if sprite.zone == "table"}
                    assert now == before
    assert turned > 10


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_whose_card_asks_for_a_choice_is_seen_at_the_card_and_before_the_sentence(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    match = Match("tale", {"players": 4}, 1)
    match.seats = ["human", "dragon", "dragon", "dragon"]
    chance = random.Random(1)

    def asked() -> Event | None:
        return next((e for e in match.last_events() if e.what == "flip" and e.seat and e.card), None)

    while not (match.to_act == 0 and match.legal()[0].startswith("flip") and asked()):
        match.play(chance.choice(match.legal()))
    event = asked()
    assert event
    with screen(tmp_path, size) as s:
        s.speak(language)
        with patch.object(Canvas, "face", autospec=True, side_effect=Canvas.face) as faces:
            draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        assert isinstance(board, arcade.TaleBoard)
        drawn = [(call.args[2], call.args[3]) for call in faces.call_args_list]
        card = next(one for one in board.stage.of("table", event.seat) if one.card == event.card)
        assert event.seat in {seat for seat, place in drawn if place.colliderect(card.rect)}
        assert not [seat for seat, place in drawn if seat != event.seat and place.w < card.rect.w]
        before = [place for seat, place in drawn if seat == event.seat and place.colliderect(board.banner)]
        words = next(one for one in s.app.canvas.written if one.ink.colliderect(board.banner))
        assert before
        assert not before[0].colliderect(words.ink)
        assert s.spot("asker").tip == board.caused[0].text
        assert faults(s.app.canvas) == []


@pytest.mark.parametrize("language", Strings.languages())
def test_a_card_that_asks_is_named_with_whose_it_is(tmp_path: Path, language: str) -> None:
    match = position("flip")
    event = [e for e in match.last_events() if e.what in ("flip", "unflip") and e.card][-1]
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.sit(match)
        board = board_of(s)
        s.app.draw()
        assert board.task().startswith(board.say.owned(event.card or "", event.seat or 0).text)


def test_a_round_begins_with_where_the_packs_go(tmp_path: Path) -> None:
    t = Strings("en")
    with screen(tmp_path) as s:
        match = Match("tale", {"players": 4}, 5)
        match.seats = ["human", "random", "random", "random"]
        ways = set()
        while not match.over:
            if match.to_act == 0 and match.legal()[0].startswith("pick "):
                state = match.state()
                s.app.sit(Match.load(match.record()))
                s.app.draw()
                told = board_of(s).task()
                way = t(f"tale.way.{state['passes']}")
                begins = state["round"] > 1 and not state["hands"][0]
                assert (f"Round {state['round']}: packs go to the {way}" in told) == begins
                ways |= {way} if begins else set()
            match.play(match.legal()[0])
        assert ways == {"left", "right"}


def test_the_face_on_a_pack_says_where_it_comes_from_and_where_it_goes(tmp_path: Path) -> None:
    match = position("pick", 5)
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.app.draw()
        seat, passes = board_of(s).seat, match.state()["passes"]
        names = [board_of(s).name((seat + way) % match.seats_count) for way in (-passes, passes)]
        told = [spot.tip for spot in s.app.canvas.spots if spot.key == "badge"]
        assert Strings("en")("tale.passed", before=names[0], after=names[1]) in told


def test_while_a_card_of_the_book_is_asked_for_the_hand_is_set_back(tmp_path: Path) -> None:
    for verb in ("flip", "play"):
        match = position(verb)
        with screen(tmp_path / verb) as s:
            s.app.sit(match)
            board = board_of(s)
            with patch.object(board.painter, "draw", autospec=True, side_effect=board.painter.draw) as drawn:
                s.app.draw()
            dims = {call.args[3] if len(call.args) > 3 else False for call in drawn.call_args_list
                    if call.args[1].zone == "hand" and call.args[1].seat == 0}
            assert dims == {verb == "flip"} or not board.stage.of("hand", 0)


def test_what_is_told_of_an_own_card_tells_its_text_once_and_leaves_the_sentence_in_view(tmp_path: Path) -> None:
    for verb in ("flip", "unflip"):
        match = position(verb)
        for size in ((1280, 720), (800, 600)):
            with screen(tmp_path / verb / str(size[0]), size) as s:
                s.app.sit(match)
                board = board_of(s)
                s.app.draw()
                for key, sprite in board.keys.items():
                    if sprite.seat == 0 and sprite.zone == "table":
                        board.choice.focus = key
                        told = [cell.text for cell in board.told()]
                        assert len(told) == len(set(told))
                        printed = board.say.long((sprite.card or "").removeprefix("down "))[1:]
                        assert not set(told) & {*printed, *(cell.text for cell in board.caused[:1])}


def test_the_final_count_leaves_half_a_second_for_each_card(tmp_path: Path) -> None:
    match = played("tale", 10_000)
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        s.app.sit(match)
        steps = board_of(s).say.final_count()
        finale = Finale(steps, s.app.motion, joyful=False)
        for step in steps:
            assert finale.each >= 500 * max(Counter(seat for _, seat, _ in step.places).values())
        before = finale.decided_at
        s.app.motion.now += 10
        finale.skip()
        assert finale.decided_at < before or finale.stands


def test_while_a_card_turns_over_its_free_neighbours_in_the_book_keep_their_sign(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        draw_shot(s.app, lambda: [table_at(s.app, position("play", 20))])
        board = board_of(s)
        signs = [spot.key for spot in s.app.canvas.spots if spot.key.startswith("free")]
        card = board.stage.of("table", 0)[-1]
        card.card = None
        for place, keep in ((card.place, True), (90, False)):  # the other one is a card that nobody has seen
            card.place = place
            s.app.dirty = True
            s.app.draw()
            assert faults(s.app.canvas) == []
            drawn = [spot.key for spot in s.app.canvas.spots if spot.key.startswith("free")]
            assert (drawn == signs) == keep
