"""The page of a tokenizer that the reader brings: its encoding replayed, and its ids checked."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.samples.brought import BROUGHT
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.around import marks_of
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.tokenizer import EncodingTrace
from tokviz.traces.words import LookUpTrace
from tokviz.ui.components.bring import TOLD_HERE, Brought, bring_or_last
from tokviz.ui.components.brought_text import this_text
from tokviz.ui.components.chat import CHAT, chat_section
from tokviz.ui.components.contestants import remember
from tokviz.ui.components.decoding import DECODE, decode_section
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.joins import offer_what_it_joins
from tokviz.ui.components.player import player, player_buttons
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.components.saving import save_trace
from tokviz.ui.components.sections import tabbed
from tokviz.ui.components.stepper import stepper, stepper_buttons
from tokviz.ui.components.what_it_is import what_it_is
from tokviz.ui.shell.errors import NothingYet, explained, tell
from tokviz.ui.shell.last_good import tell_once
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.page import Frame, Head, below, lesson_page, open_page, stage
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.training.apart import (
    BROUGHT_SECONDS,
    INSIDE_SECONDS,
    at_once,
    with_brought,
)
from tokviz.ui.training.brought import Examined, examine, record
from tokviz.ui.training.brought_sizes import is_asked_here
from tokviz.ui.training.brought_store import result_once
from tokviz.ui.training.library_ids import LibraryIds, library_ids, question
from tokviz.views.lattice.lattice import lattice_payload, lattice_replay
from tokviz.views.player.player import encode_payload
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.stepper import stepper_payload
from tokviz.views.stepper.words import UNNAMED, look_up_replay
from tokviz.views.tables.same_ids import agreement


class Recorded(NamedTuple):
    """As much of the text as is replayed, and how it is encoded."""

    text: str
    trace: EncodingTrace


@lesson_page("any_tokenizer")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("any_tokenizer")
    with explained():
        source = choose_text(frame, state, samples=BROUGHT)
        brought = _choice(frame, state)
        whose = state.kept("whose")
        file = _file_of_link(state, brought)
        elsewhere = {} if whose in (None, "gpt2", "file") else {"whose": whose}
        share_link(state, source, {**elsewhere, **({"made_with": file} if file else {})})
        with frame.share:
            own = brought is not None and whose in ("file", "hub")
            share_section(state, source, brought=own)
        if brought is not None:
            if brought.sig != "gpt2":
                remember(brought)
            text = well_formed(source.text[: limits.LOOKED_UP])
            examined = _examined(brought, text)
            _name(frame, brought, examined, "" if whose == "file" else file)
            trace = _recorded(brought, text[: limits.NEW_TEXT])
            offer_what_it_joins(frame, state, brought, trace.trace, run=brought.runner("Decoding"))
            _stage(state, brought, trace.trace, f"{brought.sig}\n{trace.text}")
            with below():
                _why_this_text(state, source)
                _how_much(trace, examined, len(source.text))
                _below(state, brought, trace.trace, examined)


def _choice(frame: Frame, state: PageState) -> Brought | None:
    """The tokenizer, or None where the page has said why there is none."""
    box = frame.offer.popover("Tokenizer", icon="📦", key="tokenizer")
    with explained():
        with box.container(key="bring"):
            brought, fault = bring_or_last(state)
        if isinstance(fault, TokvizError):
            with box.container(key="brought-fault", gap=None):  # the box may lie over the page
                tell(fault)
                st.html(TOLD_HERE)
        if fault is not None and brought is not None:
            tell_once(frame, fault, key="told")
        elif fault is not None:
            with frame.offer, st.container(key="told"):
                tell(fault)
        return brought
    return None


def _file_of_link(state: PageState, brought: Brought | None) -> str:
    """The file that the page's link names but does not hold, or nothing.

    It is the one that is shown; where the reader has not chosen yet, the one of who made the link.
    """
    whose = state.kept("whose")
    if state.kept("made_with") is None:
        state.put("made_with", state.linked("made_with", "", Text(limits.LINE, packed=False)))
    if whose not in (None, "gpt2"):
        state.put("made_with", "")
    if whose == "file":
        return "" if brought is None or isinstance(brought.fault, NothingYet) else brought.name
    return str(state.kept("made_with"))


def _name(frame: Frame, brought: Brought, examined: Examined, missing: str) -> None:
    """In the row: what is shown, and whether its library agrees, or the file that is missing."""
    before = "As before: " if brought.fault is not None else ""
    words = f"{before}**{literal(brought.name)}**, {len(brought.model.vocab):,} tokens"
    if missing:
        words += f". The link was made with **{literal(missing)}**, which it does not hold: drop "
        words += "that file under “Tokenizer” to see the same."
    elif examined.library is not None:
        library, theirs = examined.library.library, examined.library.ids
        marks = marks_of(examined.frame)
        aside = f", {plural(len(marks), 'mark')} aside" if marks else ""
        words += f". {literal(library)}: {literal(agreement(examined.ids, theirs))}{aside}."
    with frame.offer.container(key="verdict", height="stretch", vertical_alignment="center"):
        st.markdown(words)
    if missing:  # a class may bring what this page does not have: page.css says then which is read
        with frame.offer.container(key="lent", height="stretch", vertical_alignment="center"):
            st.markdown(f"**{literal(missing)}**, which your class has open.")


# ---- the stage ---------------------------------------------------------------------------------


def _stage(state: PageState, brought: Brought, trace: EncodingTrace, about: str) -> None:
    """The replay; ``about`` tells one of another tokenizer or text from it."""
    if isinstance(trace, EncodeTrace):
        step = opening_step(state, about, len(trace))
        with stage():
            payload = encode_payload(trace)
            player(payload, key=state.key("player"), step=step, about=text_hash(about))
        return
    last, payload = _stepped(brought, trace)
    step = opening_step(state, about, last)
    with stage():
        stepper(payload, key=state.key("stepper"), step=step, about=text_hash(about))


def _stepped(brought: Brought, trace: EncodingTrace) -> tuple[int, bytes]:
    """The steps of a replay that does not merge, and its payload."""
    if isinstance(trace, LatticeTrace):
        return lattice_replay(trace).steps, lattice_payload(trace)
    if isinstance(trace, MatchTrace):
        most = _longest_word(brought.model)
        replay = match_replay(trace, brought.model.vocab, max_chars=most)
    else:
        assert isinstance(trace, LookUpTrace), "no file holds another kind of model"
        unknown = brought.model.vocab.get(brought.model.unk_id, UNNAMED)
        replay = look_up_replay(trace, unk_token=unknown)
    return replay.steps, stepper_payload(replay)


def _longest_word(model: Any) -> int:
    if isinstance(model, PipelineTokenizer):
        return model.facts.longest_word
    return int(model.max_chars_per_word)


def _recorded(brought: Brought, text: str) -> Recorded:
    def make() -> Recorded:
        trace = _trace(brought, text)
        return Recorded(trace.text if isinstance(trace, LatticeTrace) else text, trace)

    return result_once("recorded", brought.sig, text, make)


def _trace(brought: Brought, text: str) -> EncodingTrace:
    run = brought.runner("Encoding", len(text))
    trace: EncodingTrace = run(record, model=brought.model, text=text)
    return trace


def _examined(brought: Brought, text: str) -> Examined:
    asked = {"model": brought.model, "content": brought.content, "text": text}

    def make() -> Examined:
        run = brought.runner("Encoding", len(text))
        if brought.apart(len(text)):
            found: Examined = run(examine, **asked)
            return found
        found = run(examine, **asked, ask=lambda *_: None)
        return replace(found, library=_ask(**asked))

    return result_once("examined", brought.sig, text, make)


def _ask(model: Any, content: bytes, text: str) -> LibraryIds | None:
    """In a worker where the file is large: a library that reads it lets nobody else work.

    While it encodes, others go on: it needs no turn.
    """
    if is_asked_here(model):
        return library_ids(model, content, text)
    work, asked = question(model, content, text)
    found: LibraryIds | None = with_brought(work, "Asking the library", BROUGHT_SECONDS, **asked)
    return found


# ---- below it ----------------------------------------------------------------------------------


def _why_this_text(state: PageState, source: Source) -> None:
    """What a sample shows of a vocabulary; nothing of another text."""
    sample = next((row for row in BROUGHT if row.key == state.kept("sample")), None)
    if sample is not None and sample.text == source.text:
        st.caption(f"**{sample.title}.** {sample.why}")


def _how_much(recorded: Recorded, examined: Examined, length: int) -> None:
    """Say so where not all of the text is shown."""
    replayed, checked = len(recorded.text), len(examined.text)
    if replayed < length:
        st.caption(
            f"Replayed: the first {replayed:,} of {length:,} characters. Encoded and checked: "
            f"{checked:,}."
        )


def _below(state: PageState, brought: Brought, trace: EncodingTrace, examined: Examined) -> None:
    sections = {
        "This text": partial(this_text, state, brought, examined),
        DECODE: partial(_decode, state, brought, examined),
        CHAT: partial(_chat, state, brought),
        "Inside": partial(_inside, state, brought, examined),
        "What it is": partial(what_it_is, brought.model),
        "Save": partial(_save, state, brought, trace),
    }
    sig = f"{brought.sig}:{text_hash(examined.text)}"
    tabbed(state, sig, sections)


def _decode(state: PageState, brought: Brought, examined: Examined) -> None:
    sig = f"{brought.sig}:{text_hash(examined.text)}"
    decode_section(
        state, brought.model, text=examined.text, sig=sig, run=brought.runner("Decoding")
    )


def _chat(state: PageState, brought: Brought) -> None:
    chat_section(state, brought.model, name=brought.name, run=brought.runner("Encoding"))


def _inside(state: PageState, brought: Brought, examined: Examined) -> None:
    run = at_once if brought.sig == "gpt2" else _looking
    inside_section(state, brought.model, text=examined.text, sig=brought.sig, run=run)


def _save(state: PageState, brought: Brought, trace: EncodingTrace) -> None:
    name = f"{brought.name} encodes"
    if isinstance(trace, EncodeTrace):
        player_buttons(state.key("player"), lambda: encode_payload(trace), name=name)
    else:
        stepper_buttons(state.key("stepper"), lambda: _stepped(brought, trace)[1], name=name)
    save_trace(state, trace, what="this encoding")


def _looking(work: Callable[..., Any], **arguments: Any) -> Any:
    """In a worker: a file may hold half a million tokens, each of which is encoded."""
    return with_brought(work, "Looking inside", INSIDE_SECONDS, **arguments)
