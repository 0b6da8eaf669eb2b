"""D7.1, D7.21, C11.6: a vehicle drives over men, who may attack it in turn."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire
from sandtable.games.asl.fire.struck import men_struck
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night.light import show_gunflash
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.ordnance.firing import disable, fire, preview_lines
from sandtable.games.asl.ordnance.shots import Shot
from sandtable.games.asl.ordnance.ways import is_served
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift, Result
from sandtable.games.asl.tables.ordnance import ToHitModifiers
from sandtable.games.asl.tables.vehicles import Overrun
from sandtable.games.asl.terrain.hexes import is_bare
from sandtable.games.asl.terrain.tem import crews, tem
from sandtable.games.asl.units import Game, is_known, is_mmc, is_smc, other
from sandtable.games.asl.vehicles.close_combat import (
    Charge,
    ask_defense,
    attackers,
    carry_out,
    dares,
    defend,
    lines_of,
    must_dare,
)
from sandtable.games.asl.vehicles.losses import immobilize
from sandtable.games.asl.vehicles.machine_guns import GUNS, Arm, is_ready, printed_fp
from sandtable.games.asl.vehicles.status import alter, card_of, is_mobile, leadership_of, slot_of
from sandtable.games.asl.weapons.possession import is_towed, lying
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Resolved, rule
from sandtable.mechanics.sums import Sum

PASS = Option("do:pass", rule="D7.21")


def figures(game: Game) -> Overrun:
    return game.content.table("overrun", Overrun)


@rule("D7.1")
def arms_of(game: Game, vehicle_id: str) -> tuple[Arm, ...]:
    """The weapons that a vehicle uses in an Overrun: all machine guns that could fire, IFE and flamethrower."""
    arms: tuple[Arm, ...] = (*GUNS, "ife", "ft")
    return tuple(arm for arm in arms if is_ready(game, vehicle_id, arm))


@rule("D7.1", "37.1/a")
def firepower(game: Game, vehicle_id: str) -> Fraction:
    """The FP of an Overrun: by its main armament, and what its machine guns add."""
    table, vehicle, card = figures(game), game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    working = "ma" not in (*vehicle.broken, *vehicle.disabled)
    shells = card.gun is not None and card.gun.caliber >= table.caliber and not card.gun.rocket
    heavy = shells or card.flamethrower is not None
    total = Fraction(table.armed if working and heavy else table.armored)
    for arm in arms_of(game, vehicle_id):
        fp = printed_fp(game, vehicle_id, arm)
        total += Fraction(fp, 2) if arm == "ft" else fp * table.factor
    return total if is_mobile(vehicle) else total / 2


@rule("D7.1", "D3.4", "D5.34", "B27/infantry")
def modifiers(game: Game, vehicle_id: str, unit_id: str) -> Sum:
    """The DRM of an Overrun: cover, Open Ground, the crew that was Stunned, its leader."""
    drm, vehicle = Sum(), game.state.vehicles[vehicle_id]
    parts = tem(game, vehicle.at, (unit_id,), [], "overrun")
    for part in parts:
        drm.add(part.label, part.value, part.rule, **part.args)
    if is_bare(game, unit_id) and sum(part.value for part in parts) <= 0:
        ffmo = game.content.table("fire-modifiers", FireModifiers).modifiers["ffmo"]
        drm.add("ffmo", ffmo.value, "D7.1")
    if vehicle.stun == "shaken":
        case = game.content.table("to-hit-modifiers", ToHitModifiers).cases["shaken"]
        drm.add("case.shaken", case.value, "D5.34")
    if vehicle.leader:
        drm.add("leadership", leadership_of(game, vehicle), "D3.4", unit=vehicle_id)
    return drm


@rule("D7.1", "A12.16", "C11.6", "E1.21")
def resolve(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """All men in the Location are attacked; a K or KIA destroys a Gun there."""
    ift, vehicle, table = game.content.table("ift", Ift), game.state.vehicles[vehicle_id], figures(game)
    power = firepower(game, vehicle_id)
    veiled = game.content.table("firepower", Firepower).factors["concealed-target"].value
    names = men_struck(game, vehicle.at, vehicle.side)
    arms = arms_of(game, vehicle_id)
    columns = {
        name: ift.column(power * veiled if game.state.units[name].concealed else power) for name in names
    }  # fmt: skip
    drms = {name: modifiers(game, vehicle_id, name) for name in names}

    def result(name: str, dr: Dr) -> Result:
        return ift.result(columns[name], dr.total + drms[name].total)

    def read(dr: Dr) -> str:
        fails = dr.total >= table.malfunction
        bare = ift.result(ift.column(power), dr.total).kind in ("k", "kia")
        return f"{[result(name, dr) for name in names]} {bare} {fails} {calls_sniper(game, vehicle.side, dr.total)}"

    shown = next((name for name in names if is_known(game.state.units[name])), "")
    lines = (*overrun_lines(game, vehicle_id), *(drms[shown].lines if shown else ()))
    dr = roll_dr(game, "overrun", "D7.1", read)
    marks = tuple(f"{slot_of(game, vehicle_id, arm)}:bounding-first" for arm in arms)
    main = () if card_of(game, vehicle_id).gun is None else ("ma:bounding-first",)
    alter(game, vehicle_id, fired=tuple(dict.fromkeys((*vehicle.fired, *marks, *main))))
    show_gunflash(game, vehicle.at)
    stir(game, names)
    if calls_sniper(game, vehicle.side, dr.total):
        aftermath.snipers.append(vehicle.side)
    first = result(shown or names[0], dr) if names else ift.result(0, 0)
    game.say(
        Resolved(
            rule="D7.1",
            what="overrun",
            result=f"ift.{first.kind}",
            lines=lines,
            subject=vehicle_id,
            target=vehicle.at,
            favours=vehicle.side if first.kind != "none" else "",
        )
    )
    guns = [crews(game)[name] for name in names if name in crews(game) and result(name, dr).kind in ("k", "kia")]
    if ift.result(ift.column(power), dr.total).kind in ("k", "kia"):
        here = [name for name in lying(game, vehicle.at) if not is_towed(game, name)]
        guns += [name for name in here if game.state.weapons[name].kind in game.content.guns]
    by_result: dict[str, tuple[list[str], Result]] = {}
    for name in names:
        by_result.setdefault(repr(result(name, dr)), ([], result(name, dr)))[0].append(name)
        if could_check(ift, columns[name], drms[name].total):
            desperate_under_fire(game, (name,))
    apply_results(game, by_result.values(), aftermath)
    for gun in guns:
        if gun in game.state.weapons:
            destroy(game, gun, "C11.6")
    if dr.total >= table.malfunction and vehicle_id in game.state.vehicles:
        used = [slot_of(game, vehicle_id, arm) for arm in arms if arm in GUNS]
        for slot in dict.fromkeys(used):
            disable(game, vehicle_id, slot, lost=False)
        if not used and not has_guns(game, vehicle_id):
            immobilize(game, vehicle_id, aftermath)


@rule("D7.1")
def has_guns(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle has a machine gun that works, be it one that has fired before."""
    vehicle = game.state.vehicles[vehicle_id]
    out = (*vehicle.broken, *vehicle.disabled)
    return any(printed_fp(game, vehicle_id, arm) and slot_of(game, vehicle_id, arm) not in out for arm in GUNS)


def overrun_lines(game: Game, vehicle_id: str) -> tuple[Line, ...]:
    """The sum of an Overrun where the vehicle is."""
    power = firepower(game, vehicle_id)
    return (
        Line("firepower", f"{float(power):g}", "D7.1"),
        Line("column", str(game.content.table("ift", Ift).column(power)), "A7.1"),
    )


@rule("C5.64", "C2.1")
def preventing(game: Game, vehicle_id: str, hex_: str, done: tuple[str, ...] = ()) -> list[str]:
    """The Guns in a Location that may fire at a vehicle which is about to overrun it."""
    state, side = game.state, other(game.state.vehicles[vehicle_id].side)
    return [
        gun
        for crew, gun in crews(game).items()
        if state.units[crew].at == hex_ and state.units[crew].side == side and gun not in done
        if is_served(game, gun) and not state.units[crew].pinned and state.weapons[gun].fire in ("", "first")
    ]


class Prevention(Procedure, frozen=True):
    """Guns that are about to be overrun may fire once more, at the vehicle as it comes."""

    vehicle: str
    at: str
    done: tuple[str, ...] = ()

    @rule("C5.64")
    def begin(self, game: Game) -> Decision | None:
        """Ask which Gun fires."""
        vehicle = game.state.vehicles.get(self.vehicle)
        able = preventing(game, self.vehicle, self.at, self.done) if vehicle is not None else []
        if vehicle is None or not able:
            game.finish()
            return None
        options = [Option(f"weapon:{name}", rule="C5.64") for name in able]
        args = {"vehicle": self.vehicle}
        side = other(vehicle.side)
        return Decision(side, "prevent-overrun", "C5.64", (*options, PASS), args, default=PASS.id, done=PASS.id)

    def shot(self, gun: str) -> Shot:
        """The shot of a Gun at the vehicle that comes: solid shot, by Intensive Fire."""
        return Shot(gun, self.vehicle, "vehicle", "ap", "intensive")

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return Preview(lines=preview_lines(game, self.shot(choice.name))) if choice.kind == "weapon" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "weapon":
            game.finish()
            return
        game.goto("begin", done=(*self.done, choice.name))
        aftermath = Aftermath()
        fire(game, self.shot(choice.name), aftermath)
        settle(game, aftermath)


class Reaction(Procedure, frozen=True):
    """Men who were overrun may attack the vehicle, one after the other."""

    vehicle: str
    done: tuple[str, ...] = ()
    charge: Charge | None = None
    """The attack that is made now, while it is asked how."""

    @rule("D7.21", "A11.5", "A11.6")
    def begin(self, game: Game) -> Decision | None:
        """Ask who attacks it."""
        vehicle = game.state.vehicles.get(self.vehicle)
        if vehicle is None:
            game.finish()
            return None
        side = other(vehicle.side)
        able = attackers(game, vehicle.at, side, self.done)
        if not able:
            game.finish()
            return None
        options = [Option(f"unit:{name}", rule="D7.21") for name in able]
        args = {"vehicle": self.vehicle}
        return Decision(side, "overrun-reaction", "D7.21", (*options, PASS), args, default=PASS.id, done=PASS.id)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return Preview(lines=lines_of(game, Charge(choice.name, self.vehicle))) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "unit":
            game.finish()
            return
        game.goto("arm", done=(*self.done, choice.name), charge=Charge(choice.name, self.vehicle))

    def ways(self, game: Game, charge: Charge) -> list[Option]:
        """How a unit may attack: as it is, with a magnetic mine if it is German, or with a single man who joins."""
        unit = game.state.units[charge.unit]
        found = [Option(f"vehicle:{self.vehicle}", rule="A11.5")]
        if not is_mmc(game.content, unit):
            return found
        if unit.side == "german":
            found.append(Option(f"mine:{self.vehicle}", rule="C13.7"))
        if charge.helper:
            return found
        able = attackers(game, unit.at, unit.side, self.done)
        return found + [
            Option(f"unit:{name}", rule="A11.5") for name in able if is_smc(game.content, game.state.units[name])
        ]

    @rule("C13.7", "D7.21", "A11.5/vehicles")
    def arm(self, game: Game) -> Decision | None:
        """Ask how the unit attacks, where there is a choice."""
        assert self.charge is not None
        options = self.ways(game, self.charge)
        if len(options) == 1:
            game.goto("dare")
            return None
        side = game.state.units[self.charge.unit].side
        return Decision(side, "vehicle-target", "D7.21", tuple(options), {"unit": self.charge.unit}, continues=True)

    def arm_preview(self, game: Game, choice: Choice) -> Preview | None:
        assert self.charge is not None
        if choice.kind == "unit":
            return None
        return Preview(lines=lines_of(game, replace(self.charge, mine=choice.kind == "mine")))

    def arm_chosen(self, game: Game, choice: Choice) -> None:
        assert self.charge is not None
        if choice.kind == "unit":
            game.goto("arm", done=(*self.done, choice.name), charge=replace(self.charge, helper=choice.name))
        else:
            game.goto("dare", charge=replace(self.charge, mine=choice.kind == "mine"))

    @rule("D7.21", "A11.6")
    def dare(self, game: Game) -> None:
        """The unit goes at the vehicle, if it dares."""
        charge, aftermath = self.charge, Aftermath()
        assert charge is not None
        held = must_dare(game, charge.unit, charge.vehicle) and not dares(game, charge.unit, charge.vehicle, aftermath)
        game.goto("begin" if held else "defend")
        settle(game, aftermath)

    @rule("D7.21", "D13/vehicle-smoke")
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

    @rule("D7.21", "A11.5", "C13.7")
    def resolve(self, game: Game) -> None:
        """The attack, if whoever makes it still can."""
        assert self.charge is not None
        game.goto("begin")
        carry_out(game, self.charge)
