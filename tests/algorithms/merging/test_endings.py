"""Why training ended, as the page says it, down to the one merge and the text of spaces."""

from typing import Any

import pytest

from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, Unigram, WordPiece


def _reason(model: Any) -> str:
    return str(model.trace.stop_reason)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (0, "No merge was asked for."),
        (1, "The one merge that was asked for is made."),
        (2, "All 2 merges that were asked for are made."),
    ],
)
def test_as_many_merges_as_were_asked_for(wanted: int, reason: str) -> None:
    assert _reason(ByteBPE.train("abcd abcd", num_merges=wanted)) == reason


def test_each_tokenizer_names_what_its_merges_do_not_cross() -> None:
    left = "No pair is left to merge after 1 of 9 merges: every"
    assert _reason(ByteBPE.train(["ab", "ab"], num_merges=9)) == f"{left} document is one token."
    assert _reason(RegexBPE.train("ab", num_merges=9)) == f"{left} pre-token is one token."
    assert _reason(CharBPE.train("ab ab", num_merges=9, end_of_word=None)) == (
        f"{left} word is one token."
    )
    assert _reason(WordPiece.train("ab ab", vocab_size=99)).endswith("every word is one token.")


def test_a_training_with_no_merge_does_not_say_that_pairs_stood_so_often_before() -> None:
    reason = _reason(ByteBPE.train("abab", num_merges=1, min_count=3))
    assert reason == "No pair stands 3 times, so none is worth a token."
    assert _reason(SentencePieceBPE.train("abc", vocab_size=99, min_count=2)) == (
        "No pair stands twice, so none is worth a token. "
        "A text that repeats itself has more to learn."
    )
    assert _reason(WordPiece.train("abc", vocab_size=99, min_count=2)) == (
        "No pair stands twice, so training ends. A text that repeats itself has more to learn."
    )
    assert _reason(ByteBPE.train("a", num_merges=9)) == (
        "There is no pair to merge: the text is one token."
    )


def test_a_training_that_learned_something_is_not_told_what_would_help() -> None:
    for model in (
        ByteBPE.train("abcab", num_merges=9, min_count=2),
        SentencePieceBPE.train("abcab", vocab_size=99, min_count=2),
        WordPiece.train("abcab cabab", vocab_size=99, min_count=2),
    ):
        assert len(model.trace or ()) > 0
        assert " any more after " in _reason(model)
        assert "repeats itself" not in _reason(model)


def test_one_text_is_not_called_every_document() -> None:
    left = "No pair is left to merge after 1 of 9 merges:"
    assert _reason(ByteBPE.train("ab", num_merges=9)) == f"{left} the text is one token."
    assert _reason(ByteBPE.train(["ab"], num_merges=9)) == f"{left} the text is one token."


def test_wordpiece_does_not_call_rare_pairs_worthless_of_which_it_made_tokens() -> None:
    """It merges by score: “zx” stood once, and was merged all the same."""
    model = WordPiece.train("th the tha zx", vocab_size=99, min_count=2)
    assert model.trace is not None
    assert [(step.token, step.count) for step in model.trace.steps] == [("zx", 1), ("th", 3)]
    assert _reason(model) == (
        "No pair stands twice any more after 13 of 99 tokens, so training ends."
    )


def test_a_text_of_spaces_is_empty_for_sentencepiece_only_once_it_is_normalized() -> None:
    assert "once it is normalized" in _reason(SentencePieceBPE.train("   "))
    assert _reason(ByteBPE.train("", num_merges=3)) == (
        "The text is empty, so there is no pair to merge."
    )


@pytest.mark.parametrize("text", ["", " ", "\n\n", " \t "])
def test_a_text_that_has_no_word_is_not_called_empty(text: str) -> None:
    assert _reason(CharBPE.train(text, num_merges=3)) == (
        "The text has no word, so there is no pair to merge."
    )


def test_one_piece_that_only_fills_the_vocabulary_up() -> None:
    reasons = [_reason(SentencePieceBPE.train("ab abab", vocab_size=size)) for size in range(8, 12)]
    assert any(" 1 of them only fills it up: nothing was left" in reason for reason in reasons)


def _of_pieces(text: str, **settings: Any) -> str:
    return _reason(SentencePieceBPE.train(text, vocab_size=99, **settings))


def test_where_no_vocabulary_was_named_the_sentence_says_what_is_filled_up() -> None:
    left = "No pair that may become a token is left after"
    only = "the vocabulary up: nothing was left to join."
    assert _of_pieces("ab abab") == f"{left} 7 merges. 4 of them only fill {only}"
    assert _of_pieces("ab") == f"{left} 3 merges. 1 of them only fills {only}"
    assert _of_pieces("a") == f"{left} 1 merge."
    assert _of_pieces("ab", max_piece_length=1) == "There is no pair that may become a token."


def test_a_vocabulary_without_room_for_a_merge_says_so() -> None:
    model = SentencePieceBPE.train("low low", vocab_size=263, byte_fallback=True)
    assert _reason(model) == (
        "The vocabulary has the 263 tokens that were asked for. All are there from the start: a "
        "larger vocabulary has room for merges."
    )


def test_unigram_says_how_many_tokens_were_worth_it() -> None:
    assert _reason(Unigram.train("low lower", vocab_size=9)).endswith("that were asked for.")
    assert _reason(Unigram.train("low lower", vocab_size=99)).startswith("No more pieces are worth")


@pytest.mark.parametrize("texts", ["<|x|>", ["<|x|><|x|>", "<|x|>"]])
def test_a_text_of_special_tokens_alone_is_not_called_empty(texts: Any) -> None:
    model = RegexBPE.train(texts, num_merges=3, special_tokens=["<|x|>"])
    assert _reason(model) == "The text holds special tokens alone, so there is no pair to merge."
    without = RegexBPE.train(["", ""], num_merges=3, special_tokens=["<|x|>"])
    assert _reason(without) == "The text is empty, so there is no pair to merge."
