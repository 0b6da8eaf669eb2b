"""C7.22: demolition charges that go off on top of vehicles."""

from __future__ import annotations

from typing import Literal

from sandtable.games.asl.concealment.revealing import seen_of_result, vehicle_seen_by
from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.effects import suffer
from sandtable.games.asl.ordnance.to_kill import Fate, fate, table_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import Part, aerial_armor, card_of, vehicles_at
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Sum

Use = Literal["placed", "thrown"]
"""How a charge has come to where it goes off."""


@rule("C7.22", "A23.1")
def kill_number(game: Game, vehicle_id: str, use: Use) -> Sum:
    """The Final TK# of a charge: it lies on top, and so meets the armor against what comes from above."""
    found, table = Sum(), table_of(game)
    found.figure("tk.basic", table.placed_charge if use == "placed" else table.thrown_charge, "A23.1")
    found.add("tk.aerial", -aerial_armor(game, card_of(game, vehicle_id)), "C7.22")
    return found


def part_of(dr: Dr) -> Part:
    """Which part of a vehicle an Original DR strikes (C3.9)."""
    return "turret" if dr.colored < dr.white else "hull"


@rule("C7.22", "C7.34", "D5.7")
def blast(game: Game, vehicle_id: str, use: Use, side: str, aftermath: Aftermath) -> None:
    """A charge of a side makes its To Kill DR against a vehicle, friend or foe, with the results of HE."""
    number, card = kill_number(game, vehicle_id, use), card_of(game, vehicle_id)

    def outcome(dr: Dr) -> Fate:
        return fate(game, dr.total, number.total, part_of(dr), he=True, burns=card.burns)

    dr = roll_dr(game, "to-kill", "C7.22", lambda each: outcome(each), vehicle_seen_by(game, vehicle_id))
    result = outcome(dr)
    enemy = side != game.state.vehicles[vehicle_id].side
    game.say(
        Resolved(
            rule="C7.22",
            seen_by=seen_of_result(game, vehicle_id, harmless=result == "none"),
            what=f"kill-{part_of(dr)}",
            result=f"tk.{result}",
            lines=(*number.lines, Line("tk.number", str(number.total), "C7.1")),
            subject=vehicle_id,
            target=vehicle_id,
            favours=side if enemy and result != "none" else "",
        )
    )
    suffer(game, vehicle_id, result, aftermath)


def blast_all(game: Game, location: str, use: Use, side: str, aftermath: Aftermath) -> None:
    """A charge goes off among the vehicles of a Location."""
    for name in vehicles_at(game, location):
        if name in game.state.vehicles:
            blast(game, name, use, side, aftermath)
