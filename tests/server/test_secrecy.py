"""Nothing that a client is given tells it what its side may not know.

Twin games, alike but for what is hidden from a side, are played on the server; whatever the side asks and whatever it
is told, it must not be able to tell them apart.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.kernel import PUBLIC, title, titles
from sandtable.kernel.views import masked
from sandtable.server.match import Match
from server import twins
from server.transcript import Transcript, told
from server.twins import SECRETS, Step, Story

LENGTHS = {"primer": 400, "gsfg": 110, "gts": 12, "panzer": 16, "efs": 30, "rileys_road": 26}
"""The most steps of a story: those of the tutorial come to the end of the game."""
EVERY = 40


def _hides_nothing(self: Any, state: Any, content: Any, side: str) -> None:
    """Nothing."""


def uncovered(covered: Collection[str]) -> list[str]:
    """The titles that keep something from a side, as their mask says, and of which there are no twins."""
    masks = {each: type(title(each)).mask.__code__.co_code for each in titles()}
    secretive = [each for each, mask in masks.items() if mask != _hides_nothing.__code__.co_code]
    return [each for each in secretive if each not in covered]


def test_every_title_with_secrets_has_twins() -> None:
    covered = {secret.title for secret in SECRETS.values()}
    assert uncovered(covered) == []
    assert uncovered(covered - {"gts"}) == ["gts"], "one that is left out would be found"


def long_story(name: str) -> Story:
    return twins.story(SECRETS[name], LENGTHS[SECRETS[name].title])


@pytest.mark.long
@pytest.mark.parametrize("name", SECRETS)
def test_a_story_has_something_to_hide(name: str) -> None:
    story = long_story(name)
    assert story.is_whole or story.secret.title != "primer"
    assert any(step.one != step.other for step in story.steps)
    assert any(act.verb == "redo" for step in story.steps for act in step.one)
    with twins.twin_dice(story.secret):
        one, other = twins.matches(story.secret, story.seeds)
        for step in story.steps:
            twins.play(one, step.one)
            twins.play(other, step.other)
        assert twins.differ(one.table.game, other.table.game)


@pytest.mark.parametrize("name", SECRETS)
def test_the_view_of_twins_is_the_same_at_every_step(name: str) -> None:
    assert views_are_alike(long_story(name))


def views_are_alike(story: Story) -> bool:
    """Whether all that is in the views of twins, shown or not, is the same throughout."""
    with twins.twin_dice(story.secret):
        pair = twins.matches(story.secret, story.seeds)
        return all(_step_is_alike(pair, step, story.secret.side) for step in story.steps)


def _step_is_alike(pair: tuple[Match, Match], step: Step, side: str) -> bool:
    for match, acts in zip(pair, step.acts, strict=True):
        twins.play(match, acts)
    for looking in (side, PUBLIC):
        one, other = (match.title.codec.canonical(masked(match.table.game, looking)) for match in pair)
        if one != other or pair[0].logs[looking].lines != pair[1].logs[looking].lines:
            return False
    return True


@pytest.mark.parametrize("name", SECRETS)
def test_nothing_that_is_told_distinguishes_twins(name: str, tmp_path: Path) -> None:
    story = long_story(name)
    one, other = (told(story, twin, tmp_path, EVERY, lives=2) for twin in (0, 1))
    for side in (story.secret.side, PUBLIC):
        assert one.transcripts[side].unlike(other.transcripts[side]) is None
        for telling in (one, other):
            transcript = telling.transcripts[side]
            data = messages(transcript)
            assert {message.get("type") for message in data} >= {
                "welcome",
                "position",
                "update",
                "happened",
                "answer",
            }
            assert [key for key in telling.keys if key in transcript.text] == []
            check_backs(data)


def messages(transcript: Transcript) -> list[Any]:
    """All that was told as data."""
    return [msgspec.json.decode(each.text) for each in transcript.told if each.text.startswith("{")]


def check_backs(data: list[Any]) -> None:
    """A hidden counter says whose it is and where, and nothing else; not even which it is."""
    for card in (card for message in data for card in cards_in(message)):
        if card["id"].startswith("hidden-"):
            assert card["id"].startswith(f"hidden-{card['at']}-" if "at" in card else "hidden-")
            assert {card.get(field, "") for field in ("name", "title", "values", "corner", "size")} == {""}
            assert (card.get("branch", "unknown"), card.get("steps", 1), card.get("full_steps", 1)) == ("unknown", 1, 1)
            assert card.get("states", ["hidden"]) == ["hidden"]
        else:
            assert "hidden" not in card.get("states", ())


def cards_in(message: Any) -> list[Any]:
    """All counters that a message shows, or tells something new of."""
    if message.get("type") == "update":
        return message.get("cards", [])
    position = message if message.get("type") == "position" else message.get("position")
    return position["picture"]["cards"] if position else []
