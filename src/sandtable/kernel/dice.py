"""The only source of chance: a roll is a function of a seed and a count, so any game can be replayed and checked."""

from __future__ import annotations

import functools
import hashlib
import itertools
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, cast

from sandtable.kernel.errors import BrokenTitle, DiceExhausted

_SPEC = re.compile(r"(\d*)([dzx])(\d+)")
_CONTEST = re.compile(r"d(\d+)-d\1!(-?\d+)")


Bands = Sequence[int] | Sequence[str]
"""What totals of a roll have in common: those at which a new outcome begins, or for each from the lowest on what it
comes to."""


class DiceSource(Protocol):
    """Where results come from: a seed, a script, or an exploration of all of them."""

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        """The faces of the roll number `count`; totals of the same band lead to the same."""
        ...

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        """One of the items, all equally likely."""
        ...

    def fork(self) -> DiceSource:
        """Dice for a game that goes its own way from here."""
        ...


@functools.cache
def parse(dice: str) -> tuple[int, int]:
    """`2d6` is (2, 6): the number of dice and of their faces. Raises BrokenTitle for anything that is not a roll."""
    contest = _CONTEST.fullmatch(dice)
    if contest is not None:
        return 2, int(contest[1])
    match = _SPEC.fullmatch(dice)
    if match is None or int(match[3]) < 1:
        raise BrokenTitle(f"{dice!r} is not a roll: write it as d6, 2d6 or d100, or z10 for a die read from 0 to 9")
    return int(match[1] or 1), int(match[3])


def contest_of(die: str, lead: int) -> str:
    """Two dice rolled against each other, again and again while the first is above the second by just this lead."""
    return f"{die}-{die}!{lead}"


@functools.cache
def tied_at(dice: str) -> int | None:
    """The difference at which the dice of a contest are rolled again; None for any other roll."""
    contest = _CONTEST.fullmatch(dice)
    return None if contest is None else int(contest[2])


def apart(dice: str) -> str:
    """The same dice, each read by itself: 2x6 for 2d6. Each of their 36 results is one of its own."""
    return dice.replace("d", "x")


def total_of(dice: str, faces: Sequence[int]) -> int:
    """What a roll comes to: the sum of its faces; of a contest, by how much the first is above the second.

    Results of dice that are told apart are counted through, the last die turning fastest.
    """
    if "x" in dice:
        n, sides = parse(dice)
        return n + functools.reduce(lambda count, face: count * sides + face - 1, faces, 0)
    return sum(faces) if tied_at(dice) is None else faces[0] - faces[1]


@functools.cache
def lowest(dice: str) -> int:
    """The lowest face of each die: 0 for one that is written with a z, such as z10, else 1."""
    return 0 if "z" in dice else 1


def words(seed: int, count: int, n: int) -> list[int]:
    """`n` independent 64-bit numbers that belong to the roll number `count` of a seed."""
    numbers: list[int] = []
    while len(numbers) < n:
        block = len(numbers) // 8
        digest = hashlib.blake2b(b"%d/%d/%d" % (seed, count, block), digest_size=64).digest()
        wanted = min(8, n - len(numbers))
        numbers += [int.from_bytes(digest[8 * i : 8 * i + 8], "big") for i in range(wanted)]
    return numbers


class SeededDice:
    """Dice of a seed: what is played with."""

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        n, sides = parse(dice)
        first, tie = lowest(dice), tied_at(dice)
        found = n
        while True:
            faces = tuple(((word * sides) >> 64) + first for word in words(seed, count, found)[-n:])
            if tie is None or faces[0] - faces[1] != tie:
                return faces
            found += n

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        return items[(words(seed, count, 1)[0] * len(items)) >> 64]

    def fork(self) -> SeededDice:
        return self


class BranchedDice:
    """Dice of a seed up to some roll and of other seeds from there on: of a game that was branched off another."""

    def __init__(self, later: Mapping[int, int]) -> None:
        """By the number of a roll: the seed from it on."""
        self._later = dict(sorted(later.items()))

    def _seed(self, seed: int, count: int) -> int:
        return next((self._later[first] for first in reversed(self._later) if first <= count), seed)

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        return SeededDice().faces(self._seed(seed, count), count, dice, bands)

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        return SeededDice().pick(self._seed(seed, count), count, items)

    def fork(self) -> BranchedDice:
        return self


class ScriptedDice:
    """Dice that fall as a test says: an int a die, or the text of the thing to be drawn."""

    def __init__(self, script: Iterable[int | str]) -> None:
        self._script = list(script)
        self._next = 0

    def fork(self) -> ScriptedDice:
        """The rest of the script, for a game of its own."""
        return ScriptedDice(self._script[self._next :])

    def _take(self) -> int | str:
        if self._next == len(self._script):
            raise DiceExhausted(f"the script of {len(self._script)} dice is used up; add the next result")
        self._next += 1
        return self._script[self._next - 1]

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        n, sides = parse(dice)
        tie = tied_at(dice)
        faces: list[int] = []
        while len(faces) < n:
            face = self._take()
            if not isinstance(face, int) or not 0 <= face - lowest(dice) < sides:
                raise ValueError(f"the script says {face!r} where {dice} is rolled")
            faces.append(face)
            if tie is not None and len(faces) == n and faces[0] - faces[1] == tie:
                faces.clear()
        return tuple(faces)

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        item = self._take()
        if item not in items:
            raise ValueError(f"the script draws {item!r}, which is not among {', '.join(items)}")
        return str(item)


@functools.cache
def distribution(dice: str) -> dict[int, tuple[tuple[int, ...], Fraction]]:
    """Each total of a roll with the first faces that make it and its probability."""
    n, sides = parse(dice)
    if sides**n > 1_000_000:
        raise BrokenTitle(f"{dice} has too many results to list; roll fewer dice at once")
    found: dict[int, tuple[int, ...]] = {}
    ways: dict[int, int] = {}
    first_face = lowest(dice)
    for faces in itertools.product(range(first_face, first_face + sides), repeat=n):
        total = total_of(dice, faces)
        found.setdefault(total, faces)
        ways[total] = ways.get(total, 0) + 1
    tie = tied_at(dice)
    if tie is not None:
        ways.pop(tie, None)
    all_ways = sum(ways.values())
    return {total: (found[total], Fraction(count, all_ways)) for total, count in ways.items()}


def as_key(bands: Bands) -> tuple[int, ...] | tuple[str, ...]:
    """Bands as something to look up."""
    return cast("tuple[int, ...] | tuple[str, ...]", tuple(bands))


def band_of(dice: str, total: int, bands: Bands) -> int | str:
    """The band of a total: how many of the totals at which one begins it has reached, or what it comes to."""
    if bands and isinstance(bands[0], str):
        return bands[total - lowest(dice) * parse(dice)[0]]
    return sum(1 for lower in bands if isinstance(lower, int) and total >= lower)


@functools.cache
def outcomes(
    dice: str, bands: tuple[int, ...] | tuple[str, ...] | None
) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The distinct outcomes of a roll: representative faces and probability of each band of totals.

    None makes every total an outcome.
    """
    totals = distribution(dice)
    if bands is None:
        return tuple(totals[total] for total in sorted(totals))
    grouped: dict[int | str, tuple[tuple[int, ...], Fraction]] = {}
    for total in sorted(totals):
        faces, probability = totals[total]
        band = band_of(dice, total, bands)
        first, sum_so_far = grouped.get(band, (faces, Fraction(0)))
        grouped[band] = (first, sum_so_far + probability)
    return tuple(grouped.values())


class ExploringDice:
    """Dice that follow a given series of outcomes and then take the first of each, noting what else could have been."""

    def __init__(self, prefix: tuple[int, ...] = ()) -> None:
        self._prefix = prefix
        self.taken: list[int] = []
        self.widths: list[int] = []
        self.probability = Fraction(1)

    def _branch(self, width: int) -> int:
        depth = len(self.taken)
        index = self._prefix[depth] if depth < len(self._prefix) else 0
        self.taken.append(index)
        self.widths.append(width)
        return index

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        results = outcomes(dice, None if bands is None else as_key(bands))
        faces, probability = results[self._branch(len(results))]
        self.probability *= probability
        return faces

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        distinct = sorted(set(items))
        item = distinct[self._branch(len(distinct))]
        self.probability *= Fraction(items.count(item), len(items))
        return item

    def fork(self) -> ExploringDice:
        """Only whole results are explored, so nothing branches off in the middle of one."""
        raise BrokenTitle("a title must not fork a game while a roll is being explored")

    def alternatives(self) -> list[tuple[int, ...]]:
        """The series of outcomes that branch off from this one beyond its prefix."""
        return [
            (*self.taken[:depth], other)
            for depth in range(len(self._prefix), len(self.taken))
            for other in range(1, self.widths[depth])
        ]


class GuessingDice(ExploringDice):
    """Dice that follow a given series of outcomes, and fall at random after it: what comes then stands for the rest."""

    def __init__(self, prefix: tuple[int, ...], rng: random.Random) -> None:
        super().__init__(prefix)
        self._rng = rng

    @property
    def width(self) -> int:
        """Into how many outcomes the first roll after the series branches; 0 where there is none."""
        return self.widths[len(self._prefix)] if len(self.widths) > len(self._prefix) else 0

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        if len(self.taken) < len(self._prefix):
            return super().faces(seed, count, dice, bands)
        results = outcomes(dice, None if bands is None else as_key(bands))
        self._branch(len(results))
        chances = [float(probability) for _, probability in results]
        return self._rng.choices([faces for faces, _ in results], chances)[0]

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        if len(self.taken) < len(self._prefix):
            return super().pick(seed, count, items)
        self._branch(len(set(items)))
        return self._rng.choice(items)
