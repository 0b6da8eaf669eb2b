"""Every title as a PettingZoo environment: sides are agents, options are discrete actions under a mask.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

    from sandtable.lab.agents.pixels import pixels
except ImportError as error:
    raise ImportError("PettingZoo is not installed; install it with: pip install 'sandtable[pettingzoo]'") from error

from sandtable.kernel import AnyTitle
from sandtable.kernel import title as title_of
from sandtable.lab.agents import portrait
from sandtable.lab.agents.match import BadSetting, Match, RewardScheme

Observed = dict[str, npt.NDArray[Any]]
Infos = dict[str, dict[str, Any]]
Picture = str | npt.NDArray[np.uint8] | None

ILLEGAL_REWARD = -1.0


class Settings(TypedDict, total=False):
    """What else an environment can be told beside its title and scenario."""

    switches: Sequence[str]
    """The optional rules in force."""
    rewards: RewardScheme
    """`terminal`: 1 won, -1 lost, 0 drawn. `shaped`: after every step, by how much the side stands better."""
    max_cycles: int | None
    """After how many steps a game is truncated."""
    render_mode: str | None
    """`human`, `ansi`, `svg` or `rgb_array`."""
    packs: Sequence[Path]
    """Data packs, for a title given by its id."""


def env(title: AnyTitle | str, scenario: str | None = None, **settings: Unpack[Settings]) -> AECEnv[str, Observed, int]:
    """An environment in which sides are asked one after the other.

    An agent is a side. It observes a dict of an `observation`, numbers from -1 to 1 made of its view alone, and an
    `action_mask`, which is also in its info. An illegal action ends the game, at the cost of 1. Raises UnknownTitle,
    UnknownScenario and BadSetting.
    """
    bare = TerminateIllegalWrapper(raw_env(title, scenario, **settings), ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))


def raw_env(title: AnyTitle | str, scenario: str | None = None, **settings: Unpack[Settings]) -> Environment:
    """The same without PettingZoo's safeguards, and so faster: an illegal action raises IllegalAction."""
    return Environment(title, scenario, **settings)


def parallel_env(
    title: AnyTitle | str, scenario: str | None = None, **settings: Unpack[Settings]
) -> ParallelEnvironment:
    """An environment in which all sides act in every step; those with nothing to decide may only wait.

    It observes and rewards as `env` does. A side whose action is not legal does nothing, and is asked again.
    """
    return ParallelEnvironment(title, scenario, **settings)


class _Seats:
    """What both kinds of environment have in common."""

    def __init__(self, title: AnyTitle | str, scenario: str | None, **settings: Unpack[Settings]) -> None:
        found = title_of(title, settings.get("packs", ())) if isinstance(title, str) else title
        self.render_mode = settings.get("render_mode")
        modes = portrait.modes(found)
        if self.render_mode is not None and self.render_mode not in modes:
            raise BadSetting(f"{found.id} cannot be rendered as {self.render_mode!r}; choose {', '.join(modes)}")
        self.match = match = Match(
            found,
            scenario,
            tuple(settings.get("switches", ())),
            settings.get("rewards", "terminal"),
            settings.get("max_cycles"),
        )
        self.possible_agents = list(match.sides)
        self.agents: list[str] = []
        self.metadata = {
            "name": f"{found.id}-{match.scenario}",
            "render_modes": modes,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.observation_spaces = {side: self._observation_space() for side in match.sides}
        self.action_spaces = {side: spaces.Discrete(match.actions.size) for side in match.sides}
        self._chance: np.random.Generator | None = None
        self._seen: dict[str, Observed] = {}
        self.infos: Infos = {}

    def _observation_space(self) -> spaces.Dict:
        seen = spaces.Box(-1.0, 1.0, (self.match.observations.size,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.match.actions.size,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _start(self, seed: int | None) -> None:
        """A new game: that of the seed, or the next of those that the last seed leads to."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.match.start(int(self._chance.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._look()

    def _look(self) -> None:
        """Forget what was seen before, and find what is legal now."""
        self._seen = {}
        self._masks = {side: self.match.mask(side) for side in self.possible_agents}
        self.infos = {side: {"action_mask": self._masks[side]} for side in self.agents}

    def observe(self, agent: str) -> Observed:
        """What an agent sees, as far as its side may know it, and which of its actions are legal."""
        if agent not in self._seen:
            self._seen[agent] = {"observation": self.match.observe(agent), "action_mask": self._masks[agent]}
        return self._seen[agent]

    def render(self) -> Picture:
        """The position as everybody may know it, in the render mode; `human` prints it."""
        game = self.match.game
        if self.render_mode == "svg":
            return portrait.in_svg(game)
        if self.render_mode == "rgb_array":
            return pixels(portrait.in_svg(game))
        if self.render_mode == "ansi":
            return portrait.in_text(game)
        if self.render_mode == "human":
            print(portrait.in_text(game))
        return None

    def close(self) -> None:
        """Nothing is held open."""


class Environment(_Seats, AECEnv[str, Observed, int]):  # type: ignore[misc]
    """A game in which sides are asked one after the other; where they choose in secret, none sees what others chose."""

    def __init__(self, title: AnyTitle | str, scenario: str | None, **settings: Unpack[Settings]) -> None:
        _Seats.__init__(self, title, scenario, **settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game; the same seed makes the same one."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None  # type: ignore[assignment]
        self.agent_selection = self.match.asked[0]

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises IllegalAction, and then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent] or action is None:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        match = self.match
        self.rewards = match.play({agent: int(action)})
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._look()
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.truncations = dict.fromkeys(self.agents, match.cut_off)
        if match.asked:
            self.agent_selection = match.asked[0]


class ParallelEnvironment(_Seats, ParallelEnv[str, Observed, int]):  # type: ignore[misc]
    """A game in which all sides act in every step."""

    def __init__(self, title: AnyTitle | str, scenario: str | None, **settings: Unpack[Settings]) -> None:
        _Seats.__init__(self, title, scenario, **settings)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], Infos]:
        """Set up a new game; the same seed makes the same one."""
        self._start(seed)
        return {side: self.observe(side) for side in self.agents}, self.infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """All agents act at once."""
        match = self.match
        legal = {side: int(action) for side, action in actions.items() if match.allows(side, int(action))}
        rewards = match.play(legal)
        self._look()
        agents = self.agents
        seen = {side: self.observe(side) for side in agents}
        if match.over or match.cut_off:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, match.over), dict.fromkeys(agents, match.cut_off), self.infos
