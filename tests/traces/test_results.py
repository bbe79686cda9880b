"""One text through one tokenizer and back: what is lost, where, and at which stage."""

from dataclasses import replace
from itertools import chain, repeat

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz import lessons
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.samples import EVENING, SAMPLES, sample
from tokviz.traces.results import SHORT, Loss, Result, losses_of, result_of
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import strips_payload

LEARNED_FROM = "the ten hens in the pen, and the men in the glen saw ten hens."
VARIANTS = {variant.name: variant for row in lessons.LESSONS for variant in row.variants}
ODD = st.text(
    st.sampled_from("then hen.,  \n\tAé\u0301ﬁＡ①안👏\u200d\u202e\ud800?<unk>"), max_size=40
)


def put_back(result: Result) -> str:
    """The text with each loss replaced by what came back for it."""
    data, parts, at = result.text.encode(), [], 0
    for loss in result.losses:
        assert at <= loss.start <= loss.end
        assert data[loss.start : loss.end].decode() == loss.lost != loss.written
        parts += [data[at : loss.start].decode(), loss.written]
        at = loss.end
    return "".join([*parts, data[at:].decode()])


@pytest.fixture(scope="module")
def trained() -> dict[str, Tokenizer]:
    return {name: variant.train(LEARNED_FROM) for name, variant in VARIANTS.items()}


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=30)
@given(text=ODD)
def test_the_losses_are_exactly_what_decoding_changed(
    name: str, text: str, trained: dict[str, Tokenizer]
) -> None:
    result = result_of(name, trained[name], text)
    assert put_back(result) == trained[name].decode(result.ids)


@given(
    st.text("ab é안", min_size=1, max_size=20),
    st.text("ab e?", max_size=20),
    st.lists(st.integers(0, 20), unique=True, max_size=12),
)
@example("   ", " ", [0, 1, 2, 3])  # what is lost begins where the second stretch does
def test_what_meets_something_unknown_is_unknown_and_nothing_else_is(
    text: str, back: str, cuts: list[int]
) -> None:
    places = sorted(len(text[:cut].encode()) for cut in cuts if cut <= len(text))
    unknown = list(dict.fromkeys(zip(places[::2], places[1::2], strict=False)))
    model = WordLevel.train("hen", unk_token="?")
    for start, end, *_, stage in losses_of(model, text, back, (), unknown):
        overlap = any(max(first, start) < min(last, end) for first, last in unknown)
        inside = start == end and any(first < start < last for first, last in unknown)
        assert (stage == "unknown") == (overlap or inside)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("key", [row.key for row in SAMPLES])
def test_so_they_are_for_every_sample(name: str, key: str, trained: dict[str, Tokenizer]) -> None:
    result = result_of(name, trained[name], sample(key).text)
    assert put_back(result) == trained[name].decode(result.ids)
    assert result.measure.num_tokens == len(result.ids) == len(result.spans)


def test_nothing_is_lost_of_bytes() -> None:
    result = result_of("bytes", Utf8Bytes(), "a  ﬁ 안")
    assert result.exact
    assert (result.losses, result.stages, result.lost_share) == ((), (), 0.0)


def test_a_space_between_tokens_is_lost_in_splitting() -> None:
    result = result_of("x", Whitespace(), "ten  hens")
    assert result.losses == (Loss(4, 5, " ", "", "splitting"),)
    assert result.lost_share == 1 / 9


def test_a_space_that_decoding_adds_is_lost_in_splitting() -> None:
    result = result_of("x", WordPiece.train(LEARNED_FROM, vocab_size=60), "hens.")
    assert result.losses == (Loss(4, 4, "", " ", "splitting"),)


def test_an_unknown_word_is_lost_whole() -> None:
    model = WordLevel.train("the hens", unk_token="<unk>")
    result = result_of("x", model, "the ostrich hens")
    assert result.losses == (Loss(4, 11, "ostrich", "<unk>", "unknown"),)
    assert result.measure.unknown_rate == 1 / 3


def test_each_unknown_word_is_a_loss_of_its_own() -> None:
    model = WordLevel.train("the hens", unk_token="<unk>")
    result = result_of("x", model, "two emus the four emus")
    assert [loss.lost for loss in result.losses] == ["two", "emus", "four", "emus"]


def test_a_space_that_comes_back_behind_its_mark_is_lost_by_splitting() -> None:
    model = WordLevel.train('the hen said "ten"')
    result = result_of("word level", model, 'the hen said "ten"')
    assert result.stages == ("splitting",)
    assert [loss.lost for loss in result.losses if loss.lost] == [" "]


def test_an_unknown_letter_is_one() -> None:
    result = result_of("x", CharBPE.train("the hens", num_merges=3), "hxn")
    assert [(loss.lost, loss.stage) for loss in result.losses] == [("x", "unknown")]


def test_the_name_of_the_unknown_token_in_a_text_is_nothing_unknown() -> None:
    """It is kept whole and comes back; what is unknown beside it is."""
    model = replace(WordPiece.train("the hens", vocab_size=20), allowed_special="all")
    result = result_of("x", model, "[UNK] xx")
    assert [(loss.lost, loss.stage) for loss in result.losses] == [("xx", "unknown")]
    assert result.measure.num_unknown == 1
    header, _ = unpack(strips_payload([result_row(result, model)], text=result.text))
    kinds = header["rows"][0]["kinds"]
    assert [kind["count"] for kind in kinds if kind["id"] == model.unk_id] == [1, 1]
    assert {kind["unknown"] for kind in kinds if kind["id"] == model.unk_id} == {False, True}


def test_what_is_rewritten_is_lost_in_normalizing() -> None:
    model = SentencePieceBPE.train("the fine A", vocab_size=14)
    result = result_of("x", model, "the ﬁne  Ａ")
    assert {loss.stage for loss in result.losses} == {"normalizing"}
    assert [(loss.lost, loss.written) for loss in result.losses] == [
        ("ﬁ", "fi"),
        (" ", ""),
        ("Ａ", "A"),
    ]


def test_lower_case_is_normalizing() -> None:
    model = WordPiece.train("the hens", vocab_size=20, lowercase=True)
    assert result_of("x", model, "The hens").stages == ("normalizing",)


def test_stages_stand_in_the_order_of_the_pipeline() -> None:
    model = WordPiece.train("the hens", vocab_size=20, lowercase=True)
    stages = result_of("x", model, "xx  The hens").stages
    assert stages == ("normalizing", "splitting", "unknown")


def test_the_page_opens_on_a_text_that_all_can_cut() -> None:
    for name, variant in VARIANTS.items():
        learned = variant.train(sample("harbour").text)
        result = result_of(name, learned, EVENING.text)
        assert result.measure.num_unknown == 0, name
        assert EVENING.text not in sample("harbour").text


def test_four_people_whose_joiners_were_dropped_come_back() -> None:
    """By hand: three joiners of 3 bytes, and 5 bytes of white space."""
    text = "naïve café 👨\u200d👩\u200d👧\u200d👦 안녕 مرحبا بالعالم\n\tif x:\n\t\treturn 1"
    result = result_of("x", WordPiece.train(text, vocab_size=120), text)
    assert [loss.lost for loss in result.losses if loss.lost] == [*3 * ["\u200d"], "\n\t", "\n\t\t"]
    assert round(result.lost_share * len(text.encode())) == 14


@pytest.mark.parametrize(("size", "seconds"), [(SHORT, 2.0), (SHORT + 1, 9.0)])
def test_the_first_runs_of_a_short_text_make_ready(
    size: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, takes = [0.0], chain([9.0, 8.0, 7.0, 5.0, 2.0], repeat(0.0))

    class Slow(Utf8Bytes):
        def encode(self, text: str) -> list[int]:
            now[0] += next(takes)
            return super().encode(text)

    monkeypatch.setattr("tokviz.traces.results.time.perf_counter", lambda: now[0])
    assert result_of("bytes", Slow(), "a" * size).seconds == seconds


@pytest.mark.parametrize("dropped", [1, 64, 65, 5_000])
@pytest.mark.parametrize("rest", ["", "low", "low lower " * 2_000])
def test_however_long_a_stretch_is_dropped_the_rest_comes_back(dropped: int, rest: str) -> None:
    text = "low " + "\u200b" * dropped + rest
    result = result_of("words", WordPiece.train("low lower", vocab_size=20), text)
    lost = sum(len(loss.lost.strip()) for loss in result.losses)
    assert lost == dropped
