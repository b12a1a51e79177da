"""What every game promises through the engine's interface, whatever its rules: proved on random matches.

Each test runs over all games, all combinations of their options and all seat counts. A game joins by having a folder
with a game.c.
"""

from __future__ import annotations

import doctest
import hashlib
import importlib
import itertools
import json
import pkgutil
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import native
from native import GAMES, LEVELS, BadMove, BadRecord, GameInfo, Match, Placed, Position, Search, Thinker

# Options that make a short match and that the printed rules do not know.
HOUSE_RULES = {"tricks": ("rotate_dm",), "heart": ("ship_stacks",), "wars": ("half_nest",), "tale": ("rounds",)}


def alone(game: GameInfo, options: dict[str, Any]) -> bool:
    """Whether a house rule for a short match is tried with one other change of the options at most."""
    ours = HOUSE_RULES.get(game.id, ())
    changed = [option.name for option in game.options if options[option.name] != option.standard]
    others = [name for name in changed if name not in ours]
    return len(others) == len(changed) or len(others) <= 1


def combinations(game: GameInfo) -> list[dict[str, Any]]:
    """All combinations of options that the game does not refuse."""
    names = [option.name for option in game.options]
    found = []
    for values in itertools.product(*(option.values() for option in game.options)):
        options = dict(zip(names, values, strict=True))
        try:
            Match(game.id, options)
        except BadRecord:
            continue
        found.append(options)
    return found


CASES = [(game.id, options) for game in GAMES.values() for options in combinations(game) if alone(game, options)]
every_case = pytest.mark.parametrize(
    ("game", "options"), CASES, ids=[f"{g}-" + "-".join(str(v) for v in o.values()) for g, o in CASES]
)
every_game = pytest.mark.parametrize("game", GAMES)


def played_out(game: str, options: dict[str, Any], seed: int) -> Match:
    """A random match to its end."""
    match, rng = Match(game, options, seed), random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def moments(game: str, options: dict[str, Any], seed: int, count: int) -> list[Match]:
    """Some positions of a random match: the first, the last but one, and others between."""
    match = played_out(game, options, seed)
    total = len(match.moves)
    wanted = {0, total - 1, *random.Random(seed).sample(range(total), min(count, total))}
    found = []
    for number in sorted(wanted):
        match.goto(number)
        found.append(match.copy())
    return found


@every_game
def test_some_options_are_accepted_and_the_standard_ones_are_among_them(game: str) -> None:
    standard = {option.name: option.standard for option in GAMES[game].options}
    assert standard in combinations(GAMES[game])


@every_case
def test_legal_moves_are_unique_texts_that_mean_themselves(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, options, 11), random.Random(11)
    while not match.over:
        legal = match.legal()
        assert legal
        assert len(legal) == len(set(legal)) == len(match._moves()) == len(set(match._moves()))
        assert [match._parse(text) for text in legal] == match._moves()
        assert not any(match.why_not(text) for text in legal)
        match.play(rng.choice(legal))
    assert match.legal() == []
    assert match.to_act is None


@every_case
def test_the_end_has_winners_with_the_best_result_and_nothing_has_before(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, options, 12), random.Random(12)
    while not match.over:
        assert match.winners == []
        assert len(match.scores) == match.seats_count
        assert match.to_act in range(match.seats_count)
        match.play(rng.choice(match.legal()))
    assert match.winners
    assert set(match.winners) <= set(range(match.seats_count))


@every_case
def test_a_copy_plays_alike_with_or_without_events(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, options, 13), random.Random(13)
    while not match.over:
        text = rng.choice(match.legal())
        move = match._parse(text)
        loud, quiet = match.position(), match.position()
        loud.play(text)
        quiet._table.play(quiet._state, move, native.ffi.NULL, native.ffi.NULL)
        before = match.memory()
        match.preview(text)
        match.preview(text, match.to_act)
        assert match.memory() == before
        match.play(text)
        assert match.memory() == loud.memory() == quiet.memory()


@pytest.mark.long
@every_case
def test_undoing_all_and_redoing_all_gives_the_same_states(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, options, 14), random.Random(14)
    keys = [match.key()]
    while not match.over:
        match.play(rng.choice(match.legal()))
        keys.append(match.key())
    moves = list(match.moves)
    for key in reversed(keys[:-1]):
        assert match.undo()
        assert match.key() == key
    assert not match.can_undo
    assert not match.undo()
    for key in keys[1:]:
        assert match.redo()
        assert match.key() == key
    assert not match.redo()
    assert match.moves == moves


@every_game
def test_another_move_after_undo_forgets_what_was_undone(game: str) -> None:
    match = played_out(game, {}, 15)
    match.goto(3)
    match.undo()
    assert match.can_redo
    match.play(match.legal()[-1])
    assert not match.can_redo
    assert len(match.moves) == 3


@every_case
def test_a_record_replays_to_the_same_state(game: str, options: dict[str, Any]) -> None:
    match = played_out(game, options, 2**64 - 1)
    match.extra = {"comment": ["kept", {"as": 1.5}]}
    text = json.dumps(match.record())
    again = Match.load(text)
    assert again.key() == match.key()
    assert again.record() == json.loads(text)
    assert again.options == options


@every_case
def test_a_copy_of_a_match_is_independent(game: str, options: dict[str, Any]) -> None:
    match = played_out(game, options, 16)
    match.goto(2)
    key, moves = match.key(), list(match.moves)
    copy = match.copy()
    assert copy.can_redo
    copy.play(copy.legal()[0])
    assert (match.key(), match.moves) == (key, moves)
    match.undo()
    assert len(copy.moves) == 3


# ---- what is illegal ----


@every_case
def test_why_not_and_play_agree_about_every_move_of_the_match_at_every_moment(
    game: str, options: dict[str, Any]
) -> None:
    texts = sorted({text for moment in moments(game, options, 17, 12) for text in moment.legal()})
    texts = random.Random(17).sample(texts, min(len(texts), 150))
    refused = 0
    for moment in moments(game, options, 18, 8):
        for text in texts:
            reason = moment.why_not(text)
            if reason == "":
                moment.position().play(text)
                continue
            refused += 1
            assert reason in {*moment.info.reasons[1:], "no_sense"}
            with pytest.raises(BadMove) as caught:
                moment.position().play(text)
            assert caught.value.text == text
    assert refused


NASTY = st.text(max_size=150) | st.text(alphabet="0123456789@,->| ABCDKQJHSacdehknoprtsw", max_size=40)


@every_game
@given(text=NASTY)
@example(text="")
@example(text="0@0,0\0")
@example(text="0@0,0 ")
@example(text="9" * 127)
@example(text="9" * 5000)
@example(text="%s%n")
def test_no_text_is_more_than_a_bad_move(game: str, text: str) -> None:
    match = Match(game, {}, 19)
    before = match.key()
    if match.why_not(text):
        with pytest.raises(BadMove):
            match.play(text)
        assert match.key() == before
    else:
        assert match.play(text)


@every_game
@given(start=st.integers(0, 10**6), cut=st.integers(0, 40), put=st.text(max_size=3))
def test_no_damaged_move_does_harm(game: str, start: int, cut: int, put: str) -> None:
    match = Match(game, {}, 20)
    legal = match.legal()
    text = legal[start % len(legal)]
    damaged = text[: cut % (len(text) + 1)] + put + text[cut % (len(text) + 1) + 1 :]
    assert (match.why_not(damaged) == "") == (match._parse(damaged) in match._moves())


# ---- what a seat sees ----


def hides(full: Any, seen: Any) -> None:
    """seen is full with some cards replaced by "?" and nothing else changed; order in a list of cards is free."""
    if isinstance(full, dict):
        assert list(full) == list(seen)
        for key in full:
            hides(full[key], seen[key])
    elif isinstance(full, list) and full and all(isinstance(item, str) for item in full):
        assert len(full) == len(seen)
        shown = Counter(item for item in seen if set(item) != {"?"})
        assert shown <= Counter(full)
    elif isinstance(full, list):
        assert len(full) == len(seen)
        for inner, inner_seen in zip(full, seen, strict=True):
            hides(inner, inner_seen)
    elif isinstance(full, str) and seen and set(seen) == {"?"}:
        assert len(seen) in (1, len(full))
    else:
        assert seen == full


def seen_by(position: Position, seat: int) -> tuple[Any, ...]:
    """All that the interface shows to a seat."""
    legal = position.legal() if position.to_act == seat else []
    return (position.state(seat), position.cards(seat), legal, position.to_act, position.scores, position.over)


@every_case
def test_a_seat_sees_the_position_with_cards_hidden_and_nothing_else(game: str, options: dict[str, Any]) -> None:
    for moment in moments(game, options, 21, 10):
        full = moment.state()
        assert "?" not in json.dumps(full)
        for seat in range(moment.seats_count):
            hides(full, moment.state(seat))


@every_case
def test_cards_are_the_same_for_all_but_for_faces_not_known(game: str, options: dict[str, Any]) -> None:
    for moment in moments(game, options, 22, 8):
        full = moment.cards()
        for seat in range(moment.seats_count):
            seen = moment.cards(seat)
            assert spots(seen) == spots(full)
            known = Counter((c.zone, c.seat, c.card) for c in seen if c.card)
            assert known <= Counter((c.zone, c.seat, c.card) for c in full if c.card)


@every_case
def test_redeal_keeps_what_the_seat_knows(game: str, options: dict[str, Any]) -> None:
    for moment in moments(game, options, 23, 8):
        for seat in range(moment.seats_count):
            before = seen_by(moment, seat)
            for number in range(3):
                assert seen_by(moment.redealt(seat, number), seat) == before


@every_case
def test_redeal_knows_nothing_but_what_the_seat_knows(game: str, options: dict[str, Any]) -> None:
    """From two states that look the same to a seat, whatever is hidden in them, it makes the same bytes."""
    changed = 0
    for moment in moments(game, options, 24, 8):
        for seat in range(moment.seats_count):
            other = moment.redealt(seat, 1)
            changed += other.memory() != moment.memory()
            for number in (0, 2):
                assert other.redealt(seat, number).memory() == moment.redealt(seat, number).memory()
    assert changed


@pytest.mark.long
@every_case
def test_a_redealt_match_can_be_played_to_its_end(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(25)
    for moment in moments(game, options, 25, 3):
        for seat in range(moment.seats_count):
            position = moment.redealt(seat, 7)
            while not position.over:
                position.play(rng.choice(position.legal()))
            assert position.winners


# ---- events ----


def spots(cards: list[Placed]) -> Counter[tuple[str, int | None]]:
    return Counter((card.zone, card.seat) for card in cards)


@pytest.mark.long("tricks-4-expert-False-False")
@every_case
def test_events_carry_each_card_from_where_it_lay_to_where_it_lies(game: str, options: dict[str, Any]) -> None:
    """Followed by hand, the events of a move lead from one table to the next, or to a new deal after a pause.

    A shuffle gathers cards without naming them, so after one only the seats' own cards are compared.
    """
    match, rng = Match(game, options, 26), random.Random(26)
    new_deal = spots(match.cards())
    followed = 0
    while not match.over:
        table = spots(match.cards())
        events = match.play(rng.choice(match.legal()))
        for event in events:
            if event.kind == "card":
                table[event.source, event.source_seat] -= 1
                table[event.target, event.target_seat] += 1
        kinds = {event.kind for event in events}
        after = spots(match.cards())
        if "pause" in kinds and after == new_deal:
            continue
        if "shuffle" in kinds:
            table, after = (Counter({k: n for k, n in c.items() if k[1] is not None}) for c in (table, after))
        assert {k: n for k, n in table.items() if n} == dict(after)
        followed += 1
    assert followed > len(match.moves) // 2


@every_case
def test_events_stay_inside_the_game(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, options, 27), random.Random(27)
    last: list[str] = []
    while not match.over:
        events = match.play(rng.choice(match.legal()))
        for event in events:
            for seat in (event.seat, event.source_seat, event.target_seat):
                assert seat is None or seat < match.seats_count
            assert event.card or event.kind not in ("card", "up", "down")
        last = [event.kind for event in events]
        assert "over" not in last or match.over
    assert last.count("over") == 1


@every_case
def test_breakdown_names_its_rows(game: str, options: dict[str, Any]) -> None:
    for moment in moments(game, options, 28, 5):
        for seat in range(moment.seats_count):
            assert all(row.label in moment.info.labels for row in moment.breakdown(seat))


# ---- counting and playing out ----


@every_case
def test_perft_counts_what_play_reaches(game: str, options: dict[str, Any]) -> None:
    match = moments(game, options, 29, 1)[-1]
    leaves = 0
    for text in match.legal():
        after = match.position()
        after.play(text)
        leaves += max(1, len(after.legal()))
    assert match.perft(0) == 1
    assert match.perft(1) == len(match.legal())
    assert match.perft(2) == leaves


@every_case
def test_playouts_leave_the_match_alone_and_depend_on_nothing_else(game: str, options: dict[str, Any]) -> None:
    match = Match(game, options, 30)
    before = match.memory()
    assert match.playouts(1, 20) == match.playouts(1, 20) >= 20
    assert match.memory() == before


@every_game
def test_same_seed_same_deal_and_another_seed_another(game: str) -> None:
    assert Match(game, {}, 5).memory() == Match(game, {}, 5).memory()
    assert len({json.dumps(Match(game, {}, seed).state()) for seed in range(8)}) > 1


# ---- advice ----


@pytest.mark.long("wars-2-True", "wars-2-False")
@every_case
def test_advice_is_the_same_whatever_is_hidden(game: str, options: dict[str, Any]) -> None:
    def advice(position: Position, level: str) -> tuple[Any, ...]:
        found = position.advise(level, rng=3, permille=5)
        return found.move, found.proof, found.worlds, found.of, found.moves

    for moment in moments(game, options, 31, 1):
        for level in LEVELS:
            seat = moment.to_act
            assert seat is not None
            first = advice(moment, level)
            assert first[0] in moment.legal()
            assert advice(moment.redealt(seat, 9), level) == first


@every_game
def test_the_simple_levels_play_whole_matches(game: str) -> None:
    match = Match(game, {}, 32)
    while not match.over:
        match.play(match.advise(("greedy", "random")[len(match.moves) % 2], rng=1).move)
    assert match.winners


# ---- the thinker ----


def wait_for(thinker: Thinker) -> Any:
    """The thinker's answer; a test that hangs here has found a fault."""
    while thinker.busy:
        if (found := thinker.poll()) is not None:
            return found
        threading.Event().wait(0.001)
    return None


@pytest.fixture
def thinker() -> Any:
    found = Thinker(mb=1)
    yield found
    found.close()
    assert not found._thread.is_alive()


@every_game
def test_the_thinker_gives_the_same_advice_as_a_call(game: str, thinker: Thinker) -> None:
    match = played_out(game, {}, 33)
    match.goto(5)
    thinker.start(match, "advise", level="plain", rng=2, permille=100)
    found = wait_for(thinker)
    again = match.advise("plain", rng=2, permille=100, mb=1)
    assert found._replace(seconds=0) == again._replace(seconds=0)


@every_game
def test_the_thinker_drops_an_answer_when_the_match_has_moved_on(game: str, thinker: Thinker) -> None:
    match = Match(game, {}, 34)
    thinker.start(match, "advise", level="random")
    match.play(match.legal()[0])
    assert wait_for(thinker) is None


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.solvable])
def test_the_thinker_stops_a_search_when_told_and_starts_the_next(game: str, thinker: Thinker) -> None:
    match = Match(game, {}, 35)
    for _ in range(3):
        thinker.start(match, "solve")
    thinker.cancel()
    assert not thinker.busy
    assert thinker.poll() is None
    thinker.start(match, "advise", level="random")
    assert wait_for(thinker).move in match.legal()


@pytest.mark.parametrize("level", LEVELS[2:])
@every_game
def test_a_search_that_is_told_to_stop_looks_at_few_nodes_more(game: str, level: str) -> None:
    match, search = Match(game, {}, 37), Search()
    search.stop()
    found = match.advise(level, search=search)
    assert found.status in ("cancelled", "done", "exact")
    assert found.nodes < 20_000


def test_an_error_in_a_search_comes_back_to_the_one_who_asks(thinker: Thinker) -> None:
    match = Match(next(iter(GAMES)), {}, 36)
    thinker.start(match, "advise", level="no such level")
    with pytest.raises(ValueError, match="there is no level"):
        wait_for(thinker)


# ---- the package ----


MODULES = [
    name
    for _, name, package in pkgutil.walk_packages(native.__path__, "native.")
    if not package and name not in ("native._engine", "native.backend")
]


@pytest.mark.parametrize("name", ["native", *MODULES])
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


# ---- frozen deals ----

GOLDEN = Path(__file__).parent / "values" / "deals.txt"


LATER = {"tricks"}  # told since the lines were written; the rest must still be as it was


def digest(match: Match) -> str:
    """Of all that does not follow from the rest."""
    left_out = LATER | set(match.derived())
    told = {key: value for key, value in match.state().items() if key not in left_out}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def deal_line(game: str, options: dict[str, Any], seed: int) -> str:
    """Game, options, seed; then the deal, and the end to which the first move in order of the alphabet leads."""
    match = Match(game, options, seed)
    found = [game, json.dumps(options, separators=(",", ":")), str(seed), digest(match)]
    while not match.over:
        match.play(min(match.legal()))
    return " ".join([*found, digest(match)])


def all_deal_lines(game: str) -> list[str]:
    """Of a game of the arcade: each combination of options with three seeds."""
    return [deal_line(game, o, seed) for g, o in CASES if g == game for seed in (0, 77, 2**64 - 1)]


@pytest.mark.long("tricks", "tale")
@every_game
def test_the_frozen_shuffle_deals_as_ever(game: str) -> None:
    """A line that changes breaks the deals that people have noted: run this file only to add new ones."""
    golden = [line for line in GOLDEN.read_text().splitlines() if line.split()[0] == game]
    assert golden == all_deal_lines(game)


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text("".join(f"{line}\n" for game in GAMES for line in all_deal_lines(game)))
