/** A clone with a bare remote, and the sandbox as GitHub, in which issues can be worked on. */
import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import {
  fileSpawned,
  type Job,
  MANIFEST_PATH,
  type Outcome,
  type SpawnedLine,
  type Worker,
} from "../../surfaces/issue-chain/index.js"
// Internals without a public name: the branch, which GitHub must know after it was pushed.
import { branchNames } from "../../surfaces/issue-chain/text/index.js"

export interface IssueSeed {
  readonly title?: string
  readonly body?: string
  readonly closed?: boolean
  /** If absent, the issue has a diagnosis. */
  readonly comments?: readonly string[]
}

export interface Fixture {
  readonly sandbox: Sandbox
  readonly ghx: ReturnType<typeof createGhx>
  readonly repository: "ada/engine"
  /** The clone. */
  readonly cwd: string
  /** Its bare remote. */
  readonly remote: string
  git(...args: readonly string[]): string
  /** The lines of the manifest, unparsed. */
  manifest(): string
  close(): Promise<void>
}

const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]

/** Makes a fixture in which issues 1, 2, … are those of `issues`. */
export async function makeFixture(
  issues: readonly IssueSeed[],
  roots: readonly number[],
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "ghx-chain-"))
  const [remote, cwd] = [join(folder, "remote.git"), join(folder, "clone")] as const
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...identity, ...args], { cwd, encoding: "utf8", stdio: "pipe" }).trimEnd()
  cpSync(begun(), folder, { recursive: true })
  const lowest = Math.min(...roots)
  const sandbox = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      repositories: [
        {
          owner: "ada",
          name: "engine",
          files: { "README.md": "An engine.\n" },
          // A push does not reach the sandbox, so it has the branches from the start.
          branches: branchNames(roots, titleOf(issues[lowest - 1], lowest)).map((name) => ({
            name,
            commits: [{ message: "Work", files: { "work.txt": name } }],
          })),
          issues: issues.map((issue, index) => ({
            title: titleOf(issue, index + 1),
            body: issue.body ?? "",
            author: "ada",
            ...(issue.closed && { state: "CLOSED" as const }),
            comments: (issue.comments ?? ["## Diagnosis\n\nIt is known."]).map((body) => ({
              author: "ada",
              body,
            })),
          })),
        },
      ],
    },
  })
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  return {
    sandbox,
    ghx,
    repository: "ada/engine",
    cwd,
    remote,
    git,
    manifest: () => readFileSync(join(cwd, MANIFEST_PATH), "utf8"),
    close: async () => {
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let template: string | undefined

/** A clone that has pushed its first commit, and its remote: made once, and copied by each fixture. */
function begun(): string {
  if (template !== undefined) return template
  template = mkdtempSync(join(tmpdir(), "ghx-chain-begun-"))
  const cwd = join(template, "clone")
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...identity, ...args], { cwd, stdio: "pipe" })
  // Without the examples of hooks, which would be copied as often.
  const init = ["init", "--quiet", "--initial-branch=main", "--template="]
  execFileSync("git", [...init, "--bare", join(template, "remote.git")])
  mkdirSync(join(template, "remote.git/hooks"))
  execFileSync("git", [...init, cwd])
  writeFileSync(join(cwd, "README.md"), "An engine.\n")
  git("remote", "add", "origin", "../remote.git")
  git("config", "user.name", "Ada")
  git("config", "user.email", "ada@example.com")
  git("add", ".")
  git("commit", "--quiet", "--message=Begin")
  git("push", "--quiet", "origin", "main")
  process.once("exit", () => template && rmSync(template, { recursive: true, force: true }))
  return template
}

const titleOf = (issue: IssueSeed | undefined, number: number) =>
  issue?.title ?? `Mend part ${number}`

/** The action of a story's worker for one issue. */
export type Deed = (
  job: Job,
  fixture: Fixture,
) => Promise<Outcome | undefined> | Outcome | undefined

/** A worker that commits a file for each issue, and then follows a story. */
export function workerOf(story: Readonly<Record<number, Deed>>, fixture: () => Fixture): Worker {
  return async (job) => {
    const outcome = await story[job.issue]?.(job, fixture())
    if (outcome !== undefined) return outcome
    commit(job)
    return { verdict: "verified" }
  }
}

/** Commits a file of the issue, unless an earlier attempt has. */
export function commit({ issue, cwd }: Job): void {
  const file = join(cwd, `part-${issue}.txt`)
  if (existsSync(file)) return
  const run = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" })
  writeFileSync(file, `${issue}\n`)
  run("add", "--all")
  run("commit", "--quiet", `--message=Work on part ${issue}`)
}

/** An action that files issues and succeeds. */
export function spawning(...issues: readonly (number | Partial<SpawnedLine>)[]): Deed {
  return async (job) => {
    for (const one of issues) {
      const more = typeof one === "number" ? { issue_number: one } : one
      await fileSpawned(
        {
          issue_number: 0,
          parent_number: job.issue,
          source: "test-worker",
          step: "look-around",
          spawn_kind: "sister-bug",
          same_file_as_root: false,
          same_skill_as_root: false,
          reason: "It is broken in the same way.",
          root_id: job.root_id,
          ...more,
        },
        job.cwd,
      )
    }
    return undefined
  }
}

export const failing: Deed = () => ({ verdict: "failed", because: "the tests are red" })

/** Writes lines into the manifest that workers must not write. */
export function scribble(cwd: string, text: string): void {
  mkdirSync(join(cwd, MANIFEST_PATH, ".."), { recursive: true })
  appendFileSync(join(cwd, MANIFEST_PATH), text)
}
