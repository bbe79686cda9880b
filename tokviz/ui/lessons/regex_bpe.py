"""The page of BPE within pre-tokens: a split pattern and special tokens beside the merges."""

from collections.abc import Sequence
from functools import partial

from tokviz.checks import limits
from tokviz.samples.subwords import REGEX_BPE
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.ui.components.chat import CHAT, chat_section
from tokviz.ui.components.patterns import (
    pattern_input,
    show_parts,
    show_pre_tokens,
    special_tokens_input,
)
from tokviz.ui.components.sections import Drawers, sections
from tokviz.ui.components.settings import Settings
from tokviz.ui.lessons.merges import Regions, show_merges
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import is_own
from tokviz.ui.training.trained import Trained

DEFAULTS = {"pattern": GPT2_PATTERN, "special_tokens": ("<|endoftext|>",)}


def show() -> None:
    """Draw the page."""
    regions = Regions(settings=_settings, below=_below, samples=REGEX_BPE, defaults=DEFAULTS)
    show_merges("regex_bpe", regions)


def _settings(state: PageState, text: str, _: int) -> Settings:
    pattern = pattern_input(state)
    special_tokens = special_tokens_input(state)
    show_pre_tokens(state, text, pattern, special_tokens)
    arguments = {"pattern": pattern, "special_tokens": special_tokens}
    return Settings(arguments, state.kept("pattern_link"), apart=is_own(pattern))


def _below(state: PageState, trained: Trained, settings: Settings, source: Source) -> None:
    pattern, special_tokens = settings.arguments["pattern"], settings.arguments["special_tokens"]
    more: Drawers = {
        "Split pattern": lambda: show_parts(state, trained.text, pattern, special_tokens),
        CHAT: partial(
            chat_section,
            state,
            trained.model,
            name="this tokenizer",
            add_marks=partial(_add_marks, state),
        ),
    }
    sections(state, trained, source, settings, more=more)


def _add_marks(state: PageState, marks: Sequence[str]) -> None:
    """As if the reader had added them to the special tokens, as many as there is room for."""
    special = [*(state.kept("special") or ()), *marks]
    state.fill({"special": list(dict.fromkeys(special))[: limits.SPECIAL_TOKENS]})
