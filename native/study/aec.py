"""The five games as environments of PettingZoo (AEC): aec.env("duel").

An agent is a seat. It observes {"observation": numbers, "action_mask": which moves are legal}; the
reward comes at the end: 1 for a win alone, the sum over all seats 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..match import Match
from .spaces import Actions, Sight, utilities

FAR = 1e6  # no number that is observed lies beyond


def env(game: str, **options: Any) -> AECEnv:
    """An environment that complains of wrong use in PettingZoo's own words."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Table(game, options)))


class Table(AECEnv):  # type: ignore[misc]
    """A match, seat by seat. render_mode "ansi" gives the position as JSON."""

    def __init__(
        self, game: str, options: Mapping[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"hoard_{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game, self.options, self.render_mode = game, dict(options or {}), render_mode
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
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Another deal; the same seeds give the same deals in the same order."""
        if seed is not None:
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
        """What an agent sees, and which moves it may make; none while another one is to act."""
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(len(self.actions), numpy.int8)
        if seat == self.match.to_act:
            mask[self.actions.legal(self.match)] = 1
        numbers = numpy.array(self.sight.numbers(self.match, seat), numpy.float32)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move by its number."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.play(self.actions.text(int(action)))
        self._clear_rewards()
        if self.match.over:
            self.rewards = dict(zip(self.agents, utilities(self.match), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.to_act or 0]
        self._accumulate_rewards()

    def render(self) -> str:
        """The position, all cards open, as text."""
        return str(self.match.state())

    def close(self) -> None:
        """Nothing is held."""
