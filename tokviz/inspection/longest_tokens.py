"""A text that a tokenizer has the most to join in: its own longest tokens."""

from heapq import nsmallest

from tokviz.traces.tokenizer import Tokenizer

TOKENS, TRIED = 6, 60
LETTERS = 40
"""Of a token at most: what is longer may be a whole text that was learned."""


def longest_tokens(tokenizer: Tokenizer) -> str:
    """Their words with spaces between them; "" where it has none that is text by itself."""
    ids = tokenizer.vocab.keys() - tokenizer.special_ids
    fitting = [i for i in ids if len(tokenizer.vocab[i]) <= LETTERS]
    longest = nsmallest(TRIED, fitting, key=lambda i: (-len(tokenizer.vocab[i]), i))
    words = (tokenizer.decode([i]).strip() for i in longest)
    whole = (word for word in words if "\ufffd" not in word and any(map(str.isalpha, word)))
    return " ".join(list(dict.fromkeys(whole))[:TOKENS])
