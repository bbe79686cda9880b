"""A plan for merges of letters."""

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.paths.char_bpe import BOTH, LOW
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop, makes, rank_of

HUG = "hugs hug pug"
TRAINED = {"merges": "12", "min_count": "2"}
NEW_TEXT = {**LOW, "section": "Encode new text"}


def _first_two(shown: Shown) -> tuple[int, int]:
    """How often u g stands, and h u; no pair stands as often as the first."""
    trace = shown.model.trace
    ids = {token: number for number, token in trace.vocab.items()}
    counts = trace.pair_counts(0)
    together = counts[ids["u"], ids["g"]]
    assert sorted(counts.values())[-2:] == [counts[ids["h"], ids["u"]], together]
    return together, counts[ids["h"], ids["u"]]


def _unmarked(shown: Shown) -> CharBPE:
    return CharBPE.train(shown.text, num_merges=12, min_count=2, end_of_word=None)


PLAN = Plan(
    can="make three merges by hand: count the pairs, join the most frequent one everywhere, count "
    "again.",
    questions=(
        Question(
            asks="The text is “hugs hug pug”. Which two letters are joined first?",
            answer="`u` and `g`, the most frequent pair. They stand together 3 times, once in "
            "each word; `h` and `u` only 2 times.",
            wrong=(
                Wrong(
                    "`h` and `u`, for they come first.",
                    "We read from the beginning. But all pairs are counted before one is joined.",
                ),
                Wrong(
                    "`g` and `s`, for `s` is an ending.",
                    "We know that an s is added to words. The count knows no grammar.",
                ),
            ),
            seen=Stop(
                "the merge of `ug`",
                TRAINED,
                {"text": HUG},
                step=makes("ug"),
                holds=lambda shown: rank_of(shown.model.trace, "ug") == 0,
            ),
            numbers=_first_two,
        ),
        Question(
            asks="Can it write a word that it never saw?",
            answer="Yes, if it knows all the letters. “lowest” is 2 tokens, `low` and `est</w>`. "
            "But of “lazy”, 3 letters are unknown.",
            wrong=(
                Wrong(
                    "No, it writes only the words of its text.",
                    "That was true of the list of words, a lesson before.",
                ),
                Wrong(
                    "Yes, any word: at worst letter by letter.",
                    "That works as long as each letter stood in the text that it learned from.",
                ),
            ),
            seen=Stop(
                "“lowest” and “lazy”, cut",
                NEW_TEXT,
                {"new_text": "lowest lazy"},
                step=makes("low"),
                encoded=True,
                holds=lambda shown: not {"lowest", "lazy"} & set(shown.text.split()),
            ),
            numbers=lambda shown: (
                len(shown.model.tokenize("lowest")),
                shown.model.count_unknown("lazy"),
            ),
        ),
        Question(
            asks="What could nobody tell any more if words ended without `</w>`?",
            answer="Where a word ends. “low est” and “lowest” would both be `low`, `est`: two "
            "texts, one list of tokens.",
            wrong=(
                Wrong(
                    "Nothing: we see where words end.",
                    "We see it because we know the words. The way back knows tokens only.",
                ),
                Wrong(
                    "Where a sentence ends.",
                    "It looks like a full stop. But it stands behind every word.",
                ),
            ),
            seen=Stop(
                "where the two trainings first differ",
                BOTH,
                step=makes("est</w>"),
                holds=lambda shown: (
                    _unmarked(shown).tokenize("low est")
                    == _unmarked(shown).tokenize("lowest")
                    == ["low", "est"]
                    and shown.model.tokenize("low est") != shown.model.tokenize("lowest")
                ),
            ),
        ),
    ),
    home=Stop(
        "Write six words that share a part, in any language. Which part becomes a token first?",
        TRAINED,
        {"text": "rain rains raining train trains training"},
    ),
)
