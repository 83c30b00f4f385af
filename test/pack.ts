/** Packs the built package into the tarball that would be published. */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pack } from "../tooling/build/pack.js"

const [target = ""] = process.argv.slice(2)
const root = process.cwd()
const built = dirname(join(root, target))
const source = mkdtempSync(join(tmpdir(), "ghx-pack-"))
try {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  for (const path of ["package.json", "README.md", "LICENSE", ...files]) {
    // A path that npm leaves out begins with "!".
    if (path !== "dist" && !path.startsWith("!"))
      cpSync(join(root, path), join(source, path), { recursive: true })
  }
  cpSync(join(built, "dist"), join(source, "dist"), { recursive: true })
  const { filename } = pack(source, built, { scripts: false })
  renameSync(join(built, filename), join(root, target))
} finally {
  rmSync(source, { recursive: true, force: true })
}
