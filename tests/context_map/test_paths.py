import pytest

from peek_graph.context_map.paths import entry_path


@pytest.mark.parametrize(
    ("submap", "key", "ref", "path"),
    [
        (None, "ref_1", None, "documents.ref_1"),
        ("market", "ref_1", "D3§2", "sub_maps.market.documents.ref_1.sections[D3§2]"),
        ("市场.prices", "2024_report", None, "sub_maps.市场.sub_maps.prices.documents['2024_report']"),
        ("a b", "it's", None, "sub_maps['a b'].documents['it\\'s']"),
    ],
)
def test_a_path_is_dotted_or_in_brackets(submap: str | None, key: str, ref: str | None, path: str) -> None:
    assert entry_path(submap, key, ref) == path
