import { valueAt } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import { atValue, type CardPath, type CardSource, ROUTES } from "../parse/index.js"
import { isMap } from "../shape/index.js"
import { type Change, Draft } from "./draft.js"

interface Desugared {
  readonly source: Draft
  readonly problems: readonly Diagnostic[]
}

/**
 * Desugars lists of names to maps, and descriptions of inputs and fields to keywords. Runs before the form
 * of the card is checked, so that messages name both forms.
 */
export function desugar(written: CardSource): Desugared {
  const lookups = ROUTES.flatMap((route) => namesToMap(written.value, [route, "lookups"]))
  const shapes = ["output", "list"].flatMap((key) => nameToShape(written.value, [key]))
  const members = ["output", "list"].flatMap((key) => {
    const union = valueAt(written.value, [key, "union"])
    return isMap(union) ? Object.keys(union).map((type) => [key, "union", type]) : []
  })
  const ofMembers = members.flatMap((at) => nameToShape(written.value, at))
  const twice = ROUTES.flatMap((route) => listedTwice(written, [route, "lookups"]))
  const maps = [
    ...[["input"], ["output", "fields"], ["list", "fields"]],
    ...members.map((at) => [...at, "fields"]),
  ]
  return maps.reduce<Desugared>(
    ({ source, problems }, path) => {
      const spelt = desugarInputs(source, path)
      return { source: spelt.source, problems: [...problems, ...spelt.problems] }
    },
    { source: new Draft(written).with([...lookups, ...shapes, ...ofMembers]), problems: twice },
  )
}

/** The same for a map of inputs or fields at a path. */
export function desugarInputs(written: CardSource, path: CardPath): Desugared {
  let draft = written instanceof Draft ? written : new Draft(written)
  const problems: Diagnostic[] = []
  const properties = (at: CardPath): void => {
    problems.push(...listedTwice(draft, at))
    draft = draft.with(namesToMap(draft.value, at))
    const map = valueAt(draft.value, at)
    if (!isMap(map)) return
    for (const [name, schema] of Object.entries(map)) {
      const place = [...at, name]
      if (typeof schema === "string") describe(schema, place)
      else below(place)
    }
  }
  const describe = (text: string, at: CardPath): void => {
    if (!isSentence(text)) {
      const problem = aboutCard.noDescription(text)
      problems.push(atValue(draft, at, problem))
    }
    // The whole keeps the location of the name, because its text is now the location of the description.
    draft = draft.with([
      { at, value: {}, from: at },
      { at: [...at, "description"], value: text, from: at },
    ])
  }
  const below = (at: CardPath): void => {
    const schema = valueAt(draft.value, at)
    if (!isMap(schema)) return
    if (Object.hasOwn(schema, "properties")) properties([...at, "properties"])
    if (Object.hasOwn(schema, "items")) below([...at, "items"])
  }
  properties(path)
  return { source: draft, problems }
}

/** Replaces a name alone by the shape of that name. */
function nameToShape(value: unknown, at: CardPath): Change[] {
  const name = valueAt(value, at)
  if (typeof name !== "string") return []
  return [
    { at, value: {}, from: at },
    { at: [...at, "shape"], value: name, from: at },
  ]
}

function namesToMap(value: unknown, at: CardPath): Change[] {
  const list = valueAt(value, at)
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) return []
  const names = Object.fromEntries(list.map((name) => [name, {}]))
  return [
    { at, value: names, from: at },
    ...list.map((name, index) => ({ at: [...at, name], value: {}, from: [...at, index] })),
  ]
}

function listedTwice(source: CardSource, at: CardPath): Diagnostic[] {
  const list = valueAt(source.value, at)
  if (!Array.isArray(list)) return []
  return list.flatMap((name, index) =>
    list.indexOf(name) === index
      ? []
      : atValue(source, [...at, index], aboutCard.listedTwice(name)),
  )
}

/** Excludes `author.login`, which is a path to a value. */
function isSentence(text: string): boolean {
  return /[.…]$/.test(text.trim()) && (/^\p{Lu}/u.test(text) || /\s/.test(text))
}
