import type { CapabilityPlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import { hasAnswerParts } from "./answer-parts-file.js"
import { cliRoute } from "./cli-route.js"
import { capabilityComment } from "./comment.js"
import {
  answerTypes,
  contractTypes,
  defaultsOf,
  inputType,
  lookupTypes,
  printedTypes,
  responseTypes,
} from "./contract.js"
import type { Doors } from "./doors.js"
import { identifies } from "./identifies.js"
import { type Doc, fill, group, hardline, ifBreak, indent, join, line, softline } from "./layout.js"
import { literalDoc } from "./literal.js"
import { type LocalNames, localNames, operationImports } from "./local-names.js"
import { commentDoc, type Import, importPath, printModule, relativePath } from "./module.js"
import { answerPartsPath, capabilityPath, contractPath, typeName, valueName } from "./names.js"
import { partsOf } from "./parts.js"
import { graphqlRoute, restRoute } from "./routes.js"
import { suitability } from "./suitability.js"

/** The module of one capability: its contract as types, and the function. */
export function emitCapability(plan: CapabilityPlan, doors: Doors): [path: string, text: string] {
  const path = capabilityPath(plan.id)
  const { graphql, rest, cli } = plan
  const names = localNames(graphql, valueName(plan.id))
  const overCli = cli && cliRoute(plan, cli)
  const routes = [
    ...(graphql === undefined ? [] : [graphqlRoute(plan, graphql, names)]),
    ...(rest === undefined ? [] : [restRoute(plan, rest)]),
    ...(overCli === undefined ? [] : [overCli]),
  ]
  const declarations = [
    ...contractTypes(plan),
    ...inputType(plan),
    ...lookupTypes(graphql),
    ...answerTypes(rest),
    ...responseTypes(rest),
    ...(cli === undefined ? [] : printedTypes(cli)),
    [commentDoc(capabilityComment(plan)), hardline, definition(path, plan, routes)],
  ]
  return [
    path,
    printModule(
      { path, sources: [plan.card], imports: imports(path, plan, names, doors), declarations },
      doors,
    ),
  ]
}

function imports(path: string, plan: CapabilityPlan, names: LocalNames, doors: Doors): Import[] {
  const from = (target: string) => importPath(path, target, doors)
  const defaults = defaultsOf(plan)
  return [
    { from: from("runtime/capability/index.ts"), names: [constructorOf(plan), ...partsOf(plan)] },
    ...(plan.routes.length > 0 && defaults.length > 0
      ? [{ from: from("runtime/definition/index.ts"), names: ["WithDefaults"], types: true }]
      : []),
    ...operationImports(plan.graphql, names, from),
  ]
}

function constructorOf(plan: CapabilityPlan): string {
  return plan.isList ? "listCapability" : "capability"
}

function definition(path: string, plan: CapabilityPlan, routes: readonly Doc[]): Doc {
  const name = typeName(plan.id)
  const result = plan.isList ? `${name}Item` : `${name}Output`
  const count = plan.isUncounted ? ["number | null"] : []
  const generics = [stringLiteral(plan.id), `${name}Input`, result, ...count]
  return [
    `export const ${valueName(plan.id)} = /* @__PURE__ */ ${constructorOf(plan)}`,
    group(["<", indent([softline, fill(join([",", line], generics))]), softline, ">"]),
    "({",
    indent([
      hardline,
      join(hardline, [
        facts(plan),
        loaded("contract", path, contractPath(plan.id)),
        ...(hasAnswerParts(plan) ? [loaded("fields", path, answerPartsPath(plan.id))] : []),
        ...parts(plan),
        ...suitability(plan),
        ...identifies(plan),
        ...routes,
      ]),
    ]),
    hardline,
    "})",
  ]
}

/** What can be said of a capability at once. */
function facts({ id, version, effect, idempotent, routes }: CapabilityPlan): Doc {
  const all: Doc[] = [
    `id: ${stringLiteral(id)}`,
    `version: ${stringLiteral(version)}`,
    `effect: ${stringLiteral(effect)}`,
    `idempotent: ${idempotent}`,
    ["routes: ", literalDoc(routes)],
  ]
  return [fill(join([",", line], all)), ","]
}

/** A file that is loaded when it is needed. */
function loaded(name: string, path: string, file: string): Doc {
  const from = stringLiteral(relativePath(path, file))
  const value = `import(${from}, { with: { type: "json" } })`
  return group([`${name}: () =>`, indent([line, value]), ","])
}

function parts(plan: CapabilityPlan): Doc[] {
  const names = partsOf(plan)
  if (names.length === 0) return []
  return [
    group(["parts: {", indent([line, fill(join([",", line], names))]), ifBreak(","), line, "},"]),
  ]
}
