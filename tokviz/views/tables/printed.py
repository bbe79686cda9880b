"""A table as it is printed: the first of its rows, and how many there are.

On the screen a table is a picture of the rows that are in sight, and so it would be on paper.
"""

import html
from collections.abc import Mapping, Sequence
from typing import Any

MOST_ROWS = 40
"""As many as a page of a handout holds."""
LONGEST_WORD = 20
"""Characters of a cell that no line of it ends within; a longer word may be broken."""


def printed_html(
    columns: Mapping[str, Sequence[Any]],
    *,
    heads: Mapping[str, str],
    formats: Mapping[str, str],
    missing: str,
) -> str:
    """The table as HTML; of what is longer the first ``MOST_ROWS`` rows, with a line that says so.

    Arguments:
        heads: of the columns that are not headed by their names.
        formats: how the numbers of a column are written, as in ``format(1203, ",d")``.
        missing: stands in a cell that has no value.
    """

    def cell(name: str, value: Any) -> str:
        if value is None:
            return f"<td>{html.escape(missing)}</td>"
        if isinstance(value, str):
            breaks = ' class="breaks"' if len(value) > LONGEST_WORD else ""
            return f"<td{breaks}>{html.escape(value)}</td>"
        return f'<td class="number">{value:{formats.get(name, "")}}</td>'

    num_rows = max(map(len, columns.values()), default=0)
    names = "".join(f"<th>{html.escape(heads.get(name, name))}</th>" for name in columns)
    rows = "".join(
        f"<tr>{''.join(cell(name, column[row]) for name, column in columns.items())}</tr>"
        for row in range(min(num_rows, MOST_ROWS))
    )
    counted = f"The first {MOST_ROWS:,} of {num_rows:,} rows are printed."
    note = f"<caption>{counted}</caption>" if num_rows > MOST_ROWS else ""
    head, body = f"<thead><tr>{names}</tr></thead>", f"<tbody>{rows}</tbody>"
    return f'<table class="on-paper">{note}{head}{body}</table>'
