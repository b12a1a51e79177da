"""Pages of rows and buttons: the players, the deals of the day, duplicate matches.

A page holds its texts and actions. game.py draws all pages alike.
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
from ..play.match_setup import TOP
from ..refusals import BadRecord
from ..store.forms import OPPONENTS
from ..store.people import MOST, NOBODY, People, Person, called
from ..strengths import Opponent
from ..strings import dragon, guise
from . import calendar
from .session import Accept, Button, Session

AT_ONCE = 50  # finished deals that are checked for missing values in one step


class PageRow(NamedTuple):
    """A row: its texts, the actions of accept and of left and right, and a picture before it."""

    cells: tuple[str, ...]
    accept: Accept | None = None
    adjust: Callable[[int], None] | None = None
    picture: str = ""
    lit: bool = False
    icon: str = ""  # of what pressing it does, at its end


class TwoTables(NamedTuple):
    """Two tables at which the same cards of a game are played: who plays at each, and their faces."""

    game: str
    names: tuple[str, str]
    faces: tuple[str, str]


class CalendarDay(NamedTuple):
    """A day of the calendar. results: for each game's deal, "" if it is not finished."""

    date: datetime.date
    today: bool
    coming: bool
    results: tuple[str, ...]


class Page(ABC):
    """A page of rows and buttons. topic: the prefix of its text keys."""

    topic = ""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.t = session.strings
        self.chosen = 0  # the row that had the focus last

    def title(self) -> str:
        return self.t(f"{self.topic}.title")

    def note(self) -> str:
        return ""

    @abstractmethod
    def rows(self) -> list[PageRow]:
        ...

    def looked_at(self, number: int | None) -> list[PageRow]:
        """The rows to show. number: the focused row, if any."""
        rows = self.rows()
        if number is not None:
            self.chosen = min(number, len(rows) - 1)
        return rows

    def buttons(self) -> list[Button]:
        return []

    def press(self, key: str, icon: str, accept: Accept) -> Button:
        """A button with the page's own text."""
        name = f"{self.topic}.{key}"
        return Button(key, self.t(name), icon, partial(self.session.attempt, accept), tip=self.t.tip(name))

    def tick(self) -> bool:
        """Called for every frame. Returns whether the page has changed."""
        return False


# ---- people ----

MASK = "hoard/mask"  # the face of a guest


def face_of(people: People, person: Person) -> str:
    """The picture of a person."""
    return MASK if person == NOBODY else f"portraits/{guise(people.number(person))}-calm"


class Players(Page):
    """The players: choosing a row makes that person play."""

    topic = "players"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.people = session.people
        self.people.read_again()
        everybody = [*self.people.all, NOBODY]
        self.chosen = everybody.index(self.people.now)

    @property
    def person(self) -> Person:
        """The person whose row was focused last."""
        everybody = [*self.people.all, NOBODY]
        return everybody[min(self.chosen, len(everybody) - 1)]

    def note(self) -> str:
        """Says what is each player's own, and what a guest is."""
        return self.t("players.note", most=MOST)

    def rows(self) -> list[PageRow]:
        rows = []
        for person in [*self.people.all, NOBODY]:
            here = person == self.people.now
            mark = self.t("players.now") if here else ""
            become = partial(self.session.desk.become, person)
            name = called(person, self.t)
            rows.append(PageRow((name, mark), become, picture=face_of(self.people, person), lit=here))
        return rows

    def buttons(self) -> list[Button]:
        return [
            self.press("add", "new", self.ask_new),
            self.press("rename", "keyboard", self.ask_other_name),
            self.press("export", "export", self.export),
            self.press("take", "paste", self.take),
            self.press("leave", "trash", self.ask_to_leave),
        ]

    def somebody(self) -> Person:
        """The chosen person. Raises BadRecord if it is the guest."""
        if self.person == NOBODY:
            raise BadRecord("guest")
        return self.person

    def ask_new(self) -> None:
        """Asks for the name of a new person."""
        self.session.desk.ask_name(self.t("players.new"), "", partial(self.named, self.welcome))

    def ask_other_name(self) -> None:
        """Asks for a new name for the chosen person."""
        person = self.somebody()
        rename = partial(self.people.rename, person)
        self.session.desk.ask_name(self.t("players.other"), person.name, partial(self.named, rename))

    def named(self, do: Callable[[str], object], name: str) -> None:
        """Applies a name that was entered."""

        def given() -> None:
            do(name.strip())

        self.session.attempt(given)

    def welcome(self, name: str) -> None:
        """Makes a new person and lets them play."""
        self.session.desk.become(self.people.add(name))

    def export(self) -> None:
        """Writes everything about the chosen person to one file."""
        person = self.somebody()
        name = f"hoard-{person.id or 'first'}.json"
        self.session.export(name, self.people.export(person))

    def take(self) -> None:
        """Imports a person from the clipboard."""
        self.session.desk.paste(self.session.take_text)

    def ask_to_leave(self) -> None:
        """Asks before removing the chosen person."""
        person = self.somebody()
        if not person.id:
            raise BadRecord("first_stays")
        name = called(person, self.t)
        self.session.desk.ask(self.t("players.sure", name=name), partial(self.leave, person))

    def leave(self, person: Person) -> None:
        if self.people.now == person:
            self.session.desk.become(self.people.all[0])
        self.people.leave(person)


# ---- deals of the day ----


class CalendarPage(Page):
    """The calendar: a month, and the deals of one day."""

    topic = "daily"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.day = self.month = session.today()
        self.asked: set[str] = set()  # matches for which missing values were requested
        self.read()

    def read(self) -> None:
        """Reads the history again."""
        self.news = self.session.news
        names = set(self.session.matches.names())
        today = self.session.today().isoformat()
        self.book = calendar.DailyDeals(self.session.chronicle.booked(), names, today)
        self.looked_through = 0  # finished deals that were checked, latest first

    @property
    def date(self) -> str:
        return self.day.isoformat()

    @property
    def level(self) -> str:
        return self.session.day_match(next(iter(GAMES)), self.day).seats[-1]

    def title(self) -> str:
        return f"{self.t(f'month.{self.month.month}')} {self.month.year}"

    def weeks(self) -> list[list[CalendarDay | None]]:
        """The weeks of the month, Monday first; None for days of other months."""
        month = self.month.month
        weeks = calendar.weeks(self.month)
        return [[self.calendar_day(day) if day.month == month else None for day in week] for week in weeks]

    def calendar_day(self, day: datetime.date) -> CalendarDay:
        date, today = day.isoformat(), self.book.today
        deals = [self.book.deal(date, game) for game in GAMES]
        results = tuple(deal.result if deal.state == "done" else "" for deal in deals)
        return CalendarDay(day, date == today, date > today, results)

    def heading(self) -> tuple[str, str]:
        """The chosen day, and its deals and opponents."""
        key = "daily.today" if self.date == self.book.today else "daily.against"
        return calendar.date_text(self.date, self.t), self.t(key, level=self.t(f"level.{self.level}"))

    def note(self) -> str:
        """The streak and the month, if a deal was ever finished, and when the day ends."""
        told = [calendar.streak_text(self.book, self.month, self.t)] if self.book.done else []
        return " ".join([*told, calendar.day_end_text(self.session.today(), self.t)])

    def rows(self) -> list[PageRow]:
        rows = []
        for game in GAMES:
            deal = self.book.deal(self.date, game)
            name, to_play = self.t(f"game.{game}.name"), deal.state == "open"
            cells = (name,) if to_play else (name, calendar.deal_text(deal, self.level, self.t))
            does = partial(self.session.attempt, partial(self.open, deal))
            icon = "play" if to_play else ""
            rows.append(PageRow(cells, does, picture=f"{game}/emblem", lit=to_play, icon=icon))
        return rows

    def buttons(self) -> list[Button]:
        """Buttons for other months, the clipboard and duplicate matches."""
        return [
            self.press("earlier", "prev", partial(self.step, -1)),
            self.press("later", "next", partial(self.step, 1)),
            self.press("copy", "copy", self.copy),
            self.press("duplicate", "cards", self.session.desk.show_duplicate),
        ]

    def step(self, months: int) -> None:
        self.month = calendar.months_on(self.month, months)

    def choose(self, day: datetime.date) -> None:
        """Shows the deals of a day."""
        self.day = day

    def open(self, deal: calendar.DailyDeal) -> None:
        """Plays a deal, continues it, or offers the actions for a finished one.

        Reads the history first: midnight may have passed, or another program may have played.
        """
        session = self.session
        shown = deal
        self.read()
        deal = self.book.deal(deal.date, deal.game)
        if deal.state == "open" or self.book.kept_open(shown):
            self.offer_strengths(deal, partial(self.begin, shown))
        elif deal.state == "begun":
            session.desk.sit(session.matches.open(deal.match))
        elif deal.state == "done":
            self.offer(deal)
        elif deal.state == "practice":
            self.practise(deal)

    def offer_strengths(self, deal: calendar.DailyDeal, play: Callable[[Opponent], None]) -> None:
        """Asks which opponents to play: the usual ones, whom everybody meets, or those suggested to
        the person. Does not ask if they are the same. play: called with the opponent."""
        usual, suggested = Opponent(self.usual(deal)), self.suggested(deal)
        if usual == suggested:
            play(usual)
            return
        choices = []
        for key, opponent in (("usual", usual), ("suggested", suggested)):
            words = self.t(f"daily.{key}", level=self.called(opponent, deal.game))
            does = partial(self.session.attempt, partial(play, opponent))
            choices.append(Button(key, words, "play", does, tip=self.t(f"daily.{key}.tip")))
        game = self.t(f"game.{deal.game}.name")
        self.session.desk.offer_choice(self.t("daily.whom", game=game), choices)

    def called(self, opponent: Opponent, game: str) -> str:
        """An opponent by its level, or as a character with its strength."""
        if opponent.strength is None:
            return self.t(f"level.{opponent.level}")
        name = self.t.seat(["human", opponent.level], 1, game)
        return self.t("seat.rated", name=name, elo=opponent.strength)

    def usual(self, deal: calendar.DailyDeal) -> str:
        """The level of a deal's opponents, the same for everybody."""
        return self.match_of(deal).seats[-1]

    def suggested(self, deal: calendar.DailyDeal) -> Opponent:
        """Whom the person would meet in a deal by results."""
        return self.session.suggestion(self.match_of(deal)).opponent

    def match_of(self, deal: calendar.DailyDeal) -> Match:
        return self.session.day_match(deal.game, datetime.date.fromisoformat(deal.date))

    def begin(self, shown: calendar.DailyDeal, opponent: Opponent) -> None:
        """Books a deal of the day and starts it. If another program has booked it meanwhile,
        continues it."""
        session = self.session
        self.read()
        deal = self.book.deal(shown.date, shown.game)
        if deal.state != "open" and not self.book.kept_open(shown):
            self.open(deal)
            return
        match = self.deal_against(deal, opponent)
        if opponent != self.suggested(deal):
            match.extra["given"] = True
        calendar.book(session.matches, session.chronicle, match, deal.date)
        session.desk.sit(match)

    def deal_against(self, deal: calendar.DailyDeal, opponent: Opponent) -> Match:
        """The match of a deal, against some opponents."""
        match = self.match_of(deal)
        opponent.sit(match)
        return match

    def practise(self, deal: calendar.DailyDeal) -> None:
        """Plays a deal whose cards may be known; it counts as assisted."""
        self.offer_strengths(deal, partial(self.practise_against, deal))

    def practise_against(self, deal: calendar.DailyDeal, opponent: Opponent) -> None:
        """Plays a deal against some opponents; it counts as assisted."""
        match = self.deal_against(deal, opponent)
        match.extra["assisted"] = True
        self.session.desk.sit(match)

    def offer(self, deal: calendar.DailyDeal) -> None:
        """Offers the actions for a finished deal."""
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

    def finished(self, deal: calendar.DailyDeal) -> Match | None:
        """The match of a finished deal, from its record; None if the record is of another deal."""
        match = self.session.chronicle.kept(deal.match)
        if match is None or not match.over or match.game != deal.game:
            return None
        return match if int(deal.line.get("seat", 0)) < match.seats_count else None

    def copy(self) -> None:
        """Copies the day's results as text."""
        text = calendar.shared(self.book, self.date, self.level, GAMES, self.t)
        if not text:
            raise BadRecord("day_open")
        self.session.desk.copy(text)

    def tick(self) -> bool:
        """Computes missing values of finished deals. Returns whether something has changed."""
        if self.news != self.session.news:
            self.read()
            return True
        busy = self.session.grader is not None and bool(self.session.grader.jobs)
        if not busy and (self.session.rival is None or self.session.rival.over):
            self.find_out()
        return False

    def find_out(self) -> None:
        """Starts to compute the next missing value, a grade or par. Checks only a few deals per
        call."""
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
                    self.session.grade(deal.match, match, seat)
                else:
                    self.session.reckon(deal.match, match, seat)
                return
            self.looked_through += 1


# ---- duplicate matches ----


def dragon_face(game: str, level: str = TOP) -> str:
    """The picture of the dragon that plays a level at a game."""
    return f"portraits/{dragon(['human', level], 1, game).lower()}-calm"


class DuplicateSetup(Page):
    """The set-up of a duplicate match: game, opponents, number of deals, other side."""

    topic = "duplicate"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.game = 0
        self.level = len(OPPONENTS) - 1
        self.deals = duplicate.LEAST
        self.other = 0
        people = [one for one in session.people.all if one != session.people.now]
        self.others: list[Person | None] = [None, *people, NOBODY]  # None: Dragon at the other table

    def note(self) -> str:
        return self.t("duplicate.about")

    @property
    def against(self) -> str:
        """The name of the other side."""
        other = self.others[self.other]
        return called(other, self.t) if other else self.t("duplicate.dragon")

    def tables(self) -> TwoTables:
        """The two tables of the match that is being set up."""
        game, now, other = self.game_name, self.session.people.now, self.others[self.other]
        people = self.session.people
        theirs = face_of(people, other) if other else dragon_face(game)
        return TwoTables(game, (called(now, self.t), self.against), (face_of(people, now), theirs))

    @property
    def game_name(self) -> str:
        return list(GAMES)[self.game]

    def rows(self) -> list[PageRow]:
        t, game, level = self.t, self.game_name, OPPONENTS[self.level]
        rival = dragon_face(game, level)
        return [
            PageRow((t("duplicate.game"), t(f"game.{game}.name")), None, self.games, picture=f"{game}/emblem"),
            PageRow((t("duplicate.level"), t(f"level.{level}")), None, self.levels, picture=rival),
            PageRow((t("duplicate.deals"), str(self.deals)), None, self.counts),
            PageRow((t("duplicate.against"), self.against), None, self.sides, picture=self.tables().faces[1]),
        ]

    def games(self, step: int) -> None:
        self.game = (self.game + step) % len(GAMES)

    def levels(self, step: int) -> None:
        self.level = (self.level + step) % len(OPPONENTS)

    def counts(self, step: int) -> None:
        span = duplicate.MOST - duplicate.LEAST + 1
        self.deals = duplicate.LEAST + (self.deals - duplicate.LEAST + step) % span

    def sides(self, step: int) -> None:
        """Changes the other side: Dragon or another person."""
        self.other = (self.other + step) % len(self.others)

    def buttons(self) -> list[Button]:
        return [self.press("start", "play", self.start)._replace(lit=True)]

    def start(self) -> None:
        """Begins the match and shows its page."""
        session = self.session
        people = [session.people.now.name[:30]]
        if self.other:
            people = [called(session.people.now, self.t), self.against]
        duplicate.DuplicateMatch.begin(
            session.chronicle,
            self.game_name,
            OPPONENTS[self.level],
            session.draw_seed(),
            self.deals,
            people,
        )
        session.desk.show_duplicate()


class DuplicatePage(Page):
    """A duplicate match: who plays next, and the comparison once all deals are played."""

    topic = "duplicate"

    def __init__(self, session: Session, contest: duplicate.DuplicateMatch) -> None:
        super().__init__(session)
        self.contest = contest
        self.contest.tell(session.chronicle)

    def title(self) -> str:
        return f"{self.t('duplicate.title')} · {self.t(f'game.{self.contest.game}.name')}"

    def note(self) -> str:
        """The next step, or the result."""
        return duplicate.state_text(self.contest, self.t)

    def tables(self) -> TwoTables:
        """The two tables of the match."""
        game = self.contest.game
        one, other = duplicate.side_names(self.contest, self.t)
        people = self.session.people
        faces = [*(face_of(people, people.named(name)) for name in self.contest.people), dragon_face(game)]
        return TwoTables(game, (one, other), (faces[0], faces[1]))

    def rows(self) -> list[PageRow]:
        contest, t = self.contest, self.t
        sides = duplicate.side_names(contest, t)
        rows = [PageRow(("", *sides, t("duplicate.difference")))]
        for deal in range(contest.data["deals"]):
            see = partial(self.compare, deal) if contest.played else None
            rows.append(PageRow(tuple(duplicate.deal_row(contest, deal, t)), see))
        net = "–" if contest.net is None else duplicate.signed(contest.net, t)
        return [*rows, PageRow((t("duplicate.sum"), "", "", net), lit=True)]

    def compare(self, deal: int) -> None:
        """Shows the two matches of a deal side by side."""
        contest = self.contest
        other = None if contest.alone else contest.of(deal, 1)
        self.session.compare(contest.of(deal, 0), other, duplicate.side_names(contest, self.t))

    def buttons(self) -> list[Button]:
        if self.contest.played:
            return [self.press("again", "new", self.put_away)]
        ask = partial(self.session.desk.ask, self.t("duplicate.sure"), self.put_away)
        return [self.press("play", "play", self.play)._replace(lit=True), self.press("drop", "trash", ask)]

    def play(self) -> None:
        self.session.desk.sit(self.contest.next(self.session.short_match, self.session.matches))

    def put_away(self) -> None:
        """Deletes the match, so that a new one can be set up."""
        self.contest.drop()
        self.session.desk.show_duplicate()

    def tick(self) -> bool:
        """Plays Dragon's matches one after another, once the people have played."""
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
    """The page of the present duplicate match, or the set-up of a new one."""
    contest = duplicate.DuplicateMatch.load(session.chronicle)
    return DuplicatePage(session, contest) if contest else DuplicateSetup(session)
