"""Tokenizers trained alike, side by side: on a text held out, and on the text they learned from."""

import json
from collections.abc import Sequence
from functools import partial

import streamlit as st

from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.paths.glossary import link_to, with_terms
from tokviz.samples import EVENING, SAMPLES, sample
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.results import RUNS, SHORT
from tokviz.ui.components import contestants
from tokviz.ui.components.contestants import REFERENCE, Contestant, measured, measured_part
from tokviz.ui.components.decimals import with_decimals
from tokviz.ui.components.inputs import number_input
from tokviz.ui.components.language_prices import language_prices
from tokviz.ui.components.miniature import UNKNOWNS
from tokviz.ui.components.open_gpt2 import gpt2_learned
from tokviz.ui.components.sections import tabbed
from tokviz.ui.components.settings import MAX_MERGES
from tokviz.ui.components.strips import linked_strips
from tokviz.ui.components.vocabulary_charts import compression, shared_vocabulary
from tokviz.ui.shell.earlier import way_back
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.live import live_text_area
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.page import Head, below, lesson_page, open_page, stage
from tokviz.ui.shell.save import save_button
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import OWN, PageState
from tokviz.ui.shell.values import choice, pack_text, some_of
from tokviz.ui.training.store import signature
from tokviz.views.strips.strips import strips_html, strips_payload
from tokviz.views.tables.fair import fair_table
from tokviz.views.tables.lost import LONGEST as LONGEST_LOST
from tokviz.views.tables.lost import lost_html

FIRST = ("Word level", "Regex BPE", "WordPiece", "WordPiece by count", "Unigram", REFERENCE)
FIRST_TEXT = "harbour"
"""With the text held out, one that all can cut: no row opens with unknown words."""
LEARNED = "learned"
"""What the choice of the text to cut says where it is the one that was learned from."""
VOCAB_SIZE = 512
TRAINED_ON = 100_000
"""Characters that are learned from: all of the tokenizers train before anything is seen."""

RANKINGS = (
    "“WordPiece” learns by score, as in Hugging Face's course; even frequent words stay in "
    "pieces. “By count” learns as their library does."
)


@lesson_page("compare")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("compare")
    with explained():
        source = choose_text(frame, state, first=FIRST_TEXT)
        with frame.settings:
            chosen = tokenizers_input(state)
            vocab_size = number_input(
                state,
                "vocab",
                "Vocabulary size of all that learn",
                default=VOCAB_SIZE,
                low=2,
                high=MAX_MERGES,
                step=64,
                help="Bytes take 256 of it. Word level takes every word of the text instead.",
            )
            held, held_name, link = held_out_input(state, source.text)
        ours = [name for name in chosen if name in contestants.names()]
        link |= {"tokenizers": json.dumps(ours), "vocab": str(vocab_size)}
        share_link(state, source, link)
        with frame.share:
            share_section(state, source, brought=ours != chosen)
        if not chosen:
            st.info("Pick at least one tokenizer.")
            return
        contestants.check_text(chosen, source.text)
        with frame.offer:
            st.markdown(_shown(held, held_name, source), width="content")
            _offer_fair(state, held, source)
        compare_tokenizers(state, source, held, chosen, vocab_size)


def tokenizers_input(state: PageState) -> list[str]:
    """The tokenizers to compare, in the order of the lessons, and then what the reader brought."""
    offered = (*contestants.names(), *contestants.brought())
    key = state.start("tokenizers", [*FIRST], some_of(contestants.names()))
    picked = st.pills(
        "Tokenizers",
        offered,
        selection_mode="multi",
        format_func=literal,
        key=key,
        help="What you bring on “Any tokenizer” can be picked too, as long as you stay.",
    )
    state.keep("tokenizers")
    return [name for name in offered if name in picked]


def held_out_input(state: PageState, learned_from: str) -> tuple[str, str, dict[str, str]]:
    """The text to cut, its name, and what a link says of it.

    It is one that none of them learned from, unless the reader brings a text to learn from: she
    wants to see that one.
    """
    samples = {row.key: row for row in (EVENING, *SAMPLES)}
    titles = {key: row.title for key, row in samples.items()}
    titles |= {LEARNED: "The text they learned from", OWN: "Your own text"}
    is_sample = any(learned_from == row.text for row in SAMPLES)
    first = EVENING.key if is_sample or not learned_from.strip() else LEARNED
    state.go_with_text("held", first)
    chosen = st.selectbox(
        "Text to cut here",
        tuple(titles),
        format_func=titles.__getitem__,
        key=state.start("held", first, choice(tuple(titles))),
        help="Numbers are fair on a text that was held out from training.",
    )
    state.keep("held")
    if chosen == LEARNED:
        known = well_formed(learned_from[:TRAINED_ON])
        return known, "the text they learned from", {"held": chosen}
    if chosen != OWN:
        return samples[chosen].text, f"“{titles[chosen]}”", {"held": chosen}
    text = live_text_area(
        state,
        "_held",
        "held_text",
        "Your text to compare on",
        EVENING.text,
        shared=False,
        help="It is cut while you type.",
    )
    way_back(state, "held")
    packed = pack_text(text)
    return text, "your own text", {"held": OWN, **({"held_text": packed} if packed else {})}


def is_memorised(held: str, source: Source) -> bool:
    """Whether the tokenizers learned from the text that they are compared on."""
    return bool(held) and well_formed(held) in well_formed(source.text[:TRAINED_ON])


def _shown(held: str, name: str, source: Source) -> str:
    if is_memorised(held, source):
        return "**Memorised**: they learned from this text, so the counts are not fair."
    return f"Cut here: {literal(name)}, {link_to('held out', '**held out**')}."


def _offer_fair(state: PageState, held: str, source: Source) -> None:
    """Of a text that they learned from: a button that has others cut it, which did not."""
    known = sample(FIRST_TEXT)
    if is_memorised(held, source) and well_formed(held) not in known.text:
        st.button(
            "Be fair: learn from the lighthouse keeper, cut this",
            key=state.key("cut_fair"),
            icon="⚖️",
            type="tertiary",
            on_click=_cut_fair,
            args=(state, held),
        )


def _cut_fair(state: PageState, held: str) -> None:
    """Learn from the sample, and cut this text."""
    cuts = {"held": OWN, "held_text": held} if state.kept("held") == LEARNED else {}
    state.fill({"sample": FIRST_TEXT, **cuts})


def compare_tokenizers(
    state: PageState, source: Source, held: str, chosen: Sequence[str], vocab_size: int
) -> None:
    """Draw the strips of the text held out, and below them all numbers."""
    learned_from = well_formed(source.text[:TRAINED_ON])
    memorised = is_memorised(held, source)
    text = measured_part(held)
    with stage(), st.container(key="strips-stage"):
        ready, refused = contestants.train_all(state, chosen, learned_from, vocab_size)
        ready, unable = contestants.measurable(ready, text)
        rows = [measured(contestant, text)[1] for contestant in ready]
        payload = strips_payload(rows, text=well_formed(text))
        linked_strips(state, payload, "strips")
    for words in (*refused, *unable):
        st.warning(literal(words))
    st.caption(_about(ready, source, held, vocab_size))
    sections = {
        "The numbers": partial(_numbers, ready, held, learned_from, memorised),
        "What is lost": partial(_what_is_lost, ready, text),
        "Shared vocabulary": partial(shared_vocabulary, state, ready),
        "Against vocabulary size": partial(compression, state, ready, text),
        "The price of a language": partial(language_prices, state, ready),
        "Save": partial(_save, state, payload),
    }
    sig = signature("compare", text, {one.name: one.sig for one in ready})
    with below():
        tabbed(state, sig, sections)


def _save(state: PageState, payload: bytes) -> None:
    save_button(
        "Save this comparison as one HTML file",
        lambda *_: strips_html(payload, title="tokviz: side by side").encode(),
        name="tokviz-comparison.html",
        mime="text/html",
        key=state.key("save_html"),
        help="It opens in any browser, without tokviz and without a network.",
    )


def _about(ready: Sequence[Contestant], source: Source, held: str, vocab_size: int) -> str:
    trained = f"All that learn were trained on {literal(source.name)}"
    if len(source.text) > TRAINED_ON:
        trained += f", its first {TRAINED_ON:,} of {len(source.text):,} characters"
    words = f"{trained}, until they had {vocab_size:,} tokens or found no more"
    words += f"{_smaller(ready, measured_part(held), vocab_size)}. "
    if any(isinstance(one.tokenizer(), WordLevel) for one in ready):
        words += "Word level takes every word. "
    if growing := [one.name for one in ready if one.grows]:
        words += (
            f"{literal(' and '.join(growing))} writes each new word on its list as it reads, so no "
            "text is held out from it. "
        )
    if any(isinstance(one.tokenizer(), WordPiece) for one in ready):
        words += f"{RANKINGS} "
    words += f"{gpt2_learned()} "
    if (cut := len(measured_part(held))) < len(held):
        words += f"Shown and measured: the first {cut:,} of {len(held):,} characters. "
    return words + UNKNOWNS


def _smaller(ready: Sequence[Contestant], text: str, vocab_size: int) -> str:
    """Those that found fewer tokens than were asked for: " (Unigram 250)"."""
    offered = contestants.variants()
    sized = [one for one in ready if one.name in offered and offered[one.name].sized]
    sizes = {one.name: measured(one, text)[0].vocab_size for one in sized}
    fewer = [f"{name} {size:,}" for name, size in sizes.items() if size < vocab_size]
    return f" ({', '.join(fewer)})" if fewer else ""


def _numbers(ready: list[Contestant], held: str, learned_from: str, memorised: bool) -> None:
    with st.container(key="hint_sort"):
        st.caption("Click a column's head to sort. On a narrow screen, scroll the table sideways.")
    whose = "the text they learned from (not GPT-2, nor what you brought)"
    same = well_formed(held) == learned_from
    known = whose if same else "it stands in the training text"
    _table(f"Memorised: {known}" if memorised else "Fair: the text held out", ready, held)
    if not memorised and _knows_all_words(ready, measured_part(held)):
        st.caption(
            "Word level has each word of this text on its list, so it needs few tokens. It loses "
            "all other words: choose another text to compare on."
        )
    if not same:
        _table(f"Memorised: {whose}", ready, learned_from)
    st.caption(
        with_terms(
            "Tokens per word is called fertility. All times, GPT-2's too, are for tokviz's own "
            f"Python: the fastest of {RUNS} runs, or one run if the text is longer than "
            f"{SHORT:,} characters."
        )
    )


def _knows_all_words(ready: list[Contestant], text: str) -> bool:
    lists = [one for one in ready if isinstance(one.tokenizer(), WordLevel)]
    return any(not measured(one, text)[0].measure.num_unknown for one in lists)


def _table(title: str, ready: list[Contestant], text: str) -> None:
    shown = measured_part(text)
    cut = f", its first {len(shown):,} characters" if shown != text else ""
    st.markdown(f"**{title}{cut}**")
    able, unable = contestants.measurable(ready, shown)
    for words in unable:
        st.warning(literal(words))
    results = [measured(contestant, shown)[0] for contestant in able]
    with_decimals(fair_table(results), whole="comes back")


def _what_is_lost(ready: list[Contestant], text: str) -> None:
    lossy = [result for one in ready if not (result := measured(one, text)[0]).exact]
    if not lossy:
        st.markdown("**Nothing is lost: all of these give this text back.**")
        return
    st.caption("Struck out in a dashed box: lost. In a solid box: what came back instead.")
    if len(text) > LONGEST_LOST:
        st.caption(f"Of the first {LONGEST_LOST:,} characters.")
    st.html(lost_html(lossy))
