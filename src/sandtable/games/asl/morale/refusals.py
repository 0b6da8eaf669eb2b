"""A3.1, A10.5: why men cannot rally or rout, or do what else the Rally Phase offers."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.heat_of_battle import captors
from sandtable.games.asl.morale.levels import leader_for
from sandtable.games.asl.morale.rout_ways import is_beside_enemy, must_rout
from sandtable.games.asl.reasons import Reason, first_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import (
    Game,
    companions,
    in_melee,
    is_dummy,
    is_good_order,
    is_inexperienced,
    is_leader,
    is_squad,
    on_map,
    other,
)
from sandtable.kernel import Refusal, rule


@rule("A10.6", "A10.53", "A11.15", "A20.5")
def bars_rally(game: Game, unit_id: str) -> tuple[Reason, ...]:
    """What keeps a unit from any attempt to rally."""
    unit = game.state.units[unit_id]
    return (
        (bool(unit.guard), "prisoner", "A20.5"),
        (not unit.broken, "not-broken", "A10.6"),
        (unit.acted, "has-tried", "A10.6"),
        (unit.at in game.state.melees, "melee", "A11.15"),
        (unit.at in game.state.blazes, "in-fire", "A10.6"),
    )


@rule("A10.6", "A.10")
def refuse_rally(game: Game, unit_id: str) -> Refusal | None:
    """Why no leader can rally a unit."""
    unit = game.state.units[unit_id]
    with_it = [each for each in companions(game, unit) if each[0] != unit_id and is_leader(game.content, each[1])]
    able = [each for each in with_it if is_good_order(game, each[1])]
    reasons = (
        *bars_rally(game, unit_id),
        (not able, "no-leader", "A10.6"),
        (all(man.acted for _, man in able), "leader-busy", "A10.6"),
        (is_leader(game.content, unit), "no-better-leader", "A.10"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A10.6", "A19.12", "A1.23")
def refuse_self_rally(game: Game, unit_id: str) -> Refusal | None:
    """Why a leader or crew cannot rally itself."""
    unit = game.state.units[unit_id]
    boxed = not is_dummy(unit) and game.content.personnel[unit.kind].self_rally
    reasons = (
        *bars_rally(game, unit_id),
        (unit.disrupted, "disrupted-alone", "A19.12"),
        (not boxed, "not-boxed", "A1.23"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A18.11", "A19.12", "CG14")
def refuse_rally_alone(game: Game, unit_id: str) -> Refusal | None:
    """Why a MMC cannot try to rally without a leader."""
    unit = game.state.units[unit_id]
    used = game.state.self_rallies.get(unit.side, 0) >= game.content.scenario.self_rallies
    boxed = not is_dummy(unit) and game.content.personnel[unit.kind].self_rally
    reasons = (
        *bars_rally(game, unit_id),
        (unit.side != game.state.active, "not-attacker", "A18.11"),
        (unit.disrupted, "disrupted-alone", "A19.12"),
        (boxed, "boxed", "A10.6"),
        (leader_for(game, unit_id) is not None, "leader-with-it", "A18.11"),
        (used, "no-more-self-rallies", "A18.11"),
    )
    return first_of(reasons, unit=unit_id)


def _bars_action(game: Game, unit: Unit) -> tuple[Reason, ...]:
    """What keeps a unit from any other action of the Rally Phase."""
    return (
        (bool(unit.guard), "prisoner", "A20.5"),
        (unit.broken, "broken", "A10.3"),
        (in_melee(game, unit), "melee", "A11.15"),
        (unit.acted, "has-acted", "A3.1"),
        (not is_good_order(game, unit) or not on_map(unit), "not-good-order", "A.7"),
    )


def _lacks_leader(game: Game, unit: Unit, rule_id: str) -> tuple[Reason, ...]:
    """That no leader who could help is with a unit, or none who has not done something else."""
    with_it = [man for _, man in companions(game, unit) if is_leader(game.content, man) and is_good_order(game, man)]
    return (
        (not with_it, "no-leader", rule_id),
        (all(man.acted for man in with_it), "leader-busy", rule_id),
    )


@rule("A1.31", "A19.3")
def refuse_deploy(game: Game, unit_id: str) -> Refusal | None:
    """Why a squad cannot deploy."""
    unit = game.state.units[unit_id]
    reasons = (
        (not is_squad(game.content, unit), "not-squad", "A1.31"),
        *_bars_action(game, unit),
        (unit.pinned, "pinned", "A7.8"),
        *_lacks_leader(game, unit, "A1.31"),
        (is_inexperienced(game, unit), "inexperienced", "A19.3"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A1.32")
def refuse_recombine(game: Game, unit_id: str) -> Refusal | None:
    """Why a half-squad cannot recombine."""
    unit = game.state.units[unit_id]
    half = not is_dummy(unit) and game.content.personnel[unit.kind].type == "half-squad"
    reasons = (
        (not half, "not-half-squad", "A1.32"),
        *_bars_action(game, unit),
        *_lacks_leader(game, unit, "A1.32"),
        (True, "no-partner", "A1.32"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A20.5")
def refuse_hand_over(game: Game, unit_id: str) -> Refusal | None:
    """Why a prisoner cannot be handed on."""
    unit = game.state.units[unit_id]
    guard = game.state.units.get(unit.guard)
    reasons = (
        (guard is None, "no-prisoner", "A20.5"),
        (guard is not None and in_melee(game, guard), "guard-in-melee", "A11.15"),
        (unit.acted, "handed-on", "A20.5"),
        (guard is not None and guard.acted, "guard-busy", "A3.1"),
        (True, "nobody-guards", "A20.5"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A10.62")
def refuse_keep_dm(game: Game, unit_id: str) -> Refusal | None:
    """Why its owner cannot choose to leave a unit under DM."""
    unit = game.state.units[unit_id]
    reasons = (
        (not unit.broken, "not-broken", "A10.62"),
        (not unit.dm, "no-dm", "A10.62"),
        (unit.acted_dm, "dm-stays", "A10.62"),
        (on_map(unit) and is_beside_enemy(game, unit), "dm-stays", "A10.62"),
        (on_map(unit) and bool(terrain_at(game, hex_of(unit.at)).rally), "dm-in-cover", "A10.62"),
    )
    return first_of(reasons, unit=unit_id)


REFUSALS: dict[str, Callable[[Game, str], Refusal | None]] = {
    "rally": refuse_rally,
    "self-rally": refuse_self_rally,
    "rally-alone": refuse_rally_alone,
    "deploy": refuse_deploy,
    "recombine": refuse_recombine,
    "hand-prisoner": refuse_hand_over,
    "keep-dm": refuse_keep_dm,
}
"""The steps of the Rally Phase for which a unit is picked, with what bars one."""


@rule("A4.44", "A4.431", "A9.72", "A12.16")
def refuse_weapon(game: Game, step: str, weapon_id: str, side: str) -> Refusal | None:
    """Why a weapon cannot be taken up, handed on or repaired; who of the others has one is not said."""
    weapon = game.state.weapons[weapon_id]
    holder = game.state.units.get(weapon.holder)
    if step == "recover":
        reasons = ((holder is not None, "possessed", "A4.44"), (True, "nobody-recovers", "A4.44"))
        return first_of(reasons, weapon=weapon_id)
    if holder is None:
        return Refusal("refused.unpossessed", "A4.4", {"weapon": weapon_id})
    if holder.side != side:
        return Refusal("refused.other-weapon", "A3.1", {"weapon": weapon_id})
    if step == "repair" and not weapon.broken:
        return Refusal("refused.in-order", "A9.72", {"weapon": weapon_id})
    tried = step == "repair" and weapon_id in holder.spent
    if tried:
        return Refusal("refused.repaired", "A9.72", {"weapon": weapon_id})
    found = first_of((*_bars_action(game, holder), (holder.pinned, "pinned", "A7.8")), unit=weapon.holder)
    if found is None and step == "transfer":
        return Refusal("refused.nobody-receives", "A4.431", {"weapon": weapon_id})
    return found


# The Rout Phase


@rule("A10.5", "A7.7", "A19.12", "A20.21")
def refuse_rout(game: Game, unit_id: str) -> Refusal | None:
    """Why a broken unit cannot rout."""
    unit = game.state.units[unit_id]
    gives_quarter = not game.state.no_quarter.get(other(unit.side))
    surrenders = gives_quarter and not game.state.nvr
    reasons = (
        (bool(unit.guard), "prisoner", "A20.5"),
        (bool(unit.aboard), "rides", "D6.1"),
        (not unit.broken, "not-broken", "A10.5"),
        (unit.moved, "has-routed", "A10.5"),
        (unit.at in game.state.melees, "melee", "A11.15"),
        (unit.disrupted and gives_quarter, "disrupted-stays", "A19.12"),
        (not unit.dm and not must_rout(game, unit_id), "need-not-rout", "A10.5"),
        (is_encircled(game, unit) and surrenders and bool(captors(game, unit_id)), "gives-up", "A20.21"),
        (True, "no-way-out", "A10.51"),
    )
    return first_of(reasons, unit=unit_id)


@rule("A10.4")
def refuse_break(game: Game, unit_id: str, *, begun: bool) -> Refusal | None:
    """Why a unit cannot break of its own will."""
    unit = game.state.units[unit_id]
    hero = not is_dummy(unit) and (unit.heroic or game.content.personnel[unit.kind].type == "hero")
    reasons = (
        (unit.broken, "broken", "A10.3"),
        (bool(unit.guard), "prisoner", "A20.5"),
        (bool(unit.aboard), "rides", "D6.1"),
        (unit.pinned, "pinned", "A7.8"),
        (unit.berserk or unit.fanatic or hero or unit.unarmed or is_dummy(unit), "never-breaks", "A10.4"),
        (in_melee(game, unit), "melee", "A11.15"),
        (begun, "break-first", "A10.4"),
    )
    return first_of(reasons, unit=unit_id)
