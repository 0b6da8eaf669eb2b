"""Chapter 20: rally, the action that removes suppression and cohesion hits."""

from __future__ import annotations

from sandtable.games.gts.events.engineers import Rallied
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.sequence.troop_quality import Check, quality_sum
from sandtable.games.gts.sequence.unit_action import UnitAction, Units
from sandtable.games.gts.units import Game, is_night, side_of
from sandtable.kernel import Choice, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import change

RALLY = Option("do:rally", rule="20.0")


class RallyRow(Strict, frozen=True, kw_only=True):
    """What can be recovered from by day or night, in or out of an enemy fire zone."""

    night: bool
    in_fire_zone: bool
    suppression: bool
    cohesion: bool
    check: bool


class RallyFile(Table, frozen=True, kw_only=True):
    """The rally table."""

    rows: tuple[RallyRow, ...]


@rule("20.0", "20.0/night", "28.0")
def row_of(game: Game, unit_id: str) -> RallyRow:
    """The row of the table for a unit where it stands now."""
    unit = game.state.units[unit_id]
    covered = bool(unit.at) and not unit.entry and in_enemy_zone(game, unit.at, side_of(game, unit_id))
    night = is_night(game)
    rows = game.content.table("rally", RallyFile).rows
    return next(row for row in rows if row.night == night and row.in_fire_zone == covered)


@rule("20.0", "20.0/night", "29.39")
def recovery(game: Game, unit_id: str) -> str:
    """What a rally of a unit would remove: landing, suppression or a cohesion hit; nothing if it cannot rally.

    Suppression goes first; cohesion hits are not rallied by day in an enemy fire zone; step losses never are.
    """
    unit = game.state.units[unit_id]
    if unit.landing and not unit.suppressed:
        return "landing"
    if unit.suppressed:
        return "suppression" if row_of(game, unit_id).suppression else ""
    return "cohesion" if unit.hits and row_of(game, unit_id).cohesion else ""


@rule("20.0", "20.0/night", "28.0")
def takes_check(game: Game, unit_id: str) -> bool:
    """By day, or under fire, a rally takes a check; at night elsewhere it always succeeds, and so does sorting out a
    landing."""
    return row_of(game, unit_id).check and recovery(game, unit_id) != "landing"


class RallyAction(UnitAction):
    """Recover from suppression, a cohesion hit or a landing."""

    name = "rally"
    ids = (RALLY.id,)

    @rule("13.2/4", "20.0")
    def offers(self, game: Game, units: Units) -> list[Option]:
        """A rally, if every one of the units has something to recover from."""
        for unit_id in units:
            if not recovery(game, unit_id):
                return []
        return [RALLY]

    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        for unit_id in units:
            if recovery(game, unit_id):
                continue
            unit = game.state.units[unit_id]
            reason = "refused.rally-in-zone" if unit.hits else "refused.nothing-to-rally"
            return Refusal(reason, "20.0", {"unit": unit_id})
        return None

    def preview(self, game: Game, units: Units, choice: Choice) -> Preview | None:
        if not takes_check(game, units[0]):
            return None
        shown = [Line(part.label, f"{part.value:+d}", part.rule, part.args) for part in quality_sum(game, units[0])]
        return Preview(lines=tuple(shown))

    def start(self, game: Game, units: Units, choice: Choice) -> None:
        game.push(Rally(units=units))


class Rally(Procedure, frozen=True):
    """Units rally, one after the other."""

    units: tuple[str, ...]

    @rule("20.0", "20.0/night", "29.39")
    def begin(self, game: Game) -> None:
        """The next unit checks where it must."""
        if not self.units:
            game.finish()
            return
        unit_id = self.units[0]
        if not takes_check(game, unit_id):
            self._recover(game)
            return
        game.push(Check(unit=unit_id, kind="rally", by="20.0"))

    @rule("20.0")
    def begin_done(self, game: Game, passed: bool) -> None:
        if passed:
            self._recover(game)
        else:
            game.goto("begin", units=self.units[1:])

    @rule("20.0", "29.39", "29.44")
    def _recover(self, game: Game) -> None:
        unit_id = self.units[0]
        unit, what = game.state.units[unit_id], recovery(game, unit_id)
        if what == "landing":
            kind, _, level = unit.landing.partition("-")
            change(game, unit_id, landing=f"{kind}-1" if level == "2" else "")
        elif what == "suppression":
            change(game, unit_id, suppressed=False)
        else:
            change(game, unit_id, hits=unit.hits - 1)
        game.say(Rallied(rule="20.0", what=what, unit=unit_id))
        game.goto("begin", units=self.units[1:])


PROCEDURES = (Rally,)
