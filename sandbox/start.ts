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
  // Loaded on demand, because importing the helpers of a recipe must not load the whole sandbox.
  const { openSandbox } = await import("./sandbox.js")
  return openSandbox(options)
}
