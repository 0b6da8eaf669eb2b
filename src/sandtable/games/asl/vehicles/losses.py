"""C7.4-C7.6, D5, D6.9: vehicles that are wrecked, immobilized, in Shock, Stunned, Recalled or abandoned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_unit, reveal_vehicle, vehicle_seen_by
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.vehicles import (
    Abandoned,
    CrewEscaped,
    CrewRecovered,
    GyrostabilizerFails,
    GyrostabilizerWorks,
    Immobilized,
    Recalled,
    Shocked,
    Stunned,
    Wrecked,
)
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.morale.casualties import Aftermath, break_unit, eliminate, pin, reduce_casualties
from sandtable.games.asl.morale.checks import task_check
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.movement.arrivals import stance_in
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import NOWHERE, Unit, Vehicle, Wreck
from sandtable.games.asl.tables.morale import Morale
from sandtable.games.asl.tables.ordnance import Shock
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game, change, elr_of, weapons_of
from sandtable.games.asl.vehicles.status import alter, card_of, leadership_of, ordnance_slot, shaken
from sandtable.kernel import derived, rule


def crews_table(game: Game) -> Crews:
    return game.content.table("crews", Crews)


def carried(game: Game, vehicle_id: str) -> list[str]:
    """The men aboard a vehicle beside its crew."""
    return list(_aboard(game).get(vehicle_id, ()))


@derived("units")
def _aboard(game: Game) -> Mapping[str, Sequence[str]]:
    """The men aboard vehicles, by what carries them, in order."""
    found: dict[str, list[str]] = {}
    for name, unit in sorted([each for each in game.state.units.items() if each[1].aboard], key=itemgetter(0)):
        found.setdefault(unit.aboard, []).append(name)
    return found


@rule("D6.1")
def are_riders(game: Game, vehicle_id: str) -> bool:
    """Whether those aboard ride on a vehicle, and are not inside it."""
    return card_of(game, vehicle_id).riders > 0


@rule("RR7", "H1.42", "D11.1")
def find_gyrostabilizers(game: Game) -> None:
    """Before set-up: a secret dr for each vehicle that may have a gyrostabilizer decides whether it works."""
    most = crews_table(game).gyrostabilizer
    for name, vehicle in list(game.state.vehicles.items()):
        if card_of(game, name).gyrostabilizer:
            face = game.roll("d6", "gyrostabilizer", "H1.42", bands=(most + 1,), seen_by=(vehicle.side,), of=name)
            alter(game, name, gyro=face <= most)
            said = GyrostabilizerWorks if face <= most else GyrostabilizerFails
            game.say(said(rule="H1.42", seen_by=(vehicle.side,), vehicle=name))


@rule("RR8", "D5.341")
def leave_when_empty(game: Game, vehicle_id: str) -> None:
    """A Kangaroo on the map is Recalled at the instant nobody is aboard who can get off by himself."""
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None or vehicle.at == NOWHERE or not card_of(game, vehicle_id).shuttle:
        return
    if all(game.state.units[name].broken for name in carried(game, vehicle_id)):
        recall(game, vehicle_id)


# Wrecks


@rule("C7.6", "D10.1", "D3.4", "D5.6", "D6.9", "RR8")
def wreck(game: Game, vehicle_id: str, aftermath: Aftermath, *, burning: bool, survivors: bool = True) -> None:
    """A vehicle is eliminated: a wreck stays, and men may come out of it unless it burns."""
    reveal_vehicle(game, vehicle_id)
    state, content = game.state, game.content
    vehicle, card = state.vehicles[vehicle_id], card_of(game, vehicle_id)
    game.say(Wrecked(rule="C7.6", vehicle=vehicle_id, at=vehicle.at, burning=burning))
    _lose_carried(game, vehicle_id, aftermath, burning=burning)
    del state.vehicles[vehicle_id]
    state.lost[vehicle_id] = vehicle.kind
    if vehicle.towing and vehicle.towing in state.weapons:
        state.lost[vehicle.towing] = state.weapons.pop(vehicle.towing).kind
    state.wrecks[vehicle_id] = Wreck(
        kind=vehicle.kind, at=vehicle.at, facing=vehicle.facing, burning=burning, bypass=vehicle.bypass,
        stripped=vehicle.disabled, broken=vehicle.broken,
    )  # fmt: skip
    crew = crew_of(game, vehicle)
    if burning or not survivors or crew is None or vehicle.abandoned:
        _lose_crew(game, vehicle)
        return
    figures = crews_table(game)
    more = figures.shaken if vehicle.stun or vehicle.shock or vehicle.recalled else 0
    alive = card.survival - more
    if survives(game, alive, "D5.6"):
        _place_crew(game, vehicle_id, vehicle, vehicle.at)
    else:
        _lose_crew(game, vehicle)
    if vehicle.leader:
        leads = content.armor_leaders[vehicle.leader]
        if survives(game, alive - leads.leadership, "D3.4"):
            _place_leader(game, vehicle_id, leads.leaves_as, vehicle.side, vehicle.at)


def survives(game: Game, most: int, rule_id: str) -> bool:
    """Whether those who leave a vehicle that is lost live: a DR of so much at most."""
    return game.roll("2d6", "crew-survival", rule_id, bands=(most + 1,), lines=at_most(most, rule_id)) <= most


@rule("B24.1", "RR11.6")
def bury(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """A vehicle in a building that falls in is lost with all aboard, and leaves no wreck."""
    reveal_vehicle(game, vehicle_id)
    state = game.state
    for name in carried(game, vehicle_id):
        put_down(game, name)
        for weapon in weapons_of(game, name):
            state.lost[weapon] = state.weapons.pop(weapon).kind
        eliminate(game, name, "B24.1", aftermath)
    vehicle = state.vehicles.pop(vehicle_id)
    state.lost[vehicle_id] = vehicle.kind
    if vehicle.towing and vehicle.towing in state.weapons:
        state.lost[vehicle.towing] = state.weapons.pop(vehicle.towing).kind
    _lose_crew(game, vehicle)


@rule("RR11.61", "D5.6", "D10.5", "D3.4")
def survive_below(game: Game, vehicle_id: str, cellar: str, aftermath: Aftermath) -> None:
    """A vehicle has fallen into a cellar: it leaves no wreck; its crew may come out below, with guns if it is lucky."""
    reveal_vehicle(game, vehicle_id)
    from sandtable.games.asl.vehicles.scrounging import Hulk, removable, take_guns

    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    inside = [] if are_riders(game, vehicle_id) else carried(game, vehicle_id)
    _lose_carried(game, vehicle_id, aftermath, burning=False)
    for name in inside:
        if name in game.state.units:
            change(game, name, at=cellar, stance="", vertices=())
    if vehicle.towing in game.state.weapons:
        game.state.lost[vehicle.towing] = game.state.weapons.pop(vehicle.towing).kind
    del game.state.vehicles[vehicle_id]
    game.state.lost[vehicle_id] = vehicle.kind
    if crew_of(game, vehicle) is None or vehicle.abandoned or card.shuttle:
        return
    more = crews_table(game).shaken if vehicle.stun or vehicle.shock or vehicle.recalled else 0
    alive = card.survival - more
    if survives(game, alive, "D5.6"):
        crew = _place_crew(game, vehicle_id, vehicle, cellar)
        hulk = Hulk(vehicle_id, vehicle.kind, vehicle.disabled, vehicle.broken)
        take_guns(game, crew, hulk, removable(game, hulk))
    else:
        _lose_crew(game, vehicle)
    if vehicle.leader:
        leads = game.content.armor_leaders[vehicle.leader]
        if survives(game, alive - leads.leadership, "D3.4"):
            _place_leader(game, vehicle_id, leads.leaves_as, vehicle.side, cellar)


@rule("D5.6", "D5.42")
def crew_of(game: Game, vehicle: Vehicle) -> str | None:
    """What mans a vehicle, as it is on foot; None where nobody comes out of it."""
    return vehicle.manned_kind or game.content.vehicles[vehicle.kind].crew


@rule("D5.6", "C7.5", "D5.4")
def _place_crew(game: Game, vehicle_id: str, vehicle: Vehicle, at: str) -> str:
    """The crew is on foot; like men who leave a vehicle of their own will, it has moved in this phase."""
    name, kind = vehicle.manned_by or f"{vehicle_id}c", crew_of(game, vehicle)
    assert kind is not None
    moved = game.state.phase == "movement"
    change_in(game, name, Unit(side=vehicle.side, kind=kind, at=at, shortage=vehicle.shortage, moved=moved))
    game.say(CrewEscaped(rule="D5.6", vehicle=vehicle_id, unit=name))
    pass_through(game, (name,))
    return name


def _lose_crew(game: Game, vehicle: Vehicle) -> None:
    """Men who had taken a vehicle over are lost with it."""
    if vehicle.manned_by and not vehicle.abandoned:
        game.state.lost[vehicle.manned_by] = vehicle.manned_kind


def _place_leader(game: Game, vehicle_id: str, kind: str, side: str, at: str) -> None:
    name = f"{vehicle_id}l"
    change_in(game, name, Unit(side=side, kind=kind, at=at, moved=game.state.phase == "movement"))
    game.say(CrewEscaped(rule="D3.4", vehicle=vehicle_id, unit=name))


@rule("B26/infantry")
def change_in(game: Game, unit_id: str, unit: Unit) -> None:
    """A unit comes onto the map that was not in play, above the wire where there is some."""
    game.state.units[unit_id] = replace(unit, stance=stance_in(game, unit.at)[0])


@rule("D6.9", "D6.2", "RR8", "A26.1")
def _lose_carried(game: Game, vehicle_id: str, aftermath: Aftermath, *, burning: bool) -> None:
    """What becomes of those aboard a vehicle that is eliminated: Riders bail out, Passengers must survive."""
    card, riders = card_of(game, vehicle_id), are_riders(game, vehicle_id)
    for name in carried(game, vehicle_id):
        put_down(game, name)
        if riders:
            bail_out(game, name, aftermath, crews_table(game).burning_bail_out if burning else 0)
        elif burning or not survives(game, card.survival, "D6.9"):
            for weapon in weapons_of(game, name):
                game.state.lost[weapon] = game.state.weapons.pop(weapon).kind
            eliminate(game, name, "D6.9", aftermath)
        else:
            pin(game, name, "D6.9")
            pass_through(game, (name,))


@rule("D6.9")
def put_down(game: Game, unit_id: str) -> None:
    """Somebody aboard a vehicle is in its hex, whether he likes it or not; his move is over, and he is known."""
    unit = game.state.units[unit_id]
    if not unit.aboard:
        return
    at = game.state.vehicles[unit.aboard].at
    reveal_unit(game, unit_id, "D6.9")
    stance, corners = stance_in(game, at)
    moved = unit.moved or game.state.phase == "movement"
    change(game, unit_id, aboard="", at=at, stance=stance, vertices=corners, moved=moved)


@rule("D6.9", "D6.2", "A26.1")
def bail_out(game: Game, unit_id: str, aftermath: Aftermath, more: int = 0) -> None:
    """Men jump off a vehicle: a check decides whether they are pinned, broken or lost, a dr for each weapon."""
    figures, unit = crews_table(game), game.state.units[unit_id]
    put_down(game, unit_id)
    level, elr = morale_level(game, unit), elr_of(game, unit)
    casualty = game.content.table("morale", Morale).casualty

    def outcome(total: int) -> str:
        if total + more <= level:
            return "pinned"
        return "reduced" if total == casualty or total + more - level > elr else "broken"

    total = game.roll("2d6", "bail-out", "D6.9", bands=[outcome(each) for each in range(2, 13)])
    for weapon in weapons_of(game, unit_id):
        if game.roll("d6", "bail-out-weapon", "D6.9", bands=(figures.weapons_kept + 1,)) > figures.weapons_kept:
            game.state.lost[weapon] = game.state.weapons.pop(weapon).kind
    if outcome(total) == "pinned":
        pin(game, unit_id, "D6.9")
        pass_through(game, (unit_id,))
    elif outcome(total) == "broken":
        if unit.broken:
            reduce_casualties(game, unit_id, "D6.9", aftermath)
        else:
            break_unit(game, unit_id, "D6.9", aftermath)
    else:
        reduce_casualties(game, unit_id, "D6.9", aftermath)


# The crew


@rule("D5.1", "C7.5", "D3.4", "A14.1")
def crew_check(game: Game, vehicle_id: str, number: int, why: str, rule_id: str, aftermath: Aftermath) -> bool:
    """The crew of a vehicle takes a check at its morale, with the DRM of its leader; whether it passes."""
    vehicle = game.state.vehicles[vehicle_id]
    add = number + leadership_of(game, vehicle) + shaken(vehicle)
    most = crews_table(game).morale - add
    seen, side = vehicle_seen_by(game, vehicle_id), vehicle.side
    bands = [f"{total <= most} {calls_sniper(game, side, total)}" for total in range(2, 13)]
    total = game.roll("2d6", why, rule_id, bands=bands, seen_by=seen, lines=at_most(most, rule_id))
    if calls_sniper(game, side, total):
        aftermath.snipers.append(side)
    return total <= most


@rule("C7.5", "D6.9", "D5.341", "A26.1")
def immobilize(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """A vehicle can never move again; its crew may leave it at once."""
    reveal_vehicle(game, vehicle_id)
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.immobile:
        return
    alter(game, vehicle_id, immobile=True, motion=False, started=False, bounding=False, bogged="")
    game.say(Immobilized(rule="C7.5", vehicle=vehicle_id))
    if are_riders(game, vehicle_id):
        aftermath.stranded.append(vehicle_id)
    else:
        for name in carried(game, vehicle_id):
            if not task_check(game, name, 0, aftermath, "unload-check", "D6.9"):
                put_down(game, name)
                pin(game, name, "D6.9")
                pass_through(game, (name,))
        leave_when_empty(game, vehicle_id)
        if vehicle_id not in game.state.vehicles:
            return
        vehicle = game.state.vehicles[vehicle_id]
    if vehicle.abandoned:
        return
    if vehicle.recalled or not crew_check(game, vehicle_id, 0, "abandonment", "C7.5", aftermath):
        abandon(game, vehicle_id, aftermath)


@rule("D5.4", "RR8", "D6.8", "D3.4")
def abandon(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """The crew leaves its vehicle; that of a Kangaroo is lost with it."""
    reveal_vehicle(game, vehicle_id)
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if card.shuttle:
        wreck(game, vehicle_id, aftermath, burning=False, survivors=False)
        return
    alter(game, vehicle_id, abandoned=True, leader="", exposed=card.open_topped, motion=False, started=False,
          shock="", stun="", recalled=False, acquired="", acquisition=0, manned_by="", manned_kind="")  # fmt: skip
    game.say(Abandoned(rule="D5.4", vehicle=vehicle_id, at=vehicle.at))
    if crew_of(game, vehicle) is not None:
        _place_crew(game, vehicle_id, vehicle, vehicle.at)
    if vehicle.leader:
        leads = game.content.armor_leaders[vehicle.leader]
        _place_leader(game, vehicle_id, leads.leaves_as, vehicle.side, vehicle.at)


@rule("D6.8")
def has_half_squad(game: Game, vehicle_id: str) -> bool:
    """Whether a half-squad mans a vehicle, as in a Carrier."""
    kind = crew_of(game, game.state.vehicles[vehicle_id])
    return kind is not None and game.content.personnel[kind].type == "half-squad"


@rule("D6.8")
def lose_half_squad(game: Game, vehicle_id: str) -> None:
    """The half-squad of a Carrier is lost, and the Carrier Abandoned."""
    reveal_vehicle(game, vehicle_id)
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.abandoned:
        return
    _lose_crew(game, vehicle)
    alter(game, vehicle_id, abandoned=True, motion=False, started=False, shock="", stun="", recalled=False,
          acquired="", acquisition=0, manned_by="", manned_kind="")  # fmt: skip
    game.say(Abandoned(rule="D6.8", vehicle=vehicle_id, at=vehicle.at))


@rule("C7.4", "D6.9")
def shock(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """The crew is in Shock: the vehicle stops, is buttoned up, and does nothing until it recovers."""
    reveal_vehicle(game, vehicle_id)
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.abandoned or vehicle.shock == "shocked":
        return
    card = card_of(game, vehicle_id)
    alter(game, vehicle_id, shock="shocked", motion=False, started=False, bounding=False, exposed=card.open_topped)
    game.say(Shocked(rule="C7.4", vehicle=vehicle_id, state="shocked"))
    if are_riders(game, vehicle_id):
        for name in carried(game, vehicle_id):
            bail_out(game, name, aftermath)


@rule("C7.42", "A3.1")
def recover_from_shock(game: Game, aftermath: Aftermath) -> None:
    """At the end of a Rally Phase: crews in Shock are themselves again, or nobody knows whether they live."""
    figures = game.content.table("shock", Shock)
    for name, vehicle in list(game.state.vehicles.items()):
        if not vehicle.shock:
            continue
        most = figures.recovers if vehicle.shock == "shocked" else figures.confirmed
        if game.roll("d6", "shock", "C7.42", bands=(most + 1,), lines=at_most(most, "C7.42")) <= most:
            alter(game, name, shock="")
            game.say(CrewRecovered(rule="C7.42", vehicle=name))
        elif vehicle.shock == "shocked":
            alter(game, name, shock="unconfirmed")
            game.say(Shocked(rule="C7.42", vehicle=name, state="unconfirmed"))
        else:
            wreck(game, name, aftermath, burning=False, survivors=False)


@rule("D5.34")
def stun(game: Game, vehicle_id: str, *, badly: bool = False) -> None:
    """The crew is Stunned; if it fared worse, or has been before, the vehicle is Recalled."""
    reveal_vehicle(game, vehicle_id)
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if vehicle.abandoned:
        return
    again = vehicle.stun == "shaken"
    alter(game, vehicle_id, stun="stunned", stunned_until=game.state.player_turn + 1, exposed=card.open_topped)
    game.say(Stunned(rule="D5.34", vehicle=vehicle_id))
    if badly or again:
        recall(game, vehicle_id)


@rule("D5.34")
def end_stuns(game: Game) -> None:
    """At the end of a Player Turn: crews that were Stunned act again, but not as well as before."""
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.stun == "stunned" and game.state.player_turn >= vehicle.stunned_until:
            alter(game, name, stun="shaken")


@rule("D5.341", "RR8")
def lighten(game: Game, vehicle_id: str) -> None:
    """Men have got off a vehicle: it may have no business here any more."""
    leave_when_empty(game, vehicle_id)
    if vehicle_id in game.state.vehicles:
        recall_unarmed(game, vehicle_id)


@rule("D5.341", "D6.8")
def recall_unarmed(game: Game, vehicle_id: str) -> None:
    """A vehicle that carries no Passengers is Recalled without its main armament, and the support weapon that is fired
    from inside where it has one; Riders do not keep it."""
    armament = {"ma", ordnance_slot(game, vehicle_id)}
    inside = carried(game, vehicle_id) and not are_riders(game, vehicle_id)
    if armament.issubset(game.state.vehicles[vehicle_id].disabled) and not inside:
        recall(game, vehicle_id)


@rule("D5.341", "RR8")
def recall(game: Game, vehicle_id: str) -> None:
    """A vehicle must leave the map."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.recalled or vehicle.abandoned:
        return
    alter(game, vehicle_id, recalled=True, recalled_in=game.state.player_turn)
    game.say(Recalled(rule="D5.341", seen_by=vehicle_seen_by(game, vehicle_id), vehicle=vehicle_id))
    if vehicle.immobile or vehicle.bogged:
        abandon(game, vehicle_id, Aftermath())
