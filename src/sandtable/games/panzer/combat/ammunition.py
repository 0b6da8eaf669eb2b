"""Chapter 5.16: ammunition limits, and what they do to a shot when they take effect."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.cards import Leg, Limits, Towed, Vehicle
from sandtable.games.panzer.combat.weapons import Aim, Load, Weapon, wants_tungsten, weapon_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.fire_events import AmmoShort
from sandtable.games.panzer.tables.fire import AmmunitionFile
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

Shortage = Literal["special", "basic"]
"""Which ammunition has run short for a shot."""
NEAR = 1
"""From how many hexes away a transport supplies its gun (5.16.2.4)."""


@rule("5.16.2")
def runs_short(game: Game, limit: int, reason: str) -> bool:
    """Roll against an ammunition limit: above it the limit takes effect for this fire alone."""
    die = game.content.table("ammunition", AmmunitionFile).die
    return game.roll(die, reason, "5.16.2", bands=(limit + 1,)) > limit


@rule("5.16.2", "5.16.2.1", "5.16.2.2")
def special_limit(weapon: Weapon, load: Load) -> int | None:
    """The limit of special ammunition; HEAT is none where a weapon has nothing else to pierce armor with."""
    if load in ("AP", "GP") or load == weapon.basic_load:
        return None
    return weapon.limits.H if load == "HEAT" else weapon.limits.A


@rule("5.16.2", "5.16.2.1", "5.16.2.4")
def basic_limit(game: Game, firer: str, limits: Limits) -> int | None:
    """The limit of basic AP and GP ammunition, where there is one and the unit is away from its supply."""
    limit = limits.basic
    if limit is None or (not isinstance(card_of(game, firer), Vehicle) and is_supplied(game, firer)):
        return None
    return limit


@rule("5.16.2.4")
def is_supplied(game: Game, unit_id: str) -> bool:
    """Whether a gun or crew-served weapon is where its ammunition is: in the hex where it began the scenario, or
    within a hex of its own transport.
    """
    units, unit = game.state.units, game.state.units[unit_id]
    if unit.dump and unit.dump == unit.at:
        return True
    return any(
        transport in units and game.content.distance(units[transport].at, unit.at) <= NEAR
        for transport in transports(game.content)[unit_id]
    )


@of_content
@rule("5.16.2.4")
def transports(content: Content) -> dict[str, tuple[str, ...]]:
    """The vehicles that supply each gun and leg unit: those of its own platoon that can carry it (ruling)."""
    carriers: dict[tuple[str, str], list[str]] = {}
    for unit_id, unit in content.counters.items():
        card = content.card(unit.card)
        if isinstance(card, Vehicle) and card.carries is not None:
            carriers.setdefault((unit.side, unit.element), []).append(unit_id)
    return {
        unit_id: tuple(each for each in carriers.get((unit.side, unit.element), ()) if _can_carry(content, each, card))
        for unit_id, unit in content.counters.items()
        if isinstance(card := content.card(unit.card), Towed | Leg)
    }


def _can_carry(content: Content, vehicle: str, card: Towed | Leg) -> bool:
    carrier = content.card(content.counters[vehicle].card)
    assert isinstance(carrier, Vehicle)
    assert carrier.carries is not None
    return carrier.carries.towed >= card.needs.towed and carrier.carries.leg >= card.needs.leg


@rule("5.16", "5.16.2", "5.16.2.1", "5.16.2.2")
def check_ammunition(game: Game, aim: Aim) -> tuple[Shortage, ...]:
    """Roll for the limits of a shot before it is fired. Without special ammunition it is fired with basic ammunition,
    the limit of which is then checked as well.
    """
    weapon = weapon_of(game, aim.firer, aim.weapon)
    short: list[Shortage] = []
    special = special_limit(weapon, aim.load)
    if special is not None:
        if not runs_short(game, special - shortage_of_tungsten(game, aim), "ammo-special"):
            return ()
        short.append("special")
        game.say(AmmoShort(rule="5.16.2.2", unit=aim.firer, load=aim.load))
    basic = basic_limit(game, aim.firer, weapon.limits)
    if basic is not None and runs_short(game, basic, "ammo-basic"):
        short.append("basic")
        game.say(AmmoShort(rule="5.16.2.1", unit=aim.firer, load=weapon.basic_load if special else aim.load))
    return tuple(short)


@rule("5.16.2.7", "5.16.2.7/scarce", "5.16.2.7/rare")
def shortage_of_tungsten(game: Game, aim: Aim) -> int:
    """What a shortage of tungsten adds to the die against the limit of special ammunition (ruling)."""
    if not wants_tungsten(game, aim.firer, aim.load):
        return 0
    row = game.content.table("ammunition", AmmunitionFile).tungsten
    return row.rare if is_on(game.content, "tungsten-rare") else row.scarce * is_on(game.content, "tungsten-scarce")


@rule("5.16.2.2")
def load_fired(weapon: Weapon, load: Load, short: tuple[Shortage, ...]) -> Load:
    """What is really fired: basic ammunition where the special one has run short."""
    return weapon.basic_load if "special" in short else load
