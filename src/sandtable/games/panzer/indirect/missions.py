"""Chapters 6.5.1.8 and 6.5.1.9: missions on the map, what keeps them going and what ends them."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.indirect.batteries import battery, change_battery, is_battery
from sandtable.games.panzer.indirect.events import Checked
from sandtable.games.panzer.indirect.observers import is_free_to_observe, keeps_target, sees_point
from sandtable.games.panzer.indirect.sheafs import sheaf_hexes
from sandtable.games.panzer.indirect.sources import stands_ready, why_not_from_here
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on


def missions_of(game: Game, side: str) -> dict[str, Mission]:
    """The missions of a side, planned ones included."""
    return {key: mission for key, mission in game.state.missions.items() if mission.side == side}


def change_mission(game: Game, mission_id: str, **changes: object) -> Mission:
    """Replace a mission by one of which some facts have changed."""
    missions = game.state.missions
    mission = missions[mission_id] = replace(missions[mission_id], **changes)
    return mission


def number_of_impact(game: Game, side: str) -> str:
    """The next free Artillery Impact counter of a side."""
    missions = game.state.missions
    return next(f"{side[0]}{n}" for n in range(1, len(missions) + 2) if f"{side[0]}{n}" not in missions)


@rule("6.5.1.5", "6.5.1.12")
def put_down(game: Game, mission: Mission) -> str:
    """Put an Artillery Impact counter on the target point of a mission; it lies there until the mission ends.

    It marks one source of barrage, however many batteries fire. What it hinders, it hinders after this step.
    """
    mission_id = number_of_impact(game, mission.side)
    hexes = sheaf_hexes(game.content, mission.sheaf, mission.at, mission.direction)
    game.state.missions[mission_id] = replace(mission, hexes=hexes, turn=game.state.turn, since=game.state.step)
    return mission_id


@rule("6.5.1.8", "6.5.1.9")
def standing(game: Game, side: str) -> dict[str, Mission]:
    """The called missions of a side that have been fired before and not yet in this turn."""
    turn = game.state.turn
    return {key: each for key, each in missions_of(game, side).items() if each.observer and each.turn < turn}


@rule("6.5.1", "6.5.1.8")
def ready_sources(game: Game, mission: Mission) -> tuple[str, ...]:
    """Those sources of a mission that are at hand: batteries, and units that are still there on a Fire command."""
    return tuple(
        source
        for source in mission.sources
        if (battery(game, source).used < game.state.turn if is_battery(game, source) else stands_ready(game, source))
    )


@rule("6.5.1", "6.5.1.8")
def able_sources(game: Game, mission: Mission, at: str) -> tuple[str, ...]:
    """Those of them that can fire on a hex from where they are, as they face now: nobody fires indirectly at what he
    has come to spot himself.
    """
    return tuple(
        source
        for source in ready_sources(game, mission)
        if is_battery(game, source) or why_not_from_here(game, mission.observer, source, at) is None
    )


@rule("6.5.1.9")
def left_out(game: Game, mission: Mission, sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sources that could go on and do not, since their owner chose so: their fire is checked. Who is barred so."""
    found = tuple(source for source in able_sources(game, mission, mission.at) if source not in sources)
    bar(game, found)
    return found


@rule("6.5.1.9")
def bar(game: Game, sources: tuple[str, ...]) -> None:
    """Batteries join no other mission in this turn."""
    for source in sources:
        if is_battery(game, source):
            change_battery(game, source, used=game.state.turn)


@rule("6.5.1", "6.5.1.9", "6.5.1.10", "6.7.3.1.2")
def cut_off(game: Game, mission: Mission) -> str:
    """Why a called mission ends by itself before anything is called, as a key; nothing if it does not. An observer who
    has done something else on his Overwatch command, such as spotting for aircraft, observes no more.
    """
    if mission.misdirected or (mission.near_friends and is_on(game.content, "fire-near-friends-ends")):
        return "danger-close"
    if mission.observer not in game.state.units:
        return "observer-lost"
    if not is_free_to_observe(game, mission.observer):
        return "observer-command"
    if not sees_point(game, mission.observer, mission.at):
        return "observer-sight"
    return "" if ready_sources(game, mission) else "no-source"


@rule("6.5.1.9")
def end_by_themselves(game: Game, side: str) -> tuple[str, ...]:
    """End the missions of a side whose observer is cut off; nobody is barred from new ones by that (ruling). Who is
    barred in the other reading.
    """
    barred: list[str] = []
    for mission_id, mission in standing(game, side).items():
        why = cut_off(game, mission)
        if why:
            end_mission(game, mission_id, why)
            if is_on(game.content, "barred-after-any-end"):
                bar(game, mission.sources)
                barred += (mission.observer, *mission.sources)
    return tuple(barred)


def end_mission(game: Game, mission_id: str, why: str) -> Mission:
    """Take an Artillery Impact counter off the map."""
    mission = game.state.missions.pop(mission_id)
    rule_id = "6.5.1.10" if why == "danger-close" else "6.5.1.11" if why == "as-planned" else "6.5.1.9"
    game.say(Checked(rule=rule_id, side=mission.side, at=mission.at, why=why))
    return mission


@rule("6.5.1.9")
def check(game: Game, mission_id: str) -> tuple[str, ...]:
    """End a mission by choice: its sources and its observer join no other one in this turn. Who is barred so."""
    mission = end_mission(game, mission_id, "checked")
    bar(game, mission.sources)
    return (mission.observer, *mission.sources)


@rule("6.5.1.8.1")
def may_continue(game: Game, mission: Mission) -> bool:
    """Whether a mission may go on without a response: its observer sees its target point and a target in it or near."""
    return sees_point(game, mission.observer, mission.at) and keeps_target(game, mission)
