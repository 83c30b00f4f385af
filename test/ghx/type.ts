/**
 * Runs a command line in this process, without a terminal by default, and returns its output and exit code.
 */
import { main } from "../../surfaces/command/main.js"

export interface Typed {
  readonly stdout: string
  /** The bytes of `stdout`. */
  readonly bytes: Buffer
  readonly stderr: string
  readonly exitCode: number
}

export interface Setting {
  /** The content of stdin, or a function that is called if the command reads it; empty by default. */
  readonly stdin?: string | Uint8Array | (() => Promise<Uint8Array>)
  /** Simulates a terminal with this width and a user, instead of pipes. */
  readonly columns?: number
  /** The number of lines of the terminal. */
  readonly rows?: number
  /** Whether the terminal shows colours. */
  readonly colours?: boolean
  /** Whether the terminal can erase a line, so that it shows that work takes long. */
  readonly erases?: boolean
  readonly interrupted?: AbortSignal
}

/** @param line - a command line: words, quoted if they contain spaces */
export async function type(line: string, setting: Setting = {}): Promise<Typed> {
  const [name, ...argv] = wordsOf(line)
  if (name !== "ghx") throw new Error(`not a line for ghx: ${line}`)
  return typeWords(argv, setting)
}

/** @param argv - the arguments after `ghx` */
export async function typeWords(argv: readonly string[], setting: Setting = {}): Promise<Typed> {
  const { stdin, columns, rows, colours = false, erases = false } = setting
  const { interrupted = new AbortController().signal } = setting
  const [out, err] = [paper(columns, rows, colours), { ...paper(columns, rows, colours) }]
  if (erases) Object.assign(err, { clearLine: () => err.write("<erased>") })
  const content = (async function* () {
    if (stdin !== undefined) yield typeof stdin === "function" ? await stdin() : stdin
  })()
  const given = {
    isTTY: columns !== undefined && stdin === undefined,
    // As that of a process, it can be read only once.
    [Symbol.asyncIterator]: () => content,
  }
  const exitCode = await main(argv, { stdin: given, stdout: out, stderr: err, interrupted })
  const typed = { stdout: out.text(), stderr: err.text(), exitCode }
  // Not enumerable, so that tests can compare the whole.
  return Object.defineProperty(typed, "bytes", { value: out.bytes() }) as Typed
}

function paper(columns: number | undefined, rows: number | undefined, colours: boolean) {
  const written: Buffer[] = []
  const bytes = () => Buffer.concat(written)
  return {
    ...(columns !== undefined && { isTTY: true, columns, hasColors: () => colours }),
    ...(rows !== undefined && { rows }),
    write: (more: string | Uint8Array) => {
      written.push(Buffer.from(more))
    },
    bytes,
    text: () => bytes().toString(),
  }
}

/** Splits a line like a shell, with quotes but without variables. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  )
}
