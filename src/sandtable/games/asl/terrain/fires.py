"""B25/fire and B25/infantry: buildings that catch fire, fires that spread, and men who are driven out by them."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.terrain import BurnsHigh, CaughtFire, DrivenOut
from sandtable.games.asl.locations import GROUND, floor_of, hex_of, label_of, neighbours, room_for
from sandtable.games.asl.morale.casualties import Aftermath, eliminate
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.movement.arrivals import bring, meet
from sandtable.games.asl.movement.fences import is_fence_between
from sandtable.games.asl.night.cloaking import cloaked_locations, counter_of, uncloak_in_light
from sandtable.games.asl.night.no_move import wake
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.tables.fires import Fires
from sandtable.games.asl.terrain.hexes import is_building, terrain_at
from sandtable.games.asl.terrain.mines import step_on_mines
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.losses import wreck
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.games.asl.weather.ground import kindling
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

# How fires begin


@rule("B25/fire")
def catch_fire(game: Game, location: str) -> None:
    """A Flame is placed in a Location, unless something burns there."""
    state = game.state
    if location not in state.flames and location not in state.blazes:
        state.flames[location] = True
        game.say(CaughtFire(rule="B25/fire", at=location))


@rule("B25/fire", "C3.7")
def kindle_by_hit(game: Game, hex_: str) -> None:
    """A Critical Hit of HE may set a wooden building on fire."""
    most = kindling(game, game.content.table("fires", Fires).hit)
    if not most or terrain_at(game, hex_).building != "wooden":
        return
    if game.roll("d6", "kindling", "B25/fire", bands=(most + 1,)) <= most:
        catch_fire(game, hex_)


# How they go on


@rule("B25/fire", "RR11.5")
def beside(game: Game, location: str) -> list[str]:
    """The building Locations to which a fire can spread: those next to it, from and to a cellar only straight up."""
    return [there for there in neighbours(game.content, location) if is_building(game, hex_of(there))]


class FiresSpread(Procedure, frozen=True):
    """The fires of a Rally Phase: Blazes spread, then Flames become Blazes and drive men out."""

    @rule("B25/fire", "A3.1", "E1.9", "E3.2")
    def begin(self, game: Game) -> None:
        state, table = game.state, game.content.table("fires", Fires)
        grown = sorted(state.flames)
        most = kindling(game, table.windy if state.wind else table.spreads)
        for location in sorted(state.blazes) if most else ():
            for there in beside(game, location):
                if there in state.flames or there in state.blazes:
                    continue
                if game.roll("d6", "fire-spreads", "B25/fire", bands=(most + 1,)) <= most:
                    catch_fire(game, there)
        game.finish()
        for location in grown:
            del state.flames[location]
            state.blazes[location] = True
            game.say(BurnsHigh(rule="B25/fire", at=location))
            game.push(FleeFire(place=location))
        uncloak_in_light(game)
        wake(game)


@rule("B25/fire")
def burn_vehicles(game: Game, side: str, aftermath: Aftermath) -> None:
    """At the end of its Movement Phase a side loses the vehicles that have not left a burning Location."""
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.side == side and vehicle.at in game.state.blazes and vehicle.bypass < 0:
            wreck(game, name, aftermath, burning=True, survivors=False)


@rule("B25/infantry", "D6.9")
def drive_out(game: Game) -> None:
    """Men whom an attack has left on foot in a burning Location must leave it as those who were there before."""
    if not game.state.blazes:
        return
    known = {frame.place for frame in game.stack if isinstance(frame, FleeFire)}
    for place in sorted(set(game.state.blazes) - known):
        if inside(game, place):
            game.push(FleeFire(place=place))


class FleeFire(Procedure, frozen=True):
    """A Location has begun to burn: all men in it must leave it at once, or die."""

    place: str

    @rule("B25/infantry")
    def begin(self, game: Game) -> Decision | None:
        """Ask for each unit where it goes; one that can go nowhere is eliminated."""
        unit_id = next(iter(inside(game, self.place)), "")
        if not unit_id:
            game.finish()
            return None
        places = ways_out(game, unit_id, self.place)
        if not places:
            game.goto("burn")
            return None
        options = tuple(Option(_option(place), rule="B25/infantry") for place in places)
        return Decision(game.state.units[unit_id].side, "flee-fire", "B25/infantry", options, {"unit": unit_id})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place"):
            return None
        return Refusal("refused.no-entry", "B25/infantry", {"unit": inside(game, self.place)[0], "at": choice.name})

    @rule("B25/infantry", "B28/infantry", "A12.3", "A10.62", "E1.4")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """It comes there with all that it has, alarms broken enemies, and meets mines, wire and hidden ones.

        Those under one Cloaking counter go together.
        """
        unit_id = inside(game, self.place)[0]
        together = counter_of(game, unit_id)
        bring(game, together, choice.name)
        game.say(DrivenOut(rule="B25/infantry", seen_by=seen_by(game, unit_id), unit=unit_id, at=choice.name))
        meet(game, together, choice.name)
        alarm_broken(game, choice.name, together)
        aftermath = Aftermath()
        step_on_mines(game, self.place, choice.name, together, aftermath)
        settle(game, aftermath)

    @rule("B25/infantry")
    def burn(self, game: Game) -> None:
        """Whoever cannot leave dies."""
        game.goto("begin")
        eliminate(game, inside(game, self.place)[0], "B25/infantry")


def _option(place: str) -> str:
    return f"hex:{place}" if floor_of(place) == GROUND else f"place:{place}"


def inside(game: Game, place: str) -> list[str]:
    """The men in a Location who are nobody's prisoners, and on foot, in order; the "?" of a vehicle stays on it."""
    return sorted(
        name
        for name, unit in game.state.units.items()
        if unit.at == place and not unit.guard and not unit.aboard and not unit.covers
    )


@rule("B25/infantry", "A5.1", "E1.4", "RR11.2", "RR13.2")
def ways_out(game: Game, unit_id: str, place: str) -> list[str]:
    """Where a unit can flee to from a fire: the next hexes, from a cellar the ground above, if none bars it; exhausted
    men cross no fence. Those under one Cloaking counter go together, and not to another."""
    state, side, hex_ = game.state, game.state.units[unit_id].side, hex_of(place)
    together = counter_of(game, unit_id)
    held = {unit.at for unit in state.units.values() if unit.side != side and not unit.guard and not unit.hidden}
    known = [state.vehicles[name] for name in known_vehicles(game, side)]
    held |= {hex_of(vehicle.at) for vehicle in known if not vehicle.abandoned}
    if state.units[unit_id].cloak:
        held |= cloaked_locations(game, side).keys()
    is_tired = any(state.units[name].cx for name in together)
    near = game.content.adjacent[hex_] if floor_of(place) == GROUND else (label_of(hex_, GROUND),)
    return [
        there
        for there in near
        if there not in state.blazes and there not in held and room_for(game, there, together, side)
        if not (is_tired and there != hex_ and is_fence_between(game.content, hex_, hex_of(there)))
    ]
