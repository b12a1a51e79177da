"""What decided a match: the turning point that is named, recounted from the record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from native import Match
from native.tools.samples import played
from tests.test_telling import LANGUAGES, Looking, telling_of


def scores_by_state(match: Match) -> list[float]:
    """Everybody's points, counted from the state; in teams both partners', in Dragonheart the owner of the Great
    Dragon ahead of an equal."""
    state = match.state()
    if match.game == "tricks":
        return [float(wealth) for wealth in state["wealth"]]
    if match.game == "heart":
        owners = [seat == state["figure"] for seat in (0, 1)]
        return [pile + 3.5 * owner for pile, owner in zip(state["piles"], owners, strict=True)]
    if match.game == "wars":
        ranks = {"A": 1, "J": 11, "Q": 12, "K": 13}
        won = [sum(ranks.get(card[1:]) or int(card[1:]) for card in hall) for hall in state["trophies"]]
        return [sum_ + 5 * (dragon is not None) for sum_, dragon in zip(won, state["dragons"], strict=True)]
    points = state["points"]
    return [p + points[(seat + 2) % 4] if match.options["teams"] else p for seat, p in enumerate(points)]


def recounted(match: Match) -> tuple[int, list[float]] | None:
    """The hand, move or laid card by which the only winner came to lead for good, if it brought a third of what
    the second was behind at the end, and what it brought everybody; else None."""
    again, seen = match.restarted(), {0: scores_by_state(match.restarted())}
    for number, move in enumerate(match.moves, 1):
        again.play(move)
        state = again.state()
        event = {"tricks": len(state.get("results", "")), "tale": len(state["table"][0]) if "table" in state else 0}
        seen[event.get(match.game, number)] = scores_by_state(again)
    history, end = list(seen.values()), scores_by_state(match)
    best = [seat for seat, score in enumerate(end) if score == max(end)]
    if len(best) > 1 + bool(match.options.get("teams")) or len(best) == len(end):
        return None
    behind = [score for seat, score in enumerate(end) if seat not in best]
    second = next(seat for seat, score in enumerate(end) if seat not in best and score == max(behind))
    at = len(history) - 1
    while all(history[at - 1][best[0]] > history[at - 1][seat] for seat in range(len(end)) if seat not in best):
        at -= 1
    gains = [now - then for now, then in zip(history[at], history[at - 1], strict=True)]
    enough = 3 * (gains[best[0]] - gains[second]) >= end[best[0]] - end[second]
    return (at, gains) if enough else None


MORE: dict[str, list[dict[str, Any]]] = {
    "tricks": [{"players": 3}],
    "heart": [{"first": 0}, {"first": 1}],
    "wars": [{"players": 3}, {"players": 4}],
    "tale": [{"players": 2}, {"teams": True}],
}


def matches_ended(game: str) -> Iterator[Match]:
    """Matches of a game to their end: played at random, and those that are kept with the reference rules."""
    for seed in range(6):
        yield played(game, 10_000, seed)
    for options in MORE[game]:
        for seed in range(3):
            yield played(game, 10_000, seed, **options)
    for path in sorted((Path(__file__).parent / "playthroughs").glob(f"{game}-*.json")):
        match = Match.load(json.loads(path.read_text("utf-8"))["record"])
        if match.over:
            yield match


def numbers_of(words: str) -> list[int]:
    """The whole numbers of a text, their thousands marked or not, with the sign before them."""
    found = re.findall(r"[+−]?\d+(?:[.,]\d{3})*", words)
    return [int(re.sub(r"[.,+]", "", number.replace("−", "-"))) for number in found]


def told_rightly(match: Match, at: int, gains: list[float], language: str) -> None:
    """Asserts that an event and what it brought are told in a language."""
    look, winner = Looking(match, language), match.winners[0]
    words, again = telling_of(look).decided(), match.restarted()
    numbers = numbers_of(words)
    if match.game == "tricks":
        kind = look.t(f"tricks.costing.{match.state()['results'][at - 1]['kind']}")
        assert look.t("tricks.hand_of", at=at, kind=kind) in words
        assert round(gains[winner]) in numbers
        return
    if match.game == "tale":
        while len(again.state()["table"][0]) < at:
            again.play(match.moves[len(again.moves)])
        assert look.t(f"card.tale.{again.state()['table'][winner][at - 1]['name']}") in words
        assert 1 + (at - 1) // 3 in numbers
        assert f"{round(gains[winner]):+d}".replace("-", "−") in words.replace("±0", "+0")
        while (laid := len(again.state()["table"][winner])) < at:
            again.play(match.moves[len(again.moves)])
        assert laid == at
        assert telling_of(look).card(again.state()["table"][winner][-1]["name"]) in words
        return
    for move in match.moves[: at - 1]:
        again.play(move)
    mover, before = again.to_act, again.state()
    events = again.play(match.moves[at - 1])
    if match.game == "wars":
        (slain,) = [event for event in events if event.what == "slain"]
        assert numbers[-1] == slain.amount
        assert match.seats_count > 2 or slain.seat == winner
        return
    assert mover == winner
    taken, dragon = again.state()["piles"][winner] - before["piles"][winner], before["figure"] != winner
    assert numbers[:1] == ([taken] if taken else [])
    assert (look.t("card.heart.figure") in words) == (dragon and again.state()["figure"] == winner)


@pytest.mark.long
@pytest.mark.parametrize("game", ["tricks", "heart", "wars", "tale"])
def test_the_turning_point_is_named_if_there_was_one(game: str) -> None:
    """By an own recount of the record: the hand, card or turn with which the winner came to lead for good, and what
    it brought; nothing where it brought less than a third of the final margin, or where several have won."""
    told = silent = 0
    for match in matches_ended(game):
        found = recounted(match)
        for language in LANGUAGES:
            if found:
                told_rightly(match, *found, language)
            else:
                assert telling_of(Looking(match, language)).decided() == ""
        told, silent = told + bool(found), silent + (not found)
    assert told > 5
    assert silent


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_decided_a_duel_are_the_first_lines_that_differ(language: str) -> None:
    for seed in range(8):
        match = played("duel", 10_000, seed)
        seats = (match.winners[0], 1 - match.winners[0])
        lines = [sorted(row.value for row in match.breakdown(seat)) for seat in seats]
        words, look = telling_of(Looking(match, language)).decided(), Looking(match, language)
        differ = [(at, *pair) for at, pair in enumerate(zip(*lines, strict=True)) if pair[0] != pair[1]]
        if differ:
            at, mine, other = differ[0]
            assert words == look.t("end.decided.line", line=look.t(f"duel.rank.{at}"), mine=mine, other=other)
        else:
            assert words == look.t("end.decided.equal")
