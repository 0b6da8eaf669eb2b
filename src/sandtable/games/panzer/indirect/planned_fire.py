"""Chapter 6.5.1.11: fire that was planned before the game, as it begins, runs its turns and is shifted."""

from __future__ import annotations

from sandtable.games.panzer.indirect.batteries import (
    UNTOUCHED,
    battery,
    change_battery,
    figures,
    is_available,
    planned_turns,
)
from sandtable.games.panzer.indirect.events import PlanBegan, PlanLapsed
from sandtable.games.panzer.indirect.missions import change_mission, end_mission, missions_of
from sandtable.games.panzer.indirect.salvo import Salvo
from sandtable.games.panzer.indirect.sheafs import sheaf_hexes
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Procedure, Refusal, rule
from sandtable.mechanics.content import hex_options


@rule("6.5.1.11.2")
def is_open(game: Game, mission: Mission) -> bool:
    """Whether planned fire may begin in this turn: in the plotted one, or one earlier or later."""
    early_or_late = figures(game.content).planned_tolerance
    return not mission.began and abs(game.state.turn - mission.due) <= early_or_late


@rule("6.5.1.11", "6.5.1.11.2", "6.5.1.9")
def may_begin(game: Game, mission: Mission) -> bool:
    """Whether planned fire begins in this turn if its side wants it: its battery must take part in nothing else."""
    return bool(mission.planned) and is_open(game, mission) and is_available(game, mission.sources[0])


@rule("6.5.1.9", "6.5.1.11.2")
def must_begin(game: Game, mission: Mission) -> bool:
    """Whether this is the last turn in which planned fire may begin: it cannot be checked."""
    return may_begin(game, mission) and game.state.turn == mission.due + figures(game.content).planned_tolerance


@rule("6.5.1.11")
def might_have_plan(game: Game, battery_id: str) -> bool:
    """Whether others must think that a battery has planned fire that has not begun."""
    return planned_turns(game.content, battery_id) > 0 and battery(game, battery_id).free_from == UNTOUCHED.free_from


@rule("6.5.1.9", "6.5.1.11.1")
def must_go_on(game: Game, mission: Mission) -> bool:
    """Whether planned fire has begun and has a turn left that it has not yet fired in this turn."""
    return bool(mission.began) and mission.turn < game.state.turn < mission.began + len(mission.planned)


@rule("6.5.1.11.1", "6.5.1.11.2")
def end_plans(game: Game, side: str) -> None:
    """Planned fire that has run its turns ends, and what did not begin in its time never will."""
    turn, figure = game.state.turn, figures(game.content)
    for mission_id, mission in missions_of(game, side).items():
        if mission.began and turn >= mission.began + len(mission.planned):
            end_mission(game, mission_id, "as-planned")
        elif mission.planned and not mission.began and turn > mission.due + figure.planned_tolerance:
            del game.state.missions[mission_id]
            game.say(PlanLapsed(rule="6.5.1.11.2", battery=mission.sources[0], seen_by=(side,)))


class PlannedTurn(Procedure, frozen=True):
    """A turn of planned fire: it needs no observer, no spotted target and no response."""

    mission: str

    @rule("6.5.1.11", "6.5.1.11.1", "6.5.1.11.2")
    def begin(self, game: Game) -> None:
        """As it begins its battery is engaged until the turn after the last one that was plotted."""
        mission, turn = game.state.missions[self.mission], game.state.turn
        if not mission.began:
            free_from = turn + len(mission.planned) + figures(game.content).planned_rest
            change_battery(game, mission.sources[0], used=turn, free_from=free_from)
            change_mission(game, self.mission, began=turn)
            game.reveal()
            game.say(PlanBegan(rule="6.5.1.11.2", battery=mission.sources[0], turns=len(mission.planned)))
        game.goto("shift")

    @rule("6.5.1.11.3")
    def shift(self, game: Game) -> Decision:
        """In each turn the fire may be shifted to a hex near the target point that was plotted."""
        mission = game.state.missions[self.mission]
        near = game.content.around(mission.plotted, figures(game.content).adjust_planned)
        every = hex_options(game.content, "6.5.1.11.3")
        options = tuple(option for label, option in every.items() if label in near)
        return Decision(
            mission.side,
            "planned-hex",
            "6.5.1.11.3",
            options,
            {"hex": mission.plotted, "source": mission.sources[0]},
            continues=True,
            default=f"hex:{mission.at}",
        )

    def shift_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"hex": choice.name, "plotted": game.state.missions[self.mission].plotted}
        return Refusal("refused.too-far-from-plot", "6.5.1.11.3", args)

    @rule("6.5.1.11.1", "6.5.1.11.3", "6.5.1.12", "6.5.1.13")
    def shift_chosen(self, game: Game, choice: Choice) -> None:
        """What was plotted for this turn comes down; the range factor of planned fire is always the same."""
        state = game.state
        mission = state.missions[self.mission]
        now = mission.planned[state.turn - mission.began]
        hexes = sheaf_hexes(game.content, now.sheaf, choice.name, now.direction)
        change_mission(
            game,
            self.mission,
            at=choice.name,
            hexes=hexes,
            bands=(figures(game.content).planned_band,),
            shell=now.shell,
            sheaf=now.sheaf,
            direction=now.direction,
            turn=state.turn,
            since="" if (hexes, now.shell) == (mission.hexes, mission.shell) else state.step,
            attacked=(),
        )
        game.become(Salvo(mission=self.mission))


PROCEDURES: tuple[type[Procedure], ...] = (PlannedTurn,)
