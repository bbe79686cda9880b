"""tokviz: see how a tokenizer learns, one merge at a time."""

import tokviz.arrays.frozen  # noqa: F401 - so that models can be copied and sent
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.forced import ForcedError
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.text_to_bytes import CodePoints, Utf8Bytes
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import UnknownWordError, WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.errors import FileError, KindError, StepError, TokvizError
from tokviz.files.corpus import count_pre_tokens
from tokviz.files.errors import FormatError
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.loading.wordpiece import load_vocab_txt
from tokviz.loading import load
from tokviz.notebook import show
from tokviz.references.gpt2 import gpt2
from tokviz.text.pre_tokens import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, PatternError
from tokviz.text.special_tokens import SpecialTokenError
from tokviz.traces.merges import MergeTrace
from tokviz.traces.saving.loading import load_trace
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.standalone.traces import trace_html as replay_html

__version__ = "0.1.0"

__all__ = [
    "GPT2_PATTERN",
    "GPT4_PATTERN",
    "O200K_PATTERN",
    "ByteBPE",
    "CharBPE",
    "CodePoints",
    "FileError",
    "ForcedError",
    "FormatError",
    "KindError",
    "MergeTrace",
    "PatternError",
    "RegexBPE",
    "SentencePieceBPE",
    "SpecialTokenError",
    "StepError",
    "Tokenizer",
    "TokvizError",
    "Unigram",
    "UnknownWordError",
    "Utf8Bytes",
    "Whitespace",
    "WordLevel",
    "WordPiece",
    "__version__",
    "count_pre_tokens",
    "gpt2",
    "load",
    "load_tiktoken",
    "load_trace",
    "load_vocab_txt",
    "replay_html",
    "show",
]
