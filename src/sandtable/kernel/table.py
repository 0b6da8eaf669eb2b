"""The table at which a game is played: choices, undo, odds, explanations, saving and loading."""

from __future__ import annotations

import functools
import hashlib
import random
import secrets
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.kernel import journal, standing
from sandtable.kernel import odds as chances
from sandtable.kernel import state as states
from sandtable.kernel.decisions import Decision, Preview, Refusal
from sandtable.kernel.dice import DiceSource, ScriptedDice
from sandtable.kernel.errors import IllegalChoice, NeedsLeave, NothingToUndo, ReplayMismatch, SandtableError, SaveError
from sandtable.kernel.events import Event, Obeyed
from sandtable.kernel.game import Game, is_concession
from sandtable.kernel.journal import Entry, Header
from sandtable.kernel.odds import Odds
from sandtable.kernel.standing import BadOrder, StandingOrder
from sandtable.kernel.state import GameState, Result
from sandtable.kernel.title import AnyTitle, title
from sandtable.kernel.views import View, masked


class _Moment(NamedTuple):
    """The game before a choice, to come back to."""

    state: GameState
    events: int
    entry: Entry
    secret_since: int | None
    orders: dict[str, tuple[StandingOrder, ...]]
    ended_phase: bool = False
    """Whether the choice ended a phase."""

    @property
    def is_order(self) -> bool:
        """Whether it is a standing order that was given or withdrawn, which changes nothing for anybody else."""
        return is_order(self.entry.option)


class Table:
    """A game with its journal. `Table.new` sets one up, `Table.load` opens a saved one."""

    def __init__(
        self, game: Game[Any, Any], header: Header, entries: Iterable[Entry] = (), events: Iterable[Event] = ()
    ) -> None:
        """A game with the choices and the events that lie before it."""
        self.game = game
        self.header = header
        self.events: list[Event] = [*events, *game.events]
        self.entries: list[Entry] = list(entries)
        self.secret_since: int | None = len(self.entries) if game.state.branches else None
        """While sides choose in secret at once: how many choices were made before they began to."""
        self.orders: dict[str, tuple[StandingOrder, ...]] = {}
        """The standing orders in force, by side."""
        self._undoable: list[_Moment] = []
        self._undone: list[Entry] = []
        self._order_places = [i for i, entry in enumerate(self.entries) if is_order(entry.option)]
        """Where in the journal the standing orders stand."""

    # Opening and closing

    @classmethod
    def new(
        cls,
        title_id: str | AnyTitle,
        scenario: str | None = None,
        options: Iterable[str] = (),
        seed: int | None = None,
        *,
        dice: Sequence[int | str] | None = None,
        packs: Sequence[Path] = (),
    ) -> Table:
        """Set up a game. `options` are optional rules; `dice` scripts what falls, for tests and for study.

        Raises UnknownTitle, UnknownScenario, DataError.
        """
        found = title(title_id, packs) if isinstance(title_id, str) else title_id
        name = found.scenario(scenario).id
        number = secrets.randbits(63) if seed is None else seed
        switches = tuple(sorted(set(options)))
        source: DiceSource | None = None if dice is None else ScriptedDice(dice)
        game = found.new_game(name, switches, number, source)
        prints = {pack.name: pack_fingerprint(pack) for pack in found.packs}
        header = Header(
            sandtable=journal.FORMAT, title=found.id, scenario=name, options=switches, seed=number, packs=prints
        )
        return cls(game, header)

    @classmethod
    def again(cls, header: Header, found: AnyTitle) -> Table:
        """The game of a header at its beginning."""
        return cls(found.new_game(header.scenario, header.options, header.seed, header.dice), header)

    @classmethod
    def load(cls, path: str | Path, *, packs: Sequence[Path] = ()) -> Table:
        """Open a saved game where it was left, once it was played again and its choices led there. Raises SaveError."""
        file = Path(path)
        table = cls.trusted(file, packs=packs)
        try:
            *_, again = replay(file, packs=packs)
        except SaveError:
            raise
        except SandtableError as error:
            raise SaveError(f"{file}: its choices do not lead to its snapshot: {error}; {journal.CURE}") from error
        except Exception as error:
            raise SaveError(f"{file}: its choices cannot be played again; {journal.CURE}") from error
        if (again.events, again.orders) != (table.events, table.orders):
            raise SaveError(f"{file}: its log is not that of its choices; {journal.CURE}")
        return table

    @classmethod
    def trusted(cls, path: str | Path, *, packs: Sequence[Path] = ()) -> Table:
        """Open a saved game where its snapshot says, which is taken at its word. Raises SaveError."""
        file = Path(path)
        saved = journal.read(file)
        found = _title_of(file, saved.header, packs)
        try:
            state = found.codec.decode(saved.footer.snapshot)
            union = list[_union(found.all_events)]  # type: ignore[valid-type,misc]
            events: list[Event] = msgspec.json.decode(saved.footer.events, type=union)
        except msgspec.DecodeError as error:
            raise SaveError(
                f"{file}:{len(saved.entries) + 2}: the snapshot does not fit {found.id}: {error}"
            ) from error
        if found.codec.hash(state) != saved.footer.hash:
            raise SaveError(f"{file}:{len(saved.entries) + 2}: the snapshot is not the one that was saved")
        try:
            game = found.resume(state, saved.header.dice)
        except Exception as error:
            raise SaveError(f"{file}: the snapshot is no position of {found.id}; {journal.CURE}") from error
        table = cls(game, saved.header, saved.entries, events)
        table.orders = saved.footer.orders
        return table

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all."""
        codec = self.title.codec
        footer = journal.Footer(
            choices=len(self.entries),
            hash=self.hash,
            snapshot=msgspec.Raw(codec.encode(self.game.state)),
            events=msgspec.Raw(msgspec.json.encode(self.events)),
            orders=self.orders,
        )
        journal.write(Path(path), self.header, self.entries, footer)

    def branch_off(self, seed: int) -> None:
        """Go on with other dice than those to come, whatever has fallen so far; the journal says so."""
        self.header = replace(self.header, later=self.header.later | {self.state.rolls: seed})
        self.game.dice = self.header.dice

    # Looking

    @property
    def title(self) -> AnyTitle:
        return self.game.title

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def decision(self) -> Decision | None:
        """What must be decided next, or None once the game is over."""
        return self.game.decisions[0] if self.game.decisions else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everything that is open: one decision for each side, where sides choose in secret at once."""
        return self.game.decisions

    @property
    def result(self) -> Result | None:
        result: Result | None = self.game.state.result
        return result

    @property
    def hash(self) -> str:
        """A fingerprint of the whole state."""
        return self.title.codec.hash(self.game.state)

    @property
    def choices(self) -> list[str]:
        return [entry.option for entry in self.entries]

    @property
    def made(self) -> int:
        """How many choices were made, not counting orders, of which only their side may know."""
        return self.made_before(len(self.entries))

    def made_before(self, place: int) -> int:
        """How many choices other than orders lie before a place in the journal."""
        return place - bisect_left(self._order_places, place)

    def view(self, side: str) -> View:
        """What a side may know now."""
        return View(self.game, side)

    def public(self, side: str) -> GameState:
        """The state as a side knows it."""
        return masked(self.game, side)

    def explain(self, option_id: str, side: str | None = None) -> Refusal | None:
        """Why an option is not offered; None if it is."""
        return self.game.explain(option_id, side)

    def preview(self, option_id: str, side: str | None = None) -> Preview:
        """The path and the sum that an offered option stands for."""
        return self.game.preview(option_id, side)

    def odds(self, option_id: str, side: str | None = None, budget: int = chances.BUDGET) -> Odds:
        """The outcomes of a choice, as far as the side that makes it can know them.

        They are exact, unless there are too many or something that the side cannot see may matter. Raises
        IllegalChoice where the option is not offered.
        """
        decision = self.game.offering(option_id, side)
        return chances.as_known(self.view(decision.side), option_id, random.Random(self.made), budget)

    # Playing

    def choose(self, option_id: str, side: str | None = None) -> None:
        """Make a choice. Raises IllegalChoice, with the reason and the rule, and then nothing has changed.

        A standing order is given (`standing:...`) or withdrawn (`no-longer:...`) at any time; raises BadOrder. At any
        time as well a side can resign, or end the game in a draw that was agreed on (`RESIGN`, `DRAW`).
        """
        if is_order(option_id):
            self._order(option_id, side)
        elif side is not None and is_concession(option_id):
            self._concede(option_id, side)
        else:
            self.make(self.game.offering(option_id, side), option_id)

    def give(self, order: StandingOrder, side: str) -> None:
        """Say in advance how questions of a kind are to be answered. Raises BadOrder."""
        self._order(f"{standing.GIVE}:{order.name}", side)

    def withdraw(self, order: StandingOrder, side: str) -> None:
        """Take a standing order out of force. Raises BadOrder where there is no such order."""
        self._order(f"{standing.WITHDRAW}:{order.name}", side)

    def standing_answer(self) -> tuple[Decision, str] | None:
        """A question that is open and answered by a standing order, with that answer; None where there is none."""
        for decision in self.decisions:
            chances = functools.partial(self._chance, decision.side)
            if found := standing.answer(self.orders_on(decision), decision, chances):
                return decision, found
        return None

    def orders_on(self, decision: Decision) -> list[StandingOrder]:
        """The orders of a side on its question, the first to be asked first.

        There are none while a side has just taken something back: it wants to choose by hand.
        """
        regrets = any(entry.side == decision.side and not is_order(entry.option) for entry in self._undone)
        return [] if regrets else standing.concerning(self.orders.get(decision.side, ()), decision)

    def _chance(self, side: str, option_id: str, order: StandingOrder) -> float:
        formality = self.title.formalities[order.prompt]
        return standing.chance(formality, order, self.view(side), option_id, random.Random(self.made))

    def obey(self, decision: Decision, option_id: str) -> None:
        """Make a choice for a side that its standing order calls for, and tell the side so."""
        self._obey(decision, option_id)
        self._forget_undone(decision.side)

    def _obey(self, decision: Decision, option_id: str) -> None:
        entry = replace(self._entry(decision, option_id), by_order=True)
        seen_by = (decision.side,)
        notice = Obeyed(rule=decision.rule, prompt=decision.prompt, option=option_id, seen_by=seen_by)
        self._make(decision, entry, (notice,))

    def make(self, decision: Decision, option_id: str) -> None:
        """Make a choice that is offered by an open decision; what was taken back before it is forgotten."""
        self._make(decision, self._entry(decision, option_id))
        self._forget_undone(decision.side)

    def _forget_undone(self, side: str) -> None:
        """Once a side has chosen anew, what was taken back before cannot be done again."""
        if self.secret_since is None:
            self._undone.clear()
        else:
            self._undone = [entry for entry in self._undone if entry.side != side]

    def _make(self, decision: Decision, entry: Entry, notices: tuple[Event, ...] = ()) -> None:
        game = self.game
        before = states.fork(game.state)
        moment = _Moment(before, len(self.events), entry, self.secret_since, self.orders)
        starts = game.state.branch_starts
        dice = game.dice.fork()
        game.events = []
        game.revealed = game.phase_ended = False
        try:
            game.carry_out(decision, entry.option)
        except BaseException:
            game.dice = dice
            self._restore(before)
            raise
        self.events += (*notices, *game.events)
        self.entries.append(entry)
        if not game.state.branches or game.state.result:
            self.secret_since = None
        elif game.state.branch_starts is not starts:
            self.secret_since = len(self.entries)
        if game.revealed:
            self._undoable.clear()
            self._undone.clear()
        else:
            self._undoable.append(moment._replace(ended_phase=True) if game.phase_ended else moment)
        self._end_orders(game.events)

    def _concede(self, option_id: str, side: str) -> None:
        """End the game by the will of those who play it; that stands."""
        self.game.events = []
        self.game.concede(option_id, side)
        self.events += self.game.events
        check = journal.fingerprint([side, option_id])
        self.entries.append(Entry(len(self.entries) + 1, side, option_id, check))
        self.secret_since = None
        self._undoable.clear()
        self._undone.clear()

    def _order(self, option_id: str, side: str | None) -> None:
        """Give or withdraw a standing order. It takes its place in the journal; nobody else can tell."""
        self.game.decision_of(side)
        if side not in self.title.scenario(self.header.scenario).sides:
            raise BadOrder("a standing order is a side's: say which")
        verb, _, text = option_id.partition(":")
        order = standing.parse(text)
        mine = self.orders.get(side, ())
        if verb == standing.WITHDRAW:
            if order not in mine:
                raise BadOrder("there is no such order to withdraw")
            changed = tuple(other for other in mine if other != order)
        else:
            standing.check(order, self.title.formalities)
            given = replace(order, turn=self.title.turn(self.game.state) if order.until == "turn" else 0)
            option_id = f"{verb}:{given.name}"
            changed = (*(other for other in mine if not _replaces(given, other)), given)
        entry = Entry(len(self.entries) + 1, side, option_id, journal.fingerprint([side, option_id]))
        before = states.fork(self.game.state)
        self._undoable.append(_Moment(before, len(self.events), entry, self.secret_since, self.orders))
        self._order_places.append(len(self.entries))
        self.entries.append(entry)
        self.orders = {**self.orders, side: changed}

    def _end_orders(self, events: Iterable[Event]) -> None:
        """Orders given for a turn end with it, and others with what their side wanted to be asked about again."""
        if not any(self.orders.values()):
            return
        turn, alarms = self.title.turn(self.game.state), self.title.alarms
        alarming = [event for event in events if isinstance(event, alarms)]
        self.orders = {
            side: tuple(
                order
                for order in orders
                if (order.until != "turn" or order.turn == turn)
                and (order.until != "alarm" or not any(event.visible_to(side) for event in alarming))
            )
            for side, orders in self.orders.items()
        }

    def _entry(self, decision: Decision, option_id: str) -> Entry:
        check = journal.fingerprint([decision.side, decision.prompt, decision.ids, self.game.state.rolls])
        return Entry(len(self.entries) + 1, decision.side, option_id, check)

    def _restore(self, state: GameState) -> None:
        self.game.state = state
        self.game.events = []
        self.game.advance()

    def can_undo(self, side: str | None = None, leave: Container[str] = ()) -> bool:
        """Whether the last choice, or the last of a side, can be taken back, where some others give their leave.

        While sides choose in secret, a side can take back what it has chosen in secret and nothing else, whatever the
        others do meanwhile.
        """
        point = self._undo_point(side)
        return point is not None and all(other in leave for other in self._asked_at(point, side))

    def leave_needed(self, side: str) -> tuple[str, ...]:
        """The sides that a side must ask before it takes back its last choice, with which a phase ended; else none.

        Standing orders that were given since do not count.
        """
        return self._asked_at(point, side) if (point := self._phase_end(side)) is not None else ()

    def _asked_at(self, point: int, side: str | None) -> tuple[str, ...]:
        """Who has a say in taking back a choice of a side; nobody where all sides do so together."""
        if side is None or not self._undoable[point].ended_phase:
            return ()
        return tuple(each for each in self.title.scenario(self.header.scenario).sides if each != side)

    def _phase_end(self, side: str) -> int | None:
        """The last choice that was made, if it is of a side and ended a phase."""
        last = len(self._undoable) - 1
        while last >= 0 and self._undoable[last].is_order:
            last -= 1
        moment = self._undoable[last] if last >= 0 and self.secret_since is None else None
        return last if moment is not None and moment.ended_phase and moment.entry.side == side else None

    def _undo_point(self, side: str | None) -> int | None:
        last = len(self._undoable) - 1
        while side is not None and last >= 0 and self._is_order_of_another(self._undoable[last], side):
            last -= 1
        if side is None or self.secret_since is None:
            return last if last >= 0 and side in (None, self._undoable[last].entry.side) else None
        for index in range(last, -1, -1):
            moment = self._undoable[index]
            if moment.secret_since != self.secret_since:
                return None
            if moment.entry.side == side:
                return index
        return None

    def _is_order_of_another(self, moment: _Moment, side: str) -> bool:
        return moment.is_order and moment.entry.side != side

    def undo(self, side: str | None = None, leave: Container[str] = ()) -> Entry:
        """Take back the last choice, or the last of a side where others chose in secret after it, and return it.

        What the others chose since is made again. A side that takes back the end of a phase needs the leave of the
        others; nobody needs any where no side is named. Raises NothingToUndo where no choice was made, or where dice
        fell or something hidden came to light since, and NeedsLeave.
        """
        point = self._undo_point(side)
        if point is None:
            raise NothingToUndo("nothing can be taken back: no choice was made since something was last revealed")
        if not all(other in leave for other in self._asked_at(point, side)):
            raise NeedsLeave("a phase has ended: what was done in it is taken back only if the other side agrees")
        return self._take_back(point)

    def undo_phase(self, side: str) -> Entry:
        """Take back the choice by which a side ended a phase, with the leave of the others, and return it.

        Standing orders that were given since stay in force. Raises NothingToUndo where the last choice was another.
        """
        point = self._phase_end(side)
        if point is None:
            raise NothingToUndo("the game has gone on since the phase ended")
        return self._take_back(point)

    def _take_back(self, point: int) -> Entry:
        moment, *later = self._undoable[point:]
        del self._undoable[point:]
        del self.events[moment.events :]
        del self.entries[moment.entry.number - 1 :]
        del self._order_places[bisect_left(self._order_places, len(self.entries)) :]
        self.secret_since = moment.secret_since
        self.orders = moment.orders
        self._restore(moment.state)
        for other in later:
            self._again(other.entry)
        self._undone.append(moment.entry)
        return moment.entry

    def _again(self, entry: Entry) -> None:
        if is_order(entry.option):
            self._order(entry.option, entry.side)
            return
        decision = self.game.offering(entry.option, entry.side)
        if entry.by_order:
            self._obey(decision, entry.option)
        else:
            self._make(decision, self._entry(decision, entry.option))

    def can_redo(self, side: str | None = None) -> bool:
        """Whether the choice that was taken back last, by anybody or by a side, is still offered."""
        return self._redo_point(side) is not None

    def _redo_point(self, side: str | None) -> int | None:
        places = [i for i, entry in enumerate(self._undone) if side in (None, entry.side)]
        if not places:
            return None
        chooser, option = self._undone[places[-1]].side, self._undone[places[-1]].option
        decision = next((decision for decision in self.decisions if decision.side == chooser), None)
        offered = is_order(option) or (decision is not None and self.game.explain(option, chooser) is None)
        return places[-1] if offered else None

    def redo(self, side: str | None = None) -> Entry:
        """Make again the choice that was taken back last, by anybody or by a side, and return it.

        Raises NothingToUndo where there is none that is still offered.
        """
        point = self._redo_point(side)
        if point is None:
            raise NothingToUndo("nothing was taken back that could be done again")
        self._again(self._undone.pop(point))
        return self.entries[-1]

    def fork(self) -> Table:
        """A table in the same position, without the way back."""
        new = Table(self.game.fork(), self.header, self.entries, self.events)
        new.secret_since = self.secret_since
        new.orders = self.orders
        return new


def replay(path: str | Path, *, packs: Sequence[Path] = ()) -> Iterable[Table]:
    """Play a saved game again from its beginning, yielding the table after every choice.

    Raises SaveError where the file is bad, ReplayMismatch at the first choice that goes another way than it did.
    """
    file = Path(path)
    saved = journal.read(file)
    found = _title_of(file, saved.header, packs)
    table = Table.again(saved.header, found)
    yield table
    for entry in saved.entries:
        _repeat(table, entry)
        yield table
    if table.hash != saved.footer.hash:
        raise ReplayMismatch(len(saved.entries), "the game ends in another state than the one that was saved")


def is_order(option_id: str) -> bool:
    """Whether a choice gives or withdraws a standing order rather than answering a question."""
    return option_id.partition(":")[0] in (standing.GIVE, standing.WITHDRAW)


def _replaces(given: StandingOrder, other: StandingOrder) -> bool:
    """Whether an order takes the place of another: it says something else about the same questions."""
    return (given.prompt, given.only) == (other.prompt, other.only)


def _repeat(table: Table, entry: Entry) -> None:
    if is_order(entry.option) or is_concession(entry.option):
        table.choose(entry.option, entry.side)
        return
    decision = next((d for d in table.decisions if d.side == entry.side), None)
    if decision is None:
        raise ReplayMismatch(entry.number, f"{entry.side} has nothing to decide here")
    try:
        if entry.by_order:
            table.obey(table.game.offering(entry.option, entry.side), entry.option)
        else:
            table.choose(entry.option, entry.side)
    except IllegalChoice as error:
        raise ReplayMismatch(entry.number, f"{entry.option} is no longer offered") from error
    if table.entries[-1].check != entry.check:
        raise ReplayMismatch(entry.number, "other options were offered, or other dice had fallen, when it was made")


def _title_of(file: Path, header: Header, packs: Sequence[Path]) -> AnyTitle:
    given = {pack.name: pack_fingerprint(pack) for pack in packs}
    for name, print_ in header.packs.items():
        if name not in given:
            raise SaveError(f"{file}:1: this game was played with the data pack {name!r}; open it with that pack")
        if given[name] != print_:
            raise SaveError(f"{file}:1: the data pack {name!r} has changed since this game was saved")
    try:
        return title(header.title, [pack for pack in packs if pack.name in header.packs])
    except SandtableError as error:
        raise SaveError(f"{file}:1: {error}") from error


def pack_fingerprint(pack: Path) -> str:
    """A digest of all the files of a data pack."""
    return _digest((pack,))


def data_fingerprint(title: AnyTitle) -> str:
    """A digest of all the files of a title's own data, and of the systems on which it is built."""
    return _digest(title.folders())


def _digest(folders: Sequence[Path]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for folder in folders:
        for path in sorted(folder.rglob("*.yaml")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _union(types: tuple[type[Event], ...]) -> Any:
    union: Any = types[0]
    for other in types[1:]:
        union = union | other
    return union
