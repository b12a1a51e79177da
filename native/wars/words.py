"""Dragon Wars in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ..grades import SAME
from ..play.contrast import AS_GOOD, sharing
from ..play.reasons import Reason, Reasoning
from ..play.words import LEAST_TOLD, MOST_TOLD, Cell, EndComparison, Sheet, Telling, TurningPoint
from ..position import Position
from ..strings import capital
from ..values import Advice, Event, MoveValue
from .answers import answers
from .motifs import attack_cards, card_of, defence_cards, press_cards, total, value_of
from .motifs import verb as verb_of
from .state import Battle, Side, State, side_of
from .strikes import strikes
from .sums import Sums

KEPT = {
    "wars.keeps_press": press_cards,
    "wars.keeps_attack": attack_cards,
    "wars.keeps_defence": defence_cards,
}  # what is counted of the cards left in the hand
DEFENDED = ("wars.falls", "wars.takes_damage")  # where a card laid in defence may soon be replaced
ENDS = ("stop", "discard")  # the moves that end a turn
FIGURES = {"A": 1, "J": 11, "Q": 12, "K": 13}


class WarsTelling(Telling):
    """Cards are named by rank and suit, dragons by their owners."""

    @property
    def state(self) -> State:
        return cast("State", self.look.state)

    def move(self, move: str) -> str:
        verb, *words = move.split()
        card = self.card(words[-1]) if words else ""
        if verb == "attack":
            return self.of_seat("wars.move.attack", int(words[0]), card=card)
        return self.t(f"wars.move.{verb}", card=card)

    def brief(self, move: str) -> str:
        key = f"wars.brief.{move.split()[0]}"
        return self.t(key, card=self.card(move.split()[-1])) if key in self.t else self.move(move)

    def deed(self, move: str) -> str:
        verb, *words = move.split()
        return self.t(f"wars.deed.{verb}", card=self.card(words[-1]) if words else "")

    def card(self, card: str) -> str:
        rank, suit = f"wars.rank.{card[1:]}", self.t(f"wars.suit.{card[0]}")
        if rank in self.t:
            return self.t("wars.figure", suit=suit, rank=self.t(rank))
        return self.t("wars.card", suit=suit, rank=card[1:])

    def spoken(self, card: str) -> str:
        """A card, and what a figure counts."""
        counts = self.value_of(card)
        return self.t("read.wars.figure", card=self.card(card), amount=counts) if counts else self.card(card)

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """First of all what can be counted on the table."""
        sums = [one for one in self.sums(reasoning) if one[1] or not hint]
        return sums[:MOST_TOLD] or super().told(reasoning, hint)

    def sums(self, reasoning: Reasoning) -> list[tuple[str, bool | None]]:
        """What the two moves come to by plain counting, for the person who moves, each sentence with whether it is
        about the better move; nothing if that does not tell them apart."""
        if not reasoning.loss or reasoning.face_up or not self.spoken_to(reasoning.seat):
            return []
        state = cast("State", reasoning.match.state(reasoning.seat))
        sums = Sums(state, reasoning.seat, reasoning.move, reasoning.better, reasoning.values)
        cards = {"card": sums.card, "other": sums.other}
        return [
            (capital(self.t(f"wars.sum.{said.key}", **self.named_values({**said.values, **cards}))), said.about)
            for said in (*answers(sums), *strikes(sums))
        ]

    def named_values(self, values: Mapping[str, Any]) -> dict[str, object]:
        """The values of a sum in words: seats, cards and suits by their names."""
        names: Mapping[str, Callable[[Any], str]] = {
            **dict.fromkeys(("who", "whom"), self.look.name),
            **dict.fromkeys(("card", "other"), self.card),
            **dict.fromkeys(("suit", "rest"), self.suit),
        }
        return {key: names[key](one) if key in names and one != "" else one for key, one in values.items()}

    def contrast(self, reasoning: Reasoning) -> str:
        """What makes the difference: the suit, if all other good moves are of one suit. A single
        opponent makes no difference."""
        part, _, rest = reasoning.contrast.partition(".")
        if part == "whom" and self.look.match.seats_count == 2:
            part = "sole"
        kind, suit = rest.split(".")[0], self.right_suit(reasoning)
        state = self.look.state
        named = ("trump", "suit") if suit == state["trump"] and state["deck"] else ("suit",)
        keys = [*(f"wars.contrast.{part}.{kind}.{way}" for way in named if suit), f"wars.contrast.{part}.{rest}"]
        key = next((key for key in keys if key in self.t), "")
        if not key:
            return super().contrast(reasoning)
        return self.t(key, suit=suit and self.t(f"wars.suit.{suit}"), better=self.move(reasoning.better))

    def right_suit(self, reasoning: Reasoning) -> str:
        """The suit shared by all moves that are as good as the better one and do the same as the
        worse; "" if there is none, or if it is the worse move's own."""
        move, values, (part, *_) = reasoning.move, reasoning.values, reasoning.contrast.split(".")
        enough = values[reasoning.better] - reasoning.loss * AS_GOOD
        alike = sharing("wars", move, values).get(part, set()) - {move}
        suits = {card_of(one)[0] for one in alike if values[one] >= enough}
        return suits.pop() if len(suits) == 1 and card_of(move)[0] not in suits else ""

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's text."""
        found = super().reason_words(reason)
        named = {side: self.card(str(found[side])) for side in ("attack", "defence") if side in found}
        suit = {"suit": self.t(f"wars.suit.{found['suit']}")} if "suit" in found else {}
        return found | named | suit

    def brought_about(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """What the dragon attacked instead is worth, or which card could have defended."""
        values, seat, state = reason.finding.values, reason.deal.to_act or 0, reason.deal.state()
        verb, *words = move.split()
        if values["whom"] != seat:
            other = int(words[0]) if verb == "attack" else values["whom"]
            worth = value_of(state["dragons"][other][0])
            return ("", False) if worth >= values["worth"] else (
                self.t("wars.how.worth", whom=self.look.name(other), worth=worth), False
            )
        if verb not in ("attack", "press", "defend"):
            return "", False
        spent, rather = (card_of(one) if " " in one else "" for one in (move, better))
        defends = state["serves"]["defence"]
        if verb_of(better) == "discard" or spent[0] not in defends or (rather and rather[0] in defends):
            return "", False
        key = "wars.how.answer" if verb == "defend" else "wars.how.spent"
        return self.t(key, card=self.card(spent)), False

    def short_of(self, reason: Reason, move: str, share: float) -> tuple[str, dict[str, object]]:
        """What the text says of the other move: what it leads to if the statement never holds after
        it, sometimes by its kind. Damage is at most the dragon's health."""
        verb, *words = move.split()
        if reason.motif == "wars.hurts" and verb == "attack":
            _, health = reason.deal.state()["dragons"][int(words[0])]
            if health < (reason.least or 0):
                return "wars.frail", {"health": health}
        if reason.motif == "wars.in_vain" and verb == "stop" and share < LEAST_TOLD:
            return self.press_kept(reason)
        if reason.motif == "wars.finds_more":
            kept = self.trial(reason, move).state["hands"][reason.deal.to_act or 0]
            return "motif.wars.finds_more.other", {"left": total(kept)}
        if reason.motif in DEFENDED and verb == "defend" and share >= LEAST_TOLD and self.refilled(reason, move):
            return f"motif.{reason.motif}.other.refill", {}
        if reason.motif in KEPT and not KEPT[reason.motif](self.trial(reason, move)):
            return f"motif.{reason.motif}.other.empty", {}
        never = [f"motif.{reason.motif}.other.{kind}" for kind in (verb, "never")]
        found = (key for key in never if share < LEAST_TOLD and key in self.t)
        return next(((key, {}) for key in found), super().short_of(reason, move, share))

    def refilled(self, reason: Reason, move: str) -> bool:
        """Whether the person who defends has the next turn."""
        state, seat = cast("State", reason.deal.state()), reason.deal.to_act or 0
        return self.spoken_to(seat) and Sums(state, seat, move, move).next_turn()

    def press_kept(self, reason: Reason) -> tuple[str, dict[str, object]]:
        """What the card of a press is for if it is not laid."""
        state, (mark, *_) = cast("State", reason.deal.state()), reason.finding.marks
        card = mark.card or ""
        defends = card[0] in state["serves"]["defence"] and state["dragons"][reason.deal.to_act or 0]
        use = "" if state["last_turns"] else ".defence" if defends else ".attack"
        return f"motif.{reason.motif}.other.stop{use}", {"card": self.card(card)}

    def strength(self, card: str) -> int:
        rank = card[1:]
        return FIGURES.get(rank) or int(rank)

    def value_of(self, card: str) -> str:
        """What a figure counts, "" for a card whose corner says it."""
        return str(self.strength(card)) if card[0] != "S" and card[1:] in FIGURES else ""

    def fell_short(self, task: str, move: str, value: float, best: float, before: Position) -> str:
        """What a wrong move costs: a dragon if one falls or lives by it, else health."""
        state, words = cast("State", before.state()), capital(self.move(move))
        battle = state["battle"]
        dragon = state["dragons"][battle["defender"]] if battle else None
        health = dragon[1] if dragon else 0
        taken, right = abs(value), abs(best)
        whole = all(abs(one - round(one)) < SAME for one in (taken, right))
        part, end = "lost" if max(taken, right) < health - SAME else "falls", ".whole" if whole else ""
        left = self.t.plain(round(health - min(taken, right), 1))
        amount = self.loss(abs(taken - right))
        return self.t(f"puzzle.{task}.{part}{end}", move=words, amount=amount, left=left)

    # what happened

    def sentence(self, event: Event, humans: list[int]) -> str:
        """Also which suit becomes trump, and what a card turned over for trump counts."""
        if event.card and event.what == "trump":
            return self.t("say.wars.trump", card=self.card(event.card), suit=self.suit(event.card))
        if event.card and event.kind == "card" and event.target.endswith("_flips"):
            return self.flip("say.wars.flip", event.card, side_of(event.target))
        return super().sentence(event, humans)

    def suit(self, card: str) -> str:
        return self.t(f"wars.suit.{card[0]}")

    def flip(self, key: str, card: str, side: Side) -> str:
        """What a card turned over for trump counts."""
        end = "" if self.counts_for(card, side) else f".vain.{side}"
        return self.t(f"{key}{end}", card=self.card(card), suit=self.suit(card), amount=self.strength(card))

    def turns_left(self, played: int) -> int:
        """How many of the last turns are left after some moves, the one under way among them."""
        match, left = self.look.match.copy(), self.look.match.seats_count
        while len(match.moves) > played:
            match.undo()
        while match.moves:
            ends = match.moves[-1] in ENDS
            match.undo()
            if not cast("State", match.state())["last_turns"]:
                break
            left -= ends
        return left

    # a battle

    def counts_for(self, card: str, side: Side) -> bool:
        """Whether a card turned over for trump adds to a side."""
        return card[0] in self.state["serves"][side]

    def laid(self, card: str | None, zone: str, battle: Battle) -> str:
        """What a card of a battle is and counts, for whoever points at it."""
        side = side_of(zone)
        seat = battle["attacker" if side == "attack" else "defender"]
        if card is None:
            return self.t("wars.tip.hidden", name=self.look.name(seat))
        if zone != side:
            return self.flip("wars.tip.flip", card, side)
        if not battle["revealed"]:
            return self.t("wars.tip.unseen", card=self.card(card), name=self.look.name(battle["defender"]))
        return self.of_seat(f"wars.tip.laid.{side}", seat, card=self.card(card), amount=self.strength(card))

    def bonus(self, flips: Sequence[str | None], side: Side) -> int:
        """What the cards flipped for trump add to a side."""
        return sum(self.strength(card) for card in flips if card and self.counts_for(card, side))

    def outcome(self, state: State) -> str:
        """What the attacked dragon has, as long as the first cards are hidden; then what the present sums lead to;
        "" while cards are being counted."""
        battle = state["battle"]
        dragon = state["dragons"][battle["defender"]] if battle else None
        if not battle or not dragon:
            return ""
        if not battle["revealed"]:
            return self.t("wars.stake", left=dragon[1])
        loss = state["loss"]
        if loss is None:
            return ""
        return self.t("wars.slain", amount=loss) if state["slain"] else self.ended(loss, dragon[1] - loss)

    def ended(self, loss: int, left: int) -> str:
        """What a battle has cost the dragon attacked that lives."""
        return self.t("wars.loses", amount=loss, left=left) if loss else self.t("wars.blocked")

    # read out

    read_first = ("attack", "attack_flips", "defence", "defence_flips", "trophies")
    unread = ("dragon", "nest", "deck", "discard")

    def facts(self) -> list[str]:
        """Trump, the battle, and every dragon with its health."""
        state = self.state
        trump, battle = state["trump"], state["battle"]
        suit = self.t(f"wars.suit.{trump}") if trump else ""
        found = [self.t("read.wars.trump" if trump else "read.wars.no_trump", suit=suit)]
        if battle:
            who, whom = battle["attacker"], battle["defender"]
            end = ".you" if self.spoken_to(who) else ".of_you" if self.spoken_to(whom) else ""
            found.append(self.t(f"say.wars.attacks{end}", who=self.look.name(who), whom=self.look.name(whom)))
        sums = [("attack", state["attack"]), ("defence", state["defence"])]
        found += [self.t(f"say.wars.{side}_sum", amount=amount) for side, amount in sums if amount is not None]
        found += map(self.dragon_read, self.around())
        return [*found, self.t("read.wars.left", nest=state["nest"], deck=state["deck"])]

    def dragon_read(self, seat: int) -> str:
        """A seat's dragon and its health, read out."""
        dragon, full = self.state["dragons"][seat], self.state["full_health"][seat]
        if dragon is None:
            return self.of_seat("read.wars.despoiler", seat)
        return self.of_seat("read.wars.dragon", seat, amount=dragon[1], of=full)

    # what moves are worth

    def share(self, value: float) -> float:
        """A value as a fraction of the bar."""
        return 0.5 + value / 80

    def worth_of(self, move: MoveValue) -> str:
        """What a move is worth, and how likely it slays the dragon."""
        worth = self.bare(move.value)
        return (
            worth
            if move.odds is None
            else f"{worth}\n{self.t('wars.odds', percent=round(100 * move.odds))}"
        )

    # what may come of a move

    def turn_words(self, turn: TurningPoint) -> str:
        """The dragon whose death decided the match."""
        slain = self.felled(turn)
        attacker, owner = slain.seat or 0, slain.target_seat or 0
        values = {"whom": self.look.name(owner), "amount": slain.amount}
        if self.spoken_to(owner):
            line = self.t("wars.slew.of_you", name=self.look.name(attacker), **values)
        else:
            line = self.of_seat("wars.slew", attacker, **values)
        return self.t("end.decided.event", line=line)

    def felled(self, turn: TurningPoint) -> Event:
        """The death of a dragon with which the winner took the lead for good."""
        return next(event for event in self.happened(turn.at) if event.what == "slain")

    def decisive(self) -> str:
        """The trophy of the winner that decided a finished match; "" if no single one did."""
        turn = self.turning_point()
        slain = self.felled(turn) if turn else None
        return str(slain.card) if turn and slain and slain.seat == turn.winner else ""

    def final_count(self) -> list[EndComparison]:
        """The living dragons, then the trophies of all seats one by one."""
        rows = [self.look.match.breakdown(seat) for seat in range(self.look.match.seats_count)]
        won = [[row.value for row in own if row.label == "trophy"] for own in rows]
        alive = [sum(row.value for row in own if row.label == "dragon") for own in rows]
        lit: list[tuple[str, int | None, int | None]] = [
            ("dragon", seat, None) for seat, value in enumerate(alive) if value
        ]
        chips = tuple(f"+{value}" for value in alive if value)
        sums = list(alive)
        found = [EndComparison(self.t("wars.part.dragon"), tuple(lit), chips, tuple(sums))]
        lit = []
        for at in range(max(map(len, won))):
            now = [seat for seat, values in enumerate(won) if at < len(values)]
            sums = [s + (won[seat][at] if seat in now else 0) for seat, s in enumerate(sums)]
            chips = ("",) * len(lit) + tuple(f"+{won[seat][at]}" for seat in now)
            lit += [("trophies", seat, at) for seat in now]
            words = self.t("wars.part.trophy", number=at + 1)
            found.append(EndComparison(words, tuple(lit), chips, tuple(sums), "trophy"))
        return [step for step in found if step.places]

    def proven(self, advice: Advice) -> str:
        """The text key for what is proven. An equilibrium holds only for the hands drawn, unless
        these are all."""
        kind = super().proven(advice)
        return "drawn" if kind == "equilibrium" and advice.of is None else kind

    # what is to be done

    def task(self, legal: list[str], held: bool) -> str:
        """What to do now. held: a card is chosen."""
        verbs = {move.split()[0] for move in legal}
        if "decline" in verbs:
            return self.t(f"wars.task.answer{self.urgent()}" if "defend" in verbs else "wars.task.decline")
        if "stop" in verbs:
            goes_on = "press" if "press" in verbs else "stop"
            return self.t(f"wars.task.{'slay' if self.state['slain'] else goes_on}")
        if "attack" not in verbs:
            return self.t("wars.task.discard")
        return self.t("wars.task.target" if held else "wars.task.attack")

    def urgent(self) -> str:
        """How urgent an answer is: whether the attacker holds no card to press with, and whether the dragon
        falls as the battle stands, or loses nothing."""
        battle = self.state["battle"]
        last = battle is not None and not self.state["hands"][battle["attacker"]]
        outlook = ".falls" if self.state["slain"] else ".holds" if self.holds() else ""
        return (".last" if last else "") + outlook

    def answer_name(self, move: str) -> str:
        """What a move that lays no card is called on its button: by what the battle comes to as it stands."""
        if move == "decline" and self.holds():
            return "enough"
        return "slay" if move == "stop" and self.state["slain"] else move

    def holds(self) -> bool:
        """Whether the dragon attacked loses nothing as the battle stands."""
        return self.state["loss"] == 0

    def at_stake(self, state: State, seat: int) -> int:
        """What a seat wins or loses in points if the battle ends as it stands and a dragon falls."""
        battle = state["battle"]
        dragon = state["dragons"][battle["defender"]] if battle and state["slain"] else None
        if not battle or not dragon:
            return 0
        if seat == battle["attacker"]:
            return self.strength(dragon[0])
        lives = (row.value for row in self.look.match.breakdown(seat) if row.label == "dragon")
        return -next(lives, 0) if seat == battle["defender"] and not state["nest"] else 0

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        """The kind of decision: to begin a turn, with a dragon or without, to press an attack, or to answer one."""
        verbs = {move.split()[0] for move in legal}
        battle = self.state["battle"]
        known = ("defend", "decline", "press", "stop", "attack")
        verb = next((name for name in known if name in verbs), "discard")
        if verb == "defend" and battle and battle["revealed"]:
            return "holds" if self.holds() else "add", {}
        despoils = verb == "attack" and self.state["dragons"][self.look.seat] is None
        return "despoiler" if despoils else verb, {}

    def attacks(self, legal: list[str], seat: int) -> list[str]:
        """The moves that attack a seat."""
        return [move for move in legal if move.startswith(f"attack {seat} ")]

    def aims(self, moves: list[str]) -> list[int]:
        """The seats that some moves attack."""
        return [int(move.split()[1]) for move in moves if move.startswith("attack")]

    def intent(self, card: str, other: int) -> str:
        """The likely move of somebody who picks up a card."""
        battle = self.state["battle"]
        if not battle:
            return f"attack {other} {card}"
        return f"{'press' if battle['attacker'] == self.look.seat else 'defend'} {card}"

    def sheet(self, name: str) -> Sheet:
        match, rows = self.look.match, []
        for seat in self.ranked():
            parts = [
                self.t("wars.row.dragon") if row.label == "dragon" else str(row.value)
                for row in match.breakdown(seat)
            ]
            score = Cell(f"{match.scores[seat]:g}", lit=seat in match.winners)
            rows.append([Cell(self.look.name(seat)), Cell(" + ".join(parts) or "0"), score])
        return Sheet(rows, heads=False)


TELLING = WarsTelling
