"""The character BPE page: two trainings on one clock, where they part, and two ways to encode."""

from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.char_symbols import UNK_TOKEN
from tokviz.lessons import Training
from tokviz.samples.subwords import CHARACTER_BPE, SIMPLE
from tokviz.text.labels import plural
from tokviz.text.markers import END_OF_WORD
from tokviz.ui.components.as_printed import Printed
from tokviz.ui.components.both_trainings import Trainings, both_charts
from tokviz.ui.components.code import beside_replay, encoding_code
from tokviz.ui.components.dropout import dropout_inputs, show_draws
from tokviz.ui.components.forced import asked_pair
from tokviz.ui.components.inputs import choice_input, new_text_input, quoted
from tokviz.ui.components.player import jump, player, player_buttons
from tokviz.ui.components.replay import code_of_training, opening_step, text_hash
from tokviz.ui.components.scant import ENCODE
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import Settings
from tokviz.ui.components.written import written, written_columns
from tokviz.ui.lessons.merges import Regions, show_merges, tell_early_end, train
from tokviz.ui.shell.page import Frame, stage
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice, flag
from tokviz.ui.training.trained import Trained
from tokviz.views.player.player import encode_payload
from tokviz.views.tables.parting import parting_step
from tokviz.views.tables.word_ends import WITH, WITHOUT, contrast_html, contrasts

ITS_WORDS = "example simple this is"
AS_PRINTED = Printed(
    SIMPLE,
    {"merges": 10, "min_count": 1, "joined": False, "which": WITH},
    ITS_WORDS,
    f"And below, under “{ENCODE}”, its four words “from the beginning”: by the encoder that is "
    "called wrong there.",
)
CLOCK = 1
"""The number of the clock that both players keep."""
EXAMPLES = quoted("lowest newer slow wider", ITS_WORDS)


def show() -> None:
    """Draw the page."""
    regions = Regions(
        settings=_settings,
        train=train_both,
        remarks=_remarks,
        stage=two_replays,
        below=_below,
        samples=CHARACTER_BPE,
    )
    show_merges("char_bpe", regions)


def _settings(state: PageState, _: str, __: int) -> Settings:
    """Whether the end of a word is a symbol of its own; and which trainings are on the stage."""
    joined = st.toggle(
        "`</w>` is part of the last letter",
        key=state.start("joined", False, flag),
        help="On: as subword-nmt writes it since version 0.2. Off: `</w>` is a symbol of its own, "
        "as in the paper of 2016, and has to be merged with the last letter first.",
    )
    state.keep("joined")
    both = st.toggle(
        "Beside it the training without `</w>`",
        key=state.start("both", True, flag),
        help="Off: only the training with `</w>` is shown.",
    )
    state.keep("both")
    state.start("which", WITH, choice((WITH, WITHOUT)))
    flags = {"joined": str(int(joined)), "both": str(int(both))}
    link = {**flags, "which": str(state.kept("which"))}
    return Settings({"end_of_word": END_OF_WORD, "end_of_word_joined": bool(joined)}, link)


def train_both(
    state: PageState, training: Training, source: Source, settings: Settings
) -> Trainings | None:
    """Both models, or None where the reader stopped the training."""
    marked = train(state, training, source, settings)
    without = PageState(f"{state.page}_without")
    bare = train(without, training, source, unmarked(settings))
    return None if marked is None or bare is None else Trainings(marked, bare)


def unmarked(settings: Settings) -> Settings:
    """The same settings, with nothing behind a word."""
    bare = {**settings.arguments, "end_of_word": None, "end_of_word_joined": False}
    return replace(settings, arguments=bare)


# ---- the two replays ------------------------------------------------------------------------


def two_replays(state: PageState, both: Trainings, settings: Settings) -> None:
    """Both players on one clock, one above the other, or the first alone.

    The upper one has the controls of both.
    """
    marked, bare = both.marked, both.bare
    lead = state.key("player")
    opening = opening_step(state, marked.text, both.steps)
    about = text_hash(marked.text)
    beside = state.kept("both")
    with stage():
        with st.container(key="leader") if beside else nullcontext():
            if beside:
                st.markdown("**With** `</w>` **behind every word**")
            asks = asked_pair(state, marked, which=WITH)
            player(marked.payload, key=lead, step=opening, about=about, clock=CLOCK, what_if=asks)
        if beside:
            with st.container(key="follower"):
                st.markdown("**Without it**")
                other = state.key("other")
                player(bare.payload, key=other, step=opening, clock=CLOCK, follows=True)
        code_of_training(state, marked, settings.arguments)


def _remarks(frame: Frame, state: PageState, both: Trainings, settings: Settings) -> None:
    """Also a button that leads both replays to where they part, and one to what is printed."""
    tell_early_end(frame, state, both.marked, settings)
    AS_PRINTED.offer(frame, state, both.marked.text)
    lead, step = state.key("player"), parting_step(both.marked.trace, both.bare.trace)
    if step is not None and state.kept("both"):
        frame.offer.button(
            f"To step {step:,}, where they differ",
            key=f"{lead}:parting",
            type="tertiary",
            on_click=jump,
            args=(lead, step),
        )


# ---- the sections ---------------------------------------------------------------------------


def _below(state: PageState, both: Trainings, settings: Settings, source: Source) -> None:
    """The sections of a lesson that merges, of the training that the reader picks."""
    names = {WITH: "with `</w>`", WITHOUT: "without it"}
    which = choice_input(state, "which", "Go on with the tokenizer trained", names)
    trained = both.marked if which == WITH else both.bare
    settings = settings if which == WITH else unmarked(settings)
    encode = {ENCODE: lambda: _encode_section(state, trained)}
    shows = partial(both_charts, state, both)
    sections(state, trained, source, settings, shows=shows, more=encode)


def _encode_section(state: PageState, trained: Trained) -> None:
    with st.container(gap="xsmall"):
        text = new_text_input(state, EXAMPLES)
    model: CharBPE = trained.model
    replayed, contrast = written_columns([3, 2])
    with replayed, st.container(gap="xsmall"):
        st.markdown("##### By rank: the merge learned first goes first")
        row = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
        with row:
            dropout, seed = dropout_inputs(state)
        trace = model.encode_trace(text, dropout=dropout, seed=seed)
        code = partial(encoding_code, trace)
        with beside_replay(state, "encode_code", code, key="encode", row=row):
            step = opening_step(state, text, len(trace), "new_step")
            player(encode_payload(trace), key=state.key("encode"), step=step)
        player_buttons(
            state.key("encode"),
            lambda: encode_payload(trace),
            name="Character BPE encodes",
            what="encoding",
        )
        ids = trace.ids
        st.markdown(f"**{plural(len(ids), 'token')}.** The ids, and the text they decode to:")
        written(state, "encoded", f"{ids}\n{model.decode(ids)}")
        if unknown := ids.count(model.unk_id):
            st.markdown(
                f"**{unknown:,} unknown.** A letter that training never saw has no id; "
                f"`{UNK_TOKEN}` stands for it, and decoding cannot give it back."
            )
        if dropout:
            show_draws(model, text, dropout, seed, trace.markers)
    with contrast, st.container(key="wrong-encoder"):
        _contrast(trained, text)


def _contrast(trained: Trained, text: str) -> None:
    model: CharBPE = trained.model
    found = contrasts(
        text.split(),
        by_rank=model.tokenize,
        end_forgotten=lambda word: model.tokenize(word, mark_end=False),
        scan=model.scan_left_to_right,
        unk_token=UNK_TOKEN,
    )
    wrong = sum(bool(row.faults) for row in found)
    st.markdown("##### From the beginning: a wrong encoder")
    st.markdown(
        f"It joins the first two neighbours that any merge ever joined. Of "
        f"{plural(len(found), 'word')} here it cuts **{wrong:,}** wrong."
    )
    st.html(contrast_html(found))
    forgets = (
        " And it forgets to put `</w>` behind the word, so no token that was learned for the end "
        "of words is ever found."
    )
    st.caption(
        "It ignores ranks, so a late merge may take a letter that an early one needed."
        + (forgets if model.end_of_word else "")
    )
    st.caption(
        "Many notebooks train with a fault, too: `word.replace('e n', 'en')` joins “e n”, but also "
        "makes “hen” of “he n”, so they learn other merges. The paper's code looks for spaces "
        "around both."
    )
