"""What a player may have lit up on the map: what a hex sees and covers, what nobody sees, control, set-up areas."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import MACHINE_GUNS
from sandtable.games.asl.locations import hex_of, locations_of
from sandtable.games.asl.screen.scene import controller
from sandtable.games.asl.sight import position_of, sees
from sandtable.games.asl.state import UNKNOWN, Unit
from sandtable.games.asl.units import Game, is_dummy, on_map, units_at
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay


def overlays(content: Content) -> tuple[Overlay, ...]:
    """From a hex what it sees and what its men can fire at; for a side what the other does not see, what it holds and
    where it sets up."""
    sides = tuple(content.forces)
    set_up = [side for side in sides if any(group.setup is not None for group in content.forces[side].groups.values())]
    return (
        Overlay("sight", "sight", needs_hex=True),
        Overlay("fire", "fire", needs_hex=True),
        *(Overlay(f"unseen-{side}", "unseen", {"side": side}) for side in sides),
        *(Overlay(f"held-{side}", "held", {"side": side}) for side in sides),
        *(Overlay(f"setup-{side}", "setup", {"side": side}) for side in set_up),
        *((Overlay("slopes", "slopes"),) if any(content.board.falls.get("slope", b"")) else ()),
    )


def lit(game: Game, overlay_id: str, label: str) -> frozenset[str]:
    """The hexes of an overlay."""
    what, _, side = overlay_id.partition("-")
    if what == "sight":
        return seen_from(game, label)
    if what == "fire":
        return covered_from(game, label)
    if what == "unseen":
        return unseen_by(game, side)
    if what == "slopes":
        return up_slope(game.content)
    if what == "setup":
        return set_up_area(game.content, side)
    return frozenset(hex_ for hex_ in game.content.board.labels if controller(game, hex_) == side)


@rule("A6.1")
def seen_from(game: Game, label: str) -> frozenset[str]:
    """The hexes to whose ground level there is LOS from that of a hex."""
    return frozenset(hex_ for hex_ in game.content.board.labels if sees(game, label, hex_))


@rule("A7.1", "A7.22")
def covered_from(game: Game, label: str) -> frozenset[str]:
    """The hexes at which the men of a hex can fire, at Long Range too."""
    found: set[str] = set()
    for location in locations_of(game, label):
        for name in units_at(game, location):
            unit = game.state.units[name]
            reach = 2 * range_of(game, name, unit)
            if reach:
                near = game.content.around(label, reach)
                found |= {hex_ for hex_ in near if sees(game, position_of(unit), hex_)}
    return frozenset(found)


def range_of(game: Game, name: str, unit: Unit) -> int:
    """The normal range of a unit, or of the machine gun that it has."""
    if unit.kind == UNKNOWN or is_dummy(unit) or unit.broken:
        return 0
    content = game.content
    weapons = [
        content.weapons[weapon.kind]
        for weapon in game.state.weapons.values()
        if weapon.holder == name and weapon.kind in content.weapons and not weapon.broken
    ]
    guns = [card.range for card in weapons if card.type in MACHINE_GUNS]
    return max([content.personnel[unit.kind].range, *guns])


@rule("A6.1", "A12.12")
def unseen_by(game: Game, side: str) -> frozenset[str]:
    """The hexes that nobody of a side sees who is on the map and unbroken."""
    eyes = {
        position_of(unit)
        for unit in game.state.units.values()
        if unit.side == side and on_map(unit) and not unit.broken and not unit.guard
    }
    return frozenset(hex_ for hex_ in game.content.board.labels if not any(sees(game, eye, hex_) for eye in eyes))


@rule("RR12.2")
def up_slope(content: Content) -> frozenset[str]:
    """The hexes that are Up-Slope over one of their hexsides."""
    board = content.board
    return frozenset(board.labels[slot // 6] for slot, flag in enumerate(board.falls["slope"]) if flag)


@rule("A2.9")
def set_up_area(content: Content, side: str) -> frozenset[str]:
    """Where the groups of a side set up."""
    areas = [group.setup.on(content.board) for group in content.forces[side].groups.values() if group.setup]
    return frozenset(hex_of(hex_) for area in areas for hex_ in area)
