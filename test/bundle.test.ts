/** What a bundler takes from the package for one capability. */
import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const project = join(import.meta.dirname, "..")
const folder = join(project, ".cache/bundle-test")
const libraries = /^(@octokit\/|lru-cache)/

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.build.json",
      compilerOptions: { rootDir: "../..", outDir: "dist" },
      include: ["../../generated", "../../runtime"],
      exclude: ["../../**/*.test.ts", "../../**/testing/**"],
    }),
  )
  execFileSync(join(project, "node_modules/.bin/tsc"), ["-p", folder], { cwd: project })
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", sideEffects: false }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bundles a module for the web, libraries left out unless asked for. */
async function bundle(
  source: string,
  external = libraries,
): Promise<{ code: string; everything: string; imports: string[] }> {
  const entry = join(folder, "entry.js")
  writeFileSync(entry, source)
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ["es"], fileName: "bundle" },
      rolldownOptions: { external },
    },
  })
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []))
  const chunks = new Map(
    outputs.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])),
  )
  // What loads at once; chunks that a call may load later are not among it.
  const atOnce = new Set([...chunks.values()].filter((one) => one.isEntry))
  for (const chunk of atOnce) {
    for (const name of chunk.imports) {
      const other = chunks.get(name)
      if (other) atOnce.add(other)
    }
  }
  return {
    code: [...atOnce].map((chunk) => chunk.code).join("\n"),
    everything: [...chunks.values()].map((chunk) => chunk.code).join("\n"),
    imports: [...atOnce].flatMap((chunk) => chunk.imports),
  }
}

describe("a bundle of one capability", () => {
  it("holds that capability and no other", async () => {
    const { code } = await bundle('export { view } from "./dist/generated/issue/index.js"')
    expect(code).toContain("query IssueView(")
    const others = [...code.matchAll(/\b(?:query|mutation) (\w+)\(/g)].map(([, name]) => name)
    expect(new Set(others)).toEqual(new Set(["IssueView"]))
  })

  it("holds no GraphQL, YAML or JMESPath, and runs where there is no Node", async () => {
    const source = 'export { view } from "./dist/generated/issue/index.js"'
    const { code, everything, imports } = await bundle(source)
    expect(imports.filter((one) => /^(graphql|yaml|@jmespath|node:)/.test(one))).toEqual([])
    expect(code).not.toMatch(/GraphQLError|parseDocument|"node:/)
    // What platforms at the edge of a network forbid, in what a call may load later, too.
    expect(everything).not.toMatch(/\beval\(|\bFunction\(/)
    const gzipped = gzipSync(code).length
    console.log(
      `one capability: ${code.length} bytes minified, ${gzipped} gzipped, libraries left out`,
    )
    expect(gzipped).toBeLessThan(32_000)
  })

  it("loads the catalogue only when it is asked for", async () => {
    const { code, everything } = await bundle(
      'export { explain, ghx } from "./dist/generated/index.js"',
    )
    expect(code).toContain("query IssueView(")
    // Only the catalogue lists inputs.
    expect(everything).toMatch(/inputs: ?\[/)
    expect(code).not.toMatch(/inputs: ?\[/)
  })
})
