"""Chapter 21.2/with-units: leaders who go along with the units that they are stacked with."""

from __future__ import annotations

from sandtable.games.gts.events.moving import LeaderWent
from sandtable.games.gts.state import Leader
from sandtable.games.gts.units import Game, formation_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in


@rule("13.3/leader-stays", "21.2/with-units")
def are_paid_for(game: Game) -> bool:
    """Whether the action is paid for with command points, so that leaders stay with their units."""
    now = game.state.active
    return now is not None and (now.second or now.kind == "direct")


@rule("21.2/with-units")
def beside(game: Game, units: tuple[str, ...]) -> list[str]:
    """The leaders in the hex of some units who lead a formation of theirs."""
    at = game.state.units[units[0]].at
    formations = {formation_of(game, unit_id) for unit_id in units}
    counters = game.content.leaders
    return [
        name
        for name, leader in game.state.leaders.items()
        if leader.at == at and not leader.entry and counters[name].formation in formations
    ]


@rule("21.2/with-units")
def met(game: Game, units: tuple[str, ...], going: tuple[str, ...]) -> tuple[str, ...]:
    """The leaders whom units meet on the way in an action paid for: not stacked with them before, they stay."""
    return tuple(name for name in beside(game, units) if name not in going) if are_paid_for(game) else ()


@rule("21.2/with-units", "29.31")
def may_remain(game: Game, name: str, units: tuple[str, ...]) -> bool:
    """Whether only part of a stack moves and others of a leader's formation stay, so that his owner chooses."""
    formation, there = game.content.leaders[name].formation, units_in(game, game.state.units[units[0]].at)
    return any(unit_id not in units and formation_of(game, unit_id) == formation for unit_id in there)


@rule("8.0")
def waiting(game: Game, unit_id: str) -> list[str]:
    """The leaders who wait in the same entry hex as a unit of their formation; they come in with it."""
    entry, formation = game.state.units[unit_id].entry, formation_of(game, unit_id)
    return [
        name
        for name, leader in game.state.leaders.items()
        if entry and leader.entry == entry and game.content.leaders[name].formation == formation
    ]


def bring(game: Game, names: tuple[str, ...], label: str) -> None:
    """Put leaders into a hex."""
    for name in names:
        game.state.leaders[name] = Leader(at=label)


def tell(game: Game, names: tuple[str, ...], label: str) -> None:
    """Say where leaders have gone."""
    for name in names:
        game.say(LeaderWent(rule="21.2/with-units", leader=name, at=label))
