"""The lessons, in the order in which they are taught. One row adds a tokenizer.

The menu, the overview, the comparison and the shared tests read this table. A lesson's key names
its page ``pages/<key>.py`` and its module ``tokviz/algorithms/<key>.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from tokviz.algorithms.alike import sized
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.pieces.merges import RULE as SHORTEST_FIRST
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.text_to_bytes import CodePoints, Utf8Bytes
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.files.loading.char_bpe import char_bpe_from_content
from tokviz.files.loading.word_level import word_level_from_content
from tokviz.files.loading.wordpiece import wordpiece_from_content
from tokviz.text.labels import upper
from tokviz.text.pre_tokens import as_documents
from tokviz.traces.choice import FIRST_SEEN, HIGHEST_SCORE, ChoiceRule
from tokviz.traces.rounds import FinalStep, PruneStep
from tokviz.traces.tokenizer import Tokenizer

WHAT_IF: tuple[Literal["ties", "forced"], ...] = ("ties", "forced")


@dataclass(frozen=True, slots=True)
class Variant:
    """One tokenizer of a lesson, trained on a short text, or several, in a fraction of a second.

    ``sized(text, vocab_size=n, on_merge=f)`` trains it until it has n tokens, in another process
    too; None where its vocabulary has no size to ask for.
    """

    name: str
    train: Callable[[Any], Tokenizer]
    grows: bool = False
    """Its vocabulary grows with each text it encodes, so readers must not share one."""
    sized: Callable[..., Tokenizer] | None = None


@dataclass(frozen=True, slots=True)
class Training:
    """How the page of a lesson that merges trains: ``train(text, **{size: n}, on_merge=f)``.

    ``train`` can be pickled: where training takes long, it is called in another process.
    ``size`` is the setting that says when to stop, ``default`` its value on the page for a short
    text of few letters; ``least(text)`` is the smallest that training takes, None where any will
    do. ``min_count`` is what the page opens with: training ends when no pair stands together so
    often; None where ``train`` takes no such argument. ``dropout`` says that the tokenizer can skip
    merges at random: ``sample`` and ``encode_trace`` take it. ``takes`` are the arguments by which
    a reader may ask what if: "ties", "forced".
    """

    train: Callable[..., Tokenizer]
    size: Literal["num_merges", "vocab_size"] = "num_merges"
    default: int = 40
    min_count: int | None = None
    least: Callable[[str], int] | None = None
    takes: tuple[Literal["ties", "forced"], ...] = ()
    dropout: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """One row: ``idea`` says what it does, ``story`` why it follows the one before.

    ``learns(text, vocab_size=n, on_merge=f)`` is how a lesson trains that learns without merges.
    ``choice`` is how a lesson that merges decides between pairs, ``more_on_ties`` what there is to
    say besides, or instead. ``from_json`` makes the tokenizer again of what tokviz's own ``.json``
    says under the lesson's key; None where there never was one.
    """

    key: str
    title: str
    icon: str
    idea: str
    story: str
    variants: tuple[Variant, ...]
    choice: ChoiceRule | None = None
    more_on_ties: str = ""
    sources: str = ""
    training: Training | None = None
    learns: Callable[..., Tokenizer] | None = None
    from_json: Callable[[Mapping[str, Any]], Tokenizer] | None = None

    @property
    def ties(self) -> str:
        """How the lesson decides between equals, in words."""
        return f"{self.choice.words if self.choice else ''} {self.more_on_ties}".strip()

    @property
    def page(self) -> str:
        return f"pages/{self.key}.py"


def _read_once(text: str | Sequence[str]) -> Tokenizer:
    """A whitespace tokenizer that has met the words of the text."""
    tokenizer = Whitespace()
    tokenizer.encode_batch(as_documents(text))
    return tokenizer


def _word_list(text: str | Sequence[str]) -> Tokenizer:
    return WordLevel.train(text, unk_token="*|unk|*", special_tokens=("*|endoftext|*",))


def _with_special(
    train: Callable[..., RegexBPE | WordPiece], text: str, **settings: Any
) -> Tokenizer:
    """A reader of the page may type special tokens, and sees them kept whole."""
    return replace(train(text, **settings), allowed_special="all")


_MERGES: dict[str, Any] = {"num_merges": sized.UNASKED}


def _wordpiece(text: str | Sequence[str]) -> Tokenizer:
    return WordPiece.train(text, vocab_size=smallest_vocab(text) + sized.UNASKED)


def _pieces(text: str | Sequence[str]) -> Tokenizer:
    return SentencePieceBPE.train(text, vocab_size=sized.smallest_pieces(text) + sized.UNASKED)


def _unigram(text: str | Sequence[str]) -> Tokenizer:
    return Unigram.train(text, vocab_size=sized.smallest_pieces(text) + sized.UNASKED)


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "text_to_bytes",
        "Text to bytes",
        "🔢",
        "A text is numbers: a character has one or more code points, and each takes 1 to 4 bytes.",
        "A model needs numbers. A million code points are too many to learn, 256 bytes are few, "
        "but they make every text long. All other lessons shorten it.",
        (
            Variant("Code points", lambda _: CodePoints()),
            Variant("UTF-8 bytes", lambda _: Utf8Bytes()),
        ),
        more_on_ties="None. Unicode and UTF-8 fix every number; nothing is learned.",
        sources="The Unicode Standard, chapter 3; RFC 3629.",
    ),
    Lesson(
        "whitespace",
        "Whitespace",
        "🔲",
        "Cut at the spaces: what stands between two of them is one token.",
        "A text has many letters but fewer words, so word tokens make it short. But “end.” and "
        "“end” become two words, some languages write no spaces, and new words never end.",
        (Variant("Whitespace", _read_once, grows=True),),
        more_on_ties="None. Nothing is chosen; a new word takes the next number.",
    ),
    Lesson(
        "word_level",
        "Word level",
        "📖",
        "Split off the punctuation, sort the words, number them. Then the list is closed.",
        "Cutting at spaces leaves punctuation on words, and the list never ends. Here marks are "
        "split off and the list is closed, but a new word has no number: it is “unknown”.",
        (Variant("Word level", _word_list),),
        more_on_ties="None. The order of code points puts every word in one place.",
        from_json=word_level_from_content,
    ),
    Lesson(
        "char_bpe",
        "Character BPE",
        "🔡",
        "Cut words into letters. Join the two neighbours that stand together most often. Repeat.",
        "A list of whole words fails at each new one. Parts of words can spell words that nobody "
        "has listed. But a letter that training never saw is still unknown.",
        (
            Variant("Character BPE", partial(CharBPE.train, **_MERGES), sized=sized.sized_char_bpe),
            Variant(
                "Character BPE, ends unmarked",
                partial(CharBPE.train, **_MERGES, end_of_word=None),
                sized=sized.sized_char_bpe_unmarked,
            ),
        ),
        choice=FIRST_SEEN,
        sources="Gage 1994; Sennrich, Haddow and Birch 2016.",
        training=Training(CharBPE.train, default=20, min_count=2, dropout=True, takes=WHAT_IF),
        from_json=char_bpe_from_content,
    ),
    Lesson(
        "byte_bpe",
        "Byte BPE",
        "🧩",
        "Start from 256 bytes. Join the pair that stands together most often. Repeat.",
        "There are far more letters in the world than any training text holds. There are "
        "only 256 bytes, and they write any text: nothing is unknown, and merges make it short.",
        (Variant("Byte BPE", partial(ByteBPE.train, **_MERGES), sized=ByteBPE.train),),
        choice=FIRST_SEEN,
        sources="Gage 1994; Sennrich et al. 2016; Radford et al. 2019 for the bytes.",
        training=Training(ByteBPE.train, min_count=2, dropout=True, takes=WHAT_IF),
    ),
    Lesson(
        "regex_bpe",
        "Regex BPE",
        "✂️",
        "First cut the text into words, numbers and punctuation. Then merge bytes within each.",
        "Plain BPE glues words to their full stops. A split pattern keeps them apart; this is "
        "what GPT-2 and its successors do.",
        (Variant("Regex BPE", partial(RegexBPE.train, **_MERGES), sized=RegexBPE.train),),
        choice=FIRST_SEEN,
        sources="Radford et al. 2019; OpenAI's tiktoken for patterns and special tokens.",
        training=Training(
            partial(_with_special, RegexBPE.train), min_count=2, dropout=True, takes=WHAT_IF
        ),
    ),
    Lesson(
        "wordpiece",
        "WordPiece",
        "🏷️",
        "Join the two pieces that stand together far more often than by chance. Cut a word by "
        "the longest piece that fits.",
        "BPE joins what is frequent, even where two common letters meet by chance. WordPiece "
        "here divides by how common the two parts are. BERT's text is cut by WordPiece.",
        (
            Variant("WordPiece", _wordpiece, sized=WordPiece.train),
            Variant("WordPiece by count", sized.wordpiece_by_count, sized=sized.wordpiece_by_count),
        ),
        choice=HIGHEST_SCORE,
        more_on_ties="Taken by count: the highest count, then the lower ids.",
        sources="Schuster and Nakajima 2012; Devlin et al. 2018; Hugging Face's course: the score.",
        training=Training(
            partial(_with_special, WordPiece.train), "vocab_size", 70, 2, smallest_vocab, WHAT_IF
        ),
        from_json=wordpiece_from_content,
    ),
    Lesson(
        "sentencepiece_bpe",
        "SentencePiece BPE",
        "🔗",
        "Write each space as ▁ and cut before it. Then merge characters, not bytes, inside words.",
        "The lessons before lose the spaces, or spell other scripts in bytes. ▁ keeps the space, "
        "and characters serve any language that the text has: without spaces, a line is one long "
        "word. Llama 2 and Gemma cut like this. But merges are final: none is taken back.",
        (Variant("SentencePiece BPE", _pieces, sized=SentencePieceBPE.train),),
        choice=SHORTEST_FIRST,
        more_on_ties="Tokens are learned once and mix no scripts (Japanese's three count as one).",
        sources="Sennrich et al. 2016; Kudo and Richardson 2018, arXiv 1808.06226.",
        training=Training(
            SentencePieceBPE.train, "vocab_size", 300, 2, dropout=True, takes=("forced",)
        ),
    ),
    Lesson(
        "unigram",
        "Unigram",
        "🎲",
        "Begin with far too many pieces, each with a probability. Drop those that are needed "
        "least. Cut a text in the most probable way.",
        "BPE remembers only the order of its merges. With probabilities, all ways to cut a text "
        "can be weighed against each other: the best, the runners-up, even a random one. T5 and "
        "XLNet use it.",
        (Variant("Unigram", _unigram, sized=sized.sized_unigram),),
        more_on_ties=f"{upper(PruneStep.ties)}; {FinalStep.ties}. Of two equally probable cuts, "
        "the one whose last difference starts further left wins.",
        sources="Kudo 2018, “Subword Regularization”, arXiv 1804.10959.",
        learns=sized.sized_unigram,
    ),
    Lesson(
        "compare",
        "Side by side",
        "⚖️",
        "One text, all tokenizers: where they cut alike, who needs fewer tokens, what gets lost.",
        "No tokenizer is best for every text. Try your own language, code or numbers on all.",
        (),
        more_on_ties="Each tokenizer decides them in its own way; its lesson says how.",
    ),
    Lesson(
        "any_tokenizer",
        "Any tokenizer",
        "📦",
        "Bring a real model's tokenizer, and watch it cut your text.",
        "The lessons before train small tokenizers. Those of published models are the same "
        "algorithms with large vocabularies, in a file that you can drop here.",
        (),
        more_on_ties="None between pairs: their ranks, or the pieces' scores, are in the file. "
        "Of equal pairs the leftmost is joined first. The library's ids stand beside ours.",
        sources="Hugging Face's tokenizers, OpenAI's tiktoken, Google's sentencepiece.",
    ),
)


def lesson(key: str) -> Lesson:
    """The lesson of that key. Raises KeyError for a key that is not in the table."""
    for candidate in LESSONS:
        if candidate.key == key:
            return candidate
    raise KeyError(f"There is no lesson {key!r}. Choose one of: {[row.key for row in LESSONS]}.")
