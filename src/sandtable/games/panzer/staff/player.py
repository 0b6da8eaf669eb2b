"""The game's own bot: a staff that answers each kind of question by rules of thumb."""

from __future__ import annotations

from sandtable.games.panzer.staff import (
    adjusting,
    artillery,
    assaults,
    commands,
    flying,
    moves,
    riding,
    shooting,
    smoke,
)
from sandtable.games.panzer.staff.doctrine import STANDARD, Doctrine
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.units import Game
from sandtable.kernel import Decision
from sandtable.mechanics.staff import Answer, Staff


def first(situation: Situation, decision: Decision) -> str:
    """The First Player fires before the enemy, and moves when he has seen the enemy move."""
    return "do:first"


ANSWERS: dict[str, Answer[Situation]] = {
    "place-work": moves.set_up,
    "lay-mines": moves.set_up,
    "set-up": moves.set_up,
    "command-whom": commands.whom,
    "command-unit": commands.command_unit,
    "command-unit-left": commands.command_unit,
    "command-platoon-left": commands.command_platoon,
    "initiative": first,
    "target": smoke.target,
    "smoke-hex": smoke.smoke_hex,
    "firers": shooting.firers,
    "load": shooting.load,
    "overwatch": shooting.overwatch,
    "move-unit": moves.move_unit,
    "move-to": moves.move_to,
    "arrive": moves.arrive,
    "arms": flying.arms,
    "air-phase": flying.air_phase,
    "air-entry": flying.entry,
    "air-heading": flying.heading,
    "air-altitude": flying.altitude,
    "fly": flying.fly,
    "fly-acquiring": flying.fly,
    "fly-acquired": flying.fly,
    "anti-aircraft": flying.anti_aircraft,
    "anti-aircraft-more": flying.anti_aircraft,
    "assault-target": assaults.assault_target,
    "attackers": assaults.attackers,
    "advance-after": assaults.advance_after,
    "advance-to": assaults.advance_to,
    "claim": shooting.claim,
    "second-weapon": shooting.second_weapon,
    "second-target": shooting.second_target,
    "enter-position": moves.enter_position,
    "storm-target": riding.storm_target,
    "storm-from": riding.storm_from,
    "dismount-where": riding.dismount_where,
    "dismount-facing": adjusting.towards_the_enemy,
    "pivot": adjusting.pivot,
    "pivot-to": adjusting.towards_the_enemy,
    "full-cover": adjusting.full_cover,
    "pace": adjusting.pace,
    "indirect-fire": artillery.indirect_fire,
    "call-hex": artillery.call_hex,
    "adjust-hex": artillery.call_hex,
    "shell": artillery.shell,
    "sources": artillery.sources,
    "sheaf": artillery.sheaf,
    "sheaf-way": artillery.sheaf_way,
    "mission": artillery.mission,
    "planned-hex": artillery.planned_hex,
    "plan": artillery.plan,
    "plan-turn": artillery.plan_turn,
    "plan-volley": artillery.plan_volley,
    "register": artillery.plan,
    "misdirect": artillery.misdirect,
}


class StaffPlayer(Staff[Situation]):
    """Commands, fires and moves by rules of thumb after a doctrine."""

    answers = ANSWERS
    quiet = ("do:pass", "do:done", "do:stop", "do:fire")

    def __init__(self, seed: int, doctrine: Doctrine = STANDARD) -> None:
        super().__init__(seed)
        self._doctrine = doctrine

    def situation(self, game: Game, decision: Decision) -> Situation:
        return Situation(game, decision.side, self._doctrine)
