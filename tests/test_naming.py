"""Names on the screen: typed by keys wherever the pointer rests, in any of the letters that can be drawn."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import game as arcade
from native.screen.art import DRAWN, FOREIGN
from native.strings import Strings
from tests.screen import Screen, screen

LACKING = (
    "Chinese characters", "Japanese letters", "the character U+1F409", "Hebrew letters", "Arabic letters",
)  # fmt: skip


def asked(s: Screen, name: str = "") -> list[str]:
    """Opens the dialog; what it is left with."""
    found: list[str] = []
    s.app.push(arcade.Naming(s.app, "Who?", name, found.append))
    s.app.draw()
    return found


def type_in(s: Screen, text: str) -> None:
    """Types a text as a keyboard of its country does."""
    for sign in text:
        key = pygame.K_SPACE if sign == " " else pygame.K_a
        s.post(pygame.KEYDOWN, key=key, mod=0, unicode=sign, scancode=0)
        s.post(pygame.TEXTINPUT, text=sign)
        s.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def picture(s: Screen, face: str, text: str) -> bytes:
    return pygame.image.tobytes(s.app.art.font(face, 30).render(text, True, (255, 255, 255)), "RGBA")


@pytest.mark.parametrize("name", ["Ada L", "Лев Толстой", "Άννα Ψ", "Žofie Łoś", "Ñu", " Ada", "Ada ", "  Ada L  "])
def test_a_name_is_typed_with_blanks_and_taken_without_those_around_it(tmp_path: Path, name: str) -> None:
    with screen(tmp_path) as s:
        found = asked(s)
        type_in(s, name)
        assert isinstance(s.scene, arcade.Naming)
        assert s.scene.name == name
        s.key("enter")
        assert found == [name.strip()]
        assert not isinstance(s.scene, arcade.Naming)


def test_letters_and_enter_go_to_the_name_wherever_the_pointer_rests(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found = asked(s)
        s.point(s.spot("letterQ").rect.center)
        assert s.app.pointer.focus == "letterQ"
        type_in(s, "H u")
        s.point(s.spot("back").rect.center)
        s.key("enter")
        assert found == ["H u"]


def test_a_letter_that_keys_have_led_to_is_pressed(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found = asked(s)
        s.walk("letterQ", s.key)
        s.key("enter")
        s.key("tab")
        s.key("enter")
        s.walk("take", s.key)
        s.key("enter")
        assert found == ["QR"]


@pytest.mark.long("text", "bold")
@pytest.mark.parametrize("face", ["text", "bold", "title", "number"])
def test_each_sign_that_is_taken_is_drawn_and_no_other_is_taken(tmp_path: Path, face: str) -> None:
    with screen(tmp_path) as s:
        box = picture(s, face, "\uffff")
        reserve = s.app.art.font(face, 30).reserve()
        other = pygame.image.tobytes(reserve.render("\uffff", True, (255, 255, 255)), "RGBA")
        for sign in map(chr, range(0x20, 0x2500)):
            if sign.isprintable() and DRAWN.fullmatch(sign):
                drawn = picture(s, face, sign)
                assert drawn != box, f"{sign!r} has no picture"
                assert not FOREIGN.search(sign) or other != pygame.image.tobytes(
                    reserve.render(sign, True, (255, 255, 255)), "RGBA"
                ), f"{sign!r} has no picture"
        found = asked(s, "Ada")
        for sign, told in zip("漢ひ\U0001f409אع", LACKING, strict=True):
            type_in(s, sign)
            assert s.app.notes.words == Strings("en")("naming.no_letter", letters=told)
            s.app.notes.words = ""
        s.key("enter")
        assert found == ["Ada"]


def test_text_that_comes_without_a_key_is_typed_and_that_of_a_key_is_typed_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found = asked(s)
        s.post(pygame.TEXTINPUT, text="Žo")
        s.post(pygame.KEYDOWN, key=pygame.K_f, mod=0, unicode="f", scancode=9)
        for _ in range(3):  # the system repeats a key that is held
            s.post(pygame.TEXTINPUT, text="f")
        s.post(pygame.KEYUP, key=pygame.K_f, mod=0, unicode="f", scancode=9)
        s.post(pygame.TEXTINPUT, text="ie")
        s.key("enter")
        assert found == ["Žofie"]


def test_the_letter_of_a_command_is_not_typed_into_what_the_command_opens(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.post(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n", scancode=0)
        found = asked(s)
        s.post(pygame.TEXTINPUT, text="n")
        s.post(pygame.KEYUP, key=pygame.K_n, mod=0, unicode="n", scancode=0)
        type_in(s, "Ada")
        s.key("enter")
        assert found == ["Ada"]


@pytest.mark.long
def test_the_system_is_asked_for_text_only_where_something_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere an input method would take the keys that are commands."""
    asked_for: list[object] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: asked_for.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: asked_for.append("stop"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", asked_for.append)
    with screen(tmp_path) as s:
        assert asked_for == ["stop"]
        asked(s)
        assert asked_for == ["stop", "start", s.spot("name").rect]
        s.app.draw()
        s.key("esc")
        s.app.draw()
        assert asked_for[3:] == ["stop"]
        pygame.display.set_mode((400, 300), pygame.RESIZABLE)
        s.post(pygame.VIDEORESIZE, size=(400, 300), w=400, h=300)
        asked(s)
        place = asked_for[-1]
        assert isinstance(place, pygame.Rect)
        assert pygame.Rect(0, 0, 400, 300).contains(place)


def test_text_that_comes_where_nothing_is_typed_does_nothing(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.post(pygame.TEXTINPUT, text="q")
        assert isinstance(s.scene, arcade.Title)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A\u202eda\u200f", "Ada"), ("A\0d\x1ba", "Ada"), ("Ada\nL", "Ada L"), ("Zoe\u0308", "Zoë"),
        ("x" * 99, "x" * 30),
    ],
)
def test_a_name_is_pasted_without_what_nobody_sees(tmp_path: Path, text: str, name: str) -> None:
    with screen(tmp_path) as s:
        found = asked(s)
        s.app.input.copied = text
        s.key("v", pygame.KMOD_CTRL)
        s.key("enter")
        assert found == [name]


def test_a_paste_with_letters_that_cannot_be_drawn_is_refused_whole_and_they_are_named(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found = asked(s, "Ada")
        s.post(pygame.TEXTINPUT, text="L漢字א")
        told = Strings("en")("naming.no_letter", letters="Chinese characters, Hebrew letters")
        assert s.app.notes.words == told
        s.key("enter")
        assert found == ["Ada"]


@pytest.mark.parametrize("language", Strings.languages())
def test_all_words_on_screen_can_be_drawn(language: str) -> None:
    table = Strings(language).table
    assert not {key for key, text in table.items() if not DRAWN.fullmatch(text.replace("\n", ""))}


def test_a_line_is_as_wide_as_it_says(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for face in ("text", "bold", "title", "number"):
            for px in (12, 19, 40):
                font = s.app.art.font(face, px)
                for text in ("Ada", "Ada и Анна", "Ω", "", "Łódź · 3"):
                    drawn = font.render(text, True, (255, 255, 255))
                    assert drawn.get_size() == font.size(text)
                    assert drawn.get_height() == font.get_height()
