"""Tokens as the rows of tables: the facts of each, duplicates, and those that do not come back."""

from collections.abc import Mapping, Sequence

from tokviz.inspection.reach import REASONS, Reach
from tokviz.inspection.vocabulary import KINDS, TokenFacts
from tokviz.text.characters import code_point_name
from tokviz.text.direction import isolated
from tokviz.text.labels import plain_label, short_label
from tokviz.text.markers import Markers
from tokviz.traces.merges import Token

LONGEST_LABEL = 120
"""Characters of a token in a cell."""
MOST_IDS = 8

Columns = dict[str, list[int] | list[str]]


def token_columns(tokens: Sequence[TokenFacts], markers: Markers, unit: str) -> Columns:
    """The facts of tokens."""
    return {
        "id": [facts.token_id for facts in tokens],
        "token": [cell(facts.token, markers) for facts in tokens],
        "kind": [KINDS[facts.kind] for facts in tokens],
        "script": [facts.script for facts in tokens],
        f"{unit}s": [facts.length for facts in tokens],
    }


def duplicate_columns(groups: Sequence[Sequence[TokenFacts]], markers: Markers) -> Columns:
    """Groups of tokens that differ in case or outer space only."""
    return {
        "tokens": [len(group) for group in groups],
        "written": [_side_by_side(group, markers) for group in groups],
        "ids": [", ".join(str(facts.token_id) for facts in group) for group in groups],
    }


def reach_columns(found: Sequence[Reach], vocab: Mapping[int, Token], markers: Markers) -> Columns:
    """Tokens that do not come back, why, what they become, and a text that has them."""
    columns: Columns = {
        "id": [each.token_id for each in found],
        "token": [cell(vocab[each.token_id], markers) for each in found],
        "why": [REASONS[each.reason] for each in found],
        "its text becomes": [_becomes(each, vocab, markers) for each in found],
    }
    if any(each.witness for each in found):
        columns["it stands in"] = [plain_label(each.witness) for each in found]
    return columns


def code_point_columns(text: str) -> Columns:
    """The characters of a token, one a row."""
    return {
        "character": [plain_label(char) for char in text],
        "code point": [f"U+{ord(char):04X}" for char in text],
        "name": [code_point_name(char) for char in text],
        "bytes": [char.encode("utf-8", "surrogatepass").hex(" ").upper() for char in text],
    }


def cell(token: Token, markers: Markers) -> str:
    """A token's label, cut to a cell."""
    return short_label(token, LONGEST_LABEL, markers)


def _side_by_side(group: Sequence[TokenFacts], markers: Markers) -> str:
    return "   ".join(isolated(cell(facts.token, markers)) for facts in group)


def _becomes(each: Reach, vocab: Mapping[int, Token], markers: Markers) -> str:
    shown = [f"{isolated(cell(vocab[i], markers))} ({i})" for i in each.becomes[:MOST_IDS]]
    more = " …" if len(each.becomes) > MOST_IDS else ""
    return "  ".join(shown) + more if shown else "nothing"
