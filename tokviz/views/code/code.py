"""The payload of the code beside a replay, built once: listings, moments, and values by step.

Names of functions of our own lead to their code: the browser unfolds it where they are called.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tokviz.text.labels import LONGEST_LABEL, cut_label, unit_of
from tokviz.text.long_labels import cuts_of
from tokviz.text.markers import spelled_length
from tokviz.views.code.behind import Behind
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling
from tokviz.views.payload import pack


def code_payload(
    functions: Sequence[Any],
    telling: Telling,
    behind: Behind,
    *,
    says: str = "",
    copies: str = "",
    in_turn: bool = False,
) -> bytes:
    """What the browser shows and lights.

    Arguments:
        functions: what runs, one below the other; a ``Spot`` names them by their place.
        telling: moments and values of every step.
        behind: what the names in them lead to.
        says: a sentence above the code, where the page shows it in two ways.
        copies: what a button beside the sentence copies.
        in_turn: the functions after the first are in sight only at steps that light them.
    """
    listings = behind.listings(functions)
    lengths = {name: len(column) for name, column in telling.columns.items()}
    steps = len(telling.steps)
    columns = {
        f"at_{name}": np.array([*column, *[0] * (steps - lengths[name])], np.int64)
        for name, column in telling.columns.items()
    }
    labels = [cut_label(token, LONGEST_LABEL, telling.markers) for token in telling.tokens]
    header = {
        "main": len(functions),
        "listings": [
            _listing(listing, behind, head=number >= len(functions))
            for number, listing in enumerate(listings)
        ],
        "moments": [_moment(moment, listings) for moment in telling.moments],
        "labels": labels,
        "cuts": cuts_of(labels),
        "lengths": [spelled_length(token, telling.markers) for token in telling.tokens],
        "unit": unit_of(telling.tokens),
        "words": list(telling.words),
        "says": says,
        "copies": copies,
        "in_turn": in_turn,
    }
    return pack(header, {"moment": np.array(telling.steps, np.int64), **columns})


def _listing(listing: Listing, behind: Behind, *, head: bool) -> dict[str, Any]:
    links = behind.links(listing)
    rows = []
    for number, spans in listing.rows(head=head):
        parts: list[Any] = []
        for kind, text, column in spans:
            link = links.get((number, column))
            parts.append([kind, text] if link is None else [kind, text, link])
        rows.append([listing.first + number - 1, parts])
    return {"name": listing.name, "where": listing.where, "rows": rows}


def _moment(moment: Moment, listings: Sequence[Listing]) -> dict[str, Any]:
    def place(spot: Spot) -> list[int]:
        return [spot.listing, listings[spot.listing].first + spot.line - 1]

    return {
        "lit": [place(spot) for spot in moment.lit],
        "notes": [[*place(spot), _said(said)] for spot, said in moment.notes.items()],
    }


def _said(said: Said) -> list[Any]:
    return [part if isinstance(part, str) else list(part) for part in said]
