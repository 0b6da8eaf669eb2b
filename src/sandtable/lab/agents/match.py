"""One game as the agents' environments play it: actions in, observations and rewards out, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from sandtable.kernel import AnyTitle, Decision, Game, SandtableError, titles
from sandtable.kernel import title as title_of
from sandtable.lab.agents.actions import WAIT, Mask
from sandtable.lab.agents.observations import Observation, Observations
from sandtable.lab.agents.standing import outcome, standing

RewardScheme = Literal["terminal", "shaped"]


class BadSetting(SandtableError):
    """An environment was asked for something that it does not have."""


class IllegalAction(SandtableError):
    """An action that the side may not choose now."""


def made_again(kind: type[AnyTitle], packs: tuple[Path, ...]) -> AnyTitle:
    """The title of a kind, in another process or at another time."""
    return title_of(kind.id, packs) if kind.id in titles() else kind(packs)


_REMADE = ("title", "observations", "actions", "_observer", "game")


class Match:
    """A scenario set up for agents, and the game of it that is under way."""

    def __init__(
        self,
        title: AnyTitle,
        scenario: str | None,
        switches: tuple[str, ...],
        rewards: RewardScheme,
        max_cycles: int | None,
        observations: Observations | None = None,
    ) -> None:
        """`observations` are those of another match of the same scenario, which need not be laid out again."""
        if rewards not in get_args(RewardScheme):
            raise BadSetting(f"there are no {rewards!r} rewards; choose {' or '.join(get_args(RewardScheme))}")
        info = title.scenario(scenario)
        self.title = title
        self.scenario = info.id
        self.sides = info.sides
        self.switches = tuple(sorted(set(switches)))
        self.observations = observations or Observations(title, info.id, self.switches)
        self._observer = self.observations.observer()
        self.actions = self.observations.actions
        self._shaped = rewards == "shaped"
        self._max_cycles = max_cycles
        self.cycles = 0
        """How often sides have acted in this game."""
        self.game: Game[Any, Any]

    def start(self, seed: int) -> None:
        """Set up a new game, settled by its seed."""
        self.game = self.title.new_game(self.scenario, self.switches, seed)
        self.cycles = 0
        self._worths = {side: self._worth(side) for side in self.sides}

    # Keeping

    def __getstate__(self) -> dict[str, Any]:
        """The game goes along as text: what follows from it is worked out anew."""
        kept = {name: value for name, value in self.__dict__.items() if name not in _REMADE}
        if "game" in self.__dict__:
            kept["state"] = self.title.codec.encode(self.game.state)
        return kept | {"title": type(self.title), "packs": self.title.packs}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        state, made, packs = kept.pop("state", None), kept.pop("title"), kept.pop("packs")
        self.__dict__.update(kept)
        self.title = made_again(made, packs)
        self.observations = Observations(self.title, self.scenario, self.switches)
        self._observer, self.actions = self.observations.observer(), self.observations.actions
        if state is not None:
            self.game = self.title.resume(self.title.codec.decode(state))
            self.game.events.clear()

    # Looking

    @property
    def over(self) -> bool:
        return self.game.state.result is not None

    @property
    def cut_off(self) -> bool:
        """Whether it is ended before its time."""
        return not self.over and self._max_cycles is not None and self.cycles >= self._max_cycles

    @property
    def asked(self) -> tuple[str, ...]:
        """The sides that have something to decide, in the order in which they are asked."""
        return tuple(decision.side for decision in self.game.decisions)

    def options(self, side: str) -> dict[int, str]:
        """What each action that a side may choose stands for; to wait, if it has nothing to decide."""
        return self.actions.options(self.decision(side))

    def decision(self, side: str) -> Decision | None:
        """What a side must decide now."""
        return next((decision for decision in self.game.decisions if decision.side == side), None)

    def allows(self, side: str, action: int) -> bool:
        """Whether a side may choose an action now."""
        decision = self.decision(side)
        return action == WAIT if decision is None else action in self.actions.numbers(decision)

    def mask(self, side: str) -> Mask:
        return self.actions.mask(self.decision(side))

    def observe(self, side: str) -> Observation:
        return self.look(side).copy()

    def look(self, side: str) -> Observation:
        """The same in an array that the side's next look overwrites."""
        return self._observer.look(self.game, side)

    def write(self, side: str, row: Observation) -> None:
        """The same into a row, which must be the same each time."""
        self._observer.write(self.game, side, row)

    # Playing

    def play(self, actions: Mapping[str, int]) -> dict[str, float]:
        """Carry out what some sides have chosen at the same time, and say what each side gets for it.

        Raises IllegalAction, and then nothing has changed.
        """
        picked = {side: self._picked(side, action) for side, action in actions.items()}
        for side, option_id in picked.items():
            if option_id:
                self.game.choose(option_id, side)
        self.game.events.clear()
        self.cycles += 1
        return self._rewards()

    def _picked(self, side: str, action: int) -> str:
        """The option that an action of a side stands for; nothing where it waits. Raises IllegalAction."""
        if not self.allows(side, action):
            raise IllegalAction(f"{side} cannot choose the action {action}, {self._named(action)}")
        decision = self.decision(side)
        return "" if decision is None else decision.options[self.actions.numbers(decision).index(action)].id

    def _named(self, action: int) -> str:
        try:
            return self.actions.name(action)
        except IndexError as error:
            return str(error)

    def _rewards(self) -> dict[str, float]:
        before = self._worths
        self._worths = {side: self._worth(side) for side in self.sides}
        return {side: self._worths[side] - before[side] for side in self.sides}

    def _worth(self, side: str) -> float:
        return (standing if self._shaped else outcome)(self.game, side, len(self.sides))
