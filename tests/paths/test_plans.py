"""The plans for a class: what an answer states is counted anew in the training it speaks of."""

import re
import sys

import pytest

from tokviz.checks import limits
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.plan import Plan, Question, Wrong, minutes
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.ui.server.live_class import limits as live_class

PLANS = [
    (path, plan)
    for row in LESSONS
    if (path := path_of(row.key)) is not None and (plan := plan_of(row.key)) is not None
]
ASKED = [
    (path, number, question)
    for path, plan in PLANS
    for number, question in enumerate(plan.questions, 1)
]
QUESTIONS = [(path, question) for path, _, question in ASKED]
LINKED = [
    *((path, question.seen) for path, question in QUESTIONS),
    *((path, plan.home) for path, plan in PLANS),
]
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|GPT-2|UTF-8")
NUMBER = re.compile(r"\d+(?:[,.]\d+)*")
NO_PROOF = Stop("", {}).holds
UNPROVEN = Question("", "", (), Stop("", {})).numbers

each_plan = pytest.mark.parametrize(("path", "plan"), PLANS, ids=[path.lesson for path, _ in PLANS])
each_question = pytest.mark.parametrize(
    ("path", "question"),
    QUESTIONS,
    ids=[f"{path.lesson} {number}" for path, number, _ in ASKED],
)


def told_numbers(*words: str) -> list[str]:
    """The numbers that sentences tell; those of a token or a text are quoted, and none."""
    return [number for each in words for number in NUMBER.findall(QUOTED.sub("", each))]


def test_numbers_are_found_in_sentences_and_not_in_tokens() -> None:
    assert told_numbers("50,257 − 256, `2024` and “h1” of GPT-2: 1.67.", "5/189") == (
        ["50,257", "256", "1.67", "5", "189"]
    )


def test_a_character_that_coverage_left_out_is_told_apart_from_those_that_stand_as_rarely() -> None:
    path, question = next(each for each in QUESTIONS if each[0].lesson == "unigram")
    shown = path.shown(question.seen)
    once = sorted(each for each in {*shown.text} if shown.text.count(each) == 1)
    assert [each for each in once if each not in shown.model.vocab.values()] == once[-1:]
    assert f"Of the {len(once)} code points that stand once" in question.answer
    assert f"the last by code point, `{once[-1]}`" in question.answer


def test_every_lesson_has_a_plan() -> None:
    assert [path.lesson for path, _ in PLANS] == [row.key for row in LESSONS]
    assert plan_of("no lesson") is None


@each_question
def test_every_number_is_counted_anew(path: GuidedPath, question: Question) -> None:
    counted = question.numbers(path.shown(question.seen))
    wrong = (words for each in question.wrong for words in (each.says, each.tempts))
    said = told_numbers(question.asks, question.answer, *wrong)
    assert said == [each if isinstance(each, str) else f"{each:,}" for each in counted]


def test_what_utf_8_can_write_is_counted_code_point_by_code_point() -> None:
    """No surrogate is among it, though it has a number of Unicode."""
    written = sum(
        bool(chr(number).encode("utf-8", "ignore")) for number in range(sys.maxunicode + 1)
    )
    plan = plan_of("text_to_bytes")
    assert plan is not None
    assert f"{written:,}" in plan.questions[2].answer


@each_question
def test_what_an_answer_says_is_true_of_its_training(path: GuidedPath, question: Question) -> None:
    assert question.seen.holds(path.shown(question.seen))


@each_question
def test_no_answer_is_without_a_proof(path: GuidedPath, question: Question) -> None:  # noqa: ARG001 - the id
    assert question.seen.holds is not NO_PROOF or question.numbers is not UNPROVEN


@pytest.mark.parametrize(
    ("path", "stop"), LINKED, ids=[f"{path.lesson} {n}" for n, (path, _) in enumerate(LINKED)]
)
def test_a_link_leads_to_a_step_of_its_training(path: GuidedPath, stop: Stop) -> None:
    known_text = "text" in stop.boxes or stop.settings.get("sample")
    if known_text:
        assert 0 <= path.step(stop) <= limits.STEP
    assert known_text or stop.step is None


@each_question
def test_a_question_is_short_and_its_answer_too(path: GuidedPath, question: Question) -> None:  # noqa: ARG001 - the id
    assert len(question.asks) <= 160
    assert question.asks.endswith("?")
    assert len(question.answer) <= 280
    for each in question.wrong:
        assert len(each.says) <= 60
        assert 20 <= len(each.tempts) <= 100


@each_plan
def test_what_a_class_can_do_is_one_sentence(path: GuidedPath, plan: Plan) -> None:  # noqa: ARG001 - the id
    assert re.fullmatch(r"[a-z][^.]{30,140}\.", plan.can)


@each_plan
def test_a_lesson_takes_two_minutes_a_stop_and_four_a_question(
    path: GuidedPath, plan: Plan
) -> None:
    spent = 2 * len(path.stops) + 4 * len(plan.questions)
    assert minutes(len(path.stops), len(plan.questions)) == spent


@each_question
def test_a_class_can_choose_between_what_is_right_and_two_that_many_say(
    path: GuidedPath,  # noqa: ARG001 - the id
    question: Question,
) -> None:
    assert question.answer.startswith(question.right)
    assert 2 <= len(question.right) <= 60
    assert 3 <= len(question.choices) <= 4
    assert len(set(question.choices)) == len(question.choices)
    said = sorted((question.right, *(each.says for each in question.wrong)))
    assert sorted(question.choices) == said
    for words in (question.asks, *question.choices):
        assert words.count("`") % 2 == 0
        assert not re.search(r"[*_$~<\\]|\]\(", QUOTED.sub("", words)), "other Markdown than code"
    assert len(question.asks) <= live_class.WORDS
    assert max(map(len, question.choices)) <= live_class.OPTION


@each_question
def test_a_class_is_told_the_rest_of_the_answer(
    path: GuidedPath,  # noqa: ARG001 - the id
    question: Question,
) -> None:
    assert f"{question.right} {question.why}".strip() == question.answer
    for words in (question.why, *question.ballot["tempts"]):
        assert words.count("`") % 2 == 0
        assert not re.search(r"[*_$~<\\]|\]\(", QUOTED.sub("", words)), "other Markdown than code"
        assert len(words) <= live_class.REASON


@each_question
def test_each_wrong_option_has_its_reason_in_its_place_and_the_right_one_none(
    path: GuidedPath,  # noqa: ARG001 - the id
    question: Question,
) -> None:
    ballot = question.ballot
    why = dict(zip(ballot["options"], ballot["tempts"], strict=True))
    assert why == {question.right: "", **{each.says: each.tempts for each in question.wrong}}
    assert ballot["options"][ballot["right"]] == question.right


@pytest.mark.parametrize("path", [path for path, _ in PLANS], ids=lambda path: path.lesson)
def test_a_space_at_the_end_of_a_token_is_seen(path: GuidedPath) -> None:
    """As “·”, as in every replay: code that begins with a space looks as if it had none."""
    plan = plan_of(path.lesson)
    assert plan is not None
    words = [plan.can, plan.home.words, *(stop.words for stop in path.stops)]
    for question in plan.questions:
        said = (words for each in question.wrong for words in (each.says, each.tempts))
        words += [question.asks, question.answer, question.seen.words, *said]
    codes = [code for each in words for code in re.findall("`([^`]*)`", each)]
    assert [code for code in codes if code != code.strip()] == []


def test_what_is_right_ends_with_its_sentence_and_not_within_code() -> None:
    answer = "2: `no. No` and 1.5 “no!”. A comma stays."
    assert Question("", answer, (), Stop("", {})).right == "2: `no. No` and 1.5 “no!”."


# ---- a class that guesses ----------------------------------------------------------------------


def lengths(question: Question) -> tuple[int, list[int]]:
    """Of what is right, and of each other option, as a class sees them."""
    right, *wrong = (
        len(says.replace("`", ""))
        for says in (question.right, *(each.says for each in question.wrong))
    )
    return right, wrong


def test_who_guesses_by_length_is_right_no_more_often_than_by_chance() -> None:
    told = [lengths(question) for _, question in QUESTIONS]
    longest = sum(right > max(wrong) for right, wrong in told)
    shortest = sum(right < min(wrong) for right, wrong in told)
    assert len(told) / 5 <= longest <= len(told) * 2 / 5
    assert len(told) / 5 <= shortest <= len(told) * 2 / 5


@each_question
def test_what_is_right_does_not_stand_out_by_its_length(
    path: GuidedPath,  # noqa: ARG001 - the id
    question: Question,
) -> None:
    right, wrong = lengths(question)
    assert right <= 1.6 * max(wrong)
    assert min(wrong) <= 1.6 * right


def test_the_right_option_stands_in_each_place_about_as_often() -> None:
    places = [question.choices.index(question.right) for _, question in QUESTIONS]
    for place in range(3):
        assert len(places) / 4 <= places.count(place) <= len(places) / 2


@each_plan
def test_who_always_takes_the_same_place_is_not_always_right(path: GuidedPath, plan: Plan) -> None:  # noqa: ARG001 - the id
    assert len({question.choices.index(question.right) for question in plan.questions}) > 1


def test_a_question_has_its_options_in_the_same_order_whenever_it_is_made() -> None:
    wrong = (Wrong("b", "x"), Wrong("c", "y"))
    made = [Question(asks, "a", wrong, Stop("", {})).choices for asks in ("1?", "2?", "3?", "1?")]
    assert made[0] == made[-1] == ("b", "c", "a")
    assert len(set(made)) == 3
