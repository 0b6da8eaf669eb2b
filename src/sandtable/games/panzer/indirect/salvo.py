"""Chapters 6.5.1 and 6.5.1.13: what a mission does when it comes down."""

from __future__ import annotations

from sandtable.games.panzer.indirect.ammunition import has_smoke_left
from sandtable.games.panzer.indirect.batteries import battery, change_battery, is_battery
from sandtable.games.panzer.indirect.events import Landed
from sandtable.games.panzer.indirect.missions import change_mission, end_mission
from sandtable.games.panzer.indirect.sheafs import SMOKE
from sandtable.games.panzer.indirect.smoke import lay_smoke
from sandtable.games.panzer.indirect.sources import weapons_of
from sandtable.games.panzer.indirect.strike import looks_at_movement, struck_by
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game, mark
from sandtable.kernel import Procedure, rule
from sandtable.mechanics.switches import is_on


class Salvo(Procedure, frozen=True):
    """A mission is fired: each source attacks everything in the SHEAF, or smoke is laid."""

    mission: str
    left: tuple[str, ...] = ()
    """The sources that have still to be resolved."""
    movement: bool = False
    """Whether the modifier for moving vehicles holds."""
    checked: tuple[str, ...] = ()
    """The sources of the mission that fire no more by the choice of their owner. It comes to these, if any."""

    @rule("6.5.1", "6.5.1.6", "6.5.1.6.1", "6.5.1.13")
    def begin(self, game: Game) -> None:
        mission = game.state.missions[self.mission]
        for source in mission.sources:
            betray(game, source)
        if mission.shell == SMOKE:
            self._smoke(game, mission)
            game.finish(self.checked or None)
            return
        say_landed(game, mission)
        game.goto("strike", left=mission.sources, movement=looks_at_movement(game, mission))

    @rule("5.16.2.3", "5.16.2.5", "6.5.1.11.4", "6.5.1.13")
    def _smoke(self, game: Game, mission: Mission) -> None:
        """Lay smoke with the sources that have it left; without any, called fire ends and planned fire loses a turn."""
        able = tuple(source for source in mission.sources if has_smoke_left(game, mission.side, source))
        if able:
            bands = tuple(mission.bands[mission.sources.index(source)] for source in able)
            mission = change_mission(game, self.mission, sources=able, bands=bands)
            say_landed(game, mission)
            lay_smoke(game, mission.at, mission.sheaf, mission.direction)
        elif mission.planned:
            self._lose_turn(game, mission)
        elif is_on(game.content, "mission-without-smoke-stands"):
            change_mission(game, self.mission, hexes=())
        else:
            end_mission(game, self.mission, "no-smoke")

    @rule("6.5.1.11.4")
    def _lose_turn(self, game: Game, mission: Mission) -> None:
        """Planned fire keeps its dates (ruling), or all of it comes a turn later in the other reading."""
        if is_on(game.content, "failed-smoke-delays-plan"):
            change_mission(game, self.mission, hexes=(), began=mission.began + 1)
            free_from = battery(game, mission.sources[0]).free_from
            change_battery(game, mission.sources[0], free_from=free_from + 1)
        else:
            change_mission(game, self.mission, hexes=())

    @rule("6.5.1", "6.5.1.13", "6.5.4", "6.5.4.2.5")
    def strike(self, game: Game) -> None:
        """Every unit of either side, spotted or not, and terrain in the SHEAF is attacked by each source."""
        if not self.left:
            game.finish(self.checked or None)
            return
        game.goto("strike", left=self.left[1:])
        game.push(struck_by(game, self.mission, self.left[0], movement=self.movement))


def say_landed(game: Game, mission: Mission) -> None:
    game.say(
        Landed(
            rule="6.5.1.5",
            side=mission.side,
            at=mission.at,
            shell=mission.shell,
            sheaf=mission.sheaf,
            sources=mission.sources,
        )
    )


@rule("6.5.1", "5.7", "5.16.2.3")
def betray(game: Game, source: str) -> None:
    """A unit on the map gets SPOT/FIRE as it fires, even if it has nothing to fire; mortars betray little. One that was
    lost while its shells were in the air gets nothing.
    """
    if is_battery(game, source) or source not in game.state.units:
        return
    quiet = all(weapon.quiet for weapon in weapons_of(game, source))
    if not quiet or game.state.units[source].spot != "fire":
        mark(game, source, "small-arms" if quiet else "fire")
