"""How much is taken from outside, each limit with its reason.

What a box takes, a link that fills the box may hold too, and no more: a link needs no keyboard, so
a limit of the box alone would stop only the honest.
"""

# ---- links and saved lessons -------------------------------------------------------------------

LINK = 6_000
"""Characters that a packed text may take in a link; chat programs cut longer ones."""

LINKED_TEXT = 1_000_000
"""Characters that a link's text may have: equal letters pack a thousand to one."""

SETTING = 20_000
"""Characters of one setting of a link or a saved lesson: a packed text, or a pattern, and room."""

JSON_DEPTH = 8
"""Lists in lists; a setting needs one, a saved lesson two, and Python gives up at some thousand."""

STEP = 10**9
"""A link's step; a replay that has fewer opens at its last."""

# ---- boxes -------------------------------------------------------------------------------------

TEXT_BYTES = 4_000_000
"""UTF-8 bytes of the text that a page learns from: what trains while a class waits."""

FILE_NAME = 255
"""Characters of a file's name: what file systems take."""

SENTENCE = 400
"""Characters of the overview's sentence, which every tokenizer encodes at each change."""

NEW_TEXT = 2_000
"""Characters of new text that a page encodes in several ways at once."""

LOOKED_UP = 20_000
"""Characters of new text whose words are only looked up."""

TYPED_TEXT = 100_000
"""Characters of a box of which a page shows the beginning: what a browser edits without pause."""

LINE = 200
"""Characters of a line that is tried, or looked for."""

WATCHED = 300
"""Characters of the sentence that Unigram cuts anew at each of its steps."""

PATTERN = 2_000
"""Characters of a split pattern; the longest that is published has 300."""

SPECIAL_TOKENS = 100
"""Special tokens of a page: each is looked for at each place of the text."""

SPECIAL_TOKEN = 100
"""Characters of a special token."""
