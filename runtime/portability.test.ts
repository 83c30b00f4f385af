import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const here = (path: string) => new URL(path, import.meta.url)

/** Every module that importing `url` loads at once: files by URL, packages by name. */
async function staticImports(url: URL, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(url.href)) return seen
  seen.add(url.href)
  const source = await readFile(url, "utf8")
  for (const [, what, from = ""] of source.matchAll(
    /^(?:import|export) ([^"]*?)from "([^"]+)"/gm,
  )) {
    if (what?.startsWith("type ")) continue
    if (from.startsWith(".")) await staticImports(new URL(from.replace(/\.js$/, ".ts"), url), seen)
    else seen.add(from)
  }
  return seen
}

test("importing the runtime loads no Node built-in and no package", async () => {
  const loaded = await staticImports(here("index.ts"))
  expect(loaded.size).toBeGreaterThan(20)
  expect([...loaded].filter((name) => !name.startsWith("file:"))).toEqual([])
})

test("violations works where code generation from strings is disallowed", async () => {
  const script = `
    const { violations } = await import(${JSON.stringify(here("validation/violations.ts").href)})
    let forbidden = false
    try { new Function("") } catch { forbidden = true }
    const schema = { type: "object", required: ["a"], properties: { a: { type: "integer" } } }
    const found = [{ a: 1 }, { a: "1" }, {}].map((value) => violations(schema, value).map((v) => v.keyword))
    console.log(JSON.stringify({ forbidden, found }))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--disallow-code-generation-from-strings",
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      script,
    ],
    { cwd: fileURLToPath(here("..")) },
  )
  expect(JSON.parse(stdout)).toEqual({ forbidden: true, found: [[], ["type"], ["required"]] })
})
