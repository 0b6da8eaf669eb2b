"""What there is to know of a hex and of a counter, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import Personnel
from sandtable.games.asl.locations import hex_of, houses, locations_of, stacked
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.screen import artillery
from sandtable.games.asl.screen.scene import controller, states_of
from sandtable.games.asl.state import DUMMY, UNKNOWN, Unit, Weapon
from sandtable.games.asl.tables.features import Cellars
from sandtable.games.asl.tables.terrain import Hexsides, TerrainRow
from sandtable.games.asl.terrain.hexes import kind_at, rows
from sandtable.games.asl.units import Game, leadership, units_at, weapons_of
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact, facts_of_states
from sandtable.mechanics.reference import figure, signed

STATES = {
    "aboard": "D6.1",
    "hip": "A12.3",
    "concealed": "A12.1",
    "dm": "A10.62",
    "pinned": "A7.8",
    "berserk": "A15.4",
    "melee": "A11.15",
    "prisoner": "A20.5",
    "unarmed": "A20.5",
    "disrupted": "A19.12",
    "encircled": "A7.7",
    "wounded": "A17.1",
    "fire-prep": "A3.2",
    "fire-opportunity": "A7.25",
    "fire-first": "A8.1",
    "fire-final": "A8.3",
    "cx": "A4.51",
    "ti": "B27.11",
    "foxhole": "B27/infantry",
    "trench": "B27/infantry",
    "shellholes": "B2.1",
    "bypass": "A4.3",
    "above-wire": "B26/infantry",
    "beneath-wire": "B26/infantry",
    "cellar": "RR11.1",
    "wall": "B9.32",
    "fanatic": "A10.8",
    "heroic": "A15.2",
    "frozen": "E1.21",
    "cloaked": "E1.4",
    "strayed": "E1.53",
    "shortage": "A19.131",
}
"""The rule behind each state."""


# Hexes


def facts_of_ground(game: Game, label: str, texts: Texts) -> list[Fact]:
    """What a hex is for men: its cost, its cover and its height; its building; what stands along its hexsides; who
    controls it, who is in it, and what lies there."""
    return [
        *_terrain(game, label, texts),
        *_building(game, label, texts),
        *_hexsides(game, label, texts),
        *_occupants(game, label, texts),
        *_lying(game, label, texts),
        *artillery.facts_of_hex(game, label, texts),
    ]


@rule("B/tem", "A4.13")
def _terrain(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    row: TerrainRow = rows(game.content)[kind_at(game, label)]
    yield Fact(texts.phrase("fact.cost"), texts.phrase("fact.mf", {"number": figure(row.mf / 2)}), "A4.13")
    tem = {"direct": signed(row.tem.direct), "mortar": signed(row.tem.mortar), "oba": signed(row.tem.oba)}
    yield Fact(texts.phrase("fact.tem"), texts.phrase("fact.tem-figures", tem), "B/tem")
    if row.sight != "open":
        args = {"levels": figure(row.height / 4), "value": row.hindrance}
        yield Fact(texts.phrase("fact.sight"), texts.phrase(f"fact.{row.sight}", args), "A6.2")
    if row.open_ground:
        yield Fact(texts.phrase("fact.concealment"), texts.phrase("fact.open-ground"), "A12.11")


@rule("B23.1", "B23.74", "RR11.1")
def _building(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    house = houses(game.content).get(label)
    if house is None or label in game.state.rubble:
        return
    if house.is_factory:
        yield Fact(texts.phrase("fact.building"), texts.phrase("fact.factory"), "B23.74")
    if house.stories > 1:
        yield Fact(texts.phrase("fact.building"), texts.phrase("fact.stories", {"number": house.stories}), "B23.1")
    if house.has_cellar:
        tem = signed(game.content.table("cellars", Cellars).tem)
        yield Fact(texts.name("terrain", "cellar"), texts.phrase("fact.cellar", {"tem": tem}), "RR11.1")
    for location in locations_of(game, label):
        if location in game.state.fortified:
            side = game.state.fortified[location]
            yield Fact(texts.phrase("fact.fortified"), texts.name("side", side), "B23.9/infantry")


@rule("B9.3", "RR12.2", "RR13.1")
def _hexsides(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    """Each hexside with something on it, by its direction."""
    board = game.content.board
    i = board.index[label]
    for direction in range(6):
        said = [_side(game.content, i, direction, name, texts) for name in sorted(board.side_features(i, direction))]
        if said:
            way = texts.name("compass", board.grid.direction_name(direction))
            yield Fact(texts.phrase("fact.hexside", {"direction": way}), texts.separator.join(said), "B9.3")


def _side(content: Content, i: int, direction: int, name: str, texts: Texts) -> str:
    board = content.board
    called = board.legend.sides[name].name.text(texts.lang)
    row = content.table("hexsides", Hexsides).hexsides.get(name)
    if row is not None:
        return texts.phrase("fact.cover", {"name": called, "tem": signed(row.tem.direct)})
    if name in board.falls:
        way = "down" if board.falls[name][6 * i + direction] else "up"
        return texts.phrase(f"fact.{way}", {"name": called})
    return called


@rule("A5.1", "A26.1", "A12.1")
def _occupants(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    side = controller(game, label)
    if side:
        yield Fact(texts.phrase("fact.control"), texts.name("side", side), "A26.1")
    for location in locations_of(game, label):
        for name in game.content.forces:
            here = stacked(game, location, name)
            if here.halves or here.smc:
                args = {"squads": figure(here.halves / 2), "smc": here.smc}
                who = texts.phrase("fact.stack-of", {"side": name, "at": location})
                veiled = _is_veiled(game, location, name)
                said = texts.phrase("fact.unseen") if veiled else texts.phrase("fact.stacked", args)
                yield Fact(who, said, "A12.1" if veiled else "A5.1")


def _is_veiled(game: Game, location: str, side: str) -> bool:
    """Whether of somebody of a side in a Location nothing is known."""
    there = [game.state.units[name] for name in units_at(game, location)]
    return any(unit.kind == UNKNOWN and unit.side == side for unit in there)


def _lying(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    """SMOKE, Residual FP, field works, mines, weapons that nobody has."""
    state = game.state
    for cloud in state.smoke.get(label, ()):
        yield Fact(texts.name("terrain", "smoke"), signed(cloud.value), "A24.2")
    for location in locations_of(game, label):
        if location in state.blazes:
            yield Fact(texts.name("terrain", "blaze"), "", "B25/infantry")
        if location in state.flames:
            yield Fact(texts.name("terrain", "flame"), "", "B25/fire")
        if location in state.residual:
            yield Fact(texts.phrase("fact.residual"), str(state.residual[location]), "A8.2")
    works = state.works.get(label)
    if works is not None:
        if works.foxholes:
            squads = texts.phrase("fact.squads", {"number": works.foxholes})
            yield Fact(texts.name("terrain", "foxhole"), squads, "B27/infantry")
        if works.trench:
            yield Fact(texts.name("terrain", "trench"), "", "B27/infantry")
        if works.wire:
            yield Fact(texts.name("terrain", "wire"), "", "B26/infantry")
    mines = state.mines.get(label)
    if mines is not None:
        yield Fact(texts.name("terrain", "mines"), str(mines.ap or mines.at), "B28/infantry")
    for weapon in state.weapons.values():
        if weapon.at and not weapon.holder and hex_of(weapon.at) == label:
            yield Fact(texts.phrase("fact.lies"), _armed(game, weapon, texts), "A4.44")


# Counters


def facts_of_men(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A counter in words: what it is, its figures with their meaning, what it carries, and what has become of it."""
    unit = game.state.units.get(unit_id)
    if unit is None:
        return []
    side = Fact(texts.phrase("fact.nation"), texts.name("side", unit.side))
    if unit.kind in (UNKNOWN, DUMMY):
        name = "unknown" if unit.kind == UNKNOWN else "dummy"
        return [Fact(texts.phrase("fact.kind"), texts.name("type", name), "A12.1"), side]
    card = game.content.personnel[unit.kind]
    return [
        Fact(texts.phrase("fact.kind"), _kind(card, texts), "A1.11"),
        side,
        *_figures(game, unit, card, texts),
        *_abilities(card, texts),
        *[_carried(game, name, texts) for name in weapons_of(game, unit_id)],
        *([Fact(texts.phrase("fact.rides"), texts.name("vehicle", unit.aboard), "D6.1")] if unit.aboard else ()),
        *facts_of_states([state for state in states_of(game, unit) if state not in ("moved", "aboard")], STATES, texts),
    ]


def _kind(card: Personnel, texts: Texts) -> str:
    said = [texts.name("type", card.type)]
    if card.unit_class is not None:
        said.append(texts.name("class", card.unit_class))
    if card.assault_engineers:
        said.append(texts.phrase("fact.engineers"))
    return texts.separator.join(said)


@rule("A1.21", "A1.22", "A1.23", "A10.7")
def _figures(game: Game, unit: Unit, card: Personnel, texts: Texts) -> Iterator[Fact]:
    if card.fp:
        yield Fact(texts.phrase("fact.firepower"), str(card.fp), "A1.21")
        yield Fact(texts.phrase("fact.range"), texts.phrase("fact.hexes", {"number": card.range}), "A1.22")
    printed = card.broken_morale if unit.broken else card.morale
    now = morale_level(game, unit)
    value = str(now) if now == printed else texts.phrase("fact.now", {"now": now, "printed": printed})
    yield Fact(texts.phrase("fact.broken-morale" if unit.broken else "fact.morale"), value, "A1.23")
    if card.type == "leader":
        yield Fact(texts.phrase("line.leadership"), f"{leadership(game, unit):+d}", "A10.7")


def _abilities(card: Personnel, texts: Texts) -> Iterator[Fact]:
    if card.smoke:
        yield Fact(texts.phrase("fact.smoke"), str(card.smoke), "A24.1")
    if card.assault_fire:
        yield Fact(texts.phrase("fact.ability"), texts.phrase("fact.assault-fire"), "A7.36")
    if card.spraying_fire:
        yield Fact(texts.phrase("fact.ability"), texts.phrase("fact.spraying-fire"), "A7.34")
    if card.self_rally:
        yield Fact(texts.phrase("fact.ability"), texts.phrase("fact.self-rally"), "A10.63")
    if card.underlined_morale:
        yield Fact(texts.phrase("fact.ability"), texts.phrase("fact.fixed-elr"), "A19.13")


def _carried(game: Game, name: str, texts: Texts) -> Fact:
    return Fact(texts.phrase("fact.carries"), _armed(game, game.state.weapons[name], texts), "A4.4")


@rule("A9.1", "A9.7")
def _armed(game: Game, weapon: Weapon, texts: Texts) -> str:
    """A weapon with its figures: firepower and range, rate of fire, breakdown number, weight."""
    card = game.content.weapons.get(weapon.kind)
    if card is None:
        return game.content.guns[weapon.kind].name
    said = [texts.name("type", card.type)]
    if card.fp:
        said.append(f"{card.fp}-{card.range}")
    if card.rof:
        said.append(texts.phrase("fact.rof", {"number": card.rof}))
    if card.breakdown is not None:
        said.append(texts.phrase("fact.breakdown", {"number": card.breakdown}))
    said.append(texts.phrase("fact.pp", {"number": card.pp}))
    if weapon.broken:
        said.append(texts.name("state", "malfunctioned"))
    if weapon.dismantled:
        said.append(texts.name("state", "dismantled"))
    return texts.separator.join(said)
