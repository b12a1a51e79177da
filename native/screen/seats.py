"""Those who sit around a table: their faces, their names on enamel, and what pointing at them tells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from ..play.talk import about
from .canvas import Canvas
from .geometry import Point, anchored
from .painting import dusk_of

if TYPE_CHECKING:
    from .board import Board


class Seats:
    """Draws who sits at each seat of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def face(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws who sits at a seat, in the mood of the moment."""
        board = self.board
        c.face(board.match.seats, seat, rect, board.game, board.mood(seat))

    def portrait(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws a face as a medallion: in a gilt ring when its seat is to move, otherwise darker by a sixth."""
        turn = seat == self.board.turn
        if turn:
            c.halo(rect.inflate(-rect.w // 8, -rect.h // 8))
        self.face(c, seat, rect)
        side = min(rect.size)
        if turn:
            c.gilt_ring(anchored(side, side, center=rect.center))
        else:
            dusk = c.art.keep(("dusk", side), partial(dusk_of, side))
            c.blit(dusk, dusk.get_rect(center=rect.center))

    def crown(self, c: Canvas, face: Rect, center: Point) -> None:
        """Draws a crown on the face of a seat that leads."""
        c.picture("hoard/crown", self.board.part("crown", face.w), center=center)

    def token(self, seat: int) -> str:
        """The piece of the kit that stands for a seat: the game's own, otherwise red and round for the viewer's seat,
        blue with cut corners for others."""
        board = self.board
        if board.tokens:
            return board.tokens[seat]
        return "token-red" if seat == board.seat else "token-blue"

    def name(self, c: Canvas, seat: int, place: Rect, more: str = "") -> None:
        """Draws a player's name on enamel in the colour of its scores. more: what else to say there, if there
        is room."""
        board = self.board
        name = board.name(seat)
        both = f"{name} · {more}" if more else name
        room = place.w - board.px("margin")
        sizes = [size for size in ("label", "text", "small") if c.width_of(both, size, "title") <= room]
        words, size = (both, sizes[0]) if sizes else (name, "label")
        wide = min(place.w, c.width_of(words, size, "title") + board.px("border"))
        plate = anchored(wide, place.h, center=place.center)
        c.piece(self.token(seat), plate)
        c.text(words, c.inner(plate, "pad", "none"), size, "cream", "center", "title")

    def note(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Lets whoever points at a seat read who sits there."""
        board = self.board
        tip = f"{about(board.t, board.name(seat))} {board.t.tip(f'level.{board.match.seats[seat]}')}".strip()
        c.note(f"seat{seat}", rect, tip)
