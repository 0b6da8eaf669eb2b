"""Chapter 18: which fortifications stand where, and whom they are in the way of."""

from __future__ import annotations

from sandtable.games.efs.content import Edge
from sandtable.games.efs.state import AXIS, SOVIET, Strongpoint
from sandtable.games.efs.units import Game
from sandtable.kernel import rule


def line_id(edge: Edge) -> str:
    """The id of the fortified line that a step crosses, as it is noted when destroyed: its hex, and what it faces."""
    return f"{edge[1]}>{edge[0]}"


@rule("18.2", "18.21", "18.24")
def line_crossed(game: Game, edge: Edge) -> bool:
    """Whether a step crosses an active fortified line: into its hex, from the side that it faces."""
    return edge[0] in game.content.faces[edge[1]] and line_id(edge) not in game.state.ruined


@rule("18.21")
def has_line(game: Game, label: str) -> bool:
    """Whether a hex has an active fortified line, whichever way it faces."""
    return any(line_crossed(game, (faced, label)) for faced in game.content.faces[label])


@rule("18.3", "18.35")
def is_belt(game: Game, label: str) -> bool:
    """Whether a hex is an active fortified belt."""
    return label in game.content.belts and label not in game.state.ruined


@rule("18.5", "18.55")
def is_citadel(game: Game, label: str) -> bool:
    """Whether a hex is an active citadel."""
    return label in game.content.citadels and label not in game.state.ruined


@rule("18.4")
def strongpoint_of(game: Game, label: str, side: str) -> Strongpoint | None:
    """The strongpoint of a side in a hex, completed or not."""
    found = game.state.strongpoints.get(label)
    return found if found is not None and found.side == side else None


@rule("18.0", "18.34", "18.53")
def is_active_in(game: Game, label: str, side: str) -> bool:
    """Whether a side has an active fortification in a hex: lines, belts and citadels serve the Soviets only."""
    strongpoint = strongpoint_of(game, label, side)
    if strongpoint is not None and strongpoint.status == "completed":
        return True
    return side == SOVIET and (is_belt(game, label) or is_citadel(game, label) or has_line(game, label))


@rule("18.12", "18.21", "18.46")
def costs_more(game: Game, edge: Edge, side: str) -> bool:
    """Whether a step costs a side more for an enemy fortification: of the hex, or a line that is crossed; once only."""
    strongpoint = game.state.strongpoints.get(edge[1])
    if strongpoint is not None and strongpoint.side != side and strongpoint.status == "completed":
        return True
    return side == AXIS and (is_belt(game, edge[1]) or is_citadel(game, edge[1]) or line_crossed(game, edge))


@rule("6.13", "18.11", "18.46")
def bars_supply(game: Game, edge: Edge, side: str) -> bool:
    """Whether an enemy fortification keeps a side's supply and trains out: one under construction does too."""
    strongpoint = game.state.strongpoints.get(edge[1])
    if strongpoint is not None and strongpoint.side != side:
        return True
    return side == AXIS and (is_belt(game, edge[1]) or is_citadel(game, edge[1]) or line_crossed(game, edge))
