"""Sounds and music as samples, made by tones.c from recipes (assets/sounds.toml,
assets/GAME/music.toml).

An effect is a list of tones in a room. Music is composed phrase by phrase and never repeats: a
Minstrel walks through the chords of its recipe, plays pads and a drone, and plucks a melody over
them that varies one theme. The density follows the mood, 0 at the beginning of a match, 1 at its
end.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._engine import ffi, lib

if TYPE_CHECKING:
    from .._engine import Array, Room
    from .._engine import Tone as CTone

RATE: int = lib.TONE_RATE  # frames a second, two samples of 16 bits each
KINDS = {
    "pluck": lib.TONE_PLUCK,
    "struck": lib.TONE_STRUCK,
    "noise": lib.TONE_NOISE,
    "crackle": lib.TONE_CRACKLE,
    "pad": lib.TONE_PAD,
}
MATERIALS = {
    "wood": lib.TONE_WOOD,
    "gem": lib.TONE_GEM,
    "coin": lib.TONE_COIN,
    "skin": lib.TONE_SKIN,
    "stone": lib.TONE_STONE,
    "leather": lib.TONE_LEATHER,
    "bell": lib.TONE_BELL,
}
Tone = dict[str, Any]
# Values of a tone that a recipe leaves out.
USUAL: Tone = {"attack": 0.002, "bright": 0.5, "pan": 0.0, "at": 0.0, "rate": 70.0}
TAIL = 2.5  # seconds of reverberation after a phrase


def _tones(tones: Sequence[Tone]) -> Array[CTone]:
    """Tones as a C array, with defaults filled in."""
    array = ffi.new("Tone[]", len(tones))
    for place, given in zip(array, tones, strict=True):
        tone = USUAL | {"glide": given["pitch"]} | given
        tone |= {"kind": KINDS[tone["kind"]], "material": MATERIALS[tone.get("material", "wood")]}
        tone.setdefault("length", tone["attack"] + tone["decay"])
        for name, value in tone.items():
            setattr(place, name, value)
    return array


def _samples(buffer: Array[float], frames: int, gain: float) -> bytes:
    samples = ffi.new("int16_t[]", 2 * frames)
    lib.tones_round(buffer, frames, gain, samples)
    return bytes(ffi.buffer(samples))


def reach(samples: bytes, block: int) -> list[float]:
    """How far samples reach in each block of so many of them, 0 .. 1.

    >>> reach(bytes(2 * 5), 2)
    [0.0, 0.0, 0.0]
    """
    count = len(samples) // 2
    found = ffi.new("float[]", -(-count // block))
    lib.tones_reach(ffi.from_buffer("int16_t[]", samples), count, block, found)
    return list(found)


def _room() -> Room:
    return ffi.gc(lib.room_new(), lib.room_free)


def effect(recipe: Mapping[str, Any]) -> bytes:
    """The samples of a sound: its tones in a room.

    >>> len(effect({"room": 0.1, "tones": [{"kind": "pluck", "pitch": 440, "decay": 0.5, "level": 0.2}]})) > RATE
    True
    """
    tones = _tones(recipe["tones"])
    rings = 0.7 if recipe["room"] else 0.02
    frames = round(RATE * (max(tone.at + tone.length for tone in tones) + rings))
    buffer = ffi.new("float[]", 2 * frames)
    lib.tones_add(tones, len(tones), 1, buffer, frames)
    lib.room_add(_room(), recipe["room"], buffer, frames)
    return _samples(buffer, frames, recipe.get("gain", 1.0))


class Minstrel:
    """Composes the music of one game, phrase by phrase. The same moods give the same phrases."""

    def __init__(self, recipe: Mapping[str, Any]) -> None:
        self.recipe = recipe
        self.number = 0  # number of the next phrase
        self.beat = 60 / recipe["tempo"]
        self.frames = round(RATE * self.beat * recipe["beats"] * recipe["bars"])
        self._rest = round(RATE * TAIL)  # frames of reverberation
        self._tail = ffi.new("float[]", 2 * self._rest)
        self._hall = _room()
        self._theme = self._shape(random.Random(recipe["seed"]), len(recipe["rhythms"]))

    def phrase(self, mood: float) -> bytes:
        """The samples of the next phrase, including the reverberation of the last."""
        tones = _tones(list(self.score(self.number, mood)))
        tail = self._rest
        buffer = ffi.new("float[]", 2 * (self.frames + tail))
        ffi.memmove(buffer, self._tail, 8 * tail)
        lib.tones_add(tones, len(tones), self.number, buffer, self.frames + tail)
        ffi.memmove(self._tail, buffer[2 * self.frames : 2 * (self.frames + tail)], 8 * tail)
        lib.room_add(self._hall, self.recipe["room"], buffer, self.frames)
        self.number += 1
        return _samples(buffer, self.frames, self.recipe["gain"])

    def score(self, number: int, mood: float) -> Iterable[Tone]:
        """The notes of a phrase."""
        chance = random.Random(f"{self.recipe['seed']} {number}")
        chords = self.recipe["chords"][number % len(self.recipe["chords"])]
        shapes = [self._theme, self._shape(chance, 1)]
        melody = shapes[number % 3 == 2] if mood or number else []
        for bar in range(self.recipe["bars"]):
            start, chord = bar * self.recipe["beats"] * self.beat, chords[bar % len(chords)]
            yield from self._ground(start, chord, bar)
            yield from self._plucked(start, chord, melody, chance, 0.5 + 0.45 * mood)
            if mood > 0.55:
                yield from self._drummed(start, mood)

    def _pitch(self, degree: int) -> float:
        """The frequency in Hz of a degree of the scale; 0 is its root, 7 an octave above."""
        scale = self.recipe["scale"]
        octave, step = divmod(degree, len(scale))
        return float(self.recipe["root"] * 2 ** (octave + scale[step] / 12))

    def _shape(self, chance: random.Random, kinds: int) -> list[tuple[float, int]]:
        """A bar of melody: beats and degrees from the chord's root."""
        beats = self.recipe["rhythms"][chance.randrange(len(self.recipe["rhythms"])) if kinds == 1 else 0]
        degrees = [chance.choice((0, 2, 4, 7))]
        for _ in beats[1:]:
            degrees.append(max(-2, min(9, degrees[-1] + chance.choice((-2, -1, -1, 1, 1, 2)))))
        return list(zip(beats, degrees, strict=True))

    def _ground(self, start: float, chord: int, bar: int) -> Iterable[Tone]:
        """The drone of a phrase and the chord of a bar."""
        length = self.recipe["beats"] * self.beat
        if bar == 0:
            whole = length * self.recipe["bars"]
            yield {"kind": "pad", "at": start, "length": whole + 1.2, "attack": 1.6, "decay": 99.0, "bright": 0.1,
                   "pitch": self._pitch(0) / 4, "level": 0.075}
        for place, degree in enumerate((chord, chord + 2, chord + 4)):
            yield {"kind": "pad", "at": start, "length": length + 1.4, "attack": 1.4, "decay": 99.0,
                   "bright": self.recipe["pad"], "pitch": self._pitch(degree) / 2, "level": 0.022,
                   "pan": 0.5 * (place - 1)}

    def _plucked(self, start: float, chord: int, melody: Sequence[tuple[float, int]], chance: random.Random,
                 full: float) -> Iterable[Tone]:
        turn = chance.choice((0, 0, 2, -2))
        for beat, degree in melody:
            if chance.random() > full:
                continue
            late = chance.uniform(0, 0.02)
            bright, level = (chance.uniform(0.7, 1.0) for _ in range(2))
            yield {
                "kind": "pluck",
                "at": start + beat * self.beat + late,
                "pitch": self._pitch(chord + degree + turn),
                "decay": 2.2,
                "bright": self.recipe["pluck"] * bright,
                "pan": chance.uniform(-0.4, 0.4),
                "level": 0.13 * level,
            }
        if melody and chance.random() < 0.7:
            yield {"kind": "pluck", "at": start, "pitch": self._pitch(chord) / 2, "decay": 2.4, "bright": 0.2,
                   "level": 0.15}

    def _drummed(self, start: float, mood: float) -> Iterable[Tone]:
        for beat in (0, self.recipe["beats"] / 2):
            yield {"kind": "struck", "material": "skin", "at": start + beat * self.beat, "pitch": 82.0, "glide": 70.0,
                   "decay": 0.5, "bright": 0.2, "level": 0.16 * mood * (1.0 if beat == 0 else 0.6)}


class Music:
    """Prepares phrases one ahead in its own thread, so that nobody waits for them."""

    def __init__(self, recipe: Mapping[str, Any]) -> None:
        self._minstrel = Minstrel(recipe)
        self._ready: bytes | None = None
        self._thread: threading.Thread | None = None

    def take(self, mood: float) -> bytes | None:
        """The next phrase; None while it is being made. Starts making the one after it, in this
        mood."""
        if self._thread is not None and self._thread.is_alive():
            return None
        phrase, self._ready = self._ready, None
        self._thread = threading.Thread(target=self._make, args=(mood,), name="music", daemon=True)
        self._thread.start()
        return phrase

    def _make(self, mood: float) -> None:
        self._ready = self._minstrel.phrase(mood)
