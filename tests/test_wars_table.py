"""Dragon Wars on the screen: matches by keys and by dragging, sums, halls, what stays hidden, pictures."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

import game as arcade
from native import Match
from native.play.reasons import Reasoning
from native.screen.pointer import Spot
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import draw_shot, table_at, table_ended, table_with_values
from native.wars.followed import followed
from native.wars.plan import order
from native.wars.state import SIDES
from native.wars.words import WarsTelling
from tests.advised import doubt_of
from tests.reference.wars import DECK, DRAGONS, value
from tests.screen import LOOKS, SIZES, Screen, screen
from tests.test_telling import Looking, telling_of

GAME = "wars"
TAG = 0.26  # of the width of a card, the tag of its corner

def position(move: str, players: int = 2, seed: int = 3) -> Match:
    """A position of a random match where seat 0 may make a move that begins so."""
    match = Match(GAME, {"players": players}, seed)
    match.seats = ["human"] + ["random"] * (players - 1)
    chance = random.Random(seed)
    while not match.over:
        if match.to_act == 0 and any(legal.startswith(move) for legal in match.legal()):
            return match
        match.play(chance.choice(match.legal()))
    return position(move, players, seed + 1)


def card_of(spot: Spot) -> str:
    """The card that is dragged from a spot."""
    assert spot.drag
    return str(spot.drag()[0].card)


def ready(s: Screen) -> bool:
    return isinstance(s.scene, arcade.EndScene) or (s.table.live.mine and not s.table.board.stage.groups)


def step_by_key(s: Screen, press: Callable[[str], None]) -> None:
    """Chooses the card under the focus, or where none can be played the first button, and the dragon it asks for."""
    s.app.draw()
    s.app.draw()
    if not any(spot.drag for spot in s.app.canvas.spots):
        s.walk(next(move for move in s.table.live.legal() if " " not in move), press)
    press("enter")
    if s.table.held:
        assert s.table.focus.startswith("dragon"), "the focus goes to a dragon that may be attacked"
        press("enter")


@pytest.mark.parametrize("device", ["keyboard", "controller"])
@pytest.mark.long
def test_a_whole_match_without_a_mouse(tmp_path: Path, device: str) -> None:
    with screen(tmp_path, (800, 600)) as s:
        seats = ["human", "random", "random"][: 2 + (device == "keyboard")]
        table = s.sit(GAME, seed=4, options={"players": len(seats)}, seats=seats)
        press = partial(s.press, device)
        press("down")
        while True:
            s.until(lambda: ready(s))
            if isinstance(s.scene, arcade.EndScene):
                break
            before = len(table.match.moves)
            table.focus = ""
            step_by_key(s, press)
            assert len(table.match.moves) > before
        assert all(f"{score:g}" in s.words() for score in table.match.scores)


@pytest.mark.parametrize(
    ("move", "players", "target"),
    [("attack 1", 2, "battle"), ("defend", 2, "battle"), ("press", 2, "battle"), ("attack 2", 4, "dragon2")],
)
def test_a_card_is_laid_by_dragging_it(tmp_path: Path, move: str, players: int, target: str) -> None:
    """Into the battle, or onto the dragon to attack."""
    match = position(f"{move} ", players)
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.app.draw()
        before = len(match.moves)
        spot = next(spot for spot in s.app.canvas.spots if spot.drag)
        card = card_of(spot)
        s.drag(spot.key, target)
        assert match.moves[before] == f"{move} {card}"


@pytest.mark.parametrize(("move", "reason"), [("press", "other_suit"), ("defend", "attack_only")])
def test_a_card_that_cannot_be_laid_in_a_battle_says_why(tmp_path: Path, move: str, reason: str) -> None:
    """Whoever attacks wants to press, whoever is attacked to defend."""
    for seed in range(3, 100):
        match = position(f"{move} ", seed=seed)
        cards = [card for card in match.state(0)["hands"][0] if match.why_not(f"{move} {card}") == reason]
        if cards:
            break
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.app.draw()
        s.click(f"hand{match.state(0)['hands'][0].index(cards[0])}")
        assert Strings("en")(f"why.wars.{reason}") in s.words()


def test_pointing_at_a_card_in_a_battle_tells_what_it_makes_of_the_sum(tmp_path: Path) -> None:
    match = position("press ")
    card = next(move for move in match.legal() if move.startswith("press")).split()[1]
    state = match.state(0)
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.app.draw()
        s.point(s.spot(f"hand{state['hands'][0].index(card)}").rect.center)
        s.app.draw()
        told = Strings("en")("wars.would.attack", now=state["attack"], then=state["attack"] + value(card))
        assert any(told in words for words in s.words().splitlines())


@pytest.mark.long
def test_sums_and_what_they_come_to_stand_between_attack_and_defence(tmp_path: Path) -> None:
    """At every decision of a battle that is turned up; each of the three outcomes is met."""
    match, chance, met = Match(GAME, {"players": 3}, 6), random.Random(6), set()
    match.seats = ["human"] * 3
    with screen(tmp_path) as s:
        while not match.over:
            match.play(chance.choice(match.legal()))
            state = match.state(match.to_act)
            if not (state["battle"] and state["battle"]["revealed"]) or len(match.moves) % 2:  # half of them will do
                continue
            draw_shot(s.app, lambda: [table_at(s.app, match, curtain=False)])
            words = {written.text for written in s.app.canvas.written}
            loss = max(0, state["attack"] - (state["defence"] or 0))
            health = state["dragons"][state["battle"]["defender"]][1]
            outcome = "blocked" if not loss else "slain" if loss >= health else "loses"
            met.add(outcome)
            assert {str(state["attack"]), str(state["defence"] or 0)} <= words
            assert Strings("en")(f"wars.{outcome}", amount=loss, left=health - loss) in words
    assert met == {"blocked", "slain", "loses"}


def test_cards_for_trump_are_turned_over_one_by_one_with_the_running_sum(tmp_path: Path) -> None:
    """C10 is trump and flips C7, a trump that flips D4: 10, 17, 21."""
    hands, trump, flips = ["C10", "H2", "H3", "H4", "H5", "D7", "H6", "H8", "H9", "HK"], "C2", ["C7", "D4"]
    rest = [card for card in DECK if card not in (*hands, trump, *flips)]
    nest = ["SK", "SQ", *DRAGONS[:-2]]
    match = Match(GAME, deal={"nest": nest, "deck": [*hands, trump, *flips, *rest]}, seats=["random", "human"])
    match.play("attack 1 C10")
    with screen(tmp_path) as s:
        s.app.sit(match)
        table, seen = s.table, []
        table.play("defend D7")
        while True:
            s.app.draw()
            attack = table.board.stage.shown["attack"]
            assert attack is None or str(attack) in {written.text for written in s.app.canvas.written}
            if not table.board.stage.untold:
                seen.append((len(table.board.stage.of("attack_flips", 0)), attack))
            if not table.board.stage.playing or len(seen) > 20:
                break
            table.live.paused = True
            s.app.turn()
    assert [now for now, before in zip(seen, [None, *seen], strict=False) if now != before] == [
        (0, None), (0, 10), (1, 17), (2, 21)]


def test_what_a_battle_comes_to_is_told_only_when_all_its_cards_are_counted(tmp_path: Path) -> None:
    """The attack of 10 alone would slay the dragon of 9, but the defence stands at 7: neither "slain" nor a shield
    of 0 is seen on the way."""
    hands, trump = ["C10", "H2", "H3", "H4", "H5", "D7", "H6", "H8", "H9", "HK"], "H10"
    rest = [card for card in DECK if card not in (*hands, trump)]
    nest = ["SK", "S9", *(dragon for dragon in DRAGONS if dragon not in ("SK", "S9"))]
    match = Match(GAME, deal={"nest": nest, "deck": [*hands, trump, *rest]}, seats=["random", "human"])
    match.play("attack 1 C10")
    with screen(tmp_path) as s:
        s.app.sit(match)
        table, board, shields, found = s.table, s.table.board, set[str](), set[str]()
        assert isinstance(board, arcade.WarsBoard)
        s.app.session.settings.motion = "normal"
        s.app.motion.now = 1000.0
        table.play("defend D7")
        table.live.paused = True
        for _ in range(300):
            s.app.draw()
            written = list(s.app.canvas.written)
            words = {one.text for one in written}
            shield = board.plan.sums()["defence"]
            shields |= {one.text for one in written if shield.contains(one.ink)}
            found |= {word for word in words if word.startswith("−")}
            if not board.stage.playing:
                break
            s.app.motion.now += 40
            s.app.turn()
    assert not board.stage.playing
    assert shields == {"7"}
    assert {Strings("en")("wars.loses", amount=3, left=6)} == found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_followed_through_the_events_of_a_move_is_the_one_after_it(players: int) -> None:
    match, moves = Match(GAME, {"players": players}, players), played(GAME, 10_000, players, players=players).moves
    for move in moves:
        views = (None, *range(players))
        before: list[Any] = [match.state(viewer) for viewer in views]
        points, events = list(match.scores), match.play(move)
        for viewer, state in zip(views, before, strict=True):
            after = match.state(viewer)
            told = followed(state, events, viewer)
            dragons = [one and [*one] for one in told["dragons"]]
            assert {**told, "dragons": dragons, "hands": after["hands"]} == after
        for event in events:
            if event.kind == "score":
                points[event.seat or 0] += event.amount
        assert points == match.scores
    assert match.over


def where(found: Callable[[Match], bool], players: int = 2, prefers: str = "") -> Match:
    """The first position of random matches where something holds, seen by seat 0. prefers: a move that is made
    wherever it is legal."""
    for seed in range(2000):
        match, chance = Match(GAME, {"players": players}, seed), random.Random(seed)
        match.seats = ["human"] + ["random"] * (players - 1)
        while not match.over:
            wanted = [move for move in match.legal() if move.startswith(prefers)]
            match.play(chance.choice(wanted or match.legal()))
            if found(match):
                return match
    raise AssertionError("no such position")


def answers(match: Match, last: bool, falls: bool, holds: bool) -> bool:
    """Whether seat 0 may defend: whether the attacker holds no more cards, and as it stands its dragon falls, or
    loses nothing."""
    state = match.state(0)
    if match.to_act != 0 or not any(move.startswith("defend") for move in match.legal()):
        return False
    found = not state["hands"][state["battle"]["attacker"]], bool(state["slain"]), state["loss"] == 0
    return found == (last, falls, holds)


@pytest.mark.long("True-False-False-answer.last", "True-False-True-answer.last.holds")  # such an answer is rare
@pytest.mark.parametrize(("last", "falls", "holds", "key"), [
    (False, False, False, "answer"), (False, True, False, "answer.falls"), (False, False, True, "answer.holds"),
    (True, False, False, "answer.last"), (True, True, False, "answer.last.falls"),
    (True, False, True, "answer.last.holds"),
])
def test_the_ribbon_says_how_urgent_an_answer_is(
    tmp_path: Path, last: bool, falls: bool, holds: bool, key: str
) -> None:
    """Where the defence holds, the button does not speak of declining."""
    match = where(partial(answers, last=last, falls=falls, holds=holds), prefers="press" if last else "")
    t = Strings("en")
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        assert t(f"wars.task.{key}") in s.words().splitlines()
        assert t("wars.enough" if holds else "wars.decline") in s.words().splitlines()


def tips(s: Screen, start: str) -> list[str]:
    """What pointing at some things tells."""
    return [spot.tip for spot in s.app.canvas.spots if spot.key.startswith(start) and spot.tip]


def test_every_card_of_a_battle_says_what_it_counts(tmp_path: Path) -> None:
    """The hidden card; those laid; those turned over for trump, which add or count nothing."""
    t = Strings("en")

    def flipped(match: Match) -> bool:
        battle = match.state(0)["battle"]
        suits = {card[0] for card in battle["attack_flips"]} if battle else set()
        return match.to_act == 0 and "H" in suits and len(suits) > 1

    with screen(tmp_path) as s:
        match = where(lambda match: answers(match, last=False, falls=False, holds=False)
                      and not match.state(0)["battle"]["revealed"])
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        assert tips(s, "attack") == [t("wars.tip.hidden", name=s.table.board.name(1))]
        match = where(flipped)
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board, written = s.table.board, s.words().splitlines()
        assert isinstance(board, arcade.WarsBoard)
        told = tips(s, "attack")
        cards = [str(sprite.card) for sprite in board.laid("attack")]
        assert len(told) == len(cards)
        zones = [sprite.zone for sprite in board.laid("attack")]
        for card, zone, tip in zip(cards, zones, told, strict=True):
            assert tip.startswith(board.say.card(card))
            vain = card[0] == "H"
            assert (f"+{value(card)}" in tip) is not vain
            assert (t("wars.suit.H") + " do not attack" in tip) is vain
            if zone == "attack_flips" and not vain:
                assert f"+{value(card)}" in written


def test_each_step_of_the_count_has_its_own_name() -> None:
    match = played("wars", 10_000, players=4)
    steps = telling_of(Looking(match, "en")).final_count()
    assert match.over
    assert len(steps) > 2
    assert len({step.words for step in steps}) == len(steps)


def words_of(match: Match) -> WarsTelling:
    look: Any = Looking(match, "en")
    return WarsTelling(look)


def test_where_every_attack_is_worse_the_better_move_is_named() -> None:
    match = where(lambda match: match.to_act == 0 and "discard" in match.legal() and len(match.legal()) > 4)
    worse = next(move for move in match.legal() if move.startswith("attack"))
    values = dict.fromkeys(match.legal(), 3.0) | {worse: 0.0, "discard": 9.0}
    say = words_of(match)
    said = say.contrast(Reasoning(match, worse, "discard", values))
    assert said
    assert say.move("discard") in said


def test_the_log_says_why_a_card_is_turned_over_and_what_it_counts() -> None:
    """And which suit a new turn makes trump."""
    t = Strings("en")
    hands, trump, flips = ["C10", "H2", "H3", "H4", "H5", "D7", "H6", "H8", "H9", "HK"], "C2", ["C7", "HA"]
    rest = [card for card in DECK if card not in (*hands, trump, *flips)]
    nest = ["SK", "SQ", *DRAGONS[:-2]]
    match = Match(GAME, deal={"nest": nest, "deck": [*hands, trump, *flips, *rest]})
    match.play("attack 1 C10")
    match.play("defend D7")
    say = words_of(match)
    told = say.story([])
    assert t("say.wars.flip", card="7 of Clubs", amount=7) in told
    assert t("say.wars.flip.vain.attack", card="Ace of Hearts", suit="Hearts") in told
    match.play("stop")
    card = match.state()["discard"][-1]
    told = words_of(match).story([])
    assert told[-1] == t("say.wars.trump", card=say.card(card), suit=t(f"wars.suit.{card[0]}"))


@pytest.mark.parametrize("players", [2, 3])
def test_under_the_empty_nest_stands_how_many_turns_are_left(players: int) -> None:
    whole = played(GAME, 10_000, players, players=players)
    match, left = whole.copy().restarted(), 0
    say = words_of(match)
    for move in whole.moves:
        assert not match.state()["last_turns"] or say.turns_left(len(match.moves)) == left
        began = match.state()["last_turns"]
        match.play(move)
        left = left - (move in ("stop", "discard")) if began else players
    assert match.state()["last_turns"]
    assert left == 0


def test_dragons_tell_their_card_and_what_they_count(tmp_path: Path) -> None:
    t = Strings("en")
    with screen(tmp_path) as s:
        match = played(GAME, 0, players=2)
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        for seat, (card, _) in enumerate(match.state(0)["dragons"]):
            assert s.spot(f"health{seat}").tip.startswith(board.say.card(card))
        assert s.spot("points0").tip.startswith(t("wars.living.you", amount=5))


def test_under_a_dragon_attacked_by_a_hidden_card_stands_what_it_has_to_lose(tmp_path: Path) -> None:
    match = where(lambda match: match.to_act == 0 and bool(match.state(0)["battle"])
                  and not match.state(0)["battle"]["revealed"])
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        assert Strings("en")("wars.stake", left=match.state(0)["dragons"][0][1]) in s.words().splitlines()


@pytest.mark.parametrize("nest", [True, False])
def test_at_the_faces_stands_what_the_fall_of_a_dragon_brings_and_costs(tmp_path: Path, nest: bool) -> None:
    """The new dragon counts five again; once the Nest is empty they are lost."""
    match = where(lambda match: bool(match.state(0)["slain"]) and bool(match.state(0)["nest"]) == nest)
    state = match.state(0)
    battle = state["battle"]
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board, worth = s.table.board, value(state["dragons"][battle["defender"]][0])
        assert isinstance(board, arcade.WarsBoard)
        assert board.say.at_stake(board.told, battle["attacker"]) == worth
        assert board.say.at_stake(board.told, battle["defender"]) == (0 if nest else -5)
        assert f"+{worth}" in s.words().splitlines()
        assert ("−5" in s.words().splitlines()) is not nest


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("laid", [0, 1])
def test_a_defence_that_was_declined_leaves_an_empty_place_beside_the_cards(
    tmp_path: Path, size: tuple[int, int], laid: int
) -> None:
    match = where(lambda match: match.moves[-1] == "decline" and match.to_act == 0
                  and len(match.state(0)["battle"]["defence"]) == laid)
    with screen(tmp_path, size) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        badge = s.spot("badge")
        cards = [sprite.rect for side in SIDES for sprite in board.laid(side)]
        assert board.plan.middle.contains(badge.rect)
        assert badge.rect.collidelist(cards) < 0
        assert board.last_told() == badge.tip
        match.play(match.legal()[0])
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        assert isinstance(s.table.board, arcade.WarsBoard)
        assert not s.table.board.declined


def drawn(s: Screen, match: Match) -> list[arcade.Scene]:
    return [table_at(s.app, match)]


def test_what_a_battle_did_stays_under_the_dragon_until_the_next_move(tmp_path: Path) -> None:
    """The health lost and what is left, no harm, or a new dragon; the next move takes it away."""
    def ended(match: Match, what: str) -> bool:
        before = match.copy()
        if match.moves[-1] != "stop" or match.to_act != 0 or not before.undo():
            return False
        whats = {event.what for event in before.play("stop")}
        return what in whats and (what == "slain" or "slain" not in whats) and "despoiler" not in whats

    for what, key in (("damage", "loses"), ("blocked", "blocked"), ("slain", "new")):
        match = where(partial(ended, what=what))
        before = match.copy()
        assert before.undo()
        event = next(one for one in before.play("stop") if one.what in ("damage", "blocked"))
        _, left = match.state(0)["dragons"][event.target_seat]
        words = Strings("en")(f"wars.{key}", amount=event.amount, left=left)
        with screen(tmp_path / what) as s:
            draw_shot(s.app, partial(drawn, s, match))
            assert words in s.words().splitlines()
            match.play(next(move for move in match.legal() if " " in move))
            draw_shot(s.app, partial(drawn, s, match))
            assert words not in s.words().splitlines()


@pytest.mark.parametrize("size", SIZES)
def test_how_many_cards_of_a_hand_were_discarded_is_said_on_the_pile(tmp_path: Path, size: tuple[int, int]) -> None:
    """Under the face of whose they were."""
    match = where(lambda match: match.moves[-1] == "discard" and match.to_act == 0)
    with screen(tmp_path, size) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        pile, badge = board.plan.stack("discard"), s.spot("badge")
        assert pile.contains(badge.rect)
        assert badge.tip == Strings("en")("say.wars.discards", who=board.name(1))
        said = [one.text for one in s.app.canvas.written if badge.rect.contains(one.ink)]
        assert [words.split()[0] for words in said] == ["5"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_card_that_named_trump_lies_at_its_banner(tmp_path: Path, size: tuple[int, int], players: int) -> None:
    with screen(tmp_path, size) as s:
        match = played(GAME, 12, players=players)
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        plan = board.plan
        card, banner, named = plan.stack("named"), plan.stack("trump"), board.named
        assert named
        assert named.rect == card
        assert str(named.card)[0] == match.state(0)["trump"]
        beside = card.inflate(2 * plan.gap, 3 * s.app.canvas.line)
        assert beside.colliderect(banner) or beside.collidepoint(plan.stack("discard").midright)
        assert not any(one.colliderect(other) for one, other in combinations(plan.stacks().values(), 2))
        others = [sprite.rect for sprite in board.stage.of("discard") if sprite is not named]
        assert all(rect == plan.stack("discard") for rect in others)


def test_a_despoiler_says_what_that_means(tmp_path: Path) -> None:
    match = where(lambda match: None in match.state(0)["dragons"] and not match.state(0)["nest"])
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        seat = match.state(0)["dragons"].index(None)
        line = Strings("en")("wars.despoiler.line")
        assert s.spot(f"none{seat}").tip == line
        assert line in s.spot(f"points{seat}").tip


@pytest.mark.parametrize(("falls", "words"), [(True, "wars.slay"), (False, "wars.stop")])
def test_to_stop_is_to_slay_where_the_dragon_falls(tmp_path: Path, falls: bool, words: str) -> None:
    def stops(match: Match) -> bool:
        return match.to_act == 0 and "stop" in match.legal() and match.state(0)["slain"] == falls

    match = where(stops)
    with screen(tmp_path) as s:
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        assert Strings("en")(words) in s.words()


def test_what_decided_the_match_stands_in_the_middle_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trophy, where one did; its worth is told above it."""
    figures = list[tuple[str, int]]()
    figure = arcade.WarsBoard.figure

    def seen(board: arcade.WarsBoard, card: str, side: int, seat: int | None) -> pygame.Surface:
        figures.append((card, side))
        return figure(board, card, side, seat)

    with screen(tmp_path) as s:
        monkeypatch.setattr(arcade.WarsBoard, "figure", seen)
        decided = 0
        for seed in range(10):
            table = table_at(s.app, played(GAME, 10_000, seed=seed))
            end = arcade.EndScene(s.app, table)
            assert isinstance(table.board, arcade.WarsBoard)
            card = table.board.say.decisive()
            s.app.scenes = [table, end]
            end.interrupt()
            figures.clear()
            s.app.draw()
            if card:
                decided += 1
                assert max(figures, key=lambda one: one[1])[0] == card
                assert str(value(card)) in table.board.say.decided()
            if decided == 2:
                return
    pytest.fail("no trophy decided a match")


@pytest.mark.parametrize("players", [2, 4])
def test_every_trophy_stands_in_its_hall(tmp_path: Path, players: int) -> None:
    with screen(tmp_path, (800, 600)) as s:
        match = played(GAME, 10_000, seed=9, players=players)
        draw_shot(s.app, lambda: [table_at(s.app, match)])
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        for seat in range(players):
            hall, chips = board.seat_rects(seat)["hall"], board.chips(seat)
            assert len(chips) == len(match.state()["trophies"][seat])
            assert all(hall.inflate(4, 4).contains(chip) for chip in chips)
            assert not any(a.colliderect(b) for number, a in enumerate(chips) for b in chips[:number])
            shelves = board.shelves(seat)
            feet = [(chip.centerx, chip.bottom - 1) for chip in chips]
            assert all(sum(shelf.collidepoint(foot) for shelf in shelves) == 1 for foot in feet)
            points = s.spot(f"points{seat}").rect
            said = [one.text for one in s.app.canvas.written if points.contains(one.ink)]
            assert said in ([f"{match.scores[seat]:g}"], [str(len(chips)), f"{match.scores[seat]:g}"])


@pytest.mark.long
def test_two_deals_that_look_alike_are_drawn_alike(tmp_path: Path) -> None:
    """The other hand, the deck and the Nest are dealt anew; the picture stays the same."""
    own, trump = ["C7", "D3", "HA", "H9", "CK"], "D8"
    rest = [card for card in DECK if card not in (*own, trump)]
    nest = [card for card in DRAGONS if card not in ("SK", "S2")]
    seen = []
    for turn in (0, 7):
        mixed, dragons = rest[turn:] + rest[:turn], nest[turn:] + nest[:turn]
        deal = {"nest": ["SK", "S2", *dragons], "deck": [*own, *mixed[:5], trump, *mixed[5:]]}
        with screen(tmp_path / str(turn)) as s:
            s.app.sit(Match(GAME, deal=deal, seats=["human", "random"]))
            assert s.table.match.to_act == 0
            s.point(s.spot("hand1").rect.center)
            s.app.draw()
            seen.append(pygame.image.tobytes(s.app.canvas.surface, "RGB"))
    assert seen[0] == seen[1]


def scenes(s: Screen) -> dict[str, Any]:
    """Battles and quiet moments, for two to four, early and late, with values."""
    def at(moves: int, players: int) -> list[arcade.Scene]:
        return [table_at(s.app, played(GAME, moves, seed=players, players=players))]

    found: dict[str, Any] = {f"{moves}/{players}": partial(at, moves, players)
                             for moves in (0, 23, 46, 61, 90) for players in (2, 3, 4)}
    return found | {"values": lambda: table_with_values(s.app, GAME, 31),
                    "end": lambda: table_ended(s.app, GAME)}


@pytest.mark.parametrize(("size", "language"), LOOKS)
@pytest.mark.long
def test_no_picture_of_the_game_has_faults(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with screen(tmp_path, size) as s:
        assert s.faults(GAME, scenes(s), language) == {}


def test_hand_cards_are_large_enough_on_the_smallest_screen(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        s.app.sit(played(GAME, 0, players=4))
        hand = [s.spot(f"hand{number}").rect for number in range(5)]
        assert all(rect.w >= 72 for rect in hand)
        assert all(b.x - a.x >= 26 for a, b in pairwise(hand))


@pytest.mark.long("True-size1", "False-size2", "True-size2")
@pytest.mark.parametrize("size", [*SIZES, (1024, 768)])
@pytest.mark.parametrize("values", [False, True])
def test_no_button_lies_over_a_card(tmp_path: Path, size: tuple[int, int], values: bool) -> None:
    with screen(tmp_path, size) as s:
        for move, button in (("discard", "discard"), ("decline", "decline"), ("stop", "stop")):
            match = position(move)
            marks: dict[str, Any] = {"advice": match.advise("random")} if values else {}
            table = partial(table_at, s.app, match, **marks)
            draw_shot(s.app, lambda: [table()])  # noqa: B023
            cards = [spot.rect for spot in s.app.canvas.spots if spot.key.startswith("hand")]
            assert cards
            assert s.spot(button).rect.collidelist(cards) == -1


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
def test_cards_of_a_battle_lie_in_the_order_they_came_with_their_corners_in_view(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Those turned over for trump follow the card that turned them over."""
    with screen(tmp_path, size) as s:
        seen = set[int]()
        for moves in range(len(played(GAME, 10_000, 7).moves)):
            match = played(GAME, moves, 7, mine=False)
            flips = sum(card.zone.endswith("_flips") for card in match.cards(0))
            if not flips or flips in seen:
                continue
            seen.add(flips)
            s.app.scenes = [table := table_at(s.app, match)]
            s.app.draw()
            board = table.board
            assert isinstance(board, arcade.WarsBoard)
            for side in SIDES:
                cards = [sprite.rect for sprite in board.laid(side)]
                assert all(board.plan.side(side).inflate(2, 2).contains(rect) for rect in cards)  # rounded
                assert all(b.x - a.x >= TAG * a.w for a, b in pairwise(cards))
        assert seen


def test_a_card_laid_is_followed_by_those_that_it_turned_over_for_trump() -> None:
    assert order(["C10", "C3"], ["C7", "D4", "C5", "H2"], "C") == [0, 2, 3, 1, 4, 5]
    assert order(["D7", "H3"], ["C5"], "D") == [0, 2, 1]
    assert order(["H3", None], [], None) == [0, 1]
    assert order(["H3"], ["C5"], "D") == [0, 1]


# ---- a line shown on ghosts ----


@pytest.mark.long("8")
@pytest.mark.parametrize("seed", [3, 8])
def test_the_cards_of_a_line_add_up_to_the_sums_told_and_lie_after_those_laid(tmp_path: Path, seed: int) -> None:
    match = position("press", seed=seed)
    with screen(tmp_path) as s:
        verdict = doubt_of(match, "stop", next(move for move in match.legal() if move.startswith("press")))
        verdict.reasoning.work()
        s.app.scenes = [why := arcade.Why(s.app, match, verdict)]
        why.comparison.find()
        why.comparison.better = True
        assert why.comparison.line
        why.comparison.upto = len(why.comparison.line.steps)
        s.app.draw()
        stage, told = why.board.stage, why.comparison.reached().state()
        ghosts = stage.ghost_places(stage.ghosts)
        assert ghosts
        for side in SIDES:
            seat = told["battle"]["attacker" if side == "attack" else "defender"]
            cards = [sprite.card for zone in (side, f"{side}_flips") for sprite in stage.of(zone, seat)]
            cards += [ghost.card for ghost in ghosts if ghost.zone.startswith(side)]
            assert sum(value(card) for card in cards if card and card[0] in told["serves"][side]) == told[side]
        for ghost, place in ghosts.items():
            assert all(sprite.rect.x < place.x for sprite in stage.of(ghost.zone, ghost.seat))
