"""The walks that HOUSE.md describes: what it names is called, in this order, when a person does it."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import game as arcade
from native import Match
from tests.screen import screen

HOUSE = (Path(__file__).resolve().parent.parent / "native" / "HOUSE.md").read_text("utf-8")
WALKS = ("A click to the next picture", "A position to advice on the screen", "The end of a match to the history")


def steps(walk: str) -> list[str]:
    """The functions that a walk names, in its order."""
    text = HOUSE.split(f"**{walk}**")[1].split("**")[0]
    assert len(re.findall(r"^\d\. ", text, re.MULTILINE)) <= 5
    return re.findall(r"`(\w+\.\w+)`", text)


@contextmanager
def traced() -> Iterator[list[str]]:
    """The names of the functions of the program that are called meanwhile, each time."""
    calls: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            calls.append(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def click(folder: Path) -> list[str]:
    with screen(folder) as s:
        s.sit("duel", seed=5, options={"first": 0}, seats=["human", "hatchling"])
        s.click("hand0")
        with traced() as calls:
            s.click("cell0,0")
        return calls


def advice(folder: Path) -> list[str]:
    with screen(folder) as s:
        s.sit("heart", seed=5, options={"first": 0}, seats=["human", "hatchling"])
        with traced() as calls:
            s.click("values")
            s.advised()
            s.app.draw()
        return calls


def end(folder: Path) -> list[str]:
    with screen(folder) as s:
        match = Match("duel", seed=5, seats=["human", "hatchling"], options={"first": 0, "open_hands": True})
        while len(match.moves) < 15:
            match.play(match.legal()[0])
        s.app.sit(match)
        with traced() as calls:
            s.until(lambda: match.over)
            s.app.home()
            for _ in range(5000):
                s.app.turn()
                if "Chronicle.grade" in calls:
                    break
                time.sleep(0.002)
            arcade.Statistics(s.app)
        return calls


DONE: dict[str, Callable[[Path], list[str]]] = dict(zip(WALKS, (click, advice, end), strict=True))


@pytest.mark.long("A position to advice on the screen")
@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_goes_as_described(walk: str, tmp_path: Path) -> None:
    calls = iter(DONE[walk](tmp_path))
    for name in steps(walk):
        assert name in calls, f"{name} is not called after the steps before it"
