"""Model files: one module a format, read and written as plain data, and loading them."""
