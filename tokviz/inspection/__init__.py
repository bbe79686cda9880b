"""What a tokenizer's vocabulary holds, how a token came to be, and which tokens no text reaches."""
