"""What a table makes much of: it begins the moments, places what they show, lets points fly, and motes float in
the light while anything moves.

Which event brings which moment is data (see moments.py). A board answers what has happened that is
worth one (occasions), where its points are counted (score_place, points_from), and where a moment has
room (light_room, medal_room, lift_place, ribbon).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from ..values import Event
from . import bubble
from .canvas import Canvas
from .geometry import anchored, trim
from .moment_picture import MomentPainter, ribbon_at
from .moments import MomentForm, Moments, Occasion, points_of, read_forms
from .painting import MOTES, mote_of, mote_place
from .sound import sounds_of

if TYPE_CHECKING:
    from .board import Board

MOTES_MS = 300  # for motes to appear or vanish
MOTE_SHINE = 55  # greatest brightness of motes, in hundredths
MOTE_SHINES = 12  # steps of their brightness


class Celebration:
    """Begins and draws the moments of a board. Only at a table where somebody plays or watches is much made
    of anything."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.moments = Moments(board.motion, read_forms(board.game))

    def mark(self, events: list[Event]) -> None:
        """Makes much of these events, and counts their points."""
        board, moments = self.board, self.moments
        if not board.played_here:
            return
        found = sorted(board.occasions(events), key=lambda one: one.amount)
        formed = [(occasion, moments.form(occasion)) for occasion in found]
        grand = {form: occasion for occasion, form in formed if form}
        for form, occasion in grand.items():
            self.begin(occasion, form, events)
        self.award(events)
        for sound in sounds_of(board.game, events, quiet=bool(grand)):
            moments.cue(sound, board.motion.now)

    def begin(self, occasion: Occasion, form: MomentForm, events: list[Event]) -> None:
        """Begins a moment: at once where cards left, otherwise when they lie."""
        board = self.board
        left = form.lights == "places"
        lit = [*occasion.lit] or self.lit(occasion, form, events) or self.score_places(occasion.seat)
        medal = occasion.medal or board.medal_room() if "medal" in form.paint else None
        key = f"moment.{board.game}.{form.name}"
        words = occasion.told
        if not words and key in board.t:
            words = board.say.of_seat(key, occasion.seat or 0, amount=occasion.amount)
        at = board.motion.now if left else board.stage.landing()
        lit = [rect.copy() for rect in lit]
        lifts = "lift" in form.paint and not board.motion.calm
        high = board.lift_place(lit[0]) if lifts else None
        shown = [rect for rect in (medal, high) if rect]
        if not shown and form.lights != "table":
            shown = lit
        ribbon = self.ribbon(words, shown or lit, [*shown, *occasion.seen]) if words else None
        self.moments.begin(form, lit, words, at, ribbon, medal, high, occasion.seen, occasion.picture)

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:
        """Where the words of a moment stand: where the board says, else near what is lit, where they cover least
        of the table as it was drawn last, and as it will be when the cards lie.

        shown: of what is lit, things and not just a part of the table.
        """
        board, c = self.board, self.board.app.canvas
        if place := board.ribbon(words, lit, shown):
            return self.off_others(place, c.px("gap"))
        chosen = c.spots[c.chrome :]  # spots for choosing are gone after the move
        spots = [*c.spots[: c.chrome], *(spot for spot in chosen if not spot.nav)]
        cards = [*shown, *(sprite.rect for sprite in board.stage.sprites)]
        said = [*(one.ink for one in c.written), *(m.ribbon for m in self.moments.scenes if m.ribbon)]
        area = trim(c.area, top=board.area.y - c.area.y).inflate(-2 * c.px("gap"), -c.px("gap"))
        things = list(bubble.things(spots, cards, board.plates.values(), said))
        near = lit[0].unionall(lit[1:])
        if near.w > area.w // 2 and near.h > area.h // 2:  # all around the table
            near = anchored(1, 1, center=near.center)
        return ribbon_at(c, words, near, area, things)

    def off_others(self, place: Rect, gap: int) -> Rect:
        """A ribbon's place, or one beside the ribbons that hang there already, towards the middle of the table."""
        low = place.centery > self.board.area.centery
        for other in [moment.ribbon for moment in self.moments.scenes if moment.ribbon]:
            if place.colliderect(other):
                place = place.move(0, other.y - gap - place.bottom if low else other.bottom + gap - place.y)
        return place

    def lit(self, occasion: Occasion, form: MomentForm, events: list[Event]) -> list[Rect]:
        """What a moment lights, as its form says."""
        if form.lights in ("plate", "table"):
            return self.score_places(occasion.seat if form.lights == "plate" else None)
        cards = self.board.stage.moving(events, target=form.zone)
        left = form.lights == "places"
        return [card.start if left and card.start else card.rect for card in cards]

    def score_places(self, seat: int | None) -> list[Rect]:
        """Where the points of a seat are counted; for None, the middle of the table."""
        area = self.board.area
        return [area.inflate(-area.w // 2, -area.h // 2) if seat is None else self.board.score_place(seat)]

    def award(self, events: list[Event]) -> None:
        """Counts points to the seats, and lets them fly there from the cards that bring them."""
        board = self.board
        for seat, amount in ({} if board.memory else points_of(events)).items():
            at = board.stage.landing()
            start = board.points_from(seat, events)
            if start and amount > 0:
                at = self.send_points(amount, start, board.score_place(seat))
            self.moments.gain(seat, amount, at, "tally")

    def send_points(self, amount: int, start: Rect, end: Rect, counts: Rect | None = None) -> float:
        """Lets a number of points fly, and tells when they arrive. counts: what they are counted on, if they
        arrive beside it."""
        board = self.board
        at = board.stage.landing()
        if board.motion.calm:
            return at
        words = board.t("moment.points", amount=amount)
        return self.moments.fly("", words, start.copy(), end.copy(), at, "points", counts)

    def draw(self, c: Canvas) -> None:
        """Paints the moments and the points on their way, over all else on the table, and motes in the light."""
        board, moments = self.board, self.moments
        if board.motion.busy and not board.motion.calm and board.app.session.settings.table != "contrast":
            c.paint_moving(partial(self.draw_motes, c))
        if not (moments.scenes or moments.flights or moments.glints):
            return
        solid = [spot.rect for spot in c.spots if spot.accept or spot.tip] + [card.rect for card in c.cards]
        painter = MomentPainter(c, board.motion.calm, board.light_room(), solid)
        c.paint_moving(partial(painter.paint, moments))

    def draw_motes(self, c: Canvas) -> None:
        """Draws motes in the light of the window, which are seen while something moves."""
        motion = self.board.motion
        seen = motion.presence(MOTES_MS)
        for number in range(MOTES):
            x, y, shine = mote_place(number, motion.now)
            side = self.board.px("mote") * (2 + number % 3) // 3
            level = round(MOTE_SHINES * shine * seen)
            if level and side:
                strong = 255 * MOTE_SHINE * level // (100 * MOTE_SHINES)
                picture = c.art.keep(("mote", side, level), partial(mote_of, side, strong))
                place = picture.get_rect(center=(round(c.area.w * x), round(c.area.h * y)))
                c.surface.blit(picture, place, special_flags=pygame.BLEND_RGB_ADD)
