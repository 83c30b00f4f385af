/** `--web`: opens a URL in a browser on a terminal. */
import { spawn } from "node:child_process"
import { printNote } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** Opens a URL on a terminal, by `GH_BROWSER`, `BROWSER` or the system's default; otherwise prints it. */
export async function show(url: string, terminal: Terminal): Promise<void> {
  if (!terminal.stdout.isTTY) {
    terminal.stdout.write(`${url}\n`)
    return
  }
  if (await isOpened(url)) printNote(`opened ${url} in your browser`, terminal)
  else terminal.stdout.write(`${url}\n`)
}

function isOpened(url: string): Promise<boolean> {
  const [program = "", ...args] = opener()
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { detached: true, stdio: "ignore" })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}

function opener(): readonly string[] {
  const { GH_BROWSER, BROWSER } = process.env
  const own = GH_BROWSER || BROWSER
  if (own) return own.split(" ").filter(Boolean)
  if (process.platform === "darwin") return ["open"]
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  return ["xdg-open"]
}
