"""Chapter 6: air superiority, strikes, interdiction, transport and the air mobile units."""
