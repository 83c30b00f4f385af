import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  authorizeSettings,
  deleteSetting,
  openSealed,
  publicKeyOf,
  renameSetting,
  type SettingKind,
  setSetting,
  settingOf,
} from "../../state/index.js"
import type { Repository, Setting } from "../../tables/index.js"
import {
  maybe,
  page,
  type RestRequest,
  readBody,
  refuse,
  repositoryIn,
  routesOf,
} from "../route/index.js"

const sealed = Type.Object({ encrypted_value: Type.String(), key_id: Type.String() })

const newVariable = Type.Object({ name: Type.String(), value: Type.String() })

const variableChanges = Type.Object({ name: maybe(Type.String()), value: maybe(Type.String()) })

/** The repository, if the viewer may see its settings. */
function settingsIn(request: RestRequest, kind: SettingKind): Repository {
  const repository = repositoryIn(request)
  authorizeSettings(request.store, request.viewer, repository, kind)
  return repository
}

const dates = ({ created, updated }: Setting) => ({ created_at: created, updated_at: updated })

const secretShape = ([name, setting]: readonly [string, Setting]) => ({ name, ...dates(setting) })

const variableShape = ([name, setting]: readonly [string, Setting]) => ({
  name,
  value: setting.value,
  ...dates(setting),
})

const byName = (settings: ReadonlyMap<string, Setting>) =>
  [...settings].sort(([a], [b]) => (a < b ? -1 : 1))

/** Pages of variables are smaller than others. */
const VARIABLES = { defaultPerPage: 10 }

export const settingRoutes = routesOf({
  "GET /repos/{owner}/{repo}/actions/secrets": (request) => {
    const { secrets } = settingsIn(request, "secrets")
    return page(request, byName(secrets), secretShape, (items, total_count) => ({
      total_count,
      secrets: items,
    }))
  },

  "GET /repos/{owner}/{repo}/actions/secrets/public-key": (request) =>
    ok(publicKeyOf(settingsIn(request, "secrets"))),

  "GET /repos/{owner}/{repo}/actions/secrets/{secret_name}": (request) => {
    const name = request.params.secret_name ?? ""
    const setting = settingOf(settingsIn(request, "secrets"), "secrets", name)
    return ok(secretShape([name.toUpperCase(), setting]))
  },

  "PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}": (request) => {
    const { store, viewer, params } = request
    const repository = settingsIn(request, "secrets")
    const { encrypted_value, key_id } = readBody(request, "Secret", sealed)
    const value = openSealed(repository, encrypted_value, key_id)
    const done = setSetting(store, viewer, repository, "secrets", params.secret_name ?? "", value)
    return done === "created" ? answer(201, {}) : answer(204)
  },

  "DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}": (request) => {
    const { store, viewer, params } = request
    deleteSetting(store, viewer, repositoryIn(request), "secrets", params.secret_name ?? "")
    return answer(204)
  },

  "GET /repos/{owner}/{repo}/actions/variables": (request) => {
    const { variables } = settingsIn(request, "variables")
    const wrap = (items: unknown[], total_count: number) => ({ total_count, variables: items })
    return page(request, byName(variables), variableShape, wrap, VARIABLES)
  },

  "POST /repos/{owner}/{repo}/actions/variables": (request) => {
    const { store, viewer } = request
    const repository = settingsIn(request, "variables")
    const { name, value } = readBody(request, "Variable", newVariable)
    if (repository.variables.has(name.toUpperCase()))
      throw refuse(409, "Already exists - Variable already exists")
    setSetting(store, viewer, repository, "variables", name, value)
    return answer(201, {})
  },

  "GET /repos/{owner}/{repo}/actions/variables/{name}": (request) => {
    const name = request.params.name ?? ""
    const setting = settingOf(settingsIn(request, "variables"), "variables", name)
    return ok(variableShape([name.toUpperCase(), setting]))
  },

  "PATCH /repos/{owner}/{repo}/actions/variables/{name}": (request) => {
    const { store, viewer, params } = request
    const repository = settingsIn(request, "variables")
    const name = params.name ?? ""
    const { value } = settingOf(repository, "variables", name)
    const changes = readBody(request, "Variable", variableChanges)
    const renamed = changes.name ?? name
    if (renamed.toUpperCase() !== name.toUpperCase())
      renameSetting(store, viewer, repository, "variables", name, renamed)
    setSetting(store, viewer, repository, "variables", renamed, changes.value ?? value)
    return answer(204)
  },

  "DELETE /repos/{owner}/{repo}/actions/variables/{name}": (request) => {
    const { store, viewer, params } = request
    deleteSetting(store, viewer, repositoryIn(request), "variables", params.name ?? "")
    return answer(204)
  },
})
