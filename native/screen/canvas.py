"""The canvas of a picture: what is written and drawn on it, and what can be pressed there.

Scenes lay out a picture: they say what lies where, what is written, and what can be pressed. Nothing is
painted meanwhile; the canvas notes it in order, and draw() paints it once all is known, the focus too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

import pygame
from pygame import Rect, Surface

from ..play.study import Said
from ..play.talk import Mood
from ..play.words import Cell, Sheet
from ..profile.session import Accept, Button, Session
from ..strings import NAMES, dragon, guise, place_among
from . import kit, statistics_cards, typeset
from .art import Art
from .bindings import Input
from .geometry import Size, UnitScale, anchored, foot_of, ink_of, split, stacked, top_of, trim
from .painting import gilt_corners, glow_of, shaded, soft_shadow
from .pointer import Shown, Spot
from .theme import COLOR, LEAST_PX, PAPER, TONES, Color
from .tooltips import as_seen, covered, tip_place
from .typeset import OVER, Bounds, ColumnLayout, DrawnText, Typeset, wrap

DARK_COIN = 0.5  # how bright a coin is that stands for a loss
COIN_SIGN = 0.56  # height of the sign on a coin, in coin heights


SIZES = ("label", "text", "small")  # of paragraphs, largest first
LEAST_ON_PAGE = 85  # percent of small text: smaller words go on several pages
MOST_SECTIONS = 3  # of a text that is turned
RIBBON_LINES = 4  # of a ribbon that is too narrow for two
OVERHANG = 16  # percent of its box by which a single line of large letters may be higher
MOST_ALONE = 2  # lines of a paragraph that do not stand alone at the foot of a page


class Paragraph(NamedTuple):
    """A paragraph where it stands."""

    text: str
    color: str
    box: Rect
    size: str | int


class Part(NamedTuple):
    """A part of a picture as it was laid out."""

    key: Hashable
    focus: str
    works: list[Callable[[], object]]
    spots: list[Spot]
    cards: list[Shown]
    written: list[DrawnText]
    keys: frozenset[str]  # keys of the part's spots, which look different while they have the focus


class Canvas(UnitScale):
    """Draws a scene and remembers what can be pressed and what was written."""

    def __init__(self, surface: Surface, session: Session, art: Art, given: Input) -> None:
        self.art = art
        self.input = given
        self.t = session.strings
        self.surface = surface
        self.area = surface.get_rect()
        self.people = session.people
        super().__init__(surface.get_size(), partial(attrgetter("settings.text_size"), session))
        self.narrow = self.area.w / self.area.h < 1.5
        self.ground: tuple[str, Surface] | None = None  # name and picture of the background
        self.works: list[Callable[[], object]] = []  # what is to be painted, in order
        self.moving = 0  # index in works of the first thing that moves; len(works): nothing does
        self.under: Surface | None = None  # what lies under all that moves, once it was painted
        self.painted = 0  # how often the present picture was painted
        self.texts = 0  # texts that were written while the picture was laid out
        self.drawing = False  # whether the picture is being painted, after it was laid out
        self.spots: list[Spot] = []
        self.cards: list[Shown] = []
        self.written: list[DrawnText] = []
        self.clear: list[Rect] = []  # what notices and tooltips are to leave in view, besides what can be pressed
        self.layer = 0
        self.floor = 0  # the first layer of the topmost scene
        self.own = 0  # how many texts the scenes have written; notices and tooltips come after them
        self.paper = False  # whether what follows is written on parchment
        self.focus = ""  # key of the focused spot in the scene being drawn; only the topmost scene has one
        self.chrome = 0  # how many spots there are before those of the board

    def begin(self) -> None:
        """Starts a new picture: clears spots, cards and texts."""
        self.works = []
        self.moving = sys.maxsize
        self.painted = 0
        self.ground = None
        self.chrome = 0
        self.spots = []
        self.cards = []
        self.written = []
        self.clear = []
        self.layer = self.floor = 0
        self.paper = False

    def cover(self) -> None:
        """Starts a layer over everything so far, which is dimmed and can no longer be pressed."""
        self.layer += 1
        self.floor = self.layer
        self.chrome = 0
        self.spots = []
        self.cards = []
        self.clear = []
        self.paper = False
        self.paint(lambda surface: surface.fill((90, 90, 90), special_flags=pygame.BLEND_RGB_MULT))

    # ---- painting

    def paint(self, work: Callable[[Surface], object]) -> None:
        """Notes what is to be painted next; while the picture is drawn, paints it."""
        if self.drawing:
            work(self.surface)
        else:
            self.works.append(partial(work, self.surface))

    def paint_moving(self, work: Callable[[], object]) -> None:
        """Notes what comes out otherwise each time it is painted, since it moves. What can be pressed there is
        known before."""
        self.moving = min(self.moving, len(self.works))
        self.works.append(work)

    def draw(self) -> None:
        """Paints all that was laid out since begin(), in its order. What lies under all that moves is painted
        once, when the same picture is wanted again."""
        self.drawing = True
        before = len(self.spots), len(self.cards)
        if self.painted == 0:
            self.texts = len(self.written)
        del self.written[self.texts :]
        self.paint_under()
        for work in self.works[self.moving :]:
            work()
        self.painted += 1
        self.drawing = False
        del self.spots[before[0] :], self.cards[before[1] :]

    def paint_under(self) -> None:
        """Paints what comes before all that moves, or the picture that was kept of it."""
        moves = self.moving < len(self.works)
        if moves and self.painted > 1 and self.under:
            self.surface.blit(self.under, (0, 0))
            return
        for work in self.works[: self.moving]:
            work()
        if not moves:
            self.under = None
        elif self.painted == 1:
            self.under = self.under or self.surface.copy()
            self.under.blit(self.surface, (0, 0))

    def blit(self, picture: Surface, place: Rect | tuple[int, int], part: Rect | None = None) -> None:
        """A picture, or a part of it, with its upper left corner at a place."""
        at = (place.x, place.y) if isinstance(place, Rect) else place
        cut = part.copy() if part else None
        if self.drawing:
            self.surface.blit(picture, at, cut)
        else:
            self.works.append(partial(self.surface.blit, picture, at, cut))

    def inlay(self, name: str, picture: Surface, rect: Rect) -> None:
        """A large picture with clear parts straight on the ground: kept together with what is under it,
        which is painted faster."""
        if self.ground is None:
            self.blit(picture, rect)
            return
        (under, ground), seen = self.ground, rect.clip(self.area)

        def make() -> Surface:
            found = ground.subsurface(seen).copy()
            found.blit(picture, (rect.x - seen.x, rect.y - seen.y))
            return found.convert()

        self.blit(self.art.keep(("inlaid", name, tuple(rect), under), make), seen)

    def shape(self, draw: Callable[..., object], color: Color, place: Any, *form: Any, **more: Any) -> None:
        """A shape of pygame.draw. place, form, more: what its function takes after surface and colour."""
        kept = place.copy() if isinstance(place, Rect) else place
        if self.drawing:
            draw(self.surface, color, kept, *form, **more)
        else:
            self.works.append(partial(draw, self.surface, color, kept, *form, **more))

    def veil(self, size: Size, alpha: int, name: str = "shadow") -> Surface:
        """A translucent ground."""
        color = COLOR[name]

        def make() -> Surface:
            veil = Surface(size, pygame.SRCALPHA)
            veil.fill((*color, alpha))
            return veil

        return self.art.keep(("veil", size, alpha, color), make)

    def color(self, name: str) -> Color:
        """A colour by its name, as it is on what is written on now."""
        return PAPER.get(name, COLOR[name]) if self.paper else COLOR[name]

    def part(self, kept: dict[str, Part], name: str, key: Hashable, lay: Callable[[], object]) -> None:
        """Lays out a part of the picture, or takes what was laid out for it last, if nothing has changed: neither
        its key nor the focus on one of its spots. kept: where what was laid out is kept by name."""
        whole = (key, self, self.art.forgotten, self.layer, self.paper, self.percent(), self.input.device)
        found = kept.get(name)
        if found is None or found.key != whole or (
            found.focus != self.focus and (self.focus in found.keys or found.focus in found.keys)
        ):
            works, spots, cards, written = len(self.works), len(self.spots), len(self.cards), len(self.written)
            lay()
            new = self.spots[spots:]
            keys = frozenset([spot.key for spot in new]) if new else frozenset()
            laid = self.works[works:], new, self.cards[cards:], self.written[written:]
            kept[name] = Part(whole, self.focus, *laid, keys)
            return
        self.works += found.works
        self.spots += found.spots
        self.cards += found.cards
        self.written += found.written

    @contextmanager
    def parchment(self, rect: Rect, name: str = "parchment") -> Iterator[None]:
        """A sheet of parchment, and ink for what is written meanwhile. name: its piece of the kit."""
        self.shade(rect)
        self.piece(name, rect)
        with self.inked():
            yield

    @contextmanager
    def inked(self) -> Iterator[None]:
        """Ink for what is written meanwhile: it stands on parchment."""
        before, self.paper = self.paper, True
        yield
        self.paper = before

    def inner(self, rect: Rect, across: str, down: str) -> Rect:
        """A rect within margins; each distance counts for both sides together."""
        return rect.inflate(-self.px(across), -self.px(down))

    def row_height(self, least: str, room: str) -> int:
        """The height of a row: at least a named distance, and at least a line of text with some
        room."""
        return max(self.px(least), self.line + self.px(room))

    @property
    def line(self) -> int:
        """Height of a line of text."""
        return round(self.type_px("text") * 1.35)

    @property
    def usual(self) -> int:
        """The line height at the standard text size. Cards leave room for this, so that they keep
        their size when the text grows."""
        return round(self.usual_px("text") * 1.35)

    # ---- text

    def fitted(
        self, words: str, face: str, size: str | int, box: Rect, lines: int = 1, least: int = LEAST_PX
    ) -> Typeset:
        """A text broken into lines in the largest type, down to the least, in which it fits into a box. Before it is
        set smaller than is wanted, a single line may be a little higher than the box: there is air above and below
        its letters."""
        px = self.type_px(size)
        wanted = min(px, self.least_px)
        found = self.art.typeset(words, face, px, box.size, Bounds(max(least, wanted), lines))
        if found.cut and self.large:
            over = max(OVER, box.h * OVERHANG // 100)
            found = self.art.typeset(words, face, wanted, box.size, Bounds(least, lines, over))
        return found

    def text(
        self,
        words: str,
        box: Rect,
        size: str | int = "text",
        color: str = "pale",
        align: str = "left",
        face: str = "text",
        lines: int = 1,
        top: bool = False,
        engraved: bool = False,
    ) -> Rect:
        """Writes a text inside a box, smaller if it does not fit; returns the rect of its ink. engraved: as if
        cut into the piece that it stands on."""
        fitted = self.fitted(words, face, size, box, lines)
        y = box.y if top else box.y + (box.h - fitted.height * len(fitted.lines)) // 2
        ink = Rect(box.x, y, 0, 0)
        for number, line in enumerate(fitted.lines):
            write = self.art.engraved if engraved else self.art.text
            picture = write(line, face, fitted.px, self.color(color))
            row = Rect(box.x, y + number * fitted.height, box.w, 0)
            drawn = self.put(picture, row, align, blank=not line.strip())
            ink = drawn if ink.w == 0 else ink.union(drawn)
        self.written.append(DrawnText(words, ink, box.copy(), self.layer, fitted.cut, fitted.px))
        return ink

    def lettering(
        self, words: str, box: Rect, size: str | int, color: str = "cream", face: str = "bold"
    ) -> Rect:
        """Writes a line over a picture, in the middle of a box, with a soft shadow; returns the rect of
        its ink."""
        fitted = self.fitted(words, face, size, box)
        plain = self.art.text(fitted.lines[0], face, fitted.px, COLOR[color])
        picture = self.art.lettered(fitted.lines[0], face, fitted.px, COLOR[color])
        place = plain.get_rect(center=box.center)
        place.y = box.y + (box.h - fitted.height) // 2
        self.blit(picture, picture.get_rect(center=place.center))
        ink = ink_of(plain).move(place.topleft)
        self.written.append(DrawnText(words, ink, box.copy(), self.layer, fitted.cut, fitted.px))
        return ink

    def numeral(self, words: str, box: Rect, size: str | int, color: str = "cream") -> Rect:
        """Writes a number in the middle of a piece of enamel, engraved. Digits have air above and below them, which
        may stand out of the piece."""
        room = box.inflate(0, max(0, self.least_line - box.h))
        return self.text(words, room, size, color, "center", "title", engraved=True)

    def slip(
        self, words: str, box: Rect, size: str | int = "small", color: str = "pale", lines: int = 1
    ) -> Rect:
        """Writes a caption in ink on a slip of parchment in the middle of a box; returns the rect of the slip."""
        fitted = self.fitted(words, "bold", size, box, lines)
        wide = max(self.art.width(line, "bold", fitted.px) for line in fitted.lines) + self.px("margin")
        high = fitted.height * len(fitted.lines) + self.px("slit")
        slip = anchored(wide, high, center=box.center).clamp(self.area)
        self.cast(self.art.stretched("parchment-tag", slip.size, self.unit), slip, ("slip", slip.size))
        with self.inked():
            self.text(words, slip.inflate(-self.px("gap"), 0), fitted.px, color, "center", "bold", lines)
        return slip

    def put(self, picture: Surface, row: Rect, align: str, blank: bool) -> Rect:
        """Draws a line of text; returns the rect of its ink."""
        room = row.w - picture.get_width()
        x = row.x + {"left": 0, "center": room // 2, "right": room}[align]
        self.blit(picture, (x, row.y))
        inner = Rect(0, 0, 0, 0) if blank else ink_of(picture)
        return inner.move(x, row.y)

    def paragraph(self, words: str, box: Rect, size: str = "text", color: str = "pale") -> int:
        """Writes a paragraph from the top of a box; returns the height used."""
        height = self.height_of(words, box.w, size)
        self.text(words, top_of(box, height), size, color, lines=99, top=True)
        return height

    def height_of(self, words: str, width: int, size: str | int = "text") -> int:
        """The height of a text in lines of this width."""
        font = self.art.font("text", self.type_px(size))
        return len(wrap(words, font, width)) * font.get_linesize()

    def fits(self, words: str, box: Rect) -> bool:
        """Whether a text fits, if need be at the smallest size."""
        font = self.art.font("text", LEAST_PX)
        short = all(font.size(line)[0] <= box.w for line in wrap(words, font, box.w))
        return short and self.least_height(words, box.w) <= box.h + 3

    def first_fit(
        self, choices: Sequence[str], box: Rect, size: str | int, face: str = "bold", lines: int = 1
    ) -> str:
        """The first of some texts that a box can hold uncut, if need be in the smallest type that is wanted; "" if it
        holds none."""
        least = min(self.type_px(size), self.least_px)
        return next((one for one in choices if not self.fitted(one, face, size, box, lines, least).cut), "")

    def text_of(
        self,
        choices: Sequence[str],
        box: Rect,
        size: str = "small",
        color: str = "pale",
        align: str = "left",
        face: str = "text",
        lines: int = 1,
        top: bool = False,
    ) -> None:
        """Writes the first of some texts that fits into a box, if need be in the smallest type there is; none if
        none does."""
        fits = (one for one in choices if not self.fitted(one, face, size, box, lines).cut)
        if words := self.first_fit(choices, box, size, face, lines) or next(fits, ""):
            self.text(words, box, size, color, align, face, lines, top)

    def type_in(self, words: str, box: Rect) -> int:
        """The type size at which a small text fits into a box; 0 if none does."""
        found = self.fitted(words, "text", "small", box, 9)
        return 0 if found.cut else found.px

    def least_height(self, words: str, width: int) -> int:
        """The height that a text takes at the smallest size."""
        font = self.art.font("text", LEAST_PX)
        return len(wrap(words, font, width)) * font.get_linesize()

    def set_out(self, said: Sequence[Said], area: Rect, gap: int) -> list[Paragraph]:
        """Paragraphs below each other in an area, in the largest type in which all fit; in the smallest type, as
        many as have room."""
        sizes: Iterable[str | int] = (*SIZES, *range(self.type_px(SIZES[-1]) - 1, LEAST_PX - 1, -1))
        for size in sizes:
            heights = [self.height_of(one.text, area.w, size) for one in said]
            if sum(heights) + gap * (len(said) - 1) <= area.h:
                break
        while len(heights) > 1 and sum(heights) + gap * (len(heights) - 1) > area.h:
            heights.pop()
        return [Paragraph(*one, box, size) for one, box in zip(said, stacked(area, heights, gap), strict=False)]

    def sections(
        self, said: Sequence[Said], area: Rect, gap: int, page: Rect, wanted: str = "small"
    ) -> list[list[Paragraph]]:
        """Paragraphs in an area: in one section where they need not be much smaller than wanted, else in several,
        of which one is shown at a time. page: the room of each of several sections."""
        whole, best = self.set_out(said, area, gap), self.type_px(wanted)
        px = min((self.type_px(one.size) for one in whole), default=best)
        if len(whole) == len(said) and px >= best * LEAST_ON_PAGE // 100:
            return [whole]
        for size in range(best, px, -1):
            if self.word_width(said, size) <= page.w and self.art.font("text", size).get_linesize() <= page.h:
                found = self.in_sections(said, page, gap, size)
                if len(found) <= MOST_SECTIONS:
                    return found
        return [whole]

    def word_width(self, said: Iterable[Said], size: int) -> int:
        """The width of the widest word."""
        words = {word for one in said for word in one.text.split()}
        return max((self.art.width(word, "text", size) for word in words), default=0)

    def in_sections(self, said: Iterable[Said], area: Rect, gap: int, size: int) -> list[list[Paragraph]]:
        """Paragraphs at a size, in as many sections as they need."""
        font = self.art.font("text", size)
        height = font.get_linesize()
        found: list[list[Paragraph]] = [[]]
        top = area.y
        for one in said:
            lines = wrap(one.text, font, area.w)
            while lines:
                room = (area.bottom - top) // height
                begun = top - area.y >= MOST_ALONE * height  # else the page would be left all but empty
                if room < (min(len(lines), MOST_ALONE) if begun else 1) and found[-1]:
                    found.append([])
                    top, room = area.y, area.h // height
                part, lines = lines[:room], lines[room:]
                while part and not part[0].strip() and not found[-1]:
                    del part[0]  # an empty line between two sections
                if part:
                    box = Rect(area.x, top, area.w, height * len(part))
                    found[-1].append(Paragraph("\n".join(part), one.color, box, size))
                    top = box.bottom + (0 if lines else gap)
        return found

    def paragraphs(self, told: Iterable[Paragraph], align: str = "left") -> None:
        """Writes paragraphs that have been set out."""
        for one in told:
            self.text(one.text, one.box, one.size, one.color, align, lines=99, top=True)

    def tight_line(self, size: str) -> int:
        """The least height of a line of text."""
        return self.art.font("text", self.type_px(size)).get_linesize()

    @property
    def least_line(self) -> int:
        """The height that things grow to, so that a line in the smallest type that is wanted has room; 0 at usual
        text sizes, at which they stay as they are."""
        return self.art.font("text", self.least_px).get_linesize() if self.large else 0

    def tight_usual(self, size: str) -> int:
        """The least height of a line on things that keep their size when the text grows."""
        return self.art.font("text", self.fixed_px(size)).get_linesize()

    def width_of(self, words: str, size: str = "text", face: str = "text") -> int:
        """The width of a line of text."""
        return self.art.width(words, face, self.type_px(size))

    def least_width(self, words: str, face: str = "text") -> int:
        """The width of a line of text in the smallest type that is wanted."""
        return self.art.width(words, face, self.least_px)

    # ---- sheets

    def sheet(self, area: Rect, sheet: Sheet, form: ColumnLayout, signs: dict[str, str]) -> None:
        """A table of texts: notes above, quiet headings, every second row shaded."""
        for number, note in enumerate(sheet.notes):
            line = top_of(area, self.line).move(0, number * self.line)
            self.text(note, line, "text", "gold", "center")
        top = area.y + len(sheet.notes) * self.line
        if sheet.notes:
            top += self.px("gap")
        height = min(self.sheet_height(sheet, form), area.bottom - top) // max(1, len(sheet.rows))
        for number, row in enumerate(sheet.rows):
            line = Rect(area.x, top + number * height, area.w, height)
            if number % 2 == sheet.heads:
                self.slab(line, "night")
            head = sheet.heads and number == 0
            self.sheet_row(line, row, form, signs, head)

    def sheet_row(
        self, line: Rect, row: list[Cell], form: ColumnLayout, signs: dict[str, str], head: bool
    ) -> None:
        x = line.x
        shares = form.columns(len(row))
        for place, (share, cell) in enumerate(zip(shares, row, strict=True)):
            width = line.w * share // sum(shares)
            rect = Rect(x + self.px("close"), line.y, width - self.px("pad"), line.h)
            x += width
            to_left = place < form.to_left(len(row))
            if cell.lit and not head:
                lit = rect.inflate(self.px("gap"), -self.px("tight"))
                if to_left and len(cell.text) == 1 and not cell.sign:
                    lit.w = self.px("lit_sign")
                self.slab(lit, "raised")
            color = "gold" if cell.lit else "pale"
            picture = signs[cell.sign] if cell.sign else ""
            align = "left" if to_left else "right"
            self.cell(rect, cell.text, picture, "quiet" if head else color, align, form.lines)

    def sheet_height(self, sheet: Sheet, form: ColumnLayout) -> int:
        """The height that the rows of a table need."""
        return max(round(form.height * self.unit), self.line) * len(sheet.rows)

    def cell(
        self,
        rect: Rect,
        words: str,
        picture: str = "",
        color: str = "pale",
        align: str = "left",
        lines: int = 1,
    ) -> None:
        """Words, with a picture before them."""
        if picture:
            tall = lines > 1
            side = min(rect.h - 2, self.px("cell_sign_tall" if tall else "cell_sign"))
            self.picture(picture, side, midleft=(rect.x, rect.centery))
            rect = trim(rect, left=side + self.px("close"))
        quiet = color == "quiet"
        size = "small" if quiet or lines > 1 else "text"
        self.text(words, rect, size, color, align, lines=max(lines, 2) if quiet else lines)

    # ---- shapes

    def plate(self, plate: statistics_cards.StatPanel) -> None:
        """A picture of the statistics with its finished layout."""
        if plate.picture:
            key = ("plate", plate.picture)
            picture = self.art.drawn(key, plate.at.size, lambda _: plate.picture)
            self.blit(picture, plate.at)
        for rect, share in plate.bars:
            self.gauge(rect, share)
        for name, rect in plate.signs:
            self.picture(name, rect.h, center=rect.center)
        for rect, bright in plate.coins:
            self.piece("coin", rect, "" if bright else "dim", 1.0 if bright else DARK_COIN)
        for label in plate.labels:
            self.text(*label[:6], lines=label.lines)
            if label.tip:
                self.note(f"note.{label.words}", label.rect, label.tip)

    def panel(
        self, rect: Rect, color: str = "panel", border: str = "border", bend: str = "gap"
    ) -> None:
        """A walnut panel, darker or brighter by its colour, or a strip of parchment; on parchment, a
        tinted field. A border of another colour than the usual one is drawn around it."""
        if min(rect.size) < 1:
            return
        if color == "vellum":
            self.piece("parchment-tag" if rect.h < 4 * self.line else "parchment", rect)
        elif self.paper or color not in TONES:
            self.slab(rect, color, bend)
            self.frame(rect, border, "hair", bend)
        else:
            self.piece("panel", rect, tone=TONES[color])
        if border not in ("border", "ink"):
            self.frame(rect, border, "rim", bend)

    def piece(self, name: str, rect: Rect, state: str = "", tone: float = 1.0) -> None:
        """A piece of the kit, stretched to a rect. state: one of kit.STATES. tone: how bright it is."""
        picture = self.art.stretched(name, rect.size, self.unit, state, tone)
        if name.startswith(kit.STANDING):
            self.cast(picture, rect, ("kit", name, state, rect.size, tone))
        else:
            self.blit(picture, rect)

    def cast(self, picture: Surface, rect: Rect, key: tuple[Any, ...]) -> None:
        """A picture with its shadow, which falls to its lower right; painted as one, which is faster. key: what
        the picture depends on."""
        reach = max(2, self.px("tight"))
        self.blit(self.art.keep(("cast", *key, reach), partial(shaded, picture, reach)), rect.move(-reach, -reach))

    def shade(self, rect: Rect) -> None:
        """The shadow of a sheet or a board, which falls to its lower right."""
        reach = self.px("margin")
        shadow = self.art.keep(("sheet", rect.size), partial(soft_shadow, rect.size, reach))
        self.blit(shadow, rect.inflate(2 * reach, 2 * reach).move(reach // 3, reach // 3))

    def halo(self, rect: Rect) -> None:
        """Warm light around what is chosen."""
        reach = self.px("margin")
        make = partial(glow_of, rect.size, reach, "coin")
        self.blit(self.art.keep(("halo", rect.size), make), rect.inflate(2 * reach, 2 * reach))

    def slab(self, rect: Rect, color: str, bend: str = "tight") -> None:
        """A ground without a border."""
        self.shape(pygame.draw.rect, self.color(color), rect, border_radius=self.px(bend))

    def frame(
        self, rect: Rect, color: str = "gold", thick: str = "chink", bend: str = "gap"
    ) -> None:
        """A border alone."""
        width = max(2, self.px(thick))
        self.shape(pygame.draw.rect, self.color(color), rect, width, border_radius=self.px(bend))

    def rule(self, start: tuple[int, int], width: int) -> None:
        """A thin gold line with a lozenge in its middle."""
        x, y = start
        gold = COLOR["gold"]
        self.shape(pygame.draw.line, gold, (x, y), (x + width, y), max(1, self.px("hair")))
        r = self.px("close")
        mid = x + width // 2
        corners = [(mid - r, y), (mid, y - r), (mid + r, y), (mid, y + r)]
        self.shape(pygame.draw.polygon, gold, corners)

    def box(self, width: int, height: int, across: str, down: str, piece: str = "parchment") -> Rect:
        """A sheet of parchment, or another piece of the kit, in the middle of the screen, on which
        everything that follows is written; returns the area within its margins."""
        most = self.inner(self.area, "double", "double")
        box = anchored(min(width, most.w), min(height, most.h), center=self.area.center)
        self.shade(box)
        self.piece(piece, box)
        self.paper = kit.material(piece) == "parchment"
        return self.inner(box, across, down)

    def picture(self, name: str, side: int, **anchor: tuple[int, int]) -> None:
        """A picture with one of its points at a place; a sign on parchment is of ink."""
        sign = self.paper and name.startswith("ui/")
        drawn = self.art.tinted(name, side, self.color("gold")) if sign else self.art.picture(name, side)
        self.blit(drawn, drawn.get_rect(**anchor))

    def icon(self, name: str, rect: Rect, color: str = "") -> None:
        """An icon in the middle of a rect, perhaps in another colour."""
        side = min(rect.w, rect.h)
        if color:
            drawn = self.art.tinted(f"ui/{name}", side, self.color(color))
            self.blit(drawn, drawn.get_rect(center=rect.center))
        else:
            self.picture(f"ui/{name}", side, center=rect.center)

    def meter(self, rect: Rect, share: float | None) -> None:
        """Draws what a position is worth as a bar, gold from below; None: not known yet."""
        self.slab(rect, "night", "slit")
        if share is not None:
            fill = self.inner(rect, "slit", "slit")
            self.slab(foot_of(fill, round(fill.h * max(0.0, min(1.0, share)))), "coin", "slit")
            self.shape(pygame.draw.line, COLOR["cream"], (rect.x, rect.centery), (rect.right, rect.centery), 1)

    def star(self, center: tuple[int, int], radius: int, full: bool) -> None:
        """The mark of the best move: filled when proven, hollow when estimated."""
        x, y = center
        rect = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        self.icon("star-full" if full else "star-hollow", rect)

    # ---- spots

    def spot(self, spot: Spot) -> bool:
        """Registers a spot; true if it has the focus."""
        self.spots.append(spot)
        return self.focus == spot.key

    def note(self, key: str, rect: Rect, tip: str) -> None:
        """Registers a spot that only has a tooltip."""
        self.spots.append(Spot(key, rect, tip=tip, nav=False))

    def focus_reach(self) -> int:
        """How far the gilt frame around what has the focus goes beyond it."""
        return self.px("gap") // 2 + 2 * max(2, self.px("slit"))

    def gilt_frame(self, around: Rect) -> None:
        """A thin gilt frame with strong corners, just outside a place."""
        thick, bend = max(2, self.px("slit")), self.px("gap")
        outer = around.inflate(4 * thick, 4 * thick)
        make = partial(gilt_corners, outer.size, thick, bend)
        self.blit(self.art.keep(("focus", outer.size, thick, COLOR["gold"]), make), outer)

    def focus_frame(self, rect: Rect) -> None:
        """The gilt frame around what has the focus; for keys and controllers a pointing hand, too."""
        around = rect.inflate(self.px("gap"), self.px("gap"))
        self.gilt_frame(around)
        if self.input.device != "mouse":
            side = self.px("hand")
            hand = self.art.picture("ui/hand", side)
            place = hand.get_rect(midright=around.midleft)
            if place.x < 0:  # no room there: it points from the other side
                hand = pygame.transform.flip(hand, True, False)
                place.midleft = around.midright
            self.blit(hand, place)

    def face(
        self, seats: Sequence[str], seat: int, rect: Rect, game: str, mood: Mood = "calm"
    ) -> None:
        """Who sits at a seat: the face of a dragon or of a person, or a sign."""
        picture = self.face_of(seats, seat, min(rect.size), game, mood)
        if picture:
            key = ("face", *seats, seat, game, mood, picture.get_size(), self.people.now.id)
            self.cast(picture, picture.get_rect(center=rect.center), key)
        else:
            self.icon("dragon-head", rect)

    def face_of(
        self, seats: Sequence[str], seat: int, side: int, game: str, mood: Mood = "calm"
    ) -> Surface | None:
        """The face of the dragon or the person at a seat; None for any other player."""
        who = seats[seat]
        if who not in NAMES and who != "human":
            return None
        if who == "human":
            first = self.people.number(self.people.now)
            return self.art.portrait(guise(first + place_among(seats, seat)[0]), side, mood)
        return self.art.portrait(dragon(seats, seat, game), side, mood)

    def button(
        self,
        key: str,
        rect: Rect,
        label: str,
        accept: Accept,
        icon: str = "",
        action: str = "",
        lit: bool = False,
        tip: str = "",
        advised: bool = False,
    ) -> None:
        """A button with an icon, its words, and the key that does the same. advised: it bears a star."""
        says = partial(self.called, label, action) if label else None
        state = self.t("word.advised") if advised else ""
        focused = self.spot(Spot(key, rect, accept, tip=tip, says=says, state=state))
        if lit and label:
            self.piece("gold", rect)
        else:
            self.piece("plaque", rect, "lit" if focused or lit else "")
        words, sign = ("ink", "ink") if lit and label else ("cream", "coin")
        inner = self.inner(rect, "margin", "tight")
        side = min(inner.h, self.grown("button_icon"))
        if self.crowds_out(label, inner.w - side - self.px("loose")):
            icon = ""
        if icon:
            self.icon(icon, Rect(inner.x, inner.y, side, inner.h) if label else inner, sign)
            inner = trim(inner, left=side + self.px("loose"))
        if advised:
            mark = anchored(inner.h, inner.h, midright=inner.midright)
            self.star(mark.center, mark.h * 2 // 5, full=True)
            inner = trim(inner, right=mark.w)
        if label:
            inner.w -= self.key_cap(inner, label, action)
            gilt = words == "ink"
            face = "bold" if self.least_width(label, "bold") <= inner.w else "text"
            face = "title" if gilt and self.width_of(label, "text", "title") <= inner.w else face
            lines = 1 if self.least_width(label, face) <= inner.w else 2
            self.text(label, inner, "text", words, "left" if icon else "center", face, lines, engraved=gilt)
        if focused:
            self.focus_frame(rect)

    def crowds_out(self, label: str, room: int) -> bool:
        """Whether the label of a button would be smaller than usual beside an icon, though large letters are
        wanted."""
        large = self.percent() > 100
        return bool(label) and large and self.art.width(label, "text", self.usual_px("text")) > room

    def coin(self, rect: Rect, button: Button, named: bool = False) -> None:
        """A brass coin with the sign of a button; named: its name stands below, in the same rect."""
        says = partial(self.called, button.label, button.action)
        on = self.t("word.on") if button.lit else ""
        focused = self.spot(Spot(button.key, rect, button.accept, tip=self.told(button), says=says, state=on))
        name = foot_of(rect, self.tight_line("small")) if named else foot_of(rect, 0)
        room = trim(rect, bottom=name.h)
        side = min(room.size)
        coin = anchored(side, side, center=room.center)
        if focused or button.lit:
            self.halo(coin)
        self.signed_coin(coin, button.icon, focused or button.lit)
        if named:
            self.text(button.label, name, "small", "cream", "center", "bold")
        if focused and self.input.device != "mouse":
            self.focus_frame(coin)

    def gold_button(self, key: str, rect: Rect, label: str, accept: Accept, tip: str = "") -> None:
        """The one thing to do: the only bright gold piece of a picture."""
        focused = self.spot(Spot(key, rect, accept, tip=tip))
        self.halo(rect)
        self.piece("gold", rect, "lit" if focused else "")
        inner = self.inner(rect, "border", "tight")
        face = "title" if self.width_of(label, "label", "title") <= inner.w else "bold"
        self.text(label, inner, "label", "ink", "center", face, lines=2, engraved=True)
        if focused and self.input.device != "mouse":
            self.focus_frame(rect)

    def told(self, button: Button) -> str:
        """The name of a coin, its key, and what it does."""
        head = self.called(button.label, button.action)
        return f"{head}: {button.tip}" if button.tip else head

    def called(self, label: str, action: str) -> str:
        """The name of something that can be pressed, and its key."""
        name, pad = self.pressed_for(action)
        words = self.key_words(name, pad) if name else ""
        return f"{label} ({words})" if words and "/" not in words else label

    def coin_row(self, button: Button, rect: Rect) -> None:
        """A button as a row on a board of wood: a brass coin with its sign, its words, and its key."""
        says = partial(self.called, button.label, button.action)
        focused = self.spot(Spot(button.key, rect, button.accept, tip=button.tip, says=says))
        coin = Rect(rect.x + self.px("tight"), rect.y, rect.h, rect.h)
        self.signed_coin(coin, button.icon, focused)
        inner = trim(rect, left=coin.right - rect.x + self.px("gap"), right=self.px("gap"))
        inner.w -= self.key_cap(inner, button.label, button.action)
        self.text(button.label, inner, "label", "gold" if focused else "pale", face="bold")
        if focused:
            self.focus_frame(rect)

    def signed_coin(self, coin: Rect, sign: str, lit: bool) -> None:
        """A brass coin with an engraved sign."""
        self.piece("coin", coin, "lit" if lit else "")
        side = round(coin.h * COIN_SIGN)
        self.icon(sign, anchored(side, side, center=coin.center), "ink")

    def flames(self, line: Rect, lit: int, of: int) -> Rect:
        """How strong somebody is: so many flames of some burn, from the left of a line. Returns their place."""
        gap = self.px("hair")
        place = Rect(line.x, line.y, of * (line.h + gap) - gap, line.h)
        for number, rect in enumerate(split(place, of, gap, across=True)):
            self.icon("flame", rect, "coin" if number < lit else "border")
        return place

    def medal(self, name: str, rect: Rect) -> None:
        """A face in its ring; what is no portrait lies in one on enamel."""
        if name.startswith("portraits/"):
            self.picture(name, rect.h, center=rect.center)
            return
        side = min(rect.size)
        self.piece("token-green", anchored(side, side, center=rect.center))
        self.picture(name, side * 72 // 100, center=rect.center)

    def gilt_ring(self, face: Rect) -> None:
        """A ring of gilt around a medallion."""
        ring = face.inflate(face.w // 10, face.h // 10)
        self.blit(self.art.fitted("kit/ring", ring.size), ring)

    def gauge(self, rect: Rect, share: float) -> None:
        """How far something has come: brass in a sunken bed."""
        self.piece("well", rect)
        bed = rect.inflate(-2 * self.px("rim"), -2 * self.px("rim"))
        bed.w = max(bed.h, round(bed.w * share))
        self.piece("brass", bed)

    def ribbon(self, words: str, room: Rect, own: bool) -> Rect:
        """A ribbon with a sentence in the middle of a room, red for what is one's own, blue for others;
        as long as it has to be, and no taller than the room. Returns its rect."""
        tail = round(room.h * 1.5)
        size = next((one for one in ("label", "text") if self.width_of(words, one, "bold") <= room.w - tail), "text")
        lines = 1 if self.width_of(words, size, "bold") <= room.w - tail else 2
        high = min(room.h, self.tight_line(size) * lines + self.px("pad"))
        wide = min(room.w, self.width_of(words, size, "bold") + tail) if lines == 1 else room.w
        rect = anchored(wide, high, center=room.center)
        self.piece("ribbon-red" if own else "ribbon-blue", rect)
        inner = rect.inflate(-high, -self.px("tight"))
        if self.fitted(words, "bold", size, inner, lines).cut:
            lines = RIBBON_LINES
        self.text(words, inner, size, "cream", "center", "bold", lines=lines)
        return rect

    def key_cap(self, inner: Rect, label: str, action: str) -> int:
        """Draws the key or controller button of an action at the right, if there is room; returns
        the width it takes."""
        name, pad = self.pressed_for(action)
        room = inner.w - self.width_of(label) - self.px("close")
        width = self.sign_width(name, pad)
        if not name or width > room:
            return 0
        self.sign(name, anchored(width, min(inner.h, self.line), midright=inner.midright), pad)
        return width + self.px("close")

    def pressed_for(self, action: str) -> tuple[str, bool]:
        """The key or controller button of an action, and whether it is one of a controller; "" if there is
        none."""
        pad = self.input.device == "pad"
        return (self.input.button_of if pad else self.input.key_of)(action), pad

    def key_words(self, name: str, pad: bool) -> str:
        """What is printed on a key or a controller button."""
        return self.input.printed(name) if pad else self.t.key(self.input.cap(name))

    def sign_width(self, name: str, pad: bool) -> int:
        """The width of a key cap or controller button."""
        words = self.key_words(name, pad)
        if pad and ("/" in words or len(words) == 1):
            return self.line
        return max(self.px("key_least"), self.width_of(words, "small") + self.px("loose"))

    def sign(self, name: str, rect: Rect, pad: bool) -> None:
        """A key or controller button, as printed on the device."""
        words = self.key_words(name, pad)
        if "/" in words:
            self.picture(words, min(rect.size), center=rect.center)
            return
        if pad and len(words) == 1:
            self.picture("pad/round", min(rect.size), center=rect.center)
        else:
            self.piece("key", rect)
        self.text(words, rect, "small", "cream", "center")

    def row_label(self, rect: Rect, label: str) -> Rect:
        """Writes the label of a row; returns the place left for the value."""
        inner = self.inner(rect, "margin", "tight")
        left = Rect(inner.x, inner.y, inner.w * 52 // 100, inner.h)
        self.text(label, left)
        return trim(inner, left=left.w)

    def tick(self, mark: Rect) -> None:
        """The mark of what is chosen."""
        self.sealed(mark, "yes", "check")

    def struck(self, mark: Rect) -> None:
        """The mark of what was a mistake."""
        self.sealed(mark, "no", "cross")

    def sealed(self, mark: Rect, piece: str, icon: str) -> None:
        """An icon on a round piece of the kit."""
        self.piece(piece, mark)
        self.icon(icon, mark.inflate(-self.px("close"), -self.px("close")), "cream")

    def strip(self, rect: Rect, lit: bool = False) -> None:
        """The ground of a row of a list on parchment: tinted if it is lit, and a line of ink below."""
        if lit:
            self.slab(rect, "raised")
        start, end = (rect.x, rect.bottom), (rect.right - 1, rect.bottom)
        self.shape(pygame.draw.line, self.color("border"), start, end, max(1, self.px("hair")))

    def choice(
        self,
        key: str,
        rect: Rect,
        label: str,
        value: str,
        adjust: Callable[[int], None],
        tip: str = "",
        face: Callable[[Rect], None] | None = None,
        on: bool | None = None,
    ) -> None:
        """A row on parchment with a value between arrows, on wood; accept and right go forward, left
        goes back. on: of a switch, whether it is on."""
        focused = self.spot(Spot(key, rect, partial(adjust, 1), adjust, tip))
        self.strip(rect, focused)
        right = self.row_label(rect, label)
        bed = anchored(right.w, min(right.h, self.line + self.px("gap")), center=right.center)
        r = max(4, self.px("arrow"))
        arrows = [(side, x) for side, x in ((-1, bed.x + 3 * r // 2), (1, bed.right - 3 * r // 2))]
        if on is None:
            self.piece("plaque", bed, "lit" if focused else "")
            for side, x in arrows:
                base = x - side * r // 2
                corners = [(x + side * r, bed.centery), (base, bed.centery - r), (base, bed.centery + r)]
                self.shape(pygame.draw.polygon, COLOR["coin"], corners)
            words = bed.inflate(-5 * r, 0)
            if face:
                side = min(rect.h - 4, 2 * bed.h)
                face(Rect(words.x, rect.centery - side // 2, side, side))
                words = trim(words, left=side + self.px("close"))
            paper, self.paper = self.paper, False
            self.text(value, words, "text", "cream", "left" if face else "center")
            self.paper = paper
        else:
            switch = anchored(2 * bed.h, bed.h, midright=bed.midright)
            self.switch(switch, on)
            words = trim(bed, right=switch.w + self.px("gap"))
            self.text(value, words, "text", "gold" if on else "quiet", "right")
        for side, x in arrows:
            arrow = anchored(r * 4, rect.h, center=(x, rect.centery))
            self.spots.append(Spot(f"{key}{side:+d}", arrow, partial(adjust, side), nav=False, tip=tip))
        if focused:
            self.focus_frame(rect)

    def switch(self, rect: Rect, on: bool) -> None:
        """A switch: a coin at the right of a green bed is on, one at the left of a dark bed off."""
        self.piece("token-green" if on else "well", rect)
        knob = anchored(rect.h, rect.h, midright=rect.midright) if on else Rect(rect.x, rect.y, rect.h, rect.h)
        self.piece("coin", knob, "" if on else "dim")

    def field(
        self,
        key: str,
        rect: Rect,
        label: str,
        value: str,
        write: Callable[[str], None],
        tip: str = "",
        whole: bool = False,
        accept: Accept = lambda: None,
    ) -> None:
        """A row to type into; whole: typing replaces the present text."""
        focused = self.spot(Spot(key, rect, accept, tip=tip, write=write))
        self.strip(rect, focused)
        right = self.row_label(rect, label)
        bed = anchored(right.w, min(right.h, self.line + self.px("gap")), center=right.center)
        self.shape(pygame.draw.rect, COLOR["cream"], bed, border_radius=self.px("close"))
        self.frame(bed, "border", "hair", "close")
        marked = focused and whole
        if marked:
            self.slab(bed.inflate(-self.px("gap"), -self.px("gap")), "raised")
        ink = self.text(value or " ", bed, "text", "pale", "center", face="bold")
        if focused and not marked:
            x = ink.right + 3 if value else bed.centerx
            top, bottom = bed.y + bed.h // 5, bed.bottom - bed.h // 5
            self.shape(pygame.draw.line, COLOR["ink"], (x, top), (x, bottom), 2)
        if focused:
            self.focus_frame(rect)

    def says(self, words: str) -> bool:
        """Whether these words already stand in the picture, alone in their line."""
        return any(one.text == words for one in self.written)

    def tooltip(self, spot: Spot) -> None:
        """The tooltip of a spot, beside it and not over anything that the person may aim at next.
        """
        box = self.tip_box(spot)
        self.layer += 1
        self.panel(box, "vellum")
        self.paragraph(spot.tip, self.inner(box, "double", "pad"), "small", "ink")
        self.layer -= 1

    def tip_box(self, spot: Spot) -> Rect:
        """Where the tooltip goes."""
        margin = self.px("double")
        width = min(self.width_of(spot.tip, "small") + margin, self.px("tip_most"))
        height = self.height_of(spot.tip, width - margin, "small") + self.px("pad")
        words = [one.ink for one in self.written if one.layer == self.layer]
        things = covered(spot, self.spots, self.cards, words, self.clear)
        near = as_seen(spot, self.cards)
        return tip_place((width, height), near, self.px("gap"), self.area, things)


def faults(canvas: Canvas) -> list[str]:
    """What is wrong with the texts of the last picture."""
    return typeset.faults(canvas.written, canvas.area)
