"""What there is to know of a counter: nation, type and size in words, its figures, and what has become of it."""

from __future__ import annotations

from sandtable.games.gsfg.screen.scene import counter_of, waiting_box
from sandtable.games.gsfg.state import Unit
from sandtable.games.gsfg.supply import is_supplied
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states, steps_of

STATES = {"moved": "10.2", "fired": "11.4", "disrupted": "13.17", "out-of-supply": "8.1"}
"""The rule behind each state."""


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A counter in words, on the map or waiting beside it."""
    unit = _in_play(game, unit_id)
    if unit is None:
        return []
    kind = game.content.counters[unit_id]
    supplied = unit_id not in game.state.units or is_supplied(game, unit_id)
    counter = counter_of(unit_id, unit, game.content, supplied)
    said = texts.separator.join((texts.name("type", kind.type), texts.name("size", kind.size)))
    found = [
        Fact(texts.phrase("fact.kind"), said, "2.8"),
        Fact(texts.phrase("fact.nation"), texts.name("nat", kind.nat), "2.5"),
        Fact(texts.phrase("line.attack"), str(kind.attack), "2.9"),
        Fact(texts.phrase("line.defence"), str(kind.defense), "2.9"),
        Fact(texts.phrase("fact.movement"), str(kind.move), "2.10"),
        Fact(texts.phrase("fact.moves-as"), texts.name("moves-as", moves_as(kind.type)), "12.5"),
        steps_of(counter, "2.11", texts),
    ]
    return found + facts_of_states(counter.states, STATES, texts)


def moves_as(unit_type: str) -> str:
    """Which column of the terrain effects chart a type of unit pays by."""
    return "mountain_infantry" if unit_type == "mountain_infantry" else "move"


def _in_play(game: Game, unit_id: str) -> Unit | None:
    """A unit on the map, or one that waits beside it."""
    state = game.state
    if unit_id in state.waiting and (box := waiting_box(state, game.content, unit_id)):
        return Unit(at=box, steps=state.waiting[unit_id])
    return state.units.get(unit_id)
