"""The agent's process: ``python -m bench.resumption.agent --map NAME --project FOLDER --url URL --until STEP``.

It has nothing but the map, and the spool of what was not observed yet. It may be killed at any time and started
again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.resumption.story import STEPS
from bench.resumption.tools import tools
from peek_graph import ContextMap
from peek_graph.agent import Feed, Loop, Updater
from peek_graph.agent.loop.writing import last_step, next_number
from peek_graph.settings import load_settings


def main() -> None:
    from llama_index.llms.openai_like import OpenAILike

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--map", required=True)
    parser.add_argument("--project", type=Path, required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--until", type=int, default=len(STEPS), help="0: only take up what was left in the spool")
    given = parser.parse_args()
    llm = OpenAILike(
        model="scripted",
        api_base=given.url,
        api_key="any",
        is_chat_model=True,
        is_function_calling_model=True,
        context_window=32_000,
        max_retries=0,
        timeout=60.0,
    )
    with ContextMap.open(given.map, settings=load_settings(given.project)) as opened:
        # What a step was told is in the map when the step is over, or else in the spool.
        triggers = opened.settings.triggers.model_copy(update={"every": 1})
        feed = Feed(Updater(opened, llm), spool=given.project / ".feed.jsonl", settings=triggers)
        with feed, Loop(opened, llm, tools=tools(given.project), feed=feed) as loop:
            while (number := next_number(opened, last_step(opened, opened.settings.agent.name))) <= given.until:
                result = loop.step(STEPS[number - 1].user)
                if result.failed is not None:
                    raise SystemExit(f"step {number} was not made: {result.failed}")
            if given.until:
                feed.flush()


if __name__ == "__main__":
    main()
