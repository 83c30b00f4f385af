import { issuerOf } from "../../http/index.js"
import { canSee, commitBy, findVisible, isVisible, repositoryOf } from "../../state/index.js"
import type {
  Account,
  Issue,
  Milestone,
  PullRequest,
  Repository,
  Tables,
  WorkflowJob,
  WorkflowRun,
} from "../../tables/index.js"
import { HttpRefusal, issuesDisabled, missing, NotModelled, orMissing, refuse } from "./errors.js"
import type { AskedRequest } from "./request.js"

/** The repository of the path, if the viewer can see it. @throws HttpRefusal that redirects from a former name */
export function repositoryIn(request: AskedRequest): Repository {
  const { store, params } = request
  const { owner = "", repo = "" } = params
  const repository = store.repositoryAt(owner, repo)
  if (!repository || !canSee(store, repository)) throw missing()
  if (store.repositoryByName(owner, repo) !== repository) throw renamed(request, repository)
  return repository
}

/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects */
function renamed({ apiUrl, url: asked, method }: AskedRequest, { id }: Repository): HttpRefusal {
  const page = /\/(?:repos\/[^/]+\/[^/?]+|repositories\/\d+)(.*)$/.exec(asked)?.[1] ?? ""
  const url = `${apiUrl}/repositories/${id}${page}`
  const [status, message] =
    method === "GET" ? [301, "Moved Permanently"] : [307, "Temporary Redirect"]
  const refusal = refuse(Number(status), String(message), { url })
  refusal.answer.headers.location = url
  return refusal
}

export const accountIn = ({ store, params }: AskedRequest, parameter = "username"): Account =>
  orMissing(store.accountByLogin(params[parameter] ?? ""))

export function organizationIn(request: AskedRequest): Account {
  const account = accountIn(request, "org")
  if (account.kind !== "Organization") throw missing()
  return account
}

export function numberIn({ params }: AskedRequest, name: string): number {
  const text = params[name] ?? ""
  if (!/^\d+$/.test(text)) throw missing()
  return Number(text)
}

/** The issue or pull request of the path, since REST treats every pull request as an issue. */
export function issueIn(request: AskedRequest): Issue | PullRequest {
  const { store } = request
  const repository = repositoryIn(request)
  const number = numberIn(request, "issue_number")
  const row =
    store.issueByNumber(repository, number) ?? store.pullRequestByNumber(repository, number)
  if (row?.kind === "Issue" && !repository.hasIssuesEnabled) throw issuesDisabled()
  if (row) return row
  if (repository.deletedNumbers.has(number)) throw refuse(410, "This issue was deleted")
  const moved = findVisible(request.store, "issues", repository.transferredNumbers.get(number))
  throw moved ? redirectTo(request, moved) : missing()
}

/** Redirects to the same page of the transferred issue. */
function redirectTo({ store, apiUrl, url: asked }: AskedRequest, moved: Issue): HttpRefusal {
  const home = store.nameWithOwner(store.get("repositories", moved.repositoryId))
  const page = /\/issues\/[^/?]+(.*)$/.exec(asked)?.[1] ?? ""
  const url = `${apiUrl}/repos/${home}/issues/${moved.number}${page}`
  const refusal = refuse(301, "Moved Permanently", { url })
  refusal.answer.headers.location = url
  return refusal
}

/** The commit of the path, by a branch, a tag or its sha. */
export function commitIn(request: AskedRequest, parameter: "ref" | "sha" | "commit_sha"): string {
  const repository = repositoryIn(request)
  const ref = request.params[parameter] ?? ""
  const oid = commitBy(request.store, repository, ref)
  if (oid === undefined) throw refuse(422, `No commit found for SHA: ${ref}`)
  return oid
}

export function pullIn(request: AskedRequest): PullRequest {
  const repository = repositoryIn(request)
  return orMissing(request.store.pullRequestByNumber(repository, numberIn(request, "pull_number")))
}

export function milestoneIn(request: AskedRequest): Milestone {
  const repository = repositoryIn(request)
  const number = numberIn(request, "milestone_number")
  return orMissing(request.store.milestoneByNumber(repository, number))
}

/** The row of the path's repository with this database id. */
export function rowIn<Name extends keyof Tables>(
  request: AskedRequest,
  table: Name,
  parameter: string,
): Tables[Name] {
  const { store } = request
  const repository = repositoryIn(request)
  const row = store.find(table, numberIn(request, parameter))
  if (!row || repositoryOf(store, row) !== repository || !isVisible(store, row)) {
    throw missing()
  }
  return row
}

/** The run of the path. The suites of Apps have no run. */
export function runIn(request: AskedRequest): WorkflowRun {
  const run = rowIn(request, "workflowRuns", "run_id")
  if (run.workflowId === null) throw missing()
  return run
}

/** The job of the path. The check runs of Apps are none. */
export function jobIn(request: AskedRequest): WorkflowJob {
  const job = rowIn(request, "workflowJobs", "job_id")
  if (job.check) throw missing()
  return job
}

/** The list, if the seed declares it empty: nothing else is modelled. */
export function knownOf<Item>(
  list: readonly Item[] | null,
  name: string,
  owner: string,
): readonly Item[] {
  if (list) return list
  throw new NotModelled(`the ${name} of a ${owner} of which the seed does not say \`${name}: []\``)
}

/** The App that the request is from. @throws HttpRefusal without a valid JWT */
export function issuerIn({ app }: AskedRequest): string {
  const issuer = issuerOf(app, app.authorization, new Date())
  if (typeof issuer !== "string") throw new HttpRefusal(issuer)
  return issuer
}
