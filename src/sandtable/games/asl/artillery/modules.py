"""C1.1, C1/radio, CG8: modules of Off-Board Artillery, the devices by which they are called, and who observes."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from sandtable.games.asl.artillery.shells import Salvo, firepower_of
from sandtable.games.asl.content import Content
from sandtable.games.asl.control import holder
from sandtable.games.asl.heavy import Module
from sandtable.games.asl.locations import hex_of, locations_of
from sandtable.games.asl.sight import line_of_sight, position_of
from sandtable.games.asl.sight.on_map import DARKNESS
from sandtable.games.asl.state import Battery, Unit
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.units import Game, is_good_order, is_leader, on_map
from sandtable.kernel import Refusal, rule

DEVICES = ("radio", "phone")
"""The types of support weapons by which batteries are called."""
HARASSING, SMOKE, HE, ILLUMINATING = "harassing", "smoke", "he", "illuminating"
EDGES = {"canadian": 0, "german": 3}
"""The direction in which the map ends behind each side: north and south (CG8)."""


def figures(game: Game) -> Artillery:
    return game.content.table("artillery", Artillery)


def module_of(game: Game, battery: Battery) -> Module:
    return game.content.modules[battery.kind]


def alter(game: Game, battery_id: str, **changes: object) -> Battery:
    """Change a battery."""
    now = replace(game.state.batteries[battery_id], **changes)
    game.state.batteries[battery_id] = now
    return now


# Before play


@rule("C1.1", "C1.21", "I.3")
def first_batteries(content: Content) -> dict[str, Battery]:
    """The modules of both sides with full Draw Piles, each with a radio or field phone of its side, in order."""
    found: dict[str, Battery] = {}
    table = content.table("artillery", Artillery)
    for name, placed in content.batteries.items():
        module, force = content.modules[placed.kind], content.forces[placed.side]
        number = sum(each.side == placed.side for each in list(content.batteries.values())[: len(found)])
        devices = [
            arm
            for arm, manifest in content.arms.items()
            if manifest.side == placed.side
            and manifest.kind in content.weapons
            and content.weapons[manifest.kind].type in DEVICES
        ]
        found[name] = Battery(
            side=placed.side,
            kind=placed.kind,
            device=devices[number] if number < len(devices) else "",
            black=module.black + (table.plentiful if force.supply == "plentiful" else 0),
            red=module.red + (table.scarce if force.supply == "scarce" else 0),
        )
    return found


@rule("CG8")
def note_security(game: Game) -> None:
    """When the battle begins it is noted which hexes a side with batteries controls: phone lines run through these."""
    sides = {battery.side for battery in game.state.batteries.values()}
    for hex_ in game.content.board.labels:
        side = holder(game, hex_)
        if side in sides:
            game.state.secured[hex_] = side


# Devices and observers


def is_phone(game: Game, battery: Battery) -> bool:
    """Whether a battery is called by field phone."""
    weapon = game.state.weapons.get(battery.device)
    return weapon is not None and game.content.weapons[weapon.kind].type == "phone"


def place_of(game: Game, battery: Battery) -> str:
    """The Location of the device of a battery; nothing while it is not on the map."""
    weapon = game.state.weapons.get(battery.device)
    if weapon is None:
        return ""
    unit = game.state.units.get(weapon.holder)
    return weapon.at if unit is None else unit.at


@rule("C1.1", "CG8")
def note_used(game: Game) -> None:
    """A module is used as soon as its device is on the map; a side uses no more than two in a scenario."""
    most = figures(game).modules
    for name, battery in list(game.state.batteries.items()):
        used = sum(each.used for each in game.state.batteries.values() if each.side == battery.side)
        if not battery.used and used < most and place_of(game, battery):
            alter(game, name, used=True)


@rule("C1.1", "C1/radio")
def observer_of(game: Game, battery: Battery) -> str:
    """Who observes for a battery: a leader with its radio; at a field phone whoever possesses it or is beside it, a
    leader or a half-squad. Nobody who is not in Good Order, or who rides."""
    weapon = game.state.weapons.get(battery.device)
    if weapon is None or weapon.broken or battery.over:
        return ""
    units = game.state.units
    if not is_phone(game, battery):
        return weapon.holder if weapon.holder in units and _is_fit(game, battery, units[weapon.holder]) else ""
    at = place_of(game, battery)
    able = [name for name, unit in units.items() if at and unit.at == at and _is_fit(game, battery, unit)]
    return weapon.holder if weapon.holder in able else min(able, default="")


@rule("C1.1", "C1.2")
def _is_fit(game: Game, battery: Battery, unit: Unit) -> bool:
    if unit.side != battery.side or not on_map(unit) or not is_good_order(game, unit):
        return False
    if is_leader(game.content, unit):
        return True
    return is_phone(game, battery) and game.content.personnel[unit.kind].type == "half-squad"


@rule("CG8", "C1.1")
def is_secure(game: Game, battery: Battery) -> bool:
    """Whether the line of a field phone runs back to the edge of its side through hexes that it has held throughout."""
    if not is_phone(game, battery):
        return True
    start = hex_of(place_of(game, battery))
    board, edge = game.content.board, EDGES[battery.side]
    ours = {
        hex_ for hex_, side in game.state.secured.items() if side == battery.side and holder(game, hex_) == battery.side
    }
    seen, left = {start}, [start] if start in ours else []
    while left:
        hex_ = left.pop()
        if board.neighbour(board.index[hex_], edge) < 0:
            return True
        fresh = [there for there in game.content.adjacent[hex_] if there in ours and there not in seen]
        seen.update(fresh)
        left += fresh
    return False


@rule("C1.3", "C1.9")
def is_observed(game: Game, battery: Battery, hex_: str) -> bool:
    """Whether a hex may be fired at: in LOS of the observer, or Pre-Registered."""
    return hex_ in battery.registered or is_in_sight(game, battery, hex_)


@rule("C1.3", "C1.71")
def is_in_sight(game: Game, battery: Battery, hex_: str) -> bool:
    """Whether the observer sees a Location of a hex. The SMOKE of its own mission does not cost him the sight of it."""
    name = observer_of(game, battery)
    if not name:
        return False
    eye = position_of(game.state.units[name])
    for place in locations_of(game, hex_):
        line = line_of_sight(game, eye, place)
        if line.clear or (battery.shell == SMOKE and line.block is not None and line.block.what == "hindrance"):
            return True
    return False


@rule("C8.7", "C1.3")
def may_light(game: Game, battery: Battery, hex_: str) -> bool:
    """Whether a battery with Illuminating Rounds may be directed at a hex that nothing but the dark hides."""
    name = observer_of(game, battery)
    if not name or not game.state.nvr or "illuminating" not in module_of(game, battery).ammunition:
        return False
    block = line_of_sight(game, position_of(game.state.units[name]), hex_).block
    return block is None or block.what == DARKNESS


@rule("C1.3", "C8.7")
def is_in_reach(game: Game, battery: Battery, hex_: str) -> bool:
    """Whether a Spotting Round may be asked for in a hex: one that is observed, or that is only dark."""
    return is_observed(game, battery, hex_) or may_light(game, battery, hex_)


def visible_hexes(game: Game, battery: Battery) -> list[str]:
    """The hexes for which fire may be asked: those in LOS, the Pre-Registered ones, and at night those to be lit."""
    return [hex_ for hex_ in game.content.board.labels if is_in_reach(game, battery, hex_)]


# Fire For Effect


@rule("C1.5", "C1.7", "C1.71")
def blast_area(game: Game, at: str, shell: str) -> list[str]:
    """The hexes of Fire For Effect, in order: one around its hex, two for harassing fire."""
    table = figures(game)
    radius = table.harassing_radius if shell == HARASSING else 0 if shell == ILLUMINATING else table.radius
    return sorted(game.content.around(at, radius))


@rule("C1.5", "C1.7")
def salvo_of(game: Game, battery: Battery, shell: str) -> Salvo:
    """The shells of a battery: full FP, or the share of harassing fire."""
    caliber = module_of(game, battery).caliber
    fp = Fraction(firepower_of(game, caliber))
    if shell == HARASSING:
        return Salvo(battery.side, fp / figures(game).harassing_part, caliber, "artillery", "C1.7")
    return Salvo(battery.side, fp, caliber, "artillery", "C1.5")


def is_firing(battery: Battery) -> bool:
    """Whether the Fire For Effect of a battery strikes those who come into it."""
    return battery.mission == "effect" and battery.shell in (HE, HARASSING) and not battery.lapsed


# Why not


@rule("C1.2", "C1.1", "CG8", "C1.21")
def refuse_contact(game: Game, battery_id: str, side: str) -> Refusal | None:
    """Why no contact can be tried with a battery."""
    battery = game.state.batteries[battery_id]
    args = {"battery": battery_id}
    if battery.side != side:
        return Refusal("refused.other-battery", "C1.1", args)
    if battery.over:
        return Refusal("refused.battery-over", "C1.21", args)
    if not place_of(game, battery):
        return Refusal("refused.no-device", "C1.1", args)
    if not battery.used:
        return Refusal("refused.two-modules", "CG8", args)
    weapon = game.state.weapons[battery.device]
    if weapon.broken:
        return Refusal("refused.device-broken", "C1.2", args)
    name = observer_of(game, battery)
    if not name:
        return Refusal("refused.no-observer", "C1.1", args)
    unit = game.state.units[name]
    if unit.moved or unit.fire not in ("", "opportunity") or unit.spent or unit.ti:
        return Refusal("refused.observer-busy", "C1.2", args)
    if not is_secure(game, battery):
        return Refusal("refused.line-cut", "CG8", args)
    if not battery.mission and not battery.black and not battery.red:
        return Refusal("refused.battery-over", "C1.21", args)
    return None
