/**
 * `ghx issue-chain`: processes root issues and the issues they spawn, through one branch and one pull
 * request.
 */
import { createGhx } from "../../generated/lazy.js"
import {
  ChainProblem,
  type ChainProblemCode,
  type ChainProgress,
  type Choice,
  commandWorker,
  fileSpawned,
  type Gate,
  type IssueChainOptions,
  issueChain,
  issueChainProspect,
  issueChainStatus,
  readyIssues,
  rememberedWorker,
  reportText,
  unreachedRoots,
} from "../issue-chain/index.js"
import { ask } from "./ask.js"
import { withClient } from "./client.js"
import { repositoryFor } from "./input/index.js"
import { CommandError, exitCodes, print, printNote, UsageError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { canAsk, type Terminal } from "./terminal/index.js"

/** The time limit is in seconds. */
type IssueChainFlags = OptionValues<
  "worker" | "workerTimeout" | "base" | "repo",
  "bfs" | "resume" | "dryRun"
>

export async function run(
  issues: readonly string[],
  flags: IssueChainFlags,
  terminal: Terminal,
): Promise<number> {
  const given = optionsOf(issues, flags, terminal)
  return guarded(terminal, async () => {
    const options = { ...given, ...(await workerFor(flags, terminal)) }
    const place = await repositoryFor(flags.repo)
    const repository = `${place.owner}/${place.repo}`
    return withClient({ host: place.host }, terminal, async (client) => {
      const complete = { ...options, ghx: createGhx({ client }), repository }
      if (flags.dryRun) {
        await print(await issueChainProspect(complete), terminal)
        return exitCodes.ok
      }
      const report = await issueChain(complete)
      terminal.stdout.write(`${reportText(report)}\n`)
      const { failed_at, chained } = report.state
      const isWhole = failed_at.length === 0 && unreachedRoots(report.state).length === 0
      if (!isWhole && chained.length > 0) return exitCodes.partial
      return report.pull_request === null || !isWhole ? exitCodes.failed : exitCodes.ok
    })
  })
}

function optionsOf(
  issues: readonly string[],
  { bfs, base, resume = false, dryRun }: IssueChainFlags,
  terminal: Terminal,
): Omit<IssueChainOptions, "ghx" | "repository" | "worker"> {
  const roots = issues.map((text) => numberOf("an issue", text))
  if (resume && roots.length > 0)
    throw new UsageError("--resume takes its issues from the manifest", "Remove the issue numbers")
  if (resume && (dryRun || bfs || base !== undefined))
    throw new UsageError("--resume reuses the options of the run", "Remove the other options")
  if (!resume && roots.length === 0)
    throw new UsageError("no issues given", "Pass issue numbers: ghx issue-chain 44 45 --worker …")
  const gate = gateOf(terminal)
  return {
    roots,
    traversal: bfs ? "bfs" : "dfs",
    resume,
    signal: terminal.interrupted,
    onProgress: (progress) => printProgress(progress, terminal),
    ...(base !== undefined && { base }),
    ...(gate && { gate }),
  }
}

/** The given worker, else that of the previous run: a recovery needs no option. */
async function workerFor(
  { worker, workerTimeout, dryRun }: IssueChainFlags,
  terminal: Terminal,
): Promise<Pick<IssueChainOptions, "worker" | "remember">> {
  const given_ms =
    workerTimeout === undefined ? undefined : numberOf("--worker-timeout", workerTimeout) * 1_000
  if (dryRun) return { worker: commandWorker(["false"]) }
  const before = worker === undefined ? await rememberedWorker() : undefined
  const line = worker ?? before?.worker
  if (line === undefined) {
    throw new UsageError(
      "no worker given",
      "Use --worker 'COMMAND' (docs/issue-chains.md describes its input)",
    )
  }
  if (before) printNote(`using the worker of the previous run: ${line}`, terminal)
  const timeout_ms = given_ms ?? before?.worker_timeout_ms
  const limit = timeout_ms !== undefined && { timeout_ms }
  return {
    // The line is run by a shell, as its author expects.
    worker: commandWorker(["sh", "-c", line], { ...limit }),
    remember: { worker: line, ...(limit && { worker_timeout_ms: limit.timeout_ms }) },
  }
}

function numberOf(what: string, text: string): number {
  const number = Number(text.replace(/^#/, ""))
  if (/^#?\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number
  throw new UsageError(`${what} expects a positive number, not ${JSON.stringify(text)}`)
}

const choices: Readonly<Record<string, Choice>> = { 1: "diagnose", 2: "proceed", 3: "cancel" }

/** Asks the user. Without a terminal there is no answer, and the run does not begin. */
function gateOf(terminal: Terminal): Gate | undefined {
  if (!canAsk(terminal)) return undefined
  return async (undiagnosed) => {
    const roots = undiagnosed.map((root) => `#${root}`).join(", ")
    terminal.stderr.write(`No diagnosis: ${roots}
  1  stop, and diagnose them first
  2  proceed anyway: the issues' bodies will say so
  3  cancel
`)
    for (;;) {
      const choice = choices[(await ask("1, 2 or 3? ", terminal)) ?? "3"]
      if (choice !== undefined) return choice
    }
  }
}

function printProgress(progress: ChainProgress, terminal: Terminal): void {
  if (!terminal.stderr.isTTY) return
  if (progress.type === "work") printNote(`working on #${progress.issue}`, terminal)
  if (progress.type === "worked") {
    const because = progress.because === "" ? "" : `: ${progress.because}`
    printNote(`#${progress.issue} ${progress.verdict}${because}`, terminal)
  }
}

/** @param repository - `owner/repo` */
export async function ready(
  repository: string,
  issues: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const numbers = issues.map((text) => numberOf("an issue", text))
  const place = await repositoryFor(repository)
  return withClient({ host: place.host }, terminal, (client) =>
    guarded(terminal, async () => {
      const ghx = createGhx({ client })
      await print(await readyIssues(ghx, `${place.owner}/${place.repo}`, numbers), terminal)
      return exitCodes.ok
    }),
  )
}

/** @param values - nine values; the environment of a worker also has the last one */
export async function spawned(values: readonly string[], terminal: Terminal): Promise<number> {
  const [issue, parent, source, step, kind, sameFile, sameSkill, reason, given] = values
  const root = given ?? process.env.IDD_CHAIN_CURRENT_ROOT_ID
  if (root === undefined || root === "")
    throw new UsageError("the number of the root issue is missing", "Pass it as the ninth argument")
  const entry = {
    issue_number: numberOf("the issue", issue ?? ""),
    parent_number: numberOf("its parent", parent ?? ""),
    source: source ?? "",
    step: step ?? "",
    spawn_kind: kind ?? "",
    same_file_as_root: flagOf("same_file", sameFile),
    same_skill_as_root: flagOf("same_skill", sameSkill),
    reason: reason ?? "",
    root_id: numberOf("the root", root),
  }
  return guarded(terminal, async () => {
    await fileSpawned(entry)
    return exitCodes.ok
  })
}

function flagOf(name: string, text: string | undefined): boolean {
  if (text === "true" || text === "false") return text === "true"
  throw new UsageError(`${name} expects true or false, not ${JSON.stringify(text)}`)
}

export async function status(terminal: Terminal): Promise<number> {
  return guarded(terminal, async () => {
    terminal.stdout.write(`${await issueChainStatus()}\n`)
    return exitCodes.ok
  })
}

const exitCodeOf: Partial<Readonly<Record<ChainProblemCode, number>>> = {
  usage: exitCodes.usage,
  not_authenticated: exitCodes.auth,
  issue_not_found: exitCodes.not_found,
}

async function guarded({ interrupted }: Terminal, body: () => Promise<number>): Promise<number> {
  try {
    return await body()
  } catch (error) {
    if (error instanceof ChainProblem)
      throw new CommandError(error.message, undefined, exitCodeOf[error.code])
    if (!interrupted.aborted) throw error
    const fix = "Continue with: ghx issue-chain --resume"
    throw new CommandError("interrupted", fix, exitCodes.interrupted)
  }
}
