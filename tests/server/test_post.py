"""Letters to people whose move it is, through a real mail server."""

from __future__ import annotations

import email
import email.policy
import functools
import itertools
import logging
import re
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from websockets.exceptions import ConnectionClosed

from sandtable.server import post as letter_writing
from sandtable.server.settings import BadSettings, Mail, Settings, mail_settings
from server.harness import NO_LIMITS, Client, Server, free_port, serving
from server.test_accounts import sign_up

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")

SECRET = "open sesame"
PATIENCE = 10.0
_places = itertools.count(1)


class Letterbox:
    """A mail server: keeps what it is brought, from whoever knows the password, unless it is out of order."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.is_broken = False
        self.tries = 0
        self.port = free_port()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        self.tries += 1
        if self.is_broken:
            return f"451 out of order, {envelope.rcpt_tos[0]}"
        assert isinstance(envelope.content, bytes)
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 thank you"

    def knows(self, _server: SMTP, _session: Session, _envelope: Envelope, _way: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and (data.login, data.password) == (b"sandtable", SECRET.encode())
        return AuthResult(success=good)

    def wait(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "no letter came"
            time.sleep(0.01)


class Post:
    """A shared server that writes letters, with the box into which they fall."""

    def __init__(self, server: Server, box: Letterbox) -> None:
        self.server = server
        self.box = box
        place = next(_places)
        self.host, self.guest = sign_up(server, f"Host {place}"), sign_up(server, f"Guest {place}")
        seats = {"blue": {"mode": "human"}, "red": {"mode": "open"}}
        plan = {"title": "primer", "scenario": "bridge", "seats": seats, "name": "By\nletter"}
        keys = self.host.post("/api/tables", json=plan).json()
        self.table = keys["table"]
        self.guest.post("/api/invitations", json={"token": keys["invitations"]["red"]})

    def wish(self, *, wanted: bool = True, lang: str = "en") -> None:
        answer = self.guest.post("/api/letters", json={"address": "red@example.org", "lang": lang, "wanted": wanted})
        assert answer.status_code == 200, answer.text

    def sit(self, browser: httpx.Client) -> Client:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return self.server.sit(self.table, headers={"Cookie": cookie})

    def move(self) -> None:
        """Blue makes up its mind, and once more: red is still asked, and may be told so after each."""
        with self.sit(self.host) as blue:
            if blue.position["can_undo"]:
                blue.act("undo")
            assert blue.choose("order:march")["ok"]

    def settle(self) -> None:
        """Let whatever letters there may be come."""
        time.sleep(0.15)


@pytest.fixture(scope="module")
def box() -> Iterator[Letterbox]:
    box = Letterbox()
    controller = Controller(
        box, hostname="127.0.0.1", port=box.port, authenticator=box.knows, auth_required=True, auth_require_tls=False
    )
    controller.start()
    yield box
    controller.stop()


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, box: Letterbox) -> Iterator[Server]:
    mail = Mail(
        host="127.0.0.1", port=box.port, security="none", user="sandtable", password=SECRET, delay=0.02,
        sender="Sandtable <games@example.org>", address="https://games.example.org/", retries=(0.01, 0.01),
    )  # fmt: skip
    database = f"sqlite:///{tmp_path_factory.mktemp('mailing')}/games.sqlite3"
    with serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0, mail=mail)) as server:
        yield server


@pytest.fixture
def post(mailing: Server, box: Letterbox) -> Post:
    box.letters.clear()
    box.is_broken, box.tries = False, 0
    return Post(mailing, box)


def test_who_is_away_is_written_to_once_with_a_link_to_the_table(post: Post) -> None:
    post.wish()
    post.move()
    post.box.wait(lambda: bool(post.box.letters))
    post.move()
    post.settle()
    (letter,) = post.box.letters
    assert letter["To"] == "red@example.org"
    assert letter["Subject"] == "Your move: By letter"
    text = letter.get_content()
    assert f"https://games.example.org/#/table/{post.table}" in text
    assert "Primer, The Bridge at Holm: it is your move as Red" in text


def asked_for_another_password(post: Post) -> str:
    """The token in the letter that somebody is sent who has forgotten the password."""
    post.wish(wanted=False)
    name = post.guest.get("/api/session").json()["name"]
    assert post.server.http.post("/api/accounts/forgotten", json={"name": name}).status_code == 204
    post.box.wait(lambda: bool(post.box.letters))
    letter = post.box.letters[-1]
    assert (letter["To"], letter["Subject"]) == ("red@example.org", "A new password")
    found = re.search(r"https://games\.example\.org/#/password/(\S+)", letter.get_content())
    assert found is not None
    return unquote(found[1])


def test_a_forgotten_password_is_replaced_by_a_letter_once(post: Post) -> None:
    token, name = asked_for_another_password(post), post.guest.get("/api/session").json()["name"]
    call = functools.partial(post.server.http.post, "/api/accounts/password")
    assert call(json={"token": token, "password": "short"}).json()["code"] == "bad-password"
    with post.sit(post.guest) as seat:
        assert call(json={"token": token, "password": "another horse 42"}).status_code == 204
        with pytest.raises(ConnectionClosed):
            seat.hear_until(lambda: False)
    assert post.guest.get("/api/session").json()["name"] == "", "whoever was signed in is so no more"
    for password, status in (("long enough", 401), ("another horse 42", 200)):
        signed = post.guest.post("/api/session", json={"name": name, "password": password})
        assert signed.status_code == status
    for void in (token, token[:-1], "nonsense"):
        assert call(json={"token": void, "password": "yet another 99"}).json()["code"] == "no-letter"


def test_a_letter_about_a_password_grows_old(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    token = asked_for_another_password(post)
    monkeypatch.setattr(letter_writing, "RESET_WITHIN", -1)
    answer = post.server.http.post("/api/accounts/password", json={"token": token, "password": "another horse 42"})
    assert answer.json()["code"] == "no-letter"


def test_who_gave_no_address_or_does_not_exist_is_answered_alike(post: Post) -> None:
    for name in (post.host.get("/api/session").json()["name"], "Nobody at all"):
        assert post.server.http.post("/api/accounts/forgotten", json={"name": name}).status_code == 204
    post.settle()
    assert post.box.letters == []
    assert post.server.http.post("/api/accounts/forgotten", json={"name": "a\0b"}).status_code == 422


def test_after_a_visit_there_is_a_letter_again(post: Post) -> None:
    post.wish()
    post.move()
    post.box.wait(lambda: len(post.box.letters) == 1)
    with post.sit(post.guest):
        pass
    post.move()
    post.box.wait(lambda: len(post.box.letters) == 2)


def test_letters_are_in_the_language_of_the_reader(post: Post) -> None:
    post.wish(lang="ja")
    post.move()
    post.box.wait(lambda: bool(post.box.letters))
    assert post.box.letters[0]["Subject"] == "あなたの手番です: By letter"
    assert "あなたの手番です" in post.box.letters[0].get_content()


def test_nobody_is_written_to_who_is_here_or_has_not_said_yes(post: Post) -> None:
    post.move()
    post.settle()
    post.wish(wanted=False)
    post.move()
    post.settle()
    post.wish()
    with post.sit(post.guest):
        post.move()
        post.settle()
    assert post.box.tries == 0


def test_the_link_at_the_end_of_a_letter_ends_them(post: Post) -> None:
    post.wish()
    post.move()
    post.box.wait(lambda: bool(post.box.letters))
    letter = post.box.letters[0]
    (token,) = re.findall(r"https://games\.example\.org/#/stop/(\S+)", letter.get_content())
    assert f"/#/stop/{token}>" in letter["List-Unsubscribe"]
    stranger = httpx.Client(base_url=post.host.base_url)
    assert stranger.post("/api/letters/stop", json={"token": token + "x"}).status_code == 404
    assert post.guest.get("/api/letters").json()["wanted"] is True
    assert stranger.post("/api/letters/stop", json={"token": token}).status_code == 204
    assert post.guest.get("/api/letters").json() == {"address": "red@example.org", "lang": "en", "wanted": False}
    with post.sit(post.guest):
        pass
    post.move()
    post.settle()
    assert len(post.box.letters) == 1


def test_a_mail_server_out_of_order_holds_nothing_up_and_is_noted_in_one_line(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.wish()
    post.box.is_broken = True

    def noted() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "sandtable.server.post"]

    with caplog.at_level(logging.WARNING, logger="sandtable.server.post"):
        post.move()
        post.box.wait(lambda: bool(noted()))
    assert post.box.tries == 3
    (line,) = noted()
    assert line == f"table {post.table}: a letter could not be sent: SMTPDataError 451"
    post.box.is_broken = False
    post.settle()
    post.move()
    post.box.wait(lambda: len(post.box.letters) == 1)


@pytest.mark.parametrize(
    "address", ["", "red", "red@", "red@example.org\r\nBcc: all@example.org", "a@b,c@d", "r\0@b.org"]
)
def test_what_is_no_address_is_refused(post: Post, address: str) -> None:
    answer = post.guest.post("/api/letters", json={"address": address, "lang": "en", "wanted": True})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-address")


def test_a_server_that_sends_no_letters_says_so(shared: Server) -> None:
    browser = sign_up(shared, "Lise")
    assert browser.get("/api/letters").json() == {"address": "", "lang": "", "wanted": False}
    wish = {"address": "lise@example.org", "lang": "en", "wanted": True}
    assert browser.post("/api/letters", json=wish).status_code == 404


def test_the_environment_says_how_letters_are_sent() -> None:
    least = {
        "SANDTABLE_SMTP_HOST": "mail.example.org",
        "SANDTABLE_MAIL_FROM": "games@example.org",
        "SANDTABLE_PUBLIC_ADDRESS": "https://games.example.org",
    }
    found = mail_settings(least)
    assert found is not None
    assert (found.port, found.security, found.user) == (587, "starttls", "")
    more = mail_settings(least | {"SANDTABLE_SMTP_TLS": "tls", "SANDTABLE_SMTP_USER": "me"})
    assert more is not None
    assert (more.port, more.user) == (465, "me")
    assert mail_settings({}) is None
    for wrong in ({"SANDTABLE_SMTP_TLS": "yes"}, {"SANDTABLE_SMTP_PORT": "x"}, {"SANDTABLE_MAIL_FROM": ""}):
        with pytest.raises(BadSettings, match=next(iter(wrong))):
            mail_settings(least | wrong)


def test_letters_need_no_more_than_what_is_stored(tmp_path: Path, box: Letterbox) -> None:
    """Who has been called is known after a restart."""
    box.letters.clear()
    mail = Mail(
        host="127.0.0.1", port=box.port, security="none", user="sandtable", password=SECRET, delay=0.02,
        sender="games@example.org", address="https://games.example.org", retries=(),
    )  # fmt: skip
    settings = Settings(database=f"sqlite:///{tmp_path}/g.sqlite3", shared=True, limits=NO_LIMITS, pause=0, mail=mail)
    with serving(settings) as server:
        post = Post(server, box)
        post.wish()
        post.move()
        box.wait(lambda: len(box.letters) == 1)
    with serving(settings) as server:
        post.server = server
        post.move()
        post.settle()
    assert len(box.letters) == 1
