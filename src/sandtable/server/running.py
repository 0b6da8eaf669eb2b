"""Running the server: uvicorn around the application, with nothing logged that a client has sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import urlsplit

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.connections import Bounds, bounded, most_connections
from sandtable.server.reach import in_local_network, is_this_machine
from sandtable.server.settings import BadSettings, Limits, Settings

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def local_names(host: str) -> tuple[str, ...]:
    """The names by which a local server is called that listens at an address.

    A page elsewhere can give any address a name of its own; calls that come by such a name are not answered.
    """
    bracketed = f"[{host}]" if ":" in host else host
    return (*THIS_MACHINE, bracketed) if is_this_machine(host) else (bracketed,)


def public_names(address: str) -> tuple[str, ...]:
    """The names of a shared server that people find at an address; where none is given, any will do."""
    found = urlsplit(address).hostname if address else None
    return (found, *THIS_MACHINE) if found else ()


def listens_everywhere(host: str) -> bool:
    """Whether an address stands for all that the machine has."""
    return host in ("", "0.0.0.0", "::")


def _descriptors(settings: Settings) -> int:
    """How many a connection takes at most: its own, and one to another server that it is passed on to."""
    return 1 if settings.database.startswith("sqlite") else 2


def advertised(given: str, host: str, port: int) -> str:
    """Where other servers reach this one, unless it is told: at the address that it listens on. Raises BadSettings."""
    if not given:
        known = (in_local_network() or THIS_MACHINE[1:2])[0] if listens_everywhere(host) else host
        return f"http://{f'[{known}]' if ':' in known else known}:{port}"
    parts = urlsplit(given)
    try:
        is_whole = parts.scheme == "http" and bool(parts.hostname and parts.port) and parts.path in ("", "/")
    except ValueError:
        is_whole = False
    if not is_whole:
        raise BadSettings(f"--advertise {given}: write http://host:port, as the other servers reach this one")
    return given


def serve(settings: Settings, host: str, port: int, ready: Callable[[], None] | None = None) -> None:
    """Serve until interrupted. `ready` is called when clients can come. Raises StorageError."""
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=settings.shared,
        server_header=False,
        http=bounded(Bounds(most=most_connections() // _descriptors(settings))),
        ws="websockets-sansio",
        ws_max_size=Limits().message * 4,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    asyncio.run(_run(server, ready))


async def _run(server: uvicorn.Server, ready: Callable[[], None] | None) -> None:
    task = asyncio.create_task(server.serve())
    while not server.started and not task.done():
        await asyncio.sleep(0.02)
    if server.started and ready is not None:
        ready()
    await task
