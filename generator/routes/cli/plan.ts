import type { Diagnostic } from "../../diagnostics/index.js"
import { Path } from "../../jmespath/index.js"
import { aboutRoute } from "../../messages/index.js"
import type {
  CardPath,
  CliCommandSection,
  CliSection,
  GhCommandDescription,
  Pins,
  RestDescription,
} from "../../parse/index.js"
import { build, type Value } from "../../path/index.js"
import {
  all,
  type BareScope,
  type CliPlan,
  type CommandPlan,
  describedOrigin,
  flatMap,
  freeTextInShape,
  freeTextOf,
  inputScope,
  inputShapeOf,
  type Mapping,
  mapPlan,
  type Open,
  omittedOf,
  optional,
  type Planned,
  type PropertyPlan,
  planEach,
  planLookup,
  planned,
  planOutput,
  type RoutePlanner,
  withArgumentTypes,
} from "../../plan/index.js"
import {
  ABSENT,
  type Field,
  fromGhFlag,
  fromOpenapi,
  INTEGER,
  type ObjectShape,
  objectOf,
  type Shape,
  STRING,
  unionOf,
} from "../../shape/index.js"
import { apiPath } from "./check.js"

const FIRST: Value = { expression: build.reference("earlier", "first"), shape: STRING }

/** Plans the cli route, and checks the values of its commands. */
function planCli(mapping: Mapping, section: CliSection, input: Shape, pins: Pins): Open<CliPlan> {
  const scope = inputScope(input, objectOf({}))
  const plan = (one: CliCommandSection, at: CardPath, variables: BareScope["variables"]) =>
    planCommand(mapping, one, at, { ...scope, variables }, pins)
  const printedBy = (one: CliCommandSection, at: CardPath) => printedShape(one, at, pins)
  const lookups = planEach(section.lookups, (key, one) => {
    const path = ["cli", "lookups", key]
    const printed = printedBy(one, path)
    const lookup = planLookup({
      mapping,
      section: one,
      path,
      input,
      answer: { expression: build.reference("printed"), shape: printed },
      planRequest: ({ variables }) => plan(one, path, variables),
    })
    return mapPlan(lookup, ({ request, result, shape }) => ({
      key,
      command: request,
      printed,
      result,
      shape,
    }))
  })
  const found: Value = {
    expression: build.reference("earlier", "lookups"),
    shape: lookups.shape,
  }
  const own = new Map([["input", scope.current]]).set("lookups", found)
  const later = section.then ? new Map(own).set("first", FIRST) : own
  const first = plan(section, ["cli"], own)
  const second = optional(section.then, (one) => plan(one, ["cli", "then"], later))
  const printed = section.then
    ? printedBy(section.then, ["cli", "then"])
    : printedBy(section, ["cli"])
  const commands = all([lookups.plans, first, second])
  if (!commands.ok) return { scope: commands, close: () => commands }
  const [plans, command, reader] = commands.plan
  const { scope: ofOutput, close } = planOutput(
    mapping,
    { expression: section.result, path: ["cli", "result"] },
    { expression: build.reference("printed"), shape: printed },
    later,
  )
  return {
    scope: flatMap(commands, () => ofOutput),
    close: (object) =>
      flatMap(close(object), (output) =>
        planned(
          {
            lookups: plans.map(({ key, command, printed, result }) => {
              return { key, command, printed: mapping.readFields(printed), result }
            }),
            command,
            ...(reader && { reader }),
            printed: mapping.readFields(printed),
            earlier: earlierOf(mapping, section, lookups.shape),
            output,
            ...freeTextOf(freeTextInShape(printed, mapping.isRead)),
          },
          unread(mapping, section),
        ),
      ),
  }
}

/** The fields of earlier output that are read. */
function earlierOf(mapping: Mapping, section: CliSection, { fields }: ObjectShape): Shape {
  const lookups = Object.entries(fields).flatMap(([key, { shape }]) => {
    const read = mapping.readFields(shape)
    const isRead = read.kind !== "object" || Object.keys(read.fields).length > 0
    return isRead ? [[key, read] as const] : []
  })
  return objectOf({
    ...(section.then && { first: STRING }),
    ...(lookups.length > 0 && { lookups: objectOf(Object.fromEntries(lookups)) }),
  })
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
  pins: Pins,
): Planned<CommandPlan> {
  const { command, jsonFields } = section
  const described = pins.gh().commands[command]
  if (described === undefined) throw new Error(`gh ${command} has not passed its checks`)
  const positionals = planArguments(mapping, section, at, scope)
  const flags = planFlags(mapping, section, at, scope, described)
  return mapPlan(all([positionals, flags]), ([positionals, flags]) => ({
    command: command.split(" "),
    ...(jsonFields && { jsonFields }),
    arguments: positionals,
    flags,
  }))
}

/**
 * The shape of a command's output: text, the requested JSON fields, or the REST answer to `gh api PATH`.
 */
function printedShape(section: CliCommandSection, at: CardPath, pins: Pins): Shape {
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
function unreadFields(
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

export const cliPlanner: RoutePlanner = {
  type: "cli",
  answer: "printed",
  unread: { by: " by the cli route", help: "map it in a command, or remove the cli route" },
  open(mapping, { cli }, input, { pins }) {
    if (cli === undefined) return undefined
    const plan = planCli(mapping, cli, inputShapeOf(input), pins)
    return {
      ...plan,
      prove: (object, { shapes: { mappingOf } }) =>
        mapPlan(plan.close(object), (cli) => {
          return {
            cli: { ...cli, printed: withArgumentTypes(cli.output.value, cli.printed, mappingOf) },
          }
        }),
    }
  },
  omitted({ cli }, placesOf) {
    const last = cli?.reader ?? cli?.command
    return cli && last?.jsonFields ? omittedOf(cli.printed, placesOf(cli.output), 1) : undefined
  },
  origin: describedOrigin("cli", "gh", (pins) => pins.gh().types),
}

const REPOSITORY = Path.derived("join('/', [owner, repo])")
const TEXT_OR_NUMBER = unionOf(STRING, INTEGER)

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
