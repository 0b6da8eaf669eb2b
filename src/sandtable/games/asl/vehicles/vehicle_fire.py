"""D3: a vehicle fires: which of its weapons, at what; and its crew comes up or goes down afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.events.vehicles import Hatched
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.able import can_fire
from sandtable.games.asl.ordnance.at_movers import count_shot, fires_at_mover, may_still_fire, overlooks_mover
from sandtable.games.asl.ordnance.firing import fire, preview_lines
from sandtable.games.asl.ordnance.gunnery import Gunnery, place_option
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.bullets import bullets, hit_targets, refuse_vehicle
from sandtable.games.asl.vehicles.machine_guns import (
    GUNS,
    OTHERS,
    Arm,
    Burst,
    bears,
    groups_told,
    has_target,
    is_own_melee,
    is_ready,
    lines_of,
    reaches,
    ready_arms,
    resolve,
    targets,
    turn_for,
)
from sandtable.games.asl.vehicles.refusals import refuse_hatch
from sandtable.games.asl.vehicles.status import (
    alter,
    can_act,
    card_of,
    is_stopped,
    is_worn_out,
    ordnance_slot,
    slot_of,
)
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

CANCEL = Option("do:cancel", rule="D3.1")
EXPOSE = Option("do:expose", rule="D5.1")
BUTTON = Option("do:button", rule="D5.1")
ALL = "mg"
"""All machine guns together (D3.1)."""
FIRE_PHASES = ("prep-fire", "defensive-fire", "advancing-fire")


def arms_of(name: str) -> tuple[Arm, ...]:
    """The weapons that an option names."""
    return GUNS if name == ALL else (name,)  # type: ignore[return-value]


@rule("D3.1", "C2.29", "D3.6", "D6.8")
def ways(game: Game, vehicle_id: str) -> list[str]:
    """With what a vehicle can fire at something now."""
    if not can_act(game.state.vehicles[vehicle_id]) or is_done(game, vehicle_id):
        return []
    found = [ordnance_slot(game, vehicle_id)] if can_fire(game, vehicle_id) else []
    if not may_still_fire(game, f"{vehicle_id}:mg"):
        return found
    able = [arm for arm in GUNS if has_target(game, vehicle_id, arm)]
    if len(able) > 1:
        found.append(ALL)
    found += [arm for arm in GUNS if arm in able or hit_targets(game, vehicle_id, arm)]
    return found + [arm for arm in OTHERS if has_target(game, vehicle_id, arm)]


def can_shoot(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle can fire at something now, with whatever it has."""
    vehicle = game.state.vehicles[vehicle_id]
    if not can_act(vehicle) or is_done(game, vehicle_id):
        return False
    if fires_at_mover(game, vehicle.side) and not overlooks_mover(game, vehicle_id, vehicle.at):
        return False
    if can_fire(game, vehicle_id):
        return True
    if not may_still_fire(game, f"{vehicle_id}:mg"):
        return False
    return any(
        has_target(game, vehicle_id, arm) or hit_targets(game, vehicle_id, arm) for arm in ready_arms(game, vehicle_id)
    )


@rule("D5.1")
def is_done(game: Game, vehicle_id: str) -> bool:
    """Whether the crew has seen to its hatches in the fire phase under way, which it does after its fire."""
    return game.state.vehicles[vehicle_id].seen_to


@rule("D5.1")
def hatch_options(game: Game, vehicle_id: str) -> list[Option]:
    """Whether the crew may come up or go down now: once in a Player Turn, not where there is no roof."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if vehicle.hatched or card.open_topped or card.always_exposed or not can_act(vehicle) or is_worn_out(vehicle):
        return []
    return [BUTTON if vehicle.exposed else EXPOSE]


@rule("D5.1")
def change_hatch(game: Game, vehicle_id: str) -> None:
    """The crew comes up, or goes down; in a fire phase it has done with firing."""
    up, fires = not game.state.vehicles[vehicle_id].exposed, game.state.phase in FIRE_PHASES
    now = alter(game, vehicle_id, exposed=up, hatched=True, seen_to=fires)
    seen = vehicle_seen_by(game, vehicle_id)
    game.say(Hatched(rule="D5.1", seen_by=seen, vehicle=vehicle_id, exposed=now.exposed))


class VehicleFire(Procedure, frozen=True):
    """A vehicle is picked to fire: with what, and at what."""

    vehicle: str
    arm: str = ""

    @rule("D3.1", "D5.1")
    def begin(self, game: Game) -> Decision | None:
        """Ask with what it fires."""
        found = [Option(f"arm:{name}", rule="D3.1") for name in ways(game, self.vehicle)]
        side = game.state.vehicles[self.vehicle].side
        if game.state.phase in FIRE_PHASES:
            found += hatch_options(game, self.vehicle)
        return Decision(
            side,
            "vehicle-arm",
            "D3.1",
            (*found, CANCEL),
            {"vehicle": self.vehicle},
            continues=True,
            default=self.usual(game, found),
            done=CANCEL.id,
        )

    def usual(self, game: Game, options: Sequence[Option]) -> str:
        """Of what can be fired at those who move, whatever comes first; elsewhere there is no usual choice."""
        fires_first = game.state.phase == "movement" and game.state.vehicles[self.vehicle].side != game.state.active
        return options[0].id if options and fires_first else ""

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice in (Choice.of(EXPOSE.id), Choice.of(BUTTON.id)):
            return refuse_hatch(game, self.vehicle, choice.name)
        if choice.kind != "arm":
            return None
        return refuse_arm(game, self.vehicle, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "arm":
            if choice.name == ordnance_slot(game, self.vehicle):
                game.become(Gunnery(firer=self.vehicle))
            else:
                game.goto("sweep", arm=choice.name)
        elif choice.name == "cancel":
            game.finish()
        else:
            change_hatch(game, self.vehicle)
            game.finish()

    def burst(self, game: Game, location: str) -> Burst:
        """The attack on a Location, with all of the chosen weapons that bear on it, if possible without turning."""
        arms = [arm for arm in arms_of(self.arm) if is_ready(game, self.vehicle, arm)]
        bearing = [arm for arm in arms if bears(game, self.vehicle, arm, location)]
        still = [arm for arm in bearing if not turn_for(game, self.vehicle, arm, location)[1]]
        return Burst(self.vehicle, tuple(still or bearing), location)

    @rule("D3.1", "D3.31")
    def sweep(self, game: Game) -> Decision:
        """Ask at what machine guns are fired."""
        side = game.state.vehicles[self.vehicle].side
        options = [place_option(at, "D3.1") for at in targets(game, self.vehicle, arms_of(self.arm))]
        options += [Option(f"vehicle:{name}", rule="D3.54") for name in hit_targets(game, self.vehicle, self.arm)]
        args = {"vehicle": self.vehicle}
        usual = self.usual(game, options)
        return Decision(side, "sweep", "D3.1", (*options, CANCEL), args, continues=True, default=usual, done=CANCEL.id)

    def sweep_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "vehicle":
            return Preview(lines=preview_lines(game, bullets(game, self.vehicle, self.arm, choice.name)))
        if choice.kind not in ("hex", "place"):
            return None
        burst = self.burst(game, choice.name)
        return Preview(lines=lines_of(game, burst, groups_told(game, burst)))

    def sweep_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "vehicle" and choice.name in game.state.vehicles:
            return refuse_vehicle(game, self.vehicle, self.arm, choice.name)
        if choice.kind not in ("hex", "place") or hex_of(choice.name) not in game.content.board.index:
            return None
        vehicle = game.state.vehicles[self.vehicle]
        line = line_of_sight(game, vehicle.at, choice.name, viewer=self.vehicle)
        args = {"firer": self.vehicle, "target": choice.name}
        if line.block is not None:
            return Refusal(
                "refused.weapon-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what}
            )
        if is_own_melee(game, self.vehicle, choice.name):
            return Refusal("refused.own-melee", "A7.21", args)
        arms = [arm for arm in arms_of(self.arm) if is_ready(game, self.vehicle, arm)]
        if not any(reaches(game, self.vehicle, arm, choice.name) for arm in arms):
            return Refusal("refused.weapon-range", "A7.22", args)
        if not any(bears(game, self.vehicle, arm, choice.name) for arm in arms):
            return Refusal("refused.weapon-arc", "C3.2", args)
        return Refusal("refused.no-target-there", "D3.1", args)

    def sweep_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind not in ("hex", "place", "vehicle"):
            game.goto("begin", arm="")
            return
        if choice.kind == "vehicle":
            self.hit(game, choice.name)
            return
        burst = self.burst(game, choice.name)
        game.finish()
        aftermath = Aftermath()
        resolve(game, burst, aftermath)
        count_shot(game, f"{self.vehicle}:mg")
        settle(game, aftermath)

    @rule("D3.54")
    def hit(self, game: Game, target: str) -> None:
        """A machine gun tries to hit a vehicle."""
        shot = bullets(game, self.vehicle, self.arm, target)
        game.finish()
        aftermath = Aftermath()
        fire(game, shot, aftermath)
        count_shot(game, f"{self.vehicle}:mg")
        settle(game, aftermath)


@rule("D3.1", "D3.7", "C5.6", "D5.1")
def refuse_arm(game: Game, vehicle_id: str, arm: str) -> Refusal | None:
    """Why a weapon of a vehicle cannot be fired."""
    vehicle, slot = game.state.vehicles[vehicle_id], slot_of(game, vehicle_id, arm)
    args = {"vehicle": vehicle_id}
    if is_worn_out(vehicle):
        return Refusal("refused.worn-out", "C5.6", args)
    if vehicle.seen_to:
        return Refusal("refused.hatches-seen-to", "D5.1", args)
    if slot in vehicle.broken:
        return Refusal("refused.arm-broken", "D3.7", args)
    if slot in vehicle.disabled:
        return Refusal("refused.arm-lost", "D3.7", args)
    if any(each.startswith(f"{slot}:") for each in vehicle.fired):
        return Refusal("refused.arm-fired", "D3.1", args)
    if game.state.phase == "prep-fire" and not is_stopped(vehicle):
        return Refusal("refused.prep-in-motion", "D2.4", args)
    if arm == "aamg" and not vehicle.exposed and not card_of(game, vehicle_id).open_topped:
        return Refusal("refused.aamg-buttoned", "D3.1", args)
    return Refusal("refused.arm-target", "D3.1", args)
