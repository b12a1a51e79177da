"""Contrasts: which part of a move makes it worse than a better one, read from the values of all
legal moves.

A move has parts, such as the card and the place where it is laid; native/GAME/motifs.py names
them. What the other moves with the same part are worth shows whether that part is to blame. Nothing
is tried for it: a contrast is as sure as the values are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from ..games import module_of

AS_GOOD = 0.1  # part of the loss by which a move may fall short and still be as good
MUCH = 0.6  # part of the loss from which on another move costs much too
SEVERAL = 3  # so many moves show something that holds for all of them

Parts = Mapping[str, str]  # of a move: the names of its parts, and what each is


def parts_of(game: str) -> Callable[[str], Parts]:
    """What takes a game's moves apart; a game need not do so."""
    found: Callable[[str], Parts] = getattr(module_of(game, "motifs"), "parts", lambda _move: {})
    return found


def size_of(game: str) -> Callable[[str], float]:
    """How high or how many a move's cards are; in some games that does not matter."""
    found: Callable[[str], float] = getattr(module_of(game, "motifs"), "size", lambda _move: 0.0)
    return found


def sharing(game: str, move: str, moves: Mapping[str, float]) -> dict[str, set[str]]:
    """The moves that share each part with a move, itself included. A part that all or no others
    share is left out; of two that the same moves share, the one named first is kept."""
    parts = parts_of(game)
    own, others = parts(move), {one: parts(one) for one in moves}
    found: dict[frozenset[str], str] = {}
    for name, value in own.items():
        shared = frozenset(one for one, other in others.items() if other.get(name) == value)
        if 1 < len(shared) < len(moves):
            found.setdefault(shared, name)
    return {name: {*shared} for shared, name in found.items()}


def contrast(game: str, move: str, better: str, values: Mapping[str, float]) -> str:
    """What makes the difference, as the end of a text's key; "" if nothing does so clearly.

    "alone": all other moves are as good. "together": two parts of the move are good, but no other
    move has both. "PART.right", "PART.fine": a part is good, for the better move has it, or another
    that is as good; with ".more" or ".less" if only moves with higher or more cards, or only those
    with lower or fewer, are so good. "PART.wrong": all moves with a part cost much. "only": all
    moves but the better one cost much.
    """
    loss = values.get(better, 0.0) - values.get(move, 0.0)
    if loss <= 0 or len(values) < SEVERAL:
        return ""
    losses = {one: (values[better] - value) / loss for one, value in values.items()}
    if all(lost <= AS_GOOD for one, lost in losses.items() if one != move):
        return "alone"
    shared = sharing(game, move, values)
    good = {name: moves for name, moves in shared.items() if min(losses[one] for one in moves - {move}) <= AS_GOOD}
    if any(one & two == {move} for one, two in combinations(good.values(), 2)):
        return "together"
    if good:
        name, moves = next(iter(good.items()))
        others = [one for one in moves - {move} if losses[one] <= AS_GOOD]
        return f"{name}.{'right' if better in moves else 'fine'}{direction(game, move, others)}"
    wrong = {
        name: len(moves)
        for name, moves in shared.items()
        if len(moves) >= SEVERAL and min(losses[one] for one in moves) >= MUCH
    }
    if wrong:
        return f"{max(wrong, key=lambda name: wrong[name])}.wrong"
    return "only" if all(lost >= MUCH for one, lost in losses.items() if one != better) else ""


def direction(game: str, move: str, others: Sequence[str]) -> str:
    """Whether all of some moves have higher or more cards than a move, or lower or fewer."""
    size = size_of(game)
    if all(size(one) > size(move) for one in others):
        return ".more"
    return ".less" if all(size(one) < size(move) for one in others) else ""
