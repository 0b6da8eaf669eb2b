"""A game as a tree: points where a side decides and points where chance does, none of which ever changes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.kernel import AnyTitle, Decision, Game, View, determinise
from sandtable.kernel import title as title_of
from sandtable.kernel.dice import Bands, as_key, outcomes, total_of


class Outcome(NamedTuple):
    """One thing that chance may do."""

    label: str
    probability: Fraction


class _Undecided(Exception):
    """Chance has to decide something."""

    def __init__(self, found: tuple[Outcome, ...]) -> None:
        super().__init__()
        self.outcomes = found


class _GivenDice:
    """Dice that fall as given, and stop the game where nothing is given any more."""

    def __init__(self, given: Sequence[int]) -> None:
        self._given = given
        self._next = 0

    def _take(self, found: tuple[Outcome, ...]) -> int:
        if self._next == len(self._given):
            raise _Undecided(found)
        self._next += 1
        return self._given[self._next - 1]

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        results = outcomes(dice, None if bands is None else as_key(bands))
        taken = self._take(tuple(Outcome(f"{dice}: {total_of(dice, faces)}", chance) for faces, chance in results))
        return results[taken][0]

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        distinct = sorted(set(items))
        found = tuple(Outcome(item, Fraction(items.count(item), len(items))) for item in distinct)
        return distinct[self._take(found)]

    def fork(self) -> _GivenDice:
        return _GivenDice(())


class Memory(NamedTuple):
    """Fingerprints of all that a side has seen and chosen, and of what it saw last."""

    all: str
    last: str

    def then(self, chosen: str, sight: str) -> Memory:
        """What is remembered after a choice, if it was the side's own, and a look at what has come of it.

        Nothing new leaves no trace, so that nobody can count what others choose in secret.
        """
        seen = _fingerprint(sight)
        return self if not chosen and seen == self.last else Memory(_fingerprint(self.all, chosen, seen), seen)


class Point:
    """A point at which a side decides, or the end. `game` is for reading: it never goes on from here itself."""

    def __init__(
        self,
        game: Game[Any, Any],
        before: tuple[Point, str, str] | None = None,
        length: int = 0,
        memories: dict[str, Memory] | None = None,
    ) -> None:
        """`before` is the point, the side and its choice that have led here, `length` the number of all choices."""
        self.game = game
        self.length = length
        self._before = before
        self._memories = memories or {}

    def __deepcopy__(self, memo: object) -> Point:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept as its position, and what each side remembers of the way here."""
        title = self.game.title
        info = title.scenario(self.game.state.scenario)
        memories = {side: self._remember(side) for side in info.sides}
        return _restored, (title.id, title.packs, title.codec.encode(self.game.state), memories, self.length)

    @property
    def decision(self) -> Decision | None:
        """What is decided here: where several sides are asked at once, the first of them comes first."""
        return self.game.decisions[0] if self.game.decisions else None

    def choose(self, option_id: str) -> Point | Throw:
        """What an answer to the decision leads to."""
        return _run(self, option_id, ())

    def sight(self, side: str) -> str:
        """All that a side sees here, as text; the same for any two points that look the same to it."""
        view = View(self.game, side)
        decision = view.decision
        asked = "" if decision is None else f"{decision.prompt} {' '.join(decision.ids)}\n"
        return asked + self.game.title.codec.canonical(view.state).decode()

    def memory(self, side: str) -> str:
        """A fingerprint of all that a side has seen and chosen on the way here."""
        return self._remember(side).all

    def _remember(self, side: str) -> Memory:
        way: list[tuple[Point, str]] = []
        point = self
        while side not in point._memories and point._before is not None:
            before, chooser, option_id = point._before
            way.append((point, option_id if chooser == side else ""))
            point = before
        if side not in point._memories:
            point._memories[side] = Memory("", "").then("", point.sight(side))
        last = point._memories[side]
        for later, chosen in reversed(way):
            last = later._memories[side] = last.then(chosen, later.sight(side))
        return last

    def imagined(self, side: str, rng: random.Random) -> Point:
        """A point that looks to a side as this one does, now and in memory, with plausible facts for what is hidden.

        Where it is the side's turn to choose in secret, those asked before it are taken to have chosen anything.
        """
        world = determinise(View(self.game, side), rng)
        while self.decision is not None and self.decision.side == side != world.decisions[0].side:
            first = world.decisions[0]
            world.choose(rng.choice(first.ids), first.side)
        return Point(world, length=self.length, memories={side: self._remember(side)})


class Throw:
    """A point at which chance decides."""

    def __init__(
        self, source: Point | _Start, option_id: str, taken: tuple[int, ...], found: tuple[Outcome, ...]
    ) -> None:
        self._source = source
        self.option_id = option_id
        """The choice on which it follows; none at the start of a game."""
        self._taken = taken
        self.outcomes = found

    def __deepcopy__(self, memo: object) -> Throw:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _run, (self._source, self.option_id, self._taken)

    def choose(self, outcome: int) -> Point | Throw:
        """What an outcome, by its place in the list, leads to."""
        return _run(self._source, self.option_id, (*self._taken, outcome))

    @property
    def point(self) -> Point | None:
        """The last decision before; none at the start of a game."""
        return self._source if isinstance(self._source, Point) else None


class _Start:
    """A game that is not set up yet."""

    def __init__(self, title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> None:
        self.title = title
        self.scenario = scenario
        self.switches = switches

    def __reduce__(self) -> tuple[Any, ...]:
        return _start_of, (self.title.id, self.title.packs, self.scenario, self.switches)


def start(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Point | Throw:
    """The root of the tree of all games of a scenario."""
    return _run(_Start(title, scenario, switches), "", ())


def _run(source: Point | _Start, option_id: str, taken: tuple[int, ...]) -> Point | Throw:
    """Play from a decision to the next, or to the first throw of which the outcome is not given."""
    dice = _GivenDice(taken)
    try:
        if isinstance(source, _Start):
            return Point(source.title.new_game(source.scenario, source.switches, dice=dice))
        decision = source.decision
        assert decision is not None
        game = source.game.fork()
        game.dice = dice
        game.choose(option_id, decision.side)
        game.events = []
        return Point(game, (source, decision.side, option_id), source.length + 1)
    except _Undecided as undecided:
        return Throw(source, option_id, taken, undecided.outcomes)


def _fingerprint(*parts: str) -> str:
    return hashlib.blake2b("/".join(parts).encode(), digest_size=16).hexdigest()


def _restored(title_id: str, packs: tuple[Path, ...], state: bytes, memories: dict[str, Memory], length: int) -> Point:
    found = title_of(title_id, packs)
    return Point(found.resume(found.codec.decode(state)), length=length, memories=memories)


def _start_of(title_id: str, packs: tuple[Path, ...], scenario: str, switches: tuple[str, ...]) -> _Start:
    return _Start(title_of(title_id, packs), scenario, switches)
