"""Texts for the properties: few letters for ties and overlaps, and all that Unicode makes hard."""

from hypothesis import strategies as st

few_letters = st.text(alphabet="ab", max_size=40)
one_letter = st.text(alphabet="a", max_size=40)
syllables = st.lists(st.sampled_from(["ab", "ba", "aa", "abc", " ", "\n", "é", "😄"]), max_size=25)
emoji = st.text(alphabet="😄👏🏻🏽\u200d👩🇺🇳\ufe0f", max_size=16)
any_text = st.text(max_size=30)
repetitive = st.one_of(few_letters, one_letter, syllables.map("".join), emoji, any_text)

HARD_CHARACTERS = (
    "aZ's'LLre dſKıİ019²Ⅳ٣_.,!?\"/ \t\n\r\x0b\x0c\x00\x1c\x1d\x1e\x1f\x7f\x85\xa0\u2003\u2028"
    "\u2029\u3000\ufeff\ufffd\u200c\u200d\u0301é한글日本ǅʰ\u0903😄🇺🇳\u0378\u0295\U0002ffff"
    "\ua7f1\u0c5c\U00011de0\U000323b0\U0010ffff"
)
hard_text = st.lists(
    st.one_of(st.sampled_from(HARD_CHARACTERS), st.characters(codec="utf-8")), max_size=40
).map("".join)
