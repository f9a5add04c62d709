import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ENDING = """
import threading, time
from concurrent.futures import ThreadPoolExecutor
from peek_graph.agent.feeding import Feed
from peek_graph.records.agents import ObserveReport
from peek_graph.settings import TriggerSettings

pool = ThreadPoolExecutor(1)
{before}

class Updater:
    def observe(self, text, **_):
        {pooled}
        print(text, flush=True)
        return ObserveReport("m", 1, "applied")

feed = Feed(Updater(), settings=TriggerSettings(background={background}))
feed.conclusion("this is what the agent concludes from it")
"""


def ended(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)


@pytest.mark.parametrize("before", ["", "pool.submit(len, '').result()"])
@pytest.mark.parametrize("background", [True, False])
def test_what_observes_may_use_pools_at_the_end_of_the_interpreter(background: bool, before: str) -> None:
    pooled = "pool.submit(print, 'pooled', flush=True).result()"
    done = ended(textwrap.dedent(ENDING.format(before=before, pooled=pooled, background=background)))
    assert (done.stdout.split("\n")[0], done.stderr) == ("pooled", "")
    assert "this is what the agent concludes" in done.stdout


def test_a_thread_that_outlives_the_program_may_use_its_feed() -> None:
    code = textwrap.dedent(ENDING.format(before="", pooled="", background=False)) + textwrap.dedent("""
    def later():
        time.sleep(0.3)
        feed.conclusion("that is concluded by a thread later on")
    threading.Thread(target=later).start()
    """)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    assert "this is what" in done.stdout
    assert "that is concluded by a thread" in done.stdout
