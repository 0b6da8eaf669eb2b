"""What a game must supply to be played, and how a title is found by its name."""

from __future__ import annotations

import functools
import importlib
import os
import random
import shutil
import tempfile
import traceback
import uuid
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from sandtable import datafile
from sandtable.kernel import installed
from sandtable.kernel import state as states
from sandtable.kernel.decisions import Choice, Refusal
from sandtable.kernel.dice import DiceSource
from sandtable.kernel.errors import UnknownScenario, UnknownTitle
from sandtable.kernel.events import KERNEL_EVENTS, Event
from sandtable.kernel.game import Game
from sandtable.kernel.generating import CannotGenerate, Dial, Order, ordered
from sandtable.kernel.handles import Handle
from sandtable.kernel.observed import Observed
from sandtable.kernel.packs import check_pack
from sandtable.kernel.player import Player, Thinking, Way
from sandtable.kernel.procedures import Procedure
from sandtable.kernel.renaming import Renamed
from sandtable.kernel.rules import Rule
from sandtable.kernel.standing import Formality
from sandtable.kernel.state import Codec, GameState
from sandtable.kernel.text import LANGUAGES, Texts

S = TypeVar("S", bound=GameState)
C = TypeVar("C")

_CURE = "mend it, or uninstall its package"
_KERNEL_TEXTS = Path(__file__).parent / "texts"
LESSONS = "lessons"
"""The folder of a title's data that holds its lessons."""
_ContentKey = tuple[str, tuple[str, ...]]
MOST_TEXTS = 64
"""How many contents and languages a title keeps its words for."""


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule, off unless chosen; its id is the rule's number."""

    id: str
    name: dict[str, str]


class ScenarioInfo(msgspec.Struct, frozen=True):
    """What a player wants to know before choosing a scenario."""

    id: str
    name: dict[str, str]
    turns: int
    sides: tuple[str, ...]
    description: dict[str, str] = {}
    """A sentence for lists."""
    switches: tuple[Switch, ...] = ()
    briefing: dict[str, str] = {}
    """What is told at the table of how things stand; the description where there is none."""
    first_turn: int = 1
    """The number of its first turn, which is that of the campaign where a scenario is a part of one."""


class Title(ABC, Generic[S, C]):
    """One game: its state, its procedures, its data and its words. `C` is the immutable content of a scenario."""

    id: ClassVar[str]
    name: ClassVar[dict[str, str]]
    tutorial: ClassVar[bool] = False
    """Whether this is the game for newcomers."""
    state_type: type[S]
    procedures: tuple[type[Procedure], ...]
    event_types: tuple[type[Event], ...] = ()
    systems: ClassVar[tuple[str, ...]] = ()
    """The packages of rules on which it is built: their rules, their data and their words are its own as well."""
    text_folders: ClassVar[tuple[Path, ...]] = (_KERNEL_TEXTS,)
    """Where the words stand that titles share."""
    kinds: ClassVar[tuple[str, ...]] = ("do", "unit", "hex")
    """The kinds of options that it offers."""
    observed: ClassVar[Observed | None] = None
    """What an agent sees of it; where a title declares nothing, its facts are listed as they come."""
    masked: ClassVar[tuple[str, ...] | None] = None
    """The dicts and lists of the state that `glance` alters, and no others; None where it is not said.

    Those that it replaces need not be named."""
    formalities: ClassVar[dict[str, Formality]] = {}
    """The questions that a side may answer in advance, by their prompts."""
    alarms: ClassVar[tuple[type[Event], ...]] = ()
    """What ends a standing order that was given until something happens; only what its side may know of counts."""
    bots: ClassVar[dict[str, Callable[[int], Player]]] = {}
    """Computer players of this title's own, by name: each made from a seed."""
    is_searched: ClassVar[bool] = True
    """Whether the players that search are offered: not where trying out moves would keep people waiting."""
    playbook: ClassVar[tuple[Callable[[int], Way], ...]] = ()
    """This title's own ways of playing on, the best first, each made from a seed: searches follow and compare them."""
    thinking: ClassVar[Thinking] = Thinking()

    renamed: ClassVar[Renamed] = Renamed()
    """What earlier versions called otherwise: so games that they have stored are carried over."""
    most_switched: ClassVar[int] = 24
    """How many contents of scenarios with optional rules are kept."""
    most_made: ClassVar[int] = 16
    """How many contents of scenarios that are made to order are kept."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        """`packs` are folders whose maps, units, tables and scenarios replace or add to the title's own."""
        self.packs = tuple(packs)
        states.container_fields(self.state_type)
        self.codec = Codec(self.state_type, self.procedures)
        self.all_events = (*KERNEL_EVENTS, *self.event_types)
        self._catalogs: dict[str, list[dict[str, str]]] = {}
        self._texts: dict[tuple[str, int], Texts] = {}
        self.content_cache: dict[_ContentKey, C] = {}
        self._made: tuple[int, Path] | None = None
        """The process that makes scenarios to order, and its folder of them."""
        self._made_infos: dict[str, ScenarioInfo] = {}

    # Data

    @classmethod
    def folder(cls) -> Path:
        """The folder of the title's own data."""
        module = importlib.import_module(cls.__module__)
        assert module.__file__ is not None
        return Path(module.__file__).parent / "data"

    @classmethod
    def folders(cls) -> tuple[Path, ...]:
        """The folders of all its data: those of the systems on which it is built, then its own."""
        beneath = (importlib.import_module(name).__file__ for name in cls.systems)
        return (*(Path(file).parent / "data" for file in beneath if file), cls.folder())

    def data_file(self, relative: str) -> Path:
        """A data file by its path inside `data/`, from the last pack that has it, else from the title itself."""
        for root in (*reversed(self.packs), self.folder(), self.lesson_folder(), *self.folders()):
            if (root / relative).exists():
                return root / relative
        place = Path(relative)
        if place.parent.name == "scenarios" and self.is_made(place.stem):
            return self._made_pack(place.stem) / relative
        return self.folder() / relative

    def is_made(self, scenario: str) -> bool:
        """Whether an id is that of a scenario that its generator makes to order."""
        return ordered(self.dials(), scenario) is not None

    def _made_pack(self, scenario: str) -> Path:
        """The folder of a pack with a scenario that is made to order, made once."""
        process = os.getpid()
        if self._made is None or self._made[0] != process:
            folder = Path(tempfile.mkdtemp(prefix="sandtable-made-"))
            weakref.finalize(self, _tidy, process, folder)
            self._made = (process, folder)
        pack = self._made[1] / scenario
        path = pack / "scenarios" / f"{scenario}.yaml"
        if not path.exists():
            made = ordered(self.dials(), scenario)
            assert made is not None
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_suffix(f".{uuid.uuid4().hex}")
            new.write_text(self.generate(made), encoding="utf8")
            new.replace(path)
        return pack

    @classmethod
    def lesson_folder(cls) -> Path:
        """The folder of the lessons, laid out like `data/`: its scenarios and maps are played in lessons only."""
        return cls.folder() / LESSONS

    def data_files(self, relative: str) -> list[Path]:
        """The files of a data folder by name, those of packs taking the place of the title's own."""
        found: dict[str, Path] = {}
        for root in (*self.folders(), *self.packs):
            found |= {path.name: path for path in sorted((root / relative).glob("*.yaml"))}
        return [found[name] for name in sorted(found)]

    def rules(self) -> list[Rule]:
        """The rule list, in the order of the rulebook; those of the systems on which it is built come first."""
        return [rule for folder in self.folders() for rule in datafile.read(folder / "rules.yaml", list[Rule])]

    # What a title supplies

    @abstractmethod
    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios by id; the first is the one for newcomers."""

    def dials(self) -> tuple[Dial, ...]:
        """What its generator of scenarios can be told; none for a title that makes none to order."""
        return ()

    def generate(self, made: Order) -> str:
        """The file of a scenario that is made to order: the same text for the same order. Raises CannotGenerate."""
        raise CannotGenerate(f"{self.id} makes no scenarios to order")

    @abstractmethod
    def load(self, scenario: str, switches: tuple[str, ...]) -> C:
        """The immutable content of a scenario. Raises DataError where a file is bad."""

    @abstractmethod
    def start(self, content: C) -> S:
        """The state before the first decision, with the first procedures on its stack."""

    @abstractmethod
    def mask(self, state: S, content: C, side: str) -> None:
        """Remove from a state what a side (or, for an empty text, the public) may not know."""

    def glance(self, game: Game[S, C], state: S, side: str) -> None:
        """The same of the state of a game for a look that is over before the game goes on.

        It must come to the same as `mask`, but may put in the state what is kept from look to look.
        """
        self.mask(state, game.content, side)

    @abstractmethod
    def fill(self, state: S, content: C, side: str, rng: random.Random) -> None:
        """Put plausible facts in the place of those that `mask` removed."""

    @abstractmethod
    def evaluate(self, state: S, content: C, side: str) -> float:
        """How good the position is for a side: 0 for even, better is more; won and lost lie beyond all others."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the current game turn."""

    def named(self, kind: str, ident: str, lang: str, content: C | None) -> str | None:
        """The name of a thing of a kind (unit, hex...), or None where the texts know it.

        Without a content, of no scenario in particular, the thing may be called by its id.
        """
        return None

    def named_now(self, kind: str, ident: str, lang: str, game: Game[S, C]) -> str | None:
        """The same as a game stands, for what comes to be called otherwise in play."""
        return self.named(kind, ident, lang, game.content)

    def ids(self, kind: str, content: C) -> Iterable[str]:
        """Everything of a kind that an option might name (unit, hex), offered or not."""
        return ()

    def why_not(self, game: Game[S, C], choice: Choice) -> Refusal | None:
        """Why something can answer no question now, such as a counter that is not on the map; None if it might."""
        return None

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        """What can be turned in a scenario's file to make it even, the most natural first."""
        return ()

    # What the kernel makes of it

    def option_ids(self, content: C) -> list[str]:
        """Every option of its kinds that may ever be offered: what `ids` lists, then what only has a text."""
        listed = ((kind, (*self.ids(kind, content), *self.texts("en").names(kind))) for kind in self.kinds)
        return list(dict.fromkeys(f"{kind}:{name}" for kind, names in listed for name in names))

    @functools.cached_property
    def known_scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios by id, read once."""
        return self.scenarios()

    @functools.cached_property
    def lesson_scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios of lessons by id, which are in no list of those to be played."""
        folder = self.lesson_folder()
        if not (folder / "scenarios").exists():
            return {}
        found = type(self)((folder,)).scenarios()
        return {name: info for name, info in found.items() if (folder / "scenarios" / f"{name}.yaml").exists()}

    def scenario(self, scenario: str | None = None) -> ScenarioInfo:
        """A scenario by its id, be it of a lesson; or the first. Raises UnknownScenario."""
        known = self.known_scenarios
        if scenario is None:
            return next(iter(known.values()))
        if scenario in known:
            return known[scenario]
        if scenario in self.lesson_scenarios:
            return self.lesson_scenarios[scenario]
        if self.is_made(scenario):
            if scenario not in self._made_infos:
                self._made_infos[scenario] = type(self)((*self.packs, self._made_pack(scenario))).scenarios()[scenario]
            return self._made_infos[scenario]
        raise UnknownScenario(f"{self.id} has no scenario {scenario!r}; it has {', '.join(known)}")

    def content(self, scenario: str, switches: tuple[str, ...] = ()) -> C:
        """The content of a scenario with some optional rules, loaded once.

        Of those with optional rules, and of scenarios that are made to order, only some are kept: the last that were
        asked for.
        """
        key = (scenario, switches)
        found = self.content_cache.get(key)
        if found is None:
            self._check_switches(self.scenario(scenario), switches)
            found = self.content_cache[key] = self.load(scenario, switches)
        if self.is_made(scenario):
            self._keep_some(key, found, self.most_made, lambda each: self.is_made(each[0]))
        elif switches:
            self._keep_some(key, found, self.most_switched, lambda each: bool(each[1]) and not self.is_made(each[0]))
        return found

    def _keep_some(self, key: _ContentKey, found: C, most: int, kind: Callable[[_ContentKey], bool]) -> None:
        """A content of a kind was asked for: of that kind, those not asked for the longest are forgotten."""
        self.content_cache[key] = self.content_cache.pop(key, found)
        for other in [each for each in list(self.content_cache) if kind(each)][:-most]:
            self.content_cache.pop(other, None)

    def _check_switches(self, info: ScenarioInfo, switches: tuple[str, ...]) -> None:
        offered = [switch.id for switch in info.switches]
        for switch in switches:
            if switch not in offered:
                has = ", ".join(offered) or "none"
                raise UnknownScenario(f"{self.id}/{info.id} has no optional rule {switch!r}; it has {has}")

    def new_game(
        self, scenario: str, switches: tuple[str, ...] = (), seed: int = 0, dice: DiceSource | None = None
    ) -> Game[S, C]:
        """A game at its first decision."""
        content = self.content(scenario, switches)
        state = self.start(content)
        state.scenario, state.switches, state.seed = scenario, switches, seed
        return self.resume(state, dice)

    def resume(self, state: S, dice: DiceSource | None = None) -> Game[S, C]:
        """A game that goes on from a state."""
        content = self.content(state.scenario, state.switches)
        game = Game(self, content, state) if dice is None else Game(self, content, state, dice)
        game.advance()
        return game

    def texts(self, lang: str, content: C | None = None) -> Texts:
        """The title's words in a language; with a content, things are called as in that scenario.

        `Game.texts` calls them as they are now.
        """
        key = (lang, id(content))
        found = self._texts.get(key)
        if found is None:

            def namer(kind: str, ident: str, lang: str) -> str | None:
                return self.named(kind, ident, lang, content)

            found = self._texts[key] = Texts(lang, self._catalogs_in(lang), namer)
            # They know the names of a content and keep it from being forgotten.
            for other in list(self._texts)[:-MOST_TEXTS]:
                self._texts.pop(other, None)
        return found

    def _catalogs_in(self, lang: str) -> list[dict[str, str]]:
        """The shared catalogs and the title's own: all files of `data/text` whose name ends in the language."""
        if lang not in self._catalogs:
            own = [path for path in self.data_files("text") if path.stem == lang or path.stem.endswith(f"-{lang}")]
            shared = [folder / f"{lang}.yaml" for folder in self.text_folders]
            self._catalogs[lang] = [datafile.read(path, dict[str, str]) for path in (*shared, *own)]
        return self._catalogs[lang]

    def words(self, key: str, args: Mapping[str, object] | None = None) -> dict[str, str]:
        """A text in every language: the name of a switch or of a handle."""
        return {lang: self.texts(lang).phrase(key, args) for lang in LANGUAGES}


AnyTitle = Title[Any, Any]


def _tidy(maker: int, folder: Path) -> None:
    """Remove what a process has made; one that was forked from it leaves it alone."""
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


def titles() -> list[str]:
    """The ids of all titles that can be played."""
    unusable = unusable_titles()
    return [claim.id for claim in installed.claims() if claim not in unusable]


def unusable_titles() -> dict[installed.Claim, str]:
    """What claims to be a title and cannot be used, with who brings it, why, and what to do about it."""
    found = {}
    for claim in installed.claims():
        try:
            installed.check_rivals(claim)
            _check(claim, _title(claim, ()))
        except UnknownTitle as error:
            found[claim] = str(error)
    return found


def _check(claim: installed.Claim, made: AnyTitle) -> None:
    """What anybody who lists titles relies on: a name and scenarios. Raises UnknownTitle."""
    try:
        assert made.name["en"]
        made.scenario()
    except Exception as error:
        raise claim.unusable(_told(error)) from error


def title(title_id: str, packs: Sequence[Path] = ()) -> AnyTitle:
    """A title by its id, with data packs laid over its own data.

    Raises UnknownTitle, and DataError for a pack with a file that the title would never read.
    """
    claim = installed.claim(title_id)
    if claim is None:
        raise UnknownTitle(f"there is no title {title_id!r}; installed are {', '.join(titles())}")
    installed.check_rivals(claim)
    made = _title(claim, tuple(packs))
    for pack in packs:
        check_pack(made.folders(), pack)
    return made


@functools.cache
def _title(claim: installed.Claim, packs: tuple[Path, ...]) -> AnyTitle:
    """The title that is claimed. Raises UnknownTitle, whatever goes wrong: titles are written by many hands."""
    try:
        found = claim.load()
        made = found(packs) if isinstance(found, type) and issubclass(found, Title) else None
    except Exception as error:
        raise claim.unusable(_told(error)) from error
    if made is None:
        raise claim.unusable(f"{claim.module}:{claim.name} is no subclass of sandtable.kernel.Title; {_CURE}")
    if made.id != claim.id:
        raise claim.unusable(f"its own id is {made.id!r}; name the entry point after it")
    return made


def _told(error: Exception) -> str:
    """What went wrong in a title, in which file and line, and the cure."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    place = f" ({'/'.join(Path(frames[-1].filename).parts[-2:])}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}; {_CURE}"
