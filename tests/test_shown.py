"""What a table shows: nothing lies across anything else, and nothing is told before it is seen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect

import game as arcade
from native import Event, Match
from native.games import GAMES
from native.play.lines import ghosts, play_line
from native.profile.achievements import treasures
from native.profile.hoard import found_text
from native.screen.canvas import Canvas
from native.screen.card_row import CardRow
from native.tools.samples import played
from native.tools.shots import draw_shot, review_graded, table_at, why_shown
from tests.advised import doubt_of
from tests.screen import SIZES, Screen, screen

# ---- ghosts ----


def alike(rects: list[Rect]) -> bool:
    """Whether cards are equally large, but for the rounding of their cells."""
    wides = [rect.w for rect in rects]
    return max(wides) - min(wides) <= 2


def why_at(s: Screen, game: str, seed: int) -> arcade.Why:
    """Why one move is better than another, somewhere in a deal."""
    match = played(game, len(played(game, 10_000, seed).moves) // 2, seed)
    legal = match.legal()
    verdict = doubt_of(match, legal[0], legal[-1])
    verdict.reasoning.work()
    s.app.scenes = [arcade.Why(s.app, match, verdict)]
    s.scene.tick()
    s.app.draw()
    why = s.scene
    assert isinstance(why, arcade.Why)
    return why


@pytest.mark.parametrize(("game", "zone"), [("wars", "dragon"), ("tricks", "plate")])
def test_what_came_of_a_line_is_told_and_marked_at_its_end(tmp_path: Path, game: str, zone: str) -> None:
    """Whichever move it began with, and not before; the sums of a battle are those of its last blow."""
    with screen(tmp_path) as s:
        (why,) = why_shown(s.app, game)
        assert isinstance(why, arcade.Why)
        s.app.scenes, comparison = [why], why.comparison
        assert comparison.lines
        for better, line in enumerate(comparison.lines):
            comparison.better, most, lone = bool(better), len(line.steps), line.moves == ["discard"]
            for upto in range(1, most + 1):
                comparison.upto = upto
                marks = {mark.zone for mark in comparison.marks()}
                assert ("In this deal: " in s.words()) == (upto == most)
                assert upto == most or not marks
                assert (zone in marks) == (upto == most and not lone)
            if game == "wars" and not lone:
                assert why.board.ahead.state()["loss"] is not None
                assert line.end.state()["battle"] is None


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_real_cards_make_room_for_ghosts(tmp_path: Path, game: str) -> None:
    """However many moves of a course are shown, the cards lie where the ghosts leave them room."""
    laid = 0
    with screen(tmp_path) as s:
        for seed in range(1, 5):
            why = why_at(s, game, seed)
            assert why.comparison.lines
            for better, line in enumerate(why.comparison.lines):
                why.comparison.better = bool(better)
                for upto in range(1, len(line.steps) + 1):
                    why.comparison.upto = upto
                    s.app.draw()
                    board = why.board
                    places = board.stage.arranged()
                    assert all(sprite.rect == places.get(sprite, sprite.rect) for sprite in board.stage.sprites)
                    ghosts = list(board.stage.ghost_places(why.comparison.ghosts()).values())
                    assert len(ghosts) == len(set(why.comparison.ghosts()))
                    laid += len(ghosts)
                    if game == "duel":
                        cards = [sprite.rect for sprite in board.stage.of("grid")] + ghosts
                        assert alike([rect for rect in cards if rect not in ghosts])
                        assert isinstance(board, arcade.DuelBoard)
                        assert all(board.plan.felt.contains(rect) for rect in cards)
                        assert all(rect.collidelist(cards[:at]) < 0 for at, rect in enumerate(cards))
    assert laid


def test_cards_of_a_course_lie_where_and_as_it_has_left_them() -> None:
    """A card goes on to its table and is turned there; none is shown twice, nor what others hide."""
    turned, laid = 0, 0
    for seed in range(8):
        match = Match("tale", {"players": 3}, seed)
        while match.state()["stage"] != 2:
            match.play(match.legal()[0])
        line = play_line(match.position(), match.to_act or 0, match.legal()[-1])
        for upto in range(1, len(line.steps) + 1):
            found = ghosts(line, upto)
            assert len({ghost[1:4] for ghost in found}) == len(found)
            table = line.steps[upto - 1].after.state()["table"]
            for ghost in (ghost for ghost in found if ghost.zone == "table"):
                assert table[ghost.seat or 0][ghost.place] == {"name": ghost.card, "up": ghost.up}
                turned, laid = turned + (not ghost.up), laid + 1
            assert all(ghost.zone == "table" or ghost.seat == line.seat for ghost in found)
    assert 0 < turned < laid


@pytest.mark.long
def test_both_moves_of_a_review_lie_beside_the_cards(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: review_graded(s.app, "duel", 8))
        review = s.scene
        assert isinstance(review, arcade.Review)
        seen = 0
        for ply in range(len(review.grader.grades) - 7, len(review.grader.grades) + 1):
            review.go(ply)
            s.app.draw()
            laid = [ghost for ghosts, *_ in review.laid() for ghost in ghosts]
            ghosts = list(review.board.stage.ghost_places(laid).values())
            cards = [sprite.rect for sprite in review.board.stage.of("grid")]
            assert all(ghost.collidelist(cards) < 0 for ghost in ghosts)
            assert alike(cards + ghosts)
            seen += len(ghosts)
        assert seen


@pytest.mark.parametrize(
    ("against", "keys"), [("own", ("better", "own")), ("others", ("better", "others")), ("next", ("next", "hinted"))]
)
@pytest.mark.long
def test_why_says_whose_moves_it_compares(tmp_path: Path, against: str, keys: tuple[str, str]) -> None:
    """After a hint nobody has moved: what is recommended stands against the next best."""
    with screen(tmp_path) as s:
        match = played("duel", 10)
        values = match.advise("dragon", permille=100)
        if against == "next":
            s.app.sit(match)
            s.table.live.worth.fair, s.table.live.hinted = values, True
            s.table.aim("hand1")
            s.table.hint()
        else:
            move, better = values.moves[-1].move, values.shown
            doubt = doubt_of(match, move, better)
            s.app.scenes.append(arcade.Why(s.app, match, doubt, against=against))  # type: ignore[arg-type]
        why = s.scene
        assert isinstance(why, arcade.Why)
        assert why.comparison.better == (against == "next")
        for key in keys:
            button = next(button for button in why.buttons() if button.key == key)
            assert button.label == s.app.session.strings(f"coach.{key}")
            assert ("your" in button.label) == (key == "own")
            s.click(key)


# ---- nothing is told before it is seen ----

FIGURES = {  # what draws the figures of a seat
    "duel": "draw_pair", "heart": "draw_tally", "tale": "draw_points", "wars": "draw_seat", "tricks": "draw_seat",
}  # fmt: skip


def figures(s: Screen, table: arcade.TableScene) -> list[str]:
    """All that stands on the seats' plates, but whose turn it is."""
    with noting_figures(s, table) as found:
        s.app.draw()
    return found


@contextmanager
def noting_figures(s: Screen, table: arcade.TableScene) -> Iterator[list[str]]:
    """The same in the picture that is drawn meanwhile."""
    board = table.board
    turn = s.app.session.strings("table.to_move")
    name = FIGURES.get(board.game, "plate")
    draw, found = getattr(type(board), name), list[str]()

    def noted(board: Any, c: Canvas, *values: Any) -> None:
        count = len(c.written)
        draw(board, c, *values)
        found.extend(one.text for one in c.written[count:] if one.text != turn)

    with patch.object(type(board), name, noted):
        yield found


def at_table(s: Screen, match: Match, people: bool = True) -> arcade.TableScene:
    """A table, of people alone, where cards travel."""
    if people:
        match.seats = ["human"] * match.seats_count
    s.app.sit(match)
    s.app.session.settings.motion = "normal"
    s.app.motion.now = 1000.0
    s.app.motion.finish()
    s.table.curtain = False
    s.app.draw()
    return s.table


def played_out(s: Screen, table: arcade.TableScene) -> Iterator[None]:
    """Lets time pass until all has come to rest."""
    for _ in range(2000):
        s.app.motion.now += 30
        if not table.board.stage.tick():
            return
        if table.board.stage.waits:
            table.board.stage.proceed()
        yield
    raise AssertionError("it never comes to rest")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_log_and_plates_follow_what_has_been_seen(tmp_path: Path, game: str) -> None:
    """While a move's cards travel, all figures are those before it; its lines come one group after another."""
    changed = 0
    with screen(tmp_path) as s:
        whole = played(game, 10_000, 1)
        for at in range(len(whole.moves) * 2 // 3, len(whole.moves), 3):
            match = whole.copy()
            match.goto(at)
            table = at_table(s, match)
            before, log, seen = figures(s, table), list(table.live.log), table.match.position()
            due = table.board.say.lines(match.copy().play(whole.moves[at]), table.live.humans)
            table.play(whole.moves[at])
            if not table.board.stage.playing:
                continue
            told = len(log)
            if table.board.stage.untold:  # what does not move is seen at once
                assert table.live.log == log
            shown = figures(s, table)
            outlook = game == "wars"  # it stays away while a sum is to come
            assert not Counter(shown) - Counter(before) if outlook else shown == before
            for _ in played_out(s, table):
                assert told <= len(table.live.log) <= len(log) + len(due)
                told = len(table.live.log)
                if table.board.stage.playing:
                    assert table.board.stage.seen.scores == seen.scores
            assert not table.board.stage.playing
            assert table.board.stage.seen.scores == table.match.scores
            assert table.live.log == log + due
            changed += figures(s, table) != before
            s.app.scenes.pop().close()
    assert changed


@pytest.mark.long
def test_a_dragon_that_still_stands_is_not_scored(tmp_path: Path) -> None:
    """The trophy counts on its owner's plate when the dragon has come to lie in the hall."""
    with screen(tmp_path) as s:
        wholes = [played("wars", 10_000, seed) for seed in range(1, 9)]
        whole, at = next((w, n) for w in wholes for n in range(len(w.moves)) if slays(w, n))
        match = whole.copy()
        match.goto(at)
        table = at_table(s, match)
        scores = [f"{score:g}" for score in match.scores]
        table.play(whole.moves[at])
        after = [f"{score:g}" for score in match.scores]
        new = set(after) - set(scores)
        assert not new & set(figures(s, table))
        trophies = sum(card.zone == "trophies" for card in match.cards())
        for _ in played_out(s, table):
            shown = figures(s, table)
            cards = table.board.stage.sprites
            lying = [card for card in cards if card.zone == "trophies" and card.rests(s.app.motion)]
            if len(lying) < trophies:
                assert not new & set(shown)
        assert new <= set(figures(s, table))


@pytest.mark.long
@pytest.mark.parametrize("what", ["damage", "new_dragon", "despoiler"])
def test_health_points_and_sums_change_with_the_line_that_tells_of_it(tmp_path: Path, what: str) -> None:
    """Nothing on the plates changes before the blow is told of; the next dragon lies there when its line comes."""
    with screen(tmp_path) as s:
        wholes = [played("wars", 10_000, seed) for seed in range(1, 9)]
        whole, at = next((w, n) for w in wholes for n in range(len(w.moves)) if ends(w, n) == what)
        match = whole.copy()
        match.goto(at)
        table, state, after = at_table(s, match), match.state(), whole.copy()
        after.goto(at + 1)
        owner = state["battle"]["defender"]
        before, dragon, old = figures(s, table), after.state()["dragons"][owner], len(table.live.log)
        table.play(whole.moves[at])
        lines = [table.board.say.lines(told_of(whole, at, one), table.live.humans) for one in ("damage", what)]
        frames, beads = list[tuple[bool, bool]](), set[int]()
        for _ in played_out(s, table):
            with noting_figures(s, table) as shown, noting_beads(owner) as lit:
                s.app.draw()
            hurt, told = (any(line in table.live.log[old:] for line in found) for found in lines)
            health, whole_beads = lit[0] if lit else (0, 0)
            assert health == whole_beads
            beads.add(health)
            assert hurt or not Counter(shown) - Counter(before)  # an outlook stays away while a sum is to come
            frames.append((hurt, told))
            if told:
                lying = table.board.stage.of("dragon", owner)
                assert [sprite.card for sprite in lying] == ([dragon[0]] if dragon else [])
        assert len(beads) > 1
        assert what == "damage" or figures(s, table) != before
        assert {told for _, told in frames} == {False, True}


@contextmanager
def noting_beads(seat: int) -> Iterator[list[tuple[int, int]]]:
    """The health of a seat's dragon as far as told in the picture that is drawn meanwhile, and how many beads are not
    lost; nothing without a dragon."""
    draw, found = arcade.WarsBoard.draw_health, list[tuple[int, int]]()

    def noted(board: Any, c: Canvas, ring: Any, health: int, full: int, whose: int) -> None:
        with patch.object(arcade.WarsBoard, "draw_bead") as bead:
            draw(board, c, ring, health, full, whose)
        left = sum(call.args[1] != "lost" for call in bead.call_args_list)
        told = max(0, math.ceil(health - board.blow.lost(whose)))
        assert len(bead.call_args_list) == full
        if whose == seat:
            found.append((told, left))

    with patch.object(arcade.WarsBoard, "draw_health", noted):
        yield found


def told_of(whole: Match, at: int, what: str) -> list[Event]:
    """What a move of a match tells of something."""
    match = whole.copy()
    match.goto(at)
    return [event for event in match.play(whole.moves[at]) if event.what == what]


def ends(whole: Match, at: int) -> str:
    """What becomes of the dragon attacked when a move of a match ends the battle and others follow."""
    whats = ("new_dragon", "despoiler", "damage")
    if whole.moves[at] != "stop" or at + 1 == len(whole.moves):
        return ""
    return next((what for what in whats if told_of(whole, at, what)), "")


def slays(whole: Match, at: int) -> bool:
    """Whether a move of a match brings somebody a trophy."""
    match = whole.copy()
    match.goto(at)
    before, scores = match.state()["trophies"], {*match.scores}
    match.play(whole.moves[at])
    return bool(match.state()["trophies"] != before and {*match.scores} - scores)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_whose_turn_it_is_follows_what_has_been_seen(tmp_path: Path, game: str) -> None:
    """While a move is shown the line above says what happens, or whose move it is; who is next, and that all is over,
    comes after it."""
    late = {True: 0, False: 0}
    with screen(tmp_path) as s:
        t = s.app.session.strings
        whole = played(game, 10_000)
        half, last = len(whole.moves) // 2, len(whole.moves) - 1
        for at in [*range(half, last, max(1, half // 16)), last]:
            match = whole.copy()
            match.goto(at)
            match.seats = ["human", *["hatchling"] * (match.seats_count - 1)]
            table = at_table(s, match, people=False)
            mine = match.to_act == 0
            name, together = table.name(match.to_act), table.board.say.at_once(behind=False)
            turn = table.board.task() if mine else together or t("table.thinks", name=name)
            assert status(s, table).startswith(turn)
            turn = together or t("table.you_play" if mine else "table.plays", name=name)
            table.play(whole.moves[at])
            say = table.board.say.as_of(whole.moves[: at + 1])
            told = {turn, table.board.under_way(), *say.story(table.live.humans)}
            if table.board.stage.playing and not table.board.stage.waits:
                assert status(s, table) in told
                assert table.why_idle() == t("why.moves")
                assert not s.has("result")
            for _ in played_out(s, table):
                if table.board.stage.playing:
                    late[mine] += 1
                    assert table.status() in told | {table.board.under_way()}
            over = t("table.over")
            assert (status(s, table) == over) == s.has("result") == (at == last)
            s.app.scenes.pop().close()
    assert all(late.values())


def status(s: Screen, table: arcade.TableScene) -> str:
    """The line that says what is to be done, which stands on the screen, unless the words of a moment do in its
    place."""
    s.app.draw()
    line = table.status()
    seen = {written.text for written in s.app.canvas.written}
    moments = {moment.words for moment, _ in table.board.moments.under_way() if moment.ribbon}
    assert line in seen or (not table.board.banner.w and moments & seen)
    return line


# ---- another size ----


@pytest.mark.long("heart")
@pytest.mark.parametrize("game", GAMES)
def test_another_size_turns_no_card_face_down(tmp_path: Path, game: str) -> None:
    """Until a card is painted in its new size it is seen as it was, and all are painted in the end."""
    with screen(tmp_path) as s:
        s.app.sit(played(game, 10))
        s.app.draw()
        board = s.table.board
        zone = "hand" if game != "tale" else "pack"
        own = [(board.cards_of(one), str(one.card)) for one in board.stage.of(zone, 0)]
        assert all(card for _, card in own)
        s.app.new_surface(pygame.display.set_mode((1100, 700)))
        s.app.paints = 0
        for cards, card in own:
            shown, back = (pygame.image.tobytes(cards.picture(one, 90), "RGB") for one in (card, None))
            assert shown != back
        s.until(lambda: not s.app.to_draw)
        assert not s.app.art.aged
        s.app.art.forget()
        s.app.paints = 0
        cards, card = own[0]
        assert cards.picture(card, 90) is cards.picture(None, 90)


@pytest.mark.parametrize("width", [90, 120])
def test_a_card_that_has_been_seen_is_not_turned_face_down_to_be_painted_anew(
    tmp_path: Path, width: int
) -> None:
    """Dimmed, perhaps larger, it is seen as it was until there is time to paint it."""
    with screen(tmp_path) as s:
        s.app.sit(played("tricks", 10))
        board = s.table.board
        one = board.stage.of("hand", 0)[0]
        cards = board.cards_of(one)
        s.app.art.forget()
        s.app.art.aged.clear()
        cards.picture(one.card, 90)
        s.app.paints = 0
        pictures = (cards.picture(one.card, width, dim=True), cards.picture(None, width))
        shown, back = (pygame.image.tobytes(picture, "RGB") for picture in pictures)
        assert shown != back


# ---- raised cards ----


@pytest.mark.long
@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize("size", SIZES[:2])
def test_a_raised_card_covers_no_words_above_it(tmp_path: Path, size: tuple[int, int], letters: int) -> None:
    """Each card of the person's rows in front, in all games; somewhere there is less room than for the whole lift."""
    raised: list[tuple[Rect, Rect, list[Rect]]] = []
    draw = CardRow.draw_one

    def drawn(row: CardRow, c: Canvas, sprite: Any, front: bool, active: bool, dim: bool, sorts: bool) -> Rect:
        inks = [one.ink for one in c.written]
        rect = draw(row, c, sprite, front, active, dim, sorts)
        if front:
            raised.append((sprite.rect, rect, inks))
        return rect

    with screen(tmp_path, size) as s, patch.object(CardRow, "draw_one", drawn):
        s.app.session.settings.text_size = letters
        for game in GAMES:
            s.app.sit(played(game, 12))
            s.app.draw()
            s.table.board.stage.finish()
            s.app.draw()
            for key in [spot.key for spot in s.app.canvas.spots if spot.key.startswith(("hand", "own", "pick"))]:
                s.table.focus = key
                s.app.draw()
    assert raised
    for resting, rect, inks in raised:
        over = Rect(rect.x, rect.y, rect.w, max(0, resting.y - rect.y))
        assert over.collidelist(inks) < 0
    if letters > 100:
        assert len({round((resting.y - rect.y) / rect.h, 2) for resting, rect, _ in raised}) > 1


# ---- the result ----


@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.long
def test_what_is_new_in_the_hoard_stands_in_the_result(tmp_path: Path, size: tuple[int, int], letters: int) -> None:
    """Nothing lies over the result, and all of it is read, in every game."""
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = letters
        for game in GAMES:
            match = played(game, 10_000)
            last = match.moves[-1]
            match.undo()
            s.app.sit(match)
            table = s.table
            found = [one.id for one in treasures() if one.game == game][:2]
            with patch.object(type(s.app.session.hoard), "award", lambda *_, found=found: list(found)):
                table.play(last)
            s.until(lambda: isinstance(s.scene, arcade.EndScene))
            s.app.draw()
            words = found_text(found, s.app.session.strings)
            assert s.app.notes.spoken() != words
            written = s.app.canvas.written
            names = {s.app.session.strings(one.words) for one in treasures() if one.id in found}
            lines = [one for one in written if one.text == words or one.text in names]
            assert len(lines) == 1 or {one.text for one in lines} == names
            assert not any(one.cut for one in lines)
            assert all(one.layer == max(one.layer for one in written) for one in lines)


def test_embers_rise_before_the_result_and_over_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        match = played("duel", 10_000)
        table = table_at(s.app, match)
        end = arcade.EndScene(s.app, table)
        end.sparks = [(x / 20, 0.1, 1.0) for x in range(20)]
        assert end.finale.joyful
        s.app.scenes = [table, end]
        length = s.app.motion.length("embers")
        assert end.finale.decided_at < end.finale.stands_at < end.finale.decided_at + length
        s.app.motion.now = end.finale.decided_at + length
        s.app.draw()
        still = s.app.canvas.surface.copy()
        s.app.motion.now = end.finale.decided_at + length * 0.5
        s.app.draw()
        for part in (end.panel, end.board.area):
            parts = [pygame.image.tobytes(one.subsurface(part), "RGB") for one in (still, s.app.canvas.surface)]
            assert parts[0] != parts[1]


def test_a_find_that_comes_when_the_table_is_left_is_a_notice(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found = [treasures()[0].id]
        s.app.tell_found(found, played("duel", 10_000))
        assert s.app.notes.spoken() == found_text(found, s.app.session.strings)


def test_while_a_trick_is_taken_or_a_hand_paid_the_bar_and_the_plates_say_so(tmp_path: Path) -> None:
    """The taker is lit and has the trick counted as it goes there; nobody is lit while a hand is paid, and by then
    the plates have come to the sums that are paid, which they no longer owe once the crystals are on their way."""
    whole, seen = played("tricks", 10_000), set[str]()
    with screen(tmp_path) as s:
        for at in range(whole.seats_count, len(whole.moves), whole.seats_count):
            match = whole.copy()
            match.goto(at)
            events = match.copy().play(whole.moves[at])
            taker = next((e.seat for e in events if e.what == "takes"), None)
            paid = Counter[int]()
            for e in events:
                paid[e.seat or 0] += e.amount if e.kind == "pay" else 0
            if taker is None or (any(paid.values()) if "pays" in seen else not any(paid.values())):
                continue
            table = at_table(s, match, people=False)
            board: Any = table.board
            before = match.state(0)["tricks_taken"]
            table.play(whole.moves[at])
            owed: dict[int, list[str]] = {seat: [] for seat, amount in paid.items() if amount > 0}
            for _ in played_out(s, table):
                told = board.under_way() if board.stage.playing else ""
                if told == board.say.of_seat("tricks.taking", taker):
                    seen.add("takes")
                    assert (table.status(), board.turn) == (told, taker)
                elif any(e.kind == "pay" for e in board.stage.untold):
                    seen.add("pays")
                    assert (table.status(), board.turn) == (board.say.paid(), None)
                    assert board.tricks_taken(taker) == before[taker] + 1
                for seat, sums in owed.items():
                    sums.append(board.say.due(seat, board.rows[seat], board.stage.shown))
            for seat, sums in owed.items():
                told = [sum_ for sum_, _ in groupby(sums)]
                due = board.say.of_seat("tricks.due", seat, amount=board.say.money(paid[seat]))
                assert told[told.index(due) :] == [due, ""]
            s.app.scenes.pop().close()
            if seen == {"takes", "pays"}:
                return
    raise AssertionError(seen)
