/** The package in a project that has other versions of the same libraries: both work. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { all } from "./all.js"
import { createProject, packInto, typeBare } from "./installed.js"

/** Newer or older versions of our own libraries. */
const OTHERS = { graphql: "17", yaml: "1", "ts-morph": "26", "json-schema-to-typescript": "15" }

const managers: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ["npm", "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"]],
  ...(all
    ? ([
        ["pnpm", "npx", ["--yes", "pnpm@12", "install", "--prefer-offline"]],
        ["bun", "npx", ["--yes", "bun@1", "install"]],
        // On Node 20 it refuses @octokit/core, of which a dependency wants Node 22.
        ["yarn", "npx", ["--yes", "yarn@1", "install", "--non-interactive", "--ignore-engines"]],
      ] as const)
    : []),
]

const SCRIPT = `import { readFileSync } from "node:fs"
import { versionInfo } from "graphql"
import yaml from "yaml"
import { startSandbox } from "ghx/sandbox"
import { createGhx } from "ghx"

const sandbox = await startSandbox({ seed: "seed.yaml" })
const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
const me = await ghx.user.me().orThrow()
const { version } = JSON.parse(readFileSync("node_modules/yaml/package.json", "utf8"))
console.log(me.login, versionInfo.major, version.split(".")[0], typeof yaml.parse)
await sandbox.close()
`

let tarball: string
const projects = new Map<string, string>()
beforeAll(async () => {
  tarball = createProject()
  await packInto(tarball)
  const dependencies = { ghx: `file:${join(tarball, "ghx-0.1.0.tgz")}`, ...OTHERS }
  // In parallel, because most of the time is spent waiting.
  await Promise.all(
    managers.map(async ([name, program, args]) => {
      const project = createProject({ dependencies })
      projects.set(name, project)
      await typeBare(program, args, project)
    }),
  )
})
afterAll(() => {
  for (const folder of [tarball, ...projects.values()]) rmSync(folder, { recursive: true })
})

describe.each(managers)("installed by %s beside other versions", (name) => {
  const place = (file = "") => join(projects.get(name) ?? "", file)

  it("starts the sandbox, and the project keeps its own", async () => {
    writeFileSync(place("seed.yaml"), "users: [{ login: ada }]\n")
    writeFileSync(place("main.js"), SCRIPT)
    const { stdout } = await typeBare(process.execPath, ["main.js"], place())
    expect(stdout).toBe("ada 17 1 function\n")
  })

  it("says which versions a second opinion needs", async () => {
    const ghx = place("node_modules/.bin/ghx")
    await typeBare(ghx, ["init"], place())
    await expect(typeBare(ghx, ["gen", "--verify"], place())).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /ts-morph is 26\.\S+ here, .*operations is not installed, json-schema-to-typescript is 15\./,
      ),
    })
  })
})

// npm downloads this Yarn first.
if (all) {
  it("works with Yarn's Plug'n'Play, where no folder has it", async () => {
    const ghx = `file:${join(tarball, "ghx-0.1.0.tgz")}`
    const project = createProject({ dependencies: { ghx } })
    projects.set("yarn", project)
    const yarn = (...args: string[]) =>
      typeBare("npx", ["--yes", "--package=@yarnpkg/cli-dist@4", "yarn", ...args], project, {
        YARN_ENABLE_TELEMETRY: "0",
        YARN_ENABLE_GLOBAL_CACHE: "false",
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      })
    await yarn("install")
    expect((await yarn("ghx", "init")).stdout).toContain("Next: yarn ghx gen")
    expect((await yarn("ghx", "gen")).stdout).toMatch(/^1 capability, /)
    const script = `import { startSandbox } from "ghx/sandbox"
import { createGhx } from "ghx"
const { url: base_url, token } = await startSandbox()
console.log((await createGhx({ base_url, token }).user.me()).ok)
`
    writeFileSync(join(project, "main.js"), script)
    expect((await yarn("node", "main.js")).stdout).toBe("true\n")
  })
}
