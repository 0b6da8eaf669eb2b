"""What an agent sees of a squad battle."""

from __future__ import annotations

from typing import get_args

from sandtable.games.asl.concealment.revealing import cloaked_id, cover_of, unknown_id
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import buildings
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.ordnance.shots import spotting
from sandtable.games.asl.sequence.fieldworks import kinds_of_works
from sandtable.games.asl.state import (
    DUMMY,
    UNKNOWN,
    Clearance,
    Depletable,
    FireMarker,
    Stance,
    WeatherKind,
    Wind,
)
from sandtable.games.asl.tables.sequence import PhaseId
from sandtable.games.asl.tables.terrain import Building
from sandtable.kernel.observed import (
    Flag,
    Number,
    Observed,
    Place,
    Pointer,
    Standing,
    There,
    Things,
    Whose,
    Word,
    Words,
)

CORNERS = tuple(range(6))
FIRE: tuple[str, ...] = tuple(filter(None, get_args(FireMarker)))
STANCES: tuple[str, ...] = tuple(filter(None, get_args(Stance)))
GUNS = ("ma", "bmg", "cmg", "aamg", "piat")
AMMUNITION: tuple[str, ...] = get_args(Depletable)


def _locations(content: Content) -> list[str]:
    return [label for label in places(content).labels if "~" not in label]


def _units(content: Content) -> list[str]:
    """The men who can be in play, each "?" that may lie in a Location or on a vehicle, and the Cloaking counters."""
    cloaks = [
        cloaked_id(side, number)
        for side, force in content.forces.items()
        if force.cloaking is not None
        for number in range(1, force.cloaking.real + force.cloaking.dummies + 1)
    ]
    return [*content.all_unit_ids(), *map(unknown_id, _locations(content)), *map(cover_of, content.tanks), *cloaks]


def _arms(content: Content) -> list[str]:
    return list(content.all_arms)


def _vehicles(content: Content) -> list[str]:
    return list(content.tanks)


def _kinds(content: Content) -> list[str]:
    return [*content.personnel, UNKNOWN, DUMMY]


def _hardware(content: Content) -> list[str]:
    return [*content.weapons, *content.guns]


def _types(content: Content) -> list[str]:
    return list(content.vehicles)


def _used(content: Content) -> list[str]:
    """What a unit may have used of its fire."""
    faust = ("pf", *(f"pf{number}" for number in range(2, 10)))
    mortars = [name for name, each in content.arms.items() if _type_of(content, each.kind) == "mortar"]
    return ["inherent", "directs", *map(spotting, mortars), "starshell", *faust, *content.all_arms]


def _type_of(content: Content, kind: str) -> str:
    card = content.weapons.get(kind)
    return "" if card is None else card.type


def _aims(content: Content) -> list[str]:
    """What a gun can have acquired: a Location, a hex, a vehicle."""
    hexes = content.board.labels
    return [*_locations(content), *(f"area:{label}" for label in hexes), *content.tanks]


def _marks(content: Content) -> list[str]:
    return [f"{gun}:{marker}" for gun in GUNS for marker in FIRE]


def _stores(content: Content) -> list[str]:
    return [f"{side}/{kind}" for side in content.scenario.forces for kind in kinds_of_works(content)]


def _groups(content: Content) -> list[str]:
    return list(dict.fromkeys(group for _, group in content.to_place.values()))


UNITS = Things(
    "units",
    _units,
    {
        "units": (
            There(), Whose("side"), Pointer("kind", _kinds), Place("at"), Pointer("at", _locations), Flag("broken"),
            Flag("dm"), Flag("pinned"), Flag("cx"), Flag("ti"), Flag("concealed"), Flag("hidden"), Flag("wounded"),
            Flag("fanatic"), Flag("berserk"), Flag("disrupted"), Flag("encircled"), Flag("heroic"), Flag("unarmed"),
            Pointer("guard", _units), Word("stance", STANCES), Words("vertices", CORNERS), Flag("wall"),
            Word("fire", FIRE), Words("spent", _used), Flag("moved"), Flag("arrived"), Flag("acted"), Flag("acted_dm"),
            Number("labor", 2), Pointer("aboard", _vehicles), Flag("frozen"), Flag("shortage"),
            Number("cloak", 3), Flag("strayed"), Flag("calmed"),
            Flag("dared"), Number("pace", 14), Number("pace_of", 28),
            Word("clears", get_args(Clearance)), Pointer("covers", _vehicles),
        ),
    },
    Standing(side="side"),
)  # fmt: skip

WEAPONS = Things(
    "weapons",
    _arms,
    {
        "weapons": (
            There(), Pointer("kind", _hardware), Whose("side"), Pointer("holder", _units), Place("at"),
            Pointer("at", _locations), Flag("broken"), Flag("dismantled"), Word("fire", FIRE), Flag("moved"),
            Pointer("placed", _locations), Word("arc", CORNERS), Flag("limbered"), Flag("emplaced"),
            Pointer("acquired", _aims), Number("acquisition", 2), Words("gone", AMMUNITION), Flag("low"),
            Flag("used"), Flag("turned"), Pointer("sighted", _locations), Pointer("sighted_from", _locations),
        ),
    },
)  # fmt: skip

OBSERVED = Observed(
    version=4,
    situation=(
        Flag("released"),
        Number("turn", 4), Number("player_turn", 8), Whose("active"), Word("phase", get_args(PhaseId)),
        Word("weather", get_args(WeatherKind)), Flag("rained"), Number("nvr", 3),
        Word("wind", get_args(Wind)),
    ),
    sides={
        "san": (Number(half=3),), "elr": (Number(half=3),), "snipers": (Place(),), "second_snipers": (Place(),),
        "shots": (Number(half=4),), "massacred": (Flag(),),
        "no_quarter": (Flag(),), "self_rallies": (Number(half=1),), "created": (Number(half=2),),
        "starshells_fired": (Flag(),),
    },
    things=(UNITS, WEAPONS),
    hexes={
        "held": (Whose(),), "secured": (Whose(),), "shellholes": (There(),),
        "rubble": (Word("", get_args(Building)),),
    },
    facts={
        "vehicles": 2400, "wrecks": 300, "lost": 500, "lost_unseen": 40, "exited": 300, "to_place": 700, "received": 20,
        "stores": 120,
        "smoke": 400, "residual": 200, "lanes": 300, "melees": 80, "mines": 200, "works": 400, "fortified": 80,
        "breached": 40, "fences": 100, "fired_upon": 300, "interrogated": 120, "held_buildings": 120,
        "held_junctions": 40, "flames": 60, "blazes": 60, "fired_at": 300, "points": 40, "moving": 160, "lights": 80,
        "batteries": 160, "barrages": 120, "air_groups": 40, "aircraft": 120, "shelled": 200, "trails": 200,
        "starshells_tried": 120, "gunflashes": 60,
    },
    procedures=200,
    words=lambda content: (
        *_locations(content), *_kinds(content), *_hardware(content), *_types(content), *content.vehicles,
        *content.to_place, *_groups(content), *content.received, *content.armor_leaders, *_stores(content),
        *buildings(content), *FIRE, *STANCES, *GUNS, *AMMUNITION, *_marks(content),
        "normal", "hand-to-hand", "grenade", "ordnance", "artillery", "device", "blaze",
    ),
)  # fmt: skip
