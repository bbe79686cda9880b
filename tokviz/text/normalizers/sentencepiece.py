"""Normalization as SentencePiece does it: what happens to the text before any tokenizer sees it.

Five moves, in this order at each place: a rule rewrites the longest run of characters it knows
("ﬁ" becomes "fi", a tab becomes a space), extra spaces go, a space is put in front (the dummy
prefix), and every space becomes a visible ▁. Each move is recorded with its place, so that a page
can show what was lost.

The rules come as a table that SentencePiece stores in every model (see ``charsmap``). ``nmt_nfkc``,
the default, is Unicode's NFKC plus a few rules for spaces and control characters; ``identity`` has
no rules.

Sources: the tables in the sentencepiece package, whose normalizer the tests compare with. A lone
surrogate, which UTF-8 cannot hold, becomes U+FFFD.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from itertools import chain

from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import check_text
from tokviz.checks.errors import TokvizError
from tokviz.text.markers import SPACE_MARKER
from tokviz.text.normalizers.charsmap import RuleTrie, rules_of
from tokviz.text.normalizers.plain_text import PlainText
from tokviz.text.normalizers.segments import ChangeKind, Normalization, Segment
from tokviz.text.pre_tokens import well_formed

RULE_NAMES = ("nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf", "identity")

_BLOCK = 1 << 11
"""So many lines are looked at together."""
_FEW = 16
"""So few lines are rewritten one by one, where one of them is not like the others."""
_NO_RULE = "\0"
"""No rule takes it, so the lines between two of it are rewritten as each alone."""


@dataclass(frozen=True)
class Normalizer(FieldsAlone):
    """Rules and space handling. ``protected`` strings pass through whole, whatever the rules say.

    ``charsmap`` is the rule table in SentencePiece's binary form; empty for no rules.
    """

    name: str = "identity"
    charsmap: bytes = field(default=b"", repr=False)
    add_dummy_prefix: bool = True
    remove_extra_spaces: bool = True
    escape_spaces: bool = True
    space_after: bool = False
    protected: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if "" in self.protected:
            raise TokvizError(
                "A protected string is cut out of the text wherever it stands, so it has a "
                "character or more, but one is empty. Leave it out."
            )

    def normalize(self, text: str) -> str:
        """The text as the tokenizer will see it: ``align(text).text``, by a short way if it can."""
        check_text(text)
        rewritten = None
        if self._has_short_way:
            if self._plain.words.fullmatch(text):
                rewritten = text
            elif not self.protected:
                rewritten = self._rules.one_by_one(well_formed(text))
        return self.align(text).text if rewritten is None else self._spaced(rewritten, self._space)

    def normalize_each(self, lines: Sequence[str], *, marked: bool = True) -> list[str]:
        """Each line as ``normalize`` has it; none holds a line break.

        If not ``marked``, a space stands for each ▁: so most texts are ASCII.
        """
        blocks = (lines[first : first + _BLOCK] for first in range(0, len(lines), _BLOCK))
        return [line for block in blocks for line in self._normalize_block(block, marked)]

    def normalize_texts(self, texts: Sequence[str]) -> Iterable[str]:
        """Each text as ``normalize`` has it; some may hold line breaks."""
        if any("\n" in text for text in texts):
            return map(self.normalize, texts)
        return self.normalize_each(texts)

    def normalize_plain(self, lines: str, space: str = " ") -> str | None:
        """A text of lines, each as ``normalize_each`` has it, with this in place of each ▁.

        None unless all are plain words, of which no rule takes a character.
        """
        tidied = self._plain.tidied(lines) if self._has_short_way else None
        if tidied is None:
            return None
        front = space * self.add_dummy_prefix
        return front + tidied.replace(" ", space).replace("\n", "\n" + front)

    def _normalize_block(self, lines: Sequence[str], marked: bool) -> Iterable[str]:
        """Lines that are rewritten all at once where they can be, else each half by itself."""
        if self._has_short_way:
            at_once = self._normalize_at_once(lines, self._space if marked else " ")
            if at_once is not None:
                return at_once
            if len(lines) > _FEW:
                half = len(lines) // 2
                halves = (lines[:half], lines[half:])
                return chain.from_iterable(self._normalize_block(part, marked) for part in halves)
        one_by_one = map(self.normalize, lines)
        return one_by_one if marked else (line.replace(SPACE_MARKER, " ") for line in one_by_one)

    def _normalize_at_once(self, lines: Sequence[str], space: str) -> Iterable[str] | None:
        """The lines by one of two short ways; None where neither holds for all of them.

        Either they are plain words, or some are not ASCII and no rule that they meet takes more
        than one character.
        """
        text = "\n".join(lines)
        plain = self.normalize_plain(text, space)
        if plain is not None:
            return plain.split("\n")
        if text.isascii() or self.protected or _NO_RULE in text:
            return None
        rewritten = self._rules.one_by_one(well_formed(_NO_RULE.join(lines)))
        if rewritten is None:
            return None
        return (self._spaced(line, space) for line in rewritten.split(_NO_RULE))

    def _spaced(self, rewritten: str, space: str) -> str:
        """The words with one space in front of each, or between them."""
        words = rewritten.split(" ")
        if "" in words:
            words = list(filter(None, words))
        return space * (bool(words) and self.add_dummy_prefix) + space.join(words)

    def align(self, text: str) -> Normalization:
        """The normalized text, with each move and its place."""
        text = well_formed(text)
        segments: list[Segment] = []
        seen_text = False
        after_space = self.remove_extra_spaces
        for start, end, after in self._rewrites(text):
            if self.remove_extra_spaces and not seen_text and after == " ":
                segments.append(Segment(start, end, "", "dropped space"))
                continue
            if not seen_text and self.add_dummy_prefix and not self.space_after:
                segments.append(Segment(start, start, self._space, "dummy prefix"))
            seen_text = True
            kept = after.lstrip(" ") if after_space else after
            segments.append(self._segment(text, start, end, after, kept))
            if kept:
                after_space = self.remove_extra_spaces and kept.endswith(" ")
        if not seen_text:
            return Normalization(text, tuple(segments))
        if self.remove_extra_spaces:
            self._strip_end(segments)
        if self.add_dummy_prefix and self.space_after:
            written = [index for index, segment in enumerate(segments) if segment.after]
            last = (written or range(len(segments)))[-1] + 1
            at = segments[last - 1].end
            segments.insert(last, Segment(at, at, self._space, "dummy prefix"))
        return Normalization(text, tuple(segments))

    @property
    def _has_short_way(self) -> bool:
        """Whether what comes out is words with one space between them."""
        return self.remove_extra_spaces and not self.space_after

    @property
    def _space(self) -> str:
        return SPACE_MARKER if self.escape_spaces else " "

    def _segment(self, text: str, start: int, end: int, after: str, kept: str) -> Segment:
        escaped = kept.replace(" ", self._space)
        before = text[start:end]
        if escaped == before:
            return Segment(start, end, escaped, "kept")
        if before == " ":
            return Segment(start, end, escaped, "space" if kept else "dropped space")
        kind: ChangeKind = "rule" if after != " " or kept else "dropped space"
        return Segment(start, end, escaped, kind)

    def _strip_end(self, segments: list[Segment]) -> None:
        """Drop spaces at the end of the result, the dummy prefix too if nothing else is left."""
        for index in range(len(segments) - 1, -1, -1):
            start, end, after, kind = segments[index]
            kept = after.rstrip(self._space)
            if kept != after:
                gone: ChangeKind = "dropped space" if kind in ("space", "dummy prefix") else "rule"
                segments[index : index + 1] = _split_end(start, end, kept, kind, gone)
            if kept:
                break

    # ---- rules --------------------------------------------------------------------------

    def _rewrites(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Cut the text into spaces, rewrites and runs no rule touches, as (start, end, after)."""
        run = at = 0
        while at < len(text):
            if text[at] in self._inert:
                at += 1
                continue
            if plain := self._plain.run.match(text, at):
                at = plain.end()
                continue
            end, after = self._longest_rule(text, at)
            if after is None:
                first = text[at]
                if first not in self._protected and self._rules.begins_no_rule(first):
                    self._inert.add(text[at])
                at += 1
                continue
            if run < at:
                yield run, at, text[run:at]
            yield at, end, after
            run = at = end
        if run < at:
            yield run, at, text[run:at]

    def _longest_rule(self, text: str, at: int) -> tuple[int, str | None]:
        """The rewrite at a position and where it ends; None when the character stays as it is."""
        for length in self._protected.get(text[at], ()):
            whole = text[at : at + length]
            if whole in self._protected_whole:
                return at + len(whole), whole  # the text may end before
        end, after = self._rules.longest_match(text, at)
        if after is not None:
            return end, after
        return at + 1, " " if text[at] == " " else None

    @cached_property
    def _inert(self) -> set[str]:
        """Characters met so far that stay as they are, whatever follows."""
        return set()

    @cached_property
    def _rules(self) -> RuleTrie:
        return rules_of(self.charsmap)

    @cached_property
    def _protected_whole(self) -> frozenset[str]:
        return frozenset(self.protected)

    @cached_property
    def _protected(self) -> Mapping[str, Sequence[int]]:
        """First character -> the lengths of the protected strings that it begins, longest first."""
        lengths: dict[str, set[int]] = {}
        for whole in self.protected:
            lengths.setdefault(whole[0], set()).add(len(whole))
        return {first: sorted(own, reverse=True) for first, own in lengths.items()}

    @cached_property
    def _plain(self) -> PlainText:
        inert = "".join(c for c in self._rules.inert_ascii if c not in self._protected)
        is_plain = self._rules.begins_no_rule(" ") and " " not in self._protected
        return PlainText(inert, " " if is_plain else "")


def named_normalizer(name: str = "nmt_nfkc") -> Normalizer:
    """A normalizer with one of SentencePiece's rule tables, or ``identity``."""
    if name not in RULE_NAMES:
        raise TokvizError(
            f"the normalization is {name!r}, but only {', '.join(RULE_NAMES)} are known. "
            "Choose one of them."
        )
    charsmap = b"" if name == "identity" else _packaged_charsmap(name)
    return Normalizer(name, charsmap)


@cache
def _packaged_charsmap(name: str) -> bytes:
    return (resources.files("sentencepiece") / "package_data" / f"{name}.bin").read_bytes()


def _split_end(
    start: int, end: int, kept: str, kind: ChangeKind, gone: ChangeKind
) -> list[Segment]:
    """A segment whose end was stripped; a kept run splits, so that its positions stay true."""
    if kind == "kept" and kept:
        middle = start + len(kept)
        return [Segment(start, middle, kept, "kept"), Segment(middle, end, "", gone)]
    if kind == "dummy prefix" and not kept:
        return []
    return [Segment(start, end, kept, kind if kept else gone)]
