"""How a position is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.markers import artillery_markers
from sandtable.games.panzer.scenarios import SIDES
from sandtable.games.panzer.screen.aircraft import SKY, aircraft_counters
from sandtable.games.panzer.state import OFF_MAP, State, Unit
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import objectives
from sandtable.kernel import Texts, of_content

BOX = "waiting"


@of_content
def palettes(content: Content) -> dict[str, Palette]:
    """The colours of both sides."""
    nations = content.cards.counters.nations
    return {side: Palette(nations[side].fill, nations[side].ink, nations[side].symbol) for side in SIDES}


def scene(game: Game, texts: Texts) -> Scene:
    """Units and aircraft on the map and beside it, wrecks, works, barrages, smoke, and flags on objectives."""
    state, content = game.state, game.content
    counters = [counter_of(unit_id, unit, state, content) for unit_id, unit in state.units.items()]
    counters += [counter_of(unit_id, Unit(BOX, 0), state, content) for unit_id in state.waiting]
    counters += aircraft_counters(game, texts)
    styles = content.cards.counters.markers
    wrecks = {at: styles["brewed-up" if wreck.burning else "knocked-out"] for at, wreck in state.wrecks.items()}
    markers = [Marker(at=at, label=style.label, kind=style.kind) for at, style in wrecks.items()]
    works = [(work.at, styles[work.kind]) for work in state.works.values()]
    works += [(field.at, styles[field.kind]) for field in state.mines.values()]
    markers += [Marker(at=at, label=style.label, kind=style.kind) for at, style in works]
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
        boxes=boxes(game, texts),
        heading=texts.phrase("heading", {"turn": state.turn, "turns": content.scenario.turns}),
    )


def boxes(game: Game, texts: Texts) -> dict[str, str]:
    """What lies beside the map: units that wait, and aircraft."""
    found = {BOX: texts.phrase("box.waiting")} if game.state.waiting else {}
    away = any(plane.at == OFF_MAP and not plane.lost for plane in game.state.aircraft.values())
    return {**found, SKY: texts.phrase("box.aircraft")} if away else found


def states_of(unit_id: str, unit: Unit, state: State) -> tuple[str, ...]:
    """What has become of a unit, its command first."""
    found: list[str] = []
    command = state.commands.get(unit_id)
    if command is not None and not unit.carrier:
        found.append("face-down" if command.order == "unknown" else command.order)
    for name, holds in (
        ("damaged", unit.damaged),
        ("track-hit", unit.tracks),
        ("suppressed", unit.suppressed == "on"),
        ("suppressed-off", unit.suppressed == "off"),
        ("reduced", unit.reduced),
        ("carried", unit.carrier),
        ("hull-down", unit.hull_down == "full"),
        ("partial-hull-down", unit.hull_down == "partial"),
        ("full-cover", unit.full_cover),
        ("under-fire", unit.under_fire),
        ("upstairs", unit.floor > 0),
        ("in-building", unit.indoors),
    ):
        if holds:
            found.append(name)
    if unit.spot:
        found.append("known-moving" if unit.spot == "move" else "known-firing")
    return tuple(found)


def counter_of(unit_id: str, unit: Unit, state: State, content: Content) -> Counter:
    """A counter as it lies on the map or beside it; men show no facing."""
    printed = content.counters[unit_id]
    card = content.card(printed.card)
    assert isinstance(card, Vehicle | Towed | Leg)
    faces = unit.at != BOX and not isinstance(card, Leg)
    return Counter(
        id=unit_id,
        at=unit.at,
        side=printed.side,
        palette=printed.side,
        symbol=Symbol(content.cards.counters.symbols[_drawn_as(card)]),
        name=unit_id[1:],
        values=card.movement.printed,
        corner=card.short,
        states=states_of(unit_id, unit, state),
        facing=2 * unit.facing if faces else None,
        mount=_mount(card) if faces else "",
    )


def _drawn_as(card: Vehicle | Towed | Leg) -> str:
    """The kind of unit whose symbol a card has: men by what they ride, and engineers as such."""
    if isinstance(card, Leg):
        return card.mounted or ("engineer" if card.engineer else card.kind)
    return card.kind


def _mount(card: Vehicle | Towed | Leg) -> str:
    """Whether its main weapon fires all round, from a turret or a pivot, or only before it."""
    weapons = card.weapons if isinstance(card, Vehicle) else (card.weapon,) if isinstance(card, Towed) else ()
    if not weapons:
        return ""
    return "turret" if weapons[0].mount == "360" else "fixed"
