"""Ask the installed sentencepiece which script it takes each character for, and write the table.

Run: python -m tests.benchmarks.sentencepiece_scripts > tokviz/algorithms/pieces/scripts.txt

The library does not tell, but its trainer learns a pair of characters only if they are of one
script. So each character is set beside one of each script that it might have, and the vocabulary
says which pairs were allowed. The ``regex`` package gives the first guess; a character that is in
no script that was guessed is tried with all of them. Hiragana and Katakana are one with Han there.
"""

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import regex
import sentencepiece

_NAMES = """
Latin Han Hangul Cyrillic Greek Arabic Hebrew Devanagari Thai Adlam Ahom Anatolian_Hieroglyphs
Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese
Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Coptic Cuneiform Cypriot
Deseret Duployan Egyptian_Hieroglyphs Elbasan Ethiopic Georgian Glagolitic Gothic Grantha Gujarati
Gurmukhi Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese
Kaithi Kannada Kayah_Li Kharoshthi Khmer Khojki Khudawadi Lao Lepcha Limbu Linear_A Linear_B Lisu
Lycian Lydian Mahajani Malayalam Mandaic Manichaean Marchen Meetei_Mayek Mende_Kikakui
Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean New_Tai_Lue
Newa Nko Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian
Old_South_Arabian Old_Turkic Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa
Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting
Sinhala Sora_Sompeng Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri
Tamil Tangut Telugu Thaana Tibetan Tifinagh Tirhuta Ugaritic Vai Warang_Citi Yi
"""
SCRIPTS = _NAMES.split()
COMMON, INHERITED = "Common", "Inherited"
NEVER_IN_A_PIECE = {0x00, 0x0A, 0x0D, 0x1F, 0x20, 0x2581, 0x2585}
BLOCK = 8192


def main() -> None:
    print(f"# Scripts as sentencepiece {sentencepiece.__version__} has them: name, ranges in hex.")
    print("# A character in none of these ranges is Common. Written by")
    print("# tests/benchmarks/sentencepiece_scripts.py")
    guesses = dict(_guesses())
    samples = _samples(guesses)
    script_of: dict[int, str] = {}
    codes = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    codes = [code for code in codes if code not in NEVER_IN_A_PIECE]
    for start in range(0, len(codes), BLOCK):
        script_of |= _classify(codes[start : start + BLOCK], guesses, samples)
        print(f"{start:,} of {len(codes):,}", file=sys.stderr)
    for script in sorted(set(script_of.values()) - {COMMON}):
        mine = sorted(code for code, name in script_of.items() if name == script)
        print(script, *_ranges(mine))


def _guesses() -> Iterator[tuple[int, str]]:
    everything = "".join(map(chr, range(0xD800))) + "".join(map(chr, range(0xE000, 0x110000)))
    for script in SCRIPTS:
        names = ["Han", "Hiragana", "Katakana"] if script == "Han" else [script]
        for name in names:
            for match in regex.finditer(rf"\p{{Script={name}}}", everything):
                yield ord(match.group()), script


def _samples(guesses: Mapping[int, str]) -> Mapping[str, tuple[str, str]]:
    """Two characters of each script, old enough for the library to know them."""
    samples = {COMMON: ("!", "?"), "Latin": ("a", "b")}
    for script in SCRIPTS:
        mine = [chr(code) for code, name in guesses.items() if name == script]
        letters = [character for character in mine if character.isalpha()] or mine
        same = _allowed([one + other for one, other in pairwise(letters[:60])])
        common = _allowed([character + "!" for character in letters[:60]])
        known = [pair for pair in same if pair[0] + "!" not in common and pair[0] != pair[1]]
        if known:
            samples.setdefault(script, (known[0][0], known[0][1]))
        else:
            print(f"the library does not know {script}", file=sys.stderr)
    return samples


def _classify(
    codes: Sequence[int], guesses: Mapping[int, str], samples: Mapping[str, tuple[str, str]]
) -> dict[int, str]:
    """By Common, the guess, and Latin, which only Inherited fits too; by all where none fits."""
    asked = {code: {COMMON, "Latin", guesses.get(code, COMMON)} & samples.keys() for code in codes}
    found = _matches(asked, samples)
    lost = [code for code in codes if not found[code]]
    found |= _matches({code: set(samples) for code in lost}, samples)
    scripts = {}
    for code, names in found.items():
        if {COMMON, "Latin"} <= names:
            scripts[code] = INHERITED
        elif len(names) == 1:
            scripts[code] = next(iter(names))
        else:
            print(f"U+{code:04X} is of {sorted(names)}", file=sys.stderr)
    return scripts


def _matches(
    asked: Mapping[int, set[str]], samples: Mapping[str, tuple[str, str]]
) -> dict[int, set[str]]:
    pairs = {
        (code, script): chr(code) + next(s for s in samples[script] if s != chr(code))
        for code, scripts in asked.items()
        for script in scripts
    }
    allowed = _allowed(list(pairs.values()))
    return {
        code: {script for script in scripts if pairs[code, script] in allowed}
        for code, scripts in asked.items()
    }


def _allowed(pairs: Sequence[str]) -> set[str]:
    """Which of the pairs the trainer takes for a piece when the vocabulary has room for all."""
    if not pairs:
        return set()
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(pairs),
        model_writer=model,
        model_type="bpe",
        vocab_size=10 * len(pairs) + 100,
        character_coverage=1.0,
        normalization_rule_name="identity",
        hard_vocab_limit=False,
        minloglevel=2,
    )
    trained = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = {trained.id_to_piece(token_id) for token_id in range(trained.get_piece_size())}
    return pieces & set(pairs)


def _ranges(codes: Sequence[int]) -> Iterator[str]:
    """[0x41, 0x42, 0x43, 0x61] -> "41-43", "61" """
    start = 0
    for at in range(1, len(codes) + 1):
        if at == len(codes) or codes[at] != codes[at - 1] + 1:
            first, last = codes[start], codes[at - 1]
            yield f"{first:x}" if first == last else f"{first:x}-{last:x}"
            start = at


if __name__ == "__main__":
    main()
