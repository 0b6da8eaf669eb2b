"""Chapter 3.3: stacking, looked at when a phase ends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sandtable.games.efs import control
from sandtable.games.efs.content import Content
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.state import SIDES, enemy_of
from sandtable.games.efs.tables import StackingFile
from sandtable.games.efs.units import Game, is_engineer, printed, side_of, take_off
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, of_content, rule
from sandtable.mechanics.roster import hexes_of, roster, units_in
from sandtable.mechanics.switches import is_on

BEFORE_COMBAT = {"axis": ("movement", "declaration", "reaction"), "soviet": ("motorized", "declaration", "reaction")}
"""The phases at the end of which those may stand above the limit who are about to attack (13.32b, 15.53c)."""
OVERRUNS = ("/movement", "/motorized")
"""The phases in which overruns are made (11.31)."""
TRAIN = "armored-train"


@rule("3.3", "3.31")
def points(game: Game, unit_ids: Iterable[str]) -> int:
    """The stacking points of units; HQs and trains have none printed, and supply units and markers never count."""
    return sum(printed(game, unit_id).stacking for unit_id in unit_ids)


def limit(game: Game, label: str) -> int:
    """The most stacking points that a hex may hold at the end of a phase."""
    return limit_of(game.content, label)


@of_content
@rule("3.32")
def limit_of(content: Content, label: str) -> int:
    lower = [most for region, most in content.card.stacking.items() if label in content.region(region)]
    return min([content.table("stacking", StackingFile).limit, *lower])


@of_content
@rule("3.3", "3.31", "3.32")
def fits_always(content: Content, unit_ids: tuple[str, ...], label: str) -> bool:
    """Whether units may be together in a hex at the end of any phase; armored trains are another matter."""
    kinds = [content.counters[unit_id] for unit_id in unit_ids]
    if any(kind.type == TRAIN for kind in kinds):
        return False
    return sum(kind.stacking for kind in kinds) <= limit_of(content, label)


@rule("3.32", "3.33", "21.31")
def fits(game: Game, unit_ids: Iterable[str], label: str) -> bool:
    """Whether units may be together in a hex at the end of the phase in progress."""
    there = list(unit_ids)
    if fits_always(game.content, tuple(there), label):
        return True
    trains = [unit_id for unit_id in there if printed(game, unit_id).type == TRAIN]
    if trains and len(trains) > game.content.table("stacking", StackingFile).trains:
        return False
    most = limit(game, label)
    return points(game, there) <= most or points(game, counted(game, there)) <= most


@rule("3.33", "13.32b", "15.53c", "21.4/note-rocket")
def counted(game: Game, unit_ids: list[str]) -> list[str]:
    """The units of a stack that count against the limit: before combat two rocket units and an engineer need not.

    Those are left out that take the most room.
    """
    if not unit_ids:
        return []
    segment, _, phase = game.state.phase.partition("/")
    if segment != side_of(game, unit_ids[0]) or phase not in BEFORE_COMBAT[segment]:
        return unit_ids
    figures = game.content.table("stacking", StackingFile)
    by_size = sorted(unit_ids, key=lambda unit_id: -printed(game, unit_id).stacking)
    rockets = [unit_id for unit_id in by_size if printed(game, unit_id).type == "rocket-artillery"]
    engineers = [unit_id for unit_id in by_size if is_engineer(game, unit_id)]
    left_out = {*rockets[: figures.extra_rockets], *engineers[: figures.extra_engineers]}
    return [unit_id for unit_id in unit_ids if unit_id not in left_out]


@rule("3.32", "8.13d")
def room_for(game: Game, unit_ids: list[str], label: str) -> bool:
    """Whether units may end a phase in a hex beside those that are there."""
    return fits(game, [*(other for other in units_in(game, label) if other not in unit_ids), *unit_ids], label)


@rule("3.33", "11.37j")
def cures(game: Game, label: str) -> list[str]:
    """The units of an overstacked hex of which the fewest that must go can be made up; those go first who have failed
    to overrun from it in the phase.
    """
    there = units_in(game, label)
    failed = [unit_id for unit_id in there if has_failed_to_overrun(game, unit_id)]
    return fewest_of(game, label, failed) or fewest_of(game, label, [*there])


@rule("11.37j")
def has_failed_to_overrun(game: Game, unit_id: str) -> bool:
    """Whether a unit has failed in an overrun of the movement phase in progress: later it goes no sooner."""
    overruns = game.state.phase.endswith(OVERRUNS) and side_of(game, unit_id) == game.state.active
    return overruns and game.state.units[unit_id].special == "failed-overrun"


def fewest_of(game: Game, label: str, unit_ids: list[str]) -> list[str]:
    """Those of some units in a hex of which the fewest can be made up without whom the others fit."""
    there = units_in(game, label)
    for number in range(1, len(unit_ids) + 1):
        sets = [
            gone
            for gone in combinations(unit_ids, number)
            if fits(game, [unit_id for unit_id in there if unit_id not in gone], label)
        ]
        if sets:
            return [unit_id for unit_id in unit_ids if any(unit_id in gone for gone in sets)]
    return []


@rule("3.32", "3.33")
def check_stacks(game: Game) -> None:
    """At the end of a phase, have the owner of every overstacked hex take units off it."""
    for side in SIDES:
        for label in overstacked(game, side):
            game.push(RemoveExcess(side=side, at=label))


def overstacked(game: Game, side: str) -> list[str]:
    """The hexes of a side that hold too much, were the phase in progress to end now."""
    return [label for label in great_stacks(game, side) if not fits(game, units_in(game, label), label)]


@derived("units")
@rule("3.32")
def great_stacks(game: Game, side: str) -> list[str]:
    """The hexes in which units of a side may not be at the end of any phase whatever, the last ones first; where a card
    lowers the limit, a single unit may be too great.
    """
    crowds = roster(game).crowds.get(side, {})
    alone = hexes_of(game, side) & narrow(game.content) - crowds.keys() if narrow(game.content) else ()
    great = [label for label in (*crowds, *alone) if not fits_always(game.content, units_in(game, label), label)]
    return sorted(great, reverse=True)


@of_content
@rule("3.32")
def narrow(content: Content) -> frozenset[str]:
    """The hexes whose limit the card lowers."""
    return frozenset().union(*[content.region(region) for region in content.card.stacking])


class RemoveExcess(Procedure, frozen=True):
    """A hex holds too much at the end of a phase: its owner takes the excess to the Cadre box.

    The ruling on 3.33: he chooses, among the fewest units that bring the stack within the limit; a switch has the enemy
    choose. Another switch counts them as lost (24.41).
    """

    side: str
    at: str

    @rule("3.33", "21.31")
    def begin(self, game: Game) -> Decision | None:
        if fits(game, units_in(game, self.at), self.at):
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="3.33", grave=True) for unit_id in cures(game, self.at))
        chooses = enemy_of(self.side) if is_on(game.content, "enemy-removes-excess") else self.side
        return Decision(chooses, "remove-excess", "3.33", options, {"hex": self.at})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if game.state.units[choice.name].at != self.at:
            return Refusal("refused.not-in-stack", "3.33", {"unit": choice.name, "hex": self.at})
        if choice.name in fewest_of(game, self.at, [*units_in(game, self.at)]):
            return Refusal("refused.overrunners-go-first", "11.37j", {"unit": choice.name, "hex": self.at})
        return Refusal("refused.more-than-needed", "3.33", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if is_on(game.content, "excess-counts-as-lost"):
            lose_steps(game, choice.name, game.state.units[choice.name].steps, "3.33")
        else:
            take_off(game, choice.name, "cadre", "3.33")
            control.settle(game)


PROCEDURES = (RemoveExcess,)
