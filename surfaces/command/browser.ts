/** `--web`: opens a URL in a browser on a terminal. */
import { spawn } from "node:child_process"
import { tried } from "../../runtime/text/index.js"
import { CommandError, printNote } from "./output/index.js"
import { type Terminal, withoutTokens } from "./terminal/index.js"

/**
 * Opens a page on a terminal, by `GH_BROWSER`, `BROWSER` or the system's default; otherwise prints its URL.
 *
 * @param address - from an answer, or for one of GitHub's own pages
 * @param host - the GitHub of the command
 * @throws CommandError for an address elsewhere: a browser takes options, files and scripts, too
 */
export async function show(address: unknown, host: string, terminal: Terminal): Promise<void> {
  const url = pageOn(host, address)
  if (!terminal.stdout.isTTY || !(await isOpened(url))) terminal.stdout.write(`${url}\n`)
  else printNote(`opened ${url} in your browser`, terminal)
}

function pageOn(host: string, address: unknown): string {
  const [url, base, api] = [address, process.env.GHX_BASE_URL, process.env.GITHUB_API_URL].map(
    (one) => tried(() => new URL(String(one)), undefined),
  )
  const name = url?.host.replace(/^gist\./, "")
  const isOwn = [host, base?.host, api?.host].some((one) => one === name || one === `api.${name}`)
  const isPage =
    url?.protocol === "https:" ? isOwn : url?.protocol === "http:" && url.origin === base?.origin
  if (url && isPage) return url.href
  const said = `the server answered ${JSON.stringify(address)} as the address of the page`
  throw new CommandError(`${said}, which is no page of ${host}`)
}

function isOpened(url: string): Promise<boolean> {
  const [program = "", ...args] = opener()
  return new Promise((resolve) => {
    const env = withoutTokens()
    const child = spawn(program, [...args, url], { detached: true, env, stdio: "ignore" })
    child.once("error", () => resolve(false))
    child.once("spawn", () => resolve(true))
    child.unref()
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
