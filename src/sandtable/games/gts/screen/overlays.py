"""What a player may have lit up on the map: fire zones, command ranges, radio contact, lines of sight, goals."""

from __future__ import annotations

from sandtable.games.gts.arnhem.goals import hexes_of_goals
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import fire_zone, zones_of
from sandtable.games.gts.fire.line_of_sight import reach, sees
from sandtable.games.gts.sequence.leaders import side_of_leader
from sandtable.games.gts.state import SIDES
from sandtable.games.gts.units import Game, formation_of, on_map, side_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.title import Overlay


def overlays(content: Content) -> tuple[Overlay, ...]:
    """For both sides fire zones, command ranges, contact and goals; from a hex what it sees and its units cover."""
    return (
        Overlay("sight", "sight", needs_hex=True),
        Overlay("zone", "zone", needs_hex=True),
        *(Overlay(f"zones-{side}", "zones", {"side": side}) for side in SIDES),
        *(Overlay(f"command-{side}", "command", {"side": side}) for side in SIDES),
        *(Overlay(f"contact-{side}", "contact", {"side": side}) for side in SIDES),
        *(Overlay(f"goals-{side}", "goals", {"side": side}) for side in SIDES if hexes_of_goals(content, side)),
    )


def lit(game: Game, overlay_id: str, label: str) -> frozenset[str]:
    """The hexes of an overlay."""
    what, _, side = overlay_id.partition("-")
    if what == "sight":
        return seen(game, label)
    if what == "zone":
        return frozenset().union(*[fire_zone(game, unit_id) for unit_id in units_in(game, label)])
    if what == "zones":
        return zones_of(game, side)
    if what == "goals":
        return hexes_of_goals(game.content, side)
    return commanded(game, side) if what == "command" else in_contact(game, side)


@rule("15.4")
def seen(game: Game, label: str) -> frozenset[str]:
    """The hexes to which there is a line of sight from one."""
    board = game.content.board
    near = board.within(board.index[label], reach(game))
    return frozenset(board.labels[i] for i in near if sees(game, label, board.labels[i]))


@rule("21.4")
def commanded(game: Game, side: str) -> frozenset[str]:
    """The hexes in the command range of a side's leaders."""
    board = game.content.board
    return frozenset(
        board.labels[i]
        for name, leader in game.state.leaders.items()
        if not leader.entry and side_of_leader(game, name) == side
        for i in board.within(board.index[leader.at], game.content.leaders[name].range)
    )


@rule("16.2/2", "16.2/note-many")
def in_contact(game: Game, side: str) -> frozenset[str]:
    """The guns of a side that are in radio contact, and the units of the formations that observe for them."""
    units = game.state.units
    guns = {i for i, unit in units.items() if unit.contact and side_of(game, i) == side}
    observing = {units[unit_id].contact for unit_id in guns}
    eyes = {i for i in units if side_of(game, i) == side and formation_of(game, i) in observing}
    return frozenset(units[unit_id].at for unit_id in guns | eyes if on_map(game, unit_id))
