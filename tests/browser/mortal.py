"""A server that a test kills, and starts again where it was."""

from dataclasses import dataclass

from tests.browser.driving import ROOT, start_server


@dataclass
class Mortal:
    """A server on a port of its own."""

    port: int

    def start(self) -> None:
        self.process, self.url = start_server(ROOT / "app.py", port=self.port)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)
