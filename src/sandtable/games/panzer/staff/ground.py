"""What places are worth to units of a kind: the danger there, and the shots that one would have from there."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.combat.hit_angle import Aspect, aspects
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.cover import Covered, Hider, Kind, cover_against_spotting
from sandtable.games.panzer.spotting.line_of_sight import Marks, lines
from sandtable.games.panzer.spotting.spotting_phase import (
    LOOKER,
    changes,
    cover_of,
    range_to_spot,
    sizes,
)
from sandtable.games.panzer.spotting.spotting_range import Target, spotting_range
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.state import Spot, Unit
from sandtable.games.panzer.tables.basic import CoverFile
from sandtable.games.panzer.units import Game, on_foot
from sandtable.kernel import derived, of_content
from sandtable.mechanics.roster import units_of


class Lookout(NamedTuple):
    """A unit, what it sees, and from how far it can be seen itself."""

    id: str
    unit: Unit
    field: Marks
    seen_from: int
    cover: int
    """What its cover takes from the hit number."""


@derived("wrecks", "works", "smoke", "missions", units_of)
def lookouts(game: Game, side: str) -> tuple[Lookout, ...]:
    """The units of a side on the map, as the other has to reckon with them."""
    known, rows = lines(game.content, changes(game)), game.content.table("cover", CoverFile).cover
    return tuple(
        Lookout(
            unit_id,
            unit,
            known.field(unit.at),
            range_to_spot(game, unit_id).hexes,
            rows[cover_of(game, unit_id).cover].ap,
        )
        for unit_id, unit in units_of(game, side).items()
        if not unit.carrier
    )


@derived("mines")
def known_mines(game: Game, side: str) -> frozenset[str]:
    """Where a side knows of mines of the enemy."""
    return frozenset(field.at for field in game.state.mines.values() if field.known and field.side != side)


def those_of(game: Game, side: str, *_: object) -> tuple[Lookout, ...]:
    """What danger and prospects depend on, whatever else they are asked for."""
    return lookouts(game, side)


@derived("works")
def cover_in(game: Game, model: str, label: str) -> Covered:
    """The cover of a unit of a kind in a hex."""
    size = sizes(game.content)[model]
    kind: Kind = "vehicle" if size == "V" else "leg" if model in on_foot(game.content) else "towed"
    return cover_against_spotting(game.content, changes(game), Hider(label, kind))


@of_content
def seen_from(content: Content, model: str, cover: Covered, spot: Spot) -> int:
    """From how many hexes away a unit of a kind is spotted."""
    return spotting_range(content, Target(sizes(content)[model], cover, spot), LOOKER).hexes


@of_content
def struck(content: Content, label: str, facing: int, firer: str) -> Aspect:
    """The armor of a unit in a hex that a shot out of another strikes, the better where it may be either."""
    return aspects(content, Unit(label, facing), Unit(firer, 0))[0]


@derived("works", those_of)
def danger(game: Game, enemy_side: str, model: str, label: str, facing: int, spot: Spot) -> float:
    """The share of its worth that the enemies who spot it promise to take of a unit of a kind in a hex."""
    content, cover = game.content, cover_in(game, model, label)
    index, lost, spared = content.board.index[label], 0.0, 1.0
    most = seen_from(content, model, cover, spot)
    net = content.table("cover", CoverFile).cover[cover.cover].ap
    for enemy in lookouts(game, enemy_side):
        if not enemy.field[index]:
            continue
        far = content.distance(enemy.unit.at, label)
        if far <= most:
            share = promise(content, enemy.id, model, far, struck(content, label, facing, enemy.unit.at), net)
            lost, spared = lost + spared * share, spared * (1 - share)
    return lost


@derived(those_of)
def prospect(game: Game, enemy_side: str, model: str, label: str) -> float:
    """What the best shot would promise to a unit of a kind in a hex, in victory points."""
    content, best = game.content, 0.0
    index = content.board.index[label]
    for enemy in lookouts(game, enemy_side):
        if enemy.field[index]:
            far = content.distance(enemy.unit.at, label)
            if far <= enemy.seen_from:
                aspect = struck(content, enemy.unit.at, enemy.unit.facing, label)
                share = promise(content, model, enemy.id, far, aspect, enemy.cover)
                best = max(best, share * worth(content, enemy.id))
    return best
