/** Tests the size of the chunks that a page loads from a split bundle with all capabilities. */
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import { knownIn } from "../runtime/index.js"
import { type Bundle, bundled, bundlerNames } from "./bundlers.js"
import { createFolderWithPackage } from "./installed.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("bundle-split-test")
  // Otherwise the bundler would follow the paths of this repository's tsconfig to its sources.
  writeFileSync(join(folder, "tsconfig.json"), "{}")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const source = `import { createGhx } from "ghx/lazy"
const ghx = createGhx({ token: "t" })
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const print = ({ error }) => console.log(error.code)
ghx.issue.view(input).then(print)`

/** Maximum number of compressed kilobytes that the first call loads. */
const most = 53.9

/** Vite bundles with Rolldown, which splits as Rollup does. */
const tried = bundlerNames.filter((bundler) => all || !/^roll/.test(bundler))

describe.each(tried)("`ghx/lazy`, split by %s", (bundler) => {
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await bundled(bundler, folder, source, true)
  })

  it("executes a call", () => {
    // The answer lacks the repository.
    expect(bundle.printed).toBe("NOT_FOUND\n")
  })

  it("loads only the capability that is called", () => {
    const operations = [...bundle.text.matchAll(/\b(?:query|mutation) (\w+)\(/g)]
    expect(operations.map(([, name]) => name)).toEqual(["IssueView"])
    expect(bundle.whole.files).toBeGreaterThan(knownIn(registry).size)
  })

  it(`loads less than ${most} kB, compressed`, () => {
    const { bytes, gzipped } = bundle.loaded
    console.log(`| ${bundler} | ${(bytes / 1000).toFixed(1)} | ${(gzipped / 1000).toFixed(1)} |`)
    expect(gzipped / 1000).toBeLessThan(most)
  })
})

it("`ghx/lazy` needs at most 60 compressed bytes for each capability that is not called", () => {
  const text = readFileSync(join(ROOT, "generated/definitions.json"), "utf8")
  const list = gzipSync(JSON.stringify(JSON.parse(text)))
  expect(list.length / knownIn(registry).size).toBeLessThan(60)
})
