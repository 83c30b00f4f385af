import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { needsGh } from "../../test/needs.js"
import { type Sandbox, type ServedGh, startSandbox } from "../index.js"

export interface Run {
  code: number
  stdout: string
  stderr: string
}

/** The real gh, with its own sandbox for each test of the file. */
export function useGh() {
  let folder: string
  let sandbox: Sandbox
  let served: ServedGh
  beforeAll(async () => {
    // Outside of any clone, so that gh finds no repository.
    folder = await mkdtemp(join(tmpdir(), "sandbox-cwd-"))
  })
  beforeEach(needsGh)
  beforeEach(async () => {
    sandbox = await startSandbox()
    served = await sandbox.serveGh()
    return () => sandbox.close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
    runIn(".", args, env)

  /** Runs gh in a folder below the one of the test. */
  function runIn(
    path: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<Run> {
    return new Promise((resolve, reject) => {
      const whole = { PATH: process.env.PATH, HOME: folder, ...served.env, ...env }
      execFile("gh", args, { cwd: join(folder, path), env: whole }, (error, stdout, stderr) => {
        if (error && typeof error.code !== "number") reject(error)
        else resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      })
    })
  }

  /** The output of a command that must succeed. */
  async function gh(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(args)
    if (code !== 0) throw new Error(`gh ${args.join(" ")}: ${stderr}`)
    return stdout
  }

  return {
    run,
    runIn,
    folder: () => folder,
    gh,
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape.
    json: async (...args: string[]): Promise<any> => JSON.parse(await gh(...args)),
    applied: () => sandbox.applied.map((change) => change.mutation),
    sandbox: () => sandbox,
    env: () => served.env,
  }
}
