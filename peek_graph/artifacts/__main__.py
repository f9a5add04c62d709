"""For maintainers: ``python -m peek_graph.artifacts NAME COORDINATE…`` writes the lock NAME anew.

The coordinates' whole dependency trees are resolved and fetched; with ``--alone`` the named files only. Check the
sums of what is new against another source before you commit them: from then on they are what users trust.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any


def write_lock(name: str, roots: list[str], alone: bool) -> Path:
    """Resolve ``roots`` (``group:artifact:version``) and write the lock file ``name``."""
    from jgo.maven import MavenContext, PythonResolver

    context = MavenContext(resolver=PythonResolver())
    inputs = [context.create_dependency(root) for root in roots]
    found: list[Any] = list(inputs)
    if not alone:
        resolved, transitive = context.resolver.resolve(inputs)
        found = [item for item in (*resolved, *transitive) if item.scope in (None, "compile", "runtime")]
    files = [_entry(item.artifact) for item in found]
    target = Path(__file__).parent / "locks" / f"{name}.json"
    rows = ",\n".join(f"    {json.dumps(entry)}" for entry in files)  # one file a line, for readable diffs
    target.write_text(f'{{\n  "roots": {json.dumps(roots)},\n  "files": [\n{rows}\n  ]\n}}\n', encoding="utf-8")
    return target


def _entry(artifact: Any) -> dict[str, str | int]:
    if artifact.packaging != "jar":
        raise SystemExit(f"{artifact} is a {artifact.packaging}; a lock holds jars only")
    content = artifact.resolve().read_bytes()
    coordinate = f"{artifact.groupId}:{artifact.artifactId}:{artifact.version}"
    if artifact.classifier:
        coordinate += f":{artifact.classifier}"
    return {"coordinate": coordinate, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}


def main() -> None:
    """Parse the command line and write one lock."""
    parser = argparse.ArgumentParser(prog="python -m peek_graph.artifacts", description=__doc__)
    parser.add_argument("name", help="name of the lock, as neo4j-2026.08.1")
    parser.add_argument("coordinates", nargs="+", help="group:artifact:version")
    parser.add_argument("--alone", action="store_true", help="without the dependencies")
    given = parser.parse_args()
    print(write_lock(given.name, given.coordinates, given.alone))


if __name__ == "__main__":
    main()
