"""The five games for OpenSpiel: import this module, then pyspiel.load_game("hoard_duel").

The parameters are the game's options and deals, the number of different deals: the first chance
node draws one of the seeds 0 .. deals - 1, and all later chance follows from it. Simultaneous
choices are asked seat by seat and stay hidden. Information states are strings; only observations
have tensors.

resample_from_infostate() deals anew everything a player cannot know, whatever the number of deals.
So OpenSpiel's searches written in Python, such as ISMCTS, work; its C++ bots (pyspiel.ISMCTSBot,
pyspiel.MCTSBot and others) cannot run games written in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy
import pyspiel

from ..checks import MOST_64, check_number, check_seat
from ..games import GAMES, module_of
from ..match import Match
from ..position import Position
from ..refusals import BadValue
from ..values import OptionInfo
from .spaces import Actions, Memory, Sight, utilities

DEALS = 1000  # default number of different deals
MOST_DEALS = 1_000_000
LONGEST = 2000  # more than the moves of any match
TITLE = "Hoard: "


def parameter(option: OptionInfo) -> Any:
    """An option as an OpenSpiel parameter; -1 stands for a random seat."""
    return -1 if option.standard is None else option.standard


def options_of(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    given = {option: parameters[option.name] for option in GAMES[game].options if option.name in parameters}
    return {
        option.name: None if option.kind == "seat" and value == -1 else value for option, value in given.items()
    }


def players(game: str) -> tuple[int, int]:
    """The least and greatest number of players."""
    for option in GAMES[game].options:
        if option.name == "players":
            return option.low, option.high
    return 2, 2


def type_of(game: str) -> pyspiel.GameType:
    """OpenSpiel's description of a game."""
    least, most = players(game)
    parameters = {option.name: parameter(option) for option in GAMES[game].options}
    return pyspiel.GameType(
        short_name=f"hoard_{game}",
        long_name=f"{TITLE}{game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters | {"deals": DEALS},
    )


class HoardGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, game: str, parameters: dict[str, Any] | None = None) -> None:
        given = parameters or {}
        self._furnish(game, given)
        seats = self.sight.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game), info, given)

    def _furnish(self, game: str, given: dict[str, Any]) -> None:
        """Sets the Python attributes, which follow from the name and the parameters."""
        self.name = game
        self.deals = check_number("deals", given.get("deals", DEALS), MOST_DEALS, least=1)
        self.options = options_of(game, given)
        self.actions = Actions(game, self.options)
        self.sight = Sight(game, self.options)

    def __getattr__(self, name: str) -> Any:
        """Restores the attributes of a game that OpenSpiel has read from a text or a pickle:
        OpenSpiel then makes the object without calling __init__."""
        if name not in ("name", "deals", "options", "actions", "sight"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self._furnish(self.get_type().short_name.removeprefix("hoard_"), self.get_parameters())
        return getattr(self, name)

    def __deepcopy__(self, memo: object) -> HoardGame:
        """The game itself: it does not change."""
        return self

    def new_initial_state(self) -> HoardState:
        return HoardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """An observer of what a seat sees, as numbers; with perfect recall, of all it has seen, as
        a string without numbers."""
        return Observer(self, recalls=getattr(iig_obs_type, "perfect_recall", False))


class HoardState(pyspiel.State):  # type: ignore[misc]
    """A match, possibly with its hidden cards dealt anew; its match is None before the deal."""

    def __init__(self, game: HoardGame) -> None:
        super().__init__(game)
        self.hoard_game = game
        self.match: Position | None = None
        self.memory: Memory | None = None

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.match.to_act is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.match.to_act

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        assert self.match is not None
        return self.hoard_game.actions.legal(self.match)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        assert self.match is None
        return [(deal, 1 / self.hoard_game.deals) for deal in range(self.hoard_game.deals)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            deal = check_number("deal", action, self.hoard_game.deals - 1)
            self.match = Match(self.hoard_game.name, self.hoard_game.options, seed=deal)
            self.memory = Memory(self.match)
            return
        assert self.memory is not None
        seat, move = self.match.to_act or 0, self.hoard_game.actions.text(action)
        self.memory.moved(seat, move, self.match.play(move))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.hoard_game.actions.text(action)

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        """1 for winning alone; the sum is 0. All are 0 before the end."""
        if self.match is None or not self.match.over:
            return [0.0] * self.hoard_game.sight.seats
        return utilities(self.match)

    def _seat(self, player: int | None) -> int:
        """The seat of a player; None means the seat to act."""
        return check_seat(self.current_player() if player is None else player, self.hoard_game.sight.seats)

    def information_state_string(self, player: int | None = None) -> str:
        """Identifies everything this seat has seen and done. None: the seat to act."""
        seat = self._seat(player)
        return "" if self.memory is None else self.memory.digests[seat]

    def observation_string(self, player: int | None = None) -> str:
        """What this seat sees now; None: the seat to act."""
        seat = self._seat(player)
        return "" if self.match is None else str(self.match.state(seat))

    def information_state_tensor(self, player: int | None = None) -> NoReturn:  # noqa: ARG002
        """Refused: the game's type says that there is none."""
        raise BadValue("no_recall")

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HoardState:
        """A copy in which everything this player cannot know is dealt anew. The sampler returns
        numbers from 0 to 1. The copy's history is still the real one and must not be used."""
        other: HoardState = self.clone()
        seat = self._seat(player)
        if other.match is not None and other.memory is not None:
            number = min(int(sampler() * 2.0**64), MOST_64)
            other.match = other.match.redealt(seat, number)
            other.memory = other.memory.resampled(other.match, seat)
        return other

    def __str__(self) -> str:
        return "before the deal" if self.match is None else str(self.match.state())


class Observer:
    """What a seat sees, as OpenSpiel's tensors. With recall: everything it has seen, as a
    string."""

    def __init__(self, game: HoardGame, recalls: bool = False) -> None:
        self.sight, self.recalls = game.sight, recalls
        self.tensor = None if recalls else numpy.zeros(self.sight.size, numpy.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: HoardState, player: int) -> None:
        """Writes what the seat sees into the tensors."""
        if self.tensor is None:
            raise BadValue("no_recall")
        self.tensor[:] = 0 if state.match is None else self.sight.numbers(state.match, player)

    def string_from(self, state: HoardState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


def _listed(game: str) -> type[HoardGame]:
    """Makes the class that OpenSpiel registers for a game."""

    class Listed(HoardGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    Listed.__name__ = Listed.__qualname__ = f"Hoard{game.capitalize()}"
    return Listed


STUDIED = [game for game in GAMES if module_of(game, "actions")]  # a game need not number its moves
LISTED = {made.__name__: made for made in map(_listed, STUDIED)}
globals().update(LISTED)  # where pickle looks for them

for _game, _made in zip(STUDIED, LISTED.values(), strict=True):
    pyspiel.register_game(type_of(_game), _made)
