"""What all tests share: how long a property may take, and what runs side by side.

With ``-n`` the tests of a file stay together, since they share what they trained; so do all that
drive a browser, since one page already keeps both the server and Chromium busy.
"""

import pytest
from hypothesis import settings

settings.register_profile("tokviz", deadline=None)  # timings are never asserted here
settings.load_profile("tokviz")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        group = "browser" if item.get_closest_marker("browser") else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
