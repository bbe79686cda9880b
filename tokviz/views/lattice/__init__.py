"""The lattice: every way to cut a text, drawn as a graph."""
