"""Chapter 6.1 to 6.7: the Air Superiority Determination Phase."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.air import interdiction, strikes
from sandtable.games.gsfg.air.interdiction import AircraftFile
from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.events.air import AircraftRolled
from sandtable.games.gsfg.optional import wild_weasels
from sandtable.games.gsfg.state import NATO
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Began, Line, Procedure, Resolved, rule
from sandtable.mechanics.content import Table
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on


class AirSuperiorityFile(Table, frozen=True):
    """The Air Superiority Table (12.1)."""

    die: str
    rows: dict[int, str]
    deep_strike: int
    automatic: dict[int, str]


class AirPhase(Procedure, frozen=True):
    """Air superiority and what it brings: heavy bombers, aircraft, deep strike, ground attack, interdiction."""

    @rule("5.2", "5.3", "6.1")
    def begin(self, game: Game) -> None:
        """Settle who has air superiority; in the first turn there is nothing to roll for."""
        state = game.state
        game.say(Began(rule="5.2", what="air-phase", turn=state.turn))
        file = game.content.table("air-superiority", AirSuperiorityFile)
        side = file.automatic.get(state.turn)
        if side is None:
            side = roll_for_superiority(game, file)
        else:
            line = Line("air-automatic", "", "5.3")
            game.say(Resolved(rule="5.3", what="air-superiority", result=f"air-{side}", lines=(line,), favours=side))
        state.air = replace(state.air, side=side)
        game.goto("aircraft")
        game.push(strikes.HeavyBombers(side=side))

    @rule("5.3", "5.10", "6.3")
    def aircraft(self, game: Game) -> None:
        """Roll for the number of aircraft, which also sets how the phase goes on.

        The ruling on 5.3: in the turn in which air superiority is automatic the phase is not carried out but for the
        heavy bombers, so that there are no aircraft; on another reading only the roll for superiority is left out.
        """
        state = game.state
        automatic = game.content.table("air-superiority", AirSuperiorityFile).automatic
        if state.turn in automatic and not is_on(game.content, "aircraft-in-first-turn"):
            game.finish()
            return
        file = game.content.table("aircraft", AircraftFile)
        number = file.rows[game.roll(file.die, "aircraft", "6.3")]
        game.say(AircraftRolled(rule="6.3", side=state.air.side, aircraft=number))
        state.air = replace(state.air, aircraft=number)
        game.goto("missions")

    @rule("5.2", "6.4", "6.6", "6.7")
    def missions(self, game: Game) -> None:
        """Deep strike for NATO only, then ground attack, and interdiction as the last step."""
        side = game.state.air.side
        game.become(interdiction.Interdiction(side=side))
        game.push(strikes.GroundAttacks(side=side))
        if side == NATO:
            game.push(wild_weasels.Exchange())
            game.push(strikes.DeepStrike())


@rule("6.1", "6.5/2", "12.1")
def roll_for_superiority(game: Game, file: AirSuperiorityFile) -> str:
    """The Soviet player's roll, with the modifier of the turn and that of the last turn's deep strike."""
    state, modifiers = game.state, Sum()
    if of_turn := game.content.track[state.turn].air:
        modifiers.add("air-turn", of_turn, "12.1", turn=state.turn)
    if state.air.last_penalty:
        modifiers.add("air-deep-strike", state.air.last_penalty * file.deep_strike, "6.5/2")
    sides = chart(game.content, "air-superiority", AirSuperiorityFile)
    die = game.roll(file.die, "air-superiority", "6.1", bands=sides.bands(modifiers.total))
    total = die + modifiers.total
    side = sides.entry(total)
    lines = (*modifiers.lines, Line("air-die", str(die), "6.1"), Line("air-total", str(total), "12.1"))
    game.say(Resolved(rule="12.1", what="air-superiority", result=f"air-{side}", lines=lines, favours=side))
    return side


PROCEDURES = (AirPhase, *strikes.PROCEDURES, *interdiction.PROCEDURES, *wild_weasels.PROCEDURES)
