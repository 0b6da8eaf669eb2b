"""A7.1: an attack on the Infantry Fire Table, from its firepower to what is marked after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import as_told, lines_as_told, reveal_vehicle, unseen_firers
from sandtable.games.asl.events.fire import Cowered
from sandtable.games.asl.fire.dice import Dr, dice_line, random_selection, roll_dr
from sandtable.games.asl.fire.encirclement import note_direction
from sandtable.games.asl.fire.firepower import Share, share_of
from sandtable.games.asl.fire.holes import blind_to_holes
from sandtable.games.asl.fire.malfunction import breakdown_of, destroy, malfunction
from sandtable.games.asl.fire.marking import mark_fired, mark_used_up
from sandtable.games.asl.fire.modifiers import (
    firer_modifiers,
    firers_bring,
    firing_places,
    is_directed,
    modifiers_as_told,
    target_modifiers,
)
from sandtable.games.asl.fire.pieces import Piece, figures_of, helpers_in
from sandtable.games.asl.fire.residual import leave_residual, residual_of
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire, written
from sandtable.games.asl.fire.struck import are_friends, is_at_dash, men_struck
from sandtable.games.asl.morale.casualties import Aftermath, reduce_casualties
from sandtable.games.asl.morale.checks import carry_out, check_modifiers, check_outcomes, in_order, lead_check
from sandtable.games.asl.morale.replacement import suffer_replacement
from sandtable.games.asl.night.light import show_gunflash
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.sight import line_to_unit
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import THE_FIELD
from sandtable.games.asl.tables.fire import Firepower, FirepowerFactor, Ift, Result
from sandtable.games.asl.tables.morale import Morale
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.terrain.cellars import is_cellar, is_fire_halved
from sandtable.games.asl.terrain.hexes import ENTRENCHED
from sandtable.games.asl.terrain.tem import keeps_secret
from sandtable.games.asl.units import (
    Game,
    is_inexperienced,
    is_known,
    is_mmc,
    never_cowers,
)
from sandtable.games.asl.vehicles import collateral
from sandtable.kernel import Line, Resolved, derived, rule
from sandtable.mechanics.sums import Sum

Manner = Literal["fire", "snap", "spraying", "lane"]
"""How the firepower is used: as usual, as a Snap Shot, over two Locations, or to lay a Fire Lane."""
KEEPING = ("prep", "opportunity", "first", "final")
"""The ways of firing in which a machine gun may keep its rate of fire (A9.2)."""


class Attack(msgspec.Struct, frozen=True):
    """A fire attack that is about to be made."""

    pieces: tuple[Piece, ...]
    leaders: tuple[str, ...]
    """The leaders who direct it, one for each Location of the Fire Group."""
    target: str
    manner: Manner = "fire"
    crossed: str = ""
    """Of a Snap Shot: the hexside that the target has crossed."""
    second: str = ""
    """Of Spraying Fire: the other Location at which it is aimed (A7.34)."""
    apart: tuple[str, ...] = ()
    """The single men who could help a leader with a machine gun and do not (A7.352)."""

    @property
    def no_helpers(self) -> tuple[str, ...]:
        """Those of whom nobody helps with a machine gun: who directs, and who stays apart."""
        return (*self.leaders, *self.apart)

    @property
    def parts(self) -> tuple[Attack, ...]:
        """The attack on each of its Locations, one DR for all."""
        return (self, replace(self, target=self.second, second="")) if self.second else (self,)

    @property
    def units(self) -> tuple[str, ...]:
        """Those who fire."""
        if len(self.pieces) == 1:
            return (self.pieces[0].unit,)
        return tuple(dict.fromkeys([piece.unit for piece in self.pieces]))


class Group(NamedTuple):
    """Targets that the DR is read for alike: the same cover, all concealed or none."""

    units: tuple[str, ...]
    column: int
    drm: Sum
    concealed: bool
    told: Sum
    """Its modifiers as far as others are told of those beneath a "?"."""


def side_of(game: Game, attack: Attack) -> str:
    return game.state.units[attack.pieces[0].unit].side


@rule("A7.4", "A8.1", "A20.5")
def targets_of(game: Game, attack: Attack) -> tuple[str, ...]:
    """The units that an attack strikes: in First Fire those that move, else those there whom all who fire see."""
    names = men_struck(game, attack.target, side_of(game, attack))
    if game.state.phase == "movement" and game.state.moving is not None:
        return names
    return tuple(name for name in names if _is_in_sight(game, attack, name))


@rule("B9.21", "D2.3")
def _is_in_sight(game: Game, attack: Attack, name: str) -> bool:
    """Whether all who fire see a unit of the Location: a hedge may hide those who are entrenched, and them alone, and
    what stands in the hex all but a vehicle in Bypass there."""
    units = game.state.units
    beside = any(each.bypass >= 0 and each.at == attack.target for each in game.state.vehicles.values())
    if not (beside or units[name].stance in ENTRENCHED) or attack.manner not in ("fire", "spraying"):
        return True
    return all(line_to_unit(game, units[firer], units[name]).clear for firer in attack.units)


def shares(game: Game, attack: Attack) -> tuple[Share, ...]:
    """What each piece adds to an attack."""
    return _shares(game, attack, ())


@rule("A7.23", "A7.36", "A/rounding")
def shares_at_concealed(game: Game, attack: Attack) -> tuple[Share, ...]:
    """The same against men beneath a "?": halved once more, before Assault Fire adds to it."""
    return _shares(game, attack, ("concealed-target",))


@derived(*THE_FIELD)
@rule("A7.2", "A7.5", "A8.15", "A7.34")
def _shares(game: Game, attack: Attack, against: tuple[FirepowerFactor, ...]) -> tuple[Share, ...]:
    """What each piece adds to an attack, with what there is about those at whom it is made."""
    extra = list(against)
    if attack.manner == "snap":
        extra.append("snap-shot")
    if attack.manner == "spraying":
        extra.append("spraying-fire")
    if is_at_dash(game, side_of(game, attack)):
        extra.append("dash")
    crowded = crowded_cellars(game, attack)
    helping = helpers_in(game, attack.pieces, attack.no_helpers)
    busy = {*attack.units, *attack.no_helpers, *helping.values()}
    return tuple(
        [
            share_of(
                game,
                piece,
                attack.target,
                [*extra, "cellar"] if _is_at(game, piece, crowded) else extra,
                busy - {helping.get(piece.weapon, "")},
            )
            for piece in attack.pieces
        ]
    )


@rule("RR11.4")
def crowded_cellars(game: Game, attack: Attack) -> set[str]:
    """The cellars out of which too many fire for all of them to find a window."""
    units, content = game.state.units, game.content
    places = {units[name].at for name in attack.units if is_cellar(units[name].at)}
    if not places:
        return places
    return {
        at
        for at in places
        if is_fire_halved(content, at, [units[name] for name in attack.units if units[name].at == at], attack.target)
    }


def _is_at(game: Game, piece: Piece, places: set[str]) -> bool:
    """Whether a piece is the inherent firepower of men in one of some Locations."""
    return bool(places) and not piece.weapon and game.state.units[piece.unit].at in places


@rule("A7.23", "A.5", "A7.1", "A12.16")
def groups_of(game: Game, attack: Attack, firepower: Fraction) -> list[Group]:
    """The targets by cover and concealment, each group with its column and its modifiers: those who are known first,
    but friends in a Melee last.

    Their order shows nothing of how those stand who are not known.
    """
    ift = game.content.table("ift", Ift)
    common = firer_modifiers(game, attack)
    found: dict[tuple[int, bool], tuple[list[str], Sum]] = {}
    for name in targets_of(game, attack):
        unit = game.state.units[name]
        own = target_modifiers(game, attack, name)
        key = (own.total, unit.concealed or unit.hidden)
        found.setdefault(key, ([], own))[0].append(name)
    groups = []
    for (_, concealed), (names, own) in found.items():
        column = ift.column(_total(shares_at_concealed(game, attack)) if concealed else firepower)
        drm = Sum([*common, *own])
        told = drm
        if concealed and keeps_secret(game, game.state.units[names[0]], names[0]):
            told = Sum([*common, *modifiers_as_told(game, attack, names[0])])
        groups.append(Group(tuple(names), column, drm, concealed, told))
    side = side_of(game, attack)
    return sorted(groups, key=lambda each: (are_friends(game, each.units, side), each.concealed, each.told.total))


@rule("A7.9")
def cowers(game: Game, attack: Attack, dr: Dr) -> bool:
    """Whether an attack cowers on a DR: doubles, no leader directs it, and not all of its units are steady."""
    if not dr.doubles or is_directed(game, attack):
        return False
    return not all(never_cowers(game, game.state.units[name]) for name in attack.units)


@rule("A7.9")
def cowering_columns(game: Game, attack: Attack) -> int:
    """How many columns to the left an attack that cowers is resolved."""
    figures = game.content.table("firepower", Firepower).cowering
    raw = any(is_inexperienced(game, game.state.units[name]) for name in attack.units)
    return figures.inexperienced if raw else figures.columns


@rule("A9.2", "A7.8")
def keeps_rate(game: Game, attack: Attack, piece: Piece, dr: Dr) -> bool:
    """Whether a machine gun may fire again: its rate of fire is not below the colored die."""
    if not piece.weapon or piece.mode not in KEEPING or attack.manner == "lane":
        return False
    unit, weapon = game.state.units[piece.unit], game.state.weapons[piece.weapon]
    if unit.pinned:
        return False
    rate = figures_of(game.content.weapons[weapon.kind], weapon).rof
    if weapon.side != unit.side:
        rate = max(0, rate - game.content.table("weapons", Weapons).captured_rof)
    return dr.colored <= rate


class Reading(NamedTuple):
    """Everything that a DR of an attack comes to."""

    results: tuple[Result, ...]
    """By group of targets."""
    cowered: bool
    kept: tuple[str, ...]
    """The machine guns that may fire again; once they are rolled for, those that have not broken down."""
    failing: tuple[tuple[str, bool], ...]
    """Those whose breakdown number is reached, and whether they are lost."""
    sniper: bool
    checks: tuple[str, ...]
    """What the DR is to those who fire Final Protective Fire, one after the other (A8.31)."""
    spent: tuple[str, ...]
    """The men under Ammunition Shortage who have run short (A19.131)."""
    aboard: tuple[Result, ...] = ()
    """What the DR is to exposed men in vehicles (D.8)."""
    more: int = 0
    """The Residual FP that there would be if the guns that may fire again gave up their rate of fire (A8.2)."""
    by_gun: tuple[tuple[str, int], ...] = ()
    """The same if one of several alone did."""


def read(game: Game, attack: Attack, groups: Sequence[Group], dr: Dr) -> Reading:
    """What a DR comes to."""
    ift = game.content.table("ift", Ift)
    cowered = cowers(game, attack, dr)
    back = cowering_columns(game, attack) if cowered else 0
    results = tuple(ift.result(ift.left(group.column, back), dr.total + group.drm.total) for group in groups)
    armed = [piece for piece in attack.pieces if piece.weapon]
    kept = tuple(piece.weapon for piece in armed if not cowered and keeps_rate(game, attack, piece, dr))
    numbers = [(piece.weapon, breakdown_of(game, piece.weapon, piece.mode)) for piece in armed]
    failing = tuple((name, dr.total >= number.lost) for name, number in numbers if dr.total >= min(number))
    called = calls_sniper(game, side_of(game, attack), dr.total)
    aboard: tuple[Result, ...] = ()
    for part in attack.parts:
        if exposed := exposed_to(game, part):
            (column, halved), drm = _columns_aboard(game, part, back), firer_modifiers(game, part).total
            aboard += tuple(
                ift.result(halved if each.veiled else column, dr.total + drm + each.drm) for each in exposed
            )
    return Reading(
        results,
        cowered,
        kept,
        failing,
        called,
        _own_checks(game, attack, dr),
        out_of_ammunition(game, attack, dr),
        aboard,
    )


@rule("D.8", "A7.23")
def _columns_aboard(game: Game, attack: Attack, back: int) -> tuple[int, int]:
    """The columns on which exposed men in vehicles are attacked: of those that are known, and beneath a "?"."""
    ift = game.content.table("ift", Ift)
    both = firepower_of(game, attack), _total(shares_at_concealed(game, attack))
    known, veiled = [ift.left(ift.column(power), back) for power in both]
    return known, veiled


@rule("D.8", "D6.2")
def exposed_to(game: Game, attack: Attack) -> list[collateral.Exposed]:
    """The exposed men of enemy vehicles in the target's Location; in First Fire of the vehicle that moves."""
    if not game.state.vehicles or attack.manner == "snap":
        return []
    moving, only, side = game.state.moving, "", side_of(game, attack)
    if game.state.phase == "movement" and moving is not None:
        if not moving.vehicle:
            return []
        only = moving.vehicle
    found = collateral.exposed_at(game, attack.target, only)
    foes = [each for each in found if game.state.vehicles[each.vehicle].side != side]
    return collateral.those_in_sight(game, foes, dict.fromkeys(firing_places(game, attack), ""), attack.target)


@rule("A8.31")
def _own_checks(game: Game, attack: Attack, dr: Dr) -> tuple[str, ...]:
    """What the DR of Final Protective Fire is, as that of a NMC, to each unit that fires and to the leaders.

    They check one after the other: a leader who breaks or is pinned by it lends nothing to the others.
    """
    found: list[str] = []
    shaken: list[str] = []
    for name in protective_firers(game, attack):
        add = check_modifiers(game, name, 0, shaken).total
        found.append(check_outcomes(game, name, add, sniper=False)[dr.total - 2])
        if not found[-1].startswith(("passed", "heat")) or found[-1].endswith("="):
            shaken.append(name)
    return tuple(found)


@rule("A8.31", "A7.352")
def protective_firers(game: Game, attack: Attack) -> list[str]:
    """Those who check their own morale with the DR of their Final Protective Fire, leaders first: who fires, who helps
    a leader with his gun, who directs."""
    last = [piece for piece in attack.pieces if piece.mode == "protective"]
    if not last:
        return []
    helping = helpers_in(game, attack.pieces, attack.no_helpers)
    helpers = [helping[piece.weapon] for piece in last if piece.weapon in helping]
    return in_order(game, dict.fromkeys((*attack.leaders, *(piece.unit for piece in last), *helpers)))


@rule("A19.131")
def out_of_ammunition(game: Game, attack: Attack, dr: Dr) -> tuple[str, ...]:
    """The MMC whose ammunition a DR has used up: own firepower, and a DR of 12, or 11 if Inexperienced."""
    units, casualty = game.state.units, game.content.table("morale", Morale).casualty
    own = [piece.unit for piece in attack.pieces if not piece.weapon]
    short = [name for name in own if units[name].shortage and is_mmc(game.content, units[name])]
    return tuple(name for name in short if dr.total >= casualty - is_inexperienced(game, units[name]))


def lines_of(game: Game, attack: Attack, group: Group, firepower: Fraction) -> tuple[Line, ...]:
    """The sum of an attack as it is shown: the firepower of each piece, the column, and the modifiers."""
    tally = _tally(game, attack, group, firepower)
    return _summed(game, tally, tally.shares, group, group.told.lines)


@rule("A12.1", "A12.14", "A12.16")
def _lines_told(game: Game, attack: Attack, group: Group, firepower: Fraction) -> tuple[Line, ...]:
    """The same as it is told to all: of those who fire beneath a "?", unseen, only what they come to together."""
    units, tally = game.state.units, _tally(game, attack, group, firepower)

    def is_seen(name: str) -> bool:
        return is_known(units[name]) or bool(units[name].aboard)

    known = [each for each in tally.shares if is_seen(each.piece.unit)]
    helpers = helpers_in(game, attack.pieces, attack.no_helpers).values()
    if all(is_seen(name) for name in (*attack.units, *attack.leaders, *helpers)):
        return lines_as_told(game, _summed(game, tally, known, group, group.told.lines))
    own = firers_bring(game, attack)
    rest = group.told.lines[len(own.parts) :]
    return lines_as_told(game, _summed(game, tally, known, group, (*unseen_firers(own.total), *rest)))


class _Tally(NamedTuple):
    """What the firepower of an attack is added up from, as it is shown for some of its targets."""

    shares: tuple[Share, ...]
    firepower: Fraction
    halved: bool
    """Whether the whole is halved, since those targets are concealed."""


@rule("A7.23", "A7.36")
def _tally(game: Game, attack: Attack, group: Group, firepower: Fraction) -> _Tally:
    """The firepower against a group of targets: where Assault Fire adds to what is halved already, piece by piece."""
    pieces = shares(game, attack)
    if group.concealed and any(share.assaults for share in pieces):
        pieces = shares_at_concealed(game, attack)
        return _Tally(pieces, _total(pieces), False)
    return _Tally(pieces, firepower, group.concealed)


def _summed(game: Game, tally: _Tally, pieces: Sequence[Share], group: Group, drm: Sequence[Line]) -> tuple[Line, ...]:
    firepower, figures = tally.firepower, game.content.table("firepower", Firepower)
    written_out = str(firepower) if firepower.denominator == 1 else f"{float(firepower):g}"
    return (
        *(line for share in pieces for line in share.lines(figures)),
        Line("firepower", written_out, "A7.1"),
        *((Line("concealed", "x1/2", "A7.23"),) if tally.halved else ()),
        Line("column", str(group.column), "A7.1"),
        *drm,
    )


@derived(*THE_FIELD)
def firepower_of(game: Game, attack: Attack) -> Fraction:
    """The firepower of a Fire Group."""
    return _total(shares(game, attack))


def _total(pieces: Sequence[Share]) -> Fraction:
    values = [share.value for share in pieces]
    return sum(values[1:], values[0]) if values else Fraction(0)


@rule("A7.1", "A7.5", "A7.34")
def is_worth_firing(game: Game, attack: Attack) -> bool:
    """Whether a Fire Group reaches the first column of the IFT at each of its targets, and each of its Locations by
    itself."""
    return all(_is_enough(game, part) for part in attack.parts)


@rule("A7.1", "A7.5", "A7.23")
def _is_enough(game: Game, attack: Attack) -> bool:
    """The same of one target; of men who are all beneath a "?" it is the halved firepower that counts."""
    least, units = game.content.table("ift", Ift).columns[0], game.state.units
    added: dict[str, Fraction] = {}
    for share in shares(game, attack):
        at = units[share.piece.unit].at
        added[at] = added[at] + share.value if at in added else share.value
    if not added or any(value.numerator < least * value.denominator for value in added.values()):
        return False
    return not _is_veiled(game, attack) or _total(shares_at_concealed(game, attack)) >= least


@rule("A7.23", "A/known", "A12.1")
def _is_veiled(game: Game, attack: Attack) -> bool:
    """Whether nothing stands where an attack is made but what is beneath a "?", be it struck or not: who fires knows
    neither in which holes men are there nor whether a crew is exposed."""
    units, vehicles, side = game.state.units, game.state.vehicles, side_of(game, attack)
    if any(not (units[name].concealed or units[name].hidden) for name in targets_of(game, attack)):
        return False
    if not all(each.veiled for each in exposed_to(game, attack)):
        return False
    return any(units[name].concealed for name in men_struck(game, attack.target, side)) or any(
        each.concealed and each.at == attack.target and each.side != side for each in vehicles.values()
    )


@rule("A7.1", "A12.14")
def resolve(game: Game, attack: Attack, aftermath: Aftermath) -> Reading:
    """Make an attack: roll, read, apply, mark. What it leaves to be settled is noted in the aftermath."""
    for piece in attack.pieces:
        if piece.weapon:
            show_gunflash(game, game.state.units[piece.unit].at)
    helpers = helpers_in(game, attack.pieces, attack.no_helpers).values()
    for name in dict.fromkeys((*attack.units, *attack.leaders, *helpers)):
        gives_away(game, name, "fires")
    struck = [(part, group) for part in attack.parts for group in groups_of(game, part, firepower_of(game, part))]
    groups = [group for _, group in struck]
    brought, at_risk = shares(game, attack), protective_firers(game, attack)
    dr = roll_dr(game, "fire", "A7.1", lambda each: repr(read(game, attack, groups, each)))
    reading = read(game, attack, groups, dr)
    ift = game.content.table("ift", Ift)
    back = cowering_columns(game, attack) if reading.cowered else 0
    aboard = [
        (exposed, _columns_aboard(game, part, back), firer_modifiers(game, part).total)
        for part in attack.parts
        if (exposed := exposed_to(game, part))
    ]
    _say(game, struck, reading, dr)
    told = _say_aboard(game, attack, reading, dr, leads_on=bool(struck))
    if not struck and not told:
        _say_missed(game, attack, dr)
    for part in attack.parts:
        note_direction(game, part, [group for each, group in struck if each.target == part.target])
        note_target(game, part)
    broken = _break_down(game, reading)
    kept = tuple([name for name in reading.kept if name not in broken])
    mark_fired(game, attack.pieces, attack.leaders, kept, attack.apart)
    if reading.cowered:
        for coward in random_selection(game, _who_may_cower(game, attack), 1, "cowering"):
            mark_used_up(game, coward)
            game.say(Cowered(rule="A7.9", unit=as_told(game, coward)))
    if any(is_known(game.state.units[name]) for name in attack.units):
        hulls = [each.vehicle for exposed, _, _ in aboard for each in exposed]
        stir(game, [*(name for group in groups for name in group.units), *hulls])
    if reading.sniper:
        aftermath.snipers.append(game.state.units[attack.units[0]].side)
    for group in [each for each in groups if could_check(ift, each.column, each.drm.total)]:
        desperate_under_fire(game, group.units)
    more, by_gun = 0, list[tuple[str, int]]()
    if attack.manner == "fire" and game.state.phase == "movement":
        leave_residual(game, attack.target, residual_of(game, attack, groups, back, brought, (*broken, *reading.kept)))
        more = residual_of(game, attack, groups, back, brought, broken)
        for gun in kept if len(kept) > 1 else ():
            others = [name for name in reading.kept if name != gun]
            by_gun.append((gun, residual_of(game, attack, groups, back, brought, (*broken, *others))))
    results = zip(groups, reading.results, strict=True)
    apply_results(game, [(group.units, result) for group, result in results], aftermath)
    for exposed, (column, halved), drm in aboard:
        collateral.strike(game, exposed, column, dr.total, drm, aftermath, halved)
    for name, outcome in zip(at_risk, reading.checks, strict=True):
        lead_check(game, name, ())
        carry_out(game, name, outcome, aftermath)
    if reading.spent:
        _run_short(game, reading.spent, aftermath)
    return reading._replace(kept=kept, more=more, by_gun=tuple(by_gun))


@rule("A7.55")
def note_target(game: Game, attack: Attack) -> None:
    """Note what a Location, or those aboard a vehicle, have fired at: they must do so as one Fire Group.

    The attack that lays a Fire Lane is made apart from others, and before them.
    """
    fired_at = game.state.fired_at
    if attack.manner == "lane":
        return
    units = [game.state.units[name] for name in attack.units]
    for at in dict.fromkeys(unit.aboard or unit.at for unit in units):
        fired_at[at] = tuple(dict.fromkeys((*fired_at.get(at, ()), attack.target)))


def _who_may_cower(game: Game, attack: Attack) -> list[str]:
    return [name for name in attack.units if not never_cowers(game, game.state.units[name])]


@rule("A7.1", "B9.21", "A12.1")
def preview_lines(game: Game, attack: Attack) -> tuple[Line, ...]:
    """The sum of an attack before it is made, and who of the firers would not see men in the holes there."""
    firepower = firepower_of(game, attack)
    groups = groups_of(game, attack, firepower)
    if not groups and attack.pieces:
        groups = [_nobody(game, attack, firepower)]
    if not groups:
        return ()
    return (*lines_of(game, attack, groups[0], firepower), *blind_to_holes(game, attack.units, attack.target))


@rule("B9.21", "A12.1", "A12.16", "D.8")
def _nobody(game: Game, attack: Attack, firepower: Fraction) -> Group:
    """What an attack comes to that has nobody on foot as its target in sight: its sum, with that of known men in a
    vehicle, and nobody else whom it strikes.

    Men beneath a "?" are shown as if they could be seen: nobody knows that a wall or hedge hides them in their holes.
    """
    units, ift, common = game.state.units, game.content.table("ift", Ift), firer_modifiers(game, attack)
    men = men_struck(game, attack.target, side_of(game, attack))
    veiled = next((name for name in men if units[name].concealed and not units[name].hidden), "")
    exposed = [each for each in exposed_to(game, attack) if not each.veiled]
    if exposed and not veiled:
        return _aboard(game, attack, exposed[0], 0)
    if not veiled:
        return Group((), ift.column(firepower), common, concealed=False, told=common)
    told = Sum([*common, *modifiers_as_told(game, attack, veiled)])
    return Group((), ift.column(_total(shares_at_concealed(game, attack))), common, concealed=True, told=told)


def _struck_lines(game: Game, group: Group) -> Iterator[Line]:
    """Whom a sum is about that is read for some of those in a Location and not for others; nobody beneath a "?"."""
    for name in group.units:
        if is_known(game.state.units[name]):
            yield Line("struck", "", "A7.1", {"unit": name})


@rule("A7.1", "B9.21")
def _say_missed(game: Game, attack: Attack, dr: Dr) -> None:
    """An attack strikes nobody, since a wall or hedge hides all who are there."""
    firepower = firepower_of(game, attack)
    nobody = _nobody(game, attack, firepower)
    lines = _lines_told(game, attack, nobody._replace(told=nobody.drm), firepower)
    game.say(
        Resolved(
            rule="A7.1",
            what="fire",
            result="ift.none",
            lines=(*lines, dice_line(dr), Line("nobody-in-sight", "", "B9.21")),
            subject=as_told(game, attack.pieces[0].unit),
            target=attack.target,
            favours="",
        )
    )


@rule("D.8", "A7.23")
def _aboard(game: Game, attack: Attack, exposed: collateral.Exposed, back: int) -> Group:
    """What an attack comes to against the exposed men of a vehicle."""
    known, veiled = _columns_aboard(game, attack, back)
    drm = Sum(firer_modifiers(game, attack))
    if exposed.drm:
        drm.add("crew-exposed", exposed.drm, "D.8")
    return Group((), veiled if exposed.veiled else known, drm, exposed.veiled, drm)


@rule("D.8", "A12.14", "scope/vehicle-concealment")
def _say_aboard(game: Game, attack: Attack, reading: Reading, dr: Dr, *, leads_on: bool) -> bool:
    """Tell what an attack has come to for exposed men of vehicles, and whether there was anything to tell: of those
    beneath a "?" only what brings them to light."""
    back = cowering_columns(game, attack) if reading.cowered else 0
    found = [(part, each) for part in attack.parts for each in exposed_to(game, part)]
    told = False
    for (part, each), result in zip(found, reading.aboard, strict=True):
        if each.veiled and result.kind in ("none", "ptc"):
            continue
        if each.veiled:
            reveal_vehicle(game, each.vehicle)
        side, group = side_of(game, part), _aboard(game, part, each, back)
        game.say(
            Resolved(
                rule="D.8",
                what="collateral",
                result=f"ift.{result.kind}",
                lines=(
                    *_lines_told(game, part, group, firepower_of(game, part)),
                    dice_line(dr),
                    Line("result", written(result), "A7.3"),
                ),
                subject=each.vehicle,
                target=part.target,
                favours=side if result.kind != "none" else "",
                leads_on=leads_on or told,
            )
        )
        told = True
    return told


@rule("A12.14", "A7.3")
@rule("A12.16")
def _unseen_of(game: Game, struck: Sequence[tuple[Attack, Group]], results: Sequence[Result]) -> list[bool]:
    """For each group whether the others are told nothing of it: nothing has happened to it, and it is hidden, or lies
    beneath a "?" with another of which they have been told that already."""
    found: list[bool] = []
    told: set[str] = set()
    for (attack, group), result in zip(struck, results, strict=True):
        men = [game.state.units[name] for name in group.units]
        veiled = result.kind == "none" and all(man.hidden or man.concealed for man in men)
        unseen = veiled and (all(man.hidden for man in men) or attack.target in told)
        if veiled and not unseen:
            told.add(attack.target)
        found.append(unseen)
    return found


def _say(game: Game, struck: Sequence[tuple[Attack, Group]], reading: Reading, dr: Dr) -> None:
    """Tell what an attack has come to; what covers men beneath a "?" only where that brings them to light."""
    hushed = _unseen_of(game, struck, reading.results)
    for number, ((attack, group), result) in enumerate(zip(struck, reading.results, strict=True)):
        side, firepower = side_of(game, attack), firepower_of(game, attack)
        men, unseen = [game.state.units[name] for name in group.units], hushed[number]
        told = group if result.kind == "none" else group._replace(told=group.drm)
        game.say(
            Resolved(
                rule="A7.1",
                seen_by=(men[0].side,) if unseen else None,
                what="fire",
                result=f"ift.{result.kind}",
                lines=(
                    *(_struck_lines(game, group) if hushed.count(False) > 1 else ()),
                    *_lines_told(game, attack, told, firepower),
                    dice_line(dr),
                    Line("result", written(result), "A7.3"),
                ),
                subject=as_told(game, attack.pieces[0].unit),
                target=attack.target,
                favours=side if result.kind != "none" else "",
                leads_on=number > 0,
            )
        )


@rule("A7.5", "A9.7")
def _break_down(game: Game, reading: Reading) -> Collection[str]:
    """Of the weapons whose number was reached, one by Random Selection malfunctions or is lost; which it was."""
    if not reading.failing:
        return ()
    lost = dict(reading.failing)
    picked = random_selection(game, list(lost), 1, "malfunction")
    for name in picked:
        if lost[name]:
            destroy(game, name, "A.11")
        else:
            malfunction(game, name)
    return picked


@rule("A19.131")
def _run_short(game: Game, names: Sequence[str], aftermath: Aftermath) -> None:
    """Men who have used up their ammunition become worse troops, or are reduced."""
    for name in names:
        unit = game.state.units.get(name)
        if unit is None:
            continue
        card = game.content.personnel[unit.kind]
        if card.replaced_by is None or card.underlined_morale:
            reduce_casualties(game, name, "A19.131", aftermath)
        else:
            suffer_replacement(game, name, aftermath)
