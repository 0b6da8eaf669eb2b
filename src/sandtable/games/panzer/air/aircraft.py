"""Chapters 5.4 and 6.7: what is printed of aircraft, whose they are, and how they change."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.cards import Aircraft as AircraftCard
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Aircraft
from sandtable.games.panzer.tables.support import AircraftFile
from sandtable.games.panzer.units import Game
from sandtable.kernel import of_content, rule


@of_content
def figures(content: Content) -> AircraftFile:
    """How long aircraft stay, what they see and what they attack."""
    return content.table("aircraft", AircraftFile)


@rule("5.4")
def aircraft_card(content: Content, aircraft_id: str) -> AircraftCard:
    """The card of an aircraft: its guns, bombs and rockets."""
    return content.cards.aircraft[content.aircraft[aircraft_id].card]


def aircraft_side(content: Content, aircraft_id: str) -> str:
    """Whose an aircraft is."""
    return content.aircraft[aircraft_id].side


@of_content
@rule("6.7")
def air_side(content: Content) -> str:
    """The side that has aircraft, and with them the air superiority of the whole scenario; nobody where none has."""
    return next((printed.side for printed in content.aircraft.values()), "")


def change_aircraft(game: Game, aircraft_id: str, **changes: object) -> Aircraft:
    """Replace an aircraft by one of which some facts have changed."""
    planes = game.state.aircraft
    plane = planes[aircraft_id] = replace(planes[aircraft_id], **changes)
    return plane
