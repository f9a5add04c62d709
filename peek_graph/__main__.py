"""``python -m peek_graph`` is ``peek-graph``."""

from peek_graph.cli import main

if __name__ == "__main__":
    main(prog_name="peek-graph")
