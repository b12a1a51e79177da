"""Mutated records through the Python face: refused in one sentence, or played by every call."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from native import BadRecord, Match
from tests.campaign.mutations import spoilt_record

Case = dict[str, Any]
LONGEST_REFUSAL = 600


def make(chance: random.Random) -> Case:
    """Bytes travel as a text of one sign each."""
    return {"record": spoilt_record(chance).decode("latin-1"), "number": chance.randrange(1000)}


def check_refusal(words: str) -> None:
    assert words, "a refusal without words"
    assert "\n" not in words, words
    assert len(words) < LONGEST_REFUSAL, words


def check_match(match: Match, number: int) -> None:
    """Every call that a person can cause."""
    key = match.key()
    assert Match.load(json.dumps(match.record())).key() == key
    for seat in (None, *range(match.seats_count)):
        match.state(seat), match.cards(seat)
    for seat in range(match.seats_count):
        match.breakdown(seat)
        match.redealt(seat, number).state(seat)
    legal = match.legal()
    if legal:
        seat = match.to_act
        assert seat is not None
        match.preview(legal[number % len(legal)], seat)
        assert match.advise("hatchling", rng=number, permille=1, mb=1).move in legal
    if match.deal is None and not match.chance:
        assert Match.from_deal_id(match.deal_id()).seats_count == match.seats_count
    while match.undo():
        pass
    while match.redo():
        pass
    assert match.key() == key


def attempt(case: Case) -> str:
    data = case["record"].encode("latin-1")
    try:
        match = Match.load(data)
    except BadRecord as error:
        check_refusal(str(error))
        return "refused"
    try:
        check_match(match, case["number"])
    except BadRecord as error:  # an outcome of chance that does not fit, met in a preview
        check_refusal(str(error))
        return "refused later"
    return "played"


def simpler(case: Case) -> Iterator[Case]:
    text = case["record"]
    try:
        record = json.loads(text)
    except ValueError:
        record = None
    if isinstance(record, dict):
        for key in record:
            if key not in ("hoard", "game"):
                yield case | {"record": json.dumps({k: v for k, v in record.items() if k != key})}
        moves = record.get("moves")
        if isinstance(moves, list):
            for size in (len(moves) // 2, 10, 1):
                for at in range(0, len(moves), size) if size else ():
                    yield case | {"record": json.dumps(record | {"moves": moves[:at] + moves[at + size :]})}
    for size in (len(text) // 2, len(text) // 8, 8, 1):
        for at in range(0, len(text), size) if size > 0 and len(text) // size < 200 else ():
            yield case | {"record": text[:at] + text[at + size :]}
