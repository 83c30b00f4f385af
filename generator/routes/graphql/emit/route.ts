import {
  block,
  type Doc,
  factsDoc,
  foreachMember,
  INPUT,
  ITEM,
  ifGiven,
  inputWith,
  itemOf,
  listOfNames,
  literalDoc,
  mappingDoc,
  type OperationNames,
  objectOfProperties,
  operationNames,
  optionalBlock,
  outputFunction,
  type Parameter,
} from "../../../emit/index.js"
import {
  type AmongPlan,
  type CapabilityPlan,
  type GraphqlPlan,
  type LookupPlan,
  type OperationPlan,
  sharedLookupIn,
} from "../../../plan/index.js"
import { propertyName, stringLiteral } from "../../../text/index.js"
import type { LocalNames } from "./local-names.js"

const LOOKUPS: Parameter = { name: "lookups", type: "Lookups" }

const AFTER: Parameter = { name: "after", type: "string | undefined" }

export function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan, names: LocalNames): Doc {
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
