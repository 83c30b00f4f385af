import type { Client } from "../client/index.js"

/** GitHub's answer behind a client's result: values taken from it go back to GitHub. */
export function originalOf(data: unknown, { guard }: Client): unknown {
  if (typeof data !== "object" || data === null) return data
  return guard.untrusted?.originals.get(data) ?? data
}
