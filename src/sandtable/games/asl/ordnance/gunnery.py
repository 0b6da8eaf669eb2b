"""C3.1: the questions before a shot of ordnance, and the shot."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.marking import is_too_late_for_smoke
from sandtable.games.asl.fire.pieces import (
    Piece,
    can_direct,
)
from sandtable.games.asl.heavy import Ammunition
from sandtable.games.asl.heavy_ids import VEILED
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.able import can_fire
from sandtable.games.asl.ordnance.ammunition import may_light, shells, smoke_shells
from sandtable.games.asl.ordnance.at_movers import count_shot, is_at_mover, may_still_fire
from sandtable.games.asl.ordnance.backblast import backblast
from sandtable.games.asl.ordnance.firing import MODES, fire, preview_lines
from sandtable.games.asl.ordnance.panzerfausts import PF, find_panzerfaust
from sandtable.games.asl.ordnance.places import is_built_up
from sandtable.games.asl.ordnance.refusing import refuse_load, refuse_target
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    Shot,
    gunner_of,
    is_confined,
    may_turn,
    must_be_desperate,
)
from sandtable.games.asl.ordnance.targets import (
    area_targets,
    infantry_targets,
    light_targets,
    smoke_targets,
    vehicle_targets,
    veiled_targets,
)
from sandtable.games.asl.ordnance.to_kill import may_immobilize
from sandtable.games.asl.ordnance.turning import turn
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.units import Game, units_at
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

CANCEL = Option("do:cancel", rule="C3.1")
IMMOBILIZE = Option("do:immobilize", rule="C5.7")
DESPERATE = Option("do:desperate", rule="C13.8")
DESPERATE_IMMOBILIZE = Option("do:immobilize-desperate", rule="C13.8")
LIGHT = Option("do:light", rule="C8.7")


def place_option(location: str, rule_id: str) -> Option:
    """The option that names a Location."""
    return Option(f"hex:{location}" if hex_of(location) == location else f"place:{location}", rule=rule_id)


class Gunnery(Procedure, frozen=True):
    """A weapon is aimed and fired: its target, its ammunition, and then the shot."""

    firer: str
    target: str = ""
    spotter: str = ""
    leader: str = ""
    kind: str = ""
    """The target type, or the kind of SMOKE while its hex is asked for."""

    @rule("C3.1", "C3.3", "C5.6")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the target and with it the target type."""
        if not can_fire(game, self.firer) and not self.turns(game):
            game.finish()
            return None
        gunner = gunner_of(game, self.firer)
        targets = self.targets(game, gunner)
        way = "intensive" if way_of(game, self.firer) == "intensive" else "usual"
        return Decision(
            gunner.side,
            "aim",
            "C3.1",
            (*targets, *self.turns(game), CANCEL),
            {"firer": self.firer, "way": way},
            continues=True,
            default=targets[0].id if targets and is_at_mover(game, gunner) else "",
            done=CANCEL.id,
        )

    def targets(self, game: Game, gunner: Gunner) -> list[Option]:
        """The options that name a target."""
        if way_of(game, self.firer) is None or not may_still_fire(game, self.firer):
            return []
        found = [Option(f"vehicle:{name}", rule="C3.31") for name in vehicle_targets(game, self.firer, gunner)]
        found += [Option(f"{VEILED}:{at}", rule="C6.2") for at in veiled_targets(game, self.firer, gunner)]
        found += [place_option(at, "C3.32") for at in infantry_targets(game, self.firer, gunner)]
        if shells(game, self.firer, gunner, at_vehicle=False, area=True):
            found += [Option(f"area:{hex_}", rule="C3.33") for hex_ in area_targets(game, self.firer, gunner)]
        first = is_at_mover(game, gunner)
        names = smoke_shells(game, self.firer, gunner)
        if not first or (names and smoke_targets(game, self.firer, gunner)):
            found += [Option("do:wp" if name == "wp" else "do:screen", rule="C8.5") for name in names]
        if not first and may_light(game, gunner) and light_targets(game, gunner):
            found.append(LIGHT)
        return found

    @rule("C3.22", "C2.7")
    def turns(self, game: Game) -> list[Option]:
        """The hexspines to which a weapon may be turned instead of firing, in a fire phase of its side."""
        gunner = gunner_of(game, self.firer)
        way = way_of(game, self.firer)
        if gunner.mount is None or way in (None, "intensive", "first", "bounding-first"):
            return []
        if gunner.mount == "NT" and self.firer in game.state.vehicles:
            return []
        if not may_turn(game, self.firer, gunner) or (gunner.sort == "gun" and is_built_up(game, gunner.at)):
            return []
        return [Option(f"spine:{spine}", rule="C3.22") for spine in range(6) if spine != gunner.arc]

    def shot(self, game: Game, choice: Choice, ammunition: Ammunition | None = None) -> Shot | None:
        """The shot that a choice would make, with the usual ammunition."""
        gunner = gunner_of(game, self.firer)
        way = way_of(game, self.firer)
        if way is None or choice.kind not in ("vehicle", VEILED, "hex", "place", "area"):
            return None
        at_vehicle, area = choice.kind in ("vehicle", VEILED), choice.kind == "area"
        known = shells(game, self.firer, gunner, at_vehicle=at_vehicle, area=area)
        if not known:
            return None
        spotter = area_targets(game, self.firer, gunner).get(choice.name, "") if area else ""
        return Shot(
            self.firer,
            choice.name,
            "vehicle" if at_vehicle else "area" if area else "infantry",
            ammunition or known[0],
            way,
            spotter=spotter,
            desperate=must_be_desperate(game, gunner),
            leader=self.leader,
        )

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.shot(game, choice)
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "do" and choice.name in ("screen", "wp") and is_too_late_for_smoke(game):
            return Refusal("refused.smoke-first", "A3.2")
        return refuse_target(game, self.firer, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "cancel":
            game.finish()
        elif choice.kind == "spine":
            turn(game, self.firer, int(choice.name))
            game.finish()
        elif choice.kind == "do":
            game.goto("light" if choice.name == "light" else "screen", kind=choice.name)
        else:
            shot = self.shot(game, choice)
            assert shot is not None
            game.goto("load", target=choice.name, kind=shot.type, spotter=shot.spotter)

    @rule("C8.5")
    def screen(self, game: Game) -> Decision:
        """Ask for the hex into which SMOKE is fired."""
        gunner = gunner_of(game, self.firer)
        options = [Option(f"hex:{hex_}", rule="C8.5") for hex_ in smoke_targets(game, self.firer, gunner)]
        return Decision(
            gunner.side, "screen", "C8.5", (*options, CANCEL), {"firer": self.firer}, continues=True, done=CANCEL.id
        )

    def smoke_shot(self, game: Game, hex_: str) -> Shot | None:
        way = way_of(game, self.firer)
        if way is None:
            return None
        spotter = smoke_targets(game, self.firer, gunner_of(game, self.firer)).get(hex_, "")
        shell: Ammunition = "wp" if self.kind == "wp" else "smoke"
        return Shot(self.firer, hex_, "area", shell, way, spotter=spotter)

    def screen_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.smoke_shot(game, choice.name) if choice.kind == "hex" else None
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def screen_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, self.firer, choice)

    def screen_chosen(self, game: Game, choice: Choice) -> None:
        shot = self.smoke_shot(game, choice.name) if choice.kind == "hex" else None
        if shot is None:
            game.goto("begin", kind="", target="")
        else:
            self.fire(game, shot)

    @rule("C8.7")
    def light(self, game: Game) -> Decision:
        """Ask for the hex above which an Illuminating Round is to burst."""
        gunner = gunner_of(game, self.firer)
        options = [Option(f"hex:{hex_}", rule="C8.7") for hex_ in light_targets(game, gunner)]
        return Decision(
            gunner.side, "light-up", "C8.7", (*options, CANCEL), {"firer": self.firer}, continues=True, done=CANCEL.id
        )

    def light_shot(self, game: Game, hex_: str) -> Shot | None:
        way = way_of(game, self.firer)
        return None if way is None else Shot(self.firer, hex_, "area", "ir", way)

    def light_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.light_shot(game, choice.name) if choice.kind == "hex" else None
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def light_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, self.firer, choice)

    def light_chosen(self, game: Game, choice: Choice) -> None:
        shot = self.light_shot(game, choice.name) if choice.kind == "hex" else None
        if shot is None:
            game.goto("begin", kind="", target="")
        else:
            self.fire(game, shot)

    def choices(self, game: Game) -> list[Option]:
        """What can be decided before the shot: ammunition, how to fire from a building, who leads."""
        gunner = gunner_of(game, self.firer)
        at_vehicle = self.kind == "vehicle"
        known = shells(game, self.firer, gunner, at_vehicle=at_vehicle, area=self.kind == "area")
        found = [Option(f"do:{name}", rule="C7.2") for name in known]
        if at_vehicle and any(self.may_immobilize(game, name) for name in known):
            found.append(IMMOBILIZE)
        if is_confined(game, gunner) and not must_be_desperate(game, gunner):
            found += [DESPERATE, *([DESPERATE_IMMOBILIZE] if IMMOBILIZE in found else [])]
        if gunner.sort in ("latw", "mortar", "mg") and gunner.unit and not self.leader:
            vehicle = game.state.vehicles.get(self.target)
            target = self.target if vehicle is None else vehicle.at
            found += [
                Option(f"unit:{name}", rule="C5.9")
                for name in units_at(game, gunner.at)
                if game.state.units[name].side == gunner.side
                and name != gunner.unit
                and can_direct(game, name, (self.piece(game, gunner),))
                and fire_group.directs_so_far(game, name, target)
            ]
        return found

    def piece(self, game: Game, gunner: Gunner) -> Piece:
        """What fires, as a leader directs it."""
        way = way_of(game, self.firer)
        assert way is not None
        return Piece(gunner.unit, self.firer if self.firer in game.state.weapons else PF, MODES[way])

    def may_immobilize(self, game: Game, ammunition: Ammunition) -> bool:
        way = way_of(game, self.firer)
        assert way is not None
        shot = Shot(self.firer, self.target, "vehicle", ammunition, way)
        known = self.target in game.state.vehicles
        return known and may_immobilize(game, shot, gunner_of(game, self.firer), self.target)

    @rule("C7.2", "C5.7", "C13.8")
    def load(self, game: Game) -> Decision | None:
        """Ask for the ammunition, where there is a choice."""
        found = self.choices(game)
        if len(found) == 1:
            self.load_chosen(game, Choice.of(found[0].id))
            return None
        gunner = gunner_of(game, self.firer)
        return Decision(
            gunner.side,
            "load",
            "C7.2",
            (*found, CANCEL),
            {"firer": self.firer, "target": self.target},
            continues=True,
            default=found[0].id,
            done=CANCEL.id,
        )

    def loaded(self, game: Game, choice: Choice) -> Shot | None:
        """The shot as it is loaded by a choice."""
        area = self.kind == "area"
        target = Choice("vehicle" if self.kind == "vehicle" else "area" if area else "hex", self.target)
        gunner = gunner_of(game, self.firer)
        known = shells(game, self.firer, gunner, at_vehicle=self.kind == "vehicle", area=area)
        if choice.name in known:
            return self.shot(game, target, choice.name)
        shot = self.shot(game, target)
        if shot is None:
            return None
        if choice.name.endswith("desperate"):
            shot = replace(shot, desperate=True)
        if choice.name.startswith("immobilize"):
            strong = next(name for name in known if self.may_immobilize(game, name))
            return replace(shot, ammunition=strong, immobilize=True)
        return shot if choice.name == "desperate" else None

    def load_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "unit":
            shot = replace(self, leader=choice.name).loaded(game, Choice("do", self._first(game)))
        else:
            shot = self.loaded(game, choice)
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def load_refused(self, game: Game, choice: Choice) -> Refusal | None:
        way = way_of(game, self.firer)
        if choice.kind != "do" or way is None:
            return None
        aimed = Shot(self.firer, self.target, "vehicle", "ap", way) if self.kind == "vehicle" else None
        return refuse_load(game, self.firer, aimed, choice.name)

    def _first(self, game: Game) -> str:
        gunner = gunner_of(game, self.firer)
        return shells(game, self.firer, gunner, at_vehicle=self.kind == "vehicle", area=self.kind == "area")[0]

    def load_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("load", leader=choice.name)
            return
        shot = self.loaded(game, choice) if choice.name != "cancel" else None
        if shot is None:
            game.goto("begin", target="", kind="", leader="", spotter="")
        else:
            self.fire(game, shot)

    @rule("C3.1", "C8.9", "C13.31", "C13.8", "C2.2401")
    def fire(self, game: Game, shot: Shot) -> None:
        """The shot is made; where its ammunition was not there another may be named."""
        from sandtable.games.asl.ordnance import duels

        aftermath = Aftermath()
        if self.firer in game.state.units and not find_panzerfaust(game, self.firer, shot, aftermath):
            game.finish()
            settle(game, aftermath)
            return
        rival = duels.rival_of(game, shot)
        if rival:
            game.become(duels.Duel(shot=shot, rival=rival))
            return
        at, side = gunner_of(game, self.firer).at, gunner_of(game, self.firer).side
        if fire(game, shot, aftermath):
            game.finish()
            count_shot(game, self.firer)
            if shot.desperate:
                backblast(game, at, side, aftermath)
        else:
            game.goto("begin", target="", kind="", leader="", spotter="")
        settle(game, aftermath)
