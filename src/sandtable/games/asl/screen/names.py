"""What things are called: counters by their figures, Locations by their hex and floor."""

from __future__ import annotations

from sandtable.games.asl.content import DUMMIES, LETTERS, Content
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.morale.casualties import halves_of
from sandtable.games.asl.state import UNKNOWN, State
from sandtable.kernel import rule

UNITS = frozenset({"unit", "break", "mover", "leave", "free", "prisoner", "starshell"})
"""The kinds of names that units go by."""
CALLED_BY_FIGURES = UNITS | {"counter", "hold", "pf"}
"""All kinds of names by which units may be called."""
WEAPONS = frozenset({"weapon", "dismantle", "destroy", "drop"})
PLACES = frozenset({"hex", "place", "crawl", "wall", "wp", "throw", "charge"})
VEHICLES = frozenset({"vehicle"})
_BARRAGES = {"en": "Creeping Barrage {number}", "ja": "移動弾幕{number}"}
_ARMOR_LEADERS = {"en": "Armor Leader {name}", "ja": "戦車指揮官 {name}"}
_MEN = {
    "en": {"c": "Crew of {name}", "l": "Leader of {name}", "received": "Leader {name}"},
    "ja": {"c": "{name}の搭乗員", "l": "{name}の指揮官", "received": "指揮官 {name}"},
}
"""Men whose figures no order of battle tells: from vehicles, or received by the dice."""
_AIRCRAFT = {"en": "Typhoon {number}", "ja": "タイフーン {number}"}
_NATIONS = {"german": "ドイツ軍", "canadian": "カナダ軍"}
_FLOORS = {"en": {-1: "{hex}, cellar", 1: "{hex}, first floor", 2: "{hex}, second floor"},
           "ja": {-1: "{hex} 地下室", 1: "{hex} 2階", 2: "{hex} 3階"}}  # fmt: skip

_POSITIONS = {
    "en": {"foxhole": "{hex}, foxhole", "trench": "{hex}, trench", "shellholes": "{hex}, shellholes"},
    "ja": {"foxhole": "{hex} 単独壕", "trench": "{hex} 塹壕", "shellholes": "{hex} 弾痕"},
}


_HEAVY = {
    "area": {"en": "All of {name}", "ja": "{name}の全域"},
    "veiled": {"en": "A vehicle beneath the ? in {name}", "ja": "{name}の「?」の下の車両"},
    "along": {"en": "Bypass along {name}", "ja": "{name}沿いに迂回"},
    "slow": {"en": "{name}, with all MP", "ja": "{name}（全MP）"},
    "overrun": {"en": "Overrun in {name}", "ja": "{name}で蹂躙"},
    "pf": {"en": "Panzerfaust: {name}", "ja": "PF：{name}"},
    "motion": {"en": "Motion: {name}", "ja": "発進：{name}"},
    "mine": {"en": "{name}, with a magnetic mine", "ja": "{name}（吸着地雷）"},
    "board": {"en": "Get onto {name}", "ja": "{name}に乗る"},
    "abandon": {"en": "The crew leaves {name}", "ja": "{name}を放棄"},
    "dismount": {"en": "The crew leaves {name} with its machine gun", "ja": "{name}を機銃を持って降りる"},
    "man": {"en": "Take over {name}", "ja": "{name}に乗り込む"},
    "hook": {"en": "Hook up {name}", "ja": "{name}を牽引"},
    "speed": {"en": "Excessive speed: +{name} MP", "ja": "過速：+{name} MP"},
    "device": {"en": "Smoke dispenser: {name}", "ja": "発煙装置：{name}"},
}
"""What options of Guns and vehicles are called that name a place or counter for more than itself."""


def name_of(
    kind: str, ident: str, lang: str, content: Content, hex_name: str, figures: str | None = None
) -> str | None:
    """The name of a thing of a kind, or None where the texts know it; `hex_name` is that of the hex of a place, and
    `figures` is what a unit is called now."""
    if kind in _HEAVY:
        own = {"pf": figures or unit_name(ident, content, lang), "speed": ident, "hook": weapon_name(ident, content)}
        plain = own.get(kind) or vehicle_name(ident, content) or ident
        return _HEAVY[kind].get(lang, _HEAVY[kind]["en"]).format(name=plain)
    if kind in PLACES:
        return place_name(ident, lang, hex_name)
    if kind in UNITS:
        return figures or unit_name(ident, content, lang)
    if kind in WEAPONS:
        return weapon_name(ident, content)
    if kind in VEHICLES:
        return vehicle_name(ident, content) or unit_name(ident, content, lang)
    if kind == "leader" and ident in content.received:
        return ident
    if kind == "leader" and ident in content.commanders:
        figures = content.armor_leaders[content.commanders[ident].kind].name
        return _ARMOR_LEADERS.get(lang, _ARMOR_LEADERS["en"]).format(name=f"{figures} {ident}")
    if kind == "battery":
        return battery_name(ident, lang, content)
    if kind == "aircraft":
        return _AIRCRAFT.get(lang, _AIRCRAFT["en"]).format(number=ident)
    if kind == "flight":
        return content.board.grid.direction_name(int(ident))
    if kind == "barrage":
        return _BARRAGES.get(lang, _BARRAGES["en"]).format(number=ident[2:])
    if kind in ("counter", "hold"):
        thing = vehicle_name(ident, content) or weapon_name(ident, content) or figures
        return thing or unit_name(ident, content, lang)
    if kind == "side" and "-" in ident:
        return ident
    return None


def place_name(label: str, lang: str, hex_name: str) -> str:
    """A Location by the name of its hex, and its floor."""
    parts = parts_of(label)
    pattern = _FLOORS.get(lang, _FLOORS["en"]).get(parts.floor)
    if pattern is None:
        pattern = _POSITIONS.get(lang, _POSITIONS["en"]).get(parts.way, "{hex}")
    return pattern.format(hex=hex_name)


def unit_name(ident: str, content: Content, lang: str) -> str | None:
    """A unit by its figures and its number; what comes of a squad by those of its half, others by what they are."""
    if ident.startswith(UNKNOWN):
        number = ident.rpartition("-")[2] if any(side in ident for side in LETTERS) else ""
        return f"{UNKNOWN}{number}"
    if ident in content.decoys:
        return f"{UNKNOWN} {ident}"
    base, half, _ = ident.partition(".")
    placed = content.units.get(base)
    if placed is None:
        left = vehicle_name(base[:-1], content)
        if left is not None and ident not in content.tanks:
            return _MEN.get(lang, _MEN["en"])[base[-1]].format(name=f"{left}{ident[len(base) :]}")
        if ident in content.received:
            return _MEN.get(lang, _MEN["en"])["received"].format(name=ident)
        if _has_come_forth(ident):
            return f"SMC {ident}"
        if ident[:1] in LETTERS.values() and ident[1:2] == DUMMIES:
            return ident
        return vehicle_name(ident, content) or weapon_name(ident, content) or ident
    card = content.personnel[placed.kind]
    if half and card.half_squad:
        card = content.personnel[card.half_squad]
    return f"{card.name} {ident}"


@rule("A19.1", "A15.2", "A15.3", "A18.12", "A1.32", "A20.551")
def name_by_figures(ident: str, state: State, content: Content) -> str | None:
    """A unit of the order of battle by the figures to which it has come, and so men who have stepped forward or were
    received; None where it is called otherwise."""
    if not (ident.partition(".")[0] in content.units or ident in content.received or _has_come_forth(ident)):
        return None
    kind = _kind_of(ident, state, content)
    return f"{content.personnel[kind].name} {ident}" if kind in content.personnel else None


def _has_come_forth(ident: str) -> bool:
    """Whether an id is that of a leader or hero who has stepped forward in play."""
    return ident[:1] in LETTERS.values() and ident[1:2] == "x"


def _kind_of(ident: str, state: State, content: Content) -> str:
    """The type of a unit that is or was there; of a squad that has come apart that which its halves make."""
    if ident in state.units:
        return state.units[ident].kind
    half = next((state.units[name].kind for name in halves_of(ident) if name in state.units), "")
    whole = content.personnel[half].squad if half in content.personnel else None
    return whole or state.lost.get(ident) or state.exited.get(ident, "")


def weapon_name(ident: str, content: Content) -> str | None:
    """A weapon by its type and its number; one that is in unknown hands as these are."""
    if ident.startswith(UNKNOWN):
        return UNKNOWN
    placed = content.all_arms.get(ident)
    if placed is None:
        return None
    card = content.weapons[placed.kind] if placed.kind in content.weapons else content.guns[placed.kind]
    return f"{card.name} {ident}"


def vehicle_name(ident: str, content: Content) -> str | None:
    """A vehicle by its type and its number."""
    placed = content.tanks.get(ident)
    return None if placed is None else f"{content.vehicles[placed.kind].name} {ident}"


def battery_name(ident: str, lang: str, content: Content) -> str:
    """A battery by its type."""
    placed = content.batteries.get(ident)
    if placed is None:
        return ident
    module = content.modules[placed.kind]
    if lang != "ja":
        return module.name
    what = "大隊迫撃砲" if module.battalion_mortar else "迫撃砲" if "MTR" in module.name else "砲兵"
    return f"{_NATIONS[placed.side]}{module.caliber}mm{what}"
