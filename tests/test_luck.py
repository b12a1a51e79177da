"""What a finished match came to: its deal, its play, and luck; found out in the background, stored, and told."""

from __future__ import annotations

import csv
import io
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.games import GAMES
from native.grades import scale_of
from native.play import luck
from native.play.judge import Judge, Worth
from native.play.luck import TABLES, Account, LuckTables, kept_by, kept_part, thought
from native.play.review import Grade
from native.profile import statistics
from native.profile.weighing import Weighing
from native.screen.luck_picture import steps_of
from native.store.chronicle import Chronicle, share_of
from native.store.database import Database
from native.store.lines import lines_of
from native.strings import Strings
from native.tools import luck as measuring
from native.tools.samples import add_line, deal_weighed, played, sample_line
from tests.screen import Screen, screen

LANGUAGES = ("en", "de")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path / "here")
    yield made
    made.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables at which a greedy player sits in Dragon's place."""
    monkeypatch.setattr("native.play.duplicate.DRAGON", "greedy")


def ended(seed: int = 3, game: str = "heart") -> Match:
    match = Match(game, {}, seed)
    match.seats = ["human", *["random"] * (match.seats_count - 1)]
    while not match.over:
        match.play(match.legal()[0])
    return match


def filed(chronicle: Chronicle, match: Match) -> str:
    """The name of a match that has ended and whose moves kept all."""
    name = chronicle.finish(match, [0])
    chronicle.grade(name, None, kept=1.0)
    return name


def weighed(weighing: Weighing, tables: int = TABLES) -> Weighing:
    """The same, once so many tables are finished."""
    until = time.monotonic() + 60
    while weighing.now and weighing.now.count < tables and time.monotonic() < until:
        weighing.tick()
    return weighing


# ---- the account ----


def test_deal_play_and_luck_add_up_to_the_result() -> None:
    for share in (0.0, 0.5, 1.0):
        one = Account(share, 0.6, TABLES, 0.75)
        assert one.play is not None
        assert one.luck is not None
        assert one.deal + one.play + one.luck == pytest.approx(share)
        assert one.play == pytest.approx(-0.15)
    assert Account(1.0, 0.6, TABLES, None).luck is None
    assert Account(1.0, 0.0, 0, 0.75).luck is None


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Seven of ten, and none of ten, as the textbooks have it."""
    assert [round(end, 3) for end in Account(1, 0.7, 10, None).interval] == [0.397, 0.892]
    assert [round(end, 3) for end in Account(1, 0.0, 10, None).interval] == [0.0, 0.278]


@pytest.mark.parametrize("game", GAMES)
def test_moves_without_a_loss_keep_all_and_worse_ones_less_but_never_nothing(game: str) -> None:
    assert kept_part(game, []) == kept_part(game, [0.0, 0.0]) == 1
    parts = [kept_part(game, [loss * scale_of(game).mistake] * 5) for loss in (0.1, 1, 10)]
    assert 1 > parts[0] > parts[1] > parts[2] > 0


def test_what_the_moves_kept_is_told_only_when_all_that_can_be_judged_are() -> None:
    match = played("heart", 10)
    advice = match.advise("drake")
    seat = match.to_act or 0
    known, open_, forced = Grade(seat, advice.move, Worth(advice)), Grade(seat, "x"), Grade(seat, "x", forced=True)
    assert kept_by("heart", [known, forced], seat) == 1
    assert kept_by("heart", [known, open_], seat) is None
    open_.worth.unadvisable = True
    assert kept_by("heart", [known, open_], seat) == 1
    assert kept_by("heart", [known, Grade(1 - seat, "x")], seat) == 1


def test_the_tables_differ_in_thought_and_on_average_not_at_all() -> None:
    found = [thought(1000, table) for table in range(1, TABLES + 1)]
    assert len({*found}) == TABLES
    assert sum(found) == 1000 * TABLES
    assert thought(1, 1) == 1


# ---- in the background ----


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_the_tables_have_the_deal_and_the_opponents_of_the_match_and_other_random_numbers() -> None:
    match, noted = ended(), list[int]()
    tables = LuckTables(match, 0, Judge(), lambda one: noted.append(one.count))
    while not tables.over:
        tables.tick()
    assert noted == [*range(1, TABLES + 1)]
    assert {(one.seed, *one.seats[1:]) for one in tables.played} == {(3, "random")}
    assert len({tuple(one.moves) for one in tables.played}) > 1
    shares = [share_of(one, 0) for one in tables.played]
    assert tables.account(1.0) == Account(share_of(match, 0), sum(shares) / TABLES, TABLES, 1.0)


@pytest.mark.usefixtures("quick")
def test_each_table_is_stored_as_it_ends_and_those_that_lack_are_played_later(database: Database) -> None:
    chronicle = Chronicle(database)
    match = ended()
    name = filed(chronicle, match)
    weighing = Weighing(chronicle, Judge())
    weighing.begin(name, match, 0)
    weighed(weighing, 2)
    weighing.close()
    assert chronicle.unweighed(20, TABLES) == [name]
    later = Weighing(chronicle, Judge())
    later.take_up()
    assert later.now
    assert later.now.rng == 3  # the table after those two
    weighed(later)
    later.close()
    line = chronicle.line(name)
    assert line
    assert (line["tables"], line["kept"]) == (TABLES, 1.0)
    assert chronicle.unweighed(20, TABLES) == []
    later.take_up()
    assert later.now is None


@pytest.mark.usefixtures("quick")
def test_a_duplicate_match_is_not_weighed_as_its_other_table_is_still_to_be_told(database: Database) -> None:
    match = ended()
    match.extra["duplicate"] = "duplicate-1"
    chronicle = Chronicle(database)
    weighing = Weighing(chronicle, Judge())
    weighing.begin(filed(chronicle, match), match, 0)
    assert weighing.over
    weighing.take_up()
    assert weighing.over


def test_matches_with_help_and_old_ones_are_not_gone_on_with(database: Database) -> None:
    chronicle = Chronicle(database)
    names = []
    for seed in range(3):
        match = ended(seed)
        match.extra |= {"assisted": True} if seed == 0 else {}
        names.append(filed(chronicle, match))
    assert chronicle.unweighed(20, TABLES) == names[:0:-1]
    assert chronicle.unweighed(1, TABLES) == names[2:]


# ---- kept ----


def test_what_is_known_of_a_deal_is_in_the_export_and_forgotten_with_the_statistics(database: Database) -> None:
    chronicle = Chronicle(database)
    name = filed(chronicle, ended())
    chronicle.grade(name, None, deal=0.4, tables=5)
    (line,) = (one for one in lines_of(chronicle) if "game" in one)
    assert (line["deal"], line["tables"], line["kept"]) == (0.4, 5, 1.0)
    other = Chronicle(Database(database.folder.parent / "there"))
    add_line(other, line)
    add_line(other, line | {"deal": 0.9, "kept": 0.1})  # an import changes nothing that is there
    assert other.line(name) == line
    other.tables.close()  # type: ignore[attr-defined]
    chronicle.forget()
    assert database.rows("SELECT * FROM luck") == []


# ---- statistics ----


def add_lucks(chronicle: Chronicle, lucks: list[float], **more: object) -> None:
    """Matches with this luck, one after another: Dragon's share is 0.5, and the moves kept all."""
    chance = random.Random(1)
    for number, one in enumerate(lucks):
        line = sample_line(number * 5, chance) | {"share": 0.5 + one, "deal": 0.5, "tables": 10, "kept": 1.0}
        line |= {"assisted": False, "date": f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z"}
        add_line(chronicle, line | more)


def test_luck_is_added_up_over_the_latest_games_with_what_chance_allows(database: Database) -> None:
    chronicle = Chronicle(database)
    add_lucks(chronicle, [0.5] * 30 + [-0.25] * 100)
    games = chronicle.games()
    assert games.luck(20)[:2] == (20, -5.0)
    assert games.luck(100)[:2] == (100, -25.0)
    assert games.luck()[:2] == (130, -10.0)
    assert games.luck(100).half == pytest.approx(1.96 * 2.5)
    t = Strings("en")
    rows = statistics.luck_rows(games, t)
    assert rows == {
        "luck_20": "−5.0 (chance: ±2.2)",
        "luck_100": "−25.0 (chance: ±4.9)",
        "luck": "−10.0 (chance: ±7.3)",
    }


@pytest.mark.parametrize(("count", "rows"), [
    (19, ["luck"]), (20, ["luck_20", "luck"]), (99, ["luck_20", "luck"]), (100, ["luck_20", "luck_100", "luck"]),
])
def test_the_latest_games_have_a_row_as_soon_as_there_are_that_many(
    database: Database, count: int, rows: list[str]
) -> None:
    """With exactly as many as a row is about, it is that of all."""
    chronicle = Chronicle(database)
    add_lucks(chronicle, [0.25] * count)
    found = statistics.luck_rows(chronicle.games(), Strings("en"))
    assert [*found] == rows
    if f"luck_{count}" in rows:
        assert found[f"luck_{count}"] == found["luck"]
    assert found["luck"].startswith(f"+{count / 4:.1f} ")


def test_help_and_what_is_not_known_count_for_nothing(database: Database) -> None:
    chronicle = Chronicle(database)
    add_lucks(chronicle, [0.5], assisted=True)
    assert chronicle.games().luck().games == 0
    assert statistics.luck_rows(chronicle.games(), Strings("en")) == {}


def test_the_table_of_games_holds_what_makes_up_their_luck(database: Database) -> None:
    chronicle = Chronicle(database)
    add_lucks(chronicle, [0.5, -0.5])
    table = statistics.Overview(chronicle, Strings("en"), {}).to_csv()
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [float(row["share"]) - float(row["deal"]) * float(row["kept"]) for row in rows] == [0.5, -0.5]
    assert {row["tables"] for row in rows} == {"10"}


def test_the_curve_of_luck_is_its_sum_within_a_range_around_0(database: Database) -> None:
    chronicle = Chronicle(database)
    add_lucks(chronicle, [0.5, -0.5, 0.5])
    for game in ("", "duel"):
        found = statistics.Overview(chronicle, Strings("en"), {"curve": "luck", "game": game}).curve
        assert found
        assert found.values == [0.5, 0.0, 0.5]
        halves = [0.98, 1.39, 1.7]
        assert [[round(end, 2) for end in band] for band in found.bands] == [[-half, half] for half in halves]
    assert statistics.Overview(chronicle, Strings("en"), {"curve": "luck", "game": "tale"}).curve is None


# ---- told ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_counts_matches_and_no_percents(language: str) -> None:
    """Nothing before one is played; what the person's moves cost is behind it."""
    t = Strings(language)
    assert luck.line(Account(1, 0.0, 0, None), t) == ""
    so_far, whole = (luck.line(Account(1, 0.5, tables, 0.5), t) for tables in (3, TABLES))
    assert so_far == t("luck.line.so_far", share=t.plain(1.5), tables=3)
    assert whole == t("luck.line", share="5", tables=TABLES)
    assert so_far != whole
    assert "%" not in so_far + whole
    assert "–" in [step.said for step in steps_of(Account(1, 0.4, 3, None), t)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_tells_the_line_and_opens_the_details_that_lead_on(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        s.speak(language)
        end, details = opened(s)
        told = luck.line(Account(share_of(end.match, 0), 0.55, TABLES, 0.8), s.app.session.strings)
        assert any(words.startswith(told) for words in end.told(s.app.canvas, full=True))
        assert details is s.scene
        s.click("fair")
        assert isinstance(s.scene, arcade.Fairness)
        for page in (1, 2, 3, 4, 5):
            assert s.app.session.strings(f"fair.{page}.title") in s.words()
            s.click("next")
        assert s.app.session.strings("fair.cards.heart").split("\n")[0] in s.words()
        s.click("next")
        s.click("all")
        assert isinstance(s.scene, arcade.Statistics)
        assert s.scene.found.filters.chosen["curve"] == "luck"


def opened(s: Screen) -> tuple[arcade.EndScene, arcade.DealDetails]:
    """The end of a match whose deal is weighed, and the details behind its line."""
    table = arcade.TableScene(s.app, played("heart", 10_000))
    deal_weighed(s.app.session, table.match)
    end = arcade.EndScene(s.app, table)
    end.grader, end.kept = None, 0.8
    s.app.scenes = [table, end]
    end.interrupt()
    s.click("deal")
    details = s.scene
    assert isinstance(details, arcade.DealDetails)
    return end, details


def ended_on_screen(s: Screen) -> arcade.EndScene:
    """The result of a duel whose last move, the person's, is made on the screen."""
    table = s.sit("duel", options={"first": 1}, seed=5, seats=["human", "greedy"])
    match = table.match
    *moves, last = played("duel", 10_000, 5, first=1).moves
    for move in moves[len(match.moves) :]:
        match.play(move)
    table.play(last)
    s.until(lambda: isinstance(s.scene, arcade.EndScene))
    assert isinstance(s.scene, arcade.EndScene)
    return s.scene


@pytest.mark.usefixtures("quick")
def test_the_deal_is_played_while_the_result_is_looked_at_and_the_review_tells_it_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a coach, who would judge the moves during the match."""
    monkeypatch.setattr("native.play.judge.LEVEL", "greedy")
    with screen(tmp_path) as s:
        end = ended_on_screen(s)
        s.until(lambda: s.scene is end and end.account and end.account.tables == 2 and end.kept is not None)
        session = s.app.session
        assert end.deal_line() in s.words()
        name, record = session.weighing.name, end.match.record()
        s.until(lambda: end.account and end.account.tables == TABLES)
        found = end.account
        s.app.leave_all()
        other = ended()
        session.weighing.begin(filed(session.chronicle, other), other, 0)
        session.open_kept(name)
        s.until(lambda: isinstance(s.scene, arcade.Review))
        review = s.scene
        assert isinstance(review, arcade.Review)
        assert review.match.record()["seed"] == record["seed"]
        s.until(lambda: review.account == found)
        review.turn_page(summing=True)
        s.click("deal")
        assert isinstance(s.scene, arcade.DealDetails)
        assert session.strings("luck.title") in s.words()
        s.click("close")
        assert s.app.scenes[-1] is review


# ---- the number of a deal, by the page's own words ----


class Word(int):
    """A number of 64 bits, as the page calculates with them."""

    def __add__(self, other: int) -> Word:
        return Word((int(self) + int(other)) % 2**64)

    def __mul__(self, other: int) -> Word:
        return Word(int(self) * int(other) % 2**64)

    def __lshift__(self, by: int) -> Word:
        return Word((int(self) << by) % 2**64)

    def __rshift__(self, by: int) -> Word:
        return Word(int(self) >> by)

    def __xor__(self, other: int) -> Word:
        return Word(int(self) ^ int(other))

    def __or__(self, other: int) -> Word:
        return Word(int(self) | int(other))


class Dealer:
    """Does what the page about the number says, its formulas read from it."""

    def __init__(self, t: Strings) -> None:
        pages = t("fair.4.text") + "\n" + t("fair.5.text")
        _, mix, start, draw, *_ = pages.replace("×", "*").replace("−", "-").split("\n\n")
        self.mixing = self.formulas(mix)
        self.starting = self.formulas(start.replace("Nummer +", "number +").replace("Ereignis +", "event +"))
        self.drawing = self.formulas(draw.rpartition(";")[0] + "; b = rot(b, 28)")
        assert "b = rot(b, 28)" in draw
        self.known: dict[str, Any] = {"mix": self.mix, "rot": lambda x, n: (x << n) | (x >> (64 - n)), "Word": Word}

    @staticmethod
    def formulas(text: str) -> list[str]:
        """The formulas after the first colon."""
        text = re.sub(r"\b(0x[0-9A-F]+|2(?= \*))", r"Word(\1)", text.strip().partition(": ")[2].rstrip("."))
        return text.split("; ")

    def run(self, formulas: list[str], **values: Word) -> dict[str, Any]:
        """The variables after some formulas; the last value is _."""
        for formula in formulas:
            name, _, term = formula.rpartition(" = ")
            values[name or "_"] = eval(term, {}, self.known | values)
        return values

    def mix(self, x: Word) -> Word:
        mixed: Word = self.run(self.mixing, x=x)["_"]
        return mixed

    def begin(self, number: int, event: int) -> None:
        found = self.run(self.starting, number=Word(number), event=Word(event))
        self.state = {"a": found["a"], "b": found["b"]}

    def below(self, k: int) -> int:
        while True:
            found = self.run(self.drawing, **self.state)
            self.state = {"a": found["a"], "b": found["b"]}
            product = int(found["r"] >> 32) * k
            if product % 2**32 >= 2**32 % k:
                return product >> 32

    def shuffle(self, cards: list[str]) -> list[str]:
        for at in range(len(cards) - 1, 0, -1):
            other = self.below(at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        return cards


NUMBERS = (0, 77, 4711, 2**64 - 1, 0x123456789ABCDEF)
STARTER = 4294901760


@pytest.fixture(params=LANGUAGES)
def told(request: pytest.FixtureRequest) -> Strings:
    return Strings(request.param)


def fives(cards: list[str], seats: int) -> list[list[str]]:
    return [sorted(cards[5 * seat : 5 * seat + 5]) for seat in range(seats)]


def test_who_follows_the_pages_deals_the_duel(told: Strings) -> None:
    dealer = Dealer(told)
    assert str(STARTER) in told("fair.cards.duel")
    for number in NUMBERS:
        match = Match("duel", {"first_to": 2}, number)
        dealer.begin(number, STARTER)
        assert match.state()["starter"] == dealer.below(2)
        for event in (0, 1):
            dealer.begin(number, event)
            cards = dealer.shuffle([value for value in "0123" for _ in range(5)])
            assert [sorted(hand) for hand in match.state()["hands"]] == [sorted(cards[:8]), sorted(cards[8:16])]
            while not event and match.state()["game"] == 0:
                match.play(match.legal()[0])


def test_who_follows_the_pages_deals_dragonheart(told: Strings) -> None:
    dealer, text = Dealer(told), told("fair.cards.heart")
    listed = text.strip().partition(": ")[2].split(".")[0].split("; ")
    deck = [f"{kind.rstrip(' 1234')} {value}" for kind in listed for value in re.findall(r"\d", kind)]
    assert len(deck) == 50
    for number in NUMBERS:
        match = Match("heart", seed=number)
        dealer.begin(number, 0)
        hands = [sorted(dealer.shuffle([*deck])[:5]) for _ in range(2)]
        assert [sorted(told(f"card.heart.{card}") for card in hand) for hand in match.state()["hands"]] == hands
        dealer.begin(number, STARTER)
        assert match.to_act == dealer.below(2)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("level", ["basic", "advanced", "expert"])
def test_who_follows_the_pages_deals_dragonmaster(told: Strings, players: int, level: str) -> None:
    dealer = Dealer(told)
    ranks = "FBCDWPQK" if players == 4 else "CDWPQK"
    for number in NUMBERS:
        state = Match("tricks", {"players": players, "level": level}, number).state()
        cards = [f"{suit} {rank}" for suit in ("DRA", "WAR", "DRU", "NOM") for rank in ranks]
        cards += ["DRAGON"] if level != "basic" else []
        dealer.begin(number, 0)
        dealer.shuffle(cards)
        while cards[8 * players :] == ["DRAGON"]:
            dealer.shuffle(cards)
        hands, extra = [cards[8 * seat : 8 * seat + 8] for seat in range(players)], cards[8 * players :]
        dealer.begin(number, STARTER)
        first = dealer.below(players)
        if "DRAGON" in hands[first]:
            hands[first].remove("DRAGON")
            hands[first], extra = [*hands[first], *extra], ["DRAGON"]
        assert state["dm"] == first
        assert [sorted(hand) for hand in state["hands"]] == [sorted(hand) for hand in hands]
        assert state["extra"] == next(iter(extra), None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_follows_the_pages_deals_dragon_wars(told: Strings, players: int) -> None:
    dealer = Dealer(told)
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    for number in NUMBERS:
        state = Match("wars", {"players": players}, number).state()
        dealer.begin(number, 0)
        nest = dealer.shuffle([f"S{rank}" for rank in ranks])
        deck = dealer.shuffle([f"{suit}{rank}" for suit in "CDH" for rank in ranks])
        assert [dragon for dragon, _ in state["dragons"]] == nest[:players]
        for hand, dealt in zip(state["hands"], fives(deck, players), strict=True):
            assert {*dealt} <= {*hand}  # the first to act has refilled


def shown_name(card: str, t: Strings) -> str:
    """What a card of Fairy Tale is called, if not as in records."""
    key = f"card.tale.{card}"
    return t(key) if key in t else card


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 3, "expert": True}], ids=str)
def test_who_follows_the_pages_deals_fairy_tale(told: Strings, options: dict[str, Any]) -> None:
    dealer, deck, name = Dealer(told), list[str](), ""
    listed = told("fair.cards.tale").strip().partition(": ")[2].partition(".\n")[0]
    for part in re.sub(r"(1 each of|je 1) ", "1 ", listed).split(", "):
        series = re.fullmatch(r"\d\*", part)  # the next of several with one name
        count, name = ("1", name[:-2] + part) if series else part.split(" ", 1)
        if options.get("expert") or not name.endswith("*"):
            deck += [name.rstrip("*")] * int(count)
    assert len(deck) == (110 if options.get("expert") else 80)
    for number in NUMBERS:
        dealer.begin(number, 0)
        cards = fives(dealer.shuffle([*deck]), options["players"])
        packs = Match("tale", options, number).state()["packs"]
        assert [sorted(shown_name(one, told) for one in pack) for pack in packs] == cards


def test_the_rules_lead_to_how_the_dragons_play(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Rules(s.app, "heart"))
        assert not s.has("fair")  # the first page needs its room
        s.click("previous")  # the last page
        s.click("fair")
        assert isinstance(s.scene, arcade.Fairness)
        s.click("previous")
        assert not s.has("fair")


# ---- measured ----


def test_the_measure_takes_every_seat_and_level_in_turn_and_luck_is_the_rest() -> None:
    found = measuring.luck("heart", 8, 1, "greedy")
    assert [one["matches"] for one in found["seats"]] == [4, 4]
    assert {name: one["matches"] for name, one in found["levels"].items()} == {
        "hatchling": 2, "wyrmling": 2, "drake": 2, "greedy": 2,
    }  # fmt: skip
    whole = found["all"]
    assert whole["deal"] + whole["play"] + whole["luck"] == pytest.approx(whole["share"], abs=0.001)
    assert measuring.luck("heart", 8, 1, "greedy") == found


def test_a_short_match_or_a_whole_one_is_measured() -> None:
    short, whole = (measuring.Standard("greedy", 1000, whole).match("tricks", 5) for whole in (False, True))
    assert whole.state()["round"] == 0 < short.state()["round"]
    assert measuring.luck("heart", 2, 1, "greedy", whole=True)["whole"]


def test_the_fitted_cost_makes_luck_0_on_average() -> None:
    some = [measuring.Measured(0, "drake", share, 1.0, [2.0, 1.0]) for share in (1.0, 0.0, 1.0, 1.0)]
    cost = measuring.fitted("heart", some)
    assert sum(one.account("heart", cost).luck or 0 for one in some) == pytest.approx(0, abs=1e-6)
