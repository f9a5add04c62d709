import json
import os
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path

import pytest

from peek_graph.agent.feeding import Feed
from peek_graph.errors import DatabaseUnreachable, InvalidValue
from peek_graph.settings import TriggerSettings
from tests.agent.feeding.recording_updater import UNANSWERED, RecordingUpdater

ROOT = Path(__file__).parents[3]
BUDGET = "The budget is 5000 euros."
MIDDLE = "The supplier quotes eighty two euros for a kilowatt hour of storage, delivery included. " * 6


def test_what_is_observed_leaves_the_spool_empty(tmp_path: Path) -> None:
    spool = tmp_path / "deep" / "feed.jsonl"
    with Feed(RecordingUpdater(), spool=spool) as feed:
        feed.tool_result("a", MIDDLE)
        assert spool.stat().st_size > 0
        assert spool.stat().st_mode & 0o777 == 0o600
    assert spool.read_bytes() == b""


def test_what_could_not_be_observed_is_by_the_next_feed_by_the_same_request(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    updater = RecordingUpdater(fails={BUDGET: DatabaseUnreachable("nobody answers")})
    feed = Feed(updater, spool=spool)
    with pytest.raises(DatabaseUnreachable):
        feed.user_message(BUDGET)
    feed.tool_result("a", MIDDLE)
    with pytest.raises(DatabaseUnreachable):
        feed.close()
    again = RecordingUpdater()
    with Feed(again, spool=spool) as feed:
        assert again.texts == [BUDGET, MIDDLE]
        assert len(feed.reports) == 2
    assert again.ids[0] == updater.ids[0]


def test_a_batch_that_was_tried_stays_that_batch(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    joined = f"{MIDDLE}1\n\n---\n\n{MIDDLE}2"
    updater = RecordingUpdater(fails={joined: DatabaseUnreachable("nobody answers")})
    feed = Feed(updater, spool=spool, settings=TriggerSettings(batch_tokens=1000))
    feed.tool_result("a", f"{MIDDLE}1")
    feed.tool_result("a", f"{MIDDLE}2")
    with pytest.raises(DatabaseUnreachable):
        feed.flush()
    feed.tool_result("a", f"{MIDDLE}3")
    with pytest.raises(DatabaseUnreachable):
        feed.close()
    again = RecordingUpdater()
    Feed(again, spool=spool).close()
    assert again.texts == [joined, f"{MIDDLE}3"]
    assert again.ids[0] == updater.ids[0] == updater.ids[1]


def test_a_feed_can_be_made_while_the_database_is_down(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    down = DatabaseUnreachable("nobody answers")
    feed = Feed(RecordingUpdater(fails={BUDGET: UNANSWERED}), spool=spool)
    feed.user_message(BUDGET)
    feed.close()
    updater = RecordingUpdater(fails={BUDGET: down})
    with Feed(updater, spool=spool) as feed:
        assert feed.errors == (down,)
        updater.fails.clear()
        feed.flush()
    assert updater.texts == [BUDGET]


def test_a_torn_last_line_is_dropped_and_the_rest_is_whole(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    feed = Feed(RecordingUpdater(fails={BUDGET: UNANSWERED}), spool=spool)
    feed.user_message(BUDGET)
    feed.close()
    whole = spool.read_bytes()
    for cut in range(1, len(whole.splitlines(keepends=True)[-1])):
        spool.write_bytes(whole + whole.splitlines(keepends=True)[-1][:cut])
        updater = RecordingUpdater(fails={BUDGET: UNANSWERED})
        with Feed(updater, spool=spool) as feed:
            assert [one.text for one in feed.waiting] == [BUDGET]
            assert feed.skipped == ()
        assert spool.read_bytes().endswith(b"\n")


def test_damaged_lines_are_said_and_kept_beside(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    good = {"take": {"text": BUDGET, "source_kind": "user", "source": "user", "tokens": 6, "small": False, "id": "i1"}}
    bad = [
        b"{nonsense",
        b"[]",
        b"7",
        b'{"take": {"text": 5, "source_kind": "user", "source": "", "id": "x"}}',
        b"\xff\xfe",
        b'{"done": 5}',
    ]
    spool.write_bytes(b"\n".join([*bad, json.dumps(good).encode(), b""]))
    updater = RecordingUpdater()
    with Feed(updater, spool=spool) as feed:
        assert updater.texts == [BUDGET]
        assert updater.ids == ["i1"]
        assert len(feed.skipped) == len(bad)
    assert len((tmp_path / "feed.jsonl.damaged").read_text().splitlines()) == len(bad)


def test_what_is_given_up_is_kept_beside_and_can_be_put_back(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    feed = Feed(RecordingUpdater(fails={BUDGET: UNANSWERED}), spool=spool)
    feed.user_message(BUDGET)
    feed.flush()
    feed.flush()
    feed.close()
    assert spool.read_bytes() == b""
    (tmp_path / "feed.jsonl.given-up").rename(spool)
    updater = RecordingUpdater()
    Feed(updater, spool=spool).close()
    assert updater.texts == [BUDGET]


def test_odd_texts_survive_the_spool(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    texts = ["half a pair \ud800 in a text", "nul \0 and\r\nlines\u2028 of it", "电池太贵了，换一种\n“引号”"]
    feed = Feed(RecordingUpdater(fails={texts[0]: DatabaseUnreachable("nobody answers")}), spool=spool)
    for call in (*(partial(feed.user_message, text) for text in texts), feed.close):
        with pytest.raises(DatabaseUnreachable):
            call()
    updater = RecordingUpdater()
    Feed(updater, spool=spool).close()
    assert updater.texts == texts


def test_two_feeds_on_one_spool_are_one_too_many(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    with Feed(RecordingUpdater(), spool=spool), pytest.raises(InvalidValue, match="in use by another feed"):
        Feed(RecordingUpdater(), spool=spool)
    Feed(RecordingUpdater(), spool=spool).close()


@pytest.mark.parametrize("name", ["folder", "file/inside", "a\0b"])
def test_a_spool_that_cannot_be_one_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(InvalidValue, match="cannot be used"):
        Feed(RecordingUpdater(), spool=tmp_path / name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_spool_in_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidValue, match="cannot be used"):
        Feed(RecordingUpdater(), spool=tmp_path / "feed.jsonl")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_refuses_the_observation(tmp_path: Path) -> None:
    feed = Feed(RecordingUpdater(), spool=tmp_path / "feed.jsonl")
    spool = feed._waiting._spool
    assert spool is not None
    spool._file.close()
    with Path("/dev/full").open("ab", buffering=0) as full:
        spool._file = full  # type: ignore[assignment]
        with pytest.raises(InvalidValue, match="No space left"):
            feed.tool_result("a", MIDDLE)
    assert feed.waiting == ()
    feed.tool_result("a", MIDDLE)
    feed.close()
    assert len(feed.reports) == 1


SCRIPT = """
import sys, time
from peek_graph.agent.feeding import Feed
from peek_graph.records.agents import ObserveReport
from peek_graph.settings import TriggerSettings

class Updater:
    def observe(self, text, *, source_kind, source, request_id):
        print(request_id, text[:8], flush=True)
        if {hang} and "two" in text:
            time.sleep(60)
        return ObserveReport("m", 1, "applied")

feed = Feed(Updater(), spool={spool}, settings=TriggerSettings(background={background}))
for number in ("one", "two", "three", "four"):
    feed.user_message(number + " is the number of this long message")
feed.conclusion("five is what the agent concludes from it")
print("fed", file=sys.stderr, flush=True)
"""


def script(**values: object) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(SCRIPT.format(**values))]


def test_a_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    command = script(hang=True, spool=repr(str(spool)), background=True)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        tried = [process.stdout.readline().split()[:2] for _ in range(2)]
        assert process.stderr.readline() == "fed\n"
        process.kill()
    assert [name for _, name in tried] == ["one", "two"]
    updater = RecordingUpdater()
    with Feed(updater, spool=spool):
        pass
    assert [text.split()[0] for text in updater.texts] == ["two", "three", "four", "five"]
    assert updater.ids[0] == tried[1][0]


@pytest.mark.parametrize("background", [True, False])
def test_the_end_of_the_interpreter_finishes_what_waits(tmp_path: Path, background: bool) -> None:
    spool = tmp_path / "feed.jsonl"
    command = script(hang=False, spool=repr(str(spool)), background=background)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["one", "two", "three", "four", "five"]
    assert done.stderr == "fed\n"
    assert spool.read_bytes() == b""


def test_at_the_end_of_the_interpreter_what_cannot_be_observed_is_said_in_a_line(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    code = """
    from peek_graph.agent.feeding import Feed
    from peek_graph.errors import DatabaseUnreachable
    class Updater:
        def observe(self, text, **_):
            raise DatabaseUnreachable("nobody answers")
    Feed(Updater(), spool=%r).conclusion("this is what the agent concludes from it")
    """
    command = [sys.executable, "-c", textwrap.dedent(code % str(spool))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == f"peek-graph: 1 observations could not be observed and are kept in {spool}: nobody answers\n"


def test_a_line_of_the_spool_that_is_too_deep_is_put_aside_and_as_private_as_the_spool(tmp_path: Path) -> None:
    spool = tmp_path / "feed.jsonl"
    deep = '{"take":' + "[" * 200_000
    spool.write_text(f"{deep}\n")
    with Feed(RecordingUpdater(), spool=spool) as feed:
        assert [one.text for one in feed.skipped] == [deep]
    damaged = tmp_path / "feed.jsonl.damaged"
    assert damaged.read_text() == f"{deep}\n"
    assert damaged.stat().st_mode & 0o777 == 0o600
