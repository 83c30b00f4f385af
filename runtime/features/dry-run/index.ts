import { type Client, checkClient, separateBounds } from "../../client/index.js"
import { type Failure, permanent } from "../../errors/index.js"
import { graphqlTransport } from "../../graphql/index.js"
import type { Http } from "../../http/index.js"

/** A request that was not sent; values from answers are placeholders: `"<issue_id>"`. */
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

/** A client that sends nothing, with the requests it would have sent. */
export interface DryRunClient {
  /** Calls and chains through this client fail with `details.dry_run`, unless they would fail anyway. */
  readonly client: Client
  /** The unsent requests in order; the list grows while calls run. */
  readonly requests: readonly UnsentRequest[]
}

/** Shows a file by its size. */
function shown(body: unknown): unknown {
  return body instanceof Uint8Array ? `<${body.length} bytes>` : body
}

/**
 * A client that records the requests that the given client would send, and sends none, nor any gh command that
 * reaches GitHub. It needs no token and no confirmation.
 *
 * Values of responses are unknown: the second endpoint of a call has placeholders for values of the first response,
 * and steps that depend on other steps are not recorded.
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
  // Serialized at once: placeholders are only replaced in JSON, and records must not change afterwards.
  const note = (request: UnsentRequest) => {
    requests.push(client.redact(JSON.parse(JSON.stringify(request))))
  }
  const http: Http = {
    async send({ channel, method, url, body }) {
      if (channel === "rest")
        note({ route: channel, method, url, ...(body !== undefined && { body: shown(body) }) })
      else {
        const { query = "", variables }: { query?: string; variables?: unknown } = Object(body)
        note({ route: channel, url, document: query, variables })
      }
      return { ok: false, failure: unsent(), headers: {} }
    },
  }
  return {
    requests,
    client: {
      ...client,
      dry_run: true,
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
        bounds: bounds && separateBounds(bounds),
        stops: async () => undefined,
      },
      lookups: undefined,
      unauthenticated: () => undefined,
      recording: undefined,
      // Nothing is sent, so interceptors have nothing to observe.
      features: client.features.filter(({ name }) => name !== "interceptors"),
    },
  }
}

/** The result of a request in a dry run. */
export function unsent(): Failure {
  const details = { dry_run: true }
  const failure = permanent("UNKNOWN", "not_sent", "Not sent: this is a dry run", details)
  return { ...failure, standIn: unknownValue }
}

/**
 * A placeholder for a value from an answer, in a dry run: `"<issue_id>"` in JSON and strings. A value
 * derived from it has a longer name.
 */
function unknownValue(name: string): unknown {
  const text = `<${name}>`
  return new Proxy(() => unknownValue(name), {
    get(_, key) {
      if (key === "toJSON" || key === Symbol.toPrimitive) return () => text
      return typeof key === "symbol" ? undefined : unknownValue(`${name}.${key}`)
    },
  })
}
