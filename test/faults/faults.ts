/** Everything that can go wrong between a call and GitHub. */
import type { ErrorCode, RouteType } from "ghx"
import type { Fault as SandboxFault } from "ghx/sandbox"

type Each<R> = R extends SandboxFault ? Omit<R, "match" | "skip" | "times"> : never

/** A fault of the sandbox for any request. */
export type Misbehaviour = Each<SandboxFault>

export interface Fault {
  readonly name: string
  /** The error code of a call that met only this fault. */
  readonly code: ErrorCode
  /** The error code if the affected answer has no body. */
  readonly bodyless?: ErrorCode
  readonly rule?: Misbehaviour
  /** No server listens at the route's address. */
  readonly refused?: boolean
  /** The requesting process is killed while it waits for the answer. */
  readonly killed?: boolean
  /** GitHub says that it applied nothing. */
  readonly rejects?: boolean
  /** The request can be retried at once. */
  readonly passes: boolean
  readonly only?: readonly RouteType[]
  /** Whether the fault is one of a few representative ones, for tests that cannot run all of them. */
  readonly representative?: boolean
}

const somethingWrong = {
  data: null,
  errors: [{ message: "Something went wrong while executing your query. Please include ID 1" }],
}
const page = { status: 200, body: "<html>Sign in</html>", headers: { "content-type": "text/html" } }
const secondary = { message: "You have exceeded a secondary rate limit. Please wait." }

/**
 * Time limit of a call whose answer comes too late. gh needs more, because it starts as a process and first sends
 * other requests.
 */
export const late_ms = { http: 400, gh: 2000 }
const late = { delay_ms: late_ms.http }

export const outOfTime = "no answer in time"

const server = { code: "SERVER", passes: true } as const
const network = { code: "NETWORK", passes: true } as const
const limit = { code: "RATE_LIMIT", rejects: true } as const

export const faults: readonly Fault[] = [
  { ...network, name: "connection refused", refused: true, passes: false },
  { ...network, name: "reset before it is applied", rule: { drop: "before" } },
  { ...network, name: "reset after it was applied", representative: true, rule: { drop: "after" } },
  { ...network, name: outOfTime, rule: late },
  { ...server, name: "500", rule: { status: 500 } },
  { ...server, name: "500 after it was applied", rule: { status: 500, applied: true } },
  { ...server, name: "502 with a page", rule: { ...page, status: 502 } },
  {
    ...server,
    name: "502 after it was applied",
    rule: { ...page, status: 502, applied: true },
  },
  {
    ...server,
    name: "503 with Retry-After",
    rule: { status: 503, headers: { "retry-after": "0" } },
  },
  {
    ...limit,
    name: "429",
    representative: true,
    passes: true,
    rule: { status: 429, headers: { "retry-after": "0" } },
  },
  // Without a header, GitHub's documentation asks for a minute.
  { ...limit, name: "403, secondary limit", passes: false, rule: { status: 403, body: secondary } },
  {
    ...server,
    name: "200, something went wrong",
    rule: { status: 200, body: somethingWrong },
    only: ["graphql", "cli"],
  },
  {
    ...server,
    name: "200, something went wrong after it was applied",
    rule: { status: 200, body: somethingWrong, applied: true },
    only: ["graphql", "cli"],
  },
  { ...server, name: "a body that breaks off", bodyless: "NETWORK", rule: { truncate: true } },
  { ...server, name: "a page instead of the answer", rule: page },
  { ...server, name: "a page after it was applied", rule: { ...page, applied: true } },
  { ...network, name: "gh killed", killed: true, rule: late, only: ["cli"] },
]
