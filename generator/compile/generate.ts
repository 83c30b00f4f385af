import { byRoute } from "../../runtime/route-names/index.js"
import {
  type Contract,
  checkDocumentUses,
  checkIds,
  checkReleasedIds,
  checkTypeNames,
  type Documents,
  fragmentName,
  type GeneratedTypes,
  type IdOfCard,
  isOfPackage,
  readContracts,
  withoutUnrelatedFiles,
} from "../check/index.js"
import { compareDiagnostics, type Diagnostic, diagnostic } from "../diagnostics/index.js"
import {
  contractNames,
  emitCatalog,
  emitDocs,
  emitEntries,
  emitFragment,
  emitShape,
  emitShared,
  emitSkill,
  type KnownNames,
  NO_PACKAGE_IMPORTS,
  shapeTypes,
} from "../emit/index.js"
import { checkUnusedShared, SHAPES_FOLDER, type ShapeFile } from "../expand/index.js"
import { aboutDocument, aboutPin } from "../messages/index.js"
import { LOOKUP_FOLDER, lookupPath, PinError, readCard, schemaFault } from "../parse/index.js"
import { type Inputs, idOfCard, PACKAGE_FOLDER, SCHEMA_PATH } from "../read/index.js"
import { compareText, hash } from "../text/index.js"
import { compileCard } from "./compile-card.js"
import { type CompileContext, type Project, splitCards, type Timer, UNTIMED } from "./context.js"
import { isError } from "./expanded-card.js"
import { type CardCache, type CompiledCard, createMemory, type Memory } from "./memory.js"

export interface Generated {
  /** Path → text of every generated file; empty if an error prevents generation. */
  readonly files: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
  /** The current contracts by id, for the lock of a release. */
  readonly contracts: ReadonlyMap<string, Contract>
  /** The sent text of each document by path, with the compiler's additions. */
  readonly sent: ReadonlyMap<string, string>
  /** Paths of the cards with errors, if the other cards were generated. */
  readonly stopped: readonly string[]
}

interface GenerateOptions {
  cache?: CardCache
  timer?: Timer
  memory?: Memory
  /**
   * If given, an error only affects its own card: the run continues with the card's last result without errors, or
   * without the card. Cards by path; updated by the run.
   */
  lastSound?: Map<string, CompiledCard>
}

/**
 * Compiles cards and documents into the SDK. Pure: the same inputs give the same bytes, in any order. All problems of
 * a run are reported. If there is an error, no files are generated, unless `lastSound` is given.
 */
export function generate(inputs: Inputs, options: GenerateOptions = {}): Generated {
  try {
    const run = begin(inputs, options)
    return finish(run, compileCards(run.stale, run))
  } catch (error) {
    return unreadablePin(error, inputs)
  }
}

/** From this number on, compiling cards takes longer than loading the compiler and the schema once more. */
const MANY_CARDS = 100

/** Cards that two threads compile, each from its own end of the list, until all are taken. */
export interface SharedCards {
  readonly inputs: Inputs
  /** The cards to compile, from this thread's end. */
  readonly paths: readonly string[]
  /** The number of cards that either thread has taken. */
  readonly taken: Int32Array
}

/** The same, with part of the cards compiled elsewhere if there are many to compile. */
export async function generateInThreads(
  inputs: Inputs,
  options: GenerateOptions,
  compileElsewhere: (cards: SharedCards) => Promise<CompiledCard[]>,
): Promise<Generated> {
  try {
    const run = begin(inputs, options)
    const { stale } = run
    if (stale.length < MANY_CARDS) return finish(run, compileCards(stale, run))
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const others = compileElsewhere({ inputs, paths: stale.toReversed(), taken }).catch(() => [])
    const ofShapes = compileShapes(run)
    const own = compileCards(take({ paths: stale, taken }), run)
    const compiled = [...own, ...(await others)]
    const done = new Set(compiled.map(({ path }) => path))
    // Should the other thread fail, its cards are compiled here.
    const left = stale.filter((path) => !done.has(path))
    return finish(run, [...compiled, ...compileCards(left, run)], ofShapes)
  } catch (error) {
    return unreadablePin(error, inputs)
  }
}

export function compileSome(cards: SharedCards): CompiledCard[] {
  return compileCards(take(cards), begin(cards.inputs, {}))
}

function* take({ paths, taken }: Omit<SharedCards, "inputs">) {
  for (const path of paths) {
    if (Atomics.add(taken, 0, 1) >= paths.length) return
    yield path
  }
}

function unreadablePin(error: unknown, inputs: Inputs): Generated {
  const unreadable = pinProblem(error, inputs)
  if (unreadable === undefined) throw error
  return { ...NOTHING, diagnostics: [unreadable] }
}

const NOTHING = { files: new Map(), contracts: new Map(), sent: new Map(), stopped: [] }

/** The problem of an unreadable pinned description. Without it, no card can be checked. */
function pinProblem(error: unknown, inputs: Inputs): Diagnostic | undefined {
  const cured = (by: string) =>
    inputs.package === undefined
      ? `pin it again: \`${by}\``
      : "remove the file to use that of the package; if that one is damaged, reinstall ghx"
  if (error instanceof PinError) {
    const problem = aboutPin.unreadable(error.message, cured(error.cure))
    return diagnostic(problem, error.file, { start: 0, end: 1 })
  }
  const fault = schemaFault(inputs.schema, error)
  if (fault === undefined) return undefined
  const { message, start } = fault
  const file = { path: SCHEMA_PATH, text: inputs.schema }
  const problem = aboutPin.unreadable(message, cured("make pin"))
  return diagnostic(problem, file, { start, end: start + 1 })
}

type Run = ReturnType<typeof begin>

function begin(inputs: Inputs, options: GenerateOptions) {
  const { cache, timer = UNTIMED, memory = createMemory({ cache }) } = options
  const cards = withoutUnrelatedFiles("cards", splitCards(inputs.cards).cards)
  const project = memory.projectOf(inputs, timer)
  const { contracts: released, diagnostics: damage } = readContracts(inputs.contracts ?? "{}")
  const compileContext: CompileContext = { ...project.parts, released, timer }
  const hashOf = cache && hashOfContext(inputs, project.texts, project.shapes, released, memory)
  const files = inOrder(cards.files)
  const known = new Map<string, CompiledCard>()
  for (const [path, text] of cache ? files : []) {
    const before = cache?.get(keyOf(path, text))
    if (before !== undefined && before.compileContext === hashOf?.(before.card))
      known.set(path, before.card)
  }
  const stale = files.flatMap(([path]) => (known.has(path) ? [] : [path]))
  return { inputs, options, cards, project, memory, damage, compileContext, hashOf, known, stale }
}

const keyOf = (path: string, text: string) => hash(`${path}\n${text}`)

function compileCards(paths: Iterable<string>, { cards, compileContext }: Run): CompiledCard[] {
  return Array.from(paths, (path) => {
    const read = () => readCard(path, cards.files.get(path) ?? "")
    const { source, diagnostics } = compileContext.timer.time("read", read)
    if (source === undefined)
      return { path, documents: [], uses: [], diagnostics, documentUses: [], files: [] }
    const card = compileCard(source, compileContext)
    compileContext.documents.forget(ownDocument(path))
    return card
  })
}

/** Checks the cards of a run together, and emits what they share. */
function finish(
  run: Run,
  fresh: readonly CompiledCard[],
  ofShapes = compileShapes(run),
): Generated {
  const { inputs, options, cards, project, damage, compileContext, hashOf, known } = run
  const { cache, timer = UNTIMED, lastSound } = options
  const { texts, shapes } = project
  const { documents, released, shared } = compileContext
  const byPath = new Map([...known, ...fresh.map((card) => [card.path, card] as const)])
  const compiled = inOrder(cards.files).flatMap(([path]) => byPath.get(path) ?? [])
  if (hashOf) {
    for (const card of fresh) {
      const key = keyOf(card.path, cards.files.get(card.path) ?? "")
      cache?.set(key, { card, compileContext: hashOf(card) })
    }
  }
  const sourceOf = (path: string) => readCard(path, cards.files.get(path) ?? "").source
  const ids = compiled.flatMap(({ path, id }): IdOfCard[] =>
    id === undefined ? [] : [{ id, path }],
  )
  const diagnostics = [
    ...cards.diagnostics,
    ...project.diagnostics,
    ...damage,
    ...ofShapes.diagnostics,
    ...compiled.flatMap((card) => card.diagnostics),
    ...checkIds(ids, idsOfPackage(inputs), sourceOf),
    ...checkTypeNames(generatedTypes(compiled, inputs)),
    ...checkDocumentUses(compiled, sourceOf),
    ...(ids.length === cards.files.size
      ? checkReleasedIds(released, new Set(ids.map(({ id }) => id)), inputs.contracts ?? "{}")
      : []),
    ...checkUnused(compiled, texts, documents, new Set(splitCards(inputs.cards).shapes.keys())),
  ]
  // Skipped while there are errors, because a card with an error may use the definition.
  if (!diagnostics.some(isError)) {
    const uses = compiled.flatMap((card) => card.uses)
    diagnostics.push(...checkUnusedShared(uses, shared, shapes))
  }
  const all = unique(diagnostics).sort(compareDiagnostics)
  const wrong = new Set(all.flatMap(({ severity, file }) => (severity === "error" ? file : [])))
  const broken = new Set([...wrong].flatMap((path) => shapeOf(path) ?? []))
  if (wrong.size > 0) {
    // An earlier result may depend on a changed shape, so an error in a shape stops the run if there are earlier
    // results.
    const mayGoOn = (path: string) =>
      OF_CARDS.test(path) || (shapeOf(path) !== undefined && lastSound?.size === 0)
    if (lastSound === undefined || ![...wrong].every(mayGoOn)) {
      return { ...NOTHING, diagnostics: all }
    }
  }
  const isSound = (card: CompiledCard) =>
    card.capability !== undefined &&
    !wrong.has(card.path) &&
    !card.uses.some((one) => broken.has(one))
  const [sound, bad] = [compiled.filter(isSound), compiled.filter((card) => !isSound(card))]
  if (wrong.size === 0 && bad[0])
    throw new Error(`${bad[0].path} has no plan, but no diagnostic: this is a bug of the compiler`)
  for (const card of sound) lastSound?.set(card.path, card)
  // Earlier results come first, so that cards without errors overwrite the modules of shared documents.
  const going = [...bad.flatMap(({ path }) => lastSound?.get(path) ?? []), ...sound]
  const contracts = going.flatMap(({ capability }) =>
    capability ? [[capability.id, capability.contract] as const] : [],
  )
  return {
    files:
      going.length === 0 && bad.length > 0
        ? new Map()
        : timer.time("emit", () => emitAll(going, ofShapes, run)),
    diagnostics: all,
    contracts: new Map(contracts),
    sent: new Map(
      going.flatMap(({ documentUses }) =>
        documentUses.map(({ document, sent }) => [document, sent]),
      ),
    ),
    stopped: bad.map(({ path }) => path),
  }
}

/** The types of shapes and capabilities, by the file that they are generated from. */
function generatedTypes(compiled: readonly CompiledCard[], { cards }: Inputs): GeneratedTypes[] {
  const textOf = (path: string) => cards.get(path) ?? ""
  const shapes = [...splitCards(cards).shapes.keys()].flatMap((path) => {
    const [, name] = /^cards\/shapes\/(\w+)\.yaml$/.exec(path) ?? []
    return name === undefined ? [] : [{ path, text: textOf(path), types: shapeTypes(name) }]
  })
  const capabilities = compiled.flatMap(({ path, capability }) =>
    capability ? [{ path, text: textOf(path), types: contractNames(capability) }] : [],
  )
  return [...shapes, ...capabilities]
}

function idsOfPackage({ package: ofPackage }: Inputs): string[] {
  const { cards } = splitCards(ofPackage?.cards ?? new Map(), PACKAGE_FOLDER)
  return [...cards.keys()].map((path) => idOfCard(path.slice(PACKAGE_FOLDER.length)))
}

/**
 * Files whose errors only affect the cards that report them. An error in a shape affects the cards that use it, and
 * an error in other shared files affects all cards.
 */
const OF_CARDS = /^(?:cards\/(?!shapes\/|shared\/)|operations\/(?!shapes\/))/

/** The name that cards use for a shape's file or its fragment. */
function shapeOf(path: string): string | undefined {
  const [, name] = /^(?:cards|operations)\/shapes\/([^/]+)\.(?:yaml|graphql)$/.exec(path) ?? []
  return name && `shape \`${name}\``
}

function namesIn({ shared, shapes }: Project["parts"]): KnownNames {
  return {
    shapes: [...shapes.names].sort(compareText),
    inputs: [...shared.inputs.keys()],
    lookups: byRoute((route) => Object.keys(shared.lookups[route] ?? {})),
  }
}

/** The modules of all shapes, as if of one card. Its uses are the names of the shapes without errors. */
function compileShapes({ options: { cache }, compileContext, hashOf }: Run): CompiledCard {
  const { shapes, packageImports, timer } = compileContext
  const before = cache?.get(SHAPES_FOLDER)
  const none = { documents: [], documentUses: [] }
  const context = hashOf?.(none)
  if (before !== undefined && before.compileContext === context) return before.card
  const diagnostics = timer.time("plan", () => shapes.diagnostics())
  const plans = shapes.plans()
  const fragments = plans.flatMap(({ fragment }) =>
    fragment && !isOfPackage(fragment.path) ? [fragment] : [],
  )
  const files = timer.time("emit", () => [
    ...plans.map((one) => emitShape(one, packageImports)),
    ...fragments.map((one) => emitFragment(one, packageImports)),
  ])
  const uses = plans.map(({ name }) => name)
  const card = { path: SHAPES_FOLDER, ...none, uses, diagnostics, files }
  // Diagnostics may name more than what the hash covers.
  if (context !== undefined && diagnostics.length === 0)
    cache?.set(SHAPES_FOLDER, { card, compileContext: context })
  return card
}

function emitAll(
  compiled: readonly CompiledCard[],
  ofShapes: CompiledCard,
  { inputs, project: { parts }, memory }: Run,
): Map<string, string> {
  const { packageImports } = parts
  const capabilities = compiled
    .flatMap(({ capability }) => capability ?? [])
    .sort((a, b) => compareText(a.id, b.id))
  const modules = [...compiled, ofShapes].flatMap(({ files }) => files)
  const shared = inOrder(new Map(modules.filter(([path]) => /\/(?:shapes|lookup)\//.test(path))))
  const lists = memory.lists(packageImports)(
    capabilities.map(({ contract: _, catalog: __, docs: ___, ...listed }) => listed),
    ofShapes.uses,
    inputs.package?.planned ?? "[]",
  )
  return new Map(
    [
      ...modules,
      // Other projects import these modules from the package.
      ...(packageImports === NO_PACKAGE_IMPORTS ? emitShared(shared) : []),
      ...lists,
      emitCatalog(
        capabilities.map(({ catalog }) => catalog),
        packageImports,
      ),
      ...emitEntries(packageImports),
      ...memory.editorSchemas(namesIn(parts)),
      // The package's site describes its own capabilities; its skill cannot describe those of other projects.
      ...(packageImports === NO_PACKAGE_IMPORTS
        ? emitSkill()
        : emitDocs(capabilities, packageImports)),
    ].sort(([a], [b]) => compareText(a, b)),
  )
}

/**
 * Reports documents that no card names. Nothing is reported if the card of the document has errors, or if a card with
 * errors may use lookups, because that card may use the document.
 */
function checkUnused(
  compiled: readonly CompiledCard[],
  documents: ReadonlyMap<string, string>,
  checked: Documents,
  shapes: ReadonlySet<string>,
): Diagnostic[] {
  const used = new Set(compiled.flatMap((card) => card.documents))
  const broken = new Set(
    compiled.filter(({ capability }) => capability === undefined).map(({ path }) => path),
  )
  return inOrder(documents).flatMap(([path, text]) => {
    const card = path.replace(/^operations\//, "cards/").replace(/\.graphql$/, ".yaml")
    if (used.has(path)) return []
    const problems = checked.get(path).diagnostics
    const fragment = fragmentName(path)
    const isFragment = fragment !== undefined
    // A fragment with the name of a shape is used by the shape.
    if (isFragment && shapes.has(`${SHAPES_FOLDER}${fragment}.yaml`)) return [...problems]
    const isShared = isFragment || path.startsWith(LOOKUP_FOLDER)
    if (broken.has(card) || (isShared && broken.size > 0)) return [...problems]
    const end = text.indexOf("\n")
    const span = { start: 0, end: end === -1 ? text.length : end }
    const help = isShared
      ? "remove it"
      : compiled.some((one) => one.path === card)
        ? `remove it, or add \`graphql: {}\` to ${card}`
        : `remove it, or write ${card}`
    const unused = isFragment ? aboutDocument.unusedFragment(help) : aboutDocument.unused(help)
    return [diagnostic(unused, { path, text }, span), ...problems]
  })
}

/** The hash of everything that the result for a card depends on, except its own text. */
function hashOfContext(
  { schema, rest, gh, cards, package: ofPackage }: Inputs,
  documents: ReadonlyMap<string, string>,
  ofShapes: ReadonlyMap<string, ShapeFile>,
  released: ReadonlyMap<string, Contract>,
  { hash }: Memory,
) {
  const { shared, shapes } = splitCards(cards)
  const identified = [...ofShapes.values()].flatMap(({ value }) =>
    Object.keys(value.identifies ?? {}).map(lookupPath),
  )
  const common = [...documents].filter(
    ([path]) => path.startsWith("operations/shapes/") || identified.includes(path),
  )
  const pins = [schema, rest ?? "", gh ?? ""].map(hash)
  const files = [shared, shapes, ofPackage?.cards, ofPackage?.operations].map((one) => [
    ...(one ?? []),
  ])
  const ofAll = hash(JSON.stringify([pins, files, common]))
  const hashes = new Map([...documents].map(([path, text]) => [path, hash(text)]))
  return ({ id, documents: used }: Pick<CompiledCard, "id" | "documents">) =>
    hash(
      JSON.stringify([
        ofAll,
        used.map((path) => [path, hashes.get(path) ?? null]),
        (id === undefined ? undefined : released.get(id)) ?? null,
      ]),
    )
}

/** The document of a card, which other cards seldom use. */
function ownDocument(card: string): string {
  return card.replace(/^cards\//, "operations/").replace(/\.yaml$/, ".graphql")
}

function inOrder(files: ReadonlyMap<string, string>): [path: string, text: string][] {
  return [...files].sort(([a], [b]) => compareText(a, b))
}

/** Removes duplicates: cards that share a document all report its problems. */
function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()]
}
