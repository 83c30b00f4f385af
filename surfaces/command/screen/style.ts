/** Colours, signs, times and links on a terminal. */
import { createRequire } from "node:module"
import { stripVTControlCharacters } from "node:util"
import { createSupportsHyperlinks } from "supports-hyperlinks"
import { type Output, type Paint, paint } from "../terminal/index.js"

/** The measures of the library for tables. Those of others take longer to load than the rest of a command. */
interface Utils {
  strlen(text: string): number
  /** Lines of at most this width, unless a word is longer. */
  wordWrap(width: number, text: string): string[]
  /** Colours that go on in the next line begin there again. */
  colorizeLines(lines: readonly string[]): string[]
}

const utils: Utils = createRequire(import.meta.url)("cli-table3/src/utils")

/** The width of a text without its colours and links; wide characters count twice. */
export const widthOf = utils.strlen

export const wrap = (text: string, width: number): string =>
  utils.colorizeLines(utils.wordWrap(width, text)).join("\n")

export interface Screen {
  /** In characters. */
  readonly width: number
  readonly paint: Paint
  link(text: string, url: unknown): string
}

/** How a command's text looks on a terminal, in place of a pipe. */
export interface Form extends Pick<Screen, "paint" | "link"> {
  readonly cross: string
  ago(time: unknown): string
  table(items: readonly unknown[], id: string): string
}

const noColumns = 80

export function screenOf(output: Output): Screen {
  const hasLinks = createSupportsHyperlinks({ isTTY: output.isTTY === true })
  return {
    width: output.columns || noColumns,
    paint: (style, text) => paint(style, text, output),
    link: (text, url) => {
      const address = hasLinks && !isOtherAddress(text, url) ? addressOf(url) : undefined
      return address === undefined ? text : `\x1b]8;;${address}\x07${text}\x1b]8;;\x07`
    },
  }
}

/** Whether a text looks like another address than it would open, such as the name of a check. */
function isOtherAddress(text: string, url: unknown): boolean {
  const shown = stripVTControlCharacters(text).trim()
  return /\w:\/\/|^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(shown) && shown !== url
}

/** The address of a web page, without characters that would end a link. */
export function addressOf(url: unknown): string | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return /^https?:$/.test(protocol) ? href : undefined
}

export type Style = Parameters<Paint>[0]

const colours: Readonly<Record<string, readonly string[]>> = {
  green:
    "ACTIVE ADDED APPROVED CLEAN COMPLETED FIXED MERGEABLE ON_TRACK OPEN PASS PUBLISHED SUCCESS".split(
      " ",
    ),
  red: "ACTION_REQUIRED CANCELLED CHANGES_REQUESTED CLOSED CONFLICTING CRITICAL DELETED DIRTY ERROR FAIL FAILURE HIGH OFF_TRACK REMOVED STARTUP_FAILURE TIMED_OUT".split(
    " ",
  ),
  yellow:
    "AT_RISK BEHIND BLOCKED UNSTABLE EXPECTED IN_PROGRESS MEDIUM MODIFIED PENDING QUEUED REQUESTED REVIEW_REQUIRED WAITING".split(
      " ",
    ),
  magenta: ["MERGED", "COMPLETED_ISSUE"],
  gray: ["DRAFT", "NEUTRAL", "SKIPPED", "SKIPPING", "STALE", "DISABLED", "NOT_PLANNED"],
}

const styles = new Map(
  Object.entries(colours).flatMap(([style, states]) =>
    states.map((state) => [state, style as Style] as const),
  ),
)

export const styleOf = (state: unknown): Style | undefined => styles.get(String(state))

type Item = Readonly<Record<string, unknown>>

/** How a run, job, step or check ended, or else what it does. */
export const outcomeOf = ({ conclusion, status, state }: Item): unknown =>
  conclusion || status || state

/** A sign in the colour of an outcome: ✓, ×, - or *. */
export function signOf(outcome: unknown): { readonly text: string; readonly style: Style } {
  const style = styleOf(outcome === "COMPLETED" ? "SUCCESS" : outcome) ?? "yellow"
  const signs: Readonly<Record<string, string>> = { green: "✓", red: "×", gray: "-" }
  return { text: signs[String(style)] ?? "*", style }
}

const units = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

/** A time as one reads it: `2 days ago`, `in 3 months`. */
export function ago(time: unknown): string {
  const seconds = (Date.now() - Date.parse(String(time))) / 1000
  if (Number.isNaN(seconds)) return String(time ?? "")
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? []
  if (unit === undefined || length === undefined) return "just now"
  const count = Math.trunc(-seconds / length)
  return new Intl.RelativeTimeFormat("en").format(count, unit)
}

/** The time between two moments: `1m5s`. */
export function duration(from: unknown, to: unknown): string {
  const seconds = Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 1000)
  if (Number.isNaN(seconds) || seconds < 0) return ""
  const parts = [
    ["h", Math.floor(seconds / 3600)],
    ["m", Math.floor(seconds / 60) % 60],
    ["s", seconds % 60],
  ] as const
  const shown = parts.filter(([, count]) => count > 0)
  return shown.map(([unit, count]) => `${count}${unit}`).join("") || "0s"
}

/** A number of bytes as one reads it: `1.2 MB`. */
export function bytes(size: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, size)) / 3))
  const amount = size / 1000 ** power
  return `${power === 0 ? amount : amount.toFixed(1)} ${["B", "kB", "MB", "GB", "TB"][power]}`
}

/** An enum value as words: `changes requested`. */
export const inWords = (value: unknown): string =>
  typeof value === "string" && /^(?:[A-Z][A-Z_]*|[a-z]+(?:_[a-z]+)+)$/.test(value)
    ? value.toLowerCase().replaceAll("_", " ")
    : String(value ?? "")

const plurals: Readonly<Record<string, string>> = {
  code: "files",
  orgs: "organizations",
  pr: "pull requests",
  prs: "pull requests",
  repo: "repositories",
  org: "organizations",
}

/** What a list contains: `issue.list` has issues, `repo.labels.list` labels. */
export function nounOf(id: string, count = 2): string {
  const words = id.split(".").filter((word) => !/^(?:list|search)$/.test(word))
  const noun = words.at(-1) || "item"
  const many = (plurals[noun] ?? (noun.endsWith("s") ? noun : `${noun}s`)).replaceAll("_", " ")
  if (count !== 1) return many
  return many.replace(/ies$/, "y").replace(/(?<=ch|sh|x)es$|s$/, "")
}
