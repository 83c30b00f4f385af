import { type Doc, group, indent, line } from "../layout/index.js"
import { code, literalCode } from "../path/index.js"
import type { CapabilityPlan, CliLookupPlan, CliPlan, CommandPlan } from "../plan/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { block, objectOfProperties, outputFunction, parametersOf } from "./routes.js"
import { typeOf } from "./type.js"

export function cliRoute(plan: CapabilityPlan, cli: CliPlan): Doc {
  const { output, printed, reader } = cli
  return block("cli: ", [
    ...(cli.lookups.length === 0
      ? []
      : [
          block(
            "lookups: ",
            cli.lookups.map((one) => lookup(plan, one)),
          ),
        ]),
    ...commandMembers(plan, cli.command),
    ...(reader === undefined ? [] : [block("then: ", commandMembers(plan, reader))]),
    `result: ${stringLiteral(output.result)},`,
    outputFunction(
      plan,
      output,
      "printed",
      printed.kind === "object" ? "Printed" : typeOf(printed),
    ),
  ])
}

function commandMembers(plan: CapabilityPlan, command: CommandPlan): Doc[] {
  const { jsonFields, arguments: positionals, flags } = command
  const list = code.arrayLiteral(positionals.map(({ doc }) => doc)).doc
  const object = objectOfProperties(flags).doc
  return [
    ["command: ", literalCode(command.command).doc, ","],
    ...(jsonFields === undefined ? [] : [["jsonFields: ", literalCode(jsonFields).doc, ","]]),
    ...(positionals.length === 0
      ? []
      : [["arguments: (", parametersOf(plan, list), ") => ", list, ","]]),
    ...(flags.length === 0
      ? []
      : [["flags: (", parametersOf(plan, object), ") => (", object, "),"]]),
  ]
}

function lookup(plan: CapabilityPlan, { key, command, printed, result }: CliLookupPlan): Doc {
  return block(`${propertyName(key)}: `, [
    ...commandMembers(plan, command),
    `subject: ${stringLiteral(key.replaceAll("_", " "))},`,
    ["result: (printed: ", typeOf(printed), ") =>", group(indent([line, result])), ","],
  ])
}
