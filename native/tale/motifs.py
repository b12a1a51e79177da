"""The motifs of Fairy Tale: points now and later, what is passed on, what is flipped.

All seats choose cards at the same time, so the statements are about what the mover holds and sees,
and about what the others hold in a deal, and not about replies. Points are counted by the cards'
own rules, also for cards that are not on a table yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from ..play.reasons import Finding, Mark, Motif, Trial
from .deck import deck
from .state import State

UNIT = "points"
BASIC = 80  # cards of the basic deck
KEPT = 1 << 14  # results that are kept
PATIENCE = 2  # points that a card may bring less at first, and more as others come
USED = 0.5  # how often a card that is passed on is kept and laid

Names = tuple[str, ...]
Others = tuple[Names, ...]


@cache
def flip_of(name: str, what: str) -> tuple[str, str] | None:
    """The effect of a card: whose card it flips or unflips, and of which faction."""
    effect = deck()[name].get("effect", {})
    return (effect["who"], effect["faction"]) if effect.get("what") == what else None


def belongs(name: str, group: str) -> bool:
    """Whether a card is of a faction or category."""
    card = deck()[name]
    return group == "any" or group in (card["faction"], card["category"]) or card["faction"] == "all"


def counted(cards: Names, group: str) -> int:
    """How many cards are of a faction or category."""
    return sum(belongs(name, group) for name in cards)


def holds(condition: dict[str, Any], cards: Names, names: Counter[str], others: Others) -> bool:
    """Whether a card's condition is met. others: the other seats' face-up cards."""
    if "most" in condition:
        group = condition["most"]
        return all(counted(row, group) <= counted(cards, group) for row in others)
    if "two" in condition:
        return all(counted(cards, group) >= 2 for group in condition["two"])
    return all(names[name] for name in condition["cards"])


@lru_cache(KEPT)
def points(cards: Names, others: Others) -> int:
    """The points of a seat's face-up cards."""
    if any("almighty" in deck()[name] for name in cards):
        return max(named_points(cards, others, name) for name in ("", *deck()))
    return named_points(cards, others, "")


def named_points(cards: Names, others: Others, named: str) -> int:
    """The points of cards if the Trickster takes this name."""
    names = Counter(cards)
    for name in cards:
        names.update(deck()[name].get("counts_as", ()))
    if named:
        names[named] += 1
    found = 0
    for name in cards:
        card = deck()[name]
        if "times" in card:
            found += card["points"] * names[card["times"]]
        elif "condition" not in card or holds(card["condition"], cards, names, others):
            found += card["points"]
    return found


class View(NamedTuple):
    """A seat's own cards, and the others' face-up cards, clockwise from the seat. teams: whether every other one of
    them is a partner."""

    up: Names
    down: Names
    hand: Names
    others: Others
    teams: bool = False

    def value(self, more: Names = ()) -> int:
        """The points of the seat's face-up cards and of more cards."""
        return self.of(self.up + more)

    def of(self, cards: Names) -> int:
        """The points of some cards, instead of the seat's own."""
        return points(tuple(sorted(cards)), self.others)

    def row_of(self, other: int) -> View:
        """What lies before another seat, by its place clockwise from the seat."""
        rows = (*self.others[:other], *self.others[other + 1 :], self.up)
        return View(self.others[other], (), (), rows)

    def friend(self, other: int) -> bool:
        """Whether another seat is of the seat's own side."""
        return self.teams and other % 2 == 1

    @property
    def lead(self) -> int:
        """How many points the seat is ahead of the best other one; in teams, its side ahead of the other side."""
        sums = [self.row_of(other).value() for other in range(len(self.others))]
        if self.teams:
            return self.value() + sum(one if self.friend(at) else -one for at, one in enumerate(sums))
        return self.value() - max(sums, default=0)


def face_up(state: State, seat: int) -> Names:
    return tuple(sorted(card["name"] for card in state["table"][seat] if card["up"]))


def state_of(trial: Trial) -> State:
    """The state before the move, with all cards face up."""
    return cast("State", trial.deal.state)


def verb_of(trial: Trial) -> str:
    return trial.move.partition(" ")[0]


def card_of(trial: Trial) -> str:
    return trial.move.partition(" ")[2].partition(" for ")[0]


def view_of(state: State, seat: int, teams: bool = False) -> View:
    """What a seat has."""
    down = tuple(sorted(card["name"] for card in state["table"][seat] if not card["up"]))
    count = len(state["points"])
    others = tuple(face_up(state, (seat + step) % count) for step in range(1, count))
    return View(face_up(state, seat), down, tuple(sorted(state["hands"][seat])), others, teams)


def without(cards: Names, card: str) -> Names:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Laid(NamedTuple):
    """What a seat has after laying a card, and which of its cards was flipped, if any."""

    after: View
    card: str
    turned: str = ""


def laid(view: View, card: str, struck: bool = False) -> list[Laid]:
    """What a seat can have after laying a card, for all choices of the card's own effect. struck: what the card makes
    the others turn down, their cheapest, is turned down too."""
    up = tuple(sorted((*view.up, card)))
    wakes, turns = flip_of(card, "unflip"), flip_of(card, "flip")
    after = view._replace(up=up, hand=without(view.hand, card))
    if struck and turns and turns[0] == "all":
        after = after._replace(others=tuple(row for row, _ in falls(after, turns[1])))
    found = []
    if wakes:
        found = [
            Laid(after._replace(up=tuple(sorted((*up, one))), down=without(view.down, one)), card, one)
            for one in dict.fromkeys(view.down)
            if belongs(one, wakes[1])
        ]
    elif turns:
        found = [
            Laid(after._replace(up=without(up, one), down=tuple(sorted((*view.down, one)))), card, one)
            for one in dict.fromkeys(up)
            if belongs(one, turns[1])
        ]
    return found or [Laid(after, card)]


def falls(view: View, faction: str) -> list[tuple[Names, str]]:
    """The others' face-up cards once each has turned down its cheapest card of a faction, and that card, if any."""
    found = []
    for other, row in enumerate(view.others):
        _, victim = cheapest(view.row_of(other), faction)
        found.append((without(row, victim) if victim else row, victim))
    return found


@lru_cache(KEPT)
def stage_best(view: View, first: str, steps: int, lead: bool) -> int:
    """The most points that a seat can have after laying this many cards of its hand, beginning with the given one (""
    for any), if nobody else does anything. lead: the most that it can be ahead, what its cards do to the others
    counted too."""
    if not view.hand or steps <= 0:
        return view.lead if lead else view.value()
    return max(
        stage_best(one.after, "", steps - 1, lead)
        for card in ([first] if first else dict.fromkeys(view.hand))
        for one in laid(view, card, lead)
    )


def best_of_round(view: View, steps: int, lead: bool = False) -> int:
    """The same after laying at most this many cards."""
    return max(stage_best(view, "", count, lead) for count in range(steps + 1))


@lru_cache(KEPT)
def course(view: View, first: str, steps: int) -> tuple[Laid, ...]:
    """In which order a seat lays the cards that bring it furthest ahead."""
    if not view.hand or steps <= 0:
        return ()
    ways = [
        one for card in ([first] if first else dict.fromkeys(view.hand)) for one in laid(view, card, True)
    ]
    best = max(ways, key=lambda one: stage_best(one.after, "", steps - 1, True))
    return (best, *course(best.after, "", steps - 1))


def steps_left(state: State, seat: int) -> int:
    """How many cards a seat still plays in this round."""
    return int(state["places"]) - len(state["table"][seat])


def mine(trial: Trial) -> Mark:
    """A mark on the card of a move where it lies."""
    zone = {"pick": "pack", "play": "hand"}.get(verb_of(trial), "table")
    return Mark(zone, trial.seat, card=card_of(trial))


def points_now(trial: Trial) -> Finding | None:
    """How far the seat can get ahead by the end of this round less than with another move."""
    verb, steps = verb_of(trial), steps_left(state_of(trial), trial.seat)
    if verb == "exchange" or not steps:
        return None
    view = seen_by(trial)
    most = max(reach(view, move, steps) for move in dict.fromkeys(trial.deal.legal))
    short = most - reach(view, trial.move, steps)
    if not short:
        return None
    return Finding((mine(trial),), short, -short, values={"who": trial.seat, "card": card_of(trial)})


def seen_by(trial: Trial) -> View:
    """What the seat of a move has before it."""
    return view_of(state_of(trial), trial.seat, teams(trial))


def moved(view: View, move: str) -> View:
    """What a seat has right after a move, before a card that is played is laid."""
    verb, _, card = move.partition(" ")
    if verb == "pick":
        return view._replace(hand=tuple(sorted((*view.hand, card))))
    if verb == "flip":
        return view._replace(up=without(view.up, card), down=tuple(sorted((*view.down, card))))
    if verb == "unflip":
        return view._replace(up=tuple(sorted((*view.up, card))), down=without(view.down, card))
    return view


def reach(view: View, move: str, steps: int) -> int:
    """The most that a seat can be ahead at the end of a round in which it still lays so many cards, after a move."""
    verb, _, card = move.partition(" ")
    if verb == "pick":
        return best_of_round(moved(view, move), steps, True)
    return stage_best(moved(view, move), card if verb == "play" else "", steps, True)


def best_course(trial: Trial) -> tuple[Laid, ...]:
    """The best way to lay the cards of the round from right after a move, beginning with a card that is played."""
    first = card_of(trial) if verb_of(trial) == "play" else ""
    return course(moved(seen_by(trial), trial.move), first, steps_left(state_of(trial), trial.seat))


def counting(trial: Trial, cards: Counter[str]) -> Iterator[Mark]:
    """Where some cards of the seat are before the move: table, hand or pack."""
    table = [(card["up"], place, card["name"]) for place, card in enumerate(state_of(trial)["table"][trial.seat])]
    for _, place, name in sorted(table, key=lambda one: not one[0]):
        if cards[name] > 0:
            cards[name] -= 1
            yield Mark("table", trial.seat, place)
    own = mine(trial)
    for name in +cards:
        yield own if name == own.card else Mark("hand", trial.seat, card=name)


def turned(trial: Trial) -> Finding | None:
    """The seat's points after it flipped or exchanged a card, when no more cards are laid."""
    card, verb = card_of(trial), verb_of(trial)
    if verb in ("pick", "play"):
        return None
    if verb != "exchange" and steps_left(state_of(trial), trial.seat):
        return None
    after = state_of(trial)["points"][trial.seat] + points_in(trial.events, trial.seat)
    return Finding((mine(trial),), after, after, values={"who": trial.seat, "card": card})


def points_in(events: Iterable[Any], seat: int) -> int:
    """How the first points told of a seat change, before anything else is played."""
    found = 0
    for event in events:
        if event.kind == "card" and event.source == "chosen":
            break
        found += event.amount if event.kind == "score" and event.seat == seat else 0
    return int(found)


def rest_of(trial: Trial) -> tuple[int, Names] | None:
    """The seat that gets the pack next, and what is left in it."""
    state = state_of(trial)
    if verb_of(trial) != "pick":
        return None
    left = list(state["packs"][trial.seat])
    left.remove(card_of(trial))
    return (trial.seat + state["passes"]) % len(state["points"]), tuple(sorted(left))


def feeds(trial: Trial) -> Finding | None:
    """The best card that is passed on, by what it brings the next seat beside its face-up cards."""
    rest = rest_of(trial)
    if rest is None:
        return None
    who, left = rest
    gains = {card: lay_gain(state_of(trial), who, card) for card in left}
    card = max(gains, key=lambda one: gains[one])
    if gains[card] <= 0:
        return None
    scores = state_of(trial)["points"]
    leads = all(scores[who] >= scores[other] for other in rivals(trial)) and who in rivals(trial)
    worth = gains[card] / (1 if leads else len(scores) - 1)
    mark = Mark("pack", trial.seat, card=card)
    return Finding((mark,), gains[card], -worth, values={"who": who, "card": card})


def arms(trial: Trial) -> Finding | None:
    """What a card that is passed on can make the seat turn down."""
    rest = rest_of(trial)
    if rest is None or rest[0] not in rivals(trial):
        return None
    view = seen_by(trial)
    costs = {}
    for card in rest[1]:
        turns = flip_of(card, "flip")
        if turns and turns[0] == "all":
            costs[card] = cheapest(view, turns[1])
    card = max(costs, key=lambda one: costs[one][0], default="")
    if not card or costs[card][0] <= 0:
        return None
    cost, victim = costs[card]
    values = {"who": rest[0], "card": card, "cards": (victim,)}
    return Finding((Mark("pack", trial.seat, card=card),), cost, -cost * USED, values=values)


def seen(state: State, seat: int) -> Counter[str]:
    """The cards that a seat has, or can no longer get."""
    found = Counter(card["name"] for row in state["table"] for card in row)
    return found + Counter(state["hands"][seat]) + Counter(state["discards"][seat])


def is_expert(state: State) -> bool:
    """Whether the expert cards are in the deck."""
    lists = (state["packs"], state["hands"], state["discards"], state["table"])
    return state["deck"] + sum(len(row) for rows in lists for row in rows) > BASIC


def taken(state: State) -> Counter[str]:
    """The cards that are no longer in packs or in the deck."""
    found = Counter(card["name"] for row in state["table"] for card in row)
    return found + Counter(card for rows in (state["hands"], state["discards"]) for row in rows for card in row)


def out_of_sight(trial: Trial) -> dict[str, int]:
    """How many copies of each card that combines with the move's card the seat has not seen, packs
    left out."""
    return copies_left(trial, card_of(trial), seen(state_of(trial), trial.seat))


def to_come(trial: Trial) -> dict[str, int]:
    """How many copies of each card that combines with the move's card are in packs or in the
    deck."""
    return copies_left(trial, card_of(trial), taken(state_of(trial)))


def copies_left(trial: Trial, card: str, gone: Counter[str]) -> dict[str, int]:
    """How many copies of each card that combines with a card are left, given the cards that are gone."""
    state = state_of(trial)
    expert = is_expert(state)
    left = {
        name: deck()[name]["copies"] - gone[name]
        for name in mates(card)
        if expert or deck()[name]["set"] == "basic"
    }
    if card_of(trial) in left and verb_of(trial) == "pick":
        left[card_of(trial)] -= 1
    return {name: count for name, count in left.items() if count > 0}


def drafts_on(trial: Trial) -> bool:
    """Whether the seat still gets a card to keep, and the move is a pick or a play."""
    state, verb = state_of(trial), verb_of(trial)
    return verb == "pick" or (verb == "play" and state["stage"] < state["stages"] - 1)


def one_more(trial: Trial) -> Finding | None:
    """The most that one more card can add in combination with the move's card. Neither may flip a
    card down."""
    state, card, verb = state_of(trial), card_of(trial), verb_of(trial)
    if not drafts_on(trial) or flip_of(card, "flip"):
        return None
    view = view_of(state, trial.seat)
    base = view.hand if verb == "pick" else ()
    best, which = 0, ""
    for other in to_come(trial):
        if flip_of(other, "flip"):
            continue
        both = view.value((*base, card, other)) - view.value((*base, card))
        more = both - view.value((*base, other)) + view.value(base)
        if more > best:
            best, which = more, other
    if not best:
        return None
    values = {"who": trial.seat, "card": card, "cards": (which,)}
    return Finding((mine(trial),), best, best, values=values)


def partner(trial: Trial) -> Finding | None:
    """The most that the picked card adds because of one card that the seat already has. Neither may
    flip a card down."""
    state, card = state_of(trial), card_of(trial)
    if verb_of(trial) != "pick" or flip_of(card, "flip"):
        return None
    view, best, which = view_of(state, trial.seat), 0, ""
    has = view.up + view.hand
    for other in sorted({*has} & {*mates(card)}):
        if flip_of(other, "flip"):
            continue
        rest = without(has, other)
        more = view.of((*has, card)) - view.of(has) - view.of((*rest, card)) + view.of(rest)
        if more > best:
            best, which = more, other
    if not best:
        return None
    row = state["table"][trial.seat]
    places = [at for at, one in enumerate(row) if one["up"] and one["name"] == which]
    mark = Mark("hand", trial.seat, card=which) if which in view.hand else Mark("table", trial.seat, places[0])
    return Finding((mine(trial), mark), best, best, values={"who": trial.seat, "card": card, "cards": (which,)})


def fellows(trial: Trial) -> Finding | None:
    """How many cards that combine with the move's card the seat may still get."""
    if not drafts_on(trial):
        return None
    left = to_come(trial)
    if not left:
        return None
    values = {"who": trial.seat, "card": card_of(trial), "cards": tuple(left)}
    number = sum(left.values())
    return Finding((mine(trial),), number, number / len(state_of(trial)["points"]), values=values)


@cache
def mates(card: str) -> Names:
    """The names whose points depend on a card, or on which its points depend."""
    own = deck()[card]
    needs = {own.get("times"), *own.get("condition", {}).get("cards", ())}
    found = [
        name
        for name, other in deck().items()
        if name in needs
        or other.get("times") in (card, *own.get("counts_as", ()))
        or card in other.get("condition", {}).get("cards", ())
    ]
    return tuple(found)


def left_over(trial: Trial) -> Finding | None:
    """Whether the picked card adds nothing to the best cards already picked."""
    state, card = state_of(trial), card_of(trial)
    if verb_of(trial) != "pick":
        return None
    view, steps = view_of(state, trial.seat), steps_left(state, trial.seat)
    if len(view.hand) < steps:
        return None
    more = view._replace(hand=tuple(sorted((*view.hand, card))))
    if stage_best(more, "", steps, False) > stage_best(view, "", steps, False):
        return None
    return Finding((mine(trial),), values={"who": trial.seat, "card": card})


def dead(trial: Trial) -> Finding | None:
    """Whether the move's card counts nothing, and what it needs can no longer come."""
    state, card, verb = state_of(trial), card_of(trial), verb_of(trial)
    if verb not in ("pick", "play"):
        return None
    needs = {deck()[card].get("times")} - {None}
    needs |= set(deck()[card].get("condition", {}).get("cards", ()))
    if not needs:
        return None
    view = view_of(state, trial.seat)
    base = view.hand if verb == "pick" else without(view.hand, card)
    if view.value((*base, card)) > view.value(base):
        return None
    left = out_of_sight(trial) if drafts_on(trial) else {}
    if "condition" in deck()[card]:
        needs -= {*view.up, *base}
        gone = any(name not in left for name in needs)
    else:
        gone = not any(name in left for name in needs)
    return Finding((mine(trial),), values={"who": trial.seat, "card": card}) if gone else None


def teams(trial: Trial) -> bool:
    """Whether every other seat is a partner."""
    return trial.deal.position.scores != [float(number) for number in state_of(trial)["points"]]


def grows(worse: Trial, better: Trial) -> bool:
    """Whether what may still come can make up for what the better card brings less by the end of the round; of cards
    that are laid, only where the better one could not be laid later in the round too."""
    state = state_of(better)
    view, steps = seen_by(better), steps_left(state, better.seat)
    more = reach(view, better.move, steps) - reach(view, worse.move, steps)
    if verb_of(better) == "play":
        return steps == 1 or more > 0
    return more >= (0 if state["stage"] + 2 >= state["stages"] else -PATIENCE)


def no_farther(worse: Trial, better: Trial) -> bool:
    """Whether the worse move gets the seat no farther ahead by the end of the round than the better one."""
    view, steps = seen_by(better), steps_left(state_of(better), better.seat)
    return not steps or reach(view, worse.move, steps) <= reach(view, better.move, steps)


def rivals(trial: Trial) -> list[int]:
    """The other seats; in teams only those of the other team."""
    every, sides = range(len(state_of(trial)["points"])), teams(trial)
    return [seat for seat in every if seat != trial.seat and not (sides and (seat - trial.seat) % 2 == 0)]


def cheapest(view: View, faction: str, more: Names = ()) -> tuple[int, str]:
    """The least that a seat loses by flipping one of its face-up cards of a faction, and the card;
    nothing if it has none. Of equally cheap cards, the last one of `more` is chosen last."""
    cards = tuple(sorted(view.up + more))
    losses = (
        (points(cards, view.others) - points(without(cards, one), view.others), one in more[-1:], one)
        for one in set(cards)
        if belongs(one, faction)
    )
    loss, _, card = min(losses, default=(0, False, ""))
    return loss, card


def flips_own(trial: Trial) -> Finding | None:
    """What the seat loses when the card that it lays, or picks to lay, flips one of its own."""
    card, verb = card_of(trial), verb_of(trial)
    turns = flip_of(card, "flip") if verb in ("pick", "play") else None
    if turns is None:
        return None
    view = view_of(state_of(trial), trial.seat)
    base = view.hand if verb == "pick" else ()
    loss, victim = cheapest(view, turns[1], (*base, card))
    if loss <= 0:
        return None
    brings = view.value((*base, card)) - view.value(base)
    worth = min(loss, brings) if verb == "pick" else loss
    marks = (mine(trial), *counting(trial, Counter([victim]))) if victim != card else (mine(trial),)
    spare = without(tuple(sorted((*view.up, *base, card))), card)
    own = belongs(card, turns[1]) and view.value((*base, card)) - view.of(spare) == loss
    way = "self" if victim == card else "either" if own else verb
    values = {"who": trial.seat, "card": card, "cards": (victim,), "way": way, "brings": brings}
    return Finding(marks, loss, -worth, values=values)


def flips_others(trial: Trial) -> Finding | None:
    """What another seat loses when the card laid or picked flips one of its cards."""
    state, card = state_of(trial), card_of(trial)
    turns = flip_of(card, "flip") if verb_of(trial) in ("pick", "play") else None
    if turns is None or turns[0] != "all":
        return None
    falls = {seat: cheapest(view_of(state, seat), turns[1]) for seat in rivals(trial)}
    who = max(falls, key=lambda seat: falls[seat][0])
    loss, victim = falls[who]
    if loss <= 0:
        return None
    return Finding((Mark("table", who, card=victim),), loss, values={"who": who, "card": card})


def wakes(trial: Trial) -> Finding | None:
    """What the seat gains when the card laid, or picked to be laid, unflips one."""
    card, verb = card_of(trial), verb_of(trial)
    turns = flip_of(card, "unflip") if verb in ("pick", "play") else None
    if turns is None:
        return None
    view = view_of(state_of(trial), trial.seat)
    more = (*view.hand, card) if verb == "pick" else (card,)
    gains = {
        one: view.value((*more, one)) - view.value(more)
        for one in view.down
        if belongs(one, turns[1])
    }
    best = max(gains, key=lambda one: gains[one], default="")
    if not best or gains[best] <= 0:
        return None
    values = {"who": trial.seat, "card": card, "cards": (best,), "way": verb}
    marks = (mine(trial), Mark("table", trial.seat, card=f"down {best}"))
    return Finding(marks, gains[best], gains[best], values=values)


def wasted(trial: Trial) -> Finding | None:
    """Whether the effect of the card laid finds nothing useful, and the others can lay nothing for
    it either."""
    state, card = state_of(trial), card_of(trial)
    if verb_of(trial) != "play":
        return None
    wakes_, turns = flip_of(card, "unflip"), flip_of(card, "flip")
    view = view_of(state, trial.seat)
    if wakes_:
        idle = not any(belongs(one, wakes_[1]) for one in view.down)
    elif turns and turns[0] == "all":
        hands = [hand for seat, hand in enumerate(state["hands"]) if seat != trial.seat]
        idle = not any(belongs(one, turns[1]) for row in (*view.others, *hands) for one in row)
    else:
        return None
    values = {"who": trial.seat, "card": card, "brings": lay_gain(state, trial.seat, card)}
    return Finding((mine(trial),), values=values) if idle else None


def lay_gain(state: State, seat: int, card: str) -> int:
    """The most that a seat gains by laying a card, including the card's own effect."""
    view = view_of(state, seat)._replace(hand=(card,))
    return max(one.after.value() for one in laid(view, card)) - view.value()


def threatened(trial: Trial) -> Finding | None:
    """What a card in another hand could make the seat flip once the card is laid."""
    state, card = state_of(trial), card_of(trial)
    if verb_of(trial) != "play":
        return None
    view, worst, who, by = view_of(state, trial.seat), 0, 0, ""
    for other, hand in enumerate(state["hands"]):
        for held in hand if other != trial.seat else ():
            turns = flip_of(held, "flip")
            if turns and turns[0] == "all" and turns[1] != "any" and belongs(card, turns[1]):
                loss, _ = cheapest(view, turns[1], (card,))
                if loss > worst:
                    worst, who, by = loss, other, held
    if not by:
        return None
    return Finding((mine(trial),), worst, -worst, values={"who": who, "card": by})


def hunters(state: State, seat: int) -> list[tuple[int, str, str]]:
    """The hunting cards in the other hands: seat, card and faction."""
    return [
        (other, held, deck()[held]["effect"]["faction"])
        for other, hand in enumerate(state["hands"])
        if other != seat
        for held in hand
        if deck()[held].get("effect", {}).get("what") == "hunt"
    ]


def hunted(trial: Trial) -> Finding | None:
    """Whether another seat holds a card that hunts the card laid."""
    state, card = state_of(trial), card_of(trial)
    if verb_of(trial) != "play":
        return None
    for who, by, faction in hunters(state, trial.seat):
        if belongs(card, faction):
            return Finding((mine(trial),), values={"who": who, "card": by})
    return None


def hunts(trial: Trial) -> Finding | None:
    """Whether another seat holds a card that the card laid hunts."""
    state, card = state_of(trial), card_of(trial)
    effect = deck()[card].get("effect", {}) if verb_of(trial) == "play" else {}
    if effect.get("what") != "hunt":
        return None
    for who in rivals(trial):
        for held in state["hands"][who]:
            if belongs(held, effect["faction"]):
                return Finding((mine(trial),), values={"who": who, "card": held})
    return None


MOTIFS = (
    Motif(
        "points_now",
        False,
        points_now,
        "A pick, play, flip or unflip while the seat has fewer cards on its table than `places`. A move's reach "
        "is the most that the seat can be ahead once it has laid as many cards of its hand as that difference "
        "(all, if it holds fewer; after a pick, or fewer of them), in any order, a played card being the first; a "
        "picked card is added to the hand and a turned card turned before. Ahead is its points less those of the "
        "best other seat; in teams, those of its side less those of the other. A card's own UNFLIP or FLIP (YOU "
        "or ALL) turns one of the seat's cards, any that fits, if there is one, and with ALL of each other seat "
        "the one that costs it least; nothing else happens. N, above 0, is the highest reach of a legal move less "
        "that of the move. No reason where N of a move that falls short by half of the loss or more is no higher "
        "than that of the better one.",
        counts=True,
        gains=True,
        sole=True,
    ),
    Motif(
        "turned",
        True,
        turned,
        "An exchange, or a flip or unflip while the seat has as many cards on its table as "
        "`places`. N is the seat's points before the move plus the score events of its seat "
        "in the move's events, up to the first card that leaves the zone chosen.",
        counts=True,
        gains=True,
    ),
    Motif(
        "feeds",
        False,
        feeds,
        "A pick. N, above 0, is the most that one card left in the mover's pack adds to the points of the next "
        "seat (seat + passes) if it is laid beside its face-up cards, the card's own UNFLIP or FLIP (YOU or ALL) "
        "turning one of that seat's cards, any that fits; the other tables as in the state before the move. The "
        "worth to the mover is N if no other seat (in teams, none of the other side) has more points than the "
        "next, else N divided by the number of other seats.",
        counts=True,
        gains=True,
    ),
    Motif(
        "arms",
        False,
        arms,
        "A pick by a seat whose next one (seat + passes) is not its partner. N, above 0, is the most, over the cards "
        "with FLIP for ALL left in the mover's pack, of the least that the mover's points fall if one of its face-up "
        "cards of that faction is turned down, all tables as in the state before the move. The worth is half of N.",
        counts=True,
        gains=True,
    ),
    Motif(
        "partner",
        True,
        partner,
        "A pick of a card c without FLIP. N is the highest Q(A+c) - Q(A) - Q(A-x+c) + Q(A-x), above 0, over names x "
        "without FLIP in A that are tied to c: one of the two counts the other by name or needs it in its condition. "
        "A are the seat's face-up cards and its hand, Q(..) the points of cards if the seat has these face up, the "
        "other tables unchanged. The worth is at most the difference of the mean N.",
        counts=True,
        bounded=True,
    ),
    Motif(
        "flips_own",
        False,
        flips_own,
        "A pick or play of a card with FLIP (YOU or ALL). N, above 0, is the least that the seat's "
        "points fall if one of its face-up cards of that faction, the card of the move and at a "
        "pick its hand among them, is turned down, the other tables unchanged. The worth is N, at "
        "a pick no more than what the card adds to them.",
        counts=True,
        gains=True,
        fits=no_farther,
    ),
    Motif(
        "one_more",
        True,
        one_more,
        "A pick, or a play before the last round's, of a card c without FLIP. N is the highest "
        "P(c+x) - P(c) - P(x) + P(), above 0, over names x without FLIP of which a copy is on no "
        "table, in no hand and in no discards, nor the picked card, and which are tied to "
        "c: one of the two counts the other by name or needs it in its condition. P(..) are "
        "the points of the seat's face-up cards with those cards and, at a pick, its hand, "
        "all face up, the other tables unchanged. The worth is at most the difference of the mean N.",
        counts=True,
        bounded=True,
        fits=grows,
    ),
    Motif(
        "fellows",
        True,
        fellows,
        "A pick, or a play before the last round's. N, above 0, is the number of copies in this "
        "deck, on no table, in no hand, in no discards and not the picked card, of names that count "
        "the card of the move or that it counts, or that need it or that it needs in a condition; "
        "the three names that the Egg counts as are among its own. The worth is at most a point "
        "for each that the mover gets if all seats get as many.",
        counts=True,
        bounded=True,
        fits=grows,
    ),
    Motif(
        "left_over",
        False,
        left_over,
        "A pick by a seat whose hand has at least `places` minus its table's cards: the "
        "highest points in the sense of points_now are no higher with the picked card than "
        "without it.",
        fits=no_farther,
    ),
    Motif(
        "dead",
        False,
        dead,
        "A pick or play of a card that counts or needs other cards by name, and that adds "
        "nothing to the points of the seat's face-up cards together with the rest of its "
        "hand. No copy of the name that it counts (of one that it needs and that the seat "
        "lacks) is outside all tables and the seat's own hand and discards; in the last "
        "play stage none counts as outside.",
        fits=no_farther,
    ),
    Motif(
        "flips_others",
        True,
        flips_others,
        "A pick or play of a card with FLIP for ALL. N, above 0, is the most, over the "
        "other seats (in teams, those of the other side), of the least that the seat's "
        "points fall if one of its face-up cards of that faction is turned down, all tables "
        "as in the state before the move.",
        counts=True,
        fits=no_farther,
    ),
    Motif(
        "wakes",
        True,
        wakes,
        "A pick or play of a card with UNFLIP. N, above 0, is the most that one of the seat's face- "
        "down cards of that faction adds to the points of its face-up cards and the card of the "
        "move, at a pick with its hand, the other tables unchanged.",
        counts=True,
        gains=True,
        fits=no_farther,
    ),
    Motif(
        "wasted",
        False,
        wasted,
        "A play of a card with UNFLIP while the seat has no face-down card of that faction, "
        "or of one with FLIP for ALL while no other seat has a card of that faction "
        "face up or in its hand.",
        fits=no_farther,
    ),
    Motif(
        "threatened",
        False,
        threatened,
        "A play. Some other seat's hand holds a card with FLIP for ALL of a single faction "
        "that the played card belongs to. N, above 0, is the most, over such cards, of the "
        "least that the seat's points fall if one of its face-up cards of that faction, the "
        "played card among them, is turned down.",
        counts=True,
        gains=True,
    ),
    Motif(
        "hunted",
        False,
        hunted,
        "A play of a card of a faction that a card in another seat's hand hunts.",
    ),
    Motif(
        "hunts",
        True,
        hunts,
        "A play of a card that hunts a faction of which another seat (in teams, one of the "
        "other side) holds a card in hand.",
    ),
)
