"""Chapters 6.5.1.10 and 6.5.1.12: whether a source responds to a call, and fire that goes astray."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.panzer.cards import Leg, Towed
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import attachment, battery, figures, is_battery
from sandtable.games.panzer.indirect.observers import eyes_of, is_command_recon, row_of, target_hexes
from sandtable.games.panzer.spotting.hindrances import every_hindrance, hindrances
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.command import GradesFile
from sandtable.games.panzer.tables.fire import HeatHazeFile
from sandtable.games.panzer.tables.support import ResponseFile
from sandtable.games.panzer.units import Game, card_of, printed, side_of
from sandtable.kernel import Line, Resolved, of_content, rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

DIE = "d10"
FACES = 10
Response = Literal["responds", "no-response", "astray"]


@of_content
def response_table(content: Content) -> ResponseFile:
    """The Called Indirect Fire Response Table and its modifiers."""
    return content.table("response", ResponseFile)


class Chance(NamedTuple):
    """What a source needs to respond: the factor of the table, and what is added to the roll."""

    factor: int
    modifiers: Sum

    @property
    def needed(self) -> int:
        """The unmodified roll from which on it responds."""
        return self.factor - self.modifiers.total


@rule("6.5.1.3", "6.5.1.7/response", "6.5.1.12")
def response_factor(game: Game, observer: str, source: str) -> int:
    """The Fire Response Factor, by the kind of the observer and the attachment of the source."""
    row = row_of(game, observer)
    assert row is not None
    found = response_table(game.content).rows[row]
    by_attachment = {"attached": found.attached, "organic": found.organic, "unattached": found.unattached}
    return by_attachment[attachment(game, observer, source)]


@rule("5.8.3", "6.5.1.12", "6.5.1.12.1", "6.5.1.12.1/pre-registered", "6.5.1.12.1/command-recon",
      "6.5.1.12.1/adjusted", "6.5.1.12.1/observer-suppressed", "6.5.1.12.1/observer-damaged",
      "6.5.1.12.1/observer-grade")  # fmt: skip
def response_chance(game: Game, observer: str, source: str, at: str, *, adjusted: bool) -> Chance:
    """What a source needs to respond to a call on a hex; the grade of the source itself never matters."""
    rows, unit, one = response_table(game.content).modifiers, game.state.units[observer], printed(game, observer)
    found = Sum()
    for name, holds in (
        ("pre-registered", is_battery(game, source) and at in battery(game, source).registered),
        ("command-recon", is_command_recon(one.labels)),
        ("adjusted", adjusted),
        ("observer-suppressed", unit.suppressed != ""),
        ("observer-damaged", unit.damaged),
        ("heat-haze", is_in_heat_haze(game, observer, at)),
    ):
        if holds:
            found.add(name, rows[name].number, rows[name].rule)
    found.parts += hindered(game, observer, at)
    grade = game.content.table("grades", GradesFile).grades[one.grade].response
    if grade:
        found.add("observer-grade", grade, rows["observer-grade"].rule)
    return Chance(response_factor(game, observer, source), found)


@rule("6.5.1.12.1/observer-hindered", "5.11")
def hindered(game: Game, observer: str, at: str) -> Sum:
    """What smoke, barrages and fires take from the response: once for each source on the line, both ends included; of
    what shares a hex only one kind counts (ruling).
    """
    row, found = response_table(game.content).modifiers["observer-hindered"], Sum()
    on_line = every_hindrance if is_on(game.content, "each-kind-hinders-observer") else hindrances
    for each in on_line(game.content, changes(game), eyes_of(game, observer), Viewpoint(at)):
        found.add("observer-hindered", row.number, row.rule, hex=each.hexes[0])
    return found


@rule("6.5.1.12.1/heat-haze")
def is_in_heat_haze(game: Game, observer: str, at: str) -> bool:
    """Whether heat haze hides the target: by its size and its range, the largest of those that are spotted there."""
    if not game.content.scenario.conditions.heat_haze:
        return False
    ranges = game.content.table("heat-haze", HeatHazeFile).ranges
    distance = game.content.distance(game.state.units[observer].at, at)
    sizes = [ranges[size_of(game, target)] for target in target_hexes(game, observer).get(at, [])]
    return bool(sizes) and distance >= max(sizes)


def size_of(game: Game, unit_id: str) -> Literal["V", "L", "S"]:
    """The size of a target as spotting sees it (4.1.3.1, 6.1.3)."""
    card = card_of(game, unit_id)
    if isinstance(card, Leg):
        return "S"
    return card.size if isinstance(card, Towed) else "V"


@rule("6.5.1.10", "6.5.1.12")
def friends_in_danger(game: Game, side: str, at: str) -> dict[str, list[str]]:
    """The hexes near a target point on which fire of a side may go astray, each with its spotted units there."""
    content, state = game.content, game.state
    spotters = [unit_id for unit_id in state.units if side_of(game, unit_id) != side]
    seen = {target for spotter in spotters for target in state.spotted.get(spotter, ())}
    most = figures(content).danger_close
    found: dict[str, list[str]] = {}
    for unit_id, unit in units_of(game, side).items():
        if unit_id in seen and content.distance(unit.at, at) <= most:
            found.setdefault(unit.at, []).append(unit_id)
    return found


@rule("6.5.1.12", "6.5.1.12.1", "6.5.1.10")
def roll_response(game: Game, observer: str, source: str, at: str, *, adjusted: bool) -> Response:
    """Roll whether a source responds; the roll that never succeeds puts its fire on spotted friends who are near."""
    chance = response_chance(game, observer, source, at, adjusted=adjusted)
    never, side = response_table(game.content).never, side_of(game, observer)
    roll = game.roll(DIE, "response", "6.5.1.12", bands_of(chance, never))
    if roll <= never:
        result: Response = "astray" if friends_in_danger(game, side, at) else "no-response"
    else:
        result = "responds" if roll >= chance.needed else "no-response"
    favours = side if result == "responds" else enemy_of(side)
    game.say(
        Resolved(
            rule="6.5.1.12",
            what="response",
            result=result,
            subject=source,
            lines=(*lines_of(chance), Line("die", str(roll), "6.5.1.12")),
            favours=favours,
        )
    )
    return result


def bands_of(chance: Chance, never: int) -> tuple[int, ...]:
    """The rolls at which something else begins: after the one that never succeeds, and where the source responds."""
    return (never + 1, chance.needed) if never + 1 < chance.needed <= FACES else (never + 1,)


def lines_of(chance: Chance) -> tuple[Line, ...]:
    """A chance of response line by line."""
    return (Line("response-factor", str(chance.factor), "6.5.1.12"), *chance.modifiers.lines)
