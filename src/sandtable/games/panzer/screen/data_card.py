"""The Data Card of a unit as it is printed (1.6): its weapons by range factor, and its armor by side or location."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.cards import Ammo, AntiAircraft, Armor, Five, Gp, Gun, Limits, Ranged, Vehicle
from sandtable.games.panzer.combat.fields_of_fire import ApWeapon, ap_weapons
from sandtable.games.panzer.combat.weapons import SMALL_ARMS, Weapon, weapons_on_cards
from sandtable.games.panzer.screen.facts import is_in_play
from sandtable.games.panzer.tables.parts import BANDS
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart

LOCATIONS = ("TF", "TS", "TR", "HF", "HS", "HR")
NONE = "–"


def data_card(game: Game, unit_id: str, texts: Texts) -> tuple[PrintedChart, ...]:
    """The tables of a card: of the Basic Game AP fire and two figures of armor, else all that fires and all armor."""
    if not is_in_play(game, unit_id):
        return ()
    card, printed = card_of(game, unit_id), game.content.counters[unit_id]
    armor = (armor_table(game, card, texts),) if isinstance(card, Vehicle) else ()
    if game.content.scenario.game == "basic":
        return (*(basic_weapon(game, weapon, texts) for weapon in ap_weapons(game.content, printed.card)), *armor)
    unit = game.state.units.get(unit_id)
    half = getattr(card, "half", None) if unit is not None and unit.reduced else None
    weapons = weapons_on_cards(game.content, half or printed.card, printed.attached)
    return (*(advanced_weapon(game, weapon, texts) for weapon in weapons), *armor)


def _columns(ammo: Ammo | None, texts: Texts) -> tuple[Head, ...]:
    """The range factors, each lit while a shot with this ammunition is worked out at it."""
    if ammo is None:
        return tuple(Head(band) for band in BANDS)
    factor, power = texts.phrase("line.range-factor"), texts.phrase("line.penetration")
    return tuple(
        Head(band, (LitBy(factor, band), LitBy(power, str(penetration))))
        for band, penetration in zip(BANDS, ammo.P, strict=True)
    )


def _row(name: str, figures: Five, ranges: Five) -> ChartRow:
    """Figures by range factor; a dash for one that the weapon does not have."""
    return ChartRow(
        Head(name), tuple(str(figure) if reach else NONE for figure, reach in zip(figures, ranges, strict=True))
    )


def _ranges(row: Ranged, load: str, texts: Texts) -> ChartRow:
    return _row(texts.phrase("card.range", {"load": load}), row.R, row.R)


def _ammo(ammo: Ammo, texts: Texts) -> tuple[ChartRow, ...]:
    load = texts.name("ammo", ammo.type)
    return _ranges(ammo, load, texts), _row(texts.phrase("card.penetration", {"load": load}), ammo.P, ammo.R)


def _factors(row: Gp | AntiAircraft, load: str, texts: Texts) -> tuple[ChartRow, ...]:
    return _ranges(row, load, texts), _row(texts.phrase("card.factor", {"load": load}), row.F, row.R)


def basic_weapon(game: Game, weapon: ApWeapon, texts: Texts) -> PrintedChart:
    """A weapon as the Basic Game uses it: the ranges and the penetration of its AP ammunition."""
    field = texts.phrase("fact.all-round" if weapon.all_round else "fact.limited-field")
    name = game.content.guns[weapon.gun].name
    rows = _ammo(weapon.ammo, texts)
    return PrintedChart(f"weapon-{weapon.gun}", name, "4.4.3.2.1", _columns(weapon.ammo, texts), rows, (field,))


def advanced_weapon(game: Game, weapon: Weapon, texts: Texts) -> PrintedChart:
    """A weapon with all that it fires: AP ammunition, GP and indirect fire, and fire at aircraft."""
    rows = [row for ammo in weapon.ammo for row in _ammo(ammo, texts)]
    if weapon.gp is not None:
        rows += _factors(weapon.gp, texts.phrase("card.gp"), texts)
    other = _as_printed(game, weapon)
    if other is not None and other.indirect is not None:
        rows += _factors(other.indirect, texts.phrase("card.indirect"), texts)
    if other is not None and other.aa is not None:
        rows += _factors(other.aa, texts.phrase("card.anti-aircraft"), texts)
    notes = tuple(_notes(weapon, texts))
    columns = _columns(weapon.ammo[0] if weapon.ammo else None, texts)
    return PrintedChart(f"weapon-{weapon.id}", _name(game, weapon, texts), "4.4.3.2.1", columns, tuple(rows), notes)


def _as_printed(game: Game, weapon: Weapon) -> Gun | None:
    return game.content.guns.get(weapon.id)


def _name(game: Game, weapon: Weapon, texts: Texts) -> str:
    return texts.phrase("card.small-arms") if weapon.id == SMALL_ARMS else texts.name("weapon", weapon.id)


def _notes(weapon: Weapon, texts: Texts) -> Iterable[str]:
    """What stands beside the figures: the field of fire, the rate of fire, damage and ammunition limits."""
    yield texts.phrase("fact.all-round" if weapon.mount == "360" else "fact.limited-field")
    if weapon.ammo:
        yield texts.phrase("card.rate", {"rate": texts.name("rof", weapon.rof)})
    for ammo in weapon.ammo:
        digits = {"dm": ammo.damage.DM, "ko": ammo.damage.KO, "bu": ammo.damage.BU}
        yield texts.phrase("card.damage", {"load": texts.name("ammo", ammo.type), **digits})
    if weapon.gp is not None and weapon.gp.effectiveness is not None:
        yield texts.phrase("card.effectiveness", {"most": weapon.gp.effectiveness})
    limits = _limits(weapon.limits)
    if limits:
        yield texts.phrase("card.limits", {"limits": limits})


def _limits(limits: Limits) -> str:
    """The ammunition limits as they are printed, as in 9 A7 H6."""
    letters = (("", limits.basic), ("A", limits.A), ("H", limits.H), ("S", limits.S), ("I", limits.I))
    return " ".join(f"{letter}{limit}" for letter, limit in letters if limit is not None)


def armor_table(game: Game, card: Vehicle, texts: Texts) -> PrintedChart:
    """The armor of a vehicle, lit where a shot is set against it: front and rear, or by location and elevation."""
    name = texts.phrase("card.armor")
    if game.content.scenario.game == "basic":
        columns = tuple(
            Head(texts.name("angle", side), (LitBy(texts.phrase(f"line.armor-{side}")),)) for side in ("front", "rear")
        )
        cells = (str(card.basic_armor.front), str(card.basic_armor.rear))
        return PrintedChart("armor", name, "4.4.3.2.5", columns, (ChartRow(Head(name), cells),))
    columns = tuple(Head(location) for location in LOCATIONS)
    shots = {"level": card.armor.level, "rising": card.armor.rising, "falling": card.armor.falling}
    rows = tuple(ChartRow(Head(texts.phrase(f"line.shot-{shot}")), _plates(row)) for shot, row in shots.items())
    notes = [texts.phrase("card.deck", {"armor": card.armor.deck})]
    if card.open_top:
        notes.append(texts.phrase("card.open-top"))
    return PrintedChart("armor", name, "6.5.2.3", columns, rows, tuple(notes))


def _plates(row: Armor) -> tuple[str, ...]:
    return tuple(str(getattr(row, location)) for location in LOCATIONS)
