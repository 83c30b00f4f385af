import { type Client, type ClientOptions, createClient } from "../client/index.js"

/** What calls go through: a client that there is already, or the options of one to make. */
export interface Dependencies extends ClientOptions {
  readonly client?: Client
}

/** The client that is given, else one made from the options. */
export function clientOf({ client, ...options }: Dependencies): Client {
  if (client === undefined) return createClient(options)
  const [option] = Object.keys(options)
  if (option === undefined) return client
  throw new TypeError(`\`${option}\` stands beside \`client\`: give it to createClient instead`)
}
