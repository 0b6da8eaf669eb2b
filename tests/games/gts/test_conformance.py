"""What must hold of every title holds of this one: its learning scenario is played at random and looked at closely."""

from __future__ import annotations

import pytest

from sandtable.kernel import title
from sandtable.testing import check_game


@pytest.mark.parametrize("seed", [1, 2])
def test_the_learning_scenario_conforms(seed: int) -> None:
    assert check_game("gts", "krafft", (), seed).failures == ()


def test_the_learning_scenario_conforms_with_every_passage_read_the_other_way() -> None:
    switches = tuple(switch.id for switch in title("gts").scenario("krafft").switches)
    assert check_game("gts", "krafft", switches, 3).failures == ()
