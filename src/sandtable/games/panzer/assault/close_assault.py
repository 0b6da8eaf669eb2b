"""Chapters 6.6.1.1.1 and 6.6.1.1.3: a close assault, which is GP fire with factors and modifiers of its own."""

from __future__ import annotations

from sandtable.games.panzer.assault.attacks import Assault, close_assault_table, has_flamethrower, size_of
from sandtable.games.panzer.assault.footwork import AdvanceAfterCombat
from sandtable.games.panzer.assault.modifiers import close_assault_modifiers
from sandtable.games.panzer.combat.bail_out import push_bail_out
from sandtable.games.panzer.combat.gp_defense import gp_defense
from sandtable.games.panzer.combat.gp_fire import bail_out_after
from sandtable.games.panzer.combat.gp_results import (
    DIE,
    Outcome,
    after_earlier_results,
    brews_up,
    by_last_digit,
    combat_table,
    inflict,
)
from sandtable.games.panzer.combat.losses import comes_under_fire
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.fire import GpEffectsFile
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Line, Procedure, Resolved, rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on


@rule("6.6.1.1.1")
def factor_of(game: Game, assault: Assault) -> int:
    """The GP Factor of a close assault, by the size of the primary attacker alone."""
    return close_assault_table(game.content).factors[size_of(game, assault.primary)]


@rule("6.6.1.1.1")
def defense_of(game: Game, target: str) -> int:
    """The GP Defense of a vehicle at such close quarters, which is never more than that of the table."""
    return min(gp_defense(game, target).value, close_assault_table(game.content).most_defense)


class CloseAssault(Procedure, frozen=True):
    """Men of one hex assault a vehicle: the roll, what comes of it, who gets out, who advances."""

    assault: Assault
    destroyed: str = ""
    """The hex of the target, once it is destroyed."""

    @rule("6.6.1.1.1", "6.6.1.1.3", "6.6.1.1.3/suppressed", "6.6.1.1.3/effective")
    def begin(self, game: Game) -> None:
        assault, target = self.assault, self.assault.target
        comes_under_fire(game, target)
        unit = game.state.units[target]
        modifiers = close_assault_modifiers(game, assault)
        effects = results_of(game, assault, modifiers.total)
        roll = game.roll(DIE, "close-assault", "6.6.1.1.1", bands=effects)
        outcome = effects[roll - 1]
        if outcome == "destroyed":
            outcome = self._burns(game)
        tell(game, assault, modifiers, roll, outcome)
        inflict(game, target, outcome, "6.6.1.1.3/effective" if outcome != "suppressed" else "6.6.1.1.3/suppressed")
        game.goto("advance", destroyed="" if target in game.state.units else unit.at)
        push_bail_out(game, bail_out_after(target, outcome, ()))

    @rule("6.6.1.1.3/effective", "5.1.3.5")
    def _burns(self, game: Game) -> Outcome:
        """A flamethrower always sets the vehicle on fire; others do with a die up to half their factor."""
        if any(has_flamethrower(game, unit_id) for unit_id in self.assault.attackers):
            return "brewed-up"
        return brews_up(game, factor_of(game, self.assault) // 2)

    @rule("6.6.1.1.3/effective")
    def advance(self, game: Game) -> None:
        """Into the hex of a vehicle that is destroyed some or all of the attackers may advance."""
        game.goto("end")
        if self.destroyed:
            game.push(AdvanceAfterCombat(units=self.assault.attackers, at=self.destroyed))

    def end(self, game: Game) -> None:
        game.finish()


@rule("6.6.1.1.1", "6.6.1.1.3/suppressed", "6.6.1.1.3/effective", "4.4.3.2.6/damaged")
def results_of(game: Game, assault: Assault, net: int) -> list[Outcome]:
    """What each roll from 1 on does, whatever the type of the vehicle and however it stands: a final roll that ends in
    5 damages, one that ends in 0 hits the tracks. A second damage knocks out, a second track hit does nothing more.
    """
    content, unit = game.content, game.state.units[assault.target]
    table, effects = combat_table(content), content.table("gp-effects", GpEffectsFile)
    factor, defense = factor_of(game, assault), defense_of(game, assault.target)
    again = after_earlier_results(unit)
    if unit.hull_down and is_on(content, "hull-down-saves-tracks"):
        again["track-hit"] = "no-effect"
    found: list[Outcome] = []
    for final in range(1 + net, 101 + net):
        result = table.result(factor, defense, final)
        outcome: Outcome = by_last_digit(effects, final) if result == "effective" else result
        found.append(again.get(outcome, outcome))
    return found


# Words


def lines_of(game: Game, assault: Assault, modifiers: Sum) -> list[Line]:
    """A close assault as it is shown: factor, defense, the two numbers of the table, and the modifiers."""
    factor, defense = factor_of(game, assault), defense_of(game, assault.target)
    row = combat_table(game.content).rows[defense]
    return [
        Line("close-assault-factor", str(factor), "6.6.1.1.1", {"unit": assault.primary}),
        Line("close-assault-defense", str(defense), "6.6.1.1.1"),
        Line("no-effect-to", str(row.no_effect[factor - 1]), "6.6.1.1.1"),
        Line("suppressed-to", str(row.suppressed[factor - 1]), "6.6.1.1.1"),
        *modifiers.lines,
        Line("net-modifier", f"{modifiers.total:+d}", "6.6.1.1.2"),
    ]


def tell(game: Game, assault: Assault, modifiers: Sum, roll: int, outcome: Outcome) -> None:
    """Say what has come of a close assault."""
    side = side_of(game, assault.target)
    game.say(
        Resolved(
            rule="6.6.1.1.3",
            what="close-assault",
            result=outcome,
            lines=(
                *lines_of(game, assault, modifiers),
                Line("die", str(roll), "6.6.1.1.1"),
                Line("final-roll", str(roll + modifiers.total), "6.6.1.1.1"),
            ),
            subject=assault.target,
            favours=side if outcome in ("no-effect", "track-hit-again") else enemy_of(side),
        )
    )


PROCEDURES: tuple[type[Procedure], ...] = (CloseAssault,)
