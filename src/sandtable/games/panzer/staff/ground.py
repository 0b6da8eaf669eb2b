"""What places are worth to units of a kind: the danger there, and the shots that one would have from there."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.combat.hit_angle import aspects
from sandtable.games.panzer.spotting.line_of_sight import Marks, lines
from sandtable.games.panzer.spotting.spotting_phase import changes, range_to_spot
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.state import Unit, enemy_of
from sandtable.games.panzer.units import Game, is_overstacked
from sandtable.kernel import derived
from sandtable.mechanics.roster import units_of

SEEN_FROM = 14
"""From how many hexes away a unit that has moved has to reckon with being seen."""
CROWDED = 0.4
"""How much more dangerous a crowded hex is."""
MINED = 0.3
"""The share of its worth that a unit may lose to mines."""


class Lookout(NamedTuple):
    """An enemy, what he sees, and from how far he can be seen himself."""

    id: str
    unit: Unit
    field: Marks
    seen_from: int


@derived("units", "wrecks", "works", "smoke", "missions")
def lookouts(game: Game, side: str) -> tuple[Lookout, ...]:
    """The enemies of a side on the map."""
    known = lines(game.content, changes(game))
    return tuple(
        Lookout(unit_id, unit, known.field(unit.at), range_to_spot(game, unit_id).hexes)
        for unit_id, unit in units_of(game, enemy_of(side)).items()
        if not unit.carrier
    )


@derived("mines")
def known_mines(game: Game, side: str) -> frozenset[str]:
    """Where a side knows of mines of the enemy."""
    return frozenset(field.at for field in game.state.mines.values() if field.known and field.side != side)


@derived("units", "wrecks", "works", "smoke", "missions", "mines")
def danger(game: Game, side: str, model: str, label: str, facing: int) -> float:
    """The share of its worth that the enemies who see a hex promise to take of a unit of a kind there."""
    content, there = game.content, Unit(label, facing)
    index, lost = content.board.index[label], MINED if label in known_mines(game, side) else 0.0
    spared = 1 - lost
    for enemy in lookouts(game, side):
        if not enemy.field[index]:
            continue
        far = content.distance(enemy.unit.at, label)
        if far <= SEEN_FROM:
            share = promise(content, enemy.id, model, far, aspects(content, there, enemy.unit)[0])
            lost, spared = lost + spared * share, spared * (1 - share)
    return lost * (1 + CROWDED) if is_overstacked(game, label, 1) else lost


@derived("units", "wrecks", "works", "smoke", "missions")
def prospect(game: Game, side: str, model: str, label: str) -> float:
    """What the best shot would promise to a unit of a kind in a hex, in victory points."""
    content, here, best = game.content, Unit(label, 0), 0.0
    index = content.board.index[label]
    for enemy in lookouts(game, side):
        if enemy.field[index]:
            far = content.distance(enemy.unit.at, label)
            if far <= enemy.seen_from:
                share = promise(content, model, enemy.id, far, aspects(content, enemy.unit, here)[0])
                best = max(best, share * worth(content, enemy.id))
    return best
