/** `ghx setup --alias`: makes `gh` start ghx. */
import { lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { realGh } from "../../runtime/features/gh/real-gh.js"
import { exitCodes, print, printNote, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

interface AliasFlags {
  readonly dir?: string
  readonly force?: boolean
  readonly agent?: string
  readonly global?: boolean
}

/** Links `gh` to this program, in `--dir` or `~/.local/bin`. Another file of that name stays unless forced. */
export async function setupAlias(
  { dir, force, agent, global }: AliasFlags,
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
