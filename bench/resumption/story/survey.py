"""The first phase: what is in the water, what the law asks, which treatments there are."""

from __future__ import annotations

from typing import Final

from bench.resumption.story.step import Call, Phase, Step, answered, done, finding, question, todo, variable

STEPS: Final = (
    Step(
        1, "survey",
        (
            Phase("open", "survey", "Survey of water, law and treatments"),
            Call("read_source", "monitoring-2024.md", (
                finding("W3 has the most PFAS of the five wells: PFAS-20 is 0.31 µg/L", by="Samples were taken"),
                finding("The blended water in the reservoir at Kell has 0.16 µg/L PFAS-20", by="Samples were taken"),
                finding("The PFAS come from the fire training ground of the airfield, closed in 2009", by="Samples"),
                variable("daily_flow", "3,900 m³ a day"),
                todo("Find out which limits hold, and from when", 9),
                todo("Get the single compounds, for the report has sums only", 7),
            )),
        ),
        "Start from the monitoring report and look up the limits next",
        "The field delivers 3,900 m³ a day. W3 is worst with 0.31 µg/L PFAS-20, blended it is 0.16 µg/L [Samples were"
        " taken]. Leaving W3 out is no way: the upper town loses pressure after two days.",
        "Read what the law asks for",
        user="Begin with what is in the wells and what the law asks for, then see which treatments there are.",
        concluded=(
            finding("W3 cannot be left out: the upper town loses pressure after two days", by="The field has five"),
        ),
    ),
    Step(
        2, "survey",
        (
            Call("read_source", "limits.md", (
                finding("PFAS-20 is limited to 0.10 µg/L from 12 January 2026", by="The sum of twenty"),
                finding("PFAS-4 is limited to 0.02 µg/L from 12 January 2028", by="The sum of twenty"),
                finding("An exception of three years can be asked for once, before the limit is in force", by="An exc"),
                done("Find out which limits hold"),
                question("Will the county grant an exception until 2029?"),
            )),
        ),
        "Plan for the stricter limit of 2028, 0.02 µg/L for PFAS-4, and ask for an exception for the time until then",
        "Two limits hold at the tap: 0.10 µg/L for PFAS-20 from January 2026 and 0.02 µg/L for PFAS-4 from January 2028"
        " [The sum of twenty]. The reservoir is above the first one already.",
        "Get the single compounds from the laboratory's portal",
    ),
    Step(
        3, "survey", (Call("fetch_page", "https://portal.hydrolab.example/ardenbrook/results"),),
        "Try the portal once more with the address of its interface",
        "The portal of the laboratory did not let me in (403).",
        "Try the interface of the portal", outcome="failed",
    ),
    Step(
        4, "survey", (Call("fetch_page", "https://portal.hydrolab.example/api/v2/results?client=ardenbrook"),),
        "Try the export of the portal as a last way",
        "The interface of the portal wants a token that nobody here has (401).",
        "Try the export", outcome="failed",
    ),
    Step(
        5, "survey", (Call("fetch_page", "https://portal.hydrolab.example/export?customer=0417"),),
        "Give up the laboratory's portal: the account was closed in March 2024; ask the laboratory by mail instead",
        "The portal says that account 0417 was closed in March 2024, when the contract ended. No address of it will "
        "work,"
        " so I give the portal up and write to the laboratory.",
        "Ask the laboratory by mail for the single compounds", outcome="failed",
        concluded=(
            finding("The portal of Hydrolab is of no use: account 0417 was closed in March 2024 with the contract"),
        ),
    ),
    Step(
        6, "survey",
        (
            Call("ask", "Hydrolab, by mail: single PFAS compounds in W3 and in the reservoir, 2024", (
                finding("Of the PFAS in W3 41 % are short chains, PFBA above all (0.09 µg/L)"),
                finding("PFAS-4 in the reservoir is 0.071 µg/L, three and a half times the limit of 2028"),
                done("Get the single compounds"),
            )),
            Call("fetch_page", "https://www.tfa-watch.example/bulletin/31"),
        ),
        "Judge treatments by PFBA, for short chains decide how long a filter lasts",
        "Hydrolab sent the table: 41 % of the PFAS in W3 are short chains, PFBA alone 0.09 µg/L; PFAS-4 in the "
        "reservoir"
        " is 0.071 µg/L.",
        "Look at activated carbon and short chains",
    ),
    Step(
        7, "survey", (),
        "Count with 4,600 m³ a day from now on, as Ms Okafor says",
        "Corrected: the field delivers 4,600 m³ a day, not 3,900, which was the licence of 2021. All sizes follow "
        "from the"
        " new figure.",
        "Look at activated carbon and short chains",
        user="That is wrong. The pumps delivered 4,600 m³ a day in 2025; the 3,900 in the report is the licence of "
        "2021. "
        "Please count with 4,600. Regards, M. Okafor, waterworks",
        heard=(
            variable("daily_flow", "4,600 m³ a day"),
            finding("The daily flow is 4,600 m³, says M. Okafor; the 3,900 m³ of the report is the licence of 2021"),
        ),
    ),
    Step(
        8, "survey",
        (
            Call("search_web", "granular activated carbon short-chain PFAS breakthrough bed volumes", (
                finding("Short chains break through carbon three to four times earlier than PFOS, says a review of "
                "31 plants"),
                finding("DOC above 2 mg/L halves the life of carbon for PFAS"),
                todo("Look for a pilot with carbon at about 2 mg/L DOC", 6),
            )),
            Call("fetch_page", "https://www.water-review.example/short-chains-on-carbon"),
        ),
        "Use pilots with similar DOC rather than data sheets of makers",
        "A review of 31 plants says that short chains break through carbon three to four times earlier than PFOS, "
        "and that"
        " DOC above 2 mg/L halves its life. Ours is at 1.9 mg/L.",
        "Read the pilot at Hollin",
    ),
    Step(
        9, "survey",
        (
            Call("read_source", "pilot-gac-hollin.md", (
                finding("At Hollin PFBA broke through carbon after 5,500 bed volumes, PFOS after 21,000", by="PFOS "
                "broke"),
                finding("Carbon loses 9 % at each reactivation", by="PFOS broke"),
                done("Look for a pilot with carbon"),
            )),
            Call("fetch_page", "https://www.hollin.example/council/decision-carbon"),
        ),
        "Take 5,500 bed volumes as the life of carbon",
        "Hollin is much like Ostra (2.1 mg/L DOC, 37 % short chains). PFBA decides: 5,500 bed volumes [PFOS broke].",
        "Read the pilot at Marren",
    ),
    Step(
        10, "survey",
        (
            Call("query_context_map", "SEARCH: ion exchange pilot bed volumes PFBA"),
            Call("read_source", "pilot-ix-marren.md", (
                finding("At Marren PFBA broke through the resin after 38,000 bed volumes", by="PFOS never"),
                finding("Above 60 mg/L sulfate the run of the resin for PFBA is halved", by="PFOS never"),
                question("Does the sulfate of the wells stay below 60 mg/L?"),
            )),
        ),
        "Keep ion exchange on the list, with sulfate as its risk",
        "Single-use resin at Marren: 38,000 bed volumes for PFBA at 3 minutes of contact, but sulfate above 60 mg/L "
        "halves"
        " that [PFOS never]. Ostra has 48 mg/L.",
        "Look at reverse osmosis and its concentrate",
    ),
    Step(
        11, "survey",
        (
            Call("search_web", "reverse osmosis PFAS drinking water concentrate disposal", (
                finding("Reverse osmosis holds back 98 % of all PFAS, short chains too"),
                finding("Reverse osmosis leaves 18 % of the flow as concentrate"),
                todo("Ask the sewage works whether it takes the concentrate of reverse osmosis", 8),
            )),
            Call("fetch_page", "https://www.water-review.example/membranes-survey"),
        ),
        "Ask the sewage works before anything else about reverse osmosis",
        "Reverse osmosis takes 98 % of everything, but 18 % of the flow becomes concentrate: about 830 m³ a day, "
        "which the"
        " constraint keeps out of the Lenn.",
        "Ask the sewage works about the concentrate",
    ),
    Step(
        12, "survey",
        (
            Call("ask", "Sewage works of Ardenbrook, Mr Petrov: would you take 830 m³ of concentrate a day?", (
                finding("The sewage works refuses the concentrate: it cannot hold back PFAS and discharges into the "
                "Lenn"),
                done("Ask the sewage works"),
            )),
        ),
        "Drop reverse osmosis: its concentrate has nowhere to go, for the sewage works refuses it and the Lenn is "
        "forbidden",
        "Mr Petrov refuses 830 m³ of concentrate a day. With the Lenn forbidden by the constraint, reverse osmosis "
        "is out.",
        "Look at foam fractionation",
        concluded=(finding("Reverse osmosis is dropped: its concentrate has nowhere to go"),),
    ),
    Step(
        13, "survey",
        (
            Call("search_web", "foam fractionation drinking water reference plants PFAS", (
                finding("Foam fractionation runs at one waterworks only, Lindvik; all other plants treat leachate"),
                finding("Foam fractionation hardly takes short chains: 12 % of PFBA"),
            )),
            Call("fetch_page", "https://www.lindvik.example/waterworks/foam"),
        ),
        "Drop foam fractionation: one reference plant is fewer than the two that the constraint asks for",
        "Foam fractionation has a single reference in drinking water, Lindvik, and takes 12 % of PFBA. It is out.",
        "See whether the old filter hall can be used",
    ),
    Step(
        14, "survey",
        (
            Call("read_source", "filter-hall.md", (
                finding("The old filter hall is 14 m by 22 m, with 5.1 m below the crane rail", by="The hall was "
                "built"),
                finding("Six old foundations of 3.2 m carry 60 kN/m², the rest of the floor 25 kN/m²", by="The "
                "floor carr"),
                question("Does the crane rail have to stay?"),
            )),
        ),
        "Place the vessels on the six old foundations, so that no piles are needed",
        "The hall at Kell has room. Its six old foundations of 3.2 m carry 60 kN/m²; anything beside them needs piles"
        " through 7 m of peat [The floor carries].",
        "Work out the vessels for both treatments",
    ),
    Step(
        15, "survey",
        (
            Call("calculate", "vessels for 4,600 m³/d: EBCT 15 min carbon, 3 min resin", (
                finding("Carbon needs 48 m³ in six vessels of 3.0 m, resin 9.6 m³ in four vessels of 1.6 m"),
                finding("Vessels for carbon are 5.4 m high and do not fit below the crane rail at 5.1 m"),
                todo("Ask the building office whether the crane rail may be removed", 6),
            )),
            Call("fetch_page", "https://www.residues.example/blog/peat-piles"),
        ),
        "Go on with both, but note that carbon needs the crane rail removed",
        "Carbon: 48 m³ in six vessels of 3.0 m, 5.4 m high. Resin: 9.6 m³ in four vessels of 1.6 m. Carbon fits only if"
        " the crane rail goes.",
        "Ask about the crane rail",
    ),
    Step(
        16, "survey",
        (
            Call("ask", "Building office, Ms Hale: may the crane rail in the hall at Kell be removed?", (
                answered("Does the crane rail have to stay?", "No, it may be removed; costs about 40 thousand euros"),
                finding("The crane rail may be removed, says Ms Hale of the building office; it costs 40 thousand "
                "euros"),
                done("Ask the building office whether"),
            )),
        ),
        "Count 40 thousand euros for the crane rail with carbon",
        "Ms Hale: only the façade is listed, the rail may go. That costs 40 thousand euros, for carbon only.",
        "Look for reference plants of ion exchange",
    ),
    Step(
        17, "survey",
        (
            Call("search_web", "single-use ion exchange PFAS full scale drinking water plants in operation", (
                finding("Ion exchange for PFAS runs at Marren (since 2021) and Solberg (since 2019), so two "
                "references"),
                finding("Solberg changes its resin once in 14 months"),
                todo("Get an offer for burning spent resin", 7),
            )),
            Call("fetch_page", "https://www.solberg.example/water/ion-exchange"),
        ),
        "Ion exchange meets the constraint of two reference plants",
        "Two plants run at full scale: Solberg since 2019 and Marren since 2021. The constraint is met. Open: what "
        "burning"
        " the spent resin costs.",
        "Find the price of burning spent resin",
    ),
    Step(
        18, "survey", (Call("fetch_page", "https://www.thermex.example/prices/special-waste"),),
        "Ask Thermex for an offer in writing, and count with 900 euros a tonne until it is there",
        "The price list of Thermex is gone (404). Until there is an offer I count with 900 euros a tonne, a guess after"
        " what Solberg pays.",
        "Find the price of reactivating carbon", outcome="failed",
        concluded=(finding("Burning spent resin is taken as 900 euros a tonne, a guess until Thermex makes an offer"),),
    ),
    Step(
        19, "survey",
        (
            Call("search_web", "price reactivation spent activated carbon per kg drinking water", (
                finding("Reactivating carbon costs 1.15 euros a kg, says a list of 2022"),
            )),
            Call("fetch_page", "https://www.water-forum.example/thread/88213"),
        ),
        "Count with 1.15 euros a kg until a supplier's offer is there",
        "A list of 2022 has 1.15 euros a kg for reactivation, freight included.",
        "Sum the survey up and close the phase",
        concluded=(todo("Get a supplier's offer for reactivating carbon", 7),),
    ),
    Step(
        20, "survey",
        (
            Phase("close", "survey", "Two treatments are left: granular activated carbon and single-use ion exchange. "
                  "Reverse osmosis was dropped because its concentrate has nowhere to go, foam fractionation "
                  "because it "
                  "has one reference plant only. PFBA decides how long media last. Open: an offer for burning "
                  "resin, an "
                  "offer for reactivation, whether sulfate stays below 60 mg/L."),
        ),
        "Compare carbon and ion exchange only",
        "The survey is done: carbon and single-use ion exchange are compared next; reverse osmosis and foam"
        " fractionation are out.",
        "Open the phase compare and read the cost guide",
    ),
)  # fmt: skip
