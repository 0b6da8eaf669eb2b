"""All that a browser receives: every frame of its WebSockets and every body of its HTTP calls."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, WebSocket

from server.transcript import Told, Transcript

_OWN = ("request", "key", "revision")
"""What a client makes up or repeats in its requests."""


class Ears:
    """What was received. Answers are kept under what was asked in which position, and in which it was answered: a page
    asks when it likes to.
    """

    def __init__(self, page: Page) -> None:
        self.news = Transcript()
        self.bodies: dict[str, set[str]] = defaultdict(set)
        self.answers: dict[str, set[str]] = defaultdict(set)
        self.number = -1
        """How many choices have been made, as far as is known."""
        self._rest = Transcript()
        self._asked: dict[int, str] = {}
        self._listen(page.context)
        page.on("websocket", self._open)

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked that has not been answered."""
        return bool(self._asked)

    @property
    def kinds(self) -> set[str]:
        """What kinds of questions were answered."""
        return {json.loads(asked.partition(" ")[2])["type"] for asked in self.answers}

    def _listen(self, context: BrowserContext) -> None:
        def fetch(route: Route) -> None:
            response = route.fetch()
            path = "/" + route.request.url.split("/", 3)[3]
            said = f"{response.status} {response.body().decode(errors='replace')}"
            self.bodies[path].add(self._rest.note(path, response.text() if path.startswith("/api/tables") else said))
            # A page that did not come from the server itself could not open a socket to it.
            if route.request.is_navigation_request():
                route.continue_()
            else:
                route.fulfill(response=response)

        context.route("**/*", fetch)

    def _open(self, socket: WebSocket) -> None:
        self._asked.clear()
        socket.on("framesent", lambda text: self._sent(json.loads(text)))
        socket.on("framereceived", lambda text: self._received(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if "request" in message:
            asked = {field: value for field, value in message.items() if field not in _OWN}
            self._asked[message["request"]] = f"{len(self.news.told)} {json.dumps(asked)}"

    def _received(self, message: dict[str, Any]) -> None:
        if message["type"] == "answer":
            asked = f"{len(self.news.told)}/{self._asked.pop(message.pop('request'))}"
            self.answers[asked].add(self._rest.note(asked, json.dumps(message)))
            return
        self.news.note(message["type"], json.dumps(message))
        if message["type"] in ("position", "update"):
            self.number = message.get("number", self.number)


def unlike(one: Ears, other: Ears) -> Told | None:
    """The first thing that was received otherwise of one twin than of the other."""
    news = one.news.unlike(other.news)
    if news is not None:
        return news[0]
    for mine, theirs in ((one.bodies, other.bodies), (one.answers, other.answers)):
        for where in sorted(mine.keys() & theirs.keys()):
            if mine[where] != theirs[where]:
                return Told(where, str(mine[where] ^ theirs[where]))
    return None
