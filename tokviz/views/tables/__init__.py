"""A trace or a model as the rows of a table, or a few words of HTML."""
