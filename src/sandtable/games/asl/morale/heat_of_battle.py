"""A15 and A18.12: heroes, berserkers, hardened men, those who give up, and leaders who step forward."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.events.morale import Appeared, Disrupted, Heated, Surrendered
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.morale.casualties import Aftermath, break_unit, end_melee
from sandtable.games.asl.morale.guards import guard_room, lose_guard, unpin
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.morale.replacement import harden
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.morale import HeatOfBattle, LeaderCreation, Nationality
from sandtable.games.asl.units import (
    Game,
    change,
    class_of,
    is_armed,
    is_good_order,
    is_inexperienced,
    is_known,
    is_leader,
    is_mmc,
    other,
    unit_size,
    units_at,
    weapons_of,
)
from sandtable.games.asl.weapons.possession import capacity, drop, is_portable, portage_points
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.sums import Sum


@rule("A15.1")
def is_heated(game: Game, unit: Unit) -> bool:
    """Whether an Original 2 heats a unit up: not crews, heroes, berserk and unarmed units, nor those aboard."""
    card = game.content.personnel[unit.kind]
    cold = card.type in ("crew", "hero") or unit.berserk or not is_armed(unit) or unit.aboard or unit.heroic
    return not cold


@rule("A15.1")
def heat_of_battle(game: Game, unit_id: str, aftermath: Aftermath, *, was_broken: bool = False) -> None:
    """Roll for what the Heat of Battle makes of a unit, and make it so; one that has just rallied was broken.

    Ruling: whoever is beneath a "?" is known by it.
    """
    reveal_unit(game, unit_id, "A15.1")
    unit = game.state.units[unit_id]
    content = game.content
    table = content.table("heat-of-battle", HeatOfBattle)
    card = content.personnel[unit.kind]
    drm = Sum()
    nation = content.table("nationality", Nationality).nations[card.side].heat_of_battle
    if nation:
        drm.add("nationality", nation, "A15.1")
    if class_of(content, unit) == "elite":
        drm.add("elite", table.modifiers["elite"].value, table.modifiers["elite"].rule)
    if unit.broken or was_broken:
        drm.add("broken", table.modifiers["broken"].value, table.modifiers["broken"].rule)
    if is_inexperienced(game, unit):
        drm.add("inexperienced", table.modifiers["inexperienced"].value, table.modifiers["inexperienced"].rule)
    bands = [",".join(table.results(total + drm.total)) for total in range(2, 13)]
    total = game.roll("2d6", "heat-of-battle", "A15.1", bands=bands)
    results = table.results(total + drm.total)
    game.say(
        Resolved(
            rule="A15.1",
            what="heat-of-battle",
            result=f"heat.{'+'.join(results)}",
            lines=(*drm.lines, Line("roll", str(total), "A.1")),
            subject=unit_id,
            favours=unit.side if results[0] != "surrender" else "",
            leads_on=True,
        )
    )
    for result in results:
        if result == "hero":
            make_hero(game, unit_id)
        elif result == "battle-hardening":
            _rally_first(game, unit_id)
            harden(game, unit_id)
        elif result == "berserk":
            go_berserk(game, unit_id)
        else:
            give_up(game, unit_id, aftermath)


def _rally_first(game: Game, unit_id: str) -> None:
    change(game, unit_id, broken=False, dm=False, disrupted=False)


@rule("A15.2")
def make_hero(game: Game, unit_id: str) -> None:
    """A hero steps out of a MMC, and goes on with it if it moves; a leader becomes heroic himself."""
    unit = game.state.units[unit_id]
    if is_leader(game.content, unit):
        unpin(game, unit_id)
        change(game, unit_id, heroic=True, broken=False, dm=False, disrupted=False)
        game.say(Heated(rule="A15.2", unit=unit_id, what="heroic"))
        return
    hero = place_new(game, game.content.hero_of(unit.side), unit, "A15.2")
    moving = game.state.moving
    if moving is not None and unit_id in moving.units:
        game.state.moving = replace(moving, units=(*moving.units, hero))


def place_new(game: Game, kind: str, beside: Unit, rule_id: str) -> str:
    """A new leader or hero in the Location of a unit, or aboard the vehicle that carries it."""
    state = game.state
    number = state.created.get(beside.side, 0) + 1
    state.created[beside.side] = number
    new_id = game.content.created_id(beside.side, number)
    state.units[new_id] = Unit(
        side=beside.side, kind=kind, at=beside.at, stance=beside.stance, vertices=beside.vertices,
        shortage=beside.shortage, aboard=beside.aboard,
    )  # fmt: skip
    game.say(Appeared(rule=rule_id, unit=new_id, at=beside.at))
    return new_id


@rule("A15.4")
def go_berserk(game: Game, unit_id: str) -> None:
    """A unit goes berserk, or is hardened where it sees no Known enemy."""
    from sandtable.games.asl.morale.berserk import enemies_in_sight

    _rally_first(game, unit_id)
    if enemies_in_sight(game, game.state.units[unit_id]):
        rage(game, unit_id)
    else:
        harden(game, unit_id)


@rule("A15.4", "A23.3")
def rage(game: Game, unit_id: str) -> None:
    """A unit is berserk; it drops all weapons but light machine guns, and of these what is more than it can carry.

    A charge that it has placed goes off nevertheless.
    """
    reveal_unit(game, unit_id, "A15.4")
    unpin(game, unit_id)
    change(game, unit_id, berserk=True, fire="", ti=False)
    game.say(Heated(rule="A15.4", unit=unit_id, what="berserk"))
    free = capacity(game, unit_id)
    for name in weapons_of(game, unit_id):
        weapon = game.state.weapons[name]
        if weapon.placed:
            continue
        card = game.content.weapons.get(weapon.kind)
        weight = portage_points(game, weapon)
        if card is None or card.type != "lmg" or weight > free:
            drop(game, name)
        else:
            free -= weight


@rule("A15.5", "A10.2")
def give_up(game: Game, unit_id: str, aftermath: Aftermath) -> None:
    """A unit breaks and is Disrupted, and is taken prisoner at once by an enemy beside it; some go berserk instead."""
    unit = game.state.units[unit_id]
    if unit.fanatic or game.state.no_quarter.get(other(unit.side)):
        go_berserk(game, unit_id)
        return
    noted = len(aftermath.lost_leaders)
    if not unit.broken:
        break_unit(game, unit_id, "A15.5", aftermath)
    change(game, unit_id, disrupted=True)
    game.say(Disrupted(rule="A15.5", unit=unit_id))
    found = captors(game, unit_id)
    if found:
        aftermath.has_gone(noted)
    if len(found) == 1:
        take_prisoner(game, unit_id, found[0], "A15.5")
    elif found:
        aftermath.giving_up.append(unit_id)


class GivesUp(Procedure, frozen=True):
    """A unit has given up beside several enemies: who takes it?"""

    unit: str

    @rule("A15.5")
    def begin(self, game: Game) -> Decision | None:
        unit = game.state.units.get(self.unit)
        found = captors(game, self.unit) if unit is not None and unit.disrupted and not unit.guard else []
        if unit is None or not found:
            game.finish()
            return None
        options = tuple(Option(f"unit:{name}", rule="A15.5") for name in found)
        return Decision(other(unit.side), "capture", "A15.5", options, {"unit": self.unit}, default=options[0].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return refuse_captor(game, choice.name, self.unit, "A15.5")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        take_prisoner(game, self.unit, choice.name, "A15.5")


@rule("A20.21", "A20.5")
def captors(game: Game, unit_id: str) -> list[str]:
    """Who could take a unit prisoner: Known, Good Order enemy Infantry beside it or with it that can guard it."""
    unit = game.state.units[unit_id]
    found = []
    for name in [name for at in (unit.at, *adjacent_locations(game, unit.at)) for name in units_at(game, at)]:
        man = game.state.units[name]
        if man.side == unit.side or not is_known(man) or not is_good_order(game, man):
            continue
        if guard_room(game, name) >= unit_size(game.content, unit):
            found.append(name)
    return sorted(found)


@rule("A20.21", "A15.5", "A20.5")
def refuse_captor(game: Game, unit_id: str, prisoner_id: str, rule_id: str) -> Refusal | None:
    """Why a unit cannot take another prisoner that gives up."""
    units = game.state.units
    unit, prisoner = units[unit_id], units[prisoner_id]
    if unit.side == prisoner.side:
        return Refusal("refused.other-side", rule_id, {"unit": unit_id})
    reasons = (
        (unit.at not in (prisoner.at, *adjacent_locations(game, prisoner.at)), "not-adjacent", rule_id),
        (not is_known(unit), "not-known", rule_id),
        (not is_good_order(game, unit), "not-good-order", rule_id),
        (
            is_good_order(game, unit) and guard_room(game, unit_id) < unit_size(game.content, prisoner),
            "guards-enough",
            "A20.5",
        ),
    )
    return first_of(reasons, unit=unit_id)


@rule("A20.21", "A20.22", "A4.4")
def take_prisoner(game: Game, unit_id: str, captor: str, rule_id: str) -> None:
    """A unit becomes a prisoner in its captor's Location, and what it carries lies there.

    Ruling (A4.4): Guns and field phones, which nobody carries, stay where they are.
    """
    state = game.state
    here, to = state.units[unit_id].at, state.units[captor].at
    reveal_unit(game, captor, rule_id)
    reveal_unit(game, unit_id, rule_id)
    for name in weapons_of(game, unit_id):
        drop(game, name)
        if is_portable(game, state.weapons[name]):
            state.weapons[name] = replace(state.weapons[name], at=to)
    lose_guard(game, unit_id)
    pinned = state.units[captor].pinned
    change(
        game, unit_id, guard=captor, at=to, broken=False, dm=False, disrupted=False, pinned=pinned, cx=False, ti=False,
        encircled=False, berserk=False, fire="", stance="", vertices=(), wall=False, labor=0, clears="",
    )  # fmt: skip
    if state.moving is not None and unit_id in state.moving.units:
        left = tuple(name for name in state.moving.units if name != unit_id)
        state.moving = replace(state.moving, units=left)
    game.say(Surrendered(rule=rule_id, unit=unit_id, captor=captor))
    end_melee(game, here)


@rule("A18.12")
def leader_creation(game: Game, unit_id: str, steps_below_even: int = 0, *, was_broken: bool = False) -> str | None:
    """Roll whether a leader steps forward with a MMC, which may have rallied just now; his id, if one does.

    Ruling: the morale of its unbroken side counts, also of one that is still broken.
    """
    unit = game.state.units[unit_id]
    content = game.content
    table = content.table("leader-creation", LeaderCreation)
    card = content.personnel[unit.kind]
    drm = Sum()
    drm.add("nationality", content.table("nationality", Nationality).nations[card.side].leader_creation, "A18.12")
    mods = table.modifiers
    if steps_below_even:
        drm.add("against-odds", mods["against-odds"].value * steps_below_even, mods["against-odds"].rule)
    level = morale_level(game, replace(unit, broken=False))
    if level >= table.high_morale:
        drm.add("high-morale", mods["high-morale"].value, mods["high-morale"].rule)
    if level <= table.low_morale:
        drm.add("low-morale", mods["low-morale"].value, mods["low-morale"].rule)
    if unit.broken or was_broken:
        drm.add("broken", mods["broken"].value, mods["broken"].rule)
    bands = [str(table.leader(face + drm.total)) for face in range(1, 7)]
    face = game.roll("d6", "leader-creation", "A18.12", bands=bands)
    name = table.leader(face + drm.total)
    if name is None or not is_mmc(content, unit):
        return None
    return place_new(game, content.leader_named(unit.side, name), unit, "A18.12")
