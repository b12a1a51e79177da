"""The motifs of the grid duel: statements about lines, and about the cards that are left to play.

All of them compare the boards before and after a move in one deal, so both hands are known. What a
line can become depends only on its cards and on the cards that may fill it, not on other lines: the
least, the most, and the mean if it is filled at random.

A line is encoded as one number in base 5 with a digit for each value, the cards to fill it as one
in base 6. Outlooks are cached by these numbers, so a trial takes well under 1 ms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from math import comb, floor, prod
from operator import itemgetter, mul
from typing import Any, NamedTuple

from ..play.reasons import Finding, Mark, Motif, Trial

UNIT = "win"  # a win is worth 1, a loss -1
HUNDRED = 100
TRIPLE = 3
LIMIT = 100  # of what a line can reach, levels count down from here: more makes no difference
PAIR = 9  # the least that a second card of a value adds to a line, eggs apart
MUCH = 10  # so many points less are worth mentioning
SAFE = 40  # so many points make a line strong
HURT = 23  # with so few points a line is the one that loses: less than a pair of Rubies
SOME = 6  # what a line of four different cards scores
STEP = 5  # averages are rounded
COPIES = 5  # cards of each value in the deck
SIDE = 4  # lines of a seat, and cards of a line
VALUES = range(4)
CARD = [5**value for value in VALUES]  # a card in the number of a line
LEFT = [6**value for value in VALUES]  # a card in the number of what is left
FEW = 4  # so many cards left: all endings are tried
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))

Cell = tuple[int, int]  # column and row, relative to the first card


def parts(move: str) -> dict[str, str]:
    card, place = move.split("@")
    return {"card": card, "place": place}


def place_text(zone: str, place: int) -> str:
    """A place as a move text names it: column or row relative to the first card. Of a line, its
    column or row."""
    return f"{(place & 7) - 3},{(place >> 3) - 3}" if zone == "grid" else str(place)


def place_of(cell: Cell) -> int:
    """The place of a cell in the engine's numbering."""
    return (cell[1] + 3) * 8 + cell[0] + 3


@lru_cache(None)
def counts(line: int) -> tuple[int, ...]:
    return tuple(line // card % 5 for card in CARD)


@lru_cache(None)
def held(pool: int) -> tuple[int, ...]:
    """How many cards of each value some hands hold."""
    return tuple(pool // card % 6 for card in LEFT)


@lru_cache(None)
def points(line: int) -> int:
    """The present score of a line."""
    score = (0, 1, 10)
    return sum(HUNDRED if n >= TRIPLE else score[n] * value for value, n in enumerate(counts(line)))


@lru_cache(None)
def free(line: int) -> int:
    return SIDE - sum(counts(line))


FILLS = [
    [added for added in product(range(n + 1), repeat=len(VALUES)) if sum(added) == n]
    for n in range(SIDE + 1)
]  # by the number of cards: how many of each value they may be


class Outlook(NamedTuple):
    """What a line can end with: least, most and mean."""

    least: int
    most: int
    mean: float


@lru_cache(1 << 16)
def outlook(line: int, pool: int) -> Outlook:
    """What a line can end with if it is filled from these cards. If they do not suffice, it stays
    as it is."""
    ways = found = 0
    least, most = 2 * HUNDRED, 0
    for added in FILLS[free(line)]:
        if number := prod(map(comb, held(pool), added)):
            score = points(line + sum(map(mul, added, CARD)))
            least, most = min(least, score), max(most, score)
            ways, found = ways + number, found + number * score
    return Outlook(least, most, found / ways) if ways else Outlook(*[points(line)] * 3)


class Line(NamedTuple):
    """A line of a seat. at: its column or row; None if it has no card and so no place yet."""

    seat: int
    at: int | None
    cards: int


class Laid(NamedTuple):
    value: int
    cell: Cell

    @classmethod
    def of(cls, move: str) -> Laid:
        """A move as records write it."""
        value, at = move.split("@")
        column, row = map(int, at.split(","))
        return cls(int(value), (column, row))

    @property
    def text(self) -> str:
        return f"{self.value}@{self.cell[0]},{self.cell[1]}"


class Board:
    """The cards on the grid and in both hands."""

    def __init__(self, starter: int, cells: Mapping[Cell, int], hands: tuple[int, int]) -> None:
        self.starter, self.cells, self.hands = starter, cells, hands
        self.pool = sum(hands)

    def axis(self, seat: int) -> int:
        """0 if the lines of a seat are columns, 1 if they are rows."""
        return 0 if seat == self.starter else 1

    @cached_property
    def lines(self) -> tuple[list[Line], list[Line]]:
        """The four lines of each seat, those without a card last."""
        return self._lines(0), self._lines(1)

    def _lines(self, seat: int) -> list[Line]:
        axis, found = self.axis(seat), dict[int, int]()
        for cell, value in self.cells.items():
            found[cell[axis]] = found.get(cell[axis], 0) + CARD[value]
        lines = [Line(seat, at, cards) for at, cards in sorted(found.items())]
        return lines + [Line(seat, None, 0)] * (SIDE - len(lines))

    def line(self, seat: int, cell: Cell) -> Line:
        """A seat's line through a cell."""
        at = cell[self.axis(seat)]
        return next((line for line in self.lines[seat] if line.at == at), Line(seat, at, 0))

    def outlook(self, line: Line) -> Outlook:
        """What a line can end with if the cards of both hands may fill it."""
        return outlook(line.cards, self.pool)

    def weakest(self, seat: int, rate: Callable[[Line], float]) -> tuple[float, Line]:
        """The seat's line with the lowest figure, and that figure."""
        return min(((rate(line), line) for line in self.lines[seat]), key=itemgetter(0))

    @cached_property
    def targets(self) -> list[Cell]:
        """Where the next card may go."""
        if not self.cells:
            return [(0, 0)]
        across, down = (
            range(max(axis) - SIDE + 1, min(axis) + SIDE)
            for axis in zip(*self.cells, strict=True)
        )
        near = {(x + dx, y + dy) for x, y in self.cells for dx, dy in BESIDE}
        return sorted(
            cell for cell in near - {*self.cells} if cell[0] in across and cell[1] in down
        )

    def moves(self, seat: int) -> Iterator[Laid]:
        """The moves that a seat would have if it were to act."""
        for value, n in enumerate(held(self.hands[seat])):
            if n:
                yield from (Laid(value, cell) for cell in self.targets)

    def put(self, seat: int, laid: Laid) -> Board:
        """The board after a move."""
        hands = [*self.hands]
        hands[seat] -= LEFT[laid.value]
        return Board(self.starter, {**self.cells, laid.cell: laid.value}, (hands[0], hands[1]))

    def harm(self, mover: int, seat: int) -> tuple[int, Laid] | None:
        """The move of one seat that lowers the most a line through the card can reach, and that
        most."""

        def reach(laid: Laid) -> int:
            line = self.line(seat, laid.cell).cards + CARD[laid.value]
            return outlook(line, self.pool - LEFT[laid.value]).most

        return min(((reach(laid), laid) for laid in self.moves(mover)), key=itemgetter(0), default=None)

    def triple(self, mover: int) -> tuple[Laid, Line] | None:
        """A move of a seat that brings one of its lines to 100, and the line."""
        for laid in self.moves(mover):
            line = self.line(mover, laid.cell)
            if points(line.cards) < HUNDRED <= points(line.cards + CARD[laid.value]):
                return laid, line
        return None

    def pinned(self, mover: int, line: Line) -> int:
        """The most that the other seat's line can reach after that seat lays a card anywhere and
        the mover then lays a card on the line."""
        if self.outlook(line).most <= HURT:
            return LIMIT
        axis, worst = self.axis(line.seat), 0
        replies = sorted(self.moves(line.seat), key=lambda laid: laid.cell[axis] != line.at)
        for laid in replies:  # those that may save the line come first
            board = self.put(line.seat, laid)
            worst = max(worst, board.held_to(mover, line))
            if worst > HURT:
                return LIMIT
        return worst if replies else LIMIT

    def held_to(self, mover: int, line: Line) -> int:
        """The lowest limit that a card of the mover can put on a line now."""
        axis = self.axis(line.seat)
        if not any(cell[axis] == line.at for cell in self.targets):
            return LIMIT
        cards = sum(CARD[value] for cell, value in self.cells.items() if cell[axis] == line.at)
        return min(
            (
                outlook(cards + CARD[value], self.pool - LEFT[value]).most
                for value, n in enumerate(held(self.hands[mover]))
                if n
            ),
            default=LIMIT,
        )

    def marks(self, line: Line) -> tuple[Mark, ...]:
        """The cells of a line from end to end; none if it has no place yet."""
        zone = ("column", "row")[self.axis(line.seat)]
        return () if line.at is None else (Mark(zone, place=line.at),)

    def ranked(self, seat: int) -> list[tuple[int, Line]]:
        """The scores of a seat's lines, lowest first."""
        return sorted(((points(line.cards), line) for line in self.lines[seat]), key=itemgetter(0))

    def ending(self, turn: int) -> tuple[int, tuple[Laid, ...]]:
        """The outcome for the seat to act (1 win, 0 draw, -1 loss) with best play and open cards,
        and a line of play."""
        if not self.pool:
            one, two = (sorted(points(line.cards) for line in lines) for lines in self.lines)
            return ((one > two) - (one < two)) * (-1 if turn else 1), ()
        best: tuple[int, tuple[Laid, ...]] = (-2, ())
        for laid in self.moves(turn):
            outcome, rest = self.put(turn, laid).ending(1 - turn)
            if -outcome > best[0]:
                best = -outcome, (laid, *rest)
        return best


    def decided(self, turn: int) -> tuple[int, int, int]:
        """The pair of lines that decides with best play and open cards: its rank from the weakest, and the scores of
        the seat to act and of the other one. If all lines are equal, the strongest pair."""
        board, seat = self, turn
        for laid in self.ending(turn)[1]:
            board, seat = board.put(seat, laid), 1 - seat
        pairs = [(one[0], two[0]) for one, two in zip(board.ranked(turn), board.ranked(1 - turn), strict=True)]
        rank = next((at for at, (one, two) in enumerate(pairs) if one != two), SIDE - 1)
        return rank, *pairs[rank]


@lru_cache(256)
def board_of(starter: int, corner: Cell, grid: tuple[str, ...], hands: tuple[str, ...]) -> Board:
    """The board of a state. corner: the first cell of its grid."""
    cells = {
        (corner[0] + x, corner[1] + y): int(card)
        for y, row in enumerate(grid)
        for x, card in enumerate(row)
        if card != "."
    }
    one, two = (sum(LEFT[int(card)] for card in hand) for hand in hands)
    return Board(starter, cells, (one, two))


def board_at(state: Mapping[str, Any]) -> Board:
    """The board of a state with all cards face up."""
    reach = state["reach"]
    corner = reach["columns"][1] - SIDE + 1, reach["rows"][1] - SIDE + 1
    return board_of(state["starter"], corner, tuple(state["grid"]), tuple(state["hands"]))


def line_at(board: Board, seat: int, at: int) -> Line:
    """A seat's line in a column or row, as records count them."""
    return board.line(seat, (at, at))


def reaches(board: Board, line: Line) -> Outlook:
    """What a line can end with if any cards that do not lie on the grid fill it."""
    laid = Counter(board.cells.values())
    return outlook(line.cards, sum((COPIES - laid[value]) * LEFT[value] for value in VALUES))


class Boards:
    """The boards of a trial before and after the move. When a game of a tournament has ended, the
    one after is the full board, though the next game has been dealt."""

    def __init__(self, trial: Trial) -> None:
        self.seat, self.other = trial.seat, 1 - trial.seat
        self.before = board_at(trial.deal.state)
        self.laid = Laid.of(trial.move)
        self.after = self.before.put(self.seat, self.laid)

    def line(self, seat: int) -> tuple[Line, Line]:
        """The seat's line through the card, before and after the move."""
        cell = self.laid.cell
        return self.before.line(seat, cell), self.after.line(seat, cell)

    def added(self, seat: int) -> int:
        """How many points the card adds to the seat's line."""
        was, line = self.line(seat)
        return points(line.cards) - points(was.cards)


@lru_cache(4)
def boards(trial: Trial) -> Boards:
    """The boards of a trial, cached for all motifs."""
    return Boards(trial)


# ---- the motifs ----


def gives_triple(trial: Trial) -> Finding | None:
    """Whether the other seat can complete a line of 100 with its next card."""
    at = boards(trial)
    return triple_of(at.after, at.other, next_card=True)


def threatens_triple(trial: Trial) -> Finding | None:
    """Whether the move makes a line of 100, or leaves the mover a card that would complete one."""
    at = boards(trial)
    was, line = at.line(at.seat)
    if points(was.cards) < HUNDRED <= points(line.cards):
        return Finding(at.after.marks(line), values={"who": at.seat, "way": "made"})
    return triple_of(at.after, at.seat)


def triple_of(board: Board, seat: int, next_card: bool = False) -> Finding | None:
    """A line of 100 that a seat can complete. next_card: whether it is to act."""
    found = board.triple(seat)
    if found is None:
        return None
    laid, line = found
    return Finding(
        board.marks(line),
        reply=(laid.text,) if next_card else (),
        values={"who": seat},
    )


def takes(trial: Trial, seat: int) -> Finding | None:
    """How much the move lowers the most that a seat's line can reach."""
    at = boards(trial)
    was, line = at.line(seat)
    less = min(at.before.outlook(was).most, LIMIT) - at.after.outlook(line).most
    return Finding(at.after.marks(line), level=less, values={"who": seat}) if less >= MUCH else None


def spoils_line(trial: Trial) -> Finding | None:
    """How much the move lowers the most that the other seat's line can reach."""
    return takes(trial, 1 - trial.seat)


def wastes_line(trial: Trial) -> Finding | None:
    """How much the move lowers the most that the mover's line can reach."""
    return takes(trial, trial.seat)


def limited(trial: Trial, seat: int, rate: Callable[[Board, Line], int]) -> Finding | None:
    """The line of a seat, of those with a card, that has the lowest figure after the move."""
    board = boards(trial).after
    most, line = board.weakest(seat, lambda line: rate(board, line) if line.cards else LIMIT)
    if most >= LIMIT:
        return None
    return Finding(board.marks(line), level=LIMIT - most, values={"who": seat})


def most_of(board: Board, line: Line) -> int:
    """The most that a line can end with."""
    return board.outlook(line).most


def mean_of(board: Board, line: Line) -> int:
    """What a line ends with on average, rounded."""
    return floor(board.outlook(line).mean / STEP + 1 / 2) * STEP


def own_of(board: Board, line: Line) -> int:
    """What a line can end with if its owner's cards fill it; 100 if it is full or they do not
    suffice."""
    hand = board.hands[line.seat]
    return outlook(line.cards, hand).most if 0 < free(line.cards) <= sum(held(hand)) else LIMIT


def limits_own(trial: Trial) -> Finding | None:
    """The mover's line with the lowest maximum."""
    return limited(trial, trial.seat, most_of)


def limits_other(trial: Trial) -> Finding | None:
    """The other seat's line with the lowest maximum."""
    return limited(trial, 1 - trial.seat, most_of)


def thins_own(trial: Trial) -> Finding | None:
    """The mover's line with the lowest mean."""
    return limited(trial, trial.seat, mean_of)


def lacks_cards(trial: Trial) -> Finding | None:
    """The mover's line that gains least from the mover's own cards."""
    return limited(trial, trial.seat, own_of)


def denies_cards(trial: Trial) -> Finding | None:
    """The other seat's line that gains least from that seat's own cards."""
    return limited(trial, 1 - trial.seat, own_of)


def exposes_line(trial: Trial) -> Finding | None:
    """How low the other seat's next card can limit a line of the mover."""
    at = boards(trial)
    found = at.after.harm(at.other, at.seat)
    if found is None or found[0] >= LIMIT:
        return None
    most, laid = found
    marks = at.after.marks(at.after.line(at.seat, laid.cell))
    return Finding(marks, level=LIMIT - most, reply=(laid.text,), values={"who": at.seat})


def threatens_line(trial: Trial) -> Finding | None:
    """How low the mover's next card can limit a line of the other seat, whatever that seat plays
    first."""
    board, seat, other = (at := boards(trial)).after, at.seat, at.other
    begun = [line for line in board.lines[other] if line.cards and free(line.cards)]
    most, line = min(
        ((board.pinned(seat, line), line) for line in begun), key=itemgetter(0), default=(LIMIT, None)
    )
    if line is None or most > HURT:
        return None
    return Finding(board.marks(line), level=LIMIT - most, values={"who": seat})


def secures_lines(trial: Trial) -> Finding | None:
    """The score that every line of the mover is sure to reach."""
    at = boards(trial)
    least, line = at.after.weakest(at.seat, lambda line: at.after.outlook(line).least)
    return Finding(at.after.marks(line), level=least, values={"who": at.seat}) if least >= SOME else None


def spends_last(trial: Trial) -> Finding | None:
    """Whether it is the mover's last card of this value."""
    at = boards(trial)
    if held(at.after.hands[at.seat])[at.laid.value]:
        return None
    mark = Mark("grid", place=place_of(at.laid.cell))
    return Finding((mark,), values={"who": at.seat, "card": str(at.laid.value)})


def closes_window(trial: Trial) -> Finding | None:
    """Whether all four lines of the mover have a card."""
    at = boards(trial)
    if at.after.lines[at.seat][-1].at is None:
        return None
    return Finding(at.after.marks(at.line(at.seat)[1]), values={"who": at.seat})


def forces_reply(trial: Trial) -> Finding | None:
    """Whether at most one reply does not lose."""
    at = boards(trial)
    replies = list(at.after.moves(at.other)) if sum(held(at.after.pool)) <= FEW else []
    if len(replies) < 2:
        return None
    good = [laid for laid in replies if at.after.put(at.other, laid).ending(at.seat)[0] < 1]
    if len(good) > 1:
        return None
    marks = tuple(Mark("grid", place=place_of(laid.cell)) for laid in good)
    return Finding(marks, reply=tuple(laid.text for laid in good), values={"who": at.other})


def loses_ending(trial: Trial) -> Finding | None:
    """Whether the other seat has a forced win, and the final lines."""
    at = boards(trial)
    if sum(held(at.after.pool)) > FEW:
        return None
    outcome, line = at.after.ending(at.other)
    if outcome < 1:
        return None
    board, seat = at.after, at.other
    for laid in line:
        board, seat = board.put(seat, laid), 1 - seat
    pairs = enumerate(zip(board.ranked(at.seat), board.ranked(at.other), strict=True))
    rank, (low, high) = next((rank, pair) for rank, pair in pairs if pair[0][0] != pair[1][0])
    values = {"who": at.seat, "rank": rank, "mine": low[0], "theirs": high[0]}
    return Finding(board.marks(low[1]), reply=tuple(laid.text for laid in line), values=values)


def gilds_line(trial: Trial) -> Finding | None:
    """How much the move adds to a line of the mover that was not its weakest."""
    at = boards(trial)
    was, line = at.line(at.seat)
    more = at.added(at.seat)
    begun = [at.before.outlook(one).mean for one in at.before.lines[at.seat] if one.cards]
    if more < PAIR or not begun or at.before.outlook(was).mean <= min(begun):
        return None
    return Finding(at.after.marks(line), level=more, values={"who": at.seat})


def uses_safe_line(trial: Trial) -> Finding | None:
    """The score that the other seat's line through the card was sure to reach before the move."""
    at = boards(trial)
    was, line = at.line(at.other)
    least = min(at.before.outlook(was).least, LIMIT)
    return Finding(at.after.marks(line), level=least, values={"who": at.other}) if least >= SAFE else None


LINES = " A line without a card counts as one with four empty cells."
BEST = (
    LINES + " Its best score is the highest that cards of both hands can give it by filling its "
    "empty cells, whatever the other lines get."
)
OWN = (
    " Its best score is the highest that cards of its owner's hand alone, as it is after the move, "
    "can give it by filling its empty cells, whatever the other lines get. Full lines, and "
    "those that need more cards than that hand has, do not count."
)
MEAN = (
    LINES + " Its average is the mean of its final score over all ways to choose as many cards of "
    "both hands as it has empty cells, each card counted as different."
)
LEAST = BEST.replace("best score", "least score").replace("highest", "lowest")
OPEN = "played on with open cards and by the best play of both seats to the end of the game"

MOTIFS = (
    Motif(
        "gives_triple",
        False,
        gives_triple,
        "After the move, some legal next move of the other seat leaves one of that seat's lines at "
        "100 points or more that was below 100 before it.",
    ),
    Motif(
        "threatens_triple",
        True,
        threatens_triple,
        "The move brings one of the mover's lines to 100 points or more that was below 100; or after it, some card "
        "in the mover's hand, laid on a cell where the next card may go, "
        "would leave one of the mover's lines at 100 points or more that is below 100 now.",
    ),
    Motif(
        "exposes_line",
        False,
        exposes_line,
        "Holds at level n, from 1 on, if after the move the other seat has a legal next move after which the "
        "best score of the mover's line through that card is 100 - n or less." + BEST + " The hands "
        "are those after that next move.",
        counts=True,
    ),
    Motif(
        "limits_own",
        False,
        limits_own,
        "Holds at level n, from 1 on, if after the move the best score of one of the mover's lines that has a "
        "card is 100 - n or less." + BEST,
        counts=True,
    ),
    Motif(
        "limits_other",
        True,
        limits_other,
        "Holds at level n, from 1 on, if after the move the best score of one of the other seat's lines that "
        "has a card is 100 - n or less." + BEST,
        counts=True,
    ),
    Motif(
        "lacks_cards",
        False,
        lacks_cards,
        "Holds at level n, from 1 on, if after the move the best score of one of the mover's lines that has a "
        "card is 100 - n or less." + OWN,
        counts=True,
    ),
    Motif(
        "denies_cards",
        True,
        denies_cards,
        "Holds at level n, from 1 on, if after the move the best score of one of the other seat's lines that "
        "has a card is 100 - n or less." + OWN,
        counts=True,
    ),
    Motif(
        "wastes_line",
        False,
        wastes_line,
        "Holds at level n, from 10 on, if the best score of the mover's line through the card laid is "
        "lower by n or more after the move than before it." + BEST + " Before the move, a "
        "best score above 100 counts as 100. The hands are those before and after the move.",
        counts=True,
    ),
    Motif(
        "spoils_line",
        True,
        spoils_line,
        "Holds at level n, from 10 on, if the best score of the other seat's line through the card "
        "laid is lower by n or more after the move than before it." + BEST + " The hands are those "
        "before and after the move.",
        counts=True,
    ),
    Motif(
        "gilds_line",
        False,
        gilds_line,
        "Holds at level n, from 9 on, if the move adds n points or more to the score of the mover's "
        "line through the card laid, each line scored as it stands, and before the move some other "
        "line of the mover with a card had a lower average." + MEAN + " The hands are those before the move.",
        counts=True,
    ),
    Motif(
        "threatens_line",
        True,
        threatens_line,
        f"Holds at level n, from {LIMIT - HURT} on, if after the move the other seat has a line with a card "
        f"and an empty cell whose best score is above {HURT}, the game goes on, and whatever that seat lays next, "
        "some card in the mover's hand, laid on a cell of that line where the next card may then go, "
        "leaves it with a best score of 100 - n or less." + BEST + " The hands are those after that card.",
        counts=True,
    ),
    Motif(
        "thins_own",
        False,
        thins_own,
        "Holds at level n, from 1 on, if after the move the average of one of the mover's lines that has a card, "
        "rounded to a multiple of 5 (halves up), is 100 - n or less." + MEAN,
        counts=True,
    ),
    Motif(
        "secures_lines",
        True,
        secures_lines,
        "Holds at level n, from 6 on, if after the move the least score of each of the mover's lines "
        "is n or more." + LEAST,
        counts=True,
    ),
    Motif(
        "spends_last",
        False,
        spends_last,
        "After the move the mover's hand has no card of the value laid.",
    ),
    Motif(
        "closes_window",
        True,
        closes_window,
        "After the move each of the mover's four lines has a card: the grid spans four columns if "
        "the mover is the starter, else four rows.",
    ),
    Motif(
        "forces_reply",
        True,
        forces_reply,
        "After the move at most four cards are left in both hands, the other seat has two or more "
        f"legal moves, and at most one of them does not lose for it, {OPEN}.",
    ),
    Motif(
        "uses_safe_line",
        True,
        uses_safe_line,
        f"Holds at level n, from {SAFE} on, if before the move the least score of the other seat's line "
        "through the card laid is n or more; above 100 it counts as 100." + LEAST,
        counts=True,
    ),
    Motif(
        "loses_ending",
        False,
        loses_ending,
        "After the move at most four cards are left in both hands, and the game, "
        f"{OPEN}, is lost for the mover.",
    ),
)
