"""E7, CG21: fighter-bombers."""
