"""The cards that a person may choose from, in a row: which can be played, which is pointed at or held, and what
each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from ..profile.session import Accept
from ..strings import capital
from .canvas import Canvas
from .geometry import Point, anchored, foot_of, top_of, trim
from .pointer import HAND, TABLE, Spot
from .stage import Sprite

if TYPE_CHECKING:
    from .board import Board

TRIED = 75  # how opaque a card in the hand is while it is tried on the table, of 255


class CardRow:
    """Draws rows of cards to choose from."""

    def __init__(self, board: Board) -> None:
        self.board = board
        # How much lower a card lies that cannot be played while others can.
        self.lower = board.shares["not_now"] / 100

    def draw(
        self,
        c: Canvas,
        cards: list[Sprite],
        key: str = "hand",
        dim_all: bool = False,
        look: bool = False,
    ) -> None:
        """Cards to choose from, the one under the focus in front.

        Those that stand for a move have a gold frame while it may be made. Those that stand for none are dimmed,
        where others do (dim_all: even if none does).
        look: they can be pointed at by whoever sits at the table.
        """
        board = self.board
        choice = board.choice
        active = choice.live or (look and choice.present)
        moves = [board.moves_of(sprite) if active else [] for sprite in cards]
        keys = [f"{key}{number}" for number in range(len(cards))]
        front = keys.index(choice.focus) if active and choice.focus in keys else -1
        for number, sprite in enumerate(cards if active else ()):
            tip = board.tip(sprite, moves[number]) if number == front else ""
            drag = partial(board.grab, sprite) if moves[number] else None
            accept = partial(board.choose, sprite)
            says = partial(self.spoken, sprite, (number + 1, len(cards)), key, moves[number])
            idle = not moves[number]
            spot = Spot(keys[number], sprite.rect, accept, tip=tip, drag=drag, idle=idle, says=says, row=key)
            c.spot(spot._replace(line=TABLE if sprite.zone == "table" else HAND))
        dims = (any(moves) or (dim_all and active)) and not board.stage.playing
        sorts = bool(self.lower) and dims and not all(moves)
        drawn: dict[int, Rect] = {}
        gone = self.gone(cards)
        for number in sorted(range(len(cards)), key=lambda n: n == front):
            dim = number in gone or (dims and not moves[number])
            drawn[number] = self.draw_one(c, cards[number], number == front, active, dim, sorts)
            if choice.live and moves[number] and number != front and not board.set_back(cards[number]):
                c.frame(drawn[number], "gold", "tight", "close")
        for number, found in enumerate(moves if choice.advice else ()):
            after = drawn.get(number + 1, drawn[number])
            self.worth(c, found, board.worth_line(c, key, drawn[number], after))

    def gone(self, cards: list[Sprite]) -> set[int]:
        """The numbers of the cards that a line on the table has laid."""
        board = self.board
        source = "pack" if board.stage.of("pack", board.seat) else "hand"
        left, found = [*board.spent], set()
        for number, sprite in enumerate(cards):
            if sprite.zone == source and sprite.card in left:
                left.remove(sprite.card)
                found.add(number)
        return found

    def draw_one(self, c: Canvas, sprite: Sprite, front: bool, active: bool, dim: bool, sorts: bool) -> Rect:
        """Draws a card of a row, lifted and framed if pointed at or held; returns its rect.

        sorts: some cards can be played, and light falls on them; others cannot, and lie lower.
        """
        board, painter = self.board, self.board.painter
        held = active and sprite in board.choice.held
        shines = (sorts and not dim) or board.shines(sprite)
        back = active and not front and board.set_back(sprite)
        if held or front or shines or board.choice.live or board.choice.advice:
            painter.follow(sprite)
        if held and sprite in board.tried():
            return painter.draw_faint(c, sprite, TRIED)
        lift = board.lifts[0] if held else 0.0
        lift = board.lifts[1] if front else lift
        if lift:
            lift = self.free_lift(c, sprite.shown(board.motion), lift)
        if back or (sorts and dim and not held and not front):
            lift = -self.lower
        lift = sprite.raise_to(lift, board.motion)
        if shines:
            place = sprite.shown(board.motion)
            c.halo(place.move(0, -round(place.h * lift)))
        rect = painter.draw(c, sprite, lift, dim or back)
        if held:
            c.frame(rect.inflate(2, 2), thick="tight")
        if front:
            c.focus_frame(rect)
        return rect

    def free_lift(self, c: Canvas, rect: Rect, lift: float) -> float:
        """The lift of a card as a share of its height, limited by words and the ribbon of the sentence above it and
        above those that are held, of which its frame stays clear too: all stand equally high."""
        frame = c.focus_reach()
        height = round(rect.h * lift) + frame
        row = rect.unionall([sprite.shown(self.board.motion) for sprite in self.board.choice.held])
        over = Rect(row.x - frame, rect.y - height, row.w + 2 * frame, height)
        above = [*(one.ink for one in c.written), self.board.banner]
        edges = [one.bottom for one in above if one.colliderect(over)]
        if not edges:
            return lift
        return max(0, rect.y - max(edges) - frame) / rect.h

    def worth(self, c: Canvas, moves: list[str], rect: Rect, down: bool = False) -> None:
        """Draws the best value of some moves on a dark ribbon that grows upwards or downwards, with
        a star if no move is better."""
        board = self.board
        advice = board.choice.advice
        if not advice or not moves:
            return
        top, best = board.say.best_of(advice, moves)
        words = board.say.worth_of(top) if board.choice.values and top else ""
        words = "" if board.memory else words
        starred = best if board.choice.values else advice.shown in moves
        r = min(max(8, board.px("star")), rect.h // 2)
        beside = starred and rect.w > 5 * r
        if words:
            lines = words.count("\n") + 1
            rect = top_of(rect, rect.h * lines) if down else foot_of(rect, rect.h * lines)
            c.blit(c.veil(rect.size, 205), rect)
            room = trim(rect, left=2 * r)
            beside = beside and bool(c.first_fit([words], room, "small", "number", lines))
            room = room if beside else rect
            shorter = [words, words.replace("\n", " · "), words.partition("\n")[0]]
            words = c.first_fit(shorter, room, "small", "number", lines) or words
            c.text(words, room, "small", "gold" if best else "pale", "center", "number", lines)
        if starred:
            y = rect.bottom + r if down else rect.y - r
            center = (rect.x + r, rect.centery) if beside else (rect.centerx, y)
            c.star(center, r, advice.proof != "estimate")

    def spoken(self, sprite: Sprite, at: tuple[int, int], row: str, moves: list[str]) -> str:
        """A card of a row, read out: what it is, its place and how many there are, and whether it can be used."""
        board = self.board
        t, card = board.t, board.say.spoken(sprite.card) if sprite.card else board.t("card.hidden")
        place = "pack" if sprite.zone == "pack" else row
        found = [t("speech.card", card=card, at=at[0], of=at[1], place=t(f"speech.place.{place}"))]
        if sprite in board.choice.held:
            found.append(t("speech.chosen"))
        elif board.choice.live and not moves:
            found.append(t("speech.idle"))
        words = ", ".join([*found, *self.worth_spoken(moves)])
        brings = board.brings(sprite) if moves else ""
        return f"{words}. {capital(brings.removesuffix('.'))}." if brings else words

    def worth_spoken(self, moves: list[str]) -> list[str]:
        """What the best of some moves is worth, where that is shown; and that no move is better."""
        board, advice = self.board, self.board.choice.advice
        if not advice or not moves:
            return []
        top, best = board.say.best_of(advice, moves)
        shown = board.choice.values and top and not board.memory
        found = [board.t("speech.worth", worth=board.say.worth_of(top))] if shown and top else []
        return [*found, board.t("mark.best")] if (best if board.choice.values else advice.shown in moves) else found

    def answers(self, c: Canvas, centers: Sequence[Point], lay: Accept, room: Rect) -> None:
        """Draws a tick that lays what is tried, and a cross that takes it back, at these places within a
        room."""
        board = self.board
        side = board.px("answer")
        answers = (("yes", "check", lay), ("no", "cross", board.choice.held.clear))
        for (name, icon, accept), center in zip(answers, centers, strict=True):
            answer = anchored(side, side, center=center).clamp(room)
            tip = board.t(f"{board.game}.answer.{name}")
            c.spots.append(Spot(f"answer_{name}", answer, accept, tip=tip, nav=False))
            c.piece(name, answer)
            c.icon(icon, answer.inflate(-side // 2, -side // 2), "cream")
