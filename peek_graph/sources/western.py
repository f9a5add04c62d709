"""Whether 8-bit text reads as Western: single letters and signs where Western writing has them."""

from __future__ import annotations

import re

WESTERN = "cp1252"

_ENOUGH = 0.9
_FEW = 4  # so many may stand in a text that has hardly anything else
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿŠŽŒšžœŸƒ"
_HIGH = "À-ÖØ-öø-ÿŠŽŒšžœŸ"
# A sign or letter counts where its neighbours are those it has in print. Pairs of bytes of an East Asian character
# come out as signs within words and as capitals in the wrong place, and so count against.
_IN_PLACE = re.compile(
    "|".join(
        (
            rf"(?<=[A-Za-z])(?<![{_HIGH}])[ß-öø-ÿšžœ]{{1,2}}(?![{_HIGH}])",  # inside or at the end of a word
            rf"(?<![{_LETTER}])[{_HIGH}][ß-öø-ÿšžœ]?(?=[A-Za-z])",  # at its beginning
            rf"(?<=[A-Z])[À-ÖØ-ÞŠŽŒŸ]{{1,2}}(?![{_HIGH}])",  # in capitals
            rf"(?<![{_LETTER}])[àáéèóòåäöæøÀÁÉÈÓÒÅÄÖÆØ](?![{_LETTER}])",  # the words of one letter
            rf"(?<![{_LETTER}0-9])[“‘„‚«‹](?=\S|[\xa0 ])",
            rf"(?<=[^\s])[”»›](?![{_LETTER}0-9])|(?<=[\xa0 ])[»›](?![{_LETTER}0-9])",
            r"[’´](?=[A-Za-z0-9])|(?<=\S)[’´]",
            r"[–—…•\xa0\xad]",
            r"[€£¥](?=[\s\d.,;:)]|$)|(?<=[\d\s(])[€£¥¢]|^[€£¥]",
            r"(?<=[\d\s(])[°º](?=[\sA-Z.,;:)/\-]|$)|(?<=\d)[ªº‰]",
            r"(?<![^\s\d(+\-/*·])µ(?=[A-Za-z\s]|$)",
            r"(?<![^\s\d()A-Za-z=,~])[±×÷·](?=[\s\d(.A-Za-z\-]|$)",
            r"(?<=[A-Za-z0-9)\]µ])[²³¹](?![A-Za-zÀ-ÿ])|(?<![^\s\d])[½¼¾](?![A-Za-zÀ-ÿ])",
            r"(?<![^\s(\[/§])[§¶©®†‡](?=[\s\d§A-Za-z])|(?<=[A-Za-z0-9])[™®†‡©]",
            rf"(?<![{_LETTER}])[¿¡](?=[{_LETTER}])",
        )
    ),
    re.M,
)
_NOT_ASCII = re.compile(r"[^\0-\x7f]")


def reads_as_western(data: bytes) -> bool:
    """Whether bytes are cp1252 by where the few that are not ASCII stand."""
    try:
        text = data.decode(WESTERN)
    except UnicodeDecodeError:
        return False
    high = len(_NOT_ASCII.findall(text))
    if high > _FEW and high * 2 > len("".join(text.split())):
        return False
    in_place = sum(len(_NOT_ASCII.findall(found)) for found in _IN_PLACE.findall(text))
    return in_place >= high * _ENOUGH
