"""Chapter 6.6.6: units that move into a barrage."""

from __future__ import annotations

from sandtable.games.panzer.indirect.batteries import is_battery
from sandtable.games.panzer.indirect.missions import change_mission
from sandtable.games.panzer.indirect.sheafs import GP
from sandtable.games.panzer.indirect.strike import Strike, hexes_of_source
from sandtable.games.panzer.units import Game
from sandtable.kernel import Procedure, derived, rule
from sandtable.mechanics.switches import is_on


@derived("missions")
@rule("6.6.6", "6.5.1.5")
def barrage_hexes(game: Game) -> frozenset[str]:
    """All hexes on which a barrage lies."""
    return frozenset(
        at for mission in game.state.missions.values() if mission.shell == GP and mission.hexes for at in mission.hexes
    )


@rule("6.6.6")
def barrages_on_mover(game: Game, unit_id: str, at: str) -> list[tuple[str, str]]:
    """The missions and sources that attack a unit as it moves into a hex: each source only once in a turn, and only
    while it is there to fire (ruling).
    """
    outlives = is_on(game.content, "barrage-outlives-mortar")
    return [
        (mission_id, source)
        for mission_id, mission in game.state.missions.items()
        if mission.shell == GP and mission.hexes
        for source in mission.sources
        if at in hexes_of_source(game, mission, source)
        and (unit_id, source) not in mission.attacked
        and (outlives or is_battery(game, source) or source in game.state.units)
    ]


class EnterBarrage(Procedure, frozen=True):
    """A unit has moved into a hex and is attacked at once by every barrage there; to turn in its hex brings no attack.

    Comes to whether it was attacked.
    """

    unit: str
    attacked: bool = False

    @rule("6.6.6")
    def begin(self, game: Game) -> None:
        """One source attacks after another, until the unit is lost or none is left."""
        there = game.state.units.get(self.unit)
        found = [] if there is None else barrages_on_mover(game, self.unit, there.at)
        if not found:
            game.finish(self.attacked)
            return
        mission_id, source = found[0]
        mission = game.state.missions[mission_id]
        change_mission(game, mission_id, attacked=(*mission.attacked, (self.unit, source)))
        game.goto("begin", attacked=True)
        game.push(Strike(mission=mission_id, source=source, units=(self.unit,)))


PROCEDURES: tuple[type[Procedure], ...] = (EnterBarrage,)
