"""How a position is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter as Card
from sandtable.board.scene import Marker, Palette, Scene, Symbol
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.ew import ElectronicCombat
from sandtable.games.gsfg.state import NATO, SOVIET, State, Unit, enemy_of
from sandtable.kernel import rule

SIZES = {"XX": "division", "X": "brigade", "III": "regiment"}
CONTROL = {
    SOVIET: Palette(fill="#c0392b", ink="#ffffff", symbol="#e8b4ae"),
    NATO: Palette(fill="#2f5d8a", ink="#ffffff", symbol="#bcd0e5"),
}


@rule("2.5", "13.2")
def scene(state: State, content: Content, heading: str) -> Scene:
    """Units on the map, captured hexes tinted, aircraft and other markers."""
    palettes = {nat: Palette(nation.fill, nation.ink, nation.symbol) for nat, nation in content.nations.items()}
    cards = [_card(unit_id, unit, content) for unit_id, unit in state.units.items()]
    markers = [Marker(at=label, label="✈", kind="disc", palette=state.air.side) for label in state.interdiction]
    if state.aerial_supply:
        markers.append(Marker(at=state.aerial_supply, label="S", kind="lozenge", palette=state.air.side))
    markers += [
        Marker(at=marker.at, label="(SF)" if marker.suppressed else "SF", kind="star", palette=marker.side)
        for marker in state.special_forces.values()
        if marker.at
    ]
    markers += [
        Marker(at=label, label="EW", kind="lozenge", palette=side)
        for frame in state.stack
        if isinstance(frame, ElectronicCombat)
        for side, placed in ((frame.side, frame.attack), (enemy_of(frame.side), frame.defence))
        for label in placed
    ]
    return Scene(
        board=content.board,
        palettes=palettes | CONTROL,
        counters=tuple(cards),
        markers=tuple(markers),
        control=dict(state.captured),
        heading=heading,
    )


@rule("2.4", "2.5", "2.7", "2.8")
def _card(unit_id: str, unit: Unit, content: Content) -> Card:
    kind = content.counters[unit_id]
    states = [
        name for name, holds in (("moved", unit.moved), ("fired", unit.attacked), ("disrupted", bool(unit.ew))) if holds
    ]
    return Card(
        id=unit_id,
        at=unit.at,
        side=kind.side,
        palette=kind.nat,
        symbol=Symbol(content.types[kind.type].symbol, SIZES[kind.size]),
        name=kind.short,
        values=f"{kind.attack}-{kind.defense}-{kind.move}",
        corner=kind.code if len(kind.code) < 3 else "",
        states=tuple(states),
        steps=unit.steps,
        full_steps=kind.steps,
    )
