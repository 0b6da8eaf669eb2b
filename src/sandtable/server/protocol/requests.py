"""What a browser says to a table."""

from __future__ import annotations

from sandtable.server.protocol.common import Lang, Message


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """Open a seat: with the tokens of one side, of several (hot seat), or with that of a spectator."""

    tokens: tuple[str, ...] = ()
    lang: Lang = "en"
    side: str = ""
    """In hot seat: whose view to show first."""
    seen: int = 0
    """How many log lines the client already has."""


class Request(Message, frozen=True, kw_only=True):
    request: int


class Choose(Request, frozen=True, kw_only=True, tag="choose"):
    """Answer a decision. `revision` is that of the position answered, `key` makes a repeated request harmless.

    An option `standing:...` gives a standing order of the seat and `no-longer:...` withdraws one, at any time and
    whatever the revision.
    """

    option: str
    revision: str
    key: str
    side: str


class Undo(Request, frozen=True, kw_only=True, tag="undo"):
    """Take back the last choice of the seat, within the phase."""

    revision: str
    key: str
    side: str


class Redo(Request, frozen=True, kw_only=True, tag="redo"):
    revision: str
    key: str
    side: str


class Plead(Request, frozen=True, kw_only=True, tag="plead"):
    """Ask the others to let the choice be taken back by which the seat has just ended a phase."""

    revision: str
    key: str
    side: str


class Grant(Request, frozen=True, kw_only=True, tag="grant"):
    """Let another seat take back what it asks for; once all who are asked have, it is taken back."""

    revision: str
    key: str
    side: str


class OfferDraw(Request, frozen=True, kw_only=True, tag="offer"):
    """Offer the others a draw; once all have granted it, the game is over."""

    revision: str
    key: str
    side: str


class Resign(Request, frozen=True, kw_only=True, tag="resign"):
    """Give the game up, at any time and whatever the revision."""

    revision: str
    key: str
    side: str


class Claim(Request, frozen=True, kw_only=True, tag="claim"):
    """Win because the other side has used up the days that it had for its move."""

    side: str


class Decline(Request, frozen=True, kw_only=True, tag="decline"):
    """Do not let another seat take back what it asks for; from the seat that asks, withdraw the plea."""

    revision: str
    key: str
    side: str


class AskOdds(Request, frozen=True, kw_only=True, tag="odds"):
    option: str
    side: str


class AskHint(Request, frozen=True, kw_only=True, tag="hint"):
    """What the computer would do in the place of a side that has something to decide."""

    side: str


class AskWhy(Request, frozen=True, kw_only=True, tag="explain"):
    """Why something is not offered. A click may also have meant other things, such as the hex of a counter."""

    option: str
    side: str
    meant: tuple[str, ...] = ()


class AskPreview(Request, frozen=True, kw_only=True, tag="preview"):
    option: str
    side: str


class AskHex(Request, frozen=True, kw_only=True, tag="inspect"):
    hex: str
    side: str


class AskUnit(Request, frozen=True, kw_only=True, tag="unit"):
    """What a counter is, in words, and what its figures mean, as the side may know it."""

    unit: str
    side: str


class AskOverlay(Request, frozen=True, kw_only=True, tag="overlay"):
    """Which hexes an overlay lights up, as the side may know it; `hex` is empty where the overlay needs none."""

    overlay: str
    hex: str
    side: str


class AskSight(Request, frozen=True, kw_only=True, tag="sight"):
    """Whether one hex is seen from another, and what blocks the line, as the side may know it."""

    viewer: str
    target: str
    side: str


class AskReplay(Request, frozen=True, kw_only=True, tag="replay"):
    """The position after so many choices, as the seat may know it."""

    number: int
    side: str


class LookAs(Request, frozen=True, kw_only=True, tag="look-as"):
    """Show the whole log and position of a side that this client holds: in hot seat of another, or of its own anew."""

    side: str


class Speak(Request, frozen=True, kw_only=True, tag="chat"):
    text: str


ClientMessage = (
    Hello | Choose | Undo | Redo | Plead | OfferDraw | Grant | Decline | Resign | Claim | Speak | LookAs
    | AskOdds | AskHint | AskWhy | AskPreview | AskHex | AskUnit | AskOverlay | AskSight | AskReplay
)  # fmt: skip
