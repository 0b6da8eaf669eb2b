"""2.520: what a side buys for its set-up, and where field works, "?" and hidden men may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.asl.areas import hexes_of_area
from sandtable.games.asl.content import DUMMIES, LETTERS, Content
from sandtable.games.asl.events.sequence import Bought, WorksPlaced
from sandtable.games.asl.locations import GROUND, hex_of, locations_of, parts_of
from sandtable.games.asl.night.no_move import defender
from sandtable.games.asl.scenario import Force
from sandtable.games.asl.state import DUMMY, NOWHERE, Mines, State, Unit, Works
from sandtable.games.asl.tables.conditions import NightTable
from sandtable.games.asl.tables.movement import Stacking
from sandtable.games.asl.tables.order_of_battle import Fortifications
from sandtable.games.asl.tables.terrain import Minefields
from sandtable.games.asl.terrain.hexes import ENTRENCHED, is_building, is_concealment_terrain, paved_hexes
from sandtable.games.asl.terrain.works import room_in_foxholes
from sandtable.games.asl.units import Game, change, is_mmc, size_of, units_at, weapons_of
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.switches import is_on

FOXHOLES = {"foxhole-1": 1, "foxhole-2": 2, "foxhole-3": 3}
"""Foxholes, by the squads that each holds."""
HIDES = {"hidden-squad": "squad", "hidden-half-squad": "half-squad", "hidden-crew": "crew", "hidden-smc": "smc"}
"""Leave to hide, by the size of the men whom it is for."""
CONCEALMENT = "concealment"
_MINES = {"anti-personnel": "anti_personnel", "anti-tank": "anti_tank"}


# What there is


@of_content
@rule("2.520/table", "B28/infantry", "B28.5")
def prices(content: Content, side: str) -> dict[str, int]:
    """What a side can buy before it sets up, with its price in half points; a minefield by its factors."""
    table, mines = content.table("fortifications", Fortifications), content.table("minefields", Minefields)
    by_the_counter = is_on(content, "minefields-by-the-counter")
    found = {}
    for name, work in table.works.items():
        if work.german and side != "german":
            continue
        if name in _MINES:
            for factors in getattr(mines, _MINES[name]):
                found[f"{name}-{factors}"] = work.cost * (1 if by_the_counter else factors)
        else:
            found[name] = work.cost
    return found


@of_content
def kinds_of_works(content: Content) -> tuple[str, ...]:
    """Everything that may be in the stores of a side."""
    return tuple(dict.fromkeys(kind for side in content.scenario.forces for kind in prices(content, side)))


def stores_of(state: State, side: str) -> dict[str, int]:
    """What a side has not placed yet."""
    return {key.partition("/")[2]: count for key, count in state.stores.items() if key.startswith(f"{side}/")}


def first_stores(content: Content) -> dict[str, int]:
    """The field works that the order of battle itself brings."""
    found: dict[str, int] = {}
    for side, force in content.scenario.forces.items():
        for group in force.groups.values():
            for squads in group.foxholes:
                key = f"{side}/foxhole-{squads}"
                found[key] = found.get(key, 0) + 1
    return found


def add_to_stores(game: Game, side: str, kind: str, count: int) -> None:
    key = f"{side}/{kind}"
    left = game.state.stores.get(key, 0) + count
    if left:
        game.state.stores[key] = left
    else:
        del game.state.stores[key]


# Buying


def points_of(content: Content, side: str) -> int:
    """The Fortification Purchase Points of a side."""
    return sum(group.fortification_points for group in content.forces[side].groups.values())


@rule("2.520")
def left_to_spend(game: Game, side: str) -> int:
    """What a side has left of its points, in halves."""
    price = prices(game.content, side)
    spent = sum(price[kind] * count for kind, count in stores_of(game.state, side).items())
    return 2 * points_of(game.content, side) - spent


@rule("2.520", "2.520/table")
def reason_against(game: Game, side: str, kind: str) -> tuple[str, str] | None:
    """Why a side cannot buy one more of a kind, with the rule; None where it can."""
    if prices(game.content, side)[kind] > left_to_spend(game, side):
        return "refused.too-dear", "2.520"
    if kind in HIDES:
        stores = stores_of(game.state, side)
        men = sum(
            unit.side == side and size_of(game.content, unit) == HIDES[kind] for unit in game.state.units.values()
        )
        if stores.get(kind, 0) >= men:
            return "refused.nobody-to-hide", "2.520/table"
        if halves_hidden(game.content, stores) + _halves(game.content, kind) > hidden_limit(game, side):
            return "refused.hidden-limit", "2.520/table"
    return None


@rule("2.520")
def buy(game: Game, side: str, kind: str) -> None:
    """A side buys something, in secret."""
    add_to_stores(game, side, kind, 1)
    game.say(Bought(rule="2.520", seen_by=(side,), side=side, work=kind))


def _halves(content: Content, kind: str) -> int:
    """What leave to hide counts against the limit, in half-squads; single men count nothing."""
    return content.table("stacking", Stacking).halves[HIDES[kind]] if HIDES[kind] != "smc" else 0  # type: ignore[index]


def halves_hidden(content: Content, stores: Mapping[str, int]) -> int:
    return sum(_halves(content, kind) * count for kind, count in stores.items() if kind in HIDES)


@rule("2.520/table", "E1.2")
def hidden_limit(game: Game, side: str) -> int:
    """How many half-squads of a side may hide: a part of its squad-equivalents, rounded up to whole ones.

    The Scenario Defender at night may hide more.
    """
    content = game.content
    sizes = content.table("stacking", Stacking).halves
    men = [unit for unit in game.state.units.values() if unit.side == side and is_mmc(content, unit)]
    halves = sum(sizes[size_of(content, unit)] for unit in men)
    share = content.table("fortifications", Fortifications).hidden
    if side == defender(game):
        share = content.table("night", NightTable).hidden
    return -(-halves * share // 200) * 2


@rule("2.520")
def suggested_purchase(force: Force, content: Content, side: str) -> dict[str, int]:
    """What the suggested set-up of a side needs to be bought."""
    wanted: dict[str, int] = {}
    for kinds in force.suggested.values():
        for kind in kinds:
            if kind in prices(content, side):
                wanted[kind] = wanted.get(kind, 0) + 1
    return wanted


# Placing


@rule("2.42/german-ob", "2.520")
def works_hexes(game: Game, side: str) -> set[str]:
    """Where field works of a side may be: in the areas of the groups to which they belong."""
    groups = [
        group for group in game.content.forces[side].groups.values() if group.foxholes or group.fortification_points
    ]
    return {hex_ for group in groups if group.setup is not None for hex_ in hexes_of_area(game.content, group.setup)}


@rule("2.42/german-ob")
def may_entrench(game: Game, unit_id: str) -> bool:
    """Whether a unit may use the entrenchments of its side at set-up: of some groups only observers and named men."""
    unit = game.state.units[unit_id]
    group = game.content.forces[unit.side].groups.get(game.content.group_of_unit(unit_id))
    if group is None or group.entrenches is None:
        return True
    return unit.kind in group.entrenches or any(
        game.content.weapons[game.state.weapons[weapon].kind].type in ("radio", "phone")
        for weapon in weapons_of(game, unit_id)
        if game.state.weapons[weapon].kind in game.content.weapons
    )


@rule("2.42/german-ob")
def may_hold_fort(game: Game, unit_id: str) -> bool:
    """Whether a unit may set up in a Fortified Location: not those to whom only entrenchments of others are open."""
    unit = game.state.units[unit_id]
    group = game.content.forces[unit.side].groups.get(game.content.group_of_unit(unit_id))
    return group is None or group.entrenches is None


@rule("B27/infantry", "B27.11", "B26/infantry", "B28/infantry", "B28.5", "B23.9/infantry", "C2.7", "2.42/german-ob")
def places_for(game: Game, side: str, kind: str) -> list[str]:
    """The Locations in which a side may place a thing of its stores, or the units that may hide."""
    return list(_places_for(game, side, kind))


def has_place_for(game: Game, side: str, kind: str) -> bool:
    """Whether there is any such Location."""
    return any(True for _ in _places_for(game, side, kind))


def _places_for(game: Game, side: str, kind: str) -> Iterator[str]:
    state = game.state
    if kind == CONCEALMENT:
        for hex_ in sorted(_all_hexes(game, side)):
            yield from (at for at in locations_of(game, hex_) if _takes_counter(game, side, at))
        return
    own = works_hexes(game, side)
    taken = {hex_of(unit.at) for unit in state.units.values() if unit.side != side and unit.at}
    labels = (
        hex_ for hex_ in game.content.board.labels if hex_ in own and hex_ not in taken and hex_ not in state.blazes
    )
    if kind in FOXHOLES or kind == "trench":
        beyond = sorted(_beyond(game, side) - own)
        yield from (hex_ for hex_ in (*labels, *beyond) if _takes_entrenchment(game, hex_, kind))
    elif kind == "wire":
        yield from (hex_ for hex_ in labels if _takes_wire(game, hex_))
    elif kind.startswith("anti-personnel"):
        paved = paved_hexes(game.content)
        yield from (hex_ for hex_ in labels if hex_ not in paved and not state.mines.get(hex_, Mines(side)).ap)
    elif kind.startswith("anti-tank"):
        yield from (hex_ for hex_ in labels if not state.mines.get(hex_, Mines(side)).at)
    else:
        assert kind == "fortified"
        for hex_ in labels:
            if is_building(game, hex_):
                floors = locations_of(game, hex_)
                free = [at for at in floors if at not in state.fortified and stands_on_fort(game, at)]
                yield from (at for at in free if all(may_hold_fort(game, name) for name in units_at(game, at)))


@rule("2.42/german-ob", "2.520", "A12.3")
def reason_not_there(game: Game, side: str, kind: str, at: str) -> tuple[str, str]:
    """Why a thing of the stores of a side cannot be placed in a Location, with the rule."""
    hex_ = hex_of(at)
    if kind == CONCEALMENT:
        return ("refused.full", "A5.1") if hex_ in _all_hexes(game, side) else ("refused.works-area", "2.42/german-ob")
    if hex_ not in works_hexes(game, side):
        return "refused.works-area", "2.42/german-ob"
    if kind == "fortified":
        return _reason_not_fortified(game, at)
    if kind.startswith("anti"):
        on_road = kind.startswith("anti-personnel") and hex_ in paved_hexes(game.content)
        return ("refused.mines-paved", "B28/infantry") if on_road else ("refused.works-there", "2.520")
    if is_building(game, hex_):
        return "refused.works-in-building", "B26/infantry" if kind == "wire" else "B27.11"
    if kind != "wire" and hex_ in paved_hexes(game.content):
        return "refused.works-paved", "B27.11"
    return ("refused.works-gun", "C2.7") if _guns_in(game, hex_) else ("refused.works-there", "B27/infantry")


@rule("B23.9/infantry", "B23.912", "2.42/german-ob")
def _reason_not_fortified(game: Game, at: str) -> tuple[str, str]:
    if not is_building(game, hex_of(at)):
        return "refused.fort-building", "B23.9/infantry"
    if at in game.state.fortified:
        return "refused.works-there", "2.520"
    if not stands_on_fort(game, at):
        return "refused.fort-below", "B23.912"
    return "refused.fort-of-others", "2.42/german-ob"


def _all_hexes(game: Game, side: str) -> set[str]:
    """All that lies in the set-up area of any group of a side."""
    groups = game.content.forces[side].groups.values()
    return {hex_ for group in groups if group.setup is not None for hex_ in hexes_of_area(game.content, group.setup)}


def _takes_counter(game: Game, side: str, at: str) -> bool:
    """Whether a "?" may lie in a Location: over men who would be known, or as a Dummy where a squad had room."""
    if bare_men(game, side, at):
        return True
    figures = game.content.table("stacking", Stacking)
    there = sum(figures.halves[size_of(game.content, game.state.units[name])] for name in units_at(game, at))
    return there + figures.halves["squad"] <= figures.limit


@rule("A12.12", "CG10")
def bare_men(game: Game, side: str, at: str) -> list[str]:
    """The men of a side in a Location who need a "?" of its stores to be concealed: not in Concealment Terrain."""
    units = game.state.units
    return [
        name
        for name in units_at(game, at)
        if units[name].side == side and not units[name].concealed and not units[name].hidden
        if not is_concealment_terrain(game, name)
    ]


def _beyond(game: Game, side: str) -> set[str]:
    """Hexes outside the area of field works where men stand for whom an entrenchment may be used all the same."""
    units = game.state.units
    return {
        parts_of(unit.at).hex
        for name, unit in units.items()
        if unit.side == side and unit.at and parts_of(unit.at).floor == GROUND and unit.kind != DUMMY
        if may_entrench(game, name) and game.content.forces[side].groups[game.content.group_of_unit(name)].entrenches
    }


def _takes_entrenchment(game: Game, hex_: str, kind: str) -> bool:
    """Not in buildings nor on paved roads, nor with a large Gun; a trench, foxholes and wire never share a hex."""
    works = game.state.works.get(hex_, Works())
    if is_building(game, hex_) or hex_ in paved_hexes(game.content) or works.wire or works.trench:
        return False
    if any(game.content.guns[gun].size <= 0 for gun in _guns_in(game, hex_)):
        return False
    return kind != "trench" or not works.foxholes


def _guns_in(game: Game, hex_: str) -> Sequence[str]:
    """The kinds of the Guns that are set up in a hex."""
    return _guns(game).get(hex_, ())


@derived("units", "weapons")
def _guns(game: Game) -> Mapping[str, Sequence[str]]:
    """The kinds of the Guns that are set up, by their hexes."""
    units = game.state.units
    found: dict[str, list[str]] = {}
    for weapon in game.state.weapons.values():
        if weapon.kind in game.content.guns and weapon.holder in units:
            found.setdefault(hex_of(units[weapon.holder].at), []).append(weapon.kind)
    return found


def _takes_wire(game: Game, hex_: str) -> bool:
    """Wire lies at ground level outside buildings; neither a Gun nor an entrenchment is in its hex."""
    works = game.state.works.get(hex_, Works())
    taken = works.wire or works.trench or works.foxholes
    return not (is_building(game, hex_) or taken or _guns_in(game, hex_))


@rule("B23.912")
def stands_on_fort(game: Game, at: str) -> bool:
    """Whether all levels between the ground and a Location are fortified; cellars do not count."""
    parts = parts_of(at)
    below = [each for each in locations_of(game, parts.hex) if GROUND <= parts_of(each).floor < parts.floor]
    return all(each in game.state.fortified for each in below)


@rule("2.520/table", "A12.3")
def who_may_hide(game: Game, side: str, kind: str) -> list[str]:
    """Who may use leave to hide: men of its size, a single man only beside others who hide in his Location."""
    state = game.state
    on_hand = [
        name
        for name, unit in state.units.items()
        if unit.side == side and unit.at != NOWHERE and not unit.hidden and unit.kind != DUMMY
        if size_of(game.content, unit) == HIDES[kind]
    ]
    if HIDES[kind] != "smc":
        return on_hand
    with_men = {unit.at for unit in state.units.values() if unit.hidden and is_mmc(game.content, unit)}
    return [name for name in on_hand if state.units[name].at in with_men]


@rule("2.520", "2.52322", "A12.3", "B28.5")
def place_work(game: Game, side: str, kind: str, at: str) -> None:
    """A thing of the stores comes to its place; mines and wire are hidden, but for mines on a paved road."""
    state = game.state
    add_to_stores(game, side, kind, -1)
    hex_ = parts_of(at).hex
    if kind in HIDES:
        change(game, at, hidden=True, concealed=False)
    elif kind == CONCEALMENT:
        _lay_concealment(game, side, at)
    elif kind == "fortified":
        state.fortified[at] = side
    elif kind.startswith("anti"):
        mines, factors = state.mines.get(hex_, Mines(side)), int(kind.rsplit("-", 1)[1])
        known = mines.known or hex_ in paved_hexes(game.content)
        added = {"ap": factors} if kind.startswith("anti-personnel") else {"at": factors}
        state.mines[hex_] = replace(mines, known=known, **added)
    else:
        works = state.works.get(hex_, Works(side=side))
        if kind in FOXHOLES:
            works = replace(works, foxholes=works.foxholes + FOXHOLES[kind])
        else:
            works = replace(works, **{kind: True})
        state.works[hex_] = works
        settle_in(game, hex_)
    game.say(WorksPlaced(rule="2.520", seen_by=(side,), side=side, work=kind, at=at))


def _lay_concealment(game: Game, side: str, at: str) -> None:
    """A "?" conceals the men beneath it, or is a Dummy where there are none who would be known."""
    bare = bare_men(game, side, at)
    for name in bare:
        change(game, name, concealed=True)
    if not bare:
        number = 1 + sum(name.startswith(f"{LETTERS[side]}{DUMMIES}") for name in game.state.units)
        game.state.units[f"{LETTERS[side]}{DUMMIES}{number}"] = Unit(side, DUMMY, at, concealed=True)


@rule("A2.9", "B26/infantry", "B27/infantry", "2.42/german-ob")
def settle_in(game: Game, hex_: str) -> None:
    """Men at ground level set up in the entrenchment of their hex, as many as it holds, or beneath wire."""
    works = game.state.works.get(hex_)
    if works is None:
        return
    for name in units_at(game, hex_):
        unit = game.state.units[name]
        if unit.stance in ENTRENCHED or unit.kind == DUMMY:
            continue
        if works.wire:
            change(game, name, stance="beneath-wire")
        elif works.trench and may_entrench(game, name):
            change(game, name, stance="trench")
        elif works.foxholes and may_entrench(game, name) and room_in_foxholes(game, hex_, (name,)):
            change(game, name, stance="foxhole")


@rule("A12.3", "A12.34")
def hide_works(game: Game, side: str) -> None:
    """As its set-up ends: wire is hidden, and so are entrenchments in which nobody but hidden men are."""
    for hex_, works in list(game.state.works.items()):
        if works.side == side:
            men = [game.state.units[name] for name in units_at(game, hex_)]
            unseen = works.wire or (bool(men) and all(unit.hidden for unit in men))
            game.state.works[hex_] = replace(works, known=not unseen)


# Taking up again


def give_back_leave(game: Game, side: str, unit_id: str) -> None:
    """Leave to hide that a unit used is back in the stores; single men with it cannot hide alone."""
    state, content = game.state, game.content
    unit = state.units[unit_id]
    add_to_stores(game, side, _leave_for(game, unit), 1)
    change(game, unit_id, hidden=False)
    there = [name for name in units_at(game, unit.at) if state.units[name].hidden]
    if not any(is_mmc(content, state.units[name]) for name in there):
        for name in there:
            add_to_stores(game, side, _leave_for(game, state.units[name]), 1)
            change(game, name, hidden=False)


def _leave_for(game: Game, unit: Unit) -> str:
    return next(kind for kind, size in HIDES.items() if size == size_of(game.content, unit))


@rule("2.42/german-ob")
def abandon_works(game: Game, side: str) -> None:
    """Entrenchments outside the area of field works are back in the stores once nobody is there who may use them."""
    own, beyond = works_hexes(game, side), _beyond(game, side)
    for hex_, works in list(game.state.works.items()):
        if works.side != side or hex_ in own or hex_ in beyond:
            continue
        del game.state.works[hex_]
        if works.trench:
            add_to_stores(game, side, "trench", 1)
        for kind, squads in sorted(FOXHOLES.items(), reverse=True):
            while works.foxholes >= squads:
                add_to_stores(game, side, kind, 1)
                works = replace(works, foxholes=works.foxholes - squads)
