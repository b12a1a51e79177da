"""Matches in words: whatever happens, every language has its words for it, and none is left unfilled."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import game as arcade
from native import Match
from native.duel.words import DuelTelling
from native.play.words import LogLine, Telling
from native.strings import Strings
from native.values import Advice, MoveValue, Proof

LANGUAGES = Strings.languages()
FORMS: dict[str, list[dict[str, Any]]] = {
    "tricks": [{"level": "expert"}, {"players": 3}], "wars": [{"players": 4}],
    "tale": [{"expert": True, "players": 3}, {"teams": True, "garfield": True}],
}  # fmt: skip
CASES = [(game, options) for game in arcade.BOARDS for options in FORMS.get(game, [{}])]


class Strict(Strings):
    """Words of which none may be missing or carry an unfilled brace."""

    def __call__(self, key: str, **values: object) -> str:
        assert key in self.table, key
        text = super().__call__(key, **values)
        assert "{" not in text, (key, text)
        return text


class Looking:
    """Somebody who looks at a match from seat 0."""

    viewer, seat = 0, 0
    memory = False

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.t = match, Strict(language)

    @property
    def state(self) -> dict[str, Any]:
        return self.match.state(self.viewer)

    def name(self, seat: int) -> str:
        return f"seat {seat}"


class Named(Looking):
    """Somebody who looks at an example, in which no seat is taken."""

    def name(self, seat: int) -> str:
        return self.t("tricks.side." + ("bottom", "left", "top", "right")[seat])


def telling_of(look: Any) -> Telling:
    return arcade.BOARDS[look.match.game].words(look)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_every_move_and_event_has_its_words(game: str, options: dict[str, Any], language: str) -> None:
    chance = random.Random(4)
    match = Match(game, options, 4)
    look = Looking(match, language)
    telling: Telling = telling_of(look)
    while not match.over:
        legal = match.legal()
        for move in chance.sample(legal, min(3, len(legal))):
            assert telling.move(move)
            assert telling.brief(move)
        for humans in ([0], [0, 1]):
            after = match.copy()
            telling.lines(after.play(legal[0]), humans)
        match.play(chance.choice(legal))
    sheet = telling.sheet("end")
    form = arcade.BOARDS[game].forms["end"]
    assert all(len(row) == len(form.columns(len(row))) for row in sheet.rows)
    assert len({len(row) for row in sheet.rows}) == 1
    signs = {cell.sign for row in sheet.rows for cell in row if cell.sign}
    assert signs <= set(arcade.BOARDS[game].signs)
    assert len(telling.story([0])) > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", [0, 1])
def test_the_log_of_a_duel_names_lines_as_they_lay_then(language: str, first: int) -> None:
    """The log retold says what it said move by move, each move by the lines of its seat, and each line knows
    its cell."""
    match = Match("duel", {"first": first, "first_to": 2}, 3, seats=["human", "dragon"])
    chance, told = random.Random(2), list[str]()
    telling = telling_of(Looking(match, language))
    assert isinstance(telling, DuelTelling)
    while not match.over and len(match.moves) < 20:
        events = match.play(chance.choice(match.legal()))
        telling.turned = match.state()["starter"] != 0  # as the board does it: the seat's lines are drawn upright
        told += telling.lines(events, [0])
    assert told == telling.story([0])
    cells = [line.mark for line in telling.story([0]) if isinstance(line, LogLine) and line.mark]
    assert len(cells) == 20
    assert [mark.zone for mark in cells] == ["grid"] * 20
    words, lines = " ".join(told), [line for line in telling.story([0]) if isinstance(line, LogLine) and line.mark]
    own, other = ("column", "row") if language == "en" else ("Spalte", "Zeile")
    for ply, line in enumerate(lines[:16]):
        if ply:
            seat = (first + ply) % 2
            assert ((own if seat == 0 else other) in line) and ((other if seat == 0 else own) not in line)
    ways = ("left", "right", "up", "down", "links", "rechts", "oben", "unten")
    assert not any(f"{n} {way}" in words for n in range(1, 4) for way in ways)


def test_a_line_is_counted_from_the_left_of_what_lies_there() -> None:
    match = Match("duel", {"first": 0}, seats=["human", "dragon"], deal={"hands": ["00112233", "00112233"]})
    telling = telling_of(Looking(match, "en"))
    assert telling.move("3@0,0") == "Ruby as the first card"
    for move in ("3@0,0", "2@-1,0"):
        match.play(move)
    assert telling.move("0@-1,1") == "Egg in your first column"
    match.play("0@-1,1")
    assert telling.move("2@0,1") == "Sapphire in seat 1’s second row"
    assert telling.brief("2@0,1") == "Sapphire, row 2"
    assert telling.naming(["2@0,1"], 0).move("2@0,1") == "Sapphire in your second column"
    match.play("2@0,1")
    assert telling.move("2@0,-1") == "Sapphire in your second column"
    assert telling.move("2@1,0") == "Sapphire in your new right column"
    assert telling.move("2@-2,0") == "Sapphire in your new left column"
    assert telling.brief("2@0,-1") == "Sapphire, column 2"
    assert telling.brief("2@1,0") == "Sapphire, new right column"
    assert telling.as_of(match.moves[:2]).move("2@-2,0") == "Sapphire in your new left column"
    assert telling.as_of(match.moves[:2]).move("2@-1,1") == "Sapphire in your first column"
    assert telling.as_of(match.moves[:1]).move("2@-1,0") == "Sapphire in seat 1’s first row"
    assert telling.apart("2@1,0", "1@-2,0") == (
        "Sapphire in your new right column",
        "Emerald in your new left column",
    )
    assert telling.apart("1@0,-1", "1@0,2") == (
        "Emerald in your second column (new top row)",
        "Emerald in your second column (new bottom row)",
    )


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_places_of_a_card_never_have_one_name(language: str) -> None:
    """At every move of some matches, for all pairs of places where one card may go."""
    compared = 0
    for seed in range(3):
        match = Match("duel", seed=seed, seats=["human", "dragon"])
        while not match.over:
            telling, legal = telling_of(Looking(match, language)), match.legal()
            for one, two in itertools.combinations([move for move in legal if move[0] == legal[0][0]], 2):
                said, other = telling.apart(one, two)
                assert said != other, (match.moves, one, two)
                compared += 1
            match.play(legal[seed % len(legal)])
    assert compared > 200


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_one_text_a_place_has_one_name_and_a_name_is_of_one_place(language: str) -> None:
    """For two courses of a text, played on from all positions of some matches."""
    chance, told, ways = random.Random(5), 0, set[str | None]()
    for seed in range(6):
        match = Match("duel", {"first": seed % 2}, seed=seed, seats=["human", "dragon"])
        while not match.over:
            telling, courses = telling_of(Looking(match, language)), list[str]()
            for _ in range(2):
                course = match.copy()
                for _ in range(min(4, 16 - len(match.moves))):
                    course.play(chance.choice(course.legal()))
                courses += course.moves[len(match.moves) :]
            say = telling.naming(courses)
            assert isinstance(say, DuelTelling)
            ways.add(say.ways)
            names = {(say.cell_of(move), say.move(move).split(" ", 1)[1]) for move in courses}
            places, words = zip(*names, strict=True)
            assert len(names) == len({*places}) == len({*words}), (match.moves, courses, names)
            assert say.apart(courses[0], courses[-1]) == (say.move(courses[0]), say.move(courses[-1]))
            told += 1
            match.play(chance.choice(match.legal()))
    assert told == 96
    assert ways == {"own", "both"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_every_value_and_every_loss_names_its_unit(game: str, language: str) -> None:
    telling = telling_of(Looking(Match(game, {}, 9), language))
    unit = {"duel": "%", "tricks": {"en": "crystal", "de": "Kristall"}[language]}.get(
        game, {"en": "point", "de": "Punkt"}[language]
    )
    for amount in (0.44, -0.2, 2800.0 if game == "tricks" else 0.8):
        assert unit in telling.value(amount)
        assert unit in telling.lost(abs(amount))
    assert unit in telling.unit()
    assert telling_of(Looking(Match("duel"), "en")).value(0.44) == "72 % to win"


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_a_bar_is_even_at_nought_and_grows_with_the_value(game: str) -> None:
    telling = telling_of(Looking(Match(game), "en"))
    shares = [telling.share(value) for value in (-1, -0.5, 0, 0.5, 1)]
    assert shares == sorted(shares)
    assert shares[2] == 0.5
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_an_advice_is_told_with_its_proof(game: str, language: str) -> None:
    match = Match(game, {}, 9)
    telling = telling_of(Looking(match, language))
    advice = match.advise("hatchling")
    words = telling.verdict(advice, hinted=True)
    assert telling.move(advice.shown) in words
    assert telling.told_value(advice) in words


PROOFS: list[tuple[Proof, int, int | None, float | None]] = [
    ("exact", 1, 1, None), ("exact", 49, 49, None), ("every world", 49, 49, None),
    ("equilibrium", 49, 49, 0.01), ("equilibrium", 1024, None, 0.01), ("estimate", 0, 0, None),
    ("estimate", 49, 49, None), ("estimate", 49, 49, 0.01), ("estimate", 3, 49, None),
    ("estimate", 2000, None, None),
]  # fmt: skip


def verdicts(game: str, language: str, worth: float) -> dict[tuple[Any, ...], str]:
    """What is said of every kind of advice that there is."""
    telling = telling_of(Looking(Match(game, {}, 9), language))
    value = MoveValue("move", worth, True, 1.0)
    return {
        case: telling.verdict(Advice("done", "move", *case, (value,), 1, 0.0), hinted=False)
        for case in PROOFS
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_no_advice_contradicts_itself(game: str, language: str) -> None:
    """Three sentences stood on screen once: "Equilibrium of the ending" on the first turn of a match of wars,
    "Estimate, 49 of 49 deals solved" in tale, and "Proven in every deal: -0.92" where a mean stood."""
    said = verdicts(game, language, -0.92)
    words = {case: line.lower() for case, line in said.items()}
    number = telling_of(Looking(Match(game, {}, 9), language)).value(-0.92).lower()
    for case, line in words.items():
        proof, worlds, of, _ = case
        assert len(line) <= 100
        if proof == "equilibrium":  # of what, and for which hands
            assert any(word in line for word in ("hands", "hände", "played", "gespielt", "ending", "endspiel")), line
        if game == "wars":
            assert "ending" not in line and "endspiel" not in line, line
        if proof == "estimate" and worlds == of:
            assert f"{worlds} of {of}" not in line and f"{worlds} von {of}" not in line, line
        if proof == "every world":
            assert number in line
            assert "average" in line or "im mittel" in line, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_worked_out_names_its_hands(language: str) -> None:
    """And what stands behind an estimate of the last stage of tale is said: neither a mean nor a proof."""
    hands = {"en": "all hands equally likely", "de": "alle Hände gleich wahrscheinlich"}[language]
    drawn = {"en": "over 1024 pairs of hands", "de": "über 1024 Paare von Händen"}[language]
    tale, wars = verdicts("tale", language, 0.5), verdicts("wars", language, 0.5)
    whole, some = ("equilibrium", 49, 49, 0.01), ("equilibrium", 1024, None, 0.01)
    assert hands in tale[whole]
    assert hands in wars[whole]
    assert drawn in wars[some]
    partial, mean = tale["estimate", 49, 49, 0.01], tale["estimate", 49, 49, None]
    assert {"en": "left out", "de": "ohne neu gezogene"}[language] in partial
    assert partial.startswith({"en": "Estimate", "de": "Schätzung"}[language])
    assert "49" not in partial
    assert "49" in mean


def seated(game: str, language: str, options: dict[str, Any] | None = None) -> Any:
    """The words of a match in which the first seat alone is a person's."""
    match = Match(game, options or {}, 4)
    match.seats = ["human", *["dragon"] * (match.seats_count - 1)]
    return telling_of(Looking(match, language))


def test_a_single_person_is_spoken_to_wherever_a_seat_is_named() -> None:
    wars, tricks = seated("wars", "de"), seated("tricks", "de")
    assert wars.move("attack 0 CK") == "Kreuz-König gegen dich"
    assert wars.move("attack 1 C3") == "Kreuz 3 gegen seat 1"
    assert tricks.payment(-10_000, 0).text == "10.000 an dich"
    assert tricks.payment(-10_000, 1).text == "10.000 an seat 1"
    assert tricks.of_seat("tricks.power_made", 0) == "Dein Machtspiel: gewonnen"
    example = telling_of(Named(Match("tricks", {}, 4), "de"))
    said = [example.of_seat("tricks.pays", seat, amount="1.000") for seat in (0, 1)]
    assert said == ["1.000 an dich", "1.000 an Links"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_asked_for_what_cannot_be_done(language: str) -> None:
    wars = seated("wars", language)
    pairs = (["press D3", "stop"], ["stop"]), (["defend D3", "decline"], ["decline"]), (["attack 1 C3"], ["discard"])
    tasks = [wars.task(legal, False) for pair in pairs for legal in pair]
    assert len(set(tasks)) == len(tasks)
    tricks = seated("tricks", language)
    hand = ["DRA K", "WAR K", "DRAGON"]
    state = {"kind": "runesword", "trick": [], "suit": None, "hands": [hand]}
    free = tricks.task(state, ["DRA K", "WAR K", "DRAGON DRA", "DRAGON WAR"], False)
    assert free == tricks.t("tricks.lead_any")
    barred = tricks.t("tricks.lead", suits=tricks.t("tricks.suit.WAR"))
    assert tricks.task(state, ["DRA K", "DRAGON DRA"], False) == barred


def test_a_whole_win_is_called_one_and_numbers_have_their_separator() -> None:
    duel = seated("duel", "en")
    assert (duel.lost(2.0), duel.lost(1.0)) == ("the win", "50 % of a win")
    seats, scores = ["human", "dragon"], [118_000.0, 0.5]
    standings = [Strings(language).standing(seats, scores, "duel") for language in ("en", "de")]
    assert ["118,000" in standings[0], "118.000" in standings[1]] == [True, True]
    assert standings[0].endswith(" 0.5")
    assert standings[1].endswith(" 0,5")
