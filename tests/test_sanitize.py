"""The engine under the address and undefined behaviour sanitizers: nothing is found, and what is planted is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import native
from native import LEVELS
from native.build_ffi import compiler
from tests.campaign import kill, sanitized
from tests.campaign.fuzz import seed_of_the_tree
from tests.campaign.sanitized import LIBRARIES, SANITIZE, NoSanitizer
from tests.test_engine import combinations

ROOT = Path(native.__file__).resolve().parent.parent
DRIVERS = [sanitized.DRIVER, kill.INSIDE, ROOT / "tests" / "elsewhere" / "decide.c"]
PLANTED = {
    "beyond an array": "int main(int n, char **v) { char a[4] = {0}; (void)v; return a[n + 3]; }",
    "after free": "#include <stdlib.h>\nint main(void) { char *a = malloc(4); free(a); return a[1]; }",
    "signed overflow": "int main(int n, char **v) { (void)v; return 2147483647 + n; }",
    "null": "int main(int n, char **v) { int *a = n > 9 ? &n : 0; (void)v; return *a; }",
}


@pytest.fixture(scope="module")
def program() -> Path:
    """The engine and its driver, compiled with sanitizers."""
    try:
        return sanitized.compiled()
    except NoSanitizer as reason:
        pytest.skip(str(reason))


@pytest.mark.long
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(program: Path, tmp_path: Path, fault: str) -> None:
    assert program.exists()
    (tmp_path / "planted.c").write_text(PLANTED[fault])
    made = sanitized.run([*compiler(), "-g", *SANITIZE, "planted.c", "-o", "planted", *LIBRARIES], tmp_path)
    assert made.returncode == 0, made.stderr
    done = sanitized.run([str(tmp_path / "planted")], tmp_path)
    assert done.returncode
    assert "planted.c" in done.stderr
    assert sanitized.complaint(done.stderr) != done.stderr.strip()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda path: path.name)
def test_drivers_compile_without_a_warning(driver: Path) -> None:
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Inative", "-fsyntax-only"]
    done = sanitized.run([*compiler(), *flags, str(driver)], ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_random_matches_end_when_their_time_is_over(program: Path) -> None:
    assert program.exists()
    counts = sanitized.play(program, 5, jobs=1, rounds=10**9, share=sanitized.Share(0, 0, 100), seconds=0.5)
    assert counts["moves"] > 0


@pytest.mark.long
def test_all_games_at_random_with_every_call_leave_the_sanitizers_silent(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = seed_of_the_tree()
    counts = sanitized.play(program, seed, jobs=os.cpu_count() or 1, rounds=1)
    decisions, solves = sum(counts["advised"].values()), sum(counts["solved"].values())
    told = f"{decisions:,} decisions, {solves:,} solves, {counts['moves']:,} moves"
    with capsys.disabled():
        print(f"\nsanitizers, seed {seed}: {told}, silent")
    assert decisions >= 1500
    assert solves >= 300
    assert counts["moves"] >= 20_000
    assert set(counts["advised"]) == set(LEVELS)
    assert counts["choices"] == {game.id: len(combinations(game)) for game in native.GAMES.values()}
    assert min(counts["advised"].values()) >= 60  # even and dragon are asked a third as often
    assert min(number for name, number in counts["solved"].items() if name != "nonsense") >= 5
    assert counts["solved"].get("nonsense", 0) == 0
    assert min(counts[what] for what in ("redeals", "looks", "previews")) > 1000
    assert counts["stops"] > 100
