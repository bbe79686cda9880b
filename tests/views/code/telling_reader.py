"""What is lit and said at a step of a telling, read back."""

from tokviz.views.code.telling import Moment, Spot, Telling


def moment(telling: Telling, step: int) -> Moment:
    return telling.moments[telling.steps[step]]


def said(telling: Telling, step: int, spot: Spot) -> str:
    """What stands at a line, tokens in brackets."""
    words = []
    tokens, named = list(telling.tokens), list(telling.words)
    for part in moment(telling, step).notes[spot]:
        if isinstance(part, str):
            words.append(part)
            continue
        kind, column = part
        value = telling.columns[column][step]
        written = {"token": lambda at: f"[{tokens[at]!s}]", "words": named.__getitem__}
        words.append(written.get(kind, str)(value))
    return "".join(words)
