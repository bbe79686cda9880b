"""The code that runs, beside its replay: the lines of this step lit, its values at their names."""
