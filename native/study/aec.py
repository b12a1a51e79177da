"""The five games as PettingZoo environments (AEC): aec.env("tale", players=3, render_mode="ansi").

An agent is a seat. Its observation is {"observation": numbers, "action_mask": legal moves}. The
reward comes at the end: 1 for winning alone, and all rewards sum to 0. env() reports wrong use in
PettingZoo's own words; raw_env() does not.
"""

from __future__ import annotations

import json
from typing import Any

import numpy
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..checks import MOST_64, check_number
from ..games import check_game
from ..match import Match
from ..refusals import BadRecord, BadValue, quote
from .spaces import Actions, Sight, utilities

FAR = 100  # bound of all observed numbers
MODES = ("human", "ansi")
PASSED_OVER = "options"  # PettingZoo's own test passes an option of this name


def env(game: str = "duel", render_mode: str | None = None, **options: Any) -> AECEnv:
    """An environment of a game with these options, which reports wrong use in PettingZoo's own
    words."""
    table = raw_env(game, render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - so the library calls it
    """A match as an environment, in which each seat is an agent.

    render_mode "ansi": render() returns the position, with all cards face up, as JSON. "human": it
    prints that. None: it returns nothing.
    """

    metadata: dict[str, Any] = {"name": "hoard_v0", "render_modes": [*MODES], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str = "duel", render_mode: str | None = None, **options: Any) -> None:
        EzPickle.__init__(self, game, render_mode, **options)
        if render_mode is not None and render_mode not in MODES:
            raise BadValue("no_render_mode", value=quote(render_mode), known=", ".join(MODES))
        super().__init__()
        self.game, self.options, self.render_mode = check_game(game).id, options, render_mode
        self.metadata = raw_env.metadata | {"name": f"hoard_{game}_v0"}
        self.actions, self.sight = Actions(game, options), Sight(game, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sight.seats)]
        self.agents = list(self.possible_agents)
        self.chance = numpy.random.default_rng()
        low, shape = numpy.float32(-FAR), (self.sight.size,)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, -low, shape, numpy.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew. The same seeds give the same deals in the same order. options is ignored: a
        game's options are set when its environment is made."""
        if unknown := [name for name in options or () if name != PASSED_OVER]:
            raise BadRecord("no_option", owner="reset", name=quote(unknown[0]))
        if seed is not None:
            check_number("seed", seed, MOST_64)
            self.chance = numpy.random.default_rng(seed)
            for number, space in enumerate(self.action_spaces.values()):
                space.seed(seed + number)
        self.match = Match(self.game, self.options, seed=int(self.chance.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.to_act or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which moves it may make; none while another agent is to act."""
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(len(self.actions), numpy.int8)
        if seat == self.match.to_act:
            mask[self.actions.legal(self.match)] = 1
        numbers = numpy.array(self.sight.numbers(self.match, seat), numpy.float32)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move by number. Raises BadValue if there is no such move."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        text = self.actions.text(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.play(text)
        self._clear_rewards()
        if self.match.over:
            self.rewards = dict(zip(self.agents, utilities(self.match), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.to_act or 0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position with all cards face up, as JSON in mode "ansi"; "human" prints it. Without a
        mode it warns."""
        if self.render_mode is None:
            logger.warn("render() gives nothing without a render_mode")
            return None
        text = json.dumps(self.match.state())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        ...
