"""Supply from the air, an addition of this game: what a failed drop does to the division that lives on it."""

from __future__ import annotations

from sandtable.games.gts.events.scenario import SupplyDropped
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, division_of, formation_of
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import occupier
from sandtable.mechanics.sums import Modifier


class SupplyExemption(Strict, frozen=True, kw_only=True):
    """Who does not live on the drops: a formation while it is in some regions."""

    formation: str
    regions: tuple[str, ...]


class SupplyArea(Strict, frozen=True, kw_only=True):
    """Where supplies are dropped on some dates."""

    dates: tuple[int, int]
    regions: tuple[str, ...]


class SupplyFile(Table, frozen=True, kw_only=True):
    """Supply drops."""

    division: str
    exempt: SupplyExemption
    time: str
    areas: tuple[SupplyArea, ...]
    quality: int
    indirect_fire_per_turn: int


def figures(game: Game) -> SupplyFile:
    return game.content.table("supply", SupplyFile)


@rule("29.47")
def determine_drop(game: Game) -> None:
    """Once a day: the drop succeeds if a hex of the area, free of the enemy, holds or adjoins a unit of the side."""
    row, box = figures(game), game.content.track[game.state.turn]
    if "supply" not in game.content.special or box.time != row.time or row.division not in game.state.divisions:
        return
    areas = [area for area in row.areas if area.dates[0] <= box.date <= area.dates[1]]
    if not areas:
        return
    side = game.content.divisions[row.division].side
    hexes = {label for area in areas for name in area.regions for label in game.content.region(name)}
    found = any(_reached(game, label, side) for label in hexes)
    game.state.starved[row.division] = not found
    game.say(SupplyDropped(rule="29.47", what="received" if found else "lost", division=row.division))


def _reached(game: Game, label: str, side: str) -> bool:
    if occupier(game, label) == enemy_of(side):
        return False
    return any(occupier(game, near) == side for near in (label, *game.content.adjacent[label]))


@rule("29.47")
def lacks_supplies(game: Game, unit_id: str) -> bool:
    """Whether a unit suffers from a drop that failed: not the Poles south of the Rhine, nor guns beyond the map."""
    if not game.state.starved.get(division_of(game, unit_id)):
        return False
    row, at = figures(game), game.state.units[unit_id].at
    if not at:
        return False
    exempt = formation_of(game, unit_id) == row.exempt.formation
    return not (exempt and any(at in game.content.region(name) for name in row.exempt.regions))


@rule("29.47")
def supply_quality(game: Game, unit_id: str) -> list[Modifier]:
    """What a failed drop takes from the troop quality of the division that lives on it."""
    return [Modifier("no-supply", figures(game).quality, "29.47")] if lacks_supplies(game, unit_id) else []


@rule("29.47")
def is_rationed(game: Game, unit_id: str) -> bool:
    """Whether a unit has no shells left for indirect fire in this turn, after a drop that failed."""
    fired = game.state.fired_indirectly.get(unit_id, 0)
    return fired >= figures(game).indirect_fire_per_turn and lacks_supplies(game, unit_id)
