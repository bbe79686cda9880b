"""Which tokenizer a page shows: GPT-2, the reader's file, or one fetched when the reader asks.

A file stays in the reader's session. Loading and fetching are done by workers, with limits of time
and memory. Nothing is fetched because a link says so: only a press of the button does that.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.files.loading.vocab_merges import MERGES_NAME
from tokviz.references import encodings
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.open_gpt2 import open_gpt2
from tokviz.ui.components.patterns import PATTERN_NAMES
from tokviz.ui.shell.errors import NothingYet
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.uploads import at_hand, named
from tokviz.ui.shell.values import Text, choice
from tokviz.ui.training.apart import (
    BROUGHT_SECONDS,
    NAMED_PATTERNS,
    Run,
    at_once,
    in_turn,
    with_brought,
)
from tokviz.ui.training.brought import (
    HUB_FILE,
    File,
    fetch_from_hub,
    load_encoding,
    load_files,
    load_kept,
)
from tokviz.ui.training.brought_store import loaded_once
from tokviz.ui.training.trained import Trained

WHOSE = {"gpt2": "GPT-2", "file": "A file", "tiktoken": "tiktoken", "hub": "Hugging Face Hub"}
FORMATS = (
    "**tokenizer.json**, or **vocab.json** with **merges.txt** (at once or one by one), of Hugging "
    "Face; **.tiktoken** ranks; a SentencePiece **.model** (BPE, Unigram, word or char); minbpe's "
    "**.model**; BERT's **vocab.txt**; subword-nmt's **.codes**; what tokviz saved. This box "
    "stays open while a file is on its way."
)
TOLD_HERE = "<i hidden></i><style>.st-key-told { visibility: hidden; }</style>"
"""As long as this stands in an open box, no fault is told on the page as well. (A style alone would
not stand in the box.)"""
LOAD_SECONDS, FETCH_SECONDS = 60.0, 30.0
READERS = 10
"""Who may ask at the same time: a text that would be too much if all of them brought it is encoded
for one after the other."""
_HUB_NAME = re.compile(r"\w[\w.-]{0,95}(/\w[\w.-]{0,95})?", re.ASCII)


@dataclass(frozen=True)
class Brought:
    """A tokenizer and what it was made of; ``sig`` tells it from others of this reader.

    With a ``fault`` it is the last that was good, and the fault says why what was asked for after
    it is none, or not there yet.
    A visit holds what it brought; the store counts that by ``kept``, as long as it is held.
    """

    name: str
    model: Any
    sig: str
    content: bytes = b""
    fault: TokvizError | NothingYet | None = None
    kept: Trained | None = None

    def apart(self, size: int) -> bool:
        """Whether it may run away with a text of so many characters."""
        return hasattr(self.model, "may_run_away") and bool(self.model.may_run_away(size))

    def here(self, size: int) -> Run:
        """What does work on such a text that is not done apart: by turns where it takes long."""
        return in_turn if self.apart(READERS * size) else at_once

    def runner(self, what: str, size: int = limits.DECODED) -> Run:
        """What does work of this name on so many characters: a worker where it may run away."""
        return partial(_apart, what) if self.apart(size) else self.here(size)


def _apart(what: str, work: Callable[..., Any], **arguments: Any) -> Any:
    return with_brought(work, what, BROUGHT_SECONDS, **arguments)


def bring_or_last(
    state: PageState,
) -> tuple[Brought | None, TokvizError | NothingYet | None]:
    """What is chosen; where that is none, the last that the page showed, if any, and why."""
    try:
        brought = bring_tokenizer(state)
    except (TokvizError, NothingYet) as fault:
        last = _last_shown(state)
        return last and replace(last, fault=fault), fault
    if brought.fault is None:
        state.put("last_shown", brought.sig)
    return brought, brought.fault


def _last_shown(state: PageState) -> Brought | None:
    sig = state.kept("last_shown")
    if sig == "gpt2":
        return _gpt2()
    in_visit = (state.kept("brought_in_visit") or {}).values()
    return next((one for one in in_visit if one.sig == sig), None)


def _gpt2() -> Brought:
    return Brought("GPT-2", open_gpt2(), "gpt2")


def bring_tokenizer(state: PageState) -> Brought:
    """Draw the choice and return what was chosen; TokvizError or NothingYet where it is none."""
    on_offer = _whose()
    if st.session_state.get(state.key("whose"), "gpt2") not in on_offer:  # kept no longer
        state.fill({"whose": "gpt2"})
    whose = choice_input(state, "whose", "Whose tokenizer?", on_offer, shared=False)
    if whose == "file":
        return _from_file(state)
    if whose == "tiktoken":
        return _from_tiktoken(state)
    if whose == "hub":
        return _from_hub(state)
    if whose != "gpt2":
        return _named(whose, kept_encoding(whose))
    st.caption("50,257 tokens over bytes, of OpenAI, 2019. It comes with tokviz.")
    return _gpt2()


# ---- files -------------------------------------------------------------------------------------


def _from_file(state: PageState) -> Brought:
    st.file_uploader(  # it takes all kinds: what the browser refused would never be told here
        "Drop the file here",
        accept_multiple_files=True,
        max_upload_size=limits.FILE_MEGABYTES,
        key=_box(state),
        on_change=_take_files,
        args=(state,),
    )
    in_use = st.empty()
    st.caption(FORMATS)
    files: Sequence[File] | None = state.kept("brought")
    if not files:
        raise NothingYet("Drop a file under “Tokenizer”, and the page shows how it cuts the text.")
    asked = " + ".join(name for name, _ in files), files, _pattern_of(state, files)
    try:
        brought = _load(*asked)
    except TokvizError as fault:
        good = state.kept("brought_good")
        if good is None:
            raise
        in_use.markdown(f"In use, as before: **{literal(good[0])}**.")
        return replace(_load(*good), fault=fault)
    in_use.markdown(f"In use: **{literal(brought.name)}**.")
    state.put("brought_good", asked)
    return brought


def _box(state: PageState) -> str:
    """The key of the box for files: another each time, so that nothing lies in it from before."""
    return state.key(f"brought_upload {state.kept('brought_times') or 0}")


def _take_files(state: PageState) -> None:
    """What was dropped last; of a ``vocab.json`` and a ``merges.txt`` each joins the other."""
    files = tuple(map(named, at_hand(st.session_state[_box(state)])))
    if not files:
        return
    both = (*(state.kept("brought") or ()), *files)
    halves = [sum(name.endswith(end) for name, _ in both) for end in (".json", MERGES_NAME)]
    if halves == [1, 1] and len(both) == 2:
        files = both
    state.put("brought_times", (state.kept("brought_times") or 0) + 1)
    state.put("brought", files)


def _pattern_of(state: PageState, files: Sequence[File]) -> str:
    """The split pattern, asked for where the files do not say it."""
    if len(files) == 1 and not files[0][0].endswith(".tiktoken"):
        return GPT2_PATTERN
    chosen = st.selectbox(
        "The file does not say how text is split. Split as",
        tuple(NAMED_PATTERNS),
        format_func=PATTERN_NAMES.__getitem__,
        key=state.start(
            "brought_pattern",
            next(iter(NAMED_PATTERNS)),
            choice(tuple(NAMED_PATTERNS)),
            shared=True,
        ),
    )
    state.keep("brought_pattern")
    return NAMED_PATTERNS[chosen]


def _load(name: str, files: Sequence[File], pattern: str) -> Brought:
    parts = [part for each, content in files for part in (each.encode(), content)]
    sig = hashlib.sha256(b"\0".join([*parts, pattern.encode()])).hexdigest()[:20]
    with st.spinner(f"Loading {literal(name)} …"):
        kept = loaded_once(sig, _in_worker, load_files, files=tuple(files), pattern=pattern)
    return Brought(name, kept.model, sig, files[0][1], kept=kept)


def _in_worker(work: Callable[..., Any], **arguments: Any) -> Any:
    return with_brought(work, "Loading a tokenizer", LOAD_SECONDS, **arguments)


# ---- from elsewhere, when asked ----------------------------------------------------------------


def _whose() -> dict[str, str]:
    """Whose tokenizers are on offer: the encodings that this machine keeps stand beside GPT-2."""
    return {"gpt2": WHOSE["gpt2"], **titles_of_kept(), **WHOSE}


def titles_of_kept() -> dict[str, str]:
    """The encodings that this machine keeps, each with the models that made it known."""
    found = {}
    for name in encodings.kept():
        model = encodings.OF_MODELS.get(name)
        found[name] = f"{model} ({name})" if model else name
    return found


def _from_tiktoken(state: PageState) -> Brought:
    names = encodings.names()
    key = state.start("encoding", None, choice(names), shared=True)
    name = st.selectbox("Encoding", names, key=key, index=None)
    state.keep("encoding")
    st.caption(
        "tiktoken fetches it from OpenAI, and this machine keeps it: from then on it stands beside "
        "GPT-2 and needs no network."
    )
    if st.button("Fetch it", key=state.key("fetch_encoding"), disabled=name is None):
        state.put("encoding_asked", name)
    asked = state.kept("encoding_asked")
    if asked is None:
        raise NothingYet("Choose an encoding under “Tokenizer” and fetch it, or take GPT-2.")
    model = _encoding(asked)
    if asked not in encodings.kept():
        st.caption(
            f"It could not be kept. Set {encodings.FOLDER} to a folder where the app may write."
        )
    return _named(asked, model)


def _named(name: str, model: RegexBPE) -> Brought:
    return Brought(f"tiktoken: {name}", model, f"tiktoken:{name}")


@st.cache_resource(max_entries=2, show_spinner="Fetching …")
def _encoding(name: str) -> RegexBPE:
    model: RegexBPE = with_brought(load_encoding, "Fetching", FETCH_SECONDS, name=name)
    return model


@st.cache_resource(max_entries=2, show_spinner="Loading …")
def kept_encoding(name: str) -> RegexBPE:
    """An encoding that this machine keeps, in our engine; TokvizError where it is damaged."""
    model: RegexBPE = with_brought(load_kept, "Loading a tokenizer", LOAD_SECONDS, name=name)
    return model


def _from_hub(state: PageState) -> Brought:
    name = st.text_input(
        "A model's name on the Hub",
        key=state.start("hub_name", "", Text(limits.LINE, packed=False), shared=True),
        max_chars=limits.LINE,
        placeholder="google-bert/bert-base-uncased",
    )
    state.keep("hub_name")
    st.caption(f"Its {HUB_FILE} is fetched from huggingface.co, nothing else.")
    known = _HUB_NAME.fullmatch(name.strip()) is not None
    if st.button("Fetch it", key=state.key("fetch_hub"), disabled=not known):
        state.put("hub_file", None)
        arguments = {"name": name.strip()}
        with st.spinner("Fetching …"):
            content = with_brought(fetch_from_hub, "Fetching", FETCH_SECONDS, **arguments)
        state.put("hub_file", (name.strip(), content))
    if state.kept("hub_file") is None:
        raise NothingYet("Write a model's name under “Tokenizer” and fetch it, or take GPT-2.")
    fetched, content = state.kept("hub_file")
    return _load(fetched, ((HUB_FILE, content),), GPT2_PATTERN)
