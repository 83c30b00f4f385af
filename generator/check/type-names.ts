import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"

/** A card or shape, and the types that are generated from it. */
export interface GeneratedTypes {
  readonly path: string
  readonly text: string
  readonly types: readonly string[]
}

/** Checks that the generated types of a project have different names, and none that generated code takes from ghx. */
export function checkTypeNames(all: readonly GeneratedTypes[]): Diagnostic[] {
  const owners = new Map<string, string>()
  return all.flatMap(({ path, text, types }) => {
    const [taken] = types.flatMap((type) => {
      const owner = RESERVED.has(type) ? "ghx" : owners.get(type)
      return owner === undefined ? [] : [{ type, owner }]
    })
    for (const type of types) if (!owners.has(type)) owners.set(type, path)
    if (taken === undefined) return []
    const span = { start: 0, end: Math.max(text.indexOf("\n"), 1) }
    return [diagnostic(aboutCard.typeTaken(taken.type, taken.owner), { path, text }, span)]
  })
}

/** The types that generated modules import from ghx, or export beside those of the project. */
export const RESERVED: ReadonlySet<string> = new Set(
  `BatchLimits CacheLimits CachedResponse CallInput CallLimits Capability CapabilityDefinition CapabilityMap CapabilitySummary
  Catalog Chain ChainAborted ChainData ChainDryRun ChainFailed ChainOptions ChainResults Chainable Client ClientOptions
  ConcurrencyLimits Condition Contract Dependencies DocumentFunction DocumentOperation DryDocument DryRunClient Each
  EachOptions Effect EnvironmentOptions Executor Explanation GhOptions Ghx GhxError Given GraphqlFragment
  GraphqlOperation GuardOptions Handler Input Intent InterceptedCall Interceptor IterationOptions JsonSchema JsonType
  ListCapability ListOptions ListStep Loaders NodeId OctokitAuth OperationCost OperationStep Out Page PageInfo
  PageInput PlanRequest RecordedEach RecordedTask RecordingClient RecordingOptions Reference Registry RequestFunction
  RequestOptions ResponseCache RetryOptions RouteType RunOptions RunnablePlan Sequence SequenceOptions SkippedStep
  Step StepWithOut TokenSource UnfinishedTask UnsentRequest Value Wait WithDefaults WithReferences`.split(
    /\s+/,
  ),
)
