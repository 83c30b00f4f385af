/** The programs of Redis and Postgres: from the path, from Debian's folder, or from `test/fetch-servers`. */
import { accessSync, constants, readdirSync, realpathSync } from "node:fs"
import { delimiter, join } from "node:path"
import { ROOT } from "./projects.js"

export const SERVERS = join(ROOT, ".cache/servers")

/** The path of a server's program; undefined if it is not installed. */
export function serverPath(name: "redis-server" | "postgres"): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))
  const debian = ["/usr", join(SERVERS, "usr")].flatMap((root) => versions(root, name))
  const found = [...onPath, ...debian, join(SERVERS, "usr/bin", name)].find(isProgram)
  // initdb looks for postgres in its own folder, so a link on the path does not work.
  return found && (name === "postgres" ? realpathSync(found) : found)
}

function versions(root: string, name: string): string[] {
  const folder = join(root, "lib/postgresql")
  try {
    return readdirSync(folder).map((version) => join(folder, version, "bin", name))
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
