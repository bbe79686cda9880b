"""SentencePiece's normalization: the same result as its own, and every change accounted for."""

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceNormalizer

from tokviz.checks.errors import TokvizError
from tokviz.files.normalization_rules import compile_rules
from tokviz.text.normalizers.charsmap import MOST_CHARACTERS, rules_of
from tokviz.text.normalizers.sentencepiece import RULE_NAMES, Normalizer, named_normalizer

TRICKY = list(" \t\u3000▁e\u0301q\u0323\u0307\u1100\u1161\u11a8が\u3099\u200b\xa8\ufb01①Ａ\r\0İ")
TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(TRICKY)), max_size=20
)


@cache
def reference(
    name: str, *, dummy_prefix: bool = True, remove: bool = True
) -> SentencePieceNormalizer:
    return SentencePieceNormalizer(
        rule_name=name,
        add_dummy_prefix=dummy_prefix,
        escape_whitespaces=True,
        remove_extra_whitespaces=remove,
    )


@pytest.mark.parametrize("name", RULE_NAMES)
@settings(max_examples=100, deadline=None)
@given(text=TEXTS, dummy_prefix=st.booleans(), remove=st.booleans())
def test_equals_sentencepiece_on_any_text(
    name: str, text: str, dummy_prefix: bool, remove: bool
) -> None:
    rules = named_normalizer(name)
    ours = replace(rules, add_dummy_prefix=dummy_prefix, remove_extra_spaces=remove)
    theirs = reference(name, dummy_prefix=dummy_prefix, remove=remove)
    assert ours.normalize(text) == theirs.normalize(text)


OWN_RULES = compile_rules({"x": " ", "y": "", "z": "a b", "w": "▁", "v": "\u0301", "xx": "q"})


@pytest.mark.parametrize("rules", [*map(named_normalizer, RULE_NAMES), OWN_RULES])
@settings(max_examples=200, deadline=None)
@given(text=st.text("aB ,7\téwvxyzかが！　①\u3099▁") | TEXTS)
def test_the_short_way_agrees_with_the_recorded_one(rules: Normalizer, text: str) -> None:
    assert rules.normalize(text) == rules.align(text).text


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_the_segments_cover_the_source_without_gap(text: str) -> None:
    aligned = named_normalizer().align(text)
    assert "".join(text[s.start : s.end] for s in aligned.segments) == text


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_the_changes_turn_the_source_into_the_result(text: str) -> None:
    aligned = named_normalizer().align(text)
    rebuilt, at = "", 0
    for change in aligned.changes:
        rebuilt += text[at : change.start]
        assert text[change.start : change.end] == change.before
        rebuilt += change.after
        at = change.end
    assert rebuilt + text[at:] == aligned.text


@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
def test_every_character_of_the_result_knows_its_origin(text: str) -> None:
    aligned = named_normalizer().align(text)
    assert len(aligned.origins) == len(aligned.text)
    assert all(0 <= start <= end <= len(text) for start, end in aligned.origins)


def test_a_change_shows_what_became_what() -> None:
    changes = named_normalizer().align("①\u00a0ﬁne  Ａ").changes
    assert [(c.kind, c.before, c.after, c.start) for c in changes] == [
        ("dummy prefix", "", "▁", 0),
        ("rule", "①", "1", 0),
        ("rule", "\u00a0", "▁", 1),
        ("rule", "ﬁ", "fi", 2),
        ("space", " ", "▁", 5),
        ("dropped space", " ", "", 6),
        ("rule", "Ａ", "A", 7),
    ]


def test_spaces_at_the_ends_are_dropped() -> None:
    kinds = [change.kind for change in named_normalizer().align("  a ").changes]
    assert kinds == ["dropped space", "dropped space", "dummy prefix", "dropped space"]


def test_only_spaces_leave_nothing() -> None:
    assert named_normalizer().normalize(" \t\u3000 ") == ""


def test_identity_keeps_every_character_but_spaces() -> None:
    assert named_normalizer("identity").normalize("①ﬁ  x\t") == "▁①ﬁ▁x\t"


def test_a_lone_surrogate_is_read_as_the_replacement_character() -> None:
    assert named_normalizer("identity").normalize("a\ud800b") == "▁a\ufffdb"
    read = named_normalizer().normalize("a\ufffdb")
    assert read == named_normalizer().normalize("a\ud800b") == "▁a▁b"


def test_protected_text_escapes_the_rules() -> None:
    normalizer = Normalizer("nmt_nfkc", named_normalizer().charsmap, protected=("ﬁ①",))
    assert normalizer.normalize("ﬁ①ﬁ①①") == "▁ﬁ①ﬁ①1"


def test_protected_spaces_are_not_squeezed() -> None:
    normalizer = Normalizer(protected=("  ",))
    assert normalizer.normalize("  a  b   c") == "▁a▁▁b▁▁c"
    assert normalizer.normalize("  a  b   c") == normalizer.align("  a  b   c").text


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'nfd', but only nmt_nfkc, nfkc"):
        named_normalizer("nfd")


LINES = st.lists(st.one_of(st.from_regex(r"[a-c.]{1,3}( [a-c.]{1,3}){0,2}", fullmatch=True), TEXTS))


@pytest.mark.parametrize(
    "rules",
    [
        named_normalizer(),
        replace(named_normalizer(), add_dummy_prefix=False),
        replace(named_normalizer(), remove_extra_spaces=False),
        Normalizer(space_after=True),
        replace(named_normalizer(), space_after=True),
        Normalizer(protected=(" b",)),
        OWN_RULES,
    ],
)
@settings(max_examples=100, deadline=None)
@given(lines=LINES)
def test_lines_together_are_normalized_as_each_alone(rules: Normalizer, lines: list[str]) -> None:
    lines = [line.replace("\n", " ") for line in lines]
    whole = [rules.normalize(line) for line in lines]
    assert rules.normalize_each(lines) == whole
    unmarked = [line.replace("▁", " ") for line in whole]
    assert rules.normalize_each(lines, marked=False) == unmarked
    plain = rules.normalize_plain("\n".join(lines))
    assert plain is None or plain.split("\n") == unmarked


@pytest.mark.parametrize(
    ("lines", "plain"),
    [
        ("a b\nc", " a b\n c"),
        ("  a   b \n  c\nd  ", " a b\n c\n d"),
        ("", None),
        (" ", None),
        ("a\n \nb", None),
        ("a\n\nb", None),
        ("a\tb", None),
        ("é", None),
    ],
)
def test_lines_of_plain_words_are_rewritten_as_one_text(lines: str, plain: str | None) -> None:
    assert named_normalizer().normalize_plain(lines) == plain


@pytest.mark.parametrize("rule", [{" ": "_"}, {"  ": "_"}, {" b": "x"}, {"b ": "x"}])
def test_a_rule_that_takes_a_space_is_followed_in_plain_words_too(rule: dict[str, str]) -> None:
    rules, lines = compile_rules(rule), ["a b", "a  b", " b", "a b  ", "c", "é b  b"]
    aligned = [rules.align(line).text for line in lines]
    assert [rules.normalize(line) for line in lines] == rules.normalize_each(lines) == aligned
    assert all(rules.normalize_each([line]) == [rules.align(line).text] for line in lines)


def test_a_rule_that_changes_nothing_is_refused() -> None:
    with pytest.raises(TokvizError, match=r"one leaves 'a' as it is. Leave it out"):
        compile_rules({"é": "e", "a": "a"})


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(TEXTS, TEXTS, max_size=4))
def test_what_the_library_refuses_of_rules_is_our_refusal(rules: dict[str, str]) -> None:
    with suppress(TokvizError):
        compile_rules(rules)


def test_a_protected_space_makes_no_text_plain() -> None:
    assert Normalizer(protected=(" b",)).normalize_plain("a b") is None


@pytest.mark.parametrize("odd", ["", " ", " a", "a ", "a  b", "é", "①"])
def test_one_odd_line_leaves_the_others_as_they_are(odd: str) -> None:
    rules = named_normalizer()
    assert rules.normalize_each(["a b", odd, "c"]) == ["▁a▁b", rules.normalize(odd), "▁c"]


def test_more_lines_than_are_looked_at_together() -> None:
    lines = [f"a {number}" for number in range(5000)]
    assert named_normalizer().normalize_each(lines) == [f"▁a▁{number}" for number in range(5000)]


def test_the_rules_that_models_share_remember_a_bounded_part_of_a_text() -> None:
    """A server keeps them as long as it runs: a text of all of Unicode took 580 MB of it."""
    normalizer, rules = named_normalizer(), rules_of(named_normalizer().charsmap)
    text = " ".join(map(chr, range(0x10000, 0x11000 + MOST_CHARACTERS)))
    assert normalizer.normalize(text) == reference("nmt_nfkc").normalize(text)
    for remembered in (rules._steps, rules._alone, rules._apart):
        assert 0 < len(remembered) <= MOST_CHARACTERS


LONG = ["①ｶﾀｶﾅ x\u3000y", "日本語と english", "é ﬁneb", " a  b ", ""] * 60


@pytest.mark.parametrize(
    "rules",
    [
        named_normalizer(),
        replace(named_normalizer("nfkc_cf"), add_dummy_prefix=False),
        compile_rules({"é": "①", "①": "é", "b": "", "日": "日日"}),
        compile_rules({"b": "▁"}),
        compile_rules({chr(code): chr(code + 1) for code in range(0x4E00, 0x7000)}),
        compile_rules({"日": "a b"}),
    ],
)
@pytest.mark.parametrize("odd", ["", "e\u0301", "a\0", "\ud800", "▁"])
def test_a_long_text_is_rewritten_kind_by_kind_as_its_lines_are(
    rules: Normalizer, odd: str
) -> None:
    """é becomes ① and ① é: what a rule wrote is not rewritten again."""
    lines = [odd, *LONG]
    assert rules.normalize_each(lines) == [rules.align(line).text for line in lines]
    unmarked = [rules.align(line).text.replace("▁", " ") for line in lines]
    assert rules.normalize_each(lines, marked=False) == unmarked
    text = " ".join(lines)
    assert rules.normalize(text) == rules.align(text).text


def test_a_protected_string_ends_where_the_text_ends() -> None:
    """A longer one that begins alike is looked for past the end, and not found."""
    normalizer = Normalizer(protected=("ab", "a b"), space_after=True)
    assert normalizer.align("ab").origins == ((0, 1), (1, 2), (2, 2))
