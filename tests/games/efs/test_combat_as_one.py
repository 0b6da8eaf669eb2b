"""The Combat Phase (12.17, 12.53f, 15.13): attacks that are made as one."""

from __future__ import annotations

import pytest

from games.efs.battles import (
    BESIDE,
    NEXT_TO_OPEN,
    OPEN,
    OTHER_HOWITZERS,
    attack_on,
    battle,
    choose,
    resolved,
    two_attacks,
)
from games.efs.positions import (
    CADETS,
    HOWITZERS,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    asked,
)
from sandtable.games.efs.state import SOVIET, Attack, Unit


@pytest.mark.rule("efs:12.53f", "efs:12.17", "efs:15.13")
def test_attacks_that_were_declared_apart_are_made_as_one() -> None:
    """The order on one of the hexes holds for both."""
    game = two_attacks()
    choose(game, f"hex:{OPEN}")
    assert f"hex:{BESIDE}" in asked(game).ids
    choose(game, f"hex:{BESIDE}")
    assert list(game.state.attacks) == [OPEN]
    assert game.state.attacks[OPEN].hexes == (OPEN, BESIDE)
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    lines = {line.label: line.value for line in resolved(game).lines}
    assert (lines["attack"], lines["defence"], lines["no-retreat"]) == ("9", "7", "+1")
    assert not game.state.attacks


@pytest.mark.rule("efs:12.12a", "efs:15.13")
def test_who_organizes_an_attack_is_told_what_is_in_it_and_who_is_off_the_map() -> None:
    game = two_attacks()
    choose(game, f"hex:{OPEN}")
    game.state.units[PIONEERS] = Unit(at="", steps=1, box="cadre")
    told = [game.explain(f"hex:{OPEN}"), game.explain("hex:0101"), game.explain(f"unit:{PIONEERS}")]
    reasons = [(each.reason, each.rule) for each in told if each is not None]
    mine, nowhere = ("refused.attacked-already", "15.13"), ("refused.no-combat-there", "15.13")
    assert reasons == [mine, nowhere, ("refused.off-map", "12.12a")]


@pytest.mark.rule("efs:12.53f")
@pytest.mark.parametrize("kept", ["no-retreat", "additional-retreat"])
def test_the_defender_keeps_one_of_the_orders_that_differ(kept: str) -> None:
    game = two_attacks(defender_orders="additional-retreat")
    choose(game, f"hex:{BESIDE}", f"hex:{OPEN}")
    assert (asked(game).prompt, asked(game).side) == ("settle-orders", SOVIET)
    choose(game, f"do:{kept}")
    assert asked(game).prompt == "organize-attack"
    assert game.state.attacks[BESIDE].defender_orders == kept


@pytest.mark.rule("efs:12.53f")
def test_orders_that_agree_and_those_of_nkvd_units_need_no_settling() -> None:
    agreed = two_attacks(defender_orders="no-retreat")
    choose(agreed, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert agreed.state.attacks[OPEN].defender_orders == "no-retreat"
    assert asked(agreed).prompt == "organize-attack"
    stands = two_attacks(nkvd=RIFLE_DIVISION)
    choose(stands, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert asked(stands).prompt == "organize-attack"
    assert stands.state.attacks[OPEN].nkvd == RIFLE_DIVISION
    assert not stands.state.attacks[OPEN].nkvd_lifted


@pytest.mark.rule("efs:13.13/note-merged-combats", "efs:13.15a")
def test_artillery_beyond_the_limits_of_one_combat_is_lost() -> None:
    units = {
        RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE,
        HOWITZERS: "0708", OTHER_HOWITZERS: "0808",
    }  # fmt: skip
    game = two_attacks(units)
    choose(game, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert game.state.attacks[OPEN].support == (HOWITZERS,)


@pytest.mark.rule("efs:12.17", "efs:12.32", "efs:15.13")
def test_attacks_without_anybody_next_to_all_hexes_and_mandated_ones_stay_apart() -> None:
    far = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, OTHER_RIFLES: "0707", RIFLE_DIVISION: "0706"}
    game = battle(far, attack_on(OPEN, by=(RIFLES,)), attack_on("0706", by=(OTHER_RIFLES,)))
    choose(game, f"hex:{OPEN}")
    refused = game.explain("hex:0706")
    assert refused is not None
    assert refused.reason == "refused.nobody-beside-all"
    near = {STRONG_DIVISION: NEXT_TO_OPEN, RIFLE_DIVISION: NEXT_TO_OPEN, RIFLES: OPEN, OTHER_RIFLES: BESIDE}
    attacks = (
        Attack(side=SOVIET, hexes=(OPEN,), attackers=(STRONG_DIVISION,)),
        Attack(side=SOVIET, hexes=(BESIDE,), attackers=(RIFLE_DIVISION,), mandated=True),
    )
    game = battle(near, *attacks, side=SOVIET)
    choose(game, f"hex:{OPEN}")
    refused = game.explain(f"hex:{BESIDE}")
    assert refused is not None
    assert refused.reason == "refused.mandated-apart"
