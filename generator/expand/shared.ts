import { Compile } from "typebox/schema"
import { checkForm, checkReadable, checkSchemaPart } from "../check/index.js"
import { type Diagnostic, diagnostic, type Note, nearest, noteAt } from "../diagnostics/index.js"
import { aboutShared } from "../messages/index.js"
import { type CardSource, type Library, librarySchema, readCard } from "../parse/index.js"
import {
  type NamedExpressions,
  NO_EXPRESSIONS,
  namedExpressionsOf,
  UNREADABLE_EXPRESSIONS,
} from "./expressions.js"
import { type Keywords, keywordsIn } from "./keywords.js"
import { spellOutInputs } from "./spell-out.js"

/** Where what cards share stands. */
export const SHARED_FOLDER = "cards/shared/"
const INPUTS = `${SHARED_FOLDER}inputs.yaml`
const LOOKUPS = `${SHARED_FOLDER}lookups.yaml`
const EXPRESSIONS = `${SHARED_FOLDER}expressions.yaml`

const libraryForm = Compile(librarySchema)

/** What cards share. */
export interface Shared {
  /** The vocabulary: what holds for an input of a name, wherever it has no other. */
  readonly inputs: ReadonlyMap<string, Keywords>
  /** The library of look-ups, by route. */
  readonly lookups: Library
  readonly expressions: NamedExpressions
  /** The files that hold them, as far as they can be read. */
  readonly sources: SharedSources
}

/** Where the vocabulary speaks of an input, or says one keyword of it. */
export function vocabularyNote(
  { sources: { inputs } }: Shared,
  name: string,
  keyword?: string,
): Note | undefined {
  const at = keyword === undefined ? [name] : [name, keyword]
  return inputs && noteAt(aboutShared.inputOf(name), inputs.file, inputs.keySpan(at))
}

export interface SharedSources {
  readonly inputs?: CardSource | undefined
  readonly lookups?: CardSource | undefined
  readonly expressions?: CardSource | undefined
}

/** Reads the files that cards share; one that is not there holds nothing. */
export function readShared(files: ReadonlyMap<string, string>): {
  shared: Shared
  diagnostics: Diagnostic[]
} {
  const diagnostics: Diagnostic[] = []
  for (const [path, text] of files) {
    if (KNOWN.includes(path)) continue
    const problem = aboutShared.otherFile(KNOWN, nearest(path, KNOWN))
    diagnostics.push(diagnostic(problem, { path, text }, { start: 0, end: text.indexOf("\n") + 1 }))
  }
  const sources = {
    inputs: read(INPUTS, files, diagnostics),
    lookups: read(LOOKUPS, files, diagnostics),
    expressions: read(EXPRESSIONS, files, diagnostics),
  }
  const inputs = vocabularyOf(sources.inputs, diagnostics)
  const lookups = libraryOf(sources.lookups, diagnostics)
  const expressions = !files.has(EXPRESSIONS)
    ? NO_EXPRESSIONS
    : sources.expressions
      ? namedExpressionsOf(sources.expressions, diagnostics)
      : UNREADABLE_EXPRESSIONS
  return { shared: { inputs, lookups, expressions, sources }, diagnostics }
}

const KNOWN = [INPUTS, LOOKUPS, EXPRESSIONS]

function read(
  path: string,
  files: ReadonlyMap<string, string>,
  diagnostics: Diagnostic[],
): CardSource | undefined {
  const text = files.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics: found } = readCard(path, text)
  const problems = source === undefined ? found : checkReadable(source)
  diagnostics.push(...problems)
  return problems.length > 0 ? undefined : source
}

function libraryOf(source: CardSource | undefined, diagnostics: Diagnostic[]): Library {
  if (source === undefined) return {}
  const { value } = source
  if (libraryForm.Check(value)) return value
  diagnostics.push(...checkForm(source, librarySchema))
  return {}
}

function vocabularyOf(
  source: CardSource | undefined,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Keywords> {
  if (source === undefined) return new Map()
  const { source: spelt, problems } = spellOutInputs(source, [])
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
