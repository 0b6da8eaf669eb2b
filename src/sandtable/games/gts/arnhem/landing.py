"""Landings from the air, this game's addition to chapter 8."""

from __future__ import annotations

import msgspec

from sandtable.games.gts.arnhem.landing_table import landing_figures
from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.conditions.weather import effect
from sandtable.games.gts.events.scenario import Landed
from sandtable.games.gts.fire.fire_zones import watchers, zones_of
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.sequence.troop_quality import bands, succeeds
from sandtable.games.gts.state import LandingMarker, Unit, enemy_of
from sandtable.games.gts.units import DIE, Game, counter, is_night, lose_step, occupy, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.roster import occupier, units_in
from sandtable.mechanics.sums import Modifier, Sum

SPREAD = Option("do:spread", rule="8.0")


@rule("8.0", "26.0/fog", "26.0/rain")
def possible(game: Game) -> bool:
    """Whether lifts can land now: by day, and not in fog or rain."""
    return not is_night(game) and effect(game).landings


@rule("8.0")
def is_closed(game: Game, area: str, side: str) -> bool:
    """Whether an enemy stands in a landing area, or more than half of it lies in enemy fire zones."""
    hexes = game.content.region(area)
    enemy = enemy_of(side)
    covered = len(hexes & zones_of(game, enemy))
    return 2 * covered > len(hexes) or any(occupier(game, label) == enemy for label in hexes)


@rule("8.0")
def places(game: Game, area: str, side: str) -> list[str]:
    """The hexes of an area in which one more unit can land."""
    most = landing_figures(game.content).per_hex
    return sorted(
        label
        for label in game.content.region(area)
        if occupier(game, label) != enemy_of(side) and len(units_in(game, label)) < most
    )


class Landing(Procedure, frozen=True):
    """The units of a lift land in their area, each where its owner puts it."""

    number: int
    units: tuple[str, ...]
    """Those that have yet to land."""
    spread: bool = False
    """The rest is spread evenly."""

    @rule("8.0")
    def begin(self, game: Game) -> Decision | None:
        if not self.units:
            game.finish()
            return None
        unit_id, area = self.units[0], self.area(game)
        side = counter(game, unit_id).side
        open_hexes = places(game, area, side)
        if not open_hexes:
            game.finish()
            return None
        if self.spread or len(open_hexes) == 1:
            self._land(game, min(open_hexes, key=lambda label: (len(units_in(game, label)), label)))
            return None
        options = tuple(Option(game.content.hex_ids[game.content.board.index[i]], rule="8.0") for i in open_hexes)
        args: dict[str, str | int] = {"unit": unit_id, "count": len(self.units)}
        return Decision(side, "land", "8.0", (*options, SPREAD), args)

    def area(self, game: Game) -> str:
        return game.content.scenario.reinforcements[self.number].area

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-landing", "8.0", {"unit": self.units[0]}) if choice.kind == "hex" else None

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "hex":
            return None
        return Preview(lines=tuple(Sum(self.sum(game, self.units[0], choice.name)).lines))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            self._land(game, choice.name)
        else:
            game.goto("begin", spread=True)

    @rule("8.0")
    def sum(self, game: Game, unit_id: str, label: str) -> list[Modifier]:
        """Troop quality, less for every enemy fire zone on the hex and in a closed area."""
        side = counter(game, unit_id).side
        found = [Modifier("quality", counter(game, unit_id).front.quality, "29.47", {"unit": unit_id})]
        zones = len(watchers(game, label, enemy_of(side)))
        if zones:
            found.append(Modifier("landing-zones", landing_figures(game.content).fire_zone * zones, "8.0"))
        if is_closed(game, self.area(game), side):
            found.append(Modifier("landing-closed", -landing_figures(game.content).closed, "8.0"))
        return found

    @rule("8.0", "8.0/restriction")
    def _land(self, game: Game, label: str) -> None:
        """A roll not above the sum leaves the lesser marker of its kind, any other the greater."""
        unit_id = self.units[0]
        parts, losses = self.sum(game, unit_id, label), self.glider_losses(game, unit_id)
        roll = game.roll(DIE, "landing", "8.0", bands(game, Sum(parts).total))
        kind = game.content.scenario.reinforcements[self.number].arrive
        well = succeeds(game, roll, Sum(parts).total)
        marker: LandingMarker = msgspec.convert(f"{kind}-{1 if well else 2}", LandingMarker)
        favours = side_of(game, unit_id) if well else enemy_of(side_of(game, unit_id))
        game.state.units[unit_id] = Unit(at=label, steps=counter(game, unit_id).steps, landing=marker, fresh=True)
        occupy(game, unit_id, label)
        game.state.due.pop(unit_id, None)
        shown = (*Sum(parts).lines, Line("roll", str(roll), "8.0"))
        game.say(Resolved(rule="8.0", what="landing", result=marker, subject=unit_id, lines=shown, favours=favours))
        game.say(Landed(rule="8.0", unit=unit_id, at=label))
        bridges_and_ferries.reached(game, label)
        for _ in range(losses):
            lose_step(game, unit_id, "8.0")
        game.goto("begin", units=self.units[1:])

    @rule("8.0")
    def glider_losses(self, game: Game, unit_id: str) -> int:
        """The steps that the Polish guns lose on a landing zone that is closed before they are down."""
        row = special(game, "pole-glider")
        if row is None or row.unit != unit_id or row.area != self.area(game):
            return 0
        return row.steps if is_closed(game, row.area, counter(game, unit_id).side) else 0


PROCEDURES = (Landing,)
