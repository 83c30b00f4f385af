/**
 * Builds the documentation site from `docs/` into `.cache/site/`, without the network: pages by hand as they are, a
 * page for each capability, the API by TypeDoc, what the sandbox models, and the explorer. Run: `make site`.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { registry } from "../../generated/registry.js"
import { knownIn } from "../../runtime/index.js"
import { graphqlCoverage } from "../coverage/graphql.js"
import { coveragePage } from "../coverage/page.js"
import { operationsIn, peersIn, peersPage } from "../coverage/peers.js"
import { restCoverage } from "../coverage/rest.js"
import { prepareApi } from "./api.js"
import { capabilityPages } from "./capabilities.js"

const SITE = "tooling/site"
/** What VitePress reads. */
const PAGES = join(SITE, "pages")

const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = "https://github.com" } = process.env
/** The address of the repository, where CI knows it. */
const sources = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
// The configuration reads it.
if (sources) process.env.SITE_SOURCES = sources

const read = (path: string) => readFileSync(path, "utf8")

function put(path: string, text: string): void {
  const file = join(PAGES, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: "inherit" })
  if (status !== 0) throw new Error(`${program} failed`)
}

/** Files that have another path on the site. */
const TOP = new Map([
  ["README.md", "readme.md"],
  ["docs/README.md", "overview.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["CONTRIBUTING.md", "contributing.md"],
  ["SECURITY.md", "security-policy.md"],
])

/**
 * Rewrites a page's links to files that are elsewhere on the site. Other files of the repository are linked where CI
 * knows its address, else named.
 *
 * @param path - of the page in the repository
 */
function onSite(path: string, text: string): string {
  return text.replaceAll(/\[([^\]\n]*)\]\((?![a-z]+:|#)([^)\s]*)\)/g, (_, label, target) => {
    const [file = "", hash = ""] = target.split(/(?=#)/)
    const source = join(dirname(path), file)
    const page = TOP.get(source) ?? (source.startsWith("docs/") ? source.slice(5) : undefined)
    if (page !== undefined) return `[${label}](/${indexOf(page)}${hash})`
    return sources === undefined ? label : `[${label}](${sources}/blob/main/${source}${hash})`
  })
}

const indexOf = (path: string) => path.replace(/(^|\/)README\.md$/, "$1index.md")

rmSync(PAGES, { recursive: true, force: true })
cpSync("docs/pictures", join(PAGES, "pictures"), { recursive: true })
for (const path of readdirSync("docs", { recursive: true, encoding: "utf8" }))
  if (path.endsWith(".md") && path !== "README.md")
    put(indexOf(path), onSite(`docs/${path}`, read(join("docs", path))))
for (const [file, page] of TOP) put(page, onSite(file, read(file)))
put("index.md", read(join(SITE, "home.md")))

const { pages, domains } = await capabilityPages()
for (const { path, text } of pages) put(path, text)
const peers = peersIn(read("tooling/coverage/peers.yaml"))
const operations = operationsIn(read("tooling/coverage/operations.yaml"))
put("coverage.md", peersPage(peers, new Set(knownIn(registry).keys()), operations))
const parts = [
  await restCoverage(JSON.parse(read("schema/github-rest.json"))),
  graphqlCoverage(read("schema/github-schema.graphql")),
]
put("sandbox-coverage.md", coveragePage(parts))
put("domains.json", JSON.stringify(domains))

run(
  join(SITE, "node_modules/.bin/typedoc"),
  "--options",
  prepareApi(".cache/site-api", join(PAGES, "api")),
)
run("node_modules/.bin/tsx", "surfaces/explorer/write-pages.ts", join(PAGES, "public/explorer"))
run(join(SITE, "node_modules/.bin/vitepress"), "build", SITE)
console.log("wrote .cache/site/index.html; `npx serve .cache/site` shows it")
