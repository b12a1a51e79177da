"""Records of Dragonmaster as earlier versions wrote them. See native/former.py.

Before 22 November 2026 a hand with early end was over once no hand held a penalty card, even if the
last one was the extra card, which gave the extra card away. Here such a hand is played to its end,
which costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..former import ARCADE_KEY
from ..match import Match
from ..records import Record
from ..refusals import BadMove, BadRecord

PENALTIES: dict[str, Callable[[str], bool]] = {  # the kinds that could end early
    "dragonlords": lambda card: card.startswith("DRA "),
    "wizards": lambda card: card.endswith(" W"),
    "runesword": lambda card: card == "WAR P",
}
FINISHED = "played"  # the arcade writes it into the record of a match that is over


def readings(record: Record) -> Iterator[Record]:
    """The record, and the record with the missing moves of the hands that ended early."""
    if ARCADE_KEY not in record.extra or FINISHED not in record.extra:
        yield record
        yield from filled(record)
    else:  # it must be over, too
        yield from filled(record)
        yield record


def filled(record: Record) -> Iterator[Record]:
    """The record with the missing moves of its hands; nothing if none are missing, or others
    are."""
    try:
        match = Match(*record[:-2])
        if not match.options["early_end"] or match.options["level"] == "basic":
            return
        for text in record.moves:
            if starts_hand(text):
                play_out(match)
            match.play(text)
        if FINISHED in record.extra:
            play_out(match)
    except (BadMove, BadRecord):
        return
    if len(match.moves) > len(record.moves):
        yield record._replace(moves=list(match.moves))


def starts_hand(text: str) -> bool:
    """Whether a move comes before the first card of a hand."""
    return text in ("swap", "keep") or text.startswith("call ")


def play_out(match: Match) -> None:
    """Plays the present hand to its end if it would have been over under the earlier rule."""
    state = match.state()
    under_way = state["kind"] in PENALTIES and any(state["tricks_taken"]) and not state["trick"]
    if match.over or not under_way:
        return
    penalty = PENALTIES[state["kind"]]
    if any(penalty(card) for hand in state["hands"] for card in hand):
        return
    while not match.over and match.state()["hand"] == state["hand"]:
        match.play(match.legal()[0])
