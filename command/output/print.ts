import type { Terminal } from "../terminal/index.js"

/** The result: minified JSON, in one line, and indented on a terminal. */
export function print(value: unknown, { stdout }: Terminal): void {
  stdout.write(`${jsonOf(value, stdout.isTTY ? 2 : undefined)}\n`)
}

/** JSON, in which bytes are Base64. */
export function jsonOf(value: unknown, indent?: number): string {
  const written = (_: string, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString("base64") : one
  return JSON.stringify(value, written, indent)
}
