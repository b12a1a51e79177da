"""The end of a match: counted on the table, then the result beside it."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from pygame import Rect

import game as arcade
from native.duel.words import DuelTelling
from native.grades import scale_of
from native.play.match_words import places
from native.play.review import Grader
from native.profile.achievements import treasures
from native.screen.bindings import Action
from native.screen.canvas import Canvas, faults
from native.screen.seats import Seats
from native.screen.theme import THEME
from native.tools.samples import deal_weighed, played
from native.tools.shots import table_at
from native.values import Advice, MoveValue
from tests.screen import Screen, screen
from tests.test_telling import LANGUAGES, Looking, telling_of


def end_of(s: Screen, game: str, motion: str = "normal") -> arcade.EndScene:
    """The end of a match, at its first moment."""
    s.app.session.settings.motion = motion
    table = table_at(s.app, played(game, 10_000))
    table.ended = True
    s.app.scenes = [arcade.Title(s.app), table]
    s.app.draw()
    end = arcade.EndScene(s.app, table)
    s.app.scenes.append(end)
    s.app.draw()
    return end


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_the_count_comes_to_the_scores_of_the_rules(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game)
        steps, match = end.finale.steps, end.match
        assert steps
        assert all(step.places and len(step.sums) == match.seats_count for step in steps)
        assert all(len(step.found) in (0, len(step.places)) for step in steps)
        best = {seat for seat, sum_ in enumerate(steps[-1].sums) if sum_ == max(steps[-1].sums)}
        assert set(match.winners) <= best
        assert game == "duel" or list(steps[-1].sums) == match.scores


@pytest.mark.long("tale-size1")
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_what_is_counted_lies_in_view_beside_the_result(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, game)
        for motion in (end.finale.began, end.finale.stands_at):
            s.app.motion.now = motion
            s.app.draw()
            for step in end.finale.steps:
                for place in step.places:
                    rect = end.board.sight(*place)
                    assert rect
                    assert end.board.area.collidepoint(rect.center)
                    assert not rect.colliderect(end.panel)


@pytest.mark.long
@pytest.mark.parametrize("game", ["duel", "heart", "wars", "tale"])
def test_the_result_waits_until_the_last_move_of_a_machine_has_been_shown(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        match = played(game, 10_000)
        match.undo()
        match.seats = ["hatchling"] * match.seats_count
        match.seats[(match.to_act or 0) - 1] = "human"
        s.app.session.settings.motion = "fast"
        s.app.sit(match)
        table, stage = s.table, s.table.board.stage
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        assert table.match.over
        assert stage.seen.over
        assert not stage.groups


@pytest.mark.long("heart", "wars")
@pytest.mark.parametrize("game", ["duel", "heart", "wars"])
def test_the_ribbon_does_not_tell_who_has_won_before_it_is_counted(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        match = played(game, 10_000)
        last = match.moves[-1]
        match.undo()
        match.seats = ["human"] * match.seats_count
        s.app.session.settings.motion = "fast"
        s.app.sit(match)
        s.table.lift()
        s.table.play(last)
        told = set[str]()
        while not isinstance(s.scene, arcade.EndScene):
            s.app.motion.now += 20
            told |= set(s.words().splitlines())
            s.table.tick()
        assert told.isdisjoint({s.table.words.outcome(), s.table.live.log[-1]})
        s.table.counted = True
        s.app.scenes.pop()
        s.app.draw()
        assert s.table.words.outcome() in s.words().splitlines()


def test_the_result_comes_after_the_count_and_any_key_brings_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "wars")
        title = end.table.words.outcome()
        seen = []
        for at in range(len(end.finale.steps)):
            s.app.motion.now = end.finale.began + end.finale.each * (at + 0.9)
            s.app.draw()
            assert end.finale.step is not None
            seen.append(end.finale.step)
            assert title not in s.words()
            assert not s.has("review")
        assert seen == list(end.finale.steps)
        s.app.motion.now = end.finale.began
        assert end.take(Action("accept"))
        s.app.draw()
        assert title in s.words()
        assert s.has("review")
        s.app.motion.now += THEME["finale"]["pause"]
        assert not end.take(Action("accept"))


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_a_key_that_is_held_or_pressed_again_at_once_leaves_no_result_unseen(tmp_path: Path, motion: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "wars", motion)
        pause, repeat = (THEME["finale"][name] for name in ("pause", "repeat"))
        assert end.take(Action("accept"))
        assert end.finale.stands
        held = s.app.motion.now + 3 * pause
        while s.app.motion.now < held:
            s.app.motion.now += repeat / 3
            assert end.take(Action("accept"))
        s.app.motion.now += pause
        assert not end.take(Action("accept"))


def test_who_has_gone_to_another_button_may_press_it_at_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "wars")
        assert end.take(Action("accept"))
        assert not end.take(Action("down"))
        assert not end.take(Action("accept"))


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_beside_the_result_the_duels_scores_stand_on_the_table(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, "duel")
        s.app.draw()
        board = end.board
        assert isinstance(board, arcade.DuelBoard)
        assert all(board.area.contains(board.plan.score("y", row)) for row in board.plan.down.whole)
        assert all(board.area.contains(board.plan.score("x", column)) for column in board.plan.across.whole)


@pytest.mark.long("size1")
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_equal_lines_are_struck_one_pair_after_the_other(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path, size) as s:
        table = table_at(s.app, played("duel", 10_000, seed=59))
        s.app.session.settings.motion = "normal"
        s.app.scenes = [arcade.Title(s.app), table, end := arcade.EndScene(s.app, table)]
        s.app.draw()
        framed, struck = list[str](), list[Rect]()
        frame, strike = Canvas.frame, arcade.DuelBoard.strike

        def framing(c: Canvas, rect: Rect, color: str = "gold", *more: str, **named: str) -> None:
            framed.append(color)
            frame(c, rect, color, *more, **named)

        def striking(board: arcade.DuelBoard, c: Canvas, chip: Rect) -> None:
            struck.append(chip)
            strike(board, c, chip)

        monkeypatch.setattr(Canvas, "frame", framing)
        monkeypatch.setattr(arcade.DuelBoard, "strike", striking)
        assert [step.sums[0] == step.sums[1] for step in end.finale.steps] == [True, True, False]
        for at in range(3):
            framed.clear()
            struck.clear()
            end.board.parts_kept.clear()
            s.app.motion.now = end.finale.began + end.finale.each * (at + 0.6)
            s.app.draw()
            assert len(struck) == 2 * at
            assert {"coin", "rival"} <= set(framed)
        owners = {place: seat for place in end.finale.steps[-1].places for seat in place[1:2]}
        assert sorted(seat for seat in owners.values() if seat is not None) == [0, 1]
        assert not set(owners) & set(end.board.struck)


@pytest.mark.long
def test_pointing_does_not_end_the_count(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "heart")
        assert not end.take(Action("point"))
        assert not end.finale.stands


@pytest.mark.long
def test_the_count_is_shown_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "heart")
        s.app.motion.now = end.finale.stands_at + 60_000
        end.tick()
        assert arcade.EndScene(s.app, end.table).finale.stands
        end.table.moved_in_time()
        assert not arcade.EndScene(s.app, end.table).finale.stands


@pytest.mark.long
def test_without_motion_the_result_stands_at_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "tale", "off")
        assert end.finale.stands
        assert not end.finale.moves
        assert s.has("review")


@pytest.mark.long
@pytest.mark.parametrize("game", ["tricks", "tale"])
def test_the_best_stands_first_and_the_next_deal_is_one_press_away(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game, "off")
        ranks = places(end.match)
        assert [ranks[seat] for seat in end.seats()] == sorted(ranks)
        where = {one.text: one.ink.x for one in s.app.canvas.written}
        across = [where[end.board.name(seat)] for seat in end.seats()]
        assert across == sorted(across)
        assert end.focus == "next"
        end.deaf_until = 0.0
        s.key("return")
        assert isinstance(s.app.scenes[-1], arcade.TableScene)
        assert s.app.scenes[-1].match.seed != end.match.seed


def judge_all(grader: Grader, wrong: int) -> None:
    """Every move was the best but one, which was a blunder."""
    before = grader.match.copy()
    for number, grade in enumerate(grader.grades, 1):
        lost, better = 0.0, grade.move
        if number == wrong:
            before.goto(number - 1)
            lost, better = scale_of(before.game).blunder, next(one for one in before.legal() if one != grade.move)
        moves = {grade.move: -lost, better: 0.0}
        found = tuple(MoveValue(move, value, move == better, 0.0) for move, value in moves.items())
        grade.worth.fair = Advice("exact", better, "exact", 1, 1, None, found, 0, 0.0)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_the_costliest_move_is_told_once_all_are_judged_and_leads_to_the_review_there(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, game, "off")
        grader, seat = end.grader, end.board.seat
        assert grader
        grader.close()
        wrong = [at for at, grade in enumerate(grader.grades, 1) if grade.seat == seat and not grade.forced][1]
        assert not s.has("costliest")
        judge_all(grader, wrong)
        end.tick()
        s.app.dirty = True
        s.app.turn()
        move = end.board.say.as_of(end.match.moves[: wrong - 1]).deed(end.match.moves[wrong - 1])
        told = s.app.session.strings("end.costliest", move=move)
        assert told in " ".join(s.words().split("\n"))
        assert s.app.session.strings("end.look") in s.words()
        assert not faults(s.app.canvas)
        s.click("costliest")
        assert isinstance(s.scene, arcade.Review)
        assert s.scene.walk.ply == wrong


def test_below_the_verdict_stand_three_lines_without_a_figure_in_percent_or_a_move_number(tmp_path: Path) -> None:
    """Help is told on the score sheet, with its reason."""
    with screen(tmp_path) as s:
        table = table_at(s.app, played("tale", 10_000))
        deal_weighed(s.app.session, table.match)
        table.live.helped = True
        end = arcade.EndScene(s.app, table)
        assert end.grader
        end.grader.close()
        judge_all(end.grader, 9)
        s.app.scenes = [table, end]
        end.interrupt()
        end.tick()
        s.app.draw()
        lines = [end.why(), end.costly[1], end.deal_line()]
        assert all(line in s.words() for line in lines)
        assert not re.search(r"%|number \d", " ".join(lines))
        reason = s.app.session.strings("end.unrated")
        assert reason not in s.words()
        s.click("scores")
        assert reason in s.words().replace("\n", " ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_every_kind_of_move_has_words_for_what_was_done(game: str, language: str) -> None:
    match = played(game, 10_000)
    say = telling_of(Looking(match.restarted(), language))
    for number, move in enumerate(match.moves):
        told = say.as_of(match.moves[:number]).deed(move)
        assert told
        assert f"{game}." not in told


def test_a_match_without_a_mistake_has_no_costliest_move(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "duel", "off")
        assert end.grader
        end.grader.close()
        judge_all(end.grader, 0)
        end.tick()
        s.app.draw()
        assert end.costly == (0, "")
        assert not s.has("costliest")


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_the_result_asks_little_and_the_rest_is_one_press_further(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, "wars", "off")
        assert [button.key for button in end.coins()] == ["scores", "review", "more", "title"]
        coins = [s.spot(button.key).rect for button in end.coins()]
        assert s.spot("next").rect.w > 2 * coins[0].w
        assert not faults(s.app.canvas)
        s.click("more")
        assert {"rematch", "table", "other"} <= {spot.key for spot in s.app.canvas.spots}
        s.key("esc")
        assert s.scene is end
        s.click("scores")
        s.key("esc")
        assert s.scene is end


def test_with_reduced_motion_the_sums_do_not_run_and_no_embers_rise(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.reduced_motion = True
        end = end_of(s, "duel")
        assert end.result == "won"
        assert end.finale.sums(end.still) == end.finale.steps[0].sums
        s.app.motion.now = end.finale.decided_at + 1
        assert end.finale.embers is None


@pytest.mark.long
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_the_numbers_stay_within_reach(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game, "off")
        s.click("scores")
        assert isinstance(s.scene, arcade.EndNumbers)
        shown = s.words()
        for row in end.board.say.sheet("end").rows:
            assert all(cell.text in shown for cell in row)
        s.key("esc")
        assert s.app.scenes[-1] is end


@pytest.mark.long
def test_a_new_treasure_is_carried_to_the_hoard_and_stays_named(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "duel")
        one = treasures()[0]
        s.app.tell_found([one.id], end.match)
        s.app.draw()
        assert end.carrying is None  # first what decided the match
        s.app.motion.now = end.finale.stands_at
        s.app.draw()
        assert end.carrying == 0
        s.app.motion.now += 600_000
        end.tick()
        s.app.draw()
        assert end.carrying is None
        assert s.app.session.strings(one.words) in s.words()
        assert s.app.session.strings(f"{one.words}.how") in s.words()
        s.app.turn()
        end.interrupt()
        assert s.has("hoard")
        s.click("hoard")
        assert isinstance(s.scene, arcade.Treasury)


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_several_treasures_come_one_after_another_each_to_its_name(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, "wars")
        some = [one for one in treasures() if one.game == "wars"][:4]
        s.app.tell_found([one.id for one in some], end.match)
        s.app.motion.now = end.finale.stands_at
        s.app.draw()
        assert sorted(set(end.carried.values())) == list(end.carried.values())
        s.app.motion.now = max(end.carried.values())
        s.app.draw()
        ways = [end.way(one.id) for one in some]
        assert ways == sorted(ways, reverse=True)
        assert ways[0] > ways[-1] == 0
        s.app.motion.now += 600_000
        s.app.draw()
        keys = [spot.key for spot in s.app.canvas.spots if spot.key.startswith("hoard")]
        assert len(keys) == len(some)
        assert all(s.app.session.strings(one.words) in s.words().replace("\n", " ") for one in some)
        assert not faults(s.app.canvas)


@pytest.mark.long("heart", "tale", "tricks", "wars")
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_what_was_counted_is_told_with_what_it_brought_everybody(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game)
        assert len(end.finale.ledger()) == 1
        s.app.motion.now = end.finale.decided_at - 1
        s.app.draw()
        entries = end.finale.ledger()
        assert all(one.words in s.words() for one in entries)
        if not end.finale.steps[-1].pair:
            brought = [sum(amounts) for amounts in zip(*(one.amounts for one in entries), strict=True)]
            assert brought == list(end.finale.steps[-1].sums)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("found", [0, 1, 3])
@pytest.mark.parametrize("game", ["heart", "tale", "tricks"])
@pytest.mark.long
def test_new_treasures_lie_beside_what_decided_the_match(
    tmp_path: Path, game: str, found: int, size: tuple[int, int]
) -> None:
    """Each with its name; with none there is nothing beside it."""
    with screen(tmp_path, size) as s:
        end = end_of(s, game)
        some = [one for one in treasures() if one.game == game][:found]
        s.app.tell_found([one.id for one in some], end.match)
        s.app.motion.now += 600_000
        s.app.draw()
        parts = end.result_parts(s.app.canvas)
        assert bool(parts.side.w) == bool(found)
        assert not parts.side.colliderect(parts.middle) or not parts.side.w
        written = " ".join(one.text for one in s.app.canvas.written if parts.side.contains(one.ink))
        assert all(s.app.session.strings(one.words) in written.replace("\n", " ") for one in some)
        assert not faults(s.app.canvas)


@pytest.mark.long
@pytest.mark.parametrize("game", ["heart", "wars"])
def test_what_a_place_brings_flies_to_the_sum_of_its_seat(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game)
        words = next(words for words in end.finale.steps[0].found if words)

        def told() -> Rect:
            return next(one.ink for one in s.app.canvas.written if one.text == words)

        start = told()
        s.app.motion.now += end.finale.each / 4
        s.app.draw()
        assert start.x < told().x
        assert end.panel.collidepoint(told().center) or told().x < end.panel.x
        s.app.motion.now = end.finale.began + end.finale.each * 0.9
        s.app.draw()
        assert end.finale.part == 1
        assert words not in s.words().splitlines()


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("game", arcade.BOARDS)
@pytest.mark.long
def test_while_it_is_counted_the_table_tells_no_more_than_the_count(tmp_path: Path, game: str,
                                                                   size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, game)
        say, match, steps = end.board.say, end.match, end.finale.steps
        results = {say.amount(score) for score in match.scores if score > 9}
        for at in range(len(steps) - 1):
            s.app.motion.now = end.finale.began + end.finale.each * (at + 0.9)
            s.app.draw()
            counted = {say.amount(sum_) for sum_ in steps[at].sums}
            assert not (results - counted) & set(s.words().replace("\n", " ").split())
        s.app.motion.now = end.finale.stands_at
        s.app.draw()
        assert end.board.uncounted == ()
        assert game == "duel" or results <= set(s.words().replace("\n", " ").split())


def test_the_duels_pair_tells_nothing_before_it_is_counted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "duel")
        board = end.board
        assert isinstance(board, arcade.DuelBoard)
        rank, mine, other = DuelTelling.deciding(end.match, end.board.seat)

        def told(place: Rect) -> list[str]:
            return [w.text for w in s.app.canvas.written if place.contains(w.box) and w.text.isdigit()]

        assert rank
        assert told(board.plan.parts["pair"]) == []
        s.app.motion.now = end.finale.stands_at
        s.app.draw()
        assert told(end.result_parts(s.app.canvas).middle) == [str(other), str(mine)]


@pytest.mark.long
def test_the_table_tells_all_when_the_end_is_left_while_it_is_counted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "wars")
        assert any(end.board.uncounted)
        s.app.pop()
        assert end.board.uncounted == ()


@pytest.mark.long
def test_the_crystals_on_the_plates_stay_while_they_are_counted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "tricks")
        board, wealth = end.board, end.match.state()["wealth"]
        assert isinstance(board, arcade.TricksBoard)
        for part in range(41):
            s.app.motion.now = end.finale.began + end.finale.each * part / 10
            s.app.draw()
            assert [board.owned(seat) for seat in range(len(wealth))] == wealth
        assert end.finale.decided
        s.app.draw()
        assert [board.wealth(seat) for seat in range(len(wealth))] == wealth


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_the_figures_of_the_ledger_lie_apart_and_tricks_are_no_longer_told(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, "tricks")
        s.app.motion.now = end.finale.decided_at - 1
        s.app.draw()
        amounts = {end.board.say.amount(amount) for one in end.finale.ledger() for amount in one.amounts}
        inks = [one.ink for one in s.app.canvas.written if one.text in amounts and end.panel.contains(one.box)]
        assert len(inks) >= sum(len(one.amounts) for one in end.finale.ledger())
        assert all(ink.inflate(4, 0).collidelistall(inks) == [at] for at, ink in enumerate(inks))
        told = {s.app.session.strings("tricks.count", n=number) for number in range(9)}
        assert not told & set(s.words().splitlines())


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 720)])
@pytest.mark.parametrize("game", arcade.BOARDS)
@pytest.mark.long
def test_who_has_won_stands_large_across_the_top(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        end = end_of(s, game, "off")
        title = next(one for one in s.app.canvas.written if one.text == end.table.words.outcome())
        parts = end.result_parts(s.app.canvas)
        assert parts.banner.contains(title.ink)
        assert parts.banner.bottom <= parts.middle.y
        assert parts.middle.bottom <= min(cell.y for cell in parts.seats)
        assert not any(cell.colliderect(parts.go) for cell in parts.seats)
        assert title.ink.h > s.app.canvas.type_px("heading") * 2 // 3
        assert faults(s.app.canvas) == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_at_the_end_the_duels_grid_fills_the_table_and_no_face_covers_a_score(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path, size) as s:
        faces = list[Rect]()
        draw = Seats.face

        def face(seats: Seats, c: Canvas, seat: int, rect: Rect) -> None:
            faces.append(rect)
            draw(seats, c, seat, rect)

        monkeypatch.setattr(Seats, "face", face)
        board = end_of(s, "duel").board
        assert isinstance(board, arcade.DuelBoard)
        faces.clear()
        board.parts_kept.clear()
        s.app.draw()
        plan = board.plan
        scores = [plan.score("x", at) for at in plan.across.whole] + [plan.score("y", at) for at in plan.down.whole]
        beside = [rect for rect in faces if not plan.felt.colliderect(rect)]  # those on cards are badges
        assert beside
        assert all(rect.collidelist(scores) < 0 for rect in beside)
        assert all(board.area.contains(rect) for rect in (plan.felt, *scores))
        assert plan.felt.h >= board.area.h * 4 // 5


@pytest.mark.long("2-size0", "4-size1", "4-size0", "3-size1")
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_end_everybodys_trophies_lie_where_the_battle_was(
    tmp_path: Path, size: tuple[int, int], seats: int
) -> None:
    with screen(tmp_path, size) as s:
        table = table_at(s.app, played("wars", 10_000, players=seats))
        s.app.scenes = [table, arcade.EndScene(s.app, table)]
        s.app.draw()
        board = table.board
        assert isinstance(board, arcade.WarsBoard)
        rows = [board.seat_rects(seat) for seat in range(seats)]
        halls = [row["hall"] for row in rows]
        assert all(board.plan.middle.contains(hall) for hall in halls)
        assert all(hall.collidelistall(halls) == [seat] for seat, hall in enumerate(halls))
        for seat, row in enumerate(rows):
            chips = [sprite.rect for sprite in board.stage.of("trophies", seat)]
            assert all(row["hall"].contains(chip) for chip in chips)
            assert all(chip.inflate(2, 2).collidelistall(chips) == [at] for at, chip in enumerate(chips))
            assert row["face"].w > 0
            assert row["face"].collidelist([*chips, row["dragon"], row["points"]]) < 0


@pytest.mark.parametrize("game", [game for game in arcade.BOARDS if game != "duel"])
def test_one_line_says_why_the_match_ended_and_what_decided_it(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game)
        end.interrupt()
        s.app.draw()
        decided = end.board.say.decided()
        assert end.board.ended_by()
        assert decided
        assert f"{end.board.ended_by()} {decided}" in s.words().splitlines()


@pytest.mark.parametrize("game", ["duel", "tricks"])
def test_ribbon_reason_and_what_decided_stand_on_one_axis(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, game)
        end.interrupt()
        with patch.object(Canvas, "piece", autospec=True, side_effect=Canvas.piece) as pieces:
            s.app.draw()
        ribbon = next(one.args[2] for one in pieces.call_args_list if one.args[1].startswith("ribbon"))
        parts = end.result_parts(s.app.canvas)
        middles = [one.centerx for one in (ribbon, parts.why, parts.middle)]
        assert max(middles) - min(middles) <= 1
        assert middles[0] == s.app.canvas.area.centerx


def test_the_winner_wears_a_wreath_and_the_crown_stays_with_the_dragonmaster(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_of(s, "tricks")
        end.interrupt()
        with patch.object(Canvas, "picture", autospec=True, side_effect=Canvas.picture) as pictures:
            s.app.draw()
        drawn = [one.args[1] for one in pictures.call_args_list]
        assert drawn.count("game/laurel") == 2  # on the podium and at the face
        assert not any("crown" in name for name in drawn)


def test_the_end_offers_to_play_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end_of(s, "duel").interrupt()
        s.app.draw()
        assert "Play again" in s.words()
