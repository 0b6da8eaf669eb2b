"""D13: smoke dispensers, smoke mortars and close-defense weapons of vehicles, fired for their smoke on the move."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.vehicles import DeviceUsed, ShellSmoke
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.arcs import in_arc
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.tables.vehicles import SmokeDevices
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import alter, can_act, card_of, shaken
from sandtable.kernel import rule


@rule("D13/vehicle-smoke", "E3.5")
def places(game: Game, vehicle_id: str) -> list[str]:
    """The hexes into which a vehicle can put smoke by its device now; none if it has tried in this Player Turn."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if card.smoke is None or vehicle.smoked or "device" in vehicle.gone or not can_act(vehicle):
        return []
    if game.state.weather in ("rain", "heavy-rain"):
        return []
    reach = game.content.table("smoke-devices", SmokeDevices).devices[card.smoke.device].range
    here = hex_of(vehicle.at)
    if not reach:
        return [here]
    near = sorted(game.content.around(here, reach))
    return [hex_ for hex_ in near if in_arc(game.content, vehicle.facing, stand_of(vehicle), hex_)]


@rule("D13/vehicle-smoke", "D5.34")
def use(game: Game, vehicle_id: str, hex_: str) -> None:
    """A vehicle tries its device: its smoke is in a hex, or not; the worst DR exhausts it."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    table = game.content.table("smoke-devices", SmokeDevices)
    assert card.smoke is not None
    gives_vehicle_away(game, vehicle_id, "labors")
    number = card.smoke.number - shaken(vehicle)

    def outcome(total: int) -> str:
        return "exhausted" if total >= table.exhausted else "works" if total <= number else "fails"

    seen, bands = vehicle_seen_by(game, vehicle_id), [outcome(each) for each in range(2, 13)]
    lines = at_most(number, "D13/vehicle-smoke")
    total = game.roll("2d6", "device", "D13/vehicle-smoke", bands=bands, seen_by=seen, lines=lines)
    gone = (*vehicle.gone, "device") if outcome(total) == "exhausted" else vehicle.gone
    alter(game, vehicle_id, smoked=True, gone=gone)
    works = outcome(total) == "works"
    game.say(DeviceUsed(rule="D13/vehicle-smoke", seen_by=seen, vehicle=vehicle_id, worked=works))
    if outcome(total) != "works":
        return
    value = table.devices[card.smoke.device].hindrance
    clouds = game.state.smoke.get(hex_, ())
    cloud = Cloud(value=value, source="device", until=game.state.player_turn + 1)
    game.state.smoke[hex_] = (*clouds, cloud)
    game.say(ShellSmoke(rule="D13/vehicle-smoke", at=hex_, value=value))


@rule("D13/vehicle-smoke")
def thin_device_smoke(game: Game) -> None:
    """At the start of a Player Turn the smoke of devices thins out."""
    thin = game.content.table("smoke", Smoke).kinds["smoke"].dispersed or 0
    for hex_, clouds in list(game.state.smoke.items()):
        game.state.smoke[hex_] = tuple(
            replace(each, dispersed=True, value=min(each.value, thin)) if each.source == "device" else each
            for each in clouds
        )


@rule("D13/vehicle-smoke")
def end_of_device_smoke(game: Game) -> None:
    """At the end of a Player Turn the smoke of devices goes that was there when it began."""
    smoke = game.state.smoke
    for hex_, clouds in list(smoke.items()):
        rest = tuple(
            each for each in clouds if each.source != "device" or not each.dispersed
        )  # fmt: skip
        if rest:
            smoke[hex_] = rest
        else:
            del smoke[hex_]
