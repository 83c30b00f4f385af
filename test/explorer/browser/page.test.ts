/** Tests the explorer in Chromium; skipped if Chromium is missing. `make explorer-test` writes screenshots to `.cache/explorer/`. */
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core"
import { afterAll, beforeAll, beforeEach, test } from "vitest"
import { type Explorer, startExplorer, writePages } from "../../../surfaces/explorer/index.js"
import { chromium, needs } from "../../needs.js"

const shots = ".cache/explorer"
/** As in `test/all.ts`, which loads all cards. */
const all = process.env.ALL === "1"
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

let explorer: Explorer
let browser: Browser
let page: Page
/** Errors in the page. */
let complaints: string[]

beforeAll(async () => {
  const executablePath = chromium()
  if (executablePath === undefined) return
  mkdirSync(shots, { recursive: true })
  // Root, as in containers, has no sandbox of Chromium.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  ;[explorer, browser] = await Promise.all([startExplorer(), launch({ executablePath, args })])
})
afterAll(async () => {
  await browser?.close()
  await explorer?.close()
})
beforeEach(async (context) => {
  needs("chromium", context)
  await page?.close()
  complaints = []
  page = await browser.newPage()
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("console", (message) => complaints.push(message.text()))
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
})

test("the explorer's search opens a capability by keyboard alone", async () => {
  await open()
  await page.keyboard.press("/")
  await page.keyboard.type("merge pull request")
  assert.equal(await text("nav a .id"), "pr.merge")
  await page.keyboard.press("ArrowDown")
  assert.equal(await focused(), "#pr.merge")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await page.waitForSelector("main h1 ::-p-text(pr.merge)")
  assert.equal(await page.evaluate(() => location.hash), "#pr.merge")
  assert.equal(await page.evaluate(() => document.activeElement?.id), "content")
  assert.equal(await page.title(), "pr.merge · ghx explorer")
  await page.goBack()
  await page.waitForSelector("main h1 ::-p-text(GitHub capabilities)")
  await page.focus("#search")
  await page.keyboard.press("Escape")
  assert.match((await text("#count")) ?? "", /^\d\d+ capabilities$/)
  assert.deepEqual(complaints, [])
})

test("the explorer opens at a link's entry, in its unfolded domain", async () => {
  await page.setViewport({ width: 1280, height: 900 })
  await open("#workflow.run.view")
  const link = await page.waitForSelector("nav a[aria-current=page]")
  assert.ok(await link?.isIntersectingViewport())
  assert.deepEqual(await page.$$eval("nav details[open]", ({ length }) => length), 1)
  // A folded domain opens by keyboard.
  await page.focus("#search")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.keyboard.press("ArrowDown")
  assert.equal(await focused(), "#discussion.answer.mark")
})

test("the explorer's editor completes names and values by the types of the input", async () => {
  await open("#issue.list")
  await write(
    `{ "task": "issue.list", "input": { "owner": "octocat", "repo": "hello-world", `,
    false,
  )
  await page.keyboard.type('"sta')
  await complete("states")
  await page.keyboard.type('["')
  await complete("CLOSED")
  await page.keyboard.press("End")
  await page.keyboard.type(" } }")
  assert.match(
    (await text("pre[aria-label=Shell]")) ?? "",
    /^ghx run issue.list --input '.*"states":\["CLOSED"\]/,
  )
  assert.match((await text("pre[aria-label=TypeScript]")) ?? "", /states: \[\s+"CLOSED"/)
  assert.deepEqual(complaints, [])
})

test("the explorer runs a chain, draws its requests and resets the sandbox", async () => {
  await open()
  await (await editor()).focus()
  await press("Enter")
  await page.waitForSelector("svg")
  assert.equal(
    await page.$eval("svg", (svg) => svg.getAttribute("aria-label")),
    "3 requests. 1. query Chain with repository ×2: 200. 2. mutation Chain with createIssue, resolveReviewThread ×2: 200. 3. mutation IssueCommentsCreate: 200.",
  )
  assert.equal(await text(".status"), "success, 3 requests, 3 points of GraphQL")
  await page.waitForSelector("section[aria-label=Issues] li:first-child ::-p-text(Flaky test)")
  assert.match((await text("section[aria-label=Requests] li")) ?? "", /^\d+ mutation Issue.*: 200$/)
  await page.click(".try details:not(.sandbox)")
  // Its content is created when it opens.
  const sent = ".try details:not(.sandbox) pre"
  await page.waitForSelector(sent)
  assert.match((await text(sent)) ?? "", /^query Chain\(/)
  await (await page.$("button ::-p-text(Reset the sandbox)"))?.click()
  await page.waitForSelector(".status ::-p-text(was reset)")
  assert.equal(await page.$("svg"), null)
  await page.waitForSelector("section[aria-label=Issues] li:first-child ::-p-text(Draw a logo)")
  assert.deepEqual(complaints, [])
})

test("the explorer shows untrusted content as text, not markup", async () => {
  const title = `</script><img src="x" onerror="alert(1)"><svg onload="alert(2)">`
  await open(`#${encodeURIComponent(title)}`)
  assert.match((await text("main .lead")) ?? "", /<img src=/)
  await open("#issue.create")
  await write({ task: "issue.create", input: { owner: "octocat", repo: "hello-world", title } })
  const ran = await page.waitForSelector("pre[aria-label=Envelope]")
  assert.ok((await ran?.evaluate((pre) => pre.textContent))?.includes(JSON.stringify(title)))
  assert.equal(await page.$("main img"), null)
  // The page uses none of the APIs that turn text into markup.
  const made = await page.evaluate(() => {
    try {
      document.body.innerHTML = "<p>made</p>"
      return "made"
    } catch (error) {
      return error instanceof TypeError ? "refused" : "failed"
    }
  })
  assert.equal(made, "refused")
})

test("the explorer shows errors and keeps working", async () => {
  await open("#user.me")
  await write("{")
  await page.waitForSelector(".status.failed ::-p-text(Not valid JSON)")
  await write({
    task: "issue.view",
    input: { owner: "octocat", repo: "hello-world", issue_number: 999 },
  })
  await page.waitForSelector("svg .failed")
  assert.match((await text(".status.failed")) ?? "", /^failed, /)
  assert.match((await text(".failure")) ?? "", /^issue.view: NOT_FOUND/)
  await write({ task: "user.me", input: {} })
  await page.waitForSelector(".status:not(.failed) ::-p-text(success)")
})

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1280, 500, 360]) {
    // Colours depend on the scheme, and the layout on the width.
    if (!all && (scheme === "light" || width !== 360)) continue
    test(`every view of the explorer is accessible and fits: ${scheme}, ${width} pixels`, async () => {
      await page.setViewport({ width, height: width < 1280 ? 740 : 900 })
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
      for (const id of ["", "issue.create", ...(all ? ["pr.threads.list", "nothing"] : [])]) {
        await open(id && `#${id}`)
        if (id === "issue.create") {
          await page.click(".run")
          await page.waitForSelector("svg")
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(wide <= width, `#${id} is ${wide} pixels wide`)
        const path = `${shots}/${scheme}-${width}-${id || "start"}.png`
        if (all) await page.screenshot({ path, fullPage: true })
        assert.deepEqual(await violations(), [], `#${id}`)
      }
    })
  }
}

test("the explorer's static pages work without a server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-pages-"))
  try {
    await writePages(folder)
    await page.goto(`${pathToFileURL(join(folder, "index.html"))}#issue.create`)
    await page.waitForSelector("main h1 ::-p-text(issue.create)")
    assert.match((await text("section[aria-label='Try it']")) ?? "", /ghx explore/)
    assert.match((await text("pre[aria-label=TypeScript]")) ?? "", /ghx\.issue\.create\(/)
    assert.equal(await page.$(".run"), null)
    assert.deepEqual(complaints, [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function open(hash = ""): Promise<void> {
  await page.goto("about:blank")
  await page.goto(`${explorer.url}${hash}`)
}

/** The text of the first such element; waits until the page has created it. */
async function text(selector: string): Promise<string | null> {
  const element = await page.waitForSelector(selector)
  return element?.evaluate(({ textContent }) => textContent) ?? null
}

async function focused(): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("href") ?? null)
}

function editor() {
  return page.waitForSelector(">>> .cm-content") as Promise<ElementHandle<HTMLElement>>
}

/** Waits for the completion with this text, and chooses it. Selectors do not wait for changes of shadow roots. */
async function complete(label: string): Promise<void> {
  const found = await page.waitForFunction(
    (text) => {
      const root = document.querySelector(".editor")?.shadowRoot
      return [...(root?.querySelectorAll("li") ?? [])].find((one) => one.textContent.includes(text))
    },
    { polling: "raf" },
    label,
  )
  await (found.asElement() as ElementHandle<Element> | null)?.click()
}

async function press(key: "Enter" | "a"): Promise<void> {
  await page.keyboard.down("Control")
  await page.keyboard.press(key)
  await page.keyboard.up("Control")
}

/** Writes tasks in place of those that are there, and runs them. */
async function write(tasks: object | string, run = true): Promise<void> {
  await (await editor()).focus()
  await press("a")
  await page.keyboard.sendCharacter(typeof tasks === "string" ? tasks : JSON.stringify(tasks))
  if (run) await page.click(".run")
}

/** The findings of axe by rule, with their elements. */
async function violations(): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const found = await Object(globalThis).axe.run(document)
    return found.violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [
      id,
      ...nodes.map(({ html }) => html),
    ])
  })
}
