"""Valid model files of every format, small, made by our own savers and by other libraries."""

import base64
import io
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sentencepiece
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

import tokviz
from tests.pipelines import built

TEXT = (
    "the hen in the pen and the men in the glen saw ten little chicks, 12 ducks (and a goose): "
    "“quack”, né 한국어 日本 😄!\n"
)
PIECES: dict[str, Any] = {"vocab_size": 90, "normalization": {"ﬁ": "fi", "ne": "NE", "①": "1"}}


@dataclass(frozen=True)
class ModelFile:
    """A file's suffix and its content."""

    suffix: str
    content: bytes


@cache
def valid_files() -> tuple[ModelFile, ...]:
    """The same files, byte for byte, in every process."""
    with tempfile.TemporaryDirectory() as folder:
        return (*_ours(Path(folder)), *_theirs(Path(folder)))


def few_files() -> list[int]:
    """The places of two files of each suffix: the first is ours, the last a library's."""
    suffixes = [file.suffix for file in valid_files()]
    last = {suffix: place for place, suffix in enumerate(suffixes)}
    return sorted({*map(suffixes.index, suffixes), *last.values()})


def _ours(folder: Path) -> Iterator[ModelFile]:
    words = ("<sep>", "th")
    tokenizers = (
        tokviz.ByteBPE.train(TEXT, num_merges=20),
        tokviz.RegexBPE.train(TEXT, num_merges=20, special_tokens=("<|end|>", "<|pad|>")),
        tokviz.RegexBPE.from_ranks(
            {bytes([i]): i for i in range(256)} | {b"th": 256, b"the": 257},
            pattern=tokviz.GPT2_PATTERN,
            special_tokens={},
        ),
        tokviz.CharBPE.train(TEXT, num_merges=20),
        tokviz.CharBPE.train(TEXT, num_merges=20, end_of_word=None),
        tokviz.CharBPE.train(TEXT, num_merges=20, end_of_word_joined=True),
        tokviz.WordLevel.train(TEXT, unk_token="<unk>", special_tokens=("<|end|>",)),
        tokviz.WordPiece.train(TEXT, vocab_size=90, lowercase=True),
        tokviz.SentencePieceBPE.train(TEXT, **PIECES, user_defined_symbols=words),
        tokviz.SentencePieceBPE.train(
            TEXT, vocab_size=330, normalization="identity", byte_fallback=True
        ),
        tokviz.Unigram.train(TEXT, **PIECES, user_defined_symbols=words, control_symbols=("<c>",)),
    )
    for tokenizer in tokenizers:
        parts = (".codes",) if getattr(tokenizer, "end_of_word", None) else ()
        if isinstance(tokenizer, tokviz.WordPiece):
            parts = (".txt",)
        if isinstance(tokenizer, tokviz.SentencePieceBPE) and not tokenizer.normalizer.charsmap:
            parts = (".json",)
        for suffix in (*tokenizer.formats, *parts):
            tokenizer.save(folder / f"model{suffix}")
            yield ModelFile(suffix, (folder / f"model{suffix}").read_bytes())


def _theirs(folder: Path) -> Iterator[ModelFile]:
    rules = folder / "rules.tsv"
    rules.write_text("FB01\t66 69\n6E 65\t4E 45\n", encoding="utf-8")
    sentencepiece.set_min_log_level(2)
    for kind in ("unigram", "bpe", "word", "char"):
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([TEXT, *TEXT.split(",")] * 5),
            model_writer=model,
            model_type=kind,
            vocab_size=70,
            hard_vocab_limit=False,
            normalization_rule_tsv=str(rules),
            denormalization_rule_tsv=str(rules) if kind == "bpe" else "",
            user_defined_symbols=["<sep>"],
        )
        yield ModelFile(".model", model.getvalue())
    sentencepiece.set_min_log_level(0)
    ranks = {bytes([i]): i for i in range(256)} | {b"in": 256, b" the": 300}
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    yield ModelFile(".tiktoken", b"".join(lines))
    pieces = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    pieces.pre_tokenizer = pre_tokenizers.Whitespace()
    pieces.train_from_iterator(
        [TEXT],
        trainers.WordPieceTrainer(vocab_size=80, special_tokens=["[UNK]"], show_progress=False),
    )
    yield ModelFile(".json", pieces.to_str().encode())
    pieces.model.save(str(folder))
    for shape in ("gpt2", "llama2", "t5", "prefixed"):
        yield ModelFile(".json", built(shape).to_str().encode())
    around = Tokenizer.from_str(built("bert").to_str())
    around.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    yield ModelFile(".json", around.to_str().encode())
    yield ModelFile(".txt", (folder / "vocab.txt").read_bytes())
