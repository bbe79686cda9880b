"""What the two SentencePiece lessons are made of: vocabulary, corpus, lattices, pruning."""
