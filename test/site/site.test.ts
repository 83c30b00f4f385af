/**
 * The documentation site. `make test-all` builds it and reads it in Chromium, with screenshots in
 * `.cache/site-pictures/`: building takes a minute and packages that nothing else needs.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { dirname, extname, join } from "node:path"
import { type Browser, launch, type Page } from "puppeteer-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { chromium, needs } from "../needs.js"
import { pages } from "../pages.js"
import { ROOT } from "../projects.js"
import { all } from "../some.js"

const SITE = join(ROOT, ".cache/site")
const PICTURES = join(ROOT, ".cache/site-pictures")

test("the site's sidebar lists every page of docs/", () => {
  const config = readFileSync(join(ROOT, "tooling/site/.vitepress/config.ts"), "utf8")
  const paths = pages.map(({ path }) => path).filter((path) => /^docs\/(?!README)/.test(path))
  const links = paths.map((path) => path.replace(/^docs|(?:README)?\.md$/g, ""))
  expect(links.filter((link) => !config.includes(`"${link}"`))).toEqual([])
})

if (all) {
  let server: Server
  let url: string
  let browser: Browser | undefined

  beforeAll(async () => {
    const built = spawnSync("make", ["site"], {
      cwd: ROOT,
      encoding: "utf8",
    })
    expect(built.status, built.stdout + built.stderr).toBe(0)
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://site")
      const file = fileOf(decodeURIComponent(pathname))
      const type = file && TYPES[extname(file)]
      response.writeHead(file ? 200 : 404, type ? { "content-type": type } : {})
      response.end(file && readFileSync(join(SITE, file)))
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    mkdirSync(PICTURES, { recursive: true })
    const executablePath = chromium()
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
    if (executablePath !== undefined) browser = await launch({ executablePath, args })
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const files = () => new Set(readdirSync(SITE, { recursive: true, encoding: "utf8" }))
  let listed: Set<string> | undefined
  /** The file that a host of static files sends for a path. */
  function fileOf(path: string): string | undefined {
    listed ??= files()
    const name = path.slice(1)
    return [name, `${name}.html`, join(name, "index.html")].find(
      (one) => extname(one) !== "" && listed?.has(one),
    )
  }

  test("every link of the site leads to a page of it, and to a heading that is there", () => {
    const broken: string[] = []
    const ids = new Map<string, Set<string>>()
    const idsIn = (file: string) => {
      const known = ids.get(file)
      if (known) return known
      const text = readFileSync(join(SITE, file), "utf8")
      const found = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id))
      ids.set(file, found)
      return found
    }
    for (const page of files()) {
      if (!page.endsWith(".html") || page.startsWith("explorer/") || page === "404.html") continue
      const text = readFileSync(join(SITE, page), "utf8")
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^[a-z]+:/.test(href)) continue
        const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://site/${page}`)
        const file = pathname === "/" ? "index.html" : fileOf(decodeURIComponent(pathname))
        const isThere = file && (hash === "" || idsIn(file).has(decodeURIComponent(hash.slice(1))))
        if (!isThere) broken.push(`${page}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  test("llms.txt lists the pages, each with its Markdown beside it", () => {
    const text = readFileSync(join(SITE, "llms.txt"), "utf8")
    const linked = [...text.matchAll(/\]\((\/[^)]+\.md)\)/g)].map(([, path = ""]) => path)
    expect(linked.length).toBeGreaterThan(300)
    expect(linked.filter((path) => !fileOf(path))).toEqual([])
  })

  const read = ["/", "/tutorial", "/guides/once", "/capabilities/", "/capabilities/issue/list"]
  const looks = [
    { name: "wide", width: 1280, scheme: "light" },
    { name: "wide-dark", width: 1280, scheme: "dark" },
    { name: "narrow", width: 390, scheme: "light" },
    { name: "narrow-dark", width: 390, scheme: "dark" },
  ]
  const cases = read.flatMap((path) => looks.map((look) => ({ path, ...look })))
  test.for(cases)("$path is accessible and without errors, $name", async (one, context) => {
    needs("chromium", context)
    const { page, complaints } = await open(one.path, one.width, one.scheme)
    const name = `${one.path.replaceAll("/", "-").slice(1) || "front"}-${one.name}`
    await page.screenshot({ path: join(PICTURES, `${name}.png`) as `${string}.png` })
    expect(await violations(page)).toEqual([])
    const wide = await page.$eval("html", ({ scrollWidth }) => scrollWidth)
    expect(wide, "wider than the window").toBeLessThanOrEqual(one.width)
    expect(complaints).toEqual([])
    await page.close()
  })

  test("the search finds a capability and a guide, without the network", async (context) => {
    needs("chromium", context)
    const { page, complaints } = await open("/", 1280, "light")
    await page.keyboard.press("/")
    await page.waitForSelector("#localsearch-input")
    await page.type("#localsearch-input", "issue.subissues.reorder")
    await page.waitForSelector('.results a[href*="/capabilities/issue/subissues.reorder"]')
    await page.screenshot({ path: join(PICTURES, "search.png") as `${string}.png` })
    expect(complaints).toEqual([])
    await page.close()
  })

  async function open(path: string, width: number, scheme: string) {
    if (browser === undefined) throw new Error("there is no Chromium")
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("data:"))
        complaints.push(`asks ${request.url()}`)
    })
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
    await page.goto(`${url}${path}`, { waitUntil: "networkidle0" })
    return { page, complaints }
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
}

const axe = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve("axe-core")), "axe.min.js"),
  "utf8",
)

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    // The theme's search button and its collapsible groups of the sidebar break these two.
    const ofTheme = ["label-content-name-mismatch", "nested-interactive"]
    const rules = Object.fromEntries(ofTheme.map((id) => [id, { enabled: false }]))
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    const { violations } = await axe.run({ runOnly, rules })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}
