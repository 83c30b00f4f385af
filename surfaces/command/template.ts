/** `ghx init --template`: a small project of one kind. */
import { lstatSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { cloneAround, putFile } from "../../generator/disk/index.js"
import { didYouMean, suggestionsFor } from "../../runtime/suggestions/index.js"
import { UsageError } from "./output/index.js"
import { packageFile } from "./package-file.js"
import type { Terminal } from "./terminal/index.js"

/** Copies the files of a template that the folder lacks. */
export function initTemplate(name: string, root: string, { stdout }: Terminal): number {
  const all = packageFile("examples/templates")
  const names = readdirSync(all).sort()
  if (!names.includes(name)) {
    const near = suggestionsFor(name, names)
    throw new UsageError(
      `There is no template ${JSON.stringify(name)}${near.length > 0 ? `, ${didYouMean(near)}` : ""}`,
      `Templates: ${names.join(", ")}`,
    )
  }
  const from = join(all, name)
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(from, join(one.parentPath, one.name)).split(sep).join("/"))
    .sort()
  for (const file of files) {
    // npm publishes no .gitignore.
    const path = file === "gitignore" ? `.${file}` : file
    const to = join(root, path)
    const isThere = lstatSync(to, { throwIfNoEntry: false }) !== undefined
    if (!isThere) putFile(to, readFileSync(join(from, file), "utf8"), cloneAround(root))
    stdout.write(isThere ? `kept ${path}, which exists\n` : `wrote ${path}\n`)
  }
  stdout.write("Next: npm install && npm test; README.md has the rest\n")
  return 0
}
