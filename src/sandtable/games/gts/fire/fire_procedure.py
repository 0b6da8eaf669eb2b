"""Chapter 15.5: one shot, from the company bonus to the line of the combat results table."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sandtable.games.gts.content import Content
from sandtable.games.gts.events.fighting import Bombed, Fired
from sandtable.games.gts.fire.combat_results import CombatResult, figures
from sandtable.games.gts.fire.fire_modifiers import (
    AIR,
    ASSAULT,
    INDIRECT,
    Aim,
    fire_sum,
    may_have_bonus,
    rows_of,
)
from sandtable.games.gts.fire.fire_zones import weapons
from sandtable.games.gts.sequence.troop_quality import Check, quality, succeeds
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import DIE, Game, face, side_of
from sandtable.kernel import Line, Procedure, Resolved, of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.sums import Modifier, Sum
from sandtable.mechanics.switches import is_on

__all__ = [
    "AIR", "ASSAULT", "INDIRECT", "PROCEDURES", "Fire", "Shot", "ShotResult", "armour_of", "bands_of", "may_have_bonus",
    "outcomes", "weapon_of",
]  # fmt: skip


class ResultColumns(Strict, frozen=True, kw_only=True):
    """The results of a weapon class by the roll, from 0 on."""

    unarmored: tuple[str, ...]
    armored: tuple[str, ...]


class LaterCell(Strict, frozen=True, kw_only=True):
    """A cell that other printings of the table change."""

    weapon: str
    target: str
    roll: int
    result: str


class FireFile(Table, frozen=True, kw_only=True):
    """The combat results table."""

    rows: dict[str, ResultColumns]
    later: tuple[LaterCell, ...]


ResultsTable = dict[tuple[str, str], tuple[str, ...]]


@of_content
def results_table(content: Content) -> ResultsTable:
    """The combat results table as it is played: by weapon class and armour, a result for each roll."""
    file = content.table("fire", FireFile)
    found = {
        (weapon, armour): list(getattr(columns, armour))
        for weapon, columns in file.rows.items()
        for armour in ("armored", "unarmored")
    }
    if is_on(content, "later-results"):
        for cell in file.later:
            found[cell.weapon, cell.target][cell.roll] = cell.result
    return {key: tuple(results) for key, results in found.items()}


@rule("15.5/5", "16.1/mortar", "16.1/artillery", "29.52")
def weapon_of(game: Game, firer: str, kind: str, rating: str = "fire") -> str:
    """The weapon class in which fire is resolved: indirect artillery that fires directly is direct artillery."""
    if kind == AIR:
        return game.content.manifest.air_units[firer].weapon
    shown = face(game, firer)
    weapon = shown.assault_weapon if rating == "assault" else shown.weapon
    assert weapon is not None, firer
    if kind == INDIRECT:
        return weapon
    return weapons(game).classes[weapon].direct_as or weapon


@rule("15.5/5", "22.3.6", "29.4", "29.48")
def armour_of(game: Game, aim: Aim) -> str:
    """The column of the table for a target: a unit in an entrenchment counts as armored."""
    works = game.state.units[aim.target].works
    entrenched = works == "entrenched" and not aim.no_works
    return "armored" if face(game, aim.target).armored or entrenched else "unarmored"


@rule("15.5/4", "15.5/5", "1.2/d10")
def outcomes(game: Game, weapon: str, armour: str, rating: int) -> list[str]:
    """What each roll from 0 to 9 gives at a rating: a result of the table, or nothing for a miss."""
    table = results_table(game.content)[weapon, armour]
    return [*(table[roll] if succeeds(game, roll, rating) else "" for roll in range(len(table))), ""]


def bands_of(found: list[str], kind: str) -> tuple[int, ...]:
    """The rolls at which another outcome begins; a 9 is one of its own in indirect fire."""
    last = len(found) - 1
    return tuple(
        roll for roll in range(1, len(found)) if found[roll] != found[roll - 1] or (kind == INDIRECT and roll == last)
    )


class ShotResult(msgspec.Struct, frozen=True):
    """What a shot comes to."""

    result: str = ""
    """The combat result for the target: S?, S, C, 1 or E; nothing for a miss."""
    nine: bool = False
    """Whether it was an indirect fire with a roll of 9, which has no effect at all (16.3/nine)."""


class Shot(Procedure, frozen=True):
    """A unit (or air unit) fires once at a unit: sum, company bonus, roll, result (15.5, 15.6).

    Comes to a ShotResult; nothing is done to the target yet.
    """

    firer: str
    target: str
    kind: str
    """direct, indirect, opportunity, assault or air."""
    rating: str = "fire"
    """Which rating fires: fire or assault."""
    extra: tuple[Modifier, ...] = ()
    """What the situation adds, such as +3 for moving into a fire zone."""
    bonus: str = ""
    """The company bonus: yes or no where it has been settled already."""
    as_column: bool = False
    """The target counts as in column (17.2/state)."""
    no_works: bool = False
    """The target's improved position or entrenchment does not help, nor its checks (17.2/state, 18.7/5E)."""
    terrain: bool = True
    """Whether the terrain of the target's hex counts (18.7/5D-mods c)."""
    size: int | None = None
    """The steps that count for the size of the target, where it is not all units in its hex; below 0 for no size."""

    @rule("15.5", "15.5/1", "15.6/6", "16.3/9", "17.6/4", "29.16")
    def begin(self, game: Game) -> None:
        """A full company first checks for its bonus."""
        if self.target not in game.state.units or (self.kind != AIR and self.firer not in game.state.units):
            game.finish(ShotResult())
            return
        if self.bonus or not may_have_bonus(game, self.firer, self.kind):
            game.goto("roll")
            return
        game.push(Check(unit=self.firer, kind="company-bonus", by="15.6/6"))

    @rule("15.6/6", "29.16")
    def begin_done(self, game: Game, passed: bool) -> None:
        game.goto("roll", bonus="yes" if passed else "no")

    @property
    def what(self) -> str:
        """The name under which the fire is announced and rolled for."""
        return "fire" if self.kind != AIR else "air-attack"

    def aim(self, game: Game) -> Aim:
        return Aim(
            firer=self.firer, target=self.target, kind=self.kind, rating=self.rating, extra=self.extra,
            weapon=weapon_of(game, self.firer, self.kind, self.rating), bonus=self.bonus, as_column=self.as_column,
            no_works=self.no_works, terrain=self.terrain, size=self.size,
        )  # fmt: skip

    @rule("15.5/3", "15.5/4", "15.5/5", "16.3/nine")
    def roll(self, game: Game) -> None:
        """One roll for hit and damage: not above the final rating hits, and the same roll is read in the table."""
        aim = self.aim(game)
        parts = fire_sum(game, aim)
        rating, armour = Sum(parts).total, armour_of(game, aim)
        found = outcomes(game, aim.weapon, armour, rating)
        self._announce(game)
        roll = game.roll(DIE, self.what, "15.5/4", bands_of(found, self.kind))
        result = found[roll]
        shown = (
            *Sum(parts).lines,
            Line("final-rating", str(rating), "15.5/3"),
            Line("roll", str(roll), "15.5/4"),
            Line("results-table", result or "-", "15.5/5", {"weapon": aim.weapon, "armour": armour}),
        )
        game.say(
            Resolved(
                rule="15.5/5",
                what=self.what,
                result=result or "miss",
                subject=self.firer,
                lines=shown,
                favours=self._favours(game, result),
            )
        )
        game.finish(ShotResult(result, nine=self.kind == INDIRECT and roll == len(found) - 1))

    def _favours(self, game: Game, result: str) -> str:
        """The side that a result is good for; what only asks for a check is not settled yet."""
        fired_on = side_of(game, self.target)
        if not result:
            return fired_on
        return "" if figures(game).results[result].failed else enemy_of(fired_on)

    def _announce(self, game: Game) -> None:
        at = game.state.units[self.target].at
        if self.kind == AIR:
            game.say(Bombed(rule="27.0/attack", unit=self.firer, target=self.target, at=at))
        else:
            game.say(Fired(rule="15.5/2", kind=self.kind, unit=self.firer, target=self.target, at=at))

    @rule("15.6")
    def preview(self, game: Game) -> tuple[Line, ...]:
        """The whole sum before the roll; where the company bonus is open, both ratings."""
        parts = fire_sum(game, self.aim(game))
        shown = [*Sum(parts).lines, Line("final-rating", str(Sum(parts).total), "15.5/3")]
        if not self.bonus and may_have_bonus(game, self.firer, self.kind):
            with_bonus = Sum(fire_sum(game, replace(self.aim(game), bonus="yes"))).total
            value = rows_of(game.content)["company-bonus"].value
            args = {"quality": quality(game, self.firer)}
            shown.append(Line("bonus-if-passed", f"{value:+d}", "15.6/6", args))
            shown.append(Line("rating-with-bonus", str(with_bonus), "15.5/3"))
        return tuple(shown)


class Fire(Procedure, frozen=True):
    """A shot is fired, and what it comes to takes effect at once (15.5, 19.2)."""

    shot: Shot
    result: str = ""
    """The combat result for the target."""

    @rule("15.5")
    def begin(self, game: Game) -> None:
        game.push(self.shot)

    @rule("15.5/5")
    def begin_done(self, game: Game, shot: ShotResult) -> None:
        if shot.result:
            game.goto("apply", result=shot.result)
        else:
            game.finish()

    @rule("15.5/5", "19.1")
    def apply(self, game: Game) -> None:
        shot = self.shot
        game.push(CombatResult(unit=shot.target, result=self.result, by="15.5/5", no_works=shot.no_works))

    def apply_done(self, game: Game, harmed: bool) -> None:
        game.finish()


PROCEDURES = (Shot, Fire)
