"""Chapter 4: victory."""

from __future__ import annotations

from sandtable.games.gsfg.events.reinforcements import Judged
from sandtable.games.gsfg.files import Condition
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.supply import OVERLAND, soviet_supply, supply_state
from sandtable.games.gsfg.units import Game, controller
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in


@rule("4.1", "4.3", "5.9")
def judge(game: Game) -> None:
    """The verdict after the last turn: any one condition is enough for the Soviets, and there are no draws."""
    found = progress(game)
    for condition, held, needed in found:
        game.say(Judged(rule=condition.rule, condition=condition.level, count=held, needed=needed, met=held >= needed))
    met = [condition for condition, held, needed in found if held >= needed]
    if met:
        game.end(SOVIET, met[0].level, met[0].rule)
    else:
        game.end(NATO, "held", "4.1")


@rule("4.3")
def progress(game: Game) -> list[tuple[Condition, int, int]]:
    """Each Soviet victory condition with the hexes that count for it now and those that it takes."""
    return [(condition, count(game, condition), condition.count) for condition in game.content.scenario.victory]


@rule("4.4", "4.5", "4.6")
def count(game: Game, condition: Condition) -> int:
    """How many hexes count for a condition: all that the Soviets control, or their largest bridgehead."""
    held = {label for label in game.content.region(condition.region) if controller(game, label) == SOVIET}
    if condition.bridgehead:
        return largest_group(game, {label for label in held if is_supplied(game, label)})
    return len(held)


@rule("4.6")
def is_supplied(game: Game, label: str) -> bool:
    """Whether Soviet overland supply reaches a hex, held by a unit or not."""
    if soviet_supply(game)[game.content.board.index[label]]:
        return True
    return any(supply_state(game, unit_id) == OVERLAND for unit_id in units_in(game, label))


@rule("4.6")
def largest_group(game: Game, hexes: set[str]) -> int:
    """The size of the largest connected group of hexes; they need not all touch one another."""
    left, largest = set(hexes), 0
    while left:
        group, edge = 0, [left.pop()]
        while edge:
            group += 1
            near = left.intersection(game.content.adjacent[edge.pop()])
            left -= near
            edge += near
        largest = max(largest, group)
    return largest
