import {
  block,
  type Doc,
  INPUT,
  literalDoc,
  localInterface,
  mappingDoc,
  objectOfProperties,
  optionalBlock,
  outputFunction,
  type Parameter,
  type RouteEmitter,
  typeOf,
} from "../../emit/index.js"
import { reads } from "../../path/index.js"
import type { CapabilityPlan, CliLookupPlan, CliPlan, CommandPlan } from "../../plan/index.js"
import { propertyName, stringLiteral } from "../../text/index.js"

export const cliEmitter: RouteEmitter = {
  types: ({ cli }) => (cli ? printedTypes(cli) : []),
  members: (plan) => (plan.cli ? [cliRoute(plan, plan.cli)] : []),
  parts: ({ cli }) => ({ cliRoute: cli !== undefined }),
}

function cliRoute(plan: CapabilityPlan, cli: CliPlan): Doc {
  const { output, printed, reader } = cli
  const type = printed.kind === "object" ? "Printed" : typeOf(printed)
  return block("cli: ", [
    ...optionalBlock(
      "lookups: ",
      cli.lookups.map((one) => lookup(plan, one)),
    ),
    ...commandMembers(plan, cli.command),
    ...(reader === undefined ? [] : [block("then: ", commandMembers(plan, reader))]),
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, { name: "printed", type }, [INPUT, EARLIER]),
  ])
}

function commandMembers(plan: CapabilityPlan, command: CommandPlan): Doc[] {
  const { jsonFields, arguments: positionals, flags } = command
  const list = { kind: "list", items: positionals } as const
  const object = objectOfProperties(flags)
  return [
    ["command: ", literalDoc(command.command), ","],
    ...(jsonFields === undefined ? [] : [["jsonFields: ", literalDoc(jsonFields), ","]]),
    ...(positionals.length === 0 ? [] : [mappingDoc(plan, "arguments", [INPUT, EARLIER], list)]),
    ...(flags.length === 0 ? [] : [mappingDoc(plan, "flags", [INPUT, EARLIER], object)]),
  ]
}

const EARLIER: Parameter = { name: "earlier", type: "Earlier" }

function lookup(plan: CapabilityPlan, { key, command, printed, result }: CliLookupPlan): Doc {
  return block(`${propertyName(key)}: `, [
    ...commandMembers(plan, command),
    `subject: ${stringLiteral(key.replaceAll("_", " "))},`,
    mappingDoc(plan, "result", [{ name: "printed", type: typeOf(printed) }, INPUT], result),
  ])
}

/** Interfaces for the fields of gh's output that the mappings read. */
function printedTypes(cli: CliPlan): Doc[] {
  const { command, reader, printed, earlier, output } = cli
  const mapped = [command, ...(reader ? [reader] : [])].flatMap(({ arguments: given, flags }) => [
    ...given,
    ...flags.map(({ expression }) => expression),
  ])
  const isEarlierRead = [...mapped, output.root.expression, output.value].some((one) =>
    reads(one, "earlier"),
  )
  return [
    ...localInterface("Printed", printed),
    ...(isEarlierRead ? localInterface("Earlier", earlier) : []),
  ]
}
