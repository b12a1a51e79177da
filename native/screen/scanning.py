"""Scanning, for a person with a single switch: the focus goes on by itself, and a press accepts what it is on.

The switch may be any key or button that accepts, or one that clicks. A mouse that is moved is a mouse for a while.
"""

from __future__ import annotations

from .bindings import Action, Input
from .pointer import Pointer, Spot, first_on, following, spots_at

MOUSE_MS = 4000  # how long a mouse counts as one after it was moved


def scanned(spots: list[Spot], chrome: int) -> list[Spot]:
    """The spots that do something, those of the board before those of the frame around it."""
    return [spot for spot in spots[chrome:] + spots[:chrome] if spot.nav and spot.accept and not spot.idle]


class Scanner:
    """Moves the focus on whenever the interval is over."""

    def __init__(self, pointer: Pointer, given: Input) -> None:
        self.pointer = pointer
        self.input = given
        self.due = 0.0  # when the focus goes on
        self.mouse_until = 0.0
        self.switched = False  # whether the button that is down is the switch
        self.board = False  # whether something could be done on the board at the last step

    @property
    def interval(self) -> int:
        """After how many ms the focus goes on; 0: never."""
        return self.input.settings.scan

    def wait(self) -> None:
        """Lets the whole interval pass before the focus goes on."""
        self.due = self.pointer.screen.motion.now + self.interval

    def tick(self) -> None:
        """Moves the focus on if it is time; never while something moves, or a key is waited for."""
        pointer, motion = self.pointer, self.pointer.screen.motion
        if not self.interval:
            return
        if motion.busy or pointer.dragging or pointer.scene.takes_all:
            self.wait()
        elif motion.now >= self.due:
            self.step()
            self.wait()

    def step(self) -> None:
        """Moves the focus to the next spot, or to the board where something can be done since the last
        step. After the last spot of a list its next page is shown."""
        screen, scene = self.pointer.screen, self.pointer.scene
        if self.input.device == "mouse":
            self.input.device = "keyboard"
        if screen.dirty:
            screen.draw()
        canvas, focus = screen.canvas, scene.focus
        spots = scanned(canvas.spots, canvas.chrome)
        if not spots:
            return
        keys = {spot.key for spot in canvas.spots[canvas.chrome :]}
        board = canvas.chrome > 0 and spots[0].key in keys
        screen.heard(Action("next"))
        if (board and not self.board) or all(spot.key != focus for spot in spots):
            scene.focus = first_on(spots, "", 0)
        elif not (focus == spots[-1].key and scene.next_page()):
            scene.focus = following(spots, focus, 1)
        self.board = board
        screen.dirty = True

    def meaning(self, action: Action) -> Action:
        """What an action counts as: a click with a mouse that is not moved is the switch."""
        if not self.interval:
            return action
        now, pointer = self.pointer.screen.motion.now, self.pointer
        if action.name == "point":
            if action.place == pointer.at:
                return action
            self.mouse_until = now + MOUSE_MS
            self.due = max(self.due, self.mouse_until)
            return action
        self.wait()
        if action.name == "press":
            still = action.place == pointer.at or not spots_at(pointer.screen.canvas.spots, action.place)
            self.switched = still and now >= self.mouse_until
            if self.switched:
                self.input.device = "keyboard"
                return Action("accept")
        elif action.name == "release" and self.switched:
            self.switched = False
            return Action("")
        return action
