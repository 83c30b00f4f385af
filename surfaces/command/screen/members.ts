/** Fields with their values, one per line. */
import { type Screen, styleOf } from "./style.js"
import { table } from "./table.js"
import { isEmpty, isLong, isObject, mainOf, oneLine, type Plain, wordsOf } from "./words.js"

const gap = 2

/**
 * The subject, single-line values, fields for programs, then multi-line strings and lists. Empty fields are omitted.
 *
 * @param about - the subject, such as `["workflow", "run", "failure"]`: fields with these names come first
 */
export function members(
  value: Plain,
  screen: Screen,
  about: readonly string[] = [],
  indent = "",
): string {
  const all = Object.entries(value).filter(([, one]) => !isEmpty(one))
  const inOrder = all.toSorted((one, other) => placeOf(one, about) - placeOf(other, about))
  const width = Math.max(0, ...all.map(([name]) => name.length)) + gap
  const lines = inOrder.map(([name, one]) => {
    const title = indent + screen.paint("bold", oneLine(name))
    const inner = `${indent}  `
    if (isObject(one) && (mainOf(one) === undefined || Object.keys(one).length > 3)) {
      return `${title}\n${members(one, screen, [], inner)}`
    }
    if (Array.isArray(one) && one.some(isObject)) {
      if (one.every((item) => isObject(item) && !isTextual(item))) {
        const narrower = { ...screen, width: screen.width - inner.length }
        return `${title}\n${table(one, narrower).replaceAll(/^/gm, inner)}`
      }
      const blocks = one.map((item) =>
        isObject(item) ? members(item, screen, [], inner) : inner + item,
      )
      return `${title}\n${blocks.join("\n\n")}`
    }
    const words = wordsOf(one)
    if (words.includes("\n")) return `${title}\n${words.trimEnd().replaceAll(/^/gm, inner)}`
    const style = styleOf(words)
    const shown = style === undefined ? words : screen.paint(style, words)
    const linked = name.endsWith("url") ? screen.link(shown, words) : shown
    return `${title}${" ".repeat(width - name.length)}${linked}`
  })
  return lines.join("\n")
}

/** Whether an object has a long text, which a table would cut. */
function isTextual(item: Plain): boolean {
  return "body" in item || Object.values(item).some(isLong)
}

function placeOf([name, value]: [string, unknown], about: readonly string[]): number {
  if (about.some((word) => name === word || name === `${word}s`)) return 0
  const isBlock = isLong(value) || (Array.isArray(value) && value.some(isObject))
  if (isBlock) return 3
  return /(?:^|_)(?:id|sha|oid|url|at)$/.test(name) ? 2 : 1
}
