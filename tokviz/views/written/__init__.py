"""A result as it is written, ids or a decoded text, with a button that copies it."""
