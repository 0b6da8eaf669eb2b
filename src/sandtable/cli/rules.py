"""`sandtable rules`: the rule list of a title, one rule of it, what covers it, and where its chapters stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Lang, Language, TitleId
from sandtable.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from sandtable.kernel.rules import Coverage, Rule


def rules(
    title_id: TitleId,
    rule_id: Annotated[str | None, typer.Argument(metavar="RULE", help="The number of one rule, such as 10.4.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Set the list against code and tests.")] = False,
    chapters: Annotated[bool, typer.Option("--map", help="Print which modules enforce which chapter.")] = False,
    as_json: Json = False,
    lang: Lang = Language.EN,
) -> None:
    """List the rules of a title, show one of them, or count which are enforced and tested."""
    from sandtable.cli.chapters import page
    from sandtable.kernel import title
    from sandtable.kernel.rules import coverage as covered
    from sandtable.kernel.rules import rules_under_test, unreached_code

    listed = title(title_id).rules()
    if chapters:
        typer.echo(page(title_id), nl=False)
        return
    if rule_id is not None:
        _show_rule(title_id, _find(title_id, listed, rule_id), as_json=as_json, lang=lang)
        return
    if not coverage and not as_json:
        rows = [(rule.id, rule.title[lang.value], rule.status.value, rule.summary[lang.value]) for rule in listed]
        print_table(title_id, ("Rule", "Title", "Status", "Summary"), rows)
        return
    counted = covered(title_id, listed, rules_under_test(title_id), unreached_code(title_id))
    _show_coverage(title_id, counted, as_json=as_json)
    if coverage and counted.missing:
        raise typer.Exit(1)


def _find(title_id: str, listed: list[Rule], rule_id: str) -> Rule:
    for rule in listed:
        if rule.id == rule_id:
            return rule
    near = [rule.id for rule in listed if rule.id.startswith(rule_id.split(".")[0] + ".")]
    hint = f"; near it are {', '.join(near)}" if near else ""
    raise typer.BadParameter(f"{title_id} has no rule {rule_id!r}{hint}")


def _show_rule(title_id: str, rule: Rule, *, as_json: bool, lang: Language) -> None:
    from sandtable.kernel import title
    from sandtable.kernel.rules import citations, rules_under_test, unreached_code

    idle = unreached_code(title_id)
    code = [place for place in citations(title_id).get(rule.id, []) if place not in idle]
    unreached = [place for place in citations(title_id).get(rule.id, []) if place in idle]
    tests = rules_under_test(title_id).get(rule.id, [])
    if as_json:
        names = {"title": rule.title[lang.value], "summary": rule.summary[lang.value], "reason": rule.reason}
        places = {"enforced_by": code, "unreached": unreached, "tested_by": tests}
        standing = {"status": rule.status.value, "confidence": rule.confidence.value}
        print_json({"id": rule.id, **names, **standing, **places})
        return
    typer.echo(f"{rule.id} {rule.title[lang.value]} ({rule.status.value})")
    typer.echo(rule.summary[lang.value])
    for remark in filter(None, (title(title_id).texts(lang.value).note(rule), rule.reason)):
        typer.echo(remark)
    _show_places("Enforced by", code)
    if unreached:
        _show_places("Cited by code that play never reaches", unreached)
    _show_places("Held by the tests", tests)


def _show_places(heading: str, places: list[str]) -> None:
    typer.echo(f"{heading}:" if places else f"{heading}: none")
    for place in places:
        typer.echo(f"  {place}")


def _show_coverage(title_id: str, counted: Coverage, *, as_json: bool) -> None:
    figures = {
        "rules": counted.rules,
        "implemented": counted.implemented,
        "tested": counted.tested,
        "not_applicable": counted.not_applicable,
    }
    if as_json:
        print_json({**figures, "missing": list(counted.missing), "unreached": list(counted.unreached)})
        return
    print_table(title_id, ("Count", "Rules"), [(name.replace("_", " "), str(count)) for name, count in figures.items()])
    if counted.missing:
        console().print(f"Missing code or a test: {', '.join(counted.missing)}", markup=False)
    if counted.unreached:
        _show_places("Cited by code that play never reaches, which does not count", list(counted.unreached))
