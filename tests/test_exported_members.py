import importlib

import pytest

import peek_graph


@pytest.mark.parametrize(
    "package",
    [
        *("peek_graph", "peek_graph.context_map", "peek_graph.embedding", "peek_graph.server", "peek_graph.artifacts"),
        *("peek_graph.agent", "peek_graph.agent.answers", "peek_graph.agent.feeding", "peek_graph.agent.loop"),
        *("peek_graph.agent.model", "peek_graph.agent.monitoring", "peek_graph.agent.recording"),
        *("peek_graph.agent.prompts", "peek_graph.agent.replaying", "peek_graph.agent.updating"),
    ],
)
def test_public_names_are_sorted_and_there(package: str) -> None:
    module = importlib.import_module(package)
    names = module.__all__
    assert names == sorted(names)
    assert all(hasattr(module, name) for name in names)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_of_that_name"):
        _ = peek_graph.nothing_of_that_name
