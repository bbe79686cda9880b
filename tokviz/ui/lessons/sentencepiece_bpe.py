"""The page of SentencePiece BPE: normalization, pieces, and Google's library beside ours."""

from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.piece_settings import piece_settings, say_if_smaller, show_normalization
from tokviz.ui.components.sections import Drawers
from tokviz.ui.lessons.merges import Regions, Settings, show_merges
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import Trained


def show() -> None:
    """Draw the page."""
    regions = Regions(settings=_settings, remarks=_remarks, more=_more, first="harbour")
    show_merges("sentencepiece_bpe", regions)


def _settings(state: PageState, text: str, vocab_size: int) -> Settings:
    settings = piece_settings(state, vocab_size)
    show_normalization(state, text, settings.normalization)
    return Settings(settings.arguments, settings.link)


def _remarks(trained: Trained, settings: Settings) -> None:
    say_if_smaller(trained.model, settings.arguments["vocab_size"])


def _more(state: PageState, trained: Trained, settings: Settings) -> Drawers:
    arguments = dict(settings.arguments)
    return {
        "Beside sentencepiece": lambda: beside_sentencepiece(state, trained, "bpe", arguments),
        "Load a .model": lambda: model_file_section(state),
    }
