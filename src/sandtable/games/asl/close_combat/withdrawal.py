"""A11.2: withdrawal from Melee, and A11.22, infiltration."""

from __future__ import annotations

from typing import TypeAlias

from sandtable.board import FORBIDDEN
from sandtable.games.asl.events.close_combat import Infiltrated, Withdrew
from sandtable.games.asl.locations import adjacent_locations, hex_of, room_for
from sandtable.games.asl.morale.casualties import Aftermath, what_is_left
from sandtable.games.asl.movement.arrivals import bring, meet
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Unit, Vehicle
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BENEATH_WIRE
from sandtable.games.asl.terrain.mines import step_on_mines
from sandtable.games.asl.units import Game, in_melee, other, units_at
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

Leaving: TypeAlias = tuple[tuple[str, str], ...]
"""Who withdraws, and where to."""
DONE = Option("do:done", rule="A11.2")
STAY = Option("do:stay", rule="A11.22")


@rule("A11.2", "A5.1", "RR13.2")
def ways_out(game: Game, unit_id: str, leaving: Leaving = ()) -> list[str]:
    """Where a unit could withdraw to: an ADJACENT Location with room that it can step into, without enemies as far as
    its side knows, to which none of them has declared to withdraw either; its own men who have take up room there."""
    unit, units = game.state.units[unit_id], game.state.units
    claimed = {to for name, to in leaving if name in units and units[name].side != unit.side}
    friends = [(name, to) for name, to in leaving if name in units and units[name].side == unit.side]
    return [
        there
        for there in adjacent_locations(game, unit.at)
        if there not in claimed
        and step_cost(game, unit.at, there, unit.cx, barred=unit.broken) < FORBIDDEN
        and not any(
            units[n].side != unit.side and not units[n].guard and not units[n].hidden for n in units_at(game, there)
        )
        and not any(not vehicle.hidden and not vehicle.concealed for vehicle in _foes(game, there, unit.side))
        and room_for(game, there, (unit_id, *(name for name, to in friends if to == there)), unit.side)
    ]


def _foes(game: Game, location: str, side: str) -> list[Vehicle]:
    return [each for each in game.state.vehicles.values() if each.at == location and each.side != side]


@rule("A11.2", "A19.12")
def may_withdraw(game: Game, unit_id: str, leaving: Leaving = ()) -> bool:
    """Whether a unit may withdraw from a Melee: unpinned, not berserk, not Disrupted, and there is a way out."""
    unit = game.state.units[unit_id]
    if not can_get_away(game, unit) or not in_melee(game, unit) or unit.arrived:
        return False
    return bool(ways_out(game, unit_id, leaving))


@rule("A11.2", "A11.22", "A19.12", "B26/infantry")
def can_get_away(game: Game, unit: Unit) -> bool:
    """Whether a unit is fit to leave a Location with enemies: unpinned, not berserk, not Disrupted while quarter is
    given, and not on wire.

    Ruling: nobody withdraws or infiltrates off wire, for which he would have to get off it first.
    """
    if unit.pinned or unit.berserk or unit.guard or unit.stance in (ABOVE_WIRE, BENEATH_WIRE):
        return False
    return not unit.disrupted or bool(game.state.no_quarter.get(other(unit.side)))


class Withdrawals(Procedure, frozen=True):
    """Withdrawals are declared, first by the ATTACKER; it comes to who leaves, and where to.

    After an Ambush only the ambusher withdraws, when he has made his attacks.
    """

    at: str
    side: str
    ambush: bool = False
    leaving: Leaving = ()
    unit: str = ""

    @rule("A11.2", "A11.16")
    def begin(self, game: Game) -> Decision | None:
        """Ask who withdraws; broken units must."""
        able = [name for name in units_at(game, self.at) if self.is_able(game, name)]
        if not able:
            self.go_on(game)
            return None
        options = [Option(f"unit:{name}", rule="A11.2") for name in able]
        if not any(self.is_bound(game, name) for name in able):
            options.append(DONE)
        return Decision(self.side, "withdraw", "A11.2", tuple(options), {"at": self.at})

    def is_able(self, game: Game, unit_id: str) -> bool:
        """Whether a unit of the side that is asked may declare to withdraw, and has not."""
        is_free = all(name != unit_id for name, _ in self.leaving)
        return game.state.units[unit_id].side == self.side and is_free and self.may_go(game, unit_id)

    @rule("A11.16")
    def is_bound(self, game: Game, unit_id: str) -> bool:
        """Whether a unit is broken, and must try to get away."""
        return not self.ambush and game.state.units[unit_id].broken and self.is_able(game, unit_id)

    @rule("A11.4")
    def may_go(self, game: Game, unit_id: str) -> bool:
        """Whether a unit may withdraw; of the side that ambushes also one that is held by nobody yet."""
        unit = game.state.units[unit_id]
        if not self.ambush:
            return may_withdraw(game, unit_id, self.leaving)
        return can_get_away(game, unit) and bool(ways_out(game, unit_id, self.leaving))

    def go_on(self, game: Game) -> None:
        if self.side == game.state.active and not self.ambush:
            game.goto("begin", side=other(self.side))
        else:
            game.finish(self.leaving)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(DONE.id):
            bound = next((name for name in units_at(game, self.at) if self.is_bound(game, name)), "")
            return Refusal("refused.must-withdraw", "A11.16", {"unit": bound})
        return self.refuse(game, choice.name) if choice.kind == "unit" and choice.name in game.state.units else None

    @rule("A11.2", "A11.4", "A19.12", "B26/infantry")
    def refuse(self, game: Game, unit_id: str) -> Refusal | None:
        """Why a unit cannot withdraw."""
        unit = game.state.units[unit_id]
        reasons = (
            (unit.side != self.side, "other-side", "A11.2"),
            (unit.at != self.at, "elsewhere", "A11.2"),
            (bool(unit.guard), "prisoner", "A20.5"),
            (any(name == unit_id for name, _ in self.leaving), "withdraws", "A11.2"),
            (unit.pinned, "pinned", "A7.8"),
            (unit.berserk, "berserk-stays", "A15.4"),
            (unit.stance in (ABOVE_WIRE, BENEATH_WIRE), "on-wire", "B26/infantry"),
            (not can_get_away(game, unit), "disrupted-stays", "A19.12"),
            (not self.ambush and not in_melee(game, unit), "not-held", "A11.2"),
            (not self.ambush and unit.arrived, "newly-come", "A11.2"),
            (True, "no-way-out", "A11.2"),
        )
        return first_of(reasons, unit=unit_id)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self.go_on(game)
        else:
            game.goto("where", unit=choice.name)

    @rule("A11.2")
    def where(self, game: Game) -> Decision:
        """Ask where a unit withdraws to."""
        options = tuple(_option(at, "A11.2") for at in ways_out(game, self.unit, self.leaving))
        return Decision(self.side, "withdraw-to", "A11.2", options, {"unit": self.unit}, continues=True)

    def where_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-way", "A11.2", {"unit": self.unit}) if choice.kind in ("hex", "place") else None

    def where_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin", leaving=(*self.leaving, (self.unit, choice.name)), unit="")


def _option(at: str, rule_id: str) -> Option:
    return Option(f"hex:{at}" if hex_of(at) == at else f"place:{at}", rule=rule_id)


@rule("A11.2", "A11.22")
def carry_out_withdrawals(game: Game, here: str, leaving: Leaving) -> None:
    """Those who withdraw and are still alive go, if there is still room for them and no enemy has come there; who has
    slipped away by Infiltration is gone already."""
    for declared, to in leaving:
        name = what_is_left(game, declared)
        unit = game.state.units.get(name)
        if unit is not None and not unit.guard and unit.at == here and to in ways_out(game, name):
            game.say(Withdrew(rule="A11.2", unit=name, to=to))
            slip_to(game, name, to)


@rule("A11.2", "A4.4", "B28/infantry")
def slip_to(game: Game, unit_id: str, to: str) -> None:
    """A unit leaves a Melee for an ADJACENT Location with what it carries and guards; mines strike it.

    Who was hidden there comes to light beneath a "?", and Close Combat follows.
    """
    here = game.state.units[unit_id].at
    bring(game, (unit_id,), to)
    meet(game, (unit_id,), to)
    aftermath = Aftermath()
    step_on_mines(game, here, to, (unit_id,), aftermath)
    settle(game, aftermath)


class Infiltrate(Procedure, frozen=True):
    """Units may slip away at once, one after the other."""

    units: tuple[str, ...]
    one_stays: tuple[tuple[str, ...], ...] = ()
    """Those of whom one is to be captured when all attacks are over: the last of them does not slip away."""

    @rule("A11.22", "A20.22")
    def begin(self, game: Game) -> Decision | None:
        """Ask whether the next unit leaves, and where to.

        Ruling (A11.22): of those of whom one is to be captured, of their owner's choice, one stays to be taken.
        """
        if not self.units:
            game.finish()
            return None
        name = self.units[0]
        unit = game.state.units.get(name)
        out = ways_out(game, name) if unit is not None and self.may_go(game, name, unit) else []
        if unit is None or not out:
            game.goto("begin", units=self.units[1:])
            return None
        options = tuple(_option(at, "A11.22") for at in out)
        return Decision(
            unit.side, "infiltrate", "A11.22", (STAY, *options), {"unit": name}, default=STAY.id, done=STAY.id
        )

    def may_go(self, game: Game, unit_id: str, unit: Unit) -> bool:
        """Whether a unit is fit to slip away, and not the last of those of whom one is to be captured."""
        here = [name for name in units_at(game, unit.at) if name != unit_id]
        kept = any(unit_id in names and not any(name in here for name in names) for names in self.one_stays)
        return not kept and can_get_away(game, unit)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "do":
            game.say(Infiltrated(rule="A11.22", unit=self.units[0], to=choice.name))
        game.goto("begin", units=self.units[1:])
        if choice.kind != "do":
            slip_to(game, self.units[0], choice.name)
