"""A real terminal to run commands in: a pseudo-terminal that controls the process, as a person's does."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.signals import restore_signals

PATIENCE = 60.0  # seconds


class Terminal:
    """One command in a terminal. ``said`` is all that was on the screen; streams given by name go elsewhere."""

    def __init__(self, *words: str, folder: Path, **streams: Any) -> None:
        self._screen, inside = pty.openpty()
        self.said = ""
        self._seen = 0

        def take_terminal() -> None:
            restore_signals()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

        terminal = inside
        self.process = subprocess.Popen(
            [sys.executable, *words],
            cwd=folder,
            start_new_session=True,
            preexec_fn=take_terminal,
            pass_fds=(inside,),
            **{"stdin": inside, "stdout": inside, "stderr": inside, **streams},
        )
        os.close(inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        os.close(self._screen)

    def expect(self, text: str) -> None:
        """Wait until ``text`` is on the screen, after what was expected before."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.said.find(text, self._seen)) < 0:
            assert self._read(deadline), f"{text!r} did not come: {self.said}"
        self._seen = found + len(text)

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._screen, text.encode() + b"\n")

    def type_hidden(self, text: str) -> None:
        """Type a line once the terminal hides it: what comes before that is thrown away."""
        deadline = time.monotonic() + PATIENCE
        while termios.tcgetattr(self._screen)[3] & termios.ECHO:
            assert time.monotonic() < deadline, f"still shows what is typed: {self.said}"
            time.sleep(0.01)
        self.type(text)

    def end(self) -> int:
        """Wait for the end; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._screen], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            more = os.read(self._screen, 65536)
        except OSError:  # so Linux says that nobody has the terminal any more
            return False
        self.said += more.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(more)
