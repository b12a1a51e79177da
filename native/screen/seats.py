"""Those who sit around a table: their faces, their names on enamel, and what pointing at them tells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from ..play.talk import about, plays_like
from .canvas import Canvas
from .geometry import anchored
from .painting import dusk_of

if TYPE_CHECKING:
    from .board import Board


WREATH = 124  # of a face, the wreath around it, in percent


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

    def wreath(self, c: Canvas, face: Rect) -> None:
        """Draws a wreath of laurel around the face of a seat that leads, or has won."""
        around = face.w * WREATH // 100
        c.picture("game/laurel", around, center=(face.centerx, face.centery - (around - face.w) // 4))

    def token(self, seat: int) -> str:
        """The piece of the kit that stands for a seat: the game's own, otherwise red and round for the viewer's seat,
        blue with cut corners for others."""
        board = self.board
        if board.tokens:
            return board.tokens[seat]
        return "token-red" if seat == board.seat else "token-blue"

    def name(self, c: Canvas, seat: int, place: Rect, more: str = "") -> None:
        """Draws a player's name on enamel in the colour of its scores. more: what else to say there, if there is
        room."""
        board = self.board
        name = board.name(seat)
        wanted = [f"{name} · {more}"] if more else [name]
        room, sizes = place.w - board.px("margin"), ("label", "text", "small")
        fitting = [(one, z) for one in wanted for z in sizes if c.width_of(one, z, "title") <= room]
        words, size = fitting[0] if fitting else (name, "label")
        wide = min(place.w, c.width_of(words, size, "title") + board.px("border"))
        plate = anchored(wide, place.h, center=place.center)
        c.piece(self.token(seat), plate)
        c.text(words, c.inner(plate, "pad", "none"), size, "cream", "center", "title")

    def note(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Lets whoever points at a seat read who sits there."""
        board = self.board
        tip = f"{about(board.t, board.name(seat))} {plays_like(board.t, board.match, seat)}".strip()
        c.note(f"seat{seat}", rect, tip)
