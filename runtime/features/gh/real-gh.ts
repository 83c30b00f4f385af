/** Finds gh where `gh` may be a link to ghx, which would call itself. */

interface Modules {
  readonly fs: typeof import("node:fs")
  readonly paths: typeof import("node:path")
}

/**
 * The program that is called gh, without those in `PATH` that are ghx; undefined if there is no other.
 *
 * @param path - a bare name is looked up in `PATH`
 */
export function realGh(path: string, searched: string | undefined): string | undefined {
  const fs = globalThis.process?.getBuiltinModule?.("fs")
  const paths = globalThis.process?.getBuiltinModule?.("path")
  if (!fs || !paths || path !== "gh" || searched === undefined) return path
  const found = searched.split(paths.delimiter).flatMap((folder) => {
    const file = paths.join(folder || ".", path)
    try {
      fs.accessSync(file, fs.constants.X_OK)
      return fs.statSync(file).isFile() ? [file] : []
    } catch {
      return []
    }
  })
  // Without any, starting it gives the usual error.
  return found.length === 0 ? path : found.find((file) => !isGhx({ fs, paths }, file))
}

/** Whether a program is a link to ghx: to its file, or to a package manager's script that starts it. */
function isGhx({ fs, paths }: Modules, file: string): boolean {
  const target = fs.realpathSync(file)
  // gh itself is no script, and may be anywhere.
  if (!isScript(fs, target)) return false
  if (/^ghx(?:\.\w+)?$/.test(paths.basename(target))) return true
  for (let folder = paths.dirname(target); ; folder = paths.dirname(folder)) {
    try {
      const { name } = JSON.parse(fs.readFileSync(paths.join(folder, "package.json"), "utf8"))
      return name === "ghx"
    } catch {
      if (folder === paths.dirname(folder)) return false
    }
  }
}

function isScript(fs: Modules["fs"], file: string): boolean {
  const start = new Uint8Array(2)
  const opened = fs.openSync(file, "r")
  try {
    fs.readSync(opened, start)
  } finally {
    fs.closeSync(opened)
  }
  return new TextDecoder().decode(start) === "#!"
}
