"""Proof that the comparison of twins finds leaks: each of these is planted alone, and noticed where it leaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandtable.games.efs.title import Efs
from sandtable.games.gsfg.title import Gsfg
from sandtable.games.gts.title import Gts
from sandtable.games.panzer.title import Panzer
from sandtable.games.primer import hidden
from sandtable.kernel import PUBLIC
from server import leaks, twins
from server.leaks import Patch
from server.test_secrecy import views_are_alike
from server.transcript import Told, told
from server.twins import SECRETS

EVERY = 6


class Leak(NamedTuple):
    plant: Callable[[Patch], None]
    story: str
    steps: int
    where: tuple[str, ...]
    """What was asked when it is first noticed; a ping is what all ask after a step, to hear what they are told."""


PING = ("inspect ['9999'",)
CALL = ("GET /api/tables",)
LEAKS = (
    Leak(leaks.a_mask_that_forgets_counters_that_moved, "meeting-from-blue", 16, PING),
    Leak(leaks.the_position_of_another_side_after_a_redo, "bridge-from-blue", 30, PING),
    Leak(leaks.odds_of_the_true_game, "bridge-from-blue", 6, ("odds",)),
    Leak(leaks.hints_of_the_true_game, "bridge-from-blue", 10, ("hint",)),
    Leak(leaks.a_log_that_says_everything, "bridge-from-blue", 2, ("hello",)),
    Leak(leaks.a_log_that_says_everything, "hamburg-from-nato", 20, PING),
    Leak(leaks.a_save_for_everybody, "bridge-from-blue", 2, CALL),
    Leak(leaks.anybody_may_look_with_the_eyes_of_others, "meeting-from-blue", 2, ("look-as", "replay")),
    Leak(leaks.reasons_of_the_true_game, "bridge-from-blue", 6, ("explain", "preview")),
    Leak(leaks.an_error_that_names_what_is_there, "bridge-from-blue", 4, ("odds", "choose")),
    Leak(leaks.a_report_of_everything, "bridge-from-blue", 4, CALL),
    Leak(leaks.a_report_of_everything, "hamburg-from-nato", 20, CALL),
    Leak(leaks.a_past_seen_with_the_eyes_of_others, "bridge-from-blue", 8, ("replay",)),
    Leak(leaks.a_count_of_secret_choices, "bridge-from-blue", 2, PING),
    Leak(leaks.a_revision_for_secret_choices, "bridge-from-blue", 2, PING),
    Leak(leaks.a_list_that_tells_who_has_chosen, "bridge-from-blue", 2, CALL),
    Leak(leaks.an_overlay_of_the_true_state, "bridge-from-blue", 2, ("overlay",)),
    Leak(leaks.a_hex_of_the_true_state, "bridge-from-blue", 2, ("inspect",)),
    Leak(leaks.the_seed_of_the_dice, "bridge-from-blue", 2, ("hello",)),
    Leak(leaks.an_update_for_every_choice, "bridge-from-blue", 2, PING),
    Leak(leaks.an_update_as_long_as_what_is_hidden, "bridge-from-blue", 6, PING),
    Leak(leaks.an_update_from_the_position_of_another_side, "bridge-from-blue", 6, PING),
)


def noticed(leak: Leak, folder: Path, patch: Patch) -> Told | None:
    """What is first told otherwise of one twin than of the other."""
    story = twins.story(SECRETS[leak.story], leak.steps)
    leak.plant(patch)
    one, other = (told(story, twin, folder, EVERY).transcripts for twin in (0, 1))
    found = (one[side].unlike(other[side]) for side in (story.secret.side, PUBLIC))
    return next((pair[0] for pair in found if pair is not None), None)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: f"{leak.plant.__name__}-{leak.story}")
def test_a_leak_is_noticed(leak: Leak, tmp_path: Path, monkeypatch: Patch) -> None:
    found = noticed(leak, tmp_path, monkeypatch)
    assert found is not None
    assert found.where.startswith(leak.where), found


@pytest.mark.parametrize("plant", [leaks.odds_that_hang_on_hidden_counters, leaks.reasons_that_hang_on_hidden_counters])
def test_what_hangs_on_hidden_things_is_no_leak_yet(
    plant: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    """What a side is told is worked out from its view, so that it cannot matter what is hidden."""
    assert noticed(Leak(plant, "bridge-from-blue", 6, ()), tmp_path, monkeypatch) is None


@pytest.mark.parametrize(
    ("mask", "name", "steps"),
    [
        ((Gsfg, "mask"), "hamburg-from-nato", 60),
        ((hidden, "mask"), "meeting-from-red", 60),
        ((Gts, "mask"), "bridge-from-allied", 60),
        ((Panzer, "mask"), "gully-from-german", 60),
        ((Efs, "mask"), "perekop-from-axis", 30),
    ],
)
def test_a_mask_that_is_missing_is_noticed(mask: tuple[Any, str], name: str, steps: int, monkeypatch: Patch) -> None:
    """Even where nothing of it is shown: bots are given the whole view."""
    story = twins.story(SECRETS[name], steps)
    monkeypatch.setattr(*mask, lambda *_: None)
    assert not views_are_alike(story)
