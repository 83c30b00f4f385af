import type { CapabilitySummary } from "./explain.js"

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
 * The capabilities that words are about: all that have every word, by itself or by what it is called
 * elsewhere (`merge request`), else those that have most of them. Those come first that have the words in
 * their ids, and of these the general ones; what destroys comes last unless it is asked for.
 */
export function searchCapabilities(
  lines: readonly CapabilitySummary[],
  text: string,
): CapabilitySummary[] {
  const all = text.toLowerCase().match(/[a-z\d]+/g) ?? []
  const words = all.filter((word) => !fillers.has(word))
  const isHarmless = !words.some((word) => destroying.has(word))
  const rated = lines.map((line) => {
    const points = words.map((word) => pointsOf(word, line))
    const hits = points.filter((one) => one > 0).length
    return { line, hits, points: points.reduce((sum, one) => sum + one, 0) }
  })
  const most = Math.max(1, ...rated.map(({ hits }) => hits))
  return rated
    .filter(({ hits }) => hits === most)
    .sort(
      (one, other) =>
        (isHarmless ? destroys(one.line) - destroys(other.line) : 0) ||
        other.points - one.points ||
        depth(one.line) - depth(other.line),
    )
    .map(({ line }) => line)
}

/** Who says none of these looks for nothing that is destroyed for good. */
const destroying = new Set(["delete", "destroy", "discard", "remove", "erase"])

const destroys = ({ effect }: CapabilitySummary) => Number(effect === "destroy")

function pointsOf(typed: string, { id, description }: CapabilitySummary): number {
  const word = singular(typed)
  const names = id.split(/[._]/)
  const parts = names.map(singular)
  // `comments` are a list, and `comment` is one of them.
  if (names.includes(typed)) return 5
  if (parts.includes(word)) return 4
  if (parts.some((part) => part.startsWith(word))) return 3
  const isMeant = (aliases[word] ?? []).some((other) => parts.includes(singular(other)))
  if (isMeant) return 2
  const said = description.toLowerCase().match(/[a-z\d]+/g) ?? []
  return said.some((other) => other.startsWith(word)) ? 1 : 0
}

function depth({ id }: CapabilitySummary): number {
  return id.split(".").length
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word
}
