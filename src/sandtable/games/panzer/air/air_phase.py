"""Chapters 6.4 and 6.7: the two Air Phases, in which the side that has aircraft flies them one after another."""

from __future__ import annotations

from sandtable.games.panzer.air import anti_aircraft_fire, appearance, attacks, flight, loads
from sandtable.games.panzer.air.aircraft import air_side
from sandtable.games.panzer.air.appearance import Appear, able_to_appear, why_not_appear
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule

DONE = Option("do:done", rule="6.7")


class AirPhase(Phase, frozen=True):
    """The side with local air superiority, and it alone, may send its aircraft, each once in a turn."""

    @rule("6.4", "6.7", "6.7.2", "6.7.2.1")
    def begin(self, game: Game) -> Decision | None:
        """Pick the next aircraft; the phase ends when none is left, or the side wants no more."""
        able = able_to_appear(game)
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{aircraft_id}", rule="6.7.2.1") for aircraft_id in able)
        return Decision(air_side(game.content), "air-phase", "6.7", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.aircraft:
            return None
        return why_not_appear(game, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        else:
            game.push(Appear(aircraft=choice.name))


PROCEDURES: tuple[type[Procedure], ...] = (
    AirPhase, *appearance.PROCEDURES, *flight.PROCEDURES, *attacks.PROCEDURES, *anti_aircraft_fire.PROCEDURES,
    *loads.PROCEDURES,
)  # fmt: skip
