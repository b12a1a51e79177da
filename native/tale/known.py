"""How many cards of each name a seat has seen in a match of Fairy Tale.

The engine's state holds only what lies on the table now, so the match is replayed.
"""

from __future__ import annotations

from collections import Counter

from ..match import Match


def most_seen(held: Counter[str], picked: Counter[str], others: Counter[str]) -> Counter[str]:
    """What a draft adds: the picked cards, and of the rest the greater of held and laid by others."""
    passed = held - picked
    passed |= others
    return picked + passed


def cards_seen(match: Match, viewer: int | None) -> Counter[str]:
    """The least number of cards of each name that a viewer must have seen; None: a viewer who sees
    everything.

    In a draft all picked and drawn cards count. A card that was passed on may be the one that
    another seat laid, so only the greater of these two counts is added.
    """
    if viewer is None:
        return Counter(card.card for card in match.cards(None) if card.card and card.zone != "deck")
    again, found, passes = match.restarted(), Counter[str](), 0
    held, picked, others = (
        Counter(again.state(viewer)["packs"][viewer]),
        Counter[str](),
        Counter[str](),
    )
    for event in (event for move in match.moves for event in again.play(move)):
        card, source, target = event.card or "", event.source, event.target
        own = event.target_seat == viewer
        if event.what.startswith("draft"):
            found += most_seen(held, picked, others)
            held, picked, others, passes = Counter(), Counter(), Counter(), 0
        elif event.what.startswith("pass"):
            passes += 1
        elif source == "chosen" and target == "table" and event.seat != viewer:
            others[card] += 1
        elif target == "pack" and own and passes < match.seats_count:
            held[card] += 1
        elif source in ("pack", "deck") and target in ("chosen", "hand") and own:
            picked[card] += 1
            fifth = target == "hand" and match.seats_count > 4  # out of a pack never seen before
            held[card] += source == "deck" or fifth
    return found + most_seen(held, picked, others)
