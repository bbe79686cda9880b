"""The payload of the merge trees: an encoded text's tokens, each with the merges that made it.

A token that merges made is the root of a tree: its two parts are tokens too, down to the bytes.
Encoding recorded each merge with the place at which its right-hand part began, so the trees are
those merges in their order, each joining the node that ends there and the node that begins there.

The payload has no arrays: all of it is header.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from tokviz.text.labels import label_parts
from tokviz.text.markers import Markers
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import Token
from tokviz.views.payload import pack
from tokviz.views.strips.cut_characters import characters_cut, parts_held, share_held


@dataclass(frozen=True, slots=True)
class Node:
    """A token over base symbols ``start`` to ``end`` (half-open) of the text.

    ``rank`` is the rank of the merge that made it, ``parts`` the numbers of the two nodes that it
    joined; a base symbol has neither.
    """

    token_id: int
    start: int
    end: int
    rank: int | None = None
    parts: tuple[int, int] | None = None


def merge_trees(trace: EncodeTrace) -> tuple[list[Node], list[int]]:
    """All nodes, parts before what they make, and the numbers of those that are the text's tokens.

    "ab" with one merge -> nodes a, b, ab, of which ab, number 2, is the token.
    """
    nodes = [Node(token_id, at, at + 1) for at, token_id in enumerate(trace.symbols.tolist())]
    begins = list(range(len(nodes)))  # the node that begins at each base symbol, once it is made
    ends = list(range(len(nodes)))  # the node whose last base symbol each is
    for step in trace.steps:
        left, right = ends[step.position - 1], begins[step.position]
        start, end = nodes[left].start, nodes[right].end
        begins[start] = ends[end - 1] = len(nodes)
        nodes.append(Node(step.token_id, start, end, step.rank, (left, right)))
    roots = []
    at = 0
    while at < len(begins):
        roots.append(begins[at])
        at = nodes[begins[at]].end
    return nodes, roots


def trees_payload(
    trace: EncodeTrace, *, text: str, merges: int, special_ids: Set[int] = frozenset()
) -> bytes:
    """Everything the trees show of the encoding of ``text``.

    ``merges`` is how many the tokenizer learned; ``special_ids`` are of tokens that none made.
    """
    data = text.encode("utf-8", "surrogatepass")
    nodes, roots = merge_trees(trace)
    sizes = [_size(trace.vocab[token_id]) for token_id in trace.symbols.tolist()]
    offsets = [0, *accumulate(sizes)]
    drawn = [_node(node, offsets, data, trace.vocab, trace.markers) for node in nodes]
    special = [number for number in roots if nodes[number].token_id in special_ids]
    begin = set(trace.starts.tolist())
    opens = [place for place, root in enumerate(roots) if nodes[root].start in begin]
    body = {"code_points": len(text), "bytes": len(data), "merges": merges, "special": special}
    return pack({**body, "opens": opens, "nodes": drawn, "tokens": roots})


def _node(
    node: Node, offsets: list[int], data: bytes, vocab: Mapping[int, Token], markers: Markers
) -> dict[str, Any]:
    token, start, end = vocab[node.token_id], offsets[node.start], offsets[node.end]
    return {
        "id": node.token_id,
        "label": label_parts(token, markers),
        "rank": node.rank,
        "parts": node.parts,
        "over": label_parts(characters_cut(data, start, end)),
        "share": share_held(data, start, end),
        "holds": parts_held(data, start, end),
    }


def _size(token: Token) -> int:
    return len(token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass"))
