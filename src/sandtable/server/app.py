"""The whole server put together: storage, workers, tables, calls, sockets and the browser client."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sandtable.server import lobby, names, openapi, rest
from sandtable.server.accounts import Accounts
from sandtable.server.browser import Browser
from sandtable.server.endpoints import Endpoint, endpoints
from sandtable.server.owners import Alone, Leased
from sandtable.server.pace import Pace
from sandtable.server.parlour import Parlour
from sandtable.server.post import Postman, Seal
from sandtable.server.protocol import Problem
from sandtable.server.reach import Whereabouts
from sandtable.server.relay import Passes, Reception, Relay
from sandtable.server.services import Services
from sandtable.server.settings import Settings
from sandtable.server.shield import Shield
from sandtable.server.sockets import TableSockets
from sandtable.server.storage import Storage, StorageError, people
from sandtable.server.tables import Tables
from sandtable.server.wishes import Wishes
from sandtable.server.workers import LATER, Workers

_BOT_PATIENCE = 60.0
_DESK_PATIENCE = 20.0
_OFFICE_PATIENCE = 60.0


def create_app(settings: Settings) -> ASGIApp:
    """An ASGI application. Raises StorageError where the database cannot be opened."""
    lobby.prepare()
    storage = Storage(settings.database)
    bots, desk = Workers(settings.bot_workers, _BOT_PATIENCE, niceness=LATER), Workers(1, _DESK_PATIENCE)
    coach, office = Workers(1, _BOT_PATIENCE), Workers(1, _OFFICE_PATIENCE, niceness=LATER)
    owners = _owners(storage, settings)
    with storage.starting() as connection:
        secret = people.server_secret(connection)
        if settings.shared:
            people.note_likenesses(connection, names.likeness)
    seal = Seal(secret)
    post = Postman(settings.mail, storage, seal) if settings.shared and settings.mail is not None else None
    services = Services(storage, bots, desk, coach, office, Pace(settings.pause), post, settings.now)
    tables = Tables(services, owners, settings.idle)
    accounts = Accounts(storage, settings, secret, post)
    wishes = Wishes(storage, settings, accounts, seal)
    calls = endpoints(Parlour(tables, services, settings, accounts), accounts, wishes, Whereabouts(settings))
    sockets = TableSockets(tables, settings, accounts)

    async def table_socket(socket: WebSocket) -> None:
        await sockets(socket)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        services.bots.start()
        services.desk.start()
        owners.start(tables.doubt)
        keepers = [asyncio.create_task(tables.sweep()), asyncio.create_task(tables.watch_clocks(settings.tick))]
        if not owners.is_alone:
            keepers.append(asyncio.create_task(accounts.watch_sessions()))
        yield
        for keeper in keepers:
            keeper.cancel()
        if post is not None:
            post.close()
        services.bots.close()
        services.desk.close()
        services.coach.close()
        services.office.close()
        await tables.close()
        owners.close()
        storage.close()

    routes: list[BaseRoute] = [
        *_routes(calls),
        *_documents(calls),
        WebSocketRoute("/ws/tables/{table}", table_socket),
        Mount("/", Browser()),
    ]
    handlers = {HTTPException: _plain_failure}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    if not isinstance(owners, Leased):
        return Shield(app, settings)
    passes = Passes(secret)
    relay = Relay(app, tables, storage, passes, settings.limits.body)
    return Reception(Shield(relay, settings), passes, owners.server)


def _owners(storage: Storage, settings: Settings) -> Alone | Leased:
    """Raises StorageError where somebody else has the database to themselves."""
    if storage.file is None:
        return Leased(storage, settings.address, settings.lease)
    try:
        return Alone(storage.file)
    except StorageError:
        storage.close()
        raise


def _routes(calls: tuple[Endpoint, ...]) -> list[Route]:
    return [Route(call.path, rest.guarded(call.handler), methods=[call.method]) for call in calls]


def _documents(calls: tuple[Endpoint, ...]) -> list[Route]:
    described = msgspec.json.encode(openapi.document(calls))
    page = openapi.page(calls)

    async def openapi_json(_: Request) -> Response:
        return Response(described, media_type="application/json")

    async def docs(_: Request) -> Response:
        return HTMLResponse(page)

    async def missing(_: Request) -> Response:
        return rest.failure(404, Problem("no-such-call", "there is no such call; see /api/docs"))

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return [
        Route("/api/openapi.json", openapi_json),
        Route("/api/docs", docs),
        Route("/api/{rest:path}", missing, methods=methods),
    ]


async def _plain_failure(_: Request, error: Exception) -> Response:
    """What the router itself refuses."""
    assert isinstance(error, HTTPException)
    answer = rest.failure(error.status_code, Problem("refused", error.detail))
    answer.headers.update(error.headers or {})
    return answer
