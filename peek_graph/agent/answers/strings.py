r"""Texts in quotes: escapes as JSON has them, and the backslashes of LaTeX, which models forget to double.

An escape that JSON does not have (``\alpha``, ``\(``, ``\_``) can only be a backslash that was meant as one. Those that
it has are the trap: ``\beta`` is valid JSON for a backspace and "eta". So:

- ``\b`` and ``\f`` before a letter: nobody writes a backspace or a form feed before a word, so it is a backslash.
- ``\t``, ``\n``, ``\r``: tabs and line ends are common. Where the letters that follow make a command of LaTeX and what
  JSON leaves of it is no word (``heta``, ``abla``, ``ightarrow``), it is the command; so it is right after a ``$``.
- Where both can be (``\nu``: "ν", or a line that begins with "u"), it is what JSON says it is, unless other LaTeX
  stands in the same text: then nobody can tell, and it is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from peek_graph.agent.answers.records import Unsure

_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_SIMPLE: Final = {'"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LETTERS: Final = re.compile(r"[A-Za-z]+")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# Commands that leave no word behind when JSON has eaten their first letter.
_PLAIN: Final = frozenset(
    re.findall(
        r"\w+",
        """
        nabla nearrow neq newcommand newline nleq nmid nonumber notin nrightarrow nsubseteq nwarrow natural
        tanh textbf textit textrm textsc textstyle textsubscript textsuperscript texttt tfrac therefore theta tilde
        times triangle triangleq
        rangle rbrace rbrack rceil rfloor rho right rightarrow rightharpoonup rightleftharpoons rtimes
        """,
    )
)
_DOUBTFUL: Final = frozenset(("ne", "ng", "ni", "not", "nu", "tan", "tau", "tag", "text", "to", "top", "rm", "root"))
_TAKES_BRACES: Final = frozenset(("tag", "text"))
# Anything of it makes LaTeX of a text: a command that JSON cannot mistake for one of its escapes, or mathematics.
_LATEX: Final = re.compile(
    r"(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-zA-Z]|[bf][A-Za-z]{2}|u(?![0-9a-fA-F]{4})|[()\[\]{}_^,;!])|\$[^$\n]{1,200}\$"
)


def unescaped(content: str) -> str | Unsure:
    """What a text between its quotes says."""
    if "\\" not in content:
        return content
    unsure: Unsure | None = None
    # Looked for once, and only where it matters.
    among_latex = cache(lambda: _LATEX.search(content) is not None)

    def said(found: re.Match[str]) -> str:
        nonlocal unsure
        escape = found[1]
        if len(escape) == 5:
            return chr(int(escape[1:], 16))
        if len(escape) == 3:
            # Python and JavaScript mean a character; all of letters, it may as well be a command.
            return chr(int(escape[1:], 16)) if any(map(str.isdigit, escape[1:])) else found[0]
        if escape in "bfnrt":
            meant = _command(content, found, among_latex)
            if isinstance(meant, Unsure):
                unsure = unsure or meant
                return ""
            return meant
        if escape == "\n":
            unsure = unsure or Unsure(
                "a backslash before the end of a line", content[max(0, found.start() - 60) : found.end() + 60]
            )
        return _SIMPLE.get(escape, found[0])

    text = _ESCAPE.sub(said, content)
    return unsure or _PAIR.sub(_joined, text)


def _command(content: str, found: re.Match[str], among_latex: Callable[[], bool]) -> str | Unsure:
    """One of the escapes b, f, n, r, t: the character, the backslash and letter, or nobody can tell."""
    letter = found[1]
    if (following := _LETTERS.match(content, found.end())) is None:
        return _SIMPLE[letter]
    if letter in "bf":
        return found[0]
    name, after = letter + following[0], content[following.end() : following.end() + 1]
    in_mathematics = content[max(0, found.start() - 1) : found.start()] == "$" and (name in _DOUBTFUL or name in _PLAIN)
    if name in _PLAIN or in_mathematics or (name in _TAKES_BRACES and after == "{"):
        return found[0]
    if name in _DOUBTFUL and among_latex():
        place = content[max(0, found.start() - 60) : found.end() + 60]
        return Unsure(rf"\{name} may be LaTeX, which needs two backslashes, or an escape and text", place, "ambiguous")
    return _SIMPLE[letter]


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
