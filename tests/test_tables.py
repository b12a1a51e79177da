"""The tables as a person reads them: sizes, large text, values, themes and backs, cards in motion.

Proved here: what is read grows with the text size and nothing that is played shrinks, values have their place and
stand apart, the log is a drawer, the duel's board is the largest thing on its table, Dragon Wars says what its cards
count, Fairy Tale shows small cards with what they are worth, themes and backs are felt at once, and no card is drawn
larger than it was painted.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Match
from native.duel.words import DuelTelling
from native.play.lines import Ghost, ghosts_of
from native.screen import worded
from native.screen.art import Art
from native.screen.canvas import Canvas, faults
from native.screen.stage import Sprite
from native.screen.theme import COLOR, FELT, TABLES, THEME, picture_path, rgb, wear
from native.strings import Strings
from native.tale.deck import deck
from native.tools.samples import played
from native.tools.shots import draw_shot, game_shots, table_at, table_with_card, why_shown
from native.tricks.words import KINDS
from tests.screen import SIZES, Screen, screen

LETTERS = (100, 150)


@pytest.fixture(autouse=True)
def _as_before() -> Any:
    yield
    wear("night")


def shown(s: Screen, match: Match, **marks: Any) -> Any:
    """The board of a table drawn at rest."""
    draw_shot(s.app, lambda: [table_at(s.app, match, **marks)])
    return s.table.board


# ---- pictures of cards ----


def test_cards_of_one_kind_in_a_hand_lie_in_different_lands(tmp_path: Path) -> None:
    """Two cards with the same figure side by side are different pictures, and one keeps its picture as it is laid."""
    pairs = 0
    with screen(tmp_path) as s:
        for game, moves in (("duel", 0), ("duel", 4), ("heart", 6), ("heart", 16)):
            board = shown(s, played(game, moves))
            hand = [sprite for sprite in board.stage.of("hand", board.seat) if sprite.card]
            for one, other in combinations(hand, 2):
                if board.face(one.card).emblem == board.face(other.card).emblem:
                    like = [board.face(card.card).emblem for card in hand].count(board.face(one.card).emblem)
                    pictures = [board.cards_of(card).picture(one.card, 90) for card in (one, other)]
                    same = len({pygame.image.tobytes(picture, "RGBA") for picture in pictures}) == 1
                    assert not same or like > 2
                    pairs += not same
            before = {sprite: board.cards_of(sprite) for sprite in hand}
            s.table.play(s.table.match.legal()[0])
            s.app.draw()
            assert {sprite: board.cards_of(sprite) for sprite in hand if sprite.card} == before
    assert pairs


def test_two_neighbouring_numbers_of_dragon_wars_are_different_pictures(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        board = shown(s, played("wars", 4))
        for suit in "CDH":
            pictures = [board.cards.made_face(face.made or face.emblem)
                        for face in (board.face(f"{suit}{rank}") for rank in range(2, 11))]
            assert all(pictures)
            assert all(one is not other for one, other in pairwise(pictures))
            assert len(set(map(id, pictures))) == 6


# ---- the log ----


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_log_lies_over_the_table(tmp_path: Path, size: tuple[int, int]) -> None:
    """Closed at first; its command and its key open and close it, leaving closes it, and the table stays."""
    with screen(tmp_path, size) as s:
        table = s.sit("duel", seed=3, seats=["human", "human"])
        table.lift()
        s.app.draw()
        board, moves = table.board.area.copy(), [*table.match.moves]
        assert not s.has("lines")
        s.click("log")
        assert s.has("lines")
        assert table.board.area == board
        s.key("l")
        assert not s.has("lines")
        s.key("l")
        s.key("esc")
        assert not s.has("lines")
        assert s.scene is table
        s.key("l")
        log = s.spot("lines").rect
        s.click("lines")
        assert s.has("lines"), "a press on it scrolls"
        s.point((log.x // 2, log.centery))
        s.post(pygame.MOUSEBUTTONDOWN, pos=(log.x // 2, log.centery), button=1)
        s.post(pygame.MOUSEBUTTONUP, pos=(log.x // 2, log.centery), button=1)
        assert not s.has("lines")
        assert table.match.moves == moves


@pytest.mark.long("tale", "wars")
@pytest.mark.parametrize("game", [game for game in arcade.BOARDS if game != "tricks"])
def test_pointing_at_the_badge_tells_the_last_event(tmp_path: Path, game: str) -> None:
    """The whole of the last turn where the board tells it, else the log's last; on cards of the table, by a face; the
    one on a pack tells of the pack."""
    with screen(tmp_path) as s:
        for moves in range(4, 32):
            board = shown(s, played(game, moves))
            event = board.latest() or s.table.live.log[-1]
            packs = [sprite.rect for sprite in board.stage.sprites if sprite.zone == "pack"]
            notes = [spot for spot in s.app.canvas.spots if spot.key == "badge"]
            badges = [note.tip for note in notes if note.rect.collidelist(packs) < 0]
            assert all(tip == event for tip in badges)
            if badges:
                return
        pytest.fail("no card of the last moves had a badge")


# ---- the duel ----


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", LETTERS)
def test_the_duel_s_board_is_the_largest_thing_from_the_first_card_on(
    tmp_path: Path, size: tuple[int, int], text: int
) -> None:
    """Its cells are at least 65 % of a hand card's width; sums touch neither one another, nor cells, nor hands."""
    match, chance = Match("duel", {}, 4, seats=["human", "random"]), random.Random(size[0] + text)
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = text
        match.play(match.legal()[0])
        while not match.over:
            board = shown(s, match)
            hands = [sprite.rect for seat in (0, 1) for sprite in board.stage.of("hand", seat)]
            cells = [board.cell_rect(cell) for cell in board.cells()]
            own = [sprite.rect for sprite in board.stage.of("hand", 0)]
            if own:
                assert cells[0].w >= 0.65 * own[0].w, (size, text, len(match.moves))
                assert own[0].w >= 72
            assert {board.say.at(move)[1] for move in match.legal()} <= set(board.cells())
            written = s.app.canvas.written
            numbers = [w for w in written if w.text.removeprefix("=").isdigit() and w.box.h < cells[0].h // 2]
            rails = [board.plan.rail(axis) for axis in "xy"]
            sums = [w.box for w in numbers if w.box.collidelist(rails) >= 0]
            assert len(sums) >= len(board.line_scores(match))
            assert not any(a.colliderect(b) for a, b in combinations(sums, 2))
            assert [(rect, sums[at]) for rect in cells + hands if (at := rect.collidelist(sums)) >= 0] == []
            for _ in range(3):
                if not match.over:
                    match.play(chance.choice(match.legal()))


@pytest.mark.long("1", "3", "0", "2", "4", "5")
@pytest.mark.parametrize("seed", range(8))
def test_between_the_faces_of_a_duel_stands_what_decides(tmp_path: Path, seed: int) -> None:
    """The other's score and one's own of the first pair that differs, and which pair it is."""
    match, chance = Match("duel", {}, seed, seats=["human", "random"]), random.Random(seed)
    with screen(tmp_path) as s:
        while not match.over:
            board = shown(s, match)
            pair = board.plan.parts["pair"]
            told = [w.text for w in s.app.canvas.written if pair.contains(w.box)]
            t = s.app.session.strings
            rank, mine, other = DuelTelling.deciding(match, 0)
            if match.moves:
                leader = t("duel.pair.leads.you") if mine > other else t("duel.pair.leads", name=board.name(1))
                assert (leader if rank else t("duel.pair.level")) in told
            if rank:
                assert t(f"duel.pair.by.{rank}") in told
                assert [text for text in told if text.isdigit()][:2] == [str(other), str(mine)]  # then their parts
                scores = board.line_scores(match)
                at = board.deciding(scores)
                assert sorted(scores[one] for one in at) == sorted((mine, other))
            assert bool(board.laid()) == bool(match.moves)
            match.play(chance.choice(match.legal()))


def test_who_leads_a_duel_is_known_at_every_move() -> None:
    """Also while one has more lines than the other, and all that both have are equal."""
    equal = 0
    for seed in range(60):
        match, chance = Match("duel", {}, seed), random.Random(seed)
        while not match.over:
            rank, mine, other = DuelTelling.deciding(match, 0)
            assert DuelTelling.deciding(match, 1) == (rank, other, mine)
            assert (rank == "") == (mine == other)
            lines = [len(match.breakdown(seat)) for seat in (0, 1)]
            equal += rank == "" and lines[0] != lines[1]
            match.play(chance.choice(match.legal()))
    assert equal


def test_a_duel_s_cell_bears_the_chosen_card_s_figure_alone(tmp_path: Path) -> None:
    """Without a card none stands there; under the focus the others' values are told too."""
    match = played("duel", 9)
    with screen(tmp_path) as s:
        board = shown(s, match, advice=match.advise("hatchling"))
        say, advice = board.say, s.table.live.advice
        assert advice
        felt = board.plan.felt

        def figures() -> list[str]:
            return [w.text for w in s.app.canvas.written if felt.contains(w.box)]

        assert figures() == []
        for sprite in board.stage.of("hand", 0):
            board.choice.hold([sprite])
            s.app.draw()
            own = {m.move: say.worth_of(m) for m in advice.moves if m.move.startswith(f"{sprite.card}@")}
            assert sorted(figures()) == sorted(own.values())
        cell = next(iter(board.targets()))
        tip = s.spot(board.key(cell)).tip
        here = say.targets(match.legal(), [])[cell]
        assert len(here) > 1
        assert all(say.value(m.value) in tip and say.named(m.move[0]) in tip for m in advice.moves if m.move in here)


# ---- values and large text ----


@pytest.mark.long("size2-heart", "size2-tricks", "size2-duel", "size1-heart")
@pytest.mark.parametrize("game", list(arcade.BOARDS))
@pytest.mark.parametrize("size", SIZES)
def test_no_table_shifts_when_values_come_and_none_lies_over_another(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    match = played(game, 12)
    with screen(tmp_path, size) as s:
        board = shown(s, match)
        before = {sprite.spot: sprite.rect.copy() for sprite in board.stage.sprites}
        area = board.area.copy()
        for advice in (None, match.advise("hatchling")):
            board = shown(s, match, hinted=True, advice=advice)
            assert board.area == area
            assert {sprite.spot: sprite.rect for sprite in board.stage.sprites} == before
        assert faults(s.app.canvas) == []


@pytest.mark.long("de-150-size2")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", LETTERS)
@pytest.mark.parametrize("language", Strings.languages())
def test_every_kind_of_hand_tells_its_cost(tmp_path: Path, size: tuple[int, int], text: int, language: str) -> None:
    """The one that is played beside it, the others on pointing; with values shown too."""
    match = played("tricks", 9)
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = text
        s.speak(language)
        shown(s, match, advice=match.advise("hatchling"))
        strings, canvas = s.app.session.strings, s.app.canvas
        tips = {spot.key: spot.tip for spot in canvas.spots}
        assert all(strings(f"tricks.cost.{kind}") in tips[f"kind {kind}"] for kind in KINDS)
        written = " ".join(w.text for w in canvas.written)
        assert strings(f"tricks.price.{match.state()['kind']}") in written.replace("\n", " ")
        assert faults(canvas) == []


def widths(board: Any) -> dict[Any, int]:
    """How wide the narrowest card of each zone and seat is, and a place where none lies yet."""
    found: dict[Any, int] = {}
    for sprite in board.stage.sprites:
        if sprite.rect.colliderect(board.area):
            key = (sprite.zone, sprite.seat)
            found[key] = min(found.get(key, sprite.rect.w), sprite.rect.w)
    empty = {"duel": lambda: board.cell_rect(board.cells()[0]), "tricks": lambda: board.trick_rect(0),
             "heart": lambda: board.plan.card("fire"), "wars": lambda: board.plan.stack("deck"),
             "tale": lambda: board.plan.tile(0, 0)}
    return found | {"place": empty[board.game]().w}


@pytest.mark.long
@pytest.mark.parametrize("game", list(arcade.BOARDS))
@pytest.mark.parametrize("size", SIZES)
def test_no_card_is_smaller_with_large_text(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    """Neither in a hand nor on the table, one's own or another's, open or shut; and none is gone."""
    match = played(game, len(played(game, 10_000).moves) // 2)
    wide = []
    with screen(tmp_path, size) as s:
        for text in LETTERS:
            s.app.session.settings.text_size = text
            wide.append(widths(shown(s, match)))
    assert len(wide[0]) >= 4
    assert wide[0].keys() == wide[1].keys()
    assert {key: (usual, wide[1][key]) for key, usual in wide[0].items() if wide[1][key] < usual} == {}
    assert wide[0]["pack" if game == "tale" and ("pack", 0) in wide[0] else "hand", 0] > 60


@pytest.mark.parametrize(("game", "card"), [("duel", "3"), ("wars", "C10"), ("tricks", "DRA K"),
                                            ("heart", "knight 3"), ("tale", "Knight of the Round Table")])
def test_words_and_indices_of_cards_grow(tmp_path: Path, game: str, card: str) -> None:
    """The ink of the corner covers more, and words are set in larger type."""
    with screen(tmp_path) as s:
        board = arcade.BOARDS[game](s.app, played(game, 0), 0)
        ink = []
        for text in LETTERS:
            s.app.session.settings.text_size = text
            picture = board.cards.picture(card, 140)
            parts = [picture.subsurface((12, 12, 24 if game == "tale" else 54, 34))]
            ink.append([pygame.mask.from_threshold(part, COLOR["ink"], (60, 60, 60, 255)).count() for part in parts])
        assert all(large > small for small, large in zip(*ink, strict=True)), ink
        face, font = board.face(card), s.app.art.font
        words = (face.name, face.text, face.brief)
        look = THEME["card"]["words"]
        small, large = (worded.set_out((280, 392), words, look, font, 24, text / 100) for text in LETTERS)
        assert not face.name or large.rows[-1].px > small.rows[-1].px


@pytest.mark.long("100-size0")
@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("text", LETTERS)
def test_why_is_told_beside_the_table_and_its_ghosts_cover_no_card(
    tmp_path: Path, size: tuple[int, int], text: int
) -> None:
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = text
        s.speak("de")
        draw_shot(s.app, partial(why_shown, s.app, "tale"))
        assert isinstance(s.scene, arcade.Why)
        board = s.scene.board
        told = [words for words, _ in s.scene.comparison.words()]
        boxes = [w.ink for w in s.app.canvas.written if w.text in told]
        assert len(boxes) == len(told) >= 2
        assert board.area.collidelist(boxes) < 0
        ghosts = list(board.stage.ghost_places(s.scene.comparison.ghosts()).values())
        assert ghosts
        pack = [sprite.rect for sprite in board.stage.sprites if sprite.zone == "pack" and sprite.seat == board.seat]
        assert pack
        assert all(ghost.collidelist(pack) < 0 for ghost in ghosts)


# ---- Dragon Wars ----


def test_figures_show_what_they_count_and_things_have_tips(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        board = shown(s, played("wars", 31))
        faces = {card: board.face(card) for card in ("CA", "DJ", "HQ", "CK", "C7", "SQ")}
        assert [faces[card].value for card in faces] == ["1", "11", "12", "13", "", ""]
        assert faces["SQ"].corner == "12"
        plain = board.cards.picture("C7", 120)
        coin = pygame.mask.from_threshold(board.cards.picture("CK", 120), COLOR["coin"], (6, 6, 6, 255)).count()
        assert coin > 200 > pygame.mask.from_threshold(plain, COLOR["coin"], (6, 6, 6, 255)).count()
        stacks = [f"stack {zone}" for zone in ("trump", "discard", "nest", "deck")]
        for key in (*stacks, "health0", "health1", "hall0", "hall1"):
            name = {"hall": "trophies", "heal": "health"}.get(key[:4], key.removeprefix("stack "))
            state = board.stage.shown
            counts = {"deck": state["deck"], "discard": len(state["discard"]), "nest": state["nest"]}
            health = {}
            if name == "health":
                seat = int(key[-1])
                card, amount = state["dragons"][seat]
                health = {"card": board.say.card(card), "amount": amount, "of": state["full_health"][seat]}
            tip = s.app.session.strings(f"wars.tip.{name}", n=counts.get(name, 0), **health)
            shown_tips = [spot.tip for spot in s.app.canvas.spots if spot.key == key]
            assert len(shown_tips) == 1
            assert shown_tips[0].startswith(tip)  # trophies name their cards, too


def test_each_flip_lies_beside_its_card_and_its_bonus_beside_the_sum(tmp_path: Path) -> None:
    """C10 is trump and flips C7, itself trump, which flips D4: +11 trump."""
    rest = [f"{suit}{rank}" for suit in "CDH" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
    hands, trump, flips = ["C10", "C3", "H3", "H4", "H5", "D7", "H6", "H8", "H9", "HK"], "C2", ["C7", "D4"]
    later = ["C5", "H2"]  # for the card that is pressed
    rest = [card for card in rest if card not in (*hands, trump, *flips, *later)]
    nest = ["SK", "SQ", "SA", *(f"S{rank}" for rank in (*range(2, 11), "J"))]
    deal = {"nest": nest, "deck": [*hands, trump, *flips, *later, *rest]}
    match = Match("wars", deal=deal, seats=["human", "human"])
    with screen(tmp_path) as s:
        for move in ("attack 1 C10", "defend D7", "press C3"):
            match.play(move)
        board = shown(s, match, curtain=False)
        laid = [sprite for zone in ("attack", "attack_flips") for sprite in board.stage.of(zone, 0)]
        laid.sort(key=lambda sprite: sprite.rect.x)
        assert [sprite.card for sprite in laid] == ["C10", "C7", "D4", "C3", "C5", "H2"]
        words = [w.text for w in s.app.canvas.written]
        assert s.app.session.strings("wars.bonus", amount=7 + 4 + 5) in words


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trophies_lie_still_when_one_is_added_to_a_hall_with_room(tmp_path: Path, players: int) -> None:
    """Those of a full hall become smaller; there they are larger as long as they are few."""
    match, chance, seen = Match("wars", {"players": players}, 9), random.Random(9), 0
    match.seats = ["human"] + ["random"] * (players - 1)
    with screen(tmp_path, (800, 600)) as s:
        board = shown(s, match)
        rooms = board.data["trophies"][str(players)]
        places: list[list[Any]] = [[] for _ in range(players)]
        while not match.over:
            match.play(chance.choice(match.legal()))
            for seat, won in enumerate(match.state()["trophies"]):
                if len(won) == len(places[seat]):
                    continue
                board.stage.follow()
                now, before = board.chips(seat), places[seat]
                full = len(before) in rooms
                assert (now[: len(before)] == before) != full
                assert not full or now[0].h <= before[0].h
                places[seat], seen = now, seen + 1
    assert seen >= 4


# ---- Fairy Tale ----


@pytest.mark.long("3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_others_cards_lie_by_faction_with_what_each_counts(tmp_path: Path, players: int) -> None:
    """Each card has a place of its own, also if it has been turned face down, and a number if it is seen."""
    match, chance = Match("tale", {"players": players}, 3), random.Random(3)
    match.seats = ["human"] + ["random"] * (players - 1)
    while match.state()["stage"] < 8:
        match.play(chance.choice(match.legal()))
    with screen(tmp_path) as s:
        board = shown(s, match)
        tiles = []
        for seat in range(1, players):
            rows, cards = match.breakdown(seat), board.lain(seat)
            lying = match.state()["table"][seat]
            factions = [deck()[lying[sprite.place]["name"]]["faction"] for sprite in cards]
            assert all(factions.count(name) == 1 + sum(a == b == name for a, b in pairwise(factions))
                       for name in factions), "a faction's cards lie together"
            for place, sprite in enumerate(cards):
                tile = board.plan.tile(seat - 1, place)
                tiles.append(tile)
                assert sprite.rect == tile
                words = [w.text for w in s.app.canvas.written if tile.contains(w.ink)]
                told = [str(rows[sprite.place].value).replace("-", "\N{MINUS SIGN}")] if sprite.card else []
                assert words == told
        assert all(not tile.collidelistall(tiles[:at]) for at, tile in enumerate(tiles))


# ---- cards in motion ----


@pytest.mark.long
def test_no_card_is_drawn_larger_than_it_was_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fairy Tale, where cards come from small places: at every frame of ten moves."""
    grown: list[Any] = []
    scaled = [0]
    real = pygame.transform.smoothscale

    def scale(picture: pygame.Surface, size: tuple[int, int], *more: Any) -> pygame.Surface:
        if picture.get_width() > 24:
            scaled[0] += 1
            grown.extend([picture.get_size(), size] if size[0] > picture.get_width() else [])
        return real(picture, size, *more)

    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        match = Match("tale", {"players": 3}, 5)
        match.seats = ["human", "random", "random"]
        board = shown(s, match)
        monkeypatch.setattr(Art, "shadow", lambda *given: pygame.Surface(given[1]))
        monkeypatch.setattr(pygame.transform, "smoothscale", scale)
        for _ in range(10):
            board.show(match.play(match.legal()[0]))
            while board.stage.groups or board.motion.busy:
                s.app.paints = 1
                s.app.draw()
                board.motion.now += 40
                board.stage.tick()
    assert scaled[0] > 50
    assert grown == []


def test_of_cards_that_are_alike_the_one_that_was_pressed_is_laid(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match("duel", {"first": 0}, 11, seats=["human", "random"])
        board = shown(s, match)
        hand = board.stage.of("hand", 0)
        twins = [sprite for sprite in hand if sprite.card == hand[0].card]
        assert len(twins) > 1
        s.table.live.paused = True
        s.click(f"hand{hand.index(twins[-1])}")
        s.click(board.key((0, 0)))
        assert board.stage.of("grid") == [twins[-1]]


# ---- themes and backs ----


def test_table_and_backs_are_chosen_in_the_options_and_felt_at_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Options(s.app))
        seen = []
        for _ in TABLES:
            s.app.draw()
            seen.append(tuple(s.app.canvas.surface.get_at((640, 700)))[:3])
            s.scene.focus = "table"
            s.key("right")
        assert len(set(seen)) == len(TABLES) == 3
        assert s.app.session.settings.table == "night"
        pictures = []
        for back in THEME["backs"]:
            assert s.app.session.settings.card_back == back
            board = arcade.BOARDS["duel"](s.app, played("duel", 0), 0)
            pictures.append(pygame.image.tobytes(board.cards.picture(None, 60), "RGBA"))
            s.scene.focus = "card_back"
            s.key("right")
        assert len(set(pictures)) == len(pictures) == 2
    for game in arcade.BOARDS:
        assert all(picture_path(f"{game}/{name}").exists() for name in THEME["backs"].values())


@pytest.mark.long
@pytest.mark.parametrize("table", ["daylight", "contrast"])
def test_every_table_can_be_read_in_every_theme(tmp_path: Path, table: str) -> None:
    """What is written on wood is as the theme says, and no picture has faults."""
    with screen(tmp_path) as s:
        s.app.session.settings.table = table
        s.app.settings_changed("table")
        assert COLOR["pale"] == rgb((THEME["colour"] | TABLES[table].get("colour", {}))["pale"])
        for game in arcade.BOARDS:
            draw_shot(s.app, partial(table_with_card, s.app, game, 8))
            assert faults(s.app.canvas) == []
            felt = s.app.art.felt(game, s.app.canvas.area.size).get_at((640, 352))
            assert sum(abs(a - b) for a, b in zip(felt[:3], FELT[game], strict=True)) < 60


@pytest.mark.parametrize("language", Strings.languages())
def test_whoever_starts_the_person_scores_columns_and_no_tip_says_otherwise(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        for first in (0, 1):
            s.sit("duel", seed=5, seats=["human", "hatchling"], options={"first": first})
            board = s.table.board
            assert isinstance(board, arcade.DuelBoard)
            s.app.draw()
            assert board.say.turned == bool(first)
        assert not any(word in t("option.duel.first.tip").lower() for word in ("column", "row", "spalte", "zeile"))


def test_a_chosen_card_tells_at_each_place_what_it_makes_of_both_lines(tmp_path: Path) -> None:
    """As the engine counts them after the move; the figure of a line says which cards make it up."""
    match = played("duel", 9)
    with screen(tmp_path) as s:
        board = shown(s, match)
        board.choice.hold(board.stage.of("hand", 0)[:1])
        s.app.draw()
        before = board.line_scores(match)
        for cell, [move] in board.targets().items():
            after = match.copy()
            after.play(move)
            scores = board.line_scores(after)
            s.table.focus = board.key(cell)
            s.app.draw()
            for here in zip("xy", cell, strict=True):
                old, new = before.get(here), scores[here]
                wanted = str(new) if old in (None, new) else f"{old} → {new}"
                place = board.plan.score(*here)
                told = [w.text for w in s.app.canvas.written if place.colliderect(w.ink)]
                assert wanted in told or f"={wanted}" in told, (here, wanted, told)
        s.table.focus = ""
        s.app.draw()
        for axis, line in before:
            at = 0 if axis == "x" else 1
            cards = [p.card or "" for p in board.stage.of("grid") if board.say.cell(p.place)[at] == line]
            tip = s.spot(f"chip{axis}{line}").tip
            assert board.say.sum_words(cards) in tip
            assert sum(board.say.points(card, cards.count(card)) for card in set(cards)) == before[axis, line]


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_the_lines_that_decide_show_what_they_are_made_of(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        chance, shown = random.Random(3), 0
        for seed in range(12):
            match = Match("duel", {}, seed, seats=["human", "dragon"])
            for _ in range(10):
                match.play(chance.choice(match.legal()))
            s.app.sit(match)
            s.app.draw()
            board = s.table.board
            assert isinstance(board, arcade.DuelBoard)
            place = board.plan.parts["pair"]
            told = [one.text.strip(" +") for one in s.app.canvas.written if place.inflate(40, 0).contains(one.ink)]
            for at in board.deciding(board.now):
                found = board.say.summands(board.line_cards()[at])
                assert sum(points for _, _, points in found) == board.now[at]
                assert board.line_words({at: board.now[at]})[at] in s.spot("deciding").tip
                if len(found) == 2:
                    shown += 1
                    assert all(str(points) in told for _, _, points in found), (told, found)
            assert faults(s.app.canvas) == []
        assert shown


def test_pointing_at_a_card_of_the_grid_tells_why_its_lines_count_what_they_do(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("duel", 8))
        s.app.draw()
        board = s.table.board
        assert isinstance(board, arcade.DuelBoard)
        for sprite in board.stage.of("grid"):
            x, y = board.say.cell(sprite.place)
            tip = s.spot(f"laid{x},{y}").tip
            for at in (("x", x), ("y", y)):
                assert board.line_words(board.now)[at] in tip
            assert board.t("duel.chip.rule") in tip


def test_the_grid_and_the_cards_of_a_duel_keep_place_and_size_and_its_numbers_agree(tmp_path: Path) -> None:
    """From the first card to the last, in every frame: plates tell what the figures at the lines tell."""
    match, chance = Match("duel", {}, 6, seats=["human", "random"]), random.Random(6)
    with screen(tmp_path, (1280, 720)) as s:
        s.app.session.settings.motion = "normal"
        s.app.sit(match)
        board = s.table.board
        assert isinstance(board, arcade.DuelBoard)
        seen, counts = set(), 0
        while not match.over:
            board.stage.finish()
            board.show(s.table.live.make(chance.choice(match.legal())))
            for _ in range(300):
                s.app.motion.now += 20
                board.stage.tick()
                board.update()
                if len(board.stage.of("grid")) == 0:
                    break
                own = [sprite.rect.size for sprite in board.stage.of("hand", 0)]
                seen.add((tuple(board.plan.felt), *own[:1]))
                told = [board.scored(board.told, seat) for seat in (0, 1)]
                assert sorted(told[0] + told[1]) == sorted(board.told.values())
                counts += board.told != board.line_scores(match)
                if not board.stage.playing and not s.app.motion.busy:
                    break
        assert counts  # points were under way
        assert len({grid for grid, *_ in seen}) == 1
        assert len({size for _, *sizes in seen for size in sizes}) == 1


def test_a_card_on_its_way_lies_over_those_of_the_grid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it goes: it is drawn after all cards that lie."""
    with screen(tmp_path) as s:
        table = s.sit("duel", seats=["human", "hatchling"], seed=5)
        board, drawn = table.board, list[Sprite]()

        def draw(_: Canvas, sprite: Sprite, *_args: Any, **_values: Any) -> pygame.Rect:
            drawn.append(sprite)
            return sprite.rect

        monkeypatch.setattr(board.painter, "draw", draw)
        for _ in range(4):
            s.until(lambda: table.live.mine and not board.stage.playing)
            s.app.session.settings.motion = "normal"
            table.play(table.live.legal()[0])
            s.until(lambda: any(not one.rests(s.app.motion) for one in board.stage.of("grid")))
            drawn.clear()
            s.app.draw()
            resting = [sprite.rests(s.app.motion) for sprite in drawn if sprite.zone == "grid"]
            assert resting == sorted(resting, reverse=True)
            assert not resting[-1]
            s.app.session.settings.motion = "off"
            table.interrupt()




@pytest.mark.parametrize(("game", "most"), [("tricks", 36), ("heart", 30), ("wars", 30), ("tale", 60)])
def test_few_words_stand_on_a_table_and_its_sentence_is_short(tmp_path: Path, game: str, most: int) -> None:
    """In mid-game, without figures and what stands on cards; before a card is chosen the sentence has eight words."""
    whole = len(played(game, 10_000).moves)
    with screen(tmp_path) as s:
        for at in range(whole // 3, 2 * whole // 3, max(1, whole // 18)):
            table = table_at(s.app, played(game, at))
            draw_shot(s.app, lambda table=table: [table])  # type: ignore[misc]
            written = " ".join(one.text for one in s.app.canvas.written if one.ink.w).split()
            assert sum(any(letter.isalpha() for letter in word) for word in written) <= most
            if table.live.mine:
                assert len(table.status().split()) <= 8


def test_cards_of_a_line_that_fill_the_grid_lie_on_its_felt(tmp_path: Path) -> None:
    """Also where a line is told from the first card on, when nothing bounds the grid yet."""
    with screen(tmp_path) as s:
        for seed in range(1, 5):
            whole = played("duel", 10_000, seed)
            before = Match.load(whole.record() | {"moves": whole.moves[:1], "seats": ["human", "hatchling"]})
            s.app.sit(before)
            board = s.table.board
            assert isinstance(board, arcade.DuelBoard)
            s.app.draw()
            line = before.copy()
            laid = list[Ghost]()
            for move in whole.moves[1:]:
                seat = line.to_act or 0
                laid += ghosts_of(line.play(move), seat, len(laid) + 1)
            board.stage.show_ghosts(laid)
            assert len(board.stage.ghost_rects) == len(laid) == 15
            assert all(board.plan.felt.contains(rect) for rect in board.stage.ghost_rects.values())


def test_the_lines_of_dragon_master_explain_how_they_count_on_pointing(tmp_path: Path) -> None:
    """From the first move the bars tell the rule; a sign of equality, and a comparison of other lines than the
    weakest, are told in words."""
    t = Strings("en")
    with screen(tmp_path) as s:
        s.app.sit(Match("duel", seed=3, seats=["human", "random"]))
        s.app.draw()
        rails = {spot.key: spot.tip for spot in s.app.canvas.spots if spot.key.startswith("rail")}
        assert rails == dict.fromkeys(("railx", "raily"), t("duel.chip.line"))
        ranks = set()
        for seed, moves in [(seed, moves) for seed in range(6) for moves in (8, 10, 12)]:
            s.app.sit(played("duel", moves, seed))
            s.app.draw()
            board = s.table.board
            assert isinstance(board, arcade.DuelBoard)
            tips = {spot.key: spot.tip for spot in s.app.canvas.spots}
            tied = {f"chip{axis}{number}" for axis, number in board.tied(board.now)}
            told = {key for key, tip in tips.items() if key.startswith("chip") and t("duel.chip.tied") in tip}
            assert told == tied
            rank = board.first_unlike(board.now)[0]
            assert (t("duel.against.next") in tips["deciding"]) == (rank not in ("", "0"))
            ranks.add(rank)
        assert ranks > {"0", "1"} or ranks == {"0", "1"}


def test_what_a_lesson_speaks_of_has_the_gilt_frame_of_the_kit(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        shots = game_shots(s.app, "duel")
        with (
            patch.object(Canvas, "frame", autospec=True, side_effect=Canvas.frame) as plain,
            patch.object(Canvas, "gilt_frame", autospec=True, side_effect=Canvas.gilt_frame) as gilt,
        ):
            draw_shot(s.app, shots["lesson-1-3"])
        lesson = s.scene
        assert isinstance(lesson, arcade.StudyScene)
        (light,) = lesson.study.lights()
        place = lesson.board.sight(*light)
        assert place
        assert any(call.args[1].contains(place) for call in gilt.call_args_list)
        assert not any("pale" in call.args for call in plain.call_args_list)


def test_the_thread_between_the_lines_that_decide_has_a_stud_at_each_end(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("duel", 12, 3))
        with patch.object(Canvas, "piece", autospec=True, side_effect=Canvas.piece) as pieces:
            s.app.draw()
        board = s.table.board
        assert isinstance(board, arcade.DuelBoard)
        studs = [call.args[2].center for call in pieces.call_args_list if call.args[1] == "coin"]
        row, column = (board.plan.score(*at) for at in board.deciding(board.now))
        assert row.midleft in studs
        assert column.midbottom in studs
