"""Positions in which a side moves: who is picked, where they may go, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from games.efs.positions import TITLE, asked, position
from sandtable.games.efs.content import Edge, load
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.state import Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.units import Game


def moving(
    units: Mapping[str, str],
    *picks: str,
    phase: str = "axis/movement",
    scenario: str = "luga-line",
    weather: Weather | None = None,
    markers: Mapping[str, Mapping[str, object]] | None = None,
    supplies: Mapping[str, SupplyUnit] | None = None,
    hexsides: Mapping[Edge, str] | None = None,
    parts: Mapping[str, str] | None = None,
    sites: Mapping[str, str] | None = None,
    dice: tuple[int | str, ...] = (),
) -> Game:
    """A position in a phase of movement in which some options have been taken.

    Units may have markers; hexsides and hexes may be other ground than on the map; in `sites` sides build strongpoints.
    """
    side, _, name = phase.partition("/")
    begun = MovementPhase(side=side) if name == "movement" else MotorizedMovementPhase(side=side)
    game = position(units, begun, phase=phase, scenario=scenario, weather=weather, dice=dice, markers=markers)
    game.state.supplies.update(supplies or {})
    for label, owner in (sites or {}).items():
        game.state.strongpoints[label] = Strongpoint(owner, "under-construction", game.state.turn)
    if hexsides or parts:
        ground = load(TITLE, scenario, ())
        for (here, there), feature in (hexsides or {}).items():
            ground.hexsides[here, there] = ground.hexsides[there, here] = frozenset(feature.split())
        ground.parts.update({label: frozenset(part.split()) for label, part in (parts or {}).items()})
        game = Game(TITLE, ground, game.state, game.dice)
    game.advance()
    for pick in picks:
        game.choose(pick)
    return game


def reach(game: Game) -> dict[str, float | None]:
    """The hexes that are offered, with their cost."""
    return {option.id.removeprefix("hex:"): option.cost for option in asked(game).options if option.id[:4] == "hex:"}


def rules(game: Game) -> dict[str, str]:
    """The options that are offered, with their rules."""
    return {option.id: option.rule for option in asked(game).options}


def why(game: Game, option_id: str) -> str:
    """Why an option is not offered."""
    refusal = game.explain(option_id)
    assert refusal is not None, f"{option_id} is offered"
    return refusal.reason
