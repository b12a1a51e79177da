"""The ground of Dragon Master: walnut planks."""

from __future__ import annotations

from ..table import Stage, from_above, planks, window, wood


def room() -> Stage:
    stage = Stage(12.8, 9.6)
    planks(stage, wood("#54341E", "#8C5C36", "#AB7B4C", rings=1.1, figure=1.0), 8)
    window(stage)
    from_above(stage)
    return stage
