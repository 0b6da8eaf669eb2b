"""Chapter 9: points and victory."""

from __future__ import annotations

from sandtable.games.primer.events import Scored
from sandtable.games.primer.state import OFF_MAP, SIDES
from sandtable.games.primer.units import Game
from sandtable.kernel import rule


@rule("9.1")
def score(game: Game) -> None:
    """At the end of each turn a side scores the points of the objectives that it controls."""
    state = game.state
    for side in SIDES:
        held = sum(
            points for label, points in game.content.scenario.objectives.items() if state.control.get(label) == side
        )
        if held:
            state.points[side] = state.points.get(side, 0) + held
            game.say(Scored(rule="9.1", side=side, points=held, total=state.points[side]))


@rule("9.3")
def judge(game: Game) -> None:
    """After the last turn the side with more points wins, decisively if by ten or more."""
    points, decisive = game.state.points, game.content.figures.decisive
    lead = points.get("blue", 0) - points.get("red", 0)
    if lead == 0:
        game.end(None, "draw", "9.3")
        return
    game.end("blue" if lead > 0 else "red", "decisive" if abs(lead) >= decisive else "marginal", "9.3")


@rule("9.4")
def sudden_end(game: Game) -> bool:
    """After a player turn a side that has no counter left, on the map or to come, has lost; if neither has, points
    decide."""
    units, arrivals = game.state.units, game.state.arrivals
    left = {unit.side for unit_id, unit in units.items() if unit.at != OFF_MAP or unit_id in arrivals}
    if len(left) == len(SIDES):
        return False
    if left:
        game.end(left.pop(), "decisive", "9.4")
    else:
        judge(game)
    return True
