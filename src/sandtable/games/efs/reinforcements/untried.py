"""Chapters 8.4, 15.43 and 21.6: untried units are revealed."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs import control
from sandtable.games.efs.events import Revealed
from sandtable.games.efs.units import REMOVE, Game, is_untried, printed, take_off
from sandtable.kernel import rule
from sandtable.mechanics.roster import change


@rule("3.34", "8.41", "8.42a", "15.43a", "21.61", "21.63", "21.71")
def reveal(game: Game, unit_ids: Iterable[str], rule_id: str) -> list[str]:
    """Turn untried units over and give back those that stay; the others are taken off the map at once.

    Which side a unit has is drawn when it is turned: since nobody may look before, that is as good as at the set-up.
    """
    stay = []
    for unit_id in unit_ids:
        if is_untried(game, unit_id):
            found = _draw(game, unit_id, rule_id)
            game.say(Revealed(rule=rule_id, unit=unit_id, found=found))
            if found == REMOVE:
                take_off(game, unit_id, "cannot-rebuild", rule_id)
                continue
            change(game, unit_id, tried=found)
        stay.append(unit_id)
    control.settle(game)
    return stay


def _draw(game: Game, unit_id: str, rule_id: str) -> str:
    kind = printed(game, unit_id).untried
    pool = list(game.state.pools[kind])
    found = game.draw(pool, "untried", rule_id)
    pool.remove(found)
    game.state.pools[kind] = tuple(pool)
    return found
