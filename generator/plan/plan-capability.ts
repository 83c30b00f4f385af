import { keyNote } from "../../runtime/execute/descriptions/index.js"
import type { JsonSchema, RouteType } from "../../runtime/index.js"
import { byRoute } from "../../runtime/route-names/index.js"
import { isCounted, isList, resolveContract } from "../check/index.js"
import { type Identity, proveIdentity, sourcesIn } from "../expand/index.js"
import {
  atKey,
  type Card,
  type CardSource,
  descriptionsOf,
  type Suitability,
} from "../parse/index.js"
import { build } from "../path/index.js"
import { objectOf, type Shape, STRING } from "../shape/index.js"
import type { CapabilityPlan, RulePlan } from "./capability-plan.js"
import { checkDeclaredTypes } from "./declared.js"
import { planTexts } from "./free-text.js"
import { inputScope, inputShapeOf, Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { fewestRequests, permissionsOf } from "./permissions.js"
import { all, flatMap, mapPlan, type Planned, planned, refused } from "./planned.js"
import { planPrunable } from "./prunable.js"
import { readsOf } from "./reads.js"
import { planReconcile } from "./reconcile.js"
import {
  type OpenRoutes,
  objectOf as openObject,
  type PlanContext,
  type RoutePlan,
} from "./route.js"
import { baseOf, basesOfMembers, checkNamed } from "./shape-mappings.js"
import { unusedInputs } from "./unused.js"

/** Plans one capability: checks its mappings, and resolves everything that the emitters need. */
export function planCapability(
  source: CardSource,
  card: Card,
  context: PlanContext,
  open: OpenRoutes,
): Planned<CapabilityPlan> {
  const contract = resolveContract(card)
  const mappings = byRoute((route) => {
    const before = open.find(({ planner }) => planner.type === route)?.mapping
    return before?.over(source) ?? new Mapping(source, route)
  })
  const suitability = planSuitability(mappings, card, inputShapeOf(contract.input))
  const routes = all(open.map((one) => planRoute(one, mappings[one.planner.type], card, context)))
  const identities = planIdentities(source, card, context)
  const named = planned(undefined, checkNamed(source, card.output_schema, context.shapes))
  return flatMap(
    all([suitability, routes, identities, named]),
    ([suitability, routes, identities]) => {
      const given = (name: string) =>
        Object.values(mappings).flatMap((mapping) => mapping.given(name) ?? [])
      const plan: CapabilityPlan = {
        id: card.capability_id,
        version: card.version,
        description: card.description,
        effect: card.effect,
        idempotent: card.idempotent,
        ...descriptionsOf(card),
        notes: card.routing.notes ?? [],
        examples: card.examples ?? [],
        card: source.file.path,
        routes: [card.routing.preferred, ...card.routing.fallbacks],
        suitability,
        isList: isList(card),
        ...(!isCounted(card) && { isUncounted: true }),
        input: contract.input,
        output: contract.output,
        ...baseOf(card.output_schema, context.shapes),
        ...basesOfMembers(card.output_schema, context.shapes),
        ...(identities.length > 0 && { identities }),
        ...Object.assign({}, ...routes),
      }
      const fewest = fewestRequests(plan)
      const isWhole = plan.routes.every((one) => context.sound.includes(one))
      const reads = readsOf(plan, context)
      const whole = { ...plan, ...planPrunable(plan, reads, context), ...planTexts(plan, reads) }
      const width = planned(
        whole,
        isWhole ? checkDeclaredTypes(source, ownOf(card.output_schema, plan), given) : [],
      )
      const scopes = plan.graphql?.operation.scopes
      const ofRest = plan.rest && permissionsOf(plan.rest, context.pins.rest())
      const permissions = (scopes ?? ofRest) && { ...(scopes && { scopes }), ...ofRest }
      return mapPlan(
        all([width, planReconcile(source, card, plan, context)]),
        ([whole, reconcile]) => ({
          ...whole,
          ...(fewest && withFewest(plan, fewest)),
          ...(renames(plan) && { renames: true as const }),
          ...(permissions && { permissions }),
          ...(reconcile && { reconcile }),
          ...(reconcile &&
            "none" in reconcile && { notes: [...whole.notes, unknownOutcomeNote(reconcile.none)] }),
        }),
      )
    },
  )
}

/** The properties of an output that are not its shape's, whose types hold for all its cards. */
function ownOf({ title, properties = {} }: JsonSchema, { base }: CapabilityPlan): JsonSchema {
  if (title !== undefined) return {}
  const own = Object.entries(properties).filter(([name]) => !base?.fields.includes(name))
  return { properties: Object.fromEntries(own) }
}

const withFewest = ({ suitability, cost }: CapabilityPlan, rule: RulePlan) => ({
  suitability: [...suitability, rule],
  ...(cost && { cost: { ...cost, rest_requests: 1 as const } }),
})

/** The note for callers with a key. */
const unknownOutcomeNote = (why: string) => `${keyNote}${lowerFirst(why)}`

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Proves that the output contains the results of lookups. */
function planIdentities(
  source: CardSource,
  card: Card,
  { operations }: PlanContext,
): Planned<Identity[]> {
  const names = Object.keys(card.output_schema.properties ?? {})
  const sources = sourcesIn(names, card)
  return all(
    Object.entries(card.identifies ?? {}).map(([name, by]): Planned<Identity> => {
      const proved = proveIdentity(name, by, card, sources, operations.documents)
      if (proved.ok) return planned(proved.value)
      return refused(atKey(source, ["identifies", name], proved.problem))
    }),
  )
}

/** Checks that a route serves all outputs of the card, and reads all inputs. */
function planRoute(
  { planner, open }: OpenRoutes[number],
  mapping: Mapping,
  card: Card,
  context: PlanContext,
): Planned<RoutePlan> {
  const plan = planObject(card.output_schema)
  const object = openObject({ open }, (scope) => plan(mapping, card[planner.type] ?? {}, scope))
  return flatMap(open.prove(object, context), (one) =>
    planned(one, unusedInputs(mapping, card, planner.unread)),
  )
}

/**
 * Plans the rules that prefer and exclude routes. An input that excludes a route need not be used by the route, which
 * never receives it.
 */
function planSuitability(
  mappings: Readonly<Record<RouteType, Mapping>>,
  card: Card,
  input: Shape,
): Planned<RulePlan[]> {
  const rules = (card.routing.suitability ?? []).map((rule, index): Planned<RulePlan> => {
    const { predicate, reason, prefer, exclude } = rule
    const mapping = mappings[exclude ?? card.routing.preferred]
    const route = { ...(prefer && { prefer }), ...(exclude && { exclude }) }
    if (predicate === undefined) return planned({ ...route, reason })
    const at = ["routing", "suitability", index, "predicate"]
    const scope = {
      ...inputScope(input, objectOf({})),
      current: { expression: build.reference("call"), shape: rootOf(rule, input) },
      variables: new Map(),
    }
    const condition = mapping.compileCondition(predicate, at, scope, "the predicate")
    return mapPlan(condition, ({ expression }) => ({ ...route, reason, when: expression }))
  })
  return all(rules)
}

/** The subject of a predicate: the input, or the target of the call. */
function rootOf({ when }: Suitability, input: Shape): Shape {
  return objectOf(when === "params" ? { params: input } : { env: objectOf({ host: STRING }) })
}

/** Root fields that create, rename, move or delete repositories and their owners, or move issues. */
const MUTATIONS =
  /\b(?!(?:un)?archive)[a-z]\w*(?:Repository|Organization|Enterprise)\s*\(|\btransfer/

/** Endpoints with the same effects. */
const ENDPOINTS =
  /^\/orgs\/\{\w+\}$|^\/(?:user|orgs\/\{\w+\})\/repos$|^\/repos\/\{\w+\}\/\{\w+\}(?:\/(?:forks|generate|transfer))?$/

/**
 * Whether, after a write, the name of a repository or the number of an issue may belong to another object. Clients
 * then forget the ids that they remember.
 */
function renames({
  effect,
  graphql,
  rest,
}: Pick<CapabilityPlan, "effect" | "graphql" | "rest">): boolean {
  const endpoints = rest?.endpoints ?? []
  return (
    effect !== "read" &&
    (MUTATIONS.test(graphql?.operation.text ?? "") ||
      endpoints.some(({ facts: { method, path } }) => method !== "GET" && ENDPOINTS.test(path)))
  )
}
