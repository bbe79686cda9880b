"""One text on aligned rows: signs, code points, bytes, and the bits of a byte."""
