/** The types of the client against the schema that the server's own types make. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  $ref?: string;
  items?: Shape | false;
  additionalProperties?: Shape | boolean;
  properties?: Record<string, Shape>;
  required?: string[];
  default?: unknown;
  /** The fields that are not written where they have their default. */
  left_out?: string[];
}

interface Field {
  type: string;
  optional: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const venv = `${root}.venv/bin/python`;
const DUMP = `
import msgspec
from sandtable.server import protocol
kinds = [k for k in vars(protocol).values() if isinstance(k, type) and issubclass(k, msgspec.Struct)]
found = msgspec.json.schema_components([k for k in kinds if k.__module__.startswith(protocol.__name__)], ref_template="{name}")[1]
for kind in kinds:
    fields = msgspec.structs.fields(kind)
    if kind.__name__ in found:
        found[kind.__name__]["left_out"] = [
            f.name for f in fields
            if not f.required and (kind.__struct_config__.omit_defaults or f.default is msgspec.UNSET)
        ]
print(msgspec.json.encode(found).decode())
`;
const ABSTRACT = ["Message", "Request"];
/** What the server sends may leave out what it says of itself; these types the client writes. */
const WRITTEN_BY_CLIENT = ["Hello", "NewTable", "SeatPlan"];

function schema(): Record<string, Shape> {
  const python = existsSync(venv) ? venv : "python3";
  const text = execFileSync(python, ["-c", DUMP], { cwd: root, encoding: "utf8" });
  const all = JSON.parse(text) as Record<string, Shape>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !ABSTRACT.includes(name)));
}

function written(shape: Shape): string {
  if (shape.$ref !== undefined) return shape.$ref;
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.anyOf !== undefined) return shape.anyOf.map(written).sort(nullLast).join(" | ");
  if (shape.type === "array") return listOf(written(shape.items || {}));
  if (shape.type === "object") return `Record<string, ${written(shape.additionalProperties as Shape)}>`;
  return shape.type === "integer" ? "number" : (shape.type ?? "unknown");
}

function listOf(item: string): string {
  return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
}

/** A type by what its alias stands for, where it is one, or a list of one. */
function spelledOut(type: string, aliases: Record<string, string>): string {
  const item = aliases[type.replace(/\[\]$/, "")];
  if (item === undefined) return type;
  return type.endsWith("[]") ? listOf(item) : item;
}

function nullLast(a: string, b: string): number {
  return Number(a === "null") - Number(b === "null");
}

function expectedFields(name: string, shape: Shape): Record<string, Field> {
  const required = new Set(shape.required);
  const leftOut = new Set(shape.left_out);
  const optional = (field: string) => leftOut.has(field) || (WRITTEN_BY_CLIENT.includes(name) && !required.has(field));
  const entries = Object.entries(shape.properties ?? {});
  return Object.fromEntries(entries.map(([key, of]) => [key, { type: written(of), optional: optional(key) }]));
}

function declared(): { shapes: Record<string, Record<string, Field>>; aliases: Record<string, string> } {
  const file = fileURLToPath(new URL("../src/protocol.ts", import.meta.url));
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const shapes: Record<string, Record<string, Field>> = {};
  const aliases: Record<string, string> = {};
  for (const node of source.statements) {
    if (ts.isInterfaceDeclaration(node)) shapes[node.name.text] = fieldsOf(node);
    if (ts.isTypeAliasDeclaration(node)) aliases[node.name.text] = node.type.getText();
  }
  return { shapes, aliases };
}

function fieldsOf(node: ts.InterfaceDeclaration): Record<string, Field> {
  const members = node.members.filter(ts.isPropertySignature);
  return Object.fromEntries(
    members.map((m) => [m.name.getText(), { type: m.type?.getText() ?? "", optional: m.questionToken !== undefined }]),
  );
}

describe("protocol", () => {
  const server = schema();
  const client = declared();

  it("declares every type of the server and no other", () => {
    expect(Object.keys(client.shapes).sort()).toEqual(Object.keys(server).sort());
  });

  it.each(Object.keys(server))("declares %s with the same fields", (name) => {
    const shown = Object.entries(client.shapes[name] ?? {}).map(([key, field]) => {
      const type = spelledOut(field.type, client.aliases);
      return [key, { ...field, type: type.split(" | ").sort().sort(nullLast).join(" | ") }];
    });
    const wanted = Object.entries(expectedFields(name, server[name] ?? {})).map(([key, field]) => [
      key,
      { ...field, type: field.type.split(" | ").sort().sort(nullLast).join(" | ") },
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
  });
});
