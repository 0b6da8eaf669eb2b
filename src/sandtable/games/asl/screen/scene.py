"""How a position is drawn: men with what they carry, Guns and vehicles, and all that lies on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.asl.content import Content
from sandtable.games.asl.control import building_holder, holder
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.locations import hex_of, houses, parts_of
from sandtable.games.asl.night.light import lit_hexes
from sandtable.games.asl.screen import artillery
from sandtable.games.asl.screen.heavy import UNSEEN, guns, vehicles
from sandtable.games.asl.state import DUMMY, NOWHERE, UNKNOWN, Unit, Wreck
from sandtable.games.asl.units import Game, in_melee
from sandtable.kernel import Texts, rule

PALETTES = {
    "german": Palette(fill="#a3b7c7", ink="#16222c", symbol="#e3ecf2"),
    "german-broken": Palette(fill="#e4e9ed", ink="#7d1d1d", symbol="#f7f9fa"),
    "canadian": Palette(fill="#d9bf88", ink="#2d2109", symbol="#f7edd6"),
    "canadian-broken": Palette(fill="#f3ead6", ink="#7d1d1d", symbol="#fbf7ee"),
    "smoke": Palette(fill="#e9e9e6", ink="#33363a", symbol="#ffffff"),
    "fire": Palette(fill="#c8372a", ink="#ffffff", symbol="#ffd0a0"),
    "earth": Palette(fill="#8a6a43", ink="#fff6e4", symbol="#e8d7b8"),
    "light": Palette(fill="#ffe9a3", ink="#5b4300", symbol="#fff7dd"),
    "wreck": Palette(fill="#4a4744", ink="#f0ebe2", symbol="#8a8580"),
}
SYMBOLS = {
    "squad": Symbol("infantry", "squad"),
    "half-squad": Symbol("infantry", "team"),
    "crew": Symbol("artillery", "team"),
    "leader": Symbol("leader"),
    "hero": Symbol("hero"),
}


def scene(game: Game, texts: Texts) -> Scene:
    """The counters on the map, those that wait beside it by their groups, and the markers on hexes."""
    state, content = game.state, game.content
    waiting = {name: _box(game, name, side) for name, side in _waiting(game)}
    cards = [*artillery.aircraft(game), *guns(game), *vehicles(game, waiting), *_men(game, waiting)]
    boxes = {box: _box_name(content, box, texts) for box in sorted(set(waiting.values()))}
    return Scene(
        board=content.board,
        palettes=PALETTES,
        counters=tuple(cards),
        markers=tuple(_markers(game)),
        control=objectives(game),
        boxes=boxes,
        lit=tuple(sorted(lit_hexes(game))) if state.nvr else None,
        heading=texts.phrase("heading", {"turn": state.turn, "last": content.scenario.turns}),
    )


@rule("A26.1")
def objectives(game: Game) -> dict[str, str]:
    """The hexes that the scenario is about, with who controls each."""
    victory = game.content.scenario.victory
    wanted = [
        *(victory.controls.hexes if victory.controls is not None else ()),
        *(victory.points.hexes if victory.points is not None else ()),
    ]
    found = {hex_: controller(game, hex_) for hex_ in wanted}
    return {hex_: side for hex_, side in found.items() if side}


def controller(game: Game, hex_: str) -> str:
    """Who controls a hex, or the building there as one."""
    return building_holder(game, hex_) if hex_ in houses(game.content) else holder(game, hex_)


# Men


def _waiting(game: Game) -> Iterator[tuple[str, str]]:
    """The men and vehicles that are still to come onto the map, with their sides."""
    state = game.state
    for name, unit in state.units.items():
        if unit.at == NOWHERE and not unit.aboard and name in state.to_place:
            yield name, unit.side
    for name, vehicle in state.vehicles.items():
        if vehicle.at == NOWHERE and name in state.to_place:
            yield name, vehicle.side


def _box(game: Game, unit_id: str, side: str) -> str:
    return f"{side}/{game.content.group_of_unit(unit_id)}"


def _box_name(content: Content, box: str, texts: Texts) -> str:
    side, _, group = box.partition("/")
    known = content.forces[side].groups.get(group)
    entry = None if known is None else known.enters
    name = texts.name("side", side) if known is None or known.name is None else known.name[texts.lang]
    if entry is None:
        return texts.phrase("box.waiting", {"name": name})
    return texts.phrase("box.entering", {"name": name, "turn": entry.turn})


def _men(game: Game, box_of: Mapping[str, str]) -> Iterator[Counter]:
    """Single men lie on top of the squads that they lead; the "?" of a vehicle is drawn with it."""
    units = game.state.units
    for name in sorted(units, key=lambda name: _order(game, units[name])):
        unit = units[name]
        at = hex_of(unit.at) if unit.at != NOWHERE else box_of.get(unit.aboard or name, "")
        if at and not unit.covers:
            yield card(game, name, unit, at)


def _order(game: Game, unit: Unit) -> int:
    if unit.kind in (UNKNOWN, DUMMY):
        return 0
    return ("squad", "half-squad", "crew", "leader", "hero").index(game.content.personnel[unit.kind].type)


@rule("A1.11", "A1.121", "A1.21", "A1.22", "A1.23", "A12.1")
def card(game: Game, name: str, unit: Unit, at: str) -> Counter:
    """A counter of men: firepower, range and morale, or its broken side; a "?" that hides them shows nothing."""
    if unit.kind == UNKNOWN:
        return Counter(name, at, unit.side, unit.side, UNSEEN, states=("hidden",))
    states = states_of(game, unit)
    if unit.kind == DUMMY:
        return Counter(name, at, unit.side, unit.side, UNSEEN, values="?", states=states)
    printed = game.content.personnel[unit.kind]
    return Counter(
        id=name,
        at=at,
        side=unit.side,
        palette=f"{unit.side}-broken" if unit.broken else unit.side,
        symbol=SYMBOLS[printed.type],
        name=" ".join([name, *carried(game, name)]),
        values=face(game, unit),
        corner="E" if printed.unit_class == "elite" else "",
        states=states,
    )


@rule("A1.23", "A10.7")
def face(game: Game, unit: Unit) -> str:
    """The figures on the side of a counter that is up: a broken one shows its morale only, boxed if it can rally."""
    printed = game.content.personnel[unit.kind]
    if unit.broken:
        return f"[{printed.broken_morale}]" if printed.self_rally else f"({printed.broken_morale})"
    return printed.name


def carried(game: Game, unit_id: str) -> list[str]:
    """The weapons that a unit possesses, by their short names; a malfunctioned one in brackets."""
    found = []
    for weapon in game.state.weapons.values():
        if weapon.holder == unit_id and weapon.kind in game.content.weapons:
            label = game.content.weapons[weapon.kind].type.upper()
            found.append(f"({label})" if weapon.broken else label)
    return found


STANCES = ("foxhole", "trench", "shellholes", "bypass", "above-wire", "beneath-wire")


@rule("A2.8", "A3/turn")
def states_of(game: Game, unit: Unit) -> tuple[str, ...]:
    """What has become of a unit, what matters most first."""
    marks = {
        "aboard": bool(unit.aboard),
        "hip": unit.hidden,
        "cloaked": unit.cloak > 0,
        "concealed": unit.concealed and not unit.hidden and not unit.cloak,
        "dm": unit.dm,
        "pinned": unit.pinned,
        "berserk": unit.berserk,
        "melee": in_melee(game, unit),
        "prisoner": bool(unit.guard),
        "unarmed": unit.unarmed and not unit.guard,
        "disrupted": unit.disrupted,
        "encircled": is_encircled(game, unit),
        "wounded": unit.wounded,
        f"fire-{unit.fire}": bool(unit.fire),
        "cx": unit.cx,
        "ti": unit.ti,
        unit.stance: unit.stance in STANCES,
        "cellar": parts_of(unit.at).floor < 0 if unit.at else False,
        "wall": unit.wall,
        "fanatic": unit.fanatic,
        "heroic": unit.heroic,
        "frozen": unit.frozen,
        "strayed": unit.strayed,
        "shortage": unit.shortage,
        "moved": unit.moved,
    }
    return tuple(name for name, holds in marks.items() if holds)


# Markers


def _markers(game: Game) -> Iterator[Marker]:
    """What lies in hexes: SMOKE, fires, Residual FP, Fire Lanes, field works, mines, wrecks, weapons without owners."""
    state = game.state
    for hex_, clouds in state.smoke.items():
        value = sum(cloud.value for cloud in clouds)
        yield Marker(hex_, f"{'WP' if any(cloud.wp for cloud in clouds) else ''}+{value}", "disc", "smoke")
    for place in state.blazes:
        yield Marker(hex_of(place), "BLZ", "star", "fire")
    for place in state.flames:
        yield Marker(hex_of(place), "FLM", "disc", "fire")
    for place, firepower in state.residual.items():
        yield Marker(hex_of(place), f"R{firepower}", "lozenge", "fire")
    for lane in state.lanes.values():
        for hex_ in lane.hexes:
            yield Marker(hex_, f"FL{lane.fp}", "lozenge", "fire")
    yield from _works(game)
    yield from artillery.markers(game)
    for wreck in state.wrecks.values():
        yield _wreck(wreck)
    for hex_, lights in state.lights.items():
        yield Marker(hex_, f"✶{max(light.radius for light in lights)}", "star", "light")
    for place in state.gunflashes:
        yield Marker(hex_of(place), "✸", "disc", "light")
    for side, hex_ in (*state.snipers.items(), *state.second_snipers.items()):
        if hex_:
            yield Marker(hex_, "SN", "lozenge", side)
    for weapon in state.weapons.values():
        if weapon.at and not weapon.holder and weapon.kind in game.content.weapons:
            yield Marker(hex_of(weapon.at), game.content.weapons[weapon.kind].type.upper(), "disc", weapon.side)
        if weapon.placed:
            yield Marker(hex_of(weapon.placed), "DC", "star", "fire")


def _works(game: Game) -> Iterator[Marker]:
    state = game.state
    for hex_, works in state.works.items():
        if works.foxholes:
            yield Marker(hex_, f"{works.foxholes}S", "disc", "earth")
        if works.trench:
            yield Marker(hex_, "TR", "lozenge", "earth")
        if works.wire:
            yield Marker(hex_, "×××", "disc", "wreck")
    for hex_, mines in state.mines.items():
        yield Marker(hex_, f"M{mines.ap or mines.at}", "lozenge", mines.side)
    for place, side in state.fortified.items():
        yield Marker(hex_of(place), "FB", "lozenge", side)
    for hex_ in state.rubble:
        yield Marker(hex_, "RUB", "lozenge", "wreck")
    for hex_ in state.shellholes:
        yield Marker(hex_, "SH", "disc", "earth")


def _wreck(wreck: Wreck) -> Marker:
    kind, palette = ("star", "fire") if wreck.burning else ("disc", "wreck")
    return Marker(hex_of(wreck.at), "✕", kind, palette, wreck.bypass if wreck.bypass >= 0 else None)
