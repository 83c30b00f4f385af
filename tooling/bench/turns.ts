/** Runs cases in turns, so that other load affects all of them alike. */
import { spawnSync } from "node:child_process"

/** The median and the quartiles of several measurements. */
interface Spread {
  readonly low: number
  readonly middle: number
  readonly high: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { low: at(0.25), middle: at(0.5), high: at(0.75) }
}

/** A cell of a table: `112 (104 to 123)`. */
export function cellOf({ low, middle, high }: Spread, digits = 0): string {
  const [first, second, third] = [middle, low, high].map((one) => one.toFixed(digits))
  return `${first} (${second} to ${third})`
}

/** The measurements of each case, round by round. */
export async function inTurns<T>(
  rounds: number,
  cases: Readonly<Record<string, () => T | Promise<T>>>,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const measured = new Map(Object.keys(cases).map((name) => [name, [] as T[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(cases)) {
      measured.get(name)?.push(await measure())
    }
  }
  return measured
}

/** Milliseconds of one process. */
export interface Spent {
  readonly wall: number
  readonly cpu: number
}

/** Runs a program to its end. Its CPU time is that of the children of the shell that starts it. */
export function timeProcess(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Spent {
  const script = '"$@" >&2 || exit; times'
  // Without --norc, bash takes a socket on stdin for a remote login and reads the user's start-up file.
  const start = performance.now()
  const args = ["--norc", "-c", script, "bash", ...command]
  const options = { cwd, env, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync("bash", args, options)
  const wall = performance.now() - start
  if (status !== 0) throw new Error(`${command.join(" ")} failed:\n${stderr}`)
  // The second line has the times of the child processes: user and system, `0m0.123s`.
  const [, children = ""] = stdout.trim().split("\n")
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
  return { wall, cpu }
}
