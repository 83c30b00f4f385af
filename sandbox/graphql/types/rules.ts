import {
  commitNode,
  MERGE_SECONDS,
  positionOf,
  protectionOf,
  queueOf,
  type RefNode,
  type RuleOf,
  rulesFor,
  webUrl,
} from "../../state/index.js"
import type { MergeQueueEntry, Repository, Rule, Ruleset } from "../../tables/index.js"
import {
  type Context,
  connection,
  type Fields,
  list,
  listById,
  type PageArgs,
  properties,
} from "../field/index.js"

/** Rulesets and merge queues of a repository. */
export const repositoryRuleFields: Fields<Repository> = {
  rulesets: listById((repo, { store }, args: PageArgs & { targets?: readonly string[] | null }) =>
    store
      .rowsBy("rulesets", "repository", repo.id)
      .filter(({ target }) => !args.targets || args.targets.includes(target)),
  ),
  ruleset: (repo, args: { databaseId: number }, { store }) => {
    const ruleset = store.find("rulesets", args.databaseId)
    return ruleset?.repositoryId === repo.id ? ruleset : null
  },
  mergeQueue: (repo, args: { branch?: string | null }, context) =>
    mergeQueue(context, repo, args.branch ?? repo.defaultBranch),
}

export const repositoryRulesetFields: Fields<Ruleset> = {
  source: (ruleset, _, { store }) => store.get("repositories", ruleset.repositoryId),
  bypassActors: list(() => []),
  conditions: ({ include, exclude }) => ({
    refName: { include, exclude },
    organizationProperty: null,
    repositoryId: null,
    repositoryName: null,
    repositoryProperty: null,
  }),
  rules: list((ruleset, _context, args: PageArgs & { type?: string | null }) =>
    ruleset.rules
      .filter(({ type }) => !args.type || type === args.type)
      .map((rule) => ruleNode({ ruleset, rule })),
  ),
}

/** The rules of a branch: of its protection, without what only administrators may read, and of rulesets. */
export const refRuleFields: Fields<RefNode> = {
  refUpdateRule: ({ name, repositoryId }, _, { store }) => {
    const branch = name.replace("refs/heads/", "")
    const { settings } = protectionOf(store, { id: repositoryId }, branch) ?? {}
    return (
      settings && {
        ...{ pattern: branch, requiredStatusCheckContexts: settings.checks ?? [] },
        requiredApprovingReviewCount: settings.approvals,
        allowsDeletions: settings.allowsDeletions,
        allowsForcePushes: settings.allowsForcePushes,
      }
    )
  },
  rules: list(({ name, repositoryId }, { store }) =>
    rulesFor(store, store.get("repositories", repositoryId), name).map(ruleNode),
  ),
}

const ruleNode = ({ ruleset, rule }: RuleOf) => ({
  id: `RRU_${Buffer.from(`${ruleset.id}:${rule.type}`).toString("base64url")}`,
  type: rule.type,
  repositoryRuleset: ruleset,
  parameters: parametersOf(rule),
})

/** Only values that seeds can set differ from GitHub's defaults. */
function parametersOf({ type, requiredApprovals, requiredChecks, mergeMethod }: Rule) {
  if (type === "PULL_REQUEST") {
    return {
      kind: "PullRequestParameters",
      allowedMergeMethods: ["MERGE", "SQUASH", "REBASE"],
      dismissStaleReviewsOnPush: false,
      requireCodeOwnerReview: false,
      requireLastPushApproval: false,
      requiredApprovingReviewCount: requiredApprovals,
      requiredReviewThreadResolution: false,
      requiredReviewers: [],
      dismissalRestriction: null,
    }
  }
  if (type === "REQUIRED_STATUS_CHECKS") {
    return {
      kind: "RequiredStatusChecksParameters",
      doNotEnforceOnCreate: false,
      strictRequiredStatusChecksPolicy: false,
      requiredStatusChecks: requiredChecks.map((context) => ({ context, integrationId: null })),
    }
  }
  if (type === "MERGE_QUEUE") {
    return {
      kind: "MergeQueueParameters",
      checkResponseTimeoutMinutes: 60,
      groupingStrategy: "ALLGREEN",
      maxEntriesToBuild: 5,
      maxEntriesToMerge: 5,
      mergeMethod,
      minEntriesToMerge: 1,
      minEntriesToMergeWaitMinutes: 5,
    }
  }
  return null
}

/** The members of `RuleParameters` that the sandbox has. */
export const ruleParameterTypes: Record<
  string,
  Fields<Record<string, unknown>>
> = Object.fromEntries(
  (["PULL_REQUEST", "REQUIRED_STATUS_CHECKS", "MERGE_QUEUE"] as const).flatMap((type) => {
    const rule = { type, requiredApprovals: 0, requiredChecks: [], mergeMethod: "MERGE" as const }
    const { kind, ...own } = parametersOf(rule) ?? {}
    return kind === undefined ? [] : [[kind, properties(...Object.keys(own))]]
  }),
)

/** The merge queue of a branch; null if no rule requires one. */
export function mergeQueue({ store }: Context, repository: Repository, branch: string) {
  const rules = rulesFor(store, repository, `refs/heads/${branch}`)
  const queue = rules.find(({ rule }) => rule.type === "MERGE_QUEUE")
  if (!queue) return null
  const page = `${webUrl(store, repository)}/queue/${branch}`
  return {
    id: `MQ_${Buffer.from(`${repository.id}:${branch}`).toString("base64url")}`,
    repository,
    url: page,
    resourcePath: page.slice(store.webUrl.length),
    nextEntryEstimatedTimeToMerge: MERGE_SECONDS,
    entries: (args: PageArgs, _context: Context, info: Parameters<typeof connection>[2]) =>
      connection(queueOf(store, repository.id, branch), args, info),
    configuration: {
      checkResponseTimeout: 60,
      maximumEntriesToBuild: 5,
      maximumEntriesToMerge: 5,
      mergeMethod: queue.rule.mergeMethod,
      mergingStrategy: "ALLGREEN",
      minimumEntriesToMerge: 1,
      minimumEntriesToMergeWaitTime: 5,
    },
  }
}

export const mergeQueueEntryFields: Fields<MergeQueueEntry> = {
  solo: () => false,
  // The first one is being built, the others wait for it.
  state: (entry, _, { store }) => (positionOf(store, entry) > 1 ? "QUEUED" : "AWAITING_CHECKS"),
  position: (entry, _, { store }) => positionOf(store, entry),
  estimatedTimeToMerge: (entry, _, { store }) => positionOf(store, entry) * MERGE_SECONDS,
  baseCommit: (entry, _, { store }) => {
    const pull = store.get("pullRequests", entry.pullRequestId)
    return commitNode(pull.repositoryId, pull.baseRefOid)
  },
  headCommit: (entry, _, { store }) => {
    const pull = store.get("pullRequests", entry.pullRequestId)
    return commitNode(pull.repositoryId, pull.headRefOid)
  },
  mergeQueue: (entry, _, context) => {
    const pull = context.store.get("pullRequests", entry.pullRequestId)
    const repository = context.store.get("repositories", pull.repositoryId)
    return mergeQueue(context, repository, pull.baseRefName)
  },
}
