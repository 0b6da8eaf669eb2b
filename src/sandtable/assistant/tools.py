"""The tools by which an assistant plays, for the Model Context Protocol."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from sandtable.assistant.guest import Guest
from sandtable.assistant.passes import Passes
from sandtable.kernel import SandtableError, title, titles
from sandtable.lab.text import Seat
from sandtable.lab.wording import NotNow
from sandtable.players import player_names
from sandtable.server.protocol import Lang

_LONGEST_WAIT = 300.0

_INSTRUCTIONS = """\
Sandtable plays hex-and-counter wargames with the rules enforced; you play one side, and are told what it may know.
Begin with `games` and `new_game` to play against a bot, or with `join` and a link that a person gave you to play
against that person. Read the `map` once. Then, again and again: `look` at the position, weigh options with `about`
and `odds`, and `choose` one by its id. An order is often several choices in a row: which counter, then where to.
`wait` while a person on the other side is to decide. Numbers in brackets are rules: `rule` says what one means."""

Option = Annotated[str, Field(description="The id of an option, as `look` and `question` list them, such as hex:0905.")]


class Hands:
    """The seat that the assistant plays just now, and the tools for it; one is used at a time."""

    def __init__(self, passes: Passes, lang: Lang = "en") -> None:
        self._passes, self._lang = passes, lang
        self._seat: Seat | Guest | None = None

    # Games

    def games(self) -> str:
        """The games that can be played: titles with their scenarios and sides, and the bots to play against."""
        lines = []
        for title_id in titles():
            found = title(title_id)
            lines.append(f"{title_id}: {found.name[self._lang]} (bots: {', '.join(player_names(found))})")
            lines += [
                f"- {each.id}: {each.name[self._lang]}; sides {', '.join(each.sides)}; {each.turns} turns"
                for each in found.known_scenarios.values()
            ]
        return "\n".join(lines)

    def new_game(
        self,
        title_id: Annotated[str, Field(description="The id of a title, from `games`.")],
        scenario: Annotated[str, Field(description="The id of a scenario; the title's first without it.")] = "",
        side: Annotated[str, Field(description="The side to play; the first without it.")] = "",
        opponent: Annotated[str, Field(description="The bot that plays the other sides.")] = "greedy",
        seed: Annotated[int | None, Field(description="For a game that can be played again with equal dice.")] = None,
    ) -> str:
        """Begin a game against a bot, in the place of the game before; tells the position and what is asked."""
        self._take(Seat(title_id, scenario or None, side, bots=opponent, seed=seed, lang=self._lang))
        return self.look()

    def join(
        self, invitation: Annotated[str, Field(description="The link to a seat, as http://127.0.0.1:8080/#/join/abc.")]
    ) -> str:
        """Sit down at a person's table by the link of an invitation, or come back to it; tells the position."""
        self._take(Guest(self._passes.of(invitation.strip()), self._lang))
        return self.look()

    # What there is to see

    def look(self) -> str:
        """The whole position as your side knows it, what is asked of you, and everything that you may answer."""
        return self._at.look()

    def map(self) -> str:
        """The ground, hex by hex: terrain, elevations, what lies along hexsides, roads. It stays as it is: ask once."""
        return self._at.map()

    def question(self) -> str:
        """What is asked of you now, and everything that you may answer."""
        return self._at.question()

    def news(self) -> str:
        """What has happened since you were last told."""
        return self._at.news() or "Nothing has happened."

    def hex(self, label: Annotated[str, Field(description="The label of a hex, such as 0905.")]) -> str:
        """What is to be known of a hex: terrain, who is there, what it costs."""
        return self._at.hex(label) or "Nothing is known of it."

    def unit(self, unit_id: Annotated[str, Field(description="The id of a counter, as in brackets by `look`.")]) -> str:
        """What is to be known of a counter: its figures with their meaning, and its states."""
        return self._at.unit(unit_id) or "It is not in play, or hidden from you."

    def rule(self, rule_id: Annotated[str, Field(description="The number of a rule, such as 10.4.")]) -> str:
        """What a rule says, in short."""
        return self._at.rule(rule_id)

    def rules(self, word: Annotated[str, Field(description="A word to look for.")]) -> str:
        """The rules that speak of something."""
        return self._at.rules(word)

    # Weighing

    def about(self, option: Option) -> str:
        """What an option would do: the way of a move, the sum of a combat, each line with its rule."""
        return self._at.about(option)

    def odds(self, option: Option) -> str:
        """The outcomes of an option with their probabilities, exact where it says so."""
        return self._at.odds(option)

    def why_not(self, option: Option) -> str:
        """Why something cannot be chosen, with the rule."""
        return self._at.why_not(option) or "It can be chosen."

    # Playing

    def choose(self, option: Option) -> str:
        """Choose an option; tells what happened and what is asked of you next. It cannot be taken back."""
        happened = self._at.choose(option)
        return "\n\n".join(filter(None, (happened, self._at.question())))

    def wait(
        self, seconds: Annotated[float, Field(description="At most so long.", ge=0, le=_LONGEST_WAIT)] = 60.0
    ) -> str:
        """Wait until you are asked or the game is over; tells what happened and what is asked. Bots need no waiting."""
        happened = self._at.wait(seconds) if isinstance(self._at, Guest) else self._at.news()
        return "\n\n".join(filter(None, (happened, self._at.question())))

    def say(self, text: Annotated[str, Field(description="What to say.")]) -> str:
        """Say something to everybody at a person's table."""
        if not isinstance(self._at, Guest):
            raise NotNow("there is nobody to talk to: bots play the other sides")
        self._at.say(text)
        return "Said."

    def resign(self) -> str:
        """Give the game up. It cannot be taken back."""
        return self._at.resign()

    @property
    def _at(self) -> Seat | Guest:
        if self._seat is None:
            raise NotNow("you sit nowhere: begin with new_game, or with join and a link that a person gave you")
        return self._seat

    def _take(self, seat: Seat | Guest) -> None:
        if isinstance(self._seat, Guest):
            self._seat.leave()
        self._seat = seat


_LOOKING = (
    Hands.games, Hands.look, Hands.map, Hands.question, Hands.hex, Hands.unit, Hands.rule, Hands.rules,
    Hands.about, Hands.odds, Hands.why_not,
)  # fmt: skip
_ACTING = (Hands.new_game, Hands.join, Hands.news, Hands.choose, Hands.wait, Hands.say, Hands.resign)


def server(passes: Passes, lang: Lang = "en") -> MCPServer[None]:
    """A server of the protocol with one pair of hands."""
    made: MCPServer[None] = MCPServer(
        "sandtable", title="Sandtable", version=version("sandtable"), instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    hands, one_at_a_time = Hands(passes, lang), threading.Lock()
    for tool in (*_LOOKING, *_ACTING):
        bound = getattr(hands, tool.__name__)
        made.add_tool(
            _answering(bound, one_at_a_time),
            annotations=ToolAnnotations(read_only_hint=tool in _LOOKING, open_world_hint=False),
            structured_output=False,
        )
    return made


def _answering(tool: Callable[..., str], one_at_a_time: threading.Lock) -> Callable[..., str]:
    """A tool whose refusals reach the assistant as what they say."""

    @functools.wraps(tool)
    def answer(**arguments: object) -> str:
        with one_at_a_time:
            try:
                return tool(**arguments)
            except SandtableError as error:
                raise ToolError(str(error)) from error

    return answer
