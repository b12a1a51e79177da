"""The present person's settings, matches and history, and the background work after a match."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from ..json_stream import Source
from ..match import Match
from ..play import daily, duplicate, translations
from ..play.first_deal import first_deals
from ..play.judge import Judge
from ..play.live_match import LiveMatch
from ..play.luck import kept_by
from ..play.match_setup import MatchSetup
from ..play.puzzle_finder import keep_mistakes
from ..play.review import Grader
from ..records import read_plain
from ..refusals import BadRecord
from ..store.database import Complaint, Database
from ..store.former import take_over
from ..store.history import Filter
from ..store.people import (
    HEAD_BYTES,
    MOST,
    NOBODY,
    ExportHead,
    Imported,
    People,
    Person,
    Reading,
    called,
    is_export,
)
from ..store.places import put_file
from ..store.saves import match_of, text_of
from ..store.settings import save_settings
from ..strengths import Suggestion
from ..strings import Strings
from .calendar import marks
from .hoard import Hoard
from .ratings import suggestion
from .reminders import Reminders
from .statistics import recent_accuracy, recent_costs
from .weighing import Weighing

SHORT = 20_000  # bytes that are read within a frame or two
SEEDS = (1, 999_999)  # seeds drawn for new deals, short enough to type

Accept = Callable[[], None]
Result = TypeVar("Result")


class Button(NamedTuple):
    """A button: its key, text ("" for none), icon and action."""

    key: str
    label: str
    icon: str
    accept: Accept
    action: str = ""  # the action whose key it shows
    lit: bool = False
    tip: str = ""
    advised: bool = False  # whether it bears the mark of what is recommended


class Desk(Protocol):
    """What a session and its pages need from the arcade."""

    def sit(self, match: Match) -> None:
        ...

    def open_match(self, match: Match) -> None:
        """Opens a match for review, or to continue it."""

    def become(self, person: Person) -> None:
        ...

    def settings_changed(self, name: str) -> None:
        ...

    def notice(self, words: str, sound: str = "") -> None:
        """Shows a notice for a moment."""

    def tell_found(self, found: list[str], match: Match) -> None:
        """Shows the treasures that a match has earned."""

    def ask(self, words: str, yes: Accept) -> None:
        ...

    def wait_for(
        self, words: str, reading: Reading[Result], done: Callable[[Result], None], short: bool
    ) -> None:
        """Reads something piece by piece while the window answers (short ones at once), then calls
        done with the result. The person can cancel; a refusal is shown."""

    def ask_name(self, words: str, name: str, done: Callable[[str], None]) -> None:
        ...

    def offer_choice(self, words: str, choices: Sequence[Button]) -> None:
        ...

    def compare(self, pair: duplicate.MatchPair) -> None:
        """Shows two matches side by side."""

    def show_players(self) -> None:
        """Opens the page of the players on top of the title."""

    def show_duplicate(self) -> None:
        """Opens the page of the duplicate match on top of the title."""

    def paste(self, take: Callable[[str], None] | None = None) -> None:
        """Opens the match on the clipboard, or calls take with the text. Shows why if it is
        refused."""

    def copy(self, text: str) -> None:
        """Copies a text to the clipboard, and says so."""


class Session:
    """Everything kept about the present person, and the list of people.

    desk: the arcade, which shows messages.
    """

    def __init__(self, folder: Path, desk: Desk) -> None:
        self.desk = desk
        self.fixed = False  # whether the window's size comes from the command line and is not saved
        self.today = daily.today  # the day, UTC
        self.day_match = daily.match_of  # a game's deal of the day
        self.short_match = daily.short_match  # a short match by seed
        self.database = Database(folder)
        take_over(self.database)
        self.people = People(self.database)
        self.judge = Judge()
        self.grader: Grader | None = None
        self.rival: duplicate.DragonTables | None = None
        self.weighing = Weighing(self.people.chronicle(), self.judge)
        self.news = 0  # counts results of background work
        self.take_seat()

    def compare(self, match: Match, other: Match | None = None, sides: Sequence[str] = ()) -> None:
        """Shows a match beside another one, or beside Dragon's (None). sides: the names of both."""
        seat = match.seats.index("human")
        tables = None if other else self.rival_of(match, seat)
        named = sides or [self.strings("other.yours"), self.strings("other.theirs")]
        self.desk.compare(duplicate.MatchPair(match, seat, named, other, tables))

    def recent_costs(self, game: str) -> dict[str, float]:
        """What the person's mistakes in the latest judged matches of a game cost, by motif, dearest
        first."""
        return recent_costs(self.chronicle.games().select(Filter(game)), self.strings)

    def recent_accuracy(self, game: str) -> tuple[int, float] | None:
        """How many of the latest matches of a game were judged, and their mean accuracy; None without any."""
        return recent_accuracy(self.chronicle.games().select(Filter(game)))

    def other_table(self, match: Match) -> None:
        """Shows how Dragon would have scored in the match just finished; in a duplicate match,
        shows the page of that match."""
        if "duplicate" in match.extra:
            self.desk.show_duplicate()
        else:
            self.compare(match)

    # The present person

    def take_seat(self) -> None:
        """Opens the present person's data, and stops background work for anybody else."""
        self.stop_background()
        self.chronicle = self.people.chronicle()
        self.weighing = Weighing(self.chronicle, self.judge)
        self.hoard = Hoard(self.chronicle)
        self.matches = self.people.matches()
        self.reminders = Reminders(self.chronicle, self.matches)
        self.settings = self.people.settings()
        self.speak()

    def languages(self) -> list[str]:
        """The languages to choose from: those of the program, and those in the data folder."""
        return sorted({*Strings.languages(), *translations.names(self.database.folder)})

    def speak(self) -> None:
        """Says everything in the person's language from now on."""
        language = self.settings.language if self.settings.language in self.languages() else "en"
        found = translations.read(self.database.folder, language)
        self.strings = Strings(language, found.texts)
        if found.faults:
            values = {"count": len(found.faults), "name": language}
            self.database.told.append(Complaint("word.translation", values))
        if strange := translations.misnamed(self.database.folder):
            self.database.told.append(Complaint("word.no_language", {"names": ", ".join(strange)}))

    def take_up(self) -> None:
        """Reads everything again, once the disc is usable again."""
        self.hoard.late = True
        self.news += 1
        self.people.read_again()
        for name in self.settings.take_up(self.people.settings()):
            if name != "language":  # it closes the table, so it waits for the next start
                self.desk.settings_changed(name)
        self.desk.notice(self.strings("word.read_again"))

    def let_play(self, person: Person) -> None:
        """Lets another person play. A window size from the command line stays."""
        before = self.settings
        self.people.choose(person)
        self.take_seat()
        if self.fixed:
            self.settings.full_screen = before.full_screen
            self.settings.window = before.window

    def way_to_players(self) -> Button:
        """A button with the present person's name, which opens the page of the players."""
        who = called(self.people.now, self.strings)
        tip = self.strings("title.players.tip")
        return Button("players", who, "human", self.desk.show_players, tip=tip)

    def stop_background(self) -> None:
        for work in (self.grader, self.rival, self.weighing, self.judge):
            if work:
                work.close()
        self.grader = None
        self.rival = None

    def save_settings(self) -> None:
        """Saves the settings, except those from the command line."""
        save_settings(self.chronicle.tables, self.settings, self.fixed, self.chronicle.person)

    def note_game(self, game: str) -> None:
        """Remembers the game that the title selects."""
        if self.settings.game != game:
            self.settings.game = game
            self.save_settings()

    # Matches

    def saved(self, game: str) -> bool:
        """Whether there is a saved match of a game, or of any ("")."""
        return bool(self.matches.names(game))

    def is_new(self, game: str) -> bool:
        """Whether the person has neither played a game nor done a step of its lessons."""
        done = any(lesson.startswith(f"{game}/") for lesson in self.chronicle.lessons())
        return not (self.saved(game) or self.chronicle.has_played(game) or done)

    def turn_coach(self, live: LiveMatch) -> None:
        live.turn_coach()
        self.matches.keep(live.match)
        self.save_settings()

    def draw_seed(self) -> int:
        return random.SystemRandom().randint(*SEEDS)

    def next_seed(self, game: str) -> int:
        """A seed for a new match. The person's first match of a game gets a fair deal."""
        fair = () if self.chronicle.has_played(game) else first_deals(game)
        return random.SystemRandom().choice(fair) if fair else self.draw_seed()

    def suggestion(self, match: Match) -> Suggestion:
        """Whom to meet at such a table."""
        return suggestion(self.chronicle.games(), match)

    def seat(self, match: Match) -> None:
        """Chooses the players for a deal that comes without any: those of a new match."""
        MatchSetup(match.game, self.settings, 0, self.suggestion).place(match)

    def file_match(self, match: Match, humans: list[int]) -> None:
        """Files a finished match, awards its treasures, and starts grading it in the background;
        for a deal of the day also par."""
        name = self.chronicle.finish(match, humans)
        if len(humans) == 1 and not match.extra.get("visitor"):
            self.desk.tell_found(self.hoard.award(name, match, humans[0]), match)
            self.grade(name, match, humans[0])
            self.weighing.begin(name, match, humans[0])
        if len(humans) == 1 and "daily" in match.extra:
            self.reckon(name, match, humans[0])

    def grade(self, name: str, match: Match, seat: int) -> None:
        """Grades a finished match in the background; then stores the result and awards
        treasures."""
        chronicle, own = self.chronicle, self.hoard

        def done(grader: Grader) -> None:
            kept = kept_by(match.game, grader.grades, seat)
            chronicle.grade(name, None, marks=marks(match.game, grader.grades, [seat]), kept=kept)
            self.desk.tell_found(own.judged(name, match, seat, grader.grades, grader.reasons([seat])), match)
            keep_mistakes(grader, seat, chronicle)
            self.news += 1

        grader = self.grader_of(match, [seat], done)
        if not grader.busy:
            done(grader)

    def grader_of(
        self, match: Match, seats: list[int], done: Callable[[Grader], None] | None = None
    ) -> Grader:
        """The grader of a match. Reuses the present one if it is for this match."""
        if self.grader and self.grader.match.record() == match.record():
            return self.grader
        if self.grader:
            self.grader.close()
        self.grader = Grader(match.copy(), self.judge, seats, done)
        return self.grader

    def rival_of(self, match: Match, seat: int, wanted: int = duplicate.RUNS) -> duplicate.DragonTables:
        """Dragon's matches for a seat of a match. Reuses the present ones if they are for this
        match."""
        now = self.rival
        if now and now.wanted == wanted and now.match.record() == match.record():
            return now
        if now:
            now.close()
        self.rival = duplicate.DragonTables(match, seat, self.judge, wanted)
        return self.rival

    def reckon(self, name: str, match: Match, seat: int) -> None:
        """Computes par for a finished match in the background and stores it."""
        chronicle = self.chronicle

        def done(tables: duplicate.DragonTables) -> None:
            chronicle.grade(name, None, par=tables.par)
            self.news += 1

        self.rival_of(match, seat).then(done)

    def weigh(self) -> None:
        """Plays on at the tables that show what the last deal was worth, if nobody waits for the judge."""
        if not self.judge.queue:
            self.news += self.weighing.tick()

    def work_on(self, calm: bool) -> None:
        """Does one step of background work: grades, then Dragon's matches, then what the last deal was worth, then
        (if calm: nobody is playing) an ungraded match, or an earlier deal; when all is done, the judge rests."""
        if self.grader and self.grader.busy:
            self.grader.tick()
        elif self.rival and not self.rival.over:
            self.rival.tick()
        elif not self.weighing.over:
            self.weigh()
        elif calm:
            found = self.hoard.next_ungraded()
            if found:
                self.grade(*found)
            else:
                self.weighing.take_up()
                if self.weighing.over:
                    self.judge.rest()

    def lasting_notice(self) -> str:
        """A notice to show as long as its cause lasts; "" if there is none."""
        if self.database.later:
            return self.strings("word.later")
        return self.strings("word.locked") if self.database.locked else ""

    # Import and export

    def export(self, name: str, text: str) -> None:
        """Writes a file for use elsewhere. Says where it is, or why it could not be written."""
        try:
            own = "guest-" if self.people.now == NOBODY else ""
            path = put_file(self.database.folder, f"exports/{own}{name}", text.encode("utf-8", "replace"))
        except OSError as error:
            self.desk.notice(self.strings("word.not_exported", why=self.strings.disc(error)), "error")
        else:
            self.desk.notice(self.strings("word.exported", path=path))

    def attempt(self, do: Accept) -> None:
        """Does something, and shows the reason if it is refused."""
        try:
            do()
        except BadRecord as error:
            why = self.strings.refusal(error)
            self.desk.notice(self.strings("word.refused", why=why), "error")

    def take_person(self, source: Source) -> None:
        """Reads through an export, then asks which person it goes to."""
        reading, done = self.people.looking_in(source), partial(self.offer_persons, source)
        self.desk.wait_for(self.strings("reading.look"), reading, done, source.size <= SHORT)

    def offer_persons(self, source: Source, head: ExportHead) -> None:
        """Asks which person an export goes to, a person of the same name first."""
        people, t = self.people, self.strings
        name = head.name or t("players.nameless")
        choices = []
        for at, person in enumerate(people.all):
            merge = partial(self.merge_person, source, person)
            choices.append(Button(f"into{at}", called(person, t), "human", merge))
        choices.sort(key=lambda choice: choice.label != name)
        if len(people.all) < MOST:
            choices.append(Button("somebody", t("players.somebody"), "new", partial(self.merge_person, source, None)))
        self.desk.offer_choice(t("players.into", name=name), choices)

    def merge_person(self, source: Source, person: Person | None) -> None:
        """Imports an export into a person's data, or as a new person."""
        reading = self.people.taking_in(source, person, self.strings("players.nameless"))
        self.desk.wait_for(self.strings("reading.take"), reading, self.tell_taken, source.size <= SHORT)

    def tell_taken(self, result: tuple[Person, Imported]) -> None:
        """Says how much of an export was new."""
        person, taken = result
        counts = {"lines": taken.lines, "records": taken.records, "saves": taken.saves}
        if person == self.people.now:
            self.desk.become(person)
        name = called(person, self.strings)
        self.desk.notice(self.strings("players.taken", name=name, **counts))

    def take_text(self, text: str) -> None:
        """Imports a person from a pasted text."""
        self.take_person(Source.text(text.encode("utf-8", "replace")))

    def open_text(self, text: str) -> None:
        """Opens a pasted record, deal id or deal number, or imports a person."""
        text = text.strip()
        if is_export(text[:HEAD_BYTES].encode("utf-8", "replace")):
            self.take_text(text)
        else:
            self.open_what(partial(match_of, text, self.seat))

    def open_file(self, path: str) -> None:
        """Opens a record's file, or imports a person. path "": one that cannot be decoded."""
        if not path:
            self.desk.notice(self.strings("records.no_name"), "error")
            return
        with contextlib.suppress(OSError, ValueError):
            if is_export(read_plain(path, HEAD_BYTES)):
                self.attempt(partial(self.take_person, Source.file(path)))
                return
        self.open_what(lambda: match_of(text_of(path), self.seat))

    def open_kept(self, name: str) -> None:
        """Opens a finished match by its name."""
        match = self.chronicle.kept(name)
        if match:
            self.weighing.look(name, match)
            self.desk.open_match(match)
        else:
            self.desk.notice(self.strings("records.gone"), "error")

    def open_what(self, load: Callable[[], Match], name: str = "") -> None:
        """Opens the match that load() returns, or shows why it cannot."""
        try:
            match = load()
        except BadRecord as error:
            why = name + self.strings.refusal(error)
            self.desk.notice(self.strings("records.bad", why=why), "error")
        else:
            self.desk.open_match(match)
