/** The files of the page. */
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundled } from "./bundle.js"
import { describeAll } from "./capabilities.js"
import type { Given } from "./page/index.js"

/** The page's content security policy: its own files only, no markup from strings, no requests to other origins. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ")

/**
 * @param live - whether a server runs tasks for the page
 * @returns the contents of files by name; `index.html` contains all data of the page
 */
export async function pageFiles({ live }: Pick<Given, "live">): Promise<Map<string, string>> {
  const [{ html, css, js }, capabilities] = await Promise.all([bundled(), describeAll()])
  const given: Given = { capabilities, chain, live }
  // `</script>` and `<!--` would end or change a script, even inside JSON.
  const json = JSON.stringify(given).replaceAll("<", "\\u003c")
  const version = createHash("sha256").update(js).update(css).digest("hex").slice(0, 8)
  const page = html
    .replace("{policy}", () => policy)
    .replace("{given}", () => json)
    // Hosts and browsers keep files, which must not meet the page of another version.
    .replaceAll("{version}", version)
  return new Map([
    ["index.html", page],
    ["page.css", css],
    ["page.js", js],
  ])
}

/** Writes the page into a folder, as files for any static file server. */
export async function writePages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of await pageFiles({ live: false }))
    writeFileSync(join(folder, name), text)
}

const repo = { owner: "octocat", repo: "hello-world" }

/** An example chain: steps that depend on others, and writes that share a document. */
const chain: readonly object[] = [
  { task: "issue.create", as: "created", input: { ...repo, title: "Flaky test" } },
  {
    task: "issue.comments.create",
    input: { ...repo, issue_number: { $from: "created", path: "number" }, body: "Seen in run 41." },
  },
  { task: "pr.threads.list", as: "threads", input: { ...repo, pull_number: 7 } },
  {
    task: "pr.thread.resolve",
    each: { $from: "threads", path: "items[*]", where: { is_resolved: false } },
    input: { thread_id: { $item: "id" } },
  },
]
