"""Chapters 1 to 3: what counters and hexes mean, halving, and hex control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import Captured
from sandtable.games.gsfg.events.optional import SfRoused
from sandtable.games.gsfg.events.reinforcements import Stranded
from sandtable.games.gsfg.files import MultinationalFile, PrintedUnit, RecoveryFile
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, State, enemy_of
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.events import Eliminated, LostStep
from sandtable.mechanics.roster import change, enemy_hexes, occupier, roster, units_in

Game: TypeAlias = KernelGame[State, Content]


@rule("1.5")
def halved(value: int) -> int:
    """Half of a value, fractions dropped."""
    return value // 2


@rule("1.5", "11.10")
def halved_strength(strengths: list[int]) -> int:
    """Strengths added up and halved once; never below 1 as long as there is anything to halve."""
    return max(1, halved(sum(strengths))) if strengths else 0


def counter(game: Game, unit_id: str) -> PrintedUnit:
    return game.content.counters[unit_id]


@rule("1.7")
def side_of(game: Game, unit_id: str) -> str:
    """The side that commands a unit: what a rule says of the Soviets holds for East Germans too."""
    return game.content.counters[unit_id].side


@rule("2.2")
def occupants(game: Game) -> dict[str, tuple[str, ...]]:
    """The units in every occupied hex."""
    return roster(game).hexes


@derived(enemy_hexes)
def near_enemy(game: Game, side: str) -> frozenset[str]:
    """The hexes with enemy units and those next to them; water between does not matter."""
    enemies, adjacent = enemy_hexes(game, side), game.content.adjacent
    return enemies.union(*[adjacent[label] for label in enemies])


@rule("5.4")
def is_mini_turn(game: Game) -> bool:
    """Whether the 8th Guards Army acts by itself in this turn."""
    return game.state.turn in game.content.mini_turns


@rule("5.4")
def is_8ga(game: Game, unit_id: str) -> bool:
    """Whether the special rules of the 8th Guards Army hold for a unit: its own units, in the first turns."""
    return game.content.counters[unit_id].nat == "su_8ga" and is_mini_turn(game)


@rule("5.4", "5.5")
def group_of(game: Game, unit_id: str) -> str:
    """The group with which a unit acts: 8ga, main or nato."""
    if game.content.counters[unit_id].side == NATO:
        return "nato"
    return "8ga" if is_8ga(game, unit_id) else "main"


def members(game: Game, group: str) -> frozenset[str]:
    """All units that act with a group in this turn, on the map or not."""
    return members_by_nation(game.content, group, "8ga" if is_mini_turn(game) else "main")


@of_content
def members_by_nation(content: Content, group: str, guards: str) -> frozenset[str]:
    """All units that act with a group while the 8th Guards Army acts with a group of its own, or with the main one."""

    def acts_with(kind: PrintedUnit) -> str:
        if kind.side == NATO:
            return "nato"
        return guards if kind.nat == "su_8ga" else "main"

    return frozenset(unit_id for unit_id, kind in content.counters.items() if acts_with(kind) == group)


def of_group(game: Game, group: str) -> list[str]:
    """The units on the map that act with a group."""
    own = members(game, group)
    return [unit_id for unit_id in game.state.units if unit_id in own]


@rule("3.3")
def controller(game: Game, label: str) -> str:
    """The side that controls a hex: the last to have had a ground unit in it, or the one that began with it."""
    return game.state.captured.get(label) or game.content.first_holder[label]


@rule("3.3", "8.9")
def occupy(game: Game, unit_id: str, label: str, **changes: object) -> None:
    """Put a unit into a hex, on whatever way it came, with other facts changed as well; control passes at once."""
    change(game, unit_id, at=label, **changes)
    game.state.side_by_side.pop(unit_id, None)
    if game.state.special_forces:
        rouse_special_forces(game)
    take_control(game, (label,), side_of(game, unit_id))


def take_control(game: Game, labels: Sequence[str], side: str) -> None:
    """Pass control of hexes to a side; a NATO supply source that the Soviets enter goes down (8.9)."""
    content, captured = game.content, game.state.captured
    taken: list[str] = []
    for label in labels:
        if (captured.get(label) or content.first_holder[label]) == side:
            continue
        if content.first_holder[label] == side:
            del captured[label]
        else:
            captured[label] = side
        taken.append(label)
        if label in content.nato_sources:
            tell_of_capture(game, taken, side)
            taken = []
            source_changed_hands(game, label, side)
    if taken:
        tell_of_capture(game, taken, side)


def tell_of_capture(game: Game, labels: list[str], side: str) -> None:
    """Say which hexes a side has taken, in one breath with those that it took just before."""
    last = game.events[-1] if game.events else None
    if isinstance(last, Captured) and last.side == side:
        game.events[-1] = Captured(rule="3.3", hexes=(*last.hexes, *labels), side=side)
    else:
        game.say(Captured(rule="3.3", hexes=tuple(labels), side=side))


@rule("8.9")
def source_changed_hands(game: Game, label: str, side: str) -> None:
    """A supply source entered by the Soviets is down until NATO has it back and a die's worth of turns has passed."""
    state = game.state
    if side == SOVIET:
        state.sources_down[label] = 0
        strand_reserves(game)
        return
    recovery = game.content.table("recovery", RecoveryFile)
    die = game.roll(recovery.die, "source-recovery", "8.9")
    state.sources_down[label] = state.turn + recovery.rows[die]


@rule("9.5")
def strand_reserves(game: Game) -> None:
    """West German units to come are lost once none of their cities is up and running; territorials are not."""
    content, state = game.content, game.state
    for nat in content.entry.lost_without_city:
        if any(is_running(game, label) for label in content.sources_of[nat]):
            continue
        kinds = {unit_id: content.counters[unit_id] for unit_id in state.waiting}
        stranded = tuple(unit_id for unit_id, kind in kinds.items() if kind.nat == nat and kind.type != "territorial")
        for unit_id in stranded:
            del state.waiting[unit_id]
            state.lost[unit_id] = OFF_MAP
        if stranded:
            game.say(Stranded(rule="9.5", units=stranded))


@rule("8.9")
def is_running(game: Game, label: str) -> bool:
    """Whether a NATO supply source is friendly-controlled and up and running."""
    return label not in game.state.sources_down and controller(game, label) == NATO


@rule("2.11")
def lose_step(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a step from a unit; the last one eliminates it."""
    unit = game.state.units[unit_id]
    if unit.steps > 1:
        change(game, unit_id, steps=unit.steps - 1)
        game.say(LostStep(rule=rule_id, unit=unit_id))
    else:
        eliminate(game, unit_id, rule_id)


@rule("2.11")
def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a unit off the map for good."""
    unit = game.state.units.pop(unit_id)
    game.state.lost[unit_id] = unit.at
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=unit.at))
    rouse_special_forces(game)


@rule("13.2")
def rouse_special_forces(game: Game) -> None:
    """Suppressed special forces are active again as soon as no enemy unit is left in their hex."""
    markers = game.state.special_forces
    for marker_id, marker in markers.items():
        if marker.suppressed and occupier(game, marker.at) != enemy_of(marker.side):
            markers[marker_id] = replace(marker, suppressed=False)
            game.say(SfRoused(rule="13.2", marker=marker_id))


@rule("13.2")
def holds_down_special_forces(game: Game, unit_ids: tuple[str, ...]) -> bool:
    """Whether units are all that keeps enemy special forces in their hex suppressed."""
    markers = game.state.special_forces
    if not markers:
        return False
    at = game.state.units[unit_ids[0]].at
    return any(
        marker.suppressed and marker.at == at and len(units_in(game, at)) == len(unit_ids)
        for marker in markers.values()
    )


def nationality(game: Game, unit_id: str) -> str:
    return game.content.counters[unit_id].nat


@rule("7.6", "12.4")
def is_multinational(game: Game, unit_ids: Sequence[str]) -> bool:
    """Whether units are of several nationalities in a way that hampers them; Americans with Canadians alone are not."""
    if len(unit_ids) < 2:
        return False
    nations = {game.content.counters[unit_id].nat for unit_id in unit_ids}
    return len(nations) > 1 and nations != set(multinational_figures(game.content).exempt)


def multinational_figures(content: Content) -> MultinationalFile:
    return content.table("multinational", MultinationalFile)
