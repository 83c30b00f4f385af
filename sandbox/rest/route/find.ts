import {
  canSee,
  findVisible,
  isVisible,
  objectByExpression,
  repositoryOf,
} from "../../state/index.js"
import {
  find,
  get,
  type Issue,
  issueByNumber,
  type Milestone,
  milestoneByNumber,
  nameWithOwner,
  type PullRequest,
  pullRequestByNumber,
  type Repository,
  repositoryByName,
  type Tables,
} from "../../tables/index.js"
import { type HttpRefusal, missing, NotModelled, refuse } from "./errors.js"
import type { RestRequest } from "./request.js"

/** The repository of the path, if the viewer can see it. */
export function repositoryIn({ world, viewer, params }: RestRequest): Repository {
  const repository = repositoryByName(world, params.owner ?? "", params.repo ?? "")
  if (!repository || !canSee(world, viewer, repository)) throw missing()
  return repository
}

export function numberIn({ params }: RestRequest, name: string): number {
  const text = params[name] ?? ""
  if (!/^\d+$/.test(text)) throw missing()
  return Number(text)
}

/** The issue of the path, or the pull request: REST treats every pull request as an issue. */
export function issueIn(request: RestRequest): Issue | PullRequest {
  const { world } = request
  const repository = repositoryIn(request)
  const number = numberIn(request, "issue_number")
  const row =
    issueByNumber(world, repository, number) ?? pullRequestByNumber(world, repository, number)
  if (row) return row
  if (repository.deletedNumbers.has(number)) throw refuse(410, "This issue was deleted")
  const moved = findVisible(request, "issues", repository.transferredNumbers.get(number))
  throw moved ? redirectTo(request, moved) : missing()
}

/** To the same page of the issue that it is now. */
function redirectTo({ world, apiUrl, url: asked }: RestRequest, moved: Issue): HttpRefusal {
  const home = nameWithOwner(world, get(world, "repositories", moved.repositoryId))
  const page = /\/issues\/[^/?]+(.*)$/.exec(asked)?.[1] ?? ""
  const url = `${apiUrl}/repos/${home}/issues/${moved.number}${page}`
  const refusal = refuse(301, "Moved Permanently", { url })
  refusal.answer.headers.location = url
  return refusal
}

/** The commit of the path, by a branch, a tag or its sha. */
export function commitIn(request: RestRequest, parameter: "ref" | "sha"): string {
  const repository = repositoryIn(request)
  const ref = request.params[parameter] ?? ""
  const found = objectByExpression(request.world, repository, ref)
  if (found?.kind !== "Commit") throw refuse(422, `No commit found for SHA: ${ref}`)
  return found.oid
}

export function pullIn(request: RestRequest): PullRequest {
  const repository = repositoryIn(request)
  const pull = pullRequestByNumber(request.world, repository, numberIn(request, "pull_number"))
  if (!pull) throw missing()
  return pull
}

export function milestoneIn(request: RestRequest): Milestone {
  const repository = repositoryIn(request)
  const number = numberIn(request, "milestone_number")
  const milestone = milestoneByNumber(request.world, repository, number)
  if (!milestone) throw missing()
  return milestone
}

type InRepository =
  | "issueComments"
  | "reviews"
  | "reviewComments"
  | "releases"
  | "releaseAssets"
  | "workflowRuns"
  | "workflowJobs"

/** The row of the path's repository that a database id names. */
export function rowIn<Name extends InRepository>(
  request: RestRequest,
  table: Name,
  parameter: string,
): Tables[Name] {
  const { world, viewer } = request
  const repository = repositoryIn(request)
  const row = find(world, table, numberIn(request, parameter))
  if (!row || repositoryOf(world, row) !== repository || !isVisible(world, viewer, row)) {
    throw missing()
  }
  return row
}

/** The list, where the seed has said that it is empty: nothing else is modelled of it. */
export function knownOf(list: readonly never[] | null, name: string, owner: string) {
  if (list) return list
  throw new NotModelled(`the ${name} of a ${owner} of which the seed does not say \`${name}: []\``)
}
