"""Run in a copy of the tree with a damaged game: prints why each game cannot be started, and draws one that can.

    python -m tests.damaged GAME

GAME is the damaged one; of the others one is played, to save time.
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


def main(game: str) -> None:
    """Prints JSON: the sentences by game."""
    arcade = start.arcade()
    from native.tools import shots  # once game.py is imported
    from tests.screen import screen

    other = WATCHED if game != WATCHED else list(GAMES)[-1]
    said = {}
    with TemporaryDirectory() as folder, screen(Path(folder), (800, 600)) as s:
        for one in (*GAMES, *WRONG):
            if fault := arcade.fault_of(one):
                said[one] = fault.said(Strings("en"))
        s.app.scenes = [arcade.Title(s.app)]
        s.app.draw()
        for one in (other, game):
            if one not in GAMES:
                continue
            title = arcade.Title(s.app)
            s.app.scenes = [title]
            title.choose(one)
            s.app.draw()
            asked = isinstance(s.app.scenes[-1], arcade.Ask)
            assert asked == (one in said), one
            if not asked:
                for name, make in shots.game_shots(s.app, one).items():
                    if name in ("rules-1", "setup", "middle"):
                        s.app.scenes = make()
                        s.app.draw()
    print(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1])
