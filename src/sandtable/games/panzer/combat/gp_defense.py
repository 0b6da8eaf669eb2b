"""Chapter 6.5.4.2: the GP Defense Factors of vehicles, men, guns, passengers and terrain."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.combat.passengers import is_under_cover
from sandtable.games.panzer.spotting.cover import Covered, cover_against_gp
from sandtable.games.panzer.spotting.hiders import hider
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.tables.fire import GpDefenseFile, VehicleType
from sandtable.games.panzer.units import Game, card_of, command_chart
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on


class Defense(NamedTuple):
    """A GP Defense Factor: the number, the type of target, and what the number is made of."""

    value: int
    type: VehicleType
    parts: Sum


def gp_cover(game: Game, unit_id: str) -> Covered:
    """The cover of a unit against GP fire."""
    return cover_against_gp(game.content, changes(game), hider(game, unit_id))


@rule("6.5.4.2", "6.5.4.2.1", "6.5.4.2.2", "6.5.4.2.3")
def gp_defense(game: Game, unit_id: str) -> Defense:
    """The GP Defense Factor of a unit: that of a vehicle is fixed, that of passengers depends on what carries them."""
    card = card_of(game, unit_id)
    if isinstance(card, Vehicle):
        fixed = Sum()
        fixed.figure("gp-defense", card.gp_defense, "6.5.4.2.1")
        return Defense(card.gp_defense, card.type, fixed)
    if game.state.units[unit_id].carrier:
        return _of_passenger(game, unit_id)
    return _of_men(game, unit_id, card, moves=is_moving(game, unit_id))


@rule("4.2.1", "6.5.4.2.2")
def gp_defense_as_known(game: Game, unit_id: str) -> Defense:
    """The GP Defense Factor of a unit as far as everybody can tell: whose command lies face down may stand still."""
    card = card_of(game, unit_id)
    if isinstance(card, Vehicle) or game.state.units[unit_id].carrier or moves_openly(game, unit_id):
        return gp_defense(game, unit_id)
    return _of_men(game, unit_id, card, moves=False)


@rule("4.2.1")
def moves_openly(game: Game, unit_id: str) -> bool:
    """Whether men or guns move, and everybody knows."""
    command = game.state.commands.get(unit_id)
    return command is not None and (command.shown or command.known) and is_moving(game, unit_id)


@rule("6.5.4.2.3")
def _of_passenger(game: Game, unit_id: str) -> Defense:
    """That of men and guns in a vehicle, wherever it is and however it moves."""
    table, found = game.content.table("gp-defense", GpDefenseFile), Sum()
    if is_under_cover(game, unit_id):
        found.figure("gp-defense-under-cover", table.under_cover, "6.5.4.2.3")
    else:
        found.figure("gp-defense-in-the-open", table.in_the_open, "6.5.4.2.3")
    return Defense(found.total, "S", found)


@rule("6.5.4.2.2", "6.5.4.2.2/cover-note")
def _of_men(game: Game, unit_id: str, card: Leg | Towed, *, moves: bool) -> Defense:
    """That of men and guns by the cover of their hex, better in Full Cover and worse on the move."""
    cards, table = game.content.cards, game.content.table("gp-defense", GpDefenseFile)
    row = cards.leg_defense if isinstance(card, Leg) else cards.towed_defense[card.size]
    covered, found = gp_cover(game, unit_id), Sum()
    if covered.by:
        found.figure("gp-defense-cover", row.at(covered.cover), covered.rule, cover=covered.cover, by=covered.by)
    else:
        found.figure("gp-defense-crowded", row.at(covered.cover), covered.rule)
    if game.state.units[unit_id].full_cover:
        generous = isinstance(card, Towed) and is_on(game.content, "towed-full-cover-plus-2")
        found.add("full-cover", (cards.leg_defense if generous else row).full_cover, "6.5.4.2.2")
    if moves:
        found.add("men-moving", table.moving, "6.5.4.2.2")
    return Defense(min(max(found.total, table.least), table.most), "S", found)


@rule("6.5.4.2.2", "6.6.4.3", "6.5.2.2.1/still-moving")
def is_moving(game: Game, unit_id: str) -> bool:
    """Whether men or guns have a command that moves them, even if they cannot any more; to crawl is not to move."""
    command = game.state.commands.get(unit_id)
    row = None if command is None else command_chart(game.content).get(command.order)
    return row is not None and row.moves and not game.state.units[unit_id].crawled
