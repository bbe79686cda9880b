"""Two charts of a vocabulary, whose parts can be pressed: kinds and scripts, and lengths.

The treemap divides the tokens by kind, and each kind by script. What a part stands for is its id:
"kind", or "kind/script"; a bar's is "length:n".
"""

from collections import Counter

from tokviz.inspection.vocabulary import KINDS, VocabularyFacts
from tokviz.views.charts.frame import TEXT_SIZE, Spec, frame

LONGEST_BAR = 24
"""Longer tokens share the last bar."""


def kinds_chart(facts: VocabularyFacts) -> Spec:
    """A treemap: the area of a part is its number of tokens."""
    counted = Counter((each.kind, each.script) for each in facts.tokens)
    kinds = Counter(each.kind for each in facts.tokens)
    parts: list[tuple[str, str, str, int]] = [
        (kind, KINDS[kind], "", number) for kind, number in kinds.most_common()
    ]
    parts += [
        (f"{kind}/{script}", script, kind, number)
        for (kind, script), number in counted.most_common()
    ]
    ids, labels, parents, values = (list(column) for column in zip(*parts, strict=True))
    treemap = {
        "type": "treemap",
        "ids": ids,
        "labels": labels,
        "parents": parents,
        "values": values,
        "branchvalues": "total",
        "texttemplate": "%{label}<br>%{value:,}",
        "hovertemplate": "%{label}: %{value:,} tokens<extra></extra>",
        "pathbar": {"visible": False},
        "tiling": {"pad": 2},
    }
    return {
        "data": [treemap],
        "layout": {
            "title": {"text": f"{len(facts.tokens):,} tokens by kind and script"},
            "font": {"size": TEXT_SIZE},
            "height": 420,
            "margin": {"l": 10, "r": 10, "t": 45, "b": 10},
            "hoverlabel": {"font": {"size": TEXT_SIZE}, "align": "left"},
        },
    }


def vocabulary_lengths(facts: VocabularyFacts) -> Spec:
    """How many tokens have each length, as bars; special tokens are no text and left out."""
    lengths = Counter(
        min(each.length, LONGEST_BAR) for each in facts.tokens if each.kind != "special"
    )
    last = max(lengths, default=1)
    at = list(range(min(lengths, default=1), last + 1))
    names = [f"{length} or more" if length == LONGEST_BAR else str(length) for length in at]
    bars = {
        "type": "bar",
        "x": at,
        "y": [lengths[length] for length in at],
        "ids": [f"length:{length}" for length in at],
        "customdata": names,
        "hovertemplate": f"%{{customdata}} {facts.unit}s: %{{y:,}} tokens<extra></extra>",
    }
    return frame(
        [bars],
        title="Length",
        subtitle=f"Tokens by their {facts.unit}s, markers left out",
        x={"title": {"text": f"{facts.unit}s"}},
        y={"title": {"text": "tokens"}},
        showlegend=False,
        bargap=0.15,
    )
