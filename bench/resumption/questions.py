"""What the agent is asked about its own state, and what has to be in the text that it is shown.

Written from the story, before anything was run. A fragment may be one of several, parted by ``|``; ``@file`` is the
ref of that document in the map. What is asked of the map is the question as it stands, or, for what the status
names, what an agent opens after reading it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Question:
    """``after``: the step that was killed, or the last; ``{hypothesis}`` in ``asks`` is the one in the status."""

    number: int
    after: int
    text: str
    fragments: tuple[str, ...]
    asks: str = ""

    @property
    def request(self) -> str:
        return self.asks or f"SEARCH: {self.text}"


_ASKED: Final[tuple[tuple[int, str, tuple[str, ...], str], ...]] = (
    (10, "How much water does the field deliver a day?", ("4,600",), ""),
    (10, "What was the daily flow before it was corrected, and who corrected it?", ("3,900", "Okafor"), ""),
    (10, "Which well has the most PFAS, and how much?", ("W3", "0.31"), ""),
    (10, "Which limit holds for PFAS-4, and from when?", ("0.02", "2028"), ""),
    (10, "Why is the laboratory's portal of no use?", ("account", "closed in March 2024"), ""),
    (10, "Which share of the PFAS in W3 are short chains?", ("41 %",), ""),
    (10, "After how many bed volumes did PFBA break through the carbon at Hollin?", ("5,500",), ""),
    (10, "Which question about the county is open?", ("exception until 2029",), "OPEN: questions"),
    (10, "Why can W3 not be left out?", ("loses pressure|drop of pressure",), ""),
    (10, "What is the next step?", ("pilot at Marren|pilot-ix-marren",), "OPEN: actions"),
    (25, "Why was reverse osmosis dropped?", ("concentrate", "nowhere to go"), ""),
    (25, "Why was foam fractionation dropped?", ("one reference plant|one waterworks only",), ""),
    (25, "Which treatments are left after the survey?", ("activated carbon", "ion exchange"), "OPEN: survey"),
    (25, "What is still open in the phase survey?", ("offer for burning", "offer for reactivat"), "OPEN: survey"),
    (25, "May the crane rail be removed, and what does that cost?", ("may be removed", "40 thousand"), ""),
    (25, "What price is taken for burning spent resin, and is it certain?", ("900", "guess"), ""),
    (25, "Which two plants are the references for ion exchange?", ("Solberg", "Marren"), ""),
    (25, "How often is carbon changed in a year?", ("6.4 times",), ""),
    (25, "What was the councillor told about PFBA?", ("PFAS-20", "TFA is not counted"), ""),
    (25, "What is the hypothesis at present?", ("carbon is cheapest",), "OPEN: {hypothesis}"),
    (45, "Which hypothesis holds now, and on which condition?", ("exchange is cheapest", "below 60 mg/L"), ""),
    (45, "What was the hypothesis before?", ("carbon is cheapest",), "OPEN: {hypothesis}"),
    (
        45,
        "Which sources support the current hypothesis?",
        ("@cost-guide.md", "@pilot-ix-marren.md"),
        "OPEN: {hypothesis}",
    ),
    (45, "Which way to the lives of the media failed, and why?", ("breakthrough model", "no isotherm"), ""),
    (45, "What did M. Okafor object to about the pilots?", ("averag", "worse of the two"), ""),
    (45, "What did reactivating carbon cost before it was corrected, and what now?", ("1.15", "1.45"), ""),
    (
        45,
        "After how many bed volumes does PFBA break through the resin, and which was a misprint?",
        ("58,000", "38,000"),
        "",
    ),
    (45, "Why does W5 rest in summer, and from when to when?", ("sulfate", "July to September"), ""),
    (45, "Which limit did the draft of the summary break, and with how many words?", ("110 words", "133"), ""),
    (45, "What is still open in the phase compare?", ("permit to rest W5", "delivery of resin"), "OPEN: compare"),
    (60, "What does ion exchange cost over 20 years in prices of 2025?", ("5.51",), ""),
    (60, "What was the investment for ion exchange before and after the conversion to 2025?", ("1.60", "1.73"), ""),
    (60, "Who objected to the prices of 2023?", ("Okafor", "prices of 2025"), ""),
    (60, "Why is there no chart of costs in the report?", ("font", "table"), ""),
    (60, "What does burning spent resin cost by the offer, and what was the guess before?", ("1,050", "900"), ""),
    (60, "What is still to be done?", ("permit to rest W5", "14 February 2026"), "OPEN: todos"),
    (60, "Does the last draft of the summary keep the limit, and how long is it?", ("110 words", "83 words"), ""),
    (60, "Which three risks does the report name?", ("sulfate", "permit", "single maker|one maker"), ""),
    (60, "When does the council decide, and who has the report?", ("27 January 2026", "Ruiz"), ""),
    (60, "How much PFBA does foam fractionation take?", ("12 %",), ""),
)

QUESTIONS: Final = tuple(Question(number, *asked) for number, asked in enumerate(_ASKED, 1))
