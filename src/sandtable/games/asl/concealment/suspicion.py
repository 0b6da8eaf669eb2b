"""A12.1, A12.16, A12.3: what may be out there, as far as the other side can tell.

Whether a side is asked must not tell the other what lies beneath a "?", nor that something is hidden: it is asked
wherever it might have something to answer.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight import line_of_sight, line_to_side, line_to_unit, sees
from sandtable.games.asl.state import Moving, Unit
from sandtable.games.asl.units import Game, is_known, on_map
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import units_of

INTERDICTS = 16
"""How far away somebody may Interdict, in hexes."""


@rule("A12.1", "A12.16", "A12.3", "A8.1")
def might_fire_at_movers(game: Game, side: str) -> bool:
    """Whether a side might have somebody who can fire at those who move: a "?" that sees them, or somebody hidden."""
    moving = game.state.moving
    if moving is None:
        return False
    if may_hide(game, side):
        return True
    return any(_sees(game, each, moving) for each in _veiled(game, side))


@rule("A12.1", "A12.16", "A12.3")
def might_act(game: Game, side: str) -> bool:
    """Whether a side might have somebody who can do something of which the other cannot know."""
    return may_hide(game, side) or bool(_veiled(game, side))


@rule("A12.1", "A12.16", "A12.3", "A10.53")
def might_interdict(game: Game, side: str, location: str) -> bool:
    """Whether a side might have somebody who Interdicts in a Location: a "?" that sees it well, or somebody hidden."""
    if may_hide(game, side):
        return True
    distance, here = game.content.distance, hex_of(location)
    near = [unit for unit in _veiled(game, side) if distance(hex_of(unit.at), here) <= INTERDICTS]
    lines = (line_of_sight(game, unit.at, location) for unit in near)
    return any(line.clear and not line.hindrance for line in lines)


@rule("A12.3", "A12.34")
def may_hide(game: Game, side: str) -> bool:
    """Whether somebody of a side may still be hidden: men or Guns that nobody has seen, where they could set up so."""
    gone = _gone(game)
    if any(name not in gone and not _is_seen(game, name) for name in _hidden_guns(game.content, side)):
        return True
    return _men_may_hide(game, side)


@derived("lost", "lost_unseen", "exited", "to_place")
def _gone(game: Game) -> frozenset[str]:
    """What everybody knows to be off the map for good, or not on it yet, and the squads of half-squads that are."""
    state = game.state
    lost = state.lost.keys() - state.lost_unseen.keys()
    return frozenset([name.partition(".")[0] for name in (*lost, *state.exited, *state.to_place)])


@of_content
def _hidden_guns(content: Content, side: str) -> tuple[str, ...]:
    """The Guns of a side that may be set up hidden."""
    if not content.forces[side].hides_guns:
        return ()
    return tuple([name for name, placed in content.arms.items() if placed.side == side and placed.kind in content.guns])


def _gone_of(game: Game, side: str) -> frozenset[str]:
    return _gone(game)


@derived(units_of, _gone_of)
def _men_may_hide(game: Game, side: str) -> bool:
    """Whether men of a side may still be hidden whom nobody has seen."""
    if not any(group.fortification_points for group in game.content.forces[side].groups.values()):
        return False
    gone = _gone(game)
    known = {name.partition(".")[0] for name, unit in units_of(game, side).items() if is_known(unit)}
    placed = game.content.units.items()
    return any(each.side == side and name not in gone and name not in known for name, each in placed)


def _is_seen(game: Game, weapon_id: str) -> bool:
    """Whether both sides know where a weapon is."""
    weapon = game.state.weapons.get(weapon_id)
    holder = None if weapon is None else game.state.units.get(weapon.holder)
    return weapon is not None and (holder is None or is_known(holder))


def _veiled(game: Game, side: str) -> list[Unit]:
    """What of a side stands beneath a "?" on the map, whatever it is."""
    return [unit for unit in units_of(game, side).values() if unit.concealed and on_map(unit)]


def _sees(game: Game, unit: Unit, moving: Moving) -> bool:
    """Whether those who move can be seen from where a "?" is, or as they crossed a hexside (A8.15)."""
    if unit.at == moving.at:
        return True
    movers = [game.state.units[name] for name in moving.units if name in game.state.units]
    plain = replace(unit, stance="", vertices=())
    if movers and line_to_unit(game, plain, movers[0]).clear:
        return True
    if not movers and sees(game, unit.at, moving.at, seen=moving.vehicle):
        return True
    here, there = hex_of(moving.at), hex_of(moving.came_from)
    if not moving.came_from or here == there or hex_of(unit.at) in (here, there):
        return False
    return line_to_side(game, unit.at, f"{there}-{here}").clear
