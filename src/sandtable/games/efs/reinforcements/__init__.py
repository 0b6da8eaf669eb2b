"""Chapter 8: reinforcements, special groups, untried units, withdrawals, conversions."""
