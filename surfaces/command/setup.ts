/** `ghx setup`: installs the agent skill. */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { cwd } from "node:process"
import { exitCodes, print, printError } from "./output/index.js"
import { packageFile } from "./package-file.js"
import type { Terminal } from "./terminal/index.js"

export interface SetupFlags {
  readonly agent?: keyof typeof folders
  /** A folder of skills, instead of the agents' own. */
  readonly dir?: string
  /** Install in the home folder instead of the project. */
  readonly global?: boolean
  /** Overwrite modified files. */
  readonly force?: boolean
}

/** Where agents look for skills, in a project and in the home folder. All agents except Claude share one folder. */
const folders = { claude: ".claude/skills", codex: ".agents/skills", other: ".agents/skills" }

export async function setup(flags: SetupFlags, terminal: Terminal): Promise<number> {
  const { agent, dir, global, force = false } = flags
  const below = global ? homedir() : cwd()
  const named = agent === undefined ? Object.values(folders) : [folders[agent]]
  const chosen = dir === undefined ? named.map((one) => join(below, one)) : [resolve(dir)]
  const text = signed(await readFile(packageFile("skills/ghx/SKILL.md"), "utf8"))
  const written = await Promise.all(
    [...new Set(chosen)].map((folder) => put(join(folder, "ghx", "SKILL.md"), text, force)),
  )
  await print(written, terminal)
  const kept = written.filter(({ status }) => status === "kept").map(({ path }) => path)
  if (kept.length === 0) return exitCodes.ok
  const message = `local changes in ${kept.join(" and ")}`
  printError({ message, details: { fix: "Use --force to overwrite them" } }, terminal)
  return exitCodes.failed
}

interface Put {
  readonly path: string
  readonly status: "written" | "unchanged" | "kept"
}

async function put(path: string, text: string, force: boolean): Promise<Put> {
  const before = existsSync(path) ? await readFile(path, "utf8") : undefined
  if (before === text) return { path, status: "unchanged" }
  // An unmodified file of an earlier version is replaced.
  const isOurs = before === undefined || signed(before.replace(signature, "")) === before
  if (!isOurs && !force) return { path, status: "kept" }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return { path, status: "written" }
}

const signature = /<!-- ghx setup: \w+ -->\n$/

/** Adds a last line with a hash, by which later changes are recognized. */
function signed(text: string): string {
  const sum = createHash("sha256").update(text).digest("hex").slice(0, 12)
  return `${text}<!-- ghx setup: ${sum} -->\n`
}
