"""The other table and duplicate matches: the same deal, the same opponents, one number at the end,
and nothing told before it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.play import duplicate
from native.play.daily import short_match
from native.play.duplicate import (
    DragonTables,
    DuplicateMatch,
    MatchPair,
    NextDeal,
    deal_row,
    moves_sheet,
    number,
    parted,
    scores_sheet,
    signed,
    state_text,
)
from native.play.judge import Judge
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.saves import Saves
from native.strings import Strings
from native.tools.samples import again, played
from tests.kept import ODD, told
from tests.screen import Screen, screen


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path / "here")
    yield made
    made.close()


def finish(match: Match) -> Match:
    while not match.over:
        match.play(match.legal()[0])
    return match


def ended(seat_two: str = "hatchling", seed: int = 3) -> Match:
    """A duel with open hands, whose machine plays as at the table."""
    match = Match("duel", {"open_hands": True}, seed, seats=["human", seat_two])
    while not match.over:
        mine = match.to_act == 0
        match.play(match.legal()[0] if mine else match.advise(seat_two).move)
    return match


def run(tables: DragonTables) -> DragonTables:
    while not tables.over:
        tables.tick()
    return tables


# ---- the other table ----


@pytest.mark.long
def test_opponents_answer_the_same_moves_alike_at_every_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a random player in Dragon's place: the opponents are asked by the same number at every
    table, the seat by another at each."""
    monkeypatch.setattr(duplicate, "DRAGON", "random")
    match = ended()
    tables = run(DragonTables(match, 0, Judge()))
    assert len(tables.played) == duplicate.RUNS
    for rng, table in enumerate(tables.played):
        again = Match.load(table.record() | {"moves": []})
        for move in table.moves:
            if len(again.legal()) > 1:
                level = table.seats[again.to_act or 0]
                number = rng if again.to_act == 0 else 0
                assert again.advise(level, number).move == move
            again.play(move)
    assert tables.par == sum(table.scores[0] for table in tables.played) / duplicate.RUNS


@pytest.mark.long
def test_the_other_table_has_the_same_deal_and_is_nobodys_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(duplicate, "DRAGON", "greedy")
    match = short_match("tricks", 9)
    match.seats = ["human", "random", "random", "random"]
    match.extra |= {"match": "tricks-1", "daily": "2026-11-22"}
    other = run(DragonTables(finish(match), 0, Judge(), 1)).played[0]
    assert (other.deal, other.seed, other.seats[1:]) == (match.deal, 9, match.seats[1:])
    assert other.seats[0] == "greedy"
    assert {"match", "daily"} & other.extra.keys() == set()


def test_what_is_to_be_done_at_the_end_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicate, "DRAGON", "greedy")
    tables = DragonTables(ended(), 0, Judge(), 1)
    done: list[float | None] = []
    tables.then(lambda found: done.append(found.par))
    assert done == []
    run(tables)
    tables.tick()
    assert done == [tables.par]
    tables.then(lambda found: done.append(found.par))
    assert len(done) == 2


def test_where_two_tables_parted_and_what_they_scored() -> None:
    match = played("duel", 10_000)
    other = again(match, 5)
    first = parted(match, other)
    assert first is not None
    assert match.moves[:first] == other.moves[:first]
    assert match.moves[first] != other.moves[first]
    assert parted(match, match) is None
    t = Strings("en")
    rows = scores_sheet(match, other, ["You", "Dragon"], ["one", "two"], t).rows
    assert [cell.text for cell in rows[1]][3] == signed(match.scores[0] - other.scores[0], t)
    pair = MatchPair(match, 0, ["one", "two"], other, None)
    assert pair.ply == first
    say = arcade.DuelBoard.words
    assert moves_sheet(match, match, say, []).rows == []  # type: ignore[arg-type]


def test_scores_read_well() -> None:
    told = {"en": ["1", "0.5", "0.67", "104,000", "−3"], "de": ["1", "0,5", "0,67", "104.000", "−3"]}
    for language, texts in told.items():
        t = Strings(language)
        assert [number(value, t) for value in (1.0, 0.5, 2 / 3, 104_000.0, -3)] == texts
    t = Strings("en")
    assert [signed(value, t) for value in (1.0, -0.5, 0.0, -0.001)] == ["+1", "−0.5", "0", "0"]


# ---- duplicate matches ----


def begun(database: Database, people: list[str], game: str = "duel") -> DuplicateMatch:
    return DuplicateMatch.begin(Chronicle(database), game, "drake", 77, duplicate.LEAST, people)


def load(database: Database) -> DuplicateMatch:
    found = DuplicateMatch.load(Chronicle(database))
    assert found
    return found


def play_next(database: Database) -> Match:
    match = load(database).next(short_match, Saves(database))
    Chronicle(database).finish(finish(match), [0])
    return match


def test_two_people_play_the_same_seat_of_the_same_deals_in_turn(database: Database) -> None:
    begun(database, ["Ada", "Bo"])
    matches = []
    for place in range(2 * duplicate.LEAST):
        contest = load(database)
        assert contest.turn == NextDeal(*divmod(place, 2))
        assert {deal_row(contest, deal, Strings("en"))[1] for deal in range(4)} == {"–"}
        assert contest.net is None
        matches.append(play_next(database))
    assert [match.seed for match in matches] == [77, 77, 78, 78, 79, 79, 80, 80]
    assert {tuple(match.seats) for match in matches} == {("human", "drake")}
    contest = load(database)
    assert contest.played
    assert contest.missing is None  # nobody waits for Dragon
    gains = [matches[deal * 2].scores[0] - matches[deal * 2 + 1].scores[0] for deal in range(4)]
    assert [contest.gain(deal) for deal in range(4)] == gains
    assert contest.net == sum(gains)


def test_only_ones_own_matches_count_in_ones_history(database: Database) -> None:
    begun(database, ["Ada", "Bo"])
    for _ in range(4):
        play_next(database)
    assert len(told(Chronicle(database))) == 2
    assert len(Chronicle(database).record_ids()) == 4


def test_a_duplicate_match_is_gone_on_with_where_it_was_left(database: Database) -> None:
    begun(database, [""])
    match = load(database).next(short_match, Saves(database))
    match.play(match.legal()[0])
    Saves(database).keep(match)
    assert load(database).next(short_match, Saves(database)).moves == match.moves
    Saves(database).drop(str(match.extra["match"]))
    assert load(database).next(short_match, Saves(database)).moves == []
    assert len(load(database).data["matches"]) == 1


@pytest.mark.long
def test_against_dragon_one_number_comes_out_when_all_is_played(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicate, "DRAGON", "greedy")
    begun(database, [""])
    chronicle, t = Chronicle(database), Strings("de")
    for _ in range(duplicate.LEAST):
        assert load(database).missing is None
        play_next(database)
    while match := load(database).missing:
        match.seats[1] = "greedy"
        load(database).note(run(DragonTables(match, 0, Judge(), 1)))
        load(database).tell(chronicle)
    contest = load(database)
    for _ in range(2):
        contest.tell(chronicle)
    told = [contest.gain(deal) for deal in range(duplicate.LEAST)]
    assert contest.net == sum(gain or 0 for gain in told)
    (line,) = chronicle.duplicates()
    assert (line["duplicate"], line["net"]) == ("duel", contest.net)
    assert t("level.dragon") in state_text(contest, t)


@pytest.mark.parametrize("value", [*ODD, {"hoard_duplicate": 1}], ids=lambda value: ascii(value)[:20])
def test_what_is_no_duplicate_match_is_set_aside(database: Database, value: Any) -> None:
    text = json.dumps(value)
    database.change(lambda con: con.execute("INSERT INTO contests VALUES ('', ?)", [text]))
    assert DuplicateMatch.load(Chronicle(database)) is None
    assert database.rows("SELECT 1 FROM contests") == []
    assert (database.folder / "aside" / "duplicate.json").read_text() == text


# ---- on the screen ----


def ledger_words(s: Screen) -> str:
    s.app.draw()
    return s.words()


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_a_duplicate_match_is_set_up_played_and_given_up(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        s.app.session.people.add("Bo")
        s.app.home()
        s.click("daily")
        s.click("duplicate")
        s.walk("row3", s.key)
        s.key("right")
        assert "Bo" in s.words()
        s.walk("row2", s.key)
        s.key("left")
        s.click("start")
        assert t("duplicate.turn", number=1, of=8, name=t("players.nameless")) in s.words()
        s.click("play")
        assert s.table.live.most() == 0
        match = finish(s.table.match)
        s.app.session.file_match(match, [0])
        s.app.push(arcade.EndScene(s.app, s.table))
        s.click("other")
        assert t("duplicate.turn", number=1, of=8, name="Bo") in s.words()
        s.click("drop")
        s.click("yes")
        assert t("duplicate.about") in s.words()


@pytest.mark.long
def test_after_a_match_the_other_table_lies_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicate, "DRAGON", "greedy")
    with screen(tmp_path) as s:
        s.app.sit(ended())
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("more")
        s.click("other")
        scene = s.scene
        assert isinstance(scene, arcade.OtherTable)
        assert not s.has("see")
        tables = scene.pair.tables
        assert tables
        while not tables.over:
            s.app.turn()
        s.app.turn()
        t = s.app.session.strings
        assert t("other.par", par=number(tables.par or 0, t), count=3) in s.words()
        assert len(scene.board.match.moves) == scene.pair.ply
        s.click("see")
        assert isinstance(s.scene, arcade.Review)
        assert s.scene.match.moves == tables.played[0].moves
