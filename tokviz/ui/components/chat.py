"""A chat: how a conversation becomes tokens, in the form that a model was trained with."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.paths.glossary import with_terms
from tokviz.text.chats import FORMS, SPEAKERS, ChatForm, Speaker
from tokviz.text.labels import plural
from tokviz.traces.chats import ChatTrace
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.strips import strips
from tokviz.ui.components.written import written
from tokviz.ui.shell.live import ENCODED, live_box
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, flag
from tokviz.ui.training.apart import Run, with_trained
from tokviz.ui.training.chats import chat_recorded, special_tokens_of
from tokviz.views.strips.chats import NAMES, chat_payload

CHAT = "A chat"
"""What the section is called."""
ABOUT = (
    "To the model a conversation is one long list of tokens, with marks that say who speaks. In "
    "most chat models each mark is a special token: typed by a user, it must stay plain text."
)
FORM = "A model knows the form that it was trained with, and no other."
FIRST: dict[Speaker, str] = {
    "system": "Answer in one sentence.",
    "user": "Why is the sky blue?",
    "assistant": "",
}
HELP = {
    "system": f"What the model is told before all else. {ENCODED}",
    "user": ENCODED,
    "assistant": "Empty, it is what the model is to write.",
}
SPELL = (
    "tiktoken refuses a text that spells a special token; Hugging Face's library finds special "
    "tokens in any text unless it is told not to."
)

AddMarks = Callable[[Sequence[str]], None]
"""Makes these marks special tokens of the page's tokenizer."""


def chat_section(
    state: PageState,
    model: Any,
    *,
    name: str,
    run: Run = with_trained,
    add_marks: AddMarks | None = None,
) -> None:
    """Draw the section.

    Arguments:
        name: what the tokenizer is called.
        run: does what a tokenizer that was brought may take too long for.
        add_marks: for a page that can train its tokenizer with these marks.
    """
    st.caption(with_terms(ABOUT))
    key = _form_input(state, model)
    said = _boxes(state)
    spelled = _spelled_input(state, FORMS[key])
    asked = {"form": key, "said": said, "spelled": spelled}
    chat, without = run(chat_recorded, model=model, **asked)
    _marks(state, chat, add_marks)
    _counts(chat, without)
    _forged(chat, spelled=spelled)
    strips(chat_payload(chat, name=name, markers=model.markers), key=state.key("chat_strips"))
    st.caption("The ids:")
    written(state, "chat_ids", str(chat.ids))


def _form_input(state: PageState, model: Any) -> str:
    """The form; at first the one whose marks the tokenizer has."""
    known = special_tokens_of(model)
    suiting = next((key for key, form in FORMS.items() if known.keys() >= {*form.marks}), "chatml")
    state.go_with_text("chat_form", suiting)
    names = {key: form.name for key, form in FORMS.items()}
    return choice_input(state, "chat_form", "Form", names, default=suiting, help=FORM)


def _boxes(state: PageState) -> dict[Speaker, str]:
    said: dict[Speaker, str] = {}
    with live_box("_chat"):
        for place, who in zip(st.columns(3), SPEAKERS, strict=True):
            box, read = f"chat_{who}", Text(limits.NEW_TEXT)
            said[who] = place.text_area(
                NAMES[who],
                height=90,
                key=state.start(box, FIRST[who], read, shared=True),
                max_chars=limits.NEW_TEXT,
                help=HELP[who],
            )
            state.keep(box)
    return said


def _attack(state: PageState, form: ChatForm) -> None:
    """Put the attack behind what the user typed, once, where there is room."""
    typed = str(st.session_state[state.key("chat_user")])
    attacked = f"{typed}{form.attack}"
    if form.attack not in typed and len(attacked) <= limits.NEW_TEXT:
        state.fill({"chat_user": attacked})


def _spelled_input(state: PageState, form: ChatForm) -> bool:
    with st.container(horizontal=True, vertical_alignment="center"):
        spelled = st.toggle(
            "Let messages spell special tokens",
            key=state.start("chat_spelled", False, flag, shared=True),
            help=SPELL,
        )
        st.button(
            "Type an attack",
            key=state.key("attack"),
            help="Ends the message of “You” with marks of the form, as if another began there.",
            on_click=_attack,
            args=(state, form),
        )
    state.keep("chat_spelled")
    if not form.has_system:
        st.caption(
            f"{literal(form.name)}'s form has no system message: its words stand in the user's."
        )
    return spelled


def _marks(state: PageState, chat: ChatTrace, add_marks: AddMarks | None) -> None:
    """Which marks are no special tokens, and a button that makes them so."""
    if not chat.missing:
        return
    st.markdown(
        f"**Not special tokens here:** {literal(', '.join(chat.missing))}. "
        "They are cut like any text, so the model could not tell them from what a user typed."
    )
    if add_marks is None:
        return
    if st.button(
        f"Make {'it a special token' if len(chat.missing) == 1 else 'them special tokens'}",
        key=state.key("add_marks"),
        help="Trains the page's tokenizer with them.",
        on_click=add_marks,
        args=(chat.missing,),
    ):
        st.rerun()  # the training is none of what this section draws anew


def _counts(chat: ChatTrace, without: ChatTrace) -> None:
    both = f"{chat.written:,} of what people wrote, {chat.by_form:,} of the form"
    more = len(without.tokens) - len(chat.tokens)
    plain = f" With the marks as plain text: {len(without.tokens):,}." if more else ""
    st.markdown(f"**{plural(len(chat.tokens), 'token')}:** {both}.{plain}")


def _forged(chat: ChatTrace, *, spelled: bool) -> None:
    """What a message did that spelled special tokens."""
    if not chat.forged:
        return
    how = f"A message spelled {plural(len(chat.forged), 'special token')}. "
    if chat.forged_messages:
        how += (
            f"To the model there are {plural(chat.messages, 'message')}, "
            f"{chat.forged_messages:,} of them forged. "
        )
    else:
        how += "The model cannot tell them from the form's own. "
    if not spelled:
        how += "This tokenizer finds them in any text, whatever the switch says."
    st.warning(how, icon="⚠️")
