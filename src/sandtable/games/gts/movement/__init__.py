"""Chapter 14: movement, stacking, columns and transport."""
