"""Chapters 6.6.1.1.2 and 6.6.1.2.2: what is added to the rolls of close assaults and hand-to-hand combat.

Nothing else counts: neither the terrain of either side nor Full Cover, but for vehicles that need infantry with them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.panzer.assault.attacks import (
    Assault,
    close_assault_table,
    hand_to_hand_table,
    has_flamethrower,
    level_from,
    level_of,
    size_of,
)
from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.combat.ap_fire import is_known_to_move
from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.ground import terrain_of, terrain_table
from sandtable.games.panzer.index import works_in
from sandtable.games.panzer.tables.fire import ModifierOf
from sandtable.games.panzer.units import Game, card_of, printed, side_of, vehicle
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

PLURAL = {"squad": "more-squads", "half-squad": "more-half-squads", "section": "more-sections"}


def add(found: Sum, rows: Mapping[str, ModifierOf], name: str) -> None:
    """Add a modifier of a table."""
    row = rows[name]
    assert row.value is not None
    found.add(name, row.value, row.rule)


# Both kinds of attack


@rule("6.6.1.1.2/advancing", "6.6.1.1.2/uphill", "6.6.1.1.2/dismount", "6.6.1.1.2/plus-attacker",
      "6.6.1.1.2/flamethrower", "6.6.1.1.2/unit-grade", "6.6.1.1.2b/advancing", "6.6.1.1.2b/uphill",
      "6.6.1.1.2b/dismount", "6.6.1.1.2b/plus-attacker", "6.6.1.1.2b/flamethrower", "6.6.1.1.2b/unit-grade",
      "5.1.3.5")  # fmt: skip
def of_attackers(game: Game, assault: Assault, rows: Mapping[str, ModifierOf]) -> Sum:
    """What the attackers bring with them, in either kind of combat."""
    found = Sum()
    uphill = level_of(game, assault.target) - level_from(game, assault.primary, assault.at) == 1
    for name, holds in (("advancing", assault.advancing), ("uphill", uphill), ("dismount", assault.dismounts)):
        if holds:
            add(found, rows, name)
    for unit_id in assault.attackers[1:]:
        add(found, rows, PLURAL[size_of(game, unit_id)])
    if any(has_flamethrower(game, unit_id) for unit_id in assault.attackers):
        add(found, rows, "flamethrower")
    _add_grade(found, game, assault.primary, rows)
    return found


@rule("5.8.3", "6.6.1.1.2/unit-grade", "6.6.1.1.2b/unit-grade")
def _add_grade(found: Sum, game: Game, unit_id: str, rows: Mapping[str, ModifierOf]) -> None:
    """The grade of a unit; that of those who help the primary attacker does not count."""
    if grade := unit_grade(game, unit_id).close_combat:
        found.add("unit-grade", grade, rows["unit-grade"].rule)


# Close assault


@rule("6.6.1.1.2", "6.6.1.1.2/moving-vehicle", "6.6.1.1.2/suppressed-vehicle", "6.6.1.1.2/c-vehicle",
      "6.6.1.1.2/unsupported", "6.6.1.1.2/p-type", "6.6.1.1.2/s-type", "5.1.3")  # fmt: skip
def close_assault_modifiers(game: Game, assault: Assault) -> Sum:
    """All modifiers of a close assault."""
    rows, target = close_assault_table(game.content).modifiers, assault.target
    card = vehicle(game, target)
    found = of_attackers(game, assault, rows)
    generous = is_on(game.content, "suppressed-vehicle-plus-20")
    for name, holds in (
        ("moving-vehicle", is_known_to_move(game, target)),
        ("suppressed-vehicle", is_suppressed(game, target) and generous),
        ("suppressed-vehicle-as-written", is_suppressed(game, target) and not generous),
        ("c-vehicle", card.close_assault_c),
        ("unsupported", is_unsupported(game, target)),
        ("p-type", card.type == "P"),
        ("s-type", card.type == "S"),
    ):
        if holds:
            add(found, rows, name)
    charges = [
        game.content.cards.attached[each].close_assault
        for unit_id in assault.attackers
        for each in printed(game, unit_id).attached
    ]
    if any(charges):
        found.add("assault-charge", max(charges), "5.1.3")
    return found


@rule("6.6.1.1.2/unsupported")
def is_unsupported(game: Game, target: str) -> bool:
    """Whether a vehicle is in terrain that calls for infantry and has none with it.

    Men in the hex support as many vehicles as their size allows; where there are more, those that are attacked first
    have their help (ruling). Men in a vehicle support that one.
    """
    content, unit, side = game.content, game.state.units[target], side_of(game, target)
    if not needs_support(game, unit.at):
        return False
    if _is_supported_from_within(game, target):
        return False
    supports = close_assault_table(content).supports
    around = [each for each in units_in(game, unit.at) if side_of(game, each) == side and _is_leg(game, each)]
    room = sum(supports[size_of(game, each)] for each in around)
    return room <= _supported_before(game, target)


@rule("6.6.1.1.2/unsupported")
def _is_supported_from_within(game: Game, vehicle_id: str) -> bool:
    """Whether men ride in a vehicle who support it, and nobody else."""
    supports = close_assault_table(game.content).supports
    aboard = [each for each, unit in game.state.units.items() if unit.carrier == vehicle_id and _is_leg(game, each)]
    if is_on(game.content, "riding-half-squads-support-nobody"):
        aboard = [each for each in aboard if size_of(game, each) != "half-squad"]
    return any(supports[f"mounted-{size_of(game, each)}"] for each in aboard)


def _is_leg(game: Game, unit_id: str) -> bool:
    return isinstance(card_of(game, unit_id), Leg)


@rule("6.6.1.1.2/unsupported")
def _supported_before(game: Game, target: str) -> int:
    """How many other vehicles of the hex have been attacked in this phase, and have had the help of men around: not
    those that have men of their own aboard.
    """
    state, at = game.state, game.state.units[target].at
    others = {attack.target for attack in state.assaults.values()} - {target}
    others = {other for other in others if not _is_supported_from_within(game, other)}
    there = {other: (state.units.get(other) or state.lost.get(other)) for other in others}
    return sum(
        place is not None and place.at == at and isinstance(card_of(game, other), Vehicle)
        for other, place in there.items()
    )


@rule("6.6.1.1.2/unsupported", "6.1.4.3.9")
def needs_support(game: Game, at: str) -> bool:
    """Whether vehicles in a hex need infantry: in its terrain, or in the rubble of what stood there."""
    counters = terrain_table(game.content).counters
    works = (counters[work.kind] for work in works_in(game, at).values())
    return terrain_of(game.content, at).needs_support or any(work.needs_support for work in works)


# Hand-to-hand combat


@rule("6.6.1.1.2b", "6.6.1.1.2b/squad", "6.6.1.1.2b/half-squad", "6.6.1.1.2b/section")
def attacker_modifiers(game: Game, assault: Assault) -> Sum:
    """What is added to the roll of those who attack hand-to-hand."""
    rows, found = hand_to_hand_table(game.content).modifiers, Sum()
    add(found, rows, size_of(game, assault.primary))
    found.parts += of_attackers(game, assault, rows)
    return found


@rule("6.6.1.1.2b", "6.6.1.1.2b/squad", "6.6.1.1.2b/half-squad", "6.6.1.1.2b/section", "6.6.1.1.2b/towed",
      "6.6.1.1.2b/defender-suppressed", "6.6.1.1.2b/flamethrower", "6.1.4.2")  # fmt: skip
def defender_modifiers(game: Game, target: str) -> Sum:
    """What is added to the roll of the unit that is attacked hand-to-hand."""
    rows, found = hand_to_hand_table(game.content).modifiers, Sum()
    add(found, rows, "towed" if isinstance(card_of(game, target), Towed) else size_of(game, target))
    if is_suppressed(game, target):
        add(found, rows, "defender-suppressed")
    if has_flamethrower(game, target):
        add(found, rows, "flamethrower")
    _add_grade(found, game, target, rows)
    return found
