"""How much is taken from outside, each limit with its reason.

What is over a limit is refused before anything is built of it, and the message names the limit.
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
"""Lists in lists; a setting needs one, a saved lesson two."""

JSON_VALUES = 50_000
"""Values of a setting or a saved lesson, in which a list or a name counts ten: more than a setting
has characters, and far more than a lesson has settings."""

SETTINGS = 100
"""Of a saved lesson: those of a page, some twenty, and its boxes."""

LONG_SETTING = 100_000
"""Characters of one that is refused alone, as a link's is; with a longer one no lesson is read."""

LESSONS_READ = 4
"""Saved lessons of this process that stay read: a page asks for its own at each run, and a class
has one. Each takes 60 MB at the very most, and an honest one of the longest text 8 MB."""

FILE_DEPTH = 100
"""Lists in lists of a file; a tokenizer.json needs about ten, and its library takes 128."""

STEP = 10**9
"""A link's step; a replay that has fewer opens at its last."""

BOXES = 30
"""Boxes of a page's sections that a link may fill; the fullest page, Unigram, has fewer."""

FORCED = 12
"""Pairs that a reader forces: each is a button, and each that cannot be joined may cost a
training."""

# ---- boxes -------------------------------------------------------------------------------------

TEXT_MEGABYTES = 4
"""Of the text that a page learns from, and of the file that holds it: what trains while a class
waits. The box for files takes more, so that what is too long is told in our words."""

TEXT_BYTES = TEXT_MEGABYTES * 10**6
"""``TEXT_MEGABYTES`` in UTF-8 bytes."""

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

IDS = 1_000
"""Characters of ids that are decoded: up to some 500 ids, of which each is a row, and the ids up to
each are decoded anew."""

DECODED = 20_000
"""Characters, or bytes, of the tokens of these ids together."""

WATCHED = 300
"""Characters of the sentence that Unigram cuts anew at each of its steps."""

# ---- links, boxes and files ------------------------------------------------------------------

PATTERN = 2_000
"""Characters of a split pattern; the longest that is published has 300."""

SPECIAL_TOKENS = 100
"""Special tokens of a page: each is looked for at each place of the text."""

SPECIAL_TOKEN = 100
"""Characters of a special token."""

# ---- model files -------------------------------------------------------------------------------

MARKS = 1_000
"""Tokens that a post-processor puts around a text; published files have one to three."""

FILE_MEGABYTES = 40
"""Of a model file: the largest published tokenizer.json, of 256,000 tokens with 580,000 merges, has
34. Streamlit's maxUploadSize says the same."""

FILE_BYTES = FILE_MEGABYTES * 10**6
"""``FILE_MEGABYTES`` in bytes."""

TRACE_BYTES = 2**28
"""Bytes of a saved trace; that of 1.1 MB of English with 8,000 merges has 5 million."""

TRACE_VALUES = 2**25
"""Values of a saved trace, in which a list or a name counts ten; that of 4 MB of bytes has 12
million. A file of as many bytes could ask for ten gigabytes."""

TRACE_SYMBOLS = 2**27
"""Base symbols of a saved trace's text, which a long word that stands often would multiply; the
largest text that a page takes has 4 million."""

VOCAB_TOKENS = 2**19
"""Tokens of a file: twice the largest published vocabularies. Each costs some hundred bytes."""

MERGES = 2**20
"""Merges that a file lists beside its vocabulary: the longest published list has 580,000."""

FILE_VALUES = 20_000_000
"""Values of a model file, in which a list or a name counts ten: as many tokens and merges as are
taken, each of them a list."""

VOCAB_LENGTH = 2**25
"""Bytes or characters of all tokens together. GPT-4o's 200,000 have 1.4 million; a file of 40 lines
could ask for a terabyte, each merge doubling the one before."""

TOKEN_ID = 2**31 - 1
"""The highest id: traces keep ids in 32 bits."""

PIECE_LENGTH = 512
"""Characters of one piece, special token or mark, as in training: so many edges of a lattice may
begin at one place, and a text of unknown characters decodes to as many marks."""

PIECES_LENGTH = 2**21
"""Characters of all pieces together: Hugging Face's library keeps some 350 bytes for each of their
UTF-8 bytes, where it reads a Unigram's. The 256,000 pieces of the largest published vocabularies
have under 2 million."""

SCORE = 1e9
"""How far a score may be from 0: a sum over a text stays finite in single precision. A learned
score is a logarithm, above -30, or a rank."""

FILE_SPECIALS = 2**13
"""Special and user-defined tokens of a file: each is looked for at each place of a text. The
largest published vocabularies have 6,400."""

SPECIALS_LENGTH = 2**17
"""Characters of all these together: they are compiled into one pattern."""

NORMALIZED_LENGTH = 2**19
"""UTF-8 bytes of the added tokens of a ``tokenizer.json`` as its normalizer leaves them: as many as
SPECIALS_LENGTH may be with no normalizer. The library makes an automaton of them, of up to 16 bytes
for each, and of 70 while it is made. Of 6,400 Chinese tokens of ten letters ByteLevel makes
384,000."""

WORD_END_LENGTH = 64
"""Characters of what marks the end or the inside of a word: every token is shown with it."""

WORD_LENGTH = 1_000
"""Characters of the longest word that WordPiece cuts: it tries every end from every start. BERT's
limit is 100."""

LATTICE = 60
"""Characters of a normalized text whose lattice is drawn, as many as can be read."""

AT_ONCE = 240_000
"""Characters that a tokenizer of a file may make of a text, or look at, in the server: some seconds
of its time at the very most. What may be more is done in a worker."""

TRIED = 10_000_000
"""Characters of all tries of WordPiece that are kept for a replay, 10 MB: some 80 words of BERT's
longest, or one of 390 characters of which no two are a piece."""

LIBRARY_AT_ONCE = 60_000
"""Tokens of a file, and half its merges, up to which its library is asked in the server: it takes
0.7 s to read a ``tokenizer.json`` of 128,000, and holds all others up meanwhile."""

LIBRARY_LETTERS = 2**18
"""UTF-8 bytes of these tokens in a ``tokenizer.json``: of a Unigram's it keeps 350 for each. BERT's
30,000 tokens have 200,000. It is also what the library may write of added tokens that it normalizes
as it reads them, half a second of its time at the most."""

LIBRARY_STAGES = 2**21
"""Characters of a ``tokenizer.json`` without its model up to which it is read in the server, in 0.1
s. Published ones have 10,000, and a table of normalization rules 300,000."""

LENGTHENING = 1_000_000
"""Characters that the stages of a ``tokenizer.json`` may write for one: where memory ends, the
library ends the process. Published ones write 136; a pattern that tidies spaces counts as two."""

RULE_LENGTH = 256
"""Characters that a normalization rule takes, and UTF-8 bytes that it gives: a rule tried at each
place of a text must not read, or write, the text again. Unicode's longest gives 33."""
