"""What all tests share: a property may take its time, for timings are never asserted here."""

from hypothesis import settings

settings.register_profile("tokviz", deadline=None)
settings.load_profile("tokviz")
