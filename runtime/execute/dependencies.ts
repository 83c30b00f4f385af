import {
  type Client,
  type ClientOptions,
  checkClient,
  clientOptions,
  createClient,
} from "../client/index.js"
import { checkOptions, type Known } from "../input/index.js"

/** What calls go through: a client that there is already, or the options of one to make. */
export interface Dependencies extends ClientOptions {
  readonly client?: Client
}

const known: Known<Dependencies> = { client: "object", ...clientOptions }

/** The client that is given, else one made from the options, or `own` where there are none. */
export function clientOf(given: Client | Dependencies, own: () => Client = createClient): Client {
  if ("guard" in given) return given
  const { client, ...options } = checkOptions("A client", given, known)
  const [option] = Object.keys(options)
  if (client === undefined) return option === undefined ? own() : createClient(options)
  checkClient(client)
  if (option === undefined) return client
  throw new TypeError(`\`${option}\` cannot be combined with \`client\`; pass it to createClient`)
}
