"""What there is to know of a counter of Primer: its kind, what its figures mean, and what has become of it."""

from __future__ import annotations

from sandtable.games.primer.screen.scene import counter_of
from sandtable.games.primer.state import UNKNOWN
from sandtable.games.primer.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states, steps_of

STATES = {"moved": "3.1", "fired": "4.1", "disrupted": "3.10", "out-of-supply": "7.2", "face-down": "6.1"}
"""The rule behind each state."""


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A counter in words."""
    unit = game.state.units.get(unit_id)
    if unit is None:
        return []
    if unit.kind == UNKNOWN:
        return [Fact(texts.phrase("fact.kind"), texts.phrase("fact.unknown"), "6.1")]
    kind, counter = game.content.kinds[unit.kind], counter_of(unit_id, unit, game.content)
    found = [
        Fact(texts.phrase("fact.kind"), texts.name("kind", unit.kind), "1.1"),
        Fact(texts.phrase("line.attack"), str(kind.attack), "5.3"),
        Fact(texts.phrase("line.defence"), str(kind.defence), "5.3"),
        Fact(texts.phrase("fact.movement"), str(kind.movement), "3.1"),
        Fact(texts.phrase("fact.mobility"), texts.name("mobility", kind.mobility), "3.2"),
    ]
    if kind.range:
        found.append(Fact(texts.phrase("fact.range"), texts.phrase("fact.hexes", {"number": kind.range}), "4.1"))
    if kind.bridging:
        found.append(Fact(texts.phrase("fact.ability"), texts.phrase("fact.bridging"), "3.4"))
    found.append(steps_of(counter, "1.3", texts))
    return found + facts_of_states(counter.states, STATES, texts)
