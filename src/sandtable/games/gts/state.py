"""The state of a game: units, leaders, divisions, the cup with its chits, markers on the map, weather and air power."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel import GameState

ALLIED = "allied"
GERMAN = "german"
SIDES = (ALLIED, GERMAN)
HIDDEN = "?"
"""What stands in a view for an activation chit that the side may not know."""


def enemy_of(side: str) -> str:
    return GERMAN if side == ALLIED else ALLIED


Works = Literal["", "improved", "entrenched"]
Task = Literal["", "improve", "entrench", "rearguard", "roadblock", "clear-roadblock", "boats"]
"""The engineer actions (25.0)."""
LandingMarker = Literal["", "parachute-1", "parachute-2", "glider-1", "glider-2"]
ChitKind = Literal["division", "formation", "direct"]
ActionKind = Literal["move", "fire", "assault", "rally", "engineer", "remove-rearguard", "pass"]
When = Literal["now", "next"]


class Unit(msgspec.Struct, frozen=True):
    """A unit in play. What is printed on its counter stands in the content, under the same id."""

    at: str
    """Its hex; an empty text for batteries that fire from beyond the map."""
    steps: int
    entry: str = ""
    """The entry hex in which it waits to come onto the map (8.0), by the id of the entry; else nothing."""
    column: bool = False
    mounted: bool = False
    """In transport mode (14.10)."""
    hits: int = 0
    """Cohesion hits (19.2.3)."""
    suppressed: bool = False
    works: Works = ""
    """The work that it is in (22)."""
    task: Task = ""
    """The engineer action for which it has Men at Work markers (25.0)."""
    men_at_work: int = 0
    """How many of them."""
    landing: LandingMarker = ""
    """The marker of a unit that has just landed."""
    contact: str = ""
    """The observing formation with which it is in radio contact (16.2)."""
    fresh: bool = False
    """Has arrived, and no command points may be spent on it yet (8.0/restriction)."""
    formation: str = ""
    """The formation of a rearguard, that of its parent unit (24.1)."""


class Leader(msgspec.Struct, frozen=True):
    """A leader in play."""

    at: str
    entry: str = ""
    """The entry hex in which he waits, by the id of the entry; else nothing."""


class Points(msgspec.Struct, frozen=True):
    """The command and dispatch points of a division in play (10.0.3)."""

    command: int
    dispatch: int


class Active(msgspec.Struct, frozen=True):
    """The activation under way (10.0.1, 29.3)."""

    chit: str
    kind: ChitKind
    side: str
    owner: str
    """The division or formation; the side for a Direct Command chit."""
    second: bool = False
    """Whether a second action is being performed (10.0.2)."""


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    """The box of the turn track."""
    opening: int = 1
    """The box in which the scenario began."""
    weather: str = "clear"
    settled: bool = False
    """Whether the weather changes no more on this day (26.0/fog-note)."""
    units: dict[str, Unit] = {}
    """The units in play."""
    leaders: dict[str, Leader] = {}
    divisions: dict[str, Points] = {}
    """The divisions in play."""
    due: dict[str, int] = {}
    """The units and leaders to come, by the index of their arrival in the scenario."""
    detours: dict[str, tuple[int, str]] = {}
    """Arrivals that their owner has put off to another turn and entry, by their number."""
    lost: dict[str, str] = {}
    """The units eliminated, with the hex in which each fell."""
    losses: dict[str, int] = {}
    """The steps lost by each side; a 0-step unit counts none."""
    armour: dict[str, int] = {}
    """Those of them that armored units lost."""
    # Activation chits
    cup: list[str] = []
    """The chits in the cup, in the order of their ids."""
    beside: list[str] = []
    """The formation chits bought for the next turn, face down beside the cup (7.2)."""
    orders: dict[str, When] = {}
    """What is being bought in this turn's dispatch step: chit to now or next. Each side knows its own only."""
    carried: str = ""
    """The chit that was left in the cup and comes first (10.0.6)."""
    drawn: list[str] = []
    """The chits used in this turn, in their order."""
    active: Active | None = None
    acted: dict[str, ActionKind] = {}
    """The units that have acted in the activation under way, each with the kind of action it performed last."""
    finished: dict[str, bool] = {}
    """The formations of an activated division that are done (10.0.1/division)."""
    # On the map
    holders: dict[str, str] = {}
    """The side that was last in a hex, for the hexes that anybody has entered."""
    barrages: dict[str, str] = {}
    """Hexes with barrage markers: light-barrage or heavy-barrage."""
    trenches: dict[str, str] = {}
    """Entrenchments that stand empty, `hex/number` to the side that built each (22.3.5)."""
    roadblocks: dict[str, str] = {}
    """Hexes with roadblocks, and the division that placed each (23)."""
    boats: dict[str, str] = {}
    """Hexes with boats, and the formation or division that has them."""
    rowed: dict[str, int] = {}
    """How many units the boats of a hex have taken over in the activation under way."""
    bridges: dict[str, str] = {}
    """What has become of bridges and ferries: blown or lost, or how often a demolition has failed, by their id."""
    ferried: dict[str, int] = {}
    """How many crossings each ferry has made in this turn."""
    # Air power and victory
    air: dict[str, int] = {}
    """The air units that each side has left today."""
    starved: dict[str, bool] = {}
    """The divisions whose last supply drop failed."""
    fired_indirectly: dict[str, int] = {}
    """The indirect fires of each unit in this turn, which a lack of supplies limits."""
    exited: dict[str, int] = {}
    """The units that have left the map at their goal, with the turn."""
    away: dict[str, Unit] = {}
    """Those of them that may come back, as they were when they left."""
    withdrawing: bool = False
    """Whether the Allies have ordered the withdrawal across the Rhine."""
    withdrawn: dict[str, int] = {}
    """The units withdrawn across the Rhine, each with its steps."""
    scores: dict[str, int] = {}
    """The points of each award of the scenario so far."""
