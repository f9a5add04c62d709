"""Fetching one locked file through jgo into the local Maven repository, whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from peek_graph.artifacts.lock import LockedFile
from peek_graph.artifacts.verified import matches
from peek_graph.errors import ArtifactCorrupt, ArtifactError, ArtifactUnavailable

Report = Callable[[int, int, str], None]
"""Called with bytes done, bytes in all, and the file's name; from one thread at a time, but not always the same one."""

INSTALL_HINT = 'pip install "peek-graph[local]"'
_TRIES = 3
_STAGING = ".peek-graph-"
_ABANDONED_SECONDS = 24 * 3600
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT)


class Stopped(Exception):
    """Another download of the same call failed, or the user interrupted."""


class Tally:
    """Adds up what many threads download, for one progress report, and lets all of them be stopped."""

    def __init__(self, total: int, report: Report | None) -> None:
        self._done = 0
        self._total = total
        self._report = report
        self._lock = threading.Lock()
        self._stop = threading.Event()

    def add(self, count: int, what: str) -> None:
        """Count bytes (negative ones take back those of a failed try); raises Stopped after `stop`."""
        if self._stop.is_set():
            raise Stopped
        with self._lock:
            self._done += count
            if self._report:
                self._report(self._done, self._total, what)

    def stop(self) -> None:
        """Make every download end at its next chunk."""
        self._stop.set()


def check_room(repository: Path, needed: int) -> None:
    """Raise ArtifactUnavailable if ``needed`` bytes do not fit where ``repository`` lies."""
    place = next(folder for folder in (repository, *repository.parents) if folder.exists())
    free = shutil.disk_usage(place).free
    if free < needed:
        raise _no_room(repository, f"{needed / 1e6:.0f} MB are needed, {free / 1e6:.0f} MB are free")


def remove_abandoned(repository: Path) -> None:
    """Delete what killed downloads left; those of living ones are younger than a day."""
    for folder in repository.glob(f"{_STAGING}*"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - folder.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def fetch(locked: LockedFile, repository: Path, remotes: dict[str, str], tally: Tally) -> Path:
    """Download one file; it appears in ``repository`` only once its checksum was found right."""
    from requests import RequestException

    target = repository / locked.path
    failure: Exception | None = None
    wrong = 0
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(0.5 * attempt)
        try:
            repository.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=repository, prefix=_STAGING, ignore_cleanup_errors=True) as staging:
                path = _download(locked, Path(staging), remotes, tally)
                if matches(path, locked):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    path.replace(target)
                    return target
            wrong += 1
            if wrong == 2:
                break
        except RequestException as error:  # before OSError, which it is a kind of
            failure = error
        except RuntimeError as error:  # jgo: no repository has it
            raise _unavailable(locked, remotes, error) from error
        except OSError as error:
            raise cannot_use(repository, error) from error
    if wrong:
        raise ArtifactCorrupt(
            f"{locked.path.name} as downloaded is not the file that peek-graph expects (SHA-256 {locked.sha256})",
            f"a proxy or mirror may change it: check {', '.join(remotes.values())}",
        )
    raise _unavailable(locked, remotes, failure) from failure


def _download(locked: LockedFile, staging: Path, remotes: dict[str, str], tally: Tally) -> Path:
    from jgo.maven import MavenContext, PythonResolver

    group, artifact, version, classifier = locked.parts
    counted = 0

    @contextlib.contextmanager
    def follow(_name: str, _size: int) -> Iterator[Callable[[int], None]]:
        def update(count: int) -> None:
            nonlocal counted
            counted += count
            tally.add(count, locked.path.name)

        yield update

    context = MavenContext(
        PythonResolver(progress_callback=follow), repo_cache=staging, local_repos=[], remote_repos=remotes, timeout=30
    )
    component: Any = context.project(group, artifact).at_version(version)
    try:
        path: Path = component.artifact(classifier, "jar").resolve()
    except BaseException:
        with contextlib.suppress(Stopped):
            tally.add(-counted, locked.path.name)
        raise
    if counted != locked.size:  # no length was announced, or it is not the file: the progress still adds up
        tally.add(locked.size - counted, locked.path.name)
    return path


def _unavailable(locked: LockedFile, remotes: dict[str, str], error: Exception | None) -> ArtifactError:
    return ArtifactUnavailable(
        f"{locked.path.name} is not in the local Maven repository and cannot be downloaded: {_reason(error)}",
        f"connect this machine to {', '.join(remotes.values())} once and try again, or copy the folder named by M2_REPO"
        " (default ~/.m2/repository) from a machine that has the files",
    )


def _reason(error: BaseException | None) -> str:
    """The innermost cause in one line: what urllib3 wraps names the same trouble four times over."""
    while error is not None and (inner := getattr(error, "reason", None) or next(iter(error.args), None)):
        if not isinstance(inner, BaseException):
            break
        error = inner
    return f"{type(error).__name__}: {error}"[:300]


def cannot_use(repository: Path, error: OSError) -> ArtifactError:
    """The error for trouble with the local repository itself."""
    if error.errno in _DISK_FULL:
        return _no_room(repository, "the disk is full")
    return ArtifactUnavailable(
        f"cannot use the local Maven repository {repository}: {error}",
        "make the folder readable and writable, or name another one in M2_REPO",
    )


def _no_room(repository: Path, reason: str) -> ArtifactError:
    return ArtifactUnavailable(
        f"no room for downloads in {repository}: {reason}",
        "free some space, or name a folder on another disk in M2_REPO",
    )
