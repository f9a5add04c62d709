"""The texts that models are given, as template files: those beside this module, or a user's own in their place."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from string import Template

from peek_graph.errors import PromptError
from peek_graph.records import StatusLanguage
from peek_graph.settings import UpdaterSettings

__all__ = ["Prompts", "prompts_of"]


class Prompts:
    """The templates of one language, as ``name.md`` in ``folder`` or in its sub-folder of that language.

    What the folder lacks is taken from the package. In a template ``$name`` is filled in, and ``$$`` is a dollar sign.
    """

    def __init__(self, language: StatusLanguage, folder: Path | None = None) -> None:
        self.language = language
        self._folder = folder
        if folder is not None and not folder.is_dir():
            raise PromptError(f"there is no folder {str(folder)!r} for prompts", "correct updater.prompts")

    def fill(self, name: str, needed: Collection[str] = (), **values: str) -> str:
        """The template with its places filled in. PromptError if it lacks one of ``needed``, or has unknown ones.

        What is filled in is not looked at again, so a dollar sign in it is only that.
        """
        where, template = self._template(name)
        places = set(template.get_identifiers())
        if not template.is_valid() or (unknown := places - set(values)):
            wrong = f"an unknown ${sorted(unknown)[0]}" if template.is_valid() else "a $ that begins no name"
            known = ", ".join(f"${place}" for place in sorted(values))
            raise PromptError(f"{where} has {wrong}", f"a dollar sign is $$; what is filled in: {known or 'nothing'}")
        if lacking := sorted(set(needed) - places):
            raise PromptError(f"{where} lacks ${lacking[0]}", "put it where that text is to stand")
        return template.substitute(values).strip()

    def _template(self, name: str) -> tuple[str, Template]:
        for place in (self._folder / self.language, self._folder) if self._folder else ():
            file = place / f"{name}.md"
            try:
                return str(file), Template(file.read_text(encoding="utf-8"))
            except FileNotFoundError:
                continue
            except (OSError, UnicodeDecodeError) as error:
                raise PromptError(f"the template {file} cannot be read: {error}", "correct or remove it") from error
        return f"the template {name!r}", _own(self.language, name)


def prompts_of(project_dir: Path, settings: UpdaterSettings, language: StatusLanguage) -> Prompts:
    """The templates that settings name, in a folder of the project, or those of the package."""
    return Prompts(language, project_dir / settings.prompts if settings.prompts else None)


@lru_cache(maxsize=64)
def _own(language: str, name: str) -> Template:
    try:
        return Template((files(__package__) / language / f"{name}.md").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PromptError(f"there is no template {name!r} in {language!r}", "see peek_graph/agent/prompts") from None
