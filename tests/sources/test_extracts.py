from tests.sources.conftest import Read

ENGLISH = """# Energy density of solid electrolytes

Solid electrolytes promise a higher **energy density** than [liquid ones](http://x.example/a).
The weather was fine on that day.

## Figures

Sulfide cells reached 400 Wh/kg in the laboratory. A table follows:

| a | b |
|---|---|
| 1 | 2 |

## Doubts

The energy density of a whole pack is lower than that of its solid electrolytes alone.
We had lunch at noon in the garden.
"""


def test_summary_and_points_are_sentences_of_the_source(read: Read) -> None:
    source = read("a.md", ENGLISH)
    assert "Solid electrolytes promise a higher energy density than liquid ones." in source.summary
    assert len(source.summary) <= 400
    plain = ENGLISH.replace("**", "").replace("[liquid ones](http://x.example/a)", "liquid ones")
    for point in source.key_points:
        assert point in plain
        assert len(point) <= 200
    assert not any("|" in point or point.endswith(":") for point in source.key_points)
    again = read("a.md", ENGLISH)
    assert (again.summary, again.key_points) == (source.summary, source.key_points)


def test_what_the_title_is_about_comes_before_what_it_is_not(read: Read) -> None:
    text = (
        "# Sodium cells\n\n"
        + "Nothing of note happened here today at all. "
        + "x y z. " * 3
        + "\n\nSodium cells last for many cycles in the cold.\n"
    )
    filler = "\n\n".join(f"Paragraph number {n} speaks about entirely different matters of {n}." for n in range(30))
    source = read("a.md", text + "\n\n" + filler)
    assert "Sodium cells last" in source.summary


def test_chinese_sentences(read: Read) -> None:
    source = read("a.md", "# 固态电池\n\n固态电池的能量密度很高。成本仍然是主要问题！我们中午在花园里吃了饭。\n")
    assert source.summary.startswith("固态电池的能量密度很高。")
    assert " " not in source.summary


def test_without_sentences_the_beginning_stands_in(read: Read) -> None:
    source = read("a.md", "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 200)
    assert source.summary.startswith("| a | b |")
    assert source.summary.endswith("…")
    assert len(source.summary) <= 400
    assert source.key_points == ()
