"""Emoji of several code points that a font draws as one picture: a family, a keycap, a flag.

A label shows such a picture where a token holds all of it, and names each joiner of one that was
cut. So a joiner hides only in a sequence that Unicode recommends; any other would be drawn as two
pictures with nothing to see between them.

Source: Unicode Technical Standard 51, emoji-sequences.txt and emoji-zwj-sequences.txt. What is
listed one by one there is told here by its parts. Not here: flags of two letters and skin tones,
which have no joiner, so that any label draws them as they are spelled.
"""

import regex

_JOINER, _PICTURE = "\u200d", "\ufe0f?"
_TONE = r"\p{Emoji_Modifier}?"
_PERSON = f"[👨👩🧑]{_TONE}"
_ROLE = f"[🌾🍳🍼🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦰🦱🦲🦳]|[⚕⚖✈]{_PICTURE}"
_TURNS = f"{_JOINER}➡{_PICTURE}"
_DOES = (
    "[⛹🏃🏄🏊🏋🏌👮👯👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝]"
    rf"(?:\p{{Emoji_Modifier}}|{_PICTURE})|[🧞🧟]"
)
_OTHERS = (
    f"🏳{_PICTURE}{_JOINER}(?:🌈|⚧{_PICTURE})|🏴{_JOINER}☠{_PICTURE}|👁{_PICTURE}{_JOINER}🗨{_PICTURE}",
    f"❤{_PICTURE}{_JOINER}[🔥🩹]|😮{_JOINER}💨|😵{_JOINER}💫|😶{_JOINER}🌫{_PICTURE}",
    f"🙂{_JOINER}[↔↕]{_PICTURE}|⛓{_PICTURE}{_JOINER}💥|🍋{_JOINER}🟩|🍄{_JOINER}🟫",
    f"🐕{_JOINER}🦺|🐈{_JOINER}⬛|🐦{_JOINER}[⬛🔥]|🐻{_JOINER}❄{_PICTURE}",
)
_SEQUENCES = (
    rf"[0-9#*]{_PICTURE}\u20e3",
    r"🏴[\U000e0061-\U000e007a\U000e0030-\U000e0039]+\U000e007f",
    *(
        f"{who}{_TONE}{_JOINER}(?:🤝|❤{_PICTURE}(?:{_JOINER}💋)?){_JOINER}{who}{_TONE}"
        for who in ("[👨👩]", "🧑")
    ),
    f"(?:[👨👩]{_JOINER}){{1,2}}[👦👧](?:{_JOINER}[👦👧])?",
    f"(?:🧑{_JOINER}){{1,2}}🧒(?:{_JOINER}🧒)?",
    f"{_PERSON}{_JOINER}(?:{_ROLE})|🧑{_TONE}{_JOINER}[🎄🩰]",
    f"{_PERSON}{_JOINER}[🦯🦼🦽](?:{_TURNS})?",
    f"[🏃🚶🧎]{_TONE}(?:{_JOINER}[♀♂]{_PICTURE})?{_TURNS}",
    f"(?:{_DOES}){_JOINER}[♀♂]{_PICTURE}",
    f"🫱{_TONE}{_JOINER}🫲{_TONE}",
    *_OTHERS,
)
WHOLE_EMOJI = regex.compile("|".join(_SEQUENCES))
"""Finds each of them, the longest that begins at its place first."""
