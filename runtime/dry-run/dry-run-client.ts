import { type Client, checkClient } from "../client/index.js"
import { graphqlTransport } from "../graphql/index.js"
import { aheadOf } from "../guard/index.js"
import type { Http } from "../http/index.js"
import { unsent } from "./unsent.js"

/** What would have been sent; a value that an answer would have given is its name: `"<issue_id>"`. */
export type UnsentRequest =
  | {
      readonly route: "graphql"
      readonly url: string
      readonly document: string
      readonly variables: unknown
    }
  | {
      readonly route: "rest"
      readonly method: string
      readonly url: string
      readonly body?: unknown
    }
  | {
      readonly route: "cli"
      readonly command: readonly string[]
    }

/** A client that sends nothing, and what it would have sent. */
export interface DryRunClient {
  /** Calls and chains through it fail with `details.dry_run`, unless something else is wrong with them. */
  readonly client: Client
  /** In order; it grows while calls are made. */
  readonly requests: readonly UnsentRequest[]
}

/** Of a file its size says enough. */
function shown(body: unknown): unknown {
  return body instanceof Uint8Array ? `<${body.length} bytes>` : body
}

/**
 * A client that writes down what another one would send, and sends none of it: no request, no command of
 * gh that goes to GitHub. It needs no token, and asks nobody to confirm.
 *
 * What follows from an answer is only known as far as look-ups go: the second endpoint of a call has
 * names in place of what the first would answer, and steps that take values of others are not sent.
 *
 * @example
 * const { client, requests } = dryRunClient(createClient({ token: "…" }))
 * await createGhx({ client }).issue.close({ owner: "octocat", repo: "hello-world", issue_number: 1 })
 * for (const request of requests) console.log(request)
 */
export function dryRunClient(client: Client): DryRunClient {
  checkClient(client)
  const { bounds } = client.guard
  const requests: UnsentRequest[] = []
  // Names stand for themselves in JSON alone, and what is written down may not change afterwards.
  const note = (request: UnsentRequest) => {
    requests.push(client.redact(JSON.parse(JSON.stringify(request))))
  }
  const http: Http = {
    async send({ channel, method, url, body }) {
      if (channel === "rest")
        note({ route: channel, method, url, ...(body !== undefined && { body: shown(body) }) })
      else {
        const { query, variables } = Object(body)
        note({ route: channel, url, document: query, variables })
      }
      return { ok: false, failure: unsent(), headers: {} }
    },
  }
  return {
    requests,
    client: {
      ...client,
      http,
      graphql: graphqlTransport(http, client.endpoint.graphql),
      gh: {
        ...client.gh,
        note(argv) {
          note({ route: "cli", command: ["gh", ...argv] })
          return unsent()
        },
      },
      guard: {
        ...client.guard,
        asks: true,
        bounds: bounds && aheadOf(bounds),
        stops: async () => undefined,
      },
      lookups: undefined,
      unauthenticated: () => undefined,
      recording: undefined,
      // Nothing happens that they could tell of.
      interceptors: [],
    },
  }
}
