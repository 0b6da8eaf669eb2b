"""Twin games: alike in all that a side may know, different in what is hidden from it.

What is hidden is written down here once more, apart from the titles' own masks, so that a mask that lets something
through is found out. Whatever a client is sent of one twin must be what it is sent of the other.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.panzer.state import Command
from sandtable.games.primer.movement import Move
from sandtable.kernel import Decision, Game, GameState, Table, dice, title
from sandtable.kernel import state as states
from sandtable.server.match import Match
from sandtable.server.storage.records import Verb

SEED = 10**15
"""Seeds are counted from here, so that they can be told from other numbers."""
TWIN = 1 << 60
"""Added to a seed: its dice fall as those of the seed do, but for the secret draws of the set-up."""


class Act(NamedTuple):
    side: str
    verb: Verb
    option: str = ""


class Step(NamedTuple):
    """What is done at the same point of each twin."""

    one: tuple[Act, ...]
    other: tuple[Act, ...]
    is_telling: bool = False
    """Whether somebody is then asked otherwise in one twin than in the other, which would tell them apart."""

    @property
    def acts(self) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
        return self.one, self.other


class Secret(NamedTuple):
    """A kind of thing that is hidden from a side, and how to make twins that differ in it alone."""

    title: str
    scenario: str
    options: tuple[str, ...]
    side: str
    """From whom it is hidden."""
    redact: Callable[[Any, str], None]
    """Takes out of a state whatever is hidden from a side."""
    unheard: tuple[str, ...]
    """The kinds of events that only those hear of whom they concern."""
    draws: range = range(0)
    """Those draws of the set-up that the twins may differ in."""
    prompt: str = ""
    """The question that the twins answer differently, if it is one."""
    rather: tuple[str, ...] = ()
    """What is chosen where it is offered, so that the game soon comes to where there is something to hide."""
    first: int = 1
    """The number of the first game that is tried, where those before it have nothing to hide for long."""

    def seeds(self, seed: int) -> tuple[int, int]:
        return (SEED + seed, SEED + seed + TWIN) if self.draws else (SEED + seed, SEED + seed)


class Story(NamedTuple):
    """Twins from their beginning, as far as they go without the difference coming to light.

    The last choice of a game is no part of it: after that nothing is secret any more.
    """

    secret: Secret
    seeds: tuple[int, int]
    steps: tuple[Step, ...]
    is_whole: bool
    """Whether only the last choice is missing."""


# What is hidden


def primer_secrets(state: Any, side: str) -> None:
    """What the other side's face-down counters are, how far they can still go, and its order until it is revealed."""
    covered = [unit_id for unit_id, unit in state.units.items() if unit.hidden and unit.side != side]
    for unit_id in covered:
        state.units[unit_id] = replace(state.units[unit_id], kind="", steps=0)
    for place, frame in enumerate(state.stack):
        if isinstance(frame, Move) and frame.unit in covered:
            state.stack[place] = replace(frame, left=0)
    for other in set(state.secret) - {side}:
        del state.secret[other]


def gsfg_secrets(state: Any, side: str) -> None:
    """How the other side has set its electronic warfare markers."""
    for other, markers in state.jammers.items():
        if other != side:
            all_of_them = markers.offensive + markers.defensive
            state.jammers[other] = replace(markers, offensive=0, defensive=all_of_them)


def gts_secrets(state: Any, side: str) -> None:
    """Which formation chits the other side has bought, for this turn and the next; that some lie there is seen."""
    content = title("gts").content(state.scenario, ())

    def seen(chit: str) -> str:
        bought = content.chit_kind[chit] == "formation" and content.chit_side[chit] != side
        return "a chit" if bought else chit

    state.cup = sorted(map(seen, state.cup))
    state.beside = sorted(map(seen, state.beside))
    state.orders = {chit: when for chit, when in state.orders.items() if content.chit_side[chit] == side}


def panzer_secrets(state: Any, side: str) -> None:
    """What commands lie face down on the units of the other side, and which of them share one."""
    content = title("panzer").content(state.scenario, ())
    for unit_id, command in state.commands.items():
        if content.side_of[unit_id] != side and not (command.shown or command.known):
            state.commands[unit_id] = Command("unknown")


def efs_secrets(state: Any, side: str) -> None:
    """Which of two orders the other side has placed on a combat, face down."""
    for name, attack in state.attacks.items():
        placed = {"attacker_orders": attack.side == side, "defender_orders": bool(side) and attack.side != side}
        covered = {field: "covered" for field, own in placed.items() if not own and getattr(attack, field)}
        state.attacks[name] = replace(attack, **covered)


def rileys_road_secrets(state: Any, side: str) -> None:
    """Where the other side sets up, while it does, and later what lies beneath its "?"."""
    for other in [frame.side for frame in state.stack if isinstance(frame, SetUp) and frame.side != side]:
        place = next(i for i, frame in enumerate(state.stack) if isinstance(frame, SetUp))
        del state.stack[place + 1 :]
        men = {name: Unit(other, unit.kind, "") for name, unit in state.units.items() if unit.side == other}
        state.units |= men
        state.weapons |= {n: Weapon(w.kind, other) for n, w in state.weapons.items() if w.side == other}
        state.works = {hex_: works for hex_, works in state.works.items() if works.side != other}
        state.to_place = {}
    state.stores = {key: count for key, count in state.stores.items() if key.startswith(f"{side}/")}
    veiled = {name: unit for name, unit in state.units.items() if unit.side != side and (unit.concealed or unit.hidden)}
    state.units = {name: unit for name, unit in state.units.items() if name not in veiled}
    state.weapons = {name: weapon for name, weapon in state.weapons.items() if weapon.holder not in veiled}
    state.units |= {unit.at: Unit(unit.side, "?", unit.at) for unit in veiled.values() if not unit.hidden}


DEALS = ("Dealt", "Drew")
EW = ("13.1", "13.11", "13.18")
MEN = tuple(f"unit:g{number}" for number in range(1, 10))
SECRETS = {
    "bridge-from-blue": Secret("primer", "bridge", (), "blue", primer_secrets, DEALS, range(6)),
    "meeting-from-red": Secret("primer", "meeting", ("10.1",), "red", primer_secrets, DEALS, range(5)),
    "meeting-from-blue": Secret("primer", "meeting", (), "blue", primer_secrets, DEALS, range(5, 10)),
    "hamburg-from-nato": Secret("gsfg", "hamburg", EW, "nato", gsfg_secrets, ("JammersSet",), prompt="set-jammers"),
    "hamburg-from-soviet": Secret("gsfg", "hamburg", EW, "soviet", gsfg_secrets, ("JammersSet",), prompt="set-jammers"),
    "bridge-from-allied": Secret("gts", "bridge", (), "allied", gts_secrets, ("Bought",), prompt="buy"),
    "gully-from-german": Secret(
        "panzer", "gully", (), "german", panzer_secrets, (), prompt="command-unit", rather=("do:standard",)
    ),
    "perekop-from-axis": Secret(
        "efs", "perekop", (), "axis", efs_secrets, ("OrdersAre",), prompt="which-orders", first=1011
    ),
    "morning-from-canadian": Secret(
        "rileys_road",
        "initial",
        (),
        "canadian",
        rileys_road_secrets,
        ("Placed", "Bought", "WorksPlaced"),
        prompt="purchase",
        rather=("do:radio",),
        first=2,
    ),
    "plough-from-canadian": Secret(
        "rileys_road", "farm", (), "canadian", rileys_road_secrets, ("Placed",), prompt="set-up-at", rather=MEN
    ),
    "toll-house-from-canadian": Secret(
        "rileys_road", "pak-front", (), "canadian", rileys_road_secrets, ("Placed",), prompt="set-up-at", rather=MEN
    ),
}


@contextlib.contextmanager
def twin_dice(secret: Secret) -> Iterator[None]:
    """While this lasts, the seed of a twin differs from its twin's in nothing but the secret draws."""
    real = dice.words

    def words(seed: int, count: int, n: int) -> list[int]:
        return real(seed - TWIN if seed >= TWIN and count not in secret.draws else seed, count, n)

    dice.words = words
    try:
        yield
    finally:
        dice.words = real


def known(secret: Secret, game: Game[Any, Any], side: str) -> bytes:
    """A whole state without what is hidden from a side."""
    state: GameState = states.fork(game.state)
    state.seed = 0
    for other, start in state.branch_starts.items():
        if other != side:
            state.branches[other] = list(start)
    secret.redact(state, side)
    return game.title.codec.canonical(state)


def differ(one: Game[Any, Any], other: Game[Any, Any]) -> bool:
    """Whether there is anything to hide."""
    first, second = states.fork(one.state), states.fork(other.state)
    first.seed = second.seed = 0
    return bool(one.title.codec.canonical(first) != other.title.codec.canonical(second))


# Finding out what twins can do together


class _Author:
    """Plays twins side by side and writes down what is done."""

    def __init__(self, secret: Secret, seeds: tuple[int, int], rng: random.Random) -> None:
        self.secret = secret
        self.rng = rng
        self.twins = matches(secret, seeds)

    @property
    def is_over(self) -> bool:
        return self.twins[0].table.result is not None

    def go_on(self) -> list[Step]:
        """Further steps, or none where every choice would bring the difference to light."""
        decision = self._whose_turn()
        theirs = self.twins[1].decision(decision.side)
        assert theirs is not None
        assert theirs.prompt == decision.prompt
        if decision.prompt == self.secret.prompt and decision.side != self.secret.side:
            pair = self._unlike(decision, theirs)
            if pair is not None:
                one, other = (Act(decision.side, "choose", option) for option in pair)
                return [self._done(Step((one,), (other,)))]
        shared = [option for option in decision.ids if theirs.find(option) is not None]
        self.rng.shuffle(shared)
        shared.sort(key=lambda option: option not in self.secret.rather)
        option = next((option for option in shared if self._stays_secret(decision.side, option)), None)
        if option is None:
            return []
        act = Act(decision.side, "choose", option)
        if self.twins[0].secret_since is not None and act.side != self.secret.side:
            return self._in_secret(act, shared)
        again = (Act(act.side, "undo"), Act(act.side, "redo")) if self.rng.random() < 0.15 else ()
        return [self._done(Step((act,), (act,)), again)]

    def _in_secret(self, act: Act, options: list[str]) -> list[Step]:
        """One twin chooses early, the other later, and not before it has chosen something else and taken it back."""
        others = [option for option in options if option != act.option]
        wavering = (Act(act.side, "choose", others[0]), Act(act.side, "undo")) if others else ()
        return [self._done(Step((act,), ())), self._done(Step((), (*wavering, act)))]

    def _whose_turn(self) -> Any:
        """Where sides choose in secret at once, those go first from whom nothing is hidden."""
        open_now = self.twins[0].table.decisions
        return min(open_now, key=lambda decision: decision.side == self.secret.side)

    def _unlike(self, decision: Decision, theirs: Decision) -> tuple[str, str] | None:
        """Two answers of a kind between which nobody can tell from whom they are hidden."""
        every = itertools.product(decision.ids, theirs.ids)
        pairs = [(one, other) for one, other in every if one != other and _kind(one) == _kind(other)]
        self.rng.shuffle(pairs)
        return next((pair for pair in pairs if self._stays_secret(decision.side, *pair)), None)

    def _stays_secret(self, side: str, option: str, instead: str = "") -> bool:
        """Whether it shows who chose an option, or in the other twin something `instead` of it."""
        forks = [match.table.fork() for match in self.twins]
        for fork, chosen in zip(forks, (option, instead or option), strict=True):
            fork.choose(chosen, side)
        one, other = (fork.game for fork in forks)
        if _asked(one) != _asked(other):
            return False
        heard = [[event for event in fork.events if type(event).__name__ not in self.secret.unheard] for fork in forks]
        must_differ = bool(self.secret.draws or instead)
        return (differ(one, other) or not must_differ) and heard[0] == heard[1] and self._alike(one, other)

    def _alike(self, one: Game[Any, Any], other: Game[Any, Any]) -> bool:
        return all(known(self.secret, one, side) == known(self.secret, other, side) for side in (self.secret.side, ""))

    def _done(self, step: Step, again: tuple[Act, ...] = ()) -> Step:
        """Do it, and then perhaps take the choice back and make it again."""
        self._play(step)
        if again and all(match.can_undo(again[0].side) for match in self.twins):
            self._play(Step(again, again))
            step = Step((*step.one, *again), (*step.other, *again))
        one, other = (match.table.game for match in self.twins)
        assert self._alike(one, other)
        return step._replace(is_telling=one.decisions != other.decisions)

    def _play(self, step: Step) -> None:
        for match, acts in zip(self.twins, step.acts, strict=True):
            play(match, acts)


def _kind(option: str) -> str:
    return option.partition(":")[0]


def _asked(game: Game[Any, Any]) -> list[tuple[str, str]]:
    """Who is asked what, without what can be answered."""
    return [(decision.side, decision.prompt) for decision in game.decisions]


def play(match: Match, acts: tuple[Act, ...]) -> None:
    for act in acts:
        match.act(act.verb, act.side, act.option, "")


def matches(secret: Secret, seeds: tuple[int, int]) -> tuple[Match, Match]:
    """Twins at their beginning."""
    one, other = (Match(Table.new(secret.title, secret.scenario, secret.options, seed)) for seed in seeds)
    return one, other


@functools.cache
def story(secret: Secret, most: int) -> Story:
    """The first twins that can go on for so many steps, or to their end, without the difference coming to light."""
    with twin_dice(secret):
        stories = (_story(secret, number, most) for number in range(secret.first, secret.first + 100))
        return next(each for each in stories if each is not None)


def _story(secret: Secret, number: int, most: int) -> Story | None:
    author = _Author(secret, secret.seeds(number), random.Random(number))
    if secret.draws and not differ(*(match.table.game for match in author.twins)):
        return None
    steps: list[Step] = []
    while len(steps) < most and not author.is_over:
        further = author.go_on()
        if not further:
            return None
        steps += further
    return Story(secret, secret.seeds(number), tuple(steps[:-1] if author.is_over else steps), author.is_over)
