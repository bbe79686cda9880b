"""Short texts for the lesson on code points and bytes, each with one thing to count."""

from dataclasses import dataclass

from tokviz.samples import SampleText, sample


@dataclass(frozen=True, slots=True)
class ShortText:
    """A text of a few characters, as a page offers it."""

    key: str
    title: str
    why: str
    text: str


CHARACTERS: tuple[SampleText, ...] = (
    ShortText(
        "korean",
        "Korean, an emoji, English",
        "A Korean syllable takes 3 bytes, an English letter 1. The clap is two code points.",
        "안녕하세요 👏🏻 (hello in Korean!)",
    ),
    ShortText(
        "tones",
        "Skin tones",
        "The same clap six times: each skin tone is a second code point that colours the first.",
        "👏 👏🏻 👏🏼 👏🏽 👏🏾 👏🏿",
    ),
    ShortText(
        "flags",
        "Flags",
        "A flag is two letters from an alphabet of its own: K and R, J and P.",
        "🇰🇷 🇯🇵 🇧🇷",
    ),
    ShortText(
        "family",
        "A family",
        "One character, seven code points: four people held together by zero width joiners (ZWJ).",
        "👩\u200d👩\u200d👧\u200d👦",
    ),
    ShortText(
        "accents",
        "Combining accents",
        "“é” twice: first as one code point, then as e with an accent. They look the same.",
        "caf\u00e9 cafe\u0301, a\u0323\u0302",
    ),
    ShortText(
        "bom",
        "A byte order mark",
        "Some editors put U+FEFF first. Nobody sees it, yet it takes three bytes.",
        "\ufeffhello",
    ),
    ShortText(
        "surrogates",
        "Broken input: lone surrogates",
        "Halves of an emoji that some program cut in two. UTF-8 has no bytes for them.",
        "half \ud83d and half \udc4f, whole 👏",
    ),
    ShortText(
        "invisible",
        "What cannot be seen",
        "Tab, line ends, a zero width space, a no-break space, NUL: all are code points.",
        "a\tb\r\nc\u200bd\u00a0e\u2028f\x00g",
    ),
    *map(sample, ("languages", "emoji", "unicode")),
)
"""In the order in which they are offered; the first is the one the page opens with."""
