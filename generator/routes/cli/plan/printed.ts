import type { Diagnostic } from "../../../diagnostics/index.js"
import { aboutRoute } from "../../../messages/index.js"
import type { CardPath, CliCommandSection, Pins, RestDescription } from "../../../parse/index.js"
import type { Mapping } from "../../../plan/index.js"
import { type Field, fromOpenapi, type Shape, STRING } from "../../../shape/index.js"
import { apiPath } from "../check/index.js"

/**
 * The shape of a command's output: text, the requested JSON fields, or the REST answer to `gh api PATH`.
 */
export function printedShape(section: CliCommandSection, at: CardPath, pins: Pins): Shape {
  if (section.command === "api") return restAnswer(section, at, pins.rest())
  if (section.jsonFields === undefined) return STRING
  const group = section.command.split(" ")[0] ?? ""
  const type = fromOpenapi(pins.gh().types[group], {}, originOf(at, ""))
  const known = type.kind === "object" ? type.fields : {}
  const fields = section.jsonFields.flatMap((name): [string, Field][] => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined
    return field === undefined ? [] : [[name, { ...field, origins: [originOf(at, name)] }]]
  })
  return { kind: "object", fields: Object.fromEntries(fields) }
}

function restAnswer(
  section: CliCommandSection,
  at: CardPath,
  { paths, schemas }: RestDescription,
): Shape {
  const response = paths[apiPath(section) ?? ""]?.get?.response
  return fromOpenapi(response, schemas, originOf(at, ""))
}

/** JSON fields that no mapping reads: each may cost gh a request. */
export function unreadFields(
  mapping: Mapping,
  { command, jsonFields = [] }: CliCommandSection,
  at: CardPath,
): Diagnostic[] {
  // REST answers have no field selection.
  if (command === "api") return []
  return jsonFields.flatMap((name, index) => {
    if (mapping.isRead(originOf(at, name))) return []
    const span = mapping.source.valueSpan([...at, "jsonFields", index])
    return [mapping.problem(aboutRoute.askedForAndUnused(name), span)]
  })
}

function originOf(at: CardPath, name: string): string {
  return `$${at.join(".")}@.${name}`
}
