"""What two vocabularies have in common, pair by pair, as a heat map.

Tokens are compared by the bytes of the text that they stand for, special tokens left out: " the"
with its space is not "the", and a mark such as "##" does not count.
"""

from collections.abc import Mapping

from tokviz.text.markers import spelled_bytes
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.charts.frame import Spec, escape, frame

_OVER_THE_PAGE = [[0, "rgba(64,140,220,0.06)"], [1, "rgba(64,140,220,0.5)"]]
"""Each lets enough of the page through for numbers in the colour of its words, which page.css and a
picture (picture.js) give them; Plotly's own choice of ink is grey on most."""


def spelled_tokens(tokenizer: Tokenizer) -> frozenset[bytes]:
    """The bytes of each token that is text."""
    special, markers = tokenizer.special_ids, tokenizer.markers
    spelled = (
        spelled_bytes(token, markers)
        for token_id, token in tokenizer.vocab.items()
        if token_id not in special
    )
    return frozenset(filter(None, spelled))


def shared_tokens(vocabularies: Mapping[str, frozenset[bytes]]) -> Spec:
    """The share of each row's tokens that the column's tokenizer has too."""
    names = [escape(name) for name in vocabularies]
    sets = list(vocabularies.values())
    shares = [[_share(row, column) for column in sets] for row in sets]
    told = [[f"{len(row & column):,} of {len(row):,} tokens" for column in sets] for row in sets]
    data: Spec = {
        "type": "heatmap",
        "x": names,
        "y": names,
        "z": shares,
        "zmin": 0,
        "zmax": 1,
        "colorscale": _OVER_THE_PAGE,
        "showscale": False,
        "customdata": told,
        "text": [[f"{100 * share:.0f}" for share in row] for row in shares],
        "texttemplate": "%{text}",
        "textfont": {"size": 13},
        "hovertemplate": "%{customdata} of %{y} are in %{x}<extra></extra>",
    }
    return frame(
        [data],
        title="Shared vocabulary",
        subtitle="Percent of a row's tokens that the column's tokenizer has too",
        x={"side": "bottom", "tickangle": -30, "showgrid": False},
        y={"autorange": "reversed", "showgrid": False},
        showlegend=False,
        height=200 + 44 * max(len(names), 4),
    )


def _share(row: frozenset[bytes], column: frozenset[bytes]) -> float:
    return round(len(row & column) / len(row), 4) if row else 0.0
