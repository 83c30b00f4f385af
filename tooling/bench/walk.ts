/**
 * What the hand-written runtime loads and executes, in files, functions and lines: for an import, a client's first
 * call and a later one, by V8's count of calls. Run: `make bench ARGS=walk`.
 */
import { Session } from "node:inspector/promises"
import { findSourceMap } from "node:module"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { ROOT } from "../../test/projects.js"
import { startAnsweringServer } from "./answering-server.js"

interface Walked {
  readonly files: Set<string>
  functions: number
  lines: number
}

const server = await startAnsweringServer()
const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
const sourceOf = new Map<string, string>()
await session.post("Debugger.enable")

const { createGhx } = await import("ghx")
const imported = await walked()
const ghx = createGhx({ base_url: server.url, token: "t" })
const call = async () => {
  const { ok } = await ghx.issue.view({ owner: "octocat", repo: "hello-world", issue_number: 1 })
  if (!ok) throw new Error("the call failed")
}
await call()
const first = await walked()
for (let times = 0; times < 10; times += 1) await call()
await walked()
await call()
const later = await walked()
await server.close()

console.log("| | files | functions | lines |\n|---|---|---|---|")
for (const [what, groups] of Object.entries({ imported, "first call": first, "later call": later }))
  for (const [group, { files, functions, lines }] of groups)
    console.log(`| ${what}: ${group} | ${files.size} | ${functions} | ${lines} |`)

/** What was executed since the last time, by folder. Lines of functions that were not called do not count. */
async function walked(): Promise<ReadonlyMap<string, Walked>> {
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const groups = new Map<string, Walked>()
  for (const { scriptId, url, functions } of result) {
    const path = url.startsWith("file:")
      ? relative(ROOT, fileURLToPath(url).split("?")[0] ?? "")
      : ""
    const [group] = /^(?:runtime\/features|runtime|generated)(?=\/)/.exec(path) ?? []
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    if (group === undefined || called.length === 0) continue
    const text = await textOf(scriptId)
    const executed = new Uint8Array(text.length)
    // Outer functions come first.
    for (const {
      ranges: [range],
    } of functions)
      if (range) executed.fill(range.count > 0 ? 1 : 0, range.startOffset, range.endOffset)
    const one = groups.get(group) ?? { files: new Set(), functions: 0, lines: 0 }
    groups.set(group, one)
    one.files.add(path)
    one.functions += called.filter(({ functionName }) => functionName !== "").length
    one.lines += linesOf(url, text, executed)
  }
  return groups
}

async function textOf(scriptId: string): Promise<string> {
  const known = sourceOf.get(scriptId)
  if (known !== undefined) return known
  const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId })
  sourceOf.set(scriptId, scriptSource)
  return scriptSource
}

/** How many lines of the source have an executed part. */
function linesOf(url: string, text: string, executed: Uint8Array): number {
  const map = findSourceMap(url)
  if (map === undefined) throw new Error(`${url} has no source map`)
  const lines = new Set<number>()
  let [line, column] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (executed[at] && /\S/.test(text[at] ?? "")) {
      const entry = map.findEntry(line, column)
      if ("originalLine" in entry) lines.add(entry.originalLine)
    }
    if (text[at] === "\n") [line, column] = [line + 1, 0]
    else column += 1
  }
  return lines.size
}
