import {
  type Client,
  type ClientOptions,
  checkClient,
  clientOptions,
  createClient,
} from "../client/index.js"
import { checkOptions, type Known } from "../input/index.js"

/** The client for calls: an existing client, or options to create one. */
export interface Dependencies extends ClientOptions {
  readonly client?: Client
}

const known: Known<Dependencies> = { client: "object", ...clientOptions }

/** The given client, a client created from the given options, or `own` if nothing is given. */
export function clientOf(given: Client | Dependencies, own: () => Client = createClient): Client {
  if ("guard" in given) return given
  const { client, ...options } = checkOptions("A client", given, known)
  const [option] = Object.keys(options)
  if (client === undefined) return option === undefined ? own() : createClient(options)
  checkClient(client)
  if (option === undefined) return client
  throw new TypeError(`\`${option}\` cannot be combined with \`client\`; pass it to createClient`)
}
