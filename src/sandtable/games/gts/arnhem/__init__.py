"""What only the battle of Arnhem has: landings, boats, exits, supply, the withdrawal, and its victory conditions."""
