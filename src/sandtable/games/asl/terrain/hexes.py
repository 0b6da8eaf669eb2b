"""B.1, B1-B24: which terrain is in a hex now, and what kind of ground that is for men."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import hex_of, houses, parts_of
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.terrain import Terrain, TerrainRow
from sandtable.games.asl.units import Game
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

PLOWED, OPEN = "plowed", "open"
FURROWED = "furrowed"
"""The feature of a hex whose ground is plowed around its obstacle (B.1)."""
PAVED = "road"
"""The network of paved roads; all other networks are unpaved."""

ENTRENCHED = frozenset({"foxhole", "trench"})
"""The stances of men in entrenchments."""
BYPASS, ABOVE_WIRE, BENEATH_WIRE, SHELLHOLES = "bypass", "above-wire", "beneath-wire", "shellholes"


@of_content
@rule("B.1", "B/campaign-terrain", "B12", "B13.1", "B14.1", "B15.6", "B23.1", "B23.74", "RR10", "RR14")
def printed_kinds(content: Content) -> Mapping[str, str]:
    """The kind of terrain of every hex, that at its center; a building of several hexes is a Factory."""
    found = {}
    for info in content.board.hexes:
        house = houses(content).get(info.label)
        kind = info.terrain
        if house is not None and house.is_factory:
            kind = kind.replace("-building", "-factory")
        found[info.label] = kind
    return found


@rule("B.1", "B24.2")
def kind_at(game: Game, hex_: str) -> str:
    """The kind of terrain of a hex now: rubble takes the place of what stood there."""
    rubble = game.state.rubble
    if rubble and hex_ in rubble:
        return f"{rubble[hex_]}-rubble"
    return printed_kinds(game.content)[hex_]


def terrain_at(game: Game, hex_: str) -> TerrainRow:
    """What the terrain of a hex is now."""
    rubble = game.state.rubble
    if rubble and hex_ in rubble:
        return rows(game.content)[kind_at(game, hex_)]
    return _printed_terrain(game.content)[hex_]


@of_content
def _printed_terrain(content: Content) -> Mapping[str, TerrainRow]:
    """The same on the map as printed."""
    return {hex_: rows(content)[kind] for hex_, kind in printed_kinds(content).items()}


@of_content
def rows(content: Content) -> Mapping[str, TerrainRow]:
    """What each kind of terrain is."""
    return content.table("terrain", Terrain).hexes


@of_content
@rule("B.1", "A4.3")
def ground_around(content: Content, hex_: str) -> str:
    """The ground of a hex outside its obstacle: open, or a plowed field."""
    info = content.board.hexes[content.board.index[hex_]]
    if rows(content)[printed_kinds(content)[hex_]].bypass is None:
        return printed_kinds(content)[hex_]
    return PLOWED if FURROWED in info.features else OPEN


def is_building(game: Game, hex_: str) -> bool:
    """Whether there is a building in a hex now."""
    return terrain_at(game, hex_).building is not None


@of_content
def road_hexes(content: Content) -> frozenset[str]:
    """The hexes through which a road of any kind runs."""
    board = content.board
    return frozenset(board.labels[i] for path in board.paths for i in path.hexes)


@of_content
def paved_hexes(content: Content) -> frozenset[str]:
    """The hexes of paved roads."""
    board = content.board
    return frozenset(board.labels[i] for path in board.paths if path.network == PAVED for i in path.hexes)


# The position of men


def is_entrenched(unit: Unit) -> bool:
    """Whether a unit is in a foxhole or a trench."""
    return unit.stance in ENTRENCHED


@rule("B2.1")
def uses_shellholes(game: Game, unit_id: str) -> bool:
    """Whether a unit uses shellholes: it entered them, or has not moved in this phase from a hex that has them."""
    unit = game.state.units[unit_id]
    if unit.stance == SHELLHOLES:
        return True
    if unit.stance or unit.moved or unit.at not in game.state.shellholes:
        return False
    moving = game.state.moving
    return moving is None or unit_id not in moving.units


@rule("A10.61")
def helps_rally(game: Game, unit: Unit) -> bool:
    """Whether the terrain helps a broken unit to rally: woods, buildings with their cellars, trenches."""
    return unit.stance == "trench" or (unit.stance != BYPASS and terrain_at(game, parts_of(unit.at).hex).rally)


@rule("A10.51")
def is_refuge(game: Game, hex_: str) -> bool:
    """Whether broken units rout to a hex: woods, buildings and rubble, unless it burns."""
    if game.state.blazes or game.state.rubble:
        return hex_ not in game.state.blazes and terrain_at(game, hex_).refuge
    return hex_ in _printed_refuges(game.content)


@of_content
def _printed_refuges(content: Content) -> frozenset[str]:
    """The same on the map as printed."""
    return frozenset([hex_ for hex_, kind in printed_kinds(content).items() if rows(content)[kind].refuge])


@rule("B1.1", "B14.1", "B15.6", "B27/infantry")
def is_bare(game: Game, unit_id: str) -> bool:
    """Whether nothing at the position of a unit keeps it from being in Open Ground."""
    unit = game.state.units[unit_id]
    if unit.stance in ENTRENCHED:
        return False
    hex_ = hex_of(unit.at)
    if unit.stance == BYPASS:
        return rows(game.content)[ground_around(game.content, hex_)].open_ground
    return terrain_at(game, hex_).open_ground and not uses_shellholes(game, unit_id)


@rule("A12.11")
def is_concealment_terrain(game: Game, unit_id: str) -> bool:
    """Whether a unit is in Concealment Terrain: not in Open Ground, in SMOKE, or in the dark."""
    unit = game.state.units[unit_id]
    hex_ = parts_of(unit.at).hex
    covered = not is_bare(game, unit_id)
    if covered and unit.stance != BYPASS and not is_on(game.content, "entrenchments-conceal"):
        covered = hides_by_day(game, hex_)
    return covered or bool(smoke_in(game, hex_)) or (game.state.nvr > 0 and not is_illuminated(game, hex_))


@rule("E1.16", "A12.11")
def hides_by_day(game: Game, hex_: str) -> bool:
    """Whether the terrain of a hex is Concealment Terrain by day too."""
    return not terrain_at(game, hex_).open_ground
