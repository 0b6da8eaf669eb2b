"""A3: the Game Turn, its two Player Turns and their eight phases."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl import heavy_fire
from sandtable.games.asl.air import groups as air
from sandtable.games.asl.artillery import in_sequence as artillery
from sandtable.games.asl.artillery.barrages import end_barrages
from sandtable.games.asl.artillery.missions import end_lost_missions
from sandtable.games.asl.artillery.modules import note_security
from sandtable.games.asl.artillery.smoke_missions import end_of_artillery_smoke
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.concealment.gaining import gain_concealment
from sandtable.games.asl.concealment.vehicles import gain_at_night
from sandtable.games.asl.control import note_control, pass_through
from sandtable.games.asl.events.sequence import SidesDrawn
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.under_fire import end_of_movement
from sandtable.games.asl.morale.berserk import come_to_themselves
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.fences import end_breaches
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.cloaking import uncloak_in_light
from sandtable.games.asl.night.light import put_out_lights
from sandtable.games.asl.night.no_move import roll_for_release, wake
from sandtable.games.asl.sequence.leaders import receive_leaders
from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.sniper_attack import place_snipers, settle
from sandtable.games.asl.tables.sequence import PhaseId
from sandtable.games.asl.terrain.fires import burn_vehicles
from sandtable.games.asl.terrain.labor import resolve_clearances
from sandtable.games.asl.terrain.smoke import end_of_grenades
from sandtable.games.asl.units import Game, change, other
from sandtable.games.asl.vehicles.devices import end_of_device_smoke
from sandtable.games.asl.vehicles.losses import end_stuns, find_gyrostabilizers
from sandtable.games.asl.victory import judge
from sandtable.games.asl.weapons.panzerfausts import issue_panzerfausts
from sandtable.games.asl.weather.wind import wind_change
from sandtable.kernel import Began, Procedure, rule

LOTS = 4
"""From which dr on the players change seats: half of the faces."""


class Battle(Procedure, frozen=True):
    """The whole scenario: both sides set up, then the turns begin."""

    @rule("A2.9", "RR7", "H1.42", "2.4", "2.42")
    def begin(self, game: Game) -> None:
        """It is found out which gyrostabilizers work and which leaders come; then the first side sets up."""
        draw_sides(game)
        if game.content.scenario.gyrostabilizers:
            find_gyrostabilizers(game)
        receive_leaders(game)
        game.goto("first")
        artillery.plan(game)

    def first(self, game: Game) -> None:
        game.goto("second")
        game.push(SetUp(side=game.content.scenario.sets_up_first))

    def second(self, game: Game) -> None:
        game.goto("start")
        game.push(SetUp(side=other(game.content.scenario.sets_up_first)))

    @rule("A14.2", "A26.1")
    def start(self, game: Game) -> None:
        """Snipers are placed, and everybody controls where he stands."""
        place_snipers(game)
        issue_panzerfausts(game, game.state.units)
        note_control(game)
        note_security(game)
        game.become(GameTurn())


@rule("A26.4")
def draw_sides(game: Game) -> None:
    """Where both players wanted the same side, the other has the balance, and lots decide who plays which."""
    balance = game.content.scenario.balance
    if balance is None:
        return
    changes = game.roll("d6", "sides", "A26.4", bands=(LOTS,)) >= LOTS
    what: Literal["stay", "change"] = "change" if changes else "stay"
    game.say(SidesDrawn(rule="A26.4", wanted=other(balance), side=balance, what=what))


class GameTurn(Procedure, frozen=True):
    """A Game Turn: the Player Turn of the side that moves first, then that of the other."""

    @rule("A3/turn")
    def begin(self, game: Game) -> None:
        game.say(Began(rule="A3/turn", what="turn", turn=game.state.turn))
        end_barrages(game)
        game.goto("second")
        game.push(PlayerTurn(side=game.content.scenario.moves_first))

    def second(self, game: Game) -> None:
        game.goto("end")
        game.push(PlayerTurn(side=other(game.content.scenario.moves_first)))

    @rule("A3/turn")
    def end(self, game: Game) -> None:
        """The game may be over; else the next turn begins."""
        if not judge(game):
            game.state.turn += 1
            game.become(GameTurn())


class PlayerTurn(Procedure, frozen=True):
    """The eight phases of the ATTACKER's turn."""

    side: str

    @rule("A3/turn", "A.13", "A3.1")
    def begin(self, game: Game) -> None:
        state = game.state
        state.active = self.side
        heavy_fire.begin_player_turn(game)
        starshells.begin_player_turn(game)
        game.say(Began(rule="A3/turn", what="player-turn", turn=state.turn, side=self.side))
        self.enter(game, "rally", "A3.1")
        roll_for_release(game)
        wind_change(game)
        game.goto("prep")
        game.push(RallyPhase())
        air.begin_player_turn(game)

    def enter(self, game: Game, phase: PhaseId, rule_id: str) -> None:
        """A phase begins."""
        game.state.phase = phase
        heavy_fire.begin_phase(game)
        end_lost_missions(game)
        starshells.begin_phase(game)
        uncloak_in_light(game)
        wake(game)
        pass_through(game, list(game.state.units))
        game.say(Began(rule=rule_id, what=phase, turn=game.state.turn, side=self.side))

    @rule("A3.2")
    def prep(self, game: Game) -> None:
        self.enter(game, "prep-fire", "A3.2")
        game.goto("movement")
        game.push(FirePhase(side=self.side, phase="prep-fire"))
        self.light_up(game, other(self.side))

    @rule("A3.3", "A4.51")
    def movement(self, game: Game) -> None:
        """Nobody has moved yet; the phase itself takes CX markers away."""
        self.enter(game, "movement", "A3.3")
        for name, unit in list(game.state.units.items()):
            if unit.side == self.side and unit.moved:
                change(game, name, moved=False)
        game.state.fired_upon = {}
        game.state.shelled = {}
        for name, weapon in game.state.weapons.items():
            if weapon.moved:
                game.state.weapons[name] = replace(weapon, moved=False)
        game.goto("defensive")
        game.push(MovementPhase(side=self.side))

    @rule("A3.3", "A3.4")
    def defensive(self, game: Game) -> None:
        """What the Movement Phase has left is gone; the DEFENDER fires."""
        end_of_movement(game)
        aftermath = Aftermath()
        burn_vehicles(game, self.side, aftermath)
        end_of_grenades(game)
        self.enter(game, "defensive-fire", "A3.4")
        game.goto("advancing")
        game.push(FirePhase(side=other(self.side), phase="defensive-fire"))
        settle(game, aftermath)
        self.light_up(game, self.side)

    @rule("A3.5")
    def advancing(self, game: Game) -> None:
        self.enter(game, "advancing-fire", "A3.5")
        game.goto("rout")
        game.push(FirePhase(side=self.side, phase="advancing-fire"))
        self.light_up(game, other(self.side))

    @rule("E1.9")
    def light_up(self, game: Game, side: str) -> None:
        """A side may fire Starshells in a fire phase of the other."""
        if game.state.nvr:
            game.push(starshells.StarshellWindow(side=side))

    @rule("A3.6")
    def rout(self, game: Game) -> None:
        self.enter(game, "rout", "A3.6")
        game.goto("advance")
        game.push(RoutPhase(side=self.side))

    @rule("A3.7")
    def advance(self, game: Game) -> None:
        self.enter(game, "advance", "A3.7")
        game.goto("combat")
        game.push(AdvancePhase(side=self.side))

    @rule("A3.8")
    def combat(self, game: Game) -> None:
        self.enter(game, "close-combat", "A3.8")
        game.goto("end")
        game.push(CloseCombatPhase(side=self.side))

    @rule("A3.8", "A7.8")
    def end(self, game: Game) -> None:
        """Berserk men may come to themselves, concealment is gained, Pin and TI markers go, control is noted."""
        come_to_themselves(game)
        resolve_clearances(game, self.side)
        gain_concealment(game, self.side)
        gain_at_night(game, self.side)
        for name, unit in list(game.state.units.items()):
            if unit.pinned or unit.ti or unit.moved or unit.arrived or unit.strayed:
                change(game, name, pinned=False, ti=False, moved=False, arrived=False, strayed=False)
        end_breaches(game)
        note_control(game)
        end_stuns(game)
        end_of_device_smoke(game)
        put_out_lights(game)
        end_of_artillery_smoke(game)
        game.state.phase = ""
        game.state.player_turn += 1
        game.finish()
        air.end_player_turn(game)
