"""Chapter 4.3: who is First Player."""

from __future__ import annotations

from sandtable.games.panzer.events import FirstPlayer
from sandtable.games.panzer.state import SIDES, enemy_of
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Line, Option, Phase, Resolved, rule

DIE = "d100"
REROLL = Option("do:reroll", rule="4.3.1")
FIRST, SECOND = (Option(f"do:{name}", rule="4.3.1") for name in ("first", "second"))


class InitiativePhase(Phase, frozen=True):
    """Both sides roll; the higher one decides who is First Player in this turn."""

    winner: str = ""

    @rule("3.2", "4.3", "4.3.1")
    def begin(self, game: Game) -> None:
        """A scenario may say who is First Player in its first turn."""
        given = game.content.scenario.first_player
        if given is not None and game.state.turn == 1:
            settle(game, given)
            game.finish()
            return
        one, other = SIDES
        high = game.roll(DIE, "initiative", "4.3.1")
        low = game.roll(DIE, "initiative", "4.3.1", bands=(high, high + 1))
        if high == low:
            game.goto("tie")
            return
        winner = one if high > low else other
        lines = tuple(Line(f"initiative-{side}", str(roll), "4.3.1") for side, roll in ((one, high), (other, low)))
        game.say(Resolved(rule="4.3.1", what="initiative", result=winner, lines=lines, subject=winner, favours=winner))
        game.goto("decide", winner=winner)

    @rule("4.3.1")
    def tie(self, game: Game) -> Decision:
        """A tie is rolled again; whoever plays goes on from one roll to the next."""
        return Decision(SIDES[0], "initiative-tie", "4.3.1", (REROLL,))

    def tie_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin")

    @rule("4.3.1")
    def decide(self, game: Game) -> Decision:
        return Decision(self.winner, "initiative", "4.3.1", (FIRST, SECOND))

    def decide_chosen(self, game: Game, choice: Choice) -> None:
        settle(game, self.winner if choice.name == "first" else enemy_of(self.winner))
        game.finish()


@rule("3.1", "4.3.1", "4.3.2")
def settle(game: Game, first: str) -> None:
    """A side is First Player: it acts first where the sequence of play says so."""
    game.state.first = first
    game.say(FirstPlayer(rule="4.3.1", side=first))
