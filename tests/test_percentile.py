"""The percentile that README's table of waits has."""

from tests.benchmarks.bench_felt import percentile_95


def test_of_few_waits_it_is_the_longest_and_of_many_nineteen_of_twenty_are_within() -> None:
    assert percentile_95([3.0, 1.0, 2.0]) == 3.0
    assert percentile_95([float(n) for n in range(1, 20)]) == 19.0
    assert percentile_95([float(n) for n in range(1, 101)]) == 95.0
