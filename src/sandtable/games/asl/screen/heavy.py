"""Guns and vehicles as they are drawn, and what there is to know of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.board.scene import Counter, Symbol
from sandtable.games.asl.heavy import Ammunition, GunCard, VehicleCard, VehicleGun
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import UNKNOWN, Vehicle, Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import KEPT
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact, facts_of_states
from sandtable.mechanics.reference import ChartRow, Head, PrintedChart, signed

UNSEEN = Symbol("unknown")
SYMBOLS = {
    "tank": Symbol("armour"),
    "tank-destroyer": Symbol("anti-tank"),
    "anti-aircraft": Symbol("anti-air"),
    "halftrack": Symbol("mechanised"),
    "carrier": Symbol("mechanised"),
}
LONGEST_FIELD_GUN = 100
"""Guns of a larger caliber, in millimeters, are drawn as artillery; smaller ones as anti-tank guns."""
STATES = {
    "malfunctioned": "C2.28",
    "limbered": "C10.2",
    "emplaced": "C11.2",
    "acquired": "C6.5",
    "motion": "D2.4",
    "exposed": "D5.3",
    "immobile": "D8.1",
    "bogged": "D8.2",
    "mired": "D8.2",
    "shocked": "C7.4",
    "unconfirmed": "C7.42",
    "stunned": "D5.34",
    "shaken": "D5.34",
    "recalled": "D5.341",
    "abandoned": "D5.4",
    "bypass": "D2.3",
    "turned": "D3.12",
    "loaded": "D6.1",
    "concealed": "A12.1",
    "hip": "A12.3",
    "fire-prep": "A3.2",
    "fire-first": "A8.1",
    "fire-final": "A8.3",
    "fire-intensive": "C5.6",
}
"""The rule behind each state."""


def spine(facing: int) -> int:
    """A hexspine as a facing: the vertex between two hexsides."""
    return 2 * facing + 1


# Guns


def guns(game: Game) -> Iterator[Counter]:
    """The Guns on the map; they lie below the crews that serve them."""
    state = game.state
    for name, gun in state.weapons.items():
        if gun.kind in game.content.guns:
            crew = state.units.get(gun.holder)
            at = crew.at if crew is not None else gun.at
            if at:
                yield _gun(game, name, gun, hex_of(at))


@rule("C2.7", "C3.2")
def _gun(game: Game, name: str, gun: Weapon, at: str) -> Counter:
    card = game.content.guns[gun.kind]
    return Counter(
        id=name,
        at=at,
        side=gun.side,
        palette=gun.side,
        symbol=Symbol("artillery" if card.caliber > LONGEST_FIELD_GUN else "anti-tank"),
        name=f"{card.name} {name}",
        values=f"{card.caliber}{card.barrel}",
        corner=str(card.rof) if card.rof > 1 else "",
        states=gun_states(gun),
        facing=spine(gun.arc),
        mount="fixed",
    )


def gun_states(gun: Weapon) -> tuple[str, ...]:
    """What has become of a Gun."""
    marks = {
        "malfunctioned": gun.broken,
        "limbered": gun.limbered,
        f"fire-{gun.fire}": bool(gun.fire),
        "acquired": gun.acquisition > 0,
        "emplaced": gun.emplaced,
    }
    return tuple(state for state, holds in marks.items() if holds)


def facts_of_gun(game: Game, name: str, texts: Texts) -> list[Fact]:
    """A Gun in words."""
    gun = game.state.weapons[name]
    card: GunCard = game.content.guns[gun.kind]
    return [
        Fact(texts.phrase("fact.kind"), texts.separator.join([texts.name("type", "gun"), card.name]), "C2.1"),
        Fact(texts.phrase("fact.nation"), texts.name("side", gun.side)),
        Fact(texts.phrase("fact.caliber"), f"{card.caliber}{card.barrel}", "C2.2"),
        Fact(texts.phrase("fact.rof-label"), str(card.rof), "C2.24"),
        Fact(texts.phrase("fact.breakdown-label"), str(card.breakdown), "C2.28"),
        Fact(texts.phrase("fact.range"), texts.phrase("fact.hexes", {"number": card.range}), "C2.25"),
        Fact(texts.phrase("fact.size"), signed(card.size), "C2.271"),
        Fact(texts.phrase("fact.faces"), texts.name("spine", str(gun.arc)), "C3.2"),
        *_special(card.special, gun.gone, texts),
        *facts_of_states(gun_states(gun), STATES, texts),
    ]


# Vehicles


def vehicles(game: Game, box_of: dict[str, str]) -> Iterator[Counter]:
    """The vehicles on the map, and those that wait in a box beside it."""
    for name, vehicle in game.state.vehicles.items():
        at = hex_of(vehicle.at) if vehicle.at else box_of.get(name, "")
        if at:
            yield _vehicle(game, name, vehicle, at)


@rule("D1.1", "D3.1")
def _vehicle(game: Game, name: str, vehicle: Vehicle, at: str) -> Counter:
    if vehicle.kind == UNKNOWN:
        return Counter(name, at, vehicle.side, vehicle.side, UNSEEN, states=("hidden",))
    card = game.content.vehicles[vehicle.kind]
    return Counter(
        id=name,
        at=at,
        side=vehicle.side,
        palette=vehicle.side,
        symbol=SYMBOLS[card.type],
        name=f"{card.name} {name}",
        values=figures(card),
        corner=_commander(game, vehicle),
        states=vehicle_states(game, name, vehicle),
        facing=spine(vehicle.facing),
        edge=vehicle.bypass if vehicle.bypass >= 0 else None,
        mount="turret" if card.mount in ("T", "ST") else "fixed" if card.gun is not None else "",
    )


def _commander(game: Game, vehicle: Vehicle) -> str:
    leader = game.content.armor_leaders.get(vehicle.leader)
    return "" if leader is None else leader.name


def figures(card: VehicleCard) -> str:
    """What is printed on a vehicle: its gun and its movement points."""
    return f"{_barrel(card.gun)} {card.mp}" if card.gun is not None else str(card.mp)


def _barrel(gun: VehicleGun) -> str:
    return f"{gun.caliber}{gun.barrel}"


def vehicle_states(game: Game, name: str, vehicle: Vehicle) -> tuple[str, ...]:
    """What has become of a vehicle, what matters most first."""
    aboard = any(unit.aboard == name for unit in game.state.units.values())
    fired = next((mark.partition(":")[2] for mark in vehicle.fired if f"{KEPT}:" not in mark), "")
    marks = {
        "hip": vehicle.hidden,
        "concealed": vehicle.concealed and not vehicle.hidden,
        vehicle.shock: bool(vehicle.shock),
        vehicle.stun: bool(vehicle.stun),
        "immobile": vehicle.immobile,
        vehicle.bogged: bool(vehicle.bogged),
        "abandoned": vehicle.abandoned,
        "recalled": vehicle.recalled,
        "motion": vehicle.motion,
        f"fire-{fired}": bool(fired),
        "exposed": vehicle.exposed,
        "turned": vehicle.turret != vehicle.facing,
        "bypass": vehicle.bypass >= 0,
        "loaded": aboard,
        "frozen": vehicle.frozen,
        "shortage": vehicle.shortage,
        "moved": vehicle.moved,
    }
    return tuple(state for state, holds in marks.items() if holds)


def _turret(vehicle: Vehicle, texts: Texts) -> Fact:
    return Fact(texts.phrase("fact.turret"), texts.name("spine", str(vehicle.turret)), "D3.12")


def facts_of_vehicle(game: Game, name: str, texts: Texts) -> list[Fact]:
    """A vehicle in words: what it is, how it moves and shoots, who is inside, and what has become of it."""
    vehicle = game.state.vehicles[name]
    side = Fact(texts.phrase("fact.nation"), texts.name("side", vehicle.side))
    if vehicle.kind == UNKNOWN:
        return [Fact(texts.phrase("fact.kind"), texts.name("type", "unknown"), "A12.1"), side]
    card = game.content.vehicles[vehicle.kind]
    riders = [unit_id for unit_id, unit in game.state.units.items() if unit.aboard == name]
    names = texts.separator.join(texts.name("unit", unit_id) for unit_id in riders)
    states = [state for state in vehicle_states(game, name, vehicle) if state not in ("moved", "loaded", "bypass")]
    return [
        Fact(texts.phrase("fact.kind"), texts.separator.join([texts.name("type", card.type), card.name]), "D1.1"),
        side,
        Fact(texts.phrase("fact.mp"), str(card.mp), "D1.1"),
        *_armament(card, texts),
        *_special(card.special, vehicle.gone, texts),
        Fact(texts.phrase("fact.size"), signed(card.size), "D1.7"),
        Fact(texts.phrase("fact.survival"), str(card.survival), "D5.6"),
        Fact(texts.phrase("fact.faces"), texts.name("spine", str(vehicle.facing)), "D3.11"),
        *((Fact(texts.phrase("fact.along"), _hexside(game, vehicle), "D2.3"),) if vehicle.bypass >= 0 else ()),
        *((_turret(vehicle, texts),) if "turned" in states else ()),
        *((Fact(texts.phrase("fact.aboard"), names, "D6.1"),) if riders else ()),
        *facts_of_states([state for state in states if state != "turned"], STATES, texts),
    ]


@rule("D2.3")
def _hexside(game: Game, vehicle: Vehicle) -> str:
    """The hexside along which a vehicle stands in Bypass, its own hex first."""
    board = game.content.board
    hex_ = hex_of(vehicle.at)
    return f"{hex_}-{board.labels[board.neighbour(board.index[hex_], vehicle.bypass)]}"


@rule("D3.1")
def _armament(card: VehicleCard, texts: Texts) -> Iterator[Fact]:
    if card.gun is not None:
        yield Fact(texts.phrase("fact.main"), f"{_barrel(card.gun)}", "D3.3")
        if card.gun.rof > 1:
            yield Fact(texts.phrase("fact.rof-label"), str(card.gun.rof), "C2.24")
    if card.flamethrower is not None:
        yield Fact(texts.phrase("fact.main"), texts.phrase("fact.flamethrower", {"fp": card.flamethrower.fp}), "D3.6")
    guns = [f"{name.upper()} {fp}" for name, fp in (("bmg", card.bmg), ("cmg", card.cmg), ("aamg", card.aamg)) if fp]
    if guns:
        yield Fact(texts.phrase("fact.machine-guns"), texts.separator.join(guns), "D1.8")


def _special(special: Mapping[Ammunition, int], gone: tuple[str, ...], texts: Texts) -> Iterator[Fact]:
    left = [f"{kind.upper()}{number}" for kind, number in special.items() if kind not in gone]
    if left:
        yield Fact(texts.phrase("fact.ammunition"), texts.separator.join(left), "C8.1")


@rule("D1.6")
def armor(game: Game, name: str, texts: Texts) -> tuple[PrintedChart, ...]:
    """The armor of a vehicle as its counter shows it."""
    vehicle = game.state.vehicles.get(name)
    if vehicle is None or vehicle.kind == UNKNOWN:
        return ()
    card = game.content.vehicles[vehicle.kind]
    parts = [("hull", card.hull), *((("turret", card.turret),) if card.turret is not None else ())]
    return (
        PrintedChart(
            id="armor",
            name=texts.phrase("chart.armor"),
            rule="D1.6",
            columns=tuple(Head(texts.phrase(f"chart.{name}")) for name in ("front", "side-rear")),
            rows=tuple(
                ChartRow(Head(texts.phrase(f"chart.{part}")), (str(armor.front), str(armor.side)))
                for part, armor in parts
            ),
        ),
    )
