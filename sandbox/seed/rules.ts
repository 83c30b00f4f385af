import { SeedError } from "../errors/index.js"
import type {
  SeedAdvisory,
  SeedProtection,
  SeedPull,
  SeedRepository,
  SeedRuleset,
  SeedWebhook,
} from "../public/index.js"
import {
  addToQueue,
  type HookOwner,
  insertAutolink,
  insertHook,
  queueRule,
  setAppHook,
  setAutoMerge,
} from "../state/index.js"
import { type PullRequest, pair, type Repository, type Store } from "../tables/index.js"
import { requireAccount, sessionFor } from "./people.js"

/**
 * Adds rules last, because they would have refused the seed's own pushes. They do not advance the clock, so they do
 * not change the times of other objects.
 */
export function plantRules(store: Store, seed: SeedRepository): void {
  const repository = store.repositoryByName(seed.owner, seed.name)
  if (!repository) throw new Error(`sandbox seed: ${seed.owner}/${seed.name} was not loaded`)
  for (const ruleset of seed.rulesets ?? []) plantRuleset(store, repository, ruleset)
  for (const protection of seed.branch_protection_rules ?? []) {
    plantProtection(store, repository, protection)
  }
  for (const { key_prefix, url_template, is_alphanumeric } of seed.autolinks ?? []) {
    const link = { keyPrefix: key_prefix, urlTemplate: url_template }
    const isAlphanumeric = is_alphanumeric ?? true
    insertAutolink(store, repository, { ...link, isAlphanumeric })
  }
  plantHooks(store, repository, seed.webhooks)
  for (const advisory of seed.advisories ?? []) plantAdvisory(store, repository, advisory)
  for (const pull of seed.pull_requests ?? []) plantMerging(store, repository, pull)
}

export function plantHooks(
  store: Store,
  owner: HookOwner,
  webhooks: readonly SeedWebhook[] = [],
): void {
  for (const { content_type: contentType, ...given } of webhooks) {
    const settings = { ...given, ...(contentType && { contentType }) }
    if (owner) insertHook(store, owner, settings)
    else setAppHook(store, settings)
  }
}

function plantRuleset(store: Store, repository: Repository, seed: SeedRuleset): void {
  store.insert("rulesets", {
    repositoryId: repository.id,
    name: seed.name,
    target: seed.target ?? "BRANCH",
    enforcement: seed.enforcement ?? "ACTIVE",
    include: seed.include ?? ["~DEFAULT_BRANCH"],
    exclude: seed.exclude ?? [],
    rules: seed.rules.map((rule) => ({
      type: rule.type,
      requiredApprovals: rule.required_approvals ?? 0,
      requiredChecks: rule.required_checks ?? [],
      mergeMethod: rule.merge_method ?? "MERGE",
    })),
  })
}

function plantProtection(store: Store, repository: Repository, seed: SeedProtection): void {
  const { branch = repository.defaultBranch } = seed
  if (!repository.refs.has(`refs/heads/${branch}`)) {
    throw new SeedError([`protection of ${repository.name}: there is no branch ${branch}`])
  }
  store.insert("branchProtections", {
    repositoryId: repository.id,
    branch,
    settings: {
      checks: seed.required_checks ?? null,
      approvals: seed.required_approvals ?? null,
      isAdminEnforced: seed.enforce_admins ?? false,
      allowsForcePushes: seed.allow_force_pushes ?? false,
      allowsDeletions: seed.allow_deletions ?? false,
      isLocked: seed.lock_branch ?? false,
      allowsForkSyncing: false,
    },
  })
}

function plantAdvisory(store: Store, repository: Repository, seed: SeedAdvisory): void {
  const place = `advisory "${seed.summary}" of ${repository.name}`
  const author = seed.author
    ? requireAccount(store, seed.author, place)
    : store.get("accounts", repository.ownerId)
  const now = store.clock.last()
  const number = store.tables.advisories.size + 1
  store.insert("advisories", {
    repositoryId: repository.id,
    ghsaId: `GHSA-ghxs-ghxs-${String(number).padStart(4, "x")}`,
    cveId: seed.cve_id ?? null,
    summary: seed.summary,
    description: seed.description ?? null,
    severity: seed.severity ?? null,
    state: seed.state ?? "PUBLISHED",
    authorId: author.id,
    publishedAt: (seed.state ?? "PUBLISHED") === "PUBLISHED" ? now : null,
  })
}

function plantMerging(store: Store, repository: Repository, seed: SeedPull): void {
  if (!seed.auto_merge && !seed.queued) return
  const place = `pull request "${seed.title}" of ${repository.name}`
  const pull = openPull(store, repository, seed, place)
  const owner = sessionFor(store, store.get("accounts", repository.ownerId))
  if (seed.auto_merge) {
    setAutoMerge(owner, pull, { mergeMethod: seed.auto_merge }, store.clock.last())
  }
  if (!seed.queued) return
  if (!queueRule(store, pull))
    throw new SeedError([`${place}: no rule requires a merge queue for its base branch`])
  addToQueue(owner, pull, false)
}

function openPull(
  store: Store,
  repository: Repository,
  { head }: SeedPull,
  place: string,
): PullRequest {
  const pull = store
    .rowsBy("pullRequests", "head", pair(repository.id, head))
    .find(({ state }) => state === "OPEN")
  if (pull) return pull
  throw new SeedError([
    `${place}: auto-merge and merge queues need an open pull request from a branch of the repository`,
  ])
}
