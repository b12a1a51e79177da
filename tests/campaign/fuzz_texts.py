"""Text that is pasted or dropped, and files that are dropped, in the real arcade."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame

from native import Match
from tests.campaign.mutations import ODD, random_record, spoil_text, spoilt_record
from tests.screen import Screen, screen

Case = dict[str, Any]
HOWS = ("paste", "drop text", "drop file")


def random_text(chance: random.Random) -> str:
    """A record, a deal id or a number, most of them spoilt; or anything."""
    way = chance.randrange(6)
    if way < 2:
        return spoilt_record(chance).decode("utf-8", "surrogateescape")
    if way < 4:
        record = random_record(chance)
        text = Match(record["game"], record["options"], record["seed"]).deal_id()
        for _ in range(chance.randrange(3)):
            text = spoil_text(text, chance)
        return text
    if way == 4:
        return chance.choice(("", "#", ":#", "duel", "duel:#", "-1", str(2**64), "9" * 5000, "1e9", "{", "[]", "{}"))
    return json.dumps(chance.choice(ODD)) * chance.choice((1, 3, 1000))


def make(chance: random.Random) -> Case:
    return {"texts": [[chance.choice(HOWS), random_text(chance)] for _ in range(8)]}


def give(s: Screen, how: str, text: str, folder: Path) -> None:
    """Does with a text what a person would do."""
    if how == "paste":
        s.app.input.copied = text
        s.key("v", pygame.KMOD_CTRL)
        s.app.session.open_text(text)
    elif how == "drop text":
        s.post(pygame.DROPTEXT, text=text)
    else:
        path = folder / "dropped"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        s.post(pygame.DROPFILE, file=str(path))


def attempt(case: Case) -> str:
    """Each text is opened, or refused in a notice; a match that was opened can be played, and left."""
    opened = 0
    with tempfile.TemporaryDirectory() as place, screen(Path(place) / "data", (800, 600)) as s:
        for how, text in case["texts"]:
            give(s, how, text, Path(place))
            s.app.draw()
            table = next((scene for scene in s.app.scenes if hasattr(scene, "match")), None)
            if table is not None:
                opened += 1
                s.app.turn()
                s.app.draw()
            s.app.home()
            s.app.draw()
    return "some opened" if opened else "all refused"


def simpler(case: Case) -> Iterator[Case]:
    texts = case["texts"]
    if len(texts) > 1:
        for at in range(len(texts)):
            yield {"texts": texts[:at] + texts[at + 1 :]}
        return
    how, text = texts[0]
    for size in (len(text) // 2, len(text) // 8, 8, 1):
        for at in range(0, len(text), size) if size > 0 and len(text) // size < 200 else ():
            yield {"texts": [[how, text[:at] + text[at + size :]]]}
