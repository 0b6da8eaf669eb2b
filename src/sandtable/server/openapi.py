"""The OpenAPI 3.1 document of the server, made from its list of calls, and a page that shows it."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

import sandtable
from sandtable.server.endpoints import Endpoint, Query
from sandtable.server.protocol import Problem

_JSON = "application/json"
_PARAMETER = re.compile(r"{(\w+)}")
_ALWAYS = (429,)


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The description of all calls."""
    bodies = [each.body for each in endpoints if each.body is not None and not isinstance(each.body, str)]
    answers = [each.answer for each in endpoints if each.answer is not None and not isinstance(each.answer, str)]
    types = [Problem, *bodies, *answers]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    known = list(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": _version(), "description": sandtable.__doc__ or ""},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seats": {"type": "http", "scheme": "bearer"}},
        },
    }


def _version() -> str:
    return str(getattr(sandtable, "__version__", "0"))


def _schema(type_: Any, known: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    return next(schema for each, schema in known if each == type_)


def _operation(endpoint: Endpoint, known: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": f"{endpoint.method.lower()}{re.sub('[^a-z]+', '_', endpoint.path)}".rstrip("_"),
        "parameters": [*map(_in_path, _PARAMETER.findall(endpoint.path)), *map(_in_query, endpoint.query)],
        "responses": _responses(endpoint, known),
        "security": [{}, {"seats": []}],
    }
    if isinstance(endpoint.body, str):
        content = {endpoint.body: {"schema": {"type": "string", "format": "binary"}}}
        operation["requestBody"] = {"required": True, "content": content}
    elif endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {_JSON: {"schema": _schema(endpoint.body, known)}}}
    return operation


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(query: Query) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if query.values:
        schema["enum"] = list(query.values)
    return {"name": query.name, "in": "query", "required": False, "description": query.about, "schema": schema}


def _responses(endpoint: Endpoint, known: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTPStatus(endpoint.status).phrase}
    if isinstance(endpoint.answer, str):
        answer["content"] = {endpoint.answer: {"schema": {"type": "string"}}}
    elif endpoint.answer is not None:
        answer["content"] = {_JSON: {"schema": _schema(endpoint.answer, known)}}
    problem = {_JSON: {"schema": _schema(Problem, known)}}
    return {str(endpoint.status): answer} | {
        str(status): {"description": HTTPStatus(status).phrase, "content": problem}
        for status in (*endpoint.problems, *_ALWAYS)
    }


def page(endpoints: Sequence[Endpoint]) -> str:
    """The calls as a page to read."""
    rows = "".join(
        f"<tr><td><code>{each.method}</code></td><td><code>{html.escape(each.path)}</code></td>"
        f"<td>{html.escape(each.about)}</td><td>{html.escape(_named(each.body))}</td>"
        f"<td>{html.escape(_named(each.answer))}</td></tr>"
        for each in endpoints
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandtable: the calls</title>'
        "<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}td,th{padding:.2rem 1rem .2rem 0;text-align:left;"
        "vertical-align:top}</style></head><body><h1>Sandtable: the calls</h1>"
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p><table><tr><th>Method</th><th>Path</th>'
        f"<th>What it does</th><th>Body</th><th>Answer</th></tr>{rows}</table></body></html>\n"
    )


def _named(type_: Any) -> str:
    if type_ is None or isinstance(type_, str):
        return type_ or ""
    return getattr(type_, "__name__", str(type_)) if isinstance(type_, type) else str(type_).rsplit(".", 1)[-1]
