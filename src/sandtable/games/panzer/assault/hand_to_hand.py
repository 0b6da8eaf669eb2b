"""Chapters 6.6.1.2.1 and 6.6.1.2.3: hand-to-hand combat, round by round until one side is wiped out."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.assault.attacks import Assault, size_of
from sandtable.games.panzer.assault.footwork import AdvanceAfterCombat
from sandtable.games.panzer.assault.modifiers import attacker_modifiers, defender_modifiers
from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.combat.losses import eliminate, is_whole_squad, reduce
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Resolved, rule

DIE = "d100"
SIZES = ("squad", "half-squad", "section")


class HandToHand(Procedure, frozen=True):
    """Men of one hex against one leg or towed unit: both sides roll, the lower loses, until one side is gone."""

    assault: Assault
    at: str = ""
    """The hex of the target."""
    leaders: tuple[str, ...] = ()
    """Who may lead the next round: the primary attacker, and those who may take its place."""

    @rule("6.6.1.2", "6.6.1.1.1b")
    def begin(self, game: Game) -> None:
        game.goto("fight", at=game.state.units[self.assault.target].at)

    @rule("6.6.1.1.1b", "6.6.1.2.3", "6.6.1.2.3/attacker-higher", "6.6.1.2.3/defender-higher")
    def fight(self, game: Game) -> None:
        """A round: the only case in which a defender rolls. A tie is rolled again."""
        assault, target = self.assault, self.assault.target
        ours, theirs = attacker_modifiers(game, assault).total, defender_modifiers(game, target).total
        rolls = game.contest(DIE, theirs - ours, ("hand-to-hand-attacker", "hand-to-hand-defender"), "6.6.1.1.1b")
        won = rolls[0] + ours > rolls[1] + theirs
        tell_round(game, assault, rolls, won=won)
        if won:
            self._defender_loses(game)
        else:
            self._attacker_loses(game)

    @rule("6.6.1.2.3/attacker-higher")
    def _defender_loses(self, game: Game) -> None:
        """A squad becomes a half-squad, without being suppressed, and fights on; anybody else is lost."""
        target = self.assault.target
        if is_whole_squad(game, target):
            reduce(game, target, "6.6.1.2.3/attacker-higher")
            game.goto("fight")
            return
        eliminate(game, target, "6.6.1.2.3/attacker-higher")
        tell_end(game, self.assault, "defender-eliminated", side_of(game, self.assault.primary))
        game.goto("end")
        game.push(AdvanceAfterCombat(units=self.assault.attackers, at=self.at))

    @rule("6.6.1.2.3/defender-higher")
    def _attacker_loses(self, game: Game) -> None:
        """The primary attacker becomes a half-squad, or is lost; then another may lead, as long as one is left."""
        primary, *others = self.assault.attackers
        if is_whole_squad(game, primary):
            reduce(game, primary, "6.6.1.2.3/defender-higher")
            self._next_round(game, (primary, *others), [each for each in others if is_whole_squad(game, each)])
            return
        eliminate(game, primary, "6.6.1.2.3/defender-higher")
        if not others:
            tell_end(game, self.assault, "attackers-eliminated", side_of(game, self.assault.target))
            game.goto("end")
            return
        best = sorted(others, key=lambda each: (SIZES.index(size_of(game, each)), -unit_grade(game, each).close_combat))
        self._next_round(game, tuple(best), best[1:])

    def _next_round(self, game: Game, attackers: tuple[str, ...], candidates: list[str]) -> None:
        """Fight on, with the first attacker in the lead unless one of others takes its place."""
        leaders = (attackers[0], *candidates) if candidates else ()
        game.goto("lead" if leaders else "fight", assault=replace(self.assault, attackers=attackers), leaders=leaders)

    @rule("6.6.1.2.3/defender-higher")
    def lead(self, game: Game) -> Decision:
        """Pick the primary attacker of the next round."""
        options = tuple(Option(f"unit:{each}", rule="6.6.1.2.3/defender-higher") for each in self.leaders)
        side = side_of(game, self.assault.primary)
        args = {"target": self.assault.target}
        return Decision(
            side, "primary-attacker", "6.6.1.2.3/defender-higher", options, args, continues=True, default=options[0].id
        )

    def lead_chosen(self, game: Game, choice: Choice) -> None:
        others = tuple(each for each in self.assault.attackers if each != choice.name)
        game.goto("fight", assault=replace(self.assault, attackers=(choice.name, *others)))

    def end(self, game: Game) -> None:
        game.finish()


# Words


def lines_of(game: Game, assault: Assault) -> list[Line]:
    """Hand-to-hand combat as it is shown: what each side adds to its roll."""
    ours, theirs = attacker_modifiers(game, assault), defender_modifiers(game, assault.target)
    return [
        *ours.lines,
        Line("attacker-modifier", f"{ours.total:+d}", "6.6.1.1.2b", {"unit": assault.primary}),
        *theirs.lines,
        Line("defender-modifier", f"{theirs.total:+d}", "6.6.1.1.2b", {"unit": assault.target}),
    ]


@rule("6.6.1.2.3")
def tell_round(game: Game, assault: Assault, rolls: tuple[int, int], *, won: bool) -> None:
    """Say what has come of a round, which leads on to the next one or to the end."""
    ours, theirs = attacker_modifiers(game, assault).total, defender_modifiers(game, assault.target).total
    attacker = side_of(game, assault.primary)
    game.say(
        Resolved(
            rule="6.6.1.2.3",
            what="hand-to-hand-round",
            result="attacker-higher" if won else "defender-higher",
            lines=(
                *lines_of(game, assault),
                Line("attacker-die", str(rolls[0]), "6.6.1.1.1b"),
                Line("attacker-total", str(rolls[0] + ours), "6.6.1.1.1b"),
                Line("defender-die", str(rolls[1]), "6.6.1.1.1b"),
                Line("defender-total", str(rolls[1] + theirs), "6.6.1.1.1b"),
            ),
            subject=assault.target,
            favours=attacker if won else enemy_of(attacker),
            leads_on=True,
        )
    )


@rule("6.6.1.2.3")
def tell_end(game: Game, assault: Assault, result: str, favours: str) -> None:
    """Say who has been wiped out."""
    game.say(Resolved(rule="6.6.1.2.3", what="hand-to-hand", result=result, subject=assault.target, favours=favours))


PROCEDURES: tuple[type[Procedure], ...] = (HandToHand,)
