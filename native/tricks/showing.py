"""Shows reasons of Dragonmaster. A card is played until its trick is taken; a call is shown at
once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import cast

from ..play.lines import Line, play_on
from ..play.reasons import Finding, Mark, Trial
from ..play.showing import Showing, begun
from .actions import KINDS
from .motifs import HAND, Play, best_of, play_of, price, suit_of, trick_price
from .state import State

# what begins something else, or is seen in the move itself
NEW = (*(f"calls_{kind}" for kind in KINDS), "swaps", "keeps", "next_dm", "round_over", "hand", "thrown_in")


def tricks_of(line: Line) -> int:
    hand, before = line.start.state()["hand"], len(line.start.state()["tricks"])
    state = cast("State", line.end.state())
    same = state["hand"] == hand and not line.end.over
    return (len(state["tricks"]) if same else HAND) - before


def marks(line: Line, _finding: Finding) -> Sequence[Mark]:
    """The called kind, or the seats that took tricks."""
    called = line.moves[0].removeprefix("call ")
    if called in KINDS:
        return [Mark("kind", place=KINDS.index(called))]
    takers = [event.seat for step in line.steps for event in step.events if event.what == "takes"]
    return [Mark("plate", seat) for seat in takers]


def taken(line: Line, _: Finding) -> bool:
    """Whether the trick is taken. A call or a choice about the Dragon has no trick."""
    return line.start.state()["kind"] is None or tricks_of(line) > 0


def both_taken(line: Line, _: Finding) -> bool:
    return tricks_of(line) > 1


def dearest(trial: Trial, _: Finding) -> Sequence[str]:
    """The dearest cards of the later seats that leave the trick to the mover."""
    play = play_of(trial)
    assert play
    return [max(cards, key=lambda card: price(card, play.kind)) for cards in play.under]


def worst_two(trial: Trial, _: Finding) -> Sequence[str]:
    """The cards of the later seats that make the last two tricks cost the mover most."""
    play = play_of(trial)
    assert play
    return max(product(*play.open), key=lambda cards: last_cost(play, cards))


def last_cost(play: Play, cards: Sequence[str]) -> int:
    """What the last two tricks cost the mover if the later seats play these cards."""
    laid = [*play.laid, *zip(play.later, cards, strict=True)]
    leader = best_of(laid, play.suit)[0]
    rest = {seat: [*hand] for seat, hand in enumerate(play.hands)}
    for seat, card in zip(play.later, cards, strict=True):
        rest[seat].remove(card)
    seats = len(rest)
    last = [((leader + step) % seats, rest[(leader + step) % seats][0]) for step in range(seats)]
    tricks = ((laid, HAND - 2), (last, HAND - 1))
    return sum(
        sum(price(card, play.kind) for _, card in trick) + trick_price(number, play.kind)
        for trick, number in tricks
        if best_of(trick, suit_of(trick[0][1]))[0] == play.seat
    )


def run(trial: Trial, _: Finding) -> Sequence[str]:
    """The rest of the trick, and the lead of another card of the suit that nobody can beat."""
    play = play_of(trial)
    assert play
    line = begun(trial)
    play_on(line, lambda line: taken(line, Finding()))
    top = next((card for card in play.left if suit_of(card) == play.suit and play.top(card)), "")
    return [*line.moves[1:], *([top] if line.end.to_act == trial.seat and top in line.end.legal() else [])]


SHOWING = {
    "": Showing(until=taken, even=False),
    "first_trick": Showing(dearest, until=taken, even=False),
    "into_void": Showing(dearest, until=taken, even=False),
    "may_take": Showing(dearest, until=taken, even=False),
    "last_tricks": Showing(worst_two, until=both_taken, even=False),
    "runs_suit": Showing(run, until=both_taken, even=False),
}
