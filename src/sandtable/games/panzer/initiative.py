"""Chapters 4.3 and 6.3: who is First Player."""

from __future__ import annotations

from sandtable.games.panzer.events import FirstPlayer
from sandtable.games.panzer.state import SIDES, enemy_of
from sandtable.games.panzer.tables.command import GradesFile
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Line, Option, Phase, Resolved, rule

DIE = "d100"
FIRST, SECOND = (Option(f"do:{name}", rule="4.3.1") for name in ("first", "second"))


class InitiativePhase(Phase, frozen=True):
    """Both sides roll; the higher one decides who is First Player in this turn."""

    winner: str = ""

    @rule("3.2", "4.3", "4.3.1", "6.3", "6.3.1")
    def begin(self, game: Game) -> None:
        """A scenario may say who is First Player in its first turn; else both roll, and again where they tie."""
        given = game.content.scenario.first_player
        if given is not None and game.state.turn == 1:
            settle(game, given)
            game.finish()
            return
        one, other = SIDES
        bonus = {side: force_modifier(game, side) for side in SIDES}
        rule_id = "4.3.1" if game.content.game == "basic" else "6.3.1"
        rolls = game.contest(DIE, bonus[other] - bonus[one], ("initiative", "initiative"), rule_id)
        totals = [roll + bonus[side] for side, roll in zip(SIDES, rolls, strict=True)]
        winner = one if totals[0] > totals[1] else other
        lines = [Line(f"initiative-{side}", str(roll), rule_id) for side, roll in zip(SIDES, rolls, strict=True)]
        lines += [Line(f"force-grade-{side}", f"{added:+d}", "6.3.2") for side, added in bonus.items() if added]
        game.say(
            Resolved(rule=rule_id, what="initiative", result=winner, lines=tuple(lines), subject=winner, favours=winner)
        )
        game.goto("decide", winner=winner)

    @rule("4.3.1")
    def decide(self, game: Game) -> Decision:
        return Decision(self.winner, "initiative", "4.3.1", (FIRST, SECOND))

    def decide_chosen(self, game: Game, choice: Choice) -> None:
        settle(game, self.winner if choice.name == "first" else enemy_of(self.winner))
        game.finish()


@rule("5.8", "5.8.1", "6.3", "6.3.2")
def force_modifier(game: Game, side: str) -> int:
    """What the grade of a whole force adds to its roll in the Advanced Game."""
    if game.content.game == "basic":
        return 0
    grade = next(force.grade for name, force in game.content.scenario.forces.items() if name == side)
    return game.content.table("grades", GradesFile).grades[grade].initiative


@rule("3.1", "4.3.1", "4.3.2")
def settle(game: Game, first: str) -> None:
    """A side is First Player: it acts first where the sequence of play says so."""
    game.state.first = first
    game.say(FirstPlayer(rule="4.3.1", side=first))
