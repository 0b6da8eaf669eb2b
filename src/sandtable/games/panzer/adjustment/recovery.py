"""Chapter 6.8.3: the Adjust/Remove Suppressions Step."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.events import Recovered
from sandtable.games.panzer.tables.command import GradesFile, RecoveryFile
from sandtable.games.panzer.units import Game, printed, side_of
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

DIE = "d100"


@rule("6.8.3", "6.8.3.2", "5.8.3")
def recover(game: Game) -> None:
    """Everybody under a Suppression/OFF counter tries to be rid of it, once a turn."""
    for unit_id in [each for each, unit in game.state.units.items() if unit.suppressed == "off"]:
        if recovers(game, unit_id, side_of(game, unit_id), range_of(game, unit_id), modifiers(game, unit_id)):
            change(game, unit_id, suppressed="")
            game.say(Recovered(rule="6.8.3.2", unit=unit_id))
    planes = {} if is_on(game.content, "aircraft-stay-suppressed") else game.state.aircraft
    for plane_id, plane in planes.items():
        if plane.suppressed == "off" and not plane.lost:
            side = game.content.aircraft[plane_id].side
            if recovers(game, plane_id, side, range_of_force(game, side), Sum()):
                game.state.aircraft[plane_id] = replace(plane, suppressed="")
                game.say(Recovered(rule="6.8.3.2", unit=plane_id))


@rule("6.8.3", "5.8.3")
def range_of(game: Game, unit_id: str) -> int:
    """The D100 up to which a unit recovers, by its grade."""
    return game.content.table("grades", GradesFile).grades[printed(game, unit_id).grade].recovery


@rule("6.8.3", "5.8.1")
def range_of_force(game: Game, side: str) -> int:
    """The same for aircraft, which have no grade but that of their force (ruling)."""
    grade = next(force.grade for name, force in game.content.scenario.forces.items() if name == side)
    return game.content.table("grades", GradesFile).grades[grade].recovery


@rule("6.8.3.1", "6.8.3.1.1", "6.8.3.1.2")
def modifiers(game: Game, unit_id: str) -> Sum:
    """What is added to the roll: for a command other than No Command, and for having been fired at in this turn."""
    table, found = game.content.table("recovery", RecoveryFile).modifiers, Sum()
    command = game.state.commands.get(unit_id)
    holds = {
        "commanded": command is not None and command.order != "no-command",
        "under-fire": game.state.units[unit_id].under_fire,
    }
    for name, is_so in holds.items():
        if is_so:
            found.add(f"recovery-{name}", table[name].number, table[name].rule)
    return found


@rule("6.8.3", "6.8.3.1", "6.8.3.2")
def recovers(game: Game, unit_id: str, side: str, up_to: int, added: Sum) -> bool:
    """Roll for a suppressed unit: a sum within its range removes the counter, any other leaves it as it is."""
    roll = game.roll(DIE, "recovery", "6.8.3", bands=(up_to - added.total + 1,))
    success = roll + added.total <= up_to
    lines = (
        Line("recovers-up-to", str(up_to), "6.8.3"),
        Line("die", str(roll), "6.8.3"),
        *added.lines,
        Line("sum", str(roll + added.total), "6.8.3.1"),
    )
    game.say(
        Resolved(
            rule="6.8.3.2",
            what="recovery",
            result="recovers" if success else "stays-suppressed",
            lines=lines,
            subject=unit_id,
            favours=side if success else "",
        )
    )
    return success
