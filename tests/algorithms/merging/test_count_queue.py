"""The queue of pairs: the highest count that is true now, then the lowest turn."""

from tokviz.algorithms.merging.count_queue import CountQueue


def same(_: int) -> int:
    return 0


def test_the_highest_count_comes_first_and_stays() -> None:
    queue = CountQueue([2, 5, 3])
    assert [queue.first(same), queue.first(same)] == [1, 1]


def test_of_one_count_the_lowest_turn_comes_first() -> None:
    assert CountQueue([4, 4, 4]).first([7, 1, 3].__getitem__) == 1


def test_a_pair_that_has_lost_places_waits_for_its_true_count() -> None:
    counts = [5, 4, 3]
    queue = CountQueue(counts)
    assert queue.first(same) == 0
    counts[0] = 3
    assert queue.first(same) == 1
    counts[1] = 0
    assert queue.first(same) == 0


def test_a_pair_of_the_open_count_takes_its_turn_at_once() -> None:
    counts, turn = [5], [2, 1].__getitem__
    queue = CountQueue(counts)
    assert queue.first(turn) == 0
    counts.append(5)
    queue.take_in(turn)
    assert queue.first(turn) == 1


def test_a_new_pair_that_is_not_taken_in_comes_after_the_open_count() -> None:
    counts = [5]
    queue = CountQueue(counts)
    assert queue.first(same) == 0
    counts.append(4)
    assert queue.first(same) == 0
    queue.drop_first()
    assert queue.first(same) == 1


def test_a_dropped_pair_never_comes_again() -> None:
    queue = CountQueue([5, 5])
    assert queue.first(same) == 0
    queue.drop_first()
    assert queue.first(same) == 1
    queue.drop_first()
    assert queue.first(same) is None


def test_a_pair_that_stands_nowhere_is_left_out() -> None:
    assert CountQueue([0, 0]).first(same) is None
