/** https://docs.github.com/rest/repos/webhooks, https://docs.github.com/rest/orgs/webhooks and https://docs.github.com/rest/apps/webhooks */
import { type Static, Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  authorizeHooks,
  createHook,
  deleteHook,
  type HookChanges,
  type HookOwner,
  hooksOf,
  setAppHook,
  updateHook,
} from "../../state/index.js"
import type { Hook } from "../../tables/index.js"
import {
  type Delivery,
  type Handler,
  invalid,
  issuerIn,
  pageOf,
  type RestRequest,
  refuse,
  routesOf,
} from "../route/index.js"
import { deliveryShape, deliverySummary, hookConfig, hookShape } from "../shapes/index.js"

const settings = {
  url: Type.Optional(Type.String()),
  content_type: Type.Optional(Type.String()),
  secret: Type.Optional(Type.String()),
  insecure_ssl: Type.Optional(Type.Union([Type.String(), Type.Number()])),
}
const config = Type.Object(settings)
const events = Type.Optional(Type.Array(Type.String()))
const active = Type.Optional(Type.Boolean())
const newHook = Type.Object({ name: Type.Optional(Type.String()), config, events, active })
const hookChange = Type.Object({
  ...{ name: Type.Optional(Type.String()), config: Type.Optional(config), active },
  ...{ events, add_events: events, remove_events: events },
})

type Level = "read" | "write"
type Owned = (request: RestRequest, level: Level) => HookOwner

const ofRepository: Owned = (request, level) => {
  const repository = request.repository()
  authorizeHooks(request.store, repository, level)
  return repository
}

const ofOrganization: Owned = (request, level) => {
  const organization = request.organization()
  authorizeHooks(request.store, organization, level)
  return organization
}

const ofApp: Owned = (request) => {
  issuerIn(request)
  return null
}

/** The settings of a body. @throws HttpRefusal */
function changesIn(given: Static<typeof config>): HookChanges {
  const { url, content_type: type, secret, insecure_ssl } = given
  if (url !== undefined && !isUrl(url)) throw invalid("Hook", "url")
  if (type !== undefined && type !== "json" && type !== "form") {
    throw invalid("Hook", "content_type", "invalid")
  }
  return {
    ...(url !== undefined && { url }),
    ...(type !== undefined && { contentType: type }),
    ...(secret !== undefined && { secret: secret === "" ? null : secret }),
    ...(insecure_ssl !== undefined && { insecureSsl: String(insecure_ssl) === "1" ? "1" : "0" }),
  }
}

const isUrl = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

function hookIn(owned: Owned, request: RestRequest, level: Level): Hook {
  const hooks = hooksOf(request.store, owned(request, level))
  return owned === ofApp ? request.orMissing(hooks[0]) : request.among(hooks, "hook_id")
}

const deliveryIn = (request: RestRequest, hook: Hook): Delivery =>
  request.among(request.deliveries.of(hook), "delivery_id")

/** GitHub pages deliveries by a cursor, which is opaque. */
const listDeliveries =
  (owned: Owned): Handler =>
  (request) => {
    const hook = hookIn(owned, request, "read")
    const status =
      request.query.get("status") === null
        ? null
        : request.choice("Delivery", "status", "success", "failure")
    const all = request.deliveries.of(hook).filter(({ result }) => {
      const isSuccess = result !== undefined && result.code >= 200 && result.code < 300
      return status === null || isSuccess === (status === "success")
    })
    const { perPage } = pageOf(request)
    const start = Math.max(
      0,
      all.findIndex(({ id }) => `v1_${id}` === request.query.get("cursor")),
    )
    const next = all[start + perPage]
    const target = new URL(request.url)
    target.searchParams.set("cursor", `v1_${next?.id}`)
    const link = next ? { link: `<${target}>; rel="next"` } : {}
    return answer(200, all.slice(start, start + perPage).map(deliverySummary), link)
  }

/** Deliveries are no part of the state, but a request for one is a change. */
function asked({ store }: RestRequest, change: string, hook: Hook): void {
  store.clock.tick()
  store.recordApplied(change, hook)
}

/** The routes of deliveries, which all three kinds of webhooks have. */
const deliveryRoutes = (base: string, owned: Owned): Record<string, Handler> => ({
  [`GET ${base}/deliveries`]: listDeliveries(owned),
  [`GET ${base}/deliveries/{delivery_id}`]: (request) =>
    ok(deliveryShape(deliveryIn(request, hookIn(owned, request, "read")))),
  [`POST ${base}/deliveries/{delivery_id}/attempts`]: (request) => {
    const hook = hookIn(owned, request, "write")
    request.deliveries.repeat(hook, deliveryIn(request, hook))
    asked(request, "redeliverWebhook", hook)
    return answer(202, {})
  },
})

const ownedRoutes = (list: string, owned: Owned): Record<string, Handler> => {
  const item = `${list}/{hook_id}`
  return {
    [`GET ${list}`]: (request) =>
      request.page(hooksOf(request.store, owned(request, "read")), hookShape),

    [`POST ${list}`]: (request) => {
      const owner = owned(request, "write")
      const { name = "web", config: given, ...rest } = request.read("Hook", newHook)
      if (name !== "web") throw invalid("Hook", "name", "invalid")
      const { url } = given
      if (url === undefined) throw invalid("Hook", "url", "missing_field")
      const input = { ...changesIn(given), ...rest, url }
      const hook = createHook(request.store, owner, input)
      return request.created(hookShape(request, hook))
    },

    [`GET ${item}`]: (request) => ok(hookShape(request, hookIn(owned, request, "read"))),

    [`PATCH ${item}`]: (request) => {
      const hook = hookIn(owned, request, "write")
      const body = request.read("Hook", hookChange)
      const { config: given, events: all = hook.events, active = hook.active } = body
      const { add_events: added = [], remove_events: removed = [] } = body
      const events = [...new Set([...all, ...added])].filter((one) => !removed.includes(one))
      // A given configuration replaces the secret, too.
      const settings = given ? { secret: null, ...changesIn(given) } : {}
      updateHook(request.store, hook, { ...settings, events, active })
      return ok(hookShape(request, hook))
    },

    [`DELETE ${item}`]: (request) => deleteHook(request.store, hookIn(owned, request, "write")),

    [`GET ${item}/config`]: (request) => ok(hookConfig(hookIn(owned, request, "read"))),

    [`PATCH ${item}/config`]: (request) => {
      const hook = hookIn(owned, request, "write")
      updateHook(request.store, hook, changesIn(request.read("Hook", config)))
      return ok(hookConfig(hook))
    },

    [`POST ${item}/pings`]: (request) => {
      const hook = hookIn(owned, request, "read")
      request.deliveries.ping(hook)
      asked(request, "pingWebhook", hook)
    },

    ...deliveryRoutes(item, owned),
  }
}

const REPO_HOOKS = "/repos/{owner}/{repo}/hooks"

export const hookRoutes = routesOf({
  ...ownedRoutes(REPO_HOOKS, ofRepository),
  ...ownedRoutes("/orgs/{org}/hooks", ofOrganization),
  ...deliveryRoutes("/app/hook", ofApp),

  [`POST ${REPO_HOOKS}/{hook_id}/tests`]: (request) => {
    request.deliveries.test(hookIn(ofRepository, request, "read"))
  },

  "GET /app/hook/config": (request) => ok(hookConfig(hookIn(ofApp, request, "read"))),

  "PATCH /app/hook/config": (request) => {
    const [hook] = hooksOf(request.store, ofApp(request, "write"))
    const changes = changesIn(request.read("Hook", config))
    const url = changes.url ?? hook?.url
    if (url === undefined) throw refuse(422, "The App has no webhook yet: give its `url`.")
    return ok(hookConfig(setAppHook(request.store, { ...changes, url })))
  },
})
