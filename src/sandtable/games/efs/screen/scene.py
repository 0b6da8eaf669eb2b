"""How a position is drawn."""

from __future__ import annotations

import datetime

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.games.efs.content import Content
from sandtable.games.efs.declaration.orders import given, own_hexes
from sandtable.games.efs.sequence import MOVING
from sandtable.games.efs.state import AXIS, SIDES, SOVIET, Attack, Orders, SupplyUnit, Unit
from sandtable.games.efs.tables import TurnTrackFile
from sandtable.games.efs.units import Game, figures, full_steps, is_artillery, is_headquarters, is_untried, printed
from sandtable.kernel import Texts, of_content, rule

SIZES = {
    "": "army", "I": "company", "II": "battalion", "III": "regiment", "X": "brigade", "XX": "division",
}  # fmt: skip
CONTROL = {
    AXIS: Palette(fill="#5d6b70", ink="#ffffff", symbol="#cfd6d8"),
    SOVIET: Palette(fill="#a8442f", ink="#ffffff", symbol="#eac3b6"),
}
BOX_COLOURS = {"guards": "#d8574a", "nkvd": "#7fb277", "militia": "#e8cf5a", "naval": "#7ba3d0"}
"""The colours of the type box of Soviet Guards, NKVD, militia and navy (2.22b/special-codes)."""
RED = "#ff6a55"
ALLOWANCES = {"yellow": "#ffe04a", "orange": "#ff9d3d", "green": "#86dd72", "gray": "#dfe3e5", "blue": "#86c5ff"}
"""The colours in which movement allowances are printed (2.22b/ma-colors), and that of a red attack strength."""
ORDERS: dict[Orders, str] = {"no-retreat": "N", "additional-retreat": "A", "face-down": "?"}
"""What is written on orders markers."""
BOXES = ("arrived", "active", "cadre", "eliminated", "cannot-rebuild")
"""The boxes beside the map, for each side; units to come lie in them from the turn in which they do."""


@of_content
@rule("2.22a", "2.22b/special-codes", "6.51/note")
def palettes(content: Content) -> dict[str, Palette]:
    """The colours of both sides, of nations, and of the type boxes within them."""
    found = dict(CONTROL)
    boxes = {each: division.colour for each, division in content.divisions.items()} | BOX_COLOURS
    for name, nation in content.nations.items():
        for box, colour in {"": nation.symbol, **boxes}.items():
            found[f"{name}/{box}"] = Palette(nation.fill, nation.ink, colour)
    return found


def palette_of(game: Game, unit_id: str) -> str:
    """The colours of a counter: its nation, and what its type box tells."""
    kind = printed(game, unit_id)
    flags = {"guards": kind.guards, "nkvd": kind.nkvd, "militia": kind.militia, "naval": "naval" in unit_id}
    box = kind.division or next((name for name, holds in flags.items() if holds), "")
    return f"{kind.nation}/{box}"


def scene(game: Game, texts: Texts) -> Scene:
    """Units and supply units on the map, those in boxes beside it, strongpoints, bridges, attacks and objectives."""
    state, content = game.state, game.content
    counters = [supply_counter(game, name, each) for name, each in state.supplies.items()]
    on_map = sorted((unit_id for unit_id, unit in state.units.items() if unit.at), key=lambda each: weight(game, each))
    counters += [counter_of(game, unit_id, state.units[unit_id].at) for unit_id in on_map]
    beside = {unit_id: box for unit_id, unit in state.units.items() if (box := box_of(game, unit_id, unit))}
    counters += [counter_of(game, unit_id, box) for unit_id, box in beside.items()]
    used = {*beside.values(), *(received_box(each) for each in state.supplies.values() if not each.at)}
    return Scene(
        board=content.board,
        palettes=palettes(content),
        counters=tuple(counters),
        markers=tuple(markers(game)),
        control=dict(state.control),
        boxes={name: texts.phrase(f"box.{name}") for name in box_names() if name in used},
        heading=heading(game, texts),
    )


def weight(game: Game, unit_id: str) -> int:
    """By what the counters of a stack are ordered: the strongest lies on top."""
    attack, defence, _ = figures(game, unit_id)
    return attack + defence


@rule("4.22")
def heading(game: Game, texts: Texts) -> str:
    """The turn with its days and its phase."""
    track, turn = game.content.table("turn-track", TurnTrackFile), game.state.turn
    first = datetime.date.fromisoformat(track.first_day) + datetime.timedelta(days=track.days * (turn - 1))
    last = first + datetime.timedelta(days=track.days - 1)
    days = {"from": texts.phrase(f"month.{first.month}", {"day": first.day}), "year": last.year}
    days["to"] = texts.phrase(f"month.{last.month}", {"day": last.day})
    args = {"turn": turn, "last": game.content.last_turn, "phase": game.state.phase, **days}
    return texts.phrase("heading", args)


def box_names() -> list[str]:
    return [f"{side}-{box}" for side in SIDES for box in BOXES]


def box_of(game: Game, unit_id: str, unit: Unit) -> str:
    """The box beside the map in which a unit lies, if it is shown there."""
    return f"{game.content.side_of[unit_id]}-{unit.box}" if unit.box in BOXES else ""


@rule("2.22b/combat-unit", "2.22b/sizes", "2.22b/artillery", "2.22b/hq", "8.42b")
def counter_of(game: Game, unit_id: str, at: str) -> Counter:
    """A counter as it lies on the map or beside it."""
    unit, kind = game.state.units[unit_id], printed(game, unit_id)
    return Counter(
        id=unit_id,
        at=at,
        side=game.content.side_of[unit_id],
        palette=palette_of(game, unit_id),
        symbol=Symbol(
            "unknown" if is_untried(game, unit_id) else game.content.types[kind.type].symbol, SIZES[kind.size]
        ),
        name=kind.short,
        values=values(game, unit_id),
        tints=tints(game, unit_id),
        corner=str(kind.range) if kind.range else "",
        states=tuple(states(game, unit_id)),
        steps=unit.steps,
        full_steps=full_steps(game.content, unit_id),
    )


@rule("2.22b/ma-colors", "2.22b/combat-unit")
def tints(game: Game, unit_id: str) -> tuple[str, ...]:
    """The colours of the figures: a red attack strength, and a movement allowance whose colour tells how it moves."""
    kind = printed(game, unit_id)
    if is_untried(game, unit_id) or not (kind.red or kind.ma in ALLOWANCES):
        return ()
    return (RED if kind.red else "", "", ALLOWANCES.get(kind.ma, ""))


@rule("2.22b/artillery", "2.22b/hq", "8.41")
def values(game: Game, unit_id: str) -> str:
    """The figures along the bottom of a counter: attack, defence, movement; of an HQ its command or recovery value."""
    kind, unit = printed(game, unit_id), game.state.units[unit_id]
    if is_untried(game, unit_id):
        return f"?-?-{'?' if kind.untried_allowance is None else kind.untried_allowance}"
    attack, defence, allowance = figures(game, unit_id)
    if is_headquarters(game, unit_id):
        return f"{kind.command if unit.operational else kind.recovery}-{defence}-{allowance}"
    only = "A" if is_artillery(game, unit_id) and kind.type in ATTACK_ONLY and attack else ""
    return f"{attack}{only}-{defence}-{allowance}"


ATTACK_ONLY = ("rocket-artillery", "railroad-artillery", "super-heavy-artillery")


@rule("10.23")
def is_moving(game: Game, side: str) -> bool:
    """Whether it is told who of a side has moved: in a phase in which it moves, and not until it moves again."""
    return game.state.active == side and game.state.phase.partition("/")[2] in MOVING


@rule("18.45/note-marker")
def states(game: Game, unit_id: str) -> list[str]:
    """The markers on a unit, in words that every front end understands."""
    unit = game.state.units[unit_id]
    marks = {
        "out-of-supply": unit.supply == "out",
        "emergency-supply": unit.supply == "emergency",
        "overrun": unit.overrun,
        "fuel-shortage": unit.fuel_shortage,
        "activated": unit.activated,
        "garrison": unit.garrison,
        "building": unit.building,
        "do-not-move": unit.do_not_move > 0,
        "non-operational": not unit.operational,
        "fired": unit.fired,
        "moved": unit.finished and is_moving(game, game.content.side_of[unit_id]),
    }
    return [name for name, holds in marks.items() if holds]


@rule("2.22d", "6.41")
def received_box(supply: SupplyUnit) -> str:
    """The box beside the map in which a supply unit waits that has been received."""
    return f"{supply.side}-arrived"


@rule("6.41")
def supply_counter(game: Game, name: str, supply: SupplyUnit) -> Counter:
    """A supply unit as it lies on the map, or beside it until it enters."""
    return Counter(
        id=name,
        at=supply.at or received_box(supply),
        side=supply.side,
        palette=supply.side,
        symbol=Symbol("supply"),
        name="Dump" if supply.is_dump else "MSU",
        values=str(supply.points),
        states=("moved",) if supply.finished and is_moving(game, supply.side) else (),
    )


def markers(game: Game) -> list[Marker]:
    """Strongpoints, bridges, destroyed bridges, attacks with their orders, and flags on victory locations."""
    state = game.state
    found = [
        Marker(at=label, label="SP" if each.status == "completed" else "sp", kind="lozenge", palette=each.side)
        for label, each in state.strongpoints.items()
    ]
    found += [
        Marker(at=each.at, label="F" if each.ferry else "B", kind="disc", palette=each.side)
        for each in state.bridges.values()
        if each.at
    ]
    found += [Marker(at=bridge[:4], label="✕", kind="disc") for bridge in state.damage]
    ruins = dict.fromkeys(name.partition(">")[0] for name in state.ruined)
    found += [Marker(at=label, label="✕", kind="lozenge") for label in ruins]
    found += [
        Marker(at=label, label="M" if attack.mandated else "!", kind="star", palette=attack.side)
        for attack in state.attacks.values()
        for label in attack.hexes
    ]
    found += [marker for attack in state.attacks.values() for marker in orders_markers(game, attack)]
    found += [
        Marker(at=label, label="", kind="flag", palette=AXIS if location.counted else SOVIET)
        for label, location in state.locations.items()
    ]
    return found


@rule("12.53a", "12.54b")
def orders_markers(game: Game, attack: Attack) -> list[Marker]:
    """The orders on a combat: what they say, or that they lie face down; those of the NKVD are open to all."""
    found = [
        Marker(at=at, label=ORDERS[given(attack, side)], kind="lozenge", palette=side)
        for side in SIDES
        for at in own_hexes(game, attack, side)[:1]
        if given(attack, side)
    ]
    at = game.state.units[attack.nkvd].at if attack.nkvd and not attack.nkvd_lifted else ""
    if at:
        found.append(Marker(at=at, label=ORDERS["no-retreat"], kind="lozenge", palette=SOVIET))
    return found
