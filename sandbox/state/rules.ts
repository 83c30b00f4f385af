/**
 * Rulesets. sandbox/messages.md has the sources of the messages.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets
 */

import type { PullRequest, Repository, Rule, Ruleset, RuleType, Store } from "../tables/index.js"
import { checkRunsOn, latestStatusesOn, stateOfCheckRun, stateOfStatus } from "./checks.js"
import { unprocessable } from "./errors.js"
import { isByWriter, latestReviews } from "./latest-reviews.js"
import { protectionRules } from "./protection.js"
import type { Session } from "./session.js"

export interface RuleOf {
  readonly ruleset: Ruleset
  readonly rule: Rule
}

/** The active rules for a reference such as `refs/heads/main`. */
export function rulesFor(store: Store, repository: Repository, ref: string): RuleOf[] {
  return store
    .rowsBy("rulesets", "repository", repository.id)
    .filter(({ enforcement }) => enforcement === "ACTIVE")
    .filter((ruleset) => holdsFor(ruleset, repository, ref))
    .flatMap((ruleset) => ruleset.rules.map((rule) => ({ ruleset, rule })))
}

function holdsFor({ target, include, exclude }: Ruleset, repository: Repository, ref: string) {
  if (!ref.startsWith(target === "BRANCH" ? "refs/heads/" : "refs/tags/")) return false
  const matches = (pattern: string): boolean => {
    if (pattern === "~ALL") return true
    if (pattern === "~DEFAULT_BRANCH") return ref === `refs/heads/${repository.defaultBranch}`
    return patternOf(pattern).test(ref)
  }
  return include.some(matches) && !exclude.some(matches)
}

/** Matches paths like `fnmatch`: one star stops at a slash, two stars do not. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|[*?]|[.+^${}()|[\]\\]/g, (found) => {
    if (found.startsWith("**")) return ".*"
    if (found === "*") return "[^/]*"
    return found === "?" ? "[^/]" : `\\${found}`
  })
  return new RegExp(`^${source}$`)
}

const ruleOf = (rules: readonly RuleLike[], type: RuleType): Rule | undefined =>
  rules.find(({ rule }) => rule.type === type)?.rule

/** The rules of rulesets and of branch protection. */
const allRules = (store: Store, repository: Repository, ref: string): RuleLike[] => [
  ...rulesFor(store, repository, ref),
  ...protectedBy(store, repository, ref),
]

const protectedBy = (...of: Parameters<typeof protectionRules>): RuleLike[] =>
  protectionRules(...of).map((rule) => ({ rule }))

type RuleLike = Pick<RuleOf, "rule">

const violation = (...sentences: string[]) =>
  unprocessable(`Repository rule violations found\n\n${sentences.join("\n\n")}\n\n`)

export type RefChange = "create" | "update" | "force" | "delete"

interface Push {
  readonly ref: string
  readonly change: RefChange
  readonly oid?: string
}

/** @throws Refusal if a rule prevents a push from changing the reference */
export function requirePush(store: Session, repository: Repository, push: Push): void {
  const broken = brokenBy(store, repository, rulesFor(store, repository, push.ref), push)
  if (broken.length > 0) throw violation(...broken)
  const rules = protectedBy(store, repository, push.ref, store.viewer)
  const unmet = brokenBy(store, repository, rules, push)
  if (unmet.length > 0) throw unprocessable(unmet.join(" "))
}

function brokenBy(
  store: Store,
  repository: Repository,
  rules: readonly RuleLike[],
  { change, oid }: Push,
): string[] {
  const has = (type: RuleType): boolean => ruleOf(rules, type) !== undefined
  const broken: string[] = []
  if (change === "create" && has("CREATION"))
    broken.push("Cannot create ref due to creations being restricted.")
  if (change === "delete" && has("DELETION")) broken.push("Cannot delete this branch")
  if (change === "force" && has("NON_FAST_FORWARD")) broken.push("Cannot force-push to this branch")
  if (change === "update" || change === "force") {
    if (has("UPDATE")) broken.push("Cannot update this protected ref.")
    if (has("PULL_REQUEST")) broken.push("Changes must be made through a pull request.")
    if (has("MERGE_QUEUE")) broken.push("Changes must be made through the merge queue")
    broken.push(...missingChecks(store, repository, rules, oid))
  }
  return broken
}

const baseOf = (store: Store, pull: PullRequest) => ({
  repository: store.get("repositories", pull.repositoryId),
  ref: `refs/heads/${pull.baseRefName}`,
})

function rulesOfBase(store: Store, pull: PullRequest): RuleLike[] {
  const { repository, ref } = baseOf(store, pull)
  return allRules(store, repository, ref)
}

/** The rule that requires a merge queue for the base branch. */
export const queueRule = (store: Store, pull: PullRequest): Rule | undefined =>
  ruleOf(rulesOfBase(store, pull), "MERGE_QUEUE")

/** The requirements of rules that the pull request does not meet yet, in GitHub's words. */
export const unmetRules = (store: Store, pull: PullRequest): string[] =>
  unmetBy(store, pull, rulesOfBase(store, pull))

const unmetBy = (store: Store, pull: PullRequest, rules: readonly RuleLike[]): string[] => [
  ...missingApprovals(store, pull, rules),
  ...missingChecks(store, baseOf(store, pull).repository, rules, pull.headRefOid),
]

/** @throws Refusal if rules prevent the pull request from being merged directly */
export function requireMergeable(store: Session, pull: PullRequest, viaQueue: boolean): void {
  const { repository, ref } = baseOf(store, pull)
  const queue = !viaQueue && queueRule(store, pull)
  const unmet = [
    ...unmetBy(store, pull, rulesFor(store, repository, ref)),
    ...(queue ? ["Changes must be made through the merge queue"] : []),
  ]
  if (unmet.length > 0) throw violation(...unmet)
  const missing = unmetBy(store, pull, protectedBy(store, repository, ref, store.viewer))
  if (missing.length > 0) throw unprocessable(missing.join(" "))
}

/** Whether rules of the base branch require a check or a status of this name. */
export const isRequiredCheck = (store: Store, pull: PullRequest, name: string): boolean =>
  rulesOfBase(store, pull).some(({ rule }) => rule.requiredChecks.includes(name))

/** How many approvals the rules of the base branch require. */
export const requiredApprovals = (store: Store, pull: PullRequest): number =>
  approvalsFor(rulesOfBase(store, pull))

const approvalsFor = (rules: readonly RuleLike[]): number =>
  Math.max(0, ...rules.map(({ rule }) => rule.requiredApprovals))

function missingApprovals(store: Store, pull: PullRequest, rules: readonly RuleLike[]): string[] {
  const needed = approvalsFor(rules)
  if (needed === 0) return []
  const states = latestReviews(store, pull, true)
    .filter((review) => isByWriter(store, pull, review))
    .map(({ state }) => state)
  if (states.includes("CHANGES_REQUESTED")) return ["Changes have been requested."]
  const approvals = states.filter((state) => state === "APPROVED").length
  if (approvals >= needed) return []
  const are = needed === 1 ? "approving review is" : "approving reviews are"
  return [`At least ${needed} ${are} required by reviewers with write access.`]
}

function missingChecks(
  store: Store,
  { id }: Repository,
  rules: readonly RuleLike[],
  oid: string | undefined,
): string[] {
  const required = new Set(rules.flatMap(({ rule }) => rule.requiredChecks))
  if (required.size === 0) return []
  const commit = { repositoryId: id, oid: oid ?? "" }
  const states = new Map([
    ...latestStatusesOn(store, commit).map((one) => [one.context, stateOfStatus(one)] as const),
    ...checkRunsOn(store, commit).map((one) => [one.name, stateOfCheckRun(one)] as const),
  ])
  const unmet = [...required].flatMap((context) => {
    const state = states.get(context)
    return state === "SUCCESS" ? [] : [{ context, says: state ? SAYS[state] : "expected" }]
  })
  const [first] = unmet
  if (!first) return []
  if (unmet.length === 1) return [`Required status check "${first.context}" is ${first.says}.`]
  const counted = `${unmet.length} of ${required.size} required status checks`
  if (unmet.every(({ says }) => says === first.says)) return [`${counted} are ${first.says}.`]
  // Checks in progress are not counted here.
  const parts = (["expected", "failing"] as const).flatMap((state) => {
    const { length } = unmet.filter(({ says }) => says === state)
    return length === 0 ? [] : [`${length} ${state}`]
  })
  return [`${counted} have not succeeded: ${parts.join(" and ")}.`]
}

const SAYS = { FAILURE: "failing", PENDING: "in progress" } as const
