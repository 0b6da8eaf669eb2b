"""A3.1, A1.31, A1.32, A9.72, A10.6, A18.11: the Rally Phase, step by step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.interrogation import interrogate, interrogators
from sandtable.games.asl.concealment.revealing import reveal_unit, seen_by
from sandtable.games.asl.concealment.watching import crew_sees
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.fire import Repaired
from sandtable.games.asl.events.morale import Rallied
from sandtable.games.asl.events.movement import Claimed, GaveUpWall
from sandtable.games.asl.events.sequence import Deployed, Recombined
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import (
    Aftermath,
    halves_of,
    hand_over,
    reduce_casualties,
    squad_of,
)
from sandtable.games.asl.morale.checks import check_lines, grow_hot, task_check
from sandtable.games.asl.morale.desperation import make_desperate
from sandtable.games.asl.morale.guards import hand_on, other_guards
from sandtable.games.asl.morale.heat_of_battle import is_heated, leader_creation
from sandtable.games.asl.morale.levels import leader_for, morale_level
from sandtable.games.asl.morale.rearming import rearm_beside_friends
from sandtable.games.asl.morale.refusals import REFUSALS, refuse_weapon
from sandtable.games.asl.morale.replacement import split
from sandtable.games.asl.morale.rout_ways import is_beside_enemy
from sandtable.games.asl.morale.sharing_out import share_out
from sandtable.games.asl.night.cloaking import uncloak
from sandtable.games.asl.night.no_move import call, callable_by_radio, end_calls
from sandtable.games.asl.ordnance.effects import disperse_smoke
from sandtable.games.asl.sight import line_to_unit
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import THE_FIELD, Unit, Weapon
from sandtable.games.asl.tables.morale import Morale, Rally, Rolls
from sandtable.games.asl.terrain import walls
from sandtable.games.asl.terrain.fires import FiresSpread
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, helps_rally, terrain_at
from sandtable.games.asl.terrain.works import has_wire
from sandtable.games.asl.units import (
    Game,
    can_lend,
    change,
    companions,
    in_melee,
    is_alone,
    is_dummy,
    is_good_order,
    is_inexperienced,
    is_known,
    is_leader,
    is_mmc,
    is_prisoner,
    is_squad,
    known_enemies,
    leadership,
    on_map,
    other,
    units_at,
)
from sandtable.games.asl.vehicles.losses import recover_from_shock
from sandtable.games.asl.vehicles.repairs import end_repairs, mend, mending
from sandtable.games.asl.vehicles.scrounging import scrounge, scroungers
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.games.asl.weapons import destroying, possession
from sandtable.kernel import Choice, Decision, Line, Option, Phase, Preview, Procedure, Refusal, Resolved, derived, rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="A3.1")


class Step(NamedTuple):
    """A step of the Rally Phase: its name, its rule, who takes it, and what it offers a side."""

    name: str
    rule: str
    both: bool
    offers: Callable[[Game, str], list[str]]
    grave: bool = False
    """Whether it brings about what nobody should do by mistake."""


class RallyPhase(Phase, frozen=True):
    """Both sides, the ATTACKER first in each step, do what is done between the fighting."""

    place: int = 0
    """The step and the side that are next: two places for each step."""
    yielded: tuple[str, ...] = ()
    """The hexes in which Wall Advantage was given up in this phase, where nobody claims it anew."""

    @rule("A3.1")
    def begin(self, game: Game) -> None:
        game.state.self_rallies = {}
        end_calls(game)
        for name, unit in list(game.state.units.items()):
            if unit.acted:
                change(game, name, acted=False)
        rearm_beside_friends(game, game.state.active)
        note_desperate(game)
        game.goto("ask")
        if game.state.flames or game.state.blazes:
            game.push(FiresSpread())

    @property
    def now(self) -> Step:
        return STEPS[self.place // 2]

    def side(self, game: Game) -> str:
        return _side_at(game, self.place)

    @rule("A3.1", "A.13")
    def ask(self, game: Game) -> None:
        """Go on to the next step in which a side can do something; who can do nothing is not asked."""
        place, found = next_offer(game, self.place)
        if found:
            game.goto("pick", place=place)
            return
        end_of_phase(game)
        aftermath = Aftermath()
        end_repairs(game)
        recover_from_shock(game, aftermath)
        disperse_smoke(game)
        game.finish()
        settle(game, aftermath)

    def pick(self, game: Game) -> Decision:
        """Ask what a side does in the step under way."""
        now = self.now
        options = [Option(option, rule=now.rule, grave=now.grave) for option in next_offer(game, self.place)[1]]
        return Decision(self.side(game), now.name, now.rule, (*options, DONE))

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return self.refuse_unit(game, choice.name)
        if choice.kind == "weapon" and choice.name in game.state.weapons:
            asked = self.now.name in ("recover", "transfer", "repair")
            return refuse_weapon(game, self.now.name, choice.name, self.side(game)) if asked else None
        if choice.kind == "vehicle" and choice.name in game.state.vehicles and self.now.name == "mend":
            return Refusal("refused.mend", "D3.7", {"counter": choice.name})
        if choice.kind == destroying.DESTROY:
            return destroying.refuse(game, choice)
        if choice.kind == "unwall" and self.now.name == "claim-wall":
            return Refusal("refused.no-wall-to-give-up", "B9.32", {"at": choice.name})
        if choice.kind in ("hex", "place") and self.now.name == "claim-wall":
            return Refusal("refused.no-wall-there", "B9.32", {"at": choice.name})
        if choice.kind == "vehicle" and choice.name in game.state.vehicles and self.now.name == "radio":
            return Refusal("refused.radio", "E1.21", {"vehicle": choice.name})
        return None

    def refuse_unit(self, game: Game, unit_id: str) -> Refusal | None:
        """Why a unit is not among those that can be picked in the step under way."""
        if game.state.units[unit_id].side != self.side(game) and self.now.name != "hand-prisoner":
            return Refusal("refused.other-side", "A3.1", {"unit": unit_id})
        if self.now.name in REFUSALS:
            return REFUSALS[self.now.name](game, unit_id)
        picks_units = self.now.name in ("interrogate", "uncloak", "scrounge")
        return Refusal(f"refused.{self.now.name}", self.now.rule, {"counter": unit_id}) if picks_units else None

    def pick_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "unit" and self.now.name in ("rally", "self-rally", "rally-alone"):
            return Preview(lines=tuple(rally_modifiers(game, choice.name, _leader(game, choice.name, self.now)).lines))
        return None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("ask", place=self.place + 1)
            return
        if choice.kind == "unwall":
            leave_wall(game, choice.name)
            game.goto("ask", yielded=(*self.yielded, choice.name))
            return
        game.goto("ask")
        _CARRY_OUT[self.now.name](game, choice.name)


def _side_at(game: Game, place: int) -> str:
    """The side whose turn it is at a place of the phase."""
    return other(game.state.active) if place % 2 else game.state.active


@derived(*THE_FIELD)
@rule("A3.1")
def next_offer(game: Game, place: int) -> tuple[int, list[str]]:
    """From a place of the phase on, the next at which something can be done, and what; some steps the ATTACKER alone
    takes."""
    for now in range(place, 2 * len(STEPS)):
        step = STEPS[now // 2]
        if (step.both or not now % 2) and (found := step.offers(game, _side_at(game, now))):
            return now, found
    return place, []


@derived("units")
def _broken(game: Game, side: str) -> Mapping[str, Unit]:
    """The broken units of a side, be it aboard a vehicle."""
    return {name: unit for name, unit in game.state.units.items() if unit.broken and unit.side == side}


# Recombining and Deployment


def _is_free(game: Game, unit: Unit) -> bool:
    return on_map(unit) and is_good_order(game, unit) and not unit.acted


@rule("A1.31", "A1.32")
def _free_leader(game: Game, location: str, side: str) -> str | None:
    """A leader in a Location who can still help a unit of his side to deploy or recombine.

    Ruling: of several the one who leads worst, so that the better ones are free to rally.
    """
    units = game.state.units
    able = [
        name
        for name in units_at(game, location)
        if units[name].side == side and is_leader(game.content, units[name]) and _is_free(game, units[name])
    ]
    return max(able, key=lambda name: leadership(game, units[name]), default=None)


@rule("A1.32")
def recombining(game: Game, side: str) -> list[str]:
    """The half-squads that can recombine with another of their type, a leader being there."""
    return [f"unit:{name}" for name in _halves(game, side) if partners(game, name, side)]


@derived(units_of)
def _halves(game: Game, side: str) -> Sequence[str]:
    """The half-squads of a side that are on the map."""
    personnel = game.content.personnel
    return [
        name
        for name, unit in units_of(game, side).items()
        if not is_dummy(unit) and personnel[unit.kind].type == "half-squad"
    ]


@rule("A1.32")
def partners(game: Game, unit_id: str, side: str) -> list[str]:
    """The half-squads with which one can recombine."""
    units = game.state.units
    unit = units[unit_id]
    if unit.side != side or not _is_free(game, unit) or game.content.personnel[unit.kind].type != "half-squad":
        return []
    if _free_leader(game, unit.at, side) is None:
        return []
    return [
        name
        for name in units_at(game, unit.at)
        if name != unit_id
        and units[name].kind == unit.kind
        and units[name].side == side
        and _is_free(game, units[name])
    ]


MARKS = ("pinned", "cx", "encircled", "fanatic", "shortage", "frozen", "wall")
"""What a squad has that either of the half-squads had of which it is made."""


@rule("A1.32", "A12.1", "A12.3")
def show_alike(game: Game, first: str, second: str) -> None:
    """Of two half-squads that become one neither is better hidden than the other."""
    one, two = game.state.units[first], game.state.units[second]
    if is_known(one) or is_known(two):
        for name in (first, second):
            reveal_unit(game, name, "A1.32")
    elif one.hidden != two.hidden:
        for name in (first, second):
            change(game, name, hidden=False, concealed=True)


@rule("A1.32", "A12.16")
def squad_ids(game: Game, first: str, second: str) -> tuple[str, str]:
    """What the squad is called that two half-squads become, after one of their squads; and the id that is left over.

    After that of which others know less: what is renamed because of it might tell them who has recombined unseen.
    """
    found = [(squad_of(name), other) for name, other in ((first, second), (second, first)) if squad_of(name)]
    return min(found, key=lambda each: _is_noted(game, each[0], (first, second)), default=(first, second))


def _is_noted(game: Game, squad_id: str, but: Collection[str]) -> bool:
    """Whether others know of another half of a squad: it is known on the map, or lost, or has left it."""
    state = game.state
    gone = {*state.lost, *state.exited}
    return not gone.isdisjoint((squad_id, *halves_of(squad_id))) or any(
        half in state.units and half not in but and is_known(state.units[half]) for half in halves_of(squad_id)
    )


def call_other_half(game: Game, squad_id: str, spare: str) -> None:
    """The other half of the squad after which one is called that was made of two takes the id that is left over, be it
    lost or gone: the new squad falls apart into halves of these names again, and each is lost by itself."""
    state = game.state
    for half in halves_of(squad_id):
        for kept in (state.lost, state.exited):
            if half in kept:
                kept[spare] = kept.pop(half)
        if half in state.units:
            state.units[spare] = state.units.pop(half)
            hand_over(game, half, spare)
        for name, vehicle in state.vehicles.items():
            if vehicle.manned_by == half:
                state.vehicles[name] = replace(vehicle, manned_by=spare)
    if squad_id in state.lost:
        whole = game.content.personnel[state.lost.pop(squad_id)]
        assert whole.half_squad is not None
        state.lost[spare] = whole.half_squad


class Recombine(Procedure, frozen=True):
    """A half-squad was picked to recombine: with which other?"""

    unit: str
    side: str

    def begin(self, game: Game) -> Decision | None:
        found = partners(game, self.unit, self.side)
        if len(found) == 1:
            self.join(game, found[0])
            return None
        options = tuple(Option(f"unit:{name}", rule="A1.32") for name in found)
        return Decision(self.side, "recombine-with", "A1.32", options, {"unit": self.unit}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.recombine", "A1.32", {"counter": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.join(game, choice.name)

    @rule("A1.32")
    def join(self, game: Game, partner: str) -> None:
        """Two half-squads become a squad, marked as either of them was; the leader is done for this phase."""
        game.finish()
        state = game.state
        one, two = state.units[self.unit], state.units[partner]
        leader = _free_leader(game, one.at, one.side)
        assert leader is not None
        change(game, leader, acted=True)
        for name in (self.unit, partner):
            gives_away(game, name, "recombines")
        show_alike(game, self.unit, partner)
        one, two = state.units[self.unit], state.units[partner]
        kind = game.content.personnel[one.kind].squad
        assert kind is not None
        new_id, spare = squad_ids(game, self.unit, partner)
        marked = {name: getattr(one, name) or getattr(two, name) for name in MARKS}
        stance = one.stance if one.stance == two.stance else ABOVE_WIRE if has_wire(game, one.at) else ""
        del state.units[self.unit]
        del state.units[partner]
        state.units[new_id] = replace(one, kind=kind, acted=True, stance=stance, labor=0, **marked)
        hand_over(game, self.unit, new_id)
        hand_over(game, partner, new_id)
        call_other_half(game, new_id, spare)
        game.say(Recombined(rule="A1.32", seen_by=seen_by(game, new_id), unit=new_id, at=one.at))


@rule("A1.31")
def deploying(game: Game, side: str) -> list[str]:
    """The squads that can try to deploy: unpinned, not Inexperienced, with a leader."""
    return [
        f"unit:{name}"
        for name, unit in units_of(game, side).items()
        if not unit.acted and is_squad(game.content, unit) and _is_free(game, unit) and not unit.pinned
        if not is_inexperienced(game, unit) and _free_leader(game, unit.at, side) is not None
    ]


@rule("A1.31")
def deploy(game: Game, unit_id: str) -> None:
    """A squad takes a NTC to become its two half-squads; squad and leader are done for this phase."""
    unit = game.state.units[unit_id]
    leader = _free_leader(game, unit.at, unit.side)
    assert leader is not None
    gives_away(game, unit_id, "deploys")
    passed = task_check(game, unit_id, 0, Aftermath(), "deployment", "A1.31")
    change(game, leader, acted=True)
    change(game, unit_id, acted=True)
    if passed:
        half = game.content.personnel[unit.kind].half_squad
        assert half is not None
        first, second = split(game, unit_id, half, "A1.31")
        game.say(Deployed(rule="A1.31", seen_by=seen_by(game, first, second), unit=unit_id))
        share_out(game, first, second, "A1.31")


# Weapons


@rule("A4.44", "A3.1")
def recovering(game: Game, side: str) -> list[str]:
    """The weapons that lie in the Locations of units who can try to take them up."""
    return [
        f"weapon:{name}"
        for name in lying_about(game)
        if any(_may_recover(game, unit_id, name, side) for unit_id in units_at(game, game.state.weapons[name].at))
    ]


@derived("weapons")
def lying_about(game: Game) -> Sequence[str]:
    """The weapons that nobody possesses, in order."""
    return sorted([name for name, weapon in game.state.weapons.items() if not weapon.holder])


def _may_recover(game: Game, unit_id: str, weapon_id: str, side: str) -> bool:
    unit = game.state.units[unit_id]
    return unit.side == side and not unit.acted and possession.may_recover(game, unit_id, weapon_id)


class Recover(Procedure, frozen=True):
    """A weapon was picked to be taken up: by whom?"""

    weapon: str
    side: str

    def begin(self, game: Game) -> Decision | None:
        here = units_at(game, game.state.weapons[self.weapon].at)
        able = [name for name in here if _may_recover(game, name, self.weapon, self.side)]
        if len(able) == 1:
            self.take(game, able[0])
            return None
        options = tuple(Option(f"unit:{name}", rule="A4.44") for name in able)
        return Decision(self.side, "recover-by", "A4.44", options, {"weapon": self.weapon}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.recover", "A4.44", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.take(game, choice.name)

    @rule("A4.44")
    def take(self, game: Game, unit_id: str) -> None:
        game.finish()
        change(game, unit_id, acted=True)
        possession.recover(game, unit_id, self.weapon)


@rule("A9.72", "A3.1")
def repairing(game: Game, side: str) -> list[str]:
    """The malfunctioned weapons whose possessors can try to repair them."""
    state = game.state
    return [
        f"weapon:{name}"
        for name, weapon in _broken_down(game)
        if state.units[weapon.holder].side == side
        if is_good_order(game, state.units[weapon.holder]) and name not in state.units[weapon.holder].spent
        if weapon.kind in game.content.weapons or is_mmc(game.content, state.units[weapon.holder])
        if not state.units[weapon.holder].acted or _repairs(state.units[weapon.holder])
    ]


def _repairs(unit: Unit) -> bool:
    """Whether what a unit has done in the phase was to repair weapons."""
    return bool(unit.spent) and PRISONERS not in unit.spent


@derived("weapons")
def _broken_down(game: Game) -> Sequence[tuple[str, Weapon]]:
    """The malfunctioned weapons that somebody possesses, in order."""
    weapons = game.state.weapons
    return [(name, weapons[name]) for name in sorted(weapons) if weapons[name].broken and weapons[name].holder]


@rule("A9.72", "C2.28")
def repair(game: Game, weapon_id: str) -> None:
    """A dr for a weapon: it is repaired, lost, or as it was."""
    state = game.state
    weapon = state.weapons[weapon_id]
    light = game.content.weapons.get(weapon.kind)
    number = game.content.guns[weapon.kind].repair if light is None else light.repair or 0
    lost = game.content.table("rolls", Rolls).repair_removes
    names = ["repaired" if face <= number else "lost" if face == lost else "none" for face in range(1, 7)]
    holder = state.units[weapon.holder]
    change(game, weapon.holder, acted=True, spent=(*holder.spent, weapon_id))
    seen = seen_by(game, weapon.holder)
    lines = (Line("repair.mends", str(number), "A9.72"), Line("repair.loses", str(lost), "A9.72"))
    face = game.roll("d6", "repair", "A9.72", bands=names, seen_by=seen, of=weapon_id, lines=lines)
    if face <= number:
        state.weapons[weapon_id] = replace(weapon, broken=False)
        game.say(Repaired(rule="A9.72", seen_by=seen, weapon=weapon_id))
    elif face == lost:
        destroy(game, weapon_id, "A9.72")


@rule("A4.431", "A3.1")
def transferring(game: Game, side: str) -> list[str]:
    """The weapons that can be handed to another unit of their Location."""
    state = game.state
    return [
        f"weapon:{name}"
        for name, weapon in _possessed(game)
        if state.units[weapon.holder].side == side and not state.units[weapon.holder].acted
        if any(not state.units[to].acted for to in possession.receivers(game, name))
    ]


@derived("weapons")
def _possessed(game: Game) -> Sequence[tuple[str, Weapon]]:
    """The weapons that somebody possesses, in order."""
    weapons = game.state.weapons
    return [(name, weapons[name]) for name in sorted(weapons) if weapons[name].holder]


class Transfer(Procedure, frozen=True):
    """A weapon was picked to be handed on: to whom?"""

    weapon: str
    side: str

    @rule("A4.431")
    def begin(self, game: Game) -> Decision:
        state = game.state
        able = [name for name in possession.receivers(game, self.weapon) if not state.units[name].acted]
        options = tuple(Option(f"unit:{name}", rule="A4.431") for name in able)
        return Decision(self.side, "transfer-to", "A4.431", options, {"weapon": self.weapon}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.transfer", "A4.431", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        holder = game.state.weapons[self.weapon].holder
        game.finish()
        possession.hand_over(game, self.weapon, choice.name)
        for name in (holder, choice.name):
            change(game, name, acted=True)


PRISONERS = "prisoners"
"""Among what a unit has done in the phase: it has handed prisoners on, or taken them, and may do so with others."""


def _deals_with_prisoners(unit: Unit) -> bool:
    """Whether a unit can still hand prisoners on, or take them: it has done nothing else."""
    return not unit.acted or PRISONERS in unit.spent


@rule("A20.5", "A3.1")
def handing_on(game: Game, side: str) -> list[str]:
    """The prisoners whom a side can hand on, each once in the phase; not from a Guard who is held in Melee."""
    units = game.state.units
    return [
        f"unit:{name}"
        for name, unit in units.items()
        if unit.guard and units[unit.guard].side == side and not unit.acted and not in_melee(game, units[unit.guard])
        if _deals_with_prisoners(units[unit.guard]) and takers(game, name)
    ]


@rule("A20.5", "A3.1")
def takers(game: Game, prisoner_id: str) -> list[str]:
    """Who can take a prisoner over: other Guards who have done nothing else in the phase."""
    units = game.state.units
    return [name for name in other_guards(game, prisoner_id) if _deals_with_prisoners(units[name])]


class HandPrisoner(Procedure, frozen=True):
    """A prisoner was picked to be handed on: to whom? That is all that either does in the phase."""

    prisoner: str
    side: str

    @rule("A20.5")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"unit:{name}", rule="A20.5") for name in takers(game, self.prisoner))
        return Decision(self.side, "prisoner-to", "A20.5", options, {"unit": self.prisoner}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-guard", "A20.5", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        units, guard = game.state.units, game.state.units[self.prisoner].guard
        hand_on(game, self.prisoner, choice.name)
        change(game, self.prisoner, acted=True)
        for name in (guard, choice.name):
            if not units[name].broken:
                spent = dict.fromkeys((*units[name].spent, PRISONERS))
                change(game, name, acted=True, spent=tuple(spent))


# Rally


@rule("A10.6")
def may_rally(game: Game, unit: Unit) -> bool:
    """Whether a broken unit may try to rally at all in this phase."""
    if not unit.broken or unit.acted or is_prisoner(unit) or not (on_map(unit) or (unit.aboard and unit.at)):
        return False
    return unit.at not in game.state.melees and unit.at not in game.state.blazes


@rule("A18.11", "A10.6", "CG14")
def rallying_alone(game: Game, side: str) -> list[str]:
    """The MMC without a leader that may try to self-rally, while the side has tries left."""
    state = game.state
    if state.self_rallies.get(side, 0) >= game.content.scenario.self_rallies:
        return []
    return [
        f"unit:{name}"
        for name, unit in _broken(game, side).items()
        if is_mmc(game.content, unit) and may_rally(game, unit) and not unit.disrupted
        if not game.content.personnel[unit.kind].self_rally and leader_for(game, name) is None
    ]


@rule("A10.6", "A1.23")
def rallying_themselves(game: Game, side: str) -> list[str]:
    """Leaders and crews, whose broken morale is boxed."""
    return [
        f"unit:{name}"
        for name, unit in _broken(game, side).items()
        if may_rally(game, unit) and not unit.disrupted
        if game.content.personnel[unit.kind].self_rally
    ]


@rule("A10.6")
def rallying_led(game: Game, side: str) -> list[str]:
    """The broken units that have a leader with them."""
    return [
        f"unit:{name}"
        for name, unit in _broken(game, side).items()
        if may_rally(game, unit) and rallying_leader(game, name) is not None
    ]


@rule("A10.6", "A.10")
def rallying_leader(game: Game, unit_id: str) -> str | None:
    """The leader who rallies a unit: the best of those with it who has not done something else."""
    unit = game.state.units[unit_id]
    if is_alone(game, unit):
        return None
    units = game.state.units
    busy = [name for name, man in companions(game, unit) if man.acted]
    found = leader_for(game, unit_id, exclude=busy)
    return found if found is not None and can_lend(game, units[found]) else None


def _leader(game: Game, unit_id: str, step: Step) -> str | None:
    return rallying_leader(game, unit_id) if step.name == "rally" else None


@rule("A10.6", "A10.61", "A10.62", "A18.11")
def rally_modifiers(game: Game, unit_id: str, leader: str | None) -> Sum:
    """What is added to a rally DR."""
    unit = game.state.units[unit_id]
    figures = game.content.table("rally", Rally).modifiers
    drm = Sum()
    if leader is not None:
        drm.add("leadership", leadership(game, game.state.units[leader]), "A10.6", unit=leader)
    else:
        drm.add("self-rally", figures["self-rally"].value, figures["self-rally"].rule)
    if unit.dm:
        drm.add("dm", figures["dm"].value, figures["dm"].rule)
    if helps_rally(game, unit):
        drm.add("rally-terrain", figures["terrain"].value, figures["terrain"].rule)
    return drm


@rule("A10.6", "A15.1", "A26.1")
def try_rally(game: Game, unit_id: str, leader: str | None) -> int:
    """A rally attempt; the Original DR."""
    state, content = game.state, game.content
    unit = state.units[unit_id]
    drm = rally_modifiers(game, unit_id, leader)
    level, worst = morale_level(game, unit), content.table("rally", Rally).casualty
    heat = content.table("morale", Morale).heat

    calm = content.personnel[unit.kind].morale if state.nvr else 0

    def outcome(total: int) -> str:
        if total == worst:
            return "casualty"
        if total + drm.total <= level:
            return "rallied!" if total == heat else "rallied"
        if total <= calm and total != heat:
            return "calmed"
        return "heat" if total == heat else "failed"

    if leader is not None:
        gives_away(game, leader, "rallies")
    change(game, unit_id, acted=True)
    total = game.roll("2d6", "rally", "A10.6", bands=[outcome(each) for each in range(2, 13)])
    result = outcome(total)
    passed = result.startswith("rallied")
    if not passed and total <= calm:
        change(game, unit_id, calmed=True)
    game.say(
        Resolved(
            rule="A10.6",
            what="rally",
            result="rallied" if passed else "not-rallied",
            lines=(*check_lines(game, level, drm), Line("roll", str(total), "A.1")),
            subject=unit_id,
            favours=unit.side if passed else "",
        )
    )
    if passed:
        is_free = is_leader(content, unit)
        change(game, unit_id, broken=False, dm=False, disrupted=False, acted=not is_free)
        game.say(Rallied(rule="A10.6", unit=unit_id))
        pass_through(game, (unit_id,))
        note_desperate(game)
    elif result == "casualty":
        reduce_casualties(game, unit_id, "A10.6")
    if total == heat and leader is not None and unit_id in state.units and is_heated(game, state.units[unit_id]):
        aftermath = Aftermath()
        grow_hot(game, unit_id, aftermath, was_broken=True)
        settle(game, aftermath)
    return total


@rule("A18.11", "A18.12")
def rally_alone(game: Game, unit_id: str) -> None:
    """A MMC tries to rally without a leader; the first Original 2 may bring one forth."""
    side = game.state.units[unit_id].side
    tried = game.state.self_rallies.get(side, 0)
    game.state.self_rallies[side] = tried + 1
    total = try_rally(game, unit_id, None)
    if total == game.content.table("morale", Morale).heat and tried == 0 and unit_id in game.state.units:
        leader_creation(game, unit_id, was_broken=True)


def rally_self(game: Game, unit_id: str) -> None:
    try_rally(game, unit_id, None)


def rally_led(game: Game, unit_id: str) -> None:
    try_rally(game, unit_id, rallying_leader(game, unit_id))


# The end of the phase


@rule("A10.62")
def note_desperate(game: Game) -> None:
    """Broken units that a Known enemy stands beside are under DM, however he has come to be known or in order."""
    for name, unit in list(game.state.units.items()):
        if unit.broken and not unit.dm and on_map(unit) and is_beside_enemy(game, unit):
            make_desperate(game, name, "A10.62")


@rule("A10.62")
def desperate(game: Game, side: str) -> list[str]:
    """The broken units whose owner may leave them under DM: outside woods and buildings, with no enemy ADJACENT."""
    return [
        f"unit:{name}"
        for name, unit in units_of(game, side).items()
        if unit.dm and not unit.acted_dm and not is_beside_enemy(game, unit)
        if not terrain_at(game, hex_of(unit.at)).rally
    ]


@rule("A10.62")
def keep_dm(game: Game, unit_id: str) -> None:
    """The owner leaves a unit under DM, so that it can rout."""
    change(game, unit_id, acted_dm=True)


@rule("A10.62", "A7.7", "E1.16")
def end_of_phase(game: Game) -> None:
    """DM goes where no enemy threatens, Encirclement where no Known enemy sees the unit."""
    state = game.state
    for name, unit in list(state.units.items()):
        stays = unit.acted_dm or (state.nvr > 0 and not unit.calmed)
        if unit.dm and not stays and not is_beside_enemy(game, unit):
            unit = change(game, name, dm=False)
        if unit.acted_dm or unit.spent or unit.calmed:
            unit = change(game, name, acted_dm=False, spent=(), calmed=False)
        if unit.encircled and not _is_seen(game, unit):
            change(game, name, encircled=False)


@rule("A7.7")
def _is_seen(game: Game, unit: Unit) -> bool:
    """Whether a Known enemy sees a unit, be it from a vehicle; prisoners are no enemies any more."""
    if any(line_to_unit(game, foe, unit).clear for _, foe in known_enemies(game, unit.side)):
        return True
    return any(crew_sees(game, name, unit) for name in known_vehicles(game, unit.side))


@rule("B9.32")
def claiming(game: Game, side: str) -> list[str]:
    """The hexes whose walls and hedges a side can claim, before an enemy comes there too; where one faces it across
    those that it has, it may give them up."""
    phase = game.stack[-1]
    hexes = {game.state.units[name].at for name in walls.claimable(game, side)}
    hexes.difference_update(phase.yielded if isinstance(phase, RallyPhase) else ())
    return [*sorted(f"hex:{hex_}" for hex_ in hexes), *(f"unwall:{hex_}" for hex_ in walls.disputed(game, side))]


@rule("B9.32")
def claim_wall(game: Game, hex_: str) -> None:
    """A side claims Wall Advantage in a hex, and the other is told."""
    walls.claim(game, hex_, _side(game))
    game.say(Claimed(rule="B9.32", side=_side(game), at=hex_))


@rule("B9.32")
def leave_wall(game: Game, hex_: str) -> None:
    """A side gives up Wall Advantage in a hex, and the other is told."""
    walls.give_up(game, hex_, _side(game))
    game.say(GaveUpWall(rule="B9.32", side=_side(game), at=hex_))


def _side(game: Game) -> str:
    """The side that takes the step under way."""
    phase = game.stack[-1]
    assert isinstance(phase, RallyPhase)
    return phase.side(game)


@rule("E1.4")
def uncloaking(game: Game, side: str) -> list[str]:
    """The Cloaking counters that a side may replace by what is under them, each by its first unit."""
    found = {unit.cloak: f"unit:{name}" for name, unit in reversed(game.state.units.items())
             if unit.cloak and unit.side == side}  # fmt: skip
    return [found[number] for number in sorted(found)]


STEPS = (
    Step("uncloak", "E1.4", False, uncloaking),
    Step("radio", "E1.21", False, callable_by_radio),
    Step("recombine", "A1.32", True, recombining),
    Step("recover", "A4.44", True, recovering),
    Step("deploy", "A1.31", False, deploying),
    Step("repair", "A9.72", True, repairing),
    Step("mend", "D3.7", True, mending),
    Step("scrounge", "D10.5", False, scroungers),
    Step("transfer", "A4.431", True, transferring),
    Step("hand-prisoner", "A20.5", True, handing_on),
    Step("interrogate", "E2.4", False, interrogators),
    Step("rally-alone", "A18.11", False, rallying_alone),
    Step("self-rally", "A10.6", True, rallying_themselves),
    Step("rally", "A10.6", True, rallying_led),
    Step("keep-dm", "A10.62", True, desperate),
    Step("destroy-gun", "C10.5", True, destroying.offers, grave=True),
    Step("claim-wall", "B9.32", True, claiming),
)

_CARRY_OUT: dict[str, Callable[[Game, str], None]] = {
    "uncloak": uncloak,
    "radio": call,
    "recombine": lambda game, name: game.push(Recombine(unit=name, side=_side(game))),
    "recover": lambda game, name: game.push(Recover(weapon=name, side=_side(game))),
    "deploy": deploy,
    "repair": repair,
    "mend": mend,
    "scrounge": scrounge,
    "interrogate": interrogate,
    "transfer": lambda game, name: game.push(Transfer(weapon=name, side=_side(game))),
    "hand-prisoner": lambda game, name: game.push(HandPrisoner(prisoner=name, side=_side(game))),
    "rally-alone": rally_alone,
    "self-rally": rally_self,
    "rally": rally_led,
    "keep-dm": keep_dm,
    "destroy-gun": destroying.carry_out,
    "claim-wall": claim_wall,
}
