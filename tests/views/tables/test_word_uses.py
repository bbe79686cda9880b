"""What an EM step counts in one word, as a table."""

from tokviz.traces.rounds import PieceUses
from tokviz.views.tables.word_uses import uses_rows


def test_a_dropped_piece_has_no_new_probability() -> None:
    rows = uses_rows(
        [PieceUses("▁ab", 0.75, 3.5, 0.25, 0.5), PieceUses(" b", 0.25, 0.4, 0.125, None)], 4
    )
    assert rows == [
        {
            "piece": "▁ab",
            "uses in one": 0.75,
            "in all of these": 3.0,
            "in the whole text": 3.5,
            "probability % before": 25.0,
            "probability % after": 50.0,
        },
        {
            "piece": "·b",
            "uses in one": 0.25,
            "in all of these": 1.0,
            "in the whole text": 0.4,
            "probability % before": 12.5,
            "probability % after": None,
        },
    ]
