"""The closed list of words, stage by stage, and the look-ups of a new text.

Two listings: training (0) and encoding (1). Moments come in the order of the replay's
(``views/stepper/words.py``).
"""

from tokviz.traces.words import LookUpTrace, WordLevelTrace
from tokviz.views.code.finding import find, find_loop, lit, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

TRAIN, ENCODE = 0, 1


def words(
    train: Listing, encode: Listing, trace: WordLevelTrace, look_ups: LookUpTrace, *, steps: int
) -> Telling:
    """The three stages and the look-ups; ``steps`` is how many the replay shows."""
    telling = Telling()
    telling.step(telling.moment(_read(train)))
    stages = {"words": trace.words, "distinct": trace.distinct, "vocab": trace.vocab}
    for name, made in stages.items():
        telling.step(telling.moment(_made(train, name)), size=len(made))
    known, unknown = (
        telling.moment(_looked_up(encode, known=is_known)) for is_known in (True, False)
    )
    for step in look_ups.steps[: steps - 3]:
        found = step.token_id is not None
        number = step.token_id if step.token_id is not None else -1
        telling.step(known if found else unknown, word=step.word, token_id=number)
    return telling


def _read(train: Listing) -> Moment:
    documents = find(train, bound="documents")
    said: Said = ("the text as it is",)
    return Moment(lit(TRAIN, documents), {Spot(TRAIN, documents.lineno): said})


def _made(train: Listing, name: str) -> Moment:
    stage = find(train, bound=name)
    said: Said = (f"len({name}) = ", ("number", "size"))
    return Moment(lit(TRAIN, stage), {Spot(TRAIN, stage.lineno): said})


def _looked_up(encode: Listing, *, known: bool) -> Moment:
    loop = find_loop(encode, "_look_up")
    look_up = find(encode, called="_look_up")
    fault = find(encode, written="raise UnknownWordError")
    test = next(s for s in statements(loop.body) if fault in getattr(s, "body", []))
    keep = find(encode, called="append")
    word: dict[Spot, Said] = {Spot(ENCODE, loop.lineno): ("word = ", ("token", "word"))}
    if known:
        found: Said = ("token_id = ", ("number", "token_id"))
        return Moment(
            lit(ENCODE, loop, look_up, keep), {**word, Spot(ENCODE, look_up.lineno): found}
        )
    none: dict[Spot, Said] = {
        Spot(ENCODE, look_up.lineno): ("token_id = None",),
        Spot(ENCODE, fault.lineno): ("encoding ends with this error",),
    }
    return Moment(lit(ENCODE, loop, look_up, test, fault), {**word, **none})
