"""Every title as an OpenSpiel game, with the dice as chance nodes. Importing this module registers them all.

Needs the extra `openspiel`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

try:
    import numpy as np
    import numpy.typing as npt
    import pyspiel
    from open_spiel.python.algorithms.mcts import Evaluator
except ImportError as error:
    raise ImportError("OpenSpiel is not installed; install it with: pip install 'sandtable[openspiel]'") from error

from sandtable.kernel import AnyTitle, SandtableError, View, titles
from sandtable.kernel import title as title_of
from sandtable.lab.agents import nodes, portrait
from sandtable.lab.agents.actions import Actions
from sandtable.lab.agents.nodes import Point, Throw
from sandtable.lab.agents.observations import Observation, Observations
from sandtable.lab.agents.standing import outcome, standing

MOST_OUTCOMES = 1000
"""How many outcomes a throw may have."""
MOST_DECISIONS = 20_000
"""After so many decisions a game ends as a draw."""


class TooManyOutcomes(SandtableError):
    """A title throws dice with more outcomes than an OpenSpiel game may have."""


def name_of(title: AnyTitle | str) -> str:
    """The name by which OpenSpiel knows a title."""
    return f"sandtable_{title if isinstance(title, str) else title.id}"


def game(title: AnyTitle | str, scenario: str | None = None, switches: Sequence[str] = ()) -> SandtableGame:
    """An OpenSpiel game of a scenario. Raises UnknownTitle, UnknownScenario."""
    found = title_of(title) if isinstance(title, str) else title
    if name_of(found) not in pyspiel.registered_names():
        register(found)
    ended = "".join(f"{switch}|" for switch in sorted(set(switches)))
    return SandtableGame(found, {"scenario": found.scenario(scenario).id, "switches": ended})


def register(title: AnyTitle) -> None:
    """Let `pyspiel.load_game` find a title, as in `sandtable_primer(scenario=bridge,switches=10.1|)`.

    Each optional rule is ended by a bar, lest OpenSpiel take it for a number.
    """

    class Registered(SandtableGame):
        """OpenSpiel wants a class: it holds on to it beyond the end of Python, which a function would not survive."""

        def __init__(self, params: Mapping[str, str] | None = None) -> None:
            super().__init__(title, params or {})

    pyspiel.register_game(_game_type(title), Registered)


def _game_type(title: AnyTitle) -> Any:
    players = {len(info.sides) for info in title.known_scenarios.values()}
    return pyspiel.GameType(
        short_name=name_of(title),
        long_name=title.name["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"scenario": "", "switches": ""},
    )


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a title."""

    def __init__(self, title: AnyTitle, params: Mapping[str, str]) -> None:
        info = title.scenario(params.get("scenario") or None)
        switches = tuple(switch for switch in params.get("switches", "").split("|") if switch)
        self.sides = info.sides
        self.observations = Observations(title, info.id, switches)
        self.actions = self.observations.actions
        self.root = nodes.start(title, info.id, switches)
        limits = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(info.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(_game_type(title), limits, dict(params))

    def new_initial_state(self) -> SandtableState:
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        """Sees what a player may know: now, or with all that it remembers where recall is to be perfect."""
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SandtableState(pyspiel.State):  # type: ignore[misc]
    """A point in a game; where sides choose in secret at once, they are asked one after the other."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self.node: Point | Throw = game.root

    @property
    def _sides(self) -> tuple[str, ...]:
        sides: tuple[str, ...] = self.get_game().sides
        return sides

    @property
    def _actions(self) -> Actions:
        actions: Actions = self.get_game().actions
        return actions

    def current_player(self) -> int:
        node = self.node
        if isinstance(node, Throw):
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal() or node.decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._sides.index(node.decision.side)

    def is_terminal(self) -> bool:
        node = self.node
        return isinstance(node, Point) and (node.decision is None or node.length >= MOST_DECISIONS)

    def returns(self) -> list[float]:
        """1 for the winner, 0 for everybody in a draw."""
        node = self.node
        if isinstance(node, Throw):
            return [0.0] * len(self._sides)
        return [outcome(node.game, side, len(self._sides)) for side in self._sides]

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        if isinstance(node, Throw):
            return list(range(len(node.outcomes)))
        return list(self._actions.options(node.decision))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a throw with their probabilities. Raises TooManyOutcomes."""
        assert isinstance(self.node, Throw)
        found = self.node.outcomes
        if len(found) > MOST_OUTCOMES:
            raise TooManyOutcomes(f"a throw has {len(found)} outcomes, more than {MOST_OUTCOMES}: give its bands")
        return [(number, float(outcome.probability)) for number, outcome in enumerate(found)]

    def _apply_action(self, action: int) -> None:
        node = self.node
        if isinstance(node, Throw):
            self.node = node.choose(action)
        else:
            self.node = node.choose(self._actions.options(node.decision)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player == pyspiel.PlayerId.CHANCE:
            return node.outcomes[action].label if isinstance(node, Throw) else f"outcome {action}"
        options = self._actions.options(node.decision) if isinstance(node, Point) else {}
        return options.get(action) or self._actions.name(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SandtableState:
        """A state that fits all that a player has seen, with plausible facts for the rest.

        Only where a side decides: a throw is between what players see.
        """
        assert isinstance(self.node, Point)
        rng = random.Random(sampler())
        state: SandtableState = self.get_game().new_initial_state()
        state.node = self.node.imagined(self._sides[player], rng)
        return state

    def __str__(self) -> str:
        node = self.node
        if isinstance(node, Throw):
            chances = ", ".join(f"{label} ({chance})" for label, chance in node.outcomes)
            return f"chance: {chances}"
        return portrait.in_text(node.game)


class Observer:
    """What a player sees, as numbers and as text; it follows OpenSpiel's protocol for observers."""

    def __init__(self, game: SandtableGame, perfect_recall: bool) -> None:
        self._sides = game.sides
        self._observations: Observations = game.observations
        self._recalls = perfect_recall
        size = 0 if perfect_recall else game.observations.size
        self.tensor: Observation = np.zeros(size, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not perfect_recall:
            self.dict = game.observations.tables(self.tensor)

    def set_from(self, state: SandtableState, player: int) -> None:
        """Fill the tensor; before the first decision nobody has seen anything."""
        point = _seen_from(state)
        if self._recalls:
            return
        self.tensor[:] = 0.0 if point is None else self._observations.of(View(point.game, self._sides[player]))

    def string_from(self, state: SandtableState, player: int) -> str:
        """What a player sees as text; with perfect recall also a fingerprint of all that it saw and chose before."""
        point, side = _seen_from(state), self._sides[player]
        if point is None:
            return ""
        return f"{point.memory(side)}\n{point.sight(side)}" if self._recalls else point.sight(side)


def _seen_from(state: SandtableState) -> Point | None:
    """The last decision: what a throw brings about is seen when the next decision is reached."""
    return state.node.point if isinstance(state.node, Throw) else state.node


class TitleEvaluator(Evaluator):  # type: ignore[misc]
    """Lets OpenSpiel's tree searches judge a position by the title's own evaluation in place of random play."""

    def evaluate(self, state: SandtableState) -> npt.NDArray[np.float64]:
        """How the game stands for each player, from -1 to 1."""
        point = _seen_from(state)
        sides = state.get_game().sides
        if point is None:
            return np.zeros(len(sides))
        return np.array([standing(point.game, side, len(sides)) for side in sides])

    def prior(self, state: SandtableState) -> list[tuple[int, float]]:
        """The same probability for every action, or that of the dice."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


for _title in map(title_of, titles()):
    register(_title)
