"""The motifs of Dragon Wars: what an attack is sure to do, what a defence saves, and which cards
are left for the next battle.

All of them look at one move in one deal, so the other hands and the order of the deck are known. An
attack or a press is judged by the answer that leaves the dragon most health, an answer by the press
that does most damage. Damage never counts above the dragon's health.

The results of all legal moves of a deal are computed once for all motifs (blows, answers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, cast

from ..play.reasons import Deal, Finding, Mark, Motif, Trial
from .state import State

UNIT = "points"
WORTH = {"A": 1, "J": 11, "Q": 12, "K": 13}
DEALS = 128  # deals whose moves are remembered
SOME = 5  # fewer points of cards are not worth a word
LIKELY = 0.5  # what changes in fewer deals is neither sure nor a reason to change the hand
USUAL = 35  # what five cards are worth on average
PLENTY = 20  # more points to attack or to defend with make no difference


class Blow(NamedTuple):
    """The result of an attack or a press after the best answer: the damage, whether the dragon
    falls, that answer, and whether it falls if nobody defends."""

    loss: int
    slain: bool
    answer: str
    unanswered: bool


class Stand(NamedTuple):
    """The result of an answer: the damage if the attacker stops, and, if nothing can save the
    dragon, the moves after which it falls, at once or with a press that no answer stops."""

    loss: int
    end: tuple[str, ...]


def before(deal: Deal) -> State:
    return cast("State", deal.state)


def after(trial: Trial) -> State:
    return cast("State", trial.state)


def parts(move: str) -> dict[str, str]:
    """The parts of a move: its card, its target, what it does, and the suit."""
    word, *about = move.split()
    if not about:
        return {}
    whom = {"whom": about[0]} if word == "attack" else {}
    return {"card": about[-1], **whom, word: "", "suit": about[-1][0]}


def size(move: str) -> float:
    """The value of a move's card; 0 without a card."""
    return value_of(card_of(move)) if " " in move else 0.0


def verb(move: str) -> str:
    """The kind of a move."""
    return move.split()[0]


def card_of(move: str) -> str:
    return move.split()[-1]


def value_of(card: str) -> int:
    return WORTH.get(card[1:]) or int(card[1:])


def total(cards: Iterable[str]) -> int:
    """The worth of some cards."""
    return sum(map(value_of, cards))


def target_of(trial: Trial) -> int:
    """The seat whose dragon is attacked."""
    battle = before(trial.deal)["battle"]
    return battle["defender"] if battle else int(trial.move.split()[1])


def lost(state: State) -> int:
    """The damage to the attacked dragon with the present sums."""
    battle = state["battle"]
    dragon = state["dragons"][battle["defender"]] if battle else None
    return min(state["loss"] or 0, dragon[1]) if dragon else 0


def blow(trial: Trial) -> Blow:
    """What an attack or a press does."""
    found = [(lost(after(one)), after(one)["slain"], one.move) for one in trial.replies]
    unanswered = any(slain for _, slain, move in found if move == "decline")
    return Blow(*min(found), unanswered)


@lru_cache(DEALS)
def blows(deal: Deal) -> dict[str, Blow]:
    """What each legal attack or press of a deal does."""
    moves = [move for move in deal.legal if verb(move) in ("attack", "press")]
    return {move: blow(Trial(deal, move)) for move in moves}


def stand(trial: Trial) -> Stand:
    """What an answer saves."""
    loss = lost(after(trial))
    if after(trial)["slain"]:
        return Stand(loss, ("stop",))
    presses = ((one, blow(one)) for one in trial.replies if verb(one.move) == "press")
    return Stand(loss, next(((one.move, done.answer) for one, done in presses if done.slain), ()))


@lru_cache(DEALS)
def stands(deal: Deal) -> dict[str, Stand]:
    """What each legal answer of a deal saves."""
    moves = [move for move in deal.legal if verb(move) in ("defend", "decline")]
    return {move: stand(Trial(deal, move)) for move in moves}


def of_card(trial: Trial) -> tuple[Mark, ...]:
    return (Mark("hand", trial.seat, card=card_of(trial.move)),)


def of_dragon(trial: Trial) -> tuple[Mark, ...]:
    return (Mark("dragon", target_of(trial)),)


def sides(trial: Trial) -> dict[str, Any]:
    """The owner of the attacked dragon, the attacker, and what the dragon is worth and has of health."""
    state, target = before(trial.deal), target_of(trial)
    battle, dragon = state["battle"], state["dragons"][target]
    stake = {"worth": value_of(dragon[0]), "health": dragon[1]} if dragon else {}
    return {"who": target, "whom": battle["attacker"] if battle else trial.seat} | stake


def answered(trial: Trial) -> dict[str, Any]:
    """Owner and attacker, and whether the defender holds a card to answer with."""
    bare = not before(trial.deal)["hands"][target_of(trial)]
    return sides(trial) | {"way": "bare" if bare else ""}


# ---- the attacker ----


def lets_live(trial: Trial) -> Finding | None:
    """Whether an answer to a press saves a dragon that falls without the press."""
    done = blows(trial.deal).get(trial.move)
    if done is None or done.slain or not before(trial.deal)["slain"]:
        return None
    return Finding(of_dragon(trial), reply=(done.answer,), values=sides(trial))


def in_vain(trial: Trial) -> Finding | None:
    """Whether an answer makes a press ineffective. A press without trump that is blocked before any
    answer is blocked in every deal."""
    done, state = blows(trial.deal).get(trial.move), before(trial.deal)
    if done is None or verb(trial.move) != "press" or state["slain"] or done.loss > lost(state):
        return None
    sure = card_of(trial.move)[0] != state["trump"]
    way = "blocked" if sure and not after(trial)["loss"] else "stands" if state["loss"] else ""
    values = sides(trial) | {"way": way, "lost": state["loss"]}
    return Finding(of_card(trial), reply=(done.answer,), values=values)


def over_kill(trial: Trial) -> Finding | None:
    """Whether the move presses although the dragon already falls."""
    if verb(trial.move) != "press" or not before(trial.deal)["slain"]:
        return None
    return Finding(of_dragon(trial), values=sides(trial))


def slays(trial: Trial) -> Finding | None:
    """Whether the dragon falls after every answer, and did not before."""
    done = blows(trial.deal).get(trial.move)
    if done is None or not done.slain or before(trial.deal)["slain"]:
        return None
    return Finding(of_dragon(trial), reply=(done.answer,), values=answered(trial))


def hurts(trial: Trial) -> Finding | None:
    """How much the damage grows, whatever the answer. In the last turns only a dragon that falls
    counts."""
    done = blows(trial.deal).get(trial.move)
    more = done.loss - lost(before(trial.deal)) if done else 0
    if done is None or more <= 0 or (before(trial.deal)["last_turns"] and not done.slain):
        return None
    return Finding(of_dragon(trial), more, reply=(done.answer,), values=answered(trial))


def no_blow(trial: Trial) -> Finding | None:
    """Whether a single answer blocks every attack of the mover."""
    done = blows(trial.deal)
    if verb(trial.move) != "attack" or any(one.loss for one in done.values()):
        return None
    return Finding(of_card(trial), reply=(done[trial.move].answer,), values={"who": trial.seat})


def highest(moves: Iterable[str]) -> str:
    """The move with the highest card (the heart, if two are equal); "" without moves."""
    return max(moves, key=lambda move: (value_of(card_of(move)), card_of(move)), default="")


def exchange(trial: Trial) -> tuple[tuple[str, ...], bool]:
    """The moves after an attack or a press if both sides always lay their highest card, until the
    dragon falls or the mover is out of the suit; and whether it falls."""
    run, moves, slain = trial.after.position(), list[str](), False
    while not slain:
        moves.append(highest(one for one in run.legal() if verb(one) == "defend") or "decline")
        run.play(moves[-1])
        slain = run.state()["slain"]
        press = highest(one for one in run.legal() if verb(one) == "press")
        if slain or not press:
            break
        moves.append(press)
        run.play(press)
    return tuple(moves), slain


def outlasts(trial: Trial) -> Finding | None:
    """Whether the dragon falls if both sides always lay their highest card."""
    state = before(trial.deal)
    if verb(trial.move) not in ("attack", "press") or state["slain"]:
        return None
    moves, slain = exchange(trial)
    if not slain:
        return None
    suit = card_of(trial.move)[0]
    cards = [card for card in state["hands"][trial.seat] if card[0] == suit]
    laid = (Mark("hand", trial.seat, card=card) for card in cards)
    way = "last" if len(cards) == 1 else "trump" if suit == state["trump"] else ""
    values = sides(trial) | {"cards": cards, "suit": suit, "way": way}
    return Finding((*of_dragon(trial), *laid), reply=moves, values=values)


def can_slay(trial: Trial) -> Finding | None:
    """Whether the dragon falls if nobody defends it."""
    done = blows(trial.deal).get(trial.move)
    if done is None or not done.unanswered or before(trial.deal)["slain"]:
        return None
    return Finding(of_dragon(trial), reply=("decline",), values=sides(trial) | least_defence(trial))


def least_defence(trial: Trial) -> dict[str, Any]:
    """The least sum that saves the dragon from an attack, where it is certain: of a card that is not trump, which
    not every defence stops."""
    state, card = before(trial.deal), card_of(trial.move)
    dragon = state["dragons"][target_of(trial)]
    needs = value_of(card) - dragon[1] + 1 if dragon else 0
    plain = verb(trial.move) == "attack" and card[0] != state["trump"] and needs > 1
    return {"way": "plain", "needs": needs} if plain else {}


def last_chance(trial: Trial) -> Finding | None:
    """Whether the mover ends its last turn though it could go on."""
    state = before(trial.deal)
    if verb(trial.move) not in ("discard", "stop") or not state["last_turns"] or state["slain"]:
        return None
    cards = sorted({card_of(move) for move in blows(trial.deal)})
    marks = tuple(Mark("hand", trial.seat, card=card) for card in cards)
    return Finding(marks, values={"who": trial.seat}) if marks else None


def rich_target(trial: Trial) -> Finding | None:
    """The attacked dragon's worth as a trophy."""
    if verb(trial.move) != "attack" or len(before(trial.deal)["dragons"]) < 3:
        return None
    dragon = before(trial.deal)["dragons"][target_of(trial)]
    worth = value_of(dragon[0]) if dragon else 0
    return Finding(of_dragon(trial), worth, values={"amount": worth}) if worth else None


def hits_leader(trial: Trial) -> Finding | None:
    """Whether the attack is on the opponent who alone has most points."""
    scores = trial.deal.position.scores
    if verb(trial.move) != "attack" or len(scores) < 3:
        return None
    target = target_of(trial)
    others = [score for seat, score in enumerate(scores) if seat not in (trial.seat, target)]
    return Finding(of_dragon(trial), values=sides(trial)) if scores[target] > max(others) else None


def keeps_press(trial: Trial) -> Finding | None:
    """The cards that the mover can still press with after its attack."""
    if verb(trial.move) != "attack":
        return None
    found = kept(trial, press_cards(trial))
    return found._replace(values={**found.values, "suit": card_of(trial.move)[0]}) if found else None


def press_cards(trial: Trial) -> list[str]:
    """The cards with which the mover can press after its attack."""
    return left(trial, lambda card: card[0] == card_of(trial.move)[0])


def two_attacks(worse: Trial, better: Trial) -> bool:
    """Whether both moves attack."""
    return verb(worse.move) == verb(better.move) == "attack"


def both_lay(worse: Trial, better: Trial) -> bool:
    """Whether both moves lay a card."""
    return " " in worse.move and " " in better.move


def only_by_bonus(worse: Trial, better: Trial) -> bool:
    """Whether both moves lay a card, the better one no higher card."""
    return both_lay(worse, better) and size(better.move) <= size(worse.move)


def other_suit(worse: Trial, better: Trial) -> bool:
    """Whether the better move lays a card of another suit than the worse: cards of one suit can all be pressed with,
    whichever comes first."""
    return not both_lay(worse, better) or card_of(worse.move)[0] != card_of(better.move)[0]


def presses_more(worse: Trial, better: Trial) -> bool:
    """Whether both moves attack, the better one in a suit of which the mover holds as many cards."""
    return two_attacks(worse, better) and len(press_cards(better)) >= len(press_cards(worse))


# ---- the defender ----


def falls(trial: Trial) -> Finding | None:
    """Whether nothing can save the mover's dragon after the answer."""
    found = stands(trial.deal).get(trial.move)
    return Finding(of_dragon(trial), reply=found.end, values=sides(trial)) if found and found.end else None


def over_block(trial: Trial) -> Finding | None:
    """Whether the mover defends though the attack is already blocked."""
    if verb(trial.move) != "defend" or before(trial.deal)["loss"] != 0:
        return None
    return Finding(of_card(trial), values=sides(trial))


def new_card(trial: Trial) -> Finding | None:
    """Whether the move lays a card for a dragon that cannot be saved."""
    found = stands(trial.deal)
    if verb(trial.move) != "defend" or not before(trial.deal)["slain"]:
        return None
    if not all(one.end for one in found.values()):
        return None
    return Finding(of_card(trial), reply=found[trial.move].end, values=sides(trial))


def takes_damage(trial: Trial) -> Finding | None:
    """The damage to the mover's dragon after the answer, if the attacker stops; all its health if it falls."""
    found = stands(trial.deal).get(trial.move)
    if found is None or not found.loss:
        return None
    return Finding(of_dragon(trial), found.loss, reply=("stop",), values=sides(trial))


def keeps_attack(trial: Trial) -> Finding | None:
    """The cards that a defender keeps for attacks."""
    if verb(trial.move) not in ("defend", "decline"):
        return None
    return kept(trial, attack_cards(trial))


def attack_cards(trial: Trial) -> list[str]:
    """The cards with which the mover can attack after the move."""
    return left(trial, lambda card: card[0] in before(trial.deal)["serves"]["attack"])


def stops(_worse: Trial, better: Trial) -> bool:
    """Whether the better move ends the attack."""
    return verb(better.move) == "stop"


def declines(_worse: Trial, better: Trial) -> bool:
    """Whether the better move lays no card to defend."""
    return verb(better.move) == "decline"


def defends(_worse: Trial, better: Trial) -> bool:
    """Whether the better move lays a card to defend."""
    return verb(better.move) == "defend"


def defends_higher(worse: Trial, better: Trial) -> bool:
    """Whether the better move defends with a more valuable card, or with trump."""
    if verb(better.move) != "defend":
        return False
    trump = card_of(better.move)[0] == before(better.deal)["trump"]
    return trump or size(better.move) > size(worse.move)


def refills(_worse: Trial, better: Trial) -> bool:
    """Whether the mover has more cards once its dragon has fallen after the better move."""
    run = better.after.position()
    for move in stands(better.deal)[better.move].end:
        run.play(move)
    hands = after(better)["hands"], run.state()["hands"]
    return not run.over and len(hands[1][better.seat]) > len(hands[0][better.seat])


def battles_to_come(worse: Trial, _better: Trial) -> bool:
    """Whether there are turns before the last ones, so that cards kept can still be used."""
    return not before(worse.deal)["last_turns"]


# ---- the cards ----


def effect(deal: Deal, move: str) -> int:
    """How good a move that lays a card is for the mover, by the damage."""
    done = blows(deal).get(move)
    return done.loss if done else -stands(deal)[move].loss


def overspends(trial: Trial) -> Finding | None:
    """How much lower a card of the mover is that would have the same effect."""
    if verb(trial.move) not in ("attack", "press", "defend"):
        return None
    *start, card = trial.move.split()
    done = effect(trial.deal, trial.move)
    lower = [
        value_of(card_of(move))
        for move in trial.deal.legal
        if move.split()[:-1] == start and effect(trial.deal, move) >= done
    ]
    saved = value_of(card) - min(lower)
    return Finding(of_card(trial), saved, values=sides(trial)) if saved else None


def bonus(trial: Trial) -> Finding | None:
    """What the cards flipped for the move add to its side."""
    kind = verb(trial.move)
    if kind not in ("attack", "press", "defend") or card_of(trial.move)[0] != before(trial.deal)["trump"]:
        return None
    end = after(trial.replies[0] if kind == "attack" else trial)["battle"]
    battle = before(trial.deal)["battle"]
    if kind == "defend":
        flips = end["defence_flips"][len(battle["defence_flips"]) :] if end and battle else []
        suits = before(trial.deal)["serves"]["defence"]
    else:
        flips = end["attack_flips"][len(battle["attack_flips"]) if battle else 0 :] if end else []
        suits = before(trial.deal)["serves"]["attack"]
    more = total(card for card in flips if card[0] in suits)
    return Finding(of_card(trial), more, values={"card": card_of(trial.move)}) if more else None


def spends_less(worse: Trial, better: Trial) -> bool:
    """Whether the better move has the same effect with a less valuable card."""
    alike = worse.move.split()[:-1] == better.move.split()[:-1] and size(better.move) < size(worse.move)
    return alike and effect(worse.deal, better.move) >= effect(worse.deal, worse.move)


def left(trial: Trial, what: Callable[[str], bool]) -> list[str]:
    """Those of some cards that the mover holds after the move."""
    return [card for card in after(trial)["hands"][trial.seat] if what(card)]


def kept(trial: Trial, cards: list[str]) -> Finding | None:
    """What those of some cards are worth that the mover holds after the move."""
    if total(cards) < SOME:
        return None
    held = (Mark("hand", trial.seat, card=card) for card in cards)
    return Finding(tuple(held), min(total(cards), PLENTY), values={"who": trial.seat})


def keeps_defence(trial: Trial) -> Finding | None:
    """The cards that an attacker keeps for defence."""
    if verb(trial.move) in ("defend", "decline"):
        return None
    return kept(trial, defence_cards(trial))


def defence_cards(trial: Trial) -> list[str]:
    """The cards with which the mover can defend after the move."""
    return left(trial, lambda card: card[0] in before(trial.deal)["serves"]["defence"])


def found_more(trial: Trial) -> int:
    """How much more the drawn cards are worth than the discarded ones."""
    if trial.move != "discard":
        return 0
    hands = before(trial.deal)["hands"], after(trial)["hands"]
    return total(hands[1][trial.seat]) - total(hands[0][trial.seat])


def best_held(trial: Trial) -> dict[str, Any]:
    """The mover's highest cards to attack and to defend with before the move, which of the two are missing, and
    what all its cards add up to."""
    state = before(trial.deal)
    hand, serves = state["hands"][trial.seat], state["serves"]
    sides = {
        "attack": [card for card in hand if card[0] in serves["attack"]],
        "defence": [card for card in hand if card[0] in serves["defence"]],
    }
    best = {side: max(cards, key=value_of) for side, cards in sides.items() if cards}
    way = "unarmed" if "attack" not in best else "bare" if "defence" not in best else ""
    if len({*best.values()}) < len(best):
        way = "both"  # one card is the best for either
    return {"who": trial.seat, "way": way, "sum": total(hand), "usual": USUAL} | best


def finds_more(trial: Trial) -> Finding | None:
    """How much more the new cards are worth."""
    more = found_more(trial)
    return Finding((Mark("deck"),), more, values=best_held(trial)) if more >= SOME else None


def finds_less(trial: Trial) -> Finding | None:
    """How much less the new cards are worth."""
    less = -found_more(trial)
    return Finding((Mark("deck"),), less, values=best_held(trial)) if less >= SOME else None


def weak_hand(worse: Trial, _better: Trial) -> bool:
    """Whether the mover's hand is worth less than five average cards."""
    return total(before(worse.deal)["hands"][worse.seat]) < USUAL


def good_hand(worse: Trial, _better: Trial) -> bool:
    """Whether the mover's hand is worth more than five average cards."""
    return total(before(worse.deal)["hands"][worse.seat]) > USUAL


LOSS = "What a dragon loses is the `loss` of the state, but not more than its health. "
VALUES = "Cards are worth 1 for an Ace, 11, 12, 13 for Jack, Queen, King. "
MOTIFS = (
    Motif(
        "lets_live",
        False,
        lets_live,
        "The move is a press, `slain` is true before it, and false after some legal answer of the defender.",
        fits=stops,
    ),
    Motif(
        "over_kill",
        False,
        over_kill,
        "The move is a press, and `slain` is true in the state before it.",
        fits=stops,
        unless=("lets_live",),
    ),
    Motif(
        "in_vain",
        False,
        in_vain,
        LOSS
        + "The move is a press, `slain` is false before it, and after some legal answer of the defender the dragon "
        "loses no more than before the press.",
    ),
    Motif(
        "slays",
        True,
        slays,
        "The move is an attack or a press, `slain` is false before it, and after every legal answer of the defender "
        "`slain` is true.",
        apart=LIKELY,
    ),
    Motif(
        "falls",
        False,
        falls,
        "The move answers an attack or a press (defend or decline), and after it `slain` is true, or there is a "
        "legal press after which `slain` is true whatever the mover answers.",
        fits=defends,
    ),
    Motif(
        "over_block",
        False,
        over_block,
        "The move is a defence, and `loss` in the state before it is 0 (not null).",
        fits=declines,
    ),
    Motif(
        "new_card",
        True,
        new_card,
        "The move is a defence, `slain` is true before it, and after each of the mover's legal answers (decline too) "
        "`slain` is true, or there is a legal press after which `slain` is true whatever the mover answers.",
        fits=refills,
    ),
    Motif(
        "last_chance",
        False,
        last_chance,
        "`last_turns` is true and `slain` false before the move; the move is a discard although an attack is legal, "
        "or a stop although a press is legal.",
    ),
    Motif(
        "outlasts",
        True,
        outlasts,
        VALUES + "The move is an attack or a press, and `slain` is false before it. After it the defender always "
        "lays the legal card that is worth most (of two worth the same the heart), or declines if there is none, and "
        "the mover, as long as `slain` is false, presses with the card that is worth most: at last `slain` is true.",
        fits=other_suit,
    ),
    Motif(
        "hurts",
        True,
        hurts,
        LOSS + "The move is an attack or a press, and after every legal answer of the defender the dragon loses more "
        "than before it (0 before an attack), by `least` or more (at least 1); if `last_turns` is true before the "
        "move, `slain` is true too.",
        counts=True,
        strong=True,
        fits=other_suit,
    ),
    Motif(
        "can_slay",
        True,
        can_slay,
        "The move is an attack or a press, `slain` is false before it, and true after the answer `decline`.",
    ),
    Motif(
        "takes_damage",
        False,
        takes_damage,
        LOSS + "The move answers an attack or a press (defend or decline), and after it the mover's dragon loses "
        "`least` or more (at least 1).",
        counts=True,
        strong=True,
        fits=defends_higher,
        unless=("falls",),
    ),
    Motif(
        "bonus",
        True,
        bonus,
        VALUES
        + "The move lays a card of the suit `trump`, and the cards flipped for it that serve its side (`serves`) "
        "are worth `least` or more together (at least 1). For an attack they are flipped after the answer.",
        counts=True,
        fits=only_by_bonus,
    ),
    Motif(
        "keeps_defence",
        True,
        keeps_defence,
        VALUES + "The move is an attack, a press, a stop or a discard, and after it the hearts and diamonds in the "
        f"mover's hand (after a discard: the new one) are worth `least` or more (at least {SOME}, and never counted "
        f"above {PLENTY}).",
        counts=True,
        step=SOME,
        about=lambda move: move != "discard",
        fits=battles_to_come,
    ),
    Motif(
        "finds_more",
        True,
        finds_more,
        VALUES
        + f"The move is a discard, and the five new cards are worth more than the cards thrown away, by `least` "
        f"or more (at least {SOME}).",
        counts=True,
        apart=LIKELY,
        fits=weak_hand,
    ),
    Motif(
        "no_blow",
        False,
        no_blow,
        "The move is an attack, and after each of the mover's legal attacks, with any card on any dragon, the "
        "defender has a legal answer that leaves a `loss` of 0.",
    ),
    Motif(
        "overspends",
        False,
        overspends,
        LOSS
        + VALUES
        + "The move lays a card, and the mover can make the same move (attack on the same dragon, press "
        "or defence) with a card that is worth less, by `least` or more, and does as much: the dragon then loses at "
        "least as much after every answer (attack, press), or at most as much (defence).",
        counts=True,
        fits=spends_less,
    ),
    Motif(
        "rich_target",
        True,
        rich_target,
        VALUES + "With three or four players: the move is an attack, and the card of the attacked dragon is worth "
        "`least` or more.",
        counts=True,
        fits=two_attacks,
    ),
    Motif(
        "hits_leader",
        True,
        hits_leader,
        "With three or four players: the move attacks a seat whose score is higher than that of every other seat but "
        "the mover.",
    ),
    Motif(
        "finds_less",
        False,
        finds_less,
        VALUES
        + f"The move is a discard, and the five new cards are worth less than the cards thrown away, by `least` "
        f"or more (at least {SOME}).",
        counts=True,
        fits=good_hand,
    ),
    Motif(
        "keeps_press",
        True,
        keeps_press,
        VALUES
        + "The move is an attack, and after it the cards of the same suit in the mover's hand are worth `least` "
        f"or more (at least {SOME}, and never counted above {PLENTY}).",
        counts=True,
        step=SOME,
        fits=presses_more,
    ),
    Motif(
        "keeps_attack",
        True,
        keeps_attack,
        VALUES
        + "The move answers an attack or a press (defend or decline), and after it the clubs and diamonds in the "
        f"mover's hand are worth `least` or more (at least {SOME}, and never counted above {PLENTY}).",
        counts=True,
        step=SOME,
        fits=battles_to_come,
    ),
)
