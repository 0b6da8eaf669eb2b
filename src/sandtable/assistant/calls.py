"""Calls to a Sandtable server over HTTP, with answers of a type and failures in words."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import TypeVar

import msgspec

from sandtable.kernel import SandtableError
from sandtable.server.protocol import Problem

_PATIENCE = 30.0

T = TypeVar("T")


class Unreachable(SandtableError):
    """Nobody answers, or nobody who speaks as Sandtable's server does."""


class Denied(SandtableError):
    """The server has understood the call and does not do it."""


def get(address: str, answer: type[T]) -> T:
    """Raises Unreachable or Denied."""
    return _called(urllib.request.Request(address), answer)


def post(address: str, body: object, answer: type[T]) -> T:
    """Raises Unreachable or Denied."""
    data = msgspec.json.encode(body)
    return _called(urllib.request.Request(address, data, {"Content-Type": "application/json"}), answer)


def _called(request: urllib.request.Request, answer: type[T]) -> T:
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as response:
            return msgspec.json.decode(response.read(), type=answer)
    except urllib.error.HTTPError as error:
        raise Denied(_problem(error)) from error
    except (OSError, msgspec.DecodeError) as error:
        raise Unreachable(f"no Sandtable server answers at {request.host}: {error}") from error


def _problem(error: urllib.error.HTTPError) -> str:
    try:
        return msgspec.json.decode(error.read(), type=Problem).message
    except msgspec.DecodeError:
        return f"the server answers with {error.code}"
