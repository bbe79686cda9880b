"""Our tokens beside GPT-2's, compared by their bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.references.gpt2 import gpt2
from tokviz.samples import sample
from tokviz.text.markers import SPACES, Markers, continuations, spelled_bytes, word_ends
from tokviz.traces.results import losses_of, unknown_and_lost
from tokviz.views.strips.places import place_tokens, strip_row
from tokviz.views.strips.strips import strips_payload
from tokviz.views.tables.comparison import Comparison, compare, reference_id


def trained_on_prose(text: str, merges: int = 60) -> Comparison:
    tokenizer = ByteBPE.train(sample("prose").text, num_merges=merges)
    return compare(text, tokenizer.encode(text), tokenizer.vocab, gpt2())


# ---- where tokens stand ---------------------------------------------------------------------


def test_byte_tokens_follow_each_other() -> None:
    assert place_tokens([b"\xf0\x9f", b"\x91\x8f!"], "👏!") == [(0, 2), (2, 5)]


def test_pieces_of_words_are_found_between_the_spaces() -> None:
    places = place_tokens(["hug", "##s", "a"], " hugs  a", markers=continuations("##"))
    assert places == [(1, 4), (4, 5), (7, 8)]


def test_an_end_of_word_takes_no_bytes() -> None:
    places = place_tokens(["lo", "w</w>", "</w>"], "low", markers=word_ends("</w>"))
    assert places == [(0, 2), (2, 3), (3, 3)]


def test_the_space_marker_is_a_space_and_the_first_one_is_no_part_of_the_text() -> None:
    assert place_tokens(["▁a", "▁b"], "a b", markers=SPACES) == [(0, 1), (1, 3)]


def test_a_lone_first_space_marker_takes_no_bytes() -> None:
    assert place_tokens(["▁", "a"], "a", markers=SPACES) == [(0, 0), (0, 1)]


def test_fallback_bytes_are_bytes() -> None:
    places = place_tokens(["<0xC3>", "<0xA9>"], "é", markers=SPACES)
    assert places == [(0, 1), (1, 2)]


def test_a_wide_space_between_words_is_skipped() -> None:
    assert place_tokens(["日", "本"], "日\u3000本") == [(0, 3), (6, 9)]


@pytest.mark.parametrize("tokens", [["low"], ["[UNK]"], ["Low", "er"]])
def test_a_changed_text_has_no_places(tokens: list[str]) -> None:
    assert place_tokens(tokens, "Low!") is None


def test_a_row_without_places_has_none_at_both_ends() -> None:
    row = strip_row("A", [5], {5: "low"}, "Low")
    assert list(row.tokens) == [(5, "low", None, None)]


@given(st.text(max_size=30))
@settings(max_examples=60, deadline=None)
def test_places_of_byte_tokens_cover_any_text(text: str) -> None:
    places = trained_on_prose(text, 20).ours.row.tokens
    ends = [0, *(end for *_, end in places)]
    assert [start for _, _, start, _ in places] == ends[:-1]
    assert ends[-1] == len(text.encode())


# ---- counts ---------------------------------------------------------------------------------


def test_the_reference_counts_as_tiktoken_does() -> None:
    text = sample("emoji").text
    assert trained_on_prose(text).reference.num_tokens == len(gpt2().encode_ordinary(text))


def test_bytes_and_characters_per_token() -> None:
    side = compare("éa", [0, 1], {0: "é", 1: "a"}, gpt2()).ours
    assert (side.bytes_per_token, side.characters_per_token) == (1.5, 1.0)


@pytest.mark.parametrize(("text", "unit"), [("the hen", "characters"), ("हिन्दी", "code points")])
def test_a_ratio_says_what_is_counted(text: str, unit: str) -> None:
    assert f"{unit} per token" in trained_on_prose(text).summary_table()[0]


def test_the_empty_text_has_no_ratio() -> None:
    assert trained_on_prose("").ours.bytes_per_token == 0.0


def test_unknown_tokens_alone_have_no_rate() -> None:
    """The strips above the table say so too: both read one function."""
    vocab = {0: "<unk>"}
    side = compare("emu", [0], vocab, gpt2(), spans=[(0, 3)], unknown=[(0, 3)]).ours
    assert side.bytes_per_token is None


def test_the_verdict_is_a_sentence_whatever_the_name() -> None:
    verdict = compare("a b", [7], {7: b"a b"}, gpt2(), name="this tokenizer").verdict()
    assert verdict == "This tokenizer needs 1 token, GPT-2 needs 2."


def test_the_verdict_names_the_shorter_one_first() -> None:
    comparison = compare("ab", [0, 1], {0: "a", 1: "b"}, gpt2())
    assert comparison.verdict() == "GPT-2 needs 1 token, Ours needs 2."


def test_who_loses_the_whole_text_is_not_said_to_need_the_fewest_tokens() -> None:
    verdict = compare(" ", [], {}, gpt2()).verdict()
    assert verdict == "Ours keeps nothing of this text, GPT-2 needs 1 token."
    assert trained_on_prose("").verdict() == "Both need 0 tokens."


def test_what_is_lost_is_told_beside_who_needs_fewer() -> None:
    text = "def f():\n        return [f]"
    model = WordPiece.train(text, vocab_size=40)
    spans = model.token_spans(text)
    back = model.decode(model.encode(text))
    losses = tuple(losses_of(model, text, back, spans, ()))
    verdict = compare(text, model.encode(text), model.vocab, gpt2(), losses=losses).verdict()
    lost = sum(loss.end - loss.start for loss in losses)
    assert lost > 5
    assert verdict.endswith(f"Ours loses {lost / len(text):.1%} of the text (white space).")
    assert "loses" not in trained_on_prose("nothing is lost").verdict()


def test_the_strip_loses_what_the_verdict_says() -> None:
    text = "Low  Élan 日 low"
    model = WordPiece.train("low lower elan", vocab_size=30, lowercase=True, strip_accents=True)
    ids, spans = model.encode(text), model.token_spans(text)
    unknown, losses = unknown_and_lost(model, text, ids, spans, model.decode(ids))
    side_by_side = compare(
        text, ids, model.vocab, gpt2(), spans=spans, unknown=unknown, losses=losses
    )
    header, _ = unpack(strips_payload(side_by_side.rows, text=text))
    ours, theirs = header["rows"]
    assert ours["lostBytes"] == sum(loss.end - loss.start for loss in losses) > 0
    assert f"of the text ({', '.join(ours['lostAs'])})" in side_by_side.verdict()
    assert (theirs["lostBytes"], theirs["lostAs"]) == (0, [])


def test_a_special_token_in_the_text_is_one_token_to_the_reference() -> None:
    """As wherever a page encodes a text with GPT-2: two tabs told two numbers of one text."""
    (token,) = trained_on_prose("<|endoftext|>").reference.row.tokens
    assert token[0] == gpt2().eot_token


def test_a_lone_surrogate_does_not_stop_the_comparison() -> None:
    tokenizer = ByteBPE.train("abab", num_merges=1)
    text = "a\ud800b"
    assert compare(text, tokenizer.encode(text), tokenizer.vocab, gpt2()).ours.row.aligned


# ---- shared tokens --------------------------------------------------------------------------


def test_a_learned_token_has_gpt2s_id_for_the_same_bytes() -> None:
    shared = {token.spelled: token.reference_id for token in trained_on_prose("the").shared}
    assert shared[b"th"] == gpt2().encode_single_token(b"th")


def test_a_token_that_ends_in_a_space_is_not_gpt2s() -> None:
    learned = {token.spelled: token.reference_id for token in trained_on_prose("a").learned}
    assert learned[b"e "] is None


def test_half_a_character_is_compared_by_its_bytes() -> None:
    tokenizer = ByteBPE.train("👏👏👏", num_merges=1)
    (token,) = compare("👏", tokenizer.encode("👏"), tokenizer.vocab, gpt2()).learned
    assert (token.label, token.reference_id) == ("‹F0 9F›", 8582)


@pytest.mark.parametrize(
    ("token", "markers", "spelled"),
    [
        ("##s", continuations("##"), b"s"),
        ("est</w>", word_ends("</w>"), b"est"),
        ("▁the", SPACES, b" the"),
        ("##s", (), b"##s"),
        (b"\xf0\x9f", (), b"\xf0\x9f"),
    ],
)
def test_a_tokenizers_own_marks_do_not_count(
    token: str | bytes, markers: Markers, spelled: bytes
) -> None:
    assert spelled_bytes(token, markers) == spelled


def test_special_tokens_are_not_learned() -> None:
    vocab = {0: "a", 1: "ab", 2: "[UNK]"}
    learned = compare("ab", [1], vocab, gpt2(), special_ids={2}).learned
    assert [token.token_id for token in learned] == [1]


def test_the_references_special_token_is_no_twin() -> None:
    assert reference_id(b"<|endoftext|>", gpt2()) is None


def test_single_symbols_are_not_learned() -> None:
    assert compare("é", [0], {0: "é"}, gpt2()).learned == ()


def test_the_table_has_a_row_for_each_learned_token() -> None:
    comparison = trained_on_prose("the the", 5)
    table = comparison.learned_table()
    assert [row["our id"] for row in table] == [256, 257, 258, 259, 260]
    assert set(table[0]) == {"token", "our id", "bytes", "uses at the end", "GPT-2 id"}


def test_both_strips_line_up() -> None:
    comparison = trained_on_prose(sample("languages").text)
    payload = strips_payload(comparison.rows, text=comparison.text)
    assert payload.count(b'"aligned":true') == 2
