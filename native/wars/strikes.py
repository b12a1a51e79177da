"""What can be counted about two moves of an attacker of Dragon Wars, and about a turn without an attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .motifs import SOME, USUAL, total
from .sums import HIGHEST, Dragon, Said, Sums

USUAL_GUARD = 23  # what those of five cards that defend are worth on average
THIN = 16  # points to defend with that are few
MUCH = 3  # points that one dragon brings more than another
SLIGHT = 0.25  # a part of the loss that is not worth a word
IDLE = 3  # so many cards that cannot attack are many
WEAK = 12  # by so much a suit should exceed a dragon's health to slay it


def strikes(sums: Sums) -> list[Said]:
    """Why one move of an attacker is better than another; nothing if plain sums do not tell them apart."""
    found = {
        ("attack", "attack"): attack_apart,
        ("press", "press"): cards_apart,
        ("attack", "discard"): rather_discard,
        ("discard", "attack"): rather_attack,
        ("press", "stop"): rather_stop,
        ("stop", "press"): rather_press,
    }.get(sums.verbs)
    return list(found(sums)) if found else []


def attack_apart(sums: Sums) -> Iterator[Said]:
    better, worse = sums.target(sums.better), sums.target(sums.worse)
    if not better or not worse:
        return
    if better.whom != worse.whom:
        yield from dragons_apart(sums, better, worse)
    elif sums.card[0] == sums.other[0]:
        yield from cards_apart(sums)
    else:
        yield from suits_apart(sums, better)
        force = sums.force(sums.card)
        if better.health <= force < sums.force(sums.other) + MUCH:
            yield Said("dragon.force", {**better._asdict(), "suit": sums.card[0], "force": force}, True)


def dragons_apart(sums: Sums, better: Dragon, worse: Dragon) -> Iterator[Said]:
    """Two attacks on different dragons: what they are worth, and how hard they are to slay."""
    force, less = sums.force(sums.card), sums.force(sums.other)
    values = {
        "whom": better.whom, "who": worse.whom, "worth": better.worth, "low": worse.worth, "suit": sums.card[0],
        "force": force, "rest": sums.other[0], "less": less, "health": better.health, "hale": worse.health,
        "held": better.held, "many": worse.held, "apart": worse.worth - better.worth,
    }  # fmt: skip
    richer, margin = better.worth - worse.worth, force - better.health
    hale, fewer = worse.health - better.health, worse.held - better.held
    suits = list(suits_apart(sums, better)) if sums.card[0] != sums.other[0] else []
    by_suit, by_dragon = parts_of_loss(sums, better, worse)
    told = suits[: 1 if by_dragon > SLIGHT else None] if by_suit > by_dragon else []
    yield from told
    first = richer >= MUCH or (richer > 0 and hale <= 0 and fewer <= 0)
    if first:
        yield Said("dragon.worth", values)
    if not sums.state["nest"] and sums.points(better.whom) > sums.points(worse.whom):
        yield Said("dragon.rival", {**values, "points": sums.points(better.whom), "behind": sums.points(worse.whom)})
    if not told and force - less >= MUCH and margin > max(less - worse.health, 0):
        yield Said("dragon.suits", values)
    else:
        yield from easier(sums, better, worse, values)
    if richer > 0 and not first:
        yield Said("dragon.worth", values)
    elif richer < 0 and (hale >= MUCH or (min(hale, fewer) >= 0 and hale + fewer > 0)):
        yield Said("dragon.though", values)


def easier(sums: Sums, better: Dragon, worse: Dragon, values: Mapping[str, Any]) -> Iterator[Said]:
    """What makes one dragon easier to slay than another, or that it can be slain at all."""
    hale, fewer = worse.health - better.health, worse.held - better.held
    margin = sums.force(sums.card) - better.health
    if not better.held and worse.held and margin >= 0:
        yield Said("bound.bare", values, True)
    elif hale > 0 and fewer > 0:
        yield Said("dragon.easier", values)
    elif fewer > 1 or (fewer == 1 and not hale):
        yield Said("dragon.held", values)
    elif hale >= MUCH or (hale > 0 and not fewer):
        yield Said("dragon.health", values)
    elif margin > 0:
        yield Said("dragon.force", values, True)


def parts_of_loss(sums: Sums, better: Dragon, worse: Dragon) -> tuple[float, float]:
    """What parts of the loss the wrong card and the wrong dragon make, by what the attacks with one of them are
    worth; none where that is not known."""
    least, most = sums.values.get(sums.worse, 0.0), sums.values.get(sums.better, 0.0)
    mixed = [f"attack {dragon.whom} {card}" for dragon, card in ((better, sums.other), (worse, sums.card))]
    if most <= least or not {*mixed} <= {*sums.values}:
        return 0.0, 1.0
    by_suit, by_dragon = ((most - sums.values[move]) / (most - least) for move in mixed)
    return by_suit, by_dragon


def suits_apart(sums: Sums, dragon: Dragon) -> Iterator[Said]:
    """Two attacks on the same dragon with different suits."""
    force, less = sums.force(sums.card), sums.force(sums.other)
    values = {**dragon._asdict(), "suit": sums.card[0], "force": force, "rest": sums.other[0], "less": less}
    if not dragon.held and force >= dragon.health > less:
        yield Said("bound.bare", values, True)
    same = sums.target(sums.worse) == dragon
    if same and sums.alone(sums.card) and sums.alone(sums.other) and force > less:
        yield from cards_apart(sums)
        return
    if force - less >= MUCH:
        yield Said("suits.force", values)
    if sums.gains_trump:
        yield trumps(sums)
    if sums.defends(sums.other) and sums.own and sums.own.worth >= MUCH and not sums.state["last_turns"]:
        kept = {**values, "own": sums.own.worth, "guard": sums.own.health}
        yield from sums.kept if sums.alone(sums.other) else [Said("suits.kept", kept, True)]


def trumps(sums: Sums) -> Said:
    """That the card of the better move, or all its suit, is trump."""
    suit = {"suit": sums.card[0], "bonus": sums.usual_bonus}
    return sums.bonus if sums.alone(sums.card) else Said("suits.trump", suit, True)


def cards_apart(sums: Sums) -> Iterator[Said]:
    """Two cards laid against the same dragon."""
    dragon = sums.target(sums.better)
    if not dragon:
        return
    needs, lower = (sums.lead + value - dragon.health + 1 for value in (sums.more, sums.less))
    values = {
        **dragon._asdict(), "needs": needs, "lower": lower,
        "more": sums.lead + sums.more, "less": max(sums.lead + sums.less, 0),
    }  # fmt: skip
    if sums.more > sums.less and sums.trump(sums.other):
        if sums.trump(sums.card):
            yield Said("cards.higher", {"apart": sums.more - sums.less})
    elif sums.more > sums.less:
        if needs > 0:
            yield Said("cards.both" if lower > 0 else "cards.only", values)
        elif values["more"] > 0 and not sums.trump(sums.card) and not sums.state["last_turns"]:
            yield Said("cards.more", values)
        if sums.trump(sums.card):
            yield sums.bonus
    elif needs > 0:
        yield Said("cards.slays", values, True)
        yield from sums.kept
    elif sums.gains_trump:
        yield sums.bonus
        yield from sums.kept
    elif sums.card[0] == sums.other[0]:
        yield Said("cards.later", values)


def rather_discard(sums: Sums) -> Iterator[Said]:
    """Five new cards instead of an attack: what the hand is worth, what it still defends, and what it can slay."""
    held, dragon, own = total(sums.hand), sums.target(sums.worse), sums.own
    guard, force = total(sums.guards(sums.worse)), sums.force(sums.other)
    thin = bool(own) and guard < THIN and not sums.state["last_turns"]
    low = [Said("hand.low", {"sum": held, "usual": USUAL})] if held < USUAL else []
    few = [Said("guards" if guard else "guards.none", {"sum": guard, "usual": USUAL_GUARD})] if thin else []
    yield from low + few if USUAL - held > USUAL_GUARD - guard else few + low
    if dragon and force - dragon.health < (0 if sums.trump(sums.other) else WEAK):
        values = {**dragon._asdict(), "force": force, "suit": sums.other[0], "needs": force - dragon.health + 1}
        blunt = "blunt.bonus" if sums.trump(sums.other) else "blunt"
        kind = blunt if force < dragon.health else "weak" if values["needs"] > 1 else "any"
        yield Said(f"hand.{kind}", values, False)
        idle = sum(not sums.attacks(card) for card in sums.hand)
        if idle >= IDLE:
            yield Said("hand.idle", {"n": idle, "cards": len(sums.hand)}, False)


def rather_attack(sums: Sums) -> Iterator[Said]:
    """An attack instead of five new cards."""
    held, dragon = total(sums.hand), sums.target(sums.better)
    if not dragon:
        return
    if sums.state["last_turns"]:
        yield Said("last", {}, False)
    yield from bound(sums, dragon)
    if held - USUAL >= SOME and not sums.state["last_turns"]:
        yield Said("hand.high", {"sum": held, "usual": USUAL}, False)
    if sums.trump(sums.card):
        yield trumps(sums)


def bound(sums: Sums, dragon: Dragon) -> Iterator[Said]:
    """The defence that a dragon needs against a card, or against all of its suit."""
    force, alone = sums.force(sums.card), sums.alone(sums.card)
    needs = force - dragon.health + 1
    values = {**dragon._asdict(), "needs": needs, "suit": sums.card[0], "force": force}
    if needs > 0 and not dragon.held:
        yield Said("bound.bare", values, True)
    elif needs == 1:
        yield Said("bound.unless", values, True)
    elif needs > 1:
        yield Said("bound.one" if alone else "bound.suit", values, True)


def rather_stop(sums: Sums) -> Iterator[Said]:
    """No press instead of one."""
    dragon = sums.attacked
    if not dragon:
        return
    lead, done = sums.lead, sums.lead + sums.less
    values = {
        **dragon._asdict(), "lead": lead, "left": dragon.health - lead, "value": sums.less,
        "needs": done - dragon.health + 1, "attack": (sums.state["attack"] or 0) + sums.less,
        "defence": sums.state["defence"], "done": done,
    }  # fmt: skip
    if lead >= dragon.health:
        yield Said("stop.slain", values, True)
        answered = dragon.held and values["needs"] <= HIGHEST
        yield from [Said("stop.answer", values, False)] if answered else sums.kept
    elif lead > 0 and done >= dragon.health:
        yield Said("stop.stands", values, True)
        back = dragon.held and values["needs"] <= HIGHEST and not sums.trump(sums.other)
        yield from [Said("stop.back", values, False)] if back else sums.kept
    else:
        kind = "saved" if done >= dragon.health else "short" if done > 0 else "blocked"
        yield Said(f"stop.{kind}{'.bonus' if sums.trump(sums.other) else ''}", values, False)
        yield from sums.kept


def rather_press(sums: Sums) -> Iterator[Said]:
    """A press instead of none."""
    dragon = sums.attacked
    if not dragon or sums.lead >= dragon.health:
        return
    lost, done, force = max(sums.lead, 0), sums.lead + sums.more, sums.force(sums.card)
    values = {
        **dragon._asdict(), "lost": lost, "left": dragon.health - lost, "value": sums.more, "done": done,
        "needs": done - dragon.health + 1, "suit": sums.card[0], "force": force,
    }  # fmt: skip
    if done >= dragon.health:
        must = "must" if values["needs"] > 1 else "unless"
        yield Said(f"press.{must if dragon.held else 'bare'}", values, True)
    elif sums.lead + force >= dragon.health:
        yield Said("press.suit", {**values, "needs": sums.lead + force - dragon.health + 1}, True)
    elif done > 0:
        yield Said("press.more.bonus" if sums.trump(sums.card) else "press.more", values, True)
    elif sums.trump(sums.card):
        yield sums.bonus
    else:
        return
    if sums.state["last_turns"]:
        yield Said("last", {}, False)
    yield Said("stop.lives", values, False) if lost else Said("stop.unhurt", {}, False)
