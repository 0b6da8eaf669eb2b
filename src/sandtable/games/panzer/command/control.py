"""Chapter 6.2.1: how many commands a formation has, and who may share one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.command.pairing import paired
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Command, Formation
from sandtable.games.panzer.tables.command import AvailableCommandsFile
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.units import Game, combat_units, command_chart
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.switches import is_on


@of_content
@rule("5.8.2", "6.2.1.1.3/formation-limits")
def formations(content: Content) -> dict[str, tuple[str, ...]]:
    """The units of every formation by its id: gA is the German group A. Nobody ever changes from one to another."""
    found: dict[str, list[str]] = {}
    for unit_id in content.counters:
        found.setdefault(formation_of(content, unit_id), []).append(unit_id)
    return {name: tuple(units) for name, units in found.items()}


@of_content
def formation_of(content: Content, unit_id: str) -> str:
    """The formation of a unit."""
    unit = content.counters[unit_id]
    return f"{unit.side[0]}{unit.group}"


def formation_name(content: Content, formation: str, lang: str) -> str:
    """What a formation is called, after the letter of its group; an element that fights alone has the name of that."""
    unit = content.counters[formations(content)[formation][0]]
    group, forces = content.scenario.forces[unit.side].groups[unit.group], content.forces
    found = forces.formations[group.formation] if group.formation else forces.elements[group.element or ""]
    return f"{unit.group} · {found.name[lang]}"


@of_content
@rule("5.8.2")
def grade_of(content: Content, formation: str) -> Grade:
    """The grade of a formation, as the scenario gives it."""
    unit = content.counters[formations(content)[formation][0]]
    return content.scenario.forces[unit.side].groups[unit.group].grade


@of_content
@rule("6.2.1.1.2")
def command_range(content: Content, formation: str) -> int:
    """The command range of a formation in hexes, by its grade."""
    return content.table("available-commands", AvailableCommandsFile).grades[grade_of(content, formation)].command_range


@of_content
@rule("5.9.2", "6.2.1.1.3/recon")
def recon_units(content: Content) -> frozenset[str]:
    """The units with recon abilities: those with the label, in vehicles or on foot."""
    return frozenset(unit_id for unit_id, unit in content.counters.items() if "Recon" in unit.labels)


@rule("6.2.1.1.2", "6.5.1.1.4")
def are_in_command_range(game: Game, one: str, other: str) -> bool:
    """Whether two units of a formation are in command range of each other."""
    content, units = game.content, game.state.units
    formation = formation_of(content, one)
    if formation != formation_of(content, other):
        return False
    return content.distance(units[one].at, units[other].at) <= command_range(content, formation)


@derived("units")
@rule("6.2.1.1", "6.2.1.1.3/recon")
def active_units(game: Game, formation: str) -> frozenset[str]:
    """The active units of a formation: all combat units on the map that nobody transports, and for each of them, and of
    those who ride, at most one unarmed vehicle in its command range. Scouts do not count.
    """
    content, units = game.content, game.state.units
    here = [each for each in formations(content)[formation] if each in units and each not in recon_units(content)]
    fighters = [each for each in here if each in combat_units(content)]
    unarmed = [each for each in here if each not in combat_units(content)]
    return frozenset([each for each in fighters if not units[each].carrier]) | _activated(game, unarmed, fighters)


def _activated(game: Game, unarmed: list[str], fighters: list[str]) -> frozenset[str]:
    """As many unarmed vehicles as find a combat unit of their formation, their passengers before others."""
    near = {
        each: [
            *(rider for rider in passengers_of(game, each) if rider in fighters),
            *(other for other in fighters if are_in_command_range(game, each, other)),
        ]
        for each in unarmed
    }
    return frozenset(paired(near))


@rule("6.2.1", "6.2.1.1", "6.2.1.1.1", "6.2.1.1.3/formation-limits")
def determine_commands(game: Game) -> None:
    """Every formation has as many commands as its grade gives to its active units; none are kept from turn to turn."""
    content, table = game.content, game.content.table("available-commands", AvailableCommandsFile)
    game.state.formations = {
        name: Formation(table.commands(grade_of(content, name), len(active_units(game, name)) + _awaited(game, name)))
        for name in formations(content)
    }


@rule("6.2.1.1", "6.2.1.1.3/recon")
def _awaited(game: Game, formation: str) -> int:
    """How many combat units off the map are active: none (ruling), or all that are yet to come."""
    if not is_on(game.content, "awaited-units-are-active"):
        return 0
    fighters, scouts = combat_units(game.content), recon_units(game.content)
    return len(
        [
            each
            for each in game.state.waiting
            if each in fighters and each not in scouts and formation_of(game.content, each) == formation
        ]
    )


# The counters on the map


def counter_of(unit_id: str, command: Command) -> str:
    """The counter on which a unit acts: that of its group, or one of its own."""
    return f"group:{command.group}" if command.group else f"unit:{unit_id}"


@derived("units", "commands")
@rule("6.2.1.1.3", "6.2.1.1.3/nc", "6.2.1.1.3/recon", "6.2.1.1.3/inactive-unarmed")
def placed(game: Game, formation: str, but: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """The counters that a formation has used, each with the units that share it, as if some units had none.

    No Command is no counter of its own, unless it was to fire and found no target; scouts have theirs for nothing, and
    passengers have none.
    """
    state, content, found, left_out = game.state, game.content, dict[str, list[str]](), set(but)
    chart, commands, units, scouts = command_chart(content), state.commands, state.units, recon_units(content)
    for unit_id in formations(content)[formation]:
        command = commands.get(unit_id)
        if command is None or unit_id in left_out or unit_id in scouts or units[unit_id].carrier:
            continue
        if command.order != "unknown" and (chart[command.order].unique or command.fired):
            found.setdefault(counter_of(unit_id, command), []).append(unit_id)
    return found


def commands_left(game: Game, formation: str, but: tuple[str, ...] = ()) -> int:
    """How many counters a formation may still place, as if some units had none."""
    return game.state.formations[formation].commands - len(placed(game, formation, but))


@rule("6.2.1.1.3", "6.2.1.1.3/recon", "6.2.1.1.3/inactive-unarmed")
def can_share(game: Game, unit_id: str) -> bool:
    """Whether a unit may share a command at all: combat units and active unarmed ones, but not scouts."""
    return unit_id in active_units(game, formation_of(game.content, unit_id))


@rule("6.2.1.1.3", "6.2.1.1.2")
def fits(game: Game, unit_id: str, others: Iterable[str]) -> bool:
    """Whether a unit may share a command with others: each must be in command range of each."""
    return can_share(game, unit_id) and all(
        can_share(game, other) and are_in_command_range(game, unit_id, other) for other in others
    )


def sharers(game: Game, unit_ids: Iterable[str]) -> list[list[str]]:
    """Units put together so that few counters serve all of them, the greatest group first."""
    found: list[list[str]] = []
    for unit_id in unit_ids:
        group = next((each for each in found if fits(game, unit_id, each)), None)
        if group is None:
            found.append([unit_id])
        else:
            group.append(unit_id)
    return sorted(found, key=len, reverse=True)


def group_of(game: Game, unit_id: str) -> list[str]:
    """The units that share a command with one, itself among them."""
    commands = game.state.commands
    group = commands[unit_id].group
    return [each for each, command in commands.items() if command.group == group] if group else [unit_id]
