"""Chapter 8: reinforcements."""

from __future__ import annotations

from sandtable.games.primer.events import Arrived
from sandtable.games.primer.units import Game, occupy
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule
from sandtable.mechanics.events import Delayed
from sandtable.mechanics.roster import occupier, units_in

WAIT = Option("do:wait", rule="8.3")


@rule("8.1")
def due(game: Game, side: str) -> list[str]:
    """The counters that may enter this turn."""
    return [
        unit_id
        for unit_id, turn in game.state.arrivals.items()
        if game.state.units[unit_id].side == side and turn <= game.state.turn
    ]


@rule("8.2")
def entries(game: Game, unit_id: str) -> list[str]:
    """The entry hexes of a counter that are neither enemy-occupied nor full."""
    unit = game.state.units[unit_id]
    stacking = game.content.figures.stacking
    placed = game.content.scenario.forces[unit.side].counters[unit_id]
    return [
        label
        for label in placed.entry
        if occupier(game, label) in (None, unit.side) and len(units_in(game, label)) < stacking
    ]


class ReinforcementPhase(Phase, frozen=True):
    """Counters that are due are placed on their entry hexes, or wait for a later turn."""

    side: str
    settled: tuple[str, ...] = ()

    @rule("8.3")
    def begin(self, game: Game) -> Decision | None:
        waiting = [unit_id for unit_id in due(game, self.side) if unit_id not in self.settled]
        if not waiting:
            game.finish()
            return None
        unit_id = waiting[0]
        found = entries(game, unit_id)
        if not found:
            game.say(Delayed(rule="8.3", unit=unit_id))
            game.goto("begin", settled=(*self.settled, unit_id))
            return None
        options = tuple(Option(f"hex:{label}", rule="8.2") for label in found)
        return Decision(self.side, "enter", "8.1", (*options, WAIT), {"unit": unit_id})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-entry", "8.2", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        unit_id = next(unit_id for unit_id in due(game, self.side) if unit_id not in self.settled)
        game.goto("begin", settled=(*self.settled, unit_id))
        if choice.kind == "hex":
            del game.state.arrivals[unit_id]
            game.say(Arrived(rule="8.1", unit=unit_id, at=choice.name))
            occupy(game, unit_id, choice.name)
        else:
            game.say(Delayed(rule="8.3", unit=unit_id))
