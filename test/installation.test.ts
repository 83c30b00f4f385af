/** The package in a project that has other versions of the same libraries: both work. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createProject, packInto, typeBare } from "./installed.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"
import { writeFiles } from "./type-check.js"

/** Other versions of ghx's own libraries. */
const OTHERS = { graphql: "15", yaml: "1", "ts-morph": "26", "json-schema-to-typescript": "15" }

/**
 * The names that the script below imports from stand-ins. ghx uses more of these libraries, and would fail with the
 * stand-ins.
 */
const CODE: Readonly<Record<string, string>> = {
  graphql: "export const versionInfo = { major: 15 }\n",
  yaml: "export default { parse() {} }\n",
}

/** Makes a `node_modules` like that of a package manager, with stand-ins for the other versions. */
async function linkByHand(project: string): Promise<void> {
  const modules = join(project, "node_modules")
  mkdirSync(join(modules, "ghx"), { recursive: true })
  const packed = ["-xzf", join(tarball, "ghx-0.1.0.tgz"), "--strip-components=1"]
  await typeBare("tar", packed, join(modules, "ghx"))
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name), "dir")
  }
  for (const [name, major] of Object.entries(OTHERS)) {
    const manifest = { name, version: `${major}.0.0`, type: "module", main: "index.js" }
    const files = { "package.json": JSON.stringify(manifest), "index.js": CODE[name] ?? "" }
    writeFiles(join(modules, name), new Map(Object.entries(files)))
  }
}

const by =
  (program: string, ...args: string[]) =>
  async (project: string): Promise<void> => {
    await typeBare(program, args, project)
  }

// In `make test`, only test/package.test.ts installs the package, with npm.
const managers: readonly (readonly [name: string, install: (project: string) => Promise<void>])[] =
  all
    ? [
        ["npm", by("npm", "install", "--prefer-offline", "--no-audit", "--no-fund")],
        ["pnpm", by("npx", "--yes", "pnpm@12", "install", "--prefer-offline")],
        ["bun", by("npx", "--yes", "bun@1", "install")],
        ["yarn", by("npx", "--yes", "yarn@1", "install", "--non-interactive")],
      ]
    : [["hand", linkByHand]]

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
    managers.map(async ([name, install]) => {
      const project = createProject({ dependencies })
      projects.set(name, project)
      await install(project)
    }),
  )
})
afterAll(() => {
  for (const folder of [tarball, ...projects.values()]) rmSync(folder, { recursive: true })
})

describe.each(managers)("ghx installed by %s beside other versions of its dependencies", (name) => {
  const place = (file = "") => join(projects.get(name) ?? "", file)

  it("runs the sandbox while the project imports its own versions", async () => {
    writeFileSync(place("seed.yaml"), "users: [{ login: ada }]\n")
    writeFileSync(place("main.js"), SCRIPT)
    const { stdout } = await typeBare(process.execPath, ["main.js"], place())
    expect(stdout).toBe("ada 15 1 function\n")
  })
})

// npm first downloads this version of Yarn.
if (all) {
  it("ghx installs, generates and runs under Yarn's Plug'n'Play, without node_modules", async () => {
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
