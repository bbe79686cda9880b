"""Counting what a split pattern grows to, and refusing it before it is compiled."""

import random

import pytest
import regex

from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE
from tokviz.text.pattern_size import MAX_PATTERN_SIZE, pattern_size
from tokviz.text.pre_tokens import PatternError, compile_pattern

HOSTILE = (
    "a{20000000}",
    "a{20000000,}",
    "a{20000000,30000000}",
    "(?:(?:a{300}){300}){300}",
    "((((a{9}){9}){9}){9}){9}",
    "(?x)a { 30000000 }",
    "(?x) # [ \n a{30000000} # ]",
    "(?x) # (?# \n a{30000000} # )",
    "(?x)(?: # ) \n (?:a{300}){300} ){300}",
    "(?x)(?:a{300}) {300}",
    "(?x)(?:a{300}) # \\\n{300}",
    "(?:a{300})(?#now){300}",
    "(?:(?:[)]a{300}){20}[(]){20}",
    "[[](?:a{900}){900}[]]",
    "\\\\(?:a{900}){900}",
    "x" * 30_000,
    r"\P{5000000,5000000}|\w+",
    r"\p{5000000,}",
    r"\N{,9}\N{30000,}",
    r"(?:\p{300,300}){300}",
    r"\X{30000}",
    "(?x)a{30 000}",
    "(?x)a{3#0\n0000#}\n}",
    "(?x)\\P{ 30#,}\n000 , 30000 }",
    "(?x)(?:a{300}) { #\n300 , }",
)


@pytest.mark.parametrize("pattern", HOSTILE, ids=lambda pattern: pattern[:30])
def test_a_pattern_that_grows_too_large_is_refused_before_it_is_compiled(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: str) -> None:
        raise AssertionError("compiled")

    monkeypatch.setattr(regex, "compile", never)
    with pytest.raises(PatternError, match="20,000"):
        compile_pattern(pattern)


def test_a_pattern_that_grows_beyond_what_python_writes_out_is_refused_in_words() -> None:
    with pytest.raises(PatternError, match=r"more than that.*multiply"):
        compile_pattern("(a?){9}|" * 5000)


def test_training_refuses_it_too() -> None:
    with pytest.raises(PatternError, match="multiply"):
        RegexBPE.train("a hen", num_merges=1, pattern="(?:(?:a{300}){300}){300}")


@pytest.mark.parametrize("pattern", [GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN])
def test_published_patterns_are_far_from_the_limit(pattern: str) -> None:
    assert pattern_size(pattern) < 200


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("a+b*?", 5),
        ("(ab{3}){10}", 60),
        (r"\p{L}{5}", 5),
        (r"\P{5,5}", 5),
        (r"\N{DIGIT ONE}{5,}", 5),
        ("(?x)a{1#2\n0}", 14),
        (r"\{{4}", 4),
        ("a{1,300}|b{0,}", 3),
    ],
)
def test_the_size_by_hand(pattern: str, size: int) -> None:
    assert pattern_size(pattern) == size


def test_the_size_is_at_least_the_letters_that_are_written_out() -> None:
    draw = random.Random(11)
    for _ in range(200):
        pattern, letters = _made(draw, depth=4)
        assert regex.compile(pattern) is not None
        assert pattern_size(pattern) >= min(letters, MAX_PATTERN_SIZE + 1)


LETTERS = ("a", "[(]", "[)]", r"\)", r"\d", r"\p{L}", r"\P", r"\N", "(?#[)b")


def _made(draw: random.Random, depth: int) -> tuple[str, int]:
    """A random pattern, and how many letters it has with its repeats written out."""
    if depth == 0:
        return draw.choice(LETTERS), 1
    inner = [_made(draw, depth - 1) for _ in range(draw.randint(1, 3))]
    spelled, letters = "".join(part for part, _ in inner), sum(size for _, size in inner)
    least = draw.randint(1, 5)
    counted = draw.choice((f"{{{least}}}", f"{{{least},}}", f"{{{least},9}}"))
    return f"{draw.choice(('(?:', '('))}{spelled}){counted}", letters * least


def test_the_limit_leaves_room_for_honest_repeats() -> None:
    assert compile_pattern(r"\p{N}{1,3}|[a-z]{2,40}|\s{1,5000}") is not None
    assert pattern_size("(?:a{100}){100}") < MAX_PATTERN_SIZE
