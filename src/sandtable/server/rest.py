"""What every REST call goes through: who asks, how much, in which language; and answers as JSON."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sandtable.datafile import DataError
from sandtable.kernel import LANGUAGES, SandtableError, UnknownScenario, UnknownTitle
from sandtable.server.problems import Refused, storage_away
from sandtable.server.protocol import Problem
from sandtable.server.storage import StorageAway
from sandtable.server.turns import TooMany

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

_log = logging.getLogger(__name__)


def json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, "application/json")


def failure(status: int, problem: Problem) -> Response:
    answer = json(problem, status)
    if status in (429, 503):
        answer.headers["retry-after"] = "1"
    return answer


def guarded(handler: Handler) -> Handler:
    """A handler whose failures are answered as problems."""

    async def call(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as error:
            return failure(error.status, error.problem)
        except UnknownTitle as error:
            return failure(404, Problem("no-such-title", str(error)))
        except UnknownScenario as error:
            return failure(404, Problem("no-such-scenario", str(error)))
        except (SandtableError, DataError) as error:
            return failure(422, Problem("bad-body", str(error)))
        except ClientDisconnect:
            return Response(status_code=400)
        except TooMany as error:
            return _too_many(error)
        except StorageAway as error:
            _log.error("the database is away: %s", error)
            away = storage_away()
            return failure(away.status, away.problem)
        except Exception:
            _log.exception("%s %s failed", request.method, request.scope.get("route_path", ""))
            return failure(500, Problem("server-error", "the server failed; it has been noted"))

    return call


def _too_many(error: TooMany) -> Response:
    if error.everybody:
        return failure(503, Problem("too-busy", "the server has more to do than it can; try again in a while"))
    return failure(429, Problem("slow-down", "what you asked for earlier is still being worked on; wait for it"))


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def network(host: str) -> str:
    """The network of an address: what belongs to one customer of a provider, or to one office."""
    try:
        bits = 24 if ipaddress.ip_address(host).version == 4 else 56
    except ValueError:
        return host
    return str(ipaddress.ip_network(f"{host}/{bits}", strict=False))


def is_loopback(host: str) -> bool:
    """Whether a call comes from this very machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def lang(request: Request) -> str:
    """The language asked for. Raises Refused for one that nobody here speaks."""
    given = request.query_params.get("lang", "en")
    if given not in LANGUAGES:
        raise Refused(400, "bad-language", f"choose one of the languages {', '.join(LANGUAGES)}")
    return given


def bearer(request: Request) -> tuple[str, ...]:
    """The seat tokens that the asker shows."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return tuple(given.split()) if scheme.lower() == "bearer" else ()


async def raw_body(request: Request, most: int) -> bytes:
    """The body of a call. Raises Refused where it is too large."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refused(413, "too-long", f"the body may be {most} bytes long")
    return bytes(data)


async def body(request: Request, type_: type[T], most: int) -> T:
    """The body of a call as a Struct. Raises Refused, naming the field, where it is something else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "not-json", "send the body as application/json")
    data = await raw_body(request, most)
    try:
        return msgspec.json.decode(data, type=type_)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused(422, "bad-body", f"{error}; see /api/docs") from None
    except RecursionError:
        raise Refused(422, "bad-body", "that is nested too deeply; see /api/docs") from None


def path(request: Request, name: str) -> str:
    value: Any = request.path_params[name]
    return str(value)
