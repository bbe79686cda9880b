"""Pages run in the order in which they are asked for, one at a time as long as they are short.

Runs at the same time hand the interpreter to and fro: in a class that types, each would wait for
all, and all would cost a tenth more. Who takes long holds up the next one for a moment only, who
waits for a worker not at all.

Who reads and answers for all of them is one thread more. It gives the interpreter away at each word
that it reads or writes, some ten for an answer, and each time waits for a turn of every run that
goes on.
"""

import sys
from collections.abc import Callable
from typing import Any

from streamlit.runtime.scriptrunner import ScriptRunner

from tokviz.ui.server.place_in_line import Line, begin, end

TURN = 0.001
"""Seconds after which a thread that computes lets others go on, of Python's 5 ms."""

Run = Callable[[Any, Any], None]


def stand_in_line() -> None:
    """Let the runs of this process stand in line, and those that go on at once have short turns."""
    sys.setswitchinterval(TURN)
    ScriptRunner._run_script = in_line(ScriptRunner._run_script)  # type: ignore[assignment, method-assign]


def in_line(run: Run) -> Run:
    """Runs that wait for the one before them; all that come here make one line."""
    line = Line()

    def run_in_line(runner: Any, asked: Any) -> None:
        begin(line)
        try:
            run(runner, asked)
        finally:
            end()

    return run_in_line
