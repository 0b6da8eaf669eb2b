"""Chapters 5.6, 6.5.1, 6.5.1.1.4 and 6.5.1.13: what can be called, how far it reaches, what counts as one source."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.games.panzer.cards import Attached, Gp, Gun, Leg, Limits, Towed, Vehicle
from sandtable.games.panzer.combat.fields_of_fire import in_limited_field
from sandtable.games.panzer.command.control import are_in_command_range
from sandtable.games.panzer.command.shared_fire import NOBODY, why_not_shared
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import attachment, battery_card, is_available, is_battery, standing_with
from sandtable.games.panzer.indirect.observers import may_call, most_sources, row_of, target_hexes
from sandtable.games.panzer.indirect.sheafs import GP, SMOKE
from sandtable.games.panzer.state import Shell
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, card_of, printed, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.switches import is_on

ALL_ROUND = "360"
FIRE = "fire"


class IndirectWeapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon with a row of indirect GP fire."""

    id: str
    row: Gp
    mount: str = ALL_ROUND
    limits: Limits = Limits()
    smoke: bool = False
    mortar: bool = False
    """A mortar of men on foot, which is not fired from upper floors or vehicles (5.1.3.1)."""
    quiet: bool = False
    """Whether its fire is noticed no more than that of small arms (5.7)."""


@of_content
@rule("6.5.1", "6.5.1.2", "5.1.3.1", "6.5.1.6")
def weapons_on(content: Content, card_id: str, attached: tuple[str, ...]) -> tuple[IndirectWeapon, ...]:
    """The weapons of a card, and of those attached to it, that have an indirect row: no others fire indirectly."""
    card, cards = content.cards.all[card_id], content.cards
    if isinstance(card, Vehicle):
        found = [_gun(weapon.gun, cards.guns[weapon.gun], weapon.mount, weapon.limits) for weapon in card.weapons]
    elif isinstance(card, Towed):
        found = [_gun(card.weapon.gun, cards.guns[card.weapon.gun], card.weapon.mount, card.weapon.limits)]
    else:
        found = [_attached(weapon, cards.attached[weapon]) for weapon in dict.fromkeys(attached)]
    return tuple(weapon for weapon in found if weapon is not None)


def _gun(gun_id: str, gun: Gun, mount: str, limits: Limits) -> IndirectWeapon | None:
    if gun.indirect is None:
        return None
    quiet = gun.gp is not None and gun.gp.spots_as_small_arms
    return IndirectWeapon(id=gun_id, row=gun.indirect, mount=mount, limits=limits, smoke=gun.smoke, quiet=quiet)


def _attached(weapon_id: str, card: Attached) -> IndirectWeapon | None:
    if card.indirect is None:
        return None
    quiet = card.spots_as_small_arms or (card.gp is not None and card.gp.spots_as_small_arms)
    return IndirectWeapon(
        id=weapon_id, row=card.indirect, limits=card.limits, smoke=card.smoke, mortar=card.kind == "mortar", quiet=quiet
    )


@of_content
@rule("5.16", "6.5.1.6")
def battery_weapon(content: Content, battery_id: str) -> IndirectWeapon:
    """What a battery fires: smoke only with a limit for it on its card, since all smoke is limited (ruling)."""
    card = battery_card(content, battery_id)
    has_smoke = card.limits.S is not None or is_on(content, "all-batteries-have-smoke")
    return IndirectWeapon(id=card.weapon, row=card.indirect, limits=card.limits, smoke=has_smoke)


def weapons_of(game: Game, source: str) -> tuple[IndirectWeapon, ...]:
    """The weapons with which a battery or unit fires indirectly; none for a unit that cannot."""
    if is_battery(game, source):
        return (battery_weapon(game.content, source),)
    one = printed(game, source)
    return weapons_on(game.content, one.card, one.attached)


@rule("6.5.1.13")
def range_to_point(game: Game, observer: str, source: str, at: str) -> int:
    """The range of called fire: from the observer to the target point, or from a firing unit on the map if that is
    farther. It holds for everybody in the SHEAF.
    """
    content, units = game.content, game.state.units
    from_observer = content.distance(units[observer].at, at)
    return from_observer if is_battery(game, source) else max(from_observer, content.distance(units[source].at, at))


@rule("5.6", "6.5.1.7", "6.5.1.13")
def weapon_reaching(game: Game, source: str, distance: int, shell: Shell) -> IndirectWeapon | None:
    """The weapon of a source that reaches a distance best, last hex included and not below its minimum range."""
    found: list[tuple[int, IndirectWeapon]] = []
    for weapon in weapons_of(game, source):
        band = weapon.row.band(distance)
        if band is not None and distance >= weapon.row.min_range and (shell != SMOKE or weapon.smoke):
            found.append((weapon.row.factor(band), weapon))
    return max(found, key=lambda each: each[0])[1] if found else None


@rule("6.5.1.13")
def band_of(game: Game, observer: str, source: str, at: str, shell: Shell) -> Band:
    """The range factor at which a source in range fires."""
    distance = range_to_point(game, observer, source, at)
    weapon = weapon_reaching(game, source, distance, shell)
    band = None if weapon is None else weapon.row.band(distance)
    assert band is not None
    return band


@rule("6.5.1")
def stands_ready(game: Game, unit_id: str) -> bool:
    """Whether a unit on the map has a Fire command that it has not carried out: each unit fires once in a turn."""
    command = game.state.commands.get(unit_id)
    return command is not None and command.order == FIRE and not command.fired


def all_sources(game: Game, side: str) -> list[str]:
    """The batteries of a side, and its units on the map with a weapon for indirect fire."""
    own = [battery_id for battery_id, one in game.content.batteries.items() if one.side == side]
    return own + [unit_id for unit_id in units_of(game, side) if weapons_of(game, unit_id)]


@rule("5.1.3.1", "5.2", "6.5.1", "6.5.1.1.2/soviet", "6.5.1.7", "6.5.1.7/response", "6.5.1.9", "6.5.1.11.1", "6.5.1.13")
def why_no_source(
    game: Game, observer: str, source: str, at: str, shell: Shell, barred: tuple[str, ...]
) -> Refusal | None:
    """Why a battery or unit cannot be called onto a hex; None if it can."""
    if is_battery(game, source):
        refusal = _why_no_battery(game, source, barred)
    else:
        refusal = _why_no_unit(game, observer, source, at, barred)
    if refusal is not None:
        return refusal
    args = {"source": source, "unit": observer}
    if not may_call(game, observer, source):
        return Refusal("refused.attached-only", "6.5.1.1.2/soviet", {**args, "how": attachment(game, observer, source)})
    distance = range_to_point(game, observer, source, at)
    if weapon_reaching(game, source, distance, shell) is None:
        if shell == SMOKE and weapon_reaching(game, source, distance, GP) is not None:
            return Refusal("refused.no-smoke", "6.5.1.6", args)
        return Refusal("refused.out-of-indirect-range", "6.5.1.13", {**args, "hexes": distance})
    return None


def _why_no_battery(game: Game, source: str, barred: tuple[str, ...]) -> Refusal | None:
    args = {"source": source}
    if is_available(game, source):
        return None
    if source in barred:
        return Refusal("refused.source-checked", "6.5.1.9", args)
    if standing_with(game, source):
        return Refusal("refused.source-has-mission", "6.5.1.9", args)
    return Refusal("refused.battery-not-available", "6.5.1.11.1", args)


def _why_no_unit(game: Game, observer: str, unit_id: str, at: str, barred: tuple[str, ...]) -> Refusal | None:
    args = {"source": unit_id}
    if not weapons_of(game, unit_id):
        return Refusal("refused.no-indirect-weapon", "6.5.1", args)
    if unit_id in barred:
        return Refusal("refused.source-checked", "6.5.1.9", args)
    if standing_with(game, unit_id):
        return Refusal("refused.source-has-mission", "6.5.1.9", args)
    if not stands_ready(game, unit_id):
        return Refusal("refused.source-not-on-fire", "6.5.1", args)
    return why_not_from_here(game, observer, unit_id, at)


@rule("5.1.3.1", "6.5.1")
def why_not_from_here(game: Game, observer: str, unit_id: str, at: str) -> Refusal | None:
    """Why a unit cannot fire indirectly on a hex from where it is, as it faces now; None if it can."""
    args, unit = {"source": unit_id}, game.state.units[unit_id]
    if unit.carrier or not can_fire_from_here(game, unit_id):
        return Refusal("refused.source-cannot-fire-here", "5.1.3.1", args)
    if spots_it_itself(game, observer, unit_id, at):
        return Refusal("refused.source-spots-target", "6.5.1", {**args, "hex": at})
    if not bears_on(game, unit_id, at):
        return Refusal("refused.source-does-not-bear", "5.2", {**args, "hex": at})
    return why_not_shared(game, unit_id, NOBODY, at)


@rule("5.1.3.1")
def can_fire_from_here(game: Game, unit_id: str) -> bool:
    """Whether a mortar is neither upstairs nor, on a vehicle, inside a building."""
    unit, card = game.state.units[unit_id], card_of(game, unit_id)
    return not unit.floor if isinstance(card, Leg) else not unit.indoors


@rule("6.5.1")
def spots_it_itself(game: Game, observer: str, unit_id: str, at: str) -> bool:
    """Whether a unit has spotted what is fired at itself: then it must fire directly."""
    called_on = target_hexes(game, observer).get(at, [])
    return any(target in game.state.spotted.get(unit_id, ()) for target in called_on)


@rule("5.1", "5.2", "6.5.1")
def bears_on(game: Game, unit_id: str, at: str) -> bool:
    """Whether a hex is in the field of fire of a weapon: indirect fire goes by the facing of the moment (ruling)."""
    if is_on(game.content, "indirect-fire-all-round"):
        return True
    unit, card = game.state.units[unit_id], card_of(game, unit_id)
    narrow = isinstance(card, Leg) and unit.suppressed != ""
    return any(
        (weapon.mount == ALL_ROUND and not narrow) or in_limited_field(game.content, unit, "forward", at)
        for weapon in weapons_of(game, unit_id)
    )


@rule("4.2.1", "6.5.1")
def could_be_called(game: Game, unit_id: str) -> bool:
    """Whether a Fire command makes sense for a unit that fires indirectly: an observer of its side has spotted somebody
    whom it does not spot itself, and whom it reaches.
    """
    side = side_of(game, unit_id)
    if not weapons_of(game, unit_id) or game.state.units[unit_id].carrier or not can_fire_from_here(game, unit_id):
        return False
    return any(
        may_call(game, observer, unit_id)
        and weapon_reaching(game, unit_id, range_to_point(game, observer, unit_id, at), GP) is not None
        and not spots_it_itself(game, observer, unit_id, at)
        and bears_on(game, unit_id, at)
        for observer in units_of(game, side)
        if row_of(game, observer) is not None
        for at in target_hexes(game, observer)
    )


def callable_sources(game: Game, observer: str, at: str, shell: Shell, barred: tuple[str, ...]) -> list[str]:
    """Everything that an observer may call onto a hex."""
    side = side_of(game, observer)
    return [
        source for source in all_sources(game, side) if why_no_source(game, observer, source, at, shell, barred) is None
    ]


@rule("6.5.1.1", "6.5.1.1.4")
def number_of_sources(game: Game, sources: Sequence[str]) -> int:
    """How many sources some batteries and units are, where two units in command range of each other are one."""
    on_map = tuple(source for source in sources if not is_battery(game, source))
    return len(sources) - _most_pairs(game, on_map)


def _most_pairs(game: Game, units: tuple[str, ...]) -> int:
    if len(units) < 2:
        return 0
    first, rest = units[0], units[1:]
    best = _most_pairs(game, rest)
    for i, other in enumerate(rest):
        if are_in_command_range(game, first, other):
            best = max(best, 1 + _most_pairs(game, (*rest[:i], *rest[i + 1 :])))
    return best


@rule("6.5.1.1", "6.5.1.1.1")
def has_capacity(game: Game, observer: str, sources: Sequence[str]) -> bool:
    """Whether an observer may call so many sources at once."""
    return number_of_sources(game, sources) <= most_sources(game, observer)
