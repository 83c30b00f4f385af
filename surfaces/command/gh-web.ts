import { pagesOfLists } from "./gh/index.js"
import { usualHost } from "./input/index.js"
import { exitCodes } from "./output/index.js"
import { type Call, executeCall, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/** Opens it in a browser, or prints the URL if there is no terminal. */
export async function showWeb(
  words: string,
  call: Call,
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const { show } = await import("./browser.js")
  const path = Object.hasOwn(pagesOfLists, words) ? pagesOfLists[words] : undefined
  if (path !== undefined) {
    const { owner, repo } = Object(call.input)
    const host = call.host ?? usualHost()
    await show(`https://${host}/${owner}/${repo}/${path}`, terminal)
    return exitCodes.ok
  }
  let output = ""
  const stdout = { write: (text: string) => (output += text) }
  const { web: _, jq: __, ...others } = { ...flags, web: true }
  const exitCode = await executeCall(call, { ...others, json: "url" }, { ...terminal, stdout })
  if (exitCode !== exitCodes.ok || flags.dryRun) terminal.stdout.write(output)
  else await show(JSON.parse(output).url, terminal)
  return exitCode
}
