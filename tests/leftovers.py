"""Lists processes that still run from a folder: ``python -m tests.leftovers FOLDER``."""

import os
import sys
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


if __name__ == "__main__":
    for process in processes_of(Path(sys.argv[1])):
        print(process.pid)
