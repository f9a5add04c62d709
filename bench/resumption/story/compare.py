"""The second phase: carbon against ion exchange, with numbers that turn out wrong."""

from __future__ import annotations

from typing import Final

from bench.resumption.story.step import Call, Phase, Step, answered, done, finding, hypothesis, question, todo

STEPS: Final = (
    Step(
        21, "compare",
        (
            Phase("open", "compare", "Comparison of carbon and ion exchange"),
            Call("read_source", "cost-guide.md", (
                finding("Investment by the cost guide: carbon 1.90 million euros, ion exchange 1.60", by="Activated "
                "carbon, two"),
                finding("Operation without media: carbon 61, ion exchange 38 thousand euros a year", by="Carbon 61"),
                todo("Work out the yearly cost of carbon", 8),
                todo("Work out the yearly cost of resin", 8),
            )),
        ),
        "Take investment and operation from the cost guide, media from the pilots",
        "By the guide carbon costs 1.90 million euros to build and ion exchange 1.60 [Activated carbon, two]. What "
        "decides"
        " is how often the media are changed.",
        "Work out how often carbon and resin are changed",
    ),
    Step(
        22, "compare",
        (
            Call("calculate", "changes a year at 4,600 m³/d: carbon 48 m³, 5,500 BV; resin 9.6 m³, 38,000 BV", (
                finding("Carbon is changed 6.4 times a year"),
                finding("Resin is changed 4.6 times a year"),
            )),
        ),
        "Compare by yearly cost of media",
        "Carbon is changed 6.4 times a year, resin 4.6 times, both for PFBA.",
        "Work out the yearly cost of carbon",
    ),
    Step(
        23, "compare",
        (Call("query_context_map", "SEARCH: which compounds count for PFAS-20, short chains PFBA"),),
        "Keep PFBA in: the limit counts it",
        "Yes, PFBA has to come out: it is one of the twenty compounds of PFAS-20 and weighs as much as the long ones"
        " [PFAS-20 contains]. Only TFA is not counted.",
        "Work out the yearly cost of carbon",
        user="A councillor asks: does PFBA have to be taken out at all, or only the long chains?",
        concluded=(finding("PFBA has to be removed, for PFAS-20 counts it; only TFA is not counted", by="PFAS-20 "
        "contains"),),
    ),
    Step(
        24, "compare",
        (
            Call("calculate", "carbon: 21,600 kg x 6.4 x 1.15 euros",
                 (finding("Media for carbon cost 159 thousand euros a year at 1.15 euros a kg"),)),
        ),
        "Wait with the sum until a supplier's price is there",
        "Carbon: 21.6 tonnes, 6.4 times a year, at 1.15 euros a kg are 159 thousand euros a year.",
        "Find the price of resin",
    ),
    Step(
        25, "compare",
        (
            Call("search_web", "price single-use PFAS selective resin per litre municipal", (
                finding("PFAS resin costs 4.20 euros a litre at Solberg's tender of 2024"),
                finding("Makers of resin ask for a yearly minimum of 20 m³"),
                question("How long does the delivery of resin take?"),
            )),
            Call("fetch_page", "https://www.tenders.example/notice/2024-118-311"),
        ),
        "Count with 4.20 euros a litre, the price of Solberg's tender",
        "Solberg's tender of 2024 came to 4.20 euros a litre of resin, with a minimum of 20 m³ a year, which we "
        "exceed.",
        "Check the pilot of Marren for newer results",
    ),
    Step(
        26, "compare",
        (
            Call("query_context_map", "SEARCH: Marren PFBA bed volumes"),
            Call("search_web", "Marren ion exchange pilot PFAS erratum", (
                finding(
                    "Marren's authors corrected the run for PFBA to 58,000 bed volumes; 38,000 was a misprint "
                    "(erratum of May"
                    " 2025)",
                    against="At Marren PFBA broke through",
                ),
            )),
            Call("fetch_page", "https://www.marren.example/waterworks/report-2024"),
        ),
        "Take 58,000 bed volumes for resin: the authors of Marren corrected their 38,000",
        "The authors of Marren published an erratum in May 2025: PFBA broke through after 58,000 bed volumes, not "
        "38,000.",
        "Work out the yearly cost of resin anew",
    ),
    Step(
        27, "compare",
        (
            Call("calculate", "resin: 9,600 l x 3.0 x 4.20 euros, and 20 t burnt at 900 euros", (
                finding("Resin is changed 3.0 times a year with 58,000 bed volumes", against="Resin is changed 4.6 "
                "times"),
                finding("Media for ion exchange cost 139 thousand euros a year, of which burning 18"),
                done("Work out the yearly cost of resin"),
            )),
        ),
        "Count with 139 thousand euros a year for resin",
        "With 58,000 bed volumes resin is changed 3.0 times a year: 121 thousand euros for resin and 18 for burning "
        "it, 139"
        " together.",
        "Get a supplier's price for reactivation",
    ),
    Step(
        28, "compare",
        (
            Call("ask", "Carbotek, by mail: offer for reactivating 138 tonnes of carbon a year", (
                finding("Carbotek offers reactivation at 1.45 euros a kg (12 November 2025)",
                        against="Reactivating carbon costs 1.15"),
                done("Get a supplier's offer for reactivating"),
            )),
            Call("fetch_page", "https://www.carbotek.example/reactivation/how-it-works"),
        ),
        "Replace the 1.15 euros of the old list by Carbotek's 1.45",
        "Carbotek offers 1.45 euros a kg, valid to the end of June. The list of 2022 was too low by a fifth.",
        "Work out the yearly cost of carbon anew",
    ),
    Step(
        29, "compare",
        (
            Call("calculate", "carbon: 21,600 kg x 6.4 x 1.45 euros", (
                finding("Media for carbon cost 200 thousand euros a year at Carbotek's price",
                        against="Media for carbon cost 159"),
                done("Work out the yearly cost of carbon"),
            )),
        ),
        "Count with 200 thousand euros a year for carbon",
        "At 1.45 euros a kg carbon costs 200 thousand euros a year, against 139 for resin.",
        "Check the lives of the media with the breakthrough model",
    ),
    Step(
        30, "compare",
        (Call("run_model", "breakthrough carbon and resin, PFBA 0.09 µg/L, DOC 1.9"),),
        "Run the breakthrough model with coarser steps",
        "The breakthrough model did not converge at the first attempt.",
        "Run the model with coarser steps", outcome="failed",
    ),
    Step(
        31, "compare",
        (Call("run_model", "breakthrough carbon and resin, PFBA 0.09 µg/L, DOC 1.9, step 60 s"),),
        "Look for an isotherm of PFBA before another run",
        "With coarser steps it ran, and gave negative concentrations: it has no isotherm for PFBA.",
        "Look for an isotherm of PFBA", outcome="failed",
    ),
    Step(
        32, "compare",
        (
            Call("fetch_page", "https://www.isotherms.example/library/pfas"),
            Call("search_web", "PFBA isotherm Freundlich activated carbon groundwater DOC"),
        ),
        "Give up the breakthrough model: there is no isotherm for PFBA at our DOC; the pilots have to do, with a "
        "margin of 20 %",
        "No isotherm for PFBA with DOC is published, only two in pure water that differ by a factor of nine. I give the"
        " model up; the pilots with 20 % less life have to do.",
        "Average the pilots for the lives of the media", outcome="failed",
        concluded=(
            finding("The breakthrough model is given up: there is no isotherm for PFBA at our DOC"),
            finding("The lives of media from pilots are taken with a margin of 20 %"),
        ),
    ),
    Step(
        33, "compare",
        (Call("search_web", "carbon pilot PFBA bed volumes Ekeby Torvald", (
            finding("A second carbon pilot, Ekeby, had 7,100 bed volumes for PFBA"),
        )), Call("fetch_page", "https://www.okinlab.example/theses/pfas-plume-ostra")),
        "Average Hollin and Ekeby to 6,300 bed volumes",
        "Ekeby had 7,100 bed volumes for PFBA, Hollin 5,500; their average is 6,300.",
        "Use the average in the costs",
    ),
    Step(
        34, "compare", (),
        "Use the worse of the two pilots, never the average, as Ms Okafor wants it",
        "Understood: the worse pilot counts, so carbon stays at Hollin's 5,500 bed volumes. The average of 6,300 is "
        "dropped.",
        "Look at the sulfate in dry years",
        user="No, not like this. I don't want averages of pilots in front of the council. Take the worse of the two.",
        heard=(finding("M. Okafor objects to averaging pilots: the worse of the two is to be taken"),),
    ),
    Step(
        35, "compare",
        (
            Call("query_context_map", "SEARCH: sulfate wells 60 mg/L"),
            Call("ask", "Health office: sulfate in the five wells since 2015", (
                finding("Sulfate in W5 was 57 mg/L in the dry year 2022, in the other wells below 50"),
                finding("Sulfate in W5 rises by 0.8 mg/L a year and would reach 60 mg/L about 2029"),
                todo("Ask the geologist whether W5 can rest in dry summers", 8),
            )),
            Call("fetch_page", "https://www.gypsum-wells.example/notes/sulfate-rising"),
        ),
        "Treat sulfate in W5 as the main risk of ion exchange",
        "W5 is the problem: 57 mg/L sulfate in 2022, rising by 0.8 a year; about 2029 it would reach the 60 mg/L of "
        "Marren.",
        "Propose the new hypothesis",
    ),
    Step(
        36, "compare",
        (
            Call("calculate", "20 years: carbon and ion exchange, investment + operation + media", (
                finding("Over 20 years carbon costs 7.12 million euros, ion exchange 5.14, both in prices of 2023"),
                hypothesis(
                    "Single-use ion exchange is cheapest over 20 years as long as sulfate stays below 60 mg/L",
                    by=("Activated carbon, two", "PFOS never")),
            )),
        ),
        "Propose ion exchange as the hypothesis: over 20 years it costs 5.14 million euros, carbon 7.12",
        "Carbon comes to 7.12 million euros over 20 years, ion exchange to 5.14. The hypothesis that carbon is "
        "cheapest does"
        " not hold; I propose ion exchange, with sulfate as the condition.",
        "Wait for the decision on the hypothesis and ask the geologist",
    ),
    Step(
        37, "compare",
        (
            Call("ask", "Geologist, Dr Lindqvist: can W5 rest in dry summers?", (
                finding("W5 can rest from July to September, says Dr Lindqvist; that costs 400 m³ a day"),
                done("Ask the geologist whether W5"),
                answered("Does the sulfate of the wells", "Yes, if W5 rests from July to September"),
                todo("Apply for the permit to rest W5", 7),
            )),
        ),
        "Rest W5 from July to September, so that sulfate stays below 60 mg/L",
        "Dr Lindqvist: W5 can rest from July to September, at a loss of 400 m³ a day. The water office has to "
        "permit it.",
        "Test how the result depends on prices",
    ),
    Step(
        38, "compare",
        (
            Call("calculate", "break-even price of resin against carbon over 20 years", (
                finding("Ion exchange stays cheaper up to a resin price of 7.60 euros a litre"),
            )),
        ),
        "Call the result robust: resin may become 80 % dearer",
        "Resin could rise from 4.20 to 7.60 euros a litre before carbon is as cheap.",
        "Ask how the two plants are content",
    ),
    Step(
        39, "compare",
        (
            Call("ask", "Solberg waterworks, Ms Brandt: what would you do otherwise?", (
                finding("Solberg advises a cartridge filter of 1 µm, for its 5 µm filter let iron clog the resin"),
                todo("Put a cartridge filter of 1 µm into the costs", 4),
            )),
            Call("fetch_page", "https://www.purolane.example/products/pfx-2"),
        ),
        "Put a finer cartridge filter before the resin than Marren had",
        "Ms Brandt at Solberg would take a cartridge filter of 1 µm instead of 5 µm: iron clogged their resin.",
        "Price the cartridge filter",
    ),
    Step(
        40, "compare",
        (
            Call("search_web", "cartridge filter 1 micron municipal 200 m3/h price elements per year", (
                finding("A cartridge filter of 1 µm costs 55 thousand euros and 6 thousand a year"),
                done("Put a cartridge filter"),
            )),
            Call("fetch_page", "https://www.filters-direct.example/guides/cartridges"),
        ),
        "Add 55 thousand euros and 6 thousand a year for the cartridge filter",
        "The filter costs 55 thousand euros and 6 thousand a year for elements.",
        "Ask about the exception",
    ),
    Step(
        41, "compare",
        (
            Call("ask", "County, Mr Abara: would Ardenbrook get an exception until 2029?", (
                answered("Will the county grant an exception", "Likely, if the plan is handed in by 14 February 2026"),
                finding("The county wants the plan by 14 February 2026 for an exception, says Mr Abara"),
                todo("Hand the plan in at the county by 14 February 2026", 9),
            )),
            Call("fetch_page", "https://www.county.example/drinking-water/pfas-questions"),
        ),
        "Finish the report before 14 February 2026, when the county wants the plan",
        "Mr Abara of the county: an exception is likely if the plan is there by 14 February 2026.",
        "Close the comparison",
    ),
    Step(
        42, "compare",
        (
            Phase("close", "compare", "Ion exchange is cheaper than carbon over 20 years (5.14 against 7.12 million "
            "euros in "
                  "prices of 2023). Its risk is sulfate in W5, which therefore rests from July to September. The "
                  "breakthrough "
                  "model was given up for want of an isotherm of PFBA; the worse pilot counts. Open: Thermex's "
                  "offer for "
                  "burning resin, delivery time of resin, permit to rest W5, plan to the county by 14 February 2026."),
        ),
        "Recommend ion exchange in the report",
        "The comparison is done: ion exchange is recommended, on condition that W5 rests in summer.",
        "Open the phase report and make an outline",
    ),
)  # fmt: skip
