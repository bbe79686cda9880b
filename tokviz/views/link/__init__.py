"""A button that copies the page's address."""
