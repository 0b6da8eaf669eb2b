"""Chapter 18: assault."""
