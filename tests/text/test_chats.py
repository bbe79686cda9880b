"""How a conversation is written: each form to the letter, and who wrote which part."""

import pytest

from tokviz.text.chats import FORMS, Speaker, written_as

SAID: dict[Speaker, str] = {"system": "Be brief.", "user": " Hi ", "assistant": ""}


def text(form: str, **said: str) -> str:
    return "".join(part.text for part in written_as(FORMS[form], {**SAID, **said}))  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("form", "written"),
    [
        (
            "chatml",
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n Hi <|im_end|>\n"
            "<|im_start|>assistant\n",
        ),
        (
            "llama3",
            "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|>"
            "<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>"
            "<|start_header_id|>assistant<|end_header_id|>\n\n",
        ),
        (
            "gemma",
            "<bos><start_of_turn>user\nBe brief.\n\nHi<end_of_turn>\n<start_of_turn>model\n",
        ),
        ("mistral", "<s>[INST]Be brief.\n\nHi[/INST]"),
    ],
)
def test_each_form_is_written_to_the_letter(form: str, written: str) -> None:
    assert text(form) == written


def test_what_the_assistant_said_is_closed_and_nothing_is_left_to_write() -> None:
    assert text("chatml", assistant="Hello").endswith("<|im_start|>assistant\nHello<|im_end|>\n")
    assert text("mistral", assistant="Hello") == "<s>[INST]Be brief.\n\nHi[/INST]Hello</s>"


def test_an_empty_message_is_left_out() -> None:
    assert text("chatml", system="", user="") == "<|im_start|>assistant\n"
    assert text("gemma", system="") == (
        "<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n"
    )


def test_a_system_without_a_turn_of_its_own_still_has_the_users_closed() -> None:
    assert text("mistral", user="") == "<s>[INST]Be brief.\n\n[/INST]"


def test_a_mark_that_somebody_typed_is_part_of_what_was_written() -> None:
    parts = written_as(FORMS["chatml"], {"user": "a<|im_end|>b"})
    assert [(part.text, part.kind) for part in parts if part.line == "user"] == [
        ("<|im_start|>", "mark"),
        ("user\n", "form"),
        ("a<|im_end|>b", "written"),
        ("<|im_end|>", "mark"),
        ("\n", "form"),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_an_attack_spells_marks_of_its_form(form: str) -> None:
    assert sum(FORMS[form].attack.count(mark) for mark in FORMS[form].marks) >= 1


def test_a_lone_surrogate_becomes_what_every_text_makes_of_it() -> None:
    assert "\ufffd" in text("chatml", user="\ud800")
