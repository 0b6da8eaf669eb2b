"""The calls by which people say whether they want to be written to when it is their move."""

from __future__ import annotations

import functools
import re

from starlette.requests import Request
from starlette.responses import Response

from sandtable.kernel import LANGUAGES
from sandtable.server import rest
from sandtable.server.accounts import Accounts
from sandtable.server.post import Seal
from sandtable.server.problems import Refused
from sandtable.server.protocol import LetterWish, StopLetters
from sandtable.server.settings import Settings
from sandtable.server.storage import Storage, letters
from sandtable.server.storage.letters import Wish
from sandtable.server.storage.people import Account

_ADDRESS = re.compile(r"[^\s@<>(),;:\"\\\x00-\x1f\x7f]{1,64}@[^\s@<>(),;:\"\\\x00-\x1f\x7f]{1,185}")


class Wishes:
    """Only on a shared server that was told how to send mail."""

    def __init__(self, storage: Storage, settings: Settings, accounts: Accounts, seal: Seal) -> None:
        self._storage = storage
        self._settings = settings
        self._accounts = accounts
        self._seal = seal

    async def look(self, request: Request) -> Response:
        """What somebody wishes; an empty language where no letters are sent."""
        if self._settings.mail is None or not self._settings.shared:
            return rest.json(LetterWish(address="", lang="", wanted=False))
        account = await self._accounts.of(request)
        found = None if account is None else await self._read(account)
        wish = found or Wish("", LANGUAGES[0], wanted=False)
        return rest.json(LetterWish(address=wish.address, lang=wish.lang, wanted=wish.wanted))

    async def change(self, request: Request) -> Response:
        account = await self._accounts.of(request)
        if self._settings.mail is None or account is None:
            raise Refused(404, "no-letters", "this server writes to those who are signed in, if it writes at all")
        given = await rest.body(request, LetterWish, self._settings.limits.body)
        if given.lang not in LANGUAGES:
            raise Refused(422, "bad-language", f"choose one of the languages {', '.join(LANGUAGES)}")
        if (given.wanted or given.address) and _ADDRESS.fullmatch(given.address) is None:
            raise Refused(422, "bad-address", "that is no e-mail address")
        wish = Wish(given.address, given.lang, given.wanted)
        await self._storage.write(functools.partial(letters.keep_wish, account=account.id, wish=wish))
        return rest.json(given)

    async def stop(self, request: Request) -> Response:
        """What the link in a letter asks for; whoever has the letter may ask for it."""
        given = await rest.body(request, StopLetters, self._settings.limits.body)
        found = self._seal.read(given.token)
        if found is None:
            raise Refused(404, "no-letters", "this link is not from one of our letters")
        await self._storage.write(functools.partial(letters.stop, account=found[0], address=found[1]))
        return Response(status_code=204)

    async def _read(self, account: Account) -> Wish | None:
        return await self._storage.read(functools.partial(letters.wish, account=account.id))
