import { ACTIONS_APP, ALL_PERMISSIONS, type Installation, OWN_APP } from "../../state/index.js"
import type { View } from "../route/index.js"
import { times } from "./common.js"
import { personShape, simpleUser } from "./user.js"

/** The account of GitHub, which is not in the store. */
export const github = (view: View) =>
  personShape(view, {
    login: "github",
    id: 9919,
    node_id: "MDEyOk9yZ2FuaXphdGlvbjk5MTk=",
    html_url: "https://github.com/github",
    type: "Organization",
    site_admin: false,
  })

const access = (level: string, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, level]))

const ACTIONS_PERMISSIONS = {
  ...access("write", "actions", "attestations", "checks", "contents", "deployments", "discussions"),
  ...access("write", "issues", "merge_queues", "packages", "pages", "pull_requests"),
  ...access("write", "repository_hooks", "repository_projects", "security_events", "statuses"),
  ...access("read", "administration", "metadata", "vulnerability_alerts"),
}

/** GitHub Actions, an app without an account in the store. */
export function actionsApp(view: View) {
  return {
    id: ACTIONS_APP.databaseId,
    client_id: "Iv1.05c79e9ad1f6bdfa",
    slug: ACTIONS_APP.slug,
    node_id: ACTIONS_APP.id,
    owner: github(view),
    name: ACTIONS_APP.name,
    description: ACTIONS_APP.description,
    external_url: "https://help.github.com/en/actions",
    html_url: ACTIONS_APP.url,
    ...times(ACTIONS_APP),
    permissions: ACTIONS_PERMISSIONS,
    events: ["check_run", "check_suite", "pull_request", "push", "workflow_dispatch"],
  }
}

const EVENTS = [
  ...[
    "check_run",
    "check_suite",
    "create",
    "delete",
    "deployment",
    "deployment_status",
    "discussion",
    "discussion_comment",
  ],
  ...["fork", "issue_comment", "issues", "label", "member", "milestone", "public"],
  ...["pull_request", "pull_request_review", "pull_request_review_comment"],
  ...["pull_request_review_thread", "push", "release", "repository", "star", "status", "watch"],
  ...["workflow_dispatch", "workflow_job", "workflow_run"],
]

/** The App of the sandbox; `issuer` is its id, or a client id. */
export function ownApp(view: View, issuer?: string) {
  const { slug, id, name, description, url, createdAt, updatedAt } = OWN_APP
  const [owner] = installationsIn(view).map(({ login }) => view.store.accountByLogin(login))
  return {
    ...idsOf(view, issuer),
    slug,
    node_id: id,
    owner: owner ? simpleUser(view, owner) : github(view),
    name,
    description,
    external_url: url,
    html_url: url,
    created_at: createdAt,
    updated_at: updatedAt,
    permissions: ALL_PERMISSIONS,
    events: EVENTS,
  }
}

/** A restored snapshot may lack accounts of the seed. */
export const installationsIn = ({ app, store }: View): Installation[] =>
  app.installations.filter(({ login }) => store.accountByLogin(login) !== undefined)

function idsOf({ app }: View, issuer = String(OWN_APP.databaseId)) {
  const isClient = !/^\d+$/.test(issuer)
  return {
    id: app.id ?? (isClient ? OWN_APP.databaseId : Number(issuer)),
    client_id: isClient ? issuer : "Iv1.5a4d5b5c5d5e5f60",
  }
}

export function installationShape(
  view: View,
  { id, login, repositories, permissions }: Installation,
  issuer: string,
) {
  const { apiUrl, store } = view
  const account = store.accountByLogin(login)
  if (!account) throw new Error(`sandbox: the App is installed on ${login}, which is not there`)
  const { id: app_id, client_id } = idsOf(view, issuer)
  const settings = account.kind === "Organization" ? `organizations/${login}/settings` : "settings"
  return {
    id,
    client_id,
    account: simpleUser(view, account),
    repository_selection: repositories === null ? "all" : "selected",
    access_tokens_url: `${apiUrl}/app/installations/${id}/access_tokens`,
    repositories_url: `${apiUrl}/installation/repositories`,
    html_url: `${store.webUrl}/${settings}/installations/${id}`,
    app_id,
    app_slug: OWN_APP.slug,
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
