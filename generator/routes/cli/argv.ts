import { Path } from "../../jmespath/index.js"
import type { CardPath, CliCommandSection, GhCommandDescription } from "../../parse/index.js"
import {
  all,
  type BareScope,
  type CommandPlan,
  type Mapping,
  mapPlan,
  type Planned,
  type PropertyPlan,
} from "../../plan/index.js"
import { ABSENT, fromGhFlag, INTEGER, STRING, unionOf } from "../../shape/index.js"

const REPOSITORY = Path.derived("join('/', [owner, repo])")
const TEXT_OR_NUMBER = unionOf(STRING, INTEGER)

/** The positional arguments of a command. */
export function planArguments(
  mapping: Mapping,
  { command, arguments: given = [] }: CliCommandSection,
  at: CardPath,
  scope: BareScope,
): Planned<CommandPlan["arguments"]> {
  const values = given.map((expression, index) => {
    const path = [...at, "arguments", index]
    const subject = `argument ${index + 1} of \`gh ${command}\``
    const value = mapping.compileAs(TEXT_OR_NUMBER, expression, path, scope, subject)
    return mapPlan(value, ({ expression }) => expression)
  })
  return all(values)
}

/** The values of flags: mapped by the card, else inputs of the same name; `--repo` from owner and repo. */
export function planFlags(
  mapping: Mapping,
  { flags: mapped = {} }: CliCommandSection,
  at: CardPath,
  scope: BareScope,
  { flags: known }: GhCommandDescription,
): Planned<PropertyPlan[]> {
  const inputs = scope.current.shape.kind === "object" ? scope.current.shape.fields : {}
  const implied = Object.keys(inputs).filter(
    (name) => name !== "repo" && Object.hasOwn(known, name),
  )
  const hasRepository = Object.hasOwn(inputs, "owner") && Object.hasOwn(inputs, "repo")
  const expressions: Record<string, Path> = {
    ...(Object.hasOwn(known, "repo") && hasRepository && { repo: REPOSITORY }),
    ...Object.fromEntries(implied.map((name) => [name, Path.derived(name)])),
    ...mapped,
  }
  const values = Object.entries(expressions).map(([name, expression]) => {
    const path = Object.hasOwn(mapped, name) ? [...at, "flags", name] : [...at, "command"]
    const accepted = unionOf(fromGhFlag(known[name] ?? "string", TEXT_OR_NUMBER), ABSENT)
    const value = mapping.compileAs(accepted, expression, path, scope, `\`--${name}\``)
    return mapPlan(value, ({ expression }) => ({ name, expression }))
  })
  return all(values)
}
