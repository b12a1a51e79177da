"""The headless commands as a program at a terminal meets them: one JSON document, exit status, one line of error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import native
from native import GAMES, LEVELS, Match
from native.tools import arena, arguments, commands

ROOT = Path(native.__file__).resolve().parent.parent
DUEL: dict[str, Any] = {"hoard": 1, "game": "duel", "options": {"open_hands": True, "first": 0}, "seed": 7}


def command(*words: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [sys.executable, "-m", "native.tools.commands", *words],
        cwd=ROOT, input=data, capture_output=True, check=False
    )


def answer(*words: str, stdin: str | bytes = b"") -> dict[str, Any]:
    """The one JSON document that a command prints when all is well."""
    done = command(*words, stdin=stdin)
    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def refused(*words: str, stdin: str | bytes = b"") -> str:
    """The one line with which a command refuses its input."""
    done = command(*words, stdin=stdin)
    assert done.returncode == 1
    assert done.stdout == b""
    line = done.stderr.decode()
    assert line.count("\n") == 1
    assert "Traceback" not in line
    return line


def record(moves: int, seed: int = 7, **parts: Any) -> str:
    """A duel in which the first so many moves are the last of each list."""
    match = Match("duel", DUEL["options"], seed)
    for _ in range(moves):
        match.play(match.legal()[-1])
    return json.dumps({**match.record(), **parts})


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "record.json"
    path.write_text(record(12))
    return str(path)


# ---- replay ----


def test_replay_prints_the_position_reached(file: str) -> None:
    found = answer("replay", file)
    match = Match.load(Path(file).read_text())
    assert list(found) == ["game", "options", "moves_played", "over", "to_act", "legal", "scores", "state"]
    assert found["options"] == {"open_hands": True, "first_to": 1, "first": 0}
    assert found["moves_played"] == 12
    assert found["legal"] == match.legal()
    assert found["state"] == match.state()
    assert (found["over"], found["to_act"], found["scores"]) == (False, 0, [0, 0])


@pytest.mark.long
def test_replay_upto_stops_there(file: str) -> None:
    assert answer("replay", file, "--upto", "0")["state"]["grid"] == []
    assert answer("replay", file, "--upto", "1")["moves_played"] == 1
    assert answer("replay", file, "--upto", "12") == answer("replay", file)
    assert "there is no move 13" in refused("replay", file, "--upto", "13")


def test_replay_checks_moves_behind_upto(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**DUEL, "moves": ["1@0,0", "9@9,9"]}))
    assert 'move 2 "9@9,9"' in refused("replay", str(path), "--upto", "1")


def test_replay_for_a_seat_hides_the_other_hand_and_the_others_moves() -> None:
    text = json.dumps({**DUEL, "options": {"first": 0}, "moves": ["1@0,0"]})
    own, other = (answer("replay", "-", "--seat", seat, stdin=text) for seat in "10")
    assert own["state"]["hands"][0] == "?" * 7
    assert other["state"]["hands"][1] == "?" * 8
    assert "?" not in own["state"]["hands"][1]
    assert own["legal"]
    assert other["legal"] == []
    assert other["to_act"] == 1


def test_a_finished_match_has_winners_and_nobody_to_move() -> None:
    found = answer("replay", "-", stdin=record(16))
    assert found["over"] is True
    assert found["to_act"] is None
    assert found["legal"] == []
    assert found["winners"] == [seat for seat in (0, 1) if found["scores"][seat] == max(found["scores"])]
    assert all(type(score) is int or score == 0.5 for score in found["scores"])


@pytest.mark.long("tale", "tricks")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_replays(game: str) -> None:
    match = Match(game, {}, 5)
    while not match.over:
        match.play(match.legal()[0])
    text, moves = json.dumps(match.record()), len(match.moves)
    assert answer("replay", "-", stdin=text)["winners"] == match.winners
    for seat in range(match.seats_count):
        seen = answer("replay", "-", "--seat", str(seat), "--upto", str(moves // 2), stdin=text)
        match.goto(moves // 2)
        assert seen["state"] == json.loads(json.dumps(match.state(seat)))
        match.goto(moves)


# ---- refusals ----


@pytest.mark.long
def test_errors_name_file_move_text_and_reason(tmp_path: Path) -> None:
    path = tmp_path / "lost dragon.json"
    path.write_text(json.dumps({**DUEL, "moves": ["1@0,0", "1@5,0"]}))
    line = refused("replay", str(path))
    for words in (str(path), "move 2", '"1@5,0"'):
        assert words in line
    assert "standard input: move 2" in refused("replay", "-", stdin=path.read_text())


BAD = {"empty": b"", "encoding": b"\xff\xfe", "deep": b"[" * 10**6, "incomplete": b'{"hoard": 1}', "null": b"null",
       "surrogate": b'{"x": "\\ud800"}', "huge": b"1" * 5_000_000}


@pytest.mark.parametrize("name", ["replay", "solve", "advise"])
@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
@pytest.mark.long(*(f"{bad}-{name}" for bad in BAD if bad != "incomplete" for name in ("solve", "advise")))
def test_bad_input_is_one_line(name: str, data: bytes) -> None:
    assert refused(name, "-", stdin=data).startswith("standard input: ")


@pytest.mark.long
def test_odd_file_names_are_one_line(tmp_path: Path) -> None:
    refused("replay", str(tmp_path / "none"))
    refused("replay", str(tmp_path))
    refused("replay", str(tmp_path / "two\nlines"))
    refused("replay", str(tmp_path / "\udcff"))


WRONG_LINES = """
fly
replay
replay a b
replay - --upto -1
replay - --upto x
replay - --seat one
replay - --wings
solve - --time 0
solve - --time nan
solve - --memory 1.5
solve - --objective=
advise - --level god
advise - --rng -1
arena
arena --game chess --seats random --games 1
arena --game duel --seats a,b --games 1
arena --game duel --seats random,plain* --games 1
arena --game duel --seats random,plain*0 --games 1
arena --game duel --seats random,plan*2 --games 1
arena --game duel --seats random,random --games 0
arena --game duel --seats random,random --games 1 --option x
"""


@pytest.mark.parametrize("words", [line.split() for line in WRONG_LINES.splitlines()])
def test_a_wrong_command_line_is_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "usage" in said.err


def test_a_program_ends_with_the_status_of_its_command() -> None:
    done = command("fly")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"usage" in done.stderr


def test_a_reader_that_leaves_early_is_no_traceback(file: str) -> None:
    shell = f'"{sys.executable}" -m native.tools.commands replay "{file}" | true; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, check=False)
    assert done.stderr == b""


# ---- solve and advise ----


def test_solve_prints_the_exact_value_of_every_move(file: str) -> None:
    found = answer("solve", file)
    match = Match.load(Path(file).read_text())
    solution = match.solve()
    assert found["exact"] is True
    assert {m["move"] for m in found["moves"]} == set(match.legal()) == set(found["legal"])
    assert [m["value"] for m in found["moves"]] == [m.value for m in solution.moves]
    assert all(type(m["value"]) is int for m in found["moves"])
    highest = max(m["value"] for m in found["moves"])
    assert all(m["best"] == (m["value"] == highest) for m in found["moves"])
    assert found["seconds"] >= 0
    assert found["nodes"] >= 0


@pytest.mark.long
def test_solve_refuses_what_it_cannot_solve(file: str) -> None:
    assert '"victory"' in refused("solve", file, "--objective", "victory")
    assert "time" in refused("solve", "-", "--time", "0.001", stdin=record(0))


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if not game.solvable])
def test_solve_refuses_a_game_without_an_open_solver(game: str) -> None:
    assert game in refused("solve", "-", stdin=json.dumps(Match(game).record()))


@pytest.mark.parametrize("name", ["solve", "advise"])
def test_a_finished_match_is_neither_solved_nor_advised(name: str) -> None:
    assert "over" in refused(name, "-", stdin=record(16))


@pytest.mark.long
def test_advise_is_the_seats_view_and_repeats_itself(file: str) -> None:
    text = json.dumps({**json.loads(Path(file).read_text()), "options": {"first": 0}})
    for level in LEVELS:
        found = answer("advise", "-", "--level", level, "--rng", "5", stdin=text)
        again = answer("advise", "-", "--level", level, "--rng", "5", stdin=text)
        for one in (found, again):
            del one["seconds"]
        assert found == again
        assert found["level"] == level
        assert found["move"] in found["legal"]
        assert {m["move"] for m in found["moves"]} == set(found["legal"])
        assert found["proof"] in ("exact", "every world", "equilibrium", "estimate")
        assert set(found["state"]["hands"][1]) == {"?"}


# ---- arena and bench ----


@pytest.mark.long
def test_the_arena_rotates_the_seats_on_the_same_deals() -> None:
    words = ["--game", "duel", "--seats", "greedy,random", "--games", "7", "--seed", "3"]
    found = answer("arena", *words)
    assert found["games"] == 8
    assert [side["level"] for side in found["seats"]] == ["greedy", "random"]
    first, second = found["seats"]
    draws = first["draws"]
    assert draws == second["draws"]
    assert first["wins"] + second["wins"] + draws == 8
    assert first["mean_score"] == (first["wins"] + draws / 2) / 8
    middle, low, high = found["elo"]["greedy-random"]
    assert low <= middle <= high
    assert set(found["ms_per_move"]) == {"greedy", "random"}
    again = answer("arena", *words)
    assert (again["seats"], again["elo"]) == (found["seats"], found["elo"])


@pytest.mark.long
def test_each_pair_of_different_levels_has_one_elo() -> None:
    words = ["--game", "tricks", "--option", "players=3", "--seats", "random,greedy,random", "--games", "3"]
    found = answer("arena", *words)
    assert (found["games"], found["deals"]) == (3, 1)
    assert list(found["elo"]) == ["random-greedy"]
    assert sum(side["wins"] for side in found["seats"]) <= 3


def test_a_level_in_the_arena_may_have_a_multiple_of_its_counts() -> None:
    asked: list[tuple[str, int]] = []

    class Noted(Match):
        def advise(self, level: str = "dragon", rng: int = 0, *_: Any, permille: int = 0, **__: Any) -> Any:
            asked.append((level, permille))
            return super().advise("random", rng)

    arena.play_out(Noted("duel", {}, 1), ["plain*10", "plain*0.5"], 0, 0.02, {})
    assert set(asked) == {("plain", 200), ("plain", 10)}
    found = answer("arena", "--game", "duel", "--games", "2", "--seats", "plain*2,plain", "--budget", "0.01")
    assert [side["level"] for side in found["seats"]] == ["plain*2", "plain"]
    assert list(found["elo"]) == ["plain*2-plain"]


@pytest.mark.long
def test_the_arena_says_what_is_wrong() -> None:
    words = ["arena", "--game", "duel", "--games", "1", "--seats"]
    assert "2 seats" in refused(*words, "random")
    assert "first_to" in refused(*words, "random,random", "--option", "first_to=9")
    assert '"wings"' in refused(*words, "random,random", "--option", "wings=true")


def test_an_option_of_the_arena_is_json_or_else_text() -> None:
    assert arguments.option("open_hands=true") == ("open_hands", True)
    assert arguments.option("level=expert") == ("level", "expert")
    assert arguments.option('level="3"') == ("level", "3")
    assert arguments.option("a==") == ("a", "=")


def test_two_sides_share_the_seats_of_a_team_game() -> None:
    teams = Match("tale", {"teams": True}, 1)
    assert arena.side_of_seats(teams, ["dragon", "plain"]) == [0, 1, 0, 1]
    assert arena.side_of_seats(teams, ["dragon", "plain", "plain", "plain"]) == [0, 1, 2, 3]


def test_elo_is_that_of_the_share_won_and_its_interval_narrows_with_the_deals() -> None:
    middle, low, high = arena.elo_interval([0.5] * 20 + [1.0] * 20 + [0.75] * 60)
    assert middle == pytest.approx(190.8, abs=0.1)  # 400 * log10(3)
    assert low < middle < high
    few = arena.elo_interval([0.5, 1.0, 0.75, 0.75])
    assert few[0] == middle
    assert few[1] < low < high < few[2]
    assert arena.elo_interval([0.5, 0.5]) == pytest.approx([0, -few_sided(2), few_sided(2)], abs=0.1)
    middle, low, high = arena.elo_interval([1.0] * 10)  # a side that wins all
    assert 0 < low < middle <= high < 1e4


def few_sided(deals: int) -> float:
    """Half the interval's width at equal shares, by Wilson's formula written out, clipped as for so few deals."""
    z = 1.96
    half = z / (1 + z * z / deals) * (0.25 / deals + z * z / (4 * deals * deals)) ** 0.5
    return arena.elo(min(0.5 + half, 1 - 0.5 / (deals + 1)))


@pytest.mark.long
def test_bench_runs_those_that_are_named() -> None:
    found = answer("bench", "playouts/duel")
    assert list(found) == ["playouts/duel"]
    assert found["playouts/duel"]["per_s"] > 0
    assert '"fly"' in refused("bench", "fly")


# ---- starting ----


def test_version_names_what_runs() -> None:
    found = answer("--version")
    assert set(found) == {"version", "engine", "python", "pygame-ce"}
    assert found["version"] == native.VERSION


def test_the_commands_import_nothing_heavy(file: str) -> None:
    """What takes long to import is not there after a replay; this is what keeps the start short."""
    code = (
        "import sys, native.tools.commands; native.tools.commands.main(['replay', sys.argv[1]]);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, file], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"pygame", "numpy", "scipy", "cffi", "pycparser", "asyncio", "email", "setuptools", "unittest", "ssl"}
    assert not heavy & set(done.stderr.split())
