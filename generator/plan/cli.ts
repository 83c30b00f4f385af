import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type {
  CardPath,
  CliCommandSection,
  CliLookupSection,
  CliSection,
  GhDescription,
  RestDescription,
} from "../parse/index.js"
import { build, type Value } from "../path/index.js"
import { fieldsRead, NOTHING, objectOf, present, type Shape, STRING } from "../shape/index.js"
import type { CliLookupPlan, CliPlan, CommandPlan } from "./capability-plan.js"
import { planArguments, planFlags } from "./gh-argv.js"
import { printedShape, unreadFields } from "./gh-printed.js"
import type { BareScope, Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { withoutOrigins } from "./operation.js"
import { planOutput } from "./output.js"
import { all, andThen, both, made, optional, type Planned, planned } from "./planned.js"
import { inputScope } from "./variables.js"

interface Descriptions {
  readonly gh: GhDescription
  readonly rest: () => RestDescription
}

const FIRST: Value = { expression: build.reference("earlier", "first"), shape: STRING }

/** Plans the cli route: its commands take what they are given, and the result is the contract's. */
export function planCli(
  mapping: Mapping,
  section: CliSection,
  input: Shape,
  output: JsonSchema,
  descriptions: Descriptions,
): Planned<CliPlan> {
  const scope = inputScope(input, objectOf({}))
  const given = new Map([["input", scope.current]])
  const plan = (one: CliCommandSection, at: CardPath, variables: typeof given) =>
    planCommand(mapping, one, at, { ...scope, variables }, descriptions.gh)
  const printedBy = (one: CliCommandSection, at: CardPath) => printedShape(one, at, descriptions)
  const lookups = Object.entries(section.lookups ?? {}).map(([key, one]) => {
    const at = ["cli", "lookups", key]
    const printed = printedBy(one, at)
    const command = plan(one, at, given)
    return { key, ...planLookup(mapping, { key, one, at, printed, command }, scope) }
  })
  const shapes = Object.fromEntries(lookups.map(({ key, shape }) => [key, shape]))
  const found: Value = {
    expression: build.reference("earlier", "lookups"),
    shape: objectOf(shapes),
  }
  const own = new Map(given).set("lookups", found)
  const later = section.then ? new Map(own).set("first", FIRST) : own
  const first = plan(section, ["cli"], own)
  const second = optional(section.then, (one) => plan(one, ["cli", "then"], later))
  const printed = section.then
    ? printedBy(section.then, ["cli", "then"])
    : printedBy(section, ["cli"])
  const commands = both(all(lookups.map(({ plan }) => plan)), both(first, second))
  return andThen(commands, ([plans, [command, reader]]) => {
    const result = planOutput(
      mapping,
      { expression: section.result, path: ["cli", "result"] },
      { expression: build.reference("printed"), shape: printed },
      later,
      (inner) => planObject(mapping, output, section, inner),
    )
    return andThen(result, (result) =>
      planned(
        {
          lookups: plans.map((finish) => finish()),
          command,
          ...(reader && { reader }),
          printed: readOf(mapping, printed),
          earlier: earlierOf(mapping, section, shapes),
          output: result,
        },
        unread(mapping, section),
      ),
    )
  })
}

/** What is read of what a command prints. */
function readOf(mapping: Mapping, printed: Shape): Shape {
  return withoutOrigins(fieldsRead(printed, (origin) => mapping.isRead(origin)))
}

/** What is read of what was printed before the last command. */
function earlierOf(
  mapping: Mapping,
  section: CliSection,
  found: Readonly<Record<string, Shape>>,
): Shape {
  const lookups = Object.entries(found).flatMap(([key, shape]) => {
    const read = readOf(mapping, shape)
    const isRead = read.kind !== "object" || Object.keys(read.fields).length > 0
    return isRead ? [[key, read] as const] : []
  })
  return objectOf({
    ...(section.then && { first: STRING }),
    ...(lookups.length > 0 && { lookups: objectOf(Object.fromEntries(lookups)) }),
  })
}

interface LookupContext {
  readonly key: string
  readonly one: CliLookupSection
  readonly at: CardPath
  readonly printed: Shape
  readonly command: Planned<CommandPlan>
}

/** Plans a look-up; what of its output is read is known when everything is planned. */
function planLookup(
  mapping: Mapping,
  { key, one, at, printed, command }: LookupContext,
  scope: BareScope,
): { plan: Planned<() => CliLookupPlan>; shape: Shape } {
  const result = mapping.compile(one.result, [...at, "result"], {
    ...scope,
    variables: new Map([["input", scope.current]]),
    purpose: "output",
    current: { expression: build.reference("printed"), shape: printed },
  })
  return {
    plan: made(both(command, result), ([command, { expression }]) => () => ({
      key,
      command,
      printed: readOf(mapping, printed),
      result: expression,
    })),
    shape: result.ok ? present(result.plan.shape) : NOTHING,
  }
}

function unread(mapping: Mapping, section: CliSection): Diagnostic[] {
  const lookups = Object.entries(section.lookups ?? {}).flatMap(([key, one]) =>
    unreadFields(mapping, one, ["cli", "lookups", key]),
  )
  const then = section.then ? unreadFields(mapping, section.then, ["cli", "then"]) : []
  return [...unreadFields(mapping, section, ["cli"]), ...then, ...lookups]
}

function planCommand(
  mapping: Mapping,
  section: CliCommandSection,
  at: CardPath,
  scope: BareScope,
  { commands }: GhDescription,
): Planned<CommandPlan> {
  const { command, jsonFields } = section
  const described = commands[command]
  if (described === undefined) throw new Error(`gh ${command} has not passed its checks`)
  const positionals = planArguments(mapping, section, at, scope)
  const flags = planFlags(mapping, section, at, scope, described)
  return made(both(positionals, flags), ([positionals, flags]) => ({
    command: command.split(" "),
    ...(jsonFields && { jsonFields }),
    arguments: positionals,
    flags,
  }))
}
