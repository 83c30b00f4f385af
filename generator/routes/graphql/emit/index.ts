import {
  block,
  type Doc,
  factsDoc,
  foreachMember,
  type Import,
  INPUT,
  ITEM,
  ifGiven,
  inputWith,
  itemOf,
  listOfNames,
  literalDoc,
  localInterface,
  mappingDoc,
  type OperationNames,
  objectOfProperties,
  operationNames,
  operationPath,
  optionalBlock,
  outputFunction,
  type Parameter,
  type RouteEmitter,
  valueName,
} from "../../../emit/index.js"
import {
  type AmongPlan,
  type CapabilityPlan,
  type GraphqlPlan,
  type LookupPlan,
  type OperationPlan,
  sharedLookupIn,
  sharedLookupOf,
} from "../../../plan/index.js"
import { objectOf } from "../../../shape/index.js"
import { memoize, propertyName, stringLiteral } from "../../../text/index.js"

export const graphqlEmitter: RouteEmitter = {
  types: ({ graphql }) => (graphql ? lookupTypes(graphql) : []),
  members: (plan) => (plan.graphql ? [graphqlRoute(plan, plan.graphql, namesIn(plan))] : []),
  imports: (plan, from) =>
    plan.graphql ? operationImports(plan.graphql, namesIn(plan), from) : [],
  parts: ({ graphql }) => ({
    decidedWrites: graphql?.decided !== undefined,
    graphqlAllPages: graphql?.complete !== undefined,
    graphqlLookups: graphql !== undefined && graphql.lookups.length > 0,
    graphqlPages: graphql?.complete !== undefined || graphql?.hasParts === true,
    graphqlSearch: graphql !== undefined && /\bsearch\s*\(/.test(graphql.operation.text),
    graphqlWrites: graphql?.operation.type === "mutation",
    tokenScopes: graphql?.operation.scopes !== undefined,
  }),
}

/** The result may have the type of a shape, whose name is the schema's title. */
const namesIn = memoize(({ id, graphql, output }: CapabilityPlan) => {
  const titles = JSON.stringify(output).matchAll(/"title":"(\w+)"/g)
  const others = [valueName(id), ...[...titles].map(([, title = ""]) => title)]
  return localNames(graphql ? operationsOf(graphql) : [], others)
})

const LOOKUPS: Parameter = { name: "lookups", type: "Lookups" }

const AFTER: Parameter = { name: "after", type: "string | undefined" }

function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan, names: LocalNames): Doc {
  const { operation, lookups, output } = graphql
  const namesOf = (one: OperationPlan) => names.get(one.path) ?? operationNames(one)
  const own = namesOf(operation)
  const variables = objectOfProperties(graphql.variables)
  return block("graphql: ", [
    own.constant === "operation" ? "operation," : `operation: ${own.constant},`,
    ...(operation.scopes ? [`scopes: ${JSON.stringify(operation.scopes)},`] : []),
    ...(graphql.decided ? [`decided: ${JSON.stringify(graphql.decided)},`] : []),
    ...completeMember(graphql),
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => lookup(plan, one, namesOf(one.operation))),
    ),
    mappingDoc(plan, "variables", [INPUT, LOOKUPS], variables, own.variables),
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, { name: "data", type: own.data }, [INPUT, LOOKUPS]),
  ])
}

function completeMember({ complete }: GraphqlPlan): Doc[] {
  return complete ? [["complete: ", literalDoc(complete), ","]] : []
}

function lookup(plan: CapabilityPlan, one: LookupPlan, names: OperationNames): Doc {
  const { key, subject, isOptional, foreach, given, needs, among, result, ...rest } = one
  const { constant, data } = names
  const shared = sharedLookupIn(one)
  if (shared?.isWhole) return `${propertyName(key)}: ${names.lookup},`
  const variables = ifGiven(given, objectOfProperties(rest.variables))
  const answer = { name: "data", type: data }
  const each = itemOf(plan, foreach)
  return block(`${propertyName(key)}: `, [
    ...(shared
      ? [`...${names.lookup},`]
      : [factsDoc([`operation: ${constant}`, `subject: ${stringLiteral(subject)}`])]),
    ...(isOptional ? ["optional: true,"] : []),
    ...foreachMember(plan, foreach, [INPUT]),
    ...(among ? [amongDoc(plan, among, answer)] : []),
    mappingDoc(plan, "variables", [INPUT, ...(foreach ? each : [ITEM]), AFTER], variables),
    ...(shared
      ? []
      : [mappingDoc(plan, "result", [answer, inputWith(plan, needs), ...each], result)]),
  ])
}

function amongDoc(plan: CapabilityPlan, { by, pages }: AmongPlan, answer: Parameter): Doc {
  const names = `by: ${listOfNames(by)}`
  if (pages === undefined) return `among: { ${names} },`
  return block("among: ", [
    `${names},`,
    mappingDoc(plan, "page", [answer], pages.info),
    `most_pages: ${pages.most},`,
  ])
}

function lookupTypes({ lookups }: GraphqlPlan): Doc[] {
  const found = lookups.map((one) => [one.key, one.shape])
  return localInterface("Lookups", objectOf(Object.fromEntries(found)))
}

/** The names of imported operations in a module, by document path. */
type LocalNames = ReadonlyMap<string, OperationNames>

/** @param others - the other names in the module */
function localNames(operations: readonly OperationPlan[], others: readonly string[]): LocalNames {
  const taken = new Set(others)
  return new Map(
    operations.map((operation) => {
      const { constant, data, variables, lookup } = operationNames(operation)
      const names = [constant, data, variables, ...(sharedLookupOf(operation) ? [lookup] : [])]
      let suffix = ""
      for (let count = 2; names.some((name) => taken.has(name + suffix)); count += 1) {
        suffix = String(count)
      }
      for (const name of names) taken.add(name + suffix)
      return [
        operation.path,
        {
          constant: constant + suffix,
          data: data + suffix,
          variables: variables + suffix,
          lookup: lookup + suffix,
        },
      ]
    }),
  )
}

/** Imports the operations of a capability, and those of their types that its mappings name. */
function operationImports(
  graphql: GraphqlPlan,
  local: LocalNames,
  from: (path: string) => string,
): Import[] {
  return operationsOf(graphql).flatMap((operation): Import[] => {
    const own = operationNames(operation)
    const as = local.get(operation.path) ?? own
    const renamed = (name: keyof OperationNames) =>
      own[name] === as[name] ? own[name] : `${own[name]} as ${as[name]}`
    const module = from(operationPath(operation.path))
    const isOwn = operation.path === graphql.operation.path
    const uses = graphql.lookups.filter((one) => one.operation.path === operation.path)
    const isShared = uses.some((one) => sharedLookupIn(one) !== undefined)
    const isShown = isOwn || uses.some((one) => sharedLookupIn(one) === undefined)
    const shared: Import[] = isShared ? [{ from: module, names: [renamed("lookup")] }] : []
    if (!isShown) return shared
    return [
      ...shared,
      { from: module, names: [renamed("constant")] },
      {
        from: module,
        names: isOwn ? [renamed("data"), renamed("variables")] : [renamed("data")],
        types: true,
      },
    ]
  })
}

/** Each operation once: the capability's own, then those of its lookups. */
function operationsOf(graphql: GraphqlPlan): OperationPlan[] {
  const all = [graphql, ...graphql.lookups].map(({ operation }) => operation)
  return [...new Map(all.map((operation) => [operation.path, operation])).values()]
}
