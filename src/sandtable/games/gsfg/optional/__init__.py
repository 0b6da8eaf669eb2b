"""Chapter 13: the optional rules."""
