"""More pages, of the second and third phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PAGES: Final[Mapping[str, str]] = {
    "https://www.marren.example/waterworks/report-2024": """\
Marren waterworks: yearly report 2024, water quality and operation

The year in short. 1.31 million m³ were delivered, 2 % less than in the year before, for the dairy has a well of its
own now. There were 14 bursts of pipes, nine of them in the frost of January. The tower was painted, after long
debate in its old green.

Ion exchange. The plant had been in operation for three years in November. Resin was changed in March and in October.
Each change took a morning. Line 2 stood still for eleven days in June, because a valve had to come from abroad. In
that time line 1 took all of the flow, at a contact time of 1.6 minutes, and nothing was seen in the samples after
it, which surprised us.

Quality. 412 samples were taken, 409 of them without objection. The three others were of the taste in a school, which
came from a hose. PFAS: the outlet was below 0.004 µg/L in all months. Nitrate: 14 mg/L. Sulfate: 42 mg/L. Hardness:
medium.

Staff. Mr Olsen retired after 38 years; we thank him. His post is filled by two halves. Both were trained at the
resin and at the pump. The apprentice passed her examination with the best mark of the district.

Money. The price of water was left as it is for the fourth year. Resin was 118 thousand euros with burning, which is
9 cents a m³. Electricity was cheaper than planned by 22 thousand. A sum of 60 thousand was put back for the second
tower.

Visitors. 61 groups came, of which 44 were from other waterworks. We cannot take more, and have put a film on our
page instead.

Outlook. In 2025 the filter of 5 µm will be looked at, since it lets through more than we like; the pump house gets a
new roof; and the school's hose will be replaced.
""",
    "https://www.carbotek.example/reactivation/how-it-works": """\
Carbotek: how reactivation works

Step 1, collection. Our silo lorry comes with a driver who has been trained for waterworks: clean boots, clean hose,
no smoking. The carbon is sucked out as a slurry with your water, and drained on the way. A vessel of 8 m³ is empty
in three to four hours.

Step 2, reception. Each load has a bunker of its own. A sample is kept for two years. We look for what should not be
in there: sand, gravel, screws, once a wedding ring (it went back to its owner). Loads with more than 3 % of sand are
charged extra.

Step 3, the kiln. The carbon goes through the drum in 45 minutes. At 100 °C the water leaves it, up to 600 °C what is
volatile, and above 800 °C, with steam, the pores are opened again. Loads with PFAS run slower and hotter. The gases
are burnt at 1,100 °C, quenched and washed; what is in the chimney is measured by the authority's own instrument, and
can be seen on our page.

Step 4, sieving. Fines are lost, and the grains become a little smaller each time. What is lost is made up with new
carbon, of the type that you choose. After ten rounds about two thirds of the carbon have been replaced.

Step 5, return. You get your own carbon back, with a certificate that has the iodine number, the ash and the density
on it. It is filled in as slurry and has to be backwashed for an hour, and rinsed until the pH is below 9.5.

Why reactivate? Because a kilogram of reactivated carbon makes a fifth of the carbon dioxide of a new one, and since
it is cheaper. When not? If the load has heavy metals above the limits of our licence; then we tell you before it
leaves your yard.

Questions? Call us, we are there from seven to four. Or visit us every second Thursday. Closed shoes are required.
""",
    "https://www.isotherms.example/library/pfas": """\
Library of isotherms: PFAS on activated carbon (version 4.1, 318 entries)

How to read it. K and n are those of Freundlich, for µg/g and µg/L. "W" says what the water was: U ultrapure, T tap
water, G ground water, R river water. "DOC" is in mg/L, a dash where it was not given, which is so in two of three
entries, to our regret.

PFOS: 61 entries, of which G 14 with DOC. PFOA: 74 entries, of which G 17 with DOC. PFHxS: 38 entries, of which G 9
with DOC.
PFBS: 33 entries, of which G 5 with DOC. PFHxA: 29 entries, G 3. PFPeA: 8 entries, G none. PFBA: 2 entries, U both,
DOC none.
GenX: 19 entries, R 7. Others: 54 entries.

Why there are so few for short chains. They hardly stick, so one needs much carbon and little water, and a laboratory
with a low limit of detection. Journals do not like results that say "hardly". Three groups have told us that they
have data and will send them; the oldest of these promises is from 2019.

Competition. Isotherms of single compounds in pure water are of little use where others are there too. Do not add
them up. Where organic carbon is present the equivalent background compound may be fitted to one of the PFAS and used
for those near to it; from PFOA to PFBA it is a long way, and we advise against it.

Temperature. Where nothing is said it was 20 to 25 °C. Ground water at 9 °C is another matter, by a factor of up to
two.

Quality. Each entry has a mark from A to D. Of the two for PFBA one is C (time to equilibrium not shown) and one D
(read off a figure). We would not build on them.

Citing. Please cite the original papers. Corrections are welcome by mail; 12 were made since version 4.0, none of
which changed the mark of an entry.
""",
    "https://www.gypsum-wells.example/notes/sulfate-rising": """\
Notes from the field: when the sulfate of a well begins to rise

I have looked after wells for thirty-one years, and if there is one thing that people notice too late it is sulfate.
It has no taste below 250, it stains nothing, no one complains. Then something downstream begins to mind: a boiler, a
brewery, a resin.

Where it comes from. From pyrite, when the water table falls and air gets to it; then iron rises too, and the pH
falls. Or from gypsum, when a well draws water up from below; then calcium rises with it and nothing else. Look at
the calcium first.

What it does over the year. With gypsum it follows the pumping, with a lag of some weeks to a few months: high in
late summer, low in early spring. Who samples in March sees the best of it. I have seen a utility sample in March for
eleven years.

What helps. To pump less, or to pump elsewhere for a time. Ten weeks of rest are too few in most cases, three months
do in many. To set the pump higher does little. To plug the lower screens helps for ever, if you know which ones they
are; a camera and a flow meter tell you in a day, for about six thousand euros. It takes away a part of the yield
that you might have been proud of.

What does not help. Blending helps the tap and not the resin, unless you blend before it. Waiting does not help.

Permits. Whoever changes the pumping changes somebody's water table. Talk to the farmers before the water office
does. Bring a map and a cake. An office needs about four months, of which three and a half are for the neighbours.

A last word. Write down the level each time that you take a sample. One number, on the same sheet. In thirty-one
years I have met two people who did.
""",
    "https://www.filters-direct.example/guides/cartridges": """\
Filters Direct: guide to cartridges for waterworks, which size do I need?

The short answer. Before membranes 5 µm, before ultraviolet light 5 to 10 µm, before ion exchange 1 to 5 µm, against
sand 50 µm.

The long answer. "Micron" alone says nothing. A nominal filter of 5 µm may let through a third of what is 5 µm large;
an absolute one lets through one in a thousand. Ask for the beta value. Wound cartridges are cheap and nominal;
pleated ones are dear and absolute; melt-blown ones are between. For iron, which comes as flocs that give way under
pressure, only pleated ones help.

How many? Reckon with 2 m³ an hour for a pleated cartridge of 40 inches at 1 µm if you want it to last for some
months, and twice that if you do not mind. Pressure loss when clean should be below 0.15 bar. Change at 1.0 bar,
never above 2: they tear.

How often? That depends on the water and on nothing else. With clear ground water three times a year is usual, once a
month after works on the mains. Keep a set. Keep another one where you remember it.

Housings. Stainless steel 316L, with a certificate for drinking water. Swing bolts are faster than clamps. Mind the
height: to pull cartridges of 40 inches you need another 110 cm above the housing, which four of ten customers forget.

Mistakes that we see. Filters without gauge; gauges that nobody reads; cartridges put in with the gasket of the last
maker; bypass valves that have been open since the day of the start. And one with the cartridges still in their film,
which held up well.

Prices are without tax and from stock. Delivery of housings 16 weeks at present, of elements from tomorrow. Trade
customers please log in. You have 0 articles in your basket.
""",
    "https://www.hollin.example/council/decision-carbon": """\
Hollin town council: background to the decision on carbon filters (for the press)

What was decided. The council voted on Tuesday to build carbon filters at Weir Lane, for 2.3 million pounds, with 11
against 9 votes and after four hours. Work is to begin in spring and to end in the autumn of the year after.

Why carbon? Because the building is there. The old softening house is 7.5 m high and has a crane. The pilot that ran
for 14 months in its corner showed that the limits can be met, and what it will cost. The officers had reckoned resin
as well, and found that it would be cheaper to run, by about a fifth, but that the building would have had to be
emptied of what is protected in it.

What was said against it. That carbon is changed too often; that lorries will go through Weir Lane, past the school,
some eighty times a year; that prices of reactivation have risen and may do so again. The lorries will come between
nine and two.

What does it cost a household? About 26 pounds a year from 2027. For those with low income there is a discount on
request.

What about the time until then? The borehole at Abbots Field is closed, and water is bought from the neighbour. An
exception was not asked for, since the county had said that it would not be granted to a town that can buy.

What comes next? Tenders in January. A model of the plant is shown in the library. Questions are answered on
Wednesdays.

Notes for editors. PFAS are a group of some thousands of compounds that repel water and fat. EBCT is the time that
water would need through the empty vessel. The photograph may be used with the name of its maker. Contact: press
office, ext. 204.
""",
    "https://www.residues.example/blog/peat-piles": """\
Building on peat: piles, rafts, and the art of leaving things where they are

Peat is nine tenths water and one tenth trouble. It carries nothing for long; it settles for decades; and when it is
drained it rots and sinks further. Whoever has seven metres of it below the floor has three ways, and the third is
the best.

The first are piles. Driven ones shake the neighbours, bored ones make spoil that has to be tipped somewhere. Small
piles of steel tubes can be set from inside of a building with three metres of height, forty centimetres apart from
the wall, at some 180 euros a metre. Reckon with eleven metres each and eight below each vessel. Then a slab on top,
and it stands until the building falls.

The second is a raft, which swims. It has to be as heavy as what it pushes away, or lighter, which with a vessel full
of water is seldom to be had. Rafts of foam glass have been built for roads. Below a filter they tilt, and a tilted
filter is no filter.

The third is to leave things where they are. Old foundations that have stood for sixty years have settled as much as
they ever will. If the new load is not above the old one nothing will happen, and no engineer can make it better.
Look for the old drawings; they are in the cellar of the town hall, behind the chairs. Drill one core through each
foundation to see how thick it is, for two thousand euros together, and do not believe the drawing where the core
says otherwise.

Listed buildings. Those who look after them like the third way too.

Comments (3). – "Behind the chairs" is exactly where ours were. – Our raft tilts. – Does anybody know whether eels
mind piles?
""",
    "https://www.payback.example/primer/twenty-years": """\
A primer for councils: what "over twenty years" means, and how it is done wrong

A thing that is cheap to build may be dear to run. Whoever compares two plants therefore adds up what each costs over
the years that it will stand. That is simple, and is done wrong in five ways.

One: prices of several years are mixed. An offer of this month, a guide of two years ago and a contract that began
before the war cannot be added. Bring all of it to one year, and say which. Investment follows the index of building,
wages another one.

Two: interest. With interest, what comes later weighs less. Towns mostly reckon without, because nobody wants to
defend a rate in a public session; that favours what is dear to run in the beginning, and is acceptable if both are
treated alike. Say so.

Three: the end. Vessels stand for forty years and pumps for fifteen. Who reckons with twenty for everything is wrong
twice, and about right in the sum.

Four: averages. Of two pilots one will be worse. A council that was told the average will ask, when the worse one
comes true, who knew of it. Take the worse one, or show both. Never a number between, which nobody has ever measured.

Five: digits. Nobody knows what a plant costs in the year 2040 to a thousand euros. Two digits after the point, in
millions, are plenty. If the difference between two ways is smaller than what you do not know, say that they cost the
same.

How to show it. A table with two rows is understood by everybody. A chart with stacked bars is understood by him who
made it.

This primer may be copied. It was written by people who have sat in councils and on the other side of the table.
""",
    "https://www.tfa-watch.example/bulletin/31": """\
TFA Watch, bulletin 31: the shortest chain

What it is. Trifluoroacetic acid, TFA, has one carbon with three fluorines. It comes from coolants by way of the
rain, from some plant protection agents, from medicines, and as the last step of longer ones. It does not break down.
It is in all rain now, at 0.5 to 2 µg/L, and in ground water below fields at up to 20.

What it does. Less than its longer relatives, as far as is known. It is acid; it is found in plants more than in
animals. The agencies are at odds: one wants it classed as harmful to the unborn, two want more studies. Until then
guide values hold, which lie between 2 and 60 µg/L according to the country.

Whether it counts. In the sum of twenty it does not. In "PFAS total", which some laws name as an alternative, it
would be most of the sum in nearly every water; that is why hardly any authority uses this alternative. A new law may
name it. Ask each year.

What takes it out. Carbon: no. Resin: for some hundreds of bed volumes, so in practice no. Reverse osmosis: yes, with
all that comes with it. Whoever builds for the sum of twenty today should leave room in the hall for what the law may
ask in ten years.

What to measure. If you never had a value, have one: two samples, spring and autumn, cost less than two hundred
euros. Do not publish a value without a sentence that says what it means; the newspapers will write one otherwise.

In the next bulletin: wine. Subscribe at no cost. Back issues 1 to 30 are in the archive, number 17 with its famous
misprint.
""",
    "https://www.tenders.example/notice/2024-118-311": """\
Notice of award 2024-118-311: supply of ion exchange resin for drinking water 2024-2028

I. Contracting body: Solberg waterworks, public undertaking. Main activity: water.
II. Object. Supply, filling in and taking out of selective resin against PFAS, about 9 m³ a year, in lots of 2.2 m³,
with analyses of each lot. Options: two times one year. Variants were not admitted. The contract is not divided.
III. Conditions. Certificate for drinking water. References: three deliveries of at least 5 m³ in the last five
years. Delivery within 12 weeks of call. Penalty of 0.5 % a week, at most 5 %. Insurance of three million euros.
IV. Procedure. Open. Number of offers: four, of which one from a small firm, and two from other states. One offer was
excluded because its certificate had run out, and admitted again after a complaint.
V. Award. Criteria: price 60 %, capacity for PFBA in a column test 30 %, delivery 10 %. The offers lay between 4.20
and 6.35 euros a litre, filled in, without value added tax. The contract went to the lowest. In the column test with
water of Solberg the four resins lay within 12 % of each other, which the jury called "no difference".
VI. Further. Complaints to the chamber within ten days. The clause on prices follows the index of styrene, half of
it, once a year. Date of dispatch: 18 June 2024. The estimated value was not published. Corrections: in II, "2.2 m³"
instead of "22 m³".
""",
}
