"""Whole pages that the agent reads: much text, little of it to the point, as pages are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PAGES: Final[Mapping[str, str]] = {
    "https://www.water-review.example/short-chains-on-carbon": """\
Short-chain PFAS on granular activated carbon: what 31 plants tell us

Home > Reviews > Treatment. Reading time 9 minutes. This page uses cookies for its statistics; you may refuse them
below.

When the first plants against PFAS were built, what was to be taken out were the long chains: PFOS and PFOA. Carbon
does that well. Since then the law has changed in most countries, and short chains count too. We asked the operators
of 31 plants for their data of at least three years, and 24 of them answered with enough to be compared. The plants
treat between 400 and 48,000 m³ a day, most of them ground water, four of them bank filtrate. Contact times are
between 8 and 22 minutes, the median is 13.

What we found is not new, but had not been shown for so many plants: all but two change their carbon because of a
short chain, and not because of PFOS. In the two others nitrate and iron were the reason. Whoever orders carbon by
its iodine number orders the wrong thing, for the iodine number says nothing about PFBA. The molasses number says a
little more. Coconut shell, praised by its makers for its small pores, did no better than coal once the water had
some organic carbon in it.

The operators were also asked what they would do otherwise. Eleven would build more height, nine would buy vessels of
another maker, six would measure more often, and five would not have built at all but bought water from a neighbour.
Three said that they should have asked for the losses at reactivation before they signed. Backwashing disturbs the
order of the grains and with it the front of the PFAS in the bed; who has little turbidity should backwash as rarely
as the pressure allows.

Small-column tests in the laboratory take some weeks and cost about ten thousand euros. They overestimate the life of
the bed by 40 % in the median, by a factor of three in the worst case. A pilot of a year is dear and slow, and the
only thing to trust.

About the authors. Related: Sand filters and manganese; The price of a bed volume; Letters to the editor (14).
""",
    "https://www.water-review.example/membranes-survey": """\
Membranes against PFAS: a survey of pilot plants

Home > Reviews > Membranes. First published in 2022, corrected twice. Comments are closed.

Membranes do not care how long the chain of a molecule is, as long as it is larger than the gaps. That is why they
are named whenever short chains are the trouble. We looked at seventeen pilots, eleven with reverse osmosis and six
with nanofiltration, in seven countries, with running times between five weeks and two years. All had a pretreatment,
at the least a fine filter and an antiscalant; four had ultrafiltration before it. Fouling was no trouble in ground
water and much trouble in river water.

The energy is lower than most people think, since the pressure needed in ground water is small. What is higher than
most people think is the loss of water. A town that pumps at its licence has no water to lose, and has to drill
another well or to buy. The concentrate is the second trouble. At the sea it goes into the sea, for which permits
become rarer. Inland it goes to a sewage works, whose operators begin to refuse it, or has to be treated.
Electrochemical oxidation is offered by three makers, foam fractionation of the concentrate by two; neither had been
run for a year when this was written.

Water from reverse osmosis is soft and sour, and eats pipes. It has to be hardened, with lime, with marble or by
blending with untreated water, which brings back some of what was taken out. Operators with old iron pipes reported
brown water for weeks after the start. Staff has to be trained: membranes are cleaned with acid and lye every two to
four months, and a membrane that was cleaned wrongly is scrap. Their life is five to seven years; the makers promise
eight.

For all that, where arsenic, nitrate or hardness are to be lowered too, membranes may be the right choice, since they
do all of it at once. Two of the towns in the survey built one for such reasons and are content.
""",
    "https://www.lindvik.example/waterworks/foam": """\
Foam at Lindvik: how it began, what it does, and what we learnt

Lindvik kommun > Water > Projects. Sidan finns också på svenska. Listen to this page.

Our well at Norra Åsen had to be closed in 2018, when PFHxS was found in the blood of people who had drunk its water
for years. For two years tank lorries came. The council then decided for foam fractionation, because the university
had a pilot nearby and the maker offered the plant at the price of its parts. It went into operation in May 2022.

How it works: air is blown into a column from below. PFAS go to the surface of the bubbles, as soap does, and rise
with them. The foam is sucked off, made smaller in a second and third column, and at last a few litres a day are
left, which are burnt. No media are to be changed, no chemicals are added, and it needs as much electricity as twenty
households.

What it does well: PFOS and PFHxS, which were our trouble. What it does badly: short chains. Ours has few of them, so
it did not matter; the visitors who come each week mostly have more, and go home thoughtful. In winter, when the
water is at 4 °C, the foam is weaker, and we run at two thirds of the flow. In the first summer midges bred in the
collector, which nobody had thought of.

What it cost: 14 million kronor with the building, of which the state paid half. What we would do otherwise: a larger
collector, a second blower from the start, and a path for visitors that does not lead through the switch room. We are
asked whether others have built one for drinking water since. As far as we know nobody has, though there is talk of
it in two places.

Visits: first Thursday of the month, at most twelve people. Coffee is served. Contact: the office of the waterworks.
""",
    "https://www.solberg.example/water/ion-exchange": """\
Ion exchange at Solberg waterworks: questions and answers

Why did you choose it? Because our building is small. Carbon would have needed a new hall beside the church, and the
neighbours had been promised that nothing would be built there. The four vessels of the ion exchange stand where the
old pressure tanks stood, and the hall looks from outside as it did in 1938.

Is the resin dangerous? No. It is a plastic in beads of half a millimetre, such as is in many household softeners.
Ours is not regenerated with salt as those are. When it is full it is taken out, drained, and burnt in a kiln for
special waste.

How do you know that it is full? We take a sample between the first and the second vessel each month, and more often
towards the end. When the first short chain is seen there, the first vessel is emptied and becomes the second. So the
second vessel is always fresher than it would have to be, and nothing has ever come through it.

What else does the resin take out? Some nitrate in the first days, some of the colour, and a part of the chloride
comes in exchange. The pH falls a little in the first hours, for which we flush the vessel to waste. Who has much
sulfate should talk to the maker first: sulfate takes places, and there is no cure for it but more resin.

What does it cost a household? About 31 euros a year, of which resin is the largest part. Prices of resin rose in
2022 and fell again since. We have a contract for four years, with a clause for the price of styrene.

What went wrong? In the second year an old iron main was flushed by the fire brigade, without a word to us, and rust
came into the vessel. Since then the fire brigade calls before.

May we visit? Yes, from May to September. Bring boots; the floor is wet.
""",
    "https://www.water-forum.example/thread/88213": """\
Water forum > Treatment > Thread 88213: how often do you change carbon for PFBA? (page 1 of 4)

rolf_w: We have 16 min EBCT, two in series, reactivated. Changed in March, changed in June, will change in September.
Is that normal? The salesman had said once a year.
anna.k: Salesmen say once a year. What is your DOC?
rolf_w: I would have to look. The lake is brown in autumn.
anna.k: Then you have your answer.
H2O-Peter: We have ground water, nearly no DOC, and change three times a year. It was twice until the limit for the
sum came.
tb: Nine times. Nine! Small works, 400 m³ a day, no room for a second line. We think about resin now.
rolf_w: What does resin cost?
tb: Do not ask. But you change it in a morning, with two people and a pump.
moderator: Please keep prices of single makers out of the thread, see rule 6.
H2O-Peter: Mind that resin does not like iron. Nor does carbon, but carbon you can backwash.
anna.k: Nor manganese, nor chlorine, nor a fire brigade that opens hydrants.
lurker77: Long-time reader, first post. Has anybody tried to leave the carbon in until the outlet is at the limit,
and not to the first trace? That would be twice as long.
anna.k: If your authority lets you. Ours wants 50 % of the limit as an action value. And blending counts at the tap,
so you may let one line run longer while the other is fresh.
rolf_w: Found it: DOC 4.1. I am going to lie down now.
tb: Get well soon. In the next page somebody has a spreadsheet.
H2O-Peter: The spreadsheet is wrong in cell F14, by the way, it counts leap years twice.
""",
    "https://www.purolane.example/products/pfx-2": """\
PFX-2: the selective resin against PFAS. Data sheet, edition 11

Description. Gel type on polystyrene, cross-linked with divinylbenzene, complex amino groups, delivered in the
chloride form. Beads of 0.5 to 0.75 mm, uniformity at most 1.3, total capacity 0.9 eq/l, moisture 43 to 48 %, weight
as delivered 0.7 kg/l.

Operation. Bed depth at least 0.9 m. Flow 10 to 30 bed volumes an hour; contact time of 2 to 3 minutes in each
vessel. Pressure loss at 20 °C and 20 m/h about 0.12 bar a metre. pH 4 to 9. Temperature up to 60 °C. Free chlorine
below 0.1 mg/L. Total iron and manganese below 0.1 mg/L. A filter is to be set before the resin. Do not backwash once
the resin is in operation, since the order of the layers would be lost; backwash once, gently, after it was filled
in, to take out fines.

Start. Rinse with at least 10 bed volumes to waste. In the first 20 to 40 bed volumes alkalinity is taken up and pH
may fall by one unit. In waters with much bicarbonate the resin can be ordered in a buffered form, at 15 % more,
which avoids this.

Life. Depends on the water. Our programme reckons it from an analysis of 14 quantities; ask for a form. As a rule
PFOS and PFHxS are held longest, followed by PFOA, PFBS, PFHxA, PFPeA and PFBA in this order. Sulfate, nitrate and
organic carbon shorten the life for the last ones. The programme is no warranty; a pilot with your water is advised.

Storage. Cool, above freezing, in the closed bag, at most two years. Resin that froze has cracked beads and is to be
rejected.

Disposal. By burning above 1,100 °C in a kiln licensed for it. Resin that was used is not taken back.

Certificates: drinking water (national), NSF/ANSI 61. Packing: 25 l bags, 1 m³ big bags. Origin: EU. This sheet
replaces all former ones. Subject to change. Purolane is a registered mark.
""",
    "https://www.norrby-courier.example/2023/kiln": """\
Norrby Courier, Saturday: What burns at Thermex?

By our correspondent. Kiln 2 roars so that one has to shout. Behind the window of quartz everything is white. What
goes in here at the top in barrels and bags comes out at the bottom as slag, and at the chimney, after six stages of
cleaning, as steam and a little carbon dioxide. "Eleven hundred and fifty degrees, two seconds," says the manager,
Jost Weiss, "then nothing is left that had a name." He has worked here for 26 years and still keeps a piece of the
first brick on his desk.

Thermex burns what others must not: solvents, medicines, and for some years now more and more that has to do with the
so-called eternal chemicals. Foam of fire brigades came first, thousands of barrels when it was forbidden. Now
waterworks send what they have filtered out. The works at Solberg was among the first; it pays, one hears, less than
a thousand a tonne, though nobody will confirm that. The licence for such waste had to be renewed last year, after a
year of measuring at the chimney, and runs for long.

Not everybody in Norrby is glad. The citizens' group "Clear Air" asks for measurements by somebody who is not paid by
the works. Its speaker, a retired teacher, has kept a diary of smells since 2011. The town council has set up a
telephone, which rang four times last year, three times because of the brewery.

Two new jobs are being advertised. The day of open doors is in September; children may steer the crane, with help.

Also in this edition: The ice rink opens late. A moose in the car park. Handball: Norrby loses again.
""",
    "https://www.county.example/drinking-water/pfas-questions": """\
County > Drinking water > PFAS: frequent questions of waterworks

Do we have to tell the households? Yes, when a value above the limit was found twice, within two weeks of the second
finding. A pattern for the letter is in the annex, in six languages. Whoever has an exception informs each quarter.

May we blend? Yes. What counts is the water at the tap. But a well that can be left out has to be left out before a
well that is clean is blended with it.

Which laboratory may we use? One that is accredited for the method of 2023. There are four in the county. The results
have to be handed in within a week by the laboratory itself.

How often do we have to measure? Four times a year in each well that was above half of the limit once, else once a
year. After treatment was put into operation, each month for a year.

Is there money? The state pays 30 % of the investment, at most two million euros, if the request was made before the
order. The fund was used up in 2025; the next round opens in April, first come, first served. Operation is not paid
for.

Whom may we sue? The county cannot advise you on that. A list of cases is kept by the association of waterworks.

What do we do with spent carbon? It is waste until it is reactivated. A consignment note is needed for each load.
Spent resin is dangerous waste, key 19 09 05 with mirror entry, and needs a proof of disposal before the first load.

Who decides on exceptions? Department 4, Mr Abara. Requests are to be sent by post and by mail. They are answered in
the order in which they come. Please do not call to ask how far yours has come.

Last changed on 3 November 2025. Was this page of use? Yes / No. Barrier-free version. Imprint.
""",
    "https://www.cell-index.example/construction/methods": """\
Index of building costs for plants of water supply: methods, edition 2025

1. What is measured. The index shows how the prices of building work for water supply and waste water change, for the
same work in the same quality. It is made of 64 kinds of work, of which 21 are earth works and concrete, 17 are pipes
and valves, 12 machines, 9 electrical and 5 planning. Weights are from the tenders of 2019 and 2020.

2. Who reports. 1,140 firms each quarter, by an electronic form. Answers that differ from those of the quarter before
by more than a quarter are asked for again. The rate of answers was 87 % in the third quarter of 2025.

3. What is not measured. Ground, fees, interest, and value added tax. Discounts are taken into account as far as the
firms name them, which they rarely do. For machines made abroad the price at the border is taken and not that at the
works.

4. Revisions. A quarter is provisional until the second quarter after it. Revisions were below 0.4 points in the last
five years.

5. How to convert. Divide the index of the year wanted by that of the year given, and multiply. Example: a pipe of
2021 for 200 euros a metre at an index of 107.4 costs in 2024, at 136.0, 253 euros. Who converts sums with media or
energy in them has to take these out first, for they follow indexes of their own.

6. Comparison. The index for buildings rose by 6.1 % in the same time, that of roads by 7.0 %, wages by more than
either.

7. Contact. Questions by mail are answered within ten days. The series since 1968 can be had as a table at no cost.
Citing the source is asked for. Next edition: 12 February 2026.
""",
    "https://www.ardenbrook.example/council/minutes-sewers": """\
Town of Ardenbrook, council, minutes of the session on sewers (extract)

Present: 19 of 21. Chair: Ms Tolland. Minutes: Ms Ruiz. Beginning 18:32.

Item 3, sewers in Mill Street. Mr Hartog (planning office Hartog & Sons) speaks for twenty-five minutes on the
report, of which the councillors received 86 pages on the Friday before. Mr Dahl asks where in it the sum is. Mr
Hartog names page 61. Mr Dahl says that on page 61 there are three sums. Ms Kessler asks whether anybody has read the
summary. Nobody answers. The chair reads out from the summary, which has nine pages, and stops on the second.

Ms Kessler moves that summaries shall fit on a telephone, since that is where everybody reads them. Mr Dahl asks how
many words that is. Ms Ruiz tries it with her own: about a hundred. The chair proposes a hundred and ten, so that
nobody can say that it was not possible. Carried with 15 votes against 2, with 2 not voting.

Mr Hartog asks whether tables count. The chair says that words count.

Item 3 is put off to the next session. Item 4, benches at the weir: carried without debate. Item 5, complaint about
the bells of St. Botolph: the council takes notice. Ms Okafor of the waterworks reports under item 6 that samples of
the third quarter are above the coming limit again, and that a study will be ordered; there are four questions, and
applause for the sandwiches.

End 21:10. Next session as announced. The minutes were approved with one change (sandwiches, not cakes).
""",
    "https://www.okinlab.example/theses/pfas-plume-ostra": """\
Thesis (extract): The plume of the fire training ground at Ostra: ground water, model and doubts

Chapter 6, discussion. The model was fitted to heads of 41 wells and to concentrations in 12. It shows the plume as a
tongue of 2.1 km length and at most 400 m width, which follows the old channel of the Lenn and not the slope of
today's surface. Between the airfield and the well field lies a lens of till, which holds the long chains back and
lets the short ones pass; that explains why their share rises towards the wells, from 22 % at the source to about 40
% at W3.

How fast the plume moves depends on how much is pumped. With all five wells at their licence the mean is 30 to 40 m a
year. W4 lies in the path as well, and if W3 were to rest for years the tongue would turn to it within about six. W1
and W2 draw from another layer and were not reached in any run of the model within fifty years. W5 lies to the side;
what it draws from below is older water, with more salt and sulfate, and no PFAS to speak of.

Doubts. The source was taken as constant. Nothing is known of how much foam was used after 1994, since the books of
the airfield were lost in a flood. Two wells between the source and W3 could not be sampled, because their owners did
not agree. The sorption of PFHxS was taken from literature. Rain was taken as the mean of 1991 to 2020, though the
last years were drier.

What should be done. Three more wells between airfield and well field, sampled twice a year, would be worth more than
any finer model. Digging out the ground was reckoned at 31 million euros, a barrier of carbon in the ground at 9;
neither would show at the wells within ten years, so that treatment is needed in any case.
""",
}
