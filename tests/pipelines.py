"""Tokenizers of Hugging Face's library in the shapes that published models have, small ones.

Each is trained on a few sentences of our own when it is first asked for.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, trainers
from tokenizers import pre_tokenizers as pre
from tokenizers import processors as post

from tokviz.checks.errors import TokvizError
from tokviz.text.normalizers.sentencepiece import named_normalizer
from tokviz.text.pre_tokens import GPT4_PATTERN

LINES = [
    "The hen in the pen and the men in the glen saw ten little chicks, then ten more.",
    "def low(x):\n    if x > 100:\n        return lower(x) - 1234567\n",
    "Zoë's café serves naïve 日本 tea; 안녕하세요, lowest newest widest low lower.",
] * 4
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
MARKS = ["<unk>", "<s>", "</s>"]
ADDED = [
    AddedToken("<pad>", special=True),
    AddedToken("<l>", lstrip=True, special=True),
    AddedToken("<r>", rstrip=True),
    AddedToken("hen", single_word=True),
    AddedToken("Glen", normalized=True),
    AddedToken("low er", normalized=False),
]
"""Found in a text in all the ways there are."""


def _trained(tokenizer: Tokenizer, trainer: Any) -> Tokenizer:
    tokenizer.train_from_iterator(LINES, trainer)
    tokenizer.add_tokens(ADDED)
    return tokenizer


def _byte_level(tokenizer: Tokenizer) -> Tokenizer:
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        initial_alphabet=sorted(pre.ByteLevel.alphabet()),
        special_tokens=["<|endoftext|>"],
        show_progress=False,
    )
    return _trained(tokenizer, trainer)


def _over_pieces(tokenizer: Tokenizer, marks: list[str]) -> Tokenizer:
    trainer = trainers.BpeTrainer(vocab_size=500, special_tokens=marks, show_progress=False)
    return _trained(tokenizer, trainer)


def gpt2() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre.ByteLevel(add_prefix_space=False)
    return _byte_level(tokenizer)


def roberta() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre.ByteLevel(add_prefix_space=True)
    tokenizer.post_processor = post.ByteLevel(trim_offsets=True)
    return _byte_level(tokenizer)


def llama3() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    split = pre.Split(Regex(GPT4_PATTERN.replace("++", "+").replace("?+", "?")), "isolated")
    tokenizer.pre_tokenizer = pre.Sequence([split, pre.ByteLevel(False, use_regex=False)])
    tokenizer.post_processor = post.TemplateProcessing(
        single="<|endoftext|> $A", special_tokens=[("<|endoftext|>", 0)]
    )
    return _byte_level(tokenizer)


def qwen() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(continuing_subword_prefix="", end_of_word_suffix=""))
    tokenizer.normalizer = normalizers.NFC()
    split = pre.Split(Regex(r"\p{N}| ?[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{N}]+"), "isolated")
    tokenizer.pre_tokenizer = pre.Sequence([split, pre.ByteLevel(False, use_regex=False)])
    return _byte_level(tokenizer)


def llama2() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    replace = normalizers.Replace(" ", "▁")
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), replace])
    strip = decoders.Strip(" ", 1, 0)
    parts = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), strip]
    tokenizer.decoder = decoders.Sequence(parts)
    tokenizer.post_processor = post.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)]
    )
    return _over_pieces(tokenizer, [*MARKS, *BYTES])


def gemma() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre.Split(" ", "merged_with_previous")
    return _over_pieces(tokenizer, [*MARKS, *BYTES])


def suffixed() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre.WhitespaceSplit()
    tokenizer.decoder = decoders.BPEDecoder()
    trainer = trainers.BpeTrainer(
        vocab_size=200, special_tokens=MARKS, end_of_word_suffix="</w>", show_progress=False
    )
    return _trained(tokenizer, trainer)


def prefixed() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", continuing_subword_prefix="##"))
    tokenizer.pre_tokenizer = pre.Whitespace()
    trainer = trainers.BpeTrainer(
        vocab_size=200, special_tokens=MARKS, continuing_subword_prefix="##", show_progress=False
    )
    return _trained(tokenizer, trainer)


def without_unknown() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    return _over_pieces(tokenizer, [])


def t5() -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    spaces = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Precompiled(named_normalizer().charsmap), spaces]
    )
    tokenizer.pre_tokenizer = pre.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    return _unigram(tokenizer, MARKS)


def xlm_r() -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre.Sequence([pre.WhitespaceSplit(), pre.Metaspace()])
    return with_options(_unigram(tokenizer, [*MARKS, *BYTES]), byte_fallback=True)


def unigram_without_unknown() -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre.Metaspace()
    return with_options(_unigram(tokenizer, MARKS), unk_id=None)


def _unigram(tokenizer: Tokenizer, marks: list[str]) -> Tokenizer:
    trainer = trainers.UnigramTrainer(
        vocab_size=100 + len(marks), special_tokens=marks, unk_token="<unk>", show_progress=False
    )
    return _trained(tokenizer, trainer)


def bert() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=12))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.post_processor = post.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    trainer = trainers.WordPieceTrainer(vocab_size=150, special_tokens=marks, show_progress=False)
    return _trained(tokenizer, trainer)


def word_level() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre.Sequence([pre.Whitespace(), pre.Digits(individual_digits=True)])
    trainer = trainers.WordLevelTrainer(
        vocab_size=40, special_tokens=["[UNK]"], show_progress=False
    )
    return _trained(tokenizer, trainer)


def word_level_without_unknown() -> Tokenizer:
    return with_options(word_level(), unk_token="<none>")


SHAPES: Mapping[str, Callable[[], Tokenizer]] = {
    shape.__name__: shape
    for shape in (
        gpt2, roberta, llama3, qwen, llama2, gemma, suffixed, prefixed, without_unknown,
        t5, xlm_r, unigram_without_unknown, bert, word_level, word_level_without_unknown,
    )
}  # fmt: skip


def with_options(tokenizer: Tokenizer, **options: Any) -> Tokenizer:
    """The same with other options of its model."""
    content = json.loads(tokenizer.to_str())
    content["model"].update(options)
    return Tokenizer.from_str(json.dumps(content))


@cache
def built(name: str) -> Tokenizer:
    """The tokenizer of that shape."""
    return SHAPES[name]()


def answers(call: Any) -> Any:
    """What is returned, or that it is refused in words."""
    try:
        return call()
    except TokvizError:
        return "refused"


def library_ids(library: Tokenizer, text: str) -> Any:
    """The library's ids of a text, or that it refuses it."""
    try:
        return library.encode(text, add_special_tokens=False).ids
    except Exception:
        return "refused"
