"""Everything that a client is ever given of a game, written down so that two games can be compared."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from sandtable.kernel import PUBLIC, Decision, View, title
from sandtable.players.search import Budget, SearchPlayer, Thoughts
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Client, Data, Server, new_key, serving
from server.twins import Act, Secret, Step, Story, twin_dice

NOWHERE = "9999"
NONSENSE = ("unit:nobody", f"hex:{NOWHERE}", "do:nothing", "")
_SOME = 4
_NODES = 40
_TELLING = 5
"""How often in a life of the server everything is asked because twins could be told apart then."""
_OF_THE_MOMENT = ("commitment", "updated")
"""Fields that differ from game to game: the hash of the seed, and when something last happened."""


class Inline:
    """Workers that work here, so that what a test plants is planted in them as well."""

    def __init__(self, *_: object, **__: object) -> None: ...

    async def run(self, function: Any, *args: Any) -> Any:
        return await asyncio.to_thread(function, *args)

    async def run_for(self, _: object, function: Any, *args: Any) -> Any:
        return await self.run(function, *args)

    def start(self) -> None: ...

    def close(self) -> None: ...


class Foreseeable:
    """Tokens, salts and names of tables that are the same in every game, and the seed of those that are given none."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(0)
        self._seed = seed

    def randbits(self, _: int) -> int:
        return self._seed

    def token_urlsafe(self, length: int) -> str:
        return f"{self._rng.getrandbits(8 * length):0{2 * length}x}"

    token_hex = token_urlsafe


def _brief_counsel(view: View, decision: Decision, seed: int) -> Thoughts:
    """Advice that does not depend on the clock."""
    return SearchPlayer(seed, Budget(nodes=_NODES)).thoughts(view, decision)


class Told(NamedTuple):
    """Something that was received, and where it came from."""

    where: str
    text: str
    size: int = 0
    """How long it was before what differs in every game was made alike."""


class Telling(NamedTuple):
    """What each of those who looked on was told of a game, and what nobody may be told."""

    transcripts: dict[str, Transcript]
    keys: tuple[str, ...]


class Transcript:
    """What one seat was given, with what differs in every game made alike."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self._revisions: dict[str, str] = {}

    def note(self, where: str, text: str) -> str:
        """Write something down, and return what was written."""
        size = len(text)
        with contextlib.suppress(msgspec.DecodeError):
            text = msgspec.json.encode(self._plain(msgspec.json.decode(text))).decode()
        self.told.append(Told(where, text, size))
        return text

    def _plain(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        if not isinstance(value, dict):
            return value
        plain = {key: self._plain(item) for key, item in value.items() if key not in _OF_THE_MOMENT}
        if value.get("type") in ("position", "update"):
            for field in plain.keys() & {"revision", "base"}:
                plain[field] = self._revisions.setdefault(value[field], f"revision {len(self._revisions)}")
        return plain

    @property
    def text(self) -> str:
        return "\n".join(told.text for told in self.told)

    def unlike(self, other: Transcript) -> tuple[Told, Told] | None:
        """The first thing in which it differs from another."""
        nothing = Told("the end", "")
        pairs = itertools.zip_longest(self.told, other.told, fillvalue=nothing)
        return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), None)


class Seat:
    """A client that looks on: it asks whatever can be asked, and keeps all that it is told."""

    def __init__(self, keys: Data, secret: Secret, side: str, lang: str) -> None:
        self.secret = secret
        self.side = side
        self.transcript = Transcript()
        self.others = [other for other in title(secret.title).scenario(secret.scenario).sides if other != side]
        self._keys = keys
        self._lang = lang
        self._token = keys["tokens"][side] if side else keys["spectator"]

    def sit_down(self, server: Server) -> None:
        self._server = server
        self._noted = 0
        self.client = server.sit(self._keys["table"], self._token, lang=self._lang)
        self.note("hello")

    def ask(self, kind: str, **fields: Any) -> Data:
        answer = self.client.ask(kind, **fields)
        self.note(f"{kind} {[value for field, value in fields.items() if field not in ('key', 'revision')]}")
        return answer

    def note(self, where: str) -> None:
        """Write down what has come since."""
        for text in self.client.received[self._noted :]:
            self.transcript.note(where, text)
        self._noted = len(self.client.received)

    # Asking for everything

    def probe(self, rng: random.Random) -> None:
        """Ask whatever can be asked of a position, for oneself and for others."""
        self._ask_about_options(rng)
        self._ask_about_hexes(rng)
        self._ask_about_counters(rng)
        self._ask_about_the_past(rng)
        self._ask_for_what_is_not_ones_own()
        self._act_wrongly()
        self._note_call("GET", "/api/tables")

    def _options(self, rng: random.Random) -> list[str]:
        """All kinds of options: some that are offered, some counters and hexes, and nonsense."""
        offered = self.client.options if self.client.position["question"] else []
        found = title(self.secret.title)
        content = found.content(self.secret.scenario, self.secret.options)
        others = [f"{kind}:{name}" for kind in ("unit", "hex") for name in _some(found.ids(kind, content), rng, 12)]
        return [*_some(offered, rng, 8), *others, *NONSENSE]

    def _ask_about_options(self, rng: random.Random) -> None:
        options = self._options(rng)
        for option in options:
            self.ask("explain", option=option, side=self.side)
            self.ask("preview", option=option, side=self.side)
        for option in options[:_SOME]:
            self.ask("odds", option=option, side=self.side)
        self.ask("hint", side=self.side)

    def _ask_about_hexes(self, rng: random.Random) -> None:
        found = title(self.secret.title)
        labels = list(found.ids("hex", found.content(self.secret.scenario, self.secret.options)))
        for label in (*_some(labels, rng, 8), NOWHERE):
            for side in {self.side, PUBLIC}:
                self.ask("inspect", hex=label, side=side)
        for overlay in self.client.welcome["overlays"]:
            label = rng.choice(labels) if overlay["needs_hex"] else ""
            for side in {self.side, PUBLIC}:
                self.ask("overlay", overlay=overlay["id"], hex=label, side=side)

    def _ask_about_counters(self, rng: random.Random) -> None:
        found = title(self.secret.title)
        names = list(found.ids("unit", found.content(self.secret.scenario, self.secret.options)))
        for name in (*_some(names, rng, 8), NOWHERE):
            for side in {self.side, PUBLIC}:
                self.ask("unit", unit=name, side=side)

    def _ask_about_the_past(self, rng: random.Random) -> None:
        for number in (0, *_some(range(self.client.position["number"]), rng, _SOME), 10**6):
            for side in {self.side, PUBLIC}:
                self.ask("replay", number=number, side=side)

    def _ask_for_what_is_not_ones_own(self) -> None:
        for other in self.others:
            self.ask("look-as", side=other)
            self.ask("replay", number=self.client.position["number"], side=other)
            self.ask("inspect", hex="0101", side=other)
            self.ask("unit", unit=NOWHERE, side=other)
            self.ask("overlay", overlay=self.client.welcome["overlays"][0]["id"], hex="0101", side=other)
            for kind in ("explain", "preview", "odds"):
                self.ask(kind, option="do:done", side=other)
            self.ask("hint", side=other)
            with self._server.sit(self._keys["table"], self._token, side=other, lang=self._lang) as impostor:
                for text in impostor.received:
                    self.transcript.note(f"hello as {other}", text)
        if self.side:
            self.ask("look-as", side=PUBLIC)
            self.ask("look-as", side=self.side)
            self.client.hear_until(lambda: self.client.position["side"] == self.side)
            self.note("look-as oneself")

    def _act_wrongly(self) -> None:
        """Act for others, act on a position that is past, and choose what cannot be chosen."""
        now = self.client.position["revision"]
        for side in (self.side, *self.others):
            self.ask("choose", option="do:done", revision="past", key=new_key(), side=side)
            for option in NONSENSE:
                self.ask("choose", option=option, revision=now, key=new_key(), side=side)
        for other in self.others:
            for verb in ("undo", "redo"):
                self.ask(verb, revision=now, key=new_key(), side=other)

    def call(self) -> None:
        """Make every call that says something of the table."""
        table = f"/api/tables/{self._keys['table']}"
        for path in (
            f"{table}/save",
            *(f"{table}/report.html?side={side}&lang={self._lang}" for side in (self.side, *self.others, PUBLIC)),
            f"{table}/report.html?lang=en",
        ):
            self._note_call("GET", path)
        self._note_call("POST", f"{table}/keys")

    def _note_call(self, method: str, path: str) -> None:
        answer = self._server.http.request(method, path, headers={"Authorization": f"Bearer {self._token}"})
        self.transcript.note(f"{method} {path}", f"{answer.status_code} {answer.headers.get('content-type')}")
        self.transcript.note(f"{method} {path}", answer.text)


def _some(items: Any, rng: random.Random, most: int) -> list[Any]:
    listed = list(items)
    return listed if len(listed) <= most else rng.sample(listed, most)


class _Play:
    """A table: those whose secrets are kept play, those from whom they are kept play and look on."""

    def __init__(self, keys: Data, secret: Secret) -> None:
        self.keys = keys
        self._open: dict[str, Client] = {}
        self.watching = [Seat(keys, secret, secret.side, "en"), Seat(keys, secret, PUBLIC, "ja")]

    def sit_down(self, server: Server) -> None:
        for seat in self.watching:
            seat.sit_down(server)
        for side in self.watching[0].others:
            self._open[side] = server.sit(self.keys["table"], self.keys["tokens"][side])
        self._open[self.watching[0].side] = self.watching[0].client

    def do(self, acts: tuple[Act, ...]) -> None:
        """Do something, then ask everybody something, which is answered after all that they are told of it."""
        for act in acts:
            fields = {"option": act.option} if act.verb == "choose" else {}
            answer = self._open[act.side].act(act.verb, **fields)
            assert answer["ok"], (act, answer)
        for side in self.watching[0].others:
            self._open[side].ask("inspect", hex=NOWHERE, side="")
        for seat in self.watching:
            seat.ask("inspect", hex=NOWHERE, side="")

    def get_up(self) -> None:
        for client in (*self._open.values(), *(seat.client for seat in self.watching)):
            client.socket.close()


@contextlib.contextmanager
def foreseeable(database: Path, seed: int) -> Iterator[Server]:
    """A shared server with no chance in it but the dice of its games."""
    settings = Settings(database=f"sqlite:///{database}", shared=True, limits=NO_LIMITS, pause=0)
    with pytest.MonkeyPatch.context() as patched:
        fake = Foreseeable(seed)
        for module in ("server.tokens", "server.tables", "kernel.table"):
            patched.setattr(f"sandtable.{module}.secrets", fake)
        patched.setattr("sandtable.server.app.Workers", Inline)
        patched.setattr("sandtable.server.tasks.counsel", _brief_counsel)
        with serving(settings) as server:
            yield server


def told(story: Story, twin: int, folder: Path, every: int, lives: int = 1) -> Telling:
    """What the side from which something is hidden, and a spectator, are given of one of the twins.

    After every so many steps, and where the twins could be told apart by what others are asked, each of them asks
    everything that can be asked. The server lives so many times, for as
    long each time; at the end of each life they make all calls.
    """
    rng, database = random.Random(0), folder / f"twin-{twin}.sqlite3"
    play: _Play | None = None
    share = -(-len(story.steps) // lives)
    with twin_dice(story.secret):
        for start in range(0, len(story.steps), share):
            with foreseeable(database, story.seeds[twin]) as server:
                play = play or _Play(server.set_up(_plan(story.secret)), story.secret)
                _tell(play, server, story.steps[start : start + share], twin, every, rng)
    assert play is not None
    transcripts = {seat.side: seat.transcript for seat in play.watching}
    return Telling(transcripts, _secrets(play.keys, database, story, twin))


def _secrets(keys: Data, database: Path, story: Story, twin: int) -> tuple[str, ...]:
    """What opens the seats of a game, and what its dice hang on."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        [[salt]] = connection.execute("SELECT salt FROM games")
    return (*keys["tokens"].values(), keys["spectator"], salt, str(story.seeds[twin]))


def _plan(secret: Secret) -> Data:
    sides = title(secret.title).scenario(secret.scenario).sides
    seats = {side: {"mode": "human"} for side in sides}
    plan = {"title": secret.title, "scenario": secret.scenario, "options": secret.options, "seats": seats}
    return plan | {"hints": True}


def _tell(play: _Play, server: Server, steps: Sequence[Step], twin: int, every: int, rng: random.Random) -> None:
    play.sit_down(server)
    telling = 0
    for place, step in enumerate(steps):
        play.do(step.acts[twin])
        telling += step.is_telling
        if place % every == 0 or (step.is_telling and telling <= _TELLING):
            for seat in play.watching:
                seat.probe(rng)
    for seat in play.watching:
        seat.call()
    play.get_up()
