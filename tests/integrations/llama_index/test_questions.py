import pytest

from peek_graph.integrations.llama_index.cypher import refs_in


@pytest.mark.parametrize(
    ("question", "refs"),
    [
        ("F1", ["F1"]),
        ("What do F2 and F1 rest on? And F2?", ["F2", "F1"]),
        ("发现F1的来源是什么", ["F1"]),
        ("(F1),[T2]/D3§2.3-1.", ["F1", "T2", "D3§2.3-1"]),
        ("see D3§2.", ["D3§2"]),
        ("F11", ["F11"]),
        ("f1 AF1 F1a F01 X1 F_1 _F1 F 1", []),
        ("", []),
    ],
)
def test_refs_are_found_in_any_text(question: str, refs: list[str]) -> None:
    assert refs_in(question) == refs
