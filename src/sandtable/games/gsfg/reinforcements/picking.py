"""Chapter 9.3: the Soviet choice of the turn's reinforcements."""

from __future__ import annotations

from sandtable.games.gsfg.events.reinforcements import Picked
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.units import Game, counter
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

R = "r"
"""The group of the units that are picked turn by turn."""


@rule("9.3")
def quota(game: Game) -> int:
    """How many R units arrive in this turn."""
    schedule = game.content.scenario.r_units
    if schedule is not None:
        return schedule.get(game.state.turn, 0)
    return game.content.track[game.state.turn].r_units


@rule("9.3")
def pickable(game: Game, guns: int) -> list[str]:
    """The R units that may be picked: any mixture, but only so much artillery in one turn."""
    content, state = game.content, game.state
    guns_done = guns >= content.entry.artillery_per_turn
    return [
        unit_id
        for unit_id in state.waiting
        if content.placements[unit_id].group == R
        and unit_id not in state.due
        and not (guns_done and content.counters[unit_id].type == "artillery")
    ]


class PickReinforcements(Procedure, frozen=True):
    """The Soviet player picks this turn's R units, unless that was done before the deep strike (6.5/3)."""

    left: int = 0
    guns: int = 0
    """The artillery that is to enter in this turn: picked, or picked in an earlier turn of fight/fight."""

    @rule("6.5/3", "9.2", "9.3")
    def begin(self, game: Game) -> None:
        """Once in a turn: units can be neither put off nor hurried.

        Guns that were to enter in a turn without a movement phase are the ones that enter in this turn (9.3).
        """
        state = game.state
        if state.picked >= state.turn:
            game.finish()
            return
        state.picked = state.turn
        late = sum(counter(game, unit_id).type == "artillery" for unit_id, group in state.due.items() if group == R)
        game.goto("pick", left=quota(game), guns=late)

    @rule("9.3")
    def pick(self, game: Game) -> Decision | None:
        found = pickable(game, self.guns)
        if not self.left or not found:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="9.3") for unit_id in found)
        return Decision(SOVIET, "pick-reinforcement", "9.3", options, {"left": self.left})

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.content.counters:
            return None
        if choice.name in pickable(game, 0):
            return Refusal("refused.one-artillery-a-turn", "9.3", {"unit": choice.name})
        return Refusal("refused.not-r-unit", "9.3", {"unit": choice.name})

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        game.state.due[choice.name] = R
        game.say(Picked(rule="9.3", unit=choice.name))
        guns = self.guns + (counter(game, choice.name).type == "artillery")
        game.goto("pick", left=self.left - 1, guns=guns)


PROCEDURES = (PickReinforcements,)
