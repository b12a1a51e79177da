"""Run in a copy of the tree with a damaged game: prints why each game cannot be started, and draws one that can.

    python -m tests.damaged GAME [unseen]

GAME is the damaged one; of the others one is drawn, to save time, or none if it shall stay unseen.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from native import GAMES, start
from native.games import WRONG
from native.strings import Strings

WATCHED = "duel"  # or, where that is damaged, the last


def main(game: str, unseen: str = "") -> None:
    """Prints JSON: the sentences by game."""
    arcade = start.arcade()
    faults = {one: fault for one in (*GAMES, *WRONG) if (fault := arcade.fault_of(one))}
    if not unseen:
        draw(game, set(faults))
    print(json.dumps({one: fault.said(Strings("en")) for one, fault in faults.items()}))


def draw(game: str, faulty: set[str]) -> None:
    """Draws the title, and one whole and the damaged game as far as they can be started."""
    arcade = start.arcade()
    from native.tools import shots  # once game.py is imported
    from tests.screen import screen

    other = WATCHED if game != WATCHED else list(GAMES)[-1]
    with TemporaryDirectory() as folder, screen(Path(folder), (800, 600)) as s:
        s.app.scenes = [arcade.Title(s.app)]
        s.app.draw()
        for one in (name for name in (other, game) if name in GAMES):
            title = arcade.Title(s.app)
            s.app.scenes = [title]
            title.choose(one)
            s.app.draw()
            asked = isinstance(s.app.scenes[-1], arcade.Ask)
            assert asked == (one in faulty), one
            if not asked:
                for name, make in shots.game_shots(s.app, one).items():
                    if name in ("rules-1", "setup", "middle"):
                        s.app.scenes = make()
                        s.app.draw()


if __name__ == "__main__":
    main(*sys.argv[1:])
