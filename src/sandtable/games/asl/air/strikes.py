"""E7: a fighter-bomber attacks: its target, what it uses, whether it is seen, who fires at it, and what it does."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.air.attacks import (
    BOMB,
    ROCKETS,
    STRAFE,
    drop_bomb,
    fire_rockets,
    flight,
    flights,
    has_friends,
    sighting_sum,
    strafe,
    target_hexes,
    to_hit_number,
    to_hit_sum,
)
from sandtable.games.asl.air.groups import alter, figures, lose_aircraft
from sandtable.games.asl.concealment.revealing import reveal_vehicle
from sandtable.games.asl.events.air import DrivenOff, Mistaken, NothingSighted, ShotDown
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.arcs import in_arc
from sandtable.games.asl.ordnance.firing import disable
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Aircraft
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.ordnance import VehicleLine
from sandtable.games.asl.units import Game, other
from sandtable.games.asl.vehicles.machine_guns import Arm, failing, printed_fp
from sandtable.games.asl.vehicles.status import alter as alter_vehicle
from sandtable.games.asl.vehicles.status import can_act, card_of, known_vehicles, shaken, slot_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.sums import Sum

CANCEL = Option("do:cancel", rule="E7/attacks")
DONE = Option("do:done", rule="E7/attacks")
MISTAKEN = 12
"""The Original Sighting DR by which a pilot takes something else for his target."""
ONCE, TWICE = 1, 2
"""How often an aircraft attacks in a Player Turn with its load, and without."""


# Who may attack


@rule("E7/sighting")
def may_attack(plane: Aircraft) -> bool:
    """Whether an aircraft may attack in this phase: one with its load once in a Player Turn, others twice."""
    return bool(plane.at) and not plane.blind and plane.attacks < (ONCE if plane.load else TWICE)


@rule("E7/sighting")
def options(game: Game, side: str) -> list[Option]:
    """The aircraft of a side that can attack something now."""
    if game.state.phase not in ("prep-fire", "defensive-fire"):
        return []
    able = [name for name, plane in game.state.aircraft.items() if plane.side == side and may_attack(plane)]
    if not able or not target_hexes(game, side):
        return []
    return [Option(f"aircraft:{name}", rule="E7/sighting") for name in able]


def refuse(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why an aircraft cannot attack."""
    plane = game.state.aircraft.get(choice.name) if choice.kind == "aircraft" else None
    if plane is None:
        return None
    args = {"aircraft": choice.name}
    if plane.side != side:
        return Refusal("refused.other-aircraft", "E7/attacks", args)
    if game.state.phase not in ("prep-fire", "defensive-fire"):
        return Refusal("refused.aircraft-phase", "E7/sighting", args)
    if not may_attack(plane):
        return Refusal("refused.aircraft-done", "E7/sighting", args)
    return Refusal("refused.aircraft-no-target", "E7/sighting", args)


# AA fire


@rule("E7/attacks")
def flak_arms(game: Game, vehicle_id: str) -> list[Arm]:
    """The weapons with which a vehicle can fire at aircraft: a quick-firing gun, the machine gun made for it, or that
    of a Carrier."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if not card.anti_aircraft or not can_act(vehicle):
        return []
    found: list[Arm] = ["ife"] if printed_fp(game, vehicle_id, "ife") else []
    if printed_fp(game, vehicle_id, "aamg") and (vehicle.exposed or card.open_topped):
        found.append("aamg")
    elif card.main == "bmg":
        found.append("bmg")
    gone = (*vehicle.broken, *vehicle.disabled)
    return [arm for arm in found if slot_of(game, vehicle_id, arm) not in gone]


@rule("E7/attacks", "C3.2")
def can_reach(game: Game, vehicle_id: str, arm: Arm, hex_: str) -> bool:
    """Whether a weapon can fire at an aircraft above a hex: near enough, in LOS, and in its arc."""
    vehicle, here = game.state.vehicles[vehicle_id], hex_of(game.state.vehicles[vehicle_id].at)
    if game.content.distance(here, hex_) > figures(game).anti_aircraft_range:
        return False
    if here != hex_ and arm != "aamg":
        spine = vehicle.turret if arm == "ife" else vehicle.facing
        if not in_arc(game.content, spine, stand_of(vehicle), hex_):
            return False
    return line_of_sight(game, vehicle.at, hex_, viewer=vehicle_id).clear


def flak(game: Game, side: str, hex_: str) -> dict[str, Arm]:
    """The vehicles of a side that can fire at an aircraft above a hex, each with its best weapon."""
    found: dict[str, Arm] = {}
    for name, vehicle in game.state.vehicles.items():
        if vehicle.side != side or not vehicle.at:
            continue
        able = [arm for arm in flak_arms(game, name) if can_reach(game, name, arm, hex_)]
        if able:
            found[name] = max(able, key=lambda arm: printed_fp(game, name, arm))
    return found


@rule("E7/attacks")
def kill_number(game: Game, vehicle_id: str, arm: Arm) -> int:
    """The number below which fire at an aircraft brings it down: that of the vehicle line for its firepower."""
    column = game.content.table("ift", Ift).column(printed_fp(game, vehicle_id, arm))
    return game.content.table("vehicle-line", VehicleLine).columns[column]


@rule("E7/attacks", "D5.34")
def flak_modifiers(game: Game, vehicle_id: str) -> Sum:
    """The DRM of fire at aircraft: that of all such fire, and that of a crew that was Stunned."""
    drm, vehicle = Sum(), game.state.vehicles[vehicle_id]
    drm.add("anti-aircraft", figures(game).anti_aircraft, "E7/attacks")
    if shaken(vehicle) or vehicle.recalled:
        drm.add("case.shaken", 1, "D5.34")
    return drm


@rule("E7/attacks", "D3.7", "A.11")
def fire_flak(game: Game, vehicle_id: str, arm: Arm, plane_id: str) -> str:
    """A vehicle fires at an aircraft: it is shot down, driven off, or flies on."""
    number, drm, fails = (
        kill_number(game, vehicle_id, arm),
        flak_modifiers(game, vehicle_id),
        failing(game, vehicle_id, arm),
    )

    def read(total: int) -> str:
        final = total + drm.total
        return "down" if final < number else "driven-off" if final == number else "none"

    bands = [f"{read(each)} {sum(each >= number for number in fails)}" for each in range(2, 13)]
    total = game.roll("2d6", "anti-air", "E7/attacks", bands=bands)
    reveal_vehicle(game, vehicle_id)
    result, vehicle = read(total), game.state.vehicles[vehicle_id]
    game.say(
        Resolved(
            rule="E7/attacks",
            what="anti-air",
            result=f"air.{result}",
            lines=(*drm.lines, Line("kill-number", str(number), "E7/attacks")),
            subject=vehicle_id,
            target=plane_id,
            favours=vehicle.side if result != "none" else "",
            leads_on=True,
        )
    )
    if vehicle.hidden:
        game.reveal()
        alter_vehicle(game, vehicle_id, hidden=False)
    if total >= min(fails):
        disable(game, vehicle_id, slot_of(game, vehicle_id, arm), lost=total >= fails.lost)
    return result


# The attack


class AirAttack(Procedure, frozen=True):
    """An aircraft is picked to attack."""

    side: str
    plane: str
    weapon: str = ""
    target: str = ""
    vehicle: str = ""
    direction: int = 0
    fired: tuple[str, ...] = ()
    """The vehicles that have fired at it."""

    @property
    def args(self) -> dict[str, str]:
        return {"aircraft": self.plane}

    @rule("E7/attacks")
    def begin(self, game: Game) -> Decision:
        """Ask with what it attacks."""
        load = game.state.aircraft[self.plane].load
        ways = [STRAFE] if any(flights(game, hex_, self.side) for hex_ in target_hexes(game, self.side)) else []
        options = tuple(Option(f"strike:{way}", rule="E7/attacks") for way in (*ways, *((load,) if load else ())))
        return Decision(
            self.side, "air-attack", "E7/attacks", (*options, CANCEL), self.args, continues=True, done=CANCEL.id
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "strike" and choice.name == STRAFE:
            return Refusal("refused.friends-in-the-way", "E7/attacks", self.args)
        return Refusal("refused.no-such-load", "E7/attacks", self.args) if choice.kind == "strike" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "strike":
            game.goto("aim", weapon=choice.name)
        else:
            game.finish()

    @rule("E7/sighting")
    def aim(self, game: Game) -> Decision:
        """Ask for the target: a hex, or for rockets a vehicle."""
        hexes = target_hexes(game, self.side)
        if self.weapon == STRAFE:
            hexes = [hex_ for hex_ in hexes if flights(game, hex_, self.side)]
        options = [Option(f"hex:{hex_}", rule="E7/sighting") for hex_ in hexes]
        if self.weapon == ROCKETS:
            vehicles = game.state.vehicles
            known = [name for name in known_vehicles(game, self.side) if hex_of(vehicles[name].at) in hexes]
            options += [Option(f"vehicle:{name}", rule="E7/sighting") for name in known]
        return Decision(
            self.side, "air-target", "E7/sighting", (*options, CANCEL), self.args, continues=True, done=CANCEL.id
        )

    def aim_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind not in ("hex", "vehicle"):
            return None
        vehicle = choice.name if choice.kind == "vehicle" else ""
        hex_ = hex_of(game.state.vehicles[vehicle].at) if vehicle else choice.name
        lines = [
            Line("sighting-number", str(figures(game).sighting), "E7/sighting"),
            *sighting_sum(game, self.side, hex_, vehicle).lines,
        ]
        if self.weapon == STRAFE:
            lines.append(Line("firepower", str(figures(game).strafe), "E7/attacks"))
        else:
            lines.append(Line("to-hit", str(to_hit_number(game, self.weapon, vehicle)), "E7/attacks"))
            lines += to_hit_sum(game, self.side, hex_, vehicle, self.weapon).lines
        return Preview(lines=tuple(lines))

    def aim_refused(self, game: Game, choice: Choice) -> Refusal | None:
        vehicles = game.state.vehicles
        known = choice.kind == "vehicle" and choice.name in vehicles
        hex_ = hex_of(vehicles[choice.name].at) if known else choice.name if choice.kind == "hex" else ""
        if hex_ not in game.content.board.index:
            return None
        if has_friends(game, hex_, self.side):
            return Refusal("refused.own-men-there", "E7/attacks", {"hex": hex_})
        if hex_ in target_hexes(game, self.side) and self.weapon == STRAFE:
            return Refusal("refused.friends-in-the-way", "E7/attacks", self.args)
        return Refusal("refused.nobody-seen", "E7/sighting", {"hex": hex_})

    def aim_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        vehicle = choice.name if choice.kind == "vehicle" else ""
        hex_ = hex_of(game.state.vehicles[vehicle].at) if vehicle else choice.name
        game.goto("approach" if self.weapon == STRAFE else "sight", target=hex_, vehicle=vehicle)

    @rule("E7/attacks")
    def approach(self, game: Game) -> Decision:
        """Ask in which direction it flies, which says what else it strafes."""
        options = tuple(Option(f"flight:{d}", rule="E7/attacks") for d in flights(game, self.target, self.side))
        args = {**self.args, "hex": self.target}
        return Decision(self.side, "air-flight", "E7/attacks", (*options, CANCEL), args, continues=True, done=CANCEL.id)

    def approach_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "flight":
            return Refusal("refused.friends-in-the-way", "E7/attacks", self.args)
        return None

    def approach_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "flight":
            game.goto("sight", direction=int(choice.name))
        else:
            game.finish()

    @rule("E7/sighting", "CG21")
    def sight(self, game: Game) -> None:
        """The Sighting Task Check: without it there is no attack, and a 12 leads the pilot astray."""
        plane = game.state.aircraft[self.plane]
        alter(game, plane.group, used=True)
        drm = sighting_sum(game, self.side, self.target, self.vehicle)
        most = figures(game).sighting

        def read(total: int) -> str:
            return "mistaken" if total == MISTAKEN else "sighted" if total + drm.total <= most else "none"

        result = read(game.roll("2d6", "sighting", "E7/sighting", bands=[read(total) for total in range(2, 13)]))
        game.say(
            Resolved(
                rule="E7/sighting",
                what="sighting",
                result=f"sighting.{result}",
                lines=(*drm.lines, Line("sighting-number", str(most), "E7/sighting")),
                subject=self.plane,
                target=self.target,
                favours=self.side if result == "sighted" else "",
                leads_on=True,
            )
        )
        if result == "none":
            game.state.aircraft[self.plane] = replace(plane, blind=True)
            game.say(NothingSighted(rule="E7/sighting", aircraft=self.plane, at=self.target))
            game.finish()
            return
        spent = TWICE if plane.load else plane.attacks + 1
        game.state.aircraft[self.plane] = replace(plane, attacks=spent, at=self.target)
        game.goto("mistake" if result == "mistaken" else "flak")

    @rule("E7/sighting")
    def mistake(self, game: Game) -> Decision:
        """The other side picks whom the pilot attacks instead, of either side."""
        options = tuple(Option(f"hex:{hex_}", rule="E7/sighting") for hex_ in self.victims(game))
        return Decision(other(self.side), "mistaken-attack", "E7/sighting", options, self.args)

    def victims(self, game: Game) -> list[str]:
        """The hexes nearby in which anybody is of whom the other side knows."""
        near, state, foe = game.content.around(self.target, figures(game).mistaken_range), game.state, other(self.side)
        places = [each.at for each in state.units.values() if each.at and (each.side == foe or not each.hidden)]
        places += [each.at for each in state.vehicles.values() if each.side == foe and each.at]
        places += [state.vehicles[name].at for name in known_vehicles(game, foe)]
        return sorted({hex_of(at) for at in places} & near)

    def mistake_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.nobody-seen", "E7/sighting", {"hex": choice.name})
        return None

    def mistake_chosen(self, game: Game, choice: Choice) -> None:
        plane = game.state.aircraft[self.plane]
        game.state.aircraft[self.plane] = replace(plane, at=choice.name)
        game.say(Mistaken(rule="E7/sighting", aircraft=self.plane, at=choice.name))
        game.goto("flak", target=choice.name, vehicle="")

    @rule("E7/attacks")
    def flak(self, game: Game) -> Decision | None:
        """Ask who fires at the aircraft before it attacks."""
        able = [name for name in flak(game, other(self.side), self.target) if name not in self.fired]
        if not able:
            game.goto("strike")
            return None
        options = tuple(Option(f"vehicle:{name}", rule="E7/attacks") for name in able)
        return Decision(other(self.side), "anti-air", "E7/attacks", (*options, DONE), self.args)

    def flak_preview(self, game: Game, choice: Choice) -> Preview | None:
        able = flak(game, other(self.side), self.target)
        if choice.kind != "vehicle" or choice.name not in able:
            return None
        number = kill_number(game, choice.name, able[choice.name])
        more = flak_modifiers(game, choice.name).lines
        return Preview(lines=(Line("kill-number", str(number), "E7/attacks"), *more))

    def flak_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "vehicle" and choice.name in game.state.vehicles:
            return Refusal("refused.no-flak", "E7/attacks", {"vehicle": choice.name})
        return None

    def flak_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "vehicle":
            game.goto("strike")
            return
        arm = flak(game, other(self.side), self.target)[choice.name]
        result = fire_flak(game, choice.name, arm, self.plane)
        game.goto("flak", fired=(*self.fired, choice.name))
        if result != "none":
            said = ShotDown if result == "down" else DrivenOff
            game.say(said(rule="E7/attacks", aircraft=self.plane))
            game.finish()
            lose_aircraft(game, self.plane)

    @rule("E7/attacks")
    def strike(self, game: Game) -> None:
        """The attack itself; a load is used up by it."""
        game.finish()
        if self.weapon != STRAFE:
            plane = game.state.aircraft[self.plane]
            game.state.aircraft[self.plane] = replace(plane, load="")
        aftermath = Aftermath()
        if self.weapon == STRAFE:
            strafe(game, self.side, flight(game, self.target, self.direction), aftermath)
        elif self.weapon == ROCKETS:
            fire_rockets(game, self.side, self.target, self.vehicle, aftermath)
        elif self.weapon == BOMB:
            drop_bomb(game, self.side, self.target, aftermath)
        settle(game, aftermath)
