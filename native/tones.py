"""Sounds as numbers: samples made from the recipes of assets/sounds.toml."""

from __future__ import annotations

import math
import random
from array import array
from typing import Any

RATE = 22_050  # samples a second, 16 bits, one channel


def synthesise(voices: list[dict[str, Any]]) -> array[int]:
    """The samples of a sound: sine waves and noise that glide and fade, one over the other."""
    length = max(int(RATE * (voice["ms"] + voice.get("at", 0)) / 1000) for voice in voices)
    sums = [0.0] * length
    noise = random.Random(1)
    for voice in voices:
        count, start, phase, held = int(RATE * voice["ms"] / 1000), int(RATE * voice.get("at", 0) / 1000), 0.0, 0.0
        for i in range(count):
            done = i / count
            pitch = voice["from"] + (voice["to"] - voice["from"]) * done
            phase += pitch / RATE
            if voice["wave"] == "noise":
                held += (noise.uniform(-1, 1) - held) * min(1.0, 3 * pitch / RATE)
                value = held * 1.6
            else:
                value = math.sin(math.tau * phase)
            soft = min(1.0, i / 40) * min(1.0, (count - i) / 40)  # no click at either end
            sums[start + i] += value * voice["level"] * math.exp(-voice["decay"] * done) * soft
    return samples(sums, 32_000)


def compose(recipe: dict[str, Any]) -> array[int]:
    """A loop of music: a drone and sparse plucked notes, the same each time."""
    length = int(RATE * recipe["seconds"])
    chance = random.Random(5)
    sums = [0.0] * length
    for number, pitch in enumerate(recipe["drone"]):
        whole = round(pitch * recipe["seconds"]) / recipe["seconds"]  # so that the loop closes without a click
        step, swell = math.tau * whole / RATE, math.tau * (number + 1) / length
        for i in range(length):
            sums[i] += math.sin(step * i) * (0.10 + 0.03 * math.sin(swell * i))
    at = 0.4
    while at < recipe["seconds"] - 3:
        pitch, start = chance.choice(recipe["scale"]), int(at * RATE)
        for i in range(int(RATE * 2.4)):
            turn = math.tau * pitch * i / RATE
            sums[start + i] += (math.sin(turn) + 0.4 * math.sin(2 * turn)) * 0.11 * math.exp(-i / RATE * 2.6)
        at += chance.choice((1.0, 1.5, 1.5, 2.0, 3.0))
    return samples(sums, 26_000)


def samples(sums: list[float], loudness: int) -> array[int]:
    """Numbers of -1 .. 1 as 16 bits, what is louder cut off."""
    return array("h", (int(max(-1.0, min(1.0, value)) * loudness) for value in sums))
