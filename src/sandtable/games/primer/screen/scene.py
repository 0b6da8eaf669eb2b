"""How a position of Primer is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.primer.content import Content
from sandtable.games.primer.state import OFF_MAP, SIDES, UNKNOWN, Unit
from sandtable.games.primer.units import Game
from sandtable.kernel import Texts

PALETTES = {
    "blue": Palette(fill="#9db9d8", ink="#14263c", symbol="#dfe9f5"),
    "red": Palette(fill="#d89a8c", ink="#3f120b", symbol="#f6e0da"),
}
BOX = "arrivals"


def scene(game: Game, texts: Texts) -> Scene:
    """Counters on the map, reinforcements beside it, and a flag on every objective that somebody holds."""
    state, content = game.state, game.content
    points = {side: state.points.get(side, 0) for side in SIDES}
    counters = [
        counter_of(unit_id, unit, content)
        for unit_id, unit in state.units.items()
        if unit.at != OFF_MAP or unit_id in state.arrivals
    ]
    markers = [
        Marker(at=label, label=str(worth), kind="flag" if label in state.control else "star",
               palette=state.control.get(label, ""))
        for label, worth in content.scenario.objectives.items()
    ]  # fmt: skip
    return Scene(
        board=content.board,
        palettes=PALETTES,
        counters=tuple(counters),
        markers=tuple(markers),
        boxes={BOX: texts.phrase("box.arrivals")},
        heading=texts.phrase("heading", {"turn": state.turn, "turns": content.scenario.turns, **points}),
    )


def counter_of(unit_id: str, unit: Unit, content: Content) -> Counter:
    """A counter as it lies on the map or beside it."""
    at = unit.at if unit.at != OFF_MAP else BOX
    if unit.kind == UNKNOWN:
        unknown = Symbol("unknown", "battalion")
        return Counter(unit_id, at, unit.side, unit.side, unknown, unit_id.upper(), states=("hidden",))
    kind = content.kinds[unit.kind]
    states = [
        name
        for name, holds in (
            ("moved", unit.moved),
            ("fired", unit.fired),
            ("disrupted", unit.disrupted),
            ("out-of-supply", not unit.supplied),
            ("face-down", unit.hidden),
        )
        if holds
    ]
    return Counter(
        id=unit_id,
        at=at,
        side=unit.side,
        palette=unit.side,
        symbol=Symbol(kind.symbol, "battalion"),
        name=unit_id.upper(),
        values=f"{kind.attack}-{kind.defence}-{kind.movement}",
        states=tuple(states),
        steps=unit.steps,
        full_steps=kind.steps,
    )
