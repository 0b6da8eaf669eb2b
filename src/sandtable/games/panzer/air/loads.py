"""Chapters 6.7.1 and 5.16.2.6: what aircraft carry, as was written down before the game, and how often they use it."""

from __future__ import annotations

import random
from typing import Literal

from msgspec.structs import replace

from sandtable.games.panzer.air.aircraft import aircraft_card, aircraft_side, change_aircraft
from sandtable.games.panzer.air.events import Loaded
from sandtable.games.panzer.cards import AirAttack, Rockets
from sandtable.games.panzer.cards import Aircraft as AircraftCard
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import UNKNOWN_LOAD, Aircraft, State
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, rule
from sandtable.mechanics.switches import is_on

ROCKETS, BOMBS = "rockets", "bombs-"
Weapon = Literal["strafing", "bombs", "rockets"]


@rule("6.7.1", "5.4")
def loads_of(card: AircraftCard) -> dict[str, AirAttack | Rockets]:
    """What an aircraft may carry beside its guns: one of its loads of bombs, or rockets."""
    found: dict[str, AirAttack | Rockets] = {f"{BOMBS}{i}": load for i, load in enumerate(card.bombs, 1)}
    return found if card.rockets is None else {**found, ROCKETS: card.rockets}


@rule("6.7.1")
def arm(content: Content) -> dict[str, Aircraft]:
    """The aircraft of a scenario at the start: those that have no choice carry what their card lists."""
    found = {}
    for aircraft_id in content.aircraft:
        loads = list(loads_of(aircraft_card(content, aircraft_id)))
        found[aircraft_id] = Aircraft(load=loads[0] if len(loads) == 1 else "")
    return found


def unarmed(game: Game) -> list[str]:
    """The aircraft whose load has yet to be chosen."""
    return [
        aircraft_id
        for aircraft_id, plane in game.state.aircraft.items()
        if not plane.load and loads_of(aircraft_card(game.content, aircraft_id))
    ]


class ChooseLoads(Procedure, frozen=True):
    """The owner of aircraft chooses before the game what each of them carries, and writes it down."""

    @rule("6.7.1")
    def begin(self, game: Game) -> Decision | None:
        waiting = unarmed(game)
        if not waiting:
            game.finish()
            return None
        card_id = game.content.aircraft[waiting[0]].card
        loads = loads_of(aircraft_card(game.content, waiting[0]))
        options = tuple(Option(f"arms:{card_id}/{load}", rule="6.7.1") for load in loads)
        return Decision(aircraft_side(game.content, waiting[0]), "arms", "6.7.1", options, {"unit": waiting[0]})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        aircraft_id = unarmed(game)[0]
        change_aircraft(game, aircraft_id, load=choice.name.rpartition("/")[2])
        side = aircraft_side(game.content, aircraft_id)
        game.say(Loaded(rule="6.7.1", unit=aircraft_id, arms=choice.name, seen_by=(side,)))


@rule("6.7.1")
def hide_loads(state: State, content: Content, side: str) -> None:
    """Take what others have written down out of a view: nobody else knows a load that was chosen until it is used."""
    if not state.aircraft or is_on(content, "air-loads-open"):
        return
    for aircraft_id, plane in state.aircraft.items():
        chosen = len(loads_of(aircraft_card(content, aircraft_id))) > 1 and plane.load
        if aircraft_side(content, aircraft_id) != side and chosen and not plane.dropped:
            state.aircraft[aircraft_id] = replace(plane, load=UNKNOWN_LOAD)


def guess_loads(state: State, content: Content, rng: random.Random) -> None:
    """Put loads in the place of those that a view hides."""
    for aircraft_id, plane in state.aircraft.items():
        if plane.load == UNKNOWN_LOAD:
            loads = list(loads_of(aircraft_card(content, aircraft_id)))
            state.aircraft[aircraft_id] = replace(plane, load=rng.choice(loads))


def carried(game: Game, aircraft_id: str, weapon: Weapon) -> AirAttack | Rockets | None:
    """The guns, bombs or rockets that an aircraft has with it; None for what it did not load."""
    card, load = aircraft_card(game.content, aircraft_id), game.state.aircraft[aircraft_id].load
    if weapon == "strafing":
        return card.strafing
    is_rockets = load == ROCKETS
    return loads_of(card).get(load) if is_rockets == (weapon == "rockets") else None


@rule("5.16.2.6", "6.7.1")
def attacks_left(game: Game, aircraft_id: str, weapon: Weapon) -> int:
    """How often an aircraft may still attack with a weapon: as often as its card says, and no die is rolled for it."""
    plane, has = game.state.aircraft[aircraft_id], carried(game, aircraft_id, weapon)
    if has is None:
        return 0
    if is_on(game.content, "air-ammo-unlimited"):
        return 1
    return has.attacks - (plane.strafed if weapon == "strafing" else plane.dropped)


@rule("5.16.2.6")
def spend_attack(game: Game, aircraft_id: str, weapon: Weapon) -> None:
    """Note an attack, however many units and hexes it strikes."""
    plane = game.state.aircraft[aircraft_id]
    if weapon == "strafing":
        change_aircraft(game, aircraft_id, strafed=plane.strafed + 1)
    else:
        change_aircraft(game, aircraft_id, dropped=plane.dropped + 1)


PROCEDURES: tuple[type[Procedure], ...] = (ChooseLoads,)
