import type { Client } from "../client/index.js"

/** The raw answer of GitHub for a client's result. Values that go back to GitHub are taken from it. */
export function originalOf(data: unknown, { guard }: Client): unknown {
  if (typeof data !== "object" || data === null) return data
  return guard.untrusted?.originals.get(data) ?? data
}
