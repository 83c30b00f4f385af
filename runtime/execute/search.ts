import type { CapabilityLine } from "./explain.js"

/** What people say, and GitHub's neighbours, for what ids call otherwise. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  action: ["workflow"],
  add: ["create"],
  bug: ["issue"],
  build: ["workflow"],
  change: ["update"],
  ci: ["workflow", "checks"],
  conversation: ["thread"],
  edit: ["update"],
  get: ["view"],
  job: ["workflow"],
  merge: ["pr"],
  mr: ["pr"],
  new: ["create"],
  open: ["create"],
  pipeline: ["workflow"],
  pull: ["pr"],
  read: ["view"],
  repository: ["repo"],
  request: ["pr"],
  retry: ["rerun"],
  set: ["update"],
  show: ["view"],
  snippet: ["gist"],
  tag: ["release"],
  ticket: ["issue"],
}

/** Words that say nothing of what is looked for. */
const fillers = new Set("a all an and by for from in is it me my of on or the to with".split(" "))

/**
 * The capabilities that words are about, those first that say them in their ids, and of these the
 * general ones: all that have every word, by itself or by what it is called elsewhere (`merge request`),
 * else those that have most of them.
 */
export function searchCapabilities(
  lines: readonly CapabilityLine[],
  text: string,
): CapabilityLine[] {
  const all = text.toLowerCase().match(/[a-z\d]+/g) ?? []
  const words = all.filter((word) => !fillers.has(word)).map(singular)
  const rated = lines.map((line) => {
    const points = words.map((word) => pointsOf(word, line))
    const hits = points.filter((one) => one > 0).length
    return { line, hits, points: points.reduce((sum, one) => sum + one, 0) }
  })
  const most = Math.max(1, ...rated.map(({ hits }) => hits))
  return rated
    .filter(({ hits }) => hits === most)
    .sort((one, other) => other.points - one.points || depth(one.line) - depth(other.line))
    .map(({ line }) => line)
}

function pointsOf(word: string, { id, description }: CapabilityLine): number {
  const parts = id.split(/[._]/).map(singular)
  if (parts.includes(word)) return 4
  if (parts.some((part) => part.startsWith(word))) return 3
  const isMeant = (aliases[word] ?? []).some((other) => parts.includes(singular(other)))
  if (isMeant) return 2
  const said = description.toLowerCase().match(/[a-z\d]+/g) ?? []
  return said.some((other) => other.startsWith(word)) ? 1 : 0
}

function depth({ id }: CapabilityLine): number {
  return id.split(".").length
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word
}
