"""The engine of the lessons that merge pairs: the index, the choice, applying merges."""
