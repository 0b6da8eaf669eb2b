"""Accounts on a shared server: making one, signing in and out, and knowing who a cookie belongs to."""

from __future__ import annotations

import asyncio
import functools
import re
import time
from collections.abc import Callable
from typing import TypeVar

import argon2
import itsdangerous
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from zxcvbn import zxcvbn

from sandtable.server import names, rest, tokens
from sandtable.server.post import Postman, ResetSeal
from sandtable.server.problems import Refused
from sandtable.server.protocol import Credentials, Forgotten, NewPassword, Person, Place
from sandtable.server.settings import Settings
from sandtable.server.storage import Storage, StorageAway, attempts, letters, people
from sandtable.server.storage.attempts import Counted
from sandtable.server.storage.people import Account

T = TypeVar("T")

COOKIE = "sandtable"
_DAYS = 30
_AGE = _DAYS * 24 * 3600
_NAME = re.compile(r"[^\W_][\w .-]{1,30}[^\W_]")
_LENGTHS = range(10, 257)
_LONGEST_AGENT = 200
_LOOK = 2.0
"""So many seconds pass between looks at whether sessions were ended elsewhere."""
_LONGEST_LIKENESS, _LONGEST_FOLDED = 200, 64
"""There are letters that stand for many."""
_LOOKED_AT = 72
"""How many characters of a password are looked at for how easily it is guessed."""
_GUESSES = 1_000_000
"""Who tries passwords in the order of how common they are must need more attempts than this."""


class Accounts:
    """The calls of accounts. On a local server there are none."""

    def __init__(self, storage: Storage, settings: Settings, secret: str, post: Postman | None = None) -> None:
        self._post = post
        self._resets = ResetSeal(secret)
        self._storage = storage
        self._settings = settings
        self._signer = itsdangerous.TimestampSigner(secret, salt="session")
        self._hasher = argon2.PasswordHasher()
        self._nobody = self._hasher.hash(tokens.new_token())
        self._resting: dict[str, set[Callable[[], None]]] = {}
        """What ends with each session."""

    async def of(self, connection: HTTPConnection) -> Account | None:
        """Whose cookie a call or a socket brings."""
        digest = self._session(connection) if self._settings.shared else None
        if digest is None:
            return None
        return await self._storage.read(functools.partial(people.account_of_session, digest=digest))

    def _session(self, connection: HTTPConnection) -> str | None:
        cookie = connection.cookies.get(COOKIE, "")
        try:
            return tokens.digest(self._signer.unsign(cookie, max_age=_AGE).decode())
        except (itsdangerous.BadSignature, UnicodeError):
            return None

    async def create(self, request: Request) -> Response:
        """Make an account and sign in."""
        given = await self._given(request)
        if _NAME.fullmatch(given.name) is None:
            raise Refused(422, "bad-name", "a name has 3 to 32 letters, digits, blanks, dots or hyphens")
        likeness = names.likeness(given.name)
        if len(likeness) > _LONGEST_LIKENESS or len(given.name.casefold()) > _LONGEST_FOLDED:
            raise Refused(422, "bad-name", "that name is too long once its letters are taken apart; choose another")
        if likeness in await asyncio.to_thread(names.of_the_game):
            raise Refused(409, "name-taken", "that looks like the name of a side; choose another")
        await self._check_password(given.password, given.name)
        hashed = await asyncio.to_thread(self._hasher.hash, given.password)
        try:
            add = functools.partial(people.add_account, name=given.name, likeness=likeness, password=hashed)
            account = await self._storage.write(add)
        except IntegrityError:
            raise Refused(409, "name-taken", "that name is taken, or looks like one that is; choose another") from None
        return await self._signed_in(request, account, 201)

    async def forgotten(self, request: Request) -> Response:
        """Write to somebody who has forgotten the password; whether there is such an account is told to nobody."""
        given = await self._limited(request, Forgotten)
        account = await self._storage.read(functools.partial(people.account_named, name=_named(given.name)))
        if self._post is not None and account is not None and await self._counted(self._letters_to(account)):
            wish = await self._storage.read(functools.partial(letters.wish, account=account.id))
            if wish is not None and wish.address:
                self._post.send_reset(account.name, wish, self._resets.token(account))
        return Response(status_code=204)

    async def change_password(self, request: Request) -> Response:
        """Replace a forgotten password, as the letter allows; whoever was signed in is so no more."""
        given = await self._limited(request, NewPassword)
        found = self._resets.read(given.token)
        if found is None:
            raise _no_letter()
        account = await self._storage.read(functools.partial(people.account, account_id=found[0]))
        if account is None or not tokens.same(found[1], tokens.digest(account.password)):
            raise _no_letter()
        await self._check_password(given.password, account.name)
        hashed = await asyncio.to_thread(self._hasher.hash, given.password)
        change = functools.partial(people.change_password, known=account, password=hashed)
        ended = await self._storage.write(change)
        if ended is None:
            raise _no_letter()
        for session in ended:
            self._let_go(session)
        return Response(status_code=204)

    async def _check_password(self, password: str, name: str) -> None:
        """Raises Refused."""
        if len(password) not in _LENGTHS:
            raise Refused(422, "bad-password", "a password has 10 to 256 characters")
        if await asyncio.to_thread(is_easily_guessed, password, name):
            raise Refused(422, "common-password", "that password is among the first to be tried; choose another")

    async def sign_in(self, request: Request) -> Response:
        given = await self._given(request)
        wrong = Counted("wrong", given.name.casefold(), self._settings.limits.account_sign_ins)
        if not await self._counted(wrong):
            raise _too_often()
        find = functools.partial(people.account_named, name=given.name)
        account = await self._storage.read(find)
        hashed = account.password if account else self._nobody
        fits = await asyncio.to_thread(self._fits, hashed, given.password[: _LENGTHS.stop])
        if account is None or not fits:
            raise Refused(401, "wrong-password", "name and password do not belong together")
        await self._storage.write(functools.partial(attempts.give_back, counted=wrong, now=time.time()))
        return await self._signed_in(request, account, 200)

    async def who(self, request: Request) -> Response:
        account = await self.of(request)
        return rest.json(Person(account.name if account else "", self._settings.shared))

    async def places(self, request: Request) -> Response:
        """Where who asks is signed in."""
        here, account = self._session(request), await self._signed(request)
        found = await self._storage.read(functools.partial(people.sessions_of, account=account.id))
        return rest.json([Place(_shown(each.digest), each.created, each.agent, each.digest == here) for each in found])

    async def end_place(self, request: Request) -> Response:
        """Sign out elsewhere, or here."""
        account, wanted = await self._signed(request), rest.path(request, "place")
        found = await self._storage.read(functools.partial(people.sessions_of, account=account.id))
        ended = [each.digest for each in found if _shown(each.digest) == wanted]
        if not ended:
            raise Refused(404, "no-such-place", "you are not signed in there, or not any more")
        for digest in ended:
            await self._end(digest)
        return Response(status_code=204)

    async def _signed(self, request: Request) -> Account:
        account = await self.of(request)
        if account is None:
            raise Refused(401, "signed-out", "sign in first")
        return account

    def watch(self, connection: HTTPConnection, end: Callable[[], None]) -> Callable[[], None]:
        """Have something ended with the session that a socket rests on; what is returned stops the watch."""
        digest = self._session(connection) or ""
        self._resting.setdefault(digest, set()).add(end)

        def forget() -> None:
            self._resting[digest].discard(end)
            if not self._resting[digest]:
                del self._resting[digest]

        return forget

    async def _end(self, digest: str) -> None:
        """Close a session and whatever rests on it."""
        await self._storage.write(functools.partial(people.close_session, digest=digest))
        self._let_go(digest)

    def _let_go(self, digest: str) -> None:
        for end in list(self._resting.get(digest, ())):
            end()

    async def watch_sessions(self) -> None:
        """Close what rests on sessions that were ended at other servers, for as long as this one runs."""
        while True:
            await asyncio.sleep(_LOOK)
            resting = list(self._resting)
            try:
                found = await self._storage.read(functools.partial(people.open_sessions, digests=resting))
            except StorageAway:
                continue
            for ended in set(resting) - found:
                self._let_go(ended)

    async def sign_out(self, request: Request) -> Response:
        digest = self._session(request)
        if digest is not None:
            await self._end(digest)
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE)
        return answer

    async def _given(self, request: Request) -> Credentials:
        given = await self._limited(request, Credentials)
        _named(given.name)
        return given

    async def _limited(self, request: Request, type_: type[T]) -> T:
        """What is said in a call by which passwords could be tried, or letters sent. Raises Refused."""
        if not self._settings.shared:
            raise Refused(404, "no-accounts", "a local server has no accounts; start it with --shared")
        address, limits = rest.address(request), self._settings.limits
        if not await self._counted(
            Counted("address", address, limits.sign_ins),
            Counted("network", rest.network(address), limits.network_sign_ins),
            Counted("all", "", limits.all_sign_ins),
        ):
            raise _too_often()
        return await rest.body(request, type_, self._settings.limits.body)

    def _letters_to(self, account: Account) -> Counted:
        return Counted("letters", str(account.id), self._settings.limits.account_letters)

    async def _counted(self, *counted: Counted) -> bool:
        """Whether something may be tried; it is counted before anybody looks at it, lest many try at once."""
        return await self._storage.write(functools.partial(attempts.take, counted=counted, now=time.time()))

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.VerificationError:
            return False

    async def _signed_in(self, request: Request, account: Account, status: int) -> Response:
        session = tokens.new_token()
        agent = "".join(each for each in request.headers.get("user-agent", "") if each.isprintable())[:_LONGEST_AGENT]
        digest = tokens.digest(session)
        keep = functools.partial(people.open_session, account=account.id, digest=digest, agent=agent)
        await self._storage.write(keep)
        answer = rest.json(Person(account.name, self._settings.shared), status)
        signed = self._signer.sign(session).decode()
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, signed, max_age=_AGE, httponly=True, samesite="strict", secure=secure)
        return answer


def _named(name: str) -> str:
    """A name as it was given. Raises Refused where a database could not even be asked for it."""
    if "\0" in name:
        raise Refused(422, "bad-name", "a name has 3 to 32 letters, digits, blanks, dots or hyphens")
    return name


def _no_letter() -> Refused:
    return Refused(404, "no-letter", "this link was used already or is too old; ask for another letter")


def _shown(digest: str) -> str:
    """What stands for a session where it is listed: enough to tell it from others, and of no use to a thief."""
    return digest[:16]


def is_easily_guessed(password: str, name: str) -> bool:
    """Whether a password is among the commonest ones, a pattern on the keyboard, the name itself, or close to that."""
    found = zxcvbn(password[:_LOOKED_AT], user_inputs=[name])
    return int(found["guesses"]) < _GUESSES


def _too_often() -> Refused:
    return Refused(429, "slow-down", "too many attempts; wait a minute")
