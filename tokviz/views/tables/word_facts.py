"""What cutting into words does: punctuation sticks, spaces vanish, some scripts stay whole.

Every fact is counted in the reader's own text. Not here: the drawing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import regex

from tokviz.text.counting import count_each
from tokviz.traces.words import LookUpTrace

_FIRST = regex.compile(r"[\p{L}\p{M}\p{N}]")
_LAST = regex.compile(r"(?r)[\p{L}\p{M}\p{N}]")
_UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
)


@dataclass(frozen=True, slots=True)
class StuckWord:
    """One word that became several tokens, because punctuation stuck to it; (form, count) each."""

    core: str
    forms: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SpacingChange:
    """Two neighbours whose white space decoding changed, and how often it did so."""

    before: str
    after: str
    count: int


@dataclass(frozen=True, slots=True)
class LostSpaces:
    """Of so many gaps, how many are not one plain space, and the characters that those hold."""

    num_gaps: int
    lost: int
    characters: int


def stuck_words(words: Iterable[str]) -> list[StuckWord]:
    """The words that occur with different punctuation around them, those with most forms first.

    ["end", "end.", "end", "a"] -> end: (("end", 2), ("end.", 1))
    """
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, count in count_each(words).items():
        if core := _without_outer_punctuation(word):
            forms[core][word] += count
    found = [
        StuckWord(core, tuple(counts.items())) for core, counts in forms.items() if len(counts) > 1
    ]
    return sorted(found, key=lambda word: -len(word.forms))  # stable: first met first


def _without_outer_punctuation(word: str) -> str:
    """ "(end)." -> "end"; nothing where there is no letter, mark or digit."""
    first, last = _FIRST.search(word), _LAST.search(word)
    return word[first.start() : last.end()] if first and last else ""


def unspaced_words(words: Iterable[str]) -> list[str]:
    """The different words in scripts that write no spaces, the longest first."""
    found = [word for word in count_each(words) if _UNSPACED.search(word)]
    return sorted(found, key=lambda word: -len(word))


def lost_spaces(gaps: Sequence[str]) -> LostSpaces:
    """The white space that decoding does not bring back.

    ``gaps`` are as ``words_and_gaps`` gives them: the first and last stand at the text's ends,
    where any white space is lost.
    """
    ends = {0, len(gaps) - 1}
    lost = [gap for place, gap in enumerate(gaps) if gap != ("" if place in ends else " ")]
    return LostSpaces(sum(map(bool, gaps)), len(lost), sum(map(len, lost)))


def spacing_changes(
    trace: LookUpTrace, vocab: Mapping[int, str], decode: Callable[[list[int]], str]
) -> list[SpacingChange]:
    """The neighbours between which decoding writes other white space than there was, in order.

    ``decode`` is the tokenizer's own; its rule is not told here a second time.
    """
    data = trace.text.encode("utf-8", "surrogatepass")
    found: Counter[tuple[str, str]] = Counter()
    for left, right in zip(trace.steps, trace.steps[1:], strict=False):
        if left.token_id is None or right.token_id is None:
            continue
        was = data[left.end : right.start].decode("utf-8", "surrogatepass")
        joined = decode([left.token_id, right.token_id])
        now = joined[len(vocab[left.token_id]) : -len(vocab[right.token_id])]
        if was != now:
            found[left.word + was + right.word, joined] += 1
    return [SpacingChange(before, after, count) for (before, after), count in found.items()]
