"""The motifs of Dragon Wars: whether a blow lands or is held, what a card costs, and what is missed."""

from __future__ import annotations

from typing import cast

from ..play.reasons import Finding, Mark, Motif, Trial
from ..position import Position
from .state import State

UNIT = "points"
WORTH = {"A": 1, "J": 11, "Q": 12, "K": 13}
ATTACKS, DEFENDS = "CD", "HD"


def value_of(card: str) -> int:
    """The value of a card."""
    return WORTH.get(card[1:]) or int(card[1:])


def card_of(move: str) -> str:
    """The card that a move lays; "" if it lays none."""
    word = move.split()[-1]
    return word if move.split()[0] in ("attack", "defend", "press") else ""


def state_of(position: Position) -> State:
    """The state with all cards face up."""
    return cast("State", position.state())


def losses(trial: Trial) -> list[tuple[int, bool, str]]:
    """What the attacked dragon loses after each legal answer to an attack or a press, whether it is
    slain, and the answer."""
    if trial.move.split()[0] not in ("attack", "press"):
        return []
    found = []
    for reply in trial.replies:
        state = cast("State", reply.state)
        if state["battle"]:
            found.append((max(state["loss"] or 0, 0), state["slain"], reply.move))
    return found


def target_of(trial: Trial) -> int:
    """The seat whose dragon the move attacks, or whose dragon is attacked."""
    before = cast("State", trial.deal.state)
    return before["battle"]["defender"] if before["battle"] else int(trial.move.split()[1])


def breaks_through(trial: Trial) -> Finding | None:
    """The counters that the attacked dragon loses after the best single answer."""
    found = losses(trial)
    loss, _, answer = min(found, default=(0, False, ""))
    if not loss:
        return None
    target = target_of(trial)
    values = {"who": target, "amount": loss}
    return Finding((Mark("dragon", target),), loss, reply=(answer,), values=values)


def slays(trial: Trial) -> Finding | None:
    """Whether the attacked dragon falls after every single answer."""
    found = losses(trial)
    if not found or not all(slain for _, slain, _ in found):
        return None
    target = target_of(trial)
    return Finding((Mark("dragon", target),), reply=(found[0][2],), values={"who": target})


def bounces(trial: Trial) -> Finding | None:
    """Whether one answer of the defender blocks the attack."""
    blocks = [answer for loss, _, answer in losses(trial) if not loss]
    if not blocks:
        return None
    target = target_of(trial)
    return Finding((Mark("dragon", target),), reply=(blocks[0],), values={"who": target})


def too_weak(trial: Trial) -> Finding | None:
    """The value of the card that the move lays."""
    card = card_of(trial.move)
    if not card:
        return None
    return Finding((Mark("hand", trial.seat, card=card),), value_of(card), values={"card": card})


def lays_trump(trial: Trial) -> Finding | None:
    """Whether the move lays a card of the trump suit."""
    card = card_of(trial.move)
    before = cast("State", trial.deal.state)
    if not card or card[0] != before["trump"]:
        return None
    return Finding((Mark("hand", trial.seat, card=card),), values={"card": card})


def over_kill(trial: Trial) -> Finding | None:
    """Whether the move presses on although the dragon would fall already."""
    before = cast("State", trial.deal.state)
    if trial.move.split()[0] != "press" or not before["slain"]:
        return None
    return Finding((Mark("dragon", target_of(trial)),), values={"card": card_of(trial.move)})


def over_block(trial: Trial) -> Finding | None:
    """Whether the move defends although the attack does no damage."""
    before = cast("State", trial.deal.state)
    if trial.move.split()[0] != "defend" or before["loss"] is None or before["loss"] > 0:
        return None
    return Finding((Mark("dragon", trial.seat),), values={"card": card_of(trial.move)})


def damage_left(trial: Trial) -> Finding | None:
    """The counters that the seat's own dragon would lose after its answer."""
    after = cast("State", trial.state)
    if trial.move.split()[0] not in ("defend", "decline") or not after["battle"]:
        return None
    loss = max(after["loss"] or 0, 0)
    return Finding((Mark("dragon", trial.seat),), loss, values={"amount": loss}) if loss else None


def falls(trial: Trial) -> Finding | None:
    """Whether the seat's own dragon falls after its answer, at once or by one press."""
    if trial.move.split()[0] not in ("defend", "decline"):
        return None
    after = cast("State", trial.state)
    if not after["battle"]:
        return None
    marks = (Mark("dragon", trial.seat),)
    if after["slain"]:
        return Finding(marks)
    for reply in trial.replies:
        state = cast("State", reply.state)
        if reply.move.startswith("press") and state["battle"] and state["slain"]:
            return Finding(marks, reply=(reply.move,))
    return None


def keeps_defence(trial: Trial) -> Finding | None:
    """The points of the hearts and diamonds that the hand holds after the move."""
    after = cast("State", trial.state)
    cards = [card for card in after["hands"][trial.seat] if card[0] in DEFENDS]
    total = sum(map(value_of, cards))
    marks = tuple(Mark("hand", trial.seat, card=card) for card in cards)
    return Finding(marks, total, values={"amount": total}) if cards else None


def keeps_press(trial: Trial) -> Finding | None:
    """The points of one suit, clubs or diamonds, that the hand can still attack or press with."""
    after = cast("State", trial.state)
    battle = after["battle"]
    hand = after["hands"][trial.seat]
    suits = battle["attack"][0][0] if battle and battle["attacker"] == trial.seat else ATTACKS
    totals = {suit: [card for card in hand if card[0] == suit] for suit in suits}
    cards = max(totals.values(), key=lambda some: sum(map(value_of, some)))
    total = sum(map(value_of, cards))
    marks = tuple(Mark("hand", trial.seat, card=card) for card in cards)
    return Finding(marks, total, values={"amount": total}) if cards else None


def misses_blow(trial: Trial) -> Finding | None:
    """The damage that one other attack or press would have done after the best single answer."""
    if trial.move not in ("discard", "stop"):
        return None
    best = (0, "")
    for move in trial.deal.legal:
        if move.split()[0] in ("attack", "press"):
            found = losses(Trial(trial.deal, move))
            best = max(best, (min(found, default=(0, False, ""))[0], move))
    before = cast("State", trial.deal.state)
    done = max(before["loss"] or 0, 0) if trial.move == "stop" else 0
    if best[0] <= done:
        return None
    card = card_of(best[1])
    return Finding((Mark("hand", trial.seat, card=card),), values={"card": card})


def weak_target(trial: Trial) -> Finding | None:
    """Whether the attacked dragon's health is at most the value of the card laid."""
    if trial.move.split()[0] != "attack":
        return None
    target = target_of(trial)
    dragon = cast("State", trial.deal.state)["dragons"][target]
    card = card_of(trial.move)
    if dragon is None or dragon[1] > value_of(card):
        return None
    return Finding((Mark("dragon", target),), values={"who": target, "card": card})


def hits_leader(trial: Trial) -> Finding | None:
    """Whether the attack is on a seat that no other opponent is ahead of."""
    scores = trial.deal.position.scores
    if trial.move.split()[0] != "attack" or len(scores) < 3:
        return None
    target = target_of(trial)
    others = [score for seat, score in enumerate(scores) if seat != trial.seat]
    if scores[target] < max(others) or min(others) == max(others):
        return None
    return Finding((Mark("dragon", target),), values={"who": target})


def new_hand(trial: Trial) -> Finding | None:
    """Whether the move discards the hand."""
    if trial.move != "discard":
        return None
    return Finding((Mark("deck"),))


MOTIFS = (
    Motif(
        "falls",
        False,
        falls,
        "The move answers an attack or press (defend or decline), and `slain` is true after it, or after it and one "
        "legal press of the attacker.",
    ),
    Motif(
        "slays",
        True,
        slays,
        "The move is an attack or a press, and after every legal answer of the defender `slain` is true.",
    ),
    Motif("over_kill", False, over_kill, "The move is a press, and `slain` is true in the state before it."),
    Motif(
        "over_block",
        False,
        over_block,
        "The move is a defence, and `loss` in the state before it is a number not above 0.",
    ),
    Motif(
        "misses_blow",
        False,
        misses_blow,
        "The move is a discard or a stop, and some other legal attack or press leaves a `loss` above 0 (for a stop: "
        "above the present one) after every legal answer of the defender.",
    ),
    Motif(
        "damage_left",
        False,
        damage_left,
        "The move answers an attack or press (defend or decline), the battle goes on after it, and the `loss` is at "
        "least `least`, and at least 1.",
        counts=True,
    ),
    Motif(
        "breaks_through",
        True,
        breaks_through,
        "The move is an attack or a press, and after every legal answer of the defender the `loss` is at least "
        "`least`, and at least 1 (cards flipped for trump included).",
        counts=True,
    ),
    Motif(
        "bounces",
        False,
        bounces,
        "The move is an attack or a press, and after some legal answer of the defender the `loss` is 0 or less.",
    ),
    Motif(
        "weak_target",
        True,
        weak_target,
        "The move is an attack whose card has at least the value of the attacked dragon's present health.",
    ),
    Motif(
        "hits_leader",
        True,
        hits_leader,
        "With three or four players: the move attacks a seat that has the highest score of the others, and these do "
        "not all have the same.",
    ),
    Motif(
        "keeps_defence",
        True,
        keeps_defence,
        "The hearts and diamonds in the mover's hand after the move (after a discard: in the new hand) add up to "
        "`least` or more.",
        counts=True,
    ),
    Motif(
        "keeps_press",
        True,
        keeps_press,
        "The mover's hand after the move (after a discard: the new hand) holds cards of one suit that add up to "
        "`least` or more: in the mover's own battle of the suit of the first attack card, else of clubs or diamonds.",
        counts=True,
    ),
    Motif("lays_trump", True, lays_trump, "The move lays a card of the suit `trump` of the state before it."),
    Motif("spends_trump", False, lays_trump, "The move lays a card of the suit `trump` of the state before it."),
    Motif(
        "lays_high",
        True,
        too_weak,
        "The move lays a card of value `least` or more (Ace 1, Jack 11, Queen 12, King 13).",
        counts=True,
    ),
    Motif(
        "spends_high",
        False,
        too_weak,
        "The move lays a card of value `least` or more (Ace 1, Jack 11, Queen 12, King 13).",
        counts=True,
    ),
    Motif("new_hand", True, new_hand, "The move is a discard."),
    Motif("gives_up_hand", False, new_hand, "The move is a discard."),
)
