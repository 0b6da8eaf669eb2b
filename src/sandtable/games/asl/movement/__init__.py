"""Movement (A4): what steps cost, who may go where, moving step by step under fire, and advancing."""
