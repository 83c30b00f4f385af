import type { Client } from "../../client/index.js"
import { endpointOf } from "../../http/index.js"
import { gh } from "../gh/index.js"
import { createClient } from "./create-client.js"
import { fromEnvironment } from "./environment.js"

let client: Client | undefined
let environment: string | undefined

/**
 * The client that the environment describes. Created on first use, and again when the variables change: test runners
 * keep modules between files, and each file may have its own sandbox.
 */
export function environmentClient(): Client {
  const options = fromEnvironment()
  const now = JSON.stringify(options)
  if (client === undefined || now !== environment) {
    client = createClient(options)
    environment = now
  }
  return client
}

/** The token for the GitHub that the environment describes, or for another host, as far as there is one. */
export async function environmentToken(
  options: { host?: string } = {},
): Promise<string | undefined> {
  const { base_url, token, gh: login } = fromEnvironment(options)
  const { credentials } = gh(login)
  const known = await credentials?.(endpointOf(base_url), { token, fetch: undefined }).token()
  return known?.ok ? known.value : undefined
}
