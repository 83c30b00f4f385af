import type { RawResponse } from "../../http/index.js"

/**
 * The part of an Octokit that ghx uses.
 *
 * Naming Octokit's own type in public options would make every consumer's compiler read the types of
 * all REST endpoints: 1.3 million instantiations for a file of ten lines.
 */
export interface OctokitLike {
  readonly request: {
    (route: string, parameters?: Record<string, unknown>): Promise<RawResponse>
    readonly endpoint: {
      readonly DEFAULTS: {
        readonly baseUrl: string
        readonly request?: { readonly fetch?: typeof globalThis.fetch }
      }
    }
  }
  /** Octokit's access to its credentials, from which the cli route gets a token. */
  readonly auth?: (...options: unknown[]) => Promise<unknown>
}

/** The path of the request that caused an error of Octokit; undefined if the error has none. */
export function pathOf(error: unknown): string | undefined {
  const request = error instanceof Error && "request" in error ? error.request : undefined
  const { url }: { url?: unknown } = Object(request)
  return typeof url === "string" && URL.canParse(url) ? new URL(url).pathname : undefined
}

/** The parts of an absolute address. Cheaper than `new URL`. */
export function splitUrl(address: unknown) {
  const [, origin = "", path = "", query = ""] =
    /^(\w+:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(String(address)) ?? []
  return { origin, path, query }
}

/** The response in an error that Octokit threw; undefined for every other error. */
export function responseOf(error: unknown): RawResponse | undefined {
  const response = error instanceof Error && "response" in error ? error.response : undefined
  return isResponse(response) ? response : undefined
}

function isResponse(value: unknown): value is RawResponse {
  return typeof value === "object" && value !== null && "status" in value && "headers" in value
}

/** An Octokit auth strategy and its options, as the constructor of an Octokit takes them. */
export interface OctokitAuth {
  /** For example `createAppAuth` of `@octokit/auth-app`. */
  authStrategy: (...options: never[]) => unknown
  /** Options for the strategy. */
  auth?: unknown
}
