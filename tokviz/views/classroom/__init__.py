"""A class that follows its teacher, in the browser: its bar, its code, and the door into it."""
