"""Small positions of the game: units placed by name on a real map, a procedure to run, and scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.efs.content import Content, load
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import State, Unit, Weather
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game, full_steps
from sandtable.kernel import Choice, Decision, Event, Option, Procedure
from sandtable.kernel.dice import ScriptedDice

TITLE = Efs()

PANZER, RIFLES, OTHER_RIFLES, SCOUTS = "ax-11-6-pz-arm", "ax-4-6-pz-mot", "ax-114-6-pz-mot", "ax-57-6-pz-rec"
"""The 6th Panzer Division."""
PIONEERS, FLAK, GUNS, ASSAULT_GUNS, INFANTRY = "ax-504-mot", "ax-271-mot", "ax-617-fie", "ax-185-ass", "ax-269-inf"
NKVD, RIFLE_DIVISION, STRONG_DIVISION, CADETS = "su-6-nkvd-bor", "su-191-inf", "su-177-inf", "su-kirov-school-inf"
TANKS, HQ, HOWITZERS, MILITIA, ANTI_TANK = (
    "su-24-tk-arm",
    "su-luga-gp-hea",
    "su-28-art-fie",
    "su-2-ldno-inf",
    "su-259-at-ant",
)


class Afterwards(Procedure, frozen=True):
    """Lies below what a position runs and asks in its place, so that the turn does not go on."""

    def begin(self, game: Game) -> Decision:
        return Decision(game.state.active, "unwritten", "4.21", (Option("do:done", rule="4.21"),))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin")


def content(scenario: str = "luga-line", switches: tuple[str, ...] = ()) -> Content:
    return TITLE.content(scenario, switches)


def quiet(
    units: Mapping[str, str],
    *,
    scenario: str = "luga-line",
    turn: int = 0,
    phase: str = "axis/movement",
    weather: Weather | None = None,
    steps: Mapping[str, int] | None = None,
    switches: tuple[str, ...] = (),
) -> Game:
    """A position with just these units on the map (id to hex), in which nothing runs, to ask questions of.

    Units are at full strength unless `steps` says less.
    """
    here = content(scenario, switches)
    state = State(scenario=scenario, switches=switches, turn=turn or here.first_turn, phase=phase)
    state.active = next(step.active for step in TURN if step.id == phase)
    state.weather = weather or Weather()
    for unit_id, at in units.items():
        left = (steps or {}).get(unit_id, full_steps(here, unit_id))
        state.units[unit_id] = Unit(at=at, steps=left, start=at)
    return Game(TITLE, here, state)


def position(
    units: Mapping[str, str],
    *procedures: Procedure,
    dice: Sequence[int | str] = (),
    scenario: str = "luga-line",
    turn: int = 0,
    phase: str = "axis/movement",
    weather: Weather | None = None,
    steps: Mapping[str, int] | None = None,
    markers: Mapping[str, Mapping[str, object]] | None = None,
) -> Game:
    """The same, about to run procedures, the last one first, and run to its first decision.

    When they are finished the phase ends, and the turn goes on.
    """
    game = quiet(units, scenario=scenario, turn=turn, phase=phase, weather=weather, steps=steps)
    for unit_id, changes in (markers or {}).items():
        marked(game, unit_id, **changes)
    return running(game, *procedures, dice=dice)


def running(game: Game, *procedures: Procedure, dice: Sequence[int | str] = ()) -> Game:
    """A quiet position set going in the same way, after its markers were placed."""
    place = next(place for place, step in enumerate(TURN) if step.id == game.state.phase)
    game.state.stack += [GameTurn(step="close", place=place), *procedures]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def with_counters(game: Game, changes: Mapping[str, Mapping[str, object]]) -> Game:
    """The same position with something else printed on some counters, for kinds of units that no scenario has."""
    here = load(TITLE, game.state.scenario, game.state.switches)
    for unit_id, printed in changes.items():
        here.counters[unit_id] = replace(here.counters[unit_id], **printed)
        here.side_of[unit_id] = here.nations[here.counters[unit_id].nation].side
    found = Game(TITLE, here, game.state, game.dice)
    if found.state.stack:
        found.advance()
    return found


def marked(game: Game, unit_id: str, **changes: object) -> None:
    """Put markers on a unit."""
    game.state.units[unit_id] = replace(game.state.units[unit_id], **changes)


def sum_of(game: Game, kind: type[Event]) -> dict[str, str]:
    """The sum that the first event of a kind opens into, by the labels of its lines."""
    told = next(event for event in game.events if isinstance(event, kind))
    return {line.label: line.value for line in told.arithmetic()}


def asked(game: Game) -> Decision:
    """The open question."""
    decision = game.decision_of(None)
    assert decision is not None
    return decision
