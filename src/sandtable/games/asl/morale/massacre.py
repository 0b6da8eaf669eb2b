"""A20.4: berserk men who kill prisoners, and what follows of it; a rule that a game may turn on."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.events.morale import Massacred, Roused
from sandtable.games.asl.events.rout import NoQuarter
from sandtable.games.asl.fire.pieces import INHERENT, mode_of
from sandtable.games.asl.morale.casualties import eliminate
from sandtable.games.asl.tables.morale import Prisoners
from sandtable.games.asl.units import Game, change, in_melee, is_armed, on_map, other, units_at, weapons_of
from sandtable.kernel import Action, Choice, Option, Refusal, rule
from sandtable.mechanics.switches import is_on

PHASES = ("prep-fire", "defensive-fire", "advancing-fire")


@rule("A20.4")
def victims(game: Game, unit_id: str) -> list[str]:
    """The prisoners whom a unit could kill: berserk men those in their Location, as their attack of a fire phase."""
    units = game.state.units
    unit = units[unit_id]
    able = unit.berserk and is_armed(unit) and on_map(unit) and not in_melee(game, unit) and not unit.spent
    if not able or game.state.phase not in PHASES or mode_of(game, unit, unit.fire) is None or unit.fire:
        return []
    if not is_on(game.content, "massacre"):
        return []
    return [name for name in units_at(game, unit.at) if units[name].guard and units[name].side != unit.side]


@rule("A20.4", "A20.3")
def massacre(game: Game, unit_id: str) -> None:
    """All prisoners there are killed; nobody surrenders to the killers' side any more, and the ELR of theirs rises."""
    state, figures = game.state, game.content.table("prisoners", Prisoners)
    unit = state.units[unit_id]
    killed, theirs = victims(game, unit_id), other(unit.side)
    marker = "prep" if state.phase == "prep-fire" else "final"
    change(game, unit_id, fire=marker, spent=(INHERENT, *weapons_of(game, unit_id)))
    game.say(Massacred(rule="A20.4", unit=unit_id, at=unit.at))
    for name in killed:
        eliminate(game, name, "A20.4")
    if not state.no_quarter.get(unit.side):
        state.no_quarter[unit.side] = True
        game.say(NoQuarter(rule="A20.4", side=unit.side))
    if not state.massacred.get(theirs):
        state.massacred[theirs] = True
        state.elr[theirs] = min(figures.highest_elr, state.elr[theirs] + figures.massacre_elr)
        game.say(Roused(rule="A20.4", side=theirs, elr=state.elr[theirs]))


@rule("A20.4")
class Massacre(Action[Game, str]):
    """Kill the prisoners of the Location instead of attacking."""

    rule = "A20.4"
    ids = ("do:massacre",)
    option = Option("do:massacre", rule="A20.4", grave=True)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        return (self.option,) if victims(game, subject) else ()

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.massacre", "A20.4", {"unit": subject})

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        massacre(game, subject)
        game.finish()
