"""Chapter 21: headquarters, armored trains, Guards, NKVD, machine guns, militia, garrisons."""
