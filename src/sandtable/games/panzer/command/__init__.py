"""Chapter 4.2: commands."""
