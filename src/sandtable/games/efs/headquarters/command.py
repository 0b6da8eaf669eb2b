"""Chapter 21: the range of headquarters, and their command points."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.content import Content
from sandtable.games.efs.index import Able
from sandtable.games.efs.state import SIDES, SOVIET, Command, Unit
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import HEADQUARTERS, Game, printed, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, index, of_content, rule
from sandtable.mechanics.switches import is_on

ACTIVATION = "soviet/motorized"
"""The phase in which HQs activate units."""
NOWHERE: frozenset[str] = frozenset()


@of_content
@rule("2.22b/hq")
def all_headquarters(content: Content) -> frozenset[str]:
    """The counters that are HQs."""
    return frozenset(unit_id for unit_id, kind in content.counters.items() if kind.type == HEADQUARTERS)


def is_on_the_map(game: Game, unit_id: str) -> bool:
    return bool(game.state.units[unit_id].at)


headquarters_on_the_map = index(lambda game: Able(is_on_the_map, all_headquarters(game.content)), "units")


def headquarters_now(game: Game) -> dict[str, Unit]:
    """The HQs on the map, as the source of what follows from them."""
    return headquarters_on_the_map(game).units


@derived(headquarters_now)
def headquarters_by_side(game: Game) -> dict[str, list[str]]:
    """The HQs on the map, by their side."""
    found: dict[str, list[str]] = {side: [] for side in SIDES}
    for unit_id in headquarters_now(game):
        found[side_of(game, unit_id)].append(unit_id)
    return found


def headquarters(game: Game, side: str) -> list[str]:
    """The HQs of a side on the map."""
    return headquarters_by_side(game)[side]


@rule("21.11", "21.21")
def in_range(game: Game, hq: str, label: str) -> bool:
    """Whether a hex is in the command range of an HQ, operational or not; terrain and enemies do not matter."""
    reach = game.content.table("headquarters", HeadquartersFile).range
    return label in game.content.around(game.state.units[hq].at, reach)


@rule("8.16", "21.1", "21.11")
def operational_over(game: Game, label: str) -> list[str]:
    """The operational HQs that have a hex in their range."""
    units = game.state.units
    return [hq for hq in headquarters(game, SOVIET) if units[hq].operational and in_range(game, hq, label)]


@rule("21.2", "21.22", "21.26")
def idle_over(game: Game, label: str) -> list[str]:
    """The non-operational HQs that have a hex in their range: their effects prevail."""
    units = game.state.units
    return [hq for hq in headquarters(game, SOVIET) if not units[hq].operational and in_range(game, hq, label)]


@derived(headquarters_now, "commands", "phase")
@rule("21.12", "21.22")
def served_hexes(game: Game) -> frozenset[str]:
    """The hexes for which an HQ has a command point left; none where a non-operational HQ is in range."""
    operational = [hq for hq in headquarters(game, SOVIET) if game.state.units[hq].operational]
    return ranges(game, [hq for hq in operational if points_left(game, hq) > 0]) - idle_hexes(game)


@derived(headquarters_now)
@rule("21.2", "21.22", "21.26")
def idle_hexes(game: Game) -> frozenset[str]:
    """The hexes in the range of non-operational HQs."""
    return ranges(game, [hq for hq in headquarters(game, SOVIET) if not game.state.units[hq].operational])


@rule("21.11", "21.21")
def ranges(game: Game, hqs: list[str]) -> frozenset[str]:
    """All hexes in the command range of some HQs."""
    reach = game.content.table("headquarters", HeadquartersFile).range
    return NOWHERE.union(*[game.content.around(game.state.units[hq].at, reach) for hq in hqs])


@rule("12.35", "21.12", "21.13")
def points_left(game: Game, hq: str) -> int:
    """The command points that an HQ has left in this phase; twice as many for activation if it has doubled them."""
    command = game.state.commands.get(hq, Command())
    value = printed(game, hq).command if game.state.units[hq].operational else 0
    always = is_on(game.content, "doubling-doubles-all")
    doubled = command.doubled and (always or game.state.phase == ACTIVATION)
    return value * (2 if doubled else 1) - command.used


@rule("21.12", "21.22")
def who_can_serve(game: Game, label: str) -> list[str]:
    """The HQs that have a command point left for a hex; none where a non-operational HQ is in range."""
    if idle_over(game, label):
        return []
    return [hq for hq in operational_over(game, label) if points_left(game, hq) > 0]


@rule("21.12")
def spend(game: Game, hq: str) -> None:
    """Use a command point."""
    command = game.state.commands.get(hq, Command())
    game.state.commands[hq] = replace(command, used=command.used + 1)


@rule("12.41b", "12.54a", "21.12", "21.22", "21.25")
def why_unserved(game: Game, labels: tuple[str, ...]) -> Refusal | None:
    """Why no HQ has a command point for one of some hexes, if none has."""
    if any(who_can_serve(game, label) for label in labels):
        return None
    if all(idle_over(game, label) for label in labels):
        return Refusal("refused.idle-hq", "21.22", {"unit": idle_over(game, labels[0])[0], "hex": labels[0]})
    return Refusal("refused.no-command", "21.12", {"hex": labels[0]})


class PayCommand(Procedure, frozen=True):
    """An HQ that has one of some hexes in its range uses a command point; the Soviet player says which, where several
    can. It finishes with the HQ.
    """

    hexes: tuple[str, ...]
    cause: str
    """The rule by which it is needed."""

    @rule("21.11", "21.12", "21.13")
    def begin(self, game: Game) -> Decision | None:
        able = self.able(game)
        if len(able) == 1:
            self.pay(game, able[0])
            return None
        options = tuple(Option(f"unit:{hq}", rule="21.12") for hq in able)
        return Decision(SOVIET, "pay-command", self.cause, options, continues=True)

    def able(self, game: Game) -> list[str]:
        return list(dict.fromkeys(hq for label in self.hexes for hq in who_can_serve(game, label)))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.cannot-command", "21.12", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.pay(game, choice.name)

    def pay(self, game: Game, hq: str) -> None:
        spend(game, hq)
        game.finish(hq)


PROCEDURES = (PayCommand,)
