"""Hoard: an offline arcade of dragon card games, full screen, with mouse, touch, keys or pad.

This file is the arcade: the app, its scenes, and the boards of the games. It knows no rule and no
search; what scenes and boards are made of is in native/screen, what they say in native/*/words.py,
their data in assets/theme.toml and, for one game, in assets/GAME.

Scenes
    Scene           what every scene is: placed, drawn, and asked about input
    Title           the games to choose from, what waits, the way to everything else
    Ask             a question with yes and no, or a message
    Waiting         something long is read, piece by piece, and can be stopped
    Welcome         the first start: who plays, and a first game
    Menu            a column of buttons
    Naming          a name, typed or picked from letters on the screen
    LessonFirst     the first start of a game: a lesson, or the match at once
    SetUp           the start page of a game: whom to play against
    MoreSetUp       the rest of the set-up: length, options, seats, the deal
    Options         all settings, in groups
    Keys            keys and controller buttons, each of which can be changed
    Listing         a list that scrolls
    KeptList        the saved matches of a game
    LittleTables    thumbnails of tables
    Statistics      four pictures, and the numbers behind them
    Records         finished matches, to open, copy, paste and delete
    Treasury        all treasures, how each is earned and when it was
    Roll            a page of rows and buttons
    Calendar        the daily deals of a month
    Gallery         the players, side by side
    Duplicate       a duplicate match: its two tables, and what is set up or came of them
    Rules           the rules of a game, with examples on its board
    Fairness        how the dragons play, and how that is checked

The table
    Sides           the parts of a wide table
    TableScene      a match being played
    Popup           a sheet over the table, drawn by the board
    Enlarged        a card, large, with its description
    Why             a move beside a better one
    Pause           the menu of a match
    More            the tray unfolded: every command with its name and key

The boards of the games
    LineScore       the score of a line of Dragon Master
    DuelBoard       Dragon Master
    WarsBoard       Dragon Wars
    HeartBoard      Dragonheart
    TricksBoard     Dragonmaster: how it is drawn and played
    TaleBoard       Fairy Tale

Lessons and puzzles
    Lessons         the courses of a game, step by step
    Puzzles         which puzzles are wanted: theme, ratings, own mistakes
    StudyScene      a table with a task

The end of a match
    CountParts      the parts of the final count
    ResultParts     the parts of the result
    EndScene        the final count, who has won, what to do next
    EndNumbers      all numbers of a finished match
    DealDetails     what a deal was worth, what the play gave away, and luck

The other table
    OtherTable      two matches of one deal side by side

Review
    ReviewParts     where things lie in the review
    SummaryRow      a paragraph of its summary
    Review          what each move of a match cost, and what was better
    Again           the position of a mistake, to find the better move

The app
    App             the window, the stack of scenes, and the loop
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from native import start

    raise SystemExit(start.main())

import argparse
import json
import math
import os
import random
import re
import time
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, cast

from native.screen.window import TITLE, open_display, opened, wish  # first: SDL is told there how to behave

# isort: split
import pygame
from pygame import Rect, Surface

from native import GAMES, BadMove, BadRecord, Event, Match, Placed, Position, parts, program
from native.duel.plan import FELT as FELT_SHARE
from native.duel.plan import SIDE, Span
from native.duel.plan import Plan as DuelPlan
from native.duel.plan import Setting as DuelSetting
from native.duel.state import State as DuelState
from native.duel.words import DuelTelling, Lines, Spotted
from native.games import WRONG
from native.heart.plan import Plan as HeartPlan
from native.heart.plan import Setting as HeartSetting
from native.heart.state import State as HeartState
from native.heart.words import HeartTelling, aims, fitting, holding, kind_of
from native.heart.words import read as read_heart
from native.play import luck
from native.play.coach import Comparison
from native.play.duplicate import MatchPair
from native.play.judge import Verdict
from native.play.lengths import KEY as LENGTH
from native.play.lengths import made
from native.play.lessons import Course, Step, courses, step_about
from native.play.lines import Ghost, brought, ghosts_of
from native.play.live_match import LOG_PAGE, LiveMatch, result
from native.play.luck import Account, kept_by
from native.play.match_setup import LEVELS, MatchSetup, flames_of
from native.play.match_words import MatchWords, places
from native.play.puzzle_finder import MinedPuzzles
from native.play.puzzles import Puzzle, PuzzleBook, PuzzlePick, pack, themes
from native.play.review import Grader
from native.play.review_walk import ReviewWalk, SecondTry, costliest, own_seat
from native.play.study import (
    ANY_PUZZLE,
    LessonStudy,
    PuzzleStudy,
    Said,
    Study,
    StudyMatch,
    next_way,
    offered,
    rating_text,
    theme_text,
)
from native.play.talk import Mood, Talk, about, plays_like
from native.play.talk import Said as Spoken
from native.play.words import Cell, LogLine, Place
from native.profile import hoard as hoards
from native.profile import statistics
from native.profile.achievements import Treasure, treasures_by_game, treasures_by_name
from native.profile.calendar import date_text
from native.profile.daily_result import DailyResult
from native.profile.guide import Guide, is_beginner, is_newcomer, needs_names
from native.profile.hoard import found_text
from native.profile.pages import (
    CalendarDay,
    CalendarPage,
    DuplicatePage,
    DuplicateSetup,
    Page,
    PageRow,
    Players,
    contest_page,
)
from native.profile.reminders import Reminder, reminders, week_lines
from native.profile.session import Accept, Button, Session
from native.screen import (
    blow_picture,
    bubble,
    hoard_picture,
    luck_picture,
    moment_picture,
    podium_picture,
    reading,
    rooms,
    statistics_cards,
    sunken,
    window,
)
from native.screen.art import DRAWN, ROOMS, Art, png_of
from native.screen.bindings import REMAPPABLE, Action, Input, heed_signals
from native.screen.board import Board, BoardOf
from native.screen.canvas import Canvas, Paragraph
from native.screen.cards import Cards, Face
from native.screen.cave import STEP, Cave
from native.screen.coach_place import KEYS, CoachBox, box_in, coach_place
from native.screen.finale import Entry, Finale
from native.screen.geometry import (
    RATIO,
    Point,
    Size,
    anchored,
    bend_of,
    best_cells,
    card_size,
    columns,
    foot_of,
    grid,
    head_of,
    rows_in,
    shared,
    split,
    split_at,
    stacked,
    tiles,
    top_of,
    trim,
    two_columns,
)
from native.screen.header_footer import (
    above_footer,
    below_heading,
    footer,
    footer_height,
    heading,
    on_paper,
    paper_page,
)
from native.screen.kit import picture_of
from native.screen.map_picture import (
    drift,
    edged,
    gilded,
    gold_arrow,
    in_snow,
    inked,
    shade_of,
    standing,
    thrown,
    thrown_at,
    turning_back,
    warmed,
)
from native.screen.moment_picture import ribbon_in
from native.screen.moments import Occasion
from native.screen.motion import Motion, ease
from native.screen.narrator import Chosen, Narrator
from native.screen.painting import SHALLOW, hollow_of, shaded
from native.screen.pointer import FAR, HAND, OTHERS, Pointer, Spot, first_on, spot_of
from native.screen.scanning import Scanner
from native.screen.sound import Sound
from native.screen.speech import announce
from native.screen.sprite_painter import OPAQUE
from native.screen.stage import Choice, Places, Sprite, in_rows
from native.screen.theme import (
    COLOR,
    GAME_THEMES,
    LEAST_PX,
    MOTION,
    THEME,
    mix,
    rgb,
    slug,
    wear,
)
from native.screen.tooltips import Covered, Toasts, tip_place
from native.screen.tray import Tray
from native.screen.typeset import ColumnLayout
from native.search import trim_memory
from native.store.fault_reports import faults_reported, keep_report
from native.store.leftovers import clear_leftovers
from native.store.people import Person, Reading, plain_name, typed
from native.store.places import put_picture
from native.store.saves import afresh
from native.store.startup import data_folder
from native.streams import InputError, complain, drop_output, shortage
from native.strengths import KEY as STRENGTHS
from native.strengths import Opponent
from native.strings import capital
from native.tale.plan import HALF, PAGES, ROWS
from native.tale.plan import Plan as TalePlan
from native.tale.plan import Setting as TaleSetting
from native.tale.state import State as TaleState
from native.tale.words import FACTIONS, NOTHING, ROMAN, Band, Reveal, TaleTelling, difference, plain, signed
from native.tools.arguments import arcade_parser
from native.tricks.actions import SUITS
from native.tricks.plan import Plan as TricksPlan
from native.tricks.plan import Setting as TricksSetting
from native.tricks.state import State as TricksState
from native.tricks.words import CALLS, KINDS, RANKS, TricksTelling, counted, flying
from native.values import Row as Points
from native.wars.blow import HITS, OUTCOMES, Blow
from native.wars.followed import followed
from native.wars.plan import Plan as WarsPlan
from native.wars.plan import Setting as WarsSetting
from native.wars.plan import order as battle_order
from native.wars.plan import uncovered
from native.wars.staging import staged
from native.wars.state import SIDES, SUMS, Side, side_of
from native.wars.state import State as WarsState
from native.wars.words import WarsTelling

# ---- constants -----------------------------------------------------------------------------------

LOOKS = ("table", "card_back")  # options of how a table looks
FPS_MOVING = 60
FPS_BREATH = 10
LEANS = (0, 9, -7, 4, -11, 6, -4)  # of the stones of a heap, in degrees
LID_EDGE, LID_PAPER = 4, 42  # of a lid in percent: its frame, of the width; its parchment, of the height
IDLE_NAP_MS = 25
REDRAWN = (pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED, pygame.KEYMAPCHANGED)
FREE = 1 << 30
LITTLE = (1120, 630)  # a table is drawn at this size before it is scaled down
FIRST = LEVELS[0]  # whom one meets first
BIN = 100  # of puzzle ratings, that a bar stands for
MOST_WAYS = 4  # buttons of a lesson or a puzzle; fewer stand at the bottom, where they always are
FEW_WAYS = 3  # for which a narrow screen has room
ALWAYS = ("help", "menu", "enlarge", "first", "last")  # what can be done in lessons and puzzles too
SHEETS = ("reference", "cards")  # popups that tell of the cards: at hand there too
VAIN = 110  # how opaque a card is that does not count in a battle
OFF_STAGE = Rect(-400, -400, 20, 28)  # what is not shown
PLAIN = "table/walnut"  # what pages lie on
HALL = "table/hall"  # and those with pictures
MONTH_SHARE = 54  # of the width of the calendar that the month takes, in percent
NARROW_MONTH = 46  # on a screen of 4:3
HEAD_SHARE = 90  # of the height of a row that a heading among options takes, in percent
ASKED = ("again", "where", "table", "score")  # what the keys of speech are for
LARGER_RULES = 118  # percent of the usual size, that the text of a page of rules has if there is room
SHOWN_CARDS = 3  # of a step of a lesson, on the page of all of them
SKETCHED = 4  # cards of a hand that stand for a game
FRAME = 0.8  # of a portrait with its name: width to height
EMBLEM_SHARE = 88  # of the height of a thumbnail that the emblem in its place takes, in percent
LONGEST_HEAD = 40  # letters of a question that heads a dialog
PICTURE_BYTES = 16_000_000  # kept besides two and a half pictures of the whole screen

Found = TypeVar("Found")


# ---- scenes --------------------------------------------------------------------------------------


class Scene(ABC):
    """One screen: lays itself out on a canvas and answers what the app asks it.

    A picture takes three passes: update and place change the scene; layout only reads it, and tells the
    canvas what lies where, what is written and what can be pressed; then the canvas draws.

    Overlays leave what lies under them in view; idle scenes let the app work in the background.
    """

    overlay = False
    idle = True
    busy = False  # works in each round of the loop, which takes no nap meanwhile
    felt = "hall"
    ground = ""  # the picture that it lies on, instead of the felt
    music = ""
    topic = ""  # where the words of its buttons are found
    field = ""  # the spot into which letters go wherever the focus is
    takes_all = False  # whether the next key is its own, whatever it does elsewhere

    def __init__(self, app: App) -> None:
        self.app = app
        self.t = app.session.strings
        self.focus = ""

    def played(self) -> int:
        """The moves played in the match on this scene; the music follows it."""
        return 0

    def update(self) -> None:  # noqa: B027
        """Takes over what has changed since the last picture."""

    def place(self, c: Canvas) -> None:  # noqa: B027
        """Places its boards and lists for the next picture."""

    @abstractmethod
    def layout(self, c: Canvas) -> None:
        """Tells the canvas what lies where, what is written, and what can be pressed."""

    def settled(self, c: Canvas) -> str:  # noqa: ARG002
        """The spot that should have the focus in the picture just drawn."""
        return self.focus

    def act(self, action: Action) -> bool:  # noqa: ARG002
        """Answers an action that belongs to no spot; true if something changed."""
        return False

    def take(self, action: Action) -> bool:  # noqa: ARG002
        """Answers an action before anything else does; true if nothing else should."""
        return False

    def told(self, c: Canvas, full: bool) -> list[str]:  # noqa: ARG002
        """What it tells beside its spots, for speech. full: with what explains."""
        return reading.beside(c, self.unread())

    def unread(self) -> list[Rect]:
        """Where what is written belongs to a picture, and is not read out."""
        return []

    def opening(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What it tells beside all that once, when it is opened, for speech."""
        return []

    def here(self, c: Canvas) -> list[str]:
        """What it is, for speech, and what is to be done there."""
        return self.told(c, full=False)[:1]

    def lying(self, c: Canvas) -> list[str]:
        """What lies on its table, for speech; without one, all that it tells."""
        return self.told(c, full=True)

    def standing(self) -> str:
        """How everybody stands, for speech; "" without a match."""
        return ""

    def due(self) -> str:
        """What is to be done in a match now, for speech; "" if it is not the person's turn."""
        return ""

    def choosing(self) -> Chosen | None:
        """The cards that are chosen, for speech; None while nothing can be."""
        return None

    def moving(self) -> bool:
        """Whether it is still being shown what has happened; speech then waits with what has the focus."""
        return False

    def late(self) -> bool:
        """Whether what it tells may be old for a moment; speech then waits with all of it."""
        return False

    def asks(self) -> bool:
        """Whether what it tells is answered where the focus is; speech then says that once more."""
        return False

    def notice_place(self, c: Canvas, width: int, height: int) -> Rect:
        """Where a notice of this size stands: near the top."""
        return anchored(width, height, midtop=(c.area.centerx, c.px("ribbon_high") + c.px("gap")))

    def interrupt(self) -> None:  # noqa: B027
        """Finishes all motion, because the person acted."""

    def tick(self) -> bool:
        """Called every round of the loop; true if the picture must be redrawn."""
        return False

    def going(self) -> Hashable:
        """What is on its way, apart from how far; while it stays the same, the scene needs no other layout. None:
        it needs one for each picture, as long as anything moves."""
        return None

    def back(self) -> None:
        self.app.pop()

    def next_page(self) -> bool:
        """Shows the next page of a list; whether there is one. After the last comes the first."""
        return False

    def put_back(self) -> None:  # noqa: B027
        """Puts back the cards that are chosen."""

    def unusable(self, spot: Spot | None, place: Point) -> str:  # noqa: ARG002
        """Why a click at a place without a card does nothing."""
        return spot.tip if spot else ""

    def keep(self) -> None:  # noqa: B027
        """Called when the arcade ends: saves what would be lost."""

    def record(self) -> dict[str, Any] | None:
        """The record of the match at hand, for a crash report."""
        return None

    def receive(self, found: list[str], match: Match) -> bool:  # noqa: ARG002
        """Takes the new treasures of a match; whether this scene shows them."""
        return False

    def at_stake(self) -> str:
        """The question to ask before the scene is left, if something would be lost; else an empty
        text."""
        return ""

    def close(self) -> None:  # noqa: B027
        """Called when the scene goes for good."""

    def offer(self, key: str, icon: str, accept: Accept) -> Button:
        """A button with the scene's words for it."""
        name = f"{self.topic}.{key}"
        return Button(key, self.t(name), icon, accept, tip=self.t.tip(name))

    def way_back(self) -> Button:
        """The button that leaves the scene."""
        tip = self.t("word.back.tip")
        return Button("back", self.t("word.back"), "back", self.back, "back", tip=tip)


def last_game(app: App) -> str:
    """The game played last; the first of all, if there is none."""
    last = app.session.settings.game
    return last if last in BOARDS else next(iter(BOARDS))


class Title(Scene):
    """Choose a game; the way to everything else."""

    topic = "title"
    ground = HALL
    blocked = False  # whether it says that nothing can be kept

    def tick(self) -> bool:
        """Watches whether the data folder can be written and what waits for the person."""
        session = self.app.session
        stale = self.blocked != bool(session.database.blocked)
        midnight = session.reminders.today < session.today() and not session.hoard.late
        return session.reminders.tick() or stale or midnight

    def late(self) -> bool:
        """Whether what waits for the person is being read again."""
        return self.app.session.reminders.late

    def update(self) -> None:
        """Puts the focus on the game played last, if it is nowhere."""
        session = self.app.session
        self.blocked = bool(session.database.blocked)
        if not session.hoard.late:  # not before the first picture
            session.reminders.look(session.today(), session.settings.game)
        self.focus = self.focus or last_game(self.app)

    def layout(self, c: Canvas) -> None:
        """Emblem and name between what waits and the week; the games side by side; the rest
        below."""
        name, line = head_of(c, c.area)
        c.lettering(TITLE.upper(), name, "name", "coin", "title")
        beside = [self.draw_reminders(c), self.draw_week(c)]
        top = self.draw_line(c, line, beside)
        height = c.area.h - top - c.px("wide")
        area = Rect(c.px("border"), top, c.area.w - c.px("borders"), height)
        ways = [self.offer(key, icon, partial(self.go, make)) for key, icon, make in WAYS]
        ways.insert(1, self.app.session.way_to_players())
        area = footer(c, area, [*ways, self.offer("quit", "cross", self.back)])
        least = 11 * LEAST_PX * self.app.session.settings.text_size // 100
        place = partial(
            tiles, count=len(BOARDS), gap=c.px("margin"), least=least, most=max(c.px("tile"), c.grown("tile"))
        )
        places = place(self.draw_hoard(c, area, place(area)))
        for game, rect in zip(self.games(), places, strict=False):
            self.draw_game(c, game, rect)

    @staticmethod
    def games() -> list[str]:
        """The games from left to right: in their own order, but for those that say where they stand."""
        return sorted(BOARDS, key=lambda game: GAME_THEMES.get(game, {}).get("stands", len(BOARDS)))

    def go(self, make: Callable[[App], Scene]) -> None:
        """Opens one of the other scenes."""
        self.app.push(make(self.app))

    def draw_hoard(self, c: Canvas, area: Rect, places: list[Rect]) -> Rect:
        """The hoard along the bottom of an area, larger if the tiles leave room; returns the area
        above it."""
        found = self.app.session.hoard
        spare = area.h - (places[-1].bottom - places[0].y)
        roomy = places[0].y == places[-1].y and self.app.session.settings.text_size <= 100
        least = c.px("heap_least") if roomy else 0  # tiles are not cut for it
        strip = foot_of(area, min(max(spare, least), c.px("heap_most")))
        if not found.late and strip.h >= c.px("heap_least") // 2:
            side = round(strip.h * sunken.SIDE)
            for number, (name, rect) in enumerate(sunken.all_of(found.finds, bool(found.fresh), strip, side)):
                make = partial(sunken.buried, c.art.picture, name, rect.w, number)
                c.blit(c.art.keep(("buried", name, rect.w, number), make), rect)
        return trim(area, bottom=strip.h)

    def draw_line(self, c: Canvas, line: Rect, beside: list[Rect]) -> int:
        """The line under the name: why nothing can be kept, or else what Hoard is, if there is room
        between what stands beside the name. Returns the y where the rest begins."""
        left, right = beside
        below = max(left.bottom, right.bottom)
        if blocked := self.app.session.database.blocked:
            words = self.t("title.blocked", folder=self.app.session.database.folder, why=self.t.disc(blocked))
            line.y = max(line.y, below + c.px("close"))
            c.piece("parchment-tag", line)
            c.text(words, c.inner(line, "wide", "tight"), "text", "heading", "center")
            return line.bottom + c.px("close")
        x, end = line.x, line.right
        if left.bottom > line.y:
            x = max(x, left.right + c.px("gap"))
        if right.bottom > line.y:
            end = min(end, right.x - c.px("gap"))
        room = Rect(x, line.y, end - x, line.h)
        half = min(c.area.centerx - x, end - c.area.centerx)
        if c.width_of(self.t("title.line"), face="bold") <= 2 * half:
            room = anchored(2 * half, line.h, midtop=(c.area.centerx, line.y))
        if words := c.first_fit([self.t("title.line")], room, "text"):
            c.slip(words, room, "text")
        return max(line.bottom, below) + c.px("close")

    def beside_head(self, c: Canvas, words: list[str], more: int, left: bool) -> Rect:
        """The area at one side of emblem and name, as wide as a line of some words and more, if
        there is room."""
        name, line = head_of(c, c.area)
        head = c.width_of(TITLE.upper(), "name", "title") + c.px("borders")
        room = (c.area.w - head) // 2 - c.px("border")
        longest = max((c.width_of(said, "small") for said in words), default=0)
        size = (min(room, longest + more), line.bottom - name.y)
        if left:
            return Rect((c.px("border"), name.y), size)
        return Rect((c.area.w - c.px("border") - size[0], name.y), size)

    def draw_reminders(self, c: Canvas) -> Rect:
        """What waits for the person, each a way there; returns its place."""
        session = self.app.session
        found = reminders(session.reminders.waiting, session.reminders.today, self.t)
        gap = c.px("close")
        row = c.row_height("reminder_row", "tight")
        area = self.beside_head(c, [one.text for one in found], row + c.px("border"), left=True)
        words = self.reminder_parts(c, Rect(area.topleft, (area.w, row)))[1]
        most = max(area.h, c.area.h * 2 // 5 if c.line > c.usual else 0)  # large letters go below the head
        for px in range(max(c.type_px("small"), LEAST_PX), LEAST_PX - 1, -1):
            highest = max((c.height_of(one.text, words.w - c.px("gap"), px) for one in found), default=0)
            needed = highest + c.px("pad")
            if len(found) * (needed + gap) <= most:
                break
        area.h = max(area.h, len(found) * (needed + gap))
        height = max(needed, min(row, (area.h + gap) // max(1, len(found)) - gap))
        places = rows_in(area, len(found), height, gap)
        room = [self.reminder_parts(c, rect)[1] for rect in places]
        sizes = [c.type_in(one.text, box) for one, box in zip(found, room, strict=True)]
        for one, rect in zip(found, places, strict=True):
            self.draw_reminder(c, one, rect, min(sizes) or LEAST_PX)
        return area if found else Rect(area.topleft, (0, 0))

    def reminder_parts(self, c: Canvas, rect: Rect) -> tuple[Rect, Rect]:
        """The places of the icon, no higher than a single line, and of the words."""
        inner = c.inner(rect, "pad", "tight")
        return split_at(inner, min(inner.h, c.row_height("reminder_row", "tight") - c.px("tight")), c.px("close"))

    def draw_reminder(self, c: Canvas, one: Reminder, rect: Rect, size: int) -> None:
        """A line about something that waits."""
        icon, opens = REMINDED[one.kind]
        go = partial(opens, self.app, one.game)
        focused = c.spot(Spot(f"reminder.{one.kind}", rect, go, tip=one.tip))
        c.piece("parchment-tag", rect)
        sign, words = self.reminder_parts(c, rect)
        c.icon(icon, sign, "heading")
        c.text(one.text, words, size, "heading" if one.kind == "streak" else "ink", lines=9)
        if focused:
            c.focus_frame(rect)

    def draw_week(self, c: Canvas) -> Rect:
        """What the last seven days brought, a way to their statistics; returns its place."""
        lines = week_lines(self.app.session.reminders.waiting.week, self.t)
        if not lines:
            return Rect(c.area.topright, (0, 0))
        words = [self.t("week.title"), *lines]
        area = self.beside_head(c, words, c.px("double"), left=False)
        area.h = c.area.h // 2
        inner = c.inner(area, "wide", "pad")
        heights = [max(c.line, c.height_of(said, inner.w, "small")) for said in words]
        places = stacked(inner, heights, 0)
        rect = top_of(area, places[-1].bottom - inner.y + c.px("pad"))
        focused = c.spot(Spot("week", rect, self.open_week, tip=self.t("week.title.tip")))
        c.piece("parchment-tag", rect)
        for said, place in zip(words, places, strict=True):
            c.text(said, place, "small", "heading" if place is places[0] else "ink", lines=9)
        if focused:
            c.focus_frame(rect)
        return rect

    def open_week(self) -> None:
        """Opens the statistics of the last seven days."""
        self.app.push(Statistics(self.app, period="week"))

    def draw_game(self, c: Canvas, game: str, rect: Rect) -> None:
        """A game: emblem, names, a line about it, and a mark if a match can be continued."""
        focused = c.spot(Spot(game, rect, partial(self.choose, game)))
        if rect.w < rect.h:
            width = max(round(rect.h * RATIO), self.least_lid(c, game))
            rect = anchored(min(rect.w, width), rect.h, center=rect.center)
        if focused:
            c.halo(rect)
        folder = "game" if parts.nameless(game) else game
        if rect.w > rect.h:
            c.piece("parchment", rect)
            side = min(rect.h - c.px("pad"), rect.w * 3 // 10)
            emblem, words = split_at(c.inner(rect, "wide", "pad"), side, c.px("gap"))
            c.picture(f"{folder}/emblem", side, center=emblem.center)
        else:
            height = self.kind_height(c, game, self.lid_paper(c, rect).w)
            words = self.draw_lid(c, folder, rect, height + c.line * 4 + c.px("margin"))
        self.draw_names(c, game, words)
        if self.app.session.saved(game):
            self.draw_waiting(c, game, rect)
        if focused:
            c.focus_frame(rect)

    def least_lid(self, c: Canvas, game: str) -> int:
        """The width of a lid on which the kind of game fits in a line, and the line about it in two."""
        kind = c.least_width(self.t(f"game.{game}.kind"), "title")
        line = c.least_width(self.t(f"game.{game}.line")) * 6 // 10
        return max(kind, line) * 100 // (100 - 4 * LID_EDGE) + c.px("gap")

    def kind_height(self, c: Canvas, game: str, width: int) -> int:
        """The height of the kind of a game: one line, or two if it does not fit in one."""
        kind = self.t(f"game.{game}.kind")
        return c.type_px("label") * (1 if c.least_width(kind, "title") <= width else 2) + c.px("pad")

    @staticmethod
    def lid_paper(c: Canvas, rect: Rect) -> Rect:
        """The place within the edge of a lid, as wide as what is written there."""
        return c.inner(rect.inflate(-rect.w * LID_EDGE // 50, -rect.w * LID_EDGE // 50), "gap", "pad")

    def draw_lid(self, c: Canvas, folder: str, rect: Rect, least: int) -> Rect:
        """The lid of a game's box, or its emblem on parchment; returns the part of the parchment for
        words, which is larger if they need it."""
        paper = rect.inflate(-rect.w * LID_EDGE // 50, -rect.w * LID_EDGE // 50)
        height = min(paper.h, max(rect.h * LID_PAPER // 100, least))
        if lid := c.art.filled(f"{folder}/lid", rect.size):
            c.blit(lid, rect)
            if height != rect.h * LID_PAPER // 100:
                c.piece("parchment", foot_of(paper, height))
        else:
            c.piece("parchment", rect)
            above = trim(paper, bottom=height)
            c.picture(f"{folder}/emblem", min(above.size), center=above.center)
        return c.inner(foot_of(paper, height), "gap", "pad")

    def draw_names(self, c: Canvas, game: str, area: Rect) -> None:
        """What kind of game it is, large; its name, a line about it if that has room, the number of players. Of
        one that has no words, why it cannot be started."""
        if parts.nameless(game) and (fault := parts.fault(game)):
            c.text(fault.said(self.t), area, "text", "heading", "center", lines=9)
            return
        height = self.kind_height(c, game, area.w)
        if area.h < height + 2 * c.line:  # no room for a line about it
            parts_of = (("kind", "heading", "title"), ("name", "ink", "bold"), ("players", "heading", "bold"))
            for (key, color, face), rect in zip(parts_of, split(area, 3, 0), strict=True):
                c.text(self.t(f"game.{game}.{key}"), rect, "text", color, "center", face, lines=2)
            return
        kind = top_of(area, height)
        c.text(self.t(f"game.{game}.kind"), kind, "label", "heading", "center", "title", lines=2)
        name = top_of(trim(area, top=height), c.line)
        c.text(self.t(f"game.{game}.name"), name, "text", "ink", "center", "bold")
        line = trim(area, top=height + c.line, bottom=c.line)
        about = self.t(f"game.{game}.line")
        for lines in (2, 3):
            room = top_of(line, min(line.h, c.line * lines))
            if c.first_fit([about], room, "small", "text", lines):
                c.text(about, room, "small", "ink", "center", lines=lines)
                break
        else:
            c.text_of([about], room, "small", "ink", "center", lines=lines)
        players = self.t(f"game.{game}.players")
        c.text(players, foot_of(area, c.line), "small", "heading", "center", "bold")

    def draw_waiting(self, c: Canvas, game: str, rect: Rect) -> None:
        """The mark of a match that can be continued."""
        side = c.px("mark")
        mark = Rect(rect.right - c.px("mark_right"), rect.y + c.px("gap"), side, side)
        if rect.w > rect.h:
            mark.x = rect.x + c.px("gap")
        c.piece("coin", mark)
        c.icon("play", c.inner(mark, "margin", "margin"), "ink")
        go_on = partial(self.app.resume, game)
        tip = self.t("title.continue")
        c.spots.append(Spot(f"{game}:continue", mark, go_on, tip=tip, nav=False))

    def choose(self, game: str) -> None:
        """Opens the set-up of a game."""
        if self.app.can_start(game):
            self.app.sound.play("accept")
            self.app.push(SetUp(self.app, game))

    def back(self) -> None:
        """Asks before it leaves."""
        self.app.push(Ask(self.app, self.t("title.leave"), self.app.quit))


def rounded(picture: Surface, bend: int) -> Surface:
    mask = Surface(picture.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=bend)
    mask.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return mask.convert_alpha()


class Ask(Scene):
    """A question with yes and no, or a message if there is no yes."""

    overlay = True
    topic = "word"

    def __init__(self, app: App, words: str, yes: Accept | None = None) -> None:
        super().__init__(app)
        self.words = words
        self.yes = yes
        self.focus = "no"

    def buttons(self) -> list[Button]:
        if self.yes is None:
            return [Button("no", self.t("word.close"), "check", self.back)]
        return [self.offer("yes", "check", self.agree), self.offer("no", "cross", self.back)]

    def layout(self, c: Canvas) -> None:
        """Lays out what stands above, the words and the answers."""
        above = self.above(c)
        width = min(c.grown("ask"), c.area.w - c.px("borders"))
        question, rest = self.parted()
        head = c.type_px("heading") * 2 if question else 0
        text = c.height_of(rest, width - c.px("borders"), "label") if rest else 0
        inner = c.box(width, above + head + text + c.px("ask_high") + c.line, "borders", "ask_down")
        self.draw_above(c, top_of(inner, above))
        below = trim(inner, top=above)
        if question:
            c.text(question, top_of(below, head), "heading", "gold", "center", "title", lines=2)
        if rest:
            c.text(rest, top_of(trim(below, top=head), text), "label", align="center", lines=99, top=True)
        footer(c, inner, self.buttons())

    def parted(self) -> tuple[str, str]:
        """The question, if the words begin with a short one, and what else they say."""
        question, sign, rest = self.words.partition("?")
        asked = self.yes is not None and sign and len(question) < LONGEST_HEAD
        return (question + sign, rest.strip()) if asked else ("", self.words)

    def above(self, c: Canvas) -> int:  # noqa: ARG002
        """The height needed above the words."""
        return 0

    def draw_above(self, c: Canvas, room: Rect) -> None:
        """Draws what stands there."""

    def agree(self) -> None:
        """Does what the question was about."""
        self.app.pop()
        assert self.yes
        self.yes()


class Waiting(Ask, Generic[Found]):
    """Something long is read, piece by piece; it can be stopped."""

    topic = "reading"
    busy = True
    SLICE_MS = 15.0

    def __init__(self, app: App, words: str, reading: Reading[Found], done: Callable[[Found], None]) -> None:
        super().__init__(app, words)
        self.focus = "stop"
        self.reading, self.done = reading, done
        self.share = 0.0
        self.ended = False

    def buttons(self) -> list[Button]:
        """The way out."""
        return [self.offer("stop", "cross", self.back)]

    def above(self, c: Canvas) -> int:
        """Room for how far it has come."""
        return 2 * c.line

    def draw_above(self, c: Canvas, room: Rect) -> None:
        """Draws how far it has come."""
        bar = top_of(room, c.line)
        c.gauge(bar, self.share)
        c.lettering(self.t("reading.share", share=round(100 * self.share)), bar, "small")

    def tick(self) -> bool:
        """Reads on for a moment."""
        end = time.perf_counter() + self.SLICE_MS / 1000
        before = round(100 * self.share)
        while self.step() and time.perf_counter() < end:
            pass
        return self.ended or round(100 * self.share) != before

    def step(self) -> bool:
        """Reads the next piece and returns whether there are more. At the end, or at something
        that is refused, the scene is left."""
        try:
            self.share = next(self.reading)
            return True
        except StopIteration as end:
            self.leave()
            self.done(end.value)
        except BadRecord as error:
            self.leave()
            self.app.notice(self.t("word.refused", why=self.t.refusal(error)), "error")
        return False

    def at_once(self) -> None:
        """Reads everything without showing the scene."""
        while self.step():
            pass

    def leave(self) -> None:
        """Leaves the scene, if it is shown."""
        self.ended = True
        if self in self.app.scenes:
            self.app.pop()

    def back(self) -> None:
        """Stops reading; what was taken over so far stays."""
        self.leave()
        self.app.notice(self.t("reading.stopped"))

    def close(self) -> None:
        """Ends the reading with the scene."""
        self.reading.close()


class Welcome(Ask):
    """The first start: a hatchling offers a game."""

    topic = "welcome"
    seats = ("human", FIRST)

    def __init__(self, app: App) -> None:
        t = app.session.strings
        self.first = next(iter(BOARDS))
        words = t("welcome.text", name=t.seat(self.seats, 1, self.first), game=t(f"game.{self.first}.name"))
        super().__init__(app, words)
        self.focus = "game"

    def above(self, c: Canvas) -> int:
        """Room for a face and a title."""
        return c.px("welcome_face") + c.type_px("heading") * 2

    def draw_above(self, c: Canvas, room: Rect) -> None:
        """Its face, and the title."""
        line = foot_of(room, c.type_px("heading") * 2)
        c.face(self.seats, 1, trim(room, bottom=line.h), self.first)
        c.text(self.t("welcome.title"), line, "heading", "gold", "center", "title")

    def buttons(self) -> list[Button]:
        """A lesson if there are any, a game, or neither."""
        taught = "learn" in offered(self.first)
        learn = [self.offer("learn", "hint", self.learn)] if taught else []
        game = self.offer("game", "play", self.begin)._replace(lit=True)
        return [*learn, game, self.offer("look", "eye", self.back)]

    def learn(self) -> None:
        """Opens the first step of the lessons; leaving it leads to the list."""
        self.back()
        open_lesson(self.app, self.first)

    def begin(self) -> None:
        """Starts a first game against whom a beginner meets."""
        session = self.app.session
        session.save_settings()
        match = Match(self.first, seed=session.next_seed(self.first), seats=list(self.seats))
        session.suggestion(match).opponent.sit(match)
        self.app.sit(match)

    def back(self) -> None:
        """Closes the welcome for good."""
        self.app.session.save_settings()
        super().back()


class Menu(Scene):
    """A column of buttons."""

    overlay = True
    stays = False  # whether it stays when one of them is pressed

    def __init__(self, app: App, words: str, rows: list[Button]) -> None:
        super().__init__(app)
        self.words = words
        self.rows = rows
        self.focus = rows[0].key if rows else ""

    def buttons(self) -> list[Button]:
        return [*self.rows, self.way_back()]

    def layout(self, c: Canvas) -> None:
        """The words above a column of buttons, on a board of wood."""
        rows = self.buttons()
        gap = c.px("gap")
        height = c.row_height("option_row", "pad")
        whole = (height + gap) * len(rows) + c.px("pause_rest")
        inner = c.box(c.grown("pause"), whole, "pause_across", "border", "panel")
        title = top_of(inner, c.px("pause_title"))
        c.text(self.words, title, "heading", "gold", "center", "title", lines=2)
        block = trim(inner, top=c.px("pause_top"))
        for button, rect in zip(rows, split(block, len(rows), gap), strict=True):
            c.coin_row(button._replace(accept=partial(self.choose, button)), rect)

    def choose(self, button: Button) -> None:
        """Closes the menu and does what the button says."""
        if not self.stays and button.key != "back":
            self.app.pop()
        button.accept()


class Naming(Scene):
    """A name, typed or picked from letters on the screen."""

    overlay = True
    topic = "naming"
    field = "name"

    def __init__(self, app: App, words: str, name: str, done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.words = words
        self.name = name
        self.done = done
        self.focus = "name"
        self.walked = False  # whether keys have led the focus away

    def layout(self, c: Canvas) -> None:
        """Lays out the name, the letters and the buttons."""
        height = c.row_height("footer", "pad")
        gap = c.px("gap")
        letters = self.t("naming.letters")
        rows = [letters[at : at + 10] for at in range(0, len(letters), 10)]
        whole = (height + gap) * (len(rows) + 2) + c.px("pause_rest")
        inner = c.box(c.px("ask"), whole, "pause_across", "border")
        c.text(self.words, top_of(inner, c.px("pause_title")), "heading", "gold", "center", "title")
        inner = trim(inner, top=c.px("pause_top"))
        area = footer(c, inner, [self.offer("take", "check", self.agree)._replace(lit=True), self.way_back()])
        first, *places = split(trim(area, bottom=gap), len(rows) + 1, gap)
        field = partial(c.field, "name", first, self.t("naming.name"), self.name, self.write)
        field(accept=self.agree)
        for row, place in zip(rows, places, strict=True):
            for letter, rect in zip(row, split(place, 10, gap, across=True), strict=False):
                sign = {"<": "\b", "_": " "}.get(letter, letter)
                tip = {"<": self.t("key.backspace"), "_": self.t("key.space")}.get(letter, "")
                c.button(f"letter{letter}", rect, letter, partial(self.write, sign), tip=tip)

    def take(self, action: Action) -> bool:
        """Enter accepts the name, unless keys have led to something else."""
        if action.name in ("up", "down", "left", "right", "next"):
            self.walked = True
        elif action.name in ("point", "letter"):
            self.walked = False
        enter = action.name == "accept" and self.app.input.device == "keyboard" and not self.walked
        if enter:
            self.agree()
        return enter

    def act(self, action: Action) -> bool:
        """A name may be pasted."""
        if action.name == "paste":
            self.app.paste(self.write)
        return action.name == "paste"

    def write(self, letters: str) -> None:
        """Letters that are typed, pressed or pasted. Takes none of them if one cannot be drawn."""
        if letters != "\b":
            letters = plain_name(re.sub(r"\s", " ", letters))
            lacking = [letter for letter in letters if not DRAWN.fullmatch(letter)]
            if lacking:
                scripts = [*dict.fromkeys(map(self.script, lacking))]
                words = self.t("naming.no_letter", letters=", ".join(scripts[:SCRIPTS_MOST]))
                self.app.notice(words, "error")
                return
        self.name = typed(self.name, letters)

    def script(self, letter: str) -> str:
        """The script of a letter that cannot be drawn, or its number in Unicode."""
        key = f"naming.script.{unicodedata.name(letter, '').split(' ')[0].split('-')[0].lower()}"
        if key in self.t:
            return self.t(key)
        return self.t("naming.script.other", code=f"U+{ord(letter):04X}")

    def agree(self) -> None:
        """Hands the name over, without blanks around it."""
        self.app.pop()
        self.done(self.name.strip())


SCRIPTS_MOST = 3  # that a refusal names
SUGGESTED = "suggested"
OFFERED = 36  # percent of the height below the question, at most: those who can be chosen with one press
MOST_BESIDE = 3  # faces side by side, below the first


class LessonFirst(Ask):
    """The first start of a game: its first lesson, or the match at once. play: starts the match."""

    topic = "lesson_first"

    def __init__(self, app: App, game: str, play: Accept) -> None:
        t = app.session.strings
        steps = len(courses(game)[0].steps)
        super().__init__(app, t("lesson_first.text", game=t(f"game.{game}.name"), count=steps), play)
        self.felt = self.game = game
        self.focus = "learn"

    def above(self, c: Canvas) -> int:
        """Room for the game's emblem."""
        return c.px("welcome_face") + c.px("gap")

    def draw_above(self, c: Canvas, room: Rect) -> None:
        """The game's emblem."""
        c.picture(f"{self.game}/emblem", c.px("welcome_face"), midtop=room.midtop)

    def buttons(self) -> list[Button]:
        """The lesson, the match, and the way back to the start page."""
        learn = self.offer("learn", "review", self.learn)._replace(lit=True)
        return [learn, self.offer("play", "play", self.agree), self.way_back()]

    def learn(self) -> None:
        """Opens the first lesson; leaving it leads to the list of lessons and to the start page."""
        self.back()
        open_lesson(self.app, self.game)


class SetUp(Scene):
    """The start page of a game: whom to play against. All else stands behind More."""

    topic = "setup"
    ground = HALL

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game = game
        self.felt = game
        session = app.session
        seed = session.next_seed(game)
        self.draft = MatchSetup(game, session.settings, seed, session.suggestion)
        self.focus = "resume" if app.session.saved(game) else "start"

    def layout(self, c: Canvas) -> None:
        """Lays out the description at the left and the opponents at the right."""
        area = heading(c, self.t(f"game.{self.game}.kind"))
        area = footer(c, area, self.buttons())
        left, right = self.sides(c, area)
        self.draw_side(c, left)
        self.draw_question(c, right)

    def buttons(self) -> list[Button]:
        """To go on, to start at each length, to learn, and the way to all else."""
        draft, found = self.draft, list[Button]()
        if saved := self.app.session.saved(self.game):
            found.append(self.offer("resume", "play", partial(self.app.resume, self.game))._replace(lit=True))
        found.append(self.start_button("start", draft.length)._replace(lit=not saved))
        if other := draft.other_length():
            found.append(self.start_button("other", other))
        if "learn" in offered(self.game):
            new = self.app.session.is_new(self.game)
            found.append(self.offer("learn", "review", self.learn)._replace(advised=new))
        if "puzzles" in offered(self.game):
            found.append(self.offer("puzzles", "hint", partial(pick_puzzles, self.app, self.game)))
        return [*found, self.offer("more", "options", self.more), self.way_back()]

    def start_button(self, key: str, length: str) -> Button:
        button = self.offer("start", "play", partial(self.start, length))._replace(key=key)
        if not length:
            return button
        words = self.t(f"length.{self.game}.{length}.start")
        return button._replace(label=words, tip=self.draft.length_tip(self.t, length))

    @staticmethod
    def sides(c: Canvas, area: Rect) -> tuple[Rect, Rect]:
        """The places of the description and of the choices."""
        left = Rect(area.x, area.y, area.w * THEME["share"]["setup_side"] // 100, area.h)
        return left, trim(area, left=left.w + c.px("border"))

    def draw_side(self, c: Canvas, area: Rect) -> None:
        """The emblem, the game's name, the description, and what each length is, on parchment; pointing at it tells
        what the words of the game in it mean."""
        c.piece("parchment", area)
        c.note("terms", area, self.t(f"game.{self.game}.terms"))
        area = c.inner(area, "border", "pad")
        about = self.t(f"game.{self.game}.about")
        lengths = self.draft.lengths_told(self.t)
        told = min(c.height_of(lengths, area.w, "small") + c.px("pad"), area.h * 2 // 5) if lengths else 0
        words = c.height_of(about, area.w) + c.type_px("label") + c.px("pad") + told
        side = min(area.w, area.h // 2, area.h - words - c.px("border"))
        side = 0 if side < c.px("emblem_least") else side
        c.picture(f"{self.game}/emblem", side, midtop=area.midtop)
        below = trim(area, top=side + c.px("pad"))
        name = top_of(below, c.type_px("label") + c.px("pad"))
        c.text(self.t(f"game.{self.game}.name"), name, "label", "heading", face="title")
        rest = trim(below, top=name.h, bottom=told)
        size = "label" if c.height_of(about, rest.w, "label") <= rest.h else "text"
        c.text(about, rest, size, "ink", lines=99, top=True)
        high = min(rest.h, c.height_of(about, rest.w, size))
        after = trim(below, top=name.h + high + c.px("pad"))
        c.text(lengths, after, "small", "heading", lines=99, top=True)

    def draw_question(self, c: Canvas, area: Rect) -> None:
        """Whom to play against: who that is, and those who can be chosen with one press: the suggested opponent,
        where strengths were measured, and each level."""
        line = top_of(area, c.type_px("label") + c.px("pad"))
        rest = trim(area, top=line.h + c.px("close"))
        if counts := self.draft.counts():
            many, size = self.t("setup.how_many"), "label"
            wide = c.width_of(many, size, "bold") + c.px("wide") + len(counts) * (line.h + c.px("gap"))
            beside = wide + c.px("border") + c.width_of(self.t("setup.whom"), size, "bold") + c.px("wide") <= line.w
            self.draw_counts(c, counts, Rect(line.x, line.y, wide if beside else line.w, line.h))
            line = trim(line, left=wide + c.px("border")) if beside else line.move(0, line.h + c.px("close"))
            rest = trim(area, top=line.bottom + c.px("close") - area.y)
        c.slip(self.t("setup.whom"), line, "label")
        keys = [SUGGESTED, *LEVELS] if self.draft.table else [*LEVELS]
        gap = c.px("gap")
        least = max(c.width_of(self.called(key), "small") for key in keys) + c.px("wide")
        across = next((n for n in range(len(keys), 2, -1) if (rest.w + gap) // n - gap >= least), 2)
        rows = -(-len(keys) // across)
        height = min(c.grown("offer"), rest.h * OFFERED // (100 * rows) - gap)
        panel = top_of(rest, min(c.grown("opponent"), rest.h - rows * (height + gap)))
        self.draw_opponent(c, panel)
        below = trim(rest, top=panel.h + gap)
        for key, place in zip(keys, grid(below, len(keys), -(-len(keys) // rows), height, gap), strict=True):
            self.draw_offer(c, key, place)

    def called(self, key: str) -> str:
        """What stands below a face that can be chosen."""
        return self.t("setup.suggested" if key == SUGGESTED else f"level.{key}")

    def draw_opponent(self, c: Canvas, rect: Rect) -> None:
        """Who will play: faces, names and strength, how they play and why they are shown, over the dial."""
        draft, t = self.draft, self.t
        tip = t("setup.strength.tip") if draft.table else ""
        focused = c.spot(Spot("who.dial", rect, self.keep, self.turn if draft.table else None, tip=tip))
        c.piece("panel", rect)
        inner = c.inner(rect, "wide", "pad")
        if draft.table:
            side = min(c.px("dial"), inner.h // 3)
            self.draw_dial(c, foot_of(inner, side))
            inner = trim(inner, bottom=side + c.px("close"))
        face = c.px("speech_face") * 100 // max(100, self.app.session.settings.text_size)  # words go before faces
        faces, words = split_at(inner, min(inner.h, face, inner.w // 3), c.px("pad"))
        self.draw_faces(c, faces)
        name = top_of(words, c.type_px("label") + c.px("close"))
        c.text_of(draft.names(t), name, "label", "cream", face="title")
        strong = top_of(words, c.line).move(0, name.h)
        if draft.opponent:
            self.draw_strength(c, draft.opponent, strong)
        rest = trim(words, top=name.h + strong.h)
        why = top_of(rest, c.line)
        c.text_of([draft.reason(t)], why, "small", "coin")
        c.text_of(draft.manners(t), trim(rest, top=why.h), "label", "cream", lines=99, top=True)
        if focused:
            c.focus_frame(rect)

    def draw_dial(self, c: Canvas, row: Rect) -> None:
        """A button for a milder opponent and one for a stronger one, and between them what they move along."""
        left, rest = split_at(row, row.h, c.px("pad"))
        right = anchored(row.h, row.h, midright=row.midright)
        for key, icon, step, place in (("weaker", "prev", -1, left), ("stronger", "next", 1, right)):
            c.button(key, place, "", partial(self.turn, step), icon, tip=self.t(f"setup.{key}.tip"))
        self.draw_scale(c, trim(rest, right=right.w + c.px("pad")))

    def draw_scale(self, c: Canvas, room: Rect) -> None:
        """A bar from the mildest opponent to the strongest, over it the faces of the levels; a coin lies where the
        chosen one stands, and the person's own face where the suggested one does. A press chooses a step."""
        draft = self.draft
        coin = room.h * 2 // 5
        bar = foot_of(room, coin).inflate(-coin, -coin // 2)
        medal = room.h - coin - c.px("tight")

        def stands(elo: float) -> int:
            return bar.x + round(bar.w * draft.share(elo))

        steps = draft.steps()
        edges = [room.x, *((stands(one) + stands(other)) // 2 for one, other in pairwise(steps)), room.right]
        for step, (start, end) in zip(steps, pairwise(edges), strict=True):
            meet, tip = partial(self.meet, Opponent("", step)), self.t("seat.strength", elo=step)
            c.spot(Spot(f"step{step}", Rect(start, room.y, end - start, room.h), meet, tip=tip, nav=False))
        for level, elo in draft.levels().items():
            seats, x = draft.against(level), stands(elo)
            place = anchored(medal, medal, midtop=(x, room.y)).clamp(room)
            c.face(seats, seats.index(level), place, self.game)
            c.shape(pygame.draw.line, COLOR["coin"], (x, place.bottom), (x, bar.y), max(1, c.px("hair")))
        if draft.elo is None:
            c.piece("well", bar)
            return
        x = stands(draft.elo)
        c.gauge(bar, (x - bar.x) / bar.w)
        own = draft.elo_of(draft.suggested)
        if own is not None and not draft.follows:
            c.face(("human",), 0, anchored(coin, coin, center=(stands(own), bar.centery)), self.game)
        place = anchored(coin, coin, center=(x, bar.centery))
        c.halo(place)
        c.piece("coin", place)

    def draw_strength(self, c: Canvas, opponent: Opponent, line: Rect) -> None:
        """The flames of a level, and the strength as a number."""
        place = anchored(line.w, min(c.usual, line.h), midleft=line.midleft)
        flames = c.flames(place, flames_of(opponent.level), len(LEVELS))
        if self.draft.elo is not None:
            beside = trim(line, left=flames.w + c.px("pad"))
            c.text_of([self.t("seat.strength", elo=self.draft.elo), str(self.draft.elo)], beside, "text", "coin")

    def draw_offer(self, c: Canvas, key: str, rect: Rect) -> None:
        """Somebody who can be chosen with one press: a face and what it stands for; a tick on who plays, and the
        person's own face on whoever is suggested."""
        draft, t = self.draft, self.t
        one = draft.suggested if key == SUGGESTED else Opponent(key)
        chosen = draft.follows if key == SUGGESTED else draft.opponent == one and not draft.follows
        tip = t("setup.suggested.tip") if key == SUGGESTED else t.tip(f"level.{key}")
        state = t("speech.chosen") if chosen else ""
        focused = c.spot(Spot(f"who.{key}", rect, partial(self.meet, one), tip=tip, state=state))
        if chosen:
            c.halo(rect)
        c.piece("panel", rect)
        inner = c.inner(rect, "pad", "pad")
        words = anchored(inner.w, c.line, midbottom=inner.midbottom)
        above = trim(inner, bottom=words.h)
        if above.h >= c.usual:
            seats = draft.against(one.level)
            c.face(seats, seats.index(one.level), above, self.game)
            if key == SUGGESTED:
                side = above.h // 2
                c.face(("human",), 0, anchored(side, side, bottomleft=(above.centerx, above.bottom)), self.game)
        else:
            words = inner
        c.text(self.called(key), words, "small", "cream", "center")
        if chosen:
            c.tick(Rect(inner.right - c.line, inner.y, c.line, c.line))
        if focused:
            c.focus_frame(rect)

    def keep(self) -> None:
        """Leaves the choice as it is."""
        self.app.stay()
        self.app.sound.play("move")

    def turn(self, step: int) -> None:
        """Chooses another strength."""
        self.draft.change_strength(step)
        self.app.sound.play("move")

    def draw_counts(self, c: Canvas, counts: list[int], line: Rect) -> None:
        """How many play: a coin for each number, the chosen one bright."""
        words = self.t("setup.how_many")
        gap = c.px("gap")
        wide = c.width_of(words, "label", "bold") + c.px("wide")
        whole = wide + len(counts) * (line.h + gap)
        row = anchored(min(whole, line.w), line.h, center=line.center)
        c.slip(words, Rect(row.x, row.y, wide, row.h), "label")
        for number, count in enumerate(counts):
            coin = Rect(row.x + wide + number * (line.h + gap) + gap, row.y, line.h, line.h)
            chosen = count == self.draft.count
            state = self.t("speech.chosen") if chosen else ""
            tip = self.t.tip(f"option.{self.game}.players")
            choose = partial(self.seat, count)
            says = partial("{} {}".format, words, count)
            focused = c.spot(Spot(f"count{count}", coin, choose, tip=tip, says=says, state=state))
            if chosen:
                c.halo(coin)
            c.piece("coin" if chosen else "token-brown", coin)
            c.text(str(count), coin, "label", "ink" if chosen else "cream", "center", "title", engraved=True)
            if focused:
                c.focus_frame(coin)

    def seat(self, count: int) -> None:
        """Chooses how many play."""
        self.draft.seat(count)
        self.app.sound.play("move")

    def draw_faces(self, c: Canvas, area: Rect) -> None:
        """The faces of those across the table, the first one large."""
        seats = self.draft.seats
        first, *others = self.draft.others()
        gap = c.px("close")
        side = (area.w + gap) // max(MOST_BESIDE, len(others)) - gap if others else 0
        large = min(area.w, area.h - side - gap) if others else min(area.size)
        row = top_of(area, side)
        row.w = len(others) * (side + gap) - gap
        around = anchored(area.w, large + (gap + side if others else 0), center=area.center)
        c.face(seats, first, anchored(large, large, midtop=around.midtop), self.game)
        row.midbottom = around.midbottom
        for seat, place in zip(others, split(row, max(1, len(others)), gap, across=True), strict=False):
            c.face(seats, seat, place, self.game)

    def meet(self, opponent: Opponent) -> None:
        """Chooses the opponents."""
        self.draft.meet(opponent)
        self.app.sound.play("move")

    def start(self, length: str) -> None:
        """Starts a match of a length; a newcomer to the game is offered its lesson first."""
        self.draft.length = length
        if is_newcomer(self.app.session, self.game) and "learn" in offered(self.game):
            self.app.push(LessonFirst(self.app, self.game, self.begin))
        else:
            self.begin()

    def begin(self) -> None:
        """Starts the match; saved matches stay."""
        try:
            match = self.draft.match()
        except BadRecord as error:
            self.app.push(Ask(self.app, self.t.refusal(error)))
            return
        self.app.session.settings.game = self.game
        self.app.session.save_settings()
        self.app.sound.play("deal")
        self.app.replace(TableScene(self.app, match))

    def more(self) -> None:
        """Opens the rest of the choices."""
        self.app.push(MoreSetUp(self.app, self))

    def rules(self) -> None:
        """Opens the rule help."""
        self.app.push(Rules(self.app, self.game))

    def learn(self) -> None:
        """Opens the lessons."""
        self.app.push(Lessons(self.app, self.game))

    def act(self, action: Action) -> bool:
        """Help opens the rules; a deal or a record may be pasted."""
        if action.name == "help":
            self.rules()
        elif action.name == "paste":
            self.app.paste()
        return action.name in ("help", "paste")


class MoreSetUp(Scene):
    """The rest of a match's set-up: length, options, seats and the number of the deal."""

    topic = "setup"
    ground = PLAIN

    def __init__(self, app: App, page: SetUp) -> None:
        super().__init__(app)
        self.page = page
        self.game = page.game
        self.felt = page.felt
        self.draft = page.draft

    def update(self) -> None:
        """Lets a newly typed number replace the old one after the focus was elsewhere."""
        if self.focus != "number":
            self.draft.fresh = True
        self.focus = self.focus or "back"

    def layout(self, c: Canvas) -> None:
        """Lays out the description at the left and the choices at the right."""
        area = heading(c, self.t(f"game.{self.game}.kind"))
        buttons = [self.offer("rules", "help", self.page.rules)]
        if self.app.session.saved(self.game):
            buttons.append(self.offer("kept", "open", self.kept))
        area = footer(c, area, [*buttons, self.way_back()])
        left, right = self.page.sides(c, area)
        self.page.draw_side(c, left)
        with c.parchment(right, "parchment-page"):
            self.draw_choices(c, c.inner(right, "border", "broad"))

    def told(self, c: Canvas, full: bool) -> list[str]:  # noqa: ARG002
        """What page this is; the game was described on the one before."""
        return [self.t("setup.more"), self.t(f"game.{self.game}.name")]

    def draw_choices(self, c: Canvas, area: Rect) -> None:
        """A row for every option, every seat, and the number of the deal."""
        draft = self.draft
        lines = draft.lines(self.t, BOARDS[self.game].choices)
        rows = len(lines) + 1
        gap = c.px("gap")
        height = min(c.row_height("setup_row", "pad"), (area.h - gap * rows) // rows)
        places = rows_in(area, rows, height, gap)
        for line, rect in zip(lines, places, strict=False):
            who = None if line.seat is None else partial(c.face, draft.seats, line.seat, game=self.game)
            change = partial(self.change, line.adjust)
            c.choice(line.key, rect, line.label, line.value, change, line.tip, who)
        last = places[-1]
        deal = trim(last, right=height + gap)
        words = self.t("setup.number")
        tip = self.t("setup.number.tip")
        c.field("number", deal, words, draft.number, draft.type_number, tip, draft.fresh)
        draw = Rect(deal.right + gap, last.y, height, height)
        c.button("draw", draw, "", self.draw_number, "new", tip=self.t("setup.draw"))

    def change(self, adjust: Callable[[int], None], step: int) -> None:
        """Changes the value of a row."""
        adjust(step)
        self.app.session.save_settings()
        self.app.sound.play("move")

    def draw_number(self) -> None:
        """Draws another deal."""
        self.draft.draw(self.app.session.draw_seed())
        self.app.sound.play("deal")

    def kept(self) -> None:
        """Opens the list of saved matches."""
        self.app.push(KeptList(self.app, self.game))

    def act(self, action: Action) -> bool:
        """The keys of the start page."""
        return self.page.act(action)


class Options(Scene):
    """All settings, in two columns; in large letters on two pages, each of them one column."""

    topic = "options"
    ground = PLAIN
    TABLE: ClassVar[dict[str, list[Any]]] = THEME["options"]
    COLUMNS: ClassVar[list[dict[str, list[str]]]] = THEME["option_columns"]
    UNITS: ClassVar[dict[str, str]] = THEME["option_units"]

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.page = 0
        self.paged = False  # whether there are two pages

    def update(self) -> None:
        """The focus is on the first option at first; the page is the one that has it."""
        self.focus = self.focus or next(iter(self.TABLE))
        names = [{name for group in groups.values() for name in group} for groups in self.COLUMNS]
        self.page = next((number for number, those in enumerate(names) if self.focus in those), self.page)

    def place(self, c: Canvas) -> None:
        """Finds out whether a line of each option fits on one page."""
        most = max(len(self.column_rows(groups)) for groups in self.COLUMNS)
        self.paged = self.rows_area(c, on_paper(c, [self.way_back()])).h // most < c.line

    def rows_area(self, c: Canvas, area: Rect) -> Rect:
        """The place of the options, above what is said of one."""
        return trim(area, bottom=c.tight_line("small") * 2 + c.px("tight"))

    def buttons(self) -> list[Button]:
        """The way to the other page, if there is one, and back."""
        return [*([self.offer("turn", "next", self.turn)] if self.paged else []), self.way_back()]

    def turn(self) -> None:
        """Turns to the other page."""
        names = next(iter(self.COLUMNS[1 - self.page].values()))
        self.focus = names[0]
        self.app.sound.play("flip")

    def next_page(self) -> bool:
        """Turns to the second page."""
        if not self.paged or self.page:
            return False
        self.turn()
        return True

    def layout(self, c: Canvas) -> None:
        """Lays out a row for every option, in groups, and below them what the one looked at does; keys have
        their own scene."""
        area = paper_page(c, self.t("options.title"), self.buttons())
        foot = foot_of(area, c.tight_line("small") * 2)
        c.text(self.tip(self.focus), foot, "small", "quiet", "center", lines=2)
        area = self.rows_area(c, area)
        columns_of = self.COLUMNS
        if self.paged:
            columns_of = [{head: names} for head, names in self.COLUMNS[self.page].items()]
        most = max(len(self.column_rows(groups)) for groups in columns_of)
        for groups, part in zip(columns_of, split(area, 2, c.px("border"), across=True), strict=True):
            self.draw_column(c, groups, part, most)

    def column_rows(self, groups: dict[str, list[str]]) -> list[tuple[str, str]]:
        """The rows of a column: a heading, with no name, and the options below it."""
        return [(head, name) for head, names in groups.items() for name in ("", *names)]

    def draw_column(self, c: Canvas, groups: dict[str, list[str]], area: Rect, most: int) -> None:
        """The groups of a column, each under its heading. most: the rows of the longest column beside it."""
        rows = self.column_rows(groups)
        wants = [HEAD_SHARE if not name else 100 for _, name in rows]
        if self.paged:
            area = top_of(area, area.h * len(rows) // most)
        for (head, name), rect in zip(rows, shared(area, wants, c.px("tight")), strict=True):
            if name:
                self.draw_row(c, name, rect)
            else:
                line = foot_of(rect, min(rect.h, c.line))
                c.text(self.t(f"options.{head}"), line, "label", "gold", face="title")

    def tip(self, name: str) -> str:
        return self.t.tip(f"options.{name}")

    def draw_row(self, c: Canvas, name: str, rect: Rect) -> None:
        words = self.t(f"options.{name}")
        if name == "keys":
            button = c.inner(rect, "margin", "none")
            button = anchored(button.w, min(button.h, c.row_height("footer", "pad")), center=button.center)
            c.button(name, button, words, self.open_keys, "keyboard", tip=self.tip(name))
            return
        value = getattr(self.app.session.settings, name)
        said = self.t.worded(f"options.{name}", value, "word.on", "word.off")
        if name in self.UNITS and said == str(value):
            said = f"{said} {self.UNITS[name]}"
        on = value if isinstance(value, bool) else None
        c.choice(name, rect, words, said, partial(self.change, name), self.tip(name), on=on)

    def open_keys(self) -> None:
        self.app.push(Keys(self.app))

    def change(self, name: str, step: int) -> None:
        values = self.app.session.languages() if name == "language" else self.TABLE[name]
        now = getattr(self.app.session.settings, name)
        at = values.index(now) if now in values else 0
        setattr(self.app.session.settings, name, values[(at + step) % len(values)])
        self.app.settings_changed(name)
        self.app.sound.play("move")


class Keys(Scene):
    """Keys and controller buttons, each of which can be changed."""

    topic = "keys"
    ground = PLAIN

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.waiting = ""  # the action that waits for its new key

    @property
    def takes_all(self) -> bool:  # type: ignore[override]
        """Whether an action waits for its key."""
        return bool(self.waiting)

    def update(self) -> None:
        """The focus is on the first action at first."""
        self.focus = self.focus or f"key_{REMAPPABLE[0]}"

    def layout(self, c: Canvas) -> None:
        """A row for every action, in two columns."""
        area = paper_page(c, self.t("keys.title"), [self.offer("reset", "restart", self.reset), self.way_back()])
        words = self.t("keys.tip")
        if self.waiting:
            words = self.t("keys.press", action=self.t(f"action.{self.waiting}"))
        color = "gold" if self.waiting else "quiet"
        c.text(words, top_of(area, c.line), "text", color, "center")
        area = trim(area, top=c.line + c.px("gap"))
        half = (len(REMAPPABLE) + 1) // 2
        gap = c.px("gap")
        height = min(c.row_height("key_row", "loose"), (area.h - gap * half) // half)
        rects = two_columns(c.px("border"), area, half, height, gap)
        for action, rect in zip(REMAPPABLE, rects, strict=False):
            self.draw_row(c, rect, action)

    def draw_row(self, c: Canvas, rect: Rect, action: str) -> None:
        """An action, its keys as caps of brass, its button."""
        tip = self.t("keys.row.tip")
        focused = c.spot(Spot(f"key_{action}", rect, lambda: self.wait(action), tip=tip))
        waiting = self.waiting == action
        c.strip(rect, focused or waiting)
        inner = c.inner(rect, "frame", "tight")
        inner, button = split_at(inner, inner.w - c.grown("key_sign"), c.px("gap"))
        keys = self.different(self.app.input.keys().get(action, []))
        gap = c.px("close")
        whole = min(inner.w // 2, sum(c.sign_width(key, pad=False) + gap for key in keys or [""]))
        name, key = split_at(inner, inner.w - whole - gap, gap)
        c.text(self.t(f"action.{action}"), name)
        if waiting:
            c.text("…", key, "text", "gold", "right")
        else:
            self.draw_caps(c, key, keys)
        held = self.app.input.button_of(action)
        if held:
            width = c.sign_width(held, pad=True)
            c.sign(held, anchored(width, c.line, midright=button.midright), pad=True)
        if focused:
            c.focus_frame(rect)

    def different(self, keys: list[str]) -> list[str]:
        """The keys that are printed differently: a keyboard has two of Enter."""
        found = dict[str, str]()
        for key in keys:
            found.setdefault(self.t.key(self.app.input.cap(key)), key)
        return list(found.values())

    def draw_caps(self, c: Canvas, area: Rect, keys: list[str]) -> None:
        """The keys of an action side by side at the right, as words if they do not fit."""
        widths, gap = [c.sign_width(key, pad=False) for key in keys], c.px("close")
        whole = sum(widths) + gap * max(0, len(keys) - 1)
        if whole > area.w:
            words = self.t.keys([self.app.input.cap(key) for key in keys])
            c.text(words, area, "text", "gold", "right")
            return
        x = area.right - whole
        for key, width in zip(keys, widths, strict=True):
            c.sign(key, anchored(width, c.line, midleft=(x, area.centery)), pad=False)
            x += width + gap

    def wait(self, action: str) -> None:
        """Takes the next key for an action."""
        self.waiting = action

    def take(self, action: Action) -> bool:
        """The next key or button pressed while an action waits for it."""
        if not self.waiting or action.name in ("point", "press", "release"):
            return False
        if not action.text:
            return True
        if action.text != "escape" or self.waiting == "back":
            self.app.input.bind(self.waiting, action.text)
            self.app.session.save_settings()
        self.waiting = ""
        return True

    def reset(self) -> None:
        """Restores the default keys."""
        self.app.session.settings.keys = {}
        self.app.session.settings.buttons = {}
        self.app.input.remap()
        self.app.session.save_settings()

    def back(self) -> None:
        """Stops waiting for a key, or leaves."""
        if self.waiting:
            self.waiting = ""
        else:
            self.app.pop()


class Listing(Scene):
    """A scene with a list that scrolls; its rows are drawn and chosen by the scene."""

    fit = 1  # rows that the area holds
    row = "list_row"  # how high they are at least

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.top = 0

    def row_focused(self) -> int | None:
        """The number of the row under the focus."""
        number = self.focus.removeprefix("row")
        return int(number) if number != self.focus and number.isdigit() else None

    @abstractmethod
    def count(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def list_area(self, c: Canvas) -> Rect:
        """The area of the rows."""

    def place(self, c: Canvas) -> None:
        """Counts the rows that fit and scrolls to the focused one."""
        self.fit = max(1, self.list_area(c).h // (c.row_height(self.row, "room") + c.px("close")))
        at = self.row_focused()
        if at is not None:
            self.top = min(max(self.top, at - self.fit + 1), at)
        self.top = max(0, min(self.top, self.count() - self.fit))

    def draw_rows(self, c: Canvas, draw: Callable[[Canvas, int, Rect], None]) -> None:
        area = self.list_area(c)
        count = self.count()
        height = c.row_height(self.row, "room")
        gap = c.px("close")
        shown = range(self.top, min(count, self.top + self.fit))
        inner = trim(area, right=c.px("broad"))
        for number, rect in zip(shown, rows_in(inner, len(shown), height, gap), strict=True):
            draw(c, number, rect)
        if count > self.fit:
            self.draw_bar(c, area, count)

    def next_page(self) -> bool:
        """Puts the focus on the first row that is still below."""
        below = self.top + self.fit
        self.top = below if below < self.count() else 0
        if self.top:
            self.focus = f"row{self.top}"
        return self.top > 0

    def draw_bar(self, c: Canvas, area: Rect, count: int) -> None:
        bar = Rect(area.right - c.px("pad"), area.y, c.px("room"), area.h)
        c.piece("well", bar)
        height = max(c.px("margin"), bar.h * self.fit // count)
        c.piece("brass", Rect(bar.x, bar.y + bar.h * self.top // count, bar.w, height))

    def act(self, action: Action) -> bool:
        """Scrolls by a row or by a page."""
        pages = {"scroll": action.amount, "earlier": -self.fit, "later": self.fit}
        steps = pages.get(action.name, 0)
        if not steps:
            return False
        self.top += steps
        at = self.row_focused()
        if action.name != "scroll" and at is not None:
            self.focus = f"row{max(0, at + steps)}"
        return True


class KeptList(Listing):
    """The saved matches of a game, each with a thumbnail of its table."""

    topic = "kept"
    ground = PLAIN
    row = "kept_row"
    fit = 8

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game = game
        self.felt = game
        self.reload()

    def reload(self) -> None:
        """Reads the list again."""
        self.found = self.app.session.matches.list(self.game)
        self.little = LittleTables(self.app, self.game)
        self.chosen = 0
        self.focus = "row0" if self.found else "back"

    def tick(self) -> bool:
        """Draws one missing thumbnail."""
        shown = self.found[self.top : self.top + self.fit]
        return self.little.add({kept.name: partial(getattr, kept, "match") for kept in shown})

    def update(self) -> None:
        """The row under the focus is chosen. Without any match the page lies in the hall."""
        self.ground = PLAIN if self.found else HALL
        at = self.row_focused()
        self.chosen = self.chosen if at is None else at

    def count(self) -> int:
        """The number of saved matches."""
        return len(self.found)

    def list_area(self, c: Canvas) -> Rect:
        """Between title and buttons."""
        return on_paper(c, self.buttons())

    def buttons(self) -> list[Button]:
        """The buttons for the chosen match."""
        go_on = self.offer("go", "play", self.go_on)._replace(lit=True)
        found = [go_on, self.offer("forget", "trash", self.ask_forget)] if self.found else []
        return [*found, self.way_back()]

    def layout(self, c: Canvas) -> None:
        """Lays out a row for every match, the latest first."""
        title = self.t("kept.title", game=self.t(f"game.{self.game}.name"))
        if not self.found:
            empty_hall(c, title, self.buttons(), self.t("kept.none"), "cards")
            return
        paper_page(c, title, self.buttons())
        self.draw_rows(c, self.draw_row)

    def draw_row(self, c: Canvas, number: int, rect: Rect) -> None:
        """A thumbnail, the players, the score, and when it was played last."""
        kept = self.found[number]
        press = partial(self.go_on, number)
        focused = c.spot(Spot(f"row{number}", rect, press, tip=self.t("kept.row.tip"), beside="go"))
        c.strip(rect, number == self.chosen)
        inner = c.inner(rect, "margin", "margin")
        words = self.little.draw(c, kept.name, inner)
        day = Rect(words.right - words.w // 3, words.y, words.w // 3, words.h)
        who, score = split(trim(words, right=day.w + c.px("gap")), 2, 0)
        seats = kept.match.seats
        c.text(self.t.seated(seats, kept.match.game), who, lines=2)
        if not self.app.from_memory(kept.match):
            standing = self.t.standing(seats, kept.match.scores, kept.match.game)
            c.text(standing, score, "small", "quiet", lines=2)
        date, moves = split(day, 2, 0)
        c.text(self.t.when(kept.date), date, align="right")
        key = "kept.moves" if number else "kept.latest"
        c.text(self.t(key, count=len(kept.match.moves)), moves, "small", "quiet", "right")
        if focused:
            c.focus_frame(rect)

    def go_on(self, number: int | None = None) -> None:
        """Continues the match of a row."""
        kept = self.found[self.chosen if number is None else number]
        self.app.sit(kept.match)

    def ask_forget(self) -> None:
        """Asks before a match is deleted."""
        self.app.push(Ask(self.app, self.t("kept.sure"), self.forget))

    def forget(self) -> None:
        """Deletes the chosen match."""
        self.app.session.matches.drop(self.found[self.chosen].name)
        self.reload()


def little_table(app: App, match: Match) -> Surface:
    """A thumbnail of a match as its only person sees it; the emblem if several people play."""
    humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
    surface = Surface(LITTLE)
    surface.blit(app.table_ground(match.game, LITTLE), (0, 0))
    whole = app.canvas
    app.canvas = Canvas(surface, app.session, app.art, app.input)
    if len(humans) > 1:
        app.canvas.picture(f"{match.game}/emblem", LITTLE[1], center=app.canvas.area.center)
    else:
        board = BOARDS[match.game](app, match, humans[0] if humans else None)
        board.place(app.canvas, app.canvas.area)
        board.layout(app.canvas)
    app.canvas.draw()
    app.canvas = whole
    return pygame.transform.smoothscale(surface, (LITTLE[0] // 2, LITTLE[1] // 2))


class LittleTables:
    """Thumbnails of a game's tables, drawn one by one while nothing else is to be done; until then its emblem stands
    there."""

    def __init__(self, app: App, game: str) -> None:
        self.app = app
        self.game = game
        self.pictures: dict[str, Surface] = {}

    def add(self, shown: Mapping[str, Callable[[], Match]]) -> bool:
        """Draws the first missing thumbnail of some tables; whether one was missing."""
        missing = next((name for name in shown if name not in self.pictures), None)
        if missing is None:
            return False
        self.pictures[missing] = little_table(self.app, shown[missing]())
        return True

    def draw(self, c: Canvas, name: str, row: Rect) -> Rect:
        """A thumbnail in its frame at the left of a row; returns the rest of the row."""
        place = Rect(row.x, row.y, row.h * LITTLE[0] // LITTLE[1], row.h)
        c.piece("well", place.inflate(c.px("tight"), c.px("tight")))
        if name in self.pictures:
            c.blit(pygame.transform.smoothscale(self.pictures[name], place.size), place)
        else:
            self.draw_emblem(c, place)
        return trim(row, left=place.w + c.px("margin"))

    def draw_emblem(self, c: Canvas, place: Rect) -> None:
        """The game's emblem on the bare ground of its table."""

        def make() -> Surface:
            return pygame.transform.smoothscale(self.app.table_ground(self.game, LITTLE), place.size)

        c.blit(c.art.keep(("little", self.game, self.app.table_picture(self.game), place.size), make), place)
        c.picture(f"{self.game}/emblem", place.h * EMBLEM_SHARE // 100, center=place.center)


def nothing_yet(c: Canvas, area: Rect, words: str) -> None:
    """Says on a page that there is nothing to show: the sleeping dragon over the words."""
    told = c.height_of(words, area.w, "label") + c.px("gap")
    side = min(area.w, (area.h - told) * 3 // 4)
    top = area.centery - (side + told) // 2
    c.picture("hoard/asleep", side, midtop=(area.centerx, top))
    c.text(words, Rect(area.x, top + side, area.w, told), "label", "quiet", "center", lines=3)


def empty_hall(c: Canvas, title: str, buttons: list[Button], words: str, form: str) -> None:
    """A page that has nothing to show yet: a thing that stands for it in the coins of the hall, and what will be
    there under the title."""
    area = footer(c, heading(c, title), buttons)
    side = min(area.h * 3 // 4, area.w // 2)
    make = partial(sunken.buried, c.art.picture, form, side, 0)
    bed = anchored(side, side, midbottom=area.midbottom)
    c.blit(c.art.keep(("buried", form, side, 0), make), bed)
    c.slip(words, Rect(area.x, area.y, area.w, bed.y - area.y), "label", lines=3)


def first_step(app: App) -> Button:
    """From a page that is empty until a match has ended: the way to one."""
    words = app.session.strings("word.play")
    return Button("first", words, "play", lambda: app.replace(SetUp(app, last_game(app))), lit=True)


def draw_filters(c: Canvas, area: Rect, filters: statistics.Filters, apply: Accept, sound: Sound) -> Rect:
    """The filters, three per row; returns the area below them."""

    def change(name: str, step: int) -> None:
        filters.change(name, step)
        apply()
        sound.play("move")

    places = filter_places(c, area, filters)
    for name, rect in zip(filters.values, places, strict=True):
        said = filters.said(name, c.t)
        tip = c.t(f"filter.{name}.tip")
        c.choice(name, rect, c.t(f"filter.{name}"), said, partial(change, name), tip)
    return below_filters(c, area, filters)


def below_filters(c: Canvas, area: Rect, filters: statistics.Filters) -> Rect:
    return trim(area, top=filter_places(c, area, filters)[-1].bottom - area.y + c.px("pad"))


def filter_places(c: Canvas, area: Rect, filters: statistics.Filters) -> list[Rect]:
    return grid(area, len(filters.values), 3, c.row_height("filter_row", "room"), c.px("gap"))


def text_metrics(c: Canvas, line: int) -> statistics_cards.TextMetrics:
    """What the pictures of numbers need of the canvas. line: the height of one."""
    stroke = max(2, c.px("curve"))
    width = partial(c.width_of, size="small")
    return statistics_cards.TextMetrics(line, c.px("gap"), c.px("pad"), stroke, width, c.large)


class Statistics(Scene):
    """Statistics of the chosen games: four pictures, and the numbers behind them."""

    topic = "statistics"
    ground = PLAIN

    def __init__(self, app: App, **chosen: str) -> None:
        super().__init__(app)
        self.found = statistics.Overview(app.session.chronicle, self.t, chosen)
        self.counted = False  # whether it shows the numbers
        self.piled = Rect(0, 0, 0, 0)  # the piles of results
        self.focus = "game" if self.found.any else "first"

    def update(self) -> None:
        """Without a finished match it lies in the hall."""
        self.ground = PLAIN if self.found.any else HALL

    def layout(self, c: Canvas) -> None:
        """Lays out the filters, and below them the pictures or the numbers."""
        found = self.found
        title = self.t("statistics.title")
        if not found.any:
            empty_hall(c, title, [first_step(self.app), self.way_back()], self.t("statistics.none"), "cup")
            return
        area = draw_filters(c, paper_page(c, title, self.buttons()), found.filters, found.read, self.app.sound)
        foot = foot_of(area, c.line)
        self.draw_comeback(c, foot)
        area = trim(area, bottom=foot.h + c.px("gap"))
        m = text_metrics(c, min(c.line, area.h // statistics_cards.LINES))
        if self.counted:
            c.plate(statistics_cards.numbers(area, found.rows, m, self.t))
        else:
            self.draw_pictures(c, area, m)

    def unread(self) -> list[Rect]:
        """The piles: a sentence tells their numbers."""
        return [] if self.counted or not self.found.any else [self.piled]

    def told(self, c: Canvas, full: bool) -> list[str]:
        """The results in a sentence, then the rest."""
        results = statistics_cards.results_told(self.found.results, self.t)
        return [*([results] if self.unread() else []), *super().told(c, full)]

    def buttons(self) -> list[Button]:
        """The way to the numbers or back to the pictures, to puzzles, and what else can be done."""
        other = "pictures" if self.counted else "numbers"
        turn = self.offer(other, "stats" if self.counted else "log", self.turn)._replace(key="turn")
        practise = [self.offer("practise", "star-full", self.practise)._replace(lit=True)] if self.costliest else []
        rest = [self.offer("export", "export", self.export), self.offer("reset", "trash", self.ask_reset)]
        return [turn, *practise, *rest, self.way_back()]

    def turn(self) -> None:
        """Shows the numbers instead of the pictures, or the pictures again."""
        self.counted = not self.counted
        self.app.sound.play("flip")

    def draw_pictures(self, c: Canvas, area: Rect, m: statistics_cards.TextMetrics) -> None:
        """The four pictures: how games ended, a curve, accuracy, and what costs most."""
        found, gap = self.found, c.px("margin")
        upper, lower = shared(area, [55, 45], gap)
        left, right = split_at(upper, upper.w * 38 // 100, gap)
        self.piled = left
        c.plate(statistics_cards.piles(left, found.results, m, self.t))
        c.plate(statistics_cards.curve(right, found.curve, found.filters, m, self.t))
        for (topic, bars), rect in zip(found.bars.items(), split(lower, 2, gap, across=True), strict=True):
            c.plate(statistics_cards.bars(rect, topic, bars, m, self.t))

    def draw_comeback(self, c: Canvas, rect: Rect) -> None:
        """The game won from the worst position; pressing opens it."""
        words, key = self.found.comeback
        if key:
            focused = c.spot(Spot("comeback", rect, partial(self.app.session.open_kept, key)))
            if focused:
                c.slab(rect, "raised")
                c.focus_frame(rect)
        c.text(words, rect.inflate(-c.px("pad"), 0), "small", "gold" if key else "quiet", "center")

    def export(self) -> None:
        """Writes the chosen games as a table."""
        name = "statistics.csv"
        self.app.session.export(name, self.found.to_csv())

    @property
    def costliest(self) -> str:
        """The motif that cost most of those that have puzzles; "" if none has."""
        return next(filter(practicable, self.found.costs), "")

    def practise(self) -> None:
        """Opens puzzles of the motif that cost most."""
        practise_motif(self.app, self.costliest)

    def ask_reset(self) -> None:
        """Asks before it clears the history."""
        self.app.push(Ask(self.app, self.t("statistics.sure"), self.reset))

    def reset(self) -> None:
        """Clears the history."""
        self.app.session.attempt(self.app.session.chronicle.forget)
        self.app.session.hoard.read_on()
        self.focus = "back"
        self.found.read()


class Records(Listing):
    """Finished matches that fit the filters: open, copy, paste, delete."""

    topic = "records"
    ground = PLAIN
    COLUMNS: ClassVar[dict[str, int]] = THEME["records"]

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.kept = statistics.RecordList(app.session.chronicle)
        self.chosen = 0
        self.focus = "row0" if self.files else "first"

    @property
    def files(self) -> list[int]:
        """The records that fit the filters."""
        return self.kept.numbers

    def apply_filters(self) -> None:
        self.kept.apply_filters()
        self.chosen = 0

    def update(self) -> None:
        """The row under the focus is chosen. Without any record the page lies in the hall."""
        self.ground = PLAIN if self.kept.any else HALL
        at = self.row_focused()
        if at is not None:
            self.chosen = min(at, max(0, len(self.files) - 1))

    def count(self) -> int:
        """How many records there are."""
        return len(self.files)

    def list_area(self, c: Canvas) -> Rect:
        """The area under the filters and column heads."""
        area = trim(on_paper(c, self.buttons()), bottom=c.line)
        return trim(below_filters(c, area, self.kept.filters), top=c.line + c.px("gap"))

    def buttons(self) -> list[Button]:
        """What can be done with a record; without any, only what brings one."""
        paste = self.offer("paste", "paste", self.paste)
        if not self.kept.any:
            return [first_step(self.app), paste, self.way_back()]
        if not self.files:
            return [paste, self.way_back()]
        return [
            self.offer("open", "review", self.open)._replace(lit=True),
            self.offer("copy", "copy", self.copy),
            paste,
            self.offer("export", "export", self.export),
            self.offer("delete", "trash", self.ask_delete),
            self.way_back(),
        ]

    def layout(self, c: Canvas) -> None:
        """A row for every record, the newest first."""
        if not self.kept.any:
            empty_hall(c, self.t("records.title"), self.buttons(), self.t("records.none"), "tome")
            return
        area = paper_page(c, self.t("records.title"), self.buttons())
        c.text(self.t("records.tip"), foot_of(area, c.line), "small", "quiet", "center")
        area = draw_filters(c, trim(area, bottom=c.line), self.kept.filters, self.apply_filters, self.app.sound)
        if not self.files:
            nothing_yet(c, area, self.t("records.no_such"))
            return
        heads = {name: self.t(f"records.{name}") for name in self.COLUMNS}
        self.draw_cells(c, trim(top_of(area, c.line), right=c.px("broad")), heads, "quiet")
        self.draw_rows(c, self.draw_row)

    def draw_cells(self, c: Canvas, rect: Rect, words: dict[str, str], color: str = "pale") -> None:
        """A row of words by their columns."""
        places = columns(rect.inflate(-c.px("wide"), 0), self.COLUMNS, c.px("gap"))
        size = "small" if color == "quiet" else "text"
        for name, said in words.items():
            c.text(said, places[name], size, color, "right" if name in statistics.RIGHT else "left")

    def draw_row(self, c: Canvas, number: int, rect: Rect) -> None:
        """Draws a record: game, opponents, result, accuracy, date."""
        match, cells = self.kept.match(number), self.kept.cells(number, self.t)
        says = partial(self.row_spoken, cells)
        focused = c.spot(Spot(f"row{number}", rect, partial(self.open_row, number), says=says, beside="open"))
        c.strip(rect, number == self.chosen)
        if match:
            side = rect.h - c.px("tight")
            c.picture(f"{match.game}/emblem", side, midleft=(rect.x + c.px("tight"), rect.centery))
            self.draw_cells(c, rect, {name: said for name, said in cells.items() if name != "game"})
            place = columns(rect.inflate(-c.px("wide"), 0), self.COLUMNS, c.px("gap"))["game"]
            c.text(cells["game"], trim(place, left=side))
        else:
            self.draw_cells(c, rect, cells)
        if focused:
            c.focus_frame(rect)

    def row_spoken(self, cells: dict[str, str]) -> str:
        """A record, read out: each cell with the head of its column, where it does not speak for itself."""
        named = ("against", "accuracy")
        return ", ".join(
            f"{self.t(f'records.{key}')} {cells[key]}" if key in named else cells[key]
            for key in self.COLUMNS if cells.get(key)
        )

    def open_row(self, number: int) -> None:
        self.chosen = number
        self.open()

    def open(self) -> None:
        match = self.kept.match(self.chosen) if self.files else None
        if match:
            self.app.open_match(match)

    def copy(self) -> None:
        """Copies the chosen record."""
        if self.files:
            self.app.copy(json.dumps(self.kept.record(self.chosen)))

    def export(self) -> None:
        """Writes the record to a file, indented."""
        if self.files:
            name = f"{self.kept.name(self.chosen)}.json"
            self.app.session.export(name, json.dumps(self.kept.record(self.chosen), indent=1))

    def paste(self) -> None:
        """Opens what was copied."""
        self.app.paste()

    def ask_delete(self) -> None:
        if self.files:
            self.app.push(Ask(self.app, self.t("records.sure"), self.delete))

    def delete(self) -> None:
        self.app.session.chronicle.drop(self.kept.name(self.chosen))
        self.kept.apply_filters()
        self.chosen = 0

    def act(self, action: Action) -> bool:
        """Copies, pastes, or scrolls."""
        does = {"copy": self.copy, "paste": self.paste}.get(action.name)
        if does:
            does()
        return bool(does) or super().act(action)


class Treasury(Scene):
    """All treasures, in a cave to walk along: how each is earned, and when and in which match it was."""

    topic = "hoard"
    ground = HALL

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.finds = app.session.hoard.finds
        self.fresh = list(app.session.hoard.fresh)
        app.session.hoard.looked_at()
        self.all = treasures_by_name()
        self.chambers = treasures_by_game(self.all.values())
        self.focus = next(iter([*self.fresh, *self.finds, *self.all]))
        self.chosen = self.all[self.focus]
        self.walked = 0.0  # from the first chamber, in chambers
        self.followed = ""  # the treasure that was walked to
        self.pulled: tuple[int, float] | None = None  # where the cave was taken hold of, and how far one was
        self.cave = Cave(Rect(0, 0, 1, 1), [])

    def update(self) -> None:
        """Looks at the focused treasure."""
        self.chosen = self.all.get(self.focus, self.chosen)

    def place(self, c: Canvas) -> None:
        """Walks to the treasure that has come into focus."""
        room = above_footer(c, below_heading(c), [self.way_back()])
        view = Rect(c.area.x, room.y, c.area.w, room.h)
        if view != self.cave.view:
            self.cave = Cave(view, [[one.id for one in some] for some in self.chambers.values()])
            self.followed = ""
        lost = self.followed != self.focus and not self.cave.seen(self.chosen.id, self.walked).colliderect(view)
        if lost or self.app.input.device != "mouse":
            self.walked = self.cave.towards(self.chosen.id, self.walked)
        self.followed = self.focus

    def layout(self, c: Canvas) -> None:
        """Lays out the chambers in view, their signs and treasures, and over the chosen one what it is."""
        self.draw_walls(c)
        footer(c, heading(c, self.t("hoard.title", found=len(self.finds), of=len(self.all))), [self.way_back()])
        for number, game in enumerate(self.chambers):
            self.draw_sign(c, game, self.cave.chamber(number, self.walked))
        stands = sorted(self.cave.stands, key=lambda name: self.cave.stands[name].rect.bottom)
        for name in stands:
            place = self.cave.seen(name, self.walked)
            if place.colliderect(self.cave.view):
                self.draw_piece(c, self.all[name], place)
        self.draw_ways(c)
        self.draw_told(c, self.cave.seen(self.chosen.id, self.walked))

    def draw_walls(self, c: Canvas) -> None:
        """Draws the hall, and the same mirrored for every other chamber."""
        size, (number, part) = c.area.size, divmod(self.walked, 1)
        hall = c.art.backdrop(self.ground, size)
        mirrored = c.art.keep(("mirrored", self.ground, size), partial(pygame.transform.flip, hall, True, False))
        for after in (0, 1) if part else (0,):
            wall = mirrored if (int(number) + after) % 2 else hall
            c.blit(wall, (c.area.x + round((after - part) * c.area.w), c.area.y))

    def draw_ways(self, c: Canvas) -> None:
        """Draws a coin at each side where the cave goes on."""
        view, side = self.cave.view, c.usual + c.px("margin")
        row = view.inflate(-2 * c.px("border"), side - view.h)
        row.y = view.y
        for way, icon, place in ((-1, "prev", row.midleft), (1, "next", row.midright)):
            if self.cave.within(self.walked + way) == self.walked:
                continue
            coin = anchored(side, side, center=place).clamp(row)
            go = partial(self.walk, way)
            c.piece("coin", coin, "lit" if c.spot(Spot(f"walk {icon}", coin, go, nav=False)) else "")
            c.icon(icon, c.inner(coin, "pad", "pad"), "ink")

    def draw_sign(self, c: Canvas, game: str, chamber: Rect) -> None:
        """Draws a chamber's sign with its game's emblem and how much of it is found, as far as there is room."""
        some = self.chambers[game]
        name = self.t(f"game.{game}.name" if game else "hoard.all_games")
        words = self.t("hoard.chamber", name=name, found=sum(one.id in self.finds for one in some), of=len(some))
        high = c.usual + c.px("margin")
        wide = c.width_of(words, "label", "bold") + high + c.px("double")
        sign = anchored(wide, high, midtop=(chamber.centerx, chamber.y))
        if chamber.w < wide:
            return
        c.piece("plaque", sign)
        c.picture(f"{game}/emblem" if game else "hoard/awake", high, midleft=sign.midleft)
        c.text(words, trim(sign, left=high), "label", "cream", "center", "bold")

    def words_of(self, one: Treasure) -> tuple[str, str, str]:
        """The name of a treasure, how it is earned, and when it was."""
        return hoard_picture.words_of(one, self.finds.get(one.id), self.t)

    def told(self, c: Canvas, full: bool) -> list[str]:
        """Without what is told of the chosen treasure, which has the focus."""
        return [words for words in super().told(c, full) if words not in self.words_of(self.chosen)]

    def draw_piece(self, c: Canvas, one: Treasure, rect: Rect) -> None:
        """Draws a treasure where it stands; a new one, and the one looked at, stand in light."""
        seen = rect.clip(self.cave.view)
        says = partial(". ".join, self.words_of(one))
        focused = c.spot(Spot(one.id, seen, partial(self.open, one), says=says))
        if one == self.chosen or one.id in self.fresh:
            c.halo(c.inner(rect, "border", "border"))
        self.draw_picture(c, one, rect)
        if focused:
            c.focus_frame(c.inner(seen, "gap", "gap"))

    def draw_picture(self, c: Canvas, one: Treasure, rect: Rect) -> None:
        """Draws a treasure in gold or tarnished metal, its foot in the coins; on a stone if it is not earned."""
        metal, seed = hoards.metal(self.finds.get(one.id)), list(self.all).index(one.id)

        def picture(name: str, side: int) -> Surface:
            return c.art.piece(one, metal, side) if name == f"hoard/{one.id}" else c.art.picture(name, side)

        stands = partial(sunken.buried, picture, one.id, rect.w, seed)
        c.blit(c.art.keep(("stands", one.id, metal, rect.w), stands), rect)

    def draw_told(self, c: Canvas, beside: Rect) -> None:
        """Draws the name, the achievement and the date of the chosen treasure, on parchment above it."""
        view = self.cave.view
        if not view.colliderect(beside):
            return
        name, how, when = self.words_of(self.chosen)
        wide = min(c.grown("treasure_told"), view.w // 2 - c.px("border"))
        inside = wide - c.px("double") * 2
        heights = [c.line, c.height_of(how, inside), c.height_of(when, inside, "small")]
        sheet = Rect(0, 0, wide, sum(heights) + 2 * c.px("margin"))
        sheet.midbottom = beside.midtop
        c.layer += 1
        sheet.clamp_ip(c.inner(trim(view, top=c.usual), "border", "margin"))
        c.shade(sheet)
        with c.parchment(sheet):
            rest = c.inner(sheet, "double", "margin")
            c.text(name, top_of(rest, heights[0]), "label", "heading", face="title")
            c.paragraph(how, trim(rest, top=heights[0], bottom=heights[2]))
            c.paragraph(when, foot_of(rest, heights[2]), "small", "quiet")

    def act(self, action: Action) -> bool:
        """Walks on by the wheel, and a whole chamber by the keys that turn pages."""
        steps = {"scroll": action.amount * STEP, "earlier": -1.0, "later": 1.0}
        if action.name not in steps:
            return False
        self.walk(steps[action.name])
        if action.name != "scroll":
            self.focus = [*self.chambers.values()][round(self.walked)][0].id
        return True

    def walk(self, way: float) -> None:
        """Walks on by so many chambers."""
        self.walked = self.cave.within(self.walked + way)

    def take(self, action: Action) -> bool:
        """Lets the cave be drawn along where nothing stands."""
        if action.name == "press" and not any(s.rect.collidepoint(action.place) for s in self.app.canvas.spots):
            self.pulled = action.place[0], self.walked
            return True
        held = self.pulled
        if action.name in ("release", "let go"):
            self.pulled = None
        elif held and action.name == "point":
            self.walked = self.cave.within(held[1] + (held[0] - action.place[0]) / self.cave.view.w)
        return held is not None

    def open(self, one: Treasure) -> None:
        """Opens the match in which a treasure was earned."""
        find = self.finds.get(one.id)
        if find and find.match:
            self.app.session.open_kept(find.match)


class Roll(Listing):
    """A page of rows and buttons, described by a page object."""

    ground = PLAIN
    stacked = False  # whether the texts of a row stand one under the other

    def __init__(self, app: App, page: Page) -> None:
        super().__init__(app)
        self.page = page
        self.rows: list[PageRow] = []
        self.focus = f"row{page.chosen}"

    def tick(self) -> bool:
        """Lets the page compute; true if it changed."""
        return self.page.tick()

    def update(self) -> None:
        """The row under the focus is chosen."""
        self.rows = self.page.looked_at(self.row_focused())

    def count(self) -> int:
        """How many rows the page has."""
        return len(self.rows)

    def buttons(self) -> list[Button]:
        """The buttons of the page and the way back."""
        return [*self.page.buttons(), self.way_back()]

    def paper_size(self, c: Canvas) -> Size:
        """How large the paper is at most: as its rows need."""
        width = c.px("roll")
        rows = self.count() * (c.row_height(self.row, "room") + c.px("close"))
        note = c.height_of(self.page.note(), width)
        return width + c.px("border"), rows + note + c.px("margin") + c.px("border")

    def frame(self, c: Canvas) -> None:
        """Title, note and buttons."""
        area = paper_page(c, self.page.title(), self.buttons(), self.paper_size(c))
        note = self.page.note()
        c.text(note, top_of(area, c.height_of(note, area.w)), "text", "pale", "center", lines=9)

    def framed(self, c: Canvas) -> Rect:
        """The area between them."""
        area = on_paper(c, self.buttons(), self.paper_size(c))
        return trim(area, top=c.height_of(self.page.note(), area.w) + c.px("margin"))

    def list_area(self, c: Canvas) -> Rect:
        return self.framed(c)

    def layout(self, c: Canvas) -> None:
        """The rows within the frame."""
        self.frame(c)
        self.draw_list(c)

    def draw_list(self, c: Canvas) -> None:
        self.draw_rows(c, lambda c, at, rect: self.draw_row(c, at, self.rows[at], rect))

    def draw_row(self, c: Canvas, number: int, row: PageRow, rect: Rect) -> None:
        """Draws a row: a value between arrows, or texts with a picture."""
        key = f"row{number}"
        if row.adjust:
            label, value = row.cells
            sign = partial(self.draw_picture, c, row.picture) if row.picture else None
            c.choice(key, rect, label, value, partial(self.change, row.adjust), face=sign)
            return
        tip = row.cells[-1] if self.stacked and len(row.cells) > 1 else ""
        focused = bool(row.accept) and c.spot(Spot(key, rect, row.accept, tip=tip))
        c.strip(rect, bool(row.accept) and number == self.page.chosen)
        inner = c.inner(rect, "wide", "tight")
        if row.picture:
            c.picture(row.picture, inner.h, midleft=inner.midleft)
            inner = trim(inner, left=inner.h + c.px("pad"))
        if row.icon:
            side = min(inner.h, c.px("mark"))
            c.signed_coin(anchored(side, side, midright=inner.midright), row.icon, lit=focused)
            inner = trim(inner, right=side + c.px("gap"))
        places = split(inner, len(row.cells), 0, across=not self.stacked)
        for at, (cell, place) in enumerate(zip(row.cells, places, strict=True)):
            align = "right" if at and not self.stacked else "left"
            color = "gold" if row.lit else "pale" if row.accept else "quiet"
            face = "bold" if row.lit or (self.stacked and not at) else "text"
            if at and self.stacked:  # as much of it as fits; all of it on pointing
                parts = cell.split(", ")
                shorter = [", ".join(parts[:number]) for number in range(len(parts), 0, -1)]
                c.text_of(shorter, place, "small", color, align, face)
            else:
                c.text(cell, place, "text", color, align, face)
        if focused:
            c.focus_frame(rect)

    @staticmethod
    def draw_picture(c: Canvas, name: str, rect: Rect) -> None:
        """The picture beside a value: a game's emblem, or a face."""
        if name.endswith("/emblem"):
            c.picture(name, rect.h, center=rect.center)
        else:
            c.medal(name, rect)

    def change(self, adjust: Callable[[int], None], step: int) -> None:
        """Changes the value of a row."""
        adjust(step)
        self.app.sound.play("move")


class Calendar(Roll):
    """The daily deals: the month at the left, the deals of one day at the right."""

    page: CalendarPage
    row = "deal_row"
    stacked = True

    def halves(self, c: Canvas) -> tuple[Rect, Rect]:
        """The wall of the month, and the sheet of the day."""
        area = above_footer(c, below_heading(c), self.buttons())
        area = trim(area, top=self.note_place(c).h + c.px("gap"))
        share = NARROW_MONTH if c.narrow else MONTH_SHARE
        return split_at(area, area.w * share // 100, c.px("margin"))

    def day_sheet(self, c: Canvas) -> Rect:
        """The area within the margins of the sheet of the day."""
        return c.inner(self.halves(c)[1], "border", "broad")

    def note_place(self, c: Canvas) -> Rect:
        """The strip above both, for what the page says."""
        area = trim(below_heading(c), top=-c.px("gap"))
        width = min(area.w, c.width_of(self.page.note(), "small") + c.px("borders"))
        height = c.height_of(self.page.note(), width - c.px("border"), "small") + c.px("loose")
        return anchored(width, height, midtop=area.midtop)

    def list_area(self, c: Canvas) -> Rect:
        """The area under the day and its opponents."""
        sheet = self.day_sheet(c)
        head = c.grown("day") + c.line + c.px("gap")
        return trim(sheet, top=head)

    def layout(self, c: Canvas) -> None:
        """Month, day and deals."""
        footer(c, heading(c, self.page.title()), self.buttons())
        note = self.note_place(c)
        with c.parchment(note, "parchment-tag"):
            words = c.inner(note, "border", "loose")
            c.text(self.page.note(), words, "small", align="center", lines=9, top=True)
        left, right = self.halves(c)
        c.shade(left)
        c.panel(left, "night")
        self.draw_month(c, c.inner(left, "border", "broad"))
        with c.parchment(right, "parchment-page"):
            self.draw_sheet(c, self.day_sheet(c))

    def draw_sheet(self, c: Canvas, area: Rect) -> None:
        """The day, its number large, its opponents and its deals."""
        day, against = self.page.heading()
        title = top_of(area, c.grown("day"))
        number, words = split_at(title, title.h * 3 // 2, c.px("gap"))
        c.text(str(self.page.day.day), number, round(title.h * 0.8), "gold", "center", "title")
        c.text(day, words, "label", "gold", face="title", lines=2)
        c.text(against, top_of(trim(area, top=title.h), c.line), "small", "quiet")
        self.draw_list(c)

    def draw_month(self, c: Canvas, area: Rect) -> None:
        """The weeks of the month, one under the other."""
        gap = c.px("close")
        for number, rect in enumerate(split(top_of(area, c.line), 7, gap, across=True)):
            c.text(self.t(f"weekday.{number}")[:2], rect, "small", "gold", "center", "bold")
        weeks = self.page.weeks()
        self.draw_legend(c, foot_of(area, c.line))
        rows = split(trim(area, top=c.line + gap, bottom=c.line + gap), len(weeks), gap)
        for week, row in zip(weeks, rows, strict=True):
            for day, rect in zip(week, split(row, 7, gap, across=True), strict=True):
                if day:
                    self.draw_day(c, day, rect)

    def draw_legend(self, c: Canvas, line: Rect) -> None:
        """What the marks of a day mean."""
        for key, place in zip(("won", "played"), split_at(line, line.w * 36 // 100, 0), strict=True):
            mark, words = split_at(place, place.h, c.px("close"))
            if key == "won":
                c.icon("laurel", mark)
            else:
                c.shape(pygame.draw.aacircle, COLOR["quiet"], mark.center, mark.h // 4, 2)
            c.text(self.t(f"daily.mark_{key}"), words, "small", "quiet")

    def day_spoken(self, day: CalendarDay) -> str:
        """A day, read out: its date, and how its deals went."""
        found = [date_text(day.date.isoformat(), self.t)]
        won = day.results.count("won")
        for key, count in (("won", won), ("played", sum(map(bool, day.results)) - won)):
            found += [f"{self.t(f'daily.mark_{key}')}: {count}"] if count else []
        return ", ".join(found)

    def draw_day(self, c: Canvas, day: CalendarDay, rect: Rect) -> None:
        """Draws a day as a slip of parchment, today in gold, one to come as a hollow in the wood: its number
        and a mark for each deal, a wreath for a win, else a ring."""
        here = day.date == self.page.day
        key = f"day{day.date.day}"
        says = partial(self.day_spoken, day)
        focused = c.spot(Spot(key, rect, partial(self.page.choose, day.date), says=says))
        if here:
            c.halo(rect)
        if day.today:
            rect = rect.inflate(c.px("close"), c.px("close"))
            c.piece("gold", rect)
        else:
            c.piece("well" if day.coming else "parchment-tag", rect)
        c.paper = not day.coming
        inner = c.inner(rect, "gap", "gap")
        number = inner if day.coming else top_of(inner, inner.h * 58 // 100)
        c.text(str(day.date.day), number, "label" if day.today else "text", "pale", "center", "title")
        marks = split(foot_of(inner, inner.h * 40 // 100), len(day.results), 0, across=True)
        for how, place in zip(day.results, marks, strict=True):
            radius = min(place.w, place.h) // 3
            if how == "won":
                c.icon("laurel", place, "gold")
            elif how:
                c.shape(pygame.draw.aacircle, c.color("quiet"), place.center, radius, max(2, c.px("rim")))
        c.paper = False
        if here:
            c.frame(rect, "gold", "rim", "close")
        if focused:
            c.focus_frame(rect)


class Gallery(Roll):
    """The players, each a portrait in a frame of wood; the frame of the one who plays now shines."""

    ground = HALL

    def place(self, c: Canvas) -> None:  # noqa: ARG002
        """All of them have room."""
        self.top, self.fit = 0, max(1, self.count())

    def list_area(self, c: Canvas) -> Rect:
        """The area under the title, above the note."""
        area = above_footer(c, below_heading(c), self.buttons())
        return trim(area, bottom=c.line * 2 + c.px("margin"))

    def layout(self, c: Canvas) -> None:
        """The frames in rows, and the note below them."""
        area = footer(c, heading(c, self.page.title()), self.buttons())
        c.slip(self.page.note(), foot_of(area, c.line * 2 + c.px("close")), "text", lines=2)
        self.draw_list(c)

    def draw_rows(self, c: Canvas, draw: Callable[[Canvas, int, Rect], None]) -> None:
        """The frames, in the middle, no larger than a portrait needs."""
        area, gap = self.list_area(c), c.px("margin")
        cells = best_cells(area, self.count(), FRAME)
        high = min(cells[0].h, c.px("portrait"))
        wide = min(cells[0].w, round(high * FRAME))
        across = len([cell for cell in cells if cell.y == cells[0].y])
        rows = -(-len(cells) // across)
        for number in range(len(cells)):
            row, column = divmod(number, across)
            here = min(across, len(cells) - row * across)
            x = area.centerx - here * wide // 2 + column * wide
            y = area.centery - rows * high // 2 + row * high
            draw(c, number, Rect(x, y, wide, high).inflate(-gap, -gap))

    def draw_row(self, c: Canvas, number: int, row: PageRow, rect: Rect) -> None:
        """A portrait over its name, with a slip on the one who plays now."""
        name, now = row.cells
        focused = c.spot(Spot(f"row{number}", rect, row.accept))
        if row.lit:
            c.halo(rect)
        c.piece("panel", rect)
        inner = c.inner(rect, "wide", "wide")
        line = foot_of(inner, c.line)
        c.text(name, line, "label", "gold" if row.lit else "cream", "center", "bold")
        room = trim(inner, bottom=line.h + c.px("close"))
        side = min(room.size)
        face = anchored(side, side, center=room.center)
        c.medal(row.picture, face)
        if row.lit:
            c.slip(now, foot_of(face, c.line).inflate(inner.w - face.w, 0), "text")
        if focused:
            c.focus_frame(rect)


class Duplicate(Roll):
    """A duplicate match: a picture of its two tables with the same cards, over its rows."""

    page: DuplicateSetup | DuplicatePage
    ground = HALL

    def __init__(self, app: App, page: DuplicateSetup | DuplicatePage) -> None:
        super().__init__(app, page)
        self.boards: dict[str, tuple[Board, list[str]]] = {}  # of each game shown, and cards that its tables have

    def sketch_height(self, c: Canvas) -> int:
        """How much of the height is the picture's; 0 if the rows need it."""
        area = above_footer(c, below_heading(c), self.buttons())
        free = area.h - self.paper_size(c)[1] - c.px("margin")
        return min(free, c.px("sketch")) if free >= c.px("sketch_least") else 0

    def paper(self, c: Canvas) -> Rect:
        """The place of the parchment, under the picture."""
        area = above_footer(c, below_heading(c), self.buttons())
        width, height = self.paper_size(c)
        below = trim(area, top=self.sketch_height(c))
        return anchored(min(width, area.w), min(height, below.h), midbottom=area.midbottom)

    def frame(self, c: Canvas) -> None:
        """Title, buttons, picture, and the note on the parchment."""
        area = footer(c, heading(c, self.page.title()), self.buttons())
        if height := self.sketch_height(c):
            self.draw_tables(c, top_of(area, self.paper(c).y - area.y - c.px("margin")), height)
        sheet = self.paper(c)
        c.shade(sheet)
        c.piece("parchment-page", sheet)
        c.paper = True
        inner = c.inner(sheet, "border", "broad")
        note = self.page.note()
        c.text(note, top_of(inner, c.height_of(note, inner.w)), "text", "pale", "center", lines=9)

    def framed(self, c: Canvas) -> Rect:
        """The area of the rows."""
        inner = c.inner(self.paper(c), "border", "broad")
        return trim(inner, top=c.height_of(self.page.note(), inner.w) + c.px("margin"))

    def draw_tables(self, c: Canvas, area: Rect, height: int) -> None:
        """Two tables with the same cards, each with who plays there, and scales between them."""
        found = self.page.tables()
        row = anchored(min(area.w, c.px("roll") + c.px("border")), height, midbottom=area.midbottom)
        middle = min(height * 2 // 3, row.w // 6)
        wide = (row.w - middle) // 2
        c.picture("hoard/scales", middle, center=row.center)
        for name, face, x in zip(found.names, found.faces, (row.x, row.right - wide), strict=True):
            self.draw_table(c, found.game, Rect(x, row.y, wide, row.h), name, face)

    def draw_table(self, c: Canvas, game: str, rect: Rect, name: str, face: str) -> None:
        """A table: its cards beside the face and the name of who plays there."""
        ground, size = self.app.table_picture(game), rect.size
        cloth = self.app.table_ground(game, size)
        bend = c.px("margin")
        c.shade(rect)
        c.blit(c.art.keep(("rounded", game, ground, size, bend), partial(rounded, cloth, bend)), rect)
        c.frame(rect, "coin", "rim", "margin")
        inner = c.inner(rect, "border", "border")
        side = min(inner.h - c.line - c.px("close"), inner.w // 3)
        left, cards = split_at(inner, max(side, inner.w // 3), c.px("margin"))
        whole = side + c.px("close") + c.line
        column = anchored(left.w, whole, center=left.center)
        c.medal(face, anchored(side, side, midtop=column.midtop))
        c.slip(name, foot_of(column, c.line), "small")
        board, hand = self.board_of(game)
        draw_fan(c, board, hand, cards)

    def board_of(self, game: str) -> tuple[Board, list[str]]:
        """A board of a game, and cards of one hand."""
        if game not in self.boards:
            match = Match(game, seed=1)
            hand = [one.card for one in match.cards(0) if one.card and one.seat == 0]
            self.boards[game] = BOARDS[game](self.app, match, 0), [*dict.fromkeys(hand)][:SKETCHED]
        return self.boards[game]


def draw_fan(
    c: Canvas, board: Board, cards: Sequence[str], area: Rect, align: Literal["center", "right"] = "center"
) -> Rect:
    """Cards side by side in the middle of an area or at its right, as large as it allows; they overlap if they must.
    Returns their place."""
    width, height = card_size(min(round(area.h * RATIO), area.w))
    step = min(width + c.px("close"), (area.w - width) // max(1, len(cards) - 1))
    row = anchored(width + step * max(0, len(cards) - 1), height, center=area.center)
    if align == "right":
        row.right = area.right
    for number, card in enumerate(cards):
        place = Rect(row.x + number * step, row.y, width, height)
        c.cast(board.cards.picture(card, width), place, ("little", board.cards.key(card, dim=False), width))
    return row


def draw_compared(c: Canvas, board: Board, both: Sequence[Sequence[str]], area: Rect) -> None:
    """Side by side the cards of a move, with a cross, and those of a better one, with a tick."""
    shown = [(cards, better) for better, cards in enumerate(both) if cards]
    places = split(area, max(1, len(shown)), c.px("margin"), across=True)
    for (cards, better), place in zip(shown, places, strict=False):
        fan = draw_fan(c, board, cards, place)
        mark = anchored(area.h // 4, area.h // 4, topright=fan.topright)
        if better:
            c.tick(mark)
        else:
            c.struck(mark)


def scene_of(app: App, page: Page) -> Scene:
    """The scene for a page."""
    if isinstance(page, CalendarPage):
        return Calendar(app, page)
    if isinstance(page, Players):
        return Gallery(app, page)
    assert isinstance(page, DuplicateSetup | DuplicatePage)
    return Duplicate(app, page)


class Rules(Scene):
    """The rule help of a game, page by page, with examples drawn by the real board."""

    topic = "rules"
    ground = PLAIN

    def __init__(self, app: App, game: str, page: int = 0) -> None:
        super().__init__(app)
        self.game = game
        self.felt = game
        self.page = page
        self.section = 0  # of the page, in large letters
        self.pages = self.all_pages()
        self.boards: dict[int, Board] = {}
        self.focus = "next"

    def all_pages(self) -> list[dict[str, Any]]:
        """What is known of each page."""
        return parts.help_pages(self.game, self.t)

    def said(self, part: str) -> str:
        """Part of the page in the language of the person."""
        return self.t.of(parts.help_texts(self.game, self.page, self.pages[self.page], part))

    def buttons(self, begins: bool = True, ends: bool = True) -> list[Button]:
        """The buttons to turn pages, and back. Each says where it leads, on the first and the last page
        too. begins, ends: whether it is the first and the last section of its page."""
        last = len(self.pages) - 1
        earlier = self.offer("previous", "prev", lambda: self.turn(-1))
        if self.page == 0 and begins:
            earlier = self.offer("last", "prev", lambda: self.turn_to(last))._replace(key=earlier.key)
        later = self.offer("next", "next", lambda: self.turn(1))
        if self.page == last and ends:
            later = self.offer("close", "cross", self.back)._replace(key=later.key)
        return [earlier, later._replace(lit=True), *(self.ways() if self.page == last else []), self.way_back()]

    def ways(self) -> list[Button]:
        """The way to how the dragons play, from the last page."""
        words, tip = self.t("luck.fair"), self.t("luck.fair.tip")
        return [Button("fair", words, "dragon-head", lambda: self.app.push(Fairness(self.app, self.game)), tip=tip)]

    @property
    def shows(self) -> bool:
        """Whether the page has an example."""
        return "record" in self.pages[self.page]

    def halves(self, c: Canvas) -> tuple[Rect, Rect]:
        """The areas of text, over the number of the page, and of the example."""
        area = on_paper(c, self.buttons(), self.paper_size(c))
        words = trim(area, bottom=c.line + c.px("close"))
        half = words.w // 2 - c.px("margin")
        example = Rect(area.centerx + c.px("margin"), area.y, half, area.h)
        if self.shows:
            words.w = half
        return words, example

    def paper_size(self, c: Canvas) -> Size | None:
        """How large the paper is at most: lines without a picture beside them are shorter."""
        return None if self.shows else (c.px("roll") + c.px("borders"), c.area.h)

    def place(self, c: Canvas) -> None:
        """Places the example's board above its caption."""
        if self.shows:
            self.board().place(c, c.inner(self.picture(c), "gap", "gap"), example=True)

    def layout(self, c: Canvas) -> None:
        """Lays out a page: its text, and its example at the right."""
        sections = self.sections(c)
        at = min(self.section, len(sections) - 1)
        ends = at == len(sections) - 1
        area = paper_page(c, self.said("title"), self.buttons(at == 0, ends), self.paper_size(c))
        number = self.t("rules.page", at=self.page + 1, of=len(self.pages))
        if len(sections) > 1:
            number += f" · {at + 1}/{len(sections)}"
        words, example = self.halves(c)
        c.text(number, top_of(words, c.line).move(0, area.bottom - c.line - words.y), "small", "quiet", "center")
        c.paragraphs(sections[at])
        if self.shows:
            self.draw_example(c, example)
        picture = self.pages[self.page].get("picture")
        if picture and ends:
            free = trim(words, top=sections[at][-1].box.bottom - words.y + c.px("margin"))
            side = min(free.w, free.h, c.px("round") * 2)
            if side > c.px("round") // 2:
                c.picture(picture, side, center=free.center)

    def sections(self, c: Canvas) -> list[list[Paragraph]]:
        """The text of the page: in one section where it fits, if need be in smaller type, in large letters in
        several."""
        words, _ = self.halves(c)
        said = self.said("text").strip()
        sizes = range(c.type_px("label") * LARGER_RULES // 100, c.type_px("label"), -1)
        if size := next((px for px in sizes if c.height_of(said, words.w, px) <= words.h), 0):
            return [[Paragraph(said, "pale", top_of(words, c.height_of(said, words.w, size)), size)]]
        return c.sections([Said(said, "pale")], words, 0, words, "label")

    def unread(self) -> list[Rect]:
        """The example."""
        return [self.board().area] if self.shows else []

    def told(self, c: Canvas, full: bool) -> list[str]:
        """The page, and last what is to be seen in the example."""
        caption = reading.spoken(self.said("caption")) if self.shows else ""
        example = self.t("speech.example", words=caption)
        return [example if line == caption else line for line in super().told(c, full)]

    def caption_height(self, c: Canvas, area: Rect) -> int:
        return min(c.height_of(self.said("caption"), area.w), area.h // 3) + c.px("gap")

    def picture(self, c: Canvas) -> Rect:
        """The place of the example, above its caption."""
        example = self.halves(c)[1]
        return trim(example, bottom=self.caption_height(c, example))

    def draw_example(self, c: Canvas, area: Rect) -> None:
        """A position on a board of wood, with its caption in ink below it."""
        place = self.picture(c)
        c.text(self.said("caption"), trim(area, top=place.h + c.px("gap")), "text", "gold", lines=99, top=True)
        c.paper = False
        c.shade(place)
        c.panel(place, "night")
        self.board().layout(c)
        c.paper = True

    def board(self) -> Board:
        """The board of the page's example."""
        if self.page not in self.boards:
            page = self.pages[self.page]
            match = Match.load(page["record"])
            viewer = page.get("viewer", 0)
            self.boards[self.page] = BOARDS[self.game](self.app, match, viewer)
        return self.boards[self.page]

    def turn(self, step: int) -> None:
        """Turns to the next section or the one before, as far as there are any."""
        count = len(self.sections(self.app.canvas))
        section = min(self.section, count - 1) + step
        if 0 <= section < count:
            self.section = section
            self.app.sound.play("flip")
        elif 0 <= self.page + step < len(self.pages):
            self.turn_to(self.page + step)
            self.section = len(self.sections(self.app.canvas)) - 1 if step < 0 else 0

    def turn_to(self, page: int) -> None:
        """Turns to the beginning of another page."""
        if page != self.page:
            self.page, self.section = page, 0
            self.app.sound.play("flip")

    def act(self, action: Action) -> bool:
        """Turns the pages."""
        steps = {"earlier": -1, "later": 1, "scroll": (action.amount > 0) - (action.amount < 0)}
        step = steps.get(action.name, 0)
        if step:
            self.turn(step)
        return bool(step)


class Fairness(Rules):
    """How the dragons play: that none sees a hidden card, how that is tested, and how to check a deal."""

    PICTURES = ("hoard/chest", "hoard/scales", "hoard/key", "", "")

    def all_pages(self) -> list[dict[str, Any]]:
        """The pages about all games, and one about the cards of this game if its order is told."""
        pages = [{"picture": name} for name in self.PICTURES]
        return [*pages, {"cards": self.game}] if f"fair.cards.{self.game}" in self.t else pages

    def ways(self) -> list[Button]:
        return []

    def said(self, part: str) -> str:
        if "cards" not in self.pages[self.page]:
            return self.t(f"fair.{self.page + 1}.{part}")
        if part == "title":
            return self.t("fair.cards.title", game=self.t(f"game.{self.game}.name"))
        return self.t(f"fair.cards.{self.game}")


# ---- the table -----------------------------------------------------------------------------------


# The commands that may have a coin of their own on the tray, and how many have one at most.
COINS = ("result", "review", "hint", "undo", "pause", "step")
NOTICED_MS = 4000  # that nothing happens before speech says that the others think
MOST_COINS = 2
PLATE_LINES = 3  # of words on a seat's plate


class Sides(NamedTuple):
    """The board of a wide table, and where the seats' plates are beside it."""

    seats: Rect
    board: Rect


class TableScene(Scene):
    """A match being played: board, seats, whose turn it is, help, undo, the machine's players."""

    idle = False
    guides = True  # a person's first turns ever are guided
    flat_tray = False  # its coins lie in rows on wide screens too, off what is left for the board

    def __init__(self, app: App, match: Match, live: LiveMatch | None = None) -> None:
        super().__init__(app)
        self.live = live or LiveMatch(match, app.session.settings, app.motion, app.session.judge)
        self.live.coach.gentle = is_beginner(app.session, match.game)
        self.match = match
        self.felt = match.game
        self.music = match.game
        self.show_log = False
        self.tray = Tray()
        self.commands: list[Button] = []  # of the tray
        self.labelled = needs_names(app.session)  # its coins have their names
        self.ended = False  # the end has been shown
        self.counted = False  # and what decided the match was counted on the table
        self.found: list[str] = []  # what the match has brought to the hoard
        self.named: Verdict | None = None  # the last that the coach has said
        self.fair_back: bool | None = None  # whether that may be taken back; None: to be found out
        self.quiet_since = 0.0  # since when nothing has happened
        self.long_wait: int | None = None  # the moves played when the person had to wait long, since their last turn
        self.shown = ""  # what the move that is shown has brought last
        self.by_itself = (-1, "")  # how many moves were played with the last that was made for the person, and why
        self.leading: list[Sprite] = []  # the cards of the move that waits for the coach
        self.left_at = ""  # the spot of the board that the focus has left, and goes back to
        self.board = BOARDS[match.game](app, match, self.live.viewer(None))
        self.board.choice = Choice(True, self.play, self.aim, lambda: self.live.shown)
        self.board.played_here = True
        self.board.last_told = self.last_told
        self.board.hear = self.hear
        app.sound.prepare({form.sound for form in self.board.moments.forms})
        self.words = MatchWords(self.live, self.board)
        self.talk = Talk(match, self.live.humans, app.session.settings, app.motion)
        self.board.mood = self.talk.mood
        self.bubble = bubble.Bubble()
        self.coach_box: CoachBox | None = None  # while it speaks
        self.coach_kept: tuple[Hashable, CoachBox] | None = None  # and what it was found for
        self.coach_slip = OFF_STAGE  # as much of it as its words need
        self.advice_box: Rect | None = None
        self.bubble_at = 0  # the moves played when its place was chosen
        guided = self.guides and self.board.say.guides
        lines = self.board.say.guide_lines
        self.guide = Guide(app.session, match, self.live.humans if guided else [], self.situation, lines)
        self.guide_room = self.guide.room
        self.curtain = len(self.live.humans) > 1 and self.live.hides()
        self.live.tell(self.board.say.story(self.live.humans))

    def look(self) -> None:
        """Turns the table to the person to play, behind the curtain if several people play."""
        viewer = self.live.viewer(self.board.viewer)
        if viewer != self.board.viewer:
            self.curtain = self.live.hides() and len(self.live.humans) > 1
            self.board.viewer = viewer
            self.board.seat = viewer or 0
            self.board.stage.reset()
            self.live.tell(self.board.say.story(self.live.humans), anew=True)
            self.app.dirty = True

    @property
    def held(self) -> list[Sprite]:
        """The cards chosen so far."""
        return self.board.choice.held

    def offer_choice(self) -> None:
        """Tells the board what may be chosen now."""
        board = self.board
        choice = board.choice
        choice.live = self.live.mine and board.seat == self.match.to_act and not board.stage.groups
        choice.idle = "" if choice.live else self.why_idle()
        choice.legal = self.live.legal() if self.live.mine else []
        choice.focus = self.focus
        choice.values = self.live.show_values and not self.board.memory

    def why_idle(self) -> str:
        """Why nothing can be chosen now, and what must happen first."""
        if self.board.stage.acting is None:
            return self.t("why.over")
        if self.live.coach.spoken:
            return self.t("why.coach")
        if self.board.stage.playing:
            return self.t("why.moves")
        if self.live.paused and not self.live.mine:
            return self.t("why.paused")
        return self.t("why.turn", name=self.name(self.match.to_act))

    def unusable(self, spot: Spot | None, place: Point) -> str:
        """The tooltip of a spot, or why nothing can be done on the board."""
        if spot and spot.tip:
            return spot.tip
        if not self.board.area.collidepoint(place):
            return ""
        choice = self.board.choice
        return self.board.not_now() if choice.live and spot else choice.idle

    def aim(self, key: str) -> None:
        """Puts the focus on a spot of the board."""
        self.left_at = self.focus
        self.focus = key
        self.board.choice.focus = key

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.app.seat_name(self.match, seat)

    # read out

    def told(self, c: Canvas, full: bool) -> list[str]:
        """What is said at the table; whose turn it is, what to do, and what explains; what coach and adviser say. The
        log tells the events."""
        if self.curtain:
            return super().told(c, full)
        live, said = self.live, self.talk.said
        mine = live.mine or self.match.over or live.paused
        found = [self.t("speech.said", name=self.name(said.seat), words=said.words)] if full and said else []
        if self.board.stage.waits:
            found.append(self.board.stage.waits)
        elif self.others_think:
            waits = self.words.waiting() if self.long_wait == self.played() else ""
            found += [self.made_alone(), waits] if full and not self.board.stage.playing else []
        elif not self.board.stage.playing and (full or mine):
            found.append(self.status())
        if full and live.mine and self.held and self.in_row(self.focus):
            found.append(self.board.say.way_on([str(sprite.card) for sprite in self.held], live.legal()))
        if full and self.guide.open and live.mine:
            found.append(self.guide_words(heard=True))
        if spoken := live.coach.spoken:  # in brief until the reason is known
            found.append(self.coach_words(spoken)[0 if spoken.reasoning.done else -1])
        if live.mine and live.advice:
            found.append(self.words.advised())
        found += [self.t("speech.log"), *live.told()[-LOG_PAGE:]] if self.show_log else []
        return [words for words in found if words]

    def opening(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """The cards that the person was dealt, before anybody has played."""
        dealt = self.live.humans and not (self.curtain or self.match.moves)
        return self.board.reading()[-1:] if dealt else []

    def here(self, c: Canvas) -> list[str]:
        """The game and the deal, and what to do."""
        return super().here(c) if self.curtain else [self.label(whole=True), self.status()]

    def lying(self, c: Canvas) -> list[str]:
        """What lies on the table, as far as the viewer may know."""
        return super().lying(c) if self.curtain else self.board.reading()

    def standing(self) -> str:
        """Everybody's score."""
        return "" if self.curtain else self.board.say.scores_read()

    def due(self) -> str:
        """What the person is to do."""
        return self.status() if self.live.mine else ""

    def choosing(self) -> Chosen | None:
        """The cards that are chosen for a move."""
        if self.curtain or not self.live.mine:
            return None
        return [(sprite, self.board.say.spoken(str(sprite.card))) for sprite in self.held]

    def moving(self) -> bool:
        """Whether a move is still being shown, up to what waits for the person."""
        return self.board.stage.playing and not self.board.stage.waits

    def asks(self) -> bool:
        """Whether the focus is on an answer to the coach."""
        return bool(self.live.coach.spoken) and self.focus.startswith("coach_")

    # playing

    def played(self) -> int:
        """Moves played."""
        return len(self.match.moves)

    def play(self, move: str) -> None:
        """Plays a move, for whoever is to act."""
        self.board.stage.finish()
        leading = self.leading if self.live.pending else list(self.held)
        if self.live.defer(move):
            self.leading = leading
            self.held.clear()
            self.leave_board()
            return
        hurry = self.words.hurry()
        say, own = self.board.say, self.match.to_act in self.live.humans
        asked = say.situation(self.match.legal())[0] if own else ""
        anew = self.board.memory and say.begins_anew(self.match.to_act, self.live.humans)
        try:
            events = self.live.make(move)
        except BadMove as error:
            self.refuse(error)
            return
        if own:
            self.guide.count(asked)
        self.drop_choice()
        self.leave_board()
        self.board.stage.leading = leading
        self.live.tell(hurry, anew)
        self.app.tell(hurry)
        self.shown = ""
        self.board.show(events)
        self.file()
        if not self.board.stage.groups and not self.app.motion.busy:
            self.look()

    def leave_board(self) -> None:
        """Takes the focus off the board, where it comes back to the card that it was on; for those who listen to the
        first one."""
        around = [spot.key for spot in self.app.canvas.spots[: self.app.canvas.chrome]]
        if self.focus not in around:
            self.left_at = "" if self.app.speaks else self.focus if self.in_row(self.focus) else self.left_at
            self.focus = ""

    def hear(self, events: list[Event]) -> None:
        """Logs events when they have been seen on the board."""
        lines = self.board.say.lines(events, self.live.humans)
        ended = any(event.kind == "over" for event in events)
        self.shown = (self.happens(events) if ended else "".join(lines[:1])) or self.shown
        self.live.tell(lines)
        self.app.tell(self.board.say.heard(events, self.live.humans), newest=not self.live.humans)
        self.talk.hear(events, self.t)

    def receive(self, found: list[str], match: Match) -> bool:
        """Keeps new treasures for the result."""
        own = match is self.match
        self.found += found if own else []
        return own

    def record(self) -> dict[str, Any]:
        """The record of the match, with how much help there was."""
        return self.live.record()

    def file(self) -> None:
        """Saves the match after a move; files it if it is over."""
        self.record()
        if self.match.over:
            self.app.session.file_match(self.match, self.live.humans)
        else:
            self.app.session.matches.keep(self.match)

    def refuse(self, error: BadMove) -> None:
        """Says why a move is not legal."""
        key = f"why.{self.match.game}.{error.reason}"
        words = self.t(key) if key in self.t else self.t.refusal(error)
        asked = self.board.not_now() if error.reason == "not_now" else words
        self.app.notice(asked, sound="error")

    def drop_choice(self) -> None:
        """Drops the choices made in the previous position."""
        self.held.clear()
        self.fair_back = None

    def undo(self, ply: int | None = None) -> None:
        """Takes back the person's last decision, or goes back to a ply. Asks first if the match
        still counts, because hidden cards have been seen."""
        if self.live.counts and self.live.decided() and not self.live.pending:
            words = self.t("table.undo.sure")
            self.app.push(Ask(self.app, words, partial(self.go_back, ply)))
        else:
            self.go_back(ply)

    def go_back(self, ply: int | None) -> None:
        """Takes back without asking."""
        if self.live.take_back(ply):
            self.moved_in_time()
            self.app.tell([self.t("table.undo.done")])
        else:
            self.app.notice(self.t("table.undo.none"), "error")

    def redo(self) -> None:
        """Redoes the person's next decision."""
        if self.live.take_on():
            self.moved_in_time()
            self.app.tell([self.t("table.redo.done")])
        else:
            self.app.notice(self.t("table.redo.none"), "error")

    def moved_in_time(self) -> None:
        """Shows the position after undo or redo."""
        self.live.helped = True
        self.ended = self.counted = False
        self.live.forget()
        self.talk.follow()
        self.drop_choice()
        self.board.stage.follow()
        self.look()
        self.live.tell(self.board.say.story(self.live.humans), anew=True)
        self.app.sound.play("flip")
        self.keep()

    def restart(self) -> None:
        """Starts the same deal again."""
        self.ask("restart", lambda: self.app.sit(self.live.fresh()))

    def new_deal(self) -> None:
        """Starts a random deal."""
        self.ask("new", lambda: self.deal(self.app.session.draw_seed()))

    def ask(self, key: str, does: Accept) -> None:
        """Asks before a match in progress is replaced."""
        if self.match.over or not self.match.moves:
            does()
        else:
            self.app.push(Ask(self.app, self.t(f"pause.{key}.sure"), does))

    def deal(self, seed: int, turned: int = 0, **options: Any) -> None:
        """Starts a match with the same players and options, or with some changed. turned: by how many seats everybody
        moves on."""
        old = self.match
        chosen = dict(old.options) | options
        match = made(old.game, old.extra.get(LENGTH), chosen, seed, moved_on(old.seats, turned))
        if STRENGTHS in old.extra:
            match.extra[STRENGTHS] = moved_on(old.extra[STRENGTHS], turned)
        self.app.sit(match)

    def keep(self) -> None:
        """Saves the match as it stands; a finished match is no longer offered for continuing."""
        self.record()
        self.app.session.matches.keep(self.match)

    def interrupt(self) -> None:
        """Finishes all motion on the board, up to what waits for the person."""
        self.board.stage.finish(whole=False)

    # thinking

    def tick(self) -> bool:
        """Moves cards and lets players think; shows the result when everything has come to rest."""
        before = self.board.stage.going()
        moving = self.board.stage.tick()
        changed = before != self.board.stage.going()
        over = self.talk.tick()
        self.app.dirty = self.app.dirty or over or self.bubble.lacks(self.talk.said)
        for sound in self.board.moments.due():
            self.app.sound.play(sound)
        if self.curtain or self.board.stage.waits or self.app.scenes[-1] is not self:
            return changed
        self.talk.greet(self.t)
        if not moving:
            self.look()
        ready = not self.board.stage.groups and not self.app.motion.busy
        thought, move = self.live.think(ready)
        if ready and not (move or self.held or self.guide.open):
            move = self.live.forced(self.board.say.plain)
            if move:
                self.by_itself = self.played() + 1, self.board.say.by_itself(move)
        self.attend_coach()
        self.attend_wait(moving or bool(move))
        if move:
            self.play(move)
            return True
        if self.match.over and not self.ended and not moving:
            self.ended = True
            self.app.push(EndScene(self.app, self))
            return True
        return changed or thought

    def going(self) -> Hashable:
        """What the board shows of a move."""
        return self.board.going()

    def attend_coach(self) -> None:
        """Gives the focus to the coach when it speaks, except during the person's turn."""
        spoken = self.live.coach.spoken
        if spoken and spoken is not self.named and not self.match.over:
            if not self.live.mine:
                self.left_at = self.focus or self.left_at
                self.focus = "coach_go"
            self.app.sound.play("turn")
        changed = spoken is not self.named
        if changed:
            self.named = spoken
            self.fair_back = None
        self.app.dirty = self.app.dirty or changed

    @property
    def others_think(self) -> bool:
        """Whether the person can only wait for what the others choose."""
        return self.words.others_think

    def attend_wait(self, busy: bool) -> None:
        """Notes when the person waits noticeably for the others, once until their next turn. busy: something
        happens."""
        now = self.app.motion.now
        if busy or not self.others_think:
            self.quiet_since = now
        if self.live.mine:
            self.long_wait = None
        elif self.long_wait is None and now >= self.quiet_since + NOTICED_MS:
            self.long_wait = self.played()
            self.app.dirty = True

    # drawing

    def update(self) -> None:
        """Updates the choices, and whether the last move may be taken back."""
        if self.curtain:
            self.focus = "curtain"
            return
        self.offer_choice()
        if self.live.coach.spoken:
            self.takes_back(self.live.coach.spoken)

    def place(self, c: Canvas) -> None:
        """Places the tray and the board."""
        if not self.curtain:
            self.commands = self.coins()
            self.place_tray(c)
            rest = self.rest(c)
            self.board.tray = Rect(0, 0, 0, 0) if self.flat_tray or self.tray_above(c) else self.tray.rect
            self.board.plates = {} if self.board.composed else self.plates(c, rest)
            self.board.place(c, self.board_area(c, rest))
            self.place_speech(c)
            spoken = self.live.coach.spoken
            self.coach_box = self.coach_place(c) if spoken else None
            self.coach_slip = self.coach_needs(c, self.coach_box, spoken) if self.coach_box and spoken else OFF_STAGE
            self.place_advice(c)

    def place_tray(self, c: Canvas) -> None:
        """Places the tray in a corner of the table."""
        self.tray.place(c, self.body(c), self.commands, self.labelled)

    def rest(self, c: Canvas) -> Rect:
        """What is left for the board, its seats and a tray that lies over it."""
        body = self.body(c)
        return trim(body, top=self.tray.rect.bottom - body.y) if self.tray_above(c) else body

    def tray_above(self, c: Canvas) -> bool:
        """Whether the tray has the top of a narrow screen for itself: with names it is too wide to share it."""
        return self.labelled and c.narrow and self.board.composed

    def board_area(self, c: Canvas, body: Rect) -> Rect:
        """What the board may use of the table; one that composes all of it uses it all."""
        if self.board.composed:
            return body
        return self.narrow_parts(c, body)[1] if c.narrow else self.sides(c, body).board

    def plates(self, c: Canvas, body: Rect) -> dict[int, Rect]:
        """Where the seats' plates are, around a board that does not draw them."""
        seats = self.seat_order()
        if c.narrow:
            row = self.narrow_parts(c, body)[0]
            places = split(row, max(1, len(seats)), c.px("loose"), across=True)
        else:
            area = self.sides(c, body).seats
            height = max(c.px("seat"), c.line * 3 + c.px("margin"))
            step = (area.h - height) // max(1, len(seats) - 1)
            places = rows_in(area, len(seats), height, step - height)
        return dict(zip(seats, places, strict=False))

    def strip(self, c: Canvas, body: Rect) -> Rect:
        """The strip at the top, over a board that leaves the sentence of the table to the table; on a
        narrow screen the tray lies at its right."""
        high = c.px("ribbon_high") + c.px("gap")
        return top_of(body, max(high, self.tray.rect.bottom - body.y + c.px("close")) if c.narrow else high)

    def sentence_place(self, c: Canvas) -> Rect:
        """Where the sentence of the table stands."""
        place = self.board.sentence
        if place is None:
            body = self.body(c)
            strip = self.strip(c, body)
            room = Rect(strip.x, strip.y, (self.tray.rect.x if c.narrow else strip.right) - strip.x, strip.h)
            place = c.inner(room, "border", "close")
            place = anchored(min(place.w, c.px("sentence")), place.h, center=place.center)
        return place

    def notice_place(self, c: Canvas, width: int, height: int) -> Rect:
        """In the place of the sentence, which is beside the hand where the board has one of its own."""
        if self.curtain or self.board.sentence is None:
            return super().notice_place(c, width, height)
        return anchored(width, height, center=self.sentence_place(c).center).clamp(c.area)

    def body(self, c: Canvas) -> Rect:
        """All above the line that guides."""
        return trim(c.area, bottom=self.guide_height(c))

    def guide_height(self, c: Canvas) -> int:
        """The height of the line that guides the first turns. Its room stays when it goes, so that nothing moves."""
        if not self.guide_room:
            return 0
        lines = 2 if c.narrow or c.line > c.usual else 1
        return c.line * lines + c.px("pad")

    def draw_guide(self, c: Canvas, area: Rect) -> None:
        """Draws what may be played now and what it does, and a button that ends such lines."""
        area = c.inner(area, "wide", "slit")
        c.piece("parchment-tag", area)
        side = min(area.h, c.px("border"))
        off = Rect(area.right - side, area.y, side, area.h)
        words = self.guide_words()
        line = trim(c.inner(area, "border", "none"), right=side + c.px("pad"))
        if self.guide.new and "learn" in offered(self.match.game):
            words_wide = c.width_of(self.t("guide.learn")) + c.px("borders")
            learn = Rect(off.x - words_wide, area.y, words_wide, area.h)
            line = trim(line, right=learn.w)
            tip = self.t("guide.learn.tip")
            c.button("guide_learn", learn, self.t("guide.learn"), self.learn, "review", tip=tip)
        c.text(words, line, "text", "ink", "center", lines=2)
        c.button("guide_off", off, "", self.end_guide, "cross", tip=self.t("guide.off.tip"))

    def guide_words(self, heard: bool = False) -> str:
        """What may be played now and what it does, to be read or to be heard; else what comes before the person's
        next turn."""
        if self.board.stage.waits:
            return self.t("guide.on")
        if self.live.mine:
            return self.board.say.guidance(self.live.legal(), self.guide.times, heard)
        if self.live.coach.spoken or self.live.paused:
            return self.why_idle()
        if self.live.pending:
            return self.t("guide.looks")
        if self.board.stage.playing and self.board.under_way():
            return self.t("guide.watch")
        if self.board.say.at_once(self.board.stage.playing):
            return self.t("guide.wait.all")
        return self.board.say.of_seat("guide.wait", self.board.stage.acting or 0)

    def situation(self) -> str:
        """The kind of decision that the person is to make; "" while others are to move."""
        return self.board.say.situation(self.live.legal())[0] if self.live.mine else ""

    def end_guide(self) -> None:
        """Ends the guide of this game, and says so."""
        self.guide.dismiss()
        self.app.notice(self.t("guide.off.done"))

    def learn(self) -> None:
        """Opens the game's first lesson, above this table."""
        open_lesson(self.app, self.match.game)

    def layout(self, c: Canvas) -> None:
        """Lays out the tray, the board, the seats around it and the sentence."""
        if self.curtain:
            self.draw_curtain(c)
            return
        body = self.body(c)
        self.draw_tray(c)
        if self.guide.open and self.guide_room:
            self.draw_guide(c, foot_of(c.area, self.guide_height(c)))
        if not self.board.composed:
            (self.draw_narrow if c.narrow else self.draw_wide)(c, body)
        c.chrome = len(c.spots)
        self.board.draw_bed(c)
        self.draw_sentence(c)
        self.board.under = self.coach_slip
        self.board.layout(c)
        self.draw_told(c)
        self.draw_speech(c)
        self.board.celebration.draw(c)
        self.draw_advice(c)
        if self.live.coach.spoken:
            c.layer += 1
            self.draw_coach(c, self.live.coach.spoken)
        if self.show_log:
            c.layer += 1
            self.draw_log(c, self.log_area(c, body))

    def draw_tray(self, c: Canvas) -> None:
        self.tray.layout(c, self.commands)

    def draw_sentence(self, c: Canvas) -> None:
        """Draws the one sentence that stands on a table: what to do, or what another does. While the words of a
        moment stand in its place, it is away."""
        place = self.sentence_place(c)
        self.board.banner = Rect(0, 0, 0, 0)
        if self.board.moments.told_at(place.center):
            return
        words = self.board.stage.waits or self.status()
        mine = self.board.stage.acting in self.live.humans if self.board.stage.playing else self.live.mine
        self.board.banner = c.ribbon(words, place, mine)

    @staticmethod
    def log_area(c: Canvas, body: Rect) -> Rect:
        """Where the log lies: over the right of the table."""
        width = c.px("drawer")
        return c.inner(Rect(c.area.w - width, body.y, width, body.h), "loose", "loose")

    def place_advice(self, c: Canvas) -> None:
        """Finds room for what is advised, where the coach speaks."""
        words = self.words.advised()
        self.advice_box = None
        if words:
            rect = self.coach_place(c).rect
            height = min(rect.h, c.height_of(words, rect.w - c.px("border")) + c.px("border"))
            self.advice_box = top_of(rect, height)

    def draw_advice(self, c: Canvas) -> None:
        """Draws what is advised, as far as it is known."""
        if self.advice_box:
            c.layer += 1
            if self.live.advice and (off := self.board.say.exactness(self.live.advice)):
                c.note("advice", self.advice_box, off)
            with c.parchment(self.advice_box, "parchment-tag"):
                c.text(self.words.advised(), c.inner(self.advice_box, "border", "margin"), lines=9)

    def coach_words(self, verdict: Verdict) -> list[str]:
        """What the coach says now, from the longest to the shortest, with the move that it is about if that is not
        the last."""
        found = self.board.say.coached_briefly(verdict, self.live.coach.gentle)
        last = len(self.match.moves) - (0 if self.live.pending else 1)
        if verdict.ply == last:
            return found
        return [self.t("coach.earlier", line=words) for words in found]

    def coach_place(self, c: Canvas) -> CoachBox:
        """Where the coach speaks at this table, whatever lies there: the same for all that it says."""
        key = (self.board.area.copy(), c.area.size, c.type_px("text"), self.t.language)
        if self.coach_kept is None or self.coach_kept[0] != key:
            self.coach_kept = (key, self.found_for_coach(c))
        return self.coach_kept[1]

    def found_for_coach(self, c: Canvas) -> CoachBox:
        """The place that covers no hand, and as little as can be of what else lies on the table."""
        area = self.body(c).inflate(-c.px("close"), -c.px("close"))
        return coach_place(c, area, self.table_taken(), {key: self.t(f"coach.{key}") for key in KEYS})

    def table_taken(self) -> list[tuple[str, Rect]]:
        """What lies on the table and around it, by kind."""
        plates = [("parts", plate) for plate in self.board.plates.values()]
        return [*self.board.taken(), ("pressed", self.tray.rect), *plates]

    def coach_needs(self, c: Canvas, box: CoachBox, verdict: Verdict) -> Rect:
        """The parchment of what the coach says now, down to its buttons: no higher than its words need, but over the
        whole of a face or a number whose upper edge would stick out."""
        needed = c.height_of(self.coach_said(c, box, verdict), box.words.w)
        needed += 0 if verdict.reasoning.done else c.line
        top = box.rect.y + max(0, box.words.h - needed)
        beside = [rect for kind, rect in self.table_taken() if kind == "parts" and rect.colliderect(box.rect)]
        for rect in sorted(beside, key=lambda one: -one.y):
            if rect.y < top < rect.bottom:
                top = max(box.rect.y, rect.y - c.px("close"))
        return trim(box.rect, top=top - box.rect.y)

    def coach_said(self, c: Canvas, box: CoachBox, verdict: Verdict) -> str:
        """The longest of what the coach can say that has room."""
        room = box.words.h - (0 if verdict.reasoning.done else c.line)
        said = self.coach_words(verdict)
        return next((one for one in said if c.height_of(one, box.words.w, "small") <= room), said[-1])

    def draw_coach(self, c: Canvas, verdict: Verdict) -> None:
        """Draws the coach's line and its buttons."""
        box = self.coach_box
        assert box
        does: dict[str, tuple[Accept, str]] = {
            "back": (partial(self.undo, verdict.ply), "undo"),
            "why": (partial(self.ask_why, verdict), "hint"),
            "go": (self.live.coach.heard, "play"),
        }
        words = trim(box.words, top=self.coach_slip.y - box.rect.y)
        with c.parchment(self.coach_slip):
            if not verdict.reasoning.done:
                c.text(self.t("coach.searches"), foot_of(words, c.line), "small", "quiet")
                words = trim(words, bottom=c.line)
            c.text(self.coach_said(c, box, verdict), words, lines=99)
        labels = {key: self.t(f"coach.{key}") for key in box.buttons}
        beside = c.px("margin") + c.px("loose") + c.grown("button_icon")
        roomy = all(c.least_width(labels[key], "bold") + beside <= place.w for key, place in box.buttons.items())
        for key, place in box.buttons.items():
            if key != "back" or self.takes_back(verdict):
                accept, icon = does[key]
                c.button(f"coach_{key}", place, labels[key], accept, icon if roomy else "")

    def takes_back(self, verdict: Verdict) -> bool:
        """Whether the coach may offer to take a move back: only while nothing hidden has been shown
        since."""
        if self.fair_back is None:
            self.fair_back = not (self.match.over or self.live.unveiled(verdict.ply))
        return self.fair_back

    def review(self) -> None:
        """Opens the review."""
        self.app.push(Review(self.app, self.match))

    def ask_why(self, verdict: Verdict) -> None:
        """Shows what may follow a move and the better one."""
        before = self.live.judged(verdict)
        if verdict is self.live.coach.spoken:
            back = partial(self.undo, verdict.ply) if self.takes_back(verdict) else None
            self.app.push(Why(self.app, before, verdict, back))
        else:
            self.app.push(Why(self.app, before, verdict, against="next"))

    def hint(self) -> None:
        """Shows the best move; pressed again, explains it."""
        if not self.live.mine:
            self.app.notice(self.why_idle(), "error")
        elif not (self.live.hinted and self.live.advice):
            self.live.ask_hint()
        elif verdict := self.words.doubted():
            self.ask_why(verdict)
        else:
            self.app.notice(self.t("coach.alike"))

    def toggle_values(self) -> None:
        """Shows what every move is worth, unless the person plays from memory."""
        if self.board.memory:
            self.app.notice(self.t("table.no_values"), "error")
        else:
            self.live.toggle_values()
            self.app.tell([self.t("speech.values" if self.live.show_values else "speech.values.off")])

    def settled(self, c: Canvas) -> str:
        """With keys or a controller the focus is always somewhere: where it was on the board, else first there.
        While others move it waits for the person's cards, and while cards move for what can be pressed then."""
        live = self.counted if self.match.over else self.board.choice.live
        waits = self.live.humans and not live
        if self.curtain or waits or self.app.input.device == "mouse":
            return self.focus
        if spot_of(c.spots, self.focus):
            return self.focus
        key = first_on(c.spots, self.left(c.spots), c.chrome)
        spot = spot_of(c.spots, key)
        return self.focus if spot and spot.idle and self.app.motion.busy else key

    def left(self, spots: list[Spot]) -> str:
        """The spot that the focus goes back to: the one that it has left, or the last of that row; "" where that
        does nothing."""
        row = [spot for spot in spots if spot.row and self.left_at.startswith(spot.row)]
        spot = spot_of(spots, self.left_at) or next(reversed(row), None)
        return spot.key if spot and not spot.idle else ""

    def in_row(self, key: str) -> bool:
        """Whether a spot is one of a row of cards."""
        spot = spot_of(self.app.canvas.spots, key)
        return bool(spot and spot.row)

    def to_end(self, last: bool) -> None:
        """Puts the focus on the first or last card of the row that it is in, else of the first row there is."""
        spots = self.app.canvas.spots
        here = spot_of(spots, self.focus)
        row = (here and here.row) or next((spot.row for spot in spots if spot.row), "")
        keys = [spot.key for spot in spots if spot.row == row != ""]
        if keys:
            self.app.pointer.move_to(keys[-1 if last else 0])

    def last_told(self) -> str:
        """What happened last, in a sentence."""
        known = self.counted or not self.match.over
        latest = next(iter(self.live.log[-1:]), "") if known else self.shown
        return self.board.latest() or latest

    def label(self, whole: bool) -> str:
        """The game and the number of the deal."""
        return self.words.label(whole)

    def status(self) -> str:
        """The status line: whose turn it is and what to do, or what is being computed; while a move
        is shown, what happens."""
        told = self.words.outcome() if self.counted and self.board.stage.acting is None else ""
        alone = self.made_alone()
        if self.board.stage.playing and not self.board.under_way():
            told = alone or self.happens(self.board.stage.untold) or self.shown
        elif alone and not self.board.stage.playing:
            told = alone
        return told or self.words.status()

    def made_alone(self) -> str:
        """Why the last move was made for the person; "" if it was not."""
        at, why = self.by_itself
        return why if at == self.played() and not self.live.mine and not self.match.over else ""

    def happens(self, events: list[Event]) -> str:
        """The first sentence about some events; who has won is not told before it is counted."""
        ended = [number for number, event in enumerate(events) if event.kind == "over"]
        before = events[: max(0, ended[0] - 1)] if ended else events
        return next(iter(self.board.say.lines(before, self.live.humans)), "")

    def coins(self) -> list[Button]:
        """The commands of the tray: those used most, and two that lead to all others."""
        tools = {tool.key: tool for tool in self.tools()}
        often = [tools[key] for key in COINS if key in tools][:MOST_COINS]
        more = Button("more", self.t("table.more"), "more", self.unfold, tip=self.t("table.more.tip"))
        return [*often, more, self.menu()]

    def menu(self) -> Button:
        """What leads to the menu of the match."""
        return Button("menu", self.t("table.menu"), "menu", self.back, "back")

    def unfold(self) -> None:
        """Shows all commands with their names and keys."""
        rules = Button("rules", self.t("table.rules"), "help", self.rules, "help")
        commands = [*self.tools(), rules, self.menu()]
        tip = self.words.whole_deal()
        self.app.push(More(self.app, self.label(whole=True), tip, commands, self.felt, self.tray.rect))

    def tools(self) -> list[Button]:
        live = self.live
        found: list[Button] = []
        over = self.board.stage.acting is None
        if over:
            found += [
                Button("result", self.t("pause.result"), "laurel", self.show_result),
                Button("review", self.t("pause.review"), "review", self.review),
            ]
        elif live.humans:
            why = self.t("coach.why" if live.hinted and live.advice else "table.hint")
            found += [
                self.tool("undo", "undo", self.undo),
                self.tool("redo", "redo", self.redo),
                self.tool("hint", "hint", self.hint, live.hinted)._replace(label=why),
            ]
            if not self.board.memory:
                found.append(self.tool("values", "values", self.toggle_values, live.show_values))
        if len(live.humans) < len(self.match.seats) and not over:
            words = self.t("table.go" if live.paused else "table.pause")
            icon = "play" if live.paused else "pause"
            tip = self.t("table.pause.tip")
            found.append(Button("pause", words, icon, live.pause, "pause", live.paused, tip))
            if live.paused or not live.humans:
                found.append(self.tool("step", "step", live.step))
        for name, icon in self.board.popups.items():
            title = self.t(f"popup.{self.match.game}.{name}")
            tip = self.t.tip(f"popup.{self.match.game}.{name}")
            found.append(Button(name, title, icon, partial(self.open_popup, name), tip=tip))
        found.append(self.tool("log", "log", self.toggle_log, self.show_log))
        return found

    def tool(self, key: str, icon: str, accept: Accept, lit: bool = False) -> Button:
        name = f"table.{key}"
        return Button(key, self.t(name), icon, accept, key, lit, self.t.tip(name))

    def open_popup(self, name: str) -> None:
        """Opens a popup, or says why it cannot be opened."""
        why = self.board.why_closed(name)
        if why:
            self.app.notice(why, "error")
        else:
            self.app.push(Popup(self.app, self.board, name))

    def log_width(self, c: Canvas) -> int:
        """The width of a column of words beside the board."""
        letters = self.app.session.settings.text_size
        return max(c.px("side"), c.px("side_text") * letters // 100)

    def sides(self, c: Canvas, body: Rect) -> Sides:
        """The board and the seats at its left, beside the tray and below the strip at the top."""
        pad = c.px("pad")
        down = trim(body, top=self.strip(c, body).h, bottom=pad)
        seats = trim(down, left=pad)
        seats.w = self.meter_width(c) if self.board.composed else self.log_width(c)
        board = Rect(seats.right + pad, down.y, 0, down.h + pad - c.px("close"))
        board.w = self.tray.rect.x - board.x - pad
        return Sides(seats, board)

    def draw_wide(self, c: Canvas, body: Rect) -> None:
        """Seats at the left."""
        sides = self.sides(c, body)
        if self.board.composed:
            self.draw_side_meter(c, sides.seats)
        else:
            self.draw_seats(c, sides.seats)

    def narrow_parts(self, c: Canvas, body: Rect) -> tuple[Rect, Rect]:
        """The row of the seats below the strip at the top; the area of the board."""
        height = max(c.px("seats_narrow"), c.usual * 2 + c.px("margin"))
        if self.board.composed:
            height = 0
        width = body.w - c.px("wide")
        row = Rect(body.x + c.px("loose"), self.strip(c, body).bottom, width, height)
        y = row.bottom + c.px("slit")
        rest = Rect(body.x, y, body.w, body.bottom - row.bottom - c.px("close"))
        return row, trim(rest, left=self.meter_width(c))

    def draw_narrow(self, c: Canvas, body: Rect) -> None:
        """Draws the seats in a row at the top."""
        _, rest = self.narrow_parts(c, body)
        for seat, rect in self.board.plates.items():
            self.draw_plate(c, seat, rect)
        self.draw_side_meter(c, rest.move(body.x - rest.x + c.px("loose"), 0))

    def meter_width(self, c: Canvas) -> int:
        """The width reserved for the value bar at the left edge."""
        return c.px("side_meter") if self.live.humans else 0

    def draw_side_meter(self, c: Canvas, area: Rect) -> None:
        """The position's value as a bar along the left edge."""
        if self.live.humans and self.board.choice.values:
            height = area.h - c.px("border")
            self.draw_meter(c, Rect(area.x, area.y + c.px("margin"), c.px("double"), height))

    def seat_order(self) -> list[int]:
        """The seats from the far side of the table to the viewer's."""
        return [*self.board.others(), self.board.seat]

    def draw_seats(self, c: Canvas, area: Rect) -> None:
        """Plates from top to bottom; between two of them the meter."""
        for seat, rect in self.board.plates.items():
            self.draw_plate(c, seat, rect)
        rects = list(self.board.plates.values())
        if self.board.choice.values and len(rects) == 2:
            room = Rect(area.x, rects[0].bottom, area.w, rects[1].y - rects[0].bottom)
            height = room.h - c.px("border")
            self.draw_meter(c, Rect(area.x, room.y + c.px("margin"), c.px("meter"), height))

    def draw_plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws a seat: its face, ringed with gilt when it is to move; name and state on a panel."""
        c.piece("panel", rect)
        inner = c.inner(rect, "margin", "loose")
        line = min(c.line, inner.h // PLATE_LINES)
        face = self.plate_face(c, seat, rect)
        beside = face.w + c.px("room")
        self.board.seats.portrait(c, seat, face)
        words = top_of(trim(inner, left=beside), line)
        c.text(self.name(seat), words, "label", "coin" if seat == self.board.turn else "cream", face="bold")
        self.board.seats.note(c, seat, rect)

    def plate_face(self, c: Canvas, seat: int, plate: Rect) -> Rect:
        """Where the face stands on a plate: as small as the name beside it where there is little room."""
        inner = c.inner(plate, "margin", "loose")
        side = min(inner.h, c.px("seat_icon"))
        crowded = c.width_of(self.name(seat), "label", "bold") > inner.w - side - c.px("room")
        if crowded:
            side = min(c.line, inner.h // PLATE_LINES)
        return Rect(*inner.topleft, side, side)

    def place_speech(self, c: Canvas) -> None:
        """Finds a place for what a dragon says, beside its plate as it was drawn last."""
        said = self.talk.said
        key = (said, c.area.size, c.type_px("text"))
        if said is None or self.board.stage.acting is None:
            self.bubble.clear()
        elif key != self.bubble.key or (self.covers() and self.bubble_at != self.played()):
            self.bubble_at = self.played()
            plate = next((spot.rect for spot in c.spots if spot.key == f"seat{said.seat}"), None)
            plate = plate and self.board.score_place(said.seat)
            gap = c.px("speech_tail")
            area = c.area.inflate(-gap, -gap)
            sizes = [self.speech_size(c, said, c.px(most)) for most in ("speech", "speech_slim")]
            face = self.board.face_place(said.seat)
            if plate and not face.w:
                face = self.plate_face(c, said.seat, plate)
            self.bubble.settle(key, sizes, plate, face, gap, area, self.in_view(c))

    def covers(self) -> bool:
        """Whether a card has come to lie under what a dragon says."""
        box = self.bubble.box
        return box is not None and any(box.colliderect(one.rect) for one in self.board.stage.sprites if one.card)

    def speech_size(self, c: Canvas, said: Spoken, most: int) -> Size:
        """The size of a bubble: a face, and beside it a name and the words, as wide as they may be
        at most."""
        name = c.width_of(self.name(said.seat), "small", "bold")
        width = min(max(c.width_of(said.words), name), most)
        height = max(c.tight_line("small") + c.height_of(said.words, width), c.px("seat_icon"))
        return c.px("seat_icon") + c.px("gap") + width + c.px("wide"), height + c.px("pad")

    def in_view(self, c: Canvas) -> list[Covered]:
        """What a bubble should not cover: above all the place of the sentence, what the board keeps in view, and
        open cards, where they are and where they go; then what was drawn and can be pressed, words, and the backs of
        cards."""
        sprites = self.board.stage.sprites
        cards = [rect for one in sprites if one.card for rect in (one.rect, one.shown(self.app.motion))]
        cards += [self.sentence_place(c), *self.board.kept_clear()]
        words = [one.ink for one in c.written]
        seen = bubble.things(c.spots, cards, self.board.sites().values(), words)
        return [*seen, *(Covered(one.rect, bubble.WEIGHTS["back"]) for one in sprites if not one.card)]

    def draw_speech(self, c: Canvas) -> None:
        """Draws what a dragon says, with its face and name."""
        said, box = self.talk.said, self.bubble.box
        if said is None or box is None:
            return
        c.layer += 1
        tail = self.bubble.tail(c.px("speech_tail"))
        if tail:
            c.shape(pygame.draw.polygon, COLOR["vellum"], tail)
        c.piece("parchment-tag", box)
        inner = c.inner(box, "wide", "pad")
        face, words = split_at(inner, c.px("seat_icon"), c.px("gap"))
        self.board.seats.face(c, said.seat, face)
        name = top_of(words, c.tight_line("small"))
        c.text(self.name(said.seat), name, "small", "ink", face="bold")
        c.text(said.words, trim(words, top=name.h), "text", "ink", lines=9)

    def draw_meter(self, c: Canvas, rect: Rect) -> None:
        """Draws the value of the position as a bar: gold from below for the person, whose face is
        at the bottom."""
        c.note("meter", rect, self.t("table.meter.tip"))
        faces = top_of(rect, rect.w), foot_of(rect, rect.w)
        self.board.seats.face(c, self.board.seat, faces[1])
        if len(self.match.seats) == len(faces):
            self.board.seats.face(c, 1 - self.board.seat, faces[0])
        else:
            c.icon("dragon-head", faces[0])
        rect = rect.inflate(0, -2 * (rect.w + c.px("slit")))
        share = self.live.advice and self.board.say.share(self.live.advice.worth)
        c.meter(rect, share)

    def draw_log(self, c: Canvas, area: Rect) -> None:
        """Draws the log, the latest line at the bottom, or as far back as it was scrolled."""
        look = partial(self.live.scroll, -LOG_PAGE)
        c.spots.append(Spot("lines", area, look, tip=self.t("table.lines.tip"), nav=False))
        c.piece("parchment-page", area)
        inner = c.inner(area, "borders", "border")
        title = top_of(inner, c.tight_line("heading"))
        c.text(self.t("table.log"), title, "heading", "heading", "center", "title")
        inner = trim(inner, top=title.h + c.px("gap"))
        y = inner.bottom
        shown = self.live.told()
        for number, line in enumerate(reversed(shown)):
            height = c.height_of(line, inner.w, "small") + c.px("chink")
            if y - height < inner.y:
                break
            y -= height
            box = Rect(inner.x, y, inner.w, height)
            key = f"line{len(shown) - 1 - number}"
            c.spots.append(Spot(key, box, look, tip=self.t("table.lines.tip"), nav=False))
            c.text(line, box, "small", "heading" if key == self.focus else "ink", lines=8, top=True)
        if self.live.log_back:
            height = area.h * len(shown) // len(self.live.log)
            c.slab(Rect(area.right - c.px("close"), area.y, c.px("chink"), height), "coin", "hair")

    def draw_told(self, c: Canvas) -> None:
        """Marks where the line of the log happened that is pointed at, or scrolled back to."""
        shown = self.live.told()
        pointed = self.focus.removeprefix("line")
        at = int(pointed) if pointed.isdigit() else len(shown) - 1
        if not (pointed.isdigit() or self.live.log_back) or at >= len(shown):
            return
        line = shown[at]
        mark = line.mark if isinstance(line, LogLine) else None
        rect = self.board.sight(mark.zone, mark.seat, mark.place) if mark else None
        if rect:
            around = rect.inflate(c.px("gap"), c.px("gap")).clip(self.board.area)
            self.board.point_out(c, around, "gilt", sign="")

    def draw_curtain(self, c: Canvas) -> None:
        """Draws what stands between two people's turns: a sheet on the bare table that says whose turn it is."""
        c.blit(self.app.table_ground(self.match.game, c.area.size), (0, 0))
        seat, line = self.match.to_act or 0, self.t("curtain.line")
        name, width = self.name(seat), min(c.grown("ask"), c.area.w - c.px("borders"))
        face, head = c.px("welcome_face"), c.type_px("heading") * 2
        text = c.height_of(line, width - c.px("borders"), "label")
        inner = c.box(width, face + head + text + c.px("ask_high") + c.line, "borders", "ask_down")
        c.face(self.match.seats, seat, top_of(inner, face), self.match.game)
        below = trim(inner, top=face)
        c.text(self.t("curtain.title", name=name), top_of(below, head), "heading", "gold", "center", "title", lines=2)
        c.text(line, top_of(trim(below, top=head), text), "label", align="center", lines=99, top=True)
        footer(c, inner, [Button("curtain", self.t("curtain.open", name=name), "eye", self.lift, lit=True)])

    def lift(self) -> None:
        self.curtain = False
        self.focus = ""
        self.live.turn_began = self.app.motion.now
        self.app.sound.play("turn")

    # answering

    def close(self) -> None:
        """Stops what is being computed."""
        self.live.close()

    def show_result(self) -> None:
        self.ended = False

    def toggle_log(self) -> None:
        """Opens or closes the log."""
        self.show_log = not self.show_log
        if not self.show_log:
            self.app.tell([self.t("speech.log.closed")])

    def rules(self) -> None:
        """Opens the rule help."""
        self.app.push(Rules(self.app, self.match.game))

    def put_back(self) -> None:
        """Puts back the cards that are chosen; the focus goes back to where they were chosen."""
        self.held.clear()
        if self.app.input.device != "mouse" and not self.in_row(self.focus) and self.in_row(self.left_at):
            self.focus = self.left_at

    def back(self) -> None:
        """Drops a held card, hears the coach, closes the log or opens the menu, whichever applies
        first."""
        if self.held:
            self.put_back()
        elif self.live.coach.spoken:
            self.live.coach.heard()
        elif self.show_log:
            self.toggle_log()
        else:
            self.app.push(Pause(self.app, self))

    def act(self, action: Action) -> bool:
        """Handles undo, redo, hint and the other keys of the table."""
        if self.curtain:
            return False
        does: dict[str, Accept] = {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "values": self.toggle_values,
            "log": self.toggle_log,
            "pause": self.live.pause,
            "step": self.live.step,
            "help": self.rules,
            "menu": self.back,
            "enlarge": self.enlarge,
            "copy": lambda: self.app.copy(self.match.deal_id()),
            "paste": self.app.paste,
            "first": partial(self.to_end, last=False),
            "last": partial(self.to_end, last=True),
        }
        steps = {"scroll": 3 * action.amount, "earlier": -LOG_PAGE, "later": LOG_PAGE}
        if action.name in steps:
            self.live.scroll(steps[action.name])
        if action.name in does:
            does[action.name]()
        return action.name in does or action.name in steps

    def enlarge(self) -> None:
        """Enlarges the focused card."""
        spot = self.app.pointer.focused()
        if not (spot and self.app.pointer.enlarge(spot.rect.center)):
            self.app.notice(self.t("card.none"), "error")

    def take(self, action: Action) -> bool:
        """Lets a waiting table go on at any key or press, which also ends what is being said; leaving
        ends that only. A press beside the open log closes it."""
        said = self.talk.said
        if action.name not in ("point", "release", ""):
            self.talk.hush()
        if said and action.name == "back":
            return True
        if self.show_log and action.name in ("press", "accept"):
            c = self.app.canvas
            if action.name == "press" and self.log_area(c, self.body(c)).collidepoint(action.place):
                return False
            self.toggle_log()
            return True
        if not self.board.stage.waits or action.name in ("point", "release", ""):
            return False
        self.board.stage.proceed()
        return True


class Popup(Scene):
    """A sheet over the table, drawn by the board: scores or a reference card."""

    overlay = True

    def __init__(self, app: App, board: Board, name: str) -> None:
        super().__init__(app)
        self.source = board
        self.name = name
        self.focus = "close"

    def layout(self, c: Canvas) -> None:
        """Lays out the title, the sheet, and the button that closes it."""
        inner = c.box(c.px("popup_wide"), c.px("popup_high"), "popup_across", "popup_down")
        title = top_of(inner, c.px("popup_title"))
        c.text(self.source.popup_title(self.name), title, "heading", "gold", "center", "title")
        inner = trim(inner, top=title.h + c.px("close"))
        rest = footer(c, inner, [Button("close", self.t("word.close"), "check", self.back)])
        self.source.draw_popup(c, self.name, rest)

    def told(self, c: Canvas, full: bool) -> list[str]:
        """A score sheet row by row."""
        heard = self.source.say.sheet(self.name).heard() if self.name == "end" else []
        return [self.source.popup_title(self.name), *heard] if heard else super().told(c, full)


class Enlarged(Scene):
    """An enlarged card with its description."""

    overlay = True

    def __init__(self, app: App, cards: Cards, card: str | None, words: str) -> None:
        super().__init__(app)
        self.cards = cards
        self.card = card
        self.words = words

    def layout(self, c: Canvas) -> None:
        """Lays out the card in the middle and the words under it."""
        rest = c.inner(c.area, "border", "border")
        width = min(rest.w, c.grown("ask"))
        height = c.height_of(self.words, width - c.px("borders")) + c.px("border")
        room = trim(rest, bottom=height + c.px("gap"))
        size = card_size(min(room.w, round(room.h * RATIO)))
        place = anchored(*size, center=room.center)
        c.blit(self.cards.picture(self.card, place.w), place)
        box = anchored(width, height, midtop=(place.centerx, place.bottom + c.px("gap")))
        c.panel(box, "panel", "gold")
        words = c.inner(box, "border", "margin")
        c.text(self.words, words, "text", "pale", "center", lines=9, top=True)

    def take(self, action: Action) -> bool:
        """Any key or press closes it."""
        if action.name in ("point", "release", "let go", ""):
            return True
        self.back()
        return True


class Why(Scene):
    """Compares a move with a better one: what may follow each, on ghosts and in words."""

    idle = False
    topic = "coach"

    def __init__(
        self,
        app: App,
        before: Match,
        verdict: Verdict,
        take_back: Accept | None = None,
        against: Literal["own", "others", "next"] = "own",
        past: bool = False,
    ) -> None:
        """against: the move compared with the better one: the person's, another's, or the next
        best. past: the match is over, so that lessons and puzzles may be offered."""
        super().__init__(app)
        self.felt = before.game
        self.take_back = take_back
        self.against = against
        self.board = BOARDS[before.game](app, before, before.to_act, before.to_act)
        self.comparison = Comparison(app.motion, before, verdict, self.board.say, against == "next")
        self.board.past = self.past = past
        self.cards = [brought(before, move) for move in (verdict.move, verdict.better)]
        self.words: list[tuple[str, str]] = []  # the difference, each line with its colour if it is seen
        self.focus = "close"

    def buttons(self) -> list[Button]:
        """The buttons for the other line, and back."""
        better = "hinted" if self.against == "next" else "better"
        other = self.against if self.comparison.better else better
        back = [self.offer("back", "undo", self.undo)] if self.take_back else []
        close = self.offer("close", "check", self.back)
        eye = "" if self.app.canvas.narrow else "eye"
        return [self.offer(other, eye, self.comparison.turn), *back, *self.links(), close]

    def links(self) -> list[Button]:
        """After a match: the lesson step and the puzzles about the reason's motif."""
        reason = self.comparison.verdict.reasoning.by_rules
        if not (self.past and reason and self.comparison.reason):
            return []
        return motif_links(self, reason.motif)

    def tick(self) -> bool:
        """Plays on the line that is shown."""
        return self.comparison.tick()

    def told(self, c: Canvas, full: bool) -> list[str]:  # noqa: ARG002
        """The difference in words."""
        return [words for words, color in self.words if color]

    def lying(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What lies on the table before the move."""
        return self.board.reading()

    def undo(self) -> None:
        """Takes the move back."""
        assert self.take_back
        self.back()
        self.take_back()

    def update(self) -> None:
        """Updates the words, and how far the line has been shown."""
        self.words = self.comparison.words()
        self.board.ahead = self.comparison.reached()

    def place(self, c: Canvas) -> None:
        """Places the board beside or above the words, with room for the ghosts."""
        area = above_footer(c, c.inner(c.area, "margin", "margin"), self.buttons())
        box = self.box(c, area)
        below = trim(area, bottom=box.h + c.px("gap"))
        self.board.place(c, below if c.narrow else trim(area, right=box.w + c.px("gap")))
        self.board.stage.show_ghosts(self.comparison.ghosts())
        self.board.spent = self.comparison.spent()

    def box(self, c: Canvas, area: Rect) -> Rect:
        """The area of the words, under the board or beside it."""
        if not c.narrow:
            return trim(area, left=area.w - area.w * 28 // 100)
        heights, gap = self.heights(c, area)
        return foot_of(area, sum(heights) + gap * len(heights) + c.px("margin"))

    def heights(self, c: Canvas, box: Rect) -> tuple[list[int], int]:
        """The heights of the lines in a box, and the gap between them."""
        size = "small" if c.narrow else "text"
        width = box.w - c.px("border")
        gap = c.px("none" if c.narrow else "margin")
        return [c.height_of(words, width, size) for words, _ in self.words], gap

    def draw_moves(self, c: Canvas, area: Rect) -> int:
        """The cards of the move with a cross and those of the better one with a tick, if they differ and the words
        leave room above them; returns the height used."""
        heights, gap = self.heights(c, area)
        high = min(c.px("compared"), area.h - sum(heights) - gap * len(heights))
        if self.cards[0] == self.cards[1] or high < c.px("compared") // 2:
            return 0
        draw_compared(c, self.board, self.cards, top_of(area, high))
        return high + c.px("margin")

    def layout(self, c: Canvas) -> None:
        """Lays out the board with the ghosts of a line, and the difference in words."""
        box = self.box(c, footer(c, c.inner(c.area, "margin", "margin"), self.buttons()))
        self.board.layout(c)
        ghosts = self.comparison.ghosts()
        color = "good" if self.comparison.better else "warning"
        self.board.draw_ghosts(c, ghosts, color)
        for mark in self.comparison.marks():
            if rect := self.board.sight(mark.zone, mark.seat, mark.place):
                around = rect.inflate(c.px("gap"), c.px("gap")).clip(self.board.area)
                self.board.point_out(c, around, color, sign="")
        c.layer += 1
        with c.parchment(box):
            inner = c.inner(box, "border", "margin")
            inner = trim(inner, top=self.draw_moves(c, inner))
            rects = stacked(inner, *self.heights(c, box))
            size = "small" if c.narrow else "text"
            for (words, color), rect in zip(self.words, rects, strict=True):
                if color:
                    c.text(words, rect, size, color, lines=99, top=True)


class Pause(Menu):
    topic = "pause"
    stays = True

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app, app.session.strings("pause.title"), [])
        self.table = table
        self.focus = "go"

    def buttons(self) -> list[Button]:
        app = self.app
        table = self.table
        coach = self.offer("coach", "hint", partial(app.session.turn_coach, table.live))
        coach = coach._replace(label=self.t(f"pause.coach.{str(table.live.coached).lower()}"))
        ended = [
            self.offer("result", "laurel", self.result),
            self.offer("review", "review", table.review),
        ]
        return [
            self.offer("go", "play", self.back),
            *(ended if table.match.over else []),
            self.offer("restart", "restart", table.restart),
            self.offer("new", "new", table.new_deal),
            *([coach] if table.live.coachable and not table.match.over else []),
            self.offer("copy", "copy", lambda: app.copy(table.match.deal_id())),
            self.offer("rules", "help", table.rules),
            self.offer("options", "options", lambda: app.push(Options(app))),
            self.offer("leave", "save", self.leave),
        ]

    def result(self) -> None:
        """Shows the end of the match again."""
        self.table.ended = False
        self.back()

    def leave(self) -> None:
        """Saves the match and goes to the title."""
        self.table.keep()
        self.app.home()

    def act(self, action: Action) -> bool:
        """Closes the menu at the key that opened it."""
        if action.name == "menu":
            self.back()
        return action.name == "menu"


class More(Scene):
    """The tray unfolded: every command of a table, with its name and key."""

    overlay = True

    def __init__(self, app: App, head: str, tip: str, commands: list[Button], felt: str, corner: Rect) -> None:
        super().__init__(app)
        self.felt = felt
        self.head, self.tip = head, tip  # the tip tells the whole number of a deal
        self.commands = commands
        self.corner = corner  # the tray, from whose corner it unfolds
        self.panel = Rect(0, 0, 0, 0)
        self.focus = commands[0].key

    def place(self, c: Canvas) -> None:
        """Unfolds it from the corner of the tray."""
        count = len(self.commands) + 1
        most = c.area.h - c.px("border") - c.px("borders")
        row = min(max(c.px("more_row"), c.line + c.px("gap")), most // count)
        words = max(c.width_of(one.label, "text", "bold") for one in self.commands)
        width = max(words + row + c.px("more_key"), c.width_of(self.head, "small"))
        self.panel = Rect(0, 0, width + c.px("borders"), row * count + c.px("border"))
        self.panel.topright = self.corner.topright
        if not c.narrow:
            self.panel.bottomright = self.corner.bottomright
        self.panel.clamp_ip(c.area)

    def layout(self, c: Canvas) -> None:
        """Lays out a row for each command."""
        c.spots.append(Spot("away", c.area, self.back, nav=False))
        c.piece("panel", self.panel)
        inner = c.inner(self.panel, "borders", "border")
        rows = split(inner, len(self.commands) + 1, 0)
        c.text(self.head, rows[0], "small", "cream", "center")
        c.note("head", rows[0], self.tip)
        for command, row in zip(self.commands, rows[1:], strict=True):
            does = command._replace(accept=partial(self.do, command))
            c.coin_row(does, c.inner(row, "none", "close"))

    def do(self, command: Button) -> None:
        """Folds the tray, and does what was chosen."""
        self.back()
        command.accept()

    def act(self, action: Action) -> bool:
        """Folds it at the key that opens the menu; a command's key does what it does at the table."""
        command = next((one for one in self.commands if one.action == action.name), None)
        if command:
            self.do(command)
        return command is not None


# ---- the boards of the games ---------------------------------------------------------------------

BATTLE = 3  # cards of a side of a battle that are left in view at least
LEAST_HAND = 72  # pixels: the width of a card of the viewer's hand on the smallest screen
THIN = 16  # so many cards of a deck show as one rim under its top


class LineScore(NamedTuple):
    """The score of a line of the duel as the table tells it."""

    at: tuple[str, int]
    old: int | None
    new: int
    decides: bool
    tied: bool  # with one of the other player's
    struck: bool  # found equal when it is counted
    tip: str


class DuelBoard(BoardOf[DuelState]):
    """Dragon Master: the board in the middle, both players at its left with what decides between them,
    the viewer's hand at its right."""

    game = "duel"
    needs = ("table.toml", "theme.toml")
    words = DuelTelling
    say: DuelTelling
    composed = True
    lifts = (0.03, 0.06)
    popups: ClassVar[dict[str, str]] = {"key": "cards"}
    plan: DuelPlan
    pile: Sequence[Rect] = ()  # where the cards lie that are out of the game
    open: tuple[range, range]  # columns and rows with cards, and where the next may go
    now: Lines  # the scores of all lines, as far as their points have arrived
    after: Lines  # those that the card under the focus would change, or all where ghosts lead
    aimed: Spotted | None = None  # the free cell under the focus, while a card is held

    def face(self, card: str) -> Face:
        """A jewel in its colour."""
        name = self.data["jewels"][int(card)]
        color = self.colors[name]
        return Face(card, f"duel/mark-{name}", f"duel/{name}", color, int(card))

    # where things lie

    def arrange(self) -> Places:
        """The grid, both hands; the cards that are out of the game lie nowhere."""
        self.plan = self.measure()
        places = {s: self.cell_rect(self.say.cell(s.place)) for s in self.stage.of("grid")}
        own, other = (self.stage.of("hand", seat) for seat in (self.seat, 1 - self.seat))
        if self.example or self.ended:
            places |= dict.fromkeys((*own, *other), OFF_STAGE)
        else:
            places |= dict(zip(own, self.plan.hand(len(own)), strict=True))
            places |= dict(zip(other, self.plan.others(len(other)), strict=True))
            self.pile = self.plan.away(len(own), len(self.stage.of("away")))
        return places | dict.fromkeys(self.stage.of("away"), OFF_STAGE)

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """The own hand, the grid on its board, the other's cards, and both players."""
        plan = self.plan
        yield "hand", plan.parts.get("hand", OFF_STAGE)
        yield "table", plan.felt
        yield "parts", plan.board
        yield "others", plan.parts.get("other", OFF_STAGE)
        yield from (("parts", plan.parts[name]) for name in ("top", "bottom", "pair", "ribbon") if name in plan.parts)

    def measure(self) -> DuelPlan:
        """Which way the grid is turned, and the plan of what of it is shown.

        It is turned (its rows drawn upright) when the lines of the one who looks are the rows.
        """
        state = self.stage.known()
        still = self.match.seats.count("human") == 2 and self.app.session.settings.still_grid
        self.columns_mine = self.seat == state["starter"]
        self.say.turned = not self.columns_mine and not still and not self.example
        laid = [self.say.cell(sprite.place) for sprite in self.stage.of("grid")]
        self.open = self.say.view(laid, state["reach"])
        if self.example:
            across, down = (Span(one, one.start, len(one)) for one in self.open)
        else:
            framed = self.say.frame(laid)
            across, down = (span_of(one, frame) for one, frame in zip(self.open, framed, strict=True))
        setting = DuelSetting(self.app.canvas.line, self.example, self.ended, self.tray.copy())
        key = (tuple(self.area), self.unit, setting[:3], tuple(self.tray), across, down)
        return self.once("plan", key, partial(DuelPlan, self, self.area.copy(), setting, across, down))

    def move_at(self, card: str, cell: Spotted) -> str:
        """The move that places a card on a cell."""
        column, row = reversed(cell) if self.say.turned else cell
        return f"{card}@{column},{row}"

    def cell_rect(self, cell: Spotted) -> Rect:
        return self.plan.cell(*cell)

    def sight(self, zone: str, seat: int | None, place: int | None) -> Rect | None:
        """Also finds lines and free cells."""
        if zone == "grid":
            return self.cell_rect(self.say.cell(place or 0))
        if zone not in ("column", "row"):
            return super().sight(zone, seat, place)
        axis, line = self.line_at(zone, place)
        cells = [self.cell_rect(at) for at in self.cells() if at["xy".index(axis)] == line]
        return cells[0].unionall(cells) if cells else None

    def line_at(self, zone: str, place: int | None) -> tuple[str, int]:
        """A column or row of the rules as it is drawn."""
        return "x" if (zone == "column") != self.say.turned else "y", place or 0

    def compared(self, place: Place) -> list[Rect]:
        """Also the score of a line."""
        zone, _, at = place
        lines = [self.plan.score(*self.line_at(zone, at))] if zone in ("column", "row") else []
        return super().compared(place) + lines

    def cells(self) -> list[Spotted]:
        """All cells that are drawn, column by column: whole ones, and at the edge those where the next
        card may go."""
        whole = [(x, y) for x in self.plan.across.whole for y in self.plan.down.whole]
        columns, rows = self.open
        return whole + [(x, y) for x in columns for y in rows if self.plan.beyond(x, y)]

    def in_order(self, cells: Iterable[Spotted]) -> list[Spotted]:
        """Cells by the viewer's lines and along each, from the left or the top."""
        columns = self.say.drawn(self.seat) == "column"
        return sorted(cells, key=lambda cell: cell if columns else cell[::-1])

    # what it makes much of

    def after_group(self, events: list[Event]) -> None:
        """Lets points fly to the lines that a card has raised."""
        super().after_group(events)
        if not self.played_here:
            return
        for at, points in self.raised(events).items():
            laid = next(e.place for e in events if e.target == "grid")
            start = self.cell_rect(self.say.cell(laid or 0))
            score = self.plan.score(*at)  # beside which they arrive, so that it is seen to count up
            end = score.move((0, -score.h) if at[0] == "x" else (-score.w, 0))
            arrive = self.celebration.send_points(points, start, end, score)
            self.moments.gain(at, points, arrive, "tally")

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """Lines that a card has brought to a pair, or to a hundred."""
        before = self.line_scores(self.stage.seen)
        found = super().occasions(events)
        for at, points in self.raised(events).items():
            now = before.get(at, 0) + points
            if self.say.paired(now - points, now):
                lit = tuple(self.alike(at, events))
                found.append(Occasion("line", self.say.owner(at[0], self.seat, self.columns_mine), now, lit))
        return found

    def raised(self, events: list[Event]) -> Lines:
        """The lines that the card laid by these events has raised, and by how much."""
        key = (self.stage.seen.memory(), self.match.memory(), self.seat, self.say.turned, tuple(events))
        return self.once("raised", key, partial(self.gains, events))

    def gains(self, events: list[Event]) -> Lines:
        """The same, worked out."""
        laid = [self.say.cell(e.place or 0) for e in events if e.target == "grid"]
        lines = {(axis, at) for cell in laid for axis, at in zip("xy", cell, strict=True)}
        before, now = (self.line_scores(p) for p in (self.stage.seen, self.match))
        gains = {at: now.get(at, 0) - before.get(at, 0) for at in lines}
        return {at: points for at, points in gains.items() if points > 0}

    def alike(self, at: tuple[str, int], events: list[Event]) -> list[Rect]:
        """The cards of a line that are like the one just laid."""
        laid = next(event.card for event in events if event.target == "grid")
        axis = 0 if at[0] == "x" else 1
        line = [s for s in self.stage.of("grid") if self.say.cell(s.place)[axis] == at[1]]
        return [s.rect.copy() for s in line if s.card == laid]

    def score_place(self, seat: int) -> Rect:
        """The seat's face and its name."""
        name = self.plan.parts.get("bottom name" if seat == self.seat else "top name")
        return self.face_place(seat).union(name) if name else self.area

    def face_place(self, seat: int) -> Rect:
        """Beside the board: one's own at the foot, the other's at the head."""
        return self.plan.parts.get("bottom" if seat == self.seat else "top", Rect(0, 0, 0, 0)).copy()

    @property
    def sentence(self) -> Rect | None:
        """Over the viewer's hand."""
        return self.plan.parts.get("ribbon")

    def light_room(self) -> Rect:
        return self.plan.board

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:  # noqa: ARG002
        """Where the words of a moment stand: on the board's upper rim, over what is lit."""
        board = self.plan.board
        band = ribbon_in(self.app.canvas, words, top_of(board, self.plan.felt.y - board.y))
        band.centerx = lit[0].unionall(lit[1:]).centerx
        band.clamp_ip(self.area)
        return band

    # drawing

    def layout(self, c: Canvas) -> None:
        """Lays out the board, the line scores, the choices and the cards."""
        self.draw_ground(c)
        if not self.example:
            self.draw_players(c)
        targets = self.targets() if self.choice.live else {}
        self.draw_scores(c)
        if self.choice.live:
            taken = {self.say.cell(s.place) for s in self.stage.of("grid")}
            for cell in self.in_order(self.cells()):
                if cell not in taken:
                    self.draw_free(c, cell, targets.get(cell, []))
        lying = self.stage.of
        grid = lying("grid")
        moving = [sprite for sprite in grid if sprite.start and not sprite.rests(self.motion)]
        above = sorted(moving, key=lambda sprite: sprite.peak)
        if not (self.stage.playing or self.example or self.ended) and self.ahead is self.match:
            self.note_lines(c, grid)
        for sprite in [*(one for one in grid if one not in above), *above] if above else grid:
            self.painter.draw(c, sprite)
        if self.example or self.ended:
            return
        self.draw_backs(c, lying("hand", 1 - self.seat))
        self.draw_away(c)
        self.card_row.draw(c, lying("hand", self.seat))
        self.draw_tried(c)

    def draw_ground(self, c: Canvas) -> None:
        """Draws the board; in an example the felt alone."""
        if not self.example:
            board = c.art.filled("duel/board", self.plan.board.size)
            assert board
            c.inlay("duel/board", board, self.plan.board)
            return
        around = self.plan.felt.inflate(self.px("pad"), self.px("pad"))
        c.blit(self.felt_picture(around.size), around)
        for cell in self.cells():
            self.draw_place(c, self.cell_rect(cell), quiet=True)

    def felt_picture(self, size: Size) -> Surface:
        """The felt of the board alone, turned where it is wider than high."""

        def make() -> Surface:
            whole = self.art.whole("duel/board")
            assert whole
            x, y, w, h = (round(share * whole.get_size()[at % 2]) for at, share in enumerate(FELT_SHARE))
            felt = whole.subsurface((x, y, w, h))
            return pygame.transform.smoothscale(pygame.transform.rotate(felt, 90 * (size[0] > size[1])), size)

        return self.art.keep(("felt", "board", size), make)

    def draw_players(self, c: Canvas) -> None:
        """Draws both players, and between them what decides as the scores are."""
        parts = self.plan.parts
        for name, seat in (("top", 1 - self.seat), ("bottom", self.seat)):
            lit = seat == self.turn, self.mood(seat), self.stage.shown["wins"][seat]
            c.part(self.parts_kept, name, (self.laid_for, lit), partial(self.draw_player, c, seat, name))
        if self.now and not self.uncounted:
            tried = self.aimed is not None or self.ahead is not self.match
            key = (self.laid_for, tuple(self.now.items()), tuple(self.told.items()) if tried else None)
            c.part(self.parts_kept, "pair", key, partial(self.draw_pair, c, parts["pair"]))
        if self.choice.values:
            bar = Rect(parts["other"].x, parts["other"].y, self.px("worth_bar"), parts["other"].h)
            c.note("meter", bar, self.t("table.meter.tip"))
            advice = self.choice.advice
            c.meter(bar, self.say.share(advice.worth) if advice else None)

    @property
    def laid_for(self) -> Hashable:
        """What all that stands beside the grid depends on."""
        return tuple(self.area), tuple(self.tray), self.seat, self.columns_mine, self.ended

    def draw_player(self, c: Canvas, seat: int, name: str) -> None:
        """Draws a player: face, name and whose lines are theirs, and the games won."""
        face, place = self.plan.parts[name], self.plan.parts[f"{name} name"]
        self.seats.portrait(c, seat, face)
        axis = "x" if self.say.owner("x", self.seat, self.columns_mine) == seat else "y"
        named = partial(self.seats.name, c, seat, place, self.t(f"duel.scores.{axis}"))
        c.part(self.parts_kept, f"name {seat}", (self.laid_for, axis), named)
        self.seats.note(c, seat, self.score_place(seat))
        self.draw_wins(c, seat, face)

    def draw_wins(self, c: Canvas, seat: int, face: Rect) -> None:
        """Draws a dragon for each game that a seat has won."""
        wins = self.stage.shown["wins"][seat] if self.match.options["first_to"] > 1 else 0
        side = self.px("win")
        for number in range(wins):
            c.picture("duel/figure", side, bottomright=(face.right - number * side, face.bottom))

    def draw_backs(self, c: Canvas, backs: list[Sprite]) -> None:
        """Draws the other's cards, and on the last one how many they are."""
        for sprite in backs:
            self.painter.draw(c, sprite)
        if not backs:
            return
        around = backs[0].rect.unionall([one.rect for one in backs])
        c.note("backs", around, self.t("duel.lies.tip", n=len(backs), out=len(self.stage.of("away"))))
        if not any(sprite.card for sprite in backs):
            side = self.px("count")
            token = anchored(side, side, center=backs[-1].rect.midbottom).move(0, -side // 4)
            c.piece("token-brown", token)
            c.text(str(len(backs)), token, "small", "cream", "center", "number")

    def draw_away(self, c: Canvas) -> None:
        """Draws a pile of the cards that are out of the game, where there is room for it and nothing lies over it."""
        pile = self.pile
        around = pile[0].unionall(pile) if pile else OFF_STAGE
        if not pile or around.colliderect(self.under):
            return
        back, reach = self.cards.picture(None, pile[0].w), self.px("close")
        for place in pile:
            c.blit(self.art.shadow(place.size, reach), place.inflate(2 * reach, 2 * reach))
            c.blit(back, place)
        c.slip(self.t("duel.away", n=len(pile)), around.move(0, around.h // 2).inflate(around.w, 0))

    def draw_pair(self, c: Canvas, place: Rect) -> None:
        """Draws the two scores that decide as they are, whose leads in light; above them who leads, below by
        which lines, or what the card on trial would make of them."""
        own, other = (self.scored(self.now, seat) for seat in (self.seat, 1 - self.seat))
        rank, mine, theirs = self.first_unlike(self.now)
        line = min(place.h // 4, c.line)
        if line < c.usual:  # there is room for the scores alone
            line = 0
        middle = trim(place, top=line, bottom=2 * line)
        tokens = split(c.inner(middle, "none", "tight"), 2, self.px("border"), across=True)
        values = (theirs, mine) if rank else (other[-1], own[-1])
        for token, name, value in zip(tokens, ("token-blue", "token-red"), values, strict=True):
            if rank and value == max(values):
                c.halo(token)
            c.piece(name, token)
            c.numeral(str(value), token, "heading")
        stud = self.px("loose")
        for way in (-1, 1):
            c.piece("coin", anchored(stud, stud, center=middle.center).move(0, way * stud * 3 // 4))
        leader = self.seat if mine > theirs else 1 - self.seat
        leads = self.say.of_seat("duel.pair.leads", leader) if rank else self.t("duel.pair.level")
        if line and c.least_width(leads, "bold") <= place.w:  # else the light says it
            c.slip(leads, top_of(place, line), "text")
        under = trim(place, top=middle.bottom - place.y)
        if line and rank and self.draw_summands(c, top_of(under, line)):
            under = trim(under, top=line)
        if line:
            self.draw_by(c, rank, under)
        tips = [self.t("duel.against.tip")]
        if rank:
            words = self.line_words(self.now)
            tips += [words[at] for at in self.deciding(self.now)]
        tips += [self.t("duel.against.next")] if rank not in ("", "0") else []
        c.note("deciding", place, "\n".join(tips))

    def draw_summands(self, c: Canvas, row: Rect) -> bool:
        """Draws on parchment what the two scores that decide are made up of, the other's first; whether there is
        anything to tell."""
        at = {self.say.owner(one[0], self.seat, self.columns_mine): one for one in self.deciding(self.now)}
        cards = self.line_cards()
        sums = [self.say.summands(cards.get(at[seat], ())) for seat in (1 - self.seat, self.seat)]
        told = [found if len(found) > 1 or any(count > 1 for _, count, _ in found) else [] for found in sums]
        halves = split(row, 2, self.px("slit"), across=True)
        drawn = [self.draw_sum(c, found, half) for found, half in zip(told, halves, strict=True) if found]
        return any(drawn)

    def draw_sum(self, c: Canvas, found: list[tuple[str, int, int]], room: Rect) -> bool:
        """Writes a sum on parchment, cards that are alike with their marks before what they bring; without marks, or
        not at all, where there is no room."""
        size, edge = c.fixed_px("small"), self.px("pad")
        for side, plus in ((round(c.tight_usual("small") * 0.85), " + "), (0, "+")):
            words = [f"{points}{plus}" for _, _, points in found[:-1]] + [str(found[-1][2])]
            marks = [(side + (count - 1) * side // 2) * (count > 1) for _, count, _ in found]
            widths = [c.art.width(one, "bold", size) for one in words]
            if sum(marks) + sum(widths) + edge <= room.w:
                break
        else:
            return False
        slip = anchored(sum(marks) + sum(widths) + edge, room.h, center=room.center)
        c.piece("parchment-tag", slip)
        x = slip.x + edge // 2
        with c.inked():
            for (card, count, _), mark, word, wide in zip(found, marks, words, widths, strict=True):
                for copy in range(count if mark else 0):
                    c.picture(self.face(card).mark, side, midleft=(x + copy * side // 2, room.centery))
                c.text(word, Rect(x + mark, room.y, wide, room.h), size, "ink", face="bold")
                x += mark + wide
        return True

    def draw_by(self, c: Canvas, rank: str, place: Rect) -> None:
        """Writes by which lines somebody leads, and while a card is tried what would then decide."""
        words = [self.t(key) for key in (f"duel.pair.by.{rank}", f"duel.pair.by.{rank}.short")] if rank else []
        lines = [one for one in words if c.least_width(one, "bold") <= place.w][:1]
        if self.aimed is not None or self.ahead is not self.match:
            before, after = self.first_unlike(self.now), self.first_unlike(self.told)
            key = "then" if before[1:] != after[1:] else "stays"
            key = f"duel.pair.{key if after[0] else 'level'}"
            lines.append(self.t(key, mine=after[1], theirs=after[2]))
        lines = lines[-max(1, place.h // c.tight_line("small")) :]
        if lines:
            c.slip("\n".join(lines), place, "small", lines=len(lines))

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws the two lines that decided it face to face on felt, the winner's with a dragon."""
        c.piece("panel", area.inflate(self.px("pad"), self.px("pad")))
        c.blit(self.felt_picture(area.size), area)
        lines = self.line_scores(self.match)
        at = self.deciding(lines) or [side[0] for side in self.sides(lines)]
        owned = {self.say.owner(axis, self.seat, self.columns_mine): (axis, number) for axis, number in at}
        rows = split(c.inner(area, "border", "margin"), 2, 0)
        for seat, row in zip((1 - self.seat, self.seat), rows, strict=True):
            self.draw_decisive(c, row, seat, owned[seat], lines[owned[seat]])

    def draw_decisive(self, c: Canvas, row: Rect, seat: int, at: tuple[str, int], score: int) -> None:
        """Draws a line of the grid as a row of cards, with its score before it; behind a winner's a dragon."""
        axis, number = at
        index = "xy".index(axis)
        sprites = [s for s in self.stage.of("grid") if self.say.cell(s.place)[index] == number]
        sprites.sort(key=lambda s: self.say.cell(s.place)[1 - index])
        row = trim(row, bottom=c.line)  # for what is said of the cards
        size = card_size(min(round((row.h - c.line // 2) * RATIO), row.w // (SIDE + 4)))
        gap = self.px("gap")
        x = row.centerx - (len(sprites) * (size[0] + gap) - gap) // 2
        for place, sprite in enumerate(sprites):
            rect = anchored(*size, midleft=(x + place * (size[0] + gap), row.centery))
            c.blit(self.art.shadow(size, self.px("gap")), rect.inflate(2 * gap, 2 * gap).move(gap // 2, gap // 2))
            c.blit(self.cards_of(sprite).picture(sprite.card, rect.w), rect)
        token = anchored(round(size[0] * 0.9), size[1] // 3, midright=(x - 2 * gap, row.centery))
        if seat in self.match.winners:
            c.halo(token)
        c.piece(self.seats.token(seat), token)
        c.numeral(str(score), token, "sum")
        c.face(self.match.seats, seat, anchored(token.h, token.h, midright=token.midleft), self.game)
        parts = self.say.sum_words([str(sprite.card) for sprite in sprites])
        under = Rect(row.x, row.centery + size[1] // 2 + gap // 2, row.w, c.line)
        c.slip(parts, under)
        if seat in self.match.winners:
            left = x + len(sprites) * (size[0] + gap) + gap
            self.draw_dragon(c, anchored(size[1], size[1], midleft=(left, row.centery)))

    def draw_dragon(self, c: Canvas, place: Rect) -> None:
        """Draws the winner's dragon in the light of the table, with the shadow that it throws."""
        side = place.w
        dragon = self.art.keep(("dragon stands", side), lambda: standing(self.art.picture("duel/figure", side)))
        solid = dragon.get_bounding_rect().move(place.topleft)
        shadow = self.art.keep(("dragon's shadow", side), partial(thrown, dragon))
        c.blit(shadow, thrown_at(solid))
        c.blit(dragon, place)

    def draw_popup(self, c: Canvas, name: str, area: Rect) -> None:
        """Draws what one, two and three alike count in a line."""
        if name != "key":
            super().draw_popup(c, name, area)
            return
        rows: list[str] = self.data["key"]
        foot = foot_of(area, 2 * c.line)
        places = split(trim(area, bottom=foot.h), len(rows), c.px("gap"))
        for cards, place in zip(rows, places, strict=True):
            wide = round(place.h * RATIO)
            step = self.part("key_step", wide)
            c.blit(self.key_cards(cards, wide, step), place)
            left = wide + (len(rows) - 1) * step + self.px("border")
            c.text(self.say.key_words(cards), trim(place, left=left), "label", "ink", lines=3)
        c.text(self.t("duel.key.foot"), foot, "text", "ink", lines=2, top=True)

    def key_cards(self, cards: str, wide: int, step: int) -> Surface:
        """Small cards of one kind, one over another."""

        def make() -> Surface:
            card = self.cards.make(cards[0], wide, dim=False)
            row = Surface((wide + (len(cards) - 1) * step, card.get_height()), pygame.SRCALPHA)
            row.blits([(card, (number * step, 0)) for number in range(len(cards))])
            return row

        return self.art.keep((*self.cards.key(cards, dim=False), wide, step), make)

    def laid(self) -> list[Spotted]:
        """The cells with cards, and the one under the focus."""
        cells = [self.say.cell(sprite.place) for sprite in self.stage.of("grid")]
        return cells + ([self.aimed] if self.aimed else [])

    @property
    def seen(self) -> Position:
        """The position whose scores are shown: with the card just laid, once it lies."""
        moving = [s for s in self.stage.sprites if s.start and s.zone == "grid" and not s.rests(self.motion)]
        return self.stage.seen if moving or self.stage.groups else self.match

    def line_scores(self, match: Position) -> Lines:
        """Scores of the lines as drawn: columns and rows, or turned."""
        key = (match.memory(), self.seat, self.columns_mine, self.say.turned)
        work = partial(self.say.lines_of, match, self.seat, self.columns_mine)
        return self.once("lines" if match is self.match else "other lines", key, work)

    def draw_scores(self, c: Canvas) -> None:
        """Draws the score of every line on the frame, after the focused move what it would be; those
        that decide as tokens, joined by a gilt thread."""
        now = self.now
        seen = now | self.after
        tips: dict[tuple[str, int], str] = {}
        if not self.stage.playing and self.ahead is self.match:
            tips = self.explanations(seen)
            for axis in "" if self.example else "yx":
                c.note(f"rail{axis}", self.plan.rail(axis), self.t("duel.chip.line"))
        struck = {self.line_at(zone, place) for zone, _, place in self.struck}
        decide = [] if self.example else self.deciding(now)
        tied = self.tied(now)
        tips = {at: f"{tip} {self.t('duel.chip.tied')}" if at in tied else tip for at, tip in tips.items()}
        if not self.example:
            c.part(self.parts_kept, "rails", (self.laid_for, self.say.turned), partial(self.draw_rails, c))
        if decide:
            self.draw_thread(c, *(self.plan.score(*at) for at in decide))
        spans = (self.laid_for, self.say.turned, self.example, self.plan.across, self.plan.down)
        for at, new in sorted(seen.items()):
            score = LineScore(at, now.get(at), new, at in decide, at in tied, at in struck, tips.get(at, ""))
            c.part(self.parts_kept, f"score {at[0]}{at[1]}", (score, spans), partial(self.draw_line, c, score))
        if not self.example:
            key = (self.laid_for, self.say.turned, self.mood(0), self.mood(1))
            c.part(self.parts_kept, "owners", key, partial(self.draw_owners, c))

    def draw_line(self, c: Canvas, line: LineScore) -> None:
        """Draws the score of a line, and lets whoever points at it read how it comes about."""
        (axis, number), old, new = line.at, line.old, line.new
        place = self.plan.score(axis, number)
        owner = self.say.owner(axis, self.seat, self.columns_mine)
        if line.tip:
            c.note(f"chip{axis}{number}", place, line.tip)
        told = str(new)
        if old not in (None, new):
            change = self.t("duel.becomes", old=old, new=new)
            room = place.w if axis == "x" else self.plan.left.w - self.px("becomes") + place.w
            told = change if c.width_of(change, "label", "title") + self.px("pad") <= room else told
        self.draw_score(c, axis, place, told, owner, line.decides, new != old, line.tied)
        if line.struck:
            self.strike(c, place)

    def tied(self, lines: Lines) -> set[tuple[str, int]]:
        """The lines that decide nothing, since the other player has one with the same score, before those
        that decide."""
        if not (rank := self.first_unlike(lines)[0]):
            return set()
        return {at for side in self.sides(lines) for at in side[: int(rank)]}

    def draw_rails(self, c: Canvas) -> None:
        """Draws enamel in the owners' colours on the frame, along the scores of rows and of columns."""
        for axis in "yx":
            mine = self.say.owner(axis, self.seat, self.columns_mine) == self.seat
            rail = self.plan.rail(axis)
            name = "rail-red" if mine else "rail-blue"

            def make(name: str = name, size: Size = rail.size, upright: bool = axis == "y") -> Surface:
                if not upright:
                    return c.art.stretched(name, size, c.unit)
                flat = c.art.stretched(name, size[::-1], c.unit)  # mirrored, so that it stays lit from the upper left
                return pygame.transform.flip(pygame.transform.rotate(flat, 90), False, True)

            c.blit(c.art.keep(("rail", name, rail.size, axis), make), rail)

    def deciding(self, lines: Lines) -> list[tuple[str, int]]:
        """The row and the column that decide as the scores are; none if all are equal."""
        rank, _, _ = self.first_unlike(lines)
        return [side[int(rank)] for side in self.sides(lines)] if rank else []

    def first_unlike(self, lines: Lines) -> tuple[str, int, int]:
        """The first pair of scores that differs, from the weakest up: its rank and both, one's own first;
        rank "" if there is none."""

        def find() -> tuple[str, int, int]:
            own, other = (self.scored(lines, seat) for seat in (self.seat, 1 - self.seat))
            return self.say.first_unlike(own, other)

        key = (tuple(lines.items()), self.seat, self.columns_mine, self.say.turned)
        return self.once("first unlike", key, find)

    @staticmethod
    def sides(lines: Lines) -> list[list[tuple[str, int]]]:
        """The rows and the columns, each from the weakest up."""
        ranked = [at for _, at in sorted([(score, at) for at, score in lines.items()])]
        return [[at for at in ranked if at[0] == axis] for axis in "yx"]

    def draw_score(
        self, c: Canvas, axis: str, place: Rect, words: str, owner: int, decides: bool, changed: bool, tied: bool
    ) -> None:
        """Draws the score of a line: plain, or on a token of its owner's colour where it decides or needs the
        room; small, with a sign of equality, if the other player has as much."""
        words = f"={words}" if tied else words
        wide = c.width_of(words, "label", "title") + self.px("pad")
        box = anchored(max(place.w, wide), place.h, center=place.center)
        if axis == "y":
            box.right = place.right
        if not decides and box.w <= place.w:
            if axis == "y":
                box = anchored(min(place.w, self.px("rail")), place.h, center=place.center)
                box = c.inner(box, "gap", "none")
            small = tied or c.width_of(words, "label", "title") > box.w
            c.numeral(words, box, "small" if small else "label", "cream" if changed else "coin")
            return
        token = anchored(max(wide, round(place.h * 1.2)), place.h, center=box.center)
        if axis == "y":
            token.right = min(token.right, place.right)
        if decides:
            c.halo(token)
        c.piece(self.seats.token(owner), token)
        c.numeral(words, token, "label")

    def draw_thread(self, c: Canvas, row: Rect, column: Rect) -> None:
        """Draws a gilt thread from the score of a row around the corner of the board to that of a
        column."""
        x = row.x - self.px("thread_out")
        y = min(self.area.bottom - self.px("tight"), column.bottom + self.px("thread_out"))
        bend = self.px("border")
        ways = [step * math.pi / 12 for step in range(7)]
        middle = (x + bend, y - bend)
        turn = [(middle[0] - bend * math.cos(way), middle[1] + bend * math.sin(way)) for way in ways]
        points = [row.midleft, (x, row.centery), *turn, (column.centerx, y), column.midbottom]
        wide, off = self.px("thread"), self.px("slit")
        under = [(at + off, down + off) for at, down in points]
        c.shape(pygame.draw.lines, COLOR["shadow"], False, under, max(2, wide))
        for color, thick in (("ink", wide + 2), ("coin", wide), ("cream", wide // 3)):
            c.shape(pygame.draw.lines, COLOR[color], False, points, max(1 if color == "cream" else 2, thick))
        stud = self.px("loose")
        for end in (row.midleft, column.midbottom):
            c.piece("coin", anchored(stud, stud, center=end))

    @property
    def told(self) -> Lines:
        """The scores that the table tells: with the card under the focus, or where ghosts lead."""
        return self.after if self.ahead is not self.match else self.now | self.after

    def counting(self) -> Lines:
        """The scores of all lines, those under way as far as their points have arrived."""
        now = self.line_scores(self.seen)
        raised = [at for at in self.moments.owners if isinstance(at, tuple)]
        before = self.line_scores(self.stage.seen) if raised else {}
        return now | {at: before.get(at, 0) + self.moments.gained(at) for at in raised}

    def scored(self, lines: Lines, seat: int) -> list[int]:
        """A seat's scores among those of lines, from the weakest up."""
        owners = {axis: self.say.owner(axis, self.seat, self.columns_mine) for axis in "xy"}
        return sorted([score for (axis, _), score in lines.items() if owners[axis] == seat])

    def line_cards(self, tried: bool = False) -> dict[tuple[str, int], tuple[str, ...]]:
        """The cards of every line. tried: with the one under the focus."""
        laid = [(self.say.cell(s.place), s.card or "") for s in self.stage.of("grid")]
        if tried and self.aimed:
            laid.append((self.aimed, self.choice.held[0].card or ""))
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        for (column, row), card in laid:
            for at in (("x", column), ("y", row)):
                found[at] = (*found.get(at, ()), card)
        return found

    def line_words(self, scores: Lines, tried: bool = False) -> dict[tuple[str, int], str]:
        """How the scores of lines come about. tried: with the card under the focus."""
        known = self.line_cards(tried)

        def words(axis: str, owner: int, score: int, cards: tuple[str, ...]) -> str:
            key = "duel.chip.column" if axis == "x" else "duel.chip.row"
            return self.say.of_seat(key, owner, sum=score, parts=self.say.sum_words(cards))

        found: dict[tuple[str, int], str] = {}
        for at, score in scores.items():
            key = at[0], self.say.owner(at[0], self.seat, self.columns_mine), score, known.get(at, ())
            found[at] = self.once(f"line {at[0]}{at[1]} {tried}", key, partial(words, *key))
        return found

    def explanations(self, scores: Lines) -> dict[tuple[str, int], str]:
        """How the score of each line comes about, for whoever points at it."""
        rule = self.t("duel.chip.rule")
        return {at: f"{words} {rule}" for at, words in self.line_words(scores, tried=True).items()}

    def note_lines(self, c: Canvas, sprites: list[Sprite]) -> None:
        """Lets whoever points at a card of the grid read what its two lines count, and why."""
        words, rule = self.line_words(self.now), self.t("duel.chip.rule")
        for sprite in sprites:
            cell = self.say.cell(sprite.place)
            tip = "\n".join([*(words[at] for at in zip("xy", cell, strict=True) if at in words), rule])
            c.note(f"laid{cell[0]},{cell[1]}", self.cell_rect(cell), tip)

    def strike(self, c: Canvas, chip: Rect) -> None:
        """Strikes a score out: the other player has as much, so that it decides nothing."""
        c.blit(c.veil(chip.size, THEME["finale"]["struck"]), chip)
        start, end = chip.inflate(self.px("gap"), 0).midleft, chip.inflate(self.px("gap"), 0).midright
        c.shape(pygame.draw.line, COLOR["warning"], start, end, max(2, self.px("slit")))

    def draw_owners(self, c: Canvas) -> None:
        """Draws the face of whose lines they are at the head of the rows and at the foot of the columns."""
        for axis in "xy":
            owner = self.say.owner(axis, self.seat, self.columns_mine)
            place = self.plan.owner(axis)
            self.seats.face(c, owner, place)
            c.note(f"owner{axis}", place, self.say.of_seat(f"duel.owns.{self.say.drawn(owner)}", owner))

    def targets(self) -> dict[Spotted, list[str]]:
        """Cells where the chosen card (or any) may go, with the moves."""
        return self.say.targets(self.choice.legal, [sprite.card for sprite in self.choice.held])

    def update(self) -> None:
        """Updates the line scores after the focused move or the ghosts; {} if there are none."""
        super().update()
        targets = self.targets() if self.choice.live and self.choice.held else {}
        self.aimed = next((cell for cell in targets if self.choice.focus == self.key(cell)), None)
        self.now = self.counting()
        if self.ahead is not self.match:
            self.after = self.line_scores(self.ahead)
        elif aimed := self.aimed:
            card = str(self.choice.held[0].card)
            key = (self.match.key(), self.seat, card, aimed)
            self.after = self.once("preview", key, lambda: self.preview(card, aimed))
        else:
            self.after = {}

    def preview(self, card: str, cell: Spotted) -> Lines:
        """The scores of the two lines of a cell with a card on it; {}: that ends the game."""
        after = self.match.copy()
        after.play(self.move_at(card, cell))
        if len(after.state()["grid"]) == 0:
            return {}
        here = (("x", cell[0]), ("y", cell[1]))
        return {line: score for line, score in self.line_scores(after).items() if line in here}

    @staticmethod
    def key(cell: Spotted) -> str:
        return f"cell{cell[0]},{cell[1]}"

    def draw_free(self, c: Canvas, cell: Spotted, moves: list[str]) -> None:
        """Draws a free cell: outlined in gilt if a card may go there; otherwise it explains why not."""
        rect = self.cell_rect(cell)
        held = self.choice.held
        if not moves:
            card = str((held or self.stage.of("hand", self.seat))[0].card)
            refused = partial(self.match.why_not, self.move_at(card, cell))
            reason = self.once(f"refused{cell}", (self.match.key(), card), refused)
            why = self.t(f"why.duel.{reason}")
            tell = partial(self.app.notice, why, "error")
            c.spot(Spot(self.key(cell), rect, tell, tip=why, nav=False))
            return
        lay = partial(self.lay, cell)
        choice = self.choice
        valued = choice.advice if choice.values else None
        every = self.say.targets(choice.legal, []) if valued else {}
        tip = self.say.each_worth(valued, every[cell]) if valued else ""
        says = partial(self.cell_spoken, cell, moves)
        focused = c.spot(Spot(self.key(cell), rect, lambda: lay(held), drop=lay, tip=tip, says=says))
        self.draw_place(c, rect, quiet=self.stage.playing or not held)
        if held or not choice.values:
            self.card_row.worth(c, moves, foot_of(rect, c.line))
        elif choice.advice and choice.advice.shown in moves:
            c.star(rect.center, max(8, self.px("star")), choice.advice.proof != "estimate")
        if focused and not held:
            c.focus_frame(rect)

    def cell_spoken(self, cell: Spotted, moves: list[str]) -> str:
        """A free cell, read out: where it is, and what the chosen card makes of its lines there."""
        say, cells = self.say.naming(self.choice.legal), self.in_order(self.targets())
        place = say.spot(say.cell_of(moves[0]))
        found = [self.t("duel.read.place", place=place, at=cells.index(cell) + 1, of=len(cells))]
        if self.choice.held:
            move = self.move_at(str(self.choice.held[0].card), cell)
            after = self.match.copy()
            after.play(move)
            found += [*say.lines_changed(self.match, after), *self.card_row.worth_spoken([move])]
        return ", ".join(found)

    def draw_place(self, c: Canvas, rect: Rect, quiet: bool) -> None:
        """Draws the outline of a place where a card may go: gilt, with a line of ink around it."""
        bend, thick = bend_of(rect.w), max(2, self.px("rim"))
        if quiet:
            c.blit(self.art.keep(("shallow", rect.size), partial(hollow_of, rect.size, bend, SHALLOW)), rect)
            c.shape(pygame.draw.rect, COLOR["felt_line"], rect, max(1, self.px("hair")), border_radius=bend)
            return
        self.draw_light(c, rect, bend)
        c.shape(pygame.draw.rect, COLOR["ink"], rect.inflate(2, 2), thick + 2, border_radius=bend)
        c.shape(pygame.draw.rect, COLOR["coin"], rect, thick, border_radius=bend)

    def draw_tried(self, c: Canvas) -> None:
        """Draws the chosen card over the place that it may go to, with a tick and a cross."""
        if self.aimed is None or not self.choice.held:
            return
        card = self.choice.held[0]
        rect = self.plan.cell_at(*self.aimed).move(0, -self.px("hover")).clamp(self.plan.felt)
        picture = self.cards_of(card).picture(card.card, rect.w)
        c.blit(self.art.shadow(picture.get_size(), self.px("pad")), rect.move(0, self.px("close")))
        c.blit(picture, rect)
        side = self.px("answer")
        centers = [(rect.centerx + way * side * 3 // 5, rect.bottom - side // 4) for way in (-1, 1)]
        self.card_row.answers(c, centers, partial(self.lay, self.aimed, [card]), self.plan.felt)

    # answering

    def moves_of(self, sprite: Sprite) -> list[str]:
        """The moves that place a card."""
        return [move for move in self.choice.legal if move.startswith(f"{sprite.card}@")]

    def target(self, sprite: Sprite) -> str:
        """The free cell that is nearest to a card; for those who listen the first one."""
        x, y = sprite.rect.center
        if self.app.speaks:
            return self.key(self.in_order(self.targets())[0])

        def away(cell: Spotted) -> int:
            rect = self.cell_rect(cell)
            return abs(rect.centerx - x) + abs(rect.centery - y)

        return self.key(min(self.targets(), key=away))

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """On the upper part of a card, beside its value: its foot may be covered."""
        return Rect(rect.x, rect.y + rect.h // 4, rect.w, c.usual)

    def lay(self, cell: Spotted, cards: list[Sprite]) -> None:
        """Handles a press on a cell, or a card dropped on it."""
        if cards:
            self.choice.play(self.move_at(str(cards[0].card), cell))
        else:
            self.app.notice(self.t("duel.choose_first"), "error")

    def tried(self) -> list[Sprite]:
        """The card that hovers over its place."""
        return self.choice.held[:1] if self.aimed else []

    def task(self) -> str:
        """Choose a card, or a place for it; once one is aimed at, whether to lay it there."""
        held = self.choice.held
        return self.say.task(str(held[0].card) if held else "", aimed=self.aimed is not None)


def span_of(open_: range, frame: range) -> Span:
    """The columns or rows of the grid that are shown: four; half a one at each side where the cards
    could still move on both ways."""
    if len(open_) > len(frame):
        return Span(range(open_.start + 1, open_.stop - 1), open_.start + 0.5)
    shown = frame if open_.start >= frame.start and open_.stop <= frame.stop else open_
    return Span(shown, shown.start)


class WarsBoard(BoardOf[WarsState]):
    """Dragon Wars: dragons in their rings, the battle between them, the viewer's hand at the foot."""

    game = "wars"
    needs = ("table.toml", "theme.toml")
    words = WarsTelling
    say: WarsTelling
    composed = True
    notched = False  # the badge lies over the cards beside it
    plan: WarsPlan
    points: list[float]  # of the seats, as they have been seen

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.blow = Blow(app.motion)
        self.swept = False  # whether the move that is shown has discarded cards, and named no trump since
        super().__init__(app, match, viewer, seat)

    def face(self, card: str) -> Face:
        """A number or a figure in its suit; a dragon in its size."""
        suit = card[0].lower()
        index = rank = card[1:]
        made = ""
        if suit == "s":
            index = str(self.say.strength(card))
            emblem = f"dragon-{index}"
        elif rank.isdigit():
            emblem = f"{suit}-{next(band for band, most in self.data['bands'].items() if int(rank) <= most)}"
            made = "" if int(rank) % 2 else f"wars/{emblem}-2"
        else:
            emblem, made = f"rank-{rank.lower()}", f"wars/{suit}-{rank.lower()}"
        color = self.colors[card[0]]
        pattern = self.data["suits"].index(card[0])
        return Face(
            index, f"wars/suit-{suit}", f"wars/{emblem}", color, pattern, value=self.say.value_of(card), made=made
        )

    def show(self, events: list[Event]) -> None:
        """Shows a battle step by step."""
        self.swept = False
        super().show(staged(events))

    def see(self, events: list[Event]) -> None:
        """Changes sums, health and points together with the cards and their log lines."""
        for event in events:
            self.stage.before = followed(self.stage.before, [event], self.viewer)
            if event.kind == "score" and event.seat is not None:
                self.points[event.seat] += event.amount
        super().see(events)

    def latest(self) -> str:
        """How the battle that has just ended came out, or that a hand was discarded."""
        told = [event for event in self.done if event.what in OUTCOMES]
        humans = [seat for seat, who in enumerate(self.match.seats) if who == "human"]
        return self.say.sentence(max(told, key=lambda one: OUTCOMES.index(one.what)), humans) if told else ""

    def at_rest(self) -> None:
        """All of the last move has been seen."""
        super().at_rest()
        self.points = list(self.stage.seen.scores)

    def score_place(self, seat: int) -> Rect:
        """The seat's face, its name and its points."""
        parts = self.seat_rects(seat)
        return parts["face"].unionall([parts["name"], parts["points"]])

    def face_place(self, seat: int) -> Rect:
        """In a corner of the table, or beside the dragon."""
        return self.seat_rects(seat)["face"]

    @property
    def sentence(self) -> Rect | None:
        """Over the viewer's hand."""
        return self.plan.ribbon

    def still(self) -> bool:
        """Whether no blow is under way."""
        return super().still() and self.blow.still

    def after_group(self, events: list[Event]) -> None:
        """Begins the end of a battle, and counts the sums up."""
        if not self.example:
            self.blow.begin(events)
            self.count_sums(events)
        super().after_group(events)

    def count_sums(self, events: list[Event]) -> None:
        """Counts a sum up to what it comes to now."""
        before = {"attack": self.stage.before["attack"], "defence": self.stage.before["defence"]}
        for event in events:
            side = event.what.removesuffix("_sum")
            if event.what.endswith("_sum"):
                amount = event.amount - (before[side] or 0)
                self.moments.gain((side, 0), amount, self.stage.landing(), "count")

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """A slain dragon is lit where it lies, with the cards that have slain it."""
        lit = {
            e.seat: (self.seat_rects(e.target_seat)["dragon"],)
            for e in events
            if e.what == "slain" and e.target_seat is not None
        }
        seen = tuple(sprite.rect.copy() for side in SIDES for sprite in self.laid(side))
        found = super().occasions(events)
        return [o._replace(lit=lit[o.seat], seen=seen) if o.seat in lit else o for o in found]

    def lift_place(self, lit: Rect) -> Rect:
        """A slain dragon is lifted from its ring."""
        side = self.part("lifted", lit.w)
        return anchored(side, side, center=lit.center).clamp(self.area)

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:  # noqa: ARG002
        """Between the battle and the viewer's hand, over the sentence, which says the same."""
        top = max([self.plan.side("defence").bottom, *(rect.bottom for rect in shown[:1])])
        foot = min((sprite.rect.y for sprite in self.stage.of("hand", self.seat)), default=self.area.bottom)
        room = Rect(self.plan.middle.x, top, self.plan.middle.w, max(1, foot - top))
        if shown:
            room.x, room.w = self.area.x, self.plan.hand.right - self.area.x
        band = ribbon_in(self.app.canvas, words, room)
        band.centerx = self.plan.ribbon.centerx
        return band.clamp(room)

    def pause_before(self, events: list[Event]) -> str:
        """A breath before what decides; what follows from it comes at once."""
        whats = {event.what for event in events}
        return "pause" if whats & set(self.data["breath"]) else "beat"

    # where things lie

    def number(self, seat: int) -> int:
        """The number of a seat in the plan: 0 for the one that looks, the others clockwise."""
        return (seat - self.seat) % self.match.seats_count

    def seat_rects(self, seat: int) -> dict[str, Rect]:
        """The parts of a seat."""
        return self.plan.seat(self.number(seat))

    def sites(self) -> dict[str, Rect]:
        """Trump, and the sums of the battle."""
        return {"trump": self.plan.stack("trump"), "sums": self.plan.hub()}

    def kept_clear(self) -> Iterator[Rect]:
        """The dragons with their health."""
        for seat in range(self.match.seats_count):
            ring = self.seat_rects(seat)["dragon"]
            around = self.part("around", ring.w)
            yield anchored(around, around, center=ring.center)

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """The own hand, the battle with its sums, the stacks, and what belongs to each dragon."""
        plan = self.plan
        for number in range(self.match.seats_count):
            parts = plan.seat(number)
            yield "hand" if number == 0 else "others", parts["hand"]
            yield "others", parts["dragon"].inflate(plan.gap, plan.gap)
            yield from (("parts", parts[name]) for name in ("face", "points", "hall"))
        if not self.ended:
            yield from (("table", plan.laid(side, BATTLE)[at]) for side in SIDES for at in range(BATTLE))
            yield "table", plan.hub()
            kinds = {"trump": "table", "named": "table"}
            yield from ((kinds.get(zone, "others"), rect) for zone, rect in plan.stacks().items())
            yield "parts", plan.ribbon

    def swapped(self) -> bool:
        """Whether the attacker's cards lie at the right: opposite whoever is attacked, if that is the one
        who looks; and always before one's own dragon, where there are two."""
        battle = self.stage.known()["battle"]
        seats = {one.zone.removesuffix("_flips"): one.seat for one in self.stage.sprites if one.seat is not None}
        attacker = seats.get("attack", battle["attacker"] if battle else None)
        defender = seats.get("defence", battle["defender"] if battle else None)
        if self.match.seats_count == 2 and attacker is not None:
            return attacker != self.seat
        return defender == self.seat

    def arrange(self) -> Places:
        """Places stacks, dragons, hands, trophies and the cards of the battle."""
        seats, c = self.match.seats_count, self.app.canvas
        setting = WarsSetting(seats, c.line, c.usual, self.ended, self.swapped(), self.tray)
        self.plan = WarsPlan(self, self.area, setting)
        places: Places = {}
        for zone in ("deck", "discard", "nest"):
            lies = OFF_STAGE if self.ended else self.plan.stack(zone)
            places |= dict.fromkeys(self.stage.of(zone), lies)
        if (named := self.named) and not self.ended:
            places[named] = self.plan.stack("named")
        for seat in range(seats):
            parts = self.seat_rects(seat)
            places |= dict.fromkeys(self.stage.of("dragon", seat), parts["dragon"])
            places |= dict(zip(self.stage.of("trophies", seat), self.chips(seat), strict=True))
            places |= self.hand_places(seat, parts["hand"])
        for side in SIDES:
            cards = self.laid(side)
            empty = side == "defence" and self.declined
            places |= dict(zip(cards, self.plan.laid(side, len(cards) + empty), strict=False))
        return places

    @property
    def named(self) -> Sprite | None:
        """The card that names trump: the last on the pile, as long as no other card was discarded."""
        pile = self.stage.of("discard")
        return pile[-1] if pile and not (self.swept and self.stage.playing) else None

    def before_group(self, events: list[Event]) -> None:
        """Notes whether the card that names trump goes to the pile, as others do."""
        super().before_group(events)
        for event in events:
            if event.kind == "card" and event.target == "discard":
                self.swept = event.source != "deck"

    @property
    def declined(self) -> bool:
        """Whether the last move declined to defend in a battle that goes on."""
        moves = self.match.moves
        return bool(moves) and moves[-1] == "decline" and bool(self.match.state(self.viewer)["battle"])

    def lately(self, sprite: Sprite) -> bool:
        """The card laid last, not those that it turned over."""
        zone = (sprite.zone, sprite.seat)
        if sprite.zone not in SIDES or not {(*zone, -1), sprite.spot} & self.stage.last:
            return False
        return sprite is self.stage.of(*zone)[-1]

    def hand_places(self, seat: int, area: Rect) -> Places:
        """Places for a hand; the viewer's is large."""
        cards = self.stage.of("hand", seat)
        if self.ended:
            return dict.fromkeys(cards, OFF_STAGE)
        width = round(area.h * RATIO)
        return self.fan(cards, area, min(max(width, LEAST_HAND), area.w) if seat == self.seat else min(width, area.w))

    def stand_in(self, ghost: Ghost) -> Sprite:
        """The sprite of a ghost: it lies after the cards that lie there already."""
        place = len(self.stage.of(ghost.zone, ghost.seat)) + ghost.number
        return Sprite(ghost.card, ghost.zone, ghost.seat, place, up=True)

    def opacity(self, ghost: Ghost) -> int:
        """A ghost hides the card that it lies over; one turned over in vain is dimmed."""
        return OPAQUE if ghost.card is None or self.say.counts_for(ghost.card, side_of(ghost.zone)) else VAIN

    def ended_by(self) -> str:
        """Whether the Nest was empty, or too many turns brought no wound."""
        return self.t("end.by.wars" if self.match.state()["last_turns"] else "end.by.wars.quiet")

    def end_words(self) -> str:
        """Why the match ended: the Nest was empty, or too many turns brought no wound."""
        return super().end_words() if self.match.state()["last_turns"] else self.t("end.why.wars.quiet")

    def laid(self, side: Side) -> list[Sprite]:
        """The cards of a side of the battle as they came: each laid one is followed by those that it
        turned over for trump."""
        cards, flips = (
            sorted((s for s in self.stage.sprites if s.zone == zone), key=lambda s: s.place)
            for zone in (side, f"{side}_flips")
        )
        trump = self.stage.known()["trump"]
        found = battle_order([s.card for s in cards], [s.card for s in flips], trump)
        return [[*cards, *flips][at] for at in found]

    def chips(self, seat: int) -> list[Rect]:
        """The places of trophies: each keeps its place as others arrive, until the hall is full."""
        count = len(self.stage.of("trophies", seat))
        if not count:
            return []
        place = self.seat_rects(seat)["hall"]
        rooms: list[int] = self.data["trophies"][str(self.match.seats_count)]
        usual = next(room for room in rooms if room >= count)
        if self.ended:  # none will come: all are as large as the fuller hall allows
            usual = max(len(self.stage.of("trophies", one)) for one in range(self.match.seats_count))
        cells = best_cells(place, usual, self.shares["chip"] / 100)
        if self.plan.pair and seat != self.seat and not self.ended:  # from the face outwards
            cells = [cell.move(place.x + place.right - cell.x - cell.right, 0) for cell in cells]
        down = (place.bottom - cells[-1].bottom) // 2 if cells[-1].y == place.y else 0
        apart = -(2 * self.px("gap") if self.ended else 2)  # room for a frame at the end
        return [cell.move(0, down).inflate(apart, apart) for cell in cells[:count]]

    # drawing

    def layout(self, c: Canvas) -> None:
        """Lays out the stacks, the dragons and who they belong to, the battle and the viewer's hand."""
        state = self.stage.shown
        if not self.ended:
            self.draw_pit(c)
            self.draw_stacks(c, state)
        for seat in range(self.match.seats_count):
            self.draw_seat(c, seat)
        if self.ended:
            return
        if self.done and self.declined:
            self.draw_declined(c)
        self.draw_laid(c)
        self.draw_sums(c, self.told)
        self.draw_last(c)
        if self.choice.values:
            self.draw_meter(c)
        self.card_row.draw(c, self.stage.of("hand", self.seat), dim_all=True)
        for sprite in self.stage.sprites:
            if sprite.zone == "trophies" and not sprite.rests(self.motion):
                self.draw_stone(c, sprite, sprite.shown(self.motion), 1.0)
        self.draw_blow(c, state)
        if self.choice.live:
            c.spots.append(Spot("battle", self.plan.middle, drop=self.drop, nav=False))
            if all(card.rests(self.motion) for side in SIDES for card in self.laid(side)):
                self.draw_buttons(c)
        self.note_laid(c, state)

    def draw_pit(self, c: Canvas) -> None:
        """Draws the place of the battle."""
        pit = c.art.filled("wars/pit", self.plan.field.size)
        if pit:
            c.blit(pit, self.plan.field)

    def draw_meter(self, c: Canvas) -> None:
        """Draws the value of the position beside the viewer's hand."""
        bar = self.plan.meter()
        c.note("meter", bar, self.t("table.meter.tip"))
        advice = self.choice.advice
        c.meter(bar, self.say.share(advice.worth) if advice else None)

    def draw_laid(self, c: Canvas) -> None:
        """Draws the cards of the battle; what was turned over for trump wears what it adds, and what was turned
        over in vain is dimmed and struck out."""
        for side in SIDES:
            cards = self.laid(side)
            seen = uncovered([sprite.rect for sprite in cards])
            for at, sprite in enumerate(cards):
                vain = bool(sprite.card) and not self.say.counts_for(str(sprite.card), side)
                rect = self.painter.draw(c, sprite, dim=vain)
                if sprite.zone != side and sprite.card and sprite.rests(self.motion):
                    self.draw_added(c, rect, seen[at], 0 if vain else self.say.strength(sprite.card))
                if not vain:
                    self.draw_flash(c, sprite, side)
            for at, sprite in enumerate(cards):
                if self.lately(sprite) and sprite.rests(self.motion) and not self.example:
                    self.painter.badge(c, seen[at])

    def note_laid(self, c: Canvas, state: WarsState) -> None:
        """Lets whoever points at a card of the battle read what it is and what it counts."""
        battle = state["battle"]
        if battle is None:
            return
        for side in SIDES:
            row = [sprite for sprite in self.laid(side) if sprite.rests(self.motion)]
            places = uncovered([sprite.rect for sprite in row])
            for number, (sprite, seen) in enumerate(zip(row, places, strict=True)):
                c.note(f"{side}{number}", seen, self.say.laid(sprite.card, sprite.zone, battle))

    @property
    def done(self) -> list[Event]:
        """What the last move caused, once it has been seen."""
        seen = not self.stage.playing and not self.example
        return self.match.last_events() if seen else []

    def draw_last(self, c: Canvas) -> None:
        """Shows what the last move did that no laid card shows: what a battle that has ended did to a dragon, or
        how many cards were discarded."""
        events = self.done
        for event in events:
            if event.what in HITS and event.target_seat is not None:
                self.draw_ended(c, event, any(one.what == "slain" for one in events))
        thrown = sum(event.source == "hand" and event.target == "discard" for event in events)
        if thrown:
            self.painter.badge(c, self.plan.stack("discard"), thrown)

    def draw_declined(self, c: Canvas) -> None:
        """Draws the empty place of a defence that was declined: a shield put away, and who declined."""
        *before, place = self.plan.laid("defence", len(self.laid("defence")) + 1)
        c.blit(self.art.keep(("empty", place.size), partial(blow_picture.empty, place.size)), place)
        free = trim(place, left=max(0, before[-1].right - place.x) if before else 0)
        side = min(place.w * 7 // 10, free.w)
        shield = self.shadow_of("wars/guard-red", side)
        c.blit(shield, shield.get_rect(center=free.center))
        c.icon("cross", anchored(side // 2, side // 2, center=free.center), "cream")
        self.painter.badge(c, place)

    def draw_ended(self, c: Canvas, event: Event, slain: bool) -> None:
        """Draws under a dragon what the battle that has just ended did to it, and whose attack that was."""
        attacker, owner = event.seat or 0, event.target_seat or 0
        dragon = self.stage.shown["dragons"][owner]
        if not dragon:
            return
        loss = event.amount if event.what == "damage" else 0
        words = self.t("wars.new") if slain else self.say.ended(loss, dragon[1])
        ring = self.seat_rects(owner)["dragon"]
        ribbon = c.ribbon(words, self.plan.under(ring), bool(loss) and not slain)
        side = ribbon.h * 5 // 4
        if not slain:
            badge = anchored(side, side, center=ribbon.midleft)
            self.seats.face(c, attacker, badge)
            c.note("badge", badge, self.last_told())

    def draw_added(self, c: Canvas, card: Rect, seen: Rect, adds: int) -> None:
        """Draws on a card turned over for trump what it adds; where that is nothing, its corner is struck out."""
        if adds:
            tag = self.plan.worn(card, seen)
            tag.h = max(tag.h, c.least_line)
            c.piece("token-green", tag)
            if words := c.first_fit([f"+{adds}", str(adds)], tag, c.least_px, "title"):
                c.numeral(words, tag, "small")
        else:
            blow_picture.struck_out(c, self.plan.corner(card))

    def draw_flash(self, c: Canvas, sprite: Sprite, side: Side) -> None:
        """Draws a flash around a card turned over for trump, while the sum counts it."""
        gains = [gain for gain in self.moments.of((side, 0)) if gain.began <= self.motion.now]
        newest = sprite is max(self.laid(side), key=lambda one: (one.zone != side, one.place))
        if gains and newest and sprite.zone != side:
            share = 0.0 if self.motion.calm else self.moments.share(gains[-1])
            if share < 1:
                blow_picture.flash(c, sprite.rect, share)

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """Over the picture of a card, between its corners."""
        return Rect(rect.x, rect.y + self.part("worth", rect.h) - c.usual, rect.w, c.usual)

    def draw_stacks(self, c: Canvas, state: WarsState) -> None:
        """Draws deck and discard pile, the Nest with its eggs, and the banner of trump."""
        counts = {"deck": state["deck"], "discard": len(state["discard"]), "nest": state["nest"]}
        named = self.named
        pile = [s for s in self.stage.of("discard") if s.rests(self.motion) and s is not named]
        if not pile:
            place = self.plan.stack("discard")
            c.blit(self.art.keep(("empty", place.size), partial(blow_picture.empty, place.size)), place)
        deck = [s for s in self.stage.of("deck") if s.rests(self.motion)]
        for sprite in (*deck[:1], *pile[-1:], *([named] if named and named.rests(self.motion) else [])):
            self.painter.draw(c, sprite)
        self.draw_nest(c, state["nest"])
        banner = self.plan.stack("trump")
        new = any(event.what == "trump" for event in self.done)
        if new:
            c.halo(banner.inflate(-banner.w // 8, -banner.h // 8))
        self.draw_banner(c, banner, state["trump"])
        trump = self.t("wars.new_trump" if new else "wars.trump" if state["trump"] else "wars.no_trump")
        self.letter(c, [trump], self.under_stack(c, "trump"))
        for zone in (*counts, "trump", *(["named"] if named else [])):
            tip = self.t("wars.tip.trump" if zone == "named" else f"wars.tip.{zone}", n=counts.get(zone, 0))
            c.note(f"stack {zone}", self.plan.stack(zone), tip)
        for zone in counts:
            for sprite in self.stage.of(zone):
                if not sprite.rests(self.motion):
                    self.painter.draw(c, sprite)

    def draw_nest(self, c: Canvas, left: int) -> None:
        """Draws the Nest in a ring of eggs, one for each dragon that can come; those that have come are
        shadows."""
        rect = self.plan.stack("nest")
        whole = self.data["nest"]["half" if self.match.options["half_nest"] else "whole"]
        side = self.part("egg", rect.h)
        for number, place in enumerate(self.plan.around(rect, max(left, whole - self.match.seats_count), side)):
            egg = self.art.picture("wars/egg", side) if number < left else self.shadow_of("wars/egg", side)
            c.blit(egg, egg.get_rect(center=place.center))
        c.picture("wars/nest", self.part("brood", rect.h), center=rect.center)
        words = [self.t("wars.left", n=left)]
        if self.stage.shown["last_turns"]:
            played = len(self.match.moves) - self.stage.playing
            left = self.once("turns left", (self.match.key(), played), lambda: self.say.turns_left(played))
            words = [self.t("wars.turns", n=left), self.t("wars.turns.brief", n=left)]
        self.letter(c, words, self.under_stack(c, "nest"))

    def under_stack(self, c: Canvas, zone: str) -> Rect:
        """Where a word has room under a stack."""
        place = self.plan.stack_name(zone)
        return top_of(place, max(place.h, c.least_line))

    def letter(self, c: Canvas, words: list[str], place: Rect, size: str = "small") -> None:
        """Writes the first of some words that fits on a slip of parchment; none where there is no room."""
        if found := c.first_fit(words, place, size):
            c.slip(found, place, size)

    def shadow_of(self, name: str, side: int) -> Surface:
        """Where something is gone: its shadow."""

        def make() -> Surface:
            picture = self.art.picture(name, side).copy()
            picture.fill((70, 50, 36, 190), special_flags=pygame.BLEND_RGBA_MULT)
            return picture

        return self.art.keep(("gone", name, side), make)

    def draw_banner(self, c: Canvas, rect: Rect, trump: str | None) -> None:
        """Draws the banner of the trump suit; an empty one while there is none."""
        c.picture("wars/banner", rect.h, midtop=rect.midtop)
        if trump:
            center = (rect.centerx, rect.y + self.part("banner", rect.h))
            c.picture(f"wars/suit-{trump.lower()}", self.part("banner_suit", rect.h), center=center)

    @property
    def told(self) -> WarsState:
        """The battle whose sums the table tells: the one seen, or the one where ghosts lead. While cards are
        still to be counted, nobody knows yet what it comes to."""
        if self.ahead is self.match:
            seen = self.stage.shown
            return {**seen, "loss": None, "slain": False} if self.to_count(SUMS) else seen
        return self.once("told", self.ahead, lambda: cast("WarsState", self.ahead.state(self.viewer)))

    def to_count(self, whats: Iterable[str]) -> bool:
        """Whether such events of the move that is shown have still to be seen."""
        return any(event.what in whats for events in self.stage.to_come() for event in events)

    def sum_shown(self, state: WarsState, side: Side) -> str:
        """A sum as far as its cards have been counted; "" as long as none were."""
        counted = [gain for gain in self.moments.of((side, 0)) if gain.began <= self.motion.now]
        if not state[side] and not counted and self.to_count([f"{side}_sum"]):
            return ""
        on_way = self.moments.on_way((side, 0)) if state[side] else sum(gain.amount for gain in counted)
        return str((state[side] or 0) + on_way)

    def draw_sums(self, c: Canvas, state: WarsState) -> None:
        """Draws both sums, attack on a token with a sword and defence on a shield, in the colours of their
        seats; and under the dragon attacked what it would lose."""
        battle = state["battle"]
        if battle is None:
            return
        self.draw_outcome(c, state, battle["defender"])
        sums = {side: self.sum_shown(state, side) for side in SIDES}
        if state["attack"] is None and not any(self.moments.of((side, 0)) for side in SIDES):
            return
        for side, rect in self.plan.sums().items():
            own = battle["attacker" if side == "attack" else "defender"] == self.seat
            if side == "attack":
                token = anchored(rect.w, rect.h * 7 // 8, center=rect.center)
                self.draw_blade(c, rect)
                c.piece("token-red" if own else "token-blue", token)
            else:
                token = rect.move(0, -rect.h // 16)
                c.picture("wars/guard-red" if own else "wars/guard-blue", rect.h, center=rect.center)
            if sums[side]:
                c.numeral(sums[side], token.inflate(-rect.w // 8, 0), "sum")
            c.note(f"sum {side}", rect, self.t(f"wars.tip.serves.{side}"))
            if not self.plan.pair:
                self.seats.face(c, battle["attacker" if side == "attack" else "defender"], self.plan.fighter(rect))
            self.draw_bonus(c, side, rect)

    def draw_blade(self, c: Canvas, token: Rect) -> None:
        """Draws the sword at the outer side of the token of the attack."""
        side, right = self.part("blade", token.h), self.plan.setting.swapped
        blade = self.art.picture("wars/blade", side)
        blade = self.art.keep(("blade", side, right), lambda: pygame.transform.flip(blade, right, False))
        middle = (token.right if right else token.x, token.centery)
        c.blit(blade, blade.get_rect(center=middle).move(side // 6 if right else -side // 6, 0))

    def draw_bonus(self, c: Canvas, side: Side, token: Rect) -> None:
        """Says beside a sum what trump has added to it."""
        bonus = self.say.bonus([s.card for s in self.laid(side) if s.zone != side], side)
        room = self.plan.bonus(side, token)
        if bonus:
            self.letter(c, [self.t("wars.bonus", amount=bonus), f"+{bonus}"], room)

    def draw_outcome(self, c: Canvas, state: WarsState, defender: int) -> None:
        """Draws under a dragon what it has to lose, or loses as the battle stands."""
        words, ring = self.say.outcome(state), self.seat_rects(defender)["dragon"]
        if words:
            c.ribbon(words, self.plan.under(ring), bool(state["loss"]) or state["loss"] is None)

    def draw_seat(self, c: Canvas, seat: int) -> None:
        """Draws a seat's dragon, who it belongs to, what it has won, and the backs of its hand."""
        parts = self.seat_rects(seat)
        rect = parts["dragon"]
        targets = self.targets(seat) if self.choice.live and seat != self.seat else []
        many = self.match.seats_count > 2
        if targets and (self.choice.held or many):
            reach = self.px("margin")
            light = self.art.keep(("ring halo", rect.w, reach), partial(blow_picture.glow, rect.w, reach))
            c.blit(light, light.get_rect(center=rect.center))
        self.draw_dragon(c, seat, rect)
        self.seats.portrait(c, seat, parts["face"])
        self.draw_lead(c, seat, parts["face"])
        room = c.inner(parts["name"], "pad", "none")
        if room.h > 0 and c.first_fit([self.name(seat)], room, "label", "title"):
            self.seats.name(c, seat, parts["name"])
        self.draw_points(c, seat, parts["points"])
        self.seats.note(c, seat, parts["face"])
        if not self.ended:
            self.draw_stake(c, seat, parts["face"])
        for sprite in self.stage.of("hand", seat) if seat != self.seat and not self.ended else []:
            self.painter.draw(c, sprite)
        self.draw_hall(c, seat, parts["hall"])
        if targets:
            self.draw_target(c, seat, rect, targets)

    def shown_points(self) -> list[float]:
        """Every seat's points as they are shown."""
        return [have + self.moments.on_way(who) - self.held_back(who) for who, have in enumerate(self.points)]

    def draw_lead(self, c: Canvas, seat: int, face: Rect) -> None:
        """Marks a seat that leads."""
        scores = self.shown_points()
        if scores[seat] == max(scores) > min(scores):
            self.seats.wreath(c, face)

    def draw_stake(self, c: Canvas, seat: int, face: Rect) -> None:
        """Draws at a face the points that it wins or loses if a dragon falls as the battle stands."""
        amount = self.say.at_stake(self.told, seat)
        if not amount:
            return
        wide = max(face.w // 2, c.width_of("+00", "text", "title") + c.px("gap"))
        token = anchored(wide, c.tight_line("text") + c.px("tight"), bottomright=face.bottomright)
        c.piece("token-green" if amount > 0 else "token-red", token)
        key = "wins" if amount > 0 else "costs"
        c.numeral(self.t(f"wars.{key}", amount=abs(amount)), token, "text")
        c.note(f"stake{seat}", token, self.t(f"wars.{key}.tip", amount=abs(amount)))

    def draw_points(self, c: Canvas, seat: int, place: Rect) -> None:
        """Draws what a seat has."""
        words = f"{self.shown_points()[seat]:g}"
        number = min(place.w, c.width_of("00", "heading", "number"))
        side = max(0, min(place.h, place.w - number - self.px("close"), c.px("seat_icon")))
        line = anchored(side + self.px("close") + number, place.h, center=place.center)
        if side >= LEAST_PX:
            c.picture(self.signs["trophy"], side, midleft=line.midleft)
            self.draw_won(c, seat, Rect(line.x, line.y + (line.h - side) // 2, side, side))
        line = trim(line, left=side) if side >= LEAST_PX else place
        wide = c.width_of(words, "heading", "title") + self.px("double")
        token = anchored(min(max(wide, line.h), line.w), min(line.h, 2 * c.line), center=line.center)
        if c.first_fit([words], token, LEAST_PX, "title"):
            c.piece(self.seats.token(seat), token)
            c.numeral(words, token, "heading")
        won = sum(self.say.strength(card) for card in self.stage.shown["trophies"][seat])
        told = [self.t("wars.trophies", amount=won)]
        if self.stage.shown["dragons"][seat]:
            told.insert(0, self.say.of_seat("wars.living", seat, amount=f"{self.points[seat] - won:g}"))
        elif not self.stage.shown["nest"]:
            told.append(self.t("wars.despoiler.line"))
        c.note(f"points{seat}", place, " ".join(told))

    def draw_won(self, c: Canvas, seat: int, cup: Rect) -> None:
        """Writes at the foot of a cup how many trophies a seat has."""
        count = len(self.stage.shown["trophies"][seat])
        side = max(self.part("won", cup.w), c.least_line)
        token = anchored(side, side, midbottom=cup.midbottom).move(-cup.w // 3, 0)
        if count and c.first_fit([str(count)], token, c.least_px, "title"):
            c.piece("token-brown", token)
            c.numeral(str(count), token, "small")

    def draw_dragon(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws a seat's dragon in its ring with its health; who has none is a despoiler."""
        dragon = self.dragon_of(seat)
        cards = self.stage.of("dragon", seat)
        if not (self.ended and not cards):
            self.draw_ring(c, seat, rect)
        if not dragon and not cards and not self.ended:
            key = "rises" if self.stage.shown["nest"] else "despoiler"
            name = rect.inflate(-rect.w // 5, 0)
            if key == "despoiler":  # only the sword is left
                side = rect.w * 3 // 5
                c.picture("wars/blade", side, center=(rect.centerx, rect.centery - rect.h // 12))
                name = foot_of(name, rect.h * 2 // 5)
            self.letter(c, [self.t(f"wars.{key}")], name, "text")
            c.note(f"none{seat}", rect, self.t(f"wars.{key}.line"))
        for sprite in cards:
            if not sprite.card:
                self.painter.draw(c, sprite)
            elif not sprite.rests(self.motion):
                shown = sprite.shown(self.motion)
                self.draw_figure(c, self.figure(sprite.card, shown.w, seat), shown)
            elif dragon and sprite.card == dragon[0] and self.blow.lives(seat):
                self.draw_living(c, sprite, dragon[1])
            else:
                self.draw_stone(c, sprite, rect, self.blow.fallen(seat))

    def draw_ring(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Draws the ring of a dragon, with enamel in the colour of its owner."""
        color = rgb(GAME_THEMES["wars"]["ring"]["own" if seat == self.seat else "other"])
        if not self.dragon_of(seat):
            color = mix(color, COLOR["ink"], 0.5)
        inner = rect.w * 24 // 25
        enamel = self.art.keep(("disc", inner, color), partial(blow_picture.disc, inner, color))
        c.blit(enamel, enamel.get_rect(center=rect.center))
        c.blit(c.art.fitted("kit/ring", rect.size), rect)

    def figure(self, card: str, side: int, seat: int | None) -> Surface:
        """A dragon without its card; one's own looks to the right."""
        face, own = self.face(card), seat == self.seat

        def make() -> Surface:
            picture = self.art.picture(face.emblem, side)
            if face.corner in self.data["busts"]:
                picture = blow_picture.cut_round(picture)
            return pygame.transform.flip(picture, own, False)

        return self.art.keep(("figure", card, side, own), make)

    def draw_figure(self, c: Canvas, picture: Surface, rect: Rect) -> None:
        """Draws a dragon with its shadow."""
        size = picture.get_size()
        shadow = self.art.keep(("figure shadow", id(picture), size), partial(blow_picture.shaded, picture))
        away = max(1, rect.w // 40)
        c.blit(shadow, shadow.get_rect(center=rect.center).move(away, away))
        c.blit(picture, picture.get_rect(center=rect.center))

    def dragon_of(self, seat: int) -> tuple[str, int] | None:
        """A seat's dragon with its health; one that has just come lives before it is told."""
        risen = (e for e in self.stage.untold if e.what == "new_dragon" and e.seat == seat and e.card)
        new = next(((str(event.card), event.amount) for event in risen), None)
        return self.stage.shown["dragons"][seat] or new

    def draw_living(self, c: Canvas, sprite: Sprite, health: int) -> None:
        """Draws a dragon with its health, shaken by a blow that hits it."""
        seat = sprite.seat or 0
        rect = sprite.rect
        hit = self.blow.struck(seat)
        if hit and hit.what == "damage" and not self.motion.calm:
            rect = blow_picture.shaken(rect, self.blow.landed())
        self.painter.note(c, sprite, rect, sprite.card)
        self.draw_figure(c, self.figure(str(sprite.card), rect.w, seat), rect)
        if self.ended:
            return
        full = self.stage.shown["full_health"][seat] or health
        self.draw_health(c, sprite.rect, health, full, seat)
        named = self.say.card(str(sprite.card))
        c.note(f"health{seat}", rect, self.t("wars.tip.health", card=named, amount=health, of=full))

    def draw_stone(self, c: Canvas, sprite: Sprite, rect: Rect, share: float) -> None:
        """Draws a slain dragon, turned to stone by a share."""
        picture = self.figure(str(sprite.card), rect.w, None if sprite.zone == "trophies" else sprite.seat)
        make = partial(blow_picture.stone, picture)
        hard = self.art.keep(("stone", sprite.card, rect.w, sprite.zone), make)
        if share < 1:
            hard = blow_picture.turning(picture, hard, 1.0 if self.motion.calm else share)
        c.blit(hard, hard.get_rect(center=rect.center))

    def draw_blow(self, c: Canvas, state: WarsState) -> None:
        """Draws the blow at the end of a battle: the weapon on its way, and where it lands."""
        event, battle = self.blow.struck(), state["battle"]
        if not event or not battle or event.target_seat is None:
            return
        hits = event.what == "damage"
        target = self.plan.sums()["defence"]
        if hits:
            target = self.seat_rects(event.target_seat)["dragon"]
        landed = self.blow.landed()
        if not self.motion.calm and not landed:
            suit = battle["attack"][0][0].lower()
            start = self.plan.side("attack")
            blow_picture.weapon(c, f"wars/pip-{suit}", start, target, self.blow.flight())
        elif not self.motion.calm and landed < 1:
            blow_picture.impact(c, target.center, landed, COLOR["warning" if hits else "good"])

    def draw_hall(self, c: Canvas, seat: int, hall: Rect) -> None:
        """Draws the trophies of a seat on shelves, each a gilt dragon with its worth, one just won in a halo."""
        won = any(event.what == "slain" and event.seat == seat for event in self.done) and not self.ended
        for row in self.shelves(seat):
            c.blit(self.art.keep(("shelf", row.size), partial(blow_picture.shelf, row.size)), row)
        for sprite in self.stage.of("trophies", seat):
            if won and sprite is self.stage.of("trophies", seat)[-1]:
                c.halo(sprite.rect)
            if sprite.rests(self.motion) and sprite.card:
                self.draw_trophy(c, sprite, sprite.card)
        slain = [self.say.card(sprite.card) for sprite in self.stage.of("trophies", seat) if sprite.card]
        here = self.say.of_seat("read.wars.trophies", seat, cards=self.t.listing(slain)) if slain else ""
        c.note(f"hall{seat}", hall, f"{self.t('wars.tip.trophies')} {here}".strip())

    def shelves(self, seat: int) -> list[Rect]:
        """The shelves under the trophies of a seat, one for each row of those that lie there."""
        rows: dict[int, list[Rect]] = {}
        for sprite in self.stage.of("trophies", seat):
            if sprite.rests(self.motion):
                rows.setdefault(sprite.rect.y, []).append(sprite.rect)
        wholes = [row[0].unionall(row) for row in rows.values()]
        return [foot_of(whole, 2 * self.part("shelf", whole.h)).inflate(self.px("gap"), 0) for whole in wholes]

    def draw_trophy(self, c: Canvas, sprite: Sprite, card: str) -> None:
        """Draws a trophy: a statue on its shelf and, where a line has room, its worth at its foot."""
        rect = sprite.rect
        self.painter.note(c, sprite, rect, card)
        side = min(rect.size)
        room = trim(rect, bottom=2 * self.part("shelf", rect.h))
        picture = self.art.keep(("gilt", card, room.size), lambda: blow_picture.gilt(self.statue(card, room.size)))
        self.draw_figure(c, picture, picture.get_rect(midbottom=room.midbottom))
        line = c.type_px("small" if side < 4 * c.line else "heading")
        if side > 2 * LEAST_PX:
            foot = foot_of(rect, max(line, c.least_line)).inflate(c.least_line // 4, 0)
            c.lettering(self.face(card).corner, foot, line, "cream", "number")

    def draw_health(self, c: Canvas, ring: Rect, health: int, full: int, seat: int) -> None:
        """Draws health as beads around a ring: lost ones are sockets, those about to be lost crack, those
        of a blow burst."""
        gone = 0.0 if self.motion.calm else self.blow.lost(seat)
        state = self.told
        battle = state["battle"]
        loss = state["loss"] or 0 if battle and battle["defender"] == seat else 0
        for i, place in enumerate(self.plan.beads(ring, full)):
            kind = "lost" if i >= health - gone else "cracked" if i >= health - loss else "whole"
            self.draw_bead(c, kind, place)
            if 0 <= i - (health - gone) < 1 and i < health:
                blow_picture.burst(c, place.center, place.w // 2, i - (health - gone))

    def draw_bead(self, c: Canvas, kind: str, place: Rect) -> None:
        bead = self.art.picture("wars/bead" if kind == "whole" else f"wars/bead-{kind}", place.w)
        c.blit(bead, bead.get_rect(center=place.center))

    def targets(self, seat: int) -> list[str]:
        """The moves by which the chosen card, or any, may attack a seat."""
        moves = self.say.attacks(self.choice.legal, seat)
        held = self.choice.held
        return [move for move in moves if move.split()[-1] == held[0].card] if held else moves

    def draw_target(self, c: Canvas, seat: int, rect: Rect, moves: list[str]) -> None:
        """Lets a dragon be chosen that the chosen card may attack."""
        held = self.choice.held
        strike = partial(self.strike, seat)
        says = partial(self.target_spoken, seat, moves if held else [])
        focused = c.spot(Spot(f"dragon{seat}", rect, lambda: strike(held), drop=strike, says=says, line=OTHERS))
        if held:
            self.card_row.worth(c, moves, foot_of(rect, self.px("double")))
        if focused:
            c.focus_frame(rect)

    def target_spoken(self, seat: int, moves: list[str]) -> str:
        """A dragon to attack, read out."""
        return " ".join([self.say.dragon_read(seat), *self.card_row.worth_spoken(moves)])

    def draw_buttons(self, c: Canvas) -> None:
        """Draws the answer that is no card, in gold unless a turn begins, and what it is worth."""
        rect = self.plan.answer()
        for move in self.choice.legal:
            if " " in move:
                continue
            icon = self.data["icons"].get(move, "")
            play = partial(self.choice.play, move)
            name = self.say.answer_name(move)
            tip = self.t(f"wars.{name}.tip")
            gold = not icon or len(self.choice.legal) == 1
            room = rect.w - c.px("double")
            label = self.button_label(c, name, room)
            icon = icon if c.least_width(label, "bold") <= room - c.grown("button_icon") - c.px("loose") else ""
            c.button(move, rect, label, play, icon, lit=gold, tip=tip)
            below = Rect(rect.x, rect.bottom + self.px("slit"), rect.w, c.usual)
            if self.plan.pair:
                below.h = min(below.h, (self.plan.ribbon.y - below.y) // 2)  # of two lines
            self.card_row.worth(c, [move], below, down=True)

    def button_label(self, c: Canvas, name: str, room: int) -> str:
        """What a button says, shorter where there is little room."""
        words, brief = f"wars.{name}", f"wars.{name}.brief"
        fits = brief not in self.t or c.least_width(self.t(words), "bold") <= room
        return self.t(words if fits else brief)

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws the trophies of each winner as statues in niches under its face and name."""
        parts = split(area, max(1, len(self.match.winners)), 2 * self.px("gap"), across=True)
        for seat, part in zip(self.match.winners, parts, strict=True):
            head = top_of(part, min(self.px("hall_head"), part.h // 6))
            self.draw_hall_head(c, seat, head)
            self.draw_statues(c, seat, trim(part, top=head.h + self.px("tight")))

    def draw_hall_head(self, c: Canvas, seat: int, head: Rect) -> None:
        """Draws whose trophies stand below: a face, and at its right the name."""
        wide = min(head.w - head.h, c.width_of(self.name(seat), "label", "title") + self.px("border"))
        whole = anchored(head.h + self.px("close") + wide, head.h, center=head.center)
        face, name = split_at(whole, head.h, self.px("close"))
        self.seats.face(c, seat, face)
        self.seats.name(c, seat, anchored(name.w, min(name.h, self.px("name_high")), center=name.center))

    def draw_statues(self, c: Canvas, seat: int, area: Rect) -> None:
        """Draws the trophies of a winner as statues in niches, gilt if they are one's own, with the dragon that
        lives; in the middle, large, what decided the match."""
        cards = [str(sprite.card) for sprite in self.stage.of("trophies", seat)]
        living = self.stage.shown["dragons"][seat]
        alive = living[0] if living else ""
        cards += [alive] if alive else []
        decisive = self.once("decisive", self.match.key(), self.say.decisive)
        cards.sort(key=lambda card: (card == decisive, card == alive, self.say.strength(card)))
        cards = cards[-2::-2][::-1] + cards[-1:] + cards[-3::-2]  # in the middle what decided
        for card, place in zip(cards, self.plan.niches(area, len(cards)), strict=True):
            lives = card == alive
            sill = max(c.tight_line("label"), place.w // 8)
            make = partial(self.in_niche, card, place.size, sill, lives, seat == self.seat)
            c.blit(self.art.keep(("niche", card, place.size, sill, lives), make), place)
            worth = str(self.say.strength(card))
            if lives:
                worth = next((f"{row.value:g}" for row in self.match.breakdown(seat) if row.label == "dragon"), worth)
            with c.inked():
                c.text(worth, foot_of(place, sill), "label", "ink", "center", "number")

    def in_niche(self, card: str, size: Size, sill: int, lives: bool, own: bool) -> Surface:
        """A trophy as a statue in a niche, as large as it has room; the dragon that lives in colour."""
        statue = self.statue(card, (size[0] * 78 // 100, (size[1] - sill) * 86 // 100))
        if not lives:
            statue = (blow_picture.gilt if own else blow_picture.stone)(statue)
        return blow_picture.niche(size, sill, statue)

    def statue(self, card: str, room: Size) -> Surface:
        """A dragon without the margins of its picture, as large as it has room."""
        picture = self.figure(card, max(room) * 3 // 2, None)
        solid = picture.get_bounding_rect(40)
        share = min(room[0] / solid.w, room[1] / solid.h)
        size = (max(1, round(solid.w * share)), max(1, round(solid.h * share)))
        return pygame.transform.smoothscale(picture.subsurface(solid), size)

    # answering

    def why(self, sprite: Sprite) -> str:
        """Why a card cannot be played now."""
        reason = self.match.why_not(self.say.intent(str(sprite.card), self.others()[0]))
        return self.t(f"why.wars.{reason}") if reason else ""

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        """In a battle also what a card makes of the sum."""
        state = self.stage.shown
        battle = state["battle"]
        if not moves or not battle or not battle["revealed"]:
            return super().tip(sprite, moves)
        side: Side = "attack" if battle["attacker"] == self.seat else "defence"
        now, card = state[side] or 0, str(sprite.card)
        told = self.t(f"wars.would.{side}", now=now, then=now + self.say.strength(card))
        return f"{told} {self.t('wars.would.trump')}" if card[0] == state["trump"] else told

    def unusable(self, sprite: Sprite) -> str:
        """Also explains why the viewer's dragon cannot be attacked."""
        if sprite.zone == "dragon" and self.choice.live:
            own = sprite.seat == self.seat and self.state["battle"] is None
            return self.t("why.wars.own_dragon") if own else self.not_now()
        return super().unusable(sprite)

    def target(self, sprite: Sprite) -> str:
        """The dragon to attack, if there are several."""
        seats = self.say.aims(self.moves_of(sprite))
        return f"dragon{seats[0]}" if len(seats) > 1 else ""

    def strike(self, seat: int, cards: list[Sprite]) -> None:
        """Handles a press on a dragon, or a card dropped on it."""
        if cards:
            self.choice.play(f"attack {seat} {cards[0].card}")
        else:
            self.app.notice(self.t("wars.choose_first"), "error")

    def task(self) -> str:
        """Attack, press, or answer."""
        return self.say.task(self.choice.legal, bool(self.choice.held))


class HeartBoard(BoardOf[HeartState]):
    """Dragonheart: a map of nine places, the players with their banners at its left, the viewer's hand under it; what
    chosen cards would take."""

    game = "heart"
    needs = ("table.toml", "theme.toml")
    words = HeartTelling
    say: HeartTelling
    composed = True
    tokens = ("token-green", "token-red")  # the dragon's side, and whoever fights it
    lifts = (0.12, 0.12)
    popups: ClassVar[dict[str, str]] = {"pile": "cards"}
    choices = ("memory",)
    plan: HeartPlan

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.bare: set[Sprite] = set()  # cards that were seen where they lay, in no stack
        super().__init__(app, match, viewer, seat)

    def face(self, card: str) -> Face:
        """A kind in its colour, with its value."""
        kind, value = card.split()
        color = self.colors[kind]
        pattern = list(self.colors).index(kind)
        return Face(value, f"heart/mark-{kind}", f"heart/{kind}", color, pattern)

    @property
    def limits(self) -> dict[str, int]:
        """The number of cards that fit on a limited place."""
        return {str(kind): count for kind, count in self.state["outlines"].items()}

    # where things lie

    def arrange(self) -> Places:
        """Puts cards on their places of the map, piles and decks beside the hands."""
        self.plan = plan = self.measure()
        places: Places = {}
        for sprite in self.stage.sprites:
            if sprite.zone in plan.places:
                places[sprite] = plan.card(sprite.zone, sprite.place)
            elif sprite.zone == "stacks":
                last = self.state["stacks_at_end"] - 1
                stack = sprite.place // self.limits["ship"]
                places[sprite] = plan.sail(min(last, stack))
            elif sprite.zone == "pile":
                banner = plan.sides["pile", sprite.seat]
                places[sprite] = anchored(*card_size(banner.w // 2), center=banner.center)
            elif sprite.zone != "hand":
                places[sprite] = plan.sides[sprite.zone, sprite.seat]
        for seat in (0, 1):
            cards = self.stage.of("hand", seat)
            if self.example or self.ended:
                places |= dict.fromkeys(cards, OFF_STAGE)
            elif seat == self.seat or self.viewer is None:
                area = plan.sides["hand", seat]
                places |= self.fan(cards, area, round(min(area.h, plan.own) * RATIO))
            else:
                places |= dict.fromkeys(cards, plan.sides["hand", seat])
        return places

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """The own hand, the spaces of the map, and both players."""
        plan = self.plan
        yield from (("table", plan.tablet(place)) for place in plan.places)
        for (what, seat), rect in plan.sides.items():
            yield "hand" if (what, seat) == ("hand", self.seat) else "others" if what == "hand" else "parts", rect
        yield from (("parts", plan.parts[name]) for name in ("top", "bottom", "ribbon") if name in plan.parts)

    def measure(self) -> HeartPlan:
        """The plan of the table at its size."""
        setting = HeartSetting(
            least=card_size(LEAST_HAND)[1],
            name=self.app.canvas.usual,
            seat=self.seat,
            open=self.viewer is None,
            example=self.example,
            ended=self.ended,
            limits=self.limits,
            stacks=self.state["stacks_at_end"],
            tray=self.tray,
        )
        return HeartPlan(self, self.area, self.data, setting)

    def sites(self) -> dict[str, Rect]:
        """The places of the map, its sails, and the map as a whole."""
        return self.plan.sites() | {"map": self.plan.map}

    def medal_room(self) -> Rect:
        """The middle of the map."""
        return self.plan.map

    def light_room(self) -> Rect:
        return self.plan.map

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:  # noqa: ARG002
        """Where the words of a moment stand: between the rows of the map, under a medal."""
        c, plan = self.app.canvas, self.plan
        medal = c.px("moment_medal") // 2 if shown else 0
        free = top_of(plan.map, plan.card("troll").y - plan.tablet("petrified").bottom)
        return ribbon_in(c, words, free.move(0, plan.map.h // 2 + (medal or -free.h // 2)))

    def score_place(self, seat: int) -> Rect:
        """The seat's banner."""
        return self.plan.sides["pile", seat].copy()

    def face_place(self, seat: int) -> Rect:
        """Beside the map: one's own at the foot, the other's at the head."""
        return self.plan.parts["bottom" if seat == self.seat else "top"].copy()

    @property
    def sentence(self) -> Rect | None:
        """Over the viewer's hand."""
        return self.plan.parts.get("ribbon")

    def update(self) -> None:
        """Remembers which cards have been seen on their places, if memory counts."""
        super().update()
        for place in self.plan.places if self.memory else ():
            self.bare -= set(self.stage.of(place))
            self.bare |= set(self.in_view(place))

    def show(self, events: list[Event]) -> None:
        """Keeps the events of the move for the words about it."""
        self.stage.finish()
        self.say.note_last(self.stage.seen.to_act or 0, events)
        super().show(events)

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """Tells the Great Dragon's waking from its changing hands."""
        found = super().occasions(events)
        kept = any(e.what == "figure" and e.target_seat is not None for e in events)
        names = {"figure": "figure_changes"} if kept else {}
        return [
            one._replace(event=names.get(one.event, one.event), told=self.told_of(one)) for one in found
        ]

    def told_of(self, occasion: Occasion) -> str:
        """What is said of an occasion: of the last turn, why it has come."""
        if occasion.event != "last_turn":
            return occasion.told
        return self.t("heart.ending.moment", why=self.say.cause())

    def in_view(self, place: str) -> list[Sprite]:
        """The visible cards of a place: only the top one of a stack."""
        lying = self.lying(place)
        return lying if place in self.limits else lying[-1:]

    # drawing

    def layout(self, c: Canvas) -> None:
        """Lays out the map and what lies on it, the choices, both sides and the viewer's hand."""
        live = self.choice.live
        moves, under = self.aimed()
        held = self.choice.held
        token = self.px("token")
        if held:
            c.clear += [*self.plan.ways(), *(self.plan.outlines(place).inflate(token, token) for place in moves)]
        self.draw_map(c)
        self.draw_sails(c)
        gains = self.say.gains(moves)
        for place in self.lit(moves):
            self.draw_lit(c, place)
        for place in self.plan.places:
            self.draw_place(c, place)
            if live:
                self.draw_target(c, place, moves)
            else:
                c.note(f"at-{place}", self.plan.tablet(place), self.tell_place(place))
        if under:
            self.draw_laid(c, held)
        sure = self.say.own_move(moves)
        self.draw_arrows(c, under or ([sure] if sure else [*moves.values()]))
        for seat in (0, 1):
            self.draw_side(c, seat)
        self.draw_taken(c)
        if self.choice.values:
            bar = self.plan.worth()
            c.note("meter", bar, self.t("table.meter.tip"))
            advice = self.choice.advice
            c.meter(bar, self.say.share(advice.worth) if advice else None)
        apart, memory = ("hand", "figure", "deck", "pile"), self.memory
        for sprite in self.stage.sprites:
            shown = not memory or sprite in self.bare or sprite.zone in self.plan.places
            if shown and sprite.zone not in apart and not sprite.rests(self.motion):
                self.painter.draw(c, sprite)
        ghost_zones = {ghost.zone for ghost in self.stage.ghosts}  # their points lie on the ghosts
        for place in self.plan.places:
            if place not in ghost_zones:
                self.draw_points(c, place)
            self.draw_gain(c, place, gains.get(place))
        self.draw_figure(c)
        if not (self.example or self.ended):
            for sprite in self.stage.of("hand", 1 - self.seat):
                if self.viewer is None or not sprite.rests(self.motion):
                    self.painter.draw(c, sprite)
            self.card_row.draw(c, self.stage.of("hand", self.seat))
        if under:
            self.draw_confirm(c, under[0])
        for sprite in self.stage.sprites:  # what comes to a side or leaves it, above all else
            moves_on = sprite.zone in ("deck", "pile") and not sprite.rests(self.motion)
            if moves_on and (not memory or sprite in self.bare):
                self.painter.draw(c, sprite)

    def aimed(self) -> tuple[dict[str, str], list[str]]:
        """The moves of the chosen cards by the place to press, and the one that is pointed at."""
        moves = self.targets() if self.choice.live else {}
        under = [move for place, move in moves.items() if self.choice.focus == f"at-{place}"]
        own = self.choice.focus == f"at-{self.own_place}" and self.say.own_move(moves)
        return moves, [own] if own else under

    @property
    def own_place(self) -> str:
        """The place of the chosen cards; "" if none are."""
        return kind_of(self.choice.held[0].card) if self.choice.held else ""

    def lit(self, moves: dict[str, str]) -> list[str]:
        """The places that are lit for the chosen cards: where they are laid, or what they take where it is to be
        chosen."""
        sure = self.say.own_move(moves)
        return [self.own_place] if sure else [*moves]

    def draw_lit(self, c: Canvas, place: str) -> None:
        """Draws light around a place and in it."""
        edge, reach = self.px("edge_lit"), self.px("lit")
        around = self.plan.outlines(place).inflate(2 * edge, 2 * edge)
        bend = bend_of(self.plan.card(place).w) + edge
        c.blit(self.art.keep(("gilded", around.size, reach), partial(gilded, around.size, reach, bend)),
               around.inflate(2 * reach, 2 * reach))
        self.draw_light(c, around, bend)

    def set_back(self, sprite: Sprite) -> bool:
        """Whether a card is of another kind than those chosen."""
        return bool(self.choice.held) and kind_of(sprite.card) != self.own_place

    def tried(self) -> list[Sprite]:
        """The cards that are drawn at the place that is pointed at."""
        return [*self.choice.held] if self.aimed()[1] else []

    def latest(self) -> str:
        """The whole of the last turn, while turns are left."""
        told = self.match.moves and not self.match.over and not self.stage.playing
        return self.say.last().text if told else ""

    def draw_map(self, c: Canvas) -> None:
        """Draws the map on its sheet, with what belongs to each place drawn in ink."""
        sheet, table = self.plan.sheet(), self.app.session.settings.table
        key = ("map", self.plan.name, tuple(sheet), tuple(self.tray), self.unit, table)
        c.blit(self.art.keep(key, self.paint_map), sheet)

    def paint_map(self) -> Surface:
        """The sheet, the painted land and the drawn places as one picture."""
        art, plan = self.art, self.plan
        sheet = plan.sheet()
        found = self.paint_land(plan.name, sheet.size, plan.map.move(-sheet.x, -sheet.y))
        for place in plan.places:
            card = plan.card(place)
            if place == "below":
                continue
            drawn = inked(art.picture(f"heart/{place}", self.part("drawn", card.w)), self.shares["ink"])
            middle = plan.outlines(place).center if self.limits.get(place, 0) == 2 else card.center
            found.blit(drawn, drawn.get_rect(center=middle).move(-sheet.x, -sheet.y))
        for place in filter(plan.takes_itself, self.limits):
            loop = plan.loop(place)
            found.blit(turning_back(loop.size), loop.move(-sheet.x, -sheet.y))
        if sheet.colliderect(self.tray):
            room = 2 * self.px("tray_room")
            free = self.tray.inflate(room, room).move(-sheet.x, -sheet.y)
            pygame.draw.rect(found, (0, 0, 0, 0), free, border_radius=self.tray.w // 3)
        return found

    def paint_land(self, name: str, size: Size, part: Rect) -> Surface:
        """A map without its places: the sheet, and on a part of it the painted land."""
        plain = self.app.session.settings.table == "contrast"
        made = None if plain else self.art.filled("heart/map-sheet", size)
        sheet = warmed(made) if made else self.art.stretched("parchment-page", size, self.unit)
        found, land = sheet.copy(), Surface(size, pygame.SRCALPHA)
        land.blit(self.art.fitted(f"heart/{name}", part.size), part)
        inside = sheet.copy()
        inside.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
        land.blit(inside, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        found.blit(land, (0, 0))
        return found

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws the Great Dragon over its land, and says what becomes of it: freed, stone in the snow, or asleep."""
        name = next(iter(self.data["maps"]))
        wide, high = self.data["maps"][name]["size"]
        scale = min(area.w / wide, area.h / high)
        land = anchored(round(wide * scale), round(high * scale), center=area.center)
        paint = partial(self.paint_land, name, land.size, Rect(0, 0, *land.size))
        c.blit(self.art.keep(("land", land.size, self.app.session.settings.table), paint), land)
        fate = self.t(f"heart.end.{self.fate()}") if self.say.decided() else ""  # else the line above tells it
        wide = min(area.w, c.width_of(fate, "text", "bold") + self.px("borders"))
        high = c.tight_line("text") * (1 if wide < area.w else 2) + self.px("pad")
        tag = anchored(wide, high, midbottom=(land.centerx, area.bottom))
        ground = land.bottom - land.h * self.shares["stands"] // 100
        if fate:
            ground = min(ground, tag.y - self.px("gap"))
        side = min(land.h * self.shares["victory"] // 100, ground - area.y)
        self.draw_fated(c, anchored(side, side, midbottom=(land.centerx, ground)))
        if fate:
            with c.parchment(tag, "parchment-tag"):
                c.text(fate, c.inner(tag, "border", "tight"), "text", "ink", "center", "bold", lines=2)

    def draw_fated(self, c: Canvas, place: Rect) -> None:
        """Draws the Great Dragon as it is at the end, with the shadow that it throws."""
        picture = self.fated(place.w)
        solid = picture.get_bounding_rect().move(place.topleft)
        shadow = self.art.keep(("thrown", self.fate(), place.w), partial(thrown, picture))
        c.blit(shadow, thrown_at(solid))
        c.blit(picture, place)
        if self.fate() == 1:
            size = (solid.w * self.shares["drift"] // 100, solid.h * self.shares["drift_high"] // 100)
            snow = self.art.keep(("drift", size), partial(drift, size))
            c.blit(snow, snow.get_rect(center=(solid.centerx, solid.bottom)))

    def fated(self, side: int) -> Surface:
        """The Great Dragon as it is at the end, in the light of the table."""

        def make() -> Surface:
            picture = self.art.picture(f"heart/figure-{'asleep' if self.fate() else 'awake'}", side)
            return edged(in_snow(standing(picture)) if self.fate() == 1 else standing(picture))

        return self.art.keep(("fated", self.fate(), side), make)

    def lying(self, zone: str, seat: int | None = None) -> list[Sprite]:
        """The cards of a zone that have come to rest."""
        return [sprite for sprite in self.stage.of(zone, seat) if sprite.rests(self.motion)]

    def draw_arrows(self, c: Canvas, moves: list[str]) -> None:
        """Draws golden arrows for what these moves would take, or for what the move under way takes."""
        lit = [way for move in moves for way in self.ways(move)]
        if not moves and self.stage.playing and self.match.moves:
            lit = self.say.last().ways
        for source, goal in lit:
            if ends := self.plan.arrow(source, goal):
                self.draw_way(c, *ends)

    def draw_way(self, c: Canvas, start: Point, end: Point) -> None:
        """Draws an arrow of gold over one of the map."""
        thick = self.px("way")
        key = ("way", end[0] - start[0], end[1] - start[1], thick)
        picture = self.art.keep(key, partial(gold_arrow, end[0] - start[0], end[1] - start[1], thick))
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        c.blit(picture, picture.get_rect(center=middle))

    def draw_place(self, c: Canvas, place: str) -> None:
        """Draws a place: its visible cards, its name, and how many of its outlines are taken."""
        card = self.plan.card(place)
        if place not in self.limits:
            self.draw_edges(c, card, 0 if self.memory else len(self.lying(place)) - 1)
        for sprite in self.in_view(place):
            self.painter.draw(c, sprite)
        self.draw_label(c, place)

    def draw_label(self, c: Canvas, place: str) -> None:
        """Writes the name of a place under it; beside that a sign for each of its outlines, faint while free."""
        line = self.plan.label(place)
        waits = place == "below" and not self.lying(place) and not self.example  # it is no place to lay cards on
        if waits or line.h <= self.px("least_name"):
            return
        most = self.limits.get(place, 0)
        side = line.h * 17 // 20
        names = self.say.labels(place)
        sure = [(one, number) for number in (most, 0) for one in names]
        fit = [one for one in sure if c.width_of(one[0], "small", "title") + one[1] * side <= line.w]
        fit += [one for one in sure if c.least_width(one[0], "title") + one[1] * side <= line.w]
        if not fit:
            return
        name, most = fit[0]
        signs = most * side
        wide = min(line.w - signs, c.width_of(name, "small", "title") + self.px("pad"))
        cards = self.plan.outlines(place)
        left = cards.x if most > 2 and wide + signs <= cards.w else line.centerx - (wide + signs) // 2
        c.text(name, Rect(left, line.y, wide, line.h), "small", "ink", "center", "title")
        taken = len(self.lying(place))
        for number in range(most):
            spot = anchored(side, side, midleft=(left + wide + number * side, line.centery))
            sign = self.art.picture(f"heart/mark-{place}", round(side * 0.9))
            if number >= taken:
                sign = sign.copy()
                sign.set_alpha(80)
            c.blit(sign, sign.get_rect(center=spot.center))

    def tell_place(self, place: str) -> str:
        """What a place is for, and what lies there."""
        cards = [sprite.card for sprite in self.lying(place)]
        tip = self.t(f"heart.tip.{place}")
        if not cards or self.say.conceals(place):
            return tip
        worth = self.say.points(self.say.pile(cards))
        return f"{tip}\n{self.t('heart.lies', count=len(cards), worth=worth)}"

    def draw_points(self, c: Canvas, place: str) -> None:
        """Draws on a brown token what a stack of several cards is worth."""
        cards = self.lying(place)
        if place in self.limits or self.memory or len(cards) < 2:
            return
        card = self.plan.card(place)
        words = str(self.say.pile(sprite.card for sprite in cards))
        high = max(self.px("token"), c.tight_line("small"))
        wide = max(high * 5 // 4, c.width_of(words, "label", "number") + self.px("pad"))
        marked = any(self.lately(sprite) for sprite in cards[-1:])  # by a face, in the corner
        token = anchored(wide, high, center=(card.centerx if marked else card.right - wide // 5, card.y + high // 6))
        c.piece("token-brown", token)
        c.numeral(words, token, "label")

    def draw_gain(self, c: Canvas, place: str, gain: int | None) -> None:
        """Draws what would be taken from a place: green, or that it is nothing."""
        if gain is None:
            return
        card = self.plan.card(place)
        if place in self.limits:
            card = self.plan.outlines(place)
        if not gain:
            with c.parchment(anchored(card.w, 2 * c.usual, center=card.center), "parchment-tag"):
                words = anchored(card.w - self.px("pad"), 2 * c.usual - self.px("tight"), center=card.center)
                c.text_of([self.t("heart.gains_nothing"), "+0"], words, "small", "ink", "center", lines=2)
            return
        high = max(self.part("gain", self.plan.card(place).w), c.tight_line("heading"))
        wide = max(high * 4 // 3, c.width_of(f"+{gain}", "heading", "number") + self.px("border"))
        token = anchored(wide, high, center=(card.centerx, card.y + card.h * 68 // 100))
        c.piece("token-green", token)
        c.numeral(f"+{gain}", token, "heading")

    def draw_confirm(self, c: Canvas, move: str) -> None:
        """Draws a tick and a cross beside the place that is pointed at."""
        place = self.choice.focus.removeprefix("at-")
        cards, side = self.plan.outlines(place), self.px("answer")
        x = min(cards.right + side * 3 // 5, self.area.right - side // 2)
        centers = [(x, cards.y + cards.h // 3 + step * side * 6 // 5) for step in (0, 1)]
        self.card_row.answers(c, centers, partial(self.choice.play, move), c.area)

    def draw_edges(self, c: Canvas, rect: Rect, under: int) -> None:
        """Draws the rims of the cards under the top of a stack."""
        under = min(3, under)
        if under <= 0:
            return

        def make() -> Surface:
            rims = Surface((rect.w + 2 * under, rect.h + 2 * under), pygame.SRCALPHA)
            bend = bend_of(rect.w)
            for number in range(under, 0, -1):
                edge = Rect(2 * number, 2 * number, *rect.size)
                color = mix(COLOR["vellum"], COLOR["ink"], number * 0.15)
                pygame.draw.rect(rims, color, edge, border_radius=bend)
                pygame.draw.rect(rims, COLOR["ink"], edge, 1, border_radius=bend)
            return rims

        c.blit(self.art.keep(("rims", rect.size, under), make), rect)

    def draw_target(self, c: Canvas, place: str, moves: dict[str, str]) -> None:
        """Registers a place as a target, as a choice of what to take, or for its tooltip."""
        rect = self.plan.tablet(place)
        key = f"at-{place}"
        if place not in moves:
            own, says = place == self.own_place, partial(self.place_spoken, place)
            tip, ask = "" if own and moves else self.tell_place(place), partial(self.ask, place)
            drop = (lambda _: ask()) if own else None
            c.spot(Spot(key, rect, ask, tip=tip, nav=not moves, says=says, drop=drop))
            if own and self.say.own_move(moves):
                self.draw_edge(c, place)
            return
        play = partial(self.choice.play, moves[place])
        says = partial(self.place_spoken, place, moves[place])
        focused = c.spot(Spot(key, rect, play, drop=lambda _: play(), says=says))
        line = Rect(rect.x, self.plan.card(place).bottom - c.line, rect.w, c.line)
        self.card_row.worth(c, [moves[place]], line)
        if place in self.lit(moves):
            self.draw_edge(c, place)
        if focused and self.app.input.device != "mouse":
            c.focus_frame(self.plan.outlines(place))

    def draw_edge(self, c: Canvas, place: str) -> None:
        """Draws the golden edge of a lit place."""
        edge = self.plan.outlines(place).inflate(2 * self.px("edge_lit"), 2 * self.px("edge_lit"))
        bend, thick = bend_of(self.plan.card(place).w) + self.px("edge_lit"), max(3, self.px("rim"))
        c.shape(pygame.draw.rect, COLOR["ink"], edge.inflate(2, 2), thick + 2, border_radius=bend)
        c.shape(pygame.draw.rect, COLOR["coin"], edge, thick, border_radius=bend)

    def place_spoken(self, place: str, move: str = "") -> str:
        """A place, read out: what lies there, and what a move to it would bring."""
        cards = [one for one in self.placed() if one.zone == place]
        lies = self.say.row_read(place, None, cards) if cards else ""
        found = [lies or f"{self.say.space(place)}."]
        if move:
            found = [self.say.prospect(move), lies or self.t("read.heart.none"), *self.card_row.worth_spoken([move])]
        return " ".join(found)

    def draw_laid(self, c: Canvas, held: list[Sprite]) -> None:
        """Draws the chosen cards as they will lie."""
        place = kind_of(held[0].card)
        for number, sprite in enumerate(sorted(held, key=lambda sprite: str(sprite.card))):
            rect = self.plan.card(place, len(self.stage.of(place)) + number)
            if place not in self.limits:
                rect.y -= number * self.part("laid", rect.h)
            c.blit(self.cards_of(sprite).picture(str(sprite.card), rect.w), rect)
            c.frame(rect, "gold", "rim", "tight")

    def draw_sails(self, c: Canvas) -> None:
        """Draws the clock of the game: a ship sets out with each ship stack, and the last one ends the game."""
        made = min(self.state["stacks_at_end"], len(self.lying("stacks")) // self.limits["ship"])
        of = self.state["stacks_at_end"]
        for number in range(of):
            rect = self.plan.sail(number)
            key = ("drawn ship", rect.w)
            plain = self.art.picture("heart/ship", rect.w)
            ship = plain if number < made else self.art.keep(key, partial(inked, plain, self.shares["ink"]))
            c.blit(ship, rect)
        c.note("sails", self.plan.sites()["stacks"], self.t("heart.tip.clock", made=made, of=of))

    def draw_side(self, c: Canvas, seat: int) -> None:
        """Draws who sits there, and the banner with points and what is left of the deck."""
        own = seat == self.seat
        if not self.example:
            parts = self.plan.parts
            face = parts["bottom" if own else "top"]
            self.seats.portrait(c, seat, face)
            self.seats.name(c, seat, parts["bottom name" if own else "top name"])
            self.seats.note(c, seat, face)
        banner = self.plan.sides["pile", seat]
        picture = self.art.filled(f"heart/banner-{seat}", banner.size)
        assert picture
        c.blit(picture, banner)
        c.note(f"role{seat}", banner, self.t(f"heart.tip.role.{seat}"))
        self.draw_tally(c, seat, banner)
        self.draw_deck(c, seat, banner)

    def draw_taken(self, c: Canvas) -> None:
        """Draws under the other's banner what its last move has taken, with its points; of cards that are to be
        remembered only their number."""
        if self.example or self.ended or self.stage.playing or not self.match.moves:
            return
        last = self.say.last()
        if last.seat == self.seat or not last.taken:
            return
        cards = sorted(last.taken, key=lambda card: int(card.split()[1]))
        places, reach = self.plan.taken(len(cards)), self.px("tight")
        for card, place in zip(cards, places, strict=True):
            c.blit(self.art.shadow(place.size, reach), place.inflate(2 * reach, 2 * reach))
            c.blit(self.cards.picture(None if self.memory else card, place.w), place)
        around = places[0].unionall(places)
        c.note("taken", around, last.text)
        words = str(len(cards)) if self.memory else f"+{self.say.pile(cards)}"
        high = max(self.px("token"), c.tight_line("small"))
        wide = max(high * 5 // 4, c.width_of(words, "label", "number") + self.px("pad"))
        token = anchored(wide, high, center=(around.right, around.bottom - high // 4)).clamp(self.area)
        c.piece(self.seats.token(last.seat), token)
        c.numeral(words, token, "label")

    def draw_tally(self, c: Canvas, seat: int, banner: Rect) -> None:
        """Draws a side's points, unless they are for the person to remember."""
        count = len(self.lying("pile", seat))
        line = Rect(banner.x, banner.y + banner.h * 8 // 100, banner.w, banner.h * 38 // 100)
        tip = self.t("heart.tip.memory") if self.memory else self.t("heart.tip.pile", count=count)
        c.note(f"pile{seat}", line, tip)
        words = "?" if self.memory else str(self.tally(seat))
        c.numeral(words, line, round(line.h * 0.95))

    def draw_deck(self, c: Canvas, seat: int, banner: Rect) -> None:
        """Draws the back of a deck and how many cards it has; its top card, if it was put back and is known."""
        rect = self.plan.sides["deck", seat]
        lying = self.lying("deck", seat)
        count = len(self.stage.of("deck", seat))
        top = lying[0] if lying else None
        if top is None:
            c.shape(pygame.draw.rect, COLOR["ink"], rect, 1, border_radius=bend_of(rect.w))
        else:
            known = top.card if self.viewer is not None else None
            self.painter.note(c, top, rect, known)
            self.draw_edges(c, rect, (count + THIN - 1) // THIN)
            c.blit(self.cards.picture(known, rect.w), rect)
        tally = banner.y + banner.h * 45 // 100  # where the points end
        left, high = rect.right + self.px("gap"), max(rect.h, c.tight_line("small"))
        room = banner.right - left
        room -= self.px("pad") if room >= 2 * c.usual else 0
        upper = max(tally, rect.centery - high // 2)
        right = Rect(left, upper, room, min(high, banner.bottom - upper))
        c.note(f"deck{seat}", rect.union(right), self.t("heart.tip.deck", count=count))
        c.numeral(str(count), right, "small")
        high = min(c.usual, banner.h * 13 // 100)
        foot = Rect(banner.x, rect.bottom - self.px("hair"), banner.w, max(high, c.least_line))
        inner = c.inner(foot, "margin", "none")
        if c.width_of(self.t("heart.side.deck"), "small", "bold") <= inner.w and high >= c.usual * 3 // 4:
            c.lettering(self.t("heart.side.deck"), inner, "small", "cream", "bold")

    def draw_ghosts(self, c: Canvas, ghosts: list[Ghost], color: str = "gold", star: str = "") -> None:
        """Draws ghosts, and over them what their stacks are worth."""
        super().draw_ghosts(c, ghosts, color, star)
        c.layer += 1
        ghost_zones = {ghost.zone for ghost in self.stage.ghosts}
        for place in self.plan.places:
            if place in ghost_zones:
                self.draw_points(c, place)

    @property
    def owner(self) -> int | None:
        """Who owns the Great Dragon: as seen, or where ghosts lead."""
        if self.ahead is self.match:
            return next(sprite.seat for sprite in self.stage.sprites if sprite.zone == "figure")
        found: int | None = self.once("owner", self.ahead, lambda: self.ahead.state()["figure"])
        return found

    def draw_figure(self, c: Canvas) -> None:
        """The Great Dragon: asleep in its cave on the map, awake beside its owner."""
        sprite = next(sprite for sprite in self.stage.sprites if sprite.zone == "figure")
        seat = self.owner
        rect = sprite.shown(self.motion) if seat == sprite.seat else self.plan.sides["figure", seat]
        shadow = foot_of(rect, self.part("shadow", rect.h)).move(0, self.px("edge"))
        owned = seat is not None
        if owned:
            stand = shadow.inflate(0, self.px("close"))
            c.piece("token-red" if seat else "token-green", stand)
        else:
            c.blit(self.art.keep(("foot", shadow.size), partial(shade_of, shadow.size)), shadow)
        c.blit(self.art.picture(f"heart/figure-{'awake' if owned else 'asleep'}", rect.w), rect)
        c.note("figure", rect, self.t("heart.tip.figure"))
        if owned and sprite.rests(self.motion):
            words = self.t("heart.side.figure", points=self.state["figure_points"])
            high = self.px("token")
            wide = c.width_of(words, "small", "number") + self.px("margin")
            token = anchored(wide, high, center=(rect.right, rect.bottom - high // 2))
            if self.plan.tall and not self.example:
                token.right = min(token.right, self.plan.map.x)  # off the cards
            token.clamp_ip(self.area)
            c.piece("token-brown", token)
            c.text(words, token, "small", "cream", "center", "number")

    def points(self, seat: int) -> int:
        """What the seat's pile shows on the table now, the figure included."""
        pile = self.say.pile(sprite.card for sprite in self.lying("pile", seat))
        figure: int = self.state["figure_points"]
        return pile + figure * len(self.stage.of("figure", seat)) - self.held_back(seat)

    def tally(self, seat: int) -> int:
        """The points on the seat's plate, which follow what flies to them."""
        if not self.stage.playing:
            return self.points(seat)
        return round(self.stage.seen.scores[seat]) + self.moments.gained(seat)

    def draw_popup(self, c: Canvas, name: str, area: Rect) -> None:
        """The viewer's pile by kind, or why the match ended."""
        if name == "pile":
            cards = [sprite.card for sprite in self.stage.of("pile", self.seat)]
            c.sheet(area, self.say.sheet_pile(cards), self.forms["pile"], self.signs)
        else:
            super().draw_popup(c, name, area)

    def ended_by(self) -> str:
        """What ended the match, and at equal points that the Great Dragon decides."""
        red, green = self.match.scores
        level = self.t("heart.end.level", points=f"{red:g}") if red == green and len(self.match.winners) == 1 else ""
        return f"{self.say.cause()}. {level}".strip()

    def end_words(self) -> str:
        """Why the match ended, and what became of the Great Dragon."""
        return f"{self.ended_by()} {self.t(f'heart.end.{self.fate()}')}"

    def fate(self) -> int | str:
        """What becomes of the Great Dragon: the side that has won decides it."""
        winners = self.match.winners
        return winners[0] if len(winners) == 1 else "drawn"

    # answering

    def targets(self) -> dict[str, str]:
        """Where to press for the cards chosen, and the move it makes."""
        return aims([sprite.card for sprite in self.choice.held], self.choice.legal)

    def brings(self, sprite: Sprite) -> str:
        """What a card would take together with those of its kind that are held."""
        kind = kind_of(sprite.card)
        together = {id(sprite), *(id(one) for one in self.choice.held if kind_of(one.card) == kind)}
        moves = [move for move in self.moves_of(sprite) if len(read_heart(move)[1]) == len(together)]
        return self.t.listing([*dict.fromkeys(filter(None, map(self.say.brings, moves)))], "word.or")

    def moves_of(self, sprite: Sprite) -> list[str]:
        """The moves that lay a card, with the cards of its kind that are held."""
        held = self.choice.held
        legal = self.choice.legal
        if held and kind_of(held[0].card) == kind_of(sprite.card):
            together = held if sprite in held else [*held, sprite]
            return fitting([s.card for s in together], legal)
        return holding(str(sprite.card), legal)

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """On a card below its value; over the card is the sentence of the table."""
        return Rect(rect.x, rect.y + rect.h * 2 // 5, rect.w, c.usual)

    def about(self, sprite: Sprite, card: str | None) -> str:
        """What the kind does, too."""
        name = super().about(sprite, card)
        return f"{name}\n{self.t(f'heart.tip.{kind_of(card)}')}" if card else name

    def why(self, sprite: Sprite) -> str:  # noqa: ARG002
        """The one reason there is."""
        return self.t("why.heart.too_many")

    def choose(self, sprite: Sprite) -> None:
        """A card pressed joins those of its kind, or leaves them."""
        if not self.moves_of(sprite):
            self.app.notice(self.why(sprite), "error")
            return
        choice = self.choice
        kind = kind_of(sprite.card)
        same = [s for s in choice.held if kind_of(s.card) == kind and s is not sprite]
        choice.hold(same if sprite in choice.held else [*same, sprite])
        self.app.sound.play("flip")
        fellows = [s for s in self.stage.of("hand", self.seat) if kind_of(s.card) == kind]
        more = any(self.moves_of(s) for s in fellows if s not in choice.held)
        if choice.held and self.app.input.device != "mouse" and not more:
            moves = self.targets()
            sure = self.say.own_move(moves)
            choice.aim(f"at-{next(place for place, move in moves.items() if move == (sure or move))}")

    def grab(self, sprite: Sprite) -> list[Sprite]:
        """What is dragged takes the other chosen cards along."""
        if sprite not in self.choice.held:
            self.choice.hold([sprite])
        return list(self.choice.held)

    def ways(self, move: str) -> list[tuple[str, str]]:
        """What a move would take, and where to."""
        return self.say.ways(move, self.say.foresee(move))

    def ask(self, place: str) -> None:
        """A place pressed that is no target: where there is one move, the place that it takes from does as well;
        where there are several, one has to be chosen."""
        held = self.choice.held
        moves = self.targets()
        sure = self.say.own_move(moves)
        if sure and (place == self.own_place or place in [goal for _, goal in self.ways(sure)]):
            self.choice.play(sure)
            return
        if place == "below" and not held:
            self.app.notice(self.t("heart.tip.below"), "error")
            return
        kind = kind_of(held[0].card) if held else ""
        mine = [s for s in self.stage.of("hand", self.seat) if kind_of(s.card) == place]
        if kind == place:
            self.app.notice(self.t("heart.which", count=len(held)))
            self.motion.light()
            if self.app.input.device != "mouse":
                self.choice.aim(f"at-{next(iter(self.targets()))}")
        elif mine and not kind:
            self.choose(mine[-1])
        else:
            key = "heart.elsewhere" if kind else "heart.none"
            self.app.notice(self.t(key, kind=self.say.space(kind or place)), "error")

    def task(self) -> str:
        """Choose cards, lay them, or choose what they take; what that brings; of a last turn, why it has come."""
        moves, under = self.aimed()
        return self.say.task([sprite.card for sprite in self.choice.held], moves, under)


class TricksBoard(BoardOf[TricksState]):
    """Dragonmaster: the viewer's hand below, the others around, the trick in a diamond."""

    app: App
    game = "tricks"
    words = TricksTelling
    needs = ("table.toml", "theme.toml")
    popups: ClassVar[dict[str, str]] = {"score": "stats", "reference": "cards", "last": "eye"}
    say: TricksTelling
    composed = True
    unseen = ("deck",)  # cards that are dealt come at the end, all at once
    notched = False  # only the card that takes the trick so far stands out; whose a card is, its side tells
    plan: TricksPlan
    outlook: str  # what the card under the focus would come to
    bedded = False  # the ring is drawn already, under the sentence

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.plan_key: Hashable = ()
        self.winning: int | None = None  # who takes the trick being played out
        self.taker: int | None = None  # the same, as soon as its cards are on their way there
        self.rows: list[list[Points]] = []  # what scores what, as it is to be shown
        self.paid: dict[int, int] = {}  # what each seat has paid or got, until the next hand is dealt
        self.payment = ""  # the same in words, also if nobody pays
        super().__init__(app, match, viewer, seat)

    def face(self, card: str) -> Face:
        """A rank in the colour of its suit."""
        figure = self.say.figure(card)
        word = self.t(f"tricks.figure.{figure}")
        if card == "DRAGON":
            return Face("", "tricks/dragon", "tricks/dragon", COLOR["gold"], 4, word=word)
        suit, rank = card.split()
        mark, emblem = f"tricks/suit-{suit.lower()}", f"tricks/rank-{figure}"
        made = f"tricks/{suit.lower()}-{figure}"
        letter = self.t(f"tricks.letter.{rank}")
        return Face(letter, mark, emblem, self.colors[suit], SUITS.index(suit), field=True, word=word, made=made)

    def at_rest(self) -> None:
        """Updates the reference when a move has been played out."""
        super().at_rest()
        self.taker = None
        self.paid, self.payment = {}, ""
        self.rows = [self.match.breakdown(seat) for seat in range(self.match.seats_count)]

    @property
    def shown(self) -> TricksState:
        """The position as seen; a hand begins with its first card."""
        deals = any(event.what == "hand" for event in self.stage.untold)
        return self.stage.state if deals else self.stage.shown

    def name(self, seat: int) -> str:
        """What a seat is called; in an example, where it sits."""
        return self.t(f"tricks.side.{self.side(seat)}") if self.example else super().name(seat)

    def lying(self) -> list[Sprite]:
        """The cards of the trick."""
        return [sprite for sprite in self.stage.sprites if sprite.zone == "trick"]

    def present(self) -> list[Event]:
        """What the table is showing: the events that are under way, or, once the cards of a whole
        trick lie, those that clear it away."""
        stage, lying = self.stage, self.lying()
        whole = stage.groups and lying and all(s.rests(self.motion) for s in lying)
        return [*stage.untold, *(stage.groups[0] if whole else [])] if self.stage.playing else []

    def under_way(self) -> str:
        """Who takes the trick, what is paid, or that a hand begins."""
        return self.payment or self.say.under_way(self.present())

    @property
    def turn(self) -> int | None:
        """Whoever takes a trick is lit with it, and nobody while a hand ends."""
        taker = next((e.seat for e in self.present() if e.what == "takes"), None)
        if taker is not None:
            return taker
        coming = (event for group in self.stage.to_come() for event in group) if self.stage.playing else ()
        ends = any(e.kind == "pay" or e.what in ("no_payment", "hand") for e in coming)
        return None if ends else super().turn

    @property
    def over(self) -> bool:
        """Whether the last hand has been paid: from then on only wealth counts."""
        return self.match.over and not self.stage.playing

    def tricks_taken(self, seat: int) -> int:
        """The tricks of a seat in this hand, the one on its way included."""
        held: int = self.shown["tricks_taken"][seat]
        return held + (seat == self.taker)

    def owned(self, seat: int) -> int:
        """The wealth in crystals, which changes while they fly."""
        held: int = self.shown["wealth"][seat]
        return held + round(self.moments.gained(seat) / 1000) * 1000

    def wealth(self, seat: int) -> int:
        """The wealth as a number; at the end as far as it is counted."""
        return self.owned(seat) - round(self.held_back(seat) / 1000) * 1000

    def crystals(self, seat: int) -> list[tuple[str, int]]:
        """The crystals of a seat; at the end as far as they are counted, the smallest first."""
        return counted(self.owned(seat), self.wealth(seat))

    # where things lie

    def side(self, seat: int) -> str:
        """The side of the table where a seat sits."""
        count = self.match.seats_count
        sides: list[str] = self.data["sides"][str(count)]
        return sides[(seat - self.seat) % count]

    def sight(self, zone: str, seat: int | None, place: int | None) -> Rect | None:
        """Also finds the seats and their crystals, the kinds by their number, and a card of the hand that
        a line has laid, in the trick."""
        parts = self.measure().parts
        if zone in ("plate", "hoard") and seat is not None:
            face, heap = ("face", "name"), ("heap", "sum")
            one, other = (self.seat_part(seat, part) for part in (face if zone == "plate" else heap))
            return one.union(other)
        if zone == "kind" and place is not None:
            return self.plan.kinds(len(KINDS), self.called)[place] if parts["kinds"].w else None
        laid = any(s.place == place and s.card in self.spent for s in self.stage.of("hand", self.seat))
        if place is not None and laid and (zone, seat) == ("hand", self.seat):
            return self.trick_rect(self.seat)
        return super().sight(zone, seat, place)

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """The own hand, the cards of the trick, what may be chosen, and all seats."""
        plan = self.measure()
        for seat in range(self.match.seats_count):
            side = self.side(seat)
            yield "table", plan.card(side)
            if side != "bottom":
                yield "others", plan.parts[f"{side} fan"]
            own = (f"{side} {part}" for part in ("heap", "name", "sum"))
            yield from (("parts", plan.parts[name]) for name in own if name in plan.parts)
            if face := plan.parts.get(f"{side} face"):
                crown = self.part("crown", face.w) // 3  # as much of it stands over the face
                yield "parts", Rect(face.x, face.y - crown, face.w, face.h + crown)
        yield "hand", plan.parts["hand"]
        around = ("choices", "kinds", "ladder", "price", "head", "meter", "ribbon")
        yield from (("parts", plan.parts[name]) for name in around if name in plan.parts)

    def measure(self) -> TricksPlan:
        """The plan of the table, worked out once for each size."""
        size = (*self.area, *self.tray, self.unit, self.app.session.settings.text_size)
        key = (size, self.example, self.ended, self.seat, self.viewer)
        if self.plan_key != key:
            self.plan_key = key
            self.plan = self.planned()
        return self.plan

    def planned(self) -> TricksPlan:
        """The plan of the table at its size."""
        count = str(self.match.seats_count)
        canvas = self.app.canvas
        setting = TricksSetting(
            line=canvas.line,
            small=canvas.tight_line("small"),
            name=max(canvas.least_width(self.name(seat), "title") for seat in range(self.match.seats_count)),
            claim=canvas.width_of(self.t("tricks.claim")),
            sides=self.data["sides"][count],
            trick=self.data["trick"][count],
            forms=self.data["form"],
            open=self.viewer is None,
            example=self.example,
            ended=self.ended,
            tray=self.tray,
        )
        return TricksPlan(self, self.area, setting)

    def trick_rect(self, seat: int) -> Rect:
        """Where a seat's card of the trick lies."""
        return self.measure().card(self.side(seat))

    def hand(self, seat: int) -> list[Sprite]:
        """A hand in order, with unseen cards last."""
        cards = self.stage.of("hand", seat)
        return sorted(cards, key=lambda s: self.say.rank_in_hand(s.card))

    def sites(self) -> dict[str, Rect]:
        """The kinds of the round."""
        return {"kinds": self.measure().parts["kinds"]}

    def entry(self) -> Rect:
        """Cards are dealt from the middle."""
        return anchored(20, 28, center=self.measure().parts["centre"].center)

    @property
    def called(self) -> int | None:
        """The number of the kind that is played, as far as shown."""
        kind = self.shown["kind"]
        return KINDS.index(kind) if kind else None

    @property
    def sentence(self) -> Rect | None:
        """Over the viewer's hand."""
        return self.measure().parts.get("ribbon")

    def face_place(self, seat: int) -> Rect:
        """A face at each side of the ring."""
        return self.seat_part(seat, "face")

    def heap_place(self, seat: int) -> Rect:
        """Where a seat's crystals lie."""
        return self.seat_part(seat, "heap")

    def seat_part(self, seat: int, part: str) -> Rect:
        """A part of what belongs to a seat; in an example there is none."""
        parts = self.measure().parts
        return parts.get(f"{self.side(seat)} {part}", Rect(0, 0, 0, 0)).copy()

    def arrange(self) -> Places:
        """Puts hands around the table, the trick in the middle, and what is taken behind the faces."""
        parts = self.measure().parts
        places: Places = {}
        for seat in range(self.match.seats_count):
            places |= self.hand_places(seat, parts)
            heap = parts.get(f"{self.side(seat)} face", self.trick_rect(seat))
            taken = anchored(10, 14, center=heap.center)
            places |= dict.fromkeys(self.stage.of("taken", seat), taken)
            places |= dict.fromkeys(self.stage.of("trick", seat), self.trick_rect(seat))
        apart = [s for s in self.stage.sprites if s.zone in ("extra", "deck")]
        return places | dict.fromkeys(apart, parts["extra"])

    def hand_places(self, seat: int, parts: dict[str, Rect]) -> Places:
        """A hand at its side of the table; a closed one behind its face."""
        side = self.side(seat)
        cards = self.hand(seat)
        area = parts["hand" if side == "bottom" else f"{side} fan"]
        if side == "bottom":
            return self.fan(cards, area, round(area.h * RATIO), self.px("arc"))
        if self.viewer is not None or self.example:
            return dict.fromkeys(cards, anchored(*card_size(area.w), center=area.center))
        if area.h > area.w:
            return in_rows(cards, area, card_size(area.w // 2), 2, 2 * area.h * RATIO / area.w / 4)
        return self.fan(cards, area, round(area.h * RATIO))

    # what moves

    def pause_before(self, events: list[Event]) -> str:
        """Lets a trick lie for a while before it is taken."""
        return "trick_whole" if any(e.source == "trick" for e in events) else "pause"

    def show(self, events: list[Event]) -> None:
        """Notes who takes the trick."""
        self.stage.finish()
        super().show(events)
        self.winning = next((e.seat for e in events if e.what == "takes"), None)

    def before_group(self, events: list[Event]) -> None:
        """What was paid is told no more once the next hand is dealt."""
        super().before_group(events)
        self.paid, self.payment = {}, ""

    def after_group(self, events: list[Event]) -> None:
        """Lets crystals fly with the events that pay them, and tells what each seat pays or gets."""
        super().after_group(events)
        self.send_cost(events)
        paid = [(e.seat, e.target_seat, e.amount) for e in events if e.kind == "pay"]
        sums = dict[int, int]()
        for seat, to, amount in paid:
            if seat is not None and to is not None:
                self.pay(seat, to, amount)
                self.rows = [[] for _ in self.rows]  # what is paid is owed no more
                sums |= {seat: sums.get(seat, 0) - amount, to: sums.get(to, 0) + amount}
        if self.played_here:
            self.paid = sums
            self.payment = self.say.paid() if paid or any(e.what == "no_payment" for e in events) else ""

    def beside(self, seat: int) -> Rect:
        """Where it stands what a seat has to pay."""
        return anchored(1, 1, center=self.seat_part(seat, "due").midbottom)

    def send_cost(self, events: list[Event]) -> None:
        """Lets what a trick costs fly with its cards to the plate that counts it."""
        seat = next((e.seat for e in events if e.what == "takes"), None)
        if seat is None or not self.played_here or self.motion.calm:
            return
        cost = self.say.cost_of(self.rows[seat], self.penalties(seat, self.stage.to_come()))
        starts = [s.start for s in self.costly() if s.start]
        if cost and starts:
            start = starts[0].unionall(starts[1:])
            self.moments.fly("", self.say.signed(cost), start, self.beside(seat), self.motion.now, "points")

    def see(self, events: list[Event]) -> None:
        """Counts a trick at the plate once its cards are there."""
        super().see(events)
        if any(e.what == "takes" for e in events):
            self.taker = self.winning
            coming = [events, *self.stage.groups]
            self.rows = [self.penalties(seat, coming) for seat in range(self.match.seats_count)]

    def penalties(self, seat: int, coming: Iterable[list[Event]]) -> list[Points]:
        """What a seat has taken of what costs, the trick just played included.

        coming: the events that are still to be seen.
        """
        events = [event for group in coming for event in group]
        if any(e.what == "hand" for e in events):
            return self.say.rows_at_end(events).get(seat, self.rows[seat])
        return self.match.breakdown(seat)

    def costly(self) -> list[Sprite]:
        """The cards of the trick that cost whoever takes them."""
        lying = (s for s in self.stage.sprites if s.zone == "trick" or (s.zone == "taken" and s.start))
        return [s for s in lying if s.card and self.say.marked(s.card, self.shown)]

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """Also penalties in a trick that is whole, over its cards."""
        found = super().occasions(events)
        coming = self.stage.groups[0] if self.stage.groups else []
        for seat in (e.seat for e in coming if e.what == "takes" and e.seat is not None):
            rows = self.penalties(seat, self.stage.groups)
            more = sum(row.count for row in rows) - sum(row.count for row in self.rows[seat])
            told = self.say.took(seat, self.rows[seat], rows)
            lit = tuple(s.rect for s in self.costly() or self.lying())
            found.append(Occasion("penalties", seat, more, lit, told))
        calls = [(e.seat, e.what.removeprefix(CALLS)) for e in events if e.what.startswith(CALLS)]
        for caller, kind in calls:
            if caller is not None and caller != self.viewer:
                told = self.called_words(caller, kind)
                place = self.trick_rect(caller)
                found.append(Occasion("called", caller, 0, told=told, picture=self.signs[kind], medal=place))
        if any(e.kind == "pay" or e.what == "no_payment" for e in events):
            concerned = {seat for e in events if e.kind == "pay" for seat in (e.seat, e.target_seat)}
            lit = tuple(self.score_place(seat) for seat in concerned if seat is not None)
            found.append(Occasion("paid", None, 0, lit, self.say.paid()))
        return found

    def called_words(self, seat: int, kind: str) -> str:
        """What a seat calls and what that costs, in as many words as have room under the trick."""
        c, room = self.app.canvas, self.measure().parts["told"]
        words = self.say.called(seat, kind, self.state)
        fitting = (one for one in words if ribbon_in(c, one, room).w < room.w)
        return next(fitting, words[-1])

    def ribbon(self, words: str, lit: list[Rect], shown: list[Rect]) -> Rect:  # noqa: ARG002
        """Where the words of a moment stand: always under the trick."""
        return ribbon_in(self.app.canvas, words, self.measure().parts["told"])

    def score_place(self, seat: int) -> Rect:
        """The seat's face, its name and its crystals."""
        parts, side = self.measure().parts, self.side(seat)
        return parts[side].union(parts[f"{side} name"])

    def pay(self, seat: int, to: int, amount: int) -> None:
        """Lets crystals fly from plate to plate: they leave the one as they start, and count at the
        other when they arrive."""
        now = arrive = self.motion.now
        self.moments.gain(seat, -amount, now, "touch")
        if not (self.motion.calm or self.example):
            side = self.px("crystal")
            start, end = (anchored(side, side, center=self.heap_place(s).center) for s in (seat, to))
            for gem in flying(amount):
                arrive = self.moments.fly(self.signs[gem], "", start, end, now, "payment")
        self.moments.gain(to, amount, arrive, "touch")

    def held_up(self, events: list[Event]) -> str:
        """What was paid waits for the person, without motion only where that is chosen; a complete trick does where
        that is chosen."""
        if self.viewer is None or self.example:
            return ""
        chosen = self.app.session.settings.trick_waits
        if self.payment:
            return self.payment if chosen or self.motion.length("pause") else ""
        return self.t("table.glance") if chosen and any(e.source == "trick" for e in events) else ""

    def update(self) -> None:
        """Updates what the focused card would do in this trick."""
        super().update()
        self.outlook = ""
        number = self.choice.focus.removeprefix("hand")
        if not (self.choice.live and number.isdigit() and number != self.choice.focus):
            return
        front = self.hand(self.seat)[int(number) :][:1]
        moves = [move for card in front for move in self.moves_of(card)]
        if moves:
            key = (self.match.key(), moves[0])
            self.outlook = self.once("outlook", key, lambda: self.say.preview(moves[0], self.stage.known()))

    def layout(self, c: Canvas) -> None:
        """Lays out the ring, the kinds, the seats, the trick, the choices and the viewer's hand."""
        state = self.shown
        if self.example and not state["trick"] and state["results"]:
            self.draw_popup(c, "payments", self.area)
            return
        if self.example:
            for seat in range(self.match.seats_count):
                self.draw_label(c, seat)
        else:
            self.draw_around(c, state)
        self.draw_ground(c, state)
        hands = [s for seat in self.others() for s in self.hand(seat)]
        apart = [s for s in self.stage.sprites if s.zone not in ("hand", "trick", "taken")]
        for sprite in (*apart, *hands):
            seen = sprite.zone == "extra" or (sprite.zone == "hand" and self.viewer is None)
            if seen or not sprite.rests(self.motion):
                self.painter.draw(c, sprite)
        self.draw_trick(c)
        live = self.choice.live
        choices = self.open_choices() if live and not self.stage.playing else []  # once all cards are dealt
        if choices:
            self.draw_choices(c, choices)
        held = self.hand(self.seat)
        self.card_row.draw(c, held)
        if self.stage.waits and self.payment:
            high = max(self.px("claim_least"), c.line + self.px("gap"))
            go = anchored(self.measure().parts["claim"].w, high, center=self.measure().parts["centre"].center)
            words = self.t("tricks.to_result" if self.match.over else "tricks.next_hand")
            c.button("next_hand", go, words, self.stage.proceed, "play", lit=True)
        if self.claims:
            rect = self.measure().parts["claim"]
            tip = self.t("tricks.claim.tip")
            c.button("claim", rect, self.t("tricks.claim"), self.claim, "check", lit=True, tip=tip)

    @property
    def claims(self) -> bool:
        """Whether the rest of the hand may be claimed now."""
        return self.choice.live and not self.stage.playing and self.say.settled(self.viewer)

    def draw_around(self, c: Canvas, state: TricksState) -> None:
        """Draws all that stands around the trick: the ring, the kinds, the seats, the ranks."""
        parts = self.measure().parts
        if not self.bedded:
            self.draw_bed(c)
        self.bedded = False
        for seat in range(self.match.seats_count):
            self.draw_seat(c, seat)
        if not self.over:
            self.draw_kinds(c, state)
            self.draw_reference(c, state)
        if self.choice.values:
            bar, advice = parts["meter"], self.choice.advice
            c.note("meter", bar, self.t("table.meter.tip"))
            c.meter(bar, self.say.share(advice.worth) if advice else None)

    def draw_bed(self, c: Canvas) -> None:
        """Draws the ring in which the trick lies."""
        ring = self.measure().parts["centre"]
        wood = c.art.filled("tricks/ring", ring.size)
        assert wood
        c.inlay("tricks/ring", wood, ring)
        self.bedded = True

    def draw_reference(self, c: Canvas, state: TricksState) -> None:
        """Writes which hand it is, and which rank beats which."""
        parts = self.measure().parts
        if "ladder" in parts:
            self.draw_ladder(c, parts["ladder"])
        title, below = self.say.heads(state)
        words, head = self.say.hand_words(state), parts["head"]
        wide = max(head.w, c.width_of(words, "small", "bold") + self.px("close"))
        head = Rect(max(self.area.x, head.centerx - wide // 2), head.y, wide, head.h)
        fan = parts.get("top fan")  # of four players, an open hand too
        if fan and head.colliderect(fan):
            head.w = fan.x - head.x - c.px("margin")
        short = self.say.hand_words(state, "tricks.hand.short")
        if found := c.first_fit([words, short], head, "small"):
            c.slip(found, head)
        c.note("head", head, f"{title}. {below}.")

    def draw_ladder(self, c: Canvas, place: Rect) -> None:
        """Draws the ranks from high to low as steps that go down, on each its figure and its letter; none where a
        step is narrower than its letter."""
        ranks = self.say.ranks()
        cells = split(place, len(ranks), self.px("hair"), across=True)
        letters = {rank: self.t(f"tricks.letter.{rank}") for rank in ranks}
        if cells[0].w < max(c.least_width(letter, "title") for letter in letters.values()):
            return
        for number, (rank, cell) in enumerate(zip(ranks, cells, strict=True)):
            step = foot_of(cell, place.h * (100 - number * self.shares["step"]) // 100)
            c.piece("parchment-tag", step)
            foot = foot_of(step, min(step.h, c.tight_usual("text")))
            side = min(step.w, step.h - foot.h)
            self.draw_figures(c, rank, Rect(step.x, foot.y - side, step.w, side))
            with c.inked():
                c.text(letters[rank], foot, c.fixed_px("text"), "ink", "center", "title")
            tip = self.once(f"rank {rank}", self.t.language, partial(self.say.rank_tip, rank))
            c.note(f"ladder {rank}", step, tip)

    def draw_figures(self, c: Canvas, rank: str, room: Rect) -> None:
        """Draws the figure of a rank; of the Prince and the Princess both, side by side and smaller."""
        figures = self.say.figures(rank)
        side = min(room.h, room.w * 3 // 5) if figures[1:] else min(room.size)
        for figure, part in zip(figures, split(room, len(figures), 0, across=True), strict=True):
            place = anchored(side, side, midbottom=part.midbottom).clamp(room)
            c.picture(f"tricks/rank-{figure}", side, midbottom=place.midbottom)

    def draw_on_card(self, c: Canvas, sprite: Sprite, rect: Rect) -> None:
        """Tells what a card costs in this hand."""
        shown = sprite.card and sprite.before == "" and not self.example
        own = (sprite.zone, sprite.seat) == ("hand", self.seat)
        if shown and (own or sprite.zone in ("trick", "taken")):
            narrow = sprite.zone == "hand"
            self.draw_cost(c, sprite.card or "", rect, self.stage.uncovered(sprite).w if narrow else rect.w)

    def draw_ghosts(
        self, c: Canvas, ghosts: list[Ghost], color: str = "gold", star: str = ""
    ) -> None:
        """Also tells what they cost."""
        super().draw_ghosts(c, ghosts, color, star)
        for ghost, rect in self.stage.ghost_places(ghosts).items():
            if ghost.zone in ("trick", "taken"):
                self.draw_cost(c, ghost.card or "", rect, rect.w)

    def draw_cost(self, c: Canvas, card: str, rect: Rect, seen: int) -> None:
        """Draws what taking a card costs, at its foot; a dot where less of it is seen.

        seen: the width that the next card leaves open.
        """
        state = self.shown
        cost = self.say.card_cost(card, state)
        if not cost:
            return
        pays = state["dm"] != self.seat
        words = self.say.signed(-cost) if pays else self.say.money(cost)
        high = c.tight_line("small")
        tab = Rect(0, 0, c.width_of(words, "small", "number") + 2 * self.px("gap"), high)
        if tab.w > min(seen, rect.w):
            tab.w, words = high, ""
        inset = self.part("cost", rect.h)
        tab.bottomleft = rect.left + inset, rect.bottom - inset
        c.piece("token-red" if pays else "token-green", tab)
        if words:
            c.text(words, tab, "small", "cream", "center", "number")

    def draw_kinds(self, c: Canvas, state: TricksState) -> None:
        """Draws the kinds of the round as tokens on a staff."""
        staff = self.measure().parts["kinds"]
        pole = anchored(self.px("pole"), staff.h, center=staff.center)
        c.piece("plaque", pole)
        for kind, rect in zip(KINDS, self.plan.kinds(len(KINDS), self.called), strict=True):
            self.draw_kind(c, kind, rect, state)

    def cost(self, kind: str, state: TricksState) -> str:
        """The cost of a kind of hand, or what a Power Play wins."""
        if kind == state["kind"] and state["power"] is not None:
            return self.t("tricks.power_tile", goal=self.t(f"tricks.goal.{kind}"))
        return self.t(f"tricks.cost.{kind}")

    def draw_kind(self, c: Canvas, kind: str, rect: Rect, state: TricksState) -> None:
        """Draws a kind: lit while it is played, with what it costs; dark and ticked when done."""
        now, gone = state["kind"] == kind, kind in state["played"]
        if now:
            c.halo(rect.inflate(-rect.w // 8, -rect.h // 8))
        c.piece("coin" if now else "token-brown", rect)
        side = self.part("sign", rect.h)
        picture = self.art.picture(self.signs[kind], side)
        picture = self.cards.dim(picture) if gone and not now else picture
        c.blit(picture, picture.get_rect(center=rect.center))
        if gone and not now:
            mark = anchored(rect.h * 2 // 5, rect.h * 2 // 5, bottomright=rect.bottomright)
            for color, inset in (("coin", 0), ("ink", max(1, mark.w // 12))):
                c.shape(pygame.draw.aacircle, COLOR[color], mark.center, mark.w // 2 - inset)
            c.icon("check", mark.inflate(-mark.w // 3, -mark.w // 3), "coin")
        cost = self.cost(kind, state)
        stand = "now" if now else "gone" if gone else "left"
        tip = self.once(f"tip of {kind}", (stand, cost, self.t.language), partial(self.kind_tip, kind, cost, stand))
        c.note(f"kind {kind}", rect, tip)
        if now:
            powered = state["power"] is not None
            self.draw_lines(c, [cost] if powered else self.say.prices(kind), self.plan.price(rect))

    def kind_tip(self, kind: str, cost: str, stand: str) -> str:
        """What a kind is called, what it costs, and whether it has been played."""
        name = self.t(f"tricks.kind.{kind}")
        if cost == self.t("tricks.cost.staff"):
            cost = f"{cost}: {'; '.join(self.t(f'tricks.cost.{one}') for one in KINDS if one != kind)}"
        return self.t("tricks.kind_tip", kind=name, cost=cost, tip=self.t(f"tricks.tip.{stand}"))

    def draw_lines(self, c: Canvas, words: list[str], place: Rect) -> None:
        """Writes the first of some texts that has room on the table, from the top of a place; pointing at the kind
        tells it too."""
        for one in words:
            fitted = c.fitted(one, "bold", "small", place, 4, c.least_px)
            rows = [place.move(0, number * fitted.height) for number in range(len(fitted.lines))]
            inks = [
                anchored(c.art.width(line, "bold", fitted.px), fitted.height, midtop=row.midtop)
                for line, row in zip(fitted.lines, rows, strict=True)
            ]
            if not fitted.cut and all(written.ink.collidelist(inks) < 0 for written in c.written):
                room = top_of(place, fitted.height * len(rows))
                c.slip("\n".join(fitted.lines), room, fitted.px, lines=len(rows))
                return

    def draw_seat(self, c: Canvas, seat: int) -> None:
        """Draws a seat: its face with its roles, its name, the tricks it took, and its crystals."""
        part = partial(self.seat_part, seat)
        face, row = part("face"), part("due")
        self.seats.portrait(c, seat, face)
        self.draw_lead(c, seat, face)
        self.seats.note(c, seat, face)
        self.draw_roles(c, seat, face)
        self.seats.name(c, seat, part("name"))
        self.draw_heap(c, seat, part("heap"))
        wealth = self.wealth(seat)
        c.slip(self.say.money(wealth), part("sum"), "text", "pale" if wealth >= 0 else "warning")
        if wealth < 0:
            c.slip(self.t("tricks.debt"), row, "small", "warning")
        if self.paid.get(seat):
            self.draw_paid(c, self.paid[seat], row)
        if self.over:
            return
        self.draw_taken(c, seat, part("tricks"))
        if self.rows[seat] and wealth >= 0:
            self.draw_due(c, seat, row)

    def draw_paid(self, c: Canvas, amount: int, row: Rect) -> None:
        """Writes what a seat has just got or paid, on a token."""
        words = self.say.signed(amount)
        token = anchored(c.width_of(words, "small", "number") + self.px("margin"), row.h, center=row.center)
        c.piece("token-green" if amount > 0 else "token-red", token)
        c.text(words, token, "small", "cream", "center", "number")

    def draw_due(self, c: Canvas, seat: int, row: Rect) -> None:
        """Writes what a seat has to pay for what it has taken so far."""
        rows, state = self.rows[seat], self.shown
        owed = self.say.due(seat, rows, state)
        if owed:
            color = "warning" if any(one.value for one in rows) else "good"
            if c.line > c.usual:  # in large letters the sum alone, which is as large as it should be
                owed = self.say.due_brief(rows)
            wide = max(row.w, c.least_width(owed, "bold") + self.px("tight"))
            place, name = anchored(wide, row.h, center=row.center), self.seat_part(seat, "name")
            if place.colliderect(name):  # beside it, on the side of the heap
                place.x = name.right if row.centerx > name.centerx else name.x - place.w
            c.slip(owed, place, "small", color)
        if not self.stage.playing:
            tip = f"{self.say.took(seat, [], rows)}. {self.say.of_seat('tricks.dm', state['dm'])}"
            c.note(f"penalties{seat}", row, tip)

    def draw_heap(self, c: Canvas, seat: int, place: Rect) -> None:
        """Draws the crystals of a seat as a heap, so that they can be counted."""
        counts = self.crystals(seat)

        def make() -> Surface:
            heap = Surface(place.size, pygame.SRCALPHA)
            for number, (kind, rect) in enumerate(self.plan.heap(place.size, [count for _, count in counts])):
                stone = self.art.picture(self.signs[counts[kind][0]], rect.w)
                leaning = pygame.transform.rotozoom(stone, LEANS[number % len(LEANS)], 1)
                reach = max(2, rect.w // 7)
                at = leaning.get_rect(center=rect.center).move(-reach, -reach)
                heap.blit(shaded(leaning, reach), at)
            return heap

        c.cast(self.art.keep(("heap", place.size, *counts), make), place, ("heap", place.size, *counts))
        tip = self.once(f"heap{seat}", (*counts, self.t.language), lambda: self.say.heap_tip(counts))
        c.note(f"heap{seat}", place, tip)

    def draw_lead(self, c: Canvas, seat: int, face: Rect) -> None:
        """Marks a seat that owns more than all others; the crown tells only who is the Dragonmaster."""
        owned = [self.wealth(one) for one in range(self.match.seats_count)]
        if owned.count(max(owned)) == 1 and owned[seat] == max(owned):
            self.seats.wreath(c, face)

    def draw_roles(self, c: Canvas, seat: int, face: Rect) -> None:
        """Draws the roles of a seat on its face: the Dragonmaster's crown, the Power Player's dragon."""
        side = self.part("crown", face.w)
        for sign in self.roles(seat):
            x = face.w * 3 // 10 * (1 if sign == "dm" else -1)
            corner = anchored(side, side, center=(face.centerx + x, face.y + side // 6)).clamp(self.area)
            c.picture(self.signs[sign], side, topleft=corner.topleft)
            tip = self.say.of_seat("tricks.dm", seat) if sign == "dm" else self.t("tricks.role.power")
            c.note(f"role {sign}", corner, tip)
        self.draw_office(c, seat, face)

    def draw_office(self, c: Canvas, seat: int, face: Rect) -> None:
        """Writes what a seat is over its name, if there is room: the crown alone could say that it leads."""
        words = [self.t(f"tricks.role.{sign}") for sign in self.roles(seat)[:1]]
        name, high = self.seat_part(seat, "name"), c.tight_line("small")
        foot = name.y + self.px("hair")
        place = anchored(face.w * 3 // 2, high, midbottom=(name.centerx, foot)).clamp(self.area)
        owned, money = self.say.money(self.wealth(seat)), self.seat_part(seat, "sum")
        money = money.inflate(max(0, c.width_of(owned, "text", "bold") + self.px("margin") - money.w), 0)
        free = place.bottom <= foot and not place.colliderect(money)
        if words and free and c.width_of(words[0], "small", "bold") + self.px("margin") <= place.w:
            c.slip(words[0], place)

    def point_out(self, c: Canvas, rect: Rect, color: str, sign: str = "wedge") -> None:
        """Also puts the roles of a seat over the frame around it."""
        super().point_out(c, rect, color, sign)
        for seat in range(self.match.seats_count):
            if not self.example and rect.contains(self.score_place(seat)):
                c.layer += 1
                self.draw_roles(c, seat, self.face_place(seat))

    def roles(self, seat: int) -> list[str]:
        """The signs of a seat's roles, until the match is over."""
        state = self.shown
        return [] if self.over else [sign for sign in ("dm", "power") if state[sign] == seat]

    def draw_label(self, c: Canvas, seat: int) -> None:
        """Draws the name of a seat beside its card in an example, with its roles."""
        rect = self.trick_rect(seat)
        words = self.name(seat)
        side = self.side(seat)
        label = Rect(0, 0, c.width_of(words, "small") + self.px("loose"), c.line)
        label.topleft = (rect.right + self.px("gap"), rect.y)
        if side == "left":
            label.topright = (rect.x - self.px("gap") - self.px("badge"), rect.y)
        if side == "bottom":
            label.bottom = rect.bottom
        c.text(words, label, "small", "pale", "center")
        x = label.right
        for sign in self.roles(seat):
            place = Rect(x, label.y - self.px("badge") // 2, self.px("badge"), self.px("badge"))
            c.picture(self.signs[sign], place.w, topleft=place.topleft)
            c.note(f"role {sign}", place, self.t(f"tricks.role.{sign}"))
            x = place.x - place.w

    def draw_taken(self, c: Canvas, seat: int, place: Rect) -> None:
        """Draws a small back for each trick that a seat has taken, for none an empty place."""
        number = self.tricks_taken(seat)
        width = round(place.h * RATIO)
        step = min(self.part("pip", width), (place.w - width) // max(1, number - 1))
        row = anchored(width + step * max(0, number - 1), place.h, center=place.center)
        if not number:
            c.blit(self.art.keep(("shallow", row.size), partial(hollow_of, row.size, bend_of(width), SHALLOW)), row)
        back, reach = self.cards.picture(None, width), self.px("slit")
        for at in range(number):
            lies = Rect((row.x + at * step, row.y), back.get_size())
            c.blit(self.art.shadow(lies.size, reach), lies.inflate(2 * reach, 2 * reach))
            c.blit(back, lies)
            c.shape(pygame.draw.rect, COLOR["vellum"], lies, 1, border_radius=bend_of(width))
        tip = self.say.pile_tip(seat, number)
        if self.viewer is None:
            tip = f"{tip} {self.say.taken(seat, self.shown['taken'][seat], self.rows[seat])}"
        c.note(f"taken{seat}", row.inflate(self.px("gap"), self.px("gap")), tip)

    def draw_ground(self, c: Canvas, state: TricksState) -> None:
        """Draws the place of whoever plays next, and the extra card's name."""
        parts = self.measure().parts
        acts = self.stage.seen.to_act
        if acts is not None and state["kind"] is not None and not (self.stage.playing or self.over):
            self.draw_trick_place(c, self.trick_rect(acts), acts == self.seat and self.choice.live)
        if any(s.zone == "extra" for s in self.stage.sprites) and not self.example:
            extra = parts["extra"]
            words = self.t("tricks.extra")
            under = Rect(extra.x, extra.bottom, c.width_of(words, "small", "bold") + self.px("gap"), c.line)
            under.clamp_ip(self.area)
            if under.collidelist([s.rect for s in self.stage.sprites if s.zone == "hand"]) < 0:
                c.slip(words, under)
        drop = self.drop if self.choice.live else None
        c.spots.append(Spot("trick", parts["centre"], nav=False, drop=drop))

    def draw_trick_place(self, c: Canvas, rect: Rect, own: bool) -> None:
        """Draws the place of a card in the trick: sunk, with a gilt edge, lit for the one who looks."""
        bend, thick = bend_of(rect.w), max(2, self.px("rim"))
        if own:
            c.paint(partial(self.light_up, rect.clip(c.area), partial(c.halo, rect)))
        c.blit(self.art.keep(("hollow", rect.size), partial(hollow_of, rect.size, bend)), rect)
        c.shape(pygame.draw.rect, COLOR["ink"], rect.inflate(2, 2), thick + 2, border_radius=bend)
        color = COLOR["coin"] if own else mix(COLOR["coin"], COLOR["ink"], 0.35)
        c.shape(pygame.draw.rect, color, rect, thick, border_radius=bend)

    @staticmethod
    def light_up(rect: Rect, halo: Callable[[], None], surface: Surface) -> None:
        """Paints light around a place and leaves what is seen there."""
        cloth = surface.subsurface(rect).copy()
        halo()
        surface.blit(cloth, rect)

    def draw_trick(self, c: Canvas) -> None:
        """Draws the cards of the trick, marks the one that takes it so far, and those on their way
        to whoever has won them; the dearest lies in front."""
        state = self.shown
        lying = sorted(self.lying(), key=lambda s: s.place)
        whole = bool(self.stage.groups) and len(lying) > 1 and all(s.rests(self.motion) for s in lying)
        best = self.winning if whole else self.say.foremost_in(state)
        led = None if whole else state["leader"]
        for sprite in lying:
            best_now = sprite.seat == best and not self.example and not self.stage.ghosts
            if best_now and sprite.rests(self.motion):
                c.halo(sprite.rect)
            rect = self.painter.draw(c, sprite, dim=whole and not best_now and not self.example)
            if sprite.card and sprite.seat is not None and not (self.stage.playing or self.example):
                c.note(f"trick{sprite.seat}", rect, self.say.laid(sprite.seat, sprite.card))
            if best_now and sprite.rests(self.motion):
                c.frame(rect.inflate(2, 2), thick="tight")
            if sprite.seat == led and sprite.rests(self.motion) and not self.example:
                self.draw_led(c, rect)
        taken = [s for s in self.stage.sprites if s.zone == "taken" and not s.rests(self.motion)]
        for sprite in sorted(taken, key=lambda s: self.say.card_cost(s.card or "", state)):
            self.painter.draw(c, sprite)

    def draw_led(self, c: Canvas, card: Rect) -> None:
        """Marks the card that led, and the suit that it asks for."""
        words, size = self.t("tricks.led"), c.fixed_px("small")
        high = c.tight_usual("small") + self.px("tight")
        room = c.art.width(words, "bold", size)
        wide = room + 2 * high
        if wide > self.part("led", card.w):
            words, wide = "", 3 * high // 2
        token = anchored(wide, high, midright=(card.right + high // 2, card.y + high // 3)).clamp(self.area)
        c.piece("token-brown", token)
        sign = anchored(high, high, center=token.center)
        if words:
            sign.x = token.x + high // 3
            c.text(words, Rect(sign.right, token.y, room, high), size, "cream", "center", "bold")
        c.picture(self.signs[self.shown["suit"] or "keep"], high * 3 // 4, center=sign.center)
        c.note("led", token, self.t("tricks.led"))

    def draw_choices(self, c: Canvas, moves: list[str]) -> None:
        """Draws the choices that are not cards, in rows over the middle of the table."""
        room = self.measure().parts["choices"]
        gap = self.px("gap")
        height = max(self.px("choice_high"), self.choice_height(c) - gap)
        height = min(height, (room.h - gap * (len(moves) - 1)) // len(moves))
        width = min(room.w, self.px("choice_wide"))
        block = anchored(width, (height + gap) * len(moves) - gap, center=room.center)
        c.layer += 1
        for move, rect in zip(moves, split(block, len(moves), gap), strict=True):
            self.draw_choice(c, move, rect)

    @staticmethod
    def choice_height(c: Canvas) -> int:
        """The height of the words of a choice."""
        return (4 if c.large else 3) * c.line

    def draw_choice(self, c: Canvas, move: str, rect: Rect) -> None:
        """Draws a choice: its token, its name and its meaning; what the Dragon may do on gold."""
        key = f"choice {move}"
        focused = c.spot(Spot(key, rect, partial(self.choice.play, move)))
        sign, told = self.say.choice(move, self.stage.known()["power"] is not None)
        golden = sign in ("swap", "keep")
        if focused:
            c.halo(rect)
        with c.parchment(rect, "gold" if golden else "parchment-tag"):
            inner = c.inner(rect, "border", "close")
            side = min(rect.h, self.px("choice_high"))
            token = anchored(side, side, midleft=(rect.x, rect.centery))
            if not golden:
                c.piece("token-brown", token)
            sized = self.part("sign", side)
            picture = "ui/redo" if sign == "swap" else self.signs[sign]
            if golden and sign == "swap":
                c.icon("redo", anchored(sized, sized, center=token.center), "ink")
            else:
                c.picture(picture, sized, center=token.center)
            words = trim(inner, left=token.right - inner.x + self.px("gap"))
            words.inflate_ip(0, min(0, self.choice_height(c) - words.h))
            if self.choice.advice:
                words.w -= self.px("choice_worth_room")
                x = words.right + self.px("close")
                worth = Rect(x, rect.centery - c.line // 2, self.px("choice_worth"), c.line)
                self.card_row.worth(c, [move], worth)
            head = top_of(words, min(words.h // 2, c.line))
            c.text(capital(self.say.move(move)), head, "label", "heading", face="bold")
            c.text_of(told, trim(words, top=head.h), "text", "ink", lines=3, top=True)
        if focused:
            c.focus_frame(rect)

    def why_closed(self, name: str) -> str:
        """The last trick can be opened once there has been one."""
        none = name == "last" and not self.say.last_trick()[0]
        return self.t("tricks.no_last") if none else ""

    def ended_by(self) -> str:
        """That all hands of the match were played."""
        return self.t("end.by.tricks", n=self.state["hands_of_match"] - self.say.hands_before(self.state))

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws what everybody owns as heaps of equal crystals on a podium, the largest first and highest, with the
        place of each on it; that of a winner in a wreath of laurel."""
        seats = sorted(range(self.match.seats_count), key=lambda seat: -self.wealth(seat))
        cells = split(area, len(seats), 0, across=True)
        high = min(self.part("victory", cells[0].h), self.part("victory", cells[0].w))
        least = podium_picture.least(cells[0].w, self.px("name_high") // 2 + c.tight_line("heading"))
        rise = max(0, area.h - high - least) // max(1, len(seats) - 1)
        steps = [foot_of(cell, least + rise * (len(seats) - 1 - rank)) for rank, cell in enumerate(cells)]
        self.draw_podium(c, area, steps)
        for seat, step in zip(seats, steps, strict=True):
            front = trim(step, top=podium_picture.deep(step))
            name = top_of(front.inflate(-2 * self.px("border"), 0), self.px("name_high"))
            stands = step.y + podium_picture.deep(step) * 2 // 3
            self.draw_heap(c, seat, anchored(step.w, high, midbottom=(step.centerx, stands)))
            self.seats.name(c, seat, name)
            self.draw_rank(c, seat, trim(podium_picture.panel(step), top=self.px("name_high") // 2))

    def draw_podium(self, c: Canvas, area: Rect, steps: list[Rect]) -> None:
        """Draws the steps of the podium."""
        wood = c.art.whole(picture_of("panel"))
        local = [step.move(-area.x, -area.y) for step in steps]
        if wood:
            key = ("podium", area.size, *(step.h for step in steps))
            c.blit(self.art.keep(key, partial(podium_picture.podium, area.size, local, wood)), area)

    def draw_rank(self, c: Canvas, seat: int, room: Rect) -> None:
        """Draws the place of a seat on its part of the podium, if there is room; that of a winner in a wreath."""
        side = min(room.w, room.h, self.px("rank_most"))
        place = anchored(side, side, center=room.center)
        if side >= c.tight_line("heading"):
            c.numeral(str(places(self.match)[seat]), place, "heading", "coin")
        if seat in self.match.winners:
            c.picture("game/laurel", side, center=place.center)

    def draw_last(self, c: Canvas, area: Rect) -> None:
        """Draws the cards of the last trick in the order played."""
        cards, taker = self.say.last_trick()
        places = split(area, len(cards), c.px("margin"), across=True)
        for (seat, card), rect in zip(cards, places, strict=True):
            width = min(rect.w, round((rect.h - 2 * c.line) * RATIO))
            place = anchored(*card_size(width), midtop=rect.midtop)
            self.painter.note(c, Sprite(card, "trick", seat, 0, up=True), place, card)
            c.blit(self.cards.picture(card, width), place)
            words = Rect(rect.x, place.bottom, rect.w, c.line)
            takes = seat == taker
            c.text(self.name(seat), words, "text", "gold" if takes else "quiet", "center")
            if takes:
                c.frame(place.inflate(2, 2), thick="tight")

    def draw_popup(self, c: Canvas, name: str, area: Rect) -> None:
        """Draws a popup; the reference has ranks and suits above, notes below."""
        if name == "last":
            self.draw_last(c, area)
            return
        if name == "reference":
            area = self.draw_ranks(c, area)
        c.sheet(area, self.say.sheet(name), self.forms[name], self.signs)

    def draw_ranks(self, c: Canvas, area: Rect) -> Rect:
        """Draws ranks from high to low, suits, and notes at the bottom; returns the area between.
        """
        row = top_of(area, self.px("ranks") + c.line)
        strip = split(row, len(RANKS), self.px("loose"), across=True)
        for rank, rect in zip(RANKS, strip, strict=True):
            side = min(rect.w, self.px("rank"))
            self.draw_figures(c, rank, top_of(rect, side))
            words = f"{self.t(f'tricks.letter.{rank}')} · {self.t(f'tricks.rank.{rank}')}"
            c.text(words, trim(rect, top=side), "small", "pale", "center", lines=3)
        suits = Rect(area.x, row.bottom + self.px("tight"), area.w, self.px("suits"))
        places = split(suits, len(SUITS), self.px("margin"), across=True)
        for suit, rect in zip(SUITS, places, strict=True):
            c.cell(rect, self.t(f"tricks.suit.{suit}"), self.signs[suit], "gold")
        low = area.bottom
        for said in self.say.notes():
            low -= c.height_of(said, area.w, "small")
            note = Rect(area.x, low, area.w, area.bottom - low)
            c.paragraph(said, note, "small", "quiet")
        top = suits.bottom + self.px("close")
        return Rect(area.x, top, area.w, low - suits.bottom - self.px("pad"))

    # answering

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """Under the index of a card, as far as the next one leaves it open."""
        width = min(rect.w, after.x - rect.x) if after.x > rect.x else rect.w
        return Rect(rect.x, rect.y + self.part("worth", rect.h), width, c.usual)

    def open_choices(self) -> list[str]:
        """The choices in rows: swap or keep, a kind, or the suit of a led Dragon."""
        held = self.choice.held
        dragon = bool(held) and held[0].card == "DRAGON"
        return self.say.choices(self.choice.legal, self.stage.known()["kind"] is None, dragon)

    def moves_of(self, sprite: Sprite) -> list[str]:
        """The moves that play a card."""
        moves = self.choice.legal if self.stage.known()["kind"] else []
        return [m for m in moves if m == sprite.card or m.startswith(f"{sprite.card} ")]

    def why(self, sprite: Sprite) -> str:
        """Why a card cannot be played now."""
        reason = self.match.why_not(sprite.card or "")
        return self.t(f"why.tricks.{reason}") if reason else self.not_now()

    def target(self, sprite: Sprite) -> str:
        """The row with the first suit, for a Dragon that is led."""
        moves = self.moves_of(sprite)
        return f"choice {moves[0]}" if len(moves) > 1 else ""

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        """The name of a card, and what it would do, or why it cannot be played."""
        told = self.outlook if moves else self.why(sprite)
        return f"{capital(self.say.card(sprite.card))}.\n{told}".rstrip() if sprite.card else told

    def grab(self, sprite: Sprite) -> list[Sprite]:
        """Drags a card without choosing it before it is dropped."""
        return [sprite]

    def claim(self) -> None:
        """Plays out the rest of the hand, card by card, as in any record."""
        hands = len(self.state["results"])
        while len(self.state["results"]) == hands:
            self.choice.play(self.match.legal()[0])

    def task(self) -> str:
        """What to call, name, lead or follow."""
        naming = bool(self.stage.known()["kind"] and self.open_choices())
        return self.say.task(self.stage.known(), self.choice.legal, naming)

    def popup_title(self, name: str) -> str:
        """The title of a popup; score sheets and tricks of an earlier hand name the hand."""
        results = self.state["results"]
        if name == "last" and results and not sum(self.state["tricks_taken"]):
            return self.t("popup.tricks.last.before", at=len(results))
        return super().popup_title(name)


class TaleBoard(BoardOf[TaleState]):
    """Fairy Tale: the viewer's tale as an open book, the others with theirs in small at its right, pack or hand
    below."""

    game = "tale"
    needs = ("table.toml", "theme.toml")
    words = TaleTelling
    say: TaleTelling
    composed = True
    notched = False
    lifts = (0.02, 0.04)
    popups: ClassVar[dict[str, str]] = {"cards": "cards", "points": "stats"}
    plan: TalePlan

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.drafting = True
        self.slots: dict[Sprite, int] = {}  # where a card lies in the book
        self.small_places: dict[Sprite, int] = {}  # and among another's
        self.step: Reveal | None = None  # the cards that all turn up together
        self.turned: set[int] = set()  # the seats that have turned up a card which lies there now
        self.worths: list[list[int]] = []  # what every card on a table counts
        self.worths_before: list[list[int]] = []  # and what it counted before the move being shown
        self.touched: set[int] = set()  # the seats whose cards the move being shown has changed
        self.outlook = NOTHING
        self.works: dict[int, str] = {}  # own cards that the one pointed at works with, and how
        self.cause = ""  # the card that asks for a choice
        self.by = 0  # who laid it
        self.asking: tuple[int, int] | None = None  # the seat and the place of that card
        self.caused: list[Cell] = []  # and what is said of it
        self.valued: Hashable = None  # for what these were worked out
        self.looked: Hashable = None
        self.small_cards = Cards(app, self.game, self.small_face, "small")
        super().__init__(app, match, viewer, seat)

    def small_face(self, card: str) -> Face:
        """A card without words."""
        return self.face(card)._replace(name="", text="", brief="")

    def face(self, card: str) -> Face:
        """A card with its name and what it does; its category and whether it has a condition where
        cards ask for that."""
        look = self.say.face(card)
        color = self.colors.get(look.faction, rgb(THEME["colour"]["gold"]))
        marks = tuple(self.signs[sign] for sign in look.marks) if self.match.options["expert"] else ()
        pattern = [*self.colors, "all"].index(look.faction)
        corner = f"{look.points}×" if look.each else look.points
        return Face(
            corner,
            self.signs[look.faction],
            f"tale/{slug(look.card)}",
            color,
            pattern,
            look.name,
            look.text,
            self.say.short_name(card),
            marks,
            tags=1,
            face_down=card.startswith("down "),
        )

    def cards_of(self, sprite: Sprite) -> Cards:
        """On a table without words."""
        return self.small_cards if sprite.zone == "table" and not self.in_step(sprite) else self.cards

    def placed(self) -> list[Placed]:
        """The cards as the viewer sees them; face-down cards of others show their backs."""
        return self.say.hide(super().placed())

    # a move that is being shown

    def show(self, events: list[Event]) -> None:
        """Plays out what a move caused, one effect after another."""
        self.stage.finish()
        self.touched = set()
        super().show(self.say.staged(events))

    def before_group(self, events: list[Event]) -> None:
        """Gathers the cards that turn up together, and whose cards change."""
        self.touched |= {seat for e in events for seat in (e.seat, e.target_seat) if seat is not None}
        self.step = None if self.example else self.say.reveal(events, self.stage.groups)

    def occasions(self, events: list[Event]) -> list[Occasion]:
        """Also cards that others around them have made worth more, once all lie on their tables; and how all stand
        when a round is over."""
        found = super().occasions(events)
        if self.stage.groups and self.held_up(self.stage.groups[0]):
            rivals = [self.plan.rival_points(number) for number in range(len(self.around()))]
            found.append(Occasion("round", None, 0, (self.parts["points"], *rivals)))
        self.turned |= {e.seat for e in events if e.kind == "up" and e.seat is not None}
        if self.step:
            return found
        turned, self.turned = self.turned, set()
        for seat in sorted(turned):
            for place, amount in self.say.risen(self.stage.seen, seat).items():
                spot = ("table", seat, place)
                lit = tuple(s.rect.copy() for s in self.stage.sprites if s.spot == spot)
                found.append(Occasion("set", seat, amount, lit))
        return found

    def due(self) -> list[list[Event]]:
        """What the scores leave out: the events to come, less the points that have arrived."""
        groups = self.stage.to_come()
        arrived = [
            event._replace(amount=-self.moments.on_way(event.seat))
            for event in {e.seat: e for e in groups[0] if e.kind == "score"}.values()
            if event.seat is not None
        ]
        return [*groups, arrived]

    def points(self) -> list[int]:
        """Every seat's points as they are shown."""
        return [have - self.held_back(seat) for seat, have in enumerate(self.say.points(self.due()))]

    def points_from(self, seat: int, events: list[Event]) -> Rect | None:
        """Points of cards that turn up together start below them."""
        start = super().points_from(seat, events)
        return start.move(0, start.h) if start and self.step else start

    def under_way(self) -> str:
        """That all cards are laid or turned up together."""
        step = self.step if self.stage.groups or self.stage.untold else None
        return self.t(f"tale.{'reveal' if step.up else 'covered'}") if step else ""

    def latest(self) -> str:
        """What all turned up last, until a card is picked from new packs."""
        return "" if self.stage.playing or self.match.over else self.say.turned()

    def score_place(self, seat: int) -> Rect:
        """The seat's points, and its face."""
        number = self.number(seat)
        if number is None:
            return self.parts["points"].union(self.parts["name"]) if seat == self.seat else self.area
        return self.plan.rival_face(number).union(self.plan.rival_name(number))

    def face_place(self, seat: int) -> Rect:
        """Beside the viewer's cards, or at the left of another's."""
        number = self.number(seat)
        return self.parts["face"].copy() if number is None else self.plan.rival_face(number)

    @property
    def sentence(self) -> Rect | None:
        """Over what is held; before it is room for the face of whose card asks for the choice, after it for that of
        whoever gets the pack."""
        place = self.parts.get("ribbon")
        if place and self.passes_on:
            return trim(place, right=place.h * 4 // 3)
        return trim(place, left=place.h * 5 // 8) if place and self.asking else place

    def light_room(self) -> Rect:
        return self.parts["book"]

    def pause_before(self, events: list[Event]) -> str:  # noqa: ARG002
        """Leaves time to read what happens, and most after all have turned up a card."""
        return "reveal" if self.step and self.step.up else "trick_rest"

    def held_up(self, events: list[Event]) -> str:
        """New packs wait until the person has seen how all stand, without motion only where that is chosen."""
        chosen = self.app.session.settings.trick_waits or self.motion.length("pause")
        if not (chosen and self.played_here and self.viewer is not None and self.say.begins_round(events)):
            return ""
        return self.say.round_over([round(score) for score in self.match.scores], self.stage.shown["round"])

    def update(self) -> None:
        """Works out what cards count and promise, once what was moved has been seen."""
        super().update()
        pointed = next(iter(self.choice.held), None) or self.keys.get(self.choice.focus)
        held = pointed is not None and pointed.zone in ("pack", "hand") and not self.stage.playing
        self.works = self.say.works_with(pointed.card or "") if pointed and held else {}
        key = (self.match.key(), self.viewer, self.seat)
        if key != self.valued:
            self.valued, self.worths_before = key, self.worths
            rows = [self.match.breakdown(seat) for seat in range(self.match.seats_count)]
            self.worths = [[row.value for row in found] for found in rows]
            self.worths_before = self.worths_before or self.worths  # the first picture has none before
        if self.stage.playing or key == self.looked:
            return
        self.looked = key
        self.outlook = self.say.outlook()
        asked = self.say.verb(self.match.legal()) in ("flip", "unflip")
        events = self.match.last_events() if asked else []
        self.cause, self.by, self.caused = self.say.cause(events), self.say.causer(events), self.say.caused(events)
        self.asking = self.say.asking(events)

    def changing(self, seat: int) -> bool:
        """Whether the move being shown has changed a seat's cards, and will change them again."""
        to_come = (event for group in self.stage.to_come() for event in group)
        return seat in self.touched and any(seat in (e.seat, e.target_seat) for e in to_come)

    def all_lie(self, seat: int) -> bool:
        """Whether all cards of a seat's table lie at their places, each as it counts."""
        cards = self.stage.of("table", seat)
        return all(sprite.rests(self.motion) and not self.in_step(sprite) for sprite in cards)

    def counts(self, sprites: list[Sprite]) -> str:
        """What cards of a table count together; nothing while they change, and as before until all of them lie."""
        seat = sprites[0].seat or 0
        if self.changing(seat):
            return ""
        fresh = not self.stage.playing or (seat in self.touched and self.all_lie(seat))
        values = dict(enumerate((self.worths if fresh else self.worths_before)[seat]))
        known = [values.get(sprite.place) for sprite in sprites]
        return "" if None in known else signed(sum(value or 0 for value in known))

    @property
    def asks(self) -> bool:
        """Whether a card of the pack or hand is to be chosen."""
        return self.say.verb(self.choice.legal) in ("pick", "play")

    @property
    def passes_on(self) -> bool:
        """Whether the rest of a pack is passed on after the choice that is to be made."""
        return self.drafting and self.choice.live and self.asks and not self.example

    @property
    def turn(self) -> int | None:
        """Whose turn it is to be seen; nobody's while all cards turn up."""
        return None if self.step and self.stage.groups else self.stage.seen.to_act

    def in_step(self, sprite: Sprite) -> bool:
        """Whether a card is one of those that all turn up together now."""
        step = self.step if self.stage.groups else None
        return bool(step) and (sprite.zone, sprite.place) == ("table", step and step.place)

    # where things lie

    def around(self) -> list[int]:
        """The other seats that are drawn: all, or in an example the partner."""
        return [seat for seat in self.others() if not self.example or self.say.mate(seat)]

    def taken(self) -> Iterator[tuple[str, Rect]]:
        """What is held, the cards of the own tale, those of the others, and the own face."""
        plan = self.plan
        yield "hand", plan.parts["low"]
        yield from (("table", plan.cell(slot)) for slot in range(PAGES * ROWS * HALF))
        for number in range(len(self.around())):
            cards = [plan.tile(number, place) for place in range(plan.setting.places)]
            yield "others", cards[0].unionall(cards)
            yield "parts", plan.rival_face(number)
        around = ("face", "points", "ribbon", "seals")
        yield from (("parts", plan.parts[name]) for name in around if name in plan.parts)

    def measure(self) -> TalePlan:
        """The plan of the table as it stands."""
        state = self.stage.known()
        held, pack = (len(self.stage.of(zone, self.seat)) for zone in ("hand", "pack"))
        setting = TaleSetting(
            line=self.app.canvas.usual,
            full=not self.example,
            ended=self.ended,
            others=len(self.around()),
            places=3 * (state["stages"] // 2),
            held=max(held + pack, 0 if self.example or self.ended else self.data["hand"]),
            picks=held + len(self.stage.of("chosen", self.seat)) if self.drafting else 0,
            tray=self.tray,
            step=bool(self.step and self.stage.groups),
        )
        return TalePlan(self, self.area, setting)

    @property
    def parts(self) -> dict[str, Rect]:
        """The parts of the table by name."""
        return self.plan.parts

    def number(self, seat: int) -> int | None:
        """Which of the others' panels is a seat's; None: it has no panel."""
        seats = self.around()
        return seats.index(seat) if seat in seats else None

    def lain(self, seat: int) -> list[Sprite]:
        """The cards on a seat's table by faction, apart from those that turn up now."""
        lying = [sprite for sprite in self.stage.of("table", seat) if not self.in_step(sprite)]
        return self.say.grouped(lying)

    def arrange(self) -> Places:
        """Places the tables of all seats, the viewer's pack, hand and picks; everything else under the
        faces."""
        self.drafting = self.stage.known()["passes"] != 0
        held, chosen = self.stage.of("hand", self.seat), self.stage.of("chosen", self.seat)
        laid = [] if self.drafting or self.ended else chosen
        own = self.say.grouped([*self.lain(self.seat), *laid])
        self.plan = self.measure()
        slots = self.plan.slots(self.say.counts_by_faction(own))
        self.slots = dict(zip(own, slots, strict=True))
        self.small_places = {
            sprite: place for seat in self.around() for place, sprite in enumerate(self.lain(seat))
        }
        places: Places = {sprite: self.lying(sprite) for sprite in self.stage.sprites}
        if self.ended:
            return places
        if self.drafting:
            kept = [*held, *chosen]
            places |= self.fan(kept, self.plan.picks(len(kept)), self.plan.pick_width())
            pack = self.stage.of("pack", self.seat)
            return places | self.fan(pack, self.plan.row(len(pack)), self.plan.width)
        return places | self.fan(held, self.plan.row(len(held)), self.plan.width)

    def lying(self, sprite: Sprite) -> Rect:
        """The place of a card on a table, or of one that turns up; and the face that hides other
        cards."""
        seat = self.seat if sprite.seat is None else sprite.seat
        if self.in_step(sprite):
            count = self.match.seats_count
            return self.plan.revealed((seat - self.seat) % count, count)
        if sprite in self.slots:
            return self.plan.cell(self.slots[sprite])
        number = self.number(seat)
        if sprite in self.small_places and number is not None:
            return self.plan.tile(number, self.small_places[sprite])
        return anchored(*card_size(max(1, self.px("seal"))), center=self.face_place(seat).center)

    def stand_in(self, ghost: Ghost) -> Sprite:
        """The sprite of a ghost: a kept card joins the picks; a turned card is the one on the
        table."""
        if ghost.zone == "chosen" and self.stage.known()["passes"]:
            place = len(self.stage.of("hand", ghost.seat))
            return Sprite(ghost.card, "hand", ghost.seat, place, up=True)
        lying = (s for s in self.stage.of("table", ghost.seat) if s.spot == ghost[1:4])
        return next(lying, None) or super().stand_in(ghost)

    def worth_line(self, c: Canvas, key: str, rect: Rect, after: Rect) -> Rect:  # noqa: ARG002
        """A line across the middle of a card, since there are words at its foot."""
        return anchored(rect.w, c.usual, center=rect.center)

    @property
    def keys(self) -> dict[str, Sprite]:
        """The cards that can be looked at, by their spots: those on the others' tables, and those in own
        rows."""
        keys = {self.key(sprite): sprite for sprite in self.small_places if sprite.rests(self.motion)}
        for name, cards in self.rows().items():
            keys |= {f"{name}{number}": sprite for number, sprite in enumerate(cards)}
        return keys

    @staticmethod
    def key(sprite: Sprite) -> str:
        """The spot of a card on another's table."""
        return f"row{sprite.seat}.{sprite.place}"

    def rows(self) -> dict[str, list[Sprite]]:
        """The viewer's rows of cards by the names of their spots."""
        own = self.stage.of("table", self.seat)
        own = [sprite for sprite in own if not self.in_step(sprite)]
        if self.ended:
            return {"own": own}
        hand = self.stage.of("hand", self.seat)
        if not self.drafting:
            return {"own": own, "hand": hand}
        return {"own": own, "hand": self.stage.of("pack", self.seat), "pick": hand}

    # drawing

    def layout(self, c: Canvas) -> None:
        """Lays out the book, the seats, the rounds, and the cards."""
        self.draw_book(c, self.plan, inlaid=not self.example)
        if not self.example:
            self.draw_free(c)
        for number, seat in enumerate(self.around()):
            self.draw_rival(c, number, seat)
        if not self.example:
            if not self.plan.setting.ended:
                self.draw_seals(c)
            self.draw_own(c)
        self.draw_cards(c)
        if self.asking and self.choice.live and self.banner.w:
            self.draw_asker(c, self.asking[0])
        if self.passes_on and self.banner.w:
            self.draw_passing(c)
        if self.step and self.stage.groups:
            self.draw_step(c, self.step)
        self.draw_moving(c)
        if self.stage.waits and not self.motion.busy:
            self.draw_next(c)
        if self.choice.focus and not self.stage.groups and not self.example:
            self.draw_pointed(c)

    def draw_next(self, c: Canvas) -> None:
        """Draws a button that goes on to the next round, at the right of what is left of the hand."""
        low, words = self.parts["low"], self.t("tale.next_round")
        wide = max(self.px("next_round"), c.width_of(words, face="bold") + c.px("double"))
        place = anchored(min(wide, low.w), c.row_height("setup_row", "pad"), midright=low.midright)
        c.button("next_round", place, words, self.stage.proceed, "play", lit=True)

    def draw_book(self, c: Canvas, plan: TalePlan, inlaid: bool) -> None:
        """Draws the open book. inlaid: straight on the table."""
        place = plan.covers()
        picture = c.art.filled("tale/book", place.size)
        assert picture
        if inlaid:
            c.inlay("tale/book", picture, place)
        else:
            c.blit(picture, place)

    def draw_free(self, c: Canvas) -> None:
        """Draws the free places of the book in faint ink, each with the sign of the faction that it is for."""
        homes = self.plan.homes(self.say.counts_by_faction(self.slots))
        taken = {*self.slots.values()}
        factions = dict[int | None, str](enumerate(FACTIONS[:4]))  # the other places are for any card
        for slot, home in enumerate(homes):
            if slot not in taken:
                rect, faction = self.plan.cell(slot), factions.get(home, "")
                make = partial(self.paint_free, rect.size, faction)
                c.blit(self.art.keep(("free", rect.size, faction), make), rect)
                if faction:
                    c.note(f"free{slot}", rect, self.t("tale.free", faction=self.t(f"tale.trait.{faction}")))

    def paint_free(self, size: Size, faction: str) -> Surface:
        """A free place for a card, in faint ink."""
        found = Surface(size, pygame.SRCALPHA)
        color = self.colors.get(faction, COLOR["ink"])
        frame = found.get_rect().inflate(-self.px("slit"), -self.px("slit"))
        pygame.draw.rect(found, (*color, 255), frame, max(1, self.px("slit")), bend_of(frame.w))
        if faction:
            sign = inked(self.art.picture(self.signs[faction], self.part("free_sign", size[0])), 100)
            found.blit(sign, sign.get_rect(center=frame.center))
        found.set_alpha(255 * self.shares["free"] // 100)
        return found

    def ended_by(self) -> str:
        """That all rounds were played."""
        return self.t("end.by.tale", n=self.match.state()["stages"] // 2)

    def draw_victory(self, c: Canvas, area: Rect) -> None:
        """Draws the tale that has won, told in the open book: each card with what it counts."""
        seat = (self.match.winners or [self.seat])[0]
        nothing = TaleSetting(c.usual, False, True, 0, 0, 0, 0, Rect(0, 0, 0, 0))
        plan = TalePlan(self, area, nothing)
        self.draw_book(c, plan, inlaid=False)
        cards = self.say.grouped(self.stage.of("table", seat))
        slots = plan.slots(self.say.counts_by_faction(cards))
        for sprite, slot in zip(cards, slots, strict=True):
            rect = plan.cell(slot)
            c.blit(self.small_cards.picture(sprite.card, rect.w), rect)
            self.draw_count(c, rect, "" if (sprite.card or "")[:5] == "down " else self.counts([sprite]))

    def draw_count(self, c: Canvas, card: Rect, counts: str) -> None:
        """Writes what a card of the book counts at its foot."""
        if counts:
            foot = foot_of(card, max(self.part("foot", card.h), self.px("count_high"))).move(0, -self.px("tight"))
            c.lettering(counts, foot, "label", "cream", "number")

    def draw_moving(self, c: Canvas) -> None:
        """Draws cards on their way that belong to others, or that nobody sees where they go."""
        for sprite in self.stage.sprites:
            away = sprite.seat != self.seat or sprite.zone in ("deck", "discard")
            if away and not sprite.rests(self.motion) and not self.in_step(sprite):
                self.painter.draw(c, sprite)

    def draw_seals(self, c: Canvas) -> None:
        """Draws a seal for each round, the present one lit, and what it is about."""
        area, side = self.parts["seals"], min(self.px("seal"), self.parts["seals"].h)
        rounds = self.say.rounds(self.stage.shown)
        x = area.x
        for (head, *steps), number in zip(rounds[:-1], ROMAN, strict=False):
            seal = anchored(side, side, midleft=(x, area.centery))
            if head.now:
                c.halo(seal.inflate(-side // 6, -side // 6))
            c.blit(c.art.fitted("tale/seal", seal.size), seal)
            c.text(number, seal, "text", "cream", "center", "title")
            c.note(f"round{number}", seal, "\n".join([head.tip, *(step.tip for step in steps if step.now)]))
            x = seal.right + self.px("hair")
        now = next((step for steps in rounds for step in steps[-2:] if step.now), None)
        if now:
            words = Rect(x + self.px("gap"), area.y, area.right - x - self.px("gap"), area.h)
            words.w = min(words.w, c.width_of(now.words, "text", "bold") + self.px("gap"))
            if c.first_fit([now.words], c.inner(words, "close", "none"), "text"):
                c.slip(now.words, words, "text")
            c.note("phase", words, now.tip)

    def draw_rival(self, c: Canvas, number: int, seat: int) -> None:
        """Draws another seat: face, name, points, and its cards in small."""
        face, name = self.plan.rival_face(number), self.plan.rival_name(number)
        self.seats.portrait(c, seat, face)
        self.draw_lead(c, seat, face)
        piece = "token-red" if self.say.mate(seat) else "token-blue"
        if name.h and c.least_width(self.say.who(seat)) <= name.w - self.px("gap"):
            wide = min(name.w, max(face.w, c.width_of(self.say.who(seat), "text", "title") + self.px("border")))
            name = Rect(name.x, name.y, wide, name.h)
            c.piece(piece, name)
            kind = "title" if c.least_width(self.say.who(seat), "title") <= name.w - self.px("gap") else "text"
            c.text(self.say.who(seat), c.inner(name, "gap", "none"), "text", "cream", "center", kind)
        self.draw_score(c, seat, self.plan.rival_points(number), piece)
        if not self.choice.present:
            self.seats.note(c, seat, face)
        elif c.spot(Spot(f"seat{seat}", face, says=partial(self.seat_spoken, seat), line=OTHERS)):
            c.focus_frame(face)
        for sprite in self.lain(seat):
            if sprite.rests(self.motion):
                if self.asks_now(sprite):
                    c.halo(sprite.rect)
                self.draw_small(c, sprite)

    def draw_lead(self, c: Canvas, seat: int, face: Rect) -> None:
        if seat in self.say.leaders(self.points()):
            self.seats.wreath(c, face)

    def draw_score(self, c: Canvas, seat: int, place: Rect, piece: str) -> None:
        """Draws a seat's points on a token."""
        score = self.say.score(self.points(), seat)
        size = "title" if place.h > 2 * c.usual else "heading"
        wide = max(place.w, c.least_width(score, "title") + self.px("border"))
        token = Rect(place.right - wide, place.y, wide, place.h)
        c.piece(piece, token)
        c.numeral(score, c.inner(token, "margin", "none"), size)

    def draw_small(self, c: Canvas, sprite: Sprite) -> None:
        """Draws a card on another's table, with what it counts."""
        tile, moves = sprite.rect, self.moves_of(sprite)
        self.painter.draw(c, sprite)
        counts = self.counts([sprite]) if (sprite.card or "down ")[:5] != "down " else ""
        foot = foot_of(tile, min(tile.h * 2 // 3, c.tight_line("text")))
        if counts and c.fits(counts, foot):
            c.lettering(counts, foot, "text", "cream", "number")
        if moves:
            c.frame(tile, "gold", "rim", "slit")
            top, _ = self.say.best_of(self.choice.advice, moves) if self.choice.advice else (None, False)
            words = self.say.worth_of(top) if top and self.choice.values else ""
            if c.least_width(words, "number") <= tile.w:
                self.card_row.worth(c, moves, top_of(tile, c.usual))
        take = partial(self.take, sprite)
        says = partial(self.small_spoken, sprite, moves)
        spot = Spot(self.key(sprite), tile, says=says, line=OTHERS)
        if moves:
            spot = spot._replace(accept=take, drop=lambda _: take())
        if self.choice.present and c.spot(spot):
            c.focus_frame(tile)

    def small_spoken(self, sprite: Sprite, moves: list[str]) -> str:
        """A card on another's table, read out."""
        card = self.say.spoken(sprite.card) if sprite.card else self.t("card.hidden")
        row = self.t("read.tale.table", name=self.name(sprite.seat or 0), cards=card)
        return " ".join([row, *self.card_row.worth_spoken(moves)])

    def seat_spoken(self, seat: int) -> str:
        """A seat, read out: who sits there, and what is known of what they hold."""
        points = self.t("speech.said", name=self.say.who(seat), words=self.say.score(self.points(), seat))
        return " ".join([f"{points}.", *(cell.text for cell in self.say.holds(seat))])

    def draw_own(self, c: Canvas) -> None:
        """Draws the viewer's face, name and points, and what the position is worth."""
        face = self.parts["face"]
        self.seats.portrait(c, self.seat, face)
        self.draw_lead(c, self.seat, face)
        self.seats.name(c, self.seat, self.parts["name"])
        self.draw_points(c)
        whole = self.score_place(self.seat)
        if self.choice.present:
            c.spot(Spot(f"seat{self.seat}", whole, says=partial(self.seat_spoken, self.seat), line=HAND))
        else:
            self.seats.note(c, self.seat, whole)
        if self.choice.values and not self.ended:
            advice = self.choice.advice
            c.note("meter", self.parts["meter"], self.t("table.meter.tip"))
            c.meter(self.parts["meter"], self.say.share(advice.worth) if advice else None)

    def draw_points(self, c: Canvas) -> None:
        self.draw_score(c, self.seat, self.parts["points"], "token-red")

    def draw_cards(self, c: Canvas) -> None:
        """Draws the viewer's table, and below it the pack or hand, with the picks beside it in a draft.
        """
        if self.choice.live:
            goal = self.plan.picks(1) if self.drafting else self.parts["book"]
            c.spots.append(Spot("lay", goal, drop=self.drop, nav=False))
        if self.drafting and not self.example and not self.ended:
            self.draw_kept(c)
        for sprite in filter(self.asks_now, self.stage.of("table", self.seat)):
            c.halo(sprite.rect)
        for name, cards in self.rows().items():
            back = name != "own" and self.choice.live and not self.asks  # what is asked for lies in the book
            self.card_row.draw(c, cards, name, dim_all=back, look=True)
        for sprite in self.stage.of("chosen", self.seat) if not self.ended else ():
            self.painter.draw(c, sprite, dim=True)

    def draw_kept(self, c: Canvas) -> None:
        """Says over the kept cards how many they are."""
        kept = [*self.stage.of("hand", self.seat), *self.stage.of("chosen", self.seat)]
        if kept:
            area = kept[0].rect.unionall([sprite.rect for sprite in kept])
            line = Rect(area.x, area.y - c.usual - self.px("tight"), area.w, c.usual)
            words = self.t("tale.picks", n=len(kept), of=self.data["hand"])
            wide = max(line.w, c.width_of(words, "small", "bold") + c.px("margin"))
            whole = Rect(line.right - wide, line.y, wide, line.h)
            if whole.collidelist([sprite.rect for sprite in self.stage.of("pack", self.seat)]) < 0:
                line = whole
            else:
                words = self.t("tale.picks.short", n=len(kept), of=self.data["hand"])
            c.slip(words, line)
            c.note("kept", line, self.t("tale.picks.tip"))

    def shines(self, sprite: Sprite) -> bool:
        """Whether the card that is pointed at works with this one of the viewer's table."""
        return (sprite.zone, sprite.seat) == ("table", self.seat) and sprite.place in self.works

    def draw_on_card(self, c: Canvas, sprite: Sprite, rect: Rect) -> None:
        """Marks a card laid last; tells what one of the viewer's counts, or what it or turning it would bring."""
        rests = sprite.rests(self.motion) and not self.in_step(sprite)
        if rests and self.lately(sprite) and not self.example:
            self.mark_laid(c, sprite, rect)
        if sprite.seat == self.seat and rests and sprite not in self.app.pointer.dragging:
            self.draw_notes(c, sprite, rect)

    def lately(self, sprite: Sprite) -> bool:
        """Whether a card was laid or turned last, or is the last one of a pack that was passed on. Those revealed
        together are marked until others come to the table, or a card is picked from new packs."""
        if sprite.zone == "pack":
            passed = self.stage.of("hand", self.seat)
            return bool(passed) and sprite in self.stage.of("pack", self.seat)[-1:]
        if sprite.zone != "table" or self.ended:
            return False
        if self.asking and not self.stage.playing:
            return self.asks_now(sprite)
        if any(zone == "table" for zone, _, _ in self.stage.last):
            return super().lately(sprite)
        return (sprite.seat, sprite.place) in self.say.newest()

    def asks_now(self, sprite: Sprite) -> bool:
        """Whether a card asks for the choice that is to be made now."""
        lies = (sprite.zone, sprite.seat, sprite.place)
        return bool(self.asking) and not self.stage.playing and lies == ("table", *(self.asking or ()))

    def draw_asker(self, c: Canvas, seat: int) -> None:
        """Draws before the sentence of the table the face of whose card asks for the choice."""
        side = self.banner.h * 5 // 4
        badge = anchored(side, side, center=self.banner.midleft).clamp(self.area)
        self.seats.face(c, seat, badge)
        c.note("asker", badge, self.caused[0].text)

    def draw_passing(self, c: Canvas) -> None:
        """Draws where the rest of the pack goes: an arrow after the sentence of the table to the face of the one who
        gets it, and a card at that seat."""
        side, seat = self.parts["ribbon"].h, self.say.next_seat()
        arrow = anchored(side // 3, side // 3, midleft=self.banner.midright)
        badge = anchored(side, side, midleft=arrow.midright).clamp(self.area)
        c.icon("next", arrow, "coin")
        self.seats.face(c, seat, badge)
        c.note("passing", arrow.union(badge), self.say.pack_way())
        face = self.face_place(seat)
        card = anchored(*card_size(self.part("passed_to", face.w)), midbottom=(face.x, face.centery)).clamp(self.area)
        c.blit(self.cards.picture(None, card.w), card)
        sign = card.w * 4 // 5
        c.icon("next", anchored(sign, sign, center=card.center), "coin")

    def mark_laid(self, c: Canvas, sprite: Sprite, card: Rect) -> None:
        """Marks a card that was laid or turned last with the face of whose it is, a pack with that of who passed
        it on; pointing at it tells what happened. While a card asks for a choice, only that one is marked, larger."""
        side = min(self.px("laid_by"), card.w * (70 if self.asks_now(sprite) else 45) // 100)
        middle, seat = (card.right - side // 3, card.y + side // 3), sprite.seat or 0
        if sprite.zone == "pack":
            middle = (card.right - side // 3, card.y + self.part("passed_by", card.h))
            seat = (seat - self.stage.known()["passes"]) % self.match.seats_count
        badge = anchored(side, side, center=middle)
        self.seats.face(c, seat, badge)
        c.note("badge", badge, self.say.pack_way() if sprite.zone == "pack" else self.last_told())

    def draw_notes(self, c: Canvas, sprite: Sprite, rect: Rect) -> None:
        """Draws on a card of the viewer's what it counts, or what it or turning it would bring."""
        band = Band() if self.stage.playing else self.say.band(sprite)
        if band.asked:
            c.frame(rect, thick="slit", bend="tight")
        shown = band if band.brief else self.note_of(sprite)
        brief = self.works.get(sprite.place, "") if sprite.zone == "table" and not band.asked else ""
        held = sprite.zone != "table"
        pointed = self.keys.get(self.choice.focus) is sprite
        if brief or band.asked or (shown.brief and (pointed or shown.way)):
            self.draw_gain(c, rect, brief or shown.brief, bool(brief) or pointed or band.asked)
        counts = self.counts([sprite]) if sprite.up and not held else ""
        if counts and sprite.card and counts != self.say.points_of(sprite.card):
            self.draw_count(c, rect, counts)

    def draw_gain(self, c: Canvas, card: Rect, words: str, lit: bool) -> None:
        """Draws points that a card would bring at its upper right: on a token where it matters now."""
        wide = min(self.px("gain"), card.w * 55 // 100)
        box = Rect(0, 0, wide, self.px("gain_high") * wide // self.px("gain"))
        box.topright = (card.right - self.px("tight"), card.y + self.px("tight"))
        if lit:
            piece = {"+": "token-green", "−": "token-red"}.get(words[:1], "token-brown")
            c.piece(piece, box)
            c.numeral(words, c.inner(box, "gap", "none"), "heading")
        else:
            c.lettering(words, box, "heading", "cream", "number")

    def brings(self, sprite: Sprite) -> str:
        """What it or turning it would bring."""
        return self.say.band(sprite).text or self.note_of(sprite).text

    def note_of(self, sprite: Sprite) -> Band:
        """What a card that may be chosen would bring."""
        asked = "pack" if self.drafting else "hand"
        free = self.choice.present and not self.stage.playing
        if sprite.zone != asked or not free or not self.asks:
            return Band()
        return self.outlook.notes.get(sprite.card or "", Band())

    def draw_step(self, c: Canvas, step: Reveal) -> None:
        """Draws the cards that all turn up together, with their owners and what they bring."""
        c.layer += 1
        c.shade(self.parts["reveal"])
        c.piece("panel", self.parts["reveal"])
        count = self.match.seats_count
        for sprite in filter(self.in_step, self.stage.sprites):
            seat = sprite.seat or 0
            self.painter.draw(c, sprite)
            over = self.plan.revealer((seat - self.seat) % count, count)
            wide = min(over.w - over.h - self.px("close"), c.width_of(self.name(seat), "text", "bold"))
            head = anchored(over.h + self.px("close") + wide, over.h, center=over.center)
            face, words = split_at(head, head.h, self.px("close"))
            self.seats.face(c, seat, face.inflate(-2, -2))
            c.text(self.name(seat), words, "text", "pale", face="bold")
            if step.up and sprite.rests(self.motion):
                gain = step.gains.get(seat)
                if gain is not None:
                    self.draw_gain(c, self.lying(sprite), difference(gain) if gain else "0", True)

    # what is told of what is pointed at

    def draw_pointed(self, c: Canvas) -> None:
        """Draws what is pointed at: a card on a table large, and on parchment what is to be known of it."""
        pointed, lines = self.keys.get(self.choice.focus), self.told()
        if not lines or self.stage.playing:
            return
        c.layer += 1
        width = self.px("told") * max(c.line, c.usual) // c.usual
        inner = width - self.px("border")
        heights = [c.height_of(line.text, inner, "small") for line in lines]
        sheet = Rect(0, 0, width, sum(heights) + self.px("border"))
        size = (0, 0)
        if pointed and pointed.card and pointed.zone == "table":
            size = card_size(round(self.part("pointed", self.area.h) * RATIO))
        near = pointed.rect if pointed else self.score_place(int(self.choice.focus.removeprefix("seat")))
        whole = (size[0] + (self.px("gap") if size[0] else 0) + sheet.w, max(size[1], sheet.h))
        key = (self.choice.focus, whole, near.topleft, self.area.size, tuple(self.works))
        place = self.once("pointed", key, lambda: self.told_place(whole, near))
        if pointed and size[0]:
            card = Rect(place.topleft, size)
            picture = self.cards.picture((pointed.card or "").removeprefix("down "), size[0])
            c.shade(card)
            c.blit(picture, card)
        sheet.topright = place.topright
        sheet.h = min(sheet.h, place.h)
        with c.parchment(sheet):
            box = c.inner(sheet, "border", "border")
            for line, height in zip(lines, heights, strict=True):
                color = "gold" if line.lit else "pale"
                c.text(line.text, top_of(box, height), "small", color, lines=99, top=True)
                box = trim(box, top=height)

    def told_place(self, size: tuple[int, int], near: Rect) -> Rect:
        """Where what is told of a thing covers least: what it works with never, then what is held."""
        lit = [s.rect for s in self.stage.of("table", self.seat) if s.place in self.works]
        weights = {"pack": 6.0, "hand": 6.0, "table": 2.0}
        lit += [s.rect for s in self.keys.values() if self.moves_of(s) and s.zone == "table"]
        things = [Covered(rect, 20.0) for rect in (*lit, near)]
        shown = [s for s in self.stage.sprites if s in self.slots or s in self.small_places or s.seat == self.seat]
        things += [Covered(s.rect, weights[s.zone]) for s in shown if s.zone in weights]
        faces = [self.score_place(seat) for seat in range(self.match.seats_count)]
        things += [Covered(rect, 2.0) for rect in faces] + [Covered(self.parts["ribbon"], 40.0)]
        return tip_place(size, near, self.px("gap"), self.area, things)

    def told(self) -> list[Cell]:
        """What there is to be known of what has the focus."""
        focus = self.choice.focus
        card = self.keys.get(focus)
        if card:
            held = card.zone in ("pack", "hand") and card.card in self.outlook.notes
            note = self.outlook.notes[card.card or ""].text if held else ""
            asks = self.asking == (card.seat, card.place) and card.zone == "table"
            before = [] if asks or card.seat == self.seat else self.caused
            printed = self.say.long(plain(card.card))[1:] if card.zone == "table" and card.card else []
            lines = [cell for cell in self.say.detail(card) if cell.text not in printed]  # it lies beside them, large
            return [*before, *lines, *([Cell(note, lit=True)] if note else [])]
        if not focus.startswith("seat"):
            return []
        seat = int(focus.removeprefix("seat"))
        if seat == self.seat:
            first, *more = self.say.stands(self.points(), self.outlook)
            return [Cell(first, lit=True), *map(Cell, more)]
        level = plays_like(self.t, self.match, seat)
        return [Cell(f"{about(self.t, self.name(seat))} {level}".strip(), lit=True), *self.say.holds(seat)]

    # answering

    def moves_of(self, sprite: Sprite) -> list[str]:
        """The moves that a card stands for where it lies."""
        choice = self.choice
        held = choice.held[0] if choice.held else None
        return self.say.moves(choice.legal, sprite, held) if choice.live else []

    def why(self, sprite: Sprite) -> str:
        """Why a card stands for no move."""
        return self.say.why(sprite) or self.not_now()

    def about(self, sprite: Sprite, card: str | None) -> str:
        """The full description of a card."""
        told = [cell.text for cell in self.say.detail(sprite)]
        return "\n".join(told) if card else super().about(sprite, card)

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        """The tooltip, if the card has a reason of its own."""
        return "" if moves else self.say.why(sprite)

    def target(self, sprite: Sprite) -> str:
        """In an exchange, the partner's table."""
        spot = self.say.target(self.choice.legal, sprite)
        return f"row{spot.seat}.{spot.place}" if spot else ""

    def take(self, sprite: Sprite) -> None:
        """Handles a press on a partner's card, or a card of the viewer's dropped on it."""
        self.choice.play(self.moves_of(sprite)[0])

    def task(self) -> str:
        """What to do now."""
        return self.say.task(self.choice.legal, bool(self.choice.held), self.cause, self.by)


def fault_of(game: str) -> parts.Fault | None:
    """Why a game cannot be started; None if it can."""
    if game not in BOARDS:
        return parts.fault(game) or parts.Fault(game, "board")
    return parts.fault(game) or next(parts.missing(game, BOARDS[game].needs), None)


def boards_from(base: type[Any]) -> Iterator[type[Board]]:
    """The boards among the classes derived from this one: those that name a game."""
    for derived in base.__subclasses__():
        if "game" in derived.__dict__:
            yield derived
        yield from boards_from(derived)


BOARDS: dict[str, type[Board]] = {
    board.game: board
    for board in sorted(
        (board for board in boards_from(BoardOf) if board.game in GAMES),
        key=lambda board: GAMES[board.game].index,
    )
}

# ---- lessons and puzzles -------------------------------------------------------------------------


class Lessons(Scene):
    """The courses of a game, step by step; finished steps are ticked."""

    ground = PLAIN

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.felt = game
        self.study = LessonStudy(game, app.session.chronicle)
        self.focus = self.study.step.key
        steps = [step for course in courses(game) for step in course.steps]
        self.cards = {step.key: step.cards()[:SHOWN_CARDS] for step in steps}
        self.board = BOARDS[game](app, steps[0].match(), steps[0].seat)

    def layout(self, c: Canvas) -> None:
        """Lays out a column for each course."""
        title = self.t("lessons.title", game=self.t(f"game.{self.felt}.name"))
        area = paper_page(c, title, [self.way_back()])
        progress = self.t("lessons.progress", done=len(self.study.done), of=len(self.study.steps))
        c.text(progress, foot_of(area, c.line), "small", "quiet", "center")
        found = courses(self.felt)
        columns = split(trim(area, bottom=c.line), len(found), c.px("border"), across=True)
        for course, column in zip(found, columns, strict=True):
            self.draw_course(c, course, column)

    def draw_course(self, c: Canvas, course: Course, area: Rect) -> None:
        """Draws a course: its title and its numbered steps."""
        head = top_of(area, c.px("lessons_head"))
        c.text(course.title(self.t), head, "heading", "gold", face="title")
        below = trim(area, top=head.h)
        height = min(c.row_height("list_row", "room"), below.h // len(course.steps) - c.px("gap"))
        rows = rows_in(below, len(course.steps), height, c.px("gap"))
        for number, (step, rect) in enumerate(zip(course.steps, rows, strict=True), 1):
            self.draw_step(c, step, f"{number}. {step.title(self.t)}", rect)
        free = trim(below, top=rows[-1].bottom + c.px("margin") - below.y)
        side = min(free.w, free.h, c.px("round") * 2)
        if side > c.px("round"):
            c.picture(f"{self.felt}/emblem", side, center=free.center)

    def draw_step(self, c: Canvas, step: Step, words: str, rect: Rect) -> None:
        """A step: a green tick if it is done, a coin if it is not, its title, and cards that it is about."""
        done = step.key in self.study.done
        state = self.t("speech.done") if done else ""
        focused = c.spot(Spot(step.key, rect, partial(self.open, step), state=state))
        c.strip(rect, focused)
        inner = c.inner(rect, "gap", "tight")
        mark, line = split_at(inner, inner.h, c.px("gap"))
        c.piece("yes" if done else "coin", mark, "lit" if focused else "")
        side = mark.h // 2
        c.icon("check" if done else "play", anchored(side, side, center=mark.center), "cream" if done else "ink")
        room = trim(line, left=c.width_of(words, "text", "bold") + c.px("margin"))
        if room.w >= 2 * room.h:
            room = trim(room, left=max(0, room.w - SHOWN_CARDS * room.h))
            draw_fan(c, self.board, self.cards[step.key], room, "right")
        c.text(words, line, "text", face="bold")
        if focused:
            c.focus_frame(rect)

    def open(self, step: Step) -> None:
        """Opens a step."""
        self.study.take_up(step)
        self.app.push(StudyScene(self.app, self.study))


class Puzzles(Listing):
    """Picks the puzzles of a game: by theme, by their ratings, from own mistakes, with or without counting."""

    topic = "puzzles"
    ground = PLAIN
    row = "theme_row"
    RANGE: ClassVar[list[int]] = THEME["puzzles"]["range"]

    def __init__(self, app: App, game: str, pick: PuzzlePick, play: Callable[[PuzzlePick], None]) -> None:
        """play: what is done with the pick."""
        super().__init__(app)
        self.felt, self.pick, self.play = game, pick, play
        self.book = PuzzleBook(game, app.session.chronicle)
        self.all = [*pack(game), *MinedPuzzles(game, app.session.chronicle).puzzles]
        self.solved = self.book.attempts.solved()
        self.tasks = {one.task for one in self.all}
        self.themes = ["", *self.named(self.tasks), *self.named({one.theme for one in self.all} - self.tasks)]
        self.focus = "start"
        self.fitting = self.found()
        self.examples = {theme: one for one in reversed(self.all) for theme in (one.task, one.theme)}  # the first
        self.little = LittleTables(app, game)

    def tick(self) -> bool:
        """Draws the table of one theme whose thumbnail is missing."""
        shown = self.themes[self.top : self.top + self.fit]
        return self.little.add({theme: self.examples[theme].match for theme in shown if theme in self.examples})

    def found(self) -> dict[str, list[Puzzle]]:
        """The puzzles of each task and motif that fit the rest of the pick; all of them under no theme."""
        rest = self.pick._replace(theme="")
        found: dict[str, list[Puzzle]] = {theme: [] for theme in self.themes}
        for one in self.all:
            if rest.wants(one, self.book.rating(one)):
                for theme in {"", one.task, one.theme}:
                    found[theme].append(one)
        return found

    def named(self, themes: Iterable[str]) -> list[str]:
        """Some themes in the order of their names."""
        return sorted(themes, key=lambda theme: theme_text(self.t, theme, "name"))

    def change(self, pick: PuzzlePick) -> None:
        """Takes another pick."""
        self.pick = pick
        self.fitting = self.found()
        self.app.sound.play("move")

    def count(self) -> int:
        """The number of themes, any of them among them."""
        return len(self.themes)

    def buttons(self) -> list[Button]:
        """The way to the puzzles, and back."""
        return [self.offer("start", "play", self.start)._replace(lit=True), self.way_back()]

    def halves(self, c: Canvas) -> tuple[Rect, Rect]:
        """The places of the themes, and of all else that is picked."""
        area = on_paper(c, self.buttons())
        return split_at(area, area.w * THEME["puzzles"]["themes"] // 100, c.px("border"))

    def list_area(self, c: Canvas) -> Rect:
        """The left half."""
        return self.halves(c)[0]

    def layout(self, c: Canvas) -> None:
        """Lays out the themes at the left and the rest at the right."""
        paper_page(c, self.t("puzzles.title", game=self.t(f"game.{self.felt}.name")), self.buttons())
        self.draw_rows(c, self.draw_theme)
        self.draw_choices(c, self.halves(c)[1])

    def draw_theme(self, c: Canvas, number: int, rect: Rect) -> None:
        """A theme: the table of one of its puzzles, its name, and how many of them are solved."""
        theme = self.themes[number]
        found = self.fitting[theme]
        chosen = theme == self.pick.theme
        state = self.t("speech.chosen") if chosen else ""
        focused = c.spot(Spot(f"row{number}", rect, partial(self.choose, theme), state=state))
        c.strip(rect, chosen)
        inner = c.inner(rect, "margin", "gap")
        inner = self.little.draw(c, theme, inner)
        done = sum(one.id in self.solved for one in found)
        told = self.t("puzzles.solved", done=done, of=len(found))
        width = c.width_of(told, "small") + c.px("close")
        c.text(told, trim(inner, left=inner.w - width), "small", "quiet", "right")
        words = theme_text(self.t, theme, "name") if theme else self.t("puzzles.any_theme")
        words = self.t("puzzles.task", name=words) if theme in self.tasks else words
        c.text(words, trim(inner, right=width), "text", face="bold", lines=2)
        if focused:
            c.focus_frame(rect)

    def draw_choices(self, c: Canvas, area: Rect) -> None:
        """The range of ratings, whose puzzles, whether they count; below them the person's rating."""
        pick, t = self.pick, self.t
        foot = foot_of(area, c.line * 2)
        c.text(rating_text(self.book.skill, t), foot, "text", "quiet", "center", lines=2)
        height = c.row_height("setup_row", "pad")
        places = rows_in(trim(area, bottom=foot.h), 4, min(height, (area.h - foot.h) // 4 - c.px("gap")), c.px("gap"))
        for end, place in zip(("low", "high"), places, strict=False):
            limit = getattr(pick, end)
            value = str(limit) if limit in self.RANGE else t("puzzles.any_rating")
            c.choice(end, place, t(f"puzzles.{end}"), value, partial(self.limit, end), t.tip(f"puzzles.{end}"))
        for flag, place in zip(("mine", "rated"), places[2:], strict=True):
            on = getattr(pick, flag)
            words, tip = t("word.on" if on else "word.off"), t.tip(f"puzzles.{flag}")
            c.choice(flag, place, t(f"puzzles.{flag}"), words, partial(self.turn, flag), tip, on=on)
        chart = trim(area, top=places[-1].bottom - area.y + c.px("margin"), bottom=foot.h)
        if c.height_of(t("puzzles.chart"), chart.w, "small") == c.tight_line("small") and chart.h > 6 * c.line:
            c.text(t("puzzles.chart"), top_of(chart, c.line), "small", "quiet", "center")
        self.draw_ratings(c, trim(chart, top=c.line + c.px("close")))

    def draw_ratings(self, c: Canvas, area: Rect) -> None:
        """How many puzzles of the theme have which rating, in steps of a hundred: those within the range in gold.
        The person's own rating is marked below."""
        line = c.tight_usual("small")
        beds = trim(area, bottom=line)
        if beds.h < 2 * line:
            return
        first, last = self.RANGE[0] // BIN - 1, self.RANGE[-1] // BIN

        def bin_of(rating: float) -> int:
            return max(first, min(int(rating) // BIN, last))

        any_rating = self.pick._replace(low=ANY_PUZZLE.low, high=ANY_PUZZLE.high)
        ratings = [self.book.rating(one) for one in self.all if any_rating.wants(one, self.book.rating(one))]
        counts = Counter(map(bin_of, ratings))
        most = max(counts.values(), default=1)
        bins = range(first, last + 1)
        for step, place in zip(bins, split(beds, len(bins), c.px("tight"), across=True), strict=True):
            inside = self.pick.low < (step + 1) * BIN and step * BIN < self.pick.high
            bar = foot_of(place, place.h * counts[step] // most)
            if counts[step]:
                c.piece("brass" if inside else "well", bar)
            if step % 2 == 0:
                tick = Rect(place.x, beds.bottom, 2 * place.w, line)
                if tick.right <= area.right:
                    c.text(str(step * BIN), tick, "small", "quiet")
            if step == bin_of(self.book.skill.value):
                c.icon("star-full", anchored(place.w, place.w, midbottom=place.midbottom), "heading")

    def choose(self, theme: str) -> None:
        """Picks a theme; picked already, its puzzles begin."""
        if theme == self.pick.theme:
            self.start()
            return
        self.change(self.pick._replace(theme=theme))

    def limit(self, end: str, step: int) -> None:
        """Moves an end of the range of ratings; the other one gives way."""
        free = getattr(ANY_PUZZLE, end)
        values = sorted({free, *self.RANGE})
        at = values[(values.index(getattr(self.pick, end)) + step) % len(values)]
        low, high = (at, max(at, self.pick.high)) if end == "low" else (min(at, self.pick.low), at)
        self.change(self.pick._replace(low=low, high=high))

    def turn(self, flag: str, step: int) -> None:  # noqa: ARG002
        """Turns a switch."""
        pick = self.pick
        self.change(pick._replace(mine=not pick.mine) if flag == "mine" else pick._replace(rated=not pick.rated))

    def start(self) -> None:
        """Opens the puzzles, if there are any."""
        if self.fitting[self.pick.theme]:
            self.play(self.pick)
        else:
            self.app.notice(self.t("puzzles.none"), "error")


class StudyScene(TableScene):
    """A table with a task: a step of a lesson, or a puzzle."""

    live: StudyMatch
    guides = False
    flat_tray = True
    topic = "study"

    def __init__(self, app: App, study: Study) -> None:
        self.study = study
        live = StudyMatch(study, app.session.settings, app.motion, app.session.judge)
        super().__init__(app, study.question.match, live)
        self.board.studied = not study.helps
        self.labelled = False
        self.talk.quiet = True
        self.board.seat = study.question.seat
        self.board.stage.reset()
        self.next_at = 0.0  # when the next comparison is shown
        self.grader: Grader | None = None  # of a lesson's match that has ended
        self.section = 0  # of the words, that is shown, in large letters

    def play(self, move: str) -> None:
        """Plays a move and learns whether it was right."""
        self.ended = True  # no result is shown over it
        asked = self.live.mine or bool(self.live.pending)
        unanswered = self.study.question.stand == "asked"
        count = len(self.match.moves)
        super().play(move)
        if len(self.match.moves) == count:
            return
        self.study.moved(move, asked)
        self.section = 0
        if self.study.question.stand != "asked":
            self.live.coach.forget()
        self.focus = next_way(self.study)
        if unanswered and self.focus:
            self.app.sound.play("win" if self.study.question.stand == "right" else "error")

    def tick(self) -> bool:
        """Also compares what decided a match, one pair after another."""
        changed = super().tick()
        study = self.study
        if isinstance(study, LessonStudy) and study.played_out:
            changed = self.find_costliest(study) or changed
        moves = changed or self.app.motion.busy
        if not isinstance(study, LessonStudy) or not study.played_out or moves:
            return changed
        pairs, shown = self.board.say.comparisons(), len(study.compared)
        if shown == len(pairs) or self.app.motion.now < self.next_at:
            return changed
        study.compared.append(pairs[shown])
        self.next_at = self.app.motion.now + self.app.motion.length("compare")
        return True

    def find_costliest(self, study: LessonStudy) -> bool:
        """Looks for the costliest move of a lesson's match. Returns whether it is found now."""
        if self.grader is None:
            self.grader = self.app.session.grader_of(self.match, [study.question.seat])
        if study.costly[0] or not self.grader.knows(study.question.seat):
            return False
        study.costly = costliest(self.grader, study.question.seat, self.board.say)
        return study.costly[0] > 0

    def file(self) -> None:
        """Saves nothing: a study is no match."""

    def keep(self) -> None:
        """Saves nothing: a study is no match."""

    def close(self) -> None:
        """Stops what is being computed, and lets go of the study."""
        super().close()
        self.study.leave()

    def told(self, c: Canvas, full: bool) -> list[str]:
        """Also the text of the step or the task, and the answer."""
        said = [one.text for one in self.study.said(self.t, self.board.say)]
        found = super().told(c, full)
        if self.study.question.stand == "asked":
            return [self.study.label(self.t), *said, *found]
        again = " ".join(said).lower()  # a text may begin with the move and how it was
        return [self.study.label(self.t), *(one for one in found if one.lower() not in again), *said]

    def opening(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What lies on the table."""
        return self.board.reading()

    def here(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """The step or puzzle, its task or how it was answered, and all else that it tells."""
        told = [one.text for one in self.study.said(self.t, self.board.say)]
        asked = [self.study.task(self.t)] if self.study.question.stand == "asked" else []
        return [*dict.fromkeys([self.study.label(self.t), *asked, self.status(), *told])]

    @property
    def others_think(self) -> bool:
        """Not once the task is answered."""
        return self.study.question.stand == "asked" and super().others_think

    def status(self) -> str:
        """The result once the task is answered; before that as at every table."""
        return super().status() if self.study.question.stand == "asked" else self.study.head(self.t)

    def at_stake(self) -> str:
        """Asks before a lesson's game in progress is lost."""
        return self.t("study.sure") if self.study.begun else ""

    def press(self, key: str) -> None:
        """Does what one of the study's buttons says, and asks first if that costs something."""
        if key == "look" and isinstance(self.study, LessonStudy):
            open_review(self.app, self.match, self.study.costly[0])
            return
        if key == "pick" and isinstance(self.study, PuzzleStudy):
            self.app.push(Puzzles(self.app, self.match.game, self.study.pick, self.choose))
            return
        words = self.study.warning(key, self.t)
        if words:
            self.app.push(Ask(self.app, words, partial(self.go, key)))
        else:
            self.app.put_away(partial(self.go, key))

    def go(self, key: str) -> None:
        """Sets the table for what comes next, or leaves if nothing does."""
        if self.study.press(key):
            self.set_up()
        else:
            self.app.pop()

    def choose(self, pick: PuzzlePick) -> None:
        """Goes on with other puzzles, picked on the page that lies on this one."""
        assert isinstance(self.study, PuzzleStudy)
        self.study.choose(pick)
        self.app.pop()
        self.set_up()

    def set_up(self) -> None:
        """Sets the table for what the study asks now."""
        scene = StudyScene(self.app, self.study)
        if self.app.input.device == "mouse" or not self.study.waits:
            scene.focus = self.focus
        self.app.replace(scene)

    def back(self) -> None:
        """Drops a held card, hears the coach, or leaves."""
        if self.held:
            self.put_back()
        elif self.live.coach.spoken:
            self.live.coach.heard()
        else:
            self.app.put_away(self.app.pop)

    def act(self, action: Action) -> bool:
        """Handles help and the keys that go on and back, but not the table's other keys."""
        key = {"earlier": "previous", "later": "next"}.get(action.name)
        if key in [way.key for way in self.study.ways()]:
            self.press(str(key))
            return True
        return action.name in (*self.study.helps, *ALWAYS) and super().act(action)

    def tools(self) -> list[Button]:
        """The help that the study allows, and the sheet of the cards."""
        keys = (*self.study.helps, *SHEETS)
        return [tool for tool in super().tools() if tool.key in keys]

    def coins(self) -> list[Button]:
        """The help that the study allows, and the way out."""
        rules = Button("rules", self.t("table.rules"), "help", self.rules, "help")
        leave = Button("menu", self.t("word.back"), "back", self.back, "back", tip=self.t("word.back.tip"))
        return [*self.tools(), rules, leave]

    def ways(self) -> list[Button]:
        """The buttons to go on and back."""
        return [
            self.offer(key, icon, partial(self.press, key))._replace(lit=lit)
            for key, icon, lit in self.study.ways()
        ]

    def place_tray(self, c: Canvas) -> None:
        """Places the tray beside the buttons to go on and back, which stay where they are however many coins
        there are."""
        room, ways = self.body(c), self.ways_place(c)
        room = trim(room, right=room.right - ways.x) if c.narrow else trim(room, bottom=ways.h + c.px("pad") // 2)
        self.tray.place(c, room, self.commands, self.labelled, self.column(c).w)

    def layout(self, c: Canvas) -> None:
        """Lays out the table, with a golden frame around what the words speak of."""
        super().layout(c)
        lights = () if self.board.stage.groups else self.study.lights()
        for rect in filter(None, (self.board.sight(*light) for light in lights)):
            around = rect.inflate(c.px("gap"), c.px("gap")).clip(self.board.area)
            self.board.point_out(c, around, "gilt")

    def log_width(self, c: Canvas) -> int:
        """The width of the column of words."""
        letters = self.app.session.settings.text_size
        return max(c.px("study_side"), c.px("side_text") * letters // 100)

    def column(self, c: Canvas) -> Rect:
        """What the study says and the buttons under it: a column at the right, or a strip at the top."""
        body = self.body(c)
        if c.narrow:
            return top_of(body, c.px("study_strip"))
        return c.inner(trim(body, left=body.w - self.log_width(c) - c.px("pad")), "close", "pad")

    def ways_place(self, c: Canvas) -> Rect:
        """Where the buttons are: the foot of that column, or the end of that strip."""
        if c.narrow:
            end = trim(self.column(c), left=self.column(c).w - c.px("study_ways") - c.px("close"))
            return c.inner(trim(end, right=c.px("close")), "none", "gap")
        return foot_of(self.column(c), (c.row_height("tool", "loose") + c.px("close")) * MOST_WAYS)

    def column_parts(self, c: Canvas) -> tuple[Rect, list[Rect]]:
        """The place of the words in that column, and those of the buttons."""
        column, count, gap = self.column(c), len(self.study.ways()), c.px("close")
        if c.narrow:
            words = trim(column, right=column.right - self.tray.rect.x + gap)
            rows = split(self.ways_place(c), max(FEW_WAYS, count), gap)
        else:
            words = trim(column, bottom=column.bottom - self.tray.rect.y + gap)
            rows = split(trim(self.ways_place(c), top=gap), MOST_WAYS, gap)
        return words, rows[len(rows) - count :]

    def rest(self, c: Canvas) -> Rect:
        """What the words leave for the table, with room for the frame of a button that has the focus."""
        body, column = self.body(c), self.column(c)
        if c.narrow:
            return trim(body, top=column.bottom - body.y)
        return trim(body, right=body.right - column.x + c.focus_reach())

    def board_area(self, c: Canvas, body: Rect) -> Rect:
        """All of that, below the sentence where the board does not place it."""
        if self.board.composed:
            return body
        strip = trim(body, top=c.px("ribbon_high") + c.px("gap"))
        return strip if c.narrow else self.sides(c, body).board

    def sides(self, c: Canvas, body: Rect) -> Sides:
        """The board takes what the words leave."""
        seats, board = super().sides(c, body)
        board.w = body.right - board.x - c.px("close")
        return Sides(seats, board)

    def sentence_place(self, c: Canvas) -> Rect:
        """Over the board."""
        rest = self.rest(c)
        room = c.inner(top_of(rest, c.px("ribbon_high") + c.px("gap")), "border", "close")
        place = anchored(min(room.w, c.px("sentence")), room.h, center=room.center)
        return self.board.sentence or place

    def found_for_coach(self, c: Canvas) -> CoachBox:
        """In place of the words, where they stand beside the table."""
        return super().found_for_coach(c) if c.narrow else box_in(c, self.column_parts(c)[0], across=False)

    def draw_wide(self, c: Canvas, body: Rect) -> None:  # noqa: ARG002
        """Seats at the left of the board."""
        super().draw_wide(c, self.rest(c))

    def draw_narrow(self, c: Canvas, body: Rect) -> None:
        """No seats: the strip takes their room."""

    def draw_tray(self, c: Canvas) -> None:
        """Also draws the words, and the buttons to go on and back."""
        super().draw_tray(c)
        words, rows = self.column_parts(c)
        for way, rect in zip(self.ways(), rows, strict=True):
            c.button(way.key, rect, way.label, way.accept, way.icon, lit=way.lit, tip=way.tip)
        if not self.live.coach.spoken or c.narrow:
            self.draw_said(c, words)

    def draw_said(self, c: Canvas, area: Rect) -> None:
        """Draws the text of the step or task, and the result of the answer."""
        inner = c.inner(area, "border", "margin" if c.narrow else "border")
        head = top_of(inner, c.tight_line("small"))
        gap = c.px("close" if c.narrow else "pad")
        room = trim(inner, top=head.h + c.px("close"))
        label = self.study.label(self.t)
        told = [one for one in self.study.said(self.t, self.board.say) if one.text != label]
        foot = c.row_height("tool", "loose")
        page, turn = trim(room, bottom=foot + c.px("close")), foot_of(inner, foot)
        beside, right = split(top_of(inner, foot), 2, c.px("gap"), across=True)
        if c.narrow:  # the strip is low: the button lies beside the label
            page, turn = trim(inner, top=foot + c.px("close")), right
        sections = c.sections(told, room, gap, page)
        headed = sum(map(len, sections)) >= len(told)
        if not headed:  # what is said is worth more
            turn = foot_of(inner, foot)
            sections = c.sections(told, inner, gap, trim(inner, bottom=foot + c.px("close")))
        elif c.narrow and len(sections) > 1:
            head = beside
        at = self.section % len(sections)
        with c.parchment(area, "parchment"):
            if headed:
                c.text(label, head, "small", "quiet", face="bold")
            c.paragraphs(sections[at])
        if len(sections) > 1:
            words = self.t("study.section", at=at + 1, of=len(sections))
            c.button("section", turn, words, self.turn_section, "next", tip=self.t("study.section.tip"))

    def turn_section(self) -> None:
        """Shows the next section of the words; after the last, the first."""
        self.section += 1
        self.app.sound.play("flip")


# ---- the end of a match --------------------------------------------------------------------------


class CountParts(NamedTuple):
    """The parts of the final count, beside the table and above it."""

    sign: Rect  # a picture of what is counted
    title: Rect
    under: Rect
    rows: list[Rect]  # of the seats
    rest: Rect


class ResultParts(NamedTuple):
    """The parts of the result of a match."""

    banner: Rect  # the room for the ribbon that says who has won
    why: Rect  # what decided it, in a sentence
    costly: Rect  # the costliest move, in a line
    deal: Rect  # what the deal was worth, in a line
    middle: Rect  # that itself, large
    side: Rect  # what else there is to say, and what was found; 0 wide if nothing is
    seats: list[Rect]  # the faces and what they have
    go: Rect  # the gold button


class EndScene(Scene):
    """The end of a match: counted out on the table; then what decided it, large, who has won, and what to
    do next."""

    idle = False
    topic = "end"

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app)
        self.table = table
        self.match = table.match
        self.board = table.board
        self.felt = self.match.game
        self.panel = Rect(0, 0, 1, 1)
        self.head = Rect(0, 0, 1, 1)  # above the table and the panel
        self.tray = Tray()
        self.commands: list[Button] = []  # of the tray
        humans = table.live.humans
        self.result = result(self.match, humans)
        daily = "daily" in self.match.extra and len(humans) == 1
        self.daily = DailyResult(app.session, self.match, humans[0]) if daily else None
        self.grader = app.session.grader_of(self.match, humans) if len(humans) == 1 else None
        self.costly = (0, "")  # the number of the costliest move, and the line about it
        self.luck = app.session.weighing.of(self.match)
        self.kept: float | None = None  # the part of the chance that the person's moves kept
        self.focus = self.next_button().key
        count = THEME["finale"]["embers"] if self.result == "won" and humans else 0
        chance = random.Random()
        self.sparks = [
            (chance.random(), chance.random(), chance.uniform(0.4, 1)) for _ in range(count)
        ]
        joyful = bool(self.sparks) and not app.motion.calm
        self.finale = Finale(self.board.say.final_count(), app.motion, joyful)
        self.farewell = table.talk.farewell(self.t)
        self.deaf_until = self.finale.stands_at + THEME["finale"]["pause"]  # to the accepting key
        self.heard = 0  # of the steps and the verdict, those whose sound was played
        self.prepared = 0  # of the large pictures of the result, those that were painted
        self.carried: dict[str, float] = {}  # new treasures, and when each is carried to the hoard
        if table.counted:
            self.interrupt()
            self.heard = len(self.finale.steps) + 1

    @property
    def still(self) -> bool:
        """Whether things are lit where they lie and nothing travels."""
        return self.app.motion.calm

    def tick(self) -> bool:
        """Goes on with the count and the embers; the moves are judged, and Dragon plays the deal."""
        changed = self.table.live.attend()
        if self.daily:
            changed = self.daily.tick() or changed
        changed = self.look_at_grades() or changed
        self.sound_out()
        motion = self.app.motion
        if self.finale.moves or self.carrying is not None:
            motion.hold(motion.now + 20)
            return True
        news, counted = self.app.session.news, self.table.counted
        self.app.session.work_on(calm=False)
        self.table.counted = True
        return changed or news != self.app.session.news or not counted

    def look_at_grades(self) -> bool:
        """Notes what follows from the grades of the person's moves. Returns whether all of them are known now."""
        if not (self.grader and self.grader.knows(self.board.seat)):
            return False
        self.costly = costliest(self.grader, self.board.seat, self.board.say)
        self.kept = kept_by(self.match.game, self.grader.grades, self.board.seat)
        self.grader = None
        return True

    @property
    def account(self) -> Account | None:
        """How the result came about, as far as it is known; None if nobody finds out."""
        return self.luck.account(self.kept) if self.luck else None

    def sound_out(self) -> None:
        """Plays the sound of a step that has begun, or of the verdict."""
        now = self.finale.shown + self.finale.decided
        if now > self.heard:
            verdict = "lose" if self.result == "lost" else "win"
            self.app.sound.play(verdict if self.finale.decided else "score")
            self.heard = now

    def take(self, action: Action) -> bool:
        """Any key or press brings the result. A key that is held, or pressed again at once, goes no
        further: nobody has seen the result yet."""
        if action.name in ("point", "release", "let go", ""):
            return False
        now = self.app.motion.now
        if self.finale.stands:
            held = action.name == "accept" and now < self.deaf_until
            self.deaf_until = max(self.deaf_until, now + THEME["finale"]["repeat"]) if held else 0.0
            return held
        self.finale.skip()
        self.deaf_until = now + THEME["finale"]["pause"]
        return True

    def interrupt(self) -> None:
        """Ends the count, the embers and the way of a treasure."""
        self.finale.skip()
        self.finale.skip()
        self.carried = dict.fromkeys(self.table.found, -math.inf)

    def receive(self, found: list[str], match: Match) -> bool:  # noqa: ARG002
        """Passes new treasures on to the table."""
        return match is self.match

    def update(self) -> None:
        """Updates the table, which tells no more than is counted, and sends new treasures to the
        hoard once the result stands."""
        self.table.update()
        self.board.uncounted = self.finale.uncounted(self.still)
        self.board.struck = self.finale.struck
        if self.finale.stands:
            for one in self.table.found:
                if one not in self.carried:
                    after = max(self.carried.values(), default=-math.inf)
                    after += self.app.motion.length("carry_next")
                    self.carried[one] = max(after, self.app.motion.now)

    @property
    def carrying(self) -> float | None:
        """How far the last new treasure is on its way to the hoard, 0 .. 1; None if none is."""
        shares = [self.way(one) for one in self.carried]
        return min(shares) if shares and min(shares) < 1 else None

    def way(self, treasure: str) -> float:
        """How far a new treasure is on its way to the hoard, 0 .. 1."""
        length = self.app.motion.length("carry")
        if self.still or not length:
            return 1.0
        return max(0.0, min(1.0, (self.app.motion.now - self.carried[treasure]) / length))

    # drawing

    def place(self, c: Canvas) -> None:
        """Places the board at the left of what is counted, below its name; and the coins of the result."""
        share = THEME["finale"]["narrow" if c.narrow else "wide"]
        body = c.inner(c.area, "double", "double")
        self.head = top_of(body, body.h * THEME["finale"]["head"] // 100)
        body = trim(body, top=self.head.h + c.px("gap"))
        self.panel = trim(body, left=body.w * (100 - share) // 100)
        self.board.tray = Rect(0, 0, 0, 0)
        self.board.ended = True
        self.board.place(c, trim(body, right=self.panel.w + c.px("margin")))
        self.commands = self.coins()
        self.tray.place(c, c.area, self.commands, named=True)
        if not self.finale.stands:
            self.prepare(c)

    def prepare(self, c: Canvas) -> None:
        """Paints one of the large pictures of the result, while it is counted: all of them at once
        would take long."""
        parts = self.result_parts(c)
        works: list[Callable[[], object]] = [
            partial(c.width_of, self.table.words.outcome(), "hero", "title"),
        ]
        for seat, cell in zip(self.standing_order(), parts.seats, strict=True):
            mood: Mood = "pleased" if seat in self.match.winners else "stung"
            works.append(partial(c.face_of, self.match.seats, seat, self.face_side(c, cell), self.match.game, mood))
        for work in works[self.prepared : self.prepared + 1]:
            work()
            self.prepared += 1

    def layout(self, c: Canvas) -> None:
        """Lays out the table with what is counted there, later the result; and the embers."""
        if self.finale.stands:
            self.draw_result(c, self.result_parts(c))
        else:
            self.board.layout(c)
            self.draw_counted(c)
            c.layer += 1
            for part in (self.head, self.panel):
                c.panel(part)
            parts = self.parts(c)
            self.draw_seats(c, parts.rows)
            self.draw_count(c, parts)
        self.draw_embers(c)

    def draw_counted(self, c: Canvas) -> None:
        """Lights what the present step counts; while it is counted, all else is dimmed."""
        step, area = self.finale.step, self.board.area
        places = {place: self.board.compared(place) for place in step.places} if step else {}
        if not self.finale.decided:
            lit = [rect.clip(area) for rects in places.values() for rect in rects]
            veil = c.veil(area.size, THEME["finale"]["veil"])
            c.paint(lambda surface: moment_picture.dim_around(surface, veil, area, lit))
        for (_, seat, _), rects in places.items():
            for rect in rects[:1]:
                around = rect.inflate(c.px("gap"), c.px("gap")).clip(area)
                c.frame(around, "coin" if seat == self.board.seat else "rival", "tight")

    def draw_chips(self, c: Canvas, rows: list[Rect]) -> None:
        """Draws what each place brings on its way to its seat's sum; with reduced motion, where it
        lies."""
        step = self.finale.step
        if step is None or self.finale.decided:
            return
        share = 0.0 if self.still else self.finale.part
        at = dict(zip(self.seats(), rows, strict=True))
        for words, (zone, seat, place) in zip(step.found, step.places, strict=False):
            lies = self.board.sight(zone, seat, place)
            if words and lies and share < 1:
                self.draw_chip(c, words, lies.clip(self.board.area), at.get(seat or 0, lies), share)

    def draw_chip(self, c: Canvas, words: str, start: Rect, end: Rect, share: float) -> None:
        """Draws what a place brings: there at first, at the end of a seat's row at last."""
        width = c.width_of(words, "heading", "number") + c.px("margin")
        high = c.type_px("heading") + c.px("gap")
        roomy = start.h > 3 * high
        chip = anchored(width, high, midbottom=start.midbottom).move(0, 0 if roomy else high)
        chip.clamp_ip(self.board.area)
        goal = anchored(width, high, midright=end.midright)
        chip.move_ip((goal.x - chip.x) * share, (goal.y - chip.y) * share)
        c.layer += 1
        c.panel(chip, "night", "gold")
        c.text(words, chip, "heading", "gold", "center", "number")

    def parts(self, c: Canvas) -> CountParts:
        """The parts of the count: in the head its name with a picture; below it the seats and the rest."""
        sign, words = split_at(c.inner(self.head, "border", "margin"), self.head.h - c.px("margin"), c.px("wide"))
        title, under = stacked(words, [c.tight_line("hero"), c.line], c.px("gap"))
        down = (words.bottom - under.bottom) // 2
        inner = c.inner(self.panel, "border", "margin")
        rows, rest = self.seats_and_rest(c, inner, self.row_height(c, inner.h))
        return CountParts(sign, title.move(0, down), under.move(0, down), rows, rest)

    def row_height(self, c: Canvas, high: int) -> int:
        """The height of a seat's row, where all are so high."""
        room: int = high * THEME["finale"]["seats"] // 100
        return max(2 * c.tight_line("text"), min(c.px("end_seat"), room // len(self.match.seats) - c.px("gap")))

    def seats_and_rest(self, c: Canvas, area: Rect, row: int) -> tuple[list[Rect], Rect]:
        """The rows of the seats, and what is left below them."""
        rows = rows_in(area, len(self.match.seats), row, c.px("gap"))
        return rows, trim(area, top=rows[-1].bottom + c.px("gap") - area.y)

    def draw_count(self, c: Canvas, parts: CountParts) -> None:
        """Draws what is counted now, and what has been."""
        step = self.finale.step
        if step is None:
            return
        picture = self.board.signs[step.sign] if step.sign else f"{self.felt}/emblem"
        c.picture(picture, parts.sign.h, center=parts.sign.center)
        lines = 1 if c.width_of(step.words, "heading", "title") <= parts.title.w else 2
        c.text(step.words, parts.title, "title", "gold", face="title", lines=lines)
        c.text(self.t("end.count"), parts.under, "text", "quiet", top=True)
        self.draw_ledger(c, parts.rest)
        self.draw_chips(c, parts.rows)

    def draw_ledger(self, c: Canvas, area: Rect) -> None:
        """Draws what has been counted so far, and what it brought each seat; the latest first, and
        what has no room of its own together."""
        entries, seats = self.finale.ledger()[::-1], self.seats()
        height = max(c.tight_line("small"), min(c.px("end_line"), area.h // (len(self.finale.steps) + 1)))
        room = area.h // height - 1
        if not entries or room < 1:
            return
        if len(entries) > room and not self.finale.steps[-1].pair:
            sums = map(sum, zip(*(one.amounts for one in entries[room - 1 :]), strict=True))
            entries[room - 1 :] = [Entry(self.t("end.rest"), "", tuple(sums))]
        amounts = [self.board.say.amount(amount) for one in entries for amount in one.amounts]
        widest = max(amounts, key=len)
        width = max(c.width_of(widest, "text", "number") + c.px("margin"), height + c.px("close"))  # of a face
        width = min(width, area.w * 2 // 3 // len(seats))
        roomy = c.width_of(widest, "text", "number") + c.px("gap") <= width and height >= c.tight_line("text")
        size = "text" if roomy else "small"
        head, *lines = rows_in(area, 1 + min(room, len(entries)), height, 0)
        for seat, cell in zip(seats, self.columns(head, width), strict=False):
            c.face(self.match.seats, seat, trim(cell, left=cell.w - head.h), self.match.game)
        c.text(self.t("end.ledger"), trim(head, right=width * len(seats)), "small", "gold")
        c.shape(pygame.draw.line, COLOR["border"], head.bottomleft, head.bottomright, max(1, c.px("hair")))
        for one, line in zip(entries, lines, strict=False):
            left = trim(line, right=width * len(seats))
            if one.sign:
                c.picture(self.board.signs[one.sign], line.h - c.px("chink"), midleft=left.midleft)
                left = trim(left, left=line.h + c.px("close"))
            c.text(one.words, left, size, "quiet")
            for seat, cell in zip(seats, self.columns(line, width), strict=True):
                words = self.board.say.amount(one.amounts[seat])
                best = one.amounts[seat] == max(one.amounts) > min(one.amounts)
                c.text(words, cell, size, "gold" if best else "pale", "right", "number")

    def columns(self, line: Rect, width: int) -> list[Rect]:
        """The fields of all seats at the right of a line."""
        count = len(self.match.seats)
        return split(trim(line, left=line.w - width * count), count, 0, across=True)

    def seats(self) -> list[int]:
        """The seats from top to bottom; once it is decided, the best first."""
        found = [*self.board.others(), self.board.seat]
        if self.finale.decided:
            found.sort(key=places(self.match).__getitem__)
        return found

    @property
    def sums(self) -> Sequence[float]:
        """What every seat has when all is counted."""
        return self.finale.steps[-1].sums if self.finale.steps else self.match.scores

    def draw_seats(self, c: Canvas, rects: list[Rect]) -> None:
        """Draws every seat with its sum as it counts up."""
        last = self.sums
        sums = self.finale.sums(self.still) or last
        for seat, rect in zip(self.seats(), rects, strict=True):
            self.draw_seat(c, seat, rect, sums[seat], last)

    def draw_seat(
        self, c: Canvas, seat: int, rect: Rect, amount: float, last: Sequence[float]
    ) -> None:
        """Draws a seat while it is counted: face, name, its sum as a number and as a bar."""
        c.panel(rect, "night")
        inner = c.inner(rect, "margin", "gap")
        face = Rect(inner.x, inner.y, inner.h, inner.h)
        c.face(self.match.seats, seat, face, self.match.game, self.mood(seat))
        words = self.board.say.amount(amount)
        size = "heading" if c.tight_line("heading") <= inner.h else "label"
        widths = [c.width_of(self.board.say.amount(sum_), size, "number") for sum_ in last]
        width = max(widths) + c.px("margin")
        rest = trim(inner, left=face.w + c.px("pad"))
        c.text(words, trim(rest, left=rest.w - width), size, "pale", "right", "number")
        rest = trim(rest, right=width + c.px("gap"))
        bar = foot_of(rest, c.px("close"))
        c.text(self.board.name(seat), trim(rest, bottom=bar.h), "label", face="bold")
        c.gauge(bar, max(0.0, min(1.0, amount / max(*last, 1))))

    def mood(self, seat: int) -> Mood:
        """How a seat looks: from the verdict on as it has fared."""
        if not self.finale.decided:
            return "calm"
        return "pleased" if seat in self.match.winners else "stung"

    # read out

    def told(self, c: Canvas, full: bool) -> list[str]:  # noqa: ARG002
        """What has been counted; then who has won, what everybody has, why, what was found, what it cost, what the
        deal was worth once that is sure, and the ways on."""
        whole = self.account is not None and self.account.whole
        return self.result_told(self.deal_line() if whole else "")

    def result_told(self, deal: str) -> list[str]:
        """The count or the result, with a line about the deal."""
        if not self.finale.stands:
            return [self.step_words(at) for at in range(self.finale.shown)]
        had = [(self.board.name(seat), self.board.say.amount(self.sums[seat])) for seat in self.standing_order()]
        amounts = [f"{name} {amount}" for name, amount in had]
        found = [hoards.found_text(self.table.found, self.t)] if self.table.found else []
        more = ((self.costly[1], self.t("end.look")), (deal, self.t("luck.look")))
        lines = [self.t("speech.more", words=words, button=button) for words, button in more if words]
        return [self.table.words.outcome(), f"{', '.join(amounts)}.", self.why(), *found,
                *(one.text for one in self.words()), *lines, self.ways_on()]

    def step_words(self, at: int) -> str:
        """A step of the count: what it brings everybody, and what they have by then."""
        steps = self.finale.steps
        step, before = steps[at], steps[at - 1].sums if at else (0.0,) * len(steps[at].sums)
        if step.pair or not step.sums:
            return step.words
        brought = [now - then for now, then in zip(step.sums, before, strict=True)]
        words = f"{step.words}: {self.amounts_told(brought)}."
        so_far = 0 < at < len(steps) - 1
        return self.t("speech.so_far", words=words, sums=self.amounts_told(step.sums)) if so_far else words

    def amounts_told(self, amounts: Sequence[float]) -> str:
        """What everybody has, or is brought."""
        say = self.board.say
        return ", ".join(f"{self.board.name(seat)} {say.amount(amount)}" for seat, amount in enumerate(amounts))

    def ways_on(self) -> str:
        """What can be done next."""
        ways = [button.label for button in (self.next_button(), *self.commands)]
        return self.t("speech.ways", ways="; ".join(ways))

    def here(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """Who has won, and all else that is known."""
        return self.result_told(self.deal_line())

    def lying(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What lies on the table at the end."""
        return self.board.reading()

    # the result

    def result_parts(self, c: Canvas) -> ResultParts:
        """The parts of the result, all about the middle of the screen: a banner above, below it what decided the
        match and perhaps what else there is to say, at the foot the seats around the gold button."""
        edge, gap = c.px("margin"), c.px("gap")
        area = c.inner(c.area, "border", "margin")
        beside = 0 if c.narrow else self.tray.rect.w + edge
        if c.narrow:
            area = trim(area, top=self.tray.rect.bottom + gap - area.y)
        banner = top_of(area, area.h * THEME["finale"]["banner"] // 100)
        foot = trim(foot_of(area, area.h * THEME["finale"]["foot"] // 100), right=beside)
        line = trim(area, top=banner.h + gap, left=beside, right=beside)
        words = c.height_of(self.why(), line.w - c.px("borders"), "small") + c.px("gap")
        line = top_of(line, max(words, c.tight_line("text") + c.px("gap")))
        costly = Rect(line.x, line.bottom, line.w, 0)
        if len(self.table.live.humans) == 1:
            costly = Rect(line.x, line.bottom + gap, line.w, c.tight_line("text") + gap)
        deal = Rect(costly.x, costly.bottom, costly.w, 0)
        if self.luck:
            deal = costly.move(0, costly.h + gap)
        between = trim(area, top=deal.bottom + gap - area.y, bottom=foot.h + gap, right=beside)
        banner = trim(banner, left=beside, right=beside)
        tells = bool(self.table.found or self.words())
        if not tells:
            between = trim(between, left=beside)
        side = trim(between, left=between.w * (100 - THEME["finale"]["side"]) // 100 if tells else between.w)
        middle = trim(between, right=side.w + (gap if tells else 0))
        go_wide = min(c.grown("end_go"), foot.w // 3)
        count = len(self.match.seats)
        if count == 2:
            wide = (foot.w + beside - go_wide) // 2 - edge
            seats = [trim(foot, right=foot.w - wide), trim(foot, left=foot.w - wide + beside)]
            go = anchored(go_wide, c.row_height("end_go_high", "margin"), center=(area.centerx, foot.centery))
        else:
            room = trim(foot, right=go_wide + edge)
            seats = split(room, count, gap, across=True)
            go = anchored(go_wide, c.row_height("end_go_high", "margin"), midright=foot.midright)
        return ResultParts(banner, line, costly, deal, middle, side, seats, go)

    def why(self) -> str:
        """Why the match ended, and what decided it where one thing did."""
        decided = self.board.say.decided()
        return f"{self.board.ended_by()} {decided}".strip() if decided else self.board.end_words()

    def draw_result(self, c: Canvas, parts: ResultParts) -> None:
        """Draws who has won and what decided it, large; what else there is to say, and what to do next."""
        self.board.draw_victory(c, parts.middle)
        self.draw_banner(c, parts.banner)
        self.draw_why(c, parts.why)
        if self.costly[0]:
            tip = self.t("end.look.tip")
            look = Button("costliest", self.t("end.look"), "review", self.look_at_costliest, tip=tip)
            self.draw_line(c, self.costly[1], parts.costly, look)
        if said := self.deal_line():
            look = Button("deal", self.t("luck.look"), "stats", self.look_at_deal, tip=self.t("luck.tip"))
            self.draw_line(c, said, parts.deal, look)
        for seat, cell in zip(self.standing_order(), parts.seats, strict=True):
            self.draw_standing(c, seat, cell)
        go = self.next_button()
        c.gold_button(go.key, parts.go, go.label, go.accept, tip=go.tip)
        places = self.draw_side(c, parts.side)
        self.tray.layout(c, self.commands)
        for one, place in places.items():
            self.draw_carried(c, one, parts.middle, place)

    @staticmethod
    def draw_line(c: Canvas, words: str, row: Rect, look: Button) -> None:
        """Writes a line on parchment, and beside it a button for more of it."""
        button = min(c.width_of(look.label) + c.px("borders"), row.w // 3)
        wide = min(c.width_of(words, "small", "bold") + c.px("margin"), row.w - button - c.px("gap"))
        line = anchored(wide + c.px("gap") + button, row.h, center=row.center)
        c.slip(words, trim(line, right=button + c.px("gap")))
        c.button(look.key, trim(line, left=line.w - button), look.label, look.accept, tip=look.tip)

    def deal_line(self) -> str:
        """How often the strongest dragon wins with the same cards, as far as that is known."""
        return luck.line(account, self.t) if (account := self.account) else ""

    def standing_order(self) -> list[int]:
        """The seats of the result from left to right: of two the person's first, of more the best."""
        return [self.board.seat, *self.board.others()] if len(self.match.seats) == 2 else self.seats()

    def draw_banner(self, c: Canvas, banner: Rect) -> None:
        """Draws a ribbon with who has won."""
        outcome = self.table.words.outcome()
        wide = c.width_of(outcome, "hero", "title") + 2 * banner.h
        rect = anchored(min(banner.w, wide), banner.h, center=banner.center)
        c.piece("ribbon-blue" if self.result == "lost" else "ribbon-red", rect)
        c.lettering(outcome, rect.inflate(-rect.h * 6 // 5, -rect.h // 4), "hero", "coin", "title")

    def draw_why(self, c: Canvas, line: Rect) -> None:
        """Draws what decided the match on a strip of parchment."""
        why = self.why()
        one = c.width_of(why) <= line.w - c.px("borders")
        wide = c.width_of(why) + c.px("borders") if one else line.w
        strip = anchored(wide, line.h, center=line.center)
        with c.parchment(strip, "parchment-tag"):
            inner = c.inner(strip, "borders", "tight")
            c.text(why, inner, "text" if one else "small", align="center", lines=1 if one else 4)

    def face_side(self, c: Canvas, cell: Rect) -> int:
        """The side of a face at the foot, above its name."""
        return min(cell.h - c.px("end_name"), cell.w * (50 if len(self.match.seats) == 2 else 40) // 100)

    def draw_standing(self, c: Canvas, seat: int, cell: Rect) -> None:
        """Draws a seat of the result: its face, the winner's in a wreath of laurel, its name, what it has, and
        what it says."""
        side, high = self.face_side(c, cell), c.px("end_name")
        won = seat in self.match.winners
        last = seat == self.standing_order()[-1] and len(self.match.seats) == 2
        face = Rect(cell.right - side if last else cell.x, cell.y, side, side)
        if won:
            c.halo(face.inflate(-side // 8, -side // 8))
        c.face(self.match.seats, seat, face, self.match.game, self.mood(seat))
        if won:
            self.board.seats.wreath(c, face)
        name = anchored(min(cell.w, 2 * side), high, midtop=face.midbottom)
        self.board.seats.name(c, seat, name.clamp(c.area))
        told = [self.board.say.amount(one) for one in self.sums]
        words, room = told[seat], cell.w - side - c.px("close")
        widest = max(told, key=len)  # all in one size
        sizes = ("sum", "label", "text", "small")
        size = next((one for one in sizes if c.width_of(widest, one, "title") + c.px("border") <= room), sizes[-1])
        wide = min(c.width_of(words, size, "title") + c.px("border"), room)
        token = anchored(wide, c.tight_line(size) + c.px("gap"), center=face.center)
        token.x = face.x - c.px("tight") - wide if last else face.right + c.px("tight")
        c.piece(self.board.seats.token(seat), token)
        c.numeral(words, token, size)
        if self.farewell and self.farewell.seat == seat:
            rest = Rect(cell.x, cell.y, token.x - c.px("gap") - cell.x, side)
            if not last:
                rest = Rect(token.right + c.px("gap"), cell.y, cell.right - token.right - c.px("gap"), side)
            self.draw_farewell(c, self.farewell, rest)

    @staticmethod
    def draw_farewell(c: Canvas, said: Spoken, room: Rect) -> None:
        """Draws what a dragon says of the result, if there is room beside it."""
        inside = room.w - c.px("border")
        if room.w < c.px("end_speech") or c.least_height(said.words, inside) > room.h - c.px("margin"):
            return
        high = min(room.h, c.height_of(said.words, inside) + c.px("border"))
        box = anchored(room.w, high, center=room.center)
        with c.parchment(box, "parchment-tag"):
            c.text(said.words, c.inner(box, "border", "gap"), "text", align="center", lines=9)

    def draw_side(self, c: Canvas, area: Rect) -> dict[str, Rect]:
        """Draws what was found and what else there is to say on parchment; returns where new treasures
        lie."""
        if not area.w:
            return {}
        places = dict[str, Rect]()
        inner = c.inner(area, "border", "border")
        needed = sum(c.height_of(one.text, inner.w, "small") + c.px("gap") for one in self.words())
        if not self.table.found:
            area = anchored(area.w, min(area.h, needed + c.px("borders")), center=area.center)
            inner = c.inner(area, "border", "border")
        with c.parchment(area):
            if self.table.found:
                inner, places = self.draw_found(c, trim(inner, bottom=min(needed, inner.h // 2)))
                inner.h += min(needed, area.h // 2)
            self.draw_words(c, inner.clip(area))
        return places

    def words(self) -> list[Said]:
        """What else there is to say."""
        return [Said(words) for words in self.daily.words(self.t)] if self.daily else []

    def draw_words(self, c: Canvas, area: Rect) -> None:
        """Writes what else there is to say, as much as has room."""
        said = [one for one in self.words() if c.least_height(one.text, area.w) <= area.h]
        c.paragraphs(c.set_out(said, area, c.px("gap")), "center")

    def draw_found(self, c: Canvas, area: Rect) -> tuple[Rect, dict[str, Rect]]:
        """Draws new treasures, each with its name and, one below the other if there is room, with what
        it is for; returns the area below, and where they lie."""
        found, gap = self.table.found, c.px("gap")
        least, room = self.found_line(c), area.h - c.line - 2 * gap
        if len(found) * least <= room:
            high = max(least, min(c.px("end_found"), room // len(found)))
            box = top_of(area, c.line + len(found) * high + gap)
            cells = rows_in(self.found_box(c, box), len(found), high, 0)
            places = [Rect(*cell.topleft, high, high) for cell in cells]
        else:
            across = self.found_across(c, area.w)
            rows, side = -(-len(found) // across), self.found_side(c, area.w)
            side -= max(0, self.found_height(c, area.w, side) + gap - area.h + rows - 1) // rows
            if side < c.px("end_found_least"):
                return self.draw_found_words(c, area), {}
            box = top_of(area, self.found_height(c, area.w, side))
            cells = grid(self.found_box(c, box), len(found), across, side + self.found_names(c), 0)
            places = [top_of(cell, side) for cell in cells]
        for one, cell, place in zip(found, cells, places, strict=True):
            self.draw_piece(c, one, cell, place)
        return trim(area, top=box.h + gap), dict(zip(found, places, strict=True))

    @staticmethod
    def found_line(c: Canvas) -> int:
        """The height of a new treasure with its words beside it, at least."""
        return c.tight_line("text") + c.tight_line("small")

    def found_box(self, c: Canvas, box: Rect) -> Rect:
        """Draws the ground and the heading of new treasures; returns the room below that."""
        inner = c.inner(box, "gap", "none")
        c.text(self.t("end.found"), top_of(inner, c.line), "text", "gold", "center", "title")
        return trim(inner, top=c.line)

    def found_across(self, c: Canvas, width: int) -> int:
        """How many new treasures lie side by side."""
        names = " ".join(self.t(treasures_by_name()[one].words) for one in self.table.found)
        longest = max(c.least_width(word) for word in names.split()) + c.px("gap")
        return min(len(self.table.found), max(2, width // max(longest, c.px("end_found_wide"))))

    def told_height(self, c: Canvas, width: int) -> int:
        """The height of new treasures' names, without pictures."""
        words = hoards.found_text(self.table.found, self.t)
        return c.height_of(words, width - c.px("double")) + c.px("gap")

    def found_side(self, c: Canvas, width: int) -> int:
        """The side of a new treasure's picture, if there is enough height."""
        return min(c.px("end_found"), width // self.found_across(c, width) - c.px("gap"))

    def found_height(self, c: Canvas, width: int, side: int) -> int:
        """The height of new treasures whose pictures are so large."""
        rows = -(-len(self.table.found) // self.found_across(c, width))
        return c.line + rows * (side + self.found_names(c)) + c.px("gap")

    def found_names(self, c: Canvas) -> int:
        """The height of the names below new treasures; that of a single one stands beside it."""
        return 2 * c.tight_line("small") if len(self.table.found) > 1 else 0

    def draw_found_words(self, c: Canvas, area: Rect) -> Rect:
        """Names new treasures where there is no room for their pictures; returns the area below."""
        words = hoards.found_text(self.table.found, self.t)
        row = top_of(area, min(area.h, self.told_height(c, area.w)))
        focused = c.spot(Spot("hoard", row, self.open_hoard, tip=self.t("end.hoard.tip")))
        c.text(words, c.inner(row, "double", "none"), "text", "gold", "center", lines=9)
        if focused:
            c.focus_frame(row)
        return trim(area, top=row.h + c.px("gap"))

    def draw_piece(self, c: Canvas, treasure: str, cell: Rect, place: Rect) -> None:
        """Draws a new treasure's place with its name: a way to the hoard. Before it has come it is a
        shadow."""
        one = treasures_by_name()[treasure]
        find = self.app.session.hoard.finds.get(treasure)
        name, how, _ = hoard_picture.words_of(one, find, self.t)
        key = "hoard" if treasure == self.table.found[0] else f"hoard.{treasure}"
        focused = c.spot(Spot(key, cell, self.open_hoard, tip=f"{how} {self.t('end.hoard.tip')}"))
        self.draw_treasure(c, treasure, place, "" if self.way(treasure) == 1 else "dark")
        if place.w < cell.w:  # with its words beside it
            beside = trim(cell, left=place.w + c.px("pad"))
            high = c.height_of(how, beside.w, "small")
            line = c.tight_line("text")
            down = max(0, beside.h - line - high) // 2
            c.text(name, top_of(beside, line).move(0, down), "text", "gold", face="bold")
            c.text(how, trim(beside, top=line + down), "small", "pale", lines=2, top=True)
        else:
            words = trim(cell, top=place.h)
            c.text(name, words, "small", "gold" if focused else "pale", "center", lines=2, top=True)
        if focused:
            c.focus_frame(cell)

    def draw_carried(self, c: Canvas, treasure: str, middle: Rect, place: Rect) -> None:
        """Draws a new treasure on its way to its place, large in the middle at first."""
        past = self.app.motion.now - self.carried[treasure]
        if self.way(treasure) == 1 or past < 0:
            return
        share = ease(self.way(treasure))
        (x, y), (end_x, end_y) = middle.center, place.center
        center = (round(x + (end_x - x) * share), round(y + (end_y - y) * share))
        large = c.px("end_carried")
        side = round(large + (min(place.size) - large) * share)
        self.draw_treasure(c, treasure, anchored(side, side, center=center), size=large)

    def draw_treasure(
        self, c: Canvas, treasure: str, rect: Rect, metal: str = "", size: int = 0
    ) -> None:
        """Draws a treasure in its metal, or in another; size: that its picture is kept in."""
        one, side = treasures_by_name()[treasure], min(rect.size)
        metal = metal or hoards.metal(self.app.session.hoard.finds.get(treasure))
        picture = c.art.piece(one, metal, size or side)
        if size not in (0, side):
            picture = pygame.transform.smoothscale(picture, (side, side))
        c.blit(picture, picture.get_rect(center=rect.center))

    def open_hoard(self) -> None:
        """Opens the hoard, where the new treasures are lit."""
        self.app.push(Treasury(self.app))

    def coins(self) -> list[Button]:
        """What else may be done often, and the way to the rest; the other table of a duplicate match is part
        of it."""
        more = partial(self.app.offer_choice, self.t("end.more"), self.others())
        return [
            *(self.other_table() if "duplicate" in self.match.extra else []),
            self.offer("scores", "stats", self.open_numbers),
            self.offer("review", "review", self.table.review),
            self.offer("more", "more", more),
            self.offer("title", "back", self.app.home),
        ]

    def open_numbers(self) -> None:
        """Opens the score sheet."""
        self.app.push(EndNumbers(self.app, self.board, self.table.words.unrated()))

    def look_at_costliest(self) -> None:
        """Opens the review at the costliest move."""
        open_review(self.app, self.match, self.costly[0])

    def look_at_deal(self) -> None:
        """Opens what is behind the line about the deal."""
        self.app.push(DealDetails(self.app, self))

    def others(self) -> list[Button]:
        """What else may be done, behind a button of its own."""
        return [
            self.offer("rematch", "restart", self.rematch),
            self.offer("table", "eye", self.back),
            *([] if "duplicate" in self.match.extra else self.other_table()),
        ]

    def other_table(self) -> list[Button]:
        """The button of the other table, where one person has played."""
        if len(self.table.live.humans) != 1:
            return []
        name = "end.other.tables" if "duplicate" in self.match.extra else "end.other"
        other = partial(self.app.session.other_table, self.match)
        return [Button("other", self.t(name), "cards", other, tip=self.t.tip(name))]

    def draw_embers(self, c: Canvas) -> None:
        """Draws rising embers for a win."""
        share = self.finale.embers
        if share is None:
            return
        color = mix(COLOR["gold"], COLOR["warning"], share / 2)
        for x, start, size in self.sparks:
            across = x + 0.02 * math.sin(share * 9 + start * 7)
            y = 1.1 - ease(share) * (0.6 + start)
            place = (round(across * c.area.w), round(y * c.area.h))
            radius = max(1, round(c.px("close") * size * (1 - share)))
            c.shape(pygame.draw.circle, color, place, radius)

    def close(self) -> None:
        """Leaves the table as it was."""
        self.board.ended = False
        self.board.uncounted = ()
        self.board.struck = ()

    def rematch(self) -> None:
        """The same deal with every seat one further: what one had, another has now.

        Where that changes nothing, another deal, which somebody else starts."""
        if moved_on(self.match.seats, 1) == self.match.seats:
            self.next_deal()
        else:
            self.table.deal(self.match.seed, 1)

    def next_button(self) -> Button:
        """The button of the next daily deal after one of them; of the next deal after any other."""
        if self.daily and self.daily.next():
            return self.offer("next_daily", "calendar", self.daily.open_next)
        return self.offer("next", "new", self.next_deal)

    def next_deal(self) -> None:
        """The deal after this one."""
        self.table.deal(self.board.say.next_seed())


class EndNumbers(Scene):
    """All numbers of a finished match in a table, over its end."""

    overlay = True

    def __init__(self, app: App, board: Board, note: str = "") -> None:
        """note: what else there is to say of the match."""
        super().__init__(app)
        self.board = board
        self.note = note
        self.focus = "close"

    def layout(self, c: Canvas) -> None:
        """Lays out how the numbers are counted, the table, and the button that closes it."""
        width = min(c.px("end"), c.area.w - c.px("end_across"))
        why = f"{self.board.end_words()} {self.note}".strip()
        words = c.height_of(why, width - c.px("end_across"))
        chrome = c.px("popup_title") + footer_height(c) + c.px("borders")
        sheet = c.sheet_height(self.board.say.sheet("end"), self.board.forms["end"])
        inner = c.box(width, chrome + words + sheet, "end_across", "border")
        title = top_of(inner, c.px("popup_title"))
        c.text(self.t("end.numbers"), title, "heading", "gold", "center", "title")
        area = footer(c, inner, [Button("close", self.t("word.close"), "check", self.back)])
        area = trim(area, top=title.h + c.px("close"))
        c.text(why, top_of(area, words), "text", "pale", "center", lines=9, top=True)
        self.board.draw_popup(c, "end", trim(area, top=words + c.px("gap")))

    def told(self, c: Canvas, full: bool) -> list[str]:
        """The table row by row, with the names of its columns."""
        heard = self.board.say.sheet("end").heard()
        why = f"{self.board.end_words()} {self.note}".strip()
        return [self.t("end.numbers"), why, *heard] if heard else super().told(c, full)


class DealDetails(Scene):
    """What the deal of a finished match was worth, what its play gave away, and its luck; over its end or review."""

    overlay = True
    topic = "luck"

    def __init__(self, app: App, under: EndScene | Review) -> None:
        """under: the scene that it lies on, which knows the account."""
        super().__init__(app)
        self.under = under
        self.news = app.session.news
        self.focus = "close"

    def tick(self) -> bool:
        """Whether another table has ended, or the moves are judged."""
        before, self.news = self.news, self.app.session.news
        return self.under.look_at_grades() or before != self.news

    def buttons(self) -> list[Button]:
        return [
            self.offer("fair", "dragon-head", lambda: self.app.push(Fairness(self.app, self.under.match.game))),
            self.offer("all", "stats", self.open_statistics),
            Button("close", self.t("word.close"), "check", self.back),
        ]

    def open_statistics(self) -> None:
        """Opens the luck of all matches of the game."""
        self.app.push(Statistics(self.app, game=self.under.match.game, curve="luck"))

    def layout(self, c: Canvas) -> None:
        """Lays out the picture, and below it what it means."""
        account = self.under.account
        assert account
        words = luck.explained(account, self.t)
        width = min(c.px("end"), c.area.w - c.px("end_across"))
        title, rows = c.px("popup_title"), luck_picture.ROWS * 2 * c.line
        told = c.height_of(words, width - c.px("end_across"), "small") + c.px("gap")
        inner = c.box(width, title + rows + told + footer_height(c) + c.px("double"), "end_across", "border")
        c.text(self.t("luck.title"), top_of(inner, title), "heading", "gold", "center", "title")
        area = trim(footer(c, inner, self.buttons()), top=title)
        told = min(told, area.h * 55 // 100)
        c.plate(luck_picture.steps(trim(area, bottom=told), account, text_metrics(c, c.line), self.t))
        c.text(words, foot_of(area, told), "small", "pale", lines=99, top=True)


# ---- the other table -----------------------------------------------------------------------------


class OtherTable(Scene):
    """Two matches of one deal side by side: scores, and where they diverged."""

    idle = False
    topic = "other"
    FORMS: ClassVar[list[ColumnLayout]] = [
        ColumnLayout.read(THEME["sheets"][name]) for name in ("scores", "moves")
    ]

    def __init__(self, app: App, pair: MatchPair) -> None:
        super().__init__(app)
        self.felt = pair.match.game
        self.pair = pair
        self.board = BOARDS[self.felt](app, pair.match.copy(), None, pair.seat)
        self.board.past = True
        self.focus = "back"

    def tick(self) -> bool:
        """Lets the other table play on."""
        return self.pair.tick()

    def update(self) -> None:
        """Shows the position where the two diverged."""
        ply = self.pair.ply
        if len(self.board.match.moves) != ply and self.board.match.goto(ply):
            self.board.stage.reset()

    def place(self, c: Canvas) -> None:
        """Places the board at the left, if there is room."""
        area = above_footer(c, below_heading(c), self.buttons())
        if self.beside(c):
            self.board.place(c, trim(area, right=area.w * 40 // 100))

    def beside(self, c: Canvas) -> bool:
        """Whether there is room for the board beside the sheets."""
        return not (c.narrow or c.large)

    def buttons(self) -> list[Button]:
        """The buttons: the other table's match, and back."""
        other = self.pair.other
        see = [self.offer("see", "review", partial(self.open, other))] if other else []
        return [*see, self.way_back()]

    def open(self, other: Match) -> None:
        """Opens the match of the other table."""
        self.app.open_match(other.copy())

    def layout(self, c: Canvas) -> None:
        """Lays out scores and moves, and the position where the matches diverged if there is room."""
        area = footer(c, heading(c, self.t("other.title")), self.buttons())
        if self.beside(c):
            self.board.layout(c)
            area = trim(area, left=self.board.area.w + c.px("margin"))
        with c.parchment(area, "parchment-page"):
            inner = c.inner(area, "border", "border")
            for line in self.pair.words(self.t):
                inner = trim(inner, top=c.paragraph(line, inner) + c.px("gap"))
            for sheet, form in zip(self.pair.sheets(self.board.say), self.FORMS, strict=False):
                c.sheet(inner, sheet, form, {})
                inner = trim(inner, top=c.sheet_height(sheet, form) + c.px("margin"))


# ---- review --------------------------------------------------------------------------------------


class ReviewParts(NamedTuple):
    """The parts of a review: table, words and line below each other; page: that of the summary, above the line."""

    table: Rect
    words: Rect
    line: Rect
    page: Rect


class SummaryRow(NamedTuple):
    """A paragraph of the summary of a review. accept: what pressing it does; draw: draws its sign."""

    key: str
    said: Said
    accept: Accept | None
    draw: Callable[[Canvas, Rect], None]


class Review(Scene):
    """A match reviewed: what each move cost, what was better, and what would follow."""

    idle = False
    topic = "review"

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match = match.copy()
        self.felt = match.game
        self.grader = app.session.grader_of(match, [])
        self.grader.widen()
        self.luck = app.session.weighing.of(match)
        self.board = BOARDS[match.game](app, self.match, None, own_seat(match))
        self.board.past = True
        self.say = self.board.say
        self.walk = ReviewWalk(self.match, self.grader, self.say)
        self.words: list[tuple[str, str]] = []  # the verdict, each line with its colour
        self.marked: list[tuple[list[Ghost], str, str]] = []  # laid(), for the picture to come
        self.costs: dict[str, dict[str, float]] = {}  # by motif: of this match, of the latest ones
        self.lately: dict[str, float] | None = None  # until this match has been judged
        self.usual: tuple[int, float] | None = None  # of how many latest matches, and their accuracy
        self.motif = ""  # the one that the links of the summary are about
        self.focus = "previous"

    def tick(self) -> bool:
        """Takes new grades, moves cards, and keeps the board at the move shown."""
        graded = self.grader.tick() or self.walk.tick()
        if len(self.match.moves) != self.walk.stands:
            self.board.stage.finish()
            self.match.goto(self.walk.stands)
            self.board.stage.ghosts = tuple(ghost for laid, *_ in self.laid() for ghost in laid)
            self.board.stage.follow()
        return self.board.stage.tick() or graded

    def buttons(self, c: Canvas) -> list[Button]:
        """The buttons to go through the match and act on a position."""
        last = len(self.grader.grades)
        found = [
            Button("first", "", "first", lambda: self.go(0), tip=self.t("review.first.tip")),
            Button("previous", "", "prev", lambda: self.go(self.walk.ply - 1), tip=self.t("review.previous.tip")),
            Button("following", "", "next", lambda: self.go(self.walk.ply + 1), tip=self.t("review.following.tip")),
            Button("last", "", "last", lambda: self.go(last), tip=self.t("review.last.tip")),
            self.offer("turning", "" if c.narrow else "notch", self.turning)._replace(lit=True),
        ]
        does: dict[str, tuple[str, Accept]] = {
            "again": ("restart", lambda: self.app.push(Again(self.app, self))),
            "why": ("hint", self.ask_why),
            "table": ("play", partial(self.turn_page, summing=False)),
            "summary": ("stats", partial(self.turn_page, summing=True)),
            "try": ("play", self.try_here),
        }
        for key in self.walk.offered():
            icon, accept = does[key]
            icon = "" if c.narrow else icon
            found.append(Button(key, self.t(f"review.{key}"), icon, accept))
        return [*found, self.way_back()]

    def heading(self) -> str:
        """Which match is reviewed."""
        game, number = self.t(f"game.{self.match.game}.name"), self.t.deal(self.match.seed)
        return self.t("review.title", game=game, number=number)

    def told(self, c: Canvas, full: bool) -> list[str]:  # noqa: ARG002
        """The match, and the verdict on the move shown, or the summary."""
        return self.told_now(judged=False)

    def here(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """The same, as far as it is known."""
        return self.told_now(judged=True)

    def told_now(self, judged: bool) -> list[str]:
        """The match, and the verdict on the move shown, or the summary. judged: also before all is judged."""
        title, walk = self.heading(), self.walk
        if walk.summing:
            return [title, *(self.sum_told(seat, judged) for seat in range(self.match.seats_count))]
        return [title, " ".join(words if words.endswith((".", ":")) else f"{words}." for words, _ in self.words)]

    def sum_told(self, seat: int, judged: bool) -> str:
        """How a seat played. judged: also before all is judged, which is then said."""
        walk = self.walk
        if walk.grader.knows(seat):
            return walk.summed(seat)
        words = walk.summed(seat) if judged else walk.unjudged(seat)
        return words if words == walk.unjudged(seat) else self.t("review.sum.so_far", words=words)

    def lying(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What lies on the table at the move shown."""
        return self.board.reading()

    def standing(self) -> str:
        """Everybody's score at the move shown."""
        return self.board.say.scores_read()

    def turn_page(self, summing: bool) -> None:
        """Shows the summary or the table."""
        self.walk.summing = summing

    def update(self) -> None:
        """Updates the words about the move shown, the cards that it and the better move play, and
        the costs by motif."""
        if self.walk.summing:
            self.count_costs()
        self.words = self.walk.verdict()
        choices = tuple(self.walk.choices())
        self.marked = self.board.once("marked", (self.match.key(), choices), self.laid)

    def place(self, c: Canvas) -> None:
        """Places the board over the whole width, with room for the ghosts."""
        self.board.place(c, self.parts(c).table)
        self.board.stage.show_ghosts(ghost for ghosts, *_ in self.marked for ghost in ghosts)

    def count_costs(self) -> None:
        """Counts what cost the person most by motif, and how well the latest matches were played; the links
        are about the costliest motif."""
        self.costs = {"match": self.walk.costs()}
        if self.lately is None and not self.grader.jobs:
            self.lately = self.app.session.recent_costs(self.match.game)
            self.usual = self.app.session.recent_accuracy(self.match.game)
        self.costs["lately"] = self.lately or {}
        known = [motif for costs in self.costs.values() for motif in costs]
        if self.motif not in known:
            self.motif = next(iter(known), "")

    def parts(self, c: Canvas) -> ReviewParts:
        """The table, below it the words about the move shown, at the foot the line of turning points; and the
        page of the summary, which takes the place of the first two."""
        below = above_footer(c, below_heading(c), self.buttons(c))
        area = trim(below, top=c.px("pad") - below.y)
        gap = c.px("gap")
        line = foot_of(area, min(2 * c.line + c.px("margin"), area.h * 16 // 100))
        page = trim(area, bottom=line.h + gap)
        words = foot_of(page, min(5 * c.line + c.px("margin"), page.h * 30 // 100))
        return ReviewParts(trim(page, bottom=words.h + gap), words, line, page)

    def layout(self, c: Canvas) -> None:
        """Lays out the table and the words about the move shown, or the summary; and the line of turning
        points."""
        footer(c, below_heading(c), self.buttons(c))
        parts = self.parts(c)
        if self.walk.summing:
            self.draw_summary(c, parts.page)
        else:
            self.board.layout(c)
            layer = c.layer
            for ghosts, color, star in self.marked:
                self.board.draw_ghosts(c, ghosts, color, star)
            c.layer = layer
            self.draw_verdict(c, parts.words)
        self.draw_line(c, parts.line)

    def laid(self) -> list[tuple[list[Ghost], str, str]]:
        """The cards of the move played and of the better move, with their colours and marks."""
        seat = self.match.to_act or 0
        return [
            (ghosts_of(self.match.preview(move, seat), seat), color, star)
            for move, color, star in self.walk.choices()
        ]

    # ---- the line of turning points

    def draw_line(self, c: Canvas, area: Rect) -> None:
        """Draws the value from move to move, and beside it the turning points in their order."""
        turns = self.walk.turning_points()
        wide, gap = area.w * THEME["review"]["turn"] // 100, c.px("close")
        curve = trim(area, right=len(turns) * (wide + gap))
        self.draw_curve(c, curve, turns)
        for number, at in enumerate(turns):
            self.draw_turn(c, at, Rect(curve.right + gap + number * (wide + gap), area.y, wide, area.h))

    def draw_curve(self, c: Canvas, area: Rect, turns: list[int]) -> None:
        """Draws the value from move to move between the faces of those whom it favours, tokens at the turning
        points, dots at the other own moves that gave something away, and a line at the move shown. Pressing goes to
        a move."""
        c.panel(area, "night")
        inner = c.inner(area, "border", "close")
        half = inner.h // 2
        self.draw_sides(c, Rect(inner.x, inner.y, half, inner.h))
        plot = trim(inner, left=half + c.px("gap"), right=c.px("gap"))
        middle = (plot.x, plot.centery), (plot.right, plot.centery)
        c.shape(pygame.draw.line, COLOR["border"], *middle, max(1, c.px("hair")))
        step = max(1, plot.w // max(1, len(self.grader.grades)))
        tip = self.walk.curve_head()
        for at in range(len(self.grader.grades) + 1):
            place = anchored(step, plot.h, midtop=(self.across(plot, at), plot.y))
            c.spots.append(Spot(f"ply{at}", place, partial(self.go, at), nav=False, tip=tip))
        token = c.px("wide")
        heights = {at: plot.centery - round(value * (plot.h - token) / 2) for at, value in self.walk.curve()}
        points = [(self.across(plot, at), y) for at, y in heights.items()]
        if len(points) > 1:
            c.shape(pygame.draw.lines, COLOR["gold"], False, points, max(2, c.px("curve")))
        here = self.across(plot, self.walk.ply)
        c.shape(pygame.draw.line, COLOR["pale"], (here, plot.y), (here, plot.bottom), max(1, c.px("rim")))
        for at, serious in self.walk.marks():
            dot = self.across(plot, at), heights.get(at, plot.centery)
            if at not in turns:
                c.shape(pygame.draw.circle, COLOR["warning" if serious else "quiet"], dot, c.px("close"))
        for at in turns:
            dot = self.across(plot, at), heights.get(at, plot.centery)
            c.piece(self.token(at), anchored(token, token, center=dot).clamp(inner))
        if self.grader.jobs:
            done, of = self.grader.progress
            c.slip(self.t("review.solving", done=done, of=of), foot_of(plot, c.tight_line("small")))

    def draw_sides(self, c: Canvas, column: Rect) -> None:
        """The face of the person above, and that of an only opponent below: where the curve is, there is the
        favour."""
        seats, own = self.match.seats, self.walk.own
        c.face(seats, own, top_of(column, column.w), self.match.game)
        if len(seats) == 2:
            c.face(seats, 1 - own, foot_of(column, column.w), self.match.game)

    def token(self, at: int) -> str:
        """The piece that marks a move: red for an own one, blue for others."""
        return "token-red" if self.grader.grades[at - 1].seat == self.walk.own else "token-blue"

    def draw_numbered(self, at: int, c: Canvas, bead: Rect) -> None:
        """A token with the number of a move."""
        c.piece(self.token(at), bead)
        c.numeral(str(at), bead, "small")

    def across(self, plot: Rect, at: int) -> int:
        """The x of a ply on the line."""
        return plot.x + plot.w * at // max(1, len(self.grader.grades))

    def draw_turn(self, c: Canvas, at: int, rect: Rect) -> None:
        """Draws a turning point: the number of its move, who made which move, and what it cost."""
        focused = c.spot(Spot(f"turn{at}", rect, partial(self.go, at), tip=self.walk.turning_head(at)))
        c.piece("plaque", rect, "lit" if focused or at == self.walk.ply else "")
        inner = c.inner(rect, "margin", "tight")
        side = min(inner.h, round(c.line * 1.5))
        bead, words = split_at(inner, side, c.px("loose"))
        self.draw_numbered(at, c, anchored(side, side, center=bead.center))
        name, move = self.walk.turning(at)
        upper, lower = split(words, 2, 0)
        c.text_of([f"{name}: {move}", move, name], upper, color="cream", face="bold")
        c.text_of(self.walk.turning_costs(at), lower, color="coin")
        if focused:
            c.focus_frame(rect)

    # ---- words

    def draw_verdict(self, c: Canvas, area: Rect) -> None:
        """Draws the move shown as a heading, beside it its cards and those of the better move; below it what it cost
        and what was better, and at the right why and what would follow."""
        both = [[ghost.card for ghost in ghosts if ghost.card] for ghosts, *_ in self.marked]
        with c.parchment(area):
            inner = c.inner(area, "border", "pad")
            if len(both) == 2 and both[0] != both[1]:
                cards, inner = split_at(inner, inner.h * 3 // 2, c.px("margin"))
                draw_compared(c, self.board, both, cards)
            (head, color), *told = self.words
            line, lines = top_of(inner, c.tight_line("label")), 1
            beside = c.large and bool(self.walk.better)  # what is at the right begins beside the heading
            if beside:
                line.w = inner.w * THEME["review"]["told"] // 100
                lines = 1 if c.least_width(head, "title") <= line.w else 2
                line.h = max(line.h, lines * c.tight_line("text"))
            c.text(head, line, "label", color, face="title", lines=lines)
            below = trim(inner, top=line.h + c.px("chink"))
            if self.walk.better:
                left, below = split_at(below, below.w * THEME["review"]["told"] // 100, c.px("margin"))
                self.draw_told(c, told[:2], left)
                told = told[2:]
            if beside:
                below = trim(below, top=inner.y - below.y)
            self.draw_told(c, told, below)

    @staticmethod
    def draw_told(c: Canvas, told: Sequence[tuple[str, str]], area: Rect) -> None:
        """Draws paragraphs below each other, as large as they fit."""
        c.paragraphs(c.set_out([Said(*one) for one in told], area, c.px("chink")))

    def draw_summary(self, c: Canvas, area: Rect) -> None:
        """Draws how well every seat played, the turning points in words, and beside them what cost the person
        most by motif."""
        with c.parchment(area, "parchment-page"):
            inner = c.inner(area, "border", "broad")
            title = top_of(inner, c.tight_line("heading"))
            c.text(self.heading(), title, "heading", "gold", face="title")
            c.note("heading", title, self.t.whole_deal(self.match.seed))
            inner = trim(inner, top=title.h + c.px("gap"))
            if any(self.costs.values()):
                beside = trim(inner, left=inner.w * THEME["review"]["summary"] // 100)
                inner = trim(inner, right=beside.w + c.px("border"))
                self.draw_costs(c, beside)
            self.draw_walk(c, inner)

    def draw_walk(self, c: Canvas, area: Rect) -> None:
        """Draws the paragraphs of the summary, each with its sign; pressing one leads to its move, or to details."""
        rows, side = self.summed(), round(c.line * 1.3)
        fit = c.set_out([row.said for row in rows], trim(area, left=side + c.px("pad")), c.px("pad"))
        for row, one in zip(rows, fit, strict=False):
            focused = c.spot(Spot(row.key, one.box, row.accept, nav=bool(row.accept)))
            row.draw(c, Rect(area.x, one.box.y, side, min(side, one.box.h)))
            if focused:
                c.focus_frame(one.box)
        c.paragraphs(fit)

    def summed(self) -> list[SummaryRow]:
        """The rows of the summary: every seat, what the deal was worth, the turning points, the best find."""
        found = [
            SummaryRow(f"seat{seat}", Said(self.walk.summed(seat), "pale"),
                       self.way_to(self.grader.summary(seat).costliest), partial(self.draw_face, seat))
            for seat in [self.board.seat, *self.board.others()]
        ]  # fmt: skip
        if usual := self.walk.against_usual(self.usual):
            own, *others = found
            found = [own._replace(said=Said(f"{own.said.text} {usual}", "pale")), *others]
        if worth := self.deal_line():
            look = partial(self.app.push, DealDetails(self.app, self))
            found.append(SummaryRow("deal", Said(f"{worth} {self.t('luck.look')}", "pale"), look, self.draw_scales))
        for at in self.walk.turning_points():
            said = Said(self.walk.turning_words(at), "pale")
            found.append(SummaryRow(f"told{at}", said, self.way_to(at), partial(self.draw_numbered, at)))
        if at := self.walk.best_find():
            found.append(SummaryRow("find", Said(self.walk.praise(), "good"), self.way_to(at), Canvas.tick))
        return found

    def way_to(self, at: int) -> Accept | None:
        """What leads to a move; None for the number 0."""
        return partial(self.go, at) if at else None

    @property
    def account(self) -> Account | None:
        """How the result came about, as far as it is known; None if nobody finds out."""
        own = self.board.seat
        return self.luck.account(kept_by(self.match.game, self.grader.grades, own)) if self.luck else None

    def deal_line(self) -> str:
        """How often the strongest dragon wins with the same cards, as far as that is known."""
        return luck.line(account, self.t) if (account := self.account) else ""

    def look_at_grades(self) -> bool:
        """Takes new grades. Returns whether there were any."""
        return self.grader.tick()

    @staticmethod
    def draw_scales(c: Canvas, rect: Rect) -> None:
        c.picture("hoard/scales", min(rect.size), center=rect.center)

    def draw_face(self, seat: int, c: Canvas, rect: Rect) -> None:
        """Who sits at a seat."""
        c.face(self.match.seats, seat, rect, self.match.game)

    def draw_costs(self, c: Canvas, area: Rect) -> None:
        """Draws what cost most by motif, in this match and in the latest ones."""
        height, gap = c.line + c.px("gap"), c.px("gap")
        words = self.say.principle(self.motif)
        links = motif_links(self, self.motif)
        foot = foot_of(area, c.row_height("footer", "pad") if links else 0)
        for link, rect in zip(links, split(foot, max(1, len(links)), gap, across=True), strict=False):
            c.button(link.key, rect, link.label, link.accept, link.icon, tip=link.tip)
        area = trim(area, bottom=foot.h + gap)
        room = trim(area, bottom=min(area.h // 3, c.height_of(words, area.w)) + gap)
        blocks = [(name, costs) for name, costs in self.costs.items() if costs]
        for name, costs in blocks:
            most = max(1, room.h // len(blocks) // height - 1)
            head, *rows = rows_in(area, min(statistics.MOTIFS, len(costs), most) + 1, height, 0)
            area = trim(area, top=rows[-1].bottom + gap - area.y)
            title = self.t(f"review.costs.{name}")
            if rows[1:] and not c.fits(title, head):
                head = head.union(rows.pop(0))
            c.text(title, head, "text", "gold", lines=2)
            bars = statistics.motif_bars(costs, self.t)
            for motif, bar, row in zip(costs, bars, rows, strict=False):
                self.draw_motif(c, f"{name}.{motif}", motif, bar, row)
        c.text(words, area, "text", "good", lines=9, top=True)

    def draw_motif(self, c: Canvas, ident: str, motif: str, bar: statistics.Bar, rect: Rect) -> None:
        """Draws a motif with its share of the cost; pressing makes it the one of the links."""
        focused = c.spot(Spot(ident, rect, partial(setattr, self, "motif", motif)))
        filled = Rect(rect.x, rect.y, round(rect.w * bar.share), rect.h)
        c.slab(filled.inflate(0, -c.px("slit")), "raised")
        if focused or motif == self.motif:
            c.frame(rect, "gold", "chink", "close")
        said = rect.w * 20 // 100
        inner = rect.inflate(-c.px("gap"), 0)
        c.text(self.t(bar.key), trim(inner, right=said))
        c.text(bar.said, trim(inner, left=inner.w - said), "text", "quiet", "right")

    # ---- answering

    def go(self, ply: int) -> None:
        """Goes to a move, or with 0 to the deal."""
        if self.walk.step(ply):
            self.tick()
            self.app.sound.play("flip")

    def turning(self) -> None:
        """Goes to the next own mistake, wrapping around."""
        ply = self.grader.mistake(self.walk.ply, self.board.seat)
        if ply is None:
            self.app.notice(self.walk.faultless())
        else:
            self.go(ply)

    def ask_why(self) -> None:
        """Shows what may follow the move shown and the better one."""
        doubt = self.walk.questioned()
        if doubt is None:
            return
        own: Literal["own", "others"] = "own" if self.say.spoken_to(doubt.seat) else "others"
        against: Literal["own", "others", "next"] = own if self.walk.better else "next"
        self.app.push(Why(self.app, self.walk.before(), doubt, against=against, past=True))

    def try_here(self) -> None:
        """Plays on from this position, as a match with help."""
        self.match.goto(self.walk.ply)
        match = Match.load(afresh(self.match.record(), assisted=True))
        self.app.put_away(partial(self.app.sit, match))

    def copy(self) -> None:
        """Copies the record."""
        self.app.copy(json.dumps(self.grader.match.record()))

    def act(self, action: Action) -> bool:
        """Goes through the moves."""
        last = len(self.grader.grades)
        steps = {"earlier": -1, "later": 1, "undo": -1, "redo": 1, "scroll": action.amount}
        places = {"first": 0, "last": last}
        if action.name in steps:
            self.go(self.walk.ply + steps[action.name])
        elif action.name in places:
            self.go(places[action.name])
        elif action.name == "copy":
            self.copy()
        return action.name in steps or action.name in places or action.name == "copy"


class Again(Scene):
    """The position of a mistake again, to find the better move."""

    idle = False
    topic = "again"

    def __init__(self, app: App, review: Review) -> None:
        super().__init__(app)
        assert review.walk.grade
        seat = review.walk.grade.seat
        self.review = review
        self.match = review.walk.before()
        self.felt = self.match.game
        self.board = BOARDS[self.match.game](app, self.match, seat, seat)
        self.board.past = True
        self.board.choice = Choice(True, play=self.play, aim=partial(setattr, self, "focus"))
        self.trial = SecondTry(self.board.say, review.walk.grade, self.match)

    def tick(self) -> bool:
        """Cards move, and the reason for the last reply is searched."""
        return self.trial.tick() or self.board.stage.tick()

    def update(self) -> None:
        """Keeps the board live until the better move is found."""
        choice = self.board.choice
        choice.live = not self.trial.found and not self.board.stage.groups
        choice.legal = self.match.legal() if choice.live else []
        choice.focus = self.focus

    def place(self, c: Canvas) -> None:
        """Places the board between words and buttons."""
        self.board.place(c, above_footer(c, self.below_words(c), self.buttons()))

    def buttons(self) -> list[Button]:
        """The buttons: the next mistake, once this one is solved, and back."""
        found = [self.offer("next", "next", self.next)] if self.trial.found else []
        return [*found, self.way_back()]

    @staticmethod
    def below_words(c: Canvas) -> Rect:
        """The area under the words."""
        return trim(c.inner(c.area, "border", "border"), top=c.line * 3 + c.px("gap"))

    def layout(self, c: Canvas) -> None:
        """Lays out the words and the board."""
        room = top_of(c.inner(c.area, "border", "border"), c.line * 3)
        words, color = self.trial.line
        inner = c.inner(room, "border", "gap")
        size = "label" if c.height_of(words, inner.w, "label") <= inner.h else "small"
        wide = min(inner.w, c.width_of(words, size) + c.px("pad"))
        line = anchored(wide, min(inner.h, c.height_of(words, wide, size)), center=inner.center)
        with c.parchment(line.inflate(room.w - inner.w, room.h - inner.h), "parchment-tag"):
            c.text(words, line, size, color, "center", lines=4)
        footer(c, self.below_words(c), self.buttons())
        self.board.layout(c)

    def unread(self) -> list[Rect]:
        """The board."""
        return [self.board.area]

    def lying(self, c: Canvas) -> list[str]:  # noqa: ARG002
        """What lies on the table."""
        return self.board.reading()

    def play(self, move: str) -> None:
        """Says whether a move is as good as the best."""
        self.board.choice.hold([])
        right = self.trial.judge(move)
        self.app.sound.play("turn" if right else "error")
        if right:
            self.focus = "next"
            self.board.show(self.match.play(move))

    def put_back(self) -> None:
        """Puts back the cards that are chosen."""
        self.board.choice.hold([])

    def back(self) -> None:
        """Drops a held card, or leaves."""
        if self.board.choice.held:
            self.put_back()
        else:
            super().back()

    def next(self) -> None:
        """Goes to the next own mistake."""
        self.back()
        self.review.turning()


# ---- ways from one scene to another --------------------------------------------------------------


# The scenes beside the games: key of its words (title.KEY), icon, what makes it.
WAYS: list[tuple[str, str, Callable[[App], Scene]]] = [
    ("daily", "calendar", lambda app: scene_of(app, CalendarPage(app.session))),
    ("statistics", "stats", Statistics),
    ("records", "open", Records),
    ("hoard", "crown", Treasury),
    ("options", "options", Options),
]


def open_review(app: App, match: Match, number: int) -> None:
    """Opens the review of a match at a move."""
    review = Review(app, match)
    app.push(review)
    review.go(number)


def open_daily(app: App, game: str) -> None:  # noqa: ARG001
    """Opens the calendar at today's deals."""
    app.push(scene_of(app, CalendarPage(app.session)))


def open_puzzle(app: App, game: str, pick: PuzzlePick = ANY_PUZZLE) -> None:
    """Opens the next puzzle of a game, of those that are wanted."""
    if app.can_start(game):
        app.push(StudyScene(app, PuzzleStudy(game, app.session.chronicle, pick)))


def pick_puzzles(app: App, game: str) -> None:
    """Opens the page on which puzzles of a game are picked."""

    def play(pick: PuzzlePick) -> None:
        app.replace(StudyScene(app, PuzzleStudy(game, app.session.chronicle, pick)))

    if app.can_start(game):
        app.push(Puzzles(app, game, ANY_PUZZLE, play))


def practicable(motif: str) -> bool:
    """Whether there are puzzles of a motif."""
    return motif in themes(motif.partition(".")[0])


def practise_motif(app: App, motif: str) -> None:
    """Opens puzzles of a motif."""
    open_puzzle(app, motif.partition(".")[0], PuzzlePick(motif))


def open_step(app: App, step: Step) -> None:
    """Opens a lesson step."""
    if app.can_start(step.game):
        app.push(StudyScene(app, LessonStudy(step.game, app.session.chronicle, step)))


def motif_links(scene: Scene, motif: str) -> list[Button]:
    """What a scene offers about a motif: the lesson step and puzzles, if there are any."""
    found = []
    if step := step_about(motif):
        found.append(scene.offer("lesson", "", partial(open_step, scene.app, step)))
    if practicable(motif):
        found.append(scene.offer("practise", "", partial(practise_motif, scene.app, motif)))
    return found


def moved_on(players: list[Any], seats: int) -> list[Any]:
    """The players after everybody has moved on by some seats."""
    return players[seats:] + players[:seats]


def open_lesson(app: App, game: str) -> None:
    """Opens the next step of a game's lessons, above their list."""
    if not app.can_start(game):
        return
    lessons = Lessons(app, game)
    app.push(lessons)
    lessons.open(lessons.study.step)


# What the title reminds of: its icon, and what opens it.
REMINDED: dict[str, tuple[str, Callable[[App, str], None]]] = {
    "streak": ("calendar", open_daily),
    "daily": ("cards", open_daily),
    "puzzles": ("hint", open_puzzle),
    "lesson": ("review", open_lesson),
}


# ---- the app -------------------------------------------------------------------------------------

class App:
    """The window, the stack of scenes, and the loop."""

    session: Session
    pointer: Pointer
    art: Art
    canvas: Canvas
    motion: Motion
    input: Input
    sound: Sound

    def __init__(
        self, folder: Path, windowed: bool = False, size: Size | None = None, mute: bool = False
    ) -> None:
        self.session = Session(folder, self)
        self.pointer = Pointer(self)
        if windowed:
            self.session.settings.full_screen = False
        if size:
            self.session.settings.window = list(size)
        self.session.fixed = windowed or size is not None  # for this run only
        wear(self.session.settings.table)
        self.art = Art()
        self.motion = Motion(self.session.settings, MOTION, THEME["speed"])
        self.input = Input(self.session.settings)
        self.scanner = Scanner(self.pointer, self.input)
        open_display()
        pygame.font.init()
        pygame.key.set_repeat(380, 60)
        self.clock = pygame.time.Clock()
        self.scenes: list[Scene] = []
        self.running = True
        self.question: Scene | None = None  # asked when the window was to be closed
        self.dirty = True  # something has changed since the picture was drawn
        self.unfinished = False  # nothing has, but cards still move
        self.late = False  # or were not painted in time, or are just being lifted
        self.laid: tuple[list[Scene], list[Hashable]] | None = None  # the scenes as they were laid out; None: anew
        self.drawn = False  # the picture has been drawn, and was not shown yet
        self.breathed = 0.0  # when light that breathes is painted next; 0: there is none
        self.paints = FREE  # how many cards may still be painted anew in this frame
        self.notes = Toasts(self.motion)
        self.narrator: Narrator | None = None  # reads out what the screen shows, if that is wanted
        self.open_window()
        self.input.read_layout()
        self.sound = Sound(self.session.settings, mute)
        self.set_speech()
        if self.narrator:
            self.input.device = "keyboard"  # as of a person who listens: the focus is somewhere from the start

    # window

    def open_window(self) -> None:
        """Opens or changes the window as the settings say."""
        wanted = self.session.settings
        self.new_surface(opened(wish(wanted.full_screen, wanted.display, wanted.window)))

    def new_surface(self, surface: Surface) -> None:
        """Takes a window of another size."""
        self.art.resize()
        self.art.pictures.budget = PICTURE_BYTES + 10 * surface.get_width() * surface.get_height()
        self.canvas = Canvas(surface, self.session, self.art, self.input)
        pygame.display.set_icon(self.art.picture("ui/hoard", 64))
        self.dirty = True

    def toggle_full_screen(self) -> None:
        self.session.settings.full_screen = not self.session.settings.full_screen
        self.open_window()
        self.session.save_settings()

    def resized(self, size: Size) -> None:
        """Handles a new window size. One that the window no longer has is not kept: it may be that of
        the full screen which was just left."""
        now = self.session.settings
        if not now.full_screen and size == window.size() and now.window != list(size):
            now.window = list(size)
            if not self.session.fixed:
                self.session.save_settings()
        surface = window.fit_picture()
        if surface:
            self.new_surface(surface)

    # scenes

    def push(self, scene: Scene) -> None:
        """Lays a scene over the others."""
        self.scenes.append(scene)
        self.dirty = True
        self.sound.play("accept")

    def pop(self) -> None:
        """Leaves the topmost scene."""
        self.scenes.pop().close()
        self.dirty = True
        if not self.scenes:
            self.scenes = [Title(self)]

    def replace(self, scene: Scene) -> None:
        """Puts a scene in the place of the topmost."""
        self.scenes.pop().close()
        self.scenes.append(scene)
        self.dirty = True

    def leave_all(self) -> None:
        """Leaves every scene."""
        for scene in reversed(self.scenes):
            scene.close()
        self.scenes = []
        self.session.judge.rest()
        trim_memory()

    def put_away(self, does: Accept) -> None:
        """Does something that ends the open scenes, and asks first if something would be lost."""
        words = next(filter(None, (scene.at_stake() for scene in self.scenes)), "")
        if words:
            self.push(Ask(self, words, does))
        else:
            does()

    def close_window(self) -> None:
        """Quits, and asks first if something would be lost; a second request quits at once."""
        if self.scenes[-1] is self.question:
            self.quit()
        else:
            self.put_away(self.quit)
            self.question = self.scenes[-1]

    def home(self) -> None:
        """Back to the title."""
        self.leave_all()
        self.scenes = [Title(self)]
        self.dirty = True

    def focus_of(self, kind: type[Scene]) -> str:
        """The spot with the focus in the open scene of a kind; "" if there is none."""
        return next((scene.focus for scene in self.scenes if isinstance(scene, kind)), "")

    def can_start(self, game: str) -> bool:
        """Whether a game can be started; says why not."""
        fault = fault_of(game)
        if fault:
            self.push(Ask(self, fault.said(self.session.strings)))
        return fault is None

    def sit(self, match: Match) -> None:
        """Opens a table for a match, directly above the title; the focus stays where it was at the
        table before."""
        if not self.can_start(match.game):
            return
        focus = self.focus_of(TableScene)
        self.leave_all()
        self.session.note_game(match.game)
        self.scenes = [Title(self), TableScene(self, match)]
        self.scenes[-1].focus = focus
        self.dirty = True

    def quit(self) -> None:
        """Saves what would be lost and ends the loop."""
        for scene in self.scenes:
            scene.keep()
        self.running = False

    # pages, and who plays

    def open_page(self, make: Callable[[Session], Page]) -> None:
        """Opens a page directly above the title, or says why it cannot be opened."""
        self.session.attempt(partial(self.turn_to, make))

    def turn_to(self, make: Callable[[Session], Page]) -> None:
        """Opens a page directly above the title. BadRecord if it cannot be made now."""
        page = make(self.session)
        focus = self.focus_of(Title)
        self.home()
        self.scenes[0].focus = focus
        self.push(scene_of(self, page))

    def show_players(self) -> None:
        """Opens the page of those who play here."""
        self.open_page(Players)

    def show_duplicate(self) -> None:
        """Opens the page of the duplicate match."""
        self.open_page(contest_page)

    # what the session and its pages show

    def ask(self, words: str, yes: Accept) -> None:
        """Asks before something is done."""
        self.push(Ask(self, words, yes))

    def ask_name(self, words: str, name: str, done: Callable[[str], None]) -> None:
        """Lets a name be written."""
        self.push(Naming(self, words, name, done))

    def offer_choice(self, words: str, choices: Sequence[Button]) -> None:
        """Lets one of some things be done."""
        self.push(Menu(self, words, list(choices)))

    def compare(self, pair: MatchPair) -> None:
        """Shows a match beside another."""
        self.push(OtherTable(self, pair))

    def become(self, person: Person) -> None:
        """Lets somebody else play: their settings, matches and history."""
        for scene in self.scenes:
            scene.keep()
        self.leave_all()
        self.session.let_play(person)
        for part in (self.motion, self.sound, self.input):
            part.settings = self.session.settings
        self.input.remap()
        wear(self.session.settings.table)
        self.set_speech()
        self.open_window()
        self.home()

    # keeping

    def settings_changed(self, name: str) -> None:
        """Makes a changed setting felt at once."""
        if name == "full_screen":
            self.open_window()
        elif name == "language":
            self.session.speak()
            self.art.forget()
            self.canvas.t = self.session.strings
            self.leave_all()
            self.scenes = [Title(self), Options(self)]
            self.scenes[-1].focus = "language"
        elif name in ("sound", "music"):
            self.sound.volume_changed()
        elif name == "speech":
            self.set_speech()
        elif name in ("colour_blind", *LOOKS):
            wear(self.session.settings.table)
            self.art.forget()
        self.session.save_settings()
        self.dirty = True

    def resume(self, game: str = "") -> None:
        """Continues the latest match of a game, or of all games."""
        try:
            self.sit(self.session.matches.open(self.session.matches.names(game)[0]))
        except BadRecord as error:
            t = self.session.strings
            self.push(Ask(self, t("records.bad", why=t.refusal(error))))

    # records in and out

    def tell_found(self, found: list[str], match: Match) -> None:
        """Shows new treasures in the result of their match, or as a notice."""
        received = [scene.receive(found, match) for scene in self.scenes]
        if found and not any(received[-1:]):
            self.notice(found_text(found, self.session.strings))
        self.dirty = True

    def wait_for(
        self, words: str, reading: Reading[Found], done: Callable[[Found], None], short: bool
    ) -> None:
        """Reads something while the window answers, and then calls done. What is short is read at
        once."""
        waiting = Waiting(self, words, reading, done)
        if short:
            waiting.at_once()
        else:
            self.push(waiting)

    def paste(self, take: Callable[[str], None] | None = None) -> None:
        """Opens what is on the clipboard, or hands it to take; says why if it is refused."""
        self.session.attempt(lambda: (take or self.session.open_text)(self.input.pasted()))

    def copy(self, text: str) -> None:
        """Copies a text, and says so."""
        self.input.copy(text)
        short = text if len(text) < 60 else text[:57] + "…"
        self.notice(self.session.strings("word.copied", text=short))

    def open_match(self, match: Match) -> None:
        """Opens a match: a finished one for review, another to continue."""
        if not self.can_start(match.game):
            return
        if match.over:
            self.push(Review(self, match))
        else:
            self.put_away(partial(self.sit, match))

    def picture(self) -> None:
        """Saves a screenshot as PNG."""
        try:
            path = put_picture(self.session.database.folder, png_of(self.canvas.surface))
            self.notice(self.session.strings("word.picture", path=path))
        except (OSError, pygame.error) as error:
            why = self.session.strings.disc(error) if isinstance(error, OSError) else error
            self.notice(self.session.strings("word.no_picture", why=why), "error")

    # words

    def notice(self, words: str, sound: str = "") -> None:
        """Shows a notice for a moment."""
        self.notes.say(words)
        self.dirty = True
        self.tell([words])
        if sound:
            self.sound.play(sound)

    # read out

    @property
    def speaks(self) -> bool:
        """Whether the screen is read out."""
        return self.narrator is not None

    def stay(self) -> None:
        """The focus stays, and its value may have no further one: where it is, is said once more."""
        if self.narrator:
            self.narrator.at = ("", "")

    def set_speech(self) -> None:
        """Begins or ends reading out, as the settings say."""
        wanted = self.session.settings.speech != "off"
        if self.narrator and not wanted:
            self.narrator.close()
            self.narrator = None
        elif wanted and not self.narrator:
            self.narrator = Narrator(self.session)

    def offer_speech(self) -> None:
        """Says by which key it begins, where somebody may be listening for that."""
        if self.narrator is None:
            words = self.session.strings("speech.offer", name=self.key_name("say_where"))
            announce(words, self.session.settings.language)

    def key_name(self, action: str) -> str:
        """The name of the key of an action."""
        return self.session.strings.key(self.input.cap(self.input.key_of(action)))

    def tell(self, lines: Sequence[str], newest: bool = False) -> None:
        """Reads out what has happened. newest: instead of what is still being said."""
        if self.narrator:
            self.narrator.tell(lines, newest)

    def heard(self, action: Action) -> bool:
        """Lets the speech know of an action; whether it was for the speech alone. The first of its keys turns
        it on."""
        scene, asked = self.scenes[-1], action.name.startswith("say_")
        if self.narrator:
            self.narrator.heed(action.name)
        if not asked or scene.takes_all:
            return False
        if self.narrator is None:
            self.session.settings.speech = "full"
            self.settings_changed("speech")
            self.notice(self.session.strings("speech.on", **{one: self.key_name(f"say_{one}") for one in ASKED}))
            return True
        if self.dirty or not self.pointer.focused():
            self.draw()
        says = self.narrator
        answers = {"say_where": says.where, "say_table": says.table, "say_score": says.score}
        if action.name in answers:
            answers[action.name](scene, self.canvas)
        else:
            says.again()
        return True

    def enlarge(self, cards: Cards, card: str | None, words: str) -> None:
        """Shows a face, or a back, large with words under it."""
        self.push(Enlarged(self, cards, card, words))

    def from_memory(self, match: Match) -> bool:
        """Whether the person plays this match from memory."""
        asked = "memory" in BOARDS[match.game].choices and not match.over
        return asked and self.session.settings.chosen(match.game, "memory")

    def seat_name(self, match: Match, seat: int) -> str:
        return self.session.strings.seat(match.seats, seat, match.game)

    # the loop

    def seen(self) -> list[Scene]:
        """The visible scenes: the topmost opaque one and all above it."""
        first = max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        return self.scenes[first:]

    def draw(self) -> None:
        """Makes a picture: lays out the visible scenes, once more if the focus settles on another spot,
        and paints what was laid out."""
        self.lay_out()
        scene = self.scenes[-1]
        focus = scene.settled(self.canvas)
        if focus != scene.focus:
            scene.focus = focus
            self.lay_out()
        if self.narrator:
            self.narrator.look(scene, self.canvas)
        self.notes.look(self.canvas.spots, self.pointer.focus, self.pointed())
        self.draw_notes()
        self.canvas.draw()
        field = self.pointer.typed_into()
        self.input.listen(field.rect if field else None)
        self.dirty = self.unfinished = self.pointer.moved = False
        self.late = self.paints < 0 or self.motion.rising
        self.drawn = True

    def draw_on(self) -> None:
        """Makes the next picture: paints the last one with all that moves at its new place, if that is all that
        has changed."""
        changed = self.dirty or self.late or self.pointer.moved or self.pointer.dragging
        if changed or self.laid is None or self.laid != self.going():
            self.draw()
        else:
            self.canvas.draw()
            self.unfinished = False
            self.drawn = True

    def going(self) -> tuple[list[Scene], list[Hashable]] | None:
        """The visible scenes, and what is on its way there; None if they are laid out for each picture."""
        seen = self.seen()
        going = [scene.going() for scene in seen]
        return None if None in going else (seen, going)

    @property
    def to_draw(self) -> bool:
        """Whether the picture must be redrawn."""
        return self.dirty or self.unfinished or self.late or self.pointer.moved

    def lay_out(self) -> None:
        """Lays out the visible scenes on the canvas."""
        for scene in self.seen():
            scene.update()
            scene.place(self.canvas)
        self.canvas.begin()
        self.motion.watched = self.motion.rising = False
        for scene in self.seen():
            if scene.overlay:
                self.canvas.cover()
            else:
                ground = self.ground_of(scene)
                self.canvas.blit(ground, (0, 0))
                self.canvas.ground = (self.picture_under(scene) or scene.felt, ground)
                if scene.felt in ROOMS and not self.picture_under(scene):
                    self.draw_candlelight()
            self.canvas.focus = scene.focus if scene is self.scenes[-1] else ""
            scene.layout(self.canvas)
        self.canvas.own = len(self.canvas.written)
        self.laid = self.going() if self.motion.busy and not self.motion.watched else None

    def ground_of(self, scene: Scene) -> Surface:
        """What a scene lies on; bare felt where all shall stand out."""
        size = self.canvas.area.size
        ground = self.picture_under(scene)
        if ground:
            return self.art.backdrop(ground, size)
        return self.art.felt("hall" if scene.ground else scene.felt, size)

    def picture_under(self, scene: Scene) -> str:
        """The picture that a scene lies on: its own, or that of its game's table; "" if it lies on felt."""
        plain = self.session.settings.table == "contrast"
        return "" if plain else scene.ground or self.table_picture(scene.felt)

    def table_picture(self, game: str) -> str:
        """The picture of a game's table; "" if there is none, or where all shall stand out."""
        plain = self.session.settings.table == "contrast"
        return "" if plain else str(GAME_THEMES.get(game, {}).get("ground", ""))

    def table_ground(self, game: str, size: Size) -> Surface:
        """The ground of a game's table in a size."""
        ground = self.table_picture(game)
        return self.art.backdrop(ground, size) if ground else self.art.felt(game, size)

    def draw_candlelight(self) -> None:
        """Draws the light of a candle that stands beyond the corner of the table."""
        area, motion = self.canvas.area, self.motion
        side = round(area.h * 0.8)
        light = self.art.keep(("candle", side), lambda: rooms.candlelight(side))
        shine = rooms.STEADY if motion.calm else rooms.brightness(motion.now, motion.until)
        light.set_alpha(round(255 * shine))
        motion.watched = motion.watched or not motion.calm
        self.canvas.blit(light, light.get_rect(center=area.topright))

    def pointed(self) -> Point | None:
        """Where the mouse points; None if another device is used."""
        return self.pointer.at if self.input.device == "mouse" else None

    def draw_notes(self) -> None:
        """Draws the tooltip of the focus, and the notice, over the scenes."""
        told = self.notes.tip(self.canvas.spots, self.pointer.focus, self.pointed())
        words = self.notes.spoken()
        said = told is None or told.tip == words or self.canvas.says(told.tip)
        if told and not said and not self.pointer.dragging:
            self.canvas.tooltip(told)
        if words:
            self.draw_notice(words)

    def draw_notice(self, words: str) -> None:
        """The notice where the scene says, and where it hides no card to be played."""
        c = self.canvas
        width = min(c.width_of(words) + c.px("notice"), c.area.w - c.px("borders"))
        height = c.height_of(words, width - c.px("border")) + c.px("margin")
        near = self.scenes[-1].notice_place(c, width, height)
        cards = [Covered(spot.rect, 1.0) for spot in c.spots if spot.drag or spot.idle]
        cards += [Covered(rect, 1.0) for rect in c.clear]
        box = tip_place(near.size, near, -height, c.area, cards)  # there, if it hides none
        c.layer += 1
        with c.parchment(box, "parchment-tag"):
            c.paragraph(words, c.inner(box, "border", "margin"))

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.close_window()
        elif event.type == pygame.WINDOWSIZECHANGED:
            self.resized((event.x, event.y))
        elif event.type == pygame.VIDEORESIZE:
            self.resized(event.size)
        elif event.type in REDRAWN:
            self.dirty = True
        elif event.type == pygame.WINDOWDISPLAYCHANGED:
            self.session.settings.display = event.display_index
        elif event.type in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            self.sound.heed(event, self.motion.now)
        elif event.type == pygame.DROPFILE:
            self.session.open_file(event.file)
        typing = self.pointer.typed_into() is not None
        for action in self.input.actions(event, typing):
            self.pointer.answer(self.scanner.meaning(action))

    def turn(self) -> None:
        """One round of the loop: events, time, a picture if something changed, a nap."""
        self.motion.now = float(pygame.time.get_ticks())
        for event in self.input.events():
            self.handle(event)
        if not self.running:
            return
        for action in self.input.repeats():
            self.pointer.answer(action)
        if self.input.long_press() and math.dist(self.pointer.press_at, self.pointer.at) <= FAR:
            self.pointer.enlarge(self.pointer.at)
        self.scanner.tick()
        if self.scenes[-1].tick():
            self.dirty = True
        if self.scenes[-1].idle:
            self.session.work_on(all(scene.idle for scene in self.scenes))
        self.look_after()
        moving = self.motion.busy
        if self.to_draw or moving:
            self.paints = 1
            self.draw_on()
            self.unfinished = moving
            if self.paints >= 0:
                self.art.aged.clear()
            self.paints = FREE
        else:
            self.breathe()
        window.show_frame()
        if self.drawn:
            self.drawn = False
            window.show()
            if self.session.hoard.late:  # not before the first picture
                self.dirty = self.session.hoard.read_on() or self.dirty
        if moving or self.pointer.dragging:
            self.clock.tick(FPS_MOVING)
        elif not self.scenes[-1].busy:
            pygame.time.wait(IDLE_NAP_MS)

    def breathe(self) -> None:
        """Paints the last picture again a few times a second while light breathes in it, and once more after that."""
        motion = self.motion
        if self.breathed and motion.now >= self.breathed:
            self.canvas.draw()
            self.drawn = True
        if self.breathed and not motion.breathes:
            self.breathed, self.dirty = 0.0, True
        elif motion.breathes and motion.now >= self.breathed:
            self.breathed = motion.now + 1000 / FPS_BREATH

    def look_after(self) -> None:
        """Housekeeping: expired notices, bad files, failed writes, music."""
        self.dirty = self.notes.tick() or self.dirty
        self.dirty = self.notes.keep(self.session.lasting_notice()) or self.dirty
        for key, found in self.session.database.complaints():
            told = {name: why for name, why in found.items() if isinstance(why, OSError)}
            values = found | {name: self.session.strings.disc(why) for name, why in told.items()}
            self.notice(self.session.strings(key, **values), "error")
        if self.session.database.came_back():
            self.session.take_up()
            self.dirty = True
        scene = self.scenes[-1]
        if self.canvas.spots:  # not before there is something to be seen
            self.sound.wake()
            self.sound.look_for_device(self.motion.now)
        self.sound.music(scene.music, scene.played())

    def run(self, asked: list[int] | None = None) -> None:
        """Runs until the person quits, or a signal asks for the end."""
        self.turn()
        if os.environ.get("HOARD_FIRST_FRAME"):
            self.tell_memory()
            self.running = False
        else:
            self.input.open_pads()
        while self.running and not asked:
            self.turn()
        self.close()

    def tell_memory(self) -> None:
        """Prints the memory used; if that cannot be printed, closes in good order."""
        try:
            program.put_out({"rss_mb": program.resident_mb()})
        except (InputError, BrokenPipeError):
            self.close()
            raise

    def close(self) -> None:
        """Saves everything and closes."""
        for scene in self.scenes:
            scene.keep()
        self.leave_all()
        if self.narrator:
            self.narrator.close()
        self.session.stop_background()
        if not self.session.fixed:
            self.session.save_settings()
        window.close()
        pygame.quit()
        self.session.database.close()  # a copy of it may take a moment


def write_report(app: App | None, folder: Path) -> Path:
    """Writes a crash report: versions, traceback, and the record at hand."""
    records = [scene.record() for scene in app.scenes] if app else []
    found = [record for record in records if record]
    return keep_report(
        folder, f"{TITLE} {program.version_line()}", found[-1] if found else None
    )


# ---- main ----------------------------------------------------------------------------------------


def first_scene(app: App, arguments: argparse.Namespace) -> None:
    """Opens what the command line asks for, above the title."""
    app.scenes = [Title(app)]
    for fault in filter(None, map(fault_of, WRONG)):
        app.notice(fault.said(app.session.strings), "error")
    if arguments.file:
        app.session.open_file(arguments.file)
    elif arguments.resume:
        if app.session.saved(arguments.game or ""):
            app.resume(arguments.game or "")
        else:
            app.notice(app.session.strings("records.no_save"))
    elif arguments.game:
        options = dict(arguments.option)
        seed = app.session.next_seed(arguments.game) if arguments.seed is None else arguments.seed
        seats = arguments.seats.split(",") if arguments.seats else None
        match = Match(arguments.game, options=options, seed=seed, seats=seats)
        if seats is None:
            app.session.seat(match)
        app.sit(match)
    elif app.session.database.is_new():
        app.push(Welcome(app))
        app.offer_speech()


def command_play(argv: list[str]) -> int:
    """The arcade itself."""
    arguments = arcade_parser(program.version_line()).parse_args(argv)
    folder = data_folder(arguments.data_dir)
    app: App | None = None
    asked = heed_signals()
    clear_leftovers()
    try:
        with faults_reported(folder, f"{TITLE} {program.version_line()}") as reports:
            app = App(folder, arguments.windowed, arguments.size, arguments.mute)
            first_scene(app, arguments)
            for report in reports:
                app.notice(app.session.strings("word.crashed", path=report))
            app.run(asked)
    except BadRecord as error:
        return complain(error)
    except (InputError, BrokenPipeError):
        raise
    except Exception as error:
        if lack := shortage(error):
            words = f"{TITLE} stopped: {lack}."
        else:
            sys.excepthook(*sys.exc_info())
            words = f"{TITLE} stopped; {write_report(app, folder)} tells what happened."
        complain(f"{words} --resume goes on with the match." if app else words)
        if app:
            app.session.database.close()
        return 1
    return 0


def main(argv: list[str] | None = None) -> int:
    """Runs the arcade; returns the exit status."""
    try:
        return command_play(sys.argv[1:] if argv is None else argv)
    except InputError as error:
        return complain(error)
    except BrokenPipeError:  # who read it has left
        drop_output()
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
