"""A seat at a table of a Sandtable server, told in words: how an assistant plays against a person in the browser.

The server sends a seat what its side may know and nothing else, to an assistant as to a browser.
"""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import zip_longest
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from sandtable.assistant.calls import Unreachable, get, post
from sandtable.board import Board
from sandtable.kernel import SandtableError, title
from sandtable.lab import ground, wording
from sandtable.lab.wording import NotNow, Offer, Piece, Ruled, cited
from sandtable.mechanics.title import HexTitle
from sandtable.server.protocol import (
    Answer,
    AskHex,
    AskOdds,
    AskPreview,
    AskUnit,
    AskWhy,
    Card,
    Choose,
    ClientMessage,
    FactLine,
    Happened,
    Hello,
    Keys,
    Lang,
    LogLine,
    LookAs,
    OfferGroup,
    Position,
    Question,
    Resign,
    RuleCard,
    ServerMessage,
    Speak,
    Spoken,
    SumLine,
    Update,
    Welcome,
)

_PATIENCE = 60.0
"""Seconds after which a server that does not answer counts as away."""
_JOIN = "/join/"


class Refused(SandtableError):
    """The server does not do what was asked; the message says why."""


class Pass(msgspec.Struct, frozen=True):
    """What opens a seat again and again, where an invitation works once."""

    server: str
    """Its address, as `http://127.0.0.1:8080`."""
    table: str
    token: str


def accept(invitation: str) -> Pass:
    """Sit down by an invitation, the link that a person hands on. Raises Refused, Unreachable or NotNow."""
    parts = urlsplit(invitation.strip())
    where, mark, token = parts.fragment.partition(_JOIN)
    if parts.scheme not in ("http", "https") or not parts.netloc or where or not mark or not token:
        raise NotNow(f"{invitation!r} is no invitation: it is a link such as http://127.0.0.1:8080/#/join/abc")
    server = f"{parts.scheme}://{parts.netloc}"
    keys = post(f"{server}/api/invitations", {"token": token, "hints": False}, Keys)
    return Pass(server, keys.table, next(iter(keys.tokens.values())))


class Guest(Ruled):
    """One side of a game on a server, for somebody who plays by words."""

    def __init__(self, opened_by: Pass, lang: Lang = "en") -> None:
        """Raises Refused where the server does not know the seat, and Unreachable where there is no server."""
        self._pass, self._lang = opened_by, lang
        self._requests = itertools.count(1)
        self._log: list[LogLine] = []
        self._said: list[str] = []
        self._told = 0
        self._answers: dict[int, Answer] = {}
        self._position: Position | None = None
        """What the seat was last shown; None once something has changed since."""
        self._connect()

    # What there is to see

    @property
    def side(self) -> str:
        return self._welcome.mine[0]

    @property
    def is_over(self) -> bool:
        return bool(self.shown().result)

    def shown(self) -> Position:
        """The position as it is now."""
        self._heed_what_came()
        if self._position is None:
            self._asking(lambda number: LookAs(request=number, side=self.side))
            self._hear_until(lambda: self._position is not None)
        assert self._position is not None
        return self._position

    def look(self) -> str:
        """The whole position as the side knows it, and what it is asked."""
        shown = self.shown()
        pieces = [self._piece(card) for card in shown.picture.cards]
        places = {each.at: self._name(f"hex:{each.at}", each.at) for each in pieces}
        names = {side.id: side.name for side in self._welcome.sides}
        status = [f"{names[line.side] + ', ' if line.side else ''}{line.label}: {line.value}" for line in shown.status]
        return "\n\n".join([*wording.position(shown.heading, pieces, places, status), self.question()])

    def _piece(self, card: Card) -> Piece:
        names = {side.id: side.name for side in self._welcome.sides}
        return Piece(
            id=card.id,
            at=card.at,
            side=names[card.side],
            name=card.title or card.name,
            kind=" ".join(filter(None, (card.branch, card.size))),
            values=card.values,
            steps=card.steps,
            full_steps=card.full_steps,
            facing="" if card.facing is None else self._facing(card.facing),
            states=tuple(self._welcome.states.get(state, state) for state in card.states),
            hidden="hidden" in card.states,
        )

    def _facing(self, facing: int) -> str:
        return f"{facing} of 12" if self._board is None else self._board.grid.facing_name(facing)

    def map(self) -> str:
        """The ground, hex by hex: what does not change in a game. Raises NotNow where the title is not known here."""
        if self._board is None:
            raise NotNow("the map of this game is not installed here; ask for its hexes one by one")
        return ground.told(self._board, self._lang)

    @cached_property
    def _board(self) -> Board | None:
        """The map, where its title is installed here as well and has one."""
        try:
            found = title(self._welcome.title)
            content = found.content(self._welcome.scenario, self._welcome.options)
        except SandtableError:
            return None
        return found.board(content) if isinstance(found, HexTitle) else None

    def question(self) -> str:
        """What the side is asked, with everything that it may answer."""
        shown = self.shown()
        question = shown.question
        if question is None or question.side != self.side:
            return shown.result or "Others are to decide; wait for them."
        return wording.asked(question.prompt, question.rule, self.offers())

    def offers(self) -> list[Offer]:
        """Everything that may be chosen now."""
        question = self.shown().question
        return [] if question is None else [*self._offers(question)]

    def _offers(self, question: Question) -> Iterator[Offer]:
        assert self._position is not None
        titles = {f"unit:{card.id}": card.title for card in self._position.picture.cards}
        for group in question.options:
            for name, cost in zip_longest(group.names, group.costs):
                words = group.labels.get(name) or titles.get(f"{group.kind}:{name}")
                yield Offer(
                    f"{group.kind}:{name}",
                    words or self._name(f"{group.kind}:{name}", name),
                    cost,
                    _rule_of(group, question),
                )

    def _name(self, option: str, otherwise: str) -> str:
        return self._welcome.names.get(option, otherwise)

    # What can be asked

    def about(self, option_id: str) -> str:
        """What an option would do: its way and its sum."""
        found = self._asking(lambda number: AskPreview(request=number, option=option_id, side=self.side)).preview
        assert found is not None
        names = [self._name(f"hex:{label}", label) for label in found.path]
        return "\n".join([*wording.way(names), *_sum(found.lines)]) or "Nothing more is known of it."

    def odds(self, option_id: str) -> str:
        """The outcomes of an option with their probabilities, exact where it says so."""
        found = self._asking(lambda number: AskOdds(request=number, option=option_id, side=self.side)).odds
        assert found is not None
        outcomes = [(each.probability, each.label) for each in found.outcomes]
        return wording.chances(outcomes, ["These are exact." if found.exact else "These are estimated."])

    def why_not(self, option_id: str) -> str:
        """Why something cannot be chosen, with its rule; an empty text if it can."""
        found = self._asking(lambda number: AskWhy(request=number, option=option_id, side=self.side)).why
        assert found is not None
        return "" if found.offered else f"{found.reason}{cited(found.rule)}"

    def hex(self, label: str) -> str:
        """What is to be known of a hex."""
        found = self._asking(lambda number: AskHex(request=number, hex=label, side=self.side)).hex
        assert found is not None
        return _facts(found.facts)

    def unit(self, unit_id: str) -> str:
        """What is to be known of a counter: an empty text for one that is not in play."""
        found = self._asking(lambda number: AskUnit(request=number, unit=unit_id, side=self.side)).unit
        assert found is not None
        return _facts(found.facts)

    def _rules(self) -> list[tuple[str, str, str]]:
        address = f"{self._pass.server}/api/titles/{self._welcome.title}/rules?lang={self._lang}"
        cards = get(address, list[RuleCard])
        return [(each.id, each.title, wording.remarked(each.summary, each.note)) for each in cards]

    # Playing

    def choose(self, option_id: str) -> str:
        """Choose, and tell what happened. Raises Refused for what is not offered or comes too late."""
        revision, key = self.shown().revision, uuid.uuid4().hex
        self._asking(
            lambda number: Choose(request=number, option=option_id, revision=revision, key=key, side=self.side)
        )
        return self.news()

    def resign(self) -> str:
        """Give the game up."""
        revision, key = self.shown().revision, uuid.uuid4().hex
        self._asking(lambda number: Resign(request=number, revision=revision, key=key, side=self.side))
        return self.shown().result

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        self._asking(lambda number: Speak(request=number, text=text))

    def wait(self, seconds: float) -> str:
        """Wait until the side is asked, the game is over or so much time has gone by, and tell what happened."""
        end = time.monotonic() + seconds
        while self.shown().question is None and not self.is_over:
            left = end - time.monotonic()
            if left <= 0:
                break
            self._hear(left)
        return self.news()

    def news(self) -> str:
        """What has happened, and what was said at the table, since this was last told, as far as the side may know."""
        self._heed_what_came()
        fresh, self._told = self._log[self._told :], len(self._log)
        said, self._said = self._said, []
        lines = [line for each in fresh for line in (f"{each.text}{cited(each.rule)}", *_indented(each.lines))]
        return "\n".join([*lines, *said])

    def leave(self) -> None:
        """Close the connection; the seat stays taken, and can be opened again."""
        self._socket.close()

    # The connection

    def _connect(self) -> None:
        scheme, rest = self._pass.server.split("://")
        address = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws/tables/{self._pass.table}"
        try:
            self._socket: ClientConnection = connect(address, max_size=None, open_timeout=_PATIENCE)
        except (OSError, WebSocketException) as error:
            raise Unreachable(f"no Sandtable server answers at {self._pass.server}: {error}") from error
        self._answers.clear()
        self._position = None
        self._send(Hello(tokens=(self._pass.token,), lang=self._lang, seen=len(self._log)))
        self._hear_until(lambda: self._position is not None or 0 in self._answers)
        if 0 in self._answers:
            _check(self._answers[0])

    def _asking(self, request: Callable[[int], ClientMessage]) -> Answer:
        """Ask the server something and hear its answer; once more where the connection was lost."""
        number = next(self._requests)
        try:
            self._send(request(number))
            self._hear_until(lambda: number in self._answers)
        except WebSocketException:
            self._connect()
            self._send(request(number))
            self._hear_until(lambda: number in self._answers)
        answer = self._answers.pop(number)
        if answer.position is not None:
            self._position = answer.position
        _check(answer)
        return answer

    def _send(self, message: ClientMessage) -> None:
        self._socket.send(msgspec.json.encode(message).decode())

    def _hear_until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE
        while not done():
            if not self._hear(max(0.0, end - time.monotonic())):
                raise Unreachable(f"the server at {self._pass.server} does not answer; try again")

    def _hear(self, seconds: float) -> bool:
        """Heed the next message; say whether one came in time."""
        try:
            text = self._socket.recv(timeout=seconds)
        except TimeoutError:
            return False
        self._heed(msgspec.json.decode(text, type=ServerMessage))
        return True

    def _heed_what_came(self) -> None:
        try:
            while self._hear(0):
                pass
        except WebSocketException:
            self._connect()

    def _write(self, log: list[LogLine]) -> None:
        """Take over the log: what was taken back and has happened otherwise is told anew."""
        self._told = min(self._told, _unchanged(self._log, log))
        self._log = log

    def _heed(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._welcome = message
            case Position():
                self._position = message
            case Update():
                self._position = None
            case Happened():
                self._write([*self._log[: message.from_index], *message.lines])
            case Spoken(chat=chat):
                self._said.append(f"{chat.who}: {chat.text}")
            case Answer():
                self._answers[message.request] = message


def _unchanged(before: list[LogLine], after: list[LogLine]) -> int:
    """How many lines of a log are as they were."""
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
    return sum(1 for _ in same)


def _check(answer: Answer) -> None:
    if answer.problem is not None:
        raise Refused(f"{answer.problem.message}{cited(answer.problem.rule)}")


def _rule_of(group: OfferGroup, question: Question) -> str:
    return group.rule or question.rule


def _sum(lines: tuple[SumLine, ...]) -> list[str]:
    return wording.sum_lines((line.label, line.value, line.rule) for line in lines)


def _indented(lines: tuple[SumLine, ...]) -> list[str]:
    return [f"    {line}" for line in _sum(lines)]


def _facts(facts: tuple[FactLine, ...]) -> str:
    return "\n".join(wording.sum_lines((fact.label, fact.value, fact.rule) for fact in facts))
