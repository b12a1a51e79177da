"""Those who play at one machine: apart from one another, exported and taken in without doubles, a
guest unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from native.refusals import BadRecord
from native.store.chronicle import Chronicle
from native.store.folder import Keeper
from native.store.people import (
    MOST,
    NOBODY,
    Imported,
    People,
    typed,
)
from native.store.saves import Saves
from native.store.settings import Settings, load_settings
from tests.kept import ODD, begun, ended, lying


@pytest.fixture
def keeper(tmp_path: Path) -> Any:
    made = Keeper(tmp_path / "here")
    yield made
    made.close()


def busy(people: People, seed: int) -> None:
    """Something for the one who plays now: two finished matches, one under way, a setting."""
    for number in range(2):
        people.chronicle().finish(ended(seed + number), [0])
    people.matches().keep(begun(seed=seed))
    people.chronicle().add(f"treasure-{seed}", {"treasure": "first-egg"})
    people.keeper.write(
        people.now.home + "settings.json", json.dumps({"sound": seed, "from_tomorrow": 1})
    )


def test_an_old_folder_is_the_first_person_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "duel.json").write_text(json.dumps(begun().record()))
    (tmp_path / "statistics.json").write_text(
        json.dumps([{"game": "duel", "against": "drake", "assisted": False, "share": 1}] * 2)
    )
    before = {name: (tmp_path / name).read_bytes() for name in lying(tmp_path)}
    keeper = Keeper(tmp_path)
    people = People(keeper)
    assert (people.now.home, people.matches().names(), len(people.chronicle().history())) == (
        "",
        ["duel"],
        2,
    )
    keeper.close()
    assert {name: (tmp_path / name).read_bytes() for name in lying(tmp_path)} == before


def test_each_has_settings_matches_and_history_of_their_own(keeper: Keeper, tmp_path: Path) -> None:
    people = People(keeper)
    busy(people, 10)
    ada = people.add("Ada")
    people.choose(ada)
    assert (people.settings().sound, people.matches().names(), people.chronicle().history()) == (
        10,
        [],
        [],
    )
    busy(people, 20)
    people.choose(people.all[0])
    for person, seed in zip(people.all, (10, 20), strict=True):
        people.choose(person)
        assert people.settings().sound == seed
        assert [kept.match.seed for kept in people.matches().list("duel")] == [seed]
        assert len(people.chronicle().history()) == len(people.chronicle().records()) == 2
        assert [line["id"] for line in people.chronicle().lines_with("treasure")] == [
            f"treasure-{seed}"
        ]
    keeper.close()
    again = People(Keeper(tmp_path / "here"))
    assert [(person.id, person.name) for person in again.all] == [("", ""), ("ada", "Ada")]
    assert again.now == ada


def test_a_guest_leaves_nothing(keeper: Keeper, tmp_path: Path) -> None:
    people = People(keeper)
    busy(people, 10)
    keeper.close()
    before = {name: (tmp_path / name).read_bytes() for name in lying(tmp_path)}
    again = Keeper(tmp_path / "here")
    people = People(again)
    people.choose(NOBODY)
    assert people.settings().sound == 10
    busy(people, 30)
    assert [kept.match.seed for kept in people.matches().list("duel")] == [30]
    assert len(people.chronicle().history()) == len(people.chronicle().records()) == 2
    people.choose(NOBODY)
    assert (people.matches().names(), people.chronicle().history()) == ([], [])
    again.close()
    assert {name: (tmp_path / name).read_bytes() for name in lying(tmp_path)} == before


def test_eight_may_play_and_no_two_of_one_name(keeper: Keeper) -> None:
    people = People(keeper)
    people.rename(people.all[0], "Hugo")
    for name in ("Ada", "ada", "../../etc", "guest", "\ud800", "Ä"):
        people.add(name)
    assert len({person.home for person in people.all}) == 7
    assert all(person.home.count("/") in (0, 2) for person in people.all)
    with pytest.raises(BadRecord, match='there is already a player called "Ada"'):
        people.add("Ada")
    with pytest.raises(BadRecord, match="1 to 30 letters"):
        people.add(" ")
    people.add("Bo")
    with pytest.raises(BadRecord, match=f"{MOST} people"):
        people.add("Cy")


def test_who_leaves_is_set_aside_with_all_files(keeper: Keeper, tmp_path: Path) -> None:
    people = People(keeper)
    ada = people.add("Ada")
    people.choose(ada)
    busy(people, 10)
    people.leave(ada)
    assert people.now == people.all[0]
    keeper.close()
    assert (
        len(
            [
                name
                for name in lying(tmp_path / "here" / "aside" / "people-ada")
                if "records/" in name
            ]
        )
        == 2
    )
    assert keeper.aside == []


@pytest.mark.parametrize(
    "value",
    [
        *ODD,
        {"hoard_people": 1, "people": [{"id": "../x", "name": "x"}]},
        {"hoard_people": 1, "people": [{"id": "ada", "name": 1}]},
        {"hoard_people": 0, "people": []},
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_a_list_of_people_that_does_not_fit_is_set_aside_and_the_folders_tell(
    tmp_path: Path, value: Any
) -> None:
    keeper = Keeper(tmp_path)
    People(keeper).add("Ada")
    keeper.write("people.json", json.dumps(value))
    people = People(keeper)
    assert [person.id for person in people.all] == ["", "ada"]
    keeper.close()
    assert json.loads((tmp_path / "aside" / "people.json").read_text()) == value


def test_what_another_version_keeps_in_the_list_stays(keeper: Keeper) -> None:
    keeper.write(
        "people.json", json.dumps({"hoard_people": 1, "people": [], "now": "nobody", "club": [1]})
    )
    people = People(keeper)
    people.add("Ada")
    assert keeper.load("people.json")["club"] == [1]


# ---- export ----


def test_an_export_brings_all_to_another_machine_and_nothing_twice(
    keeper: Keeper, tmp_path: Path
) -> None:
    people = People(keeper)
    people.rename(people.all[0], "Hugo")
    busy(people, 10)
    people.chronicle().grade(
        people.chronicle().history()[0]["id"], 0.5, accuracy=90.0, stages=[1, 2, 3]
    )
    text = people.export(people.now)
    there = Keeper(tmp_path / "there")
    others = People(there)
    hugo, taken = others.take_in(text.encode())
    assert (hugo.name, taken) == ("Hugo", Imported(3, 2, 1))
    others.choose(hugo)
    assert others.chronicle().all_lines() == people.chronicle().all_lines()
    assert others.matches().names() == people.matches().names()
    assert (others.settings().sound, others.settings().unknown) == (10, {"from_tomorrow": 1})
    assert others.take_in(text.encode(), hugo) == (hugo, Imported(0, 0, 0))
    assert json.loads(others.export(hugo)) == json.loads(text)
    there.close()


def test_two_machines_that_played_on_are_merged_both_ways(keeper: Keeper, tmp_path: Path) -> None:
    """Whichever takes in first, both end with the same matches; the one under way goes on where it
    is further."""
    people = People(keeper)
    people.rename(people.all[0], "Hugo")
    busy(people, 10)
    there = Keeper(tmp_path / "there")
    others = People(there)
    hugo, _ = others.take_in(people.export(people.now).encode())
    others.choose(hugo)
    other = others.matches()
    match = other.open(other.names()[0])
    match.play(match.legal()[0])
    other.keep(match)
    others.chronicle().finish(ended(77), [0])
    people.chronicle().finish(ended(78), [0])
    for one, two in ((people, others), (others, people)):
        one.take_in(two.export(two.now).encode(), one.now)
    assert people.matches().list("duel")[0].match.moves == match.moves
    assert others.matches().list("duel")[0].match.moves == match.moves
    assert people.chronicle().all_lines() == others.chronicle().all_lines()
    assert len(people.chronicle().records()) == len(others.chronicle().records()) == 4
    there.close()


def test_a_record_that_differs_under_the_same_name_is_kept_beside_ours(keeper: Keeper) -> None:
    people = People(keeper)
    people.chronicle().finish(ended(1), [0])
    found = json.loads(people.export(people.now))
    name = next(iter(found["records"]))
    found["records"][name]["seed"] = 2
    for times in (1, 0):
        assert people.take_in(json.dumps(found).encode(), people.now)[1].records == times
    assert len(people.chronicle().records()) == 2


def test_old_statistics_are_exported_and_merged_without_doubles(
    keeper: Keeper, tmp_path: Path
) -> None:
    old = [
        {"game": "duel", "against": "drake", "assisted": False, "share": share}
        for share in (1, 1, 0)
    ]
    keeper.write("statistics.json", json.dumps([*old, old[0] | {"name": "duel-1"}]))
    text = People(keeper).export(People(keeper).now).encode()
    there = Keeper(tmp_path / "there")
    there.write("statistics.json", json.dumps(old))
    others = People(there)
    assert others.take_in(text, others.now)[1] == Imported(1, 0, 0)
    assert len(Chronicle(there).history()) == 4
    there.close()


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
def test_what_is_no_export_is_refused_whole(
    keeper: Keeper, tmp_path: Path, change: dict[str, Any]
) -> None:
    people = People(keeper)
    text = json.loads(people.export(people.now)) | change
    with pytest.raises(BadRecord):
        people.take_in(json.dumps(text).encode(), people.now)
    assert lying(tmp_path / "here") == []


def test_parts_of_an_export_that_do_not_fit_are_left_out(keeper: Keeper) -> None:
    people = People(keeper)
    good = begun().record()
    bad = {
        f"m-{number}": good | {"hints": value} for number, value in enumerate(ODD) if value != 10**6
    }
    lines = [
        {"id": f"x-{number}", "game": "duel", "share": value} for number, value in enumerate(ODD)
    ]
    found = {
        "hoard_person": 1,
        "name": "Ada",
        "settings": {"sound": []},
        "history": lines,
        "records": bad | {"good": good},
        "saves": bad | {"fine": good},
    }
    ada, taken = people.take_in(json.dumps(found).encode())
    assert taken == Imported(0, 1, 1)
    assert load_settings(keeper, ada.home) == Settings()
    assert (
        Saves(keeper, ada.home).names() == ["fine"] or len(Saves(keeper, ada.home).names()) == 0
    )


# ---- other versions, and whom an export is for ----


def test_a_list_of_a_later_version_is_used_and_kept_whole(keeper: Keeper, tmp_path: Path) -> None:
    """What this version does not know of it stays: the number, keys of the list and of a person."""
    later = {
        "hoard_people": 7,
        "people": [
            {"id": "", "name": "Hugo", "face": "owl"},
            {"id": "ada", "name": "Ada", "face": [1]},
        ],
        "now": ["ada", "hugo"],
        "club": {"x": 1},
    }
    keeper.write("people.json", json.dumps(later))
    people = People(keeper)
    assert [person.name for person in people.all] == ["Hugo", "Ada"]
    people.rename(people.all[1], "Adele")
    people.add("Bo")
    found = keeper.load("people.json")
    assert (found["hoard_people"], found["club"]) == (7, {"x": 1})
    assert found["people"][0] == later["people"][0]  # type: ignore[index]
    assert found["people"][1] == {"id": "ada", "name": "Adele", "face": [1]}
    keeper.close()
    assert "aside" not in [path.name for path in (tmp_path / "here").iterdir()]


@pytest.mark.parametrize(
    "change",
    [{"hoard": 2, "moves": {}}, {"game": "goose"}, {"options": {"wings": 2}}, {"seats": ["wyvern"] * 2}],
    ids=str,
)
def test_a_record_of_a_later_version_stays_where_it_is(keeper: Keeper, change: Any) -> None:
    later = begun().record() | change
    keeper.write("records/duel-1.json", json.dumps(later))
    people = People(keeper)
    assert people.chronicle().peek("records/duel-1.json") is None
    assert keeper.load("records/duel-1.json") == later
    there = Keeper(keeper.folder.parent / "there")
    _, taken = People(there).take_in(people.export(people.now).encode())
    assert taken.records == 1
    there.close()


def test_a_later_export_is_taken_in_as_far_as_it_is_known(keeper: Keeper) -> None:
    people = People(keeper)
    busy(people, 10)
    found = json.loads(people.export(people.now)) | {"hoard_person": 5, "name": "Ada", "face": 1}
    ada, taken = people.take_in(json.dumps(found).encode())
    assert (ada.name, taken) == ("Ada", Imported(3, 2, 1))


def test_the_nameless_first_person_can_be_taken_in_where_the_first_has_a_name(
    keeper: Keeper, tmp_path: Path
) -> None:
    people = People(keeper)
    busy(people, 10)
    there = Keeper(tmp_path / "there")
    others = People(there)
    others.rename(others.all[0], "Hugo")
    made, taken = others.take_in(people.export(people.now).encode(), None, "Player")
    assert (made.name, taken.lines) == ("Player", 3)
    again, _ = others.take_in(people.export(people.now).encode(), None, "Player")
    assert again.name == "Player 2"
    there.close()


def test_two_of_one_name_are_merged_only_where_that_is_asked_for(keeper: Keeper) -> None:
    people = People(keeper)
    people.rename(people.all[0], "Ada")
    busy(people, 10)
    stranger = json.dumps({"hoard_person": 1, "name": "Ada", "history": [{"id": "x", "puzzle": "y"}]})
    made, _ = people.take_in(stranger.encode())
    assert made.name == "Ada 2"
    assert len(people.chronicle().all_lines()) == 3
    same, taken = people.take_in(stranger.encode(), people.all[0])
    assert (same.name, taken.lines) == ("Ada", 1)


def test_a_guest_after_a_guest_keeps_the_settings_of_the_house(keeper: Keeper) -> None:
    people = People(keeper)
    busy(people, 10)
    for _ in range(2):
        people.choose(NOBODY)
        assert people.settings().sound == 10


def test_names_are_typed_letter_by_letter() -> None:
    assert [typed("Ad", "a"), typed("Ada", "\b"), typed("", "\b")] == ["Ada", "Ad", ""]
    assert len(typed("x" * 30, "y")) == 30
