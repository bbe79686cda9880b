"""A seeded, bounded run of ``python -m tests.benchmarks.fuzz_links``."""

import random

from tests.benchmarks.fuzz_links import fuzz_page, fuzz_readers


def test_no_link_and_no_saved_lesson_raises_what_nobody_should_see() -> None:
    found = fuzz_readers(6_000, random.Random(10))
    for name, outcomes in found.items():
        assert set(outcomes) <= {"read", "refused"}, name
        assert outcomes["read"], name


def test_no_fuzzed_link_breaks_a_page() -> None:
    assert [fault for seed in range(6) for fault in fuzz_page(seed)] == []
