"""RR13: barbed-wire fences, and breaches that men hold open in them for a while."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import shown_id
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.movement import Breached
from sandtable.games.asl.locations import GROUND, parts_of
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, is_entrenched
from sandtable.games.asl.terrain.hexsides import direction_to, hexsides
from sandtable.games.asl.units import Game, change, is_good_order, is_mmc
from sandtable.kernel import of_content, rule

NO_BREACHES: frozenset[frozenset[str]] = frozenset()


def side_label(content: Content, hex_: str, direction: int) -> str:
    """The id of a hexside."""
    return content.board.side_label(content.board.index[hex_], direction)


@of_content
@rule("RR13.1")
def fenced(content: Content, hex_: str) -> tuple[str, ...]:
    """The fences of a hex, by the ids of their hexsides; those at the edge of the map lead nowhere."""
    board = content.board
    return tuple(
        side_label(content, hex_, direction)
        for direction, side in enumerate(hexsides(content)[hex_])
        if side.fence and board.neighbour(board.index[hex_], direction) >= 0
    )


@rule("RR13.21")
def held_breaches(game: Game) -> list[str]:
    """The fences that are held down now, by the ids of their hexsides."""
    return [side for side, holder in game.state.fences.items() if _is_held(game, holder)]


def breaches(game: Game) -> frozenset[frozenset[str]]:
    """The Temporary Breaches that are held open now, each by the hexes on either side."""
    if not game.state.fences:
        return NO_BREACHES
    return frozenset(frozenset(side.split("-")) for side in held_breaches(game))


@rule("RR13.21")
def _is_held(game: Game, holder: str) -> bool:
    """Whether the unit that made a breach still holds it open: TI, in Good Order and unpinned."""
    unit = game.state.units.get(holder)
    return unit is not None and unit.ti and not unit.pinned and is_good_order(game, unit)


@rule("RR13.21")
def is_breached(game: Game, here: str, there: str) -> bool:
    """Whether a step crosses a fence at a breach."""
    return bool(game.state.fences) and frozenset((here, there)) in breaches(game)


@rule("RR13.21")
def may_breach(game: Game, unit_id: str) -> bool:
    """Whether a unit may make a Temporary Breach: a Good Order MMC at ground level that has not Strayed, not entrenched
    or above Wire."""
    unit = game.state.units[unit_id]
    if not is_mmc(game.content, unit) or not is_good_order(game, unit) or unit.pinned:
        return False
    if unit.strayed:
        return False
    return parts_of(unit.at).floor == GROUND and not is_entrenched(unit) and unit.stance != ABOVE_WIRE


@rule("RR13.21", "A12.16")
def make_breach(game: Game, unit_id: str, side: str) -> None:
    """A unit holds a fence down: it stays where it is for the rest of the Player Turn."""
    game.state.fences[side] = unit_id
    change(game, unit_id, ti=True)
    game.say(Breached(rule="RR13.21", unit=shown_id(game, unit_id), side=side))


@rule("RR13.21")
def end_breaches(game: Game) -> None:
    """At the end of the Player Turn nobody is TI any more, and so all fences stand again."""
    game.state.fences = {}


@rule("RR13.2", "RR13.21")
def stops_exhausted(game: Game, here: str, there: str) -> bool:
    """Whether a fence that nobody holds down, and the exhausted do not cross, stands between two adjacent hexes."""
    if there not in game.content.adjacent[here]:
        return False
    return is_fence_between(game.content, here, there) and not is_breached(game, here, there)


def is_fence_between(content: Content, here: str, there: str) -> bool:
    """Whether a fence stands between two adjacent hexes."""
    return hexsides(content)[here][direction_to(content, here, there)].fence
