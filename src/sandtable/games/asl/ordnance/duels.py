"""C2.2401: a Gun or AFV that is fired at by a moving vehicle answers before the shot, and may be faster."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.ammunition import shells
from sandtable.games.asl.ordnance.at_movers import count_shot, may_still_fire
from sandtable.games.asl.ordnance.firing import fire, preview_lines
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.targets import vehicle_targets
from sandtable.games.asl.ordnance.to_hit import Aim, aim
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import can_act
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

PASS = Option("do:pass", rule="C2.2401")
COUNTED = frozenset({
    "case.A", "case.B", "case.B-cover", "case.C", "case.D", "case.F", "case.H", "case.I", "case.cx", "case.shaken",
    "leadership", "case.N-1", "case.N-2",
})  # fmt: skip
"""The modifiers by which it is told who fires first: those of the firer, and his acquisition."""


@rule("C2.2401")
def rival_of(game: Game, shot: Shot) -> str:
    """What may answer a shot of Bounding First Fire: a known Gun or AFV at which it is aimed; else nothing."""
    state = game.state
    if shot.way != "bounding-first" or shot.firer not in state.vehicles or shot.ammunition in ("smoke", "wp"):
        return ""
    if shot.type == "vehicle":
        found = [shot.target] if shot.target in state.vehicles else []
    else:
        found = [
            gun
            for crew, gun in crews(game).items()
            if state.units[crew].side != state.active and not (state.units[crew].concealed or state.units[crew].hidden)
            if state.units[crew].at == shot.target
            or (shot.type == "area" and hex_of(state.units[crew].at) == shot.target)
        ]
    return next((name for name in found if may_answer(game, name, shot.firer)), "")


@rule("C2.2401", "C2.241")
def may_answer(game: Game, rival: str, vehicle_id: str) -> bool:
    """Whether a weapon is entitled to First Fire at a vehicle."""
    if game.state.phase != "movement" or game.state.moving is None or way_of(game, rival) not in ("first", "intensive"):
        return False
    if rival in game.state.vehicles and game.content.vehicles[game.state.vehicles[rival].kind].gun is None:
        return False
    return may_still_fire(game, rival) and vehicle_id in vehicle_targets(game, rival, gunner_of(game, rival))


@rule("C2.2401")
def quickness(aimed: Aim) -> int:
    """The sum that decides who fires first; the lower the better."""
    parts = [*aimed.drm, *(aimed.marks[0].drm if aimed.marks else ())]
    return sum(part.value for part in parts if part.label in COUNTED)


@rule("C2.2401")
def is_able(game: Game, firer: str) -> bool:
    """Whether a duellist can still fire: neither lost, nor broken, Shocked or Stunned, nor his weapon out of order."""
    state = game.state
    if firer in state.vehicles:
        vehicle = state.vehicles[firer]
        return can_act(vehicle) and "ma" not in (*vehicle.broken, *vehicle.disabled)
    weapon = state.weapons.get(firer)
    crew = None if weapon is None else state.units.get(weapon.holder)
    return weapon is not None and not weapon.broken and crew is not None and not crew.broken


class Duel(Procedure, frozen=True):
    """The DEFENDER says whether, and with what, his weapon answers; then both fire, the quicker first."""

    shot: Shot
    rival: str

    @property
    def aimed(self) -> Gunnery:
        """The weapon of the rival, aimed at the vehicle."""
        return Gunnery(firer=self.rival, target=self.shot.firer, kind="vehicle")

    def answer(self, game: Game, how: str) -> Shot:
        """The shot with which the rival answers, as it is loaded."""
        found = self.aimed.loaded(game, Choice("do", how))
        assert found is not None
        return found

    @rule("C2.2401", "C5.7", "C7.2")
    def begin(self, game: Game) -> Decision:
        """Ask whether the rival answers."""
        gunner = gunner_of(game, self.rival)
        options = [replace(each, rule="C2.2401") for each in self.aimed.choices(game)]
        args = {"vehicle": self.shot.firer, "firer": self.rival}
        return Decision(gunner.side, "duel", "C2.2401", (*options, PASS), args, default=PASS.id, done=PASS.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return self.aimed.load_refused(game, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.name == "pass":
            return None
        return Preview(lines=preview_lines(game, self.answer(game, choice.name)))

    @rule("C2.2401")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """The quicker fires, and the other if he still can; if neither is quicker both do."""
        game.finish()
        aftermath = Aftermath()
        if choice.name == "pass":
            self.own(game, aftermath)
        else:
            answer = self.answer(game, choice.name)
            here = aim(game, self.shot, gunner_of(game, self.shot.firer))
            there = aim(game, answer, gunner_of(game, self.rival))
            if quickness(here) < quickness(there):
                if self.own(game, aftermath) and is_able(game, self.rival):
                    self.reply(game, answer, aftermath)
            elif quickness(there) < quickness(here):
                self.reply(game, answer, aftermath)
                if is_able(game, self.shot.firer):
                    self.own(game, aftermath)
            else:
                self.both(game, here, answer, aftermath)
        settle(game, aftermath)

    @rule("C8.9")
    def own(self, game: Game, aftermath: Aftermath) -> bool:
        """The vehicle that moves fires; where its ammunition was not there it aims anew, and may be answered anew."""
        if fire(game, self.shot, aftermath):
            count_shot(game, self.shot.firer)
            return True
        game.push(Gunnery(firer=self.shot.firer))
        return False

    @rule("C8.9")
    def instead(self, game: Game) -> Shot:
        """The same shot with the usual ammunition, where that which was named is not there."""
        gunner, at_vehicle = gunner_of(game, self.shot.firer), self.shot.type == "vehicle"
        known = shells(game, self.shot.firer, gunner, at_vehicle=at_vehicle, area=self.shot.type == "area")
        return replace(self.shot, ammunition=next((each for each in known if each != self.shot.ammunition), "ap"))

    def reply(self, game: Game, answer: Shot, aftermath: Aftermath) -> None:
        """The rival fires; where its special ammunition is not there, solid shot."""
        if answer.firer in game.state.weapons or answer.firer in game.state.vehicles:
            if self.shot.firer not in game.state.vehicles:
                return
            if not fire(game, answer, aftermath):
                fire(game, self.answer(game, "ap"), aftermath)
            count_shot(game, self.rival)

    @rule("C2.2401", "C8.9")
    def both(self, game: Game, here: Aim, answer: Shot, aftermath: Aftermath) -> None:
        """Both fire at once: the vehicle gets its shot off even if it is struck meanwhile."""
        name, spare = self.shot.firer, self.instead(game)
        before, after = game.state.vehicles[name], aim(game, spare, gunner_of(game, name))
        self.reply(game, answer, aftermath)
        lost = name not in game.state.vehicles
        if lost:
            game.state.vehicles[name] = before
        if not fire(game, self.shot, aftermath, here) and self.shot.type != "area":
            fire(game, spare, aftermath, after)
        count_shot(game, name)
        if lost:
            game.state.vehicles.pop(name, None)
