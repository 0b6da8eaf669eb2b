"""Chapters 5.1, 5.2, 5.6, 5.7 and 5.16.1: what a unit has to fire directly, and at whom it may."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.panzer.cards import Ammo, Attached, Gp, Leg, Limits, Towed, Vehicle
from sandtable.games.panzer.combat.fields_of_fire import ApWeapon, in_limited_field, turns_for_overwatch
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import NO_COMMAND
from sandtable.games.panzer.tables.fire import AmmunitionFile, RateOfFire
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, card_now, card_of, printed, range_to, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.switches import is_on

Load = Literal["AP", "APCR", "HVAP", "APDS", "HEAT", "GP"]
"""What a weapon fires: a row of its AP ammunition, or its GP row."""
SMALL_ARMS = "small-arms"
"""The weapon that every leg unit has by itself."""


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon of a unit as it fires directly."""

    id: str
    mount: str
    """All round, or into the field before the unit."""
    turns: bool = False
    """Whether it may be turned for overwatch fire outside the field before it."""
    rof: RateOfFire = "N"
    ammo: tuple[Ammo, ...] = ()
    gp: Gp | None = None
    small_arms: bool = False
    limits: Limits = Limits()
    secondary: bool = False
    """Whether dual fire modifies it: printed in reverse, or attached to a leg unit (5.14)."""
    attached: str = ""
    """The kind of an attached weapon: hmg, mortar, atr or hand-held."""
    quiet: bool = False
    """Whether its card notes it as small arms for spotting, whatever it fires (5.7)."""
    fires_mounted: bool = True
    fixed: bool = False
    """A hand-held weapon, whose GP Factor is for men and guns only (5.1.3.4)."""

    def row(self, load: Load) -> Ammo | Gp:
        """The row of the card that a load is fired by. Raises KeyError for one that it does not have."""
        if load == "GP":
            if self.gp is None:
                raise KeyError(load)
            return self.gp
        return {ammo.type: ammo for ammo in self.ammo}[load]

    def band(self, load: Load, distance: int) -> Band | None:
        """The range factor of a load at a distance; None out of range."""
        return self.row(load).band(distance)

    @rule("5.7", "6.1.3")
    def betrays_little(self, load: Load) -> bool:
        """Whether fire of a load is noticed no more than that of small arms."""
        return self.quiet or (load == "GP" and self.gp is not None and (self.small_arms or self.gp.spots_as_small_arms))

    @property
    def loads(self) -> tuple[Load, ...]:
        return (*(ammo.type for ammo in self.ammo), *(("GP",) if self.gp is not None else ()))

    @property
    @rule("5.16.2.1")
    def basic_load(self) -> Load:
        """Its basic AP ammunition: AP, or the only kind that it has."""
        types: list[Load] = [ammo.type for ammo in self.ammo]
        return "AP" if "AP" in types else types[0]

    def as_ap_weapon(self, load: Load) -> ApWeapon:
        """The same weapon as the rules of the Basic Game know it."""
        row = self.row(load)
        assert isinstance(row, Ammo)
        return ApWeapon(self.id, row, self.mount, self.turns)


def weapons_of(game: Game, unit_id: str) -> tuple[Weapon, ...]:
    """The weapons that a unit can fire directly, its own before those that are attached to it."""
    return weapons_on_cards(game.content, card_now(game, unit_id), printed(game, unit_id).attached)


def weapon_of(game: Game, unit_id: str, weapon_id: str) -> Weapon:
    """A weapon of a unit by its id. Raises KeyError for one that it does not have."""
    return {weapon.id: weapon for weapon in weapons_of(game, unit_id)}[weapon_id]


@of_content
@rule("5.1", "5.1.2", "5.1.3", "5.2", "6.5.2", "6.5.4")
def weapons_on_cards(content: Content, card_id: str, attached: tuple[str, ...]) -> tuple[Weapon, ...]:
    """The weapons on a card and on those of what is attached to it."""
    card = content.cards.all[card_id]
    if isinstance(card, Vehicle):
        return tuple(
            _gun(
                content,
                weapon.gun,
                weapon.mount,
                weapon.limits,
                secondary=weapon.dual_fire,
                turns=turns_for_overwatch(content, card, weapon),
            )
            for weapon in card.weapons
        )
    if isinstance(card, Towed):
        return (_gun(content, card.weapon.gun, card.weapon.mount, card.weapon.limits, secondary=False, turns=False),)
    assert isinstance(card, Leg)
    own = Weapon(id=SMALL_ARMS, mount="360", turns=True, gp=card.gp, small_arms=True)
    found = [_attached(weapon_id, content.cards.attached[weapon_id]) for weapon_id in attached]
    return (own, *(weapon for weapon in dict.fromkeys(found) if weapon.loads))


def _gun(content: Content, gun_id: str, mount: str, limits: Limits, *, secondary: bool, turns: bool) -> Weapon:
    gun = content.cards.guns[gun_id]
    return Weapon(
        id=gun_id,
        mount=mount,
        turns=turns,
        rof=gun.rof or "N",
        ammo=gun.ammo,
        gp=gun.gp,
        small_arms=gun.gp is not None and gun.gp.small_arms,
        limits=limits,
        secondary=secondary,
    )


@rule("5.1.3.1", "5.1.3.2", "5.1.3.3", "5.1.3.4", "5.7")
def _attached(weapon_id: str, card: Attached) -> Weapon:
    gp = card.gp if card.fixed_factor is None else _fixed(card, card.fixed_factor)
    return Weapon(
        id=weapon_id,
        mount="360",
        turns=True,
        rof=card.rof or "N",
        ammo=card.ammo,
        gp=gp,
        small_arms=card.gp is not None and card.gp.small_arms,
        limits=card.limits,
        secondary=True,
        attached=card.kind,
        quiet=card.spots_as_small_arms,
        fires_mounted=card.fires_while_transported,
        fixed=card.fixed_factor is not None,
    )


@rule("5.1.3.4")
def _fixed(card: Attached, factor: int) -> Gp:
    """The GP row of a hand-held weapon: one factor at the ranges of its AP fire."""
    p, s, m, l, e = (min(limit, card.fixed_reach or limit) for limit in card.ammo[0].R)  # noqa: E741 - as on cards
    return Gp(R=(p, s, m, l, e), F=(factor,) * 5)


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Fire that is declared: who fires what at whom."""

    firer: str
    target: str
    weapon: str
    load: Load
    overwatch: bool = False
    dual: Literal["", "same-target", "other-target"] = ""
    """How it stands to the primary weapon, where it fires beside that and is modified for it (5.14)."""


@rule("5.16.1", "5.16.2.7")
def is_to_be_had(game: Game, unit_id: str, weapon: Weapon, load: Load) -> bool:
    """Whether special ammunition is available at the date of the scenario, and to this unit."""
    if load in ("AP", "GP"):
        return True
    scenario, row = game.content.scenario, weapon.row(load)
    assert isinstance(row, Ammo)
    without = scenario.forces[printed(game, unit_id).side].without
    owner = weapon.id if weapon.attached else printed(game, unit_id).card
    if is_on(game.content, "no-tungsten") and wants_tungsten(game, unit_id, load):
        return False
    return (row.since is None or row.since <= scenario.date) and load not in without.get(owner, ())


@rule("5.16.2.7")
def wants_tungsten(game: Game, unit_id: str, load: Load) -> bool:
    """Whether a shortage of tungsten concerns what a unit fires, for those who play with one."""
    row = game.content.table("ammunition", AmmunitionFile).tungsten
    is_theirs = printed(game, unit_id).side == row.side and load == row.load
    return is_theirs and game.content.scenario.date >= row.since


@rule("5.1", "5.2", "4.4.3.1")
def bears_on(game: Game, firer: str, weapon: Weapon, target: str) -> bool:
    """Whether a hex is in the field of fire of a weapon: that of a leg unit is before it while it is suppressed."""
    is_leg = isinstance(card_of(game, firer), Leg)
    if weapon.mount == "360" and not (is_leg and is_suppressed(game, firer)):
        return True
    return in_limited_field(game.content, game.state.units[firer], weapon.mount, target)


@rule("6.5.2", "6.5.4", "6.5.4.2.3", "5.6", "5.1.3.1", "5.1.3.2", "5.1.3.3", "5.1.3.4", "6.6.7.2", "3.5.2")
def why_not(game: Game, aim: Aim) -> Refusal | None:
    """Why a unit may not fire a load at a target that it spots; None if it may."""
    units, there = game.state.units, game.state.units[aim.target].at
    weapon = weapon_of(game, aim.firer, aim.weapon)
    args = {"unit": aim.firer, "target": aim.target}
    on_vehicle = isinstance(card_of(game, aim.target), Vehicle)
    if side_of(game, aim.firer) == side_of(game, aim.target):
        return Refusal("refused.own-unit", "4.4.1", {"unit": aim.target})
    if units[aim.target].carrier:
        return Refusal("refused.passenger-is-no-target", "6.5.4.2.3", args)
    if aim.load != "GP" and not on_vehicle:
        return Refusal("refused.ap-at-vehicles-only", "6.5.2", args)
    if aim.load == "GP" and weapon.fixed and on_vehicle:
        return Refusal("refused.fixed-factor-at-men-only", "5.1.3.4", args)
    if not is_to_be_had(game, aim.firer, weapon, aim.load):
        return Refusal("refused.ammo-not-to-be-had", "5.16.1", {**args, "load": aim.load})
    distance, row = range_to(game, aim.firer, aim.target), weapon.row(aim.load)
    if row.band(distance) is None:
        return Refusal("refused.out-of-range", "3.5.2", {**args, "hexes": distance, "reach": row.reach})
    if distance < row.min_range:
        return Refusal("refused.below-minimum-range", "5.6", {**args, "hexes": row.min_range})
    if not bears_on(game, aim.firer, weapon, there):
        return Refusal("refused.outside-field-of-fire", "4.4.3.1", args)
    if aim.overwatch and not weapon.turns and not in_limited_field(game.content, units[aim.firer], weapon.mount, there):
        return Refusal("refused.outside-field-of-fire", "4.4.3.2.2/overwatch-outside-fof", args)
    return _why_not_from_here(game, aim, weapon)


@rule("5.1.3.1", "5.1.3.2", "5.1.3.3", "5.1.3.4", "6.6.7.2")
def _why_not_from_here(game: Game, aim: Aim, weapon: Weapon) -> Refusal | None:
    """Why a weapon may not be fired from where the unit is: in a vehicle, upstairs, or inside a building."""
    unit, args = game.state.units[aim.firer], {"unit": aim.firer}
    card = card_of(game, aim.firer)
    if unit.carrier:
        if not isinstance(card, Leg):
            return Refusal("refused.towed-gun-is-transported", "6.6.7.2", args)
        allowed = weapon.fires_mounted or (weapon.attached == "hmg" and is_on(game.content, "transported-guns-fire"))
        if not allowed:
            return Refusal("refused.not-while-transported", _RULES[weapon.attached], args)
    if unit.floor and weapon.attached in ("mortar", "hand-held"):
        return Refusal("refused.not-from-upstairs", _RULES[weapon.attached], args)
    if unit.indoors and isinstance(card, Vehicle) and card.kind == "mortar-half-track" and not weapon.secondary:
        return Refusal("refused.not-from-inside", "5.1.3.1", args)
    if unit.carrier and game.state.commands.get(unit.carrier, NO_COMMAND).order == "move":
        return Refusal(TRANSPORT_MOVES, "6.6.7.2", {**args, "target": unit.carrier})
    return None


TRANSPORT_MOVES = "refused.transport-moves"
_RULES = {"mortar": "5.1.3.1", "hmg": "5.1.3.2", "atr": "5.1.3.3", "hand-held": "5.1.3.4"}


def aims_at(game: Game, firer: str, target: str) -> list[Aim]:
    """Everything that a unit may fire at a target, weapon by weapon."""
    return [aim for aim in _aims(game, firer, target) if why_not(game, aim) is None]


def _aims(game: Game, firer: str, target: str) -> list[Aim]:
    return [
        Aim(firer=firer, target=target, weapon=weapon.id, load=load)
        for weapon in weapons_of(game, firer)
        for load in weapon.loads
    ]


@rule("4.2.1", "6.6.7.2")
def could_fire_at(game: Game, firer: str, target: str) -> bool:
    """Whether a unit may fire at a target if it is told to; a passenger, if its vehicle is not told to move."""
    refusals = (why_not(game, aim) for aim in _aims(game, firer, target))
    return any(refusal is None or refusal.reason == TRANSPORT_MOVES for refusal in refusals)


def overwatch_aims_at(game: Game, firer: str, target: str) -> list[Aim]:
    """Everything that a unit may fire at a target on overwatch (4.4.2, 6.5.3)."""
    return [aim for aim in _overwatch_aims(game, firer, target) if why_not(game, aim) is None]


def could_fire_overwatch(game: Game, firer: str, target: str) -> bool:
    """Whether a unit may fire anything at a target on overwatch."""
    return any(why_not(game, aim) is None for aim in _overwatch_aims(game, firer, target))


def _overwatch_aims(game: Game, firer: str, target: str) -> list[Aim]:
    return [
        Aim(firer=firer, target=target, weapon=weapon.id, load=load, overwatch=True)
        for weapon in weapons_of(game, firer)
        for load in weapon.loads
    ]


@of_content
def loads_by_name(content: Content) -> tuple[str, ...]:
    """Everything that units of the scenario can fire, as their options name it."""
    found: dict[str, None] = {}
    for unit in content.counters.values():
        for weapon in weapons_on_cards(content, unit.card, unit.attached):
            found |= dict.fromkeys(f"{weapon.id}/{load}" for load in weapon.loads)
    return tuple(found)
