"""The state of a game: units and their commands, who has spotted whom, wrecks, works, smoke, indirect fire, aircraft.

It serves the Basic and the Advanced Game alike; what the Basic Game does not know keeps its default. What is printed
(cards, formations, grades, who carries which weapon) stands in the content under the same ids. Each field has one
owner, the chapter whose modules write it; everybody may read all of them.

| field | written by | chapter |
| --- | --- | --- |
| `turn`, `step`, `first` | `sequence.py`, `steps.py`, `initiative.py` | 4.0, 4.3, 6.3 |
| `units`: `at`, `facing` | `setup.py`, `movement/`, `adjustment/` | 4.5, 6.6, 6.8.1 |
| `units`: `damaged`, `tracks`, `suppressed`, `reduced`, `under_fire` | `combat/` | 4.4, 5.10, 6.5, 6.8.3 |
| `units`: `suppressed`, `under_fire` taken away | `adjustment/` | 6.8.3, 6.8.4 |
| `units`: `spot` | `combat/`, `movement/`; taken away by `spotting/spotting_phase.py` | 4.1.5, 4.4.1, 4.5 |
| `units`: `full_cover`, `crawled`, `indoors`, `floor`, `hull_down`, `carrier`, `dump` | `movement/` | 6.1.4, 6.6 |
| `units`: `full_cover`, `hull_down`, `carrier`, `dump` as well | `setup.py`, `adjustment/` | 2.0, 6.8.2 |
| `commands` | `command/`; `shown`, `known`, `fired`, `moved` by whoever carries one out | 4.2, 6.2 |
| `formations` | `command/`, `arrivals.py` | 6.2.1 |
| `spotted` | `spotting/spotting_phase.py` | 4.1, 6.1 |
| `wrecks` | `combat/damage.py` | 4.4.3.2.6 |
| `works` | `fieldworks.py`, `combat/`, `movement/` | 6.1.4.3 |
| `mines` | `mines/`, `combat/terrain_fire.py` | 6.1.4.3.8, 7.31 |
| `smoke`, `missions`, `batteries` | `indirect/` | 6.1.4.3.10, 6.5.1 |
| `aircraft`; `commands`: `observes` | `air/` | 6.4, 6.7 |
| `assaults` | `assault/` | 6.6.1, 6.6.10, 6.6.11 |
| `waiting`, `exited`, `lost` | `setup.py`, `arrivals.py`, `movement/`, `combat/` | 4.5.1.1.9, 4.4.3.2.6 |
| `occupied`, `control` | `victory.py` | 3.6 |

In a view, commands of others that nobody has seen are `UNKNOWN` (4.2.1). Their pre-registered points and their planned
fire that has not begun are gone, and batteries that may have any are `secret` (6.5.1.4, 6.5.1.11). The loads of
their aircraft are unknown until they are used (6.7.1), and mines of theirs that nobody has run into are not there
(7.31.1). Counters on the map are known to all; hidden units (7.2) need more fields.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.tables.support import Altitude, Speed
from sandtable.kernel import GameState

GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
OFF_MAP = ""


def enemy_of(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


Order = Literal["fire", "move", "short-halt", "overwatch", "no-command", "unknown"]
"""The commands (4.2); `unknown` is what others see of a counter that lies face down."""
Spot = Literal["", "fire", "move", "small-arms"]
"""The SPOT counter of a unit (4.1.3): SPOT/FIRE, SPOT/MOVE, or SPOT/FIRE turned sideways after small arms (6.1.3)."""
Suppression = Literal["", "on", "off"]
HullDown = Literal["", "full", "partial"]
Sheaf = Literal["on-map", "open", "closed", "closed-linear"]
Shell = Literal["gp", "smoke", "illumination"]
Assault = Literal["assault", "overrun"]
Fate = Literal["knocked-out", "brewed-up", "eliminated", "abandoned"]


class Unit(msgspec.Struct, frozen=True):
    """A vehicle, gun, squad or section on the map. What is printed of it stands in the content, under the same id."""

    at: str
    """Its hex; that of its carrier for a passenger."""
    facing: int
    """The direction of the hexside that it faces, 0 to 5 (3.3, 5.5)."""
    spot: Spot = ""
    damaged: bool = False
    # The Advanced Game
    tracks: bool = False
    """Has a Track hit: it neither moves nor turns (6.5.2.2.1)."""
    suppressed: Suppression = ""
    reduced: bool = False
    """A squad that has become a half-squad (5.1.1)."""
    under_fire: bool = False
    """Has been the target of fire in this turn (6.8.3.1.2)."""
    full_cover: bool = False
    crawled: bool = False
    """Has crawled in this turn (6.6.4.3)."""
    indoors: bool = False
    """A vehicle or gun inside the buildings of its hex (6.1.4.3.1); leg units in a building hex always are."""
    floor: int = 0
    """The storey of a leg unit above the ground (6.1.4.3.1)."""
    hull_down: HullDown = ""
    """A position that it has found (6.6.9); terrain that hides hulls by itself is not noted here."""
    hull_down_in_reverse: bool = False
    """Whether it backed into that position, so that it is open to the front."""
    carrier: str = ""
    """The vehicle that transports it (6.6.7)."""
    dump: str = ""
    """The hex in which a gun or crew-served weapon has its ammunition (5.16.2.4)."""


class Column(msgspec.Struct, frozen=True):
    """The place of a vehicle in a column that marches by road or path on one Move command (6.2.1.1.3/roads)."""

    way: tuple[str, ...]
    """The hexes from where it began to where the first of the column is, or has come to in its move."""
    behind: int
    """How many hexes it keeps behind the first."""


class Command(msgspec.Struct, frozen=True):
    """The command counter of a unit in this turn (4.2.1). Every unit has one as soon as commands are placed."""

    order: Order
    shown: bool = False
    """Lies face up: it has been carried out, or must be now."""
    known: bool = False
    """Has been shown to claim a modifier, and lies face down again (4.4.3.2.2/target-moving)."""
    fired: bool = False
    """Its fire has been declared: a unit fires once in a turn."""
    silent: bool = False
    """It was called to fire indirectly and did not respond, so that it has not fired after all (6.5.1.7/response)."""
    moved: bool = False
    """Its movement has begun."""
    group: str = ""
    """Units with the same group share the counter (6.2.1.1.3); empty for a command of its own."""
    aimed: tuple[tuple[str, str], ...] = ()
    """The targets at which it has fired while it shared a counter, each with its hex (6.2.1.1.4/fire)."""
    column: Column | None = None
    """How it shares the counter in a column on a road or path."""
    observes: str = ""
    """The unit that a forward observer keeps in sight for aircraft on this command (6.7.3.1.2)."""


UNKNOWN = Command("unknown")
"""What others see of a counter that lies face down."""
NO_COMMAND = Command("no-command")


class Wreck(msgspec.Struct, frozen=True):
    """A KO or BU counter in a hex (4.1.4.1.8); there is never more than one."""

    burning: bool = False
    """BU: a source of brew-up smoke."""
    since: str = ""
    """The step in which it began to burn, until that step is over: its smoke hinders no fire before."""


class Work(msgspec.Struct, frozen=True):
    """A terrain counter (6.1.4.3), by an id of its own, since a hex may have several."""

    at: str
    kind: str
    """A counter of the terrain table: block, ditch, on-fire, hasty-entrenchment, improved-position, rubble, wire."""
    holds: tuple[str, ...] = ()
    """The units that occupy an entrenchment or improved position."""
    facing: int = 0
    """The facing with which the vehicle in an improved position was placed (6.1.4.3.7)."""
    progress: int = 0
    """The side that an unfinished entrenchment shows (6.6.8); finished at the number of the table."""
    since: int = 0
    """The turn in which a fire started (6.1.4.3.5)."""
    was: str = ""
    """The terrain that rubble was (6.1.4.3.9)."""


class Mines(msgspec.Struct, frozen=True):
    """A hex of a minefield (6.1.4.3.8, 7.31)."""

    at: str
    side: str
    """Who has laid it."""
    kind: str
    """A counter of the terrain table, for mines that were laid hastily or deliberately."""
    against: Literal["vehicles", "men", "both"]
    known: bool = False
    """Whether the enemy has run into it; in views of his it is not there before."""


class Smoke(msgspec.Struct, frozen=True):
    """A smoke screen (6.1.4.3.10)."""

    hexes: tuple[str, ...]
    sheaf: Sheaf
    on: bool = True
    since: str = ""
    """The step in which it was made, until that step is over: it hinders nothing before."""


class PlannedFire(msgspec.Struct, frozen=True):
    """What planned fire does in one turn (6.5.1.11.1)."""

    shell: Shell
    sheaf: Sheaf
    direction: int = 0
    """Where a Closed Linear sheaf runs to from its target point."""


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A mission of indirect fire, which an Artillery Impact counter marks, or one that is planned (6.5.1)."""

    side: str
    sources: tuple[str, ...]
    """The batteries and units that fire."""
    bands: tuple[Band, ...] = ()
    """The range factor at which each of them does (6.5.1.13)."""
    at: str
    """The target point."""
    hexes: tuple[str, ...] = ()
    """The hexes of the sheaf, while it lies on the map; fire of units on the map strikes the target point alone."""
    sheaf: Sheaf = "closed"
    direction: int = 0
    """Where a Closed Linear sheaf runs to from the target point."""
    shell: Shell = "gp"
    turn: int = 0
    """The last turn in which it was fired."""
    since: str = ""
    """The step in which it came to lie where it lies, until that step is over: it hinders nothing before."""
    observer: str = ""
    """Who called it; nobody for planned fire."""
    misdirected: bool = False
    """A natural 1 put it on friends (6.5.1.10)."""
    near_friends: bool = False
    """Whether it was called near spotted friends (6.5.1.10)."""
    attacked: tuple[tuple[str, str], ...] = ()
    """The units that have moved into it in this turn, each with the source that has attacked it (6.6.6)."""
    planned: tuple[PlannedFire, ...] = ()
    """What planned fire does turn by turn."""
    plotted: str = ""
    """The target point that was plotted for it (6.5.1.11.3)."""
    due: int = 0
    """The turn in which it was planned to begin."""
    began: int = 0
    """The turn in which planned fire has begun."""


class Battery(msgspec.Struct, frozen=True):
    """What changes of an off-map battery (5.3); one that nothing has happened to is not listed."""

    used: int = 0
    """The last turn in which it took part in a mission, failed to respond or was checked."""
    free_from: int = 1
    """The turn from which on it is available after planned fire (6.5.1.11.1)."""
    registered: tuple[str, ...] = ()
    """Its pre-registered points (6.5.1.4)."""
    secret: bool = False
    """In a view: what others have plotted for it, if anything, is not known (6.5.1.4, 6.5.1.11)."""


class Track(msgspec.Struct, frozen=True):
    """How far an anti-aircraft unit has come in tracking an aircraft that it has in sight (6.7.4.1.1)."""

    unit: str
    left: int
    """The hexes that the aircraft must still fly in its sight; 0 once it is tracked."""
    shaken: bool
    """Whether the unit was suppressed when these hexes were counted last."""


class Aircraft(msgspec.Struct, frozen=True):
    """An aircraft (6.7)."""

    at: str = OFF_MAP
    facing: int = 0
    altitude: Altitude = "low"
    speed: Speed = "slow"
    turned: bool = False
    """Has made its turn over the map (6.7.2.3.1)."""
    load: str = ""
    """Bombs or rockets, as chosen before the game (6.7.1); `UNKNOWN_LOAD` in a view of others until it is used."""
    strafed: int = 0
    dropped: int = 0
    """How many attacks it has made with its guns, and with its load (5.16.2.6)."""
    first_turn: int = 0
    """The turn of its first appearance; 0 before that."""
    last_turn: int = 0
    """The turn in which it was last over the map."""
    left_by: tuple[Edge, ...] = ()
    """The map edge by which it left; two at a corner."""
    target: str = ""
    """What it is acquiring (6.7.3.1.1)."""
    to_fly: int = 0
    """The hexes that it must still fly for that; 0 once the target is acquired."""
    tracks: tuple[Track, ...] = ()
    """The units that have it in sight (6.7.4.1.1)."""
    suppressed: Suppression = ""
    damaged: bool = False
    lost: bool = False
    """Has been shot down."""


UNKNOWN_LOAD = "unknown"
"""What others see of a load that has not been used."""


class Attack(msgspec.Struct, frozen=True):
    """What a unit has declared in the Movement Phase of this turn: a close assault, hand-to-hand combat or overrun."""

    target: str
    how: Assault
    group: str = ""
    """The command that it shares with others, who are bound to the same target (6.6.11)."""
    spent: int = 0
    """The movement points that an advancing attack has taken (6.6.1.1/advancing-attack)."""


class Formation(msgspec.Struct, frozen=True):
    """What changes of a formation."""

    commands: int = 0
    """The commands available in this turn (6.2.1)."""


class Loss(msgspec.Struct, frozen=True):
    """What has become of a unit that is out of play, and where."""

    how: Fate
    at: str


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    step: str = ""
    """The step of the turn that is under way, as the table of the sequence of play calls it."""
    first: str = ""
    """The First Player of this turn; nobody before initiative is settled (4.3.1)."""
    units: dict[str, Unit] = {}
    """The units on the map, passengers included."""
    commands: dict[str, Command] = {}
    """The command of every unit on the map, from the Command Phase to the end of the turn; none in between."""
    spotted: dict[str, tuple[str, ...]] = {}
    """The enemies that each unit spotted in the last Spotting Phase: what direct fire may be aimed at (4.4.1)."""
    waiting: dict[str, int] = {}
    """The units that are not on the map yet, with the turn from which on they may be; 0 at set-up."""
    exited: dict[str, str] = {}
    """The units that have left the map, with the hex that they left by (4.5.1.1.9)."""
    lost: dict[str, Loss] = {}
    wrecks: dict[str, Wreck] = {}
    """The KO and BU counters by hex."""
    works: dict[str, Work] = {}
    mines: dict[str, Mines] = {}
    smoke: dict[str, Smoke] = {}
    missions: dict[str, Mission] = {}
    batteries: dict[str, Battery] = {}
    aircraft: dict[str, Aircraft] = {}
    assaults: dict[str, Attack] = {}
    """Who has attacked whom in the Movement Phase of this turn, whether still there or not."""
    formations: dict[str, Formation] = {}
    occupied: dict[str, str] = {}
    """The objectives that a side occupied at the start of the turn (3.6)."""
    control: dict[str, str] = {}
    """The objectives that somebody controls."""
