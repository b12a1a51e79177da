"""Translations in the data folder: what is written for a translator, how it is read, and a made-up language that
is longer and has more marks than any in the program, drawn on every page."""

from __future__ import annotations

import errno
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import game as arcade
from native.files import put
from native.play import translations
from native.play.lessons import steps_of
from native.play.translations import (
    english,
    lesson_texts,
    names,
    page_texts,
    quoted,
    read,
    sections_of,
    sources,
    unfit,
    valued,
    write,
)
from native.screen.canvas import faults
from native.strings import Strings
from native.tools import commands
from native.tools.shots import draw_shot, game_shots, headless_app, sample_history, scene_shots
from tests.screen import screen

MARKED = str.maketrans("aceginosuyzACEINOSUZ", "áçéģíñőşūýžÅÇÉÍÑÖŠŪŽ")
LONGER = 0.4
AS_WRITTEN = re.compile(r"number\.|word\.date$")  # no words, but forms of numbers and dates


def plain_longer(text: str) -> str:
    """Each word of a text, longer by two fifths, with marks on its letters."""

    def longer(word: re.Match[str]) -> str:
        return word[0].translate(MARKED) + ("őñ" * 9)[: round(len(word[0]) * LONGER)]

    return re.sub(r"[^\W\d_]+", longer, text)


def pseudo(text: str) -> str:
    """A text in the made-up language: longer, with marks, its placeholders as they are."""
    done, depth, start = "", 0, 0
    for at, sign in enumerate(text):
        if sign == "{":
            if depth == 0:
                done, start = done + plain_longer(text[start:at]), at
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                done, start = done + field(text[start : at + 1]), at + 1
    return done + plain_longer(text[start:])


def field(text: str) -> str:
    """A placeholder, with the words that a count chooses between."""
    name, _, forms = text[1:-1].partition(":")
    if "|" not in forms:
        return text
    return f"{{{name}:{'|'.join(pseudo(form) for form in forms.split('|'))}}}"


def put_language(folder: Path, name: str, say: Callable[[str], str] = pseudo) -> dict[str, str]:
    """Writes a whole language into a data folder; its texts."""
    texts = {key: text if AS_WRITTEN.match(key) else say(text) for key, text in english(name).items()}
    write(folder, name, texts)
    return texts


def put_texts(folder: Path, name: str, text: str | bytes, file: str = "some.toml") -> None:
    place = folder / "languages" / name
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_bytes(text.encode() if isinstance(text, str) else text)


def test_the_made_up_language_is_longer_and_keeps_its_placeholders() -> None:
    assert pseudo("{n} {n:move|moves} left") == "{n} {n:mővéőñ|mővéşőñ} léftőñ"
    assert pseudo("Streak: {a:x {b}|y}") == "Štréákőñ: {a:x {b}|ý}"
    told = english("xx")
    assert sum(map(len, map(pseudo, told.values()))) > 1.25 * sum(map(len, told.values()))


# ---- writing ----


def test_every_text_is_written_with_its_english_and_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["language", "xx", "--data-dir", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"language": "xx", "folder": str(tmp_path / "languages" / "xx"), "written": True,
                    "texts": len(english("xx")), "translated": 0, "faults": []}  # fmt: skip
    files = {path.stem: path.read_text("utf-8") for path in (tmp_path / "languages" / "xx").iterdir()}
    assert files.keys() == {"name", *sources()}
    assert "# The title.\n[title]\n" in files["arcade"]
    assert '# Quit\nquit = ""\n' in files["arcade"]
    assert "# Dragonheart: the lessons" in files["heart-lessons"]
    keys = set()
    for text in files.values():
        keys |= {key for key, _ in translations.leaves(tomllib.loads(text))}
    shown = {key for key, text in Strings("en").table.items() if text}
    assert shown <= keys
    assert keys == english("xx").keys()
    for step in steps_of("heart"):
        assert {step.titles.key, step.texts.key, step.tasks.key, step.lesson.key} <= keys
    assert "help.tale.1.text" in keys


def test_what_is_translated_stays_when_the_folder_is_written_again(tmp_path: Path) -> None:
    put_language(tmp_path, "xx")
    before = {path: path.read_bytes() for path in (tmp_path / "languages" / "xx").iterdir()}
    assert commands.main(["language", "xx", "--data-dir", str(tmp_path)]) == 0
    assert {path: path.read_bytes() for path in (tmp_path / "languages" / "xx").iterdir()} == before


def test_nothing_is_written_while_something_would_be_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put_texts(tmp_path, "xx", '[title]\nquit = "Fin"\ngone = "An old text"\n')
    assert commands.main(["language", "xx", "--data-dir", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["written"] is False
    assert told["translated"] == 1
    assert told["faults"] == ["languages/xx/some.toml: title.gone: there is no such text"]
    assert [path.name for path in (tmp_path / "languages" / "xx").iterdir()] == ["some.toml"]


@pytest.mark.parametrize("name", ["Français", "..", "f", "../x", "EN", "a" * 50, ""])
def test_what_names_no_language_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert commands.main(["language", name, "--data-dir", str(tmp_path)]) in (1, 2)
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_through_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "languages").symlink_to(tmp_path / "elsewhere")
    assert commands.main(["language", "xx", "--data-dir", str(tmp_path / "data")]) == 1
    assert "nothing is written through links" in capsys.readouterr().err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_texts_in_a_file_of_the_translators_own_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Written once more beside it, they would stand twice."""
    put_texts(tmp_path, "xx", '[title]\nquit = "Fin"\n', "mine.toml")
    for _ in range(2):
        assert commands.main(["language", "xx", "--data-dir", str(tmp_path)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["written"], told["translated"], told["faults"]) == (True, 1, [])
    assert (tmp_path / "languages" / "xx" / "mine.toml").read_text() == '[title]\nquit = "Fin"\n'
    assert read(tmp_path, "xx").texts == {"title.quit": "Fin"}


def test_a_folder_that_cannot_be_read_is_named_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_texts(tmp_path, "xx", '[title]\nquit = "Fin"\n', "arcade.toml")
    place, listed = tmp_path / "languages" / "xx", Path.iterdir

    def refused(folder: Path) -> Iterator[Path]:
        if folder == place:
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return listed(folder)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "iterdir", refused)
        assert commands.main(["language", "xx", "--data-dir", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["written"], told["faults"]) == (False, ["languages/xx: Permission denied"])
    assert read(tmp_path, "xx").texts == {"title.quit": "Fin"}


@pytest.mark.parametrize("text", ["plain", 'with "quotes" and \\', "two\nlines", 'three """ quotes\nand \\n', "é{n}"])
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    assert tomllib.loads(f"{quoted('a b')} = {valued(text)}") == {"a b": text}


def test_every_group_of_texts_says_where_it_stands() -> None:
    for sections in sources().values():
        assert all(one.where for one in sections)
    (one,) = sections_of({"a": {"b": "x", "empty": ""}}, "here")
    assert one == ("a", "here", {"b": "x"})


# ---- reading ----


@pytest.mark.parametrize(("text", "why"), [
    ("[title", "some.toml: Expected ']'"),
    (b"\xff\xfe", "some.toml: it is not in UTF-8"),
    ("x = " + "[" * 50_000, "some.toml: its tables lie too deep"),
    ("#" * (1 << 20) + "\n", "some.toml: it is larger than 1048576 bytes"),
    ("[title]\nquit = 5", "title.quit: a text must stand there, in quotes, not 5"),
    ('[title]\nquit = ["a"]', "title.quit: a text must stand there"),
    ("title = {quit = 2026-11-22}", "title.quit: a text must stand there"),
    ('[title]\nnothing = "a"', "title.nothing: there is no such text"),
    ('title = "a"', "title: there is no such text"),
    ('[title]\nquit = "a{b}"', "title.quit: it has braces, and the English text has none"),
    (f'[title]\nquit = "{"a" * 60}"', "title.quit: it has 60 letters, and there is room for 52"),
    ('[title]\nquit = "a\\u0007"', "title.quit: it has a sign that no font here draws (U+0007)"),
    ('[title]\nquit = "终"', "title.quit: it has a sign that no font here draws (U+7EC8)"),
    ('[title]\nquit = "a\\nb"', "title.quit: it has several lines"),
    ('"a\\nb" = "x"', 'some.toml: "a\\nb": there is no such text'),
    (f'{"k" * 5000} = "x"', 'kkk ...: there is no such text'),
    ('[word]\ncopied = "x"', "word.copied: it lacks {text}"),
    ('[word]\ncopied = "{text} {other}"', "word.copied: it has {other}, and only {text} can be filled in"),
    ('[word]\ncopied = "{text.__class__}"', "word.copied: it has {text.__class__}, and only {text} can be filled in"),
    ('[word]\ncopied = "{text[0]}"', "word.copied: it has {text[0]}"),
    ('[word]\ncopied = "{text!r}"', "word.copied: it has {text!r}"),
    ('[word]\ncopied = "{}{text}"', "word.copied: it has {}"),
    ('[word]\ncopied = "{text"', "word.copied: its braces are wrong"),
    ('[word]\ncopied = "{text}}"', "word.copied: its braces are wrong"),
    ('[word]\ncopied = "{text} {text:>999999999}"', "word.copied: {text:>999999999} is no form"),
    ('[word]\ncopied = "{text} {text:{text:{text:{text}|b}|b}|b}"', "word.copied: its braces are wrong"),
    ('[unit]\npoints = "{amount} {amount:a|b|c}"', "{amount:a|b|c} has 3 forms, and 2 are needed: 1 | 0, 2, 3,"),
    ('[number]\npoint = "comma"', "number.point: it has 5 letters, and there is room for 2"),
])
def test_each_fault_is_one_line_and_its_text_is_shown_in_english(tmp_path: Path, text: str | bytes, why: str) -> None:
    put_texts(tmp_path, "xx", text)
    put_texts(tmp_path, "xx", '[title]\noptions = "Öptiönen"\n', "good.toml")
    found = read(tmp_path, "xx")
    assert len(found.faults) == 1
    assert why in found.faults[0]
    assert "\n" not in found.faults[0]
    assert len(found.faults[0]) < 200
    assert found.texts == {"title.options": "Öptiönen"}


def test_a_text_that_stands_twice_is_named(tmp_path: Path) -> None:
    for file in ("a.toml", "b.toml"):
        put_texts(tmp_path, "xx", '[title]\nquit = "Fin"\n', file)
    assert read(tmp_path, "xx").faults == ["languages/xx/b.toml: title.quit: it stands there twice"]


def test_what_the_program_says_in_german_would_be_taken() -> None:
    told = dict(Strings("de").table)
    for game in arcade.BOARDS:
        told |= {one.key: one.words["de"].strip() for one in (*lesson_texts(game), *page_texts(game))}
    wanted = english("de")
    assert {key: text for key, text in told.items() if text}.keys() >= wanted.keys()
    assert {key: why for key, text in wanted.items() if (why := unfit(told[key], key, text, "en"))} == {}


def test_a_pipe_is_no_file_to_be_read(tmp_path: Path) -> None:
    put_texts(tmp_path, "xx", "")
    os.mkfifo(tmp_path / "languages" / "xx" / "pipe.toml")
    assert read(tmp_path, "xx").faults == ["languages/xx/pipe.toml: it is no ordinary file"]


def test_what_is_missing_is_said_in_english_text_by_text(tmp_path: Path) -> None:
    counted = '[unit]\npoints = "{amount} {amount:pöint|pöints}"'
    put_texts(tmp_path, "xx", f'[title]\nquit = "Fin"\noptions = ""\n{counted}')
    found = read(tmp_path, "xx")
    assert found.faults == []
    t = Strings("xx", found.texts)
    assert (t("title.quit"), t("title.options")) == ("Fin", "Options")
    assert [put(t("unit.points"), {"amount": n}) for n in (1, 2)] == ["1 pöint", "2 pöints"]
    assert steps_of("duel")[0].title(t) == steps_of("duel")[0].title(Strings("en"))


@pytest.mark.parametrize(("language", "forms", "told"), [
    ("ru", "очко|очка|очков", {0: "очков", 1: "очко", 2: "очка", 11: "очков", 21: "очко", 24: "очка"}),
    ("pl", "punkt|punkty|punktów", {1: "punkt", 2: "punkty", 5: "punktów", 12: "punktów", 21: "punktów"}),
    ("cs", "bod|body|bodů", {0: "bodů", 1: "bod", 4: "body", 5: "bodů", 22: "bodů"}),
    ("lt", "taškas|taškai|taškų", {1: "taškas", 2: "taškai", 10: "taškų", 11: "taškų", 21: "taškas", 25: "taškai"}),
    ("lv", "punkts|punkti|punktu", {0: "punktu", 1: "punkts", 5: "punkti", 11: "punktu", 21: "punkts"}),
    ("is", "stig eitt|stig", {0: "stig", 1: "stig eitt", 11: "stig", 21: "stig eitt"}),
    ("ga", "a|b|c|d|e", {0: "e", 1: "a", 2: "b", 6: "c", 10: "d", 11: "e"}),
    ("cy", "a|b|c|d|e|f", {0: "a", 1: "b", 2: "c", 3: "d", 6: "e", 4: "f"}),
    ("mt", "a|b|c|d", {0: "b", 1: "a", 10: "b", 11: "c", 20: "d", 101: "d", 102: "b"}),
    ("ro", "punct|puncte|de puncte", {0: "puncte", 1: "punct", 19: "puncte", 20: "de puncte", 101: "puncte"}),
    ("sl", "točka|točki|točke|točk", {1: "točka", 2: "točki", 3: "točke", 5: "točk", 101: "točka"}),
    ("fr", "point|points", {0: "point", 1: "point", 2: "points"}),
    ("pt-BR", "ponto|pontos", {0: "ponto", 1: "ponto", 2: "pontos"}),
    ("nl", "punt|punten", {0: "punten", 1: "punt", 2: "punten"}),
])
def test_each_language_counts_in_its_own_way(
    tmp_path: Path, language: str, forms: str, told: dict[int, str]
) -> None:
    put_texts(tmp_path, language, f'[unit]\npoints = "{{amount}} {{amount:{forms}}}"\n')
    found = read(tmp_path, language)
    assert found.faults == []
    t = Strings(language, found.texts)
    assert {number: t("unit.points", amount=number).partition(" ")[2] for number in told} == told
    last = forms.rpartition("|")[2]
    assert t("unit.points", amount="2.5") == f"2.5 {last}"
    assert t("unit.points", amount="−1").endswith(told[1])
    fewer = forms.rpartition("|")[0]
    put_texts(tmp_path, language, f'[unit]\npoints = "{{amount}} {{amount:x|{forms}}}{{amount:{fewer}}}"\n')
    (fault,) = read(tmp_path, language).faults
    assert "forms, and" in fault


def test_what_is_chosen_may_hold_placeholders_of_its_own() -> None:
    assert translations.ruled("{a:x {b}|y|z} {c} {d:acc}", "ru") == "{a:x {b}|y|z|@ru} {c} {d:acc}"
    assert translations.ruled("no braces", "ru") == "no braces"


def test_a_narrow_space_before_a_sign_is_one_that_the_fonts_have(tmp_path: Path) -> None:
    """As French sets it before a question mark."""
    put_texts(tmp_path, "fr", '[title]\nleave = "Quitter\\u202f?"\n')
    found = read(tmp_path, "fr")
    assert (found.faults, found.texts) == ([], {"title.leave": "Quitter\u00a0?"})


def test_a_built_in_language_can_be_mended(tmp_path: Path) -> None:
    put_texts(tmp_path, "de", '[title]\nquit = "Schluss"\n')
    t = Strings("de", read(tmp_path, "de").texts)
    assert (t("title.quit"), t("title.options")) == ("Schluss", Strings("de")("title.options"))


def test_lessons_and_rules_are_said_in_it(tmp_path: Path) -> None:
    put_texts(tmp_path, "xx", '[lesson.duel.1.1]\ntitle = "Ein"\n[help.duel.1]\ntitle = "Regeln"\n')
    with screen(tmp_path) as s:
        s.app.session.settings.language = "xx"
        s.app.settings_changed("language")
        assert steps_of("duel")[0].title(s.app.session.strings) == "Ein"
        assert arcade.Rules(s.app, "duel").said("title") == "Regeln"


# ---- on screen ----


def test_the_options_offer_it_by_its_own_name(tmp_path: Path) -> None:
    put_texts(tmp_path, "xx", '[options]\n"language.xx" = "Xanisch"\nlanguage = "Språk"\n')
    put_texts(tmp_path, "Nothing", "")
    (tmp_path / "languages" / "yy").write_text("no folder")
    assert names(tmp_path) == ["xx"]
    with screen(tmp_path) as s:
        assert s.app.session.languages() == ["de", "en", "xx"]
        options = arcade.Options(s.app)
        s.app.push(options)
        options.change("language", 1)
        assert s.app.session.settings.language == "xx"
        said = s.words()
        assert "Xanisch" in said
        assert "Språk" in said
        anew = s.app.scenes[-1]
        assert isinstance(anew, arcade.Options)
        anew.change("language", 1)
        assert s.app.session.settings.language == "de"
    with screen(tmp_path) as s:  # the choice is kept, and so is one whose folder is gone
        assert s.app.session.settings.language == "de"


def test_a_language_whose_folder_is_gone_is_english(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.language = "xx"
        s.app.session.save_settings()
    with screen(tmp_path) as s:
        assert s.app.session.strings("title.quit") == Strings("en")("title.quit")


def test_a_faulty_language_is_told_once_in_a_notice(tmp_path: Path) -> None:
    put_texts(tmp_path, "xx", '[word]\ncopied = "x"\n[title]\nquit = "{"')
    with screen(tmp_path) as s:
        s.app.session.settings.language = "xx"
        s.app.settings_changed("language")
        (told,) = s.app.session.database.complaints()
        assert Strings("en")(told.key, **told.values) == (
            "languages/xx has 2 faults, and the texts concerned are shown as before. "
            "The command language xx lists them."
        )


def test_a_folder_that_is_not_named_after_a_language_is_told(tmp_path: Path) -> None:
    for name in ("Français", "pt_BR", "xx", ".git"):
        put_texts(tmp_path, name, '[title]\nquit = "Fin"\n')
    (tmp_path / "languages" / "Notes").mkdir()
    with screen(tmp_path) as s:
        assert "xx" in s.app.session.languages()
        s.app.session.speak()
        (told,) = s.app.session.database.complaints()
        assert told == ("word.no_language", {"names": "Français, pt_BR"})


@pytest.mark.long
@pytest.mark.parametrize("game", ["", *arcade.BOARDS])
def test_no_word_of_a_longer_language_is_cut(tmp_path: Path, game: str) -> None:
    """Every page and every table at the usual size, in a language that is longer than English by two fifths."""
    put_language(tmp_path, "xx")
    assert read(tmp_path, "xx").faults == []
    app = headless_app((1280, 720), tmp_path)
    app.session.settings.language = "xx"
    app.settings_changed("language")
    sample_history(app)
    every = scene_shots(app)
    shots = game_shots(app, game) if game else {
        name: make for name, make in every.items() if name.partition("-")[0] not in arcade.BOARDS
    }
    wrong: dict[str, list[str]] = {}
    for name, make in shots.items():
        draw_shot(app, make)
        found = faults(app.canvas)
        wrong |= {name: found} if found else {}
    app.close()
    assert wrong == {}
