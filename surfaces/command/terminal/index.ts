import { once } from "node:events"
import { styleText } from "node:util"
import type { ErrorDetails } from "../../../runtime/index.js"
import { cleanText, revealed } from "../../../runtime/text/index.js"

export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean
}

export interface Output {
  readonly isTTY?: boolean
  /** Width of the terminal, in characters. */
  readonly columns?: number
  /** Height of the terminal, in lines. */
  readonly rows?: number
  /** Whether to use colours, according to `NO_COLOR`, `FORCE_COLOR` and `TERM`. */
  hasColors?(): boolean
  write(text: string | Uint8Array): unknown
  /** Erases the current line, on a terminal that can. */
  clearLine?(direction: 0): unknown
}

interface Reader {
  /** Receives a result that the command prints as JSON. */
  data(json: string): void
  failed(failure: Failure): void
}

export interface Failure {
  /** One of the eight codes; absent if the command line itself is wrong. */
  readonly code?: string | undefined
  readonly message: string
  readonly details?: ErrorDetails | undefined
}

/** The command's environment: a terminal, pipes, or a test. */
export interface Terminal {
  readonly stdin: Input
  /** The result, and nothing else. */
  readonly stdout: Output
  /** Output for errors, progress and notes. */
  readonly stderr: Output
  readonly interrupted: AbortSignal
  /** Set for a program, which gets data and failures as values. */
  readonly reader?: Reader
  /** Advice for refusals, by the name of the guard; by default the options of the command. */
  readonly refusals?: Readonly<Record<string, string>>
}

/** Strangers' content as an output may show it: in a pipe each byte, as a file may take it; else as other text. */
export const forTerminal = (content: string | Uint8Array, output: Output): string | Uint8Array =>
  output.isTTY ? forReader(Buffer.from(content).toString(), output) : content

/**
 * Strangers' text that somebody reads: on a terminal, nothing that moves its cursor or hides what follows; in a pipe,
 * hidden characters that can be seen.
 */
export const forReader = (text: string, { isTTY }: Output): string =>
  isTTY ? visibleReturns(cleanText(text)) : revealed(text)

/** A carriage return within a line would let the text after it overwrite the line. */
export const visibleReturns = (text: string): string => text.replaceAll(/\r(?!\n)/g, "␍")

export const tokenVariables = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
]

/** The environment for a program that needs no token. Names have no case on Windows. */
export const withoutTokens = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !tokenVariables.includes(name.toUpperCase())),
  )

export function canAsk({ stdin, stderr }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

/** According to `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR` as in gh, else to Node, which knows the terminal. */
function hasColors({ isTTY, hasColors }: Output): boolean {
  const { NO_COLOR, CLICOLOR, CLICOLOR_FORCE } = process.env
  if (NO_COLOR) return false
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== "0") return true
  return isTTY === true && CLICOLOR !== "0" && hasColors?.() === true
}

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** The text in a colour, if the output shows colours. */
export function paint(style: Parameters<Paint>[0], text: string, output: Output): string {
  // This output's own setting decides; otherwise the function would check stdout.
  return hasColors(output) ? styleText(style, text, { validateStream: false }) : text
}

export async function untilInterrupted({ interrupted }: Terminal): Promise<void> {
  if (!interrupted.aborted) await once(interrupted, "abort")
}
