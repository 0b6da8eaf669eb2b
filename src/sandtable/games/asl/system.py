"""A title of squad battles, but for its scenarios: what all titles on this system have in common."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from sandtable import datafile
from sandtable.board import load_board
from sandtable.games.asl import heavy_ids, hidden
from sandtable.games.asl.air import groups, strikes
from sandtable.games.asl.air import ids as air_ids
from sandtable.games.asl.artillery import barrages, in_sequence, missions, plans
from sandtable.games.asl.artillery import ids as artillery_ids
from sandtable.games.asl.close_combat import ambush, assaults, combat_phase, resolution, withdrawal
from sandtable.games.asl.concealment import interrogation
from sandtable.games.asl.content import Content
from sandtable.games.asl.control import first_holder, junctions
from sandtable.games.asl.counters import PersonnelFile, WeaponsFile
from sandtable.games.asl.events.air import AIR_EVENTS
from sandtable.games.asl.events.artillery import ARTILLERY_EVENTS
from sandtable.games.asl.events.close_combat import CLOSE_COMBAT_EVENTS
from sandtable.games.asl.events.fire import FIRE_EVENTS
from sandtable.games.asl.events.guns import GUN_EVENTS
from sandtable.games.asl.events.morale import MORALE_EVENTS
from sandtable.games.asl.events.movement import MOVEMENT_EVENTS
from sandtable.games.asl.events.night import NIGHT_EVENTS
from sandtable.games.asl.events.rout import ROUT_EVENTS
from sandtable.games.asl.events.sequence import SEQUENCE_EVENTS
from sandtable.games.asl.events.terrain import TERRAIN_EVENTS
from sandtable.games.asl.events.vehicles import VEHICLE_EVENTS
from sandtable.games.asl.fire import bore_sighting, fire_phase, first_fire, under_fire
from sandtable.games.asl.locations import buildings, hex_of
from sandtable.games.asl.morale import rally, rout, sharing_out
from sandtable.games.asl.morale.heat_of_battle import GivesUp
from sandtable.games.asl.movement import advance, movement_phase, option_ids
from sandtable.games.asl.night import starshells
from sandtable.games.asl.observed import OBSERVED
from sandtable.games.asl.ordnance import duels, gunnery, manhandling, serving
from sandtable.games.asl.scenario import ScenarioFile
from sandtable.games.asl.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.asl.screen.names import CALLED_BY_FIGURES, PLACES, name_by_figures, name_of
from sandtable.games.asl.screen.title import Screens
from sandtable.games.asl.sequence import fieldworks, game_turn, setup
from sandtable.games.asl.sniper_attack import SniperAttack
from sandtable.games.asl.staff.evaluation import evaluate
from sandtable.games.asl.staff.player import StaffPlayer
from sandtable.games.asl.state import NOWHERE, State, Unit, Vehicle, Weapon
from sandtable.games.asl.terrain import fires
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import armored_assault, bailing_out, driving, embarking, overrun, vehicle_fire
from sandtable.games.asl.vehicles import close_combat as vehicle_combat
from sandtable.games.asl.vehicles import under_fire as vehicles_under_fire
from sandtable.games.asl.weather.ground import begin_weather
from sandtable.kernel import Procedure, ScenarioInfo, Switch, rule
from sandtable.mechanics import switches as switching
from sandtable.mechanics.content import part_of
from sandtable.mechanics.events import Eliminated
from sandtable.mechanics.roster import Roster
from sandtable.mechanics.title import Standing

SIDES = ("german", "canadian")


class Places(Roster[Unit]):
    """Who is where, by Location; whoever rides in a vehicle is nowhere."""

    def place_of(self, unit: Unit) -> str:
        return NOWHERE if unit.aboard else unit.at


class AslTitle(Screens):
    """A title on this system."""

    systems: ClassVar[tuple[str, ...]] = ("sandtable.games.asl",)
    campaign_switches: ClassVar[tuple[str, ...]] = ()
    """Switches that scenarios of a campaign alone offer."""
    state_type = State
    roster_type = Places
    kinds = (
        "do", "unit", "hex", "place", "weapon", "break", "crawl", "work", "buy", "dismantle", "destroy",
        *option_ids.KINDS, *heavy_ids.KINDS, *artillery_ids.KINDS, *air_ids.KINDS, starshells.STARSHELL,
    )  # fmt: skip
    bots: ClassVar = {"greedy": StaffPlayer}
    observed: ClassVar = OBSERVED
    formalities: ClassVar = FORMALITIES
    alarms = ALARMS
    fights = ("fire", "residual", "lane", "close-combat", "shot", "at-vehicle", "vehicle-fire", "artillery", "barrage")
    masked = ("stack",)
    event_types = (
        Eliminated, *SEQUENCE_EVENTS, *MOVEMENT_EVENTS, *TERRAIN_EVENTS, *FIRE_EVENTS, *MORALE_EVENTS, *ROUT_EVENTS,
        *CLOSE_COMBAT_EVENTS, *VEHICLE_EVENTS, *GUN_EVENTS, *NIGHT_EVENTS, *ARTILLERY_EVENTS, *AIR_EVENTS,
    )  # fmt: skip
    procedures: tuple[type[Procedure], ...] = (
        game_turn.Battle, game_turn.GameTurn, game_turn.PlayerTurn, setup.SetUp, setup.Place, setup.HandOut, setup.Face,
        setup.Board, setup.PlaceWork, setup.Lift, setup.DeployFirst,
        rally.RallyPhase, rally.Recombine, rally.Recover, rally.Transfer, rally.HandPrisoner, sharing_out.ShareOut,
        fire_phase.FirePhase, fire_phase.Shoot,
        movement_phase.MovementPhase, movement_phase.Move, under_fire.UnderFire, first_fire.FirstFire,
        first_fire.FirstFireAttack, first_fire.GiveUpRate, SniperAttack, GivesUp, rout.RoutPhase, rout.RoutUnit,
        rout.Interdiction, rout.Surrender,
        advance.AdvancePhase, advance.Advance, advance.HandOn, advance.PassOn,
        combat_phase.CloseCombatPhase, combat_phase.Combat, ambush.Ambush, assaults.Declare, resolution.Resolve,
        resolution.TakeOne,
        withdrawal.Withdrawals, withdrawal.Infiltrate, manhandling.Manhandling, serving.TakeGuns,
        gunnery.Gunnery, duels.Duel, bore_sighting.BoreSighting, vehicle_fire.VehicleFire,
        driving.Drive, vehicles_under_fire.VehicleUnderFire, vehicle_combat.VehicleFight,
        overrun.Reaction, overrun.Prevention, embarking.Boarding, embarking.Alighting, armored_assault.Escort,
        bailing_out.BailOut,
        fires.FiresSpread, fires.FleeFire, interrogation.Betrayed,
        plans.Plan, missions.Bombardment, missions.Mission, barrages.Creep,
        groups.CallAircraft, groups.Arrive, groups.Recall, strikes.AirAttack,
        starshells.FireStarshell, starshells.StarshellWindow,
    )  # fmt: skip

    def scenarios(self) -> dict[str, ScenarioInfo]:
        found = {}
        for path in self.data_files("scenarios"):
            file = datafile.read(path, ScenarioFile)
            found[path.stem] = ScenarioInfo(
                path.stem, file.name, file.turns, SIDES, file.description, self._switches(file), file.briefing
            )
        return found

    def _switches(self, file: ScenarioFile) -> tuple[Switch, ...]:
        """What a scenario offers: readings, and those that concern the campaign where it is part of that."""
        return tuple(
            switch
            for name, switch in switching.offered(self).items()
            if name not in self.campaign_switches or file.rolls_for_end
        )

    @rule("CG1")
    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        file = datafile.read(self.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
        board = load_board(self.data_file(f"maps/{file.map}.yaml"))
        if file.area is not None:
            board = part_of(board, file.area)
        personnel = datafile.read(self.data_file("units/personnel.yaml"), PersonnelFile)
        weapons = datafile.read(self.data_file("units/weapons.yaml"), WeaponsFile)
        return Content(file, board, personnel, weapons, self.data_file, switches)

    @rule("2.2/initial-scenario", "A19.131", "I.1")
    def start(self, content: Content) -> State:
        state = State(scenario="")
        scenario = content.scenario
        for name, placed in {**content.units, **content.decoys}.items():
            state.units[name] = Unit(side=placed.side, kind=placed.kind, at=NOWHERE, shortage=content.is_short(name))
        for name, placed in content.arms.items():
            state.weapons[name] = Weapon(kind=placed.kind, side=placed.side, low=name in content.low)
        for name, placed in content.tanks.items():
            elite = content.forces[placed.side].groups[content.groups[name]].elite_ammunition
            exposed = content.vehicles[placed.kind].open_topped
            state.vehicles[name] = Vehicle(
                side=placed.side, kind=placed.kind, at=NOWHERE, exposed=exposed, elite=elite,
                shortage=content.is_short(name),
            )  # fmt: skip
        state.to_place = {name: group for name, (_, group) in content.to_place.items()}
        state.stores = fieldworks.first_stores(content)
        for side, force in scenario.forces.items():
            state.san[side], state.elr[side], state.shots[side] = force.san, force.elr, force.panzerfausts
        for label in content.board.labels:
            state.held[label] = first_holder(content, label)
        for building, hexes in buildings(content).items():
            state.held_buildings[building] = first_holder(content, hexes[0])
        for label in junctions(content):
            state.held_junctions[label] = state.held[label]
        in_sequence.start(state, content)
        begin_weather(state, content)
        state.stack = [game_turn.Battle()]
        return state

    def mask(self, state: State, content: Content, side: str) -> None:
        hidden.mask(state, content, side)

    def glance(self, game: Game, state: State, side: str) -> None:
        hidden.glance(game, state, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        hidden.fill(state, content, side, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return evaluate(state, content, side)

    def turn(self, state: State) -> int:
        return state.turn

    def forces(self, game: Game) -> dict[str, Standing]:
        return {
            name: Standing(unit.side, hex_of(unit.at), 1)
            for name, unit in game.state.units.items()
            if unit.at != NOWHERE and not unit.guard
        }

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if content is None:
            return ident if kind in PLACES else None
        hex_name = self.hex_name(hex_of(ident), lang, content) if kind in PLACES else ""
        return name_of(kind, ident, lang, content, hex_name)

    def named_now(self, kind: str, ident: str, lang: str, game: Game) -> str | None:
        figures = name_by_figures(ident, game.state, game.content) if kind in CALLED_BY_FIGURES else None
        if figures is None:
            return self.named(kind, ident, lang, game.content)
        return name_of(kind, ident, lang, game.content, "", figures)

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind in ("unit", "break"):
            return content.all_unit_ids()
        if kind in ("hex", "crawl"):
            return content.board.labels
        if kind in ("work", "buy"):
            return fieldworks.kinds_of_works(content)
        if kind == "place":
            return option_ids.place_labels(content)
        if kind in option_ids.KINDS:
            return option_ids.ids_of(content, kind)
        if kind in ("weapon", "dismantle", "destroy"):
            return list(content.all_arms)
        if kind in artillery_ids.KINDS:
            return artillery_ids.ids_of(content, kind)
        if kind in air_ids.KINDS:
            return air_ids.ids_of(content, kind)
        if kind == starshells.STARSHELL:
            return [*content.all_unit_ids(), *content.tanks]
        return heavy_ids.ids_of(content, kind)
