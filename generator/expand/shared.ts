import { Compile } from "typebox/schema"
import { checkForm, checkReadable, checkSchemaPart } from "../check/index.js"
import { type Diagnostic, diagnostic, type Note, nearest, noteAt } from "../diagnostics/index.js"
import { aboutShared } from "../messages/index.js"
import {
  type CardSource,
  type Library,
  librarySchema,
  type ReadCard,
  ROUTES,
} from "../parse/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import { desugarInputs } from "./desugar.js"
import { Draft } from "./draft.js"
import {
  type NamedExpressions,
  namedExpressionsOf,
  readPaths,
  UNREADABLE_EXPRESSIONS,
} from "./expressions.js"
import { type Keywords, keywordsIn } from "./keywords.js"

export const SHARED_FOLDER = "cards/shared/"
const FILES = ["inputs.yaml", "lookups.yaml", "expressions.yaml"]

const libraryForm = Compile(librarySchema)

export interface Shared {
  /** The vocabulary: defaults for inputs, by name. */
  readonly inputs: ReadonlyMap<string, Keywords>
  readonly lookups: Library
  readonly expressions: NamedExpressions
  /** The files of the project with these definitions, as far as they are readable. */
  readonly sources: SharedSources
  /** Whether the vocabulary or the library has errors. Missing names may then be in the broken part. */
  readonly broken: Readonly<Record<"inputs" | "lookups", boolean>>
  /** The package's definitions, for names that the project does not define. */
  readonly package?: Shared | undefined
}

/** The location of an input in the vocabulary, or of one of its keywords. */
export function vocabularyNote(shared: Shared, name: string, keyword?: string): Note | undefined {
  const { inputs } = shared.sources
  if (!Object.hasOwn(keywordsIn(inputs?.written([])), name))
    return shared.package && vocabularyNote(shared.package, name, keyword)
  const at = keyword === undefined ? [name] : [name, keyword]
  return inputs && noteAt(aboutShared.inputOf(name), inputs.file, inputs.keySpan(at))
}

interface SharedSources {
  readonly inputs?: CardSource | undefined
  readonly lookups?: CardSource | undefined
  readonly expressions?: CardSource | undefined
}

/** Reads the files that cards share; a missing file counts as empty. */
export function readShared(
  files: ReadonlyMap<string, string>,
  readFile: ReadCard,
  ofPackage?: Shared,
): {
  shared: Shared
  diagnostics: Diagnostic[]
} {
  const diagnostics: Diagnostic[] = []
  const known = FILES.map((name) => `${SHARED_FOLDER}${name}`)
  for (const [path, text] of files) {
    if (known.includes(path)) continue
    const problem = aboutShared.otherFile(known, nearest(path, known))
    diagnostics.push(diagnostic(problem, { path, text }, { start: 0, end: text.indexOf("\n") + 1 }))
  }
  const shared = sharedIn(SHARED_FOLDER, files, readFile, diagnostics, ofPackage)
  return { shared, diagnostics }
}

/** Reads the shared definitions of an installed package. Names in them refer to the package. */
export function readSharedOfPackage(
  files: ReadonlyMap<string, string>,
  readFile: ReadCard,
): Shared {
  const shared = sharedIn(`${PACKAGE_FOLDER}${SHARED_FOLDER}`, files, readFile, [])
  return { ...shared, lookups: selfContained(shared) }
}

function sharedIn(
  folder: string,
  files: ReadonlyMap<string, string>,
  readFile: ReadCard,
  diagnostics: Diagnostic[],
  ofPackage?: Shared,
): Shared {
  const [inputs, lookups, expressions] = FILES.map((name) =>
    read(folder + name, files, readFile, diagnostics),
  )
  const isReadable = expressions !== undefined || !files.has(`${folder}expressions.yaml`)
  const isOfFile = (name: string) => diagnostics.some(({ file }) => file === folder + name)
  const vocabulary = vocabularyOf(inputs, diagnostics)
  const named = isReadable
    ? namedExpressionsOf(expressions, diagnostics, ofPackage?.expressions)
    : UNREADABLE_EXPRESSIONS
  const library = libraryOf(lookups, named, diagnostics)
  return {
    inputs: new Map([...(ofPackage?.inputs ?? []), ...vocabulary]),
    lookups: mergeLibraries(library, ofPackage?.lookups),
    broken: { inputs: isOfFile("inputs.yaml"), lookups: isOfFile("lookups.yaml") },
    expressions: named,
    sources: { inputs, lookups, expressions },
    package: ofPackage,
  }
}

function mergeLibraries(own: Library, ofPackage: Library = {}): Library {
  return Object.fromEntries(ROUTES.map((route) => [route, { ...ofPackage[route], ...own[route] }]))
}

/**
 * The lookups of the package, with absolute paths of documents, so that a project's document of the same name does
 * not replace one.
 */
function selfContained({ lookups }: Shared): Library {
  const documents = Object.entries(lookups.graphql ?? {}).map(([name, one]) => {
    const { document = name, documentPath = `operations/lookup/${document}.graphql` } = one
    return [name, { ...one, documentPath: `${PACKAGE_FOLDER}${documentPath}` }]
  })
  return { ...lookups, graphql: Object.fromEntries(documents) }
}

function read(
  path: string,
  files: ReadonlyMap<string, string>,
  readFile: ReadCard,
  diagnostics: Diagnostic[],
): CardSource | undefined {
  const text = files.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics: found } = readFile(path, text)
  const problems = source === undefined ? found : checkReadable(source)
  diagnostics.push(...problems)
  return problems.length > 0 ? undefined : source
}

function libraryOf(
  source: CardSource | undefined,
  expressions: NamedExpressions,
  diagnostics: Diagnostic[],
): Library {
  if (source === undefined) return {}
  const { value } = source
  if (libraryForm.Check(value)) {
    const { changes, problems } = readPaths(value, librarySchema, source, expressions)
    diagnostics.push(...problems)
    return new Draft(source).with(changes).value as Library
  }
  diagnostics.push(...checkForm(source, librarySchema))
  return {}
}

function vocabularyOf(
  source: CardSource | undefined,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Keywords> {
  if (source === undefined) return new Map()
  const { source: spelt, problems } = desugarInputs(source, [])
  diagnostics.push(...problems)
  const entries = Object.entries(Object(spelt.value))
  return new Map(
    entries.flatMap(([name, schema]): [string, Keywords][] => {
      const found = checkSchemaPart(spelt, schema, [name])
      diagnostics.push(...found)
      return found.length > 0 ? [] : [[name, keywordsIn(schema)]]
    }),
  )
}
