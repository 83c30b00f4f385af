import {
  type Import,
  type OperationNames,
  operationNames,
  operationPath,
} from "../../../emit/index.js"
import {
  type GraphqlPlan,
  type OperationPlan,
  sharedLookupIn,
  sharedLookupOf,
} from "../../../plan/index.js"

/** The names of imported operations in a module, by document path. */
export type LocalNames = ReadonlyMap<string, OperationNames>

/** @param others - the other names in the module */
export function localNames(graphql: GraphqlPlan, others: readonly string[]): LocalNames {
  const taken = new Set(others)
  return new Map(
    operationsOf(graphql).map((operation) => {
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
export function operationImports(
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
