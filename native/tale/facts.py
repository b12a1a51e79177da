"""What a card does for a seat when it is laid, and the same of the cards of two moves, to be told side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..play.reasons import Trial
from .deck import deck
from .motifs import (
    Laid,
    Names,
    View,
    arms,
    belongs,
    best_course,
    best_of_round,
    card_of,
    cheapest,
    copies_left,
    course,
    falls,
    feeds,
    flip_of,
    is_expert,
    laid,
    lay_gain,
    mates,
    moved,
    points,
    reach,
    rest_of,
    rivals,
    seen,
    seen_by,
    state_of,
    steps_left,
    verb_of,
    without,
)

DEALT = 5  # cards that a seat gets in a round
WANTED = 1.5  # of a seat's share of a card: what it gets of one that it looks for
PAIRED = 2  # points that one more card of a name adds for each other one of it
HALF = 0.5  # of the cards that would count a card, those that are worth laying


NOTHING_YET = ("lacks", "lacks.down", "idle", "self", "self.alone", "struck.self", "unmet")  # ways to bring little


class Fact(NamedTuple):
    """How far a card gets a seat ahead. way: how it is told; values: of its text, the seats among them counted
    clockwise from the seat."""

    card: str
    gain: int
    way: str
    values: Mapping[str, Any] = {}


def fact(view: View, card: str) -> Fact:
    """What a card does that is laid beside a seat's face-up cards."""
    best = max(laid(view._replace(hand=(card,)), card, True), key=lambda one: one.after.lead)
    gain, own = best.after.lead - view.lead, view.value((card,)) - view.value()
    wakes, turns = flip_of(card, "unflip"), flip_of(card, "flip")
    values: dict[str, Any] = {"own": own, "n": gain}
    if wakes:
        if best.turned:
            more = {"cards": (best.turned,), "more": gain - own}
            return Fact(card, gain, "wakes" if gain > own else "wakes.nothing", values | more)
        return Fact(card, gain, "idle", values | {"faction": wakes[1]})
    if turns and turns[0] == "all":
        return struck(view, card, best.turned, values)
    if turns:
        if best.turned == card:
            alone = not any(belongs(one, turns[1]) for one in view.up)
            return Fact(card, gain, "self.alone" if alone else "self", values | {"faction": turns[1]})
        values |= {"cards": (best.turned,), "cost": own - gain}
        return Fact(card, gain, "turns" if own > gain else "free", values)
    return counted_by(view, card, values)


def struck(view: View, card: str, turned: str, values: dict[str, Any]) -> Fact:
    """What a card does that makes everybody turn down a card."""
    own = tuple(sorted((*view.up, card)))
    cost = points(own, view.others) - points(without(own, turned), view.others) if turned else 0
    way = "struck.self" if turned == card else "struck.own" if cost else "struck"
    values |= {"cards": (turned,) if turned else (), "cost": cost, "left": values["own"] - cost}
    turns = flip_of(card, "flip")
    victims = falls(view, turns[1] if turns else "any")
    had = {at: view.row_of(at).value() for at in range(len(view.others)) if not view.friend(at)}
    fall = {at: had[at] - points(victims[at][0], view.row_of(at).others) for at in had}
    then, before = max(had, key=lambda at: had[at] - fall[at]), max(had, key=lambda at: had[at])
    who = then if fall[then] or view.teams else before  # whoever is the best other one, now or by then
    if values["n"] <= values["left"] or not fall[who]:
        return Fact(card, values["n"], way, values)
    values |= {"who": who, "fall": fall[who], "victim": victims[who][1]}
    return Fact(card, values["n"], f"{way}.hit", values)


def counted_by(view: View, card: str, values: dict[str, Any]) -> Fact:
    """What a card counts that turns nothing."""
    own, gain, printed = values["own"], values["n"], deck()[card]
    if own != gain:
        return Fact(card, gain, "brings", values)
    names, needs = Counter(view.up), printed.get("times")
    if needs == card and own == 2 * names[card] + 1:
        k = names[card] + 1
        values |= {"k": k, "sum": k * k, "before": (k - 1) ** 2}
        return Fact(card, gain, "family" if k > 1 else "counts", values)
    if needs and not own:
        return Fact(card, gain, "lacks.down" if needs in view.down else "lacks", values | {"cards": (needs,)})
    if needs and own == printed["points"] * names[needs]:
        each = {"each": printed["points"], "k": names[needs], "cards": (needs,)}
        return Fact(card, gain, "times", values | each)
    helped = [one for one in mates(card) if names[one] and deck()[one].get("times") == card]
    if helped and not needs and len(helped) == 1 and own > printed["points"]:
        more = {"base": printed["points"], "more": own - printed["points"], "k": names[helped[0]]}
        way = "helps" if names[helped[0]] == 1 else "helps.many"
        return Fact(card, gain, way, values | more | {"cards": tuple(helped)})
    if "condition" in printed and not own:
        return Fact(card, gain, "unmet", values)
    return Fact(card, gain, "counts", values)


class Growth(NamedTuple):
    """How a card grows with others. k: how many of its own name there are with it, of a card that counts these; else
    mate: the card that it goes with, points: what that adds each time, and counts: whether the card counts the mate,
    not the mate it."""

    k: int = 0
    mate: str = ""
    points: int = 0
    counts: bool = False


def growth(view: View, held: Names, card: str, mate: str) -> Growth | None:
    """How a card grows if a mate of it comes; None if neither counts the other. held: cards that lie beside it."""
    printed, other = deck()[card], deck()[mate]
    if printed.get("times") == card == mate:
        return Growth(k=(*view.up, *held).count(card) + 1)
    if printed.get("times") == mate:
        return Growth(mate=mate, points=printed["points"], counts=True)
    if other.get("times") == card:
        return Growth(mate=mate, points=other["points"])
    return None


def first_turned(trial: Trial) -> str:
    """The card that the card laid turns down, with best play; "" if it turns none."""
    first = best_course(trial)[0]
    return first.turned if flip_of(first.card, "flip") else ""


def woken(trial: Trial) -> tuple[str, str] | None:
    """What the card laid turns down, and the card that turns it up again later in the round, with best play."""
    if verb_of(trial) != "play":
        return None
    first, *rest = best_course(trial)
    if not first.turned or not flip_of(first.card, "flip"):
        return None
    by = (one.card for one in rest if flip_of(one.card, "unflip") and one.turned == first.turned)
    found = next(by, "")
    return (first.turned, found) if found else None


class Clash(NamedTuple):
    """A card that, laid after another one, turns down a card of the seat that costs it more than what it turns down
    when it is laid first; "" if that is nothing. gain: how much more both bring in the better order."""

    gain: int
    victim: str
    cost: int
    before: str = ""
    least: int = 0


class Account(NamedTuple):
    """Two moves side by side: what the card of each does. later: whether it does so only once other cards of the
    round are laid. order: the cards as they are laid after the better move, where nothing but their order differs;
    sums: the points to which both lead. clash: why the better card goes first, if both are laid. soon: what it costs
    another seat now, if both are laid in the round and the order is the same to the seat."""

    worse: Fact
    better: Fact
    later: bool = False
    order: Names = ()
    sums: tuple[int, int] = (0, 0)
    clash: Clash | None = None
    soon: int = 0

    @property
    def speaks(self) -> bool:
        """Whether it speaks for the better move."""
        return self.gain > 0

    @property
    def gain(self) -> int:
        """How much farther ahead the better move gets the seat by the end of the round."""
        if self.clash:
            return self.clash.gain
        if self.soon:
            return self.soon
        return self.sums[1] - self.sums[0] if self.order else self.better.gain - self.worse.gain


def account(worse: Trial, better: Trial) -> Account | None:
    """What sets two moves apart by the end of the round; None if that cannot be told by their cards."""
    verb = verb_of(better)
    if verb != verb_of(worse):
        return None
    if verb == "play":
        return both_laid(worse, better)
    if verb == "pick":
        return both_kept(worse, better)
    if verb in ("flip", "unflip"):
        return both_turned(worse, better)
    return None


def both_laid(worse: Trial, better: Trial) -> Account | None:
    """The same of two cards that are laid."""
    view, steps = seen_by(better), steps_left(state_of(better), better.seat)
    one, two = card_of(worse), card_of(better)
    apart = reach(view, better.move, steps) - reach(view, worse.move, steps)
    plans = [Counter(laid_.card for laid_ in best_course(trial)) for trial in (worse, better)]
    now = fact(view, one), fact(view, two)
    if steps == 1:
        return Account(*now)
    if apart > 0 and one in plans[1] and (clash := clashing(view, one, two)):
        return Account(*now, clash=clash)
    if apart == 0 and plans[0] == plans[1] and now[1].way.endswith(".hit") and not now[0].way.endswith(".hit"):
        return Account(*now, soon=now[1].values["fall"])
    every = plans[1][two] == min(steps, view.hand.count(two))
    if apart >= 0 and plans[1][two] > plans[0][two] and every and (together := several(view, two, steps)):
        return Account(now[0], together)
    other = plans[0] - plans[1] == Counter([one])
    if other and plans[1] - plans[0] == Counter([two]):
        if now[1].gain - now[0].gain >= apart:
            return Account(*now)
        common = tuple(sorted((plans[0] & plans[1]).elements()))
        base = end_of(view._replace(hand=common), len(common))
        then = fact(base, one), fact(base, two)
        if then[1].gain - then[0].gain == apart and then[0] == now[0]:
            return Account(*then, later=then != now)
    if other and now[1].gain > now[0].gain:
        return Account(*now)
    plan = best_course(better)
    ends = [end_of(best_course(trial)[0].after, steps - 1).value() for trial in (worse, better)]
    if ends[1] - ends[0] < max(apart, 1):
        return Account(*now)
    return Account(*now, order=tuple(laid_.card for laid_ in plan), sums=(ends[0], ends[1]))


def clashing(view: View, other: str, first: str) -> Clash | None:
    """What a card that turns one of the seat's own costs more if it is laid after another one than before it."""
    if not flip_of(first, "flip"):
        return None

    def in_order(one: str, two: str) -> tuple[Laid, Laid, int]:
        begin, end = course(view._replace(hand=tuple(sorted((one, two)))), one, 2)
        return begin, end, end.after.lead

    (early, _, best), (begun, late, least) = in_order(first, other), in_order(other, first)

    def cost(before: View, one: Laid) -> int:
        up = tuple(sorted((*before.up, first)))
        return before.of(up) - before.of(without(up, one.turned)) if one.turned else 0

    costs = cost(view, early), cost(begun.after, late)
    if best <= least or costs[1] <= costs[0] or late.turned == first:
        return None
    return Clash(best - least, late.turned, costs[1], early.turned if costs[0] else "", costs[0])


def several(view: View, card: str, steps: int) -> Fact | None:
    """What all copies in hand of a card that counts its own name bring, if there are several to lay."""
    count, before = min(steps, view.hand.count(card)), view.up.count(card)
    gain = view.value((card,) * count) - view.value()
    k = before + count
    if count < 2 or deck()[card].get("times") != card or gain != k * k - before * before:
        return None
    values = {"k": k, "sum": k * k, "before": before * before, "n": gain, "m": count}
    return Fact(card, gain, f"family.{'both' if count == 2 else 'all'}{'' if before else '.new'}", values)


def end_of(view: View, steps: int) -> View:
    """What a seat has once it has laid so many cards of its hand in the best way."""
    found = course(view, "", steps)
    return found[-1].after if found else view


def both_kept(worse: Trial, better: Trial) -> Account:
    """The same of two cards that are kept. What they do on the table is told where they differ as much by that: the
    other cards in hand need not be laid."""
    view, steps = seen_by(better), steps_left(state_of(better), better.seat)
    base = best_of_round(view, steps, True)
    then = end_of(view, min(steps, len(view.hand)))
    found = []
    for trial in (worse, better):
        card, gain = card_of(trial), reach(view, trial.move, steps) - base
        told = next((one for base_ in (view, then) if (one := fact(base_, card)).gain == gain), fact(then, card))
        with_others = told != fact(view, card)
        if with_others:
            told = told._replace(values={**told.values, "hand": held_for(view, card, told.gain)})
        unclear = with_others and told.way in NOTHING_YET
        if len(view.hand) >= steps or told.gain != gain or then.lead != base or unclear:
            told = spared(view, card, steps, gain) or beside(view, card, steps, gain)
        found.append(told)
    now = on_table(worse), on_table(better)
    unclear = any(one.way in ("adds", "adds.with", "spare") for one in found) and not with_hand(worse, better)
    if unclear and now[1].gain - now[0].gain >= max(1, (found[1].gain - found[0].gain) * HALF):
        return Account(*now)
    return Account(found[0], found[1])


def held_for(view: View, card: str, gain: int) -> Names:
    """Those cards in hand without which a card would not bring so much beside all that are laid."""
    found = []
    for held in dict.fromkeys(view.hand):
        rest = view._replace(hand=without(view.hand, held))
        if fact(end_of(rest, len(rest.hand)), card).gain != gain:
            found.append(held)
    return tuple(found)


def with_hand(worse: Trial, better: Trial) -> bool:
    """Whether what one of two cards does depends on a card in hand."""
    held = seen_by(better).hand
    for card in (card_of(worse), card_of(better)):
        if not {*held}.isdisjoint(mates(card)):
            return True
        own = flip_of(card, "flip") or flip_of(card, "unflip")
        fits = [one for one in held if own and belongs(one, own[1])]
        if any(flip_of(card, "flip") or flip_of(one, "flip") for one in fits):
            return True
    return False


def beside(view: View, card: str, steps: int, gain: int) -> Fact:
    """What a card brings by the end of the round beside the cards in hand that are laid then."""
    more = view if not gain else moved(view, f"pick {card}")
    plan = Counter(one.card for one in course(more, "", min(steps, len(more.hand))))
    others = tuple((plan - Counter([card]) if gain else plan).elements())
    way = "spare" if not gain else "adds.with" if others else "adds"
    return Fact(card, gain, way, {"n": gain, "cards": others, "k": len(others)})


def spared(view: View, card: str, steps: int, gain: int) -> Fact | None:
    """What a card is worth that is turned down instead of another by a card that is kept; None if it is not."""
    with_it = course(moved(view, f"pick {card}"), "", min(steps, len(view.hand) + 1))
    for one in with_it:
        if gain > 0 and one.turned == card != one.card and flip_of(one.card, "flip"):
            without_it = course(view, "", min(steps, len(view.hand)))
            other = next((two.turned for two in without_it if two.card == one.card and two.turned), "")
            if other not in ("", card):
                way = "spares.self" if other == one.card else "spares"
                return Fact(card, gain, way, {"n": gain, "cards": (other,), "by": one.card})
    return None


def both_turned(worse: Trial, better: Trial) -> Account:
    """The same of two cards that are turned."""
    view, found = seen_by(better), []
    for trial in (worse, better):
        card = card_of(trial)
        if verb_of(trial) == "flip":
            gain = view.of(without(view.up, card)) - view.value()
            found.append(Fact(card, gain, "down" if gain else "down.free", {"n": -gain}))
        else:
            gain = view.value((card,)) - view.value()
            found.append(Fact(card, gain, "up" if gain else "up.free", {"n": gain}))
    return Account(found[0], found[1])


class Return(NamedTuple):
    """The worse of two picks, where it comes back to the seat after the better one. left: how many cards of the pack
    come back. sure: whether the others cannot help that the card is among them; else it is worth little to them, at
    most so much, or another card, `rather`, is worth more to the only other player."""

    left: int
    sure: bool = False
    most: int = 0
    rather: str = ""
    gain: int = 0


def returns(worse: Trial, better: Trial) -> Return | None:
    """The same; None if the card hardly comes back."""
    rest, state, card = rest_of(better), state_of(better), card_of(worse)
    others = [seat for seat in range(len(state["points"])) if seat != better.seat]
    if rest is None or (left := len(rest[1]) - len(others)) < 1:
        return None
    if rest[1].count(card) > len(others):
        return Return(left, sure=True)
    gains = {one: max(lay_gain(state, seat, one) for seat in others) for one in rest[1]}
    rather = max(rest[1], key=lambda one: gains[one])
    if len(others) == 1 and gains[rather] > gains[card]:
        return Return(left, False, gains[card], rather, gains[rather])
    return Return(left, False, gains[card]) if gains[card] <= 1 and len(others) > 1 else None


class Want(NamedTuple):
    """What the better of two picks is worth to another seat that the pack still reaches."""

    who: int
    gain: int


def wanted(worse: Trial, better: Trial) -> Want | None:
    """The same of the seat to which it is worth most; None if the worse card is worth as much to one of them."""
    rest, state, foes = rest_of(worse), state_of(worse), rivals(worse)
    if rest is None:
        return None
    seats = len(state["points"])
    passed = [(worse.seat + step * state["passes"]) % seats for step in range(1, min(seats - 1, len(rest[1])) + 1)]
    near = [who for who in passed if who in foes]
    gains = {who: lay_gain(state, who, card_of(better)) for who in near}
    who = max(near, key=lambda one: gains[one], default=0)
    least = max((lay_gain(state, one, card_of(worse)) for one in near), default=0)
    return Want(who, gains[who]) if near and gains[who] > max(least, 0) else None


def too_early(worse: Trial, better: Trial) -> str:
    """The faction of which no other seat has a card face up for the worse of two cards laid to turn down, though it
    could be laid later in the round; "" if there is none such."""
    turns = flip_of(card_of(worse), "flip") if verb_of(worse) == "play" else None
    if not turns or turns[0] != "all" or steps_left(state_of(worse), worse.seat) < 2:
        return ""
    late = flip_of(card_of(better), "flip")
    there = any(belongs(one, turns[1]) for row in seen_by(worse).others for one in row)
    return "" if there or (late and late[0] == "all") else turns[1]


def waker(worse: Trial, better: Trial) -> str:
    """The card in hand that can turn up again what the better of two flips turns down, but not what the worse one
    does; "" if there is none."""
    if verb_of(better) != "flip" or not steps_left(state_of(better), better.seat):
        return ""
    turned = card_of(worse), card_of(better)
    found = {
        card: tuple(belongs(one, wakes[1]) for one in turned)
        for card in seen_by(better).hand
        if (wakes := flip_of(card, "unflip"))
    }
    alone = any(for_worse for for_worse, _ in found.values())
    return "" if alone else next((card for card, (_, for_better) in found.items() if for_better), "")


def hit_by_own(worse: Trial, better: Trial) -> str:
    """The card in hand that makes everybody turn down a card, and could hit the worse of two picks, but not the
    better one; "" if there is none."""
    view, cards = seen_by(worse), (card_of(worse), card_of(better))
    for held in view.hand if verb_of(worse) == "pick" else ():
        turns = flip_of(held, "flip")
        if turns and turns[0] == "all" and turns[1] != "any":
            hit, safe = (belongs(card, turns[1]) for card in cards)
            if hit and not safe and not any(belongs(one, turns[1]) for one in view.up):
                return held
    return ""


def to_pair(trial: Trial) -> tuple[str, int]:
    """The card that a card of a move counts with, and how many of it the seat has not seen yet on the tables or among
    its own cards; "" if there are several, or none."""
    names = mates(card_of(trial)) if not is_expert(state_of(trial)) else ()
    names = tuple(name for name in names if deck()[name]["set"] == "basic")
    left = copies_left(trial, card_of(trial), seen(state_of(trial), trial.seat))
    return (names[0], left.get(names[0], 0)) if len(names) == 1 else ("", 0)


class Danger(NamedTuple):
    """A Shadow card that another seat may hold, and what it costs the seat if it is laid in the same step as each of
    two cards."""

    card: str
    worse: int
    better: int


def danger(worse: Trial, better: Trial) -> Danger | None:
    """The same of the Shadow card that the better card makes cheapest against the worse one; None if it makes none
    cheaper."""
    state, view = state_of(better), seen_by(better)
    gone, expert = seen(state, better.seat), is_expert(state)
    found = []
    for name, printed in deck().items():
        turns = flip_of(name, "flip")
        out = (expert or printed["set"] == "basic") and printed["copies"] > gone[name]
        if out and turns and turns[0] == "all" and turns[1] != "any":
            costs = [cheapest(view, turns[1], (card_of(trial),))[0] for trial in (worse, better)]
            found.append(Danger(name, *costs))
    most = max(found, key=lambda one: one.worse - one.better, default=None)
    return most if most and most.worse > max(most.better, 1) else None


def on_table(trial: Trial) -> Fact:
    """What the card of a move does beside the seat's face-up cards; of a pick without what it does to the others, who
    may have other cards by then."""
    found = fact(seen_by(trial), card_of(trial))
    if verb_of(trial) != "pick" or not found.way.endswith(".hit"):
        return found
    return found._replace(gain=found.values["left"], way=found.way.removesuffix(".hit"))


class Terms(NamedTuple):
    """How much better a move is than another, in points: by the cards of the round, by the best card that is passed
    on, by a Shadow card passed on, and, roughly, by the cards that may still come."""

    own: float
    fed: float = 0.0
    armed: float = 0.0
    grown: float = 0.0


def terms(found: Account, worse: Trial, better: Trial) -> Terms:
    """The same of two moves whose cards are laid or kept."""
    fed, armed = ([one.gain if (one := find(trial)) else 0.0 for trial in (worse, better)] for find in (feeds, arms))
    grown = 0.0
    if verb_of(better) == "pick" or steps_left(state_of(better), better.seat) == 1:
        grown = prospects(better)[0] - prospects(worse)[0] + spoilt(found.worse, worse) - spoilt(found.better, better)
        grown *= 1.0 if grown > 0 else HALF  # hopes weigh less than what lies on the table
    return Terms(found.gain, fed[1] - fed[0], armed[1] - armed[0], grown)


def spoilt(told: Fact, trial: Trial) -> float:
    """The same of the seat's own card that a card turns down."""
    turns = flip_of(told.card, "flip")
    turned = told.values.get("cards", ()) if turns else ()
    return sum(prospects(trial, one)[0] for one in turned)


def prospects(trial: Trial, card: str = "") -> tuple[float, str]:
    """Roughly what cards of the rounds to come add to a card, that of the move if none is named, and the one that
    adds most: as many of the copies that the seat has not seen as it can hope to get."""
    state, card = state_of(trial), card or card_of(trial)
    view, seats = seen_by(trial), len(state["points"])
    rounds = (state["stages"] - 1 - state["stage"]) // 2
    share = min(1.0, rounds * DEALT * seats / max(1, state["deck"])) * min(1.0, WANTED / seats)
    adds = {}
    for name, copies in copies_left(trial, card, seen(state, trial.seat)).items():
        if found := growth(view, (), card, name):
            sure = found.counts or card in (*view.up, *view.hand)
            each = PAIRED if found.k else found.points * (1.0 if sure else HALF)
            adds[name] = each * copies * share
    most = max(adds, key=lambda name: adds[name], default="")
    return sum(adds.values()), most
