"""How the staff answers at night: raids on a Gun and the way home, Cloaking counters, and starshells."""

from __future__ import annotations

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.night.starshells import STARSHELL
from sandtable.games.asl.scenario import Area
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import is_building
from sandtable.games.asl.units import is_dummy, is_leader, other
from sandtable.games.asl.victory import has_gun
from sandtable.kernel import Choice, Decision

HOME_TURNS = 1
"""So many turns before the end raiders go home, whatever they have done."""


def is_raid(situation: Situation) -> bool:
    """Whether a side must do away with a Gun and get back."""
    return situation.attacks and situation.content.scenario.victory.gun is not None


def goes_home(situation: Situation) -> bool:
    """Whether raiders have done what they came for, or have no time left for it."""
    victory = situation.content.scenario.victory
    assert victory.gun is not None
    done = not _gun_there(situation, victory.gun)
    return done or situation.state.turn > situation.content.scenario.turns - HOME_TURNS


def _gun_there(situation: Situation, kind: str) -> bool:
    """Whether the enemy still has the Gun, as far as is known: one that was never seen is still there."""
    ids = [name for name, placed in situation.content.arms.items() if placed.kind == kind]
    lost = all(name in situation.state.lost for name in ids)
    seen = any(weapon.kind == kind for weapon in situation.state.weapons.values())
    return not lost and (not seen or has_gun(situation.game, other(situation.side), kind))


def safe_hexes(situation: Situation) -> frozenset[str]:
    safe = situation.content.scenario.victory.safe
    return frozenset() if safe is None else Area(corners=safe.corners).on(situation.content.board)


def goals(situation: Situation) -> list[str]:
    """Where raiders go: to the Gun if they know where it is, else to enemies outside of houses; then home."""
    if goes_home(situation):
        return sorted(safe_hexes(situation))
    kind = situation.content.scenario.victory.gun
    found = []
    for weapon in situation.state.weapons.values():
        if weapon.kind == kind:
            holder = situation.state.units.get(weapon.holder)
            found.append(hex_of(holder.at if holder is not None else weapon.at))
    hexes = [hex_of(unit.at) for unit in situation.foes if unit.at]
    return found or [hex_ for hex_ in hexes if not is_building(situation.game, hex_)] or hexes


def stays(situation: Situation, unit: Unit) -> bool:
    """Whether a unit stays where it is: at home, or as a reserve that nobody leads, so that enough come back."""
    home = hex_of(unit.at) in safe_hexes(situation)
    if not home:
        return False
    if goes_home(situation):
        return True
    led = any(
        man.at == unit.at and is_leader(situation.content, man) and not man.broken for man in situation.own.values()
    )
    return not led and not is_dummy(unit)


def strength(situation: Situation, unit: Unit) -> float:
    """What a unit, or all under its Cloaking counter, is worth in Close Combat."""
    men = [unit]
    if unit.cloak:
        men = [man for man in situation.own.values() if man.cloak == unit.cloak]
    total = 0.0
    for man in men:
        card = situation.content.personnel.get(man.kind)
        if card is not None:
            total += card.fp if card.type in ("squad", "half-squad", "crew") else 1.0
    return total


# Starshells and guns


def starshell(situation: Situation, decision: Decision) -> str | None:
    """Leaders of the defender light up the night while the enemy moves and nothing burns yet."""
    return light(situation, decision) or "do:pass"


def light(situation: Situation, decision: Decision) -> str:
    """The option by which a leader tries to fire a starshell, if there is use for one."""
    if situation.attacks or situation.state.active == situation.side:
        return ""
    if any(is_illuminated(situation.game, hex_of(foe.at)) for foe in situation.foes):
        return ""
    units = situation.state.units
    for option in decision.options:
        choice = Choice.of(option.id)
        if choice.kind == STARSHELL and choice.name in units and is_leader(situation.content, units[choice.name]):
            return option.id
    return ""


def starshell_at(situation: Situation, decision: Decision) -> str | None:
    """Where it shows the most enemies, and nobody of one's own."""

    def score(option_id: str) -> float:
        hex_ = Choice.of(option_id).name
        near = sum(situation.content.distance(hex_, hex_of(foe.at)) <= 2 for foe in situation.foes)
        own = sum(situation.content.distance(hex_, hex_of(unit.at)) <= 3 for unit in situation.own.values())
        return near - 0.3 * own

    return max(decision.ids, key=score)


def destroy_gun(situation: Situation, decision: Decision) -> str | None:
    """A Gun of the enemy is destroyed; one's own is kept."""
    for option in decision.options:
        choice = Choice.of(option.id)
        weapon = situation.state.weapons.get(choice.name)
        if choice.kind == "destroy" and weapon is not None and weapon.side != situation.side:
            return option.id
    return "do:done"
