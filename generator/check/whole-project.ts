import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard, aboutShared } from "../messages/index.js"
import { atKey, type CardPath, type CardSource } from "../parse/index.js"

/** A document that the card sends, and the part of the card that names it. */
export interface DocumentUse {
  readonly document: string
  /** The document with the compiler's additions. */
  readonly sent: string
  readonly at: CardPath
}

interface DocumentUser {
  readonly path: string
  readonly documentUses: readonly DocumentUse[]
}

/**
 * Checks that all users of a document send the same text, since a document has one module.
 *
 * @param sourceOf - reads a card, to report an error
 */
export function checkDocumentUses(
  cards: readonly DocumentUser[],
  sourceOf: (path: string) => CardSource | undefined,
): Diagnostic[] {
  const known = new Map<string, { readonly sent: string; readonly path: string }>()
  return cards.flatMap(({ path, documentUses }) =>
    documentUses.flatMap(({ document, sent, at }): Diagnostic[] => {
      const first = known.get(document) ?? { sent, path }
      known.set(document, first)
      const card = first.sent === sent ? undefined : sourceOf(path)
      if (card === undefined) return []
      return [atKey(card, at, aboutShared.readTwoWays(document, first.path))]
    }),
  )
}

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

const KINDS = {
  cards: { what: "card", extension: ".yaml", alike: [".yml"] },
  operations: { what: "document", extension: ".graphql", alike: [".gql", ".graphqls"] },
} as const

/**
 * The cards or documents in a folder. A file with another spelling of the extension is an error, because the compiler
 * would ignore this card or document. Other files, such as a README, are fine.
 */
export function withoutUnrelatedFiles(
  folder: keyof typeof KINDS,
  files: ReadonlyMap<string, string>,
): { files: Map<string, string>; diagnostics: Diagnostic[] } {
  const { what, extension, alike } = KINDS[folder]
  const own = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  for (const [path, text] of files) {
    if (path.endsWith(extension)) {
      own.set(path, text)
      continue
    }
    const end = text.indexOf("\n")
    const span = { start: 0, end: end === -1 ? text.length : end }
    const other = alike.find((one) => path.endsWith(one))
    const problem =
      other === undefined
        ? aboutCard.otherFile(what, extension, folder)
        : aboutCard.otherExtension(what, extension, `${path.slice(0, -other.length)}${extension}`)
    diagnostics.push(diagnostic(problem, { path, text }, span))
  }
  return { files: own, diagnostics }
}
