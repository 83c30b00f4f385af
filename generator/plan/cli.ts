import type { JsonSchema } from "../../runtime/definition.js"
import type { GhDescription } from "../../schema/gh-description.js"
import type { RestDescription } from "../../schema/slim-rest.js"
import { nearest } from "../diagnostics/diagnostic.js"
import { code, type Scope } from "../path/index.js"
import type { CardPath } from "../read/card.js"
import type { CliCommandSection, CliSection } from "../read/card-format.js"
import { fieldsRead } from "../shape/from-openapi.js"
import { objectOf, type Shape, STRING } from "../shape/shape.js"
import type { CliPlan, CommandPlan } from "./capability-plan.js"
import { planArguments, planFlags } from "./gh-argv.js"
import { printedShape, reportUnreadFields, restAnswer } from "./gh-printed.js"
import type { Mapping } from "./mapping.js"
import { withoutOrigins } from "./operation.js"
import { planOutput } from "./output.js"
import { inputScope } from "./variables.js"

interface Descriptions {
  gh: GhDescription
  rest: () => RestDescription
}

/** Plans the `gh` route: its commands take what they are given, and the result is the contract's. */
export function planCli(
  mapping: Mapping,
  section: CliSection,
  input: Shape,
  output: JsonSchema,
  descriptions: Descriptions,
): CliPlan | undefined {
  const { current, variables, ...scope } = inputScope(input, objectOf({}))
  const own = new Map([...variables].filter(([name]) => name === "input"))
  const later = new Map([...own, ["first", { code: code.reference("first"), shape: STRING }]])
  const plan = (one: CliCommandSection, at: CardPath, known: typeof own) =>
    planCommand(mapping, one, at, { ...scope, current, variables: known }, descriptions)
  const first = plan(section, ["cli"], own)
  const second = section.then && plan(section.then, ["cli", "then"], later)
  if (section.then && section.jsonFields) {
    const span = mapping.source.keySpan(["cli", "jsonFields"])
    mapping.report("GHX1602", span, "the result is what `then` prints: ask for its JSON there")
  }
  if (first === undefined || (section.then && second === undefined)) return undefined
  const last = second ?? first
  const planned = planOutput(
    mapping,
    output,
    section,
    { code: code.reference("printed"), shape: last.printed },
    second === undefined ? own : later,
  )
  if (planned === undefined) return undefined
  reportUnreadFields(mapping, section, ["cli"])
  if (section.then) reportUnreadFields(mapping, section.then, ["cli", "then"])
  return {
    command: first.plan,
    ...(second && { reader: second.plan }),
    printed: withoutOrigins(fieldsRead(last.printed, (origin) => mapping.isRead(origin))),
    output: planned,
  }
}

function planCommand(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  scope: Omit<Scope, "onRead">,
  { gh, rest }: Descriptions,
): { plan: CommandPlan; printed: Shape } | undefined {
  const { command } = section
  const described = Object.hasOwn(gh.commands, command) ? gh.commands[command] : undefined
  if (described === undefined) {
    const near = nearest(command, Object.keys(gh.commands))
    const help = near === undefined ? undefined : `did you mean \`${near}\`?`
    const span = mapping.source.valueSpan([...at, "command"])
    mapping.report("GHX1602", span, `gh has no command \`gh ${command}\``, help)
    return undefined
  }
  const before = mapping.diagnostics.length
  const positionals = planArguments(mapping, section, at, scope, described)
  const flags = planFlags(mapping, section, at, scope, described)
  const printed =
    command === "api"
      ? restAnswer(mapping, section, at, rest())
      : printedShape(mapping, section, at, described, gh)
  if (mapping.diagnostics.length > before) return undefined
  return {
    plan: {
      command: command.split(" "),
      ...(section.jsonFields && { jsonFields: section.jsonFields }),
      arguments: positionals,
      flags,
    },
    printed,
  }
}
