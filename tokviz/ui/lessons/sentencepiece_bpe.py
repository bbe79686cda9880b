"""The page of SentencePiece BPE: normalization, pieces, and Google's library beside ours."""

from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.piece_settings import piece_settings, say_if_smaller, show_normalization
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import Settings
from tokviz.ui.lessons.merges import Regions, show_merges
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.trained import Trained


def show() -> None:
    """Draw the page."""
    regions = Regions(settings=_settings, remarks=_remarks, below=_below, first="harbour")
    show_merges("sentencepiece_bpe", regions)


def _settings(state: PageState, text: str, vocab_size: int) -> Settings:
    settings = piece_settings(state, vocab_size, merges=True)
    show_normalization(state, text, settings.normalization)
    crosses = not settings.split_by_whitespace
    return Settings(settings.arguments, {**settings.link, "cross": str(int(crosses))})


def _remarks(frame: Frame, _: PageState, trained: Trained, settings: Settings) -> None:
    with frame.settings:
        vocab_size, min_count = (settings.arguments[name] for name in ("vocab_size", "min_count"))
        say_if_smaller(trained.model, vocab_size, min_count)


def _below(state: PageState, trained: Trained, settings: Settings, source: Source) -> None:
    # The library has no least count: asked for as many pieces as came out here, it ends here too.
    arguments = {**settings.arguments, "vocab_size": len(trained.model.vocab)}
    del arguments["min_count"]
    more = {
        "Beside sentencepiece": lambda: beside_sentencepiece(state, trained, "bpe", arguments),
        "Load a .model": lambda: model_file_section(state),
    }
    sections(state, trained, source, settings, more=more)
