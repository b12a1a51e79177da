"""Those who play at one machine: apart from one another, exported and taken in without doubles, a guest unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from native.json_stream import Source
from native.refusals import BadRecord
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import MOST, NOBODY, Imported, People, Person, typed
from native.store.saves import Saves
from native.store.settings import Settings, load_settings
from tests.kept import (
    DUEL,
    ODD,
    begun,
    contents,
    ended,
    finished,
    names_of,
    opened,
    put_lines,
    put_record,
    put_setting,
    record_of,
    take_in,
    told,
)  # fmt: skip


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


@pytest.fixture
def others(there: Database) -> People:
    return People(there)


def busy(people: People, seed: int = 10) -> People:
    """Something for the one who plays now: two finished matches, one under way, a treasure, a setting."""
    for number in range(2):
        people.chronicle().finish(ended(seed + number), [0])
    people.matches().keep(begun(seed=seed))
    people.chronicle().earn("first-egg", helped=False, match=f"duel-{seed}")
    for key, value in {"sound": seed, "from_tomorrow": 1}.items():
        put_setting(people.tables(people.now), key, value, people.now.id)
    return people


def export(people: People) -> bytes:
    """The export of the one who plays now."""
    return people.export(people.now).encode()


def test_each_has_settings_matches_and_history_of_their_own(people: People) -> None:
    busy(people, 10)
    ada = people.add("Ada")
    people.choose(ada)
    own = people.settings().sound, people.matches().names(), told(people.chronicle())
    assert own == (10, [], [])
    busy(people, 20)
    people.choose(people.all[0])
    for person, seed in zip(people.all, (10, 20), strict=True):
        people.choose(person)
        assert people.settings().sound == seed
        assert [kept.match.seed for kept in people.matches().list("duel")] == [seed]
        assert len(told(people.chronicle())) == len(people.chronicle().record_ids()) == 2
        assert [line["match"] for line in people.chronicle().treasures()] == [f"duel-{seed}"]
    people.database.close()
    with opened(people.database.folder) as database:
        again = People(database)
        assert [(person.id, person.name) for person in again.all] == [("", ""), ("ada", "Ada")]
        assert again.now == ada


def test_a_guest_leaves_nothing_and_keeps_the_settings_of_who_played_before(people: People, tmp_path: Path) -> None:
    busy(people).database.close()
    before = contents(tmp_path)
    with opened(tmp_path) as database:
        people = People(database)
        for _ in range(2):
            people.choose(NOBODY)
            assert people.settings().sound == 10
        busy(people, 30)
        assert [kept.match.seed for kept in people.matches().list("duel")] == [30]
        assert len(told(people.chronicle())) == len(people.chronicle().record_ids()) == 2
        people.choose(NOBODY)
        assert (people.matches().names(), told(people.chronicle())) == ([], [])
    assert contents(tmp_path) == before


def test_eight_may_play_and_no_two_of_one_name(people: People) -> None:
    people.rename(people.all[0], "Hugo")
    for name in ("Ada", "ada", "../../etc", "guest", "\ud800", "Ä"):
        people.add(name)
    assert len({person.id for person in people.all}) == 7
    assert names_of(people)[:3] == ["Hugo", "Ada", "ada"]
    with pytest.raises(BadRecord, match='there is already a player called "Ada"'):
        people.add("Ada")
    with pytest.raises(BadRecord, match="1 to 30 letters"):
        people.add(" ")
    people.add("Bo")
    with pytest.raises(BadRecord, match=f"{MOST} people"):
        people.add("Cy")


def test_what_somebody_has_who_leaves_stays_and_the_first_person_plays_on(people: People) -> None:
    ada = people.add("Ada")
    people.choose(ada)
    busy(people).leave(ada)
    assert (people.now, people.all) == (people.all[0], [Person("", "")])
    assert len(told(Chronicle(people.database, "ada"))) == 2
    assert people.add("Ada").id == "ada-2"
    assert People(people.database).now == people.all[0]


@pytest.mark.parametrize("row", [("../x", "x"), ("ada", "x" * 31), ("guest", "Eve")])
def test_people_that_do_not_fit_are_left_out(database: Database, row: tuple[Any, Any]) -> None:
    database.change(lambda con: con.execute("INSERT INTO people VALUES (?, ?, 1, NULL)", row))
    database.change(lambda con: con.execute("INSERT INTO common VALUES ('now', ?)", row[:1]))
    people = People(database)
    assert (people.all, people.now) == ([Person("", "")], Person("", ""))


# ---- export ----


def test_an_export_brings_all_to_another_machine_and_nothing_twice(people: People, others: People) -> None:
    people.rename(people.all[0], "Hugo")
    busy(people)
    name = told(people.chronicle())[0]["id"]
    people.chronicle().grade(name, 0.5, accuracy=90.0, stages=[1, 2, 3])
    text = export(people)
    hugo, taken = take_in(others, text)
    assert (hugo.name, taken) == ("Hugo", Imported(3, 2, 1))
    others.choose(hugo)
    assert told(others.chronicle(), "") == told(people.chronicle(), "")
    assert others.matches().names() == people.matches().names()
    assert (others.settings().sound, others.settings().unknown) == (10, {"from_tomorrow": 1})
    assert take_in(others, text, hugo) == (hugo, Imported(0, 0, 0))
    assert json.loads(others.export(hugo)) == json.loads(text)


def test_two_machines_that_played_on_are_merged_both_ways(people: People, others: People) -> None:
    """Whichever takes in first, both end with the same matches; the one under way is that which is further on."""
    people.rename(people.all[0], "Hugo")
    hugo, _ = take_in(others, export(busy(people)))
    others.choose(hugo)
    match = others.matches().open(others.matches().names()[0])
    match.play(match.legal()[0])
    others.matches().keep(match)
    others.chronicle().finish(ended(77), [0])
    people.chronicle().finish(ended(78), [0])
    for one, two in ((people, others), (others, people)):
        take_in(one, export(two), one.now)
    assert told(people.chronicle(), "") == told(others.chronicle(), "")
    for one in (people, others):
        assert one.matches().list("duel")[0].match.moves == match.moves
        assert len(one.chronicle().record_ids()) == 4


def test_a_record_that_differs_under_the_same_name_is_kept_beside_ours(people: People) -> None:
    people.chronicle().finish(ended(1), [0])
    found = json.loads(export(people))
    next(iter(found["records"].values()))["seed"] = 2
    for times in (1, 0):
        assert take_in(people, json.dumps(found).encode(), people.now)[1].records == times
    assert len(people.chronicle().record_ids()) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"history": [{"id": 1}]},
        {"records": {"../x": {}}},
        {"saves": []},
        {"name": None},
        {"hoard_person": 0},
        {"settings": []},
    ],
    ids=str,
)
def test_what_is_no_export_is_refused_whole(people: People, change: dict[str, Any]) -> None:
    text = json.loads(export(people)) | change
    before = people.export(people.now)
    with pytest.raises(BadRecord):
        take_in(people, json.dumps(text).encode(), people.now)
    assert people.export(people.now) == before


def test_parts_of_an_export_that_do_not_fit_are_left_out(people: People) -> None:
    good = begun().record()
    bad = {f"m-{number}": good | {"hints": value} for number, value in enumerate(ODD) if value != 10**6}
    lines = [{"id": f"x-{number}", "game": "duel", "share": value} for number, value in enumerate(ODD)]
    found = {"hoard_person": 1, "name": "Ada", "settings": {"sound": []}, "history": lines}
    found |= {"records": bad | {"good": good}, "saves": bad | {"fine": good}}
    ada, taken = take_in(people, json.dumps(found).encode())
    assert taken == Imported(0, 1, 1)
    assert load_settings(people.database, ada.id).chosen_all() == Settings().chosen_all()
    assert Saves(people.database, ada.id).names() in (["fine"], [])


# ---- other versions, and whom an export is for ----


@pytest.mark.parametrize(
    "change",
    [{"hoard": 2, "moves": {}}, {"game": "goose"}, {"options": {"wings": 2}}, {"seats": ["wyvern"] * 2}],
    ids=str,
)
def test_a_record_of_a_later_version_stays_where_it_is(people: People, others: People, change: Any) -> None:
    later = begun().record() | change
    put_record(people.database, "duel-1", later, "finished")
    assert people.chronicle().kept("duel-1") is None
    assert record_of(people.database, "duel-1") == later | {"match": "duel-1"}
    assert take_in(others, export(people))[1].records == 1


def test_a_later_export_is_taken_in_as_far_as_it_is_known(people: People) -> None:
    found = json.loads(export(busy(people))) | {"hoard_person": 5, "name": "Ada", "face": 1}
    ada, taken = take_in(people, json.dumps(found).encode())
    assert (ada.name, taken) == ("Ada", Imported(3, 2, 1))


def test_a_nameless_person_is_taken_in_under_a_free_name(people: People, others: People) -> None:
    others.rename(others.all[0], "Hugo")
    text = export(busy(people))
    for name in ("Player", "Player 2"):
        made, taken = take_in(others, text, None, "Player")
        assert (made.name, taken.lines) == (name, 3)


def test_a_match_that_is_imported_ended_when_it_ended(people: People, others: People) -> None:
    chronicle = people.chronicle()
    put_lines(people.database, [DUEL | {"id": "m1", "date": "2026-11-20T00:00:00Z"}])
    put_record(people.database, "m1", ended().record(), "finished")
    assert [line["date"] for line in told(chronicle)] == ["2026-11-20T00:00:00Z"]
    take_in(others, export(people), others.now)
    assert others.chronicle().kept("m1")
    assert told(others.chronicle()) == told(chronicle)


def test_the_name_in_an_export_is_read_without_what_nobody_sees(people: People) -> None:
    found = json.loads(export(people)) | {"name": "\u202eAn\u0007na"}
    assert finished(people.looking_in(Source.text(json.dumps(found).encode()))).name == "Anna"


def test_two_of_one_name_are_merged_only_where_that_is_asked_for(people: People) -> None:
    people.rename(people.all[0], "Ada")
    busy(people)
    stranger = json.dumps({"hoard_person": 1, "name": "Ada", "history": [{"id": "x", "puzzle": "y"}]}).encode()
    made, _ = take_in(people, stranger)
    assert made.name == "Ada 2"
    assert len(told(people.chronicle(), "")) == 3
    same, taken = take_in(people, stranger, people.all[0])
    assert (same.name, taken.lines) == ("Ada", 1)


@pytest.mark.parametrize(
    ("name", "letter", "wanted"),
    [("Ad", "a", "Ada"), ("Ada", "\b", "Ad"), ("", "\b", ""), ("x" * 30, "y", "x" * 30), ("Zoe", "\u0308", "Zoë")],
)
def test_names_are_typed_letter_by_letter(name: str, letter: str, wanted: str) -> None:
    assert typed(name, letter) == wanted


def test_marks_that_nobody_sees_are_dropped_from_names_in_files(people: People, others: People) -> None:
    """A list that another program wrote, and an export."""
    marked = "\u202eA\u200bda\x07"
    people.database.change(lambda con: con.execute("INSERT INTO people VALUES ('ada', ?, 1, NULL)", [marked]))
    people.read_again()
    assert [person.name for person in people.all] == ["", "Ada"]
    whole = json.loads(people.export(people.all[1])) | {"name": marked}
    made, _ = take_in(others, json.dumps(whole).encode())
    assert made.name == "Ada"
    assert [person.name for person in People(others.database).all] == ["", "Ada"]
