import type { Client } from "./client.js"

let make: (() => Client) | undefined

/** The client of capabilities that are not bound to one; only bundles with `default.ts` have it. */
export function defaultClient(): Client {
  if (make) return make()
  throw new TypeError("This capability has no client: bind it with bindTree")
}

export function setDefaultClient(given: () => Client): void {
  make = given
}
