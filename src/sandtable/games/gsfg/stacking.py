"""Chapter 7: stacking, in force at every moment."""

from __future__ import annotations

from sandtable.games.gsfg.state import NATO
from sandtable.games.gsfg.units import LAST_TURN_OF_8GA, Game, counter, units_in
from sandtable.kernel import Refusal, rule


@rule("7.3")
def size(game: Game, unit_id: str) -> int:
    """A unit's stacking value in half divisions: a division is two, a brigade or regiment one, a territorial none."""
    return game.content.stack_size[unit_id]


@rule("7.1", "7.2", "7.3", "7.5", "5.4/2")
def stacking_fault(game: Game, unit_ids: list[str], label: str) -> Refusal | None:
    """Why units may not be in a hex together with those that are there, or None."""
    joined = [*(other for other in units_in(game, label) if other not in unit_ids), *unit_ids]
    return fault_of(game, joined, label)


def fault_of(game: Game, joined: list[str], label: str) -> Refusal | None:
    """What is wrong with a stack of one side."""
    content = game.content
    if sum(content.stack_size[unit_id] for unit_id in joined) > content.stack_limit:
        return Refusal("refused.over-stacked", "7.1", {"hex": label})
    if len(joined) < 2 or counter(game, joined[0]).side == NATO:
        return None
    kinds = [counter(game, unit_id) for unit_id in joined]
    if sum(kind.type == "artillery" for kind in kinds) > 1:
        return Refusal("refused.two-artillery", "7.1", {"hex": label})
    if sum(kind.nat == "gdr" for kind in kinds) > 1:
        return Refusal("refused.two-east-germans", "7.5", {"hex": label})
    if game.state.turn <= LAST_TURN_OF_8GA and len({kind.nat == "su_8ga" for kind in kinds}) > 1:
        return Refusal("refused.8ga-apart", "5.4/2", {"hex": label})
    return None


@rule("7.2")
def excess(game: Game, label: str) -> bool:
    """Whether a hex holds more than it may."""
    return sum(game.content.stack_size[unit_id] for unit_id in units_in(game, label)) > game.content.stack_limit
