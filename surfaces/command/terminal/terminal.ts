import { styleText } from "node:util"

/** The command's input. */
export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean
}

/** An output of the command. */
export interface Output {
  readonly isTTY?: boolean
  /** How wide a terminal is, in characters. */
  readonly columns?: number
  /** How many lines it shows at once. */
  readonly rows?: number
  /** Whether colours are wanted: what `NO_COLOR`, `FORCE_COLOR` and `TERM` say of a terminal. */
  hasColors?(): boolean
  write(text: string | Uint8Array): unknown
}

/** The command's environment: a terminal, pipes, or a test. */
export interface Terminal {
  readonly stdin: Input
  /** The result, and nothing else. */
  readonly stdout: Output
  /** For errors, progress and notes. */
  readonly stderr: Output
  /** Aborts on Ctrl-C. */
  readonly interrupted: AbortSignal
  /** What to do where a guard has refused, by its name; the options of the command unless given. */
  readonly refusals?: Readonly<Record<string, string>>
}

export function hasColors({ isTTY, hasColors }: Output): boolean {
  return isTTY === true && hasColors?.() === true
}

/** The text in a colour, where its reader sees colours. */
export function paint(
  style: Parameters<typeof styleText>[0],
  text: string,
  output: Output,
): string {
  // Whether there are colours is known of this output; by itself it asks stdout.
  return hasColors(output) ? styleText(style, text, { validateStream: false }) : text
}

/** Resolves on Ctrl-C. */
export async function untilInterrupted({ interrupted }: Terminal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (interrupted.aborted) resolve()
    else interrupted.addEventListener("abort", () => resolve(), { once: true })
  })
}
