/** GitHub Apps and their installations: https://docs.github.com/rest/apps */
import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  APP_SLUG,
  botOfApp,
  type Installation,
  isGranted,
  isInstalledOn,
  type Permissions,
  repositoriesOf,
} from "../../state/index.js"
import { type Account, type Repository, sameName } from "../../tables/index.js"
import { issuerIn, missing, type RestRequest, refuse, routesOf } from "../route/index.js"
import {
  actionsApp,
  installationShape,
  installationsIn,
  ownApp,
  repositoryShape,
} from "../shapes/index.js"

const INSTALLATION = "/app/installations/{installation_id}"

/** The routes that an App calls with its JWT instead of a token. */
export const isForApps = (operation: string): boolean =>
  /^\S+ (?:\/app(?:\/.*)?|\/.*\/installation)$/.test(operation)

export const appRoutes = routesOf({
  "GET /app": (request) => {
    const issuer = issuerIn(request)
    return ok({
      ...ownApp(request, issuer),
      installations_count: installationsIn(request).length,
    })
  },

  "GET /apps/{app_slug}": (request) => {
    const { app_slug: slug } = request.params
    if (slug === "github-actions") return ok(actionsApp(request))
    if (slug !== APP_SLUG) throw missing()
    return ok(ownApp(request))
  },

  "GET /app/installations": (request) => {
    const issuer = issuerIn(request)
    const since = request.time("Installation", "since")
    const shapes = installationsIn(request).map((one) => installationShape(request, one, issuer))
    return request.page(
      shapes.filter(({ updated_at }) => !since || Date.parse(updated_at) >= since),
    )
  },

  [`GET ${INSTALLATION}`]: (request) => {
    const issuer = issuerIn(request)
    return ok(installationShape(request, installationIn(request), issuer))
  },

  [`POST ${INSTALLATION}/access_tokens`]: (request) => {
    issuerIn(request)
    return newToken(request, installationIn(request))
  },

  "GET /orgs/{org}/installation": (request) => ofAccount(request, "Organization", "org"),

  "GET /users/{username}/installation": (request) => ofAccount(request, "User", "username"),

  "GET /repos/{owner}/{repo}/installation": (request) => {
    const { owner = "", repo = "" } = request.params
    const repository = request.store.repositoryAt(owner, repo)
    return answerInstallation(
      request,
      (one) => repository !== undefined && isInstalledOn(request.store, one, repository),
    )
  },

  "GET /installation/repositories": (request) => {
    const { store, viewer } = request
    const { grant } = viewer
    if (!grant) {
      throw refuse(
        403,
        "You must authenticate with an installation access token in order to list repositories for an installation.",
      )
    }
    const repository_selection = grant.repositoryIds === null ? "all" : "selected"
    return request.page(
      store.where("repositories", (one) => isGranted(grant, one)),
      repositoryShape,
      (repositories, total_count) => ({ total_count, repository_selection, repositories }),
    )
  },

  "DELETE /installation/token": (request) => {
    if (!request.viewer.grant) {
      throw refuse(
        403,
        "This endpoint requires you to be authenticated with an installation access token.",
      )
    }
    request.app.revoke()
  },
})

const installationIn = (request: RestRequest): Installation =>
  request.among(installationsIn(request), "installation_id")

function ofAccount(request: RestRequest, kind: Account["kind"], parameter: string) {
  const login = request.params[parameter] ?? ""
  return answerInstallation(
    request,
    (one) => sameName(one.login, login) && request.store.accountByLogin(one.login)?.kind === kind,
  )
}

function answerInstallation(request: RestRequest, isIt: (one: Installation) => boolean) {
  const issuer = issuerIn(request)
  const found = request.orMissing(installationsIn(request).find(isIt))
  return ok(installationShape(request, found, issuer))
}

/** Read without types, since GitHub words its errors differently here. */
const anything = Type.Record(Type.String(), Type.Unknown())

const FIELDS = ["permissions", "repositories", "repository_ids"]

interface Asked {
  permissions?: Permissions
  repositories?: readonly string[]
  repository_ids?: readonly number[]
}

function newToken(request: RestRequest, installation: Installation) {
  const { store, app } = request
  const asked = readAsked(request, installation.permissions)
  const names = asked.repositories ?? asked.repository_ids
  const isSelected = names !== undefined || installation.repositories !== null
  const repositories = chosen(repositoriesOf(store, installation), asked)
  const permissions: Permissions = {
    ...(asked.permissions ?? installation.permissions),
    metadata: "read",
  }
  const minted = app.mint(botOfApp(store).login, {
    owner: installation.login,
    permissions,
    repository_ids: isSelected ? repositories.map((one) => one.id) : null,
  })
  return answer(201, {
    ...minted,
    permissions,
    repository_selection: isSelected ? "selected" : "all",
    ...(names !== undefined && {
      repositories: repositories.map((one) => repositoryShape(request, one)),
    }),
  })
}

const invalidRequest = (problem: string) => refuse(422, `Invalid request.\n\n${problem}`)

/** The body. @throws HttpRefusal for what the installation does not have */
function readAsked(request: RestRequest, granted: Permissions): Asked {
  const body = request.body.by(anything)
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidRequest("Body should be a JSON object")
  }
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) throw invalidRequest(`"${unknown}" is not a permitted key.`)
  const { permissions, repositories, repository_ids } = body as Record<string, unknown>
  for (const [field, list, type] of [
    ["repositories", repositories, "string"],
    ["repository_ids", repository_ids, "number"],
  ] as const) {
    if (list === undefined) continue
    const isSound = Array.isArray(list) && list.every((one) => typeof one === type)
    if (!isSound) {
      throw invalidRequest(`For 'properties/${field}', it is not an array of ${type}s.`)
    }
  }
  if (permissions !== undefined && (typeof permissions !== "object" || permissions === null)) {
    throw invalidRequest("For 'properties/permissions', it is not an object.")
  }
  for (const [name, level] of Object.entries(permissions ?? {})) {
    const most = Object.entries(granted).find(([one]) => one === name)?.[1]
    if (most === undefined) {
      throw refuse(422, "The permissions requested are not granted to this installation.")
    }
    if (level !== "read" && level !== most) {
      throw refuse(
        422,
        "The level of access for permissions requested are not granted to this installation.",
      )
    }
  }
  return body
}

/** The repositories that the token covers. @throws HttpRefusal if one is not part of the installation */
function chosen(all: readonly Repository[], asked: Asked): readonly Repository[] {
  if (!asked.repositories && !asked.repository_ids) return all
  const found = [
    ...(asked.repositories ?? []).map((name) => all.find((one) => sameName(one.name, name))),
    ...(asked.repository_ids ?? []).map((id) => all.find((one) => one.id === id)),
  ]
  const known = found.filter((one) => one !== undefined)
  if (known.length === found.length) return [...new Set(known)]
  throw refuse(
    422,
    "There is at least one repository that does not exist or is not accessible to the parent installation.",
  )
}
