/** Tests what users' bundlers include of the built package for a page in a browser. */
import { execFile } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { nodeResolve } from "@rollup/plugin-node-resolve"
import { build, transform } from "esbuild"
import { type Plugin, rollup } from "rollup"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createFolderWithPackage } from "./installed.js"
import { all } from "./some.js"

// Its types describe a module without a default export.
const commonjs: () => Plugin = createRequire(import.meta.url)("@rollup/plugin-commonjs")

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("bundle-test")
  // Otherwise the bundler would follow the paths of this repository's tsconfig to its sources.
  writeFileSync(join(folder, "tsconfig.json"), "{}")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const input = '{ owner: "octocat", repo: "hello-world", issue_number: 1 }'
const sources = {
  "`view` of `ghx/issue`": `import { view } from "ghx/issue"\nconsole.log(await view(${input}))`,
  "`ghx.issue.view` of `ghx`": `import { ghx } from "ghx"\nconsole.log(await ghx.issue.view(${input}))`,
  "`view`, bound to a token": `import { bindTree, createClient } from "ghx"
import { view } from "ghx/issue"
const issue = bindTree({ view }, createClient({ token: "…" }))
console.log(await issue.view(${input}))`,
}
type Source = keyof typeof sources

/**
 * Not included in the sizes: code that only some clients load (a cache, a strategy with its Octokit, an
 * Octokit or a `fetch` of the caller's, bounds, `confirm`, a recording, `untrusted`, interceptors, no token
 * for this machine), iterations, calls with `fields`, or answers that lack something.
 */
const apart =
  /^lru-cache$|\/(?:adapter|bounds|destructive|intercept-layer|intercepted|iteration|own-octokit|paced-traffic|platform-response|record|report|response-cache|missing-member|narrowing|once|sandbox-token|shortfalls|token-for-gh|unclaimed-option|untrusted)\.js$|\/fields\/[^/]+\.js$/

const bundlers = {
  async esbuild(entry: string): Promise<string> {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      plugins: [
        {
          name: "apart",
          setup: ({ onResolve }) =>
            onResolve({ filter: apart }, ({ path }) => ({ path, external: true })),
        },
      ],
      write: false,
    })
    return outputFiles.map(({ text }) => text).join("\n")
  },
  async rollup(entry: string): Promise<string> {
    const bundle = await rollup({
      input: entry,
      external: (id) => apart.test(id),
      plugins: [nodeResolve({ browser: true }), commonjs()],
      onwarn: () => {},
    })
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true })
    const code = output.map((one) => ("code" in one ? one.code : "")).join("\n")
    return (await transform(code, { minify: true, format: "esm" })).code
  },
}
type Bundler = keyof typeof bundlers

/** One file with everything that its calls may load. */
function bundle(bundler: Bundler, source: string): Promise<string> {
  made += 1
  const entry = join(folder, `${made}.js`)
  writeFileSync(entry, source)
  return bundlers[bundler](entry)
}
let made = 0

/** The operations of cards in a bundle, by name. */
function operationsIn(code: string): Set<string | undefined> {
  const names = [...code.matchAll(/\b(?:query|mutation) (\w+)\(/g)].map(([, name]) => name)
  return new Set(names)
}

const ofNamespace: Source = "`ghx.issue.view` of `ghx`"

// esbuild includes all of a namespace within a namespace, or nothing.
const takesAll = (bundler: Bundler, source: Source) =>
  bundler === "esbuild" && source === ofNamespace

/** A sentence from each feature that only some capabilities use. */
const wordsOfParts: Readonly<Record<string, string>> = {
  cliRoute: "The code of the cli route",
  graphqlLookups: "GitHub's response has no result for this step",
  graphqlSearch: "total_count includes results of another kind",
  graphqlWrites: "GitHub applied the mutation, but its response is incomplete",
  rareKeywords: "[A-Za-z\\d+/]*={0,2}$",
  restBytes: "not binary data",
  restLookups: "Found more than one",
  restPages: "expected an end_cursor of this list",
  restTexts: "response is JSON, not text",
  contentWarnings: "is not whole",
  writes: "GitHub ignored ",
}

const cases = Object.keys(bundlers)
  .flatMap((bundler) =>
    Object.keys(sources).map(
      (source) => ({ bundler, source }) as { bundler: Bundler; source: Source },
    ),
  )
  // Rollup removes more of the whole catalogue than other bundlers, but takes seconds.
  .filter(({ bundler, source }) => all || bundler === "esbuild" || source === ofNamespace)

/** Maximum size in kilobytes of one capability with everything that it needs. */
const most = { minified: 106.6, gzipped: 40.4 }

describe.each(cases)("a bundle of $source by $bundler", ({ bundler, source }) => {
  let code: string
  beforeAll(async () => {
    code = await bundle(bundler, sources[source])
  })

  it("contains only that capability, unless the bundler keeps whole namespaces", () => {
    const operations = operationsIn(code)
    expect(operations).toContain("IssueView")
    if (takesAll(bundler, source)) expect(operations.size).toBeGreaterThan(30)
    else expect(operations.size).toBe(1)
  })

  it("contains the client of the environment, for capabilities without a client", () => {
    expect(code).toContain("GHX_BASE_URL")
  })

  it("contains no GraphQL, YAML or JMESPath parser, no Node module and no eval", () => {
    expect(code).not.toMatch(/GraphQLError|parseDocument|TreeInterpreter/)
    expect(code).not.toMatch(/["'](?:node:|child_process)|getBuiltinModule/)
    // Globals and APIs that edge platforms forbid.
    expect(code).not.toMatch(/\beval\(|\bFunction\(/)
  })

  it("contains no feature of the runtime that the capability does not use", () => {
    for (const words of Object.values(wordsOfParts)) {
      expect(code.includes(words)).toBe(takesAll(bundler, source))
    }
  })

  it("stays below its size limits, unless the bundler keeps whole namespaces", () => {
    const [minified, gzipped] = [code.length / 1000, gzipSync(code).length / 1000]
    console.log(`| ${bundler} | ${source} | ${minified.toFixed(1)} | ${gzipped.toFixed(1)} |`)
    const isSmall = !takesAll(bundler, source)
    expect(minified < most.minified).toBe(isSmall)
    expect(gzipped < most.gzipped).toBe(isSmall)
  })
})

const ofCore = (
  use: string,
) => `import { bindTree, createClient, fields, guards, once } from "ghx/core"
import { view } from "ghx/core/issue"
const client = createClient({ token: "…", use: [${use}] })
const issue = bindTree({ view }, client)
console.log(await issue.view(${input}))`

/** Everything that a bundle of `ghx/core` may load is in its one file. */
const wholeBundlers = {
  async esbuild(entry: string): Promise<string> {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      external: ["lru-cache"],
      write: false,
    })
    return outputFiles.map(({ text }) => text).join("\n")
  },
  async rollup(entry: string): Promise<string> {
    const bundle = await rollup({
      input: entry,
      external: ["lru-cache"],
      plugins: [nodeResolve({ browser: true }), commonjs()],
      onwarn: () => {},
    })
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true })
    const code = output.map((one) => ("code" in one ? one.code : "")).join("\n")
    return (await transform(code, { minify: true, format: "esm" })).code
  },
}

/** A sentence from each feature. */
const wordsOfFeatures: Readonly<Record<string, string>> = {
  fields: "there is no field ",
  guards: "and this client is read-only",
  once: "a read needs no key",
  interceptors: "it returned no envelope",
  octokit: "The auth strategy failed",
  environment: "GHX_BASE_URL",
}

const ofOneFile = all ? (["esbuild", "rollup"] as const) : (["esbuild"] as const)

describe.each(ofOneFile)("a bundle of `ghx/core` by %s", (bundler) => {
  it.each([
    { use: "", kB: 35.9 },
    { use: "guards({ repos: ['octocat/*'] }), once(), fields()", kB: 48.9 },
  ])(
    "has only the features [$use], and is smaller than $kB kB, compressed",
    async ({ use, kB }) => {
      made += 1
      const entry = join(folder, `${made}.js`)
      writeFileSync(entry, ofCore(use))
      const code = await wholeBundlers[bundler](entry)
      const gzipped = gzipSync(code).length / 1000
      console.log(`| ${bundler} | ghx/core [${use}] | ${code.length / 1000} | ${gzipped} |`)
      for (const [name, words] of Object.entries(wordsOfFeatures))
        expect(code.includes(words), name).toBe(use.includes(`${name}(`))
      expect(gzipped).toBeLessThan(kB)
    },
  )
})

it("a call over gh in a browser fails with a fix, since there are no processes", async () => {
  const entry = join(folder, "without-process.js")
  writeFileSync(
    entry,
    `import { bindTree, createClient } from "ghx"
import { checkout } from "ghx/pr"
const pr = bindTree({ checkout }, createClient({ token: "…" }))
const { error } = await pr.checkout({ owner: "octocat", repo: "hello-world", pull_number: 7 })
console.log(error.code, error.details.fix)`,
  )
  const file = join(folder, "without-process.mjs")
  writeFileSync(file, await wholeBundlers.esbuild(entry))
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout).toBe("ADAPTER_UNSUPPORTED Allow another route\n")
})

it.each([
  ["lru-cache", "close"],
  ["own-octokit.js", "view"],
])("a bundle imports %s dynamically, not statically", async (library, capability) => {
  const source = `import { ${capability} } from "ghx/issue"\nawait ${capability}(${input})`
  const code = await bundle("esbuild", source)
  expect(code).toMatch(new RegExp(`import\\("[^"]*${library}"\\)`))
  expect(code).not.toMatch(/from ?"(?:lru-cache|@octokit\/core)"/)
})
