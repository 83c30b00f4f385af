import type { ReleaseAsset, Store, Tables, WorkflowJob } from "../tables/index.js"

/** The rows that have a page. */
export type Addressable = Tables[
  | "accounts"
  | "discussionComments"
  | "discussions"
  | "gists"
  | "issueComments"
  | "issues"
  | "labels"
  | "milestones"
  | "projects"
  | "pullRequests"
  | "releases"
  | "repositories"
  | "reviewComments"
  | "reviews"
  | "teams"
  | "workflowJobs"
  | "workflowRuns"]

/** The URL at which a browser downloads a file of a release. */
export function assetUrl(store: Store, asset: ReleaseAsset): string {
  const page = webUrl(store, store.get("releases", asset.releaseId))
  const folder = page.replace(/\/releases\/tag\/([^/]+)$/, "/releases/download/$1")
  return `${folder}/${encodeURIComponent(asset.name)}`
}

/** The path of the row's page on the web site. */
export function resourcePath(store: Store, row: Addressable): string {
  switch (row.kind) {
    case "Repository":
      return `/${store.nameWithOwner(row)}`
    case "Label":
      return `${inRepository(store, row)}/labels/${encodeURIComponent(row.name)}`
    case "Milestone":
      return `${inRepository(store, row)}/milestone/${row.number}`
    case "Issue":
      return `${inRepository(store, row)}/issues/${row.number}`
    case "PullRequest":
      return `${inRepository(store, row)}/pull/${row.number}`
    case "IssueComment":
      return `${resourcePath(store, store.numberedOf(row))}#issuecomment-${row.id}`
    case "PullRequestReview":
      return `${resourcePath(store, store.get("pullRequests", row.pullRequestId))}#pullrequestreview-${row.id}`
    case "PullRequestReviewComment": {
      const thread = store.get("reviewThreads", row.threadId)
      return `${resourcePath(store, store.get("pullRequests", thread.pullRequestId))}#discussion_r${row.id}`
    }
    case "Release": {
      // A draft has no tag yet.
      const tag = row.isDraft ? `untagged-${row.id}` : encodeURIComponent(row.tagName)
      return `${inRepository(store, row)}/releases/tag/${tag}`
    }
    case "Discussion":
      return `${inRepository(store, row)}/discussions/${row.number}`
    case "DiscussionComment":
      return `${resourcePath(store, store.get("discussions", row.discussionId))}#discussioncomment-${row.id}`
    case "ProjectV2": {
      const owner = store.get("accounts", row.ownerId)
      const home = owner.kind === "Organization" ? "orgs" : "users"
      return `/${home}/${owner.login}/projects/${row.number}`
    }
    case "Gist":
      return `/${row.name}`
    case "WorkflowRun":
      return `${inRepository(store, row)}/actions/runs/${row.id}`
    case "CheckRun":
      return checkPath(store, row)
    case "Team":
      return `/orgs/${store.get("accounts", row.organizationId).login}/teams/${row.slug}`
    case "Bot":
      return `/apps/${row.login.replace(/\[bot\]$/, "")}`
    default:
      return `/${row.login}`
  }
}

function checkPath(store: Store, row: WorkflowJob): string {
  const run = store.get("workflowRuns", row.runId)
  if (row.check) return `${inRepository(store, run)}/runs/${row.id}`
  return `${resourcePath(store, run)}/job/${row.id}`
}

export function webUrl(store: Store, row: Addressable): string {
  const site = row.kind === "Gist" ? store.webUrl.replace("//", "//gist.") : store.webUrl
  return site + resourcePath(store, row)
}

function inRepository(store: Store, row: { repositoryId: number }): string {
  return resourcePath(store, store.get("repositories", row.repositoryId))
}
