"""Card faces and backs as pictures."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import NamedTuple, Protocol

import pygame
from pygame import Rect, Surface

from ..match import Match
from ..profile.session import Session
from .art import Art
from .bindings import Input
from .canvas import Canvas
from .geometry import RATIO, anchored, card_size
from .motion import Motion
from .pointer import Pointer
from .sound import Sound
from .stage import Sprite
from .theme import COLOR, LEAST_PX, THEME, Color, mix
from .typeset import Bounds, fit
from .worded import set_out as set_out_card

CARD: dict[str, dict[str, int]] = THEME["card"]


class Index(NamedTuple):
    """Where the index stands on the tag of a made card, in shares of the card's width."""

    x: float  # middle of the index
    y: float
    height: float  # size of the type
    larger: float  # largest size with large letters
    wide: float  # greatest width of the ink
    middle: float  # middle of an index that stands alone


class MarkPlace(NamedTuple):
    """Where the first mark stands on a made card, below its tag, in shares of the card's width."""

    x: float
    y: float
    side: float


INDEX = Index(0.125, 0.125, 0.21, 1.15, 0.19, 0.14)
MARK = MarkPlace(0.06, 0.46, 0.13)
GILT_SIDE = 0.56  # side of the gilt emblem of a card that lies face down, in card widths
# Gilding: the grey of a relief is multiplied by the first, and the second is added.
GILT, GILT_LIGHT = (236, 178, 74), (22, 12, 0)
TAG = (168, 150, 116)  # colour of the tag of a card that lies face down
FLIES, DRAGGED = 6, 3  # degrees by which a card is turned on its way, and while it is dragged
SHADES = 8  # steps in which a shadow grows
SLANT = 0.84  # how far a shadow falls to the right, as a share of how far it falls down


class Arcade(Protocol):
    """What cards and boards need from the arcade that shows them."""

    session: Session
    art: Art
    canvas: Canvas
    motion: Motion
    input: Input
    pointer: Pointer
    sound: Sound
    paints: int  # how many cards may still be painted anew in this frame

    @property
    def speaks(self) -> bool:
        """Whether the screen is read out."""

    def notice(self, words: str, sound: str = "") -> None:
        """Shows a notice for a moment."""

    def enlarge(self, cards: Cards, card: str | None, words: str) -> None:
        """Shows a face, or a back, large with words under it."""

    def seat_name(self, match: Match, seat: int) -> str:
        """The name of a seat."""

    def from_memory(self, match: Match) -> bool:
        """Whether the person plays this match from memory."""


class Face(NamedTuple):
    """How a card looks: the index in its corner, the mark under it, the emblem, the colour of its
    rule."""

    corner: str
    mark: str
    emblem: str
    color: Color
    pattern: int = 0  # which border pattern the colour-blind option draws
    name: str = ""  # a card with words: its name and a line of text under the emblem
    text: str = ""
    brief: str = ""  # a short name, where the name has no room
    marks: tuple[str, ...] = ()  # marks at the top right
    value: str = ""  # points of the card, where the index does not say them
    field: bool = False  # whether the card is filled with its colour, to be known from afar
    foot: int = 0  # free part at the foot, in hundredths of the height
    each: str = ""  # a word under the index that counts others; where it has no room, a sign
    word: str = ""  # what the index stands for, under the emblem
    made: str = ""  # name of the made card, if it is not that of the emblem
    tags: int = 2  # number of ivory tags on the made picture
    face_down: bool = False  # it lies face down, but is known: leather with its emblem in gilt


class Cards:
    """Card faces and backs of one game as pictures, each drawn once per size."""

    def __init__(
        self, app: Arcade, game: str, faces: Callable[[str], Face], look: str = "", scene: int = 1
    ) -> None:
        self.app = app
        self.art = app.art
        self.game = game
        self.faces = faces
        self.look = look  # look of the theme's cards; "": as the face says
        self.scene = scene  # which scene of the made face
        self.widths: dict[tuple[Hashable, ...], int] = {}  # width in which each card was painted last

    @property
    def larger(self) -> float:
        """The scale of words and indices, from the text-size setting."""
        return max(1.0, self.app.session.settings.text_size / 100)

    def key(self, card: str | None, dim: bool) -> tuple[Hashable, ...]:
        """The cache key of a picture, apart from its width."""
        settings = self.app.session.settings
        return "card", self.game, self.look, self.scene, card, dim, settings.colour_blind, settings.text_size

    def ghost(self, card: str | None, width: int, opacity: int, dim: bool = False) -> Surface:
        """A card that does not lie there; opacity: 0 to 255."""
        picture = self.picture(card, width, dim).copy()
        picture.set_alpha(opacity)
        return picture

    def picture(
        self, card: str | None, width: int, dim: bool = False, most: int = 0
    ) -> Surface:
        """A face, or a back, perhaps dimmed; never drawn larger than it was painted.

        Painting takes long: what moves is painted once, as wide as it gets (most), and scaled
        down; when this frame has painted enough, what there is serves for a moment: smaller, or lit where it will be
        dim.
        """
        key, other = self.key(card, dim), self.key(card, not dim)
        kept = self.art.pictures
        near = width if (*key, width) in kept else self.widths.get(key, 0)
        ready = (*key, near) in kept
        moving = self.app.motion.busy
        quick = dim and (*other, width) in kept  # a plain picture is dimmed in no time
        if not quick and (not ready or (near != width and not (moving and near > width))):
            self.app.paints -= 1
            aged = self.art.aged.get(key) or self.art.aged.get(other) or kept.get((*other, self.widths.get(other, 0)))
            if self.app.paints < 0 and not ready and aged:
                return pygame.transform.smoothscale(aged, card_size(width))
            if self.app.paints < 0 and not ready and card is not None:
                return self.picture(None, width, most=most)
            if self.app.paints >= 0 or not ready:
                near = max(width, most) if moving else width
        if quick:
            near = width
        self.widths[key] = near
        picture = self.art.keep((*key, near), lambda: self.make(card, near, dim))
        if near <= width:
            return picture
        return pygame.transform.smoothscale(picture, card_size(width))

    def make(self, card: str | None, width: int, dim: bool) -> Surface:
        """Paints a face or a back; a dimmed one from its plain picture, where there is one."""
        plain = self.art.pictures.get((*self.key(card, False), width))
        if plain is None and card is None:
            plain = self.paint_back(width)
        elif plain is None:
            plain = self.paint(self.faces(str(card)), width, self.app.session.settings.colour_blind)
        return self.dim(plain) if dim else plain

    @staticmethod
    def dim(picture: Surface) -> Surface:
        """The picture darker and warmer, its colours kept."""
        dark = picture.copy()
        dark.fill((168, 146, 122, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return dark

    def paint(self, face: Face, width: int, blind: bool) -> Surface:
        """A face: the made picture with its index, or one on vellum."""
        if face.face_down and (leather := self.made_card(f"{self.game}/leather")):
            return self.paint_face_down(leather, face, width)
        if made := self.made_face(face.made or face.emblem):
            return self.paint_made(made, face, width, blind)
        big = 2 if width < 220 else 1  # drawn larger and scaled down, for smooth edges
        w = width * big
        h = round(width / RATIO) * big
        card = Surface((w, h), pygame.SRCALPHA)
        self.paint_ground(card, face, big)
        if face.field:
            self.paint_field(card, face, big)
        if blind:
            self.paint_pattern(card, face)
        self.paint_corner(card, face, big)
        if face.name:
            place = self.paint_words(card, face, big)
            if self.each_of(face, w, big):  # the emblem leaves room for the word
                place = place.inflate(-place.w // 8, -place.h // 8).move(w // 20, 0)
            self.paint_emblem(card, face, place)
        else:
            self.paint_plain(card, face)
        if face.word:
            self.paint_word(card, face, big)
        if face.value:
            self.paint_value(card, face.value)
        return pygame.transform.smoothscale(card, card_size(width)).convert_alpha()

    def made_face(self, name: str) -> Surface | None:
        """The made card of a face in this scene, such as card-ruby-2, or in its only one."""
        return (self.made_card(f"{name}-{self.scene}") if self.scene > 1 else None) or self.made_card(name)

    def made_card(self, name: str) -> Surface | None:
        """The made card that shows a picture, such as card-ruby for "duel/ruby"; None if there is none."""
        folder, _, stem = name.partition("/")
        return self.art.made(f"{folder}/card-{stem}")

    def paint_made(self, made: Surface, face: Face, width: int, blind: bool) -> Surface:
        """A made picture with the index on its ivory tags, and words on parchment at its foot."""
        card = pygame.transform.smoothscale(made, card_size(width))
        w, h = card.get_size()
        if index := self.index_of(face, w):
            x = INDEX.x if face.tags > 1 else INDEX.middle
            high = self.index_font(face, w).render("D", True, COLOR["ink"]).get_bounding_rect().h
            at = index.get_rect(midtop=(round(w * x), round(w * INDEX.y) - high // 2))  # a tail hangs below
            card.blit(index, at)
            if face.tags > 1:
                card.blit(pygame.transform.rotate(index, 180), (w - at.right, h - at.bottom))
        side = round(w * MARK.side)
        for number, mark in enumerate(face.marks):
            place = Rect(round(w * MARK.x), round(w * MARK.y) + number * side * 6 // 5, side, side)
            pygame.draw.circle(card, COLOR["vellum"], place.center, side * 3 // 5)
            card.blit(self.art.picture(mark, side), place)
        if face.name:
            self.paint_strip(card, face)
        if blind:
            self.paint_pattern(card, face)
        if face.value:
            self.paint_value(card, face.value)
        return card.convert_alpha()

    def index_font(self, face: Face, w: int) -> pygame.Font:
        px = max(LEAST_PX, round(w * INDEX.height * min(self.larger, INDEX.larger)))
        font = self.art.font("title", px)
        while font.size(face.corner)[0] > w * INDEX.wide and px > LEAST_PX and face.tags == 1:
            px -= 1
            font = self.art.font("title", px)
        return font

    def index_of(self, face: Face, w: int) -> Surface | None:
        """The ink of the index on the tag of a made card; None where a single one could not be read."""
        if not face.corner or (face.tags == 1 and round(w * INDEX.height * self.larger) < LEAST_PX):
            return None
        index = self.index_font(face, w).render(face.corner, True, COLOR["ink"])
        ink = index.subsurface(index.get_bounding_rect())
        if ink.get_width() > w * INDEX.wide:
            ink = pygame.transform.smoothscale(ink, (round(w * INDEX.wide), ink.get_height()))
        return ink

    def paint_strip(self, card: Surface, face: Face) -> None:
        """Name and text on a strip of parchment at the foot of a made card."""
        w, h = card.get_size()

        def font(kind: str, px: int) -> pygame.Font:
            return self.art.font("title" if kind == "bold" else kind, px)

        words = (face.name, face.text, face.brief)
        found = set_out_card((w, h), words, CARD["strip"], font, LEAST_PX, self.larger, self.app.canvas.least_px)
        if not found.rows:
            return
        last = found.rows[-1]
        foot = last.y + font(last.face, last.px).get_linesize()
        top = found.rows[0].y - last.px // 3
        strip = Rect(w * 5 // 100, top, w * 90 // 100, min(h - top - w * 2 // 100, foot - top + last.px // 3))
        card.blit(self.art.stretched("parchment-tag", strip.size, self.app.canvas.unit), strip)
        for row in found.rows:
            ink = font(row.face, row.px).render(row.words, True, COLOR["heading" if row.face == "bold" else "ink"])
            card.blit(ink, ink.get_rect(midtop=(w // 2, row.y)))

    def paint_face_down(self, leather: Surface, face: Face, width: int) -> Surface:
        """A card that lies face down for all but those who know it: leather, its emblem cast in gilt, and its
        index on a dull tag."""
        card = pygame.transform.smoothscale(leather, card_size(width))
        w = card.get_width()
        emblem = pygame.transform.grayscale(self.art.picture(face.emblem, round(w * GILT_SIDE)))
        emblem.fill(GILT, special_flags=pygame.BLEND_RGB_MULT)
        emblem.fill(GILT_LIGHT, special_flags=pygame.BLEND_RGB_ADD)
        card.blit(emblem, emblem.get_rect(center=card.get_rect().center))
        if index := self.index_of(face, w):
            tag = Rect(round(w * 0.02), round(w * 0.02), round(w * 0.24), round(w * 0.36))
            pygame.draw.rect(card, TAG, tag, border_radius=tag.w // 5)
            pygame.draw.rect(card, COLOR["ink"], tag, max(1, w // 100), border_radius=tag.w // 5)
            card.blit(index, index.get_rect(center=(tag.centerx, round(w * INDEX.y))))
            mark = self.art.picture(face.mark, tag.w // 2)
            card.blit(mark, mark.get_rect(midbottom=(tag.centerx, tag.bottom - tag.w // 10)))
        return card.convert_alpha()

    def paint_word(self, card: Surface, face: Face, big: int) -> None:
        """The word of a card under its emblem, beside the turned corner, if it can be read there."""
        w, h = card.get_size()
        look = CARD["word"]
        room, most, least = w * look["width"] // 100, w * look["letters"] // 100, LEAST_PX * big
        px, _, _, cut = fit(face.word, partial(self.art.font, "bold"), most, (room, h), Bounds(least))
        if cut or px < least:
            return
        words = self.art.font("bold", px).render(face.word, True, COLOR["ink"])
        tab = anchored(words.get_width() + px // 2, words.get_height(), midleft=(0, h * look["middle"] // 100))
        tab.x = w * look["left"] // 100
        pygame.draw.rect(card, COLOR["vellum"], tab, border_radius=w * 3 // 100)
        pygame.draw.rect(card, COLOR["ink"], tab, max(big, w // 80), border_radius=w * 3 // 100)
        card.blit(words, words.get_rect(center=tab.center))

    def paint_plain(self, card: Surface, face: Face) -> None:
        """The emblem of a card without words, and its corner once more, turned."""
        w, h = card.get_size()
        if not (self.look or face.foot):
            self.turn_corner(card)
        look = CARD[self.look or "plain"]
        grown = self.larger - 1
        side = round(w * look["emblem"] / 100 * (1 - look["give"] * grown / 100))
        middle = look["middle"] - look["rise"] * grown / 100 - face.foot / 4
        y = round(h * middle / 100)
        self.paint_emblem(card, face, anchored(side, side, center=(w // 2, y)))

    def paint_emblem(self, card: Surface, face: Face, rect: Rect) -> None:
        emblem = self.art.picture(face.emblem, rect.h)
        card.blit(emblem, emblem.get_rect(center=rect.center))

    def turn_corner(self, card: Surface) -> None:
        """Copies the top-left corner to the bottom right, turned by 180 degrees."""
        w, h = card.get_size()
        rule = round(w * 0.08)  # the corner within the double rule
        width, height = (min(round(side * self.larger / 3), side // 2) for side in (w, h))
        corner = card.subsurface(Rect(rule, rule, width - rule, height - rule))
        card.blit(pygame.transform.rotate(corner, 180), (w - width, h - height))

    def paint_value(self, card: Surface, value: str) -> None:
        """The points of a figure, on a coin at the bottom left."""
        w = card.get_width()
        r = round(w * 0.12 * min(self.larger, 1.3))
        center = (round(w * 0.1) + r, card.get_height() - round(w * 0.1) - r)
        pygame.draw.circle(card, COLOR["ink"], center, r)
        pygame.draw.circle(card, COLOR["coin"], center, r - max(1, round(w * 0.012)))
        number = self.art.font("number", round(r * 1.3)).render(value, True, COLOR["ink"])
        card.blit(number, number.get_rect(center=center))

    @staticmethod
    def paint_ground(card: Surface, face: Face, big: int) -> None:
        """Vellum with a double rule in the card's colour."""
        whole = card.get_rect()
        bend = round(whole.w * 0.07)
        rim = max(1, round(whole.w * 0.018))
        pygame.draw.rect(card, COLOR["ink"], whole, border_radius=bend)
        inner = whole.inflate(-2 * big, -2 * big)
        pygame.draw.rect(card, COLOR["vellum"], inner, border_radius=bend)
        color = mix(face.color, COLOR["ink"], 0.25)
        soft = max(1, round(bend * 0.7))
        for inset, thick in ((0.035, rim), (0.065, max(1, rim // 2))):
            off = round(whole.w * inset * 2)
            pygame.draw.rect(card, color, whole.inflate(-off, -off), thick, border_radius=soft)

    def paint_field(self, card: Surface, face: Face, big: int) -> None:
        """The colour inside the rule, except for two corners of vellum."""
        whole = card.get_rect()
        inner = whole.inflate(-whole.w * 13 // 100, -whole.w * 13 // 100)
        color = mix(face.color, COLOR["vellum"], 0.12)
        pygame.draw.rect(card, color, inner, border_radius=whole.w * 3 // 100)
        grown = min(1.4, self.larger)  # the free corners hold index and mark
        size = (round(whole.w * 0.26 * grown), round(whole.h * 0.31 * grown))
        rim = max(big, whole.w // 80)
        for corner in (Rect(inner.topleft, size), anchored(*size, bottomright=inner.bottomright)):
            pygame.draw.rect(card, COLOR["vellum"], corner, border_radius=whole.w * 3 // 100)
            pygame.draw.rect(card, COLOR["ink"], corner, rim, border_radius=whole.w * 3 // 100)

    def paint_corner(self, card: Surface, face: Face, big: int) -> None:
        """The index, and the mark under it; beside words they grow less with the letters."""
        w = card.get_width()
        larger = 1 + (self.larger - 1) / 3 if face.name else self.larger
        each = self.each_of(face, w, big)
        font = self.art.font("title", round(w * 0.2 * larger))
        words = f"{face.corner}×" if face.each and not each else face.corner
        index = font.render(words, True, COLOR["ink"])
        ink = index.get_bounding_rect()
        wide = max(ink.w, each.get_width() if each else 0)
        center = max(round(w * 0.165), round(w * 0.085) + wide // 2)
        card.blit(index, (center - ink.w // 2 - ink.x, round(w * 0.1) - ink.y))
        y = round(w * 0.13) + ink.h
        if each:
            y += card.blit(each, each.get_rect(midtop=(center, round(w * 0.1) + ink.h))).h - round(w * 0.03)
        mark = self.art.picture(face.mark, round(w * (0.19 if face.field else 0.15) * larger))
        card.blit(mark, mark.get_rect(midtop=(center, y)))

    def each_of(self, face: Face, w: int, big: int) -> Surface | None:
        """The word under the index, if there is room for it."""
        font = self.art.font("bold", max(LEAST_PX * big, round(w * 0.1)))
        word = font.render(face.each, True, COLOR["ink"]) if face.each else None
        return word if word and word.get_width() < w * 0.26 else None

    def paint_words(self, card: Surface, face: Face, big: int) -> Rect:
        """Marks at the top right; name and text over the foot. Returns the place of the emblem."""
        w, _ = card.get_size()
        side = w * (15 if len(face.marks) < 4 else 11) // 100
        for number, mark in enumerate(face.marks):
            y = w // 10 + number * side * 9 // 8
            card.blit(self.art.picture(mark, side), (w * 91 // 100 - side, y))
        words = (face.name, face.text, face.brief)
        font = self.art.font
        look = CARD["words"]
        wanted = self.app.canvas.least_px * big
        found = set_out_card(card.get_size(), words, look, font, LEAST_PX * big, self.larger, wanted)
        for row in found.rows:
            ink = font(row.face, row.px).render(row.words, True, COLOR["ink"])
            card.blit(ink, ink.get_rect(midtop=(w // 2, row.y)))
        return found.emblem

    @staticmethod
    def paint_pattern(card: Surface, face: Face) -> None:
        """Ticks along the border; number and shape differ for every colour."""
        w, h = card.get_size()
        count = 2 + face.pattern
        r = max(2, round(w * 0.022))
        edge = round(w * 0.05)
        for i in range(1, count + 1):
            x = w * i // (count + 1)
            for y in (edge, h - edge):
                if face.pattern % 2:
                    pygame.draw.circle(card, COLOR["ink"], (x, y), r)
                else:
                    pygame.draw.rect(card, COLOR["ink"], Rect(x - r, y - r, 2 * r, 2 * r))

    def paint_back(self, width: int) -> Surface:
        """The back of the game's cards, scaled down from a large picture, which is quick."""
        name = THEME["backs"][self.app.session.settings.card_back]
        if made := self.made_card(f"{self.game}/{name}"):
            return pygame.transform.smoothscale(made, card_size(width)).convert_alpha()
        large = card_size(max(width, self.app.canvas.area.h // 5))
        back = self.art.fitted(f"{self.game}/{name}", large)
        return pygame.transform.smoothscale(back, card_size(width)).convert_alpha()

    def draw(
        self, canvas: Canvas, sprite: Sprite, rect: Rect, lift: float = 0.0, dim: bool = False
    ) -> Rect:
        """A card at a place, lifted or on its way (its shadow grows, and it turns a little), dimmed, or half turned
        over; returns what is seen of it."""
        motion = self.app.motion
        share = sprite.share(motion) if sprite.start else 1.0
        turned = FLIES * sprite.turned(motion)
        if lift == 1 and not motion.calm:
            turned = DRAGGED
        lift = round(SHADES * max(lift, sprite.height(motion))) / SHADES
        card = sprite.card
        squeeze = 1.0
        if sprite.before != "" and share < 1:
            squeeze = abs(2 * share - 1)
            card = sprite.before if share < 0.5 else sprite.card
        width = max(4, rect.w)
        most = max(sprite.start.w, sprite.rect.w) if sprite.start and share < 1 else width
        picture = self.picture(card, width, dim, most)
        blur = max(2, round(picture.get_width() * (0.05 + 0.06 * lift)))
        shadow = self.art.shadow(picture.get_size(), blur)
        down = round(blur * (0.4 + lift))
        aside = round(down * SLANT)
        if squeeze < 1:
            narrow = max(2, round(shadow.get_width() * squeeze))
            shadow = pygame.transform.scale(shadow, (narrow, shadow.get_height()))
        canvas.blit(shadow, shadow.get_rect(center=rect.center).move(aside, down))
        if squeeze < 1:
            size = (max(2, round(picture.get_width() * squeeze)), picture.get_height())
            picture = pygame.transform.scale(picture, size)
        elif turned:
            picture = pygame.transform.rotozoom(picture, turned, 1)
        place = picture.get_rect(center=rect.center)
        canvas.blit(picture, place)
        return place
