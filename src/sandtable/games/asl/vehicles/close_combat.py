"""A11.5, A11.6, C13.7, D13, D7.21: men against vehicles in Close Combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from sandtable.games.asl.close_combat.assaults import can_attack, has_fought
from sandtable.games.asl.close_combat.odds import fp_of, of_ambush, of_attackers, of_targets
from sandtable.games.asl.concealment.revealing import reveal_unit, reveal_vehicle, shown_id, shown_vehicle
from sandtable.games.asl.events.vehicles import DeviceUsed, FoundMine
from sandtable.games.asl.fire.dice import Dr, random_selection, roll_dr
from sandtable.games.asl.fire.results import apply_result, could_check, desperate_under_fire
from sandtable.games.asl.heavy import VehicleCard
from sandtable.games.asl.heavy_ids import VEILED
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, pin, reduce_casualties, what_is_left
from sandtable.games.asl.morale.checks import task_check
from sandtable.games.asl.morale.heat_of_battle import leader_creation
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.ordnance.effects import suffer
from sandtable.games.asl.ordnance.to_kill import Fate
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.tables.close_combat import (
    CloseCombat,
    CloseCombatModifiers,
    VehicleCombat,
    VehicleCombatModifier,
)
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.ordnance import MagneticMines
from sandtable.games.asl.tables.vehicles import SmokeDevices
from sandtable.games.asl.units import (
    Game,
    change,
    is_armed,
    is_dummy,
    is_hero,
    is_inexperienced,
    is_known,
    is_leader,
    is_mmc,
    is_smc,
    is_squad,
    leadership,
    other,
    size_of,
    units_at,
)
from sandtable.games.asl.vehicles.losses import wreck
from sandtable.games.asl.vehicles.machine_guns import GUNS, Arm, printed_fp
from sandtable.games.asl.vehicles.status import (
    alter,
    beneath,
    can_act,
    card_of,
    is_stopped,
    known_at,
    shaken,
    slot_of,
    vehicles_at,
)
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="A11.5")
CONCEALED = Option("do:concealed", rule="A11.19")
DEVICE = Option("do:device", rule="D13/vehicle-smoke")
PASS = Option("do:pass", rule="D13/vehicle-smoke")


class Charge(msgspec.Struct, frozen=True):
    """An attack of men on a vehicle."""

    unit: str
    vehicle: str
    helper: str = ""
    """A single man who joins."""
    mine: bool = False
    """With a magnetic mine (C13.7)."""
    weaker: int = 0
    """What the CCV has lost since no mine was found."""
    ambusher: str = ""
    """The side that has sprung an Ambush there in this phase."""


# A11.6


@rule("A11.6")
def must_dare(game: Game, unit_id: str, vehicle_id: str) -> bool:
    """Whether a unit must take a check before it goes at a vehicle."""
    unit, vehicle = game.state.units[unit_id], game.state.vehicles[vehicle_id]
    names, _, at = unit.dared.partition("@")
    if vehicle_id in names.split("/") and unit.at == vehicle.at == at:
        return False
    return is_mmc(game.content, unit) and not (unit.berserk or unit.fanatic or vehicle.abandoned)


def _engaged(game: Game, vehicle_id: str) -> str:
    """A vehicle and all others of its side that are known with it, and where they are."""
    vehicle = game.state.vehicles[vehicle_id]
    return f"{'/'.join(sorted({vehicle_id, *known_at(game, vehicle.at, vehicle.side)}))}@{vehicle.at}"


@rule("A11.6", "A19.3")
def dares(game: Game, unit_id: str, vehicle_id: str, aftermath: Aftermath) -> bool:
    """A unit takes the check before it goes at an AFV; failed, it is pinned and does not.

    Passed, it need not check again while it fights that AFV there, or another that was with it.
    """
    number = 1 if is_inexperienced(game, game.state.units[unit_id]) else 0
    if task_check(game, unit_id, number, aftermath, "paatc", "A11.6"):
        change(game, unit_id, dared=_engaged(game, vehicle_id))
        return True
    pin(game, unit_id, "A11.6")
    return False


@rule("A11.6")
def those_who_dare(game: Game, unit_ids: Iterable[str], there: str, aftermath: Aftermath) -> tuple[str, ...]:
    """Of those who would advance into a Location, those whom no manned enemy AFV there keeps out."""
    names = tuple(unit_ids)
    side = game.state.units[names[0]].side
    foes = [name for name in known_at(game, there, other(side)) if not game.state.vehicles[name].abandoned]
    if not foes:
        return names
    return tuple(
        name for name in names if not must_dare(game, name, foes[0]) or dares(game, name, foes[0], aftermath)
    )  # fmt: skip


# A11.5


@rule("A11.5", "A19.3", "H1.22")
def value_of(game: Game, charge: Charge) -> Sum:
    """The CCV of an attack: up to which Final DR it succeeds."""
    found, table = Sum(), game.content.table("vehicle-combat", VehicleCombat)
    unit, vehicle = game.state.units[charge.unit], game.state.vehicles[charge.vehicle]
    found.figure("ccv", table.values[size_of(game.content, unit)], "A11.5")
    if not is_smc(game.content, unit) and game.content.personnel[unit.kind].assault_engineers:
        found.add("ccv.assault-engineers", table.assault_engineers, "H1.22")
    if is_inexperienced(game, unit):
        found.add("ccv.inexperienced", table.inexperienced, "A19.3")
    if charge.helper:
        found.add("ccv.helper", table.extra_smc, "A11.5")
    if unit.pinned:
        found.add("ccv.pinned", table.halved, "A11.5")
    if any(man.guard == charge.unit for man in game.state.units.values()):
        found.add("ccv.guard", table.halved, "A11.5")
    if vehicle.concealed:
        found.add("ccv.concealed", table.halved, "A11.5")
    if charge.weaker:
        found.add("ccv.no-mine", charge.weaker, "C13.7")
    return found


@rule("A11.5")
def modifiers(game: Game, charge: Charge) -> Sum:
    """The DRM of an attack on a vehicle."""
    return _summed(game, charge, _escorts(game, game.state.vehicles[charge.vehicle]))


@rule("A11.5", "A12.16")
def modifiers_told(game: Game, charge: Charge) -> Sum:
    """The same as it is told: of those who escort the vehicle beneath a "?" nobody is told what they add."""
    escorts = _escorts(game, game.state.vehicles[charge.vehicle])
    return _summed(game, charge, [name for name in escorts if is_known(game.state.units[name])])


@rule("A11.5", "A11.5/vehicles", "A11.14", "A15.2", "A4.51")
def _summed(game: Game, charge: Charge, escorts: Sequence[str]) -> Sum:
    drm, table = Sum(), game.content.table("vehicle-combat", VehicleCombat)
    vehicle, card = game.state.vehicles[charge.vehicle], card_of(game, charge.vehicle)

    def add(name: VehicleCombatModifier, times: int = 1) -> None:
        drm.add(f"vcc.{name}", table.modifiers[name].value * times, table.modifiers[name].rule)

    if not is_stopped(vehicle):
        add("motion")
    if not has_machine_gun(game, charge.vehicle):
        add("no-machine-gun")
    sizes = [size_of(game.content, game.state.units[name]) for name in escorts]
    if "half-squad" in sizes or "crew" in sizes:
        add("escort-half-squad", sizes.count("half-squad") + sizes.count("crew"))
    if "squad" in sizes:
        add("escort-squad", sizes.count("squad"))
    if card.open_topped:
        add("open-topped")
    if vehicle.abandoned or (vehicle.exposed and not card.open_topped):
        add("crew-exposed")
    if vehicle.immobile or vehicle.bogged:
        add("immobile")
    if charge.mine:
        add("atmm")
    men = [game.state.units[name] for name in (charge.unit, charge.helper) if name]
    general = game.content.table("close-combat-modifiers", CloseCombatModifiers).modifiers
    leaders = [leadership(game, unit) for unit in men if is_leader(game.content, unit) and not unit.pinned]
    if leaders and len(men) > 1 and not any(unit.berserk for unit in men):
        drm.add("leadership", min(leaders), "A11.14")
    if any(is_hero(game.content, unit) for unit in men):
        drm.add("cc.hero", general["hero"].value, general["hero"].rule)
    names = [name for name in (charge.unit, charge.helper) if name]
    return Sum([*drm, *of_ambush(game, charge.ambusher, men[0].side), *of_attackers(game, names)])


@rule("A11.5/vehicles", "D3.1")
def works(game: Game, vehicle_id: str, arm: str) -> bool:
    """Whether a machine gun of a vehicle is in order and manned: the one on top by an exposed crew only."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if not can_act(vehicle) or slot_of(game, vehicle_id, arm) in (*vehicle.broken, *vehicle.disabled):
        return False
    return arm != "aamg" or vehicle.exposed or card.open_topped


@rule("A11.5/vehicles")
def has_machine_gun(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle has a manned machine gun that works."""
    return any(printed_fp(game, vehicle_id, arm) and works(game, vehicle_id, arm) for arm in GUNS)


def _escorts(game: Game, vehicle: Vehicle) -> list[str]:
    """The unbroken, unpinned, armed units beside a vehicle of their side."""
    units = game.state.units
    return [
        name
        for name in units_at(game, vehicle.at)
        if units[name].side == vehicle.side
        if not units[name].broken and not units[name].pinned and is_armed(units[name])
    ]


@rule("A11.5/vehicles")
def fate_of(game: Game, total: int, final: int, value: int) -> Fate:
    """What a Final DR does: at the CCV it immobilizes, below it eliminates, at half of it it burns."""
    if final > value:
        return "none"
    if final == value:
        return "immobilized"
    return "burning" if final <= value // 2 else "eliminated"


ORDER: tuple[Fate, ...] = ("burning", "eliminated", "immobilized", "none")


@rule("A11.5", "A12.1")
def lines_of(game: Game, charge: Charge) -> tuple[Line, ...]:
    """The sum of an attack on a vehicle; of one beneath a "?" nobody knows what it adds."""
    value, drm = value_of(game, charge), modifiers_told(game, charge)
    if game.state.vehicles[charge.vehicle].concealed:
        return tuple(value.lines)
    return (*value.lines, *drm.lines, Line("cc.needs", str(value.total - drm.total), "A11.5"))


@rule("A11.5", "A11.5/vehicles", "A18.12", "E1.21")
def attack(game: Game, charge: Charge, aftermath: Aftermath) -> None:
    """Men attack a vehicle; an Original 2 may bring a leader forth, more easily than among men."""
    stir(game, (charge.vehicle,))
    value, drm = value_of(game, charge).total, modifiers(game, charge).total
    outcomes = ["best" if total == 2 else fate_of(game, total, total + drm, value) for total in range(2, 13)]
    total = game.roll("2d6", "vehicle-combat", "A11.5", bands=list(outcomes))
    what = fate_of(game, total, total + drm, value)
    if total == 2:
        best = game.content.table("vehicle-combat", VehicleCombat).best
        names = [best.get(face, "none") for face in range(1, 7)]
        worst = names[game.roll("d6", "vehicle-combat-best", "A11.5", bands=list(names)) - 1]
        what = min((each for each in ORDER if each in (what, worst)), key=ORDER.index)
    if what != "none":
        reveal_vehicle(game, charge.vehicle)
    game.say(
        Resolved(
            rule="A11.5",
            what="vehicle-combat",
            result=f"tk.{what}",
            lines=lines_of(game, charge),
            subject=charge.unit,
            target=shown_vehicle(game, charge.vehicle),
            favours=game.state.units[charge.unit].side if what != "none" else "",
        )
    )
    if what in ("burning", "eliminated"):
        wreck(game, charge.vehicle, aftermath, burning=what == "burning", survivors=False)
    else:
        suffer(game, charge.vehicle, what, aftermath)
    unit = game.state.units.get(charge.unit)
    if total == 2 and unit is not None and is_mmc(game.content, unit):
        leader_creation(game, charge.unit, 1)


@rule("C13.7")
def may_use_mine(game: Game, unit_id: str, vehicle_id: str) -> bool:
    """Whether a unit may look for a magnetic mine: German MMC, not at a concealed or moving vehicle."""
    unit, vehicle = game.state.units[unit_id], game.state.vehicles[vehicle_id]
    return unit.side == "german" and is_mmc(game.content, unit) and not vehicle.concealed and is_stopped(vehicle)


@rule("C13.7")
def find_mine(game: Game, charge: Charge) -> Charge:
    """A unit looks for a magnetic mine; an Original 6 pins it and makes its attack weaker."""
    table, unit = game.content.table("magnetic-mines", MagneticMines), game.state.units[charge.unit]
    more = 0 if is_squad(game.content, unit) else table.half_squad
    more += table.cx if unit.cx else 0

    def outcome(face: int) -> str:
        return "pinned" if face == table.pins else "found" if face + more <= table.number else "none"

    face = game.roll("d6", "magnetic-mine", "C13.7", bands=[outcome(each) for each in range(1, 7)])
    found = outcome(face) == "found"
    game.say(FoundMine(rule="C13.7", unit=charge.unit, found=found))
    if outcome(face) == "pinned":
        pin(game, charge.unit, "C13.7")
        return msgspec.structs.replace(charge, mine=False, weaker=table.pinned_value)
    return msgspec.structs.replace(charge, mine=found)


@rule("A11.5/vehicles", "D3.1")
def defense_fp(game: Game, vehicle_id: str) -> int:
    """The FP with which a vehicle attacks in Close Combat: its CMG, and its AAMG where the crew is exposed."""
    arms: tuple[Arm, ...] = ("cmg", "aamg")
    return sum(printed_fp(game, vehicle_id, arm) for arm in arms if works(game, vehicle_id, arm))


@rule("A11.5/vehicles", "A11.11", "A11.19")
def blow_fp(game: Game, vehicle_id: str, unit_id: str) -> Fraction:
    """The FP with which a vehicle attacks a unit: halved against one beneath a "?"."""
    factors = game.content.table("close-combat-modifiers", CloseCombatModifiers).factors
    veiled = game.state.units[unit_id].concealed
    return Fraction(defense_fp(game, vehicle_id)) * (factors["concealed-target"].value if veiled else 1)


@rule("A11.5/vehicles", "A11.4", "A11.16", "D5.34")
def blow_drm(game: Game, vehicle_id: str, unit_id: str, ambusher: str) -> Sum:
    """The DRM of a vehicle's attack on a unit: an Ambush, what hampers the unit, a crew that was Stunned."""
    vehicle = game.state.vehicles[vehicle_id]
    drm = Sum([*of_ambush(game, ambusher, vehicle.side), *of_targets(game, (unit_id,))])
    if shaken(vehicle):
        drm.add("case.shaken", shaken(vehicle), "D5.34")
    return drm


@rule("A11.5/vehicles", "A11.11", "A12.16", "E1.21")
def strike_back(game: Game, vehicle_id: str, unit_id: str, aftermath: Aftermath, ambusher: str = "") -> None:
    """A vehicle attacks a unit with its machine guns on the Close Combat Table.

    Of one beneath a "?" nobody is told who it is, nor what it brings to the sum.
    """
    reveal_vehicle(game, vehicle_id, "A11.19")
    stir(game, (unit_id,))
    unit = game.state.units[unit_id]
    defense, attack_ = fp_of(game, unit, attacks=False), blow_fp(game, vehicle_id, unit_id)
    drm = blow_drm(game, vehicle_id, unit_id, ambusher)
    kill = game.content.table("close-combat", CloseCombat).odds(attack_, defense).kill
    least = kill - drm.total
    total = game.roll("2d6", "close-combat", "A11.5/vehicles", bands=(least, least + 1))
    result = "eliminated" if total < least else "reduced" if total == least else "none"
    sums = (
        Line("cc.defense", str(defense), "A11.11"),
        Line("cc.kill", str(kill), "A11.11"),
        *drm.lines,
    )
    game.say(
        Resolved(
            rule="A11.5/vehicles",
            what="vehicle-strikes",
            result=f"cc.{result}",
            lines=(Line("cc.attack", _written(attack_), "A11.5/vehicles"), *(() if unit.concealed else sums)),
            subject=vehicle_id,
            target=shown_id(game, unit_id),
            favours=game.state.vehicles[vehicle_id].side if result != "none" else "",
        )
    )
    if result == "eliminated":
        eliminate(game, unit_id, "A11.5/vehicles", aftermath)
    elif result == "reduced":
        reduce_casualties(game, unit_id, "A11.5/vehicles", aftermath)


def _written(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"


@rule("D13/vehicle-smoke", "D5.34")
def use_close_defense(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """A vehicle fires its close-defense weapon at all men in its hex."""
    reveal_vehicle(game, vehicle_id, "A11.19")
    card, vehicle = card_of(game, vehicle_id), game.state.vehicles[vehicle_id]
    table = game.content.table("smoke-devices", SmokeDevices)
    assert card.smoke is not None
    alter(game, vehicle_id, smoked=True)
    number = card.smoke.number - shaken(vehicle)
    total = game.roll("2d6", "device", "D13/vehicle-smoke", bands=(number + 1, table.exhausted))
    game.say(DeviceUsed(rule="D13/vehicle-smoke", vehicle=vehicle_id, worked=total <= number))
    if total >= table.exhausted:
        alter(game, vehicle_id, gone=(*vehicle.gone, "device"))
    if total > number:
        return
    ift = game.content.table("ift", Ift)
    column = ift.column(table.defense)

    def read(dr: Dr) -> str:
        return repr(ift.result(column, dr.total))

    dr = roll_dr(game, "close-defense", "D13/vehicle-smoke", read)
    if could_check(ift, column, 0):
        desperate_under_fire(game, units_at(game, vehicle.at))
    apply_result(game, units_at(game, vehicle.at), ift.result(column, dr.total), aftermath)


def has_close_defense(card: VehicleCard, vehicle: Vehicle) -> bool:
    """Whether a vehicle can use a close-defense weapon now."""
    device = card.smoke is not None and card.smoke.device == "sN"
    return device and can_act(vehicle) and not vehicle.smoked and "device" not in vehicle.gone


@rule("D13/vehicle-smoke", "A11.5/vehicles")
def ask_defense(game: Game, charge: Charge) -> Decision | None:
    """Ask whether a vehicle that can uses its close-defense weapon before an attack."""
    vehicle = game.state.vehicles.get(charge.vehicle)
    if vehicle is None or not has_close_defense(card_of(game, charge.vehicle), vehicle):
        return None
    args = {"vehicle": charge.vehicle}
    return Decision(vehicle.side, "close-defense", "D13/vehicle-smoke", (DEVICE, PASS), args, default=PASS.id)


def defend(game: Game, charge: Charge, choice: Choice) -> None:
    """A vehicle uses its close-defense weapon, or does not."""
    aftermath = Aftermath()
    if choice.name == "device":
        use_close_defense(game, charge.vehicle, aftermath)
    settle(game, aftermath)


@rule("A11.5", "A11.19", "C13.7")
def carry_out(game: Game, charge: Charge) -> None:
    """An attack on a vehicle, if whoever makes it still can, be it half of a squad; a magnetic mine is looked for
    first."""
    charge = msgspec.structs.replace(charge, unit=what_is_left(game, charge.unit))
    if not charge.unit or not can_attack(game, charge.unit) or charge.vehicle not in game.state.vehicles:
        return
    if charge.helper and (charge.helper not in game.state.units or not can_attack(game, charge.helper)):
        charge = msgspec.structs.replace(charge, helper="")
    aftermath = Aftermath()
    for name in (charge.unit, charge.helper):
        if name:
            reveal_unit(game, name, "A11.19")
    if charge.mine:
        charge = find_mine(game, charge)
    attack(game, charge, aftermath)
    settle(game, aftermath)


# The fight


@rule("A11.5/vehicles", "A11.1")
def fights(game: Game, done: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The Locations in which men of a side who have not attacked yet can attack enemy vehicles, or can be attacked by
    them, with that side."""
    found = []
    for at in sorted({vehicle.at for vehicle in game.state.vehicles.values() if vehicle.at}):
        for side in game.content.forces:
            foes = _foes(game, at, side)
            if not foes:
                continue
            preyed = any(defense_fp(game, name) for name in foes) and any(
                game.state.units[name].side == side and is_known(game.state.units[name])
                and not game.state.units[name].guard
                for name in units_at(game, at)
            )  # fmt: skip
            if preyed or attackers(game, at, side, done):
                found.append((at, side))
    return found


def attackers(game: Game, at: str, side: str, done: tuple[str, ...] = ()) -> list[str]:
    """The men of a side in a Location who can attack a vehicle: armed and unbroken, and they have not yet."""
    units = game.state.units
    return [
        name
        for name in units_at(game, at)
        if units[name].side == side and can_attack(game, name) and not has_fought(name, done)
    ]


def _foes(game: Game, at: str, side: str) -> list[str]:
    return vehicles_at(game, at, other(side))


class VehicleFight(Procedure, frozen=True):
    """Men and vehicles in one Location attack each other by turns, the men first."""

    at: str
    side: str
    """The side of the men."""
    done: tuple[str, ...] = ()
    """Who has attacked: men, and vehicles."""
    charge: Charge | None = None
    ambusher: str = ""
    """The side that has sprung an Ambush there in this phase."""

    @rule("A11.5/vehicles", "A11.6", "C13.7")
    def begin(self, game: Game) -> Decision | None:
        """Ask who attacks a vehicle; berserk men must. When all men have, the vehicles that have not attack as well."""
        able = attackers(game, self.at, self.side, self.done)
        if not able or not _foes(game, self.at, self.side):
            if self.able(game) and self.men(game):
                game.goto("answer")
            else:
                game.finish()
            return None
        options = [Option(f"unit:{name}", rule="A11.5") for name in able]
        if self.berserk(game) is None:
            options.append(DONE)
        return Decision(self.side, "vehicle-fight", "A11.5", tuple(options), {"at": self.at})

    @rule("A15.4")
    def berserk(self, game: Game) -> str | None:
        """One of the berserk men who have yet to attack a vehicle that is manned."""
        if all(game.state.vehicles[name].abandoned for name in _foes(game, self.at, self.side)):
            return None
        able = attackers(game, self.at, self.side, self.done)
        return next((name for name in able if game.state.units[name].berserk), None)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        berserk = self.berserk(game)
        if choice == Choice.of(DONE.id) and berserk is not None:
            return Refusal("refused.berserk-attacks", "A15.4", {"unit": berserk})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("answer", done=(*self.done, *attackers(game, self.at, self.side)))
        else:
            game.goto("aim", charge=Charge(choice.name, "", ambusher=self.ambusher))

    @rule("A11.5", "C13.7")
    def aim(self, game: Game) -> Decision:
        """Ask which vehicle, whether with a magnetic mine, and whether a single man joins."""
        assert self.charge is not None
        foes = known_at(game, self.at, other(self.side))
        options = [Option(f"vehicle:{name}", rule="A11.5") for name in foes]
        if beneath(game, self.at, other(self.side)):
            options.append(Option(f"{VEILED}:{self.at}", rule="A11.19"))
        options += [Option(f"mine:{name}", rule="C13.7") for name in foes if may_use_mine(game, self.charge.unit, name)]
        if not self.charge.helper and is_mmc(game.content, game.state.units[self.charge.unit]):
            options += [
                Option(f"unit:{name}", rule="A11.5")
                for name in attackers(game, self.at, self.side, (*self.done, self.charge.unit))
                if is_smc(game.content, game.state.units[name])
            ]
        args = {"unit": self.charge.unit}
        return Decision(self.side, "vehicle-target", "A11.5", tuple(options), args, continues=True)

    def aim_preview(self, game: Game, choice: Choice) -> Preview | None:
        assert self.charge is not None
        if choice.kind not in ("vehicle", VEILED, "mine"):
            return None
        vehicle = self.named(game, choice)
        charge = msgspec.structs.replace(self.charge, vehicle=vehicle, mine=choice.kind == "mine")
        return Preview(lines=lines_of(game, charge))

    @rule("A11.19", "scope/vehicle-concealment")
    def named(self, game: Game, choice: Choice) -> str:
        """The vehicle that a choice names, be it beneath a "?"."""
        return beneath(game, self.at, other(self.side)) if choice.kind == VEILED else choice.name

    def aim_chosen(self, game: Game, choice: Choice) -> None:
        charge = self.charge
        assert charge is not None
        if choice.kind == "unit":
            game.goto("aim", charge=msgspec.structs.replace(charge, helper=choice.name))
            return
        charge = msgspec.structs.replace(charge, vehicle=self.named(game, choice), mine=choice.kind == "mine")
        done = (*self.done, charge.unit, *((charge.helper,) if charge.helper else ()))
        aftermath = Aftermath()
        held = must_dare(game, charge.unit, charge.vehicle) and not dares(game, charge.unit, charge.vehicle, aftermath)
        game.goto("answer" if held else "defend", charge=charge, done=done)
        settle(game, aftermath)

    @rule("D13/vehicle-smoke")
    def defend(self, game: Game) -> Decision | None:
        """A vehicle that can may use its close-defense weapon before the attack."""
        assert self.charge is not None
        found = ask_defense(game, self.charge)
        if found is None:
            game.goto("resolve")
        return found

    def defend_chosen(self, game: Game, choice: Choice) -> None:
        assert self.charge is not None
        game.goto("resolve")
        defend(game, self.charge, choice)

    @rule("A11.5")
    def resolve(self, game: Game) -> None:
        """The attack, if whoever makes it still can."""
        assert self.charge is not None
        game.goto("answer", charge=None)
        carry_out(game, self.charge)

    def able(self, game: Game) -> list[str]:
        """The vehicles that can attack and have not yet: those with a manned machine gun, in Motion too."""
        return [name for name in _foes(game, self.at, self.side) if name not in self.done and defense_fp(game, name)]

    def men(self, game: Game) -> list[str]:
        """The men whom a vehicle can attack."""
        units = game.state.units
        there = [name for name in units_at(game, self.at) if units[name].side == self.side]
        return [name for name in there if not units[name].guard]

    @rule("A11.5/vehicles", "A11.19", "A12.16")
    def answer(self, game: Game) -> Decision | None:
        """A vehicle attacks one of the men; those beneath a "?" are named to nobody."""
        able = self.able(game)
        men = self.men(game)
        if not able or not men:
            game.goto("begin")
            return None
        units = game.state.units
        options = [Option(f"unit:{name}", rule="A11.5/vehicles") for name in men if is_known(units[name])]
        if len(options) < len(men):
            options.append(CONCEALED)
        side = other(self.side)
        return Decision(side, "vehicle-strikes", "A11.5/vehicles", (*options, DONE), {"vehicle": able[0]})

    def answer_chosen(self, game: Game, choice: Choice) -> None:
        striker = self.able(game)[0]
        game.goto("begin", done=(*self.done, striker))
        aftermath = Aftermath()
        struck = self.one_concealed(game) if choice == Choice.of(CONCEALED.id) else choice.name
        if choice != Choice.of(DONE.id) and struck:
            strike_back(game, striker, struck, aftermath, self.ambusher)
        settle(game, aftermath)

    @rule("A11.19", "A.9")
    def one_concealed(self, game: Game) -> str:
        """One of those beneath a "?", drawn among the men; Dummies are taken off the map before the dice.

        Ruling: a vehicle that attacks men beneath a "?" attacks one of them by Random Selection.
        """
        veiled = [name for name in self.men(game) if not is_known(game.state.units[name])]
        for name in veiled:
            if is_dummy(game.state.units[name]):
                reveal_unit(game, name, "A11.19")
        men = [name for name in veiled if name in game.state.units]
        return random_selection(game, men, 1, "vehicle-strikes")[0] if men else ""
