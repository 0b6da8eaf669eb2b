"""Positions in which only a part of the air war is run, until it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.gsfg.positions import choose, quiet
from sandtable.games.gsfg.state import NATO, Air
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Decision, Option, Procedure, Resolved
from sandtable.kernel.dice import ScriptedDice


class Over(Procedure, frozen=True):
    """What is asked when everything else has been run."""

    def begin(self, game: Game) -> Decision:
        return Decision(NATO, "over", "5.1", (Option("do:over"),))


def run(
    units: Mapping[str, str],
    *procedures: Procedure,
    air: Air | None = None,
    dice: Sequence[int | str] = (),
    picks: Sequence[str] = (),
    turn: int = 5,
    active: str = NATO,
    captured: Mapping[str, str] | None = None,
    switches: tuple[str, ...] = (),
    waiting: Sequence[str] = (),
) -> Game:
    """Put units on the map, run procedures (the last one first) and make the picks."""
    game = quiet(units, turn=turn, active=active, captured=captured, switches=switches, waiting=waiting)
    game.state.air = air or Air(side=NATO)
    game.state.stack += [Over(), *procedures]
    game.dice = ScriptedDice(dice)
    game.advance()
    choose(game, *picks)
    return game


def is_over(game: Game) -> bool:
    return game.decisions[0].prompt == "over"


def asked(game: Game) -> str:
    """What is asked now."""
    return game.decisions[0].prompt


def refused(game: Game, option_id: str) -> tuple[str, str]:
    """Why an option is not offered, and by which rule."""
    refusal = game.explain(option_id)
    assert refusal is not None
    return refusal.reason, refusal.rule


def resolved(game: Game, what: str) -> Resolved:
    """The last resolution of a kind."""
    return [event for event in game.events if isinstance(event, Resolved) and event.what == what][-1]


def sums(event: Resolved) -> dict[str, str]:
    """The lines of a resolution."""
    return {line.label: line.value for line in event.lines}
