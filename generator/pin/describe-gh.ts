/**
 * Describes the options and output of gh's commands by running the installed gh, because gh publishes no description.
 */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { GhCommandDescription, GhDescription, GhFlag } from "../parse/index.js"

type Ask = (...argv: string[]) => Promise<string>

/**
 * Reads the version of a gh, its commands, their flags and their JSON fields. Nothing is sent to GitHub: gh is
 * directed to a socket that does not exist.
 */
export async function describeGh(): Promise<{ version: string; description: GhDescription }> {
  const folder = await mkdtemp(join(tmpdir(), "ghx-pin-gh-"))
  try {
    await writeFile(join(folder, "config.yml"), `http_unix_socket: ${folder}/none.sock\n`)
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GH_CONFIG_DIR: folder,
      GH_TOKEN: "none",
      GH_PROMPT_DISABLED: "1",
      GH_NO_UPDATE_NOTIFIER: "1",
      NO_COLOR: "1",
    }
    const ask: Ask = (...argv) =>
      new Promise((resolve, reject) => {
        execFile("gh", argv, { env, cwd: folder, timeout: 20_000 }, (error, stdout, stderr) => {
          if (error && (error.code === "ENOENT" || error.killed)) reject(error)
          else resolve(`${stdout}${stderr}`)
        })
      })
    const version = /gh version (\S+)/.exec(await ask("--version"))?.[1]
    if (version === undefined) throw new Error("gh --version names no version")
    const names = [...(await ask("help", "reference")).matchAll(/^#+ `gh ([a-z-]+(?: [a-z-]+)*)/gm)]
      .flatMap(([, name]) => name ?? [])
      .sort()
    const commands: [string, GhCommandDescription][] = []
    for (const name of names) {
      const command = await describeCommand(name, ask)
      if (command !== undefined) commands.push([name, command])
    }
    return { version, description: { commands: Object.fromEntries(commands), types: ghTypes } }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function describeCommand(name: string, ask: Ask): Promise<GhCommandDescription | undefined> {
  const argv = name.split(" ")
  const help = await ask(...argv, "--help")
  const usage = new RegExp(`^USAGE\\n {2}gh ${name}\\b(.*)$`, "m").exec(help)?.[1]
  // A group of commands, which does nothing itself.
  if (usage === undefined || / <(?:sub)?command>/.test(usage)) return undefined
  const listed = [...help.matchAll(/^ {2,6}(?:-\w, )?--([a-z][a-z-]*)(?: (\S.*?))?(?: {2,}|$)/gm)]
  const flags = await Promise.all(
    listed
      .filter(([, flag]) => flag !== "help")
      .map(async ([, flag = "", value]): Promise<[string, GhFlag]> => {
        if (value === undefined) return [flag, "boolean"]
        // Repeated `key=value` pairs are passed unchanged, so no value is invalid.
        if (value === "key=value" || value === "key:value") return [flag, "list"]
        return [flag, kindOf(await ask(...argv, `--${flag}=${PROBE}`, "--help"))]
      }),
  )
  const json = flags.some(([flag]) => flag === "json") ? await ask(...argv, "--json") : ""
  const fields = [...json.matchAll(/^ {2}(\w+)$/gm)].flatMap(([, field]) => field ?? [])
  return {
    usage: usage.replace(/ ?\[flags\]/, "").trim(),
    flags: Object.fromEntries(flags.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(fields.length > 0 && { json: fields }),
  }
}

/** Neither a number, nor a value of any flag, nor a line of CSV: only a flag that takes any text accepts it. */
const PROBE = '"a'

/** gh parses flags before it prints help, and its error says why a flag's value is invalid. */
function kindOf(output: string): GhFlag {
  if (!output.startsWith("invalid argument")) return "string"
  const values = /valid values are \{([^}]*)\}/.exec(output)?.[1]
  if (values !== undefined) return values.split("|")
  if (output.includes("parse error on line")) return "list"
  return output.includes("strconv.ParseInt") ? "integer" : "string"
}

/**
 * Types of gh's `--json` fields. gh publishes no description: these are the fields of its own types
 * (cli/cli, `api/queries_*.go` and `pkg/cmd/*`), where GitHub's null strings are empty. A test compares
 * them with the real gh's output.
 */
const text = { type: "string" }
const whole = { type: "integer" }
const truth = { type: "boolean" }
const time = text
const values = (...names: string[]) => ({ type: "string", enum: names })
const listOf = (items: object) => ({ type: "array", items })
const nullable = (schema: object) => ({ ...schema, nullable: true })
const object = (properties: Record<string, object>) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
})

/** The login of a deleted account is empty. */
const author = object({ login: text })
/** The login of a bot is `app/NAME`, and that of a deleted account `app/`. */
const account = object({ is_bot: truth, login: text })
const person = object({ id: text, login: text, name: text })
const comment = object({
  id: text,
  author,
  body: text,
  createdAt: time,
  isMinimized: truth,
  minimizedReason: text,
  url: text,
  viewerDidAuthor: truth,
})

const conversation = {
  assignees: listOf(person),
  author: account,
  body: text,
  closed: truth,
  closedAt: nullable(time),
  comments: listOf(comment),
  createdAt: time,
  id: text,
  labels: listOf(object({ id: text, name: text, description: text, color: text })),
  milestone: nullable(
    object({ number: whole, title: text, description: text, dueOn: nullable(time) }),
  ),
  number: whole,
  title: text,
  updatedAt: time,
  url: text,
}

/** By command group: `issue view` prints an `issue`. */
export const ghTypes: Readonly<Record<string, object>> = {
  issue: object({ ...conversation, state: values("OPEN", "CLOSED") }),
  pr: object({
    ...conversation,
    additions: whole,
    baseRefName: text,
    changedFiles: whole,
    deletions: whole,
    files: listOf(object({ path: text, additions: whole, deletions: whole })),
    headRefName: text,
    headRefOid: text,
    headRepository: nullable(object({ id: text, name: text })),
    headRepositoryOwner: nullable(author),
    isCrossRepository: truth,
    isDraft: truth,
    maintainerCanModify: truth,
    mergeCommit: nullable(object({ oid: text })),
    mergeStateStatus: values(
      "BEHIND",
      "BLOCKED",
      "CLEAN",
      "DIRTY",
      "DRAFT",
      "HAS_HOOKS",
      "UNKNOWN",
      "UNSTABLE",
    ),
    mergeable: values("MERGEABLE", "CONFLICTING", "UNKNOWN"),
    mergedAt: nullable(time),
    mergedBy: nullable(account),
    reviewDecision: values("", "APPROVED", "CHANGES_REQUESTED", "REVIEW_REQUIRED"),
    state: values("OPEN", "CLOSED", "MERGED"),
  }),
}
