"""Pages of rows and buttons: who plays here, a deal a day, a duplicate match. What stands on each
and what its buttons do; the arcade draws them all alike.
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..games import GAMES
from ..match import Match
from ..play import duplicate
from ..refusals import BadRecord
from ..store.forms import DUPLICATE, OPPONENTS
from ..store.index import index_of
from ..store.people import (
    MOST,
    NOBODY,
    Person,
    called,
)
from . import calendar
from .session import Accept, Button, Session
from .statistics import Reading

AT_ONCE = 50  # finished deals of days of which it is asked in one step whether anything is missing


class Row(NamedTuple):
    """A row: its texts, what accepting it does, what left and right do, a picture before it."""

    cells: tuple[str, ...]
    accept: Accept | None = None
    adjust: Callable[[int], None] | None = None
    picture: str = ""
    lit: bool = False


class Day(NamedTuple):
    """A day of a calendar: its date, whether it is today or yet to come, and of each game's deal
    what came out, "" where none was finished."""

    date: datetime.date
    today: bool
    coming: bool
    results: tuple[str, ...]


class Page(ABC):
    """A page. topic: where its words are found."""

    topic = ""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.t = session.strings
        self.chosen = 0  # the row that the focus was on last

    def title(self) -> str:
        """What stands above."""
        return self.t(f"{self.topic}.title")

    def note(self) -> str:
        """What stands below the rows."""
        return ""

    @abstractmethod
    def rows(self) -> list[Row]:
        """The rows."""

    def looked_at(self, number: int | None) -> list[Row]:
        """The rows, one of them (None: none) under the focus now."""
        rows = self.rows()
        if number is not None:
            self.chosen = min(number, len(rows) - 1)
        return rows

    def buttons(self) -> list[Button]:
        """The buttons along the bottom."""
        return []

    def press(self, key: str, icon: str, accept: Accept) -> Button:
        """A button with the page's words for it."""
        return Button(key, self.t(f"{self.topic}.{key}"), icon, partial(self.session.attempt, accept))

    def tick(self) -> bool:
        """Called every frame; true when something is to be told anew."""
        return False


# ---- people ----


class Players(Page):
    """Who plays here: choosing a row lets that person play."""

    topic = "players"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.people = session.people
        self.people.read_again()
        everybody = [*self.people.all, NOBODY]
        self.chosen = everybody.index(self.people.now)

    @property
    def person(self) -> Person:
        """The one whose row had the focus last."""
        everybody = [*self.people.all, NOBODY]
        return everybody[min(self.chosen, len(everybody) - 1)]

    def note(self) -> str:
        """What a guest is, and how an export is taken in."""
        return self.t("players.note", most=MOST)

    def rows(self) -> list[Row]:
        """Everybody, and the guest."""
        rows = []
        for person in [*self.people.all, NOBODY]:
            here = person == self.people.now
            told = self.t("players.now") if here else ""
            become = partial(self.session.desk.become, person)
            name = called(person, self.t)
            rows.append(Row((name, told), become, picture="ui/human", lit=here))
        return rows

    def buttons(self) -> list[Button]:
        """What can be done with the list and with the chosen one."""
        return [
            self.press("add", "new", self.ask_new),
            self.press("rename", "keyboard", self.ask_other_name),
            self.press("export", "export", self.export),
            self.press("take", "paste", self.take),
            self.press("leave", "trash", self.ask_to_leave),
        ]

    def somebody(self) -> Person:
        """The chosen one; BadRecord where that is the guest."""
        if self.person == NOBODY:
            raise BadRecord("guest")
        return self.person

    def ask_new(self) -> None:
        """Asks what somebody new is called."""
        self.session.desk.ask_name(self.t("players.new"), "", partial(self.named, self.welcome))

    def ask_other_name(self) -> None:
        """Asks what the chosen one is called from now on."""
        person = self.somebody()
        rename = partial(self.people.rename, person)
        self.session.desk.ask_name(self.t("players.other"), person.name, partial(self.named, rename))

    def named(self, do: Callable[[str], object], name: str) -> None:
        """Takes a name that was written."""

        def given() -> None:
            do(name.strip())

        self.session.attempt(given)

    def welcome(self, name: str) -> None:
        """Somebody new plays from now on."""
        self.session.desk.become(self.people.add(name))

    def export(self) -> None:
        """Writes all that the chosen one has as one file."""
        person = self.somebody()
        name = f"exports/hoard-{person.id or 'first'}.json"
        self.session.keeper.write(name, self.people.export(person))
        self.session.desk.notice(self.t("word.exported", path=self.session.keeper.folder / name))

    def take(self) -> None:
        """Takes in the export that was copied."""
        self.session.desk.paste(lambda text: self.session.take_person(text.encode("utf-8", "replace")))

    def ask_to_leave(self) -> None:
        """Asks before somebody is taken off the list."""
        person = self.somebody()
        if not person.id:
            raise BadRecord("first_stays")
        name = called(person, self.t)
        self.session.desk.ask(self.t("players.sure", name=name), partial(self.leave, person))

    def leave(self, person: Person) -> None:
        """Takes somebody off the list; who plays then is the first."""
        if self.people.now == person:
            self.session.desk.become(self.people.all[0])
        self.people.leave(person)


# ---- a deal a day ----


class Almanac(Page):
    """A month of deals, and those of one day."""

    topic = "daily"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.index = index_of(session.chronicle)
        self.reading = Reading(self.index, self.read)
        self.day = self.month = session.today()
        self.asked: set[str] = set()  # the matches of which more was asked to be found out
        self.read()

    def read(self) -> None:
        """Looks at the history anew."""
        self.news = self.session.news
        names = set(self.session.matches.names())
        today = self.session.today().isoformat()
        self.book = calendar.Book(self.index.booked(today), names, today)
        self.looked_through = 0  # of the finished deals, the latest first
        self.reading.made()

    @property
    def date(self) -> str:
        """The chosen day."""
        return self.day.isoformat()

    @property
    def level(self) -> str:
        """Who sits at the other seats that day."""
        return self.session.day_match(next(iter(GAMES)), self.day).seats[-1]

    def title(self) -> str:
        """The month."""
        month = f"{self.t(f'month.{self.month.month}')} {self.month.year}"
        return self.reading.so_far(month, self.t)

    def weeks(self) -> list[list[Day | None]]:
        """The weeks of the month, Monday first; None is a day of another month."""
        month = self.month.month
        weeks = calendar.weeks(self.month)
        return [[self.told(day) if day.month == month else None for day in week] for week in weeks]

    def told(self, day: datetime.date) -> Day:
        """A day as the calendar shows it."""
        date, today = day.isoformat(), self.book.today
        deals = [self.book.deal(date, game) for game in GAMES]
        results = tuple(deal.result if deal.state == "done" else "" for deal in deals)
        return Day(day, date == today, date > today, results)

    def heading(self) -> tuple[str, str]:
        """The chosen day, and who is to be met."""
        return calendar.date_told(self.date, self.t), self.t(
            "daily.against", level=self.t(f"level.{self.level}")
        )

    def note(self) -> str:
        """Days in a row, the month, and when a day ends."""
        change = calendar.change_told(self.session.today(), self.t)
        return f"{calendar.run_told(self.book, self.month, self.t)} {change}"

    def rows(self) -> list[Row]:
        """The deals of the chosen day."""
        rows = []
        for game in GAMES:
            deal = self.book.deal(self.date, game)
            cells = (self.t(f"game.{game}.name"), calendar.deal_told(deal, self.t))
            does = partial(self.session.attempt, partial(self.open, deal))
            rows.append(Row(cells, does, picture=f"{game}/emblem", lit=deal.state == "open"))
        return rows

    def buttons(self) -> list[Button]:
        """Another month, the clipboard, duplicate matches."""
        return [
            self.press("earlier", "prev", partial(self.step, -1)),
            self.press("later", "next", partial(self.step, 1)),
            self.press("copy", "copy", self.copy),
            self.press("duplicate", "cards", self.session.desk.show_duplicate),
        ]

    def step(self, months: int) -> None:
        """Turns to another month."""
        self.month = calendar.months_on(self.month, months)

    def choose(self, day: datetime.date) -> None:
        """Shows the deals of a day."""
        self.day = day

    def open(self, deal: calendar.Deal) -> None:
        """Plays a deal, goes on with it, or offers what can be done with a finished one: by what
        the history tells now, for midnight or another program may have come since it was read.
        BadRecord where it cannot be read now."""
        session = self.session
        shown = deal
        self.read()
        session.keeper.refuse_unread(session.chronicle.lines)
        deal = self.book.deal(deal.date, deal.game)
        if deal.state == "open" or self.book.kept_open(shown):
            match = session.day_match(deal.game, datetime.date.fromisoformat(deal.date))
            calendar.book(session.matches, session.chronicle, match, deal.date)
            session.desk.sit(match)
        elif deal.state == "begun":
            session.desk.sit(session.matches.open(deal.match))
        elif deal.state == "done":
            self.offer(deal)
        elif deal.state == "practice":
            self.practise(deal)

    def practise(self, deal: calendar.Deal) -> None:
        """Plays a deal whose cards may be known; it counts as one with help."""
        match = self.session.day_match(deal.game, self.day)
        match.extra["assisted"] = True
        self.session.desk.sit(match)

    def offer(self, deal: calendar.Deal) -> None:
        """What can be done with a finished deal."""
        match = self.finished(deal)
        choices = [self.press("practise", "restart", partial(self.practise, deal))]
        if match:
            see = partial(self.session.desk.open_match, match)
            other = partial(self.session.compare, match)
            choices = [
                self.press("review", "review", see),
                self.press("other", "cards", other),
                *choices,
            ]
        self.session.desk.offer_choice(self.t(f"game.{deal.game}.name"), choices)

    def finished(self, deal: calendar.Deal) -> Match | None:
        """The match of a deal, as its record has it; None where that does not fit the deal."""
        file = self.session.chronicle.record(deal.match)
        match = self.session.chronicle.peek(file) if self.session.keeper.exists(file) else None
        if match is None or not match.over or match.game != deal.game:
            return None
        return match if int(deal.line.get("seat", 0)) < match.seats_count else None

    def copy(self) -> None:
        """Copies the day in a few lines."""
        text = calendar.shared(self.book, self.date, self.level, GAMES, self.t)
        if not text:
            raise BadRecord("day_open")
        self.session.desk.copy(text)

    def tick(self) -> bool:
        """Has found out what is not known yet of finished deals; tells when something new is."""
        if self.news != self.session.news:
            self.read()
            return True
        busy = self.session.grader is not None and bool(self.session.grader.jobs)
        if not busy and (self.session.rival is None or self.session.rival.over):
            self.find_out()
        return self.reading.tick()

    def find_out(self) -> None:
        """Has the next of what is missing computed: grades, or par. A few deals are looked at each
        time."""
        done = self.book.done[::-1]
        for deal in done[self.looked_through : self.looked_through + AT_ONCE]:
            for key in ("marks", "par"):
                if key in deal.line or f"{key} {deal.match}" in self.asked:
                    continue
                self.asked.add(f"{key} {deal.match}")
                match = self.finished(deal)
                if match is None:
                    continue
                seat = int(deal.line.get("seat", 0))
                if key == "marks":
                    self.session.judge(deal.match, match, seat)
                else:
                    self.session.reckon(deal.match, match, seat)
                return
            self.looked_through += 1


# ---- duplicate matches ----


class SetUp(Page):
    """A duplicate match to come: the game, the opponents, how many deals, against whom."""

    topic = "duplicate"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.game = 0
        self.level = len(OPPONENTS) - 1
        self.deals = duplicate.LEAST
        self.other = 0
        people = [called(one, self.t) for one in session.people.all if one != session.people.now]
        self.others = ["", *people, called(NOBODY, self.t)]  # "": Dragon at the other table

    def note(self) -> str:
        """What a duplicate match is."""
        return self.t("duplicate.about")

    def rows(self) -> list[Row]:
        """What may be chosen."""
        t = self.t
        other = self.others[self.other] or t("duplicate.dragon")
        return [
            Row((t("duplicate.game"), t(f"game.{list(GAMES)[self.game]}.name")), None, self.games),
            Row((t("duplicate.level"), t(f"level.{OPPONENTS[self.level]}")), None, self.levels),
            Row((t("duplicate.deals"), str(self.deals)), None, self.counts),
            Row((t("duplicate.against"), other), None, self.sides),
        ]

    def games(self, step: int) -> None:
        """Another game."""
        self.game = (self.game + step) % len(GAMES)

    def levels(self, step: int) -> None:
        """Other opponents."""
        self.level = (self.level + step) % len(OPPONENTS)

    def counts(self, step: int) -> None:
        """More deals, or fewer."""
        span = duplicate.MOST - duplicate.LEAST + 1
        self.deals = duplicate.LEAST + (self.deals - duplicate.LEAST + step) % span

    def sides(self, step: int) -> None:
        """Dragon at the other table, or another person."""
        self.other = (self.other + step) % len(self.others)

    def buttons(self) -> list[Button]:
        """The button that begins."""
        return [self.press("start", "play", self.start)]

    def start(self) -> None:
        """Begins the match and shows its page."""
        session = self.session
        people = [session.people.now.name[:30]]
        if self.other:
            people = [called(session.people.now, self.t), self.others[self.other]]
        duplicate.Contest.begin(
            session.keeper,
            session.home_folder,
            list(GAMES)[self.game],
            OPPONENTS[self.level],
            session.draw_seed(),
            self.deals,
            people,
        )
        session.desk.show_duplicate()


class Contest(Page):
    """A duplicate match: whose turn it is; side by side, once all is played."""

    topic = "duplicate"

    def __init__(self, session: Session, contest: duplicate.Contest) -> None:
        super().__init__(session)
        self.contest = contest
        self.contest.tell(session.chronicle)

    def title(self) -> str:
        """Duplicate, and the game."""
        return f"{self.t('duplicate.title')} · {self.t(f'game.{self.contest.game}.name')}"

    def note(self) -> str:
        """What comes next, or what came out."""
        return duplicate.state_told(self.contest, self.t)

    def rows(self) -> list[Row]:
        """The deals, with a head above them and the number below."""
        contest, t = self.contest, self.t
        sides = duplicate.sides_told(contest, t)
        rows = [Row(("", *sides, t("duplicate.difference")))]
        for deal in range(contest.data["deals"]):
            see = partial(self.compare, deal) if contest.played else None
            rows.append(Row(tuple(duplicate.row_told(contest, deal, t)), see))
        net = "–" if contest.net is None else duplicate.signed(contest.net, t)
        return [*rows, Row((t("duplicate.sum"), "", "", net), lit=True)]

    def compare(self, deal: int) -> None:
        """Shows the two tables of a deal."""
        contest = self.contest
        other = None if contest.alone else contest.of(deal, 1)
        self.session.compare(contest.of(deal, 0), other, duplicate.sides_told(contest, self.t))

    def buttons(self) -> list[Button]:
        """Plays on, or puts the match away."""
        if self.contest.played:
            return [self.press("again", "new", self.put_away)]
        ask = partial(self.session.desk.ask, self.t("duplicate.sure"), self.put_away)
        return [self.press("play", "play", self.play), self.press("drop", "trash", ask)]

    def play(self) -> None:
        """Sits down to the next deal, or goes on with it."""
        self.session.desk.sit(self.contest.next(self.session.short_match, self.session.matches))

    def put_away(self) -> None:
        """Makes room for another duplicate match."""
        self.contest.drop()
        self.session.desk.show_duplicate()

    def tick(self) -> bool:
        """Plays the other tables, one after another, once everybody has played."""
        match = self.contest.missing
        if match is None:
            return False
        tables = self.session.rival_of(match, 0, 1)
        if not tables.over:
            return False
        self.session.attempt(partial(self.contest.note, tables))
        self.contest.tell(self.session.chronicle)
        return True


def contest_page(session: Session) -> Page:
    """The duplicate match that is kept, or one to be set up; BadRecord where it cannot be read
    now."""
    contest = duplicate.Contest.load(session.keeper, session.home_folder)
    session.keeper.refuse_unread(session.home_folder + DUPLICATE)
    return Contest(session, contest) if contest else SetUp(session)
