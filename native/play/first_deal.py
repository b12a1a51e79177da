"""Fair deals for somebody's first match of a game: with equal players, seat 0 wins about as often as
the others. They are listed in assets/GAME/first.toml; a game may have none."""

from __future__ import annotations

from functools import cache

from ..files import own_table


@cache
def first_deals(game: str) -> tuple[int, ...]:
    """The seeds of a game's fair deals, for its usual options."""
    found: list[int] = own_table(game, "first.toml").get("seeds", [])
    return tuple(found)
