import type { ResultError } from "../../../runtime/index.js"
import { cut } from "../../tools/results/index.js"
import { loadBrief } from "../output/index.js"
import type { ProgramEnd } from "./run-program.js"

export interface Shown {
  readonly text: string
  /** Whether a part of what the program returned or logged is left out. */
  readonly isCut: boolean
}

/** Some 2,500 tokens, which a model reads again in each later turn. */
export const mostCharacters = 8_000

/**
 * What a program logged and returned, as text for a model. Of what is too long, each part keeps its beginning: the
 * longest are cut to the same length.
 */
export async function shownOf(
  { logs, data }: { readonly logs: ProgramEnd["logs"]; readonly data?: unknown },
  limit: number,
): Promise<Shown> {
  const { brief, briefParts } = await loadBrief()
  const logged = logs.map((line) => line.map(brief).join(" ")).join("\n")
  return shortened([logged, ...briefParts(data)], limit)
}

/** Texts, one below the other, each with its beginning. */
export function shortened(all: readonly string[], limit: number): Shown {
  const parts = all.filter((part) => part !== "")
  const most = lengthOfEach(parts, limit)
  const shown = parts.map((part) => beginningOf(part, most))
  return { text: shown.join("\n"), isCut: parts.some(({ length }) => length > most) }
}

/** How long each text may be: of several, one leaves room for four, as models look at many things at once. */
function lengthOfEach(texts: readonly string[], limit: number): number {
  const longest = limit / Math.min(Math.max(texts.length, 1), 4)
  let [left, count, most] = [limit, texts.length, limit]
  for (const length of texts.map((text) => text.length).sort((a, b) => a - b)) {
    most = Math.floor(left / count)
    left -= Math.min(length, most)
    count -= 1
  }
  return Math.min(most, longest)
}

/** Whole lines of a text, and a part of the next if they are less than half, such as a heading alone. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const lines = text.split("\n")
  const kept = text.slice(0, most + 1).split("\n").length - 1
  const whole = lines.slice(0, kept).join("\n")
  const more = whole.length < most / 2 ? 1 : 0
  const shown = more === 0 ? whole : cut(lines.slice(0, kept + 1).join("\n"), most)
  return [closed(shown), ...leftOut(lines.length - kept - more)].join("\n")
}

/** A text whose mark of untrusted content is closed again. */
function closed(text: string): string {
  const [, open] = [...text.matchAll(/<(untrusted-\w+)>/g)].at(-1) ?? []
  const isOpen = open && text.lastIndexOf(`</${open}>`) < text.lastIndexOf(`<${open}>`)
  return isOpen ? `${text}</${open}>` : text
}

const leftOut = (lines: number) => (lines > 0 ? [`… [${lines} more lines]`] : [])

export function failureText({ code, message, details }: ResultError): string {
  const { fix } = details ?? {}
  return [`✗ ${code} ${message}`, ...(fix === undefined ? [] : [`  fix: ${fix}`])].join("\n")
}
