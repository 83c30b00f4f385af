import { ALL_PERMISSIONS, APP_SLUG, type Installation } from "../../state/index.js"
import { type Account, accountByLogin, nodeId } from "../../tables/index.js"
import type { RestRequest } from "../route/index.js"
import { simpleUser } from "./user.js"

const EVENTS = [
  ...["check_run", "check_suite", "issue_comment", "issues", "pull_request"],
  ...["pull_request_review", "push", "release", "status", "workflow_run"],
]

/** The App of the sandbox; `issuer` is its id, or a client id. */
export function appShape(request: RestRequest, owner: Account, issuer: string) {
  const { webUrl } = request.store
  return {
    ...idsOf(request, issuer),
    slug: APP_SLUG,
    node_id: `A_${nodeId(owner)}`,
    owner: simpleUser(request, owner),
    name: APP_SLUG,
    description: "The App of the sandbox",
    external_url: `${webUrl}/apps/${APP_SLUG}`,
    html_url: `${webUrl}/apps/${APP_SLUG}`,
    created_at: owner.createdAt,
    updated_at: owner.createdAt,
    permissions: ALL_PERMISSIONS,
    events: EVENTS,
    installations_count: request.app.installations.length,
  }
}

function idsOf({ app }: RestRequest, issuer: string) {
  const isClient = !/^\d+$/.test(issuer)
  return {
    id: app.id ?? (isClient ? 1 : Number(issuer)),
    client_id: isClient ? issuer : "Iv1.5a4d5b5c5d5e5f60",
  }
}

export function installationShape(
  request: RestRequest,
  { id, login, repositories, permissions }: Installation,
  issuer: string,
) {
  const { apiUrl, store } = request
  const account = accountByLogin(store, login)
  if (!account) throw new Error(`sandbox: the App is installed on ${login}, which is not there`)
  const { id: app_id, client_id } = idsOf(request, issuer)
  const settings = account.kind === "Organization" ? `organizations/${login}/settings` : "settings"
  return {
    id,
    client_id,
    account: simpleUser(request, account),
    repository_selection: repositories === null ? "all" : "selected",
    access_tokens_url: `${apiUrl}/app/installations/${id}/access_tokens`,
    repositories_url: `${apiUrl}/installation/repositories`,
    html_url: `${store.webUrl}/${settings}/installations/${id}`,
    app_id,
    app_slug: APP_SLUG,
    target_id: account.id,
    target_type: account.kind,
    permissions,
    events: EVENTS,
    created_at: account.createdAt,
    updated_at: account.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  }
}
