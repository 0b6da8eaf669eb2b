"""A11.4: Ambush."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.events.close_combat import Ambushed
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.close_combat import Ambush as AmbushTable
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import (
    Game,
    can_lend,
    friends_at,
    is_dummy,
    is_good_order,
    is_hero,
    is_inexperienced,
    is_leader,
    leadership,
    other,
    units_at,
)
from sandtable.games.asl.vehicles.status import known_at
from sandtable.kernel import Procedure, Resolved, rule
from sandtable.mechanics.sums import Sum

NOBODY = "nobody"


@rule("A11.4")
def may_ambush(game: Game, at: str) -> bool:
    """Whether an Ambush is possible: somebody is concealed, the terrain is not Open Ground, or it is dark there.

    Ruling (A11.4): an orchard is not Open Ground by day either, a hole in the open is.
    """
    there = [game.state.units[name] for name in units_at(game, at)]
    if any(unit.concealed and not is_dummy(unit) for unit in there):
        return True
    hex_ = hex_of(at)
    if not terrain_at(game, hex_).open_ground or at != hex_ or smoke_in(game, hex_):
        return True
    return game.state.nvr > 0 and not is_illuminated(game, hex_)


@rule("A11.4")
def ambush_modifiers(game: Game, at: str, side: str) -> Sum:
    """The drm of a side. A Dummy is no unit."""
    return _modifiers(game, at, side, [unit for _, unit in friends_at(game, at, side) if not is_dummy(unit)])


@rule("A11.4", "A12.1", "A12.16")
def modifiers_as_told(game: Game, at: str, side: str) -> Sum:
    """The same as far as others are told of it: of those beneath a "?" nothing.

    That they are concealed is told where nobody else of their side is there; beside others they might be Dummies.
    """
    there = [unit for _, unit in friends_at(game, at, side)]
    known = [unit for unit in there if not unit.concealed]
    told = _modifiers(game, at, side, known)
    if there and not known:
        row = game.content.table("ambush", AmbushTable).modifiers["concealed"]
        told.add("ambush.concealed", row.value, row.rule)
    return told


@rule("A11.4", "A4.51", "A7.8", "A12.13", "A19.3", "A15.2")
def _modifiers(game: Game, at: str, side: str, units: Sequence[Unit]) -> Sum:
    """The drm that some units bring: each condition counts if any of them has it, and one leader who is not alone."""
    table = game.content.table("ambush", AmbushTable).modifiers
    tanks = [game.state.vehicles[name] for name in known_at(game, at, side)]
    crews = [vehicle for vehicle in tanks if not vehicle.abandoned]
    drm = Sum()
    tests = {
        "cx": any(unit.cx for unit in units),
        "broken": any(unit.broken for unit in units),
        "pinned": any(unit.pinned for unit in units),
        "lax": any(is_inexperienced(game, unit) for unit in units),
        "berserk": any(unit.berserk for unit in units),
        "stealthy": any(is_hero(game.content, unit) and is_good_order(game, unit) for unit in units),
        "concealed": any(unit.concealed for unit in units),
        "vehicle": bool(tanks),
        "buttoned-up": any(not (each.exposed or game.content.vehicles[each.kind].open_topped) for each in crews),
        "stunned": any(each.stun == "stunned" for each in crews),
    }
    for name, row in table.items():
        if tests.get(name):
            drm.add(f"ambush.{name}", row.value, row.rule)
    leaders = [leadership(game, unit) for unit in units if is_leader(game.content, unit) and can_lend(game, unit)]
    if leaders and len(units) > 1:
        drm.add("leadership", min(leaders), "A.10")
    return drm


class Ambush(Procedure, frozen=True):
    """Both sides roll; one whose dr is lower by enough ambushes the other. It comes to that side, or to nobody."""

    at: str

    @rule("A11.4", "E1.16")
    def begin(self, game: Game) -> None:
        active, passive = game.state.active, other(game.state.active)
        table = game.content.table("ambush", AmbushTable)
        own, theirs = ambush_modifiers(game, self.at, active), ambush_modifiers(game, self.at, passive)
        dark = game.state.nvr > 0 and not is_illuminated(game, hex_of(self.at))
        least = table.lower_at_night if dark else table.lower
        lead = own.total - theirs.total

        def outcome(first: int, second: int) -> str:
            if second - first - lead >= least:
                return active
            return passive if first - second + lead >= table.lower else NOBODY

        bands = [outcome(a, b) for a in range(1, 7) for b in range(1, 7)]
        first, second = game.roll_apart("2d6", "ambush", "A11.4", bands=bands)
        side = outcome(first, second)
        game.say(
            Resolved(
                rule="A11.4",
                what="ambush",
                result="ambush" if side != NOBODY else "no-ambush",
                lines=tuple(part.line for each in (active, passive) for part in modifiers_as_told(game, self.at, each)),
                target=self.at,
                favours=side if side != NOBODY else "",
                leads_on=True,
            )
        )
        if side != NOBODY:
            game.say(Ambushed(rule="A11.4", side=side, at=self.at))
        game.finish(side)
