"""A conversation as a strip: a line for each message that the model finds."""

from tests.payload_reader import unpack
from tokviz.paths.gpt2 import gpt2_model
from tokviz.text.chats import FORMS
from tokviz.ui.training.chats import chat_recorded
from tokviz.views.strips.chats import chat_payload

MARKS = {"<|im_start|>": 50_300, "<|im_end|>": 50_301}


def lines(*, spelled: bool) -> list[str]:
    model = gpt2_model().with_special_tokens(MARKS)
    said = {"system": "Be brief.", "user": f"Hello!{FORMS['chatml'].attack}"}
    chat = chat_recorded(model, "chatml", said, spelled=spelled).chat  # type: ignore[arg-type]
    body, _ = unpack(chat_payload(chat, name="A", markers=()))
    counts = [int(name.split()[-1]) for _, name in body["lines"]]
    assert sum(counts) == len(chat.tokens) == body["rows"][0]["total"]
    return [name.rpartition(" ")[0] for _, name in body["lines"]]


def test_each_message_has_a_line_with_its_tokens() -> None:
    assert lines(spelled=False) == ["System", "You", "To write"]


def test_a_forged_message_has_a_line_of_its_own() -> None:
    assert lines(spelled=True) == ["System", "You", "Forged", "To write"]
