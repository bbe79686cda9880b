"""How many merges a trainer was asked for, and how often a pair must stand."""

from tokviz.checks.errors import OR_MERGES, TokvizError


def wanted_merges(
    vocab_size: int | None, num_merges: int | None, *, base_size: int, base: str
) -> int:
    """How many merges the caller asked for, said as one of the two.

    ``base_size`` tokens are there before any merge, and ``base`` says in words what they are.
    """
    if (vocab_size is None) == (num_merges is None):
        raise TokvizError(
            "Training needs either vocab_size or num_merges, but got "
            f"vocab_size={vocab_size} and num_merges={num_merges}. Give exactly one."
        )
    if vocab_size is not None:
        if vocab_size < base_size:
            raise TokvizError(
                f"vocab_size is {vocab_size}, but {base} alone need {base_size}. "
                f"Ask for {base_size} or more{OR_MERGES}"
            )
        return vocab_size - base_size
    assert num_merges is not None
    if num_merges < 0:
        raise TokvizError(
            f"num_merges is {num_merges}, but a merge cannot be undone. Ask for 0 or more."
        )
    return num_merges


def check_min_count(min_count: int) -> None:
    """TokvizError where it counts nothing."""
    if min_count < 1:
        raise TokvizError(
            f"min_count is {min_count}, but every pair in a text stands there at least once. "
            "Ask for 1 or more."
        )


def check_sizes(vocab_size: int, base_size: int, min_count: int) -> None:
    """The same, and TokvizError where a vocabulary of pieces has no room for a text's letters."""
    check_min_count(min_count)
    if vocab_size < base_size:
        raise TokvizError(
            f"vocab_size is {vocab_size}, but the special tokens and the letters of this text "
            f"alone need {base_size}. Ask for {base_size} or more."
        )
