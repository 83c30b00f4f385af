import type { Tool } from "./catalogue.js"
import type { Draft, Drafted, Find } from "./draft.js"

/** The reason for a step. */
export function reasonOf(
  draft: Draft,
  { drafts }: Extract<Drafted, { ok: true }>,
  { reasons = {} }: Tool,
  entities: ReadonlyMap<string, unknown>,
): string {
  const { finds, taken } = draft
  const words = new Map(entities)
  for (const one of drafts) {
    for (const [name, value] of one.finds?.by ?? []) {
      words.set(`${one.finds?.thing.noun}_${name}`, value)
    }
  }
  if (finds)
    return fillTemplate([findingReason(draft, finds, reasons.find), listingReason(finds)], words)
  const [[input, from] = []] = taken
  if (!from) return fillTemplate([reasons.direct, "All required inputs are known"], words)
  const found = `With ${input} of step ${drafts.indexOf(from.from) + 1}`
  return fillTemplate([reasons.found, found], words)
}

function findingReason(
  { taken }: Draft,
  { thing, input, by }: Find,
  own: string | undefined,
): string | undefined {
  const marks = [...by.keys()].map((name) => `${name} '{${thing.noun}_${name}}'`)
  const others = [...taken.keys()].filter((name) => thing.by.includes(name))
  if (marks.length + others.length === 0) return undefined
  return own ?? `Find ${input} by ${[...marks, ...others].join(", ")}`
}

/** The reason when nothing selects one thing. */
function listingReason({ thing: { noun, reason } }: Find): string {
  return reason ?? `The ${noun} is not identified; choose one from the list`
}

/** The first text whose placeholders all have a value. */
function fillTemplate(
  texts: readonly (string | undefined)[],
  words: ReadonlyMap<string, unknown>,
): string {
  const isComplete = (text: string) =>
    [...text.matchAll(NAME)].every(([, name = ""]) => words.has(name))
  const text = texts.find((one) => one !== undefined && isComplete(one)) ?? ""
  // In one pass, so that inserted text is not replaced again.
  return text.replace(NAME, (_, name: string) => textOf(words.get(name)))
}

const NAME = /\{(\w+)\}/g

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
