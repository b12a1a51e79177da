"""What can be counted about two answers to an attack of Dragon Wars."""

from __future__ import annotations

from collections.abc import Iterator

from .motifs import SOME
from .sums import HIGHEST, Dragon, Said, Sums

FRAIL = 5  # few attacks are lower
WEAK = 8  # many attacks are higher
CHEAP = 6  # a dragon worth no more is no great loss


def answers(sums: Sums) -> list[Said]:
    """Why one answer is better than another; nothing if plain sums do not tell them apart."""
    dragon = sums.own
    if dragon is None or not {*sums.verbs} <= {"defend", "decline"}:
        return []
    bare = ("" if sums.other else ".bare") if sums.more > sums.less else ("" if sums.card else ".bare")
    said = hidden if sums.state["attack"] is None else shown
    return list(said(sums, dragon, bare))


def trumps(sums: Sums) -> Iterator[Said]:
    """What trump may add."""
    if sums.other and sums.trump(sums.other):
        yield Said("bonus")
    elif sums.gains_trump:
        yield sums.bonus


def frees(sums: Sums) -> bool:
    """Whether the worse move spends a card that attacks too, the better one a card that only defends."""
    pair = sums.card and sums.other
    return bool(pair) and sums.attacks(sums.other) and not sums.attacks(sums.card) and not sums.state["last_turns"]


def hidden(sums: Sums, dragon: Dragon, bare: str) -> Iterator[Said]:
    """An answer to a card that lies face down."""
    up, less = (dragon.health - 1 + value for value in (sums.more, sums.less))
    values = {"up": up, "less": less, "worth": dragon.worth, "health": dragon.health}
    close = sums.other and 0 < up - less < SOME and not sums.trump(sums.other)
    if sums.gains_trump and (close or up <= less):
        yield sums.bonus
    if close and frees(sums):
        yield from sums.kept
    if up > less:
        yield Said(f"hidden.survive{bare}" if less else "hidden.fatal", values)
        yield from [] if close else trumps(sums)
        if less >= HIGHEST:
            yield Said("hidden.presses", {"highest": HIGHEST})
        if sums.next_turn():
            yield Said("refill", {}, True)
        elif frees(sums) and not close:
            yield from sums.kept
    elif up == less or up > FRAIL:
        if up and up < less:
            yield Said(f"hidden.enough{bare}", values, True)
        yield from sums.kept
    else:
        if less <= WEAK:
            yield Said("hidden.vain", values, False)
        yield from sums.kept
        if dragon.worth <= CHEAP:
            yield Said("hidden.cheap", values)


def shown(sums: Sums, dragon: Dragon, bare: str) -> Iterator[Said]:
    """An answer to an attack that lies face up."""
    battle, health, left, other = sums.state["battle"], dragon.health, sums.lead - sums.more, sums.lead - sums.less
    attacker = battle["attacker"] if battle else 0
    values = {
        "attack": sums.state["attack"], "defence": sums.state["defence"], "health": health, "worth": dragon.worth,
        "left": max(left, 0), "lost": max(other, 0), "value": -left, "less": -other,
        "least": health - left, "low": health - other,
    }  # fmt: skip
    if left < other and left < health:
        if other >= health:
            yield Said("open.sure" if sums.other and sums.trump(sums.other) else f"open.saves{bare}", values)
        elif other > 0:
            yield Said(f"open.{'loses' if left > 0 else 'blocks'}{bare}", values)
        else:
            yield Said(f"open.spare{bare}", values)
        if other < health or not sums.other:
            yield from trumps(sums)
        if other < health <= HIGHEST + other and sums.state["hands"][attacker]:
            yield Said("open.press", values)
        elif sums.next_turn():
            yield Said("refill", {}, True)
    elif left < other and sums.state["last_turns"]:
        return
    elif left < other:
        needs = sums.lead - health + 1
        if sums.trump(sums.card) and needs - sums.more <= HIGHEST:
            yield Said("open.short", {**values, "needs": needs, "gives": sums.more}, True)
        else:
            yield from [] if sums.trump(sums.card) else [Said("open.lost", values)]
            yield Said("open.replaced", values, True)
    elif sums.gains_trump:
        yield sums.bonus
        yield from sums.kept
    elif other >= health:
        yield from [] if sums.trump(sums.other) else [Said("open.vain", values, False)]
        if sums.attacks(sums.other) and not sums.state["last_turns"]:
            yield from sums.kept
        elif sums.state["nest"]:
            yield Said("kept.next", {}, True)
    elif left >= health:
        yield from sums.kept
        if sums.state["nest"] and not sums.trump(sums.card):
            yield Said("open.let", values, True)
    else:
        if left != other:
            yield Said(f"open.enough{bare}" if left > 0 else f"open.blocked{bare}", values, True)
        yield from sums.kept
