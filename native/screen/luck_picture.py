"""Lays out how the result of a match came about: what Dragon reaches with the same cards, then the person's play and
luck, each from where the one above it ends."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from ..play.luck import Account, percent
from ..strings import Strings
from .geometry import Size, split
from .statistics_cards import Label, StatPanel, TextMetrics, ink, svg

ROWS = 4


class Step(NamedTuple):
    """A row: the text key of its name, where its bar begins and ends (0 .. 1), its number."""

    key: str
    start: float
    end: float
    said: str


def steps_of(account: Account, t: Strings) -> list[Step]:
    """The rows, those that are not known yet without a bar."""
    deal, play, luck = account.deal, account.play, account.luck
    kept = deal if play is None else deal + play
    known = account.tables > 0
    return [
        Step("luck.row.deal", 0.0, deal if known else 0.0, percent(deal, t) if known else "–"),
        Step("luck.row.play", deal, kept, said(play, t)),
        Step("luck.row.luck", kept, kept if luck is None else account.share, said(luck, t)),
        Step("luck.row.share", 0.0, account.share, percent(account.share, t)),
    ]


def said(part: float | None, t: Strings) -> str:
    return "–" if part is None else percent(part, t, sign=True)


def steps(area: Rect, account: Account, m: TextMetrics, t: Strings) -> StatPanel:
    """The picture in an area."""
    found = steps_of(account, t)
    rows = split(area, ROWS, 0)
    name, value = area.w * 36 // 100, max(m.width(step.said) for step in found) * 3 // 2 + m.gap
    labels = []
    for step, row in zip(found, rows, strict=True):
        lines = 2 if row.h > m.line * 5 // 4 else 1
        labels.append(Label(t(step.key), Rect(row.x, row.y, name, row.h), color="pale", lines=lines))
        labels.append(Label(step.said, Rect(row.right - value, row.y, value, row.h), "text", "pale", "right", "bold"))
    at = Rect(area.x + name + m.gap, area.y, area.w - name - value - 2 * m.gap, area.h)
    return StatPanel(area, labels, at, drawing(found, account, at.size, m.stroke))


def drawing(found: list[Step], account: Account, size: Size, line: float) -> str:
    """The bars below each other, with a thin line from each end to the next start, and the interval of the first."""
    width, high = size[0] - 2 * line, size[1] / ROWS
    colors = (ink("border"), ink("pale"), ink("gold"), ink("border"))
    parts = [f'<path d="M{x:.1f} 0V{size[1]}" stroke="{ink("border")}" stroke-width="{line / 2:.1f}"/>'
             for x in (line, line + width / 2, line + width)]  # fmt: skip
    for number, (step, color) in enumerate(zip(found, colors, strict=True)):
        left, right = sorted((step.start, step.end))
        y = high * (number + 0.25)
        wide = max(line, width * (right - left))
        parts.append(
            f'<rect x="{line + width * left - (wide == line) * line / 2:.1f}" y="{y:.1f}" width="{wide:.1f}"'
            f' height="{high / 2:.1f}" fill="{color}"/>'
        )
    if account.tables:
        low, top = (line + width * end for end in account.interval)
        y, tick = high * 0.5, high * 0.2
        ends = "".join(f"M{x:.1f} {y - tick:.1f}V{y + tick:.1f}" for x in (low, top))
        path = f"M{low:.1f} {y:.1f}H{top:.1f}{ends}"
        parts.append(f'<path d="{path}" stroke="{ink("pale")}" stroke-width="{line / 2:.1f}" fill="none"/>')
    return svg(size, "".join(parts))
