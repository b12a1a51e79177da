"""Lays out the pictures of the statistics: where each text goes, and what is drawn there.

The curve is SVG text in pixels; bars and piles of coins are pieces that the canvas draws. Words are
separate, drawn with the screen's own fonts. All lies on parchment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import Rect

from ..profile.statistics import Bar, Curve, Filters, Results, StatRow, curve_title, percent, place
from ..strings import Strings
from .geometry import Size, foot_of, split, top_of, trim
from .theme import PAPER, hex_of

LINES = 12  # lines of words that the pictures need one over another
NAMES, LARGE_NAMES = 48, 53  # percent of the width that the names of bars take, and that in large letters
COINS = 10  # coins in the highest pile
FLAT, STEP = 0.5, 0.18  # height of a lying coin, and how much it raises a pile, in coin widths


class TextMetrics(NamedTuple):
    """Line height, distances and text widths in pixels."""

    line: int
    gap: int
    pad: int
    stroke: int
    width: Callable[[str], int]
    large: bool  # whether letters are as large as from the sofa


class Label(NamedTuple):
    """Words at a place, with their style and tooltip."""

    words: str
    rect: Rect
    size: str = "small"
    color: str = "quiet"
    align: str = "left"
    face: str = "text"
    lines: int = 1
    tip: str = ""


class StatPanel(NamedTuple):
    """A picture: its place, its words, its curve (SVG text) with that one's place, its bars with the
    share of each that is full, its coins, bright or dark, the lower ones first, and small pictures by name."""

    area: Rect
    labels: list[Label]
    at: Rect = Rect(0, 0, 0, 0)
    picture: str = ""
    bars: Sequence[tuple[Rect, float]] = ()
    coins: Sequence[tuple[Rect, bool]] = ()
    signs: Sequence[tuple[str, Rect]] = ()


def svg(size: Size, inner: str) -> str:
    """An SVG picture of a size."""
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    return f'{head} width="{width}" height="{height}">{inner}</svg>'


def ink(name: str) -> str:
    """A colour on parchment, as SVG writes it."""
    return hex_of(PAPER[name])


def numbers(area: Rect, rows: Sequence[StatRow], m: TextMetrics, t: Strings) -> StatPanel:
    """A line for each number, in two columns; a row that heads others begins the second."""
    heads = [number for number, row in enumerate(rows) if not row.tip]
    half = heads[0] if heads else (len(rows) + 1) // 2
    labels = []
    height = min(2 * m.line, area.h // max(half, len(rows) - half, 1))
    for part, column in zip((rows[:half], rows[half:]), split(area, 2, 4 * m.pad, across=True), strict=True):
        for number, row in enumerate(part):
            rect = top_of(column, height).move(0, number * height)
            name = Rect(rect.x, rect.y, rect.w * 48 // 100, rect.h)
            value = trim(rect, left=name.w + m.gap)
            if row.tip:
                labels.append(Label(t(row.name), name, "text", tip=t(row.tip)))
                labels.append(Label(row.value, value, "text", "pale", "right", "bold"))
            else:  # heads the rows below it
                labels.append(Label(t(row.name), name, "text", "gold", face="title"))
                labels.append(Label(row.value, value, "small", "quiet", "right"))
    return StatPanel(area, labels)


def headed(area: Rect, words: str, m: TextMetrics) -> tuple[list[Label], Rect]:
    """A picture's heading, and the room left below it."""
    inner = area.inflate(-2 * m.pad, 0)
    head = Label(words, top_of(inner, m.line), "text", "gold", "center", "title")
    return [head], trim(inner, top=m.line + m.gap)


def empty(area: Rect, words: str) -> Label:
    """The text for a picture without data."""
    return Label(words, area, align="center", lines=3)


# ---- piles of coins ----


def success(results: Results, t: Strings) -> str:
    """The heading of the piles."""
    return t("statistics.success", share=percent(results.success, t), games=results.played)


def counts_of(results: Results) -> dict[str, int]:
    """How many games were won, shared and lost."""
    return {"won": results.won, "shared": results.shared, "lost": results.lost}


def results_told(results: Results, t: Strings) -> str:
    """The piles in a sentence, for speech."""
    counts = [f"{t.number(count)} {t(f'statistics.{name}')}" for name, count in counts_of(results).items()]
    return f"{success(results, t)}: {', '.join(counts)}."


def piles(area: Rect, results: Results, m: TextMetrics, t: Strings) -> StatPanel:
    """A pile of coins for each result, its number above it and its name below; those lost are dark."""
    labels, inner = headed(area, success(results, t), m)
    counts = counts_of(results)
    most = max(1, *counts.values())
    coins: list[tuple[Rect, bool]] = []
    for (name, count), column in zip(counts.items(), split(inner, 3, m.gap, across=True), strict=True):
        labels.append(Label(t(f"statistics.{name}"), foot_of(column, m.line), "small", "quiet", "center"))
        room = trim(column, top=m.line, bottom=m.line + m.gap // 2)
        wide = min(column.w * 6 // 10, round(room.h / (FLAT + STEP * COINS)))
        high = round(wide * FLAT)
        number = -(-COINS * count // most)
        for at in range(number):
            coin = Rect(0, 0, wide, high)
            coin.midbottom = (column.centerx + (at * 5 % 3 - 1) * wide // 40, room.bottom - round(at * STEP * wide))
            coins.append((coin, name != "lost"))
        top = room.bottom - (high + round((number - 1) * STEP * wide) if number else 0)
        above = Rect(column.x, top - m.line, column.w, m.line)
        labels.append(Label(t.number(count), above, "text", "pale", "center", "bold"))
    return StatPanel(area, labels, coins=coins)


# ---- bars ----


def bars(area: Rect, topic: str, found: Sequence[Bar], m: TextMetrics, t: Strings) -> StatPanel:
    """Bars of brass one below another, each with its name and label."""
    labels, inner = headed(area, t(f"statistics.{topic}"), m)
    if not found:
        return StatPanel(area, [*labels, empty(inner, t("statistics.no_bars"))])
    name, said = inner.w * (LARGE_NAMES if m.large else NAMES) // 100, inner.w * 15 // 100
    at = trim(inner, left=name + m.gap, right=said + m.gap)
    drawn, signs = [], []
    for bar, rect in zip(found, split(inner, max(3, len(found)), 0), strict=False):
        most = 2 if rect.h > m.line * 5 // 4 else 1
        called = Rect(rect.x, rect.y, name, rect.h)
        if bar.picture:
            side = min(rect.h, m.line * 3 // 2)
            signs.append((bar.picture, Rect(rect.x, rect.centery - side // 2, side, side)))
            called = trim(called, left=side + m.gap)
        labels.append(Label(t(bar.key), called, color="pale", lines=most))
        value = Rect(rect.right - said, rect.y, said, rect.h)
        labels.append(Label(bar.said, value, color="pale", align="right", face="bold"))
        height = min(rect.h // 2, m.line * 2 // 3)
        drawn.append((Rect(at.x, rect.centery - height // 2, at.w, height), bar.share))
    return StatPanel(area, labels, bars=drawn, signs=signs)


# ---- a curve ----


def curve(area: Rect, found: Curve | None, filters: Filters, m: TextMetrics, t: Strings) -> StatPanel:
    """The chosen curve with its axes."""
    labels, inner = headed(area, curve_title(filters, found.length if found else "", t), m)
    if not found:
        lacks = "no_luck" if filters["curve"] == "luck" else "no_curve"
        return StatPanel(area, [*labels, empty(inner, t(f"statistics.{lacks}"))])
    said = [t.plain(tick) for tick in found.ticks]
    side = max(map(m.width, said)) + m.gap
    inner = trim(inner, top=m.gap, bottom=m.line)
    at = trim(inner, left=side, top=m.line // 2, bottom=m.line // 2)
    every = -(-m.line * (len(said) - 1) // max(1, at.h))  # so many ticks are as high as a line
    for tick, words in list(zip(found.ticks, said, strict=True))[:: max(1, every)]:
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
    upper = [place(one, number, high, size) for number, (_, high) in enumerate(one.bands)]
    lower = [place(one, number, low, size) for number, (low, _) in enumerate(one.bands)]
    band = path([*upper, *reversed(lower)])
    middle = [place(one, number, value, size) for number, value in enumerate(one.values)]
    x, y = middle[-1]
    thin = f'stroke-width="{line / 2:.1f}" fill="none"'
    thick = f'stroke-width="{line:.1f}" fill="none" stroke-linejoin="round"'
    parts = [
        f'<path d="{grid}" stroke="{ink("border")}" {thin}/>',
        f'<path d="{band}Z" fill="{ink("border")}" fill-opacity="0.35"/>' if band else "",
        f'<path d="{path(middle)}" stroke="{ink("pale")}" {thick}/>',
        f'<circle cx="{x - 2 * line:.1f}" cy="{y:.1f}" r="{2 * line:.1f}" fill="{ink("gold")}"/>',
    ]
    return svg(size, "".join(parts))


def path(corners: Sequence[tuple[float, float]]) -> str:
    """The SVG path through some points."""
    return "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(corners))
