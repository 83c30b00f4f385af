import { isDeepStrictEqual } from "node:util"
import type { PlannedCapability } from "../../planner/table/index.js"
import type { Contract, DocumentUse } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  type CapabilityName,
  type DocsSection,
  emitCapabilityMap,
  emitEditorSchemas,
  emitNamespaces,
  emitPlanner,
  emitRegistry,
  emitTypes,
  NO_PACKAGE_IMPORTS,
  type PackageImports,
  shapePath,
} from "../emit/index.js"
import { readCard } from "../parse/index.js"
import { type Hash, hash, memoize, memoizedHash, memoizeLast } from "../text/index.js"
import { projectReader, type ReadShared } from "./context.js"

/**
 * Results that a caller of the compiler keeps between runs, for inputs that have not changed. They save time without
 * changing the result.
 */
export type Memory = ReturnType<typeof createMemory>

export function createMemory({
  hash: hashOnce = memoizedHash(),
  cache,
}: {
  hash?: Hash | undefined
  cache?: CardCache | undefined
} = {}) {
  return {
    hash: hashOnce,
    projectOf: projectReader(sharedReader(cache)),
    // Most changes of a card do not affect the lists.
    lists: memoize((packageImports: PackageImports) =>
      memoizeLast((...listed: Listed) => {
        const isOfPackage = packageImports === NO_PACKAGE_IMPORTS
        const imported = listed[0].map(({ shape }) => shape && packageImports(shapePath(shape)))
        const context = hash(JSON.stringify([isOfPackage, imported, ...listed]))
        return remembered(cache, "lists", context, () => listsOf(packageImports, ...listed))
      }),
    ),
    editorSchemas: memoizeLast(emitEditorSchemas),
  }
}

/** The result of compiling one card: the unit of incremental generation, as plain data. */
export interface CompiledCard {
  readonly path: string
  /** The id that the card declares; absent if it could not be read. */
  readonly id?: string
  readonly documents: readonly string[]
  readonly uses: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** The documents that the card sends, each with the part of the card that names it. */
  readonly documentUses: readonly DocumentUse[]
  /** Absent when the card has errors. */
  readonly capability?: CompiledCapability
  /** Path → text of the modules of this card and its documents. */
  readonly files: readonly (readonly [path: string, text: string])[]
}

/** A compiled card, with a hash of its inputs: schema, documents, released contract. */
export interface RememberedCard {
  readonly card: CompiledCard
  readonly compileContext: string
}

/** Remembers compiled cards by the hash of their text. */
export interface CardCache {
  get(key: string): RememberedCard | undefined
  set(key: string, remembered: RememberedCard): void
}

type Files = CompiledCard["files"]

/** Files that are made anew if their context has changed. */
function remembered(
  cache: CardCache | undefined,
  path: string,
  compileContext: string,
  make: () => Files,
): Files {
  const before = cache?.get(path)
  if (before?.compileContext === compileContext) return before.card.files
  const files = make()
  const none = { documents: [], uses: [], diagnostics: [], documentUses: [] }
  cache?.set(path, { card: { path, ...none, files }, compileContext })
  return files
}

/** Reads shared files. If none has changed, the cache has their values, which takes less time than YAML. */
function sharedReader(cache: CardCache | undefined): ReadShared {
  if (cache === undefined) return (_, use) => use(readCard)
  return (files, use) => {
    const [[, text = ""] = []] = remembered(cache, "values", hash(JSON.stringify(files)), () => {
      const values = files.map(
        ([path, text]) => [path, readCard(path, text).source?.value] as const,
      )
      return [["values", JSON.stringify(Object.fromEntries(values.filter(isJson)))]]
    })
    const known: Readonly<Record<string, unknown>> = JSON.parse(text)
    return use((path, text) => readCard(path, text, known[path]))
  }
}

/** YAML also has numbers such as `.nan`. */
function isJson([, value]: readonly [string, unknown]): boolean {
  return value !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
}

type Listed = [
  capabilities: readonly Omit<CompiledCapability, "contract" | "catalog" | "docs">[],
  shapes: readonly string[],
  /** The planner's facts about the package, as JSON. */
  planned: string,
]

function listsOf(packageImports: PackageImports, ...[capabilities, shapes, planned]: Listed) {
  const ofPackage: PlannedCapability[] = JSON.parse(planned)
  return [
    ...emitNamespaces(capabilities, packageImports),
    emitTypes(capabilities, shapes, packageImports),
    emitCapabilityMap(capabilities, packageImports),
    ...emitRegistry(capabilities, packageImports),
    ...emitPlanner(capabilities, packageImports, ofPackage),
  ]
}

/** A card's part in the files that all cards share. */
export interface CompiledCapability extends CapabilityName {
  readonly contract: Contract
  /** The capability's entry in the catalogue, as TypeScript. */
  readonly catalog: string
  /** Facts for the registry, as JSON. */
  readonly known: string
  readonly planned: PlannedCapability
  /** For the page of a project's capabilities. */
  readonly docs?: DocsSection
}
