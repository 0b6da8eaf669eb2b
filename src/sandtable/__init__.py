"""Sandtable plays hex-and-counter wargames with the rules enforced."""
