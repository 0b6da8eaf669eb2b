"""How a position is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.markers import artillery_markers
from sandtable.games.panzer.scenarios import SIDES
from sandtable.games.panzer.state import State, Unit
from sandtable.games.panzer.units import Game, vehicles
from sandtable.games.panzer.victory import objectives
from sandtable.kernel import Texts, of_content

BOX = "waiting"


@of_content
def palettes(content: Content) -> dict[str, Palette]:
    """The colours of both sides."""
    nations = content.cards.counters.nations
    return {side: Palette(nations[side].fill, nations[side].ink, nations[side].symbol) for side in SIDES}


def scene(game: Game, texts: Texts) -> Scene:
    """Vehicles on the map and beside it, wrecks, barrages, smoke, and a flag on every objective that is controlled."""
    state, content = game.state, game.content
    counters = [counter_of(unit_id, unit, state, content) for unit_id, unit in state.units.items()]
    counters += [counter_of(unit_id, Unit(BOX, 0), state, content) for unit_id in state.waiting]
    styles = content.cards.counters.markers
    wrecks = {at: styles["brewed-up" if wreck.burning else "knocked-out"] for at, wreck in state.wrecks.items()}
    markers = [Marker(at=at, label=style.label, kind=style.kind) for at, style in wrecks.items()]
    markers += artillery_markers(game)
    for name, hexes in objectives(content).items():
        holder = state.control.get(name, "")
        kind = "flag" if holder else "star"
        markers.append(Marker(at=min(hexes), label="", kind=kind, palette=holder))
    return Scene(
        board=content.board,
        palettes=palettes(content),
        counters=tuple(counters),
        markers=tuple(markers),
        boxes={BOX: texts.phrase("box.waiting")} if state.waiting else {},
        heading=texts.phrase("heading", {"turn": state.turn, "turns": content.scenario.turns}),
    )


def states_of(unit_id: str, unit: Unit, state: State) -> tuple[str, ...]:
    """What has become of a vehicle, its command first."""
    found: list[str] = []
    command = state.commands.get(unit_id)
    if command is not None:
        found.append("face-down" if command.order == "unknown" else command.order)
    if unit.damaged:
        found.append("damaged")
    if unit.spot:
        found.append("known-moving" if unit.spot == "move" else "known-firing")
    return tuple(found)


def counter_of(unit_id: str, unit: Unit, state: State, content: Content) -> Counter:
    """A counter as it lies on the map or beside it."""
    side, card = content.side_of[unit_id], vehicles(content)[unit_id]
    return Counter(
        id=unit_id,
        at=unit.at,
        side=side,
        palette=side,
        symbol=Symbol(content.cards.counters.symbols[card.kind]),
        name=unit_id[1:],
        values=card.movement.printed,
        corner=card.short,
        states=states_of(unit_id, unit, state),
        facing=None if unit.at == BOX else 2 * unit.facing,
    )
