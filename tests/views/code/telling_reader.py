"""What is lit and said at a step of a telling, read back."""

from tokviz.views.code.telling import Moment, Spot, Telling


def moment(telling: Telling, step: int) -> Moment:
    return telling.moments[telling.steps[step]]


def said(telling: Telling, step: int, spot: Spot) -> str:
    """What stands at a line, tokens in brackets."""
    words = []
    names = {number: token for token, number in telling.tokens.items()}
    for part in moment(telling, step).notes[spot]:
        if isinstance(part, str):
            words.append(part)
            continue
        kind, column = part
        value = telling.columns[column][step]
        words.append(f"[{names[value]!s}]" if kind == "token" else str(value))
    return "".join(words)
