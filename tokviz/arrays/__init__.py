"""Arrays of numbers: sorted, in rows of different lengths, and frozen, in a copy too."""
