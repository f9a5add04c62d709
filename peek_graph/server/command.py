"""Command lines for Neo4j's Java programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from peek_graph.errors import ServerStartFailed
from peek_graph.server.config import Memory
from peek_graph.server.java import Java
from peek_graph.server.state import make_private

PRIVATE_UMASK = -1 if sys.platform == "win32" else 0o077
"""For `subprocess`: what a child makes is its owner's only."""

_OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")
_VECTOR_MODULE = "jdk.incubator.vector"  # makes vector search faster; not every runtime has it
# What Neo4jAdminCommand starts as a second Java with everything on its command line, the password too, and which would
# outlive it when it is interrupted.
_ADMIN = "org.neo4j.cli.AdminTool"


def main_class(version: str) -> str:
    """The class that runs Community Edition: renamed when versions became years."""
    year = int(version.partition(".")[0])
    return "org.neo4j.server.Neo4jCommunity" if year >= 2025 else "org.neo4j.server.CommunityEntryPoint"


def home_argument(home: Path) -> str:
    """The argument by which a process is known to be the server of ``home``."""
    return f"--home-dir={home}"


def server_command(java: Java, jars: Sequence[Path], home: Path, version: str, memory: Memory) -> list[str]:
    """The command that runs the server in the foreground; to be made only while it does not run."""
    flags = [
        f"-Xmx{memory.heap}",
        # Out of memory, a server is better dead, and started again, than half alive.
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-OmitStackTraceInFastThrow",
        "-Dfile.encoding=UTF-8",
        f"-Djava.io.tmpdir={_fresh_temporary(home)}",
        "--enable-native-access=ALL-UNNAMED",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED),
        *(["--add-modules", _VECTOR_MODULE] if _VECTOR_MODULE in java.modules else []),
    ]
    arguments = home / "run" / "java.args"
    _write_arguments(arguments, ["-cp", os.pathsep.join(map(str, jars))])
    config = f"--config-dir={home / 'conf'}"
    return [str(java.executable), *flags, f"@{arguments}", main_class(version), home_argument(home), config]


def environment(home: Path) -> dict[str, str]:
    """This process's environment, with Neo4j's folders."""
    own = {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    if sys.platform == "linux":
        own["LC_ALL"] = "C.UTF-8"  # in the C locale, Java cannot open paths that are not ASCII
    return {**os.environ, **own}


def set_initial_password(java: Java, jars: Sequence[Path], home: Path, password: str) -> None:
    """Give the user neo4j of a data folder without databases its password."""
    with _secret_arguments(
        _password_file(home),
        # Java expands a file of arguments with the class and its arguments in it, so that the password is in no
        # process list.
        ["-cp", os.pathsep.join(map(str, jars)), _ADMIN, "dbms", "set-initial-password", password],
    ) as arguments:
        done = subprocess.run(
            [str(java.executable), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"@{arguments}"],
            env=environment(home),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            umask=PRIVATE_UMASK,
        )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).replace(password, "…").strip()[-2000:]
        raise ServerStartFailed(f"the first password cannot be set (exit code {done.returncode}): {said}")


def _fresh_temporary(home: Path) -> Path:
    """A folder for Java's temporary files, emptied: a server that was killed has left its own behind."""
    folder = home / "tmp"
    shutil.rmtree(folder, ignore_errors=True)
    make_private(folder)
    return folder


def forget_password(home: Path) -> None:
    """Remove what a start that was killed while it set the password has left."""
    _password_file(home).unlink(missing_ok=True)


def _password_file(home: Path) -> Path:
    return home / "run" / "password.args"


@contextmanager
def _secret_arguments(file: Path, arguments: Sequence[str]) -> Iterator[Path]:
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    try:
        _write_arguments(file, arguments)
        yield file
    finally:
        file.unlink(missing_ok=True)


def _write_arguments(file: Path, arguments: Sequence[str]) -> None:
    """Arguments from a file: a class path of hundreds of jars is too long for a command line on Windows."""
    quoted = (argument.replace("\\", "\\\\").replace('"', '\\"') for argument in arguments)
    file.write_text("".join(f'"{argument}"\n' for argument in quoted), encoding="locale", errors="surrogateescape")
