import type { SandboxOptions } from "./options.js"
import type { Sandbox } from "./sandbox.js"
import { withPackage } from "./seed/index.js"

/**
 * Starts an in-memory GitHub on loopback. The package `graphql` must be installed.
 *
 * @example
 * const sandbox = await startSandbox()
 * const answer = await fetch(`${sandbox.url}/graphql`, {
 *   method: "POST",
 *   headers: { authorization: `Bearer ${sandbox.token}` },
 *   body: JSON.stringify({ query: "{ viewer { login } }" }),
 * })
 * await sandbox.close()
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  await withPackage("graphql", () => import("graphql"))
  // Not before it is known to load: everything behind it imports graphql.
  const { openSandbox } = await import("./sandbox.js")
  return openSandbox(options)
}
