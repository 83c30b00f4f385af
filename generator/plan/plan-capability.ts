import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type Cost, checkConnections, isCounted, isList, resolveContract } from "../check/index.js"
import { diagnostic } from "../diagnostics/index.js"
import { type Identity, proveIdentity, type ShapeBook, sourcesIn } from "../expand/index.js"
import type { Card, CardSource, Pins } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"
import type { CapabilityPlan, CliPlan, GraphqlPlan, RestPlan } from "./capability-plan.js"
import { planCli } from "./cli.js"
import { inWordsOf } from "./declared.js"
import { ownOperation, planGraphql } from "./graphql.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import { baseOf, checkNamed } from "./named-shapes.js"
import { planObject } from "./object.js"
import { planOmissions } from "./omissions.js"
import type { Operations } from "./operations.js"
import { pageSizesOf } from "./page-sizes.js"
import { all, andThen, both, made, optional, type Planned, planned, refused } from "./planned.js"
import { readsOf } from "./reads.js"
import { planRest } from "./rest.js"
import type { MappingOf } from "./share.js"
import { planSuitability } from "./suitability.js"
import { planTexts } from "./texts.js"
import { unusedInputs, unusedSelections } from "./unused.js"
import { checkWidth } from "./wider.js"

/** What planning a card needs beside the card. */
export interface PlanContext {
  /** The routes whose form is right: the others are not planned. */
  readonly sound: readonly RouteType[]
  readonly operations: Operations
  readonly pins: Pins
  readonly shapes: ShapeBook & { readonly mappingOf: MappingOf }
}

interface Contract {
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** Plans one capability: proves its mappings, and resolves all that the emitters need. */
export function planCapability(
  source: CardSource,
  card: Card,
  context: PlanContext,
): Planned<CapabilityPlan> {
  const contract = resolveContract(card)
  const mappings = {
    graphql: new Mapping(source, "graphql"),
    rest: new Mapping(source, "rest"),
    cli: new Mapping(source, "cli"),
  }
  const suitability = planSuitability(mappings, card, inputShapeOf(contract.input))
  const graphql = route(mappings.graphql, card, context, () =>
    planGraphqlRoute(mappings.graphql, card, contract, context),
  )
  const rest = route(mappings.rest, card, context, () =>
    planRestRoute(mappings.rest, card, contract, context),
  )
  const cli = route(mappings.cli, card, context, () =>
    planCliRoute(mappings.cli, card, contract, context),
  )
  const inWords = (value: Expression, read: Shape) =>
    inWordsOf(value, read, context.shapes.mappingOf)
  const identities = planIdentities(source, card, context)
  const named = planned(undefined, checkNamed(source, card.output_schema, context.shapes))
  const routes = both(both(suitability, graphql), both(rest, cli))
  return andThen(
    made(both(both(routes, identities), named), ([plans]) => plans),
    ([plans, identities]) => {
      const [[suitability, overGraphql], [rest, cli]] = plans
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
        ...(identities.length > 0 && { identities }),
        ...overGraphql,
        ...(rest && {
          rest: { ...rest, responses: inWords(rest.output.value, rest.responses) },
        }),
        ...(cli && { cli: { ...cli, printed: inWords(cli.output.value, cli.printed) } }),
      }
      const isWhole = plan.routes.every((one) => context.sound.includes(one))
      const { mappingOf } = context.shapes
      const reads = readsOf(plan, mappingOf)
      const whole = { ...plan, ...planOmissions(plan, reads, mappingOf), ...planTexts(plan, reads) }
      return planned(whole, isWhole ? checkWidth(source, card.output_schema, given) : [])
    },
  )
}

/** What the result tells of look-ups, of which every word is proved. */
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

/** Plans a route that the card has and whose form is right; an input that it does not read is an error. */
function route<T>(
  mapping: Mapping,
  card: Card,
  { sound }: PlanContext,
  plan: () => Planned<T | undefined>,
): Planned<T | undefined> {
  if (!sound.includes(mapping.route)) return planned(undefined)
  return andThen(plan(), (one) =>
    planned(one, one === undefined ? [] : unusedInputs(mapping, card)),
  )
}

function planGraphqlRoute(
  mapping: Mapping,
  card: Card,
  { input }: Contract,
  { operations, pins, shapes }: PlanContext,
): Planned<{ graphql: GraphqlPlan; cost: Cost } | undefined> {
  return optional(card.graphql, (section) => {
    const { document } = ownOperation(section, operations)
    const plan = planGraphql(
      mapping,
      section,
      inputShapeOf(input),
      planObject(card.output_schema, shapes.mappingOf),
      operations,
    )
    const pageSizes = pageSizesOf(section, input, document)
    const { cost, diagnostics } = checkConnections(document, pins.schema(), pageSizes)
    const proved = andThen(plan, (graphql) => planned(graphql, unusedSelections(mapping, document)))
    return made(both(proved, planned(cost, diagnostics)), ([graphql, cost]) => ({ graphql, cost }))
  })
}

function planRestRoute(
  mapping: Mapping,
  card: Card,
  { input }: Contract,
  { pins, shapes }: PlanContext,
): Planned<RestPlan | undefined> {
  return optional(card.rest, (section) =>
    planRest(
      mapping,
      section,
      inputShapeOf(input),
      planObject(card.output_schema, shapes.mappingOf),
      pins.rest(),
    ),
  )
}

function planCliRoute(
  mapping: Mapping,
  card: Card,
  { input }: Contract,
  { pins, shapes }: PlanContext,
): Planned<CliPlan | undefined> {
  return optional(card.cli, (section) =>
    planCli(
      mapping,
      section,
      inputShapeOf(input),
      planObject(card.output_schema, shapes.mappingOf),
      {
        gh: pins.gh(),
        rest: pins.rest,
      },
    ),
  )
}
