"""The cards of a table as they are drawn: where they lie or move, marked if they were played last, as ghosts.

A card at rest is painted once and kept; one that moves is painted anew in each frame by the canvas.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from ..play.lines import Ghost
from .canvas import Canvas
from .cards import Cards
from .geometry import RATIO, anchored, bend_of, card_size, foot_of, wedge_to
from .painting import glow_around
from .pointer import Shown
from .stage import Sprite
from .theme import COLOR, Color

if TYPE_CHECKING:
    from .board import Board

OPAQUE = 255  # what a card is that lies there


class SpritePainter:
    """Draws the sprites of a board's stage."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.motion = board.motion

    def draw(self, c: Canvas, sprite: Sprite, lift: float = 0.0, dim: bool = False) -> Rect:
        """Draws a card where it is now; returns its rect. lift: a share of its height."""
        dragging = self.board.app.pointer.dragging
        if c.drawing or sprite.start is None or sprite.rests(self.motion) or sprite in dragging:
            return self.draw_now(c, sprite, lift, dim)
        watched = self.motion.watched
        rect = sprite.shown(self.motion)
        self.motion.watched = watched
        self.note(c, sprite, rect, sprite.card)
        if sprite.spot in self.board.stage.last and sprite.peak and not self.motion.calm:
            c.paint_moving(partial(self.draw_landing, c, sprite))
        c.paint_moving(partial(self.draw_now, c, sprite, lift, dim))
        return rect

    def draw_landing(self, c: Canvas, sprite: Sprite) -> None:
        """Draws light around the place where a card will lie, brightest half way."""
        reach = c.px("margin")
        size = sprite.rect.size
        light = c.art.keep(("landing", size, reach), partial(glow_around, size, reach, bend_of(size[0]), "coin"))
        light.set_alpha(round(255 * math.sin(math.pi * sprite.share(self.motion))))
        c.blit(light, sprite.rect.inflate(2 * reach, 2 * reach))

    def draw_now(self, c: Canvas, sprite: Sprite, lift: float, dim: bool) -> Rect:
        """Draws a card where it is in this frame, with what the board draws on it; returns its rect."""
        board = self.board
        rect = sprite.shown(self.motion)
        if lift:
            rect.y -= round(rect.h * lift)
        dragged = board.app.pointer.dragging
        if sprite in dragged:
            lift = 1.0
            rect.center = board.app.pointer.at
            rect.x += dragged.index(sprite) * board.part("dragged", rect.w)
        marked = board.notched and not board.example and board.lately(sprite) and sprite.rests(self.motion)
        cards = board.cards_of(sprite)
        if marked or sprite in dragged or self.motion.busy:
            seen = self.draw_at(c, sprite, rect, cards, lift, dim)
            if marked:
                self.badge(c, seen, self.laid_with(sprite))
        else:
            key = (cards, sprite.card, tuple(rect), lift, dim)
            c.part(sprite.kept, "card", key, partial(self.draw_at, c, sprite, rect, cards, lift, dim))
            if board.app.paints < 0:  # it may not be painted as it should be
                sprite.kept.clear()
        board.draw_on_card(c, sprite, rect)
        return rect

    def draw_at(self, c: Canvas, sprite: Sprite, rect: Rect, cards: Cards, lift: float, dim: bool) -> Rect:
        """Draws a card at a place, and registers it there; returns what is seen of it."""
        if sprite not in self.board.app.pointer.dragging:
            self.note(c, sprite, rect, sprite.card)
        return cards.draw(c, sprite, rect, lift, dim)

    def draw_faint(self, c: Canvas, sprite: Sprite, opacity: int) -> Rect:
        """Draws a card faintly where it lay; returns its rect."""
        rect = sprite.shown(self.motion)
        self.note(c, sprite, rect, sprite.card)
        c.blit(self.board.cards_of(sprite).ghost(sprite.card, rect.w, opacity), rect)
        return rect

    def note(self, c: Canvas, sprite: Sprite, rect: Rect, card: str | None) -> None:
        """Registers where a card is drawn, so that it can be enlarged there and explain why it cannot be used."""
        large = partial(self.enlarge, sprite, card)
        c.cards.append(Shown(rect.copy(), large, partial(self.board.unusable, sprite)))

    def enlarge(self, sprite: Sprite, card: str | None) -> None:
        """Enlarges a card, as far as its face is known."""
        board = self.board
        board.app.enlarge(board.scenes[sprite.scene or 0], card, board.about(sprite, card))

    def follow(self, sprite: Sprite) -> None:
        """Notes that something is drawn beside a card, which goes with it while it moves."""
        if not sprite.rests(self.motion):
            self.motion.watched = True

    def laid_with(self, sprite: Sprite) -> int:
        """How many cards the last move has laid where this one lies on top; none below it."""
        together = [one for one in self.board.stage.of(sprite.zone, sprite.seat) if self.board.lately(one)]
        return len(together) if together[-1:] == [sprite] else 0

    def badge(self, c: Canvas, card: Rect, laid: int = 1) -> None:
        """Marks a card of the last move with the face of who made it; pointing at it tells what happened. laid: how
        many cards that move has laid here, which is said under the face where there are several."""
        board = self.board
        mover = board.stage.mover
        side = min(board.px("laid_by"), card.w * 45 // 100)
        gap = max(2, side // 12)
        badge = anchored(side, side, topright=(card.right - 2 * gap, card.y + 2 * gap))
        if mover is None:
            return
        rim = COLOR["own" if mover == board.seat else "other"]
        around = badge
        if laid > 1:
            around = self.tag(c, badge, card, board.t("table.laid", n=laid), rim)
        c.shape(pygame.draw.aacircle, rim, badge.center, side // 2 + gap)
        board.seats.face(c, mover, badge)
        c.note("badge", around, board.last_told())

    @staticmethod
    def tag(c: Canvas, badge: Rect, card: Rect, words: str, color: Color) -> Rect:
        """Draws words on a tag that hangs from a face, in the colour of its rim; returns the whole."""
        most = card.w * 72 // 100  # the corner of the card stays free
        words = c.first_fit([words], Rect(0, 0, most - c.px("gap"), c.usual), "small") or words.split()[0]
        wide = max(badge.w, min(most, c.width_of(words, "small", "bold") + c.px("gap")))
        tag = Rect(0, 0, wide, badge.h // 3 + c.tight_usual("small"))
        tag.midtop = (badge.centerx, badge.bottom - badge.h // 3)
        tag.clamp_ip(card)
        c.shape(pygame.draw.rect, color, tag, border_radius=badge.h // 6)
        c.shape(pygame.draw.rect, COLOR["vellum"], tag, 1, border_radius=badge.h // 6)
        c.text(words, foot_of(tag, c.tight_usual("small")), "small", "cream", "center", "bold")
        return tag.union(badge)

    def ghosts(self, c: Canvas, ghosts: list[Ghost], color: str = "gold", star: str = "") -> None:
        """Draws framed cards at the places that moves would bring them to. A single move gets a star, several
        get their numbers."""
        board = self.board
        many = len({ghost.number for ghost in ghosts}) > 1
        for ghost, room in board.stage.ghost_places(ghosts).items():
            rect = room
            if room.h > room.w:
                rect = anchored(*card_size(min(room.w, round(room.h * RATIO))), center=room.center)
                opacity = OPAQUE if ghost.past else board.opacity(ghost)
                c.blit(board.cards.ghost(ghost.card, rect.w, opacity, not ghost.up), rect)
            if not ghost.past:
                self.point_out(c, rect, color, str(ghost.number) if many else star)

    def point_out(self, c: Canvas, rect: Rect, color: str, sign: str = "wedge") -> None:
        """Draws a frame around the thing that the text is about, with a wedge, a number, an icon or
        nothing. color: of the frame, "gilt" for that of the kit."""
        if color == "gilt":
            c.gilt_frame(rect)
        else:
            c.frame(rect, color, "tight", "close")
        side = min(rect.w, rect.h, max(c.line, c.px("broad")))
        mark = anchored(side, side, midtop=rect.midtop)
        words = [written.ink for written in c.written]
        corners = wedge_to(rect, c.px("wedge"), self.board.area, words) if sign == "wedge" else []
        if corners:
            c.shape(pygame.draw.polygon, COLOR["gold"], corners)
            c.shape(pygame.draw.polygon, COLOR["night"], corners, max(1, c.px("hair")))
        elif sign.isdigit():
            c.shape(pygame.draw.circle, COLOR["night"], mark.center, side // 2)
            c.layer += 1
            c.text(sign, mark, "text", color, "center", face="number")
        elif sign not in ("", "wedge"):
            c.icon(sign, mark)
