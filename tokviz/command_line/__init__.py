"""What ``python -m tokviz`` does, a module for each step: arguments, texts, models, commands."""
