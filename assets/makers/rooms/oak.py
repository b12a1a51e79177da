"""The ground of Dragonheart: planks of honey oak, nailed."""

from __future__ import annotations

from ..table import BRASS, Stage, from_above, metal, planks, stud, window, wood


def room() -> Stage:
    stage, nails = Stage(12.8, 9.6), metal(BRASS, 0.4)
    for left, top, width, height in planks(
        stage, wood("#8A5A2A", "#C58C48", "#E0AE6A", rings=0.9, figure=1.0, coat=0.35), 6
    ):
        for x in (left + 14, left + width - 14):
            for share in (0.22, 0.78):
                stud(stage, x, top + height * share, 3.6, nails, -0.008)
    window(stage)
    from_above(stage)
    return stage
