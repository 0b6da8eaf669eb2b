"""How a position is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.optional.electronic_warfare import ElectronicCombat
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements, R
from sandtable.games.gsfg.state import NATO, SOVIET, State, Unit, enemy_of
from sandtable.games.gsfg.supply import is_supplied
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Texts, rule

SIZES = {"XX": "division", "X": "brigade", "III": "regiment"}
CONTROL = {
    SOVIET: Palette(fill="#c0392b", ink="#ffffff", symbol="#e8b4ae"),
    NATO: Palette(fill="#2f5d8a", ink="#ffffff", symbol="#bcd0e5"),
}


BOXES = {"set-up": SOVIET, "pool": SOVIET, "entering-soviet": SOVIET, "airborne": SOVIET, "entering-nato": NATO}
"""The boxes beside the map, each with the side whose units wait there."""


@rule("2.5", "13.2")
def scene(game: Game, heading: str, texts: Texts) -> Scene:
    """Units on the map and those about to enter it, captured hexes tinted, aircraft and other markers."""
    state, content = game.state, game.content
    palettes = {nat: Palette(nation.fill, nation.ink, nation.symbol) for nat, nation in content.nations.items()}
    counters = [counter_of(unit_id, unit, content, is_supplied(game, unit_id)) for unit_id, unit in state.units.items()]
    beside = {unit_id: box for unit_id in state.waiting if (box := waiting_box(state, content, unit_id))}
    counters += [
        counter_of(unit_id, Unit(at=box, steps=state.waiting[unit_id]), content, True)
        for unit_id, box in beside.items()
    ]
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
        counters=tuple(counters),
        markers=tuple(markers),
        control=dict(state.captured),
        boxes={box: texts.phrase(f"box.{box}") for box in BOXES if box in beside.values()},
        heading=heading,
    )


@rule("2.12", "3.2", "9.1", "9.3")
def waiting_box(state: State, content: Content, unit_id: str) -> str:
    """The box in which a unit waits to be set up, picked or brought in; nothing for those whose time has not come."""
    placement = content.placements[unit_id]
    if unit_id in state.due:
        return "entering-soviet"
    if placement.group in content.entry.setup:
        return "set-up"
    if placement.group == "airborne":
        return "airborne"
    if placement.group == R and any(isinstance(frame, PickReinforcements) for frame in state.stack):
        return "pool"
    return "entering-nato" if 0 < placement.turn <= state.turn else ""


@rule("2.4", "2.5", "2.7", "2.8")
def counter_of(unit_id: str, unit: Unit, content: Content, supplied: bool) -> Counter:
    """A counter as it lies on the map or beside it."""
    kind = content.counters[unit_id]
    marks = {
        "moved": unit.moved,
        "fired": unit.attacked,
        "disrupted": bool(unit.ew),
        "out-of-supply": not supplied,
    }
    states = [name for name, holds in marks.items() if holds]
    return Counter(
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
