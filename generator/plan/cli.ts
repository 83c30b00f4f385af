import type { JsonSchema } from "../../runtime/definition.js"
import { nearest } from "../diagnostics/index.js"
import type {
  CardPath,
  CliCommandSection,
  CliSection,
  GhDescription,
  RestDescription,
} from "../parse/index.js"
import { code, type Scope, type Value } from "../path/index.js"
import { fieldsRead, objectOf, present, type Shape, STRING } from "../shape/index.js"
import type { CliLookupPlan, CliPlan, CommandPlan } from "./capability-plan.js"
import { planArguments, planFlags } from "./gh-argv.js"
import { printedShape, reportUnreadFields, restAnswer } from "./gh-printed.js"
import type { Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { withoutOrigins } from "./operation.js"
import { planOutput } from "./output.js"
import { inputScope } from "./variables.js"

interface Descriptions {
  gh: GhDescription
  rest: () => RestDescription
}

const FIRST: Value = { code: code.reference("earlier.first"), shape: STRING }

/** Plans the `gh` route: its commands take what they are given, and the result is the contract's. */
export function planCli(
  mapping: Mapping,
  section: CliSection,
  input: Shape,
  output: JsonSchema,
  descriptions: Descriptions,
): CliPlan | undefined {
  const scope = inputScope(input, objectOf({}))
  const given = new Map([["input", scope.current]])
  const plan = (one: CliCommandSection, at: CardPath, variables: typeof given) =>
    planCommand(mapping, one, at, { ...scope, variables }, descriptions)
  const lookups = planLookups(mapping, section, (one, at) => plan(one, at, given), {
    ...scope,
    variables: given,
  })
  const found: Value = { code: code.reference("earlier.lookups"), shape: lookups.shape }
  const own = new Map(given).set("lookups", found)
  const later = new Map(own).set("first", FIRST)
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
    { expression: section.result, path: ["cli", "result"] },
    { code: code.reference("printed"), shape: last.printed },
    second === undefined ? own : later,
    (inner) => planObject(mapping, output, section, inner),
  )
  if (planned === undefined) return undefined
  reportUnreadFields(mapping, section, ["cli"])
  if (section.then) reportUnreadFields(mapping, section.then, ["cli", "then"])
  const read = lookups.read()
  return {
    lookups: lookups.finish(),
    command: first.plan,
    ...(second && { reader: second.plan }),
    printed: readOf(mapping, last.printed),
    earlier: objectOf({
      ...(second && { first: STRING }),
      ...(Object.keys(read).length > 0 && { lookups: objectOf(read) }),
    }),
    output: planned,
  }
}

/** What is read of what a command prints. */
function readOf(mapping: Mapping, printed: Shape): Shape {
  return withoutOrigins(fieldsRead(printed, (origin) => mapping.isRead(origin)))
}

/** Plans the look-ups; what of them is read is known when everything is planned. */
function planLookups(
  mapping: Mapping,
  { lookups = {} }: CliSection,
  plan: (section: CliCommandSection, at: CardPath) => PlannedCommand | undefined,
  scope: Omit<Scope, "onRead">,
) {
  const planned = Object.entries(lookups).flatMap(([key, section]) => {
    const at = ["cli", "lookups", key]
    const command = plan(section, at)
    if (command === undefined) return []
    const result = mapping.compile(section.result, [...at, "result"], {
      ...scope,
      purpose: "output",
      current: { code: code.reference("printed"), shape: command.printed },
    })
    return result === undefined ? [] : [{ key, at, section, command, result }]
  })
  const shapes = planned.map(({ key, result }) => [key, present(result.shape)] as const)
  return {
    shape: objectOf(Object.fromEntries(shapes)),
    read: () =>
      Object.fromEntries(
        shapes.flatMap(([key, shape]) => {
          const read = readOf(mapping, shape)
          const isRead = read.kind !== "object" || Object.keys(read.fields).length > 0
          return isRead ? [[key, read]] : []
        }),
      ),
    finish: () =>
      planned.map(({ key, at, section, command, result }): CliLookupPlan => {
        reportUnreadFields(mapping, section, at)
        const printed = readOf(mapping, command.printed)
        return { key, command: command.plan, printed, result: result.code.doc }
      }),
  }
}

interface PlannedCommand {
  readonly plan: CommandPlan
  readonly printed: Shape
}

function planCommand(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  scope: Omit<Scope, "onRead">,
  { gh, rest }: Descriptions,
): PlannedCommand | undefined {
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
