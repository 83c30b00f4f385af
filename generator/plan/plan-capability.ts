import type { GraphQLSchema } from "graphql"
import type { JsonSchema } from "../../runtime/definition.js"
import { type Cost, checkConnections } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type {
  Card,
  CardSource,
  CliSection,
  GhDescription,
  RestDescription,
  RestSection,
} from "../parse/index.js"
import type { CapabilityPlan, CliPlan, GraphqlPlan, RestPlan } from "./capability-plan.js"
import { planCli } from "./cli.js"
import { isList, resolveContract } from "./contract.js"
import { planGraphql } from "./graphql.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import type { OperationsByPath } from "./operations.js"
import { pageSizesOf } from "./page-sizes.js"
import { reportReservedInputs } from "./reserved-inputs.js"
import { planRest } from "./rest.js"
import { planSuitability } from "./suitability.js"
import { reportUnusedInputs, unusedSelections } from "./unused.js"

/** The pinned descriptions of GitHub, each read when it is first asked for. */
export interface Pins {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
}

/** Plans one capability: proves its mappings, and resolves all that the emitters need. */
export function planCapability(
  source: CardSource,
  card: Card,
  operations: OperationsByPath,
  pins: Pins,
): { plan?: CapabilityPlan; diagnostics: Diagnostic[] } {
  const contract = resolveContract(card)
  const mappings = {
    graphql: new Mapping(source, "graphql"),
    rest: new Mapping(source, "rest"),
    cli: new Mapping(source, "cli"),
  }
  const suitability = planSuitability(mappings, card, inputShapeOf(contract.input))
  const mapping = mappings.graphql
  const documents: Diagnostic[] = []
  let cost: Cost | undefined
  let graphql: GraphqlPlan | undefined
  if (card.graphql !== undefined) {
    const planned = planGraphql(mapping, card, card.graphql, contract.input, operations)
    if (planned !== undefined) {
      const pageSizes = pageSizesOf(card.graphql, contract.input, planned.document)
      const checked = checkConnections(planned.document, pins.schema(), pageSizes)
      documents.push(...checked.diagnostics, ...unusedSelections(mapping, planned.document))
      cost = checked.cost
      graphql = planned.graphql
    }
  }
  const rest =
    card.rest === undefined
      ? undefined
      : planRestRoute(mappings.rest, card, card.rest, contract, pins)
  const cli =
    card.cli === undefined ? undefined : planCliRoute(mappings.cli, card, card.cli, contract, pins)
  const diagnostics = [
    ...mapping.diagnostics,
    ...documents,
    ...mappings.rest.diagnostics,
    ...mappings.cli.diagnostics,
  ]
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics }
  if (card.graphql !== undefined && graphql === undefined) return { diagnostics }
  const planned = { graphql, rest, cli }
  const routes = [card.routing.preferred, ...card.routing.fallbacks].filter(
    (route) => planned[route],
  )
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
    routes,
    suitability,
    isList: isList(card),
    input: contract.input,
    output: contract.output,
    ...(cost === undefined ? {} : { cost }),
    ...(graphql === undefined ? {} : { graphql }),
    ...(rest === undefined ? {} : { rest }),
    ...(cli === undefined ? {} : { cli }),
  }
  return { plan, diagnostics }
}

function planRestRoute(
  mapping: Mapping,
  card: Card,
  section: RestSection,
  contract: { input: JsonSchema },
  { rest }: Pins,
): RestPlan | undefined {
  if (card.graphql !== undefined && isList(card)) {
    mapping.report(
      "GHX1317",
      mapping.source.keySpan(["rest"]),
      "a list takes one route: a cursor of GraphQL's names no page of REST's, nor the reverse",
      "remove the section `rest` or the section `graphql`",
    )
    return undefined
  }
  reportReservedInputs(mapping, card)
  const input = inputShapeOf(contract.input)
  const plan = planRest(mapping, section, input, card.output_schema, rest())
  reportUnusedInputs(mapping, card)
  return plan
}

function planCliRoute(
  mapping: Mapping,
  card: Card,
  section: CliSection,
  contract: { input: JsonSchema },
  { gh, rest }: Pins,
): CliPlan | undefined {
  if (isList(card)) {
    const span = mapping.source.keySpan(["cli"])
    const message = "gh counts no items and has no cursors: a list cannot fall back to it"
    mapping.report("GHX1317", span, message)
    return undefined
  }
  const input = inputShapeOf(contract.input)
  const plan = planCli(mapping, section, input, card.output_schema, { gh: gh(), rest })
  reportUnusedInputs(mapping, card)
  return plan
}
