/** A token by OAuth's device flow, for a client that the user names. Loaded with `ghx login --client-id`. */
import { createOAuthDeviceAuth } from "@octokit/auth-oauth-device"
import { request } from "@octokit/request"
import { fromEnvironment } from "../../runtime/index.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** As gh asks for. */
const SCOPES = "repo,read:org,gist"

/** @throws UsageError if GitHub refuses the client, or the user the login */
export async function tokenByDevice(
  clientId: string,
  host: string,
  scopes: string | undefined,
  { stderr, interrupted }: Terminal,
): Promise<string> {
  // Client ids of GitHub Apps begin so; their tokens have the permissions of the App instead of scopes.
  const isApp = clientId.startsWith("Iv")
  if (isApp && scopes !== undefined)
    throw new UsageError("--scopes is for OAuth apps", "A GitHub App's permissions apply: omit it")
  const { base_url: baseUrl = "https://api.github.com" } = fromEnvironment({ host })
  const common = {
    clientId,
    request: request.defaults({ baseUrl, request: { signal: interrupted } }),
    onVerification: ({ verification_uri, user_code }: Readonly<Record<string, unknown>>) => {
      stderr.write(`Open ${verification_uri} and enter the code ${user_code}\n`)
    },
  }
  const auth = isApp
    ? createOAuthDeviceAuth({ ...common, clientType: "github-app" })
    : createOAuthDeviceAuth({
        ...common,
        clientType: "oauth-app",
        scopes: (scopes ?? SCOPES).split(",").filter(Boolean),
      })
  const stopped = new Promise<never>((_, reject) => {
    interrupted.addEventListener("abort", () => reject(interrupted.reason), { once: true })
  })
  try {
    const issued = await Promise.race([auth({ type: "oauth" }), stopped])
    if ("expiresAt" in issued) stderr.write(`note: this login ends at ${issued.expiresAt}\n`)
    return issued.token
  } catch (error) {
    interrupted.throwIfAborted()
    throw refusalOf(error, baseUrl)
  }
}

function refusalOf(error: unknown, server: string): Error {
  const { status, response, message } = Object(error)
  const { error: kind, error_description = message } = Object(response?.data)
  if (kind === undefined && status === 500 && response === undefined)
    return new UsageError(`${server} does not answer: ${message}`, "Check --hostname")
  const isUnknown = status === 404 || kind === "incorrect_client_credentials"
  const fix =
    kind === "device_flow_disabled"
      ? "Enable the device flow in the settings of the App"
      : "Run it again"
  return new UsageError(
    `the login was refused: ${error_description}`,
    isUnknown ? "Check --client-id: it is on the settings page of the App" : fix,
  )
}
