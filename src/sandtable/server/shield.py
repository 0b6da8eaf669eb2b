"""What surrounds the whole application: security headers, host names it answers to, and how often one may call."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.browser import script_hashes
from sandtable.server.limits import Buckets
from sandtable.server.protocol import Problem
from sandtable.server.rest import failure
from sandtable.server.settings import Settings


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
