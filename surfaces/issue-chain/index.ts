/**
 * Processes root issues, and the issues that they spawn, on one branch and in one pull request.
 * docs/issue-chains.md has the rules.
 */
import {
  begin,
  type Prospect,
  prospectOf,
  type Readiness,
  type RunOptions,
  readiness,
  resume,
  statusText,
} from "./flow/index.js"
import {
  appendSpawned,
  MANIFEST_PATH,
  manifestOf,
  type RememberedWorker,
  readManifest,
  type SpawnedLine,
  workerOf,
} from "./manifest/index.js"
import { type Gate, type Ghx, githubOf, openGit, type Worker } from "./ports/index.js"
import { ChainProblem } from "./problem/index.js"
import type { Report } from "./text/index.js"

export type { ChainProgress, Prospect, Readiness } from "./flow/index.js"
export * from "./machine/index.js"
export {
  MANIFEST_PATH,
  type RememberedWorker,
  SCHEMA_VERSION,
  type SpawnedLine,
} from "./manifest/index.js"
export {
  type Choice,
  type CommandWorkerOptions,
  commandWorker,
  type Gate,
  type Ghx,
  type Job,
  type Outcome,
  type Worker,
} from "./ports/index.js"
export { ChainProblem, type ChainProblemCode } from "./problem/index.js"
export { type Report, reportText, unreachedRoots, type WorkedIssue } from "./text/index.js"

export interface IssueChainOptions extends RunOptions {
  /** The tree of capabilities from `createGhx`. */
  readonly ghx: Ghx
  /** `owner/repo`. */
  readonly repository: string
  /** The worker, which processes one issue at a time. */
  readonly worker: Worker
  /** Decides about roots without a diagnosis. By default, a run with such roots does not begin. */
  readonly gate?: Gate
  /** A folder of the clone; the current folder by default. */
  readonly cwd?: string
  /** Resume the run of the clone's manifest. */
  readonly resume?: boolean
}

/**
 * Processes root issues and the issues they spawn on one new branch, and opens one pull request. It closes no issue
 * and merges nothing.
 *
 * @throws {@link ChainProblem} if the run cannot begin or continue; `code` and the message say why
 *
 * @example
 * const { pull_request } = await issueChain({
 *   ghx, repository: "octocat/hello-world", roots: [44, 45], worker: commandWorker(["./worker"]),
 * })
 */
export async function issueChain(options: IssueChainOptions): Promise<Report> {
  const ports = await portsOf(options)
  return options.resume ? resume(ports, options) : begin(ports, options)
}

/** The first step of {@link issueChain}: its checks, without any change or question. */
export async function issueChainProspect(options: IssueChainOptions): Promise<Prospect> {
  const ports = await portsOf({ ...options, gate: async () => "proceed" })
  return prospectOf(ports, options)
}

/** Which issues have a diagnosis among their comments: one with a line `## Diagnosis`. */
export async function readyIssues(
  ghx: Ghx,
  repository: string,
  issues: readonly number[],
): Promise<Readiness> {
  return readiness(issues, githubOf(ghx, repository))
}

/**
 * Records an issue that was filed during the current run in the manifest of the run. Several processes may do so at
 * the same time.
 *
 * @throws {@link ChainProblem} `no_manifest` if there is no current run, `bad_manifest` if the file has another
 *   version
 */
export async function fileSpawned(
  spawned: Omit<SpawnedLine, "type">,
  cwd = process.cwd(),
): Promise<void> {
  const { root } = await openOwn(cwd)
  appendSpawned(root, spawned)
}

/**
 * The worker that was kept for the run of a clone's manifest, in the user's own state folder; undefined if there is
 * none.
 *
 * @throws {@link ChainProblem} `bad_manifest` if the manifest may come from somebody else
 */
export async function rememberedWorker(cwd = process.cwd()): Promise<RememberedWorker | undefined> {
  const { root } = await openOwn(cwd)
  const contents = readManifest(root)
  return contents && workerOf(contents)
}

/** The status of a clone's run: its issues, branch and pull request. */
export async function issueChainStatus(cwd = process.cwd()): Promise<string> {
  const { root } = await openOwn(cwd)
  const contents = readManifest(root)
  if (contents === undefined) throw new ChainProblem("no_manifest", "No chain was run here.")
  return statusText(contents)
}

/** @throws ChainProblem if the clone brings a manifest */
async function openOwn(cwd: string) {
  const git = await openGit(cwd)
  await git.requireOwn(MANIFEST_PATH)
  return git
}

async function portsOf(options: IssueChainOptions) {
  const git = await openOwn(options.cwd ?? process.cwd())
  return {
    git,
    github: githubOf(options.ghx, options.repository),
    worker: options.worker,
    gate: options.gate ?? nobody,
    manifest: manifestOf(git.root),
  }
}

const nobody: Gate = async (undiagnosed) => {
  const roots = undiagnosed.map((root) => `#${root}`).join(", ")
  throw new ChainProblem(
    "not_diagnosed",
    `${roots} have no diagnosis yet, and there is no terminal to ask for a decision.`,
  )
}
