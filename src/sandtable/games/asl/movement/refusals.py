"""Why a unit cannot move, and why it cannot go where somebody would like it to."""

from __future__ import annotations

from sandtable.games.asl.locations import hex_of, neighbours, room_for
from sandtable.games.asl.movement.arrivals import is_off_map, location_of
from sandtable.games.asl.movement.entry import is_mounted
from sandtable.games.asl.movement.fences import stops_exhausted
from sandtable.games.asl.movement.moves import MoveBase, first, is_hazardous, is_on_wire
from sandtable.games.asl.movement.reach import MET, presence
from sandtable.games.asl.movement.ways import locations_count, places
from sandtable.games.asl.units import Game, in_melee, other
from sandtable.kernel import Choice, Refusal, rule


@rule("A3.3", "A4.2")
def refuse_mover(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a unit cannot be moved."""
    unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
    if unit is None:
        return None
    args = {"unit": choice.name}
    if unit.side != side:
        return Refusal("refused.not-yours", "A3.3", args)
    reasons = (
        (bool(unit.guard), "prisoner", "A20.5"),
        (bool(unit.aboard), "rides", "D6.1"),
        (not unit.at and is_mounted(game, choice.name), "comes-mounted", "D6.1"),
        (unit.broken, "broken", "A10.3"),
        (unit.pinned, "pinned", "A7.8"),
        (in_melee(game, unit), "melee", "A11.15"),
        (bool(unit.fire) and game.state.phase == "movement", "prep-fired", "A3.2"),
        (unit.ti, "immobilized", "A3.3"),
        (unit.frozen, "no-move", "E1.21"),
        (unit.unarmed and game.state.phase == "advance", "unarmed-advance", "A20.5"),
        (unit.moved, "moved", "A4.2"),
        (not unit.at, "not-due", "A2.5"),
    )
    for holds, reason, rule_id in reasons:
        if holds:
            return Refusal(f"refused.{reason}", rule_id, args)
    return None


@rule("A4.13", "A4.14", "A5.1", "B26/infantry")
def refuse_destination(game: Game, move: MoveBase, label: str) -> Refusal | None:
    """Why a stack cannot move to a place."""
    index = places(game.content).index
    place = location_of(label)
    if place not in index or index[place] >= locations_count(game.content):
        return None
    args = {"unit": move.units[0], "at": place}
    side = game.state.units[move.units[0]].side
    if is_off_map(game, move.units):
        return Refusal("refused.not-an-entry-hex", "A2.5", args)
    if first(game, move) == place:
        return Refusal("refused.already-there", "A4.2", args)
    if is_on_wire(game, move):
        return Refusal("refused.on-wire", "B26/infantry", args)
    if presence(game, other(side)).get(place) == MET:
        return Refusal("refused.enemy-there", "A4.14", args)
    if place in game.state.blazes or hex_of(place) in game.state.blazes:
        return Refusal("refused.burning", "B25/infantry", args)
    if not room_for(game, place, move.units, side):
        return Refusal("refused.no-room", "A5.1", args)
    next_to = place in neighbours(game.content, first(game, move))
    here = hex_of(first(game, move))
    if any(game.state.units[name].cx for name in move.units) and next_to and stops_exhausted(game, here, hex_of(place)):
        return Refusal("refused.fence-exhausted", "RR13.2", args)
    if move.manner == "assault" and next_to and is_hazardous(game, move, place):
        return Refusal("refused.assault-hazardous", "A4.61", args)
    if move.manner == "assault":
        return Refusal("refused.assault-one-location", "A4.61", args)
    if move.manner == "dash":
        return Refusal("refused.dash", "A4.63", args)
    return Refusal("refused.too-far", "A4.13", args)


def refuse_target(choice: Choice, reason: str, rule_id: str) -> Refusal | None:
    """Why nothing can be placed in a Location."""
    if choice.kind not in ("hex", "place", "wp"):
        return None
    return Refusal(f"refused.{reason}", rule_id, {"at": choice.name})
