"""Fire: attacks on the Infantry Fire Table, Fire Groups, First Fire, machine guns (A7-A9)."""
