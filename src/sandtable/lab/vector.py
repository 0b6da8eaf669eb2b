"""Many games of a scenario at once, by Gymnasium's conventions for vectors, on processes that share their memory.

Needs the extra `pettingzoo`, which brings Gymnasium.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import multiprocessing
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.error import ClosedEnvironmentError
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("Gymnasium is not installed; install it with: pip install 'sandtable[pettingzoo]'") from error

from sandtable.kernel import AnyTitle, SandtableError
from sandtable.kernel import title as title_of
from sandtable.lab.agents.match import BadSetting, Match, RewardScheme, made_again
from sandtable.lab.agents.observations import Observations
from sandtable.lab.agents.slots import Rows, Slots, shapes
from sandtable.lab.processes import cores

_Wanted = dict[str, tuple[tuple[int, ...], Any]]
"""Shapes and types by name."""
Stepped = tuple[
    npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
]


class WorkerFailed(SandtableError):
    """A process of a vector met an error, which the message tells, or died."""


class Settings(TypedDict, total=False):
    """What else a vector can be told."""

    switches: Sequence[str]
    """The optional rules in force."""
    rewards: RewardScheme
    """`terminal` or `shaped`, as in `sandtable.lab.pettingzoo`."""
    max_cycles: int | None
    """After how many steps a game is truncated."""
    packs: Sequence[Path]
    """Data packs, for a title given by its id."""
    workers: int
    """On how many processes: as many as there are processors unless told; 0 for this one alone."""


def make(title: AnyTitle | str, scenario: str | None, n: int, **settings: Unpack[Settings]) -> Games:
    """So many games of a scenario, stepped together. Raises UnknownTitle, UnknownScenario and BadSetting."""
    found = title_of(title, settings.get("packs", ())) if isinstance(title, str) else title
    return Games(found, scenario, n, settings)


class Games(VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games that are stepped together: in each, the side that is asked acts.

    Observations are a view of one buffer, which the next step overwrites: copy what is to be kept. `info` tells the
    masks of legal actions (`action_mask`), who is to act (`side`, its number among `sides`) and what every side got
    (`rewards`); the rewards of a step are those of the sides that acted. A game that has ended shows how it ended, and
    at the next step, whatever the action, the next game begins (`AutoresetMode.NEXT_STEP`).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, title: AnyTitle, scenario: str | None, n: int, settings: Settings) -> None:
        if n < 1:
            raise BadSetting(f"a vector of {n} games: it takes one or more")
        self._settings = settings
        self._title = title
        self._crew: list[_Worker] = []
        self._here: Slots | None = None
        self._first = first = _match(title, scenario, settings, None)
        self.num_envs = n
        self.sides = first.sides
        """The sides in the order of their numbers."""
        self.observations = first.observations
        self.actions = first.actions
        self.single_observation_space = spaces.Box(-1.0, 1.0, (first.observations.size,), np.float32)
        self.single_action_space = spaces.Discrete(first.actions.size)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        workers = min(settings.get("workers", cores()), n)
        self._man(0 if workers == 1 and "workers" not in settings else workers)

    def _man(self, workers: int) -> None:
        """Lay out the rows, and hand them out."""
        first, n = self._first, self.num_envs
        wanted = shapes(first, n)
        if not workers:
            found: dict[str, Any] = {name: np.zeros(shape, of) for name, (shape, of) in wanted.items()}
            self._rows = Rows(**found)
            matches = [_match(self._title, first.scenario, self._settings, first.observations) for _ in range(n)]
            self._here = Slots(matches, self._rows)
            return
        shared = {name: RawArray("b", _bytes(shape, of)) for name, (shape, of) in wanted.items()}
        self._rows = _rows(shared, wanted)
        bounds = [n * number // workers for number in range(workers + 1)]
        work = _Work(type(self._title), self._title.packs, first.scenario, self._settings)
        for start, end in itertools.pairwise(bounds):
            self._crew.append(_Worker(work, shared, wanted, start, end))

    # Gymnasium's conventions

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """New games in all slots: with one seed, the slots have it and those that follow; or give one for each.

        Without a seed each slot goes on to the next game that its last seed leads to.
        """
        self._all("reset", self._seeds(seed))
        return self._rows.seen, self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            return [int(seed) + number for number in range(self.num_envs)]
        seeds = [None if each is None else int(each) for each in seed]
        if len(seeds) != self.num_envs:
            raise BadSetting(f"{len(seeds)} seeds for {self.num_envs} games: give one, or one for each")
        return seeds

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """An action in every game. Raises IllegalAction, or WorkerFailed which tells it, for one that is not legal."""
        rows = self._rows
        acting = rows.sides.astype(np.intp)
        rows.actions[:] = actions
        self._all("step")
        got = rows.rewards[np.arange(self.num_envs), acting].astype(np.float64)
        return rows.seen, got, rows.ended.copy(), rows.cut_off.copy(), self._info()

    def _info(self) -> dict[str, Any]:
        rows = self._rows
        return {"action_mask": rows.masks, "side": rows.sides.copy(), "rewards": rows.rewards.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes."""
        for worker in self._crew:
            worker.end()
        self._crew = []

    # Keeping

    def __getstate__(self) -> dict[str, Any]:
        kept = [each for part in self._all("kept") for each in part]
        rows = {name: array.copy() for name, array in self._rows.named().items()}
        return {"n": self.num_envs, "settings": self._settings, "games": kept, "rows": rows}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        first: Match = kept["games"][0][0]
        self.__init__(first.title, first.scenario, kept["n"], kept["settings"])  # type: ignore[misc]
        for name, array in self._rows.named().items():
            array[:] = kept["rows"][name]
        self._all("take", kept["games"])

    # Processes

    def _all(self, order: str, given: Sequence[Any] | None = None) -> list[Any]:
        """Have every process, or this one, do something, each with its part of what is given."""
        if self.closed:
            raise ClosedEnvironmentError("the vector is closed: its games have ended with it")
        if self._here is not None:
            return [getattr(self._here, order)(*([] if given is None else [given]))]
        for worker in self._crew:
            worker.send(order, given)
        # All are heard before anything is raised, lest an answer be taken for that to another question.
        answers = [worker.answer() for worker in self._crew]
        for problem, _ in answers:
            if problem:
                raise WorkerFailed(problem)
        return [answer for _, answer in answers]


class _Work(NamedTuple):
    """What a process needs to know to play."""

    made: type[AnyTitle]
    packs: tuple[Path, ...]
    scenario: str
    settings: Settings


class _Worker:
    """A process that plays some of the games."""

    def __init__(self, work: _Work, shared: dict[str, Any], wanted: _Wanted, start: int, end: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._part = slice(start, end)
        self._process = context.Process(target=_play, args=(there, work, shared, wanted, start, end), daemon=True)
        self._process.start()
        there.close()

    def send(self, order: str, given: Sequence[Any] | None) -> None:
        """Have it do something with its part of what is given."""
        with contextlib.suppress(BrokenPipeError):
            self._here.send((order, None if given is None else given[self._part]))

    def answer(self) -> tuple[str, Any]:
        """A problem, or what came of it."""
        try:
            found: tuple[str, Any] = self._here.recv()
        except EOFError:
            return "a process of the vector has died", None
        return found

    def end(self) -> None:
        self._here.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()


def _play(orders: Connection, work: _Work, shared: dict[str, Any], wanted: _Wanted, start: int, end: int) -> None:
    """What a process does until its orders end, which they do with whoever gives them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    title = made_again(work.made, work.packs)
    rows = _rows(shared, wanted).part(start, end)
    first = _match(title, work.scenario, work.settings, None)
    matches = [first, *(_match(title, work.scenario, work.settings, first.observations) for _ in range(start + 1, end))]
    slots = Slots(matches, rows)
    with contextlib.suppress(EOFError):
        while True:
            order, given = orders.recv()
            try:
                answer = "", getattr(slots, order)(*([] if given is None else [given]))
            except Exception as error:
                answer = f"{type(error).__name__}: {error}", None
            orders.send(answer)


def _match(title: AnyTitle, scenario: str | None, settings: Settings, observations: Observations | None) -> Match:
    return Match(
        title,
        scenario,
        tuple(settings.get("switches", ())),
        settings.get("rewards", "terminal"),
        settings.get("max_cycles"),
        observations,
    )


def _bytes(shape: tuple[int, ...], of: Any) -> int:
    return math.prod(shape) * int(np.dtype(of).itemsize)


def _rows(shared: dict[str, Any], wanted: _Wanted) -> Rows:
    found: dict[str, Any] = {
        name: np.frombuffer(shared[name], of).reshape(shape) for name, (shape, of) in wanted.items()
    }
    return Rows(**found)
