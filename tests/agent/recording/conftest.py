from tests.agent.loop.conftest import loops, opened, server  # noqa: F401 # pytest finds fixtures by name
