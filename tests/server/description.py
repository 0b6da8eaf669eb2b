"""Schemathesis: whatever its description allows, and some that it does not, is sent to a server."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from server.harness import Server


def send_anything(server: Server, examples: int) -> int:
    """Call everything, so often; how many calls there are. Raises where one fails or answers what it should not."""
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    operations = [result.ok() for result in described.get_all_operations()]
    for operation in operations:

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy())
        def call(case: schemathesis.Case) -> None:
            case.call_and_validate(checks=[not_a_server_error, response_schema_conformance])

        call()
    return len(operations)
