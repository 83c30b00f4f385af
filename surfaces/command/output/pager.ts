/** Shows long results on a terminal page by page. */
import { spawn } from "node:child_process"
import { withoutTokens } from "../terminal/index.js"

/** @returns whether the text was shown, which fails without the pager */
export async function page(pager: string, text: string): Promise<boolean> {
  // gh's settings: less quits if one screen is enough, and keeps colours.
  const env = { LESS: "FRX", LV: "-c", ...withoutTokens() }
  const child = spawn(pager, { shell: true, stdio: ["pipe", "inherit", "inherit"], env })
  // A user who quits early does not read the rest.
  child.stdin.on("error", () => undefined)
  child.stdin.end(text)
  const notFound = 127
  return new Promise((resolve) => {
    child.once("error", () => resolve(false))
    child.once("close", (code) => resolve(code !== notFound))
  })
}
