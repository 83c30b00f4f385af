/** https://docs.github.com/rest/actions/secrets and https://docs.github.com/rest/actions/variables */
import { type Static, type TProperties, Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  authorizeSettings,
  deleteSetting,
  environmentIn,
  openSealed,
  publicKeyOf,
  renameSetting,
  type SettingAccess,
  type SettingKind,
  type SettingOwner,
  setSetting,
  settingOf,
} from "../../state/index.js"
import type { Setting } from "../../tables/index.js"
import {
  type Handler,
  maybe,
  organizationIn,
  type RestRequest,
  refuse,
  repositoryIn,
  routesOf,
} from "../route/index.js"

const access = {
  visibility: Type.Optional(
    Type.Union([Type.Literal("all"), Type.Literal("private"), Type.Literal("selected")]),
  ),
  selected_repository_ids: Type.Optional(Type.Array(Type.Integer())),
}

const accessForm = Type.Object(access)

/** The form of a body. Only organizations say who may read a setting. */
const bodies = <Properties extends TProperties>(properties: Properties) => ({
  own: Type.Object(properties),
  ofOrganization: Type.Object({ ...properties, ...access }),
})

const sealed = bodies({ encrypted_value: Type.String(), key_id: Type.String() })

const newVariable = bodies({ name: Type.String(), value: Type.String() })

const variableChanges = bodies({ name: maybe(Type.String()), value: maybe(Type.String()) })

type OwnerIn = (request: RestRequest) => SettingOwner

/** Who may read the setting of an organization. */
function accessIn({ store }: RestRequest, body: object): Partial<SettingAccess> {
  const { visibility, selected_repository_ids: ids }: Static<typeof accessForm> = body
  if (ids?.some((id) => !store.find("repositories", id))) {
    throw refuse(422, "The selected repositories do not exist")
  }
  return { ...(visibility && { visibility }), ...(ids && { repositoryIds: ids }) }
}

const requireVisibility = ({ kind }: SettingOwner, { visibility }: Partial<SettingAccess>) => {
  if (kind === "Organization" && !visibility) throw refuse(422, "visibility is missing")
}

function shapeOf(
  request: RestRequest,
  kind: SettingKind,
  [name, { value, visibility, created, updated }]: readonly [string, Setting],
) {
  const { org } = request.params
  const at = `${request.apiUrl}/orgs/${org}/actions/${kind}/${name}/repositories`
  return {
    name,
    ...(kind === "variables" && { value }),
    ...{ created_at: created, updated_at: updated },
    ...(visibility !== null && { visibility }),
    ...(visibility === "selected" && { selected_repositories_url: at }),
  }
}

const byName = (settings: ReadonlyMap<string, Setting>) =>
  [...settings].sort(([a], [b]) => (a < b ? -1 : 1))

/** Pages of variables are smaller than others. */
const VARIABLES = { defaultPerPage: 10 }

/** The secrets and variables of one kind of owner. */
function settingsAt(base: string, ownerIn: OwnerIn): Readonly<Record<string, Handler>> {
  /** The owner, if the viewer may see its settings. */
  const visible = (request: RestRequest, kind: SettingKind): SettingOwner => {
    const owner = ownerIn(request)
    authorizeSettings(request.store, owner, kind)
    return owner
  }
  const form = ({ kind }: SettingOwner) => (kind === "Organization" ? "ofOrganization" : "own")
  const list =
    (kind: SettingKind, options?: typeof VARIABLES): Handler =>
    (request) => {
      const all = byName(visible(request, kind)[kind])
      const wrap = (items: unknown[], total_count: number) => ({ total_count, [kind]: items })
      return request.page(all, (_, one) => shapeOf(request, kind, one), wrap, options)
    }
  const one =
    (kind: SettingKind, parameter: string): Handler =>
    (request) => {
      const name = request.params[parameter] ?? ""
      const setting = settingOf(visible(request, kind), kind, name)
      return ok(shapeOf(request, kind, [name.toUpperCase(), setting]))
    }
  const deletion =
    (kind: SettingKind, parameter: string): Handler =>
    (request) =>
      deleteSetting(request.store, ownerIn(request), kind, request.params[parameter] ?? "")
  return {
    [`GET ${base}/secrets`]: list("secrets"),
    [`GET ${base}/secrets/public-key`]: (request) => ok(publicKeyOf(visible(request, "secrets"))),
    [`GET ${base}/secrets/{secret_name}`]: one("secrets", "secret_name"),
    [`PUT ${base}/secrets/{secret_name}`]: (request) => {
      const { store, params } = request
      const owner = visible(request, "secrets")
      const body = request.read("Secret", sealed[form(owner)])
      const who = accessIn(request, body)
      requireVisibility(owner, who)
      const value = openSealed(owner, body.encrypted_value, body.key_id)
      const name = params.secret_name ?? ""
      const done = setSetting(store, owner, "secrets", name, value, who)
      return done === "created" ? answer(201, {}) : answer(204)
    },
    [`DELETE ${base}/secrets/{secret_name}`]: deletion("secrets", "secret_name"),

    [`GET ${base}/variables`]: list("variables", VARIABLES),
    [`POST ${base}/variables`]: (request) => {
      const owner = visible(request, "variables")
      const { name, value, ...body } = request.read("Variable", newVariable[form(owner)])
      const who = accessIn(request, body)
      requireVisibility(owner, who)
      if (owner.variables.has(name.toUpperCase()))
        throw refuse(409, "Already exists - Variable already exists")
      setSetting(request.store, owner, "variables", name, value, who)
      return answer(201, {})
    },
    [`GET ${base}/variables/{name}`]: one("variables", "name"),
    [`PATCH ${base}/variables/{name}`]: (request) => {
      const { store, params } = request
      const owner = visible(request, "variables")
      const name = params.name ?? ""
      const { value } = settingOf(owner, "variables", name)
      const changes = request.read("Variable", variableChanges[form(owner)])
      const renamed = changes.name ?? name
      if (renamed.toUpperCase() !== name.toUpperCase())
        renameSetting(store, owner, "variables", name, renamed)
      const who = accessIn(request, changes)
      setSetting(store, owner, "variables", renamed, changes.value ?? value, who)
    },
    [`DELETE ${base}/variables/{name}`]: deletion("variables", "name"),
  }
}

const REPOSITORY = "/repos/{owner}/{repo}"

export const settingRoutes = routesOf({
  ...settingsAt(`${REPOSITORY}/actions`, repositoryIn),
  ...settingsAt(`${REPOSITORY}/environments/{environment_name}`, (request) =>
    environmentIn(request.store, request.repository(), request.params.environment_name ?? ""),
  ),
  ...settingsAt("/orgs/{org}/actions", organizationIn),
})
