"""Chapter 18: fortified lines and belts, strongpoints, citadels."""
