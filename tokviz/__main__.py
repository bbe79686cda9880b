"""tokviz from a shell: ``python -m tokviz --help`` tells what it does."""

import io
import os
import sys
from collections.abc import Sequence

from tokviz.checks.errors import TokvizError
from tokviz.checks.file_faults import not_written
from tokviz.command_line.arguments import parser
from tokviz.command_line.models import SPECIAL_REMEDY, as_the_options_say
from tokviz.command_line.parser import IMPOSSIBLE
from tokviz.text.special_tokens import SpecialTokenError

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; 2 where that is not possible."""
    asked = parser().parse_args(arguments)
    try:
        asked.run(asked)
        sys.stdout.flush()
    except SpecialTokenError as error:
        print(f"tokviz: {error.rule} {SPECIAL_REMEDY}", file=sys.stderr)
        return IMPOSSIBLE
    except TokvizError as error:
        print(f"tokviz: {as_the_options_say(str(error))}", file=sys.stderr)
        return IMPOSSIBLE
    except BrokenPipeError:  # as in: tokviz encode big.txt | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"tokviz: {_of_the_system(error)}", file=sys.stderr)
        return IMPOSSIBLE
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _of_the_system(error: OSError) -> str:
    """What no step has told in its own words; the standard output has no name."""
    if error.filename is None:
        return str(not_written("the standard output", error))
    return (
        f"A command needs its files, but {error.filename} cannot be had ({error.strerror}). "
        "Check it, or name another."
    )


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # none where it is closed
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main())
