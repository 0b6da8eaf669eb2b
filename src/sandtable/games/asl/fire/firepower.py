"""A7.2 and A7.36: the firepower of pieces and of a Fire Group."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.pieces import Mode, Piece, figures_of, helper_of
from sandtable.games.asl.locations import elevation, ranges_from
from sandtable.games.asl.night.visibility import is_mere_flash
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.fire import Firepower, FirepowerFactor
from sandtable.games.asl.units import Game, is_leader
from sandtable.games.asl.vehicles.status import is_stopped
from sandtable.kernel import Line, of_content, rule

BY_MODE: dict[Mode, FirepowerFactor] = {
    "advancing": "advancing-fire",
    "subsequent": "subsequent-first-fire",
    "protective": "final-protective-fire",
    "final-marked": "marked-final-fire",
}


class Share(NamedTuple):
    """What a piece adds to an attack, with the factors that made it so."""

    piece: Piece
    base: int
    factors: tuple[FirepowerFactor, ...]
    assaults: bool
    """Whether Assault Fire adds to it."""
    value: Fraction

    def lines(self, figures: Firepower) -> Iterator[Line]:
        """What is printed, each factor and what Assault Fire adds, if there are any; then what it comes to."""
        kind = "weapon" if self.piece.weapon else "unit"
        named = {"piece": self.piece.name}
        if self.factors or self.assaults:
            yield Line(f"printed.{kind}", str(self.base), "A1.21", named)
        for name in self.factors:
            yield Line(f"factor.{name}", f"x{figures.factors[name].value}", figures.factors[name].rule)
        if self.assaults:
            yield Line("factor.assault-fire", f"+{figures.assault_fire}", "A7.36")
        yield Line(f"share.{kind}", _written(self.value), "A7.2", {**named, "factors": " ".join(self.factors)})


def _written(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"


def range_to(game: Game, unit_id: str, location: str) -> int:
    """How many hexes away a Location is from a unit (A7.22)."""
    return ranges_from(game.content, game.state.units[unit_id].at)[location]


@rule("A1.21", "A1.22")
def printed_figures(game: Game, piece: Piece) -> tuple[int, int]:
    """The firepower and the range of a piece."""
    unit = game.state.units[piece.unit]
    card = game.content.personnel[unit.kind]
    if not piece.weapon:
        return card.fp, card.wounded_range if unit.wounded and card.wounded_range else card.range
    weapon = game.state.weapons[piece.weapon]
    figures = figures_of(game.content.weapons[weapon.kind], weapon)
    return figures.fp, figures.range


@rule("A7.22", "A8.3", "A8.31", "A8.4")
def is_in_range(game: Game, piece: Piece, location: str) -> bool:
    """Whether a Location lies within the range of a piece, as far as it may fire in its way."""
    return range_to(game, piece.unit, location) <= farthest(game, piece)


@rule("A7.22", "A8.3", "A8.31", "A8.4")
def farthest(game: Game, piece: Piece) -> int:
    """How far away a piece may fire in its way, in hexes."""
    if piece.mode in ("protective", "final-marked"):
        return 1
    _, reach = printed_figures(game, piece)
    if piece.mode == "subsequent":
        return reach
    return reach * game.content.table("firepower", Firepower).long_range


@rule("A7.2", "A7.21", "A7.22", "A7.36", "A7.8", "A7.352", "A/rounding")
def share_of(
    game: Game, piece: Piece, location: str, extra: Sequence[FirepowerFactor] = (), busy: Collection[str] = ()
) -> Share:
    """What a piece adds to an attack on a Location.

    `extra` are the factors that all of the attack has, `busy` those who take part and so do not help with the piece.
    """
    unit = game.state.units[piece.unit]
    base, reach = printed_figures(game, piece)
    distance = range_to(game, piece.unit, location)
    factors: list[FirepowerFactor] = []
    if distance == 0 and unit.at == location:
        factors.append("triple-point-blank")
    elif distance <= 1 and _is_point_blank(game, unit.at, location):
        factors.append("point-blank")
    if distance > reach:
        factors.append("long-range")
    if piece.mode in BY_MODE:
        factors.append(BY_MODE[piece.mode])
    if unit.pinned:
        factors.append("pinned")
    if piece.weapon and _is_mere_leader(game, unit) and helper_of(game, piece, busy) is None:
        factors.append("lone-leader")
    if game.state.nvr and is_mere_flash(game, unit.at, location, game.state.nvr):
        factors.append("gunflash")
    if unit.aboard:
        factors += _mounted(game, unit)
    factors += extra
    applied = tuple(factors)
    value = multiplied(game.content, base, applied)
    assaults = _assault_fires(game, piece, distance, reach)
    if assaults:
        value = Fraction(math.ceil(value + game.content.table("firepower", Firepower).assault_fire))
    return Share(piece, base, applied, assaults, value)


@rule("A7.352", "A15.2")
def _is_mere_leader(game: Game, unit: Unit) -> bool:
    """A leader who is no hero: a heroic leader has both characters and fires a machine gun as heroes do."""
    return is_leader(game.content, unit) and not unit.heroic


@of_content
def multiplied(content: Content, base: int, factors: tuple[FirepowerFactor, ...]) -> Fraction:
    """Firepower with its factors applied."""
    value, figures = Fraction(base), content.table("firepower", Firepower)
    for name in factors:
        value *= figures.factors[name].value
    return value


@rule("D6.64")
def _mounted(game: Game, unit: Unit) -> list[FirepowerFactor]:
    """What firing from a vehicle does: halved, and once more while it moves."""
    vehicle = game.state.vehicles.get(unit.aboard)
    if vehicle is None:
        return []
    return ["mounted"] if is_stopped(vehicle) else ["mounted", "mounted-moving"]


@rule("A7.21")
def _is_point_blank(game: Game, at: str, target: str) -> bool:
    """Whether a target next to the firer is not too high above him for Point Blank Fire."""
    most = game.content.table("firepower", Firepower).point_blank_levels
    return elevation(game.content, target) - elevation(game.content, at) <= most


@rule("A7.36", "A1.21")
def _assault_fires(game: Game, piece: Piece, distance: int, reach: int) -> bool:
    """Whether a squad adds its Assault Fire: its own firepower in Advancing Fire, unpinned and not at Long Range."""
    unit = game.state.units[piece.unit]
    card = game.content.personnel[unit.kind]
    return (
        card.assault_fire and not piece.weapon and piece.mode == "advancing" and not unit.pinned and distance <= reach
    )
