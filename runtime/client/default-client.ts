import { type Client, createClient } from "./client.js"
import { fromEnvironment } from "./environment.js"

let client: Client | undefined

/** The client that the environment describes, made on first use. */
export function defaultClient(): Client {
  client ??= createClient(fromEnvironment())
  return client
}
