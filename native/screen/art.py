"""Fonts and pictures, rastered once per size and kept."""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect, Surface

from ..files import DRAWING, RELIEF
from ..play.talk import Mood
from ..profile.achievements import Treasure
from ..store.schema import drawable
from . import hoard_picture, kit, rooms, splash
from .geometry import RATIO, Size
from .painting import Cache, embossed, exposed, rastered, recoloured, sunlit
from .theme import (
    ASSETS,
    COLOR,
    FACES,
    FELT,
    GAME_THEMES,
    LIGHT,
    RESERVE,
    Color,
    named_path,
    picture_path,
    recolour,
)
from .typeset import Bounds, Typeset, fit, wrap

ROOMS: dict[str, rooms.Room] = {
    game: rooms.Room(**own["room"]) for game, own in GAME_THEMES.items() if "room" in own
}
SHADE: Color = (18, 8, 4)  # the shadow of letters on a picture
DENSE = 4  # layers of that shadow
GLINT: Color = (255, 240, 196)  # the lit edge of an engraved letter
ENGRAVED = (255, 250, 226)  # how bright an engraved letter is, from its head to its foot
FOREIGN = re.compile(f"([{RESERVE['letters']}]+)")  # letters that the fallback font draws
DRAWN = re.compile(f"[{RESERVE['letters']}{RESERVE['others']}]*")


class Type(pygame.Font):
    """A font with a fallback: letters that it lacks come from another font, and characters that no
    font has are replaced."""

    def __init__(self, file: io.BytesIO, px: int, reserve: Callable[[], pygame.Font]) -> None:
        super().__init__(file, px)
        self.reserve = cache(reserve)

    def size(self, words: str) -> Size:  # type: ignore[override]
        """Width and height of a text."""
        words = drawable(words)
        size = super().size
        if not FOREIGN.search(words):
            return size(words)
        runs = enumerate(FOREIGN.split(words))
        wides = (self.reserve().size(run)[0] if at % 2 else size(run)[0] for at, run in runs)
        return sum(wides), self.get_height()

    def render(self, words: str, *more: Any) -> Surface:  # type: ignore[override]
        """A text as a picture."""
        words = drawable(words)
        if not FOREIGN.search(words):
            return super().render(words, *more)
        line = Surface(self.size(words), pygame.SRCALPHA)
        x = 0
        for number, run in enumerate(FOREIGN.split(words)):
            other = number % 2 == 1
            render = self.reserve().render if other else super().render
            down = self.get_ascent() - self.reserve().get_ascent() if other else 0
            piece = render(run, *more)
            line.blit(piece, (x, down))
            x += piece.get_width()
        return line


class NumberType(Type):
    """A font for numbers that may change: every digit takes the width of the widest, so that
    nothing jumps."""

    def __init__(self, file: io.BytesIO, px: int, reserve: Callable[[], pygame.Font]) -> None:
        super().__init__(file, px, reserve)
        self.widest = max(super(NumberType, self).size(digit)[0] for digit in "0123456789")

    def cells(self, words: str) -> list[tuple[int, str]]:
        """The signs of a text, each with its width."""
        size = super().size
        return [(self.widest if sign.isdigit() else size(sign)[0], sign) for sign in words]

    def size(self, words: str) -> Size:  # type: ignore[override]
        """Width and height of a text."""
        return sum(cell for cell, _ in self.cells(words)), self.get_height()

    def render(self, words: str, *more: Any) -> Surface:  # type: ignore[override]
        """A text as a picture."""
        line = Surface(self.size(words), pygame.SRCALPHA)
        x = 0
        for cell, sign in self.cells(words):
            glyph = super().render(sign, *more)
            line.blit(glyph, (x + (cell - glyph.get_width()) // 2, 0))
            x += cell
        return line


def png_of(picture: Surface) -> bytes:
    """A picture as the bytes of a PNG file. SDL says nothing if it cannot write a file whole."""
    file = io.BytesIO()
    pygame.image.save(picture, file, "picture.png")
    return file.getvalue()


def scaled(picture: Surface, size: Size) -> Surface:
    """A picture as large as fits into a size. One step of smoothscale() takes the mean of all that
    a pixel covers; halving first would blur."""
    wide, high = picture.get_size()
    share = min(size[0] / wide, size[1] / high)
    return pygame.transform.smoothscale(picture, (max(1, round(wide * share)), max(1, round(high * share))))


def gilding(size: Size, greys: tuple[int, int, int] = (255, 245, 165)) -> Surface:
    """What makes flat letters look cast: bright above, darker towards the foot."""
    strip = Surface((1, 3))
    for y, grey in enumerate(greys):
        strip.set_at((0, y), (grey, grey, grey))
    return pygame.transform.smoothscale(strip, size)


class Art:
    """Fonts and pictures, rastered once per size and kept."""

    def __init__(self) -> None:
        self.faces: dict[str, bytes] = {}  # the fonts' files
        self.fonts: dict[tuple[str, int], Type] = {}
        self.texts: OrderedDict[tuple[str, str, int, Color], Surface] = OrderedDict()
        self.set: dict[tuple[Any, ...], Typeset] = {}
        self.widths: dict[tuple[str, str, int], int] = {}
        self.pictures = Cache[Surface](lambda one: one.get_pitch() * one.get_height())
        self.aged: dict[tuple[Hashable, ...], Surface] = {}  # cards as they were in another size
        self.keep = self.pictures.keep
        self.forgotten = 0  # how often all pictures were dropped

    def font(self, face: str, px: int) -> Type:
        if (face, px) not in self.fonts:
            reserve = partial(self.reserve, RESERVE[face], px * RESERVE["size"] // 100)
            made = NumberType if face == "number" else Type
            self.fonts[face, px] = made(self.file(FACES[face]), px, reserve)
        return self.fonts[face, px]

    def reserve(self, name: str, px: int) -> pygame.Font:
        """The fallback font for letters that a face lacks."""
        return pygame.Font(self.file(name), px)

    def file(self, name: str) -> io.BytesIO:
        """A font's file, read once."""
        if name not in self.faces:
            self.faces[name] = (ASSETS / "fonts" / f"{name}.woff").read_bytes()
        return io.BytesIO(self.faces[name])

    def text(self, words: str, face: str, px: int, color: Color) -> Surface:
        """A line of text as a picture."""
        key = (words, face, px, color)
        if key not in self.texts:
            self.texts[key] = self.font(face, px).render(words, True, color)
            if len(self.texts) > 800:
                self.texts.popitem(last=False)
        self.texts.move_to_end(key)
        return self.texts[key]

    def engraved(self, words: str, face: str, px: int, color: Color) -> Surface:
        """A line of text as if cut into what it stands on: its upper left edge in shadow, the lower right one
        in the light."""

        def make() -> Surface:
            font, deep = self.font(face, px), max(1, px // 20)
            plain = font.render(words, True, color)
            found = Surface(plain.get_size(), pygame.SRCALPHA)
            bright = sum(color) > 3 * 128
            for edge, alpha, off in ((GLINT, 90 if bright else 170, deep), (SHADE, 190 if bright else 60, -deep)):
                letters = font.render(words, True, edge)
                letters.set_alpha(alpha)
                found.blit(letters, (off, off))
            if bright:
                plain.blit(gilding(plain.get_size(), ENGRAVED), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
            found.blit(plain, (0, 0))
            return found

        return self.keep(("engraved", words, face, px, color), make)

    def lettered(self, words: str, face: str, px: int, color: Color) -> Surface:
        """A line of text with a soft dark shadow, which lets it be read on any picture."""

        def make() -> Surface:
            font, reach = self.font(face, px), max(2, px // 6)
            dark = font.render(words, True, SHADE)
            size = (dark.get_width() + 4 * reach, dark.get_height() + 4 * reach)
            around = Surface(size, pygame.SRCALPHA)
            around.blit(dark, (2 * reach, 2 * reach))
            soft = pygame.transform.gaussian_blur(around, reach)
            found = Surface(size, pygame.SRCALPHA)
            for _ in range(DENSE):
                found.blit(soft, (0, 0))
            letters = font.render(words, True, color)
            if face == "title":
                letters.blit(gilding(letters.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
            found.blit(letters, (2 * reach, 2 * reach))
            return found

        return self.keep(("lettered", words, face, px, color), make)

    def width(self, words: str, face: str, px: int) -> int:
        """The width of a line of text."""
        key = (words, face, px)
        if len(self.widths) > 4000:
            self.widths.clear()
        if key not in self.widths:
            self.widths[key] = self.font(face, px).size(words)[0]
        return self.widths[key]

    def typeset(self, words: str, face: str, px: int, room: Size, bounds: Bounds) -> Typeset:
        """A text in the largest type, from px downwards, in which it fits; else cut."""
        key = (words, face, px, room, bounds)
        if len(self.set) > 4000:
            self.set.clear()
        if key not in self.set:
            self.set[key] = fit(words, partial(self.font, face), px, room, bounds)
        return self.set[key]

    def forget(self) -> None:
        """Drops all pictures; they are made again on demand."""
        self.aged.clear()
        self.fit()

    def resize(self) -> None:
        """Drops all pictures when only the size has changed: old cards are scaled until they are
        repainted."""
        for (*key, _), picture in self.pictures.items():
            if key[0] == "card":
                self.aged[tuple(key)] = picture
        self.fit()

    def fit(self) -> None:
        """Drops what was made for the old size, so all but whole pictures as they are in their files."""
        self.forgotten += 1
        self.pictures.drop(lambda key: key[0] != "whole")
        self.set.clear()
        self.fonts.clear()
        wrap.cache_clear()

    def picture(self, name: str, side: int) -> Surface:
        """A picture, e.g. "duel/egg", fitted into a square of this side."""
        return self.fitted(name, (side, side))

    def fitted(self, name: str, size: Size) -> Surface:
        """A picture fitted into a size."""
        width = max(1, size[0])
        height = max(1, size[1])

        def make() -> Surface:
            if whole := self.whole(name):
                return scaled(whole, (width, height))
            svg = picture_path(name, (DRAWING,)).read_text("utf-8")
            file = io.BytesIO((recolour(svg) if name.startswith("ui/") else svg).encode())
            return pygame.image.load_sized_svg(file, (width, height)).convert_alpha()

        return self.keep(("picture", name, width, height), make)

    def whole(self, name: str) -> Surface | None:
        """A made picture as it is in its file, decoded once for all sizes; None if there is none, or
        none that can be decoded."""
        path = picture_path(name)
        if path.suffix != RELIEF:
            return None
        try:
            return self.keep(("whole", path), lambda: pygame.image.load(path).convert_alpha())
        except pygame.error:
            return None

    def made(self, name: str) -> Surface | None:
        """The made picture of just this name; None if there is none, whatever would stand in for it."""
        return self.whole(name) if named_path(name) else None

    def stretched(self, name: str, size: Size, unit: float, state: str = "", tone: float = 1.0) -> Surface:
        """A piece of the kit in a size. unit: see kit.stretched. tone: how bright it is."""

        def make() -> Surface:
            whole = self.whole(kit.picture_of(name, state))
            assert whole, name
            light = LIGHT.get(kit.material(name), 1.0) * tone
            return exposed(kit.stretched(name, whole, size, unit), light)

        return self.keep(("kit", name, state, size, tone), make)

    def filled(self, name: str, size: Size) -> Surface | None:
        """A made picture brought to just this size; None if there is none, or none that can be decoded. The whole
        is not kept: it is large, and seldom needed in another size."""
        path = named_path(name)
        if not path or path.suffix != RELIEF:
            return None
        try:
            return self.keep(("filled", name, size), partial(self.small, path, size))
        except pygame.error:
            return None

    def backdrop(self, name: str, size: Size) -> Surface:
        """A made picture that covers a size, its middle in the middle and its foot at the foot. The
        whole is not kept: it is large, and seldom needed in another size."""

        def make() -> Surface:
            whole = pygame.image.load(picture_path(name))
            share = max(size[0] / whole.get_width(), size[1] / whole.get_height())
            cut = Rect(0, 0, round(size[0] / share), round(size[1] / share)).clip(whole.get_rect())
            cut.midbottom = whole.get_rect().midbottom
            ground = exposed(pygame.transform.smoothscale(whole.subsurface(cut).convert(), size), LIGHT["ground"])
            sunlit(ground)
            return ground

        return self.keep(("backdrop", name, size), make)

    def drawn(self, key: tuple[Any, ...], size: Size, told: Callable[[Size], str]) -> Surface:
        """A picture given as SVG text."""

        return self.keep((*key, size), lambda: rastered(told, size).convert_alpha())

    def portrait(self, name: str, side: int, mood: Mood = "calm") -> Surface:
        """The face of a dragon, or of a person, in its ring."""
        return self.picture(f"portraits/{name.lower()}-{mood}", side)

    def piece(self, treasure: Treasure, metal: str, side: int) -> Surface:
        """A treasure in a metal, with its game's jewels: its relief in other colours; one not found on a tablet."""
        size, form = (side, side), treasure.form
        if metal == hoard_picture.DARK:
            return self.tablet("" if treasure.hidden else form, side)

        def make() -> Surface:
            wanted = rastered(partial(hoard_picture.piece, treasure, metal), size).convert_alpha()
            path = picture_path(f"hoard/{form}")
            if path.suffix != RELIEF:
                return wanted
            relief = self.keep(("relief", form, size), lambda: self.small(path, size))
            plain = rastered(partial(hoard_picture.plain, form), size).convert_alpha()
            return recoloured(relief, plain, wanted)

        return self.keep(("piece", form, treasure.game, metal, size), make)

    def tablet(self, form: str, side: int) -> Surface:
        """A stone with a treasure in low relief; without a form, with a question mark."""

        def make() -> Surface:
            inner = max(1, round(side * hoard_picture.ON_TABLET))
            path = picture_path(f"hoard/{form}")
            if not form:
                sign = self.font("title", inner).render("?", True, COLOR["vellum"])
            elif path.suffix == RELIEF:
                sign = self.small(path, (inner, inner))
            else:
                sign = self.picture(f"hoard/{form}", inner)
            stone = self.picture(hoard_picture.TABLET, side)
            at = sign.get_rect(center=stone.get_rect().move(0, -round(side * hoard_picture.UP)).center)
            return embossed(stone, sign, at)

        return self.keep(("tablet", form, side), make)

    @staticmethod
    def small(path: Path, size: Size) -> Surface:
        """A picture in a size, without keeping the whole: there are too many of them."""
        return pygame.transform.smoothscale(pygame.image.load(path).convert_alpha(), size)

    def tinted(self, name: str, size: int, color: Color) -> Surface:
        """An icon in another colour."""

        def make() -> Surface:
            icon = self.picture(name, size).copy()
            icon.fill((255, 255, 255), special_flags=pygame.BLEND_RGB_ADD)
            icon.fill(color, special_flags=pygame.BLEND_RGB_MULT)
            return icon

        return self.keep(("tint", name, size, color), make)

    def felt(self, name: str, size: Size) -> Surface:
        """The ground of a scene: a colour with a soft vignette, and a game's room woven into it."""

        def make() -> Surface:
            if name not in ROOMS:
                return splash.felt(FELT[name], COLOR["night"], size)
            ground = splash.felt(FELT[name], COLOR["night"], size, rooms.RIM)
            return rooms.furnished(ground, ROOMS[name], FELT[name])

        return self.keep(("felt", name, size), make)

    def shadow(self, size: Size, blur: int) -> Surface:
        """A soft shadow for a card of this size; the picture is larger by blur on every side."""

        def make() -> Surface:
            edge = round(40 * blur / size[0])
            small = self.keep(("shade", edge), lambda: self.paint_shadow(edge))
            return pygame.transform.smoothscale(small, (size[0] + 2 * blur, size[1] + 2 * blur))

        return self.keep(("shadow", size, blur), make)

    @staticmethod
    def paint_shadow(edge: int) -> Surface:
        small = Surface((40 + 2 * edge, round(40 / RATIO) + 2 * edge), pygame.SRCALPHA)
        inner = small.get_rect().inflate(-2 * edge, -2 * edge)
        for step in range(6):
            layer = Surface(small.get_size(), pygame.SRCALPHA)
            ring = inner.inflate(3 - step * 2, 3 - step * 2)
            pygame.draw.rect(layer, (0, 0, 0, 22), ring, border_radius=4)
            small.blit(layer, (0, 0))
        return small.convert_alpha()
