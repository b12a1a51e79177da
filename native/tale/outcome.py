"""What the rest of Fairy Tale brings: points by card, and whose they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Pair, Part, Parts, Told, by_row
from ..play.reasons import Mark, of_rest
from .deck import deck
from .motifs import belongs, flip_of, mates

ENOUGH = 0.5  # of the loss: what the cards on the table explain so far needs no playing on
COVERS = 0.5  # of the loss: points in a share of the deals that make up less explain little

BRINGS = of_rest(
    "brings",
    True,
    "cards of one name, the one that makes most of the difference, bring the mover n points more at the end of the "
    "match than before the move",
    "to the end",
)
BRINGS_THEM = of_rest(
    "brings_them",
    False,
    "cards of one name, the one that makes most of the difference, bring the best other seat n points more at the "
    "end of the match than before the move",
    "to the end",
)
MOTIFS = tuple(one._replace(covers=COVERS) for one in (BRINGS, BRINGS_THEM))


def parts(ending: Ending) -> Parts:
    """Points gained by card, and whose they are; in teams without what the partner has, which is no card."""
    found: dict[Part, float] = defaultdict(float)
    for (who, _, card), value in by_row(ending).items():
        if card:
            found[who, card] += value
    return found


def told(part: tuple[int, str], seat: int, before: Mapping[str, Any], pair: Pair) -> Told | None:
    """A card that brings somebody points; another seat's only if a move has to do with it."""
    who, card = part
    worse, better = pair
    family = "family" if deck()[card].get("times") == card else ""
    values, mark = {"who": who, "card": card, "way": family}, Mark("table", who, card=card)
    if who == seat:
        own = better.partition(" ")[2] == card
        if not own and not tied(card, worse, better):
            return None
        return Told(MOTIFS[0], values | ({"way": "own"} if own and not family else {}), mark)
    passed = better == f"pick {card}" or passes_waker(seat, who, card, before, better)
    turned = any(card == move.partition(" ")[2] or turns(move, card) for move in (worse, better))
    return Told(MOTIFS[1], values, mark, -1) if passed or (not better.startswith("pick ") and turned) else None


def tied(card: str, worse: str, better: str) -> bool:
    """Whether a card of the seat counts with that of the better move, is turned up by it, or down by the other."""
    kept, other = (move.partition(" ")[2] for move in (better, worse))
    wakes, turns = flip_of(kept, "unflip"), flip_of(other, "flip")
    return card in mates(kept) or any(one is not None and belongs(card, one[1]) for one in (wakes, turns))


def passes_waker(seat: int, who: int, card: str, before: Mapping[str, Any], better: str) -> bool:
    """Whether the card kept by the better move could turn up another seat's card, were it passed on to it."""
    wakes = flip_of(better.removeprefix("pick "), "unflip") if better.startswith("pick ") else None
    down = [one["name"] for one in before["table"][who] if not one["up"]]
    following = who == (seat + before["passes"]) % len(before["points"])
    return bool(wakes and wakes[0] == "you" and following and card in down and belongs(card, wakes[1]))


def turns(move: str, card: str) -> bool:
    """Whether a card laid may make another seat turn down a card."""
    turned = flip_of(move.removeprefix("play "), "flip") if move.startswith("play ") else None
    return bool(turned and turned[0] != "you" and belongs(card, turned[1]))
