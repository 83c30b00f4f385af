import { type Answer, answer, failure, type LoggedRequest } from "../http/index.js"

/** The one installation of every App, and the token that it is given. */
export const INSTALLATION = { id: 1, token: "ghs_sandboxInstallation1" } as const

/** As GitHub's description has it. */
export const INSTALLATION_OPERATION = "POST /app/installations/{installation_id}/access_tokens"

const DOCUMENTATION =
  "https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app"

/** Ten minutes, and what clocks differ by. */
const LONGEST_SECONDS = 660

/** Answers `POST /app/installations/{id}/access_tokens`; undefined for every other request. */
export function answerInstallation(
  { method, path }: LoggedRequest,
  authorization: string | undefined,
  now: Date,
): Answer | undefined {
  const [, id] = /^(?:\/api\/v3)?\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? []
  if (method !== "POST" || id === undefined) return undefined
  const problem = jwtProblem(authorization, now.getTime() / 1000)
  if (problem !== undefined) return failure(401, problem)
  if (Number(id) !== INSTALLATION.id) return failure(404, "Not Found", DOCUMENTATION)
  return answer(201, {
    token: INSTALLATION.token,
    expires_at: new Date(now.getTime() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z"),
    permissions: { contents: "write", issues: "write", metadata: "read", pull_requests: "write" },
    repository_selection: "all",
  })
}

/** What GitHub says against a proof of an App. Whose key has signed it, the sandbox cannot know. */
function jwtProblem(authorization: string | undefined, seconds: number): string | undefined {
  const [, payload] = /^bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? "") ?? []
  const claims = payload === undefined ? undefined : decoded(payload)
  if (!claims) return "A JSON web token could not be decoded"
  const { iss, iat, exp } = claims
  if (iss === undefined || iss === "") return "Missing 'issuer' claim ('iss') in assertion"
  if (typeof exp !== "number" || exp < seconds) {
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
  }
  if (exp > seconds + LONGEST_SECONDS) {
    return "'Expiration time' claim ('exp') is too far in the future"
  }
  if (typeof iat !== "number" || iat > seconds + 60) {
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
  }
  return undefined
}

function decoded(payload: string): Record<string, unknown> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString())
    return typeof claims === "object" && claims !== null ? { ...claims } : undefined
  } catch {
    return undefined
  }
}
