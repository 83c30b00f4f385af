import { type Client, checkClient } from "../client/index.js"
import { type ClientOptions, clientOptions } from "../features/index.js"
import { checkOptions, type Known } from "../input/index.js"

/** The client for calls: an existing client, or options to create one. */
export interface Dependencies extends ClientOptions {
  readonly client?: Client | undefined
}

/** A method, because the types of a generated `createClient` allow fewer patterns. */
export interface ClientFactory {
  create(options?: ClientOptions): Client
}

/** The given client, or the one that `create` makes of the given options, if there are any. */
export function clientOf(given: Client | Dependencies, create: ClientFactory["create"]): Client {
  if ("guard" in given) return given
  const known: Known<Dependencies> = { client: "object", ...clientOptions() }
  const { client, ...options } = checkOptions("A client", given, known)
  const [option] = Object.keys(options)
  if (client === undefined) return option === undefined ? create() : create(options)
  checkClient(client)
  if (option === undefined) return client
  throw new TypeError(`\`${option}\` cannot be combined with \`client\`; pass it to createClient`)
}
