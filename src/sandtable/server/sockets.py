"""The WebSocket of a table: one client, its requests and what it is told."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.server import asking
from sandtable.server.accounts import Accounts
from sandtable.server.connections import most_connections, sockets_of_one
from sandtable.server.limits import Allowance, Bucket, Buckets, Gates
from sandtable.server.live import LiveTable
from sandtable.server.names import SPECTATOR
from sandtable.server.news import encoded
from sandtable.server.problems import BROKEN_GAME, Refused, storage_away
from sandtable.server.protocol import (
    Answer,
    AskHex,
    AskHint,
    AskOdds,
    AskOverlay,
    AskPreview,
    AskReplay,
    AskSight,
    AskUnit,
    AskWhy,
    Choose,
    Claim,
    ClientMessage,
    Decline,
    Grant,
    Hello,
    LookAs,
    OfferDraw,
    Plead,
    Position,
    Problem,
    Redo,
    Request,
    Resign,
    Speak,
    Undo,
)
from sandtable.server.rest import is_loopback, network
from sandtable.server.settings import Limits, Settings
from sandtable.server.shield import is_same_origin
from sandtable.server.storage import StorageAway
from sandtable.server.tables import Tables
from sandtable.server.turns import TooMany

BAD, NO_SEAT, READ_ONLY, TOO_MUCH = 4400, 4403, 4409, 4429
"""Close codes for clients that need not come back as they are."""
COME_BACK = 1013
_HELLO_WITHIN = 15.0
_WAITING = 500
"""How many messages may wait for a slow client before it is sent away."""
_AT_ONCE = 4
"""How many slow questions of one client are worked on at the same time."""
_PATIENCE = 200
"""How often a client may be told to slow down before it is sent away."""
_KEY_LENGTH = range(8, 65)
_MOST_TOKENS = 16
_LONGEST_REASON = 100

_log = logging.getLogger(__name__)
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class _Numbered(msgspec.Struct):
    """As much of a message as it takes to answer it."""

    request: int = 0


class _Shares:
    """What every address and network may ask for, over all its sockets."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Buckets(limits.address_messages)
        self.questions = Buckets(limits.questions)
        self.chats = Buckets(limits.chats)
        self.work = Allowance(limits.work)
        self.gates = Gates(limits.at_once)


class TableSockets:
    """Opens sockets and keeps count of them."""

    def __init__(self, tables: Tables, settings: Settings, accounts: Accounts) -> None:
        self._tables = tables
        self._limits = limits = settings.limits
        self._shares = _Shares(limits)
        self._shared = settings.shared
        self._accounts = accounts
        self._open: Counter[str] = Counter()
        self._most = sockets_of_one(most_connections(), limits.sockets)

    async def __call__(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        if not is_same_origin(socket.headers) or self._open[address] >= self._most:
            await socket.close(NO_SEAT)
            return
        self._open[address] += 1
        try:
            await socket.accept()
            await self._serve(socket, address)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _serve(self, socket: WebSocket, address: str) -> None:
        try:
            async with asyncio.timeout(_HELLO_WITHIN):
                hello = _decoded(await _received(socket), self._limits)
            if not isinstance(hello, Hello):
                raise Refused(400, "hello-first", "the first message must be hello")
            client = await self._seated(socket, hello, address)
        except TimeoutError:
            await _sent_away(socket, BAD, Problem("hello-first", "no hello came in time"))
        except Refused as error:
            await _sent_away(socket, _close_code(error), error.problem)
        except StorageAway as error:
            await _sent_away(socket, COME_BACK, _away(error).problem)
        except WebSocketDisconnect:
            return
        else:
            forget = self._accounts.watch(socket, client.send_away) if client.rests_on_account else None
            try:
                if forget is not None and await self._accounts.of(socket) is None:
                    raise Refused(403, "no-seat", "you have signed out meanwhile")
                await self._tables.note_holding(client.table, client.mine)
                await client.serve(hello)
            except Refused as error:
                await _sent_away(socket, _close_code(error), error.problem)
            except StorageAway as error:
                await _sent_away(socket, COME_BACK, _away(error).problem)
            finally:
                if forget is not None:
                    forget()

    async def _seated(self, socket: WebSocket, hello: Hello, address: str) -> _Client:
        if self._shares.work.is_used_up(network(address)):
            raise _slow_down()
        if len(hello.tokens) > _MOST_TOKENS:
            raise Refused(400, "bad-message", f"no client needs more than {_MOST_TOKENS} tokens")
        table = await self._tables.get(socket.path_params["table"], network(address))
        account = await self._accounts.of(socket)
        mine = table.opened_by(hello.tokens, account.id if account else None)
        if mine is None and not hello.tokens and not self._shared and is_loopback(address):
            mine = ()
        if mine is None:
            raise Refused(403, "no-seat", "nothing you hold opens a seat at this table")
        side = hello.side or (mine[0] if mine else "")
        if side and side not in mine:
            raise Refused(403, "not-your-side", "you do not hold that side")
        who = account.name if account else (mine[0] if len(mine) == 1 else ",".join(mine) or SPECTATOR)
        client = _Client(socket, table, mine, side, hello.lang, who, self._limits, self._shares, address)
        client.rests_on_account = account is not None and table.opened_by(hello.tokens, None) != mine
        return client


class _Client:
    """One open socket."""

    def __init__(
        self, socket: WebSocket, table: LiveTable, mine: tuple[str, ...], looking: str, lang: str, who: str,
        limits: Limits, shares: _Shares, address: str,
    ) -> None:  # fmt: skip
        self.mine = mine
        self.looking = looking
        self.lang = lang
        self.lines = 0
        self.shown: Position | None = None
        self.rests_on_account = False
        """Whether it holds a side only because somebody is signed in."""
        self._socket = socket
        self.table = table
        self.who = who
        self._limits = limits
        self._shares = shares
        self._work = shares.work
        self._address = address
        self.network = network(address)
        self._gate = shares.gates.of(self.network)
        self._bucket = Bucket(limits.messages)
        self._patience = _PATIENCE
        self._outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING)
        self._slow: set[asyncio.Task[None]] = set()

    def send(self, message: bytes) -> None:
        """Queue a message; a client that cannot keep up is sent away, and comes back when it can."""
        if self._outgoing.full():
            self.send_away()
        else:
            self._outgoing.put_nowait(message)

    def send_away(self) -> None:
        """Say no more and close the socket."""
        self.table.leave(self)
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(None)

    async def serve(self, hello: Hello) -> None:
        """Talk until the client goes, or a seat that it came with is another's meanwhile."""
        sender = asyncio.create_task(self._deliver())
        try:
            await self.table.join(self, hello.seen, functools.partial(self._work.charged, self.network))
            if not (self.rests_on_account or not self.mine or self.table.opened_by(hello.tokens, None) == self.mine):
                self.send_away()
            while True:
                await self._hear(await _received(self._socket))
        except WebSocketDisconnect:
            pass
        except StorageAway as error:
            await _sent_away(self._socket, COME_BACK, _away(error).problem)
        finally:
            self.table.leave(self)
            for task in self._slow:
                task.cancel()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _deliver(self) -> None:
        try:
            while (message := await self._outgoing.get()) is not None:
                await self._socket.send_text(message.decode())
            await self._socket.close(COME_BACK)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def _hear(self, text: str) -> None:
        request: ClientMessage | None = None
        try:
            if not (self._bucket.take() and self._shares.messages.take(self._address)):
                await self._slow_down()
            request = _decoded(text, self._limits)
            if isinstance(request, Hello):
                raise Refused(400, "bad-message", "hello was said already")
            if isinstance(request, _ASKED) and self._work.is_used_up(self.network):
                await self._slow_down()
            if isinstance(request, AskOdds | AskHint | AskReplay):
                self._later(request)
                return
            await self._answer(request)
        except Refused as error:
            await self._refuse(request.request if isinstance(request, Request) else _number(text), error)
        except StorageAway as error:
            await self._refuse(request.request if isinstance(request, Request) else 0, _away(error))
        except WebSocketDisconnect:
            raise
        except Exception:
            _log.exception("a request could not be answered")
            await self._refuse(request.request if isinstance(request, Request) else _number(text), _failure())

    async def _slow_down(self) -> None:
        self._patience -= 1
        if self._patience <= 0:
            await self._socket.close(TOO_MUCH)
            raise WebSocketDisconnect(TOO_MUCH)
        raise _slow_down()

    async def _refuse(self, number: int, error: Refused) -> None:
        """Say what is wrong; to whom the game has run away, also where it is now."""
        position = None
        if error.problem.code == "stale":
            async with self.table.lock:
                position = self.shown = self.table.position(self.looking, self.lang)
        self.send(encoded(Answer(request=number, ok=False, problem=error.problem, position=position)))

    def _later(self, request: AskOdds | AskHint | AskReplay) -> None:
        """Answer a slow question beside the others."""
        if len(self._slow) >= _AT_ONCE or not self._shares.questions.take(self.network):
            raise Refused(429, "slow-down", "your earlier questions are still being worked on")
        task = asyncio.create_task(self._work_on(request))
        self._slow.add(task)
        task.add_done_callback(self._slow.discard)

    async def _work_on(self, request: AskOdds | AskHint | AskReplay) -> None:
        try:
            if isinstance(request, AskOdds):
                odds = await self.table.inquiries.odds(self._own(request.side), request.option, self.lang, self.network)
                self.send(encoded(Answer(request=request.request, ok=True, odds=odds)))
            elif isinstance(request, AskHint):
                hint = await self.table.inquiries.hint(self._own(request.side), self.lang, self.network)
                self.send(encoded(Answer(request=request.request, ok=True, hint=hint)))
            else:
                past = await self.table.inquiries.past(
                    self._seen(request.side), request.number, self.lang, self.network
                )
                self.send(encoded(Answer(request=request.request, ok=True, position=past)))
        except Refused as error:
            await self._refuse(request.request, error)
        except TooMany as error:
            await self._refuse(request.request, _too_many(error))
        except StorageAway as error:
            await self._refuse(request.request, _away(error))
        except Exception:
            _log.exception("a question could not be answered")
            await self._refuse(request.request, _failure())

    def _own(self, side: str) -> str:
        if side not in self.mine:
            raise Refused(403, "not-your-side", "you do not hold that side")
        return side

    def _seen(self, side: str) -> str:
        """A side whose view this client may see; a spectator's has no name."""
        return side if side == "" else self._own(side)

    async def _answer(self, request: Request) -> None:
        handler = _HANDLERS[type(request)]
        self.send(encoded(await handler(self, request)))
        if isinstance(request, LookAs):
            async with self.table.lock:
                with self._work.charged(self.network):
                    self.table.show(self)

    async def act(self, request: Choose | Undo | Redo | Plead | OfferDraw | Grant | Decline | Resign) -> Answer:
        option = request.option if isinstance(request, Choose) else ""
        if len(request.key) not in _KEY_LENGTH or not request.key.replace("-", "").replace("_", "").isalnum():
            raise Refused(400, "bad-message", "a key is 8 to 64 letters, digits, hyphens and underscores")
        verb: Any = request.__struct_config__.tag
        side = self._own(request.side)
        await self.table.act(verb, side, option, request.revision, request.key, self.lang, self._gate)
        return Answer(request=request.request, ok=True)

    async def claim(self, request: Claim) -> Answer:
        await self.table.claim(self._own(request.side))
        return Answer(request=request.request, ok=True)

    async def explain(self, request: AskWhy) -> Answer:
        side = self._own(request.side)
        async with self.table.lock:
            self._still_on()
            with self._work.charged(self.network):
                why = asking.why(self.table.match, side, (request.option, *request.meant), self.lang)
        return Answer(request=request.request, ok=True, why=why)

    async def preview(self, request: AskPreview) -> Answer:
        side = self._own(request.side)
        async with self.table.lock:
            self._still_on()
            with self._work.charged(self.network):
                shown = asking.preview(self.table.match, side, request.option, self.lang)
        return Answer(request=request.request, ok=True, preview=shown)

    async def inspect(self, request: AskHex) -> Answer:
        side = self._seen(request.side)
        async with self.table.lock:
            with self._work.charged(self.network):
                found = asking.hex_facts(self.table.match, side, request.hex, self.lang)
        return Answer(request=request.request, ok=True, hex=found)

    async def unit(self, request: AskUnit) -> Answer:
        side = self._seen(request.side)
        async with self.table.lock:
            with self._work.charged(self.network):
                found = asking.unit_facts(self.table.match, side, request.unit, self.lang)
        return Answer(request=request.request, ok=True, unit=found)

    async def overlay(self, request: AskOverlay) -> Answer:
        side = self._seen(request.side)
        async with self.table.lock:
            with self._work.charged(self.network):
                lit = asking.overlay(self.table.match, side, request.overlay, request.hex)
        return Answer(request=request.request, ok=True, overlay=lit)

    async def sight(self, request: AskSight) -> Answer:
        side = self._seen(request.side)
        async with self.table.lock:
            with self._work.charged(self.network):
                found = asking.sight(self.table.match, side, request.viewer, request.target, self.lang)
        return Answer(request=request.request, ok=True, sight=found)

    async def look_as(self, request: LookAs) -> Answer:
        self.looking = self._seen(request.side)
        self.lines = 0
        return Answer(request=request.request, ok=True)

    async def speak(self, request: Speak) -> Answer:
        if not self._shares.chats.take(self.network):
            await self._slow_down()
        said = " ".join(request.text.split())
        if not said or len(said) > self._limits.chat or not said.isprintable():
            raise Refused(400, "too-long", f"say something, in no more than {self._limits.chat} letters and signs")
        await self.table.speak(self.who, said)
        return Answer(request=request.request, ok=True)

    def _still_on(self) -> None:
        if self.table.is_over:
            raise Refused(409, "game-over", "the game is over")


_HANDLERS: dict[type[Request], Callable[[_Client, Any], Awaitable[Answer]]] = {
    Choose: _Client.act,
    Undo: _Client.act,
    Redo: _Client.act,
    Plead: _Client.act,
    OfferDraw: _Client.act,
    Resign: _Client.act,
    Claim: _Client.claim,
    Grant: _Client.act,
    Decline: _Client.act,
    AskWhy: _Client.explain,
    AskPreview: _Client.preview,
    AskHex: _Client.inspect,
    AskUnit: _Client.unit,
    AskOverlay: _Client.overlay,
    AskSight: _Client.sight,
    LookAs: _Client.look_as,
    Speak: _Client.speak,
}


_ASKED = (AskWhy, AskPreview, AskHex, AskUnit, AskOverlay, AskSight, LookAs, AskOdds, AskHint, AskReplay)
"""What makes work for the event loop and is put off for who has caused too much of it."""


async def _received(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or ""


def _number(text: str) -> int:
    """The number of a message that was not read."""
    try:
        return msgspec.json.decode(text, type=_Numbered).request
    except (msgspec.DecodeError, RecursionError):
        return 0


def _decoded(text: str, limits: Limits) -> ClientMessage:
    if len(text) > limits.message:
        raise Refused(413, "too-long", f"a message may be {limits.message} bytes long")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused(400, "bad-message", f"that is no message of the protocol: {error}") from None
    except RecursionError:
        raise Refused(400, "bad-message", "that is nested too deeply") from None


def _close_code(error: Refused) -> int:
    """With which code somebody is sent away who could not sit down."""
    if error.problem.code == BROKEN_GAME:
        return READ_ONLY
    if error.status in (429, 503):
        return COME_BACK
    return NO_SEAT if error.status in (403, 404) else BAD


async def _sent_away(socket: WebSocket, code: int, problem: Problem) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(encoded(Answer(request=0, ok=False, problem=problem)).decode())
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.close(code, problem.message[:_LONGEST_REASON])


def _away(error: StorageAway) -> Refused:
    _log.error("the database is away: %s", error)
    return storage_away()


def _slow_down() -> Refused:
    return Refused(429, "slow-down", "you ask too often; wait a moment")


def _too_many(error: TooMany) -> Refused:
    if error.everybody:
        return Refused(503, "too-busy", "the server has more to do than it can; try again in a while")
    return Refused(429, "slow-down", "your earlier questions are still being worked on")


def _failure() -> Refused:
    return Refused(500, "server-error", "the server failed to answer that; it has been noted")
