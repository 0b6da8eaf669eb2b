"""Chapter 12: attacks declared, mandated attacks, reaction, orders."""
