"""Locked files as paths: from the local Maven repository, and what it lacks from the remote ones."""

from __future__ import annotations

import configparser
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from peek_graph.artifacts.download import INSTALL_HINT, Report, Tally, cannot_use, check_room, fetch, remove_abandoned
from peek_graph.artifacts.lock import LockedFile, coordinates, load_lock
from peek_graph.artifacts.verified import VerifiedFiles
from peek_graph.errors import ArtifactUnavailable, InvalidValue

_PARALLEL_DOWNLOADS = 8


def repository() -> Path:
    """The local Maven repository, shared with Maven itself and with jgo: ``M2_REPO``, else ``~/.m2/repository``."""
    named = os.environ.get("M2_REPO")
    return Path(named) if named else Path.home() / ".m2" / "repository"


def resolve(lock_name: str, progress: Report | None = None) -> tuple[Path, ...]:
    """All files of one lock, verified, in class-path order; what is missing or wrong is downloaded.

    Raises ArtifactUnavailable when a file can neither be found nor fetched or stored, ArtifactCorrupt when what the
    registry sends is not the locked file.
    """
    return resolve_files(load_lock(lock_name), progress)


def resolve_one(coordinate: str, progress: Report | None = None) -> Path:
    """One locked file by its coordinate (``group:artifact:version``), as `resolve`."""
    locked = coordinates().get(coordinate)
    if locked is None:
        raise InvalidValue(f"{coordinate!r} is in no lock file", "add it with `python -m peek_graph.artifacts`")
    return resolve_files((locked,), progress)[0]


def resolve_files(files: Sequence[LockedFile], progress: Report | None = None) -> tuple[Path, ...]:
    """As `resolve`, for files whose sums come from elsewhere."""
    store = repository()
    verified = VerifiedFiles()
    try:
        missing = [file for file in files if not verified.check(store / file.path, file)]
        if missing:
            _download(missing, store, progress)
            for file in missing:
                verified.check(store / file.path, file)
    except OSError as error:
        raise cannot_use(store, error) from error
    verified.save()
    return tuple(store / file.path for file in files)


def _download(missing: Sequence[LockedFile], store: Path, progress: Report | None) -> None:
    remotes = _remotes(missing[0])
    total = sum(file.size for file in missing)
    check_room(store, total)
    remove_abandoned(store)
    tally = Tally(total, progress)
    with ThreadPoolExecutor(_PARALLEL_DOWNLOADS, thread_name_prefix="download") as pool:
        jobs = [pool.submit(fetch, file, store, remotes, tally) for file in missing]
        try:
            for job in as_completed(jobs):
                job.result()
        except BaseException:
            tally.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _remotes(first: LockedFile) -> dict[str, str]:
    """Name -> URL: those of jgo's own configuration file, then Maven Central (an entry ``central`` moves it)."""
    try:
        from jgo.config import GlobalSettings
        from jgo.constants import MAVEN_CENTRAL_URL
    except ImportError as error:
        raise ArtifactUnavailable(f"{first.path.name} has to be downloaded, which needs jgo", INSTALL_HINT) from error
    try:
        configured: dict[str, str] = GlobalSettings.load().repositories
    except configparser.Error as error:
        said = str(error).replace("\n", " ")
        raise ArtifactUnavailable(f"jgo's configuration cannot be read: {said}", "correct that file") from error
    return configured if "central" in configured else {**configured, "central": MAVEN_CENTRAL_URL}
