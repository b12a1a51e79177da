"""The board: the picture of a match, for the games to fill in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from pygame import Rect

from ..match import Match
from ..play.lines import Ghost
from ..play.talk import Mood
from ..play.words import Place, Telling, telling_of
from ..position import Position
from ..values import Event, Placed
from .canvas import Canvas, Part
from .card_row import CardRow
from .cards import Arcade, Cards, Face
from .celebration import Celebration
from .geometry import anchored, card_size, split
from .moment_picture import lifted
from .moments import Occasion
from .painting import glow_around
from .seats import Seats
from .sprite_painter import SpritePainter
from .stage import Choice, Places, Sprite, Stage, State, fan
from .theme import GAME_THEMES, SPACE, THEME, Color, rgb, table_data
from .typeset import ColumnLayout

Found = TypeVar("Found")

TO_COME = ("deck", "nest")  # zones that cards are drawn from
GHOST = 190  # how opaque a ghost card is, of 255


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
    # How far a card is lifted that is held, and pointed at, in card heights.
    lifts: ClassVar[tuple[float, float]] = (0.1, 0.16)
    tokens: ClassVar[tuple[str, ...]] = ()  # the piece of the kit for each seat, if not own red and other's blue
    popups: ClassVar[dict[str, str]] = {}  # what can be opened over it: name -> icon
    choices: ClassVar[tuple[str, ...]] = ()  # options of the set-up that are no rules, such as how the table looks
    data: ClassVar[dict[str, Any]]
    space: ClassVar[dict[str, float]]  # distances in units
    shares: ClassVar[dict[str, int]]  # shares of a length, in hundredths
    signs: ClassVar[dict[str, str]]  # pictures of the things that words name
    forms: ClassVar[dict[str, ColumnLayout]]  # layouts of the game's sheets
    colors: ClassVar[dict[str, Color]]  # colours of the game's cards

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
        self.viewer = viewer  # the seat whose cards are face up; None: all
        self.seat = (viewer or 0) if seat is None else seat  # the seat at the bottom
        self.studied = False  # nothing to come is shown, and no panel opens by itself
        self.area = Rect(0, 0, 1, 1)
        self.hear: Callable[[list[Event]], None] = lambda _: None  # events that were seen
        self.plates: dict[int, Rect] = {}  # where the seats' plates are, if not on the board
        self.stage: Stage[State] = Stage(self, app.motion)
        self.celebration = Celebration(self)
        self.moments = self.celebration.moments
        self.painter = SpritePainter(self)
        self.card_row = CardRow(self)
        self.seats = Seats(self)
        self.t = app.session.strings
        self.art = app.art
        self.say = self.words(self)
        scenes = range(1, self.data.get("scenes", 1) + 1)
        self.scenes = [Cards(app, self.game, self.face, scene=scene) for scene in scenes]
        self.cards = self.scenes[0]
        self.choice = Choice()
        self.ahead: Position = match  # where ghosts lead
        self.lit_for: tuple[Sprite, ...] = ()  # the chosen cards whose places have been lit
        self.spent: list[str] = []  # cards of the hand that a line on the table has laid
        self.played_here = False  # whether moments and flying points are shown, as at the table of a match
        self.last_told: Callable[[], str] = str  # what happened last, in a sentence
        self.tray = Rect(0, 0, 0, 0)  # where the coins of the table lie
        self.banner = Rect(0, 0, 0, 0)  # where the ribbon with the sentence of the table is
        self.under = Rect(0, 0, 0, 0)  # what the words of the coach lie over
        self.banner = Rect(0, 0, 0, 0)  # of the sentence of the table; empty where none stands
        self.mood: Callable[[int], Mood] = lambda _: "calm"  # how a seat looks
        self.unit = 1.0
        self.placed_by = self.tray  # when the cards were put in their places
        self.example = False
        self.past = False  # a match that is over is gone through once more
        self.uncounted: tuple[int, ...] = ()  # what the final count has still to bring each seat
        self.struck: tuple[Place, ...] = ()  # places that the final count compared and found equal
        self.ended = False  # whether the board stands beside the result
        self.kept: dict[str, tuple[Hashable, Any]] = {}  # results of once(), each with its key
        self.parts_kept: dict[str, Part] = {}  # parts of the picture as laid out last
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
    def turn(self) -> int | None:
        """The seat whose plate is lit: the one to act. The viewer's is dark while a move is shown."""
        seat = self.stage.seen.to_act
        return None if self.stage.playing and seat == self.viewer else seat

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

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """What the coach's words should leave in view whatever has happened, by its kind: the own hand, cards in the
        middle of the table, other cards, and all other parts."""
        for sprite in self.stage.sprites:
            yield "hand" if sprite.zone == "hand" and sprite.seat == self.seat else "table", sprite.rect
        yield from (("parts", rect) for rect in self.sites().values())

    def kept_clear(self) -> Iterable[Rect]:
        """What else than cards is never covered by what is said at the table."""
        return ()

    def entry(self) -> Rect:
        """Where a new card comes from."""
        return Rect(self.area.centerx, self.area.y, 1, 1)

    def placed(self) -> list[Placed]:
        """The cards as the viewer sees them."""
        cards = self.match.cards(self.viewer)
        hidden = TO_COME if self.studied else ()
        return [p._replace(card=None) if p.zone in hidden else p for p in cards]

    def stand_in(self, ghost: Ghost) -> Sprite:
        return Sprite(*ghost[:4], up=True)

    def opacity(self, ghost: Ghost) -> int:  # noqa: ARG002
        """How opaque a ghost is, 0 to 255."""
        return GHOST

    def pause_before(self, events: list[Event]) -> str:  # noqa: ARG002
        """Which of the theme's pauses precedes these events."""
        return "pause"

    def held_up(self, events: list[Event]) -> str:  # noqa: ARG002
        """What the table says while these events wait until the person has seen what they clear away; "" if they
        do not wait."""
        return ""

    def still(self) -> bool:
        """Whether nothing but cards is moving."""
        return self.moments.still

    def before_group(self, events: list[Event]) -> None:
        """Called before the cards of these events are sent."""

    def after_group(self, events: list[Event]) -> None:
        """Makes much of these events, and counts their points."""
        self.celebration.mark(events)

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """What has happened that may be worth a moment."""
        return [Occasion(e.what, e.seat, e.amount) for e in events if e.what]

    def points_from(self, seat: int, events: list[Event]) -> Rect | None:
        """Where points start that these events bring a seat: at its cards that move; None if none do."""
        cards = [card for card in self.stage.moving(events) if card.seat == seat]
        starts = [card.start or card.rect for card in cards]
        return starts[0].unionall(starts[1:]) if starts else None

    def lift_place(self, lit: Rect) -> Rect:
        """Where a moment lifts a thing to."""
        return lifted(lit, self.light_room())

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect | None:  # noqa: ARG002
        """Where the words of a moment stand; None: near what is lit, where they cover least. shown: of what is
        lit, things and not just a part of the table."""
        return None

    def light_room(self) -> Rect:
        """What the light of a moment falls on."""
        return self.area

    def medal_room(self) -> Rect | None:
        """In whose middle a medal stands; None: over what is lit."""
        return None

    def held_back(self, seat: int) -> int:
        """What the table does not tell yet of a seat's points, because it is still to be counted."""
        return self.uncounted[seat] if self.uncounted else 0

    def score_place(self, seat: int) -> Rect:
        """Where the points of a seat are counted."""
        return self.plates.get(seat, Rect(self.area.x, self.area.centery, 1, 1))

    def see(self, events: list[Event]) -> None:
        """Handles events that have been shown."""
        self.moments.arrive()
        if events:
            self.hear(events)

    def at_rest(self) -> None:
        """Called when all of the last move has been seen."""
        self.moments.clear()

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

    def popup_title(self, name: str) -> str:
        return self.t(f"popup.{self.game}.{name}")

    def why_closed(self, name: str) -> str:  # noqa: ARG002
        """Why a popup cannot be opened now; empty if it can."""
        return ""

    def draw_popup(self, c: Canvas, name: str, area: Rect) -> None:
        """Draws what a popup shows; "end" tells why the match ended as it did."""
        c.sheet(area, self.say.sheet(name), self.forms[name], self.signs)

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws what decided the match, large; where a game shows nothing of its own, the winners' faces."""
        winners = self.match.winners or [0]
        cells = split(area, len(winners), self.px("gap"), across=True)
        for seat, cell in zip(winners, cells, strict=True):
            side = min(cell.w, cell.h * 4 // 5)
            c.face(self.match.seats, seat, anchored(side, side, center=cell.center), self.game, "pleased")

    def ended_by(self) -> str:
        """Why a finished match was over, in a short sentence; "" where that goes without saying."""
        return ""

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

    def name(self, seat: int) -> str:
        return self.app.seat_name(self.match, seat)

    def others(self) -> list[int]:
        """The other seats, clockwise from the one at the bottom."""
        return self.say.around()[:-1]

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
        held = tuple(self.choice.held) if self.choice.live else ()
        if held != self.lit_for:
            self.lit_for = held
            if held:
                self.motion.light()

    def draw_light(self, c: Canvas, place: Rect, bend: int) -> None:
        """Draws light around a place that can be pressed for a chosen card: it breathes for a while, then stays."""
        reach = c.px("margin")
        light = c.art.keep(("lit", place.size, reach), partial(glow_around, place.size, reach, bend, "coin"))
        around = place.inflate(2 * reach, 2 * reach)

        def paint() -> None:
            light.set_alpha(round(255 * self.motion.breath))
            c.blit(light, around)

        if self.motion.breathes:
            c.paint_moving(paint)
        else:
            light.set_alpha(255)
            c.blit(light, around)

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

    def brings(self, sprite: Sprite) -> str:  # noqa: ARG002
        """What a card that may be chosen would bring, read out; "" where the table shows nothing of that."""
        return ""

    def reading(self) -> list[str]:
        """What lies on the table, read out, as far as the viewer sees it."""
        return self.say.reading(self.placed())

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """A line across the visible upper part of an overlapped card; its corners stay in view."""
        width = min(rect.w, after.x - rect.x) if after.x > rect.x else rect.w
        return Rect(rect.x, rect.y + self.part("ribbon", c.usual) - c.usual, width, c.usual)

    def draw_ghosts(
        self, c: Canvas, ghosts: list[Ghost], color: str = "gold", star: str = ""
    ) -> None:
        """Draws ghosts, and what is to be read on them."""
        self.painter.ghosts(c, ghosts, color, star)

    def point_out(self, c: Canvas, rect: Rect, color: str, sign: str = "wedge") -> None:
        """Frames the thing that the text is about."""
        self.painter.point_out(c, rect, color, sign)

    def set_back(self, sprite: Sprite) -> bool:  # noqa: ARG002
        """Whether a card of a row that can be chosen stands back, because others are chosen."""
        return False

    def shines(self, sprite: Sprite) -> bool:  # noqa: ARG002
        """Whether light falls on a card of a row, because another concerns it."""
        return False

    def draw_on_card(self, c: Canvas, sprite: Sprite, rect: Rect) -> None:
        """Draws what is to be read on a card, drawn at rect."""

    def cards_of(self, sprite: Sprite) -> Cards:
        """How a card is drawn where it lies: those of one picture that lie together share it among its scenes."""
        if sprite.card is None:
            return self.cards
        if sprite.scene is None:
            picture = self.face(sprite.card).emblem
            beside = [s for s in self.stage.of(sprite.zone, sprite.seat) if s.card and s.scene is not None]
            shown = [s.scene for s in beside if self.face(str(s.card)).emblem == picture]
            sprite.scene = min(range(len(self.scenes)), key=shown.count)
        return self.scenes[sprite.scene]

    def lately(self, sprite: Sprite) -> bool:
        """Whether a card is marked as one of the last move."""
        return bool(self.stage.last) and sprite.spot in self.stage.last

Board = BoardOf[Any]  # that of any game
