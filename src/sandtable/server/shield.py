"""What surrounds the whole application: security headers, host names it answers to, and how often one may call."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.browser import script_hashes
from sandtable.server.limits import Buckets
from sandtable.server.protocol import Problem
from sandtable.server.rest import failure
from sandtable.server.settings import Settings

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_KINDS = ("application/json", "application/octet-stream")


def policy(scripts: list[str]) -> str:
    """The content security policy: everything from this server, and only the scripts that were built with it."""
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src 'self'", *scripts)),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def is_same_origin(headers: Headers) -> bool:
    """Whether a call comes from a page of this server; programs that are no browsers name no origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == headers.get("host")


def _is_of_a_program(headers: Headers) -> bool:
    """Whether the body of a call is of a kind that other pages cannot send without being asked for leave first."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() in _KINDS


class Shield:
    """Refuses what is too much or not meant for this server, and puts headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._calls = Buckets(settings.limits.calls)
        self._headers = {
            "content-security-policy": policy(script_hashes()),
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(), geolocation=(), microphone=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self._is_known_host(scope):
            await self._refuse(scope, receive, send, 421, Problem("wrong-host", "this server has another name"))
        elif scope["type"] == "http" and scope["method"] not in _HARMLESS and not is_same_origin(Headers(scope=scope)):
            problem = Problem("wrong-origin", "only pages of this server may change anything here")
            await self._refuse(scope, receive, send, 403, problem)
        elif scope["type"] == "http" and scope["method"] == "POST" and not _is_of_a_program(Headers(scope=scope)):
            problem = Problem("not-json", "send the body as application/json, a saved game as application/octet-stream")
            await self._refuse(scope, receive, send, 415, problem)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif not self._calls.take(scope["client"][0] if scope.get("client") else ""):
            await self._refuse(scope, receive, send, 429, Problem("slow-down", "you call too often; wait a moment"))
        else:
            await self._app(scope, receive, self._dressed(send))

    def _is_known_host(self, scope: Scope) -> bool:
        """Guards a local server against pages that give its address a name of their own."""
        if not self._hosts:
            return True
        host = Headers(scope=scope).get("host", "")
        return host.rpartition(":")[0] in self._hosts or host in self._hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, problem: Problem) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
            return
        await failure(status, problem)(scope, receive, self._dressed(send))

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        return dressed
