"""What must hold of every title holds of this one, in all scenarios and with all optional rules."""

from __future__ import annotations

from sandtable.testing import conform


def test_the_tutorial_conforms() -> None:
    conform("primer", games=8, seed=1)


def test_the_tutorial_conforms_when_looked_at_closely() -> None:
    conform("primer", games=4, seed=2, thorough=True)
