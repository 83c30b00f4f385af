import { didYouMean } from "../diagnostics/index.js"
import type {
  CardPath,
  CliCommandSection,
  GhCommandDescription,
  GhDescription,
  RestDescription,
} from "../parse/index.js"
import { ANY, type Field, fromOpenapi, type Shape, STRING } from "../shape/index.js"
import type { Mapping } from "./mapping.js"

/** Text, or the JSON fields that were asked for. */
export function printedShape(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  { json }: GhCommandDescription,
  { types }: GhDescription,
): Shape {
  if (section.jsonFields === undefined) return STRING
  if (json === undefined) {
    const span = mapping.source.keySpan([...at, "jsonFields"])
    mapping.report("GHX1602", span, `\`gh ${section.command}\` prints no JSON`)
    return ANY
  }
  const group = section.command.split(" ")[0] ?? ""
  const type = fromOpenapi(types[group], {}, originOf(at, ""))
  const known = type.kind === "object" ? type.fields : {}
  const fields = section.jsonFields.flatMap((name, index): [string, Field][] => {
    const span = mapping.source.valueSpan([...at, "jsonFields", index])
    if (!json.includes(name)) {
      const message = `\`gh ${section.command} --json\` has no field \`${name}\``
      mapping.report("GHX1602", span, message, didYouMean(name, json))
      return []
    }
    const field = Object.hasOwn(known, name) ? known[name] : undefined
    if (field === undefined) {
      const help = "describe it in generator/pin/gh-types.ts, then run `make pin ARGS=--gh`"
      mapping.report("GHX1602", span, `what gh prints as \`${name}\` is not described`, help)
      return []
    }
    return [[name, { ...field, origins: [originOf(at, name)] }]]
  })
  return { kind: "object", fields: Object.fromEntries(fields) }
}

/** `gh api PATH` prints what REST answers. */
export function restAnswer(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  { paths, schemas }: RestDescription,
): Shape {
  const literal = /^'([^']*)'$/.exec(section.arguments?.[0] ?? "")?.[1]
  const path = `/${literal}`
  const operation = Object.hasOwn(paths, path) ? paths[path]?.get : undefined
  if (literal !== undefined && operation !== undefined) {
    return fromOpenapi(operation.response, schemas, originOf(at, ""))
  }
  const message = "`gh api` takes the path of a GET without parameters, as a literal"
  const span = mapping.source.valueSpan([...at, "arguments", 0])
  mapping.report("GHX1602", span, message, "use the REST route for any other")
  return ANY
}

/** JSON fields that no mapping reads: each may cost gh a request. */
export function reportUnreadFields(
  mapping: Mapping,
  { jsonFields = [] }: CliCommandSection,
  at: CardPath,
): void {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return
  jsonFields.forEach((name, index) => {
    if (mapping.isRead(originOf(at, name))) return
    const span = mapping.source.valueSpan([...at, "jsonFields", index])
    const message = `\`${name}\` is asked for and never used`
    mapping.report("GHX1212", span, message, undefined, "warning")
  })
}

function originOf(at: CardPath, name: string): string {
  return `$${at.join(".")}@.${name}`
}
