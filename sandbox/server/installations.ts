import { type Answer, answer, failure, notModelled } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import type { StoredGrant } from "../snapshot/index.js"
import { botOfApp, type Permissions } from "../state/index.js"
import { type Account, nameWithOwner, type Repository, type Store, where } from "../tables/index.js"

/** The id of the installation; every App has exactly one. */
const INSTALLATION_ID = 1

/** Permissions of the installation; a token can be requested with fewer. */
const GRANTED: Permissions = {
  actions: "write",
  actions_variables: "write",
  administration: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  members: "read",
  metadata: "read",
  pull_requests: "write",
  secret_scanning_alerts: "write",
  secrets: "write",
  security_events: "write",
  statuses: "write",
  vulnerability_alerts: "write",
}

/** The operation, in the notation of GitHub's REST description. */
export const INSTALLATION_OPERATION = "POST /app/installations/{installation_id}/access_tokens"

const DOCUMENTATION =
  "https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app"

const FIELDS = ["permissions", "repositories", "repository_ids"] as const

/** Ten minutes, plus a tolerance for different clocks. */
const LONGEST_SECONDS = 660

const TOKEN_LIFETIME_MS = 3_600_000

export interface InstallationSite {
  store: Store
  /** The account that Apps are installed on. */
  owner: () => Account | undefined
  /** Creates a token for the sandbox, and returns it. */
  mint: (login: string, grant: StoredGrant) => string
}

const JWT = /^bearer [\w-]+\.([\w-]+)\.[\w-]+$/i

/** Endpoints for Apps with a JWT that the sandbox does not model. */
const OF_APPS =
  /^(?:\/api\/v3)?(?:\/app(?:\/.*)?|\/(?:repos\/[^/]+|orgs|users)\/[^/]+\/installation)$/

/** Answers requests of Apps that authenticate by a JWT; undefined for other requests. */
export function answerApp(
  site: InstallationSite,
  logged: LoggedRequest,
  authorization: string | undefined,
  now: Date,
): Answer | undefined {
  const token = answerInstallation(site, logged, authorization, now)
  if (token || !JWT.test(authorization ?? "") || !OF_APPS.test(logged.path)) return token
  const problem = jwtProblem(authorization, now.getTime() / 1000)
  return problem === undefined
    ? notModelled(`\`${logged.method} ${logged.path}\``)
    : failure(401, problem)
}

/** Answers `POST /app/installations/{id}/access_tokens`; undefined for other requests. */
function answerInstallation(
  site: InstallationSite,
  { method, path, body }: LoggedRequest,
  authorization: string | undefined,
  now: Date,
): Answer | undefined {
  const [, id] = /^(?:\/api\/v3)?\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? []
  if (method !== "POST" || id === undefined) return undefined
  const problem = jwtProblem(authorization, now.getTime() / 1000)
  if (problem !== undefined) return failure(401, problem)
  const owner = site.owner()
  if (Number(id) !== INSTALLATION_ID || !owner) return failure(404, "Not Found", DOCUMENTATION)
  const asked = readAsked(body === "" ? {} : body)
  if (typeof asked === "string") return failure(422, asked, DOCUMENTATION)
  const repositories = chosen(site.store, owner, asked)
  if (!repositories) {
    const message =
      "There is at least one repository that does not exist or is not accessible to the parent installation."
    return failure(422, message, DOCUMENTATION)
  }
  const permissions: Permissions = { ...(asked.permissions ?? GRANTED), metadata: "read" }
  const isSelected = asked.repositories !== undefined || asked.repository_ids !== undefined
  const expires_at = new Date(now.getTime() + TOKEN_LIFETIME_MS)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
  const token = site.mint(botOfApp(site.store).login, {
    owner: owner.login,
    permissions,
    repository_ids: isSelected ? repositories.map((one) => one.id) : null,
    expires_at,
  })
  return answer(201, {
    token,
    expires_at,
    permissions,
    repository_selection: isSelected ? "selected" : "all",
    ...(isSelected && {
      repositories: repositories.map((one) => ({
        id: one.id,
        name: one.name,
        full_name: nameWithOwner(site.store, one),
        private: one.isPrivate,
      })),
    }),
  })
}

interface Asked {
  permissions?: Permissions
  repositories?: readonly string[]
  repository_ids?: readonly number[]
}

/** The parsed body, or GitHub's error. */
function readAsked(body: unknown): Asked | string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return "Invalid request.\n\nBody should be a JSON object"
  }
  const unknown = Object.keys(body).find((name) => !FIELDS.some((field) => field === name))
  if (unknown !== undefined) return `Invalid request.\n\n"${unknown}" is not a permitted key.`
  const { permissions, repositories, repository_ids } = body as Record<string, unknown>
  for (const [field, list, type] of [
    ["repositories", repositories, "string"],
    ["repository_ids", repository_ids, "number"],
  ] as const) {
    if (list === undefined) continue
    const isSound = Array.isArray(list) && list.every((one) => typeof one === type)
    if (!isSound)
      return `Invalid request.\n\nFor 'properties/${field}', it is not an array of ${type}s.`
  }
  if (permissions !== undefined && (typeof permissions !== "object" || permissions === null)) {
    return "Invalid request.\n\nFor 'properties/permissions', it is not an object."
  }
  for (const [name, level] of Object.entries(permissions ?? {})) {
    const granted = Object.entries(GRANTED).find(([one]) => one === name)?.[1]
    if (granted === undefined) {
      return "The permissions requested are not granted to this installation."
    }
    if (level !== "read" && level !== granted) {
      return "The level of access for permissions requested are not granted to this installation."
    }
  }
  return body
}

/** The repositories that the token covers; undefined if one is not part of the installation. */
function chosen(store: Store, owner: Account, asked: Asked): Repository[] | undefined {
  const all = where(store, "repositories", (one) => one.ownerId === owner.id)
  if (!asked.repositories && !asked.repository_ids) return all
  const names = (asked.repositories ?? []).map((name) => name.toLowerCase())
  const found = [
    ...names.map((name) => all.find((one) => one.name.toLowerCase() === name)),
    ...(asked.repository_ids ?? []).map((id) => all.find((one) => one.id === id)),
  ]
  const known = found.filter((one) => one !== undefined)
  return known.length === found.length ? [...new Set(known)] : undefined
}

/** GitHub's error for an App's JWT. The sandbox cannot verify its signature. */
function jwtProblem(authorization: string | undefined, seconds: number): string | undefined {
  const [, payload] = JWT.exec(authorization ?? "") ?? []
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
