import { byRoute } from "../../runtime/route-names/index.js"
import { isCounted, isList, resolveContract } from "../check/index.js"
import { diagnostic } from "../diagnostics/index.js"
import { type Identity, proveIdentity, sourcesIn } from "../expand/index.js"
import type { Card, CardSource } from "../parse/index.js"
import type { CapabilityPlan, RulePlan } from "./capability-plan.js"
import { checkDeclaredTypes } from "./declared-types.js"
import { fewestRequests } from "./fewest-requests.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import { baseOf, basesOfMembers, checkNamed } from "./named-shapes.js"
import { planObject } from "./object.js"
import { type OpenRoutes, objectOf } from "./open-routes.js"
import { permissionsOf } from "./permissions.js"
import { all, flatMap, mapPlan, type Planned, planned, refused } from "./planned.js"
import { planPrunable } from "./prunable.js"
import { readsOf } from "./reads.js"
import { planReconcile } from "./reconcile.js"
import { renames } from "./renames.js"
import type { PlanContext, RoutePlan } from "./route.js"
import { planSuitability } from "./suitability.js"
import { planTexts } from "./texts.js"
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
        ...(card.since === undefined ? {} : { since: card.since }),
        ...(card.deprecated === undefined ? {} : { deprecated: card.deprecated }),
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
        isWhole ? checkDeclaredTypes(source, card.output_schema, given) : [],
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

const withFewest = ({ suitability, cost }: CapabilityPlan, rule: RulePlan) => ({
  suitability: [...suitability, rule],
  ...(cost && { cost: { ...cost, rest_requests: 1 as const } }),
})

/** The note for callers with a key. */
const unknownOutcomeNote = (why: string) =>
  `Even with a key, an unknown outcome stays unknown: ${lowerFirst(why)}`

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
      return refused(diagnostic(proved.problem, source.file, source.keySpan(["identifies", name])))
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
  const object = objectOf({ open }, (scope) => plan(mapping, card[planner.type] ?? {}, scope))
  return flatMap(open.prove(object, context), (one) =>
    planned(one, unusedInputs(mapping, card, planner.unread)),
  )
}
