"""A4.11, A4.12, A4.42, A4.5: the movement factors of men, in halves of a MF."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.movement import Movement, Mover
from sandtable.games.asl.units import Game, class_of, is_dummy, is_inexperienced, is_leader, is_smc
from sandtable.games.asl.weapons.possession import overloads
from sandtable.kernel import derived, rule


@rule("A4.11", "A15.4", "A17.1", "A19.3", "A20.5", "A12.1")
def mover_class(game: Game, unit: Unit) -> Mover:
    """Which row of the chart of movement factors a unit has; a dummy moves as a MMC does."""
    if unit.berserk:
        return "berserk"
    if is_smc(game.content, unit):
        return "wounded" if unit.wounded else "smc"
    if unit.unarmed:
        return "unarmed"
    return "inexperienced" if is_inexperienced(game, unit) else "mmc"


@rule("A4.12")
def is_led(game: Game, unit_ids: Sequence[str]) -> bool:
    """Whether a leader who is not wounded moves with the stack."""
    units = game.state.units
    return any(is_leader(game.content, units[name]) and not units[name].wounded for name in unit_ids)


@rule("A4.5")
def allotment(game: Game, unit_ids: tuple[str, ...], gained: int = 0) -> int:
    """The MF that all units of a stack have, with what Double Time has gained them; 0 if one cannot move its load."""
    least = _allotment(game, unit_ids)
    return least + gained if least > 0 else 0


@rule("A19.3", "A4.11")
def _pace_of(game: Game, unit: Unit, unit_ids: Sequence[str]) -> Mover:
    """The row of a unit that moves with others: Green troops are Inexperienced once they leave their leader behind."""
    found, units = mover_class(game, unit), game.state.units
    if found != "mmc" or is_dummy(unit) or class_of(game.content, unit) != "green":
        return found
    led = any(is_leader(game.content, units[name]) and not units[name].broken for name in unit_ids)
    return "mmc" if led else "inexperienced"


@rule("A4.11", "A4.12")
def unladen(game: Game, unit_ids: tuple[str, ...]) -> dict[str, int]:
    """The MF that each unit of a stack has, whatever it carries: a MMC with a leader from the beginning has more.

    A Dummy under a Cloaking counter may pass for men with a leader.
    """
    figures, content, units = game.content.table("movement", Movement), game.content, game.state.units
    led = len(unit_ids) > 1 and is_led(game, unit_ids)
    found = {}
    for name in unit_ids:
        unit = units[name]
        found[name] = figures.allotments[_pace_of(game, unit, unit_ids)]
        if (led or (unit.cloak and is_dummy(unit))) and not is_smc(content, unit) and not unit.berserk:
            found[name] += figures.bonuses["leader"]
    return found


@rule("A4.42")
def burdens(game: Game, unit_ids: tuple[str, ...]) -> dict[str, int]:
    """The MF that each unit of a stack loses by what it carries above its capacity."""
    figures = game.content.table("movement", Movement)
    return {name: figures.overload * over for name, over in overloads(game, unit_ids).items()}


@derived("units", "weapons")
@rule("A4.11", "A4.12", "A4.42", "D6.1")
def _allotment(game: Game, unit_ids: tuple[str, ...]) -> int:
    """The least that a unit of the stack has: what is carried above the capacity takes away.

    Who has got off a vehicle has the part of them that the vehicle had left of its MP.
    """
    units, lost = game.state.units, burdens(game, unit_ids)
    least = -1
    for name, factors in unladen(game, unit_ids).items():
        unit = units[name]
        factors -= lost[name]
        if unit.pace_of:
            factors = factors * unit.pace // unit.pace_of
        if least < 0 or factors < least:
            least = max(0, factors)
    return least


@derived("units", "weapons")
@rule("A4.3", "A4.63")
def carries_too_much(game: Game, unit_ids: tuple[str, ...]) -> bool:
    """Whether a unit of a stack carries more than its capacity."""
    return any(overloads(game, unit_ids).values())
