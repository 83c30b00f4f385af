/** Brings make targets up to date once per run, in one process, although test files request them concurrently. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { ROOT } from "./projects.js"

/** A file for each target that is up to date: `before-all.ts` empties the folder. */
const MADE = join(ROOT, ".cache/test/made")

/** Sources may have changed since the last run. */
export function forgetMade(): void {
  rmSync(MADE, { recursive: true, force: true })
  mkdirSync(MADE, { recursive: true })
}

export async function made(target: string): Promise<void> {
  const mark = join(MADE, target.replaceAll("/", "-"))
  if (existsSync(mark)) return
  const lock = join(ROOT, ".cache/test/making")
  while (!isTaken(lock)) await sleep(50)
  try {
    if (existsSync(mark)) return
    await promisify(execFile)("make", ["--silent", target], { cwd: ROOT, env: environment() })
    writeFileSync(mark, "")
  } finally {
    rmSync(lock)
  }
}

/** The environment without that of the make that runs the tests. */
export function environment(): NodeJS.ProcessEnv {
  const env = { ...process.env }
  for (const name of ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS", "CARD"]) delete env[name]
  return env
}

/** Whether this process holds the lock. A lock of a process that has ended is ignored. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" })
    return true
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"))
    // The file may still be empty, because it is written after its creation.
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}
