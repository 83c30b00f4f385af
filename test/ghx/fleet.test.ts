/** `examples/fleet/`, as far as it runs without containers. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { startSandbox } from "ghx/sandbox"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { createFolderWithPackage, typeBare } from "../installed.js"
import { needs } from "../needs.js"
import { ROOT } from "../projects.js"
import { startRedis } from "../servers.js"

const FLEET = join(ROOT, "examples/fleet")
const read = (file: string) => readFileSync(join(FLEET, file), "utf8")

test("fleet.sh executes a run with workers, and restarts a worker that dies", async (context) => {
  needs("redis-server", context)
  const folder = await createFolderWithPackage("fleet")
  const [server, sandbox] = [await startRedis(true), await startSandbox({ now: () => new Date() })]
  try {
    // The first worker dies at once.
    const ghx = join(folder, "ghx")
    writeFileSync(
      ghx,
      `#!/bin/sh
if [ "$1" = worker ] && mkdir "${folder}/died" 2>/dev/null; then kill -9 $$; fi
exec "${process.execPath}" "${folder}/node_modules/ghx/dist/surfaces/command/bin.js" "$@"
`,
    )
    chmodSync(ghx, 0o755)
    const env = {
      PATH: [folder, process.env.PATH].join(delimiter),
      GHX_QUEUE: server.url,
      GHX_BASE_URL: sandbox.url,
    }
    const script = [join(FLEET, "fleet.sh"), "triage-41", join(FLEET, "tasks.json"), "2"]
    const { stdout } = await typeBare("sh", script, folder, env)
    expect(stdout).toBe(
      "run triage-41: 3 jobs for 4 steps\ntriage-41: 0 waiting, 0 active, 3 done, 0 failed\n",
    )
    expect(sandbox.applied.map(({ mutation }) => mutation).sort()).toEqual([
      "addComment",
      "addLabelsToLabelable",
      "closeIssue",
      "createIssue",
    ])
  } finally {
    await sandbox.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test("the fleet's compose.yaml starts workers on a store that it defines", () => {
  const { services, volumes } = parse(read("compose.yaml"))
  const { worker, redis, postgres } = services
  expect(worker.command).toBe("ghx worker")
  expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(worker.depends_on)))
  const address = /:-(.*)\}$/.exec(worker.environment.GHX_QUEUE)?.[1] ?? ""
  expect(Object.keys(services)).toContain(new URL(address).hostname)
  for (const { volumes: own } of [redis, postgres])
    expect(Object.keys(volumes)).toContain(own[0].split(":")[0])
  // The versions with which the adapters are tested.
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  for (const [, name = "", major] of read("Dockerfile").matchAll(/(\S+)@(\d+)/g))
    expect(devDependencies[name], name).toMatch(new RegExp(`^\\^?${major}\\.`))
})
