"""WordPiece: the Hugging Face course's chapter, a plain twin, and parity with ``tokenizers``."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from tokviz.algorithms.wordpiece import (
    MAX_CHARS_PER_WORD,
    SPECIAL_TOKENS,
    UNK_TOKEN,
    WordPiece,
    load_vocab_txt,
)
from tokviz.algorithms.wordpiece_trainer import (
    alphabet_of,
    join_pieces,
    pieces_of_letters,
    train_pieces,
)
from tokviz.pretokenize import PreTokens

COURSE = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]
COURSE_VOCABULARY = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] ##a ##b ##c ##d ##e ##f ##g ##h ##i ##k ##l ##m ##n ##o ##p "
    "##r ##s ##t ##u ##v ##w ##y ##z , . C F H T a b c g h i s t u w y ab ##fu Fa Fac ##ct ##ful "
    "##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg sh th is ##thms ##za ##zat ##ut"
)
few_letters = st.text("abc ", max_size=60)
# Letters that this Python's tables do not know yet, the reference may already put in lower case.
any_text = st.text(
    st.characters(exclude_categories=["Cs", "Cn"]) | st.sampled_from("aéHu. 東#\t\u0301\u00ad[]"),
    max_size=60,
)


def slow_twin(text: str, vocab_size: int) -> tuple[list[str], list[tuple[str, str, Fraction]]]:
    """Training as a textbook writes it: score every pair again before every merge."""
    weights = Counter(text.split())
    words = {word: pieces_of_letters(word) for word in weights}
    vocab = [*SPECIAL_TOKENS, *alphabet_of(words)]
    merges: list[tuple[str, str, Fraction]] = []
    while len(vocab) < vocab_size:
        token_counts: Counter[str] = Counter()
        pair_counts: Counter[tuple[str, str]] = Counter()
        for word, weight in weights.items():
            for token in words[word]:
                token_counts[token] += weight
            for pair in pairwise(words[word]):
                pair_counts[pair] += weight
        scores = {
            (a, b): Fraction(count, token_counts[a] * token_counts[b])
            for (a, b), count in pair_counts.items()
        }
        if not scores:
            break
        best = max(scores, key=lambda pair: scores[pair])
        merges.append((*best, scores[best]))
        words = {word: joined(pieces, best) for word, pieces in words.items()}
        if join_pieces(*best) not in vocab:
            vocab.append(join_pieces(*best))
    return vocab, merges


def joined(pieces: list[str], pair: tuple[str, str]) -> list[str]:
    out: list[str] = []
    place = 0
    while place < len(pieces):
        if tuple(pieces[place : place + 2]) == pair:
            out.append(join_pieces(*pair))
            place += 2
        else:
            out.append(pieces[place])
            place += 1
    return out


def reference(tokenizer: WordPiece) -> Tokenizer:
    """Hugging Face's WordPiece with the same vocabulary and the same preparation of text."""
    their = Tokenizer(models.WordPiece(dict(tokenizer.token_to_id), unk_token=UNK_TOKEN))
    their.normalizer = normalizers.BertNormalizer(
        lowercase=tokenizer.lowercase, strip_accents=tokenizer.strip_accents
    )
    their.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return their


@pytest.fixture(scope="module")
def course() -> WordPiece:
    return WordPiece.train(COURSE, vocab_size=70)


def test_vocabulary_of_the_course(course: WordPiece) -> None:
    assert list(course.vocab.values()) == COURSE_VOCABULARY.split()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Hugging", "Hugg ##i ##n ##g"),
        ("HOgging", "[UNK]"),
        (
            "This is the Hugging Face course!",
            "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]",
        ),
    ],
)
def test_tokenizations_of_the_course(course: WordPiece, text: str, pieces: str) -> None:
    assert course.tokenize(text) == pieces.split()


def test_first_choice_of_the_course_is_not_the_most_frequent_pair(course: WordPiece) -> None:
    trace = course.trace
    assert trace is not None
    first = trace.steps[0]
    assert (first.token, first.count, first.score) == ("ab", 2, Fraction(1, 5))
    assert max(trace.pair_counts(0).values()) > first.count


@settings(max_examples=100)
@given(few_letters, st.integers(11, 60))
def test_training_agrees_with_the_twin(text: str, vocab_size: int) -> None:
    tokenizer = WordPiece.train(text, vocab_size=vocab_size)
    trace = tokenizer.trace
    assert trace is not None
    vocab, merges = slow_twin(text, vocab_size)
    assert list(tokenizer.vocab.values()) == vocab
    assert [
        (trace.vocab[step.pair[0]], trace.vocab[step.pair[1]], step.score) for step in trace.steps
    ] == merges


@pytest.mark.parametrize(
    ("text", "first"),
    [("ab ab ab a a cd xd xd xd xd", "ab"), ("cd xd xd xd xd ab ab ab a a", "cd")],
)
def test_equal_fractions_are_a_tie_for_the_first_seen(text: str, first: str) -> None:
    """3/(5*3), 1/(1*5) and 4/(4*5) are all one fifth."""
    trace = WordPiece.train(text, vocab_size=11).trace
    assert trace is not None
    assert [(step.token, step.score) for step in trace.steps] == [(first, Fraction(1, 5))]


def test_scores_that_nearly_agree_are_told_apart() -> None:
    weights = np.array([1, 2_000_000_000, 1, 1_999_999_999])
    words = PreTokens(("ab", "a", "cd", "c"), np.empty(0, np.int32), weights)
    trace = train_pieces(words, vocab_size=5, special_tokens=()).trace
    assert [(step.token, step.score) for step in trace.steps] == [("cd", Fraction(1, 2 * 10**9))]


@settings(max_examples=100)
@given(few_letters)
def test_replay_joins_to_the_words(text: str) -> None:
    trace = WordPiece.train(text, vocab_size=40).trace
    assert trace is not None
    for k in (0, len(trace)):
        letters = "".join(str(trace.vocab[i]).removeprefix("##") for i in trace.token_ids(k))
        assert letters == "".join(text.split())
        assert len(trace.token_ids(k)) == trace.num_tokens(k)


@settings(max_examples=100)
@given(any_text, st.booleans(), st.sampled_from([None, True, False]))
def test_encoding_equals_the_reference(
    text: str, lowercase: bool, strip_accents: bool | None
) -> None:
    tokenizer = WordPiece.train(
        [*COURSE, "é東#", text[::2]],
        vocab_size=300,
        lowercase=lowercase,
        strip_accents=strip_accents,
    )
    assert tokenizer.encode(text) == reference(tokenizer).encode(text).ids


@settings(max_examples=100)
@given(any_text)
def test_encoding_text_never_trained_on_equals_the_reference(text: str) -> None:
    tokenizer = WordPiece.train(COURSE, vocab_size=70, lowercase=True)
    assert tokenizer.encode(text) == reference(tokenizer).encode(text).ids


@given(any_text)
def test_trace_tells_what_encode_does(text: str) -> None:
    tokenizer = WordPiece.train([*COURSE, text[::2]], vocab_size=300)
    trace = tokenizer.encode_trace(text)
    assert trace.token_ids == tokenizer.encode(text)
    hits = [step.token_id for step in trace.steps if step.hit]
    assert trace.num_unknown or hits == trace.token_ids
    assert "".join(a + b for a, b in zip(trace.gaps, [*trace.pre_tokens, ""], strict=True)) == (
        trace.normalized
    )


def test_every_try_of_one_word_in_order(course: WordPiece) -> None:
    steps = course.encode_trace("thab").steps
    assert [(step.start, step.end, step.candidate, step.hit) for step in steps] == [
        (0, 4, "thab", False),
        (0, 3, "tha", False),
        (0, 2, "th", True),
        (2, 4, "##ab", False),
        (2, 3, "##a", True),
        (3, 4, "##b", True),
    ]


def test_one_unknown_letter_makes_the_whole_word_unknown(course: WordPiece) -> None:
    trace = course.encode_trace("this thиs")
    assert trace.outcomes == ("pieces", "nothing fits")
    assert trace.pieces[1] == (course.unk_id,)


def test_words_over_the_limit_are_unknown_without_a_try(course: WordPiece) -> None:
    at_limit = "a" * MAX_CHARS_PER_WORD
    assert UNK_TOKEN not in course.tokenize(at_limit)
    trace = course.encode_trace(at_limit + "a")
    assert (trace.outcomes, trace.steps) == (("too long",), ())
    assert trace.token_ids == [course.unk_id]


def test_lower_case_drops_accents_unless_told_otherwise() -> None:
    assert WordPiece.train("Café", vocab_size=60, lowercase=True).tokenize("CAFÉ") == ["cafe"]
    kept = WordPiece.train("Café", vocab_size=60, lowercase=True, strip_accents=False)
    assert kept.tokenize("CAFÉ") == ["café"]


def test_decode_puts_spaces_between_words(course: WordPiece) -> None:
    assert course.decode(course.encode("This is  the Face.")) == "This is the Face ."


def test_typed_special_token_is_plain_text() -> None:
    tokenizer = WordPiece.train("[MASK] it", vocab_size=60)
    assert tokenizer.tokenize("[MASK]") == ["[", "MASK", "]"]


@pytest.mark.parametrize("text", ["", "   ", "\ufeff", "a"])
def test_text_with_nothing_to_merge(text: str) -> None:
    tokenizer = WordPiece.train(text, vocab_size=70)
    assert tokenizer.trace is not None
    assert len(tokenizer.trace) == 0
    assert tokenizer.trace.stop_reason.startswith("No word has two letters")
    assert tokenizer.decode(tokenizer.encode(text)) == text.strip(" \ufeff")


def test_lone_surrogates_do_not_crash() -> None:
    assert WordPiece.train("a \ud800b", vocab_size=60).tokenize("a\ud800") == ["[UNK]"]


def test_too_small_a_vocabulary_is_refused() -> None:
    with pytest.raises(ValueError, match=r"vocab_size is 6, but .* alone need 7"):
        WordPiece.train("ab", vocab_size=6)


def test_wrong_id_is_refused(course: WordPiece) -> None:
    with pytest.raises(ValueError, match="70 is not among its 70 tokens"):
        course.decode([70])


def test_saved_vocabulary_comes_back(course: WordPiece, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    course.save(path)
    loaded = load_vocab_txt(path)
    assert dict(loaded.vocab) == dict(course.vocab)
    assert loaded.trace is None
    assert loaded.encode(COURSE[3]) == course.encode(COURSE[3])


def test_saved_vocabulary_is_what_the_reference_reads(course: WordPiece, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    course.save(path)
    assert models.WordPiece.read_file(str(path)) == dict(course.token_to_id)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[UNK]\na\na\n", "line 3 repeats line 2"),
        ("[UNK]\n\na\n", "line 2 is empty"),
        ("a\nb\n", "must hold \\[UNK\\]"),
    ],
)
def test_broken_vocabulary_files_are_refused(lines: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_vocab_txt(path)
