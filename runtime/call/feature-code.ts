/** What the code of a feature does before and around the calls of a client. */
import type { Client, ClientFeature, Whereabouts } from "../client/index.js"
import type { Failure } from "../errors/index.js"
import type { GivenOptions, Snapshot } from "../input/index.js"
import {
  type Definition,
  featureOf,
  type Loadable,
  type LoadedDefinition,
} from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { ExecuteCall, Layer } from "./call-context.js"

/** The code of a feature, loaded by the first call that it concerns. */
export interface FeatureCode {
  /** Another definition of the call, before its input is validated. With `refused`, the call is not sent. */
  define?<Id extends string, T>(
    definition: LoadedDefinition<Id, unknown, T>,
    options: GivenOptions & Readonly<Record<string, unknown>>,
  ): LoadedDefinition<Id, unknown, T> | Promise<LoadedDefinition<Id, unknown, T>>
  /** What is validated in place of the given value. */
  readInput?(given: Snapshot, client: Client): Snapshot
  /** The reason why a valid call is not sent. */
  admit?(definition: Definition, input: unknown, client: Client): Failure | undefined
  /** Asks GitHub where a call would act, before a person is asked to confirm it. */
  locate?(
    definition: Definition,
    input: unknown,
    client: Client,
    scope: Scope,
  ): Promise<Whereabouts> | undefined
  /** The reasons why calls of a chain are not sent, judged together. */
  admitAll?(definitions: readonly Definition[], client: Client): (Failure | undefined)[]
  readonly layer?: Layer
}

/** A capability, and the options of the call. */
export interface Called<Id extends string, T> extends Loadable<Id, T> {
  readonly options?: GivenOptions | undefined
}

/** Loads what the features of a client do before a call, in the order of their ranks. Most calls have none. */
export function featuresBefore(
  { features }: Client,
  given?: GivenOptions,
): readonly FeatureCode[] | Promise<readonly FeatureCode[]> {
  const own = features.filter(
    ({ options }) => options?.some((name) => Object(given)[name] !== undefined) ?? true,
  )
  return own.length === 0 ? [] : Promise.all(own.map(codeOf))
}

/** Clients are below calls, so the type of a feature does not name that of its code. */
const codeOf = ({ load }: ClientFeature) => load?.() as Promise<FeatureCode>

/** The definition of a call, as its options and its client change it. */
export async function definitionFor<Id extends string, T>(
  { load, options }: Called<Id, T>,
  client: Client,
  before?: readonly FeatureCode[],
): Promise<LoadedDefinition<Id, unknown, T>> {
  let definition = await load()
  // An option that is silently ignored could make a write happen twice.
  const asked = Object.keys(options ?? {})
  const known = asked.length > 0 ? client.features.flatMap((one) => one.options ?? []) : []
  const unclaimed = asked.find((name) => !known.includes(name))
  if (unclaimed !== undefined) {
    const { unclaimedOption } = await import("./unclaimed-option.js")
    return { ...definition, refused: unclaimedOption(definition.id, unclaimed, known) }
  }
  for (const { define } of before ?? (await featuresBefore(client, options))) {
    if (define) definition = await define(definition, { ...options })
  }
  return definition
}

/** Executes a call within all layers of its client. */
export async function withLayers(
  { features }: Client,
  executeCall: ExecuteCall,
  definition: Definition,
): Promise<ExecuteCall> {
  const own = features.filter((one) => one.concerns?.(definition) ?? true)
  if (definition.graphql?.decided) own.push(featureOf(definition.parts, "decidedWrites").feature)
  const code = await Promise.all(own.sort((one, other) => one.rank - other.rank).map(codeOf))
  return code.reduceRight<ExecuteCall>((next, { layer }) => layer?.(next) ?? next, executeCall)
}
