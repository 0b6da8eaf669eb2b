"""From where a server can be reached: what to tell somebody who is to come from another machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

from starlette.requests import Request
from starlette.responses import Response

from sandtable.server import rest
from sandtable.server.protocol import Reach
from sandtable.server.settings import Settings

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: to ask by which of our own one would go there sends nothing."""


class Whereabouts:
    """Answers where a server is to be found in the local network."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def __call__(self, request: Request) -> Response:
        """A shared server has a name of its own, and says nothing of the machine that it runs on."""
        if self._settings.shared:
            return rest.json(Reach(listens=True, addresses=()))
        port = request.url.port or 80
        addresses = tuple(f"http://{address}:{port}" for address in in_local_network())
        return rest.json(Reach(listens=not is_this_machine(self._settings.host), addresses=addresses))


def is_this_machine(host: str) -> bool:
    """Whether only this very machine can reach what listens at an address."""
    return host == "localhost" or rest.is_loopback(host)


def in_local_network() -> tuple[str, ...]:
    """The addresses of this machine that others in the local network can use, the likeliest first."""
    found: dict[str, None] = {}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        found |= dict.fromkeys(
            str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        )
    return tuple(address for address in found if ipaddress.ip_address(address).is_private and not _is_no_use(address))


def _is_no_use(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return known.is_loopback or known.is_link_local or known.is_unspecified
