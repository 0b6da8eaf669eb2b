"""What must hold of any title, and that every rule has its code and its test."""

from sandtable.kernel import title
from sandtable.kernel.rules import coverage, rules_under_test
from sandtable.testing import conform


def test_it_conforms() -> None:
    conform("mygame", games=2, thorough=True)


def test_every_rule_is_enforced_and_tested() -> None:
    assert coverage("mygame", title("mygame").rules(), rules_under_test("mygame")).missing == ()
