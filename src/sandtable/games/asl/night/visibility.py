"""E1.1, E1.6, E1.7: how far one sees at night, and what the dark adds to attacks."""

from __future__ import annotations

import math
from typing import Literal

from sandtable.games.asl.locations import elevation, hex_of, ranges_from
from sandtable.games.asl.night.light import flashing, is_illuminated
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.tables.conditions import NightTable
from sandtable.games.asl.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum


@rule("E1.1")
def range_of_sight(game: Game, viewer: Vehicle | None = None, seen: Vehicle | None = None) -> int:
    """The NVR: one half of it for the men in a buttoned-up AFV, and more where a vehicle that moves is looked at."""
    found = game.state.nvr
    if viewer is None and seen is None:
        return found
    figures = game.content.table("night", NightTable)
    if viewer is not None and not viewer.exposed:
        found = max(figures.least, found // figures.buttoned)
    if seen is not None and (seen.motion or seen.started):
        kind: Literal["tracked", "halftrack"] = "tracked" if game.content.vehicles[seen.kind].tracked else "halftrack"
        found = math.ceil(found * figures.seen[kind].factor)
    return found


@rule("E1.1", "E1.6/freedom-to-fire", "E1.8", "E1.9")
def is_visible(game: Game, viewer_at: str, seen_at: str, reach: int) -> bool:
    """Whether a Location in LOS is seen at night: it is near enough, Illuminated, or shows a Gunflash."""
    if ranges_from(game.content, viewer_at)[seen_at] <= reach:
        return True
    return shows_from_afar(game, seen_at)


def shows_from_afar(game: Game, location: str) -> bool:
    """Whether a Location is seen at night from whatever range: it is Illuminated, or shows a Gunflash."""
    state = game.state
    if (state.lights or state.blazes or state.wrecks) and is_illuminated(game, hex_of(location)):
        return True
    flashes = state.gunflashes or state.melees or state.vehicles
    return bool(flashes) and location.partition("~")[0] in flashing(game)


@rule("E1.6/freedom-to-fire", "E1.8")
def is_mere_flash(game: Game, viewer_at: str, seen_at: str, reach: int) -> bool:
    """Whether nothing but a Gunflash shows where a target is: fire at it is Area Fire."""
    if not game.state.nvr:
        return False
    here, there = hex_of(viewer_at), hex_of(seen_at)
    return game.content.distance(here, there) > reach and not is_illuminated(game, there)


@rule("E1.7", "RR11.3")
def night_drm(game: Game, firer_at: str, target_at: str) -> int:
    """What the dark adds to an attack: nothing within a hex, nor at a target that is a full level higher."""
    if not game.state.nvr or hex_of(firer_at) == hex_of(target_at):
        return 0
    if elevation(game.content, target_at) > elevation(game.content, firer_at):
        return 0
    return game.content.table("night", NightTable).visibility


@rule("E1.7")
def add_darkness(drm: Sum, game: Game, firer_at: str, target_at: str) -> None:
    """Put into a sum what the dark adds to an attack."""
    more = night_drm(game, firer_at, target_at)
    if more:
        drm.add("darkness", more, "E1.7")
