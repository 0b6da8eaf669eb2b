"""D.8, D5.34, D6.2: what fire at its Location does to the exposed crew of a vehicle and to those aboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.games.asl.concealment.revealing import reveal_vehicle, seen_of_result, vehicle_seen_by
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.fire.results import apply_result, could_check, desperate_under_fire, suffer_phosphorus, written
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.tables.fire import Ift, Result
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game, other
from sandtable.games.asl.vehicles.losses import (
    are_riders,
    bail_out,
    carried,
    crew_check,
    has_half_squad,
    lighten,
    lose_half_squad,
    put_down,
    stun,
)
from sandtable.games.asl.vehicles.status import card_of, is_vulnerable, known_vehicles, vehicles_at
from sandtable.kernel import Line, Resolved, derived, rule
from sandtable.mechanics.sums import Modifier, Sum


class Exposed(NamedTuple):
    """The crew of a vehicle, or those aboard, where fire can strike them."""

    vehicle: str
    units: tuple[str, ...]
    """Those aboard; none for the crew."""
    drm: int
    veiled: bool = False
    """The vehicle is beneath a "?"."""


@rule("D.8", "D1.1", "D6.2", "RR8")
def exposed_at(game: Game, location: str, only: str = "") -> list[Exposed]:
    """Whom fire at a Location strikes in its vehicles: exposed crews, men in open vehicles, and Riders."""
    figures, vehicles = game.content.table("crews", Crews), game.state.vehicles
    found: list[Exposed] = []
    for name in [only] if only else vehicles_at(game, location):
        vehicle = vehicles.get(name)
        if vehicle is None or vehicle.at != location:
            continue
        card = card_of(game, name)
        aboard = tuple(carried(game, name))
        if is_vulnerable(card, vehicle):
            found.append(Exposed(name, (), figures.exposed, vehicle.concealed))
        if aboard and are_riders(game, name):
            found.append(Exposed(name, aboard, 0))
        elif aboard and card.open_topped and not card.shuttle:
            found.append(Exposed(name, aboard, figures.exposed))
    return found


@rule("D.8", "A12.1", "scope/vehicle-concealment")
def might_be_struck(game: Game, vehicle_id: str) -> bool:
    """Whether fire may strike men of a vehicle for all that others know: they are exposed, or it is beneath a "?"."""
    vehicle = game.state.vehicles.get(vehicle_id)
    return vehicle is not None and (vehicle.concealed or bool(exposed_at(game, vehicle.at, vehicle_id)))


@rule("D2.3", "D.8")
def those_in_sight(game: Game, exposed: Sequence[Exposed], eyes: Mapping[str, str], location: str) -> list[Exposed]:
    """Of exposed men in a Location, those whom all firers see: in Bypass they are at a vertex of the hex.

    `eyes` are the places of the firers, each with the vehicle that it is, if it is one. What hinders the line to those
    in Bypass more or less than that to the Location itself is added for them.
    """
    found = []
    for each in exposed:
        if game.state.vehicles[each.vehicle].bypass < 0:
            found.append(each)
            continue
        lines = [line_of_sight(game, at, location, viewer=eye, seen=each.vehicle) for at, eye in eyes.items()]
        if all(line.clear for line in lines):
            straight = [line_of_sight(game, at, location, viewer=eye) for at, eye in eyes.items()]
            more = max((line.hindrance for line in lines), default=0)
            less = max((line.hindrance for line in straight), default=0)
            found.append(each._replace(drm=each.drm + more - less))
    return found


@derived("vehicles", "units")
@rule("D2.3", "D.8")
def stands_in_bypass(game: Game, side: str) -> Mapping[str, tuple[str, ...]]:
    """Where exposed enemies of a side are seen in Bypass, by their Locations."""
    found: dict[str, tuple[str, ...]] = {}
    for name, vehicle in game.state.vehicles.items():
        if name in known_vehicles(game, side) and vehicle.bypass >= 0 and exposed_at(game, vehicle.at, name):
            found[vehicle.at] = (*found.get(vehicle.at, ()), stand_of(vehicle))
    return found


@rule("D2.3", "D.8")
def shows_in_bypass(game: Game, at: str, location: str, side: str, viewer: str = "") -> bool:
    """Whether a vehicle sees exposed enemies in Bypass in a Location, wherever its middle is not."""
    places = stands_in_bypass(game, side).get(location, ())
    return any(line_of_sight(game, at, place, viewer=viewer).clear for place in places)


@rule("D.8", "D5.34", "A7.23", "A10.62", "scope/vehicle-concealment")
def strike(
    game: Game,
    exposed: Sequence[Exposed],
    column: int,
    total: int,
    drm: int,
    aftermath: Aftermath,
    halved: int | None = None,
) -> None:
    """An Original DR on the IFT is read for the men of vehicles too; on a column of its own for those beneath a "?".

    First for those aboard, who may have to jump off for what it does to the crew.
    """
    ift = game.content.table("ift", Ift)
    for each in sorted(exposed, key=lambda struck: not struck.units):
        if each.vehicle not in game.state.vehicles:
            continue
        on = halved if each.veiled and halved is not None else column
        result = ift.result(on, total + drm + each.drm)
        if each.units:
            if could_check(ift, on, drm + each.drm):
                desperate_under_fire(game, each.units)
            alive = [name for name in each.units if name in game.state.units]
            apply_result(game, alive, result, aftermath)
            if not any(name in game.state.units for name in alive):
                lighten(game, each.vehicle)
        else:
            strike_crew(game, each.vehicle, result, aftermath)
            struck = game.state.vehicles.get(each.vehicle)
            if struck is not None and struck.stun == "stunned":
                throw_off(game, each.vehicle, aftermath)
        lose_hold(game, each.vehicle)


@rule("D.8", "A12.14", "scope/vehicle-concealment")
def tell_and_strike(
    game: Game,
    exposed: Sequence[Exposed],
    column: int,
    total: int,
    drm: int,
    aftermath: Aftermath,
    halved: int | None = None,
) -> None:
    """The same, where nothing else tells what a DR comes to for them; of those beneath a "?" all hear of harm."""
    ift = game.content.table("ift", Ift)
    for each in exposed:
        on = halved if each.veiled and halved is not None else column
        result = ift.result(on, total + drm + each.drm)
        modifiers = (("drm", drm), ("crew-exposed", each.drm))
        game.say(
            Resolved(
                rule="D.8",
                seen_by=seen_of_result(game, each.vehicle, harmless=result.kind in ("none", "ptc")),
                what="collateral",
                result=f"ift.{result.kind}",
                lines=(
                    Line("column", str(on), "D.8"),
                    *(Line(label, f"{value:+d}", "D.8") for label, value in modifiers if value),
                    Line("roll", str(total), "A.1"),
                    Line("result", written(result), "A7.3"),
                ),
                subject=each.vehicle,
                target=game.state.vehicles[each.vehicle].at,
                favours="",
                leads_on=True,
            )
        )
    strike(game, exposed, column, total, drm, aftermath, halved)


@rule("D5.34", "D.8", "D6.8")
def strike_crew(game: Game, vehicle_id: str, result: Result, aftermath: Aftermath) -> None:
    """A result strikes the crew: it may be Stunned; K and KIA send the vehicle home. A PTC does nothing."""
    if result.kind in ("none", "ptc"):
        return
    reveal_vehicle(game, vehicle_id)
    if result.kind in ("k", "kia") and has_half_squad(game, vehicle_id):
        lose_half_squad(game, vehicle_id)
    elif result.kind in ("k", "kia"):
        stun(game, vehicle_id, badly=True)
    elif not crew_check(game, vehicle_id, result.number, "crew-check", "D5.34", aftermath):
        stun(game, vehicle_id)


@rule("D.8", "D6.2", "A14.1")
def attack(
    game: Game,
    vehicle_id: str,
    firepower: int,
    aftermath: Aftermath,
    besides: Callable[[Dr], str] = lambda _: "",
    hindrance: Sequence[Modifier] = (),
) -> Dr | None:
    """What strikes a vehicle without destroying it attacks its exposed men, if there are any, by a DR of its own.

    It may come to something `besides`, and be hindered on its way.
    """
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None:
        return None
    exposed = exposed_at(game, vehicle.at, vehicle_id)
    if not exposed:
        return None
    ift = game.content.table("ift", Ift)
    column, enemy, drm = ift.column(firepower), other(vehicle.side), Sum(hindrance)

    def read(dr: Dr) -> str:
        results = [ift.result(column, dr.total + drm.total + each.drm) for each in exposed]
        return repr([besides(dr), calls_sniper(game, enemy, dr.total), *results])

    dr = roll_dr(game, "collateral", "D.8", read, vehicle_seen_by(game, vehicle_id))
    if calls_sniper(game, enemy, dr.total):
        aftermath.snipers.append(enemy)
    result = ift.result(column, dr.total + drm.total + exposed[0].drm)
    seen = seen_of_result(game, vehicle_id, harmless=result.kind in ("none", "ptc"))
    game.say(
        Resolved(
            rule="D.8",
            seen_by=seen,
            what="collateral",
            result=f"ift.{result.kind}",
            lines=(Line("column", str(column), "D.8"), *drm.lines),
            subject=vehicle_id,
            target=vehicle.at,
            favours="",
            leads_on=True,
        )
    )
    strike(game, exposed, column, dr.total, drm.total, aftermath)
    return dr


@rule("A24.31", "C8.5", "D6.2")
def burn(game: Game, location: str, aftermath: Aftermath) -> None:
    """WP comes down in a Location: exposed men in its vehicles check their morale, those aboard before the crews.

    Ruling (A24.31): that of grenades strikes them as that of shells does.
    """
    for each in sorted(exposed_at(game, location), key=lambda struck: not struck.units):
        if each.units:
            suffer_phosphorus(game, each.units, aftermath)
        elif not crew_check(game, each.vehicle, 0, "crew-check", "A24.31", aftermath):
            stun(game, each.vehicle)
            throw_off(game, each.vehicle, aftermath)
        lose_hold(game, each.vehicle)


@rule("D6.2", "A26.1")
def lose_hold(game: Game, vehicle_id: str) -> None:
    """Riders who are broken or pinned are off the vehicle."""
    if vehicle_id in game.state.vehicles and are_riders(game, vehicle_id):
        for name in carried(game, vehicle_id):
            if game.state.units[name].broken or game.state.units[name].pinned:
                put_down(game, name)
                pass_through(game, (name,))


@rule("D6.2", "D6.9")
def throw_off(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """Riders bail out of a vehicle whose crew was Stunned."""
    if vehicle_id in game.state.vehicles and are_riders(game, vehicle_id):
        for name in carried(game, vehicle_id):
            bail_out(game, name, aftermath)
