import { filesOf } from "../../git/index.js"
import { branchTip } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  alike,
  constants,
  emptyConnection,
  type Field,
  type Fields,
  NotModelled,
} from "../field/index.js"
import { own, unlessProtected } from "./absent.js"

/**
 * A constant answer, as long as the default branch has no file at this path, from which GitHub would derive another.
 */
const withoutFile = (path: RegExp, answer: unknown): Field<Repository> =>
  alike("nothing, if no file says otherwise", (repository: Repository, _args, { store }, info) => {
    const tip = branchTip(store, repository.id, repository.defaultBranch)
    const paths = tip === undefined ? [] : [...filesOf(store.git, tip).keys()]
    const found = paths.find((one) => path.test(one))
    if (found === undefined) return answer
    throw new NotModelled(`Repository.${info.fieldName} of ${found}`)
  })

const inCommunityFolder = (name: string): RegExp =>
  new RegExp(`^(?:\\.github/|docs/)?${name}(?:\\.\\w+)?$`, "i")

/** The file that configures the page for new issues. */
const issueConfig = /^\.github\/issue_template\/config\.ya?ml$/i

/** Answers of a repository about features that the sandbox does not have. */
export const absentFeatures: Fields<Repository> = {
  ...constants({
    diskUsage: 0,
    forkingAllowed: true,
    hasSponsorshipsEnabled: false,
    hasVulnerabilityAlertsEnabled: false,
    interactionAbility: null,
    isDisabled: false,
    isLocked: false,
    isMirror: false,
    lockReason: null,
    mergeCommitMessage: "PR_TITLE",
    mergeCommitTitle: "MERGE_MESSAGE",
    mirrorUrl: null,
    squashMergeCommitMessage: "COMMIT_MESSAGES",
    squashMergeCommitTitle: "COMMIT_OR_PR_TITLE",
    squashPrTitleUsedAsDefault: false,
    tempCloneToken: null,
    templateRepository: null,
    usesCustomOpenGraphImage: false,
    webCommitSignoffRequired: false,
  }),
  // GitHub has removed classic projects.
  projects: emptyConnection,
  // The sandbox's git has no submodules.
  submodules: emptyConnection,
  codeOfConduct: withoutFile(inCommunityFolder("code[_-]of[_-]conduct"), null),
  codeowners: withoutFile(inCommunityFolder("codeowners"), null),
  contactLinks: withoutFile(issueConfig, []),
  isBlankIssuesEnabled: withoutFile(issueConfig, true),
  contributingGuidelines: withoutFile(inCommunityFolder("contributing"), null),
  fundingLinks: withoutFile(/^\.github\/funding\.ya?ml$/i, []),
  isSecurityPolicyEnabled: withoutFile(inCommunityFolder("security"), false),
  issueTemplates: withoutFile(/(?:^|\/)issue_template(?:\/|\.\w+$)/i, []),
  licenseInfo: withoutFile(/^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]+)?$/i, null),
  pullRequestTemplates: withoutFile(/(?:^|\/)pull_request_template(?:\/|\.\w+$)/i, []),
  securityPolicyUrl: withoutFile(inCommunityFolder("security"), null),

  branchProtectionRules: unlessProtected(({ id }: Repository) => id, emptyConnection),
  commitComments: own("commit_comments", emptyConnection),
  deployKeys: own("deploy_keys", emptyConnection),
  packages: own("packages", emptyConnection),
}
