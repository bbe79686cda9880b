"""Several tokenizers on one text: a row of numbers each, from their records."""

from collections.abc import Sequence

from tokviz.traces.results import Result

Cell = str | int | float | None


def fair_table(results: Sequence[Result]) -> list[dict[str, Cell]]:
    """One row per tokenizer, ready for a table that sorts; shares are percents.

    Bytes per token are None where all tokens are unknown.
    """
    return [
        {
            "tokenizer": result.name,
            "vocabulary": result.vocab_size,
            "tokens": result.measure.num_tokens,
            "bytes per token": result.measure.bytes_per_token,
            "tokens per word": result.measure.fertility,
            "unknown %": 100 * result.measure.unknown_rate,
            "lost %": 100 * result.lost_share,
            "ms to encode": 1_000 * result.seconds,
            "comes back": comes_back(result),
        }
        for result in results
    ]


def comes_back(result: Result) -> str:
    """Whether the text comes back exactly, or where something was lost."""
    return "exactly" if result.exact else "changed in " + ", ".join(map(_stage, result.stages))


def _stage(stage: str) -> str:
    return "unknown tokens" if stage == "unknown" else stage
