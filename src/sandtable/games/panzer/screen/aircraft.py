"""How aircraft are drawn, and what there is to know of them."""

from __future__ import annotations

from sandtable.board.scene import Counter, Symbol
from sandtable.games.panzer.air.aircraft import aircraft_card, aircraft_side
from sandtable.games.panzer.air.loads import attacks_left
from sandtable.games.panzer.state import OFF_MAP, UNKNOWN_LOAD, Aircraft
from sandtable.games.panzer.units import Game
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact, facts_of_states

SKY = "aircraft"
"""The box of the aircraft that are not over the map."""
STATES = {
    "acquiring": "6.7.3.1.1",
    "acquired": "6.7.3.1.1",
    "suppressed": "6.7.4.2.1/suppressed",
    "damaged": "6.7.4.2.1/damaged",
}
"""The rule behind each state."""


def states_of(plane: Aircraft) -> tuple[str, ...]:
    """Whether an aircraft has a target, and what has become of it."""
    found = []
    if plane.target:
        found.append("acquiring" if plane.to_fly else "acquired")
    if plane.suppressed:
        found.append("suppressed")
    if plane.damaged:
        found.append("damaged")
    return tuple(found)


def aircraft_counters(game: Game, texts: Texts) -> list[Counter]:
    """The aircraft over the map with their facing, altitude and speed, and those that are not, in their box."""
    return [
        _counter(game, aircraft_id, plane, texts)
        for aircraft_id, plane in game.state.aircraft.items()
        if not plane.lost
    ]


def _counter(game: Game, aircraft_id: str, plane: Aircraft, texts: Texts) -> Counter:
    content = game.content
    card, side, is_here = aircraft_card(content, aircraft_id), aircraft_side(content, aircraft_id), plane.at != OFF_MAP
    return Counter(
        id=aircraft_id,
        at=plane.at if is_here else SKY,
        side=side,
        palette=side,
        symbol=Symbol(content.cards.counters.symbols["aircraft"]),
        name=aircraft_id.rpartition("-")[2],
        values=how_it_flies(plane, texts) if is_here else "",
        corner=card.short,
        states=states_of(plane),
        facing=2 * plane.facing if is_here else None,
    )


def how_it_flies(plane: Aircraft, texts: Texts) -> str:
    """The altitude and speed of an aircraft."""
    return f"{texts.name('altitude', plane.altitude)} {texts.name('speed', plane.speed)}"


@rule("5.4")
def aircraft_facts(game: Game, aircraft_id: str, texts: Texts) -> list[Fact]:
    """An aircraft in words: its GP Defense, its guns and its load, each with what is left of it."""
    plane, card = game.state.aircraft[aircraft_id], aircraft_card(game.content, aircraft_id)
    speeds = texts.separator.join(texts.name("speed", each) for each in card.speeds)
    found = [
        Fact(texts.phrase("fact.gp-defense"), f"{card.gp_defense}S", "6.5.4.2.4"),
        Fact(texts.phrase("fact.speeds"), speeds, "6.7.2.2"),
    ]
    guns = {"factor": card.strafing.F, "number": attacks_left(game, aircraft_id, "strafing")}
    found.append(Fact(texts.phrase("fact.strafing"), texts.phrase("fact.attacks-left", guns), "5.16.2.6"))
    if plane.load == UNKNOWN_LOAD:
        found.append(Fact(texts.phrase("fact.load"), texts.phrase("fact.load-unknown"), "6.7.1"))
    elif plane.load:
        load = texts.name("arms", f"{game.content.aircraft[aircraft_id].card}/{plane.load}")
        used = texts.phrase("fact.load-used", {"load": load, "number": plane.dropped})
        found.append(Fact(texts.phrase("fact.load"), used, "6.7.1"))
    if plane.at != OFF_MAP:
        found.append(Fact(texts.phrase("fact.flies"), how_it_flies(plane, texts), "6.7.2.2"))
    return found + facts_of_states(states_of(plane), STATES, texts)
