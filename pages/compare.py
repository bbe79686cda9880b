"""One text through every tokenizer."""

import json

from tokviz.ui.lessons.compare import compare_tokenizers, tokenizers_input
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState

row = open_page("compare")
story(row, ties="each tokenizer decides them in its own way; its lesson says how.")
state = PageState("compare")
with explained():
    source = choose_text(state, first="numbers")
    names = tokenizers_input(state)
    share_link(state, source, {"tokenizers": json.dumps(names)})
    compare_tokenizers(state, source.text, names)
