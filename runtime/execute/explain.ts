import type { Contract, Effect } from "../definition/index.js"
import type { RouteType } from "../envelope/index.js"
import { requirementsOf, requirementText } from "../properties/index.js"
import { type Brief, briefOf, type Property, propertiesOf } from "./descriptions/index.js"

/**
 * The permissions that a token needs: as far as GitHub's REST description states them, otherwise as far as errors of
 * its GraphQL API do.
 */
export interface Permissions {
  /** Scopes of classic tokens: one scope of each list. */
  readonly scopes?: readonly (readonly string[])[]
  /** The same for a private repository. */
  readonly private_scopes?: readonly (readonly string[])[]
  /** Permissions of fine-grained tokens: `Workflows (repository): write`. */
  readonly fine_grained?: readonly string[]
}

interface Cost {
  readonly points: number
  readonly nodes: number
  /** Number of requests of a single call over REST, if that is lower. */
  readonly rest_requests?: number
}

/** Facts about a capability outside its contract: generated data, loaded on first use. */
export interface CatalogEntry {
  /** Equals the contract's description, so that listing all capabilities does not load all contracts. */
  readonly description: string
  /** Rate-limit points, and the maximum number of nodes that one call can touch. */
  readonly cost?: Cost
  readonly permissions?: Permissions
  /** An input that works. */
  readonly example?: object
  readonly notes?: string
  /** Why it is deprecated, and what to use instead. */
  readonly deprecated?: string
}

/** The entries of all capabilities, by id. */
export type Catalog = Readonly<Record<string, CatalogEntry>>

/**
 * A capability in few tokens. Names map to `type = default, bounds: description`, required inputs first;
 * `?` marks optional ones. Nested fields, `comments[].line`, appear if they have more than a type.
 */
export interface Explanation {
  readonly id: string
  readonly description: string
  readonly effect: Effect
  /** Whether running it twice has the same effect as running it once. */
  readonly idempotent: boolean
  readonly routes: readonly RouteType[]
  readonly input: Readonly<Record<string, string>>
  /** Rules about inputs that belong together: `Exactly one of text, number.` */
  readonly rules?: readonly string[]
  readonly output: Readonly<Record<string, string>>
  readonly cost?: string
  readonly permissions?: Permissions
  readonly example?: object
  readonly notes?: string
  readonly deprecated?: string
}

export interface ExplainOptions {
  /** Only what a call needs, in the fewest tokens. */
  readonly brief?: boolean | undefined
}

/** What a call of a capability needs, in the fewest tokens. */
export interface BriefExplanation extends Brief {
  readonly description: string
  readonly notes?: string
  readonly deprecated?: string
}

/** One line of `listCapabilities()`. */
export interface CapabilitySummary<Id extends string = string> {
  readonly id: Id
  readonly effect: Effect
  readonly description: string
  /** The call signature, if requested: `issue.reopen(owner, repo, issue_number)`. */
  readonly signature?: string
}

/** Which capabilities to list, and with which details. */
export interface ListOptions {
  /** `issue`, `pr.thread` */
  readonly domain?: string | undefined
  /** Include the signature of each, which loads all their contracts. */
  readonly signatures?: boolean | undefined
}

export function explainContract(contract: Contract, entry: CatalogEntry | undefined): Explanation {
  const { id, description, effect, idempotent, routes, input, output } = contract
  const { cost, permissions, example, notes, deprecated } = entry ?? {}
  const all = propertiesOf(input)
  // Nested fields of an input are sorted like the input.
  const isRequired = ({ name }: Property) =>
    all.some((own) => own.required && own.name === name.split(/[.[]/, 1)[0])
  const inputs = [...all.filter((one) => isRequired(one)), ...all.filter((one) => !isRequired(one))]
  const rules = requirementsOf(input).map((one) => requirementText(one, (name) => name))
  return {
    id,
    description,
    effect,
    idempotent,
    routes,
    input: Object.fromEntries(
      inputs.map((one) => [one.required ? one.name : `${one.name}?`, explained(one)]),
    ),
    ...(rules.length > 0 && { rules }),
    output: Object.fromEntries(propertiesOf(output).map((one) => [one.name, explained(one)])),
    ...(cost && { cost: costText(cost) }),
    ...(permissions && { permissions }),
    ...(example && { example }),
    ...(notes !== undefined && { notes }),
    ...(deprecated !== undefined && { deprecated }),
  }
}

export function briefExplanation(
  contract: Contract,
  { notes, deprecated }: Partial<CatalogEntry> = {},
): BriefExplanation {
  return {
    description: contract.description,
    ...briefOf(contract),
    ...(notes !== undefined && { notes }),
    ...(deprecated !== undefined && { deprecated }),
  }
}

function costText({ points, nodes, rest_requests }: Cost): string {
  const most = nodes > 0 ? `, ${nodes} nodes` : ""
  const alone = rest_requests ? `, or ${rest_requests} REST request outside chains` : ""
  return `${points} point${points === 1 ? "" : "s"}${most}${alone}`
}

function explained({ type, bounds, description, default: value }: Property): string {
  const given = value === undefined ? "" : ` = ${JSON.stringify(value)}`
  const within = bounds === undefined ? "" : `, ${bounds}`
  const comment = description === undefined ? "" : `: ${description}`
  return `${type}${given}${within}${comment}`
}
