"""``python -m bench.resumption [--show NUMBERS]``: the questions, and who could answer them."""

from __future__ import annotations

import argparse

from bench.resumption.asking import WAYS
from bench.resumption.run import resume
from bench.server import bench_settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", default="", help="numbers of questions, as 3,17: print what the map shows for them")
    given = parser.parse_args()
    with bench_settings() as settings:
        resumed = resume(settings)
    for one in resumed.asked:
        marks = "  ".join(f"{way}: {'yes' if one.found(way) else 'NO '}" for way in WAYS)
        print(f"{one.question.number:3} {marks}  {one.question.text}")
        if not one.found(WAYS[0]):
            print(f"      not in what the map shows: {', '.join(one.missing[WAYS[0]])}")
        if str(one.question.number) in given.show.split(","):
            print(one.shown[WAYS[0]])
    print(", ".join(f"{way} {score}/{len(resumed.asked)}" for way, score in resumed.scores.items()))
    print(f"steps {len(resumed.steps)}, twice: {resumed.twice}, decided by a person: {resumed.decided}")
    print(f"prompts: {len(resumed.prompts)}, most {max(resumed.prompts)} tokens")
    print(f"pieces that the model looked for and was not shown: {resumed.unseen}")
    print(f"operations that went back to it: {resumed.refused}")


if __name__ == "__main__":
    main()
