"""Sounds and music, from the recipes in assets/sounds.toml and assets/GAME/music.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import zip_longest
from threading import Thread
from typing import NamedTuple

import pygame

from ..files import own_table, read_toml
from ..store.settings import Settings
from ..streams import InputError, overheard
from ..unpacking import SOUND, unpack_batch
from ..values import Event
from . import pulse
from .theme import GAME_THEMES, THEME
from .tones import RATE, Music, effect, reach

SOUNDS: dict[str, str] = THEME["event_sounds"] | {
    f"{game}.{what}": sound
    for game, own in GAME_THEMES.items()
    for what, sound in own.get("event_sounds", {}).items()
}
MOVING = ("card", "up", "down", "shuffle")  # kinds of events that are heard in any case
MIX: dict[str, int] = THEME["mix"]
MOST = 0.97  # greatest level of everything that is heard together, of full scale
BLOCK_MS = 50  # length of a block, for which the peak of a sound is known
BLOCK = 2 * RATE * BLOCK_MS // 1000  # samples
RETRY_MS = 1000  # before a lost device is looked for
RETRY_MOST_MS = 60_000


def sounds_of(game: str, events: Iterable[Event], quiet: bool = False) -> list[str]:
    """The sounds of events: by kind, or by the name of an announcement. quiet: a moment has its own
    sound, and only moving cards are heard beside it."""
    heard = [event for event in events if not quiet or event.kind in MOVING]
    names = {name for event in heard for name in (event.kind, f"{game}.{event.what}")}
    return sorted({SOUNDS[name] for name in names & SOUNDS.keys()})


def level(setting: int, share: float = 1.0) -> float:
    """How loud a setting of 0 .. 100 is played, 0 .. 1, with room for several at once."""
    return (setting / 100) ** 2 * share * MIX["room"] / 100


class Made(NamedTuple):
    """A sound: its samples, and how far they reach at most in each block of it or beside it, 0 .. 1."""

    samples: bytes
    peaks: list[float]


def measured(samples: bytes) -> Made:
    """A sound of these samples."""
    peaks = reach(samples, BLOCK)
    near = [max(peaks[max(0, number - 1) : number + 2]) for number in range(len(peaks))]
    return Made(samples, near)


def together(playing: Sequence[tuple[float, Sequence[float]]]) -> float:
    """How far sounds that are played at once reach at most. playing: since how many milliseconds, and its peaks."""
    left = [peaks[int(since / BLOCK_MS) :] for since, peaks in playing]
    return max((sum(at) for at in zip_longest(*left, fillvalue=0.0)), default=0.0)


def room_for(most: float, sound: int, music: float) -> float:
    """How loud sounds are played that reach so far together, at a setting of 0 .. 100: no more than is left
    beside the music."""
    wanted = level(sound)
    return min(wanted, (MOST - music) / most) if most else wanted


class Sound:
    """Plays sounds by name, and music that follows the game. Silent if there is no sound device."""

    def __init__(self, settings: Settings, mute: bool) -> None:
        self.settings = settings
        self.recipes = read_toml("sounds.toml") or {}
        self.sounds: dict[str, pygame.mixer.Sound] = {}
        self.made: dict[str, Made] = {}  # sounds that have not been played yet
        self.peaks: dict[str, list[float]] = {}  # peaks of the sounds that were played
        self.began: dict[str, int] = {}  # when each sound was played last, in ms
        self.tune: Music | None = None
        self.moves = 1  # moves after which the music is at its fullest
        self.playing = ""
        self.yields = 1.0  # how much of the music is left while something grand is heard
        self.on = False
        self.asleep = not mute and settings.sound + settings.music > 0
        self.volumes = self.wanted
        self.lost = False  # whether a device is missing, and looked for
        self.pause = RETRY_MS  # before the next attempt; grows
        self.next_try = 0.0

    @property
    def wanted(self) -> tuple[int, int]:
        """The volumes of sounds and music, 0 .. 100."""
        return self.settings.sound, self.settings.music

    def wake(self) -> None:
        """Opens the sound device if it is wanted; called once the screen is shown."""
        if self.asleep:
            self.start()

    def start(self) -> None:
        """Opens the sound device if there is one; else it is looked for from time to time."""
        self.asleep = False
        try:
            unpack_batch(SOUND)
            import_module("pygame.mixer")  # not imported at the start: see start.py
            if not pulse.without_device():
                with overheard():  # ALSA says at length what it lacks, each time
                    pygame.mixer.init(RATE, -16, 2, 512)
            self.on = pygame.mixer.get_init() == (RATE, -16, 2)
        except (pygame.error, UnicodeDecodeError, InputError):
            self.on = False
        self.lost = not self.on

    def reopen(self) -> None:
        """Opens the sound device anew."""
        if "pygame.mixer" in sys.modules:
            pygame.mixer.quit()
        self.sounds.clear()
        self.tune = None
        self.playing = ""
        self.start()
        if self.on:
            self.pause = RETRY_MS

    def volume_changed(self) -> None:
        """Applies new volumes. If one was zero before, the device is opened anew."""
        before = self.volumes
        self.volumes = self.wanted
        if not self.on or any(was == 0 < now for was, now in zip(before, self.wanted, strict=True)):
            self.reopen()

    def heed(self, event: pygame.event.Event, now: float) -> None:
        """Handles a device that came or went. A removed device was ours if it has a number."""
        if event.type == pygame.AUDIODEVICEREMOVED and event.which and self.on:
            self.on = False
            self.lost = True
        if self.lost and not event.iscapture:
            self.pause = RETRY_MS
            self.next_try = now + RETRY_MS

    def look_for_device(self, now: float) -> None:
        """Tries to open a lost device from time to time."""
        if self.lost and now >= self.next_try:
            self.pause = min(2 * self.pause, RETRY_MOST_MS)
            self.next_try = now + self.pause
            self.reopen()

    def play(self, name: str) -> None:
        """Plays a sound, unless it is still playing."""
        if not self.on or not self.settings.sound:
            return
        if name not in self.sounds:
            found = self.made.pop(name) if name in self.made else measured(effect(self.recipes[name]))
            samples, self.peaks[name] = found
            self.sounds[name] = pygame.mixer.Sound(buffer=samples)
        if self.sounds[name].get_num_channels() == 0:
            self.began[name] = pygame.time.get_ticks()
            self.sounds[name].play()
            if self.recipes[name].get("grand"):
                self.hush()
            self.balance()

    def balance(self) -> None:
        """Plays all sounds that are heard now as loud as there is room for them together."""
        now = pygame.time.get_ticks()
        playing = [name for name, sound in self.sounds.items() if sound.get_num_channels()]
        music = level(self.settings.music, self.yields) * MIX["music"] / 100 if self.playing else 0.0
        most = together([(now - self.began[name], self.peaks[name]) for name in playing])
        for name in playing:
            self.sounds[name].set_volume(room_for(most, self.settings.sound, music))

    def prepare(self, names: Iterable[str]) -> None:
        """Makes sounds in a thread, so that no picture waits for them once they are due."""
        missing = [name for name in names if name not in self.sounds.keys() | self.made.keys()]
        if self.on and missing:
            Thread(target=self.make, args=(missing,), name="sounds", daemon=True).start()

    def make(self, names: Iterable[str]) -> None:
        """The thread: makes the samples."""
        for name in names:
            self.made[name] = measured(effect(self.recipes[name]))

    @property
    def grand(self) -> bool:
        """Whether a sound is heard that music yields to."""
        names = [name for name in self.sounds if self.recipes[name].get("grand")]
        return any(self.sounds[name].get_num_channels() for name in names)

    def hush(self) -> None:
        """Lets the music sink."""
        self.yields = MIX["yields"] / 100

    def give_way(self) -> float:
        """Lets the music sink under a grand sound at once, and rise again slowly."""
        if self.grand:
            self.hush()
        elif self.yields < 1:
            self.yields = min(1.0, self.yields + MIX["rises"] / 1000)
            self.balance()
        return self.yields

    def music(self, game: str, moves: int = 0) -> None:
        """Plays the music of a game ("" = none); it gets fuller with the number of moves."""
        if not self.on:
            return
        game = game if self.settings.music else ""
        channel = pygame.mixer.Channel(0)
        if game != self.playing:
            self.begin(game, channel)
        channel.set_volume(level(self.settings.music, self.give_way()))
        if self.tune and channel.get_queue() is None:
            mood = min(1.0, moves / self.moves)
            if phrase := self.tune.take(mood):
                channel.queue(pygame.mixer.Sound(buffer=phrase))

    def begin(self, game: str, channel: pygame.mixer.Channel) -> None:
        """Stops the music and prepares that of a game."""
        while channel.get_busy():  # stopping a phrase starts the queued one
            channel.stop()
        recipe = own_table(game, "music.toml") if game else None
        self.tune = Music(recipe) if recipe else None
        self.moves = recipe["moves"] if recipe else 1
        self.playing = game
