"""What tools said in the second phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RESULTS: Final[Mapping[int, str]] = {
    22: """\
calculate: changes a year at 4,600 m³/d
water a year = 4,600 x 365 = 1.679 million m³
carbon: 48 m³ x 5,500 bed volumes = 264,000 m³ until PFBA breaks through -> 1,679,000 / 264,000 = 6.4 changes a year
  each change: 48 m³ x 450 kg/m³ = 21.6 t; in a year 138 t; a vessel is out of work for 1.5 days
resin: 9.6 m³ x 38,000 bed volumes = 364,800 m³ -> 1,679,000 / 364,800 = 4.6 changes a year
  each change: 9.6 m³, 6.7 t spent and drained; in a year 31 t; a vessel is out of work for 4 hours
With lead and lag only the lead vessel is changed, so the media are used better than this by 10 to 25 %: left out
here.
""",
    24: """\
calculate: 21,600 kg x 6.4 x 1.15 euros
21,600 x 6.4 = 138,240 kg a year
138,240 x 1.15 = 158,976 euros a year for reactivation
make-up for losses of 9 %: 12,442 kg a year of new carbon x 2.60 = 32,348 euros, left out here for it is in the
operation of the cost guide
rounded: 159 thousand euros a year
""",
    25: """\
6 results for: price single-use PFAS selective resin per litre municipal

1. Award of the tender "ion exchange resin 2024-2028", Solberg waterworks: 4.20 euros a litre, PFAS selective,
delivered and filled in, four bidders, from 4.20 to 6.35 euros.
2. Makers' association: a yearly minimum of 20 m³ is usual in contracts with towns; below it prices are by agreement.
3. PFAS resins, an overview of types: gel and macroporous, both on polystyrene; gel types have more capacity for
short chains.
4. A shop for laboratories: 500 ml for 189 euros. Not for drinking water.
5. News: a maker closes its plant in Leverkusen, deliveries may be late until summer.
6. Price of polystyrene 2020 to 2025: between 1.1 and 1.9 euros a kg, without a trend.
""",
    26: """\
3 results for: Marren ion exchange pilot PFAS erratum

1. Erratum to: Single-use ion exchange at Marren: a pilot of 11 months. Journal of Water Practice, May 2025. In the
table of results two columns were exchanged for PFBA. The run until breakthrough to 10 % of the inflow was 58,000 bed
volumes; 38,000 is the run until the first trace above the limit of quantification. Text and summary are to be read
with 58,000. The conclusions are not changed, the authors say. The figure for PFBS (92,000) is right.
2. Single-use ion exchange at Marren: a pilot of 11 months. The paper itself, 2022, cited 41 times, mostly with
38,000.
3. Marren waterworks, yearly report 2024: resin was changed in March and in October, 7 months apart, at a higher load
than in the pilot; no trouble with the quality; visitors are welcome on the first Tuesday of the month.
""",
    27: """\
calculate: resin with 58,000 bed volumes
9.6 m³ x 58,000 = 556,800 m³ until PFBA breaks through -> 1,679,000 / 556,800 = 3.0 changes a year
resin: 9,600 l x 3.0 x 4.20 = 120,960 euros a year (28.8 m³ a year, above the minimum of 20 m³)
burning: 9.6 m³ x 0.7 t/m³ x 3.0 = 20.2 t a year x 900 = 18,144 euros a year
together 139,104 euros a year, rounded 139 thousand
""",
    28: """\
From: sales@carbotek.example
Subject: Offer 25-1187, reactivation for Ardenbrook, 12 November 2025

Dear Sir or Madam, thank you for asking. For 138 tonnes a year of spent carbon from drinking water with PFAS we offer
reactivation at 1.45 euros a kg. The price holds to the end of June and includes freight with our silo lorries,
sampling of each load and the certificate. It does not include make-up carbon, which is 2.75 euros a kg at present.
PFAS needs 950 °C instead of 850 °C and longer times in the kiln; that is why lists of before 2023 no longer hold. We
can take the first load eight weeks after the order. The carbon is kept apart from that of other customers, so that
you get your own back. A visit to the kiln is possible every second Thursday. With kind regards, Carbotek, sales
""",
    29: """\
calculate: 21,600 kg x 6.4 x 1.45 euros
138,240 kg a year x 1.45 = 200,448 euros a year, rounded 200 thousand
difference to the list price of 1.15: 41,472 euros a year
difference to ion exchange (139 thousand): 61 thousand euros a year
""",
    30: "FAILS: RunError: breakthrough 2.3: did not converge after 5,000 iterations (residual 0.31 at column node "
    "17, compound "
    "PFBA). Try a coarser step, or check the isotherm.",
    31: "FAILS: RunError: breakthrough 2.3: finished with 1,204 negative concentrations for PFBA. Its isotherm was "
    "guessed from "
    "PFBS, for the library has none for PFBA. Results were not written.",
    32: "FAILS: NothingFound: 2 results, none with DOC. (1) PFBA on carbon in ultrapure water: K = 2.1. (2) PFBA on "
    "carbon in "
    "ultrapure water: K = 19. Both in the laboratory at 20 °C; neither gives an isotherm in groundwater.",
    33: """\
4 results for: carbon pilot PFBA bed volumes Ekeby Torvald

1. Ekeby: carbon against PFAS, pilot of 2024. EBCT 16 minutes, DOC 1.2 mg/L. Breakthrough of PFBA after 7,100 bed
volumes, PFBS after 12,800, PFOS not reached. New, not reactivated carbon. The town decided for carbon because it had
vessels already.
2. Torvald: pilot stopped after four months, because iron clogged the columns; PFBA was at 60 % of the inflow by then.
3. Ekeby, budget of 2026: 310 thousand euros for carbon, "twice what had been planned".
4. Map of pilots against PFAS in the country, 14 entries, the last change in 2023.
""",
    35: """\
Table from the health office, sulfate in mg/L, yearly means (a dry year is marked with *):

year  | W1 | W2 | W3 | W4 | W5
2015  | 39 | 41 | 44 | 43 | 50
2017  | 40 | 41 | 45 | 43 | 51
2018* | 42 | 44 | 47 | 46 | 54
2020  | 40 | 42 | 46 | 44 | 53
2022* | 43 | 45 | 49 | 47 | 57
2024  | 41 | 43 | 47 | 45 | 56

Remark of the office: the trend in W5 is +0.8 mg/L a year (gypsum in the lower gravel, drawn in by pumping); at that
rate it reaches 60 mg/L about 2029. The other wells have no trend that could be told from chance. For health sulfate
does not matter below 250 mg/L. Monthly values exist from 2021 on and can be had; the highest so far was 59 mg/L in
W5 in September 2022.
""",
    36: """\
calculate: 20 years, without interest, in prices of 2023
carbon: 1.90 million + 0.04 crane rail? (no: counted later) + 20 x (61 + 200) thousand = 1.90 + 5.22 = 7.12 million
ion exchange: 1.60 million + 20 x (38 + 139) thousand = 1.60 + 3.54 = 5.14 million
difference 1.98 million euros in favour of ion exchange
with 38,000 bed volumes instead of 58,000 ion exchange would be at 6.4 million, still below carbon
with 20 % less life of both media: carbon 8.1, ion exchange 5.8 million
""",
    37: """\
Call with Dr Lindqvist, geologist of the county, 40 minutes.

W5 draws its sulfate from gypsum in the lower gravel; the longer it is pumped in a dry summer, the more comes up. If
it rests from July to September the level recovers, and the mean of the year falls to about 51 mg/L; he has seen that
at two fields of the kind. What is lost are about 400 m³ a day in these months, which W1 and W2 can give for three
years out of four. In the fourth the town would have to ask for saving, or buy from Norrby. The water office has to
permit the change of pumping; it wants a form, a map and the monthly values since 2021, and takes about four months.
He would support it. He warns of resting W3 in its
place: then the plume would move towards W4.
""",
    38: """\
calculate: break-even price of resin
carbon over 20 years 7.12 million; ion exchange without resin: 1.60 + 20 x (38 + 18) thousand = 2.72 million
left for resin: 4.40 million / 20 = 220 thousand a year / 28,800 l = 7.64 euros a litre
break-even at 7.60 euros a litre, that is 1.8 times today's 4.20
break-even life of resin at 4.20 euros: 32,000 bed volumes
""",
    39: """\
Call with Ms Brandt, Solberg waterworks, half an hour.

She is content with the resin: five years, no value above the limit, two people trained, a change takes a morning.
What she would do otherwise is the filter before it. They took 5 µm as the pilot had, and in the second year iron
from an old main clogged the lead vessel within three weeks; that resin was lost, 40 thousand euros. Now they have 1
µm, which needs new elements every four months. She also advises to buy the vessels with two manholes, and not to let
the maker of the resin do the analyses. Burning the resin is at Thermex; the price was renewed last year and is
confidential. Visitors are welcome if they bring their own boots.
""",
    40: """\
5 results for: cartridge filter 1 micron municipal 200 m3/h price elements per year

1. Housing for 40 elements, stainless, 200 m³/h, with valves and gauges: 55 thousand euros, built in. Delivery 16
weeks.
2. Elements of 1 µm, 40 inches: 48 euros each; 40 of them three times a year are 5,760 euros, about 6 thousand euros
a year.
3. Bag filters: cheaper to buy (21 thousand euros), but 1 µm bags let through about a tenth of the particles.
4. Self-cleaning filters: from 10 µm on only.
5. Advice of a county: a filter with pressure gauge on both sides, changed at 1.0 bar.
""",
    41: """\
Call with Mr Abara, county, department of drinking water, 15 minutes.

He has eleven towns that ask. Whoever hands in a plan with a decision of the council by 14 February 2026 has good
chances of an exception until the end of 2028, in Ardenbrook's case perhaps until 2029, for the building takes two
years. The plan has to name the treatment, the costs, the dates and who informs the households. He does not want
reports above 40 pages. The exception is refused if a town has known of values above the limit and done nothing; he
thinks that Ardenbrook is on the safe side since it had samples taken each quarter. He is on leave from 22 December
to 9 January.
""",
}
