/** What a route makes of an input, in a world of its own. */
import { executeTask, type RouteType } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { expect } from "vitest"
import type { Card } from "../cards.js"

export interface Setting {
  /** The token of the call; the default viewer's unless given. */
  readonly token?: string
  readonly seed?: Seed
  /** What happens in the world before the call. */
  readonly before?: (sandbox: Sandbox) => Promise<void>
}

export interface Outcome {
  /** The data, or the code of the error. */
  readonly result: unknown
  /** Everything there is afterwards, and how it came about. */
  readonly state: Record<string, unknown>
  readonly changes: readonly string[]
}

/** Carries the call out over one route and no other. */
export async function outcomeOf(
  { capability_id }: Card,
  input: Record<string, unknown>,
  route: RouteType,
  { token, seed, before }: Setting = {},
  clock: "ticks" | "stands" = "ticks",
): Promise<Outcome> {
  const sandbox = await startSandbox({
    ...(seed && { seed }),
    ...(clock === "stands" && { now: () => new Date("2025-01-01T00:00:00Z") }),
  })
  try {
    await before?.(sandbox)
    const seen = sandbox.applied.length
    const client = await clientOptions(sandbox, route, token ?? sandbox.token)
    const task: string = capability_id
    const envelope = await executeTask({ task, input }, client, { route })
    expect(envelope.meta.route_used).toBe(route)
    return {
      result: envelope.ok ? envelope.data : envelope.error.code,
      state: sandbox.state.snapshot(),
      changes: sandbox.applied.slice(seen).map(({ mutation, node_id }) => `${mutation} ${node_id}`),
    }
  } finally {
    await sandbox.close()
  }
}

/** gh speaks to the sandbox over a socket, as if to github.com. */
async function clientOptions(sandbox: Sandbox, route: RouteType, token: string) {
  const common = { token, validate_output: true, retry: false } as const
  if (route !== "cli") return { ...common, base_url: sandbox.url }
  const { env } = await sandbox.serveGh({ token })
  return { ...common, gh: { env } }
}

/**
 * Whether a route may need several changes where the preferred one needs one: then every change
 * has a time of its own, and times can only be compared where the clock stands.
 */
export function clockFor({ rest }: Card, route: RouteType): "ticks" | "stands" {
  if (route === "cli") return "stands"
  if (route === "graphql") return "ticks"
  const writes = rest?.endpoints.filter(({ method }) => method !== "GET") ?? []
  return writes.length > 1 || writes.some(({ foreach }) => foreach) ? "stands" : "ticks"
}
