"""The canvas of a picture: what is written and drawn on it, and what can be pressed there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from ..play.talk import Mood
from ..play.words import Cell, Sheet
from ..profile.session import Accept, Button, Session
from ..strings import NAMES, dragon
from . import statistics_cards, typeset
from .art import Art
from .bindings import Input
from .geometry import Size, UnitScale, anchored, foot_of, ink_of, top_of, trim
from .painting import glow_of
from .pointer import Shown, Spot
from .theme import COLOR, LEAST_PX
from .tooltips import as_seen, covered, tip_place
from .typeset import ColumnLayout, DrawnText, wrap


class Canvas(UnitScale):
    """Draws a scene and remembers what can be pressed and what was written."""

    def __init__(self, surface: Surface, session: Session, art: Art, given: Input) -> None:
        self.art = art
        self.input = given
        self.t = session.strings
        self.surface = surface
        self.area = surface.get_rect()
        super().__init__(surface.get_size(), lambda: session.settings.text_size)
        self.narrow = self.area.w / self.area.h < 1.5
        self.spots: list[Spot] = []
        self.cards: list[Shown] = []
        self.written: list[DrawnText] = []
        self.layer = 0
        self.focus = ""  # of the scene being drawn; only the topmost has one
        self.chrome = 0  # how many spots there are before those of the board

    def begin(self) -> None:
        """Starts a new picture: clears spots, cards and texts."""
        self.chrome = 0
        self.spots = []
        self.cards = []
        self.written = []
        self.layer = 0

    def cover(self) -> None:
        """Starts a layer over everything so far, which is dimmed and can no longer be pressed."""
        self.layer += 1
        self.spots = []
        self.cards = []
        self.surface.fill((90, 90, 90), special_flags=pygame.BLEND_RGB_MULT)

    def veil(self, size: Size, alpha: int, name: str = "shadow") -> Surface:
        """A translucent ground."""
        color = COLOR[name]

        def make() -> Surface:
            veil = Surface(size, pygame.SRCALPHA)
            veil.fill((*color, alpha))
            return veil

        return self.art.keep(("veil", size, alpha, color), make)

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
    ) -> Rect:
        """Writes a text inside a box, smaller if it does not fit; returns the rect of its ink."""
        fitted = self.art.typeset(words, face, self.type_px(size), box.size, lines)
        y = box.y if top else box.y + (box.h - fitted.height * len(fitted.lines)) // 2
        ink = Rect(box.x, y, 0, 0)
        for number, line in enumerate(fitted.lines):
            picture = self.art.text(line, face, fitted.px, COLOR[color])
            row = Rect(box.x, y + number * fitted.height, box.w, 0)
            drawn = self.put(picture, row, align, blank=not line.strip())
            ink = drawn if ink.w == 0 else ink.union(drawn)
        self.written.append(DrawnText(words, ink, box.copy(), self.layer, fitted.cut))
        return ink

    def lettering(
        self, words: str, box: Rect, size: str | int, color: str = "cream", face: str = "bold"
    ) -> Rect:
        """Writes a line over a picture, in the middle of a box, with a soft shadow; returns the rect of
        its ink."""
        fitted = self.art.typeset(words, face, self.type_px(size), box.size, 1)
        plain = self.art.text(fitted.lines[0], face, fitted.px, COLOR[color])
        picture = self.art.lettered(fitted.lines[0], face, fitted.px, COLOR[color])
        place = plain.get_rect(center=box.center)
        place.y = box.y + (box.h - fitted.height) // 2
        self.surface.blit(picture, picture.get_rect(center=place.center))
        ink = ink_of(plain).move(place.topleft)
        self.written.append(DrawnText(words, ink, box.copy(), self.layer, fitted.cut))
        return ink

    def put(self, picture: Surface, row: Rect, align: str, blank: bool) -> Rect:
        """Draws a line of text; returns the rect of its ink."""
        room = row.w - picture.get_width()
        x = row.x + {"left": 0, "center": room // 2, "right": room}[align]
        self.surface.blit(picture, (x, row.y))
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
        """Writes the first of some texts that fits into a box; none if none does."""
        px = self.type_px(size)
        for words in choices:
            if not self.art.typeset(words, face, px, box.size, lines).cut:
                self.text(words, box, size, color, align, face, lines, top)
                return

    def type_in(self, words: str, box: Rect) -> int:
        """The type size at which a small text fits into a box; 0 if none does."""
        found = self.art.typeset(words, "text", self.type_px("small"), box.size, 9)
        return 0 if found.cut else found.px

    def least_height(self, words: str, width: int) -> int:
        """The height that a text takes at the smallest size."""
        font = self.art.font("text", LEAST_PX)
        return len(wrap(words, font, width)) * font.get_linesize()

    def tight_line(self, size: str) -> int:
        """The least height of a line of text."""
        return self.art.font("text", self.type_px(size)).get_linesize()

    def tight_usual(self, size: str) -> int:
        """The least height of a line at the standard text size."""
        return self.art.font("text", self.usual_px(size)).get_linesize()

    def width_of(self, words: str, size: str = "text", face: str = "text") -> int:
        """The width of a line of text."""
        return self.art.width(words, face, self.type_px(size))

    def least_width(self, words: str, face: str = "text") -> int:
        """The width of a line of text at the smallest size."""
        return self.art.width(words, face, LEAST_PX)

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
        """A row of a table."""
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
        """A panel with its finished layout."""
        self.panel(plate.area, "night")
        if plate.picture:
            key = ("plate", plate.picture)
            picture = self.art.drawn(key, plate.at.size, lambda _: plate.picture)
            self.surface.blit(picture, plate.at)
        for label in plate.labels:
            self.text(*label[:5], lines=label.lines)
            if label.tip:
                self.note(f"note.{label.words}", label.rect, label.tip)

    def panel(
        self, rect: Rect, color: str = "panel", border: str = "border", bend: str = "gap"
    ) -> None:
        """A ground with a border and round corners."""
        radius = self.px(bend)
        pygame.draw.rect(self.surface, COLOR[color], rect, border_radius=radius)
        rim = max(1, self.px("rim"))
        pygame.draw.rect(self.surface, COLOR[border], rect, rim, border_radius=radius)

    def piece(self, name: str, rect: Rect, state: str = "") -> None:
        """A piece of the kit, stretched to a rect. state: one of kit.STATES."""
        self.surface.blit(self.art.stretched(name, rect.size, self.unit, state), rect)

    def halo(self, rect: Rect) -> None:
        """Warm light around what is chosen."""
        reach = self.px("margin")
        make = partial(glow_of, rect.size, reach, "coin")
        self.surface.blit(self.art.keep(("halo", rect.size), make), rect.inflate(2 * reach, 2 * reach))

    def slab(self, rect: Rect, color: str, bend: str = "tight") -> None:
        """A ground without a border."""
        pygame.draw.rect(self.surface, COLOR[color], rect, border_radius=self.px(bend))

    def frame(
        self, rect: Rect, color: str = "gold", thick: str = "chink", bend: str = "gap"
    ) -> None:
        """A border alone."""
        width = max(2, self.px(thick))
        pygame.draw.rect(self.surface, COLOR[color], rect, width, border_radius=self.px(bend))

    def rule(self, start: tuple[int, int], width: int) -> None:
        """A thin gold line with a lozenge in its middle."""
        x, y = start
        gold = COLOR["gold"]
        pygame.draw.line(self.surface, gold, (x, y), (x + width, y), max(1, self.px("hair")))
        r = self.px("close")
        mid = x + width // 2
        corners = [(mid - r, y), (mid, y - r), (mid + r, y), (mid, y + r)]
        pygame.draw.polygon(self.surface, gold, corners)

    def box(self, width: int, height: int, across: str, down: str) -> Rect:
        """A panel in the middle of the screen; returns the area within its margins."""
        most = self.inner(self.area, "double", "double")
        box = anchored(min(width, most.w), min(height, most.h), center=self.area.center)
        self.panel(box, "panel", "gold")
        return self.inner(box, across, down)

    def picture(self, name: str, side: int, **anchor: tuple[int, int]) -> None:
        """A picture with one of its points at a place."""
        drawn = self.art.picture(name, side)
        self.surface.blit(drawn, drawn.get_rect(**anchor))

    def icon(self, name: str, rect: Rect, color: str = "") -> None:
        """An icon in the middle of a rect, perhaps in another colour."""
        side = min(rect.w, rect.h)
        art = self.art
        path = f"ui/{name}"
        drawn = art.tinted(path, side, COLOR[color]) if color else art.picture(path, side)
        self.surface.blit(drawn, drawn.get_rect(center=rect.center))

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

    def focus_frame(self, rect: Rect) -> None:
        """The thick gold frame and the pointing hand of what has the focus."""
        around = rect.inflate(self.px("gap"), self.px("gap"))
        self.frame(around, thick="tight")
        if self.input.device != "mouse":
            side = self.px("hand")
            hand = self.art.picture("ui/hand", side)
            place = hand.get_rect(midright=around.midleft)
            if place.x < 0:  # no room there: it points from the other side
                hand = pygame.transform.flip(hand, True, False)
                place.midleft = around.midright
            self.surface.blit(hand, place)

    def face(
        self, seats: Sequence[str], seat: int, rect: Rect, game: str, mood: Mood = "calm"
    ) -> None:
        """Who sits at a seat: the face of a dragon or of a person, or a sign."""
        picture = self.face_of(seats, seat, min(rect.size), game, mood)
        if picture:
            self.surface.blit(picture, picture.get_rect(center=rect.center))
        else:
            self.icon("dragon-head", rect)

    def face_of(
        self, seats: Sequence[str], seat: int, side: int, game: str, mood: Mood = "calm"
    ) -> Surface | None:
        """The face of the dragon or the person at a seat; None for any other player."""
        who = seats[seat]
        if who not in NAMES and who != "human":
            return None
        return self.art.portrait(who if who == "human" else dragon(seats, seat, game), side, mood)

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
    ) -> None:
        """A button with an icon, its words, and the key that does the same."""
        focused = self.spot(Spot(key, rect, accept, tip=tip))
        self.piece("plaque", rect, "lit" if focused or lit else "")
        inner = self.inner(rect, "margin", "tight")
        if icon:
            side = min(inner.h, self.grown("button_icon"))
            self.icon(icon, Rect(inner.x, inner.y, side, inner.h) if label else inner, "coin")
            inner = trim(inner, left=side + self.px("loose"))
        if label:
            inner.w -= self.key_cap(inner, label, action)
            face = "bold" if self.least_width(label, "bold") <= inner.w else "text"
            self.text(label, inner, "text", "cream", "left" if icon else "center", face)
        if focused:
            self.focus_frame(rect)

    def tall_button(self, rect: Rect, tool: Button) -> None:
        """A button with its words under its icon, and its key in the corner."""
        focused = self.spot(Spot(tool.key, rect, tool.accept, tip=tool.tip))
        lit = tool.lit
        self.panel(rect, "raised" if focused or lit else "panel", "gold" if lit else "border")
        inner = self.inner(rect, "close", "close")
        lines = 1 if self.width_of(tool.label, "small") <= inner.w else 2
        words = foot_of(inner, lines * self.tight_line("small"))
        above = trim(inner, bottom=words.h)
        side = min(above.h, self.grown("button_icon"))
        self.icon(tool.icon, anchored(side, side, center=above.center))
        if above.h >= self.tight_line("small"):
            corner = top_of(trim(above, left=(above.w + side) // 2), min(self.line, above.h))
            self.key_cap(corner, "", tool.action)
        self.text(tool.label, words, "small", "pale", "center", lines=lines)
        if focused:
            self.focus_frame(rect)

    def key_cap(self, inner: Rect, label: str, action: str) -> int:
        """Draws the key or controller button of an action at the right, if there is room; returns
        the width it takes."""
        pad = self.input.device == "pad"
        name = (self.input.button_of if pad else self.input.key_of)(action)
        room = inner.w - self.width_of(label) - self.px("close")
        width = self.sign_width(name, pad)
        if not name or width > room:
            return 0
        self.sign(name, anchored(width, min(inner.h, self.line), midright=inner.midright), pad)
        return width + self.px("close")

    def sign_width(self, name: str, pad: bool) -> int:
        """The width of a key cap or controller button."""
        words = self.input.printed(name) if pad else self.t.key(self.input.cap(name))
        if pad and ("/" in words or len(words) == 1):
            return self.line
        return max(self.px("key_least"), self.width_of(words, "small") + self.px("loose"))

    def sign(self, name: str, rect: Rect, pad: bool) -> None:
        """A key or controller button, as printed on the device."""
        words = self.input.printed(name) if pad else self.t.key(self.input.cap(name))
        if "/" in words:
            self.picture(words, min(rect.size), center=rect.center)
            return
        if pad and len(words) == 1:
            self.picture("pad/round", min(rect.size), center=rect.center)
        else:
            self.frame(rect, "border", "hair", "tight")
        self.text(words, rect, "small", "pale" if pad else "quiet", "center")

    def row_label(self, rect: Rect, label: str, more: str = "") -> Rect:
        """Writes the label of a row, and its tip if there is room; returns the place left for the
        value."""
        inner, left, below = self.row_parts(rect)
        if more:
            self.text(more, below, "small", "quiet", lines=9, top=True)
            left.h = self.line
        self.text(label, left)
        return trim(inner, left=left.w)

    def row_tells(self, rect: Rect, more: str) -> bool:
        """Whether a row has room for more than its label."""
        below = self.row_parts(rect)[2]
        return self.height_of(more, below.w, "small") <= below.h

    def row_parts(self, rect: Rect) -> tuple[Rect, Rect, Rect]:
        """The inside of a row, the part for words in it, and what of that is below the label."""
        inner = self.inner(rect, "frame", "tight")
        left = Rect(inner.x, inner.y, inner.w * 57 // 100, inner.h)
        return inner, left, trim(left, top=self.line, right=self.px("loose"))

    def choice(
        self,
        key: str,
        rect: Rect,
        label: str,
        value: str,
        adjust: Callable[[int], None],
        tip: str = "",
        face: Callable[[Rect], None] | None = None,
        told: bool = False,
    ) -> None:
        """A row with a value between arrows; accept and right go forward, left goes back. told: the
        tip is written in the row."""
        focused = self.spot(Spot(key, rect, partial(adjust, 1), adjust, tip))
        self.panel(rect, "raised" if focused else "panel")
        right = self.row_label(rect, label, tip if told else "")
        r = max(4, self.px("arrow"))
        for side, x in ((-1, right.x + r), (1, right.right - r)):
            y = right.centery
            base = x - side * r // 2
            corners = [(x + side * r, y), (base, y - r), (base, y + r)]
            pygame.draw.polygon(self.surface, COLOR["gold"], corners)
            arrow = anchored(r * 4, rect.h, center=(x, rect.centery))
            step = partial(adjust, side)
            self.spots.append(Spot(f"{key}{side:+d}", arrow, step, nav=False, tip=tip))
        words = right.inflate(-4 * r, 0)
        if face:
            words = trim(words, left=self.px("gap"))
            face(Rect(words.x, rect.y + 2, rect.h - 4, rect.h - 4))
            words = trim(words, left=rect.h)
        self.text(value, words, "text", "gold", "left" if face else "center")
        if focused:
            self.focus_frame(rect)

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
        self.panel(rect, "raised" if focused else "panel")
        right = self.row_label(rect, label)
        marked = focused and whole
        if marked:
            self.slab(right.inflate(0, -right.h // 3), "gold")
        color = "ink" if marked else "gold"
        ink = self.text(value or " ", right, "text", color, "center", face="bold")
        if focused and not marked:
            x = ink.right + 3 if value else right.centerx
            top = right.y + right.h // 5
            bottom = right.bottom - right.h // 5
            pygame.draw.line(self.surface, COLOR["gold"], (x, top), (x, bottom), 2)
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
        self.panel(box, "night", "gold")
        self.paragraph(spot.tip, self.inner(box, "double", "pad"), "small")
        self.layer -= 1

    def tip_box(self, spot: Spot) -> Rect:
        """Where the tooltip goes."""
        margin = self.px("double")
        width = min(self.width_of(spot.tip, "small") + margin, self.px("tip_most"))
        height = self.height_of(spot.tip, width - margin, "small") + self.px("pad")
        words = [one.ink for one in self.written if one.layer == self.layer]
        things = covered(spot, self.spots, self.cards, words)
        near = as_seen(spot, self.cards)
        return tip_place((width, height), near, self.px("gap"), self.area, things)


def faults(canvas: Canvas) -> list[str]:
    """What is wrong with the texts of the last picture."""
    return typeset.faults(canvas.written, canvas.area)
