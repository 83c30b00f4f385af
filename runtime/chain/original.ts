import type { Client } from "../client/index.js"

/** What GitHub had answered, where its client gives it otherwise: what others take of it goes back to GitHub. */
export function originalOf(data: unknown, { guard }: Client): unknown {
  if (typeof data !== "object" || data === null) return data
  return guard.untrusted?.originals.get(data) ?? data
}
