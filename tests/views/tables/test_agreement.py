"""Two vocabularies side by side: counts, lists and the order."""

from tokviz.views.tables.agreement import Agreement, pieces_table

OURS = {"▁a": 0.0, "b": -1.0, "▁c": -2.0}
THEIRS = {"▁a": 0.0, "▁d": -1.0, "b": -1.5}


def test_shared_and_different_pieces_are_told_apart() -> None:
    agreement = Agreement(OURS, THEIRS, 3, ("line",))
    assert agreement.shared == ("▁a", "b")
    assert agreement.only_ours == ("▁c",)
    assert agreement.only_theirs == ("▁d",)


def test_the_verdict_counts_pieces_and_lines() -> None:
    verdict = Agreement(OURS, THEIRS, 3, ("line",)).verdict()
    assert verdict == "Of 3 pieces, both learned 2. They cut 2 of 3 lines alike."


def test_equal_vocabularies_are_called_so() -> None:
    verdict = Agreement(OURS, dict(OURS), 1, ()).verdict()
    assert verdict.startswith("Both learned the same 3 pieces, in the same order.")
    assert "the same 1 piece," in Agreement({"a": 0.0}, {"a": 0.0}, 1, ()).verdict()


def test_another_order_is_noticed() -> None:
    verdict = Agreement(OURS, dict(reversed(OURS.items())), 1, ()).verdict()
    assert "in another order" in verdict


def test_the_order_is_compared_from_the_first_piece() -> None:
    assert Agreement(OURS, THEIRS, 0, ()).in_order == 1
    assert Agreement(OURS, {"▁a": 0.0}, 0, ()).in_order == 1


def test_the_largest_gap_is_among_shared_pieces() -> None:
    assert Agreement(OURS, THEIRS, 0, ()).largest_score_gap == 0.5
    assert Agreement({}, {}, 0, ()).largest_score_gap == 0.0


def test_the_summary_adds_up() -> None:
    counts = {row[""]: row["number"] for row in Agreement(OURS, THEIRS, 3, ("x",)).summary_table()}
    assert counts["in both"] == 2
    assert counts["lines cut alike"] == 2


def test_a_table_of_pieces_names_what_is_invisible() -> None:
    assert pieces_table(["\u200b"], {"\u200b": -1.0}) == [{"piece": "‹ZWSP›", "score": -1.0}]
