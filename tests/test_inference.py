"""What the others' choices tell (native/engine/tells.c), and the model of Dragonmaster's (native/tricks/inference.c).

Proved here: a choice is as likely as a softmax has it; a seat that surprises the model is taken for one that plays by
lot; worlds are drawn as often as they weigh, and all alike where nothing tells; a model finds the true cards likelier
than others after play that it was made for; `even` is Dragon where nobody has chosen yet or no choice is weighed, and
another where somebody has. That nothing hidden enters is proved for all levels in test_tricks_play.py.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from native import Match
from tests.alone import compiled

UNIT, LOT, EVEN = 1024, 0.2, 0.05
WRAPPER = """
#include <stddef.h>
#include "engine/tells.h"
static void deal_again(void *state, int32_t seat, Rng *rng) { (void)seat; *(int32_t *)state = rng_below(rng, 6); }
static int32_t first_seat(const void *state) { (void)state; return 0; }
static void look(const void *world, int32_t seat, struct Tell *tell)
{
    int32_t scores[2] = {*(const int32_t *)world * TELLS_UNIT, 0};
    (void)seat;
    tell_choice(tell, 1, scores, 2, 0);
}
static const Game die = {.state_size = 4, .redeal = deal_again, .to_act = first_seat, .tells = look};
int32_t unit(void) { return TELLS_UNIT; }
void choose(int32_t *scores, int32_t n, int32_t chosen, int32_t times, int32_t *found)
{
    struct Tell tell = {{0}, {0}};
    while (times-- > 0)
        tell_choice(&tell, 2, scores, n, chosen);
    found[0] = tell.model[2];
    found[1] = tell.lot[2];
}
int32_t log_of_world(int32_t world) { return tells_log(&die, &world, 0); }
void weigh(int32_t *logs, int32_t n) { tells_weights(logs, n); }
void draw(int32_t even, int32_t n, int32_t *found)
{
    Limits limits = {.even = even};
    int32_t state = 0;
    Tells tells;
    Rng rng;
    rng_seed(&rng, 7, 1);
    tells_start(&tells, &die, &state, &limits, NULL, (uint32_t)n);
    for (int32_t i = 0; i < n; i++)
        tells_draw(&tells, &found[i], &rng);
}
void draw_evenly(int32_t n, int32_t *found)
{
    Rng rng;
    rng_seed(&rng, 7, 1);
    for (int32_t i = 0; i < n; i++)
        deal_again(&found[i], 0, &rng);
}
"""
TRICKS = """
#include "engine/tells.h"
#include "tricks/inference.h"
static const Game model = {.tells = tricks_tells};
int32_t tricks_log(const void *world, int32_t seat) { return tells_log(&model, world, seat); }
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """tells.c with a game whose hidden thing is the side of a die."""
    more = ["engine/random.c", "engine/clock.c"]
    loaded = compiled(tmp_path_factory.mktemp("tells"), "engine/tells.c", WRAPPER, *more)
    assert loaded.unit() == UNIT
    return loaded


@pytest.fixture(scope="module")
def tricks(tmp_path_factory: pytest.TempPathFactory) -> Any:
    more = [f"engine/{name}.c" for name in ("random", "clock", "events", "json", "text")]
    more += [f"tricks/{name}.c" for name in ("rules", "heuristic", "inference")]
    return compiled(tmp_path_factory.mktemp("tricks"), "engine/tells.c", TRICKS, *more)


def numbers(*values: int) -> Any:
    return (ctypes.c_int32 * len(values))(*values)


@pytest.mark.parametrize("scores", [(0, 0), (0, 1024, 2048), (-9000, 300, 17, 17), (5, 40000), (7,)])
def test_a_choice_is_as_likely_as_a_softmax_has_it(library: Any, scores: tuple[int, ...]) -> None:
    for chosen in range(len(scores)):
        found = numbers(0, 0)
        library.choose(numbers(*scores), len(scores), chosen, 1, found)
        gaps = [2 ** ((score - max(scores)) / UNIT) for score in scores]
        wanted = (scores[chosen] - max(scores)) / UNIT - math.log2(sum(gaps))
        assert found[0] / UNIT == pytest.approx(wanted, abs=0.005)
        assert found[1] / UNIT == pytest.approx(-math.log2(len(scores)), abs=0.002)


def likelihood(world: int) -> float:
    return (1 - LOT) * 2.0**world / (2.0**world + 1) + LOT / 2


def test_whoever_surprises_the_model_is_taken_for_one_who_plays_by_lot(library: Any) -> None:
    for world in range(6):
        wanted = math.log2(likelihood(world))
        assert library.log_of_world(world) / UNIT == pytest.approx(wanted, abs=0.01)
    surprised = library.log_of_world(-30) / UNIT
    assert surprised == pytest.approx(math.log2(LOT / 2), abs=0.01)


def test_weights_follow_the_logarithms_with_an_even_share(library: Any) -> None:
    logs = [0, -1024, -2048, -10240, -10240, -100 * UNIT]
    found = numbers(*logs)
    library.weigh(found, len(logs))
    powers = [2 ** (log / UNIT) for log in logs]
    for weight, power in zip(found, powers, strict=True):
        wanted = (1 - EVEN) * power * len(logs) / sum(powers) + EVEN
        assert weight / UNIT == pytest.approx(wanted, abs=0.005)
    assert min(found) > 0


def test_worlds_are_drawn_as_often_as_they_weigh(library: Any) -> None:
    found = numbers(*[0] * 20000)
    library.draw(0, len(found), found)
    counts = Counter(found)
    whole = sum(likelihood(world) for world in range(6))
    for world in range(6):
        wanted = (1 - EVEN) * likelihood(world) / whole + EVEN / 6
        assert counts[world] / len(found) == pytest.approx(wanted, abs=0.015)
    assert counts[5] > counts[0] * 1.5


def test_even_draws_just_what_fits(library: Any) -> None:
    found, wanted = numbers(*[0] * 500), numbers(*[0] * 500)
    library.draw(1, len(found), found)
    library.draw_evenly(len(wanted), wanted)
    assert [*found] == [*wanted]


# ---- Dragonmaster ----


def match_of(game: str, level: str, seed: int, options: dict[str, Any]) -> Match:
    """A match played by a level to its end."""
    match = Match(game, options, seed=seed)
    while not match.over:
        match.play(match.advise(level, rng=seed).move)
    return match


def moments(played: Match) -> list[Match]:
    """Every seventh position of a match."""
    match, found = Match.load(played.record() | {"moves": []}), []
    for number, move in enumerate(played.moves):
        if number % 7 == 3:
            found.append(match.copy())
        match.play(move)
    return found


def bits_gained(log: Any, matches: Iterable[Match]) -> float:
    """By how much the weights of the true cards beat those of others that fit, in the mean. The seed, first in a
    state, may decide in which order cards came to a hand: many of them for the true one."""
    bits = []
    for match in (moment for played in matches for moment in moments(played)):
        seat, memory = match.to_act, bytes(match.memory())
        assert seat is not None
        true = [2 ** (log(number.to_bytes(8, "little") + memory[8:], seat) / UNIT) for number in range(20)]
        others = [2 ** (log(match.redealt(seat, number).memory(), seat) / UNIT) for number in range(40)]
        bits.append(math.log2(sum(true) / len(true)) - math.log2(sum(others) / len(others)))
    assert len(bits) > 100
    return sum(bits) / len(bits)


@pytest.mark.parametrize("stage", ["basic", "expert"])
@pytest.mark.long
def test_true_cards_are_likelier_than_others_that_fit(tricks: Any, stage: str) -> None:
    """In bits, by which the model's weights beat even ones; whoever plays by lot is not believed as much."""
    gained = {}
    for level in ("drake", "random"):
        matches = (match_of("tricks", level, seed, {"level": stage}) for seed in (3, 4))
        gained[level] = bits_gained(tricks.tricks_log, matches)
    assert gained["drake"] > 0.2
    assert gained["random"] < gained["drake"]


@pytest.mark.parametrize("stage", ["basic", "expert"])
def test_even_is_dragon_until_somebody_has_chosen(stage: str) -> None:
    """At expert it stays so: there the others' choices are not weighed."""
    match = Match("tricks", {"level": stage}, seed=8)
    differ = 0
    for _ in range(26):
        found = [match.advise(level, permille=20)._replace(seconds=0.0) for level in ("dragon", "even")]
        if not match.moves:
            assert found[0] == found[1]
        differ += found[0].moves != found[1].moves
        match.play(found[0].move)
    assert differ > 5 if stage == "basic" else differ == 0


# ---- where no choice is weighed ----


def test_even_is_dragon_at_dragonheart() -> None:
    match = match_of("heart", "drake", 2, {})
    for number in (4, 9, 14):
        match.goto(number)
        found = [match.advise(level, permille=20)._replace(seconds=0.0) for level in ("dragon", "even")]
        assert found[0] == found[1]
