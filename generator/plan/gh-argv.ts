import { didYouMean } from "../diagnostics/index.js"
import type { CardPath, CliCommandSection, GhCommandDescription, GhFlag } from "../parse/index.js"
import type { Scope, Value } from "../path/index.js"
import { ABSENT, arrayOf, BOOLEAN, INTEGER, type Shape, STRING, unionOf } from "../shape/index.js"
import type { PropertyPlan } from "./capability-plan.js"
import { argumentCount } from "./gh-usage.js"
import { type Mapping, REQUEST_CODES } from "./mapping.js"

const TEXT_OR_NUMBER = unionOf(STRING, INTEGER)

/** The positionals of a command, as many as it takes. */
export function planArguments(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  scope: Omit<Scope, "onRead">,
  { usage }: GhCommandDescription,
): Value["code"][] {
  const given = section.arguments ?? []
  const { least, most } = argumentCount(usage)
  if (given.length < least || given.length > most) {
    const span =
      given.length === 0
        ? mapping.source.valueSpan([...at, "command"])
        : mapping.source.keySpan([...at, "arguments"])
    const takes = most === 0 ? "takes no arguments" : `takes \`${usage}\``
    mapping.report(
      "GHX1602",
      span,
      `\`gh ${section.command}\` ${takes}, found ${given.length}`,
      most === 0 ? "remove them" : "name the inputs under `arguments`",
    )
  }
  return given.flatMap((expression, index) => {
    const path = [...at, "arguments", index]
    const value = mapping.compile(expression, path, scope)
    if (value === undefined) return []
    const subject = `argument ${index + 1} of \`gh ${section.command}\``
    mapping.require(value, TEXT_OR_NUMBER, mapping.source.valueSpan(path), subject, REQUEST_CODES)
    return [value.code]
  })
}

/** The values of flags: what the card maps, else the inputs of the same name; `--repo` from owner and repo. */
export function planFlags(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  scope: Omit<Scope, "onRead">,
  { flags }: GhCommandDescription,
): PropertyPlan[] {
  const inputs = scope.current.shape.kind === "object" ? scope.current.shape.fields : {}
  const implied = Object.keys(inputs).filter(
    (name) => name !== "repo" && Object.hasOwn(flags, name),
  )
  const hasRepository = Object.hasOwn(inputs, "owner") && Object.hasOwn(inputs, "repo")
  const expressions: Record<string, string> = {
    ...(Object.hasOwn(flags, "repo") && hasRepository && { repo: "join('/', [owner, repo])" }),
    ...Object.fromEntries(implied.map((name) => [name, name])),
    ...section.flags,
  }
  return Object.entries(expressions).flatMap(([name, expression]): PropertyPlan[] => {
    const isMapped = section.flags !== undefined && Object.hasOwn(section.flags, name)
    const path = isMapped ? [...at, "flags", name] : [...at, "command"]
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    const instead = REFUSED.get(name)
    if (flag === undefined || instead !== undefined) {
      const refused =
        instead === undefined ? `takes no \`--${name}\`` : `cannot use \`--${name}\` here`
      const help = instead ?? didYouMean(name, Object.keys(flags))
      mapping.report(
        "GHX1602",
        mapping.source.keySpan(path),
        `\`gh ${section.command}\` ${refused}`,
        help,
      )
      return []
    }
    const value = mapping.compile(expression, path, scope)
    if (value === undefined) return []
    const accepted = unionOf(shapeOfFlag(flag), ABSENT)
    mapping.require(value, accepted, mapping.source.valueSpan(path), `\`--${name}\``, REQUEST_CODES)
    return [{ name, code: value.code }]
  })
}

/** Flags that have no place in a card, and what a card says instead. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["json", "name the fields under `jsonFields`"],
  ["jq", "map the result under `output`"],
  ["template", "map the result under `output`"],
  ["body-file", "use `body`"],
  ["notes-file", "use `notes`"],
  ["input", "use `raw-field`"],
  ["field", "use `raw-field`: a value of `--field` that begins with @ names a file"],
  ["web", "a browser gives no result"],
  ["hostname", "the client's `base_url` says which host is asked"],
])

function shapeOfFlag(flag: GhFlag): Shape {
  switch (flag) {
    case "boolean":
      return BOOLEAN
    case "integer":
      return INTEGER
    case "string":
      return TEXT_OR_NUMBER
    case "list":
      return arrayOf(TEXT_OR_NUMBER)
    default:
      return { kind: "string", values: flag }
  }
}
