/** https://docs.github.com/rest/deployments */
import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  createDeployment,
  createDeploymentStatus,
  deleteDeployment,
  deleteEnvironment,
  deploymentsOf,
  environmentIn,
  environmentsOf,
  setEnvironment,
  statusesOfDeployment,
} from "../../state/index.js"
import { given } from "../../tables/index.js"
import { maybe, NotModelled, type RestRequest, refuse, routesOf } from "../route/index.js"
import { deploymentShape, deploymentStatusShape, environmentShape } from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"
const ONE = `${REPO}/deployments/{deployment_id}`
const ENVIRONMENT = `${REPO}/environments/{environment_name}`

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())

const newDeployment = Type.Object({
  ref: Type.String(),
  ...{ task: text, environment: text, description: maybe(Type.String()) },
  ...{ auto_merge: flag, transient_environment: flag, production_environment: flag },
  required_contexts: maybe(Type.Array(Type.String())),
  payload: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()])),
})

const STATES = [
  ...(["error", "failure", "inactive", "in_progress", "pending", "queued", "success"] as const),
]

const newStatus = Type.Object({
  state: Type.Enum(STATES),
  ...{ target_url: text, log_url: text, description: text, environment: text },
  ...{ environment_url: text, auto_inactive: flag },
})

const settings = Type.Object({
  wait_timer: maybe(Type.Integer()),
  prevent_self_review: maybe(Type.Boolean()),
  reviewers: maybe(Type.Array(Type.Unknown())),
  deployment_branch_policy: maybe(Type.Unknown()),
})

const deploymentIn = (request: RestRequest) => request.row("deployments", "deployment_id")

const environmentOf = (request: RestRequest) =>
  environmentIn(request.store, request.repository(), request.params.environment_name ?? "")

export const deploymentRoutes = routesOf({
  [`GET ${REPO}/deployments`]: (request) => {
    const { query, store } = request
    const asked = (["sha", "ref", "task", "environment"] as const).map(
      (name) => [name === "sha" ? "oid" : name, query.get(name)] as const,
    )
    const wanted = deploymentsOf(store, request.repository().id).filter((row) =>
      asked.every(([name, value]) => !value || value === "none" || row[name] === value),
    )
    return request.page(wanted, deploymentShape)
  },

  [`POST ${REPO}/deployments`]: (request) => {
    const repository = request.repository()
    const body = request.read("Deployment", newDeployment)
    const made = createDeployment(request.store, repository, {
      ref: body.ref,
      ...given({ task: body.task, environment: body.environment, autoMerge: body.auto_merge }),
      ...given({ isProduction: body.production_environment }),
      description: body.description ?? null,
      payload: JSON.stringify(body.payload ?? {}),
      requiredContexts: body.required_contexts ?? null,
      isTransient: body.transient_environment ?? false,
    })
    if ("merged" in made) return answer(202, { message: made.merged })
    if ("conflict" in made) {
      const about = { resource: "Deployment", field: "required_contexts", code: "invalid" }
      throw refuse(409, made.conflict, { errors: [{ contexts: made.contexts, ...about }] })
    }
    return request.created(deploymentShape(request, made))
  },

  [`GET ${ONE}`]: (request) => ok(deploymentShape(request, deploymentIn(request))),

  [`DELETE ${ONE}`]: (request) => deleteDeployment(request.store, deploymentIn(request)),

  [`GET ${ONE}/statuses`]: (request) =>
    request.page(statusesOfDeployment(request.store, deploymentIn(request)), deploymentStatusShape),

  [`POST ${ONE}/statuses`]: (request) => {
    const row = deploymentIn(request)
    const body = request.read("DeploymentStatus", newStatus)
    const state = body.state.toUpperCase() as Uppercase<(typeof STATES)[number]>
    const status = createDeploymentStatus(request.store, row, {
      state,
      ...given({ environment: body.environment }),
      description: body.description ?? null,
      environmentUrl: body.environment_url ?? null,
      logUrl: body.log_url ?? body.target_url ?? null,
      autoInactive: body.auto_inactive ?? true,
    })
    return request.created(deploymentStatusShape(request, status))
  },

  [`GET ${ONE}/statuses/{status_id}`]: (request) => {
    const all = statusesOfDeployment(request.store, deploymentIn(request))
    return ok(deploymentStatusShape(request, request.among(all, "status_id")))
  },

  [`GET ${REPO}/environments`]: (request) =>
    request.page(
      environmentsOf(request.store, request.repository()),
      environmentShape,
      "environments",
    ),

  [`GET ${ENVIRONMENT}`]: (request) => ok(environmentShape(request, environmentOf(request))),

  [`PUT ${ENVIRONMENT}`]: (request) => {
    const repository = request.repository()
    const body = request.read("Environment", settings)
    const rule = Object.entries(body).find(
      ([, value]) => value && !(Array.isArray(value) && value.length === 0),
    )
    if (rule) throw new NotModelled(`\`${rule[0]}\` of an environment`)
    const name = request.params.environment_name ?? ""
    const row = setEnvironment(request.store, repository, name)
    return ok(environmentShape(request, row))
  },

  [`DELETE ${ENVIRONMENT}`]: (request) => deleteEnvironment(request.store, environmentOf(request)),
})
