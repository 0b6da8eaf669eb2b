"""Calls and sockets for tables that are open at another server: they are passed on to it, and its answers back."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

import h11
import itsdangerous
import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from sandtable.server import rest
from sandtable.server.owners import MOVED, Elsewhere
from sandtable.server.problems import storage_away
from sandtable.server.protocol import Problem
from sandtable.server.sockets import COME_BACK, NO_SEAT
from sandtable.server.storage import Storage, StorageAway, records
from sandtable.server.tables import Tables
from sandtable.server.tokens import digest, is_table_id

_PASS = "x-sandtable-pass"
_GOOD_FOR = 300.0
"""So many seconds the clocks of two servers may differ."""
_PATIENCE = 12.0
"""So many seconds somebody waits for a server that does not answer, until another has taken its tables over."""
_AGAIN = 0.2
_REACHED_WITHIN = 3.0
_ANSWERED_WITHIN = 150.0
_PING, _PONG = 3.0, 6.0
"""How often another server is asked whether it is there, and how long it may take to say so, in seconds."""
_LARGEST = 64 * 1024 * 1024
_CHUNK = 64 * 1024
_TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)(?:/.*)?")
_INVITATIONS = ("/api/invitations", "/api/invitations/look")
_ALONG = ("authorization", "content-type", "cookie", "origin", "sec-fetch-site", "user-agent", "accept")
"""The headers that a call is passed on with."""
_BACK = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"})
"""The headers of an answer that are not passed back."""
_HARMLESS = ("GET", "HEAD", "OPTIONS")
_NO_CODE = (1005, 1006, 1015)
"""How a connection ends of which nobody says why."""


class _Pass(msgspec.Struct, frozen=True):
    """What a server vouches for when it passes something on."""

    server: str
    """For whom it is."""
    target: str
    client: str
    scheme: str
    host: str
    at: float


class Passes:
    """Signs what is passed on, by the secret that all servers on a database share."""

    def __init__(self, secret: str) -> None:
        self._signer = itsdangerous.URLSafeSerializer(secret, salt="relay")

    def signed(self, server: str, scope: Scope) -> str:
        client = scope["client"][0] if scope.get("client") else ""
        host = Headers(scope=scope).get("host", "")
        given = _Pass(server, _target(scope), client, scope["scheme"], host, time.time())
        return str(self._signer.dumps(msgspec.to_builtins(given)))

    def read(self, given: str, server: str, target: str) -> _Pass | None:
        try:
            found = msgspec.convert(self._signer.loads(given), _Pass)
        except (itsdangerous.BadData, msgspec.ValidationError):
            return None
        is_meant = (found.server, found.target) == (server, target) and abs(time.time() - found.at) < _GOOD_FOR
        return found if is_meant else None


class Reception:
    """Knows calls that another server has passed on, and takes them as coming from whom they came to it."""

    def __init__(self, app: ASGIApp, passes: Passes, server: str) -> None:
        self._app = app
        self._passes = passes
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (given := Headers(scope=scope).get(_PASS)) is not None:
            found = self._passes.read(given, self._server, _target(scope))
            headers = MutableHeaders(raw=list(scope["headers"]))
            del headers[_PASS]
            if found is not None:
                headers["host"] = found.host
                scope = {**scope, "client": (found.client, 0), "scheme": found.scheme, _PASS: True}
            scope = {**scope, "headers": headers.raw}
        await self._app(scope, receive, send)


class Relay:
    """Passes on what is meant for a table that is open elsewhere."""

    def __init__(self, app: ASGIApp, tables: Tables, storage: Storage, passes: Passes, largest_body: int) -> None:
        self._app = app
        self._tables = tables
        self._storage = storage
        self._passes = passes
        self._largest_body = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._call(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # Calls

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        invites = path in _INVITATIONS and scope["method"] == "POST"
        if not invites and _named(path) is None:
            await self._app(scope, receive, send)
            return
        try:
            if not invites and await self._tables.elsewhere(_named(path) or "") is None:
                await self._app(scope, receive, send)
                return
            body = await _collected(receive, self._largest_body)
            if body is None:
                problem = Problem("too-long", f"the body may be {self._largest_body} bytes long")
                await rest.failure(413, problem)(scope, receive, send)
                return
            table = await self._invited_to(body) if invites else _named(path)
            await self._passed_on(table or "", body, scope, receive, send)
        except ClientDisconnect:
            return
        except StorageAway:
            away = storage_away()
            await rest.failure(away.status, away.problem)(scope, receive, send)

    async def _passed_on(self, table: str, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask where the table is open, again if that one is gone, until it is open here or has answered."""
        until = time.monotonic() + _PATIENCE
        again = scope["method"] in _HARMLESS
        while (other := await self._tables.elsewhere(table)) is not None:
            if scope.get(_PASS) or time.monotonic() > until:
                break
            try:
                answer = await self._asked(other, scope, body)
            except _NotReached:
                await asyncio.sleep(_AGAIN)
                continue
            except (OSError, TimeoutError, h11.RemoteProtocolError):
                if not again:
                    break
                await asyncio.sleep(_AGAIN)
                continue
            if answer.is_moved:
                await asyncio.sleep(_AGAIN)
                continue
            await answer(send)
            return
        if other is None:
            await self._app(scope, _replayed(body, receive), send)
        else:
            failed = rest.failure(other.status, other.problem)
            await failed(scope, receive, send)

    async def _asked(self, other: Elsewhere, scope: Scope, body: bytes) -> _Answer:
        host, port = _place(other)
        own = {"host": f"{_bracketed(host)}:{port}", "connection": "close", "content-length": str(len(body))}
        head = list((self._headers(other, scope) | own).items())
        connection = h11.Connection(h11.CLIENT)
        asked = h11.Request(method=scope["method"], target=_target(scope), headers=head)
        sent = [connection.send(asked), connection.send(h11.Data(body)), connection.send(h11.EndOfMessage())]
        async with _connected(host, port) as (reader, writer), asyncio.timeout(_ANSWERED_WITHIN):
            writer.write(b"".join(part or b"" for part in sent))
            await writer.drain()
            return await _answer(connection, reader)

    def _headers(self, other: Elsewhere, scope: Scope) -> dict[str, str]:
        given = Headers(scope=scope)
        along = {name: value for name in _ALONG if (value := given.get(name, "")) and value.isascii()}
        return along | {_PASS: self._passes.signed(other.server, scope)}

    async def _invited_to(self, body: bytes) -> str | None:
        """The table that an invitation is for; None for what is none."""
        try:
            token = msgspec.json.decode(body, type=_Invited).token
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        find = functools.partial(records.invited_to, invitation=digest(token))
        found = await self._storage.read(find)
        return None if found is None else found[0]

    # Sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        table, until = _named(scope["path"]), time.monotonic() + _PATIENCE
        while table is not None:
            try:
                other = await self._tables.elsewhere(table)
            except StorageAway:
                break  # the table itself says so
            if other is None:
                break
            if scope.get(_PASS) or time.monotonic() > until:
                await _sent_away(receive, send)
                return
            try:
                async with self._connected(other, scope) as upstream:
                    await _joined(upstream, receive, send)
                    return
            except InvalidStatus:
                await receive()
                await send({"type": "websocket.close", "code": NO_SEAT})
                return
            except _NotReached:
                await asyncio.sleep(_AGAIN)
        await self._app(scope, receive, send)

    @contextlib.asynccontextmanager
    async def _connected(self, other: Elsewhere, scope: Scope) -> AsyncIterator[ClientConnection]:
        """Raises _NotReached, and InvalidStatus where the other server takes no socket from there."""
        host, port = _place(other)
        headers = self._headers(other, scope)
        agent = headers.pop("user-agent", None)
        try:
            upstream = await connect(
                f"ws://{_bracketed(host)}:{port}{_target(scope)}", additional_headers=headers, user_agent_header=agent,
                compression=None, max_size=None, proxy=None, open_timeout=_REACHED_WITHIN, close_timeout=1,
                ping_interval=_PING, ping_timeout=_PONG,
            )  # fmt: skip
        except InvalidStatus:
            raise
        except (OSError, TimeoutError, WebSocketException):
            raise _NotReached from None
        try:
            yield upstream
        finally:
            await upstream.close()


class _Invited(msgspec.Struct, frozen=True):
    token: str


class _NotReached(Exception):
    """Another server does not answer: nothing was asked of it."""


class _Answer(msgspec.Struct, frozen=True):
    """What another server says."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def is_moved(self) -> bool:
        """Whether it has the table open no more."""
        if self.status != 503:
            return False
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.decode(self.body, type=Problem).code == MOVED
        return False

    async def __call__(self, send: Send) -> None:
        headers = [*self.headers, (b"content-length", str(len(self.body)).encode())]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


def _named(path: str) -> str | None:
    """The table that an address names."""
    found = _TABLE.fullmatch(path)
    return found[1] if found is not None and found[1] != "upload" and is_table_id(found[1]) else None


def _target(scope: Scope) -> str:
    """What is asked for, as it was written."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    return (path.partition(b"?")[0] + (b"?" + query if query else b"")).decode("latin-1")


def _place(other: Elsewhere) -> tuple[str, int]:
    """Raises _NotReached for a server that has not said where it is."""
    parts = urlsplit(other.address)
    if not parts.hostname or not parts.port:
        raise _NotReached
    return parts.hostname, parts.port


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@contextlib.asynccontextmanager
async def _connected(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Raises _NotReached."""
    try:
        async with asyncio.timeout(_REACHED_WITHIN):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        raise _NotReached from None
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _answer(connection: h11.Connection, reader: asyncio.StreamReader) -> _Answer:
    """Raises OSError and RemoteProtocolError where it does not come whole."""
    status, headers, body = 502, [], bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(_CHUNK))
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = [(name, value) for name, value in event.headers if name.decode() not in _BACK]
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > _LARGEST:
                raise OSError("the answer is too long")
        elif isinstance(event, h11.EndOfMessage):
            return _Answer(status, headers, bytes(body))
        elif isinstance(event, h11.ConnectionClosed):
            raise OSError("no answer came")


async def _collected(receive: Receive, most: int) -> bytes | None:
    """The body of a call; None where it is too long. Raises ClientDisconnect."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """What a call brought, once more."""
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return first.pop() if first else await receive()

    return again


async def _sent_away(receive: Receive, send: Send) -> None:
    """Ask a socket to come back."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": COME_BACK})


async def _joined(upstream: ClientConnection, receive: Receive, send: Send) -> None:
    """Carry messages both ways until one of the two has gone."""
    await receive()
    await send({"type": "websocket.accept"})
    there, back = asyncio.create_task(_upwards(upstream, receive)), asyncio.create_task(_downwards(upstream, send))
    await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
    await upstream.close()
    await asyncio.wait({back}, timeout=_REACHED_WITHIN)
    there.cancel()
    back.cancel()
    await asyncio.gather(there, back, return_exceptions=True)


async def _upwards(upstream: ClientConnection, receive: Receive) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await upstream.send(text if text is not None else message.get("bytes") or b"")


async def _downwards(upstream: ClientConnection, send: Send) -> None:
    """What comes from the other server, and with what it ends; if it just breaks off, one is to come back."""
    with contextlib.suppress(ConnectionClosed, OSError, RuntimeError):
        async for message in upstream:
            await send({"type": "websocket.send", "text": message if isinstance(message, str) else message.decode()})
    code = upstream.close_code
    with contextlib.suppress(OSError, RuntimeError):
        ending = COME_BACK if code is None or code in _NO_CODE else code
        await send({"type": "websocket.close", "code": ending, "reason": upstream.close_reason or ""})
