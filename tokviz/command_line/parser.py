"""argparse's parser, but what is wrong is told in one sentence, not with how all of it is used."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

IMPOSSIBLE = 2
_UNKNOWN = "unrecognized arguments: "


class Parser(ArgumentParser):
    """One sentence with the remedy on the standard error, and the code 2."""

    given: Sequence[str] = ()
    """What it was asked to read, for who has to say why it cannot."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it; a command's own parser is given what stands behind its name."""
        self.given = args or ()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        name = self._name_like_an_option(message)
        said = message.removeprefix("argument ")
        sentence = f"{said}. What there is: python -m {self.prog} --help"
        if name:
            sentence = (
                f"What begins with - is taken for an option, but {self.prog} has no {name}. "
                f"For a file of that name, write ./{name}"
            )
        self.exit(IMPOSSIBLE, f"tokviz: {sentence}\n")

    def _name_like_an_option(self, message: str) -> str | None:
        """The argument that may have been meant as a file's name."""
        unknown = message.startswith(_UNKNOWN)
        given = message.removeprefix(_UNKNOWN).split() if unknown else self.given
        return next((each for each in given if self._may_be_a_name(each)), None)

    def _may_be_a_name(self, argument: str) -> bool:
        if not argument.startswith("-") or argument == "-":
            return False
        known = argument[:2] in {"--", *self._option_string_actions}
        value = argument[1].isdigit() or " " in argument  # argparse takes it for no option either
        return Path(argument).is_file() or not (known or value)


def whole_number(text: str) -> int:
    """The number that an option was given."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r:.60} is no whole number") from None
