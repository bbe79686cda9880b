"""One text on aligned rows: characters, code points, bytes, and the bits of a byte."""
