"""Chapter 7: replacements (not in play yet)."""
