"""Chapter 23: Axis divisions detach regiments, and take them in again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.efs.events.regiments import RegimentDetached, RegimentRecombined
from sandtable.games.efs.state import AXIS, Unit
from sandtable.games.efs.supply.states import worst
from sandtable.games.efs.tables import RegimentsFile
from sandtable.games.efs.units import Game, full_steps, is_axis_allied, printed, side_of, take_off
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import change, units_in, units_of
from sandtable.mechanics.switches import is_on

FOOT = frozenset({"infantry", "mountain-infantry", "security-infantry"})
"""The types of the divisions that consist of regiments."""
DIVISION = "XX"
GERMANS = frozenset({"german", "german-ss", "german-luftwaffe"})
"""The colours that are German by one reading of 23.26c."""
DONE, DETACH = Option("do:done", rule="23.21"), Option("do:detach", rule="23.21")
DETACHES_IN = "axis/movement"


@rule("23.0", "23.11", "23.26a")
def consists_of_regiments(game: Game, unit_id: str) -> bool:
    """Whether a unit is an Axis infantry, mountain or security division: each of its steps is a regiment."""
    kind = printed(game, unit_id)
    return side_of(game, unit_id) == AXIS and kind.size == DIVISION and kind.type in FOOT and not kind.substitute


@rule("23.13")
def available(game: Game) -> list[str]:
    """The regiment substitute counters that are not in use."""
    return [unit_id for unit_id, unit in game.state.units.items() if unit.box == "available"]


@rule("23.26c")
def are_of_one_nationality(game: Game, *unit_ids: str) -> bool:
    """Whether counters have the same colour; by a switch the SS is German."""
    nations = {printed(game, unit_id).nation for unit_id in unit_ids}
    return len(nations) == 1 or (nations <= GERMANS and is_on(game.content, "ss-is-german"))


@rule("23.23", "23.24", "23.26", "23.26a", "23.26b", "23.26c")
def may_become(game: Game, division: str, counter: str) -> Refusal | None:
    """Why a step of a division may not become a certain regiment: it is of another nationality, or a strong one, for
    which the step of a German division has to cost it two attack points.
    """
    about = {"unit": division, "regiment": counter}
    kind, of = printed(game, counter), printed(game, division)
    if not are_of_one_nationality(game, division, counter):
        return Refusal("refused.other-nationality", "23.26c", about)
    strong = game.content.table("regiments", RegimentsFile).strong_for
    if kind.faces[0][0] < strong:
        return None
    face = full_steps(game.content, division) - game.state.units[division].steps
    cost = of.faces[face][0] - of.faces[face + 1][0]
    if is_axis_allied(game, division) or cost < strong:
        return Refusal("refused.no-strong-regiment", "23.23", {**about, "cost": cost})
    return None


@rule("23.21", "23.23", "23.24")
def can_become(game: Game, division: str) -> list[str]:
    """The counters that the next step of a division may become: of those that are alike the first."""
    found: dict[object, str] = {}
    for counter in available(game):
        if may_become(game, division, counter) is None:
            found.setdefault(printed(game, counter).faces, counter)
    return list(found.values())


# Detaching


@derived("units")
def has_anybody_moved(game: Game, side: str) -> bool:
    """Whether a unit of a side has moved in the phase, also one that has left the map by it or was lost in it."""
    return any(unit.finished and side_of(game, unit_id) == side for unit_id, unit in game.state.units.items())


@rule("23.22")
def is_the_start(game: Game) -> bool:
    """Whether the Axis Movement Phase has only begun: nobody has moved or entered yet, and by a switch no bridge or
    ferry was placed.
    """
    if game.state.phase != DETACHES_IN or has_anybody_moved(game, AXIS):
        return False
    built = any(each.side == AXIS and each.at and each.turn == game.state.turn for each in game.state.bridges.values())
    if built and is_on(game.content, "regiments-detach-first"):
        return False
    return not any(supply.finished for supply in game.state.supplies.values() if supply.side == AXIS)


@rule("21.82", "23.11", "23.21", "23.22")
def why_not_detach(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not detach a regiment now, if it may not; enemy zones of control do not keep it from doing so.

    The ruling on 24.26: neither does a garrison detach regiments before it is released, nor is one taken in.
    """
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    if not unit.at:
        return Refusal("refused.off-map", "23.22", about)
    if not consists_of_regiments(game, unit_id):
        return Refusal("refused.no-regiments", "23.11", about)
    if not is_the_start(game):
        return Refusal("refused.detached-at-the-start", "23.22", about)
    if unit.garrison:
        return Refusal("refused.garrison", "21.82", about)
    if unit.steps < 2:
        return Refusal("refused.last-step", "23.21", about)
    if unit.at not in game.content.land:
        return Refusal("refused.not-on-land", "23.22", about)
    return None if can_become(game, unit_id) else Refusal("refused.no-counters", "23.21", about)


def detaching(game: Game) -> Iterator[str]:
    """The units that may detach a regiment now."""
    if game.state.phase == DETACHES_IN and is_the_start(game) and available(game):
        yield from (unit_id for unit_id in units_of(game, AXIS) if why_not_detach(game, unit_id) is None)


@rule("23.21", "23.22")
def why_nobody_detaches(game: Game) -> Refusal:
    """Why no division detaches a regiment now."""
    if not is_the_start(game):
        return Refusal("refused.detached-at-the-start", "23.22")
    return Refusal("refused.nobody-detaches", "23.21")


class Detach(Procedure, frozen=True):
    """A division detaches regiments, three at most and never its last step."""

    unit: str = ""
    taken: tuple[str, ...] = ()

    @rule("23.21", "23.22")
    def begin(self, game: Game) -> Decision:
        """Pick the division."""
        options = (*(Option(f"unit:{unit_id}", rule="23.21") for unit_id in detaching(game)), DONE)
        return Decision(AXIS, "detach-from", "23.21", options, continues=True, done=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return why_not_detach(game, choice.name) if choice.name in game.state.units else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            game.goto("which", unit=choice.name)

    @rule("23.21", "23.24")
    def which(self, game: Game) -> Decision | None:
        """Pick the counters that its steps become, one by one."""
        most = game.content.table("regiments", RegimentsFile).most_detached
        left = min(most - len(self.taken), game.state.units[self.unit].steps - 1)
        found = can_become(game, self.unit) if left > 0 else []
        if not found:
            game.finish()
            return None
        options = (*(Option(f"unit:{counter}", rule="23.23") for counter in found), DONE)
        args: dict[str, str | int] = {"unit": self.unit, "left": left}
        return Decision(
            AXIS, "detach-regiment", "23.21", options, args, continues=True, done=DONE.id, turns_to="MovementPhase"
        )

    def which_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if not printed(game, choice.name).substitute:
            return Refusal("refused.no-substitute", "23.11", {"unit": choice.name})
        if choice.name not in available(game):
            return Refusal("refused.in-use", "23.13", {"unit": choice.name})
        return may_become(game, self.unit, choice.name)

    @rule("8.51e/note", "23.21", "23.22")
    def which_chosen(self, game: Game, choice: Choice) -> None:
        """The regiment stands beside its division, in the same state of supply, and has not moved. By a switch it has
        all markers of the division; but who builds a strongpoint is one unit.
        """
        if choice == Choice.of(DONE.id):
            game.finish()
            return
        unit = game.state.units[self.unit]
        change(game, self.unit, steps=unit.steps - 1)
        alone = Unit(at=unit.at, steps=1, start=unit.at, supply=unit.supply, entered=unit.entered)
        copied = is_on(game.content, "regiments-share-markers")
        game.state.units[choice.name] = replace(unit, steps=1, building=False) if copied else alone
        game.say(RegimentDetached(rule="23.22", unit=self.unit, regiment=choice.name, at=unit.at))
        game.goto("which", taken=(*self.taken, choice.name))


# Recombining


@rule("21.82", "23.25", "23.26c", "23.31", "23.33")
def taking_in(game: Game, counter: str) -> list[str]:
    """The divisions that may take a regiment in: reduced, of its nationality, in its hex, whichever detached it; no
    garrison does or is taken in.
    """
    units = game.state.units
    if units[counter].garrison:
        return []
    return [
        unit_id
        for unit_id in units_in(game, units[counter].at)
        if consists_of_regiments(game, unit_id) and are_of_one_nationality(game, unit_id, counter)
        if units[unit_id].steps < full_steps(game.content, unit_id) and not units[unit_id].garrison
    ]


@rule("23.31", "23.32")
def recombining(game: Game, side: str) -> list[str]:
    """The regiments of a side that a division in their hex may take in."""
    return [
        unit_id for unit_id in units_of(game, side) if printed(game, unit_id).substitute and taking_in(game, unit_id)
    ]


class Recombine(Procedure, frozen=True):
    """At the end of a movement phase of the Axis, divisions take regiments in, before stacks are looked over."""

    side: str
    counter: str = ""

    @rule("23.31", "23.32")
    def begin(self, game: Game) -> Decision | None:
        found = recombining(game, self.side)
        if not found:
            game.finish()
            return None
        options = (*(Option(f"unit:{counter}", rule="23.31") for counter in found), DONE)
        return Decision(self.side, "recombine", "23.32", options, default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        about = {"unit": choice.name}
        if not printed(game, choice.name).substitute:
            return Refusal("refused.no-substitute", "23.31", about)
        if game.state.units[choice.name].garrison:
            return Refusal("refused.garrison", "21.82", about)
        return Refusal("refused.nobody-takes-in", "23.31", about)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
            return
        game.goto("into", counter=choice.name)

    @rule("23.31")
    def into(self, game: Game) -> Decision | None:
        """Where several divisions could take it in, the owner says which does."""
        found = taking_in(game, self.counter)
        if len(found) == 1:
            self.join(game, found[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="23.31") for unit_id in found)
        return Decision(self.side, "recombine-into", "23.31", options, {"unit": self.counter}, continues=True)

    def into_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.takes-no-regiment", "23.31", {"unit": choice.name, "regiment": self.counter})

    def into_chosen(self, game: Game, choice: Choice) -> None:
        self.join(game, choice.name)

    @rule("23.13", "23.25", "23.32")
    def join(self, game: Game, division: str) -> None:
        """The division has a step more, the worse state of supply of the two, and a Do Not Move marker of either."""
        game.goto("begin", counter="")
        unit, regiment = game.state.units[division], game.state.units[self.counter]
        worse = worst((unit.supply, regiment.supply))
        held = max(unit.do_not_move, regiment.do_not_move)
        change(game, division, steps=unit.steps + 1, supply=worse, do_not_move=held)
        game.say(RegimentRecombined(rule="23.32", unit=division, regiment=self.counter, at=unit.at))
        take_off(game, self.counter, "available", "23.13")


PROCEDURES = (Detach, Recombine)
