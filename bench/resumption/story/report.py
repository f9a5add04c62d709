"""The third phase: the report to the council, which has to be short."""

from __future__ import annotations

from typing import Final

from bench.resumption.story.step import Call, Phase, Step, answered, done, finding, question, todo

STEPS: Final = (
    Step(
        43, "report",
        (Phase("open", "report", "Report to the council"), Call("fetch_page", "https://www.ardenbrook.example/council/minutes-sewers")),
        "Five sections: problem, law, choice, cost, what the council has to decide",
        "The outline has five sections: the problem, the law, the choice, the cost, and what the council has to "
        "decide.",
        "Draft the summary",
        concluded=(
            finding("The report has five sections: problem, law, choice, cost, decisions"),
            todo("Draft the summary of the report", 8),
            todo("Draw the chart of costs", 3),
        ),
    ),
    Step(
        44, "report",
        (Call("query_context_map", "OPEN: compare"),),
        "Draft the summary first and cut it afterwards",
        "Draft of the summary. The water of Ardenbrook has too much PFAS: blended in the reservoir at Kell it is "
        "0.16 µg/L, and"
        " the law allows 0.10 from 2026 and for four of the compounds 0.02 from 2028. The source is the old fire "
        "training"
        " ground, and the plume comes nearer by 35 metres a year, so waiting makes it worse. Four treatments were "
        "looked at."
        " Reverse osmosis leaves a concentrate that nobody takes. Foam fractionation has one reference only. Carbon "
        "works, but"
        " has to be changed six times a year and needs the crane rail removed. Ion exchange with a resin that is "
        "used once is"
        " cheaper over twenty years, is changed three times a year, and fits below the rail. Its risk is sulfate, "
        "for which"
        " well five rests in summer.",
        "Cut the summary to the limit",
    ),
    Step(
        45, "report",
        (
            Call("query_context_map", "SEARCH: hearing of the council on the report"),
            Call("ask", "Council's clerk, Ms Ruiz: when and how does the council decide?", (
                finding("The council decides on 27 January 2026 and wants the report two weeks before, on 13 January"),
                finding("The council hears one speaker for ten minutes"),
            )),
        ),
        "Send the report to the clerk on 13 January 2026, so that the council can decide on the 27th",
        "Ms Ruiz, the clerk: the council decides on 27 January 2026, has ten minutes for one speaker, and wants the "
        "report by"
        " 13 January. That leaves time for the plan to the county on 14 February. The reminder about the length is "
        "heeded in"
        " the next step: the summary has to lose about a third of its words, and the history of the plume and the "
        "list of"
        " dropped treatments are what the council can do without.",
        "Cut the summary to the limit",
        concluded=(todo("Send the report to the clerk, Ms Ruiz, by 13 January 2026", 9),),
    ),
    Step(
        46, "report", (),
        "Cut the history of the plume from the summary",
        "Second draft of the summary. The water of Ardenbrook has too much PFAS: blended it is 0.16 µg/L, and the "
        "law allows"
        " 0.10 from 2026, and for four of the compounds 0.02 from 2028. Of four treatments two are out: reverse "
        "osmosis leaves a"
        " concentrate that nobody takes, foam fractionation has one reference only. Carbon works, but has to be "
        "changed six"
        " times a year and needs the crane rail in the old filter hall removed. Ion exchange with a resin that is "
        "used once is"
        " cheaper over twenty years, is changed three times a year, and fits below the rail. Its risk is sulfate, "
        "for which"
        " well five rests from July to September. The county has to be asked for an exception.",
        "Cut the summary further",
    ),
    Step(
        47, "report", (),
        "Leave the dropped treatments out of the summary, so that it keeps the limit",
        "Third draft of the summary. The water of Ardenbrook has too much PFAS: blended it is 0.16 µg/L; the law "
        "allows 0.10"
        " from 2026, and for four compounds 0.02 from 2028. We recommend ion exchange with a resin that is used "
        "once: over"
        " twenty years it is cheaper than carbon and fits into the old filter hall. Its risk is sulfate; well five "
        "therefore"
        " rests from July to September. The council decides on the investment and on asking the county for an "
        "exception.",
        "Write the section on cost",
        concluded=(
            finding("The third draft of the summary keeps the limit of 110 words, with 83 words"),
            done("Draft the summary of the report"),
        ),
    ),
    Step(
        48, "report",
        (Call("query_context_map", "SEARCH: investment cost carbon ion exchange"),),
        "Give investment and yearly costs in one table",
        "Costs: ion exchange 1.60 million euros to build and 177 thousand a year; carbon 1.90 million and 261 "
        "thousand a year"
        " [Investment by the cost guide].",
        "Let Ms Okafor read the section on cost",
    ),
    Step(
        49, "report", (),
        "Bring all costs to prices of 2025",
        "Corrected: the guide is in prices of 2023, the council decides in prices of 2025. I look for the index of "
        "building"
        " costs.",
        "Find the index of building costs from 2023 to 2025",
        user="This is wrong: the investment is in prices of 2023. The council decides in prices of 2025, please "
        "convert. "
        "M. Okafor",
        heard=(
            finding("M. Okafor objects to prices of 2023: the council decides in prices of 2025"),
            todo("Convert the investment to prices of 2025", 9),
        ),
    ),
    Step(
        50, "report",
        (
            Call("search_web", "construction price index water treatment plants 2023 2025", (
                finding("The index of building costs rose by 8 % from 2023 to 2025"),
                finding(
                    "Investment in prices of 2025: carbon 2.05 million euros, ion exchange 1.73",
                    against="Investment by the cost guide",
                ),
                done("Convert the investment"),
            )),
            Call("fetch_page", "https://www.cell-index.example/construction/methods"),
        ),
        "Raise the investment by 8 %: ion exchange 1.73 million euros, carbon 2.05",
        "The index rose by 8 %. Ion exchange: 1.73 million euros instead of 1.60; carbon: 2.05 instead of 1.90.",
        "Get the offer of Thermex",
    ),
    Step(
        51, "report",
        (
            Call("ask", "Thermex, Mr Weiss: offer for burning 20 tonnes of spent resin a year", (
                finding(
                    "Thermex burns spent resin for 1,050 euros a tonne, says its offer of 3 December 2025",
                    against="Burning spent resin is taken as 900",
                ),
                done("Get an offer for burning"),
            )),
            Call("fetch_page", "https://www.norrby-courier.example/2023/kiln"),
        ),
        "Replace the guess of 900 euros a tonne by Thermex's 1,050",
        "Thermex offers 1,050 euros a tonne, collected; the guess was 900. That adds 3 thousand euros a year.",
        "Add up the costs over 20 years anew",
    ),
    Step(
        52, "report",
        (
            Call("calculate", "20 years in prices of 2025: 1.73 + 0.055 + 20 x 0.186; 2.05 + 0.04 + 20 x 0.261", (
                finding(
                    "Over 20 years ion exchange costs 5.51 million euros and carbon 7.31, in prices of 2025",
                    against="Over 20 years carbon costs 7.12",
                ),
            )),
            Call("fetch_page", "https://www.payback.example/primer/twenty-years"),
        ),
        "Put 5.51 against 7.31 million euros into the report",
        "In prices of 2025, with filter and Thermex's price: ion exchange 5.51 million euros over 20 years, carbon "
        "7.31.",
        "Draw the chart of costs",
    ),
    Step(
        53, "report", (Call("draw_chart", "bars: ion exchange 5.51, carbon 7.31 million euros"),),
        "Try the chart with another font",
        "The chart could not be drawn: the font of the town's layout is missing.",
        "Draw it with another font", outcome="failed",
    ),
    Step(
        54, "report", (Call("draw_chart", "bars: ion exchange 5.51, carbon 7.31 million euros; font Arial"),),
        "Give up the chart: the layout of the town allows no other font; a table takes its place",
        "With another font the town's layout refuses the file. I give the chart up: a table of two rows says the same.",
        "Ask for the delivery time of resin", outcome="failed",
        concluded=(
            finding("The chart of costs is given up: the town's layout allows no font that is there; a table takes "
            "its place"),
            done("Draw the chart"),
        ),
    ),
    Step(
        55, "report",
        (
            Call("ask", "Purolane, sales: how long does the delivery of 10 m³ of resin take?", (
                answered("How long does the delivery of resin", "14 weeks, 6 from a stock in Rotterdam at 12 % more"),
                finding("Resin is delivered within 14 weeks; from a stock in Rotterdam within 6, at 12 % more"),
            )),
        ),
        "Keep one spare filling of resin in the hall, because delivery takes 14 weeks",
        "Purolane delivers within 14 weeks. One spare filling of 4.8 m³ in the hall bridges that.",
        "Write the section on risks",
    ),
    Step(
        56, "report",
        (Call("query_context_map", "SEARCH: risks of ion exchange sulfate permit delivery"),),
        "Name three risks: sulfate, the permit for W5, a single maker of resin",
        "Risks: sulfate above 60 mg/L, which halves the life of resin; the permit to rest W5, which is not there "
        "yet; and one"
        " maker of resin only, so prices may rise [Ion exchange stays cheaper].",
        "Write what the council has to decide",
        concluded=(finding("The report names three risks: sulfate, the permit to rest W5, a single maker of resin"),),
    ),
    Step(
        57, "report", (),
        "Ask the council for two decisions: the investment, and the request for an exception",
        "The council has to decide two things: to spend 1.73 million euros for ion exchange, and to ask the county "
        "for an"
        " exception until 2029.",
        "Check the numbers of the report against the sources",
        concluded=(question("Will the council pay for a pilot at Kell before the tender?"),),
    ),
    Step(
        58, "report",
        (
            Call("read_source", "cost-guide.md"),
            Call("calculate", "check: 1.60 x 1.08, 1.90 x 1.08", (
                finding("All numbers of the report were checked against the sources; none is wrong any more"),
            )),
        ),
        "Leave the numbers as they are: they were checked",
        "All numbers of the report agree with guide, offers and pilots: 1.60 x 1.08 = 1.73 and 1.90 x 1.08 = 2.05.",
        "Send the report to the clerk",
    ),
    Step(
        59, "report",
        (
            Call("ask", "Council's clerk, Ms Ruiz: here is the report", (
                finding("The clerk, Ms Ruiz, has the report since 9 December 2025"),
                done("Send the report to the clerk"),
            )),
        ),
        "Leave the permit for W5 and the plan for the county to the waterworks",
        "Ms Ruiz has the report. Two things are left to the waterworks: the permit to rest W5 and the plan for the "
        "county.",
        "Close the report",
    ),
    Step(
        60, "report",
        (
            Phase("close", "report", "The report recommends single-use ion exchange: 5.51 million euros over 20 "
            "years in prices "
                  "of 2025, against 7.31 for carbon. The clerk has it. Open: permit to rest W5, plan to the county "
                  "by 14 "
                  "February 2026, whether the council pays for a pilot at Kell."),
        ),
        "End the work here",
        "The work is done: the report is with the clerk, and what is open is with the waterworks.",
        "none",
        done=True,
    ),
)  # fmt: skip
