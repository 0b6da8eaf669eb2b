"""The state of a game: units on the map and to come, hex control, air power, and the markers of the optional rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel import GameState

SOVIET = "soviet"
NATO = "nato"
SIDES = (SOVIET, NATO)
OFF_MAP = ""


def enemy_of(side: str) -> str:
    return NATO if side == SOVIET else SOVIET


Disruption = Literal["", "degraded", "collapsed"]
Sequence = Literal["move-fight", "fight-move", "fight-fight"]
Group = Literal["8ga", "main", "nato"]
"""Those who declare it, each for itself (5.4)."""


class Unit(msgspec.Struct, frozen=True):
    """A combat unit on the map. What is printed on its counter stands in the content, under the same id."""

    at: str
    steps: int
    # Fixed at the start of the owner's movement phase
    start: str = ""
    """The hex in which it began the phase."""
    pinned: bool = False
    """Adjacent to the enemy then, so that it may not move (5.8) or fly (6.8)."""
    mixed: bool = False
    """Stacked with units of other nationalities then (7.6)."""
    fed_by_air: bool = False
    """In reach of aerial supply then (6.9)."""
    # What it has done
    moved: bool = False
    """Has moved in this movement phase."""
    rested: bool = False
    """Has been picked up and put down without a step in this movement phase; it may still move."""
    spent: int = 0
    """Movement points spent in this player turn."""
    marched: bool = False
    """Has used road mode in this player turn."""
    flew: bool = False
    """Has used aerial transport in this player turn."""
    arrived: bool = False
    """Has entered the map in this player turn, and so is supplied."""
    attacked: bool = False
    """Has attacked in this combat phase."""
    fought: bool = False
    """Has attacked in this player turn."""
    acted: bool = False
    """An air mobile unit that moved or attacked in the last NATO player turn (6.16)."""
    supported: bool = False
    """An air mobile unit that has given defensive support in this combat phase."""
    retreated: bool = False
    """Has been retreated onto other units in this combat phase (11.18)."""
    ew: Disruption = ""
    """By electronic warfare."""


class Air(msgspec.Struct, frozen=True):
    """Air power in this game turn."""

    side: str = SOVIET
    """Who has air superiority."""
    aircraft: int = 0
    """Support aircraft without a mission yet."""
    wild_weasels: int = 0
    penalty: int = 0
    """What deep strikes of this turn take from the next air superiority roll."""
    last_penalty: int = 0
    """What those of the last turn take from this one."""
    starve: bool = False
    """Whether NATO may still declare one Soviet attack out of supply."""
    supply_flown: bool = False
    """Whether aerial supply has been used."""


class SpecialForces(msgspec.Struct, frozen=True):
    """A special forces marker (13.1)."""

    side: str
    at: str
    suppressed: bool = False
    moved: bool = False
    rested: bool = False
    """Has been picked up and put down in this player turn; it may still move."""
    attacked: bool = False


class Jammers(msgspec.Struct, frozen=True):
    """A side's electronic warfare markers (13.11): how many are set how, and when the others come back."""

    offensive: int = 0
    defensive: int = 0
    away: tuple[int, ...] = ()
    """The game turns in which markers out of play return."""
    spent: int = 0
    """Used, and available again at the owner's next player turn."""


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    active: str = SOVIET
    units: dict[str, Unit] = {}
    """The units on the map."""
    waiting: dict[str, int] = {}
    """The units to come, with the steps they will have."""
    due: dict[str, str] = {}
    """Soviet units that must enter in the next main movement phase, with their group (a-d or r)."""
    picked: int = 0
    """The last game turn for which the Soviet R units have been picked."""
    delayed: dict[str, int] = {}
    """Units to come that their owner has held back, with the game turn in which he last did; they may still enter."""
    side_by_side: dict[str, str] = {}
    """Units of the 8th Guards Army and others set up in one hex with them, until they leave it."""
    lost: dict[str, str] = {}
    """The units eliminated, with the hex in which each fell."""
    captured: dict[str, str] = {}
    """The hexes that are not held by those who held them at the start, with their holder."""
    sources_down: dict[str, int] = {}
    """NATO supply sources that are not up and running, with the game turn of their recovery; 0 if it is not known."""
    air: Air = Air()
    interdiction: dict[str, int] = {}
    """Hexes with interdiction markers, and how far their effect reaches."""
    aerial_supply: str = OFF_MAP
    """The hex of the aerial supply marker."""
    plan: dict[str, Sequence] = {}
    """The sequence declared for this player turn, by group."""
    entered: dict[str, int] = {}
    """Half divisions that have entered through a hex in this movement phase."""
    chemical: bool = False
    """Whether chemical weapons have been used."""
    special_forces: dict[str, SpecialForces] = {}
    jammers: dict[str, Jammers] = {}
