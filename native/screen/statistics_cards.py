"""Lays out the panels of the statistics: where each text goes, and the panel's picture.

A picture is SVG text in pixels. Words are separate, drawn with the screen's own fonts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import Rect

from ..profile.statistics import Bar, Curve, Filters, StatRow, curve_title, place
from ..strings import Strings
from .geometry import Size, split, top_of, trim
from .theme import COLOR


class TextMetrics(NamedTuple):
    """Line height, distances and text widths in pixels."""

    line: int
    gap: int
    pad: int
    stroke: int
    width: Callable[[str], int]


class Label(NamedTuple):
    """Words at a place, with their style and tooltip."""

    words: str
    rect: Rect
    size: str = "small"
    color: str = "quiet"
    align: str = "left"
    lines: int = 1
    tip: str = ""


class StatPanel(NamedTuple):
    """A panel: its place, its words, and its picture (SVG text) with that one's place."""

    area: Rect
    labels: list[Label]
    at: Rect = Rect(0, 0, 0, 0)
    picture: str = ""


def svg(size: Size, inner: str) -> str:
    """An SVG picture of a size."""
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    return f'{head} width="{width}" height="{height}">{inner}</svg>'


def ink(name: str) -> str:
    """A colour of the theme, as SVG writes it."""
    return "#{:02X}{:02X}{:02X}".format(*COLOR[name])


def numbers(area: Rect, rows: Sequence[StatRow], m: TextMetrics, t: Strings) -> tuple[StatPanel, Rect]:
    """A panel with a line for each number, and the room of two lines left below."""
    inner = area.inflate(-2 * m.pad, -m.pad)
    lines = split(inner, len(rows) + 2, 0)
    labels = []
    for row, rect in zip(rows, lines, strict=False):
        name = Rect(rect.x, rect.y, rect.w * 48 // 100, rect.h)
        labels.append(Label(t(row.name), name, tip=t(row.tip)))
        value = trim(rect, left=name.w + m.gap)
        head = not row.tip  # heads the rows below it
        how = ("small", "quiet") if head else ("text", "pale")
        labels.append(Label(row.value, value, *how, "right"))
    return StatPanel(area, labels), lines[-2].union(lines[-1])


def headed(area: Rect, words: str, m: TextMetrics) -> tuple[list[Label], Rect]:
    """A panel's heading, and the room left below it."""
    inner = area.inflate(-2 * m.pad, -m.pad)
    return [Label(words, top_of(inner, m.line), align="center")], trim(inner, top=m.line)


def empty(area: Rect, words: str) -> Label:
    """The text for a panel without data."""
    return Label(words, area, align="center", lines=3)


# ---- bars ----


def bars(area: Rect, topic: str, found: Sequence[Bar], m: TextMetrics, t: Strings) -> StatPanel:
    """Bars one below another, each with its name and label."""
    labels, inner = headed(area, t(f"statistics.{topic}"), m)
    if not found:
        return StatPanel(area, [*labels, empty(inner, t("statistics.no_bars"))])
    name, said = inner.w * 47 // 100, inner.w * 18 // 100
    at = trim(inner, left=name + m.gap, right=said + m.gap)
    drawn = []
    for bar, rect in zip(found, split(inner, max(3, len(found)), 0), strict=False):
        most = max(1, rect.h // m.line)
        labels.append(Label(t(bar.key), Rect(rect.x, rect.y, name, rect.h), color="pale", lines=most))
        value = Rect(rect.right - said, rect.y, said, rect.h)
        labels.append(Label(bar.said, value, color="pale", align="right"))
        height = min(rect.h // 2, m.line * 2 // 3)
        y = rect.centery - at.y - height // 2
        drawn += [slab(at.w, y, height, "panel"), slab(round(at.w * bar.share), y, height, "gold")]
    return StatPanel(area, labels, at, svg(at.size, "".join(drawn)))


def slab(width: int, y: int, height: int, color: str) -> str:
    """A bar from the left edge."""
    bend = height // 5
    return f'<rect y="{y}" width="{width}" height="{height}" rx="{bend}" fill="{ink(color)}"/>'


# ---- a curve ----


def curve(area: Rect, found: Curve | None, sieve: Filters, m: TextMetrics, t: Strings) -> StatPanel:
    """The chosen curve with its axes."""
    labels, inner = headed(area, curve_title(sieve, found.length if found else "", t), m)
    if not found:
        return StatPanel(area, [*labels, empty(inner, t("statistics.no_curve"))])
    said = [t.plain(tick) for tick in found.ticks]
    side = max(map(m.width, said)) + m.gap
    inner = trim(inner, top=m.gap, bottom=m.line)
    at = trim(inner, left=side, top=m.line // 2, bottom=m.line // 2)
    for tick, words in zip(found.ticks, said, strict=True):
        y = at.y + round(place(found, 0, tick, at.size)[1]) - m.line // 2
        labels.append(Label(words, Rect(inner.x, y, side - m.gap, m.line), align="right"))
    left, right = split(Rect(at.x, inner.bottom, at.w, m.line), 2, m.gap, across=True)
    labels.append(Label(t.day(found.dates[0]), left))
    labels.append(Label(t.day(found.dates[-1]), right, align="right"))
    return StatPanel(area, labels, at, drawing(found, at.size, m.stroke))


def drawing(one: Curve, size: Size, line: float) -> str:
    """A curve: thin lines at its ticks, its error as a band, a dot at its end."""
    rows = [place(one, 0, tick, size)[1] for tick in one.ticks]
    grid = "".join(f"M0 {y:.1f}H{size[0]}" for y in rows)
    off = [*zip(one.values, one.halves, strict=False)]
    upper = [place(one, number, value + half, size) for number, (value, half) in enumerate(off)]
    lower = [place(one, number, value - half, size) for number, (value, half) in enumerate(off)]
    band = path([*upper, *reversed(lower)])
    middle = [place(one, number, value, size) for number, value in enumerate(one.values)]
    x, y = middle[-1]
    thin = f'stroke-width="{line / 2:.1f}" fill="none"'
    thick = f'stroke-width="{line:.1f}" fill="none" stroke-linejoin="round"'
    parts = [
        f'<path d="{grid}" stroke="{ink("border")}" {thin}/>',
        f'<path d="{band}Z" fill="{ink("gold")}" fill-opacity="0.2"/>' if band else "",
        f'<path d="{path(middle)}" stroke="{ink("gold")}" {thick}/>',
        f'<circle cx="{x - 2 * line:.1f}" cy="{y:.1f}" r="{2 * line:.1f}" fill="{ink("pale")}"/>',
    ]
    return svg(size, "".join(parts))


def path(corners: Sequence[tuple[float, float]]) -> str:
    """The SVG path through some points."""
    return "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(corners))
