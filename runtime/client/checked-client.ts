import { checkPatterns } from "../guard/index.js"
import { type Client, createClient } from "./client.js"
import type { ClientOptions } from "./options.js"

/**
 * Creates a client whose patterns match known capabilities.
 *
 * @param definitions - the known capabilities: the contents of `generated/definitions.json`
 * @throws if a pattern of `allow`, `deny` or `limits` matches no capability
 */
export function createCheckedClient(
  options: ClientOptions,
  definitions: readonly { readonly ids: readonly string[] }[],
): Client {
  const client = createClient(options)
  checkPatterns(
    client.guard,
    definitions.flatMap(({ ids }) => ids),
  )
  return client
}
