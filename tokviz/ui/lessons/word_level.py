"""The word level page: build the list, look words up, decode, and see what is unknown or lost."""

from functools import partial

import streamlit as st

from tokviz.algorithms.word_level import SPLIT_PATTERN, UnknownWordError, WordLevel
from tokviz.checks import limits
from tokviz.samples import sample
from tokviz.text.counting import count_each
from tokviz.text.labels import plain_label, plural
from tokviz.text.measures import unknown_curve
from tokviz.traces.words import LookUpTrace
from tokviz.ui.components.charts import chart
from tokviz.ui.components.code import code_toggle, words_code
from tokviz.ui.components.decoding import decode_drawer
from tokviz.ui.components.inputs import choice_input, find_input, new_text_input
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.replay import text_hash
from tokviz.ui.components.saving import save_tokenizer, save_training
from tokviz.ui.components.sections import tabbed
from tokviz.ui.components.sight import in_sight
from tokviz.ui.components.stepper import linked_stepper, stepper_buttons
from tokviz.ui.components.table import draw_table
from tokviz.ui.components.written import written, written_columns
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import Head, below, lesson_page, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text, replay_name
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.store import train_on_page
from tokviz.ui.training.tasks import train_word_level
from tokviz.views.charts.growth import unknown_shares
from tokviz.views.stepper.stepper import Replay, stepper_payload
from tokviz.views.stepper.words import word_level_replay
from tokviz.views.tables.word_facts import spacing_changes

UNKNOWN, END_OF_TEXT = "*|unk|*", "*|endoftext|*"
SPECIAL_ALONE = (
    f"Version 2 also finds `{END_OF_TEXT}`, with or without spaces around it. The code of many "
    "tutorials needs the spaces."
)
VERSIONS = {"1": "1: known words only", "2": f"2: unknown words become `{UNKNOWN}`"}
EXAMPLES = {
    "Two documents": "Hello, do you like tea? *|endoftext|* In the sunlit rerraces of palace.",
    "A known sentence": "\nOne summer's evening when the little clock upon his table was rapidly "
    "approaching the much-desired hour,\n",
    "New words": "Hello, do you like tea?",
}
MISSPELT = "rerraces"
"""It stands so in the lesson that this page grew from, and its printed results."""
HELD_OUT = 5
"""The last one of so many parts of the text is looked up in the list of the others."""


@lesson_page("word_level")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("word_level")
    with explained():
        source = choose_text(frame, state, first="page")
        code_toggle(frame, state)
        with frame.settings:
            if source.text == sample("page").text:
                st.caption(
                    f"The tutorial's page has 57,211 characters, this sample {len(source.text):,}: "
                    "the ids that are printed there, as 332 for “One”, are others here."
                )
            version = choice_input(
                state, "version", "Version", VERSIONS, default="2", help=SPECIAL_ALONE
            )
            new_text = new_text_input(
                state, EXAMPLES, label="Text to encode", longest=limits.LOOKED_UP
            )
            if MISSPELT in new_text:
                st.caption(
                    f"“{MISSPELT}” is “terraces” misspelt on purpose: to a closed list a spelling "
                    "mistake is one more unknown word."
                )
        packed = pack_text(new_text)
        link = {"version": version} if packed is None else {"version": version, "new_text": packed}
        share_link(state, source, link)
        with frame.share:
            share_section(state, source)
        model = train_word_list(state, source.text, version)
        if model is not None:
            word_level_lesson(state, source, model, new_text)


def train_word_list(state: PageState, text: str, version: str) -> WordLevel | None:
    """The list of the text's words, with special tokens in version 2."""
    settings = {
        "unk_token": UNKNOWN if version == "2" else None,
        "special_tokens": (END_OF_TEXT,) if version == "2" else (),
    }
    trained = train_on_page(state, text, settings, train_word_level, num_merges=1)
    return None if trained is None else trained.model


def word_level_lesson(state: PageState, source: Source, model: WordLevel, new_text: str) -> None:
    """Draw the page below its inputs."""
    trace, look_ups = model.trace, model.encode_trace(new_text)
    assert trace is not None, "a model trained on the page has its trace"
    replay = word_level_replay(trace, source.text, look_ups, unk_token=model.unk_token)
    sig = f"word_level:{text_hash(source.text)}:{model.unk_token}"
    sections = {
        "The list of words": lambda: _the_list(state, model),
        **decode_drawer(state, model, text=source.text, sig=sig),
        "Inside": lambda: inside_section(state, model, text=source.text, sig=sig),
        "The split pattern": lambda: _the_pattern(state),
        "Save": lambda: _save(state, model, replay, source),
    }
    code = partial(words_code, trace, look_ups, steps=replay.steps)
    linked_stepper(state, replay, text=source.text, code=code)
    with below():
        in_sight(state, "encoded", sig, lambda: _what_comes_out(state, model, look_ups))
        tabbed(state, sig, sections)


def _what_comes_out(state: PageState, model: WordLevel, look_ups: LookUpTrace) -> None:
    result, curve = written_columns(2)
    with result:
        _encoded(state, model, look_ups)
    with curve:
        _unknown_chart(state, model, look_ups.text)


def _encoded(state: PageState, model: WordLevel, look_ups: LookUpTrace) -> None:
    st.markdown("##### The ids, and the way back")
    total = sum(model.is_word(step.word) for step in look_ups.steps)
    are = "is" if 1 in (total, look_ups.num_unknown) else "are"
    try:
        ids = model.encode(look_ups.text)
    except UnknownWordError as error:
        st.error("**KeyError.** Encoding stops at the first word that is not on the list.")
        written(state, "key_error", f"KeyError: {error}")
        st.markdown(
            "This error is the lesson: a closed list cannot say anything about a new word. "
            "**Version 2** keeps one number for all of them."
        )
        return
    unknown = f"{look_ups.num_unknown:,} of {plural(total, 'word')} {are} unknown."
    special = len(look_ups.steps) - total
    between = f"With {plural(special, 'special token')}, the" if special else "The"
    known = "A punctuation mark is a word, too. " if total else ""
    st.markdown(f"**{unknown if total else 'No word is looked up.'}** {known}{between} ids:")
    written(state, "ids", str(ids))
    st.markdown("Decoded:")
    written(state, "decoded", model.decode(ids))
    if look_ups.num_unknown:
        lost = plural(look_ups.num_unknown, "word")
        st.markdown(f"**Lost: {lost}.** `{UNKNOWN}` does not say which.")
    changes = spacing_changes(look_ups, model.vocab, model.decode)
    if changes:
        st.markdown(
            "**Lost: white space.** Decoding puts one space between words, and none before "
            f"`, . ? \" ( ) '`; `{UNKNOWN}` is a word like others. So it changed:"
        )
        draw_table(
            {
                "was": [plain_label(change.before) for change in changes],
                "became": [plain_label(change.after) for change in changes],
                "times": [change.count for change in changes],
            },
            height=min(36 + 35 * len(changes), 220),
        )


def _unknown_chart(state: PageState, model: WordLevel, new_text: str) -> None:
    assert model.trace is not None
    words = list(filter(model.is_word, model.trace.words))
    new_words = list(filter(model.is_word, model.split(new_text)))
    cut = len(words) - len(words) // HELD_OUT
    sought = {"the text's last fifth": words[cut:], "the text to encode": new_words}
    curves = [(name, unknown_curve(words[:cut], held)) for name, held in sought.items() if held]
    shown = [(name, curve) for name, curve in curves if len(curve.words_read) > 1]
    if not words or not shown:
        st.info("The text has too few words for a curve of unknown words.")
        return
    figure = unknown_shares(shown)
    chart(figure, key=state.key("unknown"))
    first = f"the first {cut:,} of " if cut < len(words) else ""
    st.caption(
        f"The list grows with {first}the text's {plural(len(words), 'word')}. With a long text "
        "most unknown words are met early; some never are, however long the text."
    )


def _the_list(state: PageState, model: WordLevel) -> None:
    assert model.trace is not None
    find = find_input(state, "Find a word", "word or id")
    counts = count_each(model.trace.words)
    rows = [(i, word) for i, word in model.vocab.items() if find in word or find == str(i)]
    st.caption(f"{len(rows):,} of {len(model.vocab):,} entries")
    draw_table(
        {
            "id": [token_id for token_id, _ in rows],
            "word": [plain_label(word) for _, word in rows],
            "times in the text": [counts[word] for _, word in rows],
        },
        height=420,
        width="content",  # a word stands beside its id
    )


def _the_pattern(state: PageState) -> None:
    written(state, "pattern", SPLIT_PATTERN)
    st.caption(
        "Every mark in the brackets, and every white space, is a place to cut. `--` comes too "
        "late: `-` has matched by then, so two dashes become two tokens."
    )


def _save(state: PageState, model: WordLevel, replay: Replay, source: Source) -> None:
    name = replay_name(state, source.name)
    stepper_buttons(state.key("stepper"), lambda: stepper_payload(replay), name=name)
    save_tokenizer(state, model)
    save_training(state, model.trace)
