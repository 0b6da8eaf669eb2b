"""A7.5, A7.53, A7.55: who may fire at what, and who may join."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sandtable.games.asl.fire.firepower import farthest, is_in_range, range_to, share_of
from sandtable.games.asl.fire.pieces import Piece, armed, can_direct, mode_of, pieces_now, pieces_of
from sandtable.games.asl.index_of_fire import Doers, Firer
from sandtable.games.asl.index_of_targets import Prospects
from sandtable.games.asl.locations import is_adjacent_location, ranges_from
from sandtable.games.asl.sight import eye_of, line_to_unit, position_of, seen_now, seen_of, sees, sees_any
from sandtable.games.asl.state import MARKED_BY_FIRE, THE_FIELD, Unit
from sandtable.games.asl.units import Game, arms_of, companions, is_known, known_enemies, on_map, other
from sandtable.games.asl.vehicles.collateral import exposed_at, stands_in_bypass
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import derived, index, rule
from sandtable.mechanics.roster import units_of


def _enemies(game: Game, side: str) -> Mapping[str, Unit]:
    return units_of(game, other(side))


@derived(_enemies)
def _with_men(game: Game, side: str) -> frozenset[str]:
    """The Locations in which a side knows of men of the enemy, or sees a "?"."""
    men = _enemies(game, side).values()
    return frozenset([man.at for man in men if on_map(man) and not man.hidden and not man.guard])


@derived("units", "vehicles")
@rule("A7.4", "A/los-checks", "D.8")
def target_locations(game: Game, side: str) -> tuple[str, ...]:
    """The Locations in which a side knows of enemies, or sees a "?", or exposed men in vehicles."""
    found = set(_with_men(game, side))
    for name in known_vehicles(game, side):
        at = game.state.vehicles[name].at
        if at not in found and exposed_at(game, at, name):
            found.add(at)
    return tuple(sorted(found))


@rule("A7.1", "A7.55", "A/los-checks")
def targets_of_piece(game: Game, piece: Piece, locations: Iterable[str]) -> list[str]:
    """Those of several Locations at which a piece may fire now: in range and in sight, and not fired at already.

    A weapon that has kept its rate of fire may fire again at what its Location has fired at.
    """
    unit, most = game.state.units[piece.unit], farthest(game, piece)
    ranges = ranges_from(game.content, unit.at)
    return [at for at in locations if ranges[at] <= most and _may_fire_at(game, piece, unit, at)]


def targets_of_pieces(game: Game, unit_id: str, pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    """The Locations at which a unit may fire one of some pieces now, in order."""
    unit = game.state.units[unit_id]
    if _is_plain(game, unit):
        seen = seen_from(game, unit, prospects(game, unit.side).seen)
        found = {at for piece in pieces for at in _within(game, piece, unit, seen)}
    else:
        known = target_locations(game, unit.side)
        found = {at for piece in pieces for at in targets_of_piece(game, piece, known)}
    return tuple(sorted(found))


def _is_plain(game: Game, unit: Unit) -> bool:
    """Whether a unit fires at what is seen from its Location, on foot while nobody moves."""
    return not unit.aboard and not unit.berserk and game.state.moving is None


def _within(game: Game, piece: Piece, unit: Unit, seen: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Those of the targets seen from its Location, the nearest first, at which a piece of a unit may be fired."""
    most = farthest(game, piece)
    for far, there in seen:
        if far > most:
            break
        if is_open_to(game, piece, unit, there):
            yield there


def _may_fire_at(game: Game, piece: Piece, unit: Unit, location: str) -> bool:
    """Whether a piece of a unit may be fired at a Location in its range."""
    return is_open_to(game, piece, unit, location) and sees_target(game, unit, location)


@rule("A7.1", "A7.55")
def is_open_to(game: Game, piece: Piece, unit: Unit, location: str) -> bool:
    """Whether a Location that a unit sees is not its own, unless it fires there, nor fired at in this phase already."""
    if (location == unit.at) != (unit.berserk or _is_entered(game, unit)):
        return False
    return is_one_group(game, piece, unit, location)


@rule("A7.55")
def is_one_group(game: Game, piece: Piece, unit: Unit, location: str) -> bool:
    """Whether no fire of a unit's Location at another has been made yet to which a piece should have been added."""
    if location not in game.state.fired_at.get(unit.aboard or unit.at, ()):
        return True
    return bool(piece.weapon) and piece.weapon in unit.spent


@rule("A7.21", "A8.1")
def _is_entered(game: Game, unit: Unit) -> bool:
    """Whether those who move have come into the Location of a unit, which then fires at them there."""
    moving = game.state.moving
    return game.state.phase == "movement" and moving is not None and moving.at == unit.at


@rule("A4.34", "A6.1", "B9.21", "D2.3", "E1.1")
def sees_target(game: Game, unit: Unit, location: str) -> bool:
    """Whether a unit sees a Location, and in it somebody to fire at: where they stand counts, its own place and theirs.

    Those who move in Bypass are seen at the vertices that they pass, vehicles at that for which they head, the
    entrenched not over a wall or hedge; where those under a "?" stand, nobody knows.
    """
    state = game.state
    moving = state.moving
    if moving is not None and moving.at == location and moving.units and moving.units[0] in state.units:
        return line_to_unit(game, unit, state.units[moving.units[0]]).clear
    if moving is not None and moving.at == location and moving.vehicle in state.vehicles:
        return sees(game, eye_of(game, unit), location, seen=moving.vehicle)
    beside = stands_in_bypass(game, unit.side).get(location, ()) if state.vehicles else ()
    here = eye_of(game, unit)
    if beside and sees_any(game, here, beside):
        return True
    if not state.works:
        return sees(game, here if unit.aboard else unit.at, location)
    return sees_any(game, here, _places_shown(game, location, unit.side))


@derived(_enemies)
def _places(game: Game, side: str) -> Mapping[str, Collection[str]]:
    """Where in each Location the men of the enemy of a side stand, as far as it knows."""
    found: dict[str, set[str]] = {}
    for man in _enemies(game, side).values():
        if on_map(man):
            found.setdefault(man.at, set()).add(position_of(man) if is_known(man) else man.at)
    return found


def _places_shown(game: Game, location: str, side: str) -> Collection[str]:
    """Where in a Location the men of the enemy of a side stand, as far as it knows; the Location where none do."""
    return _places(game, side).get(location) or {location}


@derived("units", "vehicles")
def _all_shown(game: Game, side: str) -> Mapping[str, Collection[str]]:
    """All targets of a side, and where in each Location they stand."""
    beside, places = stands_in_bypass(game, side), _places(game, side)
    found = {at: places.get(at) or {at} for at in target_locations(game, side)}
    for at, stands in beside.items():
        if at in found:
            found[at] = {*found[at], *stands}
    return found


@derived(_all_shown)
def _shown(game: Game, side: str) -> Mapping[str, Collection[str]]:
    """The same, and the same object as long as it is equal."""
    return _all_shown(game, side)


# Whether there is a target at all


def _seen_and_shown(game: Game, side: str) -> tuple[object, ...]:
    return seen_now(game), _shown(game, side), bool(game.state.works)


def _made(_: Game, side: str) -> Prospects:
    return Prospects(side, _seen_and_shown)


_NOT_SHOWN = {"units", "weapons", "fired_at", "fired_upon", "phase", "active"}
"""What others see nothing of, and the units, which are followed first."""

prospects = index(_made, "units", *[name for name in THE_FIELD if name not in _NOT_SHOWN])


@rule("A4.34", "A6.1", "B9.21")
def _prospect(game: Game, side: str, eye: str) -> tuple[tuple[int, str], ...]:
    """The targets of a side that are seen from where men on foot are, the nearest first; nobody moves."""
    shown, beside = _shown(game, side), stands_in_bypass(game, side) if game.state.vehicles else {}
    at = eye.partition("~")[0]
    ranges = ranges_from(game.content, at)
    if game.state.works:
        clear = frozenset(seen_of(game, eye, {place for places in shown.values() for place in places}))
        seen = {there for there, places in shown.items() if not clear.isdisjoint(places)}
    else:
        seen = set(seen_of(game, at, shown))
    seen |= {there for there, places in beside.items() if there in shown and sees_any(game, eye, places)}
    return tuple(sorted([(ranges[there], there) for there in seen]))


def seen_from(game: Game, unit: Unit, seen: dict[str, tuple[tuple[int, str], ...]]) -> tuple[tuple[int, str], ...]:
    """The targets that men on foot see, the nearest first; `seen` is what was found for their side before."""
    eye = position_of(unit)
    found = seen.get(eye)
    if found is None:
        found = seen[eye] = _prospect(game, unit.side, eye)
    return found


def firers(game: Game, side: str) -> Sequence[Firer]:
    """The units of a side that can fire anything now, and how far; of those aboard and the berserk ask `pieces_now`."""
    return armed(game, side).firers(game, pieces_now, farthest)


def _nobody_asked(_: Game, side: str) -> Doers:
    return Doers()


doers = index(
    _nobody_asked, "units", "weapons", "fired_at", *[name for name in THE_FIELD if name not in MARKED_BY_FIRE]
)


@rule("A7.1", "A7.55")
def has_target(game: Game, unit_id: str, unit: Unit, seen: dict[str, tuple[tuple[int, str], ...]]) -> bool:
    """Whether a unit can fire at anything now; `seen` is what was found to be seen from the Locations of its side."""
    pieces = pieces_now(game, unit_id)
    if not pieces:
        return False
    if not _is_plain(game, unit):
        return bool(targets_of_pieces(game, unit_id, pieces))
    targets = seen_from(game, unit, seen)
    return bool(targets) and any(True for piece in pieces for _ in _within(game, piece, unit, targets))


@derived(*THE_FIELD)
@rule("A8.3")
def nearest_enemy(game: Game, unit_id: str) -> int | None:
    """How far away the nearest Known enemy is that a unit sees."""
    unit = game.state.units[unit_id]
    ranges = ranges_from(game.content, unit.at)
    known = [(ranges[man.at], man) for _, man in known_enemies(game, unit.side)]
    known.sort(key=lambda each: each[0])
    men = next(([far] for far, man in known if line_to_unit(game, unit, man).clear), [])
    at = {name: game.state.vehicles[name].at for name in known_vehicles(game, unit.side)}
    here = eye_of(game, unit)
    tanks = [ranges[each] for name, each in at.items() if sees(game, here, each, seen=name)]
    return min((*men, *tanks), default=None)


@rule("A7.35", "A7.5")
def best_pieces(game: Game, unit_id: str, target: str, chosen: Sequence[str] = ()) -> list[Piece]:
    """The pieces with which a unit would fire at a Location to the greatest effect, beside those chosen already."""
    if not chosen and not arms_of(game, unit_id):
        return [piece for piece in pieces_now(game, unit_id) if can_add(game, piece, target)]
    found: list[Piece] = []
    while True:
        names = [*chosen, *(piece.name for piece in found)]
        open_now = [piece for piece in pieces_of(game, unit_id, names) if can_add(game, piece, target)]
        if not open_now:
            return found
        found.append(max(open_now, key=lambda piece: share_of(game, piece, target).value))


@derived(*THE_FIELD)
def can_add(game: Game, piece: Piece, target: str) -> bool:
    """Whether a piece may be fired at a Location."""
    return is_in_range(game, piece, target) and _may_fire_at(game, piece, game.state.units[piece.unit], target)


@rule("A7.5", "E1.16")
def joining_locations(game: Game, side: str, places: Collection[str]) -> list[str]:
    """The Locations whose units may join a Fire Group of a side, if they can fire at all: its own, and by day those in
    sight next to one of them, be it above or beneath."""
    if game.state.nvr:
        return list(places)
    near = {at for here in places for at in _beside(game, side, here)}
    return [*places, *sorted(near.difference(places))]


def _seen_there(game: Game, side: str, here: str) -> object:
    return seen_now(game)


def _firing_there(game: Game, side: str, here: str) -> frozenset[str]:
    return _places_of(game, side)


@derived("rubble", "blazes", _firing_there, _seen_there)
def _beside(game: Game, side: str, here: str) -> frozenset[str]:
    """The Locations next to one from which a side can fire and which see it, and those above and beneath it."""
    ranges = ranges_from(game.content, here)
    found = [at for at in _places_of(game, side) if ranges[at] <= 1]
    return frozenset(
        [at for at in found if (sees(game, at, here) if ranges[at] else is_adjacent_location(game, at, here))]
    )


def _places_of(game: Game, side: str) -> frozenset[str]:
    """The Locations in which a side has units on foot that can fire anything now."""
    return armed(game, side).places(game, pieces_now, farthest)


@rule("A7.53")
def directing_leaders(game: Game, pieces: Sequence[Piece], leaders: Collection[str], target: str) -> list[str]:
    """The leaders who may direct the fire of a group at a Location and do not yet: one in each of its Locations."""
    units = game.state.units
    led = {units[name].at for name in leaders}
    places: dict[str, list[Piece]] = {}
    for piece in pieces:
        places.setdefault(units[piece.unit].at, []).append(piece)
    return [
        name
        for at, fired in places.items()
        if at not in led
        for name, _ in companions(game, units[fired[0].unit])
        if can_direct(game, name, fired) and directs_so_far(game, name, target)
    ]


@rule("A7.53", "A8.4")
def directs_so_far(game: Game, unit_id: str, target: str) -> bool:
    """Whether a leader may direct fire at a Location: one who is marked from the Movement Phase as far as the next
    hex, with whatever weapon it is fired."""
    unit = game.state.units[unit_id]
    return mode_of(game, unit, unit.fire) != "final-marked" or range_to(game, unit_id, target) <= 1
