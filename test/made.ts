/** What make has a rule for, brought up to date by one process at a time: test files ask side by side. */
import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { ROOT } from "./projects.js"

export async function made(target: string): Promise<void> {
  const lock = join(ROOT, ".cache/test/making")
  mkdirSync(join(lock, ".."), { recursive: true })
  while (!isTaken(lock)) await sleep(50)
  try {
    await promisify(execFile)("make", ["--silent", target], { cwd: ROOT, env: environment() })
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

/** Whether this process has the lock now; whoever has it and is gone holds nobody up. */
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
    // Between being made and being written it says nothing.
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}
