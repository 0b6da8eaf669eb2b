"""States: what may be in them, how they are written, read and compared."""

from __future__ import annotations

import msgspec
import pytest

from kernel.toybox import begin, toy_module
from sandtable.kernel import GameState, Table
from sandtable.kernel import state as states
from sandtable.kernel.errors import BrokenTitle
from sandtable.kernel.title import AnyTitle


class Loose(msgspec.Struct):
    """A value that can change."""

    steps: int = 1


class LooseUnits(GameState, kw_only=True):
    """Shares values that can change."""

    units: dict[str, Loose] = {}


class LooseField(GameState, kw_only=True):
    """Shares a set that can change."""

    held: set[str] = set()


@pytest.mark.parametrize("kind", [LooseUnits, LooseField])
def test_a_state_that_forks_could_share_by_accident_is_refused(kind: type[GameState]) -> None:
    with pytest.raises(BrokenTitle, match=r"freeze them|neither frozen"):
        states.container_fields(kind)


def test_the_containers_of_a_state_are_copied_by_a_fork(toy: AnyTitle) -> None:
    table = Table.new(toy, "short", seed=1)
    table.choose("do:bold", "red")
    fork = states.fork(table.state)
    for name in ("units", "cards", "bids", "score", "stack", "branches"):
        assert getattr(fork, name) == getattr(table.state, name)
        assert getattr(fork, name) is not getattr(table.state, name)
    assert fork.branches["red"] is not table.state.branches["red"]
    assert fork.units["red-1"] is table.state.units["red-1"]


def test_a_state_is_read_back_as_it_was_written(toy: AnyTitle) -> None:
    for table in (begin(toy), Table.new(toy, "short", seed=1)):
        decoded = toy.codec.decode(toy.codec.encode(table.state))
        assert decoded == table.state
        assert [type(frame) for frame in decoded.stack] == [type(frame) for frame in table.state.stack]
        assert list(decoded.units) == list(table.state.units)


def test_equal_states_have_equal_fingerprints_whatever_the_order_of_their_dicts(toy: AnyTitle) -> None:
    one, other = begin(toy).state, begin(toy).state
    other.units = dict(reversed(other.units.items()))
    assert toy.codec.hash(one) == toy.codec.hash(other)
    other.units["red-1"] = toy_module.Unit("red", 1)
    assert toy.codec.hash(one) != toy.codec.hash(other)


def test_the_stack_is_part_of_the_fingerprint(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    table.choose("unit:red-1")
    assert table.hash != before
