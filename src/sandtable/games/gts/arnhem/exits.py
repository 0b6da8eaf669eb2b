"""Leaving the map: at the goals of a scenario, and by the entry through which some units may go and come back."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.content import Content
from sandtable.games.gts.events.moving import LeftMap
from sandtable.games.gts.units import Game, formation_of, side_of
from sandtable.kernel import Refusal, of_content, rule

SOUTH = "graebner-south"


@rule("13.2/7")
def may_leave(game: Game, unit_id: str) -> bool:
    """Whether a unit stands where it may leave the map now."""
    unit = game.state.units[unit_id]
    if unit.entry or unit.at not in exit_hexes(game.content):
        return False
    return _at_goal(game, unit_id) or goes_south(game, unit_id)


@of_content
def exit_hexes(content: Content) -> frozenset[str]:
    """The hexes through which some units may leave the map at some time."""
    goals = [content.region(award.region) for award in content.scenario.victory if award.kind == "exit"]
    return frozenset(content.entry_hex.values()).union(*goals)


def _at_goal(game: Game, unit_id: str) -> bool:
    """Whether a unit's leaving the map here scores in this turn."""
    turn, at = game.state.turn, game.state.units[unit_id].at
    for award in game.content.scenario.victory:
        first, last = award.turns or (turn, turn)
        if award.kind != "exit" or award.side != side_of(game, unit_id) or not first <= turn <= last:
            continue
        if (not award.units or unit_id in award.units) and at in game.content.region(award.region):
            return True
    return False


def goes_south(game: Game, unit_id: str) -> bool:
    """Whether a unit may leave by an entry, to come back later."""
    row = special(game, SOUTH)
    if row is None or formation_of(game, unit_id) != row.formation:
        return False
    at_entry = game.state.units[unit_id].at == game.content.entry_hex.get(row.entry)
    return at_entry and game.content.track[game.state.turn].date == row.leaves_on


def leave(game: Game, unit_id: str) -> None:
    """Take a unit off the map at its goal; one that may come back is kept as it is."""
    state = game.state
    if goes_south(game, unit_id):
        state.away[unit_id] = state.units[unit_id]
    unit = state.units.pop(unit_id)
    state.exited[unit_id] = state.turn
    state.acted.pop(unit_id, None)
    game.say(LeftMap(rule="13.2/7", unit=unit_id, at=unit.at))


def why_not(game: Game, unit_id: str) -> Refusal:
    return Refusal("refused.no-exit", "13.2/7", {"unit": unit_id})
