"""Chapter 8: the Reinforcements Phase."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.efs.headquarters.garrisons import release_by_date
from sandtable.games.efs.reinforcements import conversions, groups, placing, withdrawals
from sandtable.games.efs.reinforcements.conversions import Convert
from sandtable.games.efs.reinforcements.entering import arrive
from sandtable.games.efs.reinforcements.groups import ChooseGroups
from sandtable.games.efs.reinforcements.placing import PlaceReinforcements
from sandtable.games.efs.reinforcements.withdrawals import CallAway
from sandtable.games.efs.state import AXIS, SIDES
from sandtable.games.efs.supply.received import receive
from sandtable.games.efs.units import Game
from sandtable.kernel import Phase, rule


@rule("8.5", "8.51")
def withdraw(game: Game, side: str) -> None:
    """Units leave that the card calls away."""
    for unit_id in reversed(withdrawals.due(game, side)):
        game.push(CallAway(unit=unit_id))


@rule("8.6")
def convert(game: Game, side: str) -> None:
    """Units are exchanged for others."""
    for name in reversed(conversions.due(game, side)):
        game.push(Convert(conversion=name))


@rule("8.21")
def offer_groups(game: Game, side: str) -> None:
    """Special groups may be chosen."""
    game.push(ChooseGroups(side=side))


@rule("8.11b", "8.31")
def place(game: Game, side: str) -> None:
    """Units are put onto the map."""
    game.push(PlaceReinforcements(side=side))


Activity = Callable[[Game, str], None]
ACTIVITIES: tuple[Activity, ...] = (withdraw, convert, arrive, offer_groups, release_by_date, place, receive)
"""What a side does in the phase, in this order: each chapter adds its own, which may push procedures."""


class ReinforcementsPhase(Phase, frozen=True):
    """A.3: withdrawals, conversions, arrivals, special groups, units placed on the map, supply; the Axis first."""

    side: str = AXIS
    place: int = 0

    @rule("8.0")
    def begin(self, game: Game) -> None:
        if self.place < len(ACTIVITIES):
            game.goto("begin", place=self.place + 1)
            ACTIVITIES[self.place](game, self.side)
        elif self.side != SIDES[-1]:
            game.goto("begin", side=SIDES[-1], place=0)
        else:
            game.finish()


PROCEDURES = (*withdrawals.PROCEDURES, *conversions.PROCEDURES, *groups.PROCEDURES, *placing.PROCEDURES)
