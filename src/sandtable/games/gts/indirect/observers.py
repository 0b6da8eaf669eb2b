"""Chapters 16.1 to 16.3: who may fire indirectly, at what, and with whose eyes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.games.gts.arnhem.special_rules import SpecialRule, holds, special
from sandtable.games.gts.arnhem.supply import is_rationed
from sandtable.games.gts.fire.fire_zones import WeaponClass, range_of, weapons
from sandtable.games.gts.fire.line_of_sight import POST, STRONGPOINT, observed_from, observed_over_ground, sees
from sandtable.games.gts.index import positions
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import (
    Game,
    counter,
    division_of,
    face,
    formation_of,
    hexes_of,
    on_map,
    side_of,
)
from sandtable.kernel import derived, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.sums import Modifier, Sum


class ContactModifier(Strict, frozen=True, kw_only=True):
    """A modifier of the contact list."""

    value: int
    source: str


class ContactFile(Table, frozen=True, kw_only=True):
    """Radio contact."""

    modifiers: dict[str, ContactModifier]
    far_beyond: int


def weapon_class(game: Game, unit_id: str) -> WeaponClass | None:
    """What the weapon of a unit can do; nothing without a fire rating."""
    shown = face(game, unit_id)
    return None if shown.weapon is None or shown.fire is None else weapons(game).classes[shown.weapon]


def guns_beyond(game: Game, unit_id: str) -> SpecialRule | None:
    """The special rule by which a battery fires from beyond the map, if it does."""
    if game.state.units[unit_id].at or "off-map" not in counter(game, unit_id).abilities:
        return None
    return special(game, "off-map-guns")


@rule("15.3", "16.3/1")
def distance_to(game: Game, unit_id: str, label: str) -> int:
    """The distance from a unit to a hex; batteries beyond the map are so many hexes from one on its edge."""
    beyond = guns_beyond(game, unit_id)
    if beyond is not None:
        return beyond.distance + game.content.distance(beyond.measured_from, label)
    return game.content.distance(game.state.units[unit_id].at, label)


@rule("15.2", "16.1/mortar", "16.1/artillery", "19.2.2/effects")
def fires_indirectly(game: Game, unit_id: str) -> bool:
    """Whether a unit is of a class that fires indirectly, and able to fire now."""
    unit, kind = game.state.units[unit_id], weapon_class(game, unit_id)
    if kind is None or not kind.indirect or unit.suppressed or unit.entry:
        return False
    return bool(unit.at) or guns_beyond(game, unit_id) is not None


@rule("16.1/artillery", "16.3", "16.3/1")
def indirect_span(game: Game, unit_id: str) -> tuple[int, int]:
    """The least and the greatest distance of indirect fire: artillery fires directly at what is near."""
    kind = weapon_class(game, unit_id)
    nearest = weapons(game).direct_within + 1 if kind is not None and kind.direct else 1
    return nearest, range_of(game, unit_id)


@rule("15.3", "15.3/note", "16.3/1")
def in_indirect_range(game: Game, unit_id: str, hexes: Collection[str]) -> set[str]:
    """Those of some hexes at which a unit could fire indirectly."""
    nearest, far = indirect_span(game, unit_id)
    beyond = guns_beyond(game, unit_id)
    if beyond is not None:
        return game.content.between(beyond.measured_from, hexes, nearest - beyond.distance, far - beyond.distance)
    return game.content.between(game.state.units[unit_id].at, hexes, nearest, far)


@rule("15.3", "16.2", "16.3", "16.3/1", "21.5", "29.30")
def indirect_hexes(game: Game, unit_id: str, hexes: Collection[str]) -> set[str]:
    """Those of some hexes at which a unit may fire indirectly: it sees them, or an observer does."""
    if not fires_indirectly(game, unit_id) or is_rationed(game, unit_id):
        return set()
    wanted = in_indirect_range(game, unit_id, hexes)
    found = self_observed(game, unit_id, wanted)
    if len(found) == len(wanted) or not in_command(game, unit_id):
        return found
    left = wanted - found
    for at in observers_by_hex(game, unit_id):
        seen = observed_from(game, at, left)
        found |= seen
        left -= seen
        if not left:
            break
    return found


@rule("15.4.2", "16.2", "16.3")
def self_observed(game: Game, unit_id: str, hexes: Collection[str]) -> set[str]:
    """Those of some hexes that a firer sees itself; it may use an observation post in which it is."""
    at = game.state.units[unit_id].at
    return observed_from(game, at, hexes) if at else set()


@rule("16.2/note-entry", "16.2/note-mortar", "16.3/2", "16.3/4", "21.5", "24.1", "29.38")
def may_observe(game: Game, unit_id: str, firer: str) -> bool:
    """Whether a unit can observe for a firer: on the map, not suppressed, in command, and of the right formation."""
    if unit_id == firer or not on_map(game, unit_id) or game.state.units[unit_id].suppressed:
        return False
    if not _serves(game, unit_id, firer):
        return False
    return in_command(game, unit_id)


def _serves(game: Game, unit_id: str, firer: str) -> bool:
    """Whether a firer may take a unit for its observer at all, wherever the two are."""
    if side_of(game, unit_id) != side_of(game, firer):
        return False
    if is_mortar(game, firer):
        return formation_of(game, unit_id) == formation_of(game, firer)
    beyond = guns_beyond(game, firer)
    return beyond is None or division_of(game, unit_id) in (beyond.division, division_of(game, firer))


@rule("16.1/mortar")
def is_mortar(game: Game, unit_id: str) -> bool:
    """Whether a unit fires indirectly only."""
    kind = weapon_class(game, unit_id)
    return kind is not None and kind.indirect and not kind.direct


@derived("units", "leaders")
def observers_by_hex(game: Game, firer: str) -> dict[str, list[str]]:
    """The units that can observe for a firer, by their hexes."""
    there = positions(game).hexes
    by_hex = (
        (label, [unit_id for unit_id in there[label] if may_observe(game, unit_id, firer)])
        for label in hexes_of(game, side_of(game, firer))
    )
    return {label: units for label, units in by_hex if units}


@rule("16.3/2", "16.3/3")
def observers(game: Game, firer: str, label: str) -> list[str]:
    """The units that can observe a hex for a firer, in the order of their ids."""
    wanted = (label,)
    return sorted(
        unit_id
        for at, units in observers_by_hex(game, firer).items()
        if observed_from(game, at, wanted)
        for unit_id in units
    )


@rule("15.4.2", "15.4.3", "16.3/6")
def contact_sum(game: Game, firer: str, observer: str) -> list[Modifier]:
    """The value against which contact is rolled for: that of the marker, and the list of modifiers."""
    values = counter(game, firer).contact
    assert values is not None, firer
    changing = bool(game.state.units[firer].contact)
    base = values.changing if changing else values.pending
    found = [Modifier("contact-changing" if changing else "contact-pending", base, "16.3/6", {"unit": firer})]
    named = [_kinship(game, firer, observer), *_place(game, firer, observer)]
    figures = game.content.table("contact", ContactFile).modifiers
    for name, rule_id in named:
        found.append(Modifier(name, figures[name].value, rule_id))
    wireless = special(game, "radio")
    divisions = (division_of(game, firer), division_of(game, observer))
    if wireless is not None and wireless.division in divisions and holds(game, wireless):
        found.append(Modifier("radio", wireless.contact, "16.3/6"))
    return found


def _kinship(game: Game, firer: str, observer: str) -> tuple[str, str]:
    same = division_of(game, firer) == division_of(game, observer)
    return ("same-division" if same else "other-division", "16.3/6")


def _place(game: Game, firer: str, observer: str) -> list[tuple[str, str]]:
    """What the observer's formation, hex and distance bring."""
    at = game.state.units[observer].at
    features = game.content.features[at]
    found = []
    if not game.content.formations[formation_of(game, observer)].leader:
        found.append(("independent-formation", "16.3/6"))
    if POST in features:
        found.append(("observation-post", "15.4.2"))
    if STRONGPOINT in features:
        found.append(("strongpoint", "15.4.3"))
    if distance_to(game, firer, at) > game.content.table("contact", ContactFile).far_beyond:
        found.append(("far", "16.3/6"))
    return found


@rule("16.2/note-mortar", "16.3/4", "16.3/5", "16.3/7")
def needs_contact(game: Game, firer: str, observer: str) -> bool:
    """Whether contact with the observer's formation must first be made; mortars have it with their own."""
    return not is_mortar(game, firer) and game.state.units[firer].contact != formation_of(game, observer)


def standing_of(game: Game, firer: str, observer: str) -> tuple[str, int]:
    """What it means to take an observer: nothing to be rolled, or a new formation and a value to roll against."""
    if not needs_contact(game, firer, observer):
        return "", 0
    return formation_of(game, observer), Sum(contact_sum(game, firer, observer)).total


@rule("8.0", "15.3", "16.3")
def indirect_targets(game: Game, unit_id: str) -> list[str]:
    """The enemy units at which a unit may fire indirectly."""
    there = positions(game).hexes
    found = indirect_hexes(game, unit_id, hexes_of(game, enemy_of(side_of(game, unit_id))))
    return sorted(target for label in found for target in there[label])


@rule("16.3/1", "16.4.2.1")
def _empty_hexes(game: Game, unit_id: str) -> Iterator[str]:
    """The hexes without units at which a unit may fire, some perhaps more than once."""
    if not fires_indirectly(game, unit_id) or is_rationed(game, unit_id):
        return
    there, smoke = positions(game).hexes, game.state.barrages
    nearest, far = indirect_span(game, unit_id)
    for at in _lookouts(game, unit_id):
        for label in observed_over_ground(game, at):
            if label in there or not nearest <= distance_to(game, unit_id, label) <= far:
                continue
            if not smoke or sees(game, at, label, observing=True):
                yield label


def _lookouts(game: Game, unit_id: str) -> Iterator[str]:
    """The hexes from which a unit's fire can be observed, its own first."""
    at = game.state.units[unit_id].at
    if at:
        yield at
    if in_command(game, unit_id):
        yield from observers_by_hex(game, unit_id)


@rule("16.4.2.1")
def barrage_hexes(game: Game, unit_id: str) -> list[str]:
    """The hexes without units at which a unit may fire to place a barrage marker."""
    return sorted(set(_empty_hexes(game, unit_id)))


def can_barrage(game: Game, unit_id: str) -> bool:
    """Whether there is any hex without units at which a unit may fire."""
    return next(_empty_hexes(game, unit_id), None) is not None
