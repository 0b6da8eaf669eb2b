"""Chapter 7.31.1: minefields are laid in secret, after the other works of a side and before its units."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.fieldworks import DONE, STANDARD, farness, force_of, works_area
from sandtable.games.panzer.ground import terrain_of, terrain_table
from sandtable.games.panzer.movement_events import MinesLaid
from sandtable.games.panzer.state import Mines, State
from sandtable.games.panzer.tables.terrain import MINES
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, of_content, rule

SMALLEST = 2
"""Mines are never laid in single hexes."""


@of_content
@rule("7.31", "7.31.1")
def mines_of(content: Content, side: str) -> tuple[str, ...]:
    """The hexes of minefield that a side may lay, each by its kind."""
    works = force_of(content, side).works
    counters = works.counters if works is not None else {}
    return tuple(kind for kind, number in counters.items() if kind in MINES for _ in range(number))


@of_content
@rule("7.31.1")
def area_for_mines(content: Content, side: str) -> frozenset[str]:
    """The hexes of a side's works that take mines by their terrain."""
    return frozenset(label for label in works_area(content, side) if terrain_of(content, label).mines)


@rule("7.31.1")
def hexes_to_mine(state: State, content: Content, side: str) -> list[str]:
    """Where the next mines of a side may lie: in terrain that takes them, next to others of the same field, or as the
    beginning of another field where the scenario asks for several. No field is left with a single hex.
    """
    own, free = _mined(state, side), _free(state, content, side)
    fields, left = fields_in(content, own), len(mines_of(content, side)) - len(own)
    if left <= 0:
        return []
    groups = _groups(content, side)
    single = next((field for field in fields if len(field) < SMALLEST), frozenset[str]())
    found: set[str] = set()
    if single or left - 1 >= SMALLEST * (groups - len(fields)):
        for field in [single] if single else fields:
            found |= (free & _around(content, field)) - _around(content, own - field)
    if not single and left >= SMALLEST and (not fields or groups > 1):
        found |= free - _around(content, own)
    return sorted(found)


def gaps_to_mine(state: State, content: Content, side: str) -> list[str]:
    """Where the next mines must lie so that those which are known hang together, if a side has laid one field: next to
    one part of it on a shortest way to another.
    """
    fields, free = fields_in(content, _mined(state, side)), _free(state, content, side)
    if len(fields) < SMALLEST or _groups(content, side) > 1:
        return []
    near, seen = _around(content, fields[0]) & free, frozenset[str]()
    goals = frozenset[str]().union(*(_around(content, field) & free for field in fields[1:]))
    while goals and goals.isdisjoint(near):
        seen |= goals
        goals = (_around(content, goals) & free) - seen
    return sorted(goals & near)


def _mined(state: State, side: str) -> frozenset[str]:
    return frozenset(field.at for field in state.mines.values() if field.side == side)


def _free(state: State, content: Content, side: str) -> frozenset[str]:
    """The hexes that mines of a side could be laid in."""
    barred = {work.at for work in state.works.values() if not terrain_table(content).counters[work.kind].mines}
    return area_for_mines(content, side) - _mined(state, side) - barred


def _groups(content: Content, side: str) -> int:
    """How many minefields a scenario asks a side for."""
    works = force_of(content, side).works
    return 1 if works is None else works.groups


@rule("7.31.1")
def fields_in(content: Content, hexes: Iterable[str]) -> list[frozenset[str]]:
    """Hexes put together to minefields, each of which hangs together."""
    rest, found = set(hexes), list[frozenset[str]]()
    while rest:
        field, grown = frozenset[str](), frozenset([min(rest)])
        while grown != field:
            field, grown = grown, grown | (_around(content, grown) & rest)
        found.append(field)
        rest -= field
    return found


def _around(content: Content, hexes: Iterable[str]) -> frozenset[str]:
    return frozenset(near for label in hexes for near in content.adjacent[label])


@rule("7.31", "7.31.1")
def lay(state: State, content: Content, side: str, label: str, kind: str) -> Mines:
    """Put mines of a side into a hex, against whom the scenario says; the enemy does not know."""
    works = force_of(content, side).works
    assert works is not None
    field = state.mines[f"{side}-{label}"] = Mines(at=label, side=side, kind=kind, against=works.mines)
    return field


class LayMines(Phase, frozen=True):
    """A side lays its minefields hex by hex, as many as it likes of those that it has."""

    side: str

    @rule("7.31.1", "6.1.4.3.8")
    def begin(self, game: Game) -> Decision | None:
        hexes = hexes_to_mine(game.state, game.content, self.side)
        if not hexes:
            game.finish()
            return None
        own = [field.at for field in game.state.mines.values() if field.side == self.side]
        kinds = mines_of(game.content, self.side)
        options = [Option(f"hex:{label}", rule="7.31.1") for label in hexes]
        single = any(len(field) < SMALLEST for field in fields_in(game.content, own))
        args: dict[str, str | int] = {"work": kinds[len(own)], "number": len(kinds) - len(own)}
        more = (STANDARD,) if single else (STANDARD, DONE)
        return Decision(self.side, "lay-mines", "7.31.1", (*options, *more), args)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-mines-there", "7.31.1", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            self._lay(game, choice.name)
        elif choice == Choice.of(DONE.id):
            game.finish()
        else:
            while hexes := hexes_to_mine(game.state, game.content, self.side):
                self._lay(game, min(hexes, key=lambda label: farness(game.content, label)))

    def _lay(self, game: Game, label: str) -> None:
        laid = len([field for field in game.state.mines.values() if field.side == self.side])
        field = lay(game.state, game.content, self.side, label, mines_of(game.content, self.side)[laid])
        game.say(MinesLaid(rule="7.31.1", at=label, work=field.kind, seen_by=(self.side,)))
