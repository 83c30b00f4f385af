/** Classic branch protection: what rules do not enforce here is refused. */
import { type Static, Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  authorizeAdmin,
  autolinksOf,
  createAutolink,
  deleteAutolink,
  has,
  protectionOf,
  removeProtection,
  rulesFor,
  setProtection,
} from "../../state/index.js"
import type { BranchProtection, ProtectionSettings, Repository } from "../../tables/index.js"
import {
  flags,
  maybe,
  missing,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  sorted,
} from "../route/index.js"
import {
  advisoryShape,
  autolinkShape,
  branchRuleShape,
  repositoryUrl,
  rulesetShape,
  rulesetSummary,
} from "../shapes/index.js"

const PROTECTION = "/repos/{owner}/{repo}/branches/{branch}/protection"

const reviews = Type.Object({
  required_approving_review_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  ...flags("dismiss_stale_reviews", "require_code_owner_reviews", "require_last_push_approval"),
  dismissal_restrictions: Type.Optional(Type.Object({})),
  bypass_pull_request_allowances: Type.Optional(Type.Object({})),
})

const checks = Type.Object({
  strict: Type.Boolean(),
  contexts: Type.Optional(Type.Array(Type.String())),
  checks: Type.Optional(
    Type.Array(Type.Object({ context: Type.String(), app_id: Type.Optional(Type.Integer()) })),
  ),
})

const names = Type.Array(Type.String())

const protection = Type.Object({
  required_status_checks: Type.Union([checks, Type.Null()]),
  enforce_admins: Type.Union([Type.Boolean(), Type.Null()]),
  required_pull_request_reviews: Type.Union([reviews, Type.Null()]),
  restrictions: Type.Union([
    Type.Object({ users: names, teams: names, apps: Type.Optional(names) }),
    Type.Null(),
  ]),
  ...flags("allow_force_pushes", "allow_deletions", "lock_branch", "required_linear_history"),
  ...flags("block_creations", "required_conversation_resolution", "allow_fork_syncing"),
})

export const protectionRoutes = routesOf({
  [`GET ${PROTECTION}`]: (request) => {
    const repository = protectedIn(request)
    return ok(protectionShape(request, repository, rowOf(request, repository)))
  },

  [`PUT ${PROTECTION}`]: (request) => {
    const { store } = request
    const repository = protectedIn(request)
    const body = request.read("ProtectedBranch", protection)
    const isOfPerson = store.get("accounts", repository.ownerId).kind !== "Organization"
    if (body.restrictions && isOfPerson) {
      const error = "Only organization repositories can have users and team restrictions"
      throw refuse(422, "Validation Failed", { errors: [error] })
    }
    const settings = settingsOf(body)
    const row = setProtection(store, repository, branchOf(request), settings)
    return ok(protectionShape(request, repository, row))
  },

  [`DELETE ${PROTECTION}`]: (request) => {
    const repository = protectedIn(request)
    const row = rowOf(request, repository)
    removeProtection(request.store, repository, row)
  },
})

const branchOf = ({ params }: RestRequest): string => params.branch ?? ""

/** The repository whose branch the path names. Only administrators see protection. */
function protectedIn(request: RestRequest): Repository {
  const repository = request.repository()
  authorizeAdmin(request.store, repository)
  if (repository.refs.has(`refs/heads/${branchOf(request)}`)) return repository
  throw refuse(404, "Branch not found")
}

function rowOf(request: RestRequest, repository: Repository): BranchProtection {
  const row = protectionOf(request.store, repository, branchOf(request))
  if (row) return row
  throw refuse(404, "Branch not protected")
}

/** @throws NotModelled for what no rule enforces */
function settingsOf(body: Static<typeof protection>): ProtectionSettings {
  const { required_status_checks: given, required_pull_request_reviews: wanted } = body
  const unknown = {
    "required_status_checks.strict": given?.strict,
    "checks of one App": given?.checks?.some(({ app_id = -1 }) => app_id !== -1),
    restrictions: body.restrictions !== null,
    ...Object.fromEntries(
      Object.entries(wanted ?? {}).filter(([name]) => name !== "required_approving_review_count"),
    ),
    required_linear_history: body.required_linear_history,
    block_creations: body.block_creations,
    required_conversation_resolution: body.required_conversation_resolution,
  }
  const [refused] = Object.entries(unknown).find(([, value]) => value) ?? []
  if (refused !== undefined) throw new NotModelled(`branch protection with ${refused}`)
  const contexts = given?.checks?.map(({ context }) => context) ?? given?.contexts ?? []
  return {
    checks: given && [...new Set(contexts)],
    approvals: wanted && (wanted.required_approving_review_count ?? 0),
    isAdminEnforced: body.enforce_admins ?? false,
    allowsForcePushes: body.allow_force_pushes ?? false,
    allowsDeletions: body.allow_deletions ?? false,
    isLocked: body.lock_branch ?? false,
    allowsForkSyncing: body.allow_fork_syncing ?? false,
  }
}

function protectionShape(
  request: RestRequest,
  repository: Repository,
  { branch, settings }: BranchProtection,
) {
  const url = `${repositoryUrl(request, repository)}/branches/${branch}/protection`
  const { checks: contexts, approvals } = settings
  return {
    url,
    ...(contexts && {
      required_status_checks: {
        url: `${url}/required_status_checks`,
        strict: false,
        contexts,
        contexts_url: `${url}/required_status_checks/contexts`,
        checks: contexts.map((context) => ({ context, app_id: null })),
      },
    }),
    ...(approvals !== null && {
      required_pull_request_reviews: {
        url: `${url}/required_pull_request_reviews`,
        dismiss_stale_reviews: false,
        require_code_owner_reviews: false,
        require_last_push_approval: false,
        required_approving_review_count: approvals,
      },
    }),
    required_signatures: { url: `${url}/required_signatures`, enabled: false },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: settings.isAdminEnforced },
    required_linear_history: { enabled: false },
    allow_force_pushes: { enabled: settings.allowsForcePushes },
    allow_deletions: { enabled: settings.allowsDeletions },
    block_creations: { enabled: false },
    required_conversation_resolution: { enabled: false },
    lock_branch: { enabled: settings.isLocked },
    allow_fork_syncing: { enabled: settings.allowsForkSyncing },
  }
}

const REPO = "/repos/{owner}/{repo}"

const autolink = Type.Object({
  key_prefix: Type.String(),
  url_template: Type.String(),
  is_alphanumeric: maybe(Type.Boolean()),
})

/** Rulesets, autolinks and security advisories of a repository. */
export const ruleRoutes = routesOf({
  [`GET ${REPO}/rulesets`]: (request) => {
    const repository = request.repository()
    const targets = request.query.get("targets")?.toUpperCase().split(",")
    // In the sandbox, organizations have no rulesets, so there are no parents to exclude.
    request.query.get("includes_parents")
    const rows = request.store
      .rowsBy("rulesets", "repository", repository.id)
      .filter(({ target }) => !targets || targets.includes(target))
    return request.page(rows, rulesetSummary)
  },

  [`GET ${REPO}/rulesets/{ruleset_id}`]: (request) => {
    request.query.get("includes_parents")
    return ok(rulesetShape(request, request.row("rulesets", "ruleset_id")))
  },

  [`GET ${REPO}/rules/branches/{branch}`]: (request) => {
    const repository = request.repository()
    const rules = rulesFor(request.store, repository, `refs/heads/${request.params.branch}`)
    return request.page(rules, branchRuleShape)
  },

  [`GET ${REPO}/autolinks`]: (request) => ok(ownAutolinks(request).map(autolinkShape)),

  [`POST ${REPO}/autolinks`]: (request) => {
    const repository = request.repository()
    const body = request.read("KeyLink", autolink)
    const created = createAutolink(request.store, repository, {
      keyPrefix: body.key_prefix,
      urlTemplate: body.url_template,
      isAlphanumeric: body.is_alphanumeric ?? true,
    })
    const location = `${repositoryUrl(request, repository)}/autolinks/${created.id}`
    return answer(201, autolinkShape(created), { location })
  },

  [`GET ${REPO}/autolinks/{autolink_id}`]: (request) => {
    const link = request.store.find("autolinks", Number(request.params.autolink_id))
    if (!link || !ownAutolinks(request).includes(link)) throw missing()
    return ok(autolinkShape(link))
  },

  [`DELETE ${REPO}/autolinks/{autolink_id}`]: (request) =>
    deleteAutolink(request.store, request.row("autolinks", "autolink_id")),

  [`GET ${REPO}/security-advisories`]: (request) => {
    const repository = request.repository()
    const { store, query } = request
    const isAdmin = has(store, repository, "ADMIN", "administration")
    const state = query.get("state")?.toUpperCase()
    const field = request.choice("RepositoryAdvisory", "sort", "created", "updated", "published")
    const direction = request.choice("RepositoryAdvisory", "direction", "desc", "asc")
    const rows = store
      .rowsBy("advisories", "repository", repository.id)
      .filter((one) => isAdmin || one.state === "PUBLISHED")
      .filter((one) => !state || one.state === state)
    return request.cursorPage(
      sorted(rows, (row) => row[`${field}At`] ?? "", direction),
      advisoryShape,
    )
  },
})

const ownAutolinks = (request: RestRequest) => autolinksOf(request.store, request.repository())
