import { withPackages } from "./errors/index.js"
import type { SandboxOptions } from "./options.js"
import type { Sandbox } from "./sandbox.js"

/**
 * Starts an in-memory GitHub on loopback. The packages `graphql` and `typebox` must be installed.
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
  const [{ versionInfo }] = await withPackages(["graphql", "typebox"], () =>
    Promise.all([import("graphql"), import("typebox")]),
  )
  // Not every package manager heeds what ghx says of its peers.
  if (versionInfo.major !== 16) {
    throw new Error(
      `ghx/sandbox needs graphql 16, and here is ${versionInfo.major}.${versionInfo.minor}. Install it: npm install --save-dev graphql@16`,
    )
  }
  // Not before they are known to load: what is behind it imports them.
  const { openSandbox } = await import("./sandbox.js")
  return openSandbox(options)
}
