"""Looking words up as a replay for the stepper: one word a step, with its number or unknown."""

from tokviz.text.labels import plural
from tokviz.traces.words import LookUpTrace
from tokviz.views.stepper.stepper import Chip, Lane, Look, Moment, Replay, Words

MOST_WORDS = 400
"""Words that one replay shows."""


def look_up_replay(trace: LookUpTrace) -> Replay:
    """The words from left to right; what is not on the list is unknown."""
    steps = trace.steps[:MOST_WORDS]
    total = len(trace.steps)
    moments = [Moment([f"The text is cut into {plural(total, 'part')}. None is looked up yet."])]
    words = []
    for number, step in enumerate(steps, start=1):
        look: Look = "known" if step.known else "unknown"
        note = str(step.token_id) if step.known else f"unknown: {step.token_id}"
        words.append(Chip(step.word, step.token_id, note, look, first=number))
        said = f" is in the vocabulary: number {step.token_id}."
        lost = f" is not in the vocabulary. It becomes the unknown token, number {step.token_id}."
        about: Words = [Chip(step.word, step.token_id), said if step.known else lost]
        moments.append(Moment(about, [], ((0, number - 1),)))
    note = f"the first {len(steps):,} of {total:,}" if len(steps) < total else f"{total:,} in all"
    return Replay("Look-up replay", (Lane("Words looked up", words, note),), moments)
