"""Chapter 13: artillery."""
