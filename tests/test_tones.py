"""Sounds and music: loud enough, never too loud, in tune, without clicks; music that goes on without repeating."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest

import native
from native import Match
from native.files import game_tables
from native.screen.sound import BLOCK_MS, MIX, Sound, level, measured, room_for, together
from native.screen.theme import GAME_THEMES
from native.screen.tones import RATE, Minstrel, effect
from native.store.settings import Settings

RECIPES = tomllib.loads((native.assets_dir() / "sounds.toml").read_text("utf-8"))
EFFECTS = sorted(RECIPES)
MUSIC = game_tables("music.toml")
GRAND = [name for name in EFFECTS if RECIPES[name].get("grand")]
# What is heard all the time.
SMALL = ["deal", "place", "flip", "score", "pay", "turn", "pair", "penalty", "fire", "take", "block"]
CLASSES = {  # how loud the kinds of sounds are to the ear, in decibels below full scale: from, to
    "the focus moves": (["move"], (-38, -32)),
    "what is pressed": (["accept", "error"], (-34, -27)),
    "what is heard all the time": (SMALL, (-27, -25)),
    "between": (["hit", "bell"], (-24, -21)),
    "moments": (GRAND, (-20, -17.5)),
}


def heard(samples: bytes) -> Any:
    """Samples as numbers -1 .. 1, a row a frame."""
    return np.frombuffer(samples, dtype="<i2").reshape(-1, 2) / 32768


def ear(hertz: Any) -> Any:
    """How loud the ear finds a frequency at equal power: the A-weighting of IEC 61672."""
    square = hertz**2
    near = np.sqrt((square + 107.7**2) * (square + 737.9**2))
    return 1.2589 * 12194**2 * square**2 / ((square + 20.6**2) * near * (square + 12194**2))


def to_the_ear(sound: Any) -> float:
    """The loudest tenth of a second to the ear, in decibels below full scale."""
    frames = RATE // 10
    heights = ear(np.fft.rfftfreq(frames, 1 / RATE))[:, None]
    parts = [sound[start : start + frames] for start in range(0, len(sound) - frames, frames // 4)]
    powers = [(np.abs(np.fft.rfft(part, axis=0) * heights) ** 2).sum(axis=0).mean() for part in parts]
    return float(10 * np.log10(2 * max(powers) / frames**2))


def laid(sound: Any, start: int, frames: int) -> Any:
    whole = np.zeros((frames, 2))
    part = sound[: frames - start]
    whole[start : start + len(part)] = part
    return whole


def loudest(sound: Any) -> float:
    """The loudest tenth of a second in decibels below full scale."""
    parts = np.array_split(sound.mean(axis=1) ** 2, max(1, 20 * len(sound) // RATE))
    joined = [np.concatenate(pair).mean() for pair in zip(parts, [*parts[1:], parts[-1]], strict=True)]
    return float(10 * np.log10(max(joined)))


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_heard_and_neither_clips_nor_clicks(name: str) -> None:
    sound = heard(effect(RECIPES[name]))
    assert 0.1 < np.abs(sound).max() < 0.95
    assert -36 < loudest(sound) < -14
    assert np.abs(sound[0]).max() < 0.03
    assert np.abs(sound[-1]).max() < 0.01
    assert len(sound) < 4 * RATE


def test_a_moment_is_six_to_ten_decibels_louder_than_what_is_heard_all_the_time() -> None:
    loud = {name: to_the_ear(heard(effect(RECIPES[name]))) for name in [*GRAND, *SMALL]}
    steps = {(big, small): loud[big] - loud[small] for big in GRAND for small in SMALL}
    assert {pair: round(step, 1) for pair, step in steps.items() if not 6 <= step <= 10} == {}


@pytest.mark.parametrize("kind", CLASSES)
def test_sounds_of_a_class_are_equally_loud(kind: str) -> None:
    names, (least, most) = CLASSES[kind]
    loud = {name: round(to_the_ear(heard(effect(RECIPES[name]))), 1) for name in names}
    assert {name: found for name, found in loud.items() if not least <= found <= most} == {}


def test_each_sound_has_a_class() -> None:
    assert sorted(name for names, _ in CLASSES.values() for name in names) == EFFECTS


@pytest.mark.parametrize("setting", [10, 40, 70, 100])
def test_the_four_that_reach_farthest_do_not_clip_with_the_music_whenever_each_begins(setting: int) -> None:
    sounds = {name: measured(effect(RECIPES[name])) for name in EFFECTS}
    four = sorted(EFFECTS, key=lambda name: max(sounds[name].peaks))[-4:]
    for starts in ((0, 0, 0, 0), (0, 20, 40, 60), (0, 130, 270, 410)):
        playing: list[tuple[int, str]] = []
        mix = np.zeros((3 * RATE, 2))
        for start, name in zip(starts, four, strict=True):
            playing.append((start, name))
            most = together([(start - began, sounds[one].peaks) for began, one in playing])
            loud = room_for(most, setting, level(100) * MIX["music"] / 100)
            mix[start * RATE // 1000 :] = 0  # from now on they are as loud as that
            for began, one in playing:
                whole = laid(heard(sounds[one].samples), began * RATE // 1000, len(mix)) * loud
                mix[start * RATE // 1000 :] += whole[start * RATE // 1000 :]
        assert 0 < np.abs(mix).max() + level(100) * MIX["music"] / 100 < 1, starts


def test_one_sound_is_as_loud_as_is_wanted_where_there_is_room() -> None:
    loudest_of_all = max(max(measured(effect(RECIPES[name])).peaks) for name in EFFECTS)
    assert room_for(loudest_of_all, 100, level(100, MIX["yields"] / 100) * MIX["music"] / 100) == level(100)
    assert room_for(0.0, 60, 0.0) == level(60)


def test_what_has_faded_takes_no_room() -> None:
    peaks = [1.0] * 4 + [0.1] * 4
    assert together([(0, peaks), (0, peaks)]) == 2.0
    assert together([(4 * BLOCK_MS, peaks), (0, peaks)]) == 1.1
    assert together([(9 * BLOCK_MS, peaks)]) == together([]) == 0.0


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sound]:
    """What plays sounds, on a device that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init(RATE, -16, 2, 512)
    sound = Sound(Settings(), mute=True)
    sound.on = True
    yield sound
    pygame.mixer.quit()


def test_sounds_that_are_played_at_once_share_the_room(playing: Sound) -> None:
    sound = playing
    sound.settings.sound = 100
    sound.play("slain")
    alone = sound.sounds["slain"].get_volume()
    for name in ("roar", "fall", "hundred"):
        sound.play(name)
    shared = {name: one.get_volume() for name, one in sound.sounds.items()}
    assert len(set(shared.values())) == 1 and 0 < shared["slain"] < alone


@pytest.mark.parametrize("game", native.GAMES)
def test_what_is_announced_and_heard_exists(game: str) -> None:
    own = GAME_THEMES[game].get("event_sounds", {})
    assert set(own) <= set(Match(game, seed=1).info.says)
    assert set(own.values()) <= set(EFFECTS)


@pytest.mark.long("tale-100", "tricks-100", "duel-30", "tale-30", "tale-60", "tricks-60")
@pytest.mark.parametrize("setting", [30, 60, 100])
@pytest.mark.parametrize("game", native.GAMES)
def test_a_moment_with_cards_a_score_and_music_does_not_clip(game: str, setting: int) -> None:
    frames = 2 * RATE
    phrase = heard(Minstrel(MUSIC[game]).phrase(1.0))
    top = int(np.abs(phrase).max(axis=1).argmax())
    music = laid(phrase[max(0, top - RATE // 4) :], 0, frames) * level(setting, MIX["yields"] / 100)
    cards = [heard(effect(RECIPES[name])) for name in ("place", "flip", "take", "score")]
    for big in GRAND:
        moment = laid(heard(effect(RECIPES[big])), 0, frames)
        for late in (0, RATE // 20, RATE // 5):
            mix = sum((laid(card, late, frames) for card in cards), moment) * level(setting) + music
            assert np.abs(mix).max() < 1, (big, late)


def test_music_sinks_under_a_moment_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Sound(Settings(), mute=True)
    grand = [True]
    monkeypatch.setattr(Sound, "grand", property(lambda _: grand[0]))
    assert sound.give_way() == MIX["yields"] / 100
    grand[0] = False
    rising = [sound.give_way() for _ in range(200)]
    assert MIX["yields"] / 100 < rising[0] < 0.5 and rising == sorted(rising) and rising[-1] == 1.0
    assert level(60, rising[0]) < level(60) == 0.36 * MIX["room"] / 100


def test_music_yields_to_what_is_grand_alone(playing: Sound) -> None:
    sound = playing
    sound.settings.sound = 50
    sound.play("place")
    assert not sound.grand
    sound.make(["slain"])
    sound.play("slain")
    assert sound.grand and not sound.made


@pytest.mark.parametrize("pitch", [82.0, 220.0, 440.0, 880.0, 1318.5])
@pytest.mark.parametrize("kind", ["pluck", "struck", "pad"])
def test_a_note_is_in_tune_to_five_cents(kind: str, pitch: float) -> None:
    tone = {"kind": kind, "pitch": pitch, "decay": 2.0, "level": 0.3, "bright": 0.3}
    sound = heard(effect({"room": 0, "tones": [tone | ({"length": 2.0, "attack": 0.1} if kind == "pad" else {})]}))
    spectrum = np.abs(np.fft.rfft(sound[:, 0] * np.hanning(len(sound)), 1 << 19))
    hertz = np.fft.rfftfreq(1 << 19, 1 / RATE)
    near = (hertz > 0.94 * pitch) & (hertz < 1.06 * pitch)
    found = hertz[near][np.argmax(spectrum[near])]
    assert abs(1200 * np.log2(found / pitch)) < 5


@pytest.mark.parametrize("game", native.GAMES)
def test_music_goes_on_for_three_minutes_without_repeating(game: str) -> None:
    minstrel = Minstrel(MUSIC[game])
    count = -(-180 * RATE // minstrel.frames)
    scores = [str([tone for tone in minstrel.score(n, 0.3) if tone["kind"] == "pluck"]) for n in range(count)]
    assert len(set(scores)) == count


@pytest.mark.long("tale", "heart", "duel", "tricks")
@pytest.mark.parametrize("game", native.GAMES)
def test_phrases_join_without_a_click_and_stay_quiet(game: str) -> None:
    minstrel = Minstrel(MUSIC[game])
    phrases = [heard(minstrel.phrase(mood)) for mood in (0.2, 0.4, 1.0)]
    for one, other in pairwise(phrases):
        assert np.abs(other[0] - one[-1]).max() < 0.02
    assert max(np.abs(phrase).max() for phrase in phrases) < MIX["music"] / 100
    assert all(-30 < loudest(phrase) < -14 for phrase in phrases)


@pytest.mark.parametrize("game", native.GAMES)
def test_the_end_of_a_match_sounds_fuller_than_its_beginning(game: str) -> None:
    minstrel = Minstrel(MUSIC[game])

    def notes(mood: float) -> int:
        return sum(tone["kind"] != "pad" for n in range(12) for tone in minstrel.score(n, mood))

    assert notes(0.0) < notes(0.5) < notes(1.0)


@pytest.mark.long
def test_the_same_recipe_makes_the_same_sound() -> None:
    assert effect(RECIPES["fire"]) == effect(RECIPES["fire"])
    one, other = (Minstrel(MUSIC["duel"]) for _ in range(2))
    assert [one.phrase(0.5) for _ in range(2)] == [other.phrase(0.5) for _ in range(2)]
