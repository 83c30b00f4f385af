import { type Doc, group, hardline, indent, join, line, softline } from "../layout/index.js"
import { literalCode } from "../path/index.js"
import type { CapabilityPlan, GraphqlPlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import { cliRoute } from "./cli-route.js"
import { capabilityComment } from "./comment.js"
import {
  contractTypes,
  defaultsOf,
  inputType,
  lookupTypes,
  printedTypes,
  responseTypes,
} from "./contract.js"
import { commentDoc, type Import, printModule, relativePath } from "./module.js"
import { capabilityPath, operationPath, specifier, typeName, valueName } from "./names.js"
import { documentDoc, hasParts, lookupName, operationTypes } from "./operation.js"
import { graphqlRoute, restRoute } from "./routes.js"
import { suitability } from "./suitability.js"

/** The module of one capability: its contract as types, the document, and the function. */
export function emitCapability(plan: CapabilityPlan): [path: string, text: string] {
  const path = capabilityPath(plan.id)
  const { graphql, rest, cli } = plan
  const overGh = cli && cliRoute(plan, cli)
  const routes = [
    ...(graphql === undefined ? [] : [graphqlRoute(plan, graphql)]),
    ...(rest === undefined ? [] : [restRoute(plan, rest)]),
    ...(overGh === undefined ? [] : [overGh]),
  ]
  const sources = [plan.card, ...(graphql === undefined ? [] : [graphql.operation.path])]
  const declarations = [
    ...contractTypes(plan),
    ...(graphql === undefined ? [] : [["const document = ", documentDoc(graphql.operation.text)]]),
    ...inputType(plan),
    ...lookupTypes(graphql),
    ...responseTypes(rest),
    ...(cli === undefined || overGh === undefined ? [] : printedTypes(cli, overGh)),
    [commentDoc(capabilityComment(plan)), hardline, definition(plan, routes)],
  ]
  return [path, printModule({ path, sources, imports: imports(path, plan), declarations })]
}

function imports(path: string, plan: CapabilityPlan): Import[] {
  const from = (target: string) => relativePath(path, specifier(target))
  const operations = plan.graphql === undefined ? [] : operationImports(plan.graphql, from)
  const defaults = defaultsOf(plan)
  return [
    { from: from("runtime/capability.ts"), names: [constructorOf(plan)] },
    ...(plan.routes.length > 0 && defaults.length > 0
      ? [{ from: from("runtime/definition.ts"), names: ["WithDefaults"], types: true }]
      : []),
    ...operations,
  ]
}

function operationImports(graphql: GraphqlPlan, from: (target: string) => string): Import[] {
  const own = operationTypes(graphql.operation)
  const lookups = new Map(graphql.lookups.map(({ operation }) => [operation.path, operation]))
  const module = from(operationPath(graphql.operation.path))
  return [
    ...(hasParts(graphql.operation) ? [{ from: module, names: ["parts"] }] : []),
    {
      from: module,
      names: [own.data, own.variables],
      types: true,
    },
    ...[...lookups.values()].flatMap((operation) => {
      const types = operationTypes(operation)
      const module = from(operationPath(operation.path))
      return [
        { from: module, names: [lookupName(operation)] },
        { from: module, names: [types.data], types: true },
      ]
    }),
  ]
}

function constructorOf(plan: CapabilityPlan): string {
  return plan.isList ? "listCapability" : "capability"
}

function definition(plan: CapabilityPlan, routes: readonly Doc[]): Doc {
  const name = typeName(plan.id)
  const result = plan.isList ? `${name}Item` : `${name}Output`
  const generics = [stringLiteral(plan.id), `${name}Input`, result]
  return [
    `export const ${valueName(plan.id)} = /* @__PURE__ */ ${constructorOf(plan)}`,
    group(["<", indent([softline, join([",", line], generics)]), softline, ">"]),
    "({",
    indent([
      hardline,
      join(hardline, [
        `id: ${stringLiteral(plan.id)},`,
        `version: ${stringLiteral(plan.version)},`,
        `effect: ${stringLiteral(plan.effect)},`,
        `idempotent: ${plan.idempotent},`,
        ["input: ", literalCode(plan.input).doc, ","],
        ["output: ", literalCode(plan.output).doc, ","],
        ["routes: ", literalCode(plan.routes).doc, ","],
        ...suitability(plan),
        ...routes,
      ]),
    ]),
    hardline,
    "})",
  ]
}
