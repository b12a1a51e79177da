"""What a card does for a seat when it is laid, and the same of the cards of two moves, to be told side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..play.reasons import Trial
from .motifs import (
    Names,
    View,
    belongs,
    best_course,
    best_of_round,
    card_of,
    course,
    deck,
    falls,
    flip_of,
    laid,
    mates,
    moved,
    points,
    reach,
    seen_by,
    state_of,
    steps_left,
    verb_of,
    without,
)


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
            return Fact(card, gain, "wakes", values | {"cards": (best.turned,)})
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
    way = "struck.self" if turned == card else "struck.own" if turned else "struck"
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
        return Fact(card, gain, "family" if k > 1 else "counts", values | {"k": k, "sum": k * k})
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


def growth(view: View, card: str, mate: str) -> Growth | None:
    """How a card grows if a mate of it comes; None if neither counts the other."""
    printed, other = deck()[card], deck()[mate]
    if printed.get("times") == card == mate:
        return Growth(k=(*view.up, *view.hand).count(card) + 1)
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


class Account(NamedTuple):
    """Two moves side by side: what the card of each does. later: whether it does so only once other cards of the
    round are laid. order: the cards as they are laid after the better move, where nothing but their order differs;
    sums: the points to which both lead."""

    worse: Fact
    better: Fact
    later: bool = False
    order: Names = ()
    sums: tuple[int, int] = (0, 0)

    @property
    def speaks(self) -> bool:
        """Whether it speaks for the better move."""
        return bool(self.order) or self.better.gain > self.worse.gain


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
    other = plans[0] - plans[1] == Counter([one])
    if other and plans[1] - plans[0] == Counter([two]):
        if now[1].gain - now[0].gain >= apart:
            return Account(*now)
        common = tuple(sorted((plans[0] & plans[1]).elements()))
        base = end_of(view._replace(hand=common), len(common))
        then = fact(base, one), fact(base, two)
        if then[1].gain - then[0].gain == apart:
            return Account(*then, later=True)
    if other and now[1].gain > now[0].gain:
        return Account(*now)
    plan = best_course(better)
    ends = [end_of(best_course(trial)[0].after, steps - 1).value() for trial in (worse, better)]
    if ends[1] - ends[0] < max(apart, 1):
        return Account(*now)
    return Account(*now, order=tuple(laid_.card for laid_ in plan), sums=(ends[0], ends[1]))


def end_of(view: View, steps: int) -> View:
    """What a seat has once it has laid so many cards of its hand in the best way."""
    found = course(view, "", steps)
    return found[-1].after if found else view


def both_kept(worse: Trial, better: Trial) -> Account:
    """The same of two cards that are kept."""
    view, steps = seen_by(better), steps_left(state_of(better), better.seat)
    base = best_of_round(view, steps, True)
    then = end_of(view, min(steps, len(view.hand)))
    found = []
    for trial in (worse, better):
        card, gain = card_of(trial), reach(view, trial.move, steps) - base
        told = fact(then, card)
        if len(view.hand) >= steps or told.gain != gain or then.lead != base:
            told = spared(view, card, steps, gain) or Fact(card, gain, "adds" if gain else "spare", {"n": gain})
        found.append(told)
    one, two = found
    if one.way.endswith(".hit"):  # what the others would lose is far off, and no reason to keep another card
        one = one._replace(way=one.way.removesuffix(".hit"))
    return Account(one, two)


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
