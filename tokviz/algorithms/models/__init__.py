"""What the models of all lessons have: their record, their contents checked, texts in a batch."""
