import { type Client, createClient } from "./client.js"
import { fromEnvironment } from "./environment.js"

let client: Client | undefined
let environment: string | undefined

/**
 * The client that the environment describes, made on first use, and anew where the variables have changed:
 * test runners keep modules between files of which each has a sandbox of its own.
 */
export function defaultClient(): Client {
  const options = fromEnvironment()
  const now = JSON.stringify(options)
  if (client === undefined || now !== environment) {
    client = createClient(options)
    environment = now
  }
  return client
}
