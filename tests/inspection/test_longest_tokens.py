"""The text of a tokenizer's longest tokens."""

from tokviz import ByteBPE, WordPiece
from tokviz.inspection.longest_tokens import LETTERS, longest_tokens


def test_they_are_words_that_the_tokenizer_joins_longest_first() -> None:
    model = ByteBPE.train("the hen the hen 안녕 안녕", num_merges=20)
    text = longest_tokens(model)
    assert text.split()[:2] == ["the", "hen"]
    assert len(model.encode(text)) < len(text)


def test_a_special_token_a_half_character_and_a_whole_text_are_none_of_them() -> None:
    model = WordPiece.train(f"{'ab' * LETTERS} low low lower", vocab_size=200, min_count=1)
    text = longest_tokens(model)
    assert "[" not in text
    assert "ab" * LETTERS not in text
    assert longest_tokens(ByteBPE.train("", num_merges=0)).isascii()
