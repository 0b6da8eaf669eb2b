"""Chapter 7: replacements (the second step)."""
