"""Chapters 5.3, 6.5.1.2 and 6.5.1.3: the off-map batteries of a scenario, and how near sources stand to an observer."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.cards import Battery as BatteryCard
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Battery
from sandtable.games.panzer.tables.support import Attachment, IndirectFireFile
from sandtable.games.panzer.units import Game, printed
from sandtable.kernel import of_content, rule

UNTOUCHED = Battery()


@rule("5.3", "6.5.1.2")
def battery_card(content: Content, battery_id: str) -> BatteryCard:
    """The card of an off-map battery: light, medium, heavy or super heavy."""
    return content.cards.batteries[content.batteries[battery_id].card]


@rule("6.5.1.11", "6.5.1.11.1")
def planned_turns(content: Content, battery_id: str) -> int:
    """For how many turns a battery may fire as planned: as many as the scenario says, up to the greatest number."""
    return min(content.batteries[battery_id].planned, figures(content).planned_turns)


@of_content
def figures(content: Content) -> IndirectFireFile:
    """Sheaf patterns and other figures of indirect fire."""
    return content.table("indirect-fire", IndirectFireFile)


def is_battery(game: Game, source: str) -> bool:
    """Whether a source of fire is an off-map battery, and not a unit on the map."""
    return source in game.content.batteries


def battery(game: Game, battery_id: str) -> Battery:
    """What has become of a battery."""
    return game.state.batteries.get(battery_id, UNTOUCHED)


def change_battery(game: Game, battery_id: str, **changes: object) -> None:
    """Replace a battery by one of which some facts have changed."""
    game.state.batteries[battery_id] = replace(battery(game, battery_id), **changes)


@rule("6.5.1.3", "6.5.1.3.1", "6.5.1.3.2", "6.5.1.3.3")
def attachment(game: Game, observer: str, source: str) -> Attachment:
    """How near a source stands to an observer: attached to his formation, organic to his force, or neither."""
    group = printed(game, observer).group
    found = game.content.batteries.get(source)
    if found is None:
        return "attached" if printed(game, source).group == group else "unattached"
    if found.attachment == "organic":
        return "organic"
    return "attached" if found.to == group else "unattached"


@rule("6.5.1", "6.5.1.7/response", "6.5.1.11.1")
def is_available(game: Game, battery_id: str) -> bool:
    """Whether a battery may take part in another mission: once a turn, and not during planned fire or right after."""
    one, turn = battery(game, battery_id), game.state.turn
    return one.used < turn and one.free_from <= turn and not standing_with(game, battery_id)


@rule("6.5.1.9")
def standing_with(game: Game, source: str) -> str:
    """The mission of an earlier turn in which a source takes part: it must be checked before there is another."""
    for mission_id, mission in game.state.missions.items():
        if source in mission.sources and mission.observer and mission.turn < game.state.turn:
            return mission_id
    return ""
