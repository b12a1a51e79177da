"""Golden playthroughs: whole matches of every game with all that is told on the way, so that a text difference shows
any change of a rule. Written anew on purpose only: python3 -m tests.test_playthroughs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, Event, Match

FOLDER = Path(__file__).parent / "playthroughs"
GOLDEN = sorted(FOLDER.glob("*.json"))
# What a game's matches must show between them: values of its options.
SHOWN: dict[str, dict[str, set[Any]]] = {
    "duel": {"first_to": {1, 2}},
    "tricks": {"level": {"basic", "advanced", "expert"}, "rotate_dm": {False, True}},
    "heart": {"ship_stacks": {2, 3}},
    "wars": {"players": {2, 3, 4}, "half_nest": {False, True}},
    "tale": {"garfield": {False, True}, "rounds": {2, 4}},
}


def line(event: Event) -> str:
    parts = [event.kind, event.what, event.card or "", f"{event.source}/{event.source_seat}" if event.source else "",
             f"-> {event.target}/{event.target_seat}" if event.target else "",
             "" if event.place is None else f"@{event.place}",
             f"seat {event.seat}" if event.kind in ("say", "score", "pay") else "", str(event.amount or ""),
             "" if event.seen == 31 else f"seen {event.seen}"]  # fmt: skip
    return " ".join(part for part in parts if part)


def playthrough(record: dict[str, Any]) -> dict[str, Any]:
    """A match with what may be played and what is told at every move, and where it ends."""
    match = Match.load(record | {"moves": []})
    turns = []
    for move in record["moves"]:
        legal = " | ".join(sorted(match.legal()))
        turns.append({"legal": legal, "move": move, "told": [line(event) for event in match.play(move)]})
    end = {"state": match.state(), "scores": match.scores, "winners": match.winners}
    return {"record": match.record(), "turns": turns, "end": end}


def text_of(golden: dict[str, Any]) -> str:
    """A playthrough as JSON, one turn a line."""
    record, end, *turns = (json.dumps(part, ensure_ascii=False) for part in
                           (golden["record"], golden["end"], *golden["turns"]))  # fmt: skip
    lines = ",\n".join(turns)
    return f'{{"record": {record},\n"turns": [\n{lines}\n],\n"end": {end}}}\n'


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_move_of_a_stored_match_happens_as_it_is_told(path: Path) -> None:
    text = path.read_text("utf-8")
    golden = json.loads(text)
    assert text == text_of(golden)
    found = playthrough(golden["record"])
    for turn, wanted in zip(found["turns"], golden["turns"], strict=True):
        assert turn == wanted
    assert found == golden
    assert found["end"]["winners"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_stored_in_its_main_forms(game: str) -> None:
    records = [json.loads(path.read_text("utf-8"))["record"] for path in GOLDEN]
    stored = [record["options"] for record in records if record["game"] == game]
    assert stored
    for option, values in SHOWN[game].items():
        assert {options[option] for options in stored} >= values


if __name__ == "__main__":
    for path in GOLDEN:
        record = json.loads(path.read_text("utf-8"))["record"]
        path.write_text(text_of(playthrough(record)), "utf-8")
