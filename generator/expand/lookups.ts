import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, didYouMean, type Note, noteAt, type Span } from "../diagnostics/index.js"
import { compose, mapNodes, mapPaths, Path, type PathNode, pathsIn } from "../jmespath/index.js"
import { aboutShared } from "../messages/index.js"
import { atKey, atValue, type CardPath, ROUTES, type WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import { callsBroken } from "./expressions.js"
import { type Keywords, keywordsIn } from "./keywords.js"
import { combineDerived, type Derived, lookupKeysOf, notDerived, type RuleContext } from "./rule.js"
import type { Shared } from "./shared.js"
import { inputsRead, memberOf } from "./source.js"

/** Keys that are enough to define a request. */
const REQUEST_KEYS = ["documentPath", "document", "request", "path", "command"]

const definesRequest = (keywords: Keywords): boolean =>
  REQUEST_KEYS.some((key) => keywords[key] !== undefined)

/** The library entry of a lookup; none if the card defines the request. */
export function entryName(name: string, { uses, ...keywords }: Keywords): string | undefined {
  if (typeof uses === "string") return uses
  return definesRequest(keywords) ? undefined : name
}

const libraryOf = (route: RouteType, { shared }: RuleContext): Keywords =>
  keywordsIn(shared.lookups[route])

/**
 * Completes a lookup from the library entry of its name, or of `uses`; the card's own keys take
 * precedence.
 */
export function deriveFromLibrary(card: WrittenCard, context: RuleContext): Derived {
  return combineDerived(
    ROUTES.flatMap((route) =>
      Object.entries(card[route]?.lookups ?? {}).map(([name, own]) =>
        deriveLookup(route, name, keywordsIn(own), context),
      ),
    ),
  )
}

function deriveLookup(
  route: RouteType,
  name: string,
  own: Keywords,
  context: RuleContext,
): Derived {
  const { source } = context
  const at = [route, "lookups", name]
  const { uses, with: others, ...keywords } = own
  const wanted = entryName(name, own) ?? name
  const isKnown = Object.hasOwn(libraryOf(route, context), wanted)
  // The entry may be in the part of the library that has errors.
  if (!isKnown && !definesRequest(keywords) && context.shared.broken.lookups) {
    return { changes: [{ at, from: at }], isPartial: true }
  }
  if (!isKnown && (uses !== undefined || !isWhole(route, name, keywords, context))) {
    const problem = aboutShared.noLookup(wanted, route, helpFor(wanted, route, context))
    return notDerived(
      uses === undefined ? atKey(source, at, problem) : atValue(source, [...at, "uses"], problem),
    )
  }
  const whole = { ...entryOf(route, wanted, keywords, context), ...keywords }
  const replaced = keywordsIn(others)
  const problems = Object.keys(replaced).flatMap((input): Diagnostic[] => {
    const read = inputsOfEntry(route, whole, context)
    if (read.includes(input)) return []
    const near = didYouMean(input, read)
    const problem = aboutShared.lookupDoesNotRead(
      wanted,
      input,
      near,
      noteOf(route, wanted, context.shared),
    )
    return [atKey(source, [...at, "with", input], problem)]
  })
  if (problems.length > 0) return { changes: [], problems }
  const { expressions } = context.shared
  const isPartial = pathsIn(whole).some((one) => callsBroken(one, expressions))
  const value = replaceInputs(route, whole, replaced, context)
  const changes: Change[] = Object.entries(value).flatMap(([key, one]): Change[] => {
    if (keywords[key] === one) return []
    const isOwn = own[key] !== undefined
    if (isOwn) return [{ at: [...at, key], value: one, from: [...at, key] }]
    const noteAt = (place: CardPath, part?: Span) => () =>
      noteOf(route, wanted, context.shared, { key: [key, ...place], part })
    const noted = mapPaths(one, (path, place) =>
      path.withOrigins(({ written, note }) => ({ note: note ?? noteAt(place, written?.at) })),
    )
    return [{ at: [...at, key], value: noted, from: at, note: noteAt([]) }]
  })
  const gone = ["uses", "with"].filter((key) => own[key] !== undefined)
  return {
    changes: [...changes, ...gone.map((key) => ({ at: [...at, key], from: at }))],
    isPartial,
  }
}

/** The location of a library entry, of a key of it, or of a part of the text there. */
function noteOf(
  route: RouteType,
  name: string,
  shared: Shared,
  { key = [], part }: { readonly key?: CardPath; readonly part?: Span | undefined } = {},
): Note | undefined {
  const { lookups } = shared.sources
  if (!Object.hasOwn(keywordsIn(lookups?.written([route])), name))
    return shared.package && noteOf(route, name, shared.package, { key, part })
  if (lookups === undefined) return undefined
  const at = [route, name, ...key]
  const text = lookups.written(at)
  const span =
    part !== undefined && typeof text === "string"
      ? lookups.partSpan(at, text, part)
      : lookups.keySpan(at)
  return noteAt(aboutShared.lookupOf(route, name), lookups.file, span)
}

/** The library entry, unless the card defines the request. */
function entryOf(
  route: RouteType,
  name: string,
  keywords: Keywords,
  context: RuleContext,
): Keywords {
  if (definesRequest(keywords)) return {}
  const library = libraryOf(route, context)
  const entry = Object.hasOwn(library, name) ? keywordsIn(library[name]) : {}
  const { isThere, whole } = lookupKeysOf(route, context)
  // A project's document replaces the package's lookup of its name, like an entry of the project does.
  const isOwn = Object.hasOwn(keywordsIn(context.shared.sources.lookups?.written([route])), name)
  const isReplaced = context.shared.package && !isOwn && isThere?.(name, context)
  const chosen = isReplaced ? {} : entry
  return whole?.(name, chosen) ?? chosen
}

/** Whether a lookup is complete: it defines its request, or a document with its name exists. */
function isWhole(
  route: RouteType,
  name: string,
  keywords: Keywords,
  context: RuleContext,
): boolean {
  return (
    definesRequest(keywords) || (lookupKeysOf(route, context).isThere?.(name, context) ?? false)
  )
}

function helpFor(name: string, route: RouteType, context: RuleContext): string {
  const known = Object.keys(libraryOf(route, context))
  const elsewhere = ROUTES.find(
    (one) => one !== route && Object.hasOwn(libraryOf(one, context), name),
  )
  if (elsewhere !== undefined) return aboutShared.lookupElsewhere(elsewhere, known)
  return didYouMean(name, known) ?? "define it here, or in cards/shared/lookups.yaml"
}

/** The inputs that a library entry uses anywhere, by name. */
function inputsOfEntry(route: RouteType, entry: Keywords, context: RuleContext): string[] {
  const ofExpressions = Object.entries(entry).flatMap(([key, value]) =>
    pathsIn(value).flatMap((path) => inputsRead(path, OF_INPUT.includes(key))),
  )
  const named = lookupKeysOf(route, context)
    .namesIn(entry, context)
    .filter((name) => name !== entry.as)
  return [...new Set([...named, ...ofExpressions])]
}

/** The entry with its inputs replaced by other inputs. */
function replaceInputs(
  route: RouteType,
  entry: Keywords,
  others: Keywords,
  context: RuleContext,
): Keywords {
  const names = Object.keys(others)
  if (names.length === 0) return entry
  const { values: key } = lookupKeysOf(route, context)
  const mappedKeys = keywordsIn(entry[key])
  const filled = lookupKeysOf(route, context)
    .namesIn(entry, context)
    .filter((name) => names.includes(name) && mappedKeys[name] === undefined)
  const replaced = Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      const isOfInput = OF_INPUT.includes(key)
      return [key, mapPaths(value, (path) => replacedInPath(path, others, isOfInput))]
    }),
  )
  if (filled.length === 0) return replaced
  const mapped = Object.fromEntries(
    filled.map((name) => [name, Path.of(compose.field(String(others[name])))]),
  )
  return { ...replaced, [key]: { ...keywordsIn(replaced[key]), ...mapped } }
}

/** Keys whose expressions start from the input; those of other keys start from an answer. */
const OF_INPUT = ["foreach", "variables", "parameters", "query", "arguments", "flags"]

/** Replaces `$input.NAME`, and NAME alone if the expression starts from the input. */
function replacedInPath(path: Path, others: Keywords, isOfInput: boolean): Path {
  const { root } = path
  if (root === undefined) return path
  const replacing = (name: string) =>
    Object.hasOwn(others, name) ? compose.field(String(others[name])) : undefined
  const replaced = (node: PathNode): PathNode => {
    const name = memberOf("input", node)
    const other = name === undefined ? undefined : replacing(name)
    if (node.type !== "Subexpression" || other === undefined) return mapNodes(node, replaced)
    return { ...node, right: other }
  }
  const whole = isOfInput && root.type === "Field" ? replacing(root.name) : undefined
  const made = whole ?? replaced(root)
  return made === root ? path : Path.of(made, path)
}
