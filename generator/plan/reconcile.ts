import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from "graphql"
import type { Reconcile } from "../../runtime/definition/index.js"
import { validityErrors } from "../check/index.js"
import type { Problem } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import { atKey, type Card, type CardSource, type ReconcileSection } from "../parse/index.js"
import { responseKey } from "../shape/index.js"
import type { CapabilityPlan, FragmentPlan, GraphqlPlan } from "./capability-plan.js"
import { type Planned, planned, refused } from "./planned.js"
import type { PlanContext } from "./route.js"

const PAYLOAD = "payload"

/** A mistake in `reconcile`, with its fix. */
class ReconcileError extends Error {
  constructor(
    message: string,
    readonly help: string,
  ) {
    super(message)
  }
}

/**
 * Plans how to find out whether a write was applied. Idempotent cards need nothing; destructive ones check that the
 * object is gone.
 */
export function planReconcile(
  source: CardSource,
  card: Card,
  plan: CapabilityPlan,
  context: Pick<PlanContext, "operations">,
): Planned<Reconcile | undefined> {
  const { effect, idempotent, reconcile } = card
  const report = (problem: Problem) =>
    refused(atKey(source, [reconcile ? "reconcile" : "idempotent"], problem))
  if (effect === "read" || idempotent) {
    if (!reconcile) return planned(undefined)
    const why = effect === "read" ? "a read" : "an idempotent write"
    return report(aboutCard.unfitReconcile(`${why} needs no \`reconcile\``, "remove it"))
  }
  if (!reconcile) {
    return effect === "destroy" ? planned(removal(plan)) : report(aboutCard.missingReconcile())
  }
  try {
    return planned(ready(reconcile, plan, context))
  } catch (error) {
    if (error instanceof ReconcileError)
      return report(aboutCard.unfitReconcile(error.message, error.help))
    throw error
  }
}

function ready(
  section: ReconcileSection,
  plan: CapabilityPlan,
  context: Pick<PlanContext, "operations">,
): Reconcile {
  const { find, marker, where, makes, again, none } = section
  const ways = [find, again, none].filter((one) => one !== undefined)
  if (ways.length !== 1)
    throw new ReconcileError(
      "`reconcile` needs exactly one of `find`, `again` and `none`",
      "keep one of them",
    )
  if (none !== undefined) return { none }
  if (again) return { again }
  if (find === undefined) return { none: "" }
  for (const condition of Object.values(where ?? {})) checkCondition(condition)
  const further = { ...(where && { where }), ...(makes && { makes }) }
  if (/^GET /.test(find)) return { ...overRest(find, plan), ...further }
  if (!plan.graphql)
    throw new ReconcileError("the card has no GraphQL route", "write `find: GET /…`")
  if (marker !== undefined && !plan.input.properties?.[marker])
    throw new ReconcileError(
      `there is no input \`${marker}\``,
      "name the input that holds the text",
    )
  const looking = overGraphql(find, plan.graphql, marker !== undefined, context)
  return { ...looking, ...(marker !== undefined && { marker }), ...further }
}

function checkCondition(condition: unknown): void {
  if (typeof condition !== "object" || condition === null) return
  const unknown = Object.keys(condition).find((name) => !conditions.includes(name))
  if (unknown === undefined) return
  throw new ReconcileError(
    `\`where\` has no condition \`${unknown}\``,
    `use ${conditions.map((name) => `\`${name}\``).join(", ")}, or a value`,
  )
}

/** Conditions besides equality; the last ones are the forms in which GitHub stores a text. */
const conditions = ["not", "absent", "file_name", "repo_name", "lower"]

/** Proves a removal: the object must be gone. The result is composed of inputs and lookups. */
function removal({ graphql }: CapabilityPlan): Reconcile {
  return { gone: true, ...(graphql && { into: graphql.output.result.split(".") }) }
}

function overRest(find: string, { rest, input }: CapabilityPlan) {
  const as = rest?.output.result
  const path = find.slice("GET ".length)
  if (!as || !rest)
    throw new ReconcileError("the card has no REST route", "write `find` as a query")
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
    if (!input.properties?.[name])
      throw new ReconcileError(`there is no input \`${name}\``, "use names of inputs in the path")
  return { get: path, as }
}

function overGraphql(
  find: string,
  { operation, output }: GraphqlPlan,
  marked: boolean,
  { operations }: Pick<PlanContext, "operations">,
) {
  const into = output.result.split(".")
  const mutation = operationIn(parse(operation.text))
  const payload = into.reduce<SelectionSetNode | undefined>(
    (set, name) => fieldsIn(set).find((one) => responseKey(one) === name)?.selectionSet,
    mutation?.selectionSet,
  )
  if (!payload)
    throw new ReconcileError(
      "the mutation selects no result",
      "select the fields that the output needs",
    )
  const asked = parsed(`query Reconcile {${find}}`)
  const path = pathToPayload(operationIn(asked)?.selectionSet)
  if (!path)
    throw new ReconcileError(
      "`find` has no `...payload`",
      "spread it at the object that the mutation returns",
    )
  const pages = path.at(-1) === "nodes"
  const extra =
    marked && !/\bmarked:/.test(find) ? ["body", "viewerDidAuthor", "createdAt"].map(field) : []
  // Fields of the mutation itself, such as `clientMutationId`, are not part of the object.
  const kept = payload.selections.filter(
    (one) => one.kind !== Kind.FIELD || one.name.value !== "clientMutationId",
  )
  const selections = [...kept, ...extra]
  const filled = fill(asked, selections.length > 0 ? selections : [field("__typename")], pages)
  const used = new Set<string>()
  visit(filled, { Variable: (node) => void used.add(node.name.value) })
  const own = mutation?.variableDefinitions ?? []
  for (const spread of operation.fragments ?? [])
    visit(parse(textsOf(spread).join("\n")), { Variable: (node) => void used.add(node.name.value) })
  const variables = own.filter(({ variable }) => used.has(variable.name.value))
  const unknown = [...used].find(
    (name) => name !== "before" && !own.some(({ variable }) => variable.name.value === name),
  )
  if (unknown)
    throw new ReconcileError(
      `the mutation has no variable \`$${unknown}\``,
      "use variables of the mutation",
    )
  const names = variables.map(({ variable }) => variable.name.value)
  const before = pages ? ["$before: String"] : []
  const head = [...variables.map(print), ...before].join(", ")
  const body = print(filled).replace(/^query Reconcile(?=\s)/, `query Reconcile(${head})`)
  const fragments = (operation.fragments ?? []).flatMap(textsOf)
  const document = [body, ...new Set(fragments)].join("\n")
  const [wrong] = validityErrors({ ast: parsed(document), fragments: new Map() }, operations.schema)
  if (wrong) throw new ReconcileError(wrong.message, "correct `find`")
  return { document, variables: names, path, into }
}

/** Completes the query with the payload, and with the fields that paging needs. */
function fill(
  document: DocumentNode,
  payload: readonly SelectionNode[],
  pages: boolean,
): DocumentNode {
  const isPayload = (node: SelectionNode) =>
    node.kind === Kind.FRAGMENT_SPREAD && node.name.value === PAYLOAD
  return visit(document, {
    SelectionSet: {
      leave(node) {
        if (!node.selections.some(isPayload)) return undefined
        return {
          ...node,
          selections: node.selections.flatMap((one) => (isPayload(one) ? payload : [one])),
        }
      },
    },
    Field: {
      enter(node) {
        const inner = fieldsIn(node.selectionSet)
        const isList = inner.some(
          (one) =>
            one.name.value === "nodes" && one.selectionSet?.selections.some(isPayload) === true,
        )
        if (!pages || !isList || !node.selectionSet) return undefined
        const info = parsed("{ pageInfo { hasPreviousPage startCursor } }")
        const before: ArgumentNode = {
          kind: Kind.ARGUMENT,
          name: { kind: Kind.NAME, value: "before" },
          value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: "before" } },
        }
        return {
          ...node,
          arguments: [...(node.arguments ?? []), before],
          selectionSet: {
            ...node.selectionSet,
            selections: [
              ...node.selectionSet.selections,
              ...(operationIn(info)?.selectionSet.selections ?? []),
            ],
          },
        }
      },
    },
  })
}

/** The names of the fields that lead to `...payload`. */
function pathToPayload(set: SelectionSetNode | undefined): string[] | undefined {
  for (const one of set?.selections ?? []) {
    if (one.kind === Kind.FRAGMENT_SPREAD) {
      if (one.name.value === PAYLOAD) return []
    } else {
      const inner = pathToPayload(one.selectionSet)
      if (inner) return one.kind === Kind.FIELD ? [responseKey(one), ...inner] : inner
    }
  }
  return undefined
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true })
  } catch (error) {
    if (error instanceof GraphQLError) throw new ReconcileError(error.message, "correct `find`")
    throw error
  }
}

const operationIn = (document: DocumentNode) =>
  document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )

const fieldsIn = (set: SelectionSetNode | undefined): readonly FieldNode[] =>
  (set?.selections ?? []).filter((one) => one.kind === Kind.FIELD)

const field = (name: string): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
})

/** The source text of a shared fragment and of the fragments that it uses. */
function textsOf({ text, fragments = [] }: FragmentPlan): string[] {
  return [text, ...fragments.flatMap(textsOf)]
}
