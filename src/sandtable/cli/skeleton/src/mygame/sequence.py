"""Chapter 2: the sequence of play, from the first turn to the last."""

from sandtable.kernel import Began, Choice, Decision, Menu, Option, Phase, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, hexes_of, units_of

from mygame import victory
from mygame.combat import Assault
from mygame.movement import March
from mygame.state import SIDES
from mygame.units import Game

ACTIONS: Menu[Game, str] = Menu(March(), Assault())
DONE = Option("do:done", rule="2.1")
REST = Option("do:rest", rule="2.2")


class PlayerTurn(Phase, frozen=True):
    """A side uses its counters one by one; then it is the other side's turn."""

    side: str

    @rule("2.1")
    def begin(self, game: Game) -> None:
        game.say(Began(rule="2.1", what="player-turn", turn=game.state.turn, side=self.side))
        for unit_id in units_of(game, self.side):
            change(game, unit_id, moved=False, spent=False)
        game.goto("pick")

    @rule("2.2")
    def pick(self, game: Game) -> Decision | None:
        fresh = [unit_id for unit_id, unit in units_of(game, self.side).items() if not unit.spent]
        if not fresh:
            game.goto("end")
            return None
        options = [Option(f"unit:{unit_id}", rule="2.2") for unit_id in fresh]
        return Decision(self.side, "pick", "2.2", (*options, DONE))

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        known = choice.kind == "unit" and choice.name in game.state.units
        return Refusal("refused.not-ready", "2.2", {"unit": choice.name}) if known else None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.push(Activation(unit=choice.name))
        else:
            game.goto("end")

    @rule("2.1")
    def end(self, game: Game) -> None:
        first, second = SIDES
        last = self.side == second and game.state.turn == game.content.scenario.turns
        if last or not all(hexes_of(game, side) for side in SIDES):
            victory.judge(game)
            return
        game.state.turn += self.side == second
        game.become(PlayerTurn(side=second if self.side == first else first))


class Activation(Procedure, frozen=True):
    """What one counter does: it marches and it attacks, or it rests; its side may turn to another at any time."""

    unit: str

    @rule("2.2")
    def begin(self, game: Game) -> Decision | None:
        options, side = ACTIONS.options(game, self.unit), game.state.units[self.unit].side
        if not options:
            self.rest(game)
            return None
        args = {"unit": self.unit}
        return Decision(side, "act", "2.2", (*options, REST), args, continues=True, turns_to="PlayerTurn")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return ACTIONS.refuse(game, self.unit, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return ACTIONS.preview(game, self.unit, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == ("do", "rest"):
            self.rest(game)
        else:
            ACTIONS.start(game, self.unit, choice)

    def rest(self, game: Game) -> None:
        change(game, self.unit, spent=True)
        game.finish()
