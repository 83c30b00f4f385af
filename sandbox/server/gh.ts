import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import type { Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { GhOptions, ServedGh } from "../public/index.js"
import { close } from "./server.js"

/**
 * Serves the API on a Unix socket, and writes a configuration that makes `gh` use it for all hosts. gh then
 * speaks plain HTTP, with the host's name in the header.
 */
export async function serveGh(
  server: Server,
  defaultToken: string,
  options: GhOptions,
  gitUrl: string,
): Promise<ServedGh> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-gh-"))
  const configDir = options.configDir ?? join(folder, "config")
  const temporary = join(folder, "tmp")
  const socket = join(folder, "api.sock")
  await Promise.all([mkdir(configDir, { recursive: true }), mkdir(temporary)])
  await writeFile(join(configDir, "config.yml"), `http_unix_socket: ${JSON.stringify(socket)}\n`)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(socket, resolve)
  })
  const token = options.token ?? defaultToken
  return {
    env: {
      GH_CONFIG_DIR: configDir,
      GH_TOKEN: token,
      GH_HOST: "github.com",
      // gh remembers the features of a host for a day.
      TMPDIR: temporary,
      XDG_CACHE_HOME: temporary,
      XDG_STATE_HOME: temporary,
      GH_PROMPT_DISABLED: "1",
      GH_NO_UPDATE_NOTIFIER: "1",
      NO_COLOR: "1",
      ...gitEnvironment(gitUrl, token),
    },
    async close() {
      await close(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes git use the sandbox as a proxy for GitHub, without TLS. git has no Unix sockets, and gh only recognizes remotes
 * that keep GitHub's host.
 */
function gitEnvironment(proxy: string, token: string): Record<string, string> {
  const credential = Buffer.from(`x-access-token:${token}`).toString("base64")
  const insteadOf = "url.http://github.com/.insteadOf"
  const settings = [
    [insteadOf, "https://github.com/"],
    [insteadOf, "git@github.com:"],
    [insteadOf, "ssh://git@github.com/"],
    ["http.http://github.com/.proxy", proxy],
    ["http.http://github.com/.extraHeader", `Authorization: Basic ${credential}`],
  ]
  const variables = settings.flatMap(([key = "", value = ""], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(variables),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_TERMINAL_PROMPT: "0",
  }
}
