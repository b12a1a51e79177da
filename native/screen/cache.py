"""What was made is kept as long as there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Thing = TypeVar("Thing")
Key = tuple[Any, ...]


class Shelf(dict[Key, Thing]):
    """Things by keys, made when first asked for; of too many the oldest go."""

    def __init__(self, weigh: Callable[[Thing], int]) -> None:
        super().__init__()
        self.weigh = weigh
        self.weight = 0  # of all that is kept, in bytes
        self.budget = 0  # and how much there may be

    def keep(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """The thing of this key."""
        thing = self.pop(key, None)
        if thing is None:
            thing = make()
            self.weight += self.weigh(thing)
            while self.weight > self.budget and self:
                self.weight -= self.weigh(self.pop(next(iter(self))))
        self[key] = thing
        return thing

    def clear(self) -> None:
        """Drops all; it is made anew when it is asked for."""
        super().clear()
        self.weight = 0
