"""A word of the field, explained where the reader presses it."""
