"""How a page and a worker speak: in messages that are read as they come."""

from io import BufferedReader, BytesIO

import pytest

from tokviz.ui.training.messages import pickled, receive


def test_messages_that_came_together_are_read_one_by_one() -> None:
    messages = [("step", 7), ("done", "the hen" * 10_000), ("free", True)]
    pipe = BufferedReader(BytesIO(b"".join(map(pickled, messages))))
    assert [receive(pipe) for _ in range(4)] == [*messages, None]


class Noting(BytesIO):
    """A pipe that notes how much is asked of it at once."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.asked: list[int] = []

    def read(self, size: int | None = -1, /) -> bytes:
        content = super().read(size)
        self.asked.append(len(content))
        return content


def test_a_large_answer_is_read_in_parts_so_that_others_have_their_turn_between() -> None:
    words = {number: f"word {number}" for number in range(100_000)}
    pipe = Noting(pickled(("done", words)))
    assert receive(pipe) == ("done", words)
    assert max(pipe.asked) < 100_000 < sum(pipe.asked)


@pytest.mark.parametrize("there", [0, 8, 9, 5_000])
def test_an_answer_that_broke_off_is_none(there: int) -> None:
    whole = pickled(("done", ["a word"] * 10_000))
    assert receive(BytesIO(whole[:there])) is None
