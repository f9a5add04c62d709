"""Which words have weight: what a name may be told by."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from peek_graph.context_map.mentions.words import BREAK, is_dense

# Words that are hardly ever a name by themselves: closed classes of English, the one language in which capitals at the
# start of a sentence are met everywhere. Whatever Lucene leaves out of its index must be among them.
_CLOSED_CLASSES: Final = """
a about above after again against all also although am an and another any are aren't as at away back be
because been before being below between both but by can can't cannot could couldn't did didn't do does doesn't
doing don't down during each either else even ever every few first for from further had hadn't has hasn't have
haven't having he her here hers him his how however i if in into is isn't it its just last like many may me
might mine more most much must my neither never next no none nor not now of off often on once one only onto or
other others our ours out over own per quite rather s same shall she should shouldn't since so some such than
that the their theirs them then there these they this those though through thus to too two under until up upon
us very was wasn't we were weren't what when where whether which while who whom whose why will with within
without won't would wouldn't yes yet you your yours
"""
_FUNCTION_WORDS: Final = frozenset(_CLOSED_CLASSES.split())


@lru_cache(maxsize=1 << 15)
def has_weight(norm: str) -> bool:
    """Whether the word says something: no function word, no single letter of a script with case."""
    if norm in _FUNCTION_WORDS or norm == BREAK:
        return False
    return len(norm) > 1 or is_dense(norm) or not is_cased(norm)


def is_cased(norm: str) -> bool:
    """Whether it has letters that have case."""
    return norm.lower() != norm.upper()
