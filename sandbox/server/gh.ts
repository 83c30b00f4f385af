import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { GhOptions, ServedGh } from "../public/index.js"
import { ghEnvironment, gitEnvironment } from "./environment.js"
import { close, type Listener } from "./server.js"

/**
 * Serves the API on a Unix socket, and writes a configuration that makes `gh` use it for all hosts. gh then
 * speaks plain HTTP, with the host's name in the header.
 */
export async function serveGh(
  server: Listener,
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
      ...ghEnvironment(token),
      GH_CONFIG_DIR: configDir,
      // gh remembers the features of a host for a day.
      TMPDIR: temporary,
      XDG_CACHE_HOME: temporary,
      XDG_STATE_HOME: temporary,
      ...gitEnvironment(gitUrl, token),
    },
    async close() {
      await close(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
