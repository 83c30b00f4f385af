/** The device flow of OAuth, where the user allows the login after the first poll. */
import type { Answer } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"

export const DEVICE_LOGIN = /^\/login\/(?:device\/code|oauth\/access_token)$/

const GRANT = "urn:ietf:params:oauth:grant-type:device_code"

/** @param requests - all requests so far, this one included, which show how often a client has polled */
export function answerDeviceLogin(
  logged: LoggedRequest,
  requests: readonly LoggedRequest[],
  origin: string,
  token: string,
): Answer {
  const { client_id, scope = "", device_code, grant_type } = parametersOf(logged)
  if (!client_id) return { status: 404, headers: {}, body: { error: "Not Found" } }
  if (logged.path.endsWith("/code")) {
    return ok({
      device_code: `sandbox-device-code-${logged.number}`,
      user_code: "WDJB-MJHT",
      verification_uri: `${origin}/login/device`,
      expires_in: 899,
      interval: 0,
    })
  }
  if (grant_type !== GRANT) return refused("unsupported_grant_type", "Use the device flow.")
  const isIssued = /^sandbox-device-code-\d+$/.test(device_code ?? "")
  if (!isIssued) return refused("incorrect_device_code", "The device_code provided is not valid.")
  const polls = requests.filter(
    (one) => one.path === logged.path && parametersOf(one).device_code === device_code,
  )
  if (polls.length < 2)
    return refused("authorization_pending", "The authorization request is still pending.")
  return ok({ access_token: token, token_type: "bearer", scope })
}

const ok = (body: object): Answer => ({ status: 200, headers: {}, body })

/** GitHub refuses with the status 200. */
const refused = (error: string, error_description: string) => ok({ error, error_description })

/** From JSON, or from a form. */
function parametersOf({ body }: LoggedRequest): Readonly<Record<string, string | undefined>> {
  return typeof body === "string" ? Object.fromEntries(new URLSearchParams(body)) : Object(body)
}
