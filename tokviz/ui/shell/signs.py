"""What the signs and colours of a replay and of strips say, in words: every “About” has them."""

HOW_TO_READ = (
    "**Signs.** `·` is a space, `↵` ends a line, `⇥` is a tab. Some tokenizers write marks of "
    "their own: `▁` is a space, `##` goes on with a word, `</w>` ends one. Bytes that are no "
    "whole character stand as hex numbers; a character that draws nothing stands by its name, as "
    "ZWJ, which joins emoji; both in a dotted box. `e◌́` is a letter and an accent, two code "
    "points that look like `é`. **Colours.** A token's spelling decides its colour and the line "
    "at its edge, the same on every page. One character or one byte stays plain. **Bars.** Thick, "
    "between two tokens: different tokens of the same colour. Thin: no merge crosses here. "
    "**Right to left.** A line of Arabic or Hebrew runs from right to left, as in a book, and its "
    "marks and bytes with it; words and numbers of another direction run their own way."
)
"""What a strip of tokens shows, wherever it stands."""
POINTING = (
    "**Pointing**, or pressing. A token: its id and bytes. A pair beside the text: where it stood, "
    "and what became of it."
)
CONTEST = (
    "**The contest.** `if?` asks what if this step had joined that pair. A small `+15` or `−9`: by "
    "so much the step before changed the pair's count. **Vocabulary**, beside Pairs: what was "
    "learned so far; a press goes to the step that made it."
)
KEYS = (
    "**Keys.** Left, right or a clicker steps, Space plays, Home and End jump; 1 to 4 answer "
    "a question. P presents, B makes a presented screen black, Esc leaves."
)
