"""The dragons at the table: who they are, what they say and how they look, and that it tells nothing."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

import game as arcade
from assets.makers import portraits
from native import GAMES, Event, Match
from native.play.talk import KINDS, MOODS, TIMES, Talk, about, lines_of, occasions
from native.screen.bubble import WEIGHTS, Bubble
from native.screen.canvas import faults
from native.screen.tooltips import Covered
from native.store.settings import Settings
from native.strings import NAMES, Strings, dragon
from native.tools.samples import played
from native.tools.shots import table_at
from tests.campaign.fuzz_leaks import twin_of
from tests.screen import Screen, rastered, screen

DRAGONS = [name for names in NAMES.values() for name in names]
TWICE = ("greeting", "praise", "rue")  # said during a match, where none comes twice in a row
SMALL = 48


class Hand:
    """A clock that is turned by hand."""

    now = 0.0
    busy = False


def talk_of(match: Match, clock: Hand | None = None, **chosen: Any) -> Talk:
    settings = Settings()
    for name, value in chosen.items():
        setattr(settings, name, value)
    return Talk(match, [seat for seat, who in enumerate(match.seats) if who == "human"], settings, clock or Hand())


def match_of(game: str, seed: int = 1) -> Match:
    count = Match(game).seats_count
    return Match(game, seed=seed, seats=["human"] + ["drake"] * (count - 1))


def course(match: Match, seed: int = 0) -> Iterator[list[Event]]:
    """The events of each move of a random match."""
    chance = random.Random(seed)
    while not match.over:
        yield match.play(chance.choice(match.legal()))


# ---- who they are ----


def same_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws all dragons with the colours and the ground of one, so that only shapes differ."""
    table = portraits.drawings()
    colours = {name: "#8A8A8A" for dragon in table["dragon"].values() for name in dragon["colours"]}
    alike = {name: {**one, "ground": "#2C4A6E", "colours": colours} for name, one in table["dragon"].items()}
    monkeypatch.setattr(portraits, "drawings", lambda: {**table, "dragon": alike})


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of the pixels of two pictures that differ clearly."""
    places = list(itertools.product(range(one.get_width()), range(one.get_height())))
    apart = [max(abs(a - b) for a, b in zip(one.get_at(at)[:3], other.get_at(at)[:3], strict=True)) for at in places]
    return sum(distance > 50 for distance in apart) / len(places)


@pytest.mark.long
def test_each_dragon_is_known_by_its_shape_where_it_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    same_colours(monkeypatch)
    faces = {}
    for name in portraits.drawings()["dragon"]:
        face, ground = portraits.face_and_ground(name)
        faces[name] = pygame.Surface((SMALL, SMALL))
        faces[name].fill(ground)
        faces[name].blit(rastered(face.encode(), (SMALL, SMALL)), (0, 0))
    assert {*faces} == {*DRAGONS}
    for one, other in itertools.combinations(DRAGONS, 2):
        assert difference(faces[one], faces[other]) > 0.08, (one, other)


@pytest.mark.parametrize("name", DRAGONS)
def test_each_mood_shows_where_a_face_is_small(tmp_path: Path, name: str) -> None:
    with screen(tmp_path) as s:
        faces = [s.app.art.portrait(name, SMALL, mood) for mood in MOODS]
        for one, other in itertools.combinations(faces, 2):
            assert difference(one, other) > 0.02


def test_each_game_has_another_dragon_of_every_age_at_its_table() -> None:
    for level, names in NAMES.items():
        hosts = [dragon(["human", level], 1, game) for game in GAMES]
        assert {*hosts} == {*names}
        for game in GAMES:
            assert {dragon([level] * 5, seat, game) for seat in range(5)} == {*names}


@pytest.mark.parametrize("language", Strings.languages())
def test_every_dragon_has_lines_of_its_own_for_every_occasion(language: str) -> None:
    t = Strings(language)
    said = [line for name in DRAGONS for kind in KINDS for line in lines_of(t, name, kind)]
    assert len({*said}) == len(said)
    for name, kind in itertools.product(DRAGONS, KINDS):
        lines = lines_of(t, name, kind)
        assert len(lines) >= (2 if kind in TWICE else 1), (name, kind)
        assert len(lines) == len(lines_of(Strings("en"), name, kind))
    for line in [*said, *(about(t, name) for name in DRAGONS)]:
        assert 0 < len(line) < 60
        assert not re.search(r"[!{}]", line)


# ---- what they answer to ----


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_occasions_names_what_there_is_and_has_both_kinds(game: str) -> None:
    table = occasions(game)
    assert {one.good for one in table} == {True, False}
    for one in table:
        kind, _, what = one.event.partition(".")
        assert bool(one.row) != bool(one.event)
        assert what in ("", *GAMES[game].says)
        assert one.by in (("own", "given") if one.row else ("seat", "target_seat"))
        assert one.on in ("", "others", "seat", "target_seat")
        assert not one.event or kind in ("say", "score", "pay")


@pytest.mark.parametrize("game", GAMES)
def test_each_game_lets_them_speak_of_both(game: str) -> None:
    """Praise and rue both come up within a few matches."""
    heard = set()
    for seed in range(1, 41):
        match = match_of(game, seed)
        clock = Hand()
        talk = talk_of(match, clock)
        for events in course(match, seed):
            clock.now += TIMES["every"]
            talk.hear(events, Strings("en"))
            heard |= {talk.said.kind} if talk.said else set()
            talk.hush()
        if heard >= {"praise", "rue"}:
            return
    raise AssertionError(heard)


@pytest.mark.long("tricks")
@pytest.mark.parametrize("game", GAMES)
def test_at_most_one_a_minute_and_none_twice_in_a_row(game: str) -> None:
    match, clock, t = match_of(game), Hand(), Strings("en")
    talk = talk_of(match, clock)
    talk.greet(t)
    assert talk.said
    assert talk.said.kind == "greeting"
    times, lines = [clock.now], [talk.said.words]
    talk.hush()
    for seed in range(1, 9):
        match.goto(0)
        talk.follow()
        for events in course(match, seed):
            clock.now += 7000
            talk.hear(events, t)
            if talk.said:
                times.append(clock.now)
                lines.append(talk.said.words)
                talk.hush()
    assert len(times) > 1
    assert all(later - earlier >= 60_000 for earlier, later in itertools.pairwise(times))
    assert all(one != other for one, other in itertools.pairwise(lines))


def test_off_means_none_and_nobody_talks_where_nobody_listens() -> None:
    t = Strings("en")
    machines = Match("tricks", seats=["drake"] * 4)
    for match, chosen in ((match_of("tricks"), {"talk": False}), (machines, {})):
        talk, clock = talk_of(match, clock := Hand(), **chosen), clock
        talk.greet(t)
        for events in course(match):
            clock.now += TIMES["every"]
            talk.hear(events, t)
            assert talk.said is None
        assert talk.farewell(t) is None


def test_what_is_said_and_felt_is_over_after_a_while() -> None:
    match, clock = match_of("duel"), Hand()
    talk = talk_of(match, clock)
    talk.greet(Strings("en"))
    talk.feel([0, 1], "stung")
    assert talk.mood(1) == "stung"
    assert talk.mood(0) == "calm"  # a person's face is their own
    assert not talk.tick()
    clock.now = max(TIMES["shown"], TIMES["mood"])
    assert talk.tick()
    assert talk.said is None
    assert talk.mood(1) == "calm"
    assert not talk.tick()


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_last_line_fits_the_result(game: str, language: str) -> None:
    t, seen = Strings(language), set()
    for seed in range(6):
        match = match_of(game, seed)
        for _ in course(match, seed):
            pass
        said = talk_of(match).farewell(t)
        assert said
        won = said.seat in match.winners
        assert said.kind == (("tied" if 0 in match.winners else "won") if won else "lost")
        assert said.kind != "lost" or 0 in match.winners
        assert said.words in lines_of(t, t.seat(match.seats, said.seat, game), said.kind)
        seen.add(said.kind)
    assert seen


# ---- and that it tells nothing ----


@pytest.mark.parametrize("game", GAMES)
def test_what_a_person_cannot_know_changes_no_line_and_no_mood(game: str) -> None:
    """Matches that look the same to the person, with all that is hidden exchanged."""
    t, same = Strings("en"), 0
    for seed in range(1, 9):
        chance = random.Random(seed)
        match = match_of(game, seed)
        for _ in range(len(played(game, 10_000, seed).moves) // 3):
            match.play(chance.choice(match.legal()))
        twin = twin_of(match, 0, seed)
        talks = [talk_of(one, clock := Hand()) for one in (match, twin)]
        while not match.over and match.state(0) == twin.state(0):
            shared = sorted({*match.legal()} & {*twin.legal()})
            if not shared:
                break
            move = chance.choice(shared)
            both = [one.play(move) for one in (match, twin)]
            if match.state(0) != twin.state(0):
                break
            for talk, events in zip(talks, both, strict=True):
                talk.next_at = 0.0
                talk.hear(events, t)
            assert talks[0].said == talks[1].said
            assert talks[0].moods == talks[1].moods
            same += 1
            assert clock.now == 0
    assert same > 3


@pytest.mark.parametrize("game", GAMES)
def test_no_card_and_nothing_unseen_is_asked_for(game: str) -> None:
    """The same lines come of events that have lost their cards and places, and of those alone that all see."""
    match, t = match_of(game, 3), Strings("en")
    talks = [talk_of(match) for _ in range(2)]
    for events in course(match, 3):
        bare = [event._replace(card=None, place=None) for event in events if event.seen == 31 or event.kind == "card"]
        for talk, heard in zip(talks, (events, bare), strict=True):
            talk.next_at = 0.0
            talk.hear(heard, t)
        assert talks[0].said == talks[1].said
        assert talks[0].moods == talks[1].moods
    assert talks[0].last


# ---- on the screen ----


def speaking(s: Screen, game: str, moves: int) -> arcade.TableScene:
    """A table at which a dragon says something."""
    s.app.scenes = [table_at(s.app, played(game, moves))]
    s.app.draw()
    table = s.table
    table.talk.say("praise", table.talk.machines[0], s.app.session.strings)
    s.app.draw()
    return table


@pytest.mark.long(
    "tale-size0", "heart-size1", "tale-size1", "heart-size0", "wars-size1", "wars-size0", "tricks-size1",
)  # fmt: skip
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", GAMES)
def test_a_line_covers_no_card_and_no_button_and_stays_where_it_is(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        for share in (0, 4, 8):
            table = speaking(s, game, len(played(game, 10_000).moves) * share // 10)
            assert table.talk.said
            box = table.bubble.box
            written = s.words()
            assert box
            assert table.talk.said.words in written.replace("\n", " ")
            assert s.app.canvas.area.contains(box)
            assert box.collidelist([one.rect for one in table.board.stage.sprites if one.card]) < 0
            assert box.collidelist([spot.rect for spot in s.app.canvas.spots if spot.nav]) < 0
            assert box.collidelist([table.sentence_place(s.app.canvas), *table.board.kept_clear()]) < 0
            assert faults(s.app.canvas) == []
            s.point((5, 5))
            s.point((box.centerx, box.centery))
            assert table.bubble.box == box


@pytest.mark.long("tale-size1", "wars-size1", "tricks-size1", "heart-size1", "tale-size0", "tricks-size0")
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("game", GAMES)
def test_the_tail_of_a_line_points_at_who_speaks_and_crosses_no_card_and_no_word(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        for share in (0, 5, 8):
            table = speaking(s, game, len(played(game, 10_000).moves) * share // 10)
            c, said, tail = s.app.canvas, table.talk.said, table.bubble.tail(s.app.canvas.px("speech_tail"))
            if not said or not tail:
                continue
            seat = next(spot.rect for spot in c.spots if spot.key == f"seat{said.seat}")
            said_at = (seat, table.board.score_place(said.seat))
            middle = ((tail[0][0] + tail[1][0]) / 2, (tail[0][1] + tail[1][1]) / 2)
            box = table.bubble.box
            assert box
            on = [middle[at] + 50 * (tail[-1][at] - middle[at]) for at in (0, 1)]
            assert any(rect.inflate(8, 8).clipline(middle, on) for rect in said_at)
            assert box.inflate(*[5 * c.px("speech_tail")] * 2).collidepoint(tail[-1])  # it is short
            assert box.collidepoint(middle)
            cards = [one.rect for one in table.board.stage.sprites if one.card]
            things = cards + [one.ink for one in c.written if not box.contains(one.ink)]
            assert not any(rect.clipline(middle, tail[-1]) for rect in things)


def test_beside_a_free_plate_the_tail_points_at_the_face() -> None:
    area, plate, face = Rect(0, 0, 800, 600), Rect(300, 200, 200, 100), Rect(310, 210, 50, 50)
    words = [Rect(370, 215, 100, 20), Rect(310, 270, 180, 20)]
    seen = [Covered(plate, WEIGHTS["inert"]), *(Covered(ink, WEIGHTS["words"]) for ink in words)]
    free, beset = Bubble(), Bubble()
    free.settle("said", [(180, 60)], plate, face, 12, area, seen)
    assert free.aim == face
    assert free.box
    far = Bubble()
    far.box, far.aim = Rect(0, 0, 100, 40), Rect(180, 10, 40, 40)
    assert max(x for x, _ in far.tail(12)) - far.box.right <= 2 * 12
    assert free.box.collidelist([plate, *words]) < 0
    around = [Rect(0, 0, 800, 190), Rect(0, 0, 290, 600), Rect(0, 310, 800, 290)]  # cards but at the right
    seen += [Covered(cards, WEIGHTS["card"]) for cards in around]
    beset.settle("said", [(180, 60)], plate, face, 12, area, seen)
    assert beset.box
    assert beset.box.x >= plate.right
    assert beset.aim == plate


def test_a_line_makes_room_for_a_card_that_comes_to_lie_under_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = speaking(s, "tricks", 6)
        card = next(one for one in table.board.stage.sprites if one.zone == "trick")
        assert table.bubble.box
        table.bubble.box.center = card.rect.center
        s.app.draw()
        assert table.bubble.box.colliderect(card.rect)  # it stays until somebody moves
        table.bubble_at -= 1
        s.app.draw()
        assert table.bubble.box
        assert not table.bubble.box.colliderect(card.rect)


def test_any_key_or_press_ends_a_line_and_moving_the_pointer_does_not(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for does in (lambda: s.key("tab"), lambda: s.post(pygame.MOUSEBUTTONDOWN, pos=(640, 360), button=1)):
            table = speaking(s, "duel", 6)
            s.point((400, 500))
            assert table.talk.said
            does()
            assert table.talk.said is None
            s.app.draw()
            assert table.bubble.box is None


def test_a_match_begins_with_a_greeting_that_options_can_forbid(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for wanted in (True, False):
            s.app.session.settings.talk = wanted
            table = s.sit("duel", seed=3, seats=["human", "wyrmling"])
            s.app.turn()
            assert (table.talk.said is not None) == wanted
            assert "Sorrel" in s.words()
        assert "talk" in arcade.Options.TABLE


def test_nobody_talks_in_lessons_and_puzzles(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        arcade.open_lesson(s.app, "duel")
        for _ in range(4):
            s.app.turn()
        assert s.table.talk.said is None
        assert s.table.talk.quiet


def test_what_was_said_and_felt_goes_with_the_move_that_is_taken_back(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = speaking(s, "duel", 6)
        table.talk.feel(table.talk.machines, "stung")
        table.go_back(None)
        assert table.talk.said is None
        assert {table.talk.mood(seat) for seat in table.talk.machines} == {"calm"}
