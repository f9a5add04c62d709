"""What tools said in the third phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RESULTS: Final[Mapping[int, str]] = {
    45: """\
Mail from Ms Ruiz, clerk of the council.

The council decides on 27 January 2026 at half past six in the old school; it is the last session before the budget.
Reports have to be with me two weeks before, that is on 13 January, as PDF and on paper, fourteen copies. The
committee for works reads them first, on the 20th. One speaker is heard, for ten minutes, and there are questions.
Last time the report on the sewers had nine pages of summary and nobody had read it: please keep to the length that
was agreed. Slides are shown if they come the day before. If Ms Okafor speaks herself, I need her name on the list;
if a consultant does, the chair has to agree. The press sits in. Should the decision be put off, the next session is
on 24 February, which I understand would be too late for the county. The room has a screen but no sound. Kind
regards, Inés Ruiz
""",
    50: """\
4 results for: construction price index water treatment plants 2023 2025

1. Index of building costs, plants for water and waste water, 2020 = 100: 2023 131.2, 2024 136.0, 2025 (third
quarter) 141.7. From 2023 to 2025 that is + 8.0 %.
2. Index of wages in the trade: + 9.4 % from 2023 to 2025.
3. Guide to costs of water treatment: the ninth edition is announced for autumn 2026.
4. calculator: 1.60 x 1.08 = 1.728 -> 1.73 million; 1.90 x 1.08 = 2.052 -> 2.05 million euros
""",
    51: """\
From: weiss@thermex.example
Subject: offer 4471, spent ion exchange resin from Ardenbrook, 3 December 2025

We offer to burn 20 tonnes a year of drained resin with PFAS at 1,150 °C in kiln 2 for 1,050 euros a tonne, collected
in big bags at Kell, with proof of destruction for each load. Water above 55 % is charged extra. The price holds for
two years and then follows the index of energy. The licence of the kiln for PFAS runs to 2034. Payment within 30
days. We do not take carbon. The page with prices that you looked for was taken down in 2024, since every load is
different. Weiss, Thermex Norrby
""",
    52: """\
calculate: 20 years in prices of 2025, without interest
ion exchange: 1.73 + 0.055 filter + 20 x (38 + 6 + 121 + 21) thousand = 1.785 + 20 x 0.186 = 1.785 + 3.72 = 5.51
million
carbon: 2.05 + 0.04 crane rail + 20 x (61 + 200) thousand = 2.09 + 5.22 = 7.31 million
difference 1.80 million euros in favour of ion exchange
per m³ of water: ion exchange 16 cents, carbon 22 cents
""",
    53: "FAILS: FontMissing: the layout of the town of Ardenbrook asks for the font 'Ardenbrook Sans', which is not "
    "installed. "
    "No chart was written.",
    54: "FAILS: LayoutRefused: the layout of the town of Ardenbrook allows 'Ardenbrook Sans' only; 'Arial' was "
    "refused. No chart "
    "was written.",
    55: """\
Chat with Purolane, sales (Ms Chen), transcript.

- How long does the delivery of 10 m³ of your PFAS resin take? - 14 weeks from the plant at present, it was 9 before
the closure in Leverkusen. - And for an emergency? - From our stock in Rotterdam within 6 weeks, at 12 % more, up to
6 m³ a customer. - Does it keep? - Two years, moist and above freezing, in the closed bag. Most towns keep a spare
filling for one line; for yours that would be 4.8 m³. - Is there a second maker of that type? - Not with a
certificate for drinking water in your country. One is in the procedure, I hear, but that takes until 2027 at least.
- Thank you. - Shall I make an offer in writing? - Later.
""",
    58: """\
calculate: 1.60 x 1.08 = 1.728; 1.90 x 1.08 = 2.052
compared with the report: 1.73 and 2.05, both right after rounding
other numbers of the report that were compared: 0.16, 0.10 and 0.02 µg/L (monitoring, health office), 5,500 and
58,000 bed volumes (Hollin, Marren's erratum), 1.45 euros a kg (Carbotek), 4.20 euros a litre (Solberg), 1,050 euros
a tonne (Thermex)
""",
    59: """\
Mail from Ms Ruiz, clerk of the council, 9 December 2025.

Thank you, the report has arrived, four weeks early; that is a first. I have put it on the agenda of 27 January as
item 5 and sent it to the committee for works. The paper copies are with the porter. The summary fits on a telephone:
the chair has tried it. One question of the chair in advance: would a pilot at Kell before the tender be money well
spent? He will ask it in the session.
""",
}
