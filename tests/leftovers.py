"""Ends what still runs from a folder: ``python -m tests.leftovers FOLDER``."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import psutil


def processes_of(folder: Path) -> list[psutil.Process]:
    """This user's processes whose command line names ``folder``, but not this one or those it was started by."""
    own = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    found = []
    for process in psutil.process_iter():
        try:
            words = process.cmdline()
        except psutil.Error:
            continue  # ended meanwhile, or somebody else's
        if process.pid not in own and any(str(folder) in word for word in words):
            found.append(process)
    return found


def end(processes: list[psutil.Process], seconds: float = 30) -> None:
    """Ask each to end, wait, and kill those that do not."""
    for process in processes:
        print(f"ending process {process.pid}", file=sys.stderr)
        with suppress(psutil.NoSuchProcess):
            process.terminate()
    for process in psutil.wait_procs(processes, timeout=seconds)[1]:
        with suppress(psutil.NoSuchProcess):
            process.kill()


if __name__ == "__main__":
    end(processes_of(Path(sys.argv[1])))
