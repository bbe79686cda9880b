"""Where a page's text comes from: a sample, the reader's own words, or a file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from tokviz.samples import SAMPLES, SampleText
from tokviz.text.errors import TokvizError
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.shell.errors import NothingYet
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState, choice, pack_text, unpack_text

MAX_BYTES = 4_000_000
LESSON_SUFFIX = ".tokviz.json"
KINDS = ("sample", "own", "file")
_KIND_NAMES = {"sample": "Sample", "own": "Your own text", "file": "File"}


@dataclass(frozen=True, slots=True)
class Source:
    """The chosen text; ``link`` restores it, or is None where it is too long for a link."""

    text: str
    name: str
    link: dict[str, str] | None


def choose_text(
    state: PageState, *, first: str = "", samples: Sequence[SampleText] = SAMPLES
) -> Source:
    """Draw the choice of text and return what was chosen.

    Arguments:
        first: the key of the sample that a page opens with; by default the first of them.
        samples: what is offered.

    Raises TokvizError for a file that is not text, or too large.
    """
    default = "own" if "text" in st.query_params else "sample"
    kind = st.segmented_control(
        "Text",
        KINDS,
        format_func=_KIND_NAMES.__getitem__,
        key=state.start("source", default, choice(KINDS)),
        required=True,
        label_visibility="collapsed",
    )
    state.keep("source")
    if kind == "own":
        return _own_text(state, first, samples)
    if kind == "file":
        return _file(state)
    return _sample(state, first, samples)


def _sample(state: PageState, first: str, samples: Sequence[SampleText]) -> Source:
    by_key = {row.key: row for row in samples}
    keys = tuple(by_key)
    key = st.selectbox(
        "Sample text",
        keys,
        format_func=lambda key: by_key[key].title,
        key=state.start("sample", first or keys[0], choice(keys)),
    )
    state.keep("sample")
    chosen = by_key[str(key)]
    st.caption(chosen.why)
    return Source(chosen.text, chosen.title, {"sample": chosen.key})


def _own_text(state: PageState, first: str, samples: Sequence[SampleText]) -> Source:
    by_key = {row.key: row for row in samples}
    from_sample = by_key[state.kept("sample") or first or samples[0].key].text
    text = st.text_area(
        "Your own text",
        height=140,
        key=state.start("text", well_formed(from_sample), _text_in_link),
        placeholder="Type or paste any text, in any language.",
        help="Press Ctrl+Enter, or click elsewhere, to train on it.",
    )
    state.keep("text")
    _check_size(len(text.encode("utf-8", "surrogatepass")))
    packed = pack_text(text)
    return Source(text, "your text", None if packed is None else {"text": packed})


def _text_in_link(link: str) -> str:
    """A text box cannot hold a lone surrogate: it becomes U+FFFD."""
    return well_formed(unpack_text(link))


def _file(state: PageState) -> Source:
    upload = st.file_uploader(
        "A text file in UTF-8, or a lesson saved from tokviz",
        key=state.key("upload"),
        max_upload_size=MAX_BYTES // 1_000_000,
        help=f"Up to {MAX_BYTES // 1_000_000} MB.",
    )
    if upload is not None and upload.file_id != state.kept("file_id"):
        state.put("file", (upload.name, upload.getvalue()))
        state.put("file_id", upload.file_id)
        if upload.name.endswith(LESSON_SUFFIX):
            state.restore(_lesson(*state.kept("file")).settings)
    if state.kept("file") is None:
        raise NothingYet("Choose a file, and the page works on its text.")
    name, content = state.kept("file")
    if upload is None:
        st.caption(f"Still using **{literal(name)}**, {len(content):,} bytes.")
    _check_size(len(content))
    if name.endswith(LESSON_SUFFIX):
        return Source(_lesson(name, content).text, name, None)
    return Source(_decode(name, content), name, None)


def _decode(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TokvizError(
            f"A file must be text in UTF-8, but byte {error.start:,} of {name} is "
            f"{content[error.start]:#04x}, which cannot stand there. Save it as UTF-8 in your "
            "editor and choose it again."
        ) from None


@dataclass(frozen=True, slots=True)
class SavedLesson:
    """A text with the settings and the step of a page, as a file holds them."""

    text: str
    settings: dict[str, str]

    def to_json(self) -> str:
        # ASCII: a lone surrogate has no UTF-8, but JSON's \ud800 says it.
        return json.dumps({"tokviz": 1, **asdict(self)}, ensure_ascii=True, indent=1)


def _lesson(name: str, content: bytes) -> SavedLesson:
    try:
        saved = json.loads(_decode(name, content))
        lesson = SavedLesson(saved["text"], saved["settings"])
    except (json.JSONDecodeError, KeyError, TypeError):
        lesson = SavedLesson("", {"": ""})
    values = [lesson.text, *lesson.settings, *lesson.settings.values()]
    if "" in lesson.settings or not all(isinstance(value, str) for value in values):
        raise TokvizError(
            f"A saved lesson holds a text and settings, but {name} does not. Save the lesson "
            "again, or rename the file to end in .txt to read it as plain text."
        )
    return lesson


def first_line(text: str) -> str:
    """The first line that is not blank, for a place that wants a short example of the text."""
    return next((line.strip() for line in well_formed(text).split("\n") if line.strip()), "")


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise TokvizError(
            f"A text may have up to {MAX_BYTES:,} bytes, but this one has {size:,}. "
            "Use a part of it."
        )
