"""Chapter 21.8: garrisons, and how they are released."""

from __future__ import annotations

from sandtable.games.efs.events.garrisons import GarrisonReleased
from sandtable.games.efs.state import SIDES, enemy_of
from sandtable.games.efs.units import Game, side_of
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import change, units_in, units_of


@rule("21.81")
def garrison_hexes(game: Game, side: str) -> list[str]:
    """The hexes in which a side has garrison units."""
    return sorted({unit.at for unit in units_of(game, side).values() if unit.garrison})


@rule("21.82", "21.83")
def release(game: Game, label: str) -> None:
    """Release all garrison units of a hex, which may do from now on what others do."""
    there = tuple(unit_id for unit_id in units_in(game, label) if game.state.units[unit_id].garrison)
    for unit_id in there:
        change(game, unit_id, garrison=False)
    game.say(GarrisonReleased(rule="21.83", at=label, units=there))


@rule("21.83")
def release_by_date(game: Game, side: str) -> None:
    """Garrisons are released whose date on the card has come."""
    card, turn = game.content.card.units, game.state.turn
    for label in garrison_hexes(game, side):
        dates = [card[unit_id].release for unit_id in units_in(game, label) if side_of(game, unit_id) == side]
        if any(date and date <= turn for date in dates):
            release(game, label)


@rule("21.83")
def release_threatened(game: Game) -> None:
    """At the end of a phase garrisons are released that are attacked, or into whose hex an enemy zone extends."""
    attacked = {label for attack in game.state.attacks.values() for label in attack.hexes}
    for side in SIDES:
        for label in garrison_hexes(game, side):
            if label in attacked or label in zone_of(game, enemy_of(side)):
                release(game, label)
