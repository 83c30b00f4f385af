import {
  type Account,
  get,
  type Issue,
  type IssueComment,
  type Label,
  type Milestone,
  nameWithOwner,
  type PullRequest,
  type Release,
  type ReleaseAsset,
  type Repository,
  type Review,
  type ReviewComment,
  type WorkflowJob,
  type WorkflowRun,
  type World,
} from "../tables/index.js"

export type Addressable =
  | Account
  | Repository
  | Label
  | Milestone
  | Issue
  | PullRequest
  | IssueComment
  | Review
  | ReviewComment
  | Release
  | WorkflowRun
  | WorkflowJob

/** Where a browser downloads a file of a release. */
export function assetUrl(world: World, asset: ReleaseAsset): string {
  const page = webUrl(world, get(world, "releases", asset.releaseId))
  const folder = page.replace(/\/releases\/tag\/([^/]+)$/, "/releases/download/$1")
  return `${folder}/${encodeURIComponent(asset.name)}`
}

/** The path of the row's page on the web site. */
export function resourcePath(world: World, row: Addressable): string {
  switch (row.kind) {
    case "Repository":
      return `/${nameWithOwner(world, row)}`
    case "Label":
      return `${inRepository(world, row)}/labels/${encodeURIComponent(row.name)}`
    case "Milestone":
      return `${inRepository(world, row)}/milestone/${row.number}`
    case "Issue":
      return `${inRepository(world, row)}/issues/${row.number}`
    case "PullRequest":
      return `${inRepository(world, row)}/pull/${row.number}`
    case "IssueComment": {
      const table = row.subjectKind === "Issue" ? "issues" : "pullRequests"
      return `${resourcePath(world, get(world, table, row.subjectId))}#issuecomment-${row.id}`
    }
    case "PullRequestReview":
      return `${resourcePath(world, get(world, "pullRequests", row.pullRequestId))}#pullrequestreview-${row.id}`
    case "PullRequestReviewComment": {
      const thread = get(world, "reviewThreads", row.threadId)
      return `${resourcePath(world, get(world, "pullRequests", thread.pullRequestId))}#discussion_r${row.id}`
    }
    case "Release": {
      // A draft has no tag yet.
      const tag = row.isDraft ? `untagged-${row.id}` : encodeURIComponent(row.tagName)
      return `${inRepository(world, row)}/releases/tag/${tag}`
    }
    case "WorkflowRun":
      return `${inRepository(world, row)}/actions/runs/${row.id}`
    case "CheckRun":
      return `${resourcePath(world, get(world, "workflowRuns", row.runId))}/job/${row.id}`
    case "Organization":
      return `/${row.login}`
    case "Bot":
      return `/apps/${row.login.replace(/\[bot\]$/, "")}`
    default:
      return `/${row.login}`
  }
}

export const webUrl = (world: World, row: Addressable): string =>
  world.webUrl + resourcePath(world, row)

function inRepository(world: World, row: { repositoryId: number }): string {
  return resourcePath(world, get(world, "repositories", row.repositoryId))
}
