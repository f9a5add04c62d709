"""The files of the project, which the map has as documents and the agent reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FILES: Final[Mapping[str, str]] = {
    "monitoring-2024.md": """\
# Monitoring of the Ostra well field, report for 2024

## Wells and flow

The field has five wells, W1 to W5, of 38 to 61 m depth. The pumps deliver 3,900 m³ a day into the reservoir at Kell,
where the water of all wells is blended. W3 delivers most, 31 % of the flow, and cannot be left out for longer than
two days without a drop of pressure in the upper town.

## PFAS

Samples were taken in March, June, September and December. The sum PFAS-20 was 0.31 µg/L in W3, 0.17 µg/L in W4,
0.06 µg/L in W1 and W2 and 0.04 µg/L in W5. Blended, the reservoir had 0.16 µg/L. The source is the fire training
ground of the airfield, closed in 2009, 1.4 km north-east of W3. The plume moves by about 35 m a year.

## Other quantities

Dissolved organic carbon (DOC) 1.9 mg/L, sulfate 48 mg/L, nitrate 21 mg/L, iron below 0.02 mg/L, hardness 2.6 mmol/L,
pH 7.4. Turbidity never was above 0.2 NTU, so no filter stands before the reservoir today.
""",
    "limits.md": """\
# Limits for PFAS in drinking water, a note of the county's health office

## What holds when

The sum of twenty PFAS (PFAS-20) is limited to 0.10 µg/L from 12 January 2026. The sum of four (PFAS-4: PFHxS, PFOS,
PFOA, PFNA) is limited to 0.02 µg/L from 12 January 2028. Both are measured at the tap, so after blending and
treatment.

## Which compounds count

PFAS-20 contains the short chains, from PFBA and PFBS on: they weigh as much as the long ones. Ultrashort ones, TFA
above all, are not in it; a guide value of 10 µg/L holds for TFA.

## Exceptions

An exception of three years can be asked for once, before the limit is in force, with a plan of what is to be built
and when. An exception that was refused cannot be asked for again. Whoever has one has to inform the households each
quarter.
""",
    "pilot-gac-hollin.md": """\
# Granular activated carbon at Hollin: a pilot of 14 months

## Set-up

Two columns in series, reactivated bituminous carbon, empty bed contact time (EBCT) 15 minutes, 2.1 mg/L DOC, PFAS-20
0.24 µg/L of which 37 % short chains. Backwashed once in three weeks.

## Results

PFOS broke through (to 10 % of the inflow) after 21,000 bed volumes, PFOA after 16,500, PFBS after 9,200 and PFBA
after 5,500 bed volumes. What decides when the carbon is changed is therefore PFBA. Reactivation brought the capacity
back to 92 %. Losses were 9 % of the carbon at each reactivation.

## Remarks of the operators

The columns need 5.4 m of height. Changing the carbon of a vessel takes a day and a half.
""",
    "pilot-ix-marren.md": """\
# Single-use ion exchange at Marren: a pilot of 11 months

## Set-up

Lead and lag column with a single-use resin for PFAS, EBCT 3 minutes, 1.7 mg/L DOC, sulfate 41 mg/L, PFAS-20 0.28 µg/L
of which 40 % short chains. No backwash; a cartridge filter of 5 µm before it.

## Results

PFOS never broke through (end of the pilot: 160,000 bed volumes). PFBS broke through after 92,000 and PFBA after
38,000 bed volumes. Sulfate competes with PFBA: above 60 mg/L sulfate its run is halved.

## Remarks of the operators

Spent resin is burnt, not regenerated. Resin is delivered in bags of a cubic metre; changing a vessel takes four
hours.
""",
    "filter-hall.md": """\
# The old filter hall at Kell

## Size

The hall was built in 1961 for iron filters and has been empty since 1998. Inside it is 14 m by 22 m; the ceiling is
at
6.2 m, the crane rail at 5.1 m. The gate is 3.6 m wide and 4.0 m high.

## Floor

The floor carries 25 kN/m², where the old filters stood 60 kN/m² on six round foundations of 3.2 m. New foundations
need piles, for the ground is peat down to 7 m.

## Protection

The façade is listed, the inside is not. Openings in the north wall are allowed, in the south wall they are not.
""",
    "cost-guide.md": """\
# Guide to costs of water treatment, eighth edition: PFAS

## Basis

All costs are without value added tax, in prices of 2023, for plants between 2,000 and 8,000 m³ a day, with planning,
without ground and without buildings.

## Investment

Activated carbon, two vessels in series in three lines: 1.90 million euros. Single-use ion exchange, lead and lag in
two
lines: 1.60 million euros. Reverse osmosis with treatment of the concentrate: 6.4 million euros.

## Operation without media

Carbon 61 thousand euros a year, ion exchange 38 thousand euros a year, of which staff 60 %. Analyses 22 thousand
euros a year for either.
""",
}
