"""A token looked at from inside: its tree, its bytes and characters, where it stands."""
