"""What was decided in a game, decision by decision: what was legal, what was chosen, what a search looked into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from sandtable.kernel import AnyTitle, Game
from sandtable.kernel.player import Player


class Decided(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision. Actions are numbers, as `Actions` gives them to options."""

    side: str
    option: str
    action: int
    legal: tuple[int, ...]
    visits: tuple[int, ...] = ()
    """How often a search played on from each legal action; nothing where nobody searched."""


@runtime_checkable
class Searching(Protocol):
    """A player that can say what its last choice rested on."""

    def visits(self) -> Mapping[str, int]:
        """How often it played on from each option of the last decision; nothing where it needed no thought."""
        ...


class Recorder:
    """Looks on at one game and notes every decision."""

    def __init__(
        self, title: AnyTitle, scenario: str, switches: tuple[str, ...], players: Mapping[str, Player]
    ) -> None:
        # Games that nobody records need no NumPy.
        from sandtable.lab.agents.actions import Actions

        self._actions = Actions(title, title.content(scenario, switches))
        self._players = players
        self.decided: list[Decided] = []

    def before(self, game: Game[Any, Any], side: str, option_id: str) -> None:
        """A side is about to choose."""
        decision = next(each for each in game.decisions if each.side == side)
        legal = self._actions.numbers(decision)
        player = self._players[side]
        weighed = player.visits() if isinstance(player, Searching) else {}
        visits = tuple(weighed.get(option.id, 0) for option in decision.options) if weighed else ()
        chosen = legal[decision.ids.index(option_id)]
        self.decided.append(Decided(side, option_id, chosen, tuple(legal), visits))

    def after(self, game: Game[Any, Any]) -> None:
        """What came of it is played again where it is wanted."""
