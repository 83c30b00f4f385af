import type { Terminal } from "../terminal/index.js"

/** The result: minified JSON, in one line, and indented on a terminal. */
export function print(value: unknown, { stdout }: Terminal): void {
  stdout.write(`${JSON.stringify(value, undefined, stdout.isTTY ? 2 : undefined)}\n`)
}
