"""Chapter 4.5: the Movement Phase."""
