"""An eye on a game from beginning to end: who lost what and when, where it was fought, and who was lucky."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import msgspec

from sandtable.kernel import AnyTitle, Game, Resolved
from sandtable.lab.luck import luck
from sandtable.mechanics.title import AnyHexTitle, HexTitle, Standing


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened in a game, beside how it ended."""

    losses: dict[str, dict[int, int]] = {}
    """Steps lost, by side and turn."""
    fights: dict[str, int] = {}
    """How often something was fought out, by hex."""
    lost: dict[str, int] = {}
    """Steps that anybody lost, by hex."""
    luck: float = 0.0
    """How lucky the first side was with its own and the others' dice, in points of the title's evaluation."""
    rolls: int = 0
    """Choices that let dice fall and count in it."""
    unjudged: int = 0
    """Choices that let dice fall in too many ways to count."""


class Watcher:
    """Watches one game; `account` is what it saw."""

    def __init__(self, title: AnyTitle, side: str) -> None:
        self._title = title
        self._side = side
        self._losses: dict[str, Counter[int]] = defaultdict(Counter)
        self._fights: Counter[str] = Counter()
        self._lost: Counter[str] = Counter()
        self._luck, self._rolls, self._unjudged = 0.0, 0, 0
        self._before: Game[Any, Any]
        self._choice = ("", "")
        self._forces: dict[str, Standing] | None = None

    def before(self, game: Game[Any, Any], side: str, option_id: str) -> None:
        """A side is about to choose."""
        self._before = game.fork()
        self._choice = (option_id, side)
        if self._forces is None and isinstance(self._title, HexTitle):
            self._forces = self._title.forces(game)

    def after(self, game: Game[Any, Any]) -> None:
        """The choice has been carried out, and the game's events are what came of it."""
        if game.state.rolls != self._before.state.rolls:
            self._judge_dice(game)
        if self._forces is not None and game.events:
            assert isinstance(self._title, HexTitle)
            self._note_fights(self._title, game)
            forces = self._title.forces(game)
            self._note_losses(self._forces, forces)
            self._forces = forces

    def _judge_dice(self, game: Game[Any, Any]) -> None:
        found = luck(self._before, *self._choice, game, self._side)
        if found is None:
            self._unjudged += 1
        else:
            self._luck += found
            self._rolls += 1

    def _note_fights(self, title: AnyHexTitle, game: Game[Any, Any]) -> None:
        hexes = title.board(game.content).index
        for event in game.events:
            if isinstance(event, Resolved) and (not title.fights or event.what in title.fights):
                at = self._place(event)
                if at in hexes:
                    self._fights[at] += 1

    def _place(self, event: Resolved) -> str:
        """The hex that a resolution names, or that of the counter it names, as it stood before."""
        assert self._forces is not None
        named = self._forces.get(event.subject)
        return event.subject if named is None else named.at

    def _note_losses(self, before: dict[str, Standing], after: dict[str, Standing]) -> None:
        """Steps that are gone; those that one counter hands to another in its hex are not."""
        gained = _gains(before, after)
        turn = self._title.turn(self._before.state)
        for unit_id, unit in before.items():
            now = after.get(unit_id)
            gone = unit.steps - (now.steps if now is not None else 0)
            if gone > 0:
                handed_over = min(gone, gained[unit.side, unit.at])
                gained[unit.side, unit.at] -= handed_over
                if gone > handed_over:
                    self._losses[unit.side][turn] += gone - handed_over
                    self._lost[unit.at] += gone - handed_over

    @property
    def account(self) -> Account:
        """All that was seen, in an order that does not depend on how the game went."""
        return Account(
            losses={side: dict(sorted(self._losses[side].items())) for side in sorted(self._losses)},
            fights=dict(sorted(self._fights.items())),
            lost=dict(sorted(self._lost.items())),
            luck=self._luck,
            rolls=self._rolls,
            unjudged=self._unjudged,
        )


def _gains(before: dict[str, Standing], after: dict[str, Standing]) -> Counter[tuple[str, str]]:
    """Steps that counters have more than before, by side and hex; a new counter has all of its steps more."""
    gained: Counter[tuple[str, str]] = Counter()
    for unit_id, unit in after.items():
        was = before.get(unit_id)
        more = unit.steps - (was.steps if was is not None else 0)
        if more > 0:
            gained[unit.side, unit.at] += more
    return gained
