"""The state of a game: men, weapons, vehicles, what lies and burns on the map, and how far the turn has come."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.asl.tables.sequence import PhaseId
from sandtable.games.asl.tables.terrain import Building
from sandtable.kernel import GameState

UNKNOWN = "?"
"""The kind of a counter that a view hides: something lies beneath a "?", and nobody says what."""
DUMMY = "dummy"
"""The kind of a "?" with nobody beneath it."""
TURNED = "turned:"
"""Among the fire markers of a vehicle: stands before the weapon that is marked because it was turned, not fired."""
NOWHERE = ""
"""Where counters are that are not on the map: still to come, or in a vehicle that is."""

Stance = Literal["", "foxhole", "trench", "shellholes", "bypass", "above-wire", "beneath-wire"]
FireMarker = Literal["", "prep", "opportunity", "first", "final", "intensive", "bounding"]
Clearance = Literal["", "wire", "minefield", "flame", "roadblock"]
Depletable = Literal["ap", "he", "apcr", "apds", "heat", "smoke", "wp", "ir"]
"""The ammunition that can run out (C8.1)."""
WeatherKind = Literal["clear", "overcast", "rain", "heavy-rain", "mist", "dusk"]
Wind = Literal["", "N", "NE", "SE", "S", "SW", "NW", "gust"]


class Unit(msgspec.Struct, frozen=True):
    """Men in play: a squad, a half-squad, a crew, a leader, a hero, or a dummy. What is printed is in the content."""

    side: str
    kind: str
    """The type of its counter."""
    at: str
    """Its Location: U17, U17+1 for the floor above, U17-1 for the cellar."""
    broken: bool = False
    dm: bool = False
    """Under Desperation Morale (A10.62)."""
    pinned: bool = False
    cx: bool = False
    ti: bool = False
    """Temporarily immobilized: it has dug, cleared or searched in this Player Turn."""
    concealed: bool = False
    hidden: bool = False
    """Not on the map for the enemy at all (A12.3)."""
    wounded: bool = False
    fanatic: bool = False
    berserk: bool = False
    disrupted: bool = False
    encircled: bool = False
    heroic: bool = False
    """A leader who is a hero as well (A15.2)."""
    unarmed: bool = False
    guard: str = ""
    """Of a prisoner: who guards him."""
    stance: Stance = ""
    """Its position in the Location: foxhole, trench, shellholes, bypass, above-wire or beneath-wire; else nothing."""
    vertices: tuple[int, ...] = ()
    """The vertices of the hex that it passes in Bypass (A4.34)."""
    wall: bool = False
    """Has claimed Wall Advantage (B9.32)."""
    fire: FireMarker = ""
    """Its fire marker."""
    spent: tuple[str, ...] = ()
    """What it has used of its fire in this phase: inherent, directs, and weapons by their ids."""
    moved: bool = False
    """Has had its Movement Phase, or its rout, or its advance, in the phase under way."""
    arrived: bool = False
    """Has advanced into its Location in this Player Turn: it may not withdraw from a Melee there yet (A11.2)."""
    acted: bool = False
    """Has done its one thing in the Rally Phase under way."""
    acted_dm: bool = False
    """Its owner leaves it under DM at the end of the Rally Phase under way (A10.62)."""
    labor: int = 0
    """Its Labor marker: 1 for -1, 2 for -2."""
    aboard: str = ""
    """The vehicle that carries it."""
    frozen: bool = False
    """Under a No Move counter (E1.21)."""
    covers: str = ""
    """Of a "?" with nobody beneath it but a vehicle: that vehicle, by its id."""
    cloak: int = 0
    """The number of the Cloaking counter that it is under, concealed as well (E1.4); 0 for none."""
    strayed: bool = False
    """Has Strayed in this Player Turn (E1.53)."""
    calmed: bool = False
    """Its Rally DR in this phase was no higher than its morale: at night that takes DM away (E1.16)."""
    shortage: bool = False
    """Under Ammunition Shortage (A19.131)."""
    dared: str = ""
    """The AFVs that it has gone at, and where, as in cv1/cv2@T10: it need not check again (A11.6)."""
    clears: Clearance = ""
    """What it clears in this Player Turn (B24.7)."""
    pace: int = 0
    """Of one that has got off a vehicle in this phase: the half MP that the vehicle had left (D6.1); of one that got
    off wire to rout: the half MF that are left (B26)."""
    pace_of: int = 0
    """Out of how many; 0 for one that has not got off a vehicle."""


class Weapon(msgspec.Struct, frozen=True):
    """A support weapon or a Gun: in somebody's hands, or lying somewhere."""

    kind: str
    side: str
    """Whose make it is; a captured one is used by the other side."""
    holder: str = ""
    """Who possesses it, by the id of the unit."""
    at: str = ""
    """Where it lies, if nobody possesses it."""
    broken: bool = False
    """Malfunctioned."""
    dismantled: bool = False
    fire: FireMarker = ""
    """Its fire marker, as that of a unit; intensive for a Gun after Intensive Fire."""
    moved: bool = False
    """Was carried into another hex in this Player Turn (A4.41)."""
    placed: str = ""
    """Of a demolition charge: the Location in which it has been placed, to go off in this Player Turn."""
    arc: int = 0
    """Of a Gun: the hexspine that it faces, 0 to 5."""
    limbered: bool = False
    emplaced: bool = False
    acquired: str = ""
    """What it has acquired: a Location, or a vehicle by its id (C6.5)."""
    acquisition: int = 0
    gone: tuple[Depletable, ...] = ()
    """The special ammunition that has run out (C8.1)."""
    low: bool = False
    """Has a Low Ammo counter."""
    used: bool = False
    """Of a Gun: has fired in this Player Turn (C2.1)."""
    sighted: str = ""
    """The Location on which a machine gun was laid before the battle (C6.4); known to its owner only."""
    sighted_from: str = ""
    """Where it stood then."""
    turned: bool = False
    """Of a Gun: has turned to fire in this Player Turn so that it may not again, as in woods and buildings (C3.21)."""


class Vehicle(msgspec.Struct, frozen=True):
    """A vehicle with its crew inside."""

    side: str
    kind: str
    at: str
    facing: int = 0
    """The hexspine of its hull, 0 to 5 (VCA)."""
    turret: int = 0
    """The hexspine of its turret (TCA)."""
    motion: bool = False
    started: bool = False
    """Has started and not stopped in the move under way."""
    entered: int = 0
    """How many hexes it has entered in this Player Turn."""
    exposed: bool = False
    """Its crew is exposed (CE); else it is buttoned up."""
    concealed: bool = False
    hidden: bool = False
    shock: str = ""
    """shocked or unconfirmed (C7.4, C7.42)."""
    stun: str = ""
    """stunned, or shaken for the +1 that stays (D5.34)."""
    stunned_until: int = 0
    recalled: bool = False
    immobile: bool = False
    bogged: str = ""
    """bogged or mired (D8.2)."""
    abandoned: bool = False
    leader: str = ""
    """The Armor Leader aboard, by his type."""
    fired: tuple[str, ...] = ()
    """The fire markers of its weapons (ma, bmg, cmg, aamg), as in ma:first."""
    broken: tuple[str, ...] = ()
    """Its weapons that have malfunctioned."""
    disabled: tuple[str, ...] = ()
    """Those that are lost for good."""
    gone: tuple[str, ...] = ()
    """The special ammunition that has run out."""
    acquired: str = ""
    acquisition: int = 0
    gyro: bool = False
    """Has a gyrostabilizer that works (D11.1); known to its owner only."""
    bypass: int = -1
    """The hexside along which it stands in Bypass; -1 for none."""
    towing: str = ""
    """The Gun that it tows."""
    smoked: bool = False
    """Has used its smoke device in this Player Turn."""
    tried: bool = False
    """Has tried to go into Motion in this Player Turn (D2.401)."""
    moved: bool = False
    shortage: bool = False
    frozen: bool = False
    bounding: bool = False
    """Moves, or has moved, in this Player Turn: it began in Motion or has entered a hex (C.8, C5.3)."""
    called: bool = False
    """Has tried to free another AFV by radio in this Rally Phase, or was called by one and is free to enter (E1.21)."""
    hatched: bool = False
    """Its crew has come up or gone down in this Player Turn (D5.1)."""
    seen_to: bool = False
    """It has done so in the fire phase under way, and does not fire in it any more."""
    led: str = ""
    """Which of its weapons its Armor Leader has directed in the phase under way: ma or mg (C5.9)."""
    elite: bool = False
    """Its depletion numbers are one higher (C8.2)."""
    launched: int = 0
    """The Player Turn in which it fired its rocket last (37.1)."""
    spent: int = 0
    """The half MP that it has spent in this phase before its own move: men have climbed aboard (D6.1)."""
    swung: int = 0
    """By how many hexspines its hull has been turned to fire in the phase under way (C5.1)."""
    steady: tuple[str, ...] = ()
    """The weapons that have fired since then."""
    manned_by: str = ""
    """The unit that mans it in the place of its own crew, by the id that it has on foot (D5.42)."""
    manned_kind: str = ""
    """What that unit is."""
    recalled_in: int = 0
    """The Player Turn in which it was Recalled; it goes home from the next one on (D5.341)."""


class Wreck(msgspec.Struct, frozen=True):
    """What is left of a vehicle."""

    kind: str
    at: str
    facing: int
    burning: bool = False
    bypass: int = -1
    stripped: tuple[str, ...] = ()
    """Its weapons that are not there any more (D10.5)."""
    broken: tuple[str, ...] = ()
    """Those that had malfunctioned."""


class Smoke(msgspec.Struct, frozen=True):
    """SMOKE in a Location."""

    value: int
    """Its Hindrance."""
    wp: bool = False
    source: str = "grenade"
    """grenade, ordnance, artillery, device or blaze: how it disperses."""
    dispersed: bool = False
    until: int = 0
    """The Player Turn, counted from 1, at whose end (or, for ordnance, in whose Rally Phase) it changes or goes."""


class Light(msgspec.Struct, frozen=True):
    """A starshell or an illuminating round above a hex (E1.9)."""

    radius: int
    until: int
    """The Player Turn, counted from 1, at whose end it goes out."""


class Mines(msgspec.Struct, frozen=True):
    """The mines of a hex."""

    side: str
    ap: int = 0
    """The strength against men: 6, 8 or 12."""
    at: int = 0
    """The factors against vehicles."""
    known: bool = False
    unknown: Literal["", "ap", "at"] = ""
    """Of known ones the kind that has not shown itself yet."""


class Works(msgspec.Struct, frozen=True):
    """Field works of a hex: foxholes by their capacity in squads, a trench, wire."""

    side: str = ""
    foxholes: int = 0
    trench: bool = False
    wire: bool = False
    known: bool = True


class FireLane(msgspec.Struct, frozen=True):
    """The Fire Lane of a machine gun (A9.22)."""

    weapon: str
    fp: int
    hexes: tuple[str, ...]
    """None once the lane has ended: its gun does not fire again in the phase for all that."""
    sides: tuple[str, ...] = ()
    """The hexsides along an alternate hexgrain that are covered by Snap Shots (A9.221)."""


class Moving(msgspec.Struct, frozen=True):
    """The units that move now: what Defensive First Fire is aimed at."""

    units: tuple[str, ...]
    at: str
    """Where they have spent their last MF."""
    came_from: str = ""
    """The Location from which they entered it with that expenditure; itself if from off the map, nothing for MF spent
    in place."""
    spent_here: int = 0
    """The MF that they have spent in this Location so far, in halves."""
    spent: int = 0
    """All MF that they have spent in this phase, in halves."""
    assault: bool = False
    """Assault Movement (A4.61)."""
    double: int = 0
    """The MF gained by Double Time."""
    dash: bool = False
    hazardous: bool = False
    shots: tuple[tuple[str, int], ...] = ()
    """How often each unit or weapon has fired at them in this Location (A8.1)."""
    fresh: bool = False
    """They have spent their first MF where they began, or were thrown back to where they came from: what lies in wait
    there strikes them (A8.2)."""
    protected: bool = False
    """Moving from trench to trench, or in an Armored Assault: no FFMO, no FFNAM."""
    vehicle: str = ""
    """The vehicle that moves now, instead of units or together with them."""
    track: tuple[tuple[str, int], ...] = ()
    """Where a vehicle has spent its MP in this phase, in order, with how many halves (C6.1)."""

    @property
    def along_trenches(self) -> bool:
        """From trench to trench: no Snap Shots either (B27)."""
        return self.protected and not self.vehicle

    def shots_of(self, firer: str) -> int:
        return next((count for name, count in self.shots if name == firer), 0)


class Battery(msgspec.Struct, frozen=True):
    """A module of Off-Board Artillery (C1.1): its chits, its contact, and the fire mission under way."""

    side: str
    kind: str
    """Its type of module."""
    device: str = ""
    """The radio or field phone by which it is called, by the id of the weapon."""
    black: int = 0
    """The chits left in its Draw Pile that give access (C1.21)."""
    red: int = 0
    drawn: int = 0
    """The red chits drawn so far."""
    registered: tuple[str, ...] = ()
    """Its Pre-Registered hexes (C1.9), known to its owner only."""
    used: bool = False
    """Its device is, or was, in play (CG8)."""
    contact: bool = False
    """Contact was made in the last fire phase of its side."""
    mission: str = ""
    """spotting while a Spotting Round lies on the map, effect during Fire For Effect; else nothing."""
    at: str = ""
    """The hex of its Spotting Round or Fire For Effect."""
    shell: str = ""
    """What Fire For Effect is: he, harassing, smoke or illuminating."""
    stage: int = 0
    """1 for FFE:1, 2 for FFE:2."""
    lapsed: bool = False
    """It was silent in its last fire phase for want of contact: Fire For Effect ends unless contact is made again."""
    blind: bool = False
    """Its Spotting Round was corrected out of sight, which is done once (C1.4)."""
    over: bool = False
    """The module is lost for the rest of the scenario."""


class Barrage(msgspec.Struct, frozen=True):
    """A Creeping Barrage (I.2)."""

    side: str
    at: str = ""
    """The middle hex of its line; at first the hex that its owner has recorded."""
    placed: bool = False
    over: bool = False


class AirGroup(msgspec.Struct, frozen=True):
    """A group of fighter-bombers that a side may commit (CG21)."""

    side: str
    status: str = "waiting"
    """waiting, called, due, here or gone."""
    planes: int = 0
    """How many there are: its owner alone knows before they come."""
    used: bool = False
    """One of them has tried to sight a target."""


class Aircraft(msgspec.Struct, frozen=True):
    """A fighter-bomber above the map (E7)."""

    side: str
    group: str
    at: str = ""
    """The hex above which it flies; nothing until it is placed."""
    load: str = ""
    """rockets or bomb; nothing once that is spent."""
    attacks: int = 0
    """How often it has attacked in this Player Turn."""
    blind: bool = False
    """It has failed to sight a target in this fire phase."""


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    player_turn: int = 1
    """Player Turns are counted through: two make a Game Turn."""
    active: str = ""
    """The ATTACKER: the side whose Player Turn it is."""
    phase: PhaseId | Literal[""] = ""
    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    vehicles: dict[str, Vehicle] = {}
    wrecks: dict[str, Wreck] = {}
    lost: dict[str, str] = {}
    """The units, weapons and vehicles eliminated, with what they were."""
    lost_unseen: dict[str, str] = {}
    """Those of the weapons that were lost beneath a "?", or hidden, with the side that alone knows of it."""
    created: dict[str, int] = {}
    """How many leaders and heroes each side has gained."""
    to_place: dict[str, str] = {}
    """Counters that are still to be set up, or are due to enter, with the name of their area."""
    # Before play
    received: dict[str, str] = {}
    """The Armor Leaders who were rolled for and have no tank yet, by their ids."""
    stores: dict[str, int] = {}
    """The field works, "?" and leave to hide that a side has and has not placed yet, as in german/foxhole-2."""
    # On the map
    smoke: dict[str, tuple[Smoke, ...]] = {}
    """SMOKE by hex."""
    residual: dict[str, int] = {}
    """Residual FP by Location."""
    lanes: dict[str, FireLane] = {}
    """Fire Lanes by the id of their weapon."""
    melees: dict[str, str] = {}
    """Locations in Melee: normal or hand-to-hand."""
    mines: dict[str, Mines] = {}
    works: dict[str, Works] = {}
    """Foxholes, trenches and wire by hex."""
    fortified: dict[str, str] = {}
    """Fortified building Locations, with the side that fortified each."""
    breached: dict[str, str] = {}
    """Breaches of fortified Locations, with the side that made each."""
    rubble: dict[str, Building] = {}
    """Hexes of rubble."""
    shellholes: dict[str, bool] = {}
    flames: dict[str, bool] = {}
    blazes: dict[str, bool] = {}
    """Burning Locations, by hex; burning wrecks are told by the wrecks."""
    fences: dict[str, str] = {}
    """Barbed-wire fences that somebody has trodden down in this Player Turn, by hexside, with who holds them so."""
    gunflashes: dict[str, bool] = {}
    """Locations whose machine guns or ordnance have fired at night (E1.8)."""
    lights: dict[str, tuple[Light, ...]] = {}
    """Starshells and illuminating rounds by hex."""
    held: dict[str, str] = {}
    """Who controls hexes."""
    held_buildings: dict[str, str] = {}
    """Who controls buildings as wholes, by their ids (A26.11)."""
    held_junctions: dict[str, str] = {}
    """Who controls junctions together with the hexes around them (CG6)."""
    interrogated: dict[str, bool] = {}
    """The buildings whose people have been asked, by their ids (E2.4)."""
    fired_upon: dict[str, tuple[int, ...]] = {}
    """The hexsides over which fire has entered Locations in the fire phase under way (A7.7)."""
    fired_at: dict[str, tuple[str, ...]] = {}
    """What each Location has fired at in the phase, or at the expenditure, under way (A7.55)."""
    # Of the sides
    san: dict[str, int] = {}
    elr: dict[str, int] = {}
    snipers: dict[str, str] = {}
    """The hexes of the Sniper counters, by side."""
    second_snipers: dict[str, str] = {}
    """The hexes of the second ones, where each side has two (CG13)."""
    shots: dict[str, int] = {}
    """Panzerfausts that are left, by side."""
    no_quarter: dict[str, bool] = {}
    """The sides that give no quarter (A20.3)."""
    massacred: dict[str, bool] = {}
    """The sides of whose men prisoners were killed, so that their ELR has risen (A20.4)."""
    points: dict[str, int] = {}
    """Victory points, and what else a scenario counts."""
    self_rallies: dict[str, int] = {}
    """The MMC that each side has tried to self-rally in this Rally Phase (A18.11)."""
    moving: Moving | None = None
    exited: dict[str, str] = {}
    """The units, weapons and vehicles that have left the map, with what they are."""
    # Weather and light
    weather: WeatherKind = "clear"
    rained: bool = False
    wind: Wind = ""
    nvr: int = 0
    """The Base NVR; 0 by day."""
    # Artillery and aircraft
    batteries: dict[str, Battery] = {}
    barrages: dict[str, Barrage] = {}
    air_groups: dict[str, AirGroup] = {}
    aircraft: dict[str, Aircraft] = {}
    secured: dict[str, str] = {}
    """The hexes that sides with batteries controlled when the battle began, with whose they were (CG8)."""
    shelled: dict[str, str] = {}
    """In which hex of a barrage those who move were last struck in the Movement Phase under way."""
    # Night
    trails: dict[str, tuple[str, ...]] = {}
    """The hexes that men have left in this Movement Phase without Straying, with those that they went to (E1.53)."""
    starshells_fired: dict[str, bool] = {}
    """The sides that have fired a Starshell in this scenario (E1.9)."""
    starshells_tried: dict[str, tuple[str, ...]] = {}
    """What each side has tried to fire Starshells with: units in this Player Turn, and hexes in this phase."""
    released: bool = False
    """The reinforcements of the Scenario Defender may enter (CG4)."""


OFF_THE_FIELD = frozenset({*GameState.__struct_fields__, "lost", "lost_unseen", "exited"})
THE_FIELD = tuple(field for field in State.__struct_fields__ if field not in OFF_THE_FIELD)
"""All fields that say how things stand on the field, whatever is being asked."""
MARKED_BY_FIRE = frozenset(
    {
        "units", "weapons", "vehicles", "fired_at", "fired_upon", "residual", "gunflashes", "lights",
        "starshells_tried", "starshells_fired", "held", "held_buildings", "held_junctions", "san", "snipers",
        "second_snipers",
    }
)  # fmt: skip
"""What fire changes of them, again and again: nothing of all this but the units and weapons themselves, and what has
been fired at, matters to what men on foot can do in a fire phase beside what they see."""
