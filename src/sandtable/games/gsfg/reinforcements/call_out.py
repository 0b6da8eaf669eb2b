"""Chapter 9.6: West German territorial units, which are called out where they stand."""

from __future__ import annotations

from collections import Counter

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events.reinforcements import Mustered
from sandtable.games.gsfg.state import NATO, SOVIET, Unit
from sandtable.games.gsfg.units import Game, controller, take_control
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, Resolved, of_content, rule
from sandtable.mechanics.content import Table, hex_options
from sandtable.mechanics.roster import change, hexes_of, units_in
from sandtable.mechanics.switches import is_on

GROUP = "call-out"
STANDARD = Option("do:standard", rule="9.6")


class CallOutFile(Table, frozen=True):
    """Whether a territorial unit is called out, and where it is placed."""

    die: str
    rows: dict[int, bool]
    region: str
    reach: int
    per_hex: int
    soil: str
    """The country that they do not leave."""


def figures(game: Game) -> CallOutFile:
    return game.content.table("call-out", CallOutFile)


def begin(game: Game) -> None:
    """Push the call-out of those who have not come yet."""
    if to_call(game, ()):
        game.push(CallOut())


def to_call(game: Game, placed: tuple[str, ...]) -> list[str]:
    """The territorial units that have yet to be placed."""
    placements = game.content.placements
    return [unit_id for unit_id in game.state.waiting if placements[unit_id].group == GROUP and unit_id not in placed]


@rule("9.6")
def muster_hexes(game: Game) -> list[str]:
    """Where a territorial unit may be placed: friendly West German cities and land next to them, one to a hex.

    The ruling on 9.6: the land too is West German; on another reading all that borders on such a city will do.
    """
    content, board = game.content, game.content.board
    barred = hexes_of(game, SOVIET) | taken_hexes(game)
    around = hexes_around_cities(content)
    lost = {label for label in around if controller(game, label) != NATO}
    if lost:
        found = {i for label, nearby in around.items() if label not in lost for i in nearby}
        labels = [board.labels[i] for i in sorted(found)]
    else:
        labels = hexes_around_all(content)
    return [label for label in labels if label not in barred]


@of_content
@rule("9.6")
def hexes_around_cities(content: Content) -> dict[str, tuple[int, ...]]:
    """Each city whose territorial units may be called out, with the land that is near enough to it."""
    board, file = content.board, content.table("call-out", CallOutFile)
    abroad = is_on(content, "home-guard-abroad")
    land = frozenset(
        i
        for i, label in enumerate(board.labels)
        if not content.closed[i] and (abroad or content.country[label] == file.soil)
    )
    return {
        label: tuple(i for i in board.within(board.index[label], file.reach) if i in land)
        for label in sorted(content.region(file.region))
    }


@of_content
def hexes_around_all(content: Content) -> list[str]:
    """The hexes near enough to any city."""
    found = {i for nearby in hexes_around_cities(content).values() for i in nearby}
    return [content.board.labels[i] for i in sorted(found)]


def taken_hexes(game: Game) -> set[str]:
    """The hexes with as many territorial units as may be."""
    units = game.state.units
    there = Counter(units[unit_id].at for unit_id in territorials(game.content) if unit_id in units)
    return {label for label, number in there.items() if number >= figures(game).per_hex}


@of_content
def territorials(content: Content) -> tuple[str, ...]:
    return tuple(unit_id for unit_id, kind in content.counters.items() if kind.type == "territorial")


def standard_hexes(game: Game, hexes: list[str], number: int) -> list[str]:
    """Sensible places: cities without other troops first, as near to the enemy as may be."""
    board = game.content.board
    enemies = [board.index[label] for label in hexes_of(game, SOVIET)]

    def farness(label: str) -> tuple[int, str]:
        here = board.index[label]
        return min((board.distance(here, enemy) for enemy in enemies), default=0), label

    alike: dict[tuple[bool, bool], list[str]] = {}
    for label in hexes:
        worth = (game.content.terrain[label] != "city", bool(units_in(game, label)))
        alike.setdefault(worth, []).append(label)
    found: list[str] = []
    for worth in sorted(alike):
        if len(found) < number:
            found += sorted(alike[worth], key=farness)
    return found[:number]


class CallOut(Procedure, frozen=True):
    """NATO places all territorial units that have not come yet, and then a die is rolled for each."""

    placed: tuple[str, ...] = ()

    @rule("9.6")
    def begin(self, game: Game) -> Decision | None:
        """Ask where the next one is placed; those for which no hex is left wait for the next turn."""
        waiting, hexes = to_call(game, self.placed), muster_hexes(game)
        if not waiting or not hexes:
            game.goto("roll")
            return None
        known = hex_options(game.content, "9.6")
        options = [known[label] for label in hexes]
        return Decision(NATO, "muster", "9.6", (*options, STANDARD), {"unit": waiting[0], "left": len(waiting)})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        taken = choice.name in taken_hexes(game)
        return Refusal("refused.muster-taken" if taken else "refused.muster-hex", "9.6", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        waiting = to_call(game, self.placed)
        if choice.kind == "hex":
            self._place(game, {waiting[0]: choice.name})
            return
        hexes = standard_hexes(game, muster_hexes(game), len(waiting))
        self._place(game, dict(zip(waiting, hexes, strict=False)))

    def _place(self, game: Game, placed: dict[str, str]) -> None:
        for unit_id, label in placed.items():
            game.state.units[unit_id] = Unit(at=label, steps=game.state.waiting[unit_id], start=label)
            game.say(Mustered(rule="9.6", unit=unit_id, at=label))
        game.goto("begin", placed=(*self.placed, *placed))

    @rule("9.6", "9.4", "3.3")
    def roll(self, game: Game) -> None:
        """Even: the unit has arrived, and holds its hex for good. Odd: it is taken off and tries again next turn."""
        if not self.placed:
            game.finish()
            return
        unit_id, file = self.placed[0], figures(game)
        die = game.roll(file.die, "call-out", "9.6")
        called = file.rows[die]
        line = Line("call-out-die", str(die), "9.6")
        result = "called-out" if called else "not-called-out"
        favours = NATO if called else SOVIET
        game.say(Resolved(rule="9.6", what="call-out", result=result, lines=(line,), subject=unit_id, favours=favours))
        if called:
            del game.state.waiting[unit_id]
            change(game, unit_id, arrived=True)
            take_control(game, (game.state.units[unit_id].at,), NATO)
        else:
            del game.state.units[unit_id]
        game.goto("roll", placed=self.placed[1:])


PROCEDURES = (CallOut,)
