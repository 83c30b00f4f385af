import type { Sandbox, SandboxOptions } from "./public/index.js"

/**
 * Starts an in-memory GitHub on loopback.
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
  // Not before a sandbox is wanted: an import of a recipe's helpers must not load all of it.
  const { openSandbox } = await import("./sandbox.js")
  return openSandbox(options)
}
