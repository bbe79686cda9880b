"""A class that follows its teacher: who leads it, what is told, and who hears it."""
