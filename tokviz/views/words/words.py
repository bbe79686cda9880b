"""The place that explains a word of the field: its data."""

import json
from collections.abc import Iterable


def words_data(terms: Iterable[tuple[str, ...]]) -> bytes:
    """The words, each as (key, word, plainer word, meaning, other forms of the word ...).

    Bytes: of anything else Streamlit asks in every run what it is, at the price of ten elements.
    """
    return json.dumps({key: said for key, *said in terms}, ensure_ascii=False).encode()
