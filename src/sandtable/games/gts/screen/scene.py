"""How a position is drawn."""

from __future__ import annotations

from sandtable.board.scene import Counter as Card
from sandtable.board.scene import Marker, Palette, Scene, Symbol
from sandtable.games.gts.content import Face
from sandtable.games.gts.movement.bridges_and_ferries import GONE
from sandtable.games.gts.movement.terrain_chart import crossings
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.state import ALLIED, GERMAN, Unit
from sandtable.games.gts.units import Game, face
from sandtable.kernel import Texts, rule

CONTROL = {
    ALLIED: Palette(fill="#7a5c2e", ink="#ffffff", symbol="#e0c9a2"),
    GERMAN: Palette(fill="#3a4048", ink="#ffffff", symbol="#aab0b8"),
}


@rule("2.0")
def scene(game: Game, heading: str, texts: Texts) -> Scene:
    """Units and leaders on the map, those that wait in entry hexes beside it, and the markers on hexes."""
    state, content = game.state, game.content
    manifest = content.manifest
    palettes = {nat: Palette(nation.fill, nation.ink, nation.symbol) for nat, nation in manifest.nationalities.items()}
    cards = [  # leaders lie below, so that they hide no unit
        _leader(game, name, leader.at if not leader.entry else _box(leader.entry))
        for name, leader in state.leaders.items()
    ]
    cards += [_card(game, unit_id, unit) for unit_id, unit in state.units.items()]
    entries = {unit.entry for unit in state.units.values() if unit.entry}
    boxes = {_box(name): content.entries[name].name[texts.lang] for name in content.entries if name in entries}
    if any(not unit.at for unit in state.units.values()):
        boxes["off-map"] = texts.phrase("box.off-map")
    return Scene(
        board=content.board,
        palettes=palettes | CONTROL,
        counters=tuple(cards),
        markers=tuple(_markers(game)),
        boxes=boxes,
        heading=heading,
    )


def _box(entry: str) -> str:
    return f"entry-{entry}"


def place(unit: Unit) -> str:
    """Where a unit is drawn: its hex, or a box beside the map."""
    return _box(unit.entry) if unit.entry else unit.at or "off-map"


def _markers(game: Game) -> list[Marker]:
    """Barrages, roadblocks, empty entrenchments and boats."""
    state, styles = game.state, game.content.manifest.markers
    lying = [(label, name, "") for label, name in state.barrages.items()]
    lying += [(label, "roadblock", game.content.divisions[name].side) for label, name in state.roadblocks.items()]
    lying += [(key.partition("/")[0], "entrenchment", side) for key, side in state.trenches.items()]
    lying += [(label, "boats", ALLIED) for label in state.boats]
    drawn = [Marker(label, styles[name].label, styles[name].kind, palette) for label, name, palette in lying]
    return drawn + [Marker(at=label, label="✕", kind="lozenge") for label in gone_crossings(game)]


def gone_crossings(game: Game) -> list[str]:
    """A hex beside each bridge that is blown and each ferry that is lost."""
    places = crossings(game.content)
    sides = {name: row.side for name, row in (*places.bridges.items(), *places.ferries.items())}
    return [sides[name].split("-")[0] for name, fate in game.state.bridges.items() if fate in GONE and name in sides]


@rule("14.6.1", "19.2.2", "19.2.3")
def states_of(game: Game, unit_id: str, unit: Unit) -> tuple[str, ...]:
    """What has become of a unit."""
    marks = {
        "moved": unit_id in game.state.acted,
        "column": unit.column,
        "mounted": unit.mounted,
        "suppressed": unit.suppressed,
        f"cohesion-{unit.hits}": unit.hits > 0,
        "improved": unit.works == "improved",
        "entrenched": unit.works == "entrenched",
        "in-contact": bool(unit.contact),
        "out-of-command": not in_command(game, unit_id),
        "landing": bool(unit.landing),
        "at-work": unit.men_at_work > 0,
    }
    return tuple(name for name, holds in marks.items() if holds)


@rule("2.0", "19.2.4", "29.43")
def _card(game: Game, unit_id: str, unit: Unit) -> Card:
    kind = game.content.counters[unit_id]
    return Card(
        id=unit_id,
        at=place(unit),
        side=kind.side,
        palette=kind.nat,
        symbol=Symbol(game.content.manifest.types[kind.type].symbol, kind.size),
        name=kind.short,
        values=printed(face(game, unit_id)),
        corner=str(face(game, unit_id).quality),
        states=states_of(game, unit_id, unit),
        steps=unit.steps,
        full_steps=kind.steps,
    )


@rule("2.0/layout")
def printed(shown: Face) -> str:
    """Fire, assault, defense and movement as they are printed; a dash for what there is not."""
    fire = "-" if shown.fire is None else str(shown.fire)
    reach = f"/{shown.range}" if shown.fire is not None and shown.range > 1 else ""
    assault = "-" if shown.assault is None else f"{shown.assault}{'!' if shown.red else ''}"
    move = "*" if shown.star else "-" if shown.move is None else str(shown.move)
    return f"{fire}{reach} {assault} {shown.defense:+d} {move}"


@rule("21.1")
def _leader(game: Game, name: str, at: str) -> Card:
    leader = game.content.leaders[name]
    formation = game.content.formations[leader.formation]
    side = game.content.divisions[formation.division].side
    return Card(
        id=name,
        at=at,
        side=side,
        palette=side,
        symbol=Symbol("headquarters", "regiment"),
        name=leader.short,
        values=str(leader.range),
    )
