"""What tools said in the first phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RESULTS: Final[Mapping[int, str]] = {
    3: "FAILS: HTTP 403 Forbidden: portal.hydrolab.example says: this area is for customers. Sign in, or ask your "
    "contact.",
    4: "FAILS: HTTP 401 Unauthorized: portal.hydrolab.example says: missing token. Tokens are given to active "
    "accounts only.",
    5: "FAILS: HTTP 410 Gone: account 0417 (Town of Ardenbrook, waterworks) was closed on 31 March 2024 at the end "
    "of its "
    "contract. Data of closed accounts are handed out by mail on request.",
    6: """\
From: results@hydrolab.example
Subject: Re: single PFAS compounds in W3 and in the reservoir, 2024

Good morning, below are the means of the four samplings of 2024, in µg/L. The limit of quantification is 0.001 µg/L.

compound | W3    | reservoir
PFBA     | 0.090 | 0.046
PFBS     | 0.037 | 0.019
PFPeA    | 0.012 | 0.006
PFHxA    | 0.018 | 0.010
PFHxS    | 0.041 | 0.021
PFOA     | 0.029 | 0.014
PFOS     | 0.068 | 0.035
PFNA     | 0.002 | 0.001
others   | 0.013 | 0.008
sum of 20| 0.310 | 0.160

PFAS-4 (PFHxS, PFOS, PFOA, PFNA) in the reservoir: 0.071 µg/L. Short chains (PFBA and PFBS) are 41 % of the sum in W3.
TFA was not measured. If you want it measured, the price is 85 euros a sample, and the samples have to be cooled.
Your account was closed in 2024; a new one can be opened with the attached form. Kind regards, Hydrolab, results desk
""",
    8: """\
5 results for: granular activated carbon short-chain PFAS breakthrough bed volumes

1. Short-chain PFAS on granular activated carbon: a review of 31 full-scale plants (2023). Short chains break through
three to four times earlier than PFOS in all plants but two. DOC above 2 mg/L halves the life of carbon for PFAS,
whatever the chain. Median contact time 13 minutes. The authors warn of small-column tests, which overestimate the
life by 40 %.
2. Carbon from coconut shells for PFAS (maker's page). "Up to 60,000 bed volumes for PFOS", in water without DOC. No
short chains are named; a data sheet can be had after registration.
3. Household filters in test: what jugs take out of tap water (consumers' magazine, 2024). Of nine jugs four hold
back more than half of PFOA after 100 litres; one gives back what it held after 150 litres.
4. Thesis: regeneration of carbon by microwaves. Laboratory scale, 200 g, capacity back to 81 % after five rounds.
5. Forum of water engineers: "how often do you change carbon for PFBA?" Answers from three to nine times a year,
without figures for DOC or contact time.
""",
    11: """\
4 results for: reverse osmosis PFAS drinking water concentrate disposal

1. Membranes against PFAS: a survey of pilot plants (2022). Reverse osmosis holds back 98 % of all PFAS, short chains
too; nanofiltration 91 %, of PFBA only 68 %. Recovery is 82 %, so 18 % of the flow is left as concentrate with five
times the concentration. In all pilots but one the concentrate went into the sewer or the sea.
2. Treating concentrate with electrochemical oxidation: works on PFOS, makes perchlorate; 45 kWh a m³ of concentrate.
One plant is being built, none runs.
3. Hardness after reverse osmosis: the water has to be hardened again, with lime or by blending, at 3 to 6 cents a m³.
4. Energy: 0.7 to 0.9 kWh a m³ at 10 bar, about 1.3 million kWh a year for a town of 12,000 people. Makers offer
recovery of pressure from 10,000 m³ a day on.
""",
    12: """\
Call with Mr Petrov, head of the sewage works of Ardenbrook, 25 minutes.

He says at once that he cannot take it. The works has an aeration basin and a settling tank, nothing that holds back
PFAS, and discharges into the Lenn 900 m below the weir. 830 m³ of concentrate a day would be 11 % of his dry-weather
flow and would triple the PFAS in the river. The county looked at his sludge in 2024: it goes to a kiln now and no
longer to fields, which costs 140 thousand euros a year. A tank lorry to the industrial works at Norrby would be
possible, but that is 28 lorries a day. He refuses in writing if it is needed. He asks to be told what we take
instead, for spent media may come by his weighbridge.
""",
    13: """\
6 results for: foam fractionation drinking water reference plants PFAS

1. Foam fractionation at Lindvik waterworks, two years of operation (2024): 1,100 m³ a day, PFOS 97 % removed, PFHxS
88 %, PFBS 31 %, PFBA 12 %. The foam is 0.1 % of the flow and goes to a kiln. The authors call it the first plant for
drinking water.
2. Foam fractionation for landfill leachate: nine plants in three countries, PFOS above 95 %.
3. Adding surfactants for short chains: PFBA up to 55 % in the laboratory, but the surfactant stays in the water: not
allowed in drinking water.
4. Maker's list of references (31 plants): leachate 22, groundwater remediation 8, drinking water 1 (Lindvik).
5. Costs: 0.09 to 0.14 euros a m³ for leachate. For drinking water no figures.
6. Ozone instead of air: bromate above the limit in two of three waters.
""",
    15: """\
calculate: vessels for 4,600 m³/d
flow = 4,600 / 24 = 191.7 m³/h
carbon: EBCT 15 min -> 191.7 x 15 / 60 = 47.9 m³ of media; 3 lines of 2 vessels, 8.0 m³ each
  diameter 3.0 m -> bed 1.13 m; with 50 % free for backwash, underdrain and domes: height 5.4 m
  load on a foundation: 8.0 m³ carbon, full of water, 31 t on 7.1 m² = 43 kN/m²
resin: EBCT 3 min -> 191.7 x 3 / 60 = 9.6 m³ of media; 2 lines of lead and lag, 2.4 m³ each
  diameter 1.6 m -> bed 1.19 m; no backwash; height 3.3 m
  load on a foundation: 2.4 m³ resin, 9 t on 2.0 m² = 44 kN/m²
Both stand on the old foundations (60 kN/m²). Crane rail at 5.1 m: carbon does not pass below it, resin does.
""",
    16: """\
Mail from Ms Hale, building office, the same day.

The protection of 1994 names the façade to the south with its five windows and the relief above the gate. The inside
is not named, nor are machines or the crane. The rail may therefore be removed without a procedure; a note with two
photographs for the archive is enough. The beams below it hold the wall: they have to stay or be replaced by ties. A
firm took a like rail out of the tram depot last year for 40 thousand euros, ties included. Please mind the bats:
from April to August no noise under the roof. For the openings in the north wall she wants a drawing at 1:50 before
anything is cut.
""",
    17: """\
5 results for: single-use ion exchange PFAS full scale drinking water plants in operation

1. Solberg waterworks: ion exchange against PFAS since 2019, 5,200 m³ a day, lead and lag, resin changed once in 14
months, DOC
0.9 mg/L, sulfate 22 mg/L. PFAS-20 below 0.005 µg/L at the outlet through all five years.
2. Marren: full scale since 2021 after a pilot of 11 months; 3,800 m³ a day in two lines. Opened by the minister.
3. Resin against nitrate: not the same, it is regenerated with salt, and gives off PFAS when it is.
4. Tenders: three towns have asked for ion exchange in 2025; none is built yet.
5. Spent resin: all plants burn it above 1,100 °C. Kilns with a licence for that: Thermex at Norrby and two abroad.
Prices are not published; Solberg pays "less than a thousand a tonne", a newspaper wrote in 2023.
""",
    18: "FAILS: HTTP 404 Not Found: www.thermex.example says: the page prices/special-waste does not exist. Prices "
    "on request.",
    19: """\
4 results for: price reactivation spent activated carbon per kg drinking water

1. List of prices of reactivation, drinking water grade, 2022: 1.15 euros a kg from 20 tonnes on, freight up to 300
km included. New carbon 2.60 euros a kg. Losses are made up with new carbon at the customer's cost.
2. Reactivation and PFAS: above 900 °C the compounds leave the carbon; what becomes of them in the gas is measured at
two kilns.
3. Prices of energy 2021 to 2025: gas for industry rose by 60 % until 2023 and fell by 20 % since.
4. A waterworks reports: "we were quoted 30 % more than three years ago", no figures.
""",
}
