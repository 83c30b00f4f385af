/** `ghx setup`: installs the agent skill. */
import { createHash } from "node:crypto"
import {
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { readFile } from "node:fs/promises"
import { homedir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { cwd } from "node:process"
import { putFile, refuseLinks } from "../../generator/disk/index.js"
import { realGh } from "../../runtime/features/gh/real-gh.js"
import { currentClone, refusing } from "./in-clone.js"
import { CommandError, exitCodes, print, printNote, UsageError } from "./output/index.js"
import { packageFile } from "./package-file.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

interface SetupFlags extends OptionValues<"dir", "global" | "force" | "alias"> {
  readonly agent?: keyof typeof folders
}

/** Where agents look for skills, in a project and in the home folder. All agents except Claude share one folder. */
const folders = { claude: ".claude/skills", codex: ".agents/skills", other: ".agents/skills" }

export async function setup(flags: SetupFlags, terminal: Terminal): Promise<number> {
  if (flags.alias) return linked(flags, terminal)
  const { agent, dir, global, force = false } = flags
  const below = global ? homedir() : cwd()
  const named = agent === undefined ? Object.values(folders) : [folders[agent]]
  const chosen = dir === undefined ? named.map((one) => join(below, one)) : [resolve(dir)]
  const text = signed(await readFile(packageFile("skills/ghx/SKILL.md"), "utf8"))
  // Links of the home folder are the user's own.
  const clone = global && dir === undefined ? undefined : currentClone()
  const skills = [...new Set(chosen)].map((folder) => join(folder, "ghx"))
  for (const folder of skills)
    refusing(() => refuseLinks(folder, clone === undefined ? [] : [clone]))
  const written = await Promise.all(
    skills.map((folder) => put(join(folder, "SKILL.md"), text, force, clone)),
  )
  await print(written, terminal)
  const kept = written.filter(({ status }) => status === "kept").map(({ path }) => path)
  if (kept.length === 0) return exitCodes.ok
  throw new CommandError(`local changes in ${kept.join(" and ")}`, "Use --force to overwrite them")
}

/** Links `gh` to this program, in `--dir` or `~/.local/bin`. Another file of that name stays unless forced. */
async function linked(
  { dir, force, agent, global }: SetupFlags,
  terminal: Terminal,
): Promise<number> {
  if (agent !== undefined || global)
    throw new UsageError("--alias goes with --dir and --force only")
  if (process.platform === "win32")
    throw new UsageError(
      "--alias needs links, which Windows lacks",
      "Define gh in your shell's profile",
    )
  const program = realpathSync(process.argv[1] ?? "")
  const folder = resolve(dir ?? join(homedir(), ".local", "bin"))
  const path = join(folder, "gh")
  const before = lstatSync(path, { throwIfNoEntry: false })
  const isOurs = before?.isSymbolicLink() && resolve(folder, readlinkSync(path)) === program
  if (before && !isOurs && (!force || before.isDirectory())) {
    throw new UsageError(
      `${path} is another program`,
      before.isDirectory() ? "Use another --dir" : "Use --force to replace it, or another --dir",
    )
  }
  if (!isOurs) {
    mkdirSync(folder, { recursive: true })
    rmSync(path, { force: true })
    symlinkSync(program, path)
  }
  await print([{ path, status: isOurs ? "unchanged" : "written" }], terminal)
  const searched = process.env.PATH ?? ""
  if (!searched.split(delimiter).includes(folder)) printNote(`${folder} is not in PATH`, terminal)
  const real = realGh("gh", searched)
  const isBefore =
    real !== undefined &&
    real !== "gh" &&
    searched.indexOf(join(real, "..")) < searched.indexOf(folder)
  if (isBefore) printNote(`${real} comes first in PATH`, terminal)
  return exitCodes.ok
}

async function put(path: string, text: string, force: boolean, clone?: string) {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  // A link may lead to nothing, or to a device without an end.
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile()
  const before = isFile ? await readFile(path, "utf8") : isThere ? "" : undefined
  if (before === text) return { path, status: "unchanged" }
  // An unmodified file of an earlier version is replaced.
  const isOurs = before === undefined || signed(before.replace(signature, "")) === before
  if (!isOurs && !force) return { path, status: "kept" }
  putFile(path, text, clone)
  return { path, status: "written" }
}

const signature = /<!-- ghx setup: \w+ -->\n$/

/** Adds a last line with a hash, by which later changes are recognized. */
function signed(text: string): string {
  const sum = createHash("sha256").update(text).digest("hex").slice(0, 12)
  return `${text}<!-- ghx setup: ${sum} -->\n`
}
