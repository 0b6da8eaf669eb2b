"""Chapters 5.9.4 and 6.5.1.1: who may call fire, from how many sources, and on what."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.formations import COMMAND, Label
from sandtable.games.panzer.indirect.batteries import attachment
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, sees_from
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.tables.support import ObserverRow, ObserversFile
from sandtable.games.panzer.units import Game, card_of, command_chart, order, printed, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.switches import is_on


@of_content
def observers_table(content: Content) -> ObserversFile:
    return content.table("observers", ObserversFile)


@rule("5.9", "5.9.1", "5.9.4", "6.5.1.1.1", "6.5.1.1.2", "6.5.1.1.2/command-fo", "6.5.1.1.3")
def observer_row(labels: tuple[Label, ...]) -> ObserverRow | None:
    """The row of the response table that a unit uses: that of forward observers before that of its headquarters, and
    that before the one of scouts. None for a unit that calls no fire.
    """
    rows: tuple[ObserverRow, ...] = ("FO", "RHQ", "BHQ", "CHQ", "Recon")
    return next((row for row in rows if row in labels), None)


def row_of(game: Game, unit_id: str) -> ObserverRow | None:
    """The row of an observer; None for a unit that is none."""
    return observer_row(printed(game, unit_id).labels)


@rule("6.5.1.1.2", "6.5.1.1.3", "6.5.1.12.1/command-recon")
def is_command_recon(labels: tuple[Label, ...]) -> bool:
    """Whether an observer is a Command Recon Observer."""
    return "Recon" in labels and any(label in COMMAND for label in labels)


@rule("6.5.1.1.1", "6.5.1.1.1/us", "6.5.1.1.1/other", "6.5.1.1.2", "6.5.1.1.3")
def most_sources(game: Game, observer: str) -> int:
    """From how many sources an observer may call fire: only forward observers from more than one."""
    table = observers_table(game.content)
    if row_of(game, observer) != "FO":
        return table.other_sources
    return table.fo_sources.get(card_of(game, observer).nation, table.fo_sources["other"])


@rule("6.5.1.1.2/soviet", "6.5.1.1.3")
def may_call(game: Game, observer: str, source: str) -> bool:
    """Whether an observer may call a source at all: command units and scouts of some nations only attached ones, unless
    they call as forward observers (rulings).
    """
    content, how = game.content, attachment(game, observer, source)
    limited = card_of(game, observer).nation in observers_table(content).attached_only
    if row_of(game, observer) == "FO":
        commands = any(label in COMMAND for label in printed(game, observer).labels)
        limited = limited and commands and is_on(content, "soviet-command-fo-limited")
    organic_too = is_on(content, "soviet-observers-call-organic")
    return not limited or how == "attached" or (how == "organic" and organic_too)


def commanded_by(game: Game, unit_id: str) -> str:
    """Whose command counter a unit acts on: that of its vehicle, while it is transported (6.6.7)."""
    return game.state.units[unit_id].carrier or unit_id


@rule("6.5.1", "6.5.1.8")
def has_overwatch(game: Game, observer: str) -> bool:
    """Whether an observer has the Overwatch command that he needs."""
    command = game.state.commands.get(commanded_by(game, observer))
    return command is not None and command_chart(game.content)[command.order].fires == "overwatch"


@rule("6.5.1", "6.5.1.1")
def is_free_to_observe(game: Game, observer: str) -> bool:
    """Whether an observer has done nothing on his Overwatch command yet: he calls on one hex, and that is all. One who
    rides in a vehicle has not fired on its command either.
    """
    counters = (observer, commanded_by(game, observer))
    return has_overwatch(game, observer) and not any(game.state.commands[each].shown for each in counters)


@rule("6.5.1")
def spend_overwatch(game: Game, observer: str) -> None:
    """An observer shows his command, and does nothing else on it; observing itself does not make him spotted."""
    for unit_id in {observer, commanded_by(game, observer)}:
        order(game, unit_id, shown=True)


@rule("6.5.1.1", "6.5.1.7")
def targets_of(game: Game, observer: str) -> list[str]:
    """The enemies that an observer himself has spotted and that are still there."""
    units = game.state.units
    return [target for target in game.state.spotted.get(observer, ()) if target in units]


@rule("4.2.1", "6.5.1.7")
def might_observe(game: Game, unit_id: str) -> bool:
    """Whether others must think that a unit may call fire: it is an observer with a target, on a command unseen."""
    command = game.state.commands.get(commanded_by(game, unit_id))
    if command is None or command.shown or command.known or row_of(game, unit_id) is None:
        return False
    return bool(targets_of(game, unit_id))


@rule("6.5.1.7")
def target_hexes(game: Game, observer: str) -> dict[str, list[str]]:
    """The hexes on which an observer may call fire, each with the spotted units in it."""
    found: dict[str, list[str]] = {}
    for target in targets_of(game, observer):
        found.setdefault(game.state.units[target].at, []).append(target)
    return found


def eyes_of(game: Game, observer: str) -> Viewpoint:
    """Where an observer looks from."""
    unit = game.state.units[observer]
    return Viewpoint(unit.at, unit.floor)


@rule("6.5.1.8.1", "6.5.1.9")
def sees_point(game: Game, observer: str, at: str) -> bool:
    """Whether an observer has a line of sight to a target point."""
    return sees_from(game.content, changes(game), eyes_of(game, observer), Viewpoint(at))


@rule("6.5.1.8.1")
def keeps_target(game: Game, mission: Mission) -> bool:
    """Whether the observer of a mission still spots a target in its target point or next to it (ruling)."""
    near, units = game.content.around(mission.at, 1), game.state.units
    spotters = [mission.observer]
    if is_on(game.content, "any-spotter-keeps-fire"):
        spotters = [unit_id for unit_id in units if side_of(game, unit_id) == mission.side]
    return any(units[target].at in near for spotter in spotters for target in targets_of(game, spotter))


@rule("6.5.1", "6.5.1.1", "6.5.1.1.3", "6.5.1.7", "6.5.1.9")
def why_no_observer(game: Game, unit_id: str, side: str, barred: tuple[str, ...]) -> Refusal | None:
    """Why a unit cannot call fire now; None if it can, as far as itself is concerned."""
    args = {"unit": unit_id}
    if side_of(game, unit_id) != side:
        return Refusal("refused.not-yours", "6.5.1.1", args)
    if row_of(game, unit_id) is None:
        return Refusal("refused.no-observer", "6.5.1.1.3", args)
    if not has_overwatch(game, unit_id):
        return Refusal("refused.observer-not-on-overwatch", "6.5.1", args)
    if any(mission.observer == unit_id and mission.turn < game.state.turn for mission in game.state.missions.values()):
        return Refusal("refused.observer-has-mission", "6.5.1.9", args)
    if unit_id in barred:
        return Refusal("refused.checked-this-turn", "6.5.1.9", args)
    if not is_free_to_observe(game, unit_id):
        return Refusal("refused.has-called", "6.5.1.1", args)
    if not targets_of(game, unit_id):
        return Refusal("refused.observer-spots-nothing", "6.5.1.7", args)
    return None
