"""Close Combat: Ambush, attacks, Melee, withdrawal (A11, J2.31)."""
