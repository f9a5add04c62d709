import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from peek_graph.context_map.view.paths import Path, Step, format_path, nearest, parse_path
from peek_graph.errors import PathError


@pytest.mark.parametrize(
    ("text", "canonical", "values"),
    [
        ("$", "$", []),
        ("documents.ref_paper_1.summary", "documents.ref_paper_1.summary", ["documents", "ref_paper_1", "summary"]),
        ("$.working_memory['todo_list'][2]", "working_memory.todo_list[2]", ["working_memory", "todo_list", 2]),
        ("working_memory.todo_list[T12]", "working_memory.todo_list[T12]", ["working_memory", "todo_list", "T12"]),
        ("action_history[-1].output", "action_history[-1].output", ["action_history", -1, "output"]),
        (" [t12].text\n", "[T12].text", ["T12", "text"]),
        ("$[d3#2.3]", "[D3§2.3]", ["D3§2.3"]),
        ("[D3§2-4]", "[D3§2-4]", ["D3§2-4"]),
        ("文档.概要", "文档.概要", ["文档", "概要"]),
        ("हिन्दी.ข้อความ", "हिन्दी.ข้อความ", ["हिन्दी", "ข้อความ"]),
        ("documents.ref-1", "documents['ref-1']", ["documents", "ref-1"]),
        ("documents.2024", "documents['2024']", ["documents", "2024"]),
        ("documents.'a b'", "documents['a b']", ["documents", "a b"]),
        ('documents[ "it\'s" ]', "documents['it\\'s']", ["documents", "it's"]),
        ("documents['a.b[0]']", "documents['a.b[0]']", ["documents", "a.b[0]"]),
        ("documents['two\nlines']", "documents['two\\nlines']", ["documents", "two\nlines"]),
        (r"documents['\ud83d\ude00\u4e2d\\\"']", "documents['😀中\\\\\"']", ["documents", '😀中\\"']),
        ("documents['']", "documents['']", ["documents", ""]),
    ],
)
def test_every_way_of_writing_gives_the_same_path(text: str, canonical: str, values: list[str | int]) -> None:
    path = parse_path(text)
    assert str(path) == canonical
    assert [step.value for step in path.steps] == values
    assert parse_path(canonical) == path


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "blank"),
        (" \t\n", 0, "blank"),
        (".a", 0, "'.'"),
        ("a..b", 1, "a search"),
        ("a.", 2, "the end"),
        ("a b", 1, "' '"),
        ("a.😀", 2, "😀"),
        ("  a[*]", 4, "a wildcard"),
        ("a.*", 2, "a wildcard"),
        ("a[1:2]", 3, "a range"),
        ("a[?(@.x=='1')]", 2, "a filter"),
        ("a['b','c']", 5, "a list of several"),
        ("a[1,2]", 3, "a list of several"),
        ("a[b]", 2, "'b'"),
        ("a[]", 2, "']'"),
        ("a[X1]", 2, "'X1'"),
        ("a[T1§2]", 2, "'T1§2'"),
        ("a[T0]", 2, "'T0'"),
        ("a[٣]", 2, "'٣'"),
        ("a[1234567890]", 2, "10 digits"),
        ("a[1", 1, "'['"),
        ("a['b", 2, "not closed"),
        ("a['b'", 5, "the end"),
        (r"a['\q']", 3, "backslash"),
        (r"a['\ud800']", 3, "U+D800"),
        (r"a['\u0000']", 3, "U+0000"),
        ("ab\0", 2, "U+0000"),
        ("ab\udc00", 2, "U+DC00"),
        ("$a", 1, "'a'"),
        ("a" * 2001, 2000, "2001 characters"),
        ("a['" + "\x01" * 400 + "']", 405, "2405 characters"),
        ("a" + ".a" * 64, 127, "step 65"),
    ],
)
def test_an_error_says_what_stands_where(text: str, position: int, says: str) -> None:
    with pytest.raises(PathError, match=r".") as caught:
        parse_path(text)
    assert says in caught.value.message
    assert caught.value.position == position
    assert caught.value.hint


def test_what_is_no_text_is_no_path() -> None:
    with pytest.raises(PathError, match="int"):
        parse_path(12)  # type: ignore[arg-type]


_pieces = st.sampled_from(
    [*"$.[]'\"\\*?:,()@-§# \n0123T", "documents", "\\u4e2d", "\\ud83d", "ref-1", "..", "[T12]", "['", "']"]
)


@given(
    st.one_of(st.text(max_size=60), st.text(st.characters(), max_size=40), st.lists(_pieces, max_size=12).map("".join))
)
@example("\ud800")
@example("\u202ea.b")
@example("[" * 2_000)
@example("a" * 100_000)
@example("['" + "\\" * 1_900)
def test_any_text_is_a_path_or_a_path_error(text: str) -> None:
    try:
        path = parse_path(text)
    except PathError as error:
        shown, inside = f"{error.message} {error.hint}", 0 <= error.position <= len(text)
    else:
        shown, inside = str(path), parse_path(str(path)) == path
    assert inside
    assert shown.encode()  # can be shown and stored everywhere


_steps = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=15).map(
        lambda key: Step(key, "key")
    ),
    st.integers(-(10**9) + 1, 10**9 - 1).map(lambda number: Step(number, "index")),
    st.sampled_from(["T12", "D3", "D3§2.3", "V1"]).map(lambda ref: Step(ref, "ref")),
)


@given(st.lists(_steps, max_size=8))
def test_what_is_written_is_read_as_the_same_steps(steps: list[Step]) -> None:
    assert parse_path(format_path(steps)).steps == tuple(steps)


def test_steps_know_where_they_stood() -> None:
    assert [step.at for step in parse_path(" $.a['b'].c[T1]").steps] == [3, 4, 10, 11]


def test_a_path_has_a_parent_and_children() -> None:
    path = Path("$").child("documents").child("a b").child("key_points").child(-1)
    assert str(path) == "documents['a b'].key_points[-1]"
    assert path == parse_path(str(path))
    assert str(path.parent) == "documents['a b'].key_points"
    assert str(Path("$").child("T1", "ref")) == "[T1]"
    assert Path("$").parent is None


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("todolist", ["todo_list", "pending_questions", "hypothesis"], ["todo_list"]),
        ("Todo_List", ["todo_list"], ["todo_list"]),
        ("ref_paper_11", ["ref_paper_1", "ref_paper_2", "x"], ["ref_paper_1", "ref_paper_2"]),
        ("概", ["摘要", "概要"], ["概要"]),
        ("xyz", ["todo_list"], []),
        ("", ["a"], []),
        ("a", [], []),
    ],
)
def test_near_names_are_found(name: str, candidates: list[str], found: list[str]) -> None:
    assert nearest(name, candidates) == found


def test_looking_among_very_many_names_is_quick() -> None:
    names = [f"{'x' * 2_000}{number}" for number in range(20_000)]
    before = time.perf_counter()
    nearest("x" * 100_000, names)
    assert time.perf_counter() - before < 2
