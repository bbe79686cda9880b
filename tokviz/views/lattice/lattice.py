"""The lattice of one text as a graph that is built up position by position, left to right.

Positions between characters are nodes; each piece that stands in the text is an edge from where it
starts to where it ends. Step k of the replay settles position k: the pieces that end there arrive,
and one of them wins. The last step walks back along the winners: the best path.

Edges that would cover each other are drawn on different levels, short ones below.
"""

from collections.abc import Sequence
from typing import Any

from tokviz.text.labels import plain_label, plural
from tokviz.traces.lattice import UNK_PENALTY, Edge, LatticeStep, LatticeTrace
from tokviz.views.stepper.stepper import Chip, Lane, Moment, Replay, Words, stepper_payload

SPELLED_OUT = 4
"""As many arrivals as a caption adds up; the graph has them all."""


def lattice_payload(trace: LatticeTrace) -> bytes:
    """The stepper's payload: what to say at each step, and the graph that it draws."""
    return stepper_payload(lattice_replay(trace), drawing=lattice_graph(trace))


def lattice_replay(trace: LatticeTrace) -> Replay:
    """One moment before, one for each position, one for the best path."""
    unknown = sum(map(trace.is_unknown, trace.edges))
    count = len(trace.edges) - unknown
    opening = Moment(
        say=[
            f"{plural(len(trace.normalized), 'code point')}, and {plural(count, 'place')} where a "
            "piece fits: an edge each. Its number is the logarithm of the piece's probability, "
            "rounded: a sum may look wrong by 0.01."
            f"{_about_unknown(unknown)}"
        ],
        why=["Next settles one position after the other: which is the best way to get there?"],
    )
    moments = [opening, *(_arrival(trace, step) for step in trace.steps)]
    if trace.steps:
        moments.append(_walk_back(trace))
    path = [_chip(trace, edge) for edge in trace.best.edges]
    last = len(moments) - 1
    lane = Lane("The best segmentation", path, f"log-probability {_number(trace.best.log_prob)}")
    lanes = [Lane(lane.name, lane.chips, lane.note, first=last)] if trace.steps else []
    return Replay("Lattice replay", lanes, moments, trace.markers)


def lattice_graph(trace: LatticeTrace) -> dict[str, Any]:
    """The drawing: characters, node totals, and edges with their level and their step."""
    step_of = {step.position: k for k, step in enumerate(trace.steps, start=1)}
    winners = {step.best for step in trace.steps}
    on_path = set(trace.best.edges)
    levels = edge_levels([(edge.start, edge.end) for edge in trace.edges])
    return {
        "title": f"Lattice of {len(trace.normalized)} code points and {len(trace.edges)} pieces",
        "characters": [plain_label(character, trace.markers) for character in trace.normalized],
        "last": len(trace.steps) + 1,
        "totals": [[step.position, _number(step.log_prob)] for step in trace.steps],
        "levels": max(levels, default=0) + 1,
        "edges": [
            {
                "start": edge.start,
                "end": edge.end,
                "level": level,
                "label": plain_label(edge.piece, trace.markers),
                "number": edge.token_id,
                "cost": _number(edge.log_prob),
                "step": step_of[edge.end],
                "wins": edge in winners,
                "best": edge in on_path,
                "unknown": trace.is_unknown(edge),
            }
            for edge, level in zip(trace.edges, levels, strict=True)
        ],
    }


def edge_levels(edges: Sequence[tuple[int, int]]) -> list[int]:
    """For each edge, (start, end), the lowest level on which it covers none drawn before it.

    Shorter edges first, then from left to right: (0, 1), (0, 2), (1, 2) -> 0, 1, 0
    """
    taken: list[list[tuple[int, int]]] = []
    levels = [0] * len(edges)
    order = sorted(range(len(edges)), key=lambda i: (edges[i][1] - edges[i][0], i))
    for i in order:
        start, end = edges[i]
        level = 0
        while level < len(taken) and any(start < e and s < end for s, e in taken[level]):
            level += 1
        if level == len(taken):
            taken.append([])
        taken[level].append((start, end))
        levels[i] = level
    return levels


def _about_unknown(count: int) -> str:
    """What stands for characters that are no piece."""
    if not count:
        return ""
    who = f"{plural(count, 'code point')} {'is' if count == 1 else 'are'} no piece"
    penalty = f"a penalty, {UNK_PENALTY:g} below the least of a piece"
    return f" {who}: unknown, in a box with a broken line. The number there is {penalty}."


def _arrival(trace: LatticeTrace, step: LatticeStep) -> Moment:
    """Who arrives at a position, and who wins."""
    many = len(step.arriving)
    unknown = sum(map(trace.is_unknown, step.arriving))
    arrive = "Only one piece ends" if many == 1 else f"{many - unknown} pieces end"
    if many == unknown:
        arrive = "No piece ends"
    elif unknown:
        arrive = f"{plural(many - unknown, 'piece')} and an unknown code point end"
    way = "" if many == unknown else "It is " if many == 1 else "The best way: "
    say: Words = [
        f"{arrive} at position {step.position}. {way}",
        _chip(trace, step.best),
        f"{' is unknown,' if many == unknown else ''} with {_number(step.log_prob)} in all.",
    ]
    if many == 1:
        return Moment(say, _sum(trace, step.best, step.log_prob))
    ranked = sorted(zip(step.totals, step.arriving, strict=True), key=lambda way: -way[0])
    why: list[str | Chip] = []
    for total, edge in ranked[:SPELLED_OUT]:
        why += [*(["; "] if why else []), *_sum(trace, edge, total)]
    if many > SPELLED_OUT:
        why.append(f"; and {many - SPELLED_OUT} worse")
    return Moment(say, why)


def _sum(trace: LatticeTrace, edge: Edge, total: float) -> list[str | Chip]:
    """What the way through an edge adds up to."""
    if edge.start == 0:
        return [_chip(trace, edge), f" {_number(total)}"]
    before = next(step.log_prob for step in trace.steps if step.position == edge.start)
    added = f" {_number(before)} + {_number(edge.log_prob)} = {_number(total)}"
    return [_chip(trace, edge), added]


def _walk_back(trace: LatticeTrace) -> Moment:
    edges = trace.best.edges
    unknown = sum(map(trace.is_unknown, edges))
    parts = [plural(len(edges) - unknown, "piece")] if len(edges) > unknown else []
    parts += [plural(unknown, "unknown code point")] if unknown else []
    why = "Every other way to cut this text is less probable, or as probable at best."
    if unknown and len(trace.tokens) < len(edges):
        why += f" Unknown neighbours are one id, so it is {plural(len(trace.tokens), 'id')}."
    elif len(trace.tokens) > len(edges):
        why += f" What is unknown is spelled in bytes, so it is {plural(len(trace.tokens), 'id')}."
    return Moment(
        [
            "The end is settled. From there, back along the winners: the best path has "
            f"{' and '.join(parts)}, and the log-probability {_number(trace.best.log_prob)}."
        ],
        [why],
    )


def _chip(trace: LatticeTrace, edge: Edge) -> Chip:
    return Chip(edge.piece, edge.token_id, look="unknown" if trace.is_unknown(edge) else "")


def _number(log_prob: float) -> str:
    """Two digits, with a minus sign that cannot be taken for a hyphen."""
    return f"{log_prob:.2f}".replace("-", "\u2212")
