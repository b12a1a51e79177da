"""What a line shows when it ends, checked by states and events alone: the statement has come true by then.

Nothing here uses what finds a motif; the scores and costs are written once more."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest

from native import Match
from native.games import GAMES
from native.play.coach import compared
from native.play.judge import Worth
from native.play.lines import Line
from native.play.reasons import Deal, Finding, Reason, Reasoning, Trial, motifs_of
from native.play.review import Grade
from native.play.showing import MOST_SHOWN, marked_at_end, outcome, played_out, showing_of

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "duel": [{}],
    "tricks": [{"level": "expert"}, {"players": 3}],
    "heart": [{}],
    "wars": [{}, {"players": 3}],
    "tale": [{"players": 2}, {"expert": True, "players": 3}],
}
EACH = 3  # lines of each motif


class Shown(NamedTuple):
    """What a finding says, and both lines."""

    seat: int
    finding: Finding
    line: Line
    other: Line

    @property
    def before(self) -> Any:
        return self.line.start.state()

    @property
    def after(self) -> Any:
        return self.line.end.state()

    def told(self, what: str) -> list[Any]:
        """The events of the line that say something."""
        return [event for step in self.line.steps for event in step.events if event.what == what]


def deals(game: str, chance: random.Random) -> Iterator[Deal]:
    """Positions of random matches, dealt anew as the seat to act may imagine them."""
    for seed in range(60):
        options = OPTIONS[game][seed % len(OPTIONS[game])]
        match = Match(game, options, seed=seed)
        while not match.over:
            if chance.random() < 0.12 and len(match.legal()) > 1:
                seat = match.to_act or 0
                yield Deal(seat, match.redealt(seat, 0))
            match.play(chance.choice(match.legal()))


def shown(game: str, names: tuple[str, ...] = (), each: int = EACH) -> dict[str, list[Shown]]:
    """A few lines for each motif that is found. names: of some motifs only."""
    chance, found = random.Random(20), dict[str, list[Shown]]()
    for deal in islice(deals(game, chance), 150):
        moves = chance.sample(deal.legal, min(4, len(deal.legal)))
        for move, other in zip(moves, [*moves[1:], moves[0]], strict=True):
            trial = Trial(deal, move)
            for motif in (one for one in motifs_of(game) if not names or one.name in names):
                kept = found.setdefault(motif.name, [])
                finding = motif.find(trial) if len(kept) < each else None
                if finding:
                    lines = showing_of(f"{game}.{motif.name}").played(trial, finding, other)
                    kept.append(Shown(deal.seat, finding, *lines))
    return found


def check(game: str, every: Callable[[Shown], bool], proofs: dict[str, Callable[[Shown], bool]]) -> None:
    """Each line has its moment, and what its motif says is seen then."""
    found = shown(game)
    assert {*proofs} <= {motif.name for motif in motifs_of(game)}
    for name, lines in found.items():
        for one in lines:
            told = (name, one.finding, one.line.moves, one.other.moves)
            assert max(len(one.line.steps), len(one.other.steps)) <= MOST_SHOWN, told
            assert every(one), told
            assert name not in proofs or proofs[name](one), told
    seen = {name for name in proofs if found[name]}
    assert len(seen) >= len(proofs) * 2 // 3, {*proofs} - seen
    assert sum(len(one.line.steps) > 1 for lines in found.values() for one in lines) > len(found)


# ---- Dragon Master ----


def cells(state: Any, mark: Any) -> str:
    """The cards of a marked line."""
    rows, reach = state["grid"], state["reach"]
    if mark.zone == "column":
        rows, first = ["".join(one) for one in zip(*rows, strict=True)], reach["columns"][1] - 3
    else:
        first = reach["rows"][1] - 3
    return str(rows[mark.place - first]).replace(".", "")


def score(cards: str) -> int:
    counts = {value: cards.count(str(value)) for value in range(4)}
    return sum(100 if n > 2 else (0, value, 10 * value)[n] for value, n in counts.items())


def marked(one: Shown) -> str:
    mark = next(mark for mark in one.finding.marks if mark.zone in ("row", "column"))
    return cells(one.after, mark)


def at_most(one: Shown) -> bool:
    return not one.finding.marks or (len(marked(one)) == 4 and score(marked(one)) <= 100 - one.finding.level)


def at_least(one: Shown) -> bool:
    return not one.finding.marks or (len(marked(one)) == 4 and score(marked(one)) >= one.finding.level)


def likely(one: Shown) -> bool:
    return len(one.line.steps) == 1 or at_most(one)


def complete(one: Shown) -> bool:
    return not one.finding.marks or len(marked(one)) == 4


@pytest.mark.long
def test_a_line_of_the_grid_is_filled_and_a_threat_carried_out() -> None:
    def hundred(one: Shown) -> bool:
        return score(marked(one)) >= 100

    check(
        "duel",
        lambda one: bool(one.other.steps),
        {
            "gives_triple": hundred,
            "threatens_triple": hundred,
            "exposes_line": at_most,
            "limits_own": at_most,
            "limits_other": at_most,
            "threatens_line": at_most,
            "secures_lines": at_least,
            "uses_safe_line": at_least,
            "thins_own": likely,
            "lacks_cards": likely,
            "denies_cards": likely,
            "spoils_line": complete,
            "wastes_line": complete,
            "forces_reply": lambda one: one.line.end.over,
            "loses_ending": lambda one: one.line.end.over and one.seat not in one.line.end.winners,
        },
    )


# ---- Dragonmaster ----


def cost(card: str, kind: str) -> int:
    dear = {"dragonlords": (card[:4] == "DRA ", 1000), "wizards": (card[-2:] == " W", 2000)}
    dear["runesword"] = (card == "WAR P", 8000)
    return sum(worth for name, (holds, worth) in dear.items() if holds and kind in (name, "staff"))


def taker(one: Shown) -> int:
    return int(one.told("takes")[0].seat)


def trick(one: Shown) -> list[str]:
    """The cards of the first trick that the line completes."""
    laid = [card for _, card in one.before["trick"]]
    return [*laid, *one.line.moves][: len(one.before["hands"])]


def taken_by_mover(one: Shown) -> bool:
    return taker(one) == one.seat


def taken_by_another(one: Shown) -> bool:
    return taker(one) != one.seat


def dear(one: Shown) -> int:
    kind, number = one.before["kind"], len(one.before["tricks"])
    edge = 4000 if kind in ("first", "staff") and number in (0, 7) else 0
    return sum(cost(card, kind) for card in trick(one)) + edge


@pytest.mark.long
def test_a_trick_is_taken_by_whom_it_is_said() -> None:
    def finished(one: Shown) -> bool:
        if one.before["kind"] is None:
            return True
        return all(any(e.what == "takes" for e in line.steps[-1].events) for line in (one.line, one.other))

    def others(one: Shown) -> list[str]:
        mine = len(one.before["trick"])
        return [card for at, card in enumerate(trick(one)) if at != mine]

    check(
        "tricks",
        finished,
        {
            "takes_penalty": lambda one: taken_by_mover(one) and dear(one) >= one.finding.level,
            "may_take": lambda one: taken_by_mover(one) and dear(one) >= one.finding.level,
            "first_trick": taken_by_mover,
            "into_void": lambda one: taken_by_mover(one)
            and any(cost(c, one.before["kind"]) and c[:3] != trick(one)[0][:3] for c in others(one)),
            "keeps_lead": lambda one: taken_by_mover(one) and dear(one) == 0,
            "gives_away": lambda one: taken_by_another(one) and cost(one.line.moves[0], one.before["kind"]) > 0,
            "draws_out": lambda one: taken_by_another(one)
            and any(cost(c, one.before["kind"]) and c[:3] == trick(one)[0][:3] for c in others(one)),
            "gives_up_lead": taken_by_another,
            "sheds_high": taken_by_another,
            "collects": lambda one: taken_by_another(one) and dear(one) >= one.finding.level,
            "power_takes": taken_by_mover,
            "feeds_power": lambda one: taker(one) == one.before["power"],
            "stops_power": lambda one: taker(one) != one.before["power"],
            "runs_suit": lambda one: taken_by_mover(one) and (len(one.told("takes")) > 1 or one.line.end.over),
            "last_tricks": lambda one: len(one.told("takes")) == 2 or bool(one.told("ends_early")),
        },
    )


@pytest.mark.long
def test_the_kind_called_and_the_seat_that_takes_the_trick_are_marked() -> None:
    found = shown("tricks")
    for name, zone in (("own_penalties", "kind"), ("takes_penalty", "plate")):
        for one in found[name]:
            for line in (one.line, one.other):
                marks = marked_at_end("tricks", line, one.finding)
                assert {mark.zone for mark in marks} == {zone}, (name, line.moves)
    called = [one.line for one in found["own_penalties"]]
    kinds = ("dragonlords", "wizards", "runesword", "first", "staff")
    assert [marked_at_end("tricks", line, Finding())[0].place for line in called] == [
        kinds.index(line.moves[0].split()[1]) for line in called
    ]


# ---- Dragonheart ----


def pile(line: Line, seat: int) -> int:
    """What a seat's pile has grown by."""
    return int(line.end.state()["piles"][seat] - line.start.state()["piles"][seat])


@pytest.mark.long
def test_points_are_taken_by_whom_it_is_said() -> None:
    def given(one: Shown) -> bool:
        return pile(one.line, 1 - one.seat) >= one.finding.level

    def kept(one: Shown) -> bool:
        return pile(one.line, one.seat) >= one.finding.level

    def filled(one: Shown) -> bool:
        """The space is filled; after the other move it is not, else that line ends at once."""
        kind = one.line.moves[0].split()[0]
        laid = [step for step in one.other.steps if step.move.split()[0] == kind]
        if any(event.target == "pile" for step in laid for event in step.events) and len(one.other.steps) > 1:
            return False
        return len(one.line.steps) == 1 or (one.line.moves[-1].split()[0] == kind and not one.after["board"][kind])

    def even(one: Shown) -> bool:
        cut = len(one.other.steps) == 1 and not one.finding.reply
        return cut or len(one.line.steps) == len(one.other.steps) or one.other.end.over or one.line.end.over

    check(
        "heart",
        even,
        {
            "takes": kept,
            "sails": kept,
            "lets_sail": given,
            "lets_fill": given,
            "feeds": given,
            "leaves": given,
            "builds": kept,
            "secures": kept,
            "takes_figure": lambda one: one.after["figure"] == one.seat,
            "gives_figure": lambda one: one.after["figure"] == 1 - one.seat,
            "helps_fill": filled,
            "wastes": lambda one: pile(one.line, one.seat) == 0,
            "ends_behind": lambda one: one.line.end.over,
            "nears_end": lambda one: len(one.line.steps) == 1 or one.after["last_turn_of"] is not None,
        },
    )


# ---- Dragon Wars ----


def hit(one: Shown) -> int:
    """What the dragon has lost in the battle."""
    return int(sum(event.amount for event in one.told("damage")))


@pytest.mark.long
def test_a_battle_is_fought_to_its_end() -> None:
    def over(one: Shown) -> bool:
        return all(line.end.state()["battle"] is None for line in (one.line, one.other))

    def slain(one: Shown) -> bool:
        return len(one.told("slain")) == 1

    def lives(one: Shown) -> bool:
        return not one.told("slain")

    def hurt(one: Shown) -> bool:
        return hit(one) >= one.finding.level + min(one.before["loss"] or 0, 99)

    check(
        "wars",
        over,
        {
            "slays": slain,
            "can_slay": slain,
            "falls": slain,
            "new_card": slain,
            "lets_live": lives,
            "hurts": hurt,
            "no_blow": lambda one: hit(one) == 0,
            "takes_damage": lambda one: hit(one) >= one.finding.level,
            "in_vain": lambda one: hit(one) <= (one.before["loss"] or 0),
        },
    )


# ---- Fairy Tale ----


def test_everybody_has_chosen_and_every_effect_is_over() -> None:
    def rests(position: Any) -> bool:
        return position.over or (not any(position.state()["chosen"]) and position.legal()[0][:4] in ("pick", "play"))

    def settled(one: Shown) -> bool:
        if one.line.moves[0].startswith("pick") and len(one.line.steps) == len(one.other.steps):
            return True
        return rests(one.line.end) and rests(one.other.end)

    def passed(one: Shown) -> bool:
        """The next seat has picked the card that was passed on."""
        last, who, card = one.line.steps[-1], one.finding.values["who"], one.finding.values["card"]
        if len(one.before["packs"][one.seat]) == 2:
            return card in one.after["hands"][who]
        return (last.seat, last.move) == (who, f"pick {card}")

    def lies(one: Shown) -> bool:
        who, card = one.finding.values["who"], one.finding.values["card"]
        return any(entry["name"] == card for entry in one.after["table"][who])

    def turned(one: Shown) -> bool:
        if not one.line.moves[0].startswith("play"):
            return True
        who = one.finding.values["who"]
        down = [event for step in one.line.steps for event in step.events if event.kind == "down"]
        return any(event.seat == who for event in down)

    def full(one: Shown) -> bool:
        playing = one.line.moves[0].startswith("play")
        return not playing or one.line.end.over or one.after["round"] > one.before["round"]

    check(
        "tale",
        settled,
        {
            "feeds": passed,
            "threatened": lies,
            "hunted": lies,
            "hunts": lies,
            "flips_others": turned,
            "points_now": full,
        },
    )


# ---- all games ----


@pytest.mark.long("heart", "tricks", "duel")
@pytest.mark.parametrize("game", GAMES)
def test_what_a_line_has_come_to_is_told_without_what_begins_then(game: str) -> None:
    for lines in shown(game).values():
        for one in lines[:1]:
            told = outcome(game, one.line)
            assert all(event in one.line.steps[-1].events and event.kind != "card" for event in told)
            assert not {event.what for event in told} & {"turn", "hand", "new_dragon", "play", "pass_left"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "names"),
    [("wars", ("slays", "hurts", "can_slay")), ("duel", ("limits_own", "limits_other", "exposes_line"))],
)
def test_the_other_line_does_not_show_the_same(game: str, names: tuple[str, ...]) -> None:
    """Where the statement does not hold after the other move, the dragon lives, or the line ends with more."""
    found, finds = shown(game, names, 25), {motif.name: motif.find for motif in motifs_of(game)}
    seen = 0
    for name in names:
        for one in found[name]:
            if finds[name](Trial(Deal(one.seat, one.line.start), one.other.moves[0])):
                continue
            swapped = one._replace(line=one.other)
            seen += 1
            if game == "wars":
                assert not swapped.told("slain")
            else:
                assert len(marked(swapped)) < 4 or not at_most(swapped)
    assert seen > len(names)


def rest_told(game: str) -> Iterator[tuple[Reasoning, Reason]]:
    """Mistakes whose reason is about the rest of the match, played on."""
    for seed in range(40):
        match = Match(game, seed=seed)
        chance = random.Random(seed)
        for _ in range(chance.randint(8, 14) if game == "duel" else 40):
            if not match.over:
                match.play(chance.choice(match.legal()))
        if match.over or len(match.legal()) < 3:
            continue
        advice = match.advise("dragon", permille=30)
        worst = min(advice.moves, key=lambda move: move.merit).move
        grade = Grade(match.to_act or 0, worst, Worth(advice))
        if not grade.better():
            continue
        reasoning = compared(match, grade, grade.better(), grade.fair_loss() or 0, "mistake").reasoning
        while not reasoning.done:
            reasoning.work()
        if reasoning.reason and reasoning.reason.played:
            yield reasoning, reasoning.reason


@pytest.mark.parametrize("game", ["duel", "heart", "wars"])
@pytest.mark.long("duel", "heart")
def test_both_lines_end_at_the_same_move_where_what_the_statement_is_about_has_happened(game: str) -> None:
    """Where a statement is about the rest of the match: the lines are those of its deal, cut short."""
    seen = cut = 0
    for reasoning, reason in islice(rest_told(game), 4):
        worse, better = played_out(reasoning, reason)
        lines = (better, worse) if reason.good else (worse, better)
        trial = Trial(Deal(reasoning.seat, reason.deal), lines[0].moves[0])
        uncut = showing_of(reason.motif).played(trial, reason.finding, lines[1].moves[0])
        counts = [len(line.steps) for line in lines]
        for line, whole in zip(lines, uncut, strict=True):
            assert line.moves == whole.moves[: len(line.steps)]
            assert len(line.steps) == min(max(counts), len(whole.steps))
            cut += len(line.steps) < len(whole.steps)
        seen += 1
    assert seen >= 2
    assert cut
