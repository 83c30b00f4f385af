import type { Diagnostic } from "../diagnostics/index.js"
import { aboutShared } from "../messages/index.js"
import { atKey, type CardPath, type CardSource, ROUTES } from "../parse/index.js"
import { memoize, snakeCaseOf } from "../text/index.js"
import { keywordsIn } from "./keywords.js"
import { entryName } from "./lookups.js"
import type { ShapeFile } from "./shapes.js"
import type { Shared } from "./shared.js"

/** A shared definition, as shown to users: `shape issue`, `rest lookup labels`. */
type Name = string

const nameOf = (what: string, name: string): Name => `${what} \`${name}\``

/** The shared definitions that a card uses in its written or full form. */
export function usesOf(written: CardSource, full: CardSource): Name[] {
  const [card, whole] = [keywordsIn(written.value), keywordsIn(full.value)]
  const lookups = ROUTES.flatMap((route) =>
    Object.entries(keywordsIn(keywordsIn(card[route]).lookups)).flatMap(([name, own]) => {
      const entry = entryName(name, keywordsIn(own))
      return entry === undefined ? [] : [nameOf(`${route} lookup`, entry)]
    }),
  )
  const ownInputs = keywordsIn(card.input)
  const inputs = Object.keys(keywordsIn(keywordsIn(whole.input_schema).properties))
    .filter(
      (name) => card.input_schema === undefined && keywordsIn(ownInputs[name]).type === undefined,
    )
    .map((name) => nameOf("input", name))
  return [...namesIn(card), ...titlesIn(whole.output_schema), ...lookups, ...inputs]
}

/** A shared definition, and the shared definitions that it uses. */
interface Entry {
  readonly name: Name
  readonly uses: readonly Name[]
  readonly source: CardSource
  readonly at: CardPath
}

/** Reports shared definitions that no card uses, directly or indirectly. */
export function checkUnusedShared(
  byCards: readonly Name[],
  shared: Shared,
  shapes: ReadonlyMap<string, ShapeFile>,
): Diagnostic[] {
  const entries = entriesWith(shared)(shapes)
  const used = new Set(byCards)
  // Elements added during the iteration are visited too.
  for (const one of used)
    for (const { name, uses } of entries)
      if (name === one) for (const other of uses) used.add(other)
  return entries
    .filter(({ name }) => !used.has(name))
    .map(({ name, source, at }) => atKey(source, at, aboutShared.unused(name)))
}

const entriesWith = memoize(({ sources: { inputs, lookups, expressions } }: Shared) =>
  memoize((shapes: ReadonlyMap<string, ShapeFile>): readonly Entry[] => [
    ...[...shapes].map(([name, { source }]): Entry => {
      return { name: nameOf("shape", name), uses: namesIn(source.written([])), source, at: [] }
    }),
    ...entriesOf(inputs, [], (name) => nameOf("input", name)),
    ...ROUTES.flatMap((route) =>
      entriesOf(lookups, [route], (name) => nameOf(`${route} lookup`, name)),
    ),
    ...entriesOf(expressions, [], (head) => nameOf("expression", head.replace(/\(.*/s, ""))),
  ]),
)

function entriesOf(
  source: CardSource | undefined,
  at: CardPath,
  name: (key: string) => Name,
): Entry[] {
  if (source === undefined) return []
  return Object.entries(keywordsIn(source.written(at))).map(([key, value]) => {
    return { name: name(key), uses: namesIn(value), source, at: [...at, key] }
  })
}

/** The shapes that a value names, and the expressions that it calls. */
function namesIn(value: unknown): Name[] {
  const names: Name[] = []
  eachText(value, (text, key, above) => {
    if (key === "shape" || above === "union") names.push(nameOf("shape", text))
    if (!text.includes("(")) return
    for (const [, called = ""] of text.matchAll(/\b(\w+)\s*\(/g))
      names.push(nameOf("expression", called))
  })
  return names
}

/** The shapes that a schema names as titles of objects. */
function titlesIn(schema: unknown): Name[] {
  const names: Name[] = []
  eachText(schema, (text, key) => {
    if (key === "title" || key === "extends") names.push(nameOf("shape", snakeCaseOf(text)))
  })
  return names
}

/** Visits the strings in a value, each with its key and its parent's key. */
function eachText(
  value: unknown,
  use: (text: string, key: string, above: string) => void,
  key = "",
  above = "",
): void {
  if (typeof value === "string") use(value, key, above)
  if (typeof value !== "object" || value === null) return
  for (const [inner, one] of Object.entries(value)) eachText(one, use, inner, key)
}
