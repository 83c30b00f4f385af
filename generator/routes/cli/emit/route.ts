import {
  block,
  type Doc,
  INPUT,
  literalDoc,
  mappingDoc,
  objectOfProperties,
  optionalBlock,
  outputFunction,
  type Parameter,
  typeOf,
} from "../../../emit/index.js"
import type { CapabilityPlan, CliLookupPlan, CliPlan, CommandPlan } from "../../../plan/index.js"
import { propertyName, stringLiteral } from "../../../text/index.js"

export function cliRoute(plan: CapabilityPlan, cli: CliPlan): Doc {
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
