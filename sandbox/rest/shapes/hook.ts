import { type HookOwner, ownerOfHook } from "../../state/index.js"
import type { Hook } from "../../tables/index.js"
import type { AskedRequest, Delivery, View } from "../route/index.js"
import { repositoryUrl } from "./common.js"

/** GitHub never shows a secret. */
export const hookConfig = ({ contentType, insecureSsl, secret, url }: Hook) => ({
  content_type: contentType,
  insecure_ssl: insecureSsl,
  ...(secret !== null && { secret: "********" }),
  url,
})

const hookUrl = (view: View, owner: HookOwner, { id }: Hook): string => {
  if (!owner) return `${view.apiUrl}/app/hook`
  const isOfRepository = owner.kind === "Repository"
  const base = isOfRepository ? repositoryUrl(view, owner) : `${view.apiUrl}/orgs/${owner.login}`
  return `${base}/hooks/${id}`
}

/** A webhook, as payloads contain it. */
export function simpleHook(view: View, hook: Hook) {
  const owner = ownerOfHook(view.store, hook)
  const url = hookUrl(view, owner, hook)
  return {
    type: owner ? (owner.kind === "Repository" ? "Repository" : "Organization") : "App",
    id: hook.id,
    name: "web",
    active: hook.active,
    events: hook.events,
    config: hookConfig(hook),
    updated_at: hook.updatedAt,
    created_at: hook.createdAt,
    ...(owner && { url, ping_url: `${url}/pings`, deliveries_url: `${url}/deliveries` }),
  }
}

export function hookShape(request: AskedRequest, hook: Hook) {
  const shape = simpleHook(request, hook)
  if (shape.type !== "Repository") return shape
  const last = request.deliveries.of(hook)[0]?.result
  return {
    ...shape,
    test_url: `${shape.url}/test`,
    last_response: {
      code: last?.code || null,
      status: last ? (last.status === "OK" ? "active" : last.status) : "unused",
      message: last?.status ?? null,
    },
  }
}

/** A delivery in lists. */
export const deliverySummary = ({ result, ...delivery }: Delivery) => ({
  id: delivery.id,
  guid: delivery.guid,
  delivered_at: delivery.at,
  redelivery: delivery.redelivery,
  duration: result?.seconds ?? 0,
  status: result?.status ?? "pending",
  status_code: result?.code ?? 0,
  event: delivery.event,
  action: delivery.action,
  installation_id: delivery.installationId,
  repository_id: delivery.repositoryId,
  throttled_at: null,
})

export const deliveryShape = (delivery: Delivery) => ({
  ...deliverySummary(delivery),
  url: delivery.url,
  request: { headers: delivery.headers, payload: delivery.payload },
  response: {
    headers: delivery.result?.headers ?? null,
    payload: delivery.result?.body ?? null,
  },
})
