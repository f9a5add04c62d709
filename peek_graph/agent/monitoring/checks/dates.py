"""The dates in a text."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from typing import Final

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
_MONTH: Final = rf"(?:{'|'.join(_MONTHS)})(?![a-z])\.?"
_YEAR: Final = r"(?:19|20)[0-9]{2}"
_URL: Final = re.compile(r"https?://\S+|\b10\.[0-9]{4,9}/\S+", re.IGNORECASE)
# The quantities that are mistaken for years most: 2000 cycles, 2000 mAh, 1900 km.
_UNIT: Final = (
    r"(?:[kmgt]?wh?|m?ah|k?va?|k?hz|[kmgtp]?b|[kmcnµμ]?m|[kmµμ]?g|kcal|k?j|k?pa|l|ml|h|s|ms|rpm|ppm|°|℃|%|"
    r"cycles?|times|words?|tokens?|characters?|people|persons?|users?|units?|pieces|pages?|items|rows|steps|samples|hours?|"
    r"minutes|seconds|days|weeks|euros?|eur|usd|dollars?|yuan|rmb|million|billion|thousand|kilo\w*|met(?:er|re)s|miles|watts?|"
    r"volts?|tonn?e?s|tons|homes|households|cells|degrees)(?![a-z])"
)
_UNIT_ZH: Final = "[次元人字个万亿米瓦度词页条倍克吨公千台只块轮项种分秒家辆张户步行℃安毫]"
_DAY_MONTH_YEAR: Final = rf"(?P<d1>[0-3]?[0-9])(?:st|nd|rd|th)?(?: of)? (?P<m1>{_MONTH}),? (?P<y1>{_YEAR})"
_MONTH_DAY_YEAR: Final = rf"(?P<m2>{_MONTH}) (?P<d2>[0-3]?[0-9])(?:st|nd|rd|th)?,? (?P<y2>{_YEAR})"
_MONTH_YEAR: Final = rf"(?P<m3>{_MONTH}),? (?P<y3>{_YEAR})"
# With a point between only whole dates: 2024.5 is a number.
_NUMERIC: Final = (
    rf"(?P<y4>{_YEAR})(?P<by>[-/.])(?P<m4>0?[1-9]|1[0-2])"
    r"(?:(?P=by)(?P<d4>3[01]|[12][0-9]|0?[1-9])(?![0-9])|(?<![.][0-9])(?<![.][0-9]{2}))(?![0-9%])"
)
_CHINESE: Final = (
    rf"(?P<y5>{_YEAR})\s?年(?:\s?(?P<m5>1[0-2]|0?[1-9])\s?月(?:\s?(?P<d5>3[01]|[12][0-9]|0?[1-9])\s?[日号])?)?"
)
_EITHER: Final = rf"(?P<a6>[0-3]?[0-9])(?P<by6>[/.])(?P<b6>[0-3]?[0-9])(?P=by6)(?P<y6>{_YEAR})"
_BARE: Final = rf"(?P<y7>{_YEAR})(?!,[0-9]{{3}}|\.[0-9]|\s?{_UNIT}|-?\s?{_UNIT_ZH})"
_DATE: Final = re.compile(
    # The second year of 2019-2021 is one, the end of ABC-2021 is none.
    r"(?<![\w.,$€£¥#])(?:(?<!-)|(?<=[0-9]{4}-))(?<![$€£¥] )(?<!(?:EUR|USD|RMB|CNY) )"
    rf"(?:{_DAY_MONTH_YEAR}|{_MONTH_DAY_YEAR}|{_MONTH_YEAR}|{_CHINESE}|{_NUMERIC}|{_EITHER}|{_BARE})(?:(?=t[0-9]{{2}}:)|(?![0-9a-z]))",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class DateSaid:
    """A date as it was written, and the days that may be meant: of a month or a year all of them."""

    text: str
    first: date
    last: date


def dates_in(text: str) -> tuple[DateSaid, ...]:
    """ISO dates, ``3 May 2024``, ``May 2024``, ``2024年5月3日``, ``2024/5/3``, ``3/5/2024``, years from 1900 to 2099.

    A number with a unit is no year (2000 cycles, 2000 mAh, $2000, 2,000), and addresses have no dates. Of ``3/5/2024``
    both days may be meant.
    """
    # Where Han stands beside a digit there is a border too; by ASCII rules `\w` leaves it out.
    found = (_said(match) for match in _DATE.finditer(_URL.sub(" ", text)))
    return tuple(one for one in found if one is not None)


def _said(match: re.Match[str]) -> DateSaid | None:
    parts = {name: value for name, value in match.groupdict().items() if value and not name.startswith("by")}
    year = int(next(value for name, value in parts.items() if name.startswith("y")))
    if "a6" in parts:
        one, other = int(parts["a6"]), int(parts["b6"])
        days = sorted(day for day in (_day(year, one, other), _day(year, other, one)) if day)
        return DateSaid(match[0], days[0], days[-1]) if days else DateSaid(match[0], *_days(year, None))
    month = next((value for name, value in parts.items() if name.startswith("m")), None)
    day = next((value for name, value in parts.items() if name.startswith("d")), None)
    number = None if month is None else _MONTHS.get(month.casefold().rstrip(".")) or int(month)
    exact = _day(year, number, int(day)) if number and day else None
    # A 31st of February is some day of February.
    return DateSaid(match[0], exact, exact) if exact else DateSaid(match[0], *_days(year, number))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _days(year: int, month: int | None) -> tuple[date, date]:
    last = month or 12
    return date(year, month or 1, 1), date(year, last, monthrange(year, last)[1])
