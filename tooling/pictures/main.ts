/**
 * Renders what the command prints on terminals of 80, 120 and 200 columns, and the explorer at 500 and 1280 pixels,
 * light and dark, as pictures in .cache/pictures/, of which the docs show two. Run: `make pictures`, with Chromium.
 */
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { type Browser, launch } from "puppeteer-core"
import { startSandbox } from "../../sandbox/index.js"
import { main } from "../../surfaces/command/main.js"
import { startExplorer } from "../../surfaces/explorer/index.js"
import { chromium } from "../../test/needs.js"
import { pageOf, themes } from "./page.js"

const repo = "-R octocat/hello-world"

const scenes: Readonly<Record<string, readonly string[]>> = {
  issues: [`issue list ${repo} -s all`, `issue view 1 --comments ${repo}`],
  "pull-requests": [`pr list ${repo} -s all`, `pr view 7 ${repo}`, `pr status ${repo}`],
  checks: [`pr checks 7 ${repo}`, `pr diff 7 ${repo}`],
  runs: [`run list ${repo}`, `run view 2 -v ${repo}`],
  repositories: ["repo list octocat", `release list ${repo}`, `label list ${repo}`],
  searches: ["search prs polite", "project item-list 1 --owner octocat", "notification list"],
  errors: ["issue lst", `issue view 99 ${repo}`, `issue close 2 ${repo}`],
}

const folder = join(import.meta.dirname, "../../.cache/pictures")

async function printed(line: string, columns: number): Promise<string> {
  let text = ""
  const write = (more: unknown) => (text += String(more))
  const output = { isTTY: true, columns, hasColors: () => true, write }
  const stdin = { isTTY: true, async *[Symbol.asyncIterator]() {} }
  const { signal: interrupted } = new AbortController()
  await main(line.split(" "), { stdin, stdout: output, stderr: output, interrupted })
  return `\u001b[2m$ ghx ${line}\u001b[22m\n${text}`
}

const executablePath = chromium()
if (executablePath === undefined)
  throw new Error("there is no Chromium: install it, or set CHROMIUM")
const sandbox = await startSandbox()
Object.assign(process.env, { GHX_BASE_URL: sandbox.url, FORCE_HYPERLINK: "1", GH_PAGER: "" })
// The sandbox's objects are of that day.
const now = Date.parse("2025-01-03T00:00:00Z")
Date.now = () => now
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
const browser = await launch({ executablePath, args })
mkdirSync(folder, { recursive: true })
for (const columns of [80, 120, 200]) {
  for (const [name, lines] of Object.entries(scenes)) {
    const texts: string[] = []
    for (const line of lines) texts.push(await printed(line, columns))
    for (const theme of themes) {
      const page = await browser.newPage()
      await page.setContent(pageOf(texts.join("\n"), columns, theme))
      const terminal = await page.$("pre")
      await terminal?.screenshot({
        path: join(folder, `${name}-${columns}-${theme}.png`) as `${string}.png`,
      })
      await page.close()
    }
  }
}
copyFileSync(join(folder, "runs-80-dark.png"), join(folder, "../../docs/pictures/terminal.png"))
await writeExplorer(browser, folder)
copyFileSync(
  join(folder, "explorer-1280-dark.png"),
  join(folder, "../../docs/pictures/explorer.png"),
)
await browser.close()
await sandbox.close()
process.stdout.write(`${folder}\n`)

const text = `{
  "task": "issue.labels.add",
  "input": {
    "owner": "octocat",
    "repo": "hello-world",
    "issue_number": 1,
    "labels": ["bugs"]
  }
}`

async function writeExplorer(browser: Browser, folder: string): Promise<void> {
  const explorer = await startExplorer()
  for (const theme of themes) {
    for (const width of [500, 1280]) {
      const page = await browser.newPage()
      await page.setViewport({ width, height: 900 })
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }])
      await page.goto(`${explorer.url}#issue.labels.add`)
      const editor = await page.waitForSelector(">>> .cm-content")
      await editor?.focus()
      await page.keyboard.down("Control")
      await page.keyboard.press("a")
      await page.keyboard.up("Control")
      await page.keyboard.sendCharacter(text)
      await page.click(".run")
      await page.waitForSelector(".failure")
      await page.$eval("h1", (title) => title.scrollIntoView({ block: "center" }))
      await page.screenshot({ path: join(folder, `explorer-${width}-${theme}.png`) as "a.png" })
      await page.close()
    }
  }
  await explorer.close()
}
