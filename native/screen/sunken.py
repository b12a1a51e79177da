"""The title's treasures: few of them, large, half buried in the coins of the hall."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Sequence

import pygame
from pygame import Rect, Surface

from ..profile.achievements import Treasure, treasures
from .painting import shaded

Picture = Callable[[str, int], Surface]  # gives the picture of a name, fitted into a square of a side
DEEP = 0.26  # of a treasure's height lies in the coins
COINS = 9  # coins over the foot of each treasure
COIN = 0.27  # side of a coin, of a treasure's side
GOLD = (255, 212, 112)  # colour of the coins
GLOW = ((255, 248, 230), (252, 216, 156), (176, 118, 62))  # what gold throws on a treasure, from its head to its foot
FLAT = 0.55  # height of a coin that lies, of its width
DARK = 120  # how dark a shadow is in its middle, of 255
SIDE = 0.69  # side of a treasure, in heights of the strip of coins
HERO = 1.75  # side of the dragon, of a treasure's side
RISE = 0.3  # how much higher the inner treasures stand than the outermost, in their sides


def shown(finds: Container[str], most: int) -> list[str]:
    """The forms of the treasures that are shown, each once: of those found, the last in the list first."""
    found: dict[str, Treasure] = {}
    for one in reversed(treasures()):
        if one.id in finds:
            found.setdefault(one.form, one)
    return list(found)[:most]


def places(area: Rect, count: int, side: int) -> list[Rect]:
    """Where treasures stand on both sides of the dragon, the outer ones lower."""
    hero, found = round(side * HERO), list[Rect]()
    room = (area.w - hero) // 2
    for number, left, outward in (((count + 1) // 2, area.x, -1), (count // 2, area.right - room, 1)):
        for at in range(number):
            x = left + room * (2 * at + 1) // (2 * number)
            inward = (at if outward < 0 else number - 1 - at) / number  # 0: the outermost
            found.append(Rect(x - side // 2, area.bottom - side - round(side * RISE * inward), side, side))
    return found


def hero_place(area: Rect, side: int) -> Rect:
    """Where the dragon lies, in the middle."""
    hero = round(side * HERO)
    return Rect(area.centerx - hero // 2, area.bottom - hero, hero, hero)


def buried(picture: Picture, name: str, side: int, seed: int) -> Surface:
    """A thing with its shadow on the coins, and coins over its foot."""
    chance = random.Random(seed)
    thing = picture(f"hoard/{name}", side).copy()
    glow = Surface((1, len(GLOW)))
    for row, color in enumerate(GLOW):
        glow.set_at((0, row), color)
    thing.blit(pygame.transform.smoothscale(glow, thing.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    found = Surface((side, side), pygame.SRCALPHA)
    found.blit(shadow(side), (0, 0))
    solid = thing.get_bounding_rect()
    foot = min(side - round(side * 0.06), solid.bottom) + round(solid.h * DEEP / 2)
    found.blit(thing, (0, foot - solid.bottom))
    cut = foot - round(solid.h * DEEP / 2)
    found.fill((0, 0, 0, 0), Rect(0, cut, side, side - cut))
    coin = picture("hoard/coin", max(4, round(side * COIN))).copy()
    coin.fill(GOLD, special_flags=pygame.BLEND_RGB_MULT)
    near = max(2, side // 40)
    lying = [
        shaded(pygame.transform.smoothscale(coin, (coin.get_width(), max(2, round(coin.get_height() * share)))), near)
        for share in (FLAT, FLAT * 0.8, FLAT * 1.3)
    ]
    for number in range(COINS):
        one = lying[chance.randrange(len(lying))]
        across = solid.x + solid.w * (number + chance.random()) / COINS
        at = one.get_rect(center=(round(across), cut + chance.randrange(-side // 28, side // 28 + 1)))
        found.blit(one, at.clamp(found.get_rect()))
    return found


def shadow(side: int) -> Surface:
    """The soft shadow of a thing on what it stands on, to its lower right."""
    small = Surface((side, side), pygame.SRCALPHA)
    pool = Rect(side * 0.16, side * 0.72, side * 0.76, side * 0.24)
    pygame.draw.ellipse(small, (16, 6, 2, DARK), pool)
    return pygame.transform.gaussian_blur(small, max(2, side // 18))


def all_of(finds: Container[str], awake: bool, area: Rect, side: int) -> Sequence[tuple[str, Rect]]:
    """What is shown and where, those behind first: the treasures, then the dragon."""
    most = max(0, round((area.w / side - HERO) / 1.25))
    forms = shown(finds, most)
    standing = sorted(zip(forms, places(area, len(forms), side), strict=True), key=lambda one: one[1].bottom)
    return [*standing, ("awake" if awake else "asleep", hero_place(area, side))]
