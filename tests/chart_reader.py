"""What a chart draws, read as the browser reads it."""

import base64
from collections.abc import Sequence

import numpy as np


def numbers(values: Sequence[float] | dict[str, str]) -> list[float]:
    """A list of numbers, or Plotly's packed array."""
    if isinstance(values, dict):
        content = base64.b64decode(values["bdata"])
        return [value.item() for value in np.frombuffer(content, f"<{values['dtype']}")]
    return list(values)
