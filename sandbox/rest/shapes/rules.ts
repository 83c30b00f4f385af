import { type RuleOf, webUrl } from "../../state/index.js"
import {
  type Advisory,
  type Autolink,
  nodeId,
  type Rule,
  type Ruleset,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl, times } from "./common.js"
import { userById } from "./user.js"

/** A ruleset in lists: without its rules. */
export function rulesetSummary(view: View, ruleset: Ruleset) {
  const repository = view.store.get("repositories", ruleset.repositoryId)
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: ruleset.target.toLowerCase(),
    source_type: "Repository",
    source: view.store.nameWithOwner(repository),
    enforcement: ruleset.enforcement.toLowerCase(),
    node_id: nodeId(ruleset),
    _links: {
      self: { href: `${repositoryUrl(view, repository)}/rulesets/${ruleset.id}` },
      html: { href: `${webUrl(view.store, repository)}/rules/${ruleset.id}` },
    },
    ...times(ruleset),
  }
}

export const rulesetShape = (view: View, ruleset: Ruleset) => ({
  ...rulesetSummary(view, ruleset),
  conditions: { ref_name: { include: ruleset.include, exclude: ruleset.exclude } },
  rules: ruleset.rules.map(ruleShape),
  bypass_actors: [],
  current_user_can_bypass: "never",
})

/** A rule as it applies to a branch. */
export const branchRuleShape = (view: View, { ruleset, rule }: RuleOf) => ({
  ...ruleShape(rule),
  ruleset_source_type: "Repository",
  ruleset_source: view.store.nameWithOwner(view.store.get("repositories", ruleset.repositoryId)),
  ruleset_id: ruleset.id,
})

/** Only values that seeds can set differ from GitHub's defaults. */
function ruleShape({ type, requiredApprovals, requiredChecks, mergeMethod }: Rule) {
  const named = { type: type.toLowerCase() }
  if (type === "PULL_REQUEST") {
    const parameters = {
      allowed_merge_methods: ["merge", "squash", "rebase"],
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_approving_review_count: requiredApprovals,
      required_review_thread_resolution: false,
      required_reviewers: [],
    }
    return { ...named, parameters }
  }
  if (type === "REQUIRED_STATUS_CHECKS") {
    const parameters = {
      do_not_enforce_on_create: false,
      required_status_checks: requiredChecks.map((context) => ({ context })),
      strict_required_status_checks_policy: false,
    }
    return { ...named, parameters }
  }
  if (type === "MERGE_QUEUE") {
    const parameters = {
      check_response_timeout_minutes: 60,
      grouping_strategy: "ALLGREEN",
      max_entries_to_build: 5,
      max_entries_to_merge: 5,
      merge_method: mergeMethod,
      min_entries_to_merge: 1,
      min_entries_to_merge_wait_minutes: 5,
    }
    return { ...named, parameters }
  }
  return named
}

export const autolinkShape = (link: Autolink) => ({
  id: link.id,
  key_prefix: link.keyPrefix,
  url_template: link.urlTemplate,
  is_alphanumeric: link.isAlphanumeric,
  updated_at: link.updatedAt,
})

export function advisoryShape(view: View, advisory: Advisory) {
  const repository = view.store.get("repositories", advisory.repositoryId)
  const path = `security-advisories/${advisory.ghsaId}`
  const { ghsaId, cveId } = advisory
  return {
    ghsa_id: ghsaId,
    cve_id: cveId,
    url: `${repositoryUrl(view, repository)}/${path}`,
    html_url: `${webUrl(view.store, repository)}/security/advisories/${ghsaId}`,
    summary: advisory.summary,
    description: advisory.description,
    severity: advisory.severity?.toLowerCase() ?? null,
    author: userById(view, advisory.authorId),
    publisher: advisory.publishedAt === null ? null : userById(view, advisory.authorId),
    identifiers: [
      { type: "GHSA", value: ghsaId },
      ...(cveId === null ? [] : [{ type: "CVE", value: cveId }]),
    ],
    state: advisory.state.toLowerCase(),
    ...times(advisory),
    published_at: advisory.publishedAt,
    closed_at: null,
    withdrawn_at: null,
    submission: null,
    vulnerabilities: [],
    cvss: null,
    cwes: [],
    cwe_ids: [],
    credits: [],
    credits_detailed: [],
    collaborating_users: [],
    collaborating_teams: [],
    private_fork: null,
  }
}
