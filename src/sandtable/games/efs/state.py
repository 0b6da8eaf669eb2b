"""The state of a game: pieces on the map and in boxes, markers on units and hexes, weather, pending attacks, tracks.

Everything that can change stands here, and nothing that follows from it: zones of control, supply routes and odds are
worked out when they are asked for. Movement points are kept in quarters (`QUARTERS`), since half of half a point is the
smallest there is (11.21). Hexes are labels, a step is an `Edge` (from, to), a side is `axis` or `soviet`. Every unit,
on the map or in a box, is in `units`; supply units are in `supplies` and never in the roster, so that who asks for
units in a hex or for zones of control is told of combat units only. Whoever puts a unit into a hex calls
`control.settle`, which scores locations (24.22) and captures sources (6.21); whoever takes one off the map calls
`units.take_off`, which knows the boxes. Each field is owned by a chapter: only its package writes it, all may read
it.

| chapter | owns |
| --- | --- |
| 3 concepts | `Unit.at`, `box`, `steps`; `control` |
| 4 sequence | `turn`, `phase`, `active` |
| 5 weather | `weather` |
| 6 supply | `Unit.supply`, `fuel_shortage`; `supplies`, `fed`, `idle_sources`, `fuel_turns` |
| 7 replacements (not in play yet) | `Unit.receiving`, `due`; `replacements` |
| 8 reinforcements | `Unit.entered`, `do_not_move`, `home`, `tried`; `pools`, `groups`, `withdrawals`, `conversions` |
| 10 movement | `Unit.start`, `spent`, `finished`, `moved_in`; `crossings` |
| 11 special movement | `Unit.special`, `used_special`, `overrun`; `rail_used`, `exits` |
| 12 before combat | `attacks`, `mandated` |
| 13 artillery | `Unit.fired`, `mode`; `ammunition` |
| 15, 16 combat | `Unit.attacked`, `defended`, `fought`; `SupplyUnit.promised` |
| 18 fortifications | `Unit.building`; `strongpoints`, `ruined` |
| 19 railways (not in play yet) | `rail_holder`, `rail_cuts`, `railheads` |
| 21 special units | `Unit.operational`, `activated`, `garrison`, `zone`; `commands` |
| 22 engineers | `Unit.task`, `repaired`; `bridges`, `damage` |
| 24 victory | `vp`, `locations`, `losses` |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.kernel import GameState

AXIS = "axis"
SOVIET = "soviet"
SIDES = (AXIS, SOVIET)
OFF_MAP = ""
QUARTERS = 4
"""How many quarters make a movement point."""

Box = Literal[
    "", "scheduled", "arrived", "group", "available", "active", "cadre", "eliminated", "cannot-rebuild", "track",
    "withdrawn", "exited", "aside",
]  # fmt: skip
"""Where a unit off the map is (nowhere for one on it): to come on its turn; free to enter; in a special group; a
regiment substitute counter not in use; the four boxes of the Unit Rebuilding Track; on the Turn Record Track; gone by
withdrawal, map exit or conversion; set aside for good."""

SupplyState = Literal["supplied", "emergency", "out"]
Special = Literal[
    "", "rail", "strategic", "overrun", "failed-overrun", "infiltration", "one-hex", "exit", "air", "crossing"
]  # fmt: skip
MovementPhaseName = Literal["movement", "motorized", "reaction"]
Mode = Literal["mobile", "firing"]
Task = Literal["", "crossing", "strongpoint", "conversion", "overrun", "ferry"]
Orders = Literal["", "no-retreat", "additional-retreat", "face-down"]
"""A retreat order; `face-down` is what the other side sees of one."""
WeatherKind = Literal["dry", "mud", "frost", "snow"]
Construction = Literal["under-construction", "completed"]
WithoutSteps = Literal["cadre", "eliminated", "cannot-rebuild"]
"""The boxes of units that have no step left."""
Withdrawn = Literal["done", "cancelled", "dropped", WithoutSteps]
"""What became of a withdrawal (8.5): carried out, paid off, given up where nobody could go; of a unit without a step,
the box that it left and comes back into."""


HEXES = "+"


def told(hexes: Sequence[str]) -> dict[str, str | int]:
    """What a question about an attack says of its defender hexes: the first, and all of them."""
    return {"hex": hexes[0], "hexes": HEXES.join(hexes)}


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


class Unit(msgspec.Struct, frozen=True):
    """A combat unit in play, on the map or in a box. What is printed on it stands in the content, under the same id."""

    at: str
    """The hex in which it stands; empty in a box."""
    steps: int
    """The steps that it has left."""
    box: Box = ""
    # Supply (6)
    supply: SupplyState = "supplied"
    """As found in the last Supply Status Phase: no marker, Emergency Supply or Out of Supply."""
    fuel_shortage: bool = False
    """Has a Fuel Shortage marker (6.54c)."""
    # Replacements (7) and reinforcements (8)
    receiving: bool = False
    """Has a Receiving Replacements marker (7.71)."""
    due: int = 0
    """The turn in which a unit on the Turn Record Track comes back (7.45b), or from which one that has come into the
    Active box may enter (8.31)."""
    entered: bool = False
    """Has come onto the map in this turn, and so is in general supply for it (6.22, 8.12d)."""
    do_not_move: int = 0
    """For how many turns a Do Not Move marker holds it: 1, 2, or none (8.7)."""
    home: str = ""
    """A militia brigade: the hex of the city that it was raised in (8.43a, 21.74)."""
    tried: str = ""
    """An untried unit that has been revealed: the values it turned out to have, as `1-2-3` (8.41, 15.43)."""
    # Movement (10, 11), from phase to phase
    start: str = ""
    """The hex in which it began the phase."""
    spent: int = 0
    """The movement points spent in this phase, in quarters."""
    finished: bool = False
    """Has moved, or was left behind by a moving stack, and may not move again in this phase (10.22, 10.23)."""
    moved_in: tuple[MovementPhaseName, ...] = ()
    """The phases of this turn in which it has left its hex by its own movement."""
    special: Special = ""
    """The special movement that it has used in this phase (11.0), or that it has crossed water in boats (10.45c)."""
    used_special: bool = False
    """Has used special movement in an earlier phase of this turn (22.11)."""
    overrun: bool = False
    """Has an Overrun marker (11.38)."""
    # Artillery (13)
    fired: bool = False
    """Is on its Fired side, or has a Fired marker (13.12, 13.43)."""
    mode: Mode = "mobile"
    """Super-heavy and railroad artillery: which side is up (13.33b, 13.42)."""
    # Combat (15, 16)
    attacked: bool = False
    """Has attacked in this Combat Phase (15.16)."""
    defended: bool = False
    """Has been attacked in this Combat Phase (15.16)."""
    fought: bool = False
    """Has taken part in a combat or an overrun in this turn (18.45b, 19.3, 22.11)."""
    # Fortifications (18), special units (21), engineers (22)
    building: bool = False
    """Constructs an Axis strongpoint in this turn, and so neither moves nor fights (18.45b)."""
    operational: bool = True
    """An HQ: whether its operational side is up (21.2)."""
    activated: bool = False
    """Has an Activated marker (10.13e, 21.32)."""
    garrison: bool = False
    """Has a Garrison marker (21.8, 24.26)."""
    zone: str = ""
    """The non-operational HQs in whose common range it began the phase, as ids joined by a plus sign (21.27)."""
    task: Task = ""
    """The engineer function that it has performed in this turn (22.14)."""
    repaired: bool = False
    """An engineer that has repaired a bridge in this turn (22.44b)."""


class SupplyUnit(msgspec.Struct, frozen=True):
    """A mobile supply unit (1 attack supply point) or a dump (2; large: 3 or 4) (6.41, 6.48)."""

    side: str
    at: str
    """Its hex; empty for one that has been received and has yet to enter (6.45)."""
    points: int
    promised: int = 0
    """The points designated in this Combat Phase, which are spent at its end (15.45)."""
    spent: int = 0
    """Movement points spent in this phase, in quarters."""
    finished: bool = False
    """Has moved in this phase."""
    railed: bool = False
    """Has used rail movement in this turn."""
    activated: bool = False
    """Has an Activated marker (10.13)."""

    @property
    def is_dump(self) -> bool:
        return self.points > 1

    @property
    def is_large(self) -> bool:
        return self.points > 2


class Weather(msgspec.Struct, frozen=True):
    """The weather of the turn, and what it leaves behind (5.2)."""

    kind: WeatherKind = "dry"
    """The weather in force: what was rolled, as the lingering of snow and the limits of a Dry climate change it."""
    storm: bool = False
    lingering_mud: bool = False
    """Mud still holds in hexes with woods (5.21)."""
    frozen: bool = False
    """Frozen conditions are in effect (5.23)."""
    dry_run: int = 0
    """How many turns in a row, this one counted, were dry (5.33)."""
    mud_run: int = 0
    """How many were Mud (5.32)."""
    snow_run: int = 0
    """How many were Snow in a Snow climate (5.23a)."""
    frost_turns: int = 0
    """The Frost turns of the Frost climate so far (13.51)."""
    limited_artillery: bool = False
    """Whether artillery supply is limited (13.5)."""


class Attack(msgspec.Struct, frozen=True):
    """A declared attack, from its declaration until it is resolved (12.1); `hexes` are the defender hexes."""

    side: str
    hexes: tuple[str, ...]
    attackers: tuple[str, ...]
    """The units designated; they may change until the attack is resolved, unless it is mandated (15.14)."""
    mandated: bool = False
    support: tuple[str, ...] = ()
    """The artillery that the defender has committed (12.52, 15.31a)."""
    support_supply: tuple[str, ...] = ()
    """The supply units on which that artillery draws while artillery supply is limited (13.52)."""
    defender_orders: Orders = ""
    attacker_orders: Orders = ""
    nkvd: str = ""
    """The NKVD unit that makes the defender stand (12.54b)."""
    nkvd_lifted: bool = False
    """An HQ has removed that No Retreat (21.12e)."""
    reacted: tuple[str, ...] = ()
    """The units whose reaction movement its defender hexes have triggered, one for each (12.41)."""


class Command(msgspec.Struct, frozen=True):
    """What an HQ has done with its command points (21.12)."""

    used: int = 0
    """Points used in this phase."""
    guards: bool = False
    """Has activated its Guards unit in this phase (21.41)."""
    doubled: bool = False
    """Has doubled its command value in this turn for a mandated attack (12.35)."""
    activated: tuple[str, ...] = ()
    """The units that it activated in this turn; one that doubled owes a mandated attack one of them."""


class Strongpoint(msgspec.Struct, frozen=True):
    """A strongpoint marker in a hex (18.4)."""

    side: str
    status: Construction
    turn: int
    """When it was placed."""
    builder: str = ""
    """The Axis unit that constructs it (18.45b)."""


class Bridge(msgspec.Struct, frozen=True):
    """A Bridge or Ferry marker in a hex, with its arrow to the hex across (22.2, 22.3)."""

    side: str
    at: str
    """Its hex; empty for one that was taken off the map in this turn and may not be placed again before the next."""
    to: str
    status: Construction
    turn: int
    """When it was last placed (once a turn, 22.22) or completed (a ferry carries supply from the next turn, 22.34)."""
    ferry: bool = False


class Damage(msgspec.Struct, frozen=True):
    """A Bridge Destroyed marker (22.43b)."""

    points: int
    tried: int = 0
    """The turn in which its repair was last tried (22.44a)."""


BEFORE = -1
"""No turn of a scenario: what was taken before the first, whatever number that has."""


class Location(msgspec.Struct, frozen=True):
    """What has happened to a victory location (24.2)."""

    counted: bool = False
    """Its points are in the Axis total now."""
    taken: int = 0
    """The turn in which the Axis captured it for the first time (12.36a); 0 if never, `BEFORE` if it held it at the
    start."""


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    phase: str = ""
    """The phase in progress, as segment/phase: `strategic/weather`, `axis/movement` (4.21)."""
    active: str = AXIS
    """The active player of the phase (3.11/phases)."""
    units: dict[str, Unit] = {}
    """Every combat unit in play, on the map or in a box."""
    supplies: dict[str, SupplyUnit] = {}
    """The supply units in play; counters that are not here are free to be used (6.43)."""
    control: dict[str, str] = {}
    """The hexes that are not friendly to those to whom they were at the start, with the side they are friendly to."""
    weather: Weather = Weather()
    # Supply
    fed: dict[str, str] = {}
    """Hexes in general supply for this turn by a temporary supply source, with their side, or both joined by a plus
    sign (6.26)."""
    idle_sources: dict[str, str] = {}
    """Supply sources that were retaken and wait for a Supply Status Phase to work again, with their owner (6.21)."""
    fuel_turns: dict[str, int] = {}
    """For how many turns in a row each group has had a unit out of supply (6.53)."""
    # Replacements and reinforcements
    replacements: dict[str, int] = {}
    """Accumulated replacement points, as side/type: `axis/I`, `soviet/A` (7.31, 8.51a)."""
    pools: dict[str, tuple[str, ...]] = {}
    """The tried sides not yet drawn of each kind of untried unit: values, or `remove` (8.42a)."""
    groups: dict[str, int] = {}
    """The special reinforcement groups that were chosen, with the turn (8.2)."""
    withdrawals: dict[str, Withdrawn] = {}
    """What became of a withdrawal that was due, by the unit that was to go (8.5)."""
    conversions: dict[str, int] = {}
    """The conversions carried out, by their ids, with the turn (8.6)."""
    # Movement
    crossings: dict[str, int] = {}
    """Stacking points that crossed each lake or shallow-water hexside in this phase (10.47b)."""
    rail_used: dict[str, int] = {}
    """Railroad capacity used by each side in this turn (11.14)."""
    exits: dict[str, str] = {}
    """The exit areas through which a side has left the map (11.63)."""
    # Combat
    attacks: dict[str, Attack] = {}
    """The declared attacks that have yet to be resolved, by the first of their defender hexes."""
    mandated: int = 0
    """Mandated attacks not yet made (12.31)."""
    ammunition: dict[str, int] = {}
    """The ammunition level of super-heavy artillery that a scenario limits (13.46)."""
    commands: dict[str, Command] = {}
    """By HQ."""
    # On the map
    strongpoints: dict[str, Strongpoint] = {}
    """By hex."""
    ruined: dict[str, int] = {}
    """Destroyed printed fortifications with the turn: `0908>0808`, a line and the hex that it faces; `0908`, a belt or
    citadel."""
    bridges: dict[str, Bridge] = {}
    """Bridge and Ferry markers on the map, by the marker."""
    damage: dict[str, Damage] = {}
    """Destroyed printed bridges, as hexside/kind: `1811-1812/road`, `1811-1812/rail`."""
    rail_holder: dict[str, str] = {}
    """Railroad hexes usable by a side other than at the start (19.1)."""
    rail_cuts: dict[str, str] = {}
    """Rail Cut markers by hex, with the hex to which their arrow points, if they have one (19.25)."""
    railheads: dict[str, str] = {}
    """Railhead markers and their hexes (19.24)."""
    # Victory
    vp: int = 0
    """The Axis total (24.12)."""
    locations: dict[str, Location] = {}
    """By victory location."""
    losses: dict[str, int] = {}
    """The Step Loss markers of both sides (24.41)."""
