"""Chapters 21.28 and 21.29: non-operational HQs recover, or are disbanded."""

from __future__ import annotations

from sandtable.games.efs import control, victory
from sandtable.games.efs.events.headquarters import Disbanded, Recovered
from sandtable.games.efs.state import SOVIET
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import Game, is_headquarters, printed, take_off
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, rule
from sandtable.kernel.dice import parse
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

ROLL = Option("do:recover", rule="21.28a")
DISBAND = Option("do:disband", rule="21.29", grave=True)
LEAVE = Option("do:leave-idle", rule="21.28a")


@rule("21.28a")
def waiting(game: Game) -> tuple[str, ...]:
    """The non-operational HQs on the map and in the Active box."""
    return tuple(
        hq
        for hq, unit in game.state.units.items()
        if is_headquarters(game, hq) and not unit.operational and (unit.at or unit.box == "active")
    )


@rule("21.28a", "21.28b")
def recovers_up_to(game: Game, hq: str) -> int:
    """The highest roll with which an HQ recovers: twice its recovery value, the value itself without supply or by a
    switch.
    """
    once = is_on(game.content, "recovery-up-to-the-value")
    factor = 1 if once else game.content.table("headquarters", HeadquartersFile).recovery_factor
    value = printed(game, hq).recovery
    return value if game.state.units[hq].supply == "out" else value * factor


class RecoverHeadquarters(Procedure, frozen=True):
    """The Soviet player rolls for his non-operational HQs one by one, or disbands them."""

    left: tuple[str, ...]

    @rule("21.28a", "21.29")
    def begin(self, game: Game) -> Decision | None:
        if not self.left:
            game.finish()
            return None
        hq = self.left[0]
        args: dict[str, str | int] = {"unit": hq, "most": recovers_up_to(game, hq)}
        return Decision(SOVIET, "recover", "21.28a", (ROLL, DISBAND, LEAVE), args, default=ROLL.id)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        hq = self.left[0]
        game.goto("begin", left=self.left[1:])
        if choice == Choice.of(ROLL.id):
            roll_for(game, hq)
        elif choice == Choice.of(DISBAND.id):
            disband(game, hq)


@rule("21.28a")
def roll_for(game: Game, hq: str) -> None:
    """Roll for an HQ: up to its number it turns its operational side up."""
    most, die = recovers_up_to(game, hq), game.content.table("headquarters", HeadquartersFile).die
    bands = (most + 1,) if most < parse(die)[1] else ()
    rule_id = "21.28b" if game.state.units[hq].supply == "out" else "21.28a"
    roll = game.roll(die, "recovery", "21.28a", bands, of=hq, lines=(Line("recovers-up-to", str(most), rule_id),))
    if roll <= most:
        change(game, hq, operational=True)
        game.say(Recovered(rule="21.28a", unit=hq))


@rule("21.29", "24.32")
def disband(game: Game, hq: str) -> None:
    """Take an HQ off into the Cadre box, for which the Axis scores."""
    game.say(Disbanded(rule="21.29", unit=hq))
    take_off(game, hq, "cadre", "21.29")
    control.settle(game)
    victory.score(game, game.content.table("headquarters", HeadquartersFile).disbanded, "disbanded", "24.32")


PROCEDURES = (RecoverHeadquarters,)
