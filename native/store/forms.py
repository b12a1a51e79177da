"""The schemas of what is kept: records, lines of the history, duplicate matches, mined puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..games import GAMES
from ..records import SEED_LIMIT
from ..strengths import KEY as STRENGTHS
from .schema import Date, Fields, Flag, ListOf, Maybe, OneOf, Real, Schema, Table, Text, Whole

NAME = Text(120, "abcdefghijklmnopqrstuvwxyz0123456789-")
OPPONENTS = ("hatchling", "wyrmling", "drake", "dragon")  # the computer players, weakest first
SHORT = Text(200)
# Keys that the arcade itself writes into a record. Other keys belong to others and may hold
# anything.
OWN: dict[str, Schema] = {
    "match": NAME,  # its name
    "assisted": Flag(),
    "hints": Whole(0, 1_000_000),
    "coach": Flag(),  # whether mistakes are pointed out
    "length": Text(40),  # the chosen length of the match, which another deal after it keeps
    "played": Text(40),  # the day it ended
    "seconds": Real(0, 1e8),
    "daily": Date(),  # the day whose deal it is, on the first try
    "duplicate": NAME,  # the duplicate match it belongs to
    "given": Flag(),  # its opponents come with the deal of the day and were not suggested to the person
    "visitor": Flag(),  # a visitor played it here: it does not count
    STRENGTHS: ListOf(Maybe(Whole(0, 9999)), 10),  # how strong each seat plays; null: as its level does
}
# Notes on one match, which another match of the same deal starts without.
NOTED = OWN.keys() - {"coach", "length", STRENGTHS}
LINE = Text(200)  # the id of a line of the history
# What is found out about a match later: mean loss per move, accuracy, losses and accuracies of opening, middlegame
# and ending, the total cost of slips, mistakes and blunders, the cost of mistakes by motif, the person's lowest
# position value, Dragon's score in the person's seat, a mark for each of the person's moves, Dragon's mean share of
# the win in the person's seat, the matches that it is the mean of, and the part of it that the person's moves kept.
FOUND: dict[str, Schema] = {
    "loss": Real(0, 1e12),
    "accuracy": Real(0, 100),
    "stages": ListOf(Real(0, 1e12), 3, 3),
    "accuracies": ListOf(Real(0, 100), 3, 3),
    "costs": ListOf(Real(0, 1e12), 3, 3),
    "motifs": Table(Text(60), Real(0, 1e12), 100),
    "low": Real(-1e12, 1e12),
    "par": Real(-1e12, 1e12),
    "marks": Text(2000),
    "deal": Real(0, 1),
    "tables": Whole(1, 1_000_000),
    "kept": Real(0, 1),
}
ENTRY = Fields(
    {"id": LINE, "game": Text(40), "against": SHORT, "assisted": Flag(), "share": Real(0, 1)},
    {
        "date": Text(40),
        "seat": Whole(0, 9),
        "seats": ListOf(Text(40), 10),
        "moves": Whole(0, 1_000_000),
        "length": Text(40),
        "given": Flag(),
        "scores": ListOf(Real(-1e12, 1e12), 10),
        "seconds": Real(0, 1e8),
        **FOUND,
    },
)
ADDED = Fields(
    {"id": LINE},
    {
        "treasure": LINE,
        "puzzle": LINE,
        "lesson": LINE,
        "daily": Date(),
        "duplicate": LINE,
        "net": Real(-1e12, 1e12),
        "assisted": Flag(),
        "date": Text(40),
        "match": LINE,
        "rating": Real(0, 5000),
        "solved": Flag(),
        **FOUND,
    },
)
CONTEST_DEALS = (4, 8)  # least and most deals in a duplicate match
CONTEST = Fields(
    {
        "hoard_duplicate": Whole(1, 1_000_000),
        "id": NAME,
        "game": OneOf(tuple(GAMES)),
        "level": OneOf(OPPONENTS),
        "seed": Whole(0, SEED_LIMIT - 1),
        "deals": Whole(*CONTEST_DEALS),
        "people": ListOf(Text(30), 2, 1),
        "matches": ListOf(NAME, 2 * CONTEST_DEALS[1]),
        "dragon": ListOf(Real(-1e9, 1e9), CONTEST_DEALS[1]),
    }
)
MINED = Fields(
    {
        "record": Fields({}),
        "seat": Whole(0, 9),
        "open": Flag(),
        "solution": ListOf(LINE, 1000, 1),
        "value": Real(-1e12, 1e12),
        "next": Real(-1e12, 1e12),
        "proof": OneOf(("exact", "every world", "equilibrium")),
        "task": LINE,
        "rating": Whole(0, 5000),
    }
)


def is_line(value: Mapping[str, Any]) -> bool:
    """Whether a value is a line of the history: a match in which the person had a seat, or another valid line."""
    if "game" not in value:
        return ADDED.fits(value)
    if not ENTRY.fits(value):
        return False
    seats = value.get("seats") or ["human", *value["against"].split("+")]
    return bool(value.get("seat", 0) < len(seats))


def own_bad(extra: Mapping[str, Any]) -> list[str]:
    """Our own keys of a record whose values are invalid."""
    return Fields({}, OWN).bad(extra)
