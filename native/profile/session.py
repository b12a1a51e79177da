"""The session: who plays, their settings, matches and history, and what is computed in the
background once a match is over.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from ..match import Match
from ..play import daily, duplicate
from ..play.live_match import Sitting
from ..play.match_setup import Draft
from ..play.review import Grader
from ..records import SIZE_LIMIT, read_plain
from ..refusals import BadRecord
from ..store.folder import Keeper
from ..store.people import (
    EXPORT_LIMIT,
    MOST,
    People,
    Person,
    called,
    is_export,
)
from ..store.reclaim import take_back
from ..store.saves import match_of, text_of
from ..store.settings import save_settings
from ..strings import Strings
from .calendar import marks
from .hoard import Hoard

SEEDS = (1, 999_999)  # drawn deal numbers, short enough to type

Accept = Callable[[], None]


class Button(NamedTuple):
    """A button of a row: its key, its words ("" = none), its icon, what it does."""

    key: str
    label: str
    icon: str
    accept: Accept
    action: str = ""  # what its key does
    lit: bool = False
    tip: str = ""


class Desk(Protocol):
    """What a session and its pages need of the arcade."""

    def sit(self, match: Match) -> None:
        """Opens a table for a match."""

    def open_match(self, match: Match) -> None:
        """Opens a match to be reviewed, or gone on with."""

    def become(self, person: Person) -> None:
        """Lets somebody else play."""

    def settings_changed(self, name: str) -> None:
        """Makes a changed setting felt at once."""

    def notice(self, words: str, sound: str = "") -> None:
        """Says something for a moment."""

    def tell_found(self, found: list[str], match: Match) -> None:
        """Says what is new in the hoard by a match."""

    def ask(self, words: str, yes: Accept) -> None:
        """Asks before something is done."""

    def ask_name(self, words: str, name: str, done: Callable[[str], None]) -> None:
        """Lets a name be written."""

    def offer_choice(self, words: str, choices: Sequence[Button]) -> None:
        """Lets one of some things be done."""

    def compare(self, pair: duplicate.Pair) -> None:
        """Shows a match beside another."""

    def show_players(self) -> None:
        """Opens the page of those who play here, above the title alone."""

    def show_duplicate(self) -> None:
        """Opens the page of the duplicate match, above the title alone."""

    def paste(self, take: Callable[[str], None] | None = None) -> None:
        """Opens what was copied, or gives it to who takes it; says why where it is refused."""

    def copy(self, text: str) -> None:
        """Copies a text, and says so."""


class Session:
    """All that is kept of the one who plays, and who may play instead.

    desk: the arcade, which shows what the session has to say.
    """

    def __init__(self, folder: Path, desk: Desk) -> None:
        self.desk = desk
        self.fixed = False  # whether the window was given on the command line: not to be kept
        self.today = daily.today  # the day, UTC
        self.day_match = daily.match_of  # a game's deal of a day
        self.short_match = daily.short_match  # a short match by the number of its deal
        self.keeper = Keeper(folder)
        self.people = People(self.keeper)
        self.taken_back = take_back(self.keeper, self.people)  # files that lay aside by mistake
        if self.taken_back:
            self.people = People(self.keeper)
        self.grader: Grader | None = None
        self.rival: duplicate.Tables | None = None
        self.news = 0  # counts what the background found out
        self.take_seat()

    def compare(self, match: Match, other: Match | None = None, sides: Sequence[str] = ()) -> None:
        """Shows a match beside another; None: beside Dragon's. sides: who played the two."""
        seat = match.seats.index("human")
        tables = None if other else self.rival_of(match, seat)
        named = sides or [self.strings("other.yours"), self.strings("other.theirs")]
        self.desk.compare(duplicate.Pair(match, seat, named, other, tables))

    def other_table(self, match: Match) -> None:
        """What Dragon makes of the seat of a match that was just finished; in a duplicate match
        that is told when all is played."""
        if "duplicate" in match.extra:
            self.desk.show_duplicate()
        else:
            self.compare(match)

    # who plays

    def take_seat(self) -> None:
        """Opens what is kept of the one who plays; what was computed for another ends."""
        self.stop_background()
        self.chronicle = self.people.chronicle()
        self.hoard = Hoard(self.chronicle)
        self.matches = self.people.matches()
        self.settings = self.people.settings()
        self.home_folder = self.people.now.home
        language = self.settings.language
        self.strings = Strings(language if language in Strings.languages() else "en")

    def take_up(self) -> None:
        """Takes up what could not be read before and can be now."""
        self.hoard.late = True
        self.hoard.index.again = 0.0  # at once
        self.news += 1
        self.people.read_again()
        for name in self.settings.take_up(self.people.settings()):
            if name != "language":  # that one closes the table: it is heard at the next start
                self.desk.settings_changed(name)
        if not self.keeper.unread:
            self.desk.notice(self.strings("word.read_again"))

    def let_play(self, person: Person) -> None:
        """Lets somebody else play, in the window that the command line asked for."""
        before = self.settings
        self.people.choose(person)
        self.take_seat()
        if self.fixed:
            self.settings.full_screen = before.full_screen
            self.settings.window = before.window

    def way_to_players(self) -> Button:
        """The button with the name of the one who plays."""
        who = called(self.people.now, self.strings)
        tip = self.strings("title.players.tip")
        return Button("players", who, "human", self.desk.show_players, tip=tip)

    def stop_background(self) -> None:
        """Ends what is computed in the background."""
        for work in (self.grader, self.rival):
            if work:
                work.close()
        self.grader = None
        self.rival = None

    def save_settings(self) -> None:
        """Writes the settings; not what the command line asked for."""
        save_settings(self.keeper, self.settings, self.fixed, self.home_folder)

    def note_game(self, game: str) -> None:
        """Remembers which game is played now; the title begins with it."""
        if self.settings.game != game:
            self.settings.game = game
            self.save_settings()

    # matches

    def saved(self, game: str) -> bool:
        """Whether a match of a game, or of any, waits to be continued."""
        return bool(self.matches.names(game))

    def turn_coach(self, table: Sitting) -> None:
        """Turns the coach on or off at a table."""
        table.turn_coach()
        self.matches.keep(table.match)
        self.save_settings()

    def draw_seed(self) -> int:
        """The number of a deal, drawn by lot."""
        return random.SystemRandom().randint(*SEEDS)

    def proposed(self, game: str) -> tuple[str, str]:
        """The opponent that fits a person at a game, and why."""
        return self.hoard.index.proposed(game)

    def seats_for(self, match: Match) -> list[str]:
        """Who would sit at such a match, if it were set up now."""
        return Draft(match.game, self.settings, 0, *self.proposed(match.game)).seats_for(match)

    def file_match(self, match: Match, humans: list[int]) -> None:
        """Keeps a finished match, counts it, and lets it be graded in the background; a deal of a
        day gets its par too."""
        name = self.chronicle.finish(match, humans)
        if len(humans) == 1 and not match.extra.get("visitor"):
            self.desk.tell_found(self.hoard.award(name, match, humans[0]), match)
            self.judge(name, match, humans[0])
        if len(humans) == 1 and "daily" in match.extra:
            self.reckon(name, match, humans[0])

    def judge(self, name: str, match: Match, seat: int) -> None:
        """Has a finished match graded and noted in the history, and what it shows awarded."""
        chronicle, own = self.chronicle, self.hoard

        def done(grader: Grader) -> None:
            chronicle.grade(name, None, marks=marks(match.game, grader.grades, [seat]))
            self.desk.tell_found(own.judged(name, match, seat, grader.grades), match)
            self.news += 1

        grader = self.grader_of(match, [seat], done)
        if not grader.jobs:
            done(grader)

    def grader_of(
        self, match: Match, seats: list[int], done: Callable[[Grader], None] | None = None
    ) -> Grader:
        """The grader of a match: the one at work, if it is the same match."""
        if self.grader and self.grader.match.record() == match.record():
            return self.grader
        if self.grader:
            self.grader.close()
        self.grader = Grader(match.copy(), seats, done)
        return self.grader

    def rival_of(self, match: Match, seat: int, wanted: int = duplicate.RUNS) -> duplicate.Tables:
        """What Dragon makes of a seat of a match: the tables at work, if it is the same match."""
        now = self.rival
        if now and now.wanted == wanted and now.match.record() == match.record():
            return now
        if now:
            now.close()
        self.rival = duplicate.Tables(match, seat, wanted)
        return self.rival

    def reckon(self, name: str, match: Match, seat: int) -> None:
        """Has par of a finished match found out and noted."""
        chronicle = self.chronicle

        def done(tables: duplicate.Tables) -> None:
            chronicle.grade(name, None, par=tables.par)
            self.news += 1

        self.rival_of(match, seat).then(done)

    def work_on(self, calm: bool) -> None:
        """A step of what is computed in the background: grades first, then other tables; where
        nobody plays (calm) a match that is not graded yet."""
        if self.grader and self.grader.jobs:
            self.grader.tick()
        elif self.rival and not self.rival.over:
            self.rival.tick()
        elif calm:
            found = self.hoard.next_ungraded()
            if found:
                self.judge(*found)

    # records and people, in and out

    def attempt(self, do: Accept) -> None:
        """Does something; says why where it is refused."""
        try:
            do()
        except BadRecord as error:
            why = self.strings.refusal(error)
            self.desk.notice(self.strings("word.refused", why=why), "error")

    def take_person(self, data: bytes) -> None:
        """Asks into whom an export goes; somebody of its name comes first."""
        people, t = self.people, self.strings
        name = people.look_in(data)["name"] or t("players.nameless")
        choices = []
        for at, person in enumerate(people.all):
            merge = partial(self.attempt, partial(self.merge_person, data, person))
            choices.append(Button(f"into{at}", called(person, t), "human", merge))
        choices.sort(key=lambda choice: choice.label != name)
        if len(people.all) < MOST:
            merge = partial(self.attempt, partial(self.merge_person, data, None))
            choices.append(Button("somebody", t("players.somebody"), "new", merge))
        self.desk.offer_choice(t("players.into", name=name), choices)

    def merge_person(self, data: bytes, person: Person | None) -> None:
        """Merges an export into somebody, or somebody new."""
        person, taken = self.people.take_in(data, person, self.strings("players.nameless"))
        told = {"lines": taken.lines, "records": taken.records, "saves": taken.saves}
        if person == self.people.now:
            self.desk.become(person)
        name = called(person, self.strings)
        self.desk.notice(self.strings("players.taken", name=name, **told))

    def open_text(self, text: str) -> None:
        """Opens a pasted record, deal id or deal number; takes in the export of a person."""
        data = text.strip().encode("utf-8", "replace")
        if is_export(data):
            self.attempt(partial(self.take_person, data))
        else:
            self.open_what(partial(match_of, text, self.seats_for))

    def open_file(self, path: str) -> None:
        """Opens a file with a record, or takes in the export of a person; "" is one whose name
        cannot be read."""
        if not path:
            self.desk.notice(self.strings("records.no_name"), "error")
            return
        with contextlib.suppress(OSError, ValueError):
            if is_export(read_plain(path, SIZE_LIMIT)):
                whole = read_plain(path, EXPORT_LIMIT)
                self.attempt(partial(self.take_person, whole))
                return
        self.open_what(lambda: match_of(text_of(path), self.seats_for))

    def open_kept(self, name: str) -> None:
        """Opens a finished match by its name."""
        match = self.chronicle.kept(name)
        if match:
            self.desk.open_match(match)
        else:
            self.desk.notice(self.strings("records.gone"), "error")

    def open_what(self, load: Callable[[], Match], name: str = "") -> None:
        """Opens what there is to be loaded, or says why it cannot be."""
        try:
            match = load()
        except BadRecord as error:
            why = name + self.strings.refusal(error)
            self.desk.notice(self.strings("records.bad", why=why), "error")
        else:
            self.desk.open_match(match)
