/** `ghx init --template`: each template is a project that tests itself, and runs where it is made for. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSandbox } from "ghx/sandbox"
import { expect, test } from "vitest"
import { createFolderWithTarball, createProject, packInto, typeBare } from "./installed.js"
import { ROOT } from "./projects.js"
import { rarely } from "./rarely.js"
import { all } from "./some.js"

const templates = readdirSync(join(ROOT, "examples/templates")).sort()
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))

/** However busy the machine is. */
const tests = ["test", "--", "--testTimeout=900000"]

/** A folder with ghx, where the packages of this repository are found. */
async function madeFrom(template: string): Promise<string> {
  const folder = await createFolderWithTarball(`template-${template}`)
  rmSync(join(folder, "package.json"))
  // Instead of the settings of this repository, which is around the folder.
  writeFileSync(join(folder, "vitest.config.js"), "export default {}\n")
  await init(folder, template)
  return folder
}

const init = (folder: string, template: string) =>
  typeBare(
    process.execPath,
    [
      join(folder, "node_modules/ghx/dist/surfaces/command/bin.js"),
      ...["init", "--template", template],
    ],
    folder,
  )

rarely(
  "the action warns and closes from its one file, with the server of the workflow alone",
  async () => {
    const folder = await madeFrom("action")
    await typeBare("npm", tests, folder)
    await typeBare("npm", ["run", "build"], folder)
    const runner = mkdtempSync(join(tmpdir(), "ghx-action-"))
    const main = join(runner, "main.cjs")
    copyFileSync(join(folder, "dist/main.cjs"), main)
    const offline = join(runner, "offline.cjs")
    writeFileSync(
      offline,
      `const { Socket } = require("node:net")
const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  const { host } = [args[0]].flat()[0]
  if (host !== "127.0.0.1") throw new Error("offline: " + host)
  return connect.apply(this, args)
}`,
    )
    const repository = {
      ...{ owner: "octocat", name: "hello-world", labels: [{ name: "stale" }] },
      issues: [{ title: "Old", author: "octocat", created_at: "2025-01-01T00:00:00Z" }],
    }
    const sandbox = await startSandbox({
      seed: { users: [{ login: "octocat" }], repositories: [repository] },
    })
    const workflow = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: sandbox.url,
      GITHUB_REPOSITORY: "octocat/hello-world",
      INPUT_TOKEN: sandbox.token,
    }
    const run = (days: string) =>
      typeBare(process.execPath, ["--require", offline, main], runner, {
        ...workflow,
        INPUT_DAYS: days,
      })
    expect((await run("60")).stdout).toBe("Warned on 1 issues, closed 0.\n")
    expect(sandbox.applied.map(({ mutation }) => mutation)).toContain("addComment")
    await expect(run("soon")).rejects.toMatchObject({ stdout: expect.stringMatching(/^::error::/) })
    await sandbox.close()
    rmSync(runner, { recursive: true })
  },
)

test.each(all ? templates : [])("%s installs, and its tests pass", async (template) => {
  const folder = createProject()
  await packInto(folder)
  const path = join(folder, "package.json")
  rmSync(path)
  // Every other one after `npm init`; npm writes a package.json for the rest.
  if (templates.indexOf(template) % 2 === 0) await typeBare("npm", ["init", "-y"], folder)
  await typeBare("npm", ["install", "--no-audit", "--no-fund", "./ghx-0.1.0.tgz"], folder)
  await init(folder, template)
  const manifest = readFileSync(path, "utf8")
  await typeBare("npm", ["install", "--no-audit", "--no-fund"], folder)
  await typeBare("npm", tests, folder)
  if (manifest.includes('"build"')) await typeBare("npm", ["run", "build"], folder)
  rmSync(folder, { recursive: true })
})

test("the tests of a template pass, an existing file is kept, and an unknown template is refused", async () => {
  const folder = await createFolderWithTarball("template-kept")
  const before = readFileSync(join(folder, "package.json"), "utf8")
  writeFileSync(join(folder, "README.md"), "Mine\n")
  const { stdout } = await init(folder, "worker")
  expect(stdout).toContain(
    "kept README.md, which exists\nwrote .gitignore\nadded to package.json: deploy",
  )
  expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("Mine\n")
  writeFileSync(join(folder, "package.json"), "[]")
  await expect(init(folder, "worker")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("package.json has no JSON object"),
  })
  writeFileSync(join(folder, "package.json"), before)
  expect(existsSync(join(folder, ".gitignore"))).toBe(true)
  expect(existsSync(join(folder, ".github/workflows/test.yml"))).toBe(true)
  writeFileSync(join(folder, "vitest.config.js"), "export default {}\n")
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs")
  await typeBare(process.execPath, [vitest, "run", "--testTimeout=900000"], folder)
  await expect(init(folder, "wroker")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`choices are ${templates.join(", ")}.`),
  })
})

test("a package.json gets what the template needs, and keeps what it has", async () => {
  const folder = await createFolderWithTarball("template-merged")
  const path = join(folder, "package.json")
  const merged = async (manifest: object) => {
    writeFileSync(path, JSON.stringify(manifest, null, "\t"))
    const { stdout } = await init(folder, "probot")
    return { stdout, text: readFileSync(path, "utf8") }
  }
  const template = JSON.parse(
    readFileSync(join(ROOT, "examples/templates/probot/package.json"), "utf8"),
  )
  const { type, scripts, devDependencies } = template
  const dependencies = { ...template.dependencies, ghx: "file:ghx.tgz" }
  const needed = { type, scripts, dependencies, devDependencies }

  const ofNpm = await merged({ dependencies: { ghx: "file:ghx.tgz" } })
  expect(JSON.parse(ofNpm.text)).toEqual(needed)
  expect(ofNpm.text).toContain('\n\t"dependencies"')
  expect(ofNpm.stdout).toContain(
    `added to package.json: type, build, start, test, probot, @types/node, typescript, vitest
kept ghx of package.json, "file:ghx.tgz"; the template has "^${version}"\n`,
  )

  // As `npm init` leaves it.
  const test = 'echo "Error: no test specified" && exit 1'
  const ofInit = {
    name: "mine",
    scripts: { test },
    type: "commonjs",
    dependencies: needed.dependencies,
  }
  expect(JSON.parse((await merged(ofInit)).text)).toEqual({ ...needed, name: "mine" })

  const own = {
    type: "commonjs",
    scripts: { test: "jest" },
    devDependencies: { ghx: `^${version}` },
  }
  const kept = await merged(own)
  const { ghx: _, ...others } = template.dependencies
  expect(JSON.parse(kept.text)).toEqual({
    type: "commonjs",
    scripts: { ...scripts, test: "jest" },
    dependencies: others,
    devDependencies: { ...devDependencies, ghx: `^${version}` },
  })
  expect(kept.stdout).toContain(
    'kept type of package.json, "commonjs"; the template has "module"\n',
  )
  expect(kept.stdout).toContain('kept test of package.json, "jest"; ')
  expect((await merged(JSON.parse(kept.text))).stdout).not.toContain("added")
})

test.each(templates)("%s has less than 60 lines of source, and depends on this ghx", (template) => {
  const folder = join(ROOT, "examples/templates", template)
  const files = readdirSync(join(folder, "src")).filter((file) => !file.endsWith(".test.ts"))
  const lines = files.flatMap((file) => readFileSync(join(folder, "src", file), "utf8").split("\n"))
  expect(lines.length).toBeLessThan(60)
  expect(readFileSync(join(folder, "README.md"), "utf8").split("\n").length).toBeLessThan(12)
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  expect(dependencies.ghx).toBe(`^${version}`)
})

test("the action does what the recipe does", () => {
  const source = readFileSync(join(ROOT, "examples/templates/action/src/stale.ts"), "utf8")
  const recipe = readFileSync(join(ROOT, "docs/recipes/stale-bot.md"), "utf8")
  const [loop = ""] = /^for await[\s\S]*?^}/m.exec(recipe) ?? []
  const other = /const body|daysAgo\(60\)/
  for (const line of loop.split("\n")) if (!other.test(line)) expect(source).toContain(line.trim())
})
