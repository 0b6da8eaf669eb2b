"""Letters to people whose move it is and who are not at the table; nothing waits for them to be sent."""

from __future__ import annotations

import asyncio
import functools
import logging
import smtplib
import ssl
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import quote

import itsdangerous
import msgspec

from sandtable.server import tokens
from sandtable.server.settings import Mail
from sandtable.server.storage import Storage, StorageAway, letters
from sandtable.server.storage.letters import Wish
from sandtable.server.storage.people import Account

_SENDERS = 2
_PATIENCE = 20.0
"""So many seconds a mail server has to answer."""
_SALT = "letters"
_log = logging.getLogger(__name__)

_SUBJECT = {"en": "Your move: {game}", "ja": "あなたの手番です: {game}"}
_BODY = {
    "en": """{title}, {scenario}: it is your move as {side}.

Go to the table: {table}

You are written to once, and again only after you have been at the table.
No more letters: {stop}
""",
    "ja": """「{title}」{scenario}で、{side}のあなたの手番です。

ゲームへ: {table}

このお知らせは一度だけ送られ、次はゲームを開いた後に限って送られます。
お知らせを止める: {stop}
""",
}


_RESET_SUBJECT = {"en": "A new password", "ja": "パスワードの再設定"}
_RESET = {
    "en": """Somebody, we hope you, wants a new password for the account {name}.

Choose it here, within an hour: {link}

If it was not you, there is nothing to do: the password stays as it is.
""",
    "ja": """アカウント「{name}」のパスワード再設定が申し込まれました。

1 時間以内にこちらで新しいパスワードを決めてください: {link}

心当たりがなければ何もしなくて構いません。パスワードは変わりません。
""",
}
RESET_WITHIN = 3600
"""For so many seconds a letter about a forgotten password is good."""


class YourMove(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is to be told, with the names of things by language."""

    table: str
    account: int
    game: str
    """The name that the game was given, if it was."""
    title: dict[str, str]
    scenario: dict[str, str]
    side: dict[str, str]


class Seal:
    """Makes and reads the tokens by which a letter can be answered with: no more of these."""

    def __init__(self, secret: str) -> None:
        self._signer = itsdangerous.URLSafeSerializer(secret, salt=_SALT)

    def token(self, account: int, address: str) -> str:
        return str(self._signer.dumps([account, address]))

    def read(self, token: str) -> tuple[int, str] | None:
        """Whose letters at which address a token is to end."""
        try:
            return msgspec.convert(self._signer.loads(token), tuple[int, str])
        except (itsdangerous.BadData, msgspec.ValidationError):
            return None


class ResetSeal:
    """Makes and reads the tokens by which a forgotten password is replaced: once, and within an hour."""

    def __init__(self, secret: str) -> None:
        self._signer = itsdangerous.URLSafeTimedSerializer(secret, salt="password")

    def token(self, account: Account) -> str:
        return str(self._signer.dumps([account.id, tokens.digest(account.password)]))

    def read(self, token: str) -> tuple[int, str] | None:
        """Whose password a token may replace, and the digest of its hash, which is another once it is replaced."""
        try:
            return msgspec.convert(self._signer.loads(token, max_age=RESET_WITHIN), tuple[int, str])
        except (itsdangerous.BadData, msgspec.ValidationError):
            return None


class Postman:
    """Writes to people who want it, once for each time that they are away from a table."""

    def __init__(self, mail: Mail, storage: Storage, seal: Seal) -> None:
        self._mail = mail
        self._storage = storage
        self._seal = seal
        self._threads = ThreadPoolExecutor(_SENDERS, thread_name_prefix="post")
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: set[tuple[str, int]] = set()

    def call(self, news: YourMove, still: Callable[[], bool]) -> None:
        """Write to somebody after a while, if it is `still` their move then and they have not come."""
        whom = (news.table, news.account)
        if whom not in self._waiting:
            self._waiting.add(whom)
            self._in_background(self._deliver(news, still))

    def has_come(self, table: str, account: int) -> None:
        self._in_background(
            self._storage.write(functools.partial(letters.has_come, game_id=table, account=account))
        )  # fmt: skip

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_unless_away(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, news: YourMove, still: Callable[[], bool]) -> None:
        try:
            await asyncio.sleep(self._mail.delay)
        finally:
            self._waiting.discard((news.table, news.account))
        if not still():
            return
        called = functools.partial(letters.call, game_id=news.table, account=news.account)
        wish = await self._storage.write(called)
        if wish is not None and not await self._sent(self._letter(news, wish), news.table):
            self.has_come(news.table, news.account)

    def send_reset(self, name: str, wish: Wish, token: str) -> None:
        """Write how a forgotten password is replaced."""
        page = self._mail.address.rstrip("/")
        letter = self._addressed(wish.address, _RESET_SUBJECT[wish.lang])
        letter.set_content(_RESET[wish.lang].format(name=name, link=f"{page}/#/password/{quote(token, safe='')}"))
        self._in_background(self._tried(letter))

    async def _tried(self, letter: EmailMessage) -> None:
        await self._sent(letter, "-")

    def _addressed(self, address: str, subject: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = self._mail.sender
        letter["To"] = address
        letter["Subject"] = subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=self._mail.sender.rpartition("@")[2].rstrip(">"))
        letter["Auto-Submitted"] = "auto-generated"
        return letter

    def _letter(self, news: YourMove, wish: Wish) -> EmailMessage:
        lang, page = wish.lang, self._mail.address.rstrip("/")
        stop = f"{page}/#/stop/{quote(self._seal.token(news.account, wish.address), safe='')}"
        names = {"title": news.title[lang], "scenario": news.scenario[lang], "side": news.side[lang]}
        game = " ".join(news.game.split()) or news.scenario[lang]
        letter = self._addressed(wish.address, _SUBJECT[lang].format(game=game))
        letter["List-Unsubscribe"] = f"<{stop}>"
        letter.set_content(_BODY[lang].format(table=f"{page}/#/table/{news.table}", stop=stop, **names))
        return letter

    async def _sent(self, letter: EmailMessage, table: str) -> bool:
        """Try a few times; a failure is noted without a word of the letter, the address or the settings."""
        cause = ""
        for pause in (0.0, *self._mail.retries):
            await asyncio.sleep(pause)
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, self._hand_over, letter)
                return True
            except (OSError, smtplib.SMTPException) as error:
                code = getattr(error, "smtp_code", "")
                cause = f"{type(error).__name__} {code}".strip()
        _log.warning("table %s: a letter could not be sent: %s", table, cause)
        return False

    def _hand_over(self, letter: EmailMessage) -> None:
        mail = self._mail
        connect = (
            functools.partial(smtplib.SMTP_SSL, context=ssl.create_default_context())
            if mail.security == "tls"
            else smtplib.SMTP
        )
        with connect(mail.host, mail.port, timeout=_PATIENCE) as server:
            if mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(letter)


async def _unless_away(work: Coroutine[Any, Any, None]) -> None:
    """A letter is not worth waiting for a database that does not answer."""
    try:
        await work
    except StorageAway as error:
        _log.error("a letter was left unwritten, the database is away: %s", error)
