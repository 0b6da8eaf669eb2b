"""The table at which a game is played: choices, undo, odds, explanations, saving and loading."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel import journal
from sandtable.kernel import odds as chances
from sandtable.kernel import state as states
from sandtable.kernel.decisions import Decision, Preview, Refusal
from sandtable.kernel.dice import DiceSource, ScriptedDice
from sandtable.kernel.errors import IllegalChoice, NothingToUndo, ReplayMismatch, SandtableError, SaveError
from sandtable.kernel.events import Event
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Entry, Header
from sandtable.kernel.odds import Odds
from sandtable.kernel.state import GameState, Result
from sandtable.kernel.title import AnyTitle, title
from sandtable.kernel.views import View, determinise, hides_anything, masked

HIDDEN_WORLDS = 24
"""How many guesses at hidden facts the odds of a side are averaged over."""


class _Moment(NamedTuple):
    """The game before a choice, to come back to."""

    state: GameState
    events: int
    entry: Entry
    secret: bool
    """Whether sides were choosing in secret at once."""


class Table:
    """A game with its journal. `Table.new` sets one up, `Table.load` opens a saved one."""

    def __init__(self, game: Game[Any, Any], header: Header) -> None:
        self.game = game
        self.header = header
        self.events: list[Event] = game.events
        self.entries: list[Entry] = []
        self._undoable: list[_Moment] = []
        self._undone: list[tuple[str, str]] = []

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
    def load(cls, path: str | Path, *, packs: Sequence[Path] = ()) -> Table:
        """Open a saved game where it was left. Raises SaveError."""
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
        table = cls(found.resume(state), saved.header)
        table.events = events
        table.entries = list(saved.entries)
        return table

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all."""
        codec = self.title.codec
        footer = journal.Footer(
            choices=len(self.entries),
            hash=self.hash,
            snapshot=msgspec.Raw(codec.encode(self.game.state)),
            events=msgspec.Raw(msgspec.json.encode(self.events)),
        )
        journal.write(Path(path), self.header, self.entries, footer)

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
        decision = self.game.decision_of(side)
        if decision is None or decision.find(option_id) is None:
            refusal = self.explain(option_id, side) or Refusal("refused.unknown")
            raise IllegalChoice(option_id, refusal, self.title.texts("en").refusal(refusal))
        view, rng = self.view(decision.side), random.Random(len(self.entries))
        if not hides_anything(view):
            return chances.odds(determinise(view, rng), option_id, decision.side, budget)
        worlds = [determinise(view, rng) for _ in range(HIDDEN_WORLDS)]
        share = max(1, budget // HIDDEN_WORLDS)
        return chances.mixture([chances.odds(world, option_id, decision.side, share) for world in worlds])

    # Playing

    def choose(self, option_id: str, side: str | None = None) -> None:
        """Make a choice. Raises IllegalChoice, with the reason and the rule, and then nothing has changed."""
        self._make(option_id, side)
        self._undone.clear()

    def _make(self, option_id: str, side: str | None) -> None:
        game = self.game
        decision = game.decision_of(side)
        if decision is None or decision.find(option_id) is None:
            game.choose(option_id, side)
        assert decision is not None
        before = states.fork(game.state)
        entry = Entry(len(self.entries) + 1, decision.side, option_id, self._check(decision))
        heard = len(self.events)
        dice = game.dice.fork()
        game.events = []
        game.revealed = False
        try:
            game.choose(option_id, decision.side)
        except BaseException:
            game.dice = dice
            self._restore(before)
            raise
        self.events += game.events
        self.entries.append(entry)
        if game.revealed:
            self._undoable.clear()
        else:
            self._undoable.append(_Moment(before, heard, entry, bool(before.branches)))

    def _check(self, decision: Decision) -> str:
        return journal.fingerprint([decision.side, decision.prompt, decision.ids, self.game.state.rolls])

    def _restore(self, state: GameState) -> None:
        self.game.state = state
        self.game.memo.clear()
        self.game.events = []
        self.game.advance()

    def can_undo(self, side: str | None = None) -> bool:
        return self._undo_point(side) is not None

    def _undo_point(self, side: str | None) -> int | None:
        """The last choice that a side can take back: choices that others made since in secret are made again."""
        last = len(self._undoable) - 1
        for index in range(last, -1, -1):
            moment = self._undoable[index]
            if not moment.secret and index < last:
                return None
            if side is None or moment.entry.side == side:
                return index
            if not moment.secret:
                return None
        return None

    def undo(self, side: str | None = None) -> None:
        """Take back the last choice, or the last of a side where others chose in secret after it.

        Raises NothingToUndo where none was made, or where dice fell or something hidden came to light since.
        """
        point = self._undo_point(side)
        if point is None:
            raise NothingToUndo("nothing can be taken back: no choice was made since something was last revealed")
        moment, *later = self._undoable[point:]
        redo = [*self._undone, (moment.entry.side, moment.entry.option)]
        del self._undoable[point:]
        del self.events[moment.events :]
        del self.entries[moment.entry.number - 1 :]
        self._restore(moment.state)
        for other in later:
            self._make(other.entry.option, other.entry.side)
        self._undone = redo

    def redo(self, side: str | None = None) -> None:
        """Make again the choice that was taken back last, by anybody or by a side. Raises NothingToUndo without one."""
        places = [i for i, (chooser, _) in enumerate(self._undone) if side in (None, chooser)]
        if not places:
            raise NothingToUndo("nothing was taken back")
        chooser, option = self._undone.pop(places[-1])
        self._make(option, chooser)

    def fork(self) -> Table:
        """A table in the same position, without the way back."""
        new = Table(self.game.fork(), self.header)
        new.events = list(self.events)
        new.entries = list(self.entries)
        return new


def replay(path: str | Path, *, packs: Sequence[Path] = ()) -> Iterable[Table]:
    """Play a saved game again from its beginning, yielding the table after every choice.

    Raises SaveError where the file is bad, ReplayMismatch at the first choice that goes another way than it did.
    """
    file = Path(path)
    saved = journal.read(file)
    found = _title_of(file, saved.header, packs)
    table = Table.new(found, saved.header.scenario, saved.header.options, saved.header.seed)
    yield table
    for entry in saved.entries:
        _repeat(table, entry)
        yield table
    if table.hash != saved.footer.hash:
        raise ReplayMismatch(len(saved.entries), "the game ends in another state than the one that was saved")


def _repeat(table: Table, entry: Entry) -> None:
    decision = next((d for d in table.decisions if d.side == entry.side), None)
    if decision is None:
        raise ReplayMismatch(entry.number, f"{entry.side} has nothing to decide here")
    if decision.find(entry.option) is None:
        raise ReplayMismatch(entry.number, f"{entry.option} is no longer offered")
    table.choose(entry.option, entry.side)
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
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(pack.rglob("*.yaml")):
        digest.update(path.relative_to(pack).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _union(types: tuple[type[Event], ...]) -> Any:
    union: Any = types[0]
    for other in types[1:]:
        union = union | other
    return union
