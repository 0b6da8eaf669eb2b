"""The list of all REST calls: what the router serves and what the OpenAPI document describes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.server import lobby
from sandtable.server.accounts import Accounts
from sandtable.server.parlour import Archived, Invitation, Parlour, StudyFrom
from sandtable.server.protocol import (
    Book,
    Credentials,
    Forgotten,
    InvitationCard,
    Keys,
    LetterWish,
    NewLesson,
    NewPassword,
    NewTable,
    Person,
    Place,
    Reach,
    RuleCard,
    ScenarioCard,
    StopLetters,
    TableCard,
    TitleCard,
)
from sandtable.server.reach import Whereabouts
from sandtable.server.rest import Handler
from sandtable.server.wishes import Wishes

SVG, HTML, SAVE = "image/svg+xml", "text/html", "application/octet-stream"
_DRAWING = "/api/titles/{title}/scenarios/{scenario}"


class Query(msgspec.Struct, frozen=True):
    """A parameter behind the question mark, never required."""

    name: str
    about: str
    values: tuple[str, ...] = ()


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One call."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    about: str
    answer: Any = None
    """The type of the answer, or its media type; None for an empty one."""
    status: int = 200
    body: Any = None
    query: tuple[Query, ...] = ()
    problems: tuple[int, ...] = ()


_LANG = Query("lang", "The language of what is shown.", ("en", "ja"))
_VERSION = Query("v", "Anything: the drawing may then be kept for ever.")


def endpoints(parlour: Parlour, accounts: Accounts, wishes: Wishes, whereabouts: Whereabouts) -> tuple[Endpoint, ...]:
    """All calls, in the order in which they are documented."""
    return (
        *_about_titles(),
        *_about_tables(parlour),
        *_about_people(accounts),
        *_about_letters(wishes),
        _reach(whereabouts),
    )


def _about_titles() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            method="GET", path="/api/titles", handler=lobby.list_titles, query=(_LANG,), problems=(400,),
            about="The titles with their scenarios, optional rules and bots.", answer=list[TitleCard],
        ),
        Endpoint(
            method="GET", path=_DRAWING, handler=lobby.scenario, query=(_LANG,), problems=(400, 404),
            about="A scenario, be it one that is made to order.", answer=ScenarioCard,
        ),
        Endpoint(
            method="GET", path=f"{_DRAWING}/terrain.svg", handler=lobby.terrain, query=(_LANG, _VERSION),
            about="The map of a scenario.", answer=SVG, problems=(400, 404),
        ),
        Endpoint(
            method="GET", path=f"{_DRAWING}/picture.svg", handler=lobby.set_up, query=(_LANG, _VERSION),
            about="The set-up of a scenario, as everybody may know it.", answer=SVG, problems=(400, 404),
        ),
        Endpoint(
            method="GET", path=f"{_DRAWING}/book", handler=lobby.book, answer=Book, problems=(400, 404),
            query=(_LANG, Query("options", "The optional rules in force, as in fog,gas.")),
            about="What to have at hand: the briefing of a scenario, its charts, and the phases of a turn.",
        ),
        Endpoint(
            method="GET", path="/api/titles/{title}/rules", handler=lobby.rules, query=(_LANG,),
            about="Every rule of a title, in short.", answer=list[RuleCard], problems=(400, 404),
        ),
        Endpoint(
            method="GET", path="/api/titles/{title}/rules/{rule}", handler=lobby.rule, query=(_LANG,),
            about="What a rule says, in short.", answer=RuleCard, problems=(400, 404),
        ),
    )  # fmt: skip


def _about_tables(parlour: Parlour) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            method="GET", path="/api/tables", handler=parlour.list, answer=list[TableCard], problems=(400,),
            query=(_LANG, Query("archive", "Those that were put away.", ("true", "false")), Query("after", "A page.")),
            about="The games of the asker; on a local server, all of them. The header Link names the next page.",
        ),
        Endpoint(
            method="POST", path="/api/tables/{table}/archive", handler=parlour.put_away, body=Archived, status=204,
            about="Put a game into the own archive, or take it out again.", problems=(404, 409, 413, 415, 422),
        ),
        Endpoint(
            method="DELETE", path="/api/tables/{table}", handler=parlour.delete, status=204,
            about="Delete a game in which nobody else sits.", problems=(403, 404, 409),
        ),
        Endpoint(
            method="POST", path="/api/tables", handler=parlour.set_up, body=NewTable, answer=Keys, status=201,
            about="Set up a game.", problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/lessons", handler=parlour.teach, body=NewLesson, answer=Keys, status=201,
            about="Begin a lesson, at a table of its own.", problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/tables/upload", handler=parlour.upload, body=SAVE, answer=Keys, status=201,
            query=(Query("bots", "Sides that bots play, as in red:greedy,blue:random."),),
            about="Go on with a saved game.", problems=(413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/tables/{table}/keys", handler=parlour.renew, answer=Keys,
            about="Local server: new tokens for the seats that are free to whoever is at this machine.",
            problems=(403, 404, 409, 415),
        ),
        Endpoint(
            method="DELETE", path="/api/tables/{table}/keys", handler=parlour.give_up, status=204,
            about="Local server: give up the seats whose tokens are shown.", problems=(403, 404, 409),
        ),
        Endpoint(
            method="GET", path="/api/tables/{table}/save", handler=parlour.save, answer=SAVE,
            about="The saved game, where that gives nothing away.", problems=(403, 404, 409),
        ),
        Endpoint(
            method="POST", path="/api/tables/{table}/study", handler=parlour.study, body=StudyFrom, answer=Keys,
            status=201,
            about="Play on from a position of a finished or own game, at a table of its own.",
            problems=(403, 404, 413, 415, 422, 503),
        ),
        Endpoint(
            method="GET", path="/api/tables/{table}/report.html", handler=parlour.report, answer=HTML,
            query=(_LANG, Query("side", "Whose report, while the game runs.")),
            about="The after-action report, as far as the asker may know it.", problems=(400, 403, 404, 409, 503),
        ),
        Endpoint(
            method="POST", path="/api/invitations", handler=parlour.join, body=Invitation, answer=Keys,
            about="Take a seat with an invitation, which works once.", problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/invitations/look", handler=parlour.look, body=Invitation, answer=InvitationCard,
            about="What an invitation is for; the seat is not taken.", query=(_LANG,),
            problems=(400, 404, 409, 413, 415, 422),
        ),
    )  # fmt: skip


def _reach(whereabouts: Whereabouts) -> Endpoint:
    return Endpoint(
        method="GET", path="/api/reach", handler=whereabouts, answer=Reach,
        about="Local server: whether other machines can reach it, and where.",
    )  # fmt: skip


def _about_letters(wishes: Wishes) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            method="GET", path="/api/letters", handler=wishes.look, answer=LetterWish,
            about="Shared server: whether and where who is signed in wants to be told of their move by e-mail.",
        ),
        Endpoint(
            method="POST", path="/api/letters", handler=wishes.change, body=LetterWish, answer=LetterWish,
            about="Shared server: say whether and where you want to be told of your move by e-mail.",
            problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/letters/stop", handler=wishes.stop, body=StopLetters, status=204,
            about="What the link at the end of a letter asks for: no more of them.", problems=(404, 413, 415, 422),
        ),
    )  # fmt: skip


def _about_people(accounts: Accounts) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            method="POST", path="/api/accounts", handler=accounts.create, body=Credentials, answer=Person, status=201,
            about="Shared server: make an account and sign in.", problems=(404, 409, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/accounts/forgotten", handler=accounts.forgotten, body=Forgotten, status=204,
            about="Shared server: have a letter sent by which a forgotten password is replaced.",
            problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="POST", path="/api/accounts/password", handler=accounts.change_password, body=NewPassword,
            status=204, about="Shared server: replace a forgotten password, as such a letter allows.",
            problems=(404, 413, 415, 422),
        ),
        Endpoint(
            method="GET", path="/api/session", handler=accounts.who, answer=Person,
            about="Who is signed in, and whether the server is shared and so has accounts.",
        ),
        Endpoint(
            method="POST", path="/api/session", handler=accounts.sign_in, body=Credentials, answer=Person,
            about="Shared server: sign in.", problems=(401, 404, 413, 415, 422),
        ),
        Endpoint(
            method="DELETE", path="/api/session", handler=accounts.sign_out, status=204, about="Sign out.",
        ),
        Endpoint(
            method="GET", path="/api/sessions", handler=accounts.places, answer=list[Place], problems=(401,),
            about="Shared server: where who asks is signed in.",
        ),
        Endpoint(
            method="DELETE", path="/api/sessions/{place}", handler=accounts.end_place, status=204,
            about="Shared server: sign out there.", problems=(401, 404),
        ),
    )  # fmt: skip
