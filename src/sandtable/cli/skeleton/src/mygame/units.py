"""Chapter 1: counters, the hexes in which they stand, and their zones of control."""

from typing import TypeAlias

from sandtable.board import CLOSED, NO_END, ZOC
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import derived, rule
from sandtable.mechanics.events import Eliminated
from sandtable.mechanics.roster import change, enemy_hexes, hexes_of
from sandtable.mechanics.zones import zone

from mygame.content import Content, Kind
from mygame.state import Moved, State

Game: TypeAlias = KernelGame[State, Content]


def kind_of(game: Game, unit_id: str) -> Kind:
    return game.content.kinds[game.state.units[unit_id].kind]


@rule("1.2", "1.3")
@derived(enemy_hexes, hexes_of)
def barriers(game: Game, side: str) -> bytes:
    """What each hex means to a side: enemies bar it, their zones of control hold whoever enters, friends fill it."""
    board = game.content.board
    flags = bytearray(board.size)
    enemies = [board.index[label] for label in enemy_hexes(game, side)]
    zone(board, enemies, ZOC, flags)
    for i in enemies:
        flags[i] |= CLOSED
    for label in hexes_of(game, side):
        flags[board.index[label]] |= NO_END
    return bytes(flags)


@rule("5.1")
def enter(game: Game, unit_id: str, path: tuple[str, ...], rule_id: str) -> None:
    """Take a counter along a path; the objective in which it ends is its side's."""
    unit = change(game, unit_id, at=path[-1])
    game.say(Moved(rule=rule_id, unit=unit_id, path=path))
    if unit.at in game.state.holders:
        game.state.holders[unit.at] = unit.side


def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a counter off the map for good."""
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=game.state.units[unit_id].at))
    change(game, unit_id, at="")
