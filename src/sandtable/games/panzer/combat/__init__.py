"""Chapter 4.4: the Combat Phase."""
