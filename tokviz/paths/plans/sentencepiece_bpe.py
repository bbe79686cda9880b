"""A plan for ▁, which keeps the space."""

from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.sentencepiece_bpe import ENCODE, WITH_BYTES
from tokviz.paths.stops import Stop, makes

KOREAN = "안녕"

PLAN = Plan(
    can="write a sentence with ▁, join its pieces back to text, and name what does not come back.",
    questions=(
        Question(
            asks="Why is a ▁ put in front of the text, where no space stood?",
            answer="So that its first word is like any other. “light” alone is `▁light`, 1 piece, "
            "the same as in “the light”.",
            wrong=(
                Wrong(
                    "To mark where the text begins.",
                    "It does stand there. But it says “a word begins”, as every ▁ does.",
                ),
                Wrong(
                    "Because every piece begins with ▁.",
                    "Many do. A piece from within a word does not.",
                ),
            ),
            seen=Stop(
                "“light the light”, cut",
                ENCODE,
                {"new_text": "light the light"},
                step=makes("▁light"),
                encoded=True,
                holds=lambda shown: (
                    shown.model.tokenize("light the light") == ["▁light", "▁the", "▁light"]
                ),
            ),
            numbers=lambda shown: (len(shown.model.tokenize("light")),),
        ),
        Question(
            asks="Two spaces stand in a row. Do both come back?",
            answer="Not here: one is gone before anything is cut. Normalization makes one space "
            "of a run of them, so the tokenizer never sees the second.",
            wrong=(
                Wrong(
                    "Yes, each is a ▁, and ▁ comes back as a space.",
                    "The model loses none. It is what comes before the model that does.",
                ),
                Wrong(
                    "No, a merge makes one ▁ of the two.",
                    "A merge makes one piece of two. But it loses nothing: `▁▁` would be two "
                    "spaces.",
                ),
            ),
            seen=Stop(
                "two spaces, cut",
                ENCODE,
                {"new_text": "the  light"},
                step=makes("▁light"),
                encoded=True,
                holds=lambda shown: (
                    shown.model.decode(shown.model.encode("the  light")) == "the light"
                ),
            ),
        ),
        Question(
            asks="The text has no Korean. With byte fallback, how many pieces is “안녕”?",
            answer="7: its six bytes, and ▁ in front. Each of the 2 characters has 3 bytes, and "
            "each byte is a piece.",
            wrong=(
                Wrong(
                    "2: one for each character.",
                    "A known character is one piece. An unknown one is spelled in its bytes.",
                ),
                Wrong(
                    "6: three for each character.",
                    "They do have six bytes. But a text has a ▁ in front of it, too.",
                ),
            ),
            seen=Stop(
                "“안녕” in bytes",
                WITH_BYTES,
                {"new_text": KOREAN},
                step=makes("▁light"),
                encoded=True,
                holds=lambda shown: (
                    not set(KOREAN) & set(shown.text) and shown.model.tokenize(KOREAN)[0] == "▁"
                ),
            ),
            numbers=lambda shown: (
                *(len(shown.model.encode(KOREAN)), len(KOREAN), len(KOREAN[0].encode())),
                *(len(KOREAN), len(KOREAN.encode())),
            ),
        ),
    ),
    home=Stop(
        "Write a sentence in a language without spaces, or leave them out. What becomes of ▁?",
        {**ENCODE, "sample": "languages", "vocab": "160"},
        {"new_text": "今日は"},
    ),
)
