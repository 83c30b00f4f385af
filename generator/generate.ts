import { createHash } from "node:crypto"
import { GraphQLError } from "graphql"
import { type Contract, readContracts } from "./check/contracts.js"
import { checkHiddenCharacters } from "./check/hidden-characters.js"
import { checkIds, type IdOfCard } from "./check/identity.js"
import { type CompiledCard, compileCard } from "./compile-card.js"
import { compareDiagnostics, type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js"
import { emitCatalog } from "./emit/catalog.js"
import { emitDocs } from "./emit/docs.js"
import { emitEntry } from "./emit/entry.js"
import { emitNamespaces } from "./emit/namespaces.js"
import { emitRegistry } from "./emit/registry.js"
import { OperationsByPath } from "./plan/operations.js"
import { type CardSource, documentsOf, readCard } from "./read/card.js"
import { type Inputs, SCHEMA_PATH } from "./read/inputs.js"
import { readSchema } from "./read/schema.js"
import { Stopwatch } from "./stopwatch.js"
import { compareText } from "./text.js"

export interface Generated {
  /** Path → text of every generated file; empty when a diagnostic is an error. */
  readonly files: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
  /** The contracts as they are now, by id: what a release writes into the lock. */
  readonly contracts: ReadonlyMap<string, Contract>
}

/** Remembers compiled cards by the hash of all that they depend on. */
export interface CompiledCards {
  get(key: string): CompiledCard | undefined
  set(key: string, compiled: CompiledCard): void
}

export interface GenerateOptions {
  cache?: CompiledCards
  stopwatch?: Stopwatch
}

/**
 * Compiles cards and documents into the SDK. Pure: the same inputs give the same bytes, whatever
 * their order. All problems of a run are reported, and with an error there are no files.
 */
export function generate(inputs: Inputs, options: GenerateOptions = {}): Generated {
  const { cache, stopwatch = new Stopwatch() } = options
  try {
    return compileAll(inputs, cache, stopwatch)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const start = error.positions?.[0] ?? 0
    const file = { path: SCHEMA_PATH, text: inputs.schema }
    const unreadable = diagnostic("GHX1501", file, { start, end: start + 1 }, error.message, {
      help: "pin it again: `pnpm schema:pin`",
    })
    return { files: new Map(), diagnostics: [unreadable], contracts: new Map() }
  }
}

function compileAll(
  inputs: Inputs,
  cache: CompiledCards | undefined,
  stopwatch: Stopwatch,
): Generated {
  const { contracts, diagnostics } = readContracts(inputs.contracts ?? "{}")
  const schema = once(() => stopwatch.time("read", () => readSchema(inputs.schema)))
  const operations = new OperationsByPath(inputs.operations, schema)
  const keyOf = cardKeys(inputs)
  const ids: IdOfCard[] = []
  const used = new Set<string>()
  const compiled: CompiledCard[] = []

  for (const [path, text] of inOrder(inputs.cards)) {
    const { source, diagnostics: problems } = stopwatch.time("read", () => readCard(path, text))
    diagnostics.push(...problems)
    if (source === undefined) continue
    const documents = documentsOf(source.value)
    for (const document of documents) used.add(document)
    ids.push({ id: source.declaredId, source })
    const released = contracts.get(source.declaredId)
    const key = keyOf(source, documents, released)
    const card =
      cache?.get(key) ?? compileCard(source, documents, released, operations, schema, stopwatch)
    cache?.set(key, card)
    compiled.push(card)
    diagnostics.push(...card.diagnostics)
  }

  diagnostics.push(...checkIds(ids))
  if (ids.length === inputs.cards.size) {
    for (const [path, text] of inOrder(inputs.operations)) {
      if (!used.has(path)) diagnostics.push(...checkUnused(path, text, operations))
    }
  }
  const all = unique(diagnostics).sort(compareDiagnostics)
  const capabilities = compiled.flatMap(({ capability }) => capability ?? [])
  const now = new Map(capabilities.map(({ id, contract }) => [id, contract]))
  const isSound = all.every(({ severity }) => severity !== "error")
  const files = isSound ? stopwatch.time("emit", () => emitAll(compiled)) : new Map()
  return { files, diagnostics: all, contracts: now }
}

function emitAll(compiled: readonly CompiledCard[]): Map<string, string> {
  const capabilities = compiled.flatMap(({ capability }) => capability ?? [])
  const sorted = capabilities.sort((a, b) => compareText(a.id, b.id))
  const entries = sorted.map(({ entry }) => entry)
  return new Map(
    [
      ...compiled.flatMap(({ files }) => files),
      ...emitNamespaces(sorted.map(({ id }) => id)),
      ...emitRegistry(sorted),
      emitCatalog(entries),
      emitEntry(),
      emitDocs(entries),
    ].sort(([a], [b]) => compareText(a, b)),
  )
}

function checkUnused(path: string, text: string, operations: OperationsByPath): Diagnostic[] {
  const file = { path, text }
  const end = text.indexOf("\n")
  const span = { start: 0, end: end === -1 ? text.length : end }
  const isCardPath = !path.startsWith("operations/lookup/")
  const card = path.replace(/^operations\//, "cards/").replace(/\.graphql$/, ".yaml")
  const unused = diagnostic("GHX1207", file, span, "no card uses this document", {
    severity: "warning",
    help: isCardPath ? `remove it, or write ${card}` : "remove it",
  })
  return [unused, ...checkHiddenCharacters(file), ...operations.check(path).diagnostics]
}

/** The hash of everything that the result for a card depends on. */
function cardKeys(inputs: Inputs) {
  const schema = hash(inputs.schema)
  return (source: CardSource, documents: readonly string[], released: Contract | undefined) =>
    hash(
      JSON.stringify([
        schema,
        source.file.path,
        source.file.text,
        documents.map((path) => [path, inputs.operations.get(path) ?? null]),
        released ?? null,
      ]),
    )
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

function inOrder(files: ReadonlyMap<string, string>): [path: string, text: string][] {
  return [...files].sort(([a], [b]) => compareText(a, b))
}

/** Cards that share a document report its problems once. */
function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
