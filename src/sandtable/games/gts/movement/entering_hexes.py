"""What happens to units, leaders and ferries at each hex of a move, and what is said of it."""

from __future__ import annotations

from sandtable.games.gts.engineers import works
from sandtable.games.gts.events.moving import Moved, Stopped
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.costs import may_enter
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.movement.reach import origin
from sandtable.games.gts.movement.terrain_chart import HALF
from sandtable.games.gts.sequence import leaders_with_units
from sandtable.games.gts.units import Game, occupy, side_of
from sandtable.kernel import rule


@rule("14.1", "14.7/restrictions", "18.1", "18.7/5E")
def may_fight_into(game: Game, unit_id: str, here: str, there: str) -> bool:
    """Whether a unit may come into the next hex by an assault or a retreat: where ground and hexside allow it, away
    from where the enemy enters the map, and not by ferry, which takes a movement action."""
    too_near = forbidden_ground(game.content)[side_of(game, unit_id)][game.content.board.index[there]]
    if too_near or bridges_and_ferries.ferry_between(game, here, there):
        return False
    return may_enter(game, unit_id, here, there)


@rule("8.0", "14.1", "21.2/with-units", "22.2.5")
def enter(game: Game, units: tuple[str, ...], here: str, label: str, going: tuple[str, ...]) -> tuple[str, ...]:
    """Units enter the next hex: they leave works behind and take leaders along, who are returned."""
    if game.state.units[units[0]].entry:
        going = (*going, *leaders_with_units.waiting(game, units[0]))
    landings = bridges_and_ferries.landing_hexes(game.content)
    if here in landings:
        bridges_and_ferries.count_ferry(game, here, label)
    for unit_id in units:
        if game.state.units[unit_id].works:
            works.leave_works(game, unit_id)
        occupy(game, unit_id, label)
    if going:
        leaders_with_units.bring(game, going, label)
    if label in landings:
        bridges_and_ferries.note_ferries(game)
    return going


def say_walked(game: Game, units: tuple[str, ...], walked: tuple[str, ...], spent: int, going: tuple[str, ...]) -> None:
    """Say how far units have come for half points, and the leaders with them."""
    if walked:
        game.say(Moved(rule="14.3", units=units, path=walked, points=spent / HALF))
        leaders_with_units.tell(game, going, walked[-1])


def say_stopped(game: Game, units: tuple[str, ...], through: tuple[str, ...], by: str) -> None:
    """Say which of some units do not get through."""
    for unit_id in units:
        if unit_id not in through and unit_id in game.state.units:
            game.say(Stopped(rule=by, unit=unit_id, at=origin(game, unit_id)))
