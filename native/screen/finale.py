"""The end of a match in time: what decided it is counted on the table, then embers rise, then the
result stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..play.words import EndComparison, Place
from .motion import Motion, ease


class Entry(NamedTuple):
    """Something that was counted, and what it brought each seat."""

    words: str
    sign: str
    amounts: tuple[float, ...]


def fullest(steps: Sequence[EndComparison]) -> int:
    """The most cards of one seat that a step counts anew, where each has its own points."""
    most, before = 0, set[Place]()
    for step in steps:
        if len(step.found) == len(step.places) and not step.pair:
            seats = Counter(place[1] for place in step.places if place not in before)
            most = max(most, *seats.values(), 0)
        before |= {*step.places}
    return most


class Finale:
    """Where the end of a match has got to. Nothing here is drawn."""

    def __init__(self, steps: Sequence[EndComparison], motion: Motion, joyful: bool) -> None:
        self.steps = steps
        self.motion = motion
        self.joyful = joyful  # whether embers rise
        self.began = motion.now
        self.still = False  # whether the person has ended the embers
        most = motion.length("final_count") / max(1, len(steps))
        least = motion.length("final_card") * fullest(steps)  # each card is to be seen
        self.each = max(least, min(motion.length("final_step"), most))  # many steps are quicker: the end stays short

    @property
    def decided_at(self) -> float:
        """When the count is over."""
        return self.began + self.each * len(self.steps)

    @property
    def stands_at(self) -> float:
        """When the result comes: after the first embers."""
        return self.decided_at + self.motion.length("verdict" if self.joyful else "pause")

    @property
    def decided(self) -> bool:
        """Whether the count is over."""
        return self.motion.now >= self.decided_at

    @property
    def stands(self) -> bool:
        """Whether the result stands beside the table."""
        return self.motion.now >= self.stands_at

    @property
    def shown(self) -> int:
        """How many steps have been shown, the present one included."""
        if self.decided:
            return len(self.steps)
        return min(len(self.steps), 1 + int((self.motion.now - self.began) / self.each))

    @property
    def step(self) -> EndComparison | None:
        """The step that is shown; the last one from then on."""
        return self.steps[self.shown - 1] if self.shown else None

    @property
    def struck(self) -> tuple[Place, ...]:
        """The places that were compared and found equal, which decides nothing."""
        past = self.steps[: self.shown if self.decided else max(0, self.shown - 1)]
        equal = (step for step in past if step.pair and len(set(step.sums)) == 1)
        return tuple(place for step in equal for place in step.places)

    def sums(self, still: bool) -> tuple[float, ...]:
        """What each seat has as it counts up; still: without running numbers."""
        if not self.step:
            return ()
        sums = self.step.sums
        before = self.steps[self.shown - 2].sums if self.shown > 1 else (0,) * len(sums)
        share = 1.0 if still or self.decided else self.part
        return tuple(one + (two - one) * share for one, two in zip(before, sums, strict=True))

    def uncounted(self, still: bool) -> tuple[int, ...]:
        """What the count has still to bring each seat; nothing once that is decided."""
        if self.decided or not self.steps:
            return ()
        pairs = zip(self.steps[-1].sums, self.sums(still), strict=True)
        return tuple(round(whole - now) for whole, now in pairs)

    def ledger(self) -> list[Entry]:
        """What has been counted so far; steps that count more of the same thing are one entry."""
        found, before = list[Entry](), (0.0,) * len(self.steps[0].sums if self.steps else ())
        for (words, sign), some in groupby(self.steps[: self.shown], lambda one: (one.pair or one.words, one.sign)):
            last = list(some)[-1]
            gains = tuple(now - then for now, then in zip(last.sums, before, strict=True))
            found.append(Entry(words, sign, last.sums if last.pair else gains))
            before = last.sums
        return found

    @property
    def part(self) -> float:
        """How far the numbers of the present step have run: they arrive at half its time."""
        past = self.motion.now - self.began - self.each * (self.shown - 1)
        return ease(2 * past / self.each)

    @property
    def embers(self) -> float | None:
        """How far the embers have risen, 0 .. 1; None if there are none."""
        length = self.motion.length("embers")
        past = self.motion.now - self.decided_at
        rise = self.joyful and not self.still and 0 <= past < length
        return past / length if rise else None

    @property
    def moves(self) -> bool:
        """Whether anything is still to come."""
        return not self.stands or self.embers is not None

    def skip(self) -> None:
        """The person wants to go on: the result stands at once; once it stands, the embers end."""
        self.still = self.stands
        self.began -= max(0.0, self.stands_at - self.motion.now)
