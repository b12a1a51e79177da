"""Plays levels against each other, each at every seat equally often, on the same deals."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..match import Match
from ..position import MOST_PERMILLE
from ..refusals import BadRecord
from ..search import Search
from ..strengths import CARELESS, Mixture, asked, chosen, pure, table
from .jobs import carried_out
from .measure import mean, median

Z95 = 1.96  # z score of a 95 % interval


class GameResult(NamedTuple):
    """A finished game: the winning sides and the score of each side."""

    winners: set[int]
    scores: dict[int, float]


class DealResult(NamedTuple):
    """The games of a deal, one for each rotation of the seats, and the processor time of each
    level's decisions in ms."""

    games: list[GameResult]
    times: dict[str, list[float]]


def side_of_seats(match: Match, names: Sequence[str]) -> list[int]:
    """Which of the named levels plays each seat before rotation. Raises BadRecord if their number
    does not fit."""
    seats, n = match.seats_count, len(names)
    if n != seats and not (n == 2 and match.options.get("teams")):
        raise BadRecord("levels", owner=match.game, seats=seats, n=n)
    return [seat % n for seat in range(seats)]


def play_out(
    match: Match, names: Sequence[str], rng: int, budget: float, times: dict[str, list[float]]
) -> None:
    """Plays a match to its end. names: who plays each seat. Adds the processor time of each
    decision, in ms, to times."""
    search, players = Search(), {name: player(match, name) for name in {*names}}
    while (seat := match.to_act) is not None:
        begin = time.thread_time()
        mixture, factor = players[names[seat]]
        search.forget()
        permille = min(max(round(budget * factor * 1000), 1), MOST_PERMILLE)
        level = mixture.level(match, rng)
        advice = match.advise(asked(level), rng, permille=permille, search=search, brief=level != CARELESS)
        times.setdefault(names[seat], []).append((time.thread_time() - begin) * 1000)
        match.play(chosen(level, advice))


def player(match: Match, name: str) -> tuple[Mixture, float]:
    """Who plays under a name, and the factor of all counts: a level, a level with a factor ("plain*10" is plain with
    ten times its playouts), a strength ("1250"), or a mixture ("wyrmling+drake:0.25" makes every fourth choice as
    Drake). Raises BadRecord if the game has no such strength."""
    if name.isdecimal():
        known = table(match.game, match.seats_count)
        steps = known.steps if known else {}
        if int(name) not in steps:
            raise BadRecord("no_strength", name=name, owner=match.game, known=", ".join(map(str, steps)) or "-")
        return steps[int(name)].mixture, 1.0
    name, _, factor = name.partition("*")
    level, mixed, rest = name.partition("+")
    if mixed:
        upper, _, weight = rest.partition(":")
        return Mixture(level, upper, float(weight)), 1.0
    return pure(level), float(factor or 1)


def share(mine: float, theirs: float) -> float:
    """1 for the higher score, 0 for the lower, 0.5 if they are equal."""
    return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))


def elo(share_won: float) -> float:
    """The Elo difference at which this share of the games is won."""
    return 400 * math.log10(share_won / (1 - share_won))


def elo_interval(by_deal: Sequence[float]) -> list[float]:
    """The Elo difference and its 95 % interval, from the mean share won in each deal.

    Wilson's interval, with the sample size at which it has the deals' own variance; so winning
    everything does not make it certain.
    """
    n, won, z = len(by_deal), mean(by_deal), Z95
    scatter = math.fsum((share - won) ** 2 for share in by_deal) / (n * max(n - 1, 1))
    count = won * (1 - won) / scatter if scatter > 0 else n
    centre = (won + z * z / (2 * count)) / (1 + z * z / count)
    spread = math.sqrt(won * (1 - won) / count + z * z / (4 * count * count))
    half = z / (1 + z * z / count) * spread
    edge = 0.5 / (n + 1)
    return [round(elo(min(max(s, edge), 1 - edge)), 1) for s in (won, centre - half, centre + half)]


def outcome(match: Match, seating: Sequence[int]) -> GameResult:
    """The result of a finished match by side. A side with several seats has the score of its
    first."""
    winners = {seating[seat] for seat in match.winners}
    return GameResult(
        winners, {side: match.scores[seat] for seat, side in reversed([*enumerate(seating)])}
    )


def play_deal(
    game: str, options: Mapping[str, Any], names: Sequence[str], seed: int, budget: float, deal: int
) -> DealResult:
    """Plays a deal, numbered from 0, with every side at every seat."""
    games, times = [], dict[str, list[float]]()
    for turn in range(len(names)):
        match = Match(game, options, (seed + deal) % 2**64)
        seating = [(side + turn) % len(names) for side in side_of_seats(match, names)]
        rng = deal * len(names) + turn
        play_out(match, [names[side] for side in seating], rng, budget, times)
        games.append(outcome(match, seating))
    return DealResult(games, times)


def contest(
    game: str,
    options: Mapping[str, Any],
    names: Sequence[str],
    games: int,
    seed: int,
    budget: float = 1.0,
    jobs: int = 1,
    shard: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """The result of the `arena` command.

    games: rounded up to whole rotations. jobs: deals played in parallel; they change nothing but
    times. shard (k, n): only every n-th deal, from the k-th on; "played" then holds what joined()
    needs. After Ctrl+C the finished deals count, and "stopped" says so. Raises BadRecord if the
    options or the number of levels do not fit the game.
    """
    match = Match(game, options)
    side_of_seats(match, names)
    for name in names:
        player(match, name)
    count = -(-games // len(names))
    numbers = range(shard[0], count, shard[1]) if shard else range(count)
    one = partial(play_deal, game, options, names, seed, budget)
    done = carried_out("arena", [partial(one, deal) for deal in numbers], jobs)
    deals = {numbers[at]: deal for at, deal in done.items()}
    found = {
        "game": game,
        "options": match.options,
        "games": len(deals) * len(names),
        "deals": len(deals),
        "seed": seed,
        "budget": budget,
    }
    if len(deals) < len(numbers):
        found["stopped"] = True
    if not deals and numbers:
        raise BadRecord("stopped")
    played = {"played": [kept(*item) for item in deals.items()]} if shard else {}
    return found | totals(names, [*deals.values()]) | played


def kept(number: int, deal: DealResult) -> dict[str, Any]:
    """A deal as JSON."""
    games = [{"winners": [*game.winners], "scores": game.scores} for game in deal.games]
    return {"deal": number, "games": games, "times": deal.times}


def read_deal(data: Mapping[str, Any]) -> DealResult:
    """Reads a deal that kept() wrote."""
    games = [
        GameResult({*game["winners"]}, {int(side): score for side, score in game["scores"].items()})
        for game in data["games"]
    ]
    return DealResult(games, data["times"])


def joined(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of all shards together, as contest() returns them. Raises ValueError if they are
    not shards of one arena."""
    same = ("game", "options", "seed", "budget")
    try:
        first = parts[0]
        names = [side["level"] for side in first["seats"]]
        for part in parts:
            if [part[key] for key in same] + [[side["level"] for side in part["seats"]]] != [
                *(first[key] for key in same),
                names,
            ]:
                raise ValueError("these are shards of different arenas")
        deals = {data["deal"]: read_deal(data) for part in parts for data in part["played"]}
        found = {"games": len(deals) * len(names), "deals": len(deals)}
        return {key: first[key] for key in same} | found | totals(names, [*deals.values()])
    except (KeyError, TypeError, AttributeError, IndexError):
        raise ValueError("this is no shard of an arena: arena --shard prints such") from None


def totals(names: Sequence[str], deals: Sequence[DealResult]) -> dict[str, Any]:
    times: dict[str, list[float]] = {}
    for deal in deals:
        for level, spent in deal.times.items():
            times.setdefault(level, []).extend(spent)
    return {
        "seats": [figures(name, side, deals) for side, name in enumerate(names)],
        "elo": strengths(names, deals),
        "ms_per_move": {
            level: [round(median(ms), 3), round(max(ms), 3)] for level, ms in times.items()
        },
    }


def figures(level: str, side: int, deals: Sequence[DealResult]) -> dict[str, Any]:
    """The results of a side."""
    games = [game for deal in deals for game in deal.games]
    return {
        "level": level,
        "wins": sum(game.winners == {side} for game in games),
        "draws": sum(side in game.winners and len(game.winners) > 1 for game in games),
        "mean_score": mean([game.scores[side] for game in games]) if games else None,
    }


def strengths(names: Sequence[str], deals: Sequence[DealResult]) -> dict[str, list[float]]:
    """Elo of each pair of different levels, the first minus the second."""
    shares: dict[str, list[float]] = {}
    for deal in deals:
        of_deal: dict[str, list[float]] = {}
        for game in deal.games:
            for a, first in enumerate(names):
                for b, second in enumerate(names):
                    if names.index(first) < names.index(second):
                        won = share(game.scores[a], game.scores[b])
                        of_deal.setdefault(f"{first}-{second}", []).append(won)
        for pair, won_here in of_deal.items():
            shares.setdefault(pair, []).append(mean(won_here))
    return {pair: elo_interval(by_deal) for pair, by_deal in shares.items()}
