/** Executes a run, from its checks to its report. */
import {
  type ChainEffect,
  type ChainState,
  initialState,
  type Traversal,
  transition,
} from "../machine/index.js"
import {
  type Contents,
  hasEnded,
  MANIFEST_PATH,
  type RememberedWorker,
  remember,
} from "../manifest/index.js"
import type { PullRequestOnGitHub } from "../ports/index.js"
import { ChainProblem } from "../problem/index.js"
import {
  branchNames,
  type Cluster,
  pullRequestBody,
  pullRequestTitle,
  type Report,
  withAudit,
} from "../text/index.js"
import { type Cleared, diagnosesOf, preflight } from "./preflight.js"
import { replay, workedIssues } from "./progress.js"
import { contentsOf, type Ports, type Worked, workOn } from "./work.js"

export interface RunOptions {
  /** Numbers of issues, in any order. A resumed run takes them from the manifest. */
  readonly roots?: readonly number[]
  /** Whether a root's whole subtree comes before the next root (`dfs`, the default) or after it. */
  readonly traversal?: Traversal
  /** The base branch of the pull request; the default branch by default. */
  readonly base?: string
  /** The worker to keep for `rememberedWorker` of a later run. */
  readonly remember?: RememberedWorker
  /** Ends the worker and the run, which can be resumed. */
  readonly signal?: AbortSignal
  /** Called with progress events. */
  readonly onProgress?: (progress: ChainProgress) => void
}

/** Progress events of a run. */
export type ChainProgress =
  | ChainEffect
  | (Pick<Worked, "issue" | "verdict" | "because"> & { readonly type: "worked" })

/** The first step of a run. */
export interface Prospect extends Cleared {
  readonly roots: readonly number[]
  readonly branch: string
  readonly base: string
  readonly begins_at: string
}

/**
 * Phase 0 without its side effects.
 *
 * @throws `ChainProblem` if a check fails; nothing has changed then.
 */
export async function prospectOf(ports: Ports, options: RunOptions): Promise<Prospect> {
  const { git, github, gate, manifest } = ports
  const { roots } = initialState(options.roots ?? [])
  if (roots.length === 0) throw new ChainProblem("usage", "Name at least one issue.")
  const before = manifest.read()
  if (before !== undefined && !hasEnded(before)) {
    throw new ChainProblem(
      "under_way",
      `A chain is already running on ${before.header.branch}. Continue with --resume, or remove ${MANIFEST_PATH}.`,
    )
  }
  const cleared = await preflight(roots, git, github, gate)
  const branch = await freeBranch(ports, roots, cleared.issues[0]?.title ?? "")
  const base = options.base ?? (await github.defaultBranch())
  return { ...cleared, roots, branch, base, begins_at: await git.head() }
}

async function freeBranch(
  { git }: Ports,
  roots: readonly number[],
  title: string,
): Promise<string> {
  const names = branchNames(roots, title)
  for (const name of names) if (!(await git.hasBranch(name))) return name
  throw new ChainProblem(
    "branch_exists",
    `The branch ${names.join(" and the branch ")} already exists. Delete it locally and on the remote.`,
  )
}

/** Begins a run, and continues to its end. */
export async function begin(ports: Ports, options: RunOptions): Promise<Report> {
  const { roots, bypassed, branch, base, begins_at } = await prospectOf(ports, options)
  const { traversal = "dfs", signal } = options
  signal?.throwIfAborted()
  await ports.git.exclude(MANIFEST_PATH.replace(/[^/]+$/, ""))
  ports.manifest.create({
    repository: ports.github.repository,
    roots,
    traversal,
    branch,
    base,
    begins_at,
    bypassed,
  })
  try {
    const contents = contentsOf(ports)
    if (options.remember) remember(contents, options.remember)
    await prepare(ports, contents)
  } catch (error) {
    ports.manifest.discard()
    throw error
  }
  return goOn(ports, options)
}

export async function resume(ports: Ports, options: RunOptions): Promise<Report> {
  const contents = ports.manifest.read()
  if (contents === undefined)
    throw new ChainProblem("no_manifest", "There is no chain here to resume.")
  const { repository } = contents.header
  if (repository !== ports.github.repository)
    throw new ChainProblem("usage", `The running chain belongs to ${repository}.`)
  if (!hasEnded(contents)) await prepare(ports, contents)
  return goOn(ports, options)
}

/** Executes the manifest's first line; finished parts are skipped. */
async function prepare({ git, github }: Ports, { header, lines }: Contents): Promise<void> {
  const { branch, begins_at, bypassed } = header
  for (const root of bypassed) {
    const issue = await github.issue(root)
    if (issue === null) continue
    const body = withAudit(issue.body, branch)
    if (body !== issue.body) await github.updateBody(root, body)
  }
  if (!(await git.hasLocalBranch(branch))) {
    await git.createBranch(branch, lastHead(lines) ?? begins_at)
  }
  if ((await git.status()).branch !== branch) await git.switchTo(branch)
}

/** The newest commit in a manifest. */
function lastHead(lines: Contents["lines"]): string | undefined {
  return lines.flatMap((line) => ("head" in line ? [line.head] : [])).at(-1)
}

/** Phases 1 to 4. */
async function goOn(
  ports: Ports,
  { signal = new AbortController().signal, onProgress = () => {} }: RunOptions,
): Promise<Report> {
  const { manifest } = ports
  let { state, effects } = replay(contentsOf(ports))
  while (!state.ended) {
    for (const effect of effects) onProgress(effect)
    const work = effects.find((effect) => effect.type === "work")
    if (work === undefined) break
    const worked = await workOn(work, ports, signal)
    manifest.record({ type: "worked", ...worked })
    onProgress({ type: "worked", ...worked })
    const { verdict, spawned } = worked
    ;({ state, effects } = transition(state, { type: "worked", verdict, spawned }))
  }
  for (const effect of effects) onProgress(effect)
  return finish(ports, state)
}

/** Phases 3 and 4: pushes the commits, opens one pull request, and reports. */
async function finish(ports: Ports, state: ChainState): Promise<Report> {
  const contents = contentsOf(ports)
  const { header, lines } = contents
  const { branch, base, begins_at, roots, traversal } = header
  const filed = state.filed_only.map(({ issue }) => issue)
  const titles = await titlesOf(ports, [...Object.keys(state.depths).map(Number), ...filed])
  const diagnoses = await diagnosesOf(Object.keys(state.processed).map(Number), ports.github)
  const worked = workedIssues(contents, state, titles, diagnoses)
  const result = { branch, base, state, worked, titles }
  const ended = (
    pull_request: PullRequestOnGitHub | null,
    no_pull_request: string | null,
  ): Report => {
    if (!hasEnded(contents)) ports.manifest.record({ type: "ended" })
    return { ...result, pull_request, no_pull_request }
  }
  const head = lastHead(lines) ?? begins_at
  if (head === begins_at) return ended(null, "nothing was committed, so no pull request was opened")
  const title = titles[roots[0] ?? 0] ?? ""
  let pull: PullRequestOnGitHub
  try {
    const { filed_only } = state
    const cluster = { roots, traversal, worked, title, filed_only, titles }
    pull = await publish(ports, contents, head, cluster)
  } catch (error) {
    if (!(error instanceof ChainProblem)) throw error
    const no_pull_request = `no pull request was opened: ${error.message} Continue with ghx issue-chain --resume, or by hand: git push origin ${branch}; gh pr create --head ${branch} --base ${base}`
    return { ...result, pull_request: null, no_pull_request }
  }
  return ended(pull, null)
}

/** An existing branch and pull request are reused. */
async function publish(
  { git, github, manifest }: Ports,
  { header: { branch, base }, lines }: Contents,
  head: string,
  cluster: Cluster,
): Promise<PullRequestOnGitHub> {
  if (!lines.some((line) => line.type === "pushed" && line.head === head)) {
    await git.push(branch)
    manifest.record({ type: "pushed", head })
  }
  const opened = lines.find((line) => line.type === "pull_request")
  if (opened) return { number: opened.number, url: opened.url }
  const pull =
    (await github.pullRequestFrom(branch)) ??
    (await github.createPullRequest({
      head: branch,
      base,
      title: pullRequestTitle(cluster),
      body: pullRequestBody(cluster),
    }))
  manifest.record({ type: "pull_request", number: pull.number, url: pull.url })
  return pull
}

async function titlesOf(
  { github }: Ports,
  issues: readonly number[],
): Promise<Readonly<Record<number, string>>> {
  const found = await Promise.all(issues.map((issue) => github.issue(issue)))
  return Object.fromEntries(
    found.flatMap((issue) => (issue === null ? [] : [[issue.number, issue.title]])),
  )
}
