"""Split patterns of published models, as their ``tokenizer.json`` has them.

Each cuts a text in a time that grows as the text does, whatever stands in it. So they need no
deadline, which a pattern that nobody knows does. Source: the ``tokenizer.json`` of each model.
"""

from tokviz.files.hugging_face.patterns import FOR_TOKENIZERS
from tokviz.text.pre_tokens import O200K_PATTERN

_ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_LLAMA_3 = (
    rf"{_ENDINGS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}"
    rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}"
)
_QWEN_2 = _LLAMA_3.replace("{1,3}", "")
_MISTRAL_NEMO = O200K_PATTERN.replace(f"{_ENDINGS}?", "").replace("{1,3}", "")
_DEEPSEEK_3 = (
    r"\p{N}{1,3}",
    "[一-龥\u3040-ゟ゠-ヿ]+",
    (
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
        rf"| ?[\p{{P}}\p{{S}}]+[\r\n]*|{_SPACES}"
    ).replace(r"\r\n", "\r\n"),
)
QUICK = frozenset(
    {*FOR_TOKENIZERS.values(), O200K_PATTERN, _LLAMA_3, _QWEN_2, _MISTRAL_NEMO, *_DEEPSEEK_3}
)
