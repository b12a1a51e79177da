"""The Python face: no value, however odd, ends the interpreter; what does not fit is refused in words, and nothing is
changed."""

from __future__ import annotations

import ast
import copy
import gc
import os
import pickle
import platform
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import native
from native import GAMES, LEVELS, BadValue, Match, NoMemory, Refusal, Search, Thinker
from native.files import strings
from native.thinker import Kind
from tests.campaign import no_memory, sanitized
from tests.campaign.threads import LENGTHS
from tests.test_engine import played_out

ROOT = Path(native.__file__).resolve().parent.parent
every_game = pytest.mark.parametrize("game", GAMES)
NO_SEATS: list[Any] = [-1, -2, -(2**31), -(2**63), 5, 7, 32, 255, 10**6, 2**31, 2**64, "0", 0.0, True, [0]]
ASKED_OF_A_SEAT: dict[str, Callable[[Match, Any], object]] = {
    "state": lambda match, seat: match.state(seat),
    "cards": lambda match, seat: match.cards(seat),
    "breakdown": lambda match, seat: match.breakdown(seat),
    "redealt": lambda match, seat: match.redealt(seat, 1),
    "settled": lambda match, seat: match.settled(seat),
    "preview": lambda match, seat: match.preview(match.legal()[0], seat),
}


def run(
    *words: str, before: Sequence[str] = (), cwd: Path = ROOT, environment: Mapping[str, str] | None = None
) -> str:
    """What a module of ours says in a process of its own, which must end well."""
    command = [*before, sys.executable, "-X", "faulthandler", *(["-m"] if words[0] != "-c" else []), *words]
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(environment or {})}, capture_output=True, text=True,
                          errors="replace", timeout=300, check=False)  # fmt: skip
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-3000:]}"
    return done.stdout.strip()


@pytest.mark.parametrize("asked", ASKED_OF_A_SEAT)
@every_game
def test_a_seat_that_is_none_is_refused_and_shows_nothing(game: str, asked: str) -> None:
    match = Match(game, seed=7)
    before = match.memory()
    for seat in [*NO_SEATS, match.seats_count]:
        with pytest.raises(BadValue) as caught:
            ASKED_OF_A_SEAT[asked](match, seat)
        assert str(caught.value).startswith("there is no seat ")
        assert str(caught.value).endswith(f"only 0 to {match.seats_count - 1}")
    assert match.memory() == before


@every_game
def test_only_none_sees_all_cards(game: str) -> None:
    match = Match(game, seed=7)
    seen = match.state(None)
    for seat in range(match.seats_count):
        assert match.state(seat) != seen
    for event in match.play(match.legal()[0]):
        assert event.seen_by(None)
        with pytest.raises(BadValue, match="there is no seat -1"):
            event.seen_by(-1)


@pytest.mark.parametrize("level", LEVELS)
@every_game
def test_nothing_is_advised_when_all_is_over(game: str, level: str) -> None:
    match = played_out(game, {}, 3)
    with pytest.raises(BadValue, match="the game is over"):
        match.advise(level)


@every_game
def test_a_tree_too_large_to_count_is_refused(game: str) -> None:
    match: Any = Match(game, seed=7)
    leaves = match.perft(1)
    assert match.perft(1, most=leaves + 1) == leaves
    with pytest.raises(BadValue, match=r"the tree of depth 64 has more than 10,000 positions"):
        match.perft(64, most=10_000)
    for depth in (-1, 65, 2**31 - 1, 1.5, None):
        with pytest.raises(BadValue):
            match.perft(depth)


@pytest.mark.long
@pytest.mark.parametrize("moment", ["fresh", "finished"])
@every_game
def test_no_value_ends_the_interpreter(game: str, moment: str, tmp_path: Path) -> None:
    """Every public function with every value of a list, in a process of its own."""
    note = tmp_path / "note"
    try:
        assert int(run("tests.campaign.hostile", game, moment, str(note))) > 5000
    except AssertionError as error:
        raise AssertionError(f"{note.read_text('utf-8').splitlines()[:1]} {error}") from None


@every_game
def test_a_refused_call_changes_nothing(game: str) -> None:
    match: Any = Match(game, seed=7)
    search: Any = Search
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    match.undo()
    before = match.key(), match.record(), match.can_redo
    calls: list[Callable[[], object]] = [
        lambda: match.play("no move"), lambda: match.play(None), lambda: match.goto("1"), lambda: match.goto(0.0),
        lambda: match.advise("sage"), lambda: match.advise(rng=-1), lambda: match.advise(mb=2**40),
        lambda: match.advise(search=match), lambda: match.solve(nodes=2**64), lambda: match.solve(objective=3),
        lambda: match.playouts(1, 2**40), lambda: match.playouts(-1, 1), lambda: search(-1), lambda: search("64"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(Refusal):
            call()
    with pytest.raises(AttributeError):
        match.seats_count = 9  # by which seats are checked
    assert (match.key(), match.record(), match.can_redo) == before


# ---- several threads ----


@pytest.mark.long
def test_threads_may_share_a_match_and_a_search() -> None:
    assert len(run("tests.campaign.threads", "2").splitlines()) == len(GAMES) * len(LENGTHS)


@pytest.mark.long
def test_threads_share_a_match_and_a_search_under_the_sanitizers() -> None:
    try:
        tree, environment = sanitized.module()
    except sanitized.NoSanitizer as reason:
        pytest.skip(str(reason))
    said = run("tests.campaign.threads", "20", cwd=tree, environment=environment)
    assert len(said.splitlines()) == len(GAMES) * len(LENGTHS)


def test_a_table_is_used_by_one_search_at_a_time() -> None:
    """Whatever else would use it is refused while the search runs, and served afterwards."""
    match, search = Match("duel", {"open_hands": True}, seed=1), Search(1)

    def solve() -> None:
        with pytest.raises(Refusal):
            match.solve("lines", search=search)

    running = threading.Thread(target=solve)
    running.start()
    while not search.progress.nodes:
        time.sleep(0.001)
    calls: list[Callable[[], object]] = [
        search.forget, search.release, search.renewed().forget,
        lambda: match.solve(search=search), lambda: match.advise("drake", search=search.renewed()),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(BadValue, match="another search is using the same table"):
            call()
    search.stop()
    running.join()
    search.forget()
    search.release()
    assert match.advise("hatchling", search=search.renewed()).move in match.legal()


def test_a_search_that_nobody_holds_any_more_runs_to_its_end() -> None:
    match, searches = Match("duel", {"open_hands": True}, seed=1), [Search(1)]
    stop = searches[0].stop
    found: list[str] = []

    def run() -> None:
        with pytest.raises(Refusal) as caught:
            match.solve("lines", search=searches.pop())
        found.append(str(caught.value))

    running = threading.Thread(target=run)
    running.start()
    while searches:
        time.sleep(0.001)
    gc.collect()
    time.sleep(0.05)
    stop()
    running.join()
    assert len(found) == 1


# ---- when memory is out ----


@pytest.fixture(scope="module")
def failing_allocator(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is loaded before Python to refuse memory to the engine."""
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("the memory of this system cannot be refused so")
    target = tmp_path_factory.mktemp("no_memory") / "no_memory.so"
    subprocess.run(no_memory.compile_command(target), check=True)
    return str(target)


@pytest.mark.long("duel-12", "heart-200", "tricks-200")
@pytest.mark.parametrize(
    ("game", "tries"), [("duel", 12), ("tricks", 200), ("heart", 200), ("wars", 80), ("tale", 200)]
)
def test_out_of_memory_is_a_refusal_in_words(failing_allocator: str, game: str, tries: int) -> None:
    """Every piece that the engine asks for, at every level and by the solver."""
    said = run("tests.campaign.no_memory", game, str(tries), environment={"LD_PRELOAD": failing_allocator})
    counts = ast.literal_eval(said)
    assert counts["refused"] >= 0.9 * counts["tried"] >= 0.9 * tries


def test_a_thinker_plays_on_where_memory_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the level that needs none; what was to be solved is not."""
    match, thinker = Match("duel", seed=3), Thinker(1)

    def alone(search: Search) -> AbstractContextManager[None]:
        if search.mb:
            raise NoMemory("out_of_memory")
        return nullcontext()

    monkeypatch.setattr(Search, "alone", alone)
    found = {}
    kinds: tuple[Kind, ...] = ("advise", "solve")
    for kind in kinds:
        thinker.start(match, kind)
        while not (answer := thinker.poll()):
            time.sleep(0.001)
        found[kind] = answer
    monkeypatch.undo()
    thinker.close()
    assert [answer.status for answer in found.values()] == ["memory", "memory"]
    assert found["advise"].move in match.legal()  # type: ignore[union-attr]
    assert found["solve"].why.said(strings("en")) == "there is not enough memory"  # type: ignore[union-attr]


SMALL_STACK = """
import re, resource, sys, threading
from native import Match, NoMemory, Refusal, Search

def search():
    try:
        match.solve(nodes=10**6, search=table)
    except Refusal as refusal:
        said.append(refusal)

said, infinite = [], resource.RLIM_INFINITY
match, table = Match("heart", seed=1), Search(1)
assert table.table
if sys.argv[1] == "thread":
    threading.stack_size(64 << 10)
    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
else:
    if sys.argv[1] == "memory":
        spare = [match.position() for _ in range(8)]
        del spare  # leaves room for what is small
        used = int(re.search(r"VmSize:\\s+(\\d+)", open("/proc/self/status").read())[1]) << 10
        resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 10), infinite))
    search()
    resource.setrlimit(resource.RLIMIT_AS, (infinite, infinite))
print(said[0] if isinstance(said[0], NoMemory) else "searched")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the stack cannot be asked for here")
@pytest.mark.parametrize("limit", ["thread", "memory", "stack", "none"])
def test_a_stack_without_room_for_a_search_is_a_refusal_in_words(limit: str) -> None:
    """The stack of a small thread; the main one, which grows, where memory is out, or it may not grow so far."""
    before = ["sh", "-c", 'ulimit -s 256 && exec "$@"', "sh"] if limit == "stack" else []
    said = run("-c", SMALL_STACK, limit, before=before)
    assert said == ("searched" if limit == "none" else "the stack of this thread is too small for a search")


NO_PROC = ["unshare", "-Urm", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]


@pytest.mark.parametrize("kilobytes", [256, 8192])
def test_without_proc_the_limit_alone_tells_whether_a_search_has_room(kilobytes: int) -> None:
    """As in a new Debian where nothing has been mounted."""
    if not shutil.which("unshare") or subprocess.run([*NO_PROC, "true"], capture_output=True, check=False).returncode:
        pytest.skip("/proc cannot be hidden here")
    said = run("-c", SMALL_STACK, "none", before=[*NO_PROC, "sh", "-c", f'ulimit -s {kilobytes} && exec "$@"', "sh"])
    assert said == ("searched" if kilobytes == 8192 else "the stack of this thread is too small for a search")


# ---- copies, pickles, forks ----


@every_game
def test_what_is_copied_or_pickled_goes_its_own_way(game: str) -> None:
    match = Match(game, seed=7)
    match.play(match.legal()[0])
    for made in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), match.position(),
                 copy.copy(match.position()), copy.deepcopy(match.position())):  # fmt: skip
        assert made.memory() == match.memory()
        made.play(made.legal()[0])
        assert made.memory() != match.memory()
    with pytest.raises(BadValue, match="pickle its match"):
        pickle.dumps(match.position())


@pytest.mark.parametrize("kind", [Search, Thinker])
def test_what_runs_is_neither_copied_nor_pickled(kind: Callable[[], Any]) -> None:
    made = kind()
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(BadValue, match="neither copied nor pickled"):
            way(made)
    if kind is Thinker:
        made.close()


def test_refusals_are_pickled_whole() -> None:
    match = Match("duel", {"open_hands": True}, seed=1)
    calls: list[Callable[[], object]] = [
        lambda: match.play("9@9,9"), lambda: match.state(9), lambda: Match("chess"), lambda: match.solve(nodes=1),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(Refusal) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))
    assert again.solution.status == "nodes"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_goes_on_with_a_match_and_is_refused_what_ran() -> None:
    assert run("-c", textwrap.dedent("""
        import os, threading
        from native import BadValue, Match, Refusal, Search, Thinker

        match, idle, busy, thinker = Match("duel", {"open_hands": True}, seed=1), Search(1), Search(1), Thinker(1)
        match.advise("hatchling", search=idle)

        def run():
            try:
                match.solve("lines", search=busy)
            except Refusal:
                pass

        running = threading.Thread(target=run)
        running.start()
        while not busy.progress.nodes:
            pass
        thinker.start(match, "solve", objective="lines")
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (busy.forget, busy.release, thinker.poll, thinker.cancel, thinker.close,
                         lambda: thinker.start(match, "advise"), lambda: match.solve(search=busy)):
                try:
                    call()
                except BadValue:
                    refused += 1
            match.play(match.legal()[0])
            move = match.advise("hatchling", search=idle).move
            os._exit(0 if refused == 7 and move in match.legal() else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        busy.stop()
        running.join()
        thinker.close()
    """)) == "0"


def test_a_process_may_end_while_a_search_runs() -> None:
    assert run("-c", textwrap.dedent("""
        import threading, time
        from native import Match, Search, Thinker

        match, search, thinker = Match("duel", {"open_hands": True}, seed=1), Search(1), Thinker(1)
        threading.Thread(target=lambda: match.solve("lines", search=search), daemon=True).start()
        thinker.start(match, "solve", objective="lines")
        while not search.progress.nodes or not thinker.progress.nodes:
            time.sleep(0.001)
        print("ended")
    """)) == "ended"
