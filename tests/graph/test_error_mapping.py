import inspect

import pytest
from neo4j import exceptions as driver
from neo4j.exceptions import ClientError, ServiceUnavailable

from peek_graph import errors as ours
from peek_graph.graph.error_mapping import DRIVER_ERRORS, NEOMODEL_ERRORS, is_foreign, map_error, mapped_errors
from tests.graph.adhoc import from_server


def test_every_error_of_the_driver_is_mapped() -> None:
    classes = {cls for _, cls in inspect.getmembers(driver, inspect.isclass) if issubclass(cls, Exception)}
    assert classes == set(DRIVER_ERRORS)


def test_every_error_of_neomodel_is_mapped() -> None:
    from neomodel import exceptions

    classes = inspect.getmembers(exceptions, inspect.isclass)
    assert {name for name, cls in classes if issubclass(cls, Exception)} == set(NEOMODEL_ERRORS)


def test_every_mapping_leads_to_an_error_of_ours() -> None:
    for kind, _ in (*DRIVER_ERRORS.values(), *NEOMODEL_ERRORS.values()):
        assert issubclass(kind, ours.PeekGraphError)


@pytest.mark.parametrize(
    ("code", "message", "kind"),
    [
        ("Neo.ClientError.Database.DatabaseNotFound", "Graph not found: x", ours.DatabaseNotFound),
        ("Neo.ClientError.Security.Unauthorized", "unauthorized", ours.AuthenticationFailed),
        ("Neo.ClientError.Security.CredentialsExpired", "expired", ours.AuthenticationFailed),
        ("Neo.ClientError.Security.AuthenticationRateLimit", "wait", ours.AuthenticationFailed),
        ("Neo.ClientError.Statement.SyntaxError", "Invalid input", ours.QueryError),
        ("Neo.ClientError.Schema.ConstraintValidationFailed", "already exists", ours.ConstraintViolated),
        ("Neo.ClientError.Schema.IndexNotFound", "No such index", ours.SchemaError),
        ("Neo.TransientError.Transaction.DeadlockDetected", "deadlock", ours.WriteConflict),
        ("Neo.TransientError.General.DatabaseUnavailable", "stopping", ours.DatabaseUnreachable),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", "memory", ours.TransactionTooLarge),
        ("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", "read only", ours.DatabaseError),
        ("Neo.DatabaseError.General.UnknownError", "java.io.IOException: No space left on device", ours.DatabaseError),
        (
            "Neo.DatabaseError.Statement.ExecutionFailed",
            "Property value is too large to index, please see",
            ours.InvalidValue,
        ),
    ],
)
def test_codes_decide(code: str, message: str, kind: type[ours.PeekGraphError]) -> None:
    mapped = map_error(from_server(code, message), where="find_x (x.cypher:1)", address="bolt://h:1")
    assert type(mapped) is kind
    assert message.split(":")[0] in mapped.message


def test_a_message_names_the_query_or_the_address_and_stays_short() -> None:
    refused = map_error(
        from_server("Neo.ClientError.Statement.TypeError", "x" * 5000), where="find_x", address="bolt://h"
    )
    assert refused.message.startswith("find_x: xxx")
    assert len(refused.message) < 500
    unreachable = map_error(ServiceUnavailable("refused"), where="find_x", address="bolt://h:1")
    assert unreachable.message == "bolt://h:1: refused"
    assert unreachable.hint is not None
    assert "peek-graph up" in unreachable.hint


def test_a_class_that_nobody_knows_yet_is_mapped_by_its_base() -> None:
    class Newer(ClientError):
        pass

    assert type(map_error(Newer("odd"), where="q", address="a")) is ours.QueryError


def test_only_foreign_errors_are_mapped() -> None:
    assert not is_foreign(ValueError())
    with pytest.raises(ZeroDivisionError), mapped_errors("q", "a"):
        raise ZeroDivisionError
    with pytest.raises(ours.DatabaseUnreachable) as caught, mapped_errors("q", "a"):
        raise ServiceUnavailable("gone")
    assert isinstance(caught.value.__cause__, ServiceUnavailable)


def break_in_the_wake_of_ctrl_c() -> None:
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        raise BufferError("Existing exports of data: object cannot be re-sized")  # noqa: B904 # as the driver does


def test_what_breaks_in_the_wake_of_ctrl_c_is_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt), mapped_errors("a query", "bolt://127.0.0.1:1"):
        break_in_the_wake_of_ctrl_c()
