"""Reasons: why one move is better than another, as statements that hold in a measured share of deals.

A motif (native/GAME/motifs.py) is a statement about one move in one deal, such as "the opponent can
complete a line of 100 with the next card". Only the rules decide whether it holds: no opinion of a
player enters. Both moves are tried in the same deals, all of which the seat considers possible, so
nothing here depends on a hidden card.

A motif is a reason if

- it separates the moves in at least a quarter of the deals (LEAST_SHARE; some motifs ask for
  more or less), in the direction that the motif calls good, and so does the mean over all moves that are
  as good as the better one: what good moves share with the bad one is not why it is bad, and
- it is worth at least a third of the loss (LEAST_PART), and
- for a motif that is `sole`: another move that loses much (MUCH_WORSE) is not as good by it,
  and
- what it says of both moves is true of them, and the better one does what it advises (`fits`), and
- it is about nothing that makes hardly any of the difference when the match goes on (outcome.py), and
- no motif whose sentences contradict or repeat its own is a reason too (`unless`).

The motifs of native/GAME/outcome.py speak of that themselves: of the part of the result that makes
most of the difference. One of them comes first, and after it what the rules alone say.

What a motif is worth is read from the adviser's values of all legal moves: the slope of the least
squares line of value over share, times the difference of the shares; for some motifs over the mean
level instead. A motif whose findings carry an amount in the game's own unit is worth the difference
of the mean amounts instead. Of motifs that are worth the same to a third of the loss, the one that
the game lists first comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from time import monotonic
from typing import Any, NamedTuple

from ..games import GAMES, own_part
from ..match import Match
from ..position import Position
from ..values import Event
from .contrast import AS_GOOD, contrast
from .outcome import LEAST_WORTH, STATEMENT, Outcome, Share, Told

DEALS = 64  # deals in which both moves are tried
OTHER_DEALS = 12  # deals in which all other moves are tried
MOST_OTHERS = 40  # other moves that are tried
DRAWS = 2048  # deals drawn to weight each of them
SAME_DEALS = 8  # so many equal deals: nothing is hidden
STEP_S = 0.006  # how long a scene searches at a time
LEAST_SHARE = 0.25
LEAST_PART = 1 / 3
MUCH_WORSE = 0.5  # part of the loss by which another move falls short clearly
MOST = 2  # reasons that are given
LEAST_PLAYED = 12  # deals in which the match is played on at least
PLAYED_PLIES = 2000  # moves after which no further deal is played on
NEARLY = 0.8  # of the best separation of two moves: a stronger statement may separate a little less
MOST_REPLIES = 15  # moves after which a part comes to what it does that are shown


class Mark(NamedTuple):
    """Something on the table that a statement is about: a place in a zone of the engine, or a
    card."""

    zone: str
    seat: int | None = None
    place: int | None = None
    card: str | None = None


class Finding(NamedTuple):
    """A statement that holds. level: its number, for a motif that counts. gain: what it is worth
    to the seat in the game's unit, if that can be said. reply: the moves after which it has come
    true; none if the move itself makes it true. values: of its text. against: moves after the other
    move in the same deal, after which it has not come true."""

    marks: tuple[Mark, ...] = ()
    level: float = 1.0
    gain: float = 0.0
    reply: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}
    against: tuple[str, ...] = ()


class Deal:
    """A deal that the seat considers possible, before the move."""

    def __init__(self, seat: int, position: Position, weight: float = 1.0) -> None:
        self.seat = seat
        self.position = position
        self.weight = weight  # how likely it is, compared with the others

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state with all cards face up."""
        return self.position.state()

    @cached_property
    def legal(self) -> list[str]:
        """The legal moves."""
        return self.position.legal()


class Trial:
    """A move tried in one deal, and what the next to act may do then."""

    def __init__(self, deal: Deal, move: str) -> None:
        self.deal = deal
        self.seat = deal.seat
        self.move = move
        self.after = deal.position.position()
        self.events: list[Event] = self.after.play(move)

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state after the move, with all cards face up."""
        return self.after.state()

    @cached_property
    def replies(self) -> list[Trial]:
        """Every legal next move, tried. Their seat is the one that makes them."""
        if self.after.over:
            return []
        deal = Deal(self.after.to_act or 0, self.after)
        return [Trial(deal, move) for move in deal.legal]


def never(_trial: Trial) -> Finding | None:
    """Nothing, for a motif that only the rest of the match can show."""
    return None


class Motif(NamedTuple):
    """A kind of statement. good: whether it is good for the seat that moves. statement: its
    definition in terms of records, exact enough to be counted by somebody else. counts: whether
    its findings have levels; the reason then says "at least so much". apart: by how much the shares
    of the moves have to differ, and step: the mean levels. steady: whether what it is worth grows
    with the level. about: whether a reason may be about such a move. sole: whether it is no reason
    where it holds as well after another move that is clearly worse. bounded: whether its worth, once
    it is enough for a reason, is cut to the difference of what its findings carry. fits: whether, of a
    worse and a better move tried in one deal, its sentences are true and the better move does what its
    principle says. unless: motifs whose sentences do not go with its own: beside a reason of theirs it gives none.
    instead: motifs that say less of the same, and give no reason beside one of its own. covers: the part of the loss
    that its level, times the difference of the shares, has to make up, for one that speaks of the rest of the match
    in the unit of the values. strong: whether it asks for the highest level that separates the moves nearly as well
    as any, not for the one that does so best."""

    name: str
    good: bool
    find: Callable[[Trial], Finding | None]
    statement: str
    counts: bool = False
    gains: bool = False  # whether its findings carry their worth
    apart: float = LEAST_SHARE
    step: float = 0.0
    steady: bool = False
    about: Callable[[str], bool] = lambda _move: True
    sole: bool = False
    bounded: bool = False
    fits: Callable[[Trial, Trial], bool] = lambda _worse, _better: True
    unless: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    covers: float = 0.0
    strong: bool = False


def of_rest(
    name: str, good: bool, what: str, until: str, unless: tuple[str, ...] = (), instead: tuple[str, ...] = ()
) -> Motif:
    """A motif that speaks of what a part of the result comes to. what: when it holds at level n; until: how far the
    deal is played on."""
    statement = f"Holds at level n, from 1 on, if {what}. {STATEMENT}, {until}."
    return Motif(name, good, never, statement, counts=True, unless=unless, instead=instead)


class Reason(NamedTuple):
    """Why a move is worse than a better one. shares: of the deals in which the statement holds
    after the move, and after the better one. worth: in the game's unit. least: the level that is
    asked for, if the motif counts. finding: an example, found after the better move if the motif
    is good, else after the move, in `deal`. nothing: whether after the other move nothing is found in
    any deal, not even at a lower level. whole: whether all deals that the seat can imagine were
    looked at, so that what holds in each of them is certain. played: whether the match is played on
    for it. same: whether the statement is about the same things in every deal in which it holds."""

    motif: str
    good: bool
    shares: tuple[float, float]
    worth: float
    least: float | None
    finding: Finding
    deal: Position
    nothing: bool = False
    whole: bool = False
    played: bool = False
    same: bool = True


class Sample(NamedTuple):
    """What was found for one move and one motif, deal by deal, and how likely each deal is."""

    findings: list[Finding | None]
    weights: list[float]

    def share(self, least: float) -> float:
        """The share of the deals in which the statement holds at this level."""
        return self._mean([one is not None and one.level >= least for one in self.findings])

    @property
    def level(self) -> float:
        """The mean level; 0 where the statement does not hold."""
        return self._mean([one.level if one else 0.0 for one in self.findings])

    @property
    def gain(self) -> float:
        """The mean amount."""
        return self._mean([one.gain if one else 0.0 for one in self.findings])

    def _mean(self, numbers: Sequence[float]) -> float:
        return sumprod(numbers, self.weights) / sum(self.weights)


def sumprod(one: Sequence[float], two: Sequence[float]) -> float:
    """The sum of the products of two lists."""
    return sum(a * b for a, b in zip(one, two, strict=True))


def motifs_of(game: str) -> Sequence[Motif]:
    """The motifs of a game; none if it has no module of them."""
    none: Sequence[Motif] = ()
    return own_part(game, "motifs", "MOTIFS", none)


def played_of(game: str) -> Sequence[Motif]:
    """The motifs of a game that speak of what the rest of the match brings; none if it has no such module."""
    none: Sequence[Motif] = ()
    return own_part(game, "outcome", "MOTIFS", none)


def own_name(reason: Reason) -> str:
    """The name of a reason's motif without that of its game."""
    return reason.motif.partition(".")[2]


def motif_of(name: str) -> Motif | None:
    """The motif with a name, GAME.MOTIF; None if there is none."""
    game, _, own = name.partition(".")
    known = [*motifs_of(game), *played_of(game)] if game in GAMES else []
    return next((one for one in known if one.name == own), None)


def follows(motif: Motif, match: Match, move: str, wrong: Iterable[str], face_up: bool) -> bool:
    """Whether a motif separates a move from one of some wrong ones, as it would as a reason, so that
    whoever makes the move does what its principle says. face_up: whether the seat sees all cards."""
    seat = match.to_act or 0
    deals = [Deal(seat, match.position())] if face_up else list(imagined(match, seat, OTHER_DEALS))

    def tried(move: str) -> Sample:
        return Sample([motif.find(Trial(deal, move)) for deal in deals], [deal.weight for deal in deals])

    better = tried(move)
    for other in wrong:
        pair = tried(other), better
        least = level_of(motif, *pair)
        less, more = pair if motif.good else pair[::-1]
        if more.share(least) - less.share(least) < LEAST_SHARE:
            continue
        deal, _ = example(deals, less, more, least)
        if motif.fits(Trial(deal, other), Trial(deal, move)):
            return True
    return False


class Reasoning:
    """The search for the reasons why a move is worse than a better one.

    values: the adviser's value of each legal move, for the seat to act. deals: how many to try.
    of: how many the seat can imagine, if that is known. face_up: whether the seat sees all cards.
    work() may be called again and again, so that a scene stays alive meanwhile.
    """

    def __init__(
        self,
        match: Match,
        move: str,
        better: str,
        values: Mapping[str, float],
        deals: int = DEALS,
        of: int | None = None,
        face_up: bool = False,
    ) -> None:
        self.match, self.move, self.better = match.copy(), move, better
        self.values, self.of, self.face_up = values, of, face_up
        self.seat = match.to_act or 0
        self.wanted = deals
        self.whole = False  # whether the deals are all that the seat can imagine
        self.count = 0  # the deals in which both moves are tried
        self.likeliest: Position | None = None  # of these, once the search has begun
        self.found: list[Reason] = []
        self.ruled: list[Reason] = []  # what the rules alone give, whether or not it bears on the result
        self.done = False
        self._steps = self._search()

    @property
    def reason(self) -> Reason | None:
        """The weightiest reason, once it is found; None if there is none."""
        return self.found[0] if self.done and self.found else None

    @property
    def by_rules(self) -> Reason | None:
        """The weightiest reason that follows from the rules alone, once it is found, one of those told first: a
        puzzle's theme; None if there is none."""
        return next((one for one in [*self.found, *self.ruled] if not one.played), None) if self.done else None

    @property
    def deals(self) -> list[Deal]:
        """The deals in which both moves are tried, the likeliest first; dealt anew each time."""
        return self._every() or self._imagined()

    @property
    def open(self) -> bool:
        """Whether nothing is hidden from the seat."""
        return self.count == 1

    @property
    def loss(self) -> float:
        """What the move loses against the better one, not below 0."""
        return max(self.values.get(self.better, 0.0) - self.values.get(self.move, 0.0), 0.0)

    @cached_property
    def contrast(self) -> str:
        """Which part of the move makes the difference; "" if none does so clearly."""
        return contrast(self.match.game, self.move, self.better, self.values)

    def work(self, seconds: float | None = None) -> bool:
        """Searches for at most so long (None: to the end). Returns whether it is done."""
        until = None if seconds is None else monotonic() + seconds
        while not self.done and (until is None or monotonic() < until):
            self.done = next(self._steps, True)
        if self.done:
            self._steps.close()  # with all deals that it has played on
        return self.done

    def _search(self) -> Generator[bool, None, None]:
        """Tries the moves deal by deal; the last step says that it is done."""
        every = self._every()
        deals = every or self._imagined()
        self.count, self.likeliest = len(deals), deals[0].position
        self.whole = self.open or len(every) == self.of
        outcome = Outcome(self.match.game, self.seat, self.move, self.better, self.values)
        for deal in deals if self.loss > 0 and outcome.told_of(deals[0].state) else []:
            if outcome.plies >= PLAYED_PLIES and len(outcome.weights) >= LEAST_PLAYED:
                break
            outcome.add(deal)
            yield False
        motifs = motifs_of(self.match.game)
        samples: dict[str, list[Sample]] = {}
        others = [move for move in self.values if move not in (self.move, self.better)]
        others = others[:: max(1, -(-len(others) // MOST_OTHERS))]
        for moves, most in (((self.move, self.better), len(deals)), (others, OTHER_DEALS)):
            for move in moves:
                samples[move] = [Sample([], []) for _ in motifs]
                for deal in deals[:most]:
                    trial = Trial(deal, move)
                    for motif, sample in zip(motifs, samples[move], strict=True):
                        sample.findings.append(motif.find(trial))
                        sample.weights.append(deal.weight)
                    yield False
        ruled = {
            motif: reason
            for number, motif in enumerate(motifs)
            if (reason := self._reason(motif, deals, {m: one[number] for m, one in samples.items()}))
        }
        self.ruled = sorted(ruled.values(), key=lambda one: -one.worth)
        given = {motif: one for motif, one in ruled.items() if outcome.concerns(one.finding, one.deal.state())}
        names = {motif.name for motif in given}
        found = [reason for motif, reason in given.items() if names.isdisjoint(motif.unless)]
        found.sort(key=lambda one: -round(one.worth / self.loss / LEAST_PART))
        said = {own_name(reason) for reason in found[:1]}
        ends = [end for share in outcome.shares() if (end := self._ending(share, outcome, deals, said))][:MOST]
        if ends and found and found[0].worth < self.loss * outcome.enough:
            first = motif_of(ends[0].motif)
            assert first
            found = ends[:1] + [reason for reason in found if own_name(reason) not in first.instead]
        self.found = (found or ends)[:MOST]
        yield True

    def _ending(self, share: Share, outcome: Outcome, deals: list[Deal], said: Set[str]) -> Reason | None:
        """The reason that a part of the result gives; None if it makes too little of the difference, or
        if the reason that follows says as much."""
        if share.worth < max(outcome.whole * LEAST_WORTH, self.loss * outcome.least_of_loss):
            return None
        told = outcome.told(share, deals[0].state)
        if told is None:
            return None
        motif = told.motif
        if not said.isdisjoint(motif.unless):
            return None
        pair = (
            part_sample(told, share.worse, outcome.moves, outcome.weights),
            part_sample(told, share.better, [pair[::-1] for pair in outcome.moves], outcome.weights),
        )
        least = strong_level(*pair)
        shares = pair[0].share(least), pair[1].share(least)
        if (shares[1] - shares[0]) * (1 if motif.good else -1) < motif.apart:
            return None
        if abs(shares[1] - shares[0]) * least < self.loss * motif.covers:
            return None
        less, more = pair if motif.good else pair[::-1]
        deal, finding = example(deals[: len(outcome.weights)], less, more, least)
        worth = self.loss * min(1.0, share.worth / outcome.whole)
        named, nothing = f"{self.match.game}.{motif.name}", not any(less.findings)
        return Reason(named, motif.good, shares, worth, least, finding, deal.position, nothing, played=True)

    def _imagined(self) -> list[Deal]:
        """As many deals as are wanted; one if all cards lie face up."""
        if self.face_up:
            return [Deal(self.seat, self.match.position())]
        return list(imagined(self.match, self.seat, self.wanted))

    def _every(self) -> list[Deal]:
        """All deals that the seat can imagine, the likeliest first and each weighted by how often it is
        drawn; none if they are too many, or too many to count, or all cards lie face up."""
        if self.face_up or self.of is None or self.of > self.wanted:
            return []
        return every_deal(self.match, self.seat, self.of)

    def _reason(self, motif: Motif, deals: list[Deal], samples: Mapping[str, Sample]) -> Reason | None:
        """The reason that a motif gives; None if it gives none."""
        pair, loss = (samples[self.move], samples[self.better]), self.loss
        least = level_of(motif, *pair)
        shares = pair[0].share(least), pair[1].share(least)
        enough = self.values[self.better] - loss * AS_GOOD
        good = [one.share(least) for move, one in samples.items() if self.values[move] >= enough]
        sign = 1 if motif.good else -1
        apart = [sign * (share - shares[0]) for share in (shares[1], sum(good) / len(good))]
        if loss <= 0 or min(apart) < motif.apart:
            return None
        if abs(pair[0].level - pair[1].level) < motif.step:
            return None
        if not motif.about(self.better if motif.good else self.move):
            return None
        worse = self.values[self.better] - loss * MUCH_WORSE
        if motif.sole and any(
            one.gain >= pair[1].gain
            if motif.gains
            else sign * (one.share(least) - shares[0]) >= sign * (shares[1] - shares[0])
            for move, one in samples.items()
            if self.values[move] <= worse
        ):
            return None
        if motif.gains:
            worth = pair[1].gain - pair[0].gain
        elif motif.steady:
            points = [(one.level, self.values[move]) for move, one in samples.items()]
            worth = slope(points) * (pair[1].level - pair[0].level)
        else:
            points = [(one.share(least), self.values[move]) for move, one in samples.items()]
            worth = slope(points) * (shares[1] - shares[0])
        worth = min(worth, loss)
        if worth < loss * LEAST_PART:
            return None
        if motif.bounded:
            worth = min(worth, abs(pair[1].gain - pair[0].gain))
        less, more = pair if motif.good else pair[::-1]
        deal, finding = example(deals, less, more, least)
        if not motif.fits(Trial(deal, self.move), Trial(deal, self.better)):
            return None
        named = f"{self.match.game}.{motif.name}"
        counted = least if motif.counts else None
        nothing = not any(less.findings)
        same = len({one.marks for one in more.findings if one and one.level >= least}) == 1
        found = Reason(named, motif.good, shares, worth, counted, finding, deal.position, nothing, self.whole)
        return found._replace(same=same)


def imagined(match: Match, seat: int, most: int) -> Iterator[Deal]:
    """Deals that a seat considers possible: one if nothing is hidden, else the first `most` that
    redealt() gives."""
    first = [match.redealt(seat, number) for number in range(min(SAME_DEALS, most))]
    if len({*map(cards_of, first)}) == 1:
        del first[1:]
        most = 1
    for number in range(most):
        yield Deal(seat, first[number] if number < len(first) else match.redealt(seat, number))


def every_deal(match: Match, seat: int, of: int) -> list[Deal]:
    """The deals that a seat considers possible; none if there are more than `of`, because the order
    of a deck is hidden too. Those whose cards lie alike are one, though each has its own seed."""
    drawn: dict[str, Deal] = {}
    for number in range(DRAWS if of > 1 else SAME_DEALS):
        position = match.redealt(seat, number)
        deal = drawn.setdefault(cards_of(position), Deal(seat, position, 0.0))
        deal.weight += 1
        if len(drawn) > of:
            return []
    return sorted(drawn.values(), key=lambda deal: -deal.weight)


def cards_of(position: Position) -> str:
    """Where all cards lie, those of a face-down deck included."""
    return str((position.state(), position.cards()))


def separations(one: Sample, two: Sample) -> dict[float, float]:
    """How far two samples are apart at each level, the lowest first."""
    levels = sorted({f.level for sample in (one, two) for f in sample.findings if f})
    return {at: abs(one.share(at) - two.share(at)) for at in levels}


def level_between(one: Sample, two: Sample) -> float:
    """The level that separates two samples best; the lowest of several."""
    apart = separations(one, two)
    return max(apart, key=lambda at: apart[at], default=0.0)


def level_of(motif: Motif, one: Sample, two: Sample) -> float:
    """The level that a motif asks for between two moves; 0 if it has none."""
    if not motif.counts:
        return 0.0
    return strong_level(one, two) if motif.strong else level_between(one, two)


def strong_level(one: Sample, two: Sample) -> float:
    """The highest level that separates two samples nearly as well as any."""
    apart = separations(one, two)
    most = max(apart.values(), default=0.0)
    return max((at for at, part in apart.items() if part >= NEARLY * most), default=0.0)


def part_sample(
    told: Told, amounts: Sequence[float], moves: Sequence[tuple[Sequence[str], ...]], weights: list[float]
) -> Sample:
    """What a part comes to deal by deal, as findings. moves: of each deal played on after the move that they are
    about, and after the other one."""
    findings: list[Finding | None] = []
    for amount, pair in zip(amounts, moves, strict=True):
        level = told.base + told.sign * amount
        reply, against = (tuple(one[1:]) if len(one) <= 1 + MOST_REPLIES else () for one in pair)
        marks = (told.mark,) if told.mark else ()
        found = Finding(marks, level, reply=reply, values=told.values, against=against)
        findings.append(found if level > 0 else None)
    return Sample(findings, weights)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the least squares line through some points; 0 if all lie at one place."""
    n = len(points)
    x, y = (sum(axis) / n for axis in zip(*points, strict=True))
    spread = sum((at - x) ** 2 for at, _ in points)
    return sum((at - x) * (value - y) for at, value in points) / spread if spread else 0.0


def example(
    deals: Sequence[Deal], less: Sample, more: Sample, least: float
) -> tuple[Deal, Finding]:
    """A deal in which the statement holds after one move and not after the other, whose finding
    is about what most findings are about."""

    def held(one: Finding | None) -> bool:
        return one is not None and one.level >= least

    apart = [
        (deal, high)
        for deal, low, high in zip(deals, less.findings, more.findings, strict=True)
        if high is not None and held(high) and not held(low)
    ]
    marks = Counter(finding.marks for _, finding in apart)
    most = marks.most_common(1)[0][0]
    return next(pair for pair in apart if pair[1].marks == most)


def placed(position: Position, mark: Mark) -> Mark:
    """A mark with the place where its card lies; as it is if the card lies elsewhere."""
    if mark.place is not None or mark.card is None:
        return mark
    found = (
        card
        for card in position.cards()
        if (card.zone, card.card) == (mark.zone, mark.card) and mark.seat in (None, card.seat)
    )
    card = next(found, None)
    return mark._replace(seat=card.seat, place=card.place) if card else mark
