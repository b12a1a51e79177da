"""The compiled module for mypy: what Python reads of engine.h and of tools/*.h. Sizes and meanings stand there."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Literal, TypeVar, overload

T = TypeVar("T")

class Null:
    """NULL: a pointer to nothing, or a function that a game does without; false."""

class Array(Generic[T]):
    """A C array, or a pointer to the first of many."""

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Array[T]: ...
    def __setitem__(self, at: int | slice, value: object) -> None: ...
    def __iter__(self) -> Iterator[T]: ...
    def __len__(self) -> int: ...

class Text(Array[bytes]):
    """Characters up to a 0; ffi.string() reads them."""

State = Array[int]  # 64-bit words
Numbers = Array[int]

class Rng:
    """struct Rng."""

class Table:
    """struct Table."""

class Option:
    """struct Option."""

    name: Text
    kind: int
    low: int
    high: int
    standard: int
    choices: Text

class Event:
    """struct Event; `from` is read by getattr."""

    kind: int
    what: int
    seat: int
    from_seat: int
    to: int
    to_seat: int
    seen: int
    card: int
    place: int
    amount: int

class Events:
    """struct Events."""

    n: int
    list: Array[Event]

class Chance:
    """struct Chance."""

    n: int
    used: int
    error: Text

class Row:
    """struct Row."""

    label: int
    seat: int
    card: int
    count: int
    value: int

class Placed:
    """struct Placed."""

    zone: int
    seat: int
    up: int
    place: int
    card: int

class Limits:
    """struct Limits."""

    nodes: int
    ms: int
    mb: int
    seed: int
    permille: int

class Progress:
    """struct Progress."""

    stop: int
    done: int
    of: int
    nodes: int

class Choice:
    """struct Choice."""

    move: int
    best: int
    sure: int
    value: Array[float]
    weight: float
    odds: float
    prospect: float

class Result:
    """struct Result."""

    status: int
    proof: int
    policy: int
    n: int
    values: int
    integral: int
    odds: int
    prospects: int
    move: int
    worlds: int
    of: int
    exploitability: float
    nodes: int
    seconds: float
    n_line: int
    line: Array[int]
    objective: Text
    why: Text
    list: Array[Choice]

class Derive:
    """Game.derive; false where a game has none."""

    def __call__(self, state: State, json: Text) -> int: ...
    def __bool__(self) -> bool: ...

class Settled:
    """Game.settled; false where a game has none."""

    def __call__(self, state: State, seat: int) -> int: ...
    def __bool__(self) -> bool: ...

class Game:
    """struct Game."""

    id: Text
    place: int
    state_size: int
    n_options: int
    options: Array[Option]
    zones: Array[Text]
    says: Array[Text]
    reasons: Array[Text]
    labels: Array[Text]
    seats: Callable[[Numbers, Text], int]
    deal: Callable[[State, Numbers, int, Text | Null, Text | Null, Chance | Null, Text], int]
    to_act: Callable[[State], int]
    moves: Callable[[State, Numbers], int]
    play: Callable[[State, int, Events | Null, Chance | Null], None]
    over: Callable[[State], int]
    scores: Callable[[State, Array[float]], None]
    winners: Callable[[State], int]
    move_text: Callable[[State, int, Text], int]
    move_parse: Callable[[State, bytes], int]
    why_not: Callable[[State, int], int]
    card_text: Callable[[State, int, Text], int]
    describe: Callable[[State, int, Text], int]
    cards: Callable[[State, int, Array[Placed]], int]
    redeal: Callable[[State, int, Rng], None]
    breakdown: Callable[[State, int, Array[Row]], int]
    reward: Callable[[State, State, Numbers], int]
    rollout: Callable[[State, Rng], None]
    derive: Derive
    solve: object
    settled: Settled

class Tone:
    """struct Tone; set by name."""

    at: float
    length: float

class Room:
    """struct Room."""

class _Lib:
    MAX_SEATS: int
    MAX_STATE: int
    MAX_OPTIONS: int
    MAX_MOVES: int
    MAX_DEPTH: int
    PERFT_TOO_LARGE: int
    PERFT_NO_MEMORY: int
    MAX_PLACED: int
    MAX_ROWS: int
    MAX_TEXT: int
    MAX_ERROR: int
    MAX_DESCRIPTION: int
    NOBODY: int
    NO_CARD: int
    NO_PLACE: int
    NO_MOVE: int
    LEVELS: int
    TONE_RATE: int
    TONE_PLUCK: int
    TONE_STRUCK: int
    TONE_NOISE: int
    TONE_CRACKLE: int
    TONE_PAD: int
    TONE_WOOD: int
    TONE_GEM: int
    TONE_COIN: int
    TONE_SKIN: int
    TONE_STONE: int
    TONE_LEATHER: int
    TONE_BELL: int

    def game_count(self) -> int: ...
    def game_at(self, index: int) -> Game: ...
    def level_name(self, level: int) -> Text: ...
    def engine_build(self) -> Text: ...
    def table_new(self, mb: int) -> Table: ...
    def table_free(self, table: Table) -> None: ...
    def table_forget(self, table: Table) -> None: ...
    def memory_trim(self) -> None: ...
    def solve(self, game: Game, state: State, objective: Text, limits: Limits, table: Table,
              progress: Progress, result: Result) -> None: ...
    def advise(self, game: Game, state: State, level: int, limits: Limits, table: Table,
               progress: Progress, result: Result) -> None: ...
    def duel_best_response(self, game: Game, worlds: Text, weights: Array[float], n: int, level: int,
                           limits: Limits, table: Table, best: bool, move: Numbers) -> float: ...
    def duel_board_lines(self, state: Text, seed: int, deals: int, name: Text,
                         lines: Array[float]) -> int: ...
    def stack_ready(self) -> int: ...
    def rng_seed(self, rng: Rng, seed: int, stream: int) -> None: ...
    def rng_below(self, rng: Rng, n: int) -> int: ...
    def playouts(self, game: Game, state: State, seed: int, n: int) -> int: ...
    def perft(self, game: Game, state: State, depth: int, most: int) -> int: ...
    def tones_add(
        self, tones: Array[Tone], n: int, seed: int, buffer: Array[float], frames: int
    ) -> None: ...
    def tones_round(self, buffer: Array[float], frames: int, gain: float, samples: Array[int]) -> None: ...
    def tones_reach(self, samples: Array[int], n: int, block: int, reach: Array[float]) -> None: ...
    def room_new(self) -> Room: ...
    def room_free(self, room: Room) -> None: ...
    def room_add(self, room: Room, wet: float, buffer: Array[float], frames: int) -> None: ...

class _FFI:
    NULL: Null

    @overload
    def new(self, cdecl: Literal["Rng *"]) -> Rng: ...
    @overload
    def new(self, cdecl: Literal["uint32_t *"]) -> Numbers: ...
    @overload
    def new(self, cdecl: Literal["Events *"]) -> Events: ...
    @overload
    def new(self, cdecl: Literal["Chance *"], init: Mapping[str, object] = ...) -> Chance: ...
    @overload
    def new(self, cdecl: Literal["Limits *"], init: Mapping[str, int] = ...) -> Limits: ...
    @overload
    def new(self, cdecl: Literal["Progress *"], init: Mapping[str, int] = ...) -> Progress: ...
    @overload
    def new(self, cdecl: Literal["Result *"]) -> Result: ...
    @overload
    def new(self, cdecl: Literal["Placed[]"], init: int) -> Array[Placed]: ...
    @overload
    def new(self, cdecl: Literal["Row[]"], init: int) -> Array[Row]: ...
    @overload
    def new(self, cdecl: Literal["char[]"], init: int | bytes) -> Text: ...
    @overload
    def new(self, cdecl: Literal["char *[]"], init: Sequence[Text]) -> Array[Text]: ...
    @overload
    def new(self, cdecl: Literal["double[]"], init: int | Sequence[float]) -> Array[float]: ...
    @overload
    def new(self, cdecl: Literal["float[]"], init: int) -> Array[float]: ...
    @overload
    def new(self, cdecl: Literal["Tone[]"], init: int) -> Array[Tone]: ...
    @overload
    def new(
        self,
        cdecl: Literal["int16_t[]", "int32_t[]", "uint32_t[]", "uint64_t[]"],
        init: int | Sequence[int],
    ) -> Array[int]: ...
    def cast(self, cdecl: str, value: object) -> int: ...
    def gc(self, made: T, free: Callable[[T], None]) -> T: ...
    def release(self, made: object) -> None: ...
    def string(self, text: Text) -> bytes: ...
    def unpack(self, array: Array[T], n: int) -> list[T]: ...
    def buffer(self, state: State, size: int = ...) -> bytearray: ...
    def from_buffer(self, cdecl: Literal["int16_t[]"], source: bytes) -> Array[int]: ...
    def memmove(self, target: Array[T], source: Array[T], n: int) -> None: ...

ffi: _FFI
lib: _Lib

