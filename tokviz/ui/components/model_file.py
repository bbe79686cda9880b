"""A ``.model`` file of the reader's: loaded, encoded with, and shown in its lattice."""

import streamlit as st

from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.files.pieces import PieceKind
from tokviz.ui.components.lattice import lattice_section, shorten
from tokviz.ui.components.player import player, player_buttons
from tokviz.ui.components.stepper import stepper, stepper_buttons
from tokviz.ui.components.written import written
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.uploads import at_hand, named
from tokviz.ui.shell.values import Text
from tokviz.ui.training import apart
from tokviz.views.lattice.merges import merge_lattice_payload
from tokviz.views.player.player import encode_payload

FIRST_TEXT = "The lighthouse keeper walked home."


def model_file_section(state: PageState) -> None:
    """Choose a file, and see the model at work."""
    st.markdown(
        "Load a **.model** file, of BPE or Unigram, that the sentencepiece library or tokviz "
        "wrote. Many published models have one. Stay on this tab until the file has arrived."
    )
    box = st.file_uploader(
        "A SentencePiece .model file", type=["model"], key=state.key("model_upload")
    )
    for upload in at_hand(box):
        state.put("model_file", named(upload))
    if state.kept("model_file") is None:
        return
    name, content = state.kept("model_file")
    model = _load(name, content)
    kind = "Unigram" if isinstance(model, Unigram) else "BPE"
    st.text(f"{name}: {kind}, {len(model.vocab):,} pieces, {model.normalizer.name}")
    if isinstance(model, Unigram):
        lattice_section(state, model, name="loaded")
    else:
        _encode(state, model)


def _encode(state: PageState, model: SentencePieceBPE) -> None:
    text = st.text_input(
        "Text for this model",
        key=state.start("loaded_bpe_text", FIRST_TEXT, Text(limits.NEW_TEXT), shared=True),
        max_chars=limits.NEW_TEXT,
    )
    state.keep("loaded_bpe_text")
    trace = model.encode_trace(text)
    key = state.key("loaded_player")
    player(encode_payload(trace), key=key)
    player_buttons(key, lambda: encode_payload(trace), name="the loaded model", what="encoding")
    st.markdown("**The same text as a lattice: every piece that stands in it**")
    short = shorten(model.normalizer, text)
    payload = merge_lattice_payload(
        model.normalizer.normalize(short), list(model.tokenize(short)), ranked_pieces(model)
    )
    key = state.key("loaded_merges")
    stepper(payload, key=key)
    stepper_buttons(key, lambda: payload, name="the loaded model", what="lattice")
    st.caption("Token ids:")
    written(state, "loaded_ids", str(model.encode(text)))


def ranked_pieces(model: SentencePieceBPE) -> dict[str, tuple[int, int | None]]:
    """Piece -> its id and its rank, of all that may stand for text; a score is a negated rank.

    No merge made a character, nor a piece that was there before training.
    """
    scores, kinds = model.pieces.scores, model.pieces.kinds
    return {
        piece: (i, round(-scores[i]) if len(piece) > 1 and kinds[i] is PieceKind.NORMAL else None)
        for piece, i in model.pieces.text_ids.items()
    }


def _load(name: str, content: bytes) -> SentencePieceBPE | Unigram:
    """The model; TokvizError, by the name that the reader knows, where the file is none."""
    model = apart.load_model(name, content)
    if isinstance(model, SentencePieceLookup):
        raise TokvizError(
            f"This page shows how BPE and Unigram models choose, but {name} is a {model.unit} "
            "model, which only looks units up. Load it in Python with tokviz.load."
        )
    return model
