/** The explorer with a call that failed. */
import { join } from "node:path"
import type { Browser } from "puppeteer-core"
import { startExplorer } from "../../surfaces/explorer/index.js"
import { themes } from "./page.js"

const text = `{
  "task": "issue.labels.add",
  "input": {
    "owner": "octocat",
    "repo": "hello-world",
    "issue_number": 1,
    "labels": ["bugs"]
  }
}`

export async function writeExplorer(browser: Browser, folder: string): Promise<void> {
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
