"""D8.2, D8.3, RR9, RR10, RR11.61, RR13.3: vehicles that bog, are freed, or fall into a cellar."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.concealment.revealing import reveal_vehicle, vehicle_seen_by
from sandtable.games.asl.events.vehicles import Bogged, Freed, Wrecked
from sandtable.games.asl.fire.dice import Dr, at_least, roll_dr
from sandtable.games.asl.fire.malfunction import can_malfunction, destroy, malfunction
from sandtable.games.asl.locations import houses, label_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.checks import in_order, morale_check
from sandtable.games.asl.tables.vehicles import Bog, BogModifier
from sandtable.games.asl.units import Game, units_at, weapons_of
from sandtable.games.asl.vehicles.ground import HALF, Entry
from sandtable.games.asl.vehicles.losses import abandon, immobilize, survive_below
from sandtable.games.asl.vehicles.status import alter, card_of, mp_of
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum


def _figures(game: Game) -> Bog:
    return game.content.table("bog", Bog)


def _add(drm: Sum, game: Game, name: BogModifier) -> None:
    modifier = _figures(game).modifiers[name]
    if modifier.value:
        drm.add(f"bog.{name}", modifier.value, modifier.rule)


@rule("D8.2", "RR9", "E3.9/soft-ground")
def modifiers(game: Game, vehicle_id: str, entry: Entry, terrain: int) -> Sum:
    """What is added to a Bog Check: terrain, ground pressure, tracks, towing, soft ground."""
    drm, card = Sum(), card_of(game, vehicle_id)
    if terrain:
        drm.add("bog.terrain", terrain, "D8.2")
    _add(drm, game, card.pressure)
    if not card.tracked:
        _add(drm, game, "not-tracked")
    if game.state.vehicles[vehicle_id].towing:
        _add(drm, game, "towing")
    if entry.kind == "woods" and entry.climbs:
        _add(drm, game, "climbing-woods")
    inside = entry.kind.endswith(("building", "factory-door"))
    if game.content.scenario.conditions.soft and not entry.paved and not inside:
        _add(drm, game, "soft-ground")
    return drm


@rule("B23.41", "RR11.61", "RR14")
def breaks_through(game: Game, vehicle_id: str, entry: Entry) -> int | None:
    """From which colored die on a vehicle that has entered a building breaks through its floor: sooner into a cellar,
    and never in a Factory."""
    house = houses(game.content).get(game.state.vehicles[vehicle_id].at)
    if house is None or house.is_factory or not entry.kind.endswith("building"):
        return None
    return _figures(game).into_cellar if house.has_cellar else _figures(game).through_floor


@rule("D8.2", "RR13.3", "RR11.61", "RR14", "B23.41")
def check(game: Game, vehicle_id: str, entry: Entry, aftermath: Aftermath, extra: int = 0) -> bool:
    """A vehicle has entered a hex: its Bog Checks; whether it can go on. Two that fail mire it."""
    figures, failed, seen = _figures(game), extra, vehicle_seen_by(game, vehicle_id)
    through = breaks_through(game, vehicle_id, entry)
    for terrain in entry.checks:
        drm = modifiers(game, vehicle_id, entry, terrain).total

        def outcome(dr: Dr, drm: int = drm) -> str:
            if through is not None and dr.colored >= through:
                return "falls"
            return "bogs" if dr.total + drm >= figures.number else "passes"

        dr = roll_dr(game, "bog", "D8.2", outcome, seen)
        if outcome(dr) == "falls":
            fall(game, vehicle_id, aftermath)
            return False
        failed += outcome(dr) == "bogs"
    if entry.fence:
        drm = 0 if card_of(game, vehicle_id).tracked else figures.modifiers["fence-not-tracked"].value
        least = figures.number - drm
        lines = at_least(least, "RR13.3")
        total = game.roll("2d6", "bog-fence", "RR13.3", bands=(least,), seen_by=seen, lines=lines)
        failed += total + drm >= figures.number
    if failed:
        bog(game, vehicle_id, "mired" if failed > 1 else "bogged", aftermath)
    return not failed


@rule("D8.2", "D5.341")
def bog(game: Game, vehicle_id: str, state: str, aftermath: Aftermath) -> None:
    """A vehicle is stuck, and counts as Stopped; one that is Recalled is abandoned."""
    vehicle = alter(game, vehicle_id, bogged=state, motion=False, started=False)
    game.say(Bogged(rule="D8.2", seen_by=vehicle_seen_by(game, vehicle_id), vehicle=vehicle_id, state=state))
    if vehicle.recalled:
        abandon(game, vehicle_id, aftermath)


@rule("D8.2")
def hedge_check(game: Game, vehicle_id: str, entry: Entry, aftermath: Aftermath) -> bool:
    """A halftrack at a hedge may bog in the hex that it leaves; whether it comes through."""
    figures = _figures(game)
    drm = modifiers(game, vehicle_id, entry, 0).total
    seen = vehicle_seen_by(game, vehicle_id)
    least = figures.number - drm
    if game.roll("2d6", "bog", "D8.2", bands=(least,), seen_by=seen, lines=at_least(least, "D8.2")) < least:
        return True
    bog(game, vehicle_id, "bogged", aftermath)
    return False


@rule("D8.3")
def free(game: Game, vehicle_id: str, aftermath: Aftermath) -> int:
    """A bogged vehicle tries to get free; the half MP that it has spent. It may be mired, or lost for good."""
    figures, vehicle = _figures(game), game.state.vehicles[vehicle_id]
    more = figures.mired_modifier if vehicle.bogged == "mired" else 0
    seen = vehicle_seen_by(game, vehicle_id)
    dr = roll_dr(game, "bog-removal", "D8.3", lambda each: f"{each.colored} {each.white}", seen)
    most = HALF * mp_of(game, vehicle_id)
    spent = HALF * dr.colored * dr.white
    final = dr.colored + more
    if final <= figures.freed:
        if spent <= most:
            alter(game, vehicle_id, bogged="", started=True)
            game.say(Freed(rule="D8.3", seen_by=vehicle_seen_by(game, vehicle_id), vehicle=vehicle_id))
    elif final <= figures.mired:
        bog(game, vehicle_id, "mired", aftermath)
    else:
        immobilize(game, vehicle_id, aftermath)
    return min(spent, most)


@rule("RR11.61", "B23.41")
def fall(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """An AFV breaks through the floor: it is gone; its crew may live, and men in the cellar check their morale.

    Ruling (B23.41): beneath other buildings nobody is and nobody comes to be; the crew comes out on the ground.
    """
    reveal_vehicle(game, vehicle_id)
    vehicle = game.state.vehicles[vehicle_id]
    house = houses(game.content).get(vehicle.at)
    if house is None or not house.has_cellar:
        game.say(Wrecked(rule="B23.41", vehicle=vehicle_id, at=vehicle.at))
        survive_below(game, vehicle_id, vehicle.at, aftermath)
        return
    below = label_of(vehicle.at, -1)
    game.say(Wrecked(rule="RR11.61", vehicle=vehicle_id, at=vehicle.at))
    waiting = in_order(game, units_at(game, below))
    survive_below(game, vehicle_id, below, aftermath)
    while waiting:
        name, *waiting = waiting
        if name not in game.state.units:
            continue
        arms = weapons_of(game, name)
        if not morale_check(game, name, 0, aftermath, exclude=waiting):
            _crush_weapons(game, arms)


@rule("RR11.61", "A9.7")
def _crush_weapons(game: Game, weapon_ids: Sequence[str]) -> None:
    """The weapons of men who were shaken by what fell among them may malfunction, if they can, or be lost."""
    figures = _figures(game)
    for name in weapon_ids:
        if name not in game.state.weapons:
            continue
        fails = can_malfunction(game, game.state.weapons[name])
        bands = [
            "lost" if face >= figures.buried_lost else "fails" if fails and face >= figures.buried_fails else "none"
            for face in range(1, 7)
        ]
        result = bands[game.roll("d6", "weapon-destruction", "RR11.61", bands=bands) - 1]
        if result == "lost":
            destroy(game, name, "RR11.61")
        elif result == "fails" and not game.state.weapons[name].broken:
            malfunction(game, name, "RR11.61")
