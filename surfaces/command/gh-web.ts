/** `--web`: opens the page of a command, or of its result. */
import { complete, type Given, MilestoneTitle, webPages } from "./gh/index.js"
import { usualHost } from "./input/index.js"
import { asking } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import { type Call, executeCall, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

const loadBrowser = () => import("./browser.js")

/** The page of a command; undefined if its result has it. */
export const pageOf = (words: string): string | undefined =>
  Object.hasOwn(webPages, words) ? webPages[words] : undefined

/** Opens the page of a command in a browser, or prints its URL if there is no terminal. */
export async function showPage(
  page: string,
  given: Given,
  { id, host = usualHost() }: Pick<Call, "id" | "host">,
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  // GitHub's pages take the title of a milestone.
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    value instanceof MilestoneTitle ? value.title : value,
  ])
  const input = await asking({ ...flags, host }, terminal, (ask) =>
    complete(Object.fromEntries(texts), ask, id),
  )
  const [path = "", query = ""] = page.split("?")
  const parameters = query.split("&").flatMap((one) => {
    const filled = withInputs(one, Object(input))
    return filled.endsWith("=") ? [] : [filled]
  })
  const [before = "", fragment] = withInputs(path, Object(input)).split("#")
  const asked = parameters.length > 0 && query !== "" ? `?${parameters.join("&")}` : ""
  const url = `https://${host}/${before}${asked}${fragment === undefined ? "" : `#${fragment}`}`
  await (await loadBrowser()).show(url, host, terminal)
  return exitCodes.ok
}

function withInputs(part: string, input: Given): string {
  return part.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = [input[name] ?? ""].flat().join(",")
    if (value === "" && !part.includes("=")) {
      throw new UsageError(`--web needs ${name.replaceAll("_", " ")}`)
    }
    return encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%3A", ":")
  })
}

export async function showWeb(call: Call, flags: RunFlags, terminal: Terminal): Promise<number> {
  let output = ""
  const stdout = { write: (text: string) => (output += text) }
  const { web: _, jq: __, ...others } = { ...flags, web: true }
  const exitCode = await executeCall(call, { ...others, json: "url" }, { ...terminal, stdout })
  if (exitCode !== exitCodes.ok || flags.dryRun) terminal.stdout.write(output)
  else await (await loadBrowser()).show(JSON.parse(output).url, call.host ?? usualHost(), terminal)
  return exitCode
}
