"""The board: the picture of a match, for the games to fill in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import pygame
from pygame import Rect

from ..match import Match
from ..play.lines import Ghost
from ..play.talk import Mood, about
from ..play.words import Cell, Place, Sheet, Telling, telling_of
from ..position import Position
from ..profile.session import Accept
from ..values import Event, Placed
from . import bubble
from .canvas import Canvas, Part
from .cards import Arcade, Cards, Face
from .geometry import RATIO, Point, anchored, card_size, foot_of, split, top_of, trim, wedge_to
from .moment_picture import MomentPainter, lifted, ribbon_at
from .moments import MomentForm, Moments, Occasion, points_of, read_forms
from .painting import dusk_of
from .pointer import Shown, Spot
from .sound import sounds_of
from .stage import Choice, Places, Sprite, Stage, State, fan
from .theme import COLOR, GAME_THEMES, SPACE, THEME, Color, rgb, table_data
from .typeset import ColumnLayout

Found = TypeVar("Found")

TO_COME = ("deck", "nest")  # zones that cards are drawn from
GHOST = 190  # how opaque a card is that does not lie there
LEFT = 75  # and one of the hand that is on trial on the table


class BoardOf(ABC, Generic[State]):
    """The picture of a match: where each card lies, drawn for the one who looks.

    A game's board says where its zones lie (arrange) and draws what is special about it (draw);
    its words say the rest, and assets/GAME/table.toml holds its distances. The cards travel by
    themselves: what the engine reports as events, and the difference between old and new.
    """

    game: ClassVar[str]
    words: ClassVar[type[Telling]] = Telling
    needs: ClassVar[tuple[str, ...]] = ()  # of assets/GAME, files without which it cannot be drawn
    composed: ClassVar[bool] = False  # whether it takes the whole table, and places its sentence itself
    unseen: Sequence[str] = ()  # zones whose cards come and go without being shown
    notched: ClassVar[bool] = True  # whether the last move is marked on its cards
    lifts: ClassVar[tuple[float, float]] = (0.1, 0.16)  # of a card's height, held and pointed at
    seat_colors: ClassVar[tuple[str, str]] = ("gold", "gold")  # of what is one's own, and another's
    leaves: ClassVar[dict[str, str]] = {}  # what can be opened over it: name -> icon
    choices: ClassVar[tuple[str, ...]] = ()  # of the set-up, known to the screen alone
    data: ClassVar[dict[str, Any]]
    space: ClassVar[dict[str, float]]  # distances in units
    shares: ClassVar[dict[str, int]]  # of a length, in hundredths
    signs: ClassVar[dict[str, str]]  # pictures of the things that words name
    forms: ClassVar[dict[str, ColumnLayout]]  # of its sheets
    colors: ClassVar[dict[str, Color]]  # of its cards

    def __init_subclass__(cls) -> None:
        if "game" not in cls.__dict__:
            return
        cls.data = table_data(cls.game)
        cls.space = SPACE | cls.data.get("space", {})
        cls.shares = THEME["share"] | cls.data.get("share", {})
        cls.signs = THEME["signs"] | cls.data.get("signs", {})
        sheets = cls.data.get("sheet", {})
        cls.forms = {name: ColumnLayout.read(form) for name, form in sheets.items()}
        cls.words = telling_of(cls.game) if cls.words is Telling else cls.words
        card = GAME_THEMES[cls.game].get("card", {})
        cls.colors = {name: rgb(text) for name, text in card.items()}

    def __init__(self, app: Arcade, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.app = app
        self.match = match
        self.motion = app.motion
        self.viewer = viewer  # whose cards are face up, None: all
        self.seat = (viewer or 0) if seat is None else seat  # whose side is at the bottom
        self.studied = False  # nothing to come is shown, and no panel opens by itself
        self.area = Rect(0, 0, 1, 1)
        self.hear: Callable[[list[Event]], None] = lambda _: None  # events that were seen
        self.moments = Moments(app.motion, read_forms(self.game))
        self.plates: dict[int, Rect] = {}  # where the seats' plates are, if not on the board
        self.stage: Stage[State] = Stage(self, app.motion)
        self.t = app.session.strings
        self.art = app.art
        self.say = self.words(self)
        self.cards = Cards(app, self.game, self.face)
        self.choice = Choice()
        self.ahead: Position = match  # where ghosts lead
        self.spent: list[str] = []  # cards of the hand that a line on the table has laid
        self.played_here = False  # it is the table of a match, where moments are made much of
        self.last_told: Callable[[], str] = str  # what happened last, in a sentence
        self.tray = Rect(0, 0, 0, 0)  # where the coins of the table lie
        self.under = Rect(0, 0, 0, 0)  # what the words of the coach lie over
        self.mood: Callable[[int], Mood] = lambda _: "calm"  # how a seat looks
        self.unit = 1.0
        self.placed_by = self.tray  # when the cards were put in their places
        self.example = False
        self.past = False  # a match that is over is gone through once more
        self.uncounted: tuple[int, ...] = ()  # what the final count has still to bring each seat
        self.struck: tuple[Place, ...] = ()  # what it has compared and found equal
        self.ended = False  # it lies beside the result
        self.kept: dict[str, tuple[Hashable, Any]] = {}  # what was worked out last, and for what
        self.parts_kept: dict[str, Part] = {}  # what was laid out last
        self.stage.reset()

    @property
    def memory(self) -> bool:
        """Whether the person plays from memory: stacks and piles tell no more than printed cards
        would."""
        open_ = self.example or self.past or self.studied
        return not open_ and self.app.from_memory(self.match)

    @property
    def state(self) -> State:
        """The record's "state" as the viewer sees it."""
        return self.stage.state

    @property
    def playing(self) -> bool:
        """Whether the last move is still being shown."""
        return self.stage.playing

    @property
    def acting(self) -> int | None:
        """Whose turn it is, as far as shown; None once the end has been shown."""
        return self.stage.acting

    @property
    def turn(self) -> int | None:
        """The seat whose plate is lit: the one to act. The viewer's is dark while a move is shown."""
        seat = self.stage.seen.to_act
        return None if self.playing and seat == self.viewer else seat

    def going(self) -> Hashable:
        """What is on its way: as long as it stays the same, the table needs no other layout."""
        return self.stage.going(), tuple(map(self.moments.share, self.moments.gains))

    def under_way(self) -> str:
        """What the table is just showing, in a sentence; "" for a plain move."""
        return ""

    def latest(self) -> str:
        """What the last move brought, in a sentence, once it has been shown; "": as the log says."""
        return ""

    # For the stage

    def sites(self) -> dict[str, Rect]:
        """Places of the table that exist apart from the cards there."""
        return {}

    def placed(self) -> list[Placed]:
        """The cards as the viewer sees them."""
        cards = self.match.cards(self.viewer)
        hidden = TO_COME if self.studied else ()
        return [p._replace(card=None) if p.zone in hidden else p for p in cards]

    def stand_in(self, ghost: Ghost) -> Sprite:
        """The sprite of a ghost."""
        return Sprite(*ghost[:4], up=True)

    def opacity(self, ghost: Ghost) -> int:  # noqa: ARG002
        """How opaque a ghost is, 0 to 255."""
        return GHOST

    def entry(self) -> Rect:
        """Where a new card comes from."""
        return Rect(self.area.centerx, self.area.y, 1, 1)

    def pause_before(self, events: list[Event]) -> str:  # noqa: ARG002
        """Which of the theme's pauses precedes these events."""
        return "pause"

    def glance(self, events: list[Event]) -> bool:  # noqa: ARG002
        """Whether these events wait until the person has seen what they clear away."""
        return False

    def waiting(self) -> str:
        """What the table says while it waits for that."""
        return self.t("table.glance")

    def still(self) -> bool:
        """Whether nothing but cards is moving."""
        return self.moments.still

    def before_group(self, events: list[Event]) -> None:
        """Called before the cards of these events are sent."""

    def after_group(self, events: list[Event]) -> None:
        """Makes much of these events, and counts their points, if somebody plays or watches."""
        if not self.played_here:
            return
        found = sorted(self.occasions(events), key=lambda one: one.amount)
        formed = [(occasion, self.moments.form(occasion)) for occasion in found]
        grand = {form: occasion for occasion, form in formed if form}
        for form, occasion in grand.items():
            self.celebrate(occasion, form, events)
        self.award(events)
        for sound in sounds_of(self.game, events, quiet=bool(grand)):
            self.moments.cue(sound, self.motion.now)

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """What has happened that may be worth a moment."""
        return [Occasion(e.what, e.seat, e.amount) for e in events if e.what]

    def celebrate(self, occasion: Occasion, form: MomentForm, events: list[Event]) -> None:
        """Begins a moment: at once where cards left, otherwise when they lie."""
        left = form.lights == "places"
        lit = occasion.lit or self.lit(occasion, form, events) or self.score_places(occasion.seat)
        medal = self.medal_room() if "medal" in form.paint else None
        key = f"moment.{self.game}.{form.name}"
        words = occasion.told
        if not words and key in self.t:
            words = self.say.of_seat(key, occasion.seat or 0, amount=occasion.amount)
        at = self.motion.now if left else self.stage.landing()
        lit = [rect.copy() for rect in lit]
        lifts = "lift" in form.paint and not self.app.session.settings.reduced_motion
        high = self.lift_place(lit[0], occasion.seen) if lifts else None
        shown = [rect for rect in (medal, high) if rect]
        if not shown and form.lights != "table":
            shown = lit
        ribbon = self.ribbon(words, shown or lit, [*shown, *occasion.seen]) if words else None
        self.moments.begin(form, lit, words, at, ribbon, medal, high, occasion.seen)

    def lift_place(self, lit: Rect, seen: Sequence[Rect]) -> Rect:  # noqa: ARG002
        """Where a moment lifts a thing to. seen: what should stay in view."""
        return lifted(lit, self.light_room())

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:
        """Where the words of a moment stand: near what is lit, where they cover least of the table
        as it was drawn last, and as it will be when the cards lie.

        shown: of what is lit, things and not just a part of the table.
        """
        c = self.app.canvas
        chosen = c.spots[c.chrome :]  # what could be chosen is over with the move
        spots = [*c.spots[: c.chrome], *(spot for spot in chosen if not spot.nav)]
        cards = [*shown, *(sprite.rect for sprite in self.stage.sprites)]
        said = [*(one.ink for one in c.written), *(m.ribbon for m in self.moments.scenes if m.ribbon)]
        area = Rect(c.area.x, self.area.y, c.area.w, c.area.bottom - self.area.y)
        things = list(bubble.things(spots, cards, self.plates.values(), said))
        near = lit[0].unionall(lit[1:])
        if near.w > area.w // 2 and near.h > area.h // 2:  # all around the table
            near = anchored(1, 1, center=near.center)
        return ribbon_at(c, words, near, area, things)

    def light_room(self) -> Rect:
        """What the light of a moment falls on."""
        return self.area

    def medal_room(self) -> Rect | None:
        """In whose middle a medal stands; None: over what is lit."""
        return None

    def lit(self, occasion: Occasion, form: MomentForm, events: list[Event]) -> list[Rect]:
        """What a moment lights, as its form says."""
        if form.lights in ("plate", "table"):
            return self.score_places(occasion.seat if form.lights == "plate" else None)
        cards = self.stage.moving(events, target=form.zone)
        left = form.lights == "places"
        return [card.start if left and card.start else card.rect for card in cards]

    def held_back(self, seat: int) -> int:
        """What the table does not tell yet of a seat's points, because it is still to be counted."""
        return self.uncounted[seat] if self.uncounted else 0

    def score_places(self, seat: int | None) -> list[Rect]:
        """Where the points of a seat are counted; for None, the middle of the table."""
        middle = self.area.inflate(-self.area.w // 2, -self.area.h // 2)
        return [middle if seat is None else self.score_place(seat)]

    def score_place(self, seat: int) -> Rect:
        """Where the points of a seat are counted."""
        return self.plates.get(seat, Rect(self.area.x, self.area.centery, 1, 1))

    def award(self, events: list[Event]) -> None:
        """Counts points to the seats, and lets them fly there from the cards that bring them."""
        for seat, amount in ({} if self.memory else points_of(events)).items():
            at = self.stage.landing()
            cards = [card for card in self.stage.moving(events) if card.seat == seat]
            starts = [card.start or card.rect for card in cards]
            if starts and amount > 0:
                at = self.send_points(amount, starts[0].unionall(starts[1:]), self.score_place(seat))
            self.moments.gain(seat, amount, at, "tally")

    def send_points(self, amount: int, start: Rect, end: Rect) -> float:
        """Lets a number of points fly, and tells when they arrive."""
        at = self.stage.landing()
        if self.app.session.settings.reduced_motion:
            return at
        words = self.t("moment.points", amount=amount)
        return self.moments.fly("", words, start.copy(), end.copy(), at, "points")

    def see(self, events: list[Event]) -> None:
        """Handles events that have been shown."""
        self.moments.arrive()
        if events:
            self.hear(events)

    def at_rest(self) -> None:
        """Called when all of the last move has been seen."""
        self.moments.clear()

    def draw_moments(self, c: Canvas) -> None:
        """Paints what the table makes much of, over all else on it."""
        if not self.moments.scenes and not self.moments.flights:
            return
        solid = [spot.rect for spot in c.spots if spot.accept or spot.tip] + [card.rect for card in c.cards]
        calm = self.app.session.settings.reduced_motion
        painter = MomentPainter(c, calm, self.light_room(), solid)
        c.paint_moving(partial(painter.paint, self.moments))

    # a game's own part

    @abstractmethod
    def face(self, card: str) -> Face:
        """How a card looks."""

    @abstractmethod
    def arrange(self) -> Places:
        """Where every sprite belongs."""

    def draw_bed(self, c: Canvas) -> None:
        """Draws what lies under the sentence of the table."""

    @abstractmethod
    def layout(self, c: Canvas) -> None:
        """Lays out the table as it is now."""

    def task(self) -> str:
        """What the person is to do now, in words."""
        return ""

    @property
    def trying(self) -> bool:
        """Whether a choice waits only to be confirmed."""
        return False

    def tried(self) -> list[Sprite]:
        """The cards of the hand that are seen on the table already, on trial."""
        return []

    def moves_of(self, sprite: Sprite) -> list[str]:
        """The legal moves that a card stands for."""
        return [move for move in self.choice.legal if move.split()[-1] == sprite.card]

    def why(self, sprite: Sprite) -> str:  # noqa: ARG002
        """Why a card stands for no move."""
        return ""

    def target(self, sprite: Sprite) -> str:  # noqa: ARG002
        """The spot to move a chosen card to first."""
        return ""

    def grab(self, sprite: Sprite) -> list[Sprite]:
        """The cards that move along when a card is dragged."""
        self.choice.hold([sprite])
        return [sprite]

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws the state of a seat under its name."""

    def leaf_title(self, name: str) -> str:
        """The title of a leaf."""
        return self.t(f"leaf.{self.game}.{name}")

    def why_closed(self, name: str) -> str:  # noqa: ARG002
        """Why a leaf cannot be opened now; empty if it can."""
        return ""

    def draw_leaf(self, c: Canvas, name: str, area: Rect) -> None:
        """Draws one of the leaves; "end" tells why the match ended as it did."""
        self.draw_sheet(c, area, self.say.sheet(name), name)

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws what decided the match, large; where a game shows nothing of its own, the winners' faces."""
        winners = self.match.winners or [0]
        cells = split(area, len(winners), self.px("gap"), across=True)
        for seat, cell in zip(winners, cells, strict=True):
            side = min(cell.w, cell.h * 4 // 5)
            c.face(self.match.seats, seat, anchored(side, side, center=cell.center), self.game, "pleased")

    def end_words(self) -> str:
        """Why the match ended as it did, in a sentence."""
        return self.t(f"end.why.{self.game}")

    # what all share

    def show(self, events: list[Event]) -> None:
        """Plays out what a move caused."""
        self.stage.show(events)

    def sight(self, zone: str, seat: int | None, place: int | None) -> Rect | None:
        """Where to look: a place of the table, or the cards of a zone, of a seat, or a single
        one."""
        rects = [
            sprite.rect if place is None else self.stage.uncovered(sprite)
            for sprite in self.stage.sprites
            if (sprite.zone == zone and seat in (None, sprite.seat))
            and place in (None, sprite.place)
        ]
        return self.sites().get(zone) or (rects[0].unionall(rects) if rects else None)

    def compared(self, place: Place) -> list[Rect]:
        """What is lit when a place is counted, the place itself first; nothing if it is not shown."""
        rect = self.sight(*place)
        return [rect] if rect else []

    def seat_color(self, seat: int | None) -> str:
        """The colour that frames what is a seat's own when it is counted."""
        return self.seat_colors[0 if seat == self.seat else 1]

    def draw_sheet(self, c: Canvas, area: Rect, sheet: Sheet, form: str) -> None:
        """Draws a table of the game's words."""
        c.sheet(area, sheet, self.forms[form], self.signs)

    def draw_cell(
        self, c: Canvas, rect: Rect, cell: Cell, color: str = "", align: str = "left"
    ) -> None:
        """Draws a field of such a table."""
        picture = self.signs[cell.sign] if cell.sign else ""
        c.cell(rect, cell.text, picture, color or ("gold" if cell.lit else "pale"), align)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.app.seat_name(self.match, seat)

    def others(self) -> list[int]:
        """The other seats, clockwise from the one at the bottom."""
        count = self.match.seats_count
        return [(self.seat + 1 + i) % count for i in range(count - 1)]

    def draw_face(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws who sits at a seat, in the mood of the moment."""
        c.face(self.match.seats, seat, rect, self.game, self.mood(seat))

    def draw_portrait(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws who sits at a seat as a medallion: in a gilt ring when it is to move, otherwise darker
        by a sixth."""
        turn = seat == self.turn
        if turn:
            c.halo(rect.inflate(-rect.w // 8, -rect.h // 8))
        self.draw_face(c, seat, rect)
        side = min(rect.size)
        if turn:
            c.gilt_ring(anchored(side, side, center=rect.center))
        else:
            dusk = c.art.keep(("dusk", side), partial(dusk_of, side))
            c.blit(dusk, dusk.get_rect(center=rect.center))

    def token_of(self, seat: int) -> str:
        """The piece of the kit that stands for a seat: red and round for the own one, blue with cut corners for
        others."""
        return "token-red" if seat == self.seat else "token-blue"

    def draw_name(self, c: Canvas, seat: int, place: Rect, more: str = "") -> None:
        """Draws a player's name on enamel in the colour of its scores. more: what else to say there, if there
        is room."""
        name = self.name(seat)
        both = f"{name} · {more}" if more else name
        room = place.w - self.px("margin")
        sizes = [size for size in ("label", "text", "small") if c.width_of(both, size, "title") <= room]
        words, size = (both, sizes[0]) if sizes else (name, "label")
        wide = min(place.w, c.width_of(words, size, "title") + self.px("border"))
        plate = anchored(wide, place.h, center=place.center)
        c.piece(self.token_of(seat), plate)
        c.text(words, c.inner(plate, "pad", "none"), size, "cream", "center", "title")

    def draw_answers(self, c: Canvas, centers: Sequence[Point], lay: Accept, room: Rect) -> None:
        """Draws a tick that lays what is tried, and a cross that takes it back, at these places within a
        room."""
        side = self.px("answer")
        answers = (("yes", "check", lay), ("no", "cross", self.choice.held.clear))
        for (name, icon, accept), center in zip(answers, centers, strict=True):
            answer = anchored(side, side, center=center).clamp(room)
            tip = self.t(f"{self.game}.answer.{name}")
            c.spots.append(Spot(f"answer_{name}", answer, accept, tip=tip, nav=False))
            c.piece(name, answer)
            c.icon(icon, answer.inflate(-side // 2, -side // 2), "cream")

    def note_seat(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Lets whoever points at a seat read who sits there."""
        tip = f"{about(self.t, self.name(seat))} {self.t.tip(f'level.{self.match.seats[seat]}')}".strip()
        c.note(f"seat{seat}", rect, tip)

    def draw_worth_bar(self, c: Canvas, rect: Rect, share: float | None) -> None:
        """Draws what the position is worth as a bar, gold from below; None: not known yet."""
        c.slab(rect, "night", "slit")
        if share is not None:
            fill = c.inner(rect, "slit", "slit")
            c.slab(foot_of(fill, round(fill.h * max(0.0, min(1.0, share)))), "coin", "slit")
            c.shape(pygame.draw.line, COLOR["cream"], (rect.x, rect.centery), (rect.right, rect.centery), 1)

    def face_place(self, seat: int) -> Rect:  # noqa: ARG002
        """Where a seat's face stands, if the board places it itself; else an empty rect."""
        return Rect(0, 0, 0, 0)

    @property
    def sentence(self) -> Rect | None:
        """Where the sentence of the table stands; None: along the top, outside the board."""
        return None

    def place(self, c: Canvas, area: Rect, example: bool = False) -> None:
        """Places the board for the next picture."""
        if (area, c.unit, example, self.tray) != (self.area, self.unit, self.example, self.placed_by):
            self.area = area.copy()
            self.unit = c.unit
            self.example = example
            self.placed_by = self.tray.copy()
            self.stage.settle(animate=False)
        self.update()

    def update(self) -> None:
        """Updates the board for the next picture: cards that have come to rest, and previews of the
        choice."""
        self.stage.land()

    def once(self, name: str, key: Hashable, work: Callable[[], Found]) -> Found:
        """The named result for a key, computed again only when the key changes."""
        if self.kept.get(name, ())[:1] != (key,):
            self.kept[name] = (key, work())
        found: Found = self.kept[name][1]
        return found

    def px(self, name: str) -> int:
        """Pixels of one of the table's distances."""
        return round(self.space[name] * self.unit)

    def part(self, name: str, length: int) -> int:
        """One of the table's shares of a length."""
        return length * self.shares[name] // 100

    def fan(self, cards: list[Sprite], area: Rect, width: int, arc: int = 0) -> Places:
        """Places for a row of cards centred in an area."""
        return fan(cards, area, card_size(width), self.px("gap"), arc)

    def choose(self, sprite: Sprite) -> None:
        """Handles a press on a card: plays its only move, or holds the card until a target is
        chosen."""
        moves = self.moves_of(sprite)
        if not moves:
            self.app.notice(self.why(sprite), "error")
        elif len(moves) == 1 and not self.target(sprite):
            self.choice.hold([sprite])
            self.choice.play(moves[0])
        else:
            self.choice.hold([] if self.choice.held == [sprite] else [sprite])
            self.app.sound.play("flip")
            if self.choice.held and self.app.input.device != "mouse":
                self.choice.aim(self.target(sprite))

    def drop(self, cards: list[Sprite]) -> None:
        """Handles a card dropped on the table."""
        self.choose(cards[0])

    def note_card(self, c: Canvas, sprite: Sprite, rect: Rect, card: str | None) -> None:
        """Registers where a card is drawn, so that it can be enlarged there and explain why it
        cannot be used."""
        large = partial(self.enlarge, sprite, card)
        c.cards.append(Shown(rect.copy(), large, partial(self.unusable, sprite)))

    def enlarge(self, sprite: Sprite, card: str | None) -> None:
        """Enlarges a card, as far as its face is known."""
        self.app.enlarge(self.cards, card, self.about(sprite, card))

    def about(self, sprite: Sprite, card: str | None) -> str:  # noqa: ARG002
        """The text beside an enlarged card."""
        return self.say.card(card) if card else self.t("card.back")

    def unusable(self, sprite: Sprite) -> str:
        """Why a card cannot be used now, in a sentence."""
        if not self.choice.live:
            return self.choice.idle or self.t("why.shown")
        at = f"why.{self.game}.at.{sprite.zone}"
        if at in self.t:
            return self.t(at)
        if sprite.seat not in (None, self.seat):
            return self.t("why.others", name=self.name(sprite.seat or 0))
        return self.why(sprite) or self.not_now()

    def not_now(self) -> str:
        """Says what the person should do instead."""
        return self.t("why.not_now", task=self.task())

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        """The tooltip of the card under the focus."""
        return "" if moves else self.why(sprite)

    def draw_row(
        self,
        c: Canvas,
        cards: list[Sprite],
        key: str = "hand",
        dim_all: bool = False,
        look: bool = False,
    ) -> None:
        """Cards to choose from, the one under the focus in front.

        Those that stand for no move are dimmed, where others do (dim_all: even if none does).
        look: they can be pointed at by whoever sits at the table.
        """
        choice = self.choice
        active = choice.live or (look and choice.present)
        moves = [self.moves_of(sprite) if active else [] for sprite in cards]
        keys = [f"{key}{number}" for number in range(len(cards))]
        front = keys.index(choice.focus) if active and choice.focus in keys else -1
        for number, sprite in enumerate(cards if active else ()):
            tip = self.tip(sprite, moves[number]) if number == front else ""
            drag = partial(self.grab, sprite) if moves[number] else None
            accept = partial(self.choose, sprite)
            says = partial(self.spoken, sprite, (number + 1, len(cards)), key, moves[number])
            c.spot(Spot(keys[number], sprite.rect, accept, tip=tip, drag=drag, idle=not moves[number], says=says))
        dims = (any(moves) or (dim_all and active)) and not self.playing
        drawn: dict[int, Rect] = {}
        gone = self.gone(cards)
        for number in sorted(range(len(cards)), key=lambda n: n == front):
            dim = number in gone or (dims and not moves[number])
            drawn[number] = self.draw_of_row(c, cards[number], number == front, active, dim)
            if choice.guided and moves[number] and number != front:
                c.frame(drawn[number], "gold", "tight", "close")
        for number, found in enumerate(moves):
            after = drawn.get(number + 1, drawn[number])
            self.draw_worth(c, found, self.worth_line(c, key, drawn[number], after))

    def spoken(self, sprite: Sprite, at: tuple[int, int], row: str, moves: list[str]) -> str:
        """A card of a row, read out: what it is, the how manieth of how many, and whether it can be used."""
        t, card = self.t, self.say.spoken(sprite.card) if sprite.card else self.t("card.hidden")
        found = [t("speech.card", card=card, at=at[0], of=at[1], place=t(f"speech.place.{row}"))]
        if sprite in self.choice.held:
            found.append(t("speech.chosen"))
        elif self.choice.live and not moves:
            found.append(t("speech.idle"))
        return ", ".join([*found, *self.worth_spoken(moves)])

    def reading(self) -> list[str]:
        """What lies on the table, read out, as far as the viewer sees it."""
        return self.say.reading(self.placed())

    def worth_spoken(self, moves: list[str]) -> list[str]:
        """What the best of some moves is worth, where that is shown; and that no move is better."""
        advice = self.choice.advice
        if not advice or not moves:
            return []
        top, best = self.say.best_of(advice, moves)
        shown = self.choice.values and top and not self.memory
        found = [self.t("speech.worth", worth=self.say.worth_of(top))] if shown and top else []
        return [*found, self.t("mark.best")] if (best if self.choice.values else advice.shown in moves) else found

    def gone(self, cards: list[Sprite]) -> set[int]:
        """The numbers of the cards that a line on the table has laid."""
        source = "pack" if self.stage.of("pack", self.seat) else "hand"
        left, found = [*self.spent], set()
        for number, sprite in enumerate(cards):
            if sprite.zone == source and sprite.card in left:
                left.remove(sprite.card)
                found.add(number)
        return found

    def draw_of_row(self, c: Canvas, sprite: Sprite, front: bool, active: bool, dim: bool) -> Rect:
        """Draws a card of a row, lifted and framed if pointed at or held; returns its rect."""
        held = active and sprite in self.choice.held
        if held or front or self.choice.guided or self.choice.advice:
            self.follow(sprite)
        if held and sprite in self.tried():
            return self.draw_left(c, sprite)
        lift = self.lifts[0] if held else 0.0
        lift = self.lifts[1] if front else lift
        if lift:
            lift = self.free_lift(c, sprite.shown(self.motion), lift)
        rect = self.draw_sprite(c, sprite, lift, dim)
        if held:
            c.frame(rect.inflate(2, 2), thick="tight")
        if front:
            c.focus_frame(rect)
        return rect

    def draw_left(self, c: Canvas, sprite: Sprite) -> Rect:
        """Draws faintly where a card lay that is on trial on the table; returns its rect."""
        rect = sprite.shown(self.motion)
        self.note_card(c, sprite, rect, sprite.card)
        c.blit(self.cards.ghost(sprite.card, rect.w, LEFT), rect)
        return rect

    def free_lift(self, c: Canvas, rect: Rect, lift: float) -> float:
        """The lift of a card as a share of its height, limited by words above it."""
        height = round(rect.h * lift)
        over = Rect(rect.x, rect.y - height, rect.w, height)
        words = [one.ink.bottom for one in c.written if one.ink.colliderect(over)]
        if not words:
            return lift
        return max(0, rect.y - max(words) - c.px("tight")) / rect.h

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """A line across the visible upper part of an overlapped card; its corners stay in view."""
        width = min(rect.w, after.x - rect.x) if after.x > rect.x else rect.w
        return Rect(rect.x, rect.y + self.part("ribbon", c.usual) - c.usual, width, c.usual)

    def draw_worth(self, c: Canvas, moves: list[str], rect: Rect, down: bool = False) -> None:
        """Draws the best value of some moves on a dark ribbon that grows upwards or downwards, with
        a star if no move is better."""
        advice = self.choice.advice
        if not advice or not moves:
            return
        top, best = self.say.best_of(advice, moves)
        words = self.say.worth_of(top) if self.choice.values and top else ""
        words = "" if self.memory else words
        starred = best if self.choice.values else advice.shown in moves
        r = min(max(8, self.px("star")), rect.h // 2)
        beside = starred and rect.w > 5 * r
        if words:
            lines = words.count("\n") + 1
            rect = top_of(rect, rect.h * lines) if down else foot_of(rect, rect.h * lines)
            c.blit(c.veil(rect.size, 205), rect)
            room = trim(rect, left=2 * r)
            beside = beside and bool(c.first_fit([words], room, "small", "number", lines))
            room = room if beside else rect
            c.text(words, room, "small", "gold" if best else "pale", "center", "number", lines)
        if starred:
            y = rect.bottom + r if down else rect.y - r
            center = (rect.x + r, rect.centery) if beside else (rect.centerx, y)
            c.star(center, r, advice.proof != "estimate")

    def draw_ghosts(
        self, c: Canvas, ghosts: list[Ghost], color: str = "gold", star: str = ""
    ) -> None:
        """Draws ghosts: framed cards at the places that moves would bring them to. A single move
        gets a star, several get their numbers."""
        many = len({ghost.number for ghost in ghosts}) > 1
        for ghost, room in self.stage.ghost_places(ghosts).items():
            rect = room
            if room.h > room.w:
                rect = anchored(*card_size(min(room.w, round(room.h * RATIO))), center=room.center)
                picture = self.cards.ghost(ghost.card, rect.w, self.opacity(ghost), not ghost.up)
                c.blit(picture, rect)
            self.point_out(c, rect, color, str(ghost.number) if many else star)

    def point_out(self, c: Canvas, rect: Rect, color: str, sign: str = "wedge") -> None:
        """Draws a frame around the thing that the text is about, with a wedge, a number, an icon or
        nothing."""
        c.frame(rect, color, "tight", "close")
        side = min(rect.w, rect.h, max(c.line, c.px("broad")))
        mark = anchored(side, side, midtop=rect.midtop)
        words = [written.ink for written in c.written]
        corners = wedge_to(rect, c.px("wedge"), self.area, words) if sign == "wedge" else []
        if corners:
            c.shape(pygame.draw.polygon, COLOR["gold"], corners)
            c.shape(pygame.draw.polygon, COLOR["night"], corners, max(1, c.px("hair")))
        elif sign.isdigit():
            c.shape(pygame.draw.circle, COLOR["night"], mark.center, side // 2)
            c.layer += 1
            c.text(sign, mark, "text", color, "center", face="number")
        elif sign not in ("", "wedge"):
            c.icon(sign, mark)

    def draw_sprite(self, c: Canvas, sprite: Sprite, lift: float = 0.0, dim: bool = False) -> Rect:
        """Draws a card where it is now; returns its rect. One that moves on its own is drawn by the canvas,
        wherever it is by then."""
        if c.drawing or sprite.start is None or sprite.rests(self.motion) or sprite in self.app.pointer.dragging:
            return self.draw_card(c, sprite, lift, dim)
        watched = self.motion.watched
        rect = sprite.shown(self.motion)
        self.motion.watched = watched
        self.note_card(c, sprite, rect, sprite.card)
        c.paint_moving(partial(self.draw_card, c, sprite, lift, dim))
        return rect

    def follow(self, sprite: Sprite) -> None:
        """Notes that something is drawn beside a card, which goes with it while it moves."""
        if not sprite.rests(self.motion):
            self.motion.watched = True

    def draw_card(self, c: Canvas, sprite: Sprite, lift: float, dim: bool) -> Rect:
        """Draws a card where it is now, and what is drawn on it; returns its rect."""
        rect = sprite.shown(self.motion)
        if lift:
            rect.y -= round(rect.h * lift)
        dragged = self.app.pointer.dragging
        if sprite in dragged:
            lift = 1.0
            rect.center = self.app.pointer.at
            rect.x += dragged.index(sprite) * self.part("dragged", rect.w)
        marked = self.notched and not self.example and self.lately(sprite) and sprite.rests(self.motion)
        cards = self.cards_of(sprite)
        if marked or sprite in dragged or self.motion.busy:
            seen = self.draw_lying(c, sprite, rect, cards, lift, dim)
            if marked:
                self.draw_badge(c, seen)
            return rect
        key = (cards, sprite.card, tuple(rect), lift, dim)
        c.part(sprite.kept, "card", key, partial(self.draw_lying, c, sprite, rect, cards, lift, dim))
        if self.app.paints < 0:  # it may not be painted as it should be
            sprite.kept.clear()
        return rect

    def draw_lying(self, c: Canvas, sprite: Sprite, rect: Rect, cards: Cards, lift: float, dim: bool) -> Rect:
        """Draws a card at a place, and registers it there; returns what is seen of it."""
        if sprite not in self.app.pointer.dragging:
            self.note_card(c, sprite, rect, sprite.card)
        return cards.draw(c, sprite, rect, lift, dim)

    def cards_of(self, sprite: Sprite) -> Cards:  # noqa: ARG002
        """How a card is drawn where it lies."""
        return self.cards

    def lately(self, sprite: Sprite) -> bool:
        """Whether a card is marked as one of the last move."""
        return bool(self.stage.last) and sprite.spot in self.stage.last

    def draw_badge(self, c: Canvas, card: Rect) -> None:
        """Marks a card of the last move with the face of who made it; pointing at it tells what
        happened."""
        mover = self.stage.mover
        side = min(self.px("laid_by"), card.w * 45 // 100)
        gap = max(2, side // 12)
        badge = anchored(side, side, topright=(card.right - 2 * gap, card.y + 2 * gap))
        if mover is not None:
            rim = COLOR["own" if mover == self.seat else "other"]
            c.shape(pygame.draw.aacircle, rim, badge.center, side // 2 + gap)
            self.draw_face(c, mover, badge)
            c.note("badge", badge, self.last_told())


Board = BoardOf[Any]  # that of any game
