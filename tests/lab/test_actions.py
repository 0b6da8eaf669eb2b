"""Options as numbers: each has its own, and it never changes."""

from __future__ import annotations

import numpy as np
import pytest

from lab.agents_table import TITLES, positions
from sandtable.kernel import AnyTitle, Decision, Option
from sandtable.kernel import title as title_of
from sandtable.lab.agents.actions import SLOTS, WAIT, Actions, TooManyOptions


def numbered(title: AnyTitle, scenario: str | None = None) -> Actions:
    return Actions(title, title.content(title.scenario(scenario).id))


def asked(*option_ids: str) -> Decision:
    return Decision("red", "which", "1.1", tuple(map(Option, option_ids)))


@pytest.mark.parametrize("name", TITLES)
def test_every_option_that_a_title_offers_has_a_number_of_its_own(name: str) -> None:
    title = title_of(name)
    actions = numbered(title)
    unlisted = set()
    for seed in range(4):
        for game in positions(title, seed, 150):
            for decision in game.decisions:
                options = actions.options(decision)
                assert sorted(options.values()) == sorted(decision.ids)
                unlisted |= {option for number, option in options.items() if actions.name(number) != option}
    assert not unlisted, f"list them: their kinds in `kinds` of {name}, their names in its `ids` or its texts"


@pytest.mark.parametrize("name", TITLES)
def test_numbers_are_the_same_whenever_they_are_made(name: str) -> None:
    one, other = numbered(title_of(name)), numbered(title_of(name))
    assert one.size == other.size
    assert [one.name(n) for n in range(one.size)] == [other.name(n) for n in range(other.size)]
    assert len({one.name(n) for n in range(one.size)}) == one.size


def test_options_that_the_title_does_not_list_take_the_slots_in_order(toy: AnyTitle) -> None:
    actions = numbered(toy)
    first_slot = actions.size - SLOTS
    assert actions.options(asked("space:3", "do:pass", "space:1")) == {
        number_of(actions, "do:pass"): "do:pass",
        first_slot: "space:1",
        first_slot + 1: "space:3",
    }


def number_of(actions: Actions, option_id: str) -> int:
    return next(n for n in range(actions.size) if actions.name(n) == option_id)


def test_more_unlisted_options_than_slots_are_refused_with_the_cure(toy: AnyTitle) -> None:
    many = [f"space:{n}" for n in range(SLOTS + 1)]
    with pytest.raises(TooManyOptions, match=r"toy offers 65 options, such as 'space:0'.*`kinds`.*`ids`"):
        numbered(toy).options(asked(*many))


def test_whoever_is_not_asked_may_only_wait(toy: AnyTitle) -> None:
    actions = numbered(toy)
    assert np.flatnonzero(actions.mask(None)).tolist() == [WAIT]


def test_the_mask_allows_exactly_what_is_offered(toy: AnyTitle) -> None:
    actions = numbered(toy)
    mask = actions.mask(asked("do:shoot", "do:hold"))
    assert [actions.name(n) for n in np.flatnonzero(mask)] == sorted(["do:hold", "do:shoot"])
    assert mask.shape == (actions.size,)


def test_a_number_beyond_the_last_has_no_name(toy: AnyTitle) -> None:
    actions = numbered(toy)
    with pytest.raises(IndexError, match=rf"from 0 to {actions.size - 1}"):
        actions.name(actions.size)
