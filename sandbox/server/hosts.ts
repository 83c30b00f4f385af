/**
 * Sends the requests of this process for GitHub's hosts to the sandbox at `GHX_BASE_URL`:
 * `node --import ghx/sandbox/hosts program.mjs`. All clients connect by `tls.connect`, so they keep GitHub's names in
 * URLs, headers and answers.
 */
import { readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import tls from "node:tls"
import { isGitHubHost } from "./github-hosts.js"

const { GHX_BASE_URL: url = "", NODE_EXTRA_CA_CERTS: caFile } = process.env
if (!url.startsWith("https://") || caFile === undefined) {
  throw new Error(
    'ghx/sandbox/hosts needs a sandbox with TLS, in GHX_BASE_URL and NODE_EXTRA_CA_CERTS: take both from `ghx sandbox --https`, or from `sandbox.env("node")`',
  )
}
const { hostname: host, port } = new URL(url)
const ca = readFileSync(caFile, "utf8")
const connect = tls.connect as (...given: unknown[]) => tls.TLSSocket

tls.connect = (...given: unknown[]) => {
  const [first] = given
  // As options, or as port, host and options.
  const begin = typeof first === "object" ? 0 : typeof given[1] === "string" ? 2 : 1
  const options = { ...(begin === 2 && { host: given[1] }), ...Object(given[begin]) }
  const named = String(options.host ?? options.hostname ?? "")
  if (options.socket || !isGitHubHost(named)) return connect(...given)
  const there = { ...options, host, port: Number(port), servername: named, ca, path: undefined }
  return connect(there, ...given.filter((one) => typeof one === "function"))
}
syncBuiltinESMExports()
