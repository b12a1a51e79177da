"""Records: good ones play, bad ones are refused in one sentence and never with a traceback."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import GAMES, LEVELS, BadRecord, Match
from native.records import CHANCE_LIMIT, DEPTH_LIMIT, MOVES_LIMIT, SIZE_LIMIT, check, parse, read_bytes, read_plain

DUEL: dict[str, Any] = {"hoard": 1, "game": "duel", "options": {}, "seed": 7, "moves": ["1@0,0"]}
HANDS = {"hands": ["00112233", "01122330"]}


def refusal(data: bytes | str) -> str:
    """The sentence with which a record is refused."""
    with pytest.raises(BadRecord) as caught:
        Match.load(data)
    sentence = str(caught.value)
    assert sentence
    assert sentence.isprintable()
    assert len(sentence) < 400
    return sentence


def changed(**parts: Any) -> str:
    return refusal(json.dumps({**DUEL, **parts}))


# ---- good ones ----


def test_left_out_parts_have_their_standard_values() -> None:
    match = Match.load({"hoard": 1, "game": "duel", "moves": []})
    assert (match.seed, match.seats) == (0, ["human", "human"])
    assert match.options == {"open_hands": False, "first_to": 1, "first": None}


def test_unknown_keys_are_kept_in_place_of_nothing_else() -> None:
    record = {**DUEL, "comment": "of mine", "x": {"y": [None, 1.5, "\U0001f409"]}}
    saved = Match.load(json.dumps(record)).record()
    assert {key: saved[key] for key in record if key != "options"} == {
        key: value for key, value in record.items() if key != "options"
    }


def test_a_text_with_byte_order_mark_and_duplicate_keys_is_read() -> None:
    text = '\ufeff{"hoard": 1, "game": "tale", "game": "duel", "moves": []}'
    assert Match.load(text.encode()).game == "duel"


def test_an_explicit_deal_replaces_the_one_of_the_seed_and_is_saved() -> None:
    match = Match.load({**DUEL, "deal": HANDS, "moves": []})
    assert match.state()["hands"] == ["00112233", "00112233"]
    assert match.record()["deal"] == HANDS
    assert Match.load(match.record()).key() == match.key()


def test_levels_and_people_may_sit_anywhere() -> None:
    for level in LEVELS:
        assert Match.load({**DUEL, "seats": ["human", level]}).seats == ["human", level]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_deals(seed: int) -> None:
    match = Match.load({**DUEL, "seed": seed, "moves": []})
    assert match.record()["seed"] == seed


def test_spelling_out_what_the_seed_deals_plays_the_same() -> None:
    """A tournament with the second game's deal in chance is the tournament without."""
    options = {"first_to": 2}
    plain = Match("duel", options, 3)
    while plain.state()["game"] == 0 and not plain.over:
        plain.play(plain.legal()[0])
    hands = {"hands": plain.state()["hands"]}
    spelled = Match.load({**plain.record(), "chance": [hands]})
    assert spelled.key() == plain.key()
    other = Match.load({**plain.record(), "chance": [HANDS]})
    assert other.state()["hands"] == ["00112233", "00112233"]
    other.undo()
    other.redo()
    assert other.state()["hands"] == ["00112233", "00112233"]


# ---- bad ones ----

BAD_BYTES = {
    "empty": b"",
    "blank": b"  \n",
    "not JSON": b"{hoard: 1}",
    "cut short": json.dumps(DUEL).encode()[:-1],
    "two documents": json.dumps(DUEL).encode() * 2,
    "UTF-16": json.dumps(DUEL).encode("utf-16"),
    "Latin-1": b'{"hoard": 1, "game": "dr\xe4che"}',
    "zero bytes": b"\0" * 40,
    "picture": b"\x89PNG\r\n\x1a\n",
    "NaN": b'{"hoard": 1, "game": "duel", "moves": [], "x": NaN}',
    "Infinity": b'{"hoard": 1, "game": "duel", "moves": [], "x": -Infinity}',
    "number without end": b'{"hoard": 1, "game": "duel", "moves": [], "x": 1e999}',
    "integer of 5,000 digits": b'{"hoard": 1, "game": "duel", "moves": [], "seed": ' + b"9" * 5000 + b"}",
    "deep list": b"[" * 200_000 + b"]" * 200_000,
    "deep without end": b'{"a":' * 200_000,
    "a list": b"[]",
    "null": b"null",
    "a text": b'"duel"',
    "true": b"true",
    "no object's keys": b"{}",
}


@pytest.mark.parametrize("data", BAD_BYTES.values(), ids=BAD_BYTES)
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    refusal(data)


def test_a_file_that_is_too_large_is_refused() -> None:
    assert "larger than" in changed(x="x" * SIZE_LIMIT)


BAD_PARTS: list[tuple[dict[str, Any], str]] = [
    ({"hoard": 2}, '"hoard" must be 1'),
    ({"hoard": True}, "not true"),
    ({"hoard": "1"}, 'not "1"'),
    ({"hoard": None}, "not null"),
    ({"game": "chess"}, 'there is no game "chess"'),
    ({"game": ""}, 'there is no game ""'),
    ({"game": 5}, '"game" must be a text, not 5'),
    ({"game": ["duel"]}, '"game" must be a text'),
    ({"options": []}, '"options" must be an object'),
    ({"options": None}, '"options" must be an object'),
    ({"options": {"wings": 2}}, 'no option "wings"'),
    ({"options": {"": 2}}, 'no option ""'),
    ({"options": {"open_hands": 1}}, 'option "open_hands" must be true or false, not 1'),
    ({"options": {"open_hands": "true"}}, "must be true or false"),
    ({"options": {"open_hands": None}}, "must be true or false, not null"),
    ({"options": {"first_to": True}}, "must be a whole number from 1 to 2, not true"),
    ({"options": {"first_to": 1.0}}, "must be a whole number from 1 to 2, not 1.0"),
    ({"options": {"first_to": 3}}, "must be a whole number from 1 to 2, not 3"),
    ({"options": {"first_to": -(10**30)}}, "must be a whole number"),
    ({"options": {"first_to": None}}, "must be a whole number from 1 to 2, not null"),
    ({"options": {"first": 2}}, 'option "first" must be a whole number from 0 to 1 or null, not 2'),
    ({"options": {"first": "0"}}, 'option "first" must be a whole number from 0 to 1 or null, not "0"'),
    ({"seed": -1}, '"seed" must be from 0 to 2^64-1'),
    ({"seed": 2**64}, '"seed" must be from 0 to 2^64-1'),
    ({"seed": 1.0}, '"seed" must be a whole number, not 1.0'),
    ({"seed": True}, '"seed" must be a whole number, not true'),
    ({"seed": "7"}, '"seed" must be a whole number, not "7"'),
    ({"seed": None}, '"seed" must be a whole number, not null'),
    ({"deal": None}, '"deal" must be an object'),
    ({"deal": []}, '"deal" must be an object'),
    ({"deal": {}}, "hands"),
    ({"deal": {"hands": ["00112233"]}}, "hands"),
    ({"deal": {"hands": ["00112233", "0011223"]}}, '"0011223"'),
    ({"deal": {"hands": ["00112233", "00112234"]}}, '"00112234"'),
    ({"deal": {"hands": ["00000011", "22223333"]}}, "more than 5 cards of value 0"),
    ({"deal": {"hands": ["00112233", 5]}}, "hand"),
    ({"deal": {**HANDS, "more": 1}}, "nothing else"),
    ({"deal": {**HANDS, "first": 0, "more": 1}}, "nothing else"),
    ({"deal": {"first": 0}}, "hands"),
    ({"deal": {**HANDS, "first": 2}}, '"first" in the deal must be 0 or 1'),
    ({"deal": {**HANDS, "first": "0"}}, '"first" in the deal must be 0 or 1'),
    ({"deal": {**HANDS, "first": True}}, '"first" in the deal must be 0 or 1'),
    ({"deal": {**HANDS, "first": None}}, '"first" in the deal must be 0 or 1'),
    ({"options": {"first": 1}, "deal": {**HANDS, "first": 0}}, 'option "first" is 1, but "first" in the deal is 0'),
    ({"deal": {"hands": ["\ud800" * 8, "\u0000" * 8]}}, "digits"),
    ({"chance": {}}, '"chance" must be a list'),
    ({"chance": None}, '"chance" must be a list'),
    ({"seats": "human"}, '"seats" must be a list'),
    ({"seats": None}, '"seats" must be a list'),
    ({"seats": ["human"]}, "must name 2 players, not 1"),
    ({"seats": ["human"] * 3}, "must name 2 players, not 3"),
    ({"seats": ["human", "wizard"]}, '"seats" holds "wizard"'),
    ({"seats": ["human", 5]}, '"seats" holds 5'),
    ({"seats": ["human", ["dragon"]]}, '"seats" holds ["dragon"]'),
    ({"moves": None}, '"moves" must be a list'),
    ({"moves": "1@0,0"}, '"moves" must be a list'),
    ({"moves": {"1@0,0": 1}}, '"moves" must be a list'),
    ({"moves": [5]}, "move 1 must be a text, not 5"),
    ({"moves": ["1@0,0", None]}, "move 2 must be a text, not null"),
    ({"moves": ["1@0,1"]}, 'move 1 "1@0,1"'),
    ({"moves": ["1@0,0", "1@5,5"]}, 'move 2 "1@5,5"'),
    ({"moves": ["1@0,0", "1@0,0"]}, 'move 2 "1@0,0"'),
    ({"moves": ["1@0,0\u0000"]}, "move 1"),
    ({"moves": [" 1@0,0"]}, "move 1"),
    ({"moves": ["\ud800"]}, "move 1"),
    ({"moves": ["x" * 10_000]}, "move 1"),
    ({"moves": ["1@0,0\n2"]}, 'move 1 "1@0,0\\n2"'),
    ({"moves": ["1@0,0"] * (MOVES_LIMIT + 1)}, "more than 100,000 moves"),
]


@pytest.mark.parametrize(("parts", "words"), BAD_PARTS, ids=[str(i) for i in range(len(BAD_PARTS))])
def test_a_wrong_part_is_named_with_what_is_wrong(parts: dict[str, Any], words: str) -> None:
    assert words in changed(**parts)


@pytest.mark.parametrize("key", ["hoard", "game", "moves"])
def test_a_missing_part_is_named(key: str) -> None:
    record = {k: v for k, v in DUEL.items() if k != key}
    assert f'"{key}" is missing' in refusal(json.dumps(record))


def test_an_outcome_of_chance_that_does_not_fit_is_refused() -> None:
    match = Match("duel", {"first_to": 2}, 3)
    while match.state()["game"] == 0:
        match.play(match.legal()[0])
    outcomes: list[Any] = [5, None, {}, {"hands": ["0", "1"]}, "dwarf 1", [[]]]
    for outcome in outcomes:
        assert f"chance after move {len(match.moves)}" in refusal(json.dumps({**match.record(), "chance": [outcome]}))


def test_an_outcome_that_does_not_fit_leaves_the_match_as_it_was() -> None:
    match = Match("duel", {"first_to": 2}, 3, chance=[5])
    while len(match.moves) < 15:
        match.play(match.legal()[0])
    key, record = match.key(), match.record()
    for _ in range(2):
        with pytest.raises(BadRecord):
            match.play(match.legal()[0])
        assert (match.key(), match.record()) == (key, record)


def test_nesting_is_bounded_exactly() -> None:
    def nested(depth: int) -> bytes:
        return json.dumps(DUEL)[:-1].encode() + b', "x": ' + b"[" * depth + b"]" * depth + b"}"

    assert Match.load(nested(DEPTH_LIMIT - 2)).extra
    assert "deep" in refusal(nested(DEPTH_LIMIT))


def test_files_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    for path in (str(tmp_path / "none.json"), str(tmp_path), "", "\0", str(tmp_path / ("x" * 300))):
        with pytest.raises(BadRecord, match="cannot be read"):
            read_bytes(path)


def handles() -> int:
    """How many descriptors this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of open files here")
def test_whatever_lies_under_a_path_leaves_no_descriptor_open(tmp_path: Path) -> None:
    """A folder, a device, a pipe, a file that cannot be read, and one that can."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("{}")
    paths = (tmp_path, tmp_path / "pipe", Path("/dev/null"), tmp_path / "none", tmp_path / "file")
    before = handles()
    for path in paths:
        for _ in range(3):
            with contextlib.suppress(OSError):
                read_plain(path, 10)
            with contextlib.suppress(BadRecord):
                read_bytes(str(path))
    assert handles() == before


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(10 * SIZE_LIMIT)
    assert len(read_bytes(str(path))) == SIZE_LIMIT + 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_devices_and_pipes_are_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for path in (str(tmp_path / "pipe"), "/dev/zero", str(tmp_path / "link")):
        with pytest.raises(BadRecord, match="no ordinary file"):
            read_bytes(path)


def test_the_outcomes_of_chance_are_bounded() -> None:
    assert check({**DUEL, "chance": [0] * CHANCE_LIMIT})
    with pytest.raises(BadRecord, match="more than 10,000 outcomes"):
        check({**DUEL, "chance": [0] * (CHANCE_LIMIT + 1)})


def test_a_deal_id_takes_the_greatest_number_and_leading_noughts() -> None:
    assert Match.from_deal_id("duel:#18446744073709551615").seed == 2**64 - 1
    assert Match.from_deal_id("duel:#" + "0" * 5000 + "7").seed == 7


@pytest.mark.parametrize(("text", "named"), [
    *((f"duel:#{number}", "2\\^64-1") for number in ("18446744073709551616", "9" * 5000)),
    *((f"duel:first_to={value}#1", "first_to") for value in ("[" * 3000, "[[1]]", "\ud800", "1e999", "9" * 5000)),
], ids=range(7))  # fmt: skip
def test_a_deal_id_with_a_wrong_part_is_refused_by_its_name(text: str, named: str) -> None:
    with pytest.raises(BadRecord, match=named):
        Match.from_deal_id(text)


# ---- whatever comes ----

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
PART = st.sampled_from(["hoard", "game", "options", "seed", "deal", "chance", "seats", "moves", "other"])


@pytest.mark.long
@settings(max_examples=300)
@given(data=st.binary(max_size=200))
def test_random_bytes_are_never_a_traceback(data: bytes) -> None:
    refusal(data)


@settings(max_examples=300)
@given(game=st.sampled_from(list(GAMES)), parts=st.dictionaries(PART, JSON, max_size=3))
@pytest.mark.long
def test_random_parts_are_a_record_or_one_sentence(game: str, parts: dict[str, Any]) -> None:
    text = json.dumps({"hoard": 1, "game": game, "moves": [], **parts})
    try:
        match = Match.load(text)
    except BadRecord as error:
        assert str(error).isprintable()
    else:
        assert json.loads(json.dumps(match.record(), allow_nan=False))["game"] == match.game


@pytest.mark.long
@settings(max_examples=200)
@given(game=st.sampled_from(list(GAMES)), deal=st.dictionaries(st.sampled_from(["hands", "decks", "deck", "first",
       "nest", "dm", "extra", "played", "round", "round_began_by"]), JSON, max_size=6))  # fmt: skip
def test_random_deals_are_refused(game: str, deal: dict[str, Any]) -> None:
    refusal(json.dumps({"hoard": 1, "game": game, "moves": [], "deal": deal}))


@pytest.mark.long
@settings(max_examples=300)
@given(at=st.integers(0, 10**6), cut=st.integers(0, 3), put=st.binary(max_size=3))
def test_a_damaged_file_is_a_record_or_one_sentence(at: int, cut: int, put: bytes) -> None:
    data = json.dumps({**DUEL, "deal": HANDS, "seats": ["human", "dragon"], "chance": []}).encode()
    at %= len(data)
    try:
        Match.load(data[:at] + put + data[at + cut :])
    except BadRecord as error:
        assert str(error).isprintable()


def test_check_takes_what_parse_gives() -> None:
    assert parse(json.dumps(DUEL)) == check(DUEL)


def test_a_match_is_pickled_with_its_undone_moves() -> None:
    match = Match("duel", seed=4, seats=["human", "drake"])
    for _ in range(5):
        match.play(match.legal()[0])
    match.goto(3)
    again = pickle.loads(pickle.dumps(match))
    assert (again.record(), again.key(), again.can_redo) == (match.record(), match.key(), True)
    assert (again.redo(), again.redo(), again.redo()) == (True, True, False)
    assert copy.deepcopy(match).key() == match.key()
