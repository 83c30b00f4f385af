/** Phase 2 for one issue: runs its worker, and checks the results. */
import type { ChainEffect, Spawn } from "../machine/index.js"
import type { Contents, ManifestPort, WorkedLine } from "../manifest/index.js"
import type { Gate, GitHubPort, GitPort, IssueOnGitHub, Outcome, Worker } from "../ports/index.js"
import { ChainProblem } from "../problem/index.js"
import { phaseOf } from "../text/index.js"

type Work = Extract<ChainEffect, { type: "work" }>
export type Worked = Pick<WorkedLine, "issue" | "verdict" | "because" | "head" | "spawned">

/** Lets the worker process an issue, and checks the result. Problems are returned, not thrown. */
export async function workOn(
  { issue, root_id, depth }: Work,
  ports: Ports,
  signal: AbortSignal,
): Promise<Worked> {
  const { git, github, manifest } = ports
  const contents = contentsOf(ports)
  const earlier = contents.lines.flatMap((line) =>
    line.type === "working" && line.issue === issue ? [line] : [],
  )
  if (earlier.length > 0) refuseBesideAnother(contents)
  const since = earlier[0] ? contents.lines.indexOf(earlier[0]) : contents.lines.length
  const head = earlier[0]?.head ?? (await git.head())
  const failed = (because: string): Worked => ({
    issue,
    verdict: "failed",
    because,
    head,
    spawned: [],
  })
  const found = await github.issue(issue)
  if (!found?.is_open)
    return failed(found ? "it was closed in the meantime" : "it no longer exists")

  signal.throwIfAborted()
  const attempt = earlier.length + 1
  manifest.record({ type: "working", issue, attempt, head })
  const before = contentsOf(ports)
  const outcome = await outcomeOf(ports, {
    issue,
    title: found.title,
    root_id,
    depth,
    branch: contents.header.branch,
    attempt,
    cwd: git.root,
    signal,
    onStarted: (pid) => manifest.record({ type: "worker", pid }),
  })
  signal.throwIfAborted()

  const after = manifestAfter(ports, before)
  const left = await leftBehind(git, contents.header.branch, issue, head)
  const { now } = left
  const broken = [after.broken, ...left.problems].find((one) => one !== undefined)
  const phase = phaseOf((await github.issue(issue))?.body ?? "")
  const because = [
    broken,
    outcome.verdict === "failed" ? (outcome.because ?? "the worker reported a failure") : undefined,
    phase !== undefined && phase !== "verified" ? `its body says Phase: ${phase}` : undefined,
    now === head ? "the worker committed nothing" : undefined,
  ].find((one) => one !== undefined)
  const spawned = await spawnsOf(after.contents, since, github)
  if (because !== undefined) return { ...failed(because), head: now, spawned }
  return { issue, verdict: "verified", because: "", head: now, spawned }
}

async function outcomeOf({ worker }: Ports, job: Parameters<Ports["worker"]>[0]): Promise<Outcome> {
  try {
    return await worker(job)
  } catch (error) {
    return { verdict: "failed", because: error instanceof Error ? error.message : String(error) }
  }
}

export function contentsOf({ manifest }: Ports): Contents {
  const contents = manifest.read()
  if (contents !== undefined) return contents
  throw new ChainProblem("no_manifest", "The manifest was removed while the chain was running.")
}

/** A worker may survive its run and still be working. Two workers would interfere with each other. */
function refuseBesideAnother({ lines }: Contents): void {
  const last = lines.findLast((line) => line.type === "worker" || line.type === "working")
  if (last?.type !== "worker" || !isAlive(last.pid)) return
  throw new ChainProblem(
    "worker_running",
    `The worker of the interrupted run is still running as process ${last.pid}. Wait for it, or stop it.`,
  )
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The manifest after a worker, repaired if the worker damaged it. */
function manifestAfter(
  ports: Ports,
  before: Contents,
): { readonly contents: Contents; readonly broken: string | undefined } {
  const changed = () => {
    ports.manifest.restore(before.bytes)
    return {
      contents: contentsOf(ports),
      broken: "the worker changed existing lines of the manifest, which were restored",
    }
  }
  let contents: Contents
  try {
    contents = contentsOf(ports)
  } catch {
    return changed()
  }
  if (!contents.bytes.subarray(0, before.bytes.length).equals(before.bytes)) return changed()
  const isGarbled = contents.garbled.length > before.garbled.length
  return {
    contents,
    broken: isGarbled ? "the worker wrote an invalid line into the manifest" : undefined,
  }
}

/** Finds uncommitted or unexpected changes of a worker, and cleans up the branch for the next worker. */
async function leftBehind(
  git: GitPort,
  branch: string,
  issue: number,
  head: string,
): Promise<{ readonly now: string; readonly problems: readonly string[] }> {
  const problems: string[] = []
  const { branch: at, changes } = await git.status()
  if (changes !== "") {
    const message = `ghx issue-chain: uncommitted changes of the worker for #${issue}`
    await git.stash(message)
    problems.push(`the worker left uncommitted changes, now in git stash: ${message}`)
  }
  await git.quit()
  if (at !== branch) {
    if (!(await git.hasLocalBranch(branch))) await git.createBranch(branch, head)
    await git.switchTo(branch)
    problems.unshift(`the worker ended on ${at ?? "no branch"}`)
  }
  const now = await git.head()
  if (now !== head && !(await git.isAncestor(head, now)))
    problems.unshift("the worker removed commits from before its start")
  return { now, problems }
}

/** Issues filed in the meantime, with their current state on GitHub. */
async function spawnsOf(
  { lines }: Contents,
  since: number,
  github: GitHubPort,
): Promise<readonly Spawn[]> {
  const filed = lines.slice(since).filter((line) => line.type === "spawned")
  return Promise.all(
    filed.map(async (line) => ({
      issue: line.issue_number,
      kind: line.spawn_kind,
      same_file_as_root: line.same_file_as_root,
      same_skill_as_root: line.same_skill_as_root,
      found: foundAs(await github.issue(line.issue_number)),
    })),
  )
}

function foundAs(issue: IssueOnGitHub | null): Spawn["found"] {
  if (issue === null) return "missing"
  return issue.is_open ? "open" : "closed"
}

/** All side effects of a run. */
export interface Ports {
  readonly git: GitPort
  readonly github: GitHubPort
  readonly worker: Worker
  readonly gate: Gate
  readonly manifest: ManifestPort
}
