"""Chapter 8: reinforcements, by road and from the air."""

from __future__ import annotations

from sandtable.games.gts.arnhem import landing, supply
from sandtable.games.gts.arnhem.special_rules import now, order, special
from sandtable.games.gts.content import Arrival, EntryFile
from sandtable.games.gts.events.scenario import Arrived, Diverted, Postponed
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.stacking import column_in, limits
from sandtable.games.gts.state import ALLIED, Leader, Unit, enemy_of
from sandtable.games.gts.units import Game, counter, formation_of, occupy
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, occupier, units_in

ALL_COLUMN = Option("do:all-column", rule="8.0")
ARRIVE = Option("do:arrive", rule="8.0")
DONE = Option("do:done", rule="8.0")


@rule("4.0", "8.0")
def start(game: Game) -> None:
    """Place the reinforcements of the turn, those of one entry or area after the other."""
    supply.determine_drop(game)
    due = sorted({number for number in game.state.due.values() if is_due(game, number)})
    if due:
        game.push(Arrivals(numbers=tuple(due)))
    if may_return(game):
        game.push(Returning())


def group_of(game: Game, number: int) -> Arrival:
    """An arrival of the scenario by its number."""
    return game.content.scenario.reinforcements[number]


def is_due(game: Game, number: int) -> bool:
    """Whether an arrival comes now: its turn is here, or a later one to which its owner has put it off."""
    turn = game.state.detours.get(str(number), (group_of(game, number).turn, ""))[0]
    return turn <= game.state.turn and bool(coming(game, number))


@rule("8.0")
def entry_of(game: Game, number: int) -> str:
    """The entry by which an arrival comes: that of the schedule, or the one that its owner has preferred."""
    detour = game.state.detours.get(str(number))
    return detour[1] if detour is not None else group_of(game, number).at


@rule("8.0")
def stand_in(game: Game, number: int) -> str:
    """The entry by which an arrival may come in the same turn, while the road bridge is closed to it."""
    group = group_of(game, number)
    return group.or_at if group.or_at_if == "bridge-blocked" and bridge_blocked(game) else ""


def bridge_blocked(game: Game) -> bool:
    """Whether Allied units at either end close the road bridge of Arnhem to the Germans."""
    return any(occupier(game, label) == ALLIED for label in game.content.region("arnhem-bridge"))


def coming(game: Game, number: int) -> list[str]:
    """The units of an arrival that have yet to come."""
    return [unit_id for unit_id in group_of(game, number).units if game.state.due.get(unit_id) == number]


@rule("8.0/restriction", "14.10.2")
def fresh_unit(game: Game, unit_id: str, group: Arrival, at: str, entry: str) -> Unit:
    """A unit as it arrives: with its vehicles, if it has any, and without command points for now."""
    kind = counter(game, unit_id)
    by_road = bool(entry or group.hex)
    return Unit(
        at=at,
        entry=entry,
        steps=kind.steps - (unit_id in group.step_loss),
        column=by_road and group.state == "column",
        mounted=by_road and kind.transport is not None,
        fresh=True,
    )


class Arrivals(Phase, frozen=True):
    """The reinforcements of a turn arrive, one group after the other."""

    numbers: tuple[int, ...]

    @rule("8.0")
    def begin(self, game: Game) -> None:
        """Bring in the next group, in the way that the scenario says."""
        if not self.numbers:
            game.finish()
            return
        number = self.numbers[0]
        group = group_of(game, number)
        if group.arrive and not landing.possible(game):
            self._postpone(game)
        elif group.arrive:
            game.goto("landed")
            game.push(landing.Landing(number=number, units=tuple(coming(game, number))))
        elif group.off_map:
            self._place(game, "", "")
        elif group.hex:
            self._at_hex(game, group)
        else:
            game.goto("choose_entry")

    @rule("8.0")
    def landed(self, game: Game) -> None:
        """Leaders land with a unit of theirs; units for which there was no room come later."""
        group = group_of(game, self.numbers[0])
        bring_leaders(game, group)
        game.goto("next")

    def next(self, game: Game) -> None:
        game.goto("begin", numbers=self.numbers[1:])

    @rule("8.0", "26.0/fog", "26.0/rain")
    def _postpone(self, game: Game) -> None:
        """A lift cannot fly in this weather and comes as soon as it can."""
        game.say(Postponed(rule="8.0", units=tuple(coming(game, self.numbers[0]))))
        game.goto("next")

    @rule("8.0", "14.6.1", "14.7/limits")
    def _at_hex(self, game: Game, group: Arrival) -> None:
        """A group that comes to a hex of the map waits while there is no room for it."""
        units, side = coming(game, self.numbers[0]), counter(game, group.units[0]).side
        crowd = len(units_in(game, group.hex)) + len(units) > limits(game).combat
        taken = column_in(game, group.hex) if group.state == "column" else crowd
        if taken or occupier(game, group.hex) == enemy_of(side):
            self._postpone(game)
        else:
            self._place(game, group.hex, "")

    @rule("8.0")
    def choose_entry(self, game: Game) -> Decision | None:
        """The owner may have a group come a turn later by another entry of its division."""
        number = self.numbers[0]
        others = self._other_entries(game)
        if not others:
            self._enter(game, entry_of(game, number))
            return None
        options = tuple(Option(f"entry:{name}", rule="8.0") for name in others)
        units = coming(game, number)
        args: dict[str, str | int] = {"unit": units[0], "count": len(units), "entry": entry_of(game, number)}
        side = counter(game, units[0]).side
        return Decision(side, "arrive", "8.0", (ARRIVE, *options), args)

    @rule("8.0")
    def _other_entries(self, game: Game) -> list[str]:
        """Entries of the same division; one that only stands in for the usual one is open only as such."""
        number = self.numbers[0]
        if str(number) in game.state.detours:
            return []
        group = group_of(game, number)
        division, closed = counter(game, group.units[0]).division, {group.at, group.or_at} - {stand_in(game, number)}
        return [name for name, row in game.content.entries.items() if division in row.divisions and name not in closed]

    def choose_entry_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "entry" or choice.name not in game.content.entries:
            return None
        return Refusal("refused.entry", "8.0", {"entry": choice.name})

    def choose_entry_chosen(self, game: Game, choice: Choice) -> None:
        number = self.numbers[0]
        if choice.kind != "entry":
            self._enter(game, entry_of(game, number))
        elif choice.name == stand_in(game, number):
            self._enter(game, choice.name)
        else:
            delay = game.content.table("entry", EntryFile).exchange_delay
            game.state.detours[str(number)] = (game.state.turn + delay, choice.name)
            game.say(Diverted(rule="8.0", units=tuple(coming(game, number)), entry=choice.name))
            game.goto("next")

    def _enter(self, game: Game, entry: str) -> None:
        self._place(game, game.content.entry_hex[entry], entry)

    @rule("7.2/leader", "8.0", "21.3", "21.4")
    def _place(self, game: Game, at: str, entry: str) -> None:
        """Put the group where it arrives; its leaders come with it, and so does one who had lost all his units."""
        number = self.numbers[0]
        group, units = group_of(game, number), coming(game, number)
        for unit_id in units:
            game.state.units[unit_id] = fresh_unit(game, unit_id, group, at, entry)
            del game.state.due[unit_id]
            if at and not entry:
                occupy(game, unit_id, at)
        if at and not entry:
            bridges_and_ferries.reached(game, at)
        bring_leaders(game, group)
        game.say(Arrived(rule="8.0", units=tuple(units), at=at, entry=entry))
        game.goto("next")
        if entry and group.state is None:
            game.push(Forming(units=tuple(units)))


@rule("8.0", "21.3")
def bring_leaders(game: Game, group: Arrival) -> None:
    """Put the leaders of an arrival with a unit of theirs, and those back who had lost all their units."""
    for unit_id in group.units:
        unit = game.state.units.get(unit_id)
        leader = game.content.formations[formation_of(game, unit_id)].leader if unit is not None else ""
        absent = leader and leader not in game.state.leaders
        if unit is None or not absent or (leader in game.state.due and leader not in group.leaders):
            continue
        game.state.leaders[leader] = Leader(at=unit.at, entry=unit.entry)
        game.state.due.pop(leader, None)


class Forming(Procedure, frozen=True):
    """The owner says which of the units in an entry hex come in column; the others come in combat formation."""

    units: tuple[str, ...]

    @rule("8.0")
    def begin(self, game: Game) -> Decision | None:
        formed = [unit_id for unit_id in self.units if not game.state.units[unit_id].column]
        if not formed:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="8.0") for unit_id in formed)
        side = counter(game, formed[0]).side
        return Decision(side, "arrive-in-column", "8.0", (*options, ALL_COLUMN, DONE), gathers=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.not-arriving", "8.0", {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == ("do", "done"):
            game.finish()
            return
        for unit_id in self.units if choice.name == "all-column" else (choice.name,):
            change(game, unit_id, column=True)
        game.goto("begin")


@rule("8.0")
def may_return(game: Game) -> bool:
    """Whether units that have left the map by an entry may come back there by now."""
    row = special(game, "graebner-south")
    if row is None or row.returns is None or not game.state.away:
        return False
    return now(game) >= order(row.returns.date, row.returns.time)


class Returning(Procedure, frozen=True):
    """The owner says which of the units that left the map by an entry come back in this turn, and who in column."""

    back: tuple[str, ...] = ()
    """Those that have come back."""

    @rule("8.0")
    def begin(self, game: Game) -> Decision | None:
        if not game.state.away:
            self._form(game)
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="8.0") for unit_id in game.state.away)
        side = counter(game, next(iter(game.state.away))).side
        return Decision(side, "return", "8.0", (*options, DONE), gathers=DONE.id)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            come_back(game, choice.name)
            game.goto("begin", back=(*self.back, choice.name))
        else:
            self._form(game)

    def _form(self, game: Game) -> None:
        if self.back:
            game.become(Forming(units=self.back))
        else:
            game.finish()


@rule("8.0", "8.0/restriction", "14.10.2", "21.3")
def come_back(game: Game, unit_id: str) -> None:
    """A unit that left the map by an entry is there again, like any reinforcement, with what it has suffered; so is
    its leader, who had gone with the last."""
    row, unit = special(game, "graebner-south"), game.state.away.pop(unit_id)
    assert row is not None
    at, mounted = game.content.entry_hex[row.entry], counter(game, unit_id).transport is not None
    game.state.units[unit_id] = Unit(
        at=at, entry=row.entry, steps=unit.steps, hits=unit.hits, mounted=mounted, fresh=True
    )
    game.state.exited.pop(unit_id, None)
    leader = game.content.formations[formation_of(game, unit_id)].leader
    if leader and leader not in game.state.leaders:
        game.state.leaders[leader] = Leader(at=at, entry=row.entry)
    game.say(Arrived(rule="8.0", units=(unit_id,), at=at, entry=row.entry))


PROCEDURES = (Arrivals, Forming, Returning, *landing.PROCEDURES)
