"""Games through the Model Context Protocol, by the client of its own SDK: against a bot, and as a person's guest."""

from __future__ import annotations

import contextlib
import os
import random
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from sandtable.assistant.passes import Passes
from sandtable.assistant.tools import server
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, serving

pytestmark = pytest.mark.asyncio


class Assistant:
    """What an assistant does with its tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, tool: str, **arguments: object) -> str:
        answer = await self.client.call_tool(tool, arguments)
        text = _text(answer.content[0])
        assert not answer.is_error, text
        return text

    async def refused(self, tool: str, **arguments: object) -> str:
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error
        return _text(answer.content[0])


def _text(content: object) -> str:
    assert isinstance(content, TextContent)
    return content.text


def _options(told: str) -> list[str]:
    """The options that a question lists."""
    return re.findall(r"(?:^- |, )([a-z-]+:[^ ,:]+)(?=:|,| \(| \[|$)", told, re.MULTILINE)


@pytest.fixture
def seats(tmp_path: Path) -> Path:
    return tmp_path / "seats.json"


@contextlib.asynccontextmanager
async def _assistant(seats: Path) -> AsyncIterator[Assistant]:
    async with Client(server(Passes(seats))) as client:
        yield Assistant(client)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('assistant')}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0)) as found:
        yield found


async def test_a_whole_game_is_played_against_a_bot(seats: Path) -> None:
    async with _assistant(seats) as assistant:
        assert "- bridge: " in await assistant.use("games")
        told = await assistant.use(
            "new_game", title_id="primer", scenario="bridge", side="red", opponent="random", seed=3
        )
        rng = random.Random(1)
        assert "Counters:" in told
        while options := _options(await assistant.use("question")):
            told = await assistant.use("choose", option=rng.choice(options))
        assert re.search(r"^(Red|Blue|Nobody): ", told, re.MULTILINE)
        assert "the game is over" in await assistant.refused("choose", option="do:done")


async def test_what_there_is_to_know_is_told_on_request(seats: Path) -> None:
    async with _assistant(seats) as assistant:
        await assistant.use("new_game", title_id="primer", scenario="bridge", side="blue", seed=4)
        assert "Town: 0507 0905 0906" in await assistant.use("map")
        assert "High Road, through: 0105 " in await assistant.use("map")
        assert (await assistant.use("hex", label="0905")).startswith("Terrain: Town")
        assert "These are exact." in await assistant.use("odds", option="order:march")
        assert await assistant.use("about", option="order:march")
        assert (await assistant.use("rule", rule_id="2.2")).startswith("2.2 ")
        assert "2.2 " in await assistant.use("rules", word="order")
        assert await assistant.use("why_not", option="order:march") == "It can be chosen."
        assert await assistant.use("why_not", option="hex:0101")
        assert await assistant.use("unit", unit_id="nobody") == "It is not in play, or hidden from you."
        assert await assistant.use("news") == "Turn 1 begins [2.1]"
        assert await assistant.use("wait", seconds=0) == await assistant.use("question")


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("look", {}, "begin with new_game"),
        ("new_game", {"title_id": "checkers"}, "checkers"),
        ("new_game", {"title_id": "primer", "side": "green"}, "there is no side 'green'"),
        ("join", {"invitation": "somewhere"}, "is no invitation"),
        ("join", {"invitation": "http://127.0.0.1:9/#/join/abc"}, "no Sandtable server answers at 127.0.0.1:9"),
    ],
)
async def test_what_makes_no_sense_is_refused_with_the_cure(
    seats: Path, tool: str, arguments: dict[str, object], told: str
) -> None:
    async with _assistant(seats) as assistant:
        assert told in await assistant.refused(tool, **arguments)


async def test_an_option_that_is_not_offered_is_refused_with_its_rule_and_nothing_changes(seats: Path) -> None:
    async with _assistant(seats) as assistant:
        before = await assistant.use("new_game", title_id="primer", scenario="bridge", side="blue", seed=4)
        assert "[2.2]" in await assistant.refused("choose", option="hex:0101")
        assert await assistant.use("look") == before
        assert "nobody to talk to" in await assistant.refused("say", text="hello")


async def test_a_game_that_is_given_up_is_lost(seats: Path) -> None:
    async with _assistant(seats) as assistant:
        await assistant.use("new_game", title_id="primer", scenario="bridge", side="blue", seed=4)
        assert (await assistant.use("resign")).startswith("Red: ")


def _invited(host: Server) -> tuple[str, str, str]:
    """A table at which a person plays red: its id, the token of the person, and the link to the other seat."""
    keys = host.new_table(blue="open")
    return keys["table"], keys["tokens"]["red"], f"http://127.0.0.1:{host.port}/#/join/{keys['invitations']['blue']}"


async def test_an_assistant_plays_a_person_and_learns_no_more_than_its_seat(seats: Path, host: Server) -> None:
    table, token, link = _invited(host)
    rng = random.Random(2)
    with host.sit(table, token) as person:
        async with _assistant(seats) as assistant:
            assert "Red, hidden" in await assistant.use("join", invitation=link)
            for _ in range(40):
                person.hear_all(quiet=0.02)
                if person.position["question"]:
                    person.choose(rng.choice(person.options))
                if options := _options(await assistant.use("wait", seconds=0)):
                    await assistant.use("choose", option=rng.choice(options))
            seen = await assistant.use("look")
            assert "Turn 1 begins" not in await assistant.use("news")
            cards = [card for card in person.position["picture"]["cards"] if card["side"] == "red"]
            unseen = [card for card in cards if f"[{card['id']}]" not in seen]
            assert unseen
            assert not [card for card in unseen if card["values"] in await assistant.use("unit", unit_id=card["id"])]
        assert person.position["number"] > 20


async def test_the_invitation_opens_the_seat_again_after_a_pause(seats: Path, host: Server) -> None:
    table, token, link = _invited(host)
    with host.sit(table, token) as person:
        async with _assistant(seats) as assistant:
            first = await assistant.use("join", invitation=link)
        async with _assistant(seats) as back:
            assert await back.use("join", invitation=link) == first
            assert await back.use("say", text="here again") == "Said."
        person.hear_until(lambda: bool(person.chat))
        assert person.chat[0]["text"] == "here again"
    async with _assistant(seats.with_name("others.json")) as stranger:
        assert await stranger.refused("join", invitation=link)
    assert seats.stat().st_mode & 0o077 == 0


async def test_seats_that_cannot_be_read_are_named(seats: Path) -> None:
    seats.write_text("{")
    async with _assistant(seats) as assistant:
        told = await assistant.refused("join", invitation="http://127.0.0.1:9/#/join/abc")
    assert "seats.json does not hold seats" in told


async def test_the_command_speaks_over_standard_input_and_output(seats: Path) -> None:
    arguments = ["-m", "sandtable", "mcp", "--seats", str(seats)]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with Client(command) as client:
        tools = (await client.list_tools()).tools
        assert {"games", "new_game", "join", "look", "odds", "choose"} <= {tool.name for tool in tools}
        assert all(tool.description for tool in tools)
        assert "primer: Primer" in await Assistant(client).use("games")
