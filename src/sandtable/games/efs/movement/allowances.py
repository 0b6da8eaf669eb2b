"""Chapter 10.1: who may move in which phase, and how far."""

from __future__ import annotations

from operator import attrgetter

from sandtable.games.efs.content import Content, quarters
from sandtable.games.efs.headquarters.idle import why_held_back
from sandtable.games.efs.state import AXIS, Unit
from sandtable.games.efs.tables import MovementFile, MovementPhasesFile, PhaseShares, Share
from sandtable.games.efs.units import (
    HEAVY,
    Game,
    allowance,
    is_flotilla,
    is_motorized,
    is_untried,
    movement_class,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.kernel import Refusal, derived, entry_of, of_content, remembered, rule
from sandtable.mechanics.switches import is_on

IMMOBILE = "immobile"
ANTI_AIRCRAFT = "anti-aircraft"
WHATEVER_SUPPLY = frozenset({"cavalry", "armored-train", "flotilla"})
"""The types of units whose allowance is the same without supply (6.35)."""
MARKERS: tuple[tuple[str, str, str], ...] = (
    ("receiving", "refused.receiving", "7.72"),
    ("fuel_shortage", "refused.fuel-shortage", "6.54a"),
    ("garrison", "refused.garrison", "21.82"),
    ("do_not_move", "refused.do-not-move", "8.72"),
    ("building", "refused.building", "18.45b"),
)
"""The markers that keep a unit where it is (10.26), each with the reason and its rule."""
markers_on = attrgetter(*[field for field, _, _ in MARKERS])


@rule("10.26")
def marked(unit: Unit) -> list[tuple[str, str]]:
    """Why the markers on a unit keep it where it is, each with its rule."""
    held = markers_on(unit)
    return [(reason, rule_id) for (_, reason, rule_id), is_held in zip(MARKERS, held, strict=True) if is_held]


def phase_name(game: Game) -> str:
    """The phase in progress, without its segment."""
    return name_of(game.state.phase)


@remembered
def name_of(phase: str) -> str:
    return phase.partition("/")[2]


@rule("10.0/asymmetry", "10.11a", "10.12a", "10.13d", "10.13e", "12.41")
def share_of(game: Game, unit_id: str) -> Share:
    """The part of its allowance that a unit has in the phase: full, half, either phase of the two, or none.

    An activated unit has its full allowance in the Motorized Movement Phase, and none in the Movement Phase.
    """
    return share_of_kind(game.content, unit_id, game.state.units[unit_id].activated, game.state.phase)


@of_content
def share_of_kind(content: Content, unit_id: str, activated: bool, phase: str) -> Share:
    """The same for a unit with or without an Activated marker in a phase."""
    line = movement_class(content, unit_id)
    return share_in(content, content.side_of[unit_id], line, activated, name_of(phase))


def share(game: Game, side: str, line: str, *, activated: bool) -> Share:
    """The part that a line of the Movement Phase Chart gives to a side in the phase."""
    return share_in(game.content, side, line, activated, phase_name(game))


@of_content
def share_in(content: Content, side: str, line: str, activated: bool, name: str) -> Share:
    """The same for a phase by its name."""
    chart = content.table("movement-phases", MovementPhasesFile)
    shares = (chart.axis if side == AXIS else chart.soviet).get(line, PhaseShares())
    by_phase: dict[str, Share] = {
        "movement": shares.movement, "motorized": shares.motorized, "reaction": shares.reaction,
    }  # fmt: skip
    if not activated:
        return by_phase.get(name, "")
    return shares.activated if name == "motorized" else ""


@of_content
@rule("10.29", "11.11")
def rides_only(content: Content, unit_id: str) -> bool:
    """Whether a unit moves by rail and in no other way: anti-aircraft units without an allowance."""
    return movement_class(content, unit_id) == IMMOBILE and content.counters[unit_id].type == ANTI_AIRCRAFT


@derived("phase", "weather", entry_of("units"))
@rule("5.24a", "6.35", "10.37b", "11.21")
def allowance_now(game: Game, unit_id: str) -> int:
    """The movement allowance of a unit in the phase, in quarters: less without supply, then in snow, then halved."""
    unit, share, winter = game.state.units[unit_id], share_of(game, unit_id), hardships_of_winter(game)
    if not share:
        return 0
    points = allowance(game, unit_id)
    if unit.supply == "out" and printed(game, unit_id).type not in WHATEVER_SUPPLY:
        points += quarters(game.content.table("movement", MovementFile).out_of_supply)
    if winter and side_of(game, unit_id) == AXIS and is_motorized(game, unit_id):
        points += quarters(game.content.table("movement", MovementFile).axis_motorized_in_snow) * winter
    return max(points, 0) // (2 if share == "half" else 1)


@rule("10.11b", "10.12b", "11.43", "11.51")
def has_its_phase(game: Game, unit_id: str) -> bool:
    """Whether a unit has its full allowance in the phase, and the phase allows its side moves of a single hex.

    That is the Movement Phase for the Axis and the Motorized Movement Phase for the Soviets; Soviet cavalry, which has
    its full allowance in the Movement Phase only, makes them there (11.43, a switch).
    """
    return has_phase_of_kind(game.content, unit_id, game.state.units[unit_id].activated, game.state.phase)


@of_content
def has_phase_of_kind(content: Content, unit_id: str, activated: bool, phase: str) -> bool:
    """The same for a unit with or without an Activated marker in a phase."""
    if share_of_kind(content, unit_id, activated, phase) != "full":
        return False
    name = name_of(phase)
    if content.side_of[unit_id] == AXIS:
        return name == "movement"
    is_cavalry = movement_class(content, unit_id) == "cavalry"
    if is_cavalry and is_on(content, "cavalry-infiltrates-at-full-allowance"):
        return name == "movement"
    return name == "motorized"


@derived("weather")
@rule("5.24a", "10.37b")
def hardships_of_winter(game: Game) -> int:
    """How often winter takes a point from Axis motorized units: once if it snows or waters are frozen; a switch has
    both take one.
    """
    found = (game.state.weather.kind == "snow") + is_frozen(game)
    return found if found < 2 or is_on(game.content, "snow-and-ice-each-slow") else 1


@rule("21.27a")
def may_move(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not move in the phase, if it may not; where it could go is another question."""
    return why_it_stays(game, unit_id) or why_held_back(game, unit_id)


@rule(
    "6.54a",
    "8.72",
    "10.13e",
    "10.23",
    "10.26",
    "10.51",
    "11.52",
    "13.33a",
    "13.41d",
    "13.42a",
    "18.45b",
    "21.82",
    "22.54b",
)
def why_it_stays(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not move in the phase, whatever others have done."""
    unit, kind, about = game.state.units[unit_id], game.content.counters[unit_id], {"unit": unit_id}
    if game.content.side_of[unit_id] != game.state.active:
        return Refusal("refused.not-active", "3.11/phases", about)
    if unit.finished:
        return Refusal("refused.has-moved", "10.23", about)
    if any(markers_on(unit)):
        return Refusal(*marked(unit)[0], about)
    if unit.mode == "firing" and kind.type in HEAVY:
        return Refusal("refused.firing", "13.42a", about)
    if kind.untried and kind.untried_allowance is None and is_untried(game, unit_id):
        return Refusal("refused.untried", "10.51", about)
    if not share_of(game, unit_id):
        if unit.activated:
            return Refusal("refused.was-activated", "10.13e", about)
        return Refusal("refused.not-in-this-phase", "10.11a", about)
    if unit.moved_in and used_the_other_phase(game, unit_id, unit):
        return Refusal("refused.other-phase", "22.51a" if is_flotilla(game, unit_id) else "21.32a", about)
    if game.state.weather.storm and kind.ma == "blue":
        return Refusal("refused.storm-bound", "22.54b", about)
    if allowance_now(game, unit_id) > 0:
        return None
    one_hex = has_its_phase(game, unit_id) and allowance(game, unit_id) > 0
    if one_hex and not is_on(game.content, "no-allowance-no-move"):
        return None
    return Refusal("refused.no-allowance", "10.21", about)


@rule("10.12/note", "13.33a", "21.32a", "21.32a/note-activated", "22.51a")
def used_the_other_phase(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a train, a railroad gun or a flotilla has moved in the other movement phase of the turn."""
    if share_of(game, unit_id) != "either":
        return False
    return any(name != phase_name(game) for name in unit.moved_in)


# Supply units


@derived("phase", "weather", entry_of("supplies"))
@rule("6.46", "10.11a", "10.28", "10.37b")
def supply_allowance(game: Game, supply_id: str) -> int:
    """The movement allowance of a mobile supply unit in the phase, in quarters: supply does not change it, winter only
    by a switch and for the Axis, and dumps have none.
    """
    supply = game.state.supplies[supply_id]
    if supply.is_dump or not share(game, supply.side, "supply-unit", activated=supply.activated):
        return 0
    points = supply_points(game.content)
    if supply.side == AXIS and is_on(game.content, "winter-slows-supply"):
        points += quarters(game.content.table("movement", MovementFile).axis_motorized_in_snow) * hardships_of_winter(
            game
        )
    return points


@of_content
def supply_points(content: Content) -> int:
    """The movement allowance of mobile supply units, in quarters."""
    return quarters(content.table("movement", MovementFile).supply_unit_allowance)


@rule("6.46", "6.48", "10.13e", "10.23", "10.28")
def may_move_supply(game: Game, supply_id: str) -> Refusal | None:
    """Why a supply unit may not move in the phase, if it may not: dumps never do by themselves."""
    supply, about = game.state.supplies[supply_id], {"unit": supply_id}
    if supply.side != game.state.active:
        return Refusal("refused.not-active", "3.11/phases", about)
    if not supply.at:
        return Refusal("refused.not-entered", "6.47a", about)
    if supply.is_dump:
        return Refusal("refused.dump", "6.48", about)
    if supply.finished or supply.railed:
        return Refusal("refused.has-moved", "10.23", about)
    if supply_allowance(game, supply_id):
        return None
    if supply.activated:
        return Refusal("refused.was-activated", "10.13e", about)
    return Refusal("refused.not-in-this-phase", "10.28", about)
