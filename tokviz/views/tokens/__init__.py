"""How a token looks, its label and its way of running, wherever it stands."""
