/** The places where something is sent: whatever is around a call must see all that the call sends. */

/** What sends past `call.graphql` and `call.send`. */
const sends =
  /\bhttp\.send\b|\.graphql\.(?:query|mutate)\b|(?<![\w.$]|function )fetch\(|\bglobalThis\.fetch\(/

/** The files that may, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  "runtime/http/fetch.ts": "the way out itself",
  "runtime/graphql/transport.ts": "GraphQL over HTTP",
  "runtime/call/execute.ts": "gives each call its `send`",
  "runtime/chain/execute-chain.ts": "limits what a chain sends at once",
  "runtime/batch/index.ts": "limits what programs send at once",
  "runtime/features/octokit/": "sends through an Octokit and its `fetch`",
  "runtime/features/gh/sandbox-token.ts": "asks whether an address is a sandbox, before any call",
  "surfaces/command/gh-rest.ts": "requests of commands without a capability",
  "surfaces/explorer/page/try-it.ts": "the page asks its own server",
}

/** Files that send by themselves. */
export function waysOut(sources: Iterable<readonly [file: string, text: string]>): string[] {
  const problems: string[] = []
  const found = new Set<string>()
  for (const [file, text] of sources) {
    if (!/^(?:runtime|surfaces)\//.test(file) || /\.test\.ts$|\/testing\//.test(file)) continue
    const code = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "")
    if (!sends.test(code)) continue
    const place = Object.keys(allowed).find((one) => file.startsWith(one))
    found.add(place ?? file)
    if (place) continue
    problems.push(
      `${file} sends past the features of its client: use \`call.graphql\` or \`call.send\`, in a command \`sendRaw\``,
    )
  }
  const idle = Object.keys(allowed).filter((file) => !found.has(file))
  return [...problems, ...idle.map((file) => `${file} sends nothing: remove it from ways-out.ts`)]
}
