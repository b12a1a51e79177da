"""The command `why`: why one move is better than another, for the seat to act and by what it may
know (RECORDS.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..games import GAMES, module_of, own_part
from ..grades import scale_of
from ..match import Match
from ..play.judge import LEVEL, Worth
from ..play.reasons import Mark, Reason, Reasoning, motifs_of, played_of
from ..play.review import Grade, reasoning_at, reasoning_of
from ..play.showing import played_out
from ..play.words import Telling, telling_of
from ..refusals import BadMove
from ..strings import Strings

LANGUAGES = ("en", "de")
DIGITS = 6


class Onlooker:
    """The seat to act, addressed as "you"; everybody else is Dragon. It looks at the match with
    its own knowledge."""

    memory = False

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.t = match, Strings(language)
        self.seat = match.to_act or 0
        self.viewer: int | None = self.seat
        match.seats = [LEVEL] * match.seats_count
        match.seats[self.seat] = "human"

    @property
    def state(self) -> Mapping[str, object]:
        """The state that the seat sees."""
        return self.match.state(self.viewer)

    def name(self, seat: int) -> str:
        return self.t.seat(self.match.seats, seat, self.match.game)


def telling(match: Match, language: str) -> Telling:
    """The words of a match for the seat to act."""
    return telling_of(match.game)(Onlooker(match.copy(), language))


def why(match: Match, move: str, better: str | None, deals: int) -> dict[str, Any]:
    """What `why` prints. better: None for Dragon's own choice. Raises BadMove if a move is not
    legal."""
    seat = match.to_act or 0
    for one in (move, better):
        if one is not None and (wrong := match.why_not(one)):
            raise BadMove(match.game, one, "" if wrong == "no_sense" else wrong)
    advice = match.advise(LEVEL)
    better = advice.shown if better is None else better
    reasoning = reasoning_of(match, Grade(seat, move, Worth(advice)), better, deals)
    reasoning.work()
    lines = played_out(reasoning, reasoning.reason)
    loss = reasoning.values[better] - reasoning.values[move]
    return {
        "seat": seat,
        "move": move,
        "better": better,
        "loss": {"value": round(loss, DIGITS), "unit": unit(match.game)},
        "proof": advice.proof,
        "deals": reasoning.count,
        "of": 1 if reasoning.open else counted(advice.of, reasoning.count),
        "reasons": [printed(match, reason, move, better) for reason in reasoning.found],
        "contrast": contrasted(reasoning),
        "said": {one: said(reasoning, loss, one) for one in LANGUAGES},
        "principle": principle(reasoning),
        "line": {"move": lines[0].moves, "better": lines[1].moves},
    }


def counted(of: int | None, deals: int) -> int | None:
    """How many deals the seat can imagine; None if the adviser counted hands, and the order of the
    deck makes more deals of them."""
    return of if of is not None and deals <= of else None


def reasons(match: Match, ply: int, grade: Grade) -> list[dict[str, Any]]:
    """The reasons why a graded move was worse than the best, as `review` prints them."""
    reasoning = reasoning_at(match, ply, grade)
    if reasoning is None:
        return []
    reasoning.work()
    before, better = reasoning.match, grade.better()
    return [printed(before, reason, grade.move, better) for reason in reasoning.found]


def printed(match: Match, reason: Reason, move: str, better: str) -> dict[str, Any]:
    """A reason as JSON."""
    shares = {"move": round(reason.shares[0], DIGITS), "better": round(reason.shares[1], DIGITS)}
    found = {"motif": reason.motif, "share": shares, "worth": round(reason.worth, DIGITS)}
    if reason.least is not None:
        found["least"] = reason.least
    about = [marked(match.game, mark) for mark in reason.finding.marks]
    words = {
        language: " ".join(filter(None, telling(match, language).reason(reason, move, better)))
        for language in LANGUAGES
    }
    return found | {"about": about, "text": words}


def contrasted(reasoning: Reasoning) -> dict[str, str] | None:
    """What makes the difference between both moves, as JSON; None if nothing is clear."""
    if not reasoning.contrast:
        return None
    match = reasoning.match
    return {one: telling(match, one).contrast(reasoning) for one in LANGUAGES}


def principle(reasoning: Reasoning) -> dict[str, str] | None:
    """What to look for next time, by the first reason; None without one."""
    reason = reasoning.reason
    return {one: telling(reasoning.match, one).advice(reason) for one in LANGUAGES} if reason else None


def said(reasoning: Reasoning, loss: float, language: str) -> str:
    """Why the move is worse, as a table says it; or that it is not."""
    say = telling(reasoning.match, language)
    if loss <= scale_of(reasoning.match.game).right:
        return say.t("reasons.equal")
    return " ".join(words for words, _ in say.told(reasoning)) or say.t("reasons.none")


def marked(game: str, mark: Mark) -> dict[str, Any]:
    """A mark as JSON."""
    found: dict[str, Any] = {"zone": mark.zone}
    if mark.seat is not None:
        found["seat"] = mark.seat
    if mark.place is not None:
        found["place"] = place_text(game, mark.zone, mark.place)
    if mark.card is not None:
        found["card"] = mark.card
    return found


def place_text(game: str, zone: str, place: int) -> str:
    """A place as the game's records write it."""
    own = getattr(module_of(game, "motifs"), "place_text", None)
    return str(own(zone, place) if own else place)


def unit(game: str) -> str:
    """The unit of a game's values."""
    return own_part(game, "motifs", "UNIT", "points")


def motifs() -> dict[str, Any]:
    """What `why --motifs` prints: every motif with its name and its definition."""
    english, german = (Strings(language) for language in LANGUAGES)
    return {
        f"{game}.{motif.name}": {
            "game": game,
            "en": english(f"motif.{game}.{motif.name}.name"),
            "de": german(f"motif.{game}.{motif.name}.name"),
            "statement": motif.statement,
        }
        for game in GAMES
        for motif in (*played_of(game), *motifs_of(game))
    }
