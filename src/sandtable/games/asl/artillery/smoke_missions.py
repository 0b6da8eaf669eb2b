"""C1.71: SMOKE of artillery, which stays while its mission lasts and disperses afterwards."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.modules import SMOKE, blast_area
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

SOURCE = "artillery"


@rule("C1.71", "E3.5")
def may_smoke(game: Game) -> bool:
    """Whether SMOKE can be fired: not in rain."""
    return game.state.weather not in ("rain", "heavy-rain")


@rule("C1.71", "A24.2")
def lay_smoke(game: Game) -> None:
    """The hexes of SMOKE missions have SMOKE; where a mission has ended or moved on, it is dispersed."""
    figure = game.content.table("smoke", Smoke).kinds["smoke"]
    wanted: set[str] = set()
    if may_smoke(game):
        for battery in game.state.batteries.values():
            if battery.mission == "effect" and battery.shell == SMOKE:
                wanted.update(blast_area(game, battery.at, SMOKE))
    for hex_ in wanted | set(game.state.smoke):
        clouds = game.state.smoke.get(hex_, ())
        standing = any(each.source == SOURCE and not each.dispersed for each in clouds)
        if hex_ in wanted and not standing:
            game.state.smoke[hex_] = (*clouds, Cloud(value=figure.hindrance, source=SOURCE))
        elif standing and hex_ not in wanted:
            until = game.state.player_turn + 1
            game.state.smoke[hex_] = tuple(
                replace(each, dispersed=True, value=figure.dispersed or 0, until=until)
                if each.source == SOURCE and not each.dispersed
                else each
                for each in clouds
            )


@rule("C1.71")
def end_of_artillery_smoke(game: Game) -> None:
    """At the end of a Player Turn dispersed SMOKE of artillery is gone that was to last until then."""
    turn = game.state.player_turn
    for hex_, clouds in list(game.state.smoke.items()):
        left = tuple(each for each in clouds if not (each.source == SOURCE and each.dispersed and each.until <= turn))
        if left:
            game.state.smoke[hex_] = left
        else:
            del game.state.smoke[hex_]
